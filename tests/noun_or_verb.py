"""Sentences in which a word is a noun or a verb by its head alone."""

from __future__ import annotations

import numpy as np

from spectral_core.data import Sentence

_NAMES = ("ana", "bo", "cy", "dee", "eli", "flo", "gus", "hal", "ida", "jo")
_AMBIGUOUS = ("run", "walk", "call", "fight", "hope", "love", "play", "talk", "visit", "help")


def make_noun_or_verb(word: str, is_noun: bool, first: str, second: str) -> Sentence:
    """`first saw WORD second`: the word is a noun if `saw` is its head, and a verb if it is the root. Nothing but the
    tree tells which: the words are the same."""
    return Sentence.of(
        [first, "saw", word, second],
        lemmas=[first, "see" if is_noun else "saw", word, second],
        upos=["PROPN", "VERB" if is_noun else "ADV", "NOUN" if is_noun else "VERB", "PROPN"],
        xpos=["_"] * 4,
        feats=["_", "_", "Number=Sing" if is_noun else "VerbForm=Fin", "_"],
        heads=[2, 0, 2, 3] if is_noun else [3, 3, 0, 3],
        deprels=["nsubj", "root", "obj", "nmod"] if is_noun else ["nsubj", "advmod", "root", "obj"],
    )


def make_noun_or_verb_corpus(size: int) -> list[Sentence]:
    """Such sentences at random; nouns are a little more frequent."""
    rng = np.random.default_rng(0)
    return [
        make_noun_or_verb(str(rng.choice(_AMBIGUOUS)), bool(rng.random() < 0.6), *map(str, rng.choice(_NAMES, 2)))
        for _ in range(size)
    ]
