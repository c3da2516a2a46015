"""What the rankers' elements and statistics are called."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from spectral_core.analyzers.elements import ARABIC
from spectral_core.analyzers.universal import UniversalScheme
from spectral_core.models.analysis_ranker import paper_explaining
from spectral_core.models.analysis_ranker.elements import Elements
from spectral_core.models.analysis_ranker.explaining import CANDIDATE
from spectral_core.models.analysis_ranker.statistics import NAMES
from spectral_core.models.analysis_ranker.weights import ROW_FEATURES
from spectral_core.models.analysis_ranker.wording import STATISTICS, element_name, statistic_name

ATTRIBUTES = ("Case", "Number", "Number[psor]", "Person[psor]", "VerbForm", "Definite")
PLAIN = re.compile(r"[a-z][a-z0-9, ]+")


def test_every_statistic_has_a_name_of_its_own_in_plain_words() -> None:
    names = [statistic_name(code) for code in (*NAMES, *ROW_FEATURES)]
    assert len(set(names)) == len(names)
    assert all(PLAIN.fullmatch(name) for name in names)
    assert all(code in STATISTICS for code in (*NAMES, *ROW_FEATURES))


def test_every_name_belongs_to_one_statistic_that_a_ranker_has() -> None:
    assert len(set(STATISTICS.values())) == len(STATISTICS)
    of_paper = (*paper_explaining.NAMES, *paper_explaining._NEIGHBOURS, *paper_explaining._DOCUMENT)
    assert set(STATISTICS) == {*NAMES, *ROW_FEATURES, *of_paper}


@pytest.mark.parametrize(
    "codes",
    [
        Elements.of(ARABIC).names,
        Elements.of(UniversalScheme(ATTRIBUTES)).names,
        ARABIC.elements,
    ],
    ids=["arabic", "universal", "paper"],
)
def test_every_element_has_a_name_of_its_own_in_plain_words(codes: Sequence[str]) -> None:
    names = [element_name(code) for code in (CANDIDATE, *codes)]
    assert len(set(names)) == len(names)
    assert all(PLAIN.fullmatch(name) for name in names)


def test_names_say_what_a_linguist_says() -> None:
    assert statistic_name("w n") == "word and next word"
    assert statistic_name("end3(w)") == "last 3 letters"
    assert statistic_name("CASE(pp) CASE(p)") == "case of the two words before"
    assert [element_name(code) for code in ("upos", "det", "full")] == ["part of speech", "state", "whole analysis"]
    assert [element_name(code) for code in ("VerbForm", "Number[psor]")] == ["verb form", "number of the possessor"]
