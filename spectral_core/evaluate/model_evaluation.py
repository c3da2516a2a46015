"""Evaluation of parsers, rankers, tokenisers and language models, with the gold annotation hidden from them."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from spectral_core.brief import brief_repr
from spectral_core.data import Analysis, Ranked, Sentence
from spectral_core.deprecated import old_keywords
from spectral_core.errors import DataError
from spectral_core.evaluate.comparison import compare_annotation, strip_annotation
from spectral_core.evaluate.measures import Rate, Scores, compute_metrics
from spectral_core.evaluate.rankings import label_by_columns, score_rankings
from spectral_core.evaluate.raw_text import score_raw_text
from spectral_core.model import (
    AnnotatesText,
    BatchArcScorer,
    FlagsUncertainty,
    HasSpectrum,
    LogScore,
    MarginalScorer,
    Model,
    Parser,
    Ranker,
    TextRanker,
    Tokeniser,
)

ProgressWrapper = Callable[[Iterable[Sentence]], Iterable[Sentence]]
Rankings = list[list[Ranked[Analysis]]]
_BATCH_SIZE = 500  # sentences per ranking batch


@old_keywords(passed="on_progress")
def count_clipped(
    model: Model | Parser, sentences: Sequence[Sentence], on_progress: Callable[[int], None] = lambda _: None
) -> int:
    """Count the estimates raised to a floor while sentences are parsed; only spectral models have any."""
    if not isinstance(model, HasSpectrum) or not len(model.spectrum()):
        return 0
    if isinstance(model, MarginalScorer):
        return sum(model.marginals(sentence).clipped for sentence in sentences)
    if not isinstance(model, BatchArcScorer):
        return 0
    clipped = 0
    for done, posteriors in enumerate(model.all_posteriors(sentences)):
        on_progress(done)
        clipped += posteriors.clipped
    return clipped


@dataclass(frozen=True, slots=True)
class ParserEvaluation:
    """Scores of a parser's best trees against the gold trees."""

    scores: Scores
    parsed: tuple[Sentence, ...]
    clipped: int  # invalid estimates that were raised to a floor
    __repr__ = brief_repr


@old_keywords(passing="with_progress")
def evaluate_parser(
    parser: Parser, gold: Sequence[Sentence], bare: Sequence[Sentence], with_progress: ProgressWrapper
) -> ParserEvaluation:
    """Parse the unannotated sentences `bare`, wrapped by `with_progress`, and score the best trees against the gold."""
    parsed: list[Sentence] = []
    # uses the sentence's cached marginals
    clipped, per_sentence = 0, isinstance(parser, MarginalScorer)
    for sentence in with_progress(bare):
        parsed.append(next((tree.value for tree in parser.parse(sentence)), sentence))
        clipped += count_clipped(parser, [sentence]) if per_sentence else 0
    clipped += 0 if per_sentence else count_clipped(parser, bare)
    return ParserEvaluation(compare_annotation(gold, parsed, columns=False), tuple(parsed), clipped)


def hide_annotation(model: Model | Parser, sentence: Sentence) -> Sentence:
    """Return the sentence as input of a model under test: without what it finds itself, which is the tree and, for a
    model that chooses readings, also lemmas, tags and features."""
    return strip_annotation(sentence, tags=not isinstance(model, AnnotatesText))


def is_oracle(ranker: object) -> bool:
    """Return whether a ranker is an oracle that sees the gold readings: its scores are upper bounds."""
    return getattr(getattr(ranker, "settings", None), "model", "") == "cheat"


def rank_readings(ranker: Ranker, sentences: Iterable[Sentence]) -> Iterator[Rankings]:
    """Yield the ranked readings of each word of each sentence, best first; sentences are ranked in batches if the
    ranker supports it."""
    if not isinstance(ranker, TextRanker):
        yield from map(ranker.rank, sentences)
        return
    batch: list[Sentence] = []
    for sentence in sentences:
        batch.append(sentence)
        if len(batch) == _BATCH_SIZE:
            yield from ranker.rank_all(batch)
            batch = []
    if batch:
        yield from ranker.rank_all(batch)


@old_keywords(passing="with_progress")
def evaluate_ranker(
    ranker: Ranker, sentences: Sequence[Sentence], with_progress: ProgressWrapper = iter
) -> dict[str, float]:
    """Evaluate the ranks that a ranker gives the gold readings, which are hidden from it unless it is an oracle.

    For a ranker that flags uncertain words, also the percentage of flagged words (`unsure`), of wrong first candidates
    that are flagged (`unsure_recall`), and of flagged words that are wrong (`unsure_precision`). `with_progress` wraps
    the iteration over sentences and can report progress.
    """
    gold = [sentence.with_readings_from_columns() for sentence in sentences]
    bare = gold if is_oracle(ranker) else [strip_annotation(sentence, tags=False) for sentence in gold]
    label = ranker.label if isinstance(ranker, TextRanker) else label_by_columns
    ranked = list(rank_readings(ranker, with_progress(bare)))
    scores = score_rankings(gold, ranked, label=label)
    metrics = dict(scores.metrics)
    if isinstance(ranker, FlagsUncertainty):
        flags = [
            ranker.is_uncertain(form, candidates)
            for sentence, words in zip(gold, ranked, strict=True)
            for form, candidates, analysis in zip(sentence.forms, words, sentence.analyses, strict=True)
            if analysis is not None
        ]
        wrong = [rank != 1 for rank in scores.ranks.tolist()]
        flagged_errors = sum(flag and error for flag, error in zip(flags, wrong, strict=True))
        metrics["unsure"] = 100.0 * sum(flags) / len(flags)
        if any(wrong) and any(flags):
            metrics["unsure_recall"] = 100.0 * flagged_errors / sum(wrong)
            metrics["unsure_precision"] = 100.0 * flagged_errors / sum(flags)
    return metrics


def evaluate_tokeniser(tokeniser: Tokeniser, gold: Sequence[Sentence], text: str) -> dict[str, float]:
    """Return the F1 of tokens, words, multiword tokens and sentences that a tokeniser finds in the text of the gold."""
    return dict(score_raw_text(gold, tokeniser.tokenise(text)).metrics)


def compute_perplexity(scored: Iterable[LogScore], prefix: bool = False) -> Scores:
    """Compute `perplexity` per counted symbol, and `unknown`: the percentage of words left out as unknown.

    Counted are the known words and, unless prefixes were scored, one end symbol per sentence. The rate `log_loss` is
    the natural log of the perplexity by sentence, for comparisons.
    """
    losses: list[tuple[float, float]] = []
    unknown: list[tuple[float, float]] = []
    clipped = 0
    for index, sentence_score in enumerate(scored):
        if not math.isfinite(sentence_score.log):
            raise DataError(
                f"sentence {index + 1} has the log score {sentence_score.log}; the model gave it no usable score"
            )
        losses.append((-sentence_score.log, sentence_score.symbols))
        unknown.append((sentence_score.unknown, sentence_score.symbols + sentence_score.unknown - (0 if prefix else 1)))
        clipped += sentence_score.clipped
    if not losses:
        raise DataError("no sentence was scored; there is nothing to measure")
    rates = {"log_loss": Rate.from_pairs(losses, unit=1.0), "unknown": Rate.from_pairs(unknown)}
    metrics = compute_metrics(rates)
    if "log_loss" in metrics:
        loss = metrics.pop("log_loss")
        # exp overflows past 709
        metrics = {"perplexity": math.exp(loss) if loss < 709 else math.inf, **metrics}
    return Scores(metrics=metrics, sentences=len(losses), clipped=clipped, rates=rates)
