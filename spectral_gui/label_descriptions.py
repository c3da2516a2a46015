"""Descriptions of the Universal Dependencies tags, features and relations, for readers unfamiliar with the labels."""

from __future__ import annotations

import re

from spectral_core.data import EMPTY
from spectral_gui.text_display import make_translator

_tr = make_translator("plain")

# meaning of each tag, and an abbreviation to show under a word
_TAG_NAMES = {
    "ADJ": ("adjective", "adj."),
    "ADP": ("preposition or postposition", "prep."),
    "ADV": ("adverb", "adv."),
    "AUX": ("auxiliary verb", "aux."),
    "CCONJ": ("coordinating conjunction", "conj."),
    "DET": ("determiner", "det."),
    "INTJ": ("interjection", "interj."),
    "NOUN": ("noun", "noun"),
    "NUM": ("numeral", "num."),
    "PART": ("particle", "particle"),
    "PRON": ("pronoun", "pron."),
    "PROPN": ("proper name", "name"),
    "PUNCT": ("punctuation", ""),
    "SCONJ": ("subordinating conjunction", "conj."),
    "SYM": ("symbol", ""),
    "VERB": ("verb", "verb"),
    "X": ("other", ""),
}
_FEATURE_VALUES = {  # values of each feature with their meanings
    "Abbr": "Yes abbreviation",
    "Animacy": "Anim animate; Hum human; Inan inanimate; Nhum not human",
    "Aspect": "Hab habitual; Imp imperfective; Perf perfective; Prog progressive",
    "Case": (
        "Abl ablative; Abs absolutive; Acc accusative; Ade adessive; All allative; Com comitative; Dat dative; "
        "Del delative; Ela elative; Erg ergative; Ess essive; Gen genitive; Ill illative; Ine inessive; "
        "Ins instrumental; Loc locative; Nom nominative; Par partitive; Sbl sublative; Sup superessive; "
        "Ter terminative; Tra translative; Voc vocative"
    ),
    "Definite": "Com complex definiteness; Cons construct state; Def definite; Ind indefinite",
    "Degree": "Cmp comparative; Pos positive degree; Sup superlative",
    "Foreign": "Yes foreign word",
    "Gender": "Com common gender; Fem feminine; Masc masculine; Neut neuter",
    "Mood": (
        "Cnd conditional; Imp imperative; Ind indicative; Jus jussive; Nec necessitative; Opt optative; "
        "Pot potential mood; Sub subjunctive"
    ),
    "NumForm": "Digit in digits; Word written as a word",
    "NumType": "Card cardinal number; Dist distributive number; Frac fraction; Ord ordinal number",
    "Number": "Dual dual; Plur plural; Sing singular",
    "Person": "1 first person; 2 second person; 3 third person",
    "Polarity": "Neg negative; Pos affirmative",
    "Poss": "Yes possessive",
    "PronType": (
        "Art article; Dem demonstrative; Ind indefinite pronoun; Int interrogative; Neg negative pronoun; "
        "Prs personal; Rcp reciprocal; Rel relative; Tot collective"
    ),
    "Reflex": "Yes reflexive",
    "Tense": "Fut future tense; Past past tense; Pres present tense",
    "Typo": "Yes misspelt",
    "Variant": "Short short form",
    "VerbForm": "Conv converb; Fin finite; Ger gerund; Inf infinitive; Part participle; Vnoun verbal noun",
    "Voice": "Act active; Cau causative; Mid middle voice; Pass passive",
}
_FEATURE_MEANINGS = {
    f"{name}={value}": meaning
    for name, values in _FEATURE_VALUES.items()
    for value, _, meaning in (entry.partition(" ") for entry in values.split("; "))
}
_RELATION_PHRASES = {
    "acl": "clause that describes {0}",
    "acl:relcl": "relative clause on {0}",
    "advcl": "adverbial clause of {0}",
    "advmod": "adverb to {0}",
    "amod": "adjective to {0}",
    "appos": "apposition to {0}",
    "aux": "auxiliary of {0}",
    "case": "marks the case of {0}",
    "cc": "joins {0} to the preceding text",
    "ccomp": "clause that completes {0}",
    "compound": "part of a compound with {0}",
    "conj": "joined to {0}",
    "cop": "copula of {0}",
    "csubj": "clause as subject of {0}",
    "det": "determiner of {0}",
    "expl": "expletive of {0}",
    "fixed": "part of a fixed expression with {0}",
    "flat": "part of a name with {0}",
    "iobj": "indirect object of {0}",
    "mark": "introduces the clause of {0}",
    "nmod": "noun that describes {0}",
    "nsubj": "subject of {0}",
    "nummod": "number of {0}",
    "obj": "object of {0}",
    "obl": "oblique: where, when or how of {0}",
    "parataxis": "parallel to {0}",
    "punct": "punctuation of {0}",
    "root": "the centre of the sentence",
    "vocative": "address to {0}",
    "xcomp": "completes {0}, with its subject from there",
}
_POSSESSOR_FEATURE = re.compile(r"(\w+)\[psor\]=(\w+)")


def describe_tag(upos: str) -> str:
    """Return the meaning of a tag; an unknown tag is returned as it is, and "" for a word without a tag."""
    return _tr(_TAG_NAMES[upos][0]) if upos in _TAG_NAMES else ("" if upos == EMPTY else upos)


def abbreviate_tag_description(upos: str) -> str:
    """Return an abbreviation of a tag, to show under a word; "" for punctuation and unknown tags."""
    short = _TAG_NAMES.get(upos, ("", ""))[1]
    return _tr(short) if short else ""


def describe_features(feats: str) -> list[str]:
    """Return the meaning of each feature in a FEATS cell; an unknown one stays as written, with a colon for the equals
    sign."""
    descriptions = []
    for pair in feats.split("|") if feats != EMPTY else ():
        possessor = _POSSESSOR_FEATURE.fullmatch(pair)
        meaning = _FEATURE_MEANINGS.get(f"{possessor[1]}={possessor[2]}" if possessor else pair)
        if meaning is None:
            descriptions.append(pair.replace("=", ": "))
        elif possessor:
            descriptions.append(_tr("possessor: {0}").format(_tr(meaning)))
        else:
            descriptions.append(_tr(meaning))
    return descriptions


def describe_relation(deprel: str, head: str) -> str:
    """Describe the relation of a word to its head, a word form, in plain words; "" if there is no relation."""
    if deprel == EMPTY:
        return ""
    if not head and deprel != "root":
        return deprel
    phrase = _RELATION_PHRASES.get(deprel) or _RELATION_PHRASES.get(deprel.partition(":")[0])
    if phrase is None:
        return _tr("{0} of {1}").format(deprel, head)
    return _tr(phrase).format(head)
