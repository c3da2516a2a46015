"""Figure of one sentence for papers, in light colours: choice of its kind, its scene, files and LaTeX."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QGraphicsScene

from spectral_core.data import Sentence
from spectral_core.errors import DataError
from spectral_core.files import replace_atomically, rights_of_copy
from spectral_core.formats import export
from spectral_gui import figures, theme
from spectral_gui.resources import MAX_DRAWN_WORDS, is_right_to_left
from spectral_gui.scenes import constituents, dependencies
from spectral_gui.scenes.tree_style import TreeStyle

DEPENDENCIES, CONSTITUENTS = "dependencies", "constituents"


def choose_kind(sentence: Sentence, requested: str = "") -> str:
    """Return the requested kind of figure, or else the one that the sentence has; raise DataError for one that it
    lacks."""
    kinds = export.structure_kinds(sentence)
    if requested and requested not in (DEPENDENCIES, CONSTITUENTS):
        raise DataError(f"{requested!r} is no kind of figure: use {DEPENDENCIES} or {CONSTITUENTS}")
    if requested and requested not in kinds:
        missing = "heads" if requested == DEPENDENCIES else "constituency tree"
        raise DataError(f"this sentence has no {missing} to draw")
    if not kinds:
        raise DataError("this sentence has neither heads nor a tree to draw")
    return requested or kinds[0]


def make_sentence_scene(sentence: Sentence, kind: str, parent: QObject | None = None) -> QGraphicsScene:
    """Draw a sentence on a scene of its own, in light colours; raise DataError where it is too long."""
    if len(sentence) > MAX_DRAWN_WORDS:
        problem = f"this sentence has {len(sentence):,} words, and at most {MAX_DRAWN_WORDS:,} are drawn"
        raise DataError(f"{problem}. Cut it into sentences, or export it as LaTeX (.tex)")
    scene = QGraphicsScene(parent)
    colours = theme.get_colours(dark=False)
    if kind == CONSTITUENTS:
        assert sentence.tree is not None
        style = TreeStyle(right_to_left=bool(is_right_to_left(sentence.text)))
        constituents.TreeDrawing(scene, sentence.tree, colours, style)
    else:
        dependencies.ArcDrawing(scene, sentence, colours)
    return scene


def format_latex(sentence: Sentence, kind: str, standalone: bool = False) -> str:
    if kind == CONSTITUENTS:
        assert sentence.tree is not None
        return export.tree_to_latex(sentence.tree, standalone=standalone, text=sentence.text)
    return export.dependencies_to_latex(sentence, standalone=standalone)


def write_sentence(sentence: Sentence, kind: str, path: Path, scale: float = 1.0, text: Path | None = None) -> None:
    """Write a sentence to a file whose suffix decides the format: .svg, .pdf, .png, or .tex as a whole document."""
    kind = choose_kind(sentence, kind)
    if path.suffix.lower() == ".tex":
        content = format_latex(sentence, kind, standalone=True).encode()
        replace_atomically(path, [content], rights=rights_of_copy(path, [text]))
        return
    scene = make_sentence_scene(sentence, kind)
    figures.save_scene(scene, path, scale=scale, title=sentence.text, texts=[text])
    scene.clear()
