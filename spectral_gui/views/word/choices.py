"""What the treebank and the sentence offer for each field of the form."""

from __future__ import annotations

from collections.abc import Iterable

from spectral_core.data import Sentence
from spectral_core.data.inventory import Inventory
from spectral_gui.views.word.changes import features


def offered(name: str, inventory: Inventory, sentence: Sentence, word: int) -> Iterable[str]:
    """What fits a word in the field of this name, likelier values first."""
    column, _, feature = name.partition(":")
    if name == "deprel":
        return inventory.relations_for(sentence, word, max(sentence.heads[word - 1] or 0, 0) % (len(sentence) + 1))
    if name == "head":
        return ("0", *(f"{at} \u2068{form}\u2069" for at, form in enumerate(sentence.forms, 1) if at != word))
    if name == "lemma":
        return inventory.tags_for(sentence, word, "lemma")
    if name == "upos":
        return inventory.tags_for(sentence, word, "upos")
    if name == "xpos":
        return inventory.tags_for(sentence, word, "xpos")
    if name == "feats":
        return inventory.tags_for(sentence, word, "feats")
    if column in ("feats", "feature"):
        bundles = inventory.feats_for(sentence.upos[word - 1])
        pairs = [pair for bundle in bundles for pair in features(bundle) if pair[1] is not None]
        if feature:
            return [value for known, value in pairs if known == feature and value is not None]
        taken = {known for known, _ in features(sentence.feats[word - 1])}
        return [f"{known}={value}" for known, value in pairs if known not in taken]
    return ()
