"""What automata tell as they are drawn at first: of WSJ and EWT as dependencies, and of the sample.

python tests/benchmarks/automata_told.py [--data DIR] [--pictures DIR] [--minimum N] [--evidence SHARE]

A line for each head and side: how many states, the share of visits to the largest, the share of sequences that leave.
The settings are those that `learn` and Explore begin with, but for words, tagger, labeller and calibration.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from spectral_core.files import locate_assets
from spectral_core.formats import load
from spectral_core.models.head_automata import HeadAutomata
from spectral_core.registry import METHODS, make_settings
from spectral_gui.app.start import make_application
from spectral_gui.scenes import figure_export

ROOT = Path(__file__).resolve().parents[2]
HEADS = (("NN", "left"), ("NNS", "left"), ("NN", "right"), ("VBD", "left"), ("VBD", "right"), ("VB", "right"))
LEAST = 0.005
ALONE = {"lexical": "none", "tagger": False, "relations": False, "calibration": False}


def main() -> None:
    """Prints the table, and draws the pictures where a folder is given."""
    reader = argparse.ArgumentParser()
    data = os.environ.get("SPECTRAL_DATA") or ROOT.parent / "shared" / "data"
    reader.add_argument("--data", type=Path, default=Path(data))
    reader.add_argument("--pictures", type=Path)
    reader.add_argument("--minimum", type=int)
    reader.add_argument("--evidence", type=float, default=0.1)
    given = reader.parse_args()
    corpora = {
        "WSJ": given.data / "wsj_nltk_dep" / "wsj_dep.train.conll.xz",
        "EWT": given.data / "ud_english_ewt" / "ud_english_ewt-train.conllu.xz",
        "sample": locate_assets() / "sample" / "english" / "sampled.conllu",
    }
    application = make_application()
    method = METHODS["head-automata"]
    for name, path in corpora.items():
        model = method.learn(load(path), make_settings(method, ALONE))
        assert isinstance(model, HeadAutomata)
        for head, side in HEADS:
            found = model.automaton(head, side, minimum=given.minimum, evidence=given.evidence)
            largest = max(state.mass for state in found.states)
            told = f"{len(found.merges)} merges, {len(found.states):2} states, largest {100 * largest:5.1f} %"
            count = f"{found.total:7,} sequences, from {found.minimum:3}"
            print(f"{name:6} {head:3} {side:5} {count}: {told}, {100 * found.lost_share:4.1f} % leave", flush=True)
            if given.pictures is not None:
                figure_export.write_automaton_figure(
                    found, given.pictures / f"{name}-{head}-{side}.png".lower(), min_share=LEAST
                )
    del application


if __name__ == "__main__":
    main()
