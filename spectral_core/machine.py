"""What this machine has and lacks: the window's system libraries, a display, packages; nothing is imported."""

from __future__ import annotations

import ctypes
import importlib.metadata
import importlib.util
import os
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Library:
    """A system library that Qt opens, with the package that brings it."""

    file: str  # as the loader knows it
    apt: str
    dnf: str
    brew: str = ""  # "" where the system has it, or does not need it


_OFFSCREEN = (
    Library("libEGL.so.1", "libegl1", "libglvnd-egl"),
    Library("libGL.so.1", "libgl1", "libglvnd-glx"),
    Library("libdbus-1.so.3", "libdbus-1-3", "dbus-libs"),
    Library("libfontconfig.so.1", "libfontconfig1", "fontconfig"),
    Library("libglib-2.0.so.0", "libglib2.0-0", "glib2"),
    Library("libxkbcommon.so.0", "libxkbcommon0", "libxkbcommon"),
)
_DISPLAY = (
    Library("libxcb-cursor.so.0", "libxcb-cursor0", "xcb-util-cursor"),
    Library("libxcb-icccm.so.4", "libxcb-icccm4", "xcb-util-wm"),
    Library("libxcb-keysyms.so.1", "libxcb-keysyms1", "xcb-util-keysyms"),
    Library("libxkbcommon-x11.so.0", "libxkbcommon-x11-0", "libxkbcommon-x11"),
    Library("libxcb-xkb.so.1", "libxcb-xkb1", "libxcb"),
    Library("libxcb-randr.so.0", "libxcb-randr0", "libxcb"),
    Library("libxcb-shape.so.0", "libxcb-shape0", "libxcb"),
    Library("libxcb-render-util.so.0", "libxcb-render-util0", "xcb-util-renderutil"),
    Library("libxcb-image.so.0", "libxcb-image0", "xcb-util-image"),
)
_INSTALLERS = (("apt-get", "apt-get install -y"), ("dnf", "dnf install -y"), ("brew", "brew install"))


def window_command() -> list[str]:
    """What starts the window: a module of this Python, or the program beside this one in an application folder."""
    if getattr(sys, "frozen", False):
        return [str(Path(sys.executable).with_name("spectral-gui"))]
    return [sys.executable, "-m", "spectral_gui"]


def has_display() -> bool:
    """Whether a window can be shown: an X or Wayland display on Linux, always elsewhere."""
    if os.environ.get("QT_QPA_PLATFORM", "").split(":")[0] in {"offscreen", "minimal"}:
        return False
    if sys.platform in {"win32", "darwin"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def missing_libraries(display: bool) -> tuple[Library, ...]:
    """The system libraries that are not here; with `display` those of a real X display as well."""
    if not sys.platform.startswith("linux"):
        return ()  # the wheels of other systems bring all they need
    wanted = _OFFSCREEN + (_DISPLAY if display else ())
    return tuple(library for library in wanted if not _opens(library.file))


def _opens(file: str) -> bool:
    try:
        ctypes.CDLL(file)
    except OSError:
        return False
    return True


def install_lines(missing: Iterable[Library]) -> tuple[str, ...]:
    """The line that installs them for each package tool; the one of this machine alone where it is known."""
    missing = tuple(missing)
    lines = []
    for tool, line in _INSTALLERS:
        names = {
            "apt-get": [m.apt for m in missing],
            "dnf": [m.dnf for m in missing],
            "brew": [m.brew for m in missing],
        }
        packages = " ".join(dict.fromkeys(name for name in names[tool] if name))
        if not packages:
            continue
        if shutil.which(tool):
            return (f"{line} {packages}",)
        lines.append(f"{line} {packages}")
    return tuple(lines)


def explain_missing(missing: Iterable[Library]) -> str:
    """One sentence that names what the window lacks, and the line that installs it."""
    missing = tuple(missing)
    files = ", ".join(library.file for library in missing)
    lines = "; or ".join(install_lines(missing))
    verb = "is" if len(missing) == 1 else "are"
    return f"The window cannot start because {files} {verb} not on this machine. Install with: {lines}"


def version_of(distribution: str) -> str | None:
    """The installed version of a package, or None; the package is not imported."""
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return None


def importable(module: str) -> bool:
    """Whether a module could be imported; it is not."""
    return importlib.util.find_spec(module) is not None
