"""`Journal`: what an interrupted `fit` has behind it."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from torch import Tensor

from gdgnn.estimators.folder import replace_file
from gdgnn.graph import Graph

_NAME = "fit.json"


class Journal:
    """A folder with the decisions of a `fit` so far and a checkpoint of each training; or nothing at all.

    Decisions are written under a temporary name and renamed, so that a killed process leaves the state before
    or after one. What is written can be read again with the same data and parameters only.

    Args:
        folder: where to; None: keep nothing.
        resume: go on with what is there, if anything.
        identity: tells data and parameters from others, see :func:`identity_of`.

    Raises:
        FileExistsError: something is there, and `resume` was not asked for.
        ValueError: what is there comes from other data or parameters, or is damaged.
    """

    def __init__(self, folder: str | Path | None, *, resume: bool, identity: str) -> None:
        folder = None if folder is None else Path(folder)
        if resume and folder is None:
            raise ValueError("resume=True needs checkpoint_dir: where the interrupted fit has left its state")
        self.folder = folder
        self._facts: dict[str, Any] = {"identity": identity}
        if folder is None:
            return
        file = folder / _NAME
        if file.is_file():
            if not resume:
                raise FileExistsError(
                    f"{folder} holds an earlier fit; resume=True goes on with it; or give another folder"
                )
            self._facts = _read(file)
            if self._facts.get("identity") != identity:
                raise ValueError(
                    f"{folder} holds a fit of other data or parameters; give the same ones, or another "
                    "checkpoint_dir"
                )
        folder.mkdir(parents=True, exist_ok=True)

    def get(self, name: str, default: Any = None) -> Any:
        """A decision, if it was taken."""
        return self._facts.get(name, default)

    def put(self, **decisions: Any) -> None:
        """Take down decisions."""
        self._facts |= decisions
        if self.folder is not None:
            replace_file(self.folder / _NAME, json.dumps(self._facts, indent=1).encode())

    def checkpoints(self, of: str) -> Path | None:
        """Where a training leaves its checkpoints."""
        return None if self.folder is None else self.folder / of

    def discard(self, of: str) -> None:
        """Delete the checkpoints of a training that will not be asked for any more."""
        if self.folder is not None:
            shutil.rmtree(self.folder / of, ignore_errors=True)


def identity_of(params: Mapping[str, Any], graph: Graph | None, *others: Any) -> str:
    """A checksum of what a fit depends on."""
    digest = hashlib.sha256(json.dumps(params, sort_keys=True, default=str).encode())
    if graph is not None:
        digest.update(repr((graph.num_nodes, graph.directed)).encode())
        digest.update(graph.edge_index.astype(np.int64).tobytes())
    for one in others:
        array = one.numpy() if isinstance(one, Tensor) else np.asarray(one)
        digest.update(repr((array.shape, array.dtype.str)).encode())
        digest.update(str(array.tolist()).encode() if array.dtype == object else array.tobytes())
    return digest.hexdigest()


def _read(file: Path) -> dict[str, Any]:
    try:
        facts = json.loads(file.read_bytes())
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{file} is damaged ({error!s:.80}); give another checkpoint_dir") from None
    if not isinstance(facts, dict):
        raise ValueError(f"{file} is damaged; give another checkpoint_dir")
    return facts
