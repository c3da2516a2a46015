"""Attributes that a lexeme has in itself, as a noun its gender: they hardly ever differ between its forms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from spectral_core.analyzers.features import named
from spectral_core.analyzers.guessing.compounds import Compounds
from spectral_core.data import Analysis

Lexeme = tuple[str, str, str]  # lemma without joints, UPOS, XPOS

_AGREE, _LEAST = 0.9, 20  # pairs of forms of one lexeme that agree in an attribute which is its own


def inherent_in(
    lexicon: Mapping[str, Iterable[Analysis]], compounds: Compounds
) -> dict[Lexeme, dict[str, dict[str, int]]]:
    """The values that each lexeme has in attributes that hardly ever differ between forms of one lexeme."""
    values: dict[Lexeme, dict[str, dict[str, int]]] = {}
    for form, analyses in lexicon.items():
        for each in analyses:
            attributes = values.setdefault((compounds.plain(form, each.lemma), each.upos, each.xpos), {})
            for name, value in named(each.feats).items():
                counts = attributes.setdefault(name, {})
                counts[value] = counts.get(value, 0) + 1
    pairs: Counter[tuple[str, str]] = Counter()
    agreeing: Counter[tuple[str, str]] = Counter()
    for (_, upos, _), attributes in values.items():
        for name, counts in attributes.items():
            times = sum(counts.values())
            pairs[upos, name] += times * (times - 1)
            agreeing[upos, name] += sum(count * (count - 1) for count in counts.values())
    own = {key for key, times in pairs.items() if times >= _LEAST and agreeing[key] > _AGREE * times}
    found = {
        lexeme: {name: counts for name, counts in attributes.items() if (lexeme[1], name) in own}
        for lexeme, attributes in values.items()
    }
    return {lexeme: attributes for lexeme, attributes in found.items() if attributes}
