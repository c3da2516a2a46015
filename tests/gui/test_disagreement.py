"""The order of the queue in which two models disagree: of two real models, with the share beside each sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from fixtures import tiny_treebank
from learning import learn, wait_for
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox

from spectral_core import formats, store
from spectral_core.data import Sentence, Treebank
from spectral_core.model import Parser
from spectral_core.project import Project
from spectral_gui.app.window import Window
from spectral_gui.state import AppContext
from spectral_gui.text_display import load_bundled_fonts
from spectral_gui.views.shared.queue_controls import DISAGREEMENT, DOCUMENT, UNCERTAIN
from spectral_gui.widgets.lists import SentenceListModel, UniformRowView

ROWS = [replace(one, tree=None, candidates=(), analyses=()) for one in tiny_treebank()]


@pytest.fixture(scope="module")
def window(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    """A window with a project in which one model was learnt."""
    load_bundled_fonts()
    assert qapp is not None
    room = tmp_path_factory.mktemp("two") / "garden"
    room.mkdir()
    formats.save(Treebank.of(ROWS), room / "garden.conllu")
    Project.create(room, [room / "garden.conllu"], "Garden").close()
    desk = AppContext()
    made = Window(desk)
    made.show()
    desk.session.open(room)
    wait_for(lambda: desk.session.opened_path == room and desk.survey.is_complete)
    learn(desk, "head-automata", {"estimator": "spectral", "states": 2, "tagger": False, "lexical": "none"})
    yield made
    made.close()


@pytest.fixture
def desk(window: Window) -> AppContext:
    return window.context


def box_of(window: Window, name: str) -> QComboBox:
    return next(box for box in window.views.queue.findChildren(QComboBox) if box.accessibleName() == name)


def test_with_one_model_the_order_is_greyed_and_says_why(window: Window, desk: AppContext) -> None:
    if len(desk.suggestions.model.candidate_runs) > 1:
        pytest.skip("a second model was learnt already")
    box = box_of(window, "Order of the sentences")
    row = box.findData(DISAGREEMENT)
    assert not box.model().flags(box.model().index(row, 0)) & Qt.ItemFlag.ItemIsEnabled
    assert "only one parser" in box.itemData(row, Qt.ItemDataRole.ToolTipRole)
    said: list[str] = []
    desk.notices.refused.connect(said.append)
    window.views.queue.order_by(DISAGREEMENT)
    assert said == [desk.queue_orders.why_no_disagreement]
    assert box.currentData() == DOCUMENT


def heads_of(desk: AppContext, run: str, sentence: Sentence) -> tuple[int | None, ...]:
    assert desk.session.project is not None
    model = store.load(desk.session.project.prepare_model_path(run))
    assert isinstance(model, Parser)
    return model.parse(sentence)[0].value.heads


def two_models(desk: AppContext) -> None:
    while len(desk.suggestions.model.candidate_runs) < 2:
        learn(desk, "head-automata", {"estimator": "det", "tagger": False, "lexical": "none"})


def test_sentences_stand_by_the_share_of_words_that_two_models_hang_elsewhere(window: Window, desk: AppContext) -> None:
    two_models(desk)
    assert desk.suggestions.model.active_run is not None
    assert desk.queue_orders.compared_run is not None
    assert desk.queue_orders.compared_run.name != desk.suggestions.model.active_run.name
    window.views.queue.order_by(DISAGREEMENT)
    wait_for(lambda: desk.queue_orders.disagreement_scores.scores is not None)
    shares = []
    for sentence in desk.session.treebank:
        one, two = (
            heads_of(desk, run.name, sentence)
            for run in (desk.suggestions.model.active_run, desk.queue_orders.compared_run)
        )
        shares.append(sum(a != b for a, b in zip(one, two, strict=True)) / len(sentence))
    assert max(shares) > 0
    assert list(desk.queue_orders.disagreement_scores.scores or ()) == pytest.approx(shares)
    assert window.views.queue.listed_sentences == sorted(range(len(shares)), key=lambda at: (-shares[at], at))
    rows = window.views.queue.findChild(UniformRowView)
    assert rows is not None
    first = window.views.queue.listed_sentences[0]
    index = rows.model().index(0, 0)
    assert f"{shares[first]:.0%}" in [sign for sign, _ in index.data(SentenceListModel.MARKS)]
    assert "heads differ" in index.data(Qt.ItemDataRole.AccessibleTextRole)


def test_another_second_model_is_chosen_beside_the_order(window: Window, desk: AppContext) -> None:
    two_models(desk)
    learn(desk, "head-automata", {"estimator": "sibling", "tagger": False, "lexical": "none"})
    window.views.queue.order_by(DISAGREEMENT)
    wait_for(lambda: desk.queue_orders.disagreement_scores.scores is not None)
    before = list(desk.queue_orders.disagreement_scores.scores or ())
    box = box_of(window, "Model to compare with the active model")
    assert box.isVisible()
    names = [box.itemData(row) for row in range(box.count())]
    assert desk.suggestions.model.active_run is not None
    assert desk.suggestions.model.active_run.name not in names
    assert names == [run.name for run in reversed(desk.queue_orders.comparable_runs)]
    assert desk.queue_orders.compared_run is not None
    other = next(row for row, name in enumerate(names) if name != desk.queue_orders.compared_run.name)
    box.setCurrentIndex(other)
    box.activated.emit(other)
    assert desk.queue_orders.compared_run.name == names[other]
    assert desk.queue_orders.disagreement_scores.scores is None
    wait_for(lambda: desk.queue_orders.disagreement_scores.scores is not None)
    assert list(desk.queue_orders.disagreement_scores.scores or ()) != before
    window.views.queue.order_by(DOCUMENT)
    assert not box.isVisible()


def test_the_orders_are_chosen_from_the_menu(window: Window, desk: AppContext) -> None:
    two_models(desk)
    box = box_of(window, "Order of the sentences")
    orders = (("disagreement", DISAGREEMENT), ("uncertainty", "uncertain"), ("document", DOCUMENT))
    for name, chosen in orders:
        window.menus.actions[f"queue.order_by_{name}"].trigger()
        assert box.currentData() == chosen


def test_the_order_is_left_where_no_model_can_be_compared_any_more(window: Window, desk: AppContext) -> None:
    two_models(desk)
    window.views.queue.order_by(DISAGREEMENT)
    desk.suggestions.model.choose_run("")
    assert box_of(window, "Order of the sentences").currentData() == DOCUMENT
    assert "No active parser" in desk.queue_orders.why_no_disagreement
    desk.suggestions.model.choose_run()


def test_an_order_by_a_model_says_where_there_is_none(window: Window, desk: AppContext) -> None:
    said: list[str] = []
    desk.notices.refused.connect(said.append)
    window.views.queue.order_by(DOCUMENT)
    desk.suggestions.model.choose_run("")
    window.views.queue.order_by(UNCERTAIN)
    assert said == ["No active parser. Choose one in the Model menu."]
    assert window.views.queue.listed_sentences == list(range(len(desk.session.treebank)))
    window.views.queue.order_by(DOCUMENT)
    desk.suggestions.model.choose_run()
