"""Counts of words modifying words, by direction and previous modifier; these counts add."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.evaluate import is_punctuation
from spectral_core.model import Arrays, pack, unpack

FIRST, COORDINATED, PUNCTUATED, OTHER = range(4)  # what a head last took on a side
_COORDINATORS = ("CC", "CCONJ", "CONJ", "KON")
STOP = -1  # in place of a modifier's tag and form


def state_after_tags(tags: tuple[str, ...]) -> Integers:
    """Return (tags,) the state of a head after a modifier with each tag: after a coordinator, after punctuation, or
    other."""
    kinds = [COORDINATED if tag in _COORDINATORS else PUNCTUATED if is_punctuation(tag, tag) else OTHER for tag in tags]
    return np.array(kinds, dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class WordEvents:
    """Every different event once, sorted, with its count."""

    forms: tuple[str, ...]  # lower-cased, sorted
    form_counts: Floats  # (forms,)
    rows: Integers  # (events, 6): head's tag and form, side, what it took last, modifier's tag and form
    counts: Floats  # (events,)
    __repr__ = brief_repr

    @classmethod
    def from_words(
        cls, symbols: tuple[str, ...], tags: Integers, forms: list[str], owners: Integers, starts: Integers,
        modifiers: Integers,
    ) -> WordEvents:  # fmt: skip
        """Count the events of words and, for each of their sides, the modifiers, given as indexes of words."""
        distinct_forms = sorted(set(forms))
        number_of = {form: number for number, form in enumerate(distinct_forms)}
        numbers = np.array([number_of[form] for form in forms], dtype=np.int64)
        lengths = np.diff(starts)
        heads = np.arange(len(owners)) // 2
        step_modifiers = np.full(
            len(modifiers) + len(lengths), STOP, dtype=np.int64
        )  # (steps,) the modifier of each step
        is_modifier = np.ones(len(step_modifiers), dtype=bool)
        is_modifier[starts[1:] + np.arange(len(lengths))] = False
        step_modifiers[is_modifier] = modifiers
        kinds = state_after_tags(symbols)
        previous_kinds = np.full(len(step_modifiers), FIRST, dtype=np.int64)
        previous_kinds[np.flatnonzero(is_modifier) + 1] = kinds[tags[modifiers]]
        slot = np.repeat(np.arange(len(owners)), lengths + 1)
        columns = (
            tags[heads[slot]],
            numbers[heads[slot]],
            slot % 2,
            previous_kinds,
            np.where(is_modifier, tags[step_modifiers], STOP),
            np.where(is_modifier, numbers[step_modifiers], STOP),
        )
        form_counts = np.bincount(numbers, minlength=len(distinct_forms)).astype(np.float64)
        return cls(tuple(distinct_forms), form_counts, *_sum_duplicates(np.column_stack(columns), np.ones(len(slot))))

    def renumber(self, numbers: Integers) -> WordEvents:
        """Return the same events with tag i numbered numbers[i]."""
        rows = self.rows.copy()
        rows[:, 0] = numbers[rows[:, 0]]
        rows[:, 4] = np.append(numbers, STOP)[rows[:, 4]]
        return WordEvents(self.forms, self.form_counts, *_sum_duplicates(rows, self.counts))

    def merge(self, events: WordEvents) -> WordEvents:
        """Return the events of both, which are over the same tags."""
        forms = sorted({*self.forms, *events.forms})
        number_of = {form: number for number, form in enumerate(forms)}
        form_counts = np.zeros(len(forms))
        parts = []
        for part in (self, events):
            numbers = np.array([*(number_of[form] for form in part.forms), STOP], dtype=np.int64)
            form_counts[numbers[:-1]] += part.form_counts
            rows = part.rows.copy()
            rows[:, 1], rows[:, 5] = numbers[rows[:, 1]], numbers[rows[:, 5]]
            parts.append(rows)
        rows, counts = _sum_duplicates(np.concatenate(parts), np.concatenate((self.counts, events.counts)))
        return WordEvents(tuple(forms), form_counts, rows, counts)

    def arrays(self) -> NamedArrays:
        return {
            "word_forms": pack(self.forms),
            "word_form_counts": self.form_counts,
            "word_events": self.rows.astype(np.int32),
            "word_event_counts": self.counts,
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays, symbols: int) -> WordEvents:
        """Restore from arrays; ValueError if they do not fit together."""
        forms, rows = unpack(arrays["word_forms"]), arrays["word_events"].astype(np.int64)
        form_counts, counts = (arrays[name].astype(np.float64) for name in ("word_form_counts", "word_event_counts"))
        if form_counts.shape != (len(forms),) or rows.shape != (len(counts), 6) or not len(counts):
            raise ValueError("the counts of words are cut short")
        limits = np.array((symbols, len(forms), 2, OTHER + 1, symbols, len(forms)))
        is_in_range = (rows >= (0, 0, 0, 0, STOP, STOP)).all() and (rows < limits).all()
        if not (np.isfinite(counts).all() and is_in_range):
            raise ValueError("the counts of words are not over the words of the model")
        return cls(forms, form_counts, rows, counts)


def _sum_duplicates(rows: Integers, counts: Floats) -> tuple[Integers, Floats]:
    order = np.lexsort(
        ((rows[:, 4] << 32) + rows[:, 5], (rows[:, 0] << 36) + (rows[:, 1] << 4) + rows[:, 2] * 4 + rows[:, 3])
    )
    rows = rows[order]
    is_first = np.ones(len(rows), dtype=bool)
    is_first[1:] = (rows[1:] != rows[:-1]).any(axis=1)
    first_rows = np.flatnonzero(is_first)
    return rows[first_rows], np.add.reduceat(counts[order], first_rows) if len(first_rows) else np.zeros(0)
