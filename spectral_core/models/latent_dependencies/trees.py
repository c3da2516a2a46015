"""Statistics of a treebank for latent dependency grammars: its projective trees as rows of numbers."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Self

import numpy as np

from spectral_core.arrays import Indexes, Integers, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import Treebank
from spectral_core.data.dependencies import is_projective, is_tree
from spectral_core.model import Arrays, pack, unpack
from spectral_core.models.latent_dependencies.settings import LatentDependenciesSettings
from spectral_core.models.parsing.sentences import projective_trees
from spectral_core.progress import Report, ignore_progress


@dataclass(frozen=True, slots=True, eq=False)
class HeadedTrees:
    """Projective trees in a sorted order; those of two corpora add up."""

    tags: tuple[str, ...]  # sorted
    forms: tuple[str, ...]  # sorted; none where words are not read
    words: Indexes  # (words, 3) tag, form, and head in its sentence from 1, 0 for the root
    offsets: Integers  # (sentences + 1,)
    skipped: Counter[str] = field(default_factory=Counter)  # sentences left out, by reason
    lifted: int = 0  # sentences whose arcs crossed and were lifted
    __repr__ = brief_repr

    @classmethod
    def of(
        cls, tags: dict[str, int], forms: dict[str, int], words: Integers, sizes: list[int], skipped: Counter[str],
        lifted: int,
    ) -> Self:  # fmt: skip
        """Make the trees where `words` names tags and forms by these numbers."""
        sorted_tags, sorted_forms = tuple(sorted(tags)), tuple(sorted(forms))
        rows = words.astype(np.int32)
        for column, numbers, names in ((0, tags, sorted_tags), (1, forms, sorted_forms)):
            new_numbers = np.zeros(max(numbers.values(), default=-1) + 1, dtype=np.int32)
            new_numbers[[numbers[name] for name in names]] = np.arange(len(names))
            if names:
                rows[:, column] = new_numbers[rows[:, column]]
        bounds = np.concatenate(([0], np.cumsum(sizes)))
        parts = [rows[low:high] for low, high in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True)]
        parts.sort(key=lambda part: (len(part), part.tobytes()))
        offsets = np.concatenate(([0], np.cumsum([len(part) for part in parts]))).astype(np.int64)
        return cls(sorted_tags, sorted_forms, np.concatenate(parts), offsets, skipped, lifted)

    @property
    def sentences(self) -> int:
        """Number of sentences that were counted."""
        return len(self.offsets) - 1

    def merge(self, other: HeadedTrees) -> HeadedTrees:
        """Return the trees of both corpora."""
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
        return HeadedTrees.of(tags, forms, np.concatenate(rows), sizes, skipped, self.lifted + other.lifted)

    def absolute_heads(self) -> Integers:
        """Return (words,) the index of each head among all words; -1 for roots."""
        heads = self.words[:, 2].astype(np.int64)
        return np.where(heads > 0, heads - 1 + np.repeat(self.offsets[:-1], np.diff(self.offsets)), -1)

    def arrays(self) -> NamedArrays:
        """Return all fields by name."""
        reasons = sorted(self.skipped)
        return {
            "tags": pack(self.tags), "forms": pack(self.forms), "words": self.words, "offsets": self.offsets,
            "skipped": np.array([self.skipped[reason] for reason in reasons], dtype=np.int64),
            "skipped_reasons": pack(reasons), "lifted": np.array(self.lifted),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        """Restore the trees that gave these arrays; ValueError where these are none."""
        tags, forms = unpack(arrays["tags"]), unpack(arrays["forms"])
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
        reasons = zip(unpack(arrays["skipped_reasons"]), arrays["skipped"].astype(np.int64).tolist(), strict=True)
        return cls(tags, forms, words, offsets, Counter(dict(reasons)), int(arrays["lifted"]))


def count(treebank: Treebank, settings: LatentDependenciesSettings, report: Report = ignore_progress) -> HeadedTrees:
    """Count the trees of a corpus. Left out, and counted by reason: sentences that could not be read, that lack heads
    or tags, whose heads are not a tree, and, depending on the settings, those whose arcs cross."""
    tags: dict[str, int] = {}
    forms: dict[str, int] = {}
    rows: list[tuple[int, int, int]] = []
    sizes: list[int] = []
    skipped: Counter[str] = Counter()
    lifted = 0
    title = "a latent dependency grammar"
    trees = projective_trees(treebank, settings.column, settings.crossing == "lifted", title, skipped, report)
    for sentence, heads in trees:
        lifted += heads != sentence.heads
        tag_numbers = [tags.setdefault(tag, len(tags)) for tag in sentence.column(settings.column)]
        form_numbers = (
            [forms.setdefault(form, len(forms)) for form in sentence.forms] if settings.words else [0] * len(heads)
        )
        rows.extend(zip(tag_numbers, form_numbers, heads, strict=True))
        sizes.append(len(heads))
    return HeadedTrees.of(tags, forms, np.array(rows, dtype=np.int64), sizes, skipped, lifted)
