"""Vocabulary of the rankers: encodes strings, sentences, candidate readings and labels as integer ids."""

import gc
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy, deepcopy
from itertools import pairwise
from typing import Self

import numpy as np

from spectral_core.arrays import CodePoints, Flags, Floats, Indexes, Integers, Keys
from spectral_core.data import EMPTY, Analysis, Sentence, Treebank
from spectral_core.data.readings import WORD_KIND, classify_form
from spectral_core.errors import DataError
from spectral_core.models.analysis_ranker.labels_and_candidates import (
    ABSENT,
    CandidateSet,
    EncodedText,
    LabelTable,
    WordCandidates,
)
from spectral_core.models.analysis_ranker.settings import RankerSettings
from spectral_core.morphology.analyser import Analyser, FileCandidates, is_transliterated
from spectral_core.morphology.arabic import buckwalter_tables
from spectral_core.morphology.arabic.reading_preference import (
    UNKNOWN_UPOS,
    compute_preference,
    is_dictionary_reading,
)
from spectral_core.morphology.arabic.spelling import (
    LemmaSpellingConventions,
    add_written_vowels,
    has_diacritics,
    is_arabic,
    is_mostly_vowelled,
    to_unvowelled,
)
from spectral_core.morphology.arabic.vowel_agreement import count_contradictions, filter_by_vowels, flag_minima
from spectral_core.morphology.catalogue import (
    make_training_analyser,
    open_analyser,
    restore_analyser,
    serialise_analyser,
    suggest_analyser,
)
from spectral_core.morphology.guesser.estimation import Tags
from spectral_core.morphology.label_schemes import (
    LabelScheme,
    choose_label_scheme,
    detect_arabic_tagset,
    make_universal_scheme,
    parse_label_scheme,
)
from spectral_core.morphology.treebank_lexicon import MAX_EXTRA_GUESSES, GuessingAnalyser
from spectral_core.progress import Progress, Report, ignore_progress

UNIVERSAL_SCHEME = "universal"  # name of the label scheme in which labels do not depend on the form
_CandidateQuery = tuple[str, bool | tuple[Analysis, ...]]  # form; whether it is transliterated, or preset candidates
_SENTENCE_ID_COMMENT = re.compile(r"# *(\S+)#\d+")
_MIN_DOCUMENTS = 5  # with fewer documents, each sentence is its own document
_STAGE = "reading"
_BLOCK_SIZE = 1000  # sentences or new words between progress reports
_TABLE_ANALYSER = "buckwalter"  # in the catalogue: the installed Buckwalter tables, or the bundled sample


@contextmanager
def pause_gc() -> Iterator[None]:
    """Pause the garbage collector, which slows down the creation of many small objects."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class RankerVocabulary:
    """Integer ids of all forms, attribute values, labels and candidate sets seen so far; grows as sentences are
    encoded."""

    def __init__(self, scheme: LabelScheme, analyser: Analyser) -> None:
        self.scheme, self.analyser = scheme, analyser
        # Maximal number of guesses for words with training labels; None if the analyser does not guess.
        self.max_guesses_of_known_words = MAX_EXTRA_GUESSES if isinstance(analyser, GuessingAnalyser) else None
        self.forms, self.values = StringTable(), StringTable()
        self.labels = LabelTable(self.values, len(scheme.element_names))
        self.candidate_sets: list[CandidateSet] = []
        self._candidate_set_ids: dict[_CandidateQuery, int] = {}
        # By form and label: frequency of each reading.
        self._reading_counts: dict[tuple[int, int], dict[Analysis, int]] = {}
        self._tag_ids: dict[Tags, int] = {}
        self._lemma_spelling = LemmaSpellingConventions()  # spelling conventions of the training lemmas
        self.keeps_diacritics = False  # whether forms are counted with diacritics: the training text is vocalised
        self._vocalised_set_ids: dict[tuple[int, str], int] = {}  # by candidate set and vocalised spelling
        self._comparisons: dict[int, dict[int, tuple[float, bool]]] = {}  # by candidate set and label

    def with_analyser(self, analyser: Analyser) -> Self:
        """Return a copy with the same forms and labels, whose candidates come from another analyser."""
        vocabulary = self._copy_without_candidates()
        vocabulary.analyser, vocabulary.max_guesses_of_known_words = analyser, None
        return vocabulary

    def with_own_counts(self) -> Self:
        """Return a copy with the same forms and labels, whose readings and lemmas are counted independently."""
        vocabulary = self._copy_without_candidates()
        vocabulary._reading_counts = {key: dict(counts) for key, counts in self._reading_counts.items()}
        vocabulary._lemma_spelling = deepcopy(self._lemma_spelling)
        return vocabulary

    def _copy_without_candidates(self) -> Self:
        """Return a copy that shares forms, labels and counts, and has no candidate sets."""
        vocabulary = copy(self)
        vocabulary.candidate_sets, vocabulary._candidate_set_ids, vocabulary._vocalised_set_ids = [], {}, {}
        vocabulary._comparisons = {}
        return vocabulary

    def normalise_form(self, word: str) -> str:
        """Return the form that is counted for a word: without diacritics unless the training text is vocalised."""
        return word if self.keeps_diacritics else to_unvowelled(word)

    def label_value_ids(self) -> Indexes:
        """Return (labels, elements) the ids of the attribute values of each label."""
        return self.labels.value_table()

    def encode_label(self, form: str, analysis: Analysis) -> int:
        """Return the id of the label of a reading, adding the label if new."""
        return self.labels.add(self.scheme.label(form, analysis))

    def _encode_and_count_gold_label(self, form: str, analysis: Analysis | None, times: int) -> int:
        """Return the id of the label of a gold reading, and add `times` to the frequency of the reading."""
        if analysis is None:
            return ABSENT
        label = self.encode_label(form, analysis)
        if times:
            self.add_reading_count(
                self.forms.add(self.normalise_form(form)), label, add_written_vowels(form, analysis), times
            )
        return label

    def add_reading_count(self, form: int, label: int, analysis: Analysis, times: int) -> None:
        """Add `times` to the frequency of a reading of a form and label; negative values subtract."""
        counts = self._reading_counts.setdefault((form, label), {})
        self._lemma_spelling.count_lemma(analysis.lemma, times)
        if times < 0 and analysis not in counts and counts:  # a stored model has only one reading of each label
            analysis = max(counts, key=_reading_sort_key)
        counts[analysis] = counts.get(analysis, 0) + times
        if counts[analysis] <= 0:
            del counts[analysis]

    def find_training_reading(self, form: int, label: int) -> Analysis:
        """Return the training reading of a form with a label; the alphabetically first if there are several."""
        counts = self._reading_counts[form, label]
        return next(iter(counts)) if len(counts) == 1 else min(counts, key=_reading_sort_key)

    def find_readings_with_label(self, candidate_set_id: int, label: int) -> tuple[Analysis, ...]:
        """Return the readings of a candidate set that have a label; those of training if the analyser offers none."""
        candidate_set = self.candidate_sets[candidate_set_id]
        readings = candidate_set.readings_by_label.get(label)
        if not candidate_set.vocalised_form:
            return (self.find_training_reading(candidate_set.form, label),) if readings is None else readings
        if readings is None:
            return filter_by_vowels(
                candidate_set.vocalised_form,
                sorted(self._reading_counts[candidate_set.form, label], key=_reading_sort_key),
            )[:1]
        return filter_by_vowels(candidate_set.vocalised_form, readings)

    def check_vowel_compatibility(self, candidate_set_id: int, labels: Sequence[int]) -> list[bool]:
        """Return for each label whether its readings are compatible with the vowels written on the word."""
        candidate_set = self.candidate_sets[candidate_set_id]
        if not candidate_set.vocalised_form:
            return [True] * len(labels)
        counts: list[int | None] = []
        for label in labels:
            readings = candidate_set.readings_by_label.get(label) or tuple(
                self._reading_counts.get((candidate_set.form, label), ())
            )
            contradiction_counts = [count_contradictions(candidate_set.vocalised_form, reading) for reading in readings]
            counts.append(
                None
                if None in contradiction_counts
                else min((count for count in contradiction_counts if count is not None), default=None)
            )
        return flag_minima(counts)

    def compare_readings(self, words: WordCandidates) -> tuple[Floats, Flags]:
        """Return (rows,) the preference for each candidate by its structure, 0 for the preferred one of a word and for
        those that a dictionary does not describe; and whether it names no word where a dictionary knows one."""
        preferences, is_unknown = np.zeros(len(words.labels)), np.zeros(len(words.labels), dtype=np.bool_)
        if isinstance(self.analyser, GuessingAnalyser) or not len(words.labels):
            return preferences, is_unknown
        row_sets = np.repeat(words.candidate_set, np.diff(words.first_row)).astype(np.int64)
        pairs, inverse = np.unique(row_sets << 32 | words.labels, return_inverse=True)
        compared = np.zeros((len(pairs), 2))
        for index, pair in enumerate(pairs.tolist()):
            candidate_set_id, label = pair >> 32, pair & 0xFFFFFFFF
            if candidate_set_id not in self._comparisons:
                self._comparisons[candidate_set_id] = self._compare_candidate_set(candidate_set_id)
            comparison = self._comparisons[candidate_set_id]
            if comparison and label not in comparison:  # known from training only
                is_default = (
                    self.find_training_reading(self.candidate_sets[candidate_set_id].form, label).upos == UNKNOWN_UPOS
                )
                comparison[label] = (0.0, is_default)
            compared[index] = comparison.get(label, (0.0, False))
        return compared[inverse, 0], compared[inverse, 1] > 0.0

    def _compare_candidate_set(self, candidate_set_id: int) -> dict[int, tuple[float, bool]]:
        """Return the preference for each label of a candidate set, and whether it names no word; empty if no Arabic
        dictionary knows the word."""
        readings_by_label = self.candidate_sets[candidate_set_id].readings_by_label
        form = self.forms.strings[self.candidate_sets[candidate_set_id].form]
        is_known = is_arabic(form) and any(
            map(is_dictionary_reading, (reading for readings in readings_by_label.values() for reading in readings))
        )
        if not is_known:
            return {}
        preferences = {
            label: max(
                (compute_preference(reading) for reading in readings if reading.upos != UNKNOWN_UPOS), default=None
            )
            for label, readings in readings_by_label.items()
        }
        best = max(preference for preference in preferences.values() if preference is not None)
        return {
            label: (0.0, True) if preference is None else (preference - best, False)
            for label, preference in preferences.items()
        }

    def _make_candidate_queries(self, sentence: Sentence) -> Iterable[_CandidateQuery]:
        """Return for each word the lookup key of its candidate set."""
        if isinstance(self.analyser, FileCandidates):
            return zip(
                map(self.normalise_form, sentence.forms), sentence.candidates or ((),) * len(sentence), strict=True
            )
        transliterated = is_transliterated(sentence.forms, self.analyser)
        return ((self.normalise_form(form), transliterated) for form in sentence.forms)

    def _add_candidate_sets(self, queries: Sequence[_CandidateQuery], report: Report) -> list[int]:
        """Return the ids of the candidate sets of these queries, analysing those that are new."""
        new_queries = [query for query in dict.fromkeys(queries) if query not in self._candidate_set_ids]
        can_guess = self.max_guesses_of_known_words is not None and self.scheme.name == UNIVERSAL_SCHEME
        for begin in range(0, len(new_queries), _BLOCK_SIZE):
            if begin:
                report(Progress(_STAGE, begin, len(new_queries)))
            block = new_queries[begin : begin + _BLOCK_SIZE]
            words = [form for form, source in block if isinstance(source, bool) and classify_form(form) == WORD_KIND]
            guesses = dict(zip(words, self._guess_candidate_sets(words), strict=True)) if can_guess and words else {}
            candidate_sets = [guesses.get(form) or self._make_candidate_set(form, source) for form, source in block]
            self._candidate_set_ids.update(
                zip(block, range(len(self.candidate_sets), len(self.candidate_sets) + len(block)), strict=True)
            )
            self.candidate_sets.extend(candidate_sets)
        return [self._candidate_set_ids[query] for query in queries]

    def _add_vocalised_set(self, candidate_set_id: int, form: str) -> int:
        """Return the id of a copy of a candidate set for a vocalised spelling; of the set itself if the word has no
        vowels."""
        if not has_diacritics(form):
            return candidate_set_id
        vocalised_set_id = self._vocalised_set_ids.get((candidate_set_id, form))
        if vocalised_set_id is None:
            vocalised_set_id = self._vocalised_set_ids[candidate_set_id, form] = len(self.candidate_sets)
            self.candidate_sets.append(self.candidate_sets[candidate_set_id].with_vocalised_form(form))
        return vocalised_set_id

    def _make_candidate_set(self, form: str, source: bool | tuple[Analysis, ...]) -> CandidateSet:
        """Group the readings of the analyser, or those of the file, by label."""
        analyses = self.analyser.analyse(form, source) if isinstance(source, bool) else source
        grouped: dict[int, list[Analysis]] = {}
        for analysis in analyses:
            respelt = analysis._replace(lemma=self._lemma_spelling.respell(analysis.lemma))
            grouped.setdefault(self.encode_label(form, respelt), []).append(respelt)
        return CandidateSet.from_readings(
            self.forms.add(self.normalise_form(form)), {label: tuple(readings) for label, readings in grouped.items()}
        )

    def _guess_candidate_sets(self, forms: Sequence[str]) -> list[CandidateSet]:
        """Return candidate sets of guessed readings. Their labels do not depend on the form and are computed for all at
        once; the readings are made on access."""
        assert isinstance(self.analyser, GuessingAnalyser)
        guesses = self.analyser.treebank.guesser.guess(forms, self.analyser.treebank.max_guesses).drop_symbol_tags()
        lemmas = np.array([self.values.add(lemma) for lemma in guesses.lemmas], dtype=np.int32)
        tag_ids = np.array([self._encode_tags(tags) for tags in guesses.distinct_tags], dtype=np.int32)
        labels = self.labels.add_by_value_ids(lemmas[guesses.lemma_index], tag_ids[guesses.tag_index])
        has_duplicates = len(set(tag_ids.tolist())) < len(tag_ids)  # equal features in a different order
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

    def _encode_tags(self, tags: Tags) -> int:
        """Return the id of the attributes of a label that depend on the tags alone."""
        tags_id = self._tag_ids.get(tags)
        if tags_id is None:
            upos, xpos, feats = tags
            label = self.scheme.label("", Analysis(EMPTY, EMPTY, upos, xpos, feats))
            tags_id = self._tag_ids[tags] = self.labels.add_remaining_attributes(label[1:])
        return tags_id

    def _add_unvowelled_copies(self, sentences: Iterable[Sentence], times: int) -> Iterator[tuple[int, Sentence, str]]:
        """Iterate over sentences with their number and document, and in vowelled training text over an unvowelled copy
        of each as well, so that words are known without vowels, too."""
        name = ""
        for number, sentence in enumerate(sentences):
            name = find_document_name(sentence, name)
            yield number, sentence, name
            if times and self.keeps_diacritics and sentence.is_readable and any(map(has_diacritics, sentence.forms)):
                yield number, _strip_vowels(sentence), name

    @pause_gc()
    def encode_text(
        self, sentences: Iterable[Sentence], report: Report = ignore_progress, times: int = 1
    ) -> EncodedText:
        """Encode sentences: form, candidate set and gold label of each word. Unreadable sentences become empty. The
        gold readings are counted `times` times; 0 encodes new text."""
        words: list[str] = []
        form_ids: list[int] = []
        queries: list[_CandidateQuery] = []
        gold: list[int] = []
        sizes = [0]
        document_names: list[str] = []
        originals: list[int] = []  # of each sentence read, without its unvowelled copy
        add_form = self.forms.add
        for done, sentence, name in self._add_unvowelled_copies(sentences, times):
            if done and not done % _BLOCK_SIZE:
                report(Progress(_STAGE, done))
            document_names.append(name)
            originals.append(done)
            if not sentence.is_readable:
                sizes.append(0)
                continue
            sizes.append(len(sentence))
            words.extend(sentence.forms)
            form_ids.extend(add_form(self.normalise_form(word)) for word in sentence.forms)
            queries.extend(self._make_candidate_queries(sentence))
            readings = sentence.with_readings_from_columns().analyses
            gold.extend(
                self._encode_and_count_gold_label(word, reading, times)
                for word, reading in zip(sentence.forms, readings, strict=True)
            )
        candidate_set_ids = self._add_candidate_sets(queries, report)
        if not times:  # in training, candidates are not restricted by vowels
            candidate_set_ids = [
                self._add_vocalised_set(candidate_set, word)
                for candidate_set, word in zip(candidate_set_ids, words, strict=True)
            ]
        if len(set(document_names)) < _MIN_DOCUMENTS:
            document_names = [f"{name}\n{index}" for index, name in zip(originals, document_names, strict=True)]
        documents = StringTable(document_names)
        document_ids = [documents.find(name) for name in document_names]
        sizes_array = np.array(sizes[1:], dtype=np.int64)
        return EncodedText(
            np.array(form_ids, dtype=np.int32),
            np.repeat(np.arange(len(document_names), dtype=np.int32), sizes_array),
            np.repeat(np.array(document_ids, dtype=np.int32), sizes_array),
            np.array(candidate_set_ids, dtype=np.int32),
            np.array(gold, dtype=np.int32),
            np.cumsum(sizes, dtype=np.int64),
            tuple(documents.strings),
        )


def _strip_vowels(sentence: Sentence) -> Sentence:
    """Return a sentence without diacritics, with the vowelled words in its readings."""
    analyses = sentence.with_readings_from_columns().analyses
    return Sentence.of(
        [to_unvowelled(form) for form in sentence.forms],
        analyses=[
            None if analysis is None else add_written_vowels(form, analysis)
            for form, analysis in zip(sentence.forms, analyses, strict=True)
        ],
        unanalysed=sentence.unanalysed,
    )


def _reading_sort_key(analysis: Analysis) -> tuple[str, ...]:
    """Return the key that sorts readings alphabetically."""
    parts = (part for segment in analysis.segments for part in (segment.form, segment.tag))
    return (analysis.lemma, analysis.vocalised, analysis.xpos, analysis.feats, analysis.upos, analysis.gloss, *parts)


def find_document_name(sentence: Sentence, previous: str = "") -> str:
    """Return the name of the document of a sentence; `previous` is that of the sentence before. A `newdoc` comment
    starts a document. Prague treebanks name file and sentence in `orig_file_sentence`, or in their word tables in a
    comment of the form `# FILE#3`."""
    original = sentence.comment("orig_file_sentence")
    if original is not None:
        return original.partition("#")[0]
    for line in sentence.comments:
        match = _SENTENCE_ID_COMMENT.fullmatch(line)
        if match is not None:
            return match[1]
        comment = line.lstrip("# ")
        if comment.startswith("newdoc"):
            return comment.partition("=")[2].strip() or f"{previous}+"
    return previous


def has_readings(sentence: Sentence) -> bool:
    """Return whether some word of a sentence has a chosen analysis, a lemma or a tag."""
    return sentence.is_readable and any(sentence.with_readings_from_columns().analyses)


def _require_readings(treebank: Treebank) -> None:
    """Raise DataError if a treebank has no readings, lemmas or tags to train on."""
    if not any(map(has_readings, treebank)):
        raise DataError("no word here has a chosen analysis, a lemma or a tag; open a treebank that has some")


def make_label_scheme(settings: RankerSettings, treebank: Treebank) -> LabelScheme:
    """Return the label scheme for the settings and the treebank: which attributes of a reading make up its label."""
    if settings.elements == "arabic":
        return parse_label_scheme("arabic")
    if settings.elements == "universal":
        return make_universal_scheme(treebank)
    return choose_label_scheme(treebank)


def make_vocabulary(settings: RankerSettings, treebank: Treebank) -> tuple[RankerVocabulary, tuple[str, ...]]:
    """Return an empty vocabulary with the label scheme and analyser for a treebank, and the configuration from which
    `restore_vocabulary` restores the analyser."""
    _require_readings(treebank)
    readable = Treebank.of(sentence for sentence in treebank if sentence.is_readable)
    analyser_name = suggest_analyser(readable) if settings.analyser == "auto" else settings.analyser
    if (
        settings.analyser == "auto"
        and analyser_name == _TABLE_ANALYSER
        and detect_arabic_tagset(readable) == "other"
        and buckwalter_tables.find_installed_tables()
    ):
        analyser_name = "treebank"  # the tables have another tagset, which is mapped when readings are ranked
    analyser = open_analyser(analyser_name, readable)
    vocabulary = RankerVocabulary(make_label_scheme(settings, readable), make_training_analyser(analyser))
    vocabulary.keeps_diacritics = is_mostly_vowelled(form for sentence in readable for form in sentence.forms)
    return vocabulary, serialise_analyser(analyser, analyser_name)


def restore_vocabulary(scheme: str, analyser_config: tuple[str, ...]) -> RankerVocabulary:
    """Return an empty vocabulary with a stored label scheme and analyser."""
    analyser = restore_analyser(analyser_config)
    return RankerVocabulary(
        parse_label_scheme(scheme),
        analyser if isinstance(analyser, FileCandidates) else make_training_analyser(analyser),
    )


class StringTable:
    """Strings with integer ids in order of first occurrence, and their hashes."""

    def __init__(self, strings: Iterable[str] = ()) -> None:
        self.strings: list[str] = []
        self._ids: dict[str, int] = {}
        self._hashes = np.zeros(0, dtype=np.uint64)
        for string in strings:
            self.add(string)

    def __len__(self) -> int:
        return len(self.strings)

    def add(self, string: str) -> int:
        """Return the id of a string, adding it if new."""
        string_id = self._ids.get(string)
        if string_id is None:
            string_id = self._ids[string] = len(self.strings)
            self.strings.append(string)
        return string_id

    def find(self, string: str) -> int:
        """Return the id of a string, or ABSENT."""
        return self._ids.get(string, ABSENT)

    def hashes(self) -> Keys:
        """Return (strings,) a hash of each string; never 0."""
        known_count = len(self._hashes)
        if known_count < len(self.strings):
            self._hashes = np.concatenate((self._hashes, hash_strings(self.strings[known_count:])))
        return self._hashes


def encode_code_points(strings: Sequence[str]) -> tuple[CodePoints, Integers]:
    """Return the code points of strings, concatenated, and the offset of each string."""
    bounds = np.concatenate(([0], np.cumsum([len(string) for string in strings]))).astype(np.int64)
    return np.frombuffer("".join(strings).encode("utf-32-le", "surrogatepass"), dtype=np.uint32), bounds


def hash_strings(strings: Sequence[str]) -> Keys:
    """Return (strings,) 64-bit hashes, the same on every machine; never 0."""
    from spectral_core.structured.analysis_ranker.context_keys import string_hashes

    return string_hashes(*encode_code_points(strings))
