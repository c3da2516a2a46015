"""Alignment of the words of two annotations of one text by their characters, as in the CoNLL 2018 shared task.

White space does not count; two words match if they cover the same characters. Words of a range have no characters of
their own: over a stretch that ranges cover, the longest common subsequence of lower-cased forms decides (Zeman et al.
2018).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from spectral_core.data import Sentence
from spectral_core.data.problem import quote
from spectral_core.errors import DataError
from spectral_core.evaluate.rates import name_sentence

_EXCERPT_LENGTH = 20  # characters
ROOT = -1  # head of a root
CharacterSpan = tuple[int, int]  # the first character, and the one after the last


class TextWord(NamedTuple):
    """Characters and sentence of a word."""

    start: int  # characters; a word of a range has those of the range
    end: int
    in_range: bool
    sentence: int  # counted from 0


Words = Sequence[TextWord]


@dataclass(frozen=True, slots=True)
class AnnotatedText:
    """Annotation of a text, laid out along its characters; words are counted from 0 through all sentences."""

    text: str  # without white space
    sentences: Sequence[Sentence]
    sentence_spans: Sequence[CharacterSpan]  # of the sentences
    token_spans: Sequence[CharacterSpan]  # of ranges, and of words outside them
    words: Words

    @classmethod
    def from_sentences(cls, sentences: Iterable[Sentence]) -> AnnotatedText:
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
        return [value for sentence in self.sentences for value in sentence.column(name)]

    def global_heads(self) -> list[int | None]:
        """Return the heads of all words, counted through all sentences; ROOT for roots, None if a word has none."""
        heads: list[int | None] = []
        for sentence in self.sentences:
            offset, size = len(heads) - 1, len(sentence)
            for head in sentence.heads:
                heads.append(None if head is None or not 0 <= head <= size else offset + head if head else ROOT)
        return heads

    def find_sentence(self, character: int) -> int:
        """Return the sentence with a character; sentences without characters are skipped."""
        return max(bisect_right(self.sentence_spans, (character, len(self.text) + 1)) - 1, 0)


def have_same_words(gold: Iterable[Sentence], predicted: Iterable[Sentence]) -> bool:
    """Return whether both have the same words in the same sentences."""
    gold_sentences, predicted_sentences = iter(gold), iter(predicted)
    for gold_sentence in gold_sentences:
        predicted_sentence = next(predicted_sentences, None)
        if predicted_sentence is None or gold_sentence.forms != predicted_sentence.forms:
            return False
    return next(predicted_sentences, None) is None


def align_words(gold: AnnotatedText, predicted: AnnotatedText) -> list[tuple[int, int]]:
    """Return the pairs of matching words in order, by their numbers in the two annotations; DataError if the texts
    differ."""
    if gold.text != predicted.text:
        raise DataError(_describe_divergence(gold, predicted))
    gold_forms, predicted_forms = (list(map(str.lower, annotation.column("form"))) for annotation in (gold, predicted))
    pairs: list[tuple[int, int]] = []
    left = right = 0
    while left < len(gold.words) and right < len(predicted.words):
        gold_word, predicted_word = gold.words[left], predicted.words[right]
        if gold_word.in_range or predicted_word.in_range:
            left, right, left_end, right_end = _find_stretch(gold.words, predicted.words, left, right)
            pairs += _match_forms(gold_forms, range(left, left_end), predicted_forms, range(right, right_end))
            left, right = left_end, right_end
        elif (gold_word.start, gold_word.end) == (predicted_word.start, predicted_word.end):
            pairs.append((left, right))
            left, right = left + 1, right + 1
        elif gold_word.start <= predicted_word.start:
            left += 1
        else:
            right += 1
    return pairs


def _find_stretch(gold: Words, predicted: Words, left: int, right: int) -> tuple[int, int, int, int]:
    """Return the bounds, in both lists of words, of a stretch that ranges of either side cover; one of the two first
    words is in a range. As in the shared task, only one earlier word of the other side is skipped."""
    if gold[left].in_range:
        until = gold[left].end
        right += not predicted[right].in_range and predicted[right].start < gold[left].start
    else:
        until = predicted[right].end
        left += gold[left].start < predicted[right].start
    from_left, from_right = left, right
    while _is_within(gold, left, until) or _is_within(predicted, right, until):
        if left < len(gold) and (right == len(predicted) or gold[left].start <= predicted[right].start):
            word, left = gold[left], left + 1
        else:
            word, right = predicted[right], right + 1
        if word.in_range:
            until = max(until, word.end)
    return from_left, from_right, left, right


def _is_within(words: Words, index: int, until: int) -> bool:
    """Return whether a word belongs to a stretch that ends at `until`; of a range a part is enough."""
    return index < len(words) and (words[index].start < until if words[index].in_range else words[index].end <= until)


def _match_forms(
    gold_forms: Sequence[str], gold_range: range, predicted_forms: Sequence[str], predicted_range: range
) -> Iterator[tuple[int, int]]:
    """Yield the pairs of a longest common subsequence of forms; of several, the one that skips gold words first."""
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
            f"{_name_sentence(gold, gold.find_sentence(offset))}: the gold goes on with {gold_excerpt}, "
            f"the prediction with {predicted_excerpt}"
        )
    return f"{where}; compare annotations of one text"


def _name_sentence(annotation: AnnotatedText, number: int) -> str:
    return name_sentence(number, annotation.sentences[number])
