"""Requests that search documents: matches of a query, occurrences of a word form."""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from spectral_core.data import Analysis, Sentence
from spectral_core.data.readings import is_decided, reading_of
from spectral_core.engine.engine import Engine
from spectral_core.progress import Progress, Report, track_progress

_REPORT_EVERY = 500  # sentences between two progress reports


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
        from spectral_core.query import parse

        query = parse(self.query)
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
    """Returns at most `limit` occurrences of a word form, undecided ones first, and whether there are more."""

    document: str
    form: str
    limit: int

    def run(self, engine: Engine, report: Report) -> tuple[tuple[Occurrence, ...], bool]:
        undecided: list[tuple[int, int]] = []
        decided: list[tuple[int, int]] = []
        treebank = engine.load_treebank(self.document)
        for index, sentence in enumerate(track_progress(treebank, "searching", len(treebank), report, _REPORT_EVERY)):
            if self.form not in sentence.forms or not sentence.readable:
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
    before, after = " ".join(sentence.forms[: word - 1]), " ".join(sentence.forms[word:])
    return Occurrence(index, word, reading_of(sentence, word) if is_decided(sentence, word) else None, before, after)
