"""Compound lemmas, whose parts are divided by a sign that the word lacks, as # in Finnish and + in Hungarian."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

_SIGNS = "#+_|="
_MIN_WORDS = 10  # words with the sign only in their lemma, from which on it is a boundary


@dataclass(frozen=True, slots=True)
class Compounds:
    """Boundary sign and parts of the compound lemmas of a lexicon; `boundary` is "" if there are none."""

    boundary: str = ""
    segmented: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # by plain lemma, type counts
    modifiers: Mapping[str, int] = field(default_factory=dict)  # concatenated parts before a boundary
    heads: Mapping[str, int] = field(default_factory=dict)  # last parts, and lemmas without a boundary

    @classmethod
    def learn(cls, pairs: Iterable[tuple[str, str]]) -> Compounds:
        """Learn from each word and lemma, once a type."""
        pairs = list(pairs)
        long_pairs = [(word, lemma) for word, lemma in pairs if len(lemma) > 1]
        signs = Counter(sign for word, lemma in long_pairs for sign in _SIGNS if sign in lemma and sign not in word)
        boundary, count = next(iter(signs.most_common(1)), ("", 0))
        if count < _MIN_WORDS:
            return cls()
        segmented: dict[str, dict[str, int]] = {}
        modifiers: Counter[str] = Counter()
        heads: Counter[str] = Counter()
        for word, lemma in pairs:
            if boundary in lemma and boundary not in word:
                variants = segmented.setdefault(lemma.replace(boundary, ""), {})
                variants[lemma] = variants.get(lemma, 0) + 1
                parts = lemma.split(boundary)
                modifiers.update("".join(parts[:index]) for index in range(1, len(parts)))
                heads[parts[-1]] += 1
            else:
                heads[lemma] += 1
        return cls(boundary, segmented, modifiers, heads)

    def remove_boundaries(self, word: str, lemma: str) -> str:
        """Return the lemma without boundaries."""
        return lemma.replace(self.boundary, "") if self.boundary and self.boundary not in word else lemma

    def split_parts(self, lemma: str) -> list[tuple[int, str]]:
        """Return what a lemma contributes to `modifiers` (0) and `heads` (1)."""
        parts = lemma.split(self.boundary)
        return [*((0, "".join(parts[:index])) for index in range(1, len(parts))), (1, parts[-1])]
