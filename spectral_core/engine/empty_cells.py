"""Requests that count the empty cells of lemma, tags and features, and find what models fill in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from spectral_core.data import EMPTY, Analysis, Ranked, Sentence
from spectral_core.data.empty_cells import (
    MORPHOLOGY_COLUMNS,
    Cell,
    EmptyCells,
    fill_cells,
    find_agreeing_reading,
    find_empty_cells,
    list_fillings,
    without_incomplete_readings,
)
from spectral_core.data.inventory import Column
from spectral_core.engine.engine import Engine
from spectral_core.engine.parsing import fill_missing_tags
from spectral_core.engine.ranking import RankReadings
from spectral_core.errors import SpectralError
from spectral_core.model import HasTagger
from spectral_core.progress import Progress, Report

_BATCH_SIZE = 20  # sentences between two progress reports
_MAX_SENTENCE_WORDS = 400  # words of the longest sentence whose readings are ranked
_TAG_COLUMNS: tuple[Column, ...] = ("upos", "xpos")


@dataclass(frozen=True, slots=True)
class CountEmptyCells:
    """Returns how many words of some sentences of a document have no lemma, tags or features."""

    document: str
    sentences: tuple[int, ...]  # indices

    def run(self, engine: Engine, report: Report) -> EmptyCells:
        report(Progress("reading", 0))
        treebank = engine.load_treebank(self.document)
        return EmptyCells.of(treebank[index] for index in self.sentences)


@dataclass(frozen=True, slots=True)
class Fillings:
    """Values for empty cells, by the index of their sentence, and the words that they were found for."""

    cells: Mapping[int, tuple[Cell, ...]] = field(default_factory=dict)
    forms: Mapping[int, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FindFillings:
    """Returns values for the empty cells of some sentences of a document, as accepting a sentence would write them.

    They are those of the best reading that agrees with what is given of the word. Without a ranker, words with several
    readings get none. The tagger of the parser fills tags for which there is no reading.
    """

    ranker: Path | None
    analyser: str  # catalogue name; "" for the most suitable
    parser: Path | None
    project_folder: Path | None
    document: str
    sentences: tuple[int, ...]  # indices
    columns: tuple[Column, ...] = MORPHOLOGY_COLUMNS
    min_probability: float = 0.0  # words whose reading is less probable, or of unknown probability, stay empty; 0: none

    def run(self, engine: Engine, report: Report) -> Fillings:
        treebank = engine.load_treebank(self.document)
        tagger = None if self.parser is None or self.min_probability else _load_tagger(engine, self.parser)
        cells: dict[int, tuple[Cell, ...]] = {}
        forms: dict[int, tuple[str, ...]] = {}
        for start in range(0, len(self.sentences), _BATCH_SIZE):
            report(Progress("ranking", start, len(self.sentences)))
            batch = {
                index: treebank[index]
                for index in self.sentences[start : start + _BATCH_SIZE]
                if self._has_empty_cells(treebank[index])
            }
            for index, readings in self._rank_batch(engine, batch).items():
                sentence = batch[index]
                from_readings = self._take_readings(sentence, readings)
                from_tagger = self._take_tags(fill_cells(sentence, from_readings), tagger)
                if fillings := (*from_readings, *from_tagger):
                    cells[index], forms[index] = fillings, sentence.forms
        return Fillings(cells, forms)

    def _has_empty_cells(self, sentence: Sentence) -> bool:
        return sentence.is_readable and any(find_empty_cells(sentence, column) for column in self.columns)

    def _rank_batch(
        self, engine: Engine, batch: Mapping[int, Sentence]
    ) -> dict[int, list[tuple[Analysis, float | None] | None]]:
        """Return for each sentence the reading of each word that agrees with what is given, with its probability; None
        for a word without one."""
        short = {index: sentence for index, sentence in batch.items() if 0 < len(sentence) <= _MAX_SENTENCE_WORDS}
        chosen: dict[int, list[tuple[Analysis, float | None] | None]] = {
            index: [None] * len(sentence) for index, sentence in batch.items()
        }
        if not short:
            return chosen
        questions = tuple(without_incomplete_readings(sentence, self.columns) for sentence in short.values())
        request = RankReadings(self.ranker, self.analyser, self.project_folder, self.document, questions)
        rankings = request.run(engine, lambda _: None)
        for (index, sentence), ranked_words in zip(short.items(), rankings.readings, strict=True):
            chosen[index] = [
                self._choose_reading(sentence, word, ranked) for word, ranked in enumerate(ranked_words, 1)
            ]
        return chosen

    def _choose_reading(
        self, sentence: Sentence, word: int, ranked: Sequence[Ranked[Analysis]]
    ) -> tuple[Analysis, float | None] | None:
        """Return the reading of a word with its probability; without a ranker, only one that has no rival."""
        if self.ranker is None:
            return (
                (ranked[0].value, 1.0) if len(ranked) == 1 and find_agreeing_reading(sentence, word, ranked) else None
            )
        return find_agreeing_reading(sentence, word, ranked)

    def _take_readings(
        self, sentence: Sentence, readings: Sequence[tuple[Analysis, float | None] | None]
    ) -> tuple[Cell, ...]:
        """Return the values of the readings that are probable enough."""
        return tuple(
            cell
            for word, reading in enumerate(readings, 1)
            if reading is not None and (reading[1] or 0.0) >= self.min_probability
            for cell in list_fillings(sentence, word, reading[0], self.columns)
        )

    def _take_tags(self, sentence: Sentence, tagger: HasTagger | None) -> tuple[Cell, ...]:
        """Return the tags of the tagger for the words of a sentence whose tags are still empty."""
        empty = [
            (word, column)
            for column in _TAG_COLUMNS
            if column in self.columns
            for word in find_empty_cells(sentence, column)
        ]
        if tagger is None or not empty:
            return ()
        try:
            tagged = fill_missing_tags(tagger, sentence)
        except SpectralError:
            return ()
        values = ((word, column, tagged.column(column)[word - 1]) for word, column in empty)
        return tuple(cell for cell in values if cell[2] != EMPTY)


def _load_tagger(engine: Engine, path: Path) -> HasTagger | None:
    """Return the parser in a file if it has a tagger."""
    model = engine.load_model(path)
    return model if isinstance(model, HasTagger) and model.tagger is not None else None
