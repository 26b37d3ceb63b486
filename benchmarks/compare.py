"""Did it get slower? ``python -m benchmarks.compare before.json after.json`` compares ratios, never seconds.

Prints, for every step and peer, the engine's ratio to that peer in the second file over that in the first:
below 1 the engine lost ground. Ends with exit code 1 if any fell below ``--least``.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path


def changes(before: Path, after: Path) -> dict[tuple[str, str], float]:
    """(step, peer) -> ratio of ratios, for all that both files hold."""
    old, new = (json.loads(path.read_text())["steps"] for path in (before, after))
    return {
        (name, peer): ratio / old[name]["ratios"][peer]
        for name, step in new.items()
        for peer, ratio in step.get("ratios", {}).items()
        if old.get(name, {}).get("ratios", {}).get(peer)
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument(
        "--least", type=float, default=0.0, help="fail below this, e.g. 0.8; noise alone is near 10 %%"
    )
    options = parser.parse_args()
    found = changes(options.before, options.after)
    for (name, peer), change in found.items():
        print(f"{change:6.2f}  {name} against {peer}{'  <--' if change < options.least else ''}")
    raise SystemExit(int(any(change < options.least for change in found.values())))


if __name__ == "__main__":
    main()
