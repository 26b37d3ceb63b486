from __future__ import annotations

import stat
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest

from gdgnn.data.datasets.unpack import unpack


def archive(folder: Path, **files: str) -> Path:
    file = folder / "set.zip"
    with ZipFile(file, "w", ZIP_DEFLATED) as members:
        for name, text in files.items():
            members.writestr(name, text)
    return file


def files(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


def test_the_outermost_folder_is_left_off(tmp_path: Path) -> None:
    unpack(archive(tmp_path, **{"hiv/raw/edge": "1", "hiv/README": "2"}), tmp_path / "to")
    assert files(tmp_path / "to") == {"raw/edge": "1", "README": "2"}


@pytest.mark.parametrize(
    "path", ["../out", "set/../../out", "/etc/out", "set/..", "set\\..\\..\\out", "C:/out", "set/C:out"]
)
def test_a_path_that_leaves_the_folder_is_refused_before_anything_is_written(
    path: str, tmp_path: Path
) -> None:
    file = archive(tmp_path, **{"set/good": "1", path: "2"})
    with pytest.raises(ValueError, match=r"set.zip is damaged: it would write to"):
        unpack(file, tmp_path / "to")
    assert list(tmp_path.iterdir()) == [file]


def test_a_link_is_refused(tmp_path: Path) -> None:
    link = ZipInfo("set/link")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with ZipFile(tmp_path / "set.zip", "w") as members:
        members.writestr(link, "/etc")
    with pytest.raises(ValueError, match="it would write to 'set/link'"):
        unpack(tmp_path / "set.zip", tmp_path / "to")


def test_a_damaged_archive_leaves_no_file_under_its_name(tmp_path: Path) -> None:
    file = archive(tmp_path, **{"set/raw": "content " * 1_000})
    raw = bytearray(file.read_bytes())
    raw[45] ^= 0xFF
    file.write_bytes(raw)
    with pytest.raises(ValueError, match=r"set.zip is damaged"):
        unpack(file, tmp_path / "to")
    assert not (tmp_path / "to" / "raw").exists()


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    (tmp_path / "set.zip").write_text("<html>")
    with pytest.raises(ValueError, match=r"set.zip is damaged: File is not a zip file"):
        unpack(tmp_path / "set.zip", tmp_path / "to")
