"""User preferences in a human-readable file, and the folders of the program."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from spectral_core import files, machine
from spectral_core.errors import FormatError

_MAX_RECENT = 12
DOWNLOADS_FOLDER = "brought"  # folder of downloaded treebanks, below the data folder
_STORED_NAMES = {  # of fields that earlier versions wrote under another name
    "trains_in_background": "learns_unasked",
    "retrain_after": "relearn_after",
    "head_margin": "doubt",
    "reading_margin": "unsure",
    "max_unpacked_gigabytes": "unpack",
}

Theme = Literal["system", "light", "dark"]
Language = Literal["en", "de", "ar"]
LANGUAGES = {"en": "English", "de": "Deutsch", "ar": "العربية"}  # of the window, each in its own name
Points = Annotated[float, msgspec.Meta(ge=6, le=48)]
Count = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Scale = Annotated[int, msgspec.Meta(ge=100, le=200)]


@dataclass(frozen=True, slots=True)
class UserFolders:
    """Folders of the user's preferences and data."""

    config: Path
    data: Path


def get_user_folders() -> UserFolders:
    """Return the folders of this system, or those below SPECTRAL_HOME if it is set."""
    return UserFolders(machine.user_folder("config"), machine.user_folder("data"))


class RecentProject(msgspec.Struct, frozen=True):
    """A recently opened project or treebank."""

    title: str
    path: str
    when: str  # ISO 8601


class Preferences(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename=_STORED_NAMES):
    """Settings of the user, not of a project; the file contains only those that differ from the defaults."""

    theme: Theme = "system"
    language: Language = "en"  # of the interface, after the next start
    scale: Scale = 100  # of the interface, in per cent
    less_motion: bool = False  # whether animations are off
    annotator: str = ""  # name of the annotator in the journal; "" for the user account's
    word_points: Points = 12  # of words on canvases and in lists
    arabic_points: Points = 16  # larger, as Arabic letters are small for their font size
    trains_in_background: bool = True  # whether models are trained in the background on the open document
    retrain_after: Count = 20  # accepted sentences after which the active parser is retrained; 0 for never
    head_margin: Share = 0.5  # words whose best two heads differ by less in probability are uncertain
    reading_margin: Share = 0.3  # the same for the first two readings
    max_unpacked_gigabytes: Count = 0  # gigabytes that a compressed file may expand to; 0 for the default
    mirror: str = ""  # URL to download treebanks from; "" for the publishers' own
    keys: dict[str, str] = {}
    recent: tuple[RecentProject, ...] = ()
    unknown: dict[str, object] = {}  # fields of other versions, written back unchanged

    def with_changes(self, **fields: object) -> Preferences:
        """Return these preferences with other values; raise ValueError for an invalid one."""
        changes = {_STORED_NAMES.get(name, name): value for name, value in fields.items()}
        return msgspec.convert({**_to_stored_fields(self), **changes, "unknown": self.unknown}, Preferences)

    def with_recent_project(self, title: str, path: Path, when: datetime | None = None) -> Preferences:
        """Return these preferences with a project or file at the head of the recent ones."""
        opened_at = (when or datetime.now(UTC)).isoformat(timespec="seconds")
        other_entries = tuple(entry for entry in self.recent if entry.path != files.path_to_text(path))
        return msgspec.structs.replace(
            self,
            recent=(
                RecentProject(files.path_to_display_text(title), files.path_to_text(path), opened_at),
                *other_entries,
            )[:_MAX_RECENT],
        )

    def without_recent_project(self, path: Path) -> Preferences:
        """Return these preferences without a project or file among the recent ones."""
        return msgspec.structs.replace(
            self, recent=tuple(entry for entry in self.recent if entry.path != files.path_to_text(path))
        )


def get_preferences_path(folder: Path) -> Path:
    """Return the path of the preferences file in a folder."""
    return folder / "preferences.json"


def read_preferences(folder: Path | None = None) -> tuple[Preferences, str]:
    """Read the preferences; return them with a message about errors in their file, "" if there were none. An unreadable
    file is set aside, and invalid values are replaced by the defaults."""
    path = get_preferences_path(folder or get_user_folders().config)
    try:
        content = files.read_raw(path)
    except FileNotFoundError:
        return Preferences(), ""
    except OSError as error:
        outcome = _set_aside(path, "unreadable")  # the next save would replace it
        problem = f"the preferences could not be read ({error.strerror or error})"
        return Preferences(), f"{path}: {problem}; {outcome}, and the defaults are used"
    try:
        stored = msgspec.json.decode(content, type=dict[str, object])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        outcome = _set_aside(path, "damaged")
        return Preferences(), f"{path}: the preferences are damaged ({error}); {outcome}, and the defaults are used"
    fields = {field.encode_name: field for field in msgspec.structs.fields(Preferences) if field.name != "unknown"}
    values: dict[str, object] = {}
    errors: list[str] = []
    for name in fields.keys() & stored.keys():
        try:
            values[fields[name].name] = msgspec.convert(stored[name], fields[name].type)
        except msgspec.ValidationError as error:
            errors.append(f"{name}: {error}")
    unknown = {name: value for name, value in stored.items() if name not in fields}
    error_message = f"{path}: {'; '.join(sorted(errors))}; the default is used instead" if errors else ""
    return Preferences(**values, unknown=unknown), error_message  # type: ignore[arg-type] # each was converted to its type


def prepare_window_state_file(folder: Path) -> Path:
    """Create the file of the window's state in a folder (last positions, queries), readable only by its user, unless it
    exists; return its path."""
    path = folder / "window.ini"
    files.make_private_file(path)
    return path


def write_preferences(preferences: Preferences, folder: Path | None = None) -> None:
    """Replace the preferences file atomically."""
    path = get_preferences_path(folder or get_user_folders().config)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        problem = f"the folder for preferences could not be made: {error.strerror or error}"
        raise FormatError(path, None, problem, f"Set {machine.HOME_VARIABLE} to a folder you may write to") from None
    try:
        content = msgspec.json.format(
            msgspec.json.encode({**preferences.unknown, **_to_stored_fields(preferences)}), indent=2
        )
    except UnicodeEncodeError as error:
        problem = f"the preferences were not kept: {error.object[:80]!a} is no Unicode text"
        raise FormatError(path, None, problem, "Type it again") from None
    files.restrict_permissions(path, files.PRIVATE_MODE)
    files.replace_atomically(path, (content, b"\n"), permissions=files.PRIVATE_MODE)


def _to_stored_fields(preferences: Preferences) -> dict[str, object]:
    """Return the fields that differ from the defaults, under the names in the file."""
    plain: dict[str, object] = msgspec.to_builtins(preferences)
    plain.pop("unknown", None)
    return plain


def _set_aside(path: Path, state: str) -> str:
    """Rename a file that cannot be used to a free name with its state, damaged or unreadable; return the outcome, as
    the middle of an error message."""
    first_candidate = path.with_name(f"{path.stem}.{state}{path.suffix}")
    new_path = next(
        candidate
        for n in range(1, 1000)
        if not (
            candidate := first_candidate if n == 1 else first_candidate.with_stem(f"{first_candidate.stem}-{n}")
        ).exists()
    )
    try:
        path.rename(new_path)
    except OSError as error:
        return f"they could not be set aside ({error.strerror or error})"
    return f"they were set aside as {new_path.name}"
