"""A folder that is a project: what it is called, its documents and labels, its journal, and who may write there."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Self

from spectral_core.errors import SpectralError
from spectral_core.files import (
    Location,
    make_private_folder,
    path_of_text,
    remove_leftovers,
    replace_atomically,
    shared_rights,
    shown_path,
)
from spectral_core.progress import Report, silent
from spectral_core.project import folder
from spectral_core.project.beginning import Beginning, free_path, plain_stem, stem_of
from spectral_core.project.complaints import ProjectError, disk_complaint
from spectral_core.project.documents import Document, Loader, loaded
from spectral_core.project.folder import FACTS, JOURNAL, KNOWN, LEXICON, LOCK, MODELS, Facts
from spectral_core.project.holding import Hold, Holder, holder_of, user
from spectral_core.project.journal import Journal
from spectral_core.project.opening import access, restored
from spectral_core.project.privacy import protect, rights_of_project


class HeldFolder:
    """Held from when it is opened until `close`, unless another holds it: then it can be read."""

    def __init__(self, path: Path, annotator: str = "", writing: bool = True, load: Loader = loaded) -> None:
        self._load = load
        self.folder = folder.folder_of(path)
        self._facts: Facts = folder.read_facts(self.folder)
        self.annotator = annotator or self._facts.annotator or user()
        self.notice = ""  # what the user must be told once: a damaged journal was set aside
        self._lock = threading.RLock()
        self._saving = threading.Lock()  # one file is replaced and marked after the other
        self._opened: dict[str, Document] = {}
        self._journal: Journal | None = None
        self._hold: Hold | None = Hold(self.folder / LOCK) if writing else None
        self.read_only = f"{self.folder} was opened to be read only" if self._hold is None else self._hold.reason
        try:
            if not self.read_only:
                self._protect()
            begun = bool(self._facts.journal)
            found = access(self.folder, self.annotator, self.read_only, self.rights, begun)
            self._journal, self.read_only, self.notice = found.journal, found.read_only, found.notice
            self._history = restored(self._journal)
            if not self.read_only:
                with contextlib.suppress(ProjectError):  # then the next opening says it
                    self._facts = folder.mark_journal(self.folder, self._facts)
                remove_leftovers(self.folder, {FACTS, JOURNAL, KNOWN, LEXICON})
                remove_leftovers(self.folder / MODELS)
        except BaseException:
            self.close()
            raise

    @classmethod
    def create(
        cls,
        path: Location,
        documents: Sequence[Location],
        name: str = "",
        annotator: str = "",
        load: Loader = loaded,
        report: Report = silent,
    ) -> Self:
        """A new project in a folder, which may have text files in it already but may not be a project."""
        place = Path(path).resolve()
        try:
            place.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise disk_complaint(f"The project {place} was not made", error) from None
        hold = Hold(place / LOCK)
        try:
            if hold.reason:
                raise ProjectError(hold.reason)
            if (place / FACTS).exists():
                raise ProjectError(f"{place} is a project already. Open it, or choose another folder")
            facts = folder.with_documents(place, Facts(shown_path(name or place.name)), [*map(Path, documents)])
            for document in facts.documents:
                load(place / path_of_text(document), report)  # what is no treebank is refused before there is a project
            folder.write_facts(place, facts, rights_of_project(place, facts.documents))
        finally:
            hold.free()
        return cls(place, annotator, load=load)

    @classmethod
    def open(cls, path: Location, annotator: str = "", load: Loader = loaded) -> Self:
        """The project in a folder, named by itself or by its `project.json`. Where another holds it, or the folder may
        not be written, `read_only` says so and the project can be read."""
        return cls(Path(path), annotator, load=load)

    @classmethod
    def look(cls, path: Location) -> Self:
        """The project to be read only: it is not held, and nothing is written, whoever else has it open."""
        return cls(Path(path), writing=False)

    @classmethod
    def around(
        cls, path: Location, store: Location, annotator: str = "", load: Loader = loaded, report: Report = silent
    ) -> Self:
        """The project of a lone text file, kept under `store`; made when the file is opened for the first time."""
        whole = Path(path).resolve()
        mark = blake2b(str(whole).encode(errors="surrogateescape"), digest_size=6).hexdigest()
        place = Path(store) / f"{whole.name.split('.')[0][:60]}-{mark}"
        if not (place / FACTS).exists() and (found := folder.project_with(Path(store), whole)) is not None:
            place = found  # a text was opened, of which this is what was decided
        if not (place / FACTS).exists():
            make_private_folder(Path(store))
            make_private_folder(place)
            try:
                return cls.create(place, [whole], whole.name, annotator, load, report)
            except ProjectError:
                if not (place / FACTS).exists():  # otherwise another process has just made it
                    raise
        return cls(place, annotator, load=load)

    @property
    def name(self) -> str:
        return self._facts.name

    @property
    def documents(self) -> tuple[str, ...]:
        """The names of its text files: relative to its folder, or absolute."""
        return self._facts.documents

    @property
    def journal(self) -> Journal | None:
        """The rows themselves, for checking and exporting; None where they cannot be read."""
        return self._journal

    @property
    def holder(self) -> Holder | None:
        """Who else holds the project."""
        return holder_of(self.folder / LOCK) if self._hold is None else self._hold.holder

    def path_of(self, document: str) -> Path:
        """The text file of a document."""
        if document not in self._facts.documents:
            known = ", ".join(self._facts.documents) or "none"
            raise ProjectError(f"there is no document {document!r} in this project. There are: {known}")
        return self.folder / path_of_text(document)

    def add_document(self, path: Location) -> str:
        """The name that a further text file has in the project."""
        if self.read_only:
            raise ProjectError(self.read_only)
        path = Path(path)
        self._load(path, silent)
        with self._lock:
            facts = folder.with_documents(self.folder, self._facts, [path])
            self._write_facts(facts)
        return folder.document_name(self.folder, path)

    def remove_document(self, document: str) -> None:
        """Takes a document out of the project. Its file and its decisions stay: added again, it is as it was."""
        if self.read_only:
            raise ProjectError(self.read_only)
        self.path_of(document)
        with self._lock:
            self._put_documents(tuple(name for name in self.documents if name != document))
            self._opened.pop(document, None)

    def begin_document(self, text: str, beginning: Beginning, format: str) -> str:
        """The name of the document that a text of the project becomes: its file lies beside the text, or where nothing
        may be written there in the folder of the project. It takes the place of a text that nobody has decided on."""
        if self.read_only or self._journal is None:
            raise ProjectError(self.read_only)
        with self._lock:
            name = self._written_beside(text, beginning.content[format], stem_of, format)
            kept = (text,) if self._journal.decided(text) or self._journal.locks(text) else ()
            self._put_in_place(text, (name, *kept))
        return name

    def add_beside(self, document: str, content: bytes, format: str) -> str:
        """The name of a further document with this content, whose file lies where that of a begun text would."""
        if self.read_only:
            raise ProjectError(self.read_only)
        with self._lock:
            name = self._written_beside(document, content, plain_stem, format)
            self._put_in_place(document, (document, name))
        return name

    def _written_beside(self, document: str, content: bytes, stem: Callable[[Path], str], format: str) -> str:
        path = self.path_of(document).resolve()
        target = free_path(path.parent, stem(path), format)
        try:
            replace_atomically(target, [content], rights=shared_rights([path], path.parent))
        except SpectralError:
            target = free_path(self.folder, stem(path), format)
            replace_atomically(target, [content], rights=shared_rights([path], self.folder))
        return folder.document_name(self.folder, target)

    def _put_in_place(self, document: str, names: tuple[str, ...]) -> None:
        rows = (names if one == document else (one,) for one in self.documents)
        self._put_documents(tuple(one for row in rows for one in row))

    def _put_documents(self, names: tuple[str, ...]) -> None:
        self._write_facts(replace(self._facts, documents=names))

    def _write_facts(self, facts: Facts) -> None:
        self._protect(facts)
        folder.write_facts(self.folder, facts, self.rights)
        self._facts = facts

    @property
    def rights(self) -> int:
        """What the files of the project give at most: who may not read one of its texts may read none of them."""
        return rights_of_project(self.folder, self._facts.documents)

    def _protect(self, facts: Facts | None = None) -> None:
        """Has the files that are there give no more, before anything is written for these documents."""
        protect(self.folder, rights_of_project(self.folder, (facts or self._facts).documents))

    def decide_as(self, annotator: str) -> None:
        """Names who decides from now on; the project's own name for who decides stays as it is."""
        with self._lock:
            self.annotator = annotator or self._facts.annotator or user()
            if self._journal is not None:
                self._journal.annotator = self.annotator

    def close(self) -> None:
        """Lets the project go, so that another may change it."""
        with self._lock:
            if self._journal is not None:
                if not self.read_only:
                    with contextlib.suppress(ProjectError):
                        self._journal.put_back(self.rights)
                self._journal.close()
                self._journal = None
            if self._hold is not None:
                self._hold.free()
            self.read_only = self.read_only or "The project was closed"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
