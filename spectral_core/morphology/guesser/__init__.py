"""Morphological guesser: trained on a lexicon, predicts lemma and tags of unknown words in batches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain, pairwise

import numpy as np

from spectral_core.arrays import Indexes, Integers
from spectral_core.data import EMPTY, Analysis
from spectral_core.data.readings import PUNCTUATION_KIND, SYMBOL_KIND
from spectral_core.morphology.edit_scripts import to_lower, to_upper
from spectral_core.morphology.features import format_features, parse_features
from spectral_core.morphology.guesser.estimation import (
    LEMMA_CASES,
    WORD_CASES,
    CompoundLexicon,
    EncodedLexicon,
    IdMap,
    Lexeme,
    Tags,
    classify_case,
    compute_case_ratios,
    find_inherent_values,
    find_non_default_values,
)
from spectral_core.morphology.guesser.parameters import (
    CLUE_SIZES,
    COMPOUND_CANDIDATES,
    HALF_BITS,
    LOW_HALF,
    MIN_CLUE_COUNT,
    MIN_CLUE_SHARE,
    RULES_PER_ENDING,
    TAGS_PER_ENDING,
    Clues,
    CompoundParts,
    Features,
    GuessBatch,
    GuesserParameters,
    Lexemes,
    Rules,
    Strings,
    TagCounts,
    TopItemCounts,
    WordContributions,
)

_Inherent = Mapping[Lexeme, Mapping[str, Mapping[str, int]]]

_HALF_FACTOR = 1 << HALF_BITS
_NEW_WORD = -1  # index of a word that is not in the lexicon
CASED_CODE_POINTS = 0x1F000  # code points from here on have no letter case


@dataclass(frozen=True, slots=True, eq=False)
class TagNames:
    """Tags and features by id."""

    classes: Sequence[tuple[str, str]]  # UPOS and XPOS
    features: Sequence[str]
    attributes: Sequence[str]
    values: Sequence[str]


def estimate_parameters(
    lexicon: Mapping[str, Iterable[Analysis]], turkic: bool
) -> tuple[GuesserParameters, bool, Mapping[str, int], TagNames]:
    """Estimate the parameters from the analyses of each word; return them with the casing rules, word ids, and the
    names of the other ids."""
    encoded = EncodedLexicon.encode(lexicon, turkic)
    inherent = find_inherent_values(lexicon, encoded.compounds)
    encoded.lemmas.add_items(lexeme[0] for lexeme in encoded.lexemes)
    encoded.lemmas.add_items(chain.from_iterable(encoded.compounds.segmented.values()))
    classes: IdMap[tuple[str, str]] = IdMap()
    feats: IdMap[str] = IdMap()
    upos: IdMap[str] = IdMap()
    tags = to_integers((classes[tag[:2]] << HALF_BITS) + feats[tag[2]] for tag in encoded.tags)
    class_of = to_integers(classes[lexeme[1:]] for lexeme in encoded.lexemes)
    class_upos = to_integers(upos[word_class[0]] for word_class in classes)
    feature_values = [parse_features(value) for value in feats]
    attributes: IdMap[str] = IdMap()
    values: IdMap[str] = IdMap({"": 0})  # "": absent attribute
    attributes.add_items(chain.from_iterable(feature_values))
    values.add_items(chain.from_iterable(value.values() for value in feature_values))
    lower = encode_strings(to_lower(word, turkic) for word in encoded.word_ids)
    lexemes = _make_lexemes(
        encoded, lower, class_of, turkic, _encode_inherent_values(encoded.lexemes, inherent, attributes, values)
    )
    clues = _make_clues(encoded, lower, class_upos[tags >> HALF_BITS], upos, attributes, values)
    ranks = {name: rank for rank, name in enumerate(sorted({name.lower() for name in attributes}))}
    order = to_integers(ranks[name.lower()] for name in attributes)
    parameters = GuesserParameters(
        _make_rules(encoded, lower, tags),
        TagCounts(_count_by_endings(lower, encoded.word_tags, tags, TAGS_PER_ENDING), class_upos),
        clues,
        lexemes,
        _make_features(list(feats), feature_values, attributes, values, order),
        order,
        _encode_contributions(encoded, tags),
        _make_compound_parts(encoded.compounds, encoded.lemmas),
    )
    return parameters, turkic, encoded.word_ids, TagNames(list(classes), list(feats), list(attributes), list(values))


def to_integers(numbers: Iterable[int]) -> Integers:
    """Return an integer array of these numbers."""
    return np.array(list(numbers), dtype=np.int64)


def encode_strings(strings: Iterable[str]) -> Strings:
    """Encode strings as concatenated code points with offsets."""
    strings = list(strings)
    codes = np.frombuffer("".join(strings).encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    # a writable copy: kernels are compiled for writable arrays
    return Strings(codes.copy(), compute_offsets(strings), max(map(len, strings), default=0))


def compute_offsets(rows: Iterable[Sized]) -> Integers:
    """Return the offsets of concatenated rows, including the end of the last."""
    return np.array([0, *accumulate(map(len, rows))], dtype=np.int64)


def _encode_contributions(encoded: EncodedLexicon, tags: Integers) -> WordContributions:
    """Encode the contribution of each lexicon word to the counts, for leave-one-out guessing."""
    # lemmas are needed for compounds only
    word_lemmas: list[list[int]] = encoded.word_lemmas if encoded.compounds.boundary else [[]] * len(encoded.word_ids)
    rows: tuple[Sequence[Collection[int]], ...] = (
        encoded.word_rules,
        encoded.word_tags,
        encoded.word_lexemes,
        word_lemmas,
    )
    flat = [to_integers(chain.from_iterable(column)) for column in rows]
    common = to_integers(chain.from_iterable(column.values() for column in encoded.word_lexemes))
    return WordContributions(
        np.stack([compute_offsets(column) for column in rows], axis=1),
        flat[0],
        tags[flat[1]],
        np.stack((flat[2], common), axis=1),
        flat[3],
    )


def _count_by_endings(lower: Strings, rows: Sequence[Collection[int]], items: Integers, limit: int) -> TopItemCounts:
    """Count items by word endings, keeping the most frequent; `rows` are the item ids of each word."""
    from spectral_core.morphology.guesser import count_kernels

    return count_kernels.count_items_by_ending(
        lower, compute_offsets(rows), items[to_integers(chain.from_iterable(rows))], limit
    )


def _make_rules(encoded: EncodedLexicon, lower: Strings, tags: Integers) -> Rules:
    """Encode the lemma rules: edit scripts with their tags, counts by word ending, and letter-case ratios."""
    script_cases = [script.letter_case for script in encoded.scripts]
    script_of = [script for script, _ in encoded.rules]
    rows = zip(encoded.word_ids, encoded.word_rules, strict=True)
    case_ratios = compute_case_ratios(
        Counter((classify_case(word), script_cases[script_of[rule]]) for word, rules in rows for rule in rules)
    )
    scripts = [
        (script.cut_before, script.cut_after, LEMMA_CASES.index(script.letter_case)) for script in encoded.scripts
    ]
    return Rules(
        _count_by_endings(lower, encoded.word_rules, np.arange(len(encoded.rules)), RULES_PER_ENDING),
        np.stack((to_integers(script_of), tags[to_integers(tag for _, tag in encoded.rules)]), axis=1),
        np.array(scripts, dtype=np.int64).reshape(-1, 3),
        encode_strings(chain.from_iterable((script.add_before, script.add_after) for script in encoded.scripts)),
        np.array(
            [[case_ratios[word_case, lemma_case] for lemma_case in LEMMA_CASES] for word_case in WORD_CASES],
            dtype=np.float64,
        ),
    )


def _encode_inherent_values(
    lexemes: Iterable[Lexeme], inherent: _Inherent, attributes: IdMap[str], values: IdMap[str]
) -> tuple[Integers, Integers, Integers]:
    """Return the offsets of each lexeme's attributes; for each attribute, its offset and id; values and counts."""
    no_values: Mapping[str, Mapping[str, int]] = {}
    rows = [inherent.get(lexeme, no_values) for lexeme in lexemes]
    value_counts = [counts for row in rows for counts in row.values()]
    names = np.append(to_integers(attributes[name] for row in rows for name in row), 0)
    values_and_counts = [(values[value], count) for counts in value_counts for value, count in counts.items()]
    return (
        compute_offsets(rows),
        np.stack((compute_offsets(value_counts), names), axis=1),
        np.array(values_and_counts, dtype=np.int64).reshape(-1, 2),
    )


def _make_lexemes(
    encoded: EncodedLexicon,
    lower: Strings,
    class_of: Integers,
    turkic: bool,
    inherent: tuple[Integers, Integers, Integers],
) -> Lexemes:
    """Encode the lexemes: lemma, class, inherent values, and counts by word prefix."""
    from spectral_core.morphology.guesser import count_kernels

    lemmas = encode_strings(encoded.lemmas)
    lemma_of = to_integers(encoded.lemmas[lexeme[0]] for lexeme in encoded.lexemes)
    lower_lemmas = encode_strings(to_lower(lemma, turkic) for lemma in encoded.lemmas)
    pairs = [*chain.from_iterable(word_lexemes.items() for word_lexemes in encoded.word_lexemes)]
    rows = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return Lexemes(
        count_kernels.count_lexemes_by_prefix(
            lower, compute_offsets(encoded.word_lexemes), rows, lower_lemmas, lemma_of
        ),
        np.stack((count_kernels.hash_strings(lemmas, True).view(np.int64)[lemma_of], lemma_of, class_of), axis=1),
        lemmas,
        *inherent,
    )


def _make_features(
    feats: Sequence[str],
    feature_values: Sequence[Mapping[str, str]],
    attributes: Mapping[str, int],
    values: Mapping[str, int],
    order: Integers,
) -> Features:
    """Encode the feature lists as pairs of attribute and value, with a hash table to look them up."""
    from spectral_core.morphology.guesser.count_kernels import build_position_table, hash_strings

    rows = [
        [
            (attributes[name], values[named_values[name]])
            for name in sorted(named_values, key=lambda name: order[attributes[name]])
        ]
        for named_values in feature_values
    ]
    # Features in non-canonical notation get one more id, so that no lookup matches them.
    codes = [
        [*chain.from_iterable(row), *([] if format_features(named_values) == tag_feats else [LOW_HALF])]
        for row, named_values, tag_feats in zip(rows, feature_values, feats, strict=True)
    ]
    lists = Strings(np.array([*chain.from_iterable(codes)], dtype=np.uint32), compute_offsets(codes), 0)
    pairs = to_integers((name << HALF_BITS) + value for row in rows for name, value in row)
    return Features(build_position_table(hash_strings(lists, True)), compute_offsets(rows), pairs)


def _make_clues(
    encoded: EncodedLexicon,
    lower: Strings,
    tag_upos: Integers,
    upos: IdMap[str],
    attributes: IdMap[str],
    values: IdMap[str],
) -> Clues:
    """Select the clues: feature values that most word types with a certain word part have, of those with the UPOS."""
    from spectral_core.morphology.guesser import count_kernels

    sizes = to_integers(CLUE_SIZES)
    unusual_values = find_non_default_values(
        dict(zip(encoded.tags, np.bincount([*chain.from_iterable(encoded.word_tags)]).tolist(), strict=True))
    )
    clues: IdMap[tuple[str, str, str]] = IdMap()
    tag_clues = [[clues[clue] for clue in clue_list] for clue_list in unusual_values.values()]
    rows = [
        (upos[upos_name], (attributes[attribute] << HALF_BITS) + values[value]) for upos_name, attribute, value in clues
    ]
    tag_bounds, tags = compute_offsets(encoded.word_tags), to_integers(chain.from_iterable(encoded.word_tags))
    unusual_bounds, unusual_clues = compute_offsets(tag_clues), to_integers(chain.from_iterable(tag_clues))
    parts, part_bounds = count_kernels.hash_word_parts(lower, sizes)
    distinct_parts, part = np.unique(parts, return_inverse=True)
    word = np.repeat(np.arange(len(encoded.word_ids)), np.diff(part_bounds))
    repeats = np.diff(tag_bounds)[word]
    is_frequent = (
        np.bincount(part, weights=repeats, minlength=len(distinct_parts))[part] >= MIN_CLUE_COUNT
    )  # most are too rare
    part, word, repeats = part[is_frequent], word[is_frequent], repeats[is_frequent]
    part, tag = np.repeat(part, repeats), tags[_expand_ranges(tag_bounds[word], repeats)]
    part_upos, upos_counts = np.unique(part * _HALF_FACTOR + tag_upos[tag], return_counts=True)
    repeats = np.diff(unusual_bounds)[tag]
    part, clue = np.repeat(part, repeats), unusual_clues[_expand_ranges(unusual_bounds[tag], repeats)]
    part_clues, first, value_counts = np.unique(part * _HALF_FACTOR + clue, return_index=True, return_counts=True)
    part, clue = np.divmod(part_clues, _HALF_FACTOR)
    clue_rows = np.array(rows, dtype=np.int64).reshape(-1, 2)
    total = upos_counts[np.searchsorted(part_upos, part * _HALF_FACTOR + clue_rows[clue, 0])]
    reliable = np.flatnonzero((value_counts >= MIN_CLUE_COUNT) & (value_counts >= MIN_CLUE_SHARE * total))
    reliable = reliable[np.lexsort((first[reliable], part[reliable]))]  # clues of a part in order of occurrence
    clue_parts, counts = np.unique(part[reliable], return_counts=True)
    bounds = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(counts, dtype=np.int64)))
    entries = np.stack((clue[reliable], value_counts[reliable], total[reliable]), axis=1)
    return Clues(count_kernels.build_position_table(distinct_parts[clue_parts]), bounds, entries, clue_rows, sizes)


def _expand_ranges(begins: Integers, sizes: Integers) -> Integers:
    """Return the concatenated indices of ranges, given their starts and sizes."""
    ends = np.cumsum(sizes)
    return np.repeat(begins - ends + sizes, sizes) + np.arange(ends[-1] if len(ends) else 0)


def _make_compound_parts(compounds: CompoundLexicon, lemmas: Mapping[str, int]) -> CompoundParts:
    """Encode the compound lemmas and the counts of their parts."""
    from spectral_core.morphology.guesser.count_kernels import build_count_table, build_position_table, hash_strings

    def count_parts(parts: Mapping[str, int], from_left: bool) -> Integers:
        return build_count_table(hash_strings(encode_strings(parts), from_left), to_integers(parts.values()))

    segmented = [(lemmas[lemma], count) for group in compounds.segmented.values() for lemma, count in group.items()]
    contributed = [compounds.split_parts(lemma) if compounds.boundary else [] for lemma in lemmas]
    is_modifier = to_integers(part_kind == 0 for group in contributed for part_kind, _ in group)
    parts = encode_strings(part for group in contributed for _, part in group)
    return CompoundParts(
        ord(compounds.boundary) if compounds.boundary else -1,
        count_parts(compounds.modifiers, True),
        count_parts(compounds.heads, True),
        count_parts(compounds.heads, False),
        build_position_table(hash_strings(encode_strings(compounds.segmented), True)),
        compute_offsets(compounds.segmented.values()),
        np.array(segmented, dtype=np.int64).reshape(-1, 2),
        compute_offsets(contributed),
        np.stack(
            (is_modifier, hash_strings(parts, True).view(np.int64), hash_strings(parts, False).view(np.int64)), axis=1
        ),
    )


@dataclass(frozen=True, slots=True, eq=False)
class GuessedLabels:
    """Guessed labels of words, most probable first."""

    bounds: Integers  # (words + 1,) offsets into the two below
    lemma_index: Indexes  # (rows,) index into `lemmas`
    tag_index: Indexes  # (rows,) index into `distinct_tags`
    lemmas: list[str]  # without duplicates
    distinct_tags: list[Tags]  # without duplicates

    def drop_symbol_tags(self) -> GuessedLabels:
        """Drop guesses tagged as punctuation or symbols; a word that has only these keeps them."""
        is_word_tag = np.array(
            [tags[0] not in (SYMBOL_KIND, PUNCTUATION_KIND) for tags in self.distinct_tags], dtype=np.bool_
        )
        word_count = len(self.bounds) - 1
        word_of_row, is_kept = np.repeat(np.arange(word_count), np.diff(self.bounds)), is_word_tag[self.tag_index]
        is_kept |= (np.bincount(word_of_row[is_kept], minlength=word_count) == 0)[word_of_row]
        bounds = np.concatenate(([0], np.cumsum(np.bincount(word_of_row[is_kept], minlength=word_count)))).astype(
            np.int64
        )
        return GuessedLabels(
            bounds, self.lemma_index[is_kept], self.tag_index[is_kept], self.lemmas, self.distinct_tags
        )

    def iterate_analyses(self, word: int) -> Iterator[Analysis]:
        """Iterate over the guesses for one word."""
        rows = slice(self.bounds[word], self.bounds[word + 1])
        for lemma, tags in zip(self.lemma_index[rows].tolist(), self.tag_index[rows].tolist(), strict=True):
            yield Analysis(self.lemmas[lemma], EMPTY, *self.distinct_tags[tags])


@dataclass(frozen=True, slots=True, eq=False)
class Guesser:
    """Guesser trained on a lexicon; build with `learn`. Words of the lexicon are guessed leave-one-out: their own
    counts are subtracted, except for two approximations: items pruned as too rare stay pruned, and statistics of the
    whole treebank, such as the usual value of an attribute, are not recomputed."""

    parameters: GuesserParameters
    turkic: bool  # i and ı are different letters
    word_ids: Mapping[str, int]
    tag_names: TagNames

    @classmethod
    def learn(cls, lexicon: Mapping[str, Iterable[Analysis]], turkic: bool) -> Guesser:
        """Train on the analyses of each word type; token frequencies are ignored."""
        return cls(*estimate_parameters(lexicon, turkic))

    def guess(self, words: Sequence[str], limit: int) -> GuessedLabels:
        """Return at most `limit` labels for each word, most probable first; none for strings too long to be a word."""
        from spectral_core.morphology.guesser import label_kernels

        lower_words = [to_lower(word, self.turkic) for word in words]
        cases_and_indices = [
            (WORD_CASES.index(classify_case(word)), self.word_ids.get(word, _NEW_WORD)) for word in words
        ]
        rows = np.array(cases_and_indices, dtype=np.int64).reshape(-1, 2)
        batch = GuessBatch(
            encode_strings(lower_words), encode_strings(words), rows, *_make_upper_case_table(self.turkic)
        )
        output = label_kernels.guess_labels(self.parameters, batch, limit, round(COMPOUND_CANDIDATES * limit))
        lemma, tags = output.rows.astype(np.int32).T.copy()
        features: dict[int, str] = {}
        distinct_tags: list[Tags] = []
        for tag in output.tags.tolist():
            feature_id = tag & LOW_HALF
            if feature_id not in features:
                features[feature_id] = self._format_features(feature_id, output.features)
            distinct_tags.append((*self.tag_names.classes[tag >> HALF_BITS], features[feature_id]))
        text = output.lemma_codes.tobytes().decode("utf-32-le", "surrogatepass")
        lemmas = [text[begin:end] for begin, end in pairwise(output.lemma_bounds.tolist())]
        return GuessedLabels(output.bounds, lemma, tags, lemmas, distinct_tags)

    def _format_features(self, feature_id: int, feature_lists: Features) -> str:
        """Return the FEATS of a feature list, which may be one made by the guesser."""
        names = self.tag_names
        if feature_id < len(names.features):
            return names.features[feature_id]
        pairs = feature_lists.pairs[feature_lists.bounds[feature_id] : feature_lists.bounds[feature_id + 1]].tolist()
        return format_features({names.attributes[pair >> HALF_BITS]: names.values[pair & LOW_HALF] for pair in pairs})


@lru_cache(maxsize=2)
def _make_upper_case_table(turkic: bool) -> tuple[Integers, Strings]:
    """Return, by code point, the index of its upper case in the strings returned with it, from 1; 0 without one."""
    uppers = {code: to_upper(chr(code), turkic) for code in range(CASED_CODE_POINTS)}
    changed = {code: upper for code, upper in uppers.items() if upper != chr(code)}
    upper_index = np.zeros(CASED_CODE_POINTS, dtype=np.int64)
    upper_index[list(changed)] = to_integers(range(1, len(changed) + 1))
    return upper_index, encode_strings(changed.values())
