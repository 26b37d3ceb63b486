"""Knowledge graphs as triples of names, `head TAB relation TAB tail`."""

from __future__ import annotations

from pathlib import Path

from gdgnn.data.datasets.values import InductiveDataset, TriplesDataset
from gdgnn.data.triples_file import read_split


def read_triples_dataset(name: str, folder: Path) -> TriplesDataset:
    """A folder of `train.txt`, `valid.txt` and `test.txt`."""
    split = read_split(folder)
    return TriplesDataset(name, split.train, split.valid, split.test)


def read_inductive(name: str, folder: Path) -> InductiveDataset:
    """A GraIL pair: the folder, and beside it one of the same name with `_ind` at its end."""
    train = read_split(folder)
    test = read_split(folder.with_name(f"{folder.name}_ind"), relations=train.train.relations)
    return InductiveDataset(name, train, test)
