"""Selection of the sentences a dependency parser can train on, and lifting of their crossing arcs."""

from collections import Counter
from collections.abc import Iterator

from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.data.dependencies import is_projective, is_tree, projectivise
from spectral_core.errors import DataError
from spectral_core.progress import Progress, Report, track_progress

BLOCK = 1000  # sentences between progress reports

_REASONS = {
    "unreadable": "could not be read", "no_words": "have no words", "empty_column": "have no tags",
    "no_heads": "lack heads", "no_tree": "have heads that are no tree (circles, a word under itself, or several roots)",
    "non_projective": "have crossing arcs, which can be lifted (-s crossing=lifted)",
}  # fmt: skip


def other_tag_column(column: str) -> str:
    return "upos" if column == "xpos" else "xpos"


def has_tags(sentence: Sentence, column: str) -> bool:
    """Return whether some word has a tag."""
    tags = sentence.column(column)
    return tags.count(EMPTY) < len(tags)


def has_tree(sentence: Sentence, column: str) -> bool:
    """Return whether a sentence has tags, and heads that form a tree, possibly nonprojective."""
    return sentence.readable and has_tags(sentence, column) and is_tree(sentence.heads)


def projective_heads(sentence: Sentence) -> tuple[int, ...]:
    """Return the heads of a sentence, with crossing arcs lifted; empty if they are not a tree."""
    if not sentence.forms or not is_tree(sentence.heads):
        return ()
    heads = tuple(head or 0 for head in sentence.heads)
    return heads if is_projective(heads) else projectivise(heads, sentence.deprels)[0]


def require_projective_heads(sentence: Sentence) -> tuple[int, ...]:
    """Return `projective_heads` of a sentence; DataError if they are not a tree."""
    heads = projective_heads(sentence)
    if not heads:
        raise DataError(
            f"the sentence {' '.join(sentence.forms[:8])!r} has no complete dependency tree to score; "
            "parse it with a dependency parser first"
        )
    return heads


def projective_trees(
    treebank: Treebank, column: str, lifted: bool, title: str, skipped: Counter[str], report: Report
) -> Iterator[tuple[Sentence, tuple[int, ...]]]:
    """Yield the training sentences with their heads; crossing arcs are `lifted` to the nearest projective heads, or the
    sentence is skipped. Skipped sentences are counted in `skipped`, by reason. DataError, which names `title`, if none
    is left."""
    is_any_usable = False
    for sentence, heads in _usable_trees(treebank, column, skipped, report):
        if is_projective(heads):
            yield sentence, heads
        elif lifted:
            yield sentence, projectivise(heads, sentence.deprels)[0]
        else:
            skipped["non_projective"] += 1
            continue
        is_any_usable = True
    if not is_any_usable:
        raise _no_sentences_error(column, title, skipped)


def dependency_trees(
    treebank: Treebank, column: str, title: str, skipped: Counter[str], report: Report
) -> Iterator[tuple[Sentence, tuple[int, ...]]]:
    """Yield the training sentences with their heads, including nonprojective ones; otherwise like
    `projective_trees`."""
    is_any_usable = False
    for pair in _usable_trees(treebank, column, skipped, report):
        is_any_usable = True
        yield pair
    if not is_any_usable:
        raise _no_sentences_error(column, title, skipped)


def _usable_trees(
    treebank: Treebank, column: str, skipped: Counter[str], report: Report
) -> Iterator[tuple[Sentence, tuple[int, ...]]]:
    total = len(treebank)
    for sentence in track_progress(treebank, "count", total, report, BLOCK):
        reason = _reason_to_skip(sentence, column)
        if reason:
            skipped[reason] += 1
        else:
            yield sentence, tuple(head or 0 for head in sentence.heads)
    report(Progress("count", total, total))


def _no_sentences_error(column: str, title: str, skipped: Counter[str]) -> DataError:
    if skipped["empty_column"]:
        return DataError(f"the column {column} is empty in this treebank; set column to one that is filled")
    reasons = [f"{count} of its sentences {_REASONS[reason]}" for reason, count in skipped.items() if count]
    why = "; ".join(reasons) or "there is no sentence"
    return DataError(f"there is nothing to learn {title} from: {why}")


def _reason_to_skip(sentence: Sentence, column: str) -> str:
    """Return why a sentence cannot be used for training; "" if it has tags and a tree."""
    if not sentence.readable:
        return "unreadable"
    if not sentence.forms:
        return "no_words"
    if not has_tags(sentence, column):
        return "empty_column"
    if not sentence.has_heads:
        return "no_heads"
    return "" if is_tree(sentence.heads) else "no_tree"
