"""Narrow protocols of trained models, to be checked with `isinstance`."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, Self, TypeVar, runtime_checkable

from spectral_core.arrays import Floats, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import UNCONSTRAINED, Analysis, Constraints, Ranked, Sentence
from spectral_core.data.automaton import Automaton
from spectral_core.data.readings import AnalysedSentence
from spectral_core.data.structure import Marginals, Position
from spectral_core.data.trace import Trace
from spectral_core.deprecated import old_members
from spectral_core.errors import DataError, SettingsError
from spectral_core.model.packing import Arrays
from spectral_core.model.provenance import ColumnsAndLabels
from spectral_core.model.settings import Settings

Text = TypeVar("Text")


@dataclass(frozen=True, slots=True)
class LogScore:
    """Log score of one sequence or tree, with the counts needed for perplexity."""

    log: float  # natural log of the score of the scored symbols
    symbols: int  # number of scored symbols: known words and one end symbol, unless a prefix was scored
    unknown: int = 0  # number of unknown words; not in `log`, not in `symbols`
    clipped: int = 0  # nonpositive estimates replaced by a floor


@runtime_checkable
class Model(Protocol):
    """Trained model: immutable, self-contained, and restored exactly from its settings and arrays."""

    @property
    def method(self) -> str:
        """Name of the method in METHODS."""
        ...

    @property
    def settings(self) -> Settings:
        """Training settings."""
        ...

    def arrays(self) -> NamedArrays:
        """Return all parameters by name, as a model file stores them."""
        ...

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        """Restore a model from its settings and arrays.

        Raises:
            ValueError: if the arrays are inconsistent.
        """
        ...


@runtime_checkable
class Scorer(Protocol):
    """Scores sequences (language model)."""

    def scores(self, sentences: Sequence[Sentence], prefix: bool = False) -> list[LogScore]:
        """Score each sentence.

        Args:
            sentences: The sentences to score.
            prefix: Score each as a prefix, summed over all continuations, without the end symbol.
        """
        ...


@runtime_checkable
class TreeScorer(Protocol):
    """Scores given trees, from any parser or annotator."""

    def tree_scores(self, sentences: Sequence[Sentence]) -> list[LogScore]:
        """Return the log score of each sentence with its tree; the better of two trees has the higher score.

        Raises:
            DataError: if a sentence has no tree.
        """
        ...


@runtime_checkable
class HasWordVectors(Protocol):
    """Has a vector for each known word; words with similar distributions have similar directions."""

    @property
    def words(self) -> tuple[str, ...]:
        """Known words, most frequent first."""
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
        """Return the `k` nearest words by cosine similarity, with their cosines."""
        ...

    def contexts(self, word: str, k: int = 10) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
        """Return the typical words before and after a word with their counts; "" is the sentence boundary."""
        ...

    def project_to_plane(self, limit: int = 300) -> tuple[tuple[str, ...], Floats]:
        """Return the `limit` most frequent words, and (words, 2) their vectors projected to a plane."""
        ...


@runtime_checkable
class HasWordClasses(Protocol):
    """Has soft word classes: a probability of each class for each word."""

    @property
    def words(self) -> tuple[str, ...]:
        """Known words."""
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
        """Return the `k` words with the most similar class distributions, and the overlap of the distributions."""
        ...


@runtime_checkable
class HasVocabulary(Protocol):
    """Reads the words or tags of one column; all unknown ones are mapped to one symbol."""

    @property
    def symbols(self) -> Collection[str]:
        """Known words or tags."""
        ...


@runtime_checkable
class Parser(Protocol):
    """Ranks parses of a sentence: copies of the sentence with heads, or with a tree."""

    def parse(self, sentence: Sentence, k: int = 1, constraints: Constraints = UNCONSTRAINED) -> list[Ranked[Sentence]]:
        """Return up to `k` different structures, best first.

        Args:
            sentence: The sentence to parse; existing structure is ignored.
            k: Maximal number of structures to return.
            constraints: Locks that each structure must satisfy.
        """
        ...


class ArcPosteriors(Protocol):
    """Arc posteriors of a sentence, summed over all its trees."""

    @property
    def clipped(self) -> int:
        """Number of invalid (nonpositive) estimates raised to a floor."""
        ...

    def head_distributions(self) -> Floats:
        """Return (words + 1, words) [head, modifier]: a distribution over heads for each word."""
        ...


@runtime_checkable
class ArcScorer(Protocol):
    """Scores all arcs of a sentence, with probabilities if the model is calibrated."""

    def posteriors(self, sentence: Sentence, constraints: Constraints = UNCONSTRAINED) -> ArcPosteriors:
        """Return the posteriors of all arcs over the trees that satisfy the locks."""
        ...

    def probabilities(self, sentence: Sentence, constraints: Constraints = UNCONSTRAINED) -> Floats | None:
        """Return (words + 1, words) [head, modifier]: probabilities that arcs are correct; None without calibration."""
        ...


@runtime_checkable
class MarginalScorer(Protocol):
    """Scores every part (such as a bracket) that a tree of a sentence may have."""

    def marginals(self, sentence: Sentence, constraints: Constraints = UNCONSTRAINED) -> Marginals:
        """Return the marginal of every part that a tree may have under the locks."""
        ...


@runtime_checkable
class ReportsLimits(Protocol):
    """Reports when limits of time or memory kept its search from the best trees."""

    def describe_limits(self, sentence: Sentence, k: int = 1, constraints: Constraints = UNCONSTRAINED) -> str:
        """Describe in a sentence how limits affected the result of the same `parse` call; "" if they did not."""
        ...


@runtime_checkable
class OnePassParser(Protocol):
    """Computes `parse`, `posteriors` and `probabilities` in one pass over a sentence."""

    def parse_with_posteriors(
        self, sentence: Sentence, k: int = 1, constraints: Constraints = UNCONSTRAINED
    ) -> tuple[list[Ranked[Sentence]], ArcPosteriors, Floats | None]:
        """Parse a sentence and score its arcs in one inside-outside pass.

        Returns:
            The `k` best parses, the posteriors of arcs, and their probabilities if the model is calibrated.
        """
        ...


@runtime_checkable
class LabelsArcs(Protocol):
    """Labels the arcs of its trees with relations."""

    def relations(self, sentence: Sentence, heads: Sequence[int | None]) -> list[list[Ranked[str]]]:
        """Return for each word the relations to its head by log posterior; empty if it does not label arcs."""
        ...


@runtime_checkable
class BatchArcScorer(Protocol):
    """Computes arc posteriors of many sentences in batches."""

    def all_posteriors(self, sentences: Sequence[Sentence]) -> Iterator[ArcPosteriors]:
        """Yield the arc posteriors of each sentence."""
        ...


@runtime_checkable
class Tagger(Protocol):
    """Tags the words of a sentence with the tagset `labels`."""

    @property
    def labels(self) -> tuple[str, ...]:
        """The tagset."""
        ...

    def tag(self, sentence: Sentence) -> Sentence:
        """Return the sentence with the most probable tag of each word."""
        ...

    def tags(self, sentence: Sentence, k: int = 1) -> list[list[Ranked[str]]]:
        """Return up to `k` tags of each word, best first."""
        ...


@runtime_checkable
class Tokeniser(Protocol):
    """Splits running text into sentences and words."""

    def tokenise(self, text: str, by_lines: bool | None = None) -> list[Sentence]:
        """Return the sentences of a text, with its multiword tokens and white space as CoNLL-U holds them.

        Args:
            text: Running text.
            by_lines: Whether every line break ends a sentence, as blank lines always do. By default this is so unless
                the text is wrapped to a width.
        """
        ...

    def tokenise_lines(self, lines: Iterable[str], by_lines: bool = False) -> Iterator[Sentence]:
        """Yield the sentences of a text of any length.

        Args:
            lines: The lines of an open file, or other parts of a text that end where a line does.
            by_lines: Whether every line break ends a sentence, as blank lines always do.
        """
        ...


@runtime_checkable
class AnnotatesText(Protocol):
    """Annotates sentences completely: readings and trees."""

    def analyse_all(self, sentences: Sequence[Sentence]) -> list[AnalysedSentence]:
        """Fill the empty columns of many sentences with first readings."""
        ...

    def parse_all(self, sentences: Sequence[Sentence]) -> Iterator[Sentence]:
        """Yield many sentences with their readings and best trees."""
        ...


@runtime_checkable
class DescribesColumns(Protocol):
    """Is made of several parts, and says what these read and write."""

    def describe_columns(self) -> ColumnsAndLabels:
        """Return the columns that its parts read and write, and the labels that they know."""
        ...


@runtime_checkable
class ReadsTrees(Protocol):
    """Ranks the readings of words in two passes: before the tree is known, and given the tree."""

    def rank_without_trees(
        self, sentences: Sequence[Sentence], confirmed: Sequence[Mapping[int, Analysis]] | None = None
    ) -> list[list[list[Ranked[Analysis]]]]:
        """Rank the readings of many sentences before their trees are known."""
        ...

    def revise_rankings(
        self, sentence: Sentence, rankings: Sequence[Sequence[Ranked[Analysis]]],
        constraints: Constraints = UNCONSTRAINED, tree: Sentence | None = None,
    ) -> list[list[Ranked[Analysis]]]:  # fmt: skip
        """Return the rankings that were made before the tree of a sentence was known, given its tree.

        Args:
            sentence: The sentence with what is given of it; its heads and relations are certain.
            rankings: The readings of each word, best first.
            constraints: Locks; required arcs and relations are certain.
            tree: The tree; by default the best one under the locks.
        """
        ...


@runtime_checkable
class HasTokeniser(Protocol):
    """Has a tokeniser of its own; None if it was trained without one."""

    @property
    def tokeniser(self) -> Tokeniser | None:
        """The tokeniser."""
        ...


@runtime_checkable
class HasTagger(Protocol):
    """Reads tags, and can add them with its companion tagger; None if it was trained without one."""

    @property
    def tagger(self) -> Tagger | None:
        """The companion tagger."""
        ...

    def add_tags(self, sentence: Sentence) -> Sentence:
        """Return the sentence with the tags of the model's tagger.

        Raises:
            SettingsError: if it was trained without a tagger.
        """
        ...


@runtime_checkable
class Ranker(Protocol):
    """Ranks the candidate readings of every word; `confirmed` maps words (from 1) to readings chosen by an
    annotator."""

    def rank(self, sentence: Sentence, confirmed: Mapping[int, Analysis] | None = None) -> list[list[Ranked[Analysis]]]:
        """Return for each word its candidate readings, best first.

        Args:
            sentence: The sentence with its candidates.
            confirmed: Readings that an annotator chose, by word from 1.
        """
        ...


@dataclass(frozen=True, slots=True)
class Contribution:
    """Contribution of one feature, for one attribute of a label or part of a tree, to a score."""

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
        self, trees: Sequence[Sentence], constraints: Constraints = UNCONSTRAINED
    ) -> list[tuple[Contribution, ...]]:
        """Return for each tree the contributions to its score relative to the first tree, largest first.

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
        """Return the attributes of a reading that are scored; readings of a word with equal attributes get equal
        scores."""
        ...

    @property
    def analyser(self) -> str:
        """Name of the analyser that provides the candidates; "given" if they are read from the file."""
        ...

    def training_tags(self) -> Collection[tuple[str, ...]]:
        """Return the tags, without lemmas, of the labels of the training words."""
        ...


@runtime_checkable
class FlagsUncertainty(Protocol):
    """Flags words for which the first candidate should be checked."""

    def is_uncertain(self, form: str, ranking: Sequence[Ranked[Analysis]]) -> bool:
        """Return whether the first candidate of a ranked word should be checked."""
        ...


@runtime_checkable
class HasSpectrum(Protocol):
    """Has the singular values of a spectral estimate."""

    def spectrum(self, part: str = "") -> Floats:
        """Return the singular values of a part of the model in decreasing order."""
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
            minimum: Minimum count of a clustered prefix; the default depends on the number of sequences.
            sentences: Sentences in which to count sequences, if they have heads; by default the training sentences.
            evidence: Share of sequences that must take a minority transition for two states to be merged.
        """
        ...


@runtime_checkable
class KeepsText(Protocol):
    """Keeps the sentences it was trained on, because adding more needs them; all else works without them."""

    @property
    def has_text(self) -> bool:
        """Whether the training sentences are there: not in a model that was stored without them."""
        ...

    def without_text(self) -> Self:
        """Return the same model without its training sentences.

        Its `arrays` are those of the complete model except for the ones that hold the sentences.
        """
        ...


@runtime_checkable
class Truncatable(Protocol):
    """Can be truncated to fewer hidden states, as if trained with these: closed-form estimates are nested."""

    @property
    def max_states(self) -> int:
        """Maximal number of states for `truncate`; 0 if it cannot be truncated."""
        ...

    def truncate(self, states: int) -> Self:
        """Return the model with its leading hidden states only."""
        ...


@old_members(place="position", shares="posterior")
@dataclass(frozen=True, slots=True, eq=False)
class NodeState:
    """Posterior over the hidden states of one node of a tree."""

    part: str  # group that shares the states: the label of a phrase, the tag of a word
    position: Position  # the words under the node, or the word itself
    kind: str  # which states, if a node has several sets, such as left and right; else empty
    posterior: Floats  # (states,) nonnegative, summing to 1
    vector: Floats  # (dimensions,) position among all other nodes of its part and kind
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

        The nodes are in the order of their first words, parents before children.

        Raises:
            DataError: if the sentence has no tree and the model cannot parse.
        """
        ...


@runtime_checkable
class TracesAlgorithms(Protocol):
    """Traces its algorithms step by step on a sentence, as executed by its kernels."""

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


def choose_algorithm(requested: str, names: Sequence[str]) -> str:
    """Return the requested algorithm, by default the first; SettingsError with the list of names if it is unknown."""
    if requested and requested not in names:
        raise SettingsError(f"this model has no algorithm {requested!r}; it can be stepped through {', '.join(names)}")
    return requested or names[0]


def require_text(text: Text | None) -> Text:
    """Return the training sentences of a model; DataError if it was stored without them."""
    if text is None:
        raise DataError(
            "this model was stored without its training text, which it needs to take in more sentences; learn it "
            "again from all sentences, or once with `spectral learn --keep-text`"
        )
    return text
