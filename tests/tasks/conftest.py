"""Tests of tasks draw random weights; each draws the same ones in every run."""

from __future__ import annotations

import pytest
import torch


@pytest.fixture(autouse=True)
def same_draws() -> None:
    torch.manual_seed(0)
