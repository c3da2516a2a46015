"""Training sentences of dependency parsers: selection of those with tags and trees, and lifting of crossing arcs."""

from collections import Counter
from collections.abc import Iterator, Sequence

from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.data.dependencies import is_projective, is_tree, projectivise
from spectral_core.errors import DataError
from spectral_core.progress import Progress, Report, track_progress

BLOCK_SIZE = 1000  # sentences between progress reports

_SKIP_REASONS = {
    "unreadable": "could not be read", "no_words": "have no words", "empty_column": "have no tags",
    "no_heads": "lack heads", "no_tree": "have heads that are no tree (circles, a word under itself, or several roots)",
    "non_projective": "have crossing arcs, which can be lifted (-s crossing=lifted)",
}  # fmt: skip
_MAX_SAMPLE = 100  # sentences; measuring must be cheap compared with training


def other_tag_column(column: str) -> str:
    """Return the tag column that is not `column`: upos for xpos, xpos for upos."""
    return "upos" if column == "xpos" else "xpos"


def has_any_tag(sentence: Sentence, column: str) -> bool:
    """Return whether any word has a tag in the column."""
    tags = sentence.column(column)
    return tags.count(EMPTY) < len(tags)


def has_tree(sentence: Sentence, column: str) -> bool:
    """Return whether a sentence has tags, and heads that form a tree, projective or not."""
    return sentence.is_readable and has_any_tag(sentence, column) and is_tree(sentence.heads)


def find_projective_heads(sentence: Sentence) -> tuple[int, ...]:
    """Return the heads of a sentence with crossing arcs lifted; empty if they do not form a tree."""
    if not sentence.forms or not is_tree(sentence.heads):
        return ()
    heads = tuple(head or 0 for head in sentence.heads)
    return heads if is_projective(heads) else projectivise(heads, sentence.deprels)[0]


def require_tree(sentence: Sentence) -> None:
    """Raise DataError if the heads of a sentence do not form a tree."""
    if not is_tree(sentence.heads):
        raise DataError(
            f"the sentence {' '.join(sentence.forms[:8])!r} has no complete dependency tree to score; "
            "parse it with a dependency parser first"
        )


def require_projective_heads(sentence: Sentence) -> tuple[int, ...]:
    """Return the heads of a sentence with crossing arcs lifted; DataError if they do not form a tree."""
    require_tree(sentence)
    return find_projective_heads(sentence)


def read_projective_trees(
    treebank: Treebank, column: str, lifted: bool, title: str, skipped: Counter[str], report: Report
) -> Iterator[tuple[Sentence, tuple[int, ...]]]:
    """Yield the training sentences with projective heads: crossing arcs are lifted to the nearest projective heads if
    `lifted`, else the sentence is left out. Sentences left out are counted in `skipped`, by reason. DataError, which
    names the model `title`, if no sentence is usable."""
    is_any_usable = False
    for sentence, heads in _read_usable_trees(treebank, column, skipped, report):
        if is_projective(heads):
            yield sentence, heads
        elif lifted:
            yield sentence, projectivise(heads, sentence.deprels)[0]
        else:
            skipped["non_projective"] += 1
            continue
        is_any_usable = True
    if not is_any_usable:
        raise _make_no_sentences_error(column, title, skipped)


def read_dependency_trees(
    treebank: Treebank, column: str, title: str, skipped: Counter[str], report: Report
) -> Iterator[tuple[Sentence, tuple[int, ...]]]:
    """Yield the training sentences with their heads, projective or not; otherwise like `read_projective_trees`."""
    is_any_usable = False
    for pair in _read_usable_trees(treebank, column, skipped, report):
        is_any_usable = True
        yield pair
    if not is_any_usable:
        raise _make_no_sentences_error(column, title, skipped)


def sample_evenly(sentences: Sequence[Sentence]) -> Sequence[Sentence]:
    """Return at most _MAX_SAMPLE of the sentences, at even intervals, on which accuracy is measured during training."""
    return sentences[:: max(1, -(-len(sentences) // _MAX_SAMPLE))]


def _read_usable_trees(
    treebank: Treebank, column: str, skipped: Counter[str], report: Report
) -> Iterator[tuple[Sentence, tuple[int, ...]]]:
    """Yield the sentences that have tags and a tree, with their heads; count the others in `skipped`."""
    total = len(treebank)
    for sentence in track_progress(treebank, "count", total, report, BLOCK_SIZE):
        reason = _find_skip_reason(sentence, column)
        if reason:
            skipped[reason] += 1
        else:
            yield sentence, tuple(head or 0 for head in sentence.heads)
    report(Progress("count", total, total))


def _make_no_sentences_error(column: str, title: str, skipped: Counter[str]) -> DataError:
    """Make the error that says why no sentence is usable."""
    if skipped["empty_column"]:
        return DataError(f"the column {column} is empty in this treebank; set column to one that is filled")
    reasons = [f"{count} of its sentences {_SKIP_REASONS[reason]}" for reason, count in skipped.items() if count]
    why = "; ".join(reasons) or "there is no sentence"
    return DataError(f"there is nothing to learn {title} from: {why}")


def _find_skip_reason(sentence: Sentence, column: str) -> str:
    """Return why a sentence cannot be used for training, as a key of _SKIP_REASONS; "" if it can."""
    if not sentence.is_readable:
        return "unreadable"
    if not sentence.forms:
        return "no_words"
    if not has_any_tag(sentence, column):
        return "empty_column"
    if not sentence.has_heads:
        return "no_heads"
    return "" if is_tree(sentence.heads) else "no_tree"
