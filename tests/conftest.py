"""Settings shared by all tests."""

from __future__ import annotations

import os
import signal
from pathlib import Path

# Waiting threads that spin make every other process on a small machine crawl; torch reads this when it loads.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "ci", max_examples=100, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "thorough", max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


# Started in the background of a script, a process is told to ignore Ctrl-C, and so are those that it starts.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def data_root() -> Path:
    """The folder of real data sets; tests that need it are skipped where there is none."""
    beside = Path(__file__).resolve().parents[2] / "shared" / "data"
    root = Path(os.environ.get("GDGNN_DATA", beside))
    if not root.is_dir():
        pytest.skip(f"no data sets in {root}; set GDGNN_DATA to the folder that holds them")
    return root
