"""Notebook representations: trees, automata and curves as SVG, rankings and metrics as HTML tables; no Qt."""

from spectral_core.notebook.automata import automaton_svg
from spectral_core.notebook.constituents import tree_svg
from spectral_core.notebook.curves import charts_html, curve_svg
from spectral_core.notebook.dependencies import sentence_svg
from spectral_core.notebook.tables import ranking_html, rankings_html, scores_html, table_html

__all__ = ["automaton_svg", "charts_html", "curve_svg", "ranking_html", "rankings_html", "scores_html", "sentence_svg"]
__all__ += ["table_html", "tree_svg"]
