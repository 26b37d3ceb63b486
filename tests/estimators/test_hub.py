"""Sharing by the conventions of Hugging Face, with a hub that is a folder."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from gdgnn.estimators import KnowledgeGraphCompleter, LinkPredictor

PAIRS = [("p0", "p4"), ("p1", "p30")]


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Any]]:
    """A package that takes down what it is asked for, and keeps repositories in a folder."""
    calls: list[tuple[str, Any]] = []

    class HfApi:
        def __init__(self, token: str | None) -> None:
            calls.append(("token", token))

        def create_repo(self, repo_id: str, *, private: bool, exist_ok: bool) -> None:
            calls.append(("create", (repo_id, private, exist_ok)))

        def upload_folder(self, *, repo_id: str, folder_path: str, commit_message: str) -> str:
            shutil.copytree(folder_path, tmp_path / "hub" / repo_id)
            calls.append(("upload", commit_message))
            return f"https://hub/{repo_id}"

    def snapshot_download(repo_id: str, *, revision: str | None, token: str | None) -> str:
        calls.append(("download", (repo_id, revision, token)))
        # As in the hub's cache: links to files that lie elsewhere under other names.
        cache = tmp_path / "cache"
        for file in (tmp_path / "hub" / repo_id).rglob("*"):
            link = cache / file.relative_to(tmp_path / "hub" / repo_id)
            if file.is_file():
                link.parent.mkdir(parents=True, exist_ok=True)
                link.symlink_to(file)
        return str(cache)

    fake = SimpleNamespace(HfApi=HfApi, snapshot_download=snapshot_download)
    monkeypatch.setitem(sys.modules, "huggingface_hub", fake)
    return calls


def test_what_is_pushed_can_be_fetched(network: LinkPredictor, hub: list[tuple[str, Any]]) -> None:
    address = network.push_to_hub("ann/friends", private=True, token="secret", message="First")
    assert address == "https://hub/ann/friends"
    assert hub == [("token", "secret"), ("create", ("ann/friends", True, True)), ("upload", "First")]
    back = LinkPredictor.from_pretrained("ann/friends", revision="main")
    np.testing.assert_array_equal(back.decision_function(PAIRS), network.decision_function(PAIRS))
    assert hub[-1] == ("download", ("ann/friends", "main", None))


def test_the_card_says_how_to_use_the_model(
    network: LinkPredictor, hub: list[tuple[str, Any]], tmp_path: Path
) -> None:
    network.push_to_hub("ann/friends")
    card = (tmp_path / "hub" / "ann" / "friends" / "README.md").read_text()
    assert 'LinkPredictor.from_pretrained("ann/friends")' in card
    assert "library_name: gdgnn" in card


def test_a_folder_needs_no_hub(
    network: LinkPredictor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    network.save(tmp_path / "model")
    assert LinkPredictor.from_pretrained(tmp_path / "model").report_ == network.report_
    with pytest.raises(ImportError, match="pip install huggingface_hub"):
        LinkPredictor.from_pretrained("ann/friends")


def test_a_completer_is_shared_as_others_are(
    completer: KnowledgeGraphCompleter, hub: list[tuple[str, Any]]
) -> None:
    assert completer.push_to_hub("ann/facts") == "https://hub/ann/facts"
    back = KnowledgeGraphCompleter.from_pretrained("ann/facts")
    assert back.predict("b1", "right", None) == completer.predict("b1", "right", None)
    assert hub[-1] == ("download", ("ann/facts", None, None))
