"""What the rankers' elements and statistics are called."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from spectral_core.models.analysis_ranker import score_explanation
from spectral_core.models.analysis_ranker.context_features import CANDIDATE_FEATURES, STATISTIC_NAMES
from spectral_core.models.analysis_ranker.feature_hashes import LabelElements
from spectral_core.models.analysis_ranker.score_explanation import (
    CANDIDATE_ELEMENT,
    STATISTIC_DESCRIPTIONS,
    describe_element,
    describe_statistic,
)
from spectral_core.morphology.label_schemes import ARABIC, UniversalScheme

ATTRIBUTES = ("Case", "Number", "Number[psor]", "Person[psor]", "VerbForm", "Definite")
PLAIN = re.compile(r"[a-z][a-z0-9, ]+")


def test_every_statistic_has_a_name_of_its_own_in_plain_words() -> None:
    names = [describe_statistic(code) for code in (*STATISTIC_NAMES, *CANDIDATE_FEATURES)]
    assert len(set(names)) == len(names)
    assert all(PLAIN.fullmatch(name) for name in names)
    assert all(code in STATISTIC_DESCRIPTIONS for code in (*STATISTIC_NAMES, *CANDIDATE_FEATURES))


def test_every_name_belongs_to_one_statistic_that_a_ranker_has() -> None:
    assert len(set(STATISTIC_DESCRIPTIONS.values())) == len(STATISTIC_DESCRIPTIONS)
    of_paper = (
        *score_explanation.CONTEXT_STATISTICS,
        *score_explanation._NEIGHBOUR_TAG_STATISTICS,
        *score_explanation._DOCUMENT_STATISTICS,
    )
    assert set(STATISTIC_DESCRIPTIONS) == {*STATISTIC_NAMES, *CANDIDATE_FEATURES, *of_paper}


@pytest.mark.parametrize(
    "codes",
    [
        LabelElements.from_scheme(ARABIC).names,
        LabelElements.from_scheme(UniversalScheme(ATTRIBUTES)).names,
        ARABIC.element_names,
    ],
    ids=["arabic", "universal", "paper"],
)
def test_every_element_has_a_name_of_its_own_in_plain_words(codes: Sequence[str]) -> None:
    names = [describe_element(code) for code in (CANDIDATE_ELEMENT, *codes)]
    assert len(set(names)) == len(names)
    assert all(PLAIN.fullmatch(name) for name in names)


def test_names_say_what_a_linguist_says() -> None:
    assert describe_statistic("w n") == "word and next word"
    assert describe_statistic("end3(w)") == "last 3 letters"
    assert describe_statistic("CASE(pp) CASE(p)") == "case of the two words before"
    assert [describe_element(code) for code in ("upos", "det", "full")] == ["part of speech", "state", "whole analysis"]
    assert [describe_element(code) for code in ("VerbForm", "Number[psor]")] == ["verb form", "number of the possessor"]
