from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

FUZZ = Path(__file__).with_name("fuzz_engine.py")


def test_a_few_seconds_of_random_calls_neither_crash_nor_hang() -> None:
    command = [sys.executable, str(FUZZ), "--seconds", "4", "--seed", "1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=170, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    calls = re.search(r"(\d+) calls: (\d+) results, (\d+) clean exceptions", done.stdout)
    assert calls is not None
    assert all(int(count) > 100 for count in calls.groups())
