// Distances from many sources to all nodes, 64 sources at a time: a bit each.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "array.hpp"
#include "csr.hpp"
#include "parallel.hpp"
#include "search.hpp"

namespace gdgnn {

// Row i holds the distances between sources[i] and every node: from it, or to it when `end` is the tail.
template <class Id>
Array<std::int16_t> distances_to_all(const Context& context, const GraphView<Id>& graph,
                                     const std::int64_t* sources, std::int64_t count, End end, int max_dist) {
  const std::int64_t nodes = graph.num_nodes();
  const Adjacency<Id>& away = end == kHead ? graph.out : graph.in;
  Array<std::int16_t> result(count * nodes);
  struct State {
    Zeroed<std::uint64_t> seen, now, next;
  };
  std::vector<State> states(static_cast<std::size_t>(context.threads));
  Pulse pulse(context);
  parallel(context, pulse, (count + 63) / 64, [&](int thread, std::int64_t batch) {
    const std::int64_t first = batch * 64, last = std::min(first + 64, count);
    std::int16_t* rows = result.data() + first * nodes;
    std::memset(rows, 0xFF, static_cast<std::size_t>((last - first) * nodes) * sizeof(std::int16_t));
    State& state = states[static_cast<std::size_t>(thread)];
    state = {Zeroed<std::uint64_t>(nodes), Zeroed<std::uint64_t>(nodes), Zeroed<std::uint64_t>(nodes)};
    for (std::int64_t i = first; i < last; ++i) {
      state.now[sources[i]] |= std::uint64_t{1} << (i - first);
      state.seen[sources[i]] |= std::uint64_t{1} << (i - first);
      rows[(i - first) * nodes + sources[i]] = 0;
    }
    bool alive = true;
    for (int distance = 1; distance <= max_dist && alive; ++distance) {
      for (std::int64_t node = 0; node < nodes; ++node) {
        const std::uint64_t bits = state.now[node];
        if (bits == 0) continue;
        for (const Id neighbor : away.row(static_cast<Id>(node))) state.next[neighbor] |= bits;
      }
      pulse.look();
      alive = false;
      for (std::int64_t node = 0; node < nodes; ++node) {
        std::uint64_t fresh = state.next[node] & ~state.seen[node];
        state.now[node] = fresh;
        state.next[node] = 0;
        if (fresh == 0) continue;
        alive = true;
        state.seen[node] |= fresh;
        for (; fresh != 0; fresh &= fresh - 1)
          rows[__builtin_ctzll(fresh) * nodes + node] = static_cast<std::int16_t>(distance);
      }
    }
  });
  return result;
}

}  // namespace gdgnn
