"""Shapes of a frame in numbers: patches, lines and texts; their tones become colours where they are drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

WidthOf = Callable[[str, float], float]  # of a text at a font size
Tone = Literal["text", "faint", "line", "hairline", "accent"]
Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Patch:
    """Rectangle filled with a share of the accent and framed in a tone."""

    x: float
    y: float
    width: float
    height: float
    strength: float | None = 0.0  # of the accent, from 0 to 1; None without a fill
    tone: Tone = "hairline"  # of the frame
    weight: float = 1.0
    dashed: bool = False

    def mirror(self, width: float) -> Patch:
        return replace(self, x=width - self.x - self.width)


@dataclass(frozen=True, slots=True)
class Polyline:
    """Line through points; closed ones may be filled with a share of the accent."""

    points: tuple[tuple[float, float], ...]
    tone: Tone = "text"
    weight: float = 1.5
    dashed: bool = False
    closed: bool = False
    strength: float | None = None
    arrow: bool = False  # at its last point, along its last part

    def mirror(self, width: float) -> Polyline:
        return replace(self, points=tuple((width - x, y) for x, y in self.points))


@dataclass(frozen=True, slots=True)
class TextShape:
    """Text whose line stands on y; a turned one runs upwards from there."""

    text: str
    x: float
    y: float
    size: float
    tone: Tone = "text"
    anchor: Anchor = "middle"
    bold: bool = False
    turned: bool = False

    def mirror(self, width: float) -> TextShape:
        opposite: dict[Anchor, Anchor] = {"start": "end", "end": "start", "middle": "middle"}
        return replace(self, x=width - self.x, anchor=self.anchor if self.turned else opposite[self.anchor])


Shape = Patch | Polyline | TextShape


@dataclass(frozen=True, slots=True)
class FrameLayout:
    """Shapes of a frame, in the order in which they are drawn."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
