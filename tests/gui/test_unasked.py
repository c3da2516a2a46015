"""What is learnt without asking: real processes, a treebank of which a part is decided, and nobody who says learn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from event_loop import turn
from pytestqt.qtbot import QtBot

from spectral_core import formats
from spectral_core.data import Treebank
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
