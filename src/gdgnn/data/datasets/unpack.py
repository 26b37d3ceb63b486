"""Zip archives, unpacked into a folder and nowhere else."""

from __future__ import annotations

import shutil
import stat
import zlib
from pathlib import Path, PurePosixPath
from zipfile import BadZipFile, ZipFile, ZipInfo

from gdgnn.data.datasets.download import writing
from gdgnn.data.datasets.tables import damaged


def unpack(archive: Path, folder: Path) -> None:
    """Write the files of an archive into `folder`, without the archive's one outermost folder.

    Every path is checked before the first file is written, and each file has its name only when it is whole.

    Raises:
        ValueError: the archive is damaged, or a path in it leads elsewhere.
        OSError: a file cannot be written.
    """
    try:
        with ZipFile(archive) as files:
            members = [
                (member, _inside(member, archive)) for member in files.infolist() if not member.is_dir()
            ]
            for member, path in members:
                target = folder / path
                part = target.with_name(f"{target.name}.part")
                with writing(target):
                    target.parent.mkdir(parents=True, exist_ok=True)
                    with files.open(member) as source, part.open("wb") as copy:
                        shutil.copyfileobj(source, copy)
                    part.replace(target)
    except (BadZipFile, EOFError, NotImplementedError, RuntimeError, zlib.error) as error:
        raise damaged(archive, str(error)) from error


def _inside(member: ZipInfo, archive: Path) -> PurePosixPath:
    """The path of a file below the outermost folder."""
    path = PurePosixPath(member.filename)
    link = stat.S_ISLNK(member.external_attr >> 16)
    if link or path.is_absolute() or any(part == ".." or set(part) & {"\\", ":"} for part in path.parts):
        raise damaged(archive, f"it would write to {member.filename!r}, outside its folder")
    return PurePosixPath(*path.parts[1:]) if len(path.parts) > 1 else path
