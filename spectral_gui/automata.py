"""Automaton as a figure for papers, in light colours: on a scene of its own, or in a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QGraphicsScene

from spectral_core.data.automaton import Automaton
from spectral_core.files import replace_atomically, rights_of_copy
from spectral_core.formats import automata as stored
from spectral_core.formats.export.automata import (
    automaton_to_dot,
    automaton_to_graphml,
    automaton_to_latex,
    compose_caption,
)
from spectral_gui import figures, theme
from spectral_gui.scenes import automata


def make_automaton_scene(automaton: Automaton, min_share: float = 0.0, parent: QObject | None = None) -> QGraphicsScene:
    """Draw an automaton on a scene of its own, with a caption below it."""
    scene = QGraphicsScene(parent)
    automata.AutomatonDrawing(
        scene,
        automaton,
        theme.get_colours(dark=False),
        min_share=min_share,
        caption=compose_caption(automaton, min_share),
    )
    return scene


def write_automaton(
    automaton: Automaton, path: Path, *, min_share: float = 0.0, scale: float = 1.0, texts: Sequence[Path] = ()
) -> None:
    """Write an automaton to a file whose suffix decides the format: .svg, .pdf, .png, .dot, .graphml, or .tex as a
    whole document."""
    rights = rights_of_copy(path, texts)
    match path.suffix.lower():
        case ".dot":
            replace_atomically(path, [automaton_to_dot(automaton, min_share=min_share).encode()], rights=rights)
        case ".graphml":
            replace_atomically(path, [automaton_to_graphml(automaton).encode()], rights=rights)
        case ".tex":
            replace_atomically(
                path, [automaton_to_latex(automaton, standalone=True, min_share=min_share).encode()], rights=rights
            )
        case _:
            scene = make_automaton_scene(automaton, min_share)
            figures.save_scene(scene, path, scale=scale, title=compose_caption(automaton, min_share), texts=texts)
            scene.clear()


def draw_automaton_file(source: Path, output: Path, *, min_share: float = 0.0, scale: float = 1.0) -> None:
    """Write the automaton in a file of `formats.automata` as a figure."""
    write_automaton(stored.load(source), output, min_share=min_share, scale=scale, texts=[source])
