// Degrees inside the subgraph that a set of nodes induces.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "array.hpp"
#include "csr.hpp"
#include "parallel.hpp"
#include "positions.hpp"

namespace gdgnn {

template <class Id>
class InducedDegrees {
 public:
  InducedDegrees(const GraphView<Id>& graph, Ticker& ticker)
      : graph_(graph), ticker_(ticker), everywhere_(graph.num_nodes()) {}

  // Says that a set will soon be counted.
  void expect(const std::vector<Id>& nodes) const {
    if (nodes.size() < 2) return;
    for (const Id node : nodes) graph_.out.prefetch_ptr(node);
  }

  // For every node of the sorted set, how many others of it are joined to it in either direction.
  void count(const std::vector<Id>& nodes, std::int32_t* degrees) {
    const std::size_t size = nodes.size();
    std::fill(degrees, degrees + size, 0);
    if (size < 2) return;
    std::int64_t edges = 0;
    for (const Id node : nodes) edges += graph_.out.degree(node);
    const auto pairs = static_cast<std::int64_t>(size * (size - 1) / 2);
    if (pairs * kLookup < edges) {
      by_pairs(nodes, degrees);
      ticker_.spend(pairs * kLookup);
      return;
    }
    if (size <= Positions<Id>::kMost) {
      by_rows(nodes, degrees, nearby_);
    } else {
      by_rows(nodes, degrees, everywhere_);
    }
    ticker_.spend(edges);
  }

 private:
  static constexpr std::int64_t kLookup = 128;  // edges walked in the time of one binary search
  static constexpr std::int64_t kLines = 32;
  static constexpr std::size_t kAhead = 32;
  static constexpr int kBlock = 8;
  static constexpr int kHits = 256;

  // Positions in sets of any size.
  class Everywhere {
   public:
    explicit Everywhere(std::int64_t num_nodes) : num_nodes_(num_nodes) {}
    void add(const std::vector<Id>& nodes) {
      if (!position_) position_ = Zeroed<std::int32_t>(num_nodes_);
      for (std::size_t i = 0; i < nodes.size(); ++i) position_[nodes[i]] = static_cast<std::int32_t>(i + 1);
    }
    void remove(const std::vector<Id>& nodes) {
      for (const Id node : nodes) position_[node] = 0;
    }
    bool may_hold(Id node) const { return position_[node] != 0; }
    std::int32_t find(Id node) const { return position_[node] - 1; }

   private:
    std::int64_t num_nodes_;
    Zeroed<std::int32_t> position_;  // + 1
  };

  bool joined(Id a, Id b) const {
    if (!graph_.directed)
      return graph_.out.degree(a) <= graph_.out.degree(b) ? graph_.out.joined(a, b) : graph_.out.joined(b, a);
    return graph_.out.joined(a, b) || graph_.out.joined(b, a);
  }

  void by_pairs(const std::vector<Id>& nodes, std::int32_t* degrees) const {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      for (std::size_t j = i + 1; j < nodes.size(); ++j) {
        if (!joined(nodes[i], nodes[j])) continue;
        ++degrees[i];
        ++degrees[j];
      }
    }
  }

  void prefetch_row(Id node) const {
    if (graph_.directed) {
      graph_.out.prefetch_row(node, kLines);
    } else {
      graph_.out.prefetch_above(node, kLines);
    }
  }

  // Without arrows each edge is found once, from its smaller end, and counted for both. Larger neighbors are
  // read from the back of the row: to search for where they begin would wait for memory at every step.
  // Whether a neighbor is in the set cannot be foretold, so it is not branched on: all are written down, and
  // those that are not are written over.
  template <class Set>
  void by_rows(const std::vector<Id>& nodes, std::int32_t* degrees, Set& set) const {
    set.add(nodes);
    for (std::size_t i = 0; i < std::min(kAhead, nodes.size()); ++i) prefetch_row(nodes[i]);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (i + kAhead < nodes.size()) prefetch_row(nodes[i + kAhead]);
      const Row<Id> row = graph_.out.row(nodes[i]);
      const Id least = graph_.directed ? 0 : nodes[i];
      Id hits[kHits + kBlock];
      int found = 0;
      const Id* at = row.end();
      while (at - row.begin() >= kBlock && at[-kBlock] >= least) {
        at -= kBlock;
        for (int k = 0; k < kBlock; ++k) {
          hits[found] = at[k];
          found += set.may_hold(at[k]);
        }
        if (found >= kHits) {
          tally(nodes, i, hits, found, degrees, set);
          found = 0;
        }
      }
      const std::int64_t rest = std::min<std::int64_t>(at - row.begin(), kBlock);
      for (std::int64_t k = 1; k <= rest; ++k) {
        hits[found] = at[-k];
        found += set.may_hold(at[-k]) & (at[-k] >= least);
      }
      tally(nodes, i, hits, found, degrees, set);
    }
    set.remove(nodes);
  }

  template <class Set>
  void tally(const std::vector<Id>& nodes, std::size_t i, const Id* hits, int count, std::int32_t* degrees,
             const Set& set) const {
    for (const Id* hit = hits; hit != hits + count; ++hit) {
      const std::int32_t other = set.find(*hit);
      if (other < 0) continue;
      // Of two arrows between the same nodes, the one from the smaller is counted.
      if (*hit < nodes[i] && graph_.out.joined(*hit, nodes[i])) continue;
      ++degrees[i];
      ++degrees[other];
    }
  }

  const GraphView<Id>& graph_;
  Ticker& ticker_;
  Positions<Id> nearby_;
  Everywhere everywhere_;
};

}  // namespace gdgnn
