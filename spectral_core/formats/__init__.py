"""File formats of treebanks: detection, reading, conversion and writing."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from spectral_core.data import EMPTY, Problem, Sentence, Treebank
from spectral_core.data.structure import CONSTITUENTS, DEPENDENCIES, STRUCTURES, Structure
from spectral_core.deprecated import keep_old_names, old_members
from spectral_core.errors import FormatError, SettingsError
from spectral_core.files import (
    DEFAULT_MODE,
    Location,
    compress_by_suffix,
    compute_copy_permissions,
    get_content_suffix,
    read_file,
    read_raw,
    remove_stale_files,
    replace_atomically,
)
from spectral_core.formats import brackets, conllu, token_table
from spectral_core.formats.lazy_sentences import LazySentences

_logger = logging.getLogger(__name__)
READINGS = "readings"  # lemma, tags and features of words
READING_COLUMNS = ("lemma", "upos", "xpos", "feats")
COLUMNS = (*READING_COLUMNS, "head", "deprel", "deps", "misc")
RANGES, CANDIDATES, CHOSEN = "ranges", "candidates", "chosen"  # multiword ranges and empty nodes; readings of words
NOTES = "notes"  # entries of MISC
SentenceIndexer = Callable[[bytes, Path | None], tuple[LazySentences, tuple[Problem, ...]]]


@old_members(
    between="separator",
    lacks="find_obstacle",
    holds="contents",
    keeps="editable",
    heading="header",
    index="index_sentences",
    is_bare="is_text_only",
    write="format_sentence",
)
@dataclass(frozen=True, slots=True)
class Format:
    """A file format for sentences."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    index_sentences: SentenceIndexer
    format_sentence: Callable[[Sentence], str]  # formats a sentence of another origin
    separator: str  # end of a sentence in a new file
    find_obstacle: Callable[[Sentence], str | None]  # returns why a sentence cannot be written in this format
    contents: frozenset[str]  # kinds its files can hold: structures, READINGS, RANGES, CANDIDATES, CHOSEN, NOTES
    editable: tuple[str, ...]  # in a document: READINGS, names of structures and columns
    header: str = ""  # the first line of a new file

    @property
    def is_text_only(self) -> bool:
        """Whether its files hold text only, so that annotation must be saved in another format."""
        return not self.contents & {READINGS, *STRUCTURES}


def _explain_why_unwritable(sentence: Sentence) -> str | None:
    """Return why a sentence cannot be written (it has no words); None if it can."""
    return None if len(sentence) else "it has no words"


def _explain_missing_tree(sentence: Sentence) -> str | None:
    """Return why a sentence cannot be written as a tree. One without any structure may get its tree later; one with
    another kind of structure would lose it."""
    if sentence.tree is None and any(head is not None for head in sentence.heads):
        return "it has no constituency tree"
    return _explain_why_unwritable(sentence)


def _index_text(content: bytes, path: Path | None) -> tuple[LazySentences, tuple[Problem, ...]]:
    """Index the sentences of a plain text; imports its reader only when needed."""
    from spectral_core.formats import text  # its patterns take longer to compile than all other formats to import

    return text.index_sentences(content, path)


def _format_text(sentence: Sentence) -> str:
    """Format a sentence as plain text; imports the writer only when needed."""
    from spectral_core.formats import text

    return text.format_sentence(sentence)


FORMATS = {
    row.name: row
    for row in (
        Format(
            "conllu",
            "CoNLL-U",
            (".conllu", ".conll", ".conllx"),
            conllu.index_sentences,
            conllu.format_sentence,
            "\n\n",
            conllu.find_conllu_obstacle,
            frozenset((DEPENDENCIES.name, READINGS, RANGES, NOTES)),
            (DEPENDENCIES.name, READINGS, *COLUMNS),
        ),
        Format(
            "brackets",
            "the bracket format",
            (".mrg", ".ptb", ".brackets"),
            brackets.index_sentences,
            brackets.format_sentence,
            "\n",
            _explain_missing_tree,
            frozenset((CONSTITUENTS.name,)),
            (CONSTITUENTS.name, "xpos"),
        ),
        Format(
            "text",
            "plain text",
            (".txt",),
            _index_text,
            _format_text,
            "\n",
            _explain_why_unwritable,
            frozenset((RANGES,)),
            (DEPENDENCIES.name, CONSTITUENTS.name, READINGS, *COLUMNS),  # saved as CoNLL-U or as brackets
        ),
        Format(
            "table",
            "a token table",
            (".tsv",),
            token_table.index_sentences,
            token_table.format_sentence,
            "\n\n",
            _explain_why_unwritable,
            frozenset((DEPENDENCIES.name, READINGS, CANDIDATES, CHOSEN, NOTES)),
            (READINGS, *READING_COLUMNS, "misc"),
            token_table.HEADER,
        ),
    )
}
_FORMATS_BY_SUFFIX = {suffix: row for row in FORMATS.values() for suffix in row.suffixes}


def get_format(name: str) -> Format:
    """Return the format of this name; the SettingsError for an unknown one lists all names."""
    try:
        return FORMATS[name]
    except KeyError:
        raise SettingsError(f"there is no format {name!r}; there are {', '.join(FORMATS)}") from None


@cache
def can_edit(format: str, kind: str) -> bool:
    """Return whether a kind of annotation can be edited in documents of a format; without a file ("") everything
    can."""
    return not format or kind in FORMATS[format].editable


def can_hold(format: str, kind: str) -> bool:
    """Return whether files of a format can hold a kind of annotation; without a file ("") none."""
    return bool(format) and kind in FORMATS[format].contents


def is_text_only(format: str) -> bool:
    """Return whether files of a format hold text only, so that annotation must be saved in another format."""
    return bool(format) and FORMATS[format].is_text_only


@cache
def editable_structures(format: str) -> tuple[Structure, ...]:
    """Return the structures that can be annotated in documents of a format."""
    return tuple(structure for structure in STRUCTURES.values() if can_edit(format, structure.name))


def detect_format(path: Location | None, content: bytes = b"") -> Format:
    """Return the format by the suffix of a file, or else by its first bytes; by these alone for text without a file."""
    path = None if path is None else Path(path)
    if path is not None and (named_format := _FORMATS_BY_SUFFIX.get(get_content_suffix(path))) is not None:
        return named_format
    start = content[:65536].removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(b"("):
        return FORMATS["brackets"]
    first = next((line for line in start.split(b"\n") if not line.startswith(b"#")), b"")
    if first.count(b"\t") == 9 and first[:1].isdigit():
        return FORMATS["conllu"]
    names = ", ".join(FORMATS)
    if path is None:
        raise FormatError(path, None, "it does not show which format this is", f"Name the format ({names})")
    remedy = f"Give it one of the endings {' '.join(_FORMATS_BY_SUFFIX)}, or name the format ({names})"
    raise FormatError(path, None, "the name does not tell which format this is", remedy)


def load(path: Location, format: str | None = None, profile: str | None = None) -> Treebank:
    """Open a treebank without parsing its sentences; each is parsed on access, its faults listed in `problems`.

    Args:
        path: the file, plain or packed as .gz, .xz or .bz2.
        format: a name in FORMATS; by default the suffix or the first bytes decide.
        profile: a layout of token tables, by name or .toml file; by default the header or shape of the table decides.

    Raises:
        FormatError: the file cannot be read, is empty, or its format cannot be detected.
        SettingsError: there is no such format or profile.
    """
    path, started = Path(path), time.perf_counter()
    treebank = loads(read_file(path), path, format, profile)
    elapsed = time.perf_counter() - started
    _logger.info("read %s: %d sentences, %d problems, %.2f s", path, len(treebank), len(treebank.problems), elapsed)
    return treebank


def loads(
    content: bytes, path: Location | None = None, format: str | None = None, profile: str | None = None
) -> Treebank:
    """Open a treebank from bytes as `load` does; `path` is for messages and format detection."""
    path = None if path is None else Path(path)
    if format is not None:
        file_format = get_format(format)
    elif profile is not None:
        file_format = FORMATS["table"]
    else:
        file_format = detect_format(path, content)
    _reject_unreadable_bytes(content, path)
    if profile is not None:
        if file_format.name != "table":
            message = f"{file_format.title} has no profiles"
            raise FormatError(path, None, message, "Leave the profile out, or open it as a table")
        chunks, problems = token_table.index_sentences(content, path, token_table.get_table_profile(profile))
    else:
        chunks, problems = file_format.index_sentences(content, path)
    if not len(chunks) and not problems:
        raise FormatError(path, None, "this file is empty", "There should be at least one sentence in it")
    return Treebank(chunks, path, file_format.name, problems)


def _reject_unreadable_bytes(content: bytes, path: Path | None) -> None:
    """Raise a FormatError for UTF-16, UTF-32, binary content, or lone carriage returns."""
    for name, byte_order_marks in (
        ("UTF-32", (b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")),
        ("UTF-16", (b"\xff\xfe", b"\xfe\xff")),
    ):
        if content.startswith(byte_order_marks):
            raise FormatError(path, 1, f"this file is in {name}", "Save it as UTF-8")
    start = content[:65536]
    if start.count(b"\0") * 8 > len(start):
        raise FormatError(path, None, "this is not a text file", "Choose a treebank, a table or a text in UTF-8")
    if b"\r" in start and b"\n" not in start and b"\n" not in content:
        message = "the lines end with a lone carriage return, as on very old systems"
        raise FormatError(path, 1, message, "Save it with Unix or Windows line ends")


def save(
    treebank: Treebank, path: Location, format: str | None = None, drop: bool = False, permissions: int = DEFAULT_MODE
) -> bytes:
    """Write a treebank: unedited sentences are copied byte for byte, or all are converted to another format.

    Args:
        treebank: the treebank to write.
        path: the file to write or replace; its suffix decides whether it is packed.
        format: a name in FORMATS; by default that of the suffix.
        drop: leave out annotation that the format cannot hold, instead of raising an error.
        permissions: upper limit of a new file's permissions; never more than the file the treebank was read from.

    Returns:
        The bytes that the file now has.

    Raises:
        FormatError: the format cannot hold a sentence, or the file cannot be written.
    """
    path = Path(path)
    content, packed = compose_file(treebank, path, format, drop)
    target = path.resolve()
    remove_stale_files(target.parent, {target.name})
    permissions &= compute_copy_permissions(target, [treebank.path])
    replace_atomically(path, [packed], permissions=permissions)
    _logger.info("wrote %s: %d sentences", path, len(treebank))
    return content


def count_losses(treebank: Treebank, path: Location, format: str | None = None) -> dict[str, int]:
    """Return the number of sentences that lose each kind of annotation, by its title, in a file saved with `drop`."""
    file_format = detect_format(path) if format is None else get_format(format)
    if file_format.name == treebank.format:
        return {}
    return dict(Counter(title for sentence in treebank for title in _find_losses(sentence, file_format.name).values()))


def compose_file(
    treebank: Treebank, path: Location, format: str | None = None, drop: bool = False
) -> tuple[bytes, bytes]:
    """Return the content that `save` would write, first plain, then compressed as the suffix of `path` requires."""
    path = Path(path)
    file_format = detect_format(path) if format is None else get_format(format)
    if _is_unchanged_file(treebank, path, file_format):
        assert treebank.path is not None
        assert isinstance(treebank.sentences, LazySentences)
        return treebank.sentences.content, read_raw(treebank.path)
    try:
        content = b"".join(compose_file_pieces(treebank, file_format.name, path, drop))
    except FormatError:
        is_source = treebank.path is not None and path.resolve() == treebank.path.resolve()
        if file_format.name != "table" or is_source:
            raise
        # the program's own layout can store more than a foreign one
        content = b"".join(_format_all_sentences(treebank, file_format, path, drop))
    return content, compress_by_suffix(path, content)


def _is_unchanged_file(treebank: Treebank, path: Path, file_format: Format) -> bool:
    """Return whether the bytes on disk can be copied unchanged, compressed as they are."""
    source = treebank.path
    if treebank.is_edited or source is None or file_format.name != treebank.format or source.suffix != path.suffix:
        return False
    try:
        return isinstance(treebank.sentences, LazySentences) and read_file(source) == treebank.sentences.content
    except FormatError:  # moved or changed since; write the content in memory
        return False


def compose_file_pieces(
    treebank: Treebank, format: str, path: Location | None = None, drop: bool = False
) -> Iterator[bytes]:
    """Yield the content of the file that `save` writes piece by piece, uncompressed."""
    path = None if path is None else Path(path)
    file_format = get_format(format)
    chunks = treebank.sentences
    if isinstance(chunks, LazySentences) and treebank.format == format:
        return _splice_edits(treebank, chunks, path)
    return _format_all_sentences(treebank, file_format, path, drop)


def _format_all_sentences(treebank: Treebank, file_format: Format, path: Path | None, drop: bool) -> Iterator[bytes]:
    """Yield the bytes of all sentences in another format, after its header; FormatError for a sentence that the format
    cannot hold."""
    if file_format.header:
        yield (file_format.header + "\n").encode()
    for number, sentence in enumerate(treebank, 1):
        obstacle = (
            file_format.find_obstacle(sentence)
            if sentence.is_readable
            else f"it could not be read ({sentence.problems[0]})"
        )
        if obstacle is not None:
            message = f"sentence {number} cannot be written as {file_format.title}: {obstacle}"
            raise FormatError(path, None, message, "Choose another format, or leave the sentence out")
        if not drop and (losses := _find_losses(sentence, file_format.name)):
            message = (
                f"sentence {number} has {' and '.join(losses.values())}, and {file_format.title} has no place for that"
            )
            raise FormatError(path, None, message, "Choose another format, or say that it may be dropped")
        yield (file_format.format_sentence(sentence) + file_format.separator).encode()


def _splice_edits(treebank: Treebank, chunks: LazySentences, path: Path | None) -> Iterator[bytes]:
    """Yield the bytes of the original file with the edited sentences in place of the old ones."""
    if treebank.is_edited and is_text_only(treebank.format):
        message = f"{FORMATS[treebank.format].title} has no place for annotations"
        raise FormatError(path, None, message, "Save it as .conllu or .tsv; the text file stays as it is")
    written_to = 0
    for position in sorted(treebank.edits):
        yield chunks.content[written_to : chunks.starts[position]]
        sentence = treebank.edits[position]
        losses = _find_losses(sentence, treebank.format)
        # candidates and chosen readings are also in the columns
        lost_titles = [title for name, title in losses.items() if name not in (CANDIDATES, CHOSEN)]
        if lost_titles and not can_hold(treebank.format, CHOSEN):  # a table checks against its own layout
            title = FORMATS[treebank.format].title
            message = f"sentence {position + 1} has {' and '.join(lost_titles)}, and {title} has no place for that"
            raise FormatError(path, None, message, "Save it in another format; this file stays as it is")
        if (
            treebank.format == "conllu"
            and sentence.source is None
            and (obstacle := conllu.find_conllu_obstacle(sentence)) is not None
        ):
            message = f"sentence {position + 1} cannot be written as CoNLL-U: {obstacle}"
            raise FormatError(path, None, message, "Change it, and save it again; this file stays as it is")
        lines = chunks.format_sentence(sentence).encode() if sentence.source is None else sentence.source
        written_to = chunks.ends[position]
        uses_crlf = b"\r\n" in chunks.get_bytes(position) or chunks.content.startswith(b"\r\n", written_to)
        yield lines.replace(b"\n", b"\r\n") if uses_crlf and b"\r\n" not in lines else lines
    yield chunks.content[written_to:]


def _find_losses(sentence: Sentence, format: str) -> dict[str, str]:
    """Return the kinds of annotation of a sentence that a format cannot hold, as name: title for messages."""
    checks = (
        (CONSTITUENTS.name, "a constituency tree", sentence.tree is not None),
        (DEPENDENCIES.name, "heads", any(head is not None for head in sentence.heads)),
        (READINGS, "lemmas, universal tags or features", _has_values(sentence.lemmas, sentence.upos, sentence.feats)),
        (RANGES, "multiword ranges or empty nodes", bool(sentence.ranges or sentence.empty_nodes)),
        (CANDIDATES, "candidate readings", any(sentence.candidates)),
        (CHOSEN, "chosen readings", any(sentence.analyses)),
    )
    return {name: title for name, title, is_present in checks if is_present and name not in FORMATS[format].contents}


def _has_values(*columns: tuple[str, ...]) -> bool:
    """Return whether any of these columns has a value other than `_`."""
    return any(set(column) - {EMPTY} for column in columns)


keep_old_names(__name__)
