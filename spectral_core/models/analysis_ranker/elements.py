"""What the context ranker counts of a label: its elements and conjunctions of them, as 64-bit keys of their letters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Codes, Integers, Keys, Places
from spectral_core.data import EMPTY
from spectral_core.models.analysis_ranker.corpus import NOTHING, Scheme, Vocabulary, Wordbook, hashes_of, spelling

Bytes = NDArray[np.int8]
FULL = "full"
_PATTERN, _ENDING, _SCRIPT = -1, -2, -3  # parts that are made of the lemma, and of the form and the lemma
_ARABIC_SINGLES = (
    *("lemma", "pre1", "det", "pos", "dpos", "suf"),
    *("perpos", "numpos", "genpos", "pron", "mood", "case"),
)
_NOMINAL = frozenset(("N", "A", "Z", "Q", "S", "NOUN", "ADJ", "PROPN", "PRON", "NUM"))
_VERBAL = frozenset(("V", "VERB", "AUX"))
_KEPT_IN_PATTERN = re.compile(r"[^\W\d_aiuoAwyYp\u0627\u0648\u064a\u0649\u0629]")
_SMALL = 3  # letters of a word that counts as short
_LENGTHS = 9  # beyond, lengths are not told apart


@dataclass(frozen=True, slots=True)
class Elements:
    """Which parts of a label make up each element, and which the classes by which neighbours are seen."""

    names: tuple[str, ...]
    parts: tuple[tuple[int, ...], ...]  # of each element: places in the scheme, or what is made of the lemma
    contexts: tuple[tuple[int, ...], ...]  # syntax, case, part, lemma and part, tag, lemma
    classes: tuple[tuple[int, ...], tuple[int, ...]]  # by which an analyser's candidates for a word are summed up
    part: int  # the part of speech
    scripted: bool

    @classmethod
    def of(cls, scheme: Scheme) -> Elements:
        """Those for the scheme: the 13 and 6 of the Arabic one, or what any other treebank has."""
        places = {name: at for at, name in enumerate(scheme.elements)}

        def at(*names: str) -> tuple[int, ...]:
            return tuple(places[name] for name in names if name in places)

        every = tuple(range(len(places)))
        tag = tuple(place for place in every if place != places["lemma"])
        if "pos" in places:  # an Arabic scheme, whichever tags it reads
            pos = places["pos"]
            joint = {
                "tag": tag, "lemma+pos": at("lemma", "pos"), "syntax": at("pos", "case", "det", "numpos", "genpos"),
                "class": at("pre1", "pos", "case", "det"), "pattern": (_PATTERN, *at("pos", "numpos")),
                "lemma ending": (_ENDING, *at("pos", "det")),
            }  # fmt: skip
            singles = {name: at(name) for name in _ARABIC_SINGLES}
            syntax, case = at("pos", "case", "det", "numpos", "genpos", "dpos"), at("pos", "case", "det")
            part, offered = at("pos", "dpos"), at("pre1", "pos", "genpos", "numpos", "mood")
        else:
            pos = places["upos"]
            joint = {
                "tag": tag,
                "lemma+upos": at("lemma", "upos"),
                "script": (_SCRIPT, pos),
                "script+tag": (_SCRIPT, *tag),
            }
            singles = {name: (place,) for name, place in places.items()}
            agreement = ("Case", "Number", "Gender", "Person", "VerbForm", "Definite", "Person[psor]")
            syntax, case = at("upos", "xpos", *agreement), at("upos", "Case")
            part, offered = at("upos", "xpos"), at("upos", "Case", "Number", "VerbForm", "Gender")
        named = {FULL: every} | singles | joint
        lemma = at("lemma")
        return cls(
            tuple(named), tuple(named.values()), (syntax, case, part, (*lemma, pos), tag, lemma), ((pos,), offered),
            pos, any(_SCRIPT in parts for parts in named.values()),
        )  # fmt: skip

    def __len__(self) -> int:
        return len(self.names)


class _Spelling:
    """The small letters of a vocabulary's strings laid end to end, for kernels; it grows with the vocabulary."""

    def __init__(self, vocabulary: Vocabulary, capitals: bool) -> None:
        self._vocabulary, self._capitals = vocabulary, capitals
        self._codes: Codes = np.zeros(0, dtype=np.uint32)
        self._bounds: Integers = np.zeros(1, dtype=np.int64)

    def arrays(self) -> tuple[Codes, Integers]:
        """The code points, and where each string begins."""
        known = len(self._bounds) - 1
        if known < len(self._vocabulary):
            new = [self._spelt(string) for string in self._vocabulary.strings[known:]]
            codes, bounds = spelling(new)
            self._codes = np.concatenate((self._codes, codes))
            self._bounds = np.concatenate((self._bounds, self._bounds[-1] + bounds[1:]))
        return self._codes, self._bounds

    def _spelt(self, string: str) -> str:
        """The small letters, and behind them a mark where a capital matters: a lemma keeps it, a word may lose it."""
        return string.lower() + ("\x01" if self._capitals and string[:1].isupper() else "")


class Keyring:
    """The keys of a wordbook's forms, labels and offers; it grows with the wordbook."""

    def __init__(self, book: Wordbook) -> None:
        self.book = book
        self.elements = Elements.of(book.scheme)
        self._forms = np.zeros((0, 0), dtype=np.uint64)
        self._labels = np.zeros((0, len(self.elements)), dtype=np.uint64)
        self._contexts = np.zeros((0, len(self.elements.contexts)), dtype=np.uint64)
        self._kinds = np.zeros(0, dtype=np.int8)
        self._classes = np.zeros((0, 2), dtype=np.uint64)
        self._offers = np.zeros((0, 2), dtype=np.uint64)
        self._spelt = (_Spelling(book.forms, False), _Spelling(book.values, True)) if self.elements.scripted else None

    def forms(self) -> Keys:
        """(forms, FORM_COLUMNS) the keys of each form's parts."""
        known, strings = len(self._forms), self.book.forms.strings
        if known < len(strings):
            new = _form_keys(strings[known:])
            self._forms = np.concatenate((self._forms, new)) if known else new
        return self._forms

    def _grow_labels(self) -> None:
        from spectral_core.inference.reading_keys import NOMINAL, VERBAL

        known = len(self._labels)
        values = self.book.label_values()[known:]
        if not len(values):
            return
        hashes = self.book.values.hashes()[values]
        strings = self.book.values.strings
        made = {_SCRIPT: np.zeros(len(values), dtype=np.uint64)}
        patterns = (_PATTERN, lambda lemma: _KEPT_IN_PATTERN.sub("C", lemma))  # vowels, with C for each consonant
        for part, derived in (patterns, (_ENDING, lambda lemma: lemma[-3:])):
            if any(part in parts for parts in self.elements.parts):
                lemmas, where = np.unique(values[:, 0], return_inverse=True)
                made[part] = hashes_of([derived(strings[lemma]) for lemma in lemmas.tolist()])[where]

        def column(salt: int, parts: Sequence[int]) -> Keys:
            return _folded(salt, [made[part] if part < 0 else hashes[:, part] for part in parts], len(values))

        elements = self.elements
        columns = [column(100 + at, parts) for at, parts in enumerate(elements.parts)]
        self._labels = np.concatenate((self._labels, np.stack(columns, axis=1)))
        contexts = [column(200, parts) for parts in elements.contexts]
        self._contexts = np.concatenate((self._contexts, np.stack(contexts, axis=1)))
        classes = [column(300, parts) for parts in elements.classes]
        self._classes = np.concatenate((self._classes, np.stack(classes, axis=1)))
        parts = [strings[value] for value in values[:, elements.part].tolist()]
        kinds = [NOMINAL if part in _NOMINAL else VERBAL if part in _VERBAL else 0 for part in parts]
        self._kinds = np.concatenate((self._kinds, np.array(kinds, dtype=np.int8)))

    def values(self, forms: Places, labels: Places) -> Keys:
        """(rows, elements) the keys of the labels' elements, for words of these forms; 0 where a label is NOTHING."""
        self._grow_labels()
        if not len(labels):
            return np.zeros((0, len(self.elements)), dtype=np.uint64)
        found = self._labels[labels] if len(self._labels) else np.zeros((len(labels), len(self.elements)), np.uint64)
        if self._spelt is not None and len(self._labels):
            from spectral_core.inference.count_table import pair_keys
            from spectral_core.inference.reading_kernels import edit_script_keys

            lemmas = self.book.label_values()[labels, 0]
            keys = edit_script_keys(*self._spelt[0].arrays(), *self._spelt[1].arrays(), forms, lemmas)
            for at, parts in enumerate(self.elements.parts):
                if _SCRIPT in parts:
                    found[:, at] = pair_keys(found[:, at], keys)
        found[labels == NOTHING] = 0
        return found

    def contexts(self, labels: Places) -> tuple[Keys, Bytes]:
        """(words, LABEL_COLUMNS) the keys by which neighbours see these labels, and what kind they are."""
        self._grow_labels()
        known = labels != NOTHING
        if not known.any():
            return np.ones((len(labels), len(self.elements.contexts)), np.uint64), np.zeros(len(labels), np.int8)
        keys = self._contexts[labels]
        keys[~known] = 1
        return keys, np.where(known, self._kinds[labels], 0).astype(np.int8)

    def words(self, forms: Places, offers: Places) -> Keys:
        """(words, COLUMNS) the keys of words: of their forms, and of what the analyser offers for them."""
        self._grow_labels()
        known = len(self._offers)
        if known < len(self.book.offers):
            from spectral_core.inference.reading_keys import class_set_keys

            lists = [offer.labels for offer in self.book.offers[known:]]
            bounds = np.concatenate(([0], np.cumsum([len(labels) for labels in lists]))).astype(np.int64)
            new = class_set_keys(bounds, np.concatenate(lists), self._classes)
            self._offers = np.concatenate((self._offers, new))
        return np.concatenate((self.forms()[forms], self._offers[offers]), axis=1)

    def jitter(self, labels: Places, seed: int) -> Keys:
        """(rows,) what decides among equal scores: it depends on the label alone, never on the order of a list."""
        from spectral_core.inference.count_table import pair_keys

        self._grow_labels()
        return pair_keys(self._labels[labels, 0], np.array([seed + 1], dtype=np.uint64))


def _folded(salt: int, columns: Sequence[Keys], size: int) -> Keys:
    from spectral_core.inference.count_table import pair_keys

    found = np.full(size, salt, dtype=np.uint64)
    for column in columns:
        found = pair_keys(found, column)
    return found


def _form_keys(forms: Sequence[str]) -> Keys:
    """(forms, FORM_COLUMNS) the keys of forms' parts, in the order of the columns of `reading_keys`."""
    keys = hashes_of([part for form in forms for part in _parts(form)]).reshape(len(forms), -1)
    short = np.array([len(form) <= _SMALL and form.isalpha() for form in forms], dtype=np.uint64)
    return np.concatenate((keys, short[:, None]), axis=1)


def _parts(form: str) -> tuple[str, ...]:
    small = form.lower()
    shape = f"{min(len(form), _LENGTHS)} {small[:2]} {small[-1:]}"
    kind = "".join(sorted({unicodedata.category(char) for char in form[1:]}))
    first = unicodedata.category(form[0]) if form else EMPTY
    letters = (form, small[:1], small[-1:], small[-2:], small[-3:], small[-4:], small[-5:], small[:2], small[:3])
    return (*letters, shape, f"{first} {kind}")
