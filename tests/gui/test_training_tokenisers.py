"""A tokeniser is trained in the window, although it suggests neither trees nor readings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fixtures import tiny_treebank
from learning import keep, learn, wait_for
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from spectral_core import formats, store
from spectral_core.data import Treebank
from spectral_core.model import Tokeniser
from spectral_core.project import Project
from spectral_gui.state import AppContext
from spectral_gui.views.train.training_widgets import MethodList, format_training_title


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[AppContext]:
    formats.save(Treebank.of(list(tiny_treebank()) * 3), tmp_path / "tiny.conllu", drop=True)
    Project.create(tmp_path / "project", [tmp_path / "tiny.conllu"]).close()
    desk = AppContext()
    desk.session.open(tmp_path / "project")
    wait_for(lambda: desk.session.project is not None)
    yield desk
    desk.close()


def test_a_tokeniser_is_trained_and_measured_and_suggests_nothing(desk: AppContext, qtbot: QtBot) -> None:
    rows = MethodList()
    keep(qtbot, rows)
    rows.select("tokeniser")
    assert rows.selected_method == "tokeniser"
    assert format_training_title("tokeniser", "tiny.conllu") == "Train a tokeniser on tiny.conllu"
    before = (desk.suggestions.model.active_run, desk.readings.model.active_run)
    run = learn(desk, "tokeniser", {"epochs": 2})
    assert run.status == "finished", run.complaint
    assert {"tokens_f1", "words_f1", "sentences_f1"} <= run.measures.keys()
    path = desk.runs.find_model_file(run)
    assert path is not None
    assert isinstance(store.load(path), Tokeniser)
    assert (desk.suggestions.model.active_run, desk.readings.model.active_run) == before
    assert run not in desk.suggestions.model.candidate_runs
    assert run not in desk.readings.model.candidate_runs
