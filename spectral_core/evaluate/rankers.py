"""What a ranker is worth on sentences whose readings are known, none of which it is shown."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from spectral_core.data import Analysis, Ranked, Sentence
from spectral_core.evaluate.comparison import unannotated
from spectral_core.evaluate.rankings import file_label, ranking_scores
from spectral_core.model import FlagsUncertainty, Ranker, TextRanker

Rankings = list[list[Ranked[Analysis]]]
Passing = Callable[[Iterable[Sentence]], Iterable[Sentence]]
_BLOCK = 500  # sentences that are ranked at once


def cheats(ranker: object) -> bool:
    """Whether a ranker sees the chosen readings: what is measured of it is an upper bound."""
    return getattr(getattr(ranker, "settings", None), "model", "") == "cheat"


def rankings(ranker: Ranker, sentences: Iterable[Sentence]) -> Iterator[Rankings]:
    """The candidates of every word of each sentence, best first, many sentences at once where the ranker can."""
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


def ranker_metrics(ranker: Ranker, sentences: Sequence[Sentence], passing: Passing = iter) -> dict[str, float]:
    """How near the top the readings chosen in the sentences stand; none of these is shown to the ranker. Where it says
    which words it is unsure of: the percentage of such words, of wrong first candidates that are among them
    (`unsure_recall`), and of them that are wrong (`unsure_precision`). Only a ranker that cheats sees the chosen
    readings. `passing` gives the sentences on, and can tell how far they are."""
    gold = [sentence.with_readings() for sentence in sentences]
    bare = gold if cheats(ranker) else [unannotated(sentence, tags=False) for sentence in gold]
    label = ranker.label if isinstance(ranker, TextRanker) else file_label
    ranked = list(rankings(ranker, passing(bare)))
    scores = ranking_scores(gold, ranked, label=label)
    metrics = dict(scores.metrics)
    if isinstance(ranker, FlagsUncertainty):
        flags = [
            ranker.is_uncertain(form, own)
            for sentence, words in zip(gold, ranked, strict=True)
            for form, own, analysis in zip(sentence.forms, words, sentence.analyses, strict=True)
            if analysis is not None
        ]
        wrong = [rank != 1 for rank in scores.ranks.tolist()]
        both = sum(flag and error for flag, error in zip(flags, wrong, strict=True))
        metrics["unsure"] = 100.0 * sum(flags) / len(flags)
        if any(wrong) and any(flags):
            metrics["unsure_recall"] = 100.0 * both / sum(wrong)
            metrics["unsure_precision"] = 100.0 * both / sum(flags)
    return metrics
