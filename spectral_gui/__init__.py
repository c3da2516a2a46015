"""Graphical user interface of Spectral Workbench; the only package that imports PySide6."""
