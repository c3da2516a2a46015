"""What is wrong or doubtful in a sentence: structure, the basics of Universal Dependencies, labels nobody else uses."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from spectral_core.data import universal
from spectral_core.data.inventory import Inventory, Kind
from spectral_core.data.problem import Problem, problem_at, quoted, word_named
from spectral_core.data.sentence import EMPTY, Analysis, Sentence
from spectral_core.data.tree import TRACE, Tree, category

_FEW = 200  # labels that must stand somewhere, before a new one is doubtful: the first of each are all new
_CLOSED = 100  # labels a set may have, for a new one to be doubtful; positional tags are thousands


def problems_in(
    sentence: Sentence, inventory: Inventory | None = None, universal_only: bool = False
) -> tuple[Problem, ...]:
    """Everything wrong with a sentence, by words: what could not be read, its structure, its labels, its text. Labels
    that neither Universal Dependencies nor the treebank (`inventory`) knows are warnings. A column with labels of
    another kind than the universal ones is compared with the treebank alone, and one that holds no features is let be;
    with `universal_only` nothing but version 2 of Universal Dependencies will do."""
    if not sentence.readable:
        return sentence.problems
    found = list(sentence.problems)
    found += sentence.structural_problems()
    found += _ranges(sentence)
    found += _tags(sentence, inventory, universal_only)
    found += _relations(sentence, inventory, universal_only)
    found += _features(sentence, inventory, universal_only)
    found += _text(sentence, universal_only)
    if sentence.tree is not None:
        found += _tree(sentence, sentence.tree, inventory)
    if len(found) > 1:
        found.sort(key=lambda problem: (problem.word, problem.warning))
    return tuple(found)


def _ranges(sentence: Sentence) -> Iterator[Problem]:
    before, size = 0, len(sentence)
    for one in sentence.ranges:
        if not before < one.first <= one.last <= size:
            what = f"the range {one.first}-{one.last} {quoted(one.form)} does not fit here"
            remedy = f"Ranges stand in order between {before + 1} and {size}, and no two overlap"
            yield problem_at(sentence, min(max(one.first, 1), size), what, remedy)
        before = max(before, one.last)


def _tags(sentence: Sentence, inventory: Inventory | None, universal_only: bool) -> Iterator[Problem]:
    unknown = set(sentence.upos) - (frozenset(universal.UPOS) if universal_only else universal.TAGS)
    unknown.discard(EMPTY)
    if unknown:
        theirs = inventory.universal_tags if inventory else universal.mostly(sentence.upos, universal.TAGS)
        strict = universal_only or theirs
        if not strict:
            unknown = _doubtful(unknown, "upos", inventory) - {one.upos for one in _offered(sentence)}
        for word, tag in enumerate(sentence.upos, 1):
            if tag in unknown:
                what = f"{word_named(sentence, word)} has the UPOS {quoted(tag)}"
                remedy = "That is none of the universal tags" if strict else "No other word here has that"
                if universal_only:
                    remedy = universal.tag_remedy(tag) or remedy
                yield problem_at(sentence, word, what, remedy, warning=not universal_only)
    if doubtful := _doubtful(set(sentence.xpos) - {EMPTY}, "xpos", inventory):
        doubtful -= {one.xpos for one in _offered(sentence)}
        for word, tag in enumerate(sentence.xpos, 1):
            if tag in doubtful:
                what = f"{word_named(sentence, word)} has the tag {quoted(tag)}"
                yield problem_at(sentence, word, what, "No other word here has that", warning=True)


def _offered(sentence: Sentence) -> Iterator[Analysis]:
    """The readings that the file itself offers: what they say is no typing error."""
    return chain.from_iterable(sentence.candidates)


def _doubtful(labels: set[str], kind: Kind, inventory: Inventory | None) -> set[str]:
    """Those of `labels` that the treebank does not use otherwise, where its labels are a closed set at all."""
    if inventory is None:
        return set()
    counts = inventory.counts.get(kind, {})
    if len(counts) > _CLOSED or sum(counts.values()) < _FEW:
        return set()
    return {label for label in labels if not inventory.knows(kind, label)}


def _relations(sentence: Sentence, inventory: Inventory | None, universal_only: bool) -> Iterator[Problem]:
    labels = set(sentence.deprels) - {EMPTY}
    if not labels:
        return
    unknown = {label for label in labels if not universal.is_relation(label)}
    if universal_only:
        strict = True
        unknown = {label for label in labels if universal.relation_remedy(label) is not None}
    elif inventory:
        strict = inventory.universal_relations
        unknown = {label for label in unknown if not inventory.knows("deprel", label)}
    else:
        strict = not unknown or universal.mostly(list(map(universal.base, sentence.deprels)), universal.ALL_RELATIONS)
        unknown = unknown if strict else set()
    if unknown:
        for word, label in enumerate(sentence.deprels, 1):
            if label in unknown:
                what = f"{word_named(sentence, word)} has the relation {quoted(label)}"
                remedy = "That is no universal relation, nor does the rest of this treebank have it"
                if universal_only:
                    remedy = universal.relation_remedy(label) or remedy
                yield problem_at(sentence, word, what, remedy, warning=not universal_only, about="relation")
    if not strict:
        return
    for word, (head, label) in enumerate(zip(sentence.heads, sentence.deprels, strict=True), 1):
        if head == 0 and label != EMPTY and universal.base(label) != "root":
            what = f"{word_named(sentence, word)} hangs from the root as {quoted(label)}"
            remedy = "Use the relation root, or attach it to a word"
            yield problem_at(sentence, word, what, remedy, about="relation")
        elif head and universal.base(label) == "root":
            what = f"{word_named(sentence, word)} has the relation root, but hangs from word {head}"
            remedy = "Use another relation, or attach it to the root"
            yield problem_at(sentence, word, what, remedy, about="relation")


def _features(sentence: Sentence, inventory: Inventory | None, strict: bool) -> Iterator[Problem]:
    """Where features are not written as they should be; a column that holds something else is left alone."""
    if not any(map(universal.features_fault, set(sentence.feats) - {EMPTY})):
        return
    if not strict and inventory is None:
        filled = [feats for feats in sentence.feats if feats != EMPTY]
        strict = 2 * sum(universal.features_fault(feats) is None for feats in filled) >= len(filled)
    for word, feats in enumerate(sentence.feats if strict or (inventory and inventory.universal_features) else (), 1):
        if (fault := universal.features_fault(feats)) is not None:
            what, remedy = fault
            yield problem_at(sentence, word, f"{word_named(sentence, word)}: {what}", remedy)


def _text(sentence: Sentence, universal_only: bool) -> Iterator[Problem]:
    """Where the `text` comment and the words with their spaces part ways; of spaces alone it is a warning."""
    text = sentence.comment("text") if sentence.comments else None
    if text is None:
        return
    at = spaces = 0
    for word, _, form, misc in sentence.units():
        if not text.startswith(form, at):
            form = form.replace("-LRB-", "(").replace("-RRB-", ")")  # as files of brackets write them
        if not text.startswith(form, at):
            shown = quoted(text[at : at + 20])
            what = f"{word_named(sentence, word)} is not what the text has: there it goes on with {shown}"
            yield problem_at(sentence, word, what, "Mend the form, or the comment `# text`")
            return
        at += len(form)
        gap = len(text) - at - len(text[at:].lstrip())
        if not spaces and at < len(text) and bool(gap) == ("SpaceAfter=No" in misc):
            spaces = word
        at += gap
    if at < len(text):
        yield problem_at(sentence, 0, f"the text goes on after the last word: {quoted(text[at : at + 20])}", "Mend it")
    elif spaces and (universal_only or _has_columns(sentence)):
        what = f"{word_named(sentence, spaces)} and the text do not agree on whether a space follows"
        remedy = "Add or remove SpaceAfter=No in MISC"
        yield problem_at(sentence, spaces, what, remedy, warning=not universal_only)


def _has_columns(sentence: Sentence) -> bool:
    """Whether more than forms and tags is said of words: brackets have no place for spaces between them."""
    columns = (sentence.misc, sentence.lemmas, sentence.upos, sentence.feats, sentence.deprels)
    return any(set(column) != {EMPTY} for column in columns) or set(sentence.heads) != {None}


def _tree(sentence: Sentence, tree: Tree, inventory: Inventory | None) -> Iterator[Problem]:
    found: list[tuple[str, Tree, str, str, bool]] = []
    doubtful: dict[str, bool] = {}
    for node in tree.nodes():
        if node.is_tag:
            continue
        if not node.label and node is not tree:
            found.append(("", node, "a node inside the tree has no label", "Give it one, or delete it", False))
        if (known := doubtful.get(node.label)) is None:
            name = category(node.label)
            known = doubtful[node.label] = bool(name) and bool(_doubtful({name}, "category", inventory))
        if known:
            what = f"the label {quoted(node.label)} is used by no other phrase"
            found.append((node.label, node, what, "Correct it, unless it is meant", True))
        only = node.children[0]
        if len(node.children) == 1 and isinstance(only, Tree) and only.label == node.label and node.label:
            what = f"{node.label} stands over nothing but another {node.label}"
            found.append((node.label, node, what, "Remove one of the two, unless it is meant", True))
    for node in tree.stranded():
        what = f"the trace {quoted(str(node.children[0]))} stands for nothing: no phrase has its number"
        found.append(("", node, what, "Give the number to a phrase, or take it off the trace", True))
    if not found:
        return
    first: dict[int, int] = {}  # of each node the word it begins with
    word = 0
    waiting: list[tuple[Tree | str, bool]] = [(tree, False)]
    while waiting:
        item, trace = waiting.pop()
        if isinstance(item, str):
            word += not trace
        else:
            first[id(item)] = word + 1
            waiting.extend((child, item.label == TRACE) for child in reversed(item.children))
    for _, node, what, remedy, warning in found:
        yield problem_at(sentence, min(first[id(node)], len(sentence)), what, remedy, warning)
