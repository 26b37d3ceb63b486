from __future__ import annotations

import pytest

from gdgnn.estimators.page.table import number, table
from tests.estimators.page.parsed import parsed


def test_numbers_are_put_to_the_right_with_their_heading() -> None:
    made = parsed(table("Ages", ["who", "age", "town"], [["ann", 7, "Ulm"], ["bob", 1234.5, 7]]))
    assert [one.text for one in made.all("td", look="number")] == ["7", "1,234.500", "7"]
    assert [one.text for one in made.all("th", look="number")] == ["age"]
    assert [one.text for one in made.all("th") if one.attributes["scope"] == "row"] == ["ann", "bob"]


def test_what_there_is_not_is_a_dash_among_numbers() -> None:
    made = parsed(table("Few", ["who", "age"], [["ann", number(None)], ["bob", number(-1.0, 1)]]))
    assert [one.text for one in made.all("td", look="number")] == ["–", "−1.0"]


def test_long_names_have_room() -> None:
    made = parsed(table("Few", ["who", "where"], [["a name of many letters", "here"]]))
    assert [one.text for one in made.all("th", look="long")] == ["a name of many letters"]
    assert made.all("td", look="long") == []


def test_a_table_without_rows_is_a_table() -> None:
    assert [one.text for one in parsed(table("None", ["who", "age"], [])).all("th")] == ["who", "age"]


def test_a_row_with_too_few_cells_is_an_error() -> None:
    with pytest.raises(IndexError):
        table("Ages", ["who", "age"], [["ann"]])
