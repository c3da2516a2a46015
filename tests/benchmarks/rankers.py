"""How long a ranker of analyses takes to learn, to rank and to note a sentence, with the reading of words and all.

`python tests/benchmarks/rankers.py --data DIR`; CPU seconds of one thread, in a process that has compiled its kernels.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import cast

os.environ.setdefault("OMP_NUM_THREADS", "1")

from spectral_core.data import Sentence, Treebank
from spectral_core.formats import load
from spectral_core.models.analysis_ranker import RankerSettings
from spectral_core.models.analysis_ranker.context_ranker import ContextRanker
from spectral_core.morphology.catalogue import ANALYSERS
from spectral_core.registry import METHODS

_LEARNT, _RANKED, _NOTED = 20_000, 5_000, 200  # words, words, sentences
_TURKISH = "ud_turkish_imst/ud_turkish_imst-{}.conllu.xz"
_HUNGARIAN = "ud_hungarian_szeged/ud_hungarian_szeged-{}.conllu.xz"
_CORPORA = (  # what is ranked stands in the last file, or behind what is learnt from in the only one
    ("Arabic (PADT)", ("ud_arabic_padt_v1/padt_v1_dev.tokens.tsv.xz",), "buckwalter"),
    ("Turkish (IMST)", (_TURKISH.format("train"), _TURKISH.format("dev")), "treebank"),
    ("Hungarian (Szeged)", (_HUNGARIAN.format("train"), _HUNGARIAN.format("dev")), "treebank"),
)


def words(sentences: Iterable[Sentence], most: int) -> list[Sentence]:
    """The first sentences, with about so many words."""
    found: list[Sentence] = []
    size = 0
    for sentence in sentences:
        if size >= most:
            break
        if sentence.is_readable:
            found.append(sentence)
            size += len(sentence)
    return found


def measure(name: str, files: list[list[Sentence]], analyser: str) -> None:
    learn, settings = METHODS["analysis-ranker"].learn, RankerSettings(analyser=analyser)
    train = words(files[0], _LEARNT)
    rest = words(files[-1] if len(files) > 1 else files[0][len(train) :], _RANKED)
    learn(Treebank.of(words(train, 600)), settings)  # compiles
    clocks: list[tuple[float, float]] = []
    for _ in range(3):
        begun, wall = time.process_time(), time.perf_counter()
        model = cast(ContextRanker, learn(Treebank.of(train), settings))
        clocks.append((time.process_time() - begun, time.perf_counter() - wall))
    learnt, took = min(clocks)
    forms = {form for sentence in train for form in sentence.forms}
    size, new = sum(map(len, rest)), len({form for sentence in rest for form in sentence.forms} - forms)
    begun = time.process_time()
    model.rank_all(rest)
    first = size / (time.process_time() - begun)
    begun = time.process_time()
    model.rank_all(rest)
    again = size / (time.process_time() - begun)
    some = rest[:_NOTED]
    begun = time.process_time()
    for sentence in some:
        model.count_sentence(sentence)
    noted = (time.process_time() - begun) / len(some)
    print(
        f"{name}: learning {sum(map(len, train)):,} words {learnt:.2f} s CPU, {took:.2f} s; "
        f"ranking {size:,} words, {new:,} of them new types, {first:,.0f} words/s, again {again:,.0f}; "
        f"noting a sentence of {sum(map(len, some)) / len(some):.0f} words {1000 * noted:.2f} ms"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder of treebanks")
    chosen = parser.parse_args()
    for name, files, analyser in _CORPORA:
        paths = [chosen.data / file for file in files]
        lacking = [f"{path} is not there" for path in paths if not path.exists()]
        advice = ANALYSERS[analyser].get_advice() or next(iter(lacking), None)
        if advice is None:
            measure(name, [list(load(path)) for path in paths], analyser)
        else:
            print(f"{name}: not measured: {advice}")


if __name__ == "__main__":
    main()
