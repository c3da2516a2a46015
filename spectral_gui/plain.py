"""Tags, features and relations of Universal Dependencies in plain words, for readers who do not know the labels."""

from __future__ import annotations

import re

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from spectral_core.data import EMPTY

_TAGS = {
    "ADJ": QT_TRANSLATE_NOOP("plain", "adjective"),
    "ADP": QT_TRANSLATE_NOOP("plain", "preposition or postposition"),
    "ADV": QT_TRANSLATE_NOOP("plain", "adverb"),
    "AUX": QT_TRANSLATE_NOOP("plain", "auxiliary verb"),
    "CCONJ": QT_TRANSLATE_NOOP("plain", "coordinating conjunction"),
    "DET": QT_TRANSLATE_NOOP("plain", "determiner"),
    "INTJ": QT_TRANSLATE_NOOP("plain", "interjection"),
    "NOUN": QT_TRANSLATE_NOOP("plain", "noun"),
    "NUM": QT_TRANSLATE_NOOP("plain", "numeral"),
    "PART": QT_TRANSLATE_NOOP("plain", "particle"),
    "PRON": QT_TRANSLATE_NOOP("plain", "pronoun"),
    "PROPN": QT_TRANSLATE_NOOP("plain", "proper name"),
    "PUNCT": QT_TRANSLATE_NOOP("plain", "punctuation"),
    "SCONJ": QT_TRANSLATE_NOOP("plain", "subordinating conjunction"),
    "SYM": QT_TRANSLATE_NOOP("plain", "symbol"),
    "VERB": QT_TRANSLATE_NOOP("plain", "verb"),
    "X": QT_TRANSLATE_NOOP("plain", "other"),
}
_SHORT = {
    "ADJ": QT_TRANSLATE_NOOP("plain", "adj."),
    "ADP": QT_TRANSLATE_NOOP("plain", "prep."),
    "ADV": QT_TRANSLATE_NOOP("plain", "adv."),
    "AUX": QT_TRANSLATE_NOOP("plain", "aux."),
    "CCONJ": QT_TRANSLATE_NOOP("plain", "conj."),
    "DET": QT_TRANSLATE_NOOP("plain", "det."),
    "INTJ": QT_TRANSLATE_NOOP("plain", "interj."),
    "NOUN": QT_TRANSLATE_NOOP("plain", "noun"),
    "NUM": QT_TRANSLATE_NOOP("plain", "num."),
    "PART": QT_TRANSLATE_NOOP("plain", "particle"),
    "PRON": QT_TRANSLATE_NOOP("plain", "pron."),
    "PROPN": QT_TRANSLATE_NOOP("plain", "name"),
    "SCONJ": QT_TRANSLATE_NOOP("plain", "conj."),
    "VERB": QT_TRANSLATE_NOOP("plain", "verb"),
}
_FEATURES = {
    "Abbr=Yes": QT_TRANSLATE_NOOP("plain", "abbreviation"),
    "Animacy=Anim": QT_TRANSLATE_NOOP("plain", "animate"),
    "Animacy=Hum": QT_TRANSLATE_NOOP("plain", "human"),
    "Animacy=Inan": QT_TRANSLATE_NOOP("plain", "inanimate"),
    "Animacy=Nhum": QT_TRANSLATE_NOOP("plain", "not human"),
    "Aspect=Hab": QT_TRANSLATE_NOOP("plain", "habitual"),
    "Aspect=Imp": QT_TRANSLATE_NOOP("plain", "imperfective"),
    "Aspect=Perf": QT_TRANSLATE_NOOP("plain", "perfective"),
    "Aspect=Prog": QT_TRANSLATE_NOOP("plain", "progressive"),
    "Case=Abl": QT_TRANSLATE_NOOP("plain", "ablative"),
    "Case=Abs": QT_TRANSLATE_NOOP("plain", "absolutive"),
    "Case=Acc": QT_TRANSLATE_NOOP("plain", "accusative"),
    "Case=Ade": QT_TRANSLATE_NOOP("plain", "adessive"),
    "Case=All": QT_TRANSLATE_NOOP("plain", "allative"),
    "Case=Com": QT_TRANSLATE_NOOP("plain", "comitative"),
    "Case=Dat": QT_TRANSLATE_NOOP("plain", "dative"),
    "Case=Del": QT_TRANSLATE_NOOP("plain", "delative"),
    "Case=Ela": QT_TRANSLATE_NOOP("plain", "elative"),
    "Case=Erg": QT_TRANSLATE_NOOP("plain", "ergative"),
    "Case=Ess": QT_TRANSLATE_NOOP("plain", "essive"),
    "Case=Gen": QT_TRANSLATE_NOOP("plain", "genitive"),
    "Case=Ill": QT_TRANSLATE_NOOP("plain", "illative"),
    "Case=Ine": QT_TRANSLATE_NOOP("plain", "inessive"),
    "Case=Ins": QT_TRANSLATE_NOOP("plain", "instrumental"),
    "Case=Loc": QT_TRANSLATE_NOOP("plain", "locative"),
    "Case=Nom": QT_TRANSLATE_NOOP("plain", "nominative"),
    "Case=Par": QT_TRANSLATE_NOOP("plain", "partitive"),
    "Case=Sbl": QT_TRANSLATE_NOOP("plain", "sublative"),
    "Case=Sup": QT_TRANSLATE_NOOP("plain", "superessive"),
    "Case=Ter": QT_TRANSLATE_NOOP("plain", "terminative"),
    "Case=Tra": QT_TRANSLATE_NOOP("plain", "translative"),
    "Case=Voc": QT_TRANSLATE_NOOP("plain", "vocative"),
    "Definite=Com": QT_TRANSLATE_NOOP("plain", "complex definiteness"),
    "Definite=Cons": QT_TRANSLATE_NOOP("plain", "construct state"),
    "Definite=Def": QT_TRANSLATE_NOOP("plain", "definite"),
    "Definite=Ind": QT_TRANSLATE_NOOP("plain", "indefinite"),
    "Degree=Cmp": QT_TRANSLATE_NOOP("plain", "comparative"),
    "Degree=Pos": QT_TRANSLATE_NOOP("plain", "positive degree"),
    "Degree=Sup": QT_TRANSLATE_NOOP("plain", "superlative"),
    "Foreign=Yes": QT_TRANSLATE_NOOP("plain", "foreign word"),
    "Gender=Com": QT_TRANSLATE_NOOP("plain", "common gender"),
    "Gender=Fem": QT_TRANSLATE_NOOP("plain", "feminine"),
    "Gender=Masc": QT_TRANSLATE_NOOP("plain", "masculine"),
    "Gender=Neut": QT_TRANSLATE_NOOP("plain", "neuter"),
    "Mood=Cnd": QT_TRANSLATE_NOOP("plain", "conditional"),
    "Mood=Imp": QT_TRANSLATE_NOOP("plain", "imperative"),
    "Mood=Ind": QT_TRANSLATE_NOOP("plain", "indicative"),
    "Mood=Jus": QT_TRANSLATE_NOOP("plain", "jussive"),
    "Mood=Nec": QT_TRANSLATE_NOOP("plain", "necessitative"),
    "Mood=Opt": QT_TRANSLATE_NOOP("plain", "optative"),
    "Mood=Pot": QT_TRANSLATE_NOOP("plain", "potential mood"),
    "Mood=Sub": QT_TRANSLATE_NOOP("plain", "subjunctive"),
    "NumForm=Digit": QT_TRANSLATE_NOOP("plain", "in digits"),
    "NumForm=Word": QT_TRANSLATE_NOOP("plain", "written as a word"),
    "NumType=Card": QT_TRANSLATE_NOOP("plain", "cardinal number"),
    "NumType=Dist": QT_TRANSLATE_NOOP("plain", "distributive number"),
    "NumType=Frac": QT_TRANSLATE_NOOP("plain", "fraction"),
    "NumType=Ord": QT_TRANSLATE_NOOP("plain", "ordinal number"),
    "Number=Dual": QT_TRANSLATE_NOOP("plain", "dual"),
    "Number=Plur": QT_TRANSLATE_NOOP("plain", "plural"),
    "Number=Sing": QT_TRANSLATE_NOOP("plain", "singular"),
    "Person=1": QT_TRANSLATE_NOOP("plain", "first person"),
    "Person=2": QT_TRANSLATE_NOOP("plain", "second person"),
    "Person=3": QT_TRANSLATE_NOOP("plain", "third person"),
    "Polarity=Neg": QT_TRANSLATE_NOOP("plain", "negative"),
    "Polarity=Pos": QT_TRANSLATE_NOOP("plain", "affirmative"),
    "Poss=Yes": QT_TRANSLATE_NOOP("plain", "possessive"),
    "PronType=Art": QT_TRANSLATE_NOOP("plain", "article"),
    "PronType=Dem": QT_TRANSLATE_NOOP("plain", "demonstrative"),
    "PronType=Ind": QT_TRANSLATE_NOOP("plain", "indefinite pronoun"),
    "PronType=Int": QT_TRANSLATE_NOOP("plain", "interrogative"),
    "PronType=Neg": QT_TRANSLATE_NOOP("plain", "negative pronoun"),
    "PronType=Prs": QT_TRANSLATE_NOOP("plain", "personal"),
    "PronType=Rcp": QT_TRANSLATE_NOOP("plain", "reciprocal"),
    "PronType=Rel": QT_TRANSLATE_NOOP("plain", "relative"),
    "PronType=Tot": QT_TRANSLATE_NOOP("plain", "collective"),
    "Reflex=Yes": QT_TRANSLATE_NOOP("plain", "reflexive"),
    "Tense=Fut": QT_TRANSLATE_NOOP("plain", "future tense"),
    "Tense=Past": QT_TRANSLATE_NOOP("plain", "past tense"),
    "Tense=Pres": QT_TRANSLATE_NOOP("plain", "present tense"),
    "Typo=Yes": QT_TRANSLATE_NOOP("plain", "misspelt"),
    "Variant=Short": QT_TRANSLATE_NOOP("plain", "short form"),
    "VerbForm=Conv": QT_TRANSLATE_NOOP("plain", "converb"),
    "VerbForm=Fin": QT_TRANSLATE_NOOP("plain", "finite"),
    "VerbForm=Ger": QT_TRANSLATE_NOOP("plain", "gerund"),
    "VerbForm=Inf": QT_TRANSLATE_NOOP("plain", "infinitive"),
    "VerbForm=Part": QT_TRANSLATE_NOOP("plain", "participle"),
    "VerbForm=Vnoun": QT_TRANSLATE_NOOP("plain", "verbal noun"),
    "Voice=Act": QT_TRANSLATE_NOOP("plain", "active"),
    "Voice=Cau": QT_TRANSLATE_NOOP("plain", "causative"),
    "Voice=Mid": QT_TRANSLATE_NOOP("plain", "middle voice"),
    "Voice=Pass": QT_TRANSLATE_NOOP("plain", "passive"),
}
_RELATIONS = {
    "acl": QT_TRANSLATE_NOOP("plain", "clause that describes {0}"),
    "acl:relcl": QT_TRANSLATE_NOOP("plain", "relative clause on {0}"),
    "advcl": QT_TRANSLATE_NOOP("plain", "adverbial clause of {0}"),
    "advmod": QT_TRANSLATE_NOOP("plain", "adverb to {0}"),
    "amod": QT_TRANSLATE_NOOP("plain", "adjective to {0}"),
    "appos": QT_TRANSLATE_NOOP("plain", "apposition to {0}"),
    "aux": QT_TRANSLATE_NOOP("plain", "auxiliary of {0}"),
    "case": QT_TRANSLATE_NOOP("plain", "marks the case of {0}"),
    "cc": QT_TRANSLATE_NOOP("plain", "joins {0} to what stands before"),
    "ccomp": QT_TRANSLATE_NOOP("plain", "clause that completes {0}"),
    "compound": QT_TRANSLATE_NOOP("plain", "part of a compound with {0}"),
    "conj": QT_TRANSLATE_NOOP("plain", "joined to {0}"),
    "cop": QT_TRANSLATE_NOOP("plain", "copula of {0}"),
    "csubj": QT_TRANSLATE_NOOP("plain", "clause as subject of {0}"),
    "det": QT_TRANSLATE_NOOP("plain", "determiner of {0}"),
    "expl": QT_TRANSLATE_NOOP("plain", "expletive of {0}"),
    "fixed": QT_TRANSLATE_NOOP("plain", "part of a fixed expression with {0}"),
    "flat": QT_TRANSLATE_NOOP("plain", "part of a name with {0}"),
    "iobj": QT_TRANSLATE_NOOP("plain", "indirect object of {0}"),
    "mark": QT_TRANSLATE_NOOP("plain", "introduces the clause of {0}"),
    "nmod": QT_TRANSLATE_NOOP("plain", "noun that describes {0}"),
    "nsubj": QT_TRANSLATE_NOOP("plain", "subject of {0}"),
    "nummod": QT_TRANSLATE_NOOP("plain", "number of {0}"),
    "obj": QT_TRANSLATE_NOOP("plain", "object of {0}"),
    "obl": QT_TRANSLATE_NOOP("plain", "oblique: where, when or how of {0}"),
    "parataxis": QT_TRANSLATE_NOOP("plain", "stands beside {0}"),
    "punct": QT_TRANSLATE_NOOP("plain", "punctuation of {0}"),
    "root": QT_TRANSLATE_NOOP("plain", "the centre of the sentence"),
    "vocative": QT_TRANSLATE_NOOP("plain", "address to {0}"),
    "xcomp": QT_TRANSLATE_NOOP("plain", "completes {0}, with its subject from there"),
}
_OF_POSSESSOR = re.compile(r"(\w+)\[psor\]=(\w+)")


def tag(upos: str) -> str:
    """What a tag means; the tag itself where it is none of the universal ones."""
    return _tr(_TAGS[upos]) if upos in _TAGS else ("" if upos == EMPTY else upos)


def short_tag(upos: str) -> str:
    """The same in a few letters, to stand under a word; "" for marks and what is not known."""
    return _tr(_SHORT[upos]) if upos in _SHORT else ""


def features(feats: str) -> list[str]:
    """What each feature means; one that is not known stays as it is written, with a space for the sign."""
    said = []
    for pair in feats.split("|") if feats != EMPTY else ():
        possessor = _OF_POSSESSOR.fullmatch(pair)
        known = _FEATURES.get(f"{possessor[1]}={possessor[2]}" if possessor else pair)
        if known is None:
            said.append(pair.replace("=", ": "))
        elif possessor:
            said.append(_tr(QT_TRANSLATE_NOOP("plain", "possessor: {0}")).format(_tr(known)))
        else:
            said.append(_tr(known))
    return said


def relation(deprel: str, head: str) -> str:
    """What a relation says of a word and its head, both in the reader's words; "" where there is none."""
    if deprel == EMPTY:
        return ""
    if not head and deprel != "root":
        return deprel
    known = _RELATIONS.get(deprel) or _RELATIONS.get(deprel.partition(":")[0])
    if known is None:
        return _tr(QT_TRANSLATE_NOOP("plain", "{0} of {1}")).format(deprel, head)
    return _tr(known).format(head)


def _tr(text: object) -> str:  # what QT_TRANSLATE_NOOP gives back has no type
    return QCoreApplication.translate("plain", str(text))
