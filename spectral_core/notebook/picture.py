"""A picture that is made of texts and lines, written as SVG."""

from __future__ import annotations

import re
from html import escape

from spectral_core.formats.export.tex import is_right_to_left

INK, FAINT, LINE, LABEL, PAPER = "#1d1f21", "#5b6068", "#6a7078", "#0b5cad", "#ffffff"
_FAMILY = "DejaVu Sans, Noto Sans, Noto Naskh Arabic, sans-serif"
_NOT_XML = re.compile("[^\\t\\n -\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")
_MARGIN = 8.0


def plain(text: str) -> str:
    """A text that can stand in XML."""
    return escape(_NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text))


class Picture:
    """Texts and lines in the order in which they were drawn, at places in pixels from its upper left corner."""

    def __init__(self, width: float, height: float, title: str = ""):
        self._size = (width + 2 * _MARGIN, height + 2 * _MARGIN)
        self._title = title
        self._parts: list[str] = []

    def text(
        self, text: str, x: float, y: float, size: float = 13.0, colour: str = INK, anchor: str = "middle"
    ) -> None:
        """Writes a text whose middle, start or end is at x, and whose line stands on y."""
        if text:
            place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" fill="{colour}" text-anchor="{anchor}"'
            turned = ' direction="rtl"' if is_right_to_left(text) else ""  # or signs at the ends would change sides
            self._parts.append(f"<text {place}{turned}>{plain(text)}</text>")

    def path(self, path: str, colour: str = LINE, width: float = 1.2, fill: str = "none", dashes: str = "") -> None:
        """Draws what an SVG path says."""
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        self._parts.append(f'<path d="{path}" stroke="{colour}" stroke-width="{width:.2f}" fill="{fill}"{dashed}/>')

    def arrow(self, x: float, y: float, from_x: float, from_y: float, size: float = 6.0, colour: str = LINE) -> None:
        """A tip at (x, y) of a line that comes from another point."""
        across, down = x - from_x, y - from_y
        length = (across**2 + down**2) ** 0.5 or 1.0
        across, down = across / length * size, down / length * size
        left, right = (x - across - down / 2, y - down + across / 2), (x - across + down / 2, y - down - across / 2)
        tip = f"M {x:.1f} {y:.1f} L {left[0]:.1f} {left[1]:.1f} L {right[0]:.1f} {right[1]:.1f} Z"
        self.path(tip, colour, 0.1, colour)

    def ellipse(self, x: float, y: float, width: float, height: float) -> None:
        shape = f'cx="{x:.1f}" cy="{y:.1f}" rx="{width / 2:.1f}" ry="{height / 2:.1f}"'
        self._parts.append(f'<ellipse {shape} stroke="{LINE}" fill="{PAPER}"/>')

    def svg(self) -> str:
        """The picture as one element, on white paper, so that it can be read on a dark page too."""
        width, height = self._size
        box = f"{-_MARGIN:g} {-_MARGIN:g} {width:.0f} {height:.0f}"
        title = f"<title>{plain(self._title)}</title>" if self._title else ""
        head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" viewBox="{box}"'
        paper = f'<rect x="{-_MARGIN:g}" y="{-_MARGIN:g}" width="{width:.0f}" height="{height:.0f}" fill="{PAPER}"/>'
        return f'{head} font-family="{_FAMILY}">{title}{paper}{"".join(self._parts)}</svg>'
