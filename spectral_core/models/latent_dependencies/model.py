"""Trained latent dependency grammars: arc posteriors, best trees under locks, scores and hidden states of trees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Floats, Integers, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import UNCONSTRAINED, BestFirst, Constraints, Ranked, Sentence
from spectral_core.deprecated import old_members
from spectral_core.maths.linalg import normalise_rows
from spectral_core.model import (
    Arrays,
    LogScore,
    NodeState,
    Settings,
    add_prefix,
    pack_strings,
    select_part,
    unpack_strings,
)
from spectral_core.models.head_automata import Moments
from spectral_core.models.latent_dependencies.grammar import (
    GrammarEnsemble,
    LatentParameters,
    TreeInsideOutside,
    count_pruner_moments,
    train_pruner,
)
from spectral_core.models.latent_dependencies.settings import LatentDependenciesSettings
from spectral_core.models.latent_dependencies.training_trees import FormClasses, HeadedTrees, TreeItems
from spectral_core.models.parsing.auxiliary_models import Companions, calibrate_arcs, find_trees_by_arc_posteriors
from spectral_core.models.parsing.labeller import rank_labelled_trees
from spectral_core.models.parsing.training_sentences import find_projective_heads, require_projective_heads
from spectral_core.models.tagger import ChainTagger
from spectral_core.structured import eisner

BATCH_SIZE = 100  # sentences in one batch
_MIN_LOG_SCORE, _MIN_WORD_LOG_SCORE = -1e4, -50.0  # minimum log score, of a sentence of up to 200 words and by word
STATE_KINDS = ("node", "left half", "right half", "left modifiers", "right modifiers")  # hidden states of a word


@old_members(tagged="add_tags", propose="parse_with_posteriors")
@dataclass(frozen=True, slots=True, eq=False)
class LatentDependencies:
    """Dependency grammar with hidden states of words, of their halves, and of heads between modifiers; or an ensemble
    of such grammars."""

    method: ClassVar[str] = "latent-dependencies"
    settings: LatentDependenciesSettings
    grammars: GrammarEnsemble
    trees: HeadedTrees | None  # the training trees; None in a model that was stored without them
    iterations: Floats = field(default_factory=lambda: np.zeros(0))  # log-likelihoods of the first grammar
    companions: Companions = field(default_factory=Companions)
    __repr__ = brief_repr

    @classmethod
    def from_members(
        cls, settings: LatentDependenciesSettings, trees: HeadedTrees | None, moments: Moments, forms: FormClasses,
        members: Sequence[LatentParameters], iterations: Floats,
    ) -> Self:  # fmt: skip
        """Make the model from grammars trained on these trees, and the moments of the trees for the pruner."""
        tags = {tag: number for number, tag in enumerate(moments.symbols)}
        pruner = train_pruner(moments, settings.column)
        return cls(settings, GrammarEnsemble(settings, tags, forms, pruner, tuple(members)), trees, iterations)

    @property
    def has_text(self) -> bool:
        """Whether the training trees are there."""
        return self.trees is not None

    def without_text(self) -> Self:
        """Return the same model without its training trees."""
        return replace(self, trees=None)

    @property
    def moments(self) -> Moments:
        """Modifier sequences of the training trees, which the pruner depends on."""
        return self.grammars.pruner.moments

    @property
    def tagger(self) -> ChainTagger | None:
        """Tagger of the column that the grammar reads; None if the model was trained without one."""
        return self.companions.tagger

    @property
    def skipped(self) -> Mapping[str, int]:
        """Number of sentences left out of training, by reason."""
        return dict(self.moments.skipped)

    @property
    def sentence_count(self) -> int:
        """Number of training sentences."""
        return round(self.moments.sentence_count)

    def add_tags(self, sentence: Sentence) -> Sentence:
        """Return the sentence with the tags of the model's tagger in the column that it reads."""
        return self.companions.add_tags(sentence)

    def relations(self, sentence: Sentence, heads: Sequence[int | None]) -> list[list[Ranked[str]]]:
        """Return for each word the relations to its head, by log posterior."""
        labeller = self.companions.labeller
        if labeller is None:
            return [[] for _ in sentence.forms]
        return labeller.relations(sentence, heads, len(labeller.labels))

    def parse_with_posteriors(
        self, sentence: Sentence, k: int = 1, constraints: Constraints = UNCONSTRAINED
    ) -> tuple[BestFirst[Sentence], eisner.Posteriors, Floats | None]:
        """Return the results of `parse`, `posteriors` and `probabilities` from one inside-outside pass."""
        locks = eisner.Locks.from_constraints(constraints, sentence.forms)
        posteriors = self._compute_posteriors(sentence, constraints, locks)
        calibration = self.companions.calibration
        probabilities = None if calibration is None else calibrate_arcs(calibration, posteriors)
        trees = find_trees_by_arc_posteriors(posteriors.arcs, locks, k)
        return rank_labelled_trees(sentence, trees, self.companions.labeller, constraints), posteriors, probabilities

    def posteriors(self, sentence: Sentence, constraints: Constraints = UNCONSTRAINED) -> eisner.Posteriors:
        """Return the posteriors of all arcs, normalised to sum to 1 for each word; signed estimates enter with their
        absolute values."""
        return self._compute_posteriors(
            sentence, constraints, eisner.Locks.from_constraints(constraints, sentence.forms)
        )

    def probabilities(self, sentence: Sentence, constraints: Constraints = UNCONSTRAINED) -> Floats | None:
        """Return (words + 1, words) [head, modifier]: the probability that each arc is correct, calibrated on held-out
        sentences; those of a word sum to 1. None if there were too few held-out sentences."""
        calibration = self.companions.calibration
        return None if calibration is None else calibrate_arcs(calibration, self.posteriors(sentence, constraints))

    def _compute_posteriors(
        self, sentence: Sentence, constraints: Constraints, locks: eisner.Locks | None
    ) -> eisner.Posteriors:
        """Prune the arcs of a sentence and average the posteriors of the grammars."""
        pruned = self.grammars.pruner.posteriors(sentence, constraints)
        return self.grammars.average_posteriors([sentence], locks, [pruned])[0]

    def all_posteriors(self, sentences: Sequence[Sentence]) -> Iterator[eisner.Posteriors]:
        """Yield the posteriors of many sentences, computed in batches, which is faster than one by one."""
        for start in range(0, len(sentences), BATCH_SIZE):
            batch = sentences[start : start + BATCH_SIZE]
            yield from self.grammars.average_posteriors(batch, None, list(self.grammars.pruner.all_posteriors(batch)))

    def all_heads(self, sentences: Sequence[Sentence]) -> list[tuple[int, ...]]:
        """Return the heads of the best parse of many sentences at once; lifted arcs are not restored."""
        best_trees = (
            find_trees_by_arc_posteriors(posteriors.arcs, None, 1)[0] for posteriors in self.all_posteriors(sentences)
        )
        return [heads for _, heads in best_trees]

    def parse(self, sentence: Sentence, k: int = 1, constraints: Constraints = UNCONSTRAINED) -> BestFirst[Sentence]:
        """Return up to `k` different trees under the locks, exactly those with the largest sums of arc posteriors; the
        score is the log of the expected unlabelled attachment score."""
        return self.parse_with_posteriors(sentence, k, constraints)[0]

    def tree_scores(self, sentences: Sequence[Sentence]) -> list[LogScore]:
        """Return the natural log of the absolute score of each sentence with its own tree, averaged over the grammars,
        up to a constant of the sentence; nonpositive scores are counted as clipped. Crossing arcs are lifted. DataError
        for a sentence without a tree."""
        logs, signs = self.log_scores_with_signs(sentences)
        clipped = (signs <= 0).sum(axis=0).tolist()
        floors = [min(_MIN_LOG_SCORE, _MIN_WORD_LOG_SCORE * len(sentence)) for sentence in sentences]
        means = np.maximum(logs, floors).mean(axis=0).tolist()
        rows = zip(means, clipped, sentences, strict=True)
        return [LogScore(log, len(sentence), 0, clipped_members) for log, clipped_members, sentence in rows]

    def log_scores_with_signs(self, sentences: Sequence[Sentence]) -> tuple[Floats, Integers]:
        """Return (grammars, sentences) the log absolute scores of the sentences' trees, and their signs."""
        heads = [require_projective_heads(sentence) for sentence in sentences]
        items = self.grammars.build_items(sentences, heads)
        owners = np.repeat(np.arange(len(heads)), np.array([len(sentence) for sentence in sentences], dtype=np.int64))
        member_scores = [
            self._make_inside_outside(items, member).compute_log_scores(owners, len(heads))
            for member in self.grammars.members
        ]
        return np.stack([logs for logs, _ in member_scores]), np.stack([signs for _, signs in member_scores])

    def _make_inside_outside(self, items: TreeItems, member: LatentParameters) -> TreeInsideOutside:
        """Gather the tensors of one grammar for inside-outside over these items."""
        return TreeInsideOutside.from_items(items, member, len(self.grammars.forms))

    @property
    def state_parts(self) -> tuple[str, ...]:
        """Tags of words with hidden states, the most frequent first."""
        frequencies = self.moments.symbol_counts()
        return tuple(self.moments.symbols[tag] for tag in np.argsort(-frequencies, kind="stable").tolist())

    def states(self, sentence: Sentence) -> list[NodeState]:
        """Return the states of every word, of its halves, and of its head items after all modifiers of a side, by the
        first grammar; in the sentence's tree, or in its best parse."""
        if not sentence.forms:
            return []
        heads = find_projective_heads(sentence) or self.all_heads([sentence])[0]
        tree_pass = self._make_inside_outside(self.grammars.build_items([sentence], [heads]), self.grammars.members[0])
        inside = tree_pass.compute_inside()
        outside = tree_pass.compute_outside(inside)
        states = []
        ends = tree_pass.items.last_head_items
        for word, tag in enumerate(sentence.column(self.settings.column)):
            parts = [("nodes", word), *(("halves", 2 * word + side) for side in range(2))]
            parts += [("heads", int(ends[2 * word + side])) for side in range(2)]
            for kind, (name, row) in zip(STATE_KINDS, parts, strict=True):
                inside_vector, outside_vector = getattr(inside, name)[row], getattr(outside, name)[row]
                posterior = np.maximum(inside_vector * outside_vector, 0.0)
                total = posterior.sum()
                uniform = np.full(len(posterior), 1.0 / len(posterior))
                vector = normalise_rows(np.stack((inside_vector, outside_vector))).ravel()
                states.append(NodeState(tag, word + 1, kind, posterior / total if total > 0 else uniform, vector))
        return states

    def arrays(self) -> NamedArrays:
        members: NamedArrays = {}
        for number, member in enumerate(self.grammars.members):
            members |= add_prefix(f"member{number}_", member.arrays())
        return {
            **({} if self.trees is None else add_prefix("trees_", self.trees.arrays())),
            **add_prefix("pruner_", self.moments.arrays()), "form_names": pack_strings(self.grammars.forms.names),
            **members, "iterations": self.iterations, **self.companions.arrays(),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        """Restore the model from its settings and arrays; ValueError if these are inconsistent."""
        if not isinstance(settings, LatentDependenciesSettings):
            raise TypeError("these are not the settings of latent dependency grammars")
        tree_arrays, moment_arrays = select_part(arrays, "trees_"), select_part(arrays, "pruner_")
        trees = HeadedTrees.from_arrays(tree_arrays) if tree_arrays or not moment_arrays else None
        if trees is None:
            moments = Moments.from_arrays(moment_arrays)
        else:
            moments = count_pruner_moments(trees, TreeItems.from_trees(trees, np.zeros(len(trees.words), np.int64)))
        forms = FormClasses.from_names(unpack_strings(arrays["form_names"]))
        parts = [select_part(arrays, f"member{number}_") for number in range(settings.members)]
        members = [LatentParameters.from_arrays(part, len(moments.symbols) + 1) for part in parts]
        model = cls.from_members(settings, trees, moments, forms, members, arrays["iterations"].astype(np.float64))
        return replace(model, companions=Companions.from_arrays(arrays, settings.column, settings.seed))
