// The part of a graph that a network of some depth needs for given nodes, whole or sampled.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "array.hpp"
#include "csr.hpp"
#include "parallel.hpp"
#include "random.hpp"

namespace gdgnn {

template <class Id>
struct ReceptiveField {
  Array<Id> nodes;                     // distinct seeds first, then by hop
  Array<std::int16_t> hop;             // of each node
  Array<std::int64_t> ends;            // sources of all edges, then their targets, as positions in `nodes`
  Array<Id> edges;                     // edge ids
  Array<std::int64_t> seed_positions;  // of each requested node
};

namespace detail {

// `count` distinct numbers below `size`, ascending (Floyd's algorithm).
inline void draw_distinct(std::int64_t size, std::int64_t count, Random& random, std::int64_t* drawn) {
  std::int64_t taken = 0;
  for (std::int64_t next = size - count; next < size; ++next) {
    const std::int64_t pick = random.below(next + 1);
    const bool again = std::find(drawn, drawn + taken, pick) != drawn + taken;
    drawn[taken++] = again ? next : pick;
  }
  std::sort(drawn, drawn + count);
}

}  // namespace detail

// All edges into every node that is fewer than `hops` steps away; `fanout[h]` (if not null, and not negative)
// draws at most so many neighbors of each node at hop h, with all edges from them.
template <class Id>
ReceptiveField<Id> receptive_field(const Context& context, const GraphView<Id>& graph,
                                   const std::int64_t* seeds, std::int64_t count, int hops,
                                   const std::int64_t* fanout, std::uint64_t seed) {
  ReceptiveField<Id> field;
  Zeroed<Id> position(graph.num_nodes());  // in field.nodes, + 1
  const auto number = [&](Id node, int hop) {
    if (position[node] == 0) {
      field.nodes.push_back(node);
      field.hop.push_back(static_cast<std::int16_t>(hop));
      position[node] = static_cast<Id>(field.nodes.size());
    }
    return static_cast<std::int64_t>(position[node]) - 1;
  };
  for (std::int64_t i = 0; i < count; ++i)
    field.seed_positions.push_back(number(static_cast<Id>(seeds[i]), 0));

  Pulse pulse(context);
  Array<std::int64_t> targets, first_slot, slots;
  std::int64_t first = 0;
  for (int hop = 0; hop < hops; ++hop) {
    const std::int64_t last = field.nodes.size();
    const auto drawn = [&](Id node) {
      const std::int64_t degree = graph.in.degree(node);
      return fanout == nullptr || fanout[hop] < 0 ? degree : std::min(degree, fanout[hop]);
    };
    first_slot.resize(last - first + 1);
    first_slot[0] = 0;
    for (std::int64_t i = first; i < last; ++i)
      first_slot[i - first + 1] = first_slot[i - first] + drawn(field.nodes[i]);
    slots.resize(first_slot.back());
    parallel_slices(context, pulse, last - first, 1024, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        const Id node = field.nodes[first + i];
        const std::int64_t size = first_slot[i + 1] - first_slot[i];
        std::int64_t* into = slots.data() + first_slot[i];
        if (size == graph.in.degree(node)) {
          for (std::int64_t s = 0; s < size; ++s) into[s] = s;
        } else {
          Random random(seed, static_cast<std::uint64_t>(node), 0);
          detail::draw_distinct(graph.in.degree(node), size, random, into);
        }
        for (std::int64_t s = 0; s < size; ++s) into[s] += graph.in.ptr[node];
      }
    });
    for (std::int64_t i = first; i < last; ++i) {
      if (i % 1024 == 0) pulse.look();
      for (std::int64_t s = first_slot[i - first]; s < first_slot[i - first + 1]; ++s) {
        const std::int64_t source = number(graph.in.neighbors[slots[s]], hop + 1);
        for (const Id edge : graph.in.edges(slots[s])) {
          field.ends.push_back(source);
          targets.push_back(i);
          field.edges.push_back(edge);
        }
      }
    }
    first = last;
  }
  field.ends.append(targets.data(), targets.size());
  return field;
}

}  // namespace gdgnn
