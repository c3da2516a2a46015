"""Verification of a project: the journal and its seals, each stored text, and the replay over each text file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from spectral_core.errors import SpectralError
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.project import document_files
from spectral_core.project.journal import Journal
from spectral_core.project.journal_access import CHECK_FAILURE, find_journal_faults
from spectral_core.project.project import Project
from spectral_core.project.stored_texts import StoredText, to_sentence, without_readings

_BLOCK = 400  # texts read at once


@dataclass(frozen=True, slots=True)
class VerificationReport:
    """Faults (damage) and notes (resolved by the next opening) of a project."""

    faults: tuple[str, ...]
    notes: tuple[str, ...]
    edits: int


def verify_project(project: Project, report: Report = ignore_progress) -> VerificationReport:
    """Check a project and return its faults and notes as sentences; nothing is written."""
    faults: list[str] = []
    notes: list[str] = []
    journal = project.journal
    if project.notice:
        faults.append(project.notice)
    if journal is not None:
        try:
            faults.extend(find_journal_faults(journal))
            faults.extend(_find_text_and_chain_faults(journal, report))
        except SpectralError as error:
            faults.append(str(error))
    for index, name in enumerate(project.documents):
        report(Progress("opening the text files", index, len(project.documents)))
        try:
            opened = document_files.open_document(name, project.path_of(name), journal)
        except SpectralError as error:
            faults.append(str(error))
            continue
        if opened.conflicts:
            count = len(opened.conflicts)
            notes.append(f"{name} was changed outside: {count} sentence{'s' * (count != 1)} changed there and here")
        elif journal is not None and opened.base.reason == "merged" and not opened.is_recorded:
            notes.append(f"{name} was changed outside: the next opening merges it")
    return VerificationReport(tuple(faults), tuple(notes), 0 if journal is None else journal.last_edit_id)


def _find_text_and_chain_faults(journal: Journal, report: Report) -> Iterator[str]:
    """Yield the faults of texts that cannot be parsed, and of changes that do not begin with the result of the previous
    one, unless the file was opened or saved between them."""
    for count, text in enumerate(_read_all_texts(journal)):
        if count % 1000 == 0:
            report(Progress("reading the decisions", count, None))
        try:
            to_sentence(text)
        except SpectralError as error:
            yield str(error)
    changes = (
        "SELECT sentence, act, before, after, (SELECT coalesce(max(id), 0) FROM bases "
        "WHERE bases.document = changes.document AND bases.act < changes.act "
        "AND NOT EXISTS (SELECT 1 FROM saves WHERE base = bases.id)) "
        "FROM changes WHERE document = ? ORDER BY id"
    )
    with journal.connection_for_reading(CHECK_FAILURE) as connection:
        names = [row[0] for row in connection.execute("SELECT DISTINCT document FROM changes")]
    for name in names:
        with journal.connection_for_reading(CHECK_FAILURE) as connection:
            rows = connection.execute(changes, (name,)).fetchall()
        last_states: dict[int, tuple[int | None, int]] = {}
        for sentence, edit_id, before, after, base in rows:
            last_text, last_base = last_states.get(sentence, (before, base))
            if last_text != before and last_base == base and not _have_same_content(journal, last_text, before):
                problem = "does not begin with what the edit before it left in that sentence"
                yield f"{journal.path}: the edit {edit_id} on {name} {problem}"
            last_states[sentence] = (after, base)


def _read_all_texts(journal: Journal) -> Iterator[StoredText]:
    """Yield all texts of a journal by their ids, read in blocks."""
    last_id = 0
    while True:
        with journal.connection_for_reading(CHECK_FAILURE) as connection:
            query = "SELECT id FROM texts WHERE id > ? ORDER BY id LIMIT ?"
            text_ids = [row[0] for row in connection.execute(query, (last_id, _BLOCK))]
            texts = journal.read_texts(text_ids)
        if not text_ids:
            return
        yield from texts.values()
        last_id = text_ids[-1]


def _have_same_content(journal: Journal, first: int | None, second: int | None) -> bool:
    """Return whether two texts hold the same sentence, in whatever format."""
    if first is None or second is None:
        return first == second
    with journal.connection_for_reading(CHECK_FAILURE):
        texts = journal.read_texts((first, second))
    return without_readings(to_sentence(texts[first])) == without_readings(to_sentence(texts[second]))
