"""The file `project.json` of a project, and the names of the other files in its folder."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import msgspec

from spectral_core.errors import SpectralError
from spectral_core.files import (
    DEFAULT_MODE,
    path_to_text,
    read_raw,
    replace_atomically,
)
from spectral_core.project.errors import ProjectError, make_disk_error

PROJECT_FILE, JOURNAL_FILE, LOCK_FILE, MODELS_FOLDER = "project.json", "journal.sqlite", "project.lock", "models"
# words that a reader knows, and readings that users added
KNOWN_WORDS_FILE, USER_LEXICON_FILE = "known.txt", "lexicon.tsv"
FILE_KIND, FORMAT_VERSION = "spectral-workbench project", 1
_FIRST_INDENT = re.compile(rb"\{(\r?\n[ \t]*)")


@dataclass(frozen=True, slots=True)
class ProjectMetadata:
    """Content of `project.json`; unknown fields are kept unchanged."""

    name: str
    documents: tuple[str, ...] = ()  # relative to the folder, or absolute
    annotator: str = ""
    journal: str = ""  # file name of its journal; "" until there is one
    unknown_fields: dict[str, object] = field(default_factory=dict)


class _StoredMetadata(msgspec.Struct):
    kind: str
    version: int
    name: str
    documents: tuple[str, ...] = ()
    annotator: str = ""
    journal: str = ""


_FIELD_NAMES = frozenset(_StoredMetadata.__struct_fields__)


def find_project_folder(path: Path) -> Path:
    """Return the folder of a project, from its own path or that of its `project.json`; ProjectError for any other
    path."""
    try:
        folder = path.parent if path.name == PROJECT_FILE and not path.is_dir() else path
        is_folder, is_project = folder.is_dir(), (folder / PROJECT_FILE).exists()
    except OSError as error:  # a folder that may not be entered, or a name that no folder can have
        raise make_disk_error(f"The project {path} was not opened", error, reading=True) from None
    if not is_folder:
        raise ProjectError(f"{folder}: there is no such folder. Check the name, or whether it was moved")
    if not is_project:
        problem = f"this folder is not a project, it has no {PROJECT_FILE}"
        raise ProjectError(f"{folder}: {problem}. Open a treebank in it, or make a new project")
    return folder.resolve()


def read_project_file(folder: Path) -> ProjectMetadata:
    """Read the project file; ProjectError if it is damaged or from a newer version."""
    path = folder / PROJECT_FILE
    remedy = "Restore it from a backup, or make a new project from the text files, which are not affected"
    try:
        content = read_raw(path)
    except OSError as error:
        raise ProjectError(f"{path}: the project file could not be read: {error.strerror or error}") from None
    try:
        raw = msgspec.json.decode(content, type=dict[str, object])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProjectError(f"{path}: the project file is damaged ({error}). {remedy}") from None
    version = raw.get("version")
    if raw.get("kind") == FILE_KIND and isinstance(version, int) and version > FORMAT_VERSION:
        problem = (
            f"this project was made by a newer version (format {version}; this program reads up to {FORMAT_VERSION})"
        )
        raise ProjectError(f"{path}: {problem}. Update the program")
    try:
        stored = msgspec.convert(raw, _StoredMetadata)
    except msgspec.ValidationError as error:
        raise ProjectError(f"{path}: this is not the file of a project ({error}). {remedy}") from None
    if stored.kind != FILE_KIND:
        raise ProjectError(f"{path}: this is not the file of a project, but of {stored.kind!r}. {remedy}")
    if any("\0" in name for name in stored.documents):
        raise ProjectError(f"{path}: this is not the file of a project (the name of a document holds a NUL). {remedy}")
    unknown = {name: value for name, value in raw.items() if name not in _FIELD_NAMES}
    return ProjectMetadata(stored.name, stored.documents, stored.annotator, stored.journal, unknown)


def write_project_file(folder: Path, facts: ProjectMetadata, permissions: int = DEFAULT_MODE) -> None:
    """Replace the project file atomically."""
    stored = _StoredMetadata(FILE_KIND, FORMAT_VERSION, facts.name, facts.documents, facts.annotator, facts.journal)
    fields: dict[str, object] = {name: getattr(stored, name) for name in _StoredMetadata.__struct_fields__}
    if not facts.journal:
        del fields["journal"]
    try:
        content = msgspec.json.format(msgspec.json.encode({**fields, **facts.unknown_fields}), indent=2) + b"\n"
        replace_atomically(folder / PROJECT_FILE, [content], permissions=permissions)
    except UnicodeEncodeError as error:
        problem = f"the name {error.object!a} holds a sign that is no Unicode text"
        raise ProjectError(f"{folder / PROJECT_FILE}: {problem}. Rename the file") from None
    except SpectralError as error:
        raise ProjectError(str(error)) from None


def record_journal_name(folder: Path, facts: ProjectMetadata) -> ProjectMetadata:
    """Write the name of a new journal into the project file, keep every other byte, and return the new metadata."""
    if facts.journal:
        return facts
    path = folder / PROJECT_FILE
    try:
        content = read_raw(path)
        body = content.rstrip()
        fields, end = body[:-1].rstrip(), body[len(body[:-1].rstrip()) :]
        indent = _FIRST_INDENT.match(fields)
        entry = b'"journal": ' + msgspec.json.encode(JOURNAL_FILE)
        new = fields + b"," + (indent[1] if indent else b" ") + entry + end + content[len(body) :]
        before = msgspec.json.decode(content, type=dict[str, object])
        if msgspec.json.decode(new) != {**before, "journal": JOURNAL_FILE}:
            raise ProjectError(f"{path}: the project file was changed by another program. Open the project again")
        replace_atomically(path, [new])
    except OSError as error:
        raise ProjectError(f"{path}: the project file could not be read: {error.strerror or error}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProjectError(f"{path}: the project file is damaged ({error}). Restore it from a backup") from None
    except SpectralError as error:
        raise ProjectError(str(error)) from None
    return replace(facts, journal=JOURNAL_FILE)


def make_document_name(folder: Path, path: Path) -> str:
    """Return a text file's name in its project: relative inside the folder, otherwise absolute."""
    resolved = path.resolve()
    return path_to_text(resolved.relative_to(folder).as_posix() if resolved.is_relative_to(folder) else resolved)


def add_document_paths(folder: Path, facts: ProjectMetadata, paths: Sequence[Path]) -> ProjectMetadata:
    """Return the metadata with these text files added as documents; duplicates are listed once."""
    names = list(facts.documents)
    for path in paths:
        if not path.is_file():
            raise ProjectError(f"{path}: there is no such file. Check the name, or whether it was moved")
        name = make_document_name(folder, path)
        if name not in names:
            names.append(name)
    return replace(facts, documents=tuple(names))


def find_project_of_file(store: Path, path: Path) -> Path | None:
    """Return the folder of the single-file project that has this file among its documents, if there is one."""
    for project_file in sorted(store.glob(f"*/{PROJECT_FILE}")):
        try:
            if path_to_text(path) in read_project_file(project_file.parent).documents:
                return project_file.parent
        except ProjectError:
            continue
    return None
