// The border between Python and the engine: every array that comes in is checked here, every error leaves as
// a Python exception that names the argument, the position and the remedy.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <variant>

#include "between.hpp"
#include "border.hpp"
#include "build.hpp"
#include "csr.hpp"
#include "neighborhoods.hpp"
#include "receptive_field.hpp"
#include "sources.hpp"
#include "walk_weights.hpp"
#include "walks.hpp"

namespace nb = nanobind;
using namespace nb::literals;

void bind_sums(nb::module_& m);

namespace {

using namespace border;

void check_nodes(const std::string& name, const std::int64_t* ids, std::int64_t count,
                 std::int64_t num_nodes) {
  for (std::int64_t i = 0; i < count; ++i) {
    if (ids[i] >= 0 && ids[i] < num_nodes) continue;
    throw nb::index_error((name + std::to_string(i) + "] is " + std::to_string(ids[i]) +
                           ", but the graph has " + std::to_string(num_nodes) + " nodes (ids 0.." +
                           std::to_string(num_nodes - 1) + "); pass ids of this graph")
                              .c_str());
  }
}

void check_edges(const In<std::int64_t>& src, const In<std::int64_t>& dst, std::int64_t num_nodes) {
  constexpr std::int64_t kMostNodes = std::int64_t{1} << 40;
  if (num_nodes < 0 || num_nodes > kMostNodes)
    throw nb::value_error(("num_nodes is " + std::to_string(num_nodes) + "; give a number from 0 to " +
                           std::to_string(kMostNodes))
                              .c_str());
  if (size_of(src) != size_of(dst))
    throw nb::value_error("src and dst have different lengths; each edge needs both ends");
  check_nodes("edges[0, ", src.data(), size_of(src), num_nodes);
  check_nodes("edges[1, ", dst.data(), size_of(dst), num_nodes);
}

nb::tuple merge_edges(const In<std::int64_t>& src, const In<std::int64_t>& dst,
                      const MaybeIn<std::int64_t>& relation, std::int64_t num_nodes, bool directed,
                      std::int64_t threads) {
  check_edges(src, dst, num_nodes);
  if (relation && size_of(*relation) != size_of(src))
    throw nb::value_error("relation must have one entry for each edge");
  gdgnn::Merged merged = engine([&] {
    return gdgnn::merge_edges(checked_context(threads), {src.data(), dst.data(), size_of(src)},
                              relation ? relation->data() : nullptr, num_nodes, directed);
  });
  return nb::make_tuple(give(std::move(merged.row_edge)), give(std::move(merged.edge_rows)));
}

template <class Id>
nb::tuple build_csr_as(const In<std::int64_t>& src, const In<std::int64_t>& dst, std::int64_t num_nodes,
                       bool symmetric, std::int64_t threads) {
  auto built = engine([&] {
    return gdgnn::build_adjacency<Id>(checked_context(threads), {src.data(), dst.data(), size_of(src)},
                                      num_nodes, symmetric);
  });
  nb::object slot_ptr = nb::none();
  if (!built.slot_ptr.empty()) slot_ptr = give(std::move(built.slot_ptr));
  return nb::make_tuple(give(std::move(built.ptr)), give(std::move(built.neighbors)), slot_ptr,
                        give(std::move(built.slot_edges)));
}

nb::tuple build_csr(const In<std::int64_t>& src, const In<std::int64_t>& dst, std::int64_t num_nodes,
                    bool symmetric, bool wide, std::int64_t threads) {
  check_edges(src, dst, num_nodes);
  if (wide) return build_csr_as<std::int64_t>(src, dst, num_nodes, symmetric, threads);
  const std::int64_t entries = size_of(src) * (symmetric ? 2 : 1);
  if (std::max(entries, num_nodes) > std::numeric_limits<std::int32_t>::max())
    throw nb::value_error("this graph needs 64-bit ids; pass wide=True");
  return build_csr_as<std::int32_t>(src, dst, num_nodes, symmetric, threads);
}

// ---------------------------------------------------------------------------------------------- the graph

// Keeps the numpy arrays alive for as long as the engine may read them.
class Graph {
 public:
  using View = std::variant<gdgnn::GraphView<std::int32_t>, gdgnn::GraphView<std::int64_t>>;

  Graph(const In<std::int64_t>& indptr,
        nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu> indices,
        const MaybeIn<std::int64_t>& slot_ptr,
        nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu> slot_edges,
        const In<std::int64_t>& in_indptr,
        nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu> in_indices,
        const MaybeIn<std::int64_t>& in_slot_ptr,
        nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu> in_slot_edges, std::int64_t num_edges,
        bool directed)
      : kept_(nb::make_tuple(indptr, indices, slot_ptr, slot_edges, in_indptr, in_indices, in_slot_ptr,
                             in_slot_edges)) {
    const Arrays out{indptr, indices, slot_ptr, slot_edges};
    const Arrays in{in_indptr, in_indices, in_slot_ptr, in_slot_edges};
    if (indices.dtype() == nb::dtype<std::int32_t>()) {
      view_ = checked<std::int32_t>(out, in, num_edges, directed);
    } else if (indices.dtype() == nb::dtype<std::int64_t>()) {
      view_ = checked<std::int64_t>(out, in, num_edges, directed);
    } else {
      throw nb::type_error("indices must be int32 or int64");
    }
  }

  const View& view() const { return view_; }

 private:
  struct Arrays {
    const In<std::int64_t>& indptr;
    const nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>& indices;
    const MaybeIn<std::int64_t>& slot_ptr;
    const nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>& slot_edges;
  };

  template <class Id>
  static gdgnn::Adjacency<Id> adjacency(const std::string& prefix, const Arrays& arrays,
                                        std::int64_t num_edges) {
    if (arrays.indices.dtype() != nb::dtype<Id>() || arrays.slot_edges.dtype() != nb::dtype<Id>())
      throw nb::type_error("indices, slot_edges, in_indices and in_slot_edges must share one dtype");
    if (arrays.indptr.shape(0) == 0) throw nb::value_error((prefix + "indptr is empty").c_str());
    const auto slots = static_cast<std::int64_t>(arrays.indices.shape(0));
    if (arrays.slot_ptr && size_of(*arrays.slot_ptr) != slots + 1)
      throw nb::value_error(
          (prefix + "slot_ptr must have one entry more than " + prefix + "indices").c_str());
    gdgnn::Adjacency<Id> graph;
    graph.num_nodes = size_of(arrays.indptr) - 1;
    graph.ptr = arrays.indptr.data();
    graph.neighbors = static_cast<const Id*>(arrays.indices.data());
    graph.slot_ptr = arrays.slot_ptr ? arrays.slot_ptr->data() : nullptr;
    graph.slot_edges = static_cast<const Id*>(arrays.slot_edges.data());
    gdgnn::check_adjacency(prefix, graph, slots, static_cast<std::int64_t>(arrays.slot_edges.shape(0)),
                           num_edges);
    return graph;
  }

  template <class Id>
  static gdgnn::GraphView<Id> checked(const Arrays& out, const Arrays& in, std::int64_t num_edges,
                                      bool directed) {
    gdgnn::GraphView<Id> view;
    view.out = adjacency<Id>("", out, num_edges);
    view.in = out.indices.data() == in.indices.data() ? view.out : adjacency<Id>("in_", in, num_edges);
    if (view.in.num_nodes != view.out.num_nodes)
      throw nb::value_error("indptr and in_indptr speak of different numbers of nodes");
    view.directed = directed;
    view.num_edges = num_edges;
    return view;
  }

  nb::tuple kept_;
  View view_;
};

// ---------------------------------------------------------------------------------------------- the
// questions

using PairArray = nb::ndarray<const std::int64_t, nb::shape<2, -1>, nb::c_contig, nb::device::cpu>;
using Mask = std::optional<nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>>;

std::int64_t num_nodes(const Graph& graph) {
  return std::visit([](const auto& view) { return view.num_nodes(); }, graph.view());
}

int checked_max_dist(std::int64_t max_dist) {
  constexpr std::int64_t kLimit = std::numeric_limits<std::int16_t>::max() - 1;
  if (max_dist < 0 || max_dist > kLimit)
    throw nb::value_error(("max_dist is " + std::to_string(max_dist) + "; give a number of steps from 0 to " +
                           std::to_string(kLimit))
                              .c_str());
  return static_cast<int>(max_dist);
}

template <class Id>
void check_target_edges(const gdgnn::GraphView<Id>& view, const gdgnn::Pairs& pairs) {
  const gdgnn::Targets& targets = pairs.targets;
  for (std::int64_t i = 0; targets.edges != nullptr && i < pairs.count; ++i) {
    const std::int64_t edge = targets.edges[i];
    if (edge == -1) continue;
    const std::int64_t slot = view.out.find(static_cast<Id>(pairs.heads[i]), static_cast<Id>(pairs.tails[i]));
    bool joins = false;
    if (slot >= 0) {
      for (const Id candidate : view.out.edges(slot)) joins = joins || candidate == edge;
    }
    if (!joins)
      throw nb::value_error(("exclude_targets[" + std::to_string(i) + "] is edge " + std::to_string(edge) +
                             ", which does not join the pair (" + std::to_string(pairs.heads[i]) + ", " +
                             std::to_string(pairs.tails[i]) + "); give the id of an edge between them, or -1")
                                .c_str());
  }
}

gdgnn::Pairs checked_pairs(const Graph& graph, const PairArray& pairs, std::int64_t max_dist,
                           bool exclude_all, const Mask& exclude_mask,
                           const MaybeIn<std::int64_t>& exclude_edges) {
  const auto count = static_cast<std::int64_t>(pairs.shape(1));
  gdgnn::Pairs checked{
      pairs.data(), pairs.data() + count, count, {exclude_all, nullptr, nullptr}, checked_max_dist(max_dist)};
  check_nodes("pairs[0, ", checked.heads, count, num_nodes(graph));
  check_nodes("pairs[1, ", checked.tails, count, num_nodes(graph));
  if ((exclude_mask && static_cast<std::int64_t>(exclude_mask->shape(0)) != count) ||
      (exclude_edges && size_of(*exclude_edges) != count))
    throw nb::value_error("exclude_targets must have one entry for each pair");
  if (exclude_mask) checked.targets.mask = exclude_mask->data();
  if (exclude_edges) checked.targets.edges = exclude_edges->data();
  std::visit([&](const auto& view) { check_target_edges(view, checked); }, graph.view());
  return checked;
}

template <class T>
nb::object give_column(gdgnn::Ragged& rows, std::size_t column) {
  return give(std::move(rows.columns[column]).as<T>());
}

template <class Id>
nb::tuple give_side(gdgnn::Ragged& rows, bool degree) {
  nb::object degrees = nb::none();
  if (degree) degrees = give_column<std::int32_t>(rows, 1);
  return nb::make_tuple(give_column<Id>(rows, 0), give(std::move(rows.offsets)), degrees);
}

nb::object distances(const Graph& graph, const PairArray& pairs, std::int64_t max_dist, bool exclude_all,
                     const Mask& mask, const MaybeIn<std::int64_t>& edges, std::int64_t threads) {
  const gdgnn::Pairs checked = checked_pairs(graph, pairs, max_dist, exclude_all, mask, edges);
  const Context with = checked_context(threads);
  return std::visit(
      [&](const auto& view) {
        auto answer = engine([&] { return gdgnn::distances(with, view, checked); });
        return give(std::move(answer.distance));
      },
      graph.view());
}

nb::tuple vertical(const Graph& graph, const PairArray& pairs, std::int64_t max_dist, bool exclude_all,
                   const Mask& mask, const MaybeIn<std::int64_t>& edges, bool degree, bool num_paths,
                   std::int64_t threads) {
  const gdgnn::Pairs checked = checked_pairs(graph, pairs, max_dist, exclude_all, mask, edges);
  const Context with = checked_context(threads);
  return std::visit(
      [&](const auto& view) {
        using Id = std::decay_t<decltype(*view.out.neighbors)>;
        auto answer = engine([&] { return gdgnn::vertical(with, view, checked, degree, num_paths); });
        nb::object paths = nb::none();
        if (num_paths) paths = give(std::move(answer.num_paths));
        return nb::make_tuple(give(std::move(answer.distance)), give_side<Id>(answer.outputs[0], degree),
                              give_side<Id>(answer.outputs[1], degree), paths);
      },
      graph.view());
}

nb::tuple horizontal(const Graph& graph, const PairArray& pairs, std::int64_t max_dist, bool exclude_all,
                     const Mask& mask, const MaybeIn<std::int64_t>& target_edges, std::uint64_t seed,
                     bool edges, std::int64_t threads) {
  const gdgnn::Pairs checked = checked_pairs(graph, pairs, max_dist, exclude_all, mask, target_edges);
  const Context with = checked_context(threads);
  return std::visit(
      [&](const auto& view) {
        using Id = std::decay_t<decltype(*view.out.neighbors)>;
        auto answer = engine([&] { return gdgnn::horizontal(with, view, checked, seed, edges); });
        nb::object ids = nb::none();
        if (edges)
          ids = nb::make_tuple(give_column<Id>(answer.outputs[1], 0),
                               give(std::move(answer.outputs[1].offsets)));
        return nb::make_tuple(
            give(std::move(answer.distance)),
            nb::make_tuple(give_column<Id>(answer.outputs[0], 0), give(std::move(answer.outputs[0].offsets))),
            ids);
      },
      graph.view());
}

nb::tuple dag(const Graph& graph, const PairArray& pairs, std::int64_t max_dist, bool exclude_all,
              const Mask& mask, const MaybeIn<std::int64_t>& edges, std::int64_t threads) {
  const gdgnn::Pairs checked = checked_pairs(graph, pairs, max_dist, exclude_all, mask, edges);
  const Context with = checked_context(threads);
  return std::visit(
      [&](const auto& view) {
        using Id = std::decay_t<decltype(*view.out.neighbors)>;
        auto answer = engine([&] { return gdgnn::dag(with, view, checked); });
        gdgnn::Ragged& nodes = answer.outputs[0];
        gdgnn::Ragged& arcs = answer.outputs[1];
        return nb::make_tuple(give(std::move(answer.distance)),
                              nb::make_tuple(give_column<Id>(nodes, 0), give(std::move(nodes.offsets))),
                              give_column<std::int16_t>(nodes, 1),
                              nb::make_tuple(give_column<Id>(arcs, 0), give(std::move(arcs.offsets))),
                              give_column<Id>(arcs, 1), give_column<Id>(arcs, 2));
      },
      graph.view());
}

nb::object walk_weights(const Graph& graph, const PairArray& pairs, std::int64_t length, bool exclude_all,
                        const Mask& mask, const MaybeIn<std::int64_t>& edges, std::int64_t threads) {
  constexpr std::int64_t kLongest = 64;
  if (length < 0 || length > kLongest)
    throw nb::value_error(
        ("length is " + std::to_string(length) + "; give a number from 0 to " + std::to_string(kLongest))
            .c_str());
  const gdgnn::Pairs checked = checked_pairs(graph, pairs, 0, exclude_all, mask, edges);
  const Context with = checked_context(threads);
  return std::visit(
      [&](const auto& view) {
        return give(engine([&] { return gdgnn::walk_weights(with, view, checked, length); }));
      },
      graph.view());
}

nb::object distances_to_all(const Graph& graph, const In<std::int64_t>& sources, std::int64_t max_dist,
                            bool from_tail, std::int64_t threads) {
  const int within = checked_max_dist(max_dist);
  const Context with = checked_context(threads);
  check_nodes("sources[", sources.data(), size_of(sources), num_nodes(graph));
  return std::visit(
      [&](const auto& view) {
        return give(engine([&] {
          return gdgnn::distances_to_all(with, view, sources.data(), size_of(sources),
                                         from_tail ? gdgnn::kTail : gdgnn::kHead, within);
        }));
      },
      graph.view());
}

nb::tuple neighborhoods(const Graph& graph, const In<std::int64_t>& nodes, std::int64_t max_dist, bool degree,
                        std::int64_t threads) {
  const int within = checked_max_dist(max_dist);
  const Context with = checked_context(threads);
  check_nodes("nodes[", nodes.data(), size_of(nodes), num_nodes(graph));
  return std::visit(
      [&](const auto& view) {
        using Id = std::decay_t<decltype(*view.out.neighbors)>;
        auto found = engine(
            [&] { return gdgnn::neighborhoods(with, view, nodes.data(), size_of(nodes), within, degree); });
        gdgnn::Ragged& neighbors = found.outputs[0];
        gdgnn::Ragged& sides = found.outputs[1];
        nb::object degrees = nb::none();
        if (degree) degrees = give_column<std::int32_t>(sides, 1);
        return nb::make_tuple(
            nb::make_tuple(give_column<Id>(neighbors, 0), give(std::move(neighbors.offsets))),
            give_column<std::int16_t>(neighbors, 1),
            nb::make_tuple(give_column<Id>(sides, 0), give(std::move(found.side_offsets))), degrees);
      },
      graph.view());
}

nb::tuple receptive_field(const Graph& graph, const In<std::int64_t>& nodes, std::int64_t hops,
                          const MaybeIn<std::int64_t>& fanout, std::uint64_t seed, std::int64_t threads) {
  const int depth = checked_max_dist(hops);
  const Context with = checked_context(threads);
  check_nodes("nodes[", nodes.data(), size_of(nodes), num_nodes(graph));
  if (fanout && size_of(*fanout) != depth) throw nb::value_error("fanout must have one entry for each hop");
  return std::visit(
      [&](const auto& view) {
        auto field = engine([&] {
          return gdgnn::receptive_field(with, view, nodes.data(), size_of(nodes), depth,
                                        fanout ? fanout->data() : nullptr, seed);
        });
        return nb::make_tuple(give(std::move(field.nodes)), give(std::move(field.hop)),
                              give(std::move(field.ends)), give(std::move(field.edges)),
                              give(std::move(field.seed_positions)));
      },
      graph.view());
}

nb::object random_walks(const Graph& graph, const In<std::int64_t>& nodes, std::int64_t length, double p,
                        double q, std::uint64_t seed, std::int64_t threads) {
  const Context with = checked_context(threads);
  check_nodes("nodes[", nodes.data(), size_of(nodes), num_nodes(graph));
  if (length < 0 || length > std::numeric_limits<std::int32_t>::max())
    throw nb::value_error(
        ("length is " + std::to_string(length) + "; give a number of steps, 0 or more").c_str());
  if (!(p > 0) || !(q > 0) || std::isinf(p) || std::isinf(q))
    throw nb::value_error(("p is " + std::to_string(p) + " and q is " + std::to_string(q) +
                           "; both must be positive and finite")
                              .c_str());
  return std::visit(
      [&](const auto& view) {
        return give(engine([&] {
          return gdgnn::random_walks(with, view, nodes.data(), size_of(nodes), length, p, q, seed);
        }));
      },
      graph.view());
}

}  // namespace

NB_MODULE(_engine, m) {
  m.doc() =
      "Shortest-path structure of large graphs in CSR form; see gdgnn.geodesics for the documented "
      "functions.";
  // Objects that something else still holds when the interpreter ends are no news to the user.
  nb::set_leak_warnings(false);
  m.def("merge_edges", &merge_edges, "src"_a, "dst"_a, "relation"_a.none(), "num_nodes"_a, "directed"_a,
        "threads"_a = 1);
  m.def("build_csr", &build_csr, "src"_a, "dst"_a, "num_nodes"_a, "symmetric"_a, "wide"_a, "threads"_a = 1);
  using Any = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
  nb::class_<Graph>(m, "Graph")
      .def(nb::init<const In<std::int64_t>&, Any, const MaybeIn<std::int64_t>&, Any, const In<std::int64_t>&,
                    Any, const MaybeIn<std::int64_t>&, Any, std::int64_t, bool>(),
           "indptr"_a, "indices"_a, "slot_ptr"_a.none(), "slot_edges"_a, "in_indptr"_a, "in_indices"_a,
           "in_slot_ptr"_a.none(), "in_slot_edges"_a, "num_edges"_a, "directed"_a);

  m.def("distances", &distances, "graph"_a, "pairs"_a, "max_dist"_a, "exclude_all"_a, "exclude_mask"_a.none(),
        "exclude_edges"_a.none(), "threads"_a);
  m.def("vertical", &vertical, "graph"_a, "pairs"_a, "max_dist"_a, "exclude_all"_a, "exclude_mask"_a.none(),
        "exclude_edges"_a.none(), "degree"_a, "num_paths"_a, "threads"_a);
  m.def("horizontal", &horizontal, "graph"_a, "pairs"_a, "max_dist"_a, "exclude_all"_a,
        "exclude_mask"_a.none(), "exclude_edges"_a.none(), "seed"_a, "edges"_a, "threads"_a);
  m.def("dag", &dag, "graph"_a, "pairs"_a, "max_dist"_a, "exclude_all"_a, "exclude_mask"_a.none(),
        "exclude_edges"_a.none(), "threads"_a);
  m.def("distances_to_all", &distances_to_all, "graph"_a, "sources"_a, "max_dist"_a, "from_tail"_a,
        "threads"_a);
  m.def("neighborhoods", &neighborhoods, "graph"_a, "nodes"_a, "max_dist"_a, "degree"_a, "threads"_a);
  m.def("receptive_field", &receptive_field, "graph"_a, "nodes"_a, "hops"_a, "fanout"_a.none(), "seed"_a,
        "threads"_a);
  m.def("walk_weights", &walk_weights, "graph"_a, "pairs"_a, "length"_a, "exclude_all"_a,
        "exclude_mask"_a.none(), "exclude_edges"_a.none(), "threads"_a);
  m.def("random_walks", &random_walks, "graph"_a, "nodes"_a, "length"_a, "p"_a, "q"_a, "seed"_a, "threads"_a);
  bind_sums(m);
}
