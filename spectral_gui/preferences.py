"""What the user prefers, kept in a file to read and mend by hand; where the program's own folders are."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from spectral_core import files, machine
from spectral_core.errors import FormatError

_MOST_RECENT = 12
BROUGHT = "brought"  # the folder of treebanks that were had from elsewhere, below that for data

Theme = Literal["system", "light", "dark"]
Language = Literal["en", "de", "ar"]
LANGUAGES = {"en": "English", "de": "Deutsch", "ar": "العربية"}  # of the window, each in its own name
Points = Annotated[float, msgspec.Meta(ge=6, le=48)]
Count = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Scale = Annotated[int, msgspec.Meta(ge=100, le=200)]


@dataclass(frozen=True, slots=True)
class Folders:
    """Where preferences are, and where projects around single files are."""

    config: Path
    data: Path


def folders() -> Folders:
    """This system's own places, or those below SPECTRAL_HOME."""
    return Folders(machine.user_folder("config"), machine.user_folder("data"))


class Recent(msgspec.Struct, frozen=True):
    """A project or a treebank that was open."""

    title: str
    path: str
    when: str  # as ISO 8601 writes it


class Preferences(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Everything that follows the user and not the project; only what differs from the defaults is in the file."""

    theme: Theme = "system"
    language: Language = "en"  # of the interface, from the next start on
    scale: Scale = 100  # of the interface, in per cent
    less_motion: bool = False  # whether everything stands where it belongs at once
    annotator: str = ""  # the name that decisions are journaled under; "" for the account's
    word_points: Points = 12  # of words on canvases and in lists
    arabic_points: Points = 16  # the same for Arabic, whose letters are small for the size of their font
    learns_unasked: bool = True  # what can be learnt from what is open is learnt in the background
    relearn_after: Count = 20  # accepted sentences after which the model that proposes learns from them; 0 for never
    doubt: Share = 0.5  # words are in doubt whose likeliest heads are less than this apart
    unsure: Share = 0.3  # the same for readings, whose first two are less than this apart
    unpack: Count = 0  # gigabytes that may be made of any packed file; 0 for what treebanks may need
    mirror: str = ""  # where treebanks are had from; "" for where their makers publish them
    keys: dict[str, str] = {}
    recent: tuple[Recent, ...] = ()
    unknown: dict[str, object] = {}  # fields of another version, kept as they are

    def changed(self, **fields: object) -> Preferences:
        """These preferences with other values; a value that none may have is a ValueError."""
        return msgspec.convert({**_plain(self), **fields, "unknown": self.unknown}, Preferences)

    def with_recent(self, title: str, path: Path, when: datetime | None = None) -> Preferences:
        moment = (when or datetime.now(UTC)).isoformat(timespec="seconds")
        others = tuple(row for row in self.recent if row.path != files.path_to_text(path))
        return msgspec.structs.replace(
            self, recent=(Recent(files.display_path(title), files.path_to_text(path), moment), *others)[:_MOST_RECENT]
        )

    def without_recent(self, path: Path) -> Preferences:
        return msgspec.structs.replace(
            self, recent=tuple(row for row in self.recent if row.path != files.path_to_text(path))
        )


def path_in(folder: Path) -> Path:
    return folder / "preferences.json"


def read(folder: Path | None = None) -> tuple[Preferences, str]:
    """The preferences, and a sentence about what was wrong with their file; "" where nothing was. A file that cannot be
    read as one is set aside, and a value that none may have is left out; both are defaults then."""
    path = path_in(folder or folders().config)
    try:
        written = files.read_raw(path)
    except FileNotFoundError:
        return Preferences(), ""
    except OSError as error:
        return Preferences(), f"{path}: the preferences could not be read: {error.strerror or error}"
    try:
        found = msgspec.json.decode(written, type=dict[str, object])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        aside = _set_aside(path)
        return Preferences(), f"{path}: the preferences are damaged ({error}); {aside}, and the defaults are used"
    fields = {field.name: field.type for field in msgspec.structs.fields(Preferences) if field.name != "unknown"}
    taken: dict[str, object] = {}
    wrong: list[str] = []
    for name in fields.keys() & found.keys():
        try:
            taken[name] = msgspec.convert(found[name], fields[name])
        except msgspec.ValidationError as error:
            wrong.append(f"{name}: {error}")
    unknown = {name: value for name, value in found.items() if name not in fields}
    complaint = f"{path}: {'; '.join(sorted(wrong))}; the default is used instead" if wrong else ""
    return Preferences(**taken, unknown=unknown), complaint  # type: ignore[arg-type] # each was converted to its type


def window_file(folder: Path) -> Path:
    """Return the file for what a window remembers, below a folder: where texts were left, what was looked for in them.
    Only its user may read it."""
    path = folder / "window.ini"
    files.make_private_file(path)
    return path


def write(preferences: Preferences, folder: Path | None = None) -> None:
    """Replaces the file of preferences; a crash leaves the old one or the new one."""
    path = path_in(folder or folders().config)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        what = f"the folder for preferences could not be made: {error.strerror or error}"
        raise FormatError(path, None, what, f"Set {machine.HOME_VARIABLE} to a folder you may write to") from None
    try:
        content = msgspec.json.format(msgspec.json.encode({**preferences.unknown, **_plain(preferences)}), indent=2)
    except UnicodeEncodeError as error:
        what = f"the preferences were not kept: {error.object[:80]!a} is no Unicode text"
        raise FormatError(path, None, what, "Type it again") from None
    files.restrict(path, files.PRIVATE)
    files.replace_atomically(path, (content, b"\n"), rights=files.PRIVATE)


def _plain(preferences: Preferences) -> dict[str, object]:
    plain: dict[str, object] = msgspec.to_builtins(preferences)
    plain.pop("unknown", None)
    return plain


def _set_aside(path: Path) -> str:
    """Moves a damaged file to a name that is free; what was done, as the middle of a sentence."""
    stem = path.with_name(f"{path.stem}.damaged{path.suffix}")
    aside = next(
        one for n in range(1, 1000) if not (one := stem if n == 1 else stem.with_stem(f"{stem.stem}-{n}")).exists()
    )
    try:
        path.rename(aside)
    except OSError as error:
        return f"they could not be set aside ({error.strerror or error})"
    return f"they were set aside as {aside.name}"
