"""Learning the context ranker: counts of all documents, and weights from documents left out of them in turn."""

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Places
from spectral_core.data import Treebank
from spectral_core.inference.count_table import CountTable
from spectral_core.inference.reading_softmax import best_two_rows, log_softmax
from spectral_core.models.analysis_ranker.candidates import opened
from spectral_core.models.analysis_ranker.context_counts import ContextCounts, solve
from spectral_core.models.analysis_ranker.context_model import RECALL, ContextRanker, Doubt
from spectral_core.models.analysis_ranker.corpus import NOTHING, Seen, Text, Wordbook, uncollected
from spectral_core.models.analysis_ranker.elements import Keyring
from spectral_core.models.analysis_ranker.settings import RankerSettings
from spectral_core.models.analysis_ranker.statistics import Everyone, LeftOut, Pairs, Space, count_text
from spectral_core.models.analysis_ranker.weights import Weights, fit
from spectral_core.progress import Progress, Report, ignore_progress

_CHOOSING = 3000  # words from which the pairs are chosen that are kept
_GLANCE, _CHOOSING_STEPS, _STEPS = 8, 15, 60  # at words alone, at all statistics, at those that are kept


@dataclass(frozen=True, slots=True, eq=False)
class _Learning:
    """What all steps of learning share."""

    settings: RankerSettings
    keyring: Keyring
    text: Text
    seen: Seen
    everyone: Everyone
    report: Report

    def sample(self, words: int) -> Text:
        """Whole documents with at least so many words, chosen by the seed."""
        sizes = np.bincount(self.text.document, minlength=len(self.text.documents))
        order = np.random.default_rng(self.settings.seed).permutation(len(sizes))
        taken = order[: int(np.searchsorted(np.cumsum(sizes[order]), words)) + 1]
        flags = np.zeros(len(sizes), dtype=np.bool_)
        flags[taken] = True
        return self.text.select(self.text.sentences_of(flags))

    def left_out(self, text: Text, pairs: Pairs, stage: str) -> LeftOut:
        words = self.seen.words(self.keyring.book, text, leave_out=True)
        made = LeftOut(Space(self.keyring, words, pairs, self.settings.seed), text, self.keyring, self.everyone)
        made.fill_words(self.report, stage)
        return made

    def choose(self, pairs: Pairs) -> tuple[Pairs, Weights]:
        """The pairs whose weights move scores most when all have one, and those weights."""
        text = self.sample(min(_CHOOSING, self.settings.words))
        left_out = self.left_out(text, pairs, "choosing statistics of words")
        space = left_out.space
        later = self.settings.passes > 1
        found = fit(space, self.settings.penalty, _GLANCE if later else _CHOOSING_STEPS)
        if later:
            labels = space.labels_of(found.weights.best(space))
            left_out.fill_labels(labels, self.report, "choosing statistics of labels")
            found = fit(space, self.settings.penalty, _CHOOSING_STEPS, found.weights)
        best = pairs.best(found.importance, self.settings.pairs)
        return best, Weights(found.weights.pairs[best.kept.T[pairs.kept.T]], found.weights.rows)


def learn(treebank: Treebank, settings: RankerSettings, report: Report = ignore_progress) -> ContextRanker:
    """The context ranker of a treebank; documents are left out of the counts in turn, so that none need be held out."""
    report(Progress("opening the analyser", 0))
    with uncollected():
        book, rows = opened(settings, treebank)
        return learnt_from(settings, book, rows, book.read(treebank, report), report)


def learnt_from(
    settings: RankerSettings, book: Wordbook, rows: tuple[str, ...], text: Text, report: Report = ignore_progress
) -> ContextRanker:
    """The context ranker of a text that was read with this wordbook."""
    if not settings.weights:
        return solve(ContextCounts.of_text(book, rows, text, report), settings, report)
    keyring = Keyring(book)
    learning = _Learning(settings, keyring, text, Seen.of(text), Everyone.of(keyring, text), report)
    pairs = Pairs.every(keyring.elements)
    start = None
    if settings.pairs < int(pairs.bounds[-1]):
        pairs, start = learning.choose(pairs)
    weights, beside, doubt = _weigh(learning, pairs, start)
    table = CountTable()
    count_text(table, learning.everyone.counted, pairs)
    report(Progress("counting", len(text), len(text)))
    return ContextRanker(settings, rows, keyring.book, learning.seen, keyring, pairs, weights, beside, doubt, table)


def _weigh(learning: _Learning, pairs: Pairs, start: Weights | None) -> tuple[tuple[Weights, ...], Weights, Doubt]:
    """The weights of each pass, those beside confirmed words, and what the flag is worth."""
    settings, report = learning.settings, learning.report
    text = learning.sample(settings.words)
    left_out = learning.left_out(text, pairs, "looking at words")
    space = left_out.space
    weights: list[Weights] = []
    labels: Places | None = None
    beside = None
    for number in range(1, settings.passes + 1):
        if labels is not None:
            left_out.fill_labels(labels, report, f"looking at labels, pass {number}")
        found = fit(space, settings.penalty, _STEPS, weights[-1] if weights else start)
        weights.append(found.weights)
        report(Progress(f"weights, pass {number}", 1, 1, {"loss": found.loss}))
        labels = space.labels_of(found.weights.best(space))
        if number == 1:
            first = labels
    doubt = _doubt(space, weights[-1].score(space))
    if settings.passes > 1:
        left_out.fill_labels(first, report, "looking at confirmed labels", before=text.gold)
        beside = fit(space, settings.penalty, _STEPS, weights[1]).weights
    return tuple(weights), beside or weights[0], doubt


def _doubt(space: Space, values: Floats) -> Doubt:
    """The margin below which RECALL of the wrong first candidates with a right one further down lie, and its worth."""
    words = space.words
    logs = log_softmax(words.first_row, values)
    asked = words.gold_label != NOTHING
    sizes = np.diff(words.first_row)
    best, next_best = best_two_rows(words.first_row, values, space.jitter)
    chances = np.append(np.exp(logs), 0.0)  # the last is for row -1
    first, second = chances[best], chances[next_best]
    wrong = ((best != words.gold) | (words.gold == NOTHING))[asked]
    told = ((sizes > 1) & (words.gold != NOTHING))[asked]  # another first reading would be right: a margin can tell
    margins = (first - second)[asked]
    if not wrong.any():
        return Doubt(0.0, 1.0, 0.0, 0.0)
    mended = margins[wrong & told]
    margin = float(np.nextafter(np.quantile(mended, RECALL, method="higher"), 2.0)) if len(mended) else 0.0
    flagged = (margins < margin) | (sizes == 0)[asked]
    precision = float(wrong[flagged].mean()) if flagged.any() else 0.0
    return Doubt(margin, float(flagged[wrong].mean()), precision, float(flagged.mean()))
