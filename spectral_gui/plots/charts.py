"""Charts for the window and for files: curves, singular values, scatter plots, bars, histograms and reliability
diagrams. Matplotlib is imported lazily by the functions that draw."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, cast

from spectral_core.errors import FormatError
from spectral_core.evaluate import Bin
from spectral_core.files import compute_copy_permissions, replace_atomically
from spectral_gui.plots.axes_style import (
    _BUNDLED_FONTS,
    _LEGEND_BESIDE_INCHES,
    PRINT_STYLE,
    add_legend,
    format_x_axis,
    get_line_colour,
    label_curve_ends,
    make_axes,
    set_plain_number_format,
    style_axes,
    wrap_label,
    wrap_text,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from spectral_gui.plots.axes_style import PlotStyle

ENDINGS = (".svg", ".pdf", ".png")
MAX_NAMED_CURVES = 8  # more curves get a legend
_DASHES = ("-", "--", "-.", ":")
_KEPT_RANK_DASHES = (0, (6, 4))
_LOG_SCALE_RATIO = 30  # ratio of singular values from which the scale is logarithmic
_NOISE_FLOOR = 1e-6  # of the largest singular value: smaller ones are clipped, because they would flatten the rest
_MARKERS = "os^Dv"  # five, so that colour and marker together repeat only after 35 runs
_MAX_MARKERS = 20  # on a long line
HEAVY_LINE, THIN_LINE = 2.8, 0.8  # points: of a line in front of a band, and of a member of the band
_MAX_NAMED_POINTS = 18  # in a figure
_LINE_END_FACTOR = 1.15  # times the largest x
_MAX_NAME_LETTERS = 24
_NAME_SPACE = (0.06, 0.06)  # shares of width and height that a name needs
_MIN_NAME_SPACE = (0.085, 0.022)  # the same with `names_all_points`
_MAX_LEGEND_GROUPS = 14  # more are left out of the legend
_FIGURE_INCHES = (7.2, 4.0)
_DPI = 200  # of PNG
_MAX_BINS = 12
_ALPHA = 0.6  # of overlapping bars
_BAR_SHARE = 0.9  # of the width of a bin


@dataclass(frozen=True, slots=True)
class PlotLine:
    """Curve; `style_index` chooses its colour, dashes and marker."""

    label: str
    x: Sequence[float]
    y: Sequence[float]
    style_index: int = 0
    width: float = 2.0  # points; a line under 1 has no marker and no entry in the legend


@dataclass(frozen=True, slots=True)
class Band:
    """Area between the lowest and the highest of several curves."""

    label: str
    x: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]
    style_index: int = 0


@dataclass(frozen=True, slots=True)
class Bar:
    """Horizontal bar, with its value as text."""

    label: str
    value: float
    text: str
    style_index: int = 0


@dataclass(frozen=True, slots=True)
class SingularValueSpectrum:
    """Singular values of one model in descending order, and the number kept (its rank)."""

    label: str
    values: Sequence[float]
    kept_count: int | None
    kept_label: str
    style_index: int = 0


@dataclass(frozen=True, slots=True)
class PointGroup:
    """Points of one group, the most important first; as many are labelled as there is space for."""

    label: str
    x: Sequence[float]
    y: Sequence[float]
    names: Sequence[str] = ()
    style_index: int = 0
    has_line_to_right: bool = False  # with a heavy line from each point to the right; x then begins at 0


class PlotRenderer:
    """Functions that draw a new chart, or update one with similar data in a third of the time."""

    def __init__(
        self,
        draw: Callable[[Figure, PlotStyle], None],
        update: Callable[[Figure], bool] = lambda _: False,
        keeps_layout: bool = False,  # an update never changes the layout of axes and legend
    ):
        self.draw, self.update, self.keeps_layout = draw, update, keeps_layout


def plot_lines(
    x_label: str, y_label: str, curves: Sequence[PlotLine], integer_steps: bool = True, bands: Sequence[Band] = (),
    ticks: Sequence[float] = (),
) -> PlotRenderer:  # fmt: skip
    """Return a renderer of curves over one axis, in front of bands; with `integer_steps`, x counts steps; with `ticks`,
    its scale is logarithmic."""

    def update(figure: Figure) -> bool:
        if len(figure.axes) != 1 or bands or ticks:
            return False
        (axes,) = figure.axes
        has_same_labels = (axes.get_xlabel(), axes.get_ylabel()) == (x_label, y_label)
        return has_same_labels and _update_curves(axes, curves)

    def draw(figure: Figure, style: PlotStyle) -> None:
        axes = make_axes(figure, style, x_label, y_label)
        for band in bands:
            colour = get_line_colour(band.style_index, style)
            axes.fill_between(band.x, band.low, band.high, color=colour, alpha=0.25, label=wrap_label(band.label))
        for curve in curves:
            if curve.width < 1:
                colour = get_line_colour(curve.style_index, style)
                axes.plot(curve.x, curve.y, color=colour, linewidth=curve.width, label=f"_{curve.label}", alpha=0.8)
            else:
                _add_curve(axes, style, curve, curve.x, curve.y, _DASHES[curve.style_index % len(_DASHES)])
        format_x_axis(axes, integer_steps, _get_curve_lengths(curves))
        if ticks:
            axes.set_xscale("log")
            axes.minorticks_off()
            axes.set_xticks(list(ticks), [f"{tick:,.10g}" for tick in ticks])
        set_plain_number_format(axes)
        labelled = [curve for curve in curves if curve.width >= 1 and len(curve.x)]
        if (
            bands
            or len(labelled) < len(curves)
            or len(labelled) > MAX_NAMED_CURVES
            or figure.get_figwidth() < _LEGEND_BESIDE_INCHES
        ):
            add_legend(figure, axes, style)
        else:
            curve_ends = [
                (wrap_label(curve.label), curve.x[-1], curve.y[-1], get_line_colour(curve.style_index, style))
                for curve in labelled
            ]
            label_curve_ends(axes, curve_ends, style.points - 0.5)

    return PlotRenderer(draw, update)


def _update_curves(axes: Axes, curves: Sequence[PlotLine]) -> bool:
    """Replace the points of the curves of a figure; return False, and change nothing, if the curves differ in label."""
    axes_lines = axes.get_lines()
    has_same_labels = [line.get_label() for line in axes_lines] == [wrap_label(curve.label) for curve in curves]
    if not has_same_labels or min(_get_curve_lengths(curves), default=0) <= 1:
        return False
    for line, curve in zip(axes_lines, curves, strict=True):
        line.set_data(list(curve.x), list(curve.y))
        line.set_markevery(_choose_marker_positions(len(curve.x), curve.style_index))
    axes.margins(0.05)
    axes.relim()
    axes.autoscale_view()
    if axes.texts:
        colours = {text.get_text(): str(text.get_color()) for text in axes.texts}
        curve_ends = [
            (wrap_label(curve.label), curve.x[-1], curve.y[-1], colours[wrap_label(curve.label)]) for curve in curves
        ]
        label_curve_ends(axes, curve_ends, float(axes.texts[0].get_fontsize()))
    return True


def plot_singular_values(x_label: str, y_label: str, spectra: Sequence[SingularValueSpectrum]) -> PlotRenderer:
    """Return a renderer of singular values in descending order (scree plot), with a dashed line after the last one
    kept; only that line moves in an update."""

    def update(figure: Figure) -> bool:
        if len(figure.axes) != 1 or len(figure.legends) != 1:
            return False
        (axes,), (legend,) = figure.axes, figure.legends
        axes_lines = axes.get_lines()
        if len(axes_lines) != 2 * len(spectra) or (axes.get_xlabel(), axes.get_ylabel()) != (x_label, y_label):
            return False
        for spectrum, values, cut in zip(spectra, axes_lines[::2], axes_lines[1::2], strict=True):
            has_same_values = list(cast("Iterable[float]", values.get_ydata())) == [*spectrum.values]
            has_same_label = values.get_label() == wrap_label(spectrum.label)
            if spectrum.kept_count is None or not has_same_values or not has_same_label or cut.get_linestyle() != "--":
                return False
        texts = legend.get_texts()
        for spectrum, cut, text in zip(spectra, axes_lines[1::2], texts[1::2], strict=True):
            assert spectrum.kept_count is not None
            cut.set_xdata([spectrum.kept_count + 0.5] * 2)
            cut.set_label(wrap_label(spectrum.kept_label))
            text.set_text(wrap_label(spectrum.kept_label))
        return True

    def draw(figure: Figure, style: PlotStyle) -> None:
        axes = make_axes(figure, style, x_label, y_label)
        for spectrum in spectra:
            _add_curve(
                axes, style, spectrum, range(1, len(spectrum.values) + 1), spectrum.values, "-"
            )  # dashes are for the cut
            if spectrum.kept_count is not None:
                colour, label = get_line_colour(spectrum.style_index, style), wrap_label(spectrum.kept_label)
                axes.axvline(
                    spectrum.kept_count + 0.5, color=colour, linestyle=_KEPT_RANK_DASHES, linewidth=1.3, label=label
                )
        max_value = max((value for spectrum in spectra for value in spectrum.values), default=0.0)
        positive_values = [value for spectrum in spectra for value in spectrum.values if value > 0]
        if positive_values and max_value > _LOG_SCALE_RATIO * min(positive_values):
            axes.set_yscale("log", nonpositive="clip")
            if min(positive_values) < max_value * _NOISE_FLOOR:
                axes.set_ylim(bottom=max_value * _NOISE_FLOOR)
        else:
            axes.set_ylim(bottom=0)
            set_plain_number_format(axes)
        format_x_axis(axes, True, [len(spectrum.values) for spectrum in spectra])
        add_legend(figure, axes, style)

    return PlotRenderer(draw, update, keeps_layout=True)


def plot_point_groups(
    x_label: str, y_label: str, groups: Sequence[PointGroup], names_all_points: bool = False
) -> PlotRenderer:
    """Return a renderer of a scatter plot with a colour and a marker for each group of points; some are named or, with
    `names_all_points`, as many as there is space for, group by group."""

    def draw(figure: Figure, style: PlotStyle) -> None:
        axes = make_axes(figure, style, x_label, y_label)
        names_per_group = None if names_all_points else max(1, _MAX_NAMED_POINTS // max(1, len(groups)))
        name_positions: list[tuple[float, float]] = []  # starting points of the names so far
        coordinates = [x for group in groups for x in group.x], [y for group in groups for y in group.y]
        space_shares = _MIN_NAME_SPACE if names_all_points else _NAME_SPACE
        space = [
            part * (max(values) - min(values)) if values else 0.0
            for part, values in zip(space_shares, coordinates, strict=True)
        ]
        line_end = _LINE_END_FACTOR * max(coordinates[0], default=0.0)
        for index, group in enumerate(groups):
            colour = get_line_colour(group.style_index, style)
            label = wrap_label(group.label) if index < _MAX_LEGEND_GROUPS else f"_{group.label}"
            if group.has_line_to_right:
                for x, y in zip(group.x, group.y, strict=True):
                    axes.plot([x, line_end], [y, y], color=colour, linewidth=HEAVY_LINE, label=f"_{group.label}")
            marker = _MARKERS[group.style_index % len(_MARKERS)]
            size = 64 if group.has_line_to_right else 8 if names_all_points else 26
            axes.scatter(group.x, group.y, s=size, color=colour, marker=marker, label=label, alpha=0.85, zorder=3)
            for name, x, y in list(zip(group.names, group.x, group.y, strict=False))[:names_per_group]:
                if any(
                    abs(x - position[0]) < space[0] and abs(y - position[1]) < space[1] for position in name_positions
                ):
                    continue
                name_positions.append((x, y))
                short_name = name if len(name) <= _MAX_NAME_LETTERS else name[: _MAX_NAME_LETTERS - 2] + " …"
                font_size = style.points - 2
                axes.annotate(
                    short_name, (x, y), (4, 3), textcoords="offset points", fontsize=font_size, color=style.text
                )
        axes.margins(0.12)
        if any(group.has_line_to_right for group in groups):
            axes.set_xlim(0, line_end)
        set_plain_number_format(axes)
        set_plain_number_format(axes, x=True)
        add_legend(figure, axes, style)

    return PlotRenderer(draw)


def plot_bars(x_label: str, bars: Sequence[Bar]) -> PlotRenderer:
    """Return a renderer of one horizontal bar per run, with its value at its end."""

    def draw(figure: Figure, style: PlotStyle) -> None:
        axes = make_axes(figure, style, x_label, "")
        positions = range(len(bars))
        container = axes.barh(
            positions,
            [bar.value if math.isfinite(bar.value) else 0.0 for bar in bars],  # its text has the value
            height=min(0.65, 0.16 * len(bars) + 0.1),
            color=[get_line_colour(bar.style_index, style) for bar in bars],
        )
        axes.set_yticks(positions, [wrap_label(bar.label) for bar in bars])
        axes.set_ylim(len(bars) - 0.4, -0.6)  # the first at the top
        axes.bar_label(container, [bar.text for bar in bars], padding=4, color=style.text, fontsize=style.points)
        axes.margins(x=0.14)
        axes.grid(visible=False, axis="y")
        axes.grid(visible=True, axis="x", color=style.grid, linewidth=0.8)
        set_plain_number_format(axes, x=True)

    return PlotRenderer(draw)


def save_figure(renderer: PlotRenderer, path: Path, text_paths: Iterable[Path]) -> None:
    """Draw a figure on white paper and write it in the format of the file name's ending; text stays text in SVG and
    PDF."""
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise FormatError(path, None, "this is not a figure format", f"Use the extension {', '.join(ENDINGS)}")
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    metadata: dict[str, dict[str, str | None]] = {
        ".svg": {"Date": None, "Creator": "Spectral Workbench"},
        ".pdf": {"CreationDate": None, "Creator": "Spectral Workbench"},
        ".png": {"Software": "Spectral Workbench"},
    }
    buffer = io.BytesIO()
    with mpl.rc_context(
        {"svg.fonttype": "none", "pdf.fonttype": 42, "svg.hashsalt": "figure", "font.family": _BUNDLED_FONTS}
    ):
        figure = Figure(figsize=_FIGURE_INCHES, layout="constrained")
        FigureCanvasAgg(figure)
        renderer.draw(figure, PRINT_STYLE)
        figure.savefig(buffer, format=ending[1:], dpi=_DPI, facecolor=PRINT_STYLE.paper, metadata=metadata[ending])
    replace_atomically(path, [buffer.getvalue()], permissions=compute_copy_permissions(path, text_paths))


def _add_curve(
    axes: Axes,
    style: PlotStyle,
    curve: PlotLine | SingularValueSpectrum,
    x: Sequence[float],
    y: Sequence[float],
    dashes: str,
) -> None:
    """Plot a curve with the colour and the markers of its style index."""
    label, width = wrap_label(curve.label), curve.width if isinstance(curve, PlotLine) else 2.0
    (line,) = axes.plot(
        x, y, label=label, color=get_line_colour(curve.style_index, style), linestyle=dashes, linewidth=width
    )
    line.set(
        marker=_MARKERS[curve.style_index % len(_MARKERS)],
        markersize=4.5,
        markevery=_choose_marker_positions(len(x), curve.style_index),
    )


def _choose_marker_positions(point_count: int, style_index: int) -> tuple[int, int]:
    """Return the first point of a line with a marker, and the distance to the next; coincident lines take turns."""
    step = max(1, -(-point_count // _MAX_MARKERS))
    return style_index % step, step


def _get_curve_lengths(curves: Sequence[PlotLine]) -> list[int]:
    """Return the number of points of each curve."""
    return [len(curve.x) for curve in curves]


@dataclass(frozen=True, slots=True)
class RestartValues:
    """Final values of several random restarts; a single value is drawn as a line."""

    label: str
    values: Sequence[float]
    style_index: int = 0


def plot_histogram(x_label: str, y_label: str, distributions: Sequence[RestartValues]) -> PlotRenderer:
    """Return a renderer of a histogram: several final values as bars over common bins, and single values as upright
    lines."""

    def draw(figure: Figure, style: PlotStyle) -> None:
        from matplotlib.ticker import MaxNLocator

        figure.clear()
        axes = figure.add_subplot()
        style_axes(figure, axes, style, x_label, y_label)
        start_values = [
            value for distribution in distributions if len(distribution.values) > 1 for value in distribution.values
        ]
        low, high = min(start_values, default=0.0), max(start_values, default=0.0)
        width = (high - low) or 1.0
        bins = min(_MAX_BINS, 2 + ceil(2 * sqrt(len(start_values)))) if high > low else 1
        edges = [low - width * (high == low) / 2 + width * index / bins for index in range(bins + 1)]
        for index, distribution in enumerate(distributions):
            colour = get_line_colour(distribution.style_index, style)
            if len(distribution.values) > 1:
                hatch = ("", "//", "\\\\", "..")[index % 4]  # distinct without colours as well
                axes.hist(
                    distribution.values,
                    edges,
                    label=distribution.label,
                    color=colour,
                    alpha=_ALPHA,
                    hatch=hatch,
                    edgecolor=style.paper,
                )
            else:
                axes.axvline(
                    distribution.values[0],
                    color=colour,
                    linewidth=HEAVY_LINE,
                    linestyle=("-", "--")[index % 2],
                    label=distribution.label,
                )
        axes.yaxis.set_major_locator(MaxNLocator(nbins="auto", integer=True, min_n_ticks=1))
        add_legend(figure, axes, style)

    return PlotRenderer(draw)


def plot_reliability(
    bins: Sequence[Bin],
    x_label: str,
    y_label: str,
    count_label: str,
    ideal: str,
    title: str,
    caption: str,
    style_index: int = 0,
) -> PlotRenderer:
    """Return a renderer of accuracy over confidence (reliability diagram) with the ideal line; below, the number of
    answers in each bin."""

    def draw(figure: Figure, style: PlotStyle) -> None:
        figure.clear()
        accuracy_axes, count_axes = figure.subplots(2, 1, sharex=True, gridspec_kw={"height_ratios": (3, 1)})
        colour = get_line_colour(style_index, style)
        style_axes(figure, accuracy_axes, style, "", y_label)
        style_axes(figure, count_axes, style, x_label, count_label)
        accuracy_axes.plot([0, 1], [0, 1], color=style.faint, linestyle="--", linewidth=1.3, label=ideal)
        for confidence_bin in bins:
            accuracy_axes.plot(
                [confidence_bin.confidence] * 2,
                [confidence_bin.confidence, confidence_bin.accuracy],
                color=colour,
                linewidth=1.0,
                alpha=0.7,
            )
        accuracy_axes.plot(
            [confidence_bin.confidence for confidence_bin in bins],
            [confidence_bin.accuracy for confidence_bin in bins],
            color=colour,
            marker="o",
            markersize=5,
        )
        accuracy_axes.set_xlim(0, 1)
        accuracy_axes.set_ylim(0, 1)
        accuracy_axes.tick_params(labelbottom=False)
        accuracy_axes.legend(loc="upper left", frameon=False, fontsize=style.points - 0.5, labelcolor=style.text)
        accuracy_axes.set_title(
            wrap_text(title, figure, style.points), loc="left", color=style.text, fontsize=style.points
        )
        middles, widths = (
            [(confidence_bin.low + confidence_bin.high) / 2 for confidence_bin in bins],
            [_BAR_SHARE * (confidence_bin.high - confidence_bin.low) for confidence_bin in bins],
        )
        bars = count_axes.bar(middles, [confidence_bin.count for confidence_bin in bins], width=widths, color=colour)
        count_texts = [f"{confidence_bin.count:,}".replace(",", "\u202f") for confidence_bin in bins]
        count_axes.bar_label(bars, count_texts, padding=2, color=style.text, fontsize=style.points - 2)
        count_axes.margins(y=0.35)
        count_axes.set_yticks([])
        count_axes.grid(visible=False)
        if caption:
            size = style.points - 0.5
            figure.supxlabel(wrap_text(caption, figure, size), x=0.01, ha="left", color=style.text, fontsize=size)

    return PlotRenderer(draw)
