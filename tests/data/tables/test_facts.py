"""Tables of facts: columns known by name or place, parts in one numbering."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from gdgnn.data.tables import BadRowError, read_facts

ROWS = [("ann", "knows", "bob"), ("bob", "likes", "tea"), ("eve", "knows", "ann")]


def write(path: Path, rows: list[tuple[Any, ...]], delimiter: str = "\t") -> Path:
    path.write_text("".join(delimiter.join(map(str, row)) + "\n" for row in rows))
    return path


def test_a_file_without_a_header_is_head_relation_tail(tmp_path: Path) -> None:
    found = read_facts({"all": write(tmp_path / "facts.txt", ROWS)})
    assert found.facts["all"].named() == ROWS
    assert 'guessed: facts are "1", "2", "3"' in found.report


@pytest.mark.parametrize(
    "header",
    [
        ("head", "relation", "tail"),
        ("Subject", "Predicate", "Object"),
        ("h", "r", "t"),
        ("head_id", "relation_id", "tail_id"),
    ],
)
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1)])
def test_columns_are_known_by_their_names(
    header: tuple[str, ...], order: tuple[int, ...], tmp_path: Path
) -> None:
    rows = [tuple(row[at] for at in order) for row in [header, *ROWS]]
    found = read_facts({"all": write(tmp_path / "facts.csv", rows, ",")})
    assert found.facts["all"].named() == ROWS


def test_columns_may_be_named() -> None:
    table = pd.DataFrame({"when": [1], "to": ["bob"], "does": ["knows"], "who": ["ann"]})
    found = read_facts({"all": table}, head="who", relation="does", tail="to")
    assert found.facts["all"].named() == [("ann", "knows", "bob")]
    assert "columns not used: when" in found.report
    with pytest.raises(ValueError, match='no column "what"'):
        read_facts({"all": table}, head="what")
    with pytest.raises(ValueError, match="three different columns"):
        read_facts({"all": table}, head="who", relation="who", tail="to")
    with pytest.raises(ValueError, match="has 2 columns"):
        read_facts({"all": {"a": [1], "b": [2]}})
    with pytest.raises(ValueError, match="no table is given"):
        read_facts({})


def test_parts_share_their_numbers(tmp_path: Path) -> None:
    more = {"head": ["tea"], "relation": ["knows"], "tail": ["eve"]}
    found = read_facts({"train": write(tmp_path / "a.txt", ROWS), "test": more})
    train, test = found.facts["train"], found.facts["test"]
    assert train.entities is test.entities
    assert test.ids.tolist() == [[2], [0], [3]]
    assert (train.num_entities, train.num_relations) == (4, 2)


def test_a_first_row_of_known_names_is_no_header(tmp_path: Path) -> None:
    """Three facts of three relations look as if the first were a header."""
    rows = [("ann", "knows", "bob"), ("joe", "likes", "tea"), ("eve", "sees", "sea")]
    path = write(tmp_path / "facts.tsv", rows)
    assert read_facts({"all": path}).facts["all"].num_triples == 2
    assert read_facts({"all": path}, known={"ann", "bob"}).facts["all"].num_triples == 3
    numbers = write(tmp_path / "numbers.tsv", [(1, "knows", 2), (3, "likes", 4)])
    assert read_facts({"all": numbers}, known={1, 2}).facts["all"].named()[0] == (1, "knows", 2)


def test_a_bad_row_is_named_and_can_be_left_out(tmp_path: Path) -> None:
    path = write(tmp_path / "facts.tsv", [*ROWS, ("ann", "", "bob")])
    with pytest.raises(BadRowError, match=r"facts\.tsv, line 4: .* is empty"):
        read_facts({"all": path})
    assert read_facts({"all": path}, skip_bad=True).facts["all"].num_triples == 3
