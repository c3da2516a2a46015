"""Heads and relations that an edit of dependencies may choose among, and the relation for a new head."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.dependencies import find_descendants
from spectral_core.data.inventory import Inventory
from spectral_core.data.universal import base_relation
from spectral_gui.prompts import Choice
from spectral_gui.resources import isolate_text

_MAX_DIGITS = 9  # of the number of a word


def list_head_choices(sentence: Sentence, words: Sequence[int], root_label: str, descendant_hint: str) -> list[Choice]:
    """Return the root, then every word that `words` may be attached to, in order; `descendant_hint` marks their
    descendants."""
    options = [Choice("0", f"0  {root_label}")]
    descendants = find_descendants(sentence.heads, words[0]) if len(words) == 1 else set()
    for word, (form, tag) in enumerate(zip(sentence.forms, _get_tags(sentence), strict=True), 1):
        if word not in words:
            hints = ("" if tag == EMPTY else tag, descendant_hint if word in descendants else "")
            options.append(Choice(str(word), f"{word}  {isolate_text(form)}", "  ".join(filter(None, hints))))
    return options


def make_head_matcher(sentence: Sentence, root_label: str) -> Callable[[Choice, str], bool]:
    """Return a predicate for choices with the number that is typed, or a form that begins with it; vowel marks need not
    be typed."""
    normalized_forms = [_normalize(root_label), *map(_normalize, sentence.forms)]

    def matches(choice: Choice, typed: str) -> bool:
        typed = _normalize(typed.strip())
        if typed.isdecimal():
            return choice.value.startswith(parse_word_number(typed) or typed)
        return normalized_forms[int(choice.value)].startswith(typed)

    return matches


def parse_word_number(typed: str) -> str:
    """Return the number that is typed, in plain digits; "" where it is none or too long to be that of a word."""
    return str(int(typed)) if typed.isdecimal() and len(typed) <= _MAX_DIGITS else ""


def find_unambiguous(typed: str, values: Iterable[str]) -> str:
    """Return the value that is typed, when it is a number that no further digit can make another value; or else ""."""
    typed = typed.strip()
    number = parse_word_number(typed)
    return number if number and [value for value in values if value.startswith(number)] == [number] else ""


def rank_relations(
    sentence: Sentence,
    word: int,
    inventory: Inventory,
    suggested_trees: Sequence[Sentence] = (),
    hint: str = "",
    model_relations: Sequence[str] = (),
) -> list[Choice]:
    """Return the relations that fit a word's arc, best first: those of the suggested trees, with `hint`, those that the
    model has for it, those of the treebank for such tags, and then the others of this sentence."""
    head = sentence.heads[word - 1]
    has_valid_head = head is not None and 0 <= head <= len(sentence)
    suggested = [tree.deprels[word - 1] for tree in suggested_trees if tree.heads[word - 1] == head]
    aligned = _align_tags(sentence, inventory)
    ranked = inventory.relations_for(aligned, word, head) if has_valid_head and head is not None else []
    rest = [*inventory.labels_by_frequency("deprel"), *sorted(set(sentence.deprels))]
    labels = (label for label in dict.fromkeys((*suggested, *model_relations, *ranked, *rest)) if label != EMPTY)
    return [Choice(label, hint=hint if label in suggested else "") for label in labels]


def attach_words(
    sentence: Sentence, words: Iterable[int], head: int, inventory: Inventory, suggested_trees: Sequence[Sentence] = ()
) -> Sentence:
    """Return the sentence with words attached to a head, 0 for the root, each with a relation possible there.
    `suggested_trees` begins with the tree on screen."""
    changed = sentence
    for word in words:
        if word != head:
            suggested_relation = get_suggested_relation(sentence, word, head, suggested_trees)
            new_relation = (
                choose_relation(sentence, word, head, inventory) if suggested_relation is None else suggested_relation
            )
            changed = changed.with_head(word, head, new_relation)
    return changed


def get_suggested_relation(sentence: Sentence, word: int, head: int, suggested_trees: Sequence[Sentence]) -> str | None:
    """Return the relation that a suggestion has for an arc: EMPTY where it must be requested for that arc first, which
    happens as soon as the word is attached there; None where it cannot say."""
    if not suggested_trees:
        return None
    is_labelled = sentence.deprels[word - 1] != EMPTY
    trees = suggested_trees[:1] if is_labelled else suggested_trees
    labels = (tree.deprels[word - 1] for tree in trees if tree.heads[word - 1] == head)
    relation = next((label for label in labels if label != EMPTY), None)
    if relation is not None or is_labelled:
        return relation
    return None if suggested_trees[0].deprels.count(EMPTY) == len(sentence) else EMPTY


def detach_words(sentence: Sentence, words: Iterable[int]) -> Sentence:
    """Return the sentence with words that have no head; they keep their relations, unless it was that of the root."""
    changed = sentence
    for word in words:
        changed = changed.with_head(word, None, EMPTY if sentence.heads[word - 1] == 0 else None)
    return changed


def label_words(sentence: Sentence, words: Iterable[int], relation: str) -> Sentence:
    changed = sentence
    for word in words:
        changed = changed.with_value("deprel", word, relation)
    return changed


def choose_relation(sentence: Sentence, word: int, head: int, inventory: Inventory) -> str | None:
    """Return the relation for a word under a new head; None where it keeps its own. A word that was the root, becomes
    the root or has no relation gets the most frequent one of the treebank for such tags; none, where the treebank has
    no such tags: anything else would be invented."""
    old_head, old_relation = sentence.heads[word - 1], sentence.deprels[word - 1]
    if (
        old_relation != EMPTY
        and (old_head == 0) == (head == 0)
        and (head == 0 or base_relation(old_relation) != "root")
    ):
        return None
    sentence = _align_tags(sentence, inventory)
    has_known_tag = (_get_tags(sentence)[word - 1],) in inventory.relations
    ranked = inventory.relations_for(sentence, word, head) if has_known_tag else []
    if head == 0:
        return ranked[0] if ranked else "root" if inventory.universal_relations else EMPTY
    return next((label for label in ranked if base_relation(label) != "root"), EMPTY)


def _align_tags(sentence: Sentence, inventory: Inventory) -> Sentence:
    """Return the sentence with tags of the column in which the treebank has them: where only the other is filled, those
    most frequent with these."""
    if sentence.upos.count(EMPTY) < len(sentence) or any((tag,) in inventory.relations for tag in sentence.xpos):
        return sentence
    most_frequent: dict[str, tuple[int, str]] = {}
    for (column, coarse), counts in inventory.by_upos.items():
        for tag, count in counts.items() if column == "xpos" else ():
            most_frequent[tag] = max(most_frequent.get(tag, (0, EMPTY)), (count, coarse))
    upos = tuple(most_frequent[tag][1] if tag != EMPTY and tag in most_frequent else EMPTY for tag in sentence.xpos)
    return replace(sentence, upos=upos, source=None)


def _get_tags(sentence: Sentence) -> tuple[str, ...]:
    return sentence.upos if sentence.upos.count(EMPTY) < len(sentence) else sentence.xpos


def _normalize(text: str) -> str:
    """Return a text without case and without vowel marks."""
    if text.isascii():
        return text.casefold()
    return "".join(letter for letter in text.casefold() if unicodedata.category(letter) != "Mn")
