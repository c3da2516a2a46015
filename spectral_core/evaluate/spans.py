"""Trees as spans over the words that a convention leaves in them."""

from collections import Counter
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import accumulate

from spectral_core.data import Tree
from spectral_core.data.tree import TRACE, category

DELETED = frozenset((",", ":", "``", "''", "."))  # tags whose words EVALB takes out with COLLINS.prm
UNCOUNTED = DELETED | {"TOP", ""}  # labels of phrases that are not counted: EVALB's, and the empty outer one
EQUIVALENT = {"PRT": "ADVP"}
# What Klein and Manning take out of Penn trees, currency signs included; then the STTS and universal tags.
KLEIN_MANNING = frozenset((*DELETED, "-LRB-", "-RRB-", "#", "$", "$,", "$.", "$(", "$[", "PUNCT"))
Labelled = tuple[str, int, int]  # label, start, end: half-open, in the words that are left


def labelled_brackets(tree: Tree) -> Counter[Labelled]:
    """The brackets that EVALB counts with COLLINS.prm, over the words that are left."""
    reading = ScoredTree(tree)
    return Counter(reading.labelled(reading.kept(DELETED)))


def unlabelled_brackets(tree: Tree, punctuation: AbstractSet[str] = KLEIN_MANNING) -> set[tuple[int, int]]:
    """The spans that Klein and Manning count, over the words that are left; the whole sentence is among them."""
    reading = ScoredTree(tree)
    return reading.unlabelled(reading.kept(punctuation))


@lru_cache(maxsize=4096)
def counted_label(label: str) -> str:
    """The label that EVALB compares, without functions, or "" where it does not count the bracket."""
    plain = category(label)
    return "" if plain in UNCOUNTED else EQUIVALENT.get(plain, plain)


class ScoredTree:
    """A tree's words without traces, and its phrases as spans over them; made once for all conventions."""

    __slots__ = ("spans", "tags", "words")

    def __init__(self, tree: Tree) -> None:
        self.words: list[str] = []
        self.tags: list[str] = []
        for tag, word in tree.leaves():
            if tag != TRACE:
                self.words.append(word)
                self.tags.append(tag)
        self.spans = tree.spans()

    def kept(self, deleted: AbstractSet[str]) -> list[int]:
        """How many words before each place, the last one past the end, are left when those of `deleted` tags go."""
        return [0, *accumulate(tag not in deleted for tag in self.tags)]

    def words_kept(self, deleted: AbstractSet[str]) -> list[str]:
        return [word for word, tag in zip(self.words, self.tags, strict=True) if tag not in deleted]

    def labelled(self, kept: list[int]) -> list[Labelled]:
        found = []
        for start, end, label in self.spans:
            name = counted_label(label)
            first, last = kept[start], kept[end]
            if name and first < last:
                found.append((name, first, last))
        return found

    def unlabelled(self, kept: list[int]) -> set[tuple[int, int]]:
        spans = {(kept[start], kept[end]) for start, end, _ in self.spans}
        return {(start, end) for start, end in spans if end - start > 1}


def read(tree: Tree | None) -> ScoredTree | None:
    return None if tree is None else ScoredTree(tree)
