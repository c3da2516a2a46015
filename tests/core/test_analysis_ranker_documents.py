"""Lemmas and the documents they stand in: cosines and counts against those made by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from ranker_corpora import LemmaAndCase

from spectral_core.data import Analysis, Sentence
from spectral_core.models.analysis_ranker.design_matrix import LEMMA_COLUMN, gold_label_keys, label_keys
from spectral_core.models.analysis_ranker.document_vectors import DocumentVectors, make_document_vectors
from spectral_core.models.analysis_ranker.labels_and_candidates import EncodedText, TrainingLabels
from spectral_core.models.analysis_ranker.vocabulary import RankerVocabulary, find_document_name
from spectral_core.morphology.analyser import FileCandidates

ONE, TWO, NEW = Analysis("one"), Analysis("two"), Analysis("new")


def document(name: str, *words: str, gold: Analysis | None = None) -> Sentence:
    """The word w with three candidates, and others that nobody has to decide."""
    forms = ["w", *words]
    return Sentence.of(
        forms,
        comments=[f"# newdoc id = {name}"],
        analyses=[gold, *[None] * len(words)],
        candidates=[(ONE, TWO, NEW), *[()] * len(words)],
    )


TRAINING = (
    document("a", "sea", "sea", "ship", gold=ONE),
    document("b", "sea", "sail", gold=ONE),
    document("c", "hill", "ship", gold=TWO),
    document("d", "hill", gold=TWO),
    document("e", "once"),
)


@pytest.mark.parametrize(
    ("name", "damaged"),
    [
        ("idf", [0.5, 0.5, 0.5, 0.5, 0.5]),
        ("parts", [np.nan]),
        ("places", [[0]]),
        ("places", [1 << 40]),
        ("bounds", [0, 99]),
        ("lemmas", [0.5]),
        ("lemma_bounds", []),
        ("lemma_documents", [-1]),
        ("lemma_times", [0.0]),
        ("lengths", [0.0]),
    ],
)
def test_damaged_documents_are_refused(name: str, damaged: list[float]) -> None:
    _, topics = learnt(RankerVocabulary(LemmaAndCase(), FileCandidates()))
    arrays = topics.arrays()
    assert DocumentVectors.from_arrays(arrays) is not None
    whole = arrays[f"topics.{name}"]
    new = np.array(damaged, dtype=None if damaged else np.int64)
    if new.ndim == 1 and len(new) == 1:
        new = np.append(whole[1:], new)
    with pytest.raises(ValueError, match=r"topics|fit"):
        DocumentVectors.from_arrays(arrays | {f"topics.{name}": new})


def learnt(book: RankerVocabulary) -> tuple[EncodedText, DocumentVectors]:
    text = book.encode_text(TRAINING)
    lemmas = np.zeros(len(text), dtype=np.uint64)
    known, keys = gold_label_keys(book, text)
    lemmas[known] = keys[:, LEMMA_COLUMN]
    return text, make_document_vectors(book, text, lemmas)


def columns(
    book: RankerVocabulary, topics: DocumentVectors, training: EncodedText, *sentences: Sentence
) -> list[list[float]]:
    text = book.encode_text(sentences)
    words = TrainingLabels.from_text(training).find_candidates(book, text)
    lemmas = label_keys(book, words.values)[:, LEMMA_COLUMN]
    found: list[list[float]] = topics.make_features(book, text, words.row_word, lemmas).tolist()
    return found


def test_cosines_are_those_made_by_hand() -> None:
    book = RankerVocabulary(LemmaAndCase(), FileCandidates())
    training, topics = learnt(book)
    idf = {"sea": math.log(5 / 2), "ship": math.log(5 / 2), "hill": math.log(5 / 2)}  # w is everywhere: its idf is 0
    a = np.array([math.log(3) * idf["sea"], math.log(2) * idf["ship"], 0.0])
    a /= np.linalg.norm(a)
    b = np.array([1.0, 0.0, 0.0])  # nobody else has a sail
    one = (a + b) / np.linalg.norm(a + b)
    c = np.array([0.0, 1.0, 1.0]) / math.sqrt(2)
    d = np.array([0.0, 0.0, 1.0])
    two = (c + d) / np.linalg.norm(c + d)
    asked = np.array([math.log(2) * idf["sea"], 0.0, math.log(2) * idf["hill"]])
    asked /= np.linalg.norm(asked)
    found = columns(book, topics, training, document("f", "hill", "sea", "unknown"))
    expected = [[one @ asked, one @ asked * math.log(3)], [two @ asked, two @ asked * math.log(3)], [0.0, 0.0]]
    assert np.array(found)[:, :2] == pytest.approx(np.array(expected), abs=1e-6)
    assert np.array(found)[:, 3:5] == pytest.approx(np.array(expected) - np.mean(expected, axis=0), abs=1e-6)


def forms(name: str, *words: tuple[str, tuple[Analysis, ...]]) -> Sentence:
    return Sentence.of(
        [form for form, _ in words], comments=[f"# newdoc id = {name}"], candidates=[offered for _, offered in words]
    )


def test_words_of_other_forms_in_the_document_count_by_what_they_may_be() -> None:
    book = RankerVocabulary(LemmaAndCase(), FileCandidates())
    training, topics = learnt(book)
    asked = forms("x", ("v", (ONE, NEW)), ("v", (ONE, NEW)), ("u", (ONE, TWO, NEW)), ("t", (TWO,)))
    rest = [document(str(at)) for at in range(5)]  # of other documents, with ONE, TWO and NEW
    found = np.array(columns(book, topics, training, asked, *rest))[:8]
    elsewhere = [1 / 3, 1 / 3, 1 / 3, 1 / 3, 1.0, 1.0, 1.0, 1 / 3]  # v: of u; u: of both v, of t, of both v; t: of u
    logs = np.log1p(elsewhere)
    assert found[:, 2] == pytest.approx(logs, abs=1e-6)
    assert found[:, 5] == pytest.approx(logs - [*[logs[0]] * 4, *[logs[4]] * 3, logs[7]], abs=1e-6)
    assert found[0].tolist() == found[2].tolist()


def test_candidates_of_one_lemma_are_one_of_the_words_lemmas() -> None:
    book = RankerVocabulary(LemmaAndCase(), FileCandidates())
    training, topics = learnt(book)
    cases = tuple(Analysis("one", feats=f"Case={case}") for case in ("Nom", "Acc", "Gen"))
    found = np.array(columns(book, topics, training, forms("x", ("v", (*cases, TWO)), ("u", (ONE, TWO)))))
    assert found[:, 2] == pytest.approx(np.log1p([0.5] * 6))
    assert found[:, 5] == pytest.approx(np.zeros(6), abs=1e-6)
    assert found[0].tolist() == found[1].tolist() == found[2].tolist()


def test_a_document_is_all_its_sentences_and_no_other() -> None:
    book = RankerVocabulary(LemmaAndCase(), FileCandidates())
    training, topics = learnt(book)
    alone = [columns(book, topics, training, document(str(at), word))[0] for at, word in enumerate(("sea", "hill"))]
    rest = [Sentence.of(["ship"], comments=["# newdoc id = s"]), *(document(str(at)) for at in range(4))]
    apart = columns(book, topics, training, document("x", "sea"), document("y", "hill"), *rest)
    assert apart[0] == alone[0]
    assert apart[3] == alone[1]
    assert alone[0][0] > alone[1][0]


def test_stored_topics_are_the_same() -> None:
    book = RankerVocabulary(LemmaAndCase(), FileCandidates())
    training, topics = learnt(book)
    again = DocumentVectors.from_arrays(topics.arrays())
    assert again is not None
    asked = document("f", "hill", "sea")
    assert columns(book, again, training, asked) == columns(book, topics, training, asked)
    assert DocumentVectors.from_arrays({}) is None


def test_a_comment_of_file_and_sentence_names_the_document() -> None:
    words = Sentence.of(["w"], comments=["# NEWS.0011#12"])
    assert find_document_name(words) == "NEWS.0011"
    assert find_document_name(Sentence.of(["w"], comments=["# text = #12"]), "before") == "before"
