"""`Triples`: the facts of a knowledge graph, by number and by name."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from gdgnn.graph import Graph, Names
from gdgnn.graph.arrays import check_ids, count, frozen, integers

Ids = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Triples:
    """Facts (head, relation, tail) over numbered entities and relations, and their names.

    Relation r read backwards, from tail to head, is a relation of its own with the number
    ``r + num_relations``: whatever learns from a fact sees ``2 * num_relations`` of them.

    Attributes:
        ids: ``(3, m)``, heads above relations above tails, in the order and number in which they were given.
        num_entities, num_relations: ids are below these.
        entities, relations: id -> name, or None.

    Example:
        >>> facts = Triples.from_names(["ann", "eve"], ["knows", "likes"], ["bob", "bob"])
        >>> facts.ids.tolist(), facts.relations.index("likes")
        ([[0, 2], [0, 1], [1, 1]], 1)
        >>> facts.graph()
        Graph(undirected, 3 named nodes, 2 edges, 2 named relations)
    """

    ids: Ids
    num_entities: int
    num_relations: int
    entities: Names | None = None
    relations: Names | None = None

    @classmethod
    def from_ids(
        cls, ids: npt.ArrayLike, *, num_entities: int | None = None, num_relations: int | None = None
    ) -> Triples:
        """Facts by number; sizes are read off the largest ids where they are left out.

        Raises:
            IndexError: an id is negative or too large.
            ValueError: `ids` is not of shape ``(3, m)``.
        """
        array = integers(ids, "ids")
        if array.ndim != 2 or array.shape[0] != 3:
            raise ValueError(f"ids has shape {array.shape}; give (3, m): heads, relations, tails")
        rows = array.astype(np.int64)
        entities = _size(num_entities, "num_entities", rows[::2])
        relations = _size(num_relations, "num_relations", rows[1:2])
        for row, stop, kind in (
            (0, entities, "entities"),
            (1, relations, "relations"),
            (2, entities, "entities"),
        ):
            check_ids(
                rows[row],
                f"ids[{row}, ",
                stop,
                owner=f"there are {stop} {kind}",
                remedy=f"number {kind} from 0 and give num_{kind} where not all of them occur",
            )
        return cls(frozen(rows), entities, relations)

    @classmethod
    def from_names(
        cls,
        heads: Iterable[Hashable],
        relation: Iterable[Hashable],
        tails: Iterable[Hashable],
        *,
        entities: Iterable[Hashable] | None = None,
        relations: Iterable[Hashable] | None = None,
    ) -> Triples:
        """Facts by name, numbered in order of first appearance or as `entities` and `relations` list them.

        For facts about other entities than a model was trained on, give the `relations` it was trained on.

        Raises:
            KeyError: a name is not among `entities` or `relations`; it is named.
            ValueError: columns of different lengths, or a missing name.
        """
        graph_columns = list(heads), list(relation), list(tails)
        lengths = [len(column) for column in graph_columns]
        if len(set(lengths)) > 1:
            raise ValueError(
                f"{lengths[0]} heads, {lengths[1]} relations and {lengths[2]} tails; give one of each "
                "for a fact"
            )
        known = None if relations is None else Names.of(relations, "relations")
        head_names, relation_column, tail_names = graph_columns
        both = [name for pair in zip(head_names, tail_names, strict=True) for name in pair]
        entity_names = (
            Names(dict.fromkeys(both), "entities") if entities is None else Names.of(entities, "entities")
        )
        relation_names = Names(dict.fromkeys(relation_column), "relations") if known is None else known
        ids = np.stack(
            [
                entity_names.ids(head_names, "heads"),
                relation_names.ids(relation_column, "relation"),
                entity_names.ids(tail_names, "tails"),
            ]
        )
        return cls(frozen(ids), len(entity_names), len(relation_names), entity_names, relation_names)

    @property
    def num_triples(self) -> int:
        """How many facts there are."""
        return int(self.ids.shape[1])

    def graph(self, *, directed: bool = False) -> Graph:
        """The graph that is searched: an edge for each distinct fact between two entities.

        Parallel relations are edges of their own, and so are (u, r, v) and (v, r, u). ``row_edge[i]`` is the
        edge of fact i, -1 where it joins an entity to itself. Arrows are ignored by searches unless
        `directed`.
        """
        graph = Graph.from_edges(
            self.ids[::2],
            num_nodes=self.num_entities,
            directed=True,
            relation=self.ids[1],
            num_relations=self.num_relations,
            node_names=self.entities,
            relation_names=self.relations,
        )
        return graph if directed else graph.as_undirected()

    def take(self, which: npt.ArrayLike) -> Triples:
        """Some of the facts, by position or mask, over the same entities and relations."""
        return replace(self, ids=frozen(self.ids[:, np.asarray(which)]))

    def named(self) -> list[tuple[Hashable, Hashable, Hashable]]:
        """Each fact by its names, by its numbers where there are none.

        Example:
            >>> Triples.from_names(["ann"], ["knows"], ["bob"]).named()
            [('ann', 'knows', 'bob')]
        """
        tables = self.entities, self.relations, self.entities
        columns = [
            row.tolist() if names is None else [names[at] for at in row.tolist()]
            for row, names in zip(self.ids, tables, strict=True)
        ]
        return list(zip(*columns, strict=True))


def _size(stated: int | None, name: str, ids: Ids) -> int:
    if stated is not None:
        return count(stated, name)
    return int(ids.max()) + 1 if ids.size else 0
