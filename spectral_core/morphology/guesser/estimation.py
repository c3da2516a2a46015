"""Statistics of a lexicon for the guesser: letter case, non-default feature values, compounds, inherent attributes; its
encoding as integer ids."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

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
from spectral_core.morphology.features import parse_features
from spectral_core.morphology.guesser.parameters import MAX_WORD_LENGTH

WORD_CASES, LEMMA_CASES = (LOWER, TITLE, UPPER), (AS_WRITTEN, LOWER, TITLE, UPPER)  # in the order of the kernels
Tags = tuple[str, str, str]  # UPOS, XPOS, FEATS
Clue = tuple[str, str, str]  # UPOS, attribute, value; value "" if the attribute is absent
_BOUNDARY_SIGNS = "#+_|="
_MIN_COMPOUND_WORDS = 10  # words with the sign in the lemma only, from which it counts as a compound boundary
Lexeme = tuple[str, str, str]  # lemma without boundaries, UPOS, XPOS
_MIN_AGREEMENT, _MIN_PAIRS = 0.9, 20  # minimum agreement and number of form pairs of an inherent attribute
_Item = TypeVar("_Item", bound=Hashable)


def classify_case(word: str) -> str:
    """Return LOWER, UPPER or TITLE: no capitals, all letters capital, or some."""
    if word.islower() or not any(map(str.isupper, word)):
        return LOWER
    return UPPER if len(word) > 1 and word == word.upper() else TITLE


def compute_case_ratios(counts: Counter[tuple[str, str]]) -> dict[tuple[str, str], float]:
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


def find_non_default_values(types: Mapping[Tags, int]) -> dict[Tags, list[Clue]]:
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
        """Return the lemma without boundaries."""
        return lemma.replace(self.boundary, "") if self.boundary and self.boundary not in word else lemma

    def split_parts(self, lemma: str) -> list[tuple[int, str]]:
        """Return the parts that a lemma adds to `modifiers` (0) and `heads` (1)."""
        parts = lemma.split(self.boundary)
        return [*((0, "".join(parts[:index])) for index in range(1, len(parts))), (1, parts[-1])]


def find_inherent_values(
    lexicon: Mapping[str, Iterable[Analysis]], compounds: CompoundLexicon
) -> dict[Lexeme, dict[str, dict[str, int]]]:
    """Count each lexeme's values of inherent attributes, on which pairs of its forms nearly always agree (gender of
    nouns)."""
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
    """Lexicon as integer ids, one row per word, without duplicates; build with `learn`."""

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
        """Encode the analyses of one word."""
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
