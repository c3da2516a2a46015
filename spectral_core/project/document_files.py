"""Text files of documents: opening them with the edits made to them, composing, saving and exporting."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from spectral_core import formats
from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.errors import FormatError
from spectral_core.files import path_from_text, read_file, remove_stale_files, replace_atomically
from spectral_core.formats import FORMATS, NOTES, detect_format, load, save
from spectral_core.formats.lazy_sentences import LazySentences
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.project.document import NO_DIGEST, UNKNOWN_STAMP, Document, read_file_stamp, with_appended_sentences
from spectral_core.project.errors import DamagedJournalError, ProjectError
from spectral_core.project.journal import Journal
from spectral_core.project.journal_tables import MergeBase
from spectral_core.project.reconciliation import Reconciliation, find_nearest_merge_base, merge_all_conflicts
from spectral_core.project.stored_texts import digest_content, digest_sentences, to_sentence
from spectral_core.project.text_conversion import CONLLU, text_stem

if TYPE_CHECKING:
    from spectral_core.project.document import Loader, Stamp
    from spectral_core.project.project import Project

_PROVENANCE_KEY = "Provenance"


def load_in_process(path: Path, report: Report) -> Treebank:  # noqa: ARG001 - as a Loader is called
    """Load the treebank in a file in this process: the default `Loader` of documents."""
    return load(path)


def open_document(
    name: str, path: Path, journal: Journal | None, load: Loader = load_in_process, report: Report = ignore_progress
) -> Document:
    """Open the document in a file with the edits of the journal. Nothing is written."""
    stamp = read_file_stamp(path)
    treebank = load(path, report)
    chunks = treebank.sentences
    assert isinstance(chunks, LazySentences)
    digest = digest_content(chunks.content)
    base = None if journal is None else journal.read_merge_base(name)
    if journal is None or base is None:
        newest_edit = 0 if journal is None else journal.last_edit_id
        new_base = MergeBase(name, newest_edit, "opened", digest, digest_sentences(chunks), None, len(chunks))
        return Document(name, path, treebank, new_base, stamp, False)
    candidates = journal.read_possible_merge_bases(name)
    base = next((candidate for candidate in candidates if candidate.digest == digest), None)
    if base is None:
        nearest = find_nearest_merge_base(candidates, digest_sentences(chunks))
        latest = journal.read_unsaved_edits(name, nearest)
        return Reconciliation(name, path, treebank, nearest, journal, latest).build_document(digest, stamp)
    latest = journal.read_unsaved_edits(name, base)
    appended_texts = [latest[number][1] for number in base.appended_ids if number in latest]
    document = Document(
        name, path, with_appended_sentences(treebank, appended_texts), base, stamp, base is candidates[0]
    )
    if len(document.file_sentences) * len(NO_DIGEST) != len(base.sentence_digests):
        raise DamagedJournalError(
            f"the journal is damaged: it has another number of sentences for {name} than the file"
        )
    for number, (_, text) in latest.items():
        index = document.index_of(number)
        if text is not None and index is not None:
            in_file = (
                text.file_digest is not None and text.file_digest == base.sentence_digests[8 * index : 8 * index + 8]
            )
            if not in_file:
                document.set_sentence(index, to_sentence(text, document.file_sentences.lines[index]))
    return document


@dataclass(frozen=True, slots=True)
class ComposedDocument:
    """A treebank ready to be saved, read back before anything is written."""

    treebank: Treebank
    file_sentences: LazySentences
    displayed_treebank: Treebank  # the treebank to save, with its edits
    file_content: bytes  # exact content of the new file
    digest: bytes
    sentence_digests: bytes  # digests of the sentences, eight bytes each


def compose_document(treebank: Treebank, path: Path) -> ComposedDocument:
    """Compose the content that saving a treebank in its own format would write to this file."""
    content, file_content = formats.compose_file(treebank, path, treebank.format)
    read_back = formats.loads(content, path, treebank.format)
    chunks = read_back.sentences
    assert isinstance(chunks, LazySentences)
    return ComposedDocument(
        read_back, chunks, treebank, file_content, digest_content(content), digest_sentences(chunks)
    )


def replace_file(composed: ComposedDocument, path: Path, stamp: Stamp, digest: bytes) -> Stamp:
    """Replace a file that still has this stamp and digest, and return its new stamp, or UNKNOWN_STAMP if another
    program wrote to it meanwhile. A file that another program changed is left as it is, and a ChangedMeanwhileError is
    raised."""

    def is_as_read(file: Path) -> bool:
        return read_file_stamp(file) == stamp or digest_file(file) == digest

    file = path.resolve()
    remove_stale_files(file.parent, {file.name})
    written = replace_atomically(path, [composed.file_content], is_as_read)
    new_stamp = read_file_stamp(path)
    try:
        status = path.stat()
    except OSError:
        return UNKNOWN_STAMP
    is_ours = written is not None and (written.st_dev, written.st_ino) == (status.st_dev, status.st_ino)
    return (
        new_stamp
        if is_ours and written is not None and new_stamp[:2] == (written.st_size, written.st_mtime_ns)
        else UNKNOWN_STAMP
    )


def digest_file(path: Path) -> bytes | None:
    """Return the digest of a file's content; None if it cannot be read."""
    try:
        return digest_content(read_file(path))
    except FormatError:
        return None


def make_saved_document(
    document: Document, composed: ComposedDocument, edit_id: int, stamp: Stamp = UNKNOWN_STAMP
) -> Document:
    """Return the document as saved in its new file; edits made and undone during the save remain unsaved."""
    if len(composed.file_sentences) != len(document.file_sentences):
        raise ProjectError(
            f"{document.name} was not saved: it would read back as {len(composed.file_sentences)} sentences instead of "
            f"{len(document.file_sentences)}. Undo what was changed last, and save it again"
        )
    base = replace(
        document.base,
        edit_id=edit_id,
        reason="saved",
        digest=composed.digest,
        sentence_digests=composed.sentence_digests,
        unsaved_ids=(),
        appended_ids=(),
    )
    saved = Document(document.name, document.path, composed.treebank, base, stamp, False)
    for index in sorted({*document.unsaved_sentences, *composed.displayed_treebank.edits}):
        present = document.current_sentence(index)
        if composed.displayed_treebank.edits.get(index) is not present and present != composed.file_sentences[index]:
            saved.unsaved_sentences[index] = replace(present, line=composed.file_sentences.lines[index], source=None)
    saved.base = replace(base, unsaved_ids=saved.list_unsaved_ids())
    return saved


def count_unsaved(journal: Journal, name: str, path: Path) -> int:
    """Count the sentences of a closed document with edits that its file did not hold when last opened or saved."""
    candidates = journal.read_possible_merge_bases(name)
    if not candidates:
        return 0
    base = candidates[0]
    if len(candidates) > 1:  # a save may have ended before it was recorded
        digest = digest_file(path)
        base = next((candidate for candidate in candidates if candidate.digest == digest), base)
    numbers = range(len(base.sentence_digests) // 8) if base.permanent_ids is None else base.permanent_ids
    index_by_number = {number: index for index, number in enumerate(numbers)}
    count = 0
    for number, (_, text) in journal.read_unsaved_edits(name, base).items():
        index = index_by_number.get(number)
        if text is not None and index is not None:
            count += number in base.appended_ids or text.file_digest != base.sentence_digests[8 * index : 8 * index + 8]
    return count


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
    opened = open_document(document, project.path_of(document), project.journal)
    treebank = merge_all_conflicts(opened)
    if provenance:
        treebank = _add_provenance(project, document, opened, treebank)
    save(treebank, path, format.name, drop)
    return len(treebank)


def make_export_name(document: str, has_annotation: bool) -> str:
    """Return the name of a document's file in an export folder; a plain text with annotation is exported as CoNLL-U."""
    path = path_from_text(document)
    try:
        is_text = detect_format(path).is_text_only
    except FormatError:  # the content decides, which is no plain text then
        is_text = False
    return f"{text_stem(path)}{FORMATS[CONLLU].suffixes[0]}" if has_annotation and is_text else path.name


def _add_provenance(project: Project, document: str, opened: Document, treebank: Treebank) -> Treebank:
    """Return the treebank with the source of each word's newest annotation in MISC."""
    if project.journal is None:
        raise ProjectError(project.notice or f"{project.folder}: there is no journal that could be read")
    provenance_by_word: dict[int, dict[int, str]] = {}  # sentence, word: source of its newest annotation
    for edit_id in project.list_done_edit_ids():
        provenance = project.journal.read_edit(edit_id).provenance
        for entry in project.journal.read_entries(edit_id):
            index = opened.index_of(entry.sentence)
            if entry.document != document or index is None:
                continue
            words = provenance_by_word.setdefault(index, {})
            if any(cell.column == "words" for cell in entry.cells):
                words.clear()  # word numbers have changed
            words.update((cell.word, provenance) for cell in entry.cells if cell.word)
    edits = dict(treebank.edits)
    for index, words in provenance_by_word.items():
        sentence = treebank[index]
        if sentence.is_readable and words:
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
