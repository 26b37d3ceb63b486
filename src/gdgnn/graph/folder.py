"""Folders of arrays that are written whole or not at all, and read back with every byte accounted for."""

import fcntl
import hashlib
import json
import os
import secrets
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

INDEX = "graph.json"
FORMAT = "gdgnn.graph"
VERSION = 1

_LARGEST_INDEX = 1 << 20
_CHUNK = 1 << 20


def write(
    target: Path, arrays: Mapping[str, NDArray[Any]], facts: Mapping[str, Any], *, overwrite: bool
) -> None:
    """Write into a temporary sibling folder, flush it to the disk, then give it its name.

    Raises:
        FileExistsError: the target is in use and is not a graph that may be overwritten.
    """
    target = target.resolve()
    _check_free(target, overwrite=overwrite)
    target.parent.mkdir(parents=True, exist_ok=True)
    _remove_abandoned(target)
    temporary = target.with_name(f".{target.name}.saving-{secrets.token_hex(4)}")
    temporary.mkdir()
    try:
        with _locked(temporary):
            files = {
                f"{name}.npy": _write_array(temporary / f"{name}.npy", array)
                for name, array in arrays.items()
            }
            content = {"format": FORMAT, "version": VERSION, "facts": dict(facts), "files": files}
            with (temporary / INDEX).open("wb") as index:
                index.write(json.dumps({**content, "sha256": _digest_of(content)}, indent=1).encode())
                _flush(index)
            _flush_folder(temporary)
            _put_in_place(temporary, target)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise


def read(folder: Path, *, verify: bool) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """The facts and the memory-mapped arrays of a folder; with `verify`, after checking each file's checksum.

    Raises:
        FileNotFoundError: no graph was saved there.
        ValueError: a file is damaged, foreign or of another version.
    """
    content = _read_index(folder)
    arrays = {}
    for name, expected in content["files"].items():
        if not name.removesuffix(".npy").replace("_", "").isalpha() or not name.endswith(".npy"):
            raise damaged(folder / INDEX, f"it lists a file named {name!r:.80}")
        arrays[name.removesuffix(".npy")] = _read_array(folder / name, expected, verify=verify)
    return content["facts"], arrays


def damaged(path: Path, why: str) -> ValueError:
    """The error for a file that cannot be trusted."""
    return ValueError(f"{path}: {why}; the saved graph is damaged or was not written by gdgnn: save it again")


# ---------------------------------------------------------------------------------------------- writing


class _Hashed:
    """A file that hashes what is written to it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.sha256 = hashlib.sha256()

    def write(self, data: bytes) -> int:
        self.sha256.update(data)
        return self._file.write(data)


def _write_array(path: Path, array: NDArray[Any]) -> dict[str, Any]:
    with path.open("wb") as file:
        hashed = _Hashed(file)
        np.lib.format.write_array(hashed, array, allow_pickle=False)
        _flush(file)
        size = file.tell()
    return {
        "dtype": array.dtype.str,
        "shape": list(array.shape),
        "bytes": size,
        "sha256": hashed.sha256.hexdigest(),
    }


def _digest_of(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _flush(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())


def _flush_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _check_free(target: Path, *, overwrite: bool) -> None:
    if not target.exists():
        return
    if not target.is_dir():
        raise FileExistsError(f"{target} is a file; give the name of a folder")
    found = sorted(entry.name for entry in target.iterdir())
    if not found:
        return
    if not overwrite:
        raise FileExistsError(
            f"{target} is not empty; give overwrite=True to replace a saved graph, or another folder"
        )
    foreign = [name for name in found if name != INDEX and not name.endswith(".npy")]
    if INDEX not in found or foreign:
        why = f"it holds {foreign[0]}" if foreign else f"it has no {INDEX}"
        raise FileExistsError(
            f"{target} is not a saved graph ({why}) and will not be replaced; give another folder"
        )


def _put_in_place(temporary: Path, target: Path) -> None:
    """Rename into place; a graph already there steps aside first and is deleted last."""
    previous = _previous(target)
    if target.exists() and any(target.iterdir()):
        shutil.rmtree(previous, ignore_errors=True)
        target.rename(previous)
        try:
            temporary.rename(target)
        except BaseException:
            previous.rename(target)
            raise
    else:
        temporary.rename(target)
    _flush_folder(target.parent)
    shutil.rmtree(previous, ignore_errors=True)


def _previous(target: Path) -> Path:
    return target.with_name(f".{target.name}.previous")


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Marks a temporary folder as being written; the mark goes when its process does."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(descriptor)


def _remove_abandoned(target: Path) -> None:
    """Delete what killed saves to this target left behind."""
    for folder in target.parent.glob(f".{_glob_literal(target.name)}.saving-*"):
        try:
            with _locked(folder):
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue  # still being written by a living process


def _glob_literal(name: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)


# ---------------------------------------------------------------------------------------------- reading


def _read_index(folder: Path) -> dict[str, Any]:
    path = folder / INDEX
    if not path.is_file():
        raise FileNotFoundError(_why_missing(folder))
    with path.open("rb") as file:
        text = file.read(_LARGEST_INDEX + 1)
    if len(text) > _LARGEST_INDEX:
        raise damaged(path, "it is far too large")
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise damaged(path, f"it is not JSON ({type(error).__name__})") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise damaged(path, f"its format is not {FORMAT!r}")
    if content.get("version") != VERSION:
        raise ValueError(
            f"{path}: its version is {content.get('version')!r:.40}, but this gdgnn reads version {VERSION}; "
            "save the graph with this gdgnn, or install the one that wrote it"
        )
    stated = content.pop("sha256", None)
    if stated != _digest_of(content):
        raise damaged(path, "its checksum does not match")
    if not isinstance(content.get("facts"), dict) or not isinstance(content.get("files"), dict):
        raise damaged(path, "it lists no facts or no files")
    return content


def _why_missing(folder: Path) -> str:
    previous = _previous(folder.resolve())
    if not folder.exists() and (previous / INDEX).is_file():
        return f"{folder} is gone: the save that was to replace it was killed; rename {previous} to it"
    if not folder.is_dir():
        found = "a file" if folder.exists() else "not there"
        return f"{folder} is {found}; give the folder that Graph.save wrote"
    return f"{folder} holds no {INDEX}; give the folder that Graph.save wrote"


def _read_array(path: Path, expected: object, *, verify: bool) -> NDArray[Any]:
    if not isinstance(expected, dict):
        raise damaged(path.with_name(INDEX), f"it says nothing about {path.name}")
    if not path.is_file():
        raise FileNotFoundError(f"{path} is missing; copy the whole folder, or save the graph again")
    size = path.stat().st_size
    if size != expected.get("bytes"):
        raise damaged(path, f"it has {size} bytes, expected {expected.get('bytes')!r:.40}")
    if verify and _digest_of_file(path) != expected.get("sha256"):
        raise damaged(path, "its checksum does not match")
    try:
        array = np.load(path, mmap_mode="r", allow_pickle=False)
    except (ValueError, OSError, EOFError, OverflowError, TypeError, SyntaxError) as error:
        raise damaged(path, f"it is not an array ({error!s:.120})") from error
    if not isinstance(array, np.ndarray) or not array.flags.c_contiguous:
        raise damaged(path, "it is not an array in row order")
    if array.dtype.str != expected.get("dtype") or list(array.shape) != expected.get("shape"):
        raise damaged(path, f"it holds {array.dtype.str} {array.shape}, not what {INDEX} says")
    return np.asarray(array)


def _digest_of_file(path: Path) -> str:
    sha256 = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            sha256.update(chunk)
    return sha256.hexdigest()
