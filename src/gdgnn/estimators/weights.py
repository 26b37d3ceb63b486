"""The weights of a network as tensors for a file, and back."""

from __future__ import annotations

from torch import Tensor, nn

from gdgnn.estimators.folder import fitting_tensors

_PREFIX = "model."


def weights_of(network: nn.Module) -> dict[str, Tensor]:
    """All weights, those that are shared once, under the first of their names.

    Example:
        >>> layer = nn.Linear(2, 1)
        >>> list(weights_of(nn.ModuleList([layer, layer])))
        ['model.0.weight', 'model.0.bias']
    """
    state = network.state_dict(keep_vars=True)
    return {
        _PREFIX + name: state[name].detach() for name, first in _first_names(network).items() if name == first
    }


def fill(network: nn.Module, tensors: dict[str, Tensor]) -> None:
    """Give a network that was made on the device "meta", without memory, its weights.

    Raises:
        ValueError: these are not the weights of such a network.

    Example:
        >>> import torch
        >>> with torch.device("meta"):
        ...     layer = nn.Linear(1, 1, bias=False)
        >>> fill(layer, {"model.weight": torch.tensor([[3.0]])})
        >>> layer(torch.ones(1)).item()
        3.0
    """
    expected = {name: (tuple(value.shape), value.dtype) for name, value in weights_of(network).items()}
    fitting_tensors(tensors, expected)
    state = {name: tensors[_PREFIX + first] for name, first in _first_names(network).items()}
    network.load_state_dict(state, assign=True)


def _first_names(network: nn.Module) -> dict[str, str]:
    """Each name of a weight, and the first name of the same weight."""
    first: dict[int, str] = {}
    state = network.state_dict(keep_vars=True)
    return {name: first.setdefault(id(value), name) for name, value in state.items()}
