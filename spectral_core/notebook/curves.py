"""Line charts as SVG: training curves, singular values, reliability."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor, isfinite, log10

from spectral_core.deprecated import old_keywords
from spectral_core.drawing.text_width import text_width
from spectral_core.notebook.picture import FAINT, INK, LINE, Picture

_WIDTH, _HEIGHT = 420.0, 240.0
_LEFT, _BOTTOM, _TOP = 64.0, 40.0, 24.0
_SMALL = 11.0
_CURVE_COLOURS = ("#0b5cad", "#b4441a", "#00664a", "#8a3f78")
_TICKS = 5

Points = Sequence[tuple[float, float]]


@old_keywords(across="x_title")
def curve_svg(curves: Mapping[str, Points], x_title: str = "", title: str = "", diagonal: bool = False) -> str | None:
    """Draw a line chart with a name and a colour for each curve; None if there is no finite value. `diagonal` adds a
    dashed line where both axes are equal."""
    finite_curves = {
        name: [xy for xy in points if isfinite(xy[0]) and isfinite(xy[1])] for name, points in curves.items()
    }
    all_points = [xy for points in finite_curves.values() for xy in points]
    if not all_points:
        return None
    xs, ys = _choose_ticks([x for x, _ in all_points]), _choose_ticks([y for _, y in all_points])
    wide, high = _WIDTH - _LEFT, _HEIGHT - _BOTTOM - _TOP

    def to_svg_point(x: float, y: float) -> str:
        right, down = (x - xs[0]) / (xs[-1] - xs[0]), (y - ys[0]) / (ys[-1] - ys[0])
        return f"{_LEFT + wide * right:.1f} {_TOP + high * (1 - down):.1f}"

    names = sum(24 + text_width(name, _SMALL) for name in finite_curves)
    picture = Picture(max(_WIDTH, _LEFT + names), _HEIGHT + 18, title)
    picture.text(title, _LEFT, 12, 12.0, INK, "start")
    for x in xs:
        picture.path(f"M {to_svg_point(x, ys[0])} v 4", LINE, 0.8)
        picture.text(f"{x:g}", float(to_svg_point(x, ys[0]).split()[0]), _HEIGHT - _BOTTOM + 16, _SMALL, FAINT)
    for y in ys:
        picture.path(f"M {to_svg_point(xs[0], y)} h {wide:.1f}", "#dcdcd8", 0.8)
        picture.text(f"{y:g}", _LEFT - 6, float(to_svg_point(xs[0], y).split()[1]) + 4, _SMALL, FAINT, "end")
    picture.text(x_title, _LEFT + wide / 2, _HEIGHT - 6, _SMALL, FAINT)
    if diagonal:
        low, top = max(xs[0], ys[0]), min(xs[-1], ys[-1])
        picture.path(f"M {to_svg_point(low, low)} L {to_svg_point(top, top)}", LINE, 0.8, dashes="4 3")
    x = _LEFT
    for number, (name, points) in enumerate(finite_curves.items()):
        colour = _CURVE_COLOURS[number % len(_CURVE_COLOURS)]
        if points:
            picture.path("M " + " L ".join(to_svg_point(*point) for point in points), colour, 1.8)
        picture.path(f"M {x:.1f} {_HEIGHT + 8:.1f} h 14", colour, 1.8)
        picture.text(name, x + 18, _HEIGHT + 12, _SMALL, INK, "start")
        x += 24 + text_width(name, _SMALL)
    return picture.to_svg()


def charts_html(curves: Mapping[str, Points]) -> str:
    """Draw one chart over the iterations per curve, for curves with different units."""
    charts = (curve_svg({name: points}, "iteration") for name, points in curves.items())
    return "".join(chart for chart in charts if chart is not None) or "<p>nothing was measured</p>"


def _choose_ticks(values: Sequence[float]) -> list[float]:
    """Return a few round numbers that cover all values."""
    low, high = min(values), max(values)
    if low == high:
        low, high = low - (abs(low) or 1.0) / 10, high + (abs(high) or 1.0) / 10
    rough = (high - low) / _TICKS
    power = 10.0 ** floor(log10(rough))
    step = next(power * times for times in (1, 2, 5, 10) if power * times >= rough)
    return [round(step * number, 12) for number in range(floor(low / step), ceil(high / step) + 1)]
