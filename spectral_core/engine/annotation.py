"""Annotation of whole texts with a trained model, in the order of the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from spectral_core.data import EMPTY, Analysis, Sentence
from spectral_core.data.readings import (
    AnalysedSentence,
    collect_decided_readings,
    fill_readings,
    has_open_cells,
    prefer_given_cells,
)
from spectral_core.data.structure import DEPENDENCIES
from spectral_core.engine.parsing import ensure_tags, get_predicted_structure
from spectral_core.engine.ranking import extend_with_dictionary
from spectral_core.errors import DataError, SpectralError
from spectral_core.evaluate import strip_annotation
from spectral_core.model import (
    AnnotatesText,
    HasTokeniser,
    LabelsArcs,
    Model,
    Parser,
    Ranker,
    ReadsTrees,
    Tagger,
    Tokeniser,
)

_BATCH = 200  # sentences annotated at once


@dataclass(slots=True)
class Annotator:
    """Annotates sentences in batches with a pipeline, a parser, a ranker or a tagger. Sentences that it cannot annotate
    stay as they are, with a note."""

    model: Model
    max_words: int  # longer sentences are not parsed
    keeps_annotation: bool  # what is given is kept and completed; otherwise it is replaced
    notes: list[str] = field(default_factory=list)  # sentences for the user
    done: int = 0  # number of sentences

    @classmethod
    def from_model(cls, model: Model, name: str, max_words: int, keeps_annotation: bool) -> Annotator:
        """Return an annotator with this model; DataError if it annotates nothing, or constituents, which have a format
        of their own."""
        if not isinstance(model, Parser | Ranker | Tagger):
            problem = f"{name}: a model of {model.method} annotates nothing"
            raise DataError(f"{problem}; train a pipeline with `spectral train`")
        if isinstance(model, Parser) and get_predicted_structure(model) is not DEPENDENCIES:
            problem = f"{name}: a model of {model.method} predicts brackets"
            raise DataError(f"{problem}; give it with --constituents, beside a pipeline, or use `spectral parse`")
        return cls(model, max_words, keeps_annotation)

    @property
    def tokeniser(self) -> Tokeniser | None:
        """The tokeniser of the model, if it has one."""
        return self.model.tokeniser if isinstance(self.model, HasTokeniser) else None

    def annotate(self, sentences: Iterable[Sentence]) -> Iterator[tuple[int, Sentence]]:
        """Yield the annotated sentences in their order, each with its number in the text; unreadable ones are left out
        with a note."""
        remaining = iter(sentences)
        while batch := list(islice(remaining, _BATCH)):
            numbers, readable = [], []
            for number, sentence in enumerate(batch, self.done + 1):
                if sentence.is_readable and len(sentence):
                    numbers.append(number)
                    readable.append(self._complete(sentence) if self.keeps_annotation else _remove_annotation(sentence))
                elif sentence.problems:
                    self.notes.append(f"Sentence {number} is left out: {sentence.problems[0]}")
                else:
                    self.notes.append(f"Sentence {number} is left out: it has no words")
            yield from zip(numbers, self._annotate_batch(numbers, readable), strict=True)
            self.done += len(batch)

    def _complete(self, sentence: Sentence) -> Sentence:
        """Return the sentence with the tags and features that words with a lemma and a tag lack. A word without
        features in a sentence that has some has none."""
        if not isinstance(self.model, Ranker):
            return sentence
        has_features = any(feats != EMPTY for feats in sentence.feats)
        incomplete = [
            word
            for word in collect_decided_readings(sentence)
            if not has_features or EMPTY in (sentence.upos[word - 1], sentence.xpos[word - 1])
        ]
        if not incomplete:
            return sentence
        rankings = prefer_given_cells(sentence, self.model.rank(sentence))
        readings: list[Analysis | None] = [None] * len(sentence)
        for word in incomplete:
            reading = rankings[word - 1][0].value if rankings[word - 1] else None
            readings[word - 1] = reading._replace(feats=EMPTY) if reading is not None and has_features else reading
        return fill_readings(sentence, readings)

    def _annotate_batch(self, numbers: Sequence[int], sentences: Sequence[Sentence]) -> Iterator[Sentence]:
        """Yield the annotated sentences of a batch."""
        if isinstance(self.model, AnnotatesText):
            yield from self._analyse_batch(self.model, numbers, sentences)
            return
        for number, sentence in zip(numbers, sentences, strict=True):
            try:
                yield self._annotate_sentence(sentence, number)
            except SpectralError as error:
                self.notes.append(f"Sentence {number} is not annotated: {error}")
                yield sentence

    def _analyse_batch(
        self, model: AnnotatesText, numbers: Sequence[int], sentences: Sequence[Sentence]
    ) -> Iterator[Sentence]:
        """Yield the sentences of a batch with readings and trees; those with given heads are parsed one by one."""
        is_plain = [
            len(sentence) <= self.max_words and all(head is None for head in sentence.heads) for sentence in sentences
        ]
        parsed = model.parse_all([sentence for sentence, plain in zip(sentences, is_plain, strict=True) if plain])
        for number, sentence, plain in zip(numbers, sentences, is_plain, strict=True):
            if plain:
                yield next(parsed)
                continue
            if sentence.has_heads:
                yield self._label_given_heads(self._read_given_tree(model, sentence))
            elif len(sentence) > self.max_words:
                self._note_length(number, sentence)
                yield model.analyse_all([sentence])[0].sentence
            else:
                yield self._parse_with_given_heads(model, sentence, number)

    def _read_given_tree(self, model: AnnotatesText, sentence: Sentence) -> Sentence:
        """Return a sentence that has all heads with readings given its tree."""
        if isinstance(self.model, ReadsTrees) and isinstance(self.model, Ranker) and has_open_cells(sentence):
            rankings = self.model.rank(sentence, collect_decided_readings(sentence))
            sentence = AnalysedSentence.choose(sentence, rankings).sentence
        return model.analyse_all([sentence])[0].sentence

    def _note_length(self, number: int, sentence: Sentence) -> None:
        """Note that a sentence is too long to be parsed."""
        words = f"it has {len(sentence):,} words, and at most {self.max_words:,} are parsed"
        self.notes.append(f"Sentence {number} has no tree: {words}. Split it, or raise --longest")

    def _parse_with_given_heads(self, model: AnnotatesText, sentence: Sentence, number: int) -> Sentence:
        """Return a sentence with the best tree that has its heads; if there is none, with readings alone."""
        assert isinstance(self.model, Parser)
        try:
            locks = DEPENDENCIES.partial_constraints(sentence)
            trees = [] if locks is None else self.model.parse(sentence, 1, locks)
            if not trees:
                raise DataError("no tree has the heads that are given")
            return trees[0].value
        except SpectralError as error:
            self.notes.append(f"Sentence {number} is not parsed: {error}")
            return model.analyse_all([sentence])[0].sentence

    def _label_given_heads(self, sentence: Sentence) -> Sentence:
        """Return a sentence that has all heads with the relations that are missing."""
        is_inside = all(head is not None and head <= len(sentence) for head in sentence.heads)
        if EMPTY not in sentence.deprels or not is_inside or not isinstance(self.model, LabelsArcs):
            return sentence
        ranked = self.model.relations(sentence, sentence.heads)
        relations = (
            ranking[0].value if relation == EMPTY and ranking else relation
            for relation, ranking in zip(sentence.deprels, ranked, strict=True)
        )
        return replace(sentence, deprels=tuple(relations), source=None) if ranked else sentence

    def _annotate_sentence(self, sentence: Sentence, number: int) -> Sentence:
        """Return a sentence annotated by a parser, a ranker or a tagger."""
        if isinstance(self.model, Parser):
            tagged = ensure_tags(self.model, sentence, max_words=len(sentence))
            if sentence.has_heads:
                return self._label_given_heads(tagged)
            if len(sentence) > self.max_words:
                self._note_length(number, sentence)
                return tagged
            locks = DEPENDENCIES.partial_constraints(sentence)
            assert locks is not None
            trees = self.model.parse(tagged, 1, locks)
            if not trees:
                raise DataError("the model has no tree for it")
            return trees[0].value
        if isinstance(self.model, Ranker):
            extended, _ = (None, "") if any(sentence.candidates) else extend_with_dictionary(self.model, [sentence])
            rankings = (extended or self.model).rank(sentence, collect_decided_readings(sentence))
            return AnalysedSentence.choose(sentence, prefer_given_cells(sentence, rankings)).sentence
        assert isinstance(self.model, Tagger)
        return self.model.tag(sentence)


def _remove_annotation(sentence: Sentence) -> Sentence:
    """Return the sentence without the annotation that is predicted; words, ranges, comments and MISC stay."""
    bare = strip_annotation(sentence, tags=False)
    return replace(bare, empty_nodes=(), deps=(EMPTY,) * len(sentence), source=None)
