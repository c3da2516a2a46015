"""Which sentences a dependency parser can be learnt from, what becomes of crossing arcs, and why others cannot."""

from collections import Counter
from collections.abc import Iterator

from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.data.dependencies import is_projective, is_tree
from spectral_core.data.lifting import projectivised
from spectral_core.errors import DataError
from spectral_core.progress import Progress, Report, watched

BLOCK = 1000  # sentences between two reports

_REASONS = {
    "unreadable": "could not be read", "no_words": "have no words", "empty_column": "have no tags",
    "no_heads": "lack heads", "no_tree": "have heads that are no tree (circles, a word under itself, or several roots)",
    "non_projective": "have crossing arcs, which can be lifted (-s crossing=lifted)",
}  # fmt: skip


def other_of(column: str) -> str:
    return "upos" if column == "xpos" else "xpos"


def has_tags(sentence: Sentence, column: str) -> bool:
    """Whether some word has a tag."""
    tags = sentence.column(column)
    return tags.count(EMPTY) < len(tags)


def has_tree(sentence: Sentence, column: str) -> bool:
    """Whether a sentence has tags to read, and heads that are a tree to compare with; its arcs may cross."""
    return sentence.readable and has_tags(sentence, column) and is_tree(sentence.heads)


def projective_heads(sentence: Sentence) -> tuple[int, ...]:
    """The heads of a sentence, lifted where arcs cross; nothing where they are no tree."""
    if not sentence.forms or not is_tree(sentence.heads):
        return ()
    heads = tuple(head or 0 for head in sentence.heads)
    return heads if is_projective(heads) else projectivised(heads, sentence.deprels)[0]


def scored_heads(sentence: Sentence) -> tuple[int, ...]:
    """The same of a sentence whose tree is to be scored; DataError where it has none."""
    heads = projective_heads(sentence)
    if not heads:
        raise DataError(
            f"the sentence {' '.join(sentence.forms[:8])!r} has no whole tree of heads to be scored; "
            "parse it with a dependency parser first"
        )
    return heads


def projective_trees(
    treebank: Treebank, column: str, lifted: bool, title: str, skipped: Counter[str], report: Report
) -> Iterator[tuple[Sentence, tuple[int, ...]]]:
    """The sentences that can be learnt from, with their heads; where arcs cross, these are `lifted` to the nearest
    heads where nothing crosses, or the sentence is left out. Those left out are counted in `skipped`, by reason.
    DataError where none is left, which says what `title` could not be learnt from."""
    found = False
    for sentence, heads in _sound(treebank, column, skipped, report):
        if is_projective(heads):
            yield sentence, heads
        elif lifted:
            yield sentence, projectivised(heads, sentence.deprels)[0]
        else:
            skipped["non_projective"] += 1
            continue
        found = True
    if not found:
        raise _nothing_left(column, title, skipped)


def dependency_trees(
    treebank: Treebank, column: str, title: str, skipped: Counter[str], report: Report
) -> Iterator[tuple[Sentence, tuple[int, ...]]]:
    """The sentences that can be learnt from, with their heads, also where arcs cross; else as `projective_trees`."""
    found = False
    for pair in _sound(treebank, column, skipped, report):
        found = True
        yield pair
    if not found:
        raise _nothing_left(column, title, skipped)


def _sound(
    treebank: Treebank, column: str, skipped: Counter[str], report: Report
) -> Iterator[tuple[Sentence, tuple[int, ...]]]:
    total = len(treebank)
    for sentence in watched(treebank, "count", total, report, BLOCK):
        reason = _lacking(sentence, column)
        if reason:
            skipped[reason] += 1
        else:
            yield sentence, tuple(head or 0 for head in sentence.heads)
    report(Progress("count", total, total))


def _nothing_left(column: str, title: str, skipped: Counter[str]) -> DataError:
    if skipped["empty_column"]:
        return DataError(f"the column {column} is empty in this treebank; set column to one that is filled")
    reasons = [f"{count} of its sentences {_REASONS[reason]}" for reason, count in skipped.items() if count]
    why = "; ".join(reasons) or "there is no sentence"
    return DataError(f"there is nothing to learn {title} from: {why}")


def _lacking(sentence: Sentence, column: str) -> str:
    """Why nothing can be learnt from a sentence; nothing where it has tags and a tree."""
    if not sentence.readable:
        return "unreadable"
    if not sentence.forms:
        return "no_words"
    if not has_tags(sentence, column):
        return "empty_column"
    if not sentence.has_heads:
        return "no_heads"
    return "" if is_tree(sentence.heads) else "no_tree"
