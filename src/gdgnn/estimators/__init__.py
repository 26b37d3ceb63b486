"""Predictors: fit, predict, recommend, explain, save.

Example:
    >>> from gdgnn.estimators import LinkPredictor
    >>> LinkPredictor(max_dist=4).get_params()["max_dist"]
    4
"""

from gdgnn.estimators.base import Predictor, load
from gdgnn.estimators.explanation import Contribution, Explanation
from gdgnn.estimators.graph import GraphClassifier
from gdgnn.estimators.kg import KnowledgeGraphCompleter
from gdgnn.estimators.kg_answers import Answer, Answers
from gdgnn.estimators.kg_evaluation import Evaluation, Group
from gdgnn.estimators.kg_explanation import FactExplanation, FactPath, Step
from gdgnn.estimators.link import LinkPredictor
from gdgnn.estimators.node import NodeClassifier
from gdgnn.estimators.progress import Progress
from gdgnn.estimators.recommendations import Recommendation, Recommendations, Skipped
from gdgnn.estimators.report import Candidate, FitReport

__all__ = [
    "Answer",
    "Answers",
    "Candidate",
    "Contribution",
    "Evaluation",
    "Explanation",
    "FactExplanation",
    "FactPath",
    "FitReport",
    "GraphClassifier",
    "Group",
    "KnowledgeGraphCompleter",
    "LinkPredictor",
    "NodeClassifier",
    "Predictor",
    "Progress",
    "Recommendation",
    "Recommendations",
    "Skipped",
    "Step",
    "load",
]
