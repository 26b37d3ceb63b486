from __future__ import annotations

from collections import Counter
from pathlib import Path

import networkx
import numpy as np
import pytest

from gdgnn.data.datasets.expressive import CSL_SKIPS, make_csl, read_brec, read_exp


def test_csl_is_what_its_definition_says() -> None:
    csl = make_csl("csl", Path())
    assert Counter(csl.y.tolist()) == dict.fromkeys(range(10), 15)
    graphs = [networkx.Graph(data.edge_index.T.tolist()) for data in csl]
    for label, skip in enumerate(CSL_SKIPS):
        wanted = networkx.circulant_graph(41, [1, skip])
        for copy in graphs[15 * label : 15 * label + 3]:
            assert networkx.faster_could_be_isomorphic(copy, wanted)
            assert networkx.is_isomorphic(copy, wanted)
    assert len({tuple(map(tuple, data.edge_index.tolist())) for data in csl}) == 150


def test_csl_never_changes() -> None:
    first, again = (make_csl("csl", Path()).edge_index for _ in range(2))
    np.testing.assert_array_equal(first, again)


EXP = "2\n3 1\n0 2 1 2\n1 1 0\n0 1 0\n1 0\n1 0\n"


def test_exp_features_are_one_hot(tmp_path: Path) -> None:
    (tmp_path / "GRAPHSAT.txt").write_text(EXP)
    found = read_exp("exp", tmp_path)
    assert found.y.tolist() == [1, 0]
    assert found[0].x.tolist() == [[1, 0], [0, 1], [1, 0]]
    assert found[0].edge_index.tolist() == [[0, 0, 1, 2], [1, 2, 0, 0]]
    assert found[1].edge_index.shape == (2, 0)


@pytest.mark.parametrize("text", [EXP[:-4], EXP.replace("1 2\n", "1 3\n"), EXP.replace("3 1", "3"), "x\n"])
def test_exp_damage_is_an_error_that_names_the_file(text: str, tmp_path: Path) -> None:
    (tmp_path / "GRAPHSAT.txt").write_text(text)
    with pytest.raises(ValueError, match=r"GRAPHSAT.txt is damaged"):
        read_exp("exp", tmp_path)


def test_exp_comes_in_pairs_of_both_classes(data_root: Path) -> None:
    folder = data_root / "expressive" / "exp"
    if not folder.is_dir():
        pytest.skip(f"no {folder}")
    found = read_exp("exp", folder)
    sizes = np.diff(found.node_ptr).reshape(-1, 2)
    assert (found.y.reshape(-1, 2).sum(axis=1) == 1).all()
    assert (sizes[:, 0] == sizes[:, 1]).all()


def test_brec_has_the_categories_it_is_known_for(data_root: Path) -> None:
    folder = data_root / "expressive" / "brec"
    if not folder.is_dir():
        pytest.skip(f"no {folder}")
    found = read_brec("brec", folder)
    assert sorted(Counter(found.category).values()) == [20, 20, 50, 50, 60, 100, 100]
    assert all(one.num_nodes == other.num_nodes and one.num_edges == other.num_edges for one, other in found)


def test_a_line_of_brec_that_is_no_pair_is_numbered(tmp_path: Path) -> None:
    (tmp_path / "pairs.tsv").write_text("basic\tDqK\tDqK\nbasic\tDqK\n")
    with pytest.raises(ValueError, match=r"pairs.tsv is damaged: line 2"):
        read_brec("brec", tmp_path)
