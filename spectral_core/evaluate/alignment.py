"""Two annotations of one text, word to word by the characters they stand for, as the CoNLL 2018 shared task does. White
space does not count; a word is the word of the other side over the same characters. Words of a range have no characters
of their own: over a stretch that ranges cover, the longest common subsequence of forms, capitals aside, says which are
the same (Zeman et al. 2018)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from spectral_core.data import Sentence
from spectral_core.data.problem import quote
from spectral_core.errors import DataError
from spectral_core.evaluate.rates import named

_SHOWN = 20  # characters
ROOT = -1  # in the place of a word's number
Extent = tuple[int, int]  # the first character, and the one after the last


class LaidWord(NamedTuple):
    """A word in its text."""

    start: int  # characters; a word of a range has those of the range
    end: int
    ranged: bool
    sentence: int  # counted from 0


Words = Sequence[LaidWord]


@dataclass(frozen=True, slots=True)
class LaidText:
    """One annotation of a text, laid out along its characters; its words are counted from 0 through all sentences."""

    text: str  # without white space
    sentences: Sequence[Sentence]
    extents: Sequence[Extent]  # of the sentences
    tokens: Sequence[Extent]  # of ranges, and of words outside them
    words: Words

    @classmethod
    def of(cls, sentences: Iterable[Sentence]) -> LaidText:
        kept: list[Sentence] = []
        pieces: list[str] = []
        extents: list[Extent] = []
        tokens: list[Extent] = []
        words: list[LaidWord] = []
        at = 0
        for number, sentence in enumerate(sentences):
            kept.append(sentence)
            begin, index = at, 1
            ranges = {one.first: one for one in sentence.ranges}
            while index <= len(sentence):
                found = ranges.get(index)
                form = sentence.forms[index - 1] if found is None else found.form
                last = index if found is None else min(max(found.last, index), len(sentence))
                pieces.append("".join(form.split()) or form)
                start, at = at, at + len(pieces[-1])
                tokens.append((start, at))
                words += [LaidWord(start, at, found is not None, number)] * (last + 1 - index)
                index = last + 1
            extents.append((begin, at))
        return cls("".join(pieces), kept, extents, tokens, words)

    def column(self, name: str) -> list[str]:
        return [value for sentence in self.sentences for value in sentence.column(name)]

    def heads(self) -> list[int | None]:
        """The heads of all words, counted through all sentences; ROOT, or None where a word has none."""
        found: list[int | None] = []
        for sentence in self.sentences:
            above, size = len(found) - 1, len(sentence)
            for head in sentence.heads:
                found.append(None if head is None or not 0 <= head <= size else above + head if head else ROOT)
        return found

    def sentence_at(self, character: int) -> int:
        """The sentence with this character; sentences without any are passed over."""
        return max(bisect_right(self.extents, (character, len(self.text) + 1)) - 1, 0)


def same_words(gold: Iterable[Sentence], predicted: Iterable[Sentence]) -> bool:
    """Whether both have the same words in the same sentences, so that they can be compared one by one."""
    left, right = iter(gold), iter(predicted)
    for want in left:
        got = next(right, None)
        if got is None or want.forms != got.forms:
            return False
    return next(right, None) is None


def aligned(gold: LaidText, predicted: LaidText) -> list[tuple[int, int]]:
    """The pairs of words that are the same, in order, by their numbers in the two texts; other texts are refused."""
    if gold.text != predicted.text:
        raise DataError(_parting(gold, predicted))
    forms, other_forms = (list(map(str.lower, side.column("form"))) for side in (gold, predicted))
    pairs: list[tuple[int, int]] = []
    left = right = 0
    while left < len(gold.words) and right < len(predicted.words):
        want, got = gold.words[left], predicted.words[right]
        if want.ranged or got.ranged:
            left, right, left_end, right_end = _stretch(gold.words, predicted.words, left, right)
            pairs += _common(forms, range(left, left_end), other_forms, range(right, right_end))
            left, right = left_end, right_end
        elif (want.start, want.end) == (got.start, got.end):
            pairs.append((left, right))
            left, right = left + 1, right + 1
        elif want.start <= got.start:
            left += 1
        else:
            right += 1
    return pairs


def _stretch(gold: Words, predicted: Words, left: int, right: int) -> tuple[int, int, int, int]:
    """From which words to which a stretch of characters goes that ranges of either side cover. One of the two words
    that it is looked for at is of a range. As in the shared task, of what the other side has before that only one word
    is passed over."""
    if gold[left].ranged:
        until = gold[left].end
        right += not predicted[right].ranged and predicted[right].start < gold[left].start
    else:
        until = predicted[right].end
        left += gold[left].start < predicted[right].start
    from_left, from_right = left, right
    while _goes_on(gold, left, until) or _goes_on(predicted, right, until):
        if left < len(gold) and (right == len(predicted) or gold[left].start <= predicted[right].start):
            passed, left = gold[left], left + 1
        else:
            passed, right = predicted[right], right + 1
        if passed.ranged:
            until = max(until, passed.end)
    return from_left, from_right, left, right


def _goes_on(words: Words, at: int, until: int) -> bool:
    """Whether the word `at` belongs to a stretch up to the character `until`: of a range a part is enough."""
    return at < len(words) and (words[at].start < until if words[at].ranged else words[at].end <= until)


def _common(forms: Sequence[str], left: range, others: Sequence[str], right: range) -> Iterator[tuple[int, int]]:
    """The pairs of a longest common subsequence of forms; of several, that which passes over gold words first."""
    mine, theirs = forms[left.start : left.stop], others[right.start : right.stop]
    longest = [[0] * (len(theirs) + 1) for _ in range(len(mine) + 1)]  # of what is left from here on
    for row in range(len(mine) - 1, -1, -1):
        for column in range(len(theirs) - 1, -1, -1):
            if mine[row] == theirs[column]:
                longest[row][column] = 1 + longest[row + 1][column + 1]
            else:
                longest[row][column] = max(longest[row + 1][column], longest[row][column + 1])
    row = column = 0
    while row < len(mine) and column < len(theirs):
        if mine[row] == theirs[column]:
            yield left[row], right[column]
            row, column = row + 1, column + 1
        elif longest[row][column] == longest[row + 1][column]:
            row += 1
        else:
            column += 1


def _parting(gold: LaidText, predicted: LaidText) -> str:
    """Where two texts part, for who wonders why they cannot be compared."""
    shorter = min(len(gold.text), len(predicted.text))
    at = next((place for place in range(shorter) if gold.text[place] != predicted.text[place]), shorter)
    if at == shorter:
        side, longer = ("prediction", gold) if len(gold.text) > shorter else ("gold", predicted)
        number = longer.sentence_at(at)
        where = f"the {side} ends before {quote(longer.text[at : at + _SHOWN])} of {_named(longer, number)}"
    else:
        want, got = (quote(side.text[at : at + _SHOWN]) for side in (gold, predicted))
        where = f"{_named(gold, gold.sentence_at(at))}: the gold goes on with {want}, the prediction with {got}"
    return f"{where}; compare annotations of one text"


def _named(side: LaidText, number: int) -> str:
    return named(number, side.sentences[number])
