"""The command that lists treebanks that can be had, and brings one of them here."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.options import AsJson, counted
from spectral_core.cli.output import Json, bars, print_json, print_table
from spectral_core.errors import SettingsError

if TYPE_CHECKING:
    from spectral_core.treebanks.catalogue import Catalogue, Offered

_GET = "get"
_CHECKS = {
    "list": "checked against the list",
    "earlier": "the same as in an earlier download",
    "server": "checked against what the server offers",
    "none": "not checked: nothing says what its checksum should be",
}


def treebanks(
    words: Annotated[
        list[str] | None, typer.Argument(help="Words of the language, name or genre; or `get` and the name of one.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The folder for the files; by default one of its name here.")
    ] = None,
    mirror: Annotated[
        str, typer.Option(help="Where to get it: an address laid out like the source, or with {treebank} and {file}.")
    ] = "",
    release: Annotated[str, typer.Option(help="Another release of Universal Dependencies than the list's.")] = "",
    catalogue: Annotated[
        str, typer.Option("--list", help="Another list than the one that comes along: a file or an address.")
    ] = "",
    pin: Annotated[
        Path | None,
        typer.Option(
            "--pin", help="Write the list with the checksums of the files of its release in this folder, to -o."
        ),
    ] = None,
    json: AsJson = False,
) -> None:
    """List treebanks of Universal Dependencies that can be had, or get one: `spectral treebanks get English-EWT`."""
    asked = words or []
    known = _listed(catalogue)
    if pin is not None:
        _pin(known, pin, output)
        return
    if asked[:1] == [_GET]:
        _get(known, " ".join(asked[1:]), output, mirror, release or known.release, json)
        return
    found = known.found(" ".join(asked))
    if json:
        print_json({"about": known.about, "treebanks": [_row(one) for one in found]})
        return
    rows = [
        (one.language, f"{one.language.replace(' ', '_')}-{one.treebank}", " ".join(one.genres), one.licence,
         _number(one.train), _number(one.sentences))
        for one in found
    ]  # fmt: skip
    print_table(known.about, ("language", "treebank", "genre", "licence", "to learn", "sentences"), rows, left=4)
    if not found:
        print(f"None of {len(known.entries)} has all these words; try fewer.", file=sys.stderr)


def _listed(place: str) -> Catalogue:
    from spectral_core.treebanks.catalogue import listed, refreshed

    if "://" not in place:
        return listed(place or None)
    with tempfile.TemporaryDirectory() as folder:
        return refreshed(place, Path(folder) / "list.tsv")


def _get(known: Catalogue, name: str, output: Path | None, mirror: str, release: str, json: bool) -> None:
    from spectral_core.treebanks.getting import address, get

    entry = known.named(name)
    if entry is None:
        near = " or ".join(known.near(name))
        remedy = f"did you mean {near}?" if near else "`spectral treebanks` lists them"
        raise SettingsError(f"{name or 'no name'}: there is no treebank of that name in the list; {remedy}")
    place = address(entry, release, "", mirror)
    print(f"{entry.name}, release {release}, licence {entry.licence or 'not known'}, from {place}", file=sys.stderr)
    with bars() as report:
        got = get(entry, release, output or Path(entry.name), report, mirror)
    for file in got.missing:
        print(f"{file}: the release does not have it.", file=sys.stderr)
    if json:
        files: list[Json] = [str(file) for file in got.files]
        checks: dict[str, Json] = {str(file): check for file, check in got.checks.items()}
        missing: list[Json] = list(got.missing)
        print_json({**_row(entry), "folder": str(got.folder), "got": files, "missing": missing, "checked": checks})
        return
    for path, check in got.checks.items():
        print(f"{path.name}: {_CHECKS[check]}.", file=sys.stderr)
    for path in got.files:
        print(path)
    print(f"{counted(len(got.files), 'file')} in {got.folder}", file=sys.stderr)


def _pin(known: Catalogue, folder: Path, output: Path | None) -> None:
    from spectral_core.files import replace_atomically
    from spectral_core.treebanks.catalogue import compose_list, pin_files

    if output is None:
        raise SettingsError("name the file of the new list with -o")
    pinned, count = pin_files(known, folder)
    if not count:
        raise SettingsError(f"no file in {folder} has a name of the list")
    replace_atomically(output, [compose_list(pinned)])
    print(f"{counted(count, 'file')} of release {known.release} pinned in {output}", file=sys.stderr)


def _row(one: Offered) -> dict[str, Json]:
    row: dict[str, Json] = {"name": one.name, "language": one.language, "code": one.code, "train": one.train}
    genres, files = list(one.genres), list(one.files)
    pins: dict[str, Json] = {file: pin for file, pin in zip(one.files, one.pins, strict=False) if pin}
    told: dict[str, Json] = {"sentences": one.sentences, "genres": genres, "licence": one.licence}
    return {**row, **told, "files": files, "sha256": pins}


def _number(count: int | None) -> str:
    return "" if count is None else f"{count:,}"


COMMANDS = (treebanks,)
