"""Tags, features and relations of Universal Dependencies in plain words, for readers who do not know the labels."""

from __future__ import annotations

import re

from spectral_core.data import EMPTY
from spectral_gui.resources import translating

_tr = translating("plain")

# of each tag what it means, and in a few letters, to stand under a word
_TAGS = {
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
_VALUES = {  # of each feature, with what they mean
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
_FEATURES = {
    f"{name}={value}": meaning
    for name, row in _VALUES.items()
    for value, _, meaning in (one.partition(" ") for one in row.split("; "))
}
_RELATIONS = {
    "acl": "clause that describes {0}",
    "acl:relcl": "relative clause on {0}",
    "advcl": "adverbial clause of {0}",
    "advmod": "adverb to {0}",
    "amod": "adjective to {0}",
    "appos": "apposition to {0}",
    "aux": "auxiliary of {0}",
    "case": "marks the case of {0}",
    "cc": "joins {0} to what stands before",
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
    "parataxis": "stands beside {0}",
    "punct": "punctuation of {0}",
    "root": "the centre of the sentence",
    "vocative": "address to {0}",
    "xcomp": "completes {0}, with its subject from there",
}
_OF_POSSESSOR = re.compile(r"(\w+)\[psor\]=(\w+)")


def tag(upos: str) -> str:
    """What a tag means; the tag itself where it is none of the universal ones."""
    return _tr(_TAGS[upos][0]) if upos in _TAGS else ("" if upos == EMPTY else upos)


def short_tag(upos: str) -> str:
    """The same in a few letters, to stand under a word; "" for marks and what is not known."""
    short = _TAGS.get(upos, ("", ""))[1]
    return _tr(short) if short else ""


def features(feats: str) -> list[str]:
    """What each feature means; one that is not known stays as it is written, with a space for the sign."""
    said = []
    for pair in feats.split("|") if feats != EMPTY else ():
        possessor = _OF_POSSESSOR.fullmatch(pair)
        known = _FEATURES.get(f"{possessor[1]}={possessor[2]}" if possessor else pair)
        if known is None:
            said.append(pair.replace("=", ": "))
        elif possessor:
            said.append(_tr("possessor: {0}").format(_tr(known)))
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
        return _tr("{0} of {1}").format(deprel, head)
    return _tr(known).format(head)
