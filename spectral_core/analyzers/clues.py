"""Letters inside words that tell the value of one attribute, whatever the ending is: a negation, a voice, a mood."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from spectral_core.analyzers.features import named, written

Tags = tuple[str, str, str]  # UPOS, XPOS, FEATS
Clue = tuple[str, str, str]  # UPOS, attribute, value; the value "" is that there is none

SPAN = 12  # letters at a word's end that are looked at
SIZES = (3, 4, 5)  # letters of a part
LEAST = 4  # types with the part that have the value
SURE = 0.6  # of the types with the part and the tag
TRIED = 6  # tags of a word that are changed
MOST = 7  # changes of one tag, and all of them together
WEIGHT = 0.5  # a changed tag against the one it was made of


@dataclass(frozen=True, slots=True)
class Clues:
    """The values that parts of words tell, with the types that have the part: with the value, and with the tag."""

    told: Mapping[str, Sequence[tuple[Clue, int, int]]]

    @classmethod
    def learn(cls, words: Iterable[tuple[str, Iterable[Tags]]]) -> Clues:
        """From each word in small letters with its tags, once a type; only values that are not the usual ones."""
        words = [(word, tuple(tags)) for word, tags in words]
        rare = unusual(Counter(each for _, tags in words for each in tags))
        tagged: Counter[tuple[str, str]] = Counter()
        valued: Counter[tuple[str, Clue]] = Counter()
        for word, tags in words:
            for part in set(_parts(word)):
                for each in tags:
                    tagged[part, each[0]] += 1
                    for clue in rare[each]:
                        valued[part, clue] += 1
        told: dict[str, list[tuple[Clue, int, int]]] = {}
        for (part, clue), count in valued.items():
            total = tagged[part, clue[0]]
            if count >= LEAST and count >= SURE * total:
                told.setdefault(part, []).append((clue, count, total))
        return cls(told)

    def of(self, word: str, own: Iterable[Tags] = ()) -> dict[Clue, float]:
        """The values that the word's letters tell, each with its share; `own` are tags of a type to be left out."""
        found: dict[Clue, float] = {}
        for part in _parts(word):
            for clue, with_value, with_tag in self.told.get(part, ()):
                count, total = with_value, with_tag
                for upos, _, feats in own:
                    if upos == clue[0]:
                        total -= 1
                        count -= named(feats).get(clue[1], "") == clue[2]
                if count >= LEAST and count >= SURE * total and count / total > found.get(clue, 0.0):
                    found[clue] = count / total
        return found


def unusual(types: Mapping[Tags, int]) -> dict[Tags, list[Clue]]:
    """The values of each of the tags that are not the usual ones; `types` says how many words have it."""
    attributes: defaultdict[str, set[str]] = defaultdict(set)
    features = {each: named(each[2]) for each in types}
    for each in types:
        attributes[each[0]].update(features[each])
    values: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for each, count in types.items():
        for attribute in attributes[each[0]]:
            values[each[0], attribute][features[each].get(attribute, "")] += count
    usual = {key: counts.most_common(1)[0][0] for key, counts in values.items()}
    in_order = {upos: sorted(names) for upos, names in attributes.items()}
    rare: dict[Tags, list[Clue]] = {}
    for each in types:
        upos, said = each[0], features[each]
        found = ((upos, attribute, said.get(attribute, "")) for attribute in in_order[upos])
        rare[each] = [clue for clue in found if clue[2] != usual[upos, clue[1]]]
    return rare


def changed(tags: Sequence[tuple[Tags, float]], clues: Mapping[Clue, float]) -> Iterator[tuple[Tags, float]]:
    """The best of the tags with values that the clues tell: each by itself, and all together; with their weights."""
    for (upos, xpos, feats), weight in tags[:TRIED]:
        told = [(attribute, value, share) for (kind, attribute, value), share in clues.items() if kind == upos]
        if told:
            for other, factor in _changed(feats, tuple(told)):
                yield (upos, xpos, other), weight * factor


@lru_cache(maxsize=1 << 14)
def _changed(feats: str, told: tuple[tuple[str, str, float], ...]) -> tuple[tuple[str, float], ...]:
    """The features with each value that they do not have, and with all of these, each with its weight."""
    features = named(feats)
    told = tuple(each for each in told if features.get(each[0], "") != each[1])
    made: list[tuple[str, float]] = []
    for together in [*((each,) for each in told[:MOST]), *([told] if len(told) > 1 else [])]:
        other, factor = dict(features), WEIGHT
        for attribute, value, share in together:
            factor *= share
            other[attribute] = value
        made.append((written({name: value for name, value in other.items() if value}), factor))
    return tuple(made)


def _parts(word: str) -> Iterator[str]:
    """The parts of a word that can be clues; its first letter, or what is cut off before, is in none."""
    letters = word[-SPAN:]
    if len(letters) > SIZES[0]:
        for size in SIZES:
            for at in range(1, len(letters) - size + 1):
                yield letters[at : at + size]
