"""Commands that open the window, show the demonstration, check the installation and integrate with a Linux desktop."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from spectral_core import files, machine
from spectral_core.errors import MissingPartError

_SPECIAL_IN_EXEC = re.compile(r'(["`$\\])')  # characters that a backslash quotes in the key Exec
_PACKAGES = (
    ("PySide6-Essentials", "the window"),
    ("numpy", "arrays"),
    ("scipy", "singular values"),
    ("numba", "compiled kernels"),
    ("matplotlib", "plots"),
    ("networkx", "automata"),
    ("typer", "the command line"),
    ("rich", "progress bars and tables"),
    ("platformdirs", "location of settings"),
    ("threadpoolctl", "one thread a process"),
    ("msgspec", "settings and project files"),
)
_APPLICATION_NAME = "spectral-workbench"
_FILE_TYPES = (
    ("x-conllu", "CoNLL-U treebank", ("conllu", "conll", "conllx")),
    ("x-ptb", "Penn treebank", ("mrg", "ptb")),
)
_DATABASE_UPDATES = (("update-mime-database", "mime"), ("update-desktop-database", "applications"))


def gui(
    context: typer.Context, path: Annotated[Path | None, typer.Argument(help="A treebank to open.")] = None
) -> None:
    """Open the window."""
    missing = machine.find_missing_libraries(display=machine.has_display())
    if missing:
        raise MissingPartError(machine.describe_missing_libraries(missing))
    if not machine.has_display():
        problem = "There is no display: neither DISPLAY nor WAYLAND_DISPLAY is set"
        raise MissingPartError(
            f"{problem}. Start it on a desktop, or under xvfb-run; `spectral demo` works without one."
        )
    verbosity = 0 if context.parent is None else context.parent.params["verbose"]
    options = [*["--verbose"] * verbosity, *([str(path)] if path else [])]
    raise typer.Exit(subprocess.call([*machine.get_window_command(), *options]))


def demo(
    pictures: Annotated[
        Path | None, typer.Option(help="Write pictures of the window to this folder; no display is needed.")
    ] = None,
) -> None:
    """Show the sample project: in a window if there is a display, otherwise as tables and pictures."""
    missing = machine.find_missing_libraries(display=machine.has_display())
    if machine.has_display() and not missing and pictures is None:
        raise typer.Exit(subprocess.call([*machine.get_window_command(), "--sample"]))
    from spectral_core.bench import demo as sample_project

    sample_project.print_demo()
    missing_for_pictures = machine.find_missing_libraries(display=False)
    if missing or missing_for_pictures:
        print(machine.describe_missing_libraries(missing_for_pictures or missing))
    if missing_for_pictures:
        raise typer.Exit(0 if pictures is None else 1)
    folder = Path("spectral-demo") if pictures is None else pictures
    print(f"Pictures of the window are written to {folder}:", flush=True)
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = [*machine.get_window_command(), "--pictures", str(folder)]
    raise typer.Exit(subprocess.call(command, env=environment))


def doctor() -> None:
    """Report the state of the installation, with commands that install missing parts."""
    from spectral_core.cli.input_output import print_table
    from spectral_core.files import locate_assets
    from spectral_core.logs import get_log_path
    from spectral_core.morphology.catalogue import ANALYSERS

    rows = [["Python", sys.version.split()[0], "" if sys.version_info >= (3, 11) else "3.11 or newer is needed"]]
    for name, use in _PACKAGES:
        version = machine.package_version(name)
        rows.append([name, version or "missing", use if version else f"{use}: pip install {name}"])
    print_table("Packages", ["part", "version", "for"], rows, left=3)
    available = (row for row in ANALYSERS.values() if row.name != "none")
    analysers = [[row.name, row.title, row.get_advice() or "ready"] for row in available]
    print_table("Analysers", ["name", "analyser", "state"], analysers, left=3)
    print(f"Display: {'yes' if machine.has_display() else 'none; only the window needs one'}")
    missing = machine.find_missing_libraries(display=True)
    print(machine.describe_missing_libraries(missing) if missing else "System libraries of the window: complete")
    print(f"Sample project: {locate_assets() / 'sample'}")
    state = "" if get_log_path().exists() else " (none yet; the window creates it)"
    print(f"Log: {get_log_path()}{state}; logs of the engine and of commands are in the same folder")


def install_desktop(
    remove: Annotated[bool, typer.Option("--remove", help="Remove what was installed.")] = False,
) -> None:
    """Add the program to the menus of this desktop, and open treebanks with it (Linux)."""
    if not sys.platform.startswith("linux"):
        problem = "Desktop entries are for Linux"
        raise MissingPartError(f"{problem}. On other systems, make a shortcut to spectral-gui.")
    home = Path(os.environ.get("XDG_DATA_HOME") or "")
    if not home.is_absolute():  # ignored, as the specification of these folders wants it
        home = Path.home() / ".local" / "share"
    for relative_path, text in _compose_desktop_files().items():
        path = home / relative_path
        if remove and not path.exists():
            continue
        if remove:
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            files.replace_atomically(path, [text.encode("utf-8")])
        print(f"{'removed' if remove else 'written'}: {path}")
    for program, folder in _DATABASE_UPDATES:
        if shutil.which(program) and (home / folder).is_dir():
            subprocess.run([program, str(home / folder)], check=False, capture_output=True)
    if not remove:
        print("Spectral Workbench is now in the menus of this desktop, and opens .conllu and .mrg files.")
        print("`spectral install-desktop --remove` removes it.")


def _compose_desktop_files() -> dict[str, str]:
    """Return the contents of the files to install, by path in the user's data folder."""
    executable = Path(sys.executable).parent / "spectral-gui"
    command = _quote_program(executable) if executable.exists() else f"{_quote_program(sys.executable)} -m spectral_gui"
    types = ";".join(f"text/{kind}" for kind, *_ in _FILE_TYPES)
    entry = (
        "[Desktop Entry]", "Type=Application", "Name=Spectral Workbench", "Comment=Read, annotate and model language",
        f"Exec={command} %f", f"Icon={_APPLICATION_NAME}", "Terminal=false", "Categories=Education;Science;",
        f"MimeType={types};", "",
    )  # fmt: skip
    rows = ['<?xml version="1.0" encoding="UTF-8"?>']
    rows.append('<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">')
    for kind, title, endings in _FILE_TYPES:
        globs = "".join(f'<glob pattern="*.{ending}"/>' for ending in endings)
        rows.append(f'  <mime-type type="text/{kind}"><comment>{title}</comment>{globs}</mime-type>')
    icon = (files.locate_assets() / "icons" / f"{_APPLICATION_NAME}.svg").read_text("utf-8")
    return {
        f"applications/{_APPLICATION_NAME}.desktop": "\n".join(entry),
        f"mime/packages/{_APPLICATION_NAME}.xml": "\n".join((*rows, "</mime-info>", "")),
        f"icons/hicolor/scalable/apps/{_APPLICATION_NAME}.svg": icon,
    }


def _quote_program(path: Path | str) -> str:
    """Quote the path of a program for the key Exec of a desktop entry, in which % and some other characters are
    special; the value is a string in which backslashes are doubled once more."""
    quoted = _SPECIAL_IN_EXEC.sub(r"\\\1", str(path)).replace("%", "%%")
    return f'"{quoted}"'.replace("\\", "\\\\")


COMMANDS = (
    demo,
    gui,
    doctor,
    install_desktop,
)
