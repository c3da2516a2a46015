"""The way of one edit: the source files that an attach by key enters before a view hears of it.

python tests/benchmarks/way.py [--calls]
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from ways import Way, watched

WORDS = (
    ("dogs", "NOUN", 2, "nsubj"),
    ("bark", "VERB", 0, "root"),
    ("loudly", "ADV", 2, "advmod"),
    ("today", "ADV", 3, "advmod"),
)
VIEWS = "spectral_gui/views/"


def written() -> str:
    """CoNLL-U of six sentences."""
    rows = (
        f"{at}\t{form}\t_\t{tag}\t_\t_\t{head}\t{label}\t_\t_\n" for at, (form, tag, head, label) in enumerate(WORDS, 1)
    )
    return ("".join(rows) + "\n") * 6


def attach(room: Path) -> Way:
    """The way of Enter in the prompt that asks for a head."""
    from PySide6.QtCore import QEventLoop, Qt, QTimer
    from PySide6.QtTest import QTest

    from spectral_gui.app import start
    from spectral_gui.app.window import Window
    from spectral_gui.state import AppContext

    application = start.make_application()
    path = room / "arcs.conllu"
    path.write_text(written())
    desk = AppContext(room / "store")
    window = Window(desk)
    window.show()
    loop = QEventLoop()
    desk.survey.changed.connect(loop.quit)
    QTimer.singleShot(60_000, loop.quit)
    desk.session.open(path)
    loop.exec()
    window.views.dependency.canvas.setFocus()
    desk.session.select(word=4)
    QTest.keyClick(application.focusWidget(), Qt.Key.Key_H)
    QTest.keyClick(application.focusWidget(), Qt.Key.Key_Up)
    with watched() as way:
        QTest.keyClick(application.focusWidget(), Qt.Key.Key_Return)
    sentence = desk.session.sentence
    assert sentence is not None
    assert sentence.heads == (2, 0, 2, 2)
    desk.close()
    window.close()
    return way


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--calls", action="store_true", help="each call, not only each file")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as room:
        way = attach(Path(room))
    edit, heard = way.called("Session.edit"), way.emitted("edit_applied")
    told, seen = way.emitted("sentence_changed"), way.seen("sentence_changed", VIEWS)
    marks = {edit: "Session.edit", heard: "acted: the first listener", told: "sentence_changed", seen: "the first view"}
    known: set[str] = set()
    for at, (name, function) in enumerate(way.calls[:seen]):
        if at in marks:
            print(f"--- {marks[at]}")
        if asked.calls or name not in known:
            known.add(name)
            print(f"{len(known):3}  {name}  {function if asked.calls else ''}")
    for title, begin in (("the key", 0), ("Session.edit", edit)):
        counts = [len(way.files(begin, end)) for end in (heard, told, seen)]
        print("from {}: {} files to the first listener, {} to sentence_changed, {} to a view".format(title, *counts))


if __name__ == "__main__":
    main()
