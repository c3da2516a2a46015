"""First guesses at words that no analyser knows."""

from __future__ import annotations

from spectral_core.data import EMPTY, Analysis
from spectral_core.data.guessing import guessed

KNOWN = [
    ("walked", Analysis("walk", EMPTY, "VERB", "VBD", "Tense=Past")),
    ("talked", Analysis("talk", EMPTY, "VERB", "VBD", "Tense=Past")),
    ("red", Analysis("red", EMPTY, "ADJ", "JJ")),
    ("bed", Analysis("bed", EMPTY, "NOUN", "NN")),
    ("owl", Analysis("owl", EMPTY, "NOUN", "NN")),
    ("owls", Analysis("owl", EMPTY, "NOUN", "NNS", "Number=Plur")),
    ("7", Analysis("7", EMPTY, "NUM", "CD")),
    ("ooked", Analysis("ook")),
]


def test_a_word_has_the_tags_of_those_that_end_alike() -> None:
    assert guessed("balked", KNOWN) == Analysis("balked", EMPTY, "VERB", "VBD", "Tense=Past")
    assert guessed("gulls", KNOWN) == Analysis("gulls", EMPTY, "NOUN", "NNS", "Number=Plur")
    assert guessed("1998", KNOWN) == Analysis("1998", EMPTY, "NUM", "CD")


def test_where_nothing_is_known_the_letters_say_the_most_likely_tag() -> None:
    assert [guessed(form, ()).upos for form in ("قلقص", "12", "!?")] == ["NOUN", "NUM", "PUNCT"]
    assert guessed("!", KNOWN) == Analysis("!", upos="PUNCT")
