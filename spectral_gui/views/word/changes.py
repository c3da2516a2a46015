"""What the fields of the form offer, and do to a sentence; what cannot stand in a column is refused in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.inventory import Inventory
from spectral_core.errors import EditError, FormatError

MOST_DIGITS = 9  # of the number of a word
TITLES = {name: name.upper() for name in ("form", "lemma", "upos", "xpos", "feats", "deprel", "head", "deps", "misc")}


def features(feats: str) -> list[tuple[str, str | None]]:
    """Names and values in order; None for a part that is no feature."""
    if feats == EMPTY or not feats:
        return []
    parts = [part.partition("=") for part in feats.split("|")]
    return [(name, value if equals else None) for name, equals, value in parts]


def _sorted_features(parts: Iterable[str]) -> str:
    return "|".join(sorted(parts, key=str.lower)) or EMPTY


def change_to(name: str, word: int, value: str) -> Callable[[Sentence], Sentence]:
    """The change that puts a value in a column; what cannot stand there is refused in a sentence."""

    def change(sentence: Sentence) -> Sentence:
        if name == "head":
            return _attached(sentence, word, value)
        new = value or EMPTY
        if name not in ("lemma", "misc") and any(map(str.isspace, new)):
            raise EditError(f"{TITLES[name]} holds no spaces: {new!r} was not taken")
        if name == "feats" and new != EMPTY:
            parts = new.split("|")
            bare = next((part for part in parts if "=" not in part.strip("=")), None)
            if bare is not None:
                raise EditError(f"{bare!r} is not a feature: write Name=Value, joined by |")
            new = _sorted_features(parts)
        if name == "deps" and new != EMPTY:
            bare = next((part for part in new.split("|") if ":" not in part.strip(":")), None)
            if bare is not None:
                raise EditError(f"{bare!r} is not an arc: write head:relation, joined by |, such as 3:nsubj|5:nsubj")
        return sentence.with_value(name, word, new)

    return change


def kept_by(sentences: object, change: Callable[[Sentence], Sentence]) -> Callable[[Sentence], Sentence]:
    """The change, refused where the file that these sentences are from would refuse to be saved with it: a table has
    columns of its own."""
    write: Callable[[Sentence], str] | None = getattr(sentences, "write", None)

    def checked(sentence: Sentence) -> Sentence:
        after = change(sentence)
        if write is not None and after != sentence:
            try:
                write(after)
            except FormatError as error:
                raise EditError(f"{error.what}. {error.remedy}") from None
        return after

    return checked


def feature_change(word: int, feature: str, new: str, typed: str) -> Callable[[Sentence], Sentence]:
    """The change that gives a word a feature, or takes it away where the value is empty."""

    def change(sentence: Sentence) -> Sentence:
        if not feature or (not new and "=" not in typed and typed):
            raise EditError(f"{typed!r} is not a feature: write Name=Value")
        if any(mark in feature + new for mark in "|= \t"):
            raise EditError(f"{typed!r} is not one feature: write Name=Value, one at a time")
        feats = sentence.feats[word - 1]
        parts = [part for part in feats.split("|") if part != EMPTY and part.partition("=")[0] != feature]
        if new:
            parts.append(f"{feature}={new}")
        return sentence.with_value("feats", word, _sorted_features(parts))

    return change


def _attached(sentence: Sentence, word: int, value: str) -> Sentence:
    if not value:
        return sentence.with_head(word, None)
    number = value.split()[0]
    if not number.isdecimal() or len(number) > MOST_DIGITS:
        raise EditError(f"{value!r} is no head: write the number of a word, or 0 for the root")
    return sentence.with_head(word, int(number))


def relations(inventory: Inventory, sentence: Sentence, word: int) -> list[str]:
    """The relations that a word may have, the likeliest first."""
    head = max(sentence.heads[word - 1] or 0, 0) % (len(sentence) + 1)
    return list(dict.fromkeys((*inventory.relations_for(sentence, word, head), *inventory.ranked("deprel"))))


def offered(name: str, inventory: Inventory, sentence: Sentence, word: int) -> Iterable[str]:
    """What fits a word in the field of this name, likelier values first."""
    column, _, feature = name.partition(":")
    if name == "deprel":
        return relations(inventory, sentence, word)
    if name == "head":
        return ("0", *(f"{at} \u2068{form}\u2069" for at, form in enumerate(sentence.forms, 1) if at != word))
    if name in ("lemma", "upos", "xpos", "feats"):
        return inventory.tags_for(sentence, word, name)  # type: ignore[arg-type] # one of the four
    if column in ("feats", "feature"):
        bundles = inventory.feats_for(sentence.upos[word - 1])
        pairs = [pair for bundle in bundles for pair in features(bundle) if pair[1] is not None]
        if feature:
            return [value for known, value in pairs if known == feature and value is not None]
        taken = {known for known, _ in features(sentence.feats[word - 1])}
        return [f"{known}={value}" for known, value in pairs if known not in taken]
    return ()
