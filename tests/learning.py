"""Runs for the tests of tables and plots, and waiting for what the engine does."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from spectral_core.data import Constraints
from spectral_core.model import Value
from spectral_core.project import Edit, LockChange, Run
from spectral_gui.state import AppContext

ENDLESS: dict[str, Value] = {
    "states": 2,
    "column": "xpos",
    "minimum": 1,
    "estimator": "em",
    "iterations": 10_000,
    "tolerance": 0.0,
}


def wait_for(holds: Callable[[], bool], seconds: float = 60.0) -> None:
    """Lets the window work until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not come to hold"
        QTest.qWait(10)


def keep(qtbot: QtBot, view: QWidget) -> None:
    """Keeps a view until its test has ended; qtbot alone does not, and it would be drawn on while it is freed."""
    qtbot.addWidget(view, before_close_func=lambda _: view.hide())


def learn(desk: AppContext, method: str, settings: dict[str, Value]) -> Run:
    """The run that learning ends in."""
    before = len(desk.runs.recorded_runs)
    desk.runs.train(method, settings)
    wait_for(lambda: len(desk.runs.recorded_runs) > before and desk.runs.recorded_runs[-1].status != "measuring")
    return desk.runs.recorded_runs[-1]


def change_locks(desk: AppContext, locks: Constraints, step: str) -> bool:
    """Whether other locks hold for the selected sentence, without waiting for an answer."""
    session, at = desk.session, desk.session.selection.sentence
    change = LockChange(session.document, at, session.treebank[at].forms, session.get_locks(at), locks)
    return bool(session.apply_edit(Edit(step, (), locks=(change,))))


def some_runs() -> list[Run]:
    """Runs as a project may hold them: with curves, with singular values, with neither, and one that failed."""
    curve = tuple(("solve", at, at / 10, {"log_likelihood": -200 + at, "perplexity": 30.0 - at}) for at in range(1, 11))
    return [
        Run(
            name="hmm 2",
            method="hmm",
            settings={"estimator": "em", "states": 4},
            documents=("a.conllu",),
            measured_documents=("b.conllu",),
            started="2024-05-06T07:08:09+00:00",
            seconds=2.5,
            measures={"perplexity": 20.25, "unknown": 1.5},
            curve=curve,
            model="hmm 2.npz",
        ),
        Run(
            name="hmm 10",
            method="hmm",
            settings={"estimator": "spectral", "states": 8},
            documents=("a.conllu",),
            measured_documents=("a.conllu",),
            seconds=0.25,
            measures={"perplexity": 21.125, "unknown": 0.0},
            spectrum=(0.9, 0.5, 0.25, 0.125, 1e-20, 0.0),
            cut=3,
            model="hmm 10.npz",
        ),
        Run(name="ngram 1", method="ngram", documents=("a.conllu",), seconds=0.5, measures={"perplexity": 9.5}),
        Run(
            name="hmm 11",
            method="hmm",
            settings={"states": 900},
            documents=("a_&_b.conllu",),
            seconds=0.125,
            status="failed",
            complaint="900 hidden states were requested; set states to 12 or fewer",
        ),
        Run(name="hmm 12", method="hmm", documents=("a.conllu",), seconds=7.0, status="cancelled"),
    ]
