"""Changes that the fields of the word form make to a sentence, checked by column, and their completions."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.inventory import Inventory
from spectral_core.errors import EditError, FormatError

MAX_DIGITS = 9  # of the number of a word
TITLES = {name: name.upper() for name in ("form", "lemma", "upos", "xpos", "feats", "deprel", "head", "deps", "misc")}


def parse_features(feats: str) -> list[tuple[str, str | None]]:
    """Return names and values in order; the value is None for a part that is no feature."""
    if feats == EMPTY or not feats:
        return []
    parts = [part.partition("=") for part in feats.split("|")]
    return [(name, value if equals else None) for name, equals, value in parts]


def _sort_features(parts: Iterable[str]) -> str:
    return "|".join(sorted(parts, key=str.lower)) or EMPTY


def make_change(name: str, word: int, value: str) -> Callable[[Sentence], Sentence]:
    """Make the change that puts a value in a column; it refuses what the column cannot hold."""

    def change(sentence: Sentence) -> Sentence:
        if name == "head":
            return _attach_word(sentence, word, value)
        new_value = value or EMPTY
        if name not in ("lemma", "misc") and any(map(str.isspace, new_value)):
            raise EditError(f"{TITLES[name]} holds no spaces: {new_value!r} was not taken")
        if name == "feats" and new_value != EMPTY:
            parts = new_value.split("|")
            malformed = next((part for part in parts if "=" not in part.strip("=")), None)
            if malformed is not None:
                raise EditError(f"{malformed!r} is not a feature: write Name=Value, joined by |")
            new_value = _sort_features(parts)
        if name == "deps" and new_value != EMPTY:
            malformed = next((part for part in new_value.split("|") if ":" not in part.strip(":")), None)
            if malformed is not None:
                raise EditError(
                    f"{malformed!r} is not an arc: write head:relation, joined by |, such as 3:nsubj|5:nsubj"
                )
        return sentence.with_value(name, word, new_value)

    return change


def make_savable_change(sentences: object, change: Callable[[Sentence], Sentence]) -> Callable[[Sentence], Sentence]:
    """Make a change that refuses what the file of these sentences cannot store: a table has columns of its own."""
    write: Callable[[Sentence], str] | None = getattr(sentences, "write", None)

    def change_if_savable(sentence: Sentence) -> Sentence:
        after = change(sentence)
        if write is not None and after != sentence:
            try:
                write(after)
            except FormatError as error:
                raise EditError(f"{error.message}. {error.remedy}") from None
        return after

    return change_if_savable


def make_feature_change(word: int, feature: str, new_value: str, text: str) -> Callable[[Sentence], Sentence]:
    """Make the change that gives a word a feature, or removes it where the value is empty."""

    def change(sentence: Sentence) -> Sentence:
        if not feature or (not new_value and "=" not in text and text):
            raise EditError(f"{text!r} is not a feature: write Name=Value")
        if any(mark in feature + new_value for mark in "|= \t"):
            raise EditError(f"{text!r} is not one feature: write Name=Value, one at a time")
        feats = sentence.feats[word - 1]
        parts = [part for part in feats.split("|") if part != EMPTY and part.partition("=")[0] != feature]
        if new_value:
            parts.append(f"{feature}={new_value}")
        return sentence.with_value("feats", word, _sort_features(parts))

    return change


def _attach_word(sentence: Sentence, word: int, value: str) -> Sentence:
    if not value:
        return sentence.with_head(word, None)
    number = value.split()[0]
    if not number.isdecimal() or len(number) > MAX_DIGITS:
        raise EditError(f"{value!r} is no head: write the number of a word, or 0 for the root")
    return sentence.with_head(word, int(number))


def rank_relations(inventory: Inventory, sentence: Sentence, word: int) -> list[str]:
    """Return the relations that a word may have, the likeliest first."""
    head = max(sentence.heads[word - 1] or 0, 0) % (len(sentence) + 1)
    return list(
        dict.fromkeys((*inventory.relations_for(sentence, word, head), *inventory.labels_by_frequency("deprel")))
    )


def suggest_values(name: str, inventory: Inventory, sentence: Sentence, word: int) -> Iterable[str]:
    """Return what fits a word in the field of this name, likelier values first."""
    column, _, feature = name.partition(":")
    if name == "deprel":
        return rank_relations(inventory, sentence, word)
    if name == "head":
        return (
            "0",
            *(f"{number} \u2068{form}\u2069" for number, form in enumerate(sentence.forms, 1) if number != word),
        )
    if name in ("lemma", "upos", "xpos", "feats"):
        return inventory.tags_for(sentence, word, name)  # type: ignore[arg-type] # one of the four
    if column in ("feats", "feature"):
        bundles = inventory.feats_for(sentence.upos[word - 1])
        pairs = [pair for bundle in bundles for pair in parse_features(bundle) if pair[1] is not None]
        if feature:
            return [value for feature_name, value in pairs if feature_name == feature and value is not None]
        present_names = {feature_name for feature_name, _ in parse_features(sentence.feats[word - 1])}
        return [f"{feature_name}={value}" for feature_name, value in pairs if feature_name not in present_names]
    return ()
