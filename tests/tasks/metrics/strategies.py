"""Scores with many ties, of every kind that models give."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

few_values = st.sampled_from((-50.0, -1.0, -0.25, 0.0, 0.25, 0.5, 1.0, 20.0, 25.0, 30.0))
scores = few_values | st.floats(-1e6, 1e6, width=32)
score_lists = st.lists(scores, min_size=1, max_size=12)


@st.composite
def labelled(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    """(scores, labels) with both classes."""
    positive, negative = draw(score_lists), draw(score_lists)
    order = draw(st.permutations(range(len(positive) + len(negative))))
    label = np.array([1] * len(positive) + [0] * len(negative))
    return np.array(positive + negative)[order], label[order]


@st.composite
def queries(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    """(q,) positives and (q, n) negatives."""
    count, width = draw(st.integers(1, 5)), draw(st.integers(1, 8))
    flat = draw(st.lists(scores, min_size=count * (width + 1), max_size=count * (width + 1)))
    table = np.array(flat).reshape(count, width + 1)
    return table[:, 0], table[:, 1:]
