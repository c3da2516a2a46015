"""Hidden Markov models against hmmlearn: perplexity and CPU time on the tag strings and words of the WSJ sample.

python tests/benchmarks/hmm.py [--data DIR] [--states N] [--iterations N] [--seeds N]

One thread; process CPU seconds of learning alone, the corpus being read; perplexity on dev counts every known symbol
and one end symbol a sentence. hmmlearn is not a dependency: it is measured where it is installed, with an end symbol
appended to each sequence.
"""

from __future__ import annotations

import argparse
import math
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

from spectral_core.data import Treebank
from spectral_core.formats import load
from spectral_core.models import hmm
from spectral_core.models.hmm import Hmm, HmmSettings
from spectral_core.models.hmm.model import FLOOR_SCORE

ROOT = Path(__file__).resolve().parents[2]
END = "</s>"
HEADINGS = ("model", "parameters", "iterations", "perplexity", "normalised", "clipped", "CPU s", "of hmmlearn")


@dataclass(frozen=True)
class Row:
    """One model measured."""

    model: str
    parameters: int
    iterations: int
    perplexity: float
    normalised: float
    clipped: int
    cpu: float

    def cells(self, yardstick: float | None) -> tuple[str, ...]:
        share = "" if yardstick is None else f"1/{yardstick / self.cpu:.1f}"
        figures = f"{self.perplexity:.3f}", f"{self.normalised:.3f}", str(self.clipped), f"{self.cpu:.2f}"
        return self.model, f"{self.parameters:,}", str(self.iterations), *figures, share


def hmmlearn_row(train: Treebank, dev: Treebank, states: int, iterations: int, seed: int) -> Row | None:
    """Its categorical model with implementation="scaling"; None where it is not installed."""
    try:
        from hmmlearn.hmm import CategoricalHMM
    except ImportError:
        return None
    numbers = {tag: at for at, tag in enumerate([*sorted({tag for sentence in train for tag in sentence.xpos}), END])}

    def encoded(treebank: Treebank) -> tuple[np.ndarray, list[int]]:
        rows = [[numbers[tag] for tag in (*sentence.xpos, END) if tag in numbers] for sentence in treebank]
        return np.concatenate([np.array(row) for row in rows])[:, None], [len(row) for row in rows]

    symbols, lengths = encoded(train)
    model = CategoricalHMM(states, implementation="scaling", n_iter=iterations, tol=0, random_state=seed)
    begun = time.process_time()
    model.fit(symbols, lengths)
    cpu = time.process_time() - begun
    held, held_lengths = encoded(dev)
    perplexity = math.exp(-model.score(held, held_lengths) / len(held))
    parameters = states - 1 + states * (states - 1) + states * (len(numbers) - 1)
    return Row(f"hmmlearn, seed {seed}", parameters, model.monitor_.iter, perplexity, perplexity, 0, cpu)


def our_row(train: Treebank, dev: Treebank, settings: HmmSettings) -> Row:
    """One of our estimators."""
    begun = time.process_time()
    model = hmm.learn(train, settings)
    cpu = time.process_time() - begun
    scores = model.scores(list(dev))
    perplexity = math.exp(-sum(one.log for one in scores) / sum(one.symbols for one in scores))
    states = settings.states
    symbols = len(model.symbols)
    if model.is_probabilistic and settings.emission == "state":
        parameters = states - 1 + states * (states - 1) + states * symbols
    else:
        parameters = (symbols + 1) * states**2 + (states - 1 if model.is_probabilistic else states)
    named = f"{settings.estimator}, words on {settings.emission}s, seed {settings.seed}"
    name = named if model.is_probabilistic else settings.estimator
    iterations, clipped = len(model.training_record.iterations), sum(one.clipped for one in scores)
    return Row(name, parameters, iterations, perplexity, normalised_perplexity(model, dev), clipped, cpu)


def normalised_perplexity(model: Hmm, dev: Treebank) -> float:
    """The perplexity with each conditional score divided by the sum over all that could stand there, floors included:
    scores of the closed form need not sum to 1, which flatters or harms their plain perplexity."""
    floors = FLOOR_SCORE * model.parameters.frequencies
    unknown, end = len(model.symbols), len(model.symbols) + 1
    total, symbols = 0.0, 0
    for sentence in dev:
        words = sentence.column(model.settings.column)
        outcomes = np.array([*model.vocabulary.encode(words), end])
        scores = np.maximum(model.score_next_symbols(words), floors)
        shares = scores[np.arange(len(outcomes)), outcomes] / scores.sum(axis=1)
        total += float(np.log(shares[outcomes != unknown]).sum())
        symbols += int((outcomes != unknown).sum())
    return math.exp(-total / symbols)


def whole_command(path: Path, settings: HmmSettings) -> float | None:
    """CPU seconds of `spectral learn` from start to end, reading and imports included; None where the system does not
    tell."""
    try:
        import resource
    except ImportError:
        return None
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "spectral_core", "learn", "hmm", str(path), "-o", str(Path(folder) / "m.npz")]
        given = {"states": settings.states, "estimator": settings.estimator, "column": settings.column}
        for name, value in given.items():
            command += ["-s", f"{name}={value}"]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True, env=os.environ | threads)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def show(title: str, rows: list[Row], yardstick: float | None) -> None:
    table = [HEADINGS, *(row.cells(yardstick) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    print(f"\n{title}")
    for row in table:
        print(
            "  ".join(
                cell.ljust(width) if at == 0 else cell.rjust(width)
                for at, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Hidden Markov models against hmmlearn on the WSJ sample.")
    default = os.environ.get("SPECTRAL_DATA") or str(ROOT.parent / "shared" / "data")
    parser.add_argument("--data", type=Path, default=Path(default), help="the folder with wsj_nltk_dep")
    parser.add_argument("--states", type=int, default=20)
    parser.add_argument("--iterations", type=int, default=100, help="of hmmlearn")
    parser.add_argument("--seeds", type=int, default=3, help="of ours; hmmlearn is run with the first")
    given = parser.parse_args()
    paths = [given.data / "wsj_nltk_dep" / f"wsj_dep.{part}.conll.xz" for part in ("train", "dev")]
    train, dev = (Treebank.of(load(path)) for path in paths)
    peer = hmmlearn_row(train, dev, given.states, given.iterations, 0)
    if peer is None:
        print("hmmlearn is not installed: our rows stand alone (pip install hmmlearn, then run this again).")
    yardstick = None if peer is None else peer.cpu
    for column, rows in (("xpos", [] if peer is None else [peer]), ("form", [])):
        settings = HmmSettings(states=given.states, column=column)
        rows = [*rows, our_row(train, dev, settings)]
        for emission, estimator in product(("state", "arc"), ("em", "spectral-em")):
            for seed in range(given.seeds if column == "xpos" else 1):
                chosen = replace(settings, estimator=estimator, emission=emission, seed=seed)
                rows.append(our_row(train, dev, chosen))
        title = "Tag strings" if column == "xpos" else "Words (seen once: unknown)"
        show(f"{title}, {given.states} states, dev", rows, yardstick if column == "xpos" else None)
    print(
        "\nWords on states is hmmlearn's class of models; words on arcs have more parameters for as many states."
        "\nOurs stop by a tenth of train that is held out; hmmlearn runs all its iterations."
        "\nNormalised: each conditional score divided by the sum over all that could stand there, floors included."
    )
    settings = HmmSettings(states=given.states, column="xpos", estimator="spectral-em")
    spent = whole_command(paths[0], settings)
    if spent is not None:
        share = "" if yardstick is None else f", 1/{yardstick / spent:.1f} of hmmlearn's fit alone"
        print(f"\nThe whole command `spectral learn hmm`, spectral-em on tags: {spent:.2f} s CPU{share}.")


if __name__ == "__main__":
    import scipy.sparse.linalg  # noqa: F401 - loads its own BLAS, which must be there to be limited

    with threadpool_limits(limits=1):
        main()
