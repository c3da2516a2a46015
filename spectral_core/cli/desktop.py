"""Linux desktop integration: menu entry, icon and MIME types."""

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
    remove: Annotated[bool, typer.Option("--remove", help="Remove what was installed.")] = False,
) -> None:
    """Add the program to the menus of this desktop, and open treebanks with it (Linux)."""
    if not sys.platform.startswith("linux"):
        problem = "Desktop entries are for Linux"
        raise MissingPartError(f"{problem}. On other systems, make a shortcut to spectral-gui.")
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    for relative_path, text in _compose_files().items():
        path = home / relative_path
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
        print("Spectral Workbench is now in the menus of this desktop, and opens .conllu and .mrg files.")
        print("`spectral install-desktop --remove` removes it.")


def _compose_files() -> dict[str, str]:
    """Return the contents of the files to install, by path in the user's data folder."""
    executable = Path(sys.executable).parent / "spectral-gui"
    command = f'"{executable}"' if executable.exists() else f'"{sys.executable}" -m spectral_gui'
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
