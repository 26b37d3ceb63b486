"""What commands do with each kind of saved model; a new kind of predictor is entered here, and only here."""

from __future__ import annotations

from gdgnn.cli.kinds import graph, kg, link, node
from gdgnn.cli.kinds.asked import Asked, Kind

KINDS: dict[str, Kind] = {
    "LinkPredictor": link.KIND,
    "NodeClassifier": node.KIND,
    "GraphClassifier": graph.KIND,
    "KnowledgeGraphCompleter": kg.KIND,
}
"""By the name under which a predictor is saved."""

__all__ = ["KINDS", "Asked", "Kind"]
