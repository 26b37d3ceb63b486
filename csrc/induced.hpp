// Degrees inside the subgraph that a set of nodes induces.
#pragma once

#include <cstdint>
#include <vector>

#include "array.hpp"
#include "csr.hpp"
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
  static constexpr std::int64_t kLookup = 8;  // edges walked in the time of one binary search

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

  void by_rows(const std::vector<Id>& nodes, std::int32_t* degrees) {
    if (!position_) position_ = Zeroed<std::int32_t>(graph_.num_nodes());
    for (std::size_t i = 0; i < nodes.size(); ++i) position_[nodes[i]] = static_cast<std::int32_t>(i + 1);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (i + 4 < nodes.size()) graph_.out.prefetch_row(nodes[i + 4]);
      std::int32_t inside = 0;
      for (const Id neighbor : graph_.out.row(nodes[i])) {
        const std::int32_t at = position_[neighbor];
        if (at == 0) continue;
        // Of two arrows between the same nodes, the one from the smaller is counted, for both.
        if (graph_.directed) {
          if (neighbor < nodes[i] && graph_.out.joined(neighbor, nodes[i])) continue;
          ++degrees[at - 1];
        }
        ++inside;
      }
      degrees[i] += inside;
    }
    for (const Id node : nodes) position_[node] = 0;
  }

  const GraphView<Id>& graph_;
  Ticker& ticker_;
  Zeroed<std::int32_t> position_;  // in the set, + 1
};

}  // namespace gdgnn
