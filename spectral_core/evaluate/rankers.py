"""Evaluation of rankers on sentences whose readings are known and hidden from them."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from spectral_core.data import Analysis, Ranked, Sentence
from spectral_core.evaluate.comparison import strip_annotation
from spectral_core.evaluate.rankings import label_by_columns, score_rankings
from spectral_core.model import FlagsUncertainty, Ranker, TextRanker

Rankings = list[list[Ranked[Analysis]]]
ProgressWrapper = Callable[[Iterable[Sentence]], Iterable[Sentence]]
_BLOCK = 500  # sentences ranked at once


def is_cheating(ranker: object) -> bool:
    """Return whether a ranker sees the chosen readings: its figures are upper bounds."""
    return getattr(getattr(ranker, "settings", None), "model", "") == "cheat"


def rank_sentences(ranker: Ranker, sentences: Iterable[Sentence]) -> Iterator[Rankings]:
    """Yield the candidates of every word of each sentence, best first, ranking blocks of sentences at once if the
    ranker can."""
    if not isinstance(ranker, TextRanker):
        yield from map(ranker.rank, sentences)
        return
    block: list[Sentence] = []
    for sentence in sentences:
        block.append(sentence)
        if len(block) == _BLOCK:
            yield from ranker.rank_all(block)
            block = []
    if block:
        yield from ranker.rank_all(block)


def evaluate_ranker(
    ranker: Ranker, sentences: Sequence[Sentence], with_progress: ProgressWrapper = iter
) -> dict[str, float]:
    """Measure how near the top a ranker puts the chosen readings, which are hidden from it unless it cheats.

    If it flags uncertain words: also the percentage of such words (`unsure`), of wrong first candidates that are among
    them (`unsure_recall`), and of them that are wrong (`unsure_precision`). `with_progress` passes the sentences on and
    can report how far they are.
    """
    gold = [sentence.with_readings() for sentence in sentences]
    bare = gold if is_cheating(ranker) else [strip_annotation(sentence, tags=False) for sentence in gold]
    label = ranker.label if isinstance(ranker, TextRanker) else label_by_columns
    ranked = list(rank_sentences(ranker, with_progress(bare)))
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
