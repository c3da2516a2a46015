"""How often which word modifies which, by direction and what stands between; these counts add."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers, Named
from spectral_core.brief import brief
from spectral_core.evaluate import is_punctuation
from spectral_core.model import Arrays, pack, unpack

FIRST, COORDINATED, PUNCTUATED, OTHER = range(4)  # what a head last took on a side
_COORDINATORS = ("CC", "CCONJ", "CONJ", "KON")
STOP = -1  # in place of a modifier's tag and form


def following(tags: tuple[str, ...]) -> Integers:
    """(tags,) what a head is after a modifier with each tag: after a coordinator, after punctuation, or other."""
    kinds = [COORDINATED if tag in _COORDINATORS else PUNCTUATED if is_punctuation(tag, tag) else OTHER for tag in tags]
    return np.array(kinds, dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class WordEvents:
    """Every different event once, sorted."""

    forms: tuple[str, ...]  # lower-cased, sorted
    form_counts: Floats  # (forms,)
    rows: Integers  # (events, 6): head's tag and form, side, what it took last, modifier's tag and form
    counts: Floats  # (events,)
    __repr__ = brief

    @classmethod
    def of(
        cls, symbols: tuple[str, ...], tags: Integers, forms: list[str], owners: Integers, starts: Integers,
        modifiers: Integers,
    ) -> WordEvents:  # fmt: skip
        """From words and, for each of their sides, the modifiers, which are numbers of words."""
        known = sorted(set(forms))
        places = {form: place for place, form in enumerate(known)}
        numbers = np.array([places[form] for form in forms], dtype=np.int64)
        lengths = np.diff(starts)
        heads = np.arange(len(owners)) // 2
        last = np.full(len(modifiers) + len(lengths), STOP, dtype=np.int64)  # (steps,) the modifier of each step
        steps = np.ones(len(last), dtype=bool)
        steps[starts[1:] + np.arange(len(lengths))] = False
        last[steps] = modifiers
        kinds = following(symbols)
        before = np.full(len(last), FIRST, dtype=np.int64)
        before[np.flatnonzero(steps) + 1] = kinds[tags[modifiers]]
        slot = np.repeat(np.arange(len(owners)), lengths + 1)
        columns = (
            tags[heads[slot]], numbers[heads[slot]], slot % 2, before, np.where(steps, tags[last], STOP),
            np.where(steps, numbers[last], STOP),
        )  # fmt: skip
        form_counts = np.bincount(numbers, minlength=len(known)).astype(np.float64)
        return cls(tuple(known), form_counts, *_summed(np.column_stack(columns), np.ones(len(slot))))

    def renamed(self, names: Integers) -> WordEvents:
        """The same events where tag i is called names[i]."""
        rows = self.rows.copy()
        rows[:, 0] = names[rows[:, 0]]
        rows[:, 4] = np.append(names, STOP)[rows[:, 4]]
        return WordEvents(self.forms, self.form_counts, *_summed(rows, self.counts))

    def joined(self, other: WordEvents) -> WordEvents:
        """The events of both, which are over the same tags."""
        forms = sorted({*self.forms, *other.forms})
        places = {form: place for place, form in enumerate(forms)}
        form_counts = np.zeros(len(forms))
        parts = []
        for part in (self, other):
            names = np.array([*(places[form] for form in part.forms), STOP], dtype=np.int64)
            form_counts[names[:-1]] += part.form_counts
            rows = part.rows.copy()
            rows[:, 1], rows[:, 5] = names[rows[:, 1]], names[rows[:, 5]]
            parts.append(rows)
        rows, counts = _summed(np.concatenate(parts), np.concatenate((self.counts, other.counts)))
        return WordEvents(tuple(forms), form_counts, rows, counts)

    def arrays(self) -> Named:
        return {
            "word_forms": pack(self.forms),
            "word_form_counts": self.form_counts,
            "word_events": self.rows.astype(np.int32),
            "word_event_counts": self.counts,
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays, symbols: int) -> WordEvents:
        """The events of `arrays`; ValueError where these do not fit together."""
        forms, rows = unpack(arrays["word_forms"]), arrays["word_events"].astype(np.int64)
        seen, counts = (arrays[name].astype(np.float64) for name in ("word_form_counts", "word_event_counts"))
        if seen.shape != (len(forms),) or rows.shape != (len(counts), 6) or not len(counts):
            raise ValueError("the counts of words are cut short")
        most = np.array((symbols, len(forms), 2, OTHER + 1, symbols, len(forms)))
        fit = (rows >= (0, 0, 0, 0, STOP, STOP)).all() and (rows < most).all()
        if not (np.isfinite(counts).all() and fit):
            raise ValueError("the counts of words are not over the words of the model")
        return cls(forms, seen, rows, counts)


def _summed(rows: Integers, counts: Floats) -> tuple[Integers, Floats]:
    order = np.lexsort(
        ((rows[:, 4] << 32) + rows[:, 5], (rows[:, 0] << 36) + (rows[:, 1] << 4) + rows[:, 2] * 4 + rows[:, 3])
    )
    rows = rows[order]
    fresh = np.ones(len(rows), dtype=bool)
    fresh[1:] = (rows[1:] != rows[:-1]).any(axis=1)
    first = np.flatnonzero(fresh)
    return rows[first], np.add.reduceat(counts[order], first) if len(first) else np.zeros(0)
