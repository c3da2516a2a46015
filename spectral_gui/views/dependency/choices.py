"""What an edit of dependencies may choose among, and which relation goes with a new head."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.dependencies import all_below
from spectral_core.data.inventory import Inventory
from spectral_core.data.universal import base
from spectral_gui.prompts import Choice
from spectral_gui.resources import is_right_to_left


def head_choices(sentence: Sentence, words: Sequence[int], root: str, below: str) -> list[Choice]:
    """The root, then every word that `words` may be attached to, in order; `below` hints at what hangs from them."""
    found = [Choice("0", f"0  {root}")]
    hanging = all_below(sentence.heads, words[0]) if len(words) == 1 else set()
    for word, (form, tag) in enumerate(zip(sentence.forms, _tags(sentence), strict=True), 1):
        if word not in words:
            hints = ("" if tag == EMPTY else tag, below if word in hanging else "")
            found.append(Choice(str(word), f"{word}  {isolated(form)}", "  ".join(filter(None, hints))))
    return found


def fits_head(sentence: Sentence, root: str) -> Callable[[Choice, str], bool]:
    """Whether a choice has the number that is typed, or a form that begins with it; vowel marks need not be typed."""
    bare = [_bare(root), *map(_bare, sentence.forms)]

    def fits(choice: Choice, typed: str) -> bool:
        typed = _bare(typed.strip())
        if typed.isdecimal():
            return choice.value.startswith(str(int(typed)))
        return bare[int(choice.value)].startswith(typed)

    return fits


def certain(typed: str, values: Iterable[str]) -> str:
    """The value that is typed, when it is a number that no further digit can make another value; or else ""."""
    typed = typed.strip()
    if not typed.isdecimal():
        return ""
    number = str(int(typed))
    begun = [value for value in values if value.startswith(number)]
    return number if begun == [number] else ""


def relation_choices(sentence: Sentence, word: int, inventory: Inventory) -> list[Choice]:
    """The relations that fit a word's arc, best first, and then what else this sentence uses."""
    head = sentence.heads[word - 1]
    usable = head is not None and 0 <= head <= len(sentence)
    ranked = inventory.relations_for(sentence, word, head) if usable and head is not None else []
    rest = [*inventory.ranked("deprel"), *sorted(set(sentence.deprels))]
    return [Choice(label) for label in dict.fromkeys((*ranked, *rest)) if label != EMPTY]


def attached(sentence: Sentence, words: Iterable[int], head: int, inventory: Inventory) -> Sentence:
    """The sentence with words attached to a head, 0 for the root; each with a relation that can stand there."""
    changed = sentence
    for word in words:
        if word != head:
            changed = changed.with_head(word, head, relation_after(sentence, word, head, inventory))
    return changed


def detached(sentence: Sentence, words: Iterable[int]) -> Sentence:
    """The sentence with words that hang nowhere; they keep their relations, unless it was that of the root."""
    changed = sentence
    for word in words:
        changed = changed.with_head(word, None, EMPTY if sentence.heads[word - 1] == 0 else None)
    return changed


def labelled(sentence: Sentence, words: Iterable[int], relation: str) -> Sentence:
    """The sentence with another relation of words to their heads."""
    changed = sentence
    for word in words:
        changed = changed.with_value("deprel", word, relation)
    return changed


def relation_after(sentence: Sentence, word: int, head: int, inventory: Inventory) -> str | None:
    """The relation for a word under a new head; None where it keeps the one that it has.

    A word that was the root, becomes the root or has no relation gets the one that the treebank has most in such a
    place; none, where nothing is known yet.
    """
    before, now = sentence.heads[word - 1], sentence.deprels[word - 1]
    if now != EMPTY and (before == 0) == (head == 0) and (head == 0 or base(now) != "root"):
        return None
    ranked = inventory.relations_for(sentence, word, head) if inventory.words else []
    if head == 0:
        return ranked[0] if ranked else "root"
    return next((label for label in ranked if base(label) != "root"), EMPTY)


def isolated(form: str) -> str:
    """A form for a text of another direction: one that is written right to left keeps to itself."""
    return f"\u2068{form}\u2069" if is_right_to_left(form) else form


def _tags(sentence: Sentence) -> tuple[str, ...]:
    return sentence.upos if sentence.upos.count(EMPTY) < len(sentence) else sentence.xpos


def _bare(text: str) -> str:
    """A text without case and without vowel marks."""
    if text.isascii():
        return text.casefold()
    return "".join(letter for letter in text.casefold() if unicodedata.category(letter) != "Mn")
