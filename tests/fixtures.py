"""A treebank small enough to learn from in every test: words, lemmas, tags, features, heads, trees and candidates."""

from __future__ import annotations

import re

from spectral_core.data import EMPTY, Analysis, Sentence, Tree, Treebank

ENGLISH_WORDS = "the dog and the cat were in the house of an old man who had seen it".split()  # noqa: SIM905

# One sentence a block: its tree, and below it the head and the relation of each word.
_SENTENCES = """
(S (NP (DT the) (NN cook)) (VP (VBD opened) (NP (DT a) (NN can))) (. .))
2:det 3:nsubj 0:root 5:det 3:obj 3:punct

(S (NP (PRP she)) (VP (MD can) (VP (VB swim))) (. .))
3:nsubj 3:aux 0:root 3:punct

(S (NP (DT the) (JJ old) (NN boat)) (VP (VBD leaked)) (. .))
3:det 3:amod 4:nsubj 0:root 4:punct

(S (NP (PRP they)) (VP (VBD saw) (NP (DT the) (NN boat)) (PP (IN near) (NP (DT the) (NN pier)))) (. .))
2:nsubj 0:root 4:det 2:obj 7:case 7:det 2:obl 2:punct

(S (NP (DT the) (NN saw)) (VP (VBD broke)) (. .))
2:det 3:nsubj 0:root 3:punct

(S (NP (NP (DT the) (NNS boats)) (PP (IN near) (NP (DT the) (NN pier)))) (VP (VBP leak)) (. .))
2:det 6:nsubj 5:case 5:det 2:nmod 0:root 6:punct

(S (NP (PRP she)) (VP (VBD saw) (SBAR (IN that) (S (NP (DT the) (NN can)) (VP (VBD leaked))))) (. .))
2:nsubj 0:root 6:mark 5:det 6:nsubj 2:ccomp 2:punct

(S (NP (DT an) (JJ old) (NN cook)) (VP (MD can) (VP (VB open) (NP (DT the) (NN can)))) (. .))
3:det 3:amod 5:nsubj 5:aux 0:root 7:det 5:obj 5:punct

(S (NP (PRP they)) (VP (VBP swim) (PP (IN near) (NP (DT a) (NN boat)))) (. .))
2:nsubj 0:root 5:case 5:det 2:obl 2:punct

(S (NP (DT the) (NN leak)) (VP (VBD broke) (NP (DT the) (JJ old) (NN boat))) (. .))
2:det 3:nsubj 0:root 6:det 6:amod 3:obj 3:punct

(S (S (NP (PRP they)) (VP (VBD swam))) (, ,) (CC and) (S (NP (PRP she)) (VP (VBD opened) (NP (DT the) (NN can)))) (. .))
2:nsubj 0:root 6:punct 6:cc 6:nsubj 2:conj 8:det 6:obj 2:punct

(S (VP (VB open) (NP (DT that) (NN can))) (. .))
0:root 3:det 1:obj 1:punct
"""
_UPOS = {
    "DT": "DET",
    "JJ": "ADJ",
    "NN": "NOUN",
    "NNS": "NOUN",
    "PRP": "PRON",
    "MD": "AUX",
    "IN": "ADP",
    "CC": "CCONJ",
    ",": "PUNCT",
    ".": "PUNCT",
}
_FEATS = {"NN": "Number=Sing", "NNS": "Number=Plur", "VBD": "Tense=Past", "VBP": "Tense=Pres", "VB": "VerbForm=Inf"}
_LEMMAS = {"an": "a", "boats": "boat", "broke": "break", "leaked": "leak", "opened": "open", "swam": "swim"}
_READINGS = {  # words that may be several things, by tag and lemma
    "can": ("MD can", "NN can", "VB can"),
    "saw": ("VBD see", "NN saw", "VB saw"),
    "leak": ("VBP leak", "NN leak", "VB leak"),
    "swim": ("VB swim", "VBP swim", "NN swim"),
    "open": ("VB open", "JJ open"),
    "that": ("IN that", "DT that"),
    "cook": ("NN cook", "VB cook"),
    "near": ("IN near", "JJ near"),
}


def tiny_treebank() -> Treebank:
    """Twelve sentences with every column filled."""
    blocks = _SENTENCES.strip().split("\n\n")
    return Treebank.of(_sentence(*block.split("\n")) for block in blocks)


def tree_of(text: str) -> Tree:
    """A tree written in brackets."""
    open_: list[tuple[str, list[Tree | str]]] = [("", [])]
    for bracket, label, word in re.findall(r"(\()([^\s()]*)|\)|([^\s()]+)", text):
        if bracket:
            open_.append((label, []))
        elif word:
            open_[-1][1].append(word)
        else:
            name, children = open_.pop()
            open_[-1][1].append(Tree(name, tuple(children)))
    (tree,) = open_[0][1]
    assert isinstance(tree, Tree)
    return tree


def _sentence(brackets: str, arcs: str) -> Sentence:
    tree = tree_of(brackets)
    forms, tags = tuple(tree.words()), tuple(tree.tags())
    heads, _, relations = zip(*(arc.partition(":") for arc in arcs.split()), strict=True)
    candidates = [_candidates(form) for form in forms]
    gold = [_analysis(tag, _lemma(form, tag)) for form, tag in zip(forms, tags, strict=True)]
    return Sentence.of(
        forms,
        lemmas=[one.lemma for one in gold],
        upos=[one.upos for one in gold],
        xpos=tags,
        feats=[one.feats for one in gold],
        heads=[int(head) for head in heads],
        deprels=relations,
        tree=tree,
        analyses=gold,
        candidates=[offered or (one,) for offered, one in zip(candidates, gold, strict=True)],
    )


def _lemma(form: str, tag: str) -> str:
    return "see" if (form, tag) == ("saw", "VBD") else _LEMMAS.get(form, form)


def _analysis(tag: str, lemma: str) -> Analysis:
    upos = "SCONJ" if (tag, lemma) == ("IN", "that") else _UPOS.get(tag, "VERB")
    return Analysis(lemma=lemma, upos=upos, xpos=tag, feats=_FEATS.get(tag, EMPTY))


def _candidates(form: str) -> tuple[Analysis, ...]:
    return tuple(_analysis(*reading.split()) for reading in _READINGS.get(form, ()))
