"""Open project folder: its name, documents, journal and write lock, and the permissions of its files."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Self

from spectral_core.errors import SpectralError
from spectral_core.files import (
    DEFAULT_MODE,
    PRIVATE_MODE,
    Location,
    compute_shared_permissions,
    make_private_folder,
    path_from_text,
    path_to_display_text,
    remove_stale_files,
    replace_atomically,
    restrict_permissions,
)
from spectral_core.progress import Report, ignore_progress
from spectral_core.project import project_file
from spectral_core.project.document import Document, Loader
from spectral_core.project.document_files import load_in_process
from spectral_core.project.errors import ProjectError, make_disk_error
from spectral_core.project.journal import Journal
from spectral_core.project.journal_access import open_journal
from spectral_core.project.project_file import (
    JOURNAL_FILE,
    KNOWN_WORDS_FILE,
    LOCK_FILE,
    MODELS_FOLDER,
    PROJECT_FILE,
    USER_LEXICON_FILE,
    ProjectMetadata,
)
from spectral_core.project.project_lock import LockHolder, ProjectLock, current_user, read_lock_holder
from spectral_core.project.text_conversion import TextConversion, document_stem, find_free_path, text_stem
from spectral_core.project.undo import restore_undo_history

_logger = logging.getLogger(__name__)

_RESTRICTED_PATTERNS = (
    PROJECT_FILE,
    KNOWN_WORDS_FILE,
    USER_LEXICON_FILE,
    f"{Path(JOURNAL_FILE).stem}*{Path(JOURNAL_FILE).suffix}*",
    MODELS_FOLDER,
    f"{MODELS_FOLDER}/*",
)


class ProjectFolder:
    """A project folder, locked for writing until `close`; read-only if another process has locked it."""

    def __init__(self, path: Path, annotator: str = "", writing: bool = True, load: Loader = load_in_process) -> None:
        self._load = load
        self.folder = project_file.find_project_folder(path)
        self._metadata: ProjectMetadata = project_file.read_project_file(self.folder)
        self.annotator = annotator or self._metadata.annotator or current_user()
        self.notice = ""  # shown to the user once: a damaged journal was set aside
        self._lock = threading.RLock()
        self._save_lock = threading.Lock()  # one file at a time is replaced and recorded
        self._open_documents: dict[str, Document] = {}
        # mode and group of each open text file when the project's files were last restricted
        self._text_modes: dict[str, tuple[int, int] | None] = {}
        self._journal: Journal | None = None
        self._project_lock: ProjectLock | None = ProjectLock(self.folder / LOCK_FILE) if writing else None
        self.read_only = (
            f"{self.folder} was opened to be read only" if self._project_lock is None else self._project_lock.reason
        )
        try:
            if not self.read_only:
                self._restrict_permissions()
            has_journal = bool(self._metadata.journal)
            journal_access = open_journal(self.folder, self.annotator, self.read_only, self.permissions, has_journal)
            self._journal, self.read_only, self.notice = (
                journal_access.journal,
                journal_access.read_only,
                journal_access.notice,
            )
            self._history = restore_undo_history(self._journal)
            if not self.read_only:
                with contextlib.suppress(ProjectError):  # the next opening reports it
                    self._metadata = project_file.record_journal_name(self.folder, self._metadata)
                remove_stale_files(self.folder, {PROJECT_FILE, JOURNAL_FILE, KNOWN_WORDS_FILE, USER_LEXICON_FILE})
                remove_stale_files(self.folder / MODELS_FOLDER)
        except BaseException:
            self.close()
            raise
        edits = 0 if self._journal is None else self._journal.last_edit_id
        state = "to be read only" if self.read_only else "for writing"
        _logger.info("opened project %s %s: %d documents, %d edits", self.folder, state, len(self.documents), edits)

    @classmethod
    def create(
        cls,
        path: Location,
        documents: Sequence[Location],
        name: str = "",
        annotator: str = "",
        load: Loader = load_in_process,
        report: Report = ignore_progress,
    ) -> Self:
        """Create a project in a folder, which may already hold text files but must not be a project.

        Args:
            path: The folder.
            documents: Its text files; each must be a treebank that can be read.
            name: The name of the project; the name of the folder if empty.
            annotator: Name of the annotator; the user of this process if empty.
            load: Reads a file; it may run in another process.
            report: Called with the progress.

        Raises:
            ProjectError: if the folder cannot be written, is locked, or is a project already.
            FormatError: if a document cannot be read.
        """
        folder_path = Path(path).resolve()
        try:
            folder_path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise make_disk_error(f"The project {folder_path} was not made", error) from None
        project_lock = ProjectLock(folder_path / LOCK_FILE)
        try:
            if project_lock.reason:
                raise ProjectError(project_lock.reason)
            if (folder_path / PROJECT_FILE).exists():
                raise ProjectError(f"{folder_path} is a project already. Open it, or choose another folder")
            facts = project_file.add_document_paths(
                folder_path, ProjectMetadata(path_to_display_text(name or folder_path.name)), [*map(Path, documents)]
            )
            for document in facts.documents:
                load(
                    folder_path / path_from_text(document), report
                )  # rejects files that are no treebanks before the project exists
            project_file.write_project_file(
                folder_path, facts, compute_project_permissions(folder_path, facts.documents)
            )
        finally:
            project_lock.release()
        return cls(folder_path, annotator, load=load)

    @classmethod
    def open(cls, path: Location, annotator: str = "", load: Loader = load_in_process) -> Self:
        """Open the project in a folder, named by itself or by its `project.json`.

        If another process has locked it, or the folder is not writable, `read_only` says so and the project can only be
        read.

        Raises:
            ProjectError: if there is no project there, or its file is damaged or of a newer version.
        """
        return cls(Path(path), annotator, load=load)

    @classmethod
    def open_read_only(cls, path: Location) -> Self:
        """Open the project for reading only: without a lock, without writing, even if another process has it open."""
        return cls(Path(path), writing=False)

    @classmethod
    def open_for_file(
        cls,
        path: Location,
        store: Location,
        annotator: str = "",
        load: Loader = load_in_process,
        report: Report = ignore_progress,
    ) -> Self:
        """Open the project of a single text file, kept under `store`; create it when the file is opened for the first
        time."""
        resolved = Path(path).resolve()
        path_digest = blake2b(str(resolved).encode(errors="surrogateescape"), digest_size=6).hexdigest()
        folder_path = Path(store) / f"{resolved.name.split('.')[0][:60]}-{path_digest}"
        if (
            not (folder_path / PROJECT_FILE).exists()
            and (existing := project_file.find_project_of_file(Path(store), resolved)) is not None
        ):
            folder_path = existing  # a text was opened that already has a project
        if not (folder_path / PROJECT_FILE).exists():
            make_private_folder(Path(store))
            make_private_folder(folder_path)
            try:
                return cls.create(folder_path, [resolved], resolved.name, annotator, load, report)
            except ProjectError:
                if not (folder_path / PROJECT_FILE).exists():  # otherwise another process has just created it
                    raise
        return cls(folder_path, annotator, load=load)

    @property
    def name(self) -> str:
        return self._metadata.name

    @property
    def documents(self) -> tuple[str, ...]:
        """Names of its text files: relative to its folder, or absolute."""
        return self._metadata.documents

    @property
    def journal(self) -> Journal | None:
        """The journal, for checks and export; None if it cannot be read."""
        return self._journal

    @property
    def lock_holder(self) -> LockHolder | None:
        """The other process that has locked the project for writing; None if there is none or it is unknown."""
        return read_lock_holder(self.folder / LOCK_FILE) if self._project_lock is None else self._project_lock.holder

    def path_of(self, document: str) -> Path:
        """Return the path of the text file of a document."""
        if document not in self._metadata.documents:
            names = ", ".join(self._metadata.documents) or "none"
            raise ProjectError(f"there is no document {document!r} in this project. There are: {names}")
        return self.folder / path_from_text(document)

    def add_document(self, path: Location) -> str:
        """Add a text file to the project and return the name of its document."""
        if self.read_only:
            raise ProjectError(self.read_only)
        path = Path(path)
        self._load(path, ignore_progress)
        with self._lock:
            facts = project_file.add_document_paths(self.folder, self._metadata, [path])
            self._write_project_file(facts)
        return project_file.make_document_name(self.folder, path)

    def remove_document(self, document: str) -> None:
        """Remove a document from the project. Its file and its edits stay: adding it again restores it."""
        if self.read_only:
            raise ProjectError(self.read_only)
        self.path_of(document)
        with self._lock:
            self._set_documents(tuple(name for name in self.documents if name != document))
            self._open_documents.pop(document, None)

    def add_converted_document(self, text: str, conversion: TextConversion, format: str) -> str:
        """Write the converted file of a plain text next to it, or in the project's folder if that is not writable, and
        return its document name. The text leaves the project unless it has edits or locks."""
        if self.read_only or self._journal is None:
            raise ProjectError(self.read_only)
        with self._lock:
            name = self._write_new_document(text, conversion.content[format], text_stem, format)
            retained = (text,) if self._journal.read_provenance(text) or self._journal.read_locks(text) else ()
            self._replace_document(text, (name, *retained))
        return name

    def add_companion(self, document: str, content: bytes, format: str) -> str:
        """Add a companion document with this content, stored where the converted text would be, and return its name."""
        if self.read_only:
            raise ProjectError(self.read_only)
        with self._lock:
            name = self._write_new_document(document, content, document_stem, format)
            self._replace_document(document, (document, name))
        return name

    def _write_new_document(self, document: str, content: bytes, stem: Callable[[Path], str], format: str) -> str:
        """Write a file next to a document's file, or in the project's folder, and return its document name."""
        path = self.path_of(document).resolve()
        target = find_free_path(path.parent, stem(path), format)
        try:
            replace_atomically(target, [content], permissions=compute_shared_permissions([path], path.parent))
        except SpectralError:
            target = find_free_path(self.folder, stem(path), format)
            replace_atomically(target, [content], permissions=compute_shared_permissions([path], self.folder))
        return project_file.make_document_name(self.folder, target)

    def _replace_document(self, document: str, names: tuple[str, ...]) -> None:
        """Write the list of documents to the project file with these names in place of one document."""
        name_lists = (names if name == document else (name,) for name in self.documents)
        self._set_documents(tuple(name for name_list in name_lists for name in name_list))

    def _set_documents(self, names: tuple[str, ...]) -> None:
        """Write another list of documents to the project file."""
        self._write_project_file(replace(self._metadata, documents=names))

    def _write_project_file(self, facts: ProjectMetadata) -> None:
        """Replace the content of the project file; first restrict the project's files to the permissions of its
        texts."""
        self._restrict_permissions(facts)
        project_file.write_project_file(self.folder, facts, self.permissions)
        self._metadata = facts

    @property
    def permissions(self) -> int:
        """Upper limit of the project's file permissions: readable only by those who may read all of its texts."""
        return compute_project_permissions(self.folder, self._metadata.documents)

    @property
    def source_files(self) -> tuple[Path, ...]:
        """Files whose text the project's own files may hold: its documents and `project.json`."""
        return list_source_files(self.folder, self._metadata.documents)

    def _restrict_permissions(self, facts: ProjectMetadata | None = None) -> None:
        """Restrict existing files to the permissions of these documents, before anything is written for them."""
        restrict_project_files(
            self.folder, compute_project_permissions(self.folder, (facts or self._metadata).documents)
        )

    def set_annotator(self, annotator: str) -> None:
        """Set the annotator of further edits; the one in the project file stays."""
        with self._lock:
            self.annotator = annotator or self._metadata.annotator or current_user()
            if self._journal is not None:
                self._journal.annotator = self.annotator

    def close(self) -> None:
        """Unlock the project, so that other processes can change it."""
        with self._lock:
            if self._journal is not None:
                if not self.read_only:
                    with contextlib.suppress(ProjectError):
                        self._journal.restore_file(self.permissions)
                self._journal.close()
                self._journal = None
                _logger.info("closed project %s", self.folder)
            if self._project_lock is not None:
                self._project_lock.release()
            self.read_only = self.read_only or "The project was closed"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def list_source_files(folder: Path, documents: Iterable[str]) -> tuple[Path, ...]:
    """Return the files whose text a project with these documents may hold: the documents, and `project.json`, since the
    edits of removed documents stay and must stay as private."""
    return (folder / PROJECT_FILE, *(folder / path_from_text(name) for name in documents))


def compute_project_permissions(folder: Path, documents: Iterable[str]) -> int:
    """Return the upper limit of the file permissions of a project with these documents."""
    return compute_shared_permissions(list_source_files(folder, documents), folder)


def compute_new_file_permissions(folder: Path) -> int:
    """Return the permissions of a new file in a project folder, those of `project.json`; in the user's folder of all
    projects, it is private."""
    return (
        compute_shared_permissions([folder / PROJECT_FILE], folder)
        if (folder / PROJECT_FILE).exists()
        else PRIVATE_MODE
    )


def restrict_project_files(folder: Path, permissions: int) -> None:
    """Remove from a project's files the permissions beyond these."""
    if permissions == DEFAULT_MODE:
        return
    for pattern in _RESTRICTED_PATTERNS:
        for path in folder.glob(pattern):
            restrict_permissions(path, permissions)
