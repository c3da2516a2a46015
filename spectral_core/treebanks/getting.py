"""A treebank of the list, brought into a folder: its files, from the repository of its release or from a mirror."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit

from spectral_core.errors import FetchError
from spectral_core.files import Location
from spectral_core.progress import Report, ignore_progress
from spectral_core.treebanks.catalogue import Offered, check_file_name
from spectral_core.treebanks.checksums import RECORD, Check, digest_of, read_record, update_record
from spectral_core.treebanks.fetching import compare_offered, fetch

SOURCE = "https://raw.githubusercontent.com/UniversalDependencies"  # where its makers publish them
LICENCE = "LICENSE.txt"  # the terms, beside the files
_PACKINGS = (".gz", ".xz")  # endings that a mirror may add
_MISSING = 404


@dataclass(frozen=True, slots=True)
class Got:
    """The files of a treebank that are here now, those to learn from first, and those that were not there to be had."""

    folder: Path
    files: tuple[Path, ...]
    missing: tuple[str, ...] = ()
    checks: Mapping[Path, Check] = field(default_factory=dict)  # of the files that were downloaded now


def address(entry: Offered, release: str, file: str, mirror: str = "") -> str:
    """Where a file of a treebank is. A mirror is a folder laid out like the source, or an address with {treebank},
    {release} and {file} in it."""
    base = mirror or SOURCE
    pattern = base if "{file}" in base else base.rstrip("/") + "/{treebank}/r{release}/{file}"
    told = {"treebank": entry.name, "release": release, "file": file}
    for name, value in told.items():
        pattern = pattern.replace(f"{{{name}}}", value)
    return pattern


def get(
    entry: Offered,
    release: str,
    folder: Location,
    report: Report = ignore_progress,
    mirror: str = "",
    record: Path | None = None,
) -> Got:
    """Bring the files of a treebank into a folder; those that are there already are not fetched again.

    Args:
        entry: the treebank.
        release: of Universal Dependencies; the checksums of the list count for its own alone.
        folder: where the files go.
        report: hears how far it is.
        mirror: where they come from; "" for the source.
        record: the file with the checksums of earlier downloads; by default one in the folder.

    Raises:
        FetchError: a file could not be had, or is not the one that the list or an earlier download had.
    """
    place = Path(folder)
    record = place / RECORD if record is None else record
    here: list[Path] = []
    missing: list[str] = []
    checks: dict[Path, Check] = {}
    for file in (*entry.files, LICENCE):
        url = address(entry, release, file, mirror)
        target = place / target_name(file, url)
        check: Check | None = None
        try:
            if not target.exists():
                check = _fetch_checked(url, target, record, entry, release, file, report)
        except FetchError as error:
            if error.status != _MISSING or (file == entry.files[-1] and not here):
                raise
            if file != LICENCE:
                missing.append(file)
            continue
        if file != LICENCE:
            here.append(target)
            if check is not None:
                checks[target] = check
    return Got(place, tuple(here), tuple(missing), checks)


def target_name(file: str, url: str) -> str:
    """Return the name of a file in the list, with the ending of its address where that says how it is packed."""
    check_file_name(file)
    try:
        path = unquote(urlsplit(url).path).lower()
    except ValueError:  # no address, which fetching it tells
        path = ""
    return file + next((packing for packing in _PACKINGS if path.endswith(packing)), "")


def forget(entry: Offered, release: str, record: Path) -> None:
    """Take the checksums of a treebank out of the record: what came was not it."""
    update_record(record, {}, tuple(_recorded_name(entry, release, file) for file in entry.files))


def _fetch_checked(
    url: str, target: Path, record: Path, entry: Offered, release: str, file: str, report: Report
) -> Check:
    """Fetch a file and compare its checksum: with the list's, else with an earlier download's, else with what the
    server offers. The first that comes without a checksum in the list is recorded."""
    pinned = entry.pin_of(file, release)
    name = _recorded_name(entry, release, file)
    earlier = read_record(record).get(name, "")
    check: Check = "none"
    digest = ""

    def verify(part: Path) -> None:
        nonlocal check, digest
        if file == LICENCE:
            compare_offered(url, part, report)
            return
        digest = digest_of(part)
        if pinned:
            _compare(digest, pinned, f"the list of release {release} has", "Choose another mirror, or renew the list")
            check = "list"
        elif earlier:
            remedy = f"If you know that the release was changed, remove the line of this file from {record}"
            _compare(digest, earlier, "an earlier download of this release had", remedy)
            check = "earlier"
        else:
            check = "server" if compare_offered(url, part, report) else "none"

    fetch(url, target, report, verify)
    if digest and not pinned:
        update_record(record, {name: digest})
    return check


def _compare(digest: str, expected: str, known: str, remedy: str) -> None:
    if digest != expected:
        what = f"this is not the same file: its checksum is {digest[:12]}…, and {known} {expected[:12]}…"
        raise ValueError(what, f"It was removed. {remedy}")


def _recorded_name(entry: Offered, release: str, file: str) -> str:
    return f"{entry.name}/r{release}/{file}"
