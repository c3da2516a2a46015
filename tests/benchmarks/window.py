"""How fast the window is, offscreen: start, keys to changed pixels, a project of a million words.

python tests/benchmarks/window.py                       start and keys, on sentences made here
python tests/benchmarks/window.py --data ../shared/data  and a million words from the treebanks there
python tests/benchmarks/window.py --parse ../shared/data  constrained re-parses, with a model of the treebank there
python tests/benchmarks/window.py --readings             digits that take readings, on the Arabic sample with a ranker
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from spectral_gui.app.start import make_application

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

HEAVY = ("sklearn", "numba", "scipy", "matplotlib", "networkx", "pygraphviz")
START = """
import sys, time
from pathlib import Path
from spectral_gui.app import start
from PySide6.QtCore import QTimer
application = start.make_application()
from spectral_gui import preferences
from spectral_gui.state import AppContext
from spectral_gui.app.window import Window
window = Window(AppContext(Path(sys.argv[1]) / "store"))
window.show()
def ended():
    loaded = [name for name in sys.argv[2].split(",") if name in sys.modules]
    print(time.process_time(), ",".join(loaded) or "none", flush=True)
    application.quit()
if len(sys.argv) > 3:
    window.context.session.changed.connect(lambda _: QTimer.singleShot(0, lambda: QTimer.singleShot(0, ended)))
    window.document_actions.open(Path(sys.argv[3]))
else:
    QTimer.singleShot(0, lambda: QTimer.singleShot(0, ended))
application.exec()
window.context.close()
window.close()
"""
WORDS = "the old cook opened a can near the pier and she saw that they swim with boats in rain"


def forty_words(sentences: int) -> str:
    """CoNLL-U of sentences of forty words, each under a tree of its own."""
    words = WORDS.split()
    blocks = []
    for number in range(sentences):
        rows = [f"# sent_id = made-{number}"]
        for word in range(1, 41):
            form = words[(word * 7 + number) % len(words)]
            head = 0 if word == 1 else max(1, word - 1 - (word * 5 + number) % 6)
            label = "root" if word == 1 else ("nsubj", "obj", "obl", "amod", "det")[(word + number) % 5]
            rows.append(f"{word}\t{form}\t{form}\tNOUN\tNN\tNumber=Sing\t{head}\t{label}\t_\t_")
        blocks.append("\n".join(rows) + "\n\n")
    return "".join(blocks)


def quantile(times: list[float], part: float) -> float:
    return sorted(times)[min(len(times) - 1, int(part * len(times)))]


def row(name: str, times: list[float], goal: float) -> dict[str, object]:
    return {
        "act": name,
        "n": len(times),
        "median_ms": round(1000 * statistics.median(times), 1),
        "p95_ms": round(1000 * quantile(times, 0.95), 1),
        "max_ms": round(1000 * max(times), 1),
        "goal_ms": goal,
    }


def start_window(room: Path, path: Path | None = None) -> dict[str, object]:
    """CPU seconds of a new process until its window is painted, and what it has loaded."""
    command = [sys.executable, "-c", START, str(room), ",".join(HEAVY), *([str(path)] if path else [])]
    found = []
    for _ in range(5):
        out = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
        found.append((float(out[0]), out[1]))
    name = "start to painted window" if path is None else "start to first sentence of a small treebank"
    return {"act": name, "cpu_s": round(statistics.median(cpu for cpu, _ in found), 2), "loaded": found[0][1]}


def keys(room: Path) -> list[dict[str, object]]:
    """From a key to painted pixels, the journal's transaction included, in sentences of forty words."""
    from PySide6.QtCore import QEventLoop, Qt, QTimer
    from PySide6.QtTest import QTest

    from spectral_gui.app.window import Window
    from spectral_gui.state import AppContext

    application = make_application()
    path = room / "made.conllu"
    path.write_text(forty_words(400), encoding="utf-8")
    desk = AppContext(room / "store")
    window = Window(desk)
    window.show()

    def wait(milliseconds: int) -> None:
        loop = QEventLoop()
        QTimer.singleShot(milliseconds, loop.quit)
        loop.exec()

    desk.session.open(path)
    while not desk.survey.is_complete:
        wait(50)
    wait(500)
    canvas = window.views.dependency.canvas
    canvas.setFocus()
    wait(50)

    def press(key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> float:
        begun = time.perf_counter()
        QTest.keyClick(application.focusWidget() or canvas, key, modifier)
        application.processEvents()
        return time.perf_counter() - begun

    control = Qt.KeyboardModifier.ControlModifier
    rows = []
    rows.append(row("select a word", [press(Qt.Key.Key_Right) for _ in range(38)] * 1, 30))
    rows.append(row("next sentence", [press(Qt.Key.Key_Down, control) for _ in range(150)], 30))
    relabels, attaches, undos, asks = [], [], [], []
    for _ in range(100):
        press(Qt.Key.Key_Down, control)
        press(Qt.Key.Key_End)
        asks.append(press(Qt.Key.Key_R))
        press(Qt.Key.Key_D)
        relabels.append(press(Qt.Key.Key_Return))
        before = desk.session.sentence
        press(Qt.Key.Key_H)
        press(Qt.Key.Key_2)
        if desk.session.sentence == before:
            attaches.append(press(Qt.Key.Key_Return))
        undos.append(press(Qt.Key.Key_Z, control))
    rows.append(row("open the list of relations", asks, 30))
    rows.append(row("relabel, journaled", relabels, 60))
    rows.append(row("attach, journaled", attaches, 60))
    rows.append(row("undo, journaled", undos, 60))
    desk.close()

    memory = AppContext()
    other = Window(memory)
    other.show()
    from spectral_core.formats import load

    memory.session.show_unsaved_treebank(load(path))
    while not memory.survey.is_complete:
        wait(50)
    canvas = other.views.dependency.canvas
    canvas.setFocus()
    wait(200)
    attaches, undos = [], []
    for _ in range(100):
        press(Qt.Key.Key_Down, control)
        press(Qt.Key.Key_End)
        press(Qt.Key.Key_H)
        press(Qt.Key.Key_2)
        attaches.append(press(Qt.Key.Key_Return))
        undos.append(press(Qt.Key.Key_Z, control))
    rows.append(row("attach, without a journal", attaches, 30))
    rows.append(row("undo, without a journal", undos, 30))
    memory.close()
    for one in (window, other):
        one.close()
    return rows


def parses(room: Path, data: Path) -> list[dict[str, object]]:
    """Re-parses under a lock, in the engine and from the key to the drawn ghost, by spectral automata of EWT."""
    from PySide6.QtCore import QEventLoop, Qt, QTimer
    from PySide6.QtTest import QTest

    from spectral_core.data import EMPTY, Treebank
    from spectral_core.engine import AddSentences, Engine, Parse
    from spectral_core.formats import load, save
    from spectral_core.registry import METHODS
    from spectral_gui.app.window import Window
    from spectral_gui.state import AppContext

    train = load(next((data / "ud_english_ewt").glob("*train.conllu*")))
    dev = load(next((data / "ud_english_ewt").glob("*dev.conllu*")))
    near = {
        size: [one for one in dev if one.is_readable and abs(len(one) - size) <= reach][:40]
        for size, reach in ((25, 0), (40, 3))
    }
    path = room / "parsed.conllu"
    bare = [one.with_heads([None] * len(one), [EMPTY] * len(one)) for rows in near.values() for one in rows]
    save(Treebank.of([*train, *bare]), path)
    application = make_application()
    desk = AppContext(room / "parsing")
    window = Window(desk)
    window.resize(1600, 800)
    window.show()

    def wait(holds: Callable[[], bool]) -> None:
        while not holds():
            loop = QEventLoop()
            QTimer.singleShot(1, loop.quit)
            loop.exec()

    desk.session.open(path)
    wait(lambda: desk.survey.is_complete)
    desk.runs.train("head-automata", {"estimator": "spectral", "states": 9})
    wait(lambda: bool(desk.runs.recorded_runs))
    assert desk.session.project is not None
    model = desk.session.project.prepare_model_path(desk.runs.recorded_runs[-1].name)
    engine, rows, first = Engine(), [], len(train)
    window.views.dependency.canvas.setFocus()
    for size, sentences in near.items():
        asked_for, seen = [], []
        for at, sentence in enumerate(sentences, first):
            desk.session.select(at)
            wait(lambda: desk.suggestions.current is not None)
            application.processEvents()
            desk.session.select(word=size // 2)
            begun = time.perf_counter()
            QTest.keyClick(window.views.dependency.canvas, Qt.Key.Key_X)
            wait(lambda: desk.suggestions.current is not None)
            application.processEvents()
            seen.append(time.perf_counter() - begun)
            offer = desk.suggestions.current
            assert offer is not None
            begun = time.perf_counter()
            bare_one = sentence.with_heads([None] * len(sentence), [EMPTY] * len(sentence))
            Parse(model, bare_one, 10, offer.question.constraints).run(engine, lambda _: None)
            asked_for.append(time.perf_counter() - begun)
        first += len(sentences)
        goal = 20 if size == 25 else 60
        rows.append(row(f"forbid an arc, {size} words: 10 best trees in the engine", asked_for[1:], goal))
        rows.append(row(f"forbid an arc, {size} words: from the key to the ghosts", seen[1:], 5 * goal))
    accepts, late = [], 0
    desk.suggestions.model.retrain_after = 0
    desk.session.select(len(train))
    wait(lambda: desk.suggestions.current is not None)
    for _ in range(sum(map(len, near.values())) - 1):
        wait(lambda: all(desk.suggestions.get(desk.session.selection.sentence + ahead) is not None for ahead in (0, 1)))
        begun = time.perf_counter()
        QTest.keyClick(window.views.dependency.canvas, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        application.processEvents()
        accepts.append(time.perf_counter() - begun)
        late += desk.suggestions.current is None
    rows.append({**row("accept and go on to a proposal asked for ahead", accepts, 50), "not_there": late})
    times: dict[str, list[float]] = {"counted and solved": [], "and written": []}
    accepted = [one for one in dev if one.is_readable][:50]
    held = engine.load_model(model)
    for _ in range(6):
        begun = time.perf_counter()
        METHODS["head-automata"].add(held, Treebank.of(accepted))
        times["counted and solved"].append(time.perf_counter() - begun)
        begun = time.perf_counter()
        AddSentences(model, room / "grown.npz", tuple(accepted)).run(engine, lambda _: None)
        times["and written"].append(time.perf_counter() - begun)
    rows += [row(f"50 sentences added to the model, {name}", found[1:], 300) for name, found in times.items()]
    desk.close()
    window.close()
    return rows


def readings(room: Path) -> list[dict[str, object]]:
    """From a digit to the next word's readings on screen, and until they know of the decision; the Arabic sample."""
    import shutil
    from dataclasses import replace

    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    from spectral_core.data import EMPTY, Sentence, Treebank
    from spectral_core.files import locate_assets
    from spectral_core.formats import load, save
    from spectral_core.project import Project
    from spectral_gui.app.window import Window
    from spectral_gui.state import AppContext

    def bare(one: Sentence) -> Sentence:
        nothing = (EMPTY,) * len(one)
        return replace(one, lemmas=nothing, upos=nothing, xpos=nothing, feats=nothing, misc=nothing, source=None)

    application = make_application()
    sample = locate_assets() / "sample" / "arabic"
    folder = room / "readings"
    folder.mkdir()
    shutil.copytree(sample / "lexicon", folder / "lexicon")
    shutil.copyfile(sample / "written.conllu", folder / "annotated.conllu")
    save(Treebank.of(map(bare, load(sample / "written.conllu"))), folder / "open.conllu", "conllu")
    Project.create(folder, [folder / "open.conllu", folder / "annotated.conllu"]).close()
    desk = AppContext()
    window = Window(desk)
    window.show()

    def wait(holds: Callable[[], bool]) -> float:
        begun = time.perf_counter()
        while not holds():
            application.processEvents()
            if time.perf_counter() - begun > 120:
                raise SystemExit("the engine did not answer in time")
            time.sleep(0.001)
        return time.perf_counter() - begun

    desk.session.open(folder)
    wait(lambda: desk.survey.is_complete and window.views.candidates.has_readings_on_screen)
    desk.runs.train("analysis-ranker", {}, ("annotated.conllu",))
    wait(lambda: not desk.runs.is_training_for_user)
    desk.readings.set_uncertain_below(1.0)  # every word with two readings is asked about
    canvas = window.views.dependency.canvas
    canvas.setFocus()

    worked = []  # processor time: what is left where others use the machine as well

    def press(key: Qt.Key) -> float:
        begun, cpu = time.perf_counter(), time.process_time()
        QTest.keyClick(application.focusWidget() or canvas, key)
        application.processEvents()
        worked.append(time.process_time() - cpu)
        return time.perf_counter() - begun

    digits, refreshed, accepted = [], [], []
    for index in range(30):
        desk.session.select(index)
        wait(lambda: desk.readings.is_ranking_current(desk.session.selection.sentence))
        for _ in range(len(desk.session.treebank[index])):
            if not desk.readings.find_uncertain_words(index):
                break
            word = desk.session.selection.word or 1
            desk.session.select(
                word=word
                if word in desk.readings.find_uncertain_words(index)
                else min(desk.readings.find_uncertain_words(index))
            )
            digits.append(press(Qt.Key.Key_1))
            refreshed.append(wait(lambda: desk.readings.is_ranking_current(desk.session.selection.sentence)))
        accepted.append(press(Qt.Key.Key_Return))
    desk.close()
    window.close()
    return [
        row("take a reading and go to the next word, journaled", digits, 30),
        row("the same and accepting, processor time of the window", worked, 30),
        row("then until the next readings know of it", refreshed, 100),
        row("accept the sentence and go to the next, journaled", accepted, 60),
    ]


def million(room: Path, data: Path) -> list[dict[str, object]]:
    """Opening and scrolling a project of a million words, in a process of its own."""
    path = room / "million.conllu"
    words = 0
    with path.open("wb") as file:
        folders = ("craft_dep", "ud_english_ewt", "ud_chinese_gsd_v1")
        for source in (path for folder in folders for path in sorted((data / folder).glob("*.conll*"))):
            content = source.read_bytes()
            content = lzma.decompress(content) if source.suffix == ".xz" else content
            file.write(content.rstrip(b"\n") + b"\n\n")
            words += sum(line[:1].isdigit() for line in content.split(b"\n"))
    out = subprocess.run(
        [sys.executable, __file__, "--scroll", str(path)], capture_output=True, text=True, check=True
    ).stdout
    rows: list[dict[str, object]] = json.loads(out)
    return [{"act": "words", "n": words}, *rows]


def scroll(path: Path) -> list[dict[str, object]]:
    """What `million` measures: time and memory to the first sentence, then the queue scrolled while it is surveyed."""
    import random
    import resource

    from PySide6.QtCore import QEventLoop, QTimer
    from PySide6.QtWidgets import QAbstractItemView

    from spectral_gui.app.window import Window
    from spectral_gui.state import AppContext

    begun = time.perf_counter()
    application = make_application()
    desk = AppContext(path.parent / "store")
    window = Window(desk)
    window.show()
    application.processEvents()
    asked = time.perf_counter()
    loop = QEventLoop()
    desk.session.changed.connect(lambda _: loop.quit())
    desk.session.open(path)
    loop.exec()
    application.processEvents()
    shown = time.perf_counter()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    lateness: list[float] = []
    last = [time.perf_counter()]
    tick = QTimer()
    tick.setInterval(5)

    def look() -> None:
        now = time.perf_counter()
        lateness.append(now - last[0] - 0.005)
        last[0] = now

    tick.timeout.connect(look)
    tick.start()
    queue = next(
        view for view in window.views.queue.findChildren(QAbstractItemView) if view.accessibleName() == "Sentences"
    )
    bar = queue.verticalScrollBar()
    scrolls = []
    source = random.Random(0)
    while len(scrolls) < 400:
        moment = time.perf_counter()
        bar.setValue(source.randrange(bar.maximum()))
        application.processEvents()
        scrolls.append(time.perf_counter() - moment)
    waited = time.perf_counter()
    while not desk.survey.is_complete and time.perf_counter() - waited < 120:
        application.processEvents()
        time.sleep(0.002)
    surveyed = time.perf_counter()
    nexts = []
    for _ in range(100):
        moment = time.perf_counter()
        window.views.queue.move_selection(1)
        application.processEvents()
        nexts.append(time.perf_counter() - moment)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    desk.close()
    window.close()
    return [
        {
            "act": "open to first sentence",
            "wall_s": round(shown - asked, 2),
            "with_start_s": round(shown - begun, 2),
            "goal_s": 3,
        },
        {"act": "memory of the window", "mb": round(peak), "mb_after_survey": round(after), "goal_mb": 600},
        {"act": "whole document read by the engine", "wall_s": round(surveyed - shown, 2)},
        row("scroll the queue", scrolls, 50),
        row("lateness of the event loop meanwhile", lateness, 50),
        row("next sentence", nexts, 30),
    ]


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--data", type=Path, help="the folder of real treebanks")
    reader.add_argument("--parse", type=Path, help="the folder of real treebanks: measures re-parses alone")
    reader.add_argument("--readings", action="store_true", help="measures the taking of readings alone")
    reader.add_argument("--scroll", type=Path, help=argparse.SUPPRESS)
    given = reader.parse_args()
    if given.scroll is not None:
        print(json.dumps(scroll(given.scroll)))
        return
    with tempfile.TemporaryDirectory() as name:
        room = Path(name)
        small = room / "small.conllu"
        small.write_text(forty_words(50), encoding="utf-8")
        parts: list[Callable[[], list[dict[str, object]]]] = [
            lambda: [start_window(room)],
            lambda: [start_window(room, small)],
            lambda: keys(room),
        ]
        treebanks = given.parse
        if treebanks is not None:
            parts = [lambda: parses(room, treebanks)]
        if given.readings:
            parts = [lambda: readings(room)]
        data = given.data
        if data is not None:
            parts.append(lambda: million(room, data))
        for part in parts:
            for found in part():
                print("  ".join(f"{key}={value}" for key, value in found.items()), flush=True)


if __name__ == "__main__":
    main()
