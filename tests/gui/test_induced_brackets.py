"""A text of any language gets brackets from its words alone: learnt, corrected, accepted and saved with keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from learning import learn, wait_for
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from spectral_core import formats
from spectral_core.data import Sentence
from spectral_core.data.structure import CONSTITUENTS
from spectral_core.data.tree import walk_paths
from spectral_gui.app.window import Window
from spectral_gui.state import AppContext
from spectral_gui.text_display import load_bundled_fonts

TEXTS = {
    "english": (
        "The gardener waters the roses , and the cat watches the birds .",
        "A young baker opened the shop , but the street was empty .",
        "The birds sing in the old garden .",
        "When the rain stops , the children run to the river .",
    ),
    "arabic": (
        "زرع البستاني الورد ، ثم سقى الشجر .",
        "فتح الخباز باب الدكان ، لكن الشارع كان خاليا .",
        "غنت الطيور في الحديقة القديمة .",
        "ركض الأولاد إلى النهر ، ونامت القطة في الظل .",
    ),
    "chinese": (
        "园丁 给 玫瑰 浇水 ， 小猫 看着 鸟儿 。",
        "年轻 的 面包师 打开 店门 ， 街上 没有 人 。",
        "鸟儿 在 旧 花园 里 唱歌 。",
        "雨 停 了 ， 孩子们 跑 到 河边 。",
    ),
}


@pytest.fixture(scope="module")
def window(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    load_bundled_fonts()
    assert qapp is not None
    made = Window(AppContext(tmp_path_factory.mktemp("store")))
    made.resize(1280, 800)
    made.show()
    yield made
    made.close()


def press(key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    widget = QApplication.focusWidget()
    assert widget is not None
    QTest.keyClick(widget, key, modifiers)


def answered(desk: AppContext) -> Sentence:
    wait_for(lambda: not desk.suggestions.is_waiting and desk.suggestions.current_tree is not None)
    offered = desk.suggestions.current_tree
    assert offered is not None
    return offered


def brackets(sentence: Sentence) -> set[tuple[int, int]]:
    assert sentence.tree is not None
    return {(start, end) for start, end, _ in sentence.tree.spans() if end - start < len(sentence)}


@pytest.mark.parametrize("language", TEXTS)
def test_a_raw_text_is_bracketed_corrected_accepted_and_saved(language: str, window: Window, tmp_path: Path) -> None:
    desk, path, text = window.context, tmp_path / f"{language}.txt", TEXTS[language]
    refused = list[str]()
    desk.notices.refused.connect(refused.append)
    path.write_text("\n".join(text) + "\n", encoding="utf-8")
    window.document_actions.open(path)
    wait_for(lambda: len(desk.session.treebank) == len(text) and desk.session.treebank.path == path)
    wait_for(lambda: desk.survey.is_complete)
    window.panels.show_workspace("annotate")
    window.activateWindow()
    assert learn(desk, "bracket-inducer", {"rounds": 1}).status == "finished"
    desk.session.select(0)
    if window.panels.tree_kind != CONSTITUENTS.name:
        window.panels.toggle_tree_kind()
    window.panels.docks["candidates"].show()
    window.panels.docks["candidates"].raise_()
    wait_for(lambda: desk.readings.are_visible)
    window.views.constituency.canvas.setFocus()
    wait_for(window.views.constituency.canvas.hasFocus)
    first = answered(desk)
    assert first.forms == tuple(text[0].split())
    comma = first.forms.index(next(form for form in first.forms if form in ",،，"))
    assert (0, comma) in brackets(first)  # what stands before a mark is a phrase of its own
    offer = desk.suggestions.current
    assert offer is not None
    assert offer.marginals is not None
    gone = next(place for place in sorted(brackets(first)) if place != (0, comma))
    assert first.tree is not None
    nodes = (node for node, one in walk_paths(first.tree) if not one.is_tag)
    desk.session.select(
        node=next(node for node in nodes if CONSTITUENTS.positions_in_selection(first, range(0), node) == {gone})
    )
    press(Qt.Key.Key_X)
    corrected = answered(desk)
    assert gone not in brackets(corrected)
    press(Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    wait_for(lambda: desk.session.treebank.format == "brackets")  # what a text becomes whose phrases are decided
    accepted, saved = desk.session.treebank[0], desk.session.treebank.path
    assert brackets(accepted) == brackets(corrected)
    assert saved == path.with_suffix(".mrg")
    press(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    wait_for(lambda: not desk.session.unsaved_sentences)
    assert [one.tree is None for one in formats.load(saved)] == [False, True, True, True]
    assert formats.load(saved)[0].tree == accepted.tree
    assert not refused
