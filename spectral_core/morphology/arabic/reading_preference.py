"""Preference among the readings of an Arabic word by their structure alone, for words without a ranker's evidence."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from spectral_core.data import EMPTY, Analysis
from spectral_core.files import locate_assets
from spectral_core.morphology.arabic.common_lemmas import read_common_lemmas
from spectral_core.morphology.arabic.spelling import make_dictionary_lemma_key
from spectral_core.morphology.features import parse_features

_GLOSS_DELIMITERS = re.compile("[;/,]")
_CONJUNCTION_TAGS = frozenset({"CONJ", "CNJ"})
_PREPOSITION_TAGS = frozenset({"PREP", "ADP"})
_PARTICLE_TAGS = frozenset({"EMPHATIC_PARTICLE", "SUBJUNC", "RESULT_CLAUSE_PARTICLE", "INTERROG_PART", "PUR"})
_NAME_TAGS = frozenset({"NOUN_PROP", "PN"})
_POSSESSIVE = re.compile(r"POSS_PRON.*|G\d.*")
_OBJECT = re.compile(r".*DO:.*|O\d.*")
_PREFERENCES = {  # log-linear weights, fitted by tests/benchmarks/arabic_preferences.py and rounded
    "second person": -3.4, "dual": -3.1, "attached particle": -3.0, "first person": -2.7, "common lemma": 2.7,
    "known lemma": 1.5, "passive": -2.5, "imperative": -2.0, "object pronoun": -2.2, "possessive pronoun": -1.8,
    "glosses": 1.4, "my": -1.5, "name": -0.7, "attached preposition": -1.3, "attached conjunction": -0.8,
    "article": 0.6, "perfect": 1.0, "plural": -0.5, "ADP": 1.6, "NUM": 1.0, "NOUN": -0.4, "PRON": -0.3, "PROPN": -0.9,
    "ADJ": -0.2, "ADV": 0.2, "INTJ": -0.4, "SCONJ": 0.1, "VERB": -0.4, "PART": -0.4, "Case=Gen": 1.8, "Case=Nom": 0.4,
    "Case=Acc": 0.6, "Definite=Def": 1.2, "Definite=Ind": -0.5, "Definite=Red": -0.3, "Mood=Ind": 0.7,
    "Mood=Jus": -1.2, "Mood=Sub": -0.7,
}  # fmt: skip
_DERIVED_FEMININE = -2.5
_WITHOUT_TAG = -1.0  # of a dictionary's reading that has no tag in the tagset of the treebank
UNKNOWN_UPOS = "X"  # of readings that name no word of a dictionary


def compute_preference(analysis: Analysis) -> float:
    """Return the log-linear preference for a reading, comparable among the readings of one word: frequent structures
    and the lemmas of the sample project's lexicon come before clitics, names, passives and rare persons."""
    structure = sum(_PREFERENCES.get(name, 0.0) * value for name, value in iterate_structure(analysis))
    return structure + _WITHOUT_TAG * (analysis.xpos == EMPTY)


def is_dictionary_reading(analysis: Analysis) -> bool:
    """Test whether a reading names a word of a dictionary, which has a gloss for it."""
    return analysis.upos != UNKNOWN_UPOS and analysis.gloss != EMPTY


def order_by_preference(analyses: Iterable[Analysis]) -> tuple[Analysis, ...]:
    """Return the readings with the preferred ones first; those of unknown words last, ties in their order."""

    def sort_key(analysis: Analysis) -> tuple[bool, float]:
        preference = compute_preference(analysis) + _DERIVED_FEMININE * _is_derived_feminine(analysis)
        return analysis.upos == UNKNOWN_UPOS, -preference

    return tuple(sorted(analyses, key=sort_key))


def _is_derived_feminine(analysis: Analysis) -> bool:
    """Test whether a noun is the feminine of a stem of the tables, which have no lemma of their own for it: unlike
    theirs, its lemma has no sense number."""
    has_suffix = any(segment.tag == "NSUFF_FEM_SG" for segment in analysis.segments)
    return has_suffix and analysis.upos == "NOUN" and "_" not in analysis.lemma


def iterate_structure(analysis: Analysis) -> Iterator[tuple[str, float]]:
    """Iterate over the structural features of a reading, by name, with their values."""
    tags = [segment.tag for segment in analysis.segments]
    features = parse_features(analysis.feats)
    proclitics, suffixes = tags[:-1], tags[1:]
    lemma = make_dictionary_lemma_key(analysis.lemma)
    flags = {
        "name": not _NAME_TAGS.isdisjoint(tags),
        "possessive pronoun": any(map(_POSSESSIVE.fullmatch, suffixes)),
        "object pronoun": any(map(_OBJECT.fullmatch, suffixes)),
        "my": any(tag in ("POSS_PRON_1S", "G1S") for tag in suffixes),
        "article": "DET" in proclitics or "ART" in proclitics,
        "attached conjunction": not _CONJUNCTION_TAGS.isdisjoint(proclitics),
        "attached preposition": not _PREPOSITION_TAGS.isdisjoint(proclitics),
        "attached particle": not _PARTICLE_TAGS.isdisjoint(proclitics),
        "imperative": features.get("Mood") == "Imp",
        "passive": features.get("Voice") == "Pass",
        "perfect": features.get("Aspect") == "Perf",
        "first person": features.get("Person") == "1",
        "second person": features.get("Person") == "2",
        "dual": features.get("Number") == "Dual",
        "plural": features.get("Number") == "Plur",
        "known lemma": lemma in _read_known_lemmas(),
        "common lemma": lemma in read_common_lemmas().get(analysis.upos, ()),
    }
    yield from ((name, 1.0) for name, is_set in flags.items() if is_set)
    yield analysis.upos, 1.0
    for name in ("Case", "Definite", "Mood"):
        if value := features.get(name):
            yield f"{name}={'Red' if value == 'Cons' else value}", 1.0
    gloss = analysis.gloss.partition(" · ")[0]
    if gloss != EMPTY:
        yield "glosses", math.log1p(sum(map(bool, map(str.strip, _GLOSS_DELIMITERS.split(gloss)))))


@lru_cache(maxsize=1)
def _read_known_lemmas() -> frozenset[str]:
    """Return the keys of the lemmas of the sample project's lexicon, the commonest of the language."""
    from spectral_core.morphology.arabic.buckwalter_tables import DICTIONARY_FILES, read_dictionary

    path = locate_assets() / "sample" / "arabic" / "lexicon" / DICTIONARY_FILES[1]
    if not path.is_file():
        return frozenset()
    lemmas = (entry.lemma for entries in read_dictionary(path).values() for entry in entries)
    return frozenset(map(make_dictionary_lemma_key, lemmas))
