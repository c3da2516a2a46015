"""Unusual values of attributes, which letters inside a word may indicate whatever its ending is."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

from spectral_core.analyzers.features import parse_features

Tags = tuple[str, str, str]  # UPOS, XPOS, FEATS
Clue = tuple[str, str, str]  # UPOS, attribute, value; value "" if the attribute is absent


def find_unusual_values(types: Mapping[Tags, int]) -> dict[Tags, list[Clue]]:
    """Return the values of each of the tags that are not the usual ones; `types` are the numbers of words with each
    tag."""
    attributes: defaultdict[str, set[str]] = defaultdict(set)
    features = {tags: parse_features(tags[2]) for tags in types}
    for tags in types:
        attributes[tags[0]].update(features[tags])
    values: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for tags, count in types.items():
        for attribute in attributes[tags[0]]:
            values[tags[0], attribute][features[tags].get(attribute, "")] += count
    usual_values = {key: counts.most_common(1)[0][0] for key, counts in values.items()}
    sorted_attributes = {upos: sorted(names) for upos, names in attributes.items()}
    unusual_values: dict[Tags, list[Clue]] = {}
    for tags in types:
        upos, tag_features = tags[0], features[tags]
        clues = ((upos, attribute, tag_features.get(attribute, "")) for attribute in sorted_attributes[upos])
        unusual_values[tags] = [clue for clue in clues if clue[2] != usual_values[upos, clue[1]]]
    return unusual_values
