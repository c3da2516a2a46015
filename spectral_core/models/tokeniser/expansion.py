"""Multiword tokens: where their words meet in the characters, and the words of their pieces, seen and unseen."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Self, TypeVar

import numpy as np

from spectral_core.arrays import NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.model import Arrays, pack_strings, unpack_strings
from spectral_core.models.tokeniser.characters import SPLIT, GoldToken

_MIN_INSERTIONS = 10  # occurrences of an inserted word with a label of its own
_MAX_INSERTIONS = 4
_MAX_CONTEXT = 4  # characters of a piece by which its edit is chosen
_MAX_ALIGNED = 40  # characters of a token that is aligned with its words
_FIRST, _MIDDLE, _LAST = "first", "middle", "last"
Words = tuple[str, ...]
Key = TypeVar("Key")
Value = TypeVar("Value")


class Expansion(NamedTuple):
    """A multiword token aligned with its words: its pieces, the words of each, and those inserted after them."""

    pieces: tuple[str, ...]
    words: tuple[Words, ...]  # of each piece
    inserted: tuple[str, ...]  # after each piece but the last; "" for none


class PieceEdit(NamedTuple):
    """Replacement of one end of a piece."""

    at_end: bool
    old: str
    new: str

    def apply(self, piece: str) -> str | None:
        """Return the edited piece; None if it lacks the characters to be replaced."""
        if self.at_end:
            return piece[: len(piece) - len(self.old)] + self.new if piece.endswith(self.old) else None
        return self.new + piece[len(self.old) :] if piece.startswith(self.old) else None


@lru_cache(maxsize=1 << 16)
def align_expansion(token: str, words: Words, insertable: frozenset[str] = frozenset()) -> Expansion:
    """Return the alignment of a token with its words that needs the fewest changes of characters. Words without
    characters of their own are inserted if they are in `insertable`, and otherwise join the piece before them."""
    bounds = _find_piece_bounds(token, words)
    pieces: list[str] = []
    grouped: list[list[str]] = []
    inserted: list[str] = []
    for begin, end, word in zip(bounds, bounds[1:], words, strict=False):
        if begin < end and pieces and not pieces[-1]:
            pieces[-1] = token[begin:end]
            grouped[-1].append(word)
        elif begin < end or not pieces:
            pieces.append(token[begin:end])
            grouped.append([word])
            inserted.append("")
        elif end < len(token) and not inserted[-1] and word.lower() in insertable:
            inserted[-1] = word.lower()
        else:
            if inserted[-1]:
                grouped[-1].append(inserted[-1])
                inserted[-1] = ""
            grouped[-1].append(word)
    return Expansion(tuple(pieces), tuple(map(tuple, grouped)), tuple(inserted[:-1]))


def _find_piece_bounds(token: str, words: Words) -> list[int]:
    """Return the offsets where the pieces of a token begin, and its end."""
    bounds = [0]
    if "".join(words) == token or len(token) > _MAX_ALIGNED:
        for word in words:
            bounds.append(min(bounds[-1] + len(word), len(token)))
        bounds[-1] = len(token)
        return bounds
    lower, targets = token.lower(), [word.lower() for word in words]
    if len(lower) != len(token):  # a letter whose lower case is two characters
        lower = token
    size = len(lower)
    # costs[position]: of the words so far, if they take the characters up to there; later pieces are kept short
    costs = [0.0] + [float("inf")] * size
    origins: list[list[int]] = []
    for number, target in enumerate(targets):
        best, origin = [float("inf")] * (size + 1), [0] * (size + 1)
        for begin in range(size + 1):
            if costs[begin] == float("inf"):
                continue
            distances = _prefix_distances(lower[begin:], target)
            for end in range(begin, size + 1):
                cost = costs[begin] + distances[end - begin] + (0.5 if begin == end else 0.0) - 0.001 * begin * number
                if cost < best[end]:
                    best[end], origin[end] = cost, begin
        costs = best
        origins.append(origin)
    ends = [size]
    for origin in reversed(origins):
        ends.append(origin[ends[-1]])
    return ends[::-1]


def _prefix_distances(text: str, word: str) -> list[int]:
    """Return the edit distance of each prefix of a text to a word."""
    row = list(range(len(text) + 1))
    for number, letter in enumerate(word, 1):
        previous, row = row, [number]
        for position, character in enumerate(text, 1):
            row.append(min(previous[position] + 1, row[-1] + 1, previous[position - 1] + (character != letter)))
    return row


def choose_insertable(tokens: Mapping[GoldToken, int]) -> tuple[str, ...]:
    """Return the words that are often inserted between the pieces of multiword tokens, most frequent first."""
    counts: Counter[str] = Counter()
    every_word = frozenset(word.lower() for token in tokens for word in token.words)
    for token, count in tokens.items():
        for word in align_expansion(token.characters, token.words, every_word).inserted:
            if word:
                counts[word] += count
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(word for word, count in ranked[:_MAX_INSERTIONS] if count >= _MIN_INSERTIONS)


@dataclass(frozen=True, slots=True, eq=False)
class Expander:
    """Expands multiword tokens as a treebank does: by tables of seen tokens and pieces, then by edits of their ends."""

    tokens: tuple[tuple[GoldToken, int], ...]  # multiword tokens and their counts, sorted
    insertable: tuple[str, ...]  # inserted words with a label of their own
    single: frozenset[str]  # characters of multiword tokens that are more often one word
    unsplit: Mapping[str, Words]  # words of tokens without a split
    seen: Mapping[tuple[str, ...], Words]  # words of whole tokens by their pieces and inserted words
    pieces: Mapping[tuple[str, ...], Words]  # words of pieces by their place, the piece and its neighbour
    edits: Mapping[tuple[str, ...], PieceEdit]  # by the place of the piece, characters of it and its neighbour
    __repr__ = brief_repr

    @classmethod
    def learn(cls, tokens: Iterable[GoldToken]) -> Self:
        """Learn from all tokens of a treebank."""
        counts = Counter(tokens)
        multiword = {token: count for token, count in counts.items() if len(token.words) > 1}
        excess: Counter[str] = Counter()  # how much more often the characters are one word than several
        for token, count in counts.items():
            excess[token.characters] += count if len(token.words) == 1 else -count
        single = frozenset(token.characters for token in multiword if excess[token.characters] >= 0)
        return cls.from_counts(multiword, choose_insertable(multiword), single)

    @classmethod
    def from_counts(
        cls, multiword: Mapping[GoldToken, int], insertable: tuple[str, ...], single: frozenset[str]
    ) -> Self:
        """Make the tables of multiword tokens; the characters in `single` are more often one word."""
        entries = sorted(multiword.items(), key=lambda item: (item[0].characters, item[0].words))
        known = frozenset(insertable)
        unsplit: defaultdict[str, Counter[Words]] = defaultdict(Counter)
        seen: defaultdict[tuple[str, ...], Counter[Words]] = defaultdict(Counter)
        pieces: defaultdict[tuple[str, ...], Counter[Words]] = defaultdict(Counter)
        edits: defaultdict[tuple[str, ...], Counter[PieceEdit]] = defaultdict(Counter)
        for token, count in entries:
            expansion = align_expansion(token.characters, token.words, known)
            if len(expansion.pieces) == 1:
                if token.characters not in single:
                    unsplit[token.characters][token.words] += count
                continue
            seen[*expansion.pieces, *expansion.inserted][token.words] += count
            for number, (piece, words) in enumerate(zip(expansion.pieces, expansion.words, strict=True)):
                place, neighbour = _locate_piece(expansion.pieces, number)
                piece, words = piece.lower(), tuple(word.lower() for word in words)
                pieces[place, piece, neighbour][words] += count
                pieces[place, piece][words] += count
                if len(words) == 1:
                    for key in _list_edit_keys(place, piece, neighbour):
                        edits[key][_compute_edit(place, piece, words[0])] += count
        return cls(
            tuple(entries), insertable, single, _choose_best(unsplit), _choose_best(seen), _choose_best(pieces),
            _choose_best(edits),
        )  # fmt: skip

    @property
    def labels(self) -> int:
        """Number of labels of characters: the ends of words and sentences, and a split for each inserted word."""
        return SPLIT + 1 + len(self.insertable)

    def locate_splits(self, token: GoldToken) -> list[tuple[int, int]]:
        """Return the offsets inside a multiword token at which its pieces end, and their labels."""
        expansion = align_expansion(token.characters, token.words, frozenset(self.insertable))
        codes = {word: SPLIT + code for code, word in enumerate(("", *self.insertable))}
        splits, offset = [], 0
        for piece, word in zip(expansion.pieces, expansion.inserted, strict=False):
            offset += len(piece)
            splits.append((offset, codes[word]))
        return splits

    def expand(self, pieces: Sequence[str], labels: Sequence[int]) -> Words:
        """Return the words of a token with these pieces, and these labels at its splits."""
        if len(pieces) == 1:
            return self.unsplit.get(pieces[0], (pieces[0],))
        inserted = tuple(self.insertable[label - SPLIT - 1] if label > SPLIT else "" for label in labels)
        words = self.seen.get((*pieces, *inserted))
        if words is not None:
            return words
        expanded: list[str] = []
        for number, piece in enumerate(pieces):
            expanded += self._expand_piece(piece, *_locate_piece(pieces, number))
            if number < len(inserted) and inserted[number]:
                expanded.append(inserted[number])
        return tuple(expanded)

    def _expand_piece(self, piece: str, place: str, neighbour: str) -> Words:
        """Return the words of one piece of an unseen token."""
        lower = piece.lower()
        words = self.pieces.get((place, lower, neighbour)) or self.pieces.get((place, lower))
        if words is None:
            edited = None
            for key in _list_edit_keys(place, lower, neighbour):
                if (edit := self.edits.get(key)) is not None and (edited := edit.apply(lower)):
                    break
            words = (edited or lower,)
        return tuple(_copy_case(piece, lower, word) for word in words)

    def arrays(self) -> NamedArrays:
        return {
            "tokens": pack_strings(["\t".join((token.characters, *token.words)) for token, _ in self.tokens]),
            "counts": np.array([count for _, count in self.tokens], dtype=np.int64),
            "inserted": pack_strings(self.insertable),
            "single": pack_strings(sorted(self.single)),
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        """Restore from arrays; ValueError if they are inconsistent."""
        rows = [row.split("\t") for row in unpack_strings(arrays["tokens"])]
        counts = arrays["counts"].astype(np.int64).tolist()
        if any(len(row) < 3 or not all(row) for row in rows):
            raise ValueError("a multiword token needs characters and at least two words")
        tokens = {GoldToken(row[0], tuple(row[1:])): count for row, count in zip(rows, counts, strict=True)}
        return cls.from_counts(tokens, unpack_strings(arrays["inserted"]), frozenset(unpack_strings(arrays["single"])))


def _locate_piece(pieces: Sequence[str], number: int) -> tuple[str, str]:
    """Return the place of a piece in its token, and its neighbour in lower case: the next of the first, else the one
    before."""
    if number == 0:
        return _FIRST, pieces[1].lower()
    return (_LAST if number == len(pieces) - 1 else _MIDDLE), pieces[number - 1].lower()


def _list_edit_keys(place: str, piece: str, neighbour: str) -> list[tuple[str, ...]]:
    """Return the contexts in which edits are counted, most specific first: characters at the end of the piece, or at
    the beginning of the last piece, with and without its neighbour."""
    sizes = range(min(_MAX_CONTEXT, len(piece)), 0, -1)
    contexts = [piece[:size] if place == _LAST else piece[-size:] for size in sizes]
    return [key for context in contexts for key in ((place, context, neighbour), (place, context))]


def _compute_edit(place: str, piece: str, word: str) -> PieceEdit:
    """Return the replacement that makes a piece the word: at its end, or at its beginning if it is the last. Where the
    words have nothing in common there, it is at the other end."""
    shorter = min(len(piece), len(word))
    prefix = next((size for size in range(shorter) if piece[size] != word[size]), shorter)
    suffix = next((size for size in range(shorter) if piece[-1 - size] != word[-1 - size]), shorter)
    if (prefix == 0) if place != _LAST else (suffix > 0):
        return PieceEdit(False, piece[: len(piece) - suffix], word[: len(word) - suffix])
    return PieceEdit(True, piece[prefix:], word[prefix:])


def _choose_best(counts: Mapping[Key, Counter[Value]]) -> dict[Key, Value]:
    """Return the most frequent value of each key; of several, the first that was counted."""
    return {key: values.most_common(1)[0][0] for key, values in counts.items()}


def _copy_case(piece: str, lower: str, word: str) -> str:
    """Return a word of a table with the case of the piece: as it is written if its letters are the same."""
    if word == lower:
        return piece
    if len(piece) > 1 and piece.isupper():
        return word.upper()
    shared = next((size for size, (a, b) in enumerate(zip(lower, word, strict=False)) if a != b), len(lower))
    shared = min(shared, len(word))
    if len(lower) != len(piece):
        return word
    return piece[:shared] + word[shared:]
