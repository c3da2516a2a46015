"""Requests that inspect trained models: automata, singular values, word clusters and neighbours, traces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol, runtime_checkable

from spectral_core.data import Sentence
from spectral_core.data.automaton import Automaton
from spectral_core.data.trace import Trace, truncate_sentence
from spectral_core.engine.engine import Engine, PrefixClusters
from spectral_core.errors import DataError
from spectral_core.model import HasSpectrum, HasWordClasses, HasWordVectors, Model, TracesAlgorithms
from spectral_core.progress import Progress, Report

_MAX_CACHED_CLUSTERINGS = 12  # cached: two models side by side, each with a few minimum counts
_TYPICAL_WORDS = 15  # words of a class
_MAX_POINTS = 300  # words in the plane
_MIN_SHARE = 0.01  # smallest listed probability of a class given the word


@runtime_checkable
class ClustersPrefixes(Protocol):
    """A model whose automata with any number of clusters come from one clustering."""

    @property
    def symbols(self) -> tuple[str, ...]:
        """Tags of modifiers, the symbols of the automata."""
        ...

    @property
    def heads(self) -> tuple[tuple[str, str, int], ...]:
        """Head tag, direction and number of modifiers in the training text of each automaton, most first."""
        ...

    def cluster_prefixes(
        self, head: str, direction: str, minimum: int | None = None, sentences: Sequence[Sentence] | None = None
    ) -> PrefixClusters:
        """Return the clustering of the prefixes of a head tag's modifier sequences on one side that occur at least
        `minimum` times in the sentences, or in the training text."""
        ...


@dataclass(frozen=True, slots=True)
class AskHeadTags:
    """Returns (head tag, direction, modifiers) of a model's automata, most first, in a document or the training
    text."""

    model: Path
    document: str

    def run(self, engine: Engine, report: Report) -> tuple[tuple[str, str, int], ...]:
        model = _load_automaton_model(engine, self.model)
        column = getattr(model.settings, "column", None) if isinstance(model, Model) else None
        known_tags = set(model.symbols)
        modifiers: dict[tuple[str, str], int] = {}
        for sentence in _read_cached_sentences(engine, report, self.document) or ():
            tags = sentence.column(str(column))
            for word, head in enumerate(sentence.heads, 1):
                if head and tags[head - 1] in known_tags:
                    key = (tags[head - 1], "left" if word < head else "right")
                    modifiers[key] = modifiers.get(key, 0) + 1
        if not modifiers:
            return model.heads
        ranked = sorted(modifiers.items(), key=lambda item: (-item[1], item[0]))
        return tuple((tag, side, count) for (tag, side), count in ranked)


@dataclass(frozen=True, slots=True)
class AskAutomaton:
    """Returns an automaton with the counts of a document's sentences, or of the training text if none of them has
    heads."""

    model: Path
    document: str
    head: str
    direction: str
    clusters: int
    minimum: int | None = None  # None for a default by the number of sequences
    evidence: float = 0.1

    def run(self, engine: Engine, report: Report) -> Automaton:
        model = _load_automaton_model(engine, self.model)
        key = (self.document, self.model, engine.models[self.model][0], self.head, self.direction, self.minimum)
        hierarchy = engine.clusterings.pop(key, None)
        if hierarchy is None:
            sentences = _read_cached_sentences(engine, report, self.document)
            report(Progress("clustering", 0))
            hierarchy = model.cluster_prefixes(self.head, self.direction, self.minimum, sentences)
        engine.clusterings[key] = hierarchy
        while len(engine.clusterings) > _MAX_CACHED_CLUSTERINGS:
            del engine.clusterings[next(iter(engine.clusterings))]
        return hierarchy.extract_automaton(self.clusters, self.evidence)


@dataclass(frozen=True, slots=True)
class AskSpectrum:
    """Returns the singular values of a part of the model in a file; empty if nothing was decomposed."""

    model: Path
    part: str

    def run(self, engine: Engine, report: Report) -> tuple[float, ...]:
        model = engine.load_model(self.model)
        return tuple(map(float, model.spectrum(self.part))) if isinstance(model, HasSpectrum) else ()


def _read_cached_sentences(engine: Engine, report: Report, document: str) -> tuple[Sentence, ...] | None:
    """Return the sentences of a document, cached for the next request; None if no sentence has heads."""
    if document not in engine.sentences:
        report(Progress("reading", 0))
        engine.sentences = {document: tuple(engine.load_treebank(document))}
    sentences = engine.sentences[document]
    return sentences if any(sentence.is_readable and sentence.has_heads for sentence in sentences) else None


def _load_automaton_model(engine: Engine, path: Path) -> ClustersPrefixes:
    """Return the model in a file; DataError if it has no automata."""
    model = engine.load_model(path)
    if not isinstance(model, ClustersPrefixes):
        raise DataError(f"{path.name} has no automata to show; learn head-automata with estimator spectral or em")
    return model


@dataclass(frozen=True, slots=True)
class ClassCard:
    """A class of words."""

    number: int
    share: float  # of the words of the counted text
    words: tuple[tuple[str, float], ...]  # most probable first, with p(word | class)


@dataclass(frozen=True, slots=True)
class WordMap:
    """Vocabulary of a model: by word class, or as points in the plane."""

    words: int  # vocabulary size
    classes: tuple[ClassCard, ...]  # most frequent first
    points: tuple[tuple[str, float, float], ...]


@dataclass(frozen=True, slots=True)
class KnownWord:
    """Classes, nearest neighbours and contexts of one word of a model's vocabulary."""

    word: str  # in the spelling of the vocabulary
    classes: tuple[tuple[int, float], ...]  # probable classes, most probable first
    neighbours: tuple[tuple[str, float], ...]  # nearest first, with similarity, at most 1
    left_neighbours: tuple[tuple[str, int], ...]  # typical neighbours in the text; "" for a sentence boundary
    right_neighbours: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class AskWordMap:
    """Returns the word classes of the model in a file, or its word vectors projected to the plane."""

    model: Path

    def run(self, engine: Engine, report: Report) -> WordMap:
        model = _load_word_model(engine, self.model)
        if isinstance(model, HasWordClasses):
            shares = model.class_frequencies()
            cards = [
                ClassCard(number, float(share), tuple(model.typical_words(number, _TYPICAL_WORDS)))
                for number, share in enumerate(shares)
            ]
            cards.sort(key=lambda card: (-card.share, card.number))
            return WordMap(len(model.words), tuple(cards), ())
        words, points = model.project_to_plane(_MAX_POINTS)
        coordinates = zip(words, points[:, 0].tolist(), points[:, 1].tolist(), strict=True)
        return WordMap(len(model.words), (), tuple(coordinates))


@dataclass(frozen=True, slots=True)
class AskWord:
    """Returns the classes of a word in the model in a file, and its most similar words."""

    model: Path
    word: str
    limit: int = 20

    def run(self, engine: Engine, report: Report) -> KnownWord:
        model = _load_word_model(engine, self.model)
        if isinstance(model, HasWordClasses):
            shares = model.class_probabilities(self.word)
            if not len(shares):
                vocabulary = f"the {len(model.words):,} words that this model knows"
                raise DataError(f"{self.word!r} is not among {vocabulary}; try another")
            order = sorted(enumerate(shares.tolist()), key=lambda class_share: -class_share[1])
            classes = tuple((number, share) for number, share in order if share >= _MIN_SHARE)
            return KnownWord(self.word, classes, tuple(model.neighbours(self.word, self.limit)), (), ())
        before, behind = model.contexts(self.word, self.limit)
        known_form = model.find_known_form(self.word) or self.word
        neighbours = tuple(model.neighbours(self.word, self.limit))
        return KnownWord(known_form, (), neighbours, tuple(before), tuple(behind))


def _load_word_model(engine: Engine, path: Path) -> HasWordClasses | HasWordVectors:
    """Return the model in a file; DataError if it has neither word classes nor word vectors."""
    model = engine.load_model(path)
    if not isinstance(model, HasWordClasses | HasWordVectors):
        raise DataError(f"{path.name} does not say which words go together; learn class-bigram, clusters or embeddings")
    return model


@dataclass(frozen=True, slots=True)
class AskTrace:
    """Returns a trace of an algorithm of the model in a file on a sentence, or on the first words of a long one."""

    model: Path
    sentence: Sentence
    algorithm: str = ""  # "" for the model's first
    document: str = ""  # a document that the trace may depend on

    def run(self, engine: Engine, report: Report) -> Trace:
        model = engine.load_model(self.model)
        if not isinstance(model, TracesAlgorithms):
            raise DataError(f"{self.model.name} cannot be stepped through; learn bracketer or hmm, for two")
        short = truncate_sentence(self.sentence)
        trace = model.trace_algorithm(
            short, self.algorithm, engine.load_treebank(self.document) if self.document else ()
        )
        if len(short) == len(self.sentence):
            return trace
        return replace(trace, note=f"the first {len(short)} of {len(self.sentence)} words")
