"""Questions of the quiz: a word in its sentence, and what it could be; no widgets."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from spectral_core.analyzers.vowels import contradictions
from spectral_core.data import EMPTY, Analysis, Ranked, Sentence
from spectral_core.data.readings import is_decided, label_of, recognised
from spectral_core.data.vocabulary import bare, is_word, reading_of, shown_lemma, written_reading
from spectral_gui import plain

CHOICES = 4
SURE = 0.9  # the least probability of a first reading that is taken for right where nobody decided
READING, MEANING, LEMMA = "reading", "meaning", "lemma"  # what is asked for
_FUNCTION_WORDS = frozenset({"ADP", "AUX", "CCONJ", "DET", "INTJ", "PART", "PRON", "SCONJ"})


@dataclass(frozen=True, slots=True)
class Question:
    """A word, and the readings among which the right one is."""

    sentence: int
    word: int  # counted from 1
    asks: str
    choices: tuple[Analysis, ...]
    right: int  # its place among the choices
    probability: float | None  # of the right one, by the model; None where people decided
    margin: float | None  # how far the first reading is before the second; the smaller, the harder
    solution: Analysis  # the right one as the file has it

    @property
    def labels(self) -> tuple[str, ...]:
        """What each choice says, all of them different; where only vowels would tell two apart, with their grammar."""
        said = [label(choice, self.asks) for choice in self.choices]
        if self.asks == READING:
            for place, choice in enumerate(self.choices):
                alike = [other for other in self.choices if other.gloss == choice.gloss]
                if len(alike) > 1 and choice.gloss != EMPTY and (own := _own_grammar(choice, alike)):
                    said[place] += f"  ·  \u2068{own}\u2069"
        return tuple(said)


def question(
    index: int,
    sentence: Sentence,
    word: int,
    row: Sequence[Ranked[Analysis]],
    others: Sequence[Analysis],
    margin: float | None,
    chance: random.Random,
) -> Question | None:
    """The question about a word; None where nobody decided it and no model is sure of it, where too little is known of
    it, or nothing else could be meant. What is wrong comes from the ranking of this very word, the likeliest first;
    where that is not enough, from `others`: readings of other words of the text."""
    if not is_word(sentence.forms[word - 1]) or sentence.upos[word - 1] == "PUNCT":
        return None
    offers = [one.value for one in row]
    said, chance_of_first = written_reading(sentence, word), row[0].probability if row else None
    decided = is_decided(sentence, word) or said.lemma != EMPTY
    if not decided:
        if chance_of_first is None or chance_of_first < SURE:
            return None
        if contradictions(sentence.forms[word - 1], row[0].value):
            return None
    known = reading_of(sentence, word, offers)
    right = known.analysis
    if right.lemma == EMPTY:
        return None
    if decided:  # what the file does not contradict may be as right
        place = recognised(sentence, word, offers)
        offers = [one for at, one in enumerate(offers) if at == place or _contradicts(one, said)]

    def made(asks: str, *choices: Analysis) -> Question:
        """The question whose first choice is the right one, in another order."""
        order = list(range(len(choices)))
        chance.shuffle(order)
        mixed, sure = tuple(choices[place] for place in order), None if decided else chance_of_first
        return Question(index, word, asks, mixed, order.index(0), sure, margin, right)

    place = recognised(sentence, word, offers)
    alike = right if place is None else offers[place]  # said as the others are: who wrote the file says it otherwise
    own = _distinct(alike, [one for one in offers if (one.gloss == EMPTY) == (alike.gloss == EMPTY)], READING)
    if len(own) == CHOICES - 1:
        return None if _are_tags_alone([alike, *own]) else made(READING, alike, *own)
    for asks in (MEANING, LEMMA):
        if not label(right, asks) or (decided and asks == MEANING and "gloss" in known.guessed):
            continue
        near = [one for one in others if one.upos == right.upos]
        far = [one for one in others if one.upos != right.upos]
        for group in (near, far):
            chance.shuffle(group)
        wrong = _distinct(right, [*offers, *near, *far], asks)
        if len(wrong) == CHOICES - 1:
            return made(asks, right, *wrong)
    return None


def likeliest(sentence: Sentence, word: int, row: Sequence[Ranked[Analysis]]) -> Analysis:
    """What a word is, or else is taken for: what can be wrong of another word."""
    return reading_of(sentence, word, [one.value for one in row[:1]]).analysis


def label(reading: Analysis, asks: str) -> str:
    """What is shown of a reading: with its vowels and its meaning, the meaning alone, or the lemma alone."""
    gloss = "" if reading.gloss == EMPTY else reading.gloss
    if asks == MEANING:
        return gloss
    if asks == LEMMA:
        return "" if reading.lemma == EMPTY else shown_lemma(reading.lemma)
    grammar = ", ".join(filter(None, [plain.tag(reading.upos), *plain.features(reading.feats)[:3]]))
    return "  ·  ".join(f"\u2068{part}\u2069" for part in (_word(reading), gloss or grammar) if part)


def _distinct(right: Analysis, offers: Sequence[Analysis], asks: str) -> list[Analysis]:
    """The first readings that differ from the right one, and from each other, in what is shown and in what they are."""
    shown, labels = {_plain(label(right, asks))}, {label_of(right)}
    found: list[Analysis] = []
    for offer in offers:
        text = _plain(label(offer, asks))
        if not text or text in shown or label_of(offer) in labels:
            continue
        if asks != READING and bare(offer.lemma) == bare(right.lemma):
            continue  # it would be as right
        shown.add(text)
        labels.add(label_of(offer))
        found.append(offer)
        if len(found) == CHOICES - 1:
            break
    return found


def _contradicts(offer: Analysis, said: Analysis) -> bool:
    """Whether a reading says of a word otherwise than what was decided, which may be less."""
    for name in ("upos", "xpos", "gloss", "vocalised"):
        mine, theirs = getattr(offer, name), getattr(said, name)
        if EMPTY not in (mine, theirs) and mine != theirs:
            return True
    if EMPTY not in (offer.lemma, said.lemma) and bare(offer.lemma) != bare(said.lemma):
        return True
    mine, theirs = (dict(pair.partition("=")[::2] for pair in one.feats.split("|")) for one in (offer, said))
    return any(theirs.get(name, value) != value for name, value in mine.items())


def _are_tags_alone(choices: Sequence[Analysis]) -> bool:
    """Whether nothing but parts of speech tells readings of a function word apart: that asks a learner for labels."""
    if choices[0].upos not in _FUNCTION_WORDS or any(one.gloss != EMPTY for one in choices):
        return False
    return len({_plain(_word(one)) for one in choices}) == 1 and len({one.upos for one in choices}) == len(choices)


def _word(reading: Analysis) -> str:
    """A reading with its vowels, or else its lemma."""
    lemma = "" if reading.lemma == EMPTY else shown_lemma(reading.lemma)
    return lemma if reading.vocalised == EMPTY else reading.vocalised


def _own_grammar(choice: Analysis, alike: Sequence[Analysis]) -> str:
    """The grammar of a reading in which it differs from others."""
    every = [[plain.tag(one.upos), *plain.features(one.feats)] for one in alike]
    common = set(every[0]).intersection(*every)
    mine = [plain.tag(choice.upos), *plain.features(choice.feats)]
    return ", ".join(one for one in mine if one and one not in common)


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def nearest_first(margins: Sequence[float], level: float) -> list[int]:
    """The places of words, first those as hard as `level` asks: 0 for the one that is easiest to tell, 1 for the
    hardest. The wider the margin, the easier."""
    order = sorted(range(len(margins)), key=lambda place: -margins[place])
    wanted = round(level * (len(order) - 1))
    return [order[rank] for rank in sorted(range(len(order)), key=lambda rank: abs(rank - wanted))]
