"""One step of EM on the sentences of a document, seen on one of them, and beside it the closed form of all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.data import Sentence, Treebank
from spectral_core.data.trace import CellPlace, Trace, TraceStep, TraceTable, quoted
from spectral_core.errors import DataError
from spectral_core.inference import chain
from spectral_core.inference.chain import Sequences
from spectral_core.progress import silent

if TYPE_CHECKING:
    from spectral_core.models.hmm.model import Hmm

EM = "em step"
_SENTENCES, _STATES, _SYMBOLS = 300, 8, 12  # at most: of the document, of the model, and in heat maps
_SHARES, _SCORES, _BEFORE, _COUNTS, _AFTER = range(5)  # tables


def em_steps(model: Hmm, sentence: Sentence, among: Sequence[Sentence]) -> Trace:
    """The shares of hidden states by the parameters before, the expected counts, the parameters after, and the scores
    of the sentence by both and by the closed form."""
    from spectral_core.models.hmm.learn import Ascent, EmCorpus, learn
    from spectral_core.models.hmm.model import Hmm as Learnt
    from spectral_core.models.hmm.moments import HmmVocabulary, count

    words = sentence.column(model.settings.column)
    if not words:
        raise DataError("there is nothing to step through: the sentence has no words")
    treebank = Treebank.of(islice((one for one in (among or [sentence]) if one.readable), _SENTENCES))
    few = min(model.settings.states, _STATES)
    settings = replace(model.settings, estimator="em", states=few, restarts=1, iterations=1, tolerance=0.0)
    moments = count(treebank, settings, silent)
    vocabulary = HmmVocabulary.frequent(moments, settings)
    corpus = EmCorpus.of(moments, vocabulary, settings, None)
    laid_out = list(chain.blocks(corpus.fitted))
    ascent = Ascent(corpus, laid_out, vocabulary, settings, silent)
    start, _, _ = ascent.start()
    expected, operators = ascent.expected(start, laid_out, 0)
    after = start.maximised(expected, operators)
    climbed, _ = ascent.expected(after, laid_out, 0)
    closed = learn(treebank, replace(settings, estimator="spectral"), silent)
    rows = {
        "before": Learnt.of(settings, vocabulary, ascent.parameters(start)),
        "after": Learnt.of(settings, vocabulary, ascent.parameters(after)),
        "closed form": closed,
    }
    shares = chain.posteriors(vocabulary.numbers(words), operators, start.start, start.stop())  # (words + 1, states)
    names = (*words, "END")
    symbols = np.argsort(-corpus.counts[: len(vocabulary.symbols)], kind="stable")[:_SYMBOLS]
    states = tuple(f"state {number + 1}" for number in range(few))
    columns = tuple(vocabulary.symbols[symbol] for symbol in symbols.tolist())
    made = [
        TraceStep(
            f"Before: a random start, {few} states; the frequent words that each emits",
            (f"{len(treebank)} sentences; log-likelihood {expected.log_likelihood:.2f}",),
            _written(_BEFORE, operators.sum(axis=1).T[:, symbols]),
        ),
        *(
            TraceStep(
                f"E step: the state that {quoted([name]) if at < len(words) else 'the end'} comes from",
                ("share(state) ∝ forward · backward, given the whole sentence",),
                tuple((CellPlace(_SHARES, row, at), share) for row, share in enumerate(shares[at].tolist())),
            )
            for at, name in enumerate(names)
        ),
        TraceStep(
            "E step: such shares are added up over all sentences: expected counts",
            ("count(state, word) = sum of the shares of the state wherever the word stands",),
            _written(_COUNTS, expected.steps.sum(axis=1).T[:, symbols]),
        ),
        TraceStep(
            "M step: counts divided by their sums are the parameters after",
            (
                "p(word | state) = count(state, word) / count(state), smoothed with what all states share",
                f"log-likelihood {expected.log_likelihood:.2f} before, {climbed.log_likelihood:.2f} after",
            ),
            _written(_AFTER, after.operators().sum(axis=1).T[:, symbols]),
        ),
    ]  # fmt: skip
    for row, (name, one) in enumerate(rows.items()):
        logs = word_logs(one, words, sentence)
        told = "The closed form of the same sentences" if row == 2 else f"The parameters {name}"
        how = "one decomposition, no start and no steps; its scores are estimates" if row == 2 else "one of many steps"
        made.append(
            TraceStep(
                f"{told}: the score of each word after those before it",
                (how, f"log score of the sentence: {sum(logs):.3f}"),
                tuple((CellPlace(_SCORES, row, at), log) for at, log in enumerate(logs)),
            )
        )
    tables = (
        TraceTable("Share of each state", states, names),
        TraceTable("Log score of each word", tuple(rows), names),
        TraceTable("p(word | state), before", states, columns, heat=True),
        TraceTable("Expected counts", states, columns, heat=True),
        TraceTable("p(word | state), after", states, columns, heat=True),
    )
    return Trace(EM, "One step of EM", tuple(words), tables, tuple(made))


def word_logs(model: Hmm, words: Sequence[str], sentence: Sentence) -> list[float]:
    """The log of the score of each word after those before it, and of the end."""
    mine = model.parameters
    block = next(chain.blocks(Sequences.of([tuple(model.vocabulary.numbers(words))])))
    found = chain.forward(block, mine.operators, mine.start, mine.prefix, model.repairs, alone=True)
    logs: list[float] = model.logs(block, found)[0].tolist()
    (whole,) = model.scores([sentence])
    return [*logs, whole.log - sum(logs)]


def _written(table: int, numbers: Floats) -> tuple[tuple[CellPlace, float], ...]:
    return tuple((CellPlace(table, *at), float(number)) for at, number in np.ndenumerate(numbers))
