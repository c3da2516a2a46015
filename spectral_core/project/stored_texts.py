"""Texts of the journal: sentences in their document's format where that is lossless, otherwise as JSON fields."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import blake2b

import msgspec

from spectral_core.data import Analysis, EmptyNode, MultiwordToken, Problem, Sentence, Tree
from spectral_core.formats import brackets, conllu
from spectral_core.formats.lazy_sentences import LazySentences
from spectral_core.project.errors import DamagedJournalError, ProjectError

_NODE_COLUMNS = 9  # of an empty node
JSON_FIELDS = "sentence"  # format name of a sentence as JSON with all fields, where no other format is lossless
_PARSERS: dict[str, Callable[[bytes, int], Sentence]] = {
    "conllu": conllu.parse_conllu_sentence,
    "brackets": brackets.parse_bracketed_sentence,
}
_WRITERS: dict[str, Callable[[Sentence], str | None]] = {
    "conllu": conllu.format_if_lossless,
    "brackets": brackets.format_if_lossless,
}


@dataclass(frozen=True, slots=True)
class StoredText:
    """A sentence as text."""

    format: str  # conllu, brackets, or JSON_FIELDS
    content: bytes
    file_digest: bytes | None = None  # digest of its bytes in the file, if it was there

    @property
    def digest(self) -> bytes:
        """The digest that identifies the text in the journal: of its format, content and digest in the file."""
        return blake2b(
            b"\0".join((self.format.encode(), self.file_digest or b"", self.content)), digest_size=16
        ).digest()


def make_stored_text(format: object, content: object, raw: object) -> StoredText:
    """Make the stored text of a journal row."""
    if not isinstance(format, str):
        raise DamagedJournalError(f"the journal is damaged: {format!r} is not a text format")
    return StoredText(format, _require_bytes(content), None if raw is None else _require_bytes(raw))


def _require_bytes(value: object) -> bytes:
    """Return a value of the database that must be bytes; DamagedJournalError otherwise: SQLite accepts any type."""
    if not isinstance(value, bytes):
        raise DamagedJournalError(f"the journal is damaged: {value!r} is not a text")
    return value


def digest_sentence(raw: bytes) -> bytes:
    """Return an eight-byte digest of a sentence in a file."""
    return blake2b(raw, digest_size=8).digest()


def to_stored_text(sentence: Sentence, format: str, raw: bytes | None = None) -> StoredText:
    """Convert a sentence to text that parses to an equal one. `raw` is its bytes in its file, if any."""
    file_digest = None if raw is None else digest_sentence(raw)
    if raw is not None and format in _PARSERS:
        return StoredText(format, raw, file_digest)
    stored_format = format if format in _WRITERS else "conllu"
    try:
        written = _WRITERS[stored_format](sentence) if sentence.is_readable else None
        stored = (JSON_FIELDS, _encode_fields(sentence)) if written is None else (stored_format, written.encode())
        return StoredText(*stored, file_digest)
    except UnicodeEncodeError as error:
        character = ascii(error.object[error.start])
        raise ProjectError(f"{character} is no sign of Unicode text: the sentence cannot be kept so") from None


def to_sentence(text: StoredText, line: int = 1) -> Sentence:
    """Parse a text of the journal as a sentence at line `line` of its file."""
    if text.format == JSON_FIELDS:
        return _decode_fields(text.content, line)
    try:
        parse = _PARSERS[text.format]
    except KeyError:
        raise ProjectError(f"the journal holds a sentence in the unknown format {text.format!r}") from None
    sentence = parse(text.content, line)
    # only if it is stored in the format of its file
    is_in_file = text.file_digest is not None and text.file_digest == digest_sentence(text.content)
    return sentence if is_in_file else replace(sentence, source=None)


def without_readings(sentence: Sentence) -> Sentence:
    """Return the sentence without its chosen and candidate readings, which most formats do not store."""
    return replace(sentence, analyses=(), candidates=(), unanalysed=())


class _SentenceFields(msgspec.Struct, omit_defaults=True):
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
    ranges: tuple[MultiwordToken, ...] = ()
    empty_nodes: tuple[EmptyNode, ...] = ()
    tree: tuple[str | int, ...] | None = None  # each node as label and number of children, each word and -1
    analyses: tuple[Analysis | None, ...] = ()
    candidates: tuple[tuple[Analysis, ...], ...] = ()
    unanalysed: tuple[int, ...] = ()
    problems: tuple[tuple[int, str, str, bool], ...] = ()  # of an unreadable one, with its source
    source: bytes | None = None


_PLAIN_FIELDS = tuple(name for name in _SentenceFields.__struct_fields__ if name not in ("tree", "problems", "source"))


def _encode_fields(sentence: Sentence) -> bytes:
    """Encode all fields of a sentence as JSON; of an unreadable one also its source and problems."""
    tree = None if sentence.tree is None else sentence.tree.flatten()
    fields = _SentenceFields(**{name: getattr(sentence, name) for name in _PLAIN_FIELDS}, tree=tree)
    if not sentence.is_readable:
        fields.source = sentence.source
        fields.problems = tuple(
            (problem.line, problem.message, problem.remedy, problem.unreadable) for problem in sentence.problems
        )
    return msgspec.json.encode(fields)


def _decode_fields(content: bytes, line: int) -> Sentence:
    """Decode a sentence encoded by `_encode_fields`; DamagedJournalError if it is malformed."""
    try:
        fields = msgspec.json.decode(content, type=_SentenceFields)
        tree = None if fields.tree is None else Tree.from_flat(fields.tree)
        _check_counts(fields, tree)
        problems = tuple(Problem(*problem) for problem in fields.problems)
        plain_values = {name: getattr(fields, name) for name in _PLAIN_FIELDS}
        return Sentence.of(**plain_values, tree=tree, problems=problems, source=fields.source, line=line)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise DamagedJournalError(f"the journal is damaged: a sentence in it cannot be read ({error})") from None


def _check_counts(fields: _SentenceFields, tree: Tree | None) -> None:
    """Raise ValueError for fields that do not match the number of words; `Sentence.of` checks the columns."""
    if tree is not None and sum(1 for _ in tree.words()) != len(fields.forms):
        raise ValueError("its tree has another number of words than its columns")
    if any(not 0 < word <= len(fields.forms) for word in fields.unanalysed):
        raise ValueError("a word of it that nobody analysed is not there")
    if any(len(node.columns) != _NODE_COLUMNS for node in fields.empty_nodes):
        raise ValueError("an empty node of it has another number of columns than nine")


def digest_content(content: bytes) -> bytes:
    """Return the digest of a file's content."""
    return blake2b(content, digest_size=16).digest()


def digest_sentences(chunks: LazySentences) -> bytes:
    """Return the eight-byte digests of all sentences in a file, joined."""
    content = memoryview(chunks.content)
    spans = zip(chunks.starts, chunks.ends, strict=True)
    return b"".join([blake2b(content[start:end], digest_size=8).digest() for start, end in spans])
