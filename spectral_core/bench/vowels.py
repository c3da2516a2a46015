"""Readings of Arabic with all its vowels on the page, with nine tenths of them, with half, with none."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from spectral_core.analyzers.catalogue import ANALYSERS
from spectral_core.analyzers.elements import lemma_key
from spectral_core.analyzers.transliteration import MARKS, to_arabic
from spectral_core.analyzers.vowels import count_contradictions, has_vowels, to_unvowelled
from spectral_core.bench.rows import Row
from spectral_core.data import Analysis, Ranked, Sentence, Treebank
from spectral_core.formats import load
from spectral_core.methods import get_method, make_settings
from spectral_core.model import TextRanker
from spectral_core.progress import Progress, Report, ignore_progress

_PADT = "ud_arabic_padt_v1/padt_v1_dev.tokens.tsv.xz"
_QURAN = "quran_morphology/quran.suras_001-049.tsv.xz"
STRIPPED = (0.0, 0.1, 0.5, 1.0)
_HELD_OUT = 0.2  # of the documents
_VERSES = 300
_SIGNS = frozenset(to_arabic(mark) for mark in MARKS)
_DAGGER, _ALIF = to_arabic("`"), to_arabic("A")
_SEED = 0


@dataclass(frozen=True, slots=True)
class _Spoken:
    """A word with all its vowels, and what is right there: a label, or a lemma alone."""

    form: str
    gold: Analysis | None


def table(data: Path, report: Report = ignore_progress) -> list[Row]:
    """One row a corpus and a share of its vowel signs that is taken out, chosen by chance. The ranker is learnt from
    four fifths of the documents of PADT's dev portion, without vowels.

    `e1` and `e2` are the percentages of words whose right label (Quran: lemma, without its vowels) is not the first
    reading's, not one of the first two; `contradicted` is the percentage of words with vowels whose first reading has
    not the signs that are written; `candidates` are labels a word (Quran: lemmas); `lost` is the percentage of words
    that have their right label among the readings of the bare word, and not among those of the word with vowels.
    """
    lacking = ANALYSERS["buckwalter"].get_advice()
    if lacking is not None:
        return [{"corpus": "padt", "stripped": f"not measured: {lacking}"}]
    learnt, held = _split(list(load(data / _PADT)))
    method = get_method("analysis-ranker")
    model = method.learn(Treebank.of(learnt), make_settings(method, {"analyser": "buckwalter"}), report)
    assert isinstance(model, TextRanker)
    corpora = {"padt held out": list(_vowelled(held)), "quran": list(_verses(data / _QURAN, _VERSES))}
    rows: list[Row] = []
    for name, verses in corpora.items():
        bare: list[list[bool]] = []
        for share in reversed(STRIPPED):
            report(Progress(f"measuring {name}", len(rows), 2 * len(STRIPPED)))
            row, among = _measured(model, verses, share, bare, lemmas=name == "quran")
            bare = bare or among
            rows.append({"corpus": name, "stripped": f"{share:.0%}", **row})
    return rows


def _split(sentences: Sequence[Sentence]) -> tuple[list[Sentence], list[Sentence]]:
    from spectral_core.models.analysis_ranker.corpus import document_name

    names = [document_name(sentence) for sentence in sentences]
    order = np.random.default_rng(_SEED).permutation(np.unique(names))
    held = set(order[: round(_HELD_OUT * len(order))].tolist())
    rest = [sentence for name, sentence in zip(names, sentences, strict=True) if name not in held]
    return rest, [sentence for name, sentence in zip(names, sentences, strict=True) if name in held]


def _vowelled(sentences: Iterable[Sentence]) -> Iterator[list[_Spoken]]:
    """Words as PADT vocalises them, where that is how they are written but for the signs."""
    for sentence in sentences:
        words = []
        for form, gold in zip(sentence.forms, sentence.with_readings().analyses, strict=True):
            spoken = form if gold is None or to_unvowelled(gold.vocalised) != form else gold.vocalised
            words.append(_Spoken(spoken, gold if gold is None or sentence.readable else None))
        yield words


def _verses(path: Path, most: int) -> Iterator[list[_Spoken]]:
    """The first verses, with a letter for each long vowel, as print has it."""
    import lzma

    verses: dict[tuple[str, str], list[_Spoken]] = {}
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        next(lines)
        for line in lines:
            sura, verse, _, form, printed, _, lemma, *_ = line.rstrip("\n").split("\t")
            signs = "".join(sign for sign in form if sign.isalpha() or sign in _SIGNS)
            spelt = signs.replace(_DAGGER, _ALIF)
            form = spelt if to_unvowelled(spelt) == printed else signs
            if (sura, verse) not in verses and len(verses) == most:
                break
            verses.setdefault((sura, verse), []).append(_Spoken(form, Analysis(to_arabic(lemma)) if lemma else None))
    yield from verses.values()


def _measured(
    model: TextRanker, verses: Sequence[Sequence[_Spoken]], share: float, bare: list[list[bool]], lemmas: bool
) -> tuple[Row, list[list[bool]]]:
    draw = random.Random(_SEED)
    forms = [["".join(sign for sign in word.form if sign not in _SIGNS or draw.random() >= share) for word in verse]
             for verse in verses]  # fmt: skip
    ranked = model.rank_all([Sentence.of(words) for words in forms])
    first = second = decided = wrong = marked = labels = lost = 0
    among: list[list[bool]] = []
    for at, (verse, written, rows) in enumerate(zip(verses, forms, ranked, strict=True)):
        among.append([])
        for word, form, row in zip(verse, written, rows, strict=True):
            right = _right(model, to_unvowelled(form), word.gold, row, lemmas)
            among[-1].append(any(right))
            places = list(dict.fromkeys(_label(model, form, one.value, lemmas) for one in row))
            labels += len(places)
            if word.gold is not None:
                decided += 1
                first += not any(right[:1])
                second += not any(right[:2])
                lost += bool(bare) and bare[at][len(among[-1]) - 1] and not any(right)
            if has_vowels(form) and row:
                marked += 1
                wrong += bool(count_contradictions(form, row[0].value))
    figures: Row = {
        "words": decided,
        "with_vowels": marked,
        "e1": round(100 * first / decided, 2),
        "e2": round(100 * second / decided, 2),
        "contradicted": round(100 * wrong / marked, 2) if marked else None,
        "candidates": round(labels / sum(map(len, verses)), 2),
        "lost": round(100 * lost / decided, 2),
    }
    return figures, among


def _label(model: TextRanker, form: str, analysis: Analysis, lemmas: bool) -> tuple[str, ...]:
    return (_bare_lemma(analysis.lemma),) if lemmas else model.label(form, analysis)


def _right(
    model: TextRanker, form: str, gold: Analysis | None, row: Sequence[Ranked[Analysis]], lemmas: bool
) -> list[bool]:
    """Whether each distinct label, in their order, is the right one."""
    if gold is None:
        return []
    wanted = _label(model, form, gold, lemmas)
    return [label == wanted for label in dict.fromkeys(_label(model, form, one.value, lemmas) for one in row)]


def _bare_lemma(lemma: str) -> str:
    return to_unvowelled(to_arabic(lemma_key(lemma)))
