"""Resolve conflicts between local and external changes as the user chose; what is given up stays in the journal."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import replace

from spectral_core.data import Sentence, Treebank
from spectral_core.project.cells import diff_sentences
from spectral_core.project.documents import Conflict, Document, with_appended
from spectral_core.project.journal import JournalEntry
from spectral_core.project.texts import StoredText, to_stored_text

BOTH, LOCAL, EXTERNAL = "both", "mine", "theirs"


def resolve_conflict(conflict: Conflict, choice: str = BOTH) -> Sentence | None:
    """Return the sentence after a choice; None where it stays removed."""
    if choice not in (BOTH, LOCAL, EXTERNAL):
        raise ValueError(f"a conflict is settled by both, mine or theirs, not by {choice!r}")
    if choice == LOCAL or (choice == BOTH and conflict.external is None):
        return conflict.local
    return conflict.merged if choice == BOTH and conflict.merged is not None else conflict.external


def resolve_conflicts(document: Document, choices: Mapping[int, str]) -> tuple[Document, list[JournalEntry]]:
    """Return the document without conflicts, and the journal entries that keep what was given up."""
    entries: list[JournalEntry] = []
    results: list[tuple[int, Sentence | None]] = []
    kept_numbers: list[int] = []
    appended: list[StoredText | None] = []
    for position, (number, conflict) in enumerate(zip(document.in_conflict, document.conflicts, strict=True)):
        result = resolve_conflict(conflict, choices.get(position, BOTH))
        cells = () if result is None else diff_sentences(conflict.local, result)
        local_text = to_stored_text(conflict.local, document.treebank.format)
        other_texts = (
            None if sentence is None else _to_stored_text(document, conflict.index, sentence)
            for sentence in (result, conflict.external)
        )
        entry = JournalEntry(document.name, number, conflict.index, cells, local_text, *other_texts)
        entries.append(entry)
        results.append((number, result))
        if conflict.external is None and result is not None:
            kept_numbers.append(number)
            appended.append(entry.after)
    treebank = with_appended(document.treebank, appended)
    numbers = document.base.numbers
    assert numbers is not None  # a file that was changed outside has numbers of its own
    marks, all_appended = document.base.marks + bytes(8 * len(kept_numbers)), (*document.base.appended, *kept_numbers)
    base = replace(document.base, marks=marks, numbers=numbers + array("I", kept_numbers), appended=all_appended)
    resolved = Document(document.name, document.path, treebank, base, document.stamp, False, dict(document.pending))
    for number, result in results:
        index = resolved.index_of(number)
        if result is not None and index is not None and result != resolved.chunks[index]:
            resolved.pending[index] = replace(result, line=resolved.chunks.lines[index])
    resolved.base = replace(base, pending=resolved.pending_numbers())
    return resolved, entries


def merge_by_default(document: Document) -> Treebank:
    """Return the document as if every conflict were resolved by "both"; nothing is recorded."""
    return resolve_conflicts(document, {})[0].current_treebank() if document.conflicts else document.current_treebank()


def _to_stored_text(document: Document, index: int, sentence: Sentence) -> StoredText:
    return to_stored_text(sentence, document.treebank.format) if index < 0 else document.to_stored_text(index, sentence)
