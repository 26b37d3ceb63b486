"""Folders of saved predictors: written whole or not at all, and believed only after they are checked.

A folder holds ``predictor.json`` (which kind, parameters, configuration, report, and the checksum of the
next), ``tensors.safetensors`` and, where the predictor answers about the graph it learned from, ``graph/``.
Nothing in it is code, and no file names another.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from safetensors import SafetensorError
from safetensors.torch import load, save
from torch import Tensor

import gdgnn
from gdgnn.estimators.report import FitReport
from gdgnn.graph import Graph

if TYPE_CHECKING:
    from gdgnn.estimators.base import Predictor

INDEX, TENSORS, GRAPH = "predictor.json", "tensors.safetensors", "graph"
FORMAT = 1
"""The number of this layout; raise it when older versions could misread what is written."""

MIGRATIONS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""How the content of ``predictor.json`` of a format becomes that of the next one."""

KINDS: dict[str, type[Predictor]] = {}
"""The predictors there are, by the name they are saved under; a subclass enters itself."""

_LARGEST_INDEX = 1 << 26
_ALLOWED = {INDEX, TENSORS, GRAPH, "README.md", ".gitattributes"}


@dataclass(frozen=True, eq=False)
class Parts:
    """What a fitted predictor consists of.

    Attributes:
        config: plain values, for JSON.
        tensors: of any names.
        graph: what it was fitted on, if it answers about that.
    """

    config: dict[str, Any]
    tensors: dict[str, Tensor]
    graph: Graph | None = None


def write(
    target: Path, kind: str, params: Mapping[str, Any], parts: Parts, report: FitReport, *, overwrite: bool
) -> None:
    """Write into a temporary folder beside the target, flush it to the disk, then give it its name.

    Raises:
        FileExistsError: the target is in use and is no predictor that may be overwritten.
    """
    target = target.resolve()
    _check_free(target, overwrite=overwrite)
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = Path(tempfile.mkdtemp(prefix=f".{target.name}.saving-", dir=target.parent))
    try:
        # What mkdtemp makes is for its owner only.
        temporary.chmod(0o755)
        tensors = save({name: value.detach().cpu().contiguous() for name, value in parts.tensors.items()})
        content = {
            "format": FORMAT,
            "kind": kind,
            "gdgnn": gdgnn.__version__,
            "params": {name: _plain(value) for name, value in params.items()},
            "config": parts.config,
            "report": report.as_dict(),
            "graph": parts.graph is not None,
            "tensors": hashlib.sha256(tensors).hexdigest(),
        }
        write_flushed(temporary / TENSORS, tensors)
        write_flushed(temporary / INDEX, json.dumps(content, indent=1, allow_nan=False).encode())
        if parts.graph is not None:
            parts.graph.save(temporary / GRAPH)
        _put_in_place(temporary, target)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise


def read(folder: Path) -> tuple[str, dict[str, Any], Parts, FitReport]:
    """The kind, the parameters, the parts and the report of a saved predictor.

    Raises:
        FileNotFoundError: no predictor was saved there, or a file is missing.
        ValueError: a file is damaged, foreign or of a version that is not known yet.
    """
    content = _migrated(_read_index(folder), folder)
    with blamed(folder):
        kind, params, config = content["kind"], content["params"], content["config"]
        if kind not in KINDS:
            raise ValueError(f"its kind is {kind!r:.60}, expected one of {', '.join(KINDS)}")
        if not isinstance(params, dict) or not isinstance(config, dict):
            raise TypeError("its params or config are no objects")
        tensors = _read_tensors(folder / TENSORS, content["tensors"])
        graph = Graph.load(folder / GRAPH) if content["graph"] is True else None
        return kind, params, Parts(config, tensors, graph), FitReport.from_dict(content["report"])


def known_params(kind: type[Predictor], params: dict[str, Any]) -> dict[str, Any]:
    """The parameters, after a look that the constructor takes them.

    Raises:
        ValueError: it does not.
    """
    for name, value in params.items():
        if name not in kind._get_param_names():
            raise ValueError(f"{kind.__name__} has no parameter {name!r:.60}")
        if not isinstance(value, (str, int, float, bool, type(None))):
            raise ValueError(f"parameter {name} is {value!r:.60}, expected a number, a string or null")
    return params


@contextmanager
def blamed(folder: Path) -> Iterator[None]:
    """Whatever is wrong with what was read, say in which folder, and what to do."""
    try:
        yield
    except FileNotFoundError:
        raise
    except KeyError as error:
        raise damaged(folder, f"{error} is missing") from error
    except (ArithmeticError, AttributeError, IndexError, RuntimeError, TypeError, ValueError) as error:
        raise damaged(folder, f"{error!s:.400}") from error


def damaged(folder: Path, why: str) -> ValueError:
    """The error for a folder that cannot be trusted."""
    return ValueError(f"{folder}: {why}; it is damaged or was not written by gdgnn: save the predictor again")


def fitting_tensors(
    given: Mapping[str, Tensor], expected: Mapping[str, tuple[tuple[int, ...], torch.dtype]]
) -> None:
    """Raise ValueError unless just these tensors are there, with the shapes and dtypes they must have."""
    for name, (shape, dtype) in expected.items():
        if name not in given:
            raise ValueError(f"tensor {name!r:.80} is missing")
        if tuple(given[name].shape) != shape or given[name].dtype != dtype:
            found = f"{given[name].dtype} {tuple(given[name].shape)}"
            raise ValueError(f"tensor {name!r:.80} is {found}, expected {dtype} {shape}")
    for name in given:
        if name not in expected:
            raise ValueError(f"tensor {name!r:.80} does not belong here")


def write_flushed(path: Path, data: bytes) -> None:
    """Write a file and see it to the disk."""
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def replace_file(path: Path, data: bytes) -> None:
    """Write a file under a temporary name, then give it its own: it is the old one or the new one, whole."""
    new = path.with_name(f".{path.name}.new")
    write_flushed(new, data)
    new.replace(path)


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value


def _check_free(target: Path, *, overwrite: bool) -> None:
    if not target.exists():
        return
    if not target.is_dir():
        raise FileExistsError(f"{target} is a file; give the name of a folder")
    found = {entry.name for entry in target.iterdir()}
    if not found:
        return
    if not overwrite:
        raise FileExistsError(f"{target} is not empty; give overwrite=True to replace a saved predictor")
    if INDEX not in found or not found <= _ALLOWED:
        foreign = ", ".join(sorted(found - _ALLOWED)[:3]) or f"no {INDEX}"
        raise FileExistsError(f"{target} holds {foreign}: no saved predictor; give another folder")


def _put_in_place(temporary: Path, target: Path) -> None:
    """Rename into place; what is there steps aside first and is deleted last."""
    if not target.exists() or not any(target.iterdir()):
        temporary.replace(target)
        return
    previous = target.with_name(f".{target.name}.previous")
    shutil.rmtree(previous, ignore_errors=True)
    target.rename(previous)
    try:
        temporary.rename(target)
    except BaseException:
        previous.rename(target)
        raise
    shutil.rmtree(previous, ignore_errors=True)


def _read_index(folder: Path) -> dict[str, Any]:
    path = folder / INDEX
    if not path.is_file():
        raise FileNotFoundError(f"{path} is not there; give the folder that a predictor was saved to")
    with path.open("rb") as file:
        text = file.read(_LARGEST_INDEX + 1)
    if len(text) > _LARGEST_INDEX:
        raise damaged(folder, f"{INDEX} is far too large")
    try:
        content = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise damaged(folder, f"{INDEX} is not JSON ({error!s:.80})") from error
    if not isinstance(content, dict) or type(content.get("format")) is not int:
        raise damaged(folder, f"{INDEX} names no format")
    return content


def _refuse(constant: str) -> None:
    raise ValueError(f"it holds {constant}")


def _migrated(content: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The content as the present format would have it."""
    number = content["format"]
    if number > FORMAT:
        raise ValueError(
            f"{folder} has format {number}, but gdgnn {gdgnn.__version__} reads formats up to {FORMAT}; it "
            f"was saved by gdgnn {content.get('gdgnn')!r:.20}: install that or a later one"
        )
    while number < FORMAT:
        if number not in MIGRATIONS:
            raise damaged(folder, f"there never was a format {number}")
        content = MIGRATIONS[number](content)
        number += 1
    return content


def _read_tensors(path: Path, sha256: object) -> dict[str, Tensor]:
    if not path.is_file():
        raise FileNotFoundError(f"{path} is missing; copy the whole folder, or save the predictor again")
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != sha256:
        raise ValueError(f"the checksum of {path.name} does not match")
    try:
        tensors = load(data)
    except SafetensorError as error:
        raise ValueError(f"{path.name} is not of safetensors ({error!s:.120})") from error
    for name, value in tensors.items():
        if value.is_floating_point() and not bool(value.isfinite().all()):
            raise ValueError(f"tensor {name!r:.80} has values that are not finite")
    return tensors
