"""Typed edges to embeddings, and facts to scores."""

from gdgnn.nn.relational.adjacency import TypedAdjacency, TypedMessages
from gdgnn.nn.relational.conv import RelationalConv
from gdgnn.nn.relational.encoder import Condition, RelationalEncoder
from gdgnn.nn.relational.given import Sequences, TripleGeodesics
from gdgnn.nn.relational.model import KnowledgeGDGNN
from gdgnn.nn.relational.pool import SequencePool, SidePool, TypedPathPool
from gdgnn.nn.relational.scorer import EntityTerms, TripleScorer

__all__ = [
    "Condition",
    "EntityTerms",
    "KnowledgeGDGNN",
    "RelationalConv",
    "RelationalEncoder",
    "SequencePool",
    "Sequences",
    "SidePool",
    "TripleGeodesics",
    "TripleScorer",
    "TypedAdjacency",
    "TypedMessages",
    "TypedPathPool",
]
