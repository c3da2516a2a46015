"""Whether a project is sound: the journal and its seals, each text in it, and the replay over each text file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from spectral_core.errors import SpectralError
from spectral_core.progress import Progress, Report, silent
from spectral_core.project import documents
from spectral_core.project.journal import Journal
from spectral_core.project.project import Project
from spectral_core.project.sealing import CHECKING, broken_rows
from spectral_core.project.texts import StoredText, sentence_of, without_readings

_BLOCK = 400  # texts that are read at once


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found: faults are damage, notes are what the next opening will settle."""

    faults: tuple[str, ...]
    notes: tuple[str, ...]
    acts: int


def verify(project: Project, report: Report = silent) -> Checked:
    """What is wrong with a project, as sentences; nothing is written."""
    faults: list[str] = []
    notes: list[str] = []
    journal = project.journal
    if project.notice:
        faults.append(project.notice)
    if journal is not None:
        try:
            faults.extend(broken_rows(journal))
            faults.extend(_broken_chains(journal, report))
        except SpectralError as error:
            faults.append(str(error))
    for at, name in enumerate(project.documents):
        report(Progress("opening the text files", at, len(project.documents)))
        try:
            found = documents.opened(name, project.path_of(name), journal)
        except SpectralError as error:
            faults.append(str(error))
            continue
        if found.conflicts:
            count = len(found.conflicts)
            notes.append(f"{name} was changed outside: {count} sentence{'s' * (count != 1)} changed there and here")
        elif journal is not None and found.base.reason == "merged" and not found.marked:
            notes.append(f"{name} was changed outside: the next opening merges it")
    return Checked(tuple(faults), tuple(notes), 0 if journal is None else journal.last)


def _broken_chains(journal: Journal, report: Report) -> Iterator[str]:
    """Each change must begin with what the one before it left, unless its file was opened or saved between them."""
    for at, text in enumerate(_all_texts(journal)):
        if at % 1000 == 0:
            report(Progress("reading the decisions", at, None))
        try:
            sentence_of(text)
        except SpectralError as error:
            yield str(error)
    changes = (
        "SELECT sentence, act, before, after, (SELECT coalesce(max(id), 0) FROM bases "
        "WHERE bases.document = changes.document AND bases.act < changes.act "
        "AND NOT EXISTS (SELECT 1 FROM saves WHERE base = bases.id)) "
        "FROM changes WHERE document = ? ORDER BY id"
    )
    with journal.reading(CHECKING) as connection:
        names = [row[0] for row in connection.execute("SELECT DISTINCT document FROM changes")]
    for name in names:
        with journal.reading(CHECKING) as connection:
            rows = connection.execute(changes, (name,)).fetchall()
        left: dict[int, tuple[int | None, int]] = {}
        for sentence, act, before, after, base in rows:
            stood, then = left.get(sentence, (before, base))
            if stood != before and then == base and not _alike(journal, stood, before):
                what = "does not begin with what the act before it left in that sentence"
                yield f"{journal.path}: the act {act} on {name} {what}"
            left[sentence] = (after, base)


def _all_texts(journal: Journal) -> Iterator[StoredText]:
    at = 0
    while True:
        with journal.reading(CHECKING) as connection:
            query = "SELECT id FROM texts WHERE id > ? ORDER BY id LIMIT ?"
            numbers = [row[0] for row in connection.execute(query, (at, _BLOCK))]
            texts = journal.texts_numbered(numbers)
        if not numbers:
            return
        yield from texts.values()
        at = numbers[-1]


def _alike(journal: Journal, one: int | None, two: int | None) -> bool:
    """Whether two texts say the same, however they are written."""
    if one is None or two is None:
        return one == two
    with journal.reading(CHECKING):
        texts = journal.texts_numbered((one, two))
    return without_readings(sentence_of(texts[one])) == without_readings(sentence_of(texts[two]))
