from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spectral_core.data import EMPTY, Analysis, Segment, Sentence
from spectral_core.morphology.edit_scripts import compute_edit_script, to_lower
from spectral_core.morphology.guesser.estimation import CompoundLexicon
from spectral_core.morphology.treebank_lexicon import MAX_GUESSES, TreebankAnalyser

Row = tuple[str, str, str, str]  # word, lemma, UPOS, FEATS


def learnt(*rows: Row) -> TreebankAnalyser:
    forms, lemmas, upos, feats = zip(*rows, strict=True)
    return TreebankAnalyser.learn([Sentence.of(forms, lemmas=lemmas, upos=upos, feats=feats)])


def labels(analyses: tuple[Analysis, ...]) -> list[tuple[str, str, str]]:
    return [(each.lemma, each.upos, each.feats) for each in analyses]


STEMS = ["bano", "tiru", "velo", "kamu", "sodi", "perra", "lunki", "gatto", "mezu", "hilda", "fosk", "worn"]
ENDINGS = {"": "Number=Sing", "t": "Number=Plur", "ssa": "Case=Ine|Number=Sing", "issa": "Case=Ine|Number=Plur"}
NOUNS: list[Row] = [
    (stem + ending, stem, "NOUN", feats)
    for at, stem in enumerate(STEMS)
    for place, (ending, feats) in enumerate(ENDINGS.items())
    if (at + place) % 4  # each stem lacks one form
] + [("mopolo", "mopolo", "NOUN", "Number=Sing"), ("ykele", "ykele", "NOUN", "Number=Sing")]


def test_a_seen_word_has_its_analyses_first_the_most_frequent_before_the_others() -> None:
    row = ("mato", "mato", "NOUN", EMPTY)
    analyser = learnt(*NOUNS, ("mato", "matta", "VERB", EMPTY), row, row)
    assert labels(analyser.analyse("mato"))[:2] == [("mato", "NOUN", EMPTY), ("matta", "VERB", EMPTY)]
    assert list(analyser.get_attested_counts("mato").values()) == [2, 1]
    assert len(analyser.analyse("mato")) <= 2 + 8


@pytest.mark.parametrize(("word", "lemma", "feats"), [(word, lemma, feats) for word, lemma, _, feats in NOUNS])
def test_a_word_of_the_lexicon_is_guessed_as_if_it_had_not_been_there(word: str, lemma: str, feats: str) -> None:
    without = learnt(*(row for row in NOUNS if row[0] != word))
    left_out = learnt(*NOUNS).guess(word)
    assert set(left_out) == set(without.guess(word))
    if lemma in STEMS:
        assert (lemma, "NOUN", feats) in labels(left_out)[:6]


def test_the_lexicon_alone_gives_nothing_away_of_a_word_seen_once() -> None:
    analyser = learnt(*NOUNS, ("xyzzy", "plugh", "INTJ", "Foo=Bar"))
    assert not any(each.upos == "INTJ" or each.lemma == "plugh" for each in analyser.guess("xyzzy"))
    assert any(each.lemma == "plugh" for each in analyser.guess("xyzzyt"))


def test_the_lemma_of_a_known_stem_is_found_where_no_ending_tells_it() -> None:
    # the stem of "katsos" is "ketz" before an ending, as no other word's is
    analyser = learnt(*NOUNS, ("ketzt", "katsos", "NOUN", "Number=Plur"), ("ketzissa", "katsos", "NOUN", "Number=Plur"))
    assert ("katsos", "NOUN", "Case=Ine|Number=Sing") in labels(analyser.guess("ketzssa"))[:5]


def test_an_attribute_that_a_lexeme_has_in_itself_stays_its_own() -> None:
    animacy = {stem: "Anim" if at % 2 else "Inan" for at, stem in enumerate(STEMS)}
    rows = [(form, stem, upos, f"Animacy={animacy.get(stem, 'Anim')}|{feats}") for form, stem, upos, feats in NOUNS]
    for stem in ("fosk", "worn"):
        form = f"{stem}issa" if (f"{stem}issa", stem) in [row[:2] for row in rows] else f"{stem}ssa"
        guessed = labels(learnt(*(row for row in rows if row[0] != form)).guess(form))
        assert f"Animacy={animacy[stem]}" in next(feats for lemma, _, feats in guessed if lemma == stem)


def test_letters_inside_a_word_tell_an_attribute_whatever_its_ending() -> None:
    persons = {"n": "Person=1", "t": "Person=2", "vat": "Person=3"}
    rows: list[Row] = []
    for at, (stem, (ending, feats)) in enumerate(product(STEMS, persons.items())):
        rows.append((f"{stem}{ending}", stem, "VERB", feats))
        if ending != "vat" and at % 2:  # the negation was never seen with the third person
            rows.append((f"{stem}nekk{ending}", stem, "VERB", f"{feats}|Polarity=Neg"))
    guessed = labels(learnt(*rows).guess("banonekkvat"))
    assert ("bano", "VERB", "Person=3|Polarity=Neg") in guessed[:3]
    assert labels(learnt(*rows).guess("banovat"))[0] == ("bano", "VERB", "Person=3")


def test_a_lemma_gets_the_joint_of_a_compound_whose_parts_are_known() -> None:
    firsts = ["bano", "tiru", "velo", "kamu"]
    rows: list[Row] = [
        (f"{first}{last}{ending}", f"{first}#{last}", "NOUN", feats)
        for at, (first, last) in enumerate(product(firsts, STEMS[5:9]))
        for ending, feats in ENDINGS.items()
        if at % 3
    ]
    analyser = learnt(*NOUNS, *rows)
    assert ("bano#hilda", "NOUN", "Number=Plur") in labels(analyser.guess("banohildat"))[:6]
    own = labels(analyser.guess(rows[0][0]))
    assert (rows[0][1], "NOUN", rows[0][3]) in own[:6]


def test_a_sign_that_words_have_too_is_no_joint() -> None:
    assert CompoundLexicon.from_pairs([(f"a{at}+b", f"a{at}+b") for at in range(50)]).boundary == ""
    assert CompoundLexicon.from_pairs([(f"a{at}b", f"a{at}+b") for at in range(50)]).boundary == "+"


def test_a_word_with_a_capital_is_guessed_with_small_letters_and_as_a_name() -> None:
    names: list[Row] = [(name, name, "PROPN", EMPTY) for name in ("Ranto", "Zemla", "Ostu", "Karnak")]
    guessed = labels(learnt(*NOUNS, *names).guess("Mezussa"))
    assert ("mezu", "NOUN", "Case=Ine|Number=Sing") in guessed[:4]
    assert ("Mezussa", "PROPN", EMPTY) in guessed
    assert ("USA", "PROPN", EMPTY) in labels(learnt(*NOUNS, *names, ("NATO", "NATO", "PROPN", EMPTY)).guess("USA"))


def test_turkish_capitals_have_their_own_small_letters() -> None:
    analyser = learnt(
        ("ışıkta", "ışık", "NOUN", "Case=Loc"), ("evde", "ev", "NOUN", "Case=Loc"), ("at", "at", "NOUN", "_")
    )
    assert to_lower("IŞIK İN", turkic=True) == "ışık in"
    assert ("ışık", "NOUN", "Case=Loc") in labels(analyser.guess("IŞIKTA"))
    assert compute_edit_script("İstanbul'da", "İstanbul", True).apply("İzmir'de", "izmir'de", True) == "İzmir"
    assert compute_edit_script("evde", "Ev", True).apply("izde", "izde", True) == "İz"


def test_numbers_are_guessed_by_their_form_not_by_their_digits() -> None:
    numbers: list[Row] = [(f"{number}.", str(number), "ADJ", "NumType=Ord") for number in (11, 12, 23, 31, 54)]
    assert labels(learnt(*NOUNS, *numbers).guess("78."))[0] == ("78", "ADJ", "NumType=Ord")


def test_fewer_guesses_are_the_first_of_more() -> None:
    analyser = learnt(*NOUNS)
    many = analyser.guess("hildanissa", MAX_GUESSES + 1)
    assert len(many) > 7
    assert analyser.guess("hildanissa", 5) == many[:5]
    assert analyser.with_max_guesses(4).analyse("hildanissa") == many[:4]
    assert analyser.with_max_guesses(4).guess("hildanissa", 7) == many[:7]
    assert analyser.to_guessing_analyser().analyse("hildat") == analyser.guess("hildat")


def test_an_analyser_comes_back_from_its_rows_with_all_that_was_chosen() -> None:
    chosen = Analysis("kitAb", "kitAbu", "NOUN", "N", "Case=Nom", "book", (Segment("kitAb", "N"), Segment("u", "NOM")))
    sentence = Sentence.of(["ktAb", "ktb"], lemmas=["k", "ktb"], analyses=[chosen, None])
    analyser = TreebankAnalyser.learn([sentence])
    assert list(analyser.get_attested_counts("ktAb")) == [chosen]
    again = TreebankAnalyser.from_rows(analyser.to_rows())
    assert again == analyser
    assert again.guess("ktAbn") == analyser.guess("ktAbn")


def test_a_row_that_ends_within_a_segment_is_refused() -> None:
    with pytest.raises(ValueError, match="zip"):
        TreebankAnalyser.from_rows(["w\t1\tw\t_\tNOUN\tN\t_\t_\tform"])


def test_an_analyser_of_nothing_guesses_nothing() -> None:
    assert TreebankAnalyser.learn([Sentence.of(["word"])]).analyse("word") == ()


@given(st.text(max_size=12), st.text(min_size=1, max_size=12), st.booleans())
def test_a_script_makes_its_own_lemma_of_its_own_word(word: str, lemma: str, dotted: bool) -> None:
    script = compute_edit_script(word, lemma, dotted)
    assert script.apply(word, to_lower(word, dotted), dotted) == lemma


@given(st.text(max_size=20))
def test_any_word_at_all_is_guessed_with_a_lemma_and_each_guess_once(word: str) -> None:
    guessed = ANY.guess(word, 40)
    assert len(set(guessed)) == len(guessed) <= 40
    assert all(each.lemma for each in guessed)


ANY = learnt(*NOUNS, ("Ranto", "Ranto", "PROPN", EMPTY), ("12.", "12", "ADJ", EMPTY), ("İx", "iks", "X", EMPTY))


def test_unseen_words_of_a_real_treebank_are_covered(shared_data: Path) -> None:
    from spectral_core.formats import load

    folder = shared_data / "ud_hungarian_szeged"
    analyser = TreebankAnalyser.learn(load(folder / "ud_hungarian_szeged-train.conllu.xz"))
    offered: dict[str, set[tuple[str, ...]]] = {}
    words = covered = 0
    for sentence in load(folder / "ud_hungarian_szeged-dev.conllu.xz"):
        columns = (sentence.forms, sentence.lemmas, sentence.upos, sentence.xpos, sentence.feats)
        for form, *label in zip(*columns, strict=True):
            if form not in offered:
                offered[form] = {(each.lemma, each.upos, each.xpos, each.feats) for each in analyser.analyse(form)}
            words += 1
            covered += tuple(label) in offered[form]
    assert covered / words > 0.975


def test_a_word_of_thousands_of_letters_is_not_guessed_and_does_not_teach() -> None:
    endless = "ban" * 5000
    analyser = learnt(*NOUNS, (endless, endless, "NOUN", EMPTY))
    assert labels(analyser.analyse(endless)) == [(endless, "NOUN", EMPTY)]
    assert analyser.analyse("x" * 200_000) == ()
    assert analyser.guess("bano") == learnt(*NOUNS).guess("bano")
    assert analyser.guess("x" * 94 + "banoss")
