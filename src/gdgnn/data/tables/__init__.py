"""Tables of edges, nodes and labels: from files, databases and memory to graphs and features."""

from gdgnn.data.tables.edges import EdgeTable, read_edges
from gdgnn.data.tables.facts import FactTables, read_facts
from gdgnn.data.tables.features import FeatureEncoding, NodeFeatures
from gdgnn.data.tables.labels import ClassLabels
from gdgnn.data.tables.nodes import NodeTable, Texts, read_nodes
from gdgnn.data.tables.pairs import PairTable, read_pairs
from gdgnn.data.tables.questions import QuestionTable, read_questions
from gdgnn.data.tables.report import BadRow, BadRowError, ReadReport
from gdgnn.data.tables.split_files import SplitTables, read_split

__all__ = [
    "BadRow",
    "BadRowError",
    "ClassLabels",
    "EdgeTable",
    "FactTables",
    "FeatureEncoding",
    "NodeFeatures",
    "NodeTable",
    "PairTable",
    "QuestionTable",
    "ReadReport",
    "SplitTables",
    "Texts",
    "read_edges",
    "read_facts",
    "read_nodes",
    "read_pairs",
    "read_questions",
    "read_split",
]
