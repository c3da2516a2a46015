"""Parameters of the morphological guesser and its results, as named tuples of arrays that kernels are compiled for. A
tag is the number of its class (UPOS and XPOS) above the number of its features, two halves of one integer. Features are
lists of attributes with their values, two halves as well, in the order in which they are written."""

from typing import NamedTuple

from spectral_core.arrays import CodePoints, Floats, Indexes, Integers

SlotIndices = Indexes
Rows = Integers  # two axes
Table = Integers  # hash table: (slots, 2) key, value
AS_WRITTEN, LOWER, TITLE, UPPER = 0, 1, 2, 3  # letter case of a lemma
REPLACE_ALL = -1  # cut at the end of a word: the whole word is replaced
HALF_BITS, LOW_HALF = 32, 0xFFFFFFFF


class Strings(NamedTuple):
    """Strings as code points, one after the other."""

    codes: CodePoints
    bounds: Integers
    longest: int  # letters of the longest string


class CountLists(NamedTuple):
    """Items counted with each key, most frequent first; the rarest are cut off."""

    table: Table  # key, index + 1
    headers: Rows  # (keys + 1, 2) begin in `entries`; sum of all counts, including those cut off
    entries: Rows  # (, 2) item, count


class Rules(NamedTuple):
    """Edit scripts that make lemmas of words, with the tags that go with them."""

    by_ending: CountLists
    rows: Rows  # (rules, 2) script, tag
    scripts: Rows  # (scripts, 3) letters cut before and after, letter case
    added: Strings  # alternating: before and after, for each script
    ratios: Floats  # (case of a word, of its lemma) probability against chance


class Tagging(NamedTuple):
    """Tags by the endings of words."""

    by_ending: CountLists
    upos: Integers  # (classes,)


class Clues(NamedTuple):
    """Values of attributes that parts of words indicate."""

    table: Table  # key of a part, index + 1
    bounds: Integers  # (keys + 1,) into the next
    entries: Rows  # (, 3) clue, number of tags with the part and the value, with the part and the UPOS
    rows: Rows  # (clues, 2) UPOS, attribute and value
    sizes: Integers  # letters of parts


class Lexemes(NamedTuple):
    """Lemmas with their classes and inherent attributes."""

    by_beginning: CountLists
    rows: Rows  # (lexemes, 3) key of the lemma, lemma, class
    lemmas: Strings
    bounds: Integers  # (lexemes + 1,) into the next
    names: Rows  # (+ 1, 2) begin in the next, attribute
    values: Rows  # (, 2) value, number of the lexeme's words that have it


class Features(NamedTuple):
    """Lists of attributes with their values."""

    table: Table  # key of a list, number + 1; without those that are not in canonical notation
    bounds: Integers
    pairs: Integers


class WordContributions(NamedTuple):
    """Contribution of each word of the lexicon to the counts, which is left out when that word is guessed."""

    bounds: Rows  # (words + 1, 4) into each of the others
    rules: Integers
    tags: Integers
    lexemes: Rows  # (, 2) lexeme, letters with which word and lemma begin alike
    lemmas: Integers  # with compound boundaries


class CompoundParts(NamedTuple):
    """Parts of compound lemmas, before and after the boundary sign."""

    boundary: int  # -1 if no lemma has one
    modifiers: Table  # counts of strings before a boundary
    heads: Table  # counts of strings behind, by key from the left
    heads_from_right: Table  # the same by key from the right
    table: Table  # key of a lemma without boundaries, index + 1
    compound_bounds: Integers  # (keys + 1,) into the next
    compounds: Rows  # (, 2) lemma with boundaries, count
    part_bounds: Integers  # (lemmas + 1,) into the next: the contribution of each lemma
    parts: Rows  # (, 3) 1 before a boundary and 0 behind, key from the left, from the right


class Knowledge(NamedTuple):
    """Parameters of a guesser."""

    rules: Rules
    tagging: Tagging
    clues: Clues
    lexemes: Lexemes
    features: Features
    order: Integers  # (attributes,) in which they are written
    contributions: WordContributions
    compounds: CompoundParts


class GuessBatch(NamedTuple):
    """Words to guess."""

    lower: Strings
    written: Strings
    rows: Rows  # (words, 2) letter case, index in the lexicon or -1
    upper_of: Integers  # (codes,) index + 1 of the letter's upper case in the next; 0 or beyond the end: none
    uppers: Strings


class WordGuesses(NamedTuple):
    """Labels of words, the most probable first."""

    bounds: Integers  # (words + 1,) into the next
    rows: Rows  # (, 2) of `lemmas`, of `tags`
    lemma_codes: CodePoints
    lemma_bounds: Integers
    tags: Integers
    features: Features
