"""What Universal Dependencies demand of a CoNLL-U file beyond a sound tree and known labels: names, texts, empty cells.
These are the levels 1 and 2 of their validation, as far as no list of a single language is needed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from spectral_core.data.enhanced import has_graph, node_problem, problems_in_graph
from spectral_core.data.problem import Problem, problem_at, quoted, word_named
from spectral_core.data.sentence import COLUMNS, EMPTY, Sentence
from spectral_core.data.universal import features_fault, tag_remedy

_COLUMNS = ("FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
_SPACED = ("FORM", "LEMMA", "MISC")  # may hold single spaces between other signs
_ONCE = ("SpaceAfter", "Lang", "Translit", "LTranslit", "Gloss", "LId", "LDeriv")  # in MISC; others may be repeated
_WHITE = re.compile(r"[^\S\n]")
_BADLY_SPACED = re.compile(r"\A\s|\s\Z|\s\s")
_KEY = re.compile(r"#\s*(sent_id|text|newdoc|newpar)(?![^\s=])(.*)", re.DOTALL)
_NAME = re.compile(r"\s*=\s*[^\s/]+(?:/[^\s/]*)?")  # a / parts the name of a language from that of a parallel sentence
_TO_NFC = "Convert the file to NFC, for instance with uconv -x any-nfc"

Fault = tuple[str, str, bool]  # what is wrong, what would be right, and whether it is a mere warning


def rule_problems(sentence: Sentence) -> Iterator[Problem]:
    """Everything in a sentence that these rules forbid; ranges and empty nodes as well as words."""
    yield from _comments(sentence)
    yield from _unfilled(sentence)
    yield from _cells(sentence)
    yield from _range_rows(sentence)
    yield from _node_rows(sentence)
    for word, cell in enumerate(sentence.misc, 1):
        for what, remedy, warning in _misc_faults(cell):
            yield problem_at(sentence, word, f"{word_named(sentence, word)}: {what}", remedy, warning)
    yield from problems_in_graph(sentence)


@dataclass(slots=True)
class AcrossSentences:
    """What only the sentences of a file together show; each is passed once, in order."""

    names: dict[str, int] = field(default_factory=dict)  # of each sent_id the number of its sentence
    glued: bool = False  # whether the sentence before says that no space follows
    graphs: int = 0  # sentences with an enhanced graph
    without: list[Sentence] = field(default_factory=list)  # the first that has none
    lacking: int = 0

    def passed(self, number: int, sentence: Sentence) -> Iterator[Problem]:
        """What is wrong with a sentence, counted from 1, after those before it."""
        name = sentence.comment("sent_id")
        first = number if name is None else self.names.setdefault(name, number)
        if name is not None and first != number:
            what = f"sent_id {quoted(name)} is already that of sentence {first}"
            yield Problem(sentence.line, what, "Give each sentence a name of its own")
        if self.glued and any(key in ("newdoc", "newpar") for _, key, _ in _keys(sentence)):
            what = "a document or paragraph begins here, but the word before it says SpaceAfter=No"
            yield Problem(sentence.line, what, "Remove SpaceAfter=No from the last word of the sentence before")
        ranges = [one for one in sentence.ranges if one.last == len(sentence)]
        last = ranges[-1].misc if ranges else sentence.misc[-1] if len(sentence) else EMPTY
        self.glued = "SpaceAfter=No" in last.split("|")
        if has_graph(sentence):
            self.graphs += 1
        else:
            self.lacking += 1
            self.without = self.without or [sentence]

    def ended(self) -> Iterator[Problem]:
        """What is wrong with the file as a whole."""
        if self.graphs and self.lacking:
            some = f"{self.lacking:,} sentence{'s' * (self.lacking != 1)} (this is the first)"
            what = f"DEPS is empty in {some}, and filled in {self.graphs:,}"
            yield Problem(self.without[0].line, what, "Fill it in everywhere or nowhere")


def _keys(sentence: Sentence) -> Iterator[tuple[int, str, str]]:
    """The place of each comment that has a meaning here, its key, and what follows that."""
    for at, comment in enumerate(sentence.comments):
        if (found := _KEY.match(comment)) is not None:
            yield at, found[1], found[2]


def _comments(sentence: Sentence) -> Iterator[Problem]:
    places: dict[str, list[int]] = {}
    for at, key, rest in _keys(sentence):
        places.setdefault(key, []).append(at)
        line = sentence.line + at
        if key == "sent_id" and not _NAME.fullmatch(rest):
            what = f"the comment {quoted(sentence.comments[at].rstrip())} gives no sound name"
            yield Problem(line, what, "Write # sent_id = name, without white space in the name and with one / at most")
        elif key == "text" and rest.rstrip() != rest:
            yield Problem(line, "the text ends with white space", "Remove it from the end of the line")
    for at, comment in enumerate(sentence.comments):
        if not unicodedata.is_normalized("NFC", comment):
            yield Problem(sentence.line + at, "this comment is not in the normal form of Unicode", _TO_NFC)
    for key in ("sent_id", "text"):
        if key not in places:
            remedy = f"Write # {key} = ... above its first word"
            yield Problem(sentence.line, f"this sentence has no {key}", remedy)
    for key, found in places.items():
        if len(found) > 1:
            yield Problem(sentence.line + found[1], f"{key} stands here {len(found)} times", "Keep one of them")


def _unfilled(sentence: Sentence) -> Iterator[Problem]:
    """Words without a tag or relation; heads are looked at with the tree, unless there are none at all."""
    if sentence.heads.count(None) == len(sentence):
        yield Problem(sentence.line, "this sentence has no tree", "Give each word a HEAD and a DEPREL, or parse it")
    for name, values in (("UPOS", sentence.upos), ("DEPREL", sentence.deprels)):
        if EMPTY not in values or (name == "DEPREL" and sentence.heads.count(None) == len(sentence)):
            continue
        for word, value in enumerate(values, 1):
            if value == EMPTY:
                yield problem_at(sentence, word, f"{word_named(sentence, word)} has no {name}", f"Fill in {name}")


def _cells(sentence: Sentence) -> Iterator[Problem]:
    """White space where none may be, and signs that Unicode writes in another way."""
    for name, values in ((column.upper(), sentence.column(column)) for column in COLUMNS):
        joined = "\n".join(values)
        if _WHITE.search(joined) is None and unicodedata.is_normalized("NFC", joined):
            continue
        for word, cell in enumerate(values, 1):
            for what, remedy, warning in _cell_faults(name, cell):
                yield problem_at(sentence, word, f"{word_named(sentence, word)}: {what}", remedy, warning)


def _cell_faults(name: str, cell: str) -> Iterator[Fault]:
    if name not in _SPACED and _WHITE.search(cell):
        yield f"there is white space in {name}", "Remove it", False
    elif name in _SPACED and _BADLY_SPACED.search(cell):
        yield f"there is odd white space in {name}", "Keep single spaces between other signs only", False
    if not unicodedata.is_normalized("NFC", cell):
        yield f"{name} {quoted(cell)} is not in the normal form of Unicode", _TO_NFC, False


def _row_faults(cells: Sequence[str]) -> list[Fault]:
    return [fault for name, cell in zip(_COLUMNS, cells, strict=True) for fault in _cell_faults(name, cell)]


def _range_rows(sentence: Sentence) -> Iterator[Problem]:
    for one in sentence.ranges:
        faults = _row_faults((one.form, *one.rest))
        rest = zip(_COLUMNS[1:-1], one.rest, strict=False)
        filled = [name for name, cell in rest if cell != EMPTY and (name, cell) != ("FEATS", "Typo=Yes")]
        if filled:
            remedy = "Write _ there: of a range only FORM and MISC are filled, and FEATS with Typo=Yes"
            faults.append((f"{' and '.join(filled)} {'is' if len(filled) == 1 else 'are'} filled", remedy, False))
        faults += _misc_faults(one.misc)
        line = sentence.line_of(one.first) - 1  # a range stands above its first word
        named = f"range {one.first}-{one.last} {quoted(one.form)}"
        for what, remedy, warning in faults:
            yield Problem(line, f"{named}: {what}", remedy, word=one.first, warning=warning)
        for word in range(one.first, min(one.last, len(sentence)) + 1):
            if "SpaceAfter=No" in sentence.misc[word - 1].split("|"):
                what = f"{word_named(sentence, word)} says SpaceAfter=No inside the range {one.first}-{one.last}"
                yield problem_at(sentence, word, what, "Only the range itself says so")


def _node_rows(sentence: Sentence) -> Iterator[Problem]:
    for node in sentence.empty_nodes:
        cells = dict(zip(_COLUMNS, node.columns, strict=True))
        faults = _row_faults(node.columns)
        for name in ("HEAD", "DEPREL"):
            if cells[name] != EMPTY:
                faults.append((f"{name} is filled", "Write _ there; DEPS says where it hangs", False))
        remedy = None if cells["UPOS"] == EMPTY else tag_remedy(cells["UPOS"])
        if remedy is not None:
            faults.append((f"it has the UPOS {quoted(cells['UPOS'])}", remedy, False))
        if (fault := features_fault(cells["FEATS"])) is not None:
            faults.append((*fault, False))
        faults += _misc_faults(cells["MISC"])
        if "SpaceAfter=No" in cells["MISC"].split("|"):
            faults.append(("it says SpaceAfter=No, but nothing of it is written", "Remove that", False))
        yield from (node_problem(sentence, node, *fault) for fault in faults)


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
    several = [key for key in _ONCE if keys.count(key) > 1]
    faults += [(f"MISC has {key} {keys.count(key)} times", "Write it once", False) for key in several]
    for key, _, value in pairs:
        if (key == "SpaceAfter" and value != "No") or key == "NoSpaceAfter":
            what = f"MISC has {quoted(f'{key}={value}')}"
            faults.append((what, "Write SpaceAfter=No where no space follows, else nothing", False))
    return tuple(faults)
