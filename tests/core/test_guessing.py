"""First guesses at words that no analyser knows."""

from __future__ import annotations

from spectral_core.data import EMPTY, Analysis, Sentence, Treebank
from spectral_core.data.readings import classify_form, guess_reading
from spectral_core.model import Ranker
from spectral_core.morphology.treebank_lexicon import TreebankAnalyser
from spectral_core.registry import METHODS, make_settings

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
    assert guess_reading("balked", KNOWN) == Analysis("balked", EMPTY, "VERB", "VBD", "Tense=Past")
    assert guess_reading("gulls", KNOWN) == Analysis("gulls", EMPTY, "NOUN", "NNS", "Number=Plur")
    assert guess_reading("1998", KNOWN) == Analysis("1998", EMPTY, "NUM", "CD")


def test_where_nothing_is_known_the_letters_say_the_most_likely_tag() -> None:
    assert [guess_reading(form, ()).upos for form in ("قلقص", "12", "!?")] == ["NOUN", "NUM", "PUNCT"]
    assert guess_reading("!", KNOWN) == Analysis("!", upos="PUNCT")


def test_what_has_no_letters_is_never_guessed_as_a_word() -> None:
    assert [classify_form(form) for form in ("$", "(", "3,5", "a.", "٧", "€%", "+")] == [
        *("SYM", "PUNCT", "NUM", "NOUN", "NUM", "PUNCT", "SYM")
    ]
    rows = [("and", "CCONJ"), ("red", "ADJ"), ("&", "CCONJ"), (".", "PUNCT"), ("7", "NUM"), ("8.", "ADJ")]
    forms, upos = zip(*rows, strict=True)
    words = Sentence.of(forms, lemmas=forms, upos=upos)
    learnt = TreebankAnalyser.learn([words])
    for asked, kind in (("(", "PUNCT"), ("$", "SYM"), ("9", "NUM"), ("9.", "NUM"), ("&", "PUNCT")):
        assert [(one.lemma, one.upos) for one in learnt.guess(asked)] == [(asked, kind)]
    assert [one.upos for one in learnt.analyse("&")] == ["CCONJ", "PUNCT"]  # as it was seen


def test_a_ranker_never_takes_a_mark_for_a_word() -> None:
    sentences = [
        Sentence.of([f"wo{at}rd", "and", f"th{at}ing", "."], lemmas=[f"wo{at}rd", "and", f"th{at}ing", "."],
                    upos=["VERB", "CCONJ", "NOUN", "PUNCT"])
        for at in range(12)
    ]  # fmt: skip
    method = METHODS["analysis-ranker"]
    model = method.learn(Treebank.of(sentences), make_settings(method, {"analyser": "treebank", "words": 100}))
    assert isinstance(model, Ranker)
    marks, symbols, numbers, words = model.rank(Sentence.of(["(", "$", "17", "wo7rd"]))
    assert [{one.value.upos for one in row} for row in (marks, symbols, numbers)] == [{"PUNCT"}, {"SYM"}, {"NUM"}]
    assert words[0].value.upos == "VERB"
    assert {one.value.upos for one in model.rank(Sentence.of(["xo7rd"]))[0]}.isdisjoint(("PUNCT", "SYM"))
