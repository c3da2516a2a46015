"""Figures from numbers, for the window and for files alike; matplotlib is loaded by the functions that draw."""

from __future__ import annotations

import io
import math
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from spectral_core.errors import FormatError
from spectral_core.files import locate_assets, replace_atomically, rights_of_copy
from spectral_gui.plots.ends import MOST, name_ends

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ENDINGS = (".svg", ".pdf", ".png")
_DASHES = ("-", "--", "-.", ":")
_CUT = (0, (6, 4))
_STEEP = 30  # from which ratio singular values are shown on a scale of powers
_NOISE = 1e-6  # of the largest singular value: smaller ones are drawn at the edge, or they would flatten the rest
_MARKERS = "os^Dv"  # five, so that colour and marker together repeat only after 35 runs
_MARKS = 20  # on a long line
_WIDEST = 34  # letters in a line of the legend
HEAVY, THIN = 2.8, 0.8  # points: a line against a band, and a member of it
_NAMED = 18  # points of a figure that have their names beside them
_BEYOND = 1.15  # times the largest x, where heavy lines end
_LONGEST_NAME = 24
_ROOM = (0.06, 0.06)  # of the width and the height, that a name needs for itself
_LEAST_ROOM = (0.085, 0.022)  # where as many are named as can be
_MOST_LABELS = 14  # clouds in the legend
_EVERYWHERE = ["DejaVu Sans"]  # a font that comes with the library
_INCHES = (7.2, 4.0)
_DOTS = 200  # per inch, of PNG
_WIDE = 5.2  # inches from which the legend stands to the right


@dataclass(frozen=True, slots=True)
class Look:
    """What a figure is drawn in."""

    text: str
    faint: str
    grid: str
    paper: str
    colours: tuple[str, ...]  # of lines; after Okabe and Ito, for colour-blind eyes too
    points: float


LIGHT_LINES = ("#3552c8", "#7f4b00", "#5b1f6b", "#0a5a3c", "#bc0f4e", "#1a1b1f", "#7e828c")
DARK_LINES = ("#93aeff", "#f0b15e", "#edc0f7", "#63d6a8", "#fd7f8c", "#e8e8eb", "#7c818c")
PRINT = Look("#000000", "#404040", "#d8d8d8", "#ffffff", LIGHT_LINES, 9.0)


@dataclass(frozen=True, slots=True)
class PlotLine:
    """One curve; `number` chooses colour, dashes and marker."""

    label: str
    x: Sequence[float]
    y: Sequence[float]
    number: int = 0
    width: float = 2.0  # points; a thin line has no marker, and stands in no legend


@dataclass(frozen=True, slots=True)
class Band:
    """What lies between the lowest and the highest of several curves."""

    label: str
    x: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]
    number: int = 0


@dataclass(frozen=True, slots=True)
class Bar:
    label: str
    value: float
    text: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class Scree:
    """The singular values of one estimate, greatest first, and how many of them were kept."""

    label: str
    values: Sequence[float]
    cut: int | None
    cut_label: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class Cloud:
    """Points that belong together, the most important first; their names stand beside as many as there is room for."""

    label: str
    x: Sequence[float]
    y: Sequence[float]
    names: Sequence[str] = ()
    number: int = 0
    onwards: bool = False  # a heavy line leads from each point to the right; x begins at 0 then


class Draw:
    """What is to be seen: drawn anew, or where that can be by moving what is there, in a third of the time."""

    def __init__(
        self,
        draw: Callable[[Figure, Look], None],
        move: Callable[[Figure], bool] = lambda _: False,
        steady: bool = False,  # a move changes no room that axes and legend need
    ):
        self.draw, self.move, self.steady = draw, move, steady


def lines(
    x_label: str, y_label: str, rows: Sequence[PlotLine], whole: bool = True, bands: Sequence[Band] = (),
    ticks: Sequence[float] = (),
) -> Draw:  # fmt: skip
    """Curves over one axis, before bands; `whole` where x counts steps, with `ticks` by their ratios."""

    def move(figure: Figure) -> bool:
        if len(figure.axes) != 1 or bands or ticks:
            return False
        (axes,) = figure.axes
        there = axes.get_lines()
        same = [line.get_label() for line in there] == [_wrapped(row.label) for row in rows]
        if not same or (axes.get_xlabel(), axes.get_ylabel()) != (x_label, y_label) or min(_lengths(rows)) <= 1:
            return False
        for line, row in zip(there, rows, strict=True):
            line.set_data(list(row.x), list(row.y))
            line.set_markevery(_marked(len(row.x), row.number))
        axes.margins(0.05)
        axes.relim()
        axes.autoscale_view()
        if axes.texts:
            colours = {text.get_text(): str(text.get_color()) for text in axes.texts}
            ends = [(_wrapped(row.label), row.x[-1], row.y[-1], colours[_wrapped(row.label)]) for row in rows]
            name_ends(axes, ends, float(axes.texts[0].get_fontsize()))
        return True

    def draw(figure: Figure, look: Look) -> None:
        axes = _axes(figure, look, x_label, y_label)
        for band in bands:
            colour = colour_of(band.number, look)
            axes.fill_between(band.x, band.low, band.high, color=colour, alpha=0.25, label=_wrapped(band.label))
        for row in rows:
            if row.width < 1:
                colour = colour_of(row.number, look)
                axes.plot(row.x, row.y, color=colour, linewidth=row.width, label=f"_{row.label}", alpha=0.8)
            else:
                _plot(axes, look, row, row.x, row.y, _DASHES[row.number % len(_DASHES)])
        _whole_steps(axes, whole, _lengths(rows))
        if ticks:
            axes.set_xscale("log")
            axes.minorticks_off()
            axes.set_xticks(list(ticks), [f"{tick:,.10g}" for tick in ticks])
        _plain_numbers(axes)
        named = [row for row in rows if row.width >= 1 and len(row.x)]
        if bands or len(named) < len(rows) or len(named) > MOST or figure.get_figwidth() < _WIDE:
            show_legend(figure, axes, look)
        else:
            ends = [(_wrapped(row.label), row.x[-1], row.y[-1], colour_of(row.number, look)) for row in named]
            name_ends(axes, ends, look.points - 0.5)

    return Draw(draw, move)


def screes(x_label: str, y_label: str, rows: Sequence[Scree]) -> Draw:
    """Singular values by rank, with a dashed line where each estimate was cut; another cut of the same is a move."""

    def move(figure: Figure) -> bool:
        if len(figure.axes) != 1 or len(figure.legends) != 1:
            return False
        (axes,), (legend,) = figure.axes, figure.legends
        there = axes.get_lines()
        if len(there) != 2 * len(rows) or (axes.get_xlabel(), axes.get_ylabel()) != (x_label, y_label):
            return False
        for row, values, cut in zip(rows, there[::2], there[1::2], strict=True):
            same = list(cast("Iterable[float]", values.get_ydata())) == [*row.values]
            named = values.get_label() == _wrapped(row.label)
            if row.cut is None or not same or not named or cut.get_linestyle() != "--":
                return False
        texts = legend.get_texts()
        for row, cut, text in zip(rows, there[1::2], texts[1::2], strict=True):
            assert row.cut is not None
            cut.set_xdata([row.cut + 0.5] * 2)
            cut.set_label(_wrapped(row.cut_label))
            text.set_text(_wrapped(row.cut_label))
        return True

    def draw(figure: Figure, look: Look) -> None:
        axes = _axes(figure, look, x_label, y_label)
        for row in rows:
            _plot(axes, look, row, range(1, len(row.values) + 1), row.values, "-")  # dashes are for the cut
            if row.cut is not None:
                colour, label = colour_of(row.number, look), _wrapped(row.cut_label)
                axes.axvline(row.cut + 0.5, color=colour, linestyle=_CUT, linewidth=1.3, label=label)
        greatest = max((value for row in rows for value in row.values), default=0.0)
        positive = [value for row in rows for value in row.values if value > 0]
        if positive and greatest > _STEEP * min(positive):
            axes.set_yscale("log", nonpositive="clip")
            if min(positive) < greatest * _NOISE:
                axes.set_ylim(bottom=greatest * _NOISE)
        else:
            axes.set_ylim(bottom=0)
            _plain_numbers(axes)
        _whole_steps(axes, True, [len(row.values) for row in rows])
        show_legend(figure, axes, look)

    return Draw(draw, move, steady=True)


def scatter(x_label: str, y_label: str, clouds: Sequence[Cloud], every: bool = False) -> Draw:
    """Points in the plane, a colour and a marker for each cloud; some are named, or `every` one that there is room
    for, the first of each cloud before the others."""

    def draw(figure: Figure, look: Look) -> None:
        axes = _axes(figure, look, x_label, y_label)
        named = None if every else max(1, _NAMED // max(1, len(clouds)))
        taken: list[tuple[float, float]] = []  # where names begin
        spans = [x for cloud in clouds for x in cloud.x], [y for cloud in clouds for y in cloud.y]
        shares = _LEAST_ROOM if every else _ROOM
        room = [part * (max(span) - min(span)) if span else 0.0 for part, span in zip(shares, spans, strict=True)]
        furthest = _BEYOND * max(spans[0], default=0.0)
        for at, cloud in enumerate(clouds):
            colour = colour_of(cloud.number, look)
            label = _wrapped(cloud.label) if at < _MOST_LABELS else f"_{cloud.label}"
            if cloud.onwards:
                for x, y in zip(cloud.x, cloud.y, strict=True):
                    axes.plot([x, furthest], [y, y], color=colour, linewidth=HEAVY, label=f"_{cloud.label}")
            marker = _MARKERS[cloud.number % len(_MARKERS)]
            size = 64 if cloud.onwards else 8 if every else 26
            axes.scatter(cloud.x, cloud.y, s=size, color=colour, marker=marker, label=label, alpha=0.85, zorder=3)
            for name, x, y in list(zip(cloud.names, cloud.x, cloud.y, strict=False))[:named]:
                if any(abs(x - other[0]) < room[0] and abs(y - other[1]) < room[1] for other in taken):
                    continue
                taken.append((x, y))
                short = name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 2] + " …"
                high = look.points - 2
                axes.annotate(short, (x, y), (4, 3), textcoords="offset points", fontsize=high, color=look.text)
        axes.margins(0.12)
        if any(cloud.onwards for cloud in clouds):
            axes.set_xlim(0, furthest)
        _plain_numbers(axes)
        _plain_numbers(axes, x=True)
        show_legend(figure, axes, look)

    return Draw(draw)


def bars(x_label: str, rows: Sequence[Bar]) -> Draw:
    """One lying bar a run, with its value at its end."""

    def draw(figure: Figure, look: Look) -> None:
        axes = _axes(figure, look, x_label, "")
        places = range(len(rows))
        drawn = axes.barh(
            places,
            [row.value if math.isfinite(row.value) else 0.0 for row in rows],  # its text says what it is
            height=min(0.65, 0.16 * len(rows) + 0.1),
            color=[colour_of(row.number, look) for row in rows],
        )
        axes.set_yticks(places, [_wrapped(row.label) for row in rows])
        axes.set_ylim(len(rows) - 0.4, -0.6)  # the first at the top
        axes.bar_label(drawn, [row.text for row in rows], padding=4, color=look.text, fontsize=look.points)
        axes.margins(x=0.14)
        axes.grid(visible=False, axis="y")
        axes.grid(visible=True, axis="x", color=look.grid, linewidth=0.8)
        _plain_numbers(axes, x=True)

    return Draw(draw)


def save(draw: Draw, path: Path, texts: Iterable[Path]) -> None:
    """Writes a figure on white paper as its name's ending asks; what is text stays text in SVG and PDF. Who may not
    read these texts may not read a new file."""
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise FormatError(path, None, "this is no kind of figure", f"End the name in {', '.join(ENDINGS)}")
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    kinds: dict[str, dict[str, str | None]] = {
        ".svg": {"Date": None, "Creator": "Spectral Workbench"},
        ".pdf": {"CreationDate": None, "Creator": "Spectral Workbench"},
        ".png": {"Software": "Spectral Workbench"},
    }
    content = io.BytesIO()
    with mpl.rc_context(
        {"svg.fonttype": "none", "pdf.fonttype": 42, "svg.hashsalt": "figure", "font.family": _EVERYWHERE}
    ):
        figure = Figure(figsize=_INCHES, layout="constrained")
        FigureCanvasAgg(figure)
        draw.draw(figure, PRINT)
        figure.savefig(content, format=ending[1:], dpi=_DOTS, facecolor=PRINT.paper, metadata=kinds[ending])
    replace_atomically(path, [content.getvalue()], rights=rights_of_copy(path, texts))


def _axes(figure: Figure, look: Look, x_label: str, y_label: str) -> Axes:
    figure.clear()
    axes = figure.add_subplot()
    lay_axes(figure, axes, look, x_label, y_label)
    return axes


def lay_axes(figure: Figure, axes: Axes, look: Look, x_label: str, y_label: str) -> None:
    """Axes without a frame, over lines across alone; what the heights are stands above them, from their edge."""
    if look is not PRINT:  # in files the fonts are those that every reader of them has
        _use_own_fonts()
    figure.set_facecolor(look.paper)
    axes.set_facecolor(look.paper)
    axes.set_xlabel(x_label, color=look.faint, fontsize=look.points)
    axes.set_ylabel(y_label, color=look.faint, fontsize=look.points)
    axes.tick_params(colors=look.faint, labelcolor=look.faint, labelsize=look.points - 1, which="both", length=0)
    axes.grid(visible=True, axis="y", color=look.grid, linewidth=0.8)
    axes.set_axisbelow(True)
    for spine in axes.spines.values():
        spine.set_visible(False)


@cache
def _use_own_fonts() -> None:
    import matplotlib as mpl
    from matplotlib.font_manager import fontManager

    for path in sorted((locate_assets() / "fonts").glob("*Regular.*tf")):
        fontManager.addfont(path)
    mpl.rcParams["font.family"] = ["Inter", "Noto Naskh Arabic", *_EVERYWHERE]


def _plot(axes: Axes, look: Look, row: PlotLine | Scree, x: Sequence[float], y: Sequence[float], dashes: str) -> None:
    label, wide = _wrapped(row.label), row.width if isinstance(row, PlotLine) else 2.0
    (line,) = axes.plot(x, y, label=label, color=colour_of(row.number, look), linestyle=dashes, linewidth=wide)
    line.set(marker=_MARKERS[row.number % len(_MARKERS)], markersize=4.5, markevery=_marked(len(x), row.number))


def colour_of(number: int, look: Look) -> str:
    return look.colours[number % len(look.colours)]


def _marked(points: int, number: int) -> tuple[int, int]:
    """Which points of a line get a marker: from the first place every so many; lines that coincide take turns."""
    every = max(1, -(-points // _MARKS))
    return number % every, every


def _lengths(rows: Sequence[PlotLine]) -> list[int]:
    return [len(row.x) for row in rows]


def _whole_steps(axes: Axes, whole: bool, lengths: Sequence[int]) -> None:
    from matplotlib.ticker import MaxNLocator

    if whole:
        axes.xaxis.set_major_locator(MaxNLocator(nbins="auto", integer=True, min_n_ticks=1))
    if max(lengths, default=0) <= 1:  # a single point has no extent to choose limits from
        axes.margins(0.5)


def _plain_numbers(axes: Axes, x: bool = False) -> None:
    from matplotlib.ticker import ScalarFormatter

    formatter = ScalarFormatter(useOffset=False)
    formatter.set_powerlimits((-4, 7))
    (axes.xaxis if x else axes.yaxis).set_major_formatter(formatter)


def show_legend(figure: Figure, axes: Axes, look: Look) -> None:
    handles, labels = axes.get_legend_handles_labels()
    if not handles:
        return
    place: Literal["outside right upper", "outside lower left"]
    place = "outside right upper" if figure.get_figwidth() >= _WIDE else "outside lower left"
    figure.legend(
        handles, labels, loc=place, frameon=False, fontsize=look.points - 0.5, labelcolor=look.text, handlelength=3.2
    )


def _wrapped(label: str) -> str:
    return "\n".join(textwrap.wrap(label, _WIDEST, break_long_words=False)) or label
