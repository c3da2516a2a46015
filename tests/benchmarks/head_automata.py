"""How long an annotator waits for head automata: re-parsing under locks, lists of trees, and learning again.

python tests/benchmarks/head_automata.py DATA measures on EWT: milliseconds of wall time for sentences of about 25 and
40 words (median and 95th percentile), and CPU seconds to take in 50 more sentences.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

from spectral_core.data import Constraints, Sentence, Treebank
from spectral_core.formats import load
from spectral_core.models import head_automata
from spectral_core.models.head_automata import HeadAutomata, HeadAutomataSettings


def main(folder: Path) -> None:
    train, dev = (
        Treebank.of(load(folder / "ud_english_ewt" / f"ud_english_ewt-{part}.conllu.xz")) for part in ("train", "dev")
    )
    for settings in (HeadAutomataSettings(states=9), HeadAutomataSettings(states=9, lexical="lex-first-coord")):
        begun = time.process_time()
        model = head_automata.learn(train, settings)
        spent = time.process_time() - begun
        print(f"lexical={settings.lexical}: learnt in {spent:.2f} s CPU, relations and tagger included")
        for words in (25, 40):
            sentences = [one for one in dev if abs(len(one) - words) <= 1 and one.find_crossing() is None]
            for k in (1, 10):
                waits = [_wait(model, one, k) for one in (*sentences[:3], *sentences)][3:]  # what is compiled is loaded
                median, late = 1000 * np.quantile(waits, [0.5, 0.95])
                print(f"  {words} words, {k} best, {len(waits)} sentences: {median:.2f} ms, p95 {late:.2f} ms")
        head_automata.add(model, dev.select(range(50)))
        begun = time.process_time()
        head_automata.add(model, dev.select(range(50, 100)))
        print(f"  50 more sentences: {time.process_time() - begun:.3f} s CPU")


def _wait(model: HeadAutomata, sentence: Sentence, k: int) -> float:
    """Seconds to parse with two arcs locked and three forbidden."""
    gold = [head or 0 for head in sentence.heads]
    wrong = [head for head in range(4) if head not in (gold[1], 2)]
    locked = Constraints(
        required_arcs=frozenset({(gold[3], 4), (gold[7], 8)}),
        forbidden_arcs=frozenset((head, 2) for head in wrong),
    )
    begun = time.perf_counter()
    ranked = model.parse(sentence, k, locked)
    spent = time.perf_counter() - begun
    assert ranked[0].value.heads[3] == gold[3]
    return spent


if __name__ == "__main__":
    main(Path(sys.argv[1]))
