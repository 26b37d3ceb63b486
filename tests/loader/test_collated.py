from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from torch_geometric.data import Batch, Data

from gdgnn.graph import Graph
from gdgnn.loader.collated import CollatedGraphs
from tests.loader.checks import assert_equal


class Molecule(Data):
    """A `Data` with rules of its own."""

    def __inc__(self, key: str, value: Any, *args: Any, **kwargs: Any) -> Any:
        return self.num_rings if key == "ring_of_atom" else super().__inc__(key, value, *args, **kwargs)

    def __cat_dim__(self, key: str, value: Any, *args: Any, **kwargs: Any) -> Any:
        return None if key == "fingerprint" else super().__cat_dim__(key, value, *args, **kwargs)


def molecules(count: int) -> list[Molecule]:
    random = torch.Generator().manual_seed(0)
    found = []
    for at in range(count):
        atoms = 1 + at % 5
        ends = torch.randint(atoms, (2, 3 * at), generator=random)
        found.append(
            Molecule(
                x=torch.rand(atoms, 3, generator=random),
                edge_index=torch.cat([ends, ends.flip(0)], dim=1),
                edge_attr=torch.rand(6 * at, 2, generator=random),
                y=torch.tensor([[at, -at]]),
                weight=at / 2,
                smiles="C" * at,
                fingerprint=torch.rand(4, generator=random),
                num_rings=at % 3,
                ring_of_atom=torch.zeros(atoms, dtype=torch.long),
            )
        )
    return found


@pytest.mark.parametrize("chosen", [[0, 1, 2], [4, 4, 0], [7], [9, 3, 5, 1, 0, 8]])
def test_a_batch_is_what_pyg_joins(chosen: list[int]) -> None:
    graphs = molecules(10)
    batch = CollatedGraphs(graphs).batch(np.array(chosen))
    expected = Batch.from_data_list([graphs[at] for at in chosen])
    found, wanted = batch.to_dict(), expected.to_dict()
    assert found.pop("num_nodes") == expected.num_nodes
    assert_equal(found, {key: wanted[key] for key in found})
    assert found.keys() == wanted.keys()
    assert batch.num_graphs == len(chosen)
    assert isinstance(batch, Molecule)


def test_graphs_without_features_or_with_isolated_nodes_keep_their_nodes() -> None:
    lonely = Data(edge_index=torch.empty(2, 0, dtype=torch.long), num_nodes=3)
    pair = Graph.from_edges([[0], [1]], num_nodes=4)
    graphs = CollatedGraphs([lonely, lonely, lonely])
    assert graphs.batch(np.array([2, 0])).batch.tolist() == [0, 0, 0, 1, 1, 1]
    both = CollatedGraphs([pair, pair]).batch(np.array([1, 0]))
    assert both.edge_index.tolist() == [[0, 1, 4, 5], [1, 0, 5, 4]]
    assert both.ptr.tolist() == [0, 4, 8]


def test_an_attribute_that_cannot_be_cut_is_named() -> None:
    graph = Data(edge_index=torch.tensor([[0], [1]]), num_nodes=2, extra={"a": torch.ones(2)})
    with pytest.raises(TypeError, match=r"attribute 'extra' is a dict.*DataLoader"):
        CollatedGraphs([graph, graph])
    with pytest.raises(ValueError, match="there are no graphs; give at least one"):
        CollatedGraphs([])
