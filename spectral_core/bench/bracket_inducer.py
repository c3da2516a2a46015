"""Unsupervised brackets by stages, from tags or raw words: the contribution of each stage."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from spectral_core.bench.bracketer import CORPORA, MAX_WORDS, count_bare_words, load_corpus, measure_brackets
from spectral_core.bench.rows import Row, is_selected
from spectral_core.data import Sentence, Treebank
from spectral_core.evaluate.spans import KLEIN_MANNING_TAGS
from spectral_core.formats import load
from spectral_core.model import Tagger, Value
from spectral_core.models import bracket_inducer
from spectral_core.models.bracketing.classes import coarse_class
from spectral_core.progress import Progress, Report
from spectral_core.registry import METHODS, make_settings

_FIRST_TREES: dict[str, Value] = {"regression": False}
_INDUCER_RUNS: Mapping[str, Mapping[str, dict[str, Value]]] = {
    "wsj": {
        "fragments and chunks": {**_FIRST_TREES, "seeds": "chunks"},
        "and verbs": {**_FIRST_TREES, "seeds": "clauses"},
        "and regression": {"rounds": 0},
        "and one round": {},
        "and two rounds": {"rounds": 2},
        "control: one state": {"states": 1},
        "three grammars": {"grammars": 3},
        "no verbs": {"seeds": "chunks"},
        "control: vote of five and one round": {"seeds": "vote"},
    },
    "sinica": {
        "metric or cascade": _FIRST_TREES,
        "and regression": {"rounds": 0},
        "and one round": {},
        "and two rounds": {"rounds": 2},
        "control: one state": {"states": 1},
    },
    "squoia_de": {
        "fragments and chunks, flat": {**_FIRST_TREES, "seeds": "flat"},
        "vote of five": {**_FIRST_TREES, "seeds": "vote", "agreement": 0.6},
        "and regression": {"seeds": "vote", "rounds": 0},
        "and one round, as it is set": {},
        "control: clauses and one round": {"seeds": "clauses"},
    },
}
_CLASS_SEEDS = 3  # seeds of the word classes of raw words
_TAGGING_FOLDS = 2  # each tagged by a tagger trained on the others
_UNLIMITED = 1000  # words: no sentence is longer


def measure_bracket_inducers(data: Path, report: Report, only: str = "") -> Iterator[Row]:
    """Yield rows with the figures of the table of bracketers; each row of a corpus adds a stage.

    Predicted tags are jackknifed over two halves. Vectors of the raw words of wsj are also trained on the Brown
    corpus, and there is a row for each seed of the word classes. `only` selects rows by corpus and model.
    """
    for corpus in CORPORA:
        selected = [run for run in _list_inducer_runs(corpus) if is_selected(f"{corpus} {run.name}", only)]
        texts = _CorpusTexts(data, corpus)
        for run in selected:
            report(Progress(f"{corpus}: {run.name}", 0, None))
            gold, bare = texts.select(run.text)
            row_name: Row = {"corpus": corpus, "model": run.name}
            yield {
                **row_name,
                **_measure_inducer(run.values, gold, bare, texts.vector_text if run.text == "words" else ()),
            }
        if is_selected(f"{corpus} all lengths", only):
            report(Progress(f"{corpus}: all lengths", 0, None))
            yield from _measure_all_lengths(data, corpus)


@dataclass(frozen=True, slots=True)
class _InducerRun:
    name: str
    text: str  # kind of tags: tags, predicted, universal or words
    values: dict[str, Value]


def _list_inducer_runs(corpus: str) -> Iterator[_InducerRun]:
    for name, values in _INDUCER_RUNS[corpus].items():
        yield _InducerRun(name, "tags", values)
    yield _InducerRun("predicted tags", "predicted", {})
    yield _InducerRun("universal tags", "universal", {})
    for seed in range(_CLASS_SEEDS):
        for name, extra_values in (("first trees", _FIRST_TREES), ("one round", {})):
            yield _InducerRun(f"raw words, {name}, seed {seed}", "words", {"seed": seed, **extra_values})


@dataclass
class _CorpusTexts:
    """Sentences of a corpus with several kinds of tags, read on first use."""

    data: Path
    corpus: str

    @cached_property
    def gold_and_bare(self) -> tuple[list[Sentence], list[Sentence]]:
        return load_corpus(self.data, self.corpus)

    @cached_property
    def vector_text(self) -> list[Sentence]:
        """Text that word vectors are trained on as well."""
        return _load_brown(self.data) if self.corpus == "wsj" else []

    def select(self, text: str) -> tuple[list[Sentence], list[Sentence]]:
        """Return sentences with trees, and the same with what a model may read."""
        gold, bare = self.gold_and_bare
        if text == "predicted":
            return gold, jackknife_tags(bare)
        if text == "universal":
            return gold, convert_to_universal_tags(bare)
        return gold, [Sentence.of(sentence.forms) for sentence in bare] if text == "words" else bare


def _measure_all_lengths(data: Path, corpus: str) -> Iterator[Row]:
    """Yield figures of a model of all sentences, on all of them and on those of more than 40 words."""
    gold, bare = load_corpus(data, corpus, _UNLIMITED)
    start = time.process_time()
    model = METHODS["bracket-inducer"].learn(Treebank.of(bare), make_settings(METHODS["bracket-inducer"], {}))
    training_seconds = round(time.process_time() - start, 1)
    yield {
        "corpus": corpus,
        "model": "all lengths",
        **measure_brackets(model, gold, bare),
        "cpu_learning": training_seconds,
    }
    long_indexes = [index for index, sentence in enumerate(gold) if count_bare_words(sentence) > MAX_WORDS]
    if long_indexes:
        row = measure_brackets(model, [gold[index] for index in long_indexes], [bare[index] for index in long_indexes])
        yield {"corpus": corpus, "model": f"all lengths, {len(long_indexes)} of over {MAX_WORDS} words", **row}


def jackknife_tags(sentences: Sequence[Sentence]) -> list[Sentence]:
    """Tag each half of the sentences by a tagger trained on the other half."""
    method = METHODS["tagger"]
    tagged = list(sentences)
    for part in range(_TAGGING_FOLDS):
        train = [sentence for index, sentence in enumerate(sentences) if index % _TAGGING_FOLDS != part]
        tagger = method.learn(Treebank.of(train), make_settings(method, {}))
        assert isinstance(tagger, Tagger)
        for index in range(part, len(tagged), _TAGGING_FOLDS):
            tagged[index] = tagger.tag(Sentence.of(sentences[index].forms))
    return tagged


def convert_to_universal_tags(sentences: Sequence[Sentence]) -> list[Sentence]:
    """Return the sentences with universal tags alone; punctuation stays punctuation."""
    return [
        Sentence.of(
            sentence.forms, upos=["PUNCT" if tag in KLEIN_MANNING_TAGS else coarse_class(tag) for tag in sentence.xpos]
        )
        for sentence in sentences
    ]


def _measure_inducer(
    values: Mapping[str, Value], gold: Sequence[Sentence], bare: Sequence[Sentence], vector_text: Sequence[Sentence]
) -> Row:
    settings = make_settings(METHODS["bracket-inducer"], values)
    assert isinstance(settings, bracket_inducer.InducerSettings)
    start = time.process_time()
    model = bracket_inducer.learn(Treebank.of(bare), settings, more=vector_text)
    training_seconds = time.process_time() - start
    return {**measure_brackets(model, gold, bare), "cpu_learning": round(training_seconds, 1)}


def _load_brown(data: Path) -> list[Sentence]:
    parts = (data / "brown" / f"brown.{part}.txt.xz" for part in ("train", "dev", "test"))
    return [Sentence.of(sentence.forms) for part in parts for sentence in load(part) if sentence.forms]
