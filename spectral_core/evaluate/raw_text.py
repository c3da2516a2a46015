"""Scores of annotations that began with raw text: every measure as F1 over aligned words."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.universal import base_relation
from spectral_core.errors import DataError
from spectral_core.evaluate.alignment import ROOT, AnnotatedText, CharacterSpan, align_words
from spectral_core.evaluate.rates import Rate, Scores, compute_metrics

_UNIVERSAL = """
Abbr Animacy Aspect Case Definite Degree Evident Foreign Gender Mood Number NumType Person Polarity Polite Poss PronType
Reflex Tense VerbForm Voice
"""
_UNIVERSAL_FEATURES = frozenset(_UNIVERSAL.split())
_COLUMNS = ("upos", "xpos", "feats", "lemma")


def score_raw_text(gold: Iterable[Sentence], predicted: Iterable[Sentence]) -> Scores:
    """Compute each measure as F1 in percent: twice what is right over what both sides have together (Zeman et al.
    2018).

    `tokens_f1` and `sentences_f1` are by characters, `words_f1` by the alignment; `upos_f1`, `xpos_f1`, `feats_f1`,
    `lemma_f1`, `uas_f1` and `las_f1` are over aligned words. As there, `las_f1` leaves out subtypes, and `ufeats_f1`
    all but the 21 universal features; `las_subtypes_f1` and `feats_f1` have everything. A column that either side
    leaves empty all over is not scored. Words whose gold has no head count for none of the measures of heads. The rates
    are by sentence of the gold.
    """
    gold_text, predicted_text = AnnotatedText.from_sentences(gold), AnnotatedText.from_sentences(predicted)
    if not gold_text.words:
        raise DataError("the gold has no words; there is nothing to compare with")
    pairs = align_words(gold_text, predicted_text)
    word_sentences = (
        [word.sentence for word in gold_text.words],
        [gold_text.find_sentence(word.start) for word in predicted_text.words],
    )
    size = len(gold_text.sentences)
    rates = {
        "tokens_f1": _score_spans(gold_text, gold_text.token_spans, predicted_text.token_spans),
        "sentences_f1": _score_spans(gold_text, gold_text.sentence_spans, predicted_text.sentence_spans),
        "words_f1": _compute_f1([word_sentences[0][left] for left, _ in pairs], *word_sentences, size),
    }
    for name in _COLUMNS:
        gold_values, predicted_values = gold_text.column(name), predicted_text.column(name)
        if _has_values(gold_values) and _has_values(predicted_values):
            for measure, is_same in _column_measures(name):
                matches = [
                    word_sentences[0][left]
                    for left, right in pairs
                    if is_same(gold_values[left], predicted_values[right])
                ]
                rates[measure] = _compute_f1(matches, *word_sentences, size)
    rates |= _score_heads(gold_text, predicted_text, pairs, word_sentences)
    different = {
        int(number) for rate in rates.values() for number in (rate.numerators != rate.denominators).nonzero()[0]
    }
    return Scores(metrics=compute_metrics(rates), sentences=size, different=tuple(sorted(different)), rates=rates)


def _column_measures(column: str) -> Iterator[tuple[str, Callable[[str, str], bool]]]:
    """Yield the measures of a column, each with the test by which a gold and a predicted value are the same."""
    if column == "lemma":
        yield "lemma_f1", lambda gold_value, predicted_value: gold_value in (predicted_value, EMPTY)
        return
    yield f"{column}_f1", str.__eq__
    if column == "feats":
        yield (
            "ufeats_f1",
            lambda gold_value, predicted_value: _universal_features(gold_value) == _universal_features(predicted_value),
        )


@lru_cache(maxsize=1 << 14)
def _universal_features(feats: str) -> tuple[str, ...]:
    return tuple(sorted(part for part in feats.split("|") if part.partition("=")[0] in _UNIVERSAL_FEATURES))


def _score_heads(
    gold_text: AnnotatedText,
    predicted_text: AnnotatedText,
    pairs: Sequence[tuple[int, int]],
    word_sentences: tuple[list[int], list[int]],
) -> dict[str, Rate]:
    gold_heads, predicted_heads = gold_text.global_heads(), predicted_text.global_heads()
    if gold_heads.count(None) == len(gold_heads) or predicted_heads.count(None) == len(predicted_heads):
        return {}
    gold_words: dict[int | None, int] = {ROOT: ROOT, **{right: left for left, right in pairs}}
    attached = [
        (left, right)
        for left, right in pairs
        if gold_heads[left] is not None and gold_words.get(predicted_heads[right]) == gold_heads[left]
    ]
    unscored = {right for left, right in pairs if gold_heads[left] is None}
    word_sentences = (
        [sentence for sentence, head in zip(word_sentences[0], gold_heads, strict=True) if head is not None],
        [sentence for word, sentence in enumerate(word_sentences[1]) if word not in unscored],
    )
    text_words, size = gold_text.words, len(gold_text.sentences)
    rates = {"uas_f1": _compute_f1([text_words[left].sentence for left, _ in attached], *word_sentences, size)}
    gold_labels, predicted_labels = gold_text.column("deprel"), predicted_text.column("deprel")
    if _has_values(gold_labels) and _has_values(predicted_labels):
        for measure, normalise_label in (("las_f1", base_relation), ("las_subtypes_f1", str)):
            matches = [
                left
                for left, right in attached
                if normalise_label(gold_labels[left]) == normalise_label(predicted_labels[right])
            ]
            rates[measure] = _compute_f1([text_words[left].sentence for left in matches], *word_sentences, size)
    return rates


def _score_spans(
    gold: AnnotatedText, gold_spans: Sequence[CharacterSpan], predicted_spans: Sequence[CharacterSpan]
) -> Rate:
    """Return the F1 of spans that match if both of their ends do; sentences without a word are left out."""
    gold_starts = [start for start, end in gold_spans if start < end]
    predicted_starts = [start for start, end in predicted_spans if start < end]
    gold_set = set(gold_spans)
    matches = [start for start, end in predicted_spans if start < end and (start, end) in gold_set]
    matches, gold_starts, predicted_starts = (
        list(map(gold.find_sentence, column)) for column in (matches, gold_starts, predicted_starts)
    )
    return _compute_f1(matches, gold_starts, predicted_starts, len(gold.sentences))


def _compute_f1(matches: Iterable[int], gold: Iterable[int], predicted: Iterable[int], size: int) -> Rate:
    """Return the F1 of matches among gold and predicted items, each given by its sentence in the gold."""
    counts = [[0, 0] for _ in range(size)]
    for sentence in matches:
        counts[sentence][0] += 2
    for sentence in chain(gold, predicted):
        counts[sentence][1] += 1
    return Rate.from_pairs([(matched, total) for matched, total in counts])


def _has_values(values: Sequence[str]) -> bool:
    return values.count(EMPTY) < len(values)
