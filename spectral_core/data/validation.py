"""Validation of sentences: structure, the basics of Universal Dependencies, and labels used nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from spectral_core.data import universal
from spectral_core.data.inventory import Inventory, Kind
from spectral_core.data.problem import Problem, make_problem, name_word, quote
from spectral_core.data.sentence import EMPTY, Analysis, Sentence
from spectral_core.data.tree import TRACE, Tree, category

_MIN_LABELLED = 200  # labels of a column, for a new one to be suspicious: at first all are new
_MAX_CLOSED_SET = 100  # labels of a set, for a new one to be suspicious; positional tags are thousands


def find_problems(
    sentence: Sentence, inventory: Inventory | None = None, universal_only: bool = False
) -> tuple[Problem, ...]:
    """Find all problems of a sentence, by words: unreadable lines, structure, labels, text.

    Labels that neither Universal Dependencies nor the treebank (`inventory`) knows are warnings. A column with labels
    of another kind than the universal ones is compared with the treebank alone, and one that holds no features is
    skipped; with `universal_only` only version 2 of Universal Dependencies is accepted.
    """
    if not sentence.readable:
        return sentence.problems
    problems = list(sentence.problems)
    problems += sentence.structural_problems()
    problems += _check_ranges(sentence)
    problems += _check_tags(sentence, inventory, universal_only)
    problems += _check_relations(sentence, inventory, universal_only)
    problems += _check_features(sentence, inventory, universal_only)
    problems += _check_text(sentence, universal_only)
    if sentence.tree is not None:
        problems += _check_tree(sentence, sentence.tree, inventory)
    if len(problems) > 1:
        problems.sort(key=lambda problem: (problem.word, problem.warning))
    return tuple(problems)


def _check_ranges(sentence: Sentence) -> Iterator[Problem]:
    last_word, size = 0, len(sentence)
    for multiword in sentence.ranges:
        if not last_word < multiword.first <= multiword.last <= size:
            message = f"the range {multiword.first}-{multiword.last} {quote(multiword.form)} does not fit here"
            remedy = f"Ranges stand in order between {last_word + 1} and {size}, and no two overlap"
            yield make_problem(sentence, min(max(multiword.first, 1), size), message, remedy)
        last_word = max(last_word, multiword.last)


def _check_tags(sentence: Sentence, inventory: Inventory | None, universal_only: bool) -> Iterator[Problem]:
    unknown = set(sentence.upos) - (frozenset(universal.UPOS) if universal_only else universal.ALL_TAGS)
    unknown.discard(EMPTY)
    if unknown:
        has_universal_tags = (
            inventory.universal_tags if inventory else universal.is_mostly(sentence.upos, universal.ALL_TAGS)
        )
        is_strict = universal_only or has_universal_tags
        if not is_strict:
            unknown = _unfamiliar_labels(unknown, "upos", inventory) - {
                reading.upos for reading in _file_readings(sentence)
            }
        for word, tag in enumerate(sentence.upos, 1):
            if tag in unknown:
                message = f"{name_word(sentence, word)} has the UPOS {quote(tag)}"
                remedy = "That is none of the universal tags" if is_strict else "No other word here has that"
                if universal_only:
                    remedy = universal.tag_remedy(tag) or remedy
                yield make_problem(sentence, word, message, remedy, warning=not universal_only)
    if unfamiliar := _unfamiliar_labels(set(sentence.xpos) - {EMPTY}, "xpos", inventory):
        unfamiliar -= {reading.xpos for reading in _file_readings(sentence)}
        for word, tag in enumerate(sentence.xpos, 1):
            if tag in unfamiliar:
                message = f"{name_word(sentence, word)} has the tag {quote(tag)}"
                yield make_problem(sentence, word, message, "No other word here has that", warning=True)


def _file_readings(sentence: Sentence) -> Iterator[Analysis]:
    """Iterate over the readings that the file itself offers: their labels are no typing errors."""
    return chain.from_iterable(sentence.candidates)


def _unfamiliar_labels(labels: set[str], kind: Kind, inventory: Inventory | None) -> set[str]:
    """Return the `labels` that the treebank uses nowhere else, if its labels are a closed set at all."""
    if inventory is None:
        return set()
    counts = inventory.counts.get(kind, {})
    if len(counts) > _MAX_CLOSED_SET or sum(counts.values()) < _MIN_LABELLED:
        return set()
    return {label for label in labels if not inventory.has_label(kind, label)}


def _check_relations(sentence: Sentence, inventory: Inventory | None, universal_only: bool) -> Iterator[Problem]:
    labels = set(sentence.deprels) - {EMPTY}
    if not labels:
        return
    unknown = {label for label in labels if not universal.is_relation(label)}
    if universal_only:
        is_strict = True
        unknown = {label for label in labels if universal.relation_remedy(label) is not None}
    elif inventory:
        is_strict = inventory.universal_relations
        unknown = {label for label in unknown if not inventory.has_label("deprel", label)}
    else:
        is_strict = not unknown or universal.is_mostly(
            list(map(universal.base_relation, sentence.deprels)), universal.ALL_RELATIONS
        )
        unknown = unknown if is_strict else set()
    if unknown:
        for word, label in enumerate(sentence.deprels, 1):
            if label in unknown:
                message = f"{name_word(sentence, word)} has the relation {quote(label)}"
                remedy = "That is no universal relation, nor does the rest of this treebank have it"
                if universal_only:
                    remedy = universal.relation_remedy(label) or remedy
                yield make_problem(sentence, word, message, remedy, warning=not universal_only, about="relation")
    if not is_strict:
        return
    for word, (head, label) in enumerate(zip(sentence.heads, sentence.deprels, strict=True), 1):
        if head == 0 and label != EMPTY and universal.base_relation(label) != "root":
            message = f"{name_word(sentence, word)} hangs from the root as {quote(label)}"
            remedy = "Use the relation root, or attach it to a word"
            yield make_problem(sentence, word, message, remedy, about="relation")
        elif head and universal.base_relation(label) == "root":
            message = f"{name_word(sentence, word)} has the relation root, but hangs from word {head}"
            remedy = "Use another relation, or attach it to the root"
            yield make_problem(sentence, word, message, remedy, about="relation")


def _check_features(sentence: Sentence, inventory: Inventory | None, is_strict: bool) -> Iterator[Problem]:
    """Find faults in the notation of features; a column that holds something else is skipped."""
    if not any(map(universal.check_features, set(sentence.feats) - {EMPTY})):
        return
    if not is_strict and inventory is None:
        filled = [feats for feats in sentence.feats if feats != EMPTY]
        is_strict = 2 * sum(universal.check_features(feats) is None for feats in filled) >= len(filled)
    for word, feats in enumerate(
        sentence.feats if is_strict or (inventory and inventory.universal_features) else (), 1
    ):
        if (fault := universal.check_features(feats)) is not None:
            message, remedy = fault
            yield make_problem(sentence, word, f"{name_word(sentence, word)}: {message}", remedy)


def _check_text(sentence: Sentence, universal_only: bool) -> Iterator[Problem]:
    """Compare the `text` comment with the words and their spaces; a difference of spaces alone is a warning."""
    text = sentence.comment("text") if sentence.comments else None
    if text is None:
        return
    position = mismatch = 0
    for word, _, form, misc in sentence.surface_tokens():
        if not text.startswith(form, position):
            form = form.replace("-LRB-", "(").replace("-RRB-", ")")  # as in bracket files
        if not text.startswith(form, position):
            following = quote(text[position : position + 20])
            message = f"{name_word(sentence, word)} is not what the text has: there it goes on with {following}"
            yield make_problem(sentence, word, message, "Mend the form, or the comment `# text`")
            return
        position += len(form)
        gap = len(text) - position - len(text[position:].lstrip())
        if not mismatch and position < len(text) and bool(gap) == ("SpaceAfter=No" in misc):
            mismatch = word
        position += gap
    if position < len(text):
        yield make_problem(
            sentence, 0, f"the text goes on after the last word: {quote(text[position : position + 20])}", "Mend it"
        )
    elif mismatch and (universal_only or _has_annotation(sentence)):
        message = f"{name_word(sentence, mismatch)} and the text do not agree on whether a space follows"
        remedy = "Add or remove SpaceAfter=No in MISC"
        yield make_problem(sentence, mismatch, message, remedy, warning=not universal_only)


def _has_annotation(sentence: Sentence) -> bool:
    """Return whether words have more than forms and tags: bracket files cannot store spaces between words."""
    columns = (sentence.misc, sentence.lemmas, sentence.upos, sentence.feats, sentence.deprels)
    return any(set(column) != {EMPTY} for column in columns) or set(sentence.heads) != {None}


def _check_tree(sentence: Sentence, tree: Tree, inventory: Inventory | None) -> Iterator[Problem]:
    faults: list[tuple[str, Tree, str, str, bool]] = []
    is_unfamiliar: dict[str, bool] = {}
    for node in tree.nodes():
        if node.is_tag:
            continue
        if not node.label and node is not tree:
            faults.append(("", node, "a node inside the tree has no label", "Give it one, or delete it", False))
        if (unfamiliar := is_unfamiliar.get(node.label)) is None:
            name = category(node.label)
            unfamiliar = is_unfamiliar[node.label] = bool(name) and bool(
                _unfamiliar_labels({name}, "category", inventory)
            )
        if unfamiliar:
            message = f"the label {quote(node.label)} is used by no other phrase"
            faults.append((node.label, node, message, "Correct it, unless it is meant", True))
        only_child = node.children[0]
        if len(node.children) == 1 and isinstance(only_child, Tree) and only_child.label == node.label and node.label:
            message = f"{node.label} stands over nothing but another {node.label}"
            faults.append((node.label, node, message, "Remove one of the two, unless it is meant", True))
    for node in tree.find_dangling_traces():
        message = f"the trace {quote(str(node.children[0]))} stands for nothing: no phrase has its number"
        faults.append(("", node, message, "Give the number to a phrase, or take it off the trace", True))
    if not faults:
        return
    first_word: dict[int, int] = {}  # of each node, by its identity
    word = 0
    stack: list[tuple[Tree | str, bool]] = [(tree, False)]
    while stack:
        item, is_trace = stack.pop()
        if isinstance(item, str):
            word += not is_trace
        else:
            first_word[id(item)] = word + 1
            stack.extend((child, item.label == TRACE) for child in reversed(item.children))
    for _, node, message, remedy, warning in faults:
        yield make_problem(sentence, min(first_word[id(node)], len(sentence)), message, remedy, warning)
