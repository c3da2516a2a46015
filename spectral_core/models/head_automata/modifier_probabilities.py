"""Probabilities of modifiers: transition tables of deterministic automata, and a lexical model given the head word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.models.head_automata import moments
from spectral_core.models.head_automata.moments import (
    AttachmentEvents,
    ModifierSequences,
    Moments,
    select_automaton_tags,
)

PRIOR_WEIGHT = 2.0  # pseudo-counts from the distribution pooled over all heads
PSEUDO_COUNT = 0.1  # added to every count of the pooled distribution
# next (words,), weights (words, words, states), stop (words, 2, states)
SentenceAutomaton = tuple[Integers, Floats, Floats]
MIN_FORM_COUNT = 3.0  # rarer forms are merged into one rare word for each tag
WITTEN_BELL_WEIGHT = 5.0  # Witten-Bell back-off: c / (c + weight * u) for c occurrences of u distinct outcomes
_STATES_BY_KIND = {"lex": (0, 0, 0, 0), "lex-first": (0, 1, 1, 1), "lex-first-coord": (0, 1, 2, 3)}


@dataclass(frozen=True, slots=True, eq=False)
class TransitionTable:
    """P(modifier or STOP | head, side, state). The last head and the last modifier stand for unknown tags: that head is
    an average head, that modifier the sum of all."""

    modifiers: Floats  # (heads + 1, 2, states, symbols + 1)
    stop: Floats  # (heads + 1, 2, states)
    __repr__ = brief_repr

    @classmethod
    def from_counts(cls, counts: Floats) -> TransitionTable:
        """Smooth counts (heads, 2, states, symbols + STOP) into probabilities."""
        prior = counts.sum(axis=0)
        prior = (prior + PSEUDO_COUNT) / (prior + PSEUDO_COUNT).sum(axis=-1, keepdims=True)
        counts = np.concatenate((counts, np.zeros_like(counts[:1])))
        probabilities = (counts + PRIOR_WEIGHT * prior) / (counts.sum(axis=-1, keepdims=True) + PRIOR_WEIGHT)
        modifiers = probabilities.copy()
        modifiers[..., -1] = probabilities[..., :-1].sum(axis=-1)
        return cls(modifiers, np.ascontiguousarray(probabilities[..., -1]))


def count_transitions(sequences: ModifierSequences, symbols: int) -> Floats:
    """Return (symbols, 2, symbols + START, symbols + STOP) how often each modifier, or STOP, follows each other one, or
    START."""
    owners, previous, following, weights = list_transitions(sequences, symbols)
    size = symbols + 1
    indexes = (owners * size + previous) * size + following
    counts = np.bincount(indexes, weights, 2 * symbols * size * size).astype(np.float64)
    return counts.reshape(symbols, 2, size, size)


def list_transitions(sequences: ModifierSequences, symbols: int) -> tuple[Integers, Integers, Integers, Floats]:
    """Return (owner, previous, next, weight) of every transition of every sequence; START and STOP are both
    `symbols`."""
    lengths = sequences.lengths()
    padded = np.full(len(sequences.symbols) + len(lengths) + 1, symbols, dtype=np.int64)
    is_modifier = np.ones(len(padded), dtype=bool)
    is_modifier[sequences.starts + np.arange(len(sequences.starts))] = False
    padded[is_modifier] = sequences.symbols
    repeats = lengths + 1
    return (np.repeat(sequences.owners, repeats), padded[:-1], padded[1:], np.repeat(sequences.weights, repeats))


def make_one_state_transition_table(counts: Floats) -> TransitionTable:
    """Make a table with a single state."""
    return TransitionTable.from_counts(counts.sum(axis=2, keepdims=True))


def make_first_modifier_transition_table(counts: Floats) -> TransitionTable:
    """Make a table with state 0 before the first modifier and state 1 after it."""
    return TransitionTable.from_counts(np.stack((counts[:, :, -1], counts[:, :, :-1].sum(axis=2)), axis=2))


def make_sibling_transition_table(counts: Floats) -> TransitionTable:
    """Make a table with state 0 before the first modifier and 1 + i after modifier i; the last state is that after an
    unknown modifier. The axes of `counts` are head, side, previous modifier and next modifier; the last plane of
    previous modifiers, no modifier yet, becomes state 0."""
    after_modifiers = counts[:, :, :-1]
    return TransitionTable.from_counts(
        np.concatenate((counts[:, :, -1:], after_modifiers, after_modifiers.sum(axis=2, keepdims=True)), axis=2)
    )


@dataclass(frozen=True, slots=True, eq=False)
class SiblingWeights:
    """Transition table whose state is the tag of the last modifier, scaled for parsing."""

    modifiers: Floats  # (heads + 1, 2, symbols + 2, symbols + 1), divided by the scale of each modifier
    stop: Floats  # (heads + 1, 2, symbols + 2)

    @classmethod
    def from_table(cls, table: TransitionTable, scale: Floats) -> SiblingWeights:
        """Divide the probabilities of modifiers by their scale."""
        return cls(table.modifiers / scale, table.stop)

    def restrict_to_tags(self, tags: Integers) -> SentenceAutomaton:
        """Return the automaton over a sentence with these tags, with only the states that its tags can reach."""
        distinct_tags, following = np.unique(tags, return_inverse=True)
        states = np.concatenate(([0], distinct_tags + 1))
        size = len(tags)
        side = (np.arange(size)[:, None] < np.arange(size)).astype(np.int64)
        weights = self.modifiers[tags[:, None, None], side[:, :, None], states, tags[None, :, None]]
        stop_weights = self.stop[tags[:, None, None], np.arange(2)[:, None], states]
        return following.astype(np.int64) + 1, weights, stop_weights

    def arrays(self) -> NamedArrays:
        return {"table_modifiers": self.modifiers, "table_stop": self.stop}


def make_product_automaton(automata: Sequence[SentenceAutomaton]) -> SentenceAutomaton:
    """Return the product automaton of several, with only the reachable combinations of states."""
    product, *other_automata = automata
    for automaton in other_automata:
        pairs = np.concatenate((np.zeros((1, 2), dtype=np.int64), np.column_stack((product[0], automaton[0]))))
        states, following = np.unique(pairs, axis=0, return_inverse=True)  # (0, 0) comes first
        weights = product[1][:, :, states[:, 0]] * automaton[1][:, :, states[:, 1]]
        ends = product[2][:, :, states[:, 0]] * automaton[2][:, :, states[:, 1]]
        product = following.reshape(-1)[1:].astype(np.int64), weights, ends
    return product[0], np.ascontiguousarray(product[1]), np.ascontiguousarray(product[2])


def score_sequences(sequences: ModifierSequences, operators: Floats, start: Floats, stop: Floats) -> Floats:
    """Return (sequences,) the score of each modifier sequence; operators are (heads * 2, symbols, to, from)."""
    lengths = sequences.lengths()
    vectors = start[sequences.owners]
    longer, position = np.arange(len(lengths)), 0
    while True:
        longer = longer[lengths[longer] > position]
        if not len(longer):
            break
        step_operators = operators[sequences.owners[longer], sequences.symbols[sequences.starts[longer] + position]]
        vectors[longer] = np.matmul(step_operators, vectors[longer][:, :, None])[:, :, 0]
        position += 1
    sequence_scores: Floats = (vectors * stop[sequences.owners]).sum(axis=1)
    return sequence_scores


@dataclass(frozen=True, slots=True, eq=False)
class SparseCounts:
    """Sparse counts: sorted integer keys with their counts and numbers of distinct outcomes."""

    keys: Integers  # sorted, distinct
    counts: Floats
    distinct_outcomes: Floats  # number of distinct outcomes
    __repr__ = brief_repr

    @classmethod
    def from_pairs(cls, keys: Integers, counts: Floats) -> SparseCounts:
        """Sum the counts of equal keys; the number of entries with a key is its number of distinct outcomes."""
        order = np.argsort(keys, kind="stable")
        keys, counts = keys[order], counts[order]
        first_rows = (
            np.flatnonzero(np.append(True, keys[1:] != keys[:-1])) if len(keys) else np.zeros(0, dtype=np.int64)
        )
        sums = np.add.reduceat(counts, first_rows) if len(first_rows) else np.zeros(0)
        return cls(keys[first_rows], sums, np.diff(np.append(first_rows, len(keys))).astype(np.float64))

    def __len__(self) -> int:
        return len(self.keys)

    def pad_if_empty(self) -> SparseCounts:
        """Return the counts, or a single dummy with key -1 if there are none, so that `find` has something to index."""
        return self if len(self) else SparseCounts(np.full(1, -1), np.zeros(1), np.ones(1))

    def find(self, keys: Integers) -> tuple[Integers, Flags]:
        """Return the insertion index of each key, and whether the key is present."""
        indexes = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return indexes, self.keys[indexes] == keys


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """Lexical factors P(tag | head word, side, state) P(word | tag, head word, side, state) / P(word | tag), with
    Witten-Bell back-off; the denominator is the same for all trees of a sentence. Words are pairs of tag and form; id
    -1 is an unseen word."""

    states: int
    state_after: Integers  # (tags + 1,) state of a head after a modifier with this tag
    word_ids: dict[tuple[int, str], int]
    table: TransitionTable  # P(tag | head tag, side, state)
    tag_counts: Floats  # (tags, 2, states, tags): modifiers by tag alone
    tag_outcomes: Floats  # same shape: number of distinct words among these
    word_probabilities: Floats  # (pairs,) P(word | tag)
    head_counts: SparseCounts  # by (head word, side, state)
    head_tag_counts: SparseCounts  # by (head word, side, state, tag or STOP)
    head_word_counts: SparseCounts  # by (head word, side, state, word)
    tag_word_counts: SparseCounts  # by (head tag, side, state, word)
    __repr__ = brief_repr

    @classmethod
    def from_events(cls, events: AttachmentEvents, tags: tuple[str, ...], kind: str) -> Lexicon:
        """Estimate the lexical model from attachment events; `tags` are the names of the tag ids."""
        merged_states = np.array(_STATES_BY_KIND[kind], dtype=np.int64)
        depth, size = int(merged_states.max()) + 1, len(tags)
        state_after = np.append(merged_states[moments.classify_modifier_tags(tags)], merged_states[moments.OTHER])
        rows, counts = events.rows, events.counts
        is_rare = np.append(events.form_counts < MIN_FORM_COUNT, False)
        word_ids: dict[tuple[int, str], int] = {}
        head_words = _pack_word_keys(rows[:, 0], np.where(is_rare[rows[:, 1]], len(events.forms), rows[:, 1]))
        is_stop = rows[:, 4] == moments.STOP
        forms = np.where(is_rare[rows[:, 5]], len(events.forms), rows[:, 5])
        form_of = (*events.forms, "")
        modifier_words = _pack_word_keys(rows[:, 4], forms)
        word_keys = np.unique(np.concatenate((head_words, modifier_words[~is_stop])))
        for word_id, key in enumerate(word_keys.tolist()):
            word_ids[key >> 32, form_of[key & 0xFFFFFFFF]] = word_id
        head, word = np.searchsorted(word_keys, head_words), np.searchsorted(word_keys, modifier_words)
        modifier = np.where(is_stop, size, rows[:, 4])
        side_state = rows[:, 2] * depth + merged_states[rows[:, 3]]
        by_tag = (rows[:, 0] * 2 * depth + side_state) * (size + 1) + modifier
        tag_steps = np.bincount(by_tag, counts, size * 2 * depth * (size + 1)).astype(np.float64)
        tag_steps = tag_steps.reshape(size, 2, depth, size + 1)
        by_head = head * 2 * depth + side_state
        is_modifier = ~is_stop
        coarse = SparseCounts.from_pairs(
            ((rows[:, 0] * 2 * depth + side_state) * len(word_keys) + word)[is_modifier], counts[is_modifier]
        )
        lexical = SparseCounts.from_pairs((by_head * len(word_keys) + word)[is_modifier], counts[is_modifier])
        tag_of = word_keys >> 32
        tag_outcomes = np.bincount(
            coarse.keys // len(word_keys) * (size + 1) + tag_of[coarse.keys % len(word_keys)],
            minlength=size * 2 * depth * (size + 1),
        ).reshape(tag_steps.shape)
        # Outcomes must be distinct: sum the counts first, then count outcomes per context.
        tag_step_counts = SparseCounts.from_pairs(by_head * (size + 1) + modifier, counts)
        word_outcomes = SparseCounts.from_pairs(
            lexical.keys // len(word_keys) * (size + 1) + tag_of[lexical.keys % len(word_keys)], lexical.counts
        )
        step_outcomes = np.zeros(len(tag_step_counts.keys))
        if len(word_outcomes):
            step_indexes, is_found = tag_step_counts.find(word_outcomes.keys)
            step_outcomes[step_indexes[is_found]] = word_outcomes.distinct_outcomes[is_found]
        word_counts = np.bincount(word[is_modifier], counts[is_modifier], len(word_keys))
        totals = np.bincount(tag_of, word_counts, size)
        return cls(
            depth,
            state_after,
            word_ids,
            TransitionTable.from_counts(tag_steps),
            np.ascontiguousarray(tag_steps[..., :-1]),
            np.ascontiguousarray(tag_outcomes[..., :-1]).astype(np.float64),
            word_counts / np.maximum(totals[tag_of], 1.0),
            SparseCounts.from_pairs(tag_step_counts.keys // (size + 1), tag_step_counts.counts).pad_if_empty(),
            SparseCounts(tag_step_counts.keys, tag_step_counts.counts, step_outcomes).pad_if_empty(),
            lexical.pad_if_empty(),
            coarse.pad_if_empty(),
        )

    def find_word_ids(self, tags: Sequence[int], forms: Sequence[str]) -> Integers:
        """Return (words,) the id of each pair of tag and form; that of the tag's rare word for an unseen form, and -1
        if there is none."""
        pairs = self.word_ids
        word_ids = []
        for tag, form in zip(tags, forms, strict=True):
            word_id = pairs.get((tag, form.lower()))
            word_ids.append(pairs.get((tag, ""), -1) if word_id is None else word_id)
        return np.array(word_ids, dtype=np.int64)

    def compute_lexical_factors(
        self, tags: Integers, forms: Sequence[str], scale: Floats, discount: float = 0.0
    ) -> tuple[Floats, Floats]:
        """Return the lexical factors of attachments, (words, words, states) [head, modifier], and of stopping, (words,
        2, states). The factors of each modifier are divided by its `scale` (tags + 1,), and by P(tag | head tag, side,
        state) to the power of `discount`."""
        size, depth, tag_count = len(tags), self.states, self.table.stop.shape[0] - 1  # depth: states
        word_count = len(self.word_probabilities)
        word_ids = self.find_word_ids(tags.tolist(), forms)
        is_known = word_ids >= 0
        states = np.arange(depth)
        side = (np.arange(size)[:, None] < np.arange(size)).astype(np.int64)  # [head, modifier]
        # Contexts (head, side, state): their counts, and interpolation weights.
        contexts = (word_ids[:, None] * 2 + np.arange(2))[:, :, None] * depth + states  # (words, 2, states)
        context_indexes, has_context = self.head_counts.find(contexts)
        has_context &= is_known[:, None, None]
        totals = np.where(has_context, self.head_counts.counts[context_indexes], 0.0)
        outcomes = np.where(has_context, self.head_counts.distinct_outcomes[context_indexes], 1.0)
        trust = totals / (totals + WITTEN_BELL_WEIGHT * outcomes)
        # Stopping.
        stop_indexes, has_stop = self.head_tag_counts.find(contexts * (tag_count + 1) + tag_count)
        stop_count = np.where(has_stop & has_context, self.head_tag_counts.counts[stop_indexes], 0.0)
        stop_rate = stop_count / np.maximum(totals, 1.0)
        stop_factors = trust * stop_rate + (1 - trust) * self.table.stop[tags]
        # Tags of modifiers.
        arcs = np.arange(size)[:, None], side
        arc_trust, arc_count = trust[arcs], totals[arcs]  # (words, words, states)
        arc_contexts = (word_ids[:, None] * 2 + side)[:, :, None] * depth + states
        tag_indexes, has_tag = self.head_tag_counts.find(arc_contexts * (tag_count + 1) + tags[None, :, None])
        has_tag &= is_known[:, None, None]
        is_known_tag = (tags < tag_count)[None, :, None]  # the code of an unknown tag is that of STOP
        pair_count = np.where(has_tag, self.head_tag_counts.counts[tag_indexes], 0.0)
        pair_count = np.where(is_known_tag, pair_count, arc_count * (1 - stop_rate[arcs]))  # unknown: all modifiers
        tag_probabilities = self.table.modifiers[tags[:, None, None], side[:, :, None], states, tags[None, :, None]]
        weights = arc_trust * pair_count / np.maximum(arc_count, 1.0) + (1 - arc_trust) * tag_probabilities
        # Words of modifiers, divided by P(word | tag).
        word_prior = np.where(is_known, self.word_probabilities[np.maximum(word_ids, 0)], 1.0)
        word_prior = np.where(word_prior > 0, word_prior, 1.0)[None, :, None]
        known_tags = np.minimum(tags, tag_count - 1)
        cells = (known_tags[:, None, None], side[:, :, None], states, known_tags[None, :, None])
        coarse_count, coarse_outcomes = self.tag_counts[cells], self.tag_outcomes[cells]
        coarse_trust = coarse_count / np.maximum(coarse_count + WITTEN_BELL_WEIGHT * coarse_outcomes, 1e-9)
        coarse_indexes, has_coarse = self.tag_word_counts.find(
            ((tags[:, None] * 2 + side)[:, :, None] * depth + states) * word_count + word_ids[None, :, None]
        )
        has_coarse &= is_known[None, :, None]
        coarse_word_count = np.where(has_coarse, self.tag_word_counts.counts[coarse_indexes], 0.0)
        ratio = coarse_trust * coarse_word_count / np.maximum(coarse_count, 1.0) / word_prior + (1 - coarse_trust)
        lexical_outcomes = np.where(has_tag, self.head_tag_counts.distinct_outcomes[tag_indexes], 0.0)
        lexical_trust = pair_count / np.maximum(pair_count + WITTEN_BELL_WEIGHT * lexical_outcomes, 1e-9)
        lexical_indexes, has_lexical = self.head_word_counts.find(arc_contexts * word_count + word_ids[None, :, None])
        both_known = has_lexical & is_known[None, :, None] & is_known[:, None, None]
        word_pair_count = np.where(both_known, self.head_word_counts.counts[lexical_indexes], 0.0)
        ratio = lexical_trust * word_pair_count / np.maximum(pair_count, 1.0) / word_prior + (1 - lexical_trust) * ratio
        ratio = np.where(is_known[None, :, None] & is_known_tag, ratio, 1.0)
        weights *= ratio / scale[tags][None, :, None]
        if discount:
            weights /= tag_probabilities**discount
            stop_factors /= self.table.stop[tags] ** discount
        return weights, stop_factors


def _pack_word_keys(tags: Integers, forms: Integers) -> Integers:
    """Return (words,) tag id and form id packed into one key."""
    return (tags << 32) + forms


def make_lexicon(moments: Moments, symbols: tuple[str, ...], kind: str) -> Lexicon:
    """Make the lexical model from the attachment events of a corpus."""
    assert moments.words is not None
    _, symbol_ids = select_automaton_tags(moments)
    return Lexicon.from_events(moments.words.renumber(symbol_ids), symbols, kind)
