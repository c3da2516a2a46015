"""Guesses made slowly: word by word, over dictionaries of strings. For comparison with what is compiled."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Generic, TypeVar

from spectral_core.data import Analysis
from spectral_core.morphology.edit_scripts import EditScript, compute_edit_script, to_lower
from spectral_core.morphology.features import format_features, parse_features
from spectral_core.morphology.guesser.estimation import (
    Clue,
    CompoundLexicon,
    Lexeme,
    Tags,
    classify_letter_case,
    compute_letter_case_ratios,
    count_inherent_feature_values,
    find_unusual_feature_values,
)
from spectral_core.morphology.guesser.parameters import (
    CLUE_SIZES,
    CLUE_SPAN,
    CLUE_TAGS,
    CLUE_WEIGHT,
    COMPOUND_CANDIDATES,
    ENOUGH_RULES,
    ENOUGH_TAGS,
    KNOWN_PART_WEIGHT,
    KNOWN_STEM_WEIGHT,
    LEXEME_CLASS_FACTOR,
    LEXEMES_PER_LEVEL,
    LEXEMES_PER_STEM,
    MAX_CLUES_PER_TAG,
    MAX_ENDING_LENGTH,
    MAX_WORD_LENGTH,
    MIN_CLUE_COUNT,
    MIN_CLUE_SHARE,
    MIN_ENDING_WEIGHT,
    MIN_MODIFIER_LENGTH,
    MIN_STEM_LENGTH,
    MODIFIER_LEMMA_WEIGHT,
    OTHER_UPOS_FACTOR,
    RULES_PER_ENDING,
    SAME_UPOS_FACTOR,
    SHORTER_STEM_FACTOR,
    SMOOTHING,
    STEM_LEVELS,
    TAGS_PER_ENDING,
    TAGS_PER_WORD,
)

_Rule = tuple[int, Tags]  # number of a script
_Label = tuple[str, str, str, str]  # lemma, UPOS, XPOS, FEATS
_Item = TypeVar("_Item", bound=Hashable)


@dataclass(frozen=True, slots=True)
class _Counted(Generic[_Item]):
    """Things by number of types, the most frequent first and the rarest cut off; and the sum of all."""

    entries: Mapping[_Item, int]
    total: int


_Table = Mapping[str, _Counted[_Item]]


@dataclass(frozen=True, slots=True)
class Clues:
    """The values that parts of words tell, with the types that have the part: with the value, and with the tag."""

    told: Mapping[str, Sequence[tuple[Clue, int, int]]]

    @classmethod
    def learn(cls, words: Iterable[tuple[str, Iterable[Tags]]]) -> Clues:
        """From each word in small letters with its tags, once a type; only values that are not the usual ones."""
        words = [(word, tuple(tags)) for word, tags in words]
        rare = find_unusual_feature_values(Counter(each for _, tags in words for each in tags))
        tagged: Counter[tuple[str, str]] = Counter()
        valued: Counter[tuple[str, Clue]] = Counter()
        for word, tags in words:
            for part in set(_parts(word)):
                for each in tags:
                    tagged[part, each[0]] += 1
                    for clue in rare[each]:
                        valued[part, clue] += 1
        told: dict[str, list[tuple[Clue, int, int]]] = {}
        for (part, clue), count in valued.items():
            total = tagged[part, clue[0]]
            if count >= MIN_CLUE_COUNT and count >= MIN_CLUE_SHARE * total:
                told.setdefault(part, []).append((clue, count, total))
        return cls(told)

    def of(self, word: str, own: Iterable[Tags] = ()) -> dict[Clue, float]:
        """The values that the word's letters tell, each with its share; `own` are tags of a type to be left out."""
        found: dict[Clue, float] = {}
        for part in _parts(word):
            for clue, with_value, with_tag in self.told.get(part, ()):
                count, total = with_value, with_tag
                for upos, _, feats in own:
                    if upos == clue[0]:
                        total -= 1
                        count -= parse_features(feats).get(clue[1], "") == clue[2]
                if count >= MIN_CLUE_COUNT and count >= MIN_CLUE_SHARE * total and count / total > found.get(clue, 0.0):
                    found[clue] = count / total
        return found


def changed(tags: Sequence[tuple[Tags, float]], clues: Mapping[Clue, float]) -> Iterator[tuple[Tags, float]]:
    """The best of the tags with values that the clues tell: each by itself, and all together; with their weights."""
    for (upos, xpos, feats), weight in tags[:CLUE_TAGS]:
        told = [(attribute, value, share) for (kind, attribute, value), share in clues.items() if kind == upos]
        if told:
            for other, factor in _changed(feats, tuple(told)):
                yield (upos, xpos, other), weight * factor


def _changed(feats: str, told: tuple[tuple[str, str, float], ...]) -> tuple[tuple[str, float], ...]:
    """The features with each value that they do not have, and with all of these, each with its weight."""
    features = parse_features(feats)
    told = tuple(each for each in told if features.get(each[0], "") != each[1])
    made: list[tuple[str, float]] = []
    for together in [*((each,) for each in told[:MAX_CLUES_PER_TAG]), *([told] if len(told) > 1 else [])]:
        other, factor = dict(features), CLUE_WEIGHT
        for attribute, value, share in together:
            factor *= share
            other[attribute] = value
        made.append((format_features({name: value for name, value in other.items() if value}), factor))
    return tuple(made)


def _parts(word: str) -> Iterator[str]:
    """The parts of a word that can be clues; its first letter, or what is cut off before, is in none."""
    letters = word[-CLUE_SPAN:]
    if len(letters) > CLUE_SIZES[0]:
        for size in CLUE_SIZES:
            for at in range(1, len(letters) - size + 1):
                yield letters[at : at + size]


@dataclass(frozen=True, slots=True)
class _Type:
    """What one word has put into the counts."""

    rules: Mapping[int, int]
    tags: Mapping[Tags, int]
    lexemes: Mapping[Lexeme, int]  # the length of what word and lemma begin with together
    lemmas: tuple[str, ...]  # with their joints


@dataclass(frozen=True, slots=True)
class _Tables:
    rules: _Table[int]  # by ending; rules by their numbers, which cost nothing to look up
    tags: _Table[Tags]  # by ending
    stems: _Table[Lexeme]
    clues: Clues


@dataclass(frozen=True, slots=True, eq=False)
class SlowGuesser:
    """What is known of the words of a lexicon; make one with `learn`.

    A word of the lexicon is guessed as if it were new: what its own type has put into the counts is taken out. Two
    things stay as they are: what was cut off a list as too rare, and what holds of the whole treebank, such as which
    value of an attribute is the usual one.
    """

    dotted: bool  # i and ı are two letters
    scripts: Sequence[EditScript]
    numbered: Sequence[_Rule]
    inherent: Mapping[Lexeme, Mapping[str, Mapping[str, int]]]  # attributes a lexeme has in itself: values, by types
    capitals: Mapping[tuple[str, str], float]  # of a word and of its lemma: how much likelier than by chance
    compounds: CompoundLexicon
    types: Mapping[str, _Type]
    tables: _Tables

    @classmethod
    def learn(cls, lexicon: Mapping[str, Iterable[Analysis]], turkic: bool) -> SlowGuesser:
        """From the analyses of each word; how often a word was seen plays no part."""
        compounds = CompoundLexicon.from_pairs(
            (form, lemma)
            for form, analyses in lexicon.items()
            if len(form) <= MAX_WORD_LENGTH
            for lemma in {each.lemma: None for each in analyses}
        )
        types: dict[str, _Type] = {}
        scripts: dict[EditScript, int] = {}
        numbers: dict[_Rule, int] = {}
        for form, analyses in lexicon.items():
            if len(form) <= MAX_WORD_LENGTH:
                types[form] = _type(form, to_lower(form, turkic), analyses, compounds, turkic, scripts, numbers)
        kinds, numbered = [script.letter_case for script in scripts], tuple(numbers)
        capitals = Counter(
            (classify_letter_case(form), kinds[numbered[rule][0]])
            for form, made in types.items()
            for rule in made.rules
        )
        return cls(
            turkic,
            tuple(scripts),
            numbered,
            count_inherent_feature_values(lexicon, compounds),
            compute_letter_case_ratios(capitals),
            compounds,
            types,
            _tables(types, turkic),
        )

    def guesses(self, word: str, most: int) -> list[_Label]:
        """At most so many labels, the likeliest first; fewer asked for are the first of more. For what is too long to
        be a word there are none."""
        if len(word) > MAX_WORD_LENGTH:
            return []
        found = self._weighed(word)
        best = _first(found, round(COMPOUND_CANDIDATES * most))
        if self.compounds.boundary:
            own = self.types.get(word)
            best = _first(self._with_joints(best, found, () if own is None else own.lemmas), most)
        return [label for label, _ in best[:most]]

    def _weighed(self, word: str) -> dict[_Label, float]:
        small, own = to_lower(word, self.dotted), self.types.get(word)
        tables = self.tables
        found = self._by_ending(word, small, own)
        tags = _by_endings(tables.tags, small, None if own is None else own.tags, ENOUGH_TAGS)
        best = sorted(tags.items(), key=itemgetter(1), reverse=True)
        for each, weight in changed(best, tables.clues.of(small, () if own is None else own.tags)):
            tags[each] = tags.get(each, 0.0) + weight
        best = sorted(tags.items(), key=itemgetter(1), reverse=True)[:TAGS_PER_WORD]
        for lexeme, weight in self._known_stems(small, own):
            self._with_tags(lexeme, weight * KNOWN_STEM_WEIGHT, best, own, found)
        return found

    def _by_ending(self, word: str, small: str, own: _Type | None) -> dict[_Label, float]:
        """Labels whose lemma is made from the word as it is from others with its ending."""
        found: dict[_Label, float] = {}
        kind = classify_letter_case(word)
        rules = _by_endings(self.tables.rules, small, None if own is None else own.rules, ENOUGH_RULES)
        lemmas: dict[int, tuple[str | None, float]] = {}
        for number, weight in rules.items():
            script, tags = self.numbered[number]
            made = lemmas.get(script)
            if made is None:
                edit = self.scripts[script]
                made = lemmas[script] = (edit.apply(word, small, self.dotted), self.capitals[kind, edit.letter_case])
            if made[0]:
                label = (made[0], *tags)
                found[label] = found.get(label, 0.0) + weight * made[1]
        return found

    def _known_stems(self, small: str, own: _Type | None) -> Iterator[tuple[Lexeme, float]]:
        """Lexemes that have been seen with the beginning of the word, the longest beginnings first."""
        seen: set[Lexeme] = set()
        stems, weight, levels = self.tables.stems, 1.0, 0
        for end in range(len(small), MIN_STEM_LENGTH - 1, -1):
            counted = stems.get(small[:end])
            if counted is None:
                continue
            put_in = {} if own is None else {lexeme: 2 for lexeme, common in own.lexemes.items() if end >= common}
            total = counted.total - 2 * len(put_in)
            if total <= 0:
                continue
            tried = 0
            for lexeme, count in counted.entries.items():
                left = count - put_in.get(lexeme, 0) if put_in else count
                if left <= 0:
                    continue
                if lexeme not in seen:
                    seen.add(lexeme)
                    yield lexeme, weight * left / total
                tried += 1
                if tried == LEXEMES_PER_LEVEL:
                    break
            weight *= SHORTER_STEM_FACTOR
            levels += 1
            if levels == STEM_LEVELS:
                return

    def _with_tags(
        self,
        lexeme: Lexeme,
        weight: float,
        tags: Iterable[tuple[Tags, float]],
        own: _Type | None,
        found: dict[_Label, float],
    ) -> None:
        """Adds the labels of a known lexeme: with tags of the word's ending, and its own tags with their features."""
        lemma, upos, xpos = lexeme
        inherent = self._inherent(lexeme, own)
        for (its_upos, its_xpos, feats), likely in tags:
            value = weight * likely
            if its_upos == upos:
                if inherent:
                    feats = _with_inherent(feats, inherent)
                same = its_xpos == xpos
                factor = 1.0 if same else SAME_UPOS_FACTOR
            else:
                same, factor = False, OTHER_UPOS_FACTOR
            label = (lemma, its_upos, its_xpos, feats)
            found[label] = found.get(label, 0.0) + value * factor
            if not same:
                label = (lemma, upos, xpos, feats)
                found[label] = found.get(label, 0.0) + value * LEXEME_CLASS_FACTOR

    def _inherent(self, lexeme: Lexeme, own: _Type | None) -> tuple[tuple[str, str], ...]:
        """The attributes that the lexeme has in itself, with their values."""
        attributes = self.inherent.get(lexeme)
        if not attributes:
            return ()
        found: list[tuple[str, str]] = []
        mine = (
            []
            if own is None
            else [parse_features(feats) for upos, xpos, feats in own.tags if (upos, xpos) == lexeme[1:]]
        )
        for name, values in attributes.items():
            counts = values
            if mine and own is not None and lexeme in own.lexemes:
                counts = {
                    value: count - sum(each.get(name) == value for each in mine) for value, count in values.items()
                }
            best = max(counts, key=counts.__getitem__)
            if counts[best] > 0:
                found.append((name, best))
        return tuple(found)

    def _with_joints(
        self, best: Iterable[tuple[_Label, float]], found: Mapping[_Label, float], own: Iterable[str]
    ) -> dict[_Label, float]:
        """The best labels, and with a joint those whose lemma may have one; `own` are lemmas that are left out."""
        joined: dict[str, tuple[str, float] | None] = {}
        made = dict(best)
        for label, weight in list(made.items()):
            lemma = label[0]
            if lemma not in joined:
                joined[lemma] = _joined(self.compounds, lemma, own)
            joint = joined[lemma]
            if joint is not None:
                with_joint = (joint[0], *label[1:])
                made[with_joint] = made.get(with_joint, found.get(with_joint, 0.0)) + weight * joint[1]
        return made


def _joined(compounds: CompoundLexicon, lemma: str, own: Iterable[str]) -> tuple[str, float] | None:
    """The lemma with a joint where parts of it are known, and its weight against it without; None for no joint.

    `own` are lemmas of a type that is left out of the counts.
    """
    known = compounds.segmented.get(lemma)
    if known is not None:
        left = {each: count for each, count in known.items() if count > (each in own)}
        if left:
            return max(left, key=left.__getitem__), 1.0
    without = [part for each in own for part in compounds.split_lemma(each)]
    firsts, lemmas = compounds.modifiers, compounds.heads
    best, place = 0.0, 0
    for at in range(MIN_MODIFIER_LENGTH, len(lemma) - 1):
        first, last = lemma[:at], lemma[at:]
        if first not in firsts and last not in lemmas:
            continue
        score = KNOWN_PART_WEIGHT * (firsts.get(first, 0) > without.count((0, first)))
        score += KNOWN_PART_WEIGHT * (lemmas.get(last, 0) > without.count((1, last)))
        if score:
            score += MODIFIER_LEMMA_WEIGHT * (lemmas.get(first, 0) > without.count((1, first)))
        if score > best:
            best, place = score, at
    return (f"{lemma[:place]}{compounds.boundary}{lemma[place:]}", best) if best >= KNOWN_PART_WEIGHT else None


def _first(found: Mapping[_Label, float], most: int) -> list[tuple[_Label, float]]:
    """At most so many labels with their weights, the likeliest first."""
    return sorted(found.items(), key=itemgetter(1), reverse=True)[:most]


def _with_inherent(feats: str, inherent: tuple[tuple[str, str], ...]) -> str:
    """The features with these values, where they have the attributes."""
    features = parse_features(feats)
    own = {name: value for name, value in inherent if features.get(name, value) != value}
    return format_features(features | own) if own else feats


def _tables(types: Mapping[str, _Type], dotted: bool) -> _Tables:
    rules: defaultdict[str, Counter[int]] = defaultdict(Counter)
    tags: defaultdict[str, Counter[Tags]] = defaultdict(Counter)
    stems: defaultdict[str, Counter[Lexeme]] = defaultdict(Counter)
    for form, made in types.items():
        small = to_lower(form, dotted)
        for ending in _endings(small):
            rules[ending].update(made.rules)
            tags[ending].update(made.tags)
        for stem, lexeme, weight in _stems(small, made.lexemes, dotted):
            stems[stem][lexeme] += weight
    clues = Clues.learn((to_lower(form, dotted), made.tags) for form, made in types.items())
    return _Tables(_cut(rules, RULES_PER_ENDING), _cut(tags, TAGS_PER_ENDING), _cut(stems, LEXEMES_PER_STEM), clues)


def _type(
    form: str,
    small: str,
    analyses: Iterable[Analysis],
    compounds: CompoundLexicon,
    dotted: bool,
    scripts: dict[EditScript, int],
    numbers: dict[_Rule, int],
) -> _Type:
    rules: dict[int, int] = {}
    tags: dict[Tags, int] = {}
    lexemes: dict[Lexeme, int] = {}
    lemmas: dict[str, None] = {}
    for each in analyses:
        said = (each.upos, each.xpos, each.feats)
        lemma = compounds.remove_boundaries(form, each.lemma)
        script = scripts.setdefault(compute_edit_script(form, lemma, dotted), len(scripts))
        rules[numbers.setdefault((script, said), len(numbers))] = 1
        tags[said] = 1
        lemmas[each.lemma] = None
        common, letters = 0, to_lower(lemma, dotted)
        while common < min(len(letters), len(small)) and letters[common] == small[common]:
            common += 1
        lexemes[lemma, each.upos, each.xpos] = common
    return _Type(rules, tags, lexemes, tuple(lemmas))


def _stems(small: str, lexemes: Mapping[Lexeme, int], dotted: bool) -> Iterator[tuple[str, Lexeme, int]]:
    """Beginnings of a word that tell its lexemes, and, at half the weight, those of the lemma that the word lacks."""
    for lexeme, common in lexemes.items():
        for end in range(max(common, MIN_STEM_LENGTH), len(small) + 1):
            yield small[:end], lexeme, 2
        letters = to_lower(lexeme[0], dotted)
        for end in range(max(common + 1, MIN_STEM_LENGTH), len(letters) + 1):
            yield letters[:end], lexeme, 1


def _by_endings(table: _Table[_Item], small: str, own: Collection[_Item] | None, enough: int) -> dict[_Item, float]:
    """How likely each thing is by the endings of a word: those of the longest, smoothed with shorter ones."""
    found: dict[_Item, float] = {}
    weight = 1.0
    for ending in _endings(small):
        counted = table.get(ending)
        if counted is None:
            continue
        entries, total, size = counted.entries, counted.total, len(counted.entries)
        back: list[tuple[_Item, int, float | None]] = []  # what the word itself has put in, and what was found before
        if own is not None:
            total -= len(own)
            back = [(item, entries[item] - 1, found.get(item)) for item in own if item in entries]
            size -= sum(left <= 0 for _, left, _ in back)
        if total <= 0:
            continue
        held = SMOOTHING * min(size, total)
        share = weight / (total + held)
        for item, count in entries.items():
            found[item] = found.get(item, 0.0) + share * count
        for item, left, before in back:
            if left > 0:
                found[item] = (before or 0.0) + share * left
            elif before is None:
                del found[item]
            else:
                found[item] = before
        weight = held * share
        if len(found) > enough or weight < MIN_ENDING_WEIGHT:
            break
    return found


_DIGITS = str.maketrans("123456789", "000000000")


def _endings(small: str) -> Iterator[str]:
    """The endings of a word, the longest first, all digits alike."""
    letters = small[-MAX_ENDING_LENGTH:].translate(_DIGITS)
    for at in range(len(letters) + 1):
        yield letters[at:]


def _cut(table: Mapping[str, Counter[_Item]], kept: int) -> dict[str, _Counted[_Item]]:
    return {key: _Counted(dict(counts.most_common(kept)), counts.total()) for key, counts in table.items()}
