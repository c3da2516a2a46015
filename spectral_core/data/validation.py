"""Validation of sentences and files: structure, labels, and the rules of Universal Dependencies."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain

from spectral_core.data import universal
from spectral_core.data.graph_validation import (
    find_enhanced_graph_problems,
    has_enhanced_graph,
    make_empty_node_problem,
)
from spectral_core.data.inventory import REQUIRED_COLUMNS, Column, Inventory, LabelKind
from spectral_core.data.problem import Problem, ProblemSubject, describe_word, make_problem, quote
from spectral_core.data.sentence import COLUMNS, EMPTY, Analysis, Sentence
from spectral_core.data.tree import TRACE_TAG, Tree, strip_function_tags
from spectral_core.data.universal import find_feature_fault, tag_remedy

_MIN_LABELLED = 200  # labels in a column before a new one is suspicious: at first all are new
_MAX_CLOSED_SET = 100  # size of a label set in which a new label is suspicious; positional tagsets have thousands
_COLUMNS = ("FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
_COLUMNS_WITH_SPACES = ("FORM", "LEMMA", "MISC")  # single spaces between other characters
# items of MISC; others may be repeated
_UNIQUE_ITEMS = ("SpaceAfter", "Lang", "Translit", "LTranslit", "Gloss", "LId", "LDeriv")
_WHITE_SPACE = re.compile(r"[^\S\n]")
_EXTRA_SPACE = re.compile(r"\A\s|\s\Z|\s\s")
_KEYED_COMMENT = re.compile(r"#\s*(sent_id|text|newdoc|newpar)(?![^\s=])(.*)", re.DOTALL)
# a / separates a language from the name of a parallel sentence
_SENTENCE_ID = re.compile(r"\s*=\s*[^\s/]+(?:/[^\s/]*)?")
_NFC_REMEDY = "Convert the file to NFC, for instance with uconv -x any-nfc"
Fault = tuple[str, str, bool]  # message, remedy, whether it is only a warning


def find_problems(
    sentence: Sentence, inventory: Inventory | None = None, universal_only: bool = False
) -> tuple[Problem, ...]:
    """Find all problems of a sentence, by words: unreadable lines, structure, labels, text.

    Labels that neither Universal Dependencies nor the treebank (`inventory`) knows are warnings. A column without
    universal labels is compared with the treebank alone, and FEATS without features is skipped; with `universal_only`
    only version 2 of Universal Dependencies is accepted.
    """
    if not sentence.is_readable:
        return sentence.problems
    problems = list(sentence.problems)
    problems += sentence.find_structural_problems()
    problems += _check_multiword_ranges(sentence)
    problems += _check_tags(sentence, inventory, universal_only)
    problems += _check_relations(sentence, inventory, universal_only)
    problems += _check_features(sentence, inventory, universal_only)
    problems += _check_text_comment(sentence, universal_only)
    if sentence.tree is not None:
        problems += _check_tree(sentence, sentence.tree, inventory)
    if len(problems) > 1:
        problems.sort(key=lambda problem: (problem.word, problem.warning))
    return tuple(problems)


def is_error(problem: Problem) -> bool:
    """Return whether a problem is an error in finished annotation: all but warnings, and tags that are not universal
    in a column of universal tags."""
    return not problem.warning or problem.about == "tag"


def find_words_without_value(sentence: Sentence, column: Column, inventory: Inventory | None = None) -> list[int]:
    """Return the words, counted from 1, that lack a value in LEMMA or UPOS; words with a tag that has no lemmas in the
    treebank (`inventory`), and the word `_` itself, need no lemma."""
    values = sentence.column(column)
    if EMPTY not in values or not sentence.is_readable:
        return []
    words = [word for word, value in enumerate(values, 1) if value == EMPTY]
    if column != "lemma":
        return words
    exceptions = frozenset[str]() if inventory is None else inventory.tags_without_lemma
    return [word for word in words if sentence.forms[word - 1] != EMPTY and sentence.upos[word - 1] not in exceptions]


def find_problems_when_finished(
    sentence: Sentence,
    inventory: Inventory | None = None,
    filled_columns: Collection[Column] | None = None,
    problems: Sequence[Problem] | None = None,
) -> tuple[Problem, ...]:
    """Find all problems of a sentence whose annotation is meant to be finished, such as an accepted one, by words.

    These are the problems that `find_problems` finds, with tags that are not universal as errors, and a missing value
    in each of the columns that the treebank fills.

    Args:
        sentence: The sentence.
        inventory: The labels of its treebank.
        filled_columns: The columns among LEMMA and UPOS that must be filled; by default those of the inventory.
        problems: What `find_problems` found in the sentence, if that is known.
    """
    given = find_problems(sentence, inventory) if problems is None else problems
    finished = [replace(problem, warning=problem.warning and not is_error(problem)) for problem in given]
    if filled_columns is None:
        filled_columns = frozenset() if inventory is None else inventory.filled_columns
    for column in REQUIRED_COLUMNS:
        for word in find_words_without_value(sentence, column, inventory) if column in filled_columns else ():
            name = column.upper()
            message = f"{describe_word(sentence, word)} has no {name}"
            finished.append(make_problem(sentence, word, message, f"Fill in {name}"))
    return tuple(sorted(finished, key=lambda problem: (problem.word, problem.warning)))


def _check_multiword_ranges(sentence: Sentence) -> Iterator[Problem]:
    """Yield a problem for each multiword range that is out of order, overlaps or leaves the sentence."""
    last_word, size = 0, len(sentence)
    for multiword in sentence.ranges:
        if not last_word < multiword.first <= multiword.last <= size:
            message = f"the range {multiword.first}-{multiword.last} {quote(multiword.form)} does not fit here"
            remedy = f"Ranges must be in order, between {last_word + 1} and {size}, and must not overlap"
            yield make_problem(sentence, min(max(multiword.first, 1), size), message, remedy)
        last_word = max(last_word, multiword.last)


def _check_tags(sentence: Sentence, inventory: Inventory | None, universal_only: bool) -> Iterator[Problem]:
    """Yield a problem for each tag in UPOS or XPOS that the tagset or the rest of the treebank does not have."""
    unknown = set(sentence.upos) - (frozenset(universal.UPOS) if universal_only else universal.ALL_TAGS)
    unknown.discard(EMPTY)
    if unknown:
        has_universal_tags = (
            inventory.has_universal_tags
            if inventory
            else universal.has_mostly_known_labels(sentence.upos, universal.ALL_TAGS)
        )
        is_strict = universal_only or has_universal_tags
        if not is_strict:
            unknown = _find_unfamiliar_labels(unknown, "upos", inventory) - {
                reading.upos for reading in _iterate_candidates(sentence)
            }
        for word, tag in enumerate(sentence.upos, 1):
            if tag in unknown:
                message = f"{describe_word(sentence, word)} has the UPOS {quote(tag)}"
                remedy = "That is none of the universal tags" if is_strict else "No other word here has that"
                if universal_only:
                    remedy = universal.tag_remedy(tag) or remedy
                about: ProblemSubject = "tag" if is_strict and not universal_only else ""
                yield make_problem(sentence, word, message, remedy, warning=not universal_only, about=about)
    if unfamiliar := _find_unfamiliar_labels(set(sentence.xpos) - {EMPTY}, "xpos", inventory):
        unfamiliar -= {reading.xpos for reading in _iterate_candidates(sentence)}
        for word, tag in enumerate(sentence.xpos, 1):
            if tag in unfamiliar:
                message = f"{describe_word(sentence, word)} has the tag {quote(tag)}"
                yield make_problem(sentence, word, message, "No other word here has that", warning=True)


def _iterate_candidates(sentence: Sentence) -> Iterator[Analysis]:
    """Iterate over the readings that the file itself offers: their labels are not typing errors."""
    return chain.from_iterable(sentence.candidates)


def _find_unfamiliar_labels(labels: set[str], kind: LabelKind, inventory: Inventory | None) -> set[str]:
    """Return the `labels` that the treebank uses nowhere else, if its labels are a closed set."""
    if inventory is None:
        return set()
    counts = inventory.counts.get(kind, {})
    if len(counts) > _MAX_CLOSED_SET or sum(counts.values()) < _MIN_LABELLED:
        return set()
    return {label for label in labels if not inventory.has_label(kind, label)}


def _check_relations(sentence: Sentence, inventory: Inventory | None, universal_only: bool) -> Iterator[Problem]:
    """Yield a problem for each unknown relation, for each word under the root whose relation is not root, and for each
    relation root under a word."""
    labels = set(sentence.deprels) - {EMPTY}
    if not labels:
        return
    unknown = {label for label in labels if not universal.is_universal_relation(label)}
    if universal_only:
        is_strict = True
        unknown = {label for label in labels if universal.relation_remedy(label) is not None}
    elif inventory:
        is_strict = inventory.has_universal_relations
        unknown = {label for label in unknown if not inventory.has_label("deprel", label)}
    else:
        is_strict = not unknown or universal.has_mostly_known_labels(
            list(map(universal.base_relation, sentence.deprels)), universal.ALL_RELATIONS
        )
        unknown = unknown if is_strict else set()
    if unknown:
        for word, label in enumerate(sentence.deprels, 1):
            if label in unknown:
                message = f"{describe_word(sentence, word)} has the relation {quote(label)}"
                remedy = "That is no universal relation, nor does the rest of this treebank have it"
                if universal_only:
                    remedy = universal.relation_remedy(label) or remedy
                yield make_problem(sentence, word, message, remedy, warning=not universal_only, about="relation")
    if not is_strict:
        return
    for word, (head, label) in enumerate(zip(sentence.heads, sentence.deprels, strict=True), 1):
        if head == 0 and label != EMPTY and universal.base_relation(label) != "root":
            message = f"{describe_word(sentence, word)} is attached to the root as {quote(label)}"
            remedy = "Use the relation root, or attach it to a word"
            yield make_problem(sentence, word, message, remedy, about="relation")
        elif head and universal.base_relation(label) == "root":
            message = f"{describe_word(sentence, word)} has the relation root, but its head is word {head}"
            remedy = "Use another relation, or attach it to the root"
            yield make_problem(sentence, word, message, remedy, about="relation")


def _check_features(sentence: Sentence, inventory: Inventory | None, is_strict: bool) -> Iterator[Problem]:
    """Yield a problem for each FEATS cell with faulty notation; a column that holds something else is skipped."""
    if not any(map(universal.find_feature_fault, set(sentence.feats) - {EMPTY})):
        return
    if not is_strict and inventory is None:
        filled = [feats for feats in sentence.feats if feats != EMPTY]
        is_strict = 2 * sum(universal.find_feature_fault(feats) is None for feats in filled) >= len(filled)
    for word, feats in enumerate(
        sentence.feats if is_strict or (inventory and inventory.has_universal_features) else (), 1
    ):
        if (fault := universal.find_feature_fault(feats)) is not None:
            message, remedy = fault
            yield make_problem(sentence, word, f"{describe_word(sentence, word)}: {message}", remedy)


def _check_text_comment(sentence: Sentence, universal_only: bool) -> Iterator[Problem]:
    """Yield a problem if the `text` comment differs from the words; a difference in spaces alone is a warning."""
    text = sentence.comment("text") if sentence.comments else None
    if text is None:
        return
    position = mismatch = 0
    for word, _, form, misc in sentence.surface_tokens():
        if not text.startswith(form, position):
            form = form.replace("-LRB-", "(").replace("-RRB-", ")")  # as in bracket files
        if not text.startswith(form, position):
            following = quote(text[position : position + 20])
            message = f"{describe_word(sentence, word)} differs from the text, which continues with {following}"
            yield make_problem(sentence, word, message, "Correct the form or the comment `# text`")
            return
        position += len(form)
        gap = len(text) - position - len(text[position:].lstrip())
        if not mismatch and position < len(text) and bool(gap) == ("SpaceAfter=No" in misc.split("|")):
            mismatch = word
        position += gap
    if position < len(text):
        yield make_problem(
            sentence,
            0,
            f"the text continues after the last word: {quote(text[position : position + 20])}",
            "Add the missing words, or shorten the comment `# text`",
        )
    elif mismatch and (universal_only or _has_more_than_forms_and_tags(sentence)):
        message = f"{describe_word(sentence, mismatch)} and the text do not agree on whether a space follows"
        remedy = "Add or remove SpaceAfter=No in MISC"
        yield make_problem(sentence, mismatch, message, remedy, warning=not universal_only)


def _has_more_than_forms_and_tags(sentence: Sentence) -> bool:
    """Return whether words have more than forms and XPOS tags; bracket files have only these and store no spacing."""
    columns = (sentence.misc, sentence.lemmas, sentence.upos, sentence.feats, sentence.deprels)
    return any(set(column) != {EMPTY} for column in columns) or set(sentence.heads) != {None}


def _check_tree(sentence: Sentence, tree: Tree, inventory: Inventory | None) -> Iterator[Problem]:
    """Yield the problems of the constituency tree: missing or unfamiliar labels, a phrase whose only child has the same
    label, and traces without antecedent."""
    faults: list[tuple[str, Tree, str, str, bool]] = []
    is_unfamiliar: dict[str, bool] = {}
    for node in tree.nodes():
        if node.is_tag:
            continue
        if not node.label and node is not tree:
            faults.append(("", node, "a node inside the tree has no label", "Give it one, or delete it", False))
        if (unfamiliar := is_unfamiliar.get(node.label)) is None:
            name = strip_function_tags(node.label)
            unfamiliar = is_unfamiliar[node.label] = bool(name) and bool(
                _find_unfamiliar_labels({name}, "category", inventory)
            )
        if unfamiliar:
            message = f"the label {quote(node.label)} is used by no other phrase"
            faults.append((node.label, node, message, "Correct it, unless it is meant", True))
        only_child = node.children[0]
        if len(node.children) == 1 and isinstance(only_child, Tree) and only_child.label == node.label and node.label:
            message = f"{node.label} has only another {node.label} as its child"
            faults.append((node.label, node, message, "Remove one of the two, unless it is meant", True))
    for node in tree.find_dangling_traces():
        message = f"the trace {quote(str(node.children[0]))} has no antecedent: no phrase has its index"
        faults.append(("", node, message, "Give the number to a phrase, or take it off the trace", True))
    if not faults:
        return
    first_word: dict[int, int] = {}  # of each node, by its id()
    word = 0
    stack: list[tuple[Tree | str, bool]] = [(tree, False)]
    while stack:
        item, is_trace = stack.pop()
        if isinstance(item, str):
            word += not is_trace
        else:
            first_word[id(item)] = word + 1
            stack.extend((child, item.label == TRACE_TAG) for child in reversed(item.children))
    for _, node, message, remedy, warning in faults:
        yield make_problem(sentence, min(first_word[id(node)], len(sentence)), message, remedy, warning)


def find_ud_problems(sentence: Sentence) -> Iterator[Problem]:
    """Find violations of the rules of Universal Dependencies for comments, cells, multiword tokens and DEPS."""
    yield from _check_comments(sentence)
    yield from _check_missing_values(sentence)
    yield from _check_cells(sentence)
    yield from _check_multiword_tokens(sentence)
    yield from _check_empty_nodes(sentence)
    for word, cell in enumerate(sentence.misc, 1):
        for message, remedy, warning in _find_misc_faults(cell):
            yield make_problem(sentence, word, f"{describe_word(sentence, word)}: {message}", remedy, warning)
    yield from find_enhanced_graph_problems(sentence)


@dataclass(slots=True)
class FileChecker:
    """Checks that need all sentences of a file; call `check_sentence` once for each, in order."""

    sentence_ids: dict[str, int] = field(default_factory=dict)  # sent_id: number of its sentence
    ends_without_space: bool = False  # whether the last sentence ends with SpaceAfter=No
    sentences_with_graph: int = 0  # sentences with an enhanced graph
    first_without_graph: list[Sentence] = field(default_factory=list)  # at most one
    sentences_without_graph: int = 0

    def check_sentence(self, number: int, sentence: Sentence) -> Iterator[Problem]:
        """Find the problems of a sentence, counted from 1, in the context of those before it."""
        name = sentence.comment("sent_id")
        first = number if name is None else self.sentence_ids.setdefault(name, number)
        if name is not None and first != number:
            message = f"sent_id {quote(name)} is already that of sentence {first}"
            yield Problem(sentence.line, message, "Give each sentence a name of its own")
        if self.ends_without_space and any(key in ("newdoc", "newpar") for _, key, _ in _find_keyed_comments(sentence)):
            message = "a document or paragraph begins here, but the word before it says SpaceAfter=No"
            yield Problem(sentence.line, message, "Remove SpaceAfter=No from the last word of the sentence before")
        final_tokens = [multiword for multiword in sentence.ranges if multiword.last == len(sentence)]
        misc = final_tokens[-1].misc if final_tokens else sentence.misc[-1] if len(sentence) else EMPTY
        self.ends_without_space = "SpaceAfter=No" in misc.split("|")
        if has_enhanced_graph(sentence):
            self.sentences_with_graph += 1
        else:
            self.sentences_without_graph += 1
            self.first_without_graph = self.first_without_graph or [sentence]

    def check_file(self) -> Iterator[Problem]:
        """Find the problems of the file as a whole."""
        if self.sentences_with_graph and self.sentences_without_graph:
            noun = "sentence" if self.sentences_without_graph == 1 else "sentences"
            lacking = f"{self.sentences_without_graph:,} {noun} (this is the first)"
            message = f"DEPS is empty in {lacking}, and filled in {self.sentences_with_graph:,}"
            yield Problem(self.first_without_graph[0].line, message, "Fill it in everywhere or nowhere")


def _find_keyed_comments(sentence: Sentence) -> Iterator[tuple[int, str, str]]:
    """Iterate over the comments sent_id, text, newdoc and newpar: index, key, and the text after the key."""
    for index, comment in enumerate(sentence.comments):
        if (match := _KEYED_COMMENT.match(comment)) is not None:
            yield index, match[1], match[2]


def _check_comments(sentence: Sentence) -> Iterator[Problem]:
    """Yield the problems of the comments: sent_id and text missing, repeated or malformed, and text not in NFC."""
    indices_by_key: dict[str, list[int]] = {}
    for index, key, text in _find_keyed_comments(sentence):
        indices_by_key.setdefault(key, []).append(index)
        line = sentence.line + index
        if key == "sent_id" and not _SENTENCE_ID.fullmatch(text):
            message = f"the comment {quote(sentence.comments[index].rstrip())} gives no sound name"
            yield Problem(
                line, message, "Write # sent_id = name, without white space in the name and with one / at most"
            )
        elif key == "text" and text.rstrip() != text:
            yield Problem(line, "the text ends with white space", "Remove it from the end of the line")
    for index, comment in enumerate(sentence.comments):
        if not unicodedata.is_normalized("NFC", comment):
            yield Problem(sentence.line + index, "this comment is not in the normal form of Unicode", _NFC_REMEDY)
    for key in ("sent_id", "text"):
        if key not in indices_by_key:
            remedy = f"Write # {key} = ... above its first word"
            yield Problem(sentence.line, f"this sentence has no {key}", remedy)
    for key, indices in indices_by_key.items():
        if len(indices) > 1:
            yield Problem(sentence.line + indices[1], f"{key} occurs here {len(indices)} times", "Keep one of them")


def _check_missing_values(sentence: Sentence) -> Iterator[Problem]:
    """Yield a problem for each word without a tag or relation, and one if no word has a head; if only some have none,
    that is a structural problem."""
    if sentence.heads.count(None) == len(sentence):
        yield Problem(sentence.line, "this sentence has no tree", "Give each word a HEAD and a DEPREL, or parse it")
    for name, values in (("UPOS", sentence.upos), ("DEPREL", sentence.deprels)):
        if EMPTY not in values or (name == "DEPREL" and sentence.heads.count(None) == len(sentence)):
            continue
        for word, value in enumerate(values, 1):
            if value == EMPTY:
                yield make_problem(sentence, word, f"{describe_word(sentence, word)} has no {name}", f"Fill in {name}")


def _check_cells(sentence: Sentence) -> Iterator[Problem]:
    """Yield a problem for white space where it is not allowed, and for text that is not in NFC."""
    for name, values in ((column.upper(), sentence.column(column)) for column in COLUMNS):
        column_text = "\n".join(values)
        if _WHITE_SPACE.search(column_text) is None and unicodedata.is_normalized("NFC", column_text):
            continue
        for word, cell in enumerate(values, 1):
            for message, remedy, warning in _find_cell_faults(name, cell):
                yield make_problem(sentence, word, f"{describe_word(sentence, word)}: {message}", remedy, warning)


def _find_cell_faults(name: str, cell: str) -> Iterator[Fault]:
    """Yield the faults of a cell in any column: white space that is not allowed there, and text not in NFC."""
    if name not in _COLUMNS_WITH_SPACES and _WHITE_SPACE.search(cell):
        yield f"there is white space in {name}", "Remove it", False
    elif name in _COLUMNS_WITH_SPACES and _EXTRA_SPACE.search(cell):
        yield f"there is odd white space in {name}", "Keep single spaces between other signs only", False
    if not unicodedata.is_normalized("NFC", cell):
        yield f"{name} {quote(cell)} is not in the normal form of Unicode", _NFC_REMEDY, False


def _find_row_faults(cells: Sequence[str]) -> list[Fault]:
    """Return the faults of all cells of a row, FORM to MISC."""
    return [fault for name, cell in zip(_COLUMNS, cells, strict=True) for fault in _find_cell_faults(name, cell)]


def _check_multiword_tokens(sentence: Sentence) -> Iterator[Problem]:
    """Yield the problems of the rows of multiword tokens, and of SpaceAfter=No at words inside them."""
    for token in sentence.ranges:
        faults = _find_row_faults((token.form, *token.rest))
        other_cells = zip(_COLUMNS[1:-1], token.rest, strict=False)
        filled = [name for name, cell in other_cells if cell != EMPTY and (name, cell) != ("FEATS", "Typo=Yes")]
        if filled:
            remedy = "Write _ there: of a range only FORM and MISC are filled, and FEATS with Typo=Yes"
            faults.append((f"{' and '.join(filled)} {'is' if len(filled) == 1 else 'are'} filled", remedy, False))
        faults += _find_misc_faults(token.misc)
        line = sentence.line_of(token.first) - 1  # the line of a multiword token is above its first word
        name_and_form = f"range {token.first}-{token.last} {quote(token.form)}"
        for message, remedy, warning in faults:
            yield Problem(line, f"{name_and_form}: {message}", remedy, word=token.first, warning=warning)
        for word in range(token.first, min(token.last, len(sentence)) + 1):
            if "SpaceAfter=No" in sentence.misc[word - 1].split("|"):
                message = (
                    f"{describe_word(sentence, word)} says SpaceAfter=No inside the range {token.first}-{token.last}"
                )
                yield make_problem(sentence, word, message, "Only the range itself says so")


def _check_empty_nodes(sentence: Sentence) -> Iterator[Problem]:
    """Yield the problems of the rows of empty nodes; `find_enhanced_graph_problems` checks their arcs."""
    for node in sentence.empty_nodes:
        cells = dict(zip(_COLUMNS, node.columns, strict=True))
        faults = _find_row_faults(node.columns)
        for name in ("HEAD", "DEPREL"):
            if cells[name] != EMPTY:
                faults.append((f"{name} is filled", "Write _ there; its heads belong in DEPS", False))
        remedy = None if cells["UPOS"] == EMPTY else tag_remedy(cells["UPOS"])
        if remedy is not None:
            faults.append((f"it has the UPOS {quote(cells['UPOS'])}", remedy, False))
        if (fault := find_feature_fault(cells["FEATS"])) is not None:
            faults.append((*fault, False))
        faults += _find_misc_faults(cells["MISC"])
        if "SpaceAfter=No" in cells["MISC"].split("|"):
            faults.append(("it has SpaceAfter=No, but an empty node has no form in the text", "Remove that", False))
        yield from (make_empty_node_problem(sentence, node, *fault) for fault in faults)


@lru_cache(maxsize=1 << 12)
def _find_misc_faults(cell: str) -> tuple[Fault, ...]:
    """Return the faults of a MISC cell: empty, unnamed or repeated items, white space, an invalid SpaceAfter."""
    if cell in (EMPTY, "SpaceAfter=No"):
        return ()
    faults = []
    items = cell.split("|")
    pairs = [item.partition("=") for item in items]
    if "" in items:
        faults.append(("MISC has an empty item", "Write one bar between two items, and none at the ends", True))
    if any(item != item.strip() for item in items) or any(key != key.rstrip() for key, _, _ in pairs):
        faults.append(("there is white space around an item of MISC", "Remove it", True))
    if any(not key and equals for key, equals, _ in pairs):
        faults.append(("MISC has a value without a name", "Write Name=Value", True))
    keys = [key for key, equals, _ in pairs if equals]
    repeated = [key for key in _UNIQUE_ITEMS if keys.count(key) > 1]
    faults += [(f"MISC has {key} {keys.count(key)} times", "Write it once", False) for key in repeated]
    for key, _, value in pairs:
        if (key == "SpaceAfter" and value != "No") or key == "NoSpaceAfter":
            message = f"MISC has {quote(f'{key}={value}')}"
            faults.append((message, "Write SpaceAfter=No where no space follows, else nothing", False))
    return tuple(faults)
