"""Which sentences brackets say in full, known without reading back what is written."""

from __future__ import annotations

from spectral_core.data import Sentence
from spectral_core.formats.brackets.reading import MAX_BYTES, MAX_DEPTH, is_unparsed
from spectral_core.formats.brackets.writing import UNSAFE, unparsed


def write_whole(sentence: Sentence) -> str | None:
    """What `write` gives, where `parse` makes an equal sentence of it; None where it would not."""
    one, tree = sentence, sentence.tree
    if not one.forms or Sentence.of(one.forms, xpos=one.xpos, comments=one.comments, tree=tree) != one:
        return None
    if not all(line.startswith("#") and "\n" not in line and not line.endswith("\r") for line in one.comments):
        return None
    whole = unparsed(one) if tree is None else tree
    if tuple(whole.words()) != one.forms or tuple(whole.tags()) != one.xpos:
        return None
    parts: list[str] = []  # labels and words
    nodes = 0
    unlabelled = False
    for node in whole.nodes():
        nodes += 1
        words = [child for child in node.children if isinstance(child, str)]
        if not node.children or "" in words:
            return None
        if not node.label:
            if len(node.children) > 1 and isinstance(node.children[0], str):  # which would be taken for the label
                return None
            unlabelled = unlabelled or node.is_tag
        parts += (node.label, *words)
    if UNSAFE.search("".join(parts)) or (tree is not None and is_unparsed(tree) and not unlabelled):
        return None
    text = str(whole)
    if "\0" in text or (nodes > MAX_DEPTH and whole.depth > MAX_DEPTH):
        return None
    if 4 * len(text) > MAX_BYTES and len(text.encode()) > MAX_BYTES:
        return None
    return "\n".join((*one.comments, text))
