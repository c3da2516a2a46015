"""Definition of an action, the scopes in which its keys work, and the test whether two of them conflict."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

# Scopes in which the keys of actions work, and their titles. Keys of "annotate" work wherever letters are commands:
# on canvases with their outlines, on the line of words and in the queue.
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
WINDOW_SCOPES = {"window", "find"}  # active in the whole window, so that the trees can step through results
_ANNOTATION_SCOPES = {"annotate", "candidates", "queue", "tokens", "dependency", "constituency", "question"}

MENUS = ("&File", "&Edit", "&View", "&Go", "&Annotate", "&Model", "&Tools", "&Help")


@dataclass(frozen=True, slots=True)
class Action:
    """Definition of an action: the method of its target, its place in the menus, and its default keys."""

    scope: str
    method: str  # takes no parameters
    menu: str  # "" for none; a submenu after a slash
    text: str
    keys: tuple[str, ...] = ()
    hint: str = ""  # one sentence for the status line and the sheet of keys
    starts_section: bool = False  # separator above it in its menu
    state_attribute: str = ""  # boolean attribute of the target, for a checkable action

    @property
    def name(self) -> str:
        """Unique name of the action, in preferences and as its object name."""
        return f"{self.scope}.{self.method}"

    @property
    def plain_text(self) -> str:
        """Text without the marks that only a menu shows."""
        return translate(self.text).replace("&", "").removesuffix("…")


def translate(text: str) -> str:
    return QCoreApplication.translate("actions", text)


def can_conflict(first: Action, second: Action) -> bool:
    """Return whether the same key in both would trigger both."""
    scopes = {first.scope, second.scope}
    if len(scopes) == 1 or scopes & WINDOW_SCOPES:
        return first != second
    return bool(scopes & {"annotate", "candidates"}) and scopes <= _ANNOTATION_SCOPES
