"""What the window shows of sentences against what accepting them writes, cell by cell.

python tests/benchmarks/shown_and_written.py [--data FOLDER] [--treebanks en,tr] [--sentences 75] [--limit 1000].
Learns a pipeline from a part of each treebank, opens sentences of its development part in a window, first without any
annotation and then with a fifth of their cells given, reads every cell of the tree, the outline, the word panel and the
readings of each word on screen, accepts with Return, saves, and compares with the bytes of the file. Prints the number
of cells compared, of those that differ, of cells written that nothing showed, and of given cells that were changed.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication
from shown import (
    READING_COLUMNS,
    accept,
    fill_shelf,
    find_differences,
    open_text,
    read_file,
    read_screen,
    save,
    show_panels,
    strip_all,
)

from spectral_core import formats
from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_gui.app import start
from spectral_gui.app.window import Window
from spectral_gui.preferences import Preferences
from spectral_gui.state import AppContext

TREEBANKS = {
    "en": "ud_english_ewt",
    "tr": "ud_turkish_imst",
    "es": "ud_spanish_ancora",
    "hu": "ud_hungarian_szeged",
}
_GIVEN = 0.2  # share of the cells that are given in the second round
_LONGEST = 60  # words of a sentence


def is_usable(sentence: Sentence) -> bool:
    """Return whether a sentence has a tree over at least two words."""
    return sentence.is_readable and 2 <= len(sentence) <= _LONGEST and all(head is not None for head in sentence.heads)


def load_parts(folder: Path, name: str, count: int, limit: int) -> tuple[list[Sentence], list[Sentence]]:
    """Return sentences to learn from, and others of the development part."""
    dev = [sentence for sentence in formats.load(folder / name / f"{name}-dev.conllu.xz") if is_usable(sentence)]
    step = len(dev) / count
    chosen = [int(number * step) for number in range(count)]
    train = folder / name / f"{name}-train.conllu.xz"
    if train.exists():
        rest = [sentence for sentence in formats.load(train) if sentence.is_readable]
    else:
        rest = [sentence for index, sentence in enumerate(dev) if index not in set(chosen)]
    return rest[:limit], [dev[index] for index in chosen]


def give_cells(sentence: Sentence, rng: random.Random) -> Sentence:
    """Return a bare sentence with a share of the cells of the annotated one."""
    partial = strip_all(sentence)
    for word in range(1, len(sentence) + 1):
        for column in READING_COLUMNS:
            if rng.random() < _GIVEN:
                partial = partial.with_value(column, word, sentence.column(column)[word - 1])
        if rng.random() < _GIVEN:
            partial = partial.with_head(word, sentence.heads[word - 1], sentence.deprels[word - 1])
    return replace(partial, source=None)


def list_changed(sentence: Sentence, written: dict[tuple[int, str], str]) -> list[tuple[int, str]]:
    """Return the given cells of a sentence that are written otherwise."""
    columns = {name: sentence.column(name) for name in (*READING_COLUMNS, "deprel")}
    columns["head"] = tuple(EMPTY if head is None else str(head) for head in sentence.heads)
    return [
        (word, name)
        for name, column in columns.items()
        for word, value in enumerate(column, 1)
        if value not in (EMPTY, written[word, name])
    ]


def compare(shelf: Path, folder: Path, sentences: list[Sentence]) -> tuple[int, ...]:
    """Return the number of cells shown, those that differ, those that nothing showed, and given ones that changed."""
    context = AppContext(folder / "store")
    context.library.set_folder(shelf)
    window = Window(context, Preferences(theme="light"))
    window.resize(1600, 1000)
    window.show()
    path = open_text(context, folder / "text", Treebank.of(sentences))
    (model,) = context.library.runs
    context.suggestions.model.choose_run(model.name)
    context.readings.model.choose_run(model.name)
    show_panels(window, "word", "candidates")
    shown = {}
    for index in range(len(sentences)):
        context.session.select(index)
        shown[index] = read_screen(window)
        accept(window)
    save(context)
    window.close()
    window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    counts = [0, 0, 0, 0]
    for index, sentence in enumerate(sentences):
        written = read_file(path, index)
        differences = find_differences(shown[index], written)
        seen = {(cell.word, cell.column) for cell in shown[index] if cell.text != EMPTY}
        unseen = [key for key, value in written.items() if value != EMPTY and key[1] != "id" and key not in seen]
        changed = list_changed(sentence, written)
        for kind, examples in (("differs", differences), ("not shown", unseen), ("changed", changed)):
            if examples:
                print(f"  sentence {index + 1}, {kind}: {examples[:3]}", flush=True)
        for place, number in enumerate((len(shown[index]), len(differences), len(unseen), len(changed))):
            counts[place] += number
    return tuple(counts)


def main() -> None:
    """Print a row for each treebank and round."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=os.environ.get("SPECTRAL_DATA"))
    parser.add_argument("--treebanks", default=",".join(TREEBANKS))
    parser.add_argument("--sentences", type=int, default=75)
    parser.add_argument("--limit", type=int, default=1000, help="Sentences to learn from.")
    options = parser.parse_args()
    if options.data is None:
        parser.error("name the folder of the treebanks with --data or SPECTRAL_DATA")
    application = start.make_application()
    print("| treebank | given | sentences | cells compared | different | not shown | given, changed | s |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    for code in options.treebanks.split(","):
        name, rng = TREEBANKS[code], random.Random(0)
        train, sentences = load_parts(Path(options.data), name, options.sentences, options.limit)
        with tempfile.TemporaryDirectory() as room:
            shelf = fill_shelf(Path(room), Treebank.of(train), ["pipeline"])
            rounds = (("none", list(map(strip_all, sentences))), ("a fifth", [give_cells(s, rng) for s in sentences]))
            for title, texts in rounds:
                began = time.process_time()
                counts = compare(shelf, Path(room) / title, texts)
                cells = " | ".join(f"{count:,}" for count in counts)
                seconds = time.process_time() - began
                print(f"| {name} | {title} | {len(texts)} | {cells} | {seconds:.0f} |", flush=True)
    application.quit()


if __name__ == "__main__":
    main()
