"""One sentence for use elsewhere: LaTeX figures written from its structure, plain text, or its lines in a format."""

from spectral_core.formats.export.dependencies import latex_dependencies
from spectral_core.formats.export.plain import Kind, as_text, kinds_of, one
from spectral_core.formats.export.tex import is_right_to_left
from spectral_core.formats.export.trees import latex_tree

__all__ = ["Kind", "as_text", "is_right_to_left", "kinds_of", "latex_dependencies", "latex_tree", "one"]
