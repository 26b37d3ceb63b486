"""The speeds on the page about knowledge graphs."""

from __future__ import annotations

import runpy
from pathlib import Path

FIGURES = runpy.run_path(str(Path(__file__).resolve().parents[1] / "docs" / "knowledge_figures.py"))
MACHINE = {"cpu": "some processor", "cores": 2}
RANKING = {
    "queries": 10,
    "of_queries": 40,
    "pairs_per_second": 4e6,
    "pairs_per_processor_second": 6e6,
    "seconds": 3.0,
    "peak_gib": 0.84,
}


def rows(measured: dict[str, object]) -> list[str]:
    found = FIGURES["table"]({"machine": MACHINE, "sets": {"WN18RR": {"max_dist": 5, **measured}}})
    assert "2 cores of some processor" in found
    return [line for line in found.splitlines() if line.startswith("| WN18RR")]


def test_the_page_shows_the_figures_of_the_last_benchmark() -> None:
    page = FIGURES["PAGE"].read_text(encoding="utf-8")
    assert FIGURES["BLOCK"].search(page)
    assert FIGURES["refreshed"](page) == page, "run: .venv/bin/python docs/knowledge_figures.py"


def test_each_peer_of_the_encoder_has_a_row() -> None:
    rates = {name: {"per_second": rate} for name, rate in (("gdgnn", 9.0), ("a", 3.0), ("b", 1500.0))}
    found = rows({"training": {"rates": rates, "ratios": {"a": 3.0, "b": 0.006}}})
    assert found == [
        "| WN18RR | training, facts a second | 9 | 3 (a) | 3.0× |",
        "| WN18RR | training, facts a second | 9 | 1,500 (b) | 0.0× |",
    ]


def test_ranking_says_how_many_queries_were_asked_and_what_the_peer_took() -> None:
    peer = {"pairs_per_second": 2e4, "pairs_per_processor_second": 3e4, "queries": 4}
    first, second = rows({"ranking": RANKING, "bellman_ford": peer})
    assert (
        "10 of 40 queries, `max_dist=5` | 4,000,000 | 20,000 (Bellman–Ford, 4 of the queries) | 200×" in first
    )
    assert second.endswith("| 3 |  | 0.8 GiB |")
    whole, _ = rows({"ranking": RANKING | {"of_queries": 10}})
    assert "all 10 queries, `max_dist=5` | 4,000,000 |  |  |" in whole
