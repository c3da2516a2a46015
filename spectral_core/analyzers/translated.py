"""A large Arabic dictionary beside a ranker that was learnt from other tags: its readings said in the ranker's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from spectral_core.analyzers.analyser import Analyser, Joined
from spectral_core.analyzers.elements import lemma_key
from spectral_core.analyzers.features import named, remembered, written
from spectral_core.analyzers.padt import POSITIONAL
from spectral_core.analyzers.transliteration import skeleton
from spectral_core.analyzers.treebank import Guesses, TreebankAnalyser
from spectral_core.data import EMPTY, Analysis

_MOST = 2  # tags of the treebank that one of the dictionary can stand for
_SHARE = 0.1  # of its cases that such a tag must have
_WORDS = 20_000  # from which the tags are learnt
_UNKNOWN = "X"
_NAME = "Z"  # in the dictionary's tags

_Tags = tuple[str, str, str]  # UPOS, XPOS, FEATS
_Kind = tuple[str, ...]  # the dictionary's tag, and those of the parts


@dataclass(frozen=True, slots=True)
class Translated:
    """The readings of a dictionary in the tags of a treebank; make one with `learn`. What the treebank never had keeps
    its part of speech and those of its features that the treebank tells, and has no tag of its own."""

    dictionary: Analyser
    tags: Mapping[_Kind, tuple[_Tags, ...]]  # the most frequent first
    upos: Mapping[str, str]  # by the first sign of the dictionary's tag
    pairs: Mapping[tuple[str, str], tuple[str, str]]  # attributes with their values
    same: bool  # both have one tagset, so that nothing need be learnt
    joined: bool  # tags name the parts of a word
    _known: dict[tuple[str, bool | None], tuple[Analysis, ...]] = field(default_factory=dict, repr=False, compare=False)
    transliterates: ClassVar[bool] = True

    @classmethod
    def learn(cls, dictionary: Analyser, seen: Iterable[tuple[str, Analysis, int]]) -> Translated:
        """From words with the reading that a treebank has of them, and how often."""
        rows = sorted(seen, key=lambda row: -row[2])[:_WORDS]
        letters = [row for row in rows if any(map(str.isalpha, row[0]))]
        same = 2 * sum(bool(POSITIONAL.fullmatch(gold.xpos)) for _, gold, _ in letters) > len(letters)
        joined = any("+" in gold.xpos for _, gold, _ in letters)
        counts: dict[_Kind, Counter[_Tags]] = {}
        kinds: dict[str, Counter[str]] = {}
        attributes: dict[tuple[str, str], Counter[tuple[str, str]]] = {}
        for form, gold, times in () if same else letters:
            theirs = named(gold.feats)
            for one in _closest(dictionary.analyse(form, None), gold):
                for kind in _kinds(one, joined):
                    counts.setdefault(kind, Counter())[gold.upos, gold.xpos, gold.feats] += times
                kinds.setdefault(one.xpos[:1], Counter())[gold.upos] += times
                for name, value in named(one.feats).items():
                    attributes.setdefault((name, value), Counter())[name, theirs.get(name, "")] += times
        tags = {kind: _frequent(found, kind[0][:1] == _NAME) for kind, found in counts.items()}
        upos = {kind: found.most_common(1)[0][0] for kind, found in kinds.items()}
        pairs = {pair: found.most_common(1)[0][0] for pair, found in attributes.items()}
        return cls(dictionary, tags, upos, pairs, same, joined)

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:
        """The readings of the dictionary; not those of a word that it does not know, nor of what is no word."""
        if not any(map(str.isalpha, word)):
            return ()
        return remembered(self._known, (word, transliterated), lambda: self._readings(word, transliterated))

    def has_counterpart(self, word: str) -> bool:
        """Whether a reading of a word has a tag of the treebank."""
        known = [each for each in self.dictionary.analyse(word) if each.upos != _UNKNOWN]
        return self.same or not known or any(self._found(each) for each in known)

    def _readings(self, word: str, transliterated: bool | None) -> Iterator[Analysis]:
        for each in self.dictionary.analyse(word, transliterated):
            if each.upos == _UNKNOWN or self.same:
                if self.same:
                    yield each
                continue
            for upos, xpos, feats in self._found(each) or (self._as_far_as_known(each),):
                yield each._replace(upos=upos, xpos=xpos, feats=feats)

    def _found(self, each: Analysis) -> tuple[_Tags, ...]:
        return next(filter(None, (self.tags.get(kind) for kind in _kinds(each, self.joined))), ())

    def _as_far_as_known(self, each: Analysis) -> _Tags:
        feats = dict(self.pairs.get(pair, pair) for pair in named(each.feats).items())
        return (
            self.upos.get(each.xpos[:1], each.upos),
            EMPTY,
            written({name: told for name, told in feats.items() if told}),
        )


@dataclass(frozen=True, slots=True)
class Beside:
    """A ranker's own analyser with a dictionary beside it: guesses go where the dictionary knows a word."""

    own: Analyser
    dictionary: Translated
    transliterates: ClassVar[bool] = True

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:
        found = self.dictionary.analyse(word, transliterated)
        parts = self._parts(any(each.upos != _UNKNOWN for each in found))
        own = Joined(tuple(parts)).analyse(word, transliterated)
        said = {_said(each, tag) for each in own for tag in (each.xpos, EMPTY)}
        return (*own, *(each for each in found if _said(each, each.xpos) not in said))

    def _parts(self, known: bool) -> Iterator[Analyser]:
        for part in self.own.analysers if isinstance(self.own, Joined) else (self.own,):
            if not known or not isinstance(part, Guesses | TreebankAnalyser):
                yield part


def _said(one: Analysis, tag: str) -> tuple[str, ...]:
    return (lemma_key(one.lemma), one.upos, tag, one.feats)


def _kinds(one: Analysis, joined: bool) -> Iterator[_Kind]:
    """The dictionary's tag with those of the word's parts; by itself only where a treebank's tags name no parts."""
    yield one.xpos, *(part.tag for part in one.segments)
    if not joined:
        yield (one.xpos,)


def _frequent(found: Counter[_Tags], name: bool) -> tuple[_Tags, ...]:
    """The most frequent tags; those of names for what the dictionary takes for a name, or where there are no others."""
    fitting = Counter({tags: count for tags, count in found.items() if name or tags[0] != "PROPN"}) or found
    least = _SHARE * fitting.total()
    return tuple(tags for tags, count in fitting.most_common(_MOST) if count >= least)


def _closest(readings: Iterable[Analysis], gold: Analysis) -> list[Analysis]:
    """Those with the lemma of a reading that share most features with it; all where several do."""
    key, pairs = lemma_key(gold.lemma), set(gold.feats.split("|"))
    best, found = 0, []
    for each in readings:
        own = lemma_key(each.lemma)
        if each.upos == _UNKNOWN or (gold.lemma != EMPTY and skeleton(own) != skeleton(key)):
            continue
        agreement = 1 + (own == key) + 2 * (each.upos == gold.upos) + len(pairs & set(each.feats.split("|")))
        if agreement > best:
            best, found = agreement, [each]
        elif agreement == best:
            found.append(each)
    return found
