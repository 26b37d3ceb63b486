"""`NodeClassifier`: which class each node of a graph has."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt
import torch
from typing_extensions import Self

from gdgnn.estimators.class_labels import Labels, aligned, share_of_hits
from gdgnn.estimators.class_settings import ClassSettings
from gdgnn.estimators.class_stored import class_config, class_model, read_class_config
from gdgnn.estimators.class_training import Floats, NodeTraining
from gdgnn.estimators.classifier import Classifier
from gdgnn.estimators.folder import Parts
from gdgnn.estimators.journal import identity_of
from gdgnn.estimators.link_training import inputs_of
from gdgnn.estimators.node_features import features
from gdgnn.estimators.progress import Listener
from gdgnn.estimators.source import Source, read_graph, read_nodes
from gdgnn.estimators.weights import weights_of
from gdgnn.geodesics import neighborhoods
from gdgnn.graph import Graph
from gdgnn.nn import NodeContext

_PROBED_NODES = 100
_MOST_NEIGHBORS = 500


class NodeClassifier(Classifier):
    """Predicts the class of nodes from the classes of others in the same graph.

    `fit` holds back labeled nodes, tries several settings on the validation nodes, measures the best on the
    test nodes, and trains it once more on all labeled nodes. All nodes and edges are seen throughout.

    Args:
        directed, encoder, layers, hidden, learning_rate, epochs, batch_size: as in :class:`LinkPredictor`.
        trials, time_budget, refit, seed, threads, device: likewise.
        context: what a node sees of those around it, see :data:`gdgnn.nn.NodeContext`.
        max_dist: how far it looks; by default 2, or 1 where that would be a crowd.
        valid, test: the shares of labeled nodes to hold back.

    Attributes:
        report_: what was chosen, why, and how good it is.
        graph_: the graph.
        classes_: sorted.

    Example:
        >>> ring = np.arange(30)
        >>> edges = np.stack([np.r_[ring, ring], np.r_[(ring + 1) % 30, (ring + 2) % 30]])
        >>> classifier = NodeClassifier(trials=1, epochs=2).fit(edges, ["low"] * 15 + ["high"] * 15)
        >>> classifier.predict_proba([0, 20]).shape, classifier.classes_.tolist()
        ((2, 2), ['high', 'low'])
    """

    saved_as: ClassVar[str] = "NodeClassifier"

    def __init__(
        self,
        *,
        directed: bool | None = None,
        context: NodeContext | None = None,
        max_dist: int | None = None,
        encoder: Literal["gcn", "gin"] | None = None,
        layers: int | None = None,
        hidden: int | None = None,
        learning_rate: float | None = None,
        epochs: int | None = None,
        batch_size: int | None = None,
        valid: float = 0.15,
        test: float = 0.15,
        trials: int = 12,
        time_budget: float | None = 120.0,
        refit: bool = True,
        seed: int = 0,
        threads: int | None = None,
        device: str = "auto",
    ) -> None:
        self.directed = directed
        self.context = context
        self.max_dist = max_dist
        self.encoder = encoder
        self.layers = layers
        self.hidden = hidden
        self.learning_rate = learning_rate
        self.epochs = epochs
        self.batch_size = batch_size
        self.valid = valid
        self.test = test
        self.trials = trials
        self.time_budget = time_budget
        self.refit = refit
        self.seed = seed
        self.threads = threads
        self.device = device

    def fit(
        self,
        edges: Any,
        y: Any = None,
        *,
        x: Any = None,
        checkpoint_dir: str | Path | None = None,
        resume: bool = False,
        on_progress: Listener | None = None,
    ) -> Self:
        """Learn the classes of nodes.

        Args:
            edges, x, checkpoint_dir, resume, on_progress: as in :meth:`LinkPredictor.fit`.
            y: a class for each node, in the order of ids; or by name: a dict, a pandas Series, or a DataFrame
                of two columns. Nodes that were named by a table or by tuples have no order anybody else
                knows: give theirs by name. None, NaN and -1 are unknown. By default the `y` of a `Data` or
                data set, of its training and validation nodes: those of its test part are not looked at.

        Raises:
            KeyError: a node of `y` is not in the graph.
            TypeError, ValueError: edges or labels that cannot be read, or labels that are too few.
        """
        self._check_params()
        source = read_graph(edges, directed=self.directed, x=x)
        graph = source.graph
        given = _labels_of(edges) if y is None else y
        if given is None:
            raise ValueError("there are no labels; give y, or a Data that has it")
        values = aligned(
            given,
            graph.num_nodes,
            lambda names: read_nodes(names, graph, "y"),
            "nodes",
            by_name=source.by_name,
        )
        labels = Labels.of(values)
        training = NodeTraining(
            int(self.seed), self.threads, self.device, on_progress, inputs_of(graph, source.x)
        )
        tensors = () if source.x is None else (source.x,)
        identity = identity_of(self.get_params(), graph, labels.label, *tensors)
        self._source, self._training = source, training
        self._learn(
            training,
            self._defaults(),
            labels,
            identity,
            f"{graph!r}, {np.sum(labels.label >= 0):,} labeled",
            source.notes,
            checkpoint_dir,
            resume,
        )
        return self

    @property
    def graph_(self) -> Graph:
        """The graph that answers are about."""
        self._check_fitted()
        return self._source.graph

    def predict_proba(self, nodes: Any = None) -> Floats:
        """``(k, classes)``: how likely each class is.

        Args:
            nodes: by name, or by id where the graph has no names; all by default.

        Raises:
            KeyError, IndexError: a node that `fit` has not seen.
        """
        graph = self.graph_
        ids = np.arange(graph.num_nodes) if nodes is None else read_nodes(nodes, graph)
        return self._chances(self._training, ids)

    def predict(self, nodes: Any = None) -> npt.NDArray[Any]:
        """``(k,)``: the likeliest class of each node."""
        return self._named(self.predict_proba(nodes))

    def score(self, nodes: Any, y: Any) -> float:
        """The share of nodes, of ``(k,)`` classes, whose class is found."""
        return share_of_hits(self.predict(nodes), y)

    def _defaults(self) -> ClassSettings:
        graph = self._source.graph
        usual = {
            "max_dist": _reach(graph, int(self.seed)),
            "batch_size": int(np.clip(graph.num_nodes // 8, 32, 1024)),
        }
        return ClassSettings(of="nodes", **(usual | self._given()))

    def _parts(self) -> Parts:
        tensors = weights_of(self._model) | ({} if self._source.x is None else {"x": self._source.x})
        return Parts(class_config(self._settings, self._classes), tensors, self.graph_)

    def _rebuild(self, parts: Parts) -> None:
        self._check_params()
        self._settings, self._classes = read_class_config(parts.config, "nodes")
        if parts.graph is None:
            raise ValueError("the graph is missing")
        tensors = dict(parts.tensors)
        x = tensors.pop("x", None)
        self._source = Source(parts.graph, None if x is None else features(x, parts.graph))
        inputs = inputs_of(parts.graph, self._source.x)
        self._training = NodeTraining(int(self.seed), self.threads, self.device, None, inputs)
        self._model = class_model(self._settings, inputs.in_channels, self._classes, tensors)


def _labels_of(data: Any) -> Any:
    """The labels of a `Data` or data set that training may look at."""
    y, split = getattr(data, "y", None), getattr(data, "split", None)
    if y is not None and split is not None:
        seen = np.concatenate([split.train, split.valid])
        return np.where(np.isin(np.arange(len(y)), seen), y, -1)
    masks = [getattr(data, f"{part}_mask", None) for part in ("train", "val")]
    if y is None or masks[0] is None:
        return y
    allowed = masks[0] if masks[1] is None else masks[0] | masks[1]
    return torch.where(allowed, y, -1)


def _reach(graph: Graph, seed: int) -> int:
    """2, or 1 where more than a few hundred nodes are as near as that."""
    random = np.random.default_rng(seed)
    probed = random.choice(graph.num_nodes, min(_PROBED_NODES, graph.num_nodes), replace=False)
    seen = sum(
        neighborhoods(graph, [node], max_dist=2, degree=False).distance.size for node in probed.tolist()
    )
    return 2 if seen <= _MOST_NEIGHBORS * probed.size else 1
