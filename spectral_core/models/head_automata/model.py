"""Trained split head automata: arc posteriors, best trees under locks, k-best lists, and automata of hidden states."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Floats, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import UNCONSTRAINED, BestFirst, Constraints, Ranked, Sentence
from spectral_core.data.automaton import Automaton
from spectral_core.data.trace import Trace
from spectral_core.deprecated import old_keywords, old_members
from spectral_core.errors import SettingsError
from spectral_core.model import Arrays, LogScore, Settings, choose_algorithm
from spectral_core.models.automaton_extraction import (
    DEFAULT_CLUSTERS,
    DEFAULT_EVIDENCE,
    PrefixClustering,
    cluster_prefixes,
    collect_modifier_sequences,
)
from spectral_core.models.head_automata.modifier_probabilities import make_product_automaton
from spectral_core.models.head_automata.moments import (
    RARE_TAG,
    Moments,
    find_automaton_id,
    rank_automata,
    select_automaton_tags,
    side_name,
)
from spectral_core.models.head_automata.parameters import (
    HeadAutomataLearning,
    HeadAutomataParameters,
    StoredModelParts,
    truncate_parameters,
)
from spectral_core.models.head_automata.settings import HeadAutomataSettings
from spectral_core.models.parsing.auxiliary_models import Companions, calibrate_arcs, find_trees_by_arc_posteriors
from spectral_core.models.parsing.labeller import Labeller, rank_labelled_trees
from spectral_core.models.parsing.training_sentences import require_projective_heads
from spectral_core.models.tagger import ChainTagger
from spectral_core.structured import eisner

MIN_LOG_SCORE = -50.0  # log score per word of a sentence whose score is not positive
CLIPPING_RATIO = 0.01  # minimum of a stopping score, relative to the size of its terms
BATCH_SIZE = 200  # sentences in one batch


@old_members(
    places="index_of",
    hierarchy="cluster_prefixes",
    most_states="max_states",
    truncated="truncate",
    tagged="add_tags",
    numbers="encode",
    lattice="make_lattice",
    propose="parse_with_posteriors",
    step_through="trace_algorithm",
    of="from_parameters",
    sentences="sentence_count",
    parts="spectrum_parts",
)
@dataclass(frozen=True, slots=True, eq=False)
class HeadAutomata:
    """Split head automata: each tag has one automaton for the modifiers on its left and one for those on its right."""

    method: ClassVar[str] = "head-automata"
    settings: HeadAutomataSettings
    symbols: tuple[str, ...]  # known tags, sorted
    parameters: HeadAutomataParameters
    moments: Moments
    learning: HeadAutomataLearning
    index_of: dict[str, int] = field(repr=False)
    companions: Companions = field(default_factory=Companions)
    __repr__ = brief_repr

    @property
    def labeller(self) -> Labeller | None:
        """Labeller of the arcs; None if the model was trained without one."""
        return self.companions.labeller

    def relations(self, sentence: Sentence, heads: Sequence[int | None]) -> list[list[Ranked[str]]]:
        """Return for each word the relations to its head, by log posterior."""
        if self.labeller is None:
            return [[] for _ in sentence.forms]
        return self.labeller.relations(sentence, heads, len(self.labeller.labels))

    @property
    def tagger(self) -> ChainTagger | None:
        """Tagger of the column that the automata read; None if the model was trained without one."""
        return self.companions.tagger

    @property
    def clipped(self) -> int:
        """Number of distinct modifier sequences in the corpus with a nonpositive spectral score."""
        return self.learning.clipped

    @property
    def skipped(self) -> Mapping[str, int]:
        """Number of sentences left out of training, by reason."""
        return dict(self.moments.skipped)

    @property
    def sentence_count(self) -> int:
        """Number of training sentences."""
        return round(self.moments.sentence_count)

    @property
    def spectrum_parts(self) -> tuple[str, ...]:
        """Automata that have a `spectrum`, such as `NN left` (head tag and direction), those with the most modifiers
        first."""
        frequency = {self._find_automaton_id(f"{tag} {side}"): count for tag, side, count in self.heads}
        owners = sorted(self.learning.spectra, key=lambda owner: (-frequency.get(owner, 0), owner))
        return tuple(f"{self.symbols[owner // 2]} {side_name(owner % 2)}" for owner in owners)

    @property
    def heads(self) -> tuple[tuple[str, str, int], ...]:
        """(head tag, direction, modifiers) of the training text, most modifiers first."""
        return rank_automata(self.moments, self.index_of)

    def spectrum(self, part: str = "") -> Floats:
        """Return the singular values of a part such as `NN left`, by default the first; empty without a
        decomposition."""
        if not part:
            if not self.learning.spectra:
                return np.zeros(0)
            part = self.spectrum_parts[0]
        return self.learning.spectra.get(self._find_automaton_id(part), np.zeros(0))

    def operators(self, head: str, direction: str) -> tuple[dict[str, Floats], Floats, Floats]:
        """Return (operators [to, from] by modifier, start, stop) of one head tag and direction, without the mixture
        floor. States of spectral estimates are in the orthonormal basis U of the decomposition."""
        owner = self._find_automaton_id(f"{head} {direction}")
        automata = self.parameters.automata
        group, side = owner // 2, owner % 2
        states = slice(0, int(self.learning.ranks[owner])) if len(self.learning.ranks) else slice(None)
        operators = (
            automata.operators[group, side, :, states, states].swapaxes(1, 2) * self.parameters.scale[:, None, None]
        )
        start, stop = automata.start[group, side, states], automata.stop[group, side, states]
        return dict(zip(self.symbols, operators, strict=False)), start, stop

    def automaton(
        self, head: str, direction: str, clusters: int = DEFAULT_CLUSTERS, minimum: int | None = None,
        sentences: Sequence[Sentence] | None = None, evidence: float = DEFAULT_EVIDENCE,
    ) -> Automaton:  # fmt: skip
        """Return the hidden states of one head tag and direction as a deterministic automaton: clusters of the forward
        vectors of the frequent prefixes of `sentences`, or of the training text, merged until transitions are
        deterministic (Luque et al. 2012, section 5.3). Prefixes must occur at least `minimum` times (the default
        depends on the number of sequences), and a merge needs the share `evidence` of sequences."""
        return self.cluster_prefixes(head, direction, minimum, sentences).extract_automaton(clusters, evidence)

    def cluster_prefixes(
        self, head: str, direction: str, minimum: int | None = None, sentences: Sequence[Sentence] | None = None
    ) -> PrefixClustering:
        """Return the hierarchical clustering of prefixes that `automaton` cuts into states."""
        if self.parameters.sibling_weights is not None or (self.settings.alone and self.settings.lexical != "none"):
            raise SettingsError("this model has no hidden states to show; learn head-automata with spectral or em")
        owner = self._find_automaton_id(f"{head} {direction}")
        operators, start, _ = self.operators(head, direction)
        if sentences is not None:
            sequence_positions = self._merge_rare_tags(
                collect_modifier_sequences(sentences, head, direction, self.settings.column)
            )
            counts = {symbols: len(positions) for symbols, positions in sequence_positions.items()}
            return cluster_prefixes(
                operators,
                start,
                counts,
                head=head,
                direction=direction,
                minimum=minimum,
                occurrences=sequence_positions,
            )
        sequences = self.moments.sequences.renumber(select_automaton_tags(self.moments)[1])
        training_counts = {
            tuple(self.symbols[symbol] for symbol in symbols): round(weight)
            for symbols, weight in sequences.list_sequences(owner)
        }
        return cluster_prefixes(operators, start, training_counts, head=head, direction=direction, minimum=minimum)

    def _merge_rare_tags(
        self, sequence_positions: Mapping[tuple[str, ...], Sequence[tuple[int, int]]]
    ) -> dict[tuple[str, ...], list[tuple[int, int]]]:
        """Return the positions of sequences in which RARE_TAG takes the place of tags without automata of their own."""
        merged: dict[tuple[str, ...], list[tuple[int, int]]] = {}
        for tags, positions in sequence_positions.items():
            known_tags = tuple(
                RARE_TAG if RARE_TAG in self.index_of and tag not in self.index_of else tag for tag in tags
            )
            merged.setdefault(known_tags, []).extend(positions)
        return {tags: sorted(positions) for tags, positions in merged.items()}

    @property
    def max_states(self) -> int:
        """Maximal number of states for `truncate`: that of the largest automaton; 0 without a decomposition."""
        is_decomposed = self.settings.estimator in ("spectral", "spectral-paper") and len(self.learning.ranks)
        return int(self.learning.ranks.max()) if is_decomposed else 0

    def truncate(self, states: int) -> Self:
        """Return the spectral model with fewer hidden states, the same as if trained with these: closed-form estimates
        are nested. Labeller and tagger are kept; arcs are uncalibrated."""
        if not self.max_states:
            remedy = "estimator spectral and alone false" if self.settings.alone else "estimator spectral"
            raise SettingsError(f"only spectral estimates can be cut to fewer states; learn this model with {remedy}")
        if not 1 <= states <= self.settings.states:
            raise SettingsError(f"this model can be cut to 1 to {self.settings.states} states, not {states}")
        parameters, learning = truncate_parameters(self.parameters, self.learning, self.moments, states)
        model = self.from_parameters(
            replace(self.settings, states=states), self.symbols, parameters, self.moments, learning
        )
        return replace(model, companions=replace(self.companions, calibration=None))

    def _find_automaton_id(self, part: str) -> int:
        """Return the owner id of an automaton such as `NN left`."""
        return find_automaton_id(part, self.moments, self.index_of)

    def add_tags(self, sentence: Sentence) -> Sentence:
        """Return the sentence with the tags of the model's tagger in the column that it reads."""
        return self.companions.add_tags(sentence)

    def encode(self, sentence: Sentence) -> list[int]:
        """Return the symbol ids of the words of a sentence."""
        index_of, rare = self.index_of, self.index_of.get(RARE_TAG, len(self.symbols))
        return [index_of.get(tag, rare) for tag in sentence.column(self.settings.column)]

    def make_lattice(self, sentence: Sentence, locks: eisner.Locks | None = None) -> eisner.SentenceLattice:
        """Return the lattice of the automata over a sentence."""
        parameters = self.parameters
        tags = np.array(self.encode(sentence), dtype=np.int64)
        tags_only = eisner.SentenceLattice.make_unweighted(tags, tags, parameters.roots[tags])
        sentence_automata = []
        if parameters.lexicon is not None:
            is_words_only = self.settings.alone
            scale = parameters.scale if is_words_only else np.ones_like(parameters.scale)  # per modifier
            discount = 0.0 if is_words_only else self.settings.discount
            following = parameters.lexicon.state_after[tags]
            sentence_automata.append(
                (following, *parameters.lexicon.compute_lexical_factors(tags, sentence.forms, scale, discount))
            )
        if parameters.sibling_weights is not None:
            sentence_automata.append(parameters.sibling_weights.restrict_to_tags(tags))
        if not sentence_automata and locks is None:
            return tags_only
        following, weights, ends = (
            make_product_automaton(sentence_automata)
            if sentence_automata
            else (tags_only.next_states, tags_only.weights, tags_only.ends)
        )
        return eisner.SentenceLattice(tags, tags, tags_only.roots, following, weights, ends, locks)

    def _make_lattice_batch(self, sentences: Sequence[Sentence]) -> eisner.LatticeBatch:
        """Make the lattices of a batch of sentences without locks."""
        if self.parameters.lexicon is not None or self.parameters.sibling_weights is not None:
            return eisner.LatticeBatch.from_lattices([self.make_lattice(sentence) for sentence in sentences])
        flat = np.array([tag for sentence in sentences for tag in self.encode(sentence)], dtype=np.int64)
        offsets = np.concatenate(([0], np.cumsum([len(sentence) for sentence in sentences]))).astype(np.int64)
        return eisner.LatticeBatch.make_unweighted(offsets, flat, flat, self.parameters.roots[flat])

    @property
    def _clipping_ratio(self) -> float:
        """Minimum of a stopping score, relative to the size of its terms; 0 without clipping."""
        return CLIPPING_RATIO if self.settings.estimator == "spectral" and self.settings.clipping else 0.0

    def parse_with_posteriors(
        self, sentence: Sentence, k: int = 1, constraints: Constraints = UNCONSTRAINED
    ) -> tuple[BestFirst[Sentence], eisner.Posteriors, Floats | None]:
        """Return the results of `parse`, `posteriors` and `probabilities` from one inside-outside pass."""
        lattice = self._make_locked_lattice(sentence, constraints)
        posteriors = self._compute_posteriors(lattice)
        calibration = self.companions.calibration
        probabilities = None if calibration is None else calibrate_arcs(calibration, posteriors)
        trees = self._find_best_trees(lattice, k, posteriors)
        return rank_labelled_trees(sentence, trees, self.labeller, constraints), posteriors, probabilities

    def posteriors(self, sentence: Sentence, constraints: Constraints = UNCONSTRAINED) -> eisner.Posteriors:
        """Return the posteriors of all arcs of a sentence; spectral estimates may be below 0 or above 1."""
        return self._compute_posteriors(self._make_locked_lattice(sentence, constraints))

    def probabilities(self, sentence: Sentence, constraints: Constraints = UNCONSTRAINED) -> Floats | None:
        """Return (words + 1, words) [head, modifier]: the probability that each arc is correct, calibrated on held-out
        sentences; those of a word sum to 1. None if there were too few held-out sentences."""
        calibration = self.companions.calibration
        return None if calibration is None else calibrate_arcs(calibration, self.posteriors(sentence, constraints))

    def _make_locked_lattice(self, sentence: Sentence, constraints: Constraints) -> eisner.SentenceLattice:
        """Return the lattice of the automata over a sentence under constraints."""
        return self.make_lattice(sentence, eisner.Locks.from_constraints(constraints, sentence.forms))

    def _compute_posteriors(
        self, lattice: eisner.SentenceLattice, posteriors: eisner.Posteriors | None = None
    ) -> eisner.Posteriors:
        """Run inside-outside over all trees; if the sum is 0, use the one-state automata and count the sentence as
        clipped."""
        if posteriors is None:
            posteriors = eisner.arc_posteriors(
                self.parameters.automata, eisner.LatticeBatch.from_lattices([lattice]), self._clipping_ratio
            )[0]
        if posteriors.sign == 0:
            posteriors = eisner.arc_posteriors(self.parameters.fallback, eisner.LatticeBatch.from_lattices([lattice]))[
                0
            ]
            posteriors = eisner.Posteriors(
                posteriors.arcs, posteriors.log_score, posteriors.sign, posteriors.clipped + 1
            )
        return posteriors

    def all_posteriors(self, sentences: Sequence[Sentence]) -> Iterator[eisner.Posteriors]:
        """Yield the posteriors of many sentences, faster than one by one."""
        for low in range(0, len(sentences), BATCH_SIZE):
            part = sentences[low : low + BATCH_SIZE]
            batch_posteriors = eisner.arc_posteriors(
                self.parameters.automata, self._make_lattice_batch(part), self._clipping_ratio
            ).to_list()
            for sentence, posteriors in zip(part, batch_posteriors, strict=True):
                yield (
                    posteriors if posteriors.sign else self._compute_posteriors(self.make_lattice(sentence), posteriors)
                )

    def all_heads(self, sentences: Sequence[Sentence]) -> list[tuple[int, ...]]:
        """Return the heads of the best parse of many sentences at once; lifted arcs are not restored."""
        if self.settings.decoding != "mbr":
            return [self._find_best_trees(self.make_lattice(sentence), 1)[0][1] for sentence in sentences]
        heads: list[tuple[int, ...]] = []
        for low in range(0, len(sentences), BATCH_SIZE):
            part = sentences[low : low + BATCH_SIZE]
            batch = self._make_lattice_batch(part)
            sums = eisner.arc_posteriors(self.parameters.automata, batch, self._clipping_ratio)
            flat = eisner.minimum_risk_heads(sums).tolist()
            bounds = batch.offsets.tolist()
            for index, sentence in enumerate(part):
                if sums.signs[index]:
                    heads.append(tuple(flat[bounds[index] : bounds[index + 1]]))
                else:
                    heads.append(self._find_best_trees(self.make_lattice(sentence), 1)[0][1])
        return heads

    def parse(self, sentence: Sentence, k: int = 1, constraints: Constraints = UNCONSTRAINED) -> BestFirst[Sentence]:
        """Return up to `k` different trees under the locks, best first. Decoding `mbr` maximises the sum of arc
        posteriors exactly (minimum Bayes risk): the score is the log of the expected unlabelled attachment score.
        Decoding `viterbi` ranks by log probabilities of best derivations, up to a constant of the sentence."""
        if not sentence.forms:
            return BestFirst([Ranked(sentence, 0.0)][:k])
        trees = self._find_best_trees(self._make_locked_lattice(sentence, constraints), k)
        return rank_labelled_trees(sentence, trees, self.labeller, constraints)

    def _find_best_trees(
        self, lattice: eisner.SentenceLattice, k: int, posteriors: eisner.Posteriors | None = None
    ) -> list[tuple[float, tuple[int, ...]]]:
        """Return the heads of up to `k` trees with their scores; decode from `posteriors` if given."""
        if self.settings.decoding == "viterbi" and len(lattice):
            check_decoding(self.settings)
            return eisner.k_best_derivations(self.parameters.automata, lattice, k)
        arcs = (self._compute_posteriors(lattice) if posteriors is None else posteriors).arcs
        return find_trees_by_arc_posteriors(arcs, lattice.locks, k)

    @old_keywords(among="document")
    def trace_algorithm(
        self,
        sentence: Sentence,
        algorithm: str = "",
        document: Sequence[Sentence] = (),
    ) -> Trace:
        """Trace the search for the tree with the largest sum of posteriors, or the merging of an automaton's states."""
        from spectral_core.models.parsing.traces import EISNER, MERGING, trace_eisner, trace_state_merging

        algorithms = (EISNER, MERGING)
        if choose_algorithm(algorithm, algorithms) == MERGING:
            return replace(trace_state_merging(self, sentence, document), algorithms=algorithms)
        if self.settings.decoding != "mbr":
            raise SettingsError(f"trees are not found by sums of arcs here; learn {self.method} with decoding=mbr")
        return replace(trace_eisner(self.posteriors(sentence).arcs, sentence.forms), algorithms=algorithms)

    def tree_scores(self, sentences: Sequence[Sentence]) -> list[LogScore]:
        """Return the natural log of the absolute score of each sentence with its own tree, up to a constant of the
        sentence; nonpositive scores, and raised parts, are counted as clipped. Crossing arcs are lifted. DataError for
        a sentence without a tree."""
        scores: list[LogScore] = []
        for low in range(0, len(sentences), BATCH_SIZE):
            part = sentences[low : low + BATCH_SIZE]
            lattices = [
                self.make_lattice(sentence, _make_tree_locks(require_projective_heads(sentence))) for sentence in part
            ]
            sums = eisner.arc_posteriors(
                self.parameters.automata, eisner.LatticeBatch.from_lattices(lattices), self._clipping_ratio
            )
            for sentence, tree_sum in zip(part, sums.to_list(), strict=True):
                log_score = tree_sum.log_score if tree_sum.sign else MIN_LOG_SCORE * len(sentence)
                scores.append(LogScore(log_score, len(sentence), 0, tree_sum.clipped + (tree_sum.sign <= 0)))
        return scores

    def arrays(self) -> NamedArrays:
        parts = self.symbols, self.parameters, self.moments, self.learning
        return StoredModelParts(*parts, self.companions).arrays()

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        """Restore a model from its arrays; ValueError if they are inconsistent."""
        if not isinstance(settings, HeadAutomataSettings):
            raise TypeError("these are not the settings of head automata")
        parts = StoredModelParts.from_arrays(settings, arrays)
        model = cls.from_parameters(settings, parts.symbols, parts.parameters, parts.moments, parts.learning)
        return replace(model, companions=parts.companions)

    @classmethod
    def from_parameters(
        cls, settings: HeadAutomataSettings, symbols: tuple[str, ...], parameters: HeadAutomataParameters,
        moments: Moments, learning: HeadAutomataLearning,
    ) -> Self:  # fmt: skip
        """Make the model from its counts and parameters."""
        index_of = {symbol: index for index, symbol in enumerate(symbols)}
        return cls(settings, symbols, parameters, moments, learning, index_of)


def _make_tree_locks(heads: tuple[int, ...]) -> eisner.Locks:
    """Return locks that allow only the tree with these heads."""
    arcs = np.zeros((len(heads) + 1, len(heads)), dtype=bool)
    arcs[np.array(heads), np.arange(len(heads))] = True
    return eisner.Locks(arcs, np.zeros((2, 0, 0), dtype=bool))


def check_decoding(settings: HeadAutomataSettings) -> None:
    """Raise SettingsError if Viterbi decoding is requested with estimates that may be negative."""
    spectral = settings.estimator in ("spectral", "spectral-paper")
    if settings.decoding == "viterbi" and spectral and (settings.lexical == "none" or not settings.alone):
        raise SettingsError(
            "head-automata: viterbi needs probabilities, and spectral estimates may be negative; "
            "set decoding to mbr, or estimator to em"
        )
