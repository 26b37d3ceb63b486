"""The graphs and pairs every measurement runs on: seeded, vectorized, made once and kept as ``.npy``.

Two large graphs with the shape of well-known link-prediction sets, two knowledge graphs and a set of
molecules. The last three are read from the data folder when it is there and imitated when it is not.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

Array = npt.NDArray[np.int64]

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "benchmarks"
DATA = Path(os.environ.get("GDGNN_DATA", ROOT.parent / "shared" / "data"))
VERSION = 2  # raise when a generator changes, so that no stale graph is read back


@dataclass(frozen=True)
class EdgeList:
    """A graph before it is one. ``edges``: (2, m); ``relation``: (m,); ``graph_sizes``: parts of a union."""

    name: str
    num_nodes: int
    edges: Array
    relation: Array | None = None
    graph_sizes: Array | None = None
    real: bool = False


def teams_graph(
    num_nodes: int, num_edges: int, *, team_size: float, local: float, kept: float, tail: float, seed: int = 0
) -> Array:
    """Distinct undirected edges, (2, num_edges): overlapping teams plus long links, both drawn by activity.

    Activity follows a power law with exponent ``tail``. Nodes lie on a ring, each as wide as its activity;
    a team is a handful of darts thrown close to a common center, so that busy nodes are in many teams and
    neighboring teams overlap. A share ``local`` of the edges comes from teams, in which every two members
    know each other with probability ``kept``; the rest is a Chung-Lu graph of the same activity.
    """
    rng = np.random.default_rng(seed)
    activity = np.minimum((1.0 - rng.random(num_nodes)) ** (-1.0 / (tail - 1.0)), num_nodes**0.5)
    ring = np.cumsum(activity)
    wanted_local = round(local * num_edges)
    edges = _team_edges(rng, ring, wanted_local, team_size, kept)
    edges = edges[rng.permutation(len(edges))[:wanted_local]]
    while len(edges) < num_edges:
        missing = num_edges - len(edges)
        darts = np.searchsorted(ring, rng.random((2, missing + missing // 4 + 64)) * ring[-1])
        longer = _edge_keys(darts[0], darts[1], num_nodes)
        longer = longer[~np.isin(longer, edges, kind="sort")]
        edges = np.concatenate([edges, longer[rng.permutation(len(longer))[:missing]]])
    # Ids that follow the ring would make memory access more local than it is in real data.
    ids = rng.permutation(num_nodes)
    shuffled = edges[rng.permutation(num_edges)]
    return np.stack([ids[shuffled // num_nodes], ids[shuffled % num_nodes]])


def _team_edges(
    rng: np.random.Generator, ring: npt.NDArray[np.float64], wanted: int, size: float, kept: float
) -> Array:
    found = np.empty(0, np.int64)
    spread = 4.0 * size * ring[-1] / len(ring)
    while len(found) < wanted:
        pairs_a_team = max(1.0, 0.5 * kept * size * size)
        sizes = 2 + rng.geometric(1.0 / max(size - 2.0, 1.0), int((wanted - len(found)) / pairs_a_team) + 64)
        sizes = np.minimum(sizes, int(4 * size))
        batches = [found]
        for one_size in np.unique(sizes):
            count = int((sizes == one_size).sum())
            darts = rng.random((count, 1)) * ring[-1] + rng.laplace(0.0, spread, (count, one_size))
            members = np.searchsorted(ring, np.mod(darts, ring[-1]))
            left, right = np.triu_indices(one_size, 1)
            known = rng.random((count, len(left))) < kept
            batches.append(_edge_keys(members[:, left][known], members[:, right][known], len(ring)))
        found = _distinct(np.concatenate(batches))
    return found


def _edge_keys(u: Array, v: Array, num_nodes: int) -> Array:
    """One integer an edge, the smaller end first; loops dropped, duplicates merged."""
    keys = np.minimum(u, v) * num_nodes + np.maximum(u, v)
    return _distinct(keys[u != v])


def _distinct(keys: Array) -> Array:
    """``np.unique``, which goes through a hash table and is many times slower on millions of keys."""
    keys = np.sort(keys)
    return keys[np.append(True, keys[1:] != keys[:-1])] if len(keys) else keys


def collab(scale: float = 1.0) -> EdgeList:
    """W1: sparse and clustered, as co-authorship is."""
    nodes, edges = round(235_868 * scale), round(1_100_000 * scale)
    made = _kept(
        f"collab-{nodes}", lambda: teams_graph(nodes, edges, team_size=5.0, local=0.85, kept=1.0, tail=3.0)
    )
    return EdgeList(f"W1 {nodes:,} nodes", nodes, made)


def ppa(scale: float = 1.0) -> EdgeList:
    """W2: mean degree near 70, long tail, as protein association is."""
    nodes, edges = round(576_289 * scale), round(20_000_000 * scale)
    made = _kept(
        f"ppa-{nodes}", lambda: teams_graph(nodes, edges, team_size=40.0, local=0.7, kept=0.6, tail=3.2)
    )
    return EdgeList(f"W2 {nodes:,} nodes", nodes, made)


KNOWLEDGE_GRAPHS = {"FB15k-237": (14_541, 237, 272_115), "WN18RR": (40_943, 11, 86_835)}


def knowledge_graph(name: str) -> EdgeList:
    """W3: the training triples, directed, with their relations."""
    folder = DATA / "kg" / "transductive" / name / "raw"
    entities, relations, triples = KNOWLEDGE_GRAPHS[name]
    real = folder.is_dir()
    make = (
        (lambda: _read_triples(folder)) if real else (lambda: _imitate_triples(entities, relations, triples))
    )
    rows = _kept(f"{name}-{'real' if real else 'made'}", make)
    return EdgeList(f"W3 {name}", entities, rows[[0, 2]], relation=rows[1], real=real)


def _read_triples(folder: Path) -> Array:
    files = [
        np.loadtxt(folder / f"{part}.txt", dtype=str, delimiter="\t") for part in ("train", "valid", "test")
    ]
    entities = np.unique(np.concatenate([part[:, [0, 2]].ravel() for part in files]))
    head, relation, tail = files[0].T
    relation_ids = np.unique(relation, return_inverse=True)[1]
    return np.stack([np.searchsorted(entities, head), relation_ids, np.searchsorted(entities, tail)])


def _imitate_triples(entities: int, relations: int, triples: int) -> Array:
    edges = teams_graph(entities, triples, team_size=4.0, local=0.3, kept=1.0, tail=2.3)
    relation = np.random.default_rng(1).zipf(1.5, triples) % relations
    return np.stack([edges[0], relation, edges[1]])


MOLECULES = 41_127


def molecules(limit: int | None = None) -> EdgeList:
    """W4: the graphs of ogbg-molhiv (its first ``limit``) as one disjoint union."""
    folder = DATA / "ogb" / "ogbg_molhiv" / "raw"
    real = folder.is_dir()
    origin = "real" if real else "made"

    def made(part: int) -> Array:
        return (_read_molecules(folder) if real else _imitate_molecules())[part]

    sizes = _kept(f"molhiv-sizes-{origin}", partial(made, 0))[:limit]
    edges = _kept(f"molhiv-edges-{origin}", partial(made, 1))
    num_nodes = int(sizes.sum())
    edges = edges[:, (edges < num_nodes).all(axis=0)]
    return EdgeList(f"W4 {len(sizes):,} molecules", num_nodes, edges, graph_sizes=sizes, real=real)


def _read_molecules(folder: Path) -> tuple[Array, Array]:
    def column(name: str) -> Array:
        return np.loadtxt(folder / f"{name}.csv.gz", dtype=np.int64, delimiter=",")

    sizes, counts, edges = column("num-node-list"), column("num-edge-list"), column("edge").T
    return sizes, edges + np.repeat(np.cumsum(sizes) - sizes, counts)


def _imitate_molecules() -> tuple[Array, Array]:
    """Chains with side branches, and a ring closed every few atoms."""
    rng = np.random.default_rng(2)
    sizes = np.clip(rng.normal(25.5, 12.0, MOLECULES).astype(np.int64), 2, 222)
    start = np.repeat(np.cumsum(sizes) - sizes, sizes)
    atom = np.arange(sizes.sum())
    parent = np.maximum(atom - np.minimum(rng.geometric(0.7, len(atom)), 4), start)
    bonds = np.stack([parent, atom])[:, atom > start]
    ring = np.stack([atom - 5, atom])[:, (atom - 5 >= start) & (rng.random(len(atom)) < 0.1)]
    return sizes, np.concatenate([bonds, ring], axis=1)


def _kept(name: str, make: Callable[[], Array]) -> Array:
    path = BUILD / "data" / f"{name}-v{VERSION}.npy"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(f".{os.getpid()}.npy")
        np.save(unfinished, make())
        unfinished.rename(path)
    return np.asarray(np.load(path))


def mixed_pairs(edges: EdgeList, count: int, seed: int) -> Array:
    """(2, count) pairs in random order: half are edges of the graph (to be excluded), half are random."""
    rng = np.random.default_rng([seed, 1])
    known = edges.edges[:, rng.integers(edges.edges.shape[1], size=count // 2)]
    pairs = np.concatenate([known, random_pairs(edges, count - count // 2, seed)], axis=1)
    return np.ascontiguousarray(pairs[:, rng.permutation(count)])


def random_pairs(edges: EdgeList, count: int, seed: int) -> Array:
    """(2, count) pairs of nodes drawn independently."""
    return np.random.default_rng([seed, 2]).integers(edges.num_nodes, size=(2, count))


def statistics(adjacency: sp.csr_array, sample: int = 2_000) -> dict[str, float]:
    """Size, degrees and mean local clustering (over ``sample`` nodes of degree two or more)."""
    matrix = adjacency.astype(np.int32)
    degree = np.diff(matrix.indptr)
    eligible = np.flatnonzero(degree >= 2)
    nodes = np.random.default_rng(3).choice(eligible, min(sample, len(eligible)), replace=False)
    rows = matrix[nodes]
    closed = np.asarray((rows @ matrix).multiply(rows).sum(axis=1)).ravel()
    clustering = closed / (degree[nodes] * (degree[nodes] - 1.0))
    return {
        "nodes": matrix.shape[0],
        "edges": int(matrix.nnz // 2),
        "mean_degree": round(float(degree.mean()), 2),
        "median_degree": float(np.median(degree)),
        "p99_degree": float(np.quantile(degree, 0.99)),
        "max_degree": int(degree.max()),
        "clustering": round(float(clustering.mean()), 3),
    }
