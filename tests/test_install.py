"""What comes with the package, and what importing it costs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import version
from importlib.resources import files

import pytest

import gdgnn

HEAVY = ("torch", "torch_geometric", "scipy", "networkx", "matplotlib", "rich")


def modules_after(statement: str) -> set[str]:
    """The modules a fresh interpreter has loaded after `statement`."""
    code = f"{statement}\nimport json, sys\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_importing_the_package_loads_nothing_else() -> None:
    loaded = modules_after("import gdgnn")
    assert not loaded.intersection({*HEAVY, "numpy", "gdgnn.graph", "gdgnn.geodesics"})


@pytest.mark.parametrize(
    "statement",
    [
        "import gdgnn.geodesics",
        "from gdgnn import Graph, geodesics",
        "from gdgnn import Graph, geodesics\n"
        "geodesics.distances(Graph.from_edges([[0], [1]]), [[0], [1]], max_dist=2)",
    ],
)
def test_geodesics_need_numpy_only(statement: str) -> None:
    loaded = modules_after(statement)
    assert "numpy" in loaded
    assert not loaded.intersection(HEAVY)


def test_the_lazy_names_are_the_real_things() -> None:
    from gdgnn.graph import Graph

    assert gdgnn.Graph is Graph
    assert gdgnn.geodesics is sys.modules["gdgnn.geodesics"]


def test_dir_lists_every_public_name_and_each_resolves() -> None:
    assert set(dir(gdgnn)) == set(gdgnn.__all__)
    assert all(getattr(gdgnn, name) is not None for name in gdgnn.__all__)


def test_an_unknown_name_is_an_attribute_error_that_lists_the_known_ones() -> None:
    with pytest.raises(AttributeError, match=r"no attribute 'Grph'; it offers .*Graph"):
        gdgnn.Grph  # noqa: B018


def test_the_version_is_the_one_of_the_distribution() -> None:
    assert gdgnn.__version__ == version("gdgnn")


def test_type_checkers_find_the_package_typed() -> None:
    assert files("gdgnn").joinpath("py.typed").is_file()


def test_idle_threads_sleep_unless_somebody_wants_otherwise() -> None:
    show = "import gdgnn, os; print(os.environ['OMP_WAIT_POLICY'], os.environ['THP_MEM_ALLOC_ENABLE'])"
    unset = {
        name: value
        for name, value in os.environ.items()
        if name not in ("OMP_WAIT_POLICY", "THP_MEM_ALLOC_ENABLE")
    }
    for given, expected in (({}, "passive 1"), ({"OMP_WAIT_POLICY": "active"}, "active 1")):
        shown = subprocess.run(
            [sys.executable, "-c", show], env=unset | given, capture_output=True, text=True, check=True
        )
        assert shown.stdout.strip() == expected
