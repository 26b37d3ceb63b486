// What lies between pairs: distances, vertical and horizontal geodesics, the DAG of all shortest paths.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "induced.hpp"
#include "pairs.hpp"
#include "paths.hpp"
#include "ragged.hpp"
#include "search.hpp"

namespace gdgnn {

// What one thread keeps between pairs.
template <class Id>
struct Worker {
  explicit Worker(const GraphView<Id>& graph)
      : search(graph, ticker), degrees(graph, ticker), paths(graph, ticker) {}
  Ticker ticker;
  Search<Id> search;
  InducedDegrees<Id> degrees;
  Paths<Id> paths;
};

namespace detail {

constexpr std::int64_t kFirstWindow = 8192;
constexpr std::int64_t kLargestWindow = 65536;

// Calls found(thread, worker, pair, u, v, distance) for every pair; the rows it adds end up in `out`.
template <class Id, class Found>
void answer(const Context& context, const GraphView<Id>& graph, const Pairs& pairs, Want want, Collector& out,
            Found found) {
  Pulse pulse(context);
  std::vector<std::unique_ptr<Worker<Id>>> workers;
  for (int thread = 0; thread < context.threads; ++thread) {
    workers.push_back(std::make_unique<Worker<Id>>(graph));
    workers.back()->ticker.bind(&pulse);
  }
  Plan<Id> plan(graph, pairs, context.threads);
  in_windows(context, pulse, out, pairs.count, kFirstWindow, kLargestWindow,
             [&](std::int64_t begin, std::int64_t end) {
               plan.make(begin, end);
               const auto jobs = static_cast<std::int64_t>(plan.jobs().size());
               parallel(context, pulse, jobs, [&](int thread, std::int64_t job) {
                 Worker<Id>& worker = *workers[static_cast<std::size_t>(thread)];
                 work_through(graph, pairs, plan, plan.jobs()[static_cast<std::size_t>(job)], want,
                              worker.search, [&](std::int64_t i, Id u, Id v, int distance) {
                                found(thread, worker, i, u, v, distance);
                              });
               });
             });
}

}  // namespace detail

struct Between {
  explicit Between(std::int64_t pairs) : distance(pairs) {}
  Array<std::int16_t> distance;
  Array<double> num_paths;      // empty unless asked for
  std::vector<Ragged> outputs;  // what they hold depends on the question
};

template <class Id>
Between distances(const Context& context, const GraphView<Id>& graph, const Pairs& pairs) {
  Between result(pairs.count);
  Collector out(context.threads, {});
  detail::answer(context, graph, pairs, Want::kDistance, out,
                 [&](int, Worker<Id>&, std::int64_t i, Id, Id, int distance) {
                   result.distance[i] = static_cast<std::int16_t>(distance);
                 });
  return result;
}

// Outputs: head side, tail side; columns: node, and geodesic degree when `degree`.
template <class Id>
Between vertical(const Context& context, const GraphView<Id>& graph, const Pairs& pairs, bool degree,
                 bool num_paths) {
  Between result(pairs.count);
  if (num_paths) result.num_paths.resize(pairs.count);
  std::vector<std::size_t> widths{sizeof(Id)};
  if (degree) widths.push_back(sizeof(std::int32_t));
  Collector out(context.threads, {widths, widths});
  const auto add = [&](int thread, Worker<Id>& worker, std::int64_t i, End end) {
    const std::vector<Id>& side = worker.search.side(end);
    auto row = out.row(thread, end, i, static_cast<std::int64_t>(side.size()));
    std::copy(side.begin(), side.end(), row.template column<Id>(0));
    return row;
  };
  detail::answer(context, graph, pairs, num_paths ? Want::kLayers : Want::kSides, out,
                 [&](int thread, Worker<Id>& worker, std::int64_t i, Id u, Id v, int distance) {
                   result.distance[i] = static_cast<std::int16_t>(distance);
                   if (num_paths) result.num_paths[i] = worker.paths.count(worker.search, u, v, distance);
                   if (distance < 1) return;
                   if (degree) {
                     worker.degrees.expect(worker.search.side(kHead));
                     if (distance > 2) worker.degrees.expect(worker.search.side(kTail));
                   }
                   auto head = add(thread, worker, i, kHead);
                   auto tail = add(thread, worker, i, kTail);
                   if (!degree) return;
                   auto* head_degree = head.template column<std::int32_t>(1);
                   auto* tail_degree = tail.template column<std::int32_t>(1);
                   worker.degrees.count(worker.search.side(kHead), head_degree);
                   if (distance == 2) {  // both sides are the common neighbors
                     std::copy(head_degree, head_degree + worker.search.side(kHead).size(), tail_degree);
                   } else {
                     worker.degrees.count(worker.search.side(kTail), tail_degree);
                   }
                 });
  result.outputs = std::move(out.outputs());
  return result;
}

// Outputs: the nodes of one path; with `edges`, its edge ids.
template <class Id>
Between horizontal(const Context& context, const GraphView<Id>& graph, const Pairs& pairs, std::uint64_t seed,
                   bool edges) {
  Between result(pairs.count);
  std::vector<std::vector<std::size_t>> widths{{sizeof(Id)}};
  if (edges) widths.push_back({sizeof(Id)});
  Collector out(context.threads, widths);
  detail::answer(context, graph, pairs, Want::kLayers, out,
                 [&](int thread, Worker<Id>& worker, std::int64_t i, Id u, Id v, int distance) {
                   result.distance[i] = static_cast<std::int16_t>(distance);
                   if (distance == kUnreachable) return;
                   auto nodes = out.row(thread, 0, i, distance + 1);
                   Random random(seed, static_cast<std::uint64_t>(u), static_cast<std::uint64_t>(v));
                   worker.paths.sample(worker.search, u, v, distance, random, nodes.template column<Id>(0));
                   if (!edges) return;
                   auto ids = out.row(thread, 1, i, distance);
                   worker.paths.draw_edges(nodes.template column<Id>(0), distance, pairs.targets, i, random,
                                           ids.template column<Id>(0));
                 });
  result.outputs = std::move(out.outputs());
  return result;
}

// Outputs: nodes with their distance from the head; edges with their ends.
template <class Id>
Between dag(const Context& context, const GraphView<Id>& graph, const Pairs& pairs) {
  Between result(pairs.count);
  Collector out(context.threads, {{sizeof(Id), sizeof(std::int16_t)}, {sizeof(Id), sizeof(Id), sizeof(Id)}});
  detail::answer(context, graph, pairs, Want::kLayers, out,
                 [&](int thread, Worker<Id>& worker, std::int64_t i, Id u, Id v, int distance) {
                   result.distance[i] = static_cast<std::int16_t>(distance);
                   if (distance == kUnreachable) return;
                   const Dag<Id>& dag = worker.paths.dag(worker.search, u, v, distance, pairs.targets, i);
                   auto nodes = out.row(thread, 0, i, static_cast<std::int64_t>(dag.nodes.size()));
                   std::copy(dag.nodes.begin(), dag.nodes.end(), nodes.template column<Id>(0));
                   std::copy(dag.levels.begin(), dag.levels.end(), nodes.template column<std::int16_t>(1));
                   auto edges = out.row(thread, 1, i, static_cast<std::int64_t>(dag.edges.size()));
                   std::copy(dag.edges.begin(), dag.edges.end(), edges.template column<Id>(0));
                   std::copy(dag.edge_heads.begin(), dag.edge_heads.end(), edges.template column<Id>(1));
                   std::copy(dag.edge_tails.begin(), dag.edge_tails.end(), edges.template column<Id>(2));
                 });
  result.outputs = std::move(out.outputs());
  return result;
}

}  // namespace gdgnn
