// From rows of edges to merged edges and adjacency.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "array.hpp"
#include "csr.hpp"
#include "parallel.hpp"

namespace gdgnn {

struct Edges {
  const std::int64_t* src;
  const std::int64_t* dst;
  std::int64_t count;
};

namespace detail {

// Positions 0..count-1 grouped by key(position), ascending inside each group (a counting sort).
template <class Key>
void group_by(std::int64_t count, std::int64_t groups, Key key, Array<std::int64_t>& ptr,
              Array<std::int64_t>& items) {
  ptr.resize(groups + 1);
  std::fill(ptr.begin(), ptr.end(), 0);
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t group = key(i);
    if (group >= 0) ++ptr[group + 1];
  }
  for (std::int64_t g = 0; g < groups; ++g) ptr[g + 1] += ptr[g];
  items.resize(ptr[groups]);
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t group = key(i);
    if (group >= 0) items[ptr[group]++] = i;
  }
  for (std::int64_t g = groups; g > 0; --g) ptr[g] = ptr[g - 1];
  ptr[0] = 0;
}

}  // namespace detail

struct Merged {
  Array<std::int64_t> row_edge;   // edge id of each row, -1 for a loop
  Array<std::int64_t> edge_rows;  // first row of each edge, ascending
};

// Drops loops and gives equal rows one edge id, in order of first appearance. Rows are equal when their ends
// and relation are; without arrows (u, v) equals (v, u).
inline Merged merge_edges(const Context& context, Edges rows, const std::int64_t* relation,
                          std::int64_t num_nodes, bool directed) {
  Pulse pulse(context);
  const auto low = [&](std::int64_t i) {
    return directed ? rows.src[i] : std::min(rows.src[i], rows.dst[i]);
  };
  const auto high = [&](std::int64_t i) {
    return directed ? rows.dst[i] : std::max(rows.src[i], rows.dst[i]);
  };
  Array<std::int64_t> ptr, items;
  detail::group_by(
      rows.count, num_nodes, [&](std::int64_t i) { return rows.src[i] == rows.dst[i] ? -1 : low(i); }, ptr,
      items);

  Merged merged;
  merged.row_edge.resize(rows.count);
  std::fill(merged.row_edge.begin(), merged.row_edge.end(), -1);
  // First each row is led to the first row equal to it.
  parallel_slices(context, pulse, num_nodes, 4096, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t node = begin; node < end; ++node) {
      std::int64_t* first = items.data() + ptr[node];
      std::int64_t* last = items.data() + ptr[node + 1];
      const auto type = [&](std::int64_t i) { return relation == nullptr ? 0 : relation[i]; };
      std::sort(first, last, [&](std::int64_t a, std::int64_t b) {
        if (high(a) != high(b)) return high(a) < high(b);
        if (type(a) != type(b)) return type(a) < type(b);
        return a < b;
      });
      for (std::int64_t* at = first; at != last; ++at) {
        const bool again = at != first && high(at[-1]) == high(*at) && type(at[-1]) == type(*at);
        merged.row_edge[*at] = again ? merged.row_edge[at[-1]] : *at;
      }
    }
  });
  // Then first rows are numbered; every other row comes after its first.
  for (std::int64_t i = 0; i < rows.count; ++i) {
    const std::int64_t first = merged.row_edge[i];
    if (first < 0) continue;
    if (first == i) {
      merged.row_edge[i] = merged.edge_rows.size();
      merged.edge_rows.push_back(i);
    } else {
      merged.row_edge[i] = merged.row_edge[first];
    }
  }
  return merged;
}

template <class Id>
struct BuiltAdjacency {
  Array<std::int64_t> ptr;
  Array<Id> neighbors;
  Array<std::int64_t> slot_ptr;  // empty when no two nodes are joined twice
  Array<Id> slot_edges;
};

// Sorted distinct neighbors by source (by both ends when symmetric), with the edge ids of each slot
// ascending.
template <class Id>
BuiltAdjacency<Id> build_adjacency(const Context& context, Edges edges, std::int64_t num_nodes,
                                   bool symmetric) {
  Pulse pulse(context);
  // Entry e < count is edge e forwards; entry count + e is edge e backwards.
  const std::int64_t entries = symmetric ? 2 * edges.count : edges.count;
  const auto edge = [&](std::int64_t i) { return i < edges.count ? i : i - edges.count; };
  const auto from = [&](std::int64_t i) { return i < edges.count ? edges.src[i] : edges.dst[edge(i)]; };
  const auto to = [&](std::int64_t i) { return i < edges.count ? edges.dst[i] : edges.src[edge(i)]; };

  struct Entry {
    Id neighbor;
    Id edge;
  };
  BuiltAdjacency<Id> built;
  Array<Entry> sorted;
  Array<std::int64_t> ptr(num_nodes + 1);
  std::fill(ptr.begin(), ptr.end(), 0);
  for (std::int64_t i = 0; i < entries; ++i) ++ptr[from(i) + 1];
  for (std::int64_t node = 0; node < num_nodes; ++node) ptr[node + 1] += ptr[node];
  sorted.resize(entries);
  for (std::int64_t i = 0; i < entries; ++i)
    sorted[ptr[from(i)]++] = {static_cast<Id>(to(i)), static_cast<Id>(edge(i))};
  for (std::int64_t node = num_nodes; node > 0; --node) ptr[node] = ptr[node - 1];
  ptr[0] = 0;

  built.ptr.resize(num_nodes + 1);
  built.ptr[0] = 0;
  parallel_slices(context, pulse, num_nodes, 4096, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t node = begin; node < end; ++node) {
      Entry* first = sorted.data() + ptr[node];
      Entry* last = sorted.data() + ptr[node + 1];
      std::sort(first, last, [](const Entry& a, const Entry& b) {
        return a.neighbor != b.neighbor ? a.neighbor < b.neighbor : a.edge < b.edge;
      });
      std::int64_t distinct = 0;
      for (Entry* at = first; at != last; ++at) distinct += at == first || at[-1].neighbor != at->neighbor;
      built.ptr[node + 1] = distinct;
    }
  });
  for (std::int64_t node = 0; node < num_nodes; ++node) built.ptr[node + 1] += built.ptr[node];

  const std::int64_t slots = built.ptr[num_nodes];
  const bool parallel_edges = slots != entries;
  built.neighbors.resize(slots);
  built.slot_edges.resize(entries);
  if (parallel_edges) {
    built.slot_ptr.resize(slots + 1);
    built.slot_ptr[slots] = entries;
  }
  parallel_slices(context, pulse, num_nodes, 4096, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t node = begin; node < end; ++node) {
      std::int64_t slot = built.ptr[node] - 1;
      for (std::int64_t i = ptr[node]; i < ptr[node + 1]; ++i) {
        if (i == ptr[node] || sorted[i - 1].neighbor != sorted[i].neighbor) {
          built.neighbors[++slot] = sorted[i].neighbor;
          if (parallel_edges) built.slot_ptr[slot] = i;
        }
        built.slot_edges[i] = sorted[i].edge;
      }
    }
  });
  return built;
}

}  // namespace gdgnn
