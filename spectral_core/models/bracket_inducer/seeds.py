"""First trees: what punctuation, chunks, verbs and a metric say of a sentence before anything is learnt from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Named
from spectral_core.brief import brief_repr
from spectral_core.data import FREE
from spectral_core.model import Arrays, add_prefix, select_part
from spectral_core.models.bracket_inducer.chunks import Cascade
from spectral_core.models.bracket_inducer.text import ReadSentence
from spectral_core.models.bracketer import Bracketer, BracketerSettings
from spectral_core.models.bracketer.model import finite_verbs
from spectral_core.models.bracketing.trees import LockedWords
from spectral_core.models.branching import top_bracket

Span = tuple[int, int]
METRIC = BracketerSettings()  # whatever reads words for the other stages reads them for the metric
_LEVELS = 8  # of a cascade
_COARSE = frozenset(("chunks", "flat", "fragment-verbs", "sentence-verbs"))
_FINE = frozenset(("fine-verbs",))
_KINDS: Mapping[str, Mapping[str, float]] = {  # the trees that each choice of seeds is the mean of, and their weights
    "clauses": {"sentence-verbs": 1.0},
    "chunks": {"chunks": 1.0},
    "flat": {"flat": 1.0},
    "metric": {"metric": 1.0, "fine-cascade": 1.0},
    "vote": {"fragment-verbs": 1.0, "fine-verbs": 1.0, "cascade": 1.0, "fine-cascade": 1.0, "metric": 1.0},
}


@dataclass(frozen=True, slots=True, eq=False)
class Seeds:
    """What first trees are made with."""

    kind: str
    coarse: Cascade | None
    fine: Cascade | None
    metric: Bracketer | None
    __repr__ = brief_repr

    @classmethod
    def learn(cls, sentences: Sequence[ReadSentence], kind: str, metric: Bracketer | None) -> Self:
        """From sentences; the metric is learnt by whoever calls."""
        parts = _KINDS[kind]
        found: list[Cascade | None] = []
        for wide, deep, flat in ((True, "cascade", _COARSE), (False, "fine-cascade", _FINE)):
            runs = [part for one in sentences for part in _runs(one, wide)]
            used = deep in parts or not flat.isdisjoint(parts)
            found.append(Cascade.learn(runs, _LEVELS if deep in parts else 1) if used else None)
        coarse, fine = found
        return cls(kind, coarse, fine, metric)

    def shares(self, sentences: Sequence[ReadSentence]) -> list[Floats]:
        """(words, words + 1) for each sentence in which share of the first trees each span is."""
        found = [np.zeros((one.size, one.size + 1)) for one in sentences]
        weights = _KINDS[self.kind]
        for name, weight in weights.items():
            for table, spans in zip(found, self._trees(name, sentences), strict=True):
                for span in spans:
                    table[span] += weight / sum(weights.values())
        for table, one in zip(found, sentences, strict=True):
            table[0, one.size] = 1.0
        return found

    def _trees(self, name: str, sentences: Sequence[ReadSentence]) -> Iterable[set[Span]]:
        if name == "metric":
            assert self.metric is not None
            return [self._metric(one) for one in sentences]
        cascade = self.fine if name.startswith("fine-") else self.coarse
        assert cascade is not None
        runs = [part for one in sentences for part in _runs(one, cascade is not self.fine)]
        if name.endswith("cascade"):
            return _by_sentence(sentences, cascade.units(runs))
        single = Cascade(cascade.levels[:1], cascade.counts)
        chunked = iter(single.units(runs))
        made = []
        for one in sentences:
            chunks = [
                (low + start, low + end) for low, _ in one.fragments for start, end in next(chunked)[1]
            ]  # of all fragments
            made.append(_TREES[name](one, chunks))
        return made

    def _metric(self, one: ReadSentence) -> set[Span]:
        assert self.metric is not None
        words = LockedWords.of(one.bare, one.sentence, FREE)
        return set(self.metric.spans(one.sentence, words)) - {(0, one.size)}

    def arrays(self) -> Named:
        parts = {"coarse_": self.coarse, "fine_": self.fine, "metric_": self.metric}
        found: Named = {}
        for prefix, part in parts.items():
            if part is not None:
                found |= add_prefix(prefix, part.arrays())
        return found

    @classmethod
    def from_arrays(cls, arrays: Arrays, kind: str, settings: BracketerSettings) -> Self:
        """ValueError where they do not fit together."""
        coarse, fine, metric = (select_part(arrays, prefix) for prefix in ("coarse_", "fine_", "metric_"))
        return cls(
            kind,
            Cascade.from_arrays(coarse) if coarse else None,
            Cascade.from_arrays(fine) if fine else None,
            Bracketer.from_arrays(settings, metric) if metric else None,
        )

    @staticmethod
    def needs_metric(kind: str) -> bool:
        return "metric" in _KINDS[kind]


def _runs(one: ReadSentence, coarse: bool) -> list[Sequence[str]]:
    names = one.coarse if coarse else one.fine
    return [names[low:high] for low, high in one.fragments]


def _by_sentence(sentences: Sequence[ReadSentence], units: Iterable[tuple[list[Span], list[Span]]]) -> list[set[Span]]:
    """Trees of cascades: all chunks, and right-branching what is left of each fragment and then the fragments."""
    waiting = iter(units)
    made = []
    for one in sentences:
        spans = _over(one)
        for low, _ in one.fragments:
            left, chunks = next(waiting)
            spans.update((low + start, low + end) for start, end in (*chunks, *_right(left)))
        made.append(spans - {(0, one.size)})
    return made


def _over(one: ReadSentence) -> set[Span]:
    """Every fragment, and right-branching all that begins with one."""
    return {span for low, high in one.fragments for span in ((low, high), (low, one.size)) if span[1] - span[0] > 1}


def _right(units: Sequence[Span]) -> set[Span]:
    """Right-branching over units: every one of several words, and all from each to the last."""
    return {span for start, end in units for span in ((start, end), (start, units[-1][1])) if span[1] - span[0] > 1}


def _units(part: Span, chunks: Sequence[Span]) -> list[Span]:
    """The chunks in a part, cut at its ends, and the words of it that are in none."""
    found, at = [], part[0]
    for start, end in chunks:
        low, high = max(start, part[0]), min(end, part[1])
        if low < high:
            found += [(word, word + 1) for word in range(at, low)]
            found.append((low, high))
            at = high
    return found + [(word, word + 1) for word in range(at, part[1])]


def _flat(one: ReadSentence, chunks: Sequence[Span]) -> set[Span]:
    return {span for span in (*one.fragments, *chunks) if span[1] - span[0] > 1} - {(0, one.size)}


def _chunked(one: ReadSentence, chunks: Sequence[Span]) -> set[Span]:
    spans = _over(one)
    for part in one.fragments:
        spans |= _right(_units(part, chunks))
    return spans - {(0, one.size)}


def _fragment_verbs(one: ReadSentence, chunks: Sequence[Span]) -> set[Span]:
    """Each fragment divides before its first finite verb that is in no chunk."""
    verbs = finite_verbs(one.sentence, one.bare.places)
    spans = _over(one)
    for low, high in one.fragments:
        top = next((at for at in verbs if low < at < high and not _inside(at, chunks)), low)
        for part in ((low, top), (top, high)):
            spans |= _right(_units(part, chunks))
    return spans - {(0, one.size)}


def _sentence_verbs(one: ReadSentence, chunks: Sequence[Span]) -> set[Span]:
    """The sentence divides by the heuristic of the top bracket, at a mark into parts that divide again; then come the
    fragments of each part."""
    spans: set[Span] = set()
    waiting = [(0, one.size)]
    while waiting:
        low, high = waiting.pop()
        if high - low < 2:
            continue
        spans.add((low, high))
        first, last = one.bare.places[low], one.bare.places[high - 1] + 1
        top = one.bare.word_from(top_bracket(one.sentence, first, last))
        if low < top < high and one.bare.marked[top]:
            waiting += [(low, top), (top, high)]
            continue
        top = top if low < top < high and finite_verbs(one.sentence, one.bare.places[top : top + 1]) else low
        for start, end in ((low, top), (top, high)):
            bounds = [start, *(at for at in range(start + 1, end) if one.bare.marked[at]), end]
            for begin, stop in pairwise(bounds):
                spans |= {span for span in ((begin, stop), (begin, end)) if span[1] - span[0] > 1}
                spans |= _right(_units((begin, stop), chunks))
    return spans - {(0, one.size)}


def _inside(word: int, chunks: Sequence[Span]) -> bool:
    return any(start <= word < end for start, end in chunks)


_TREES = {
    "flat": _flat, "chunks": _chunked, "fragment-verbs": _fragment_verbs, "fine-verbs": _fragment_verbs,
    "sentence-verbs": _sentence_verbs,
}  # fmt: skip
