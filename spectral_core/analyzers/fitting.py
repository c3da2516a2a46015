"""Analyser whose tags are mapped to those of a treebank, learnt from its tagged words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from spectral_core.analyzers.analyser import Analyser
from spectral_core.analyzers.edit_scripts import AS_WRITTEN, LOWER, TITLE, UPPER, EditScript, to_lower
from spectral_core.analyzers.features import get_cached
from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Analysis, Sentence

MAX_LABELS = 4  # labels that one label of the analyser can stand for
MIN_LABEL_SHARE = 0.02  # share of the cases from which on a label is kept

_Tags = tuple[str, str, str]  # UPOS, XPOS, FEATS
_Label = tuple[_Tags, str]  # and the letter case of the lemma


@dataclass(frozen=True, slots=True)
class AdaptedAnalyser:
    """Analyser whose tags and features are replaced by those of a treebank for the same readings; make one with
    `learn`. A reading whose tags do not occur in the treebank is unchanged."""

    analyser: Analyser
    labels: Mapping[_Tags, tuple[_Label, ...]]  # the analyser's tags: the treebank's, the most frequent first
    _cache: dict[str, tuple[Analysis, ...]] = field(default_factory=dict, repr=False, compare=False)
    __repr__ = brief_repr

    @classmethod
    def learn(cls, analyser: Analyser, sentences: Iterable[Sentence]) -> AdaptedAnalyser:
        """Learn from every word whose lemma the analyser knows: its readings with this lemma that agree best."""
        counts: dict[_Tags, Counter[_Label]] = {}
        word_counts: Counter[tuple[str, str, str, str, str]] = Counter()
        for sentence in sentences:
            columns = (sentence.forms, sentence.lemmas, sentence.upos, sentence.xpos, sentence.feats)
            word_counts.update(zip(*columns, strict=True))
        for (form, lemma, *tags), times in word_counts.items():
            upos, xpos, feats = tags
            for analysis in _select_closest(analyser.analyse(form, None), lemma, upos, feats):
                label = (upos, xpos, feats), _classify_case(lemma)
                counts.setdefault((analysis.upos, analysis.xpos, analysis.feats), Counter())[label] += times
        label_map: dict[_Tags, tuple[_Label, ...]] = {}
        for analyser_tags, labels in counts.items():
            min_count = MIN_LABEL_SHARE * labels.total()
            label_map[analyser_tags] = tuple(
                label for label, count in labels.most_common(MAX_LABELS) if count >= min_count
            )
        return cls(analyser, label_map)

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:
        return get_cached(self._cache, word, lambda: self._adapt_readings(word, transliterated))

    def _adapt_readings(self, word: str, transliterated: bool | None) -> Iterable[Analysis]:
        for analysis in self.analyser.analyse(word, transliterated):
            tags = (analysis.upos, analysis.xpos, analysis.feats)
            for (upos, xpos, feats), letter_case in self.labels.get(tags, ((tags, AS_WRITTEN),)):
                lemma = (
                    EditScript(0, "", 0, "", letter_case).apply(analysis.lemma, to_lower(analysis.lemma))
                    or analysis.lemma
                )
                yield Analysis(lemma, analysis.vocalised, upos, xpos, feats, analysis.gloss, analysis.segments)

    def to_rows(self) -> tuple[str, ...]:
        """Return the labels as lines of both tags, both features and the letter case between tabs, for a model's
        file."""
        rows = ((*tags, *label, letter_case) for tags in self.labels for label, letter_case in self.labels[tags])
        return tuple(map("\t".join, rows))

    @classmethod
    def from_rows(cls, analyser: Analyser, rows: Iterable[str]) -> AdaptedAnalyser:
        """Return the adapted analyser that `to_rows` wrote; ValueError if one is not a row."""
        labels: dict[_Tags, list[_Label]] = {}
        for row in rows:
            upos, xpos, feats, treebank_upos, treebank_xpos, treebank_feats, letter_case = row.split("\t")
            labels.setdefault((upos, xpos, feats), []).append(
                ((treebank_upos, treebank_xpos, treebank_feats), letter_case)
            )
        return cls(analyser, {tags: tuple(tag_labels) for tags, tag_labels in labels.items()})


def _select_closest(analyses: Iterable[Analysis], lemma: str, upos: str, feats: str) -> list[Analysis]:
    """Return the analyses with the lemma that share most features, the tag counting as two of them; all of equally good
    ones."""
    key = _fold_lemma(lemma)
    pairs = set() if feats == EMPTY else set(feats.split("|"))
    best, closest = -1, []
    for analysis in analyses:
        if _fold_lemma(analysis.lemma) != key:
            continue
        agreement = 2 * (analysis.upos == upos) + len(pairs & set(analysis.feats.split("|")))
        if agreement > best:
            best, closest = agreement, [analysis]
        elif agreement == best:
            closest.append(analysis)
    return closest


def _fold_lemma(lemma: str) -> str:
    return lemma.lower().replace("ё", "е")


def _classify_case(lemma: str) -> str:
    lower = lemma.lower()
    if lemma == lower:
        return LOWER
    if lemma == lower[:1].upper() + lower[1:]:
        return TITLE
    return UPPER if lemma == lower.upper() else AS_WRITTEN
