"""The table of actions: menus, keys and tool tips are made from it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Action:
    """A thing the user can do: what it is called, its key, and the method of the window it calls."""

    name: str
    menu: str
    text: str
    shortcut: str
    calls: str


ACTIONS = (
    Action("open", "&File", "&Open a treebank…", "Ctrl+O", "open_file"),
    Action("open_sample", "&File", "Open the &sample project", "Ctrl+Shift+O", "open_sample"),
    Action("quit", "&File", "&Quit", "Ctrl+Q", "close"),
    Action("next", "&Go", "&Next sentence", "Ctrl+Down", "next_sentence"),
    Action("previous", "&Go", "&Previous sentence", "Ctrl+Up", "previous_sentence"),
    Action("dark", "&View", "&Light or dark", "Ctrl+Shift+D", "flip_theme"),
)
