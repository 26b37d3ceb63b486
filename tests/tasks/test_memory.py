"""Freed memory stays with the process, unless its user said otherwise."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys

import pytest

FAULTS = """
import resource
import torch
from gdgnn.tasks import keep_freed_memory
print(keep_freed_memory())
def touched():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    torch.ones(64 * 2**20 // 4)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before
first, *others = [touched() for _ in range(8)]
# Now and then the heap has to settle once more.
print(sorted(others)[len(others) // 2] < 100)
"""
GLIBC = sys.platform == "linux" and hasattr(ctypes.CDLL(None), "gnu_get_libc_version")


def said_by(environment: dict[str, str]) -> list[str]:
    ours = {name: value for name, value in os.environ.items() if "MALLOC" not in name}
    found = subprocess.run(
        [sys.executable, "-c", FAULTS], env=ours | environment, capture_output=True, text=True, check=True
    )
    return found.stdout.split()


@pytest.mark.skipif(not GLIBC, reason="only glibc can be told")
def test_a_tensor_made_again_costs_no_new_pages() -> None:
    assert said_by({}) == ["True", "True"]


@pytest.mark.skipif(sys.platform != "linux", reason="the variables are those of Linux's C library")
def test_who_has_chosen_is_left_alone() -> None:
    assert said_by({"MALLOC_TRIM_THRESHOLD_": "131072"})[0] == "False"
