// Adjacency in compressed sparse rows: the only shape of graph the engine knows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace gdgnn {

// Only ever a hint, and that is the trouble: GCC takes a function that does nothing but prefetch for one
// without effect, and drops every call of it. An empty instruction that it must keep, keeps them.
inline void prefetch(const void* address) {
  __builtin_prefetch(address, 0, 3);
  __asm__ volatile("");
}

// A row of sorted, distinct neighbors.
template <class Id>
struct Row {
  const Id* first;
  const Id* last;
  const Id* begin() const { return first; }
  const Id* end() const { return last; }
  std::int64_t size() const { return last - first; }
};

// Sorted distinct neighbors of every node. A position in `neighbors` is a slot; a slot holds one edge,
// or, when `slot_ptr` is there, the parallel edges slot_edges[slot_ptr[s] .. slot_ptr[s + 1]).
template <class Id>
struct Adjacency {
  std::int64_t num_nodes = 0;
  const std::int64_t* ptr = nullptr;
  const Id* neighbors = nullptr;
  const std::int64_t* slot_ptr = nullptr;
  const Id* slot_edges = nullptr;

  std::int64_t num_slots() const { return ptr[num_nodes]; }
  std::int64_t degree(Id node) const { return ptr[node + 1] - ptr[node]; }
  Row<Id> row(Id node) const { return {neighbors + ptr[node], neighbors + ptr[node + 1]}; }

  // The slot of the edge from -> to, or -1.
  std::int64_t find(Id from, Id to) const {
    const Row<Id> nodes = row(from);
    const Id* at = std::lower_bound(nodes.begin(), nodes.end(), to);
    return at != nodes.end() && *at == to ? at - neighbors : -1;
  }
  bool joined(Id from, Id to) const { return find(from, to) >= 0; }

  Row<Id> edges(std::int64_t slot) const {
    if (slot_ptr == nullptr) return {slot_edges + slot, slot_edges + slot + 1};
    return {slot_edges + slot_ptr[slot], slot_edges + slot_ptr[slot + 1]};
  }

  void prefetch_ptr(Id node) const { prefetch(ptr + node); }
  void prefetch_row(Id node, std::int64_t lines = 1) const {
    const std::int64_t first = ptr[node], last = std::min(ptr[node + 1], first + lines * kLine);
    for (std::int64_t at = first; at < last; at += kLine) prefetch(neighbors + at);
  }
  // The neighbors above the node itself, as far as they begin where they would if ids were spread evenly.
  void prefetch_above(Id node, std::int64_t lines) const {
    const std::int64_t first = ptr[node], last = ptr[node + 1];
    const double share = static_cast<double>(node) / static_cast<double>(num_nodes);
    const auto below = static_cast<std::int64_t>(share * static_cast<double>(last - first));
    const std::int64_t start = std::max({first, first + below - kLine / 4, last - lines * kLine});
    for (std::int64_t at = last - 1; at >= start; at -= kLine) prefetch(neighbors + at);
  }

 private:
  static constexpr std::int64_t kLine = 64 / sizeof(Id);
};

// A graph as the engine walks it: arrows followed (`out`) or met head-on (`in`); both the same when
// undirected.
template <class Id>
struct GraphView {
  Adjacency<Id> out;
  Adjacency<Id> in;
  bool directed = false;
  std::int64_t num_edges = 0;

  std::int64_t num_nodes() const { return out.num_nodes; }
};

namespace detail {

[[noreturn]] inline void broken(const std::string& array, std::int64_t at, std::int64_t value,
                                const std::string& expected) {
  throw std::invalid_argument(array + "[" + std::to_string(at) + "] is " + std::to_string(value) +
                              "; expected " + expected +
                              ". The graph's arrays are damaged: build it again from its edges");
}

inline void check_offsets(const std::string& name, const std::int64_t* offsets, std::int64_t rows,
                          std::int64_t total) {
  if (offsets[0] != 0) broken(name, 0, offsets[0], "0");
  for (std::int64_t i = 0; i < rows; ++i) {
    if (offsets[i + 1] < offsets[i])
      broken(name, i + 1, offsets[i + 1], "at least " + std::to_string(offsets[i]));
  }
  if (offsets[rows] != total) broken(name, rows, offsets[rows], std::to_string(total));
}

}  // namespace detail

// Proves every property the search relies on, so that no later call can step outside an array.
template <class Id>
void check_adjacency(const std::string& prefix, const Adjacency<Id>& graph, std::int64_t slots,
                     std::int64_t slot_edges, std::int64_t num_edges) {
  detail::check_offsets(prefix + "indptr", graph.ptr, graph.num_nodes, slots);
  for (std::int64_t node = 0; node < graph.num_nodes; ++node) {
    std::int64_t before = -1;
    for (std::int64_t slot = graph.ptr[node]; slot < graph.ptr[node + 1]; ++slot) {
      const std::int64_t neighbor = graph.neighbors[slot];
      if (neighbor <= before || neighbor >= graph.num_nodes || neighbor == node) {
        detail::broken(prefix + "indices", slot, neighbor,
                       "sorted distinct neighbors of node " + std::to_string(node) + " below " +
                           std::to_string(graph.num_nodes) + ", itself not among them");
      }
      before = neighbor;
    }
  }
  if (graph.slot_ptr != nullptr) {
    detail::check_offsets(prefix + "slot_ptr", graph.slot_ptr, slots, slot_edges);
    for (std::int64_t slot = 0; slot < slots; ++slot) {
      if (graph.slot_ptr[slot + 1] == graph.slot_ptr[slot])
        detail::broken(prefix + "slot_ptr", slot + 1, graph.slot_ptr[slot + 1],
                       "at least one edge in each slot");
    }
  } else if (slot_edges != slots) {
    detail::broken(prefix + "slot_edges", slot_edges, slots, "as many entries as indices");
  }
  for (std::int64_t i = 0; i < slot_edges; ++i) {
    const std::int64_t edge = graph.slot_edges[i];
    if (edge < 0 || edge >= num_edges)
      detail::broken(prefix + "slot_edges", i, edge, "an edge id below " + std::to_string(num_edges));
  }
}

}  // namespace gdgnn
