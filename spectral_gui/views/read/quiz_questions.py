"""Questions of the quiz: a word in its sentence and the choices; no widgets."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from spectral_core.data import EMPTY, Analysis, Ranked, Sentence
from spectral_core.data.readings import (
    complete_reading,
    find_matching_candidate,
    get_file_reading,
    is_decided,
    standard_columns,
    strip_diacritics,
)
from spectral_core.data.vocabulary import format_lemma, has_letters
from spectral_core.morphology.arabic.vowel_agreement import count_contradictions
from spectral_gui import label_descriptions
from spectral_gui.text_display import isolate_any_text

CHOICE_COUNT = 4
MIN_CONFIDENT_PROBABILITY = 0.9  # minimum probability of an unconfirmed first reading that counts as correct
READING, MEANING, LEMMA = "reading", "meaning", "lemma"  # field that a question asks for
_FUNCTION_WORDS = frozenset({"ADP", "AUX", "CCONJ", "DET", "INTJ", "PART", "PRON", "SCONJ"})


@dataclass(frozen=True, slots=True)
class Question:
    """Multiple-choice question about a word: the readings to choose from and the correct one."""

    sentence: int
    word: int  # counted from 1
    asked_field: str
    choices: tuple[Analysis, ...]
    correct_index: int  # index of the correct one among the choices
    probability: float | None  # of the correct one, by the model; None if it is confirmed
    margin: float | None  # between the first two readings; the smaller, the harder
    correct_reading: Analysis  # the correct reading as in the file

    @property
    def labels(self) -> tuple[str, ...]:
        """Texts of the choices, with distinguishing grammar for those that share a gloss."""
        texts = [format_choice(choice, self.asked_field) for choice in self.choices]
        if self.asked_field == READING:
            for index, choice in enumerate(self.choices):
                same_gloss = [reading for reading in self.choices if reading.gloss == choice.gloss]
                if (
                    len(same_gloss) > 1
                    and choice.gloss != EMPTY
                    and (grammar := _format_distinctive_grammar(choice, same_gloss))
                ):
                    texts[index] += f"  ·  \u2068{grammar}\u2069"
        return tuple(texts)


def make_question(
    index: int,
    sentence: Sentence,
    word: int,
    readings: Sequence[Ranked[Analysis]],
    distractors: Sequence[Analysis],
    margin: float | None,
    rng: random.Random,
) -> Question | None:
    """Make a multiple-choice question about a word; None without a correct reading and enough distractors.

    The correct reading is confirmed in the file, or is the model's first with at least MIN_CONFIDENT_PROBABILITY.
    Distractors come from the ranking of the word, most probable first, and then from `distractors`, readings of other
    words.
    """
    if not has_letters(sentence.forms[word - 1]) or sentence.upos[word - 1] == "PUNCT":
        return None
    candidates = [ranked.value for ranked in readings]
    file_reading, first_probability = get_file_reading(sentence, word), readings[0].probability if readings else None
    decided = is_decided(sentence, word) or file_reading.lemma != EMPTY
    if not decided:
        if first_probability is None or first_probability < MIN_CONFIDENT_PROBABILITY:
            return None
        if count_contradictions(sentence.forms[word - 1], readings[0].value):
            return None
    resolved = complete_reading(sentence, word, candidates)
    right = resolved.analysis
    if right.lemma == EMPTY:
        return None
    if decided:
        candidates = _drop_compatible_readings(sentence, word, candidates, file_reading)

    def compose_question(field: str, *choices: Analysis) -> Question:
        """Make the question with its choices in random order; the first one given is correct."""
        order = list(range(len(choices)))
        rng.shuffle(order)
        shuffled, probability = tuple(choices[position] for position in order), None if decided else first_probability
        return Question(index, word, field, shuffled, order.index(0), probability, margin, right)

    match = find_matching_candidate(sentence, word, candidates)
    answer = right if match is None else candidates[match]  # with the ranker's gloss and vowels, like the distractors
    same_word_distractors = _select_distractors(
        answer, [reading for reading in candidates if (reading.gloss == EMPTY) == (answer.gloss == EMPTY)], READING
    )
    if len(same_word_distractors) == CHOICE_COUNT - 1:
        choices = (answer, *same_word_distractors)
        return None if _differ_in_tags_only(choices) else compose_question(READING, *choices)
    for field in (MEANING, LEMMA):
        if not format_choice(right, field) or (decided and field == MEANING and "gloss" in resolved.suggested_fields):
            continue
        same_tag = [reading for reading in distractors if reading.upos == right.upos]
        other_tags = [reading for reading in distractors if reading.upos != right.upos]
        for group in (same_tag, other_tags):
            rng.shuffle(group)
        other_distractors = _select_distractors(right, [*candidates, *same_tag, *other_tags], field)
        if len(other_distractors) == CHOICE_COUNT - 1:
            return compose_question(field, right, *other_distractors)
    return None


def get_most_probable_reading(sentence: Sentence, word: int, readings: Sequence[Ranked[Analysis]]) -> Analysis:
    """Return the confirmed or else most probable reading of a word, as a distractor for other words."""
    return complete_reading(sentence, word, [ranked.value for ranked in readings[:1]]).analysis


def format_choice(reading: Analysis, field: str) -> str:
    """Format a reading for a choice: vocalised word and meaning, the meaning alone, or the lemma alone."""
    gloss = "" if reading.gloss == EMPTY else reading.gloss
    if field == MEANING:
        return gloss
    if field == LEMMA:
        return "" if reading.lemma == EMPTY else format_lemma(reading.lemma)
    grammar = ", ".join(
        filter(
            None,
            [label_descriptions.describe_tag(reading.upos), *label_descriptions.describe_features(reading.feats)[:3]],
        )
    )
    return "  ·  ".join(isolate_any_text(part) for part in (_format_word(reading), gloss or grammar) if part)


def _select_distractors(right: Analysis, candidates: Sequence[Analysis], field: str) -> list[Analysis]:
    """Return the first readings that differ from the correct one and from each other, in text and in analysis."""
    shown_texts, labels = {_normalise_case_and_spaces(format_choice(right, field))}, {standard_columns(right)}
    distractors: list[Analysis] = []
    for offer in candidates:
        text = _normalise_case_and_spaces(format_choice(offer, field))
        if not text or text in shown_texts or standard_columns(offer) in labels:
            continue
        if field != READING and strip_diacritics(offer.lemma) == strip_diacritics(right.lemma):
            continue  # it would be correct as well
        shown_texts.add(text)
        labels.add(standard_columns(offer))
        distractors.append(offer)
        if len(distractors) == CHOICE_COUNT - 1:
            break
    return distractors


def _contradicts_annotation(candidate: Analysis, decided_reading: Analysis) -> bool:
    """Return whether a reading differs from the annotated one in a field that both fill in."""
    for name in ("upos", "xpos", "gloss", "vocalised"):
        offered, decided = getattr(candidate, name), getattr(decided_reading, name)
        if EMPTY not in (offered, decided) and offered != decided:
            return True
    if EMPTY not in (candidate.lemma, decided_reading.lemma) and strip_diacritics(candidate.lemma) != strip_diacritics(
        decided_reading.lemma
    ):
        return True
    offered, decided = (
        dict(pair.partition("=")[::2] for pair in reading.feats.split("|")) for reading in (candidate, decided_reading)
    )
    return any(decided.get(name, value) != value for name, value in offered.items())


def _drop_compatible_readings(
    sentence: Sentence, word: int, candidates: Sequence[Analysis], file_reading: Analysis
) -> list[Analysis]:
    """Return the candidate that matches the file and those that contradict it; the rest might be correct as well."""
    match = find_matching_candidate(sentence, word, candidates)
    return [
        reading
        for position, reading in enumerate(candidates)
        if position == match or _contradicts_annotation(reading, file_reading)
    ]


def _differ_in_tags_only(choices: Sequence[Analysis]) -> bool:
    """Return whether readings of a function word differ only in their part of speech, which a learner is not asked."""
    if choices[0].upos not in _FUNCTION_WORDS or any(reading.gloss != EMPTY for reading in choices):
        return False
    return len({_normalise_case_and_spaces(_format_word(reading)) for reading in choices}) == 1 and len(
        {reading.upos for reading in choices}
    ) == len(choices)


def _format_word(reading: Analysis) -> str:
    """Return the vocalised form of a reading, or else its lemma."""
    lemma = "" if reading.lemma == EMPTY else format_lemma(reading.lemma)
    return lemma if reading.vocalised == EMPTY else reading.vocalised


def _format_distinctive_grammar(choice: Analysis, readings: Sequence[Analysis]) -> str:
    """Return the tag and features of a reading that not all of `readings` share."""
    grammars = [
        [label_descriptions.describe_tag(reading.upos), *label_descriptions.describe_features(reading.feats)]
        for reading in readings
    ]
    common = set(grammars[0]).intersection(*grammars)
    grammar = [label_descriptions.describe_tag(choice.upos), *label_descriptions.describe_features(choice.feats)]
    return ", ".join(part for part in grammar if part and part not in common)


def _normalise_case_and_spaces(text: str) -> str:
    return " ".join(text.lower().split())


def rank_by_difficulty(margins: Sequence[float], difficulty: float) -> list[int]:
    """Return indexes of words by distance from a difficulty level: 0 is the widest margin, 1 the narrowest."""
    order = sorted(range(len(margins)), key=lambda index: -margins[index])
    target_rank = round(difficulty * (len(order) - 1))
    return [order[rank] for rank in sorted(range(len(order)), key=lambda rank: abs(rank - target_rank))]
