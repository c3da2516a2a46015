"""How fast treebanks open and are read, beside the `conllu` package: python tests/benchmarks/formats.py [--data DIR]"""

from __future__ import annotations

import argparse
import gc
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from spectral_core.bench.measurement import locate_treebanks
from spectral_core.cli.input_output import print_table
from spectral_core.files import read_file
from spectral_core.formats import load, loads

_MEMORY = """
import resource, sys, time
from pathlib import Path
from spectral_core.formats import load
begun = time.process_time()
first = load(Path(sys.argv[1]))[0]
print(time.process_time() - begun, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, len(first))
"""


def seconds(act: Callable[[], object], rounds: int = 3) -> float:
    """The least process time of some rounds."""
    found = []
    for _ in range(rounds):
        gc.collect()
        begun = time.process_time()
        act()
        found.append(time.process_time() - begun)
    return min(found)


def opening(path: Path) -> list[str]:
    """CPU seconds and peak memory of a process of its own that opens a file and shows its first sentence."""
    ran = subprocess.run([sys.executable, "-c", _MEMORY, str(path)], capture_output=True, text=True, check=True)
    cpu, megabytes, words = ran.stdout.split()
    return [path.name, f"{float(cpu):.2f}", f"{float(megabytes):.0f}", words]


def reading(name: str, content: bytes, format: str) -> tuple[list[str], float, int]:
    """Words a second for every form, tag, head and label of a file in memory, opening included."""

    def all_of_it() -> int:
        words = 0
        for sentence in loads(content, None, format):
            columns = (sentence.forms, sentence.upos, sentence.xpos, sentence.heads, sentence.deprels)
            words += len(columns[0])
        return words

    words = all_of_it()
    spent = seconds(all_of_it)
    return [name, "all columns", f"{words:,}", f"{spent:.3f}", f"{words / spent:,.0f}"], spent, words


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--data", type=Path)
    data = locate_treebanks(reader.parse_args().data)
    large = data / "craft_dep" / "craft_dep-train.conllu.xz"
    rows = [opening(large), opening(data / "craft" / "craft.train.mrg.xz")]
    print_table("Opening to the first sentence, in a new process", ["file", "cpu s", "peak MB", "its words"], rows)

    rows = []
    content = read_file(data / "ud_english_ewt" / "ud_english_ewt-train.conllu.xz")
    row, ours, words = reading("EWT train, ours", content, "conllu")
    rows.append(row)
    opened = seconds(lambda: loads(content, None, "conllu")[0])
    rows.append(["EWT train, ours", "opening alone", f"{words:,}", f"{opened:.3f}", f"{words / opened:,.0f}"])
    try:
        import conllu
    except ImportError:
        print("The package conllu is not installed: pip install conllu", file=sys.stderr)
    else:
        text = content.decode()
        theirs = seconds(lambda: conllu.parse(text), 1)
        rows.append(["EWT train, conllu", "all columns", f"{words:,}", f"{theirs:.3f}", f"{words / theirs:,.0f}"])
        for name, spent in (("reading", ours), ("opening", opened)):
            rows.append([f"conllu / ours, {name}", "ratio", "", f"{theirs / spent:.1f}", ""])
    for name in ("craft_dep/craft_dep-train.conllu.xz",):
        rows.append(reading(Path(name).name, read_file(data / name), "conllu")[0])
    for name in ("wsj_nltk/wsj.train.clean.mrg.xz", "wsj_nltk/wsj.train.raw.mrg.xz", "craft/craft.train.mrg.xz"):
        rows.append(reading(Path(name).name, read_file(data / name), "brackets")[0])
    for name, format in (
        ("brown/brown.train.txt.xz", "text"),
        ("ud_arabic_padt_v1/padt_v1_dev.tokens.tsv.xz", "table"),
    ):
        rows.append(reading(Path(name).name, read_file(data / name), format)[0])
    print_table("Reading, in memory, one thread", ["file", "what", "words", "cpu s", "words/s"], rows, 2)
    treebank = load(large)
    saved = seconds(lambda: len(list(treebank)), 1)
    print(f"All {len(treebank):,} sentences of {large.name} kept in a list: {saved:.2f} s")


if __name__ == "__main__":
    main()
