"""The program among those of a Linux desktop: its entry, its icon, and the kinds of files that it opens."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from spectral_core import files
from spectral_core.errors import MissingPartError

_NAME = "spectral-workbench"
_KINDS = (("x-conllu", "CoNLL-U treebank", ("conllu", "conll", "conllx")), ("x-ptb", "Penn treebank", ("mrg", "ptb")))
_UPDATES = (("update-mime-database", "mime"), ("update-desktop-database", "applications"))


def install_desktop(
    remove: Annotated[bool, typer.Option("--remove", help="Take everything away again that was installed.")] = False,
) -> None:
    """Put the program into the menus of this desktop, and have it open treebanks (Linux)."""
    if not sys.platform.startswith("linux"):
        what = "The entry of a desktop is for Linux"
        raise MissingPartError(f"{what}. Elsewhere a shortcut to spectral-gui does the same.")
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    for place, text in _files().items():
        path = home / place
        if remove:
            path.unlink(missing_ok=True)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            files.replace_atomically(path, [text.encode("utf-8")])
        print(f"{'removed' if remove else 'written'}: {path}")
    for program, folder in _UPDATES:
        if shutil.which(program) and (home / folder).is_dir():
            subprocess.run([program, str(home / folder)], check=False, capture_output=True)
    if not remove:
        print("Spectral Workbench is in the menus of this desktop now, and opens .conllu and .mrg files there.")
        print("`spectral install-desktop --remove` takes it away again.")


def _files() -> dict[str, str]:
    """What is written, by where it stands below the user's folder for data."""
    beside = Path(sys.executable).parent / "spectral-gui"
    command = f'"{beside}"' if beside.exists() else f'"{sys.executable}" -m spectral_gui'
    types = ";".join(f"text/{kind}" for kind, *_ in _KINDS)
    entry = (
        "[Desktop Entry]", "Type=Application", "Name=Spectral Workbench",
        "Comment=Read, annotate and model language", f"Exec={command} %f", f"Icon={_NAME}", "Terminal=false",
        "Categories=Education;Science;", f"MimeType={types};", "",
    )  # fmt: skip
    rows = ['<?xml version="1.0" encoding="UTF-8"?>']
    rows.append('<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">')
    for kind, title, endings in _KINDS:
        globs = "".join(f'<glob pattern="*.{ending}"/>' for ending in endings)
        rows.append(f'  <mime-type type="text/{kind}"><comment>{title}</comment>{globs}</mime-type>')
    icon = (files.locate_assets() / "icons" / f"{_NAME}.svg").read_text("utf-8")
    return {
        f"applications/{_NAME}.desktop": "\n".join(entry),
        f"mime/packages/{_NAME}.xml": "\n".join((*rows, "</mime-info>", "")),
        f"icons/hicolor/scalable/apps/{_NAME}.svg": icon,
    }


COMMANDS = (install_desktop,)
