"""Training text of the rankers: words, candidates and labels as integer ids, from treebanks or stored models."""

import gc
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from itertools import pairwise
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Indexes, Integers, Keys, NamedArrays
from spectral_core.data import EMPTY, Analysis, Segment, Sentence, Treebank
from spectral_core.data.readings import WORD, word_kind
from spectral_core.errors import DataError
from spectral_core.model import Arrays, pack, unpack
from spectral_core.models.analysis_ranker.labels import (
    ABSENT,
    CandidateSet,
    Labels,
    Text,
    TrainingLabels,
    Vocabulary,
)
from spectral_core.models.analysis_ranker.settings import RankerSettings
from spectral_core.morphology.analyser import Analyser, FileCandidates, is_transliterated
from spectral_core.morphology.arabic import expansion
from spectral_core.morphology.arabic.lemma_spelling import LemmaSpelling
from spectral_core.morphology.arabic.spelling import (
    add_vowels,
    count_contradictions,
    filter_by_vowels,
    flag_lowest,
    has_vowels,
    is_mostly_vowelled,
    to_unvowelled,
)
from spectral_core.morphology.catalogue import (
    as_new,
    open_analyser,
    restore_analyser,
    serialise_analyser,
    suggest_analyser,
)
from spectral_core.morphology.guesser.counts import Tags
from spectral_core.morphology.label_schemes import (
    Scheme,
    detect_tagset,
    make_universal_scheme,
    parse_scheme,
    scheme_for,
)
from spectral_core.morphology.treebank_lexicon import MAX_EXTRA_GUESSES, GuessingAnalyser
from spectral_core.progress import Progress, Report, ignore_progress

UNIVERSAL = "universal"  # the scheme with labels independent of the form
_CandidateQuery = tuple[str, bool | tuple[Analysis, ...]]  # form; whether it is transliterated, or preset candidates
_FILE_AND_SENTENCE = re.compile(r"# *(\S+)#\d+")
_MIN_DOCUMENTS = 5  # with fewer documents, each sentence is its own document
_BLOCK_SIZE = 1000  # sentences or new words between progress reports
_TABLE_ANALYSER = "buckwalter"  # catalogue name: the installed tables, or the bundled sample
_PART_SEPARATOR, _SEGMENT_SEPARATOR = "\x1f", "\x1e"  # between parts, and within segments
_LINE_BREAK, _ESCAPE = "\x1d", "\x1c"  # replaces a line break; escapes these characters
_ESCAPES = str.maketrans(
    {"\n": _LINE_BREAK}
    | {
        sign: f"{_ESCAPE}{letter}"
        for sign, letter in zip((_PART_SEPARATOR, _SEGMENT_SEPARATOR, _LINE_BREAK, _ESCAPE), "pibe", strict=True)
    }
)
_UNESCAPES = {
    f"{_ESCAPE}{letter}": sign
    for sign, letter in zip((_PART_SEPARATOR, _SEGMENT_SEPARATOR, _LINE_BREAK, _ESCAPE), "pibe", strict=True)
}
_MAX_NUMBER = 1e12
_ESCAPED = re.compile(f"{_ESCAPE}[pibe]|{_LINE_BREAK}")


@contextmanager
def pause_gc() -> Iterator[None]:
    """Pause garbage collection, which is slow while many small objects are created."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class Wordbook:
    """Integer ids of all forms, feature values, labels and candidate sets seen so far; grows as text is read."""

    def __init__(self, scheme: Scheme, analyser: Analyser, prefer_given: bool = False) -> None:
        self.scheme, self.analyser, self.prefer_given = scheme, analyser, prefer_given
        # Guesses for words with training labels; None if the candidates are not guesses.
        self.max_guesses_of_known = MAX_EXTRA_GUESSES if isinstance(analyser, GuessingAnalyser) else None
        self.forms, self.values = Vocabulary(), Vocabulary()
        self.labels = Labels(self.values, len(scheme.elements))
        self.candidate_sets: list[CandidateSet] = []
        self._set_numbers: dict[_CandidateQuery, int] = {}
        self._readings: dict[tuple[int, int], dict[Analysis, int]] = {}  # by form and label: frequencies of readings
        self._tag_numbers: dict[Tags, int] = {}
        self._lemma_spelling = LemmaSpelling()  # spelling conventions in the chosen lemmas
        self.vowelled = False  # whether words keep their diacritics, as in the training text
        self._vowelled_sets: dict[tuple[int, str], int] = {}  # by candidate set and vocalised word

    def with_analyser(self, analyser: Analyser) -> Self:
        """Return a vocabulary with the same words and labels, and the candidates of another analyser."""
        wordbook = copy(self)
        wordbook.analyser, wordbook.max_guesses_of_known = analyser, None
        wordbook.candidate_sets, wordbook._set_numbers, wordbook._vowelled_sets = [], {}, {}
        return wordbook

    def normalise_form(self, word: str) -> str:
        """Return the form under which a word is counted: without diacritics if the ranker is trained on undiacritised
        text."""
        return word if self.vowelled else to_unvowelled(word)

    def label_values(self) -> Indexes:
        """Return (labels, elements) the value ids of each label."""
        return self.labels.make_table()

    def number_label(self, form: str, analysis: Analysis) -> int:
        """Return the label id of a reading."""
        return self.labels.add(self.scheme.label(form, analysis))

    def _number_gold(self, form: str, analysis: Analysis | None, times: int) -> int:
        """Return the label id of a chosen reading, and count the reading."""
        if analysis is None:
            return ABSENT
        label = self.number_label(form, analysis)
        if times:
            self.count_reading(self.forms.add(self.normalise_form(form)), label, add_vowels(form, analysis), times)
        return label

    def count_reading(self, form: int, label: int, analysis: Analysis, times: int = 1) -> None:
        """Count a reading for a form and label; with negative `times`, subtract it."""
        counts = self._readings.setdefault((form, label), {})
        self._lemma_spelling.count(analysis.lemma, times)
        if times < 0 and analysis not in counts and counts:  # a stored model keeps only one reading
            analysis = max(counts, key=_sort_key)
        counts[analysis] = counts.get(analysis, 0) + times
        if counts[analysis] <= 0:
            del counts[analysis]

    def first_reading(self, form: int, label: int) -> Analysis:
        """Return the reading for a label of a form, the alphabetically first if there are several."""
        counts = self._readings[form, label]
        return next(iter(counts)) if len(counts) == 1 else min(counts, key=_sort_key)

    def label_readings(self, offer: int, label: int) -> tuple[Analysis, ...]:
        """Return the candidates with this label, or the training reading if the analyser offers none."""
        candidate_set = self.candidate_sets[offer]
        readings = candidate_set.readings.get(label)
        if not candidate_set.vowels:
            return (self.first_reading(candidate_set.form, label),) if readings is None else readings
        if readings is None:
            return filter_by_vowels(
                candidate_set.vowels, sorted(self._readings[candidate_set.form, label], key=_sort_key)
            )[:1]
        return filter_by_vowels(candidate_set.vowels, readings)

    def check_vowels(self, offer: int, labels: Sequence[int]) -> list[bool]:
        """Return for each label whether it is compatible with the vowels written on the word."""
        candidate_set = self.candidate_sets[offer]
        if not candidate_set.vowels:
            return [True] * len(labels)
        counts: list[int | None] = []
        for label in labels:
            readings = candidate_set.readings.get(label) or tuple(self._readings.get((candidate_set.form, label), ()))
            contradiction_counts = [count_contradictions(candidate_set.vowels, reading) for reading in readings]
            counts.append(
                None
                if None in contradiction_counts
                else min((count for count in contradiction_counts if count is not None), default=None)
            )
        return flag_lowest(counts)

    def _make_queries(self, sentence: Sentence) -> Iterable[_CandidateQuery]:
        """Return the lookup keys that determine the candidates of the words."""
        if isinstance(self.analyser, FileCandidates) or (self.prefer_given and any(sentence.candidates)):
            return zip(
                map(self.normalise_form, sentence.forms), sentence.candidates or ((),) * len(sentence), strict=True
            )
        transliterated = is_transliterated(sentence.forms, self.analyser)
        return ((self.normalise_form(form), transliterated) for form in sentence.forms)

    def _number_candidates(self, queries: Sequence[_CandidateQuery], report: Report, stage: str) -> list[int]:
        """Return the ids of the candidate sets for these queries."""
        new_queries = [query for query in dict.fromkeys(queries) if query not in self._set_numbers]
        can_guess = self.max_guesses_of_known is not None and self.scheme.name == UNIVERSAL
        for begin in range(0, len(new_queries), _BLOCK_SIZE):
            if begin:
                report(Progress(stage, begin, len(new_queries)))
            block = new_queries[begin : begin + _BLOCK_SIZE]
            words = [form for form, source in block if isinstance(source, bool) and word_kind(form) == WORD]
            guesses = dict(zip(words, self._guess(words), strict=True)) if can_guess and words else {}
            candidate_sets = [guesses.get(form) or self._analyse(form, source) for form, source in block]
            self._set_numbers.update(
                zip(block, range(len(self.candidate_sets), len(self.candidate_sets) + len(block)), strict=True)
            )
            self.candidate_sets.extend(candidate_sets)
        return [self._set_numbers[query] for query in queries]

    def _apply_vowels(self, set_number: int, form: str) -> int:
        """Return the id of the candidate set restricted to readings compatible with the word's written vowels."""
        if not has_vowels(form):
            return set_number
        vowelled_number = self._vowelled_sets.get((set_number, form))
        if vowelled_number is None:
            vowelled_number = self._vowelled_sets[set_number, form] = len(self.candidate_sets)
            self.candidate_sets.append(self.candidate_sets[set_number].with_vowels(form))
        return vowelled_number

    def _analyse(self, form: str, source: bool | tuple[Analysis, ...]) -> CandidateSet:
        """Return the analyser's candidates, or the preset ones, by label."""
        analyses = self.analyser.analyse(form, source) if isinstance(source, bool) else source
        grouped: dict[int, list[Analysis]] = {}
        for analysis in analyses:
            respelt = analysis._replace(lemma=self._lemma_spelling.respell(analysis.lemma))
            grouped.setdefault(self.number_label(form, respelt), []).append(respelt)
        return CandidateSet.from_readings(
            self.forms.add(self.normalise_form(form)), {label: tuple(readings) for label, readings in grouped.items()}
        )

    def _guess(self, forms: Sequence[str]) -> list[CandidateSet]:
        """Return candidate sets of guesses. Labels do not depend on the form and are computed at once; readings are
        made on demand."""
        assert isinstance(self.analyser, GuessingAnalyser)
        guesses = self.analyser.treebank.guesser.guess(forms, self.analyser.treebank.max_guesses).drop_symbol_tags()
        lemmas = np.array([self.values.add(lemma) for lemma in guesses.lemmas], dtype=np.int32)
        tag_numbers = np.array([self._number_tags(tags) for tags in guesses.distinct_tags], dtype=np.int32)
        labels = self.labels.add_pairs(lemmas[guesses.lemma_index], tag_numbers[guesses.tag_index])
        has_duplicates = len(set(tag_numbers.tolist())) < len(tag_numbers)  # the same features in another order
        candidate_sets: list[CandidateSet] = []
        for word, (form, (begin, end)) in enumerate(zip(forms, pairwise(guesses.bounds.tolist()), strict=True)):
            guess_labels = labels[begin:end]
            distinct_labels = (
                np.array(list(dict.fromkeys(guess_labels.tolist())), dtype=np.int32) if has_duplicates else guess_labels
            )
            candidate_sets.append(
                CandidateSet.from_guesses(
                    self.forms.add(self.normalise_form(form)), distinct_labels, guesses, word, guess_labels
                )
            )
        return candidate_sets

    def _number_tags(self, tags: Tags) -> int:
        """Return the id of the part of a label that the tags determine."""
        number = self._tag_numbers.get(tags)
        if number is None:
            upos, xpos, feats = tags
            label = self.scheme.label("", Analysis(EMPTY, EMPTY, upos, xpos, feats))
            number = self._tag_numbers[tags] = self.labels.add_rest(label[1:])
        return number

    @pause_gc()
    def read(
        self, sentences: Iterable[Sentence], report: Report = ignore_progress, stage: str = "reading", times: int = 1
    ) -> Text:
        """Encode sentences, each word with its chosen label; unreadable sentences are encoded as empty. Chosen readings
        are counted `times` times."""
        words: list[str] = []
        form_numbers: list[int] = []
        queries: list[_CandidateQuery] = []
        gold: list[int] = []
        sizes = [0]
        names: list[str] = []
        number_form = self.forms.add
        for done, sentence in enumerate(sentences):
            if done and not done % _BLOCK_SIZE:
                report(Progress(stage, done))
            if not sentence.readable:
                sizes.append(0)
                names.append("")
                continue
            names.append(document_name(sentence, names[-1] if names else ""))
            sizes.append(len(sentence))
            words.extend(sentence.forms)
            form_numbers.extend(number_form(self.normalise_form(word)) for word in sentence.forms)
            queries.extend(self._make_queries(sentence))
            readings = sentence.with_readings().analyses
            gold.extend(
                self._number_gold(word, reading, times) for word, reading in zip(sentence.forms, readings, strict=True)
            )
        candidate_sets = self._number_candidates(queries, report, stage)
        if not times:  # training also uses the candidates of undiacritised words
            candidate_sets = [
                self._apply_vowels(candidate_set, word)
                for candidate_set, word in zip(candidate_sets, words, strict=True)
            ]
        if len(set(names)) < _MIN_DOCUMENTS:
            names = [f"{name}\n{index}" for index, name in enumerate(names)]
        documents = Vocabulary(names)
        document_numbers = [documents.find(name) for name in names]
        sizes_array = np.array(sizes[1:], dtype=np.int64)
        return Text(
            np.array(form_numbers, dtype=np.int32),
            np.repeat(np.arange(len(names), dtype=np.int32), sizes_array),
            np.repeat(np.array(document_numbers, dtype=np.int32), sizes_array),
            np.array(candidate_sets, dtype=np.int32),
            np.array(gold, dtype=np.int32),
            np.cumsum(sizes, dtype=np.int64),
            tuple(documents.strings),
        )


def _sort_key(analysis: Analysis) -> tuple[str, ...]:
    """Return an alphabetical sort key for readings."""
    parts = (part for segment in analysis.segments for part in (segment.form, segment.tag))
    return (analysis.lemma, analysis.vocalised, analysis.xpos, analysis.feats, analysis.upos, analysis.gloss, *parts)


def document_name(sentence: Sentence, previous: str = "") -> str:
    """Return the document name of a sentence; `previous` is the name for the sentence before. A `newdoc` comment starts
    a document. Prague treebanks name file and sentence in `orig_file_sentence`, or, in their word tables, in a comment
    of the form `# FILE#3`."""
    original = sentence.comment("orig_file_sentence")
    if original is not None:
        return original.partition("#")[0]
    for line in sentence.comments:
        match = _FILE_AND_SENTENCE.fullmatch(line)
        if match is not None:
            return match[1]
        words = line.lstrip("# ")
        if words.startswith("newdoc"):
            return words.partition("=")[2].strip() or f"{previous}+"
    return previous


def check_readings(treebank: Treebank) -> str | None:
    """Return why a treebank without readings, lemmas and tags cannot be used for training; None if it has some."""
    if any(sentence.readable and any(sentence.with_readings().analyses) for sentence in treebank):
        return None
    return "No word here has a chosen analysis, a lemma or a tag; open a treebank that has some."


def choose_scheme(settings: RankerSettings, treebank: Treebank) -> Scheme:
    """Return the scheme of label elements for the settings and the treebank."""
    if settings.elements == "arabic":
        return parse_scheme("arabic")
    if settings.elements == "universal":
        return make_universal_scheme(treebank)
    return scheme_for(treebank)


def open_wordbook(settings: RankerSettings, treebank: Treebank) -> tuple[Wordbook, tuple[str, ...]]:
    """Return a vocabulary for the treebank, and the configuration from which `reopen_wordbook` restores its
    analyser."""
    reason = check_readings(treebank)
    if reason is not None:
        raise DataError(reason[0].lower() + reason[1:].rstrip("."))
    readable = Treebank.of(sentence for sentence in treebank if sentence.readable)
    name = suggest_analyser(readable) if settings.analyser == "auto" else settings.analyser
    if (
        settings.analyser == "auto"
        and name == _TABLE_ANALYSER
        and detect_tagset(readable) == "other"
        and expansion.find_installed_tables()
    ):
        name = "treebank"  # tags that the tables lack; a dictionary's are mapped during ranking
    analyser = open_analyser(name, readable)
    book = Wordbook(choose_scheme(settings, readable), as_new(analyser))
    book.vowelled = is_mostly_vowelled(form for sentence in readable for form in sentence.forms)
    return book, serialise_analyser(analyser, name)


def reopen_wordbook(scheme: str, analyser_config: tuple[str, ...]) -> Wordbook:
    """Return an empty vocabulary with a stored scheme and analyser."""
    analyser = restore_analyser(analyser_config)
    return Wordbook(parse_scheme(scheme), analyser if isinstance(analyser, FileCandidates) else as_new(analyser))


def pack_training_labels(book: Wordbook, training_labels: TrainingLabels) -> NamedArrays:
    """Return the forms, labels, readings and counts of the training data as arrays, in alphabetical order."""
    rows = sorted(
        (
            _escape(book.forms.strings[form]),
            _PART_SEPARATOR.join(map(_escape, book.labels[label])),
            _format_analysis(book.first_reading(form, label)),
            times,
        )
        for form, label, times in training_labels.list_counts()
    )
    forms, labels, analyses, times = zip(*rows, strict=True) if rows else ((), (), (), ())
    return {
        "seen_forms": pack(forms),
        "seen_labels": pack(labels),
        "seen_analyses": pack(analyses),
        "seen_times": np.array(times, dtype=np.int64),
    }


def unpack_training_labels(book: Wordbook, arrays: Arrays) -> TrainingLabels:
    """Restore the output of `pack_training_labels`, adding forms, labels and readings to the vocabulary; ValueError if
    invalid."""
    counts = []
    columns = (unpack(arrays[f"seen_{name}"]) for name in ("forms", "labels", "analyses"))
    times = read_integers(arrays, "seen_times")
    if len(times) and times.min() <= 0:
        raise ValueError("what was seen was seen at least once")
    size = len(book.scheme.elements)
    book.vowelled = is_mostly_vowelled(map(_unescape, unpack(arrays["seen_forms"])))
    for form, label, analysis, count in zip(*columns, times.tolist(), strict=True):
        values = tuple(map(_unescape, label.split(_PART_SEPARATOR)))
        if len(values) != size:
            raise ValueError(f"a label has {size} elements, not {len(values)}")
        form_number, label_number = book.forms.add(_unescape(form)), book.labels.add(values)
        book.count_reading(form_number, label_number, _parse_analysis(analysis), count)
        counts.append((form_number, label_number, count))
    return TrainingLabels.from_counts(counts)


def read_training_tags(arrays: Arrays) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the training words of a ranker with the UPOS and XPOS of each; empty if the arrays are not from a
    ranker."""
    if "seen_forms" not in arrays or "seen_analyses" not in arrays:
        return [], []
    forms, analyses = unpack(arrays["seen_forms"]), unpack(arrays["seen_analyses"])
    return list(map(_unescape, forms)), [
        (cells[2], cells[3]) for cells in (row.split(_PART_SEPARATOR) for row in analyses)
    ]


def read_integers(arrays: Arrays, name: str) -> Integers:
    """Return a one-dimensional integer array; ValueError for anything else."""
    array = arrays[name]
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise ValueError(f"{name} is not a one-dimensional array of integers")
    return array.astype(np.int64)


def read_keys(arrays: Arrays, name: str) -> Keys:
    """Return a strictly increasing array of 64-bit keys; ValueError for anything else."""
    array = arrays[name]
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise ValueError(f"{name} is not a row of keys")
    rising_keys = array.astype(np.uint64)
    if (rising_keys[1:] <= rising_keys[:-1]).any():
        raise ValueError(f"{name} do not rise")
    return rising_keys


def read_numbers(arrays: Arrays, name: str, dimensions: int = 1) -> Floats:
    """Return a numeric array with values small enough for finite sums; ValueError for anything else."""
    array = arrays[name]
    if array.ndim != dimensions or array.dtype.kind not in "iuf" or not (np.abs(array) < _MAX_NUMBER).all():
        raise ValueError(f"{name} does not hold numbers below {_MAX_NUMBER:.0e} in {dimensions} dimensions")
    return array.astype(np.float64)


def _format_analysis(analysis: Analysis) -> str:
    columns = (analysis.lemma, analysis.vocalised, analysis.upos, analysis.xpos, analysis.feats, analysis.gloss)
    segments = (f"{_escape(part.form)}{_SEGMENT_SEPARATOR}{_escape(part.tag)}" for part in analysis.segments)
    return _PART_SEPARATOR.join((*map(_escape, columns), *segments))


def _parse_analysis(text: str) -> Analysis:
    columns = text.split(_PART_SEPARATOR)
    lemma, vocalised, upos, xpos, feats, gloss = map(_unescape, columns[:6])
    segments = tuple(Segment(*map(_unescape, part.split(_SEGMENT_SEPARATOR))) for part in columns[6:])
    return Analysis(lemma, vocalised, upos, xpos, feats, gloss, segments)


def _escape(text: str) -> str:
    """Escape line breaks and separators in a text."""
    return text if text.isprintable() else text.translate(_ESCAPES)


def _unescape(cell: str) -> str:
    """Undo `_escape`."""
    return cell if cell.isprintable() else _ESCAPED.sub(lambda match: _UNESCAPES.get(match[0], "\n"), cell)
