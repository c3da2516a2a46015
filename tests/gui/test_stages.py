"""Curves of runs that measured the same in several stages of learning, and closed forms beside random starts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from learning import wait_for
from PySide6.QtWidgets import QApplication, QComboBox
from pytestqt.qtbot import QtBot

from spectral_core import formats
from spectral_core.data import Sentence, Treebank
from spectral_core.project import Project, Run
from spectral_gui.plots import Plot
from spectral_gui.state import AppContext
from spectral_gui.views.train.curve_figures import format_figure_kind, list_figure_kinds
from spectral_gui.views.train.curves import CurvesView

METHOD = "head-automata"
EM = {"estimator": "em", "states": 2}


def start(seed: int) -> Run:
    curve = [("iterate", step, 0.1 * step, {"log_likelihood": -90.0 + step + seed}) for step in range(1, 6)]
    curve[-1][3]["uas_watched"] = 70.0 + seed
    curve += [("label", step, 1.0 + step, {"log_likelihood": -5.0 + step}) for step in range(1, 4)]
    made = {"uas": 71.0 + seed}
    return Run(f"em {seed}", METHOD, {**EM, "seed": seed}, ("a",), ("b",), "", 2.0, measures=made, curve=tuple(curve))


SPECTRAL = Run(
    "spectral 9",
    METHOD,
    {"estimator": "spectral", "states": 2},
    ("a",),
    ("b",),
    "",
    1.0,
    measures={"uas": 69.5},
    curve=(("solve", 1, 0.2, {"uas_watched": 69.0}), ("label", 1, 0.4, {"log_likelihood": -4.0})),
)


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[AppContext]:
    assert qapp is not None
    path = tmp_path / "a.conllu"
    formats.save(Treebank.of([Sentence.of(["dogs", "bark"])]), path)
    with Project.create(tmp_path / "project", [path]) as project:
        for run in (start(0), start(1), SPECTRAL):
            project.add_run(run)
    made = AppContext()
    made.session.open(tmp_path / "project")
    wait_for(lambda: made.session.project is not None)
    yield made
    made.close()


@pytest.fixture
def curves(desk: AppContext, qtbot: QtBot) -> CurvesView:
    view = CurvesView(desk.session, desk.notices, desk.runs, desk.calibrations, desk.suggestions)
    qtbot.addWidget(view)
    view.resize(800, 480)
    view.show()
    return view


def box(view: CurvesView, name: str) -> QComboBox:
    return next(one for one in view.findChildren(QComboBox) if one.accessibleName() == name)


def pick(view: CurvesView, name: str, text: str) -> str:
    """What the figure says after a choice."""
    one = box(view, name)
    at = one.findText(text)
    assert at >= 0, [one.itemText(row) for row in range(one.count())]
    one.setCurrentIndex(at)
    one.activated.emit(at)
    plot = view.findChild(Plot)
    assert plot is not None
    return plot.accessibleDescription()


def test_stages_of_one_run_are_drawn_apart(curves: CurvesView) -> None:
    curves.show_runs(["em 0"])
    what = box(curves, "Figure")
    offered = [what.itemText(row) for row in range(what.count())]
    own = ["UAS at the end", "automata: log-likelihood", "UAS on at most 100 sentences during training"]
    assert offered == [*own, "relations: log-likelihood"], "a curve of one point comes after what it ends in"
    said = pick(curves, "Figure", "automata: log-likelihood")
    assert said.endswith("em 0: from -89.00 to -85.00")
    assert pick(curves, "Figure", "relations: log-likelihood").endswith("em 0: from -4.00 to -2.00")


def test_what_a_parser_is_worth_is_shown_before_the_curve_of_its_labeller(curves: CurvesView) -> None:
    alone = replace(SPECTRAL, curve=SPECTRAL.curve[1:], spectrum=(0.5, 0.25))
    offered = [format_figure_kind(kind) for kind in list_figure_kinds([alone], lambda run: run.curve, parses=False)]
    assert offered == ["UAS at the end", "singular values", "relations: log-likelihood"]


def test_a_measure_with_one_stage_in_every_run_is_drawn_in_one(curves: CurvesView) -> None:
    curves.show_runs(["em 0", "em 1", "spectral 9"])
    pick(curves, "Along", "seconds")
    said = pick(curves, "Figure", "UAS on at most 100 sentences during training")
    assert said.startswith("UAS on at most 100 sentences (%).")
    assert "final values from 70.00 to 71.00" in said
    assert "spectral 9: measured at the end: 69.00" in said
