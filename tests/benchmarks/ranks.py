"""How long the rank slider of Explore takes, from the slider to the painted tree, offscreen, on English EWT.

python tests/benchmarks/ranks.py [--data DIR] [--states N] [--words N] [--sentences N]

Wall-clock milliseconds. Warm: each rank was asked for before. The cut line is drawn on the window's thread.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QEventLoop, QTimer

from spectral_core import store
from spectral_core.data import Treebank
from spectral_core.formats import load, save
from spectral_core.project import Project, Run
from spectral_core.registry import METHODS, make_settings
from spectral_gui.app.start import make_application
from spectral_gui.app.window import Window
from spectral_gui.state import AppContext

ROOT = Path(__file__).resolve().parents[2]


def wait(holds: Callable[[], bool]) -> None:
    while not holds():
        loop = QEventLoop()
        QTimer.singleShot(1, loop.quit)
        loop.exec()


def rest(milliseconds: int) -> None:
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def made(room: Path, data: Path, states: int, words: int, sentences: int) -> Path:
    """A project with a spectral model and sentences of so many words."""
    folder = data / "ud_english_ewt"
    dev = [one for one in load(next(folder.glob("*dev.conllu*"))) if one.is_readable and len(one) == words]
    source = room / "dev.conllu"
    save(Treebank.of(dev[:sentences]), source)
    project = Project.create(room / "project", [source])
    row = METHODS["head-automata"]
    chosen = {"estimator": "spectral", "states": states, "tagger": False}
    path = project.prepare_model_path("head-automata 1")
    store.save(row.learn(load(next(folder.glob("*train.conllu*"))), make_settings(row, chosen)), path)
    project.add_run(Run(name="head-automata 1", method=row.name, settings=chosen, model=path.name))
    project.close()
    return room / "project"


def measured(folder: Path, states: int) -> dict[str, list[float]]:
    """Milliseconds by what they were spent on."""
    application = make_application()
    desk = AppContext()
    desk.session.open(folder)
    wait(lambda: desk.session.project is not None)
    window = Window(desk)
    window.resize(1440, 900)
    window.show()
    window.panels.show_workspace("explore")
    details = window.views.explore.automata.panel.details
    ranks = details.ranks
    details.setCurrentWidget(ranks)
    wait(lambda: ranks.truncated_parse is not None and ranks.plot.is_up_to_date)
    times: dict[str, list[float]] = {"first": [], "warm": [], "cut line": []}
    for index in range(len(desk.session.treebank)):
        desk.session.select(index)
        forms = desk.session.treebank[index].forms
        wait(lambda forms=forms: ranks.truncated_parse is not None and ranks.truncated_parse.tree.forms == forms)  # type: ignore[misc]
        for at, states_kept in enumerate((*range(states - 1, 0, -1), *range(2, states + 1))):
            rest(120)
            drawings, begun = ranks.plot.draw_count, time.perf_counter()
            ranks.slider.setValue(states_kept)
            wait(lambda kept=states_kept: ranks.truncated_parse is not None and ranks.truncated_parse.states == kept)  # type: ignore[misc]
            ranks.canvas.viewport().repaint()
            took = 1000 * (time.perf_counter() - begun)
            times["first" if not index and at < states - 1 else "warm"].append(took)
            wait(lambda before=drawings: ranks.plot.draw_count > before)  # type: ignore[misc]
            times["cut line"].append(ranks.plot.draw_milliseconds)
    desk.close()
    window.close()
    del application
    return times


def main() -> None:
    """Prints one line a measurement."""
    reader = argparse.ArgumentParser()
    data = os.environ.get("SPECTRAL_DATA") or ROOT.parent / "shared" / "data"
    reader.add_argument("--data", type=Path, default=Path(data))
    reader.add_argument("--states", type=int, default=9)
    reader.add_argument("--words", type=int, default=25)
    reader.add_argument("--sentences", type=int, default=12)
    given = reader.parse_args()
    with tempfile.TemporaryDirectory() as room:
        folder = made(Path(room), given.data, given.states, given.words, given.sentences)
        for name, spent in measured(folder, given.states).items():
            median, high = np.percentile(spent, [50, 95])
            print(
                f"{name:8} n {len(spent):4}   median {median:5.0f} ms   p95 {high:5.0f} ms   max {max(spent):5.0f} ms"
            )


if __name__ == "__main__":
    main()
