"""Learnt latent dependency grammars: arc posteriors, best trees under locks, scores and hidden states of trees."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Floats, Integers, Named
from spectral_core.brief import brief
from spectral_core.data import FREE, BestFirst, Constraints, Ranked, Sentence
from spectral_core.inference import eisner
from spectral_core.model import Arrays, NodeState, Scored, Settings, pack, part_in, prefixed, unpack
from spectral_core.models.latent_dependencies.grammars import Grammars, pruner_of
from spectral_core.models.latent_dependencies.items import TreeItems
from spectral_core.models.latent_dependencies.parameters import LatentParameters
from spectral_core.models.latent_dependencies.settings import LatentDependenciesSettings
from spectral_core.models.latent_dependencies.trees import HeadedTrees
from spectral_core.models.latent_dependencies.walks import Walk
from spectral_core.models.latent_dependencies.words import FormClasses
from spectral_core.models.parsing.certainty import arc_probabilities
from spectral_core.models.parsing.companions import Companions
from spectral_core.models.parsing.relations import completed
from spectral_core.models.parsing.sentences import projective_heads, scored_heads
from spectral_core.models.tagger import ChainTagger

BATCH = 100  # sentences that are laid out at a time
_LEAST = -1e4  # log of a score that is nothing
KINDS = ("node", "left half", "right half", "left modifiers", "right modifiers")  # of hidden states of a word


@dataclass(frozen=True, slots=True, eq=False)
class LatentDependencies:
    """Grammars whose words, their halves, and heads along their modifiers have hidden states."""

    method: ClassVar[str] = "latent-dependencies"
    settings: LatentDependenciesSettings
    grammars: Grammars
    trees: HeadedTrees
    iterations: Floats = field(default_factory=lambda: np.zeros(0))  # log-likelihood before each, of the first of them
    companions: Companions = field(default_factory=Companions)
    __repr__ = brief

    @classmethod
    def of(
        cls, settings: LatentDependenciesSettings, trees: HeadedTrees, forms: FormClasses, items: TreeItems,
        members: Sequence[LatentParameters], iterations: Floats,
    ) -> Self:  # fmt: skip
        """The model of these grammars of these trees."""
        tags = {tag: place for place, tag in enumerate(trees.tags)}
        pruner = pruner_of(trees, items, settings.column)
        return cls(settings, Grammars(settings, tags, forms, pruner, tuple(members)), trees, iterations)

    @property
    def tagger(self) -> ChainTagger | None:
        return self.companions.tagger

    @property
    def skipped(self) -> Mapping[str, int]:
        """How many sentences were left out of learning, by reason."""
        return dict(self.trees.skipped)

    @property
    def sentences(self) -> int:
        """How many sentences it was learnt from."""
        return self.trees.sentences

    def tagged(self, sentence: Sentence) -> Sentence:
        """The sentence with the tags of the model's own tagger in the column that it reads."""
        return self.companions.tagged(sentence)

    def relations(self, sentence: Sentence, heads: Sequence[int | None]) -> list[list[Ranked[str]]]:
        labeller = self.companions.labeller
        if labeller is None:
            return [[] for _ in sentence.forms]
        return labeller.relations(sentence, heads, len(labeller.labels))

    def propose(
        self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE
    ) -> tuple[BestFirst[Sentence], eisner.Posteriors, Floats | None]:
        """What `parse`, `posteriors` and `probabilities` say, from one sum over all trees."""
        locks = eisner.Locks.of(constraints, sentence.forms)
        found = self._posteriors(sentence, constraints, locks)
        calibration = self.companions.calibration
        chances = None if calibration is None else arc_probabilities(calibration, found)
        return self._completed(sentence, _best(found, locks, k), constraints), found, chances

    def posteriors(self, sentence: Sentence, constraints: Constraints = FREE) -> eisner.Posteriors:
        """The posteriors of all arcs, as shares that sum to 1 for each word; sizes count where estimates are signed."""
        return self._posteriors(sentence, constraints, eisner.Locks.of(constraints, sentence.forms))

    def probabilities(self, sentence: Sentence, constraints: Constraints = FREE) -> Floats | None:
        """(words + 1, words) [head, modifier]: how probable each arc is right, by how often arcs of its posterior were
        right in sentences held out; those of a word sum to 1. None where there were too few to hold out."""
        calibration = self.companions.calibration
        return None if calibration is None else arc_probabilities(calibration, self.posteriors(sentence, constraints))

    def _posteriors(
        self, sentence: Sentence, constraints: Constraints, locks: eisner.Locks | None
    ) -> eisner.Posteriors:
        pruned = self.grammars.pruner.posteriors(sentence, constraints)
        return self.grammars.posteriors([sentence], locks, [pruned])[0]

    def all_posteriors(self, sentences: Sequence[Sentence]) -> Iterator[eisner.Posteriors]:
        """The posteriors of many sentences, which takes less time than one by one."""
        for low in range(0, len(sentences), BATCH):
            part = sentences[low : low + BATCH]
            yield from self.grammars.posteriors(part, None, list(self.grammars.pruner.all_posteriors(part)))

    def all_heads(self, sentences: Sequence[Sentence]) -> list[tuple[int, ...]]:
        """The heads that `parse` puts first, of many sentences at once; lifted words are not put back."""
        return [_best(found, None, 1)[0][1] for found in self.all_posteriors(sentences)]

    def parse(self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE) -> BestFirst[Sentence]:
        """Up to `k` different trees under the locks, exactly those with the largest sums of the posteriors of their
        arcs; the score is the log of the share of words that are expected to have the right head."""
        return self.propose(sentence, k, constraints)[0]

    def _completed(
        self, sentence: Sentence, trees: Sequence[tuple[float, tuple[int, ...]]], constraints: Constraints
    ) -> BestFirst[Sentence]:
        ranked: BestFirst[Sentence] = BestFirst()
        for score, heads in trees:
            made = completed(sentence, heads, self.companions.labeller, constraints) if heads else sentence
            if all(made.heads != one.value.heads for one in ranked):  # two may be one after crossing arcs are put back
                ranked.append(Ranked(made, score))
        return ranked

    def tree_scores(self, sentences: Sequence[Sentence]) -> list[Scored]:
        """The natural log of the absolute score of each sentence with the tree that it has, the mean over the grammars,
        but for what all its trees share; scores that are not positive are counted. Crossing arcs are lifted. DataError
        for one without a tree."""
        logs, signs = self.signed_logs(sentences)
        clipped = (signs <= 0).sum(axis=0).tolist()
        means = np.maximum(logs, _LEAST).mean(axis=0).tolist()
        rows = zip(means, clipped, sentences, strict=True)
        return [Scored(log, len(sentence), 0, times) for log, times, sentence in rows]

    def signed_logs(self, sentences: Sequence[Sentence]) -> tuple[Floats, Integers]:
        """(grammars, sentences) the logs of the absolute scores of their trees, and the signs of these."""
        heads = [scored_heads(sentence) for sentence in sentences]
        items = self.grammars.items(sentences, heads)
        owners = np.repeat(np.arange(len(heads)), [len(own) for own in heads])
        found = [self._walk(items, member).logs(owners, len(heads)) for member in self.grammars.members]
        return np.stack([logs for logs, _ in found]), np.stack([signs for _, signs in found])

    def _walk(self, items: TreeItems, member: LatentParameters) -> Walk:
        return Walk.of(items, member, len(self.grammars.forms))

    def rescored(self, ranked: Sequence[Ranked[Sentence]]) -> list[Ranked[Sentence]]:
        """The same trees by their own scores."""
        scores = self.tree_scores([one.value for one in ranked])
        found = [replace(one, score=own.log) for one, own in zip(ranked, scores, strict=True)]
        return sorted(found, key=lambda one: -one.score)

    @property
    def state_parts(self) -> tuple[str, ...]:
        """The tags whose words have hidden states, the most frequent first."""
        times = np.bincount(self.trees.words[:, 0], minlength=len(self.trees.tags))
        return tuple(self.trees.tags[place] for place in np.argsort(-times, kind="stable").tolist())

    def states(self, sentence: Sentence) -> list[NodeState]:
        """The states of every word, of its halves, and along its modifiers when all of a side are there, by the first
        of the grammars; in the tree that the sentence has, or without one in its best."""
        if not sentence.forms:
            return []
        heads = projective_heads(sentence) or self.all_heads([sentence])[0]
        walk = self._walk(self.grammars.items([sentence], [heads]), self.grammars.members[0])
        inside = walk.inside()
        outside = walk.outside(inside)
        found = []
        ends = walk.items.last
        for word, tag in enumerate(sentence.column(self.settings.column)):
            parts = [("nodes", word), *(("halves", 2 * word + side) for side in range(2))]
            parts += [("heads", int(ends[2 * word + side])) for side in range(2)]
            for kind, (name, row) in zip(KINDS, parts, strict=True):
                here, around = getattr(inside, name)[row], getattr(outside, name)[row]
                shares = np.maximum(here * around, 0.0)
                total = shares.sum()
                even = np.full(len(shares), 1.0 / len(shares))
                vector = np.concatenate((_unit(here), _unit(around)))
                found.append(NodeState(tag, word + 1, kind, shares / total if total > 0 else even, vector))
        return found

    def arrays(self) -> Named:
        members: Named = {}
        for place, member in enumerate(self.grammars.members):
            members |= prefixed(f"member{place}_", member.arrays())
        return {
            **prefixed("trees_", self.trees.arrays()), "form_names": pack(self.grammars.forms.names), **members,
            "iterations": self.iterations, **self.companions.arrays(),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        """The model that `arrays` were taken from; ValueError where they do not fit together."""
        if not isinstance(settings, LatentDependenciesSettings):
            raise TypeError("these are not the settings of latent dependency grammars")
        trees = HeadedTrees.from_arrays(part_in(arrays, "trees_"))
        forms = FormClasses.named(unpack(arrays["form_names"]))
        parts = [part_in(arrays, f"member{place}_") for place in range(settings.members)]
        members = [LatentParameters.from_arrays(part, len(trees.tags) + 1) for part in parts]
        items = TreeItems.of_trees(trees, np.zeros(len(trees.words), dtype=np.int64))
        made = cls.of(settings, trees, forms, items, members, arrays["iterations"].astype(np.float64))
        return replace(made, companions=Companions.from_arrays(arrays, settings.column, settings.seed))


def _best(found: eisner.Posteriors, locks: eisner.Locks | None, k: int) -> list[tuple[float, tuple[int, ...]]]:
    """Up to `k` trees with the logs of the shares of words that are expected to be right."""
    size = found.arcs.shape[1]
    if not size:
        return [(0.0, tuple[int, ...]())][:k]
    trees = eisner.best_trees(found.arcs, locks, k)
    shares = [float(found.arcs[np.array(heads), np.arange(size)].sum()) / size for _, heads in trees]
    scores = np.minimum.accumulate([math.log(max(share, 1e-12)) for share in shares]).tolist()
    return [(score, heads) for score, (_, heads) in zip(scores, trees, strict=True)]


def _unit(vector: Floats) -> Floats:
    length = float(np.sqrt(vector @ vector))
    return vector / length if length > 0 else vector
