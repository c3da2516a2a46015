"""What is said of a tree behind the first: what speaks for and against it, where the model can tell."""

from __future__ import annotations

from pathlib import Path

from fixtures import tiny_treebank

from spectral_core.data import UNCONSTRAINED, Ranked
from spectral_core.data.structure import DEPENDENCIES
from spectral_core.engine import ParseResult
from spectral_core.model import Contribution
from spectral_gui.state.parse_requests import ParseQuestion
from spectral_gui.state.suggestion_descriptions import describe_suggested_tree
from spectral_gui.state.suggestions import Suggestion


def test_a_tree_behind_the_first_is_shown_with_what_speaks_most_for_and_against_it() -> None:
    sentence = tiny_treebank()[1]
    trees = (Ranked(sentence, -1.0), Ranked(sentence.with_heads((2, 0, 2, 2)), -2.0))
    parts = tuple(Contribution(name, "", value) for name, value in (("a", -1.5), ("b", 0.6), ("c", -0.2), ("d", 0.1)))
    asked = ParseQuestion(sentence, Path("model.npz"), UNCONSTRAINED, DEPENDENCIES)
    said = describe_suggested_tree(Suggestion(0, asked, ParseResult(trees, contributions=((), parts))), 1)
    assert "(a -1.50, b +0.60, c -0.20)" in said
    assert "(" not in describe_suggested_tree(Suggestion(0, asked, ParseResult(trees)), 1).replace("head(s)", "")


def test_what_limits_have_cost_a_proposal_is_said_with_its_rank() -> None:
    sentence = tiny_treebank()[1]
    asked = ParseQuestion(sentence, Path("model.npz"), UNCONSTRAINED, DEPENDENCIES)
    found = Suggestion(0, asked, ParseResult((Ranked(sentence, -1.0),), limits="There was no time."))
    assert describe_suggested_tree(found, 0) == "Tree 1 of 1, score -1.000: same as the annotation. There was no time."
