// Bidirectional search: the distance between two nodes and the layers of all shortest paths between them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "array.hpp"
#include "csr.hpp"
#include "filter.hpp"
#include "intersect.hpp"
#include "parallel.hpp"

namespace gdgnn {

constexpr int kUnreachable = -1;

enum End { kHead = 0, kTail = 1 };
inline End other_end(End end) { return end == kHead ? kTail : kHead; }

// How much of what lies between a pair is asked for.
enum class Want { kDistance, kSides, kLayers };

// Two balls grow toward each other, one around the head along the arrows, one around the tail against them.
// A byte per node says which ball it is in, at which distance modulo 3, and whether it lies on a geodesic.
// Without arrows a neighbor of a node at distance k is at k - 1, k or k + 1, so that is enough; with them a
// node far out may point back to anywhere, so the distance itself is kept beside the byte.
template <class Id>
class Search {
 public:
  Search(const GraphView<Id>& graph, Ticker& ticker) : graph_(graph), ticker_(ticker) {}

  // The distance from u to v, or kUnreachable beyond max_dist. `hidden`: the edge u -> v is not there.
  int find(Id u, Id v, bool hidden, int max_dist, Want want);

  // An anchored ball stays from pair to pair, around an end that `pairs` of them share; find_anchored()
  // answers for each other end. It grows when a search needs it and the searches still to come make that
  // worth its cost.
  void anchor(Id node, End end, int max_dist, Want want, std::int64_t pairs);
  int find_anchored(Id other);
  void release();

  // After an answer d >= 1 to kSides or kLayers: the neighbors of an end that lie on a shortest path,
  // ascending.
  const std::vector<Id>& side(End end) const { return sides_[end]; }
  // After an answer d >= 1 to kLayers: all nodes at distance k from the head on a shortest path, 0 < k < d,
  // ascending.
  const std::vector<Id>& layer(int k) const { return layers_[static_cast<std::size_t>(k)]; }

 private:
  static constexpr std::uint8_t kOnGeodesic = 16;
  static constexpr std::int64_t kLines = 4;
  static constexpr std::int64_t kHopWords = 1 << 22;  // at most 32 MB a thread
  static std::uint8_t any(End end) { return static_cast<std::uint8_t>(3 << (2 * end)); }
  static std::uint8_t code(End end, int distance) {
    return static_cast<std::uint8_t>((distance % 3 + 1) << (2 * end));
  }

  struct Ball {
    std::vector<Id> nodes;           // by distance
    std::vector<std::size_t> level;  // nodes[level[k]] is the first at distance k
    std::int64_t frontier_edges = 0;
    bool exact = false;             // whether `distance` is kept
    Zeroed<std::int16_t> distance;  // of the nodes in this ball; anything elsewhere
    int radius() const { return static_cast<int>(level.size()) - 1; }
    std::size_t frontier() const { return level.back(); }
    bool exhausted() const { return frontier() == nodes.size(); }
  };

  void add(End end, Id node, int distance) {
    mark_[node] = static_cast<std::uint8_t>(mark_[node] | code(end, distance));
    balls_[end].nodes.push_back(node);
    if (balls_[end].exact) balls_[end].distance[node] = static_cast<std::int16_t>(distance);
  }
  // Whether a node that is on no geodesic yet is in a ball at this distance.
  bool waits_at(End end, Id node, int distance) const {
    if ((mark_[node] & (any(end) | kOnGeodesic)) != code(end, distance)) return false;
    return !graph_.directed || balls_[end].distance[node] == distance;
  }
  void take_off_geodesic(const std::vector<Id>& nodes) {
    for (const Id node : nodes) mark_[node] = static_cast<std::uint8_t>(mark_[node] & ~kOnGeodesic);
  }

  // Arrows as a path from head to tail walks them, seen from an end: away from it, and back toward it.
  const Adjacency<Id>& away(End end) const { return end == kHead ? graph_.out : graph_.in; }
  const Adjacency<Id>& toward(End end) const { return end == kHead ? graph_.in : graph_.out; }
  std::vector<Id>& layer_from(End end, int k) {
    return layers_[static_cast<std::size_t>(end == kHead ? k : distance_ - k)];
  }

  void start(End end, Id center, bool exact);
  void step_to_neighbors(End end, Id except);
  void finish_level(End end, std::size_t first);
  template <bool kAll>
  bool expand(End end, bool keep);
  template <bool kAll, bool kFiltered>
  bool walk(End end, bool keep);
  void expand_hops(End end);
  bool meet(int max_dist, End fixed, bool may_move_fixed);
  void trace(End end, const std::vector<Id>& from, int distance);
  void lay_out(int met_radius_head, int met_radius_tail);
  void take_sides();
  void hops_to_side();
  void inside_anchored(Id other, int distance);
  void take_sides_at_anchor(Id other);
  bool should_grow() const;
  void clear(End end);

  const GraphView<Id>& graph_;
  Ticker& ticker_;
  Want want_ = Want::kDistance;
  int max_dist_ = 0;
  int distance_ = kUnreachable;
  Zeroed<std::uint8_t> mark_;
  Filter filter_;
  std::array<Ball, 2> balls_;
  std::array<std::vector<Id>, 2> met_;  // the ends, in each ball, of the edges that join the balls
  std::vector<std::vector<Id>> layers_;
  std::array<std::vector<Id>, 2> sides_;

  End anchor_ = kHead;
  std::int64_t to_come_ = 0;  // pairs of the anchor still to be searched; 0 without one
  // Per node of the anchored ball, which neighbors of the anchor lie on its shortest paths, one bit each.
  Array<std::uint64_t> hops_;
  std::int64_t hop_words_ = 0;
};

template <class Id>
void Search<Id>::start(End end, Id center, bool exact) {
  if (!mark_) mark_ = Zeroed<std::uint8_t>(graph_.num_nodes());
  Ball& ball = balls_[end];
  ball.exact = exact;
  if (exact && !ball.distance) ball.distance = Zeroed<std::int16_t>(graph_.num_nodes());
  ball.nodes.clear();
  ball.level.assign(1, 0);
  ball.frontier_edges = away(end).degree(center);
  add(end, center, 0);
}

template <class Id>
void Search<Id>::finish_level(End end, std::size_t first) {
  Ball& ball = balls_[end];
  ball.level.push_back(first);
  ball.frontier_edges = 0;
  for (std::size_t i = first; i < ball.nodes.size(); ++i)
    ball.frontier_edges += away(end).degree(ball.nodes[i]);
}

// The first step, taken apart because it is where a hidden edge is skipped.
template <class Id>
void Search<Id>::step_to_neighbors(End end, Id except) {
  Ball& ball = balls_[end];
  const Row<Id> row = away(end).row(ball.nodes[0]);
  for (const Id node : row) {
    if (node == except) continue;
    away(end).prefetch_ptr(node);
    add(end, node, 1);
  }
  finish_level(end, 1);
}

// Walks the edges that leave the outermost level of a ball. True if any of them enters the other ball; then
// the ends of all of them (kAll) are in met_. Otherwise, with `keep`, the nodes reached become the next
// level.
template <class Id>
template <bool kAll>
bool Search<Id>::expand(End end, bool keep) {
  if (keep) return walk<kAll, false>(end, true);
  const Ball& other = balls_[other_end(end)];
  const Row<Id> rim{other.nodes.data() + other.frontier(), other.nodes.data() + other.nodes.size()};
  if (rim.size() > Filter::kWorthwhile) return walk<kAll, false>(end, false);
  filter_.add(rim);
  const bool met = walk<kAll, true>(end, false);
  filter_.remove(rim);
  return met;
}

template <class Id>
template <bool kAll, bool kFiltered>
bool Search<Id>::walk(End end, bool keep) {
  constexpr std::size_t kAhead = 8;
  Ball& ball = balls_[end];
  const Adjacency<Id>& graph = away(end);
  const std::uint8_t own = any(end), others = any(other_end(end));
  const int distance = ball.radius() + 1;
  const std::size_t last = ball.nodes.size();
  bool met = false;
  for (std::size_t i = ball.frontier(); i < std::min(ball.frontier() + kAhead, last); ++i)
    graph.prefetch_row(ball.nodes[i], kLines);
  for (std::size_t i = ball.frontier(); i < last; ++i) {
    if (i + 2 * kAhead < last) graph.prefetch_ptr(ball.nodes[i + 2 * kAhead]);
    if (i + kAhead < last) graph.prefetch_row(ball.nodes[i + kAhead], kLines);
    const Id node = ball.nodes[i];
    const Row<Id> row = graph.row(node);
    ticker_.spend(row.size());
    bool joins = false;
    for (const Id neighbor : row) {
      if (kFiltered && !filter_.may_hold(neighbor)) continue;
      const std::uint8_t seen = mark_[neighbor];
      if (seen & others) {
        if (!kAll) return true;
        joins = true;
        if (!(seen & kOnGeodesic)) {
          mark_[neighbor] = static_cast<std::uint8_t>(seen | kOnGeodesic);
          met_[other_end(end)].push_back(neighbor);
        }
      } else if (keep && !(seen & own)) {
        add(end, neighbor, distance);
      }
    }
    if (joins) {
      met = true;
      keep = false;
      mark_[node] = static_cast<std::uint8_t>(mark_[node] | kOnGeodesic);
      met_[end].push_back(node);
    }
  }
  if (!met && keep) finish_level(end, last);
  return met;
}

// Grows the balls until they meet at max_dist at the latest; `fixed` stays as it is unless it may move. Gives
// up where it would be better to grow the anchored ball.
template <class Id>
bool Search<Id>::meet(int max_dist, End fixed, bool may_move_fixed) {
  const End free = other_end(fixed);
  met_[kHead].clear();
  met_[kTail].clear();
  while (balls_[kHead].radius() + balls_[kTail].radius() < max_dist) {
    if (balls_[kHead].exhausted() || balls_[kTail].exhausted()) return false;
    if (should_grow()) return false;
    const int reached = balls_[kHead].radius() + balls_[kTail].radius() + 1;
    const bool move_fixed = may_move_fixed && balls_[fixed].frontier_edges < balls_[free].frontier_edges;
    const End end = move_fixed ? fixed : free;
    const bool keep = reached < max_dist;
    if (want_ == Want::kDistance ? expand<false>(end, keep) : expand<true>(end, keep)) {
      distance_ = reached;
      return true;
    }
    if (!keep) return false;
  }
  return false;
}

template <class Id>
int Search<Id>::find(Id u, Id v, bool hidden, int max_dist, Want want) {
  want_ = want;
  distance_ = kUnreachable;
  if (u == v) return 0;
  if (max_dist < 1) return kUnreachable;
  if (!hidden &&
      (graph_.out.degree(u) <= graph_.in.degree(v) ? graph_.out.joined(u, v) : graph_.in.joined(v, u))) {
    sides_[kHead].assign(1, v);
    sides_[kTail].assign(1, u);
    return 1;
  }
  if (max_dist < 2) return kUnreachable;

  std::vector<Id>& common = sides_[kHead];
  common.clear();
  intersect(graph_.out.row(u), graph_.in.row(v), [&](Id node) { common.push_back(node); });
  ticker_.spend(graph_.out.degree(u) + graph_.in.degree(v));
  if (!common.empty()) {
    if (want != Want::kDistance) sides_[kTail] = common;
    if (want == Want::kLayers) {
      if (layers_.size() < 2) layers_.resize(2);
      layers_[1] = common;
    }
    return 2;
  }
  if (max_dist < 3) return kUnreachable;

  start(kHead, u, graph_.directed);
  start(kTail, v, graph_.directed);
  step_to_neighbors(kHead, v);
  step_to_neighbors(kTail, u);
  if (meet(max_dist, kTail, true) && want != Want::kDistance) {
    lay_out(balls_[kHead].radius(), balls_[kTail].radius());
    take_sides();
  }
  clear(kHead);
  clear(kTail);
  return distance_;
}

// From geodesic nodes at a distance from an end, through the layers nearer to it, as far as its neighbors.
template <class Id>
void Search<Id>::trace(End end, const std::vector<Id>& from, int distance) {
  const std::vector<Id>* outer = &from;
  for (int k = distance - 1; k >= 1; --k) {
    std::vector<Id>& inner = layer_from(end, k);
    for (const Id node : *outer) {
      const Row<Id> row = toward(end).row(node);
      ticker_.spend(row.size());
      for (const Id neighbor : row) {
        if (!waits_at(end, neighbor, k)) continue;
        mark_[neighbor] = static_cast<std::uint8_t>(mark_[neighbor] | kOnGeodesic);
        inner.push_back(neighbor);
      }
    }
    outer = &inner;
  }
}

// All layers, from the edges that join the balls.
template <class Id>
void Search<Id>::lay_out(int head_radius, int tail_radius) {
  if (layers_.size() <= static_cast<std::size_t>(distance_))
    layers_.resize(static_cast<std::size_t>(distance_) + 1);
  for (int k = 1; k < distance_; ++k) layers_[static_cast<std::size_t>(k)].clear();
  if (head_radius > 0) layer_from(kHead, head_radius) = met_[kHead];
  if (tail_radius > 0) layer_from(kTail, tail_radius) = met_[kTail];
  trace(kHead, met_[kHead], head_radius);
  trace(kTail, met_[kTail], tail_radius);
}

template <class Id>
void Search<Id>::take_sides() {
  const auto sort_layer = [&](int k) {
    std::vector<Id>& layer = layers_[static_cast<std::size_t>(k)];
    if (!std::is_sorted(layer.begin(), layer.end())) std::sort(layer.begin(), layer.end());
  };
  if (want_ == Want::kLayers) {
    for (int k = 1; k < distance_; ++k) sort_layer(k);
  } else {
    sort_layer(1);
    sort_layer(distance_ - 1);
  }
  sides_[kHead] = layers_[1];
  sides_[kTail] = layers_[static_cast<std::size_t>(distance_ - 1)];
}

template <class Id>
void Search<Id>::clear(End end) {
  const auto kept = static_cast<std::uint8_t>(~(any(end) | kOnGeodesic));
  for (const Id node : balls_[end].nodes) mark_[node] = static_cast<std::uint8_t>(mark_[node] & kept);
}

// ------------------------------------------------------------------------------------------------ anchored

template <class Id>
void Search<Id>::anchor(Id node, End end, int max_dist, Want want, std::int64_t pairs) {
  anchor_ = end;
  max_dist_ = max_dist;
  want_ = want;
  to_come_ = pairs;
  start(end, node, true);
  hop_words_ = (away(end).degree(node) + 63) / 64;
  if (want != Want::kSides || hop_words_ * graph_.num_nodes() > kHopWords) hop_words_ = 0;
  if (hop_words_ > 0) hops_.resize(std::max(hops_.size(), hop_words_ * graph_.num_nodes()));
}

// Whether another level of the anchored ball costs less than the step that this search would take instead,
// and that those to come would take likewise.
template <class Id>
bool Search<Id>::should_grow() const {
  const Ball& kept = balls_[anchor_];
  return to_come_ > 0 && kept.radius() < max_dist_ &&
         kept.frontier_edges <= to_come_ * balls_[other_end(anchor_)].frontier_edges;
}

// expand() for the anchored ball that also passes on by which neighbors of the anchor a node is reached.
template <class Id>
void Search<Id>::expand_hops(End end) {
  Ball& ball = balls_[end];
  const std::size_t first = ball.frontier(), last = ball.nodes.size();
  const int distance = ball.radius() + 1;
  for (std::size_t i = first; i < last; ++i) {
    const Id node = ball.nodes[i];
    const Row<Id> row = away(end).row(node);
    ticker_.spend(row.size() * hop_words_);
    std::int64_t position = 0;
    for (const Id neighbor : row) {
      std::uint64_t* bits = hops_.data() + neighbor * hop_words_;
      if ((mark_[neighbor] & any(end)) == 0) {
        add(end, neighbor, distance);
        std::fill(bits, bits + hop_words_, 0);
      }
      if (first == 0) {
        bits[position / 64] |= std::uint64_t{1} << (position % 64);
      } else if (waits_at(end, neighbor, distance)) {
        const std::uint64_t* from = hops_.data() + node * hop_words_;
        for (std::int64_t w = 0; w < hop_words_; ++w) bits[w] |= from[w];
      }
      ++position;
    }
  }
  finish_level(end, last);
}

template <class Id>
int Search<Id>::find_anchored(Id other) {
  const End free = other_end(anchor_);
  const Ball& kept = balls_[anchor_];
  distance_ = kUnreachable;
  for (;;) {
    if (mark_[other] & any(anchor_)) {
      inside_anchored(other, kept.distance[other]);
      break;
    }
    if (kept.exhausted() || kept.radius() >= max_dist_) break;
    start(free, other, graph_.directed);
    const bool met = meet(max_dist_, anchor_, false);
    if (met && want_ != Want::kDistance) take_sides_at_anchor(other);
    const bool grow = !met && should_grow();
    clear(free);
    if (!grow) break;
    if (hop_words_ > 0) {
      expand_hops(anchor_);
    } else {
      expand<true>(anchor_, true);
    }
  }
  --to_come_;
  return distance_;
}

// The free ball, around `other`, has met the anchored one.
template <class Id>
void Search<Id>::take_sides_at_anchor(Id other) {
  const End free = other_end(anchor_);
  const Ball& kept = balls_[anchor_];
  const int near = balls_[free].radius();
  if (distance_ == 1) {
    sides_[anchor_].assign(1, other);
    sides_[free].assign(1, kept.nodes[0]);
  } else if (hop_words_ > 0 && near == 0) {
    sides_[free] = met_[anchor_];  // found along the row of `other`, hence ascending
    hops_to_side();
  } else {
    lay_out(anchor_ == kHead ? kept.radius() : near, anchor_ == kHead ? near : kept.radius());
    take_sides();
    for (int k = 1; k < distance_; ++k) take_off_geodesic(layers_[static_cast<std::size_t>(k)]);
  }
  take_off_geodesic(met_[anchor_]);
}

// `other` lies in the anchored ball itself.
template <class Id>
void Search<Id>::inside_anchored(Id other, int distance) {
  const End free = other_end(anchor_);
  distance_ = distance;
  if (distance == 0 || want_ == Want::kDistance) return;
  if (distance == 1) {
    sides_[anchor_].assign(1, other);
    sides_[free].assign(1, balls_[anchor_].nodes[0]);
    return;
  }
  std::vector<Id>& inner = met_[anchor_];
  inner.clear();
  const Row<Id> row = toward(anchor_).row(other);
  ticker_.spend(row.size());
  for (const Id neighbor : row) {
    if (waits_at(anchor_, neighbor, distance - 1)) inner.push_back(neighbor);
  }
  if (hop_words_ > 0) {
    sides_[free] = inner;
    hops_to_side();
    return;
  }
  for (const Id node : inner) mark_[node] = static_cast<std::uint8_t>(mark_[node] | kOnGeodesic);
  met_[free].clear();
  lay_out(anchor_ == kHead ? distance - 1 : 0, anchor_ == kHead ? 0 : distance - 1);
  take_sides();
  for (int k = 1; k < distance_; ++k) take_off_geodesic(layers_[static_cast<std::size_t>(k)]);
}

// The side at the anchor: the union of the first hops of the nodes where the search met the anchored ball.
template <class Id>
void Search<Id>::hops_to_side() {
  std::vector<Id>& side = sides_[anchor_];
  side.clear();
  const Id* neighbors = away(anchor_).row(balls_[anchor_].nodes[0]).begin();
  for (std::int64_t w = 0; w < hop_words_; ++w) {
    std::uint64_t bits = 0;
    for (const Id node : met_[anchor_]) bits |= hops_[node * hop_words_ + w];
    for (; bits != 0; bits &= bits - 1) side.push_back(neighbors[w * 64 + __builtin_ctzll(bits)]);
  }
}

template <class Id>
void Search<Id>::release() {
  clear(anchor_);
  to_come_ = 0;
}

}  // namespace gdgnn
