"""The graph6 format: a graph as one short line of printable characters."""

from __future__ import annotations

import numpy as np

from gdgnn.graph import Graph


def decode_graph6(line: str) -> Graph:
    """The graph that one line of graph6 stands for.

    Raises:
        ValueError: not graph6.

    Example:
        >>> decode_graph6("DqK").edge_index.tolist()
        [[0, 0, 1, 2, 3], [1, 2, 3, 4, 4]]
    """
    code = np.frombuffer(line.strip().encode("latin1", "replace"), dtype=np.uint8).astype(np.int64) - 63
    if code.size == 0 or code.min() < 0 or code.max() > 63:
        raise ValueError(f"{line!r:.40} is not graph6: its characters are '?' to '~'")
    # "~" announces a number of nodes in three digits to the base 64, "~~" one in six.
    marks = 0 if code[0] < 63 else 2 if code[1:2].tolist() == [63] else 1
    length = (1, 3, 6)[marks]
    digits, rest = np.split(code[marks:], [length])
    nodes = sum(digit << 6 * place for place, digit in enumerate(reversed(digits.tolist())))
    if digits.size < length or rest.size != -(-nodes * (nodes - 1) // 2 // 6):
        raise ValueError(f"{line!r:.40} is not graph6: {rest.size} characters for a graph of {nodes} nodes")
    bits = (rest[:, None] >> np.arange(5, -1, -1) & 1).reshape(-1)
    # Upper triangle, column by column: the order of the lower triangle row by row.
    columns, rows = np.tril_indices(nodes, -1)
    edges = np.stack([rows, columns])[:, bits[: rows.size] == 1]
    return Graph.from_edges(edges, num_nodes=nodes)
