"""Text for rankers: candidates, labels and documents as numbers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fixtures import tiny_treebank

from spectral_core.data import Analysis, Problem, Sentence, Treebank
from spectral_core.errors import DataError
from spectral_core.files import locate_assets
from spectral_core.model import Ranker
from spectral_core.models.analysis_ranker import RankerSettings, add, count, learn, restore, solve
from spectral_core.models.analysis_ranker.labels_and_candidates import ABSENT, EncodedText, TrainingLabels
from spectral_core.models.analysis_ranker.vocabulary import RankerVocabulary, find_document_name
from spectral_core.morphology.analyser import FileCandidates
from spectral_core.morphology.arabic.buckwalter import BuckwalterAnalyser
from spectral_core.morphology.label_schemes import UniversalScheme
from spectral_core.morphology.treebank_lexicon import TreebankAnalyser

NOUN, VERB, NAME = Analysis("run", upos="NOUN"), Analysis("run", upos="VERB"), Analysis("Run", upos="PROPN")
SCHEME = UniversalScheme(())
VOCALISED = "كِتَابٌ"


def sentence(document: str, *chosen: Analysis | None, offered: tuple[Analysis, ...] = (NOUN,)) -> Sentence:
    return Sentence.of(
        ["run"] * len(chosen),
        analyses=chosen,
        candidates=[offered] * len(chosen),
        comments=[f"# newdoc id = {document}"],
    )


def readings(book: RankerVocabulary, text: EncodedText, leave_out: bool) -> list[list[str]]:
    words = TrainingLabels.from_text(text).find_candidates(book, text, leave_out)
    return [
        [book.labels[label][1] for label in words.labels[words.first_row[at] : words.first_row[at + 1]]]
        for at in range(len(words))
    ]


def test_a_label_of_one_document_is_offered_in_the_others_only_while_learning() -> None:
    book = RankerVocabulary(SCHEME, FileCandidates())
    text = book.encode_text(
        [sentence(name, *chosen) for name, *chosen in (("a", VERB, NOUN), ("b", NAME), ("c", VERB), "d", "e")]
    )
    assert readings(book, text, leave_out=False) == [["NOUN", "VERB", "PROPN"]] * 4
    assert readings(book, text, leave_out=True) == [
        ["NOUN", "VERB", "PROPN"],
        ["NOUN", "VERB", "PROPN"],
        ["NOUN", "VERB"],
        ["NOUN", "VERB", "PROPN"],
    ]
    words = TrainingLabels.from_text(text).find_candidates(book, text, leave_out=True)
    assert words.gold.tolist() == [1, 3, ABSENT, 9]
    assert words.is_in_training[words.first_row[0] : words.first_row[1]].tolist() == [False, True, True]
    assert words.is_offered[words.first_row[0] : words.first_row[1]].tolist() == [True, False, False]


def test_an_unanalysed_word_is_neither_learnt_from_nor_in_the_lexicon() -> None:
    words = Sentence.of(["run", "ran"], lemmas=["run", "run"], upos=["X", "VERB"], unanalysed=(1,))
    book = RankerVocabulary(SCHEME, FileCandidates())
    text = book.encode_text([words] * 5)
    assert (text.gold == ABSENT).tolist() == [True, False] * 5
    assert {book.forms.strings[form] for form, _, _ in TrainingLabels.from_text(text).list_counts()} == {"ran"}
    assert set(TreebankAnalyser.learn([words]).lexicon) == {"ran"}


def test_a_text_of_few_documents_is_one_of_sentences() -> None:
    book = RankerVocabulary(SCHEME, FileCandidates())
    text = book.encode_text([sentence("a", NOUN, NOUN), sentence("a", VERB)])
    assert text.document.tolist() == [0, 0, 1]


def test_an_unreadable_sentence_does_not_end_its_document() -> None:
    book, fault = RankerVocabulary(SCHEME, FileCandidates()), (Problem(1, "broken", "", unreadable=True),)
    texts = [replace(one, problems=fault) for one in (Sentence.of(["..."]), sentence("f", NOUN))]
    begun = [sentence(name, NOUN) for name in "abcde"]
    rest = Sentence.of(["run"], analyses=[VERB], candidates=[(NOUN,)])
    text = book.encode_text([*begun[:3], texts[0], rest, *begun[3:], texts[1], rest])
    assert [text.documents[number] for number in text.document.tolist()] == ["a", "b", "c", "c", "d", "e", "f"]


def vocalised_text() -> Treebank:
    """Most words are vocalised, but most of the distinct words are not."""
    noun, plain = Analysis("kitAb", upos="NOUN"), ("بيت", "ولد", "قلم", "درس")
    return Treebank.of(
        Sentence.of([VOCALISED, VOCALISED, word], analyses=[noun, noun, Analysis(word, upos="VERB")]) for word in plain
    )


@pytest.mark.parametrize("model", ["context", "most-frequent", "baseline"])
def test_a_restored_ranker_reads_vocalised_words_as_before(model: str) -> None:
    chosen = RankerSettings(model=model, weights=False, analyser="given", elements="arabic")
    ranker = learn(vocalised_text(), chosen)
    again, one = restore(chosen, ranker.arrays()), Sentence.of([VOCALISED, "بيت"])
    assert isinstance(ranker, Ranker)
    assert isinstance(again, Ranker)
    before = ranker.rank(one)
    assert [ranking[0].value.upos for ranking in before] == ["NOUN", "VERB"]
    assert again.rank(one) == before


def test_adding_a_text_without_vowels_keeps_those_of_the_first() -> None:
    chosen = RankerSettings(weights=False, analyser="given", elements="arabic")
    other = Treebank.of([Sentence.of(["Hello"], analyses=[Analysis("hello", upos="INTJ")])])
    both = solve(count(vocalised_text(), chosen).merge(count(other, chosen)), chosen)
    assert isinstance(both, Ranker)
    assert both.rank(Sentence.of([VOCALISED]))[0][0].value.upos == "NOUN"


def test_adding_to_a_ranker_leaves_the_ranker_itself_as_it_is() -> None:
    glossed = [Analysis("run", upos="NOUN", gloss=gloss) for gloss in ("jog", "dash")]
    first, second = (Treebank.of(sentence(name, one, offered=()) for name in "abcdef") for one in glossed)
    ranker = learn(first, RankerSettings(weights=False, analyser="given"))
    assert isinstance(ranker, Ranker)
    before, arrays = ranker.rank(Sentence.of(["run"])), ranker.arrays()
    more = add(ranker, second)
    assert isinstance(more, Ranker)
    assert before[0][0].value == glossed[0]
    assert more.rank(Sentence.of(["run"]))[0][0].value == glossed[1]  # the first of the alphabet
    assert ranker.rank(Sentence.of(["run"])) == before
    for name, array in ranker.arrays().items():
        np.testing.assert_array_equal(array, arrays[name], name)


@pytest.mark.parametrize("model", ["context", "most-frequent"])
@pytest.mark.parametrize("word", [0, 3])
def test_a_reading_confirmed_outside_the_sentence_is_refused(model: str, word: int) -> None:
    ranker = learn(vocalised_text(), RankerSettings(model=model, weights=False, analyser="given", elements="arabic"))
    assert isinstance(ranker, Ranker)
    with pytest.raises(DataError, match="outside this sentence of 2 words"):
        ranker.rank(Sentence.of([VOCALISED, "بيت"]), {word: NOUN})


def test_what_rankers_read_is_transliteration_only_where_most_words_are_known_as_such() -> None:
    book = RankerVocabulary(SCHEME, BuckwalterAnalyser.open(locate_assets() / "sample" / "arabic" / "lexicon"))
    text = book.encode_text([Sentence.of(["ktb", "xAld"]), Sentence.of(["The", "ktb", "xAld", "bellt"])])
    offered = [len(book.candidate_sets[offer].readings_by_label) for offer in text.candidate_set.tolist()]
    assert offered[0] > 1
    assert offered[2:] == [1, 1, 1, 1]


def test_documents_are_found_by_their_comments() -> None:
    assert find_document_name(Sentence.of(["a"], comments=["# newdoc id = one"])) == "one"
    assert find_document_name(Sentence.of(["a"]), "one") == "one"
    assert find_document_name(Sentence.of(["a"], comments=["# newdoc"]), "one") not in ("", "one")
    assert find_document_name(Sentence.of(["a"], comments=["# orig_file_sentence = NEWS_1#3"]), "one") == "NEWS_1"


def test_candidates_with_one_label_are_one_row_and_stay_apart_as_analyses() -> None:
    book = RankerVocabulary(SCHEME, FileCandidates())
    twice = (NOUN, Analysis("run", upos="NOUN", gloss="a race"), VERB)
    text = book.encode_text([sentence("a", NOUN, offered=twice)])
    assert np.diff(TrainingLabels().find_candidates(book, text).first_row).tolist() == [2]
    assert list(book.candidate_sets[0].readings_by_label.values()) == [(NOUN, twice[1]), (VERB,)]


def test_chosen_sentences_keep_their_words() -> None:
    book = RankerVocabulary(UniversalScheme(("Tense",)), FileCandidates())
    text = book.encode_text(tiny_treebank())
    some = text.select([3, 1])
    assert [book.forms.strings[form] for form in some.form] == [*tiny_treebank()[3].forms, *tiny_treebank()[1].forms]
    assert some.starts.tolist() == [0, len(tiny_treebank()[3]), len(some)]
    words = TrainingLabels.from_text(text).find_candidates(book, text)
    assert (words.gold >= 0).all()
    assert (words.labels[words.gold] == words.gold_label).all()
    assert book.label_value_ids()[words.labels].tolist() == words.values.tolist()
