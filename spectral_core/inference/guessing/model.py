"""What guesses are made from, as arrays, and what they are: plain tuples that kernels are compiled for. A tag is the
number of its UPOS and XPOS, a class, above that of its features: two halves of one integer. Features are lists of
attributes with their values, two halves as well, in the order in which they are written."""

from typing import NamedTuple

from spectral_core.arrays import Codes, Floats, Integers, Places

Slots = Places
Rows = Integers  # two axes
Cells = Integers  # (slots, 2) key, what it has
AS_WRITTEN, SMALL, TITLE, CAPITAL = 0, 1, 2, 3  # capitals of a lemma
WHOLE = -1  # cut at the end of a word: nothing of it is in the lemma
HALF, LOW = 32, 0xFFFFFFFF


class Strings(NamedTuple):
    """Letters of strings laid end to end."""

    codes: Codes
    bounds: Integers
    longest: int  # letters of one


class Lists(NamedTuple):
    """What was counted with each of many keys, the most frequent first and the rarest cut off."""

    cells: Cells  # key, place + 1
    places: Rows  # (places + 1, 2) begin in `entries`; the sum of all counts, also of what was cut off
    entries: Rows  # (, 2) item, count


class Rules(NamedTuple):
    """How lemmas are made of words, and which tags go with them."""

    by_ending: Lists
    rows: Rows  # (rules, 2) script, tag
    scripts: Rows  # (scripts, 3) letters cut before and after, capitals
    added: Strings  # of each script before and after, in turns
    ratios: Floats  # (capitals of a word, of its lemma) how much likelier than by chance


class Tagging(NamedTuple):
    """Tags of words."""

    by_ending: Lists
    upos: Integers  # (classes,)


class Clues(NamedTuple):
    """What parts of words tell."""

    cells: Cells  # key of a part, place + 1
    bounds: Integers  # (places + 1,) into the next
    entries: Rows  # (, 3) clue, tags with the part that have the value, that are of the class
    rows: Rows  # (clues, 2) UPOS, attribute and value
    sizes: Integers  # letters of parts


class Lexemes(NamedTuple):
    """Lemmas with their classes, and the attributes that they have in themselves."""

    by_beginning: Lists
    rows: Rows  # (lexemes, 3) key of the lemma, lemma, class
    lemmas: Strings
    bounds: Integers  # (lexemes + 1,) into the next
    names: Rows  # (+ 1, 2) begin in the next, attribute
    values: Rows  # (, 2) value, words of the lexeme that have it


class Features(NamedTuple):
    """Lists of attributes with their values."""

    cells: Cells  # key of a list, number + 1; only of those that are written as they would be here
    bounds: Integers
    pairs: Integers


class Types(NamedTuple):
    """What each word of the lexicon has put into the counts."""

    bounds: Rows  # (words + 1, 4) into each of the others
    rules: Integers
    tags: Integers
    lexemes: Rows  # (, 2) lexeme, letters with which word and lemma begin alike
    lemmas: Integers  # with their joints


class Joints(NamedTuple):
    """Where lemmas have joints."""

    sign: int  # WHOLE where they have none
    firsts: Cells  # counts of what stands before a joint
    lemmas: Cells  # of what stands behind, by key from the left
    lasts: Cells  # the same by key from the right
    whole: Cells  # key of a lemma without joints, place + 1
    whole_bounds: Integers  # (places + 1,) into the next
    whole_rows: Rows  # (, 2) lemma with its joints, count
    part_bounds: Integers  # (lemmas + 1,) into the next: what each lemma has put in
    parts: Rows  # (, 3) 1 before a joint and 0 behind, key from the left, from the right


class Knowledge(NamedTuple):
    """All that guesses are made from."""

    rules: Rules
    tagging: Tagging
    clues: Clues
    lexemes: Lexemes
    features: Features
    order: Integers  # (attributes,) in which they are written
    types: Types
    joints: Joints


class AskedWords(NamedTuple):
    """Words to be guessed."""

    small: Strings
    written: Strings
    rows: Rows  # (words, 2) capitals, and which word of the lexicon it is, -1 for a new one
    capital_of: Integers  # (codes,) which of the next is the letter's capital, from 1; 0 or beyond the end: none is
    capitals: Strings


class Answer(NamedTuple):
    """Labels of words."""

    bounds: Integers  # (words + 1,) into the next
    rows: Rows  # (, 2) of `lemmas`, of `tags`
    lemma_codes: Codes
    lemma_bounds: Integers
    tags: Integers
    features: Features
