"""Bracketers by a metric: what a learnt one says of sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Floats, Integers, Named, Places
from spectral_core.brief import brief_repr
from spectral_core.data import FREE, BestFirst, Constraints, Ranked, Sentence
from spectral_core.data.structure import SpanMarginals
from spectral_core.data.trace import Trace
from spectral_core.inference.locks.general import Span
from spectral_core.model import Arrays, Settings, add_prefix, choose_algorithm, pack, select_part, unpack
from spectral_core.models.bracketer.settings import BracketerSettings
from spectral_core.models.bracketing.classes import ReadClasses
from spectral_core.models.bracketing.coarse import is_finite_verb
from spectral_core.models.bracketing.trees import CROSSING, LockedWords
from spectral_core.models.bracketing.words import fingerprint
from spectral_core.models.branching import top_bracket

FindTree = Callable[[Floats, int, Floats], tuple[float, Places]]

_JITTER = 1e-6  # of the standard deviation of distances: what decides between equal ones


@dataclass(frozen=True, slots=True, eq=False)
class Bracketer:
    """Brackets sentences by the least tree over distances between their words."""

    method: ClassVar[str] = "bracketer"
    settings: BracketerSettings
    read: ReadClasses
    names: tuple[str, ...]  # classes of words
    tables: Floats  # (kinds, classes + 1, classes + 1, longest), the metric first
    __repr__ = brief_repr

    def arrays(self) -> Named:
        return {"names": pack(self.names), "tables": self.tables, **add_prefix("read_", self.read.arrays())}

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        if not isinstance(settings, BracketerSettings):
            raise TypeError("these are the settings of another method")
        names, tables = unpack(arrays["names"]), arrays["tables"].astype(np.float64)
        if tables.shape[1:] != (len(names) + 1, len(names) + 1, settings.longest):
            raise ValueError("distances and classes do not fit")
        return cls(settings, ReadClasses.from_arrays(select_part(arrays, "read_")), names, tables)

    def parse(self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE) -> BestFirst[Sentence]:
        """The least tree under the locks, then those of the metrics that it is compared with, where they differ; the
        score is minus how many of them stand before it."""
        if not sentence.forms:
            return BestFirst([Ranked(sentence, 0.0)][:k])
        words = LockedWords.of(self.read.bare(sentence), sentence, constraints)
        found: BestFirst[Sentence] = BestFirst()
        seen: set[frozenset[Span]] = set()
        for kind in range(len(self.tables) if k > 1 else min(k, 1)):
            spans = frozenset(self.spans(sentence, words, kind))
            if spans not in seen and len(found) < k:
                seen.add(spans)
                found.append(Ranked(sentence.with_tree(words.tree(sentence, spans)), -float(len(found))))
        return found

    def marginals(self, sentence: Sentence, constraints: Constraints = FREE) -> SpanMarginals:
        """The share of the metrics that have each bracket in their least tree: no probability."""
        if not sentence.forms:
            return SpanMarginals({}, 0)
        words = LockedWords.of(self.read.bare(sentence), sentence, constraints)
        votes: Counter[Span] = Counter()
        for kind in range(len(self.tables)):
            votes.update(self.spans(sentence, words, kind))
        return words.marginals({span: times / len(self.tables) for span, times in sorted(votes.items())})

    def trace_algorithm(
        self,
        sentence: Sentence,
        algorithm: str = "",
        document: Sequence[Sentence] = (),  # noqa: ARG002 - one sentence is enough
    ) -> Trace:
        """The search of the least tree by the metric."""
        from spectral_core.models.bracketer.steps import ALGORITHM, steps

        choose_algorithm(algorithm, [ALGORITHM])
        return steps(self, sentence)

    def spans(
        self, sentence: Sentence, words: LockedWords, kind: int = 0, find: Callable[..., list[Span]] | None = None
    ) -> set[Span]:
        """The spans of the least tree by one of the metrics, over the words left; `find` stands for `least_spans`."""
        find = find or least_spans
        distances, penalties = self.distances(sentence, words, kind), words.penalties()
        sentence = self.read.seen(sentence)
        if not self.settings.fragments:
            top = words.bare.word_from(top_bracket(sentence)) if self.settings.top == "heuristic" else -1
            return set(find(distances, penalties, (0, len(distances)), top))
        fragments = words.fragments()
        found = set(words.over(fragments))
        verbs = finite_verbs(sentence, words.bare.places) if self.settings.top == "heuristic" else []
        for low, high in fragments:
            top = -1
            if self.settings.top == "heuristic":
                top = next((at for at in verbs if low < at < high), low + 1) - low
            found.update(find(distances, penalties, (low, high), top))
        return found

    def distances(self, sentence: Sentence, words: LockedWords, kind: int = 0) -> Floats:
        """(words, words) how far the words left are from one another by one of the metrics, with what decides ties."""
        places = {name: place for place, name in enumerate(self.names)}
        named = self.read.names(sentence, words.bare)[1]
        classes: Integers = np.array([places.get(name, len(places)) for name in named], dtype=np.int64)
        size = len(classes)
        at = np.arange(size)
        gaps = np.clip(at - at[:, None], 1, self.settings.longest) - 1
        table = self.tables[kind]
        spread = float(table.std()) or 1.0
        random = np.random.default_rng([self.settings.seed, fingerprint(sentence)])
        upper = np.triu(table[classes[:, None], classes, gaps] + _JITTER * spread * random.random((size, size)), 1)
        whole: Floats = upper + upper.T
        return whole


def finite_verbs(sentence: Sentence, places: Sequence[int]) -> list[int]:
    """Which of these words can begin a predicate, by their tags."""
    xpos, upos, feats = sentence.xpos, sentence.upos, sentence.feats
    return [word for word, at in enumerate(places) if is_finite_verb(xpos[at], upos[at], feats[at])]


def least_spans(distances: Floats, penalties: Floats, part: Span, top: int, tree: FindTree | None = None) -> list[Span]:
    """The spans of the least tree over a part of the words, without the part itself; its top bracket is as near to
    `top`, counted from its first word, as locks allow, and with -1 before its last word. `tree` stands for the
    compiled search."""
    from spectral_core.inference.metric_tree import shortest_tree

    low, high = part
    size = high - low
    if size < 3:
        return []
    some = penalties[low:high, low : high + 1] if len(penalties) else penalties
    top = size - 1 if top < 0 else min(max(top, 1), size - 1)
    if len(some):
        free = [at for at in range(1, size) if some[0, at] < CROSSING and some[at, size] < CROSSING]
        top = min(free, key=lambda at: (some[0, at] + some[at, size], abs(at - top)))
    _, spans = (tree or shortest_tree)(
        np.ascontiguousarray(distances[low:high, low:high]), top, np.ascontiguousarray(some)
    )
    return [(low + start, low + end) for start, end in spans.tolist()]
