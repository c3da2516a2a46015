"""Download of a catalogued treebank to a folder, from the repository of its release or from a mirror."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit

from spectral_core.errors import FetchError
from spectral_core.files import Location
from spectral_core.progress import Report, ignore_progress
from spectral_core.treebanks.catalogue import CatalogueEntry, check_file_name
from spectral_core.treebanks.download import (
    RECORD,
    Check,
    check_offered_checksum,
    compute_digest,
    fetch,
    read_checksum_record,
    update_checksum_record,
)

SOURCE = "https://raw.githubusercontent.com/UniversalDependencies"  # repositories of the treebanks
LICENCE = "LICENSE.txt"  # licence file next to the treebank's files
_ARCHIVE_SUFFIXES = (".gz", ".xz", ".bz2")  # suffixes that a mirror may add
_NOT_FOUND = 404


@dataclass(frozen=True, slots=True)
class DownloadedTreebank:
    """Files of a treebank in its folder, the training part first, and the files missing on the server."""

    folder: Path
    files: tuple[Path, ...]
    missing: tuple[str, ...] = ()
    checks: Mapping[Path, Check] = field(default_factory=dict)  # of newly downloaded files


def make_file_url(entry: CatalogueEntry, release: str, file: str, mirror: str = "") -> str:
    """Return the address of a file of a treebank. A mirror is a folder laid out like the source, or an address with
    {treebank}, {release} and {file} in it."""
    base = mirror or SOURCE
    pattern = base if "{file}" in base else base.rstrip("/") + "/{treebank}/r{release}/{file}"
    parameters = {"treebank": entry.name, "release": release, "file": file}
    for name, value in parameters.items():
        pattern = pattern.replace(f"{{{name}}}", value)
    return pattern


def download_treebank(
    entry: CatalogueEntry,
    release: str,
    folder: Location,
    report: Report = ignore_progress,
    mirror: str = "",
    record: Path | None = None,
) -> DownloadedTreebank:
    """Download the files of a treebank into a folder; existing files are not fetched again.

    Args:
        entry: the treebank.
        release: of Universal Dependencies; the checksums of the entry apply only to its own release.
        folder: the folder of the files.
        report: receives the progress.
        mirror: the mirror to download from; "" for the source.
        record: the file with the checksums of earlier downloads; by default one in the folder.

    Raises:
        FetchError: a file could not be fetched, or differs from the one in the catalogue or in an earlier download.
    """
    directory = Path(folder)
    record = directory / RECORD if record is None else record
    downloaded: list[Path] = []
    missing: list[str] = []
    checks: dict[Path, Check] = {}
    for file in (*entry.file_names, LICENCE):
        url = make_file_url(entry, release, file, mirror)
        target = directory / make_target_name(file, url)
        check: Check | None = None
        try:
            if not target.exists():
                check = _fetch_and_check(url, target, record, entry, release, file, report)
        except FetchError as error:
            if error.status != _NOT_FOUND or (file == entry.file_names[-1] and not downloaded):
                raise
            if file != LICENCE:
                missing.append(file)
            continue
        if file != LICENCE:
            downloaded.append(target)
            if check is not None:
                checks[target] = check
    return DownloadedTreebank(directory, tuple(downloaded), tuple(missing), checks)


def make_target_name(file: str, url: str) -> str:
    """Return the name under which a catalogued file is stored: its own, with the compression suffix of its address."""
    check_file_name(file)
    try:
        path = unquote(urlsplit(url).path).lower()
    except ValueError:  # invalid address: fetching it reports the error
        path = ""
    return file + next((packing for packing in _ARCHIVE_SUFFIXES if path.endswith(packing)), "")


def forget_checksums(entry: CatalogueEntry, release: str, record: Path) -> None:
    """Remove the checksums of a treebank from the record, because the recorded files were wrong."""
    update_checksum_record(record, {}, tuple(_make_record_key(entry, release, file) for file in entry.file_names))


def _fetch_and_check(
    url: str, target: Path, record: Path, entry: CatalogueEntry, release: str, file: str, report: Report
) -> Check:
    """Fetch a file and verify its checksum against that of the catalogue, else of an earlier download, else of the
    server; return which. A first download that the catalogue has no checksum for is recorded."""
    pinned_digest = entry.get_pinned_checksum(file, release)
    name = _make_record_key(entry, release, file)
    earlier_digest = read_checksum_record(record).get(name, "")
    check: Check = "none"
    digest = ""

    def verify(part: Path) -> None:
        nonlocal check, digest
        if file == LICENCE:
            check_offered_checksum(url, part, report)
            return
        digest = compute_digest(part)
        if pinned_digest:
            _require_equal_digests(
                digest, pinned_digest, f"the list of release {release} has", "Choose another mirror, or renew the list"
            )
            check = "list"
        elif earlier_digest:
            remedy = f"If you know that the release was changed, remove the line of this file from {record}"
            _require_equal_digests(digest, earlier_digest, "an earlier download of this release had", remedy)
            check = "earlier"
        else:
            check = "server" if check_offered_checksum(url, part, report) else "none"

    fetch(url, target, report, verify)
    if digest and not pinned_digest:
        update_checksum_record(record, {name: digest})
    return check


def _require_equal_digests(digest: str, expected: str, owner: str, remedy: str) -> None:
    """Raise ValueError, with a message and a remedy, if a checksum is not the expected one."""
    if digest != expected:
        message = f"this is not the same file: its checksum is {digest[:12]}…, and {owner} {expected[:12]}…"
        raise ValueError(message, f"It was removed. {remedy}")


def _make_record_key(entry: CatalogueEntry, release: str, file: str) -> str:
    """Return the name of a file in the record of checksums."""
    return f"{entry.name}/r{release}/{file}"
