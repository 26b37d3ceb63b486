"""The Hugging Face Hub, where models are shared; its package is imported only when it is used."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

_CARD = """---
library_name: gdgnn
tags:
- graph-machine-learning
---

A predictor of [gdgnn](https://pypi.org/project/gdgnn/):

```python
from gdgnn.estimators import {kind}

predictor = {kind}.from_pretrained("{name}")
print(predictor.report_)
```
"""


def push(
    save: Callable[[Path], None],
    repo_id: str,
    *,
    kind: str,
    private: bool,
    token: str | None,
    message: str,
) -> str:
    """Save into a temporary folder and upload that; returns the address of the upload."""
    hub = _package()
    api = hub.HfApi(token=token)
    api.create_repo(repo_id, private=private, exist_ok=True)
    with TemporaryDirectory() as temporary:
        folder = Path(temporary) / "model"
        save(folder)
        (folder / "README.md").write_text(_CARD.format(name=repo_id, kind=kind), encoding="utf-8")
        done = api.upload_folder(repo_id=repo_id, folder_path=str(folder), commit_message=message)
    return str(done)


def fetch(name: str | Path, *, revision: str | None, token: str | None) -> Path:
    """The folder itself if there is one of that name; else a download of the repository of that name."""
    if Path(name).is_dir():
        return Path(name)
    found: Any = _package().snapshot_download(str(name), revision=revision, token=token)
    return Path(found)


def _package() -> Any:
    try:
        import huggingface_hub
    except ImportError:
        raise ImportError(
            "sharing needs the package huggingface_hub; install it: pip install huggingface_hub"
        ) from None
    return huggingface_hub
