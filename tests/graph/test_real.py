"""Real edge lists are cleaned to the counts that are known for them."""

import numpy as np
import pytest

from gdgnn.graph import Graph


@pytest.mark.parametrize(
    ("name", "nodes", "edges"), [("celegans", 297, 2_148), ("ns", 1_461, 2_742), ("pb", 1_222, 16_714)]
)
def test_link_prediction_graphs(name, nodes, edges, data_root):
    table = np.loadtxt(data_root / "link" / name / "edges.txt")
    graph = Graph.from_edges(table[:, :2].astype(np.int64).T)
    assert (np.count_nonzero(graph.degrees()), graph.num_edges) == (nodes, edges)


@pytest.mark.parametrize(
    ("name", "nodes", "edges"), [("brazil", 131, 1_003), ("europe", 399, 5_993), ("usa", 1_190, 13_599)]
)
def test_airports_known_by_their_codes(name, nodes, edges, data_root):
    lines = (data_root / "airports" / name / "edges.txt").read_text().splitlines()
    graph = Graph.from_names(*zip(*map(str.split, lines), strict=True))
    assert (graph.num_nodes, graph.num_edges) == (nodes, edges)


@pytest.mark.parametrize(
    ("name", "entities", "triples", "relations"),
    [("FB15k-237", 14_541, 272_115, 237), ("WN18RR", 40_943, 86_835, 11)],
)
def test_knowledge_graphs_with_the_names_of_all_their_splits(name, entities, triples, relations, data_root):
    folder = data_root / "kg" / "transductive" / name / "raw"
    splits = [(folder / f"{split}.txt").read_text().splitlines() for split in ("train", "valid", "test")]
    names = dict.fromkeys(end for lines in splits for line in lines for end in line.split("\t")[::2])
    heads, types, tails = zip(*(line.split("\t") for line in splits[0]), strict=True)
    graph = Graph.from_names(heads, tails, relation=types, directed=True, node_names=names)
    assert (graph.num_nodes, graph.cleaning.rows, graph.num_relations) == (entities, triples, relations)
    assert graph.num_edges == triples - sum(head == tail for head, tail in zip(heads, tails, strict=True))
    pattern = graph.to_scipy()
    assert graph.as_undirected().indices.size == (pattern + pattern.T).nnz
