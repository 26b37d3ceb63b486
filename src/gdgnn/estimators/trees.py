"""`Trees`: boosted trees as arrays, which can be saved without pickle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from gdgnn.estimators.folder import fitting_tensors
from gdgnn.heuristics import BoostedGeodesics

_INTS = ("feature", "left", "right", "first")
_FLOATS = ("threshold", "value")


@dataclass(frozen=True, eq=False)
class Trees:
    """Boosted trees, their nodes one after the other; node 0 of a tree is its root.

    Attributes:
        feature: ``(nodes,)`` the column that is compared; -1 in a leaf.
        threshold: ``(nodes,)`` to the left is what is not greater.
        left, right: ``(nodes,)`` positions of the children, always behind the node itself.
        value: ``(nodes,)`` what a leaf adds to the logit.
        first: ``(trees + 1,)`` where each tree begins.
        baseline: the logit without any tree.

    Example:
        >>> stump = Trees(
        ...     *map(np.array, ([0, -1, -1], [0.5, 0, 0], [1, 0, 0], [2, 0, 0], [0, -1.0, 1.0])),
        ...     first=np.array([0, 3]),
        ...     baseline=0.25,
        ... )
        >>> stump.logits(np.array([[0.0], [1.0]])).tolist()
        [-0.75, 1.25]
    """

    feature: npt.NDArray[np.int64]
    threshold: npt.NDArray[np.float64]
    left: npt.NDArray[np.int64]
    right: npt.NDArray[np.int64]
    value: npt.NDArray[np.float64]
    first: npt.NDArray[np.int64]
    baseline: float

    @classmethod
    def of(cls, model: BoostedGeodesics) -> Trees:
        """The trees of a fitted model, read off scikit-learn's own arrays."""
        boosted: Any = model._trees
        trees = [predictors[0].nodes for predictors in boosted._predictors]
        first = np.cumsum([0, *map(len, trees)]).astype(np.int64)
        nodes = np.concatenate(trees)
        shift = np.repeat(first[:-1], np.diff(first))
        leaf = nodes["is_leaf"].astype(bool)
        return cls(
            np.where(leaf, -1, nodes["feature_idx"]).astype(np.int64),
            np.where(leaf, 0.0, nodes["num_threshold"]),
            np.where(leaf, 0, nodes["left"].astype(np.int64) + shift),
            np.where(leaf, 0, nodes["right"].astype(np.int64) + shift),
            np.where(leaf, nodes["value"], 0.0),
            first,
            float(np.ravel(boosted._baseline_prediction)[0]),
        )

    def logits(self, rows: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """``(k, columns)`` to ``(k,)``."""
        total = np.full(len(rows), self.baseline)
        for root in self.first[:-1].tolist():
            at = np.full(len(rows), root)
            going = np.arange(len(rows)) if self.feature[root] >= 0 else np.empty(0, np.int64)
            while going.size:
                here = at[going]
                right = rows[going, self.feature[here]] > self.threshold[here]
                at[going] = np.where(right, self.right[here], self.left[here])
                going = going[self.feature[at[going]] >= 0]
            total += self.value[at]
        return total

    def tensors(self) -> dict[str, Tensor]:
        """For a file."""
        arrays = {name: torch.from_numpy(getattr(self, name)) for name in (*_INTS, *_FLOATS)}
        return {f"trees.{name}": value for name, value in arrays.items()} | {
            "trees.baseline": torch.tensor([self.baseline], dtype=torch.float64)
        }

    @classmethod
    def from_tensors(cls, tensors: dict[str, Tensor], columns: int) -> Trees:
        """What :meth:`tensors` returned, after a look that each walk ends in a leaf.

        Raises:
            ValueError: it need not.
        """
        nodes = len(tensors.get("trees.feature", ()))
        trees = len(tensors.get("trees.first", ()))
        expected = {f"trees.{name}": ((nodes,), torch.int64) for name in _INTS}
        expected |= {f"trees.{name}": ((nodes,), torch.float64) for name in _FLOATS}
        expected |= {"trees.first": ((trees,), torch.int64), "trees.baseline": ((1,), torch.float64)}
        fitting_tensors(tensors, expected)
        arrays = {name: tensors[f"trees.{name}"].numpy() for name in (*_INTS, *_FLOATS)}
        here = np.arange(nodes)
        inner = arrays["feature"] >= 0
        children = np.stack([arrays["left"], arrays["right"]])[:, inner]
        first = arrays["first"]
        if (
            not trees
            or (arrays["feature"] >= columns).any()
            or (children <= here[inner]).any()
            or (children >= nodes).any()
            or first[0] != 0
            or first[-1] != nodes
            or (np.diff(first) < 1).any()
        ):
            raise ValueError("the trees lead nowhere")
        return cls(**arrays, baseline=float(tensors["trees.baseline"]))
