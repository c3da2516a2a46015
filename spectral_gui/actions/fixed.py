"""The keys that views answer themselves: they cannot be changed, and the sheet of keys and the help tell them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fixed:
    """Keys that a view answers itself and that cannot be changed: they are only told."""

    scope: str
    keys: str
    text: str


FIXED = (
    Fixed("window", "Tab, Shift+Tab", "Next or previous field"),
    Fixed("window", "Esc", "Leave a prompt or a dialogue; nothing changes"),
    Fixed("window", "Ctrl+wheel", "Zoom the tree"),
    Fixed("candidates", "Up, Down, Enter", "In the list: mark a reading, and take it"),
    Fixed("candidates", "Left, Right", "In the list: the word beside, by sight"),
    Fixed("dependency", "Left, Right", "The word beside, by sight"),
    Fixed("dependency", "Up, Down", "The head; the first dependent"),
    Fixed("dependency", "Home, End", "First and last word"),
    Fixed("dependency", "Shift+Left, Shift+Right", "Select several words"),
    Fixed("dependency", "Esc", "Hide the proposal for a sentence that has heads"),
    Fixed("constituency", "Up, Down", "The parent; the first child"),
    Fixed("constituency", "Left, Right", "The node beside, by sight"),
    Fixed("constituency", "Shift+Left, Shift+Right", "Select several nodes or words"),
    Fixed("constituency", "Home, End", "The root; a word"),
    Fixed("question", "Esc", "Ask no more"),
    Fixed("exploring", "Left, Right, Up, Down", "The state on that side"),
    Fixed("exploring", "Home", "The state where sequences start"),
    Fixed("exploring", "Space, Shift+Space", "Next and previous edge"),
    Fixed("exploring", "Enter", "From a state or an edge to the sentences that pass it"),
    Fixed("steps", "Left, Right", "Back, on"),
    Fixed("steps", "Home, End", "To the start, to the end"),
    Fixed("steps", "Space", "Play, or stop"),
    Fixed("tokens", "Left, Right", "The word beside, by sight"),
    Fixed("reading", "Left, Right, Up, Down", "The word on that side, by sight"),
    Fixed("reading", "Home, End", "First and last word of the page"),
    Fixed("reading", "PgUp, PgDown", "The page before, the next page"),
    Fixed("vocabulary", "Enter", "Go to where the word stands first"),
    Fixed("quiz", "1, 2, 3, 4", "Answer"),
)
