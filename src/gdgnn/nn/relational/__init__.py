"""Typed edges to embeddings, and facts to scores."""

from gdgnn.nn.relational.adjacency import TypedAdjacency, TypedMessages
from gdgnn.nn.relational.conv import RelationalConv
from gdgnn.nn.relational.encoder import Condition, RelationalEncoder
from gdgnn.nn.relational.given import TripleGeodesics
from gdgnn.nn.relational.model import KnowledgeGDGNN
from gdgnn.nn.relational.pool import SidePool, TypedPathPool
from gdgnn.nn.relational.scorer import EntityTerms, TripleScorer

__all__ = [
    "Condition",
    "EntityTerms",
    "KnowledgeGDGNN",
    "RelationalConv",
    "RelationalEncoder",
    "SidePool",
    "TripleGeodesics",
    "TripleScorer",
    "TypedAdjacency",
    "TypedMessages",
    "TypedPathPool",
]
