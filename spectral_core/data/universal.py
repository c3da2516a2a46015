"""Label sets of Universal Dependencies: tags, relations of both versions, and the notation of features."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from functools import lru_cache
from unicodedata import category

from spectral_core.data.problem import quote

_UPOS = """
ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X
"""
_RELATIONS = """
acl advcl advmod amod appos aux case cc ccomp clf compound conj cop csubj dep det discourse dislocated expl fixed
flat goeswith iobj list mark nmod nsubj nummod obj obl orphan parataxis punct reparandum root vocative xcomp
"""
_RENAMED_RELATIONS = """
auxpass=aux:pass csubjpass=csubj:pass dobj=obj foreign=flat:foreign mwe=fixed name=flat neg=advmod
nsubjpass=nsubj:pass remnant=orphan
"""
_RELATIONS_BY_TAG = {
    tag: tuple(relations.split())
    for tag, _, relations in (
        row.strip().partition(" ")
        for row in """
        ADJ amod root conj xcomp acl
        ADP case mark fixed compound
        ADV advmod mark conj
        AUX aux cop root
        CCONJ cc
        DET det nsubj obj
        INTJ discourse root
        NOUN obl obj nsubj nmod conj root compound
        NUM nummod nmod obl compound
        PART mark advmod case
        PRON nsubj obj obl nmod expl
        PROPN nmod nsubj flat obl appos conj compound
        PUNCT punct
        SCONJ mark advmod
        SYM nmod punct obl
        VERB root conj advcl acl ccomp xcomp parataxis csubj
        X flat goeswith nmod
        """.strip().splitlines()
    )
}
_FREQUENT_RELATIONS = [
    "nsubj",
    "obj",
    "obl",
    "nmod",
    "amod",
    "advmod",
    "det",
    "case",
    "conj",
    "cc",
    "mark",
    "root",
    "punct",
]
# relation of version 1: that of version 2
_VERSION_2_RELATION = dict(pair.split("=") for pair in _RENAMED_RELATIONS.split())

UPOS = tuple(_UPOS.split())
RELATIONS = tuple(_RELATIONS.split())  # of version 2

ALL_TAGS = frozenset((*UPOS, "CONJ"))  # version 1 had CONJ for CCONJ
ALL_RELATIONS = frozenset((*RELATIONS, *_VERSION_2_RELATION))

_RELATION = re.compile(r"([a-z]+)(?::[a-z]+)?")
# ø: any letter without capitals
_ENHANCED_RELATION = re.compile(r"([a-z]+)(?::[a-z]+)?(?::[a-zø]+(?:_[a-zø]+)*)?(?::[a-z]+)?")
_CASELESS_LETTERS = ("Ll", "Lm", "Lo", "Mn", "Mc", "Me")

_FEATURE = re.compile(
    r"(?P<name>[A-Z][A-Za-z0-9]*(?:\[[a-z0-9]+\])?)=(?P<values>[A-Z0-9][A-Za-z0-9]*(?:,[A-Z0-9][A-Za-z0-9]*)*)\Z"
)


def rank_relations(tag: str) -> tuple[str, ...]:
    """Return all relations of version 2, first those that words with this universal tag have most often in most
    languages."""
    return tuple(dict.fromkeys((*_RELATIONS_BY_TAG.get(tag, ()), *_FREQUENT_RELATIONS, *RELATIONS)))


def base_relation(relation: str) -> str:
    """Return a relation without its subtype: nmod for nmod:poss."""
    return relation.partition(":")[0]


def is_universal_relation(relation: str) -> bool:
    """Return whether a relation without its subtype is one of Universal Dependencies, version 2 or 1."""
    return base_relation(relation) in ALL_RELATIONS


@lru_cache(maxsize=1 << 12)
def relation_remedy(relation: str, enhanced: bool = False) -> str | None:
    """Return what to write instead of a label that is no relation of version 2; None for a valid relation.

    A relation of the enhanced graph may also be ref, or include a word and its case: obl:en_lieu_de:gen.
    """
    if enhanced:
        relation = "".join(
            "ø" if not letter.isascii() and category(letter) in _CASELESS_LETTERS else letter for letter in relation
        )
    match = (_ENHANCED_RELATION if enhanced else _RELATION).fullmatch(relation)
    if match is not None and (match[1] in RELATIONS or (enhanced and match[1] == "ref")):
        return None
    if (successor := _VERSION_2_RELATION.get(base_relation(relation))) is not None:
        return f"That is of version 1; version 2 has {successor}"
    if base_relation(relation).lower() in RELATIONS:
        return "Write it in small letters, with a subtype of small letters after a colon or with none"
    return f"Version 2 has {', '.join(RELATIONS)}, each with a subtype after a colon or with none"


def tag_remedy(tag: str) -> str | None:
    """Return what to write instead of a tag that is no UPOS of version 2; None for a valid tag."""
    if tag in UPOS:
        return None
    return "That is of version 1; version 2 has CCONJ" if tag == "CONJ" else f"Version 2 has {', '.join(UPOS)}"


def has_mostly_known_labels(values: Sequence[str], label_set: Container[str]) -> bool:
    """Return whether at least half of the nonempty values of a column are in a label set."""
    filled = [value for value in values if value != "_"]
    return bool(filled) and 2 * sum(value in label_set for value in filled) >= len(filled)


@lru_cache(maxsize=1 << 14)
def find_feature_fault(feats: str) -> tuple[str, str] | None:
    """Return the first fault in the notation of a FEATS cell, with its remedy; None if it is valid."""
    if feats == "_":
        return None
    names = []
    for part in feats.split("|"):
        if (match := _FEATURE.match(part)) is None:
            return f"{quote(part)} is not written as a feature", "Write Name=Value, with capitals, or _ for no features"
        names.append(match["name"])
        values = match["values"].split(",")
        if len(set(values)) != len(values):
            return f"{quote(part)} has a value twice", "Name each value once"
        if values != sorted(values, key=str.lower):
            return f"the values of {quote(part)} are not in order", f"Write {','.join(sorted(values, key=str.lower))}"
    if (repeated := next((name for name in names if names.count(name) > 1), None)) is not None:
        parts = (part.partition("=") for part in feats.split("|"))
        values = {value for name, _, cell in parts if name == repeated for value in cell.split(",")}
        return f"the feature {repeated} occurs twice", f"Write {repeated}={','.join(sorted(values, key=str.lower))}"
    ordered = "|".join(sorted(feats.split("|"), key=lambda part: part.partition("=")[0].lower()))
    return None if ordered == feats else ("the features are not in alphabetical order", f"Write {ordered}")
