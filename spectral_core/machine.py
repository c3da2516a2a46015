"""Checks of this machine: the system libraries, display and packages that the window needs; none is imported."""

from __future__ import annotations

import ctypes
import importlib.metadata
import os
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

HOME_VARIABLE = "SPECTRAL_HOME"  # a single folder for everything, for portable use
_FOLDER_NAME = "spectral-workbench"


@dataclass(frozen=True, slots=True)
class SystemLibrary:
    """A system library that Qt loads on Linux, and the packages that contain it; elsewhere Qt brings all of them."""

    file: str  # name for the dynamic loader
    apt: str
    dnf: str


_OFFSCREEN_LIBRARIES = (
    SystemLibrary("libEGL.so.1", "libegl1", "libglvnd-egl"),
    SystemLibrary("libGL.so.1", "libgl1", "libglvnd-glx"),
    SystemLibrary("libdbus-1.so.3", "libdbus-1-3", "dbus-libs"),
    SystemLibrary("libfontconfig.so.1", "libfontconfig1", "fontconfig"),
    SystemLibrary("libglib-2.0.so.0", "libglib2.0-0", "glib2"),
    SystemLibrary("libxkbcommon.so.0", "libxkbcommon0", "libxkbcommon"),
)
_DISPLAY_LIBRARIES = (
    SystemLibrary("libxcb-cursor.so.0", "libxcb-cursor0", "xcb-util-cursor"),
    SystemLibrary("libxcb-icccm.so.4", "libxcb-icccm4", "xcb-util-wm"),
    SystemLibrary("libxcb-keysyms.so.1", "libxcb-keysyms1", "xcb-util-keysyms"),
    SystemLibrary("libxkbcommon-x11.so.0", "libxkbcommon-x11-0", "libxkbcommon-x11"),
    SystemLibrary("libxcb-xkb.so.1", "libxcb-xkb1", "libxcb"),
    SystemLibrary("libxcb-randr.so.0", "libxcb-randr0", "libxcb"),
    SystemLibrary("libxcb-shape.so.0", "libxcb-shape0", "libxcb"),
    SystemLibrary("libxcb-render-util.so.0", "libxcb-render-util0", "xcb-util-renderutil"),
    SystemLibrary("libxcb-image.so.0", "libxcb-image0", "xcb-util-image"),
)


def user_folder(kind: Literal["config", "data"]) -> Path:
    """Return the user's folder for settings or data: the system's, or one below SPECTRAL_HOME."""
    home = os.environ.get(HOME_VARIABLE)
    if home:
        return Path(home) / kind
    import platformdirs

    find_folder = platformdirs.user_config_dir if kind == "config" else platformdirs.user_data_dir
    return Path(find_folder(_FOLDER_NAME, appauthor=False))


def get_window_command() -> list[str]:
    """Return the command that starts the window: a module of this Python, or the program in an application folder."""
    if getattr(sys, "frozen", False):
        return [str(Path(sys.executable).with_name("spectral-gui"))]
    return [sys.executable, "-m", "spectral_gui"]


def has_display() -> bool:
    """Test whether a window can be shown: an X or Wayland display on Linux, always elsewhere."""
    if os.environ.get("QT_QPA_PLATFORM", "").split(":")[0] in {"offscreen", "minimal"}:
        return False
    if sys.platform in {"win32", "darwin"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def find_missing_libraries(display: bool) -> tuple[SystemLibrary, ...]:
    """Return the system libraries that cannot be loaded, with `display` also those of an X display."""
    if not sys.platform.startswith("linux"):
        return ()  # the wheels of other systems include them all
    required = _OFFSCREEN_LIBRARIES + (_DISPLAY_LIBRARIES if display else ())
    return tuple(library for library in required if not _can_load_library(library.file))


def _can_load_library(file: str) -> bool:
    """Test whether the dynamic loader finds a library."""
    try:
        ctypes.CDLL(file)
    except OSError:
        return False
    return True


def list_install_commands(missing: Iterable[SystemLibrary]) -> tuple[str, ...]:
    """Return the install command of this machine's package manager, or of each one if it is unknown."""
    missing = tuple(missing)
    packages = {"apt-get": [library.apt for library in missing], "dnf": [library.dnf for library in missing]}
    commands = {tool: f"{tool} install -y {' '.join(dict.fromkeys(names))}" for tool, names in packages.items()}
    installed = next(filter(shutil.which, commands), None)
    return tuple(commands.values()) if installed is None else (commands[installed],)


def describe_missing_libraries(missing: Iterable[SystemLibrary]) -> str:
    """Name what the window lacks and the command that installs it, in one sentence."""
    missing = tuple(missing)
    files = ", ".join(library.file for library in missing)
    commands = "; or ".join(list_install_commands(missing))
    verb = "is" if len(missing) == 1 else "are"
    return f"The window cannot start because {files} {verb} not on this machine. Install with: {commands}"


def package_version(distribution: str) -> str | None:
    """Return the version of an installed package, None if it is not installed; the package is not imported."""
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return None
