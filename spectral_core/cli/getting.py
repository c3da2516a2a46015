"""Command that lists available treebanks and downloads them."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.options import AsJson, format_count
from spectral_core.cli.output import Json, print_json, print_table, progress_bars
from spectral_core.errors import SettingsError

if TYPE_CHECKING:
    from spectral_core.treebanks.catalogue import Catalogue, CatalogueEntry

_GET = "get"
_CHECKS = {
    "list": "checked against the list",
    "earlier": "the same as in an earlier download",
    "server": "checked against what the server offers",
    "none": "not checked: its checksum is not known",
}


def treebanks(
    words: Annotated[
        list[str] | None, typer.Argument(help="Words of the language, name or genre; or `get` and the name of one.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Folder for the files; by default named like the treebank.")
    ] = None,
    mirror: Annotated[
        str, typer.Option(help="Mirror: a URL with the layout of the source, or with {treebank} and {file}.")
    ] = "",
    release: Annotated[str, typer.Option(help="Release of Universal Dependencies; by default the list's.")] = "",
    catalogue: Annotated[str, typer.Option("--list", help="Another list of treebanks: a file or a URL.")] = "",
    pin: Annotated[
        Path | None,
        typer.Option("--pin", help="Write the list to -o, with checksums of the release files in this folder."),
    ] = None,
    json: AsJson = False,
) -> None:
    """List treebanks of Universal Dependencies, or download one: `spectral treebanks get English-EWT`."""
    arguments = words or []
    available = _open_catalogue(catalogue)
    if pin is not None:
        _pin_checksums(available, pin, output)
        return
    if arguments[:1] == [_GET]:
        _download(available, " ".join(arguments[1:]), output, mirror, release or available.release, json)
        return
    entries = available.search(" ".join(arguments))
    if json:
        print_json({"about": available.about, "treebanks": [_entry_to_json(entry) for entry in entries]})
        return
    rows = [
        (entry.language, f"{entry.language.replace(' ', '_')}-{entry.treebank}", " ".join(entry.genres), entry.licence,
         _format_number(entry.train), _format_number(entry.sentences))
        for entry in entries
    ]  # fmt: skip
    print_table(available.about, ("language", "treebank", "genre", "licence", "train", "sentences"), rows, left=4)
    if not entries:
        print(f"None of {len(available.entries)} matches all these words; try fewer.", file=sys.stderr)


def _open_catalogue(source: str) -> Catalogue:
    from spectral_core.treebanks.catalogue import load_catalogue, refresh_catalogue

    if "://" not in source:
        return load_catalogue(source or None)
    with tempfile.TemporaryDirectory() as folder:
        return refresh_catalogue(source, Path(folder) / "list.tsv")


def _download(catalogue: Catalogue, name: str, output: Path | None, mirror: str, release: str, json: bool) -> None:
    from spectral_core.treebanks.treebank_download import download_treebank, make_file_url

    entry = catalogue.find_entry(name)
    if entry is None:
        suggestions = " or ".join(catalogue.suggest_names(name))
        remedy = f"did you mean {suggestions}?" if suggestions else "`spectral treebanks` lists them"
        raise SettingsError(f"{name or 'no name'}: there is no treebank of that name in the list; {remedy}")
    source = make_file_url(entry, release, "", mirror)
    print(f"{entry.name}, release {release}, licence {entry.licence or 'not known'}, from {source}", file=sys.stderr)
    with progress_bars() as report:
        download = download_treebank(entry, release, output or Path(entry.name), report, mirror)
    for file in download.missing:
        print(f"{file}: not in this release.", file=sys.stderr)
    if json:
        files: list[Json] = [str(file) for file in download.files]
        checks: dict[str, Json] = {str(file): check for file, check in download.checks.items()}
        missing: list[Json] = list(download.missing)
        print_json(
            {
                **_entry_to_json(entry),
                "folder": str(download.folder),
                "got": files,
                "missing": missing,
                "checked": checks,
            }
        )
        return
    for path, check in download.checks.items():
        print(f"{path.name}: {_CHECKS[check]}.", file=sys.stderr)
    for path in download.files:
        print(path)
    print(f"{format_count(len(download.files), 'file')} in {download.folder}", file=sys.stderr)


def _pin_checksums(catalogue: Catalogue, folder: Path, output: Path | None) -> None:
    from spectral_core.files import replace_atomically
    from spectral_core.treebanks.catalogue import compose_catalogue, pin_files

    if output is None:
        raise SettingsError("name the file of the new list with -o")
    pinned, count = pin_files(catalogue, folder)
    if not count:
        raise SettingsError(f"no file in {folder} is named in the list")
    replace_atomically(output, [compose_catalogue(pinned)])
    print(f"{format_count(count, 'file')} of release {catalogue.release} pinned in {output}", file=sys.stderr)


def _entry_to_json(entry: CatalogueEntry) -> dict[str, Json]:
    row: dict[str, Json] = {"name": entry.name, "language": entry.language, "code": entry.code, "train": entry.train}
    genres, files = list(entry.genres), list(entry.files)
    pins: dict[str, Json] = {file: pin for file, pin in zip(entry.files, entry.pins, strict=False) if pin}
    details: dict[str, Json] = {"sentences": entry.sentences, "genres": genres, "licence": entry.licence}
    return {**row, **details, "files": files, "sha256": pins}


def _format_number(count: int | None) -> str:
    return "" if count is None else f"{count:,}"


COMMANDS = (treebanks,)
