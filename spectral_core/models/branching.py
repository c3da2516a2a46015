"""Baselines for every bracketer: trees that branch left, right or at random, around the spans that are locked."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Named
from spectral_core.data import FREE, BestFirst, Constraints, Ranked, Sentence, Treebank
from spectral_core.data.structure import SpanMarginals, SpanPart
from spectral_core.evaluate.spans import KLEIN_MANNING
from spectral_core.inference.locks.general import Span
from spectral_core.inference.locks.spans import collect_locked_phrases
from spectral_core.model import Arrays, Family, Settings, setting, validate_settings
from spectral_core.models.bracketing.trees import LABEL, tree_of
from spectral_core.models.bracketing.words import fingerprint
from spectral_core.progress import Progress, Report, ignore_progress

_STOPS = frozenset(",;:،؛，；：")
_VERBS = ("V", "MD", "AUX")  # what Penn's, STTS's, the Chinese and the universal tags of verbs begin with
_NOUNS = ("N", "PROPN", "PRON", "PRP", "PPER", "PN")  # and of nouns; pronouns count as such
_NOT_NOUNS = ("NUM", "NEG", "PRP$")
_PARTICIPLES = ("VBG", "VBN", "VVPP", "VAPP", "VMPP")
_LARGEST = 150  # parts of a phrase up to which the trees that avoid forbidden spans are counted


@validate_settings("branching")
@dataclass(frozen=True, slots=True)
class BranchingSettings:
    """Which baseline it is."""

    kind: str = setting(
        "right",
        "Kind",
        "random takes all binary trees alike, random-splits each division of a phrase; heuristic-right divides once, "
        "at a comma or before the first verb, and then branches right",
        choices=("left", "right", "random", "random-splits", "heuristic-right"),
    )
    seed: int = setting(0, "Seed", "Of the random trees", low=0, high=2**31 - 1)


@dataclass(frozen=True, slots=True)
class BranchingModel:
    """Parses without having learnt anything."""

    method: ClassVar[str] = "branching"
    settings: BranchingSettings

    def arrays(self) -> Named:
        return {}

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:  # noqa: ARG003 - there are none
        if not isinstance(settings, BranchingSettings):
            raise TypeError("these are the settings of another method")
        return cls(settings)

    def parse(self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE) -> BestFirst[Sentence]:
        """The one tree of its kind, or up to `k` different random ones. The branching is over the words without
        punctuation, as Klein and Manning score it; each mark hangs from the lowest phrase around it. Locked spans are
        phrases, and the branching goes over and inside them. Forbidden ones are left out, their parts going to the
        phrase above; random trees are drawn from the binary trees that lack them, where there are any. The score is
        minus the log of how many trees there were to draw from."""
        if not sentence.forms:
            return BestFirst([Ranked(sentence, 0.0)][:k])
        locked = collect_locked_phrases(constraints, sentence.forms, LABEL)
        forbidden = frozenset((start, end) for start, end, label in constraints.forbidden_spans if label in ("", LABEL))
        phrases = _phrases(sentence, locked)
        parsed: BestFirst[Sentence] = BestFirst()
        for spans, score in self._drawn(sentence, k, phrases, forbidden):
            labels = {**dict.fromkeys(spans - forbidden, (LABEL,)), **locked}
            parsed.append(Ranked(sentence.with_tree(tree_of(sentence, labels)), score))
        return parsed

    def marginals(self, sentence: Sentence, constraints: Constraints = FREE) -> SpanMarginals:
        """In which share of the trees that may be drawn each bracket is: exact, and 0 or 1 where there is one tree."""
        if not sentence.forms:
            return SpanMarginals({}, 0)
        locked = collect_locked_phrases(constraints, sentence.forms, LABEL)
        forbidden = frozenset((start, end) for start, end, label in constraints.forbidden_spans if label in ("", LABEL))
        phrases = _phrases(sentence, locked)
        shares: dict[Span, float] = {}
        if self.settings.kind in ("random", "random-splits"):
            random = np.random.default_rng([self.settings.seed, fingerprint(sentence)])
            for parts in phrases.values():
                shares |= _Forest(parts, forbidden, random).shares(self.settings.kind == "random")
        else:
            for spans, _ in self._drawn(sentence, 1, phrases, forbidden):
                shares |= dict.fromkeys(spans, 1.0)
        numbers = {SpanPart(span[0], span[1], LABEL): share for span, share in shares.items() if span not in forbidden}
        numbers |= {SpanPart(span[0], span[1], label): 1.0 for span, labels in locked.items() for label in labels}
        return SpanMarginals(numbers, len(sentence))

    def _drawn(
        self, sentence: Sentence, k: int, phrases: Mapping[Span, Sequence[Span]], forbidden: AbstractSet[Span]
    ) -> Iterator[tuple[AbstractSet[Span], float]]:
        """Up to `k` sets of spans that divide the parts of the locked phrases, with their scores."""
        kind, seed = self.settings.kind, self.settings.seed
        if kind in ("random", "random-splits"):
            random = np.random.default_rng([seed, fingerprint(sentence)])
            yield from _random(phrases.values(), forbidden, k, kind == "random", random)
            return
        spans: set[Span] = set()
        for span, parts in phrases.items():
            if kind == "left":
                spans |= {(parts[0][0], parts[end][1]) for end in range(1, len(parts) - 1)}
            elif kind == "heuristic-right" and span == (0, len(sentence)):
                spans |= _divided(parts, top_bracket(sentence))
            else:
                spans |= _right(parts)
        yield from [(spans, 0.0)][:k]


def top_bracket(sentence: Sentence, start: int = 0, end: int | None = None) -> int:
    """Where the second of the two phrases of a sentence, or of this part of it, begins (Parikh, Cohen and Xing 2014,
    section 4.1). At the last comma, semicolon or colon with a verb before it and a noun and then a verb after it; or
    else at the first verb that is not a participle; or else at the second word. A verb that begins divides nothing."""
    part = slice(start, end)
    forms, feats = sentence.forms[part], sentence.feats[part]
    tags = list(zip(sentence.xpos[part], sentence.upos[part], strict=True))
    verbs = [at for at, both in enumerate(tags) if any(tag.startswith(_VERBS) for tag in both)]
    nouns = [at for at, two in enumerate(tags) if any(tag.startswith(_NOUNS) and tag not in _NOT_NOUNS for tag in two)]
    for at in range(len(tags) - 1, 0, -1):
        if forms[at] in _STOPS and verbs and verbs[0] < at:
            noun = next((noun for noun in nouns if noun > at), len(tags))
            if noun < verbs[-1]:
                return start + at
    return start + next((at for at in verbs if at > 0 and not _is_participle(tags[at], feats[at])), 1)


def _is_participle(tags: tuple[str, str], feats: str) -> bool:
    return any(tag.startswith(_PARTICIPLES) for tag in tags) or "VerbForm=Part" in feats or "VerbForm=Ger" in feats


def _right(parts: Sequence[Span], whole: bool = False) -> set[Span]:
    return {(parts[at][0], parts[-1][1]) for at in range(0 if whole else 1, len(parts) - 1)}


def _divided(parts: Sequence[Span], top: int) -> set[Span]:
    """Two right-branching trees; the second has the parts that begin at `top` or after it, and neither is empty."""
    first = min(max(sum(start < top for start, _ in parts), 1), len(parts) - 1)
    return _right(parts[:first], whole=True) | _right(parts[first:], whole=True) if len(parts) > 1 else set()


def _phrases(sentence: Sentence, locked: Mapping[Span, tuple[str, ...]]) -> dict[Span, list[Span]]:
    """The parts of each locked phrase: locked phrases just inside it and words of its own, without punctuation."""
    marks = [not KLEIN_MANNING.isdisjoint(tags) for tags in zip(sentence.upos, sentence.xpos, strict=True)]
    if all(marks):
        marks = [False] * len(marks)
    parts: dict[Span, list[Span]] = {span: [] for span in locked}
    open_: list[Span] = []
    beginning = iter([*locked, (len(marks), len(marks))])
    following = next(beginning)
    for at, mark in enumerate(marks):
        while open_ and open_[-1][1] <= at:
            open_.pop()
        while following[0] == at:
            if open_ and not all(marks[slice(*following)]):
                parts[open_[-1]].append(following)
            open_.append(following)
            following = next(beginning)
        if not mark and open_[-1] != (at, at + 1):
            parts[open_[-1]].append((at, at + 1))
    return parts


class _Forest:
    """All binary trees over some parts in which no span is forbidden, by their numbers."""

    def __init__(self, parts: Sequence[Span], forbidden: AbstractSet[Span], random: np.random.Generator):
        self._parts = parts
        size = len(parts)
        self._shapes = [1, 1]  # trees over so many parts when nothing is forbidden: the Catalan numbers
        for words in range(1, size):
            self._shapes.append(self._shapes[-1] * 2 * (2 * words - 1) // (words + 1))
        self._fewer: dict[Span, int] = {}  # trees over the parts where something is
        self._shift = 0
        banned = {
            (start, end)
            for start in range(size)
            for end in range(start + 2, size + 1)
            if end - start < size and (parts[start][0], parts[end - 1][1]) in forbidden
        }
        if banned and size <= _LARGEST:
            self._count(banned, size)
        self.total = self._ways(0, size)
        if self.total == 0 or (banned and size > _LARGEST):  # one tree at random, and what is forbidden is left out
            self._fewer.clear()
            self._shift = _below(self._ways(0, size), random)
            self.total = 1

    def _count(self, banned: AbstractSet[Span], size: int) -> None:
        for length in range(2, size + 1):
            for start in range(size - length + 1):
                end = start + length
                if (start, end) in banned:
                    self._fewer[start, end] = 0
                elif (start + 1, end) in self._fewer or (start, end - 1) in self._fewer:
                    self._fewer[start, end] = sum(
                        self._ways(start, split) * self._ways(split, end) for split in range(start + 1, end)
                    )

    def _ways(self, start: int, end: int) -> int:
        fewer = self._fewer.get((start, end))
        return self._shapes[end - start] if fewer is None else fewer

    def draw(self, random: np.random.Generator, evenly: bool) -> int:
        """The number of a tree: all trees alike, or else all divisions of each phrase that lead to one."""
        if evenly:
            return _below(self.total, random)
        number = 0
        waiting = [(0, len(self._parts), 1)]
        while waiting:
            start, end, weight = waiting.pop()
            if end - start < 2:
                continue
            blocks = [self._ways(start, split) * self._ways(split, end) for split in range(start + 1, end)]
            possible = [place for place, block in enumerate(blocks) if block]
            place = possible[random.integers(len(possible))]
            split = start + 1 + place
            number += weight * sum(blocks[:place])
            waiting += [(start, split, weight * self._ways(split, end)), (split, end, weight)]
        return number % self.total

    def shares(self, evenly: bool) -> dict[Span, float]:
        """In which share of the trees each span inside is: of all alike, or as divisions lead to them."""
        size = len(self._parts)
        if self.total <= 1:
            return dict.fromkeys(self.spans(0), 1.0)
        reached = {(0, size): 1.0}
        for length in range(size, 1, -1):
            for start in range(size - length + 1):
                end = start + length
                share = reached.get((start, end))
                if not share:
                    continue
                blocks = [self._ways(start, split) * self._ways(split, end) for split in range(start + 1, end)]
                total = sum(blocks) if evenly else sum(1 for block in blocks if block)
                for split, block in enumerate(blocks, start + 1):
                    if block:
                        part = share * (block / total if evenly else 1 / total)
                        for below in ((start, split), (split, end)):
                            if below[1] - below[0] > 1:
                                reached[below] = reached.get(below, 0.0) + part
        del reached[0, size]
        return {(self._parts[start][0], self._parts[end - 1][1]): share for (start, end), share in reached.items()}

    def spans(self, number: int) -> set[Span]:
        """Those of the tree with this number, without the span of all parts."""
        whole = (0, len(self._parts))
        found: set[Span] = set()
        waiting = [(*whole, number + self._shift)]
        while waiting:
            start, end, number = waiting.pop()
            if end - start < 2:
                continue
            if (start, end) != whole:
                found.add((self._parts[start][0], self._parts[end - 1][1]))
            for split in range(start + 1, end):
                right = self._ways(split, end)
                block = self._ways(start, split) * right
                if number < block:
                    waiting += [(start, split, number // right), (split, end, number % right)]
                    break
                number -= block
        return found


def _random(
    phrases: Iterable[Sequence[Span]], forbidden: AbstractSet[Span], k: int, evenly: bool, random: np.random.Generator
) -> Iterator[tuple[set[Span], float]]:
    """Up to `k` different trees; one that was drawn before gives way to the next in number."""
    forests = [_Forest(parts, forbidden, random) for parts in phrases]
    total = math.prod(forest.total for forest in forests)
    score = -math.log(total) if total > 1 else 0.0
    drawn: set[int] = set()
    while len(drawn) < min(k, total):
        number = 0
        for forest in forests:
            number = number * forest.total + forest.draw(random, evenly)
        while number in drawn:
            number = (number + 1) % total
        drawn.add(number)
        spans: set[Span] = set()
        for forest in reversed(forests):
            number, own = divmod(number, forest.total)
            spans |= forest.spans(own)
        yield spans, score


def _below(bound: int, random: np.random.Generator) -> int:
    """A whole number from 0 to `bound` - 1, which may be larger than 64 bits; 8 bytes to spare make all alike."""
    return int.from_bytes(random.bytes(bound.bit_length() // 8 + 9), "big") % bound


restore = BranchingModel.from_arrays


def learn(
    treebank: Treebank,  # noqa: ARG001 - every method is given one
    settings: BranchingSettings,
    report: Report = ignore_progress,
    dev: Treebank | None = None,  # noqa: ARG001
) -> BranchingModel:
    """The model of these settings: it takes nothing from `treebank` or `dev`."""
    report(Progress("nothing to count", 0, 0))
    return BranchingModel(settings)


FAMILY = Family.from_functions(BranchingSettings, learn, restore)
