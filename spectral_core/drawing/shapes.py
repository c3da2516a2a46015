"""Shapes of a drawing: patches, lines and texts in tones, and approximate text widths without a font."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal
from unicodedata import category, east_asian_width

_NARROW, _BROAD = frozenset("iljtfrI.,:;'`|!()[]{}/\\ \""), frozenset("mwMWQOGD@%&—…жшщюмыфЖШЩЮМЫФ™‰")

Tone = Literal["text", "faint", "line", "hairline", "accent"]
Anchor = Literal["start", "middle", "end"]


def estimate_text_width(text: str, size: float) -> float:
    """Return the approximate width of a text at a font size: of Latin text rather too much than too little."""
    return size * sum(_estimate_letter_width(letter) for letter in text)


def _estimate_letter_width(letter: str) -> float:
    """Return the approximate width of a letter relative to the font size."""
    if category(letter) in ("Mn", "Me", "Cf"):  # drawn on another letter, or not at all
        return 0.0
    if east_asian_width(letter) in "WF":
        return 1.05
    return 0.4 if letter in _NARROW else 0.95 if letter in _BROAD else 0.72 if letter.isupper() else 0.64


@dataclass(frozen=True, slots=True)
class Patch:
    """Rectangle filled with a share of the accent colour and framed in a tone."""

    x: float
    y: float
    width: float
    height: float
    strength: float | None = 0.0  # of the accent colour, 0 (that of the paper) to 1; None without a fill
    tone: Tone = "hairline"  # of the frame
    weight: float = 1.0
    dashed: bool = False

    def mirror(self, width: float) -> Patch:
        """Return the rectangle mirrored left to right in a drawing of this width."""
        return replace(self, x=width - self.x - self.width)


@dataclass(frozen=True, slots=True)
class Polyline:
    """Line through points; closed ones may be filled with a share of the accent colour."""

    points: tuple[tuple[float, float], ...]
    tone: Tone = "text"
    weight: float = 1.5
    dashed: bool = False
    closed: bool = False
    strength: float | None = None
    arrow: bool = False  # at its last point, in the direction of its last segment

    def mirror(self, width: float) -> Polyline:
        """Return the line mirrored left to right in a drawing of this width."""
        return replace(self, points=tuple((width - x, y) for x, y in self.points))


@dataclass(frozen=True, slots=True)
class TextShape:
    """Text with its baseline at y; rotated text runs upwards from there."""

    text: str
    x: float
    y: float
    size: float
    tone: Tone = "text"
    anchor: Anchor = "middle"
    bold: bool = False
    rotated: bool = False

    def mirror(self, width: float) -> TextShape:
        """Return the text mirrored left to right in a drawing of this width."""
        opposite: dict[Anchor, Anchor] = {"start": "end", "end": "start", "middle": "middle"}
        return replace(self, x=width - self.x, anchor=self.anchor if self.rotated else opposite[self.anchor])


Shape = Patch | Polyline | TextShape
