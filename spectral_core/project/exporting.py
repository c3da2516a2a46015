"""The documents of a project as text files with all decisions in them, and with where each decision came from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.files import path_of_text
from spectral_core.formats import FORMATS, NOTES, format_of, save
from spectral_core.progress import Progress, Report, silent
from spectral_core.project import documents
from spectral_core.project.complaints import ProjectError
from spectral_core.project.project import Project
from spectral_core.project.settling import shown_by_default

_KEY = "Provenance"


def export(
    project: Project, document: str, path: Path, provenance: bool = False, drop: bool = False, report: Report = silent
) -> int:
    """Writes a document with all its decisions to a file, and gives the number of its sentences. Where it was changed
    outside, both changes stand as far as they can. With `provenance`, MISC of each word that was decided on says by
    whom: human, confirmed, model, outside. Annotations of a plain text need another format."""
    format = format_of(path)
    if provenance and NOTES not in format.holds:
        raise ProjectError(f"{path}: {format.title} has no place for provenance. Export to a .conllu file")
    if any(path.resolve() == project.path_of(name).resolve() for name in project.documents):
        raise ProjectError(f"{path} is a document of the project. Export to another file, or save it in the window")
    report(Progress(f"exporting {document}", 0, None))
    found = documents.opened(document, project.path_of(document), project.journal)
    treebank = shown_by_default(found)
    if provenance:
        treebank = _with_provenance(project, document, found, treebank)
    save(treebank, path, format.name, drop)
    return len(treebank)


def file_name(document: str, annotated: bool) -> str:
    """What a document's file is called in a folder of exported ones; a text with annotations is exported as CoNLL-U."""
    path = path_of_text(document)
    bare = any(row.is_bare and path.suffix in row.suffixes for row in FORMATS.values())
    return path.with_suffix(".conllu").name if annotated and bare else path.name


def _with_provenance(project: Project, document: str, found: documents.Document, treebank: Treebank) -> Treebank:
    if project.journal is None:
        raise ProjectError(project.notice or f"{project.folder}: there is no journal that could be read")
    decided: dict[int, dict[int, str]] = {}  # sentence, word: where its newest decision came from
    for entry in project.done():
        for turn in project.journal.turns(entry):
            place = found.place(turn.sentence)
            if turn.document != document or place is None:
                continue
            source = project.journal.row(entry).provenance
            words = decided.setdefault(place, {})
            if any(cell.column == "words" for cell in turn.cells):
                words.clear()  # the numbers of words are others now
            words.update((cell.word, source) for cell in turn.cells if cell.word)
    edits = dict(treebank.edits)
    for place, words in decided.items():
        sentence = treebank[place]
        if sentence.readable and words:
            edits[place] = _marked(sentence, words)
    return replace(treebank, edits=edits)


def _marked(sentence: Sentence, words: dict[int, str]) -> Sentence:
    misc = list(sentence.misc)
    for word, source in words.items():
        if word <= len(misc):
            kept = [one for one in misc[word - 1].split("|") if one != EMPTY and not one.startswith(f"{_KEY}=")]
            misc[word - 1] = "|".join([*kept, f"{_KEY}={source}"])
    return replace(sentence, misc=tuple(misc), source=None)
