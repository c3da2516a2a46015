"""The elements of a label in any treebank: lemma, both tags, each frequent attribute of FEATS, and the rest of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar

from spectral_core.data import EMPTY, Analysis, Sentence

MOST_ATTRIBUTES = 15  # what is rarer goes into the element `rest` together


@dataclass(frozen=True, slots=True)
class Universal:
    """Labels of lemma, UPOS, XPOS, one element an attribute of FEATS, and `rest`: the other attributes in order."""

    attributes: tuple[str, ...]
    _known: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False, compare=False)
    name: ClassVar[str] = "universal"

    @property
    def elements(self) -> tuple[str, ...]:
        return ("lemma", "upos", "xpos", *self.attributes, "rest")

    def label(self, form: str, analysis: Analysis) -> tuple[str, ...]:  # noqa: ARG002 - other schemes read the form
        """The values of `elements`; EMPTY where the analysis says nothing of one."""
        if (features := self._known.get(analysis.feats)) is None:
            features = self._known[analysis.feats] = self._features(analysis.feats)
        return (analysis.lemma, analysis.upos, analysis.xpos, *features)

    def _features(self, feats: str) -> tuple[str, ...]:
        """The values of the attributes, then what is left, in alphabetical order so that spellings of one set agree."""
        named: dict[str, str] = {}
        rest: list[str] = []
        for pair in feats.split("|"):
            name, equals, value = pair.partition("=")
            if equals and name in self.attributes and name not in named:
                named[name] = value
            elif pair != EMPTY:
                rest.append(pair)
        return (*(named.get(name, EMPTY) for name in self.attributes), "|".join(sorted(rest)) or EMPTY)

    def to_text(self) -> str:
        """What `from_text` makes the same scheme of: its name, and below it the attributes."""
        return f"{self.name}\n{'|'.join(self.attributes)}"


def universal(sentences: Iterable[Sentence]) -> Universal:
    """The scheme whose attributes are those most frequent in these sentences, by name."""
    columns = Counter(feats for sentence in sentences for feats in sentence.feats)
    counts: Counter[str] = Counter()
    for feats, times in columns.items():
        for pair in feats.split("|"):
            name, equals, _ = pair.partition("=")
            if equals and name:
                counts[name] += times
    frequent = sorted(counts, key=lambda name: (-counts[name], name))[:MOST_ATTRIBUTES]
    return Universal(tuple(sorted(frequent)))


def from_text(text: str) -> Universal:
    """The scheme that `to_text` wrote."""
    return Universal(tuple(filter(None, text.partition("\n")[2].split("|"))))
