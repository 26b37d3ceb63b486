"""Facts from whatever users have, over one numbering of entities and relations."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from torch import Tensor

from gdgnn.data.triples import Triples
from gdgnn.estimators.columns import array_of
from gdgnn.estimators.near_names import ids_of
from gdgnn.graph import Graph, Names
from gdgnn.graph.arrays import frozen

Ids = npt.NDArray[np.int64]

_PARTS = ("train", "valid", "test")
_ENDINGS = (".txt", ".tsv", ".csv", ".parquet", ".jsonl")


@dataclass(frozen=True, eq=False)
class Facts:
    """Facts, and those of them that came apart as held back; all over the same, named, entities.

    Attributes:
        train: the facts, less those that are held back.
        valid, test: held back already, or None.
        notes: what one should know about how they were read.
    """

    train: Triples
    valid: Triples | None = None
    test: Triples | None = None
    notes: tuple[str, ...] = ()


def read_facts(given: Any, *, valid: Any = None, test: Any = None) -> Facts:
    """Facts of a path, a folder of parts, a DataFrame, a list of tuples, an array, a `Graph` or `Triples`.

    Args:
        given: what holds the facts.
        valid, test: facts that were held back; those of a folder or data set by default.

    Raises:
        TypeError: nothing that facts can be read from.
        ValueError: another shape, or there are no facts.

    Example:
        >>> found = read_facts([("ann", "knows", "bob")], test=[("bob", "knows", "eve")])
        >>> found.train.num_entities, found.test.named()
        (3, [('bob', 'knows', 'eve')])
    """
    parts, notes = _parts(given)
    for name, part in (("valid", valid), ("test", test)):
        if part is not None:
            parts[name], more = one_part(part)
            notes += more
    parts = {name: part for name, part in parts.items() if part.num_triples or name == "train"}
    if not parts["train"].num_triples:
        raise ValueError("there are no facts; give at least one")
    joined = in_one_numbering(parts)
    distinct = {name: _distinct(part) for name, part in joined.items()}
    for name, part in joined.items():
        again = part.num_triples - distinct[name].num_triples
        notes += (f"{again:,} repeated facts of {name} dropped",) if again else ()
    return Facts(**distinct, notes=notes)


def one_part(given: Any) -> tuple[Triples, tuple[str, ...]]:
    """Facts that are one list: those to learn from, where there are several parts."""
    parts, notes = _parts(given)
    return parts["train"], notes


def in_one_numbering(parts: Mapping[str, Triples], relations: Names | None = None) -> dict[str, Triples]:
    """The same facts over the entities and relations of all, in order of appearance, or given relations.

    Raises:
        KeyError: a relation is not among those given; it is named.
    """
    first, *others = parts.values()
    same = all(
        one.entities is first.entities and one.relations is first.relations
        for one in others
        if first.entities is not None
    )
    if same and relations is None and first.entities is not None and first.relations is not None:
        return dict(parts)
    entity_names = [_names(part.entities, part.num_entities) for part in parts.values()]
    relation_names = [_names(part.relations, part.num_relations) for part in parts.values()]
    entities = _union(entity_names)
    known = _union(relation_names) if relations is None else relations
    joined = {}
    for (name, part), heads, kinds in zip(parts.items(), entity_names, relation_names, strict=True):
        of_entity = entities.ids(list(heads)) if heads is not entities else np.arange(len(heads))
        used = np.unique(part.ids[1])
        of_relation = np.zeros(len(kinds), dtype=np.int64)
        of_relation[used] = ids_of([kinds[at] for at in used.tolist()], known, "relation")
        head, relation, tail = part.ids
        ids = np.stack([of_entity[head], of_relation[relation], of_entity[tail]])
        joined[name] = Triples(frozen(ids), len(entities), len(known), entities, known)
    return joined


def triples_of(graph: Graph) -> Triples:
    """The edges of a graph with relations, as facts.

    Raises:
        ValueError: the graph has no relations.
    """
    if graph.relation is None:
        raise ValueError("the graph has no relations; build it with relation=, or give facts")
    heads, tails = graph.edge_index.astype(np.int64)
    ids = frozen(np.stack([heads, graph.relation.astype(np.int64), tails]))
    return Triples(ids, graph.num_nodes, graph.num_relations, graph.node_names, graph.relation_names)


def questions_of(given: Any) -> list[tuple[Any, Any, Any]]:
    """Heads, relations and tails of questions; what is missing is None.

    Raises:
        TypeError, ValueError: no list of tuples of three, and no table with two of these columns.

    Example:
        >>> questions_of([("ann", "knows", None)])
        [('ann', 'knows', None)]
    """
    if hasattr(given, "iloc"):
        columns = [
            given[name].tolist() if name in given else [None] * len(given)
            for name in ("head", "relation", "tail")
        ]
        rows = list(zip(*columns, strict=True))
        return [(_or_none(head), _or_none(relation), _or_none(tail)) for head, relation, tail in rows]
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise TypeError(
            f"questions are {given!r:.60}; give a list of tuples (head, relation, None), or a table"
        )
    asked = []
    for at, one in enumerate(given):
        if not isinstance(one, (tuple, list)) or len(one) != 3:
            raise ValueError(f"questions[{at}] is {one!r:.80}; give (head, relation, tail), one of them None")
        asked.append((_or_none(one[0]), _or_none(one[1]), _or_none(one[2])))
    return asked


def _or_none(value: Any) -> Any:
    """What tables have in place of a missing value, as None."""
    try:
        missing = value is None or bool(value != value)
    except TypeError:  # pandas.NA refuses to say whether it differs from itself
        missing = True
    return None if missing else value


def names_of(facts: Triples) -> tuple[Names, Names]:
    """The names of entities and of relations; their numbers where there are none."""
    return _names(facts.entities, facts.num_entities), _names(facts.relations, facts.num_relations)


def _parts(given: Any) -> tuple[dict[str, Triples], tuple[str, ...]]:
    if isinstance(given, Triples):
        return {"train": given}, ()
    if isinstance(given, Graph):
        return {"train": triples_of(given)}, ()
    if isinstance(getattr(given, "train", None), Triples):
        held = {name: getattr(given, name, None) for name in _PARTS}
        return {name: part for name, part in held.items() if isinstance(part, Triples)}, ()
    if isinstance(getattr(given, "facts", None), dict):
        (part,) = given.facts.values()
        return {"train": part}, tuple(str(given.report).splitlines())
    if isinstance(given, (str, os.PathLike)) and Path(given).is_dir():
        return _of_folder(Path(given))
    if isinstance(given, (str, os.PathLike, Mapping)) or hasattr(given, "iloc") or _is_arrow(given):
        return _of_tables({"train": given})
    return {"train": _of_rows(given)}, ()


def _is_arrow(given: Any) -> bool:
    return hasattr(given, "__arrow_c_stream__")


def folder_parts(folder: Path) -> dict[str, Path]:
    """The files of a folder of parts: train, and perhaps valid and test.

    Raises:
        FileNotFoundError: there is no train.
    """
    found = {
        part: next((folder / f"{part}{end}" for end in _ENDINGS if (folder / f"{part}{end}").is_file()), None)
        for part in _PARTS
    }
    if found["train"] is None:
        raise FileNotFoundError(
            f"{folder} is a folder without train.txt (or .tsv, .csv, ...); give a file, or a folder with one"
        )
    return {name: path for name, path in found.items() if path is not None}


def _of_folder(folder: Path) -> tuple[dict[str, Triples], tuple[str, ...]]:
    if (folder / "graph.json").is_file():
        return {"train": triples_of(Graph.load(folder))}, ()
    return _of_tables(folder_parts(folder))


def _of_tables(sources: Mapping[str, Any]) -> tuple[dict[str, Triples], tuple[str, ...]]:
    from gdgnn.data.tables import read_facts as read_tables

    tables = read_tables(sources)
    return tables.facts, tuple(tables.report.splitlines())


def _of_rows(given: Any) -> Triples:
    """Of a list of tuples, or an array or tensor, ``(m, 3)`` or ``(3, m)``."""
    if isinstance(given, Tensor):
        given = given.detach().cpu().numpy()
    if isinstance(given, np.ndarray):
        given = array_of(given, "facts")
        columns = given.T if given.ndim == 2 and given.shape[1] == 3 else given
        if columns.ndim != 2 or columns.shape[0] != 3:
            raise ValueError(f"facts have shape {given.shape}; give (m, 3): a head, relation and tail each")
        return Triples.from_names(*columns.tolist())
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise TypeError(
            f"facts are {given!r:.60}; give a path, a DataFrame, or a list of tuples (head, relation, tail)"
        )
    rows: list[tuple[Hashable, ...]] = [tuple(row) for row in given]
    wrong = next((at for at, row in enumerate(rows) if len(row) != 3), None)
    if wrong is not None:
        raise ValueError(f"facts[{wrong}] is {rows[wrong]!r:.80}; give a tuple (head, relation, tail)")
    heads, relations, tails = zip(*rows, strict=True) if rows else ((), (), ())
    return Triples.from_names(heads, relations, tails)


def _names(names: Names | None, count: int) -> Names:
    return Names(range(count)) if names is None else names


def _union(names: list[Names]) -> Names:
    if all(one is names[0] for one in names):
        return names[0]
    return Names(dict.fromkeys(name for one in names for name in one))


def _distinct(facts: Triples) -> Triples:
    _, first = np.unique(facts.ids, axis=1, return_index=True)
    if len(first) == facts.num_triples:
        return facts
    return replace(facts, ids=frozen(facts.ids[:, np.sort(first)]))
