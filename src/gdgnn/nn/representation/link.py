"""Links and what lies between their ends, to vectors."""

from __future__ import annotations

from math import log1p
from typing import Literal

from torch import Tensor

from gdgnn.inputs import PairGeodesics, RaggedNodes
from gdgnn.nn.context import LinkContext, link_parts
from gdgnn.nn.distance import DistanceEncoding, DistanceKind
from gdgnn.nn.placed import Part, Placed, side_by_side
from gdgnn.nn.pool.horizontal import HorizontalPool
from gdgnn.nn.pool.positional import PositionalPool
from gdgnn.nn.pool.recurrent import RecurrentPool
from gdgnn.nn.pool.steps import partial_path
from gdgnn.nn.pool.vertical import VerticalPool
from gdgnn.nn.readout.link import LinkReadout
from gdgnn.nn.representation.base import Representation, check_max_dist

PathPool = Literal["sum", "mean", "max", "attention", "recurrent", "positional"]


class LinkRepresentation(Representation):
    """``z_uv = [h_u, h_v, distance, pools]``, with what ``context`` asks for.

    Args:
        channels: of node embeddings.
        max_dist: how far geodesics are searched.
        context: what is seen between the ends.
        hidden_channels: of each pool's result.
        distance: how distances are encoded.
        symmetric: whether (u, v) and (v, u) have the same representation, given the same geodesics turned
            round; sides are pooled alike then. For horizontal geodesics this needs the same path both ways.
        shared_sides: whether head sides and tail sides are pooled by the same weights.
        num_paths: whether log(1 + number of shortest paths) is seen as well.
        walks: up to how many steps the weights of walks are seen, see :func:`gdgnn.geodesics.walk_weights`.
        path_pool: how the nodes of a path are pooled.
        side_layers: rounds of message passing between the nodes of a side; needs their ``edge_index``.

    Example:
        >>> import torch
        >>> pairs = PairGeodesics(torch.tensor([[0], [1]]), distance=torch.tensor([2]), max_dist=3)
        >>> LinkRepresentation(8, max_dist=3, context="distance")(torch.ones(2, 8), pairs).shape
        torch.Size([1, 21])
    """

    def __init__(
        self,
        channels: int,
        *,
        max_dist: int,
        context: LinkContext = "vertical+degree",
        hidden_channels: int = 64,
        distance: DistanceKind = "one-hot",
        symmetric: bool = False,
        shared_sides: bool = True,
        num_paths: bool = False,
        walks: int = 0,
        path_pool: PathPool = "sum",
        side_layers: int = 0,
    ) -> None:
        super().__init__()
        if symmetric and not shared_sides:
            raise ValueError("symmetric=True needs shared_sides=True: both sides have to be pooled alike")
        self.context = context
        self.parts = link_parts(context)
        self.max_dist = max_dist
        self.num_paths, self.walks = num_paths, walks
        self.distance = DistanceEncoding(max_dist, distance) if self.parts.distance else None
        self.path_pool = (
            _path_pool(path_pool, channels, hidden_channels, max_dist, symmetric) if self.parts.path else None
        )
        self.head_pool = self.tail_pool = None
        if self.parts.vertical:
            sides = [
                VerticalPool(channels, hidden_channels, degree=self.parts.degree, num_layers=side_layers)
                for _ in range(1 if shared_sides else 2)
            ]
            self.head_pool, self.tail_pool = sides[0], sides[-1]
        between = sum(part.out_channels for part in (self.distance, self.path_pool) if part is not None)
        self.readout = LinkReadout(
            channels,
            hidden_channels if self.parts.vertical else 0,
            between + num_paths + walks,
            symmetric=symmetric,
        )
        self.out_channels = self.readout.out_channels

    def forward(self, h: Tensor, pairs: PairGeodesics) -> Tensor:
        """The representation of each pair.

        Args:
            h: ``(n, channels)`` node embeddings.
            pairs: ``k`` pairs and what the context needs of their geodesics.

        Returns:
            ``(k, out_channels)``.

        Raises:
            ValueError: what the context needs is missing, or was searched with another ``max_dist``.
        """
        return side_by_side(self.columns(h, pairs))

    def columns(self, h: Tensor, pairs: PairGeodesics) -> list[Part]:
        """The same in parts, empty sides left out; arguments as in :meth:`forward`."""
        check_max_dist(self.max_dist, pairs.max_dist)
        between = []
        if self.distance is not None:
            between.append(self.distance(pairs.distance, h.dtype))
        if self.path_pool is not None:
            path = self._given(pairs.path, "horizontal")
            between.append(self.path_pool(h, partial_path(path) if self.parts.partial else path))
        if self.num_paths:
            if pairs.num_paths is None:
                raise ValueError("num_paths=True needs the number of paths; search with num_paths=True")
            between.append(pairs.num_paths.log1p().to(h.dtype)[:, None])
        if self.walks:
            if pairs.walks is None or pairs.walks.shape[1] != self.walks:
                raise ValueError(f"walks={self.walks} needs weights of walks; search with walks={self.walks}")
            between.append(walk_code(pairs.walks).to(h.dtype))
        sides = None
        if self.head_pool is not None and self.tail_pool is not None:
            head, tail = self._given(pairs.head, "vertical"), self._given(pairs.tail, "vertical")
            sides = self._pooled(h, head, tail)
        return self.readout.columns(h, pairs.pairs, sides, between)

    def _pooled(self, h: Tensor, head: RaggedNodes, tail: RaggedNodes) -> tuple[Placed, Placed]:
        assert self.head_pool is not None
        assert self.tail_pool is not None
        if self.head_pool is not self.tail_pool:
            return self.head_pool.placed(h, head), self.tail_pool.placed(h, tail)
        # Together, what a pool works out for each node is worked out once.
        return self.head_pool.placed(h, head.followed_by(tail)).split(head.num_rows)

    def _given(self, nodes: RaggedNodes | None, kind: str) -> RaggedNodes:
        if nodes is None:
            raise ValueError(
                f"context={self.context!r} needs {kind} geodesics; give {kind}= to PairGeodesics.from_engine"
            )
        return nodes


def walk_code(weights: Tensor) -> Tensor:
    """Weights of walks, which differ by orders of magnitude, as numbers from 0 to about 1.

    Example:
        >>> import torch
        >>> walk_code(torch.tensor([0.0, 1e-6, 1e-3, 1.0]).double()).round(decimals=2).tolist()
        [0.0, 0.05, 0.5, 1.0]
    """
    return (weights * 1e6).log1p() / log1p(1e6)


def _path_pool(
    name: PathPool, channels: int, hidden_channels: int, max_dist: int, symmetric: bool
) -> HorizontalPool | RecurrentPool | PositionalPool:
    if name == "recurrent":
        return RecurrentPool(channels, hidden_channels, symmetric=symmetric)
    if name == "positional":
        return PositionalPool(channels, hidden_channels, max_dist, symmetric=symmetric)
    return HorizontalPool(channels, name)
