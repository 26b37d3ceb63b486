"""`python -m gdgnn.experiments.expressive brec|csl|exp|regular|tables`."""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

from gdgnn.experiments.expressive.ceilings import brec_ceilings, csl_ceilings, exp_ceilings
from gdgnn.experiments.expressive.protocol import brec_trained
from gdgnn.experiments.expressive.record import RESULTS
from gdgnn.experiments.expressive.regular import regular
from gdgnn.experiments.expressive.tables import write_page
from gdgnn.experiments.expressive.trained import csl_trained, exp_trained
from gdgnn.experiments.expressive.untrained import brec_untrained

HELP = """Which graphs that plain networks cannot tell apart can be told apart, and by what.

  brec ceilings    at best, by exact colors, part by part (some minutes)
  brec untrained   by networks with random weights (some minutes)
  brec trained     by BREC's own protocol, one short training for each of 400 pairs (hours)
  csl ceilings     10 classes of skip-link cycles
  csl trained      5 folds, networks of 2, 3 and 4 layers
  exp ceilings     600 pairs of formulas
  exp trained      5 folds, networks of 2, 3 and 4 layers
  regular          random regular graphs, 64 to 2,048 nodes
  tables           bring the tables of a page of the documentation up to date

Each stops where you stop it and goes on there when started again."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one measurement."""
    parser = argparse.ArgumentParser(
        prog="python -m gdgnn.experiments.expressive",
        description=HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("set", choices=("brec", "csl", "exp", "regular", "tables"))
    parser.add_argument("how", nargs="?", choices=("ceilings", "untrained", "trained"), default="ceilings")
    parser.add_argument(
        "--data-dir",
        type=Path,
        default=Path(os.environ.get("GDGNN_DATA", "data")),
        help="the folder that holds expressive/; by default GDGNN_DATA",
    )
    parser.add_argument("--out", type=Path, default=RESULTS, help="where result files are kept")
    parser.add_argument(
        "--page",
        type=Path,
        default=Path("docs/guide/expressiveness.md"),
        help="the page that tables writes",
    )
    parser.add_argument("--seeds", type=int, default=1, help="of csl trained and exp trained")
    parser.add_argument("--pairs", help="of brec trained: only these, as first:last, counted from 0")
    given = parser.parse_args(arguments)
    data, out = given.data_dir, given.out
    runs = {
        ("brec", "ceilings"): lambda: brec_ceilings(data, folder=out),
        ("brec", "untrained"): lambda: brec_untrained(data, folder=out),
        ("brec", "trained"): lambda: brec_trained(data, _range(given.pairs), folder=out),
        ("csl", "ceilings"): lambda: csl_ceilings(out),
        ("csl", "trained"): lambda: csl_trained(given.seeds, folder=out),
        ("exp", "ceilings"): lambda: exp_ceilings(data, out),
        ("exp", "trained"): lambda: exp_trained(data, given.seeds, folder=out),
        ("regular", "ceilings"): lambda: regular(folder=out),
        ("tables", "ceilings"): lambda: write_page(given.page, out),
    }
    if (given.set, given.how) not in runs:
        parser.error(f"{given.set} has no {given.how}; see --help")
    try:
        runs[given.set, given.how]()
    except FileNotFoundError as error:
        parser.error(str(error))


def _range(text: str | None) -> slice:
    if text is None:
        return slice(None)
    first, _, last = text.partition(":")
    return slice(int(first or 0), int(last) if last else None)


if __name__ == "__main__":
    main()
