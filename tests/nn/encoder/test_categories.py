"""Atoms, bonds and any other columns of categories."""

from __future__ import annotations

import csv
import gzip
from pathlib import Path

import pytest
import torch

from gdgnn.nn import GINE, AtomEncoder, BondEncoder, CategoryEncoder
from gdgnn.nn.encoder.atom import ATOM_SIZES
from gdgnn.nn.encoder.bond import BOND_SIZES
from tests.nn.graphs import assert_close


def test_the_vectors_of_all_columns_are_added() -> None:
    encoder = CategoryEncoder([3, 2, 4], 5)
    found = encoder(torch.tensor([[2, 0, 3], [0, 1, 0]]))
    table = encoder.table
    assert_close(found, torch.stack([table[2] + table[3] + table[8], table[0] + table[4] + table[5]]))


def test_a_number_that_is_no_category_is_named() -> None:
    for wrong in (2, -1):
        with pytest.raises(ValueError, match=rf"features\[1, 1\] is {wrong}.*column 1 are 0\.\.1"):
            CategoryEncoder([3, 2], 5)(torch.tensor([[0, 1], [2, wrong]]))
    with pytest.raises(ValueError, match=r"give \(n, 9\)"):
        AtomEncoder(5)(torch.zeros(3, 8, dtype=torch.long))


def test_molecules_are_encoded_from_their_atoms_and_bonds() -> None:
    encoder = GINE(16, 16, 2, edge_channels=8, input_encoder=AtomEncoder(16), edge_encoder=BondEncoder(8))
    atoms = torch.zeros(3, 9, dtype=torch.long)
    bonds = torch.zeros(4, 3, dtype=torch.long)
    edge_index = torch.tensor([[0, 1, 1, 2], [1, 0, 2, 1]])
    before = encoder.edge_encoder.table.clone()
    assert encoder(atoms, edge_index, bonds).shape == (3, 16)
    encoder.reset_parameters()
    assert not torch.equal(before, encoder.edge_encoder.table)


@pytest.mark.parametrize(("name", "sizes"), [("node-feat", ATOM_SIZES), ("edge-feat", BOND_SIZES)])
def test_every_category_of_ogbs_molecules_has_a_vector(
    name: str, sizes: tuple[int, ...], data_root: Path
) -> None:
    files = sorted(data_root.glob(f"ogb/ogbg_molhiv/**/{name}.csv.gz"))
    if not files:
        pytest.skip(f"no {name}.csv.gz")
    greatest = [0] * len(sizes)
    with gzip.open(files[0], "rt") as file:
        for row, _ in zip(csv.reader(file), range(100_000), strict=False):
            greatest = [max(pair) for pair in zip(greatest, map(int, row), strict=True)]
    assert all(value < size for value, size in zip(greatest, sizes, strict=True)), greatest
