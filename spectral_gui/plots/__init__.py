"""Plots of what was learnt: figures from numbers, the widget that shows them, and how runs and measures are named."""

# ruff: noqa: F401 - names to be imported from here

from spectral_gui.plots.draw import (
    HEAVY,
    THIN,
    Band,
    Bar,
    Cloud,
    Draw,
    PlotLine,
    Scree,
    bars,
    lines,
    save,
    scatter,
    screes,
)
from spectral_gui.plots.groups import band_of, group_label, grouped
from spectral_gui.plots.histogram import Heap, histogram
from spectral_gui.plots.names import (
    all_settings,
    changed_settings,
    documents_text,
    flags_text,
    has_model,
    labels_of,
    measure_axis,
    measure_order,
    measure_text,
    measure_title,
    reading_flags_text,
    screes_of,
    seconds_text,
    sorted_measures,
    spent_text,
    status_sign,
    status_text,
    summary_of,
    value_text,
)
from spectral_gui.plots.reliability import reliability_diagram
from spectral_gui.plots.saving import FigureFile, ask_for_file
from spectral_gui.plots.sweeps import SECONDS, draw_sweep, sweep_figure, swept_measures
from spectral_gui.plots.widget import Plot, look_of
