"""Trees as spans over the words that a convention leaves in them."""

from collections import Counter
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import accumulate

from spectral_core.data import Tree
from spectral_core.data.tree import TRACE, category

DELETED_TAGS = frozenset((",", ":", "``", "''", "."))  # tags whose words EVALB takes out with COLLINS.prm
UNCOUNTED_LABELS = DELETED_TAGS | {
    "TOP",
    "",
}  # labels of phrases that are not counted: EVALB's, and the empty outer one
EQUIVALENT_LABELS = {"PRT": "ADVP"}
# Tags that Klein and Manning take out of Penn trees, with currency signs; then those of STTS and UPOS.
KLEIN_MANNING_TAGS = frozenset((*DELETED_TAGS, "-LRB-", "-RRB-", "#", "$", "$,", "$.", "$(", "$[", "PUNCT"))
LabelledSpan = tuple[str, int, int]  # label, start, end: half-open, in the words that are left


def extract_labelled_brackets(tree: Tree) -> Counter[LabelledSpan]:
    """Return the brackets that EVALB counts with COLLINS.prm, over the words that are left."""
    scored_tree = ScoredTree(tree)
    return Counter(scored_tree.get_labelled_spans(scored_tree.number_kept_words(DELETED_TAGS)))


def extract_unlabelled_brackets(tree: Tree, punctuation: AbstractSet[str] = KLEIN_MANNING_TAGS) -> set[tuple[int, int]]:
    """Return the spans that Klein and Manning count, over the words that are left, the whole sentence among them."""
    scored_tree = ScoredTree(tree)
    return scored_tree.get_unlabelled_spans(scored_tree.number_kept_words(punctuation))


@lru_cache(maxsize=4096)
def normalise_label(label: str) -> str:
    """Return the label that EVALB compares, without functions, or "" if it does not count the bracket."""
    bare_label = category(label)
    return "" if bare_label in UNCOUNTED_LABELS else EQUIVALENT_LABELS.get(bare_label, bare_label)


class ScoredTree:
    """Words of a tree without traces, and its phrases as spans over them; made once for all conventions."""

    __slots__ = ("spans", "tags", "words")

    def __init__(self, tree: Tree) -> None:
        self.words: list[str] = []
        self.tags: list[str] = []
        for tag, word in tree.leaves():
            if tag != TRACE:
                self.words.append(word)
                self.tags.append(tag)
        self.spans = tree.spans()

    def number_kept_words(self, deleted: AbstractSet[str]) -> list[int]:
        """Return the number of words before each position, the last one past the end, that are left when those with
        deleted tags go."""
        return [0, *accumulate(tag not in deleted for tag in self.tags)]

    def select_words(self, deleted: AbstractSet[str]) -> list[str]:
        return [word for word, tag in zip(self.words, self.tags, strict=True) if tag not in deleted]

    def get_labelled_spans(self, positions: list[int]) -> list[LabelledSpan]:
        labelled_spans = []
        for start, end, label in self.spans:
            name = normalise_label(label)
            first, last = positions[start], positions[end]
            if name and first < last:
                labelled_spans.append((name, first, last))
        return labelled_spans

    def get_unlabelled_spans(self, positions: list[int]) -> set[tuple[int, int]]:
        spans = {(positions[start], positions[end]) for start, end, _ in self.spans}
        return {(start, end) for start, end in spans if end - start > 1}


def make_scored_tree(tree: Tree | None) -> ScoredTree | None:
    return None if tree is None else ScoredTree(tree)
