"""Guesses for many words at once, compiled: what the guesser of the analysers knows, laid out in arrays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from spectral_core.analyzers import clues, compounds, guesser
from spectral_core.analyzers.capitals import capitals_of
from spectral_core.analyzers.clues import Tags
from spectral_core.analyzers.edit_scripts import AS_WRITTEN, CAPITAL, SMALL, TITLE, capital_letters, small_letters
from spectral_core.analyzers.features import named, written
from spectral_core.analyzers.guesser import Guesser
from spectral_core.analyzers.inherent import Lexeme
from spectral_core.inference.guessing import model as layout
from spectral_core.models.analysis_ranker.seen import NOTHING, Integers, Keys, Places

Codes = NDArray[np.uint32]
_Item = TypeVar("_Item", bound=Hashable)

_OF_WORDS, _OF_LEMMAS = (SMALL, TITLE, CAPITAL), (AS_WRITTEN, SMALL, TITLE, CAPITAL)  # in the order of the kernels
_HALF, _LOW = 32, 0xFFFFFFFF  # bits of a number that is made of two
_MANY = 1 << _HALF


@dataclass(frozen=True, slots=True, eq=False)
class Guessed:
    """Labels of words, the likeliest first."""

    bounds: Integers  # (words + 1,) into the two below
    lemma: Places  # (rows,) in `lemmas`
    tags: Places  # (rows,) in `tags_of`
    lemmas: list[str]  # each once
    tags_of: list[Tags]  # each once


@dataclass(frozen=True, slots=True, eq=False)
class Guessing:
    """A guesser as arrays; make one with `of`."""

    model: layout.Model
    dotted: bool
    places: Mapping[str, int]  # of the words of the lexicon
    classes: Sequence[tuple[str, str]]  # UPOS and XPOS
    features: Sequence[str]
    names: Sequence[str]  # of attributes
    values: Sequence[str]
    letters: frozenset[str]  # that scripts add

    @classmethod
    def of(cls, known: Guesser) -> Guessing:
        """All that a guesser knows, counted of its types."""
        from spectral_core.inference.guessing import tables

        made = list(known.types.values())
        small = _laid(small_letters(form, known.dotted) for form in known.types)
        tag_counts = Counter(chain.from_iterable(each.tags for each in made))
        tag_places = _numbered(tag_counts)
        lexemes = _numbered(chain.from_iterable(each.lexemes for each in made))
        classes = _numbered(chain((tag[:2] for tag in tag_counts), (lexeme[1:] for lexeme in lexemes)))
        upos = _numbered(each[0] for each in classes)
        feats = _numbered(tag[2] for tag in tag_counts)
        rare = clues.unusual(tag_counts)
        clue_places = _numbered(chain.from_iterable(rare.values()))
        said = [named(each) for each in feats]
        names = _numbered(
            chain(
                chain.from_iterable(said),
                chain.from_iterable(known.inherent.values()),
                (attribute for _, attribute, _ in clue_places),
            )
        )
        values = _numbered(
            chain(
                ("",),  # an attribute that is not there has it
                chain.from_iterable(each.values() for each in said),
                chain.from_iterable(counts for attributes in known.inherent.values() for counts in attributes.values()),
                (value for _, _, value in clue_places),
            )
        )
        order = _numbered(sorted({name.lower() for name in names}))
        ranks = _integers(order[name.lower()] for name in names)
        strings = _numbered(
            chain(
                (lexeme[0] for lexeme in lexemes),
                chain.from_iterable(each.lemmas for each in made) if known.compounds.joint else (),
                chain.from_iterable(known.compounds.whole.values()),
            )
        )
        tag_of = np.array([(classes[tag[:2]] << _HALF) + feats[tag[2]] for tag in tag_counts], dtype=np.int64)
        tag_bounds, tags = _rows((each.tags for each in made), tag_places)
        rule_bounds, rules = (
            _bounds(each.rules for each in made),
            _integers(chain.from_iterable(each.rules for each in made)),
        )
        lexeme_bounds, lexeme_places = _rows((each.lexemes for each in made), lexemes)
        common = _integers(chain.from_iterable(each.lexemes.values() for each in made))
        lemma_bounds, lemmas = _rows((each.lemmas if known.compounds.joint else () for each in made), strings)
        types = layout.Types(
            np.stack((rule_bounds, tag_bounds, lexeme_bounds, lemma_bounds), axis=1),
            rules,
            tag_of[tags],
            np.stack((lexeme_places, common), axis=1),
            lemmas,
        )
        spelt = layout.Strings(*_laid(strings))
        small_lemmas = _laid(small_letters(string, known.dotted) for string in strings)
        lemma_of = _integers(strings[lexeme[0]] for lexeme in lexemes)
        lemma_keys = tables.string_keys(*spelt, True).view(np.int64)[lemma_of]
        class_of = _integers(classes[lexeme[1:]] for lexeme in lexemes)
        class_upos = _integers(upos[each[0]] for each in classes)
        clue_upos = _integers(upos[each[0]] for each in clue_places)
        clue_pairs = _integers((names[name] << _HALF) + values[value] for _, name, value in clue_places)
        sizes = _integers(clues.SIZES)
        model = layout.Model(
            tables.by_endings(*small, rule_bounds, types.rules, guesser.LONGEST, guesser.RULES_KEPT),
            tables.by_endings(*small, tag_bounds, types.tags, guesser.LONGEST, guesser.TAGS_KEPT),
            tables.by_beginnings(
                *small, lexeme_bounds, types.lexemes, *small_lemmas, lemma_of, guesser.SHORTEST, guesser.LEXEMES_KEPT
            ),
            _clues(
                *tables.parts_of(*small, clues.SPAN, sizes),
                tag_bounds,
                tags,
                class_upos[tag_of >> _HALF],
                *_rows(rare.values(), clue_places),
                clue_upos,
            ),
            sizes,
            np.stack((clue_upos, clue_pairs), axis=1),
            np.stack(
                (
                    _integers(script for script, _ in known.numbered),
                    tag_of[_integers(tag_places[tag] for _, tag in known.numbered)],
                ),
                axis=1,
            ),
            _scripts(known),
            np.array([[known.capitals[of, lemma] for lemma in _OF_LEMMAS] for of in _OF_WORDS], dtype=np.float64),
            np.stack((lemma_keys, lemma_of, class_of), axis=1),
            spelt,
            class_upos,
            _features(list(feats), said, names, values, ranks),
            ranks,
            _inherent(known, lexemes, names, values),
            types,
            _joints(known, strings),
            _limits(),
        )
        letters = frozenset("".join(script.add_before + script.add_after for script in known.scripts))
        return cls(
            model, known.dotted, _numbered(known.types), list(classes), list(feats), list(names), list(values), letters
        )

    def guesses(self, words: Sequence[str], most: int) -> Guessed:
        """For each word at most so many labels: the same in the same order as the guesser has."""
        from spectral_core.inference.guessing import kernels

        small = [small_letters(word, self.dotted) for word in words]
        kinds = _numbered(_OF_WORDS)
        rows = np.stack(
            (
                _integers(kinds[capitals_of(word)] for word in words),
                _integers(self.places.get(word, NOTHING) for word in words),
            ),
            axis=1,
        )
        asked = layout.Asked(
            layout.Strings(*_laid(small)),
            layout.Strings(*_laid(words)),
            rows,
            *self._capitals(self.letters.union(*small)),
        )
        found = kernels.guesses(*self.model, asked, most, round(guesser.JOINTS_TRIED * most))
        lemma, tags = found.rows.astype(np.int32).T.copy()
        features: dict[int, str] = {}
        tags_of: list[Tags] = []
        for tag in found.tags.tolist():
            place = tag & _LOW
            if place not in features:
                features[place] = self._written(place, found.features)
            tags_of.append((*self.classes[tag >> _HALF], features[place]))
        return Guessed(found.bounds, lemma, tags, _strings(found.lemmas), tags_of)

    def _written(self, place: int, made: layout.Features) -> str:
        if place < len(self.features):
            return self.features[place]
        pairs = made.pairs[made.bounds[place] : made.bounds[place + 1]].tolist()
        return written({self.names[pair >> _HALF]: self.values[pair & _LOW] for pair in pairs})

    def _capitals(self, letters: Collection[str]) -> tuple[Integers, layout.Strings]:
        made = {letter: capital_letters(letter, self.dotted) for letter in letters}
        changed = {ord(letter): capital for letter, capital in made.items() if capital != letter}
        places = np.zeros(max(changed, default=0) + 1, dtype=np.int64)
        places[list(changed)] = np.arange(1, len(changed) + 1)
        return places, layout.Strings(*_laid(changed.values()))


def _scripts(known: Guesser) -> layout.Scripts:
    scripts = known.scripts
    rows = [(script.cut_before, script.cut_after, _OF_LEMMAS.index(script.capitals)) for script in scripts]
    added = _laid(chain.from_iterable((script.add_before, script.add_after) for script in scripts))
    return layout.Scripts(np.array(rows, dtype=np.int64).reshape(-1, 3), layout.Strings(*added))


def _features(
    feats: Sequence[str],
    said: Sequence[Mapping[str, str]],
    names: Mapping[str, int],
    values: Mapping[str, int],
    ranks: Integers,
) -> layout.Features:
    from spectral_core.inference.guessing.tables import string_keys, table_of

    rows = [sorted(each, key=lambda name: ranks[names[name]]) for each in said]
    pairs = [[(names[name], values[each[name]]) for name in row] for row, each in zip(rows, said, strict=True)]
    # Features that would be written otherwise have a number more, so that they are never found.
    codes = [
        [*chain.from_iterable(row), *([] if written(each) == feats_of else [_LOW])]
        for row, each, feats_of in zip(pairs, said, feats, strict=True)
    ]
    keys = string_keys(np.array([*chain.from_iterable(codes)], dtype=np.uint32), _bounds(codes), True)
    held = _integers((name << _HALF) + value for row in pairs for name, value in row)
    return layout.Features(table_of(keys), _bounds(pairs), held)


def _clues(
    parts: Keys,
    part_bounds: Integers,
    tag_bounds: Integers,
    tags: Integers,
    tag_upos: Integers,
    rare_bounds: Integers,
    rare: Integers,
    clue_upos: Integers,
) -> layout.Clues:
    """What parts of words tell: clues that enough tags with the part have, and enough of those of their kind.

    `parts` and `tags` are those of each word, `rare` the clues of each tag.
    """
    from spectral_core.inference.guessing.tables import table_of

    different, part = np.unique(parts, return_inverse=True)
    word = np.repeat(np.arange(len(tag_bounds) - 1), np.diff(part_bounds))
    many = np.diff(tag_bounds)[word]
    kept = np.bincount(part, weights=many, minlength=len(different))[part] >= clues.LEAST  # most are too rare
    part, word, many = part[kept], word[kept], many[kept]
    part, tag = np.repeat(part, many), tags[_spread(tag_bounds[word], many)]
    tagged, with_tag = np.unique(part * _MANY + tag_upos[tag], return_counts=True)
    many = np.diff(rare_bounds)[tag]
    part, clue = np.repeat(part, many), rare[_spread(rare_bounds[tag], many)]
    told, first, with_value = np.unique(part * _MANY + clue, return_index=True, return_counts=True)
    part, clue = np.divmod(told, _MANY)
    total = with_tag[np.searchsorted(tagged, part * _MANY + clue_upos[clue])]
    sure = np.flatnonzero((with_value >= clues.LEAST) & (with_value >= clues.SURE * total))
    sure = sure[np.lexsort((first[sure], part[sure]))]  # of a part, those that were met first come first
    telling, sizes = np.unique(part[sure], return_counts=True)
    bounds = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(sizes, dtype=np.int64)))
    return layout.Clues(
        table_of(different[telling]), bounds, np.stack((clue[sure], with_value[sure], total[sure]), axis=1)
    )


def _spread(begins: Integers, sizes: Integers) -> Integers:
    """All the places from each of these on, so many of each."""
    ends = np.cumsum(sizes)
    return np.repeat(begins - ends + sizes, sizes) + np.arange(ends[-1] if len(ends) else 0)


def _inherent(
    known: Guesser, lexemes: Iterable[Lexeme], names: Mapping[str, int], values: Mapping[str, int]
) -> layout.Inherent:
    nothing: Mapping[str, Mapping[str, int]] = {}
    attributes = [known.inherent.get(lexeme, nothing) for lexeme in lexemes]
    bounds, held = _rows(attributes, names)
    counted = [counts for each in attributes for counts in each.values()]
    value_bounds, held_values = _rows(counted, values)
    times = _integers(chain.from_iterable(counts.values() for counts in counted))
    names_of = np.stack((value_bounds, np.append(held, 0)), axis=1)
    return layout.Inherent(bounds, names_of, np.stack((held_values, times), axis=1))


def _joints(known: Guesser, strings: Mapping[str, int]) -> layout.Joints:
    from spectral_core.inference.count_table import CountTable
    from spectral_core.inference.guessing.tables import string_keys, table_of

    def counted(parts: Mapping[str, int], from_left: bool) -> Integers:
        times = np.fromiter(parts.values(), dtype=np.int64, count=len(parts))
        return CountTable.of(string_keys(*_laid(parts), from_left), times).cells

    joints = known.compounds
    bounds, whole = _rows(joints.whole.values(), strings)
    times = _integers(chain.from_iterable(lemmas.values() for lemmas in joints.whole.values()))
    put_in = [joints.parts(string) if joints.joint else [] for string in strings]
    before = _integers(kind == 0 for each in put_in for kind, _ in each)
    parts = _laid(part for each in put_in for _, part in each)
    return layout.Joints(
        ord(joints.joint) if joints.joint else layout.WHOLE,
        counted(joints.firsts, True),
        counted(joints.lemmas, True),
        counted(joints.lemmas, False),
        table_of(string_keys(*_laid(joints.whole), True)),
        bounds,
        np.stack((whole, times), axis=1),
        _bounds(put_in),
        np.stack((before, string_keys(*parts, True).view(np.int64), string_keys(*parts, False).view(np.int64)), axis=1),
    )


def _limits() -> layout.Limits:
    return layout.Limits(
        longest_word=guesser.LONGEST_WORD,
        longest=guesser.LONGEST,
        shortest=guesser.SHORTEST,
        rules_kept=guesser.RULES_KEPT,
        tags_kept=guesser.TAGS_KEPT,
        rules_looked_at=guesser.RULES_LOOKED_AT,
        tags_looked_at=guesser.TAGS_LOOKED_AT,
        tags_tried=guesser.TAGS_TRIED,
        lexemes_tried=guesser.LEXEMES_TRIED,
        levels=guesser.LEVELS,
        least_weight=guesser.LEAST_WEIGHT,
        smoothing=guesser.SMOOTHING,
        known=guesser.KNOWN,
        step=guesser.STEP,
        same_upos=guesser.SAME_UPOS,
        other_upos=guesser.OTHER_UPOS,
        its_tags=guesser.ITS_TAGS,
        clue_span=clues.SPAN,
        clue_least=clues.LEAST,
        clue_sure=clues.SURE,
        clue_tried=clues.TRIED,
        clue_most=clues.MOST,
        clue_weight=clues.WEIGHT,
        part_shortest=compounds.SHORTEST,
        one_known=compounds.ONE_KNOWN,
        first_is_lemma=compounds.FIRST_IS_LEMMA,
    )


def _numbered(items: Iterable[_Item]) -> dict[_Item, int]:
    """The place of each, in the order in which they are met."""
    return {item: place for place, item in enumerate(dict.fromkeys(items))}


def _integers(numbers: Iterable[int]) -> Integers:
    return np.array(list(numbers), dtype=np.int64)


def _bounds(rows: Iterable[Sized]) -> Integers:
    """Where each of these begins when they are laid end to end, and where the last one ends."""
    return np.array([0, *accumulate(map(len, rows))], dtype=np.int64)


def _rows(rows: Iterable[Collection[_Item]], places: Mapping[_Item, int]) -> tuple[Integers, Integers]:
    """Where each row begins, and the places of what is in them."""
    rows = list(rows)
    return _bounds(rows), _integers(places[item] for row in rows for item in row)


def _laid(strings: Iterable[str]) -> tuple[Codes, Integers]:
    """The code points of strings laid end to end, and where each begins."""
    strings = list(strings)
    codes = np.frombuffer("".join(strings).encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    return codes.copy(), _bounds(strings)  # which may be written to, as all arrays that kernels are compiled for


def _strings(laid: layout.Strings) -> list[str]:
    """The strings that were laid end to end."""
    text = laid.codes.tobytes().decode("utf-32-le", "surrogatepass")
    return [text[begin:end] for begin, end in pairwise(laid.bounds.tolist())]
