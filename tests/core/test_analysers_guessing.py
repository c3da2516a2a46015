from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from slow_guesser import SlowGuesser

from spectral_core.data import EMPTY, Analysis
from spectral_core.morphology.edit_scripts import compute_edit_script
from spectral_core.morphology.guesser import CASED_CODE_POINTS, Guesser, guessing_kernels, parameters
from spectral_core.morphology.guesser.buffers import (
    FeatureBuffer,
    OutputBuffer,
    grow_feature_buffer,
    make_feature_buffer,
    make_output_buffer,
)
from spectral_core.morphology.guesser.parameters import Features

Label = tuple[str, str, str, str]  # lemma, UPOS, XPOS, FEATS
Lexicon = Mapping[str, Iterable[Label]]


def analyses(lexicon: Lexicon) -> dict[str, list[Analysis]]:
    return {
        form: [Analysis(lemma, upos=upos, xpos=xpos, feats=feats) for lemma, upos, xpos, feats in labels]
        for form, labels in lexicon.items()
    }


def learnt(lexicon: Lexicon, dotted: bool = False) -> Guesser:
    return Guesser.learn(analyses(lexicon), dotted)


def slow(lexicon: Lexicon, dotted: bool = False) -> SlowGuesser:
    return SlowGuesser.learn(analyses(lexicon), dotted)


def assert_the_same(lexicon: Lexicon, words: Iterable[str], most: int, dotted: bool = False) -> None:
    asked = list(words)
    guessed, slowly = learnt(lexicon, dotted).guess(asked, most), slow(lexicon, dotted)
    for at, word in enumerate(asked):
        mine = [(each.lemma, each.upos, each.xpos, each.feats) for each in guessed.iterate_analyses(at)]
        assert mine == slowly.guesses(word, most), word


STEMS = ["bano", "tiru", "velo", "kamu", "sodi", "perra", "lunki", "gatto", "mezu", "hilda", "fosk", "worn"]
CASES = {"": "Number=Sing", "t": "Number=Plur", "ssa": "Case=Ine|Number=Sing", "issa": "Case=Ine|Number=Plur"}
PLAIN: dict[str, list[Label]] = {
    **{
        stem + ending: [(stem, "NOUN", "n", feats)]
        for at, stem in enumerate(STEMS)
        for place, (ending, feats) in enumerate(CASES.items())
        if (at + place) % 4
    },
    "banot": [
        ("bano", "NOUN", "n", "Number=Plur"),
        ("banota", "VERB", "v", "Mood=Imp"),
        ("banota", "VERB", "w", EMPTY),
    ],
    "tirussa": [("tiru", "PROPN", "n", "Case=Ine|Number=Sing")],
    "of": [("of", "ADP", "p", EMPTY)],
}
CAPITALS: dict[str, list[Label]] = {
    **PLAIN,
    "Bano": [("bano", "NOUN", "n", "Number=Sing")],
    "VELOSSA": [("velo", "NOUN", "n", "Case=Ine|Number=Sing")],
    "Tirulassa": [("Tirula", "PROPN", "n", "Case=Ine|Number=Sing")],
    "Lunkilassa": [("Lunkila", "PROPN", "n", "Case=Ine|Number=Sing")],
    "tirulat": [("Tirula", "PROPN", "n", "Number=Plur")],
    "kbvn": [("KBV", "PROPN", "n", "Case=Gen")],
    "ßamut": [("ßamu", "NOUN", "n", "Number=Plur")],
    "ßamula": [("SSAMULA", "PROPN", "n", EMPTY)],
    "McBanot": [("McBano", "PROPN", "n", "Number=Plur")],
    "ΟΔΟΣ": [("οδος", "NOUN", "n", "Number=Sing")],
    "ŉar": [("ʼNar", "PROPN", "n", EMPTY)],
}
TURKISH: dict[str, list[Label]] = {
    **{f"{stem}ler": [(stem, "NOUN", "Noun", "Number=Plur")] for stem in ("diş", "ip", "iz", "kil", "sis")},
    **{f"{stem}lar": [(stem, "NOUN", "Noun", "Number=Plur")] for stem in ("kış", "ışık", "kız", "sır", "ağıl")},
    "Işıklar": [("ışık", "NOUN", "Noun", "Number=Plur")],
    "İzler": [("iz", "NOUN", "Noun", "Number=Plur")],
    "İnci'nin": [("İnci", "PROPN", "Prop", "Case=Gen")],
    "IŞIL'ın": [("Işıl", "PROPN", "Prop", "Case=Gen")],
    "inci": [("inci", "NOUN", "Noun", EMPTY)],
    "iYiK": [("İYİK", "PROPN", "Prop", EMPTY)],
}
FIRSTS, LASTS = ["vas", "tej", "kert", "haz"], ["ut", "bolt", "kapu", "lap"]
JOINTS: dict[str, list[Label]] = {
    **{f"{first}{last}": [(f"{first}+{last}", "NOUN", EMPTY, "Number=Sing")] for first in FIRSTS for last in LASTS},
    **{f"{last}ok": [(last, "NOUN", EMPTY, "Number=Plur")] for last in LASTS},
    **{f"{first}ok": [(first, "NOUN", EMPTY, "Number=Plur")] for first in FIRSTS[1:]},
    "vasutok": [("vasut", "NOUN", EMPTY, "Number=Plur"), ("vas+ut", "NOUN", EMPTY, "Number=Plur")],
    "tejkapulap": [("tej+kapu+lap", "NOUN", EMPTY, "Number=Sing"), ("tejkapu+lap", "NOUN", EMPTY, "Number=Sing")],
    "a+b": [("a+b", "SYM", EMPTY, EMPTY)],
}
CLUES: dict[str, list[Label]] = {
    f"{stem}{middle}{ending}": [(stem, "VERB", "v", "|".join(filter(None, (negated, f"Tense={tense}", voice))))]
    for at, stem in enumerate(STEMS)
    for middle, negated, voice in (
        ("", "", ""),
        ("nemme", "Polarity=Neg", ""),
        ("dalda", "", "Voice=Pass"),
        ("nemmedalda", "Polarity=Neg", "Voice=Pass"),
    )
    for ending, tense in (("k", "Past"), ("r", "Pres"), ("zun", "Fut"))
    if (at + len(middle) + len(ending)) % 3
}
INHERENT: dict[str, list[Label]] = {
    f"{stem}{ending}": [(stem, "NOUN", "f" if at % 5 == 0 else "n", f"{case}Gender={'Fem' if at % 2 else 'Masc'}")]
    for at, stem in enumerate(STEMS)
    for place, (ending, case) in enumerate({"": "", "t": "Case=Acc|", "ssa": "Case=Ine|", "lle": "Case=All|"}.items())
    if (at + place) % 7
} | {"banolle": [("bano", "NOUN", "n", "Case=All|Gender=Fem"), ("bano", "ADJ", "n", "Gender=Masc")]}
ODD: dict[str, list[Label]] = {
    **{
        f"{stem}{ending}": [(stem, "NOUN", "n", feats)]
        for stem in STEMS
        for ending, feats in {
            "a": "b=1|A=2",
            "o": "A=2|b=1",
            "at": "A=|b=1",
            "ot": "none",
            "on": "aa=1|Aa=1|AA=2",
            "an": "A=1|A=2|=3",
            "in": "A=x=y",
        }.items()
    },
    "sodi": [("", "X", "", ""), ("", "NOUN", "n", "b=1")],
}
WRITING: dict[str, list[Label]] = {
    "1990": [("1990", "NUM", "d", EMPTY)],
    "27.": [("27.", "ADJ", "o", EMPTY)],
    "35.": [("35.", "ADJ", "o", EMPTY)],
    "1-es": [("1", "NUM", "d", EMPTY)],
    "𐐀𐐩𐐪": [("𐐨𐐩", "NOUN", "n", EMPTY)],
    "𐐁𐐩𐐪": [("𐐩𐐩", "NOUN", "n", EMPTY)],
    "\ud83d\ude00": [("\ude00\ud83d", "SYM", "s", EMPTY)],
    "a\ud800": [("\udfffa", "SYM", "s", EMPTY)],
    "": [("", "X", "x", EMPTY), ("nothing", "X", "x", EMPTY)],
    "a" * 100: [("a" * 101, "X", "x", EMPTY)],
    "a" * 101: [("aa", "NOUN", "x", "Long=Yes")],
    "bbb": [("b" * 5000, "NOUN", "x", EMPTY)],
    "cbb": [("b" * 4000 + "c", "NOUN", "x", EMPTY)],
    "i\u0307x": [("i\u0307", "X", "x", EMPTY)],
}
NEW = [
    *(
        "gattissa",
        "worn",
        "hildat",
        "Foskissa",
        "KAMUT",
        "tirut",
        "t",
        "",
        "x",
        "banotissa",
        "Tirulat",
        "ßamussa",
        "ßAMUT",
    ),
    *(
        "İplik'in",
        "ışıklı",
        "IŞIKLAR",
        "İZ",
        "Inci",
        "dişı",
        "vaskapuok",
        "tejutok",
        "hazlapok",
        "kertkertok",
        "boltok",
    ),
    *("pasnemmek", "veldaldar", "nemmedaldazun", "Fosknemmedaldak", "1991", "28.", "4-es", "𐐂𐐩𐐪", "\ud83d", "\ude00a"),
    *("a" * 99, "a" * 102, "İ" * 100, "cbbb", "ΟΔΟΣΣ", "ŉaa", "a+bok", "banon", "perrain", "lunkian", "worna"),
]
LEXICONS: dict[str, Lexicon] = {
    "plain": PLAIN,
    "capitals": CAPITALS,
    "turkish": TURKISH,
    "joints": JOINTS,
    "clues": CLUES,
    "inherent": INHERENT,
    "odd features": ODD,
    "writing": WRITING,
    "nothing": {},
    "no analyses": {"bano": []},
}


@pytest.mark.parametrize("most", [0, 1, 8, 30, 5000])
@pytest.mark.parametrize("dotted", [False, True])
@pytest.mark.parametrize("name", LEXICONS)
def test_words_have_the_labels_that_are_found_slowly_in_the_same_order(name: str, dotted: bool, most: int) -> None:
    assert_the_same(LEXICONS[name], [*LEXICONS[name], *NEW], most, dotted)


def test_the_little_lexicons_have_what_they_are_for() -> None:
    assert slow(JOINTS).compounds.boundary == "+"
    assert any("+" in each.lemma for each in learnt(JOINTS).guess(["tejutok"], 8).iterate_analyses(0))
    assert slow(CLUES).tables.clues.told
    assert slow(INHERENT).inherent
    assert {script.letter_case for script in slow(CAPITALS).scripts} == {"small", "title", "capital", "written"}


ALPHABET = st.sampled_from(["a", "b", "i", "ı", "İ", "A", "I", "1", "2", "+", "ß", "𐐨", "𐐀", "\ud800", "'"])
WORDS = st.text(ALPHABET, max_size=6)
FEATURES = st.lists(
    st.tuples(st.sampled_from(["A", "a", "B", "Cc", ""]), st.sampled_from(["", "=", "=1", "=2", "=1=2"])), max_size=3
).map(lambda pairs: "|".join(map("".join, pairs)) or EMPTY)
LABELS = st.tuples(WORDS, st.sampled_from("NV"), st.sampled_from("xy"), FEATURES)


@given(
    st.dictionaries(WORDS, st.lists(LABELS, min_size=1, max_size=3), max_size=25),
    st.lists(WORDS, max_size=10),
    st.booleans(),
    st.integers(0, 40),
)
def test_any_words_have_the_labels_that_are_found_slowly(
    lexicon: dict[str, list[Label]], words: list[str], dotted: bool, most: int
) -> None:
    assert_the_same(lexicon, [*lexicon, *words], most, dotted)


ROOTS = st.sampled_from(["ab", "ba", "aab", "bab", "aba", "bba"])
ENDS = {"": "A=1", "i": "A=2|B=1", "ki": "A=2|B=2", "kibi": "B=2", "abibi": "Cc=1"}


@given(
    st.lists(st.tuples(ROOTS, ROOTS, st.sampled_from(list(ENDS))), min_size=25, max_size=60),
    st.lists(st.tuples(ROOTS, ROOTS, st.sampled_from(list(ENDS))), max_size=10),
)
def test_compounds_have_the_labels_that_are_found_slowly(
    rows: list[tuple[str, str, str]], words: list[tuple[str, str, str]]
) -> None:
    lexicon: dict[str, list[Label]] = {}
    for at, (first, last, end) in enumerate(rows):
        lemma = f"{first}#{last}" if at % 3 else first + last
        lexicon.setdefault(first + last + end, []).append((lemma, "NV"[len(first) % 2], "x", ENDS[end]))
    assert_the_same(lexicon, [*lexicon, *map("".join, words)], 12)


def test_a_word_asked_for_twice_has_its_labels_twice_and_each_lemma_and_tag_stands_once() -> None:
    found = learnt(CLUES).guess(["velonemmek", "bano", "velonemmek"], 20)
    first, second, third = (slice(*found.bounds[at : at + 2]) for at in range(3))
    assert np.array_equal(found.lemma_index[first], found.lemma_index[third])
    assert np.array_equal(found.tag_index[first], found.tag_index[third])
    assert len(found.lemma_index[second]) > 0
    assert len(set(found.lemmas)) == len(found.lemmas)
    assert len(set(found.distinct_tags)) == len(found.distinct_tags)


def test_words_do_not_depend_on_those_that_were_asked_for_before() -> None:
    guessing = learnt({**CLUES, **INHERENT})
    before = guessing.guess(NEW, 30)
    guessing.guess([*CLUES, *INHERENT], 30)
    after = guessing.guess(NEW, 30)
    assert before.lemmas == after.lemmas
    assert before.distinct_tags == after.distinct_tags
    assert np.array_equal(before.lemma_index, after.lemma_index)
    assert np.array_equal(before.tag_index, after.tag_index)


def test_words_have_the_same_labels_where_there_is_little_room_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = ("t", "Acc"), ("ssa", "Ine"), ("lle", "All"), ("lta", "Abl")
    genders: dict[str, list[Label]] = {  # that no other lexeme has
        f"{stem}{ending}": [(stem, "NOUN", "n", f"Case={case}|Gender={stem}")]
        for at, stem in enumerate(STEMS)
        for place, (ending, case) in enumerate(cases)
        if (at + place) % 4
    }
    guesser, words = learnt({**CLUES, **genders, **WRITING}), [*genders, *(stem + "lta" for stem in STEMS), *NEW]
    stops: list[int] = []
    before = guesser.guess(words, 30)

    def roomy(room: FeatureBuffer, more: int) -> FeatureBuffer:
        stops.append(int(room.size[0]))
        return grow_feature_buffer(room, more)

    def tight(known: Features, order: NDArray[np.int64], words: int) -> FeatureBuffer:
        return make_feature_buffer(known, order, min(words, 2 - parameters.MAX_NEW_FEATURES // 2))

    def empty(words: int, most: int) -> OutputBuffer:
        return make_output_buffer(0, 0)._replace(bounds=make_output_buffer(words, most).bounds)

    monkeypatch.setattr(guessing_kernels, "make_feature_buffer", tight)
    monkeypatch.setattr(guessing_kernels, "grow_feature_buffer", roomy)
    monkeypatch.setattr(guessing_kernels, "make_output_buffer", empty)
    after = guesser.guess(words, 30)
    assert len(stops) > 3
    assert len(set(stops)) > 1
    assert (before.lemmas, before.distinct_tags) == (after.lemmas, after.distinct_tags)
    for mine, other in (
        (before.bounds, after.bounds),
        (before.lemma_index, after.lemma_index),
        (before.tag_index, after.tag_index),
    ):
        assert np.array_equal(mine, other)


def test_no_letter_beyond_those_that_are_looked_at_has_a_capital() -> None:
    assert all(chr(code).upper() == chr(code) for code in range(CASED_CODE_POINTS, sys.maxunicode + 1))


@given(st.text("abİi", max_size=9), st.text("abIı", max_size=9))
def test_a_script_keeps_the_first_of_the_longest_common_parts(word: str, lemma: str) -> None:
    word, lemma = word.lower(), lemma.lower()
    parts = [(begin, end) for begin in range(len(word)) for end in range(begin + 1, len(word) + 1)]
    common = [(end - begin, -begin) for begin, end in parts if word[begin:end] in lemma]
    script = compute_edit_script(word, lemma)
    if common:
        size, begin = max(common)
        kept = word[-begin : size - begin]
        assert (script.cut_before, script.cut_after) == (-begin, len(word) + begin - size)
        assert script.add_before == lemma[: lemma.index(kept)]
    else:
        assert script.cut_after == -1
    assert script.apply(word, word) == lemma
