"""Names become ids in order of first appearance, and ids lead back to names."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gdgnn.graph import Graph, Names

hashables = st.one_of(st.text(max_size=3), st.integers(-3, 3), st.tuples(st.integers(0, 2)), st.booleans())


class Unsure:
    """Like pandas.NA: refuses to say whether it differs from itself."""

    def __ne__(self, other):
        raise TypeError("boolean value of NA is ambiguous")

    __hash__ = object.__hash__


@given(st.lists(st.tuples(hashables, hashables, st.sampled_from(["r", "s", 1])), max_size=12), st.booleans())
def test_every_row_is_found_again_by_its_names(rows, directed):
    heads, tails, types = (list(column) for column in zip(*rows, strict=True)) if rows else ([], [], [])
    graph = Graph.from_names(heads, tails, relation=types, directed=directed)
    seen = list(dict.fromkeys(name for u, v, _ in rows for name in (u, v)))
    assert graph.node_names == seen
    assert graph.relation_names == list(dict.fromkeys(types))
    for row, (u, v, relation) in enumerate(rows):
        edge = graph.row_edge[row]
        if u == v:
            assert edge == -1
            continue
        ends = {graph.node_names[at] for at in graph.edge_index[:, edge]}
        assert ends == {u, v}
        assert graph.relation_names[graph.relation[edge]] == relation
        assert graph.node_id(u) == seen.index(u)
    assert Graph.from_names(
        *graph.to_names()[:2], relation=graph.to_names()[2], directed=directed
    ) == graph or any(u == v for u, v, _ in rows)


@pytest.mark.parametrize(
    "column",
    [["a", "b", "a"], ("a", "b", "a"), np.array(["a", "b", "a"]), np.array(["a", "b", "a"], dtype=object)],
)
def test_columns_of_names_come_in_any_form(column):
    graph = Graph.from_names(column, iter(["c", "c", "d"]))
    assert graph.node_names == ["a", "c", "b", "d"]
    assert all(type(name) is str for name in graph.node_names)


def test_numpy_scalars_become_the_python_values_they_equal():
    graph = Graph.from_names([np.int64(7), np.str_("a")], [8, 9])
    assert [type(name) for name in graph.node_names] == [int, int, str, int]
    assert graph.node_id(7) == 0


def test_given_names_fix_the_numbering_and_may_exceed_what_occurs():
    graph = Graph.from_names(
        ["b"], ["a"], relation=["s"], node_names=["a", "b", "c"], relation_names=["r", "s"], directed=True
    )
    assert graph.edge_index.tolist() == [[1], [0]]
    assert (graph.num_nodes, graph.num_relations, graph.relation.tolist()) == (3, 2, [1])
    other = Graph.from_names(["c"], ["a"], node_names=graph.node_names)
    assert other.node_names is graph.node_names


@pytest.mark.parametrize(
    ("heads", "tails", "given", "error", "words"),
    [
        ("ab", ["a", "b"], {}, TypeError, "heads is 'ab' of type str; give a list of names"),
        (["a"], 3, {}, TypeError, "tails is 3 of type int; give a list of names"),
        (["a"], ["b", "c"], {}, ValueError, "tails has 2 entries, but heads has 1; give one for each edge"),
        (["a"], ["b"], {"relation": []}, ValueError, "relation has 0 entries, but heads has 1"),
        (["a", "b"], ["b", None], {}, ValueError, "tails[1] is None, a missing value; drop the row"),
        (["a", float("nan")], ["b", "c"], {}, ValueError, "heads[1] is nan, a missing value"),
        (["a"], ["b"], {"relation": [None]}, ValueError, "relation[0] is None, a missing value"),
        (["a", ["x"]], ["b", "c"], {}, TypeError, "heads[1] is of type list; names must be hashable"),
        (["a", "q"], ["a", "a"], {"node_names": ["a"]}, KeyError, "heads[1] is 'q', which is not"),
        (["a", {}], ["a", "a"], {"node_names": ["a"]}, TypeError, "heads[1] is of type dict; names"),
        (["a"], ["b"], {"relation": ["r"], "relation_names": ["s"]}, KeyError, "relation[0] is 'r'"),
        (["a"], ["b"], {"relation_names": ["s"]}, ValueError, "relation_names is given without relation"),
        (["a"], ["b"], {"node_names": ["a", "b", "a"]}, ValueError, "node_names[2] is 'a', as is entry 0"),
        (["a"], ["b"], {"node_names": ["a", None]}, ValueError, "node_names[1] is None, a missing value"),
        (["a"], ["b"], {"node_names": ["a", []]}, TypeError, "node_names[1] is of type list"),
    ],
)  # fmt: skip
def test_bad_names_are_refused_by_column_position_value_and_remedy(heads, tails, given, error, words):
    with pytest.raises(error, match=re.escape(words)):
        Graph.from_names(heads, tails, **given)


def test_values_that_will_not_compare_are_missing():
    with pytest.raises(ValueError, match=r"tails\[0\] is .*Unsure.*, a missing value"):
        Graph.from_names(["a"], [Unsure()])


def test_unknown_names_are_key_errors_that_show_what_there_is():
    graph = Graph.from_names(list("abcd"), list("bcde"), relation=["r"] * 4)
    with pytest.raises(
        KeyError, match=r"no node is named 'z'; there are Names\('a', 'b', 'c', ... 5 in all\)"
    ):
        graph.node_id("z")
    with pytest.raises(KeyError, match="no relation is named 's'"):
        graph.relation_id("s")
    assert (graph.node_id("e"), graph.relation_id("r")) == (4, 0)


def test_a_graph_without_names_says_so():
    graph = Graph.from_edges([[0], [1]])
    with pytest.raises(KeyError, match="this graph has no node names; give node_names when building it"):
        graph.node_id("a")


class TestNames:
    names = Names(["ann", "bob", 3])

    def test_read_like_a_tuple(self):
        assert tuple(self.names) == ("ann", "bob", 3)
        assert self.names == ("ann", "bob", 3)
        assert self.names == ["ann", "bob", 3]
        assert self.names != Names(["ann", "bob"])
        assert self.names != 3
        assert (self.names[0], self.names[-1], self.names[np.int32(1)]) == ("ann", 3, "bob")
        assert self.names[1:] == ("bob", 3)
        assert "bob" in self.names
        assert "eve" not in self.names
        assert len({self.names, Names(["ann", "bob", 3])}) == 1
        with pytest.raises(IndexError):
            self.names[3]

    def test_index_is_that_of_a_tuple(self):
        assert self.names.index("bob") == 1
        with pytest.raises(ValueError, match="'eve' is not among these 3 names"):
            self.names.index("eve")
        with pytest.raises(ValueError, match="'ann' is not among"):
            self.names.index("ann", 1)

    def test_ids_of_many(self):
        assert self.names.ids([3, "ann", 3]).tolist() == [2, 0, 2]
        assert self.names.ids([]).tolist() == []
        with pytest.raises(KeyError, match=r"names\[1\] is 'eve', which is not among these 3 names"):
            self.names.ids(["ann", "eve"])

    def test_say_how_many_they_are(self):
        assert repr(self.names) == "Names('ann', 'bob', 3)"
        assert repr(Names(range(2000))) == "Names(0, 1, 2, ... 2,000 in all)"
        assert repr(Names([])) == "Names()"

    @given(st.lists(st.one_of(st.text(st.characters(), max_size=4), st.integers()), unique_by=lambda x: x))
    def test_what_is_encoded_reads_back_with_its_types(self, items):
        names = Names(items)
        back = Names.stored(*names.encoded("node_names"), "here")
        assert list(back) == items
        assert [type(name) for name in back] == [type(name) for name in items]
        assert [back.index(name) for name in items] == list(range(len(items)))
        assert back[1:3] == tuple(items[1:3])

    def test_lone_surrogates_of_badly_decoded_files_survive(self):
        names = Names([b"caf\xe9".decode(errors="surrogateescape")])
        assert list(Names.stored(*names.encoded("node_names"), "here")) == list(names)

    @pytest.mark.parametrize("text", [b"{", b"[1]", b"null", b"1.5", b"\xff", b"[" * 9000, b"", b"NaN"])
    def test_damaged_bytes_are_a_clean_error_when_looked_at(self, text):
        blob = np.frombuffer(text, dtype=np.uint8)
        names = Names.stored(blob, np.array([0, blob.size]), "graph/node_names.npy")
        with pytest.raises(
            ValueError, match=r"graph/node_names\.npy: name 0 is damaged; save the graph again"
        ):
            names[0]

    def test_stored_names_that_repeat_are_refused_when_looked_up(self):
        blob = np.frombuffer(b'"a""a"', dtype=np.uint8)
        with pytest.raises(ValueError, match=r"here\[1\] is 'a', as is entry 0; names must differ"):
            Names.stored(blob, np.array([0, 3, 6]), "here").index("a")
