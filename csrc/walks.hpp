// Random walks, with node2vec's leaning back (p) and outward (q).
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "array.hpp"
#include "csr.hpp"
#include "parallel.hpp"
#include "random.hpp"

namespace gdgnn {

namespace detail {

template <class Id>
class Walker {
 public:
  Walker(const GraphView<Id>& graph, double p, double q)
      : graph_(graph), back_(1 / p), outward_(1 / q), heaviest_(std::max({1.0, back_, outward_})) {}

  // Writes length + 1 nodes; -1 after a dead end.
  void walk(Id start, std::int64_t length, Random& random, Id* path) const {
    path[0] = start;
    Id before = -1, node = start;
    for (std::int64_t step = 1; step <= length; ++step) {
      const Row<Id> row = graph_.out.row(node);
      if (row.size() == 0) {
        std::fill(path + step, path + length + 1, Id{-1});
        return;
      }
      const Id next =
          step == 1 || (back_ == 1 && outward_ == 1) ? any_of(row, random) : leaning(before, row, random);
      before = node;
      node = next;
      path[step] = node;
    }
  }

 private:
  static Id any_of(Row<Id> row, Random& random) { return row.first[random.below(row.size())]; }

  double weight(Id before, Id next) const {
    if (next == before) return back_;
    return graph_.out.joined(before, next) ? 1 : outward_;
  }

  // A few tries by rejection cost little on a hub; if all fail, the weights are summed. Both draw from the
  // same distribution, so together they do.
  Id leaning(Id before, Row<Id> row, Random& random) const {
    constexpr int kTries = 8;
    for (int i = 0; i < kTries; ++i) {
      const Id next = any_of(row, random);
      if (random.uniform() * heaviest_ < weight(before, next)) return next;
    }
    double total = 0;
    for (const Id next : row) total += weight(before, next);
    double left = random.uniform() * total;
    for (const Id next : row) {
      left -= weight(before, next);
      if (left < 0) return next;
    }
    return row.last[-1];
  }

  const GraphView<Id>& graph_;
  const double back_, outward_, heaviest_;
};

}  // namespace detail

// Row i is the walk from nodes[i]: length + 1 nodes.
template <class Id>
Array<Id> random_walks(const Context& context, const GraphView<Id>& graph, const std::int64_t* nodes,
                       std::int64_t count, std::int64_t length, double p, double q, std::uint64_t seed) {
  Array<Id> walks(count * (length + 1));
  const detail::Walker<Id> walker(graph, p, q);
  Pulse pulse(context);
  parallel_slices(context, pulse, count, 64, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      Random random(seed, static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(nodes[i]));
      walker.walk(static_cast<Id>(nodes[i]), length, random, walks.data() + i * (length + 1));
    }
  });
  return walks;
}

}  // namespace gdgnn
