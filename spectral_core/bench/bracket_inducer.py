"""Brackets without a treebank by stages, one after the other, from tags or raw words, with what each stage brings."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from spectral_core.bench.bracketer import CORPORA, LONGEST, bare_words, corpus_of, scored
from spectral_core.bench.rows import Row, asked
from spectral_core.data import Sentence, Treebank
from spectral_core.evaluate.spans import KLEIN_MANNING
from spectral_core.formats import load
from spectral_core.methods import METHODS, make_settings
from spectral_core.model import Tagger, Value
from spectral_core.models import bracket_inducer
from spectral_core.models.bracketing.coarse import coarse_class
from spectral_core.progress import Progress, Report

_FIRST: dict[str, Value] = {"regression": False}
_RUNS: Mapping[str, Mapping[str, dict[str, Value]]] = {
    "wsj": {
        "fragments and chunks": {**_FIRST, "seeds": "chunks"},
        "and verbs": {**_FIRST, "seeds": "clauses"},
        "and regression": {"rounds": 0},
        "and one round": {},
        "and two rounds": {"rounds": 2},
        "control: one state": {"states": 1},
        "three grammars": {"grammars": 3},
        "no verbs": {"seeds": "chunks"},
        "control: vote of five and one round": {"seeds": "vote"},
    },
    "sinica": {
        "metric or cascade": _FIRST,
        "and regression": {"rounds": 0},
        "and one round": {},
        "and two rounds": {"rounds": 2},
        "control: one state": {"states": 1},
    },
    "squoia_de": {
        "fragments and chunks, flat": {**_FIRST, "seeds": "flat"},
        "vote of five": {**_FIRST, "seeds": "vote", "agreement": 0.6},
        "and regression": {"seeds": "vote", "rounds": 0},
        "and one round, as it is set": {},
        "control: clauses and one round": {"seeds": "clauses"},
    },
}
_SEEDS = 3  # of the classes of raw words
_PARTS = 2  # of a text, each tagged by what was learnt from the others
_LONGEST = 1000  # words, where no sentence is left out


def table(data: Path, report: Report, only: str = "") -> Iterator[Row]:
    """Figures as in the table of bracketers; rows of one corpus add a stage each. Predicted tags are of taggers that
    learnt from the other half. Raw words of wsj have vectors that the text of the Brown corpus is learnt for as well,
    and a row for each seed of their classes. `only` is what is in the names of the rows that are measured: corpus and
    model."""
    for corpus in CORPORA:
        wanted = [run for run in _runs_of(corpus) if asked(f"{corpus} {run.name}", only)]
        texts = _Texts(data, corpus)
        for run in wanted:
            report(Progress(f"{corpus}: {run.name}", 0, None))
            gold, bare = texts.of(run.text)
            named: Row = {"corpus": corpus, "model": run.name}
            yield {**named, **_measured(run.given, gold, bare, texts.more if run.text == "words" else ())}
        if asked(f"{corpus} all lengths", only):
            report(Progress(f"{corpus}: all lengths", 0, None))
            yield from _of_all_lengths(data, corpus)


@dataclass(frozen=True, slots=True)
class _Run:
    name: str
    text: str  # what words come with: tags, predicted, universal or words
    given: dict[str, Value]


def _runs_of(corpus: str) -> Iterator[_Run]:
    for name, given in _RUNS[corpus].items():
        yield _Run(name, "tags", given)
    yield _Run("predicted tags", "predicted", {})
    yield _Run("universal tags", "universal", {})
    for seed in range(_SEEDS):
        for name, chosen in (("first trees", _FIRST), ("one round", {})):
            yield _Run(f"raw words, {name}, seed {seed}", "words", {"seed": seed, **chosen})


@dataclass
class _Texts:
    """The sentences of a corpus, read when they are first asked for."""

    data: Path
    corpus: str

    @cached_property
    def both(self) -> tuple[list[Sentence], list[Sentence]]:
        return corpus_of(self.data, self.corpus)

    @cached_property
    def more(self) -> list[Sentence]:
        """Text whose words vectors are learnt for as well."""
        return _brown(self.data) if self.corpus == "wsj" else []

    def of(self, text: str) -> tuple[list[Sentence], list[Sentence]]:
        """Sentences with trees, and the same with what a row may read."""
        gold, bare = self.both
        if text == "predicted":
            return gold, tagged_anew(bare)
        if text == "universal":
            return gold, with_universal_tags(bare)
        return gold, [Sentence.of(one.forms) for one in bare] if text == "words" else bare


def _of_all_lengths(data: Path, corpus: str) -> Iterator[Row]:
    """What is learnt from all sentences, scored on all of them and on those of more than 40 words."""
    gold, bare = corpus_of(data, corpus, _LONGEST)
    begun = time.process_time()
    model = METHODS["bracket-inducer"].learn(Treebank.of(bare), make_settings(METHODS["bracket-inducer"], {}))
    learning = round(time.process_time() - begun, 1)
    yield {"corpus": corpus, "model": "all lengths", **scored(model, gold, bare), "cpu_learning": learning}
    long = [at for at, one in enumerate(gold) if bare_words(one) > LONGEST]
    if long:
        row = scored(model, [gold[at] for at in long], [bare[at] for at in long])
        yield {"corpus": corpus, "model": f"all lengths, {len(long)} of over {LONGEST} words", **row}


def tagged_anew(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences with tags by taggers that each learnt from the other half."""
    method = METHODS["tagger"]
    found = list(sentences)
    for part in range(_PARTS):
        others = [one for at, one in enumerate(sentences) if at % _PARTS != part]
        tagger = method.learn(Treebank.of(others), make_settings(method, {}))
        assert isinstance(tagger, Tagger)
        for at in range(part, len(found), _PARTS):
            found[at] = tagger.tag(Sentence.of(sentences[at].forms))
    return found


def with_universal_tags(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences with the universal tags of theirs, and no others; marks stay marks."""
    return [
        Sentence.of(one.forms, upos=["PUNCT" if tag in KLEIN_MANNING else coarse_class(tag) for tag in one.xpos])
        for one in sentences
    ]


def _measured(
    given: Mapping[str, Value], gold: Sequence[Sentence], bare: Sequence[Sentence], more: Sequence[Sentence]
) -> Row:
    settings = make_settings(METHODS["bracket-inducer"], given)
    assert isinstance(settings, bracket_inducer.InducerSettings)
    begun = time.process_time()
    model = bracket_inducer.learn(Treebank.of(bare), settings, more=more)
    learning = time.process_time() - begun
    return {**scored(model, gold, bare), "cpu_learning": round(learning, 1)}


def _brown(data: Path) -> list[Sentence]:
    parts = (data / "brown" / f"brown.{part}.txt.xz" for part in ("train", "dev", "test"))
    return [Sentence.of(one.forms) for part in parts for one in load(part) if one.forms]
