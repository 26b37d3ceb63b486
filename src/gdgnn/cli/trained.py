"""What is said after a training."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from gdgnn.cli.kinds import KINDS
from gdgnn.cli.model_folder import RunFlags
from gdgnn.cli.output import print_json

if TYPE_CHECKING:
    from gdgnn.estimators import Predictor
    from gdgnn.estimators.report import FitReport


def tell_trained(predictor: Predictor, run: RunFlags) -> None:
    """Print the report of a model that has just been saved."""
    _tell(predictor.report_, run)
    following = KINDS[predictor.saved_as].next.format(out=run.out)
    print(f"saved: {run.out}; now try: {following}", file=sys.stderr)


def tell_complete(run: RunFlags) -> None:
    """Print the report of a model that was complete before."""
    from gdgnn.estimators import load

    _tell(load(run.out).report_, run)
    print(f"{run.out} is complete: there is nothing to resume", file=sys.stderr)


def _tell(report: FitReport, run: RunFlags) -> None:
    if run.as_json:
        print_json({"model": str(run.out), **report.as_dict()})
    else:
        print(report)
