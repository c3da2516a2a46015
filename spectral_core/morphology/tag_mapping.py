"""Mapping of analysers to the tagset of a treebank: adapted analysers, and an Arabic dictionary that supplements a
ranker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Analysis, Sentence
from spectral_core.morphology.analyser import Analyser, CombinedAnalyser, get_or_compute_analyses
from spectral_core.morphology.arabic.padt import POSITIONAL_TAG
from spectral_core.morphology.arabic.spelling import normalise_arabic_lemma, strip_buckwalter_diacritics
from spectral_core.morphology.edit_scripts import AS_WRITTEN, LOWER, TITLE, UPPER, EditScript, to_lower
from spectral_core.morphology.features import format_features, parse_features
from spectral_core.morphology.treebank_lexicon import GuessingAnalyser, TreebankAnalyser

MAX_LABELS = 4  # treebank labels per analyser label at most
MIN_LABEL_SHARE = 0.02  # minimum relative frequency of a label

_Tags = tuple[str, str, str]  # UPOS, XPOS, FEATS
_Label = tuple[_Tags, str]  # and the letter case of the lemma
_MAX_TAGS = 2  # treebank tags per dictionary tag at most
_MIN_SHARE = 0.1  # minimum relative frequency of a tag
_MAX_WORDS = 20_000  # words that the mapping is learned from
_UNKNOWN = "X"
_NAME_POS = "Z"  # tag of names in the dictionary
_TagKey = tuple[str, ...]  # tag of a dictionary reading, and the tags of its segments


@dataclass(frozen=True, slots=True)
class TagMappedAnalyser:
    """Analyser with its tags and features mapped to those that a treebank uses for the same readings; build with
    `learn`. Readings without a counterpart in the treebank are unchanged."""

    analyser: Analyser
    labels: Mapping[_Tags, tuple[_Label, ...]]  # the analyser's tags -> the treebank's, most frequent first
    _cache: dict[str, tuple[Analysis, ...]] = field(default_factory=dict, repr=False, compare=False)
    __repr__ = brief_repr

    @classmethod
    def learn(cls, analyser: Analyser, sentences: Iterable[Sentence]) -> TagMappedAnalyser:
        """Learn the mapping from all words of a treebank whose gold lemma the analyser knows: its readings with this
        lemma that agree best are paired with the gold tags."""
        counts: dict[_Tags, Counter[_Label]] = {}
        word_counts: Counter[tuple[str, str, str, str, str]] = Counter()
        for sentence in sentences:
            columns = (sentence.forms, sentence.lemmas, sentence.upos, sentence.xpos, sentence.feats)
            word_counts.update(zip(*columns, strict=True))
        for (form, lemma, *tags), times in word_counts.items():
            upos, xpos, feats = tags
            for analysis in _select_closest_analyses(analyser.analyse(form, None), lemma, upos, feats):
                label = (upos, xpos, feats), _classify_lemma_case(lemma)
                counts.setdefault((analysis.upos, analysis.xpos, analysis.feats), Counter())[label] += times
        label_map: dict[_Tags, tuple[_Label, ...]] = {}
        for analyser_tags, labels in counts.items():
            min_count = MIN_LABEL_SHARE * labels.total()
            label_map[analyser_tags] = tuple(
                label for label, count in labels.most_common(MAX_LABELS) if count >= min_count
            )
        return cls(analyser, label_map)

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:
        """Return the analyses of a word with the tags and the letter case of the treebank."""
        return get_or_compute_analyses(self._cache, word, lambda: self._map_analyses(word, transliterated))

    def _map_analyses(self, word: str, transliterated: bool | None) -> Iterable[Analysis]:
        """Iterate over the analyses of a word with the tags and the letter case of the treebank."""
        for analysis in self.analyser.analyse(word, transliterated):
            tags = (analysis.upos, analysis.xpos, analysis.feats)
            for (upos, xpos, feats), letter_case in self.labels.get(tags, ((tags, AS_WRITTEN),)):
                lemma = (
                    EditScript(0, "", 0, "", letter_case).apply(analysis.lemma, to_lower(analysis.lemma))
                    or analysis.lemma
                )
                yield Analysis(lemma, analysis.vocalised, upos, xpos, feats, analysis.gloss, analysis.segments)

    def to_rows(self) -> tuple[str, ...]:
        """Serialise the mapping for a model file: tab-separated lines of both tags, both features and the letter
        case."""
        rows = ((*tags, *label, letter_case) for tags in self.labels for label, letter_case in self.labels[tags])
        return tuple(map("\t".join, rows))

    @classmethod
    def from_rows(cls, analyser: Analyser, rows: Iterable[str]) -> TagMappedAnalyser:
        """Restore the analyser from the output of `to_rows`; ValueError if a row is malformed."""
        labels: dict[_Tags, list[_Label]] = {}
        for row in rows:
            upos, xpos, feats, treebank_upos, treebank_xpos, treebank_feats, letter_case = row.split("\t")
            labels.setdefault((upos, xpos, feats), []).append(
                ((treebank_upos, treebank_xpos, treebank_feats), letter_case)
            )
        return cls(analyser, {tags: tuple(tag_labels) for tags, tag_labels in labels.items()})


def _select_closest_analyses(analyses: Iterable[Analysis], lemma: str, upos: str, feats: str) -> list[Analysis]:
    """Return the analyses with this lemma that share the most features with a gold reading, ties included; UPOS counts
    as two features."""
    key = _normalise_lemma(lemma)
    pairs = set() if feats == EMPTY else set(feats.split("|"))
    best, closest = -1, []
    for analysis in analyses:
        if _normalise_lemma(analysis.lemma) != key:
            continue
        agreement = 2 * (analysis.upos == upos) + len(pairs & set(analysis.feats.split("|")))
        if agreement > best:
            best, closest = agreement, [analysis]
        elif agreement == best:
            closest.append(analysis)
    return closest


def _normalise_lemma(lemma: str) -> str:
    """Return the lemma in lower case, with е for ё."""
    return lemma.lower().replace("ё", "е")


def _classify_lemma_case(lemma: str) -> str:
    """Return the letter case of a lemma: LOWER, TITLE, UPPER or AS_WRITTEN."""
    lower = lemma.lower()
    if lemma == lower:
        return LOWER
    if lemma == lower[:1].upper() + lower[1:]:
        return TITLE
    return UPPER if lemma == lower.upper() else AS_WRITTEN


@dataclass(frozen=True, slots=True)
class TagMappedDictionary:
    """Dictionary with its readings mapped to the tags of a treebank; build with `learn`. A reading without a
    counterpart in the treebank gets its part of speech and features as far as they can be mapped, and no XPOS."""

    dictionary: Analyser
    tags: Mapping[_TagKey, tuple[_Tags, ...]]  # most frequent first
    upos_by_pos: Mapping[str, str]  # by the first character of the dictionary's tag
    feature_map: Mapping[tuple[str, str], tuple[str, str]]  # attribute and value -> attribute and value
    is_same_tagset: bool  # dictionary and treebank share a tagset: nothing is mapped
    has_compound_tags: bool  # treebank tags are compound: one tag per segment, joined by +
    _cache: dict[tuple[str, bool | None], tuple[Analysis, ...]] = field(default_factory=dict, repr=False, compare=False)
    accepts_transliteration: ClassVar[bool] = True

    @classmethod
    def learn(cls, dictionary: Analyser, gold_readings: Iterable[tuple[str, Analysis, int]]) -> TagMappedDictionary:
        """Learn the mapping from words with their gold reading in a treebank and its frequency."""
        rows = sorted(gold_readings, key=lambda row: -row[2])[:_MAX_WORDS]
        letters = [row for row in rows if any(map(str.isalpha, row[0]))]
        is_same_tagset = 2 * sum(bool(POSITIONAL_TAG.fullmatch(gold.xpos)) for _, gold, _ in letters) > len(letters)
        has_compound_tags = any("+" in gold.xpos for _, gold, _ in letters)
        counts: dict[_TagKey, Counter[_Tags]] = {}
        kinds: dict[str, Counter[str]] = {}
        attributes: dict[tuple[str, str], Counter[tuple[str, str]]] = {}
        for form, gold, frequency in () if is_same_tagset else letters:
            gold_features = parse_features(gold.feats)
            for reading in _select_closest_arabic_readings(dictionary.analyse(form, None), gold):
                for kind in _list_tag_keys(reading, has_compound_tags):
                    counts.setdefault(kind, Counter())[gold.upos, gold.xpos, gold.feats] += frequency
                if reading.xpos != EMPTY:
                    kinds.setdefault(reading.xpos[:1], Counter())[gold.upos] += frequency
                for name, value in parse_features(reading.feats).items():
                    attributes.setdefault((name, value), Counter())[name, gold_features.get(name, "")] += frequency
        tags = {kind: _select_frequent_tags(counter, kind[0][:1] == _NAME_POS) for kind, counter in counts.items()}
        upos = {kind: counter.most_common(1)[0][0] for kind, counter in kinds.items()}
        pairs = {pair: counter.most_common(1)[0][0] for pair, counter in attributes.items()}
        return cls(dictionary, tags, upos, pairs, is_same_tagset, has_compound_tags)

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:
        """Return the readings of the dictionary; none for unknown words and for tokens without letters."""
        if not any(map(str.isalpha, word)):
            return ()
        return get_or_compute_analyses(
            self._cache, (word, transliterated), lambda: self._map_readings(word, transliterated)
        )

    def has_counterpart(self, word: str) -> bool:
        """Test whether some reading of the word has a counterpart in the treebank; True also for words that the
        dictionary does not know, and if nothing needs to be mapped."""
        known_readings = [reading for reading in self.dictionary.analyse(word) if reading.upos != _UNKNOWN]
        return (
            self.is_same_tagset
            or not known_readings
            or any(self._find_treebank_tags(reading) for reading in known_readings)
        )

    def _map_readings(self, word: str, transliterated: bool | None) -> Iterator[Analysis]:
        """Iterate over the dictionary's readings of a word with the tags of the treebank, not cached."""
        for reading in self.dictionary.analyse(word, transliterated):
            if reading.upos == _UNKNOWN or self.is_same_tagset:
                if self.is_same_tagset:
                    yield reading
                continue
            for upos, xpos, feats in self._find_treebank_tags(reading) or (self._map_pos_and_features(reading),):
                yield reading._replace(upos=upos, xpos=xpos, feats=feats)

    def _find_treebank_tags(self, reading: Analysis) -> tuple[_Tags, ...]:
        """Return the treebank tags of a dictionary reading, most frequent first; () without a counterpart."""
        return next(filter(None, (self.tags.get(kind) for kind in _list_tag_keys(reading, self.has_compound_tags))), ())

    def _map_pos_and_features(self, reading: Analysis) -> _Tags:
        """Return UPOS and FEATS of a reading without a counterpart, each mapped by itself, and no XPOS."""
        feats = dict(self.feature_map.get(pair, pair) for pair in parse_features(reading.feats).items())
        return (
            self.upos_by_pos.get(reading.xpos[:1], reading.upos),
            EMPTY,
            format_features({name: value for name, value in feats.items() if value}),
        )


@dataclass(frozen=True, slots=True)
class SupplementedAnalyser:
    """Analyser of a ranker and a dictionary; the guesses of the former are dropped if the dictionary knows the word."""

    analyser: Analyser
    dictionary: TagMappedDictionary
    accepts_transliteration: ClassVar[bool] = True

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:
        """Return the analyses of the ranker's analyser, then those of the dictionary whose label they lack."""
        translated = self.dictionary.analyse(word, transliterated)
        parts = self._select_analysers(any(reading.upos != _UNKNOWN for reading in translated))
        own_readings = CombinedAnalyser(tuple(parts)).analyse(word, transliterated)
        own_labels = {_make_label_key(reading, tag) for reading in own_readings for tag in (reading.xpos, EMPTY)}
        return (
            *own_readings,
            *(reading for reading in translated if _make_label_key(reading, reading.xpos) not in own_labels),
        )

    def _select_analysers(self, is_known: bool) -> Iterator[Analyser]:
        """Iterate over the parts of the analyser to use: for a word in the dictionary, only those that do not guess."""
        for part in self.analyser.analysers if isinstance(self.analyser, CombinedAnalyser) else (self.analyser,):
            if not is_known or not isinstance(part, GuessingAnalyser | TreebankAnalyser):
                yield part


def _make_label_key(reading: Analysis, tag: str) -> tuple[str, ...]:
    """Return the key by which readings are compared: lemma, UPOS, a tag and features."""
    return (normalise_arabic_lemma(reading.lemma), reading.upos, tag, reading.feats)


def _list_tag_keys(reading: Analysis, has_compound_tags: bool) -> Iterator[_TagKey]:
    """Iterate over the keys of a reading in the tag mapping: its tag with those of its segments and, unless treebank
    tags are compound, its tag alone. A reading without a tag has only those of its segments."""
    is_tagged = reading.xpos != EMPTY
    if is_tagged or reading.segments:
        yield reading.xpos, *(part.tag for part in reading.segments)
    if is_tagged and not has_compound_tags:
        yield (reading.xpos,)


def _select_frequent_tags(counts: Counter[_Tags], is_name: bool) -> tuple[_Tags, ...]:
    """Return the most frequent treebank tags of a dictionary tag; PROPN only if the dictionary's reading is a name or
    there are no other tags."""
    eligible = Counter({tags: count for tags, count in counts.items() if is_name or tags[0] != "PROPN"}) or counts
    min_count = _MIN_SHARE * eligible.total()
    return tuple(tags for tags, count in eligible.most_common(_MAX_TAGS) if count >= min_count)


def _select_closest_arabic_readings(readings: Iterable[Analysis], gold: Analysis) -> list[Analysis]:
    """Return the readings with the gold lemma, vowels ignored, that share the most with the gold reading, ties
    included."""
    key, pairs = normalise_arabic_lemma(gold.lemma), set(gold.feats.split("|"))
    best, closest = 0, []
    for reading in readings:
        reading_key = normalise_arabic_lemma(reading.lemma)
        if reading.upos == _UNKNOWN or (
            gold.lemma != EMPTY and strip_buckwalter_diacritics(reading_key) != strip_buckwalter_diacritics(key)
        ):
            continue
        agreement = (
            1 + (reading_key == key) + 2 * (reading.upos == gold.upos) + len(pairs & set(reading.feats.split("|")))
        )
        if agreement > best:
            best, closest = agreement, [reading]
        elif agreement == best:
            closest.append(reading)
    return closest
