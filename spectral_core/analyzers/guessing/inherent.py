"""Inherent attributes of lexemes, as the gender of a noun: they hardly ever differ between the forms of a lexeme."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from spectral_core.analyzers.features import parse_features
from spectral_core.analyzers.guessing.compounds import Compounds
from spectral_core.data import Analysis

Lexeme = tuple[str, str, str]  # lemma without boundaries, UPOS, XPOS

_MIN_AGREEMENT, _MIN_PAIRS = 0.9, 20  # share and number of pairs of forms that make an attribute inherent


def find_inherent_values(
    lexicon: Mapping[str, Iterable[Analysis]], compounds: Compounds
) -> dict[Lexeme, dict[str, dict[str, int]]]:
    """Return the values that each lexeme has in attributes that hardly ever differ between forms of one lexeme."""
    values: dict[Lexeme, dict[str, dict[str, int]]] = {}
    for form, analyses in lexicon.items():
        for analysis in analyses:
            attributes = values.setdefault(
                (compounds.remove_boundaries(form, analysis.lemma), analysis.upos, analysis.xpos), {}
            )
            for name, value in parse_features(analysis.feats).items():
                counts = attributes.setdefault(name, {})
                counts[value] = counts.get(value, 0) + 1
    pairs: Counter[tuple[str, str]] = Counter()
    agreeing: Counter[tuple[str, str]] = Counter()
    for (_, upos, _), attributes in values.items():
        for name, counts in attributes.items():
            total = sum(counts.values())
            pairs[upos, name] += total * (total - 1)
            agreeing[upos, name] += sum(count * (count - 1) for count in counts.values())
    inherent = {key for key, total in pairs.items() if total >= _MIN_PAIRS and agreeing[key] > _MIN_AGREEMENT * total}
    inherent_values = {
        lexeme: {name: counts for name, counts in attributes.items() if (lexeme[1], name) in inherent}
        for lexeme, attributes in values.items()
    }
    return {lexeme: attributes for lexeme, attributes in inherent_values.items() if attributes}
