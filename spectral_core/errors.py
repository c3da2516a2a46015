"""The failures a user can meet: each carries its facts and a remedy, and `str(error)` is a sentence to show."""

from __future__ import annotations

from pathlib import Path


class SpectralError(Exception):
    """An expected failure; anything that is not one of these is a bug."""


class FormatError(SpectralError):
    """A file that cannot be read or written as the format it should be in."""

    def __init__(self, path: Path | None, line: int | None, what: str, remedy: str = ""):
        place = "the text" if path is None else str(path)
        if line is not None:
            place += f", line {line}"
        super().__init__(f"{place}: {what}" + (f". {remedy}" if remedy else ""))
        self.path, self.line, self.what, self.remedy = path, line, what, remedy

    def __reduce__(self) -> tuple[type[FormatError], tuple[Path | None, int | None, str, str]]:
        return type(self), (self.path, self.line, self.what, self.remedy)


class EditError(SpectralError):
    """A change that would leave a sentence without a sound structure; nothing was changed."""


class ConstraintError(SpectralError):
    """Locks that no structure of the sentence can honour together."""


class RankError(SpectralError):
    """More hidden states were asked for than the counts can tell apart."""

    def __init__(self, asked: int, supported: int):
        super().__init__(
            f"{asked} hidden states were asked for, but these counts support only {supported}; "
            f"set states to {supported} or fewer, or learn from more text"
        )
        self.asked, self.supported = asked, supported

    def __reduce__(self) -> tuple[type[RankError], tuple[int, int]]:
        return type(self), (self.asked, self.supported)


class DataError(SpectralError):
    """A corpus that lacks what a method needs."""


class SettingsError(SpectralError):
    """A setting that does not exist, or a value outside what it allows."""


class StoreError(SpectralError):
    """A model file that is damaged, foreign, or written by a newer version."""

    def __init__(self, path: Path, what: str, remedy: str = ""):
        super().__init__(f"{path}: {what}" + (f". {remedy}" if remedy else ""))
        self.path, self.what, self.remedy = path, what, remedy

    def __reduce__(self) -> tuple[type[StoreError], tuple[Path, str, str]]:
        return type(self), (self.path, self.what, self.remedy)


class FetchError(SpectralError):
    """Something on another machine that could not be had; `status` is what its server answered, 0 for nothing."""

    def __init__(self, url: str, status: int, what: str, remedy: str = ""):
        super().__init__(f"{url}: {what}" + (f". {remedy}" if remedy else ""))
        self.url, self.status, self.what, self.remedy = url, status, what, remedy

    def __reduce__(self) -> tuple[type[FetchError], tuple[str, int, str, str]]:
        return type(self), (self.url, self.status, self.what, self.remedy)


class QueryError(SpectralError):
    """A question to a treebank that cannot be understood."""

    def __init__(self, column: int, what: str, remedy: str):
        super().__init__(f"column {column}: {what}. {remedy}")
        self.column, self.what, self.remedy = column, what, remedy  # columns count from 1

    def __reduce__(self) -> tuple[type[QueryError], tuple[int, str, str]]:
        return type(self), (self.column, self.what, self.remedy)


class MissingPartError(SpectralError):
    """A library or system package that is not installed; says the line that installs it."""
