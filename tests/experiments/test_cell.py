from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gdgnn.experiments.cell import find_cells, read_cell
from tests.experiments.files import write_cell


def test_a_cell_knows_its_place_its_figures_and_its_study(tmp_path: Path) -> None:
    cell = read_cell(write_cell(tmp_path), tmp_path)
    assert (cell.block, cell.dataset, cell.method, cell.seeds) == ("links", "ns", "katz", 3)
    assert cell.published is not None
    assert (cell.published.values, cell.published.spreads) == ({"auc": 90.0}, {"auc": 0.5})
    assert cell.study.metrics == ("auc", "ap")
    assert cell.ours is None
    assert not cell.stale


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"paper": None}, "links/ns/katz.toml: the file lacks paper"),
        ({"model__katz_beta": None}, "links/ns/katz.toml: model lacks katz_beta"),
        ({"protocol__valid": "some"}, "protocol.valid is 'some'"),
        ({"protocol__dataset": "pb"}, "protocol.dataset is 'pb', but the folder is 'ns'"),
        ({"model__kind": "oracle"}, "no study of task 'links' has model.kind 'oracle'"),
        ({"published__hits": 3.0}, "published.hits is 3.0"),
        ({"published__auc": 0.9e3}, "published.auc is 900.0"),
        ({"seeds": 0}, "seeds is 0"),
        ({"color": "red"}, "the file has color"),
    ],
)
def test_an_incomplete_file_is_refused_with_what_is_wrong(
    changes: dict[str, object], words: str, tmp_path: Path
) -> None:
    path = write_cell(tmp_path, **changes)
    with pytest.raises(ValueError, match=words):
        read_cell(path, tmp_path)


@pytest.mark.parametrize("changes", [{"model__katz_beta": 0.1}, {"protocol__test": 0.2}])
def test_another_configuration_has_another_fingerprint(changes: dict[str, object], tmp_path: Path) -> None:
    old = read_cell(write_cell(tmp_path), tmp_path)
    new = read_cell(write_cell(tmp_path, **changes), tmp_path)
    assert old.fingerprint != new.fingerprint


@pytest.mark.parametrize(
    "changes", [{"note": "Tried."}, {"seeds": 20}, {"paper": "Table 1"}, {"published__auc": 91.0}]
)
def test_what_does_not_decide_the_outcome_leaves_the_fingerprint_alone(
    changes: dict[str, object], tmp_path: Path
) -> None:
    old = read_cell(write_cell(tmp_path), tmp_path)
    new = read_cell(write_cell(tmp_path, **changes), tmp_path)
    assert old.fingerprint == new.fingerprint


def test_patterns_choose_cells_by_name_and_by_folder(tmp_path: Path) -> None:
    for name in ("links/ns/katz", "links/ns/common-neighbors", "cutoff/ns/katz"):
        write_cell(tmp_path, name)
    assert [cell.name for cell in find_cells("links", root=tmp_path)] == [
        "links/ns/common-neighbors",
        "links/ns/katz",
    ]
    assert [cell.name for cell in find_cells("*/katz", root=tmp_path)] == ["cutoff/ns/katz", "links/ns/katz"]
    assert len(find_cells(root=tmp_path)) == 3
    with pytest.raises(ValueError, match="no cell is called 'nodes'"):
        find_cells("links", "nodes", root=tmp_path)


def test_cells_are_read_without_waiting_for_torch() -> None:
    code = "import sys, gdgnn.experiments as e; e.find_cells('links/ns'); sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
