"""Fixed keys, which views handle themselves; the sheet of keys and the help list them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FixedKeys:
    """Keys that a view handles itself and that cannot be changed."""

    scope: str
    keys: str
    text: str


FIXED_KEYS = (
    FixedKeys("window", "Tab, Shift+Tab", "Next or previous field"),
    FixedKeys("window", "Esc", "Leave a prompt or a dialogue; nothing changes"),
    FixedKeys("window", "Ctrl+wheel", "Zoom the tree"),
    FixedKeys("candidates", "Up, Down, Enter", "In the list: mark a reading, and take it"),
    FixedKeys("candidates", "Left, Right", "In the list: the word beside, by sight"),
    FixedKeys("dependency", "Left, Right", "The word beside, by sight"),
    FixedKeys("dependency", "Up, Down", "The head; the first dependent"),
    FixedKeys("dependency", "Home, End", "First and last word"),
    FixedKeys("dependency", "Shift+Left, Shift+Right", "Select several words"),
    FixedKeys("dependency", "Esc", "Hide the proposal for a sentence that has heads"),
    FixedKeys("constituency", "Up, Down", "The parent; the first child"),
    FixedKeys("constituency", "Left, Right", "The node beside, by sight"),
    FixedKeys("constituency", "Shift+Left, Shift+Right", "Select several nodes or words"),
    FixedKeys("constituency", "Home, End", "The root; a word"),
    FixedKeys("question", "Esc", "Ask no more"),
    FixedKeys("exploring", "Left, Right, Up, Down", "The state on that side"),
    FixedKeys("exploring", "Home", "The state where sequences start"),
    FixedKeys("exploring", "Space, Shift+Space", "Next and previous edge"),
    FixedKeys("exploring", "Enter", "From a state or an edge to the sentences that pass it"),
    FixedKeys("steps", "Left, Right", "Back, on"),
    FixedKeys("steps", "Home, End", "To the start, to the end"),
    FixedKeys("steps", "Space", "Play, or stop"),
    FixedKeys("tokens", "Left, Right", "The word beside, by sight"),
    FixedKeys("reading", "Left, Right, Up, Down", "The word on that side, by sight"),
    FixedKeys("reading", "Home, End", "First and last word of the page"),
    FixedKeys("reading", "PgUp, PgDown", "The page before, the next page"),
    FixedKeys("vocabulary", "Enter", "Go to where the word stands first"),
    FixedKeys("quiz", "1, 2, 3, 4", "Answer"),
)
