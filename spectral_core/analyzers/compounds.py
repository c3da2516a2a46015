"""Lemmas whose parts are written with a sign between that the word lacks, as # in Finnish and + in Hungarian."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

_SIGNS = "#+_|="
_LEAST = 10  # words with the sign in their lemma alone that make it a joint
SHORTEST = 2  # letters of a part
ONE_KNOWN, FIRST_IS_LEMMA = 0.5, 0.25  # weights of a joint where the part before or behind it is known


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
        signs = Counter(
            sign for word, lemma in pairs if len(lemma) > 1 for sign in _SIGNS if sign in lemma and sign not in word
        )
        joint, times = next(iter(signs.most_common(1)), ("", 0))
        if times < _LEAST:
            return cls()
        whole: dict[str, dict[str, int]] = {}
        firsts: Counter[str] = Counter()
        lemmas: Counter[str] = Counter()
        for word, lemma in pairs:
            if joint in lemma and joint not in word:
                plain = lemma.replace(joint, "")
                known = whole.setdefault(plain, {})
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

    def joined(self, lemma: str, own: Iterable[str] = ()) -> tuple[str, float] | None:
        """The lemma with a joint where parts of it are known, and its weight against it without; None for no joint.

        `own` are lemmas of a type that is left out of the counts.
        """
        known = self.whole.get(lemma)
        if known is not None:
            left = {each: count for each, count in known.items() if count > (each in own)}
            if left:
                return max(left, key=left.__getitem__), 1.0
        without = [part for each in own for part in self.parts(each)]
        firsts, lemmas = self.firsts, self.lemmas
        best, place = 0.0, 0
        for at in range(SHORTEST, len(lemma) - 1):
            first, last = lemma[:at], lemma[at:]
            if first not in firsts and last not in lemmas:
                continue
            score = ONE_KNOWN * (firsts.get(first, 0) > without.count((0, first)))
            score += ONE_KNOWN * (lemmas.get(last, 0) > without.count((1, last)))
            if score:
                score += FIRST_IS_LEMMA * (lemmas.get(first, 0) > without.count((1, first)))
            if score > best:
                best, place = score, at
        return (f"{lemma[:place]}{self.joint}{lemma[place:]}", best) if best >= ONE_KNOWN else None

    def parts(self, lemma: str) -> list[tuple[int, str]]:
        """What a lemma put into `firsts` (0) and `lemmas` (1)."""
        parts = lemma.split(self.joint)
        return [*((0, "".join(parts[:at])) for at in range(1, len(parts))), (1, parts[-1])]
