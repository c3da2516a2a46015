"""The list of treebanks that can be had: facts kept as data, with their date; searched by language and name."""

from __future__ import annotations

import difflib
import re
import tempfile
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from spectral_core.errors import FormatError
from spectral_core.files import Location, assets, read, replace_atomically
from spectral_core.progress import Report, silent
from spectral_core.treebanks.fetching import fetch

COLUMNS = ("language", "code", "treebank", "train", "sentences", "genre", "licence", "parts")
_RELEASE = re.compile(r"\brelease (\d[\w.]*)")
_SAFE = re.compile(r"[\w.+-]+")  # of what becomes part of a name of a file
_FEW = 1000  # sentences to learn from; what has fewer stands behind


@dataclass(frozen=True, slots=True)
class Offered:
    """A treebank that can be had; what is not known of it is None or empty."""

    language: str
    code: str
    treebank: str
    train: int | None  # sentences to learn from
    sentences: int | None
    genres: tuple[str, ...]
    licence: str
    parts: tuple[str, ...]  # train first

    @property
    def name(self) -> str:
        return f"UD_{self.language.replace(' ', '_')}-{self.treebank}"

    @property
    def files(self) -> tuple[str, ...]:
        return tuple(f"{self.code}_{self.treebank.lower()}-ud-{part}.conllu" for part in self.parts)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The treebanks of a list, and what its first line says of where and when the facts were found."""

    about: str
    release: str  # of Universal Dependencies, such as 2.18
    entries: tuple[Offered, ...]

    def found(self, words: str) -> tuple[Offered, ...]:
        """Those with all these words in their language, name, code, genres or licence; of a language, the one with
        most to learn from first."""
        wanted = _plain(words).split()
        fitting = [one for one in self.entries if all(word in _said(one) for word in wanted)]
        return tuple(sorted(fitting, key=lambda one: (_distance(one, wanted), one.language, -(one.train or 0))))

    def named(self, name: str) -> Offered | None:
        """The treebank of a name as people write it: UD_English-EWT, English-EWT, en_ewt."""
        wanted = _plain(name).removeprefix("ud_").removeprefix("ud ").replace(" ", "_")
        for one in self.entries:
            if wanted in (_plain(one.name)[3:], f"{one.code}_{one.treebank.lower()}"):
                return one
        return None

    def near(self, name: str) -> tuple[str, ...]:
        """Names that look like one that is none."""
        names = {_plain(one.name).removeprefix("ud_"): one.name for one in self.entries}
        wanted = _plain(name).removeprefix("ud_")
        alike = difflib.get_close_matches(wanted, names, cutoff=0.5)
        return tuple(names[one] for one in alike) or tuple(one.name for one in self.found(name)[:3] if name)


def listed(path: Location | None = None) -> Catalogue:
    """The list in a file, by default the one that comes along."""
    place = assets() / "treebanks.tsv" if path is None else Path(path)
    return parsed(read(place), place)


def refreshed(url: str, path: Location, report: Report = silent) -> Catalogue:
    """The list at an address, kept from now on in a file; one that is none leaves the file as it was."""
    with tempfile.TemporaryDirectory() as folder:
        fetched = fetch(url, Path(folder) / "treebanks.tsv", report)
        content = read(fetched)
        found = parsed(content, None)
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    replace_atomically(Path(path), [content])
    return found


def parsed(content: bytes, path: Path | None) -> Catalogue:
    """A list as its file has it: a line about it, the names of the columns, a line a treebank."""
    remedy = "Choose a list of treebanks: its first line says so, its second names the columns"
    try:
        lines = content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise FormatError(path, None, "this is no list of treebanks, it is not UTF-8", remedy) from None
    if len(lines) < 2 or not lines[0].startswith("#") or tuple(lines[1].split("\t")) != COLUMNS:
        raise FormatError(path, None, "this is no list of treebanks", remedy)
    about = lines[0].lstrip("# ")
    release = _RELEASE.search(about)
    if release is None:
        raise FormatError(path, 1, "this line does not say which release is listed", remedy)
    entries = tuple(_offered(line, at, path) for at, line in enumerate(lines[2:], 3) if line.strip())
    return Catalogue(about, release[1], entries)


def _offered(line: str, at: int, path: Path | None) -> Offered:
    cells = line.split("\t")
    if len(cells) != len(COLUMNS):
        raise FormatError(path, at, f"{len(cells)} columns where {len(COLUMNS)} are wanted", "Mend the line")
    language, code, treebank, train, sentences, genre, licence, parts = (cell.strip() for cell in cells)
    entry = Offered(
        language,
        code,
        treebank,
        _number(train),
        _number(sentences),
        tuple(genre.split()),
        licence,
        tuple(parts.split()),
    )
    for word in (entry.name, code, *entry.parts):  # names of files and folders are made of them
        if not _SAFE.fullmatch(word) or ".." in word:
            raise FormatError(path, at, f"{word!r} cannot be part of the name of a file", "Mend the line")
    if not entry.parts:
        raise FormatError(path, at, "it does not say which files there are", "Mend the line")
    return entry


def _number(cell: str) -> int | None:
    return int(cell) if cell.isdecimal() and len(cell) <= 18 else None


def _plain(text: str) -> str:
    """In small letters, without accents."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def _said(one: Offered) -> str:
    said = (one.language, one.treebank, one.name, f"{one.code}_{one.treebank}", *one.genres, one.licence)
    return _plain(" ".join(said))


def _distance(one: Offered, wanted: list[str]) -> int:
    """How far an entry stands from the words: by its language at first, then by the rest."""
    if not wanted:
        return 0
    language = _plain(one.language).split()
    begins = any(part.startswith(word) for word in wanted for part in language) or one.code in wanted
    return (0 if begins else 2) + ((one.train or 0) < _FEW)
