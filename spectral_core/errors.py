"""Errors a user can meet: each holds its facts and a remedy, and `str(error)` is a sentence to show."""

from __future__ import annotations

from pathlib import Path

from spectral_core.deprecated import old_keywords, old_members

_MAX_MESSAGE_LENGTH = 400  # characters of a message that quotes a query


class SpectralError(Exception):
    """An expected failure; any other exception is a bug."""


@old_members(what="message")
class FormatError(SpectralError):
    """A file that cannot be read or written in its format."""

    @old_keywords(what="message")
    def __init__(self, path: Path | None, line: int | None, message: str, remedy: str = ""):
        location = "the text" if path is None else str(path)
        if line is not None:
            location += f", line {line}"
        super().__init__(f"{location}: {message}" + (f". {remedy}" if remedy else ""))
        self.path, self.line, self.message, self.remedy = path, line, message, remedy

    def __reduce__(self) -> tuple[type[FormatError], tuple[Path | None, int | None, str, str]]:
        return type(self), (self.path, self.line, self.message, self.remedy)


class EditError(SpectralError):
    """A change that would leave a sentence without a sound structure; nothing was changed."""


class ConstraintError(SpectralError):
    """Locks that no structure of the sentence satisfies together."""


@old_members(asked="requested")
class RankError(SpectralError):
    """More hidden states were requested than the rank of the counts allows."""

    @old_keywords(asked="requested")
    def __init__(self, requested: int, supported: int):
        super().__init__(
            f"{requested} hidden states were requested, but these counts support only {supported}; "
            f"set states to {supported} or fewer, or train on more text"
        )
        self.requested, self.supported = requested, supported

    def __reduce__(self) -> tuple[type[RankError], tuple[int, int]]:
        return type(self), (self.requested, self.supported)


class DataError(SpectralError):
    """A corpus that lacks what a method needs."""


class NothingInCommonError(DataError):
    """Two corpora without any annotation that both have; nothing of them can be compared."""


class SettingsError(SpectralError):
    """An unknown setting, or a value outside its range."""


@old_members(what="message")
class StoreError(SpectralError):
    """A model file that is damaged, foreign, or written by a newer version."""

    @old_keywords(what="message")
    def __init__(self, path: Path, message: str, remedy: str = ""):
        super().__init__(f"{path}: {message}" + (f". {remedy}" if remedy else ""))
        self.path, self.message, self.remedy = path, message, remedy

    def __reduce__(self) -> tuple[type[StoreError], tuple[Path, str, str]]:
        return type(self), (self.path, self.message, self.remedy)


@old_members(what="message")
class FetchError(SpectralError):
    """A failed download; `status` is the server's HTTP status, 0 if there was no answer."""

    @old_keywords(what="message")
    def __init__(self, url: str, status: int, message: str, remedy: str = ""):
        super().__init__(f"{url}: {message}" + (f". {remedy}" if remedy else ""))
        self.url, self.status, self.message, self.remedy = url, status, message, remedy

    def __reduce__(self) -> tuple[type[FetchError], tuple[str, int, str, str]]:
        return type(self), (self.url, self.status, self.message, self.remedy)


@old_members(what="message")
class QueryError(SpectralError):
    """A query that cannot be parsed; `column` counts from 1."""

    @old_keywords(what="message")
    def __init__(self, column: int, message: str, remedy: str):
        message, remedy = _elide_middle(message), _elide_middle(remedy)
        super().__init__(f"column {column}: {message}. {remedy}")
        self.column, self.message, self.remedy = column, message, remedy  # columns count from 1

    def __reduce__(self) -> tuple[type[QueryError], tuple[int, str, str]]:
        return type(self), (self.column, self.message, self.remedy)


class MissingPartError(SpectralError):
    """A library or system package that is not installed; the message has the command that installs it."""


def _elide_middle(text: str) -> str:
    """Shorten a long text by cutting its middle."""
    half = _MAX_MESSAGE_LENGTH // 2
    return text if len(text) <= _MAX_MESSAGE_LENGTH else f"{text[: half - 1]}…{text[-half:]}"
