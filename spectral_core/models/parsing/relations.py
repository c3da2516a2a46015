"""Relations for the trees of a parser that finds only arcs, and crossing arcs that were lifted put back by them."""

from collections.abc import Iterable, Iterator, Sequence

from spectral_core.data import EMPTY, FREE, Constraints, Sentence, Treebank
from spectral_core.data.dependencies import is_projective, is_tree
from spectral_core.data.lifting import DOWN, UP, deprojectivised, projectivised
from spectral_core.errors import DataError
from spectral_core.models.parsing.labeller import Labeller
from spectral_core.progress import Report, silent

Tree = tuple[tuple[int, ...], tuple[str, ...]]  # heads and relations


def own_labeller(treebank: Treebank, column: str, seed: int, lifted: bool, report: Report = silent) -> Labeller | None:
    """The labeller of a treebank, or None without relations; those of `lifted` arcs say where `completed` puts them."""
    if lifted:
        treebank = Treebank.of(_lifted(treebank))
    try:
        return Labeller.learn(treebank, report, seed, column)
    except DataError:
        return None


def _lifted(treebank: Treebank) -> Iterator[Sentence]:
    for sentence in treebank:
        if sentence.readable and is_tree(sentence.heads) and not is_projective(sentence.heads):
            yield sentence.with_heads(*projectivised(sentence.heads, sentence.deprels))
        else:
            yield sentence


def completed(
    sentence: Sentence, heads: tuple[int, ...], labeller: Labeller | None, constraints: Constraints
) -> Sentence:
    """The sentence with these heads and relations: those locked, the labeller's, or those that stand there."""
    return completed_trees(sentence, [heads], labeller, constraints)[0]


def completed_trees(
    sentence: Sentence, trees: Sequence[tuple[int, ...]], labeller: Labeller | None, constraints: Constraints
) -> list[Sentence]:
    """As `completed`, for several trees of a sentence, which is quicker."""
    locked = dict(constraints.required_labels)
    made: list[Tree] = []
    named = [()] * len(trees) if labeller is None else labeller.label_trees(sentence, trees, locked)
    marked = _marked(set().union(*named))
    for heads, labels in zip(trees, named, strict=True):
        if labeller is None:
            pairs = zip(heads, sentence.heads, sentence.deprels, strict=True)
            labels = tuple(label if head == before else EMPTY for head, before, label in pairs)
        elif marked:
            heads, labels = _lowered(heads, labels, constraints)
        if locked:
            labels = tuple(locked.get(word, label) for word, label in enumerate(labels, 1))
        made.append((heads, labels))
    return sentence.with_trees(made)


def completed_all(
    sentences: Sequence[Sentence], heads: Sequence[tuple[int, ...]], labeller: Labeller
) -> list[Sentence]:
    """As `completed`, for many sentences at once and nothing locked, which is quicker."""
    trees = zip(heads, labeller.label_all(sentences, heads), strict=True)
    return [
        sentence.with_heads(*_lowered(above, labels, FREE))
        for sentence, (above, labels) in zip(sentences, trees, strict=True)
    ]


def _lowered(heads: tuple[int, ...], labels: tuple[str, ...], constraints: Constraints) -> Tree:
    """Lifted words back in their places, unless that breaks a lock; no mark stays in the relations."""
    if not _marked(labels):
        return heads, labels
    lowered, plain = deprojectivised(heads, labels)
    arcs = {(head, word) for word, head in enumerate(lowered, 1)}
    sound = constraints.required_arcs <= arcs and not constraints.forbidden_arcs & arcs
    return (lowered if sound and not constraints.required_spans else heads), plain


def _marked(labels: Iterable[str]) -> bool:
    text = " ".join(labels)
    return UP in text or DOWN in text
