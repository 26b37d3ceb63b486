"""`LinkPredictor`: which pairs of nodes are linked."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt
from typing_extensions import Self

from gdgnn.estimators import explain as explaining
from gdgnn.estimators import recommend as recommending
from gdgnn.estimators.base import Predictor, probability
from gdgnn.estimators.budget import Budget
from gdgnn.estimators.explanation import Explanation
from gdgnn.estimators.fields import read
from gdgnn.estimators.folder import Parts
from gdgnn.estimators.journal import Journal, identity_of
from gdgnn.estimators.link_data import LinkData
from gdgnn.estimators.link_params import Model, check_link_params, given_settings
from gdgnn.estimators.link_report import link_report
from gdgnn.estimators.link_scores import LinkScores
from gdgnn.estimators.link_settings import LinkSettings, choices, default_settings
from gdgnn.estimators.link_stored import rebuilt
from gdgnn.estimators.link_training import LinkTraining
from gdgnn.estimators.progress import Listener
from gdgnn.estimators.recommendations import Recommendation, Recommendations
from gdgnn.estimators.search import Chosen, choose
from gdgnn.estimators.source import name_of, read_graph, read_nodes, read_pairs
from gdgnn.estimators.training import final_epochs, planned_epochs
from gdgnn.graph import Graph
from gdgnn.nn import LinkContext
from gdgnn.tasks.metrics import auc

Floats = npt.NDArray[np.float64]


class LinkPredictor(Predictor):
    """Predicts missing links of a graph from the edges it has.

    `fit` holds edges back at random, looks for leaks, tries several settings on the validation edges,
    measures the best on the test edges, and trains it once more on all edges. All settings that are left out
    are chosen.

    Args:
        directed: whether arrows count; None: as the input says, and no where it says nothing.
        model: ``"network"``, ``"instant"`` (boosted trees on what geodesics say: seconds, on any graph), or
            ``"auto"``: whichever is better.
        context: what is seen between two nodes, see :data:`gdgnn.nn.LinkContext`.
        max_dist: how far geodesics are searched; by default about as far as most nodes are apart.
        walks: up to how many steps walks are weighed, see :func:`gdgnn.geodesics.walk_weights`; 0: none.
            By default as far as it costs little.
        encoder, layers, hidden: the plain GNN: ``"gcn"`` or ``"gin"``, how deep, how wide.
        learning_rate, epochs, batch_size: of the training. Epochs that are left out are 30, or what the time
            budget allows.
        valid, test: the shares of edges to hold back; at most 50,000 edges each.
        trials: how many settings to try at most; 1: only the default.
        time_budget: seconds for all of `fit`, about. With None, or where the trials end first, the same seed
            yields the same predictor on every machine of a kind.
        refit: train the chosen settings once more, on all edges.
        seed: of everything that is drawn.
        threads: for the search of geodesics; all cores by default.
        device: for the network: ``"auto"``, ``"cpu"`` or ``"cuda"``.

    Attributes:
        report_: what was chosen, why, and how good it is.
        graph_: all edges, which answers are about.
        classes_: 0 and 1.

    Example:
        >>> ring = np.arange(40)
        >>> edges = np.stack([np.r_[ring, ring], np.r_[(ring + 1) % 40, (ring + 2) % 40]])
        >>> predictor = LinkPredictor(trials=1, epochs=2, seed=1).fit(edges)
        >>> predictor.predict_proba([(0, 3), (0, 20)]).shape
        (2, 2)
        >>> len(predictor.recommend(0, k=3))
        3
    """

    saved_as: ClassVar[str] = "LinkPredictor"

    def __init__(
        self,
        *,
        directed: bool | None = None,
        model: Model = "auto",
        context: LinkContext | None = None,
        max_dist: int | None = None,
        walks: int | None = None,
        encoder: Literal["gcn", "gin"] | None = None,
        layers: int | None = None,
        hidden: int | None = None,
        learning_rate: float | None = None,
        epochs: int | None = None,
        batch_size: int | None = None,
        valid: float = 0.1,
        test: float = 0.1,
        trials: int = 12,
        time_budget: float | None = 120.0,
        refit: bool = True,
        seed: int = 0,
        threads: int | None = None,
        device: str = "auto",
    ) -> None:
        self.directed = directed
        self.model = model
        self.context = context
        self.max_dist = max_dist
        self.walks = walks
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

    # ------------------------------------------------------------------------------------ learning

    def fit(
        self,
        edges: Any,
        y: None = None,
        *,
        x: Any = None,
        valid: Any = None,
        test: Any = None,
        checkpoint_dir: str | Path | None = None,
        resume: bool = False,
        on_progress: Listener | None = None,
    ) -> Self:
        """Learn which pairs are linked.

        Args:
            edges: a path, a DataFrame, a ``(2, m)`` or ``(m, 2)`` array, a list of tuples, a networkx graph,
                a PyG `Data`, a `Graph`, or what :func:`gdgnn.data.tables.read_edges` returned. Names come
                back in every answer; numbers in arrays are ids from 0.
            y: not used; scikit-learn's habit.
            x: ``(n, features)`` node features, or what :func:`gdgnn.data.tables.read_nodes` returned; by
                default those of the `Data`.
            valid, test: pairs that were held back already, in place of shares; none may be among `edges`.
            checkpoint_dir: where to write, as training goes on, all it takes to go on after an interruption.
            resume: go on from there, if there is anything; the predictor is that of an uninterrupted fit.
            on_progress: called after each epoch; see :class:`Progress`.

        Raises:
            TypeError, ValueError: edges that cannot be read or are too few, parameters that make no sense, a
                split that gives answers away.
        """
        check_link_params(self.get_params())
        source = read_graph(edges, directed=self.directed, x=x)
        held = {"valid": valid, "test": test}
        parts = {
            name: float(getattr(self, name)) if pairs is None else read_pairs(pairs, source.graph, name)
            for name, pairs in held.items()
        }
        start = time.perf_counter()
        data = LinkData.of(source.graph, valid=parts["valid"], test=parts["test"], seed=int(self.seed))
        split, features = data.split, () if source.x is None else (source.x,)
        identity = identity_of(self.get_params(), split.whole, split.valid, split.test, *features)
        journal = Journal(checkpoint_dir, resume=resume, identity=identity)
        training = LinkTraining(source.x, int(self.seed), self.threads, self.device, on_progress)
        before = time.perf_counter() - start
        budget = Budget(self.time_budget, spent=journal.get("spent", 0.0) + before)
        chosen = self._choose(data, training, journal, budget)
        test_auc = self._tested(chosen.model, data, training, journal)
        whole, epochs = data.split.whole, 0
        if self.refit:
            settings, enough = chosen.settings, None
            if self.epochs is None and settings.kind == "network":
                allowed = final_epochs(chosen.candidates[chosen.at], budget, journal)
                settings, enough = replace(settings, epochs=allowed), budget.over
            self._scores, epochs = training.final(settings, whole, journal.checkpoints("final"), enough)
        else:
            self._scores = training.moved(chosen.model, whole)
        self._source = replace(source, graph=whole)
        seconds = time.perf_counter() - start
        notes = source.notes
        if self._too_slow(journal):
            notes += (
                "no network was tried: not three epochs of one fit into the time budget of "
                f"{self.time_budget:g} s; give a larger time_budget (--time-budget), or model='network' "
                "(--model network)",
            )
        self.report_ = link_report(self, data, chosen, test_auc, notes, seconds, final_epochs=epochs)
        return self

    def _choose(
        self, data: LinkData, training: LinkTraining, journal: Journal, budget: Budget
    ) -> Chosen[LinkScores, LinkSettings]:
        given = given_settings(self.get_params())
        enough = budget.late if self.epochs is None else None
        default = default_settings(data.split.graph, given, int(self.seed))
        if self.model != "instant" and self.epochs is None:
            epochs = planned_epochs(
                default.epochs, budget, journal, lambda: training.seconds_per_epoch(default, data)
            )
            default = replace(default, epochs=epochs)
        instant = replace(default, kind="instant")
        model: Model = "instant" if self._too_slow(journal) else self.model
        first = {"auto": [default, instant], "network": [default], "instant": [instant]}[model]
        space = {"max_dist": choices(default, given).get("max_dist", ())}
        return choose(
            first,
            space if model == "instant" else choices(default, given),
            lambda settings, stage: training.validated(
                settings, data, stage, journal.checkpoints(stage), enough
            ),
            trials=self.trials,
            budget=budget,
            journal=journal,
            seed=int(self.seed),
        )

    def _too_slow(self, journal: Journal) -> bool:
        """Whether the network is not even tried."""
        return self.model == "auto" and bool(journal.get("too_slow", False))

    def _tested(
        self, scores: LinkScores, data: LinkData, training: LinkTraining, journal: Journal
    ) -> float | None:
        if not data.split.test.size:
            return None
        found: float | None = journal.get("test")
        if found is None:
            pairs, label = data.labeled("test")
            found = auc(training.moved(scores, data.split.test_graph).logits(pairs), label)
            journal.put(test=found)
        return found

    # ------------------------------------------------------------------------------------ answering

    @property
    def graph_(self) -> Graph:
        """All edges that the predictor knows."""
        self._check_fitted()
        return self._scores.graph

    @property
    def classes_(self) -> npt.NDArray[np.int64]:
        """0: no link, 1: a link; the columns of `predict_proba`."""
        return np.array([0, 1])

    def decision_function(self, pairs: Any) -> Floats:
        """The score of each pair, ``(k,)``: the logit of its probability.

        Args:
            pairs: ``(2, k)`` or ``(k, 2)``, a list of tuples, or a DataFrame. A pair that is a known edge is
                searched as if it were none.

        Raises:
            KeyError, IndexError: a node that `fit` has not seen.
        """
        self._check_fitted()
        ids = read_pairs(pairs, self.graph_)
        loops = np.flatnonzero(ids[0] == ids[1])
        if loops.size:
            name = name_of(self.graph_, ids[0, loops[0]])
            raise ValueError(f"pair {loops[0]} joins {name!r} with itself; drop such pairs")
        return self._scores.logits(ids)

    def predict_proba(self, pairs: Any) -> Floats:
        """``(k, 2)``: how likely each pair is no link, and a link, if links were as many as other pairs.

        Links are rare in truth: use these numbers to compare pairs, not to count links.
        """
        linked = probability(self.decision_function(pairs))
        return np.stack([1 - linked, linked], axis=1)

    def predict(self, pairs: Any) -> npt.NDArray[np.int64]:
        """``(k,)``: 1 for pairs that are rather linked than not, see :meth:`predict_proba`."""
        return (self.decision_function(pairs) > 0).astype(np.int64)

    def score(self, pairs: Any, labels: npt.ArrayLike) -> float:
        """The area under the ROC curve, of ``(k,)`` labels 0 and 1.

        Pairs that the predictor was fitted on are found too easily: a warning says so.
        """
        ids = read_pairs(pairs, self.graph_)
        known = recommending.are_edges(self.graph_, ids) & (np.asarray(labels) == 1)
        if known.any():
            warnings.warn(
                f"{known.sum()} of the {len(known)} pairs are edges that fit has seen; leave them out",
                stacklevel=2,
            )
        return auc(self.decision_function(pairs), labels)

    # ------------------------------------------------------------------------------------ recommending

    def recommend(self, node: Any, k: int = 10) -> tuple[Recommendation, ...]:
        """The `k` likeliest links of a node that it does not have, best first.

        In a directed graph, those that lead away from it.

        Raises:
            KeyError, IndexError: a node that `fit` has not seen.
        """
        self._check_fitted()
        return recommending.of_node(self._scores, int(read_nodes([node], self.graph_)[0]), k)

    def recommend_all(
        self,
        k: int = 100,
        *,
        max_pairs: int = 5_000_000,
        on_progress: Callable[[int, int], None] | None = None,
    ) -> Recommendations:
        """The `k` likeliest missing links of the whole graph, and an estimate of what was passed over.

        Pairs at distance 2 are scored, those at distance 3 and so on as long as they are not too many, and a
        sample of all others, which tells how many of these would have been among the best.

        Args:
            k: how many.
            max_pairs: how many pairs to score, about; those at distance 2 are scored in any case.
            on_progress: called with the number of nodes that are done and of all nodes.
        """
        self._check_fitted()
        return recommending.of_graph(
            self._scores, k, max_pairs=max_pairs, seed=int(self.seed), hear=on_progress
        )

    def explain(self, head: Any, tail: Any, *, max_paths: int = 5) -> Explanation:
        """Why a pair has the score it has: the geodesic nodes and what each contributes.

        Args:
            head, tail: two nodes; if they are joined, their edge is hidden.
            max_paths: how many shortest paths to list.
        """
        self._check_fitted()
        if max_paths < 0:
            raise ValueError(f"max_paths is {max_paths}; give 0 or more")
        pair = read_pairs([(head, tail)], self.graph_)
        return explaining.explain(self._scores, int(pair[0, 0]), int(pair[1, 0]), max_paths=max_paths)

    # ------------------------------------------------------------------------------------ saving

    def _parts(self) -> Parts:
        tensors = self._scores.tensors() | ({} if self._source.x is None else {"x": self._source.x})
        return Parts({"settings": self._scores.settings.as_dict()}, tensors, self.graph_)

    def _rebuild(self, parts: Parts) -> None:
        check_link_params(self.get_params())
        settings = read(LinkSettings, parts.config["settings"])
        self._source, self._scores = rebuilt(
            settings, parts, seed=int(self.seed), threads=self.threads, device=self.device
        )
