"""Training trees of latent dependency grammars as integer arrays, form classes, and the items of trees that have hidden
states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np

from spectral_core.arrays import Indexes, Integers, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import Treebank
from spectral_core.data.dependencies import is_projective, is_tree
from spectral_core.deprecated import old_members
from spectral_core.model import Arrays, pack_counter, pack_strings, unpack_counter, unpack_strings
from spectral_core.models.latent_dependencies.settings import LatentDependenciesSettings
from spectral_core.models.parsing.training_sentences import read_projective_trees
from spectral_core.progress import Report, ignore_progress

_MIN_COUNT = 3  # minimum frequency of a form with a class of its own


@old_members(joined="merge")
@dataclass(frozen=True, slots=True, eq=False)
class HeadedTrees:
    """Projective trees in sorted order, so that the order of sentences does not matter; those of two corpora can be
    merged."""

    tags: tuple[str, ...]  # sorted
    forms: tuple[str, ...]  # sorted; empty if the grammar does not use words
    words: Indexes  # (words, 3) tag id, form id, and head within the sentence (0 for the root)
    offsets: Integers  # (sentences + 1,)
    skipped: Counter[str] = field(default_factory=Counter)  # sentences left out, by reason
    lifted: int = 0  # nonprojective sentences with lifted arcs
    __repr__ = brief_repr

    @classmethod
    def from_words(
        cls, tags: dict[str, int], forms: dict[str, int], words: Integers, sizes: list[int], skipped: Counter[str],
        lifted: int,
    ) -> Self:  # fmt: skip
        """Make trees from the words of all sentences, given as rows of tag id, form id and head."""
        sorted_tags, sorted_forms = tuple(sorted(tags)), tuple(sorted(forms))
        rows = words.astype(np.int32)
        for column, old_ids, names in ((0, tags, sorted_tags), (1, forms, sorted_forms)):
            new_ids = np.zeros(max(old_ids.values(), default=-1) + 1, dtype=np.int32)
            new_ids[[old_ids[name] for name in names]] = np.arange(len(names))
            if names:
                rows[:, column] = new_ids[rows[:, column]]
        bounds = np.concatenate(([0], np.cumsum(sizes)))
        parts = [rows[low:high] for low, high in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True)]
        parts.sort(key=lambda part: (len(part), part.tobytes()))
        offsets = np.concatenate(([0], np.cumsum([len(part) for part in parts]))).astype(np.int64)
        return cls(sorted_tags, sorted_forms, np.concatenate(parts), offsets, skipped, lifted)

    @property
    def sentence_count(self) -> int:
        """Number of sentences."""
        return len(self.offsets) - 1

    def merge(self, other: HeadedTrees) -> HeadedTrees:
        """Return the trees of both corpora, identical to reading them as one."""
        tags = {name: number for number, name in enumerate(dict.fromkeys((*self.tags, *other.tags)))}
        forms = {name: number for number, name in enumerate(dict.fromkeys((*self.forms, *other.forms)))}
        rows = []
        for part in (self, other):
            part_rows = part.words.astype(np.int64)
            part_rows[:, 0] = np.array([tags[name] for name in part.tags])[part_rows[:, 0]]
            if part.forms:
                part_rows[:, 1] = np.array([forms[name] for name in part.forms])[part_rows[:, 1]]
            rows.append(part_rows)
        sizes = [*np.diff(self.offsets).tolist(), *np.diff(other.offsets).tolist()]
        skipped = self.skipped + other.skipped
        return HeadedTrees.from_words(tags, forms, np.concatenate(rows), sizes, skipped, self.lifted + other.lifted)

    def absolute_heads(self) -> Integers:
        """Return (words,) the index of each head among the words of all trees; -1 for roots."""
        heads = self.words[:, 2].astype(np.int64)
        return np.where(heads > 0, heads - 1 + np.repeat(self.offsets[:-1], np.diff(self.offsets)), -1)

    def arrays(self) -> NamedArrays:
        """Return all fields by name."""
        return {
            "tags": pack_strings(self.tags), "forms": pack_strings(self.forms), "words": self.words,
            "offsets": self.offsets, **pack_counter("skipped", self.skipped), "lifted": np.array(self.lifted),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        """Restore trees from their arrays; ValueError if these are invalid."""
        tags, forms = unpack_strings(arrays["tags"]), unpack_strings(arrays["forms"])
        words, offsets = arrays["words"].astype(np.int32), arrays["offsets"].astype(np.int64)
        if words.ndim != 2 or words.shape[1] != 3 or len(offsets) < 2 or offsets[0] != 0 or offsets[-1] != len(words):
            raise ValueError("the trees of the model are cut short")
        limits = np.array([len(tags), max(len(forms), 1), len(words) + 1])
        if (np.diff(offsets) < 1).any() or (words < 0).any() or (words >= limits).any():
            raise ValueError("the trees of the model are not over its tags and forms")
        heads = words[:, 2].tolist()
        for low, high in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True):
            sentence_heads = tuple(heads[low:high])
            if not is_tree(sentence_heads) or not is_projective(sentence_heads):
                raise ValueError("the heads of the model's trees are none")
        return cls(tags, forms, words, offsets, unpack_counter(arrays, "skipped"), int(arrays["lifted"]))


def count(treebank: Treebank, settings: LatentDependenciesSettings, report: Report = ignore_progress) -> HeadedTrees:
    """Read the training trees of a corpus. Left out, and counted by reason: sentences that are unreadable, lack heads
    or tags, have heads that are not a tree, and, depending on the settings, nonprojective ones."""
    tags: dict[str, int] = {}
    forms: dict[str, int] = {}
    rows: list[tuple[int, int, int]] = []
    sizes: list[int] = []
    skipped: Counter[str] = Counter()
    lifted = 0
    title = "a latent dependency grammar"
    trees = read_projective_trees(treebank, settings.column, settings.crossing == "lifted", title, skipped, report)
    for sentence, heads in trees:
        lifted += heads != sentence.heads
        tag_ids = [tags.setdefault(tag, len(tags)) for tag in sentence.column(settings.column)]
        form_ids = (
            [forms.setdefault(form, len(forms)) for form in sentence.forms] if settings.words else [0] * len(heads)
        )
        rows.extend(zip(tag_ids, form_ids, heads, strict=True))
        sizes.append(len(heads))
    return HeadedTrees.from_words(tags, forms, np.array(rows, dtype=np.int64), sizes, skipped, lifted)


@dataclass(frozen=True, slots=True, eq=False)
class FormClasses:
    """Classes of word forms: each frequent form, and the shapes of rare forms; 0 is an unseen shape."""

    names: tuple[str, ...]  # of classes, sorted; those of shapes begin with a space
    class_ids: dict[str, int]
    __repr__ = brief_repr

    @classmethod
    def from_frequencies(cls, forms: Sequence[str], frequencies: Integers) -> Self:
        """Make the classes from distinct forms and their frequencies."""
        lowered: dict[str, int] = {}
        for form, count in zip(forms, frequencies.tolist(), strict=True):
            lowered[form.lower()] = lowered.get(form.lower(), 0) + count
        names = {form for form, count in lowered.items() if count >= _MIN_COUNT}
        names |= {_make_shape_name(form) for form in forms if form.lower() not in names}
        return cls.from_names(sorted(names))

    @classmethod
    def from_names(cls, names: Iterable[str]) -> Self:
        """Make the classes with these names."""
        class_names = tuple(names)
        return cls(class_names, {name: number for number, name in enumerate(class_names, 1)})

    def __len__(self) -> int:
        return len(self.names) + 1

    def encode(self, forms: Sequence[str]) -> Integers:
        """Return (forms,) the class id of each form."""
        index = self.class_ids
        return np.array(
            [index.get(form.lower()) or index.get(_make_shape_name(form), 0) for form in forms], dtype=np.int64
        )


def _make_shape_name(form: str) -> str:
    """Return the name of a form's shape: whether it has a capital, a digit or a hyphen, and its last two letters. It
    begins with a space, so that it differs from all forms."""
    marks = "X" if form[:1].isupper() else "x"
    marks += "9" * any(letter.isdigit() for letter in form) + "-" * ("-" in form)
    return f" {marks} {form[-2:].lower()}"


@dataclass(frozen=True, slots=True, eq=False)
class TreeItems:
    """Items of trees that have hidden states: heads, halves and nodes. Words are indexed across all trees; a half has
    the slot word * 2 + side; the head of a slot after `k` modifiers is head item starts[slot] + slot + k. Positions of
    modifiers are indexes into `modifiers`."""

    symbols: int  # number of tags, plus one for unseen tags
    tags: Integers  # (words,)
    heads: Integers  # (words,) -1 for roots
    starts: Integers  # (slots + 1,) range of each slot's modifiers
    modifiers: Integers  # words, by slot, from the head outwards
    forms: Integers  # (words,) form class; 0 if the grammar does not use words

    @classmethod
    def from_heads(cls, tags: Integers, heads: Integers, forms: Integers, symbols: int) -> TreeItems:
        """Make the items, given the head index of each word across all trees; -1 for roots."""
        size = len(tags)
        words = np.flatnonzero(heads >= 0)
        word_heads = heads[words]
        slots = word_heads * 2 + (words > word_heads)
        order = np.lexsort((np.abs(words - word_heads), slots))
        starts = np.concatenate(([0], np.cumsum(np.bincount(slots, minlength=2 * size)))).astype(np.int64)
        return cls(symbols, tags, heads, starts, words[order], forms)

    @classmethod
    def from_trees(cls, trees: HeadedTrees, forms: Integers) -> TreeItems:
        """Make the items of training trees, given the form class of each word."""
        return cls.from_heads(trees.words[:, 0].astype(np.int64), trees.absolute_heads(), forms, len(trees.tags) + 1)

    @property
    def modifier_counts(self) -> Integers:
        """(slots,) number of modifiers of each slot."""
        return np.diff(self.starts)

    @property
    def owners(self) -> Integers:
        """(slots,) owner of each slot: tag * 2 + side."""
        sides: Integers = np.repeat(self.tags * 2, 2) + np.tile([0, 1], len(self.tags))
        return sides

    @property
    def modifier_slots(self) -> Integers:
        """(modifiers,) slot of each modifier."""
        return np.repeat(np.arange(len(self.starts) - 1), self.modifier_counts)

    @property
    def head_items_before(self) -> Integers:
        """(modifiers,) head item before each modifier is attached; the next item is the one after it."""
        return np.arange(len(self.modifiers)) + self.modifier_slots

    @property
    def head_slots(self) -> Integers:
        """(head items,) slot of each head item."""
        return np.repeat(np.arange(len(self.starts) - 1), self.modifier_counts + 1)

    @property
    def first_head_items(self) -> Integers:
        """(slots,) head item before the first modifier."""
        return self.starts[:-1] + np.arange(len(self.starts) - 1)

    @property
    def last_head_items(self) -> Integers:
        """(slots,) head item after the last modifier."""
        return self.starts[1:] + np.arange(len(self.starts) - 1)

    @property
    def attachment_codes(self) -> Integers:
        """(modifiers,) code of each attachment: (head tag * 2 + side) * symbols + modifier tag."""
        return self.owners[self.modifier_slots] * self.symbols + self.tags[self.modifiers]

    def order_bottom_up(self) -> Integers:
        """Return the words in an order in which each comes before its head."""
        depth, ancestors = np.zeros(len(self.heads), dtype=np.int64), self.heads
        while (ancestors >= 0).any():
            depth += ancestors >= 0
            ancestors = np.where(ancestors >= 0, self.heads[ancestors], -1)
        return np.argsort(-depth, kind="stable")
