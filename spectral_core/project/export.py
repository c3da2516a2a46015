"""Export of a project's documents as text files with all edits and, on request, their provenance."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.files import path_from_text
from spectral_core.formats import FORMATS, NOTES, detect_format, save
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.project import documents
from spectral_core.project.documents import merge_by_default
from spectral_core.project.errors import ProjectError
from spectral_core.project.project import Project

_PROVENANCE_KEY = "Provenance"


def export_document(
    project: Project,
    document: str,
    path: Path,
    provenance: bool = False,
    drop: bool = False,
    report: Report = ignore_progress,
) -> int:
    """Write a document with all its edits to a file.

    Args:
        project: The project, which may be read-only.
        document: The name of the document in it.
        path: The file to write; its suffix chooses the format. Annotations of a plain text need another format.
        provenance: Add the source of each annotated word to MISC: human, confirmed, model, outside.
        drop: Leave out what the format cannot hold.
        report: Called with the progress.

    Returns:
        The number of sentences. In conflicts, both changes are merged as far as possible.

    Raises:
        ProjectError: if the file belongs to the project, or its format cannot hold the provenance.
    """
    format = detect_format(path)
    if provenance and NOTES not in format.contents:
        raise ProjectError(f"{path}: {format.title} has no place for provenance. Export to a .conllu file")
    if any(path.resolve() == project.path_of(name).resolve() for name in project.documents):
        raise ProjectError(f"{path} is a document of the project. Export to another file, or save it in the window")
    report(Progress(f"exporting {document}", 0, None))
    opened = documents.open_document(document, project.path_of(document), project.journal)
    treebank = merge_by_default(opened)
    if provenance:
        treebank = _add_provenance(project, document, opened, treebank)
    save(treebank, path, format.name, drop)
    return len(treebank)


def make_export_name(document: str, has_annotation: bool) -> str:
    """Return a document's file name in an export folder; a text with annotation is exported as CoNLL-U."""
    path = path_from_text(document)
    is_bare = any(row.is_text_only and path.suffix in row.suffixes for row in FORMATS.values())
    return path.with_suffix(".conllu").name if has_annotation and is_bare else path.name


def _add_provenance(project: Project, document: str, opened: documents.Document, treebank: Treebank) -> Treebank:
    """Return the treebank with the source of each word's newest annotation in MISC."""
    if project.journal is None:
        raise ProjectError(project.notice or f"{project.folder}: there is no journal that could be read")
    provenance_by_word: dict[int, dict[int, str]] = {}  # sentence, word: source of its newest annotation
    for edit_id in project.done_ids():
        for entry in project.journal.read_entries(edit_id):
            index = opened.index_of(entry.sentence)
            if entry.document != document or index is None:
                continue
            provenance = project.journal.read_edit(edit_id).provenance
            words = provenance_by_word.setdefault(index, {})
            if any(cell.column == "words" for cell in entry.cells):
                words.clear()  # word numbers have changed
            words.update((cell.word, provenance) for cell in entry.cells if cell.word)
    edits = dict(treebank.edits)
    for index, words in provenance_by_word.items():
        sentence = treebank[index]
        if sentence.readable and words:
            edits[index] = _write_provenance_to_misc(sentence, words)
    return replace(treebank, edits=edits)


def _write_provenance_to_misc(sentence: Sentence, words: dict[int, str]) -> Sentence:
    """Return the sentence with Provenance=SOURCE in MISC of these words."""
    misc = list(sentence.misc)
    for word, source in words.items():
        if word <= len(misc):
            notes = [
                note
                for note in misc[word - 1].split("|")
                if note != EMPTY and not note.startswith(f"{_PROVENANCE_KEY}=")
            ]
            misc[word - 1] = "|".join([*notes, f"{_PROVENANCE_KEY}={source}"])
    return replace(sentence, misc=tuple(misc), source=None)
