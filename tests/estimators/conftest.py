"""Small graphs and predictors that tests of predictors share."""

from __future__ import annotations

import pytest

from gdgnn.estimators import KnowledgeGraphCompleter, LinkPredictor
from tests.estimators import kg_small
from tests.estimators.small import NAMED_EDGES, small


@pytest.fixture(scope="session")
def network() -> LinkPredictor:
    """A fitted network that must not be changed."""
    return small(model="network").fit(NAMED_EDGES)


@pytest.fixture(scope="session")
def instant() -> LinkPredictor:
    """A fitted instant model that must not be changed."""
    return small(model="instant").fit(NAMED_EDGES)


@pytest.fixture(params=["network", "instant"])
def predictor(request: pytest.FixtureRequest) -> LinkPredictor:
    """Either of them."""
    fitted: LinkPredictor = request.getfixturevalue(request.param)
    return fitted


@pytest.fixture(scope="session")
def completer() -> KnowledgeGraphCompleter:
    """A completer that has learned the rules of the grid, and must not be changed."""
    return kg_small.small(epochs=16).fit(kg_small.grid())
