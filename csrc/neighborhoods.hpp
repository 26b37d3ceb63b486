// For each node all others within a distance, and which of their neighbors come one step earlier.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "array.hpp"
#include "csr.hpp"
#include "induced.hpp"
#include "parallel.hpp"
#include "ragged.hpp"

namespace gdgnn {

namespace detail {

template <class Id>
class Neighborhood {
 public:
  explicit Neighborhood(const GraphView<Id>& graph)
      : degrees(graph, ticker), graph_(graph), level_(graph.num_nodes()) {}

  Ticker ticker;
  InducedDegrees<Id> degrees;
  std::vector<Id> nodes;               // without the center, by (distance, id)
  std::vector<std::int16_t> distance;  // of each
  std::vector<Id> side;
  std::vector<std::int64_t> side_end;  // of each node, in `side`
  std::vector<std::int32_t> side_degree;

  void find(Id center, int max_dist, bool degree) {
    nodes.assign(1, center);
    distance.assign(1, 0);
    level_[center] = 1;
    std::size_t first = 0;
    for (int k = 1; k <= max_dist && first < nodes.size(); ++k) {
      const std::size_t last = nodes.size();
      for (std::size_t i = first; i < last; ++i) add_unseen(nodes[i], k);
      std::sort(nodes.begin() + static_cast<std::ptrdiff_t>(last), nodes.end());
      distance.resize(nodes.size(), static_cast<std::int16_t>(k));
      first = last;
    }
    find_sides(degree);
    for (const Id node : nodes) level_[node] = 0;
    nodes.erase(nodes.begin());
    distance.erase(distance.begin());
  }

 private:
  void add_unseen(Id node, int k) {
    const Row<Id> row = graph_.out.row(node);
    ticker.spend(row.size());
    for (const Id neighbor : row) {
      if (level_[neighbor] != 0) continue;
      level_[neighbor] = static_cast<std::int16_t>(k + 1);
      nodes.push_back(neighbor);
    }
  }

  void find_sides(bool degree) {
    side.clear();
    side_end.clear();
    side_degree.clear();
    for (std::size_t i = 1; i < nodes.size(); ++i) {
      const std::size_t first = side.size();
      const Row<Id> row = graph_.in.row(nodes[i]);
      ticker.spend(row.size());
      for (const Id neighbor : row) {
        if (level_[neighbor] == distance[i]) side.push_back(neighbor);
      }
      side_end.push_back(static_cast<std::int64_t>(side.size()));
      if (!degree) continue;
      side_degree.resize(side.size());
      if (side.size() - first == 1) {
        side_degree.back() = 0;
        continue;
      }
      part_.assign(side.begin() + static_cast<std::ptrdiff_t>(first), side.end());
      degrees.count(part_, side_degree.data() + first);
    }
  }

  const GraphView<Id>& graph_;
  Zeroed<std::int16_t> level_;  // distance + 1
  std::vector<Id> part_;
};

}  // namespace detail

struct Neighborhoods {
  std::vector<Ragged> outputs;       // neighbors: id, distance, side length; sides: id, degree when asked for
  Array<std::int64_t> side_offsets;  // by neighbor
};

template <class Id>
Neighborhoods neighborhoods(const Context& context, const GraphView<Id>& graph, const std::int64_t* nodes,
                            std::int64_t count, int max_dist, bool degree) {
  std::vector<std::size_t> side_widths{sizeof(Id)};
  if (degree) side_widths.push_back(sizeof(std::int32_t));
  Collector out(context.threads, {{sizeof(Id), sizeof(std::int16_t), sizeof(std::int64_t)}, side_widths});
  Pulse pulse(context);
  std::vector<std::unique_ptr<detail::Neighborhood<Id>>> workers;
  for (int thread = 0; thread < context.threads; ++thread) {
    workers.push_back(std::make_unique<detail::Neighborhood<Id>>(graph));
    workers.back()->ticker.bind(&pulse);
  }
  const auto add = [&](int thread, std::int64_t i) {
    detail::Neighborhood<Id>& worker = *workers[static_cast<std::size_t>(thread)];
    worker.find(static_cast<Id>(nodes[i]), max_dist, degree);
    auto found = out.row(thread, 0, i, static_cast<std::int64_t>(worker.nodes.size()));
    std::copy(worker.nodes.begin(), worker.nodes.end(), found.template column<Id>(0));
    std::copy(worker.distance.begin(), worker.distance.end(), found.template column<std::int16_t>(1));
    std::adjacent_difference(worker.side_end.begin(), worker.side_end.end(),
                             found.template column<std::int64_t>(2));
    auto sides = out.row(thread, 1, i, static_cast<std::int64_t>(worker.side.size()));
    std::copy(worker.side.begin(), worker.side.end(), sides.template column<Id>(0));
    if (degree)
      std::copy(worker.side_degree.begin(), worker.side_degree.end(), sides.template column<std::int32_t>(1));
  };
  constexpr std::int64_t kSlice = 64;
  in_windows(context, pulse, out, count, 256, 1 << 16, [&](std::int64_t begin, std::int64_t end) {
    parallel(context, pulse, (end - begin + kSlice - 1) / kSlice, [&](int thread, std::int64_t task) {
      const std::int64_t first = begin + task * kSlice;
      for (std::int64_t i = first; i < std::min(first + kSlice, end); ++i) add(thread, i);
    });
  });

  Neighborhoods result;
  result.outputs = std::move(out.outputs());
  // Lengths become offsets where they are.
  result.side_offsets = std::move(result.outputs[0].columns[2]).as<std::int64_t>();
  std::int64_t next = 0;
  for (std::int64_t& entry : result.side_offsets) next += std::exchange(entry, next);
  result.side_offsets.push_back(next);
  return result;
}

}  // namespace gdgnn
