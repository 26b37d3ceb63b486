"""`Predictor`: what all predictors share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
import torch
from sklearn.base import BaseEstimator
from sklearn.exceptions import NotFittedError
from typing_extensions import Self

from gdgnn.estimators import folder as folders
from gdgnn.estimators import hub
from gdgnn.estimators.report import FitReport


class Predictor(BaseEstimator, ABC):  # type: ignore[misc]
    """A predictor with the habits of scikit-learn: the constructor stores, `fit` learns, `predict` answers.

    A subclass says what it consists of once it is fitted (:meth:`_parts`) and how it is put together from
    that (:meth:`_rebuild`); saving, loading and sharing follow.

    Attributes:
        report_: what was chosen in `fit`, and why.
    """

    report_: FitReport
    saved_as: ClassVar[str]
    """The kind of predictor, as it is written in saved folders."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "saved_as" in cls.__dict__:
            folders.KINDS[cls.saved_as] = cls

    def save(self, folder: str | Path, *, overwrite: bool = False) -> None:
        """Write the fitted predictor to a new folder, whole or not at all: JSON, safetensors and the graph.

        Args:
            folder: where to; a folder that is there must be empty.
            overwrite: replace a predictor that was saved there before (and nothing else).

        Raises:
            FileExistsError: the folder is in use.
            TypeError: a node has a name that is neither a string nor an integer.
        """
        self._check_fitted()
        folders.write(
            Path(folder), self.saved_as, self.get_params(), self._parts(), self.report_, overwrite=overwrite
        )

    @classmethod
    def load(cls, folder: str | Path) -> Self:
        """A predictor that was saved with :meth:`save`, by this version or an earlier one. No code is run.

        Raises:
            FileNotFoundError: there is no saved predictor, or a file of it is missing.
            ValueError: a file is damaged, foreign, or of a version that is not known yet.
        """
        kind, params, parts, report = folders.read(Path(folder))
        known = folders.KINDS[kind]
        if not issubclass(known, cls):
            raise ValueError(f"{folder} holds a {kind}, not a {cls.__name__}; load it with {kind}.load")
        with folders.blamed(Path(folder)):
            predictor: Self = known(**folders.known_params(known, params))
            _on_this_machine(predictor)
            predictor._rebuild(parts)
        predictor.report_ = report
        return predictor

    def push_to_hub(
        self, repo_id: str, *, private: bool = False, token: str | None = None, message: str = "Add predictor"
    ) -> str:
        """Upload the saved folder to the Hugging Face Hub; needs the package ``huggingface_hub``.

        Returns:
            The address of the upload.
        """
        self._check_fitted()
        kind = type(self).__name__
        return hub.push(self.save, repo_id, kind=kind, private=private, token=token, message=message)

    @classmethod
    def from_pretrained(
        cls, name: str | Path, *, revision: str | None = None, token: str | None = None
    ) -> Self:
        """A predictor from a folder, or from a repository of the Hugging Face Hub (``"owner/name"``)."""
        return cls.load(hub.fetch(name, revision=revision, token=token))

    @abstractmethod
    def _parts(self) -> folders.Parts:
        """All that the fitted predictor consists of."""

    @abstractmethod
    def _rebuild(self, parts: folders.Parts) -> None:
        """Become fitted from what :meth:`_parts` returned.

        Raises:
            KeyError, TypeError, ValueError: the parts cannot be those of such a predictor.
        """

    def _check_fitted(self) -> None:
        if not hasattr(self, "report_"):
            raise NotFittedError(f"this {type(self).__name__} is not fitted yet; call fit first, or load one")


def load(folder: str | Path) -> Predictor:
    """Any saved predictor, see :meth:`Predictor.load`."""
    return Predictor.load(folder)


def _on_this_machine(predictor: Predictor) -> None:
    """What was trained on a GPU answers where there is none as well."""
    device = predictor.get_params().get("device")
    if isinstance(device, str) and device.startswith("cuda") and not torch.cuda.is_available():
        predictor.set_params(device="auto")


def probability(logit: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """The probability that a logit stands for.

    Example:
        >>> probability([0.0, 800.0, -800.0]).tolist()
        [0.5, 1.0, 0.0]
    """
    result: npt.NDArray[np.float64] = (1 + np.tanh(np.asarray(logit, dtype=np.float64) / 2)) / 2
    return result
