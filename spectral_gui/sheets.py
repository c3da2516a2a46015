"""One sentence as a figure for papers: which kind, drawn in light colours, in a file or as LaTeX."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QGraphicsScene

from spectral_core.data import Sentence
from spectral_core.errors import DataError
from spectral_core.files import replace_atomically, rights_of_copy
from spectral_core.formats import export
from spectral_gui import figures, theme
from spectral_gui.resources import MOST_WORDS, is_right_to_left
from spectral_gui.scenes import constituents, dependencies
from spectral_gui.scenes.tree_style import TreeStyle

DEPENDENCIES, CONSTITUENTS = "dependencies", "constituents"


def kind_of(sentence: Sentence, wanted: str = "") -> str:
    """The kind of figure that is wanted, or else what the sentence has; what it lacks is refused."""
    kinds = export.kinds_of(sentence)
    if wanted and wanted not in (DEPENDENCIES, CONSTITUENTS):
        raise DataError(f"{wanted!r} is no kind of figure: use {DEPENDENCIES} or {CONSTITUENTS}")
    if wanted and wanted not in kinds:
        what = "heads" if wanted == DEPENDENCIES else "constituency tree"
        raise DataError(f"this sentence has no {what} to draw")
    if not kinds:
        raise DataError("this sentence has neither heads nor a tree to draw")
    return wanted or kinds[0]


def scene_of(sentence: Sentence, kind: str, parent: QObject | None = None) -> QGraphicsScene:
    """The sentence drawn on a scene of its own, in light colours; one of too many words is refused."""
    if len(sentence) > MOST_WORDS:
        what = f"this sentence has {len(sentence):,} words, and at most {MOST_WORDS:,} are drawn"
        raise DataError(f"{what}. Cut it into sentences, or export it as LaTeX (.tex)")
    scene = QGraphicsScene(parent)
    colours = theme.colours(dark=False)
    if kind == CONSTITUENTS:
        assert sentence.tree is not None
        style = TreeStyle(right_to_left=bool(is_right_to_left(sentence.text)))
        constituents.TreeDrawing(scene, sentence.tree, colours, style)
    else:
        dependencies.ArcDrawing(scene, sentence, colours)
    return scene


def latex(sentence: Sentence, kind: str, standalone: bool = False) -> str:
    if kind == CONSTITUENTS:
        assert sentence.tree is not None
        return export.latex_tree(sentence.tree, standalone=standalone, text=sentence.text)
    return export.latex_dependencies(sentence, standalone=standalone)


def write(sentence: Sentence, kind: str, path: Path, scale: float = 1.0, text: Path | None = None) -> None:
    """The sentence in a file whose ending says how: .svg, .pdf, .png, or .tex as a whole document. Who may not read
    `text`, which it is from, may not read a new one."""
    kind = kind_of(sentence, kind)
    if path.suffix.lower() == ".tex":
        content = latex(sentence, kind, standalone=True).encode()
        replace_atomically(path, [content], rights=rights_of_copy(path, [text]))
        return
    scene = scene_of(sentence, kind)
    figures.save(scene, path, scale=scale, title=sentence.text, texts=[text])
    scene.clear()
