"""Treebanks in and out of files: which formats there are, and how one is opened and saved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from spectral_core.data import EMPTY, Problem, Sentence, Treebank
from spectral_core.errors import FormatError
from spectral_core.files import packed_like, read, replace_atomically
from spectral_core.formats import analyses, brackets, conllu, text
from spectral_core.formats.chunks import Chunks

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
    heading: str = ""  # the first line of a new file


def _needs_nothing(sentence: Sentence) -> str | None:
    return None if len(sentence) else "it has no words"


def _needs_tree(sentence: Sentence) -> str | None:
    return None if sentence.tree is not None else "it has no constituency tree"


FORMATS = {
    row.name: row
    for row in (
        Format(
            "conllu",
            "CoNLL-U and CoNLL-X",
            (".conllu", ".conll", ".conllx"),
            conllu.index,
            conllu.write,
            "\n\n",
            _needs_nothing,
        ),
        Format(
            "brackets",
            "Penn treebank brackets",
            (".mrg", ".ptb", ".brackets"),
            brackets.index,
            brackets.write,
            "\n",
            _needs_tree,
        ),
        Format("text", "Plain text", (".txt",), text.index, text.write, "\n", _needs_nothing),
        Format(
            "table",
            "Token table",
            (".tsv",),
            analyses.index,
            analyses.write,
            "\n\n",
            _needs_nothing,
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
        raise FormatError(None, None, f"there is no format {name!r}", f"There are {', '.join(FORMATS)}") from None


def format_of(path: Path, content: bytes = b"") -> Format:
    """The format that the name of a file tells, or else its first bytes."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] in _PACKED:
        suffixes.pop()
    if suffixes and suffixes[-1] in _SUFFIXES:
        return _SUFFIXES[suffixes[-1]]
    start = content[:65536].removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(b"("):
        return FORMATS["brackets"]
    for line in start.split(b"\n"):
        if not line.startswith(b"#"):
            if line.count(b"\t") == 9 and line[:1].isdigit():
                return FORMATS["conllu"]
            break
    known = " ".join(_SUFFIXES)
    what = "the name does not tell which format this is"
    raise FormatError(
        path, None, what, f"Give it one of the endings {known}, or name the format ({', '.join(FORMATS)})"
    )


def load(path: Path, format: str | None = None, profile: str | None = None) -> Treebank:
    """The treebank in a file, opened without reading its sentences; what is malformed in them is listed with them.

    `profile` names how a token table is laid out; without it the table's own header or shape tells.
    """
    return loads(read(path), path, format, profile)


def loads(content: bytes, path: Path | None = None, format: str | None = None, profile: str | None = None) -> Treebank:
    """The treebank in these bytes; `path` is for its messages, and for the format where that is not named."""
    if format is not None:
        row = format_named(format)
    elif profile is not None:
        row = FORMATS["table"]
    else:
        row = format_of(Path("text") if path is None else path, content)
    _check_text(content, path)
    if profile is not None:
        if row.name != "table":
            raise FormatError(
                path, None, f"{row.title} has no profiles", "Leave the profile out, or open it as a table"
            )
        chunks, problems = analyses.index(content, path, analyses.profile_named(profile))
    else:
        chunks, problems = row.index(content, path)
    if not len(chunks) and not problems:
        raise FormatError(path, None, "this file is empty", f"{row.title} has at least one sentence")
    return Treebank(chunks, path, row.name, problems)


def _check_text(content: bytes, path: Path | None) -> None:
    for mark, name in (
        (b"\xff\xfe\x00\x00", "UTF-32"),
        (b"\x00\x00\xfe\xff", "UTF-32"),
        (b"\xff\xfe", "UTF-16"),
        (b"\xfe\xff", "UTF-16"),
    ):
        if content.startswith(mark):
            raise FormatError(path, 1, f"this file is in {name}", "Save it as UTF-8")
    start = content[:65536]
    if start.count(b"\0") * 8 > len(start):
        raise FormatError(path, None, "this is not a text file", "Choose a treebank, a table or a text in UTF-8")
    if b"\r" in start and b"\n" not in start and b"\n" not in content:
        what = "the lines end with a lone carriage return, as on very old systems"
        raise FormatError(path, 1, what, "Save it with Unix or Windows line ends")


def save(treebank: Treebank, path: Path, format: str | None = None) -> None:
    """Writes a treebank: bytes of unedited sentences as they were read, or all sentences anew in another format."""
    row = format_of(path) if format is None else format_named(format)
    if _untouched_file(treebank, path, row):
        assert treebank.path is not None
        replace_atomically(path, [treebank.path.read_bytes()])
        return
    try:
        content = b"".join(pieces(treebank, row.name, path))
    except FormatError:
        if row.name != "table" or path == treebank.path:
            raise
        content = b"".join(_anew(treebank, row, path))  # what a foreign layout has no place for, ours has
    replace_atomically(path, [packed_like(path, content)])


def _untouched_file(treebank: Treebank, path: Path, row: Format) -> bool:
    """Whether the very bytes on disk can be copied, packed as they are."""
    source = treebank.path
    if treebank.edited or source is None or row.name != treebank.format or source.suffix != path.suffix:
        return False
    try:
        return isinstance(treebank.sentences, Chunks) and read(source) == treebank.sentences.content
    except FormatError:  # moved or changed since; what is in memory is written
        return False


def pieces(treebank: Treebank, format: str, path: Path | None = None) -> Iterator[bytes]:
    """The bytes of the file that `save` writes, from its beginning to its end."""
    row = format_named(format)
    chunks = treebank.sentences
    if isinstance(chunks, Chunks) and treebank.format == format:
        yield from _spliced(treebank, chunks, path)
    else:
        yield from _anew(treebank, row, path)


def _anew(treebank: Treebank, row: Format, path: Path | None) -> Iterator[bytes]:
    if row.heading:
        yield (row.heading + "\n").encode()
    for number, sentence in enumerate(treebank, 1):
        lacking = row.lacks(sentence) if sentence.readable else f"it could not be read ({sentence.problems[0]})"
        if lacking is not None:
            what = f"sentence {number} cannot be written as {row.title}: {lacking}"
            raise FormatError(path, None, what, "Choose another format, or leave the sentence out")
        yield (row.write(sentence) + row.between).encode()


def _spliced(treebank: Treebank, chunks: Chunks, path: Path | None) -> Iterator[bytes]:
    if treebank.edited and treebank.format == "text":
        what = "plain text has no place for annotations"
        raise FormatError(path, None, what, "Save it as .conllu or .tsv; the text file stays as it is")
    done = 0
    for at in sorted(treebank.edits):
        yield chunks.content[done : chunks.starts[at]]
        sentence = treebank.edits[at]
        if treebank.format == "brackets" and _says_more_than_a_tree(sentence):
            what = f"sentence {at + 1} has heads, lemmas or features, and brackets have no place for them"
            raise FormatError(path, None, what, "Save it as .conllu; the trees stay as they are in their file")
        written = chunks.write(sentence) if sentence.source is None else sentence.source.decode()
        if b"\r\n" in chunks.raw(at) and "\r\n" not in written:
            written = written.replace("\n", "\r\n")
        yield written.encode()
        done = chunks.ends[at]
    yield chunks.content[done:]


def _says_more_than_a_tree(sentence: Sentence) -> bool:
    columns = (sentence.lemmas, sentence.upos, sentence.feats, sentence.deprels, sentence.deps, sentence.misc)
    return any(head is not None for head in sentence.heads) or any(set(column) - {EMPTY} for column in columns)
