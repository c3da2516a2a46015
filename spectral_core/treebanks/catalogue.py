"""The list of treebanks that can be had: facts kept as data, with their date; searched by language and name."""

from __future__ import annotations

import difflib
import re
import tempfile
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from spectral_core.errors import FormatError, SettingsError
from spectral_core.files import Location, locate_assets, read, replace_atomically
from spectral_core.progress import Report, ignore_progress
from spectral_core.treebanks.checksums import DIGEST, digest_of
from spectral_core.treebanks.fetching import fetch

COLUMNS = ("language", "code", "treebank", "train", "sentences", "genre", "licence", "parts")
PINS = "sha256"  # a further column, which a list may have: a checksum for each part, "-" where it is not known
_RELEASE = re.compile(r"\brelease (\d[\w.]*)")
_COUNT = re.compile(r"[0-9]{1,15}")
_SAFE = re.compile(r"[\w.+-]+")  # of what becomes part of a name of a file
_RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)  # names of devices on Windows
_LONGEST_NAME = 120  # characters of a name of a file
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
    pins: tuple[str, ...] = ()  # SHA-256 of the file of each part, unpacked; "" for one that is not known
    release: str = ""  # that the pins are of

    @property
    def name(self) -> str:
        return f"UD_{self.language.replace(' ', '_')}-{self.treebank}"

    @property
    def files(self) -> tuple[str, ...]:
        return tuple(f"{self.code}_{self.treebank.lower()}-ud-{part}.conllu" for part in self.parts)

    def pin_of(self, file: str, release: str) -> str:
        """Return the SHA-256 that a file of a release must have; "" where the list does not say."""
        pins = dict(zip(self.files, self.pins, strict=False)) if release == self.release else {}
        return pins.get(file, "")


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
    place = locate_assets() / "treebanks.tsv" if path is None else Path(path)
    return parsed(read(place), place)


def refreshed(url: str, path: Location, report: Report = ignore_progress) -> Catalogue:
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
    columns = tuple(lines[1].split("\t")) if len(lines) > 1 and lines[0].startswith("#") else ()
    if columns not in (COLUMNS, (*COLUMNS, PINS)):
        raise FormatError(path, None, "this is no list of treebanks", remedy)
    about = lines[0].lstrip("# ")
    release = _RELEASE.search(about)
    if release is None:
        raise FormatError(path, 1, "this line does not say which release is listed", remedy)
    rows = [(line, at) for at, line in enumerate(lines[2:], 3) if line.strip()]
    entries = tuple(_offered(line, at, path, columns, release[1]) for line, at in rows)
    return Catalogue(about, release[1], entries)


def compose_list(catalogue: Catalogue) -> bytes:
    """Return the content of the file of a list."""
    has_pins = any(any(entry.pins) for entry in catalogue.entries)
    lines = [f"# {catalogue.about}", "\t".join((*COLUMNS, PINS) if has_pins else COLUMNS)]
    for entry in catalogue.entries:
        counts = ("" if count is None else str(count) for count in (entry.train, entry.sentences))
        cells = [entry.language, entry.code, entry.treebank, *counts, " ".join(entry.genres), entry.licence]
        cells.append(" ".join(entry.parts))
        if has_pins:
            cells.append(" ".join(pin or "-" for pin in entry.pins or ("",) * len(entry.parts)))
        lines.append("\t".join(cells))
    return "".join(f"{line}\n" for line in lines).encode()


def pin_files(catalogue: Catalogue, folder: Path) -> tuple[Catalogue, int]:
    """Return the list with the SHA-256 of every listed file that is somewhere in a folder, and how many those are."""
    digests: dict[str, str] = {}
    listed_files = {file for entry in catalogue.entries for file in entry.files}
    for path in sorted(folder.rglob("*")):
        name = path.name.removesuffix(".xz").removesuffix(".gz")
        if name not in listed_files or not path.is_file():
            continue
        digest = digest_of(path)
        if digests.setdefault(name, digest) != digest:
            raise FormatError(path, None, f"another {name} in this folder is different", "Keep the one of the release")
    entries = [_pin_entry(entry, digests, catalogue.release) for entry in catalogue.entries]
    return replace(catalogue, entries=tuple(entries)), len(digests)


def _pin_entry(entry: Offered, digests: Mapping[str, str], release: str) -> Offered:
    if not any(file in digests for file in entry.files):
        return entry
    before = entry.pins or ("",) * len(entry.files)
    pins = tuple(digests.get(file, pin) for file, pin in zip(entry.files, before, strict=True))
    return replace(entry, pins=pins, release=release)


def check_file_name(name: str) -> None:
    """Refuse what cannot be the name of a file on every system, or would lead into another folder."""
    if (
        not _SAFE.fullmatch(name)
        or ".." in name
        or name.endswith(".")
        or len(name) > _LONGEST_NAME
        or _RESERVED.fullmatch(name)
    ):
        raise SettingsError(f"{name[:_LONGEST_NAME]!r} cannot be the name of a file; choose another list")


def _offered(line: str, at: int, path: Path | None, columns: tuple[str, ...], release: str) -> Offered:
    cells = [cell.strip() for cell in line.split("\t")]
    if len(cells) != len(columns):
        raise FormatError(path, at, f"{len(cells)} columns where {len(columns)} are wanted", "Mend the line")
    language, code, treebank, train, sentences, genre, licence, parts, *more = cells
    pins = tuple("" if pin == "-" else pin.lower() for pin in more[0].split()) if more else ()
    known = (_number(train), _number(sentences), tuple(genre.split()), licence, tuple(parts.split()))
    entry = Offered(language, code, treebank, *known, pins, release if any(pins) else "")
    for word in (entry.name, *entry.files):
        try:
            check_file_name(word)
        except SettingsError:
            what = f"{word[:_LONGEST_NAME]!r} cannot be part of the name of a file"
            raise FormatError(path, at, what, "Mend the line") from None
    if not entry.parts:
        raise FormatError(path, at, "it does not say which files there are", "Mend the line")
    if pins and (len(pins) != len(entry.parts) or not all(not pin or DIGEST.fullmatch(pin) for pin in pins)):
        what = "the last column does not have a SHA-256, or -, for each part"
        raise FormatError(path, at, what, "Mend the line")
    return entry


def _number(cell: str) -> int | None:
    return int(cell) if _COUNT.fullmatch(cell) else None


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
