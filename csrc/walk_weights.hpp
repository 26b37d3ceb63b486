// How much walks of each length weigh between two nodes: powers of the normalized adjacency, entry by entry.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "array.hpp"
#include "csr.hpp"
#include "pairs.hpp"
#include "parallel.hpp"

namespace gdgnn {

namespace detail {

// 1 / sqrt(degree) of every node, out and in.
template <class Id>
class InverseRoots {
 public:
  explicit InverseRoots(const GraphView<Id>& graph) : directed_(graph.directed) {
    fill(graph.out, out_);
    if (directed_) fill(graph.in, in_);
  }
  double out(Id node) const { return out_[node]; }
  double in(Id node) const { return directed_ ? in_[node] : out_[node]; }

 private:
  static void fill(const Adjacency<Id>& adjacency, Array<double>& roots) {
    roots.resize(adjacency.num_nodes);
    for (std::int64_t node = 0; node < adjacency.num_nodes; ++node)
      roots[node] = of_degree(adjacency.ptr[node + 1] - adjacency.ptr[node]);
  }
  static double of_degree(std::int64_t degree) {
    return degree > 0 ? 1 / std::sqrt(static_cast<double>(degree)) : 0;
  }

  const bool directed_;
  Array<double> out_, in_;
};

// What walks from one end weigh at every node they reach, advanced step by step.
template <class Id>
class Front {
 public:
  explicit Front(std::int64_t num_nodes) : weight_(num_nodes), next_(num_nodes) {}

  const std::vector<Id>& nodes() const { return nodes_; }
  double operator[](Id node) const { return weight_[node]; }

  void start(Id node) {
    clear();
    nodes_.push_back(node);
    weight_[node] = 1;
  }
  // leave(node) and arrive(node): what a step that leaves, or arrives, there is multiplied with.
  template <class Hidden, class Leave, class Arrive>
  void advance(const Adjacency<Id>& adjacency, Ticker& ticker, Hidden hidden, Leave leave, Arrive arrive) {
    reached_.clear();
    for (const Id node : nodes_) {
      const double sent = weight_[node] * leave(node);
      if (sent == 0) continue;  // too small a number, or no way out
      const Row<Id> row = adjacency.row(node);
      ticker.spend(row.size() + 1);
      for (const Id other : row) {
        if (hidden(node, other)) continue;
        if (next_[other] == 0) reached_.push_back(other);
        next_[other] += sent;
      }
    }
    for (const Id node : reached_) next_[node] *= arrive(node);
    clear();
    std::swap(weight_, next_);
    std::swap(nodes_, reached_);
  }
  void clear() {
    for (const Id node : nodes_) weight_[node] = 0;
    nodes_.clear();
  }

 private:
  Zeroed<double> weight_, next_;
  std::vector<Id> nodes_, reached_;
};

// One pair at a time: fronts from both ends meet in the middle, so that each takes half of the steps.
template <class Id>
class WalkWeights {
 public:
  WalkWeights(const GraphView<Id>& graph, const InverseRoots<Id>& roots)
      : graph_(graph), roots_(roots), from_head_(graph.num_nodes()), from_tail_(graph.num_nodes()) {}

  void bind(Pulse* pulse) { ticker_.bind(pulse); }

  // Writes the weights of walks of 1, 2, ... length steps.
  void find(Id u, Id v, bool hides, int length, double* weights) {
    const bool gone = hides && graph_.out.joined(u, v);
    const bool both = gone && !graph_.directed;
    const auto less = [](const Adjacency<Id>& rows, Id node) {
      const auto left = static_cast<double>(rows.degree(node) - 1);
      return left > 0 ? 1 / std::sqrt(left) : 0;
    };
    const double u_out = gone ? less(graph_.out, u) : 0, v_in = gone ? less(graph_.in, v) : 0;
    const auto out = [&](Id node) {
      if (gone && node == u) return u_out;
      return both && node == v ? v_in : roots_.out(node);
    };
    const auto in = [&](Id node) {
      if (gone && node == v) return v_in;
      return both && node == u ? u_out : roots_.in(node);
    };
    const auto along = [&](Id from, Id to) {
      return gone && ((from == u && to == v) || (both && from == v && to == u));
    };
    from_head_.start(u);
    from_tail_.start(v);
    for (int step = 0; step < length; ++step) {
      if (step % 2 == 0) {
        from_head_.advance(graph_.out, ticker_, along, out, in);
      } else {
        from_tail_.advance(graph_.in, ticker_, [&](Id to, Id from) { return along(from, to); }, in, out);
      }
      weights[step] = met();
    }
    from_head_.clear();
    from_tail_.clear();
  }

 private:
  double met() const {
    const bool head_fewer = from_head_.nodes().size() <= from_tail_.nodes().size();
    const Front<Id>& few = head_fewer ? from_head_ : from_tail_;
    const Front<Id>& many = head_fewer ? from_tail_ : from_head_;
    double sum = 0;
    for (const Id node : few.nodes()) sum += few[node] * many[node];
    return sum;
  }

  const GraphView<Id>& graph_;
  const InverseRoots<Id>& roots_;
  Ticker ticker_;
  Front<Id> from_head_, from_tail_;
};

}  // namespace detail

// Row i: the weights of walks of 1 ... length steps from the head of pair i to its tail.
template <class Id>
Array<double> walk_weights(const Context& context, const GraphView<Id>& graph, const Pairs& pairs,
                           std::int64_t length) {
  Array<double> weights(pairs.count * length);
  const detail::InverseRoots<Id> roots(graph);
  Pulse pulse(context);
  std::vector<detail::WalkWeights<Id>> workers;
  for (int thread = 0; thread < context.threads; ++thread) {
    workers.emplace_back(graph, roots);
    workers.back().bind(&pulse);
  }
  constexpr std::int64_t kSlice = 16;
  parallel(context, pulse, (pairs.count + kSlice - 1) / kSlice, [&](int thread, std::int64_t task) {
    detail::WalkWeights<Id>& worker = workers[static_cast<std::size_t>(thread)];
    for (std::int64_t i = task * kSlice; i < std::min(pairs.count, (task + 1) * kSlice); ++i) {
      const Id u = static_cast<Id>(pairs.heads[i]), v = static_cast<Id>(pairs.tails[i]);
      worker.find(u, v, pairs.targets.hides(graph.out, i, u, v), static_cast<int>(length),
                  weights.data() + i * length);
    }
  });
  return weights;
}

}  // namespace gdgnn
