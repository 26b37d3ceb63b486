// Degrees inside the subgraph that a set of nodes induces.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "csr.hpp"
#include "intersect.hpp"
#include "parallel.hpp"

namespace gdgnn {

template <class Id>
class InducedDegrees {
 public:
  InducedDegrees(const GraphView<Id>& graph, Ticker& ticker) : graph_(graph), ticker_(ticker) {}

  // For every node of the sorted set, how many others of it are joined to it in either direction.
  void count(const std::vector<Id>& nodes, std::int32_t* degrees) const {
    std::fill(degrees, degrees + nodes.size(), 0);
    const Id* first = nodes.data();
    const Id* last = first + nodes.size();
    for (const Id* at = first + 1; at < std::min(first + kAhead, last); ++at) prefetch(*at);
    // Every edge is found from its smaller end and counted for both.
    for (const Id* at = first; last - at > 1; ++at) {
      if (last - at > kAhead) prefetch(at[kAhead]);
      const auto count_edge = [&](Id neighbor) {
        ++degrees[at - first];
        ++degrees[std::lower_bound(at, last, neighbor) - first];
      };
      const Row<Id> larger{at + 1, last};
      ticker_.spend(larger.size() + graph_.out.degree(*at));
      intersect(larger, graph_.out.row(*at), count_edge);
      if (!graph_.directed) continue;
      intersect(larger, graph_.in.row(*at), [&](Id neighbor) {
        if (!graph_.out.joined(*at, neighbor)) count_edge(neighbor);
      });
    }
  }

 private:
  static constexpr std::ptrdiff_t kAhead = 8;

  void prefetch(Id node) const { graph_.out.prefetch_row(node, 4); }

  const GraphView<Id>& graph_;
  Ticker& ticker_;
};

}  // namespace gdgnn
