// Shortest paths from their layers: how many there are, one of them at random, all of their edges.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "array.hpp"
#include "csr.hpp"
#include "pairs.hpp"
#include "parallel.hpp"
#include "random.hpp"
#include "search.hpp"

namespace gdgnn {

template <class Id>
struct Dag {
  std::vector<Id> nodes;
  std::vector<std::int16_t> levels;
  std::vector<Id> edges, edge_heads, edge_tails;
};

// Paths are sequences of nodes: parallel edges make no second path.
template <class Id>
class Paths {
 public:
  Paths(const GraphView<Id>& graph, Ticker& ticker) : graph_(graph), ticker_(ticker) {}

  // A double, exact up to 2^53; infinity past 1.8e308.
  double count(const Search<Id>& search, Id u, Id v, int distance) {
    if (distance < 2) return distance == kUnreachable ? 0 : 1;
    if (distance == 2) return static_cast<double>(search.layer(1).size());
    number_layers(search, u, v, distance);
    const double paths = count_from_head(search, v, distance);
    forget_layers(search, u, v, distance);
    return paths;
  }

  // Walks from the tail to the head, each step with the chance that the paths through it have. The chances
  // depend on the pair alone and candidates come in ascending order, so the path does not depend on how it
  // was searched.
  void sample(const Search<Id>& search, Id u, Id v, int distance, Random& random, Id* path) {
    path[0] = u;
    path[distance] = v;
    if (distance < 2) return;
    if (distance == 2) {
      const std::vector<Id>& middle = search.layer(1);
      path[1] = middle[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(middle.size())))];
      return;
    }
    number_layers(search, u, v, distance);
    count_from_head(search, v, distance);
    for (int k = distance; k >= 2; --k) {
      double total = 0;
      for_parents(search, path[k], k, [&](Id parent) { total += paths_[parent]; });
      const double aim = random.uniform() * total;
      double passed = 0;
      Id chosen = -1;
      for_parents(search, path[k], k, [&](Id parent) {
        if (chosen >= 0 && passed > aim) return;
        passed += paths_[parent];
        chosen = parent;
      });
      path[k - 1] = chosen;
    }
    forget_layers(search, u, v, distance);
  }

  // One edge id for each step of a path, uniform among parallel edges; the hidden one is not among them.
  void draw_edges(const Id* path, int distance, const Targets& targets, std::int64_t pair, Random& random,
                  Id* edges) {
    for (int k = 0; k < distance; ++k) {
      const std::int64_t slot = graph_.out.find(path[k], path[k + 1]);
      const Row<Id> choice = graph_.out.edges(slot);
      const std::int64_t hidden = distance == 1 ? targets.hidden_edge(graph_.out, pair, slot) : -1;
      std::int64_t pick = random.below(choice.size() - (hidden >= 0 ? 1 : 0));
      for (const Id edge : choice) {
        if (edge == hidden) continue;
        if (pick-- == 0) edges[k] = edge;
      }
    }
  }

  const Dag<Id>& dag(const Search<Id>& search, Id u, Id v, int distance, const Targets& targets,
                     std::int64_t pair) {
    for (std::vector<Id>* part : {&dag_.nodes, &dag_.edges, &dag_.edge_heads, &dag_.edge_tails})
      part->clear();
    dag_.levels.clear();
    add_level(&u, &u + 1, 0);
    for (int k = 1; k < distance; ++k)
      add_level(search.layer(k).data(), search.layer(k).data() + search.layer(k).size(), k);
    if (distance > 0) add_level(&v, &v + 1, distance);
    if (distance == 1) {
      const std::int64_t slot = graph_.out.find(u, v);
      add_edges(slot, u, v, targets.hidden_edge(graph_.out, pair, slot));
    } else if (distance > 1) {
      number_layers(search, u, v, distance);
      for (std::size_t i = 0; i + 1 < dag_.nodes.size(); ++i)
        add_edges_to_next(dag_.nodes[i], dag_.levels[i]);
      forget_layers(search, u, v, distance);
    }
    return dag_;
  }

 private:
  template <class Visit>
  static void for_numbered(const Search<Id>& search, Id u, Id v, int distance, Visit visit) {
    visit(u, 0);
    for (int k = 1; k < distance; ++k) {
      for (const Id node : search.layer(k)) visit(node, k);
    }
    visit(v, distance);
  }
  void number_layers(const Search<Id>& search, Id u, Id v, int distance) {
    if (!level_) level_ = Zeroed<std::int16_t>(graph_.num_nodes());
    for_numbered(search, u, v, distance,
                 [&](Id node, int k) { level_[node] = static_cast<std::int16_t>(k + 1); });
  }
  void forget_layers(const Search<Id>& search, Id u, Id v, int distance) {
    for_numbered(search, u, v, distance, [&](Id node, int) { level_[node] = 0; });
  }

  // Visits, ascending, the nodes of layer k - 1 with an edge to `node` of layer k; k >= 2.
  template <class Visit>
  void for_parents(const Search<Id>& search, Id node, int k, Visit visit) {
    const std::vector<Id>& layer = search.layer(k - 1);
    const Row<Id> row = graph_.in.row(node);
    if (static_cast<std::int64_t>(layer.size()) * 8 < row.size()) {
      ticker_.spend(static_cast<std::int64_t>(layer.size()) * 8);
      for (const Id parent : layer) {
        if (graph_.in.joined(node, parent)) visit(parent);
      }
      return;
    }
    ticker_.spend(row.size());
    for (const Id parent : row) {
      if (level_[parent] == k) visit(parent);
    }
  }

  // Fills paths_ with the number of shortest paths from the head, layer by layer. Large numbers are scaled
  // down, a layer as a whole, so that ratios inside a layer stay right however many paths there are.
  double count_from_head(const Search<Id>& search, Id v, int distance) {
    constexpr double kLarge = 1e200;
    constexpr int kScale = 640;
    if (!paths_) paths_ = Zeroed<double>(graph_.num_nodes());
    for (const Id node : search.layer(1)) paths_[node] = 1;
    int exponent = 0;
    const auto sum_parents = [&](Id node, int k) {
      double sum = 0;
      for_parents(search, node, k, [&](Id parent) { sum += paths_[parent]; });
      paths_[node] = sum;
    };
    for (int k = 2; k < distance; ++k) {
      double most = 0;
      for (const Id node : search.layer(k)) {
        sum_parents(node, k);
        most = std::max(most, paths_[node]);
      }
      if (most < kLarge) continue;
      exponent += kScale;
      for (const Id node : search.layer(k)) paths_[node] = std::ldexp(paths_[node], -kScale);
    }
    sum_parents(v, distance);
    return std::ldexp(paths_[v], exponent);
  }

  void add_level(const Id* first, const Id* last, int level) {
    dag_.nodes.insert(dag_.nodes.end(), first, last);
    dag_.levels.insert(dag_.levels.end(), static_cast<std::size_t>(last - first),
                       static_cast<std::int16_t>(level));
  }
  void add_edges(std::int64_t slot, Id from, Id to, std::int64_t hidden) {
    for (const Id edge : graph_.out.edges(slot)) {
      if (edge == hidden) continue;
      dag_.edges.push_back(edge);
      dag_.edge_heads.push_back(from);
      dag_.edge_tails.push_back(to);
    }
  }
  void add_edges_to_next(Id node, std::int16_t level) {
    const std::int64_t first = graph_.out.ptr[node], last = graph_.out.ptr[node + 1];
    ticker_.spend(last - first);
    for (std::int64_t slot = first; slot < last; ++slot) {
      const Id neighbor = graph_.out.neighbors[slot];
      if (level_[neighbor] == level + 2) add_edges(slot, node, neighbor, -1);
    }
  }

  const GraphView<Id>& graph_;
  Ticker& ticker_;
  Zeroed<std::int16_t> level_;  // distance from the head + 1, for nodes of the layers
  Zeroed<double> paths_;
  Dag<Id> dag_;
};

}  // namespace gdgnn
