"""Catalogue of treebanks that can be downloaded: facts with their date, searched by language and name."""

from __future__ import annotations

import difflib
import re
import tempfile
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from spectral_core.errors import FormatError, SettingsError
from spectral_core.files import Location, locate_assets, read_file, replace_atomically
from spectral_core.progress import Report, ignore_progress
from spectral_core.treebanks.download import DIGEST, compute_digest, fetch

COLUMNS = ("language", "code", "treebank", "train", "sentences", "genre", "licence", "parts")
PIN_COLUMNS = ("release", "sha256")  # optional: a checksum for each part, "-" if unknown, and the release of the files
_RELEASE = re.compile(r"\brelease (\d[\w.]*)")
_COUNT = re.compile(r"[0-9]{1,15}")
_SAFE_NAME = re.compile(r"[\w.+-]+")  # for a component of a file name
_RESERVED_NAME = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)  # names of devices on Windows
_MAX_NAME_CHARACTERS = 120  # characters of a file name
_MIN_TRAIN_SENTENCES = 1000  # training sentences; smaller treebanks are listed last


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A treebank for download; unknown facts are None or empty."""

    language: str
    code: str
    treebank: str
    train: int | None  # training sentences
    sentences: int | None
    genres: tuple[str, ...]
    licence: str
    parts: tuple[str, ...]  # train first
    pins: tuple[str, ...] = ()  # SHA-256 of the uncompressed file of each part; "" if unknown
    release: str = ""  # release of the files with these checksums

    @property
    def name(self) -> str:
        """Name of its repository, such as UD_English-EWT."""
        return f"UD_{self.language.replace(' ', '_')}-{self.treebank}"

    @property
    def file_names(self) -> tuple[str, ...]:
        """Names of its CoNLL-U files, one for each part."""
        return tuple(f"{self.code}_{self.treebank.lower()}-ud-{part}.conllu" for part in self.parts)

    def has_checksums(self, release: str) -> bool:
        """Test whether the catalogue has the checksum of every file of a release."""
        return release == self.release and bool(self.pins) and all(self.pins)

    def get_pinned_checksum(self, file: str, release: str) -> str:
        """Return the expected SHA-256 of a file of a release; '' if the catalogue has none."""
        pins = dict(zip(self.file_names, self.pins, strict=False)) if release == self.release else {}
        return pins.get(file, "")


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The treebanks of a list; `about` is its first line, with the source and date of the facts."""

    about: str
    release: str  # the newest of Universal Dependencies, such as 2.18
    entries: tuple[CatalogueEntry, ...]

    def list_releases(self, entry: CatalogueEntry) -> tuple[str, ...]:
        """Return the releases of a treebank to choose from: the one with checksums first, then the newest."""
        releases = (entry.release, self.release) if entry.has_checksums(entry.release) else (self.release,)
        return tuple(dict.fromkeys(releases))

    def search(self, words: str) -> tuple[CatalogueEntry, ...]:
        """Return the entries with all these words in their language, name, code, genres or licence; within a language,
        larger training parts first."""
        query_words = _normalise_for_search(words).split()
        matches = [entry for entry in self.entries if all(word in _make_searchable_text(entry) for word in query_words)]
        return tuple(
            sorted(
                matches,
                key=lambda entry: (_compute_search_distance(entry, query_words), entry.language, -(entry.train or 0)),
            )
        )

    def find_entry(self, name: str) -> CatalogueEntry | None:
        """Return the treebank of a name in any usual spelling (UD_English-EWT, English-EWT, en_ewt); None if there is
        none."""
        normalised = _normalise_for_search(name).removeprefix("ud_").removeprefix("ud ").replace(" ", "_")
        for entry in self.entries:
            if normalised in (_normalise_for_search(entry.name)[3:], f"{entry.code}_{entry.treebank.lower()}"):
                return entry
        return None

    def suggest_names(self, name: str) -> tuple[str, ...]:
        """Return names similar to an unknown one."""
        names = {_normalise_for_search(entry.name).removeprefix("ud_"): entry.name for entry in self.entries}
        normalised = _normalise_for_search(name).removeprefix("ud_")
        similar = difflib.get_close_matches(normalised, names, cutoff=0.5)
        return tuple(names[normalised_name] for normalised_name in similar) or tuple(
            entry.name for entry in self.search(name)[:3] if name
        )


def load_catalogue(path: Location | None = None) -> Catalogue:
    """Read the catalogue in a file, by default the one shipped with the program."""
    source = locate_assets() / "treebanks.tsv" if path is None else Path(path)
    return parse_catalogue(read_file(source), source)


def download_catalogue(url: str, path: Location, report: Report = ignore_progress) -> Catalogue:
    """Download a catalogue from a URL to a file, and return it; if the download is no catalogue, the file is
    unchanged."""
    with tempfile.TemporaryDirectory() as folder:
        download = fetch(url, Path(folder) / "treebanks.tsv", report)
        content = read_file(download)
        catalogue = parse_catalogue(content, None)
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    replace_atomically(Path(path), [content])
    return catalogue


def parse_catalogue(content: bytes, path: Path | None) -> Catalogue:
    """Parse a catalogue: a description line, the column names, a line for each treebank."""
    remedy = "Choose a list of treebanks: its first line says so, its second names the columns"
    try:
        lines = content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise FormatError(path, None, "this is no list of treebanks, it is not UTF-8", remedy) from None
    columns = tuple(lines[1].split("\t")) if len(lines) > 1 and lines[0].startswith("#") else ()
    if columns not in (COLUMNS, (*COLUMNS, *PIN_COLUMNS)):
        raise FormatError(path, None, "this is no list of treebanks", remedy)
    about = lines[0].lstrip("# ")
    release = _RELEASE.search(about)
    if release is None:
        raise FormatError(path, 1, "this line does not say which release is listed", remedy)
    rows = [(line, number) for number, line in enumerate(lines[2:], 3) if line.strip()]
    entries = tuple(_parse_catalogue_entry(line, number, path, columns) for line, number in rows)
    return Catalogue(about, release[1], entries)


def compose_catalogue(catalogue: Catalogue) -> bytes:
    """Format a catalogue as the content of its file."""
    has_pins = any(any(entry.pins) for entry in catalogue.entries)
    lines = [f"# {catalogue.about}", "\t".join((*COLUMNS, *PIN_COLUMNS) if has_pins else COLUMNS)]
    for entry in catalogue.entries:
        counts = ("" if count is None else str(count) for count in (entry.train, entry.sentences))
        cells = [entry.language, entry.code, entry.treebank, *counts, " ".join(entry.genres), entry.licence]
        cells.append(" ".join(entry.parts))
        if has_pins:
            cells.append(entry.release or "-")
            cells.append(" ".join(pin or "-" for pin in entry.pins or ("",) * len(entry.parts)))
        lines.append("\t".join(cells))
    return "".join(f"{line}\n" for line in lines).encode()


def pin_checksums(catalogue: Catalogue, folder: Path, release: str = "") -> tuple[Catalogue, int]:
    """Return the catalogue with the SHA-256 of every listed file found anywhere in a folder, and their number.

    Args:
        catalogue: the catalogue.
        folder: the files of a release, in any layout.
        release: the release of these files; by default the newest. Checksums of another release are replaced.
    """
    digests: dict[str, str] = {}
    listed_files = {file for entry in catalogue.entries for file in entry.file_names}
    for path in sorted(folder.rglob("*")):
        name = path.name.removesuffix(".xz").removesuffix(".gz").removesuffix(".bz2")
        if name not in listed_files or not path.is_file():
            continue
        digest = compute_digest(path)
        if digests.setdefault(name, digest) != digest:
            raise FormatError(path, None, f"another {name} in this folder is different", "Keep the one of the release")
    entries = [_pin_entry(entry, digests, release or catalogue.release) for entry in catalogue.entries]
    return replace(catalogue, entries=tuple(entries)), len(digests)


def _pin_entry(entry: CatalogueEntry, digests: Mapping[str, str], release: str) -> CatalogueEntry:
    """Return an entry with the SHA-256 of those of its files that are in `digests`."""
    if not any(file in digests for file in entry.file_names):
        return entry
    old_pins = entry.pins if entry.pins and entry.release == release else ("",) * len(entry.file_names)
    pins = tuple(digests.get(file, pin) for file, pin in zip(entry.file_names, old_pins, strict=True))
    return replace(entry, pins=pins, release=release)


def check_file_name(name: str) -> None:
    """Raise an error for a name that is not valid on every system, or leads to another folder."""
    if (
        not _SAFE_NAME.fullmatch(name)
        or ".." in name
        or name.endswith(".")
        or len(name) > _MAX_NAME_CHARACTERS
        or _RESERVED_NAME.fullmatch(name)
    ):
        raise SettingsError(f"{name[:_MAX_NAME_CHARACTERS]!r} cannot be the name of a file; choose another list")


def _parse_catalogue_entry(line: str, number: int, path: Path | None, columns: tuple[str, ...]) -> CatalogueEntry:
    """Parse a line of the catalogue; FormatError with its number if it is malformed."""
    cells = [cell.strip() for cell in line.split("\t")]
    if len(cells) != len(columns):
        raise FormatError(path, number, f"{len(cells)} columns instead of {len(columns)}", "Correct the line")
    language, code, treebank, train, sentences, genre, licence, parts, *pin_cells = cells
    release, checksums = pin_cells or ("-", "")
    pins = tuple("" if pin == "-" else pin.lower() for pin in checksums.split())
    facts = (_parse_count(train), _parse_count(sentences), tuple(genre.split()), licence, tuple(parts.split()))
    entry = CatalogueEntry(language, code, treebank, *facts, pins, release if any(pins) and release != "-" else "")
    for word in (entry.name, *entry.file_names):
        try:
            check_file_name(word)
        except SettingsError:
            message = f"{word[:_MAX_NAME_CHARACTERS]!r} cannot be part of the name of a file"
            raise FormatError(path, number, message, "Correct the line") from None
    if not entry.parts:
        raise FormatError(path, number, "it does not say which files there are", "Correct the line")
    if pins and (len(pins) != len(entry.parts) or not all(not pin or DIGEST.fullmatch(pin) for pin in pins)):
        message = "the last column does not have a SHA-256, or -, for each part"
        raise FormatError(path, number, message, "Correct the line")
    return entry


def _parse_count(cell: str) -> int | None:
    return int(cell) if _COUNT.fullmatch(cell) else None


def _normalise_for_search(text: str) -> str:
    """Return a text in lower case and without accents, as it is searched."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def _make_searchable_text(entry: CatalogueEntry) -> str:
    """Return all texts of an entry in which words are searched, normalised."""
    fields = (
        entry.language,
        entry.treebank,
        entry.name,
        f"{entry.code}_{entry.treebank}",
        *entry.genres,
        entry.licence,
    )
    return _normalise_for_search(" ".join(fields))


def _compute_search_distance(entry: CatalogueEntry, query_words: list[str]) -> int:
    """Return the sort key of an entry for these words: entries of a language that they name first, small treebanks
    later."""
    if not query_words:
        return 0
    language = _normalise_for_search(entry.language).split()
    matches_language = (
        any(part.startswith(word) for word in query_words for part in language) or entry.code in query_words
    )
    return (0 if matches_language else 2) + ((entry.train or 0) < _MIN_TRAIN_SENTENCES)
