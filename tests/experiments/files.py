"""A small cell to try things on."""

from __future__ import annotations

from pathlib import Path

import tomlkit

KATZ = """\
# A comment that must stay.
task = "links"
paper = "not in the paper"
seeds = 3

[published]
auc = 90.0
auc_spread = 0.5

[protocol]
dataset = "ns"
valid = 0.1
test = 0.1
negatives = "uniform"
negatives_per_positive = 1
seen = "training edges"
selection = "nothing"
metrics = ["auc", "ap"]

[model]
kind = "heuristic"
score = "katz"
katz_max_length = 4
katz_beta = 0.05

[training]
"""


def write_cell(root: Path, name: str = "links/ns/katz", **changes: object) -> Path:
    """The cell's file below a root, with values changed: ``model__score="adamic_adar"``; None deletes."""
    document = tomlkit.parse(KATZ)
    for place, value in changes.items():
        *tables, key = place.split("__")
        part = document
        for table in tables:
            part = part[table]
        if value is None:
            del part[key]
        else:
            part[key] = value
    path = root / f"{name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(tomlkit.dumps(document))
    return path
