"""`Graph`: the thing that is searched."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from gdgnn.graph import build, derive, foreign, store
from gdgnn.graph.adjacency import component_labels
from gdgnn.graph.arrays import Int64, count
from gdgnn.graph.base import GraphBase
from gdgnn.graph.names import Names

if TYPE_CHECKING:
    from os import PathLike

    from numpy.typing import DTypeLike


class Graph(GraphBase):
    """An immutable graph of numbered nodes and edges; made by `from_edges` and the other `from_...` methods.

    Loops are dropped and equal rows merged; `cleaning` counts both. Without arrows (u, v) and (v, u) of one
    relation are one edge. Parallel edges of different relations are kept apart. All arrays are read-only.

    Attributes:
        num_nodes: nodes are 0 .. num_nodes - 1.
        directed: whether searches follow the arrows.
        edge_index: (2, num_edges), the ends of each edge, turned as in the first input row of it. Edges are
            numbered in the order in which they first appear in the input.
        relation: (num_edges,) the relation id of each edge, or None.
        num_relations: relation ids are 0 .. num_relations - 1; 0 without relations.
        node_names, relation_names: id -> name, like a tuple, or None; `node_id` leads back.
        graph_ptr: (graphs + 1,) where the nodes of each graph of a `union` begin, or None.
        cleaning: what became of the input rows.
        out, into: neighbors along and against the arrows, in CSR form; one and the same when undirected.
        merged_rows: `row_edge` and `edge_rows`, or None when every input row is an edge of its own.

    Example:
        >>> graph = Graph.from_edges([[0, 1, 2, 2], [1, 2, 1, 2]])
        >>> graph
        Graph(undirected, 3 nodes, 2 edges)
        >>> print(graph.cleaning)
        4 rows -> 2 edges: 1 loop dropped, 1 reversed row merged
        >>> graph.row_edge.tolist(), graph.neighbors(1).tolist()
        ([0, 1, 1, -1], [0, 2])
    """

    def __new__(cls, *edges: object, **fields: object) -> Graph:
        """Catch the natural first attempt, Graph(edges)."""
        if edges:
            raise TypeError(
                "Graph(...) takes no edges; give them to Graph.from_edges or another from_... method"
            )
        return super().__new__(cls)

    # ------------------------------------------------------------------------------------ made from

    @classmethod
    def from_edges(
        cls,
        edges: object,
        *,
        num_nodes: int | None = None,
        directed: bool = False,
        relation: object | None = None,
        num_relations: int | None = None,
        node_names: Iterable[Hashable] | None = None,
        relation_names: Iterable[Hashable] | None = None,
        graph_ptr: object | None = None,
        id_dtype: DTypeLike | None = None,
    ) -> Graph:
        """The graph of a (2, m) integer array of heads and tails.

        Args:
            edges: (2, m) array-like, or an iterable of (2, k) slices that are read one after the other.
            num_nodes: read off the largest id when left out.
            directed: whether (u, v) and (v, u) are two edges.
            relation: (m,) relation ids, or an iterable of (k,) slices when edges come in slices.
            num_relations: read off the largest relation id when left out.
            node_names: the name of each node, (num_nodes,).
            relation_names: the name of each relation, (num_relations,).
            graph_ptr: (graphs + 1,) where the nodes of each graph begin, when many are given side by side.
            id_dtype: numpy.int64 forces 64-bit ids; by default 32 bits are used where they suffice.

        Raises:
            IndexError: an id is negative or not below `num_nodes` (`num_relations`).
            TypeError: an array does not hold integers.
            ValueError: an array has the wrong shape or length.

        Example:
            >>> Graph.from_edges([[0, 1], [1, 2]], relation=[0, 1], directed=True)
            Graph(directed, 3 nodes, 2 edges, 2 relations)
        """
        return build.from_edges(
            cls,
            edges,
            num_nodes=num_nodes,
            directed=directed,
            relation=relation,
            num_relations=num_relations,
            node_names=node_names,
            relation_names=relation_names,
            graph_ptr=graph_ptr,
            id_dtype=id_dtype,
        )

    @classmethod
    def from_names(
        cls,
        heads: Iterable[Hashable],
        tails: Iterable[Hashable],
        *,
        relation: Iterable[Hashable] | None = None,
        directed: bool = False,
        node_names: Iterable[Hashable] | None = None,
        relation_names: Iterable[Hashable] | None = None,
    ) -> Graph:
        """The graph of two columns of names (and one of relation names): strings or anything hashable.

        Nodes and relations are numbered in order of first appearance, or as `node_names` and
        `relation_names` list them; these may list more than occur.

        Raises:
            KeyError: a name that `node_names` or `relation_names` does not list.
            TypeError: a name that cannot be hashed.
            ValueError: a missing name (None, NaN) or columns of different lengths.

        Example:
            >>> graph = Graph.from_names(["ann", "bob"], ["bob", "eve"])
            >>> graph.node_id("eve"), graph.node_names[1]
            (2, 'bob')
        """
        rows, facts = foreign.read_names(
            heads,
            tails,
            relation,
            None if node_names is None else Names.of(node_names, "node_names"),
            None if relation_names is None else Names.of(relation_names, "relation_names"),
        )
        return build.assemble(cls, rows, facts, directed=directed, id_dtype=None)

    @classmethod
    def from_pyg(cls, data: Any, *, directed: bool | None = None) -> Graph:
        """The graph of a PyTorch Geometric `Data` or `Batch`; `edge_type` becomes the relation.

        `row_edge[i]` is the edge id of column i of `data.edge_index`. With `directed=None` the graph is
        undirected when every column has its reverse (of the same `edge_type`).
        """
        rows, facts = foreign.read_pyg(data)
        return build.assemble(cls, rows, facts, directed=directed, id_dtype=None)

    @classmethod
    def from_networkx(cls, nx_graph: Any, *, relation: str | None = None) -> Graph:
        """The graph of a networkx graph of any class; `relation` names the edge attribute that types edges.

        Nodes that are 0, 1, 2, ... in this order keep these ids; any others become `node_names`. Relations
        that are whole numbers are ids; any others become `relation_names`. Edges are numbered in the order
        in which `nx_graph.edges` lists them.
        """
        rows, facts = foreign.read_networkx(nx_graph, relation)
        return build.assemble(cls, rows, facts, directed=bool(nx_graph.is_directed()), id_dtype=None)

    @classmethod
    def from_scipy(cls, matrix: Any, *, directed: bool | None = None) -> Graph:
        """The graph of a square scipy sparse matrix: an edge row -> column for each entry that is not zero.

        Edges are numbered in the order in which `matrix.tocoo()` lists them.
        With `directed=None` the graph is undirected when the pattern of the matrix is symmetric.
        """
        rows, facts = foreign.read_scipy(matrix)
        return build.assemble(cls, rows, facts, directed=directed, id_dtype=None)

    @classmethod
    def union(cls, graphs: Iterable[Graph]) -> Graph:
        """The given graphs side by side; `graph_ptr[i]` is added to the node ids of graph i.

        Edges, relations and input rows follow one another in the order of the graphs. Node names are not
        kept, as two graphs may use the same one.

        Example:
            >>> pair = Graph.from_edges([[0], [1]])
            >>> both = Graph.union([pair, pair])
            >>> both.edge_index.tolist(), both.graph_ptr.tolist()
            ([[0, 2], [1, 3]], [0, 2, 4])
        """
        return derive.union(cls, graphs)

    @classmethod
    def load(cls, folder: str | PathLike[str], *, verify: bool = True) -> Graph:
        """A graph saved with `save`; its arrays stay on disk, memory-mapped, until they are used.

        Args:
            folder: what was given to `save`.
            verify: read every file once and hold it against its checksum. False opens a large graph at once,
                trusting the disk; damage that would lead a search astray is still found when it begins.

        Raises:
            FileNotFoundError: there is no saved graph.
            ValueError: a file is damaged, foreign or of another version.
        """
        return store.load(cls, folder, verify=verify)

    # ------------------------------------------------------------------------------------ turned into

    def save(self, folder: str | PathLike[str], *, overwrite: bool = False) -> None:
        """Write the graph to a new folder, whole or not at all.

        Args:
            folder: where to; a folder that is there must be empty.
            overwrite: replace a graph that was saved there before (and nothing else).

        Raises:
            FileExistsError: the folder is in use.
            TypeError: a node or relation name is neither a string nor an integer.
        """
        store.save(self, folder, overwrite=overwrite)

    def to_pyg(self) -> Any:
        """A PyTorch Geometric `Data`: `edge_index` (both directions when undirected, reverses last),
        `num_nodes`, `edge_id` (the edge of each column) and, with relations, `edge_type`.
        """  # noqa: D205
        return foreign.write_pyg(self)

    def to_networkx(self, *, relation: str = "relation") -> Any:
        """A networkx graph with names where there are any; a multigraph where edges can be parallel."""
        return foreign.write_networkx(self, relation)

    def to_scipy(self, dtype: DTypeLike = np.float64) -> Any:
        """The (num_nodes, num_nodes) `scipy.sparse.csr_array` with a one for each pair of joined nodes."""
        return foreign.write_scipy(self, dtype)

    def to_names(self) -> tuple[list[Any], list[Any], list[Any] | None]:
        """Heads, tails and relations of all edges, by name where there are names and by id where not."""
        return foreign.named_columns(self)

    # ------------------------------------------------------------------------------------ parts

    def subgraph(self, nodes: object) -> derive.Subgraph:
        """The given nodes and all edges among them, with the way back.

        Args:
            nodes: (k,) distinct ids, which become 0 .. k - 1 in this order, or a (num_nodes,) bool mask.

        Example:
            >>> path = Graph.from_edges([[0, 1, 2], [1, 2, 3]])
            >>> part, nodes, edges = path.subgraph([3, 2, 0])
            >>> part.edge_index.tolist(), nodes.tolist(), edges.tolist()
            ([[1], [0]], [3, 2, 0], [2])
        """
        return derive.induced(self, nodes)

    def k_core(self, k: int) -> derive.Subgraph:
        """The largest part in which every node has at least `k` edges, counted as `degrees()` does."""
        return derive.core(self, count(k, "k"))

    def largest_component(self) -> derive.Subgraph:
        """The largest connected part, arrows ignored; among equals the one with the smallest node id."""
        return derive.largest_component(self)

    def components(self) -> Int64:
        """For each node the smallest node id it is connected to, arrows ignored, (num_nodes,)."""
        return component_labels(self.out, self.edge_index)

    def as_undirected(self) -> Graph:
        """The same edges with the same ids and relations, arrows ignored by every search.

        (u, v) and (v, u) remain two edges. `edge_index` still tells which way each edge was given.
        """
        return derive.undirected(self)
