"""Locked spans as any constituent parser reads them: the phrases there must be, and conflicts in words."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spectral_core.data import Constraints
from spectral_core.errors import ConstraintError
from spectral_core.structured.locks import check_crossing_spans, collect_locked_phrases

FORMS = [f"w{at}" for at in range(8)]

places = st.tuples(st.integers(0, 7), st.integers(1, 8)).filter(lambda span: span[0] < span[1])


def locked(*spans: tuple[int, int, str]) -> Constraints:
    return Constraints(required_spans=frozenset(spans))


@given(st.sets(places, max_size=5))
def test_spans_cross_where_two_have_words_in_common_and_neither_holds_the_other(spans: set[tuple[int, int]]) -> None:
    words = [set(range(*span)) for span in spans]
    cross = any(one & two and one - two and two - one for one, two in combinations(words, 2))
    constraints = locked(*((start, end, "") for start, end in spans))
    if cross:
        with pytest.raises(ConstraintError, match="cross; no tree has both"):
            check_crossing_spans(constraints, FORMS)
    else:
        check_crossing_spans(constraints, FORMS)
        found = list(collect_locked_phrases(constraints, FORMS, "X"))
        assert set(found) == {(0, 8)} | {span for span in spans if span[1] - span[0] > 1}
        assert found == sorted(found, key=lambda span: (span[0], -span[1]))  # what is outside comes first


def test_phrases_have_their_labels_and_a_word_alone_is_one_where_it_has_a_label() -> None:
    constraints = locked((1, 4, "NP"), (1, 4, "PRED"), (1, 4, ""), (2, 3, "NN"), (5, 6, ""), (5, 8, ""))
    found = collect_locked_phrases(constraints, FORMS, "?")
    assert found == {(0, 8): ("?",), (1, 4): ("NP", "PRED"), (2, 3): ("NN",), (5, 8): ("?",)}


def test_a_complaint_quotes_the_first_words_of_a_long_span() -> None:
    with pytest.raises(ConstraintError) as caught:
        collect_locked_phrases(Constraints(forbidden_spans=frozenset({(0, 8, "")})), FORMS, "X")
    assert "the span 1-8 'w0 w1 w2 w3 w4 w5 ...' is the whole sentence, which is always a phrase," in str(caught.value)
