"""How a bracket inducer is learnt: first trees, then a regression on them, then rounds of grammars and regressions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from spectral_core.arrays import Floats, Singles
from spectral_core.data import Sentence, Treebank
from spectral_core.errors import DataError
from spectral_core.models.bracket_inducer.choosing import crossing
from spectral_core.models.bracket_inducer.grammar import StateGrammar
from spectral_core.models.bracket_inducer.model import BracketInducer
from spectral_core.models.bracket_inducer.nodes import TreeNodes
from spectral_core.models.bracket_inducer.regression import SpanRegression
from spectral_core.models.bracket_inducer.seeds import METRIC, Seeds
from spectral_core.models.bracket_inducer.settings import InducerSettings
from spectral_core.models.bracket_inducer.stages import (
    HalfGrammars,
    chances,
    decoded,
    grammars_odds,
    regression_odds,
)
from spectral_core.models.bracket_inducer.text import ReadSentence, ReadText, Span, inner_spans
from spectral_core.models.bracketer.learn import of_words
from spectral_core.models.bracketing.classes import ReadClasses
from spectral_core.progress import Progress, Report, ignore_progress, track_progress

FEWEST = 50  # sentences; from fewer than that, nothing is learnt from first trees
_BLOCK = 1000  # sentences between two reports
_ASKED, _LONGEST = 1000, 60  # sentences, and words of one, that say which first trees suit a text
_MARKED = 0.02  # of the gaps between words, from which a text has marks
_KINDS = ((1.0, False), (5 / 3, False), (1.0, True))  # states by those asked for, and whether words are fine classes


def learn(
    treebank: Treebank,
    settings: InducerSettings,
    report: Report = ignore_progress,
    dev: Treebank | None = None,  # noqa: ARG001 - nothing is chosen on it
    more: Sequence[Sentence] = (),
) -> BracketInducer:
    """The model of the words of `treebank`, whose trees are not looked at; vectors of words are learnt from `more` text
    as well."""
    sentences = [
        one for one in track_progress(treebank, "count", len(treebank), report, _BLOCK) if one.readable and one.forms
    ]
    report(Progress("count", len(treebank), len(treebank)))
    if not sentences:
        raise DataError("there is nothing to learn brackets from: no sentence has words")
    report(Progress("classes", 0, 1))
    numbers = (settings.dimensions, settings.classes, settings.fine)
    read = ReadClasses.learn(sentences, settings.tags, numbers, settings.seed, more)
    report(Progress("classes", 1, 1))
    words = [ReadSentence.of(one, read) for one in sentences]
    report(Progress("first trees", 0, 1))
    kind = settings.seeds if settings.seeds != "auto" else _suited(words, read)
    metric = of_words(sentences, METRIC, read, report) if Seeds.needs_metric(kind) else None
    seeds = Seeds.learn(words, kind, metric)
    if not settings.regression or len(words) < FEWEST:
        report(Progress("first trees", 1, 1))
        return BracketInducer(settings, read, seeds, None, ())
    shares = seeds.shares(words)
    report(Progress("first trees", 1, 1))
    text = ReadText.of(words)
    regression = SpanRegression.learn(
        text, _targets(shares), settings.longest, settings.epochs, settings.seed, report, "regression"
    )
    grammars: tuple[HalfGrammars, ...] = ()
    total = odds = regression_odds(regression, words)
    for number in range(settings.rounds):
        trees = [decoded(table, settings.threshold) for table in total]
        grammars = learnt_grammars(text, trees, settings)
        if number + 1 == settings.rounds:
            report(Progress(f"round {number + 1}", len(words), len(words)))
            break
        found = []
        for place, (one, table) in enumerate(zip(words, odds, strict=True)):
            if place % _BLOCK == 0:
                report(Progress(f"round {number + 1}", place, len(words)))
            found.append(grammars_odds(grammars, one, table))
        report(Progress(f"round {number + 1}", len(words), len(words)))
        total = [(one + two) / 2 for one, two in zip(found, odds, strict=True)]
        wanted = [
            (_flags(decoded(table, settings.threshold), one.size) + chances(said)) / 2
            for one, table, said in zip(words, total, found, strict=True)
        ]
        stage = f"regression {number + 2}"
        seed = settings.seed + number + 1
        regression = SpanRegression.learn(
            text, _targets(wanted), settings.longest, settings.epochs, seed, report, stage
        )
        odds = regression_odds(regression, words)
    return BracketInducer(settings, read, seeds, regression, grammars)


def learnt_grammars(
    text: ReadText, trees: Sequence[Sequence[Span]], settings: InducerSettings
) -> tuple[HalfGrammars, ...]:
    """The grammars of each half of some trees."""
    nodes = TreeNodes.of(text, trees)
    if not len(nodes.firsts):
        return ()
    found = []
    for place, (share, fine) in enumerate(_KINDS[: settings.grammars]):
        states, centres = nodes.states(max(1, round(share * settings.states)), settings.seed + place)
        words = [name for one in text.sentences for name in (one.fine if fine else one.coarse)]
        first, second = (
            StateGrammar.learn(nodes, states, words, chosen if chosen.any() else ~chosen)
            for chosen in (text.halves == half for half in range(2))
        )
        found.append(HalfGrammars((first, second), fine, centres[: first.states]))
    return tuple(found)


def _targets(tables: Sequence[Floats]) -> Singles:
    """What stands in tables for the spans of each sentence, but words and wholes, one after the other."""
    return np.concatenate([table[inner_spans(len(table))] for table in tables]).astype(np.float32)


def _flags(spans: Sequence[Span], size: int) -> Floats:
    found = np.zeros((size, size + 1))
    for span in spans:
        found[span] = 1.0
    return found


def _suited(words: Sequence[ReadSentence], read: ReadClasses) -> str:
    """The first trees that a text gets: those with clauses, or the vote of five where tags are read and some sentences,
    with their marks hidden, say that its brackets cross fewer fragments; a metric where there are no marks."""
    if not _has_marks(words):
        return "metric"
    short = [one for one in words if one.size <= _LONGEST]  # and undivided ones, from which chunks are learnt as well
    some = short[:: max(1, -(-len(short) // _ASKED))]
    if not read.tagged or sum(len(one.fragments) > 1 for one in some) < FEWEST:
        return "clauses"
    metric = of_words([one.sentence for one in some], METRIC, read, ignore_progress)
    return min(("clauses", "vote"), key=lambda kind: crossing(some, kind, metric))


def _has_marks(words: Sequence[ReadSentence]) -> bool:
    gaps = sum(one.size - 1 for one in words)
    return sum(int(one.bare.marked[1:-1].sum()) for one in words) > _MARKED * gaps
