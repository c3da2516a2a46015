"""Plots: figures from numbers, the widget that shows them, and the names of runs, settings and measures."""

# ruff: noqa: F401 - names to be imported from here

from spectral_gui.plots.draw import (
    HEAVY_LINE,
    THIN_LINE,
    Band,
    Bar,
    Cloud,
    PlotLine,
    PlotRenderer,
    Scree,
    plot_bars,
    plot_clouds,
    plot_lines,
    plot_screes,
    save_figure,
)
from spectral_gui.plots.groups import format_group, group_by_seed, make_band
from spectral_gui.plots.histogram import Distribution, plot_histogram
from spectral_gui.plots.names import (
    describe_flags,
    describe_reading_flags,
    format_changed_settings,
    format_documents,
    format_measure,
    format_run_seconds,
    format_seconds,
    format_status,
    format_summary,
    format_value,
    get_measure_axis,
    get_measure_rank,
    get_measure_title,
    get_status_symbol,
    has_model,
    list_run_settings,
    make_run_labels,
    plot_spectra,
    sort_measures,
)
from spectral_gui.plots.reliability import plot_reliability
from spectral_gui.plots.saving import FigureFile, open_save_dialog
from spectral_gui.plots.sweeps import SECONDS, draw_sweep_file, list_sweep_measures, plot_sweep
from spectral_gui.plots.widget import Plot, make_plot_style
