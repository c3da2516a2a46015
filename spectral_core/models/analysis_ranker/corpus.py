"""Text for rankers: words, their candidates and labels as numbers. Every ranker of this folder is learnt from it."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from spectral_core.analyzers.analyser import Analyser, Given
from spectral_core.analyzers.transliteration import is_arabic
from spectral_core.analyzers.treebank import GUESSES_SEEN, Guesses
from spectral_core.data import Analysis, Sentence
from spectral_core.models.analysis_ranker.seen import NOTHING, Flags, Integers, Keys, Places, Seen, Text, Words
from spectral_core.progress import Progress, Report, silent

__all__ = [
    "NOTHING",
    "Flags",
    "Integers",
    "Keys",
    "Label",
    "Offer",
    "Places",
    "Scheme",
    "Seen",
    "Text",
    "Vocabulary",
    "Wordbook",
    "Words",
    "document_of",
    "hashes_of",
    "spelling",
    "uncollected",
]

Label = tuple[str, ...]

_FILE_AND_SENTENCE = re.compile(r"# *(\S+)#\d+")
_FEWEST_DOCUMENTS = 5  # of fewer, none can be left out and still leave much to learn from: each sentence is one
_BLOCK = 1000  # sentences between reports


class Scheme(Protocol):
    """What a label is taken apart into."""

    @property
    def name(self) -> str: ...
    @property
    def elements(self) -> tuple[str, ...]: ...
    def label(self, form: str, analysis: Analysis) -> Label: ...
    def to_text(self) -> str: ...


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


class Vocabulary:
    """Strings by number, in the order in which they were met."""

    def __init__(self, strings: Iterable[str] = ()) -> None:
        self.strings: list[str] = []
        self._places: dict[str, int] = {}
        self._hashes = np.zeros(0, dtype=np.uint64)
        for string in strings:
            self.place(string)

    def __len__(self) -> int:
        return len(self.strings)

    def place(self, string: str) -> int:
        """The number of a string, a new one where it was not met before."""
        found = self._places.get(string)
        if found is None:
            found = self._places[string] = len(self.strings)
            self.strings.append(string)
        return found

    def find(self, string: str) -> int:
        """The number of a string, or NOTHING."""
        return self._places.get(string, NOTHING)

    def hashes(self) -> Keys:
        """(strings,) a key for each that depends on nothing but its letters; never 0."""
        known = len(self._hashes)
        if known < len(self.strings):
            self._hashes = np.concatenate((self._hashes, hashes_of(self.strings[known:])))
        return self._hashes


def spelling(strings: Sequence[str]) -> tuple[NDArray[np.uint32], Integers]:
    """The code points of strings laid end to end, and where each begins."""
    bounds = np.zeros(len(strings) + 1, dtype=np.int64)
    np.cumsum([len(string) for string in strings], out=bounds[1:])
    return np.frombuffer("".join(strings).encode("utf-32-le", "surrogatepass"), dtype=np.uint32), bounds


def hashes_of(strings: Sequence[str]) -> Keys:
    """(strings,) a 64-bit key of each, the same on every machine; never 0."""
    from spectral_core.inference.reading_kernels import string_keys

    return string_keys(*spelling(strings))


@dataclass(frozen=True, slots=True, eq=False)
class Offer:
    """The candidates that the analyser has for a form."""

    form: int
    analyses: Mapping[int, tuple[Analysis, ...]]  # by label; those of one differ in what it does not say

    @property
    def labels(self) -> tuple[int, ...]:
        return tuple(self.analyses)


class Wordbook:
    """Every form, value, label and list of candidates met so far, by number; it grows as text is read."""

    def __init__(self, scheme: Scheme, analyser: Analyser, prefer_given: bool = False) -> None:
        self.scheme, self.analyser, self.prefer_given = scheme, analyser, prefer_given
        # Of guesses for a word that was seen, so many are enough; None where candidates are not guesses.
        self.guesses_beside = GUESSES_SEEN if isinstance(analyser, Guesses) else None
        self.forms, self.values = Vocabulary(), Vocabulary()
        self.labels: list[Label] = []
        self.offers: list[Offer] = []
        self._label_places: dict[Label, int] = {}
        self._offer_places: dict[tuple[str, bool | tuple[Analysis, ...]], int] = {}
        self.readings: dict[tuple[int, int], Analysis] = {}  # form, label: one that was chosen
        self._tags: dict[Label, tuple[int, ...]] = {}
        self._table = np.zeros((0, len(scheme.elements)), dtype=np.int32)

    def label_place(self, label: Label) -> int:
        """The number of a label."""
        found = self._label_places.get(label)
        if found is None:
            found = self._label_places[label] = len(self.labels)
            self.labels.append(label)
        return found

    def label_values(self) -> Places:
        """(labels, elements) the values of each label."""
        known = len(self._table)
        if known < len(self.labels):
            place, tags = self.values.place, self._tags
            new = []
            for label in self.labels[known:]:
                row = tags.get(label[1:])  # few are different, so that most labels are one look
                if row is None:
                    row = tags[label[1:]] = tuple(map(place, label[1:]))
                new.append((place(label[0]), *row))
            self._table = np.concatenate((self._table, np.array(new, dtype=np.int32)))
        return self._table

    def label_of(self, form: str, analysis: Analysis) -> int:
        """The number of an analysis's label."""
        return self.label_place(self.scheme.label(form, analysis))

    def _gold(self, form: str, analysis: Analysis | None) -> int:
        if analysis is None:
            return NOTHING
        label = self.label_of(form, analysis)
        self.note_reading(self.forms.place(form), label, analysis)
        return label

    def note_reading(self, form: int, label: int, analysis: Analysis) -> None:
        """Keeps the analysis as what stands for the label of the form; of several, the first in the alphabet."""
        known = self.readings.get((form, label))
        if known is None or (known != analysis and _spelt(analysis) < _spelt(known)):
            self.readings[form, label] = analysis

    def analyses(self, offer: int, label: int) -> tuple[Analysis, ...]:
        """The candidates with this label, or what stands for it where it was only seen."""
        held = self.offers[offer]
        found = held.analyses.get(label)
        return (self.readings[held.form, label],) if found is None else found

    def offers_of(self, sentence: Sentence) -> list[int]:
        """The number of each word's list of candidates."""
        if isinstance(self.analyser, Given) or (self.prefer_given and any(sentence.candidates)):
            given = sentence.candidates or ((),) * len(sentence)
            return [self._offer(form, offered) for form, offered in zip(sentence.forms, given, strict=True)]
        transliterated = not any(map(is_arabic, sentence.forms))
        return [self._offer(form, transliterated) for form in sentence.forms]

    def _offer(self, form: str, given: bool | tuple[Analysis, ...]) -> int:
        found = self._offer_places.get((form, given))
        if found is None:
            analyses = self.analyser.analyse(form, given) if isinstance(given, bool) else given
            grouped: dict[int, list[Analysis]] = {}
            for analysis in analyses:
                grouped.setdefault(self.label_of(form, analysis), []).append(analysis)
            found = self._offer_places[form, given] = len(self.offers)
            self.offers.append(Offer(self.forms.place(form), {label: tuple(same) for label, same in grouped.items()}))
        return found

    @uncollected()
    def read(self, sentences: Iterable[Sentence], report: Report = silent, stage: str = "reading") -> Text:
        """The words of readable sentences, each with its chosen label; what cannot be read counts as empty."""
        form: list[int] = []
        offer: list[int] = []
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
            form.extend(place(word) for word in sentence.forms)
            offer.extend(self.offers_of(sentence))
            chosen = sentence.with_readings().analyses
            gold.extend(self._gold(word, analysis) for word, analysis in zip(sentence.forms, chosen, strict=True))
        if len(set(names)) < _FEWEST_DOCUMENTS:
            names = [f"{name}\n{at}" for at, name in enumerate(names)]
        numbers = Vocabulary(names)
        document = [numbers.find(name) for name in names]
        sizes_array = np.array(sizes[1:], dtype=np.int64)
        return Text(
            np.array(form, dtype=np.int32),
            np.repeat(np.arange(len(names), dtype=np.int32), sizes_array),
            np.repeat(np.array(document, dtype=np.int32), sizes_array),
            np.array(offer, dtype=np.int32),
            np.array(gold, dtype=np.int32),
            np.cumsum(sizes, dtype=np.int64),
            tuple(numbers.strings),
        )


def _spelt(analysis: Analysis) -> tuple[str, ...]:
    parts = (part for segment in analysis.segments for part in (segment.form, segment.tag))
    return (analysis.lemma, analysis.vocalised, analysis.xpos, analysis.feats, analysis.upos, analysis.gloss, *parts)


def document_of(sentence: Sentence, before: str = "") -> str:
    """The name of the document that a sentence stands in; `before` is that of the sentence ahead of it.

    A comment `newdoc` begins one. Prague treebanks name the file and the sentence in `orig_file_sentence`, tables of
    their words in a comment that has nothing else: `# FILE#3`.
    """
    original = sentence.comment("orig_file_sentence")
    if original is not None:
        return original.partition("#")[0]
    for line in sentence.comments:
        named = _FILE_AND_SENTENCE.fullmatch(line)
        if named is not None:
            return named[1]
        words = line.lstrip("# ")
        if words.startswith("newdoc"):
            identifier = words.partition("=")[2].strip()
            return identifier or f"{before}+"
    return before
