"""What `load` returns: one small value for each kind of task, arrays as numpy has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from gdgnn.data.triples import Triples
from gdgnn.data.triples_file import TripleSplit
from gdgnn.graph import Graph

if TYPE_CHECKING:
    from torch import Tensor
    from torch_geometric.data import Data

Ids: TypeAlias = npt.NDArray[np.int64]
Features: TypeAlias = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class IndexSplit:
    """The official split of nodes or graphs; what is in none of the three is not used.

    Attributes:
        train, valid, test: ids, ascending.
    """

    train: Ids
    valid: Ids
    test: Ids


@dataclass(frozen=True, eq=False)
class LinkSplit:
    """The official split of the edges of a graph, with the negatives that belong to it.

    Attributes:
        train_pairs, valid_pairs, test_pairs: ``(2, k)`` node ids, heads above tails, as the files list them.
        valid_negatives, test_negatives: ``(2, k)`` pairs to rank the others against.
    """

    train_pairs: Ids
    valid_pairs: Ids
    test_pairs: Ids
    valid_negatives: Ids
    test_negatives: Ids


@dataclass(frozen=True, eq=False)
class LinkDataset:
    """A graph whose missing edges are to be predicted.

    Attributes:
        name: what it was loaded by.
        graph: all edges, or those of the training part where there is a split.
        x: ``(nodes, features)``, or None.
        split: the official one, or None.
    """

    name: str
    graph: Graph
    x: Features | None = None
    split: LinkSplit | None = None


@dataclass(frozen=True, eq=False)
class NodeDataset:
    """A graph whose nodes are to be classified.

    Attributes:
        name: what it was loaded by.
        graph: all edges.
        y: ``(nodes,)`` the class of each node.
        x: ``(nodes, features)``, or None.
        split: the official one, or None.
    """

    name: str
    graph: Graph
    y: Ids
    x: Features | None = None
    split: IndexSplit | None = None


@dataclass(frozen=True, eq=False)
class TriplesDataset:
    """A knowledge graph whose missing triples are to be predicted.

    Attributes:
        name: what it was loaded by.
        train: the known facts; `train.graph()` is the graph to search.
        valid, test: facts to predict, over the same entities and relations.
    """

    name: str
    train: Triples
    valid: Triples
    test: Triples


@dataclass(frozen=True, eq=False)
class InductiveDataset:
    """Two knowledge graphs with the same relations: learn on one, answer on the other.

    Entities are not shared. Where a name occurs in both graphs, as eight do in "wn18rr-v3", two are meant.

    Attributes:
        name: what it was loaded by.
        train: the graph to learn on, with its own facts to predict.
        test: the graph to answer on; its `train` facts are known, its `test` facts the targets.
    """

    name: str
    train: TripleSplit
    test: TripleSplit


@dataclass(frozen=True, eq=False)
class PairsDataset(Sequence[tuple[Graph, Graph]]):
    """Pairs of graphs that are not isomorphic and have to be told apart.

    Attributes:
        name: what it was loaded by.
        pairs: the graphs.
        category: what makes each pair hard.
    """

    name: str
    pairs: tuple[tuple[Graph, Graph], ...]
    category: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.pairs)

    @overload
    def __getitem__(self, index: int) -> tuple[Graph, Graph]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[tuple[Graph, Graph]]: ...
    def __getitem__(self, index: int | slice) -> tuple[Graph, Graph] | Sequence[tuple[Graph, Graph]]:
        return self.pairs[index]


@dataclass(frozen=True, eq=False)
class GraphsDataset(Sequence["Data"]):
    """Many graphs, each to be classified; reads like a list of PyTorch Geometric `Data`.

    All graphs lie side by side in a few arrays, out of which each `Data` is cut when it is asked for. Whole
    numbers may be of a small dtype in these arrays; a `Data` has them as long.

    Attributes:
        name: what it was loaded by.
        node_ptr, edge_ptr: ``(graphs + 1,)`` where the nodes and columns of each graph begin.
        edge_index: ``(2, columns)`` positions among all nodes, both directions of each edge.
        y: ``(graphs,)`` classes, or ``(graphs, tasks)``, NaN where a label is missing.
        x: ``(nodes, features)``, or None.
        edge_attr: ``(columns, features)``, or None.
        split: the official one, or None.
        smiles: the molecule that each graph is, in SMILES, or None.

    Example:
        >>> from gdgnn.data.datasets import load
        >>> csl = load("csl")
        >>> len(csl), csl[0]
        (150, Data(edge_index=[2, 164], y=[1], num_nodes=41))
        >>> csl.graph
        Graph(undirected, 150 graphs, 6,150 nodes, 12,300 edges)
    """

    name: str
    node_ptr: Ids
    edge_ptr: Ids
    edge_index: npt.NDArray[np.integer[Any]]
    y: npt.NDArray[Any]
    x: npt.NDArray[Any] | None = None
    edge_attr: npt.NDArray[Any] | None = None
    split: IndexSplit | None = None
    smiles: Sequence[str] | None = None

    def __len__(self) -> int:
        return self.node_ptr.size - 1

    @overload
    def __getitem__(self, index: int) -> Data: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Data]: ...
    def __getitem__(self, index: int | slice) -> Data | Sequence[Data]:
        """One graph, or a list of graphs."""
        if isinstance(index, slice):
            return [self._data(at) for at in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(f"graph {index} is asked for, but there are {len(self)}, 0 to {len(self) - 1}")
        return self._data(index % len(self))

    def __iter__(self) -> Iterator[Data]:
        return (self._data(at) for at in range(len(self)))

    @cached_property
    def graph(self) -> Graph:
        """All graphs side by side as one; `graph_ptr` tells where the nodes of each begin."""
        return Graph.from_edges(self.edge_index, num_nodes=int(self.node_ptr[-1]), graph_ptr=self.node_ptr)

    def _data(self, at: int) -> Data:
        from torch_geometric.data import Data

        first, last = self.node_ptr[at : at + 2].tolist()
        columns = slice(*self.edge_ptr[at : at + 2].tolist())
        parts = {
            "edge_index": _tensor(self.edge_index[:, columns] - first),
            "y": _tensor(self.y[at : at + 1]),
        }
        if self.x is not None:
            parts["x"] = _tensor(self.x[first:last])
        if self.edge_attr is not None:
            parts["edge_attr"] = _tensor(self.edge_attr[columns])
        return Data(num_nodes=last - first, **parts)


Dataset: TypeAlias = (
    LinkDataset | NodeDataset | GraphsDataset | TriplesDataset | InductiveDataset | PairsDataset
)


def _tensor(array: npt.NDArray[Any]) -> Tensor:
    import torch

    return torch.from_numpy(array.astype(np.int64 if array.dtype.kind in "iu" else np.float32))
