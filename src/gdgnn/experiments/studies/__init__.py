"""How cells are measured: one study for each task and kind of method."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol, get_type_hints

from gdgnn.experiments.record import SeedResult
from gdgnn.experiments.strict import strict
from gdgnn.experiments.studies.graph_network import GraphNetwork
from gdgnn.experiments.studies.knowledge_network import KnowledgeNetwork
from gdgnn.experiments.studies.link_heuristic import LinkHeuristic
from gdgnn.experiments.studies.link_network import LinkNetwork, LinkWalkNetwork
from gdgnn.experiments.studies.link_trees import LinkTrees, LinkWalkTrees
from gdgnn.experiments.studies.molecule_network import MoleculeNetwork
from gdgnn.experiments.studies.node_baseline import NodeDegree, NodeTrees
from gdgnn.experiments.studies.node_network import NodeNetwork

__all__ = ["STUDIES", "Study", "read_study"]


class JudgedBy(Protocol):
    """How a method is judged."""

    @property
    def dataset(self) -> str:
        """What it is judged on."""
        ...

    def in_words(self) -> str:
        """For readers of the table."""
        ...


class Study(Protocol):
    """What measures one seed of a cell."""

    @property
    def protocol(self) -> JudgedBy:
        """How the method is judged; the same for every method beside it."""
        ...

    @property
    def metrics(self) -> tuple[str, ...]:
        """Names of the figures that a cell prints."""
        ...

    def run(self, seed: int, root: Path | None) -> SeedResult:
        """Measure one seed, or one fold."""
        ...


STUDIES: dict[tuple[str, str], type[Study]] = {
    ("links", "network"): LinkNetwork,
    ("links", "network+walks"): LinkWalkNetwork,
    ("links", "heuristic"): LinkHeuristic,
    ("links", "boosted-trees"): LinkTrees,
    ("links", "boosted-trees+walks"): LinkWalkTrees,
    ("nodes", "network"): NodeNetwork,
    ("nodes", "log-degree-regression"): NodeDegree,
    ("nodes", "forest"): NodeTrees,
    ("graphs", "network"): GraphNetwork,
    ("molecules", "network"): MoleculeNetwork,
    ("knowledge", "network"): KnowledgeNetwork,
}
"""By the task, and the kind of the model."""


def read_study(task: str, tables: Mapping[str, Mapping[str, Any]]) -> Study:
    """The study that a cell's tables `protocol`, `model` and `training` describe.

    Raises:
        ValueError: there is no such study, or a setting is missing, unknown or of the wrong type.

    Example:
        >>> read_study("links", {"protocol": {}, "model": {"kind": "oracle"}, "training": {}})
        Traceback (most recent call last):
        ValueError: no study of task 'links' has model.kind 'oracle'; there are ...
    """
    kind = tables["model"].get("kind")
    study = STUDIES.get((task, str(kind)))
    if study is None:
        known = ", ".join(f"{task} {kind}" for task, kind in STUDIES)
        raise ValueError(f"no study of task {task!r} has model.kind {kind!r}; there are {known}")
    hints = get_type_hints(study)
    parts = {name: strict(hints[name], tables[name], name) for name in ("protocol", "model", "training")}
    return study(**parts)
