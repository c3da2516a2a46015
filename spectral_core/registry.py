"""Registry of all methods by name: their data requirements and their family, imported on first use."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module

from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.data.dependencies import is_tree
from spectral_core.data.structure import CONSTITUENTS, DEPENDENCIES, Structure
from spectral_core.deprecated import keep_old_names, old_keywords, old_members
from spectral_core.errors import DataError, SettingsError
from spectral_core.model import (
    AUTO_COLUMN,
    Arrays,
    Counting,
    Family,
    Model,
    Settings,
    Statistics,
    Value,
    choose_tag_column,
    list_settings,
    provenance,
    require_type,
)
from spectral_core.progress import Report, ignore_progress

_logger = logging.getLogger(__name__)
RANKER_TRAINING_ARRAYS = ("seen_forms", "seen_analyses")  # arrays of a ranker that hold its training words


def _has_sentence_with(treebank: Iterable[Sentence], condition: Callable[[Sentence], bool]) -> bool:
    """Test whether some readable sentence meets a condition."""
    return any(sentence.is_readable and condition(sentence) for sentence in treebank)


def describe_missing_words(treebank: Treebank) -> str | None:
    """Return a message if no sentence has a word, which models of sequences need; else None."""
    if _has_sentence_with(treebank, lambda sentence: len(sentence) > 0):
        return None
    return "This treebank has no words; open one with at least one sentence."


def describe_missing_readings(treebank: Treebank) -> str | None:
    """Return a message if no word has a chosen reading, or a lemma or tags, which amount to one; else None."""
    if _has_sentence_with(treebank, lambda sentence: any(sentence.with_readings_from_columns().analyses)):
        return None
    return "No word here has a chosen analysis, a lemma or a tag; open a treebank or a token table that has some."


def describe_missing_tags(treebank: Treebank) -> str | None:
    """Return a message if no sentence has a tag for every word, which taggers need; else None."""
    if _has_sentence_with(
        treebank, lambda sentence: len(sentence) > 0 and (EMPTY not in sentence.xpos or EMPTY not in sentence.upos)
    ):
        return None
    return "No sentence here has a tag for every word; open a treebank with the column XPOS or UPOS filled."


def describe_missing_heads(treebank: Treebank) -> str | None:
    """Return a message if no sentence has heads, which dependency parsers need; else None."""
    if _has_sentence_with(treebank, lambda sentence: sentence.has_heads):
        return None
    return "No sentence here has dependency heads; open a treebank in CoNLL-U with the HEAD column filled."


def describe_missing_trees(treebank: Treebank) -> str | None:
    """Return a message if no sentence has a tree, which constituency parsers need; else None."""
    if _has_sentence_with(treebank, lambda sentence: sentence.tree is not None and len(sentence) > 0):
        return None
    return "No sentence here has a constituency tree; open a treebank with bracketed trees."


def describe_missing_column(treebank: Treebank, column: str) -> str | None:
    """Return a message if the column that a method reads is empty everywhere; else None."""
    if _has_sentence_with(treebank, lambda sentence: any(value != EMPTY for value in sentence.column(column))):
        return None
    return f"The column {column} is empty in this treebank; set column to one that is filled."


@old_members(
    why_not="describe_missing_data",
    check_treebank="describe_missing_data",
    chance="random_if",
    made="make_family",
    by_chance="depends_on_seed",
    counts="has_counting",
    join="merge",
    can_be_stepped="has_traces",
    explains="has_automata",
    knows_words="has_word_similarities",
    reads_text="uses_unannotated_text",
)
@dataclass(frozen=True, slots=True)
class Method:
    """A learning method and its data requirements: a row of METHODS."""

    name: str
    title: str
    paper: str
    describe_missing_data: Callable[[Treebank], str | None]  # returns a message on what the treebank lacks, else None
    structure: Structure | None = None  # predicted by its models
    has_automata: bool = False  # whether its models can be explained by automata
    has_states: bool = False  # whether they have hidden states at tree nodes
    uses_unannotated_text: bool = False  # whether unannotated words contribute to training
    has_word_similarities: bool = False  # whether they provide word classes or similarities
    has_traces: bool = False  # whether their algorithms can be stepped through
    ranks_readings: bool = False  # whether they rank the readings of words
    tokenises: bool = False  # whether they can split a text into sentences and words
    # a setting and its values for which the result depends on the seed; None if it does wherever there is a seed
    random_if: tuple[str, tuple[str, ...]] | None = None
    make_family: Callable[[], Family] | None = None  # for families that need other methods
    tag_columns: tuple[str, str] | None = None  # columns that `choose_tag_column` chooses from in training

    def family(self) -> Family:
        """Import the module of `models` with the method's name and return its family."""
        if self.make_family is not None:
            return self.make_family()
        return require_type(Family, import_module(f"spectral_core.models.{self.name.replace('-', '_')}").FAMILY)

    @property
    def needs_structure(self) -> bool:
        """Whether training needs annotated structures, not words alone."""
        return self.structure is not None and self.describe_missing_data is not describe_missing_words

    @property
    def annotation(self) -> str:
        """The annotation that it is trained on, as models say it of themselves (`Provenance.structure`)."""
        kinds: dict[Callable[[Treebank], str | None], str] = {
            describe_missing_heads: provenance.DEPENDENCIES,
            describe_missing_trees: provenance.CONSTITUENTS,
            describe_missing_readings: provenance.READINGS,
            describe_missing_tags: provenance.TAGS,
        }
        return kinds.get(self.describe_missing_data, provenance.WORDS)

    @property
    def settings(self) -> type[Settings]:
        """Settings dataclass of the method; its defaults are those of the method."""
        return self.family().settings

    def describe_unusable_dev(self, dev: Treebank, treebank: Treebank, settings: Settings) -> str | None:
        """Return a message if development sentences lack what a model of a treebank is fitted on; else None."""
        reason = self.describe_missing_data(dev)
        if reason is not None:
            return reason
        column = str(getattr(settings, "column", AUTO_COLUMN))
        if column == AUTO_COLUMN:
            column = "" if self.tag_columns is None else choose_tag_column(AUTO_COLUMN, treebank, self.tag_columns)
        needs_heads = self.annotation == provenance.DEPENDENCIES

        def is_usable(sentence: Sentence) -> bool:
            """Return whether a sentence has values in the column, and a tree if the method learns from heads."""
            has_values = not column or any(value != EMPTY for value in sentence.column(column))
            return has_values and (not needs_heads or is_tree(sentence.heads))

        if _has_sentence_with(dev, is_usable):
            return None
        parts = [*(["heads that form a tree"] if needs_heads else []), *([f"the column {column}"] if column else [])]
        return f"No sentence here has {' and '.join(parts)}."

    def depends_on_seed(self, values: Mapping[str, Value]) -> bool:
        """Test whether the trained model depends on the seed under these settings."""
        if self.random_if is None:
            return "seed" in values
        name, choices = self.random_if
        return values[name] in choices

    @old_keywords(watched="monitor")
    def learn(
        self, treebank: Treebank, settings: Settings, report: Report = ignore_progress, dev: Treebank | None = None,
        monitor: Treebank | None = None,
    ) -> Model:  # fmt: skip
        """Train a model.

        Args:
            treebank: The training sentences.
            settings: Settings of this method.
            report: Receives the progress.
            dev: Development sentences; without them, a method that needs some holds out a seeded tenth.
            monitor: Sentences to evaluate on during training; they influence neither training nor selection.

        Raises:
            DataError: before training, if the development sentences lack what the method is fitted on.
        """
        if dev is not None and (reason := self.describe_unusable_dev(dev, treebank, settings)) is not None:
            raise DataError(f"the development data cannot be used ({reason.rstrip('.')}); give another --dev, or none")
        family, started = self.family(), time.perf_counter()
        _logger.info("learning %s from %d sentences", self.name, len(treebank))
        if monitor is not None and family.learn_monitored is not None:
            model = family.learn_monitored(treebank, settings, report, dev, monitor)
        else:
            model = family.learn(treebank, settings, report, dev)
        _logger.info("learnt %s in %.2f s", self.name, time.perf_counter() - started)
        return model

    @property
    def reads_streams(self) -> bool:
        """Whether it learns from text that need not be held in memory."""
        return self.family().learn_stream is not None

    def learn_stream(
        self, texts: Iterable[Sequence[str]], settings: Settings, report: Report = ignore_progress
    ) -> Model:
        """Train a model on the words of sentences that are read once, one after the other; SettingsError if the method
        needs more than words."""
        learn_stream = self.family().learn_stream
        if learn_stream is None:
            raise SettingsError(f"{self.name} does not learn from a stream of text; train it on a treebank")
        return learn_stream(texts, settings, report)

    def restore(self, settings: Settings, arrays: Arrays) -> Model:
        """Restore a model from its settings and arrays."""
        return self.family().restore(settings, arrays)

    @property
    def has_counting(self) -> bool:
        """Whether some of its estimators depend only on corpus counts, so that `solve(count(...))` equals
        `learn(...)`."""
        return self.family().counting is not None

    def count(self, treebank: Treebank, settings: Settings, report: Report = ignore_progress) -> Statistics:
        """Count the sufficient statistics of the estimator in a treebank; SettingsError if it has none."""
        return self._require_counting().count(treebank, settings, report)

    def merge(self, first: Statistics, second: Statistics) -> Statistics:
        """Merge the counts of two corpora, made with the same settings."""
        self._require_counting()
        return first.merge(require_type(type(first), second))

    def solve(self, statistics: Statistics, settings: Settings, report: Report = ignore_progress) -> Model:
        """Estimate the model from counts alone; SettingsError names the settings that need more."""
        return self._require_counting().solve(statistics, settings, report)

    def can_add(self, settings: Settings) -> bool:
        """Test whether sentences can be added to a model trained with these settings; `store.can_add` tests whether the
        file of one has what is needed."""
        counting = self.family().counting
        return counting is not None and counting.can_add(settings)

    def add(self, model: Model, treebank: Treebank, report: Report = ignore_progress) -> Model:
        """Update a model with the counts of `treebank`; its training text is not counted again. Parts that do not
        depend on counts alone keep their trained values: weights, relations, the inner tagger, calibration. DataError
        for a model that needs its training text for this and was stored without it (`KeepsText`)."""
        if not self.can_add(model.settings):
            raise SettingsError(f"sentences cannot be added to this model of {self.name}; learn it again from all")
        return self._require_counting().add(model, treebank, report)

    def _require_counting(self) -> Counting[Settings]:
        """Return the counting functions of the method; SettingsError if it has none."""
        counting = self.family().counting
        if counting is None:
            raise SettingsError(f"{self.name} cannot be trained from corpus counts; train it on all sentences")
        return counting


@old_members(takes="complete_settings")
class ComponentMethods:
    """Trains and restores models that are components of other models, such as the base parser of a re-ranker."""

    def learn(
        self, method: str, values: Mapping[str, str | Value], treebank: Treebank, report: Report = ignore_progress
    ) -> Model:
        """Train a model of the named method with these settings."""
        entry = get_method(method)
        return entry.learn(treebank, make_settings(entry, values), report)

    def restore(self, method: str, values: Mapping[str, Value], arrays: Arrays) -> Model:
        """Restore a model from its settings and arrays."""
        entry = get_method(method)
        return entry.restore(make_settings(entry, values), arrays)

    def complete_settings(self, method: str, values: Mapping[str, str | Value]) -> Mapping[str, Value]:
        """Complete settings with the method's defaults; SettingsError if one is invalid."""
        entry = get_method(method)
        settings = make_settings(entry, values)
        return {setting.name: getattr(settings, setting.name) for setting in list_settings(entry.settings)}


def read_training_words(arrays: Arrays) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the training words of a ranker, and UPOS and XPOS of each, from its RANKER_TRAINING_ARRAYS."""
    from spectral_core.models.analysis_ranker.storage import read_training_tags

    return read_training_tags(arrays)


def _make_reranker_family() -> Family:
    """Make the family of re-rankers, which train and restore other methods."""
    from spectral_core.models import reranker

    return reranker.make_family(ComponentMethods())


METHODS: Mapping[str, Method] = {
    method.name: method
    for method in (
        Method(
            "hmm",
            "Hidden Markov model",
            "Hsu, Kakade and Zhang 2009",
            describe_missing_words,
            has_traces=True,
            random_if=("estimator", ("em", "spectral-em")),
        ),
        Method("ngram", "N-gram model", "Kneser and Ney 1995", describe_missing_words),
        Method(
            "class-bigram",
            "Latent class bigram model",
            "Saul and Pereira 1997; Cohen and Collins 2014",
            describe_missing_words,
            has_word_similarities=True,
        ),
        Method(
            "branching",
            "Branching baselines",
            "Klein and Manning 2002",
            describe_missing_words,
            structure=CONSTITUENTS,
            random_if=("kind", ("random", "random-splits")),
        ),
        Method(
            "pipeline",
            "Pipeline",
            "Shah et al. 2010; Koo and Collins 2010",
            describe_missing_heads,
            structure=DEPENDENCIES,
            has_traces=True,
            uses_unannotated_text=True,
            ranks_readings=True,
            tokenises=True,
            tag_columns=("upos", "xpos"),
        ),
        Method(
            "arc-parser",
            "Arc parser",
            "McDonald, Crammer and Pereira 2005; Koo and Collins 2010",
            describe_missing_heads,
            structure=DEPENDENCIES,
            has_traces=True,
            uses_unannotated_text=True,
            tag_columns=("upos", "xpos"),
        ),
        Method(
            "bracketer",
            "Metric bracketer",
            "Parikh, Cohen and Xing 2014",
            describe_missing_words,
            structure=CONSTITUENTS,
            has_traces=True,
            random_if=("metric", ("constant",)),
        ),
        Method(
            "bracket-inducer",
            "Bracket inducer",
            "Ponvert, Baldridge and Erk 2011; Parikh, Cohen and Xing 2014",
            describe_missing_words,
            structure=CONSTITUENTS,
            has_states=True,
            random_if=("seeds", ("auto", "clauses", "metric")),
        ),
        Method(
            "constituent-context",
            "Constituent-context model",
            "Klein and Manning 2002",
            describe_missing_words,
            structure=CONSTITUENTS,
            random_if=("start", ("random",)),
        ),
        Method(
            "head-automata",
            "Split head automata",
            "Luque, Quattoni, Balle and Carreras 2012",
            describe_missing_heads,
            structure=DEPENDENCIES,
            has_automata=True,
            has_traces=True,
            random_if=("estimator", ("em",)),
        ),
        Method(
            "latent-dependencies",
            "Latent-variable dependency grammar",
            "after Cohen et al. 2012",
            describe_missing_heads,
            structure=DEPENDENCIES,
            has_states=True,
            random_if=("estimator", ("em", "spectral-em")),
        ),
        Method(
            "latent-pcfg",
            "Latent-variable PCFG",
            "Cohen et al. 2012; Cohen and Collins 2014",
            describe_missing_trees,
            structure=CONSTITUENTS,
            has_states=True,
            has_traces=True,
            random_if=("estimator", ("em", "em-smoothed")),
        ),
        Method(
            "reranker",
            "Tree re-ranker",
            "Collins 2002; Dhillon et al. 2012",
            describe_missing_heads,
            structure=DEPENDENCIES,
            make_family=_make_reranker_family,
            tag_columns=("xpos", "upos"),
        ),
        Method(
            "tree-hmm",
            "Hidden tree Markov model",
            "Dhillon, Rodu, Collins, Foster and Ungar 2012",
            describe_missing_heads,
            has_states=True,
            random_if=("estimator", ("em", "spectral-em")),
        ),
        Method(
            "embeddings",
            "Word embeddings",
            "Dhillon, Foster and Ungar 2011; Stratos, Collins and Hsu 2015",
            describe_missing_words,
            has_word_similarities=True,
        ),
        Method(
            "analysis-ranker", "Ranker of readings", "Shah et al. 2010", describe_missing_readings, ranks_readings=True
        ),
        Method(
            "clusters",
            "Word clusters",
            "Brown et al. 1992; Liang 2005",
            describe_missing_words,
            has_word_similarities=True,
            random_if=("estimator", ("cca",)),
        ),
        Method(
            "tagger",
            "Part-of-speech tagger",
            "Müller, Schmid and Schütze 2013",
            describe_missing_tags,
            uses_unannotated_text=True,
            tag_columns=("xpos", "upos"),
        ),
        Method(
            "tokeniser",
            "Tokeniser and sentence splitter",
            "Evang, Basile, Chrupała and Bos 2013",
            describe_missing_words,
            tokenises=True,
        ),
    )
}


def default_parser(structure: Structure) -> Method:
    """Return the parser to train if the user chose none."""
    return METHODS["pipeline" if structure is DEPENDENCIES else "latent-pcfg"]


def quick_parser(structure: Structure) -> Method:
    """Return the parser that is trained first, on a few sentences, so that suggestions come soon."""
    return METHODS["arc-parser" if structure is DEPENDENCIES else "latent-pcfg"]


def choose_default_method(treebank: Treebank) -> Method | None:
    """Return the method of `spectral train` for a treebank: the first that it has the annotation for; None if it has
    none."""
    names = ("pipeline", "latent-pcfg", "analysis-ranker")  # which also learns from tags alone
    return next((METHODS[name] for name in names if METHODS[name].describe_missing_data(treebank) is None), None)


def default_inducer(structure: Structure) -> Method | None:
    """Return the method that induces a structure without annotated trees, None if there is none."""
    return METHODS["bracket-inducer"] if structure is CONSTITUENTS else None


def get_method(name: str) -> Method:
    """Return the method with this name; SettingsError lists the names if it is unknown."""
    try:
        return METHODS[name]
    except KeyError:
        raise SettingsError(f"there is no method {name!r}; there are {', '.join(METHODS)}") from None


@old_keywords(given="values")
def make_settings(method: Method, values: Mapping[str, str | Value | None]) -> Settings:
    """Make the method's settings from these values, typed or as strings; SettingsError explains an invalid one."""
    return method.settings(**{name: value for name, value in values.items() if value is not None})


keep_old_names(__name__)
