"""Requests to rankers: rank the readings of words, with the analyser that offers them, and explain a ranking."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from spectral_core.data import EMPTY, UNCONSTRAINED, Analysis, Constraints, Ranked, Sentence, Treebank
from spectral_core.data.readings import (
    collect_decided_readings,
    prefer_given_cells,
    standard_columns,
)
from spectral_core.engine.engine import Engine
from spectral_core.errors import DataError
from spectral_core.model import Contribution, ExplainsReadings, Ranker, ReadsTrees
from spectral_core.progress import Progress, Report

if TYPE_CHECKING:
    from spectral_core.morphology.analyser import Analyser
    from spectral_core.morphology.user_lexicon import UserLexicon

_REPORT_EVERY = 500  # sentences between two progress reports
_MAX_READINGS = 99  # readings of a word that are sent
_MAX_ANALYSERS = 4  # cached analysers
_MAX_TREEBANK_LEXICON_SENTENCES = 2_000  # longer documents do not offer the readings of their own words
_TREEBANK_COMPONENT = "treebank"  # prefix of a component of an analyser's name
_INSTALLED_COMPONENT = "buckwalter"  # component of an analyser's name: uses the installed tables
_MAX_NAMED_WORDS = 5  # words in a message
_MAX_VOCABULARY_GROWTH = 1.1  # growth of the vocabulary after which the tag mapping is trained again
LEXICON_FOLDER = "lexicon"  # folder of a project's own tables
_SUGGESTED_ANALYSERS: dict[
    tuple[str, Path | None], tuple[Sequence[Sentence], str, str]
] = {}  # of the document requested last


@dataclass(frozen=True, slots=True)
class Rankings:
    """Readings of every word of some sentences, best first."""

    readings: tuple[tuple[tuple[Ranked[Analysis], ...], ...], ...]  # [sentence][word][rank]
    analyser: str = ""  # analyser of the readings; "" if the model has its own
    advice: str = ""  # a sentence on how to cover more words; "" for none
    uncertainty_flag: tuple[float, float, float] | None = (
        None  # margin that flags a word; recall and precision of the flag
    )


class _UncertaintyFlag(Protocol):
    """Margin below which a first reading is flagged as uncertain, with recall and precision on held-out text."""

    @property
    def margin(self) -> float: ...
    @property
    def recall(self) -> float | None: ...
    @property
    def precision(self) -> float | None: ...


@runtime_checkable
class HasUncertaintyFlag(Protocol):
    """A ranker that flags uncertain first readings by a margin, with recall and precision on held-out text."""

    @property
    def uncertainty_threshold(self) -> _UncertaintyFlag: ...


class _MappedDictionary(Protocol):
    """A dictionary whose tags are mapped to those of a ranker."""

    def has_counterpart(self, word: str) -> bool:
        """Return whether a reading of the word has a counterpart among the ranker's tags."""
        ...


@runtime_checkable
class SupportsDictionary(Ranker, Protocol):
    """A ranker that can offer readings of a dictionary in addition to its own analyser's."""

    @property
    def analyser(self) -> str:
        """Name of the ranker's own analyser."""
        ...

    def training_words(self) -> frozenset[str]:
        """Return the forms seen in training."""
        ...

    def training_tags(self) -> Collection[tuple[str, ...]]:
        """Return the labels of readings seen in training, without lemmas."""
        ...

    def map_dictionary_tags(self, dictionary: "Analyser") -> _MappedDictionary:
        """Return the dictionary with its tags mapped to those of the training text."""
        ...

    def add_dictionary(self, mapped: _MappedDictionary) -> Ranker:
        """Return the ranker that also offers the readings of a mapped dictionary."""
        ...


@dataclass(frozen=True, slots=True)
class RankReadings:
    """Ranks the readings of every word by the model in a file, or in the order of the analyser without one. The
    project's own lexicon is used, and readings that its users added are offered too. A model that reads trees ranks
    them given the best tree under the locks."""

    model: Path | None
    analyser: str  # catalogue name; "" for the most suitable
    project_folder: Path | None
    document: str
    sentences: tuple[Sentence, ...]
    locks: tuple[Constraints, ...] = ()  # of each sentence; () for none
    reads_trees: bool = True  # otherwise the readings are those before the tree is known

    def run(self, engine: Engine, report: Report) -> Rankings:
        ranker = None if self.model is None else _load_ranker(engine, self.model)
        extended, advice = (None, "") if ranker is None else extend_with_dictionary(ranker, self.sentences)
        analyser = _get_analyser(engine, self.analyser, self.project_folder, self.document)
        added = None if ranker is None else _read_added_readings(self.project_folder)
        rows: list[tuple[tuple[Ranked[Analysis], ...], ...]] = []
        for index, sentence in enumerate(self.sentences):
            report(Progress("ranking", len(rows), len(self.sentences)))
            if ranker is None:
                ranked = [[Ranked(reading, 0.0) for reading in word] for word in analyser.candidates(sentence)]
            else:
                used_ranker = ranker if extended is None or any(sentence.candidates) else extended
                ranked = _rank_words(used_ranker, sentence)
                ranked = ranked if added is None else _insert_added_readings(ranked, sentence, added)
                ranked = ranked if used_ranker is ranker else strip_probabilities(ranked)
            words = prefer_given_cells(sentence, ranked, collect_decided_readings(sentence))
            shown = tuple(remove_less_specific_readings(word)[:_MAX_READINGS] for word in words)
            locks = self.locks[index] if self.locks else UNCONSTRAINED
            rows.append(_revise_words(ranker, sentence, shown, locks) if self.reads_trees else shown)
        return Rankings(
            tuple(rows), analyser.name, advice or analyser.advice, _get_uncertainty_flag(None if extended else ranker)
        )


def _rank_words(ranker: Ranker, sentence: Sentence) -> list[list[Ranked[Analysis]]]:
    """Return the ranked readings of each word of a sentence, before its tree is known if the ranker reads trees."""
    confirmed = collect_decided_readings(sentence)
    if isinstance(ranker, ReadsTrees):
        return ranker.rank_without_trees([sentence], [confirmed])[0]
    return list(ranker.rank(sentence, confirmed))


def _revise_words(
    ranker: object, sentence: Sentence, words: tuple[tuple[Ranked[Analysis], ...], ...], locks: Constraints
) -> tuple[tuple[Ranked[Analysis], ...], ...]:
    """Return the ranked readings of each word, given the tree if the ranker reads trees."""
    if isinstance(ranker, ReadsTrees):
        return tuple(map(tuple, ranker.revise_rankings(sentence, words, locks)))
    return words


@dataclass(frozen=True, slots=True)
class ExplainRanking:
    """Returns the contributions to a reading's score, or to its lead over a second one, largest first."""

    model: Path
    sentence: Sentence
    word: int
    first: Analysis
    second: Analysis | None
    locks: Constraints = UNCONSTRAINED

    def run(self, engine: Engine, report: Report) -> tuple[Contribution, ...]:
        ranker = _load_ranker(engine, self.model)
        model = (
            None if any(self.sentence.candidates) else extend_with_dictionary(ranker, (self.sentence,))[0]
        ) or ranker
        if not isinstance(model, ExplainsReadings):
            raise DataError(f"{self.model.name} does not say what its scores are made of")
        confirmed = {
            position: reading
            for position, reading in collect_decided_readings(self.sentence).items()
            if position != self.word
        }
        sentence = self.sentence
        if not sentence.has_heads:
            locked = {word: head for head, word in self.locks.required_arcs}
            heads = [locked.get(word, head) for word, head in enumerate(sentence.heads, 1)]
            sentence = replace(sentence, heads=tuple(heads), source=None)
        return model.explain(sentence, self.word, self.first, self.second, confirmed)


@dataclass(frozen=True, slots=True)
class _ExtendedRanker:
    """A ranker with a dictionary in addition to its own analyser."""

    base_ranker: Ranker
    tables: Path
    analyser: str  # name of the ranker's own
    words: frozenset[str]  # on which its tag mapping was trained
    tags: frozenset[tuple[str, ...]]  # labels, without lemmas, that it was trained on
    mapped_dictionary: _MappedDictionary
    extended_ranker: Ranker


_EXTENDED_RANKERS: list[_ExtendedRanker] = []  # in this process, the one used last


def extend_with_dictionary(ranker: Ranker, sentences: Sequence[Sentence]) -> tuple[Ranker | None, str]:
    """Return an Arabic ranker extended by the large installed dictionary, if it was trained without it, and a sentence
    that lists the words without counterpart in the ranker's training data."""
    from spectral_core.morphology.arabic.buckwalter_tables import find_installed_tables
    from spectral_core.morphology.arabic.spelling import is_arabic

    forms = [form for sentence in sentences for form in sentence.forms if any(map(str.isalpha, form))]
    if not isinstance(ranker, SupportsDictionary) or 2 * sum(map(is_arabic, forms)) <= len(forms):
        return None, ""
    tables = find_installed_tables()
    if tables is None or _INSTALLED_COMPONENT in ranker.analyser.split("+"):
        return None, ""
    extended = _extend_ranker(ranker, tables)
    unknown = list(dict.fromkeys(form for form in forms if not extended.mapped_dictionary.has_counterpart(form)))
    if not unknown:
        return extended.extended_ranker, ""
    named = ", ".join(f"\u2068{form}\u2069" for form in unknown[:_MAX_NAMED_WORDS]) + (
        " …" if len(unknown) > _MAX_NAMED_WORDS else ""
    )
    message = "The ranker knows no tag for the dictionary entries of {}; only their features are used."
    return extended.extended_ranker, message.format(named)


def _extend_ranker(ranker: SupportsDictionary, tables: Path) -> _ExtendedRanker:
    """Extend a ranker by the dictionary; one that has been updated slightly keeps its tag mapping."""
    from spectral_core.morphology.arabic.buckwalter import BuckwalterAnalyser
    from spectral_core.morphology.arabic.expansion import expand_underspecified_analyser
    from spectral_core.morphology.catalogue import unite_arabic_dictionaries

    cached = next((extended for extended in _EXTENDED_RANKERS if extended.tables == tables), None)
    if cached is not None and cached.base_ranker is ranker:
        return cached
    words, tags = ranker.training_words(), frozenset(ranker.training_tags())
    is_update = cached is not None and (
        ranker.analyser == cached.analyser
        and cached.tags <= tags
        and cached.words <= words
        and len(words) <= _MAX_VOCABULARY_GROWTH * len(cached.words)
    )
    if cached is None or not is_update:
        dictionary = unite_arabic_dictionaries(expand_underspecified_analyser(BuckwalterAnalyser.open(tables)))
        translated = ranker.map_dictionary_tags(dictionary)
        extended_ranker = ranker.add_dictionary(translated)
        cached = _ExtendedRanker(ranker, tables, ranker.analyser, words, tags, translated, extended_ranker)
    else:
        cached = replace(cached, base_ranker=ranker, extended_ranker=ranker.add_dictionary(cached.mapped_dictionary))
    _EXTENDED_RANKERS[:] = [cached]
    return cached


def strip_probabilities(rankings: list[list[Ranked[Analysis]]]) -> list[list[Ranked[Analysis]]]:
    """Return the readings without probabilities, which are not calibrated for an added dictionary."""
    return [[replace(reading, probability=None) for reading in ranking] for ranking in rankings]


def _get_uncertainty_flag(model: object) -> tuple[float, float, float] | None:
    """Return the margin below which a first reading is flagged as uncertain, with recall and precision of the flag on
    held-out text; None if not measured."""
    if not isinstance(model, HasUncertaintyFlag):
        return None
    flag = model.uncertainty_threshold
    return None if flag.recall is None or flag.precision is None else (flag.margin, flag.recall, flag.precision)


def remove_less_specific_readings(readings: Sequence[Ranked[Analysis]]) -> tuple[Ranked[Analysis], ...]:
    """Remove readings that are less specific than another with the same label, which takes the first one's position."""
    positions: dict[tuple[str, ...], list[int]] = {}
    distinct_readings: list[Ranked[Analysis]] = []
    for ranked in readings:
        same_label = positions.setdefault(standard_columns(ranked.value), [])
        if any(_is_at_most_as_specific(ranked.value, distinct_readings[position].value) for position in same_label):
            continue
        less_specific = next(
            (
                position
                for position in same_label
                if _is_at_most_as_specific(distinct_readings[position].value, ranked.value)
            ),
            None,
        )
        if less_specific is None:
            same_label.append(len(distinct_readings))
            distinct_readings.append(ranked)
        else:
            distinct_readings[less_specific] = replace(distinct_readings[less_specific], value=ranked.value)
    return tuple(distinct_readings)


def _is_at_most_as_specific(reading: Analysis, other: Analysis) -> bool:
    """Return whether another reading has the vocalised form, gloss and segments of this one, as far as it has any."""
    pairs = ((reading.vocalised, other.vocalised), (reading.gloss, other.gloss), (reading.segments, other.segments))
    return all(value in (EMPTY, (), other_value) for value, other_value in pairs)


def rank_with_dictionary(ranker: Ranker, sentences: Sequence[Sentence]) -> list[Sequence[Sequence[Ranked[Analysis]]]]:
    """Return the ranked readings of each word of each sentence, as they are shown: an Arabic ranker also offers those
    of the installed dictionary."""
    extended, _ = extend_with_dictionary(ranker, sentences)
    return [
        (ranker if extended is None or any(sentence.candidates) else extended).rank(sentence) for sentence in sentences
    ]


def rank_by_dictionary(engine: Engine, document: str, sentence: Sentence) -> Sequence[Sequence[Ranked[Analysis]]]:
    """Return the readings of each word in the order of the analyser that suits a document, without the readings of the
    document itself."""
    analyser = _get_analyser(engine, suggest_dictionary(engine, document), None, document)
    return [[Ranked(reading, 0.0) for reading in word] for word in analyser.candidates(sentence)]


def suggest_dictionary(engine: Engine, document: str) -> str:
    """Return the name of the analyser that suits a document without the readings of the document itself; `none` if
    there is none."""
    suggested, _ = _suggest_analyser(document, engine.load_treebank(document), None)
    return "+".join(part for part in suggested.split("+") if not part.startswith(_TREEBANK_COMPONENT)) or "none"


def take_first_readings(sentence: Sentence, ranked: Sequence[Sequence[Ranked[Analysis]]]) -> Sentence:
    """Return the sentence with the first of the ranked readings of each word, if it has any."""
    return replace(sentence, analyses=tuple(word[0].value if word else None for word in ranked), source=None)


def _load_ranker(engine: Engine, path: Path) -> Ranker:
    """Return the ranker in a file; DataError if its model does not rank readings."""
    model = engine.load_model(path)
    if not isinstance(model, Ranker):
        raise DataError(f"{path.name} is not a model that ranks readings; choose another in the menu Model")
    return model


@dataclass(frozen=True, slots=True)
class _NamedAnalyser:
    """A morphological analyser with its name and advice on coverage."""

    name: str
    candidates: Callable[[Sentence], Sequence[Sequence[Analysis]]]
    advice: str
    training_sentences: Sequence[Sentence] | None  # of the document that it learnt from; None if from none


_ANALYSERS: dict[tuple[str, int, str, bool], _NamedAnalyser] = {}  # in this process, newest last


def _get_analyser(engine: Engine, name: str, project_folder: Path | None, document: str) -> _NamedAnalyser:
    """Return the analyser of this name, or the one that suits the document and the project's own lexicon, with all
    dictionaries of its language; cached."""
    from spectral_core.morphology import analyser, catalogue

    treebank = engine.load_treebank(document)
    suggested, advice = _suggest_analyser(document, treebank, _find_project_tables(project_folder))
    chosen = name or suggested
    stamp = 0
    if (added := _find_added_readings_file(project_folder)) is not None:
        chosen, stamp = f"own={catalogue.quote_path(added)}+{chosen}", added.stat().st_mtime_ns
    needs_treebank = catalogue.needs_treebank(chosen)
    key = (chosen, stamp, document if needs_treebank else "", bool(name))
    training_sentences = treebank.sentences if needs_treebank else None
    named = _ANALYSERS.pop(key, None)
    if named is None or named.training_sentences is not training_sentences:  # another document of this name
        open_named = catalogue.open_analyser if name else catalogue.open_dictionary
        opened = open_named(chosen, treebank if needs_treebank else None)
        named = _NamedAnalyser(
            chosen, lambda sentence: analyser.find_candidates(sentence, opened), advice, training_sentences
        )
    _ANALYSERS[key] = named
    while len(_ANALYSERS) > _MAX_ANALYSERS:
        del _ANALYSERS[next(iter(_ANALYSERS))]
    return replace(named, advice=advice)  # of this document: several may share an analyser


def _suggest_analyser(document: str, treebank: Treebank, tables: Path | None) -> tuple[str, str]:
    """Return the analyser that suits a document with its project's tables, and advice on how to cover more of its
    words."""
    from spectral_core.morphology import catalogue

    suggestion = _SUGGESTED_ANALYSERS.get((document, tables))
    if suggestion is None or suggestion[0] is not treebank.sentences:
        name = catalogue.suggest_analyser(treebank, tables)
        if len(treebank) > _MAX_TREEBANK_LEXICON_SENTENCES:  # the user waits for it
            name = "+".join(part for part in name.split("+") if not part.startswith(_TREEBANK_COMPONENT)) or "none"
        suggestion = (treebank.sentences, name, catalogue.get_install_advice(treebank, tables) or "")
        _SUGGESTED_ANALYSERS.clear()
        _SUGGESTED_ANALYSERS[document, tables] = suggestion
    return suggestion[1:]


def _find_project_tables(project_folder: Path | None) -> Path | None:
    """Return the folder of a project's own lexicon tables, if it has any."""
    tables = None if project_folder is None else project_folder / LEXICON_FOLDER
    return tables if tables is not None and _is_file(tables / "dictStems") else None


def _find_added_readings_file(project_folder: Path | None) -> Path | None:
    """Return the file of readings added by users of the project, if there is one."""
    from spectral_core.morphology.user_lexicon import FILE_NAME

    path = None if project_folder is None else project_folder / FILE_NAME
    return path if path is not None and _is_file(path) else None


def _is_file(path: Path) -> bool:
    """Return whether a path is a file that may be read."""
    try:
        return path.is_file()
    except PermissionError:  # the project's folder is no longer accessible: reported where it is used
        return False


def _read_added_readings(project_folder: Path | None) -> "UserLexicon | None":
    """Return the readings added by users of the project; None if there are none."""
    from spectral_core.morphology.user_lexicon import UserLexicon

    path = _find_added_readings_file(project_folder)
    return None if path is None else UserLexicon.read(path)


def _insert_added_readings(
    rankings: list[list[Ranked[Analysis]]], sentence: Sentence, lexicon: "UserLexicon"
) -> list[list[Ranked[Analysis]]]:
    """Insert the readings added by users of the project after the first, without a probability."""
    extended = []
    for form, ranking in zip(sentence.forms, rankings, strict=True):
        known_labels = {standard_columns(reading.value) for reading in ranking}
        score = ranking[0].score if ranking else 0.0
        added = [
            Ranked(reading, score) for reading in lexicon.analyse(form) if standard_columns(reading) not in known_labels
        ]
        extended.append([*ranking[:1], *added, *ranking[1:]])
    return extended
