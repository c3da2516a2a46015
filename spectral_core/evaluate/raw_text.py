"""Scores of annotation predicted from raw text, over words aligned by characters as in the CoNLL 2018 shared task."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, groupby
from operator import itemgetter
from typing import NamedTuple

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.problem import quote
from spectral_core.data.universal import base_relation
from spectral_core.errors import DataError
from spectral_core.evaluate.measures import Rate, Scores, compute_metrics, name_sentence

_EXCERPT_LENGTH = 20  # characters
ROOT = -1  # head of a root
CharacterSpan = tuple[int, int]  # half-open
_UNIVERSAL_FEATURE_NAMES = """
Abbr Animacy Aspect Case Definite Degree Evident Foreign Gender Mood Number NumType Person Polarity Polite Poss PronType
Reflex Tense VerbForm Voice
"""
_UNIVERSAL_FEATURES = frozenset(_UNIVERSAL_FEATURE_NAMES.split())
_COLUMNS = ("upos", "xpos", "feats", "lemma")


class TextWord(NamedTuple):
    """Character span and sentence of a word."""

    start: int  # characters; the words of a multiword range all have the span of the range
    end: int
    in_range: bool
    sentence: int  # from 0


Words = Sequence[TextWord]


@dataclass(frozen=True, slots=True)
class AnnotatedText:
    """Annotation of a text, aligned with its characters; words are numbered from 0 across sentences."""

    text: str  # without white space
    sentences: Sequence[Sentence]
    sentence_spans: Sequence[CharacterSpan]  # of the sentences
    token_spans: Sequence[CharacterSpan]  # of multiword ranges, and of words outside them
    words: Words

    @classmethod
    def from_sentences(cls, sentences: Iterable[Sentence]) -> AnnotatedText:
        """Concatenate the forms of sentences without white space, and compute the spans of sentences, tokens and
        words."""
        sentence_list: list[Sentence] = []
        pieces: list[str] = []
        sentence_spans: list[CharacterSpan] = []
        token_spans: list[CharacterSpan] = []
        words: list[TextWord] = []
        position = 0
        for number, sentence in enumerate(sentences):
            sentence_list.append(sentence)
            begin, index = position, 1
            ranges = {word_range.first: word_range for word_range in sentence.ranges}
            while index <= len(sentence):
                covering_range = ranges.get(index)
                form = sentence.forms[index - 1] if covering_range is None else covering_range.form
                last = index if covering_range is None else min(max(covering_range.last, index), len(sentence))
                pieces.append("".join(form.split()) or form)
                start, position = position, position + len(pieces[-1])
                token_spans.append((start, position))
                words += [TextWord(start, position, covering_range is not None, number)] * (last + 1 - index)
                index = last + 1
            sentence_spans.append((begin, position))
        return cls("".join(pieces), sentence_list, sentence_spans, token_spans, words)

    def column(self, name: str) -> list[str]:
        """Return a column's values for all words."""
        return [value for sentence in self.sentences for value in sentence.column(name)]

    def global_heads(self) -> list[int | None]:
        """Return the heads of all words, numbered across sentences; ROOT for roots, None if a word has none."""
        heads: list[int | None] = []
        for sentence in self.sentences:
            offset, size = len(heads) - 1, len(sentence)
            for head in sentence.heads:
                heads.append(None if head is None or not 0 <= head <= size else offset + head if head else ROOT)
        return heads

    def list_multiword_tokens(self) -> list[tuple[CharacterSpan, tuple[str, ...]]]:
        """Return the spans of multiword tokens, with their words in lower case."""
        forms = map(str.lower, self.column("form"))
        groups = groupby(zip(self.words, forms, strict=True), key=itemgetter(0))
        return [((word.start, word.end), tuple(form for _, form in group)) for word, group in groups if word.in_range]

    def find_sentence(self, character: int) -> int:
        """Return the sentence that contains a character; sentences without characters are skipped."""
        return max(bisect_right(self.sentence_spans, (character, len(self.text) + 1)) - 1, 0)


def have_same_words(gold: Iterable[Sentence], predicted: Iterable[Sentence]) -> bool:
    """Return whether both corpora have the same words in the same sentences."""
    gold_sentences, predicted_sentences = iter(gold), iter(predicted)
    for gold_sentence in gold_sentences:
        predicted_sentence = next(predicted_sentences, None)
        if predicted_sentence is None or gold_sentence.forms != predicted_sentence.forms:
            return False
    return next(predicted_sentences, None) is None


def align_words(gold: AnnotatedText, predicted: AnnotatedText) -> list[tuple[int, int]]:
    """Return the index pairs of aligned words, in order; DataError if the texts differ."""
    if gold.text != predicted.text:
        raise DataError(_describe_divergence(gold, predicted))
    gold_forms, predicted_forms = (list(map(str.lower, annotation.column("form"))) for annotation in (gold, predicted))
    pairs: list[tuple[int, int]] = []
    left = right = 0
    while left < len(gold.words) and right < len(predicted.words):
        gold_word, predicted_word = gold.words[left], predicted.words[right]
        if gold_word.in_range or predicted_word.in_range:
            left, right, left_end, right_end = _find_multiword_stretch(gold.words, predicted.words, left, right)
            pairs += _align_forms(gold_forms, range(left, left_end), predicted_forms, range(right, right_end))
            left, right = left_end, right_end
        elif (gold_word.start, gold_word.end) == (predicted_word.start, predicted_word.end):
            pairs.append((left, right))
            left, right = left + 1, right + 1
        elif gold_word.start <= predicted_word.start:
            left += 1
        else:
            right += 1
    return pairs


def _find_multiword_stretch(gold: Words, predicted: Words, left: int, right: int) -> tuple[int, int, int, int]:
    """Return the bounds, in both lists of words, of a stretch covered by overlapping multiword ranges of either side;
    one of its two first words is in a range. As in the shared task, only one earlier word of the other side is
    skipped."""
    if gold[left].in_range:
        until = gold[left].end
        right += not predicted[right].in_range and predicted[right].start < gold[left].start
    else:
        until = predicted[right].end
        left += gold[left].start < predicted[right].start
    from_left, from_right = left, right
    while _is_in_stretch(gold, left, until) or _is_in_stretch(predicted, right, until):
        if left < len(gold) and (right == len(predicted) or gold[left].start <= predicted[right].start):
            word, left = gold[left], left + 1
        else:
            word, right = predicted[right], right + 1
        if word.in_range:
            until = max(until, word.end)
    return from_left, from_right, left, right


def _is_in_stretch(words: Words, index: int, until: int) -> bool:
    """Return whether a word belongs to a stretch that ends at `until`; a multiword range belongs to it if it
    overlaps."""
    return index < len(words) and (words[index].start < until if words[index].in_range else words[index].end <= until)


def _align_forms(
    gold_forms: Sequence[str], gold_range: range, predicted_forms: Sequence[str], predicted_range: range
) -> Iterator[tuple[int, int]]:
    """Yield the index pairs of a longest common subsequence of forms; if there are several, the one that skips gold
    words first."""
    gold_part, predicted_part = (
        gold_forms[gold_range.start : gold_range.stop],
        predicted_forms[predicted_range.start : predicted_range.stop],
    )
    longest = [[0] * (len(predicted_part) + 1) for _ in range(len(gold_part) + 1)]  # from (row, column) to the ends
    for row in range(len(gold_part) - 1, -1, -1):
        for column in range(len(predicted_part) - 1, -1, -1):
            if gold_part[row] == predicted_part[column]:
                longest[row][column] = 1 + longest[row + 1][column + 1]
            else:
                longest[row][column] = max(longest[row + 1][column], longest[row][column + 1])
    row = column = 0
    while row < len(gold_part) and column < len(predicted_part):
        if gold_part[row] == predicted_part[column]:
            yield gold_range[row], predicted_range[column]
            row, column = row + 1, column + 1
        elif longest[row][column] == longest[row + 1][column]:
            row += 1
        else:
            column += 1


def _describe_divergence(gold: AnnotatedText, predicted: AnnotatedText) -> str:
    """Describe where two texts diverge."""
    shorter = min(len(gold.text), len(predicted.text))
    offset = next((index for index in range(shorter) if gold.text[index] != predicted.text[index]), shorter)
    if offset == shorter:
        side_name, longer = ("prediction", gold) if len(gold.text) > shorter else ("gold", predicted)
        number = longer.find_sentence(offset)
        where = (
            f"the {side_name} ends before {quote(longer.text[offset : offset + _EXCERPT_LENGTH])} "
            f"of {_name_sentence(longer, number)}"
        )
    else:
        gold_excerpt, predicted_excerpt = (
            quote(annotation.text[offset : offset + _EXCERPT_LENGTH]) for annotation in (gold, predicted)
        )
        where = (
            f"{_name_sentence(gold, gold.find_sentence(offset))}: the gold continues with {gold_excerpt}, "
            f"the prediction with {predicted_excerpt}"
        )
    return f"{where}; compare annotations of one text"


def _name_sentence(annotation: AnnotatedText, number: int) -> str:
    return name_sentence(number, annotation.sentences[number])


def score_raw_text(gold: Iterable[Sentence], predicted: Iterable[Sentence]) -> Scores:
    """Compute each measure as F1 in percent: 2 * matches / (gold + predicted) (Zeman et al. 2018).

    `tokens_f1` and `sentences_f1` are by characters, `words_f1` by the alignment, `multiword_f1` by the characters and
    words of multiword tokens; `upos_f1`, `xpos_f1`, `feats_f1`,
    `lemma_f1`, `uas_f1` and `las_f1` are over aligned words. As in the shared task, `las_f1` ignores subtypes, and
    `ufeats_f1` all but the 21 universal features; `las_subtypes_f1` and `feats_f1` compare everything. A column that is
    empty throughout on either side is not scored. Words without a gold head are left out of UAS and LAS. The rates are
    by gold sentence.
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
    multiword_tokens = gold_text.list_multiword_tokens(), predicted_text.list_multiword_tokens()
    if any(multiword_tokens):
        matches = [span[0] for span, _ in set(multiword_tokens[0]).intersection(multiword_tokens[1])]
        gold_starts, predicted_starts = ([span[0] for span, _ in tokens] for tokens in multiword_tokens)
        matched, *both = (map(gold_text.find_sentence, starts) for starts in (matches, gold_starts, predicted_starts))
        rates["multiword_f1"] = _compute_f1(matched, both[0], both[1], size)
    for name in _COLUMNS:
        gold_values, predicted_values = gold_text.column(name), predicted_text.column(name)
        if _has_values(gold_values) and _has_values(predicted_values):
            for measure, is_same in _list_column_measures(name):
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


def _list_column_measures(column: str) -> Iterator[tuple[str, Callable[[str, str], bool]]]:
    """Yield the measures of a column, each with its test of equality."""
    if column == "lemma":
        yield "lemma_f1", lambda gold_value, predicted_value: gold_value in (predicted_value, EMPTY)
        return
    yield f"{column}_f1", str.__eq__
    if column == "feats":
        yield (
            "ufeats_f1",
            lambda gold_value, predicted_value: (
                _select_universal_features(gold_value) == _select_universal_features(predicted_value)
            ),
        )


@lru_cache(maxsize=1 << 14)
def _select_universal_features(feats: str) -> tuple[str, ...]:
    """Return the universal features among the features of a word, sorted."""
    return tuple(sorted(part for part in feats.split("|") if part.partition("=")[0] in _UNIVERSAL_FEATURES))


def _score_heads(
    gold_text: AnnotatedText,
    predicted_text: AnnotatedText,
    pairs: Sequence[tuple[int, int]],
    word_sentences: tuple[list[int], list[int]],
) -> dict[str, Rate]:
    """Return UAS and LAS over aligned words as F1; empty if one side has no heads."""
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
    """Return the F1 of spans with identical boundaries; sentences without words are left out."""
    gold_starts = [start for start, end in gold_spans if start < end]
    predicted_starts = [start for start, end in predicted_spans if start < end]
    gold_set = set(gold_spans)
    matches = [start for start, end in predicted_spans if start < end and (start, end) in gold_set]
    matches, gold_starts, predicted_starts = (
        list(map(gold.find_sentence, column)) for column in (matches, gold_starts, predicted_starts)
    )
    return _compute_f1(matches, gold_starts, predicted_starts, len(gold.sentences))


def _compute_f1(matches: Iterable[int], gold: Iterable[int], predicted: Iterable[int], size: int) -> Rate:
    """Return the F1 of matches among gold and predicted items; each item is represented by the index of its gold
    sentence."""
    counts = [[0, 0] for _ in range(size)]
    for sentence in matches:
        counts[sentence][0] += 2
    for sentence in chain(gold, predicted):
        counts[sentence][1] += 1
    return Rate.from_pairs([(matched, total) for matched, total in counts])


def _has_values(values: Sequence[str]) -> bool:
    """Return whether a column is filled for any word."""
    return values.count(EMPTY) < len(values)
