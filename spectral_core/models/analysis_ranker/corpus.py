"""Text for rankers: words, their candidates and labels as numbers. Every ranker of this folder is learnt from it."""

import gc
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from itertools import pairwise
from typing import Self

import numpy as np

from spectral_core.analyzers.analyser import Analyser, FileCandidates, is_transliterated
from spectral_core.analyzers.elements import Scheme
from spectral_core.analyzers.guessing.clues import Tags
from spectral_core.analyzers.lemma_spelling import LemmaSpelling
from spectral_core.analyzers.treebank import MAX_EXTRA_GUESSES, GuessingAnalyser
from spectral_core.analyzers.vowels import (
    add_vowels,
    count_contradictions,
    filter_by_vowels,
    flag_lowest,
    has_vowels,
    to_unvowelled,
)
from spectral_core.arrays import Places
from spectral_core.data import EMPTY, Analysis, Sentence
from spectral_core.data.guessing import WORD, word_kind
from spectral_core.models.analysis_ranker.numbering import Label, Labels, Offer, Vocabulary, hashes_of, spelling
from spectral_core.models.analysis_ranker.seen import NOTHING, Seen, Text, Words
from spectral_core.progress import Progress, Report, ignore_progress

__all__ = [
    "NOTHING", "Label", "Offer", "Scheme", "Seen", "Text", "Vocabulary", "Wordbook", "Words", "document_of",
    "hashes_of", "spelling", "uncollected",
]  # fmt: skip

UNIVERSAL = "universal"  # the scheme whose labels do not depend on the form
_Asked = tuple[str, bool | tuple[Analysis, ...]]  # form; whether it is transliterated, or the candidates that are given
_FILE_AND_SENTENCE = re.compile(r"# *(\S+)#\d+")
_FEWEST_DOCUMENTS = 5  # of fewer, none can be left out and still leave much to learn from: each sentence is one
_BLOCK = 1000  # sentences or new words between reports


@contextmanager
def uncollected() -> Iterator[None]:
    """Many small things are made without a search for cycles among all that live, which would cost more than they."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class Wordbook:
    """Every form, value, label and list of candidates met so far, by number; it grows as text is read."""

    def __init__(self, scheme: Scheme, analyser: Analyser, prefer_given: bool = False) -> None:
        self.scheme, self.analyser, self.prefer_given = scheme, analyser, prefer_given
        # Of guesses for a word that was seen, so many are enough; None where candidates are not guesses.
        self.guesses_beside = MAX_EXTRA_GUESSES if isinstance(analyser, GuessingAnalyser) else None
        self.forms, self.values = Vocabulary(), Vocabulary()
        self.labels = Labels(self.values, len(scheme.elements))
        self.offers: list[Offer] = []
        self._offer_places: dict[_Asked, int] = {}
        self._readings: dict[tuple[int, int], dict[Analysis, int]] = {}  # form, label: those chosen, and how often
        self._rests: dict[Tags, int] = {}
        self._spelling = LemmaSpelling()  # of what was chosen
        self.vowelled = False  # whether words are counted with their vowels, as those learnt from have them
        self._vowelled: dict[tuple[int, str], int] = {}  # an offer, a word with vowels: those of its labels that fit

    def offering(self, analyser: Analyser) -> Self:
        """The same words and labels, with candidates of another analyser."""
        made = copy(self)
        made.analyser, made.guesses_beside = analyser, None
        made.offers, made._offer_places, made._vowelled = [], {}, {}
        return made

    def form(self, word: str) -> str:
        """The word as it is counted: what was learnt from bare text is to know vowelled words, too."""
        return word if self.vowelled else to_unvowelled(word)

    def label_values(self) -> Places:
        """(labels, elements) the values of each label."""
        return self.labels.table()

    def label_of(self, form: str, analysis: Analysis) -> int:
        return self.labels.place(self.scheme.label(form, analysis))

    def _gold(self, form: str, analysis: Analysis | None, times: int) -> int:
        if analysis is None:
            return NOTHING
        label = self.label_of(form, analysis)
        if times:
            self.note_reading(self.forms.place(self.form(form)), label, add_vowels(form, analysis), times)
        return label

    def note_reading(self, form: int, label: int, analysis: Analysis, times: int = 1) -> None:
        """Counts the analysis among those that may stand for the label of the form; below 0, it is taken out again."""
        known = self._readings.setdefault((form, label), {})
        self._spelling.count(analysis.lemma, times)
        if times < 0 and analysis not in known and known:  # a stored model has all under one name
            analysis = max(known, key=_spelt)
        known[analysis] = known.get(analysis, 0) + times
        if known[analysis] <= 0:
            del known[analysis]

    def reading(self, form: int, label: int) -> Analysis:
        """What stands for the label of the form: of several, the first in the alphabet."""
        known = self._readings[form, label]
        return next(iter(known)) if len(known) == 1 else min(known, key=_spelt)

    def analyses(self, offer: int, label: int) -> tuple[Analysis, ...]:
        """The candidates with this label, or what stands for it where it was only seen."""
        held = self.offers[offer]
        found = held.analyses.get(label)
        if not held.vowels:
            return (self.reading(held.form, label),) if found is None else found
        if found is None:
            return filter_by_vowels(held.vowels, sorted(self._readings[held.form, label], key=_spelt))[:1]
        return filter_by_vowels(held.vowels, found)

    def fitting_labels(self, offer: int, labels: Sequence[int]) -> list[bool]:
        """Whether the vowels that are written on a word leave each of its labels open."""
        held = self.offers[offer]
        if not held.vowels:
            return [True] * len(labels)
        counts: list[int | None] = []
        for label in labels:
            readings = held.analyses.get(label) or tuple(self._readings.get((held.form, label), ()))
            told = [count_contradictions(held.vowels, each) for each in readings]
            counts.append(None if None in told else min((count for count in told if count is not None), default=None))
        return flag_lowest(counts)

    def _asked(self, sentence: Sentence) -> Iterable[_Asked]:
        """What the candidates of each word depend on."""
        if isinstance(self.analyser, FileCandidates) or (self.prefer_given and any(sentence.candidates)):
            return zip(map(self.form, sentence.forms), sentence.candidates or ((),) * len(sentence), strict=True)
        transliterated = is_transliterated(sentence.forms, self.analyser)
        return ((self.form(form), transliterated) for form in sentence.forms)

    def _offers(self, asked: Sequence[_Asked], report: Report, stage: str) -> list[int]:
        """The number of the candidates of each."""
        new = [each for each in dict.fromkeys(asked) if each not in self._offer_places]
        guessed = self.guesses_beside is not None and self.scheme.name == UNIVERSAL
        for begin in range(0, len(new), _BLOCK):
            if begin:
                report(Progress(stage, begin, len(new)))
            block = new[begin : begin + _BLOCK]
            words = [form for form, given in block if isinstance(given, bool) and word_kind(form) == WORD]
            guesses = dict(zip(words, self._guessed(words), strict=True)) if guessed and words else {}
            made = [guesses.get(form) or self._listed(form, given) for form, given in block]
            self._offer_places.update(zip(block, range(len(self.offers), len(self.offers) + len(block)), strict=True))
            self.offers.extend(made)
        return [self._offer_places[each] for each in asked]

    def _heard(self, offer: int, form: str) -> int:
        """The offer for a word as it is written, of which less is left where vowels are written."""
        if not has_vowels(form):
            return offer
        found = self._vowelled.get((offer, form))
        if found is None:
            found = self._vowelled[offer, form] = len(self.offers)
            self.offers.append(self.offers[offer].heard(form))
        return found

    def _listed(self, form: str, given: bool | tuple[Analysis, ...]) -> Offer:
        analyses = self.analyser.analyse(form, given) if isinstance(given, bool) else given
        grouped: dict[int, list[Analysis]] = {}
        for analysis in analyses:
            spelt = analysis._replace(lemma=self._spelling.respell(analysis.lemma))
            grouped.setdefault(self.label_of(form, spelt), []).append(spelt)
        return Offer.listed(self.forms.place(self.form(form)), {label: tuple(same) for label, same in grouped.items()})

    def _guessed(self, forms: Sequence[str]) -> list[Offer]:
        """Offers of guesses: all their labels at once, which do not depend on the form; no analysis is made yet."""
        assert isinstance(self.analyser, GuessingAnalyser)
        guessed = self.analyser.treebank.guesser.guess(forms, self.analyser.treebank.max_guesses).drop_symbol_tags()
        lemmas = np.array([self.values.place(lemma) for lemma in guessed.lemmas], dtype=np.int32)
        rests = np.array([self._rest(tags) for tags in guessed.distinct_tags], dtype=np.int32)
        labels = self.labels.pairs(lemmas[guessed.lemma_index], rests[guessed.tag_index])
        spelt_twice = len(set(rests.tolist())) < len(rests)  # features in another order
        offers: list[Offer] = []
        for word, (form, (begin, end)) in enumerate(zip(forms, pairwise(guessed.bounds.tolist()), strict=True)):
            each = labels[begin:end]
            once = np.array(list(dict.fromkeys(each.tolist())), dtype=np.int32) if spelt_twice else each
            offers.append(Offer.guess(self.forms.place(self.form(form)), once, guessed, word, each))
        return offers

    def _rest(self, tags: Tags) -> int:
        found = self._rests.get(tags)
        if found is None:
            upos, xpos, feats = tags
            label = self.scheme.label("", Analysis(EMPTY, EMPTY, upos, xpos, feats))
            found = self._rests[tags] = self.labels.rest(label[1:])
        return found

    @uncollected()
    def read(
        self, sentences: Iterable[Sentence], report: Report = ignore_progress, stage: str = "reading", times: int = 1
    ) -> Text:
        """The words of readable sentences, each with its chosen label; what cannot be read counts as empty. Chosen
        analyses are counted so many times among those that stand for their labels."""
        words: list[str] = []
        form: list[int] = []
        asked: list[_Asked] = []
        gold: list[int] = []
        sizes = [0]
        names: list[str] = []
        place = self.forms.place
        for done, sentence in enumerate(sentences):
            if done and not done % _BLOCK:
                report(Progress(stage, done))
            if not sentence.readable:
                sizes.append(0)
                names.append("")
                continue
            names.append(document_of(sentence, names[-1] if names else ""))
            sizes.append(len(sentence))
            words.extend(sentence.forms)
            form.extend(place(self.form(word)) for word in sentence.forms)
            asked.extend(self._asked(sentence))
            chosen = sentence.with_readings().analyses
            gold.extend(self._gold(word, one, times) for word, one in zip(sentence.forms, chosen, strict=True))
        offers = self._offers(asked, report, stage)
        if not times:  # who learns is to learn what bare words are, too
            offers = [self._heard(offer, word) for offer, word in zip(offers, words, strict=True)]
        if len(set(names)) < _FEWEST_DOCUMENTS:
            names = [f"{name}\n{at}" for at, name in enumerate(names)]
        numbers = Vocabulary(names)
        document = [numbers.find(name) for name in names]
        sizes_array = np.array(sizes[1:], dtype=np.int64)
        return Text(
            np.array(form, dtype=np.int32), np.repeat(np.arange(len(names), dtype=np.int32), sizes_array),
            np.repeat(np.array(document, dtype=np.int32), sizes_array), np.array(offers, dtype=np.int32),
            np.array(gold, dtype=np.int32), np.cumsum(sizes, dtype=np.int64), tuple(numbers.strings),
        )  # fmt: skip


def _spelt(analysis: Analysis) -> tuple[str, ...]:
    parts = (part for segment in analysis.segments for part in (segment.form, segment.tag))
    return (analysis.lemma, analysis.vocalised, analysis.xpos, analysis.feats, analysis.upos, analysis.gloss, *parts)


def document_of(sentence: Sentence, before: str = "") -> str:
    """The name of the document that a sentence stands in; `before` is that of the sentence ahead of it. A comment
    `newdoc` begins one. Prague treebanks name the file and the sentence in `orig_file_sentence`, tables of their words
    in a comment that has nothing else: `# FILE#3`."""
    original = sentence.comment("orig_file_sentence")
    if original is not None:
        return original.partition("#")[0]
    for line in sentence.comments:
        named = _FILE_AND_SENTENCE.fullmatch(line)
        if named is not None:
            return named[1]
        words = line.lstrip("# ")
        if words.startswith("newdoc"):
            return words.partition("=")[2].strip() or f"{before}+"
    return before
