"""Edits of words, from a sentence to a sentence: heads and relations, columns and features."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.inventory import Inventory
from spectral_core.data.universal import base_relation
from spectral_core.errors import EditError, FormatError

MAX_DIGITS = 9  # digits of a word's number
COLUMN_TITLES = {
    name: name.upper() for name in ("form", "lemma", "upos", "xpos", "feats", "deprel", "head", "deps", "misc")
}


def attach_words(
    sentence: Sentence, words: Iterable[int], head: int, inventory: Inventory, suggested_trees: Sequence[Sentence] = ()
) -> Sentence:
    """Return the sentence with words attached to a head, 0 for the root, each with a relation that is possible there.
    The relation is the one in `suggested_trees`, the tree on screen first, or else the one that `choose_relation`
    gives. The last arc of a sentence ends its suggestions, so that relations which are only suggested are written too.
    """
    changed = sentence
    for word in words:
        if word != head:
            suggested_relation = get_suggested_relation(sentence, word, head, suggested_trees)
            new_relation = (
                choose_relation(sentence, word, head, inventory) if suggested_relation is None else suggested_relation
            )
            changed = changed.with_head(word, head, new_relation)
    if suggested_trees and changed.has_heads and not sentence.has_heads:
        return _fill_missing_relations(changed, suggested_trees[0], inventory)
    return changed


def _fill_missing_relations(sentence: Sentence, suggested_tree: Sentence, inventory: Inventory) -> Sentence:
    """Return the sentence with a relation for each arc that has none: the one in the suggested tree, or else the best
    one for the tags there. Unchanged if the model suggests no relations."""
    if suggested_tree.deprels.count(EMPTY) == len(sentence):
        return sentence
    tagged = replace(sentence, upos=suggested_tree.upos, xpos=suggested_tree.xpos, source=None)
    for word, (head, relation) in enumerate(zip(sentence.heads, sentence.deprels, strict=True), 1):
        if relation == EMPTY and head is not None:
            is_suggested = suggested_tree.heads[word - 1] == head
            new_relation = suggested_tree.deprels[word - 1] if is_suggested else EMPTY
            if new_relation == EMPTY:
                new_relation = choose_relation(tagged, word, head, inventory) or EMPTY
            sentence = sentence.with_value("deprel", word, new_relation)
    return sentence


def get_suggested_relation(sentence: Sentence, word: int, head: int, suggested_trees: Sequence[Sentence]) -> str | None:
    """Return the relation that the suggested trees give to an arc; None if they give none. EMPTY if the model predicts
    the relation only after the word is attached there."""
    if not suggested_trees:
        return None
    is_labelled = sentence.deprels[word - 1] != EMPTY
    trees = suggested_trees[:1] if is_labelled else suggested_trees
    labels = (tree.deprels[word - 1] for tree in trees if tree.heads[word - 1] == head)
    relation = next((label for label in labels if label != EMPTY), None)
    if relation is not None or is_labelled:
        return relation
    return None if suggested_trees[0].deprels.count(EMPTY) == len(sentence) else EMPTY


def choose_relation(sentence: Sentence, word: int, head: int, inventory: Inventory) -> str | None:
    """Return the relation for a word under a new head; None to keep the present one. A word that was the root, becomes
    the root or has no relation gets the treebank's most frequent relation for these tags, or none if the treebank has
    no such tags."""
    old_head, old_relation = sentence.heads[word - 1], sentence.deprels[word - 1]
    if (
        old_relation != EMPTY
        and (old_head == 0) == (head == 0)
        and (head == 0 or base_relation(old_relation) != "root")
    ):
        return None
    sentence = fill_upos_from_xpos(sentence, inventory)
    has_known_tag = (get_upos_or_xpos(sentence)[word - 1],) in inventory.relations_by_context
    ranked = inventory.rank_relations(sentence, word, head) if has_known_tag else []
    if head == 0:
        return ranked[0] if ranked else "root" if inventory.has_universal_relations else EMPTY
    return next((label for label in ranked if base_relation(label) != "root"), EMPTY)


def detach_words(sentence: Sentence, words: Iterable[int]) -> Sentence:
    """Return the sentence with the words' heads removed; their relations stay, except that of the root."""
    changed = sentence
    for word in words:
        changed = changed.with_head(word, None, EMPTY if sentence.heads[word - 1] == 0 else None)
    return changed


def set_relations(sentence: Sentence, words: Iterable[int], relation: str) -> Sentence:
    """Return the sentence with this relation on the arcs of the words."""
    changed = sentence
    for word in words:
        changed = changed.with_value("deprel", word, relation)
    return changed


def make_column_edit(name: str, word: int, value: str) -> Callable[[Sentence], Sentence]:
    """Return the edit that sets a column of a word; it raises EditError for a value that the column cannot hold."""

    def change(sentence: Sentence) -> Sentence:
        if name == "head":
            return _attach_to_typed_head(sentence, word, value)
        new_value = value or EMPTY
        if name not in ("lemma", "misc") and any(map(str.isspace, new_value)):
            raise EditError(f"{COLUMN_TITLES[name]} holds no spaces: {new_value!r} was not taken")
        if name == "feats" and new_value != EMPTY:
            parts = new_value.split("|")
            malformed = next((part for part in parts if "=" not in part.strip("=")), None)
            if malformed is not None:
                raise EditError(f"{malformed!r} is not a feature: write Name=Value, joined by |")
            new_value = _join_sorted_features(parts)
        if name == "deps" and new_value != EMPTY:
            malformed = next((part for part in new_value.split("|") if ":" not in part.strip(":")), None)
            if malformed is not None:
                raise EditError(
                    f"{malformed!r} is not an arc: write head:relation, joined by |, such as 3:nsubj|5:nsubj"
                )
        return sentence.with_value(name, word, new_value)

    return change


def _attach_to_typed_head(sentence: Sentence, word: int, value: str) -> Sentence:
    """Attach a word to the head whose number the user typed; an empty text removes the head. EditError for anything
    else."""
    if not value:
        return sentence.with_head(word, None)
    number = value.split()[0]
    if not number.isdecimal() or len(number) > MAX_DIGITS:
        raise EditError(f"{value!r} is no head: write the number of a word, or 0 for the root")
    return sentence.with_head(word, int(number))


def make_head_edit(
    word: int, value: str, inventory: Inventory, suggested_trees: Sequence[Sentence] = ()
) -> Callable[[Sentence], Sentence]:
    """Return the edit that attaches a word to the head whose number the user typed; a word without a relation gets one
    as in `attach_words`."""
    set_head = make_column_edit("head", word, value)

    def change(sentence: Sentence) -> Sentence:
        attached = set_head(sentence)
        head = attached.heads[word - 1]
        if head is None or head == sentence.heads[word - 1] or sentence.deprels[word - 1] != EMPTY:
            return attached
        return attach_words(sentence, [word], head, inventory, suggested_trees)

    return change


def make_feature_edit(word: int, feature: str, new_value: str, text: str) -> Callable[[Sentence], Sentence]:
    """Return the edit that sets a feature of a word, or removes it if the value is empty; `text` is what the user
    typed, for error messages."""

    def change(sentence: Sentence) -> Sentence:
        if not feature or (not new_value and "=" not in text and text):
            raise EditError(f"{text!r} is not a feature: write Name=Value")
        if any(mark in feature + new_value for mark in "|= \t"):
            raise EditError(f"{text!r} is not one feature: write Name=Value, one at a time")
        feats = sentence.feats[word - 1]
        parts = [part for part in feats.split("|") if part != EMPTY and part.partition("=")[0] != feature]
        if new_value:
            parts.append(f"{feature}={new_value}")
        return sentence.with_value("feats", word, _join_sorted_features(parts))

    return change


def _join_sorted_features(parts: Iterable[str]) -> str:
    """Return Name=Value pairs as a FEATS cell, sorted by name without case."""
    return "|".join(sorted(parts, key=str.lower)) or EMPTY


def make_storable_edit(sentences: object, change: Callable[[Sentence], Sentence]) -> Callable[[Sentence], Sentence]:
    """Return `change` as an edit that raises EditError if the file format of `sentences` cannot store its result, such
    as a value outside the columns of a token table."""
    write: Callable[[Sentence], str] | None = getattr(sentences, "format_sentence", None)

    def change_if_storable(sentence: Sentence) -> Sentence:
        after = change(sentence)
        if write is not None and after != sentence:
            try:
                write(after)
            except FormatError as error:
                raise EditError(f"{error.message}. {error.remedy}") from None
        return after

    return change_if_storable


def fill_upos_from_xpos(sentence: Sentence, inventory: Inventory) -> Sentence:
    """Return the sentence with the most frequent UPOS tag of each XPOS tag, so that relations can be looked up by UPOS.
    Unchanged if the sentence has UPOS tags, or if the treebank counts relations by its XPOS tags."""
    if sentence.upos.count(EMPTY) < len(sentence) or any(
        (tag,) in inventory.relations_by_context for tag in sentence.xpos
    ):
        return sentence
    most_frequent: dict[str, tuple[int, str]] = {}
    for (column, coarse), counts in inventory.values_by_upos.items():
        for tag, count in counts.items() if column == "xpos" else ():
            most_frequent[tag] = max(most_frequent.get(tag, (0, EMPTY)), (count, coarse))
    upos = tuple(most_frequent[tag][1] if tag != EMPTY and tag in most_frequent else EMPTY for tag in sentence.xpos)
    return replace(sentence, upos=upos, source=None)


def get_upos_or_xpos(sentence: Sentence) -> tuple[str, ...]:
    """Return the UPOS tags of the words, or their XPOS tags if no word has a UPOS tag."""
    return sentence.upos if sentence.upos.count(EMPTY) < len(sentence) else sentence.xpos
