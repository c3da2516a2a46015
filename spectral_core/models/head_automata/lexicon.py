"""Preferences of heads for modifiers by their words, backed off to tags (Collins 1999; Luque et al. 2012, 5.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers
from spectral_core.brief import brief
from spectral_core.models.head_automata import words
from spectral_core.models.head_automata.tables import Table
from spectral_core.models.head_automata.words import WordEvents

FEWEST = 3.0  # forms seen fewer times are one rare word for each tag
VARIETY = 5.0  # a context counts c / (c + VARIETY * u) with c occurrences of u different outcomes
_STATES = {"lex": (0, 0, 0, 0), "lex-first": (0, 1, 1, 1), "lex-first-coord": (0, 1, 2, 3)}


@dataclass(frozen=True, slots=True, eq=False)
class KeyedCounts:
    """Sparse counts by whole-number keys."""

    keys: Integers  # sorted, each once
    counts: Floats
    kinds: Floats  # of how many different things each is made up
    __repr__ = brief

    @classmethod
    def of(cls, keys: Integers, counts: Floats) -> KeyedCounts:
        order = np.argsort(keys, kind="stable")
        keys, counts = keys[order], counts[order]
        first = np.flatnonzero(np.append(True, keys[1:] != keys[:-1])) if len(keys) else np.zeros(0, dtype=np.int64)
        sums = np.add.reduceat(counts, first) if len(first) else np.zeros(0)
        return cls(keys[first], sums, np.diff(np.append(first, len(keys))).astype(np.float64))

    def __len__(self) -> int:
        return len(self.keys)

    def held(self) -> KeyedCounts:
        """The same with something to look at: nothing is counted under a key that is none where there is nothing."""
        return self if len(self) else KeyedCounts(np.full(1, -1), np.zeros(1), np.ones(1))

    def find(self, keys: Integers) -> tuple[Integers, Flags]:
        """Where each key would stand, and whether it is there."""
        places = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return places, self.keys[places] == keys


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """P(tag | head word, side, state) P(word | tag, head word, side, state) over P(word | tag), which every tree has
    once. Words are pairs of tag and form; the number -1 is one that was never seen."""

    states: int
    following: Integers  # (tags + 1,) the state of a head after a modifier with this tag
    pairs: dict[tuple[int, str], int]
    table: Table  # P(tag | head tag, side, state)
    tag_counts: Floats  # (tags, 2, states, tags): of modifiers by tags alone
    tag_kinds: Floats  # and how many different words they were
    shares: Floats  # (pairs,) P(word | tag)
    heads: KeyedCounts  # (head word, side, state)
    tags: KeyedCounts  # (head word, side, state, tag or STOP)
    words: KeyedCounts  # (head word, side, state, word)
    coarse: KeyedCounts  # (head tag, side, state, word)
    __repr__ = brief

    @classmethod
    def of(cls, events: WordEvents, tags: tuple[str, ...], kind: str) -> Lexicon:
        """From counts, with `tags` naming the numbers in the events."""
        merged = np.array(_STATES[kind], dtype=np.int64)
        depth, size = int(merged.max()) + 1, len(tags)
        after = np.append(merged[words.following(tags)], merged[words.OTHER])
        rows, counts = events.rows, events.counts
        rare = np.append(events.form_counts < FEWEST, False)
        places: dict[tuple[int, str], int] = {}
        head_words = _numbered(rows[:, 0], np.where(rare[rows[:, 1]], len(events.forms), rows[:, 1]))
        stops = rows[:, 4] == words.STOP
        forms = np.where(rare[rows[:, 5]], len(events.forms), rows[:, 5])
        names = (*events.forms, "")
        modifier_words = _numbered(rows[:, 4], forms)
        every = np.unique(np.concatenate((head_words, modifier_words[~stops])))
        for place, key in enumerate(every.tolist()):
            places[key >> 32, names[key & 0xFFFFFFFF]] = place
        head, word = np.searchsorted(every, head_words), np.searchsorted(every, modifier_words)
        modifier = np.where(stops, size, rows[:, 4])
        side_state = rows[:, 2] * depth + merged[rows[:, 3]]
        by_tag = (rows[:, 0] * 2 * depth + side_state) * (size + 1) + modifier
        tag_steps = np.bincount(by_tag, counts, size * 2 * depth * (size + 1)).astype(np.float64)
        tag_steps = tag_steps.reshape(size, 2, depth, size + 1)
        by_head = head * 2 * depth + side_state
        here = ~stops
        coarse = KeyedCounts.of(((rows[:, 0] * 2 * depth + side_state) * len(every) + word)[here], counts[here])
        lexical = KeyedCounts.of((by_head * len(every) + word)[here], counts[here])
        tag_of = every >> 32
        kinds = np.bincount(
            coarse.keys // len(every) * (size + 1) + tag_of[coarse.keys % len(every)],
            minlength=size * 2 * depth * (size + 1),
        ).reshape(tag_steps.shape)
        # outcomes must come once each: sums first, then how many there are of a context
        stepped = KeyedCounts.of(by_head * (size + 1) + modifier, counts)
        varied = KeyedCounts.of(
            lexical.keys // len(every) * (size + 1) + tag_of[lexical.keys % len(every)], lexical.counts
        )
        kinds_here = np.zeros(len(stepped.keys))
        if len(varied):
            places_here, found = stepped.find(varied.keys)
            kinds_here[places_here[found]] = varied.kinds[found]
        seen = np.bincount(word[here], counts[here], len(every))
        totals = np.bincount(tag_of, seen, size)
        return cls(
            depth, after, places, Table.of(tag_steps), np.ascontiguousarray(tag_steps[..., :-1]),
            np.ascontiguousarray(kinds[..., :-1]).astype(np.float64), seen / np.maximum(totals[tag_of], 1.0),
            KeyedCounts.of(stepped.keys // (size + 1), stepped.counts).held(),
            KeyedCounts(stepped.keys, stepped.counts, kinds_here).held(), lexical.held(), coarse.held(),
        )  # fmt: skip

    def numbers(self, tags: Sequence[int], forms: Sequence[str]) -> Integers:
        pairs = self.pairs
        found = []
        for tag, form in zip(tags, forms, strict=True):
            number = pairs.get((tag, form.lower()))
            found.append(pairs.get((tag, ""), -1) if number is None else number)
        return np.array(found, dtype=np.int64)

    def weights(
        self, tags: Integers, forms: Sequence[str], scale: Floats, discount: float = 0.0
    ) -> tuple[Floats, Floats]:
        """What multiplies the operators, (words, words, states) [head, modifier], and the stopping scores, (words, 2,
        states). `scale` (tags + 1,) divides what comes with each modifier, and so does P(tag | head tag, side, state)
        to the power of `discount`."""
        size, depth, kinds = len(tags), self.states, self.table.stop.shape[0] - 1  # tags
        every = len(self.shares)
        numbers = self.numbers(tags.tolist(), forms)
        known = numbers >= 0
        states = np.arange(depth)
        side = (np.arange(size)[:, None] < np.arange(size)).astype(np.int64)  # [head, modifier]
        # contexts (head, side, state): occurrences, and how far they are trusted
        contexts = (numbers[:, None] * 2 + np.arange(2))[:, :, None] * depth + states  # (words, 2, states)
        places, found = self.heads.find(contexts)
        found &= known[:, None, None]
        count, kind = np.where(found, self.heads.counts[places], 0.0), np.where(found, self.heads.kinds[places], 1.0)
        trust = count / (count + VARIETY * kind)
        # stopping
        stop_places, stopped = self.tags.find(contexts * (kinds + 1) + kinds)
        fine = np.where(stopped & found, self.tags.counts[stop_places], 0.0) / np.maximum(count, 1.0)
        coarse_stop = self.table.stop[tags]
        ends = trust * fine + (1 - trust) * coarse_stop
        # tags of modifiers
        arc_trust = trust[np.arange(size)[:, None], side]  # (words, words, states)
        arc_count = count[np.arange(size)[:, None], side]
        keyed = (numbers[:, None] * 2 + side)[:, :, None] * depth + states
        tag_places, tagged = self.tags.find(keyed * (kinds + 1) + tags[None, :, None])
        tagged &= known[:, None, None]
        seen = np.where(tagged, self.tags.counts[tag_places], 0.0)
        coarse = self.table.modifiers[tags[:, None, None], side[:, :, None], states, tags[None, :, None]]
        weights = arc_trust * seen / np.maximum(arc_count, 1.0) + (1 - arc_trust) * coarse
        # words of modifiers, over P(word | tag)
        share = np.where(known, self.shares[np.maximum(numbers, 0)], 1.0)
        share = np.where(share > 0, share, 1.0)[None, :, None]
        middle = np.minimum(tags, kinds - 1)
        cells = (middle[:, None, None], side[:, :, None], states, middle[None, :, None])
        middle_count, middle_kind = self.tag_counts[cells], self.tag_kinds[cells]
        middle_trust = middle_count / np.maximum(middle_count + VARIETY * middle_kind, 1e-9)
        word_places, worded = self.coarse.find(
            ((tags[:, None] * 2 + side)[:, :, None] * depth + states) * every + numbers[None, :, None]
        )
        middle_seen = np.where(worded & known[None, :, None], self.coarse.counts[word_places], 0.0)
        ratio = middle_trust * middle_seen / np.maximum(middle_count, 1.0) / share + (1 - middle_trust)
        fine_kind = np.where(tagged, self.tags.kinds[tag_places], 0.0)
        fine_trust = seen / np.maximum(seen + VARIETY * fine_kind, 1e-9)
        lexical_places, lexical = self.words.find(keyed * every + numbers[None, :, None])
        both = lexical & known[None, :, None] & known[:, None, None]
        lexical_seen = np.where(both, self.words.counts[lexical_places], 0.0)
        ratio = fine_trust * lexical_seen / np.maximum(seen, 1.0) / share + (1 - fine_trust) * ratio
        ratio = np.where(known[None, :, None] & (tags < kinds)[None, :, None], ratio, 1.0)
        weights *= ratio / scale[tags][None, :, None]
        if discount:
            weights /= coarse**discount
            ends /= coarse_stop**discount
        return weights, ends


def _numbered(tags: Integers, forms: Integers) -> Integers:
    return (tags << 32) + forms
