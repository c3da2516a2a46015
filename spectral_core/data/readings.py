"""Readings of words: in the columns, among candidates, completed by these, and guessed from known words."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple, Self, TypeVar
from urllib.parse import unquote

from spectral_core.brief import brief_repr
from spectral_core.data.inventory import MORPHOLOGY_COLUMNS, Column
from spectral_core.data.ranked import Ranked
from spectral_core.data.sentence import (
    EMPTY,
    GLOSS,
    SEGMENTS,
    VOCALISED,
    Analysis,
    Segment,
    Sentence,
    make_reading_from_columns,
    parse_misc,
    percent_decode,
)

TRANSLITERATION = "Translit"  # MISC item: the vocalised form in Latin letters; only read
_READING_ITEMS = (VOCALISED, GLOSS, SEGMENTS)
_WHITE_SPACE = re.compile(r"\s+")
_MAX_SUFFIX_LENGTH = 6  # letters
_WEIGHT_PER_LETTER = 8  # factor for each shared letter of the ending
# of the probabilities of a word's readings, best first: the first sample has the first readings, however doubtful
SAMPLE_QUANTILES = (0.0, 0.375, 0.625, 0.875)
SAMPLE_COUNT = len(SAMPLE_QUANTILES)
# quantile of an unsure word in each sample after the first, in turn, so that unsure words do not change together
_SAMPLE_ORDERS = ((1, 2, 3), (3, 1, 2), (2, 3, 1), (3, 2, 1), (1, 3, 2), (2, 1, 3))
# kinds of forms, named by their most frequent universal tag
WORD_KIND, NUMBER_KIND, SYMBOL_KIND, PUNCTUATION_KIND = "NOUN", "NUM", "SYM", "PUNCT"
_Tags = tuple[str, str, str]  # upos, xpos, feats
_Value = TypeVar("_Value")
WordReadings = tuple[Analysis | None, ...]  # of a word at the quantiles; None without candidates
_COMPLETED_FIELDS = ("vocalised", "gloss")  # fields that a candidate may fill
_FIELDS = ("lemma", "vocalised", "upos", "xpos", "feats", "gloss", "segments")
_NO_READING = Analysis()


def with_reading(sentence: Sentence, index: int, analysis: Analysis) -> Sentence:
    """Return the sentence with a reading written into the columns of word `index`, counted from 1.

    LEMMA, UPOS and XPOS keep their values where the reading has none. FEATS, and in MISC the items Vform, Gloss and
    Seg, belong to one reading: they are replaced or removed, and a Translit of other vowels with them. Other items of
    MISC stay.
    """
    changed = sentence
    for column, value in (("lemma", analysis.lemma), ("upos", analysis.upos), ("xpos", analysis.xpos)):
        if _to_cell(value) != EMPTY:
            changed = changed.with_value(column, index, _to_cell(value))
    changed = changed.with_value("feats", index, _to_cell(analysis.feats))
    changed = changed.with_value("misc", index, _update_misc(sentence.misc[index - 1], analysis))
    if changed.analyses:  # the file stores readings next to the columns
        analyses = (*changed.analyses[: index - 1], analysis, *changed.analyses[index:])
        changed = replace(changed, analyses=analyses)
    if index in changed.unanalysed:
        changed = replace(changed, unanalysed=tuple(word for word in changed.unanalysed if word != index))
    return sentence if changed == sentence else changed


def with_table_reading(sentence: Sentence, index: int, analysis: Analysis) -> Sentence:
    """Return the sentence with a reading chosen for word `index`, for a token table: vowels, gloss and segments have
    columns of their own there, so MISC stays unchanged."""
    changed = sentence.with_value("feats", index, EMPTY) if sentence.feats[index - 1] != analysis.feats else sentence
    changed = changed.with_analysis(index, analysis)
    return sentence if changed == sentence else changed


def reading_of(sentence: Sentence, index: int) -> Analysis | None:
    """Return the reading in the columns of word `index`, counted from 1; None where they hold none."""
    offset = index - 1
    chosen = sentence.analyses[offset] if sentence.analyses else None
    if chosen is not None or index in sentence.unanalysed:
        return chosen
    columns = (sentence.lemmas[offset], sentence.upos[offset], sentence.xpos[offset], sentence.feats[offset])
    return make_reading_from_columns(*columns, sentence.misc[offset])


def is_decided(sentence: Sentence, index: int, candidates: Sequence[Analysis] = ()) -> bool:
    """Return whether the reading of a word is decided: it has a lemma and a tag, or all values of one of `candidates`.

    A reading in a token table may lack the lemma, but may lack the tag only if its candidate does.
    """
    offset = index - 1
    chosen = sentence.analyses[offset] if sentence.analyses else None
    if chosen is not None and (has_tag(chosen) or (sentence.candidates and chosen in sentence.candidates[offset])):
        return True
    if index in sentence.unanalysed:
        return False
    if sentence.lemmas[offset] != EMPTY and (sentence.upos[offset] != EMPTY or sentence.xpos[offset] != EMPTY):
        return True
    current = reading_of(sentence, index)
    return current is not None and any(_overwrite_reading(candidate, current) == current for candidate in candidates)


def collect_decided_readings(sentence: Sentence) -> dict[int, Analysis]:
    """Return the decided readings of a sentence by word, from 1."""
    decided = (word for word in range(1, len(sentence) + 1) if is_decided(sentence, word))
    return {word: reading for word in decided if (reading := reading_of(sentence, word)) is not None}


def has_open_cells(sentence: Sentence) -> bool:
    """Return whether some word of a sentence lacks a lemma or a tag."""
    return sentence.is_readable and (
        EMPTY in sentence.lemmas
        or any(upos == EMPTY and xpos == EMPTY for upos, xpos in zip(sentence.upos, sentence.xpos, strict=True))
    )


def prefer_given_cells(
    sentence: Sentence, rankings: Sequence[Sequence[Ranked[Analysis]]], decided: Collection[int] = ()
) -> list[list[Ranked[Analysis]]]:
    """Return ranked readings of each word, those first that agree with the lemma, tags and features that the word has,
    with probabilities among these. If none agrees, the best is changed so that it does. `decided` words, from 1, keep
    their order."""
    rows = zip(*_reading_columns(sentence), strict=True)
    return [
        list(ranking)
        if word in decided or not ranking or given == (EMPTY,) * len(given)
        else _prefer_agreeing(given, ranking)
        for word, (given, ranking) in enumerate(zip(rows, rankings, strict=True), 1)
    ]


def list_agreeing_readings(
    sentence: Sentence, word: int, ranking: Sequence[Ranked[Analysis]]
) -> list[Ranked[Analysis]]:
    """Return the ranked readings of a word, counted from 1, that agree with the lemma, tags and features it has; with
    probabilities among these, if all have one."""
    return _select_agreeing(tuple(values[word - 1] for values in _reading_columns(sentence)), ranking)


def _select_agreeing(given: tuple[str, ...], ranking: Sequence[Ranked[Analysis]]) -> list[Ranked[Analysis]]:
    """Return the ranked readings that agree with all given columns, with probabilities among these."""
    agreeing = [entry for entry in ranking if _count_agreeing(given, entry.value) == len(given)]
    total = sum(entry.probability or 0.0 for entry in agreeing)
    if total <= 0.0 or any(entry.probability is None for entry in agreeing):
        return agreeing
    return [replace(entry, probability=(entry.probability or 0.0) / total) for entry in agreeing]


def _count_agreeing(given: tuple[str, ...], reading: Analysis) -> int:
    """Return how many of the given columns are empty or those of a reading."""
    return sum(cell in (EMPTY, value) for cell, value in zip(given, standard_columns(reading), strict=True))


def _reading_columns(sentence: Sentence) -> tuple[tuple[str, ...], ...]:
    """Return the columns of lemmas, tags and features."""
    return sentence.lemmas, sentence.upos, sentence.xpos, sentence.feats


def _prefer_agreeing(given: tuple[str, ...], ranking: Sequence[Ranked[Analysis]]) -> list[Ranked[Analysis]]:
    """Return the ranked readings of a word with the given columns, which agree with these as far as they are filled."""
    agreeing = _select_agreeing(given, ranking)
    rest = [entry for entry in ranking if _count_agreeing(given, entry.value) < len(given)]
    if not agreeing:
        best = max(ranking, key=lambda entry: _count_agreeing(given, entry.value))  # the first of several
        agreeing = [replace(best, value=_change_to_given(given, best.value), probability=1.0)]
    excess = max((entry.score for entry in rest), default=0.0) - min(entry.score for entry in agreeing)
    rest = [replace(entry, score=entry.score - max(excess, 0.0)) for entry in rest]
    if not any(entry.probability for entry in agreeing) or any(entry.probability is None for entry in agreeing):
        return [*agreeing, *rest]
    return [*agreeing, *(entry if entry.probability is None else replace(entry, probability=0.0) for entry in rest)]


def _change_to_given(given: tuple[str, ...], reading: Analysis) -> Analysis:
    """Return a reading with the given columns; one of another UPOS keeps nothing but its lemma."""
    lemma, upos, xpos, feats = given
    kept = reading if upos in (EMPTY, reading.upos) else Analysis(reading.lemma)
    values = zip(given, standard_columns(kept), strict=True)
    lemma, upos, xpos, feats = (old if new == EMPTY else new for new, old in values)
    return kept._replace(lemma=lemma, upos=upos, xpos=xpos, feats=feats)


def fill_readings(
    sentence: Sentence, readings: Sequence[Analysis | None], columns: Collection[Column] | None = None
) -> Sentence:
    """Return the sentence with these readings in the columns that are empty; what is given stays. Features are filled
    in only beside a UPOS of the same reading, tags not where a constituency tree has no tag for the word. If only some
    `columns` are named, no others are filled; else a word without lemma or tag also gets the vowels, gloss and segments
    of its reading."""
    rows = list(zip(*_reading_columns(sentence), strict=True))
    filled_columns = MORPHOLOGY_COLUMNS if columns is None else tuple(columns)
    filled = [
        given if reading is None else _fill_cells(given, reading, filled_columns)
        for given, reading in zip(rows, map(_without_empty_lemma, sentence.forms, readings), strict=True)
    ]
    if filled == rows:
        return sentence
    lemmas, upos, xpos, feats = zip(*filled, strict=True)
    tree = sentence.tree
    if tree is not None and xpos != sentence.xpos:
        tree = tree.with_leaves(sentence.forms, xpos)
        xpos = tuple(tree.tags())
    changed = replace(sentence, lemmas=lemmas, upos=upos, xpos=xpos, feats=feats, tree=tree, source=None)
    for word, (given, reading) in enumerate(zip(rows, readings, strict=True) if columns is None else (), 1):
        if reading is None or not _has_reading_items(reading):
            continue
        if given[0] == EMPTY or given[1] == given[2] == EMPTY:
            changed = replace(
                changed, misc=_replace_item(changed.misc, word, _update_misc(changed.misc[word - 1], reading))
            )
    return changed


class AnalysedSentence(NamedTuple):
    """A sentence with the readings that its tree is found with."""

    sentence: Sentence  # with the first reading of each word in its empty columns
    samples: tuple[Sentence, ...] = ()  # SAMPLE_COUNT times with readings by their probabilities; none if all are sure

    @classmethod
    def fill(cls, sentence: Sentence, readings: Sequence[WordReadings]) -> Self:
        """Fill the empty columns of a sentence with the readings of each word at the quantiles: the first is the best,
        and each sample has one of each word."""
        best, *others = draw_samples(readings)
        filled = fill_readings(sentence, best)
        samples = [fill_readings(sentence, sample) for sample in others]
        return cls(filled, (filled, *samples) if any(sample != filled for sample in samples) else ())

    @classmethod
    def choose(cls, sentence: Sentence, rankings: Sequence[Sequence[Ranked[Analysis]]]) -> Self:
        """Fill the empty columns of a sentence with the ranked readings of each word."""
        return cls.fill(sentence, list(map(select_readings_at_quantiles, rankings)))


def draw_samples(values: Sequence[Sequence[_Value]]) -> list[list[_Value]]:
    """Return samples of the values of words, given at the quantiles of their probabilities; the first has the best
    value of each word, and it is alone if all words are certain. Uncertain words change in different orders."""
    best = [word_values[0] for word_values in values]
    unsure = [index for index, word_values in enumerate(values) if word_values[-1] != word_values[0]]
    if not unsure:
        return [best]
    samples = [best, *(best.copy() for _ in range(SAMPLE_COUNT - 1))]
    for rank, index in enumerate(unsure):
        order = _SAMPLE_ORDERS[rank % len(_SAMPLE_ORDERS)]
        for sample, quantile in zip(samples[1:], order, strict=True):
            sample[index] = values[index][quantile]
    return samples


def share_equal_samples(samples: Sequence[_Value], key: Callable[[_Value], Hashable]) -> list[tuple[_Value, float]]:
    """Return the samples that differ in their keys, the first one first, each with its share of all."""
    if len(samples) == 1:
        return [(samples[0], 1.0)]
    keys = list(map(key, samples))
    distinct = dict(zip(reversed(keys), reversed(samples), strict=True))
    return [(distinct[key], count / len(samples)) for key, count in Counter(keys).items()]


def select_readings_at_quantiles(ranking: Sequence[Ranked[Analysis]]) -> WordReadings:
    """Return the reading of a word at each of the quantiles of its probabilities; always the first if it has none."""
    if not ranking or any(entry.probability is None for entry in ranking):
        return (ranking[0].value if ranking else None,) * SAMPLE_COUNT
    sums = list(accumulate(entry.probability or 0.0 for entry in ranking))
    ranks = [0, *(bisect_right(sums, quantile) for quantile in SAMPLE_QUANTILES[1:])]
    return tuple(ranking[min(rank, len(ranking) - 1)].value for rank in ranks)


def _without_empty_lemma(form: str, reading: Analysis | None) -> Analysis | None:
    """Return a reading without lemma for the word `_`, whose lemma `_` is given."""
    return reading if reading is None or form != EMPTY else reading._replace(lemma=EMPTY)


@lru_cache(maxsize=1 << 14)  # the same reading is often chosen for several words and samples
def _fill_cells(given: tuple[str, ...], reading: Analysis, columns: Collection[Column]) -> tuple[str, ...]:
    """Return the given lemma, tags and features of a word, in these columns filled from a reading."""
    cells = zip(MORPHOLOGY_COLUMNS, given, standard_columns(reading), strict=True)
    lemma, upos, xpos, feats = (
        _to_cell(new) if old == EMPTY and column in columns else old for column, old, new in cells
    )
    _, given_upos, _, given_feats = given
    if given_upos not in (EMPTY, reading.upos):
        feats = given_feats
    return lemma, upos, xpos, feats


def _has_reading_items(reading: Analysis) -> bool:
    """Return whether a reading has what is stored in MISC."""
    return reading.vocalised != EMPTY or reading.gloss != EMPTY or bool(reading.segments)


def _replace_item(column: tuple[str, ...], word: int, value: str) -> tuple[str, ...]:
    """Return a column with another value for a word, from 1."""
    return (*column[: word - 1], value, *column[word:])


def find_matching_candidate(sentence: Sentence, index: int, candidates: Sequence[Analysis]) -> int | None:
    """Return the index of the candidate that matches a word's annotation; None if there is none.

    It is the candidate whose choice would change nothing, or else the first with the same lemma, tags and features,
    preferably also the same vowels.
    """
    if (current := reading_of(sentence, index)) is None:
        return None
    similar: list[int] = []
    for position, candidate in enumerate(candidates):
        written = _overwrite_reading(candidate, current)
        if written == current:
            return position
        if standard_columns(written) == standard_columns(current):
            similar.append(position)
    same_vowels = [position for position in similar if _to_cell(candidates[position].vocalised) == current.vocalised]
    return next(iter(same_vowels or similar), None)


def has_tag(analysis: Analysis) -> bool:
    """Return whether a reading has a tag, or a segment of it has one."""
    return analysis.upos != EMPTY or analysis.xpos != EMPTY or any(part.tag != EMPTY for part in analysis.segments)


def standard_columns(analysis: Analysis) -> tuple[str, str, str, str]:
    """Return lemma, tags and features, the columns that every CoNLL-U reader supports."""
    return analysis.lemma, analysis.upos, analysis.xpos, analysis.feats


def probability_margin(readings: Sequence[Ranked[Analysis]]) -> float | None:
    """Return the difference in probability between the first reading and the next with other lemma, tags or features.

    1 where there is no other, None where there are no readings or no calibrated probabilities.
    """
    if not readings or readings[0].probability is None:
        return 1.0 if len(readings) == 1 else None
    if any(reading.probability is None for reading in readings):
        return 0.0  # a reading added by hand has no probability
    best_columns = standard_columns(readings[0].value)
    runner_up = next((reading for reading in readings[1:] if standard_columns(reading.value) != best_columns), None)
    return 1.0 if runner_up is None else readings[0].probability - (runner_up.probability or 0.0)


def _overwrite_reading(candidate: Analysis, current: Analysis) -> Analysis:
    """Return the reading that a word with the reading `current` has after the candidate is chosen."""
    pairs = ((current.lemma, candidate.lemma), (current.upos, candidate.upos), (current.xpos, candidate.xpos))
    lemma, upos, xpos = (old if _to_cell(new) == EMPTY else _to_cell(new) for old, new in pairs)
    vocalised, feats, gloss = map(_to_cell, (candidate.vocalised, candidate.feats, candidate.gloss))
    segments = tuple(
        Segment(_replace_white_space(part.form), _replace_white_space(part.tag) or EMPTY) for part in candidate.segments
    )
    return Analysis(lemma, vocalised, upos, xpos, feats, gloss, segments)


def _update_misc(misc: str, analysis: Analysis) -> str:
    """Return MISC with the items of this reading in place of the old ones, still in alphabetical order if it was."""
    replaced_items = (
        _READING_ITEMS
        if percent_decode(parse_misc(misc).get(VOCALISED, EMPTY)) == _to_cell(analysis.vocalised)
        else (*_READING_ITEMS, TRANSLITERATION)
    )
    remaining = [
        item for item in ([] if misc == EMPTY else misc.split("|")) if item.partition("=")[0] not in replaced_items
    ]
    values = ((VOCALISED, _to_cell(analysis.vocalised)), (GLOSS, _to_cell(analysis.gloss)))
    new_items = [f"{name}={_percent_encode(value, '')}" for name, value in values if value != EMPTY]
    if analysis.segments:
        pairs = (
            "/".join(_percent_encode(_replace_white_space(value), "+/") for value in (segment.form, segment.tag))
            for segment in analysis.segments
        )
        new_items.append(f"{SEGMENTS}={'+'.join(pairs)}")
    in_order = remaining == sorted(remaining, key=str.lower)
    return "|".join(sorted(remaining + new_items, key=str.lower) if in_order else remaining + new_items) or EMPTY


def format_typed_segments(segments: Iterable[Segment]) -> str:
    """Format segments for typing: form/TAG+form/TAG."""
    safe = str.maketrans({"%": "%25", "+": "%2B", "/": "%2F"})
    return "+".join(f"{part.form.translate(safe)}/{part.tag.translate(safe)}" for part in segments) or EMPTY


def parse_typed_segments(text: str) -> tuple[Segment, ...]:
    """Parse segments typed as form/TAG+form/TAG; raise ValueError for anything else."""
    if text == EMPTY:
        return ()
    segments = []
    for piece in text.split("+"):
        form, slash, tag = piece.partition("/")
        if not slash or not tag or "/" in tag:
            raise ValueError(piece)
        segments.append(Segment(unquote(form), unquote(tag)))
    return tuple(segments)


def _percent_encode(text: str, separators: str) -> str:
    """Percent-encode the characters that separate items and segments."""
    if "%" not in text and "|" not in text and not any(character in text for character in separators):
        return text
    return "".join(
        f"%{ord(character):02X}" if character in "%|" or character in separators else character for character in text
    )


def _replace_white_space(text: str) -> str:
    """Replace each run of white space by a space."""
    return _WHITE_SPACE.sub(" ", text)


def _to_cell(value: str) -> str:
    """Return a value as a cell: on one line, `_` if empty."""
    return _WHITE_SPACE.sub(" ", value).strip() or EMPTY


def guess_reading(form: str, known_words: Iterable[tuple[str, Analysis]]) -> Analysis:
    """Guess a reading: the form as lemma, with the tags of the known words (form, reading) that share its ending.

    Words, numbers, symbols and punctuation are compared with their own kind; where none of its kind is known, the
    universal tag is that of the kind.
    """
    kind = classify_form(form)
    weights: Counter[_Tags] = Counter()
    for known_form, reading in known_words:
        if (reading.upos, reading.xpos) != (EMPTY, EMPTY) and classify_form(known_form) == kind:
            weights[reading.upos, reading.xpos, reading.feats] += _WEIGHT_PER_LETTER ** _common_suffix_length(
                form, known_form
            )
    if not weights:
        return Analysis(form, upos=kind)
    upos, xpos, feats = max(weights, key=lambda tags: (weights[tags], tags))
    return Analysis(form, upos=upos, xpos=xpos, feats=feats)


def classify_form(form: str) -> str:
    """Return the kind of a form: a word with letters, a number, a symbol or a punctuation mark."""
    if any(map(str.isalpha, form)):
        return WORD_KIND
    if any(map(str.isnumeric, form)):
        return NUMBER_KIND
    return SYMBOL_KIND if form and all(unicodedata.category(sign)[0] == "S" for sign in form) else PUNCTUATION_KIND


def _common_suffix_length(first: str, second: str) -> int:
    """Return how many letters two forms share at their ends, at most _MAX_SUFFIX_LENGTH."""
    limit = min(len(first), len(second), _MAX_SUFFIX_LENGTH)
    return next((length for length in range(limit) if first[-1 - length] != second[-1 - length]), limit)


@dataclass(frozen=True, slots=True)
class CompletedReading:
    """The reading of a word, with the names of the fields that come from a suggestion, not from the file."""

    analysis: Analysis
    suggested_fields: frozenset[str] = frozenset()
    __repr__ = brief_repr

    def get_value(self, field: str) -> str:
        """Return the value of a field of the reading by its name; "" where it is empty."""
        value: str = getattr(self.analysis, field)
        return "" if value == EMPTY else value


def get_file_reading(sentence: Sentence, word: int) -> Analysis:
    """Return a word's chosen reading, with empty fields filled in from its columns, or else that of its columns."""
    index = word - 1
    reading = reading_of(sentence, word)
    if reading is None:  # MISC may still have the vowels or the gloss
        misc = sentence.misc[index]
        if misc == EMPTY:
            return _NO_READING
        items = parse_misc(misc)
        vocalised, gloss = (percent_decode(items.get(name, EMPTY)) or EMPTY for name in (VOCALISED, GLOSS))
        return Analysis(vocalised=vocalised, gloss=gloss)
    if not sentence.analyses or EMPTY not in standard_columns(reading):
        return reading
    columns = (sentence.lemmas[index], sentence.upos[index], sentence.xpos[index], sentence.feats[index])
    pairs = zip(standard_columns(reading), columns, strict=True)
    lemma, upos, xpos, feats = (column_value if value == EMPTY else value for value, column_value in pairs)
    return reading._replace(lemma=lemma, upos=upos, xpos=xpos, feats=feats)


def complete_reading(sentence: Sentence, word: int, candidates: Sequence[Analysis] = ()) -> CompletedReading:
    """Return the reading of a word: from the file, or else the first of `candidates`.

    Vowels and gloss missing from the file are taken from the first candidate with the same lemma.
    """
    reading = get_file_reading(sentence, word)
    if is_empty_reading(reading):
        if not candidates or is_uninformative_reading(sentence.forms[word - 1], candidates[0]):
            return CompletedReading(reading)
        return CompletedReading(candidates[0], frozenset(_FIELDS))
    missing = [field for field in _COMPLETED_FIELDS if getattr(reading, field) == EMPTY]
    match = (
        next((candidate for candidate in candidates if _has_same_lemma_and_tag(candidate, reading)), None)
        if missing
        else None
    )
    if match is None:
        return CompletedReading(reading)
    suggested = {field: getattr(match, field) for field in missing if getattr(match, field) != EMPTY}
    return CompletedReading(reading._replace(**suggested), frozenset(suggested))


def strip_diacritics(text: str) -> str:
    """Remove vowel signs, other combining marks and the tatweel."""
    return "".join(letter for letter in text if not unicodedata.combining(letter) and letter != "\u0640")


def vocalise_token(sentence: Sentence, first: int, last: int, text: str, vocalised_of: Callable[[int], str]) -> str:
    """Return the surface token of words `first` to `last` with its vowels; "" if these are unknown, or if the vocalised
    words do not spell `text`."""
    words = [vocalised_of(word) or sentence.forms[word - 1] for word in range(first, last + 1)]
    if first == last:
        return words[0] if words[0] != text else ""
    vocalised = "".join(words)
    return vocalised if vocalised != text and strip_diacritics(vocalised) == strip_diacritics(text) else ""


def is_empty_reading(reading: Analysis) -> bool:
    """Return whether a reading has no lemma, vowels, tags or features; gloss and segments do not count."""
    return reading.lemma == reading.vocalised == reading.upos == reading.xpos == reading.feats == EMPTY


def is_uninformative_reading(form: str, candidate: Analysis) -> bool:
    """Return whether a reading says nothing about its word: no tag but X, no gloss, and the form itself as lemma."""
    return (
        candidate.upos in ("X", EMPTY)
        and candidate.gloss == EMPTY
        and strip_diacritics(candidate.lemma).lower() == strip_diacritics(form).lower()
    )


def _has_same_lemma_and_tag(candidate: Analysis, reading: Analysis) -> bool:
    """Return whether a candidate has the lemma and UPOS of a reading, as far as both have them."""
    same_lemma = EMPTY in (reading.lemma, candidate.lemma) or strip_diacritics(candidate.lemma) == strip_diacritics(
        reading.lemma
    )
    return same_lemma and (reading.upos == EMPTY or candidate.upos in (EMPTY, reading.upos))
