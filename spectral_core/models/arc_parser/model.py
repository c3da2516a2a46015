"""Learnt arc parsers: arc posteriors, best trees and lists of trees under locks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers, Named, Places
from spectral_core.brief import brief
from spectral_core.data import FREE, BestFirst, Constraints, Ranked, Sentence
from spectral_core.data.trace import Trace
from spectral_core.errors import SettingsError
from spectral_core.inference import eisner
from spectral_core.inference.arcs.arrays import CodedSentences, KeptArcs, TreeParts
from spectral_core.model import Arrays, Settings, algorithm_among, pack, unpack
from spectral_core.models.arc_parser.fine import FineTagger
from spectral_core.models.arc_parser.settings import ArcParserSettings
from spectral_core.models.arc_parser.weights import MOST, ArcWeights, weights_of
from spectral_core.models.arc_parser.words import ReadWords
from spectral_core.models.parsing.certainty import arc_probabilities
from spectral_core.models.parsing.companions import Companions
from spectral_core.models.parsing.labeller import Labeller
from spectral_core.models.parsing.relations import completed_trees

_BATCH = 200  # sentences that are parsed at a time
_CANDIDATES = 4  # trees of high posteriors that are looked at for each one that is wanted
_FEW = 1e-12  # whose log is still taken
_STRICTER = 3  # times: in use, fewer arcs are kept than in learning
_NO_REACH = np.zeros((2, 0, 0), dtype=np.bool_)


@dataclass(frozen=True, slots=True, eq=False)
class ArcParser:
    """Scores trees by their arcs, neighbouring arcs and arcs above one another, of arcs that a pruner keeps (McDonald,
    Crammer and Pereira 2005; Koo and Collins 2010)."""

    method: ClassVar[str] = "arc-parser"
    settings: ArcParserSettings
    words: ReadWords
    weights: ArcWeights
    sentences: int  # that it was learnt from
    left_out: tuple[tuple[str, int], ...]  # reason, sentences
    companions: Companions = field(default_factory=Companions)
    __repr__ = brief

    @property
    def skipped(self) -> Mapping[str, int]:
        """How many sentences were left out of learning, by reason."""
        return dict(self.left_out)

    @property
    def threshold(self) -> float:
        """The share of the best arc of a word from which others are kept."""
        return min(self.settings.threshold * _STRICTER, 1.0)

    @property
    def labeller(self) -> Labeller | None:
        """What names the relations of its arcs; None where it was learnt without."""
        return self.companions.labeller

    def relations(self, sentence: Sentence, heads: Sequence[int | None]) -> list[list[Ranked[str]]]:
        if self.labeller is None:
            return [[] for _ in sentence.forms]
        return self.labeller.relations(sentence, heads, len(self.labeller.labels))

    @property
    def tagger(self) -> FineTagger | None:
        """What fills in the tags that it reads; None where it was learnt without."""
        chain = self.companions.tagger
        return None if chain is None else FineTagger(self.words.fine, chain)

    def tagged(self, sentence: Sentence) -> Sentence:
        """The sentence with the tags of the model's own tagger in the columns that it reads."""
        return self.companions.tagged(sentence) if self.tagger is None else self.tagger.tag(sentence)

    def propose(
        self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE
    ) -> tuple[BestFirst[Sentence], eisner.Posteriors, Floats | None]:
        """What `parse`, `posteriors` and `probabilities` say, from one sum over all trees."""
        locks = eisner.Locks.of(constraints, sentence.forms)
        given, kept, found = self.summed(sentence, locks)
        calibration = self.companions.calibration
        chances = None if calibration is None else arc_probabilities(calibration, found)
        trees = self._trees(given, kept, found, locks, k)
        return self._completed(sentence, trees, constraints), found, chances

    def posteriors(self, sentence: Sentence, constraints: Constraints = FREE) -> eisner.Posteriors:
        """The posteriors of all arcs of a sentence; those that were pruned have none."""
        return self.summed(sentence, eisner.Locks.of(constraints, sentence.forms))[2]

    def probabilities(self, sentence: Sentence, constraints: Constraints = FREE) -> Floats | None:
        """(words + 1, words) [head, modifier]: how probable each arc is right, by how often arcs of its posterior were
        right in sentences held out; None where there were too few to hold out."""
        calibration = self.companions.calibration
        return None if calibration is None else arc_probabilities(calibration, self.posteriors(sentence, constraints))

    def all_posteriors(self, sentences: Sequence[Sentence]) -> Iterator[eisner.Posteriors]:
        """The posteriors of many sentences, which takes less time than one by one."""
        for low in range(0, len(sentences), _BATCH):
            yield from self._sums(sentences[low : low + _BATCH]).each()

    def all_heads(self, sentences: Sequence[Sentence]) -> list[tuple[int, ...]]:
        """The heads that `parse` puts first, of many sentences at once; lifted words are not put back."""
        heads: list[tuple[int, ...]] = []
        for low in range(0, len(sentences), _BATCH):
            part = sentences[low : low + _BATCH]
            if self.settings.decoding == "trees":
                heads.extend(self._trees(*self.summed(one, None), None, 1)[0][1] for one in part)
                continue
            found = self._sums(part)
            flat, bounds = eisner.best_heads(found).tolist(), found.offsets.tolist()
            heads.extend(tuple(flat[begin:end]) for begin, end in pairwise(bounds))
        return heads

    def parse(self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE) -> BestFirst[Sentence]:
        """Up to `k` different trees under the locks, best first. Decoding mbr ranks them exactly by the sum of the
        posteriors of their arcs: the score is the log of the share of words that are expected to have the right head.
        Decoding trees ranks by the log of the share of a tree among all trees of arcs that were kept: exactly in first
        order; else of the trees with the highest sums of posteriors, four times as many as wanted, the best."""
        if not sentence.forms:
            return BestFirst([Ranked(sentence, 0.0)][:k])
        locks = eisner.Locks.of(constraints, sentence.forms)
        return self._completed(sentence, self._trees(*self.summed(sentence, locks), locks, k), constraints)

    def _completed(
        self, sentence: Sentence, trees: Sequence[tuple[float, tuple[int, ...]]], constraints: Constraints
    ) -> BestFirst[Sentence]:
        ranked: BestFirst[Sentence] = BestFirst()
        if not sentence.forms:
            return BestFirst(Ranked(sentence, score) for score, _ in trees)
        seen = set()
        made = completed_trees(sentence, [heads for _, heads in trees], self.labeller, constraints)
        for one, (score, _) in zip(made, trees, strict=True):
            if one.heads not in seen:  # two may be one after crossing arcs are put back
                seen.add(one.heads)
                ranked.append(Ranked(one, score))
        return ranked

    def _sums(self, sentences: Sequence[Sentence]) -> eisner.Sums:
        given, doubted, second = self.words.read(sentences, self.tagger)
        kept = self.weights.kept(given, self.threshold)
        arcs, logs, signs = self._posteriors(given, kept, _NO_REACH)
        if second is not None:
            others = self._posteriors(second, self.weights.kept(second, self.threshold), _NO_REACH)[0]
            sizes = np.diff(given.starts)
            cells = np.zeros(len(sentences), dtype=bool)
            cells[doubted] = True
            flat = np.repeat(cells, sizes * (sizes + 1))
            arcs[flat] = (arcs[flat] + others) / 2
        return eisner.Sums(given.starts, arcs, logs, signs, np.zeros(len(sentences), dtype=np.int64))

    def _posteriors(self, given: CodedSentences, kept: Places, reach: Flags) -> tuple[Floats, Floats, Integers]:
        from spectral_core.inference.arcs.training import posteriors

        return posteriors(given, kept, self.weights.templates, weights_of(self.weights.rows), reach)

    def summed(
        self, sentence: Sentence, locks: eisner.Locks | None = None
    ) -> tuple[CodedSentences, Places, eisner.Posteriors]:
        """The sentence as it is read, the heads that are kept of its words, and the posteriors of its arcs."""
        given, _, second = self.words.read([sentence], self.tagger)
        kept, arcs, log, sign = self._locked(given, locks)
        if second is not None:
            arcs = (arcs + self._locked(second, locks)[1]) / 2
        return given, kept, eisner.Posteriors(arcs, log, sign)

    def _locked(self, given: CodedSentences, locks: eisner.Locks | None) -> tuple[Places, Floats, float, int]:
        """The heads that are kept of the words of a sentence under locks, the posteriors of arcs, the log of the sum
        over all trees and its sign."""
        from spectral_core.inference.arcs.training import prune_locked, pruner_scores

        size = len(given.codes)
        if locks is None or not size:
            kept, reach = self.weights.kept(given, self.threshold), _NO_REACH
        else:
            scores = pruner_scores(given, 0, self.weights.templates, weights_of(self.weights.pruner))
            scores = np.where(locks.arcs, scores, -np.inf)
            ((_, tree),) = eisner.best_trees(scores, locks, 1)
            kept = prune_locked(scores, np.array(tree), -math.log(self.threshold), MOST)
            reach = locks.reach
        arcs, logs, signs = self._posteriors(given, kept, reach)
        return kept, arcs.reshape(size + 1, size), float(logs[0]), int(signs[0])

    def _trees(
        self, given: CodedSentences, kept: Places, found: eisner.Posteriors, locks: eisner.Locks | None, k: int
    ) -> list[tuple[float, tuple[int, ...]]]:
        """The heads of up to `k` trees with their scores."""
        size = len(given.codes)
        if not size:
            return [(0.0, tuple[int, ...]())][:k]
        if self.settings.decoding == "trees":
            return self._by_score(given, kept, found, locks, k)
        heads, _ = eisner.heads_of_best(found.arcs, locks, k)
        shares = found.arcs[heads, np.arange(size)].sum(axis=1) / size
        scores = np.minimum.accumulate(np.log(np.maximum(shares, _FEW)))
        return list(zip(scores.tolist(), map(tuple, heads.tolist()), strict=True))

    def _by_score(
        self, given: CodedSentences, kept: Places, found: eisner.Posteriors, locks: eisner.Locks | None, k: int
    ) -> list[tuple[float, tuple[int, ...]]]:
        """The same by the score of each tree as a whole."""
        from spectral_core.inference.arcs.training import tree_logs

        arcs, parts = self.scored(given, kept)
        size = len(given.codes)
        numbers = found.arcs if self.settings.order != "first" else _placed(arcs.heads, arcs.words, parts.arcs, size)
        wanted = k if self.settings.order == "first" else _CANDIDATES * k
        allowed = np.zeros((size + 1, size), dtype=bool)
        allowed[arcs.heads, arcs.words - 1] = True
        trees = eisner.best_trees(np.where(allowed, numbers, -np.inf), locks, wanted)
        heads = np.array([one for _, one in trees], dtype=np.int64)
        logs = tree_logs(arcs, size, parts, heads) - found.log_score
        order = np.argsort(-logs, kind="stable")[:k].tolist()
        return [(float(logs[place]), trees[place][1]) for place in order]

    def scored(self, given: CodedSentences, kept: Places) -> tuple[KeptArcs, TreeParts]:
        """The arcs that are kept of a sentence, and the log scores of all parts of trees made of them."""
        from spectral_core.inference.arcs.training import scores_of

        return scores_of(given, kept, self.weights.templates, weights_of(self.weights.rows))

    def step_through(
        self,
        sentence: Sentence,
        algorithm: str = "",
        among: Sequence[Sentence] = (),  # noqa: ARG002 - one sentence is enough
    ) -> Trace:
        """The search of the tree with the largest sum of posteriors."""
        from spectral_core.models.parsing.eisner_steps import EISNER, eisner_steps

        algorithm_among(algorithm, [EISNER])
        if self.settings.decoding != "mbr":
            raise SettingsError(f"trees are not found by sums of arcs here; learn {self.method} with decoding=mbr")
        return replace(eisner_steps(self.posteriors(sentence).arcs, sentence.forms), others=(EISNER,))

    def arrays(self) -> Named:
        return {
            **self.words.arrays(), **self.weights.arrays(), **self.companions.arrays(),
            "sentences": np.array(self.sentences), "skipped_reasons": pack([reason for reason, _ in self.left_out]),
            "skipped": np.array([count for _, count in self.left_out], dtype=np.int64),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        """The model that `arrays` were taken from; ValueError where they do not fit together."""
        if not isinstance(settings, ArcParserSettings):
            raise TypeError("these are not the settings of an arc parser")
        words = ReadWords.from_arrays(arrays, settings.column)
        counts = arrays["skipped"].astype(np.int64).tolist()
        return cls(
            settings, words, ArcWeights.from_arrays(settings, words.parts, arrays),
            int(arrays["sentences"]), tuple(zip(unpack(arrays["skipped_reasons"]), counts, strict=True)),
            Companions.from_arrays(arrays, settings.column, settings.seed),
        )  # fmt: skip


def _placed(heads: Places, words: Places, numbers: Floats, size: int) -> Floats:
    found = np.zeros((size + 1, size))
    found[heads, words - 1] = numbers
    return found
