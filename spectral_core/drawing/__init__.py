"""Layouts of trees, arcs, graphs and trace frames in numbers; no Qt."""
