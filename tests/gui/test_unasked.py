"""What is learnt without asking: real processes, a treebank of which a part is decided, and nobody who says learn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from event_loop import turn
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from spectral_core import formats
from spectral_core.data import Treebank
from spectral_core.data.structure import CONSTITUENTS
from spectral_core.files import assets
from spectral_gui.preferences import Preferences
from spectral_gui.session import Desk
from spectral_gui.window import Window

LONG = 120_000  # milliseconds: kernels may be compiled on the way


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[Window]:
    whole = formats.load(assets() / "sample" / "english" / "written.conllu")
    bare = [one.with_heads([None] * len(one)) for one in list(whole)[-6:]]
    formats.save(Treebank.of([*list(whole)[:-6], *bare]), tmp_path / "half.conllu")
    made = Window(Desk(tmp_path / "store", learns=True), Preferences(theme="light"))
    made.show()
    with qtbot.waitSignal(made.desk.surveying.changed, timeout=LONG):
        made.documents.open(tmp_path / "half.conllu")
    yield made
    made.close()
    made.deleteLater()


def test_an_open_sentence_gets_a_tree_although_nobody_asked_for_a_model(window: Window, qtbot: QtBot) -> None:
    desk = window.desk
    decided = len(desk.session.treebank) - 6
    desk.session.select(decided)
    qtbot.waitUntil(lambda: desk.proposals.offer is not None, timeout=LONG)
    assert desk.runs.rows[0].method == "arc-parser"
    assert not desk.runs.rows[0].measures  # nobody waited for what it is worth
    assert f"learnt from {decided} sentences" in window.status.model.text()
    assert desk.unasked.right is None
    gold = formats.load(assets() / "sample" / "english" / "written.conllu")[decided]
    proposed = desk.proposals.offer.tree(0)
    hits = sum(one == other for one, other in zip(proposed.heads, gold.heads, strict=True))
    desk.accepting.accept(insist=True)
    turn()
    assert desk.unasked.right == 1.0  # all that was proposed was taken
    assert f"of your last {len(gold)} were right" in window.status.model.text()
    assert hits > len(gold) / 3


def test_corrections_lower_the_share_that_was_right(window: Window, qtbot: QtBot) -> None:
    desk = window.desk
    at = len(desk.session.treebank) - 6
    desk.session.select(at)
    qtbot.waitUntil(lambda: desk.proposals.offer is not None, timeout=LONG)
    tree = desk.proposals.offer.tree(0)
    heads = list(tree.heads)
    word = next(place for place, head in enumerate(heads, 1) if head not in (0, 1) and place not in heads)
    heads[word - 1] = 1 if word != 1 else 2
    desk.session.edit("Attach", lambda _: tree.with_heads(heads))
    desk.accepting.accept(insist=True)
    turn()
    assert desk.unasked.right == pytest.approx(1 - 1 / len(tree))


def test_somebody_who_wants_none_is_left_alone(window: Window, qtbot: QtBot) -> None:
    desk = window.desk
    window.preferred.prefer(window.preferred.preferences.changed(learns_unasked=False))
    desk.session.select(len(desk.session.treebank) - 1)
    qtbot.wait(1_500)
    qtbot.waitUntil(lambda: not desk.runs.rows or desk.runs.rows[0].status == "finished", timeout=LONG)
    count = len(desk.runs.rows)
    qtbot.wait(1_200)
    assert len(desk.runs.rows) == count <= 1


def test_what_the_user_learns_comes_first(window: Window, qtbot: QtBot) -> None:
    desk = window.desk
    qtbot.waitUntil(lambda: desk.runs.running is not None, timeout=LONG)
    assert not desk.runs.learning  # nobody waits for it
    desk.runs.learn("ngram", {"column": "upos"})
    assert desk.runs.learning
    qtbot.waitUntil(lambda: any(run.method == "ngram" for run in desk.runs.rows), timeout=LONG)
    assert all(run.status == "finished" for run in desk.runs.rows)


def test_words_alone_give_brackets_until_fifty_accepted_trees_teach_a_parser(qtbot: QtBot, tmp_path: Path) -> None:
    texts = [
        f"the {size} {who} {did} the {what} , and the {other} {did} a {size} {what} ."
        for size, other in (("old", "crow"), ("young", "goat"), ("wise", "mule"))
        for who in ("baker", "sailor", "farmer")
        for did in ("saw", "sold", "hid")
        for what in ("lamp", "boat")
    ]
    (tmp_path / "plain.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")
    window = Window(Desk(tmp_path / "store", learns=True), Preferences(theme="light"))
    desk = window.desk
    window.show()
    with qtbot.waitSignal(desk.surveying.changed, timeout=LONG):
        window.documents.open(tmp_path / "plain.txt")
    window.panels.show_annotate()
    if window.panels.kind != CONSTITUENTS.name:
        window.panels.flip_tree()
    window.panels.docks["candidates"].hide()
    for at in range(50):
        desk.session.select(at)
        qtbot.waitUntil(lambda: desk.proposals.offer is not None, timeout=LONG)
        assert desk.proposals.model.run is not None
        assert desk.proposals.model.run.method == "bracket-inducer"
        desk.accepting.accept(insist=True)
    assert f"learnt from the words of {len(texts)} sentences" in window.status.model.text()
    qtbot.waitUntil(lambda: desk.unasked.worth is not None, timeout=LONG)
    desk.session.select(50)
    qtbot.waitUntil(lambda: desk.proposals.offer is not None, timeout=LONG)
    assert desk.proposals.model.run.method == "latent-pcfg"
    worth = desk.unasked.worth
    assert worth is not None
    assert worth.sentences == 50
    assert worth.induced == pytest.approx(100.0)  # its trees were taken as they were
    assert worth.learnt > 50.0
    assert f"(F1 {worth.learnt:.0f}, from words alone 100)" in window.status.model.text()
    line = window.views.comparing.findChild(QLabel, "decided")
    assert f"{worth.learnt:.1f} by the parser" in line.text()
    window.close()
