"""The first minute of somebody new, in wall seconds: from opening to the first proposed tree.

python tests/benchmarks/first_minute.py [--data TREEBANK.conllu] [--sentences 12000]. A raw text with models of its
language in the library; the sample's sentences of which a part is decided, with nothing learnt; and with --data the
first so many sentences of a treebank, of which the last twenty are open. Each in a window and processes of its own;
kernels are compiled before. CPU seconds are those of the window and of the processes that it started, which work side
by side: on a machine with nothing else to do, the clock says less.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from learning import wait_for

from spectral_core import formats, library, store
from spectral_core.data import Sentence, Treebank
from spectral_core.files import locate_assets
from spectral_core.morphology.text_profile import TextProfile
from spectral_core.registry import METHODS
from spectral_gui.app import start
from spectral_gui.app.window import Window
from spectral_gui.preferences import Preferences
from spectral_gui.state import AppContext

WRITTEN = locate_assets() / "sample" / "english" / "written.conllu"
_OPEN = 20  # sentences that are left to be decided
_LONGEST = 1800.0  # seconds
_PAUSE = 2.0  # in which somebody looks at the first page


def cpu_seconds() -> float:
    """Of this process and all that it started, as far as they live (Linux)."""
    parents, spent = {}, {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(") ")[2].split()
        except OSError:
            continue
        parents[int(entry.parent.name)] = int(fields[1])
        spent[int(entry.parent.name)] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    ours, size = {os.getpid()}, 0
    while len(ours) > size:
        size = len(ours)
        ours |= {child for child, parent in parents.items() if parent in ours}
    return sum(spent.get(one, 0.0) for one in ours)


def seconds_to_a_tree(path: Path, room: Path, shelf: Path | None, at: int) -> tuple[float, float]:
    """From opening a file until a tree is proposed for one of its sentences, unasked: on the clock, and CPU."""
    desk = AppContext(room / "store", auto_trains=True)
    if shelf is not None:
        desk.library.set_folder(shelf)
    window = Window(desk, Preferences(theme="light"))
    window.show()
    try:
        wait_for(lambda: True)
        time.sleep(_PAUSE)
        wait_for(lambda: True)
        began, cpu = time.perf_counter(), cpu_seconds()
        window.document_actions.open(path)
        wait_for(lambda: len(desk.session.treebank) > 0, _LONGEST)
        desk.session.select(at)
        wait_for(lambda: desk.suggestions.current is not None, _LONGEST)
        return time.perf_counter() - began, cpu_seconds() - cpu
    finally:
        window.close()


def half(sentences: list[Sentence], path: Path) -> int:
    """Writes sentences of which the last are open; the place of the first of these."""
    open_ones = [one.with_heads([None] * len(one)) for one in sentences[-_OPEN:]]
    formats.save(Treebank.of([*sentences[:-_OPEN], *open_ones]), path)
    return len(sentences) - _OPEN


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path)
    parser.add_argument("--sentences", type=int, default=12_000)
    asked = parser.parse_args()
    application = start.make_application()
    sample = formats.load(WRITTEN)
    with tempfile.TemporaryDirectory() as place:
        room = Path(place)
        for method in ("arc-parser", "analysis-ranker"):
            path = room / f"{method}.npz"
            store.save(METHODS[method].learn(sample, METHODS[method].settings()), path)
            library.add_model(path, room / "shelf", f"english {method}", TextProfile.from_sentences(sample, "xpos"))
        (room / "letter.txt").write_text("The old dog sleeps in the garden. She wrote a long letter.\n")
        small = half(list(sample), room / "sample.conllu")
        for name in ("warm", "measured"):
            raw = seconds_to_a_tree(room / "letter.txt", room / f"raw {name}", room / "shelf", 0)
            own = seconds_to_a_tree(room / "sample.conllu", room / f"own {name}", None, small)
        print(f"raw text, models in the library: {raw[0]:.1f} s (goal 2), {raw[1]:.1f} CPU s")
        print(f"{len(sample)} sentences, nothing learnt: {own[0]:.1f} s (goal 3), {own[1]:.1f} CPU s")
        if asked.data is not None:
            rows = list(islice(formats.load(asked.data), asked.sentences))
            at = half(rows, room / "large.conllu")
            large = seconds_to_a_tree(room / "large.conllu", room / "large", None, at)
            print(f"{len(rows):,} sentences, nothing learnt: {large[0]:.1f} s (goal 20), {large[1]:.1f} CPU s")
    del application


if __name__ == "__main__":
    main()
