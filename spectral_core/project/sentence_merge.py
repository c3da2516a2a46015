"""Cell-by-cell comparison of two states of a sentence, and three-way merge of two changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from spectral_core.data import EMPTY, Analysis, Sentence
from spectral_core.data.dependencies import find_cycle, find_roots
from spectral_core.data.sentence import COLUMNS

_PLURAL_FIELDS = {"form": "forms", "lemma": "lemmas", "head": "heads", "deprel": "deprels", "analysis": "analyses"}
# columns of words, by the field that holds them; heads and their labels belong together
_FIELD_BY_COLUMN = {name: _PLURAL_FIELDS.get(name, name) for name in (*COLUMNS[:5], "head", *COLUMNS[5:], "analysis")}
_ATTACHMENT_COLUMNS = ("head", "deprel", "deps")
_SENTENCE_FIELDS = ("comments", "ranges", "empty_nodes", "candidates")
_TREE_COLUMNS = ("form", "xpos")  # also part of a tree


@dataclass(frozen=True, slots=True)
class Cell:
    """A changed value of a sentence: a column at a word, or a field of the whole sentence."""

    column: str  # form, lemma, ..., head, analysis; comments, ranges, empty_nodes, candidates, tree, words
    word: int  # counted from 1; 0 for the whole sentence
    before: str = ""  # display text; empty for trees and words, which are shown in the two texts
    after: str = ""


@dataclass(frozen=True, slots=True)
class MergeResult:
    """Two changes merged in one sentence; where both changed a cell, it has the external value and is listed as a
    clash."""

    sentence: Sentence
    clashes: tuple[Cell, ...]  # before: the local value, after: the external one


def diff_sentences(before: Sentence, after: Sentence) -> tuple[Cell, ...]:
    """Return the cells that differ; a single cell `words` where the numbers of words differ."""
    if len(before) != len(after):
        return (Cell("words", 0),)
    cells: list[Cell] = []
    for column in _FIELD_BY_COLUMN:
        old, new = _get_column_values(before, column), _get_column_values(after, column)
        if old is not new and old != new:
            pairs = enumerate(zip(old, new, strict=True), 1)
            cells.extend(
                Cell(column, word, _format_value(old_value), _format_value(new_value))
                for word, (old_value, new_value) in pairs
                if old_value != new_value
            )
    for name in _SENTENCE_FIELDS:
        old_value, new_value = getattr(before, name), getattr(after, name)
        if old_value != new_value:
            cells.append(
                Cell(name, 0, "\n".join(old_value), "\n".join(new_value)) if name == "comments" else Cell(name, 0)
            )
    if before.tree != after.tree:
        cells.append(Cell("tree", 0))
    return tuple(cells)


def merge_changes(base: Sentence, local: Sentence, external: Sentence) -> MergeResult | None:
    """Merge two changes of `base` in one sentence; None if they are incompatible: words were added or removed, a side
    is unreadable, or the result would have a cycle or a number of roots that neither side has."""
    sides = (base, local, external)
    if not all(side.is_readable for side in sides) or not (
        _has_same_positions(base, local) and _has_same_positions(base, external)
    ):
        return None
    in_tree = any(side.tree is not None for side in sides)
    clashes: list[Cell] = []
    columns: dict[str, list[object]] = {}
    for column in _FIELD_BY_COLUMN:
        if in_tree and column in _TREE_COLUMNS:
            continue
        chosen, clash_indices = _merge_values(*(_get_column_values(side, column) for side in sides))
        columns[column] = chosen
        old, new = _get_column_values(local, column), _get_column_values(external, column)
        clashes.extend(
            Cell(column, clash_index + 1, _format_value(old[clash_index]), _format_value(new[clash_index]))
            for clash_index in clash_indices
        )
    clashes += _merge_attachments(columns, *sides)
    sentence_fields: dict[str, object] = {}
    for name in _SENTENCE_FIELDS:
        old, local_value, external_value = (getattr(side, name) for side in sides)
        sentence_fields[name] = (
            external_value if local_value == old else local_value if external_value == old else external_value
        )
        if local_value not in (old, external_value) and external_value != old:
            clashes.append(Cell(name, 0))
    if in_tree:
        old, local_value, external_value = ((side.tree, side.forms, side.xpos) for side in sides)
        sentence_fields["tree"], forms, tags = (
            external_value if local_value == old else local_value if external_value == old else external_value
        )
        columns["form"], columns["xpos"] = list(forms), list(tags)
        if local_value not in (old, external_value) and external_value != old:
            clashes.append(Cell("tree", 0))
    fields: dict[str, object] = {_FIELD_BY_COLUMN[column]: tuple(values) for column, values in columns.items()}
    if not any(side.analyses for side in sides):
        fields["analyses"] = ()
    fields["unanalysed"] = _merge_unanalysed(*sides, columns["analysis"])
    sentence = replace(external, source=None, **fields, **sentence_fields)  # type: ignore[arg-type]
    return (
        MergeResult(external if sentence == external else sentence, tuple(clashes))
        if _is_well_formed(sentence, local, external)
        else None
    )


def _merge_attachments(
    columns: dict[str, list[object]], base: Sentence, local: Sentence, external: Sentence
) -> list[Cell]:
    """Give each word whose attachment both sides changed, if only in different columns, that of the external side: a
    head from one side and a label from the other would be an arc that nobody chose. Return the values of the local
    side that are lost in columns that the external one did not change."""
    lost = []
    sides = [
        list(zip(*(_get_column_values(side, column) for column in _ATTACHMENT_COLUMNS), strict=True))
        for side in (base, local, external)
    ]
    for word, (old, local_values, external_values) in enumerate(zip(*sides, strict=True), 1):
        if old in (local_values, external_values) or local_values == external_values:
            continue
        values = zip(_ATTACHMENT_COLUMNS, old, local_values, external_values, strict=True)
        for column, old_value, local_value, external_value in values:
            columns[column][word - 1] = external_value
            if local_value != old_value == external_value:
                lost.append(Cell(column, word, _format_value(local_value), _format_value(external_value)))
    return lost


def _merge_values(
    base: Sequence[object], local: Sequence[object], external: Sequence[object]
) -> tuple[list[object], Iterator[int]]:
    """Merge a column three-way: return the value of each word, the external one where both sides changed it, and the
    indices where both changed it differently."""
    rows = list(zip(base, local, external, strict=True))
    chosen = [
        local_value if external_value == base_value else external_value
        for base_value, local_value, external_value in rows
    ]
    return chosen, (
        index
        for index, (base_value, local_value, external_value) in enumerate(rows)
        if local_value not in (base_value, external_value) and external_value != base_value
    )


def _merge_unanalysed(base: Sentence, local: Sentence, external: Sentence, chosen: Sequence[object]) -> tuple[int, ...]:
    """Merge the sets of unanalysed words three-way; words with a merged reading are left out."""
    if not (base.unanalysed or local.unanalysed or external.unanalysed):
        return ()
    flags = ([word in side.unanalysed for word in range(1, len(base) + 1)] for side in (base, local, external))
    merged_flags, _ = _merge_values(*flags)
    return tuple(word for word, flag in enumerate(merged_flags, 1) if flag and chosen[word - 1] is None)


def _has_same_positions(base: Sentence, changed: Sentence) -> bool:
    """Return whether the word positions of two states correspond: forms are corrected, but no word added or removed."""
    if len(base) != len(changed):
        return False
    if base.forms == changed.forms:
        return True
    steps = SequenceMatcher(None, base.forms, changed.forms, autojunk=False).get_opcodes()
    return all(kind in ("equal", "replace") and i2 - i1 == j2 - j1 for kind, i1, i2, j1, j2 in steps)


def _is_well_formed(sentence: Sentence, local: Sentence, external: Sentence) -> bool:
    """Return whether a merged sentence has no cycle, unless a side has one, and one root or as many as a side."""
    if find_cycle(sentence.heads) and not (find_cycle(local.heads) or find_cycle(external.heads)):
        return False
    return len(find_roots(sentence.heads)) in (1, len(find_roots(local.heads)), len(find_roots(external.heads)))


def _get_column_values(sentence: Sentence, column: str) -> Sequence[object]:
    """Return the values of a column, one for each word; None for each where there are no analyses."""
    values: Sequence[object] = getattr(sentence, _FIELD_BY_COLUMN[column])
    return values or (None,) * len(sentence)


def _format_value(value: object) -> str:
    """Return the value of a cell as display text; of a reading, its lemma, tag and gloss."""
    if value is None:
        return EMPTY
    if isinstance(value, Analysis):
        return " ".join((value.lemma, value.xpos if value.xpos != EMPTY else value.upos, value.gloss))
    return str(value)
