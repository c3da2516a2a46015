"""Treebanks in and out of files: which formats there are, and how one is opened and saved."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from spectral_core.data import EMPTY, Problem, Sentence, Treebank
from spectral_core.data.structure import CONSTITUENTS, DEPENDENCIES, STRUCTURES, Structure
from spectral_core.errors import FormatError, SettingsError
from spectral_core.files import (
    USUAL,
    Location,
    pack_like,
    read,
    read_raw,
    remove_leftovers,
    replace_atomically,
    rights_of_copy,
)
from spectral_core.formats import analyses, brackets, conllu
from spectral_core.formats.chunks import Chunks

_logger = logging.getLogger(__name__)
READINGS = "readings"  # lemma, tags and features of words
OF_READINGS = ("lemma", "upos", "xpos", "feats")
COLUMNS = (*OF_READINGS, "head", "deprel", "deps", "misc")
RANGES, CANDIDATES, CHOSEN = "ranges", "candidates", "chosen"  # multiword ranges and empty nodes; readings of words
NOTES = "notes"  # what stands in MISC
Index = Callable[[bytes, Path | None], tuple[Chunks, tuple[Problem, ...]]]


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write sentences in a file."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    index: Index
    write: Callable[[Sentence], str]  # a sentence that this format has not seen before
    between: str  # what ends a sentence when a new file is written
    lacks: Callable[[Sentence], str | None]  # why a sentence cannot be written so
    holds: frozenset[str]  # what a file of it says: names of structures, READINGS, RANGES, CANDIDATES, CHOSEN, NOTES
    keeps: tuple[str, ...]  # what can be decided in a document of it: READINGS, names of structures and of columns
    heading: str = ""  # the first line of a new file

    @property
    def is_bare(self) -> bool:
        """Whether what is decided in a document of it must be saved in another format."""
        return not self.holds & {READINGS, *STRUCTURES}


def _needs_words(sentence: Sentence) -> str | None:
    return None if len(sentence) else "it has no words"


def _needs_tree(sentence: Sentence) -> str | None:
    """A sentence without any structure may get its tree later; one with another kind of it would lose that."""
    if sentence.tree is None and any(head is not None for head in sentence.heads):
        return "it has no constituency tree"
    return _needs_words(sentence)


def _index_text(content: bytes, path: Path | None) -> tuple[Chunks, tuple[Problem, ...]]:
    from spectral_core.formats import text  # whose patterns take longer to compile than all other formats to load

    return text.index(content, path)


def _write_text(sentence: Sentence) -> str:
    from spectral_core.formats import text

    return text.write(sentence)


FORMATS = {
    row.name: row
    for row in (
        Format(
            "conllu",
            "CoNLL-U",
            (".conllu", ".conll", ".conllx"),
            conllu.index,
            conllu.write,
            "\n\n",
            conllu.lacks,
            frozenset((DEPENDENCIES.name, READINGS, RANGES, NOTES)),
            (DEPENDENCIES.name, READINGS, *COLUMNS),
        ),
        Format(
            "brackets",
            "the bracket format",
            (".mrg", ".ptb", ".brackets"),
            brackets.index,
            brackets.write,
            "\n",
            _needs_tree,
            frozenset((CONSTITUENTS.name,)),
            (CONSTITUENTS.name, "xpos"),
        ),
        Format(
            "text",
            "plain text",
            (".txt",),
            _index_text,
            _write_text,
            "\n",
            _needs_words,
            frozenset((RANGES,)),
            (DEPENDENCIES.name, CONSTITUENTS.name, READINGS, *COLUMNS),  # it is saved as CoNLL-U, or as brackets
        ),
        Format(
            "table",
            "a token table",
            (".tsv",),
            analyses.index,
            analyses.write,
            "\n\n",
            _needs_words,
            frozenset((DEPENDENCIES.name, READINGS, CANDIDATES, CHOSEN, NOTES)),
            (READINGS, *OF_READINGS, "misc"),
            analyses.HEADER,
        ),
    )
}
_SUFFIXES = {suffix: row for row in FORMATS.values() for suffix in row.suffixes}
_PACKED = (".gz", ".xz")


def format_named(name: str) -> Format:
    """The format with this name; an unknown one is answered with those there are."""
    try:
        return FORMATS[name]
    except KeyError:
        raise SettingsError(f"there is no format {name!r}; there are {', '.join(FORMATS)}") from None


def keeps(format: str, what: str) -> bool:
    """Whether something can be decided in documents of a format; one that no file holds ("") keeps everything."""
    return not format or what in FORMATS[format].keeps


def holds(format: str, what: str) -> bool:
    """Whether files of a format say something; what no file holds ("") is in none."""
    return bool(format) and what in FORMATS[format].holds


def is_bare(format: str) -> bool:
    """Whether what is decided in documents of a format must be saved in another."""
    return bool(format) and FORMATS[format].is_bare


def structures_kept(format: str) -> tuple[Structure, ...]:
    """The structures that documents of a format can be given."""
    return tuple(row for row in STRUCTURES.values() if keeps(format, row.name))


def format_of(path: Location, content: bytes = b"") -> Format:
    """The format that the name of a file tells, or else its first bytes."""
    path = Path(path)
    if (suffixes := [suffix.lower() for suffix in path.suffixes]) and suffixes[-1] in _PACKED:
        suffixes.pop()
    if suffixes and suffixes[-1] in _SUFFIXES:
        return _SUFFIXES[suffixes[-1]]
    start = content[:65536].removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(b"("):
        return FORMATS["brackets"]
    first = next((line for line in start.split(b"\n") if not line.startswith(b"#")), b"")
    if first.count(b"\t") == 9 and first[:1].isdigit():
        return FORMATS["conllu"]
    remedy = f"Give it one of the endings {' '.join(_SUFFIXES)}, or name the format ({', '.join(FORMATS)})"
    raise FormatError(path, None, "the name does not tell which format this is", remedy)


def load(path: Location, format: str | None = None, profile: str | None = None) -> Treebank:
    """The treebank in a file, opened without reading its sentences; what is malformed in them is listed with them.
    `profile` names how a token table is laid out; without it the table's own header or shape tells."""
    path, started = Path(path), time.perf_counter()
    treebank = loads(read(path), path, format, profile)
    elapsed = time.perf_counter() - started
    _logger.info("read %s: %d sentences, %d problems, %.2f s", path, len(treebank), len(treebank.problems), elapsed)
    return treebank


def loads(
    content: bytes, path: Location | None = None, format: str | None = None, profile: str | None = None
) -> Treebank:
    """The treebank in these bytes; `path` is for its messages, and for the format where that is not named."""
    path = None if path is None else Path(path)
    if format is not None:
        row = format_named(format)
    elif profile is not None:
        row = FORMATS["table"]
    else:
        row = format_of(Path("text") if path is None else path, content)
    _check_text(content, path)
    if profile is not None:
        if row.name != "table":
            what = f"{row.title} has no profiles"
            raise FormatError(path, None, what, "Leave the profile out, or open it as a table")
        chunks, problems = analyses.index(content, path, analyses.profile_named(profile))
    else:
        chunks, problems = row.index(content, path)
    if not len(chunks) and not problems:
        raise FormatError(path, None, "this file is empty", "There should be at least one sentence in it")
    return Treebank(chunks, path, row.name, problems)


def _check_text(content: bytes, path: Path | None) -> None:
    for name, marks in (("UTF-32", (b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")), ("UTF-16", (b"\xff\xfe", b"\xfe\xff"))):
        if content.startswith(marks):
            raise FormatError(path, 1, f"this file is in {name}", "Save it as UTF-8")
    start = content[:65536]
    if start.count(b"\0") * 8 > len(start):
        raise FormatError(path, None, "this is not a text file", "Choose a treebank, a table or a text in UTF-8")
    if b"\r" in start and b"\n" not in start and b"\n" not in content:
        what = "the lines end with a lone carriage return, as on very old systems"
        raise FormatError(path, 1, what, "Save it with Unix or Windows line ends")


def save(
    treebank: Treebank, path: Location, format: str | None = None, drop: bool = False, rights: int = USUAL
) -> bytes:
    """Writes a treebank: bytes of unedited sentences as they were read, or all sentences anew in another format.

    What the other format has no place for is refused; with `drop` it is left out. A new file gives these rights at
    most, and no more than the file that the treebank was read from. Gives what `read` finds there now.
    """
    path = Path(path)
    content, packed = composed(treebank, path, format, drop)
    target = path.resolve()
    remove_leftovers(target.parent, {target.name})
    rights &= rights_of_copy(target, [treebank.path])
    replace_atomically(path, [packed], rights=rights)
    _logger.info("wrote %s: %d sentences", path, len(treebank))
    return content


def left_out(treebank: Treebank, path: Location, format: str | None = None) -> dict[str, int]:
    """What a file would lack that was saved so with `drop`, and of how many sentences."""
    row = format_of(path) if format is None else format_named(format)
    if row.name == treebank.format:
        return {}
    return dict(Counter(title for sentence in treebank for title in _lost(sentence, row.name).values()))


def composed(treebank: Treebank, path: Location, format: str | None = None, drop: bool = False) -> tuple[bytes, bytes]:
    """What `save` would write, and the same packed as the ending of `path` asks; nothing is written."""
    path = Path(path)
    row = format_of(path) if format is None else format_named(format)
    if _untouched_file(treebank, path, row):
        assert treebank.path is not None
        assert isinstance(treebank.sentences, Chunks)
        return treebank.sentences.content, read_raw(treebank.path)
    try:
        content = b"".join(pieces(treebank, row.name, path, drop))
    except FormatError:
        if row.name != "table" or path == treebank.path:
            raise
        content = b"".join(_anew(treebank, row, path, drop))  # what a foreign layout has no place for, ours has
    return content, pack_like(path, content)


def _untouched_file(treebank: Treebank, path: Path, row: Format) -> bool:
    """Whether the very bytes on disk can be copied, packed as they are."""
    source = treebank.path
    if treebank.edited or source is None or row.name != treebank.format or source.suffix != path.suffix:
        return False
    try:
        return isinstance(treebank.sentences, Chunks) and read(source) == treebank.sentences.content
    except FormatError:  # moved or changed since; what is in memory is written
        return False


def pieces(treebank: Treebank, format: str, path: Location | None = None, drop: bool = False) -> Iterator[bytes]:
    """The bytes of the file that `save` writes, from its beginning to its end."""
    path = None if path is None else Path(path)
    row = format_named(format)
    chunks = treebank.sentences
    if isinstance(chunks, Chunks) and treebank.format == format:
        return _spliced(treebank, chunks, path)
    return _anew(treebank, row, path, drop)


def _anew(treebank: Treebank, row: Format, path: Path | None, drop: bool) -> Iterator[bytes]:
    if row.heading:
        yield (row.heading + "\n").encode()
    for number, sentence in enumerate(treebank, 1):
        lacking = row.lacks(sentence) if sentence.readable else f"it could not be read ({sentence.problems[0]})"
        if lacking is not None:
            what = f"sentence {number} cannot be written as {row.title}: {lacking}"
            raise FormatError(path, None, what, "Choose another format, or leave the sentence out")
        if not drop and (lost := _lost(sentence, row.name)):
            what = f"sentence {number} has {' and '.join(lost.values())}, and {row.title} has no place for that"
            raise FormatError(path, None, what, "Choose another format, or say that it may be dropped")
        yield (row.write(sentence) + row.between).encode()


def _spliced(treebank: Treebank, chunks: Chunks, path: Path | None) -> Iterator[bytes]:
    if treebank.edited and is_bare(treebank.format):
        what = f"{FORMATS[treebank.format].title} has no place for annotations"
        raise FormatError(path, None, what, "Save it as .conllu or .tsv; the text file stays as it is")
    done = 0
    for at in sorted(treebank.edits):
        yield chunks.content[done : chunks.starts[at]]
        sentence = treebank.edits[at]
        named = _lost(sentence, treebank.format)
        lost = [title for name, title in named.items() if name not in (CANDIDATES, CHOSEN)]  # columns say those
        if lost and not holds(treebank.format, CHOSEN):  # a table looks for itself, in its own layout
            title = FORMATS[treebank.format].title
            what = f"sentence {at + 1} has {' and '.join(lost)}, and {title} has no place for that"
            raise FormatError(path, None, what, "Save it in another format; this file stays as it is")
        if treebank.format == "conllu" and sentence.source is None and (lacking := conllu.lacks(sentence)) is not None:
            what = f"sentence {at + 1} cannot be written as CoNLL-U: {lacking}"
            raise FormatError(path, None, what, "Change it, and save it again; this file stays as it is")
        written = chunks.write(sentence) if sentence.source is None else sentence.source.decode()
        if b"\r\n" in chunks.raw(at) and "\r\n" not in written:
            written = written.replace("\n", "\r\n")
        yield written.encode()
        done = chunks.ends[at]
    yield chunks.content[done:]


def _lost(sentence: Sentence, format: str) -> dict[str, str]:
    """What of a sentence a format has no place for: its name, and its title for messages."""
    has = (
        (CONSTITUENTS.name, "a constituency tree", sentence.tree is not None),
        (DEPENDENCIES.name, "heads", any(head is not None for head in sentence.heads)),
        (READINGS, "lemmas, universal tags or features", _filled(sentence.lemmas, sentence.upos, sentence.feats)),
        (RANGES, "multiword ranges or empty nodes", bool(sentence.ranges or sentence.empty_nodes)),
        (CANDIDATES, "candidate readings", any(sentence.candidates)),
        (CHOSEN, "chosen readings", any(sentence.analyses)),
    )
    return {name: title for name, title, there in has if there and name not in FORMATS[format].holds}


def _filled(*columns: tuple[str, ...]) -> bool:
    return any(set(column) - {EMPTY} for column in columns)
