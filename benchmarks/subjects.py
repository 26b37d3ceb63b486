"""A workload's graph in all the forms that the engine and its peers want, and how much of it a run uses."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import scipy.sparse as sp

from benchmarks import workloads
from benchmarks.measure import Race
from benchmarks.native import Naive
from benchmarks.workloads import EdgeList
from gdgnn import Graph

Report = dict[str, Any]
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
ENGINE, ALL_CORES = "engine, 1 thread", "engine, 2 threads"
NO_DEGREES = "engine, no degrees"
NAIVE, NAIVE_COUNTS, RESEARCH = "naive C++", "naive C++, counts only", "research style"


@dataclass(frozen=True)
class Size:
    """How much of everything a run does; ``patience``: seconds for each of the slow peers."""

    scale: float
    pairs: int
    repetitions: int
    research_pairs: int
    sources: int
    patience: float


FULL = Size(1.0, 1_000_000, 5, 200, 256, 2.0)
QUICK = Size(0.02, 20_000, 2, 30, 8, 0.1)


@dataclass(frozen=True)
class Subject:
    edges: EdgeList
    graph: Graph
    naive: Naive
    adjacency: sp.csr_array


@lru_cache(maxsize=1)
def subject(name: str, scale: float) -> Subject:
    """W1, W2, W4 or the name of a knowledge graph; the last is kept, as the next step may want it."""
    return subject_of(edge_list(name, scale))


def edge_list(name: str, scale: float) -> EdgeList:
    if name == "W1":
        return workloads.collab(scale)
    if name == "W2":
        return workloads.ppa(scale)
    if name == "W4":
        return workloads.molecules(round(scale * workloads.MOLECULES))
    return workloads.knowledge_graph(name)


def graph_of(edges: EdgeList) -> Graph:
    """Knowledge graphs keep their triples and are searched both ways."""
    if edges.relation is None:
        return Graph.from_edges(edges.edges, num_nodes=edges.num_nodes)
    triples = Graph.from_edges(edges.edges, num_nodes=edges.num_nodes, relation=edges.relation, directed=True)
    return triples.as_undirected()


def subject_of(edges: EdgeList) -> Subject:
    graph = graph_of(edges)
    ones = np.ones(len(graph.indices), np.int8)
    adjacency = sp.csr_array((ones, graph.indices, graph.indptr), shape=(graph.num_nodes, graph.num_nodes))
    return Subject(edges, graph, Naive(graph.indptr, graph.indices), adjacency)


def report(name: str, unit: str, run: Race, **more: Any) -> Report:
    """Rates of one race, and the ratio of the engine on one thread to everything else in it.

    Two threads are compared by the clock on the wall, everything else by processor time.
    """
    ratios = {
        peer: round((run.ratio if peer == ALL_CORES else run.processor_ratio)(ENGINE, peer), 3)
        for peer in run.rates
        if peer != ENGINE
    }
    return {"workload": name, "unit": unit, "rates": run.as_json(), "ratios": ratios, **more}
