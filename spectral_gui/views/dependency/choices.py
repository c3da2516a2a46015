"""What an edit of dependencies may choose among, and which relation goes with a new head."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.dependencies import all_below
from spectral_core.data.inventory import Inventory
from spectral_core.data.universal import base
from spectral_gui.prompts import Choice
from spectral_gui.resources import isolated

_MOST_DIGITS = 9  # of the number of a word


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
            return choice.value.startswith(word_number(typed) or typed)
        return bare[int(choice.value)].startswith(typed)

    return fits


def word_number(typed: str) -> str:
    """Return the number that is typed, in plain digits; "" where it is none or too long to be that of a word."""
    return str(int(typed)) if typed.isdecimal() and len(typed) <= _MOST_DIGITS else ""


def certain(typed: str, values: Iterable[str]) -> str:
    """The value that is typed, when it is a number that no further digit can make another value; or else ""."""
    typed = typed.strip()
    number = word_number(typed)
    return number if number and [value for value in values if value.startswith(number)] == [number] else ""


def relation_choices(
    sentence: Sentence,
    word: int,
    inventory: Inventory,
    proposed: Sequence[Sentence] = (),
    hint: str = "",
    named: Sequence[str] = (),
) -> list[Choice]:
    """The relations that fit a word's arc, best first: those of the trees that are proposed, which `hint` says, those
    that the model has for it (`named`), those of the treebank for such tags, and then what else this sentence uses."""
    head = sentence.heads[word - 1]
    usable = head is not None and 0 <= head <= len(sentence)
    first = [tree.deprels[word - 1] for tree in proposed if tree.heads[word - 1] == head]
    fitting = _tagged_alike(sentence, inventory)
    ranked = inventory.relations_for(fitting, word, head) if usable and head is not None else []
    rest = [*inventory.ranked("deprel"), *sorted(set(sentence.deprels))]
    labels = (label for label in dict.fromkeys((*first, *named, *ranked, *rest)) if label != EMPTY)
    return [Choice(label, hint=hint if label in first else "") for label in labels]


def attached(
    sentence: Sentence, words: Iterable[int], head: int, inventory: Inventory, proposed: Sequence[Sentence] = ()
) -> Sentence:
    """The sentence with words attached to a head, 0 for the root; each with a relation that can stand there. `proposed`
    has the trees of a proposal, the one that is shown first."""
    changed = sentence
    for word in words:
        if word != head:
            relation = relation_proposed(sentence, word, head, proposed)
            after = relation_after(sentence, word, head, inventory) if relation is None else relation
            changed = changed.with_head(word, head, after)
    return changed


def relation_proposed(sentence: Sentence, word: int, head: int, proposed: Sequence[Sentence]) -> str | None:
    """The relation that a proposal has for an arc: EMPTY where it must be asked for that arc first, which it is as
    soon as the word hangs there; None where it cannot say."""
    if not proposed:
        return None
    named = sentence.deprels[word - 1] != EMPTY
    trees = proposed[:1] if named else proposed
    found = (tree.deprels[word - 1] for tree in trees if tree.heads[word - 1] == head)
    relation = next((label for label in found if label != EMPTY), None)
    if relation is not None or named:
        return relation
    return None if proposed[0].deprels.count(EMPTY) == len(sentence) else EMPTY


def detached(sentence: Sentence, words: Iterable[int]) -> Sentence:
    """The sentence with words that hang nowhere; they keep their relations, unless it was that of the root."""
    changed = sentence
    for word in words:
        changed = changed.with_head(word, None, EMPTY if sentence.heads[word - 1] == 0 else None)
    return changed


def labelled(sentence: Sentence, words: Iterable[int], relation: str) -> Sentence:
    changed = sentence
    for word in words:
        changed = changed.with_value("deprel", word, relation)
    return changed


def relation_after(sentence: Sentence, word: int, head: int, inventory: Inventory) -> str | None:
    """The relation for a word under a new head; None where it keeps the one that it has. A word that was the root,
    becomes the root or has no relation gets the one that the treebank has most in such a place; none, where it has no
    such place: what is only frequent, or first in the alphabet, would be invented."""
    before, now = sentence.heads[word - 1], sentence.deprels[word - 1]
    if now != EMPTY and (before == 0) == (head == 0) and (head == 0 or base(now) != "root"):
        return None
    sentence = _tagged_alike(sentence, inventory)
    known = (_tags(sentence)[word - 1],) in inventory.relations
    ranked = inventory.relations_for(sentence, word, head) if known else []
    if head == 0:
        return ranked[0] if ranked else "root" if inventory.universal_relations else EMPTY
    return next((label for label in ranked if base(label) != "root"), EMPTY)


def _tagged_alike(sentence: Sentence, inventory: Inventory) -> Sentence:
    """The sentence with tags of the column in which the treebank has them: where only the other is filled, those that
    go with these most often."""
    if sentence.upos.count(EMPTY) < len(sentence) or any((tag,) in inventory.relations for tag in sentence.xpos):
        return sentence
    best: dict[str, tuple[int, str]] = {}
    for (column, coarse), counts in inventory.by_upos.items():
        for tag, count in counts.items() if column == "xpos" else ():
            best[tag] = max(best.get(tag, (0, EMPTY)), (count, coarse))
    upos = tuple(best[tag][1] if tag != EMPTY and tag in best else EMPTY for tag in sentence.xpos)
    return replace(sentence, upos=upos, source=None)


def _tags(sentence: Sentence) -> tuple[str, ...]:
    return sentence.upos if sentence.upos.count(EMPTY) < len(sentence) else sentence.xpos


def _bare(text: str) -> str:
    """A text without case and without vowel marks."""
    if text.isascii():
        return text.casefold()
    return "".join(letter for letter in text.casefold() if unicodedata.category(letter) != "Mn")
