"""What a guesser knows, counted from a lexicon and laid out in arrays for compiled code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass
from itertools import accumulate, chain

import numpy as np
from numpy.typing import NDArray

from spectral_core.analyzers.edit_scripts import small_letters
from spectral_core.analyzers.features import named, written
from spectral_core.analyzers.guessing.capitals import OF_LEMMAS, OF_WORDS, capitals_of, ratios
from spectral_core.analyzers.guessing.clues import unusual
from spectral_core.analyzers.guessing.compounds import Compounds
from spectral_core.analyzers.guessing.inherent import Lexeme, inherent_in
from spectral_core.analyzers.guessing.types import KnownTypes, Numbers
from spectral_core.data import Analysis
from spectral_core.inference.guessing import model
from spectral_core.inference.guessing.limits import CLUE_LEAST, CLUE_SURE, PART_SIZES, RULES_KEPT, TAGS_KEPT

Integers = NDArray[np.int64]
_Inherent = Mapping[Lexeme, Mapping[str, Mapping[str, int]]]

_MANY = 1 << model.HALF


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """What numbers stand for."""

    classes: Sequence[tuple[str, str]]  # UPOS and XPOS
    features: Sequence[str]
    attributes: Sequence[str]
    values: Sequence[str]


def knowledge_of(
    lexicon: Mapping[str, Iterable[Analysis]], dotted: bool
) -> tuple[model.Knowledge, bool, Mapping[str, int], Names]:
    """All that is known from the analyses of each word, whether i and ı are two letters, the number of each word, and
    what other numbers stand for."""
    known = KnownTypes.learn(lexicon, dotted)
    inherent = inherent_in(lexicon, known.compounds)
    known.lemmas.meet(lexeme[0] for lexeme in known.lexemes)
    known.lemmas.meet(chain.from_iterable(known.compounds.whole.values()))
    classes: Numbers[tuple[str, str]] = Numbers()
    feats: Numbers[str] = Numbers()
    upos: Numbers[str] = Numbers()
    tags = integers((classes[tag[:2]] << model.HALF) + feats[tag[2]] for tag in known.tags)
    class_of = integers(classes[lexeme[1:]] for lexeme in known.lexemes)
    class_upos = integers(upos[kind[0]] for kind in classes)
    said = [named(each) for each in feats]
    attributes: Numbers[str] = Numbers()
    values: Numbers[str] = Numbers({"": 0})  # which an attribute has that is not there
    attributes.meet(chain.from_iterable(said))
    values.meet(chain.from_iterable(each.values() for each in said))
    small = laid(small_letters(word, dotted) for word in known.words)
    lexemes = _lexemes(known, small, class_of, dotted, _inherent(known.lexemes, inherent, attributes, values))
    clues = _clues(known, small, class_upos[tags >> model.HALF], upos, attributes, values)
    ranks = {name: rank for rank, name in enumerate(sorted({name.lower() for name in attributes}))}
    order = integers(ranks[name.lower()] for name in attributes)
    knowledge = model.Knowledge(
        _rules(known, small, tags),
        model.Tagging(_by_endings(small, known.of_tags, tags, TAGS_KEPT), class_upos),
        clues,
        lexemes,
        _features(list(feats), said, attributes, values, order),
        order,
        _types(known, tags),
        _joints(known.compounds, known.lemmas),
    )
    return knowledge, dotted, known.words, Names(list(classes), list(feats), list(attributes), list(values))


def integers(numbers: Iterable[int]) -> Integers:
    return np.array(list(numbers), dtype=np.int64)


def laid(strings: Iterable[str]) -> model.Strings:
    """The code points of strings laid end to end."""
    strings = list(strings)
    codes = np.frombuffer("".join(strings).encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    # which may be written to, as all arrays that kernels are compiled for
    return model.Strings(codes.copy(), _bounds(strings), max(map(len, strings), default=0))


def _bounds(rows: Iterable[Sized]) -> Integers:
    """Where each of these begins when they are laid end to end, and where the last one ends."""
    return np.array([0, *accumulate(map(len, rows))], dtype=np.int64)


def _types(known: KnownTypes, tags: Integers) -> model.Types:
    # only joints ask for lemmas
    of_lemmas: list[list[int]] = known.of_lemmas if known.compounds.joint else [[]] * len(known.words)
    rows: tuple[Sequence[Collection[int]], ...] = (known.of_rules, known.of_tags, known.of_lexemes, of_lemmas)
    listed = [integers(chain.from_iterable(each)) for each in rows]
    common = integers(chain.from_iterable(each.values() for each in known.of_lexemes))
    return model.Types(
        np.stack([_bounds(each) for each in rows], axis=1),
        listed[0],
        tags[listed[1]],
        np.stack((listed[2], common), axis=1),
        listed[3],
    )


def _by_endings(small: model.Strings, rows: Sequence[Collection[int]], things: Integers, kept: int) -> model.Lists:
    """The most frequent things by the endings of words; `rows` are those of each word by their places in `things`."""
    from spectral_core.inference.guessing import tables

    return tables.by_endings(small, _bounds(rows), things[integers(chain.from_iterable(rows))], kept)


def _rules(known: KnownTypes, small: model.Strings, tags: Integers) -> model.Rules:
    kinds = [script.capitals for script in known.scripts]
    script_of = [script for script, _ in known.rules]
    rows = zip(known.words, known.of_rules, strict=True)
    capitals = ratios(Counter((capitals_of(word), kinds[script_of[rule]]) for word, rules in rows for rule in rules))
    scripts = [(script.cut_before, script.cut_after, OF_LEMMAS.index(script.capitals)) for script in known.scripts]
    return model.Rules(
        _by_endings(small, known.of_rules, np.arange(len(known.rules)), RULES_KEPT),
        np.stack((integers(script_of), tags[integers(tag for _, tag in known.rules)]), axis=1),
        np.array(scripts, dtype=np.int64).reshape(-1, 3),
        laid(chain.from_iterable((script.add_before, script.add_after) for script in known.scripts)),
        np.array([[capitals[of, lemma] for lemma in OF_LEMMAS] for of in OF_WORDS], dtype=np.float64),
    )


def _inherent(
    lexemes: Iterable[Lexeme], inherent: _Inherent, attributes: Numbers[str], values: Numbers[str]
) -> tuple[Integers, Integers, Integers]:
    """Where the attributes of each lexeme begin; of each where its values begin, and its name; values and times."""
    nothing: Mapping[str, Mapping[str, int]] = {}
    rows = [inherent.get(lexeme, nothing) for lexeme in lexemes]
    counted = [counts for row in rows for counts in row.values()]
    names = np.append(integers(attributes[name] for row in rows for name in row), 0)
    times = [(values[value], count) for counts in counted for value, count in counts.items()]
    return (_bounds(rows), np.stack((_bounds(counted), names), axis=1), np.array(times, dtype=np.int64).reshape(-1, 2))


def _lexemes(
    known: KnownTypes,
    small: model.Strings,
    class_of: Integers,
    dotted: bool,
    inherent: tuple[Integers, Integers, Integers],
) -> model.Lexemes:
    from spectral_core.inference.guessing import tables

    lemmas = laid(known.lemmas)
    lemma_of = integers(known.lemmas[lexeme[0]] for lexeme in known.lexemes)
    small_lemmas = laid(small_letters(lemma, dotted) for lemma in known.lemmas)
    pairs = [*chain.from_iterable(each.items() for each in known.of_lexemes)]
    rows = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return model.Lexemes(
        tables.by_beginnings(small, _bounds(known.of_lexemes), rows, small_lemmas, lemma_of),
        np.stack((tables.string_keys(lemmas, True).view(np.int64)[lemma_of], lemma_of, class_of), axis=1),
        lemmas,
        *inherent,
    )


def _features(
    feats: Sequence[str],
    said: Sequence[Mapping[str, str]],
    attributes: Mapping[str, int],
    values: Mapping[str, int],
    order: Integers,
) -> model.Features:
    from spectral_core.inference.guessing.tables import string_keys, table_of

    rows = [
        [(attributes[name], values[each[name]]) for name in sorted(each, key=lambda name: order[attributes[name]])]
        for each in said
    ]
    # Features that would be written otherwise have a number more, so that they are never found.
    codes = [
        [*chain.from_iterable(row), *([] if written(each) == feats_of else [model.LOW])]
        for row, each, feats_of in zip(rows, said, feats, strict=True)
    ]
    lists = model.Strings(np.array([*chain.from_iterable(codes)], dtype=np.uint32), _bounds(codes), 0)
    pairs = integers((name << model.HALF) + value for row in rows for name, value in row)
    return model.Features(table_of(string_keys(lists, True)), _bounds(rows), pairs)


def _clues(
    known: KnownTypes,
    small: model.Strings,
    tag_upos: Integers,
    upos: Numbers[str],
    attributes: Numbers[str],
    values: Numbers[str],
) -> model.Clues:
    """What parts of words tell: clues that enough tags with the part have, and enough of those of their kind."""
    from spectral_core.inference.guessing import tables

    sizes = integers(PART_SIZES)
    rare = unusual(dict(zip(known.tags, np.bincount([*chain.from_iterable(known.of_tags)]).tolist(), strict=True)))
    clues: Numbers[tuple[str, str, str]] = Numbers()
    of_tags = [[clues[clue] for clue in each] for each in rare.values()]
    rows = [(upos[kind], (attributes[name] << model.HALF) + values[value]) for kind, name, value in clues]
    tag_bounds, tags = _bounds(known.of_tags), integers(chain.from_iterable(known.of_tags))
    rare_bounds, rare_clues = _bounds(of_tags), integers(chain.from_iterable(of_tags))
    parts, part_bounds = tables.parts_of(small, sizes)
    different, part = np.unique(parts, return_inverse=True)
    word = np.repeat(np.arange(len(known.words)), np.diff(part_bounds))
    many = np.diff(tag_bounds)[word]
    kept = np.bincount(part, weights=many, minlength=len(different))[part] >= CLUE_LEAST  # most are too rare
    part, word, many = part[kept], word[kept], many[kept]
    part, tag = np.repeat(part, many), tags[_spread(tag_bounds[word], many)]
    tagged, with_tag = np.unique(part * _MANY + tag_upos[tag], return_counts=True)
    many = np.diff(rare_bounds)[tag]
    part, clue = np.repeat(part, many), rare_clues[_spread(rare_bounds[tag], many)]
    told, first, with_value = np.unique(part * _MANY + clue, return_index=True, return_counts=True)
    part, clue = np.divmod(told, _MANY)
    clue_rows = np.array(rows, dtype=np.int64).reshape(-1, 2)
    total = with_tag[np.searchsorted(tagged, part * _MANY + clue_rows[clue, 0])]
    sure = np.flatnonzero((with_value >= CLUE_LEAST) & (with_value >= CLUE_SURE * total))
    sure = sure[np.lexsort((first[sure], part[sure]))]  # of a part, those that were met first come first
    telling, counts = np.unique(part[sure], return_counts=True)
    bounds = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(counts, dtype=np.int64)))
    entries = np.stack((clue[sure], with_value[sure], total[sure]), axis=1)
    return model.Clues(tables.table_of(different[telling]), bounds, entries, clue_rows, sizes)


def _spread(begins: Integers, sizes: Integers) -> Integers:
    """All the places from each of these on, so many of each."""
    ends = np.cumsum(sizes)
    return np.repeat(begins - ends + sizes, sizes) + np.arange(ends[-1] if len(ends) else 0)


def _joints(compounds: Compounds, lemmas: Mapping[str, int]) -> model.Joints:
    from spectral_core.inference.guessing.tables import counts_of, string_keys, table_of

    def counted(parts: Mapping[str, int], from_left: bool) -> Integers:
        return counts_of(string_keys(laid(parts), from_left), integers(parts.values()))

    whole = [(lemmas[lemma], times) for each in compounds.whole.values() for lemma, times in each.items()]
    put_in = [compounds.parts(lemma) if compounds.joint else [] for lemma in lemmas]
    before = integers(kind == 0 for each in put_in for kind, _ in each)
    parts = laid(part for each in put_in for _, part in each)
    return model.Joints(
        ord(compounds.joint) if compounds.joint else model.WHOLE,
        counted(compounds.firsts, True),
        counted(compounds.lemmas, True),
        counted(compounds.lemmas, False),
        table_of(string_keys(laid(compounds.whole), True)),
        _bounds(compounds.whole.values()),
        np.array(whole, dtype=np.int64).reshape(-1, 2),
        _bounds(put_in),
        np.stack((before, string_keys(parts, True).view(np.int64), string_keys(parts, False).view(np.int64)), axis=1),
    )
