"""Seed trees from punctuation, verbs, a metric, and cascades of unsupervised chunkers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import UNCONSTRAINED
from spectral_core.model import Arrays, add_prefix, select_part
from spectral_core.models.bracket_inducer.chunking import MAX_LEVELS, ChunkerCascade
from spectral_core.models.bracket_inducer.classed_text import ClassedSentence
from spectral_core.models.bracketer import Bracketer, BracketerSettings
from spectral_core.models.bracketing.sentences import LockedSentence, branch_fragments_right
from spectral_core.models.bracketing.word_classes import find_finite_verbs
from spectral_core.models.branching import find_top_split
from spectral_core.structured.locks import Span

METRIC_SETTINGS = BracketerSettings()  # the word classifier is shared with the inducer
_COARSE_CHUNK_TREES = frozenset(("chunks", "flat", "fragment-verbs", "sentence-verbs"))
_FINE_CHUNK_TREES = frozenset(("fine-verbs",))
_TREES_BY_KIND: Mapping[str, tuple[str, ...]] = {  # the trees of each sentence, for each kind of seed trees
    "clauses": ("sentence-verbs",),
    "chunks": ("chunks",),
    "flat": ("flat",),
    "metric": ("metric", "fine-cascade"),
    "vote": ("fragment-verbs", "fine-verbs", "cascade", "fine-cascade", "metric"),
}


@dataclass(frozen=True, slots=True, eq=False)
class SeedTrees:
    """Seed trees of one kind, with the chunkers and the metric that build them."""

    kind: str
    coarse: ChunkerCascade | None
    fine: ChunkerCascade | None
    metric: Bracketer | None
    __repr__ = brief_repr

    @classmethod
    def learn(cls, sentences: Sequence[ClassedSentence], kind: str, metric: Bracketer | None) -> Self:
        """Train the chunkers on sentences; the caller trains the metric."""
        parts = _TREES_BY_KIND[kind]
        cascades: list[ChunkerCascade | None] = []
        for reads_coarse, cascade_kind, chunk_kinds in (
            (True, "cascade", _COARSE_CHUNK_TREES),
            (False, "fine-cascade", _FINE_CHUNK_TREES),
        ):
            runs = [part for sentence in sentences for part in _split_classes_by_fragment(sentence, reads_coarse)]
            is_used = cascade_kind in parts or not chunk_kinds.isdisjoint(parts)
            cascades.append(ChunkerCascade.learn(runs, MAX_LEVELS if cascade_kind in parts else 1) if is_used else None)
        coarse, fine = cascades
        return cls(kind, coarse, fine, metric)

    def span_frequencies(self, sentences: Sequence[ClassedSentence]) -> list[Floats]:
        """Return for each sentence (words, words + 1) the share of seed trees with each span."""
        tables = [np.zeros((sentence.size, sentence.size + 1)) for sentence in sentences]
        names = _TREES_BY_KIND[self.kind]
        for name in names:
            for table, spans in zip(tables, self._make_trees(name, sentences), strict=True):
                for span in spans:
                    table[span] += 1.0 / len(names)
        for table, sentence in zip(tables, sentences, strict=True):
            table[0, sentence.size] = 1.0
        return tables

    def _make_trees(self, name: str, sentences: Sequence[ClassedSentence]) -> Iterable[set[Span]]:
        """Make the seed tree of this name for each sentence."""
        if name == "metric":
            assert self.metric is not None
            return [self._find_metric_spans(sentence) for sentence in sentences]
        cascade = self.fine if name.startswith("fine-") else self.coarse
        assert cascade is not None
        runs = [
            part for sentence in sentences for part in _split_classes_by_fragment(sentence, cascade is not self.fine)
        ]
        if name.endswith("cascade"):
            return _make_cascade_trees(sentences, cascade.chunk_runs(runs))
        first_level = ChunkerCascade(cascade.levels[:1], cascade.counts)
        chunked_runs = iter(first_level.chunk_runs(runs))
        trees = []
        for sentence in sentences:
            chunks = [(low + start, low + end) for low, _ in sentence.fragments for start, end in next(chunked_runs)[1]]
            trees.append(_TREE_BUILDERS[name](sentence, chunks))
        return trees

    def _find_metric_spans(self, sentence: ClassedSentence) -> set[Span]:
        """Return the inner spans of the minimum tree over the metric."""
        assert self.metric is not None
        locked_sentence = LockedSentence.from_sentence(sentence.unpunctuated, sentence.sentence, UNCONSTRAINED)
        return set(self.metric.find_tree_spans(sentence.sentence, locked_sentence)) - {(0, sentence.size)}

    def arrays(self) -> NamedArrays:
        parts = {"coarse_": self.coarse, "fine_": self.fine, "metric_": self.metric}
        arrays: NamedArrays = {}
        for prefix, part in parts.items():
            if part is not None:
                arrays |= add_prefix(prefix, part.arrays())
        return arrays

    @classmethod
    def from_arrays(cls, arrays: Arrays, kind: str, settings: BracketerSettings) -> Self:
        """Restore seeds; ValueError if their arrays are inconsistent."""
        coarse, fine, metric = (select_part(arrays, prefix) for prefix in ("coarse_", "fine_", "metric_"))
        return cls(
            kind,
            ChunkerCascade.from_arrays(coarse) if coarse else None,
            ChunkerCascade.from_arrays(fine) if fine else None,
            Bracketer.from_arrays(settings, metric) if metric else None,
        )

    @staticmethod
    def has_metric_trees(kind: str) -> bool:
        """Return whether seed trees of this kind include those of a trained metric."""
        return "metric" in _TREES_BY_KIND[kind]


def _split_classes_by_fragment(sentence: ClassedSentence, coarse: bool) -> list[Sequence[str]]:
    """Return the coarse or fine classes of the words of each fragment."""
    names = sentence.coarse if coarse else sentence.fine
    return [names[low:high] for low, high in sentence.fragments]


def _make_cascade_trees(
    sentences: Sequence[ClassedSentence], units: Iterable[tuple[list[Span], list[Span]]]
) -> list[set[Span]]:
    """Make trees from cascades: all chunks, and right branching over the units of each fragment and over fragments."""
    next_units = iter(units)
    trees = []
    for sentence in sentences:
        spans = branch_fragments_right(sentence.fragments, sentence.size)
        for low, _ in sentence.fragments:
            outer_units, chunks = next(next_units)
            spans.update((low + start, low + end) for start, end in (*chunks, *_branch_right(outer_units)))
        trees.append(spans - {(0, sentence.size)})
    return trees


def _branch_right(units: Sequence[Span]) -> set[Span]:
    """Return the right-branching spans over units: each unit of several words, and the span from each unit to the
    last."""
    return {span for start, end in units for span in ((start, end), (start, units[-1][1])) if span[1] - span[0] > 1}


def _split_into_units(part: Span, chunks: Sequence[Span]) -> list[Span]:
    """Return the chunks in a part, cut off at its ends, and its words outside chunks."""
    units, position = [], part[0]
    for start, end in chunks:
        low, high = max(start, part[0]), min(end, part[1])
        if low < high:
            units += [(word, word + 1) for word in range(position, low)]
            units.append((low, high))
            position = high
    return units + [(word, word + 1) for word in range(position, part[1])]


def _make_flat_tree(sentence: ClassedSentence, chunks: Sequence[Span]) -> set[Span]:
    """Make a tree of fragments and chunks alone."""
    return {span for span in (*sentence.fragments, *chunks) if span[1] - span[0] > 1} - {(0, sentence.size)}


def _make_chunk_tree(sentence: ClassedSentence, chunks: Sequence[Span]) -> set[Span]:
    """Make a tree that branches right over the chunks and words of each fragment, and over fragments."""
    spans = branch_fragments_right(sentence.fragments, sentence.size)
    for part in sentence.fragments:
        spans |= _branch_right(_split_into_units(part, chunks))
    return spans - {(0, sentence.size)}


def _make_fragment_verb_tree(sentence: ClassedSentence, chunks: Sequence[Span]) -> set[Span]:
    """Make a tree in which each fragment is split before its first finite verb outside chunks."""
    verbs = find_finite_verbs(sentence.sentence, sentence.unpunctuated.positions)
    spans = branch_fragments_right(sentence.fragments, sentence.size)
    for low, high in sentence.fragments:
        top = next((verb for verb in verbs if low < verb < high and not _is_in_chunk(verb, chunks)), low)
        for part in ((low, top), (top, high)):
            spans |= _branch_right(_split_into_units(part, chunks))
    return spans - {(0, sentence.size)}


def _make_sentence_verb_tree(sentence: ClassedSentence, chunks: Sequence[Span]) -> set[Span]:
    """Make a tree by the top-split heuristic: the sentence is split at punctuation into parts that are split again, and
    each part into fragments."""
    spans: set[Span] = set()
    agenda = [(0, sentence.size)]
    while agenda:
        low, high = agenda.pop()
        if high - low < 2:
            continue
        spans.add((low, high))
        first, last = sentence.unpunctuated.positions[low], sentence.unpunctuated.positions[high - 1] + 1
        top = sentence.unpunctuated.count_words_before(find_top_split(sentence.sentence, first, last))
        if low < top < high and sentence.unpunctuated.follows_mark[top]:
            agenda += [(low, top), (top, high)]
            continue
        top = (
            top
            if low < top < high and find_finite_verbs(sentence.sentence, sentence.unpunctuated.positions[top : top + 1])
            else low
        )
        for start, end in ((low, top), (top, high)):
            for begin, stop in sentence.unpunctuated.find_fragments(start, end):
                spans |= {span for span in ((begin, stop), (begin, end)) if span[1] - span[0] > 1}
                spans |= _branch_right(_split_into_units((begin, stop), chunks))
    return spans - {(0, sentence.size)}


def _is_in_chunk(word: int, chunks: Sequence[Span]) -> bool:
    return any(start <= word < end for start, end in chunks)


_TREE_BUILDERS = {
    "flat": _make_flat_tree,
    "chunks": _make_chunk_tree,
    "fragment-verbs": _make_fragment_verb_tree,
    "fine-verbs": _make_fragment_verb_tree,
    "sentence-verbs": _make_sentence_verb_tree,
}
