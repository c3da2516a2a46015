"""What a learnt model can be asked, as narrow protocols. Who asks looks with `isinstance`."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, Self, runtime_checkable

from spectral_core.arrays import Floats, Named
from spectral_core.brief import brief
from spectral_core.data import FREE, Analysis, Constraints, Ranked, Sentence
from spectral_core.data.automaton import Automaton
from spectral_core.data.structure import Marginals, Place
from spectral_core.data.trace import Trace
from spectral_core.model.packing import Arrays
from spectral_core.model.settings import Settings


@dataclass(frozen=True, slots=True)
class Scored:
    """The score of one sequence, with what a perplexity needs."""

    log: float  # natural log of the score of the counted symbols
    symbols: int  # counted: known words and one end symbol, unless a prefix was scored
    unknown: int = 0  # words the model does not know; not in `log`, not in `symbols`
    clipped: int = 0  # non-positive estimates that were replaced by a floor


@runtime_checkable
class Model(Protocol):
    """A learnt model: always complete, and the same again from its settings and arrays."""

    @property
    def method(self) -> str:
        """The name of its row in METHODS."""
        ...

    @property
    def settings(self) -> Settings:
        """What it was learnt with."""
        ...

    def arrays(self) -> Named:
        """All else that it is made of, by name: what a file keeps."""
        ...

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        """The model that gave these settings and arrays."""
        ...


@runtime_checkable
class Scorer(Protocol):
    """Gives sequences a score."""

    def scores(self, sentences: Sequence[Sentence], prefix: bool = False) -> list[Scored]:
        """The score of each sentence: of its words and its end, or as a prefix of all that begin with it."""
        ...


@runtime_checkable
class TreeScorer(Protocol):
    """Gives trees a score, whoever made them."""

    def tree_scores(self, sentences: Sequence[Sentence]) -> list[Scored]:
        """The log score of each sentence with the tree that it has; of two trees over the same words the better one has
        the higher. DataError for a sentence without a tree."""
        ...


@runtime_checkable
class KnowsNeighbours(Protocol):
    """Has a point in space for each word it knows: words that are used alike lie in the same direction."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words that are known, the most frequent first."""
        ...

    def knows(self, word: str) -> str | None:
        """The word as it is known; None for an unknown one."""
        ...

    def vector(self, word: str) -> Floats:
        """(dimensions,) the point of a word; DataError for an unknown one."""
        ...

    def neighbours(self, word: str, k: int = 10) -> list[tuple[str, float]]:
        """The `k` words whose points lie nearest in direction, with the cosines between."""
        ...

    def contexts(self, word: str, k: int = 10) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
        """What stands typically before and behind a word, with how often; "" for the edge of a sentence."""
        ...

    def plane(self, most: int = 300) -> tuple[tuple[str, ...], Floats]:
        """The most frequent words, and (words, 2) where they lie in a plane."""
        ...


@runtime_checkable
class KnowsClasses(Protocol):
    """Has classes of words, of which each word has several with a share each."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words that are known."""
        ...

    def class_shares(self) -> Floats:
        """(classes,) how frequent each class is in what was counted."""
        ...

    def typical_words(self, number: int, most: int) -> list[tuple[str, float]]:
        """The words of a class, likeliest first, with p(word | class)."""
        ...

    def classes_of(self, word: str) -> Floats:
        """(classes,) p(class | word); none for an unknown word."""
        ...

    def neighbours(self, word: str, k: int = 10) -> list[tuple[str, float]]:
        """The `k` words whose classes are most alike, with how much of them they share."""
        ...


@runtime_checkable
class KnowsSymbols(Protocol):
    """Reads the words or tags of one column, named by its settings; others than these are one to it."""

    @property
    def symbols(self) -> Collection[str]:
        """The words or tags that are known."""
        ...


@runtime_checkable
class Parser(Protocol):
    """Gives a sentence its structures, best first: sentences with other heads, or with another tree."""

    def parse(self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE) -> list[Ranked[Sentence]]:
        """Up to `k` different structures under the locks, best first."""
        ...


class ArcPosteriors(Protocol):
    """What all trees of a sentence together say of each arc."""

    @property
    def clipped(self) -> int:
        """Estimates without meaning that were raised to a floor."""
        ...

    def shares(self) -> Floats:
        """(words + 1, words) [head, modifier]: scores of at least 0, those of each word summing to 1."""
        ...


@runtime_checkable
class ArcScorer(Protocol):
    """Says of every arc of a sentence what speaks for it: in scores, and where it is calibrated in probabilities."""

    def posteriors(self, sentence: Sentence, constraints: Constraints = FREE) -> ArcPosteriors:
        """What all trees under the locks say of each arc."""
        ...

    def probabilities(self, sentence: Sentence, constraints: Constraints = FREE) -> Floats | None:
        """(words + 1, words) [head, modifier]: how probable each arc is right; None where nothing was calibrated."""
        ...


@runtime_checkable
class SaysHowLikely(Protocol):
    """Says of every part that a tree of a sentence may have what speaks for it, under the locks."""

    def marginals(self, sentence: Sentence, constraints: Constraints = FREE) -> Marginals:
        """The number of every part that may be in a tree under the locks."""
        ...


@runtime_checkable
class TellsLimits(Protocol):
    """A parser that gives less than its best where time or room do not suffice, and says so."""

    def limits_met(self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE) -> str:
        """A sentence on what limits have cost the answer to the same question; "" where nothing."""
        ...


@runtime_checkable
class Proposer(Protocol):
    """Says in one pass over a sentence what `parse`, `posteriors` and `probabilities` say one by one."""

    def propose(
        self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE
    ) -> tuple[list[Ranked[Sentence]], ArcPosteriors, Floats | None]:
        """The `k` best, the posteriors of arcs, and their probabilities where calibrated."""
        ...


@runtime_checkable
class NamesRelations(Protocol):
    """A parser that names the arcs of its trees."""

    def relations(self, sentence: Sentence, heads: Sequence[int | None]) -> list[list[Ranked[str]]]:
        """For each word the relations to its head by log posterior; none where it names no arcs."""
        ...


@runtime_checkable
class SumParser(Protocol):
    """Sums over all trees of each sentence, of many at a time."""

    def all_posteriors(self, sentences: Sequence[Sentence]) -> Iterator[ArcPosteriors]:
        """The posteriors of each sentence, one by one."""
        ...


@runtime_checkable
class Tagger(Protocol):
    """Fills in the tags of a sentence, each one of `labels`; `tags` gives those that a word may have, best first."""

    @property
    def labels(self) -> tuple[str, ...]:
        """The tags that it can give."""
        ...

    def tag(self, sentence: Sentence) -> Sentence:
        """The sentence with the likeliest tag of each word."""
        ...

    def tags(self, sentence: Sentence, k: int = 1) -> list[list[Ranked[str]]]:
        """Up to `k` tags of each word, best first."""
        ...


@runtime_checkable
class TagsItself(Protocol):
    """Reads tags, and fills them in by a tagger of its own; None where it was learnt without one."""

    @property
    def tagger(self) -> Tagger | None:
        """The tagger that it carries."""
        ...

    def tagged(self, sentence: Sentence) -> Sentence:
        """The sentence with the tags of its own tagger."""
        ...


@runtime_checkable
class Ranker(Protocol):
    """Puts the candidate analyses of every word in order; `confirmed` are those a human has chosen, by word from 1."""

    def rank(self, sentence: Sentence, confirmed: Mapping[int, Analysis] | None = None) -> list[list[Ranked[Analysis]]]:
        """For each word its candidates, best first."""
        ...


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one statistic of one element of a label adds to a score."""

    element: str
    statistic: str
    value: float  # natural log


@runtime_checkable
class Explains(Protocol):
    """Says why an analysis stands where it stands: what adds up to its score over another, the largest part first.
    Without another, it is compared with the mean of the word's candidates. Words count from 1."""

    def explain(
        self,
        sentence: Sentence,
        word: int,
        analysis: Analysis,
        over: Analysis | None = None,
        confirmed: Mapping[int, Analysis] | None = None,
    ) -> tuple[Contribution, ...]:
        """The parts of the score of the word's analysis over another's, the largest first."""
        ...


@runtime_checkable
class ExplainsTrees(Protocol):
    """Says why a tree stands where it stands in a list."""

    def explain_trees(
        self, trees: Sequence[Sentence], constraints: Constraints = FREE
    ) -> list[tuple[Contribution, ...]]:
        """For each tree over the same words the parts of its score over that of the first, under the locks with which
        they were found; the largest first."""
        ...


@runtime_checkable
class TextRanker(Ranker, Protocol):
    """A ranker with candidates of its own, which ranks many sentences at once."""

    def rank_all(
        self, sentences: Sequence[Sentence], confirmed: Sequence[Mapping[int, Analysis]] | None = None
    ) -> list[list[list[Ranked[Analysis]]]]:
        """As `rank`, for many sentences at once."""
        ...

    def label(self, form: str, analysis: Analysis) -> tuple[str, ...]:
        """The elements into which an analysis of a word is taken apart: those with one label are one to the ranker."""
        ...

    @property
    def analyser(self) -> str:
        """The name of the analyser that its candidates come from; given: they stand in the file."""
        ...

    def learnt_tags(self) -> Collection[tuple[str, ...]]:
        """What stands behind the lemma in the labels that words were seen with."""
        ...


@runtime_checkable
class Doubts(Protocol):
    """Says of which words the first candidate should be looked at."""

    def unsure(self, form: str, ranking: Sequence[Ranked[Analysis]]) -> bool:
        """Whether the first candidate of a ranked word should be looked at."""
        ...


@runtime_checkable
class Inspector(Protocol):
    """Shows what a spectral estimate was cut from."""

    def spectrum(self, part: str = "") -> Floats:
        """The singular values of a part of the model, falling."""
        ...


@runtime_checkable
class Explainer(Protocol):
    """Shows the hidden states of a head's modifiers on one side as an automaton that can be drawn. Its sequences are
    those of `sentences` that have heads, or without them those that the model was learnt from."""

    def automaton(
        self,
        head: str,
        direction: str,
        clusters: int = 10,
        minimum: int | None = None,
        sentences: Sequence[Sentence] | None = None,
        evidence: float = 0.1,
    ) -> Automaton:
        """The modifiers of `head`, a tag, to the left or right, from `clusters` of beginnings seen `minimum` times."""
        ...


@runtime_checkable
class Truncatable(Protocol):
    """Can be cut to fewer hidden states, as if it had been learnt with so many: closed forms are nested."""

    @property
    def most_states(self) -> int:
        """How many hidden states `truncated` can keep; 0 where nothing can be cut, and it says why."""
        ...

    def truncated(self, states: int) -> Self:
        """The model with its first hidden states alone."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class NodeState:
    """What a model takes the hidden state of one node of a tree to be."""

    part: str  # whose states these are: the label of a phrase, the tag of a word
    place: Place  # the words under the node, or its word
    kind: str  # which of its states, where a node has several, such as left and right; else empty
    shares: Floats  # (states,) what speaks for each: at least 0, summing to 1
    vector: Floats  # (dimensions,) where the node stands among all others of its part and kind
    __repr__ = brief


@runtime_checkable
class HasStates(Protocol):
    """Has hidden states at the nodes of trees, which can be looked at one by one."""

    @property
    def state_parts(self) -> tuple[str, ...]:
        """The labels or tags whose nodes have hidden states, the most frequent first."""
        ...

    def states(self, sentence: Sentence) -> list[NodeState]:
        """The states of all nodes of the tree that the sentence has, or without one of its best; words first to last,
        each node before those in it."""
        ...


@runtime_checkable
class CanBeStepped(Protocol):
    """Shows what its algorithms do with a sentence step by step, as their own kernels did it."""

    def step_through(self, sentence: Sentence, algorithm: str = "", among: Sequence[Sentence] = ()) -> Trace:
        """One of its algorithms, by default the first, over a sentence; `among` are the sentences of its document, for
        what is a matter of many. SettingsError for a name that the model does not have."""
        ...
