"""The closed label sets of Universal Dependencies: tags, relations of both versions, and how features are written."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from functools import lru_cache

_UPOS = """
ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X
"""
_RELATIONS = """
acl advcl advmod amod appos aux case cc ccomp clf compound conj cop csubj dep det discourse dislocated expl fixed
flat goeswith iobj list mark nmod nsubj nummod obj obl orphan parataxis punct reparandum root vocative xcomp
"""
_ONLY_IN_VERSION_1 = "auxpass csubjpass dobj foreign mwe name neg nsubjpass remnant"

UPOS = tuple(_UPOS.split())
RELATIONS = tuple(_RELATIONS.split())  # of version 2

TAGS = frozenset((*UPOS, "CONJ"))  # which version 1 had for CCONJ
ALL_RELATIONS = frozenset((*RELATIONS, *_ONLY_IN_VERSION_1.split()))

_FEATURE = re.compile(
    r"(?P<name>[A-Z0-9][A-Za-z0-9]*(?:\[[a-z0-9]+\])?)=(?P<values>[A-Z0-9][A-Za-z0-9]*(?:,[A-Z0-9][A-Za-z0-9]*)*)\Z"
)


def base(relation: str) -> str:
    """A relation without its subtype: nmod for nmod:poss."""
    return relation.partition(":")[0]


def is_relation(relation: str) -> bool:
    """Whether the universal part of a relation is one of version 2 or 1."""
    return relation.partition(":")[0] in ALL_RELATIONS


def mostly(values: Sequence[str], known: Container[str]) -> bool:
    """Whether a column holds these labels rather than others: at least half of what is filled in is among them."""
    filled = [value for value in values if value != "_"]
    return bool(filled) and 2 * sum(value in known for value in filled) >= len(filled)


@lru_cache(maxsize=1 << 14)
def features_fault(feats: str) -> tuple[str, str] | None:
    """What is wrong with how features are written, and what would be right; None where nothing is."""
    if feats == "_":
        return None
    names = []
    for part in feats.split("|"):
        found = _FEATURE.match(part)
        if found is None:
            return f"{part!r} is not written as a feature", "Write Name=Value, with capitals, or _ for no features"
        names.append(found["name"])
        values = found["values"].split(",")
        if len(set(values)) != len(values):
            return f"{part!r} has a value twice", "Name each value once"
        if values != sorted(values, key=str.lower):
            return f"the values of {part!r} are not in order", f"Write {','.join(sorted(values, key=str.lower))}"
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        return f"the feature {twice} stands twice", f"Write it once, with its values as {twice}=A,B"
    ordered = "|".join(sorted(feats.split("|"), key=lambda part: part.partition("=")[0].lower()))
    if ordered != feats:
        return "the features are not in alphabetical order", f"Write {ordered}"
    return None
