"""Estimation of the guesser's parameters from a lexicon: letter case, compounds, inherent and unusual values."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TypeVar

import numpy as np

from spectral_core.arrays import Integers
from spectral_core.data import Analysis
from spectral_core.morphology.edit_scripts import (
    AS_WRITTEN,
    LOWER,
    TITLE,
    UPPER,
    EditScript,
    compute_edit_script,
    to_lower,
)
from spectral_core.morphology.features import format_features, parse_features
from spectral_core.morphology.guesser.parameters import (
    CLUE_SIZES,
    HALF_BITS,
    LOW_HALF,
    MAX_WORD_LENGTH,
    MIN_CLUE_COUNT,
    MIN_CLUE_SHARE,
    RULES_PER_ENDING,
    TAGS_PER_ENDING,
    Clues,
    CompoundParts,
    Features,
    GuesserParameters,
    Lexemes,
    Rules,
    Strings,
    TagCounts,
    TopItemCounts,
    WordContributions,
    compute_offsets,
    encode_strings,
)

WORD_CASES, LEMMA_CASES = (LOWER, TITLE, UPPER), (AS_WRITTEN, LOWER, TITLE, UPPER)  # in the order of the parameters
Tags = tuple[str, str, str]  # UPOS, XPOS, FEATS
Clue = tuple[str, str, str]  # UPOS, attribute, value; value "" if the attribute is absent
_BOUNDARY_SIGNS = "#+_|="
_MIN_COMPOUND_WORDS = 10  # words with the sign in the lemma only, from which it counts as a compound boundary
Lexeme = tuple[str, str, str]  # lemma without boundaries, UPOS, XPOS
_MIN_AGREEMENT, _MIN_PAIRS = 0.9, 20  # minimum agreement and number of form pairs of an inherent attribute
_Item = TypeVar("_Item", bound=Hashable)

_Inherent = Mapping[Lexeme, Mapping[str, Mapping[str, int]]]
_HALF_FACTOR = 1 << HALF_BITS


def classify_letter_case(word: str) -> str:
    """Return the letter case of a word: LOWER without capitals, UPPER if all letters are capitals, else TITLE."""
    if word.islower() or not any(map(str.isupper, word)):
        return LOWER
    return UPPER if len(word) > 1 and word == word.upper() else TITLE


def compute_letter_case_ratios(counts: Counter[tuple[str, str]]) -> dict[tuple[str, str], float]:
    """Return the ratio p(lemma case | word case) / p(lemma case) for each pair."""
    word_totals = {
        word_case: sum(counts[word_case, lemma_case] for lemma_case in LEMMA_CASES) for word_case in WORD_CASES
    }
    lemma_totals = {
        lemma_case: sum(counts[word_case, lemma_case] for word_case in WORD_CASES) for lemma_case in LEMMA_CASES
    }
    total = sum(word_totals.values())
    return {
        (word_case, lemma_case): (counts[word_case, lemma_case] + 0.1)
        / (word_totals[word_case] + 1.0)
        * (total + 1.0)
        / (lemma_totals[lemma_case] + 0.1)
        for word_case in WORD_CASES
        for lemma_case in LEMMA_CASES
    }


def find_unusual_feature_values(types: Mapping[Tags, int]) -> dict[Tags, list[Clue]]:
    """Return the feature values of each tag that are not the most frequent ones of their attribute and UPOS; `types`
    counts the word types with each tag."""
    attributes: defaultdict[str, set[str]] = defaultdict(set)
    features = {tags: parse_features(tags[2]) for tags in types}
    for tags in types:
        attributes[tags[0]].update(features[tags])
    values: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for tags, count in types.items():
        for attribute in attributes[tags[0]]:
            values[tags[0], attribute][features[tags].get(attribute, "")] += count
    usual_values = {key: counts.most_common(1)[0][0] for key, counts in values.items()}
    sorted_attributes = {upos: sorted(names) for upos, names in attributes.items()}
    unusual_values: dict[Tags, list[Clue]] = {}
    for tags in types:
        upos, tag_features = tags[0], features[tags]
        clues = ((upos, attribute, tag_features.get(attribute, "")) for attribute in sorted_attributes[upos])
        unusual_values[tags] = [clue for clue in clues if clue[2] != usual_values[upos, clue[1]]]
    return unusual_values


@dataclass(frozen=True, slots=True)
class CompoundLexicon:
    """Boundary sign and parts of the compound lemmas of a lexicon; `boundary` is "" if there are none."""

    boundary: str = ""
    segmented: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # by plain lemma, type counts
    modifiers: Mapping[str, int] = field(default_factory=dict)  # concatenated parts before a boundary
    heads: Mapping[str, int] = field(default_factory=dict)  # last parts, and lemmas without a boundary

    @classmethod
    def from_pairs(cls, pairs: Iterable[tuple[str, str]]) -> CompoundLexicon:
        """Detect the boundary sign in pairs of word and lemma, one per type, and count the parts of compounds."""
        pairs = list(pairs)
        long_pairs = [(word, lemma) for word, lemma in pairs if len(lemma) > 1]
        signs = Counter(
            character
            for word, lemma in long_pairs
            for character in _BOUNDARY_SIGNS
            if character in lemma and character not in word
        )
        boundary, count = next(iter(signs.most_common(1)), ("", 0))
        if count < _MIN_COMPOUND_WORDS:
            return cls()
        segmented: dict[str, dict[str, int]] = {}
        modifiers: Counter[str] = Counter()
        heads: Counter[str] = Counter()
        for word, lemma in pairs:
            if boundary in lemma and boundary not in word:
                variants = segmented.setdefault(lemma.replace(boundary, ""), {})
                variants[lemma] = variants.get(lemma, 0) + 1
                parts = lemma.split(boundary)
                modifiers.update("".join(parts[:index]) for index in range(1, len(parts)))
                heads[parts[-1]] += 1
            else:
                heads[lemma] += 1
        return cls(boundary, segmented, modifiers, heads)

    def remove_boundaries(self, word: str, lemma: str) -> str:
        """Return the lemma without compound boundaries; unchanged if the word itself has the boundary sign."""
        return lemma.replace(self.boundary, "") if self.boundary and self.boundary not in word else lemma

    def split_lemma(self, lemma: str) -> list[tuple[int, str]]:
        """Return the parts that a lemma adds to the counts, each with 0 for `modifiers` or 1 for `heads`."""
        parts = lemma.split(self.boundary)
        return [*((0, "".join(parts[:index])) for index in range(1, len(parts))), (1, parts[-1])]


def count_inherent_feature_values(
    lexicon: Mapping[str, Iterable[Analysis]], compounds: CompoundLexicon
) -> dict[Lexeme, dict[str, dict[str, int]]]:
    """Count the values that each lexeme has of inherent attributes: those on which pairs of its forms nearly always
    agree (gender of nouns)."""
    values: dict[Lexeme, dict[str, dict[str, int]]] = {}
    for form, analyses in lexicon.items():
        for analysis in analyses:
            attributes = values.setdefault(
                (compounds.remove_boundaries(form, analysis.lemma), analysis.upos, analysis.xpos), {}
            )
            for name, value in parse_features(analysis.feats).items():
                counts = attributes.setdefault(name, {})
                counts[value] = counts.get(value, 0) + 1
    pairs: Counter[tuple[str, str]] = Counter()
    agreeing: Counter[tuple[str, str]] = Counter()
    for (_, upos, _), attributes in values.items():
        for name, counts in attributes.items():
            total = sum(counts.values())
            pairs[upos, name] += total * (total - 1)
            agreeing[upos, name] += sum(count * (count - 1) for count in counts.values())
    inherent = {key for key, total in pairs.items() if total >= _MIN_PAIRS and agreeing[key] > _MIN_AGREEMENT * total}
    inherent_values = {
        lexeme: {name: counts for name, counts in attributes.items() if (lexeme[1], name) in inherent}
        for lexeme, attributes in values.items()
    }
    return {lexeme: attributes for lexeme, attributes in inherent_values.items() if attributes}


class IdMap(dict[_Item, int]):
    """Mapping of items to integer ids, assigned on first lookup."""

    def __missing__(self, item: _Item) -> int:
        item_id = self[item] = len(self)
        return item_id

    def add_items(self, items: Iterable[_Item]) -> None:
        """Assign ids to new items."""
        for item in items:
            self.setdefault(item, len(self))


@dataclass(frozen=True, slots=True, eq=False)
class EncodedLexicon:
    """Lexicon as integer ids, one row per word, without duplicates; build with `encode`."""

    compounds: CompoundLexicon
    word_ids: dict[str, int]
    scripts: IdMap[EditScript]
    tags: IdMap[Tags]
    rules: IdMap[tuple[int, int]]  # script, tags
    lexemes: IdMap[Lexeme]
    lemmas: IdMap[str]  # with boundaries
    word_rules: list[list[int]]
    word_tags: list[list[int]]
    word_lexemes: list[dict[int, int]]  # with the length of the common prefix of word and lemma
    word_lemmas: list[list[int]]

    @classmethod
    def encode(cls, lexicon: Mapping[str, Iterable[Analysis]], turkic: bool) -> EncodedLexicon:
        """Encode the analyses of each word; strings too long to be a word are left out."""
        words = {form: tuple(analyses) for form, analyses in lexicon.items() if len(form) <= MAX_WORD_LENGTH}
        lemmas = {form: dict.fromkeys(analysis.lemma for analysis in analyses) for form, analyses in words.items()}
        compounds = CompoundLexicon.from_pairs((form, lemma) for form in words for lemma in lemmas[form])
        form_ids = dict(zip(words, range(len(words)), strict=True))
        encoded = cls(compounds, form_ids, IdMap(), IdMap(), IdMap(), IdMap(), IdMap(), [], [], [], [])
        for form, analyses in words.items():
            encoded._encode_word(form, analyses, turkic)
        return encoded

    def _encode_word(self, form: str, analyses: Iterable[Analysis], turkic: bool) -> None:
        """Append the ids of the analyses of one word."""
        lower = to_lower(form, turkic)
        rules: dict[int, None] = {}
        tags: dict[int, None] = {}
        lexemes: dict[int, int] = {}
        lemmas: dict[int, None] = {}
        for analysis in analyses:
            lemma = self.compounds.remove_boundaries(form, analysis.lemma)
            tag_id = self.tags[analysis.upos, analysis.xpos, analysis.feats]
            rules[self.rules[self.scripts[compute_edit_script(form, lemma, turkic)], tag_id]] = None
            tags[tag_id] = None
            lexemes[self.lexemes[lemma, analysis.upos, analysis.xpos]] = _compute_common_prefix_length(
                lower, to_lower(lemma, turkic)
            )
            lemmas[self.lemmas[analysis.lemma]] = None
        self.word_rules.append(list(rules))
        self.word_tags.append(list(tags))
        self.word_lexemes.append(lexemes)
        self.word_lemmas.append(list(lemmas))


def _compute_common_prefix_length(first: str, second: str) -> int:
    limit = min(len(first), len(second))
    return next((index for index in range(limit) if first[index] != second[index]), limit)


@dataclass(frozen=True, slots=True, eq=False)
class TagNames:
    """Tags and features by id."""

    classes: Sequence[tuple[str, str]]  # UPOS and XPOS
    features: Sequence[str]
    attributes: Sequence[str]
    values: Sequence[str]


def estimate_parameters(
    lexicon: Mapping[str, Iterable[Analysis]], turkic: bool
) -> tuple[GuesserParameters, Mapping[str, int], TagNames]:
    """Estimate the guesser's parameters from the analyses of each word; return them with the word ids and the names of
    the other ids."""
    encoded = EncodedLexicon.encode(lexicon, turkic)
    inherent = count_inherent_feature_values(lexicon, encoded.compounds)
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
    clues = _select_feature_clues(encoded, lower, class_upos[tags >> HALF_BITS], upos, attributes, values)
    ranks = {name: rank for rank, name in enumerate(sorted({name.lower() for name in attributes}))}
    order = to_integers(ranks[name.lower()] for name in attributes)
    parameters = GuesserParameters(
        _encode_lemma_rules(encoded, lower, tags),
        TagCounts(_count_items_by_ending(lower, encoded.word_tags, tags, TAGS_PER_ENDING), class_upos),
        clues,
        lexemes,
        _encode_feature_lists(list(feats), feature_values, attributes, values, order),
        order,
        _encode_contributions(encoded, tags),
        _make_compound_parts(encoded.compounds, encoded.lemmas),
    )
    return parameters, encoded.word_ids, TagNames(list(classes), list(feats), list(attributes), list(values))


def to_integers(numbers: Iterable[int]) -> Integers:
    """Return an integer array of these numbers."""
    return np.array(list(numbers), dtype=np.int64)


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


def _count_items_by_ending(
    lower: Strings, rows: Sequence[Collection[int]], items: Integers, limit: int
) -> TopItemCounts:
    """Count items by word ending, keeping the `limit` most frequent of each; `rows` are the item ids of each word."""
    from spectral_core.morphology.guesser import count_kernels

    return count_kernels.count_items_by_ending(
        lower, compute_offsets(rows), items[to_integers(chain.from_iterable(rows))], limit
    )


def _encode_lemma_rules(encoded: EncodedLexicon, lower: Strings, tags: Integers) -> Rules:
    """Encode the lemma rules: edit scripts with their tags, counts by word ending, and letter-case ratios."""
    script_cases = [script.letter_case for script in encoded.scripts]
    script_of = [script for script, _ in encoded.rules]
    rows = zip(encoded.word_ids, encoded.word_rules, strict=True)
    case_ratios = compute_letter_case_ratios(
        Counter((classify_letter_case(word), script_cases[script_of[rule]]) for word, rules in rows for rule in rules)
    )
    scripts = [
        (script.cut_before, script.cut_after, LEMMA_CASES.index(script.letter_case)) for script in encoded.scripts
    ]
    return Rules(
        _count_items_by_ending(lower, encoded.word_rules, np.arange(len(encoded.rules)), RULES_PER_ENDING),
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
    """Return the offsets of each lexeme's inherent attributes; for each attribute, its offset and id; values and
    counts."""
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
    from spectral_core.morphology.guesser.string_hashing import hash_strings

    lemmas = encode_strings(encoded.lemmas)
    lemma_of = to_integers(encoded.lemmas[lexeme[0]] for lexeme in encoded.lexemes)
    lower_lemmas = encode_strings(to_lower(lemma, turkic) for lemma in encoded.lemmas)
    pairs = [*chain.from_iterable(word_lexemes.items() for word_lexemes in encoded.word_lexemes)]
    rows = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return Lexemes(
        count_kernels.count_lexemes_by_prefix(
            lower, compute_offsets(encoded.word_lexemes), rows, lower_lemmas, lemma_of
        ),
        np.stack((hash_strings(lemmas, True).view(np.int64)[lemma_of], lemma_of, class_of), axis=1),
        lemmas,
        *inherent,
    )


def _encode_feature_lists(
    feature_strings: Sequence[str],
    feature_values: Sequence[Mapping[str, str]],
    attribute_ids: Mapping[str, int],
    value_ids: Mapping[str, int],
    attribute_order: Integers,
) -> Features:
    """Encode the feature lists of known tags as pairs of attribute and value, with a hash table in which the guesser
    looks up the id of a list that it has composed."""
    from spectral_core.morphology.guesser.count_kernels import build_position_table
    from spectral_core.morphology.guesser.string_hashing import hash_strings

    rows = [
        [
            (attribute_ids[name], value_ids[named_values[name]])
            for name in sorted(named_values, key=lambda name: attribute_order[attribute_ids[name]])
        ]
        for named_values in feature_values
    ]
    # A list that is not in canonical notation gets one more code, LOW_HALF, so that no lookup finds it.
    codes = [
        [*chain.from_iterable(row), *([] if format_features(named_values) == feature_string else [LOW_HALF])]
        for row, named_values, feature_string in zip(rows, feature_values, feature_strings, strict=True)
    ]
    lists = Strings(np.array([*chain.from_iterable(codes)], dtype=np.uint32), compute_offsets(codes), 0)
    pairs = to_integers((name << HALF_BITS) + value for row in rows for name, value in row)
    return Features(build_position_table(hash_strings(lists, True)), compute_offsets(rows), pairs)


def _select_feature_clues(
    encoded: EncodedLexicon,
    lower: Strings,
    tag_upos: Integers,
    upos: IdMap[str],
    attributes: IdMap[str],
    values: IdMap[str],
) -> Clues:
    """Select the clues: feature values that most word types with a substring have, among those with the same UPOS."""
    from spectral_core.morphology.guesser.count_kernels import build_position_table
    from spectral_core.morphology.guesser.string_hashing import hash_word_substrings

    sizes = to_integers(CLUE_SIZES)
    unusual_values = find_unusual_feature_values(
        dict(zip(encoded.tags, np.bincount([*chain.from_iterable(encoded.word_tags)]).tolist(), strict=True))
    )
    clues: IdMap[tuple[str, str, str]] = IdMap()
    tag_clues = [[clues[clue] for clue in clue_list] for clue_list in unusual_values.values()]
    rows = [
        (upos[upos_name], (attributes[attribute] << HALF_BITS) + values[value]) for upos_name, attribute, value in clues
    ]
    tag_bounds, tags = compute_offsets(encoded.word_tags), to_integers(chain.from_iterable(encoded.word_tags))
    unusual_bounds, unusual_clues = compute_offsets(tag_clues), to_integers(chain.from_iterable(tag_clues))
    parts, part_bounds = hash_word_substrings(lower, sizes)
    distinct_parts, part = np.unique(parts, return_inverse=True)
    word = np.repeat(np.arange(len(encoded.word_ids)), np.diff(part_bounds))
    repeats = np.diff(tag_bounds)[word]
    # most are too rare
    is_frequent = np.bincount(part, weights=repeats, minlength=len(distinct_parts))[part] >= MIN_CLUE_COUNT
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
    reliable = reliable[np.lexsort((first[reliable], part[reliable]))]  # values of a substring in order of occurrence
    clue_parts, counts = np.unique(part[reliable], return_counts=True)
    bounds = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(counts, dtype=np.int64)))
    entries = np.stack((clue[reliable], value_counts[reliable], total[reliable]), axis=1)
    return Clues(build_position_table(distinct_parts[clue_parts]), bounds, entries, clue_rows, sizes)


def _expand_ranges(begins: Integers, sizes: Integers) -> Integers:
    """Return the concatenated indices of ranges, given their starts and sizes."""
    ends = np.cumsum(sizes)
    return np.repeat(begins - ends + sizes, sizes) + np.arange(ends[-1] if len(ends) else 0)


def _make_compound_parts(compounds: CompoundLexicon, lemmas: Mapping[str, int]) -> CompoundParts:
    """Encode the compound lemmas and the counts of their parts."""
    from spectral_core.morphology.guesser.count_kernels import build_count_table, build_position_table
    from spectral_core.morphology.guesser.string_hashing import hash_strings

    def count_parts(parts: Mapping[str, int], from_left: bool) -> Integers:
        return build_count_table(hash_strings(encode_strings(parts), from_left), to_integers(parts.values()))

    segmented = [(lemmas[lemma], count) for group in compounds.segmented.values() for lemma, count in group.items()]
    contributed = [compounds.split_lemma(lemma) if compounds.boundary else [] for lemma in lemmas]
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
