from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gdgnn.data import (
    EdgeSplit,
    LeakReport,
    UniformNegatives,
    check_leaks,
    split_by_node,
    split_by_time,
    split_edges,
)
from gdgnn.graph import Graph
from tests.strategies import GraphCase, clique, cycle, graph_cases, path, plain, star

Triple = tuple[int, int, int]
PARTS = ("train", "valid", "test")
PAIRS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=6)


def columns(pairs: list[tuple[int, ...]], rows: int = 2) -> np.ndarray:
    return np.array(pairs, dtype=np.int64).reshape(-1, rows).T


def counts(report: LeakReport) -> dict[tuple[str, str, str], int]:
    return {(leak.kind, leak.part, leak.other): leak.count for leak in report}


# --- an oracle that looks at pairs one by one ---------------------------------------------------------


def expected(
    seen: list[Triple], targets: dict[str, list[Triple]], negatives: dict[str, list[Triple]], directed: bool
) -> dict[tuple[str, str, str], int]:
    found: dict[tuple[str, str, str], int] = {}

    def count(kind: str, part: str, other: str, hits: list[bool]) -> None:
        if any(hits):
            found[kind, part, other] = sum(hits)

    def turned(triple: Triple) -> Triple:
        return triple[2], triple[1], triple[0]

    def twins(triple: Triple) -> set[Triple]:
        return {triple} if directed else {triple, turned(triple)}

    seen = [edge for edge in seen if edge[0] != edge[2]]
    for at, part in enumerate(PARTS):
        real = [target for target in targets[part] if target[0] != target[2]]
        against = [("", "in_graph", seen)] if part != "train" else []
        against += [(other, "target", targets[other]) for other in PARTS[:at]]
        for other, name, known in against:
            same = [target in known for target in real]
            back = [turned(target) in known and target not in known for target in real]
            count("target_in_graph" if name == "in_graph" else "shared_target", part, other, same)
            count(f"reversed_{name}", part, other, back)
        if part != "train":
            ends = [{edge[0], edge[2]} for edge in seen]
            near = [
                {target[0], target[2]} in ends and target not in seen and turned(target) not in seen
                for target in real
            ]
            count("other_relation_in_graph", part, "", near)
            nodes = {node for target in targets[part] for node in (target[0], target[2])}
            met = set().union(*ends)
            count("unseen_node", part, "", [node not in met for node in nodes])
        for kind, listed in (("duplicate_target", real), ("duplicate_negative", negatives[part])):
            listed = [triple for triple in listed if triple[0] != triple[2]]
            count(kind, part, "", [bool(twins(one) & set(listed[:i])) for i, one in enumerate(listed)])
        for other in PARTS:
            positives = set(targets[other]) | set(seen if other == "train" else [])
            wrong = [bool(twins(one) & positives) for one in negatives[part] if one[0] != one[2]]
            count("negative_is_positive", part, other, wrong)
    return found


@given(PAIRS, st.tuples(PAIRS, PAIRS, PAIRS), st.tuples(PAIRS, PAIRS, PAIRS), st.booleans())
def test_every_leak_is_counted_as_one_would_by_hand(
    seen: list[Any], targets: tuple[Any, ...], negatives: tuple[Any, ...], directed: bool
) -> None:
    graph = Graph.from_edges(columns(seen), num_nodes=5, directed=directed)
    report = check_leaks(
        graph,
        **{part: columns(pairs) for part, pairs in zip(PARTS, targets, strict=True)},
        **{f"{part}_negatives": columns(pairs) for part, pairs in zip(PARTS, negatives, strict=True)},
    )
    given_targets, given_negatives = (
        {part: [(u, 0, v) for u, v in pairs] for part, pairs in zip(PARTS, lists, strict=True)}
        for lists in (targets, negatives)
    )
    # An undirected graph keeps the first way round of an edge; so does the oracle.
    edges = [(int(u), 0, int(v)) for u, v in graph.edge_index.T]
    assert counts(report) == expected(edges, given_targets, given_negatives, directed)
    assert report.ok == (not report.errors)


TRIPLES = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 1), st.integers(0, 3)), max_size=6)


@given(TRIPLES, st.tuples(TRIPLES, TRIPLES, TRIPLES), TRIPLES, st.booleans())
def test_facts_of_a_knowledge_graph_are_compared_with_their_relations(
    seen: list[Triple], targets: tuple[list[Triple], ...], negatives: list[Triple], ignored: bool
) -> None:
    array = columns(seen, 3)
    graph = Graph.from_edges(array[[0, 2]], num_nodes=4, relation=array[1], num_relations=2, directed=True)
    report = check_leaks(
        graph.as_undirected() if ignored else graph,
        **{part: columns(one, 3) for part, one in zip(PARTS, targets, strict=True)},
        test_negatives=columns(negatives, 3),
        directed=True,
    )
    found = expected(
        seen,
        dict(zip(PARTS, targets, strict=True)),
        {"train": [], "valid": [], "test": negatives},
        directed=True,
    )
    assert counts(report) == found
    assert {leak.kind for leak in report.errors} <= {
        "target_in_graph",
        "shared_target",
        "negative_is_positive",
    }


# --- our own splits, honest and made dishonest ---------------------------------------------------------


def some_split(graph: Graph, kind: str, seed: int) -> EdgeSplit:
    if kind == "time":
        return split_by_time(
            graph, np.random.default_rng(seed).integers(0, 9, graph.num_edges), valid_from=5, test_from=7
        )
    if kind == "node":
        return split_by_node(graph, valid=0.2, test=0.2, seed=seed)
    return split_edges(graph, valid=0.2, test=0.3, disjoint=0.3 if kind == "disjoint" else 0, seed=seed)


KINDS = st.sampled_from(("random", "disjoint", "time", "node"))


@given(graph_cases(), KINDS, st.integers(0, 99))
def test_an_honest_split_is_clean(case: GraphCase, kind: str, seed: int) -> None:
    split = some_split(case.graph, kind, seed)
    negatives = np.empty((2, 0), dtype=np.int64)
    try:
        sampler = UniformNegatives(case.graph)
        negatives = sampler.sample(min(sampler.count, 20), seed=seed)
    except ValueError:
        pass
    half = negatives.shape[1] // 2
    report = check_leaks(split, valid_negatives=negatives[:, :half], test_negatives=negatives[:, half:])
    assert report.ok
    # Opposite edges of a graph whose arrows are ignored are one pair twice.
    assert {leak.kind for leak in report} <= {"unseen_node", "duplicate_target"}


@given(
    st.sampled_from((clique(8), cycle(9), star(9), path(10))),
    st.booleans(),
    KINDS,
    st.sampled_from(("test", "valid")),
    st.integers(0, 99),
)
def test_an_injected_leak_is_found(
    ends: list[tuple[int, int]], turn: bool, kind: str, part: str, seed: int
) -> None:
    graph = plain(10, ends).graph
    split = some_split(graph, kind, seed)
    pairs = {which: getattr(split, f"{which}_pairs") for which in PARTS}
    assume(pairs[part].shape[1])
    random = np.random.default_rng(seed)
    victim = pairs[part][:, random.integers(pairs[part].shape[1], size=1)]
    leaked = victim[::-1] if turn else victim
    name = tuple(victim[:, 0].tolist())
    into_graph = Graph.from_edges(np.concatenate([leaked, split.graph.edge_index], axis=1), num_nodes=10)
    (leak,) = check_leaks(into_graph, **pairs).errors
    assert (leak.kind, leak.part) == ("reversed_in_graph" if turn else "target_in_graph", part)
    assert (leak.count, leak.examples) == (1, (name,))
    seen = {"valid_graph": split.valid_graph, "test_graph": split.test_graph}
    into_train = pairs | {"train": np.concatenate([pairs["train"], leaked], axis=1)}
    (leak,) = check_leaks(split.graph, **into_train, **seen).errors
    assert (leak.kind, leak.part, leak.other, leak.examples) == (
        "reversed_target" if turn else "shared_target",
        part,
        "train",
        (name,),
    )
    (leak,) = check_leaks(split, test_negatives=leaked).errors
    assert (leak.kind, leak.part, leak.other, leak.count) == ("negative_is_positive", "test", part, 1)


# --- what is said ---------------------------------------------------------------------------------------


def test_a_report_names_nodes_and_says_what_to_do() -> None:
    graph = Graph.from_names(["ann", "bob"], ["bob", "eve"], node_names=["ann", "bob", "eve", "joe"])
    report = check_leaks(graph, train=[[0], [1]], test=[[0, 0], [1, 3]], test_negatives=[[2], [1]])
    assert not report.ok
    assert [leak.severity for leak in report] == ["error"] * 3 + ["warning"]
    assert str(report).splitlines()[:3] == [
        "3 errors and 1 warning (2 edges, 1 train, 2 test, 1 test negatives)",
        "error: test: 1 of 2 targets are edges of the graph that the encoder sees",
        "    such as (ann, bob)",
    ]
    assert "test: 1 of 3 nodes of targets have no edge" in str(report)
    assert "(joe)" in str(report)


def test_a_clean_split_says_so() -> None:
    report = check_leaks(split_edges(plain(6, clique(6)).graph, valid=0, test=0.2))
    assert report.ok
    assert len(report) == 0
    assert str(report) == "no leak found (12 edges, 12 train, 3 test)"


def test_pairs_without_relations_are_compared_with_every_relation() -> None:
    graph = Graph.from_edges([[0, 1], [1, 2]], relation=[0, 1], directed=True)
    report = check_leaks(graph, test=[[0], [1], [1]], test_negatives=[[1, 2], [2, 0]])
    assert counts(report) == {
        ("other_relation_in_graph", "test", ""): 1,
        ("negative_is_positive", "test", "train"): 1,
    }
    with pytest.raises(IndexError, match=r"test\[1, 0\] is 2, but the graph has 2 relations"):
        check_leaks(graph, test=[[0], [2], [1]])


def test_wrong_arguments_are_named() -> None:
    graph = plain(4, clique(4)).graph
    with pytest.raises(TypeError, match="split is a list; give an EdgeSplit"):
        check_leaks([[0], [1]])
    with pytest.raises(ValueError, match="beside a split that has its own"):
        check_leaks(split_edges(graph), test=[[0], [1]])
    with pytest.raises(ValueError, match=r"test has shape \(3, 1\); give \(2, k\)"):
        check_leaks(graph, test=[[0], [1], [2]])
    with pytest.raises(IndexError, match=r"valid_negatives\[1, 0\] is 9, but the graph has 4 nodes"):
        check_leaks(graph, valid_negatives=[[0], [9]])
