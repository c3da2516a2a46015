"""Relations for the trees of parsers that find only arcs, and restoring of lifted (pseudo-projective) arcs by them."""

from collections.abc import Iterable, Iterator, Sequence

from spectral_core.data import EMPTY, FREE, Constraints, Sentence, Treebank
from spectral_core.data.dependencies import LIFTED_MARK, PATH_MARK, deprojectivise, is_projective, is_tree, projectivise
from spectral_core.errors import DataError
from spectral_core.models.parsing.labeller import Labeller
from spectral_core.progress import Report, ignore_progress

LabelledHeads = tuple[tuple[int, ...], tuple[str, ...]]  # heads and relations


def train_labeller(
    treebank: Treebank, column: str, seed: int, lifted: bool, report: Report = ignore_progress
) -> Labeller | None:
    """Train a labeller on a treebank, or return None without relations; with `lifted`, relations also mark lifted arcs,
    so that they can be restored."""
    if lifted:
        treebank = Treebank.of(_lift_arcs(treebank))
    try:
        return Labeller.learn(treebank, report, seed, column)
    except DataError:
        return None


def _lift_arcs(treebank: Treebank) -> Iterator[Sentence]:
    for sentence in treebank:
        if sentence.readable and is_tree(sentence.heads) and not is_projective(sentence.heads):
            yield sentence.with_heads(*projectivise(sentence.heads, sentence.deprels))
        else:
            yield sentence


def complete_tree(
    sentence: Sentence, heads: tuple[int, ...], labeller: Labeller | None, constraints: Constraints
) -> Sentence:
    """Return the sentence with these heads and relations: those locked, the labeller's, or those it has."""
    return complete_trees(sentence, [heads], labeller, constraints)[0]


def complete_trees(
    sentence: Sentence, trees: Sequence[tuple[int, ...]], labeller: Labeller | None, constraints: Constraints
) -> list[Sentence]:
    """Complete several trees of one sentence, which is quicker than one by one."""
    locked = dict(constraints.required_labels)
    labelled_trees: list[LabelledHeads] = []
    tree_labels = [()] * len(trees) if labeller is None else labeller.label_trees(sentence, trees, locked)
    has_marks = _has_marks(set().union(*tree_labels))
    for heads, labels in zip(trees, tree_labels, strict=True):
        if labeller is None:
            pairs = zip(heads, sentence.heads, sentence.deprels, strict=True)
            labels = tuple(label if head == old_head else EMPTY for head, old_head, label in pairs)
        elif has_marks:
            heads, labels = _restore_lifted(heads, labels, constraints)
        if locked:
            labels = tuple(locked.get(word, label) for word, label in enumerate(labels, 1))
        labelled_trees.append((heads, labels))
    return sentence.with_dependency_trees(labelled_trees)


def complete_all(sentences: Sequence[Sentence], heads: Sequence[tuple[int, ...]], labeller: Labeller) -> list[Sentence]:
    """Complete one tree for each of many sentences without locks, which is quicker than one by one."""
    trees = zip(heads, labeller.label_all(sentences, heads), strict=True)
    return [
        sentence.with_heads(*_restore_lifted(tree_heads, labels, FREE))
        for sentence, (tree_heads, labels) in zip(sentences, trees, strict=True)
    ]


def _restore_lifted(heads: tuple[int, ...], labels: tuple[str, ...], constraints: Constraints) -> LabelledHeads:
    """Restore lifted arcs unless that breaks a lock; remove the marks from the relations."""
    if not _has_marks(labels):
        return heads, labels
    restored, unmarked = deprojectivise(heads, labels)
    arcs = {(head, word) for word, head in enumerate(restored, 1)}
    satisfies_locks = constraints.required_arcs <= arcs and not constraints.forbidden_arcs & arcs
    return (restored if satisfies_locks and not constraints.required_spans else heads), unmarked


def _has_marks(labels: Iterable[str]) -> bool:
    text = " ".join(labels)
    return LIFTED_MARK in text or PATH_MARK in text
