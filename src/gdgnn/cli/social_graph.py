"""Made-up graphs: papers join all their authors, who mostly live near each other; some become friends."""

import numpy as np
from numpy.typing import NDArray

Pairs = NDArray[np.int64]

_AUTHORS = 6
_LAB = 40


def collaborations(num_nodes: int, *, seed: int) -> Pairs:
    """Edges of a graph with many triangles, some hubs and a few long bridges.

    Every paper has two to six authors at heavy-tailed offsets from a center, on a ring of `num_nodes`
    people; now and then the first author is the head of a lab instead.

    Args:
        num_nodes: the number of people.
        seed: the same seed makes the same graph.

    Returns:
        (2, m) heads and tails, with repetitions where two people wrote more than one paper.

    Example:
        >>> collaborations(1000, seed=0).shape[0]
        2
    """
    generator = np.random.default_rng(seed)
    papers = num_nodes
    center = generator.integers(num_nodes, size=papers)
    offsets = np.rint(6 * generator.standard_t(1.2, size=(papers, _AUTHORS)))
    authors = (center[:, None] + np.clip(offsets, -num_nodes, num_nodes).astype(np.int64)) % num_nodes
    led = generator.random(papers) < 0.25
    authors[led, 0] = authors[led, 0] // _LAB * _LAB
    count = generator.integers(2, _AUTHORS + 1, size=papers)
    columns = [
        authors[count > second][:, [first, second]].T
        for second in range(1, _AUTHORS)
        for first in range(second)
    ]
    return np.concatenate(columns, axis=1)


def friendships(num_people: int, *, seed: int) -> Pairs:
    """Edges of a social graph: every other pair of people who wrote a paper together.

    What one sees of people who know each other is never complete: there are fewer triangles than among
    authors, and friends of whom nothing near by tells.

    Args:
        num_people: the number of people; the lonely ones have no edge.
        seed: the same seed makes the same graph.

    Returns:
        (2, m) different pairs, in random order.

    Example:
        >>> friendships(1000, seed=0).shape
        (2, 2749)
    """
    generator = np.random.default_rng([seed, 1])
    pairs = np.unique(np.sort(collaborations(num_people, seed=seed), axis=0), axis=1)
    pairs = pairs[:, pairs[0] != pairs[1]]
    chosen: Pairs = generator.permutation(pairs, axis=1)[:, : pairs.shape[1] // 2]
    return chosen


def candidate_pairs(edges: Pairs, count: int, *, num_nodes: int, seed: int) -> Pairs:
    """Pairs as a link predictor meets them: half edges, half pairs drawn at random from near by.

    Args:
        edges: (2, m) the edges of the graph.
        count: how many pairs to draw.
        num_nodes: the number of nodes of the graph.
        seed: the same seed draws the same pairs.

    Returns:
        (2, count) pairs; edges and others alternate.

    Example:
        >>> candidate_pairs(collaborations(1000, seed=0), 8, num_nodes=1000, seed=0).shape
        (2, 8)
    """
    generator = np.random.default_rng(seed)
    pairs: Pairs = edges[:, generator.integers(edges.shape[1], size=count)].copy()
    others = pairs[:, 1::2]
    others[1] = (others[0] + generator.integers(-200, 201, size=others.shape[1])) % num_nodes
    return pairs
