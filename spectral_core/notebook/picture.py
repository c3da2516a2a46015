"""SVG pictures of texts and lines."""

from __future__ import annotations

from spectral_core.formats.export.markup import escape_xml, is_right_to_left

INK, FAINT, LINE, LABEL, PAPER = "#1d1f21", "#5b6068", "#6a7078", "#0b5cad", "#ffffff"
_FAMILY = "DejaVu Sans, Noto Sans, Noto Naskh Arabic, sans-serif"
_MARGIN = 8.0


class Picture:
    """Texts and lines in drawing order, at pixel positions from the upper left corner."""

    def __init__(self, width: float, height: float, title: str = ""):
        self._size = (width + 2 * _MARGIN, height + 2 * _MARGIN)
        self._title = title
        self._parts: list[str] = []

    def text(
        self, text: str, x: float, y: float, size: float = 13.0, colour: str = INK, anchor: str = "middle"
    ) -> None:
        """Write a text with its middle, start or end at x and its baseline at y."""
        if text:
            attributes = f'x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" fill="{colour}" text-anchor="{anchor}"'
            direction = ' direction="rtl"' if is_right_to_left(text) else ""  # else punctuation at the ends moves
            self._parts.append(f"<text {attributes}{direction}>{escape_xml(text)}</text>")

    def path(self, path: str, colour: str = LINE, width: float = 1.2, fill: str = "none", dashes: str = "") -> None:
        """Draw an SVG path."""
        dash_attribute = f' stroke-dasharray="{dashes}"' if dashes else ""
        self._parts.append(
            f'<path d="{path}" stroke="{colour}" stroke-width="{width:.2f}" fill="{fill}"{dash_attribute}/>'
        )

    def arrow(self, x: float, y: float, from_x: float, from_y: float, size: float = 6.0, colour: str = LINE) -> None:
        """Draw an arrowhead at (x, y) on a line from another point."""
        across, down = x - from_x, y - from_y
        length = (across**2 + down**2) ** 0.5 or 1.0
        across, down = across / length * size, down / length * size
        left, right = (x - across - down / 2, y - down + across / 2), (x - across + down / 2, y - down - across / 2)
        tip = f"M {x:.1f} {y:.1f} L {left[0]:.1f} {left[1]:.1f} L {right[0]:.1f} {right[1]:.1f} Z"
        self.path(tip, colour, 0.1, colour)

    def ellipse(self, x: float, y: float, width: float, height: float) -> None:
        shape = f'cx="{x:.1f}" cy="{y:.1f}" rx="{width / 2:.1f}" ry="{height / 2:.1f}"'
        self._parts.append(f'<ellipse {shape} stroke="{LINE}" fill="{PAPER}"/>')

    def to_svg(self) -> str:
        """Return the picture as one SVG element on a white background, so that it is legible on dark pages too."""
        width, height = self._size
        box = f"{-_MARGIN:g} {-_MARGIN:g} {width:.0f} {height:.0f}"
        title = f"<title>{escape_xml(self._title)}</title>" if self._title else ""
        head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" viewBox="{box}"'
        paper = f'<rect x="{-_MARGIN:g}" y="{-_MARGIN:g}" width="{width:.0f}" height="{height:.0f}" fill="{PAPER}"/>'
        return f'{head} font-family="{_FAMILY}">{title}{paper}{"".join(self._parts)}</svg>'
