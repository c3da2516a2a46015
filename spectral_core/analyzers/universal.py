"""Elements of a label in any treebank: lemma, UPOS, XPOS, each frequent attribute of FEATS, and the remaining ones
together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar

from spectral_core.data import EMPTY, Analysis, Sentence

MAX_ATTRIBUTES = 15  # rarer attributes share the element `rest`


@dataclass(frozen=True, slots=True)
class UniversalScheme:
    """Labels of lemma, UPOS, XPOS, one element an attribute of FEATS, and `rest`: the other attributes in order."""

    attributes: tuple[str, ...]
    _cache: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False, compare=False)
    name: ClassVar[str] = "universal"

    @property
    def elements(self) -> tuple[str, ...]:
        return ("lemma", "upos", "xpos", *self.attributes, "rest")

    def label(self, form: str, analysis: Analysis) -> tuple[str, ...]:  # noqa: ARG002 - other schemes read the form
        """Return the values of `elements`; EMPTY for those that the analysis does not have."""
        if (features := self._cache.get(analysis.feats)) is None:
            features = self._cache[analysis.feats] = self._split_features(analysis.feats)
        return (analysis.lemma, analysis.upos, analysis.xpos, *features)

    def _split_features(self, feats: str) -> tuple[str, ...]:
        """Return the values of the attributes, then the rest in alphabetical order, so that spellings of one set
        agree."""
        values: dict[str, str] = {}
        rest: list[str] = []
        for pair in feats.split("|"):
            name, equals, value = pair.partition("=")
            if equals and name in self.attributes and name not in values:
                values[name] = value
            elif pair != EMPTY:
                rest.append(pair)
        return (*(values.get(name, EMPTY) for name in self.attributes), "|".join(sorted(rest)) or EMPTY)

    def to_text(self) -> str:
        """Return the name and, below it, the attributes; `parse_universal_scheme` reads them."""
        return f"{self.name}\n{'|'.join(self.attributes)}"


def make_universal_scheme(sentences: Iterable[Sentence]) -> UniversalScheme:
    """Return the scheme with the most frequent attributes of these sentences, sorted by name."""
    feats_counts = Counter(feats for sentence in sentences for feats in sentence.feats)
    counts: Counter[str] = Counter()
    for feats, count in feats_counts.items():
        for pair in feats.split("|"):
            name, equals, _ = pair.partition("=")
            if equals and name:
                counts[name] += count
    frequent = sorted(counts, key=lambda name: (-counts[name], name))[:MAX_ATTRIBUTES]
    return UniversalScheme(tuple(sorted(frequent)))


def parse_universal_scheme(text: str) -> UniversalScheme:
    """Return the scheme that `to_text` wrote."""
    return UniversalScheme(tuple(filter(None, text.partition("\n")[2].split("|"))))
