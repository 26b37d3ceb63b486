"""A classifier's settings, classes and weights for a file, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from gdgnn.estimators.class_settings import ClassSettings, Of
from gdgnn.estimators.fields import read
from gdgnn.estimators.weights import fill
from gdgnn.nn import GDGNN


def class_config(settings: ClassSettings, classes: Sequence[Any]) -> dict[str, Any]:
    """Plain values, for JSON.

    Raises:
        TypeError: a class is neither a string nor a number nor a truth value.
    """
    for one in classes:
        if not isinstance(one, (str, int, float)):
            raise TypeError(
                f"class {one!r:.60} is of type {type(one).__name__}; only text and numbers can be saved"
            )
    return {"settings": settings.as_dict(), "classes": list(classes)}


def read_class_config(config: dict[str, Any], of: Of) -> tuple[ClassSettings, tuple[Any, ...]]:
    """What :func:`class_config` returned, checked.

    Raises:
        KeyError, TypeError, ValueError: these values are no such thing.
    """
    settings, classes = read(ClassSettings, config["settings"]), config["classes"]
    if settings.of != of:
        raise ValueError(f"the settings are of {settings.of}, expected {of}")
    if not isinstance(classes, list) or not all(isinstance(one, (str, int, float)) for one in classes):
        raise TypeError("classes is no list of text and numbers")
    if len(set(classes)) < max(len(classes), 2):
        raise ValueError("classes has fewer than two entries, or one of them twice")
    return settings, tuple(classes)


def class_model(
    settings: ClassSettings, in_channels: int, classes: Sequence[Any], tensors: dict[str, Tensor]
) -> GDGNN:
    """The network with its weights.

    Raises:
        ValueError: these are not the weights of such a network.
    """
    # Without memory at first: settings may ask for a network of any size.
    with torch.device("meta"):
        network = settings.network(in_channels, len(classes))
    fill(network, tensors)
    return network
