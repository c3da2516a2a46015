"""The folder of a project and its `project.json`: what it is called, its documents, and what the user set for it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import msgspec

from spectral_core.errors import SpectralError
from spectral_core.files import USUAL, replace_atomically, text_of_path, whole
from spectral_core.project.complaints import ProjectError

FACTS, JOURNAL, LOCK, MODELS = "project.json", "journal.sqlite", "project.lock", "models"
KNOWN, LEXICON = "known.txt", "lexicon.tsv"  # the words that a reader knows, and the readings that users added
KIND, VERSION = "spectral-workbench project", 1


@dataclass(frozen=True, slots=True)
class Facts:
    """What `project.json` says; fields that this version does not know are kept as they stand."""

    name: str
    documents: tuple[str, ...] = ()  # relative to the folder, or absolute
    annotator: str = ""
    journal: str = ""  # the name of its journal, from when one was begun; "" before that
    unknown: dict[str, object] = field(default_factory=dict)


class _Known(msgspec.Struct):
    kind: str
    version: int
    name: str
    documents: tuple[str, ...] = ()
    annotator: str = ""
    journal: str = ""


_FIRST_INDENT = re.compile(rb"\{(\r?\n[ \t]*)")
_NAMES = frozenset(_Known.__struct_fields__)


def folder_of(path: Path) -> Path:
    """The folder of a project, named by itself or by its `project.json`; what is none is refused."""
    folder = path.parent if path.name == FACTS and not path.is_dir() else path
    if not folder.is_dir():
        raise ProjectError(f"{folder}: there is no such folder. Check the name, or whether it was moved")
    if not (folder / FACTS).exists():
        what = f"this folder is not a project, it has no {FACTS}"
        raise ProjectError(f"{folder}: {what}. Open a treebank in it, or make a new project")
    return folder.resolve()


def read_facts(folder: Path) -> Facts:
    """What the project file says; one that is damaged or newer is answered with a sentence."""
    path = folder / FACTS
    remedy = "Restore it from a backup, or make a new project from the text files, which are not affected"
    try:
        content = whole(path)
    except OSError as error:
        raise ProjectError(f"{path}: the project file could not be read: {error.strerror or error}") from None
    try:
        raw = msgspec.json.decode(content, type=dict[str, object])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProjectError(f"{path}: the project file is damaged ({error}). {remedy}") from None
    version = raw.get("version")
    if raw.get("kind") == KIND and isinstance(version, int) and version > VERSION:
        what = f"this project was made by a newer version (format {version}; this program reads up to {VERSION})"
        raise ProjectError(f"{path}: {what}. Update the program")
    try:
        known = msgspec.convert(raw, _Known)
    except msgspec.ValidationError as error:
        raise ProjectError(f"{path}: this is not the file of a project ({error}). {remedy}") from None
    if known.kind != KIND:
        raise ProjectError(f"{path}: this is not the file of a project, but of {known.kind!r}. {remedy}")
    if any("\0" in name for name in known.documents):
        raise ProjectError(f"{path}: this is not the file of a project (the name of a document holds a NUL). {remedy}")
    unknown = {name: value for name, value in raw.items() if name not in _NAMES}
    return Facts(known.name, known.documents, known.annotator, known.journal, unknown)


def write_facts(folder: Path, facts: Facts, rights: int = USUAL) -> None:
    """Replaces the project file; a crash leaves the old one or the new one."""
    known = _Known(KIND, VERSION, facts.name, facts.documents, facts.annotator, facts.journal)
    fields: dict[str, object] = {name: getattr(known, name) for name in _Known.__struct_fields__}
    if not facts.journal:
        del fields["journal"]
    try:
        content = msgspec.json.format(msgspec.json.encode({**fields, **facts.unknown}), indent=2) + b"\n"
        replace_atomically(folder / FACTS, [content], rights=rights)
    except UnicodeEncodeError as error:
        what = f"the name {error.object!a} holds a sign that is no Unicode text"
        raise ProjectError(f"{folder / FACTS}: {what}. Rename the file") from None
    except SpectralError as error:
        raise ProjectError(str(error)) from None


def mark_journal(folder: Path, facts: Facts) -> Facts:
    """Say in the project file that a journal was begun, and leave every other byte of it as it is; the new facts."""
    if facts.journal:
        return facts
    path = folder / FACTS
    try:
        content = whole(path)
        body = content.rstrip()
        fields, end = body[:-1].rstrip(), body[len(body[:-1].rstrip()) :]
        indent = _FIRST_INDENT.match(fields)
        entry = b'"journal": ' + msgspec.json.encode(JOURNAL)
        new = fields + b"," + (indent[1] if indent else b" ") + entry + end + content[len(body) :]
        before = msgspec.json.decode(content, type=dict[str, object])
        if msgspec.json.decode(new) != {**before, "journal": JOURNAL}:
            raise ProjectError(f"{path}: the project file was changed by another program. Open the project again")
        replace_atomically(path, [new])
    except OSError as error:
        raise ProjectError(f"{path}: the project file could not be read: {error.strerror or error}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProjectError(f"{path}: the project file is damaged ({error}). Restore it from a backup") from None
    except SpectralError as error:
        raise ProjectError(str(error)) from None
    return replace(facts, journal=JOURNAL)


def document_name(folder: Path, path: Path) -> str:
    """What a text file is called in its project: relative where it lies inside the folder, otherwise absolute."""
    whole = path.resolve()
    return text_of_path(whole.relative_to(folder).as_posix() if whole.is_relative_to(folder) else whole)


def with_documents(folder: Path, facts: Facts, paths: Sequence[Path]) -> Facts:
    """The facts with these text files as further documents; a file that is there already stays once."""
    names = list(facts.documents)
    for path in paths:
        if not path.is_file():
            raise ProjectError(f"{path}: there is no such file. Check the name, or whether it was moved")
        name = document_name(folder, path)
        if name not in names:
            names.append(name)
    return replace(facts, documents=tuple(names))


def project_with(store: Path, path: Path) -> Path | None:
    """The project among those of single files that has a file among its documents; None for none."""
    for facts in sorted(store.glob(f"*/{FACTS}")):
        try:
            if text_of_path(path) in read_facts(facts.parent).documents:
                return facts.parent
        except ProjectError:
            continue
    return None
