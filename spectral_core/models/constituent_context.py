"""Constituent-context model (CCM, Klein and Manning 2002): every span is a constituent or distituent that generates its
yield and its context; trained by EM over all binary trees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import UNCONSTRAINED, BestFirst, Constraints, Ranked, Sentence, Treebank
from spectral_core.data.structure import SpanMarginals
from spectral_core.errors import DataError
from spectral_core.model import (
    Arrays,
    Family,
    Settings,
    add_prefix,
    pack_strings,
    select_part,
    setting,
    unpack_strings,
    validate_settings,
)
from spectral_core.models.bracketing.sentences import CROSSING_PENALTY, LockedSentence, collect_training_sentences
from spectral_core.models.bracketing.word_classes import CLASS_SOURCES, WordClassifier
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.structured.locks import Span

_VECTOR_DIMENSIONS = 50
_COARSE_CLUSTERS = 10  # clusters in place of coarse classes if no tags are used
_UNKNOWN_CLASS, _EDGE_CLASS = 0, 1  # class ids of unknown words and of sentence boundaries


@validate_settings("constituent-context")
@dataclass(frozen=True, slots=True)
class ConstituentContextSettings:
    """Training settings of a constituent-context model, by default those of the paper."""

    tags: str = setting(
        "auto",
        "Word classes",
        "Source of the word classes. words: clusters of the words. upos, xpos: classes of the tags in that column. "
        "auto: tags if most words have one, otherwise clusters.",
        choices=CLASS_SOURCES,
    )
    coarse: bool = setting(
        False, "Coarse classes", "Merge the tags into about twelve coarse classes. Without tags, use ten clusters."
    )
    start: str = setting(
        "split",
        "Initial model",
        "Initial distribution over trees. split: all splits of a phrase are equally probable. random: random weights "
        "of spans.",
        choices=("split", "random"),
    )
    iterations: int = setting(40, "Iterations", "Number of EM iterations.", low=1, high=1000)
    constituent: float = setting(
        2.0,
        "Smoothing of constituents",
        "Pseudo-count added to every count of constituents. Larger values smooth more.",
        low=0.001,
    )
    distituent: float = setting(
        8.0,
        "Smoothing of distituents",
        "Pseudo-count added to every count of spans that are not constituents. Larger values smooth more.",
        low=0.001,
    )
    longest: int = setting(
        10,
        "Longest sentence",
        "Largest number of words in a training sentence; longer sentences are skipped.",
        low=2,
        high=200,
    )
    classes: int = setting(45, "Number of classes", "Number of word classes if no tags are used.", low=2, high=500)
    seed: int = setting(0, "Seed", "Seed of the random number generator.", low=0, high=2**31 - 1)


@dataclass(frozen=True, slots=True, eq=False)
class YieldsAndContexts:
    """Hashes of the yield and the context of each span of sentences."""

    sizes: Integers  # (sentences,)
    yields: Keys  # (spans,) of two or more words, by sentence, start and end
    contexts: Keys  # (spans,)
    word_contexts: Keys  # (words,) contexts of single words, which are constituents of every tree

    @classmethod
    def from_classes(cls, sentences: Sequence[Integers]) -> Self:
        """Hash the yields and contexts of sentences given as class ids."""
        from spectral_core.structured.cky.span_features import span_keys

        sizes = np.array([len(sentence) for sentence in sentences], dtype=np.int64)
        words = np.concatenate(sentences) if sentences else np.zeros(0, dtype=np.int64)
        keys = words.astype(np.uint64), np.uint64(_EDGE_CLASS)
        return cls(sizes, *span_keys(sizes, *keys, 2, len(words)), span_keys(sizes, *keys, 1, 1)[1])


@dataclass(frozen=True, eq=False)
class ConstituentContext:
    """Constituent-context model: a log ratio for each yield and each context, summed over the brackets of a tree."""

    method: ClassVar[str] = "constituent-context"
    settings: ConstituentContextSettings
    word_classifier: WordClassifier
    names: tuple[str, ...]
    keys: Keys  # (yields + contexts,) sorted
    ratios: Floats  # (yields + contexts,) log ratio of the smoothed counts in constituents and in distituents
    __repr__ = brief_repr

    def arrays(self) -> NamedArrays:
        return {
            "names": pack_strings(self.names), "keys": self.keys, "ratios": self.ratios,
            **add_prefix("read_", self.word_classifier.arrays()),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        if not isinstance(settings, ConstituentContextSettings):
            raise TypeError("these are the settings of another method")
        keys, ratios = arrays["keys"].astype(np.uint64), arrays["ratios"].astype(np.float64)
        if keys.shape != ratios.shape or (keys[1:] <= keys[:-1]).any() or not np.isfinite(ratios).all():
            raise ValueError("the yields and contexts do not fit their log ratios")
        word_classifier = WordClassifier.from_arrays(select_part(arrays, "read_"))
        return cls(settings, word_classifier, unpack_strings(arrays["names"]), keys, ratios)

    def parse(self, sentence: Sentence, k: int = 1, constraints: Constraints = UNCONSTRAINED) -> BestFirst[Sentence]:
        """Return the most probable binary tree under the locks; the score is the sum of the log ratios of its spans."""
        if not sentence.forms:
            return BestFirst([Ranked(sentence, 0.0)][:k])
        from spectral_core.structured.cky import best_binary_tree

        locked_sentence = LockedSentence.from_sentence(
            self.word_classifier.strip_punctuation(sentence), sentence, constraints
        )
        ratios, penalties = self._log_ratios(sentence, locked_sentence), locked_sentence.compute_span_penalties()
        spans: list[Span] = (
            best_binary_tree(ratios - penalties if len(penalties) else ratios) if len(ratios) > 1 else []
        )
        score = sum(float(ratios[span]) for span in spans)
        return BestFirst([Ranked(sentence.with_tree(locked_sentence.make_tree(sentence, spans)), score)][:k])

    def marginals(self, sentence: Sentence, constraints: Constraints = UNCONSTRAINED) -> SpanMarginals:
        """Return the posterior of each bracket over the binary trees under the locks. Trees with forbidden spans count
        only if there are no others."""
        if not sentence.forms:
            return SpanMarginals({}, 0)
        from spectral_core.structured.unlabelled_trees import span_posteriors

        locked_sentence = LockedSentence.from_sentence(
            self.word_classifier.strip_punctuation(sentence), sentence, constraints
        )
        ratios, penalties = self._log_ratios(sentence, locked_sentence), locked_sentence.compute_span_penalties()
        posteriors, log_sum = span_posteriors(ratios - penalties if len(penalties) else ratios)
        if not np.isfinite(log_sum):  # every tree has a forbidden span
            posteriors, _ = span_posteriors(np.where(penalties < CROSSING_PENALTY, ratios, -CROSSING_PENALTY))
        size = len(ratios)
        by_span = {
            (start, end): float(posteriors[start, end]) for start in range(size) for end in range(start + 2, size + 1)
        }
        return locked_sentence.to_marginals(
            {span: min(posterior, 1.0) for span, posterior in by_span.items() if posterior > 0.0}
        )

    def _log_ratios(self, sentence: Sentence, locked_sentence: LockedSentence) -> Floats:
        """Return (words, words + 1) the log ratio of constituent to distituent probability of each span, up to a
        constant."""
        fine, coarse = self.word_classifier.class_names(sentence, locked_sentence.unpunctuated)
        class_ids = _encode_classes(coarse if self.settings.coarse else fine, self._class_ids)
        types = YieldsAndContexts.from_classes([class_ids])
        table = np.zeros((len(class_ids), len(class_ids) + 1))
        start, end = np.nonzero(np.arange(len(class_ids) + 1) > np.arange(len(class_ids))[:, None] + 1)
        base = float(np.log(self.settings.constituent / self.settings.distituent))
        table[start, end] = sum(self._look_up_ratios(keys, base) for keys in (types.yields, types.contexts))
        return table

    def _look_up_ratios(self, keys: Keys, base: float) -> Floats:
        """Return the log ratio of each yield or context; `base` for those unseen in training."""
        if not len(self.keys):
            return np.full(len(keys), base)
        indexes = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[indexes] == keys, self.ratios[indexes], base)

    @cached_property
    def _class_ids(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.names, 2)}


def _encode_classes(names: Sequence[str], class_ids: dict[str, int]) -> Integers:
    return np.array([class_ids.get(name, _UNKNOWN_CLASS) for name in names], dtype=np.int64)


def learn(
    treebank: Treebank,
    settings: ConstituentContextSettings,
    report: Report = ignore_progress,
    dev: Treebank | None = None,  # noqa: ARG001 - nothing is chosen on it
) -> ConstituentContext:
    """Train on the words of `treebank`, not on its trees."""
    sentences = collect_training_sentences(treebank, report)
    word_classifier = WordClassifier.learn(
        sentences, settings.tags, (_VECTOR_DIMENSIONS, _COARSE_CLUSTERS, settings.classes), settings.seed
    )
    class_names = [
        word_classifier.class_names(sentence, word_classifier.strip_punctuation(sentence))[
            0 if not settings.coarse else 1
        ]
        for sentence in sentences
    ]
    class_names = [sentence_classes for sentence_classes in class_names if len(sentence_classes) <= settings.longest]
    if not any(len(sentence_classes) > 1 for sentence_classes in class_names):
        reason = f"no sentence has from 2 to {settings.longest} words without punctuation; set longest to more"
        raise DataError(f"there is nothing to learn brackets from: {reason}")
    names = tuple(sorted({name for sentence_classes in class_names for name in sentence_classes}))
    class_ids = {name: number for number, name in enumerate(names, 2)}
    types = YieldsAndContexts.from_classes(
        [_encode_classes(sentence_classes, class_ids) for sentence_classes in class_names]
    )
    keys, ratios = run_em(types, settings, report)
    return ConstituentContext(settings, word_classifier, names, keys, ratios)


def run_em(types: YieldsAndContexts, settings: ConstituentContextSettings, report: Report) -> tuple[Keys, Floats]:
    """Run EM; return the sorted keys of all yields and contexts, and the log ratio of each. Progress reports the
    log-likelihood per word of the spans given the trees, under the parameters before each iteration."""
    from spectral_core.structured.unlabelled_trees import fill_span_posteriors

    spans = len(types.yields)
    keys, type_numbers = np.unique(
        np.concatenate((types.yields, types.contexts, types.word_contexts)), return_inverse=True
    )
    yields, contexts, word_contexts = type_numbers[:spans], type_numbers[spans : 2 * spans], type_numbers[2 * spans :]
    type_count, words = len(keys), float(types.sizes.sum())
    is_yield = np.zeros(type_count, dtype=bool)
    is_yield[yields] = True
    posteriors = np.zeros(len(yields))
    log_ratios = np.zeros(len(yields))
    if settings.start == "random":
        log_ratios = np.random.default_rng(settings.seed).standard_normal(len(yields))
        fill_span_posteriors(types.sizes, log_ratios, posteriors)
    else:
        posteriors = compute_uniform_split_posteriors(types.sizes)
    ratios = np.zeros(type_count)
    word_context_counts = np.bincount(word_contexts, minlength=type_count)
    for iteration in range(settings.iterations):
        constituent_counts, distituent_counts = word_context_counts.astype(np.float64), np.zeros(type_count)
        for types_of_spans in (yields, contexts):
            constituent_counts += np.bincount(types_of_spans, posteriors, type_count)
            distituent_counts += np.bincount(types_of_spans, 1.0 - posteriors, type_count)
        constituent_counts += settings.constituent
        distituent_counts += settings.distituent
        ratios = np.log(constituent_counts) - np.log(distituent_counts)
        for is_kind in (is_yield, ~is_yield):  # yields and contexts of constituents and distituents: four distributions
            constituent_counts[is_kind] /= constituent_counts[is_kind].sum()
            distituent_counts[is_kind] /= distituent_counts[is_kind].sum()
        constituent_logs, distituent_logs = np.log(constituent_counts), np.log(distituent_counts)
        log_ratios = (constituent_logs - distituent_logs)[yields] + (constituent_logs - distituent_logs)[contexts]
        total = (
            fill_span_posteriors(types.sizes, log_ratios, posteriors)
            + distituent_logs[yields].sum()
            + distituent_logs[contexts].sum()
        )
        total += constituent_logs[word_contexts].sum()
        total -= _log_tree_counts(types.sizes).sum()
        prior = settings.constituent * constituent_logs.sum() + settings.distituent * distituent_logs.sum()
        measures = {"log_likelihood": float(total / words), "objective": float((total + prior) / words)}
        report(Progress("solve", iteration + 1, settings.iterations, measures))
    return keys, ratios


def compute_uniform_split_posteriors(sizes: Integers) -> Floats:
    """Return the probability of each span of two or more words if every split of a phrase is equally likely."""
    probabilities = []
    for size in sizes.tolist():
        start, end = np.nonzero(np.arange(size + 1) > np.arange(size)[:, None] + 1)
        probabilities.append(_compute_posteriors_by_length(size)[end - start, (start == 0).astype(int) + (end == size)])
    return np.concatenate(probabilities) if probabilities else np.zeros(0)


def _compute_posteriors_by_length(size: int) -> Floats:
    """Return (lengths, 3) the probability of a span by its length and the number of its ends that are sentence ends."""
    length = np.maximum(np.arange(size + 1), 1).astype(np.float64)
    inside = 2.0 / (length * (length + 1.0))
    return np.stack((inside, 1.0 / length, np.ones(size + 1)), axis=1)


def _log_tree_counts(sizes: Integers) -> Floats:
    """Return (sentences,) the log number of binary trees over each sentence (log Catalan numbers)."""
    steps = np.arange(1, max(int(sizes.max(initial=1)), 2), dtype=np.float64)
    logs = np.concatenate(([0.0, 0.0], np.cumsum(np.log(2 * (2 * steps - 1) / (steps + 1)))))
    return logs[np.maximum(sizes, 1)]


restore = ConstituentContext.from_arrays

FAMILY = Family.from_functions(ConstituentContextSettings, learn, restore)
