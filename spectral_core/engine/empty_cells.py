"""Requests that count the empty cells of lemma, tags and features, and find what models fill in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from spectral_core.data import Analysis, Ranked, Sentence
from spectral_core.data.empty_cells import EmptyCells, find_empty_cells, without_incomplete_readings
from spectral_core.data.inventory import MORPHOLOGY_COLUMNS, Column
from spectral_core.data.readings import fill_readings, list_agreeing_readings
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
    """Readings that fill empty cells, by the index of their sentence, and the words that they were found for."""

    columns: tuple[Column, ...] = MORPHOLOGY_COLUMNS  # to be filled
    readings: Mapping[int, tuple[Analysis | None, ...]] = field(default_factory=dict)
    forms: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    def fill(self, index: int, sentence: Sentence) -> Sentence:
        """Return a sentence with its empty cells filled; unchanged if it has other words by now."""
        if self.forms.get(index) != sentence.forms:
            return sentence
        return fill_readings(sentence, self.readings[index], self.columns)


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
        fillings: dict[int, tuple[Analysis | None, ...]] = {}
        forms: dict[int, tuple[str, ...]] = {}
        for start in range(0, len(self.sentences), _BATCH_SIZE):
            report(Progress("ranking", start, len(self.sentences)))
            batch = {
                index: treebank[index]
                for index in self.sentences[start : start + _BATCH_SIZE]
                if self._has_empty_cells(treebank[index])
            }
            for index, chosen in self._rank_batch(engine, batch).items():
                sentence = batch[index]
                readings = [self._to_probable_reading(entry) for entry in chosen]
                readings = self._add_tags(sentence, readings, tagger)
                if fill_readings(sentence, readings, self.columns) != sentence:
                    fillings[index], forms[index] = tuple(readings), sentence.forms
        return Fillings(self.columns, fillings, forms)

    def _has_empty_cells(self, sentence: Sentence) -> bool:
        return sentence.is_readable and any(find_empty_cells(sentence, column) for column in self.columns)

    def _rank_batch(self, engine: Engine, batch: Mapping[int, Sentence]) -> dict[int, list[Ranked[Analysis] | None]]:
        """Return for each sentence the best reading of each word that agrees with what is given; None for a word
        without one."""
        short = {index: sentence for index, sentence in batch.items() if 0 < len(sentence) <= _MAX_SENTENCE_WORDS}
        chosen: dict[int, list[Ranked[Analysis] | None]] = {
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
    ) -> Ranked[Analysis] | None:
        """Return the best agreeing reading of a word; without a ranker, only one that has no rival."""
        agreeing = list_agreeing_readings(sentence, word, ranked)
        if not agreeing or (self.ranker is None and len(ranked) > 1):
            return None
        return agreeing[0] if self.ranker is not None else replace(agreeing[0], probability=1.0)

    def _to_probable_reading(self, chosen: Ranked[Analysis] | None) -> Analysis | None:
        """Return a reading if it is probable enough."""
        return None if chosen is None or (chosen.probability or 0.0) < self.min_probability else chosen.value

    def _add_tags(
        self, sentence: Sentence, readings: Sequence[Analysis | None], tagger: HasTagger | None
    ) -> list[Analysis | None]:
        """Return the readings, with the tags of the tagger where words would still have none."""
        filled = fill_readings(sentence, readings, self.columns)
        empty = {column: find_empty_cells(filled, column) for column in _TAG_COLUMNS if column in self.columns}
        completed = list(readings)
        if tagger is None or not any(empty.values()):
            return completed
        try:
            tagged = fill_missing_tags(tagger, filled)
        except SpectralError:
            return completed
        for column, words in empty.items():
            for word in words:
                reading, tag = completed[word - 1] or Analysis(), tagged.column(column)[word - 1]
                completed[word - 1] = reading._replace(upos=tag) if column == "upos" else reading._replace(xpos=tag)
        return completed


def _load_tagger(engine: Engine, path: Path) -> HasTagger | None:
    """Return the parser in a file if it has a tagger."""
    model = engine.load_model(path)
    return model if isinstance(model, HasTagger) and model.tagger is not None else None
