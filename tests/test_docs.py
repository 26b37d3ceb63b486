"""Everything the documentation shows runs: each file's blocks in order, in an empty folder."""

from __future__ import annotations

import contextlib
import doctest
import importlib
import io
import pkgutil
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

import gdgnn
from gdgnn import estimators, experiments, heuristics, loader, tasks
from gdgnn.cli import main as cli
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
REFERENCES = [
    estimators,
    experiments,
    gdgnn.geodesics,
    gdgnn.graph,
    datasets,
    heuristics,
    loader,
    metrics,
    tasks,
]
NUMBER = re.compile(r"[+-]?\d+\.\d+(?:e[+-]?\d+)?")
NOISE = 0.03
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


def commands(body: str) -> Iterator[tuple[str, list[str]]]:
    """What is typed behind each ``$``, and the lines that are shown below it."""
    for typed in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        text = typed.replace("\\\n", "")
        command, _, shown = text.partition("\n")
        yield command, shown.splitlines()


def ran(command: str) -> list[str]:
    """Standard output of a command that must succeed; `gdgnn` runs right here, as torch is slow to import."""
    if not command.startswith("gdgnn "):
        done = subprocess.run(["bash", "-euc", command], check=True, stdout=subprocess.PIPE, text=True)
        return done.stdout.splitlines()
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        code = cli.main(shlex.split(command)[1:])
    assert code == 0, f"{command} ended with {code}: {output.getvalue()}"
    return output.getvalue().splitlines()


def assert_same(found: list[str], expected: list[str], where: str) -> None:
    """Line by line, numbers nearly; a line ``...`` stands for any lines, and no line at all for anything."""
    at = 0
    free = not expected
    for line in expected:
        if line == "...":
            free = True
            continue
        while free and at < len(found) and not alike(found[at], line):
            at += 1
        assert at < len(found), f"{where}: {line!r} is not in the answer {found}"
        assert alike(found[at], line), f"{where}: expected {line!r}, found {found[at]!r}"
        at, free = at + 1, False
    assert free or at == len(found), f"{where}: more than is shown: {found[at:]}"


def alike(one: str, other: str) -> bool:
    """The same but for the noise that processors put into what they train."""
    if NUMBER.sub("#", one).split() != NUMBER.sub("#", other).split():
        return False
    pairs = zip(NUMBER.findall(one), NUMBER.findall(other), strict=True)
    return all(abs(float(a) - float(b)) <= NOISE * max(1.0, abs(float(b))) for a, b in pairs)


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
        elif block.language == "console":
            for command, expected in commands(block.body):
                assert_same(ran(command), expected, f"{where}: {command}")
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


@pytest.mark.parametrize("module", ["data", "data.tables", "nn", "nn.relational"])
def test_some_page_of_the_reference_lists_every_public_name(module: str) -> None:
    pages = (page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "reference").glob("*.rst"))
    listed = re.findall(r"^\.\. auto\w+:: (\w+)$", "\n".join(pages), re.MULTILINE)
    assert set(importlib.import_module(f"gdgnn.{module}").__all__) <= set(listed)


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


def test_a_session_is_split_into_commands_and_answers() -> None:
    assert list(commands("$ echo a \\\n    b\na b\n$ true\n")) == [("echo a     b", ["a b"]), ("true", [])]
    assert ran("echo a b") == ["a b"]
    assert ran("gdgnn --version") == [f"gdgnn {gdgnn.__version__}"]


@pytest.mark.parametrize(
    ("found", "expected", "same"),
    [
        (["a 0.501", "b"], ["a 0.5", "b"], True),
        (["a 0.501", "b"], ["a 0.6", "b"], False),
        (["a 1", "b"], ["a 2", "b"], False),
        (["a", "b", "c"], ["a", "..."], True),
        (["a", "b", "c"], ["...", "c"], True),
        (["a", "b", "c"], ["a", "...", "c"], True),
        (["a", "b", "c"], ["a", "b"], False),
        (["a", "b"], ["a", "b", "c"], False),
        (["a", "b"], ["...", "z"], False),
        (["a"], [], True),
    ],
)
def test_answers_are_compared_line_by_line(found: list[str], expected: list[str], same: bool) -> None:
    with contextlib.nullcontext() if same else pytest.raises(AssertionError, match="here"):
        assert_same(found, expected, "here")
