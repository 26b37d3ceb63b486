// What a competent afternoon in C++ gives: breadth-first search with stamp arrays, one pair (or source,
// or node) at a time, one thread. It comes in two forms: one only counts the nodes it finds, the other stores
// them with their degrees among themselves, as the engine does. The engine is measured against both in the
// same process. Also the memory-bandwidth probes.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using Id = std::int32_t;
using Level = std::vector<Id>;

struct Graph {
  Id num_nodes;
  const std::int64_t* indptr;
  const Id* indices;

  const Id* begin(Id x) const { return indices + indptr[x]; }
  const Id* end(Id x) const { return indices + indptr[x + 1]; }
};

// A set of nodes, each with a number, emptied by raising the stamp.
class Marks {
 public:
  explicit Marks(Id num_nodes) : marks_(static_cast<std::size_t>(num_nodes)) {}
  void clear() { ++now_; }
  bool has(Id x) const { return marks_[static_cast<std::size_t>(x)].stamp == now_; }
  bool has(Id x, Id value) const { return has(x) && marks_[static_cast<std::size_t>(x)].value == value; }
  Id at(Id x) const { return marks_[static_cast<std::size_t>(x)].value; }
  void set(Id x, Id value) { marks_[static_cast<std::size_t>(x)] = {now_, value}; }

 private:
  struct Mark {
    Id stamp, value;
  };
  std::vector<Mark> marks_;
  Id now_ = 0;
};

// Sides as the engine returns them: nodes, degrees and where each side begins.
class Sides {
 public:
  Sides(Graph graph, bool degrees) : graph_(graph), degrees_(degrees), inside_(graph.num_nodes) {}

  void store(const Level& side) {
    nodes_.insert(nodes_.end(), side.begin(), side.end());
    offsets_.push_back(static_cast<std::int64_t>(nodes_.size()));
    if (!degrees_) return;
    inside_.clear();
    for (Id x : side) inside_.set(x, 1);
    for (Id x : side) {
      Id degree = 0;
      for (const Id* y = graph_.begin(x); y != graph_.end(x); ++y) degree += inside_.has(*y);
      stored_.push_back(degree);
    }
  }
  std::int64_t checksum() const {
    std::int64_t sum = offsets_.back();
    for (Id degree : stored_) sum += degree;
    return sum;
  }

 private:
  Graph graph_;
  bool degrees_;
  Marks inside_;
  Level nodes_, stored_;
  std::vector<std::int64_t> offsets_{0};
};

// One end of a pair: everything found so far, level by level.
struct End {
  explicit End(Id num_nodes) : marks(num_nodes), levels(1) {}
  Marks marks;
  std::vector<Level> levels;
  int depth = 0;

  void start(Id node) {
    marks.clear();
    marks.set(node, 0);
    levels[0].assign(1, node);
    depth = 0;
  }
  Level& grow() {
    if (levels.size() == static_cast<std::size_t>(++depth)) levels.emplace_back();
    levels[static_cast<std::size_t>(depth)].clear();
    return levels[static_cast<std::size_t>(depth)];
  }
  const Level& frontier() const { return levels[static_cast<std::size_t>(depth)]; }
};

class PairSearch {
 public:
  explicit PairSearch(Graph graph)
      : graph_(graph), u_(graph.num_nodes), v_(graph.num_nodes), path_(graph.num_nodes) {}

  // The distance, -1 beyond max_dist; and how many nodes each side has.
  int run(Id u, Id v, int max_dist, bool hide, Id* head, Id* tail) {
    *head = *tail = 0;
    head_.clear();
    tail_.clear();
    if (u == v) return 0;
    u_.start(u);
    v_.start(v);
    while (u_.depth + v_.depth < max_dist) {
      const bool from_u = u_.depth == 0 || (v_.depth > 0 && u_.frontier().size() <= v_.frontier().size());
      const int distance = u_.depth + v_.depth + 1;
      if (from_u)
        expand(u_, v_, hide ? v : -1, distance == max_dist);
      else
        expand(v_, u_, hide ? u : -1, distance == max_dist);
      if (meeting_.empty()) continue;
      find_side(u_, distance == 1 ? &v : nullptr, head_);
      find_side(v_, distance == 1 ? &u : nullptr, tail_);
      *head = static_cast<Id>(head_.size());
      *tail = static_cast<Id>(tail_.size());
      return distance;
    }
    return -1;
  }
  const Level& head() const { return head_; }
  const Level& tail() const { return tail_; }

 private:
  // One more level of `near`; on the last one only the nodes that `far` has reached matter.
  void expand(End& near, const End& far, Id target, bool last) {
    meeting_.clear();
    const Level& frontier = near.levels[static_cast<std::size_t>(near.depth)];
    const Id hidden = near.depth == 0 ? target : -1;
    const Id level = near.depth + 1;
    next_.clear();
    for (Id x : frontier)
      for (const Id* y = graph_.begin(x); y != graph_.end(x); ++y) {
        const bool meets = far.marks.has(*y, far.depth);
        if (*y == hidden || (last && !meets) || near.marks.has(*y)) continue;
        near.marks.set(*y, level);
        next_.push_back(*y);
        if (meets) meeting_.push_back(*y);
      }
    near.grow().swap(next_);
  }

  // Walks from the meeting nodes back to the neighbors of the end; of two joined nodes each is the other's.
  void find_side(const End& end, const Id* only, Level& side) {
    if (only) {
      side.assign(1, *only);
      return;
    }
    path_.clear();
    for (Id x : meeting_) path_.set(x, end.depth);
    side = meeting_;
    for (int level = end.depth - 1; level >= 1; --level) {
      side.clear();
      for (Id x : end.levels[static_cast<std::size_t>(level)])
        for (const Id* y = graph_.begin(x); y != graph_.end(x); ++y)
          if (path_.has(*y, level + 1)) {
            path_.set(x, level);
            side.push_back(x);
            break;
          }
    }
  }

  Graph graph_;
  End u_, v_;
  Marks path_;
  Level meeting_, next_, head_, tail_;
};

}  // namespace

extern "C" {

std::int64_t naive_pairs(Id num_nodes, const std::int64_t* indptr, const Id* indices, std::int64_t count,
                         const std::int64_t* pairs, int max_dist, int hide, int store, std::int16_t* distance,
                         Id* head, Id* tail) {
  const Graph graph{num_nodes, indptr, indices};
  PairSearch search(graph);
  Sides heads(graph, true), tails(graph, true);
  for (std::int64_t i = 0; i < count; ++i) {
    const Id u = static_cast<Id>(pairs[i]), v = static_cast<Id>(pairs[count + i]);
    distance[i] = static_cast<std::int16_t>(search.run(u, v, max_dist, hide != 0, head + i, tail + i));
    if (!store) continue;
    heads.store(search.head());
    tails.store(search.tail());
  }
  return heads.checksum() + tails.checksum();
}

// Every source against every node, results in (sources, num_nodes) order; head and tail may be null. `store`:
// 0 counts, 1 stores sides, 2 their degrees as well.
std::int64_t naive_sources(Id num_nodes, const std::int64_t* indptr, const Id* indices, std::int64_t count,
                           const std::int64_t* sources, int max_dist, int store, std::int16_t* distance,
                           Id* head, Id* tail) {
  const Graph graph{num_nodes, indptr, indices};
  Sides heads(graph, store == 2), tails(graph, store == 2);
  std::vector<std::int64_t> begins;  // where the sides of each pair would begin, were they in order
  Level inner;
  Marks seen(num_nodes), united(num_nodes);
  std::vector<Level> first_hops(static_cast<std::size_t>(num_nodes));
  for (std::int64_t s = 0; s < count; ++s) {
    const std::size_t row = static_cast<std::size_t>(s) * static_cast<std::size_t>(num_nodes);
    std::fill_n(distance + row, num_nodes, static_cast<std::int16_t>(-1));
    if (head) std::fill_n(head + row, num_nodes, 0);
    if (tail) std::fill_n(tail + row, num_nodes, 0);
    const Id source = static_cast<Id>(sources[s]);
    seen.clear();
    seen.set(source, 0);
    distance[row + static_cast<std::size_t>(source)] = 0;
    Level frontier{source};
    for (int level = 1; level <= max_dist && !frontier.empty(); ++level) {
      Level next;
      for (Id x : frontier)
        for (const Id* y = graph.begin(x); y != graph.end(x); ++y) {
          if (seen.has(*y)) continue;
          seen.set(*y, level);
          distance[row + static_cast<std::size_t>(*y)] = static_cast<std::int16_t>(level);
          next.push_back(*y);
        }
      for (Id y : next) {
        if (!head) break;
        Level& hops = first_hops[static_cast<std::size_t>(y)];
        hops.clear();
        inner.clear();
        united.clear();
        if (level == 1) hops.push_back(y);
        for (const Id* x = graph.begin(y); x != graph.end(y); ++x) {
          if (!seen.has(*x, level - 1)) continue;
          inner.push_back(*x);
          if (level == 1) continue;
          for (Id hop : first_hops[static_cast<std::size_t>(*x)]) {
            if (united.has(hop)) continue;
            united.set(hop, 1);
            hops.push_back(hop);
          }
        }
        head[row + static_cast<std::size_t>(y)] = static_cast<Id>(hops.size());
        tail[row + static_cast<std::size_t>(y)] = static_cast<Id>(inner.size());
        if (!store) continue;
        heads.store(hops);
        tails.store(inner);
      }
      frontier.swap(next);
    }
    if (!store) continue;
    std::int64_t of_head = 0, of_tail = 0;
    for (std::size_t at = row; at < row + static_cast<std::size_t>(num_nodes); ++at) {
      begins.push_back(of_head += head[at]);
      begins.push_back(of_tail += tail[at]);
    }
  }
  return heads.checksum() + tails.checksum() + static_cast<std::int64_t>(begins.size());
}

// For each of the nodes 0..count-1: how many nodes lie within max_dist, and how many side nodes they have in
// all. With `store` the nodes, their distances and their sides are kept, too, with degrees.
std::int64_t naive_neighborhoods(Id num_nodes, const std::int64_t* indptr, const Id* indices,
                                 std::int64_t count, int max_dist, int store, Id* neighbors,
                                 std::int64_t* side_nodes) {
  const Graph graph{num_nodes, indptr, indices};
  Marks seen(num_nodes);
  Level found, side, stored, distances;
  Sides sides(graph, true);
  for (Id v = 0; v < count; ++v) {
    seen.clear();
    seen.set(v, 0);
    found.assign(1, v);
    side_nodes[v] = 0;
    for (std::size_t next = 0; next < found.size(); ++next) {
      const Id x = found[next];
      const Id level = seen.at(x);
      side.clear();
      for (const Id* y = graph.begin(x); y != graph.end(x); ++y) {
        if (!seen.has(*y)) {
          if (level == max_dist) continue;
          seen.set(*y, level + 1);
          found.push_back(*y);
        } else if (seen.at(*y) == level - 1) {
          side.push_back(*y);
        }
      }
      side_nodes[v] += static_cast<std::int64_t>(side.size());
      if (!store || next == 0) continue;
      stored.push_back(x);
      distances.push_back(level);
      sides.store(side);
    }
    neighbors[v] = static_cast<Id>(found.size()) - 1;
  }
  return sides.checksum() + static_cast<std::int64_t>(stored.size() + distances.size());
}

// Bandwidth probes: read an array from end to end; read the first word of scattered 64-byte lines.
std::int64_t read_all(const std::int64_t* words, std::int64_t count) {
  std::int64_t sum = 0;
  for (std::int64_t i = 0; i < count; ++i) sum += words[i];
  return sum;
}

std::int64_t read_lines(const std::int64_t* words, const Id* lines, std::int64_t count) {
  std::int64_t sum = 0;
  for (std::int64_t i = 0; i < count; ++i) sum += words[static_cast<std::int64_t>(lines[i]) * 8];
  return sum;
}
}
