"""What is different between two states of a sentence, cell by cell, and the merging of two changes to one state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from spectral_core.data import EMPTY, Analysis, Sentence
from spectral_core.data.dependencies import cycle, roots
from spectral_core.data.words import COLUMNS

_PLURALS = {"form": "forms", "lemma": "lemmas", "head": "heads", "deprel": "deprels", "analysis": "analyses"}
# columns of words, by the field that holds them; heads and their labels belong together
_COLUMNS = {name: _PLURALS.get(name, name) for name in (*COLUMNS[:5], "head", *COLUMNS[5:], "analysis")}
_ATTACHMENT = ("head", "deprel", "deps")
_WHOLE = ("comments", "ranges", "empty_nodes", "candidates")
_IN_TREE = ("form", "xpos")  # what a tree says as well


@dataclass(frozen=True, slots=True)
class Cell:
    """One thing that changed in a sentence: the value of a column at a word, or what belongs to the whole sentence."""

    column: str  # form, lemma, ..., head, analysis; comments, ranges, empty_nodes, candidates, tree, words
    word: int  # counted from 1; 0 where it is of the whole sentence
    before: str = ""  # as it is shown; empty for trees and words, which the two texts show
    after: str = ""


@dataclass(frozen=True, slots=True)
class Merged:
    """Two changes in one sentence; where both touched the same cell, theirs stands and the cell is named."""

    sentence: Sentence
    clashes: tuple[Cell, ...]  # before: mine, after: theirs


def differences(before: Sentence, after: Sentence) -> tuple[Cell, ...]:
    """The cells that differ; one cell `words` where the two have not the same number of them."""
    if len(before) != len(after):
        return (Cell("words", 0),)
    found: list[Cell] = []
    for column in _COLUMNS:
        old, new = _values(before, column), _values(after, column)
        if old is not new and old != new:
            pairs = enumerate(zip(old, new, strict=True), 1)
            found.extend(Cell(column, word, _shown(one), _shown(two)) for word, (one, two) in pairs if one != two)
    for name in _WHOLE:
        one, two = getattr(before, name), getattr(after, name)
        if one != two:
            found.append(Cell(name, 0, "\n".join(one), "\n".join(two)) if name == "comments" else Cell(name, 0))
    if before.tree != after.tree:
        found.append(Cell("tree", 0))
    return tuple(found)


def merged(base: Sentence, mine: Sentence, theirs: Sentence) -> Merged | None:
    """Both changes of `base` in one sentence, or None where they cannot stand together. They cannot where words were
    added or taken away, where a side is unreadable, and where the result would have a circle or several roots that
    neither side has."""
    sides = (base, mine, theirs)
    if not all(side.readable for side in sides) or not (_same_places(base, mine) and _same_places(base, theirs)):
        return None
    in_tree = any(side.tree is not None for side in sides)
    clashes: list[Cell] = []
    columns: dict[str, list[object]] = {}
    for column in _COLUMNS:
        if in_tree and column in _IN_TREE:
            continue
        chosen, both = _choose(*(_values(side, column) for side in sides))
        columns[column] = chosen
        old, new = _values(mine, column), _values(theirs, column)
        clashes.extend(Cell(column, at + 1, _shown(old[at]), _shown(new[at])) for at in both)
    for word in {clash.word for clash in clashes if clash.column in _ATTACHMENT}:
        for column in _ATTACHMENT:  # a head of one side under a label of the other would be nobody's
            columns[column][word - 1] = _values(theirs, column)[word - 1]
    whole: dict[str, object] = {}
    for name in _WHOLE:
        old, one, two = (getattr(side, name) for side in sides)
        whole[name] = two if one == old else one if two == old else two
        if one not in (old, two) and two != old:
            clashes.append(Cell(name, 0))
    if in_tree:
        old, one, two = ((side.tree, side.forms, side.xpos) for side in sides)
        whole["tree"], forms, tags = two if one == old else one if two == old else two
        columns["form"], columns["xpos"] = list(forms), list(tags)
        if one not in (old, two) and two != old:
            clashes.append(Cell("tree", 0))
    fields: dict[str, object] = {_COLUMNS[column]: tuple(values) for column, values in columns.items()}
    if not any(side.analyses for side in sides):
        fields["analyses"] = ()
    fields["unanalysed"] = _unanalysed(*sides, columns["analysis"])
    found = replace(theirs, source=None, **fields, **whole)  # type: ignore[arg-type]
    return Merged(theirs if found == theirs else found, tuple(clashes)) if _sound(found, mine, theirs) else None


def _choose(
    base: Sequence[object], mine: Sequence[object], theirs: Sequence[object]
) -> tuple[list[object], Iterator[int]]:
    """For each word the value that one side changed it to, theirs where both did; and where both did differently."""
    rows = list(zip(base, mine, theirs, strict=True))
    chosen = [one if two == old else two for old, one, two in rows]
    return chosen, (at for at, (old, one, two) in enumerate(rows) if one not in (old, two) and two != old)


def _unanalysed(base: Sentence, mine: Sentence, theirs: Sentence, chosen: Sequence[object]) -> tuple[int, ...]:
    """The words of which both sides together say that nobody has analysed them."""
    if not (base.unanalysed or mine.unanalysed or theirs.unanalysed):
        return ()
    flags = ([word in side.unanalysed for word in range(1, len(base) + 1)] for side in (base, mine, theirs))
    marked, _ = _choose(*flags)
    return tuple(word for word, flag in enumerate(marked, 1) if flag and chosen[word - 1] is None)


def _same_places(base: Sentence, other: Sentence) -> bool:
    """Whether word 1 of the one is word 1 of the other, and so on: forms may be corrected, but none added or lost."""
    if len(base) != len(other):
        return False
    if base.forms == other.forms:
        return True
    steps = SequenceMatcher(None, base.forms, other.forms, autojunk=False).get_opcodes()
    return all(kind in ("equal", "replace") and i2 - i1 == j2 - j1 for kind, i1, i2, j1, j2 in steps)


def _sound(found: Sentence, mine: Sentence, theirs: Sentence) -> bool:
    if cycle(found.heads) and not (cycle(mine.heads) or cycle(theirs.heads)):
        return False
    return len(roots(found.heads)) in (1, len(roots(mine.heads)), len(roots(theirs.heads)))


def _values(sentence: Sentence, column: str) -> Sequence[object]:
    values: Sequence[object] = getattr(sentence, _COLUMNS[column])
    return values or (None,) * len(sentence)


def _shown(value: object) -> str:
    if value is None:
        return EMPTY
    if isinstance(value, Analysis):
        return " ".join((value.lemma, value.xpos if value.xpos != EMPTY else value.upos, value.gloss))
    return str(value)
