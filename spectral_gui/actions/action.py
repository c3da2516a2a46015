"""What an action is, where its keys are heard, and when two of them are heard by both."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

# Where the keys of an action work, and how the place is called. Those of "annotate" work wherever letters are
# commands: on canvases with their outlines, on the line of words and in the queue; the window answers them.
SCOPES = {
    "annotate": "Queue, words and trees",
    "candidates": "Readings, from words and trees",
    "dependency": "Dependency tree",
    "constituency": "Constituency tree",
    "question": "Questions",
    "tokens": "Line of words",
    "queue": "Queue",
    "find": "Find",
    "reading": "Read",
    "vocabulary": "Words",
    "quiz": "Quiz",
    "comparing": "Compare",
    "exploring": "Explore",
    "steps": "Explore: steps",
    "training": "Train: settings",
    "curves": "Train: curves",
    "runs": "Train: runs",
    "window": "Everywhere",
}
EVERYWHERE = {"window", "find"}  # heard in the whole window; a result is sought from the tree that shows the last one
_ANNOTATED = {"annotate", "candidates", "queue", "tokens", "dependency", "constituency", "question"}

MENUS = ("&File", "&Edit", "&View", "&Go", "&Annotate", "&Model", "&Tools", "&Help")


@dataclass(frozen=True, slots=True)
class Action:
    """A thing the user can do: the method of its target that does it, where it is found, and its keys as they come."""

    scope: str
    calls: str  # the method, which takes nothing
    menu: str  # "" for none; a submenu after a slash
    text: str
    keys: tuple[str, ...] = ()
    hint: str = ""  # one sentence for the status line and the sheet of keys
    apart: bool = False  # a line above it in its menu
    checked: str = ""  # the attribute of the target that tells whether it is on, where it can be on and off

    @property
    def name(self) -> str:
        """One for each action: what preferences and object names know it by."""
        return f"{self.scope}.{self.calls}"

    @property
    def plain_text(self) -> str:
        """The text without the marks that only a menu shows."""
        return translated(self.text).replace("&", "").removesuffix("…")


def translated(text: str) -> str:
    return QCoreApplication.translate("actions", text)


def collide(one: Action, other: Action) -> bool:
    """Whether the same key in both would be heard by both."""
    scopes = {one.scope, other.scope}
    if len(scopes) == 1 or scopes & EVERYWHERE:
        return one != other
    return bool(scopes & {"annotate", "candidates"}) and scopes <= _ANNOTATED
