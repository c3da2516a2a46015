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
from spectral_core.models.arc_parser.words_and_fine_tags import FineTagger, WordEncoder
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
        self, sentence: Sentence, heads: Sequence[int | None], alternative: Sentence | None = None
    ) -> list[list[Ranked[str]]]:
        """Return for each word the relations to its head, by log posterior; `alternative` is the sentence with its
        second readings."""
        if self.labeller is None:
            return [[] for _ in sentence.forms]
        return self.labeller.relations(sentence, heads, len(self.labeller.labels), alternative)

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
        alternative: Sentence | None = None,
    ) -> tuple[BestFirst[Sentence], eisner.Posteriors, Floats | None]:
        """Return the results of `parse`, `posteriors` and `probabilities` from one inside-outside pass.

        Args:
            alternative: The sentence with its second-best tags, over which the posteriors are averaged; the same
                sentence if its tags are certain; None to let the tagger of the parser judge them.
        """
        locks = eisner.Locks.from_constraints(constraints, sentence.forms)
        coded, kept_heads, posteriors = self.prune_and_compute_posteriors(sentence, locks, alternative)
        calibration = self.companions.calibration
        probabilities = None if calibration is None else calibrate_arcs(calibration, posteriors)
        trees = self._find_best_trees(coded, kept_heads, posteriors, locks, k)
        labelled = self._label_and_deprojectivise_trees(sentence, trees, constraints, alternative)
        return labelled, posteriors, probabilities

    def parse_analysed(
        self, analysed: AnalysedSentence, k: int = 1, constraints: Constraints = UNCONSTRAINED
    ) -> tuple[BestFirst[Sentence], eisner.Posteriors, Floats | None]:
        """Parse a sentence whose readings were chosen before; otherwise like `parse_with_posteriors`."""
        return self.parse_with_posteriors(analysed.sentence, k, constraints, analysed.alternative)

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
        self, sentences: Sequence[Sentence], alternatives: Sequence[Sentence] | None = None
    ) -> Iterator[eisner.Posteriors]:
        """Yield the posteriors of many sentences, faster than one by one; `alternatives` as in
        `parse_with_posteriors`."""
        for part, part_alternatives in _split_into_batches(sentences, alternatives):
            yield from self._compute_batch_posteriors(part, part_alternatives).to_list()

    def all_heads(
        self, sentences: Sequence[Sentence], alternatives: Sequence[Sentence] | None = None
    ) -> list[tuple[int, ...]]:
        """Return the heads of the best parse of many sentences at once; lifted arcs are not restored. `alternatives`
        as in `parse_with_posteriors`."""
        heads: list[tuple[int, ...]] = []
        for part, part_alternatives in _split_into_batches(sentences, alternatives):
            if self.settings.decoding == "trees":
                for index, sentence in enumerate(part):
                    alternative = None if part_alternatives is None else part_alternatives[index]
                    pruned = self.prune_and_compute_posteriors(sentence, None, alternative)
                    heads.append(self._find_best_trees(*pruned, None, 1)[0][1])
                continue
            sums = self._compute_batch_posteriors(part, part_alternatives)
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
        alternative: Sentence | None = None,
    ) -> BestFirst[Sentence]:
        """Add relations to trees and restore lifted arcs; trees that become equal are returned once."""
        ranked: BestFirst[Sentence] = BestFirst()
        if not sentence.forms:
            return BestFirst(Ranked(sentence, score) for score, _ in trees)
        seen_heads = set()
        found_heads = [heads for _, heads in trees]
        completed = label_and_deprojectivise_trees(sentence, found_heads, self.labeller, constraints, alternative)
        for tree, (score, _) in zip(completed, trees, strict=True):
            if tree.heads not in seen_heads:  # trees may coincide once lifted arcs are restored
                seen_heads.add(tree.heads)
                ranked.append(Ranked(tree, score))
        return ranked

    def _encode_sentences(
        self, sentences: Sequence[Sentence], alternatives: Sequence[Sentence] | None
    ) -> tuple[CodedSentences, list[int], CodedSentences | None]:
        """Encode sentences, and those with uncertain tags with their second-best tags; also return the indexes of
        these."""
        if alternatives is None:
            return self.word_encoder.encode_sentences(sentences, self.tagger)
        return self.word_encoder.encode_with_alternatives(sentences, alternatives)

    def _compute_batch_posteriors(
        self, sentences: Sequence[Sentence], alternatives: Sequence[Sentence] | None = None
    ) -> eisner.ArcPosteriorBatch:
        """Return the arc posteriors of a batch of sentences; those of sentences with uncertain tags are averaged over
        the two best taggings."""
        coded, uncertain, second_coded = self._encode_sentences(sentences, alternatives)
        kept_heads = self.weights.select_candidate_heads(coded, self.pruning_threshold)
        arcs, logs, signs = self._compute_posteriors(coded, kept_heads, _NO_REACH)
        if second_coded is not None:
            second_arcs = self._compute_posteriors(
                second_coded, self.weights.select_candidate_heads(second_coded, self.pruning_threshold), _NO_REACH
            )[0]
            sizes = np.diff(coded.starts)
            is_uncertain = np.zeros(len(sentences), dtype=bool)
            is_uncertain[uncertain] = True
            uncertain_cells = np.repeat(is_uncertain, sizes * (sizes + 1))
            arcs[uncertain_cells] = (arcs[uncertain_cells] + second_arcs) / 2
        return eisner.ArcPosteriorBatch(coded.starts, arcs, logs, signs, np.zeros(len(sentences), dtype=np.int64))

    def _compute_posteriors(
        self, coded: CodedSentences, kept_heads: Indexes, reach: Flags
    ) -> tuple[Floats, Floats, Integers]:
        """Run inside-outside over the unpruned arcs: return the arc posteriors, the log partition functions, and their
        signs."""
        from spectral_core.structured.arc_parser.inference import arc_posteriors

        return arc_posteriors(coded, kept_heads, self.weights.templates, make_hashed_weights(self.weights.rows), reach)

    def prune_and_compute_posteriors(
        self, sentence: Sentence, locks: eisner.Locks | None = None, alternative: Sentence | None = None
    ) -> tuple[CodedSentences, Indexes, eisner.Posteriors]:
        """Return the encoded sentence, the heads kept by pruning, and the posteriors of its arcs; `alternative` as in
        `parse_with_posteriors`."""
        coded, _, second_coded = self._encode_sentences([sentence], None if alternative is None else [alternative])
        kept_heads, arcs, log, sign = self._prune_and_score_under_locks(coded, locks)
        if second_coded is not None:
            arcs = (arcs + self._prune_and_score_under_locks(second_coded, locks)[1]) / 2
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
    sentences: Sequence[Sentence], alternatives: Sequence[Sentence] | None
) -> Iterator[tuple[Sequence[Sentence], Sequence[Sentence] | None]]:
    """Yield batches of sentences with their alternatives."""
    for low in range(0, len(sentences), _BATCH):
        high = low + _BATCH
        yield sentences[low:high], None if alternatives is None else alternatives[low:high]


def _make_arc_matrix(heads: Indexes, words: Indexes, values: Floats, size: int) -> Floats:
    """Return (words + 1, words) [head, modifier] the values of these arcs, 0 for all others."""
    matrix = np.zeros((size + 1, size))
    matrix[heads, words - 1] = values
    return matrix
