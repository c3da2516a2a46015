"""Curves as SVG: what a model was worth while it was learnt, singular values, reliability."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor, isfinite, log10

from spectral_core.drawing.letters import text_width
from spectral_core.notebook.picture import FAINT, INK, LINE, Picture

_WIDTH, _HEIGHT = 420.0, 240.0
_LEFT, _BELOW, _ABOVE = 64.0, 40.0, 24.0
_SMALL = 11.0
_COLOURS = ("#0b5cad", "#b4441a", "#00664a", "#8a3f78")
_TICKS = 5

Points = Sequence[tuple[float, float]]


def curve_svg(curves: Mapping[str, Points], across: str = "", title: str = "", diagonal: bool = False) -> str | None:
    """Points that are joined, a name and a colour for each curve; None where there is no number to be drawn. With
    `diagonal`, a dashed line says where both axes are the same."""
    kept = {name: [one for one in points if isfinite(one[0]) and isfinite(one[1])] for name, points in curves.items()}
    every = [one for points in kept.values() for one in points]
    if not every:
        return None
    xs, ys = _ticks([x for x, _ in every]), _ticks([y for _, y in every])
    wide, high = _WIDTH - _LEFT, _HEIGHT - _BELOW - _ABOVE

    def at(x: float, y: float) -> str:
        right, down = (x - xs[0]) / (xs[-1] - xs[0]), (y - ys[0]) / (ys[-1] - ys[0])
        return f"{_LEFT + wide * right:.1f} {_ABOVE + high * (1 - down):.1f}"

    names = sum(24 + text_width(name, _SMALL) for name in kept)
    picture = Picture(max(_WIDTH, _LEFT + names), _HEIGHT + 18, title)
    picture.text(title, _LEFT, 12, 12.0, INK, "start")
    for x in xs:
        picture.path(f"M {at(x, ys[0])} v 4", LINE, 0.8)
        picture.text(f"{x:g}", float(at(x, ys[0]).split()[0]), _HEIGHT - _BELOW + 16, _SMALL, FAINT)
    for y in ys:
        picture.path(f"M {at(xs[0], y)} h {wide:.1f}", "#dcdcd8", 0.8)
        picture.text(f"{y:g}", _LEFT - 6, float(at(xs[0], y).split()[1]) + 4, _SMALL, FAINT, "end")
    picture.text(across, _LEFT + wide / 2, _HEIGHT - 6, _SMALL, FAINT)
    if diagonal:
        low, top = max(xs[0], ys[0]), min(xs[-1], ys[-1])
        picture.path(f"M {at(low, low)} L {at(top, top)}", LINE, 0.8, dashes="4 3")
    x = _LEFT
    for number, (name, points) in enumerate(kept.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        if points:
            picture.path("M " + " L ".join(at(*point) for point in points), colour, 1.8)
        picture.path(f"M {x:.1f} {_HEIGHT + 8:.1f} h 14", colour, 1.8)
        picture.text(name, x + 18, _HEIGHT + 12, _SMALL, INK, "start")
        x += 24 + text_width(name, _SMALL)
    return picture.svg()


def charts_html(curves: Mapping[str, Points]) -> str:
    """A picture for each curve, for those of different kinds: the iterations go to the right."""
    drawn = (curve_svg({name: points}, "iteration") for name, points in curves.items())
    return "".join(one for one in drawn if one is not None) or "<p>nothing was measured</p>"


def _ticks(values: Sequence[float]) -> list[float]:
    """Round numbers around all of the values, a few of them."""
    low, high = min(values), max(values)
    if low == high:
        low, high = low - (abs(low) or 1.0) / 10, high + (abs(high) or 1.0) / 10
    rough = (high - low) / _TICKS
    power = 10.0 ** floor(log10(rough))
    step = next(power * times for times in (1, 2, 5, 10) if power * times >= rough)
    return [round(step * number, 12) for number in range(floor(low / step), ceil(high / step) + 1)]
