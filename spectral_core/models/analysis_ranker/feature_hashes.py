"""Feature hashing for the context ranker: 64-bit hashes of forms, label elements and candidate sets."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import CodePoints, Indexes, Integers, Keys
from spectral_core.data import EMPTY
from spectral_core.models.analysis_ranker.labels_and_candidates import ABSENT
from spectral_core.models.analysis_ranker.vocabulary import (
    RankerVocabulary,
    StringTable,
    encode_code_points,
    hash_strings,
)
from spectral_core.morphology.label_schemes import LabelScheme

Bytes = NDArray[np.int8]
FULL_LABEL = "full"
_LEMMA_PATTERN, _LEMMA_ENDING, _EDIT_SCRIPT = -1, -2, -3  # attributes derived from the lemma, or from form and lemma
_ARABIC_SINGLES = (
    *("lemma", "pre1", "det", "pos", "dpos", "suf"),
    *("perpos", "numpos", "genpos", "pron", "mood", "case"),
)
_NOMINAL = frozenset(("N", "A", "Z", "Q", "S", "NOUN", "ADJ", "PROPN", "PRON", "NUM"))
_VERBAL = frozenset(("V", "VERB", "AUX"))
_PARTICLES = frozenset(("C", "F", "CCONJ", "SCONJ", "PART"))
_CONSONANT = re.compile(r"[^\W\d_aiuoAwyYp\u0627\u0648\u064a\u0649\u0629]")
_MAX_SHORT_LENGTH = 3  # maximal length in letters
_MAX_LENGTH = 9  # longer words are counted as this long


@dataclass(frozen=True, slots=True)
class LabelElements:
    """Label elements: the single attributes of a label and their conjunctions, each counted separately, and the
    attributes by which neighbours are described."""

    names: tuple[str, ...]
    attributes: tuple[tuple[int, ...], ...]  # of each element: positions in the scheme, or derived attributes
    # syntax, case, part of speech, lemma and part of speech, tag, lemma, case alone
    neighbour_attributes: tuple[tuple[int, ...], ...]
    class_attributes: tuple[tuple[int, ...], tuple[int, ...]]  # by which the candidates of a word are summarised
    part_of_speech: int  # position of the part of speech
    uses_edit_scripts: bool

    @classmethod
    def from_scheme(cls, scheme: LabelScheme) -> LabelElements:
        """Return the label elements of a scheme: for Arabic the full label, 12 attributes and 6 conjunctions; for other
        treebanks the full label, all attributes and 4 conjunctions."""
        positions = {name: index for index, name in enumerate(scheme.element_names)}

        def find_positions(*names: str) -> tuple[int, ...]:
            """Return the positions of the attributes that the scheme has."""
            return tuple(positions[name] for name in names if name in positions)

        all_positions = tuple(range(len(positions)))
        tag = tuple(position for position in all_positions if position != positions["lemma"])
        if "pos" in positions:  # an Arabic scheme with any tagset
            pos_attribute = positions["pos"]
            joint_elements = {
                "tag": tag,
                "lemma+pos": find_positions("lemma", "pos"),
                "syntax": find_positions("pos", "case", "det", "numpos", "genpos"),
                "class": find_positions("pre1", "pos", "case", "det"),
                "pattern": (_LEMMA_PATTERN, *find_positions("pos", "numpos")),
                "lemma ending": (_LEMMA_ENDING, *find_positions("pos", "det")),
            }
            single_elements = {name: find_positions(name) for name in _ARABIC_SINGLES}
            syntax, case = (
                find_positions("pos", "case", "det", "numpos", "genpos", "dpos"),
                find_positions("pos", "case", "det"),
            )
            case_alone = find_positions("case")
            part_attributes, candidate_class = (
                find_positions("pos", "dpos"),
                find_positions("pre1", "pos", "genpos", "numpos", "mood"),
            )
        else:
            pos_attribute = positions["upos"]
            joint_elements = {
                "tag": tag,
                "lemma+upos": find_positions("lemma", "upos"),
                "script": (_EDIT_SCRIPT, pos_attribute),
                "script+tag": (_EDIT_SCRIPT, *tag),
            }
            single_elements = {name: (position,) for name, position in positions.items()}
            agreement = ("Case", "Number", "Gender", "Person", "VerbForm", "Definite", "Person[psor]")
            syntax, case = find_positions("upos", "xpos", *agreement), find_positions("upos", "Case")
            case_alone = find_positions("Case")
            part_attributes, candidate_class = (
                find_positions("upos", "xpos"),
                find_positions("upos", "Case", "Number", "VerbForm", "Gender"),
            )
        parts_by_name = {FULL_LABEL: all_positions} | single_elements | joint_elements
        lemma = find_positions("lemma")
        return cls(
            tuple(parts_by_name),
            tuple(parts_by_name.values()),
            (syntax, case, part_attributes, (*lemma, pos_attribute), tag, lemma, case_alone),
            ((pos_attribute,), candidate_class),
            pos_attribute,
            any(_EDIT_SCRIPT in parts for parts in parts_by_name.values()),
        )

    def __len__(self) -> int:
        return len(self.names)


class _LetterCodes:
    """Code points of all strings of a string table in one array, from which kernels hash the edit scripts from forms
    to lemmas. Case is folded; as the table grows, only its new strings are encoded."""

    def __init__(self, vocabulary: StringTable, mark_capitals: bool) -> None:
        self._vocabulary, self._mark_capitals = vocabulary, mark_capitals
        self._codes: CodePoints = np.zeros(0, dtype=np.uint32)
        self._bounds: Integers = np.zeros(1, dtype=np.int64)

    def code_points(self) -> tuple[CodePoints, Integers]:
        """Return the code points of all strings, concatenated, and the offset of each string."""
        known_count = len(self._bounds) - 1
        if known_count < len(self._vocabulary):
            new = [self._fold_case(string) for string in self._vocabulary.strings[known_count:]]
            codes, bounds = encode_code_points(new)
            self._codes = np.concatenate((self._codes, codes))
            self._bounds = np.concatenate((self._bounds, self._bounds[-1] + bounds[1:]))
        return self._codes, self._bounds

    def _fold_case(self, string: str) -> str:
        """Return the string in lower case; an initial capital is marked at the end if capitals are distinctive, as in
        lemmas."""
        return string.lower() + ("\x01" if self._mark_capitals and string[:1].isupper() else "")


class FeatureHasher:
    """Hashes the forms, labels and candidate sets of a vocabulary; hashes are cached and extended as the vocabulary
    grows."""

    def __init__(self, vocabulary: RankerVocabulary) -> None:
        self.vocabulary = vocabulary
        self.elements = LabelElements.from_scheme(vocabulary.scheme)
        self._forms = np.zeros((0, 0), dtype=np.uint64)
        self._labels = np.zeros((0, len(self.elements)), dtype=np.uint64)
        self._contexts = np.zeros((0, len(self.elements.neighbour_attributes)), dtype=np.uint64)
        self._kinds = np.zeros(0, dtype=np.int8)
        self._classes = np.zeros((0, 2), dtype=np.uint64)
        self._candidate_classes = np.zeros((0, 2), dtype=np.uint64)
        self._letter_codes = (
            (_LetterCodes(vocabulary.forms, False), _LetterCodes(vocabulary.values, True))
            if self.elements.uses_edit_scripts
            else None
        )

    def form_keys(self) -> Keys:
        """Return (forms, FORM_COLUMNS) hashes of the spelling features of each form."""
        known_count, strings = len(self._forms), self.vocabulary.forms.strings
        if known_count < len(strings):
            new_keys = _hash_forms(strings[known_count:])
            self._forms = np.concatenate((self._forms, new_keys)) if known_count else new_keys
        return self._forms

    def _hash_new_labels(self) -> None:
        """Hash the elements of the labels that are new in the vocabulary."""
        from spectral_core.structured.analysis_ranker.context_keys import NOMINAL, PARTICLE, VERBAL

        known_count = len(self._labels)
        values = self.vocabulary.label_value_ids()[known_count:]
        if not len(values):
            return
        hashes = self.vocabulary.values.hashes()[values]
        strings = self.vocabulary.values.strings
        derived_keys = {_EDIT_SCRIPT: np.zeros(len(values), dtype=np.uint64)}
        patterns = (_LEMMA_PATTERN, lambda lemma: _CONSONANT.sub("C", lemma))  # vowels kept, consonants as C
        for part, derive in (patterns, (_LEMMA_ENDING, lambda lemma: lemma[-3:])):
            if any(part in parts for parts in self.elements.attributes):
                lemmas, inverse = np.unique(values[:, 0], return_inverse=True)
                derived_keys[part] = hash_strings([derive(strings[lemma]) for lemma in lemmas.tolist()])[inverse]

        def hash_conjunction(salt: int, parts: Sequence[int]) -> Keys:
            """Hash the conjunction of these attributes of each new label."""
            return _combine_keys(
                salt, [derived_keys[part] if part < 0 else hashes[:, part] for part in parts], len(values)
            )

        elements = self.elements
        columns = [hash_conjunction(100 + index, parts) for index, parts in enumerate(elements.attributes)]
        self._labels = np.concatenate((self._labels, np.stack(columns, axis=1)))
        contexts = [hash_conjunction(200, parts) for parts in elements.neighbour_attributes]
        self._contexts = np.concatenate((self._contexts, np.stack(contexts, axis=1)))
        classes = [hash_conjunction(300, parts) for parts in elements.class_attributes]
        self._classes = np.concatenate((self._classes, np.stack(classes, axis=1)))
        parts = [strings[value] for value in values[:, elements.part_of_speech].tolist()]
        kinds_of_parts = dict.fromkeys(_NOMINAL, NOMINAL) | dict.fromkeys(_VERBAL, VERBAL)
        kinds_of_parts |= dict.fromkeys(_PARTICLES, PARTICLE)
        kinds = [kinds_of_parts.get(part, 0) for part in parts]
        self._kinds = np.concatenate((self._kinds, np.array(kinds, dtype=np.int8)))

    def label_keys(self, forms: Indexes, labels: Indexes) -> Keys:
        """Return (rows, elements) hashes of the elements of labels of words with these forms; 0 for a label that is
        ABSENT."""
        self._hash_new_labels()
        if not len(labels):
            return np.zeros((0, len(self.elements)), dtype=np.uint64)
        keys = self._labels[labels] if len(self._labels) else np.zeros((len(labels), len(self.elements)), np.uint64)
        if self._letter_codes is not None and len(self._labels):
            from spectral_core.structured.analysis_ranker.context_keys import edit_script_hashes
            from spectral_core.structured.hash_tables import combine_key_arrays

            lemmas = self.vocabulary.label_value_ids()[labels, 0]
            script_keys = edit_script_hashes(
                *self._letter_codes[0].code_points(), *self._letter_codes[1].code_points(), forms, lemmas
            )
            for element, parts in enumerate(self.elements.attributes):
                if _EDIT_SCRIPT in parts:
                    keys[:, element] = combine_key_arrays(keys[:, element], script_keys)
        keys[labels == ABSENT] = 0
        return keys

    def neighbour_keys(self, labels: Indexes) -> tuple[Keys, Bytes]:
        """Return (words, LABEL_COLUMNS) hashes of the attributes by which a label describes a neighbour, and whether it
        is nominal or verbal."""
        self._hash_new_labels()
        has_label = labels != ABSENT
        if not has_label.any():
            return np.ones((len(labels), len(self.elements.neighbour_attributes)), np.uint64), np.zeros(
                len(labels), np.int8
            )
        keys = self._contexts[labels]
        keys[~has_label] = 1
        return keys, np.where(has_label, self._kinds[labels], 0).astype(np.int8)

    def word_keys(self, forms: Indexes, candidate_sets: Indexes) -> Keys:
        """Return (words, COLUMNS) hashes of the forms and candidate sets of words."""
        self._hash_new_labels()
        known_count = len(self._candidate_classes)
        if known_count < len(self.vocabulary.candidate_sets):
            from spectral_core.structured.analysis_ranker.context_keys import hash_class_sets

            label_lists = [candidate_set.labels for candidate_set in self.vocabulary.candidate_sets[known_count:]]
            bounds = np.concatenate(([0], np.cumsum([len(labels) for labels in label_lists]))).astype(np.int64)
            new_keys = hash_class_sets(bounds, np.concatenate(label_lists), self._classes)
            self._candidate_classes = np.concatenate((self._candidate_classes, new_keys))
        return np.concatenate((self.form_keys()[forms], self._candidate_classes[candidate_sets]), axis=1)

    def jitter(self, labels: Indexes, seed: int) -> Keys:
        """Return (rows,) hashes that break ties; they depend on the label alone, never on the order of candidates."""
        from spectral_core.structured.hash_tables import combine_key_arrays

        self._hash_new_labels()
        return combine_key_arrays(self._labels[labels, 0], np.array([seed + 1], dtype=np.uint64))


def _combine_keys(salt: int, columns: Sequence[Keys], size: int) -> Keys:
    """Combine several columns of hashes into one."""
    from spectral_core.structured.hash_tables import combine_key_arrays

    keys = np.full(size, salt, dtype=np.uint64)
    for column in columns:
        keys = combine_key_arrays(keys, column)
    return keys


def _hash_forms(forms: Sequence[str]) -> Keys:
    """Return (forms, FORM_COLUMNS) hashes of the spelling features of forms."""
    keys = hash_strings([part for form in forms for part in _extract_spelling_features(form)]).reshape(len(forms), -1)
    short = np.array([len(form) <= _MAX_SHORT_LENGTH and form.isalpha() for form in forms], dtype=np.uint64)
    return np.concatenate((keys, short[:, None]), axis=1)


def _extract_spelling_features(form: str) -> tuple[str, ...]:
    """Return the spelling features of a form: prefixes, suffixes, shape and character categories."""
    lowered = form.lower()
    shape = f"{min(len(form), _MAX_LENGTH)} {lowered[:2]} {lowered[-1:]}"
    kind = "".join(sorted({unicodedata.category(char) for char in form[1:]}))
    first_category = unicodedata.category(form[0]) if form else EMPTY
    letters = (
        form,
        lowered[:1],
        lowered[-1:],
        lowered[-2:],
        lowered[-3:],
        lowered[-4:],
        lowered[-5:],
        lowered[:2],
        lowered[:3],
    )
    return (*letters, shape, f"{first_category} {kind}")
