"""One automaton as a figure for papers, drawn in light colours: a scene of its own, or a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QGraphicsScene

from spectral_core.data.automaton import Automaton
from spectral_core.files import replace_atomically, rights_of_copy
from spectral_core.formats import automata as stored
from spectral_core.formats.export.automata import caption, dot_automaton, graphml_automaton, latex_automaton
from spectral_gui import figures, theme
from spectral_gui.scenes import automata


def scene_of(automaton: Automaton, least: float = 0.0, parent: QObject | None = None) -> QGraphicsScene:
    """The automaton drawn on a scene of its own, with a line below it that says what it is."""
    scene = QGraphicsScene(parent)
    automata.AutomatonDrawing(
        scene, automaton, theme.colours(dark=False), least=least, caption=caption(automaton, least)
    )
    return scene


def write(
    automaton: Automaton, path: Path, *, least: float = 0.0, scale: float = 1.0, texts: Sequence[Path] = ()
) -> None:
    """The automaton in a file whose ending says how: .svg, .pdf, .png, .dot, .graphml, or .tex as a whole document. Who
    may not read these texts may not read a new one."""
    rights = rights_of_copy(path, texts)
    match path.suffix.lower():
        case ".dot":
            replace_atomically(path, [dot_automaton(automaton, least=least).encode()], rights=rights)
        case ".graphml":
            replace_atomically(path, [graphml_automaton(automaton).encode()], rights=rights)
        case ".tex":
            replace_atomically(path, [latex_automaton(automaton, standalone=True, least=least).encode()], rights=rights)
        case _:
            scene = scene_of(automaton, least)
            figures.save(scene, path, scale=scale, title=caption(automaton, least), texts=texts)
            scene.clear()


def draw_file(source: Path, output: Path, *, least: float = 0.0, scale: float = 1.0) -> None:
    """The automaton that a file of `formats.automata` holds, as a figure; who may not read the file may not read a new
    one."""
    write(stored.load(source), output, least=least, scale=scale, texts=[source])
