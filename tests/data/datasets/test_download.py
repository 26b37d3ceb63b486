from __future__ import annotations

import hashlib
import resource
import socket
import threading
from pathlib import Path

import pytest

from gdgnn.data.datasets.download import checksum, download
from tests.data.datasets.server import serving

CONTENT = bytes(range(256)) * 5_000  # several reads long
DIGEST = hashlib.sha256(CONTENT).hexdigest()


def test_a_file_arrives_whole_and_is_reported(tmp_path: Path) -> None:
    reports: list[tuple[int, int | None]] = []
    with serving(data=CONTENT) as server:
        found = download(
            f"{server.url}/data",
            tmp_path / "new" / "data",
            sha256=DIGEST,
            report=lambda done, total: reports.append((done, total)),
        )
    assert (tmp_path / "new" / "data").read_bytes() == CONTENT
    assert found == DIGEST == checksum(tmp_path / "new" / "data")
    assert reports[-1] == (len(CONTENT), len(CONTENT))
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["data"]


def test_a_cut_connection_is_taken_up_where_it_broke(tmp_path: Path) -> None:
    with serving(data=CONTENT) as server:
        server.cuts = [1_000, 2_000]
        download(f"{server.url}/data", tmp_path / "data", sha256=DIGEST)
        assert [span for _, span in server.asked] == [None, "bytes=1000-", "bytes=3000-"]
    assert (tmp_path / "data").read_bytes() == CONTENT


def test_the_next_call_goes_on_from_what_the_last_one_left(tmp_path: Path) -> None:
    with serving(data=CONTENT) as server:
        server.cuts = [1_000, 0]
        with pytest.raises(ConnectionError, match=r"cannot download http.*/data: the connection was cut"):
            download(f"{server.url}/data", tmp_path / "data", sha256=DIGEST)
        assert [path.name for path in tmp_path.iterdir()] == ["data.part"]
        server.cuts, server.asked = [], []
        download(f"{server.url}/data", tmp_path / "data", sha256=DIGEST)
        assert server.asked == [("/data", "bytes=1000-")]
    assert (tmp_path / "data").read_bytes() == CONTENT


def test_a_server_that_cannot_resume_sends_all_again(tmp_path: Path) -> None:
    (tmp_path / "data.part").write_bytes(b"something else")
    with serving(data=CONTENT) as server:
        server.resumes = False
        download(f"{server.url}/data", tmp_path / "data", sha256=DIGEST)
    assert (tmp_path / "data").read_bytes() == CONTENT


@pytest.mark.parametrize("left", [CONTENT, CONTENT + b"of a longer file"])
def test_a_part_that_is_too_long_to_go_on_from_is_fetched_anew(left: bytes, tmp_path: Path) -> None:
    (tmp_path / "data.part").write_bytes(left)
    with serving(data=CONTENT) as server:
        download(f"{server.url}/data", tmp_path / "data", sha256=DIGEST)
        assert [span for _, span in server.asked] == [f"bytes={len(left)}-", None]
    assert (tmp_path / "data").read_bytes() == CONTENT


def test_a_connection_that_breaks_before_its_answer_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=lambda: listener.accept()[0].close())
        thread.start()
        with pytest.raises(ConnectionError, match=r"cannot download http://127.0.0.1:\d+/data: "):
            download(f"http://127.0.0.1:{listener.getsockname()[1]}/data", tmp_path / "data")
        thread.join()


def test_other_bytes_than_were_asked_for_are_refused(tmp_path: Path) -> None:
    (tmp_path / "data.part").write_bytes(CONTENT[:1_000])
    with serving(data=CONTENT) as server:
        server.shift = 5
        with pytest.raises(ConnectionError, match=r"bytes from 1000 on were asked for, others came"):
            download(f"{server.url}/data", tmp_path / "data", sha256=DIGEST)


def test_a_wrong_checksum_leaves_nothing(tmp_path: Path) -> None:
    with serving(data=b"changed") as server, pytest.raises(ValueError, match=f"expected {DIGEST}"):
        download(f"{server.url}/data", tmp_path / "data", sha256=DIGEST)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_page_is_told_by_its_code(tmp_path: Path) -> None:
    with serving() as server, pytest.raises(ConnectionError, match=r"/data: HTTP 404 Not Found"):
        download(f"{server.url}/data", tmp_path / "data")


def test_without_a_network_it_ends_at_once(tmp_path: Path) -> None:
    with serving() as server:
        pass
    with pytest.raises(ConnectionError, match=r"cannot download http.*: .*refused"):
        download(f"{server.url}/data", tmp_path / "data")


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with (
        serving(data=CONTENT) as server,
        pytest.raises(OSError, match=r"cannot write .*file/data.part: .*root="),
    ):
        download(f"{server.url}/data", tmp_path / "file" / "data")


def test_a_full_disk_is_told_and_what_fitted_is_kept(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with serving(data=CONTENT) as server:
        resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, hard))
        try:
            with pytest.raises(OSError, match=r"cannot write .*data.part: .*make room"):
                download(f"{server.url}/data", tmp_path / "data", sha256=DIGEST)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert 0 < (tmp_path / "data.part").stat().st_size <= 300_000
        download(f"{server.url}/data", tmp_path / "data", sha256=DIGEST)
    assert (tmp_path / "data").read_bytes() == CONTENT
