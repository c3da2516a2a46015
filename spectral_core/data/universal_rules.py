"""Rules of Universal Dependencies for CoNLL-U files beyond trees and labels: names, texts, empty cells.

These are the levels 1 and 2 of their validation, as far as no list of a single language is needed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from spectral_core.data.enhanced import find_graph_problems, has_graph, make_node_problem
from spectral_core.data.problem import Problem, make_problem, name_word, quote
from spectral_core.data.sentence import COLUMNS, EMPTY, Sentence
from spectral_core.data.universal import check_features, tag_remedy

_COLUMNS = ("FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
_MAY_HAVE_SPACES = ("FORM", "LEMMA", "MISC")  # single spaces between other characters
# in MISC; others may be repeated
_UNIQUE_ITEMS = ("SpaceAfter", "Lang", "Translit", "LTranslit", "Gloss", "LId", "LDeriv")
_WHITE_SPACE = re.compile(r"[^\S\n]")
_EXTRA_SPACE = re.compile(r"\A\s|\s\Z|\s\s")
_KEYED_COMMENT = re.compile(r"#\s*(sent_id|text|newdoc|newpar)(?![^\s=])(.*)", re.DOTALL)
# a / separates a language from the name of a parallel sentence
_SENTENCE_ID = re.compile(r"\s*=\s*[^\s/]+(?:/[^\s/]*)?")
_NFC_REMEDY = "Convert the file to NFC, for instance with uconv -x any-nfc"

Fault = tuple[str, str, bool]  # message, remedy, and whether it is only a warning


def find_rule_problems(sentence: Sentence) -> Iterator[Problem]:
    """Find everything in a sentence that these rules forbid, in words, multiword tokens and empty nodes."""
    yield from _check_comments(sentence)
    yield from _check_unfilled(sentence)
    yield from _check_cells(sentence)
    yield from _check_multiword_tokens(sentence)
    yield from _check_empty_nodes(sentence)
    for word, cell in enumerate(sentence.misc, 1):
        for message, remedy, warning in _misc_faults(cell):
            yield make_problem(sentence, word, f"{name_word(sentence, word)}: {message}", remedy, warning)
    yield from find_graph_problems(sentence)


@dataclass(slots=True)
class FileChecker:
    """Checks that need all sentences of a file; call `check_sentence` once for each, in order."""

    sentence_ids: dict[str, int] = field(default_factory=dict)  # sent_id: number of its sentence
    no_space_after: bool = False  # whether the last sentence ends with SpaceAfter=No
    with_graph: int = 0  # sentences with an enhanced graph
    first_without_graph: list[Sentence] = field(default_factory=list)  # at most one
    without_graph: int = 0

    def check_sentence(self, number: int, sentence: Sentence) -> Iterator[Problem]:
        """Find the problems of a sentence, counted from 1, given those before it."""
        name = sentence.comment("sent_id")
        first = number if name is None else self.sentence_ids.setdefault(name, number)
        if name is not None and first != number:
            message = f"sent_id {quote(name)} is already that of sentence {first}"
            yield Problem(sentence.line, message, "Give each sentence a name of its own")
        if self.no_space_after and any(key in ("newdoc", "newpar") for _, key, _ in _comments_with_keys(sentence)):
            message = "a document or paragraph begins here, but the word before it says SpaceAfter=No"
            yield Problem(sentence.line, message, "Remove SpaceAfter=No from the last word of the sentence before")
        final_tokens = [multiword for multiword in sentence.ranges if multiword.last == len(sentence)]
        misc = final_tokens[-1].misc if final_tokens else sentence.misc[-1] if len(sentence) else EMPTY
        self.no_space_after = "SpaceAfter=No" in misc.split("|")
        if has_graph(sentence):
            self.with_graph += 1
        else:
            self.without_graph += 1
            self.first_without_graph = self.first_without_graph or [sentence]

    def check_file(self) -> Iterator[Problem]:
        """Find the problems of the file as a whole."""
        if self.with_graph and self.without_graph:
            lacking = f"{self.without_graph:,} sentence{'s' * (self.without_graph != 1)} (this is the first)"
            message = f"DEPS is empty in {lacking}, and filled in {self.with_graph:,}"
            yield Problem(self.first_without_graph[0].line, message, "Fill it in everywhere or nowhere")


def _comments_with_keys(sentence: Sentence) -> Iterator[tuple[int, str, str]]:
    """Iterate over the comments with a meaning here: index, key, and the text after the key."""
    for index, comment in enumerate(sentence.comments):
        if (match := _KEYED_COMMENT.match(comment)) is not None:
            yield index, match[1], match[2]


def _check_comments(sentence: Sentence) -> Iterator[Problem]:
    indices_by_key: dict[str, list[int]] = {}
    for index, key, text in _comments_with_keys(sentence):
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
            yield Problem(sentence.line + indices[1], f"{key} stands here {len(indices)} times", "Keep one of them")


def _check_unfilled(sentence: Sentence) -> Iterator[Problem]:
    """Find words without a tag or relation; missing heads are structural problems, unless all are missing."""
    if sentence.heads.count(None) == len(sentence):
        yield Problem(sentence.line, "this sentence has no tree", "Give each word a HEAD and a DEPREL, or parse it")
    for name, values in (("UPOS", sentence.upos), ("DEPREL", sentence.deprels)):
        if EMPTY not in values or (name == "DEPREL" and sentence.heads.count(None) == len(sentence)):
            continue
        for word, value in enumerate(values, 1):
            if value == EMPTY:
                yield make_problem(sentence, word, f"{name_word(sentence, word)} has no {name}", f"Fill in {name}")


def _check_cells(sentence: Sentence) -> Iterator[Problem]:
    """Find white space where none may be, and characters that are not in Unicode's normal form."""
    for name, values in ((column.upper(), sentence.column(column)) for column in COLUMNS):
        column_text = "\n".join(values)
        if _WHITE_SPACE.search(column_text) is None and unicodedata.is_normalized("NFC", column_text):
            continue
        for word, cell in enumerate(values, 1):
            for message, remedy, warning in _cell_faults(name, cell):
                yield make_problem(sentence, word, f"{name_word(sentence, word)}: {message}", remedy, warning)


def _cell_faults(name: str, cell: str) -> Iterator[Fault]:
    if name not in _MAY_HAVE_SPACES and _WHITE_SPACE.search(cell):
        yield f"there is white space in {name}", "Remove it", False
    elif name in _MAY_HAVE_SPACES and _EXTRA_SPACE.search(cell):
        yield f"there is odd white space in {name}", "Keep single spaces between other signs only", False
    if not unicodedata.is_normalized("NFC", cell):
        yield f"{name} {quote(cell)} is not in the normal form of Unicode", _NFC_REMEDY, False


def _row_faults(cells: Sequence[str]) -> list[Fault]:
    return [fault for name, cell in zip(_COLUMNS, cells, strict=True) for fault in _cell_faults(name, cell)]


def _check_multiword_tokens(sentence: Sentence) -> Iterator[Problem]:
    for token in sentence.ranges:
        faults = _row_faults((token.form, *token.rest))
        other_cells = zip(_COLUMNS[1:-1], token.rest, strict=False)
        filled = [name for name, cell in other_cells if cell != EMPTY and (name, cell) != ("FEATS", "Typo=Yes")]
        if filled:
            remedy = "Write _ there: of a range only FORM and MISC are filled, and FEATS with Typo=Yes"
            faults.append((f"{' and '.join(filled)} {'is' if len(filled) == 1 else 'are'} filled", remedy, False))
        faults += _misc_faults(token.misc)
        line = sentence.line_of(token.first) - 1  # a multiword token is above its first word
        name_and_form = f"range {token.first}-{token.last} {quote(token.form)}"
        for message, remedy, warning in faults:
            yield Problem(line, f"{name_and_form}: {message}", remedy, word=token.first, warning=warning)
        for word in range(token.first, min(token.last, len(sentence)) + 1):
            if "SpaceAfter=No" in sentence.misc[word - 1].split("|"):
                message = f"{name_word(sentence, word)} says SpaceAfter=No inside the range {token.first}-{token.last}"
                yield make_problem(sentence, word, message, "Only the range itself says so")


def _check_empty_nodes(sentence: Sentence) -> Iterator[Problem]:
    for node in sentence.empty_nodes:
        cells = dict(zip(_COLUMNS, node.columns, strict=True))
        faults = _row_faults(node.columns)
        for name in ("HEAD", "DEPREL"):
            if cells[name] != EMPTY:
                faults.append((f"{name} is filled", "Write _ there; DEPS says where it hangs", False))
        remedy = None if cells["UPOS"] == EMPTY else tag_remedy(cells["UPOS"])
        if remedy is not None:
            faults.append((f"it has the UPOS {quote(cells['UPOS'])}", remedy, False))
        if (fault := check_features(cells["FEATS"])) is not None:
            faults.append((*fault, False))
        faults += _misc_faults(cells["MISC"])
        if "SpaceAfter=No" in cells["MISC"].split("|"):
            faults.append(("it says SpaceAfter=No, but nothing of it is written", "Remove that", False))
        yield from (make_node_problem(sentence, node, *fault) for fault in faults)


@lru_cache(maxsize=1 << 12)
def _misc_faults(cell: str) -> tuple[Fault, ...]:
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
