"""Weights of the structure of Arabic readings, as `reading_preference` has them, fitted on PADT's dev portion.

python tests/benchmarks/arabic_preferences.py [--data DIR] prints the weights and how often the first reading is right.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from spectral_core.arrays import Floats
from spectral_core.bench.measurement import locate_treebanks
from spectral_core.data import Analysis
from spectral_core.formats import load
from spectral_core.morphology.arabic.reading_preference import iterate_structure
from spectral_core.morphology.catalogue import open_analyser
from spectral_core.morphology.label_schemes import ARABIC

_PADT = "ud_arabic_padt_v1/padt_v1_dev.tokens.tsv.xz"
_PENALTY, _MOST = 5e-4, 20  # L2 penalty; times that one word counts at most


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path)
    analyser = open_analyser("buckwalter")
    counts: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for sentence in load(locate_treebanks(parser.parse_args().data) / _PADT):
        for form, gold in zip(sentence.forms, sentence.with_readings_from_columns().analyses, strict=True):
            if gold is not None and gold.upos != "X":
                counts[form, ARABIC.label(form, gold)] += 1
    words: list[tuple[list[Analysis], list[bool], int]] = []
    for (form, label), times in counts.items():
        readings = [reading for reading in analyser.analyse(form) if reading.upos != "X"]
        is_right = [ARABIC.label(form, reading) == label for reading in readings]
        if any(is_right) and len(readings) > 1:
            words.append((readings, is_right, min(times, _MOST)))
    structures = [dict(iterate_structure(reading)) for readings, _, _ in words for reading in readings]
    names = sorted({name for structure in structures for name in structure})
    design = np.array([[structure.get(name, 0.0) for name in names] for structure in structures])  # (readings, names)
    sizes = np.array([len(readings) for readings, _, _ in words])
    firsts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
    gold_rows = np.array([float(flag) for _, flags, _ in words for flag in flags])
    times_seen = np.array([float(times) for _, _, times in words])

    def objective(weights: Floats) -> tuple[float, Floats]:
        """Return the mean negative log-likelihood of the right readings with its penalty, and the gradient."""
        scores = design @ weights
        powers = np.exp(scores - np.repeat(np.maximum.reduceat(scores, firsts), sizes))
        totals, right_totals = np.add.reduceat(powers, firsts), np.add.reduceat(powers * gold_rows, firsts)
        loss = float(times_seen @ (np.log(totals) - np.log(right_totals))) / times_seen.sum()
        shares = powers / np.repeat(totals, sizes) - powers * gold_rows / np.repeat(right_totals, sizes)
        slope = (shares * np.repeat(times_seen, sizes)) @ design / times_seen.sum()
        return loss + 0.5 * _PENALTY * float(weights @ weights), slope + _PENALTY * weights

    fitted = minimize(objective, np.zeros(len(names)), jac=True, method="L-BFGS-B")
    for name, weight in sorted(zip(names, fitted.x.tolist(), strict=True), key=lambda pair: -abs(pair[1])):
        print(f"{name}: {weight:.1f}")
    scores = design @ fitted.x
    best = [begin + int(np.argmax(scores[begin : begin + size])) for begin, size in zip(firsts, sizes, strict=True)]
    right, in_order = (100 * float(gold_rows[rows] @ times_seen) / times_seen.sum() for rows in (best, firsts))
    print(f"whole label right: {right:.1f} %; in the order of the tables {in_order:.1f} %")


if __name__ == "__main__":
    main()
