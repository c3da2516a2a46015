"""Frozen values: sentences, trees, treebanks, rankings, constraints and problems."""

from spectral_core.data.constraints import UNCONSTRAINED, Constraints
from spectral_core.data.problem import Problem
from spectral_core.data.ranked import BestFirst, Ranked, WordRankings
from spectral_core.data.sentence import EMPTY, Analysis, EmptyNode, MultiwordToken, Segment, Sentence, Token
from spectral_core.data.tree import Tree
from spectral_core.data.treebank import Treebank
from spectral_core.deprecated import keep_old_names

__all__ = [
    "EMPTY",
    "UNCONSTRAINED",
    "Analysis",
    "BestFirst",
    "Constraints",
    "EmptyNode",
    "MultiwordToken",
    "Problem",
    "Ranked",
]
__all__ += ["Segment", "Sentence", "Token", "Tree", "Treebank", "WordRankings"]

keep_old_names(__name__)
