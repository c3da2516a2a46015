"""How a reading is written into the columns of its word, and how it is recognised there again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from spectral_core.data.ranked import Ranked
from spectral_core.data.sentence import EMPTY, Analysis, Segment, Sentence

VOCALISED, GLOSS, SEGMENTS = "Vform", "Gloss", "Seg"  # items of MISC
SOUNDS = "Translit"  # of the vowelled form, in Latin letters: nothing here writes it
_OURS = (VOCALISED, GLOSS, SEGMENTS)
_ESCAPED = re.compile("%([0-9A-F]{2})")
_BREAKS = re.compile(r"\s+")


def with_reading(sentence: Sentence, index: int, analysis: Analysis) -> Sentence:
    """The sentence with `analysis` written into the columns of word `index`, counted from 1. LEMMA, UPOS and XPOS keep
    what they say where the analysis says nothing. FEATS, and in MISC the items Vform, Gloss and Seg, belong to one
    reading: they are replaced, or taken out, and a Translit of other vowels with them. Other items of MISC stay."""
    changed = sentence
    for column, value in (("lemma", analysis.lemma), ("upos", analysis.upos), ("xpos", analysis.xpos)):
        if _cell(value) != EMPTY:
            changed = changed.with_value(column, index, _cell(value))
    changed = changed.with_value("feats", index, _cell(analysis.feats))
    changed = changed.with_value("misc", index, _misc(sentence.misc[index - 1], analysis))
    if changed.analyses:  # of a file that keeps them beside the columns
        analyses = (*changed.analyses[: index - 1], analysis, *changed.analyses[index:])
        changed = replace(changed, analyses=analyses)
    if index in changed.unanalysed:
        changed = replace(changed, unanalysed=tuple(word for word in changed.unanalysed if word != index))
    return sentence if changed == sentence else changed


def with_reading_beside(sentence: Sentence, index: int, analysis: Analysis) -> Sentence:
    """The sentence of a token table, whose own columns hold vowels, gloss and segments: nothing goes into MISC."""
    changed = sentence.with_value("feats", index, EMPTY) if sentence.feats[index - 1] != analysis.feats else sentence
    changed = changed.with_analysis(index, analysis)
    return sentence if changed == sentence else changed


def reading_of(sentence: Sentence, index: int) -> Analysis | None:
    """The reading that stands at word `index`, counted from 1; None where its columns say nothing of it, or what they
    say is no reading."""
    at = index - 1
    chosen = sentence.analyses[at] if sentence.analyses else None
    if chosen is not None or index in sentence.unanalysed:
        return chosen
    said = (sentence.lemmas[at], sentence.upos[at], sentence.xpos[at], sentence.feats[at])
    if said == (EMPTY, EMPTY, EMPTY, EMPTY):
        return None
    lemma, upos, xpos, feats = said
    items = _items(sentence.misc[at])
    vocalised, gloss = (_plain(items.get(name, EMPTY)) for name in (VOCALISED, GLOSS))
    return Analysis(lemma, vocalised, upos, xpos, feats, gloss, _segments(items.get(SEGMENTS, "")))


def is_decided(sentence: Sentence, index: int, candidates: Sequence[Analysis] = ()) -> bool:
    """Whether a reading stands at a word: its lemma and a tag, or all that one of these candidates says. A reading that
    a table keeps may lack the lemma, but not the tag unless it was offered so."""
    at = index - 1
    chosen = sentence.analyses[at] if sentence.analyses else None
    if chosen is not None and (has_tag(chosen) or (sentence.candidates and chosen in sentence.candidates[at])):
        return True
    if index in sentence.unanalysed:
        return False
    if sentence.lemmas[at] != EMPTY and (sentence.upos[at] != EMPTY or sentence.xpos[at] != EMPTY):
        return True
    said = reading_of(sentence, index)
    return said is not None and any(_written(candidate, said) == said for candidate in candidates)


def recognised(sentence: Sentence, index: int, candidates: Sequence[Analysis]) -> int | None:
    """The place of the candidate that stands at a word: the one that writing would not change, or else the first with
    its lemma, tags and features, and where there are several, its vowels."""
    if (said := reading_of(sentence, index)) is None:
        return None
    alike: list[int] = []
    for place, candidate in enumerate(candidates):
        written = _written(candidate, said)
        if written == said:
            return place
        if label_of(written) == label_of(said):
            alike.append(place)
    spoken = [place for place in alike if _cell(candidates[place].vocalised) == said.vocalised]
    return next(iter(spoken or alike), None)


def has_tag(analysis: Analysis) -> bool:
    """Whether a reading says what kind of word it is: by a tag, or by those of its segments."""
    return analysis.upos != EMPTY or analysis.xpos != EMPTY or any(part.tag != EMPTY for part in analysis.segments)


def label_of(analysis: Analysis) -> tuple[str, str, str, str]:
    """What a file says of a reading in the columns that every reader knows: lemma, tags and features."""
    return analysis.lemma, analysis.upos, analysis.xpos, analysis.feats


def margin_of(readings: Sequence[Ranked[Analysis]]) -> float | None:
    """How far the first reading is before the next that a file could tell from it; 1 where there is no other, None
    where nothing is calibrated or nothing offered."""
    if not readings or readings[0].probability is None:
        return 1.0 if len(readings) == 1 else None
    if any(one.probability is None for one in readings):
        return 0.0  # one was added by hand since: nobody knows yet
    first = label_of(readings[0].value)
    other = next((one for one in readings[1:] if label_of(one.value) != first), None)
    return 1.0 if other is None else readings[0].probability - (other.probability or 0.0)


def _written(candidate: Analysis, said: Analysis) -> Analysis:
    """The candidate as its word would say it after it was written over `said`."""
    pairs = ((said.lemma, candidate.lemma), (said.upos, candidate.upos), (said.xpos, candidate.xpos))
    lemma, upos, xpos = (old if _cell(new) == EMPTY else _cell(new) for old, new in pairs)
    vocalised, feats, gloss = map(_cell, (candidate.vocalised, candidate.feats, candidate.gloss))
    segments = tuple(Segment(_piece(part.form), _piece(part.tag) or EMPTY) for part in candidate.segments)
    return Analysis(lemma, vocalised, upos, xpos, feats, gloss, segments)


def _misc(misc: str, analysis: Analysis) -> str:
    """MISC with the items of this reading instead of another's; in order of the alphabet where it was in order."""
    own = _OURS if _plain(_items(misc).get(VOCALISED, EMPTY)) == _cell(analysis.vocalised) else (*_OURS, SOUNDS)
    kept = [item for item in ([] if misc == EMPTY else misc.split("|")) if item.partition("=")[0] not in own]
    said = ((VOCALISED, _cell(analysis.vocalised)), (GLOSS, _cell(analysis.gloss)))
    ours = [f"{name}={_safe(value, '')}" for name, value in said if value != EMPTY]
    if analysis.segments:
        pairs = (f"{_safe(_piece(part.form), '+/')}/{_safe(_piece(part.tag), '+/')}" for part in analysis.segments)
        ours.append(f"{SEGMENTS}={'+'.join(pairs)}")
    in_order = kept == sorted(kept, key=str.lower)
    return "|".join(sorted(kept + ours, key=str.lower) if in_order else kept + ours) or EMPTY


def _items(misc: str) -> dict[str, str]:
    return dict(item.partition("=")[::2] for item in misc.split("|"))


def _segments(text: str) -> tuple[Segment, ...]:
    """The parts of an item Seg; () where it is no list of form/TAG, as another program may write it."""
    found = []
    for piece in text.split("+") if text else ():
        form, slash, tag = piece.partition("/")
        if not slash or "/" in tag:
            return ()
        found.append(Segment(_plain(form), _plain(tag) or EMPTY))
    return tuple(found)


def _safe(text: str, more: str) -> str:
    """The text with the signs that part items and segments as %XX."""
    if "%" not in text and "|" not in text and not any(sign in text for sign in more):
        return text
    return "".join(f"%{ord(sign):02X}" if sign in "%|" or sign in more else sign for sign in text)


def _plain(text: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text) if "%" in text else text


def _piece(text: str) -> str:
    return _BREAKS.sub(" ", text)


def _cell(value: str) -> str:
    """A value as a cell can hold it: on one line, `_` for nothing."""
    return _BREAKS.sub(" ", value).strip() or EMPTY
