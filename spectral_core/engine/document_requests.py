"""Requests about whole documents: inventory and problems, trainable methods, and matches of a query or a form."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field

from spectral_core.data import Analysis, Sentence, Treebank
from spectral_core.data.inventory import REQUIRED_COLUMNS, Column, Inventory
from spectral_core.data.readings import is_decided, reading_of
from spectral_core.data.structure import STRUCTURES
from spectral_core.engine.engine import Engine
from spectral_core.engine.ranking import suggest_dictionary
from spectral_core.progress import Progress, Report, track_progress
from spectral_core.registry import METHODS

_REPORT_EVERY = 500  # sentences between two progress reports


@dataclass(frozen=True, slots=True)
class SurveyResult:
    """Inventory and problems of a document."""

    document: str
    inventory: Inventory
    problems: array[int]  # indices of the sentences with problems, in order
    reasons: Mapping[str, str | None]  # why each method cannot be trained on it; None if it can
    errors: array[int] = field(default_factory=lambda: array("Q"))  # indices of the sentences with errors
    # indices of the sentences with a word that lacks a value, by column
    without_value: Mapping[Column, array[int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Survey:
    """Reads a whole document and returns its inventory, its problems, and the methods that can be trained on it."""

    document: str

    def run(self, engine: Engine, report: Report) -> SurveyResult:
        from spectral_core.data.validation import find_problems, find_words_without_value, is_error

        treebank = engine.load_treebank(self.document)

        def on_progress(done: int) -> None:
            report(Progress("reading", done, len(treebank)))

        inventory = Inventory.of(treebank, on_progress)
        problems, errors = array("Q"), array("Q")
        without_value = {column: array("Q") for column in REQUIRED_COLUMNS}
        for index, sentence in enumerate(track_progress(treebank, "checking", len(treebank), report, _REPORT_EVERY)):
            if sentence_problems := find_problems(sentence, inventory):
                problems.append(index)
                if any(map(is_error, sentence_problems)):
                    errors.append(index)
            for column in REQUIRED_COLUMNS:
                if find_words_without_value(sentence, column, inventory):
                    without_value[column].append(index)
        reasons = {method.name: method.describe_missing_data(treebank) for method in METHODS.values()}
        return SurveyResult(self.document, inventory, problems, reasons, errors, without_value)


@dataclass(frozen=True, slots=True)
class CheckTrainability:
    """Returns why each method cannot be trained on some documents together; None if it can."""

    documents: tuple[str, ...]

    def run(self, engine: Engine, report: Report) -> dict[str, str | None]:
        report(Progress("reading", 0))
        treebank = Treebank.concatenate([engine.load_treebank(name) for name in self.documents])
        return {method.name: method.describe_missing_data(treebank) for method in METHODS.values()}


@dataclass(frozen=True, slots=True)
class TrainableDocument:
    """A document similar to the displayed one, with its number of training sentences."""

    document: str
    complete_trees: Mapping[str, int]  # sentences with a complete tree, by structure
    sentences_with_readings: int  # on whose words a ranker can be trained
    sentences: int = 0
    incomplete_trees: Mapping[str, int] = field(default_factory=dict)  # sentences that lack a head or a tree
    has_dictionary: bool = False  # the displayed one: a dictionary offers readings of its words


@dataclass(frozen=True, slots=True)
class FindTrainableDocuments:
    """Finds documents that match the displayed one in script, language, words and tags, including itself."""

    document: str
    candidates: tuple[str, ...] = ()

    def run(self, engine: Engine, report: Report) -> tuple[TrainableDocument, ...]:
        from spectral_core.morphology.text_profile import TextProfile

        shown_treebank = engine.load_treebank(self.document)
        shown_profile = TextProfile.from_sentences(shown_treebank)
        trainable = []
        names = (self.document, *self.candidates)
        for done, name in enumerate(names):
            report(Progress("looking", done, len(names)))
            treebank = shown_treebank if name == self.document else engine.load_treebank(name)
            if name != self.document and shown_profile.find_mismatch(TextProfile.from_sentences(treebank)):
                continue
            trees = {
                structure.name: sum(sentence.is_readable and structure.is_complete(sentence) for sentence in treebank)
                for structure in STRUCTURES.values()
            }
            incomplete = {
                structure.name: sum(sentence.is_readable and structure.is_unfinished(sentence) for sentence in treebank)
                for structure in STRUCTURES.values()
            }
            readings = sum(
                sentence.is_readable and any(sentence.with_readings_from_columns().analyses) for sentence in treebank
            )
            has_dictionary = name == self.document and suggest_dictionary(engine, name) != "none"
            trainable.append(TrainableDocument(name, trees, readings, len(treebank), incomplete, has_dictionary))
        return tuple(trainable)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Matches of a query: sentences in order, and in each the words and tree nodes of its first matches."""

    document: str
    query: str
    sentences: array[int]
    words: tuple[tuple[int, ...], ...]  # of the first match in each sentence
    nodes: tuple[tuple[tuple[int, ...], ...], ...]
    has_more: bool  # whether there were more than requested


@dataclass(frozen=True, slots=True)
class FindMatches:
    """Returns the sentences of a document that match a query, at most `limit`."""

    document: str
    query: str
    limit: int

    def run(self, engine: Engine, report: Report) -> SearchResult:
        from spectral_core.query import parse_query

        query = parse_query(self.query)
        treebank = engine.load_treebank(self.document)

        def on_progress(done: int) -> None:
            report(Progress("searching", done, len(treebank)))

        sentences = array("Q")
        words, nodes = [], []
        has_more = False
        for index, matches in query.find(treebank, on_progress):
            if len(sentences) == self.limit:
                has_more = True
                break
            sentences.append(index)
            words.append(matches[0].words if matches else ())
            nodes.append(matches[0].nodes if matches else ())
        return SearchResult(self.document, self.query, sentences, tuple(words), tuple(nodes), has_more)


@dataclass(frozen=True, slots=True)
class Occurrence:
    """An occurrence of a word form in the document."""

    sentence: int
    word: int  # counted from 1
    reading: Analysis | None  # its current reading
    before: str  # text of its sentence before the word
    after: str


@dataclass(frozen=True, slots=True)
class FindOccurrences:
    """Returns at most `limit` occurrences of a word form in the order of the text, and whether there are more; if so,
    decided ones are left out first."""

    document: str
    form: str
    limit: int

    def run(self, engine: Engine, report: Report) -> tuple[tuple[Occurrence, ...], bool]:
        undecided: list[tuple[int, int]] = []
        decided: list[tuple[int, int]] = []
        treebank = engine.load_treebank(self.document)
        for index, sentence in enumerate(track_progress(treebank, "searching", len(treebank), report, _REPORT_EVERY)):
            if self.form not in sentence.forms or not sentence.is_readable:
                continue
            for word, form in enumerate(sentence.forms, 1):
                if form == self.form:
                    (decided if is_decided(sentence, word) else undecided).append((index, word))
        occurrences = tuple(
            _make_occurrence(treebank[index], index, word)
            for index, word in sorted([*undecided, *decided][: self.limit])
        )
        return occurrences, len(undecided) + len(decided) > self.limit


def _make_occurrence(sentence: Sentence, index: int, word: int) -> Occurrence:
    """Return the occurrence of a word of the sentence with this index: the words before and after it as context, and
    its reading if that is decided."""
    before, after = " ".join(sentence.forms[: word - 1]), " ".join(sentence.forms[word:])
    return Occurrence(index, word, reading_of(sentence, word) if is_decided(sentence, word) else None, before, after)
