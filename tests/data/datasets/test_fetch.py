"""What is missing of a data set is downloaded, checked, unpacked, and told of when it cannot be."""

from __future__ import annotations

import hashlib
import io
from pathlib import Path
from zipfile import ZipFile

import pytest

from gdgnn.data.datasets import fetch as fetch_module
from gdgnn.data.datasets.checksums import known_checksums, remember_checksum, remembered_checksum
from gdgnn.data.datasets.edge_lists import read_links
from gdgnn.data.datasets.fetch import fetch
from gdgnn.data.datasets.recipe import DatasetInfo, Recipe, Remote
from gdgnn.data.datasets.registry import RECIPES
from tests.data.datasets.server import serving

INFO = DatasetInfo("small", "link", "A test", {"edges": 1}, "https://example.org", "MIT")


def recipe(*remotes: Remote) -> Recipe:
    return Recipe(INFO, "link/small", remotes, read_links)


def zipped(**files: str) -> bytes:
    raw = io.BytesIO()
    with ZipFile(raw, "w") as members:
        for name, text in files.items():
            members.writestr(name, text)
    return raw.getvalue()


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Checksums that are known beforehand."""
    digests: dict[str, str] = {}
    monkeypatch.setattr(fetch_module, "known_checksums", lambda: digests)
    return digests


@pytest.mark.parametrize("progress", [True, False])
def test_only_what_is_missing_is_fetched(progress: bool, known: dict[str, str], tmp_path: Path) -> None:
    here, missing = tmp_path / "link/small/here.txt", tmp_path / "link/small/edges.txt"
    here.parent.mkdir(parents=True)
    here.write_text("as it was")
    known["link/small/edges.txt"] = hashlib.sha256(b"0 1").hexdigest()
    with serving(edges=b"0 1") as server:
        remotes = [
            Remote(f"{server.url}/here", "link/small/here.txt"),
            Remote(f"{server.url}/edges", "link/small/edges.txt"),
        ]
        fetch(recipe(*remotes), tmp_path, progress=progress)
        assert server.asked == [("/edges", None)]
    assert (here.read_text(), missing.read_text()) == ("as it was", "0 1")


def test_an_archive_is_unpacked_deleted_and_its_checksum_remembered(tmp_path: Path) -> None:
    content = zipped(**{"SMALL/a.txt": "1", "SMALL/b.txt": "2"})
    with serving(**{"small.zip": content}) as server:
        url = f"{server.url}/small.zip"
        fetch(recipe(Remote(url, "tu/SMALL/raw", ("a.txt", "b.txt"))), tmp_path, progress=False)
        assert remembered_checksum(tmp_path, url) == hashlib.sha256(content).hexdigest()
    assert sorted(path.name for path in (tmp_path / "tu/SMALL/raw").iterdir()) == ["a.txt", "b.txt"]
    assert [path.name for path in (tmp_path / "tu/SMALL").iterdir()] == ["raw"]


def test_an_archive_that_found_no_room_is_kept_for_the_next_call(tmp_path: Path) -> None:
    (tmp_path / "tu/SMALL").mkdir(parents=True)
    (tmp_path / "tu/SMALL/raw").touch()
    with serving(**{"small.zip": zipped(**{"SMALL/a.txt": "1"})}) as server:
        wanted = recipe(Remote(f"{server.url}/small.zip", "tu/SMALL/raw", ("a.txt",)))
        with pytest.raises(OSError, match=r"cannot write .*a.txt"):
            fetch(wanted, tmp_path, progress=False)
        (tmp_path / "tu/SMALL/raw").unlink()
        fetch(wanted, tmp_path, progress=False)
        assert len(server.asked) == 1
    assert (tmp_path / "tu/SMALL/raw/a.txt").read_text() == "1"


def test_an_archive_that_changed_since_is_refused(tmp_path: Path) -> None:
    with serving(**{"small.zip": zipped(**{"SMALL/a.txt": "other"})}) as server:
        url = f"{server.url}/small.zip"
        remember_checksum(tmp_path, url, "0" * 64)
        with pytest.raises(ValueError, match="expected 0000"):
            fetch(recipe(Remote(url, "tu/SMALL/raw", ("a.txt",))), tmp_path, progress=False)


def test_an_archive_without_a_file_that_is_needed_is_named_and_deleted(tmp_path: Path) -> None:
    with serving(**{"small.zip": zipped(**{"SMALL/a.txt": "1"})}) as server:
        remote = Remote(f"{server.url}/small.zip", "tu/SMALL/raw", ("a.txt", "b.txt"))
        with pytest.raises(ValueError, match=r"has no file for tu/SMALL/raw/b.txt"):
            fetch(recipe(remote), tmp_path, progress=False)
        assert remembered_checksum(tmp_path, f"{server.url}/small.zip") is None
    assert not (tmp_path / "tu/SMALL/raw.zip").exists()


@pytest.mark.parametrize("unpacked", [(), ("a.txt",)])
def test_without_a_network_name_folder_address_and_remedy_are_told(
    unpacked: tuple[str, ...], known: dict[str, str], tmp_path: Path
) -> None:
    known["link/small/raw"] = "0" * 64
    with serving() as server:
        pass
    remote = Remote(f"{server.url}/x", "link/small/raw", unpacked)
    with pytest.raises(ConnectionError) as caught:
        fetch(recipe(remote), tmp_path, progress=False)
    told = str(caught.value)
    for part in (
        "small is not in",
        str(tmp_path),
        f"{server.url}/x",
        "refused",
        str(tmp_path / "link/small/raw"),
    ):
        assert part in told
    assert ("unpack it into" if unpacked else "put it at") in told


def test_what_has_no_address_says_where_to_ask(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"pairs.tsv is missing.*https://example.org"):
        fetch(recipe(Remote(None, "expressive/pairs.tsv")), tmp_path, progress=False)


def test_every_plain_file_has_a_checksum_that_is_known() -> None:
    plain = {
        remote.path
        for entry in RECIPES.values()
        for remote in entry.remotes
        if remote.url is not None and not remote.unpacks_to
    }
    assert plain == set(known_checksums())


def test_the_known_checksums_are_those_of_the_files_that_are_here(data_root: Path) -> None:
    wrong = [
        path
        for path, digest in known_checksums().items()
        if (data_root / path).is_file()
        and hashlib.sha256((data_root / path).read_bytes()).hexdigest() != digest
    ]
    assert wrong == []


def test_a_memory_that_is_no_json_is_named(tmp_path: Path) -> None:
    (tmp_path / "checksums.json").write_text("{")
    with pytest.raises(ValueError, match=r"checksums.json is not JSON .*; delete it"):
        remembered_checksum(tmp_path, "https://example.org")
