"""Values of attributes that are not the usual ones: the letters inside a word may tell them, whatever its ending is."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

from spectral_core.analyzers.features import named

Tags = tuple[str, str, str]  # UPOS, XPOS, FEATS
Clue = tuple[str, str, str]  # UPOS, attribute, value; the value "" is that there is none


def unusual(types: Mapping[Tags, int]) -> dict[Tags, list[Clue]]:
    """The values of each of the tags that are not the usual ones; `types` says how many words have it."""
    attributes: defaultdict[str, set[str]] = defaultdict(set)
    features = {tags: named(tags[2]) for tags in types}
    for tags in types:
        attributes[tags[0]].update(features[tags])
    values: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for tags, count in types.items():
        for attribute in attributes[tags[0]]:
            values[tags[0], attribute][features[tags].get(attribute, "")] += count
    usual = {key: counts.most_common(1)[0][0] for key, counts in values.items()}
    in_order = {upos: sorted(names) for upos, names in attributes.items()}
    rare: dict[Tags, list[Clue]] = {}
    for tags in types:
        upos, said = tags[0], features[tags]
        clues = ((upos, attribute, said.get(attribute, "")) for attribute in in_order[upos])
        rare[tags] = [clue for clue in clues if clue[2] != usual[upos, clue[1]]]
    return rare
