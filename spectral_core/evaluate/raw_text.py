"""How good an annotation is that began with the bare text: every measure as F1, over what both sides take for words."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.universal import base_relation
from spectral_core.errors import DataError
from spectral_core.evaluate.alignment import ROOT, Extent, LaidText, aligned
from spectral_core.evaluate.rates import Rate, Scores, figures

_UNIVERSAL = """
Abbr Animacy Aspect Case Definite Degree Evident Foreign Gender Mood Number NumType Person Polarity Polite Poss PronType
Reflex Tense VerbForm Voice
"""
_UNIVERSAL_FEATURES = frozenset(_UNIVERSAL.split())
_COLUMNS = ("upos", "xpos", "feats", "lemma")


def aligned_scores(gold: Iterable[Sentence], predicted: Iterable[Sentence]) -> Scores:
    """Each measure as F1 in percent: twice what is right over what both sides have together (Zeman et al. 2018).
    `tokens_f1` and `sentences_f1` are by characters, `words_f1` by the alignment; `upos_f1`, `xpos_f1`, `feats_f1`,
    `lemma_f1`, `uas_f1` and `las_f1` are over aligned words. As there, `las_f1` leaves out subtypes, and `ufeats_f1`
    all but the 21 universal features; `las_subtypes_f1` and `feats_f1` have everything. A column that either side
    leaves empty all over is not scored. Words whose gold has no head count for none of the measures of heads. The rates
    are by sentence of the gold."""
    wanted, found = LaidText.of(gold), LaidText.of(predicted)
    if not wanted.words:
        raise DataError("the gold has no words; there is nothing to compare with")
    pairs = aligned(wanted, found)
    homes = ([word.sentence for word in wanted.words], [wanted.sentence_at(word.start) for word in found.words])
    size = len(wanted.sentences)
    rates = {
        "tokens_f1": _f1_of_extents(wanted, wanted.tokens, found.tokens),
        "sentences_f1": _f1_of_extents(wanted, wanted.extents, found.extents),
        "words_f1": _f1([homes[0][left] for left, _ in pairs], *homes, size),
    }
    for name in _COLUMNS:
        values, others = wanted.column(name), found.column(name)
        if _filled(values) and _filled(others):
            for measure, known in _readings(name):
                right = [homes[0][left] for left, other in pairs if known(values[left], others[other])]
                rates[measure] = _f1(right, *homes, size)
    rates |= _f1_of_heads(wanted, found, pairs, homes)
    different = {int(number) for rate in rates.values() for number in (rate.parts != rate.wholes).nonzero()[0]}
    return Scores(metrics=figures(rates), sentences=size, different=tuple(sorted(different)), rates=rates)


def _readings(column: str) -> Iterator[tuple[str, Callable[[str, str], bool]]]:
    """The measures of a column, and when a value of the gold and one of the prediction are the same to them."""
    if column == "lemma":
        yield "lemma_f1", lambda want, got: want in (got, EMPTY)
        return
    yield f"{column}_f1", str.__eq__
    if column == "feats":
        yield "ufeats_f1", lambda want, got: _universal(want) == _universal(got)


@lru_cache(maxsize=1 << 14)
def _universal(feats: str) -> tuple[str, ...]:
    return tuple(sorted(part for part in feats.split("|") if part.partition("=")[0] in _UNIVERSAL_FEATURES))


def _f1_of_heads(
    wanted: LaidText, found: LaidText, pairs: Sequence[tuple[int, int]], homes: tuple[list[int], list[int]]
) -> dict[str, Rate]:
    heads, others = wanted.heads(), found.heads()
    if heads.count(None) == len(heads) or others.count(None) == len(others):
        return {}
    same: dict[int | None, int] = {ROOT: ROOT, **{other: left for left, other in pairs}}
    attached = [
        (left, other) for left, other in pairs if heads[left] is not None and same.get(others[other]) == heads[left]
    ]
    unscored = {other for left, other in pairs if heads[left] is None}
    homes = (
        [home for home, head in zip(homes[0], heads, strict=True) if head is not None],
        [home for word, home in enumerate(homes[1]) if word not in unscored],
    )
    places, size = wanted.words, len(wanted.sentences)
    rates = {"uas_f1": _f1([places[left].sentence for left, _ in attached], *homes, size)}
    labels, other_labels = wanted.column("deprel"), found.column("deprel")
    if _filled(labels) and _filled(other_labels):
        for measure, part in (("las_f1", base_relation), ("las_subtypes_f1", str)):
            right = [left for left, other in attached if part(labels[left]) == part(other_labels[other])]
            rates[measure] = _f1([places[left].sentence for left in right], *homes, size)
    return rates


def _f1_of_extents(gold: LaidText, wanted: Sequence[Extent], found: Sequence[Extent]) -> Rate:
    """The F1 of stretches that are the same where both of their ends are; sentences without a word are left out."""
    starts = [start for start, end in wanted if start < end]
    other_starts = [start for start, end in found if start < end]
    there = set(wanted)
    right = [start for start, end in found if start < end and (start, end) in there]
    right, starts, other_starts = (list(map(gold.sentence_at, column)) for column in (right, starts, other_starts))
    return _f1(right, starts, other_starts, len(gold.sentences))


def _f1(right: Iterable[int], wanted: Iterable[int], found: Iterable[int], size: int) -> Rate:
    """The F1 of what is right of what is wanted and found, all given by the sentences of the gold they stand in."""
    counts = [[0, 0] for _ in range(size)]
    for home in right:
        counts[home][0] += 2
    for home in chain(wanted, found):
        counts[home][1] += 1
    return Rate.of([(part, whole) for part, whole in counts])


def _filled(values: Sequence[str]) -> bool:
    return values.count(EMPTY) < len(values)
