"""Narrow protocols of learnt models, to be tested with `isinstance`."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, Self, runtime_checkable

from spectral_core.arrays import Floats, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import FREE, Analysis, Constraints, Ranked, Sentence
from spectral_core.data.automaton import Automaton
from spectral_core.data.structure import Marginals, Position
from spectral_core.data.trace import Trace
from spectral_core.deprecated import old_members
from spectral_core.model.packing import Arrays
from spectral_core.model.settings import Settings


@dataclass(frozen=True, slots=True)
class Scored:
    """Score of one sequence, with the counts that a perplexity needs."""

    log: float  # natural log of the score of the counted symbols
    symbols: int  # counted: known words and one end symbol, unless a prefix was scored
    unknown: int = 0  # words the model does not know; not in `log`, not in `symbols`
    clipped: int = 0  # non-positive estimates that were replaced by a floor


@runtime_checkable
class Model(Protocol):
    """A learnt model: immutable, complete, and restored exactly from its settings and arrays."""

    @property
    def method(self) -> str:
        """Name of its row in METHODS."""
        ...

    @property
    def settings(self) -> Settings:
        """Settings it was learnt with."""
        ...

    def arrays(self) -> NamedArrays:
        """Return all parameters by name, as a model file stores them."""
        ...

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        """Restore a model from what `settings` and `arrays` of another gave.

        Raises:
            ValueError: if the arrays do not fit together.
        """
        ...


@runtime_checkable
class Scorer(Protocol):
    """Scores sequences."""

    def scores(self, sentences: Sequence[Sentence], prefix: bool = False) -> list[Scored]:
        """Score each sentence.

        Args:
            sentences: The sentences to score.
            prefix: Score each as a prefix of all sequences that begin with it, without its end.
        """
        ...


@runtime_checkable
class TreeScorer(Protocol):
    """Scores trees, whichever parser or annotator made them."""

    def tree_scores(self, sentences: Sequence[Sentence]) -> list[Scored]:
        """Return the log score of each sentence with its tree; the better of two trees has the higher score.

        Raises:
            DataError: if a sentence has no tree.
        """
        ...


@runtime_checkable
class HasWordVectors(Protocol):
    """Has a vector for each known word; words that are used alike have similar directions."""

    @property
    def words(self) -> tuple[str, ...]:
        """The known words, most frequent first."""
        ...

    def find_known_form(self, word: str) -> str | None:
        """Return the form under which a word is known; None for an unknown word."""
        ...

    def vector(self, word: str) -> Floats:
        """Return (dimensions,) the vector of a word.

        Raises:
            DataError: if the word is unknown.
        """
        ...

    def neighbours(self, word: str, k: int = 10) -> list[tuple[str, float]]:
        """Return the `k` words nearest by direction, with their cosines."""
        ...

    def contexts(self, word: str, k: int = 10) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
        """Return the typical words before and after a word with their counts; "" stands for the edge of a sentence."""
        ...

    def project_to_plane(self, limit: int = 300) -> tuple[tuple[str, ...], Floats]:
        """Return the `limit` most frequent words, and (words, 2) their vectors projected to a plane."""
        ...


@runtime_checkable
class HasWordClasses(Protocol):
    """Has soft word classes: a probability of each class for each word."""

    @property
    def words(self) -> tuple[str, ...]:
        """The known words."""
        ...

    def class_frequencies(self) -> Floats:
        """Return (classes,) the relative frequency of each class in the training text."""
        ...

    def typical_words(self, class_number: int, limit: int) -> list[tuple[str, float]]:
        """Return the most probable words of a class with p(word | class).

        Args:
            class_number: The class, counted from 0.
            limit: The most words to return.
        """
        ...

    def class_probabilities(self, word: str) -> Floats:
        """Return (classes,) p(class | word); empty for an unknown word."""
        ...

    def neighbours(self, word: str, k: int = 10) -> list[tuple[str, float]]:
        """Return the `k` words with the most similar classes, and the share of their probability that they have in
        common."""
        ...


@runtime_checkable
class HasVocabulary(Protocol):
    """Reads the words or tags of the column that its settings name; all unknown ones are one symbol to it."""

    @property
    def symbols(self) -> Collection[str]:
        """The known words or tags."""
        ...


@runtime_checkable
class Parser(Protocol):
    """Ranks the structures of a sentence: sentences with other heads, or with another tree."""

    def parse(self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE) -> list[Ranked[Sentence]]:
        """Return up to `k` different structures, best first.

        Args:
            sentence: The sentence to parse; structure that it has is not read.
            k: The most structures to return.
            constraints: Locks that each structure must satisfy.
        """
        ...


class ArcPosteriors(Protocol):
    """Posteriors of the arcs of a sentence, summed over all its trees."""

    @property
    def clipped(self) -> int:
        """Number of meaningless (non-positive) estimates that were raised to a floor."""
        ...

    def head_distributions(self) -> Floats:
        """Return (words + 1, words) [head, modifier]: a distribution over the heads of each word."""
        ...


@runtime_checkable
class ArcScorer(Protocol):
    """Scores every arc of a sentence, and gives its probability where the model is calibrated."""

    def posteriors(self, sentence: Sentence, constraints: Constraints = FREE) -> ArcPosteriors:
        """Return the posteriors of all arcs over the trees that satisfy the locks."""
        ...

    def probabilities(self, sentence: Sentence, constraints: Constraints = FREE) -> Floats | None:
        """Return (words + 1, words) [head, modifier]: probabilities that arcs are right; None without calibration."""
        ...


@runtime_checkable
class MarginalScorer(Protocol):
    """Scores every part that a tree of a sentence may have."""

    def marginals(self, sentence: Sentence, constraints: Constraints = FREE) -> Marginals:
        """Return the marginal of every part that a tree may have under the locks."""
        ...


@runtime_checkable
class ReportsLimits(Protocol):
    """Reports when its search stopped short of the best trees because of time or memory limits."""

    def describe_limits(self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE) -> str:
        """Describe in a sentence what limits cost the answer to the same `parse` call; "" if nothing."""
        ...


@runtime_checkable
class OnePassParser(Protocol):
    """Computes `parse`, `posteriors` and `probabilities` in one pass over a sentence."""

    def parse_with_posteriors(
        self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE
    ) -> tuple[list[Ranked[Sentence]], ArcPosteriors, Floats | None]:
        """Parse a sentence and score its arcs from one sum over its trees.

        Returns:
            The `k` best parses, the posteriors of arcs, and their probabilities where the model is calibrated.
        """
        ...


@runtime_checkable
class LabelsArcs(Protocol):
    """Labels the arcs of its trees with relations."""

    def relations(self, sentence: Sentence, heads: Sequence[int | None]) -> list[list[Ranked[str]]]:
        """Return for each word the relations to its head by log posterior; none where it does not label arcs."""
        ...


@runtime_checkable
class BatchArcScorer(Protocol):
    """Sums over all trees of many sentences at a time."""

    def all_posteriors(self, sentences: Sequence[Sentence]) -> Iterator[ArcPosteriors]:
        """Yield the arc posteriors of each sentence."""
        ...


@runtime_checkable
class Tagger(Protocol):
    """Tags the words of a sentence from the set `labels`."""

    @property
    def labels(self) -> tuple[str, ...]:
        """The tag set."""
        ...

    def tag(self, sentence: Sentence) -> Sentence:
        """Return the sentence with the most probable tag of each word."""
        ...

    def tags(self, sentence: Sentence, k: int = 1) -> list[list[Ranked[str]]]:
        """Return up to `k` tags of each word, best first."""
        ...


@runtime_checkable
class HasTagger(Protocol):
    """Reads tags, and can add them with the tagger it was trained with; None if it was learnt without one."""

    @property
    def tagger(self) -> Tagger | None:
        """The tagger trained with it."""
        ...

    def add_tags(self, sentence: Sentence) -> Sentence:
        """Return the sentence with the tags of the model's tagger.

        Raises:
            SettingsError: if it was learnt without a tagger.
        """
        ...


@runtime_checkable
class Ranker(Protocol):
    """Ranks the candidate readings of every word; `confirmed` are those chosen by an annotator, by word from 1."""

    def rank(self, sentence: Sentence, confirmed: Mapping[int, Analysis] | None = None) -> list[list[Ranked[Analysis]]]:
        """Return for each word its candidate readings, best first.

        Args:
            sentence: The sentence with its candidates.
            confirmed: Readings that an annotator chose, by word from 1.
        """
        ...


@dataclass(frozen=True, slots=True)
class Contribution:
    """Summand of a score: one statistic of one element of a label."""

    element: str
    statistic: str
    value: float  # natural log


@runtime_checkable
class ExplainsReadings(Protocol):
    """Explains the rank of a reading by the contributions to its score. Words count from 1."""

    def explain(
        self,
        sentence: Sentence,
        word: int,
        analysis: Analysis,
        over: Analysis | None = None,
        confirmed: Mapping[int, Analysis] | None = None,
    ) -> tuple[Contribution, ...]:
        """Return the contributions to the score of a reading over another, largest first.

        Args:
            over: The reading to compare with; by default the mean of the word's candidates.
            confirmed: Readings that an annotator chose, by word from 1.
        """
        ...


@runtime_checkable
class ExplainsTrees(Protocol):
    """Explains the rank of a tree in a list."""

    def explain_trees(
        self, trees: Sequence[Sentence], constraints: Constraints = FREE
    ) -> list[tuple[Contribution, ...]]:
        """Return for each tree the contributions to its score over that of the first, largest first.

        Args:
            trees: Trees over the same words.
            constraints: The locks under which they were ranked.
        """
        ...


@runtime_checkable
class TextRanker(Ranker, Protocol):
    """Ranker that finds the candidates itself and ranks many sentences at once."""

    def rank_all(
        self, sentences: Sequence[Sentence], confirmed: Sequence[Mapping[int, Analysis]] | None = None
    ) -> list[list[list[Ranked[Analysis]]]]:
        """Rank as `rank` does, many sentences at once."""
        ...

    def label(self, form: str, analysis: Analysis) -> tuple[str, ...]:
        """Return the elements of a reading of a word; readings with equal elements are not told apart."""
        ...

    @property
    def analyser(self) -> str:
        """Name of the analyser its candidates come from; "given" if they are read from the file."""
        ...

    def training_tags(self) -> Collection[tuple[str, ...]]:
        """Return the tags, without lemmas, of the labels of the training words."""
        ...


@runtime_checkable
class FlagsUncertainty(Protocol):
    """Tells of which words the first candidate should be checked."""

    def is_uncertain(self, form: str, ranking: Sequence[Ranked[Analysis]]) -> bool:
        """Return whether the first candidate of a ranked word should be checked."""
        ...


@runtime_checkable
class HasSpectrum(Protocol):
    """Shows the singular values behind a spectral estimate."""

    def spectrum(self, part: str = "") -> Floats:
        """Return the singular values of a part of the model, falling."""
        ...


@runtime_checkable
class ExtractsAutomata(Protocol):
    """Extracts an automaton from the hidden states of a head's modifiers on one side."""

    def automaton(
        self,
        head: str,
        direction: str,
        clusters: int = 10,
        minimum: int | None = None,
        sentences: Sequence[Sentence] | None = None,
        evidence: float = 0.1,
    ) -> Automaton:
        """Return the automaton over the modifiers of a head in one direction.

        Args:
            head: The tag of the head.
            direction: "left" or "right".
            clusters: The number of clusters of prefixes.
            minimum: The count of the rarest prefix that is clustered; by default by the number of sequences.
            sentences: Where to count sequences; those with heads are used, by default the training sentences.
            evidence: The share of sequences that must disagree for two states to be merged.
        """
        ...


@runtime_checkable
class Truncatable(Protocol):
    """Can be cut to fewer hidden states, as if learnt with so many: closed-form estimates are nested."""

    @property
    def max_states(self) -> int:
        """The most states `truncate` can keep; 0 where nothing can be cut."""
        ...

    def truncate(self, states: int) -> Self:
        """Return the model with its first hidden states only."""
        ...


@old_members(place="position", shares="posterior")
@dataclass(frozen=True, slots=True, eq=False)
class NodeState:
    """Posterior over the hidden states of one node of a tree."""

    part: str  # whose states these are: the label of a phrase, the tag of a word
    position: Position  # the words under the node, or its word
    kind: str  # which of its states, where a node has several, such as left and right; else empty
    posterior: Floats  # (states,) what speaks for each: at least 0, summing to 1
    vector: Floats  # (dimensions,) where the node stands among all others of its part and kind
    __repr__ = brief_repr


@runtime_checkable
class HasStates(Protocol):
    """Has hidden states at the nodes of trees."""

    @property
    def state_parts(self) -> tuple[str, ...]:
        """The labels or tags whose nodes have hidden states, most frequent first."""
        ...

    def states(self, sentence: Sentence) -> list[NodeState]:
        """Return the states of all nodes of the tree of a sentence, or of its best parse if it has none.

        The nodes are in the order of their first words, each before those in it.
        """
        ...


@runtime_checkable
class TracesAlgorithms(Protocol):
    """Traces its algorithms over a sentence step by step, as its own kernels ran."""

    def trace_algorithm(self, sentence: Sentence, algorithm: str = "", document: Sequence[Sentence] = ()) -> Trace:
        """Trace an algorithm over a sentence.

        Args:
            sentence: The sentence to run it on.
            algorithm: Its name; by default the model's first.
            document: The sentences of the document, for algorithms over many.

        Raises:
            SettingsError: if the model has no such algorithm.
        """
        ...
