"""Constituents and their contexts (Klein and Manning 2002): every span is a constituent or none, with words and edges
of its own; learnt by expectation and maximisation over all binary trees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys, Named
from spectral_core.brief import brief_repr
from spectral_core.data import FREE, BestFirst, Constraints, Ranked, Sentence, Treebank
from spectral_core.data.structure import SpanMarginals
from spectral_core.errors import DataError
from spectral_core.inference.locks.general import Span
from spectral_core.model import (
    Arrays,
    Family,
    Settings,
    add_prefix,
    pack,
    select_part,
    setting,
    unpack,
    validate_settings,
)
from spectral_core.models.bracketing.classes import SOURCES, ReadClasses
from spectral_core.models.bracketing.trees import LockedWords
from spectral_core.progress import Progress, Report, ignore_progress, track_progress

_BLOCK = 1000  # sentences between two reports
_FEW_VECTORS = 50
_OTHER, _EDGE = 0, 1  # numbers of classes that were not seen, and of what stands outside a sentence


@validate_settings("constituent-context")
@dataclass(frozen=True, slots=True)
class ContextSettings:
    """The defaults are those of the paper."""

    tags: str = setting("auto", "Classes of words", "auto takes tags where most words have one", choices=SOURCES)
    coarse: bool = setting(False, "Coarse classes", "Whether tags are put together into some twelve classes")
    start: str = setting(
        "split", "Start", "split has each division of a phrase alike; random has other weights for every span",
        choices=("split", "random"),
    )  # fmt: skip
    iterations: int = setting(40, "Iterations", "Of expectation and maximisation", low=1, high=1000)
    constituent: float = setting(2.0, "Added to constituents", "To every count", low=0.001)
    distituent: float = setting(8.0, "Added to others", "To every count", low=0.001)
    longest: int = setting(10, "Longest sentence", "Words, of those that it is learnt from", low=2, high=200)
    classes: int = setting(45, "Classes", "Of words, where no tags are read", low=2, high=500)
    seed: int = setting(0, "Seed", "Of random starts and of classes", low=0, high=2**31 - 1)


@dataclass(frozen=True, slots=True, eq=False)
class SpanTypes:
    """The spans of sentences: which sequence each has, and which words around it."""

    sizes: Integers  # (sentences,)
    yields: Keys  # (spans,) those of two words or more, by sentence, start and end
    contexts: Keys  # (spans,)
    around: Keys  # (words,) the contexts of single words, which are constituents of every tree

    @classmethod
    def of(cls, sentences: Sequence[Integers]) -> Self:
        """From numbers of classes."""
        from spectral_core.inference.span_keys import span_keys

        sizes = np.array([len(one) for one in sentences], dtype=np.int64)
        words = np.concatenate(sentences) if sentences else np.zeros(0, dtype=np.int64)
        keys = words.astype(np.uint64), np.uint64(_EDGE)
        return cls(sizes, *span_keys(sizes, *keys, 2, len(words)), span_keys(sizes, *keys, 1, 1)[1])


@dataclass(frozen=True, eq=False)
class ConstituentContext:
    """Brackets sentences by which sequences and which contexts constituents have."""

    method: ClassVar[str] = "constituent-context"
    settings: ContextSettings
    read: ReadClasses
    names: tuple[str, ...]
    keys: Keys  # (yields + contexts,) rising
    ratios: Floats  # (yields + contexts,) log of how much likelier each is of a constituent
    __repr__ = brief_repr

    def arrays(self) -> Named:
        return {
            "names": pack(self.names), "keys": self.keys, "ratios": self.ratios,
            **add_prefix("read_", self.read.arrays()),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        if not isinstance(settings, ContextSettings):
            raise TypeError("these are the settings of another method")
        keys, ratios = arrays["keys"].astype(np.uint64), arrays["ratios"].astype(np.float64)
        if keys.shape != ratios.shape:
            raise ValueError("every sequence and context needs one number")
        read = ReadClasses.from_arrays(select_part(arrays, "read_"))
        return cls(settings, read, unpack(arrays["names"]), keys, ratios)

    def parse(self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE) -> BestFirst[Sentence]:
        """The likeliest binary tree under the locks; the score is its log-likelihood ratio to no constituents."""
        if not sentence.forms:
            return BestFirst([Ranked(sentence, 0.0)][:k])
        from spectral_core.inference.cky import best_binary_tree

        words = LockedWords.of(self.read.bare(sentence), sentence, constraints)
        own, costs = self._logs(sentence, words), words.penalties()
        spans: list[Span] = best_binary_tree(own - costs if len(costs) else own) if len(own) > 1 else []
        score = sum(float(own[span]) for span in spans)
        return BestFirst([Ranked(sentence.with_tree(words.tree(sentence, spans)), score)][:k])

    def marginals(self, sentence: Sentence, constraints: Constraints = FREE) -> SpanMarginals:
        """The posterior of each bracket, by all binary trees under the locks."""
        if not sentence.forms:
            return SpanMarginals({}, 0)
        from spectral_core.inference.span_sums import span_posteriors

        words = LockedWords.of(self.read.bare(sentence), sentence, constraints)
        own, costs = self._logs(sentence, words), words.penalties()
        shares, _ = span_posteriors(own - costs if len(costs) else own)
        size = len(own)
        found = {(at, end): float(shares[at, end]) for at in range(size) for end in range(at + 2, size + 1)}
        return words.marginals({span: min(share, 1.0) for span, share in found.items() if share > 0.0})

    def _logs(self, sentence: Sentence, words: LockedWords) -> Floats:
        """(words, words + 1) how much likelier each span is a constituent."""
        fine, coarse = self.read.names(sentence, words.bare)
        numbers = _numbers(coarse if self.settings.coarse else fine, self._places)
        types = SpanTypes.of([numbers])
        table = np.zeros((len(numbers), len(numbers) + 1))
        start, end = np.nonzero(np.arange(len(numbers) + 1) > np.arange(len(numbers))[:, None] + 1)
        base = float(np.log(self.settings.constituent / self.settings.distituent))
        table[start, end] = sum(self._found(keys, base) for keys in (types.yields, types.contexts))
        return table

    def _found(self, keys: Keys, base: float) -> Floats:
        if not len(self.keys):
            return np.full(len(keys), base)
        place = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[place] == keys, self.ratios[place], base)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.names, 2)}


def _numbers(names: Sequence[str], places: dict[str, int]) -> Integers:
    return np.array([places.get(name, _OTHER) for name in names], dtype=np.int64)


def learn(
    treebank: Treebank,
    settings: ContextSettings,
    report: Report = ignore_progress,
    dev: Treebank | None = None,  # noqa: ARG001 - nothing is chosen on it
) -> ConstituentContext:
    """The model of the words of `treebank`, whose trees are not looked at."""
    sentences = [
        one for one in track_progress(treebank, "count", len(treebank), report, _BLOCK) if one.readable and one.forms
    ]
    if not sentences:
        raise DataError("there is nothing to learn brackets from: no sentence has words")
    read = ReadClasses.learn(sentences, settings.tags, (_FEW_VECTORS, 10, settings.classes), settings.seed)
    named = [read.names(one, read.bare(one))[0 if not settings.coarse else 1] for one in sentences]
    named = [row for row in named if len(row) <= settings.longest]
    if not any(len(row) > 1 for row in named):
        what = f"no sentence has from 2 to {settings.longest} words without punctuation; set longest to more"
        raise DataError(f"there is nothing to learn brackets from: {what}")
    report(Progress("count", len(treebank), len(treebank)))
    names = tuple(sorted({name for row in named for name in row}))
    places = {name: place for place, name in enumerate(names, 2)}
    types = SpanTypes.of([_numbers(row, places) for row in named])
    keys, ratios = climbed(types, settings, report)
    return ConstituentContext(settings, read, names, keys, ratios)


def climbed(types: SpanTypes, settings: ContextSettings, report: Report) -> tuple[Keys, Floats]:
    """The keys of all sequences and contexts, rising, and the log ratio of each after all iterations. What is reported
    is the log-likelihood a word of the spans, given which trees there are, of the parameters before each step."""
    from spectral_core.inference.span_sums import fill_span_posteriors

    spans = len(types.yields)
    keys, of_type = np.unique(np.concatenate((types.yields, types.contexts, types.around)), return_inverse=True)
    yields, contexts, around = of_type[:spans], of_type[spans : 2 * spans], of_type[2 * spans :]
    number, words = len(keys), float(types.sizes.sum())
    is_yield = np.zeros(number, dtype=bool)
    is_yield[yields] = True
    shares = np.zeros(len(yields))
    logs = np.zeros(len(yields))
    if settings.start == "random":
        logs = np.random.default_rng(settings.seed).standard_normal(len(yields))
        fill_span_posteriors(types.sizes, logs, shares)
    else:
        shares = split_shares(types.sizes)
    ratios = np.zeros(number)
    single = np.bincount(around, minlength=number)
    for iteration in range(settings.iterations):
        inner, outer = single.astype(np.float64), np.zeros(number)
        for places in (yields, contexts):
            inner += np.bincount(places, shares, number)
            outer += np.bincount(places, 1.0 - shares, number)
        inner += settings.constituent
        outer += settings.distituent
        ratios = np.log(inner) - np.log(outer)
        for kind in (is_yield, ~is_yield):  # each of the four is a distribution
            inner[kind] /= inner[kind].sum()
            outer[kind] /= outer[kind].sum()
        likely, unlikely = np.log(inner), np.log(outer)
        logs = (likely - unlikely)[yields] + (likely - unlikely)[contexts]
        total = fill_span_posteriors(types.sizes, logs, shares) + unlikely[yields].sum() + unlikely[contexts].sum()
        total += likely[around].sum()
        total -= _log_trees(types.sizes).sum()
        prior = settings.constituent * likely.sum() + settings.distituent * unlikely.sum()
        measures = {"log_likelihood": float(total / words), "objective": float((total + prior) / words)}
        report(Progress("solve", iteration + 1, settings.iterations, measures))
    return keys, ratios


def split_shares(sizes: Integers) -> Floats:
    """The share of trees that have each span of two words or more, where every division of a phrase is alike."""
    found = []
    for size in sizes.tolist():
        start, end = np.nonzero(np.arange(size + 1) > np.arange(size)[:, None] + 1)
        found.append(_split(size)[end - start, (start == 0).astype(int) + (end == size)])
    return np.concatenate(found) if found else np.zeros(0)


def _split(size: int) -> Floats:
    """(lengths, 3) the share of a span of each length by how many of its ends are ends of the sentence."""
    length = np.maximum(np.arange(size + 1), 1).astype(np.float64)
    inside = 2.0 / (length * (length + 1.0))
    return np.stack((inside, 1.0 / length, np.ones(size + 1)), axis=1)


def _log_trees(sizes: Integers) -> Floats:
    """(sentences,) the log of how many binary trees there are over so many words."""
    steps = np.arange(1, max(int(sizes.max(initial=1)), 2), dtype=np.float64)
    logs = np.concatenate(([0.0, 0.0], np.cumsum(np.log(2 * (2 * steps - 1) / (steps + 1)))))
    found: Floats = logs[np.maximum(sizes, 1)]
    return found


restore = ConstituentContext.from_arrays

FAMILY = Family.from_functions(ContextSettings, learn, restore)
