"""The parameters of `KnowledgeGraphCompleter`, looked at once before they are used."""

from __future__ import annotations

from typing import Any, get_args

import numpy as np

from gdgnn.estimators.kg_settings import KnowledgeSettings
from gdgnn.estimators.link_params import check_common_params
from gdgnn.tasks.knowledge_config import Preset

SETTINGS = (
    "context",
    "relational",
    "sequences",
    "condition",
    "max_dist",
    "layers",
    "hidden",
    "learned_features",
    "dropout",
    "negatives",
    "loss",
    "fact_dropout",
    "learning_rate",
    "epochs",
    "batch_size",
)


def settings_of(params: dict[str, Any]) -> KnowledgeSettings:
    """The preset, with what was given in place of its own.

    Raises:
        TypeError, ValueError: a parameter makes no sense.

    Example:
        >>> from gdgnn.estimators import KnowledgeGraphCompleter
        >>> settings_of(KnowledgeGraphCompleter(preset="paper-vertical", hidden=16).get_params()).hidden
        16
    """
    if params["preset"] not in get_args(Preset):
        raise ValueError(f"preset is {params['preset']!r}; choose one of {', '.join(get_args(Preset))}")
    check_common_params({**params, "trials": 1})
    if not isinstance(params["refit"], (bool, np.bool_)):
        raise ValueError(f"refit is {params['refit']!r}; give True or False")
    given = {name: params[name] for name in SETTINGS if params[name] is not None}
    plain = {name: value.item() if isinstance(value, np.generic) else value for name, value in given.items()}
    return KnowledgeSettings.preset(params["preset"], **plain)
