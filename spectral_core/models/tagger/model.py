"""The tagger: what it learns from, its probabilities, and the sentences it fills in."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Floats, Named, Places
from spectral_core.brief import brief
from spectral_core.data import EMPTY, Ranked, Sentence, Treebank
from spectral_core.errors import DataError
from spectral_core.maths import calibrate
from spectral_core.maths.calibrate import Calibration
from spectral_core.model import Arrays, Settings, pack, part_in, prefixed, unpack
from spectral_core.models.linear_chain import NONE, FeatureSequences, LinearChain, Plan
from spectral_core.models.neighbour_classes import NeighbourClasses
from spectral_core.models.tagger.settings import TaggerSettings
from spectral_core.models.words import WordClasses
from spectral_core.progress import CALIBRATION, Progress, Report, beside, silent, watched

_BLOCK = 1000  # sentences between two reports
_HELD_OUT = 10  # one sentence in so many is held out to calibrate on
_SMALLEST = 1e-12  # posterior whose log is still taken


@dataclass(frozen=True, slots=True, eq=False)
class ChainTagger:
    """Fills in the tags of sentences, and gives the tags that a word may have with their probabilities."""

    method: ClassVar[str] = "tagger"
    settings: TaggerSettings
    labels: tuple[str, ...]  # sorted
    lexicon: WordClasses
    chain: LinearChain
    calibration: Calibration | None  # None where there was nothing to hold out
    left_out: tuple[tuple[str, int], ...]  # reason, sentences
    classes: NeighbourClasses | None = None  # None where there was too little text
    __repr__ = brief

    @property
    def skipped(self) -> Mapping[str, int]:
        """How many sentences were left out of learning, by reason."""
        return dict(self.left_out)

    def tag(self, sentence: Sentence) -> Sentence:
        """The sentence with the most probable tag of each word; tags that stand there are replaced."""
        (tagged,) = self.tag_all([sentence])
        return tagged

    def tag_all(self, sentences: Sequence[Sentence]) -> list[Sentence]:
        """As `tag`, for many sentences at once, which is quicker."""
        found = self.posteriors(sentences)[0][:, 0].tolist()
        names = self.labels
        made, at = [], 0
        for sentence in sentences:
            tags = tuple([names[place] for place in found[at : at + len(sentence)]])
            at += len(sentence)
            made.append(_filled(sentence, self.settings.column, tags))
        return made

    def tags(self, sentence: Sentence, k: int = 1) -> list[list[Ranked[str]]]:
        """For each word up to `k` tags, best first: the log of their posterior, and how probable they are right. There
        are fewer where no other tag comes into question. Their probabilities sum to 1 at most."""
        if k < 1:
            raise ValueError("at least one tag is asked for")
        found, shares = self.posteriors([sentence])
        chances = None if self.calibration is None else _calibrated(self.calibration, found, shares)
        ranked: list[list[Ranked[str]]] = []
        for at in range(len(sentence)):
            size = min(k, int(np.count_nonzero(found[at] != NONE)))
            scores = [math.log(max(share, _SMALLEST)) for share in shares[at, :size].tolist()]
            probabilities = [None] * size if chances is None else chances[at, :size].tolist()
            names = [self.labels[place] for place in found[at, :size].tolist()]
            ranked.append([Ranked(*row) for row in zip(names, scores, probabilities, strict=True)])
        return ranked

    def posteriors(self, sentences: Sequence[Sentence]) -> tuple[Places, Floats]:
        """(words, tags) the tags that come into question for all words, as places in `labels`, best first and then -1;
        and their posteriors."""
        forms = [sentence.forms for sentence in sentences]
        return self.chain.posteriors(_sequences(self.lexicon, self.classes, forms))

    def arrays(self) -> Named:
        return {
            "labels": pack(self.labels), "skipped_reasons": pack([reason for reason, _ in self.left_out]),
            "skipped": np.array([count for _, count in self.left_out], dtype=np.int64),
            **prefixed("chain_", self.chain.arrays()), **prefixed("lexicon_", self.lexicon.arrays()),
            **({} if self.calibration is None else prefixed("calibration_", self.calibration.arrays())),
            **({} if self.classes is None else prefixed("classes_", self.classes.arrays())),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        if not isinstance(settings, TaggerSettings):
            raise TypeError("these are the settings of another method")
        labels = unpack(arrays["labels"])
        points, classes = part_in(arrays, "calibration_"), part_in(arrays, "classes_")
        counts = arrays["skipped"].astype(np.int64).tolist()
        left_out = tuple(zip(unpack(arrays["skipped_reasons"]), counts, strict=True))
        return cls(
            settings, labels, WordClasses.from_arrays(part_in(arrays, "lexicon_")),
            LinearChain.from_arrays(part_in(arrays, "chain_"), len(labels)),
            calibrate.from_arrays(points) if points else None, left_out,
            NeighbourClasses.from_arrays(classes) if classes else None,
        )  # fmt: skip


def _filled(sentence: Sentence, column: str, tags: tuple[str, ...]) -> Sentence:
    if sentence.column(column) == tags:
        return sentence
    if column == "upos":
        return replace(sentence, upos=tags, source=None)
    tree = sentence.tree
    if tree is not None:
        tree = tree.with_leaves(sentence.forms, tags)
    return replace(sentence, xpos=tags, tree=tree, source=None)


def _calibrated(calibration: Calibration, found: Places, shares: Floats) -> Floats:
    """(words, tags) how probable each tag is right, by its posterior; those of a word sum to 1 at most."""
    chances = np.where(found == NONE, 0.0, calibration.apply(shares))
    sums: Floats = chances.sum(axis=1, keepdims=True)
    normal: Floats = chances / np.maximum(sums, 1.0)  # what they lack belongs to the tags that were not tried
    return normal


def _sequences(
    lexicon: WordClasses, classes: NeighbourClasses | None, sentences: Sequence[Sequence[str]]
) -> FeatureSequences:
    from spectral_core.inference.word_keys import LOWER, tagger_keys

    starts = np.array([0, *accumulate(map(len, sentences))], dtype=np.int64)
    words = lexicon.keys([form for forms in sentences for form in forms])
    keys = tagger_keys(words, starts)
    return FeatureSequences(keys if classes is None else np.hstack((keys, classes.keys(words[:, LOWER]))), starts)


@dataclass(frozen=True, slots=True)
class _Corpus:
    """The sentences in which every word has a tag."""

    forms: list[tuple[str, ...]]
    tags: list[tuple[str, ...]]
    left_out: Counter[str]

    @classmethod
    def of(cls, treebank: Treebank, column: str, report: Report = silent) -> _Corpus:
        found = cls([], [], Counter())
        for sentence in watched(treebank, "count", len(treebank), report, _BLOCK):
            tags = sentence.column(column)
            if not sentence.readable:
                found.left_out["unreadable"] += 1
            elif not len(sentence):
                found.left_out["no_words"] += 1
            elif EMPTY in tags:
                found.left_out["untagged"] += 1
            else:
                found.forms.append(sentence.forms)
                found.tags.append(tags)
        report(Progress("count", len(treebank), len(treebank)))
        return found

    def select(self, which: Sequence[int]) -> _Corpus:
        return _Corpus([self.forms[at] for at in which], [self.tags[at] for at in which], Counter())


def learn(
    treebank: Treebank, settings: TaggerSettings, report: Report = silent, dev: Treebank | None = None
) -> ChainTagger:
    """A tagger trained on all of `treebank`, calibrated on `dev`, or on a tenth under a tagger of the rest."""
    classes = NeighbourClasses.learn(treebank, report) if settings.classes else None
    return learn_with(classes, treebank, settings, report, dev)


def learn_with(
    classes: NeighbourClasses | None, treebank: Treebank, settings: TaggerSettings, report: Report = silent,
    dev: Treebank | None = None,
) -> ChainTagger:  # fmt: skip
    """As `learn`, with classes of words that are known already."""
    corpus = _Corpus.of(treebank, settings.column, report)
    if not corpus.forms:
        raise DataError(
            f"the column {settings.column} is filled in no whole sentence of this treebank; "
            "set column to one that is filled, or tag some sentences"
        )
    if dev is not None:
        held = _Corpus.of(dev, settings.column)
        model = _trained(corpus, classes, settings, "train", report)
        return replace(model, calibration=_measured(model, held, report))
    calibration = None
    if len(corpus.forms) > 1:
        order = np.random.default_rng(settings.seed).permutation(len(corpus.forms)).tolist()
        size = -(-len(order) // _HELD_OUT)
        held, rest = corpus.select(sorted(order[:size])), corpus.select(sorted(order[size:]))
        with beside(report, CALIBRATION) as told:
            calibration = _measured(_trained(rest, classes, settings, "hold out", told), held, told)
    return replace(_trained(corpus, classes, settings, "train", report), calibration=calibration)


def _trained(
    corpus: _Corpus, classes: NeighbourClasses | None, settings: TaggerSettings, stage: str, report: Report
) -> ChainTagger:
    labels = tuple(sorted({tag for tags in corpus.tags for tag in tags}))
    codes = {label: code for code, label in enumerate(labels)}
    gold = np.array([codes[tag] for tags in corpus.tags for tag in tags], dtype=np.int32)
    lexicon = WordClasses.learn([form for forms in corpus.forms for form in forms], gold)

    def passed(epoch: int, likelihood: float, right: float) -> None:
        report(Progress(stage, epoch, settings.epochs, {"log_likelihood": likelihood, "accuracy": 100 * right}))

    plan = Plan(settings.epochs, settings.dropout, settings.minimum, settings.seed)
    chain = LinearChain.learn(_sequences(lexicon, classes, corpus.forms), gold, len(labels), plan, passed)
    return ChainTagger(settings, labels, lexicon, chain, None, tuple(sorted(corpus.left_out.items())), classes)


def _measured(model: ChainTagger, held: _Corpus, report: Report) -> Calibration | None:
    """The isotonic map from the posteriors of tags to how often they are right in `held`."""
    if not held.forms:
        return None
    codes = {label: code for code, label in enumerate(model.labels)}
    gold = np.array([codes.get(tag, NONE) for tags in held.tags for tag in tags], dtype=np.int32)
    found, shares = model.chain.posteriors(_sequences(model.lexicon, model.classes, held.forms))
    tried = found != NONE
    right = found == np.where(gold == NONE, len(codes), gold)[:, None]
    report(Progress("calibrate", 1, 1, {"tag_accuracy": 100 * float(right[:, 0].mean())}))
    return calibrate.isotonic(shares[tried], right[tried])


restore = ChainTagger.from_arrays
