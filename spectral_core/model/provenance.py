"""Provenance of a model: what it was trained on, how and when, as its file says it."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import PurePosixPath, PureWindowsPath

from spectral_core.model.settings import Value

WINDOW = "window"  # in place of a command line: trained in the window
DEPENDENCIES, CONSTITUENTS, READINGS, TAGS, WORDS = "dependencies", "constituents", "readings", "tags", "words"


@dataclass(frozen=True, slots=True)
class TrainingSource:
    """A file of the training text."""

    name: str  # without folders
    sha256: str = ""  # of its content, uncompressed and with the edits made to it; "" if unknown
    sentences: int = 0  # number of sentences used


@dataclass(frozen=True, slots=True)
class ColumnsAndLabels:
    """The columns that a model of several parts reads and writes, and the labels that the parts know."""

    column: str  # of the tags that its parser reads first
    reads: tuple[str, ...]  # columns
    writes: tuple[str, ...]  # columns
    tags: tuple[str, ...] = ()  # of its tagger
    labels: tuple[str, ...] = ()  # relations
    readings: tuple[str, ...] = ()  # tags and features that its ranker tells apart, most frequent first
    clusters: str = ""  # where its word clusters come from, if not from its training text


@dataclass(frozen=True, slots=True)
class Provenance:
    """What a model was trained on, how and when. Whatever is empty is unknown, as all is in older files."""

    language: str = ""  # ISO 639 code
    script: str = ""  # of most words, by the Unicode name of their first letter
    structure: str = ""  # the annotation it was trained on: DEPENDENCIES, CONSTITUENTS, READINGS, TAGS or WORDS
    column: str = ""  # the column that it reads or predicts
    tags: tuple[str, ...] = ()  # tagset of the training text, most frequent first
    labels: tuple[str, ...] = ()  # its relations or phrase labels, most frequent first
    sources: tuple[TrainingSource, ...] = ()
    added_sentences: int = 0  # number of sentences added since
    version: str = ""  # of the program
    command: str = ""  # the command line without absolute folders, or WINDOW
    date: str = ""  # ISO, in UTC
    settings: Mapping[str, Value] = field(default_factory=dict)
    clusters: str = ""  # where the word clusters that it reads come from, if not from its training text
    reads: tuple[str, ...] = ()  # columns that a model of several parts reads
    writes: tuple[str, ...] = ()  # columns that it writes
    readings: tuple[str, ...] = ()  # tags and features that its ranker tells apart, most frequent first

    @property
    def is_known(self) -> bool:
        """Whether the file says anything."""
        return self != Provenance()

    def to_json(self) -> dict[str, object]:
        """Return the fields as values of JSON."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: object) -> Provenance:
        """Read what `to_json` returned; what is missing or of another type is unknown."""
        if not isinstance(values, Mapping):
            return cls()
        sources = tuple(
            TrainingSource(
                name=_as_text(row.get("name")),
                sha256=_as_text(row.get("sha256")),
                sentences=_as_count(row.get("sentences")),
            )
            for row in _as_list(values.get("sources"))
            if isinstance(row, Mapping)
        )
        settings = values.get("settings")
        return cls(
            language=_as_text(values.get("language")),
            script=_as_text(values.get("script")),
            structure=_as_text(values.get("structure")),
            column=_as_text(values.get("column")),
            tags=_as_texts(values.get("tags")),
            labels=_as_texts(values.get("labels")),
            sources=sources,
            added_sentences=_as_count(values.get("added_sentences")),
            version=_as_text(values.get("version")),
            command=_as_text(values.get("command")),
            date=_as_text(values.get("date")),
            settings={
                str(name): value
                for name, value in (settings.items() if isinstance(settings, Mapping) else ())
                if isinstance(value, bool | int | float | str)
            },
            clusters=_as_text(values.get("clusters")),
            reads=_as_texts(values.get("reads")),
            writes=_as_texts(values.get("writes")),
            readings=_as_texts(values.get("readings")),
        )


def format_command(words: Sequence[str]) -> str:
    """Return a command line as typed, without the folders of absolute paths."""
    return shlex.join(["spectral", *map(strip_folders, words)])


def strip_folders(word: str) -> str:
    """Return an argument with absolute paths reduced to the name of the file, also after an equals sign or right behind
    a short option."""
    option, value = word[:2], word[2:]
    if option.startswith("-") and _is_absolute(value):
        return option + strip_folders(value)
    name, equals, value = word.partition("=")
    if equals and not _is_absolute(name):
        return name + equals + strip_folders(value)
    if not _is_absolute(word):
        return word
    if not (windows_path := PureWindowsPath(word)).is_absolute():
        return PurePosixPath(word).name
    return windows_path.name or PurePosixPath(windows_path.as_posix()).name  # `//data/x` may be a share of Windows


def _is_absolute(word: str) -> bool:
    """Test whether a word is an absolute path on any system."""
    return PurePosixPath(word).is_absolute() or PureWindowsPath(word).is_absolute()


def _as_text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _as_texts(value: object) -> tuple[str, ...]:
    return tuple(text for text in _as_list(value) if isinstance(text, str))


def _as_list(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else ()


def _as_count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0
