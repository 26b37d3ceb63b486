from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gdgnn.data.tables import BadRowError, ClassLabels, FeatureEncoding, NodeTable, ReadReport, read_nodes
from gdgnn.graph import Names
from tests.data.tables.test_edges import write

PEOPLE = "name,age,team,title\nann,31,red,a\nbob,,blue,b\neve,25,red,c\njoe,40,,d\n"


def test_columns_are_numeric_or_categorical_as_their_values_are(tmp_path: Path) -> None:
    table = read_nodes(write(tmp_path, PEOPLE))
    assert list(table.names) == ["ann", "bob", "eve", "joe"]
    np.testing.assert_array_equal(table.numeric["age"], [31, np.nan, 25, 40])
    assert table.categorical["team"].values == ("blue", "red")
    assert table.categorical["team"].code.tolist() == [1, 0, 1, -1]
    assert {"numeric: age", "categorical: team, title", 'nodes are named by "name"'} <= set(
        table.report.guesses
    )


def test_typed_tables_say_what_is_numeric() -> None:
    frame = pd.DataFrame(
        {"id": [1, 2], "n": [1.5, float("nan")], "digits": ["1", "2"], "flag": [True, False]}
    )
    table = read_nodes(frame)
    assert list(table.names) == [1, 2]
    assert sorted(table.numeric) == ["digits", "n"]
    assert table.categorical["flag"].values == ("false", "true")


def test_columns_are_used_as_they_are_asked_for(tmp_path: Path) -> None:
    file = write(tmp_path, PEOPLE)
    table = read_nodes(file, categorical=["age"])
    assert (list(table.numeric), table.categorical["age"].values) == ([], ("25", "31", "40"))
    with pytest.raises(
        ValueError, match=r"\"team\" holds 'red', which is no number; mend it, or give categor"
    ):
        read_nodes(file, numeric=["team"])
    with pytest.raises(ValueError, match=r'no column "shoe" beside the nodes; it has age, team, title'):
        read_nodes(file, numeric=["shoe"])


def test_a_column_of_titles_is_not_used() -> None:
    frame = pd.DataFrame({"id": range(300), "title": [f"t{at}" for at in range(300)], "none": [None] * 300})
    report = read_nodes(frame).report
    assert "not used, as most values differ or all are missing: title, none" in report.guesses


def test_wrong_rows_of_nodes_are_told(tmp_path: Path) -> None:
    with pytest.raises(BadRowError, match=r'line 3: "name" is empty; fill it in'):
        read_nodes(write(tmp_path, "name,x\na,1\n,2\n"))
    with pytest.raises(ValueError, match=r"edges.csv: node 'a' has 2 rows; give each node one row"):
        read_nodes(write(tmp_path, "name,x\na,1\na,2\n"))
    table = read_nodes(write(tmp_path, "name,x\na,1\n,2\n"), skip_bad=True)
    assert (len(table.names), table.report.bad) == (1, 1)


# --- features -----------------------------------------------------------------------------------------

VALUES = st.lists(st.none() | st.floats(-1e6, 1e6), min_size=1, max_size=20)


@given(VALUES)
def test_standardised_columns_have_mean_0_and_deviation_1(values: list[float | None]) -> None:
    numbers = np.array([np.nan if value is None else value for value in values])
    names = Names(range(len(values)))
    table = NodeTable(names, {"x": numbers}, {}, ReadReport("table", len(values)))
    encoding = FeatureEncoding.fit(table)
    features = encoding.apply(table, table.names)
    known = np.array([value is not None for value in values])
    column = features.numeric[:, 0]
    assert np.isfinite(features.numeric).all()
    assert (column[~known] == 0).all()
    if known.any():
        assert abs(column[known].mean()) < 1e-3
        spread = np.ptp([value for value in values if value is not None])
        assert spread < 1e-3 or abs(column[known].std() - 1) < 1e-2
    if not known.all():
        assert (features.numeric[:, 1] == ~known).all()


def test_the_statistics_of_training_hold_for_other_nodes(tmp_path: Path) -> None:
    table = read_nodes(write(tmp_path, PEOPLE), numeric=["age"], categorical=["team"])
    encoding = FeatureEncoding.fit(table, Names(["ann", "eve"]))
    (age,) = encoding.numeric
    assert (age.mean, age.scale, age.marked) == (28.0, 3.0, False)
    other = read_nodes({"name": ["zoe", "kim"], "team": ["green", "red"], "age": [34, None]})
    features = encoding.apply(other, Names(["kim", "zoe", "who"]))
    assert features.numeric.tolist() == [[0.0], [2.0], [0.0]]
    assert features.category.tolist() == [[2], [0], [0]]
    assert (features.num_categories, features.missing) == ((3,), {"": 1, "age": 1})
    assert features.numeric.dtype == np.float32
    with pytest.raises(ValueError, match=r"table lacks age; give the columns that the encoding knows"):
        encoding.apply(read_nodes({"name": ["zoe"], "team": ["red"]}), Names(["zoe"]))


def test_an_encoding_is_plain_json(tmp_path: Path) -> None:
    encoding = FeatureEncoding.fit(read_nodes(write(tmp_path, PEOPLE)))
    assert json.loads(json.dumps(asdict(encoding)))["numeric"][0]["name"] == "age"


def test_nodes_without_a_row_are_marked_in_training() -> None:
    table = read_nodes({"id": [1, 2], "x": [5.0, 5.0]})
    encoding = FeatureEncoding.fit(table, Names([1, 2, 3]))
    features = encoding.apply(table, Names([3, 1]))
    assert features.numeric.tolist() == [[0.0, 1.0], [0.0, 0.0]]
    assert features.missing == {"": 1}


def test_a_table_of_names_alone_has_no_features() -> None:
    table = read_nodes({"id": [1, 2], "x": [1, 2]}, numeric=[])
    features = FeatureEncoding.fit(table).apply(table, table.names)
    assert (features.numeric.shape, features.category.shape) == ((2, 0), (2, 0))


# --- labels -------------------------------------------------------------------------------------------


def test_labels_are_classes_in_the_order_of_the_nodes(tmp_path: Path) -> None:
    table = read_nodes(write(tmp_path, "id,level\n7,10\n8,9\n9,\n"))
    labels = ClassLabels.of(table, "level", Names([9, 8, 7, 6]))
    assert (labels.label.tolist(), labels.classes) == ([-1, 0, 1, -1], (9, 10))
    words = read_nodes(write(tmp_path, "id,level\n7,low\n8,high\n"))
    labels = ClassLabels.of(words, "level", Names(["8", "7"]))
    assert (labels.label.tolist(), labels.classes) == ([0, 1], ("high", "low"))


def test_numbers_that_are_no_classes_are_refused() -> None:
    table = read_nodes({"id": [1], "x": [0.5]})
    with pytest.raises(ValueError, match=r'"x" holds 0.5, which is no class'):
        ClassLabels.of(table, "x", table.names)
    with pytest.raises(ValueError, match=r'column "y" was not read, but x; give it to read_nodes'):
        ClassLabels.of(table, "y", table.names)
