"""Sentences as the journal keeps them: in their document's own format where that says all, otherwise field by field."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import blake2b

import msgspec

from spectral_core.data import Analysis, EmptyNode, Problem, Range, Sentence, Tree
from spectral_core.formats import brackets, conllu
from spectral_core.project.complaints import DamagedError, ProjectError

_NODE_COLUMNS = 9  # of an empty node
WHOLE = "sentence"  # every field of a sentence as JSON: for what no format of ours has a place for
_READ: dict[str, Callable[[bytes, int], Sentence]] = {"conllu": conllu.parse, "brackets": brackets.parse}
_WRITE: dict[str, Callable[[Sentence], str | None]] = {"conllu": conllu.write_whole, "brackets": brackets.write_whole}


@dataclass(frozen=True, slots=True)
class StoredText:
    """A sentence written down."""

    format: str  # conllu, brackets, or WHOLE
    content: bytes
    raw: bytes | None = None  # the digest of its bytes in the file, where it stood so in one

    @property
    def digest(self) -> bytes:
        return blake2b(b"\0".join((self.format.encode(), self.raw or b"", self.content)), digest_size=16).digest()


def text_in_row(format: object, content: object, raw: object) -> StoredText:
    """The text that a row of the journal holds."""
    if not isinstance(format, str):
        raise DamagedError(f"the journal is damaged: {format!r} stands where the format of a text should")
    return StoredText(format, _bytes(content), None if raw is None else _bytes(raw))


def _bytes(value: object) -> bytes:
    """A cell that must hold bytes: SQLite itself would take anything."""
    if not isinstance(value, bytes):
        raise DamagedError(f"the journal is damaged: {value!r} stands where a text should")
    return value


def digest_of(raw: bytes) -> bytes:
    """Eight bytes that tell one sentence of a file from others."""
    return blake2b(raw, digest_size=8).digest()


def text_of(sentence: Sentence, format: str, raw: bytes | None = None) -> StoredText:
    """The sentence as text: reading it again gives an equal one. `raw` is how it stands in its file, if it does."""
    mark = None if raw is None else digest_of(raw)
    if raw is not None and format in _READ:
        return StoredText(format, raw, mark)
    own = format if format in _WRITE else "conllu"
    try:
        written = _WRITE[own](sentence) if sentence.readable else None
        stored = (WHOLE, _packed(sentence)) if written is None else (own, written.encode())
        return StoredText(*stored, mark)
    except UnicodeEncodeError as error:
        sign = ascii(error.object[error.start])
        raise ProjectError(f"{sign} is no sign of Unicode text: the sentence cannot be kept so") from None


def sentence_of(text: StoredText, line: int = 1) -> Sentence:
    """The sentence that a text of the journal holds, as one that stands in line `line` of its file."""
    if text.format == WHOLE:
        return _unpacked(text.content, line)
    try:
        read = _READ[text.format]
    except KeyError:
        raise ProjectError(f"the journal holds a sentence in the unknown format {text.format!r}") from None
    sentence = read(text.content, line)
    in_file = text.raw is not None and text.raw == digest_of(text.content)  # what is kept in another format is not
    return sentence if in_file else replace(sentence, source=None)


def without_readings(sentence: Sentence) -> Sentence:
    """The sentence without what analysers offer, which is no decision."""
    return replace(sentence, analyses=(), candidates=(), unanalysed=())


class _Whole(msgspec.Struct, omit_defaults=True):
    forms: tuple[str, ...]
    lemmas: tuple[str, ...]
    upos: tuple[str, ...]
    xpos: tuple[str, ...]
    feats: tuple[str, ...]
    heads: tuple[int | None, ...]
    deprels: tuple[str, ...]
    deps: tuple[str, ...]
    misc: tuple[str, ...]
    comments: tuple[str, ...] = ()
    ranges: tuple[Range, ...] = ()
    empty_nodes: tuple[EmptyNode, ...] = ()
    tree: tuple[str | int, ...] | None = None  # each node as label and number of children, each word and -1
    analyses: tuple[Analysis | None, ...] = ()
    candidates: tuple[tuple[Analysis, ...], ...] = ()
    unanalysed: tuple[int, ...] = ()
    problems: tuple[tuple[int, str, str, bool], ...] = ()  # of an unreadable one, with its source
    source: bytes | None = None


_PLAIN = tuple(name for name in _Whole.__struct_fields__ if name not in ("tree", "problems", "source"))


def _packed(sentence: Sentence) -> bytes:
    tree = None if sentence.tree is None else sentence.tree.flat()
    whole = _Whole(**{name: getattr(sentence, name) for name in _PLAIN}, tree=tree)
    if not sentence.readable:
        whole.source = sentence.source
        whole.problems = tuple((one.line, one.what, one.remedy, one.unreadable) for one in sentence.problems)
    return msgspec.json.encode(whole)


def _unpacked(content: bytes, line: int) -> Sentence:
    try:
        whole = msgspec.json.decode(content, type=_Whole)
        tree = None if whole.tree is None else Tree.of_flat(whole.tree)
        _check_counts(whole, tree)
        problems = tuple(Problem(*one) for one in whole.problems)
        plain = {name: getattr(whole, name) for name in _PLAIN}
        return Sentence.of(**plain, tree=tree, problems=problems, source=whole.source, line=line)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise DamagedError(f"the journal is damaged: a sentence in it cannot be read ({error})") from None


def _check_counts(whole: _Whole, tree: Tree | None) -> None:
    """Refuse with a ValueError what stands beside the columns and does not fit their number; `Sentence.of` refuses
    columns of unequal length."""
    if tree is not None and sum(1 for _ in tree.words()) != len(whole.forms):
        raise ValueError("its tree has another number of words than its columns")
    if any(not 0 < word <= len(whole.forms) for word in whole.unanalysed):
        raise ValueError("a word of it that nobody analysed is not there")
    if any(len(node.columns) != _NODE_COLUMNS for node in whole.empty_nodes):
        raise ValueError("an empty node of it has another number of columns than nine")
