"""Analyses in the words of a treebank: how the tags of an analyser are written there, learnt from its tagged words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from spectral_core.analyzers.analyser import Analyser
from spectral_core.analyzers.edit_scripts import AS_WRITTEN, CAPITAL, SMALL, TITLE, Script, small_letters
from spectral_core.analyzers.features import remembered
from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Analysis, Sentence

MOST = 4  # labels that one label of the analyser can stand for
SHARE = 0.02  # of its cases that a label must have to be one of them

_Tags = tuple[str, str, str]  # UPOS, XPOS, FEATS
_Label = tuple[_Tags, str]  # and the capitals of the lemma


@dataclass(frozen=True, slots=True)
class Fitted:
    """An analyser whose tags and features are those that a treebank gives the same readings; make one with `learn`. A
    reading whose tags were never met in the treebank stays as it is."""

    analyser: Analyser
    labels: Mapping[_Tags, tuple[_Label, ...]]  # the analyser's tags: the treebank's, the most frequent first
    _known: dict[str, tuple[Analysis, ...]] = field(default_factory=dict, repr=False, compare=False)
    __repr__ = brief_repr

    @classmethod
    def learn(cls, analyser: Analyser, sentences: Iterable[Sentence]) -> Fitted:
        """Fitted on every word whose lemma the analyser knows: its readings with this lemma that agree best."""
        counts: dict[_Tags, Counter[_Label]] = {}
        seen: Counter[tuple[str, str, str, str, str]] = Counter()
        for sentence in sentences:
            columns = (sentence.forms, sentence.lemmas, sentence.upos, sentence.xpos, sentence.feats)
            seen.update(zip(*columns, strict=True))
        for (form, lemma, *tags), times in seen.items():
            upos, xpos, feats = tags
            for each in _closest(analyser.analyse(form, None), lemma, upos, feats):
                label = (upos, xpos, feats), _capitals(lemma)
                counts.setdefault((each.upos, each.xpos, each.feats), Counter())[label] += times
        found: dict[_Tags, tuple[_Label, ...]] = {}
        for own, labels in counts.items():
            least = SHARE * labels.total()
            found[own] = tuple(label for label, count in labels.most_common(MOST) if count >= least)
        return cls(analyser, found)

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:
        return remembered(self._known, word, lambda: self._readings(word, transliterated))

    def _readings(self, word: str, transliterated: bool | None) -> Iterable[Analysis]:
        for each in self.analyser.analyse(word, transliterated):
            tags = (each.upos, each.xpos, each.feats)
            for (upos, xpos, feats), capitals in self.labels.get(tags, ((tags, AS_WRITTEN),)):
                lemma = Script(0, "", 0, "", capitals).apply(each.lemma, small_letters(each.lemma)) or each.lemma
                yield Analysis(lemma, each.vocalised, upos, xpos, feats, each.gloss, each.segments)

    def rows(self) -> tuple[str, ...]:
        """The labels as lines of both tags, both features and capitals between tabs, for a model's file."""
        rows = ((*tags, *label, capitals) for tags in self.labels for label, capitals in self.labels[tags])
        return tuple(map("\t".join, rows))

    @classmethod
    def from_rows(cls, analyser: Analyser, rows: Iterable[str]) -> Fitted:
        """The fitted analyser that `rows` were taken from; ValueError where one is not a row."""
        labels: dict[_Tags, list[_Label]] = {}
        for row in rows:
            upos, xpos, feats, their_upos, their_xpos, their_feats, capitals = row.split("\t")
            labels.setdefault((upos, xpos, feats), []).append(((their_upos, their_xpos, their_feats), capitals))
        return cls(analyser, {tags: tuple(found) for tags, found in labels.items()})


def _closest(analyses: Iterable[Analysis], lemma: str, upos: str, feats: str) -> list[Analysis]:
    """Those with the lemma that share most features, the tag counting as two of them; all where several do."""
    key = _folded(lemma)
    pairs = set() if feats == EMPTY else set(feats.split("|"))
    best, found = -1, []
    for each in analyses:
        if _folded(each.lemma) != key:
            continue
        agreement = 2 * (each.upos == upos) + len(pairs & set(each.feats.split("|")))
        if agreement > best:
            best, found = agreement, [each]
        elif agreement == best:
            found.append(each)
    return found


def _folded(lemma: str) -> str:
    return lemma.lower().replace("ё", "е")


def _capitals(lemma: str) -> str:
    small = lemma.lower()
    if lemma == small:
        return SMALL
    if lemma == small[:1].upper() + small[1:]:
        return TITLE
    return CAPITAL if lemma == small.upper() else AS_WRITTEN
