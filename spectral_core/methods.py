"""METHODS: every method by its name, with what it needs and how it learns; nothing is imported before it is used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Concatenate, Generic, ParamSpec, Protocol, Self, TypeVar

from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.data.structure import CONSTITUENTS, DEPENDENCIES, Structure
from spectral_core.errors import SettingsError
from spectral_core.model import Arrays, Model, Settings, Value, settings_in
from spectral_core.progress import Report, silent


class Statistics(Protocol):
    """Sums over a corpus; what they are sums of, only their family knows."""

    def joined(self, other: Self) -> Self:
        """The sums over both corpora, the same as if they had been counted as one."""
        ...


K = TypeVar("K")
R = TypeVar("R")
S = TypeVar("S", bound=Settings)
P = ParamSpec("P")


def _of_kind(kind: type[K], given: object) -> K:
    if not isinstance(given, kind):
        raise TypeError(f"{type(given).__name__} is of another method, which has {kind.__name__}")
    return given


def _taking(kind: type[K], act: Callable[Concatenate[K, P], R]) -> Callable[Concatenate[object, P], R]:
    """The same for anything, of which what is of another kind is refused."""

    def checked(given: object, /, *rest: P.args, **named: P.kwargs) -> R:
        return act(_of_kind(kind, given), *rest, **named)

    return checked


@dataclass(frozen=True, slots=True)
class Counting(Generic[S]):
    """What a family has whose estimator is a function of sums over the corpus, beside learning in one go."""

    count: Callable[[Treebank, S, Report], Statistics]
    solve: Callable[[Statistics, S, Report], Model]  # without what is trained beside the estimator, such as a tagger
    add: Callable[[Model, Treebank, Report], Model]  # what is trained beside the estimator stays as it was learnt
    can_add: Callable[[S], bool]  # whether models with these settings keep all the sums that they are a function of


@dataclass(frozen=True, slots=True)
class Family:
    """What a module of `models` gives to its row."""

    settings: type[Settings]
    learn: Callable[[Treebank, Settings, Report, Treebank | None], Model]
    restore: Callable[[Settings, Arrays], Model]
    counting: Counting[Settings] | None = None
    watch: Callable[[Treebank, Settings, Report, Treebank | None, Treebank], Model] | None = None  # see `Method.learn`

    @classmethod
    def of(
        cls, settings: type[S], learn: Callable[[Treebank, S, Report, Treebank | None], Model],
        restore: Callable[[Settings, Arrays], Model], counting: Counting[S] | None = None,
    ) -> Family:  # fmt: skip
        """The family whose functions take settings of its own kind only."""

        def learnt(treebank: Treebank, given: Settings, report: Report, dev: Treebank | None) -> Model:
            return learn(treebank, _of_kind(settings, given), report, dev)

        if counting is None:
            return cls(settings, learnt, restore)
        own = counting
        counted: Counting[Settings] = Counting(
            lambda treebank, given, report: own.count(treebank, _of_kind(settings, given), report),
            lambda statistics, given, report: own.solve(statistics, _of_kind(settings, given), report),
            own.add,
            _taking(settings, own.can_add),
        )
        return cls(settings, learnt, restore, counted)


@dataclass(frozen=True, slots=True)
class Method:
    """A row of METHODS."""

    name: str
    title: str
    paper: str
    family: Callable[[], Family]  # imports the module
    why_not: Callable[[Treebank], str | None]  # a sentence that says what a treebank lacks
    structure: Structure | None = None  # that its models give a sentence
    explains: bool = False  # whether its models can be asked for automata
    has_states: bool = False  # whether they have hidden states at the nodes of trees
    knows_words: bool = False  # whether they say which words go together
    can_be_stepped: bool = False  # whether their algorithms can be stepped through
    chance: tuple[str, tuple[str, ...]] | None = None  # a setting, and its values with which the seed decides something

    @property
    def settings(self) -> type[Settings]:
        """The dataclass of its settings; making one without values gives the defaults."""
        return self.family().settings

    def by_chance(self, values: Mapping[str, Value]) -> bool:
        """Whether another seed gives another estimate, with all these settings."""
        if self.chance is None:
            return "seed" in values
        name, choices = self.chance
        return values[name] in choices

    def learn(
        self, treebank: Treebank, settings: Settings, report: Report = silent, dev: Treebank | None = None,
        watched: Treebank | None = None,
    ) -> Model:  # fmt: skip
        """A model learnt from `treebank`; without `dev`, a method that needs one holds out a seeded tenth. Some methods
        report on the way what the model is worth on `watched`, which nothing is learnt from or chosen by."""
        family = self.family()
        if watched is not None and family.watch is not None:
            return family.watch(treebank, settings, report, dev, watched)
        return family.learn(treebank, settings, report, dev)

    def restore(self, settings: Settings, arrays: Arrays) -> Model:
        """The model that gave these settings and arrays."""
        return self.family().restore(settings, arrays)

    @property
    def counts(self) -> bool:
        """Whether some of its estimators are functions of sums over the corpus: `solve` of `count` is `learn`."""
        return self.family().counting is not None

    def count(self, treebank: Treebank, settings: Settings, report: Report = silent) -> Statistics:
        """The sums over a treebank that the estimator is a function of; SettingsError where it is one of none."""
        return self._counting().count(treebank, settings, report)

    def join(self, first: Statistics, second: Statistics) -> Statistics:
        """The sums over both corpora, which were counted with the same settings."""
        self._counting()
        return first.joined(_of_kind(type(first), second))

    def solve(self, statistics: Statistics, settings: Settings, report: Report = silent) -> Model:
        """The model of these sums alone; where that is none, SettingsError says which setting does without the rest."""
        return self._counting().solve(statistics, settings, report)

    def can_add(self, settings: Settings) -> bool:
        """Whether sentences can be added to a model that was learnt with these settings."""
        counting = self.family().counting
        return counting is not None and counting.can_add(settings)

    def add(self, model: Model, treebank: Treebank, report: Report = silent) -> Model:
        """The model of what it was learnt from and of `treebank`, whose sentences alone are counted. What is not a
        function of sums stays as it was learnt: weights, relations, a tagger inside, calibration."""
        if not self.can_add(model.settings):
            raise SettingsError(f"sentences cannot be added to this model of {self.name}; learn it again from all")
        return self._counting().add(model, treebank, report)

    def _counting(self) -> Counting[Settings]:
        counting = self.family().counting
        if counting is None:
            raise SettingsError(f"{self.name} is not learnt from sums over the corpus; learn it from all sentences")
        return counting


def _any(treebank: Iterable[Sentence], holds: Callable[[Sentence], bool]) -> bool:
    return any(sentence.readable and holds(sentence) for sentence in treebank)


def needs_words(treebank: Treebank) -> str | None:
    """For methods over sequences: some sentence must have a word."""
    if _any(treebank, lambda sentence: len(sentence) > 0):
        return None
    return "This treebank has no words; open one with at least one sentence."


def needs_readings(treebank: Treebank) -> str | None:
    """For rankers: some word must have a chosen analysis, or a lemma or tags, which say as much."""
    if _any(treebank, lambda sentence: any(sentence.with_readings().analyses)):
        return None
    return "No word here has a chosen analysis, a lemma or a tag; open a treebank or a token table that has some."


def needs_tags(treebank: Treebank) -> str | None:
    """For taggers: in some sentence all words must have tags."""
    if _any(treebank, lambda one: len(one) > 0 and (EMPTY not in one.xpos or EMPTY not in one.upos)):
        return None
    return "No sentence here has a tag for every word; open a treebank with the column XPOS or UPOS filled."


def needs_heads(treebank: Treebank) -> str | None:
    """For dependency parsers: some sentence must have heads."""
    if _any(treebank, lambda sentence: sentence.has_heads):
        return None
    return "No sentence here has dependency heads; open a treebank in CoNLL-U with the HEAD column filled."


def needs_trees(treebank: Treebank) -> str | None:
    """For parsers of constituents: some sentence must have a tree."""
    if _any(treebank, lambda sentence: sentence.tree is not None and len(sentence) > 0):
        return None
    return "No sentence here has a constituency tree; open a treebank with bracketed trees."


def lacks_column(treebank: Treebank, column: str) -> str | None:
    """A sentence where the column that a method is set to read is empty all over."""
    if _any(treebank, lambda sentence: any(value != EMPTY for value in sentence.column(column))):
        return None
    return f"The column {column} is empty in this treebank; set column to one that is filled."


def _always(settings: Settings) -> bool:  # noqa: ARG001 - it is asked about settings
    return True


def _hmm() -> Family:
    from spectral_core.models import hmm

    counting = Counting(hmm.count, _taking(hmm.HmmMoments, hmm.solve), _taking(hmm.Hmm, hmm.add), hmm.can_add)
    return Family.of(hmm.HmmSettings, hmm.learn, hmm.restore, counting)


def _ngram() -> Family:
    from spectral_core.models import ngram as own

    counting = Counting(own.count, _taking(own.NgramCounts, own.solve), _taking(own.NgramModel, own.add), _always)
    return Family.of(own.NgramSettings, own.learn, own.restore, counting)


def _class_bigram() -> Family:
    from spectral_core.models import class_bigram as own

    counting = Counting(own.count, _taking(own.NgramCounts, own.solve), _taking(own.ClassBigram, own.add), _always)
    return Family.of(own.ClassBigramSettings, own.learn, own.restore, counting)


def _embeddings() -> Family:
    from spectral_core.models import embeddings as own

    counting = Counting(own.count, _taking(own.NeighbourCounts, own.solve), _taking(own.Embeddings, own.add), _always)
    return Family.of(own.EmbeddingsSettings, own.learn, own.restore, counting)


def _tree_hmm() -> Family:
    from spectral_core.models import tree_hmm as own

    counting = Counting(own.count, _taking(own.TreeSample, own.solve), _taking(own.TreeHmm, own.add), _always)
    return Family.of(own.TreeHmmSettings, own.learn, own.restore, counting)


def _branching() -> Family:
    from spectral_core.models import branching

    return Family.of(branching.BranchingSettings, branching.learn, branching.restore)


def _bracketer() -> Family:
    from spectral_core.models import bracketer as own

    return Family.of(own.BracketerSettings, own.learn, own.restore)


def _bracket_inducer() -> Family:
    from spectral_core.models import bracket_inducer as own

    return Family.of(own.InducerSettings, own.learn, own.restore)


def _constituent_context() -> Family:
    from spectral_core.models import constituent_context as own

    return Family.of(own.ContextSettings, own.learn, own.restore)


def _tagger() -> Family:
    from spectral_core.models import tagger

    return Family.of(tagger.TaggerSettings, tagger.learn, tagger.restore)


def _head_automata() -> Family:
    from spectral_core.models import head_automata as own

    def watch(treebank: Treebank, given: Settings, report: Report, dev: Treebank | None, watched: Treebank) -> Model:
        return own.learn(treebank, _of_kind(own.HeadAutomataSettings, given), report, dev, watched)

    counting = Counting(own.count, _taking(own.Moments, own.solve), _taking(own.HeadAutomata, own.add), _always)
    return replace(Family.of(own.HeadAutomataSettings, own.learn, own.restore, counting), watch=watch)


class InnerMethods:
    """How models that stand inside others are learnt and restored: as by themselves."""

    def learn(
        self, method: str, values: Mapping[str, str | Value], treebank: Treebank, report: Report = silent
    ) -> Model:
        """A model of the method with this name, with these of its settings."""
        row = method_named(method)
        return row.learn(treebank, settings_of(row, values), report)

    def restore(self, method: str, values: Mapping[str, Value], arrays: Arrays) -> Model:
        """The model that gave these settings and arrays."""
        row = method_named(method)
        return row.restore(settings_of(row, values), arrays)

    def takes(self, method: str, values: Mapping[str, str | Value]) -> tuple[str, ...]:
        """The names of the method's settings; SettingsError where it does not take these."""
        row = method_named(method)
        settings_of(row, values)
        return tuple(one.name for one in settings_in(row.settings))


def _reranker() -> Family:
    from spectral_core.models import reranker as own

    inner = InnerMethods()

    def learn(treebank: Treebank, given: own.RerankerSettings, report: Report, dev: Treebank | None) -> Model:
        return own.learn(treebank, given, inner, report, dev)

    return Family.of(own.RerankerSettings, learn, lambda given, arrays: own.restore(given, arrays, inner.restore))


def _arc_parser() -> Family:
    from spectral_core.models import arc_parser

    return Family.of(arc_parser.ArcParserSettings, arc_parser.learn, arc_parser.restore)


def _latent_dependencies() -> Family:
    from spectral_core.models import latent_dependencies as own

    counting = Counting(
        own.count, _taking(own.HeadedTrees, own.solve), _taking(own.LatentDependencies, own.add), _always
    )
    return Family.of(own.LatentDependenciesSettings, own.learn, own.restore, counting)


def _latent_pcfg() -> Family:
    from spectral_core.models import latent_pcfg as own

    def watch(treebank: Treebank, given: Settings, report: Report, dev: Treebank | None, watched: Treebank) -> Model:
        return own.learn(treebank, _of_kind(own.LatentPcfgSettings, given), report, dev, watched)

    counting = Counting(own.count, _taking(own.TreeCounts, own.solve), _taking(own.LatentPcfg, own.add), _always)
    return replace(Family.of(own.LatentPcfgSettings, own.learn, own.restore, counting), watch=watch)


def _analysis_ranker() -> Family:
    from spectral_core.models import analysis_ranker as own

    return Family.of(own.RankerSettings, own.learn, own.restore, Counting(own.count, own.solve, own.add, own.can_add))


METHODS: Mapping[str, Method] = {
    method.name: method
    for method in (
        Method(
            "hmm", "Hidden Markov model", "Hsu, Kakade and Zhang 2009", _hmm, needs_words,
            chance=("estimator", ("em", "spectral-em")),
        ),
        Method("ngram", "N-gram model", "Kneser and Ney 1995", _ngram, needs_words),
        Method(
            "class-bigram", "Latent class bigram model", "Saul and Pereira 1997; Cohen and Collins 2014",
            _class_bigram, needs_words, knows_words=True, chance=("estimator", ("em",)),
        ),
        Method(
            "branching", "Branching baselines", "Klein and Manning 2002", _branching, needs_words,
            structure=CONSTITUENTS, chance=("kind", ("random", "random-splits")),
        ),
        Method(
            "arc-parser", "Arc parser", "McDonald, Crammer and Pereira 2005; Koo and Collins 2010", _arc_parser,
            needs_heads, structure=DEPENDENCIES,
        ),
        Method(
            "bracketer", "Metric bracketer", "Parikh, Cohen and Xing 2014", _bracketer, needs_words,
            structure=CONSTITUENTS, can_be_stepped=True, chance=("metric", ("constant",)),
        ),
        Method(
            "bracket-inducer", "Bracket inducer", "Ponvert, Baldridge and Erk 2011; Parikh, Cohen and Xing 2014",
            _bracket_inducer, needs_words, structure=CONSTITUENTS, chance=("seeds", ("auto", "clauses", "metric")),
        ),
        Method(
            "constituent-context", "Constituents and contexts", "Klein and Manning 2002", _constituent_context,
            needs_words, structure=CONSTITUENTS, chance=("start", ("random",)),
        ),
        Method(
            "head-automata", "Split head automata", "Luque, Quattoni, Balle and Carreras 2012", _head_automata,
            needs_heads, structure=DEPENDENCIES, explains=True, chance=("estimator", ("em",)),
        ),
        Method(
            "latent-dependencies", "Dependency grammar with hidden states", "after Cohen et al. 2012",
            _latent_dependencies, needs_heads, structure=DEPENDENCIES, has_states=True,
            chance=("estimator", ("em", "spectral-em")),
        ),
        Method(
            "latent-pcfg", "Grammar with hidden states", "Cohen et al. 2012; Cohen and Collins 2014", _latent_pcfg,
            needs_trees, structure=CONSTITUENTS, has_states=True, chance=("estimator", ("em", "em-smoothed")),
        ),
        Method(
            "reranker", "Re-ranker of trees", "Collins 2002; Dhillon et al. 2012", _reranker, needs_heads,
            structure=DEPENDENCIES,
        ),
        Method(
            "tree-hmm", "Hidden tree Markov model", "Dhillon, Rodu, Collins, Foster and Ungar 2012", _tree_hmm,
            needs_heads, has_states=True, chance=("estimator", ("em", "spectral-em")),
        ),
        Method(
            "embeddings", "Points of words", "Dhillon, Foster and Ungar 2011; Stratos, Collins and Hsu 2015",
            _embeddings, needs_words, knows_words=True,
        ),
        Method("analysis-ranker", "Ranker of analyses", "Shah et al. 2010", _analysis_ranker, needs_readings),
        Method("tagger", "Part-of-speech tagger", "Müller, Schmid and Schütze 2013", _tagger, needs_tags),
    )
}  # fmt: skip


def default_parser(structure: Structure) -> Method:
    """The parser that is learnt where nobody chose one."""
    return METHODS["arc-parser" if structure is DEPENDENCIES else "latent-pcfg"]


RANKED = ("seen_forms", "seen_analyses")  # arrays of a ranker: the words it was learnt from


def method_named(name: str) -> Method:
    """The row with this name; an unknown one is answered with those there are."""
    try:
        return METHODS[name]
    except KeyError:
        raise SettingsError(f"there is no method {name!r}; there are {', '.join(METHODS)}") from None


def settings_of(method: Method, given: Mapping[str, str | Value | None]) -> Settings:
    """The method's settings with these values, typed or as strings; a wrong one is answered with what fits."""
    return method.settings(**{name: value for name, value in given.items() if value is not None})


def ranked_words(arrays: Arrays) -> tuple[list[str], list[tuple[str, str]]]:
    """The words that a ranker was learnt from, and UPOS and XPOS of each, of the arrays that RANKED names."""
    from spectral_core.models.analysis_ranker.storing import seen_words

    return seen_words(arrays)
