"""`GraphClassifier`: which class each of many graphs has."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt
from typing_extensions import Self

from gdgnn.estimators.class_labels import Labels, aligned, share_of_hits
from gdgnn.estimators.class_settings import ClassSettings
from gdgnn.estimators.class_stored import class_config, class_model, read_class_config
from gdgnn.estimators.class_training import Floats, GraphTraining, in_channels_of
from gdgnn.estimators.classifier import Classifier
from gdgnn.estimators.folder import Parts
from gdgnn.estimators.graph_sources import GraphSources, read_graphs
from gdgnn.estimators.journal import identity_of
from gdgnn.estimators.progress import Listener
from gdgnn.estimators.weights import weights_of
from gdgnn.nn import NodeContext


class GraphClassifier(Classifier):
    """Predicts the class of graphs from the classes of other graphs.

    `fit` holds back labeled graphs, tries several settings on the validation graphs, measures the best on the
    test graphs, and trains it once more on all labeled graphs.

    Args:
        directed: whether arrows count; None: as the input says, and no where it says nothing.
        context, encoder, layers, hidden, learning_rate, epochs, batch_size: as in :class:`NodeClassifier`.
        trials, time_budget, refit, seed, threads, device: likewise.
        max_dist: how far nodes look; 3 by default.
        reduce: how the nodes of a graph become one vector: ``"sum"`` or ``"mean"``; None: the better one.
        valid, test: the shares of labeled graphs to hold back.

    Attributes:
        report_: what was chosen, why, and how good it is.
        classes_: sorted.

    Example:
        >>> import networkx as nx
        >>> graphs = [nx.cycle_graph(n) for n in range(3, 13)] + [nx.star_graph(n) for n in range(3, 13)]
        >>> classifier = GraphClassifier(trials=1, epochs=2).fit(graphs, ["ring"] * 10 + ["star"] * 10)
        >>> classifier.predict_proba([nx.cycle_graph(20)]).shape
        (1, 2)
    """

    saved_as: ClassVar[str] = "GraphClassifier"

    def __init__(
        self,
        *,
        directed: bool | None = None,
        context: NodeContext | None = None,
        max_dist: int | None = None,
        encoder: Literal["gcn", "gin"] | None = None,
        layers: int | None = None,
        hidden: int | None = None,
        reduce: Literal["sum", "mean"] | None = None,
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
        self.reduce = reduce
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
        graphs: Any,
        y: Any = None,
        *,
        graph: str | None = None,
        checkpoint_dir: str | Path | None = None,
        resume: bool = False,
        on_progress: Listener | None = None,
    ) -> Self:
        """Learn the classes of graphs.

        Args:
            graphs: a list of PyG `Data`, of networkx graphs or of `Graph`, or a PyG dataset; or a table of
                edges: a path or DataFrame, with `graph`, or what :func:`gdgnn.data.tables.read_edges`
                returned.
            y: a class for each graph, in order; for tables also a dict or pandas Series, by the name of the
                graph. None, NaN and -1 are unknown. By default the `y` of each `Data`.
            graph: the column of a table that tells graphs apart.
            checkpoint_dir, resume, on_progress: as in :meth:`LinkPredictor.fit`.
        """
        self._check_params()
        sources = read_graphs(graphs, directed=self.directed, graph=graph)
        given = sources.y if y is None else y
        if given is None:
            raise ValueError("there are no labels; give y, or Data that have it")
        if not sources.graphs:
            raise ValueError("there are no graphs; give some with labels")
        labels = Labels.of(
            aligned(
                given,
                len(sources.graphs),
                sources.ids_of,
                "graphs",
                by_name=sources.names is not None and not hasattr(graphs, "graph_names"),
            )
        )
        training = GraphTraining(int(self.seed), self.threads, self.device, on_progress, sources.graphs)
        self._learn(
            training,
            self._defaults(),
            labels,
            identity_of(self.get_params(), None, labels.label, *sources.tensors()),
            f"{len(sources.graphs):,} graphs, {np.sum(labels.label >= 0):,} labeled",
            sources.notes,
            checkpoint_dir,
            resume,
        )
        self._features = sources.features
        return self

    def predict_proba(self, graphs: Any, *, graph: str | None = None) -> Floats:
        """``(k, classes)``: how likely each class is. Graphs may be of any of the forms that `fit` takes."""
        self._check_fitted()
        training = self._asked(read_graphs(graphs, directed=self.directed, graph=graph))
        return self._chances(training, np.arange(len(training.graphs)))

    def predict(self, graphs: Any, *, graph: str | None = None) -> npt.NDArray[Any]:
        """``(k,)``: the likeliest class of each graph."""
        return self._named(self.predict_proba(graphs, graph=graph))

    def score(self, graphs: Any, y: Any) -> float:
        """The share of graphs, of ``(k,)`` classes, whose class is found."""
        return share_of_hits(self.predict(graphs), y)

    def _asked(self, sources: GraphSources) -> GraphTraining:
        if sources.graphs and sources.features != self._features:
            raise ValueError(
                f"nodes have {sources.features} features, but it was fitted to {self._features}; "
                "give the same ones"
            )
        return GraphTraining(int(self.seed), self.threads, self.device, None, sources.graphs)

    def _given(self) -> dict[str, Any]:
        return super()._given() | ({} if self.reduce is None else {"reduce": self.reduce})

    def _check_params(self) -> None:
        super()._check_params()
        if self.reduce not in (None, "sum", "mean"):
            raise ValueError(f"reduce is {self.reduce!r}; choose 'sum' or 'mean'")

    def _defaults(self) -> ClassSettings:
        usual: dict[str, Any] = {"max_dist": 3, "encoder": "gin", "layers": 3, "hidden": 32, "batch_size": 32}
        return ClassSettings(of="graphs", **(usual | self._given()))

    def _parts(self) -> Parts:
        config = class_config(self._settings, self._classes) | {"features": self._features}
        return Parts(config, weights_of(self._model))

    def _rebuild(self, parts: Parts) -> None:
        self._check_params()
        self._settings, self._classes = read_class_config(parts.config, "graphs")
        count = parts.config["features"]
        if type(count) is not int or not 0 <= count <= 1 << 20:
            raise ValueError(f"features is {count!r:.40}, expected a whole number")
        self._features = count
        self._model = class_model(self._settings, in_channels_of(count), self._classes, parts.tensors)
