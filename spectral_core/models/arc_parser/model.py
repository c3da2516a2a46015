"""Trained arc parser: arc posteriors and k-best trees under locks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Flags, Floats, Indexes, Integers, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import UNCONSTRAINED, BestFirst, Constraints, Ranked, Sentence
from spectral_core.data.readings import AnalysedSentence
from spectral_core.data.trace import Trace
from spectral_core.deprecated import old_keywords, old_members
from spectral_core.errors import SettingsError
from spectral_core.model import Arrays, Settings, choose_algorithm, pack_counter, unpack_counter
from spectral_core.models.arc_parser.settings import ArcParserSettings
from spectral_core.models.arc_parser.weights import MAX_KEPT_HEADS, ArcWeights, make_hashed_weights
from spectral_core.models.arc_parser.words_and_fine_tags import CodedVariants, FineTagger, WordEncoder
from spectral_core.models.parsing.auxiliary_models import Companions, calibrate_arcs
from spectral_core.models.parsing.labeller import Labeller, label_and_deprojectivise_trees
from spectral_core.models.path_clusters import PathClusters
from spectral_core.structured import eisner
from spectral_core.structured.arc_parser import CodedSentences, PrunedArcs, TreeParts

_BATCH = 200  # sentences in one batch
_CANDIDATES_PER_TREE = 4  # trees with high posteriors that are reranked for each requested tree
_MIN_SHARE = 1e-12  # lower bound before the log is taken
_PARSING_FACTOR = 3  # factor of the pruning threshold: parsing prunes more than training
_NO_REACH = np.zeros((2, 0, 0), dtype=np.bool_)


@old_members(tagged="add_tags", propose="parse_with_posteriors", step_through="trace_algorithm")
@dataclass(frozen=True, slots=True, eq=False)
class ArcParser:
    """Scores trees by arcs, siblings and grandparents, among the arcs that a pruner keeps (McDonald, Crammer and
    Pereira 2005; Koo and Collins 2010)."""

    method: ClassVar[str] = "arc-parser"
    settings: ArcParserSettings
    word_encoder: WordEncoder
    weights: ArcWeights
    sentence_count: int  # number of training sentences
    left_out: tuple[tuple[str, int], ...]  # reason, number of sentences
    companions: Companions = field(default_factory=Companions)
    __repr__ = brief_repr

    @property
    def skipped(self) -> Mapping[str, int]:
        """Number of sentences left out of training, by reason."""
        return dict(self.left_out)

    @property
    def pruning_threshold(self) -> float:
        """Ratio to the score of a word's best head below which other heads are pruned when parsing."""
        return min(self.settings.threshold * _PARSING_FACTOR, 1.0)

    @property
    def cluster_source(self) -> str:
        """Where the word clusters come from that are not of the training text; '' without such clusters."""
        clusters = self.word_encoder.clusters
        return clusters.source if isinstance(clusters, PathClusters) else ""

    @property
    def labeller(self) -> Labeller | None:
        """Labeller of the arcs; None if the parser was trained without one."""
        return self.companions.labeller

    def relations(
        self, sentence: Sentence, heads: Sequence[int | None], samples: Sequence[Sentence] = ()
    ) -> list[list[Ranked[str]]]:
        """Return for each word the relations to its head, by log posterior, averaged over `samples` of its readings."""
        if self.labeller is None:
            return [[] for _ in sentence.forms]
        return self.labeller.relations(sentence, heads, len(self.labeller.labels), samples)

    @property
    def tagger(self) -> FineTagger | None:
        """Tagger of the columns that the parser reads; None if the parser was trained without one."""
        chain = self.companions.tagger
        return None if chain is None else FineTagger(self.word_encoder.tagset, chain)

    def add_tags(self, sentence: Sentence) -> Sentence:
        """Return the sentence with predicted tags in the columns that the parser reads."""
        return self.companions.add_tags(sentence) if self.tagger is None else self.tagger.tag(sentence)

    def parse_with_posteriors(
        self,
        sentence: Sentence,
        k: int = 1,
        constraints: Constraints = UNCONSTRAINED,
        samples: Sequence[Sentence] | None = None,
    ) -> tuple[BestFirst[Sentence], eisner.Posteriors, Floats | None]:
        """Return the results of `parse`, `posteriors` and `probabilities` from one inside-outside pass.

        Args:
            samples: Samples of the readings of the sentence, over which the posteriors are averaged; none if they are
                certain; None to let the tagger of the parser judge its tags.
        """
        locks = eisner.Locks.from_constraints(constraints, sentence.forms)
        coded, kept_heads, posteriors = self.prune_and_compute_posteriors(sentence, locks, samples)
        calibration = self.companions.calibration
        probabilities = None if calibration is None else calibrate_arcs(calibration, posteriors)
        trees = self._find_best_trees(coded, kept_heads, posteriors, locks, k)
        labelled = self._label_and_deprojectivise_trees(sentence, trees, constraints, samples or ())
        return labelled, posteriors, probabilities

    def parse_analysed(
        self, analysed: AnalysedSentence, k: int = 1, constraints: Constraints = UNCONSTRAINED
    ) -> tuple[BestFirst[Sentence], eisner.Posteriors, Floats | None]:
        """Parse a sentence whose readings were chosen before; otherwise like `parse_with_posteriors`."""
        return self.parse_with_posteriors(analysed.sentence, k, constraints, analysed.samples)

    def posteriors(self, sentence: Sentence, constraints: Constraints = UNCONSTRAINED) -> eisner.Posteriors:
        """Return the posteriors of all arcs of a sentence; 0 for pruned arcs."""
        return self.prune_and_compute_posteriors(sentence, eisner.Locks.from_constraints(constraints, sentence.forms))[
            2
        ]

    def probabilities(self, sentence: Sentence, constraints: Constraints = UNCONSTRAINED) -> Floats | None:
        """Return (words + 1, words) [head, modifier]: the probability that each arc is correct, calibrated on held-out
        sentences; None if there were too few of them."""
        calibration = self.companions.calibration
        return None if calibration is None else calibrate_arcs(calibration, self.posteriors(sentence, constraints))

    def all_posteriors(
        self, sentences: Sequence[Sentence], samples: Sequence[Sequence[Sentence]] | None = None
    ) -> Iterator[eisner.Posteriors]:
        """Yield the posteriors of many sentences, faster than one by one; `samples` as in `parse_with_posteriors`."""
        for part, part_samples in _split_into_batches(sentences, samples):
            yield from self._compute_batch_posteriors(part, part_samples).to_list()

    def all_heads(
        self, sentences: Sequence[Sentence], samples: Sequence[Sequence[Sentence]] | None = None
    ) -> list[tuple[int, ...]]:
        """Return the heads of the best parse of many sentences at once; lifted arcs are not restored. `samples` as in
        `parse_with_posteriors`."""
        heads: list[tuple[int, ...]] = []
        for part, part_samples in _split_into_batches(sentences, samples):
            if self.settings.decoding == "trees":
                for index, sentence in enumerate(part):
                    own_samples = None if part_samples is None else part_samples[index]
                    pruned = self.prune_and_compute_posteriors(sentence, None, own_samples)
                    heads.append(self._find_best_trees(*pruned, None, 1)[0][1])
                continue
            sums = self._compute_batch_posteriors(part, part_samples)
            flat, bounds = eisner.minimum_risk_heads(sums).tolist(), sums.offsets.tolist()
            heads.extend(tuple(flat[begin:end]) for begin, end in pairwise(bounds))
        return heads

    def parse(self, sentence: Sentence, k: int = 1, constraints: Constraints = UNCONSTRAINED) -> BestFirst[Sentence]:
        """Return up to `k` different trees under the locks, best first. Decoding `mbr` maximises the sum of arc
        posteriors exactly (minimum Bayes risk): the score is the log of the expected unlabelled attachment score.
        Decoding `trees` ranks by the log posterior of the tree among all trees of unpruned arcs: exactly in first
        order, otherwise by reranking the `_CANDIDATES_PER_TREE` times `k` trees with the highest sums of posteriors."""
        if not sentence.forms:
            return BestFirst([Ranked(sentence, 0.0)][:k])
        locks = eisner.Locks.from_constraints(constraints, sentence.forms)
        return self._label_and_deprojectivise_trees(
            sentence, self._find_best_trees(*self.prune_and_compute_posteriors(sentence, locks), locks, k), constraints
        )

    def _label_and_deprojectivise_trees(
        self,
        sentence: Sentence,
        trees: Sequence[tuple[float, tuple[int, ...]]],
        constraints: Constraints,
        samples: Sequence[Sentence] = (),
    ) -> BestFirst[Sentence]:
        """Add relations to trees and restore lifted arcs; trees that become equal are returned once."""
        ranked: BestFirst[Sentence] = BestFirst()
        if not sentence.forms:
            return BestFirst(Ranked(sentence, score) for score, _ in trees)
        seen_heads = set()
        found_heads = [heads for _, heads in trees]
        completed = label_and_deprojectivise_trees(sentence, found_heads, self.labeller, constraints, samples)
        for tree, (score, _) in zip(completed, trees, strict=True):
            if tree.heads not in seen_heads:  # trees may coincide once lifted arcs are restored
                seen_heads.add(tree.heads)
                ranked.append(Ranked(tree, score))
        return ranked

    def _encode_sentences(
        self, sentences: Sequence[Sentence], samples: Sequence[Sequence[Sentence]] | None
    ) -> CodedVariants:
        """Encode sentences, and those whose tags or readings are uncertain with samples of these."""
        if samples is None:
            return self.word_encoder.encode_sentences(sentences, self.tagger)
        return self.word_encoder.encode_with_samples(sentences, samples)

    def _compute_batch_posteriors(
        self, sentences: Sequence[Sentence], samples: Sequence[Sequence[Sentence]] | None = None
    ) -> eisner.ArcPosteriorBatch:
        """Return the arc posteriors of a batch of sentences, averaged over samples of uncertain tags or readings."""
        variants = self._encode_sentences(sentences, samples)
        kept_heads = self.weights.select_candidate_heads(variants.coded, self.pruning_threshold)
        arcs, logs, signs = self._compute_posteriors(variants.coded, kept_heads, _NO_REACH)
        count, starts = len(sentences), variants.coded.starts
        sizes = np.diff(starts)
        offsets = np.concatenate(([0], np.cumsum(sizes * (sizes + 1))))
        if len(variants.owners) > count:
            arcs *= np.repeat(variants.weights, sizes * (sizes + 1))
            bounds = offsets.tolist()
            for variant, owner in enumerate(variants.owners[count:].tolist(), count):
                arcs[bounds[owner] : bounds[owner + 1]] += arcs[bounds[variant] : bounds[variant + 1]]
        return eisner.ArcPosteriorBatch(
            starts[: count + 1], arcs[: offsets[count]], logs[:count], signs[:count], np.zeros(count, dtype=np.int64)
        )

    def _compute_posteriors(
        self, coded: CodedSentences, kept_heads: Indexes, reach: Flags
    ) -> tuple[Floats, Floats, Integers]:
        """Run inside-outside over the unpruned arcs: return the arc posteriors, the log partition functions, and their
        signs."""
        from spectral_core.structured.arc_parser.inference import arc_posteriors

        return arc_posteriors(coded, kept_heads, self.weights.templates, make_hashed_weights(self.weights.rows), reach)

    def prune_and_compute_posteriors(
        self, sentence: Sentence, locks: eisner.Locks | None = None, samples: Sequence[Sentence] | None = None
    ) -> tuple[CodedSentences, Indexes, eisner.Posteriors]:
        """Return the encoded sentence, the heads kept by pruning, and the posteriors of its arcs; `samples` as in
        `parse_with_posteriors`."""
        variants = self._encode_sentences([sentence], None if samples is None else [samples])
        coded = variants.select(0)
        kept_heads, arcs, log, sign = self._prune_and_score_under_locks(coded, locks)
        arcs = arcs * variants.weights[0]
        for variant in range(1, len(variants.weights)):
            arcs += variants.weights[variant] * self._prune_and_score_under_locks(variants.select(variant), locks)[1]
        return coded, kept_heads, eisner.Posteriors(arcs, log, sign)

    def _prune_and_score_under_locks(
        self, coded: CodedSentences, locks: eisner.Locks | None
    ) -> tuple[Indexes, Floats, float, int]:
        """Prune under locks and run inside-outside: return the kept heads, the arc posteriors, the log partition
        function, and its sign."""
        from spectral_core.structured.arc_parser.pruner import prune_arcs_by_scores, score_sentence_arcs

        size = len(coded.codes)
        if locks is None or not size:
            kept_heads, reach = self.weights.select_candidate_heads(coded, self.pruning_threshold), _NO_REACH
        else:
            scores = score_sentence_arcs(coded, 0, self.weights.templates, make_hashed_weights(self.weights.pruner))
            scores = np.where(locks.arcs, scores, -np.inf)
            ((_, tree),) = eisner.k_best_trees(scores, locks, 1)
            kept_heads = prune_arcs_by_scores(scores, np.array(tree), -math.log(self.pruning_threshold), MAX_KEPT_HEADS)
            reach = locks.half_trees
        arcs, logs, signs = self._compute_posteriors(coded, kept_heads, reach)
        return kept_heads, arcs.reshape(size + 1, size), float(logs[0]), int(signs[0])

    def _find_best_trees(
        self,
        coded: CodedSentences,
        kept_heads: Indexes,
        posteriors: eisner.Posteriors,
        locks: eisner.Locks | None,
        k: int,
    ) -> list[tuple[float, tuple[int, ...]]]:
        """Return the heads of up to `k` trees with their scores."""
        size = len(coded.codes)
        if not size or k < 1:
            return [(0.0, tuple[int, ...]())][:k]
        if self.settings.decoding == "trees":
            return self._rerank_by_tree_score(coded, kept_heads, posteriors, locks, k)
        heads, _ = eisner.k_best_tree_heads(posteriors.arcs, locks, k)
        shares = posteriors.arcs[heads, np.arange(size)].sum(axis=1) / size
        scores = np.minimum.accumulate(np.log(np.maximum(shares, _MIN_SHARE)))
        return list(zip(scores.tolist(), map(tuple, heads.tolist()), strict=True))

    def _rerank_by_tree_score(
        self,
        coded: CodedSentences,
        kept_heads: Indexes,
        posteriors: eisner.Posteriors,
        locks: eisner.Locks | None,
        k: int,
    ) -> list[tuple[float, tuple[int, ...]]]:
        """Find the trees with the highest sums of arc posteriors, and rerank them by the log posterior of the whole
        tree."""
        from spectral_core.structured.arc_parser.inference import tree_log_scores

        arcs, parts = self.score_parts(coded, kept_heads)
        size = len(coded.codes)
        arc_scores = (
            posteriors.arcs
            if self.settings.order != "first"
            else _make_arc_matrix(arcs.heads, arcs.modifiers, parts.arcs, size)
        )
        limit = k if self.settings.order == "first" else _CANDIDATES_PER_TREE * k
        allowed = np.zeros((size + 1, size), dtype=bool)
        allowed[arcs.heads, arcs.modifiers - 1] = True
        trees = eisner.k_best_trees(np.where(allowed, arc_scores, -np.inf), locks, limit)
        heads = np.array([tree_heads for _, tree_heads in trees], dtype=np.int64)
        logs = tree_log_scores(arcs, size, parts, heads) - posteriors.log_score
        order = np.argsort(-logs, kind="stable")[:k].tolist()
        return [(float(logs[index]), trees[index][1]) for index in order]

    def score_parts(self, coded: CodedSentences, kept_heads: Indexes) -> tuple[PrunedArcs, TreeParts]:
        """Return the unpruned arcs of a sentence, and the log scores of all parts of trees: arcs, siblings and
        grandparents."""
        from spectral_core.structured.arc_parser.inference import score_parts_of_first_sentence

        return score_parts_of_first_sentence(
            coded, kept_heads, self.weights.templates, make_hashed_weights(self.weights.rows)
        )

    @old_keywords(among="document")
    def trace_algorithm(
        self,
        sentence: Sentence,
        algorithm: str = "",
        document: Sequence[Sentence] = (),  # noqa: ARG002 - one sentence is enough
    ) -> Trace:
        """Trace the search for the tree with the largest sum of posteriors."""
        from spectral_core.models.parsing.traces import EISNER, trace_eisner

        choose_algorithm(algorithm, [EISNER])
        if self.settings.decoding != "mbr":
            raise SettingsError(f"trees are not found by sums of arcs here; learn {self.method} with decoding=mbr")
        return replace(trace_eisner(self.posteriors(sentence).arcs, sentence.forms), algorithms=(EISNER,))

    def arrays(self) -> NamedArrays:
        clusters, tagger = self.word_encoder.clusters, self.companions.tagger
        companions = self.companions
        if tagger is not None and tagger.classes is clusters and isinstance(clusters, PathClusters):
            companions = replace(companions, tagger=replace(tagger, classes=None))  # stored once for both
        return {
            **self.word_encoder.arrays(), **self.weights.arrays(), **companions.arrays(),
            "sentences": np.array(self.sentence_count),
            **pack_counter("skipped", self.skipped),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        """Restore a parser from its arrays; ValueError if they are inconsistent."""
        if not isinstance(settings, ArcParserSettings):
            raise TypeError("these are not the settings of an arc parser")
        words = WordEncoder.from_arrays(arrays, settings.column)
        companions = Companions.from_arrays(arrays, settings.column, settings.seed)
        if companions.tagger is not None and companions.tagger.classes is None:
            companions = replace(companions, tagger=replace(companions.tagger, classes=words.clusters))
        return cls(
            settings, words, ArcWeights.from_arrays(settings, words.optional_annotation, arrays),
            int(arrays["sentences"]), tuple(unpack_counter(arrays, "skipped").items()), companions,
        )  # fmt: skip


def _split_into_batches(
    sentences: Sequence[Sentence], samples: Sequence[Sequence[Sentence]] | None
) -> Iterator[tuple[Sequence[Sentence], Sequence[Sequence[Sentence]] | None]]:
    """Yield batches of sentences with their samples."""
    for low in range(0, len(sentences), _BATCH):
        high = low + _BATCH
        yield sentences[low:high], None if samples is None else samples[low:high]


def _make_arc_matrix(heads: Indexes, words: Indexes, values: Floats, size: int) -> Floats:
    """Return (words + 1, words) [head, modifier] the values of these arcs, 0 for all others."""
    matrix = np.zeros((size + 1, size))
    matrix[heads, words - 1] = values
    return matrix
