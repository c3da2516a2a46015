"""Random trees for the tests that hold for every tree."""

from __future__ import annotations

from hypothesis import strategies as st

from spectral_core.data import Tree

TAGS = ("NN", "DT", "VB", "CC", ",", ".", "-LRB-", "POS", "JJ", "$")
PHRASES = ("S", "NP", "VP", "PP", "NP-SBJ-1", "VP=2", "PRT|ADVP", "X", "QP", "UCP")
ODD = st.text("@+\\-=|<>[] ^NP_", max_size=4)  # everything that binarisation and chains give a meaning to
WORDS = st.text("abcäß-+@*\\", min_size=1, max_size=3)


def trees(
    tags: st.SearchStrategy[str] | None = None,
    phrases: st.SearchStrategy[str] | None = None,
    words: st.SearchStrategy[str] = WORDS,
    loose: bool = False,
    leaves: int = 14,
) -> st.SearchStrategy[Tree]:
    """Trees whose root is a phrase; with `loose` words also stand directly under phrases."""
    tag_labels = st.sampled_from((*TAGS, "-NONE-")) if tags is None else tags
    phrase_labels = st.sampled_from(PHRASES) if phrases is None else phrases
    leaf = st.builds(lambda label, word: Tree(label, (word,)), tag_labels, words)

    def over(below: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
        child = below | words if loose else below
        return st.builds(
            lambda label, children: Tree(label, tuple(children)), phrase_labels, st.lists(child, min_size=1, max_size=5)
        )

    return over(st.recursive(leaf, over, max_leaves=leaves))
