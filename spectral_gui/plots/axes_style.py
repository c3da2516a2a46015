"""Style of axes: colours, grid, fonts, number format, legend, and names at the ends of curves without overlaps."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from spectral_core.files import locate_assets

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_LINE_HEIGHT = 1.35  # of the letter size
_NAME_OFFSET = 8  # points between a curve and its name
_AXES_SHARE = 0.8  # approximate share of the axes in a figure
_LETTER_WIDTH = 0.56  # mean width, as a share of the letter size
_MAX_SHIFT_STEPS = 12  # quarters of a name's height, up or down

_Area = tuple[float, float, float, float]  # left, right, low, high

_LEGEND_LETTERS = 34  # in a line of the legend
_BUNDLED_FONTS = ["DejaVu Sans"]  # comes with matplotlib
_LEGEND_BESIDE_INCHES = 5.2  # figure width from which the legend is to the right
LIGHT_LINES = ("#3552c8", "#7f4b00", "#5b1f6b", "#0a5a3c", "#bc0f4e", "#1a1b1f", "#7e828c")
DARK_LINES = ("#93aeff", "#f0b15e", "#edc0f7", "#63d6a8", "#fd7f8c", "#e8e8eb", "#7c818c")
_LETTERS_PER_INCH = 13.0  # of a caption, at 9 points


def label_curve_ends(axes: Axes, ends: Sequence[tuple[str, float, float, str]], points: float) -> None:
    """Write each name next to the last point (x, y) of its curve, in its colour, without covering another name or a
    curve."""
    for text in list(axes.texts):
        text.remove()
    figure = axes.get_figure(root=True)
    assert figure is not None
    width, height = (size * 72 * _AXES_SHARE for size in (figure.get_figwidth(), figure.get_figheight()))
    axes.get_xlim(), axes.get_ylim()  # the limits are computed when they are queried
    to_shares = axes.transScale + axes.transLimits

    def to_points(x: float, y: float) -> tuple[float, float]:
        """Convert a data point to points of the figure, from the lower left of its axes."""
        across, up = to_shares.transform((x, y))
        return float(across) * width, float(up) * height

    curves = [
        [to_points(float(x), float(y)) for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True)]  # type: ignore[arg-type]
        for line in axes.get_lines()
    ]
    name_areas: list[_Area] = []
    for label, x, y, colour in sorted(ends, key=lambda end: end[2]):
        left, middle = to_points(x, y)
        lines = label.split("\n")
        half, right = (
            _LINE_HEIGHT * points * len(lines) / 2,
            left + _NAME_OFFSET + _LETTER_WIDTH * points * max(map(len, lines)),
        )
        offsets = sorted((step * half / 2 for step in range(-_MAX_SHIFT_STEPS, _MAX_SHIFT_STEPS + 1)), key=abs)
        areas = {offset: (left + 2, right, middle + offset - half, middle + offset + half) for offset in offsets}
        shift = next((offset for offset, area in areas.items() if _is_area_free(area, name_areas, curves)), 0.0)
        name_areas.append(areas[shift])
        axes.annotate(
            label, (x, y), (_NAME_OFFSET, shift), textcoords="offset points", va="center", color=colour,
            fontsize=points, annotation_clip=False,
        )  # fmt: skip


def _is_area_free(area: _Area, name_areas: Sequence[_Area], curves: Sequence[Sequence[tuple[float, float]]]) -> bool:
    """Test whether no name overlaps an area and no curve passes through it."""
    left, right, low, high = area
    if any(
        left < name_area[1] and name_area[0] < right and low < name_area[3] and name_area[2] < high
        for name_area in name_areas
    ):
        return False
    for curve in curves:
        for (x, y), (to_x, to_y) in pairwise(curve):
            if x < right and left < to_x and to_x > x:
                ends = [y + (to_y - y) * (min(max(edge_x, x), to_x) - x) / (to_x - x) for edge_x in (left, right)]
                if min(ends) < high and low < max(ends):
                    return False
    return True


@dataclass(frozen=True, slots=True)
class PlotStyle:
    """Colours and letter size of a figure."""

    text: str
    faint: str
    grid: str
    paper: str
    colours: tuple[str, ...]  # of lines; after Okabe and Ito, distinct for colour-blind readers
    points: float


def make_axes(figure: Figure, style: PlotStyle, x_label: str, y_label: str) -> Axes:
    """Clear a figure and add styled axes to it."""
    figure.clear()
    axes = figure.add_subplot()
    style_axes(figure, axes, style, x_label, y_label)
    return axes


def style_axes(figure: Figure, axes: Axes, style: PlotStyle, x_label: str, y_label: str) -> None:
    """Style axes without a frame and with horizontal grid lines."""
    if style is not PRINT_STYLE:  # files use fonts that every reader has
        _load_bundled_fonts()
    figure.set_facecolor(style.paper)
    axes.set_facecolor(style.paper)
    axes.set_xlabel(x_label, color=style.faint, fontsize=style.points)
    axes.set_ylabel(y_label, color=style.faint, fontsize=style.points)
    axes.tick_params(colors=style.faint, labelcolor=style.faint, labelsize=style.points - 1, which="both", length=0)
    axes.grid(visible=True, axis="y", color=style.grid, linewidth=0.8)
    axes.set_axisbelow(True)
    for spine in axes.spines.values():
        spine.set_visible(False)


@cache
def _load_bundled_fonts() -> None:
    """Make the program's own fonts known to matplotlib, once."""
    import matplotlib as mpl
    from matplotlib.font_manager import fontManager

    for path in sorted((locate_assets() / "fonts").glob("*Regular.*tf")):
        fontManager.addfont(path)
    mpl.rcParams["font.family"] = ["Inter", "Noto Naskh Arabic", *_BUNDLED_FONTS]


def get_line_colour(style_index: int, style: PlotStyle) -> str:
    """Return the colour of a line; colours repeat after the last."""
    return style.colours[style_index % len(style.colours)]


def format_x_axis(axes: Axes, integer_steps: bool, lengths: Sequence[int]) -> None:
    """Set integer ticks if x counts steps, and a margin for curves of a single point; `lengths` are those of the
    curves."""
    from matplotlib.ticker import MaxNLocator

    if integer_steps:
        axes.xaxis.set_major_locator(MaxNLocator(nbins="auto", integer=True, min_n_ticks=1))
    if max(lengths, default=0) <= 1:  # a single point has no extent to choose limits from
        axes.margins(0.5)


def set_plain_number_format(axes: Axes, x: bool = False) -> None:
    """Write the numbers of the y axis, or with `x` of the x axis, without offset and mostly without powers of ten."""
    from matplotlib.ticker import ScalarFormatter

    formatter = ScalarFormatter(useOffset=False)
    formatter.set_powerlimits((-4, 7))
    (axes.xaxis if x else axes.yaxis).set_major_formatter(formatter)


def add_legend(figure: Figure, axes: Axes, style: PlotStyle) -> None:
    """Add a legend to the right of the axes or, in a narrow figure, below them."""
    handles, labels = axes.get_legend_handles_labels()
    if not handles:
        return
    location: Literal["outside right upper", "outside lower left"]
    location = "outside right upper" if figure.get_figwidth() >= _LEGEND_BESIDE_INCHES else "outside lower left"
    figure.legend(
        handles,
        labels,
        loc=location,
        frameon=False,
        fontsize=style.points - 0.5,
        labelcolor=style.text,
        handlelength=3.2,
    )


def wrap_label(label: str) -> str:
    """Break a label into lines as wide as the legend."""
    return "\n".join(textwrap.wrap(label, _LEGEND_LETTERS, break_long_words=False)) or label


def wrap_text(text: str, figure: Figure, points: float) -> str:
    """Break a text into lines as wide as the figure, at a letter size in points."""
    letters = int(figure.get_figwidth() * _LETTERS_PER_INCH * 9.0 / points)
    return "\n".join(line for part in text.split("\n") for line in textwrap.wrap(part, max(letters, 20)))


PRINT_STYLE = PlotStyle("#000000", "#404040", "#d8d8d8", "#ffffff", LIGHT_LINES, 9.0)
