"""Export of one sentence: LaTeX figures of its structure, plain text, or its lines in a format."""

from spectral_core.deprecated import keep_old_names
from spectral_core.formats.export.figures import dependencies_to_latex, tree_to_latex
from spectral_core.formats.export.markup import is_right_to_left
from spectral_core.formats.export.plain_text import Kind, sentence_to_text, structure_kinds, structure_to_text

__all__ = [
    "Kind",
    "dependencies_to_latex",
    "is_right_to_left",
    "sentence_to_text",
    "structure_kinds",
    "structure_to_text",
    "tree_to_latex",
]

keep_old_names(__name__)
