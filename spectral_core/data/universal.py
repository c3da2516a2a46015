"""The closed label sets of Universal Dependencies: tags, relations of both versions, and how features are written."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from functools import lru_cache
from unicodedata import category

_UPOS = """
ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X
"""
_RELATIONS = """
acl advcl advmod amod appos aux case cc ccomp clf compound conj cop csubj dep det discourse dislocated expl fixed
flat goeswith iobj list mark nmod nsubj nummod obj obl orphan parataxis punct reparandum root vocative xcomp
"""
_CHANGED = """
auxpass=aux:pass csubjpass=csubj:pass dobj=obj foreign=flat:foreign mwe=fixed name=flat neg=advmod
nsubjpass=nsubj:pass remnant=orphan
"""
_LIKELY = {
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
_OFTEN = ["nsubj", "obj", "obl", "nmod", "amod", "advmod", "det", "case", "conj", "cc", "mark", "root", "punct"]
_FROM_VERSION_1 = dict(pair.split("=") for pair in _CHANGED.split())  # what it had, what version 2 has in its place

UPOS = tuple(_UPOS.split())
RELATIONS = tuple(_RELATIONS.split())  # of version 2

TAGS = frozenset((*UPOS, "CONJ"))  # which version 1 had for CCONJ
ALL_RELATIONS = frozenset((*RELATIONS, *_FROM_VERSION_1))

_RELATION = re.compile(r"([a-z]+)(?::[a-z]+)?")
_ENHANCED = re.compile(r"([a-z]+)(?::[a-z]+)?(?::[a-zø]+(?:_[a-zø]+)*)?(?::[a-z]+)?")  # ø: any letter without capitals
_LETTERS = ("Ll", "Lm", "Lo", "Mn", "Mc", "Me")

_FEATURE = re.compile(
    r"(?P<name>[A-Z][A-Za-z0-9]*(?:\[[a-z0-9]+\])?)=(?P<values>[A-Z0-9][A-Za-z0-9]*(?:,[A-Z0-9][A-Za-z0-9]*)*)\Z"
)


def relations_likely(tag: str) -> tuple[str, ...]:
    """All relations of version 2, those first that words with a universal tag have most often in most languages."""
    return tuple(dict.fromkeys((*_LIKELY.get(tag, ()), *_OFTEN, *RELATIONS)))


def base(relation: str) -> str:
    """A relation without its subtype: nmod for nmod:poss."""
    return relation.partition(":")[0]


def is_relation(relation: str) -> bool:
    """Whether the universal part of a relation is one of version 2 or 1."""
    return relation.partition(":")[0] in ALL_RELATIONS


@lru_cache(maxsize=1 << 12)
def relation_remedy(relation: str, enhanced: bool = False) -> str | None:
    """What to write for a label that is no relation of version 2; None where it is one. A relation of the enhanced
    graph may also be ref, and name a word and its case: obl:en_lieu_de:gen."""
    if enhanced:
        relation = "".join("ø" if not sign.isascii() and category(sign) in _LETTERS else sign for sign in relation)
    found = (_ENHANCED if enhanced else _RELATION).fullmatch(relation)
    if found is not None and (found[1] in RELATIONS or (enhanced and found[1] == "ref")):
        return None
    if (new := _FROM_VERSION_1.get(base(relation))) is not None:
        return f"That is of version 1; version 2 has {new}"
    if base(relation).lower() in RELATIONS:
        return "Write it in small letters, with a subtype of small letters after a colon or with none"
    return f"Version 2 has {', '.join(RELATIONS)}, each with a subtype after a colon or with none"


def tag_remedy(tag: str) -> str | None:
    """What to write for a tag that is no UPOS of version 2; None where it is one."""
    if tag in UPOS:
        return None
    return "That is of version 1; version 2 has CCONJ" if tag == "CONJ" else f"Version 2 has {', '.join(UPOS)}"


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
        if (found := _FEATURE.match(part)) is None:
            return f"{part!r} is not written as a feature", "Write Name=Value, with capitals, or _ for no features"
        names.append(found["name"])
        values = found["values"].split(",")
        if len(set(values)) != len(values):
            return f"{part!r} has a value twice", "Name each value once"
        if values != sorted(values, key=str.lower):
            return f"the values of {part!r} are not in order", f"Write {','.join(sorted(values, key=str.lower))}"
    if (twice := next((name for name in names if names.count(name) > 1), None)) is not None:
        return f"the feature {twice} stands twice", f"Write it once, with its values as {twice}=A,B"
    ordered = "|".join(sorted(feats.split("|"), key=lambda part: part.partition("=")[0].lower()))
    return None if ordered == feats else ("the features are not in alphabetical order", f"Write {ordered}")
