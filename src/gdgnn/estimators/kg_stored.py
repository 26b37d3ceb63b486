"""A completer as plain values and tensors, and back."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from gdgnn.data.triples import Triples
from gdgnn.estimators.fields import read
from gdgnn.estimators.folder import Parts
from gdgnn.estimators.kg_evaluation import Evaluation, Group, read_groups
from gdgnn.estimators.kg_scores import FactScores
from gdgnn.estimators.kg_settings import KnowledgeSettings
from gdgnn.estimators.training import device_of
from gdgnn.estimators.weights import fill, weights_of
from gdgnn.tasks.history import History

Part = npt.NDArray[np.int8]


@dataclass(frozen=True)
class Trace:
    """What a fit went through, and found on its test facts.

    Attributes:
        loss: of each epoch.
        metric: the validation MRR after some of them, by the number of the epoch from 0.
        by_relation, by_distance: the MRR of the test facts.
    """

    loss: tuple[float, ...]
    metric: dict[int, float]
    by_relation: tuple[Group, ...]
    by_distance: tuple[Group, ...]

    @classmethod
    def of(cls, history: History, tested: Evaluation | None) -> Trace:
        """Of a training and a test."""
        groups = ((), ()) if tested is None else (tested.by_relation, tested.by_distance)
        return cls(history.loss, history.metric, *groups)

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {**asdict(self), "metric": [[epoch, value] for epoch, value in self.metric.items()]}

    @classmethod
    def from_dict(cls, values: Any) -> Trace:
        """What :meth:`as_dict` returned, checked.

        Raises:
            KeyError, TypeError, ValueError: these values are no such thing.
        """
        loss = tuple(_finite(one) for one in values["loss"])
        metric = {int(epoch): _finite(value) for epoch, value in values["metric"]}
        if not all(0 <= epoch < len(loss) for epoch in metric):
            raise ValueError("metric names an epoch that there was not")
        return cls(loss, metric, read_groups(values["by_relation"]), read_groups(values["by_distance"]))


def parts_of(scores: FactScores, trace: Trace, part: Part) -> Parts:
    """All that a completer consists of."""
    tensors = weights_of(scores.model)
    tensors["facts"] = torch.from_numpy(scores.facts.ids.copy())
    tensors["part"] = torch.from_numpy(part.copy())
    config = {"settings": scores.settings.as_dict(), "trace": trace.as_dict()}
    return Parts(config, tensors, scores.graph)


def rebuilt(parts: Parts, *, threads: int | None, device: str) -> tuple[FactScores, Trace, Part]:
    """The same from a file, after a look that all of it goes together.

    Raises:
        IndexError, KeyError, TypeError, ValueError: it does not.
    """
    settings = read(KnowledgeSettings, parts.config["settings"])
    trace = Trace.from_dict(parts.config["trace"])
    tensors = dict(parts.tensors)
    facts, part = _facts(parts, tensors.pop("facts"), tensors.pop("part"))
    config = settings.config(seed=0, validated=False)
    # Without memory at first: settings may ask for a network of any size.
    with torch.device("meta"):
        model = config.model(facts.num_relations, facts.num_entities)
    fill(model, tensors)
    return FactScores(model, settings, facts, threads=threads, device=device_of(device)), trace, part


def _facts(parts: Parts, ids: torch.Tensor, part: torch.Tensor) -> tuple[Triples, Part]:
    graph = parts.graph
    if graph is None or graph.node_names is None or graph.relation_names is None:
        raise ValueError("the graph, or the names of its nodes or relations, are missing")
    if ids.dtype != torch.int64 or ids.ndim != 2 or part.dtype != torch.int8 or part.shape != ids.shape[1:]:
        raise ValueError(f"facts are {ids.dtype} {tuple(ids.shape)}, parts {part.dtype} {tuple(part.shape)}")
    numbered = Triples.from_ids(ids.numpy(), num_entities=graph.num_nodes, num_relations=graph.num_relations)
    facts = Triples(
        numbered.ids, graph.num_nodes, graph.num_relations, graph.node_names, graph.relation_names
    )
    if facts.graph() != graph:
        raise ValueError("the graph is not that of the facts")
    kept = part.numpy()
    if kept.size and not 0 <= kept.min() <= kept.max() <= 2:
        raise ValueError("a fact is in a part that there is not")
    return facts, kept


def _finite(value: Any) -> float:
    if type(value) not in (int, float) or not math.isfinite(value):
        raise ValueError(f"{value!r:.40} is no finite number")
    return float(value)
