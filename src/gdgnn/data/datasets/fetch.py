"""Missing files of a data set, downloaded and unpacked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from gdgnn.data.datasets.checksums import known_checksums, remember_checksum, remembered_checksum
from gdgnn.data.datasets.download import Report, checksum, download
from gdgnn.data.datasets.recipe import Recipe, Remote
from gdgnn.data.datasets.tables import damaged
from gdgnn.data.datasets.unpack import unpack


def fetch(recipe: Recipe, root: Path, *, progress: bool) -> None:
    """Download what is missing of a data set below `root`.

    Raises:
        FileNotFoundError: a file is to be had at no address that can be fetched.
        ConnectionError, OSError, ValueError: as `download` and `unpack` say.
    """
    with _bars(progress) as bar_for:
        for remote in recipe.remotes:
            if any(not (root / file).is_file() for file in remote.files):
                _fetch_one(recipe, remote, root, bar_for)


def _fetch_one(recipe: Recipe, remote: Remote, root: Path, bar_for: Callable[[str], Report | None]) -> None:
    name, place = recipe.info.name, root / remote.path
    what = f"unpack it into {place}" if remote.unpacks_to else f"put it at {place}"
    if remote.url is None:
        raise FileNotFoundError(
            f"{name}: {place} is missing, and its publishers offer it only as pickles, which are not read "
            f"here; make it from what {recipe.info.source} has, in the format that the reference tells"
        )
    target = place.with_name(f"{place.name}.zip") if remote.unpacks_to else place
    expected = remembered_checksum(root, remote.url) if remote.unpacks_to else known_checksums()[remote.path]
    try:
        if not target.is_file():  # an archive that could not be unpacked for want of space is still there
            found = download(remote.url, target, sha256=expected, report=bar_for(f"{name}: {target.name}"))
        else:
            found = checksum(target)
    except ConnectionError as error:
        raise ConnectionError(
            f"{name} is not in {root}, and {error}; try again when there is a network, or get this file "
            f"elsewhere and {what}"
        ) from error
    if remote.unpacks_to:
        _unpack(remote, remote.url, target, root)
        remember_checksum(root, remote.url, found)


def _unpack(remote: Remote, url: str, archive: Path, root: Path) -> None:
    """Unpack an archive, and delete it, whether it is good or bad."""
    try:
        unpack(archive, root / remote.path)
        missing = [file for file in remote.files if not (root / file).is_file()]
        if missing:
            raise damaged(archive, f"{url} has no file for {missing[0]}")
    except ValueError:
        archive.unlink()
        raise
    archive.unlink()


@contextmanager
def _bars(progress: bool) -> Iterator[Callable[[str], Report | None]]:
    """What makes a bar for a file, where bars are wanted and Rich is there to draw them."""
    try:
        from rich.console import Console
        from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn
    except ImportError:
        progress = False
    if not progress:
        yield lambda name: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bars:

        def bar_for(name: str) -> Report:
            task = bars.add_task(name, total=None)
            return lambda done, total: bars.update(task, completed=done, total=total)

        yield bar_for
