// Batches of pairs: which edges are hidden, which pairs share a search, who works on what.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "array.hpp"
#include "csr.hpp"
#include "parallel.hpp"
#include "search.hpp"

namespace gdgnn {

// The edge that is not there while its own pair is searched: of every pair, of the pairs in `mask`, or the
// edges named (-1: none). In a slot of parallel edges the others stay, and with them distance 1.
struct Targets {
  bool all = false;
  const bool* mask = nullptr;
  const std::int64_t* edges = nullptr;

  bool asked(std::int64_t pair) const {
    if (edges != nullptr) return edges[pair] >= 0;
    return mask != nullptr ? mask[pair] : all;
  }
  template <class Id>
  bool hides(const Adjacency<Id>& out, std::int64_t pair, Id u, Id v) const {
    if (!asked(pair)) return false;
    if (out.slot_ptr == nullptr) return true;
    const std::int64_t slot = out.find(u, v);
    return slot < 0 || out.edges(slot).size() == 1;
  }
  // The hidden edge of a slot, or -1: the named one, else the first.
  template <class Id>
  std::int64_t hidden_edge(const Adjacency<Id>& out, std::int64_t pair, std::int64_t slot) const {
    if (!asked(pair)) return -1;
    return edges != nullptr ? edges[pair] : static_cast<std::int64_t>(*out.edges(slot).begin());
  }
};

struct Pairs {
  const std::int64_t* heads;
  const std::int64_t* tails;
  std::int64_t count;
  Targets targets;
  int max_dist;
};

// Some pairs of a window, for one thread to work through; with `shared`, all have the same head (or tail).
struct Job {
  std::int64_t begin;
  std::int64_t end;
  bool shared;
  End anchor;
};

// Orders the pairs of a window so that those which share an end stand together.
template <class Id>
class Plan {
 public:
  Plan(const GraphView<Id>& graph, const Pairs& pairs, int threads)
      : graph_(graph), pairs_(pairs), threads_(threads) {}

  const std::vector<Job>& jobs() const { return jobs_; }
  std::int64_t pair(std::int64_t position) const { return order_[static_cast<std::size_t>(position)]; }

  void make(std::int64_t begin, std::int64_t end) {
    jobs_.clear();
    order_.clear();
    shared_.clear();
    runs_.clear();
    const bool group = pairs_.max_dist >= 2 && end - begin >= kGroup && find_shared(begin, end);
    for (std::int64_t i = begin; i < end; ++i) {
      const std::int64_t key = group ? shared_key(i) : -1;
      if (key < 0) {
        order_.push_back(i);
        continue;
      }
      if (runs_.empty() || runs_.back().key != key) runs_.push_back({key, shared_.size(), 0});
      ++runs_.back().length;
      shared_.push_back(i);
    }
    const auto singles = static_cast<std::int64_t>(order_.size());
    for (std::int64_t at = 0; at < singles; at += kSlice)
      jobs_.push_back({at, std::min(at + kSlice, singles), false, kHead});
    if (group) {
      forget_counts(begin, end);
      add_groups();
    }
  }

 private:
  static constexpr std::int64_t kGroup = 8;
  static constexpr std::int64_t kSlice = 128;
  // Neighbors in shared_ that share the end `key`. Who ranks has few and long ones: they are cheap to sort.
  struct Run {
    std::int64_t key;
    std::size_t first, length;
  };

  bool find_shared(std::int64_t begin, std::int64_t end) {
    if (!heads_) {
      heads_ = Zeroed<std::int32_t>(graph_.num_nodes());
      tails_ = Zeroed<std::int32_t>(graph_.num_nodes());
    }
    std::int32_t most = 0;
    for (std::int64_t i = begin; i < end; ++i) {
      if (pairs_.targets.asked(i)) continue;
      most = std::max(most, ++heads_[pairs_.heads[i]]);
      most = std::max(most, ++tails_[pairs_.tails[i]]);
    }
    if (most >= kGroup) return true;
    forget_counts(begin, end);
    return false;
  }
  void forget_counts(std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) heads_[pairs_.heads[i]] = tails_[pairs_.tails[i]] = 0;
  }
  // 2 * node + end, or -1. A hidden edge belongs to one pair only, so that pair is searched alone.
  std::int64_t shared_key(std::int64_t i) const {
    const std::int64_t u = pairs_.heads[i], v = pairs_.tails[i];
    const std::int32_t by_head = heads_[u], by_tail = tails_[v];
    if (std::max(by_head, by_tail) < kGroup || pairs_.targets.asked(i)) return -1;
    return by_head >= by_tail ? 2 * u + kHead : 2 * v + kTail;
  }
  void add_groups() {
    std::sort(runs_.begin(), runs_.end(),
              [](const Run& a, const Run& b) { return a.key != b.key ? a.key < b.key : a.first < b.first; });
    const auto count = static_cast<std::int64_t>(shared_.size());
    const std::int64_t longest = std::max(count / threads_ + 1, 64 * kGroup);
    for (std::size_t run = 0; run < runs_.size();) {
      const std::int64_t key = runs_[run].key;
      auto at = static_cast<std::int64_t>(order_.size());
      for (; run < runs_.size() && runs_[run].key == key; ++run) {
        const auto first = shared_.begin() + static_cast<std::ptrdiff_t>(runs_[run].first);
        order_.insert(order_.end(), first, first + static_cast<std::ptrdiff_t>(runs_[run].length));
      }
      for (const auto end = static_cast<std::int64_t>(order_.size()); at < end;) {
        const std::int64_t last = std::min(at + longest, end);
        jobs_.push_back({at, last, last - at >= kGroup, static_cast<End>(key % 2)});
        at = last;
      }
    }
  }

  const GraphView<Id>& graph_;
  const Pairs& pairs_;
  const int threads_;
  Zeroed<std::int32_t> heads_, tails_;  // how often each node is a head, a tail, in this window
  std::vector<std::int64_t> order_, shared_;
  std::vector<Run> runs_;
  std::vector<Job> jobs_;
};

// Answers every pair of a job: found(pair, u, v, distance) while `search` holds the pair's sides or layers.
template <class Id, class Found>
void work_through(const GraphView<Id>& graph, const Pairs& pairs, const Plan<Id>& plan, const Job& job,
                  Want want, Search<Id>& search, Found found) {
  constexpr std::int64_t kAhead = 8, kLines = 8;
  const auto head = [&](std::int64_t i) { return static_cast<Id>(pairs.heads[i]); };
  const auto tail = [&](std::int64_t i) { return static_cast<Id>(pairs.tails[i]); };
  if (!job.shared) {
    for (std::int64_t at = job.begin; at < job.end; ++at) {
      if (at + 2 * kAhead < job.end) {
        graph.out.prefetch_ptr(head(plan.pair(at + 2 * kAhead)));
        graph.in.prefetch_ptr(tail(plan.pair(at + 2 * kAhead)));
      }
      if (at + kAhead < job.end) {
        graph.out.prefetch_row(head(plan.pair(at + kAhead)), kLines);
        graph.in.prefetch_row(tail(plan.pair(at + kAhead)), kLines);
      }
      const std::int64_t i = plan.pair(at);
      const Id u = head(i), v = tail(i);
      found(i, u, v, search.find(u, v, pairs.targets.hides(graph.out, i, u, v), pairs.max_dist, want));
    }
    return;
  }
  const bool by_head = job.anchor == kHead;
  const auto other = [&](std::int64_t i) { return by_head ? tail(i) : head(i); };
  const std::int64_t first = plan.pair(job.begin);
  search.anchor(by_head ? head(first) : tail(first), job.anchor, pairs.max_dist, want, job.end - job.begin);
  for (std::int64_t at = job.begin; at < job.end; ++at) {
    const std::int64_t i = plan.pair(at);
    found(i, head(i), tail(i), search.find_anchored(other(i)));
  }
  search.release();
}

}  // namespace gdgnn
