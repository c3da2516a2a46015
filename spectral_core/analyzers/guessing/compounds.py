"""Lemmas whose parts are written with a sign between that the word lacks, as # in Finnish and + in Hungarian."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

_SIGNS = "#+_|="
_LEAST = 10  # words with the sign in their lemma alone that make it a joint


@dataclass(frozen=True, slots=True)
class Compounds:
    """Where joints were seen; `joint` is "" where a treebank has none."""

    joint: str = ""
    whole: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # without joints: lemmas with them, by types
    firsts: Mapping[str, int] = field(default_factory=dict)  # parts before a joint, run together
    lemmas: Mapping[str, int] = field(default_factory=dict)  # last parts, and lemmas without a joint

    @classmethod
    def learn(cls, pairs: Iterable[tuple[str, str]]) -> Compounds:
        """From each word and lemma, once a type."""
        pairs = list(pairs)
        longer = [(word, lemma) for word, lemma in pairs if len(lemma) > 1]
        signs = Counter(sign for word, lemma in longer for sign in _SIGNS if sign in lemma and sign not in word)
        joint, times = next(iter(signs.most_common(1)), ("", 0))
        if times < _LEAST:
            return cls()
        whole: dict[str, dict[str, int]] = {}
        firsts: Counter[str] = Counter()
        lemmas: Counter[str] = Counter()
        for word, lemma in pairs:
            if joint in lemma and joint not in word:
                known = whole.setdefault(lemma.replace(joint, ""), {})
                known[lemma] = known.get(lemma, 0) + 1
                parts = lemma.split(joint)
                firsts.update("".join(parts[:at]) for at in range(1, len(parts)))
                lemmas[parts[-1]] += 1
            else:
                lemmas[lemma] += 1
        return cls(joint, whole, firsts, lemmas)

    def plain(self, word: str, lemma: str) -> str:
        """The lemma without joints."""
        return lemma.replace(self.joint, "") if self.joint and self.joint not in word else lemma

    def parts(self, lemma: str) -> list[tuple[int, str]]:
        """What a lemma put into `firsts` (0) and `lemmas` (1)."""
        parts = lemma.split(self.joint)
        return [*((0, "".join(parts[:at])) for at in range(1, len(parts))), (1, parts[-1])]
