"""Names for linguists of the elements of labels and the statistics of a ranker, in explanations of scores."""

import re

_BEFORE, _NEXT = "the word before", "the next word"
_WITH_NEIGHBOURS = {
    **{f"end{letters}(w)": f"last {letters} letters" for letters in (2, 3, 4, 5)},
    **{f"begin{letters}(w)": f"first {letters} letters" for letters in (2, 3)},
    **{f"begin{letters}(w) end{letters}(w)": f"first and last {letters} letters" for letters in (2, 3)},
}
for _sign, _word in (("p", _BEFORE), ("n", _NEXT)):
    _WITH_NEIGHBOURS |= {
        _sign: _word.removeprefix("the "), f"w {_sign}": f"word and {_word.removeprefix('the ')}",
        f"first({_sign})": f"first letter of {_word}", f"last({_sign})": f"last letter of {_word}",
        f"w first({_sign})": f"word, and first letter of {_word}",
        f"w last({_sign})": f"word, and last letter of {_word}", f"end3({_sign})": f"last 3 letters of {_word}",
        f"begin2({_sign})": f"first 2 letters of {_word}",
        f"begin2({_sign}) end2({_sign})": f"first and last 2 letters of {_word}",
        f"begin2(w) end2(w) begin2({_sign}) end2({_sign})": f"first and last 2 letters, and those of {_word}",
        f"classes({_sign})": f"readings that {_word} may have",
        f"set(w) set({_sign})": f"parts of speech that it and {_word} may have",
        f"classes(w) {_sign}": f"readings that it may have, and {_word}", f"SYNTAX({_sign})": f"inflection of {_word}",
        f"LEMMA({_sign})": f"lemma of {_word}", f"TAG({_sign})": f"whole tag of {_word}",
        f"SYNTAX({_sign}) w": f"word, and inflection of {_word}", f"TAG({_sign}) w": f"word, and whole tag of {_word}",
        f"SYNTAX({_sign}) classes(w)": f"readings that it may have, and inflection of {_word}",
    }  # fmt: skip
STATISTICS = {
    "frequency": "how frequent it is", "offered": "offered by the analyser", "seen": "seen with this word before",
    "w": "word", "last(w)": "last letter", "shape(w)": "length, first 2 letters and last letter",
    "kind(w)": "capitals and signs, and whether it begins the sentence",
    "kind(w) end3(w)": "capitals and signs, and last 3 letters", "pp": "second word before", "nn": "second word after",
    "p n": "word before and next word", "pp p": "the two words before", "set(w)": "parts of speech that it may have",
    "classes(w)": "readings that it may have", "end2(w) p": "last 2 letters, and the word before",
    "short word before": "nearest short word before",
    "begin2(w) end2(w) short word before": "first and last 2 letters, and the nearest short word before",
    "CASE(p) CASE(n)": "case of the word before and of the next word",
    "CASE(pp) CASE(p)": "case of the two words before", "CASE(n) CASE(nn)": "case of the next two words",
    "CASE(p) CASE(n) set(w)": "parts of speech that it may have, and case of the words beside it",
    "LEMMA(p) CASE(n)": "lemma of the word before, and case of the next word",
    "PART(pp) CASE(p) PART(n)": "parts of speech around, and case of the word before",
    "SYNTAX(nominal before)": "inflection of the nearest noun before, and how far it is",
    "LEMMA(verb before) PART(p)": "nearest verb before, and part of speech of the word before",
    "verb before CASE(p)": "whether a verb stands before, and case of the word before",
    "SYNTAX(nominal before) p": "inflection of the nearest noun before, and the word before",
    "document": "how the lemma fits the document",
    "document x frequency": "how the lemma fits the document, by its frequency",
    "document forms": "other words of the document that may have the lemma", **_WITH_NEIGHBOURS,
}  # fmt: skip
ELEMENTS = {
    "candidate": "reading", "full": "whole analysis", "tag": "all but the lemma", "pre1": "proclitic",
    "pre2": "outer proclitics", "det": "state", "pos": "part of speech", "dpos": "subtype and voice", "suf": "endings",
    "perpos": "person", "numpos": "number", "genpos": "gender", "persuf": "person of the attached pronoun",
    "numsuf": "number of the attached pronoun", "gensuf": "gender of the attached pronoun", "pron": "attached pronoun",
    "lemma+pos": "lemma and part of speech", "lemma+upos": "lemma and part of speech", "syntax": "inflection",
    "class": "proclitic, part of speech, case and state", "pattern": "vowel pattern of the lemma",
    "lemma ending": "end of the lemma", "upos": "part of speech", "xpos": "tag of the treebank",
    "rest": "other features", "script": "how the lemma is made from the word",
    "script+tag": "how the lemma is made from the word, and its tag",
}  # fmt: skip
_LAYERS = {"psor": "of the possessor", "psed": "of the possessed"}
_LAYER = re.compile(r"(.+)\[([^\[]+)\]")
_INNER_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")


def describe_statistic(code: str) -> str:
    """Return the name of a statistic; its code if it has none."""
    return STATISTICS.get(code, code)


def describe_element(code: str) -> str:
    """Return the name of an element; attributes of Universal Dependencies in words: VerbForm is verb form."""
    description = ELEMENTS.get(code)
    if description is not None:
        return description
    layered = _LAYER.fullmatch(code)
    name, layer = layered.groups() if layered else (code, "")
    words = _INNER_CAPITAL.sub(" ", name).lower()
    return f"{words} {_LAYERS.get(layer, layer)}".rstrip()
