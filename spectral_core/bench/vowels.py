"""Benchmark of Arabic reading rankers by the share of vowel signs in the text."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from spectral_core.bench.measurement import Row
from spectral_core.data import Analysis, Ranked, Sentence, Treebank
from spectral_core.formats import load
from spectral_core.model import TextRanker
from spectral_core.morphology.arabic.spelling import (
    DIACRITICS,
    has_diacritics,
    normalise_arabic_lemma,
    to_arabic,
    to_unvowelled,
)
from spectral_core.morphology.arabic.vowel_agreement import count_contradictions
from spectral_core.morphology.catalogue import ANALYSERS
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.registry import get_method, make_settings

_VOCALISED_PADT = "ud_arabic_padt_v1/padt_v1_dev.tokens.tsv.xz"
_QURAN = "quran_morphology/quran.suras_001-049.tsv.xz"
REMOVED_SHARES = (0.0, 0.1, 0.5, 1.0)
_HELD_OUT_SHARE = 0.2  # share of the documents
_MAX_VERSES = 300
_VOWEL_SIGNS = frozenset(to_arabic(mark) for mark in DIACRITICS)
_DAGGER, _ALIF = to_arabic("`"), to_arabic("A")
_SEED = 0


@dataclass(frozen=True, slots=True)
class _VocalisedWord:
    """Word with all its vowels, and its gold reading or just its lemma."""

    form: str
    gold: Analysis | None


def measure_vowels(data: Path, report: Report = ignore_progress) -> list[Row]:
    """Return a row for each corpus and share of vowel signs removed at random. The ranker is trained on four fifths of
    the documents of PADT's dev part, without vowels.

    `e1` and `e2` are the percentages of words whose gold label (Quran: unvowelled lemma) is not that of the first
    reading, not among the first two; `contradicted` is the percentage of words with vowels whose first reading
    contradicts the written signs; `candidates` is the number of labels a word (Quran: lemmas); `lost` is the
    percentage of words whose gold label is among the candidates of the bare word and not among those of the
    vowelled word.
    """
    advice = ANALYSERS["buckwalter"].get_advice()
    if advice is not None:
        return [{"corpus": "padt", "stripped": f"not measured: {advice}"}]
    train, held_out = _hold_out_documents(list(load(data / _VOCALISED_PADT)))
    method = get_method("analysis-ranker")
    model = method.learn(Treebank.of(train), make_settings(method, {"analyser": "buckwalter"}), report)
    assert isinstance(model, TextRanker)
    corpora = {
        "padt held out": list(_restore_vowels(held_out)),
        "quran": list(_read_verses(data / _QURAN, _MAX_VERSES)),
    }
    rows: list[Row] = []
    for name, texts in corpora.items():
        bare_hits: list[list[bool]] = []
        for share in reversed(REMOVED_SHARES):
            report(Progress(f"measuring {name}", len(rows), len(corpora) * len(REMOVED_SHARES)))
            row, hits = _measure_with_vowels_removed(model, texts, share, bare_hits, lemmas=name == "quran")
            bare_hits = bare_hits or hits
            rows.append({"corpus": name, "stripped": f"{share:.0%}", **row})
    return rows


def _hold_out_documents(sentences: Sequence[Sentence]) -> tuple[list[Sentence], list[Sentence]]:
    """Split sentences at random into training and held-out sentences, by document."""
    from spectral_core.models.analysis_ranker.vocabulary import find_document_name

    names = [find_document_name(sentence) for sentence in sentences]
    order = np.random.default_rng(_SEED).permutation(np.unique(names))
    held_out_names = set(order[: round(_HELD_OUT_SHARE * len(order))].tolist())
    train = [sentence for name, sentence in zip(names, sentences, strict=True) if name not in held_out_names]
    return train, [sentence for name, sentence in zip(names, sentences, strict=True) if name in held_out_names]


def _restore_vowels(sentences: Iterable[Sentence]) -> Iterator[list[_VocalisedWord]]:
    """Yield the words of each sentence, spelt with the vowels of their readings where these add nothing but vowels."""
    for sentence in sentences:
        words = []
        for form, gold in zip(sentence.forms, sentence.with_readings_from_columns().analyses, strict=True):
            vocalised = form if gold is None or to_unvowelled(gold.vocalised) != form else gold.vocalised
            words.append(_VocalisedWord(vocalised, gold if sentence.is_readable else None))
        yield words


def _read_verses(path: Path, limit: int) -> Iterator[list[_VocalisedWord]]:
    """Yield the words of the first verses of the Quran, with a letter for each long vowel, as in print."""
    import lzma

    verses: dict[tuple[str, str], list[_VocalisedWord]] = {}
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        next(lines)
        for line in lines:
            sura, verse, _, form, printed, _, lemma, *_ = line.rstrip("\n").split("\t")
            letters = "".join(character for character in form if character.isalpha() or character in _VOWEL_SIGNS)
            long_spelling = letters.replace(_DAGGER, _ALIF)
            form = long_spelling if to_unvowelled(long_spelling) == printed else letters
            if (sura, verse) not in verses and len(verses) == limit:
                break
            verses.setdefault((sura, verse), []).append(
                _VocalisedWord(form, Analysis(to_arabic(lemma)) if lemma else None)
            )
    yield from verses.values()


def _measure_with_vowels_removed(
    model: TextRanker,
    verses: Sequence[Sequence[_VocalisedWord]],
    removed_share: float,
    bare_hits: list[list[bool]],
    lemmas: bool,
) -> tuple[Row, list[list[bool]]]:
    """Rank verses with a share of their vowel signs removed; return their row, and for each word whether its gold label
    is among the candidates."""
    rng = random.Random(_SEED)
    forms = [
        [
            "".join(sign for sign in word.form if sign not in _VOWEL_SIGNS or rng.random() >= removed_share)
            for word in verse
        ]
        for verse in verses
    ]
    ranked = model.rank_all([Sentence.of(words) for words in forms])
    first_errors = second_errors = gold_count = contradicted = vowelled_count = label_count = lost_count = 0
    hits: list[list[bool]] = []
    for index, (verse, verse_forms, verse_readings) in enumerate(zip(verses, forms, ranked, strict=True)):
        hits.append([])
        for word, form, readings in zip(verse, verse_forms, verse_readings, strict=True):
            is_gold = _flag_gold_labels(model, to_unvowelled(form), word.gold, readings, lemmas)
            hits[-1].append(any(is_gold))
            distinct_labels = list(
                dict.fromkeys(_make_label_key(model, form, candidate.value, lemmas) for candidate in readings)
            )
            label_count += len(distinct_labels)
            if word.gold is not None:
                gold_count += 1
                first_errors += not any(is_gold[:1])
                second_errors += not any(is_gold[:2])
                lost_count += bool(bare_hits) and bare_hits[index][len(hits[-1]) - 1] and not any(is_gold)
            if has_diacritics(form) and readings:
                vowelled_count += 1
                contradicted += bool(count_contradictions(form, readings[0].value))
    row: Row = {
        "words": gold_count,
        "with_vowels": vowelled_count,
        "e1": round(100 * first_errors / gold_count, 2),
        "e2": round(100 * second_errors / gold_count, 2),
        "contradicted": round(100 * contradicted / vowelled_count, 2) if vowelled_count else None,
        "candidates": round(label_count / sum(map(len, verses)), 2),
        "lost": round(100 * lost_count / gold_count, 2),
    }
    return row, hits


def _make_label_key(model: TextRanker, form: str, analysis: Analysis, lemmas: bool) -> tuple[str, ...]:
    """Return the label by which readings are compared: the model's, or only the unvowelled lemma."""
    return (_strip_lemma_vowels(analysis.lemma),) if lemmas else model.label(form, analysis)


def _flag_gold_labels(
    model: TextRanker, form: str, gold: Analysis | None, readings: Sequence[Ranked[Analysis]], lemmas: bool
) -> list[bool]:
    """Return for each distinct label, in order, whether it is the gold label."""
    if gold is None:
        return []
    gold_label = _make_label_key(model, form, gold, lemmas)
    return [
        label == gold_label
        for label in dict.fromkeys(_make_label_key(model, form, candidate.value, lemmas) for candidate in readings)
    ]


def _strip_lemma_vowels(lemma: str) -> str:
    """Return a lemma in Arabic script without vowels and sense number."""
    return to_unvowelled(to_arabic(normalise_arabic_lemma(lemma)))
