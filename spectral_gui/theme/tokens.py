"""Colour tokens: every colour of the window, light and dark, and no other."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache

from PySide6.QtGui import QColor


@dataclass(frozen=True, slots=True)
class Colours:
    """Colours by their use; every meaning has a form too, so that none is shown by colour alone."""

    window: QColor  # rail, panels, bars
    paper: QColor  # canvas, page, fields, cards
    raised: QColor  # menus, dialogs
    sunken: QColor  # chips, disabled controls
    hover: QColor
    track: QColor  # the empty part of a bar
    hairline: QColor
    border: QColor  # edges of buttons, keys, menus
    control: QColor  # edges of fields and check boxes
    text: QColor  # words, confirmed annotation
    faint: QColor  # tags, glosses, labels
    trace: QColor  # captions, traces; never on a selection
    line: QColor  # suggestions: arcs and branches
    selected: QColor  # the accent: the selection, and the first choice
    selected_hover: QColor
    on_selected: QColor  # letters on the accent
    selected_fill: QColor
    selection: QColor  # selected text
    positive: QColor  # accepted
    positive_fill: QColor
    doubt: QColor  # drawn with dashes as well
    doubt_fill: QColor
    wrong: QColor  # problems; drawn with a wavy line as well
    wrong_fill: QColor
    locked: QColor  # drawn heavier as well
    locked_fill: QColor
    scrim: QColor  # behind dialogs
    changed: QColor  # differs from another tree; drawn dashed as well
    target: QColor  # where a drag or a prompt would attach


_HEX_COLOURS = {
    "window": "#f5f5f3 #141518", "paper": "#ffffff #1a1c20", "raised": "#ffffff #24262b", "sunken": "#ededea #101114",
    "hover": "#ecece8 #212328", "track": "#e6e6e2 #2e3037", "hairline": "#e3e3de #2a2c32", "border": "#cfcfc9 #3d4048",
    "control": "#888b93 #6c707b", "text": "#1a1b1f #e8e8eb", "faint": "#54575f #abaeb8", "trace": "#666972 #9397a1",
    "line": "#7e828c #7c818c", "selected": "#3552c8 #93aeff", "selected_hover": "#2c46b0 #a9bfff",
    "on_selected": "#ffffff #10131f", "selected_fill": "#e8ecfb #222b48", "selection": "#d3defa #2c3a66",
    "positive": "#0a5a3c #63d6a8", "positive_fill": "#e2f1ea #17332a", "doubt": "#7f4b00 #f0b15e",
    "doubt_fill": "#fbefd9 #3a2b14", "wrong": "#bc0f4e #fd7f8c", "wrong_fill": "#fbe6ed #40202a",
    "locked": "#5b1f6b #edc0f7", "locked_fill": "#f2e8f5 #38263d", "scrim": "#1a1b1f #000000",
    "changed": "#3552c8 #93aeff", "target": "#0a5a3c #63d6a8",
}  # fmt: skip

_LIGHT_COLOURS, _DARK_COLOURS = (
    Colours(**{name: QColor(row.split()[dark]) for name, row in _HEX_COLOURS.items()}) for dark in (False, True)
)


def get_colours(dark: bool) -> Colours:
    return _DARK_COLOURS if dark else _LIGHT_COLOURS


@cache
def get_colour_names(dark: bool) -> dict[str, str]:
    """Return every colour as a style sheet writes it, by its token."""
    tokens = get_colours(dark)
    return {token.name: getattr(tokens, token.name).name() for token in fields(tokens)}
