"""Sufficient statistics of head automata: modifier sequences and attachment events by owner, a head tag and a side.
Those of two corpora can be merged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import Treebank
from spectral_core.deprecated import old_members
from spectral_core.errors import SettingsError
from spectral_core.evaluate import is_punctuation
from spectral_core.model import Arrays, pack_counter, pack_strings, unpack_counter, unpack_strings
from spectral_core.models.head_automata.settings import HeadAutomataSettings
from spectral_core.models.parsing.training_sentences import read_projective_trees
from spectral_core.progress import Report, ignore_progress

NO_MODIFIER, COORDINATED, PUNCTUATED, OTHER = range(4)  # class of a head's previous modifier on a side
_COORDINATORS = ("CC", "CCONJ", "CONJ", "KON")
STOP = -1  # takes the place of a modifier's tag and form
LEFT, RIGHT = 0, 1
_MAX_WEIGHT = 1e15  # adding 1 to a larger float may be lost
SIDES = {"left": LEFT, "right": RIGHT}
_MAX_SUGGESTIONS = 6  # automata suggested for an unknown name
_MIN_SIMILARITY = 0.5  # minimum similarity of suggested tags, 0 to 1
RARE_TAG = "_"  # stands for all tags too rare for automata of their own
MAX_TAGS = 150  # tags with automata of their own; tables grow quadratically


def classify_modifier_tags(tags: tuple[str, ...]) -> Integers:
    """Return (tags,) the class of a modifier with each tag: coordinator, punctuation, or other."""
    modifier_classes = [
        COORDINATED if tag in _COORDINATORS else PUNCTUATED if is_punctuation(tag, tag) else OTHER for tag in tags
    ]
    return np.array(modifier_classes, dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class AttachmentEvents:
    """Distinct attachment events of words, sorted, with their counts: a head takes a modifier, or STOP."""

    forms: tuple[str, ...]  # lower-cased, sorted
    form_counts: Floats  # (forms,)
    rows: Integers  # (events, 6): head's tag and form, side, class of the previous modifier, modifier's tag and form
    counts: Floats  # (events,)
    __repr__ = brief_repr

    @classmethod
    def from_words(
        cls, symbols: tuple[str, ...], tags: Integers, forms: list[str], owners: Integers, starts: Integers,
        modifiers: Integers,
    ) -> AttachmentEvents:  # fmt: skip
        """Count the attachment events of words; `modifiers` are the word indexes of the modifiers on each side of each
        word."""
        distinct_forms = sorted(set(forms))
        form_ids = {form: number for number, form in enumerate(distinct_forms)}
        word_form_ids = np.array([form_ids[form] for form in forms], dtype=np.int64)
        lengths = np.diff(starts)
        heads = np.arange(len(owners)) // 2
        # (steps,) the modifier of each step
        step_modifiers = np.full(len(modifiers) + len(lengths), STOP, dtype=np.int64)
        is_modifier = np.ones(len(step_modifiers), dtype=bool)
        is_modifier[starts[1:] + np.arange(len(lengths))] = False
        step_modifiers[is_modifier] = modifiers
        modifier_classes = classify_modifier_tags(symbols)
        previous_classes = np.full(len(step_modifiers), NO_MODIFIER, dtype=np.int64)
        previous_classes[np.flatnonzero(is_modifier) + 1] = modifier_classes[tags[modifiers]]
        slot = np.repeat(np.arange(len(owners)), lengths + 1)
        columns = (
            tags[heads[slot]],
            word_form_ids[heads[slot]],
            slot % 2,
            previous_classes,
            np.where(is_modifier, tags[step_modifiers], STOP),
            np.where(is_modifier, word_form_ids[step_modifiers], STOP),
        )
        form_counts = np.bincount(word_form_ids, minlength=len(distinct_forms)).astype(np.float64)
        return cls(
            tuple(distinct_forms), form_counts, *_merge_equal_events(np.column_stack(columns), np.ones(len(slot)))
        )

    def renumber(self, new_ids: Integers) -> AttachmentEvents:
        """Return the same events with tag id i replaced by new_ids[i]."""
        rows = self.rows.copy()
        rows[:, 0] = new_ids[rows[:, 0]]
        rows[:, 4] = np.append(new_ids, STOP)[rows[:, 4]]
        return AttachmentEvents(self.forms, self.form_counts, *_merge_equal_events(rows, self.counts))

    def merge(self, events: AttachmentEvents) -> AttachmentEvents:
        """Return the sum of both event counts, over the same tags."""
        forms = sorted({*self.forms, *events.forms})
        form_ids = {form: number for number, form in enumerate(forms)}
        form_counts = np.zeros(len(forms))
        parts = []
        for part in (self, events):
            part_form_ids = np.array([*(form_ids[form] for form in part.forms), STOP], dtype=np.int64)
            form_counts[part_form_ids[:-1]] += part.form_counts
            rows = part.rows.copy()
            rows[:, 1], rows[:, 5] = part_form_ids[rows[:, 1]], part_form_ids[rows[:, 5]]
            parts.append(rows)
        rows, counts = _merge_equal_events(np.concatenate(parts), np.concatenate((self.counts, events.counts)))
        return AttachmentEvents(tuple(forms), form_counts, rows, counts)

    def arrays(self) -> NamedArrays:
        return {
            "word_forms": pack_strings(self.forms),
            "word_form_counts": self.form_counts,
            "word_events": self.rows.astype(np.int32),
            "word_event_counts": self.counts,
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays, symbols: int) -> AttachmentEvents:
        """Restore from arrays; ValueError if they are inconsistent."""
        forms, rows = unpack_strings(arrays["word_forms"]), arrays["word_events"].astype(np.int64)
        form_counts, counts = (arrays[name].astype(np.float64) for name in ("word_form_counts", "word_event_counts"))
        if form_counts.shape != (len(forms),) or rows.shape != (len(counts), 6) or not len(counts):
            raise ValueError("the counts of words are cut short")
        limits = np.array((symbols, len(forms), 2, OTHER + 1, symbols, len(forms)))
        is_in_range = (rows >= (0, 0, 0, 0, STOP, STOP)).all() and (rows < limits).all()
        if not (np.isfinite(counts).all() and is_in_range):
            raise ValueError("the counts of words are not over the words of the model")
        return cls(forms, form_counts, rows, counts)


def _merge_equal_events(rows: Integers, counts: Floats) -> tuple[Integers, Floats]:
    """Sort the events and sum the counts of equal ones."""
    order = np.lexsort(
        ((rows[:, 4] << 32) + rows[:, 5], (rows[:, 0] << 36) + (rows[:, 1] << 4) + rows[:, 2] * 4 + rows[:, 3])
    )
    rows = rows[order]
    is_first = np.ones(len(rows), dtype=bool)
    is_first[1:] = (rows[1:] != rows[:-1]).any(axis=1)
    first_rows = np.flatnonzero(is_first)
    return rows[first_rows], np.add.reduceat(counts[order], first_rows) if len(first_rows) else np.zeros(0)


@old_members(summed="from_repeated", renamed="renumber", joined="merge", of="list_sequences")
@dataclass(frozen=True, slots=True, eq=False)
class ModifierSequences:
    """Distinct modifier sequences from the head outwards, in an order that depends on their content alone."""

    owners: Integers  # (sequences,) head symbol * 2 + side
    symbols: Integers  # (modifiers,)
    starts: Integers  # (sequences + 1,)
    weights: Floats  # (sequences,) frequency
    __repr__ = brief_repr

    @classmethod
    def from_repeated(cls, owners: Integers, symbols: Integers, starts: Integers, weights: Floats) -> ModifierSequences:
        """Return the distinct sequences, with summed weights."""
        keys = _hash_sequences(owners, symbols, starts)
        order = np.lexsort(keys)
        keys = keys[:, order]
        is_first = np.ones(len(order), dtype=bool)
        is_first[1:] = (keys[:, 1:] != keys[:, :-1]).any(axis=0)
        first_rows = np.flatnonzero(is_first)
        sums = np.add.reduceat(weights[order], first_rows) if len(first_rows) else np.zeros(0)
        return _select_sequences(owners, symbols, starts, order[first_rows], sums)

    def renumber(self, new_ids: Integers) -> ModifierSequences:
        """Return the same sequences with symbol i replaced by new_ids[i]."""
        owners = new_ids[self.owners // 2] * 2 + self.owners % 2
        return ModifierSequences.from_repeated(owners, new_ids[self.symbols], self.starts, self.weights)

    def merge(self, sequences: ModifierSequences) -> ModifierSequences:
        """Return the sequences of both, over the same symbols."""
        return ModifierSequences.from_repeated(
            np.concatenate((self.owners, sequences.owners)),
            np.concatenate((self.symbols, sequences.symbols)),
            np.concatenate((self.starts, sequences.starts[1:] + self.starts[-1])),
            np.concatenate((self.weights, sequences.weights)),
        )

    def check(self, symbols: int) -> None:
        """Raise ValueError if these are not valid sequences over `symbols` symbols, as in a damaged file."""
        starts, size = self.starts, len(self.owners)
        shapes_fit = (
            starts.shape == (size + 1,) and self.weights.shape == (size,) and self.symbols.ndim == self.owners.ndim == 1
        )
        if not (shapes_fit and starts[0] == 0 and starts[-1] == len(self.symbols) and (np.diff(starts) >= 0).all()):
            raise ValueError("the counted sequences are cut short")
        bounded = ((self.owners, 2 * symbols), (self.symbols, symbols))
        if any(part.size and not 0 <= part.min() <= part.max() < limit for part, limit in bounded):
            raise ValueError(f"the counted sequences are not over {symbols} tags")
        if not (np.isfinite(self.weights) & (self.weights > 0) & (self.weights < _MAX_WEIGHT)).all():
            raise ValueError("the counted sequences have weights that are no counts")

    def lengths(self) -> Integers:
        """Return (sequences,) the number of modifiers of each sequence."""
        return np.diff(self.starts)

    def list_sequences(self, owner: int) -> list[tuple[tuple[int, ...], float]]:
        """Return the sequences of one owner with their weights."""
        flat, starts = self.symbols.tolist(), self.starts.tolist()
        indexes = np.flatnonzero(self.owners == owner).tolist()
        return [(tuple(flat[starts[index] : starts[index + 1]]), float(self.weights[index])) for index in indexes]


@old_members(joined="merge", sentences="sentence_count")
@dataclass(frozen=True, slots=True, eq=False)
class Moments:
    """Counts of a corpus over all its tags: modifier sequences, roots and attachment events."""

    symbols: tuple[str, ...]  # sorted, distinct
    sequences: ModifierSequences
    roots: Floats  # (symbols,) frequency as root
    words: AttachmentEvents | None = None  # None if the model does not use words
    skipped: Counter[str] = field(default_factory=Counter)  # sentences left out, by reason
    lifted: int = 0  # nonprojective sentences with lifted arcs
    __repr__ = brief_repr

    @property
    def sentence_count(self) -> float:
        """Number of counted sentences."""
        return float(self.roots.sum())

    def symbol_counts(self) -> Floats:
        """Return (symbols,) the frequency of each tag: every word is a modifier or a root."""
        modifiers = np.repeat(self.sequences.weights, self.sequences.lengths())
        counts: Floats = np.bincount(self.sequences.symbols, modifiers, len(self.symbols)) + self.roots
        return counts

    def merge(self, moments: Moments) -> Moments:
        """Return the counts of both corpora, identical to counting them as one."""
        symbols = tuple(sorted({*self.symbols, *moments.symbols}))
        symbol_ids = {symbol: number for number, symbol in enumerate(symbols)}
        part_symbol_ids = [
            np.array([symbol_ids[symbol] for symbol in part.symbols], dtype=np.int64) for part in (self, moments)
        ]
        roots = np.zeros(len(symbols))
        for part, part_ids in zip((self, moments), part_symbol_ids, strict=True):
            roots[part_ids] += part.roots
        words = None
        if self.words is not None and moments.words is not None:
            words = self.words.renumber(part_symbol_ids[0]).merge(moments.words.renumber(part_symbol_ids[1]))
        sequences = self.sequences.renumber(part_symbol_ids[0]).merge(moments.sequences.renumber(part_symbol_ids[1]))
        return Moments(symbols, sequences, roots, words, self.skipped + moments.skipped, self.lifted + moments.lifted)

    def arrays(self) -> NamedArrays:
        """Return all counts by name."""
        sequences = self.sequences
        return {
            "counted_symbols": pack_strings(self.symbols),
            "counted_owners": sequences.owners.astype(np.int32),
            "counted_modifiers": sequences.symbols.astype(np.int32),
            "counted_starts": sequences.starts.astype(np.int32),
            "counted_weights": sequences.weights,
            "counted_roots": self.roots,
            **pack_counter("skipped", self.skipped),
            "lifted": np.array(self.lifted),
            **({} if self.words is None else self.words.arrays()),
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Moments:
        """Restore from arrays; ValueError if they are inconsistent."""
        sequences = ModifierSequences(
            arrays["counted_owners"].astype(np.int64),
            arrays["counted_modifiers"].astype(np.int64),
            arrays["counted_starts"].astype(np.int64),
            arrays["counted_weights"].astype(np.float64),
        )
        symbols, roots = unpack_strings(arrays["counted_symbols"]), arrays["counted_roots"].astype(np.float64)
        sequences.check(len(symbols))
        if roots.shape != (len(symbols),) or not np.isfinite(roots).all():
            raise ValueError(f"counted_roots should be {len(symbols)} numbers")
        return cls(
            symbols, sequences, roots,
            AttachmentEvents.from_arrays(arrays, len(symbols)) if "word_forms" in arrays else None,
            unpack_counter(arrays, "skipped"), int(arrays["lifted"]),
        )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class HeadedWords:
    """Words of all training sentences, concatenated, with their heads."""

    tags: Integers  # (words,)
    heads: Integers  # (words,) index of the head; -1 for the root
    forms: list[str]  # (words,) lower-cased

    def list_modifiers(self) -> tuple[Integers, Integers, Integers]:
        """Return the owner (tag * 2 + side) of the left and the right modifier sequence of every word, the offset of
        each sequence, and the modifiers of all sequences from the head outwards."""
        size = len(self.tags)
        modifiers = np.flatnonzero(self.heads >= 0)
        heads = self.heads[modifiers]
        slots = heads * 2 + (modifiers > heads)
        order = np.lexsort((np.abs(modifiers - heads), slots))
        starts = np.concatenate(([0], np.cumsum(np.bincount(slots, minlength=2 * size)))).astype(np.int64)
        owners = np.repeat(self.tags * 2, 2)
        owners[1::2] += 1
        return owners, starts, modifiers[order]


def count(treebank: Treebank, settings: HeadAutomataSettings, report: Report = ignore_progress) -> Moments:
    """Count the modifier sequences of a corpus. Left out, and counted by reason: sentences that are unreadable, lack
    heads or tags, have heads that are not a tree, and, depending on the settings, nonprojective ones."""
    symbol_ids: dict[str, int] = {}
    tags: list[int] = []
    heads: list[int] = []
    forms: list[str] = []
    skipped: Counter[str] = Counter()
    lifted = 0
    trees = read_projective_trees(
        treebank, settings.column, settings.crossing == "lifted", "head automata", skipped, report
    )
    for sentence, tree_heads in trees:
        base = len(tags) - 1
        lifted += tree_heads != sentence.heads
        tags.extend([symbol_ids.setdefault(tag, len(symbol_ids)) for tag in sentence.column(settings.column)])
        heads.extend([base + head if head else -1 for head in tree_heads])
        if settings.lexical != "none":
            forms.extend([form.lower() for form in sentence.forms])
    symbols = tuple(sorted(symbol_ids))
    sorted_ids = np.empty(len(symbols), dtype=np.int64)
    sorted_ids[[symbol_ids[symbol] for symbol in symbols]] = np.arange(len(symbols))
    words = HeadedWords(sorted_ids[np.array(tags, dtype=np.int64)], np.array(heads, dtype=np.int64), forms)
    owners, starts, modifiers = words.list_modifiers()
    sequences = ModifierSequences.from_repeated(owners, words.tags[modifiers], starts, np.ones(len(owners)))
    roots = np.bincount(words.tags[words.heads < 0], minlength=len(symbols)).astype(np.float64)
    events = (
        AttachmentEvents.from_words(symbols, words.tags, forms, owners, starts, modifiers)
        if settings.lexical != "none"
        else None
    )
    return Moments(symbols, sequences, roots, events, skipped, lifted)


def _hash_sequences(owners: Integers, symbols: Integers, starts: Integers) -> Keys:
    """Return (2, sequences) two 64-bit hashes of each sequence; a collision of both is practically impossible."""
    lengths = np.diff(starts)
    factors = np.array([[0x9E3779B97F4A7C15], [0xD6E8FEB86659FD93]], dtype=np.uint64)
    hashes: Keys = (owners.astype(np.uint64)[None] + np.uint64(1)) * factors
    longer = np.arange(len(lengths))
    position = 0
    while True:
        longer = longer[lengths[longer] > position]
        if not len(longer):
            return hashes
        mixed = (hashes[:, longer] ^ (hashes[:, longer] >> np.uint64(29))) * factors
        hashes[:, longer] = mixed + symbols[starts[longer] + position].astype(np.uint64) + np.uint64(1)
        position += 1


def _select_sequences(
    owners: Integers, symbols: Integers, starts: Integers, indexes: Integers, weights: Floats
) -> ModifierSequences:
    """Return the sequences at `indexes`, sorted by owner and then in the order of `indexes`."""
    order = np.argsort(owners[indexes], kind="stable")
    indexes, weights = indexes[order], weights[order]
    lengths = np.diff(starts)[indexes]
    bounds = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
    positions = np.arange(bounds[-1]) - np.repeat(bounds[:-1] - starts[indexes], lengths)
    return ModifierSequences(owners[indexes], symbols[positions], bounds, weights)


def rank_automata(moments: Moments, index_of: Mapping[str, int]) -> tuple[tuple[str, str, int], ...]:
    """Return (head tag, direction, number of modifiers) of each automaton that has modifiers, most modifiers first."""
    sequences = moments.sequences
    modifiers = np.bincount(sequences.owners, sequences.weights * sequences.lengths(), 2 * len(moments.symbols))
    owners = [
        (symbol, side_name(side), round(float(modifiers[2 * symbol_id + side])))
        for symbol_id, symbol in enumerate(moments.symbols)
        for side in (LEFT, RIGHT)
        if symbol in index_of
    ]
    return tuple(sorted((owner for owner in owners if owner[2]), key=lambda owner: (-owner[2], owner)))


def find_automaton_id(part: str, moments: Moments, index_of: Mapping[str, int]) -> int:
    """Return the owner id of an automaton such as `NN left`; SettingsError, which suggests others, if there is none."""
    tag, _, side = part.rpartition(" ")
    if tag not in index_of or side not in SIDES:
        raise SettingsError(
            f"there is no automaton {part!r}; {_compose_automaton_suggestions(tag, side, moments, index_of)}"
        )
    return index_of[tag] * 2 + SIDES[side]


def side_name(side: int) -> str:
    """Return the display name of a side."""
    return "right" if side == RIGHT else "left"


def _compose_automaton_suggestions(tag: str, side: str, moments: Moments, index_of: Mapping[str, int]) -> str:
    """Compose the part of an error message that lists automata: those of similar tags, then those with the most
    modifiers."""
    tag_of = {known_tag.upper(): known_tag for known_tag in index_of}
    similar_tags = [tag_of[name] for name in get_close_matches(tag.upper(), tag_of, _MAX_SUGGESTIONS, _MIN_SIMILARITY)]
    frequent = [owner[0] for owner in rank_automata(moments, index_of) if side not in SIDES or owner[1] == side]
    tags = list(dict.fromkeys((*similar_tags, *frequent)))
    names = [f"{candidate} {direction}" for candidate in tags for direction in ((side,) if side in SIDES else SIDES)]
    if not names:
        return "no word of the training text has a modifier"
    more = f" and {len(names) - _MAX_SUGGESTIONS} more" if len(names) > _MAX_SUGGESTIONS else ""
    return f"there are {', '.join(names[:_MAX_SUGGESTIONS])}{more}"


def select_automaton_tags(moments: Moments) -> tuple[tuple[str, ...], Integers]:
    """Return the tags that get automata of their own, and for each tag of the moments its index among these; rare tags
    share RARE_TAG."""
    symbols = moments.symbols
    if len(symbols) <= MAX_TAGS:
        return symbols, np.arange(len(symbols))
    frequent = np.sort(np.argsort(-moments.symbol_counts(), kind="stable")[:MAX_TAGS])
    selected = tuple(sorted({RARE_TAG, *(symbols[index] for index in frequent.tolist())}))
    symbol_ids = {symbol: index for index, symbol in enumerate(selected)}
    return selected, np.array([symbol_ids.get(symbol, symbol_ids[RARE_TAG]) for symbol in symbols], dtype=np.int64)
