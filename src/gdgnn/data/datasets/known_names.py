"""The names that `load` knows, so that editors complete them and type checkers know what comes back."""

from __future__ import annotations

from typing import Literal, TypeAlias

LinkName: TypeAlias = Literal["celegans", "ns", "pb", "ogbl-collab", "ogbl-ppa", "ogbl-ddi"]
NodeName: TypeAlias = Literal["cora", "citeseer", "pubmed", "brazil", "europe", "usa"]
GraphsName: TypeAlias = Literal[
    "mutag", "ptc-mr", "proteins", "dd", "ogbg-molhiv", "ogbg-molpcba", "exp", "csl"
]
TriplesName: TypeAlias = Literal["fb15k-237", "wn18rr"]
InductiveName: TypeAlias = Literal[
    "wn18rr-v1",
    "wn18rr-v2",
    "wn18rr-v3",
    "wn18rr-v4",
    "fb237-v1",
    "fb237-v2",
    "fb237-v3",
    "fb237-v4",
]
PairsName: TypeAlias = Literal["brec"]
