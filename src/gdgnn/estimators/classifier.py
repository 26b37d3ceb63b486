"""`Classifier`: what classifiers of nodes and of graphs share."""

from __future__ import annotations

import time
from abc import abstractmethod
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gdgnn.estimators.base import Predictor
from gdgnn.estimators.budget import Budget
from gdgnn.estimators.class_labels import LabeledParts, Labels
from gdgnn.estimators.class_settings import ClassSettings, choices
from gdgnn.estimators.class_training import ClassTraining, softmax
from gdgnn.estimators.journal import Journal
from gdgnn.estimators.link_params import check_common_params
from gdgnn.estimators.report import FitReport, trained_once_more
from gdgnn.estimators.search import Chosen, choose
from gdgnn.estimators.training import final_epochs, planned_epochs
from gdgnn.nn import GDGNN, NodeContext
from gdgnn.tasks.metrics import Measured, Protocol, accuracy

Ids = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

SETTINGS = ("context", "max_dist", "encoder", "layers", "hidden", "learning_rate", "epochs", "batch_size")


class Classifier(Predictor):
    """Learns classes from labeled targets: see :class:`NodeClassifier` and :class:`GraphClassifier`."""

    context: NodeContext | None
    epochs: int | None
    valid: float
    test: float
    trials: int
    time_budget: float | None
    refit: bool
    seed: int
    threads: int | None
    device: str

    _model: GDGNN
    _settings: ClassSettings
    _classes: tuple[Any, ...]

    @property
    def classes_(self) -> npt.NDArray[Any]:
        """The classes, sorted: the columns of `predict_proba`."""
        self._check_fitted()
        return np.array(self._classes)

    @abstractmethod
    def _defaults(self) -> ClassSettings:
        """Usual settings, with those that were given in their place."""

    def _given(self) -> dict[str, Any]:
        params = self.get_params()
        given = {name: params[name] for name in SETTINGS if params[name] is not None}
        return {
            name: value.item() if isinstance(value, np.generic) else value for name, value in given.items()
        }

    def _check_params(self) -> None:
        check_common_params(self.get_params())
        ClassSettings(of="nodes", **self._given())

    def _learn(
        self,
        training: ClassTraining,
        default: ClassSettings,
        labels: Labels,
        identity: str,
        data: str,
        notes: tuple[str, ...],
        checkpoint_dir: str | Path | None,
        resume: bool,
    ) -> None:
        """Split, choose, test and refit."""
        start = time.perf_counter()
        parts = LabeledParts.of(labels, valid=float(self.valid), test=float(self.test), seed=int(self.seed))
        journal = Journal(checkpoint_dir, resume=resume, identity=identity)
        before = time.perf_counter() - start
        budget = Budget(self.time_budget, spent=journal.get("spent", 0.0) + before)
        enough = budget.late if self.epochs is None else None
        if self.epochs is None:
            epochs = planned_epochs(
                default.epochs,
                budget,
                journal,
                lambda: training.seconds_per_epoch(default, labels, parts.train, parts.valid),
            )
            default = replace(default, epochs=epochs)
        chosen = choose(
            [default],
            choices(default, self._given()),
            lambda settings, stage: training.trained(
                settings, labels, parts.train, parts.valid, stage, journal.checkpoints(stage), enough
            ),
            trials=self.trials,
            budget=budget,
            journal=journal,
            seed=int(self.seed),
        )
        tested = self._tested(training, chosen, labels, parts)
        known = np.flatnonzero(labels.label >= 0)
        self._model = chosen.model
        self._settings, self._classes = chosen.settings, labels.classes
        final = f"trained on {parts.train.size:,} targets"
        if self.refit:
            if self.epochs is None:
                allowed, enough = final_epochs(chosen.candidates[chosen.at], budget, journal), budget.over
                self._settings = replace(chosen.settings, epochs=allowed)
            again = training.trained(
                self._settings, labels, known, None, "final", journal.checkpoints("final"), enough
            )
            self._model = again.model
            wanted = chosen.settings.epochs
            final = trained_once_more(f"{known.size:,} labeled targets", again.epochs, wanted)
        seconds = time.perf_counter() - start
        self.report_ = self._report(data, parts, chosen, tested, final, seconds, notes)

    def _tested(
        self,
        training: ClassTraining,
        chosen: Chosen[GDGNN, ClassSettings],
        labels: Labels,
        parts: LabeledParts,
    ) -> float | None:
        if not parts.test.size:
            return None
        return accuracy(training.logits(chosen.model, chosen.settings, parts.test), labels.label[parts.test])

    def _report(
        self,
        data: str,
        parts: LabeledParts,
        chosen: Chosen[GDGNN, ClassSettings],
        tested: float | None,
        final: str,
        seconds: float,
        notes: tuple[str, ...],
    ) -> FitReport:
        def measured(part: str, value: float, size: int) -> Measured:
            protocol = Protocol(
                f"{part}, {size:,} targets, drawn class by class", ties=None, seeds=(int(self.seed),)
            )
            return Measured("accuracy", value, protocol)

        return FitReport(
            predictor=type(self).__name__,
            data=data,
            split=str(parts),
            leaks="no target is in two parts",
            candidates=chosen.candidates,
            chosen=chosen.at,
            why=chosen.why,
            valid=measured("validation", chosen.candidates[chosen.at].metric, parts.valid.size),
            test=None if tested is None else measured("test", tested, parts.test.size),
            final=final,
            seconds=seconds,
            notes=notes,
        )

    def _chances(self, training: ClassTraining, targets: Ids) -> Floats:
        return softmax(training.logits(self._model, self._settings, targets))

    def _named(self, chances: Floats) -> npt.NDArray[Any]:
        found: npt.NDArray[Any] = self.classes_[chances.argmax(axis=1)]
        return found
