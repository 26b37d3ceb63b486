"""One file over HTTP: in parts if it must be, checked, and under its name only when it is whole."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import TypeAlias
from urllib.error import HTTPError
from urllib.request import Request, urlopen

Report: TypeAlias = Callable[[int, int | None], None]
"""Told how many bytes are there, and of how many where that is known."""

_TIMEOUT = 30.0
_CHUNK = 1 << 18


def download(url: str, target: Path, *, sha256: str | None = None, report: Report | None = None) -> str:
    """Fetch `url` to the file `target`, and return the SHA-256 of what was fetched.

    What arrives is kept in `target` + ".part". A connection that breaks is taken up again where it broke, for
    as long as each attempt brings something; what one call leaves behind, the next goes on from.

    Args:
        url: an http(s) address.
        target: where to; its folder is made.
        sha256: what the checksum must be.
        report: called as bytes arrive.

    Raises:
        ConnectionError: nothing (more) arrives; the reason is told.
        ValueError: the checksum is another. Nothing is kept.
        OSError: the file cannot be written.
    """
    part = target.with_name(f"{target.name}.part")
    with writing(part):
        target.parent.mkdir(parents=True, exist_ok=True)
    whole = False
    while not whole:
        had, reason = _size(part), "the connection was cut"
        try:
            whole = _append(url, part, report)
        except ConnectionError as error:
            reason = str(error)
        if not whole and _size(part) <= had:
            raise ConnectionError(f"cannot download {url}: {reason}")
    found = checksum(part)
    if sha256 is not None and found != sha256:
        part.unlink()
        raise ValueError(
            f"{url} has the SHA-256 checksum {found}, expected {sha256}: it was damaged on its way, or is "
            f"not what it was; try again, or get the file elsewhere and put it at {target}"
        )
    with writing(target):
        part.replace(target)
    return found


def checksum(file: Path) -> str:
    """The SHA-256 of a file's content, in hexadecimal."""
    digest = hashlib.sha256()
    with file.open("rb") as stream:
        while chunk := stream.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()


@contextmanager
def writing(file: Path) -> Iterator[None]:
    """Say which file it was that could not be written."""
    try:
        yield
    except OSError as error:
        why = error.strerror or str(error)
        raise OSError(
            error.errno, f"cannot write {file}: {why}; make room there, or give another root= (or GDGNN_DATA)"
        ) from error


def _append(url: str, part: Path, report: Report | None) -> bool:
    """Fetch what is missing of `part`; whether it is whole afterwards."""
    start = _size(part)
    response = _open(url, start)
    if response is None:  # what is there is whole or of another file; only fetching it again can tell
        part.unlink()
        return _append(url, part, report)
    with response:
        start, total = _extent(response, start)
        with writing(part), part.open("r+b" if start else "wb") as stream:
            stream.seek(start)
            while chunk := _read(response):
                stream.write(chunk)
                start += len(chunk)
                if report is not None:
                    report(start, total)
    return chunk is not None and (total is None or start >= total)


def _open(url: str, start: int) -> HTTPResponse | None:
    """The answer to a request for the bytes from `start` on; None where there are fewer."""
    headers = {"User-Agent": "gdgnn"} | ({"Range": f"bytes={start}-"} if start else {})
    try:
        response: HTTPResponse = urlopen(Request(url, headers=headers), timeout=_TIMEOUT)
    except HTTPError as error:
        if error.code == 416 and start:
            return None
        raise ConnectionError(f"HTTP {error.code} {error.reason}") from error
    except (HTTPException, OSError) as error:
        raise ConnectionError(str(getattr(error, "reason", error))) from error
    return response


def _extent(response: HTTPResponse, start: int) -> tuple[int, int | None]:
    """Where the bytes of the response belong, and how many there are in all where that is known."""
    if response.status != 206:
        length = response.headers.get("Content-Length")
        return 0, None if length is None else int(length)
    span = re.fullmatch(r"bytes (\d+)-\d+/(\d+|\*)", response.headers.get("Content-Range", ""))
    if span is None or int(span[1]) != start:
        raise ConnectionError(f"bytes from {start} on were asked for, others came")
    return start, None if span[2] == "*" else int(span[2])


def _read(response: HTTPResponse) -> bytes | None:
    """The next bytes: none at the end, None where the connection broke."""
    try:
        return response.read(_CHUNK)
    except (HTTPException, OSError):
        return None


def _size(file: Path) -> int:
    return file.stat().st_size if file.is_file() else 0
