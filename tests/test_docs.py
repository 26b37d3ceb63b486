"""Everything the documentation shows runs: each file's blocks in order, in an empty folder."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

import gdgnn
from gdgnn import heuristics, loader, tasks
from gdgnn.data import datasets
from gdgnn.tasks import metrics

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
MODULES = [
    gdgnn.__name__,
    *sorted(module.name for module in pkgutil.walk_packages(gdgnn.__path__, prefix="gdgnn.")),
]
FENCE = re.compile(
    r"^(?P<mark><!-- runnable -->\n+)?"
    r"(?P<indent> *)```(?P<language>\w*)[^\n]*\n(?P<body>.*?)^(?P=indent)```$",
    re.MULTILINE | re.DOTALL,
)
REFERENCES = [gdgnn.geodesics, gdgnn.graph, datasets, heuristics, loader, metrics, tasks]
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass(frozen=True)
class Block:
    language: str
    body: str
    line: int
    marked: bool


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for fence in FENCE.finditer(text):
        indent = fence["indent"]
        body = "".join(line.removeprefix(indent) for line in fence["body"].splitlines(keepends=True))
        yield Block(fence["language"], body, text[: fence.start("body")].count("\n"), bool(fence["mark"]))


def failures(examples: str, names: dict[str, object], where: str, line: int = 0) -> int:
    """Run examples as written at a prompt; what differs is printed by doctest."""
    test = doctest.DocTestParser().get_doctest(examples, names, where, where, line)
    # A test works on a copy of its names; the next block needs what this one defined.
    test.globs = names
    return doctest.DocTestRunner(optionflags=OPTIONS).run(test, clear_globs=False).failed


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_code_block_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "__main__"}
    for block in blocks(page):
        where = f"{page.relative_to(ROOT)}, line {block.line}"
        if block.language == "python":
            exec(compile("\n" * block.line + block.body, str(page), "exec"), names)
        elif block.language == "pycon":
            assert failures(block.body, names, str(page), block.line) == 0, where
        elif block.marked:
            path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
            done = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", block.body],
                capture_output=True,
                check=False,
                cwd=tmp_path,
                env={"PATH": path, "HOME": str(tmp_path)},
                text=True,
            )
            assert done.returncode == 0, f"{where}:\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("name", MODULES)
def test_every_example_of_a_docstring_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    module = importlib.import_module(name)
    finder = doctest.DocTestFinder(exclude_empty=True)
    failed = [
        test.name
        for test in finder.find(module, name)
        if doctest.DocTestRunner(optionflags=OPTIONS).run(test).failed
    ]
    assert not failed


@pytest.mark.parametrize("module", REFERENCES, ids=lambda module: module.__name__)
def test_the_reference_lists_every_public_name(module: ModuleType) -> None:
    page = ROOT / "docs" / "reference" / f"{module.__name__.rpartition('.')[2]}.rst"
    listed = re.findall(r"^\.\. auto\w+:: (\w+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(module.__all__)


def test_a_block_is_found_whatever_its_indent_and_mark(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "```python\na = 1\n```\n\n  ```pycon\n  >>> a\n  1\n  ```\n\n"
        "<!-- runnable -->\n```bash\nls\n```\n\n```bash\nrm x\n```\n"
    )
    found = list(blocks(page))
    assert [(block.language, block.body, block.marked) for block in found] == [
        ("python", "a = 1\n", False),
        ("pycon", ">>> a\n1\n", False),
        ("bash", "ls\n", True),
        ("bash", "rm x\n", False),
    ]


def test_a_wrong_answer_in_a_block_is_a_failure() -> None:
    assert failures(">>> 1 + 1\n3\n", {}, "page") == 1
