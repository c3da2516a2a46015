"""How long automata take: clustering, another cut, and a drawing, for the left modifiers of nouns of English EWT.

python tests/benchmarks/automata.py [--data DIR] [--head NN] [--direction left] [--states N]
    [--minimum N] [--least SHARE]

Process CPU milliseconds, warm: the median and the 95th percentile over cuts into 2 to 30 clusters, each drawn once.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TypeVar

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtWidgets import QGraphicsScene

from spectral_core.arrays import Floats
from spectral_core.formats import load
from spectral_core.maths.observable_operators import count_windows, estimate_operators
from spectral_core.models.automaton_extraction import Symbols, cluster_prefixes, collect_modifier_sequences
from spectral_gui import theme
from spectral_gui.app.start import make_application
from spectral_gui.scenes import automaton_drawing

ROOT = Path(__file__).resolve().parents[2]
CORPUS = Path("ud_english_ewt") / "ud_english_ewt-train.conllu.xz"

T = TypeVar("T")


def timed(work: Callable[[], T]) -> tuple[T, float]:
    begun = time.process_time()
    made = work()
    return made, 1000 * (time.process_time() - begun)


def learnt(sequences: Mapping[Symbols, int], states: int) -> tuple[dict[str, Floats], Floats]:
    """The spectral operators and the start state."""
    names = sorted({symbol for symbols in sequences for symbol in symbols})
    index = {name: at for at, name in enumerate(names)}
    flat = np.array([index[symbol] for symbols in sequences for symbol in symbols], dtype=np.int64)
    starts = np.concatenate(([0], np.cumsum([len(symbols) for symbols in sequences]))).astype(np.int64)
    counts = count_windows(flat, starts, np.array(list(sequences.values()), dtype=np.float64), len(names))
    found = estimate_operators(counts, states, "bigram")
    return {name: found.operators[at] for name, at in index.items()}, found.start


def main() -> None:
    """Prints one line a measurement."""
    reader = argparse.ArgumentParser()
    data = os.environ.get("SPECTRAL_DATA") or ROOT.parent / "shared" / "data"
    reader.add_argument("--data", type=Path, default=Path(data))
    reader.add_argument("--head", default="NN")
    reader.add_argument("--direction", default="left")
    reader.add_argument("--states", type=int, default=9)
    reader.add_argument("--minimum", type=int, default=4)
    reader.add_argument("--least", type=float, default=0.002)
    given = reader.parse_args()
    passages = collect_modifier_sequences(load(given.data / CORPUS), given.head, given.direction, "xpos")
    sequences = {symbols: len(places) for symbols, places in passages.items()}
    operators, start = learnt(sequences, given.states)
    application = make_application()
    colours = theme.get_colours(dark=False)
    times: dict[str, list[float]] = {"cluster": [], "cut": [], "draw": []}
    for clusters in (10, *range(2, 31)):
        tree, took = timed(
            partial(cluster_prefixes, operators, start, sequences, minimum=given.minimum, occurrences=passages)
        )
        times["cluster"].append(took)
        cut, took = timed(partial(tree.extract_automaton, clusters))
        times["cut"].append(took)
        scene = QGraphicsScene()
        times["draw"].append(
            timed(
                partial(automaton_drawing.AutomatonDrawing, scene, cut.after_merges(0), colours, min_share=given.least)
            )[1]
        )
    print(f"{len(tree.prefixes)} prefixes of {sum(sequences.values()):,} sequences, {len(sequences):,} different")
    for name, spent in times.items():
        median, high = np.percentile(spent[1:], [50, 95])  # the first is not warm
        print(f"{name:8} median {median:6.1f} ms   p95 {high:6.1f} ms")
    del application


if __name__ == "__main__":
    main()
