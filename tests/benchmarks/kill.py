"""Kills an annotator at 200 random moments and counts decisions lost: python tests/benchmarks/kill.py [--kills 200]"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from annotating import begin, check, run_and_kill


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    began = time.perf_counter()
    moments: Counter[str] = Counter()
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "project"
        ledger = begin(folder)
        for kill in range(asked.kills):
            open_deed = run_and_kill(folder, asked.seed + kill, ledger)
            moments[open_deed.partition(" ")[0] or "between two"] += 1
            faults += [f"kill {kill}: {fault}" for fault in check(folder, ledger, open_deed)]
        size = (folder / "journal.sqlite").stat().st_size
        aside = sorted(path.name for path in folder.glob("*damaged*"))
    for fault in [*faults, *aside]:
        print(fault)
    during = ", ".join(f"{name} {count}" for name, count in moments.most_common())
    print(
        f"{asked.kills} kills ({during}), {ledger.number:,} acts, journal {size / 1e6:.1f} MB, "
        f"{len(faults)} faults, {len(aside)} damaged journals, {time.perf_counter() - began:.0f} s"
    )
    sys.exit(bool(faults or aside))


if __name__ == "__main__":
    main()
