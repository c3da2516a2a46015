"""Learnt split head automata: arc posteriors, best trees under locks, lists of trees, and what they were cut from."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Floats, Named
from spectral_core.brief import brief
from spectral_core.data import FREE, BestFirst, Constraints, Ranked, Sentence
from spectral_core.data.automaton import Automaton
from spectral_core.data.trace import Trace
from spectral_core.errors import SettingsError
from spectral_core.inference import eisner
from spectral_core.model import Arrays, Scored, Settings, algorithm_among
from spectral_core.models.automata import CLUSTERS, EVIDENCE, Hierarchy, hierarchy, modifier_sequences
from spectral_core.models.head_automata.lattices import product
from spectral_core.models.head_automata.moments import Moments
from spectral_core.models.head_automata.owners import SIDES, heads_of, owner_of, side_name
from spectral_core.models.head_automata.parameters import HeadAutomataLearning, Parameters, truncated
from spectral_core.models.head_automata.settings import HeadAutomataSettings
from spectral_core.models.head_automata.storing import Parts
from spectral_core.models.head_automata.vocabulary import RARE
from spectral_core.models.parsing.certainty import arc_probabilities
from spectral_core.models.parsing.companions import Companions
from spectral_core.models.parsing.labeller import Labeller
from spectral_core.models.parsing.relations import completed
from spectral_core.models.parsing.sentences import scored_heads
from spectral_core.models.tagger import ChainTagger

LEAST = -50.0  # log of the score of a word where that of a sentence is nothing
CLIP = 0.01  # of the size of its parts: what a stopping score is raised to
BATCH = 200  # sentences that are laid out at a time


@dataclass(frozen=True, slots=True, eq=False)
class HeadAutomata:
    """Split head automata: each tag has one automaton over modifiers on its left and one for those on its right."""

    method: ClassVar[str] = "head-automata"
    settings: HeadAutomataSettings
    symbols: tuple[str, ...]  # the tags it knows, sorted
    parameters: Parameters
    moments: Moments
    learning: HeadAutomataLearning
    places: dict[str, int] = field(repr=False)
    companions: Companions = field(default_factory=Companions)
    __repr__ = brief

    @property
    def labeller(self) -> Labeller | None:
        """What names the relations of its arcs; None where it was learnt without."""
        return self.companions.labeller

    def relations(self, sentence: Sentence, heads: Sequence[int | None]) -> list[list[Ranked[str]]]:
        if self.labeller is None:
            return [[] for _ in sentence.forms]
        return self.labeller.relations(sentence, heads, len(self.labeller.labels))

    @property
    def tagger(self) -> ChainTagger | None:
        return self.companions.tagger

    @property
    def clipped(self) -> int:
        """How many different modifier sequences of the corpus have a spectral score without meaning."""
        return self.learning.clipped

    @property
    def skipped(self) -> Mapping[str, int]:
        """How many sentences were left out of learning, by reason."""
        return dict(self.moments.skipped)

    @property
    def sentences(self) -> int:
        """How many sentences it was learnt from."""
        return round(self.moments.sentences)

    @property
    def parts(self) -> tuple[str, ...]:
        """What `spectrum` can be asked for: head tags and directions, those with the most modifiers first."""
        frequency = {self._owner(f"{tag} {side}"): count for tag, side, count in self.heads}
        owners = sorted(self.learning.spectra, key=lambda owner: (-frequency.get(owner, 0), owner))
        return tuple(f"{self.symbols[owner // 2]} {side_name(owner % 2)}" for owner in owners)

    @property
    def heads(self) -> tuple[tuple[str, str, int], ...]:
        """(head tag, direction, modifiers) of what it was learnt from, most modifiers first."""
        return heads_of(self.moments, self.places)

    def spectrum(self, part: str = "") -> Floats:
        """The singular values of a part as in `NN left`, or of the first; none where nothing was decomposed."""
        if not part:
            if not self.learning.spectra:
                return np.zeros(0)
            part = self.parts[0]
        return self.learning.spectra.get(self._owner(part), np.zeros(0))

    def operators(self, head: str, direction: str) -> tuple[dict[str, Floats], Floats, Floats]:
        """(operators [to, from] by modifier, start, stop) of one head tag and direction, without the mixture floor.
        States of spectral estimates lie in the orthonormal basis U of the decomposition."""
        owner = self._owner(f"{head} {direction}")
        held = self.parameters.automata
        group, side = owner // 2, owner % 2
        states = slice(0, int(self.learning.ranks[owner])) if len(self.learning.ranks) else slice(None)
        operators = held.operators[group, side, :, states, states].swapaxes(1, 2) * self.parameters.scale[:, None, None]
        start, stop = held.start[group, side, states], held.stop[group, side, states]
        return dict(zip(self.symbols, operators, strict=False)), start, stop

    def automaton(
        self, head: str, direction: str, clusters: int = CLUSTERS, minimum: int | None = None,
        sentences: Sequence[Sentence] | None = None, evidence: float = EVIDENCE,
    ) -> Automaton:  # fmt: skip
        """The hidden states of one head tag and direction as a deterministic automaton: clusters of the forward
        vectors of the frequent prefixes of `sentences`, or of what it was learnt from, merged until each symbol leads
        to one (Luque et al. 2012, section 5.3). A prefix occurs at least `minimum` times, by default as suits how many
        sequences there are, and a merge needs the share `evidence` of them."""
        return self.hierarchy(head, direction, minimum, sentences).cut(clusters, evidence)

    def hierarchy(
        self, head: str, direction: str, minimum: int | None = None, sentences: Sequence[Sentence] | None = None
    ) -> Hierarchy:
        """What `automaton` cuts; another number of clusters is another cut."""
        if self.parameters.table is not None or (self.settings.alone and self.settings.lexical != "none"):
            raise SettingsError("this model has no hidden states to show; learn head-automata with spectral or em")
        operators, start, _ = self.operators(head, direction)
        if sentences is not None:
            passages = modifier_sequences(sentences, head, direction, self.settings.column)
            seen = {symbols: len(places) for symbols, places in passages.items()}
            return hierarchy(operators, start, seen, head=head, direction=direction, minimum=minimum, passages=passages)
        names = self.moments.symbols
        learnt = {
            tuple(names[symbol] for symbol in symbols): round(weight)
            for symbols, weight in self.moments.sequences.of(names.index(head) * 2 + SIDES[direction])
        }
        return hierarchy(operators, start, learnt, head=head, direction=direction, minimum=minimum)

    @property
    def most_states(self) -> int:
        """How many states `truncated` can keep: those of the head with the most; 0 where nothing was decomposed."""
        decomposed = self.settings.estimator in ("spectral", "spectral-paper") and len(self.learning.ranks)
        return int(self.learning.ranks.max()) if decomposed else 0

    def truncated(self, states: int) -> Self:
        """The spectral model with fewer hidden states, the same as if it had been learnt with so many: closed forms
        are nested. Its labeller and tagger stay; its arcs are not calibrated."""
        if not self.most_states:
            remedy = "estimator spectral and alone false" if self.settings.alone else "estimator spectral"
            raise SettingsError(f"only spectral estimates can be cut to fewer states; learn this model with {remedy}")
        if not 1 <= states <= self.settings.states:
            raise SettingsError(f"this model can be cut to 1 to {self.settings.states} states, not {states}")
        parameters, learning = truncated(self.parameters, self.learning, self.moments, states)
        made = self.of(replace(self.settings, states=states), self.symbols, parameters, self.moments, learning)
        return replace(made, companions=replace(self.companions, calibration=None))

    def _owner(self, part: str) -> int:
        return owner_of(part, self.moments, self.places)

    def tagged(self, sentence: Sentence) -> Sentence:
        """The sentence with the tags of the model's own tagger in the column that it reads."""
        return self.companions.tagged(sentence)

    def numbers(self, sentence: Sentence) -> list[int]:
        """The symbols that it reads the words of a sentence as."""
        places, rare = self.places, self.places.get(RARE, len(self.symbols))
        return [places.get(tag, rare) for tag in sentence.column(self.settings.column)]

    def lattice(self, sentence: Sentence, locks: eisner.Locks | None = None) -> eisner.Lattice:
        """The sentence as the automata see it."""
        mine = self.parameters
        tags = np.array(self.numbers(sentence), dtype=np.int64)
        plain = eisner.Lattice.plain(tags, tags, mine.roots[tags])
        parts = []
        if mine.lexicon is not None:
            alone = self.settings.alone
            scale = mine.scale if alone else np.ones_like(mine.scale)  # once for each modifier
            discount = 0.0 if alone else self.settings.discount
            following = mine.lexicon.following[tags]
            parts.append((following, *mine.lexicon.weights(tags, sentence.forms, scale, discount)))
        if mine.table is not None:
            parts.append(mine.table.local(tags))
        if not parts and locks is None:
            return plain
        following, weights, ends = product(parts) if parts else (plain.following, plain.weights, plain.ends)
        return eisner.Lattice(tags, tags, plain.roots, following, weights, ends, locks)

    def _batch(self, sentences: Sequence[Sentence]) -> eisner.Batch:
        if self.parameters.lexicon is not None or self.parameters.table is not None:
            return eisner.Batch.of([self.lattice(sentence) for sentence in sentences])
        flat = np.array([tag for sentence in sentences for tag in self.numbers(sentence)], dtype=np.int64)
        offsets = np.concatenate(([0], np.cumsum([len(sentence) for sentence in sentences]))).astype(np.int64)
        return eisner.Batch.plain(offsets, flat, flat, self.parameters.roots[flat])

    @property
    def _clip(self) -> float:
        return CLIP if self.settings.estimator == "spectral" and self.settings.clipping else 0.0

    def propose(
        self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE
    ) -> tuple[BestFirst[Sentence], eisner.Posteriors, Floats | None]:
        """What `parse`, `posteriors` and `probabilities` say, from one sum over all trees."""
        lattice = self._locked(sentence, constraints)
        found = self._sound(lattice)
        calibration = self.companions.calibration
        chances = None if calibration is None else arc_probabilities(calibration, found)
        return self._completed(sentence, self._trees(lattice, k, found), constraints), found, chances

    def posteriors(self, sentence: Sentence, constraints: Constraints = FREE) -> eisner.Posteriors:
        """The posteriors of all arcs of a sentence; those of spectral estimates may be below 0 or above 1."""
        return self._sound(self._locked(sentence, constraints))

    def probabilities(self, sentence: Sentence, constraints: Constraints = FREE) -> Floats | None:
        """(words + 1, words) [head, modifier]: how probable each arc is right, by how often arcs of its posterior were
        right in sentences held out; those of a word sum to 1. None where there were too few to hold out."""
        calibration = self.companions.calibration
        return None if calibration is None else arc_probabilities(calibration, self.posteriors(sentence, constraints))

    def _locked(self, sentence: Sentence, constraints: Constraints) -> eisner.Lattice:
        return self.lattice(sentence, eisner.Locks.of(constraints, sentence.forms))

    def _sound(self, lattice: eisner.Lattice, found: eisner.Posteriors | None = None) -> eisner.Posteriors:
        """Where nothing can be divided by the sum over all trees, the one-state automata answer, and it is counted."""
        if found is None:
            found = eisner.sums(self.parameters.automata, eisner.Batch.of([lattice]), self._clip)[0]
        if found.sign == 0:
            found = eisner.sums(self.parameters.fallback, eisner.Batch.of([lattice]))[0]
            found = eisner.Posteriors(found.arcs, found.log_score, found.sign, found.clipped + 1)
        return found

    def all_posteriors(self, sentences: Sequence[Sentence]) -> Iterator[eisner.Posteriors]:
        """The posteriors of many sentences, which takes less time than one by one."""
        for low in range(0, len(sentences), BATCH):
            part = sentences[low : low + BATCH]
            each = eisner.sums(self.parameters.automata, self._batch(part), self._clip).each()
            for sentence, found in zip(part, each, strict=True):
                yield found if found.sign else self._sound(self.lattice(sentence), found)

    def all_heads(self, sentences: Sequence[Sentence]) -> list[tuple[int, ...]]:
        """The heads that `parse` puts first, of many sentences at once; lifted words are not put back."""
        if self.settings.decoding != "mbr":
            return [self._trees(self.lattice(sentence), 1)[0][1] for sentence in sentences]
        heads: list[tuple[int, ...]] = []
        for low in range(0, len(sentences), BATCH):
            part = sentences[low : low + BATCH]
            batch = self._batch(part)
            found = eisner.sums(self.parameters.automata, batch, self._clip)
            flat = eisner.best_heads(found).tolist()
            bounds = batch.offsets.tolist()
            for at, sentence in enumerate(part):
                if found.signs[at]:
                    heads.append(tuple(flat[bounds[at] : bounds[at + 1]]))
                else:
                    heads.append(self._trees(self.lattice(sentence), 1)[0][1])
        return heads

    def parse(self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE) -> BestFirst[Sentence]:
        """Up to `k` different trees under the locks, best first. Decoding mbr ranks them exactly by the sum of the
        posteriors of their arcs: the score is the log of the share of words that are expected to have the right head.
        Decoding viterbi ranks by log probabilities of best derivations, but for what all trees share."""
        if not sentence.forms:
            return BestFirst([Ranked(sentence, 0.0)][:k])
        return self._completed(sentence, self._trees(self._locked(sentence, constraints), k), constraints)

    def _completed(
        self, sentence: Sentence, trees: Sequence[tuple[float, tuple[int, ...]]], constraints: Constraints
    ) -> BestFirst[Sentence]:
        ranked: BestFirst[Sentence] = BestFirst()
        for score, heads in trees:
            made = completed(sentence, heads, self.labeller, constraints) if heads else sentence
            if all(made.heads != one.value.heads for one in ranked):  # two may be one after crossing arcs are put back
                ranked.append(Ranked(made, score))
        return ranked

    def _trees(
        self, lattice: eisner.Lattice, k: int, found: eisner.Posteriors | None = None
    ) -> list[tuple[float, tuple[int, ...]]]:
        """The heads of up to `k` trees with their scores, from the posteriors where these are there."""
        if not len(lattice):
            return [(0.0, tuple[int, ...]())][:k]
        if self.settings.decoding == "viterbi":
            refuse_negative(self.settings)
            return eisner.best_derivations(self.parameters.automata, lattice, k)
        arcs = (self._sound(lattice) if found is None else found).arcs
        trees = eisner.best_trees(arcs, lattice.locks, k)
        words = np.arange(len(lattice))
        shares = [float(arcs[np.array(heads), words].sum()) / len(lattice) for _, heads in trees]
        scores = np.minimum.accumulate([math.log(max(share, 1e-12)) for share in shares]).tolist()
        return [(score, heads) for score, (_, heads) in zip(scores, trees, strict=True)]

    def step_through(
        self,
        sentence: Sentence,
        algorithm: str = "",
        among: Sequence[Sentence] = (),
    ) -> Trace:
        """The search of the tree with the largest sum of posteriors, or the merging of an automaton's states."""
        from spectral_core.models.head_automata.steps import MERGING, merging_steps
        from spectral_core.models.parsing.eisner_steps import EISNER, eisner_steps

        others = (EISNER, MERGING)
        if algorithm_among(algorithm, others) == MERGING:
            return replace(merging_steps(self, sentence, among), others=others)
        if self.settings.decoding != "mbr":
            raise SettingsError(f"trees are not found by sums of arcs here; learn {self.method} with decoding=mbr")
        return replace(eisner_steps(self.posteriors(sentence).arcs, sentence.forms), others=others)

    def tree_scores(self, sentences: Sequence[Sentence]) -> list[Scored]:
        """The natural log of the absolute score of each sentence with the tree that it has, but for what all its trees
        share; scores that are not positive, and parts that were raised, are counted. Crossing arcs are lifted.
        DataError for one without a tree."""
        found: list[Scored] = []
        for low in range(0, len(sentences), BATCH):
            part = sentences[low : low + BATCH]
            lattices = [self.lattice(one, _alone(scored_heads(one))) for one in part]
            sums = eisner.sums(self.parameters.automata, eisner.Batch.of(lattices), self._clip)
            for one, own in zip(part, sums.each(), strict=True):
                log = own.log_score if own.sign else LEAST * len(one)
                found.append(Scored(log, len(one), 0, own.clipped + (own.sign <= 0)))
        return found

    def arrays(self) -> Named:
        parts = self.symbols, self.parameters, self.moments, self.learning
        return Parts(*parts, self.companions).arrays()

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        """The model that `arrays` were taken from; ValueError where they do not fit together."""
        if not isinstance(settings, HeadAutomataSettings):
            raise TypeError("these are not the settings of head automata")
        parts = Parts.from_arrays(settings, arrays)
        made = cls.of(settings, parts.symbols, parts.parameters, parts.moments, parts.learning)
        return replace(made, companions=parts.companions)

    @classmethod
    def of(
        cls, settings: HeadAutomataSettings, symbols: tuple[str, ...], parameters: Parameters, moments: Moments,
        learning: HeadAutomataLearning,
    ) -> Self:  # fmt: skip
        """The model of these sums and parameters."""
        places = {symbol: place for place, symbol in enumerate(symbols)}
        return cls(settings, symbols, parameters, moments, learning, places)


def _alone(heads: tuple[int, ...]) -> eisner.Locks:
    """What leaves no other tree."""
    arcs = np.zeros((len(heads) + 1, len(heads)), dtype=bool)
    arcs[np.array(heads), np.arange(len(heads))] = True
    return eisner.Locks(arcs, np.zeros((2, 0, 0), dtype=bool))


def refuse_negative(settings: HeadAutomataSettings) -> None:
    """SettingsError where best derivations are wanted of estimates that have none."""
    spectral = settings.estimator in ("spectral", "spectral-paper")
    if settings.decoding == "viterbi" and spectral and (settings.lexical == "none" or not settings.alone):
        raise SettingsError(
            "head-automata: viterbi needs probabilities, and spectral estimates may be negative; "
            "set decoding to mbr, or estimator to em"
        )
