"""Random regular graphs: the paper's claim that vertical geodesics tell almost all of them apart."""

from __future__ import annotations

import math
from itertools import combinations
from pathlib import Path

import numpy as np
from rich.progress import track

from gdgnn.experiments.expressive.record import RESULTS, read, write
from gdgnn.experiments.expressive.sets import GraphPair, random_regular
from gdgnn.experiments.expressive.untrained import DIFFERENCE, Network, differences
from gdgnn.nn import NodeContext

DEGREES = (3, 4)
SIZES = (64, 128, 256, 512, 1024, 2048)
DRAWS = 2
"""A network so small may have no unit that is active where two graphs differ; two seldom have none."""


def paper_max_dist(degree: int, num_nodes: int, epsilon: float = 0.1) -> int:
    """How far the paper lets nodes look: ``ceil((1/2 + e) log n / log(r - 1 - e))``.

    Example:
        >>> paper_max_dist(3, 64), paper_max_dist(4, 2048)
        (4, 5)
    """
    return math.ceil((0.5 + epsilon) * math.log(num_nodes) / math.log(degree - 1 - epsilon))


def share_told(degree: int, num_nodes: int, network: Network, graphs: int, seed: int = 0) -> float:
    """The share of all pairs among so many random graphs that one of two random networks tells apart."""
    rng = np.random.default_rng([seed, degree, num_nodes])
    drawn = [random_regular(degree, num_nodes, rng) for _ in range(graphs)]
    pairs = [GraphPair("regular", one, other) for one, other in combinations(drawn, 2)]
    apart, _ = differences(network, pairs, draws=DRAWS)
    return float((apart > DIFFERENCE).any(dim=0).double().mean())


def regular(graphs: int = 5, folder: Path = RESULTS) -> None:
    """The share told apart with geodesics and without, for every size that is not in the file yet."""
    result = read("regular", folder)
    for degree in DEGREES:
        for num_nodes in track(SIZES, f"{degree}-regular graphs"):
            if f"{degree} {num_nodes}" in result:
                continue
            max_dist = paper_max_dist(degree, num_nodes)
            contexts: tuple[NodeContext, ...] = ("none", "vertical", "vertical+degree")
            share = {}
            for context in contexts:
                network = Network(context=context, max_dist=max_dist, depth=2, channels=8)
                share[context] = share_told(degree, num_nodes, network, graphs)
            pairs = graphs * (graphs - 1) // 2
            result[f"{degree} {num_nodes}"] = {"max_dist": max_dist, "pairs": pairs, "share": share}
            print(f"  r={degree} n={num_nodes} max_dist={max_dist}: {share}")
            write("regular", result, folder)
