"""Baselines for bracketers: left-, right- or random-branching trees around the locked spans."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import NamedArrays
from spectral_core.data import UNCONSTRAINED, BestFirst, Constraints, Ranked, Sentence, Treebank
from spectral_core.data.structure import SpanMarginals, SpanPart
from spectral_core.deprecated import keep_old_names
from spectral_core.model import Arrays, Family, Settings, setting, validate_settings
from spectral_core.models.bracketing.sentences import (
    PHRASE_LABEL,
    build_tree_from_spans,
    collect_forbidden_spans,
    flag_tagged_punctuation,
    hash_forms,
)
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.structured.locks import Span, collect_locked_phrases

_CLAUSE_PUNCTUATION = frozenset(",;:،؛，；：")
_VERBS = ("V", "MD", "AUX")  # prefixes of verb tags in Penn, STTS, Chinese and universal tagsets
_NOUNS = ("N", "PROPN", "PRON", "PRP", "PPER", "PN")  # prefixes of noun and pronoun tags
_NOT_NOUNS = ("NUM", "NEG", "PRP$")
_PARTICIPLES = ("VBG", "VBN", "VVPP", "VAPP", "VMPP")
_MAX_RESTRICTED_PARTS = 150  # maximal number of parts for which trees that avoid forbidden spans are counted


@validate_settings("branching")
@dataclass(frozen=True, slots=True)
class BranchingSettings:
    """Settings of a branching baseline."""

    kind: str = setting(
        "right",
        "Branching",
        "Kind of tree. left, right: every phrase branches to that side. random: all binary trees are equally "
        "probable. random-splits: all splits of a phrase are equally probable. heuristic-right: right-branching after "
        "one split at a comma or before the first verb.",
        choices=("left", "right", "random", "random-splits", "heuristic-right"),
    )
    seed: int = setting(0, "Seed", "Seed of the random number generator.", low=0, high=2**31 - 1)


@dataclass(frozen=True, slots=True)
class BranchingModel:
    """Parses without training."""

    method: ClassVar[str] = "branching"
    settings: BranchingSettings

    def arrays(self) -> NamedArrays:
        return {}

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:  # noqa: ARG003 - there are none
        if not isinstance(settings, BranchingSettings):
            raise TypeError("these are the settings of another method")
        return cls(settings)

    def parse(self, sentence: Sentence, k: int = 1, constraints: Constraints = UNCONSTRAINED) -> BestFirst[Sentence]:
        """Return the one tree of its kind, or up to `k` different random ones.

        The branching is over the words without punctuation, as Klein and Manning score it; each punctuation mark
        attaches to the lowest phrase that contains it. Locked spans are phrases, and the branching goes over and inside
        them. Forbidden spans are removed, and their parts attach to the phrase above; random trees are drawn from the
        binary trees without forbidden spans, if there are any. The score is minus the log of the number of possible
        trees.
        """
        if not sentence.forms:
            return BestFirst([Ranked(sentence, 0.0)][:k])
        locked = collect_locked_phrases(constraints, sentence.forms, PHRASE_LABEL)
        forbidden = collect_forbidden_spans(constraints)
        phrases = _collect_phrase_parts(sentence, locked)
        parsed: BestFirst[Sentence] = BestFirst()
        for spans, score in self._generate_trees(sentence, k, phrases, forbidden):
            labels = {**dict.fromkeys(spans - forbidden, (PHRASE_LABEL,)), **locked}
            parsed.append(Ranked(sentence.with_tree(build_tree_from_spans(sentence, labels)), score))
        return parsed

    def marginals(self, sentence: Sentence, constraints: Constraints = UNCONSTRAINED) -> SpanMarginals:
        """Return the exact probability of each bracket over the trees that may be drawn; 0 or 1 if there is only
        one."""
        if not sentence.forms:
            return SpanMarginals({}, 0)
        locked = collect_locked_phrases(constraints, sentence.forms, PHRASE_LABEL)
        forbidden = collect_forbidden_spans(constraints)
        phrases = _collect_phrase_parts(sentence, locked)
        probabilities: dict[Span, float] = {}
        if self.settings.kind in ("random", "random-splits"):
            random = np.random.default_rng([self.settings.seed, hash_forms(sentence)])
            for parts in phrases.values():
                probabilities |= _BinaryTreeSampler(parts, forbidden, random).span_probabilities(
                    self.settings.kind == "random"
                )
        else:
            for spans, _ in self._generate_trees(sentence, 1, phrases, forbidden):
                probabilities |= dict.fromkeys(spans, 1.0)
        marginals = {
            SpanPart(span[0], span[1], PHRASE_LABEL): probability
            for span, probability in probabilities.items()
            if span not in forbidden
        }
        marginals |= {SpanPart(span[0], span[1], label): 1.0 for span, labels in locked.items() for label in labels}
        return SpanMarginals(marginals, len(sentence))

    def _generate_trees(
        self, sentence: Sentence, k: int, phrases: Mapping[Span, Sequence[Span]], forbidden: AbstractSet[Span]
    ) -> Iterator[tuple[AbstractSet[Span], float]]:
        """Yield up to `k` sets of spans that split the parts of the locked phrases, with their scores."""
        kind, seed = self.settings.kind, self.settings.seed
        if kind in ("random", "random-splits"):
            random = np.random.default_rng([seed, hash_forms(sentence)])
            yield from _draw_random_trees(phrases.values(), forbidden, k, kind == "random", random)
            return
        spans: set[Span] = set()
        for span, parts in phrases.items():
            if kind == "left":
                spans |= {(parts[0][0], parts[end][1]) for end in range(1, len(parts) - 1)}
            elif kind == "heuristic-right" and span == (0, len(sentence)):
                spans |= _split_and_branch_right(parts, find_top_split(sentence))
            else:
                spans |= _branch_right(parts)
        yield from [(spans, 0.0)][:k]


def find_top_split(sentence: Sentence, start: int = 0, end: int | None = None) -> int:
    """Return where a sentence, or this part of it, is split into two top phrases (Parikh, Cohen and Xing 2014, section
    4.1): at the last comma, semicolon or colon with a verb before it and a noun and then a verb after it; else at the
    first verb that is not a participle; else at the second word. An initial verb does not split."""
    part = slice(start, end)
    forms, feats = sentence.forms[part], sentence.feats[part]
    tags = list(zip(sentence.xpos[part], sentence.upos[part], strict=True))
    verbs = [position for position, tag_pair in enumerate(tags) if any(tag.startswith(_VERBS) for tag in tag_pair)]
    nouns = [
        position
        for position, tag_pair in enumerate(tags)
        if any(tag.startswith(_NOUNS) and tag not in _NOT_NOUNS for tag in tag_pair)
    ]
    for position in range(len(tags) - 1, 0, -1):
        if forms[position] in _CLAUSE_PUNCTUATION and verbs and verbs[0] < position:
            noun = next((noun for noun in nouns if noun > position), len(tags))
            if noun < verbs[-1]:
                return start + position
    return start + next(
        (position for position in verbs if position > 0 and not _is_participle(tags[position], feats[position])), 1
    )


def _is_participle(tags: tuple[str, str], feats: str) -> bool:
    return any(tag.startswith(_PARTICIPLES) for tag in tags) or "VerbForm=Part" in feats or "VerbForm=Ger" in feats


def _branch_right(parts: Sequence[Span], with_whole: bool = False) -> set[Span]:
    """Return the spans of a right-branching tree over the parts, without the span of all parts by default."""
    return {(parts[index][0], parts[-1][1]) for index in range(0 if with_whole else 1, len(parts) - 1)}


def _split_and_branch_right(parts: Sequence[Span], top: int) -> set[Span]:
    """Split the parts before `top`, and return the spans of a right-branching tree over each half; neither half is
    empty."""
    first = min(max(sum(start < top for start, _ in parts), 1), len(parts) - 1)
    return (
        _branch_right(parts[:first], with_whole=True) | _branch_right(parts[first:], with_whole=True)
        if len(parts) > 1
        else set()
    )


def _collect_phrase_parts(sentence: Sentence, locked: Mapping[Span, tuple[str, ...]]) -> dict[Span, list[Span]]:
    """Return the parts of each locked phrase: the locked phrases directly inside it and its remaining words, without
    punctuation."""
    is_mark = flag_tagged_punctuation(sentence)
    if all(is_mark):
        is_mark = [False] * len(is_mark)
    parts: dict[Span, list[Span]] = {span: [] for span in locked}
    open_: list[Span] = []
    remaining = iter([*locked, (len(is_mark), len(is_mark))])
    next_phrase = next(remaining)
    for position, is_mark_here in enumerate(is_mark):
        while open_ and open_[-1][1] <= position:
            open_.pop()
        while next_phrase[0] == position:
            if open_ and not all(is_mark[slice(*next_phrase)]):
                parts[open_[-1]].append(next_phrase)
            open_.append(next_phrase)
            next_phrase = next(remaining)
        if not is_mark_here and open_[-1] != (position, position + 1):
            parts[open_[-1]].append((position, position + 1))
    return parts


class _BinaryTreeSampler:
    """Sampler of the binary trees over the parts of a phrase that avoid forbidden spans: each tree has an index
    (unranking). The trees are equally probable, or the splits of each phrase are."""

    def __init__(self, parts: Sequence[Span], forbidden: AbstractSet[Span], random: np.random.Generator):
        """Count the trees over `parts`. If no tree avoids the forbidden spans, or there are too many parts, the sampler
        has a single tree, drawn at random from all."""
        self._parts = parts
        size = len(parts)
        self._catalan_numbers = [1, 1]  # number of trees by number of parts if no span is forbidden
        for words in range(1, size):
            self._catalan_numbers.append(self._catalan_numbers[-1] * 2 * (2 * words - 1) // (words + 1))
        self._restricted_counts: dict[Span, int] = {}  # tree counts of spans with forbidden parts
        self._shift = 0
        forbidden_parts = {
            (start, end)
            for start in range(size)
            for end in range(start + 2, size + 1)
            if end - start < size and (parts[start][0], parts[end - 1][1]) in forbidden
        }
        if forbidden_parts and size <= _MAX_RESTRICTED_PARTS:
            self._fill_restricted_counts(forbidden_parts, size)
        self.total = self._tree_count(0, size)
        if self.total == 0 or (forbidden_parts and size > _MAX_RESTRICTED_PARTS):  # one tree, ignoring forbidden spans
            self._restricted_counts.clear()
            self._shift = _draw_integer_below(self._tree_count(0, size), random)
            self.total = 1

    def _fill_restricted_counts(self, forbidden_parts: AbstractSet[Span], size: int) -> None:
        """Count the trees of each span that has a forbidden span inside, bottom-up, without those that contain one."""
        for length in range(2, size + 1):
            for start in range(size - length + 1):
                end = start + length
                if (start, end) in forbidden_parts:
                    self._restricted_counts[start, end] = 0
                elif (start + 1, end) in self._restricted_counts or (start, end - 1) in self._restricted_counts:
                    self._restricted_counts[start, end] = sum(
                        self._tree_count(start, split) * self._tree_count(split, end) for split in range(start + 1, end)
                    )

    def _tree_count(self, start: int, end: int) -> int:
        """Return the number of trees over these parts that avoid the forbidden spans."""
        restricted = self._restricted_counts.get((start, end))
        return self._catalan_numbers[end - start] if restricted is None else restricted

    def draw_tree_index(self, random: np.random.Generator, uniform_over_trees: bool) -> int:
        """Draw the index of a tree. With `uniform_over_trees`, all trees are equally probable; otherwise, from the top,
        all splits of a phrase are, so that balanced trees are more probable."""
        if uniform_over_trees:
            return _draw_integer_below(self.total, random)
        tree_index = 0
        agenda = [(0, len(self._parts), 1)]
        while agenda:
            start, end, weight = agenda.pop()
            if end - start < 2:
                continue
            blocks = [self._tree_count(start, split) * self._tree_count(split, end) for split in range(start + 1, end)]
            possible = [index for index, block in enumerate(blocks) if block]
            index = possible[random.integers(len(possible))]
            split = start + 1 + index
            tree_index += weight * sum(blocks[:index])
            agenda += [(start, split, weight * self._tree_count(split, end)), (split, end, weight)]
        return tree_index % self.total

    def span_probabilities(self, uniform_over_trees: bool) -> dict[Span, float]:
        """Return the probability of each inner span in a tree drawn by `draw_tree_index`: over all trees with
        `uniform_over_trees`, otherwise over all splits of each phrase."""
        size = len(self._parts)
        if self.total <= 1:
            return dict.fromkeys(self.unrank_tree(0), 1.0)
        probabilities = {(0, size): 1.0}
        for length in range(size, 1, -1):
            for start in range(size - length + 1):
                end = start + length
                probability = probabilities.get((start, end))
                if not probability:
                    continue
                blocks = [
                    self._tree_count(start, split) * self._tree_count(split, end) for split in range(start + 1, end)
                ]
                total = sum(blocks) if uniform_over_trees else sum(1 for block in blocks if block)
                for split, block in enumerate(blocks, start + 1):
                    if block:
                        split_probability = probability * (block / total if uniform_over_trees else 1 / total)
                        for child in ((start, split), (split, end)):
                            if child[1] - child[0] > 1:
                                probabilities[child] = probabilities.get(child, 0.0) + split_probability
        del probabilities[0, size]
        return {
            (self._parts[start][0], self._parts[end - 1][1]): probability
            for (start, end), probability in probabilities.items()
        }

    def unrank_tree(self, tree_index: int) -> set[Span]:
        """Return the spans of the tree with this index, without the span of all parts."""
        root = (0, len(self._parts))
        spans: set[Span] = set()
        agenda = [(*root, tree_index + self._shift)]
        while agenda:
            start, end, tree_index = agenda.pop()
            if end - start < 2:
                continue
            if (start, end) != root:
                spans.add((self._parts[start][0], self._parts[end - 1][1]))
            for split in range(start + 1, end):
                right = self._tree_count(split, end)
                block = self._tree_count(start, split) * right
                if tree_index < block:
                    agenda += [(start, split, tree_index // right), (split, end, tree_index % right)]
                    break
                tree_index -= block
        return spans


def _draw_random_trees(
    phrases: Iterable[Sequence[Span]],
    forbidden: AbstractSet[Span],
    k: int,
    uniform_over_trees: bool,
    random: np.random.Generator,
) -> Iterator[tuple[set[Span], float]]:
    """Yield up to `k` different trees, drawn as by `draw_tree_index`; a repeated draw is replaced by the next index."""
    forests = [_BinaryTreeSampler(parts, forbidden, random) for parts in phrases]
    total = math.prod(forest.total for forest in forests)
    score = -math.log(total) if total > 1 else 0.0
    drawn: set[int] = set()
    while len(drawn) < min(k, total):
        tree_index = 0
        for forest in forests:
            tree_index = tree_index * forest.total + forest.draw_tree_index(random, uniform_over_trees)
        while tree_index in drawn:
            tree_index = (tree_index + 1) % total
        drawn.add(tree_index)
        spans: set[Span] = set()
        for forest in reversed(forests):
            tree_index, forest_number = divmod(tree_index, forest.total)
            spans |= forest.unrank_tree(forest_number)
        yield spans, score


def _draw_integer_below(bound: int, random: np.random.Generator) -> int:
    """Draw an integer below `bound`, which may be larger than 64 bits; 8 spare bytes make all equally likely."""
    return int.from_bytes(random.bytes(bound.bit_length() // 8 + 9), "big") % bound


restore = BranchingModel.from_arrays


def learn(
    treebank: Treebank,  # noqa: ARG001 - required by every method
    settings: BranchingSettings,
    report: Report = ignore_progress,
    dev: Treebank | None = None,  # noqa: ARG001
) -> BranchingModel:
    """Return the model with these settings; there is nothing to train."""
    report(Progress("nothing to count", 0, 0))
    return BranchingModel(settings)


FAMILY = Family.from_functions(BranchingSettings, learn, restore)

keep_old_names(__name__)
