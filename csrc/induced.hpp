// Degrees inside the subgraph that a set of nodes induces.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "array.hpp"
#include "csr.hpp"
#include "filter.hpp"
#include "parallel.hpp"

namespace gdgnn {

template <class Id>
class InducedDegrees {
 public:
  InducedDegrees(const GraphView<Id>& graph, Ticker& ticker) : graph_(graph), ticker_(ticker) {}

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
    } else {
      by_rows(nodes, degrees);
      ticker_.spend(edges);
    }
  }

 private:
  static constexpr std::int64_t kLookup = 32;  // edges walked in the time of one binary search
  static constexpr std::int64_t kLines = 4;
  static constexpr std::size_t kAhead = 8;

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

  // Without arrows each edge is found once, from its smaller end, and counted for both. Larger neighbors are
  // read from the back of the row: to search for where they begin would wait for memory at every step.
  void by_rows(const std::vector<Id>& nodes, std::int32_t* degrees) {
    if (!position_) position_ = Zeroed<std::int32_t>(graph_.num_nodes());
    for (std::size_t i = 0; i < nodes.size(); ++i) position_[nodes[i]] = static_cast<std::int32_t>(i + 1);
    filter_.add(nodes);
    for (std::size_t i = 0; i < std::min(kAhead, nodes.size()); ++i)
      graph_.out.prefetch_row_end(nodes[i], kLines);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (i + kAhead < nodes.size()) graph_.out.prefetch_row_end(nodes[i + kAhead], kLines);
      const Id node = nodes[i];
      const Row<Id> row = graph_.out.row(node);
      for (const Id* at = row.end(); at != row.begin();) {
        const Id neighbor = *--at;
        if (!graph_.directed && neighbor < node) break;
        if (!filter_.may_hold(neighbor)) continue;
        const std::int32_t found = position_[neighbor];
        if (found == 0) continue;
        // Of two arrows between the same nodes, the one from the smaller is counted.
        if (neighbor < node && graph_.out.joined(neighbor, node)) continue;
        ++degrees[i];
        ++degrees[found - 1];
      }
    }
    filter_.remove(nodes);
    for (const Id node : nodes) position_[node] = 0;
  }

  const GraphView<Id>& graph_;
  Ticker& ticker_;
  Filter filter_;
  Zeroed<std::int32_t> position_;  // in the set, + 1
};

}  // namespace gdgnn
