"""The walk in a real window on a virtual display, driven by xdotool's keys; screenshots are kept to be looked at.

python tests/benchmarks/display.py DIR        needs Xvfb and xdotool
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from spectral_core.files import locate_assets
from spectral_core.formats import load
from spectral_core.project import Project

DISPLAY = ":87"
GRAB = """
import sys
from PySide6.QtWidgets import QApplication
application = QApplication([])
application.primaryScreen().grabWindow(0).save(sys.argv[1])
"""
EACH = 10


class Driven:
    """A program on a display of its own, typed into from outside."""

    def __init__(self, room: Path, pictures: Path):
        self.environment = {**os.environ, "DISPLAY": DISPLAY, "SPECTRAL_HOME": str(room / "home")}
        self.environment.pop("QT_QPA_PLATFORM", None)
        self.pictures = pictures
        screen = ["Xvfb", DISPLAY, "-screen", "0", "1400x900x24", "-nolisten", "tcp"]
        self._screen = subprocess.Popen(screen, stderr=subprocess.DEVNULL)
        time.sleep(1)
        self.program: subprocess.Popen[bytes] | None = None

    def start(self, path: Path) -> None:
        self.program = subprocess.Popen([sys.executable, "-m", "spectral_gui", str(path)], env=self.environment)
        self.run("search", "--sync", "--onlyvisible", "--name", "Spectral Workbench")
        time.sleep(3)
        self.window = self.run("search", "--onlyvisible", "--name", "Spectral Workbench").split()[-1]
        self.run("windowsize", self.window, "1400", "900")
        self.run("windowmove", self.window, "0", "0")
        self.focus()

    def focus(self) -> None:
        """What a window manager does when a dialogue has gone."""
        self.run("windowfocus", self.window)
        time.sleep(0.5)

    def run(self, *arguments: str) -> str:
        return subprocess.run(["xdotool", *arguments], env=self.environment, capture_output=True, text=True).stdout

    def keys(self, *names: str) -> None:
        for name in names:
            self.run("key", "--clearmodifiers", name)
            time.sleep(0.12)

    def type(self, text: str) -> None:
        self.run("type", "--delay", "60", text)
        time.sleep(0.15)

    def picture(self, name: str) -> None:
        path = str(self.pictures / f"{name}.png")
        subprocess.run([sys.executable, "-c", GRAB, path], env=self.environment, check=True)

    def end(self) -> int:
        assert self.program is not None
        self.keys("ctrl+q")
        return self.program.wait(20)

    def close(self) -> None:
        if self.program is not None:
            self.program.kill()
        self._screen.terminate()
        self._screen.wait()


def main() -> None:
    pictures = Path(sys.argv[1])
    pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        room = Path(name)
        folder = room / "garden"
        folder.mkdir()
        for file in ("written.conllu", "written.mrg"):
            (folder / file).write_bytes((locate_assets() / "sample" / "english" / file).read_bytes())
        Project.create(folder, [folder / "written.conllu", folder / "written.mrg"], "Garden").close()
        driven = Driven(room, pictures)
        try:
            walk(driven, folder)
        finally:
            driven.close()


def walk(driven: Driven, folder: Path) -> None:
    driven.start(folder)
    driven.picture("1-open")
    driven.keys("ctrl+5", "ctrl+Return")
    time.sleep(6)
    driven.picture("2-train")
    driven.keys("ctrl+1")
    for number in range(EACH):
        driven.keys("ctrl+Down", "End", "h")
        if number == 2:
            driven.picture("3-head")
        driven.type("1")
        driven.keys("Return")
        if number % 2:
            driven.keys("ctrl+z")
    driven.keys("r")
    driven.picture("4-relation")
    driven.keys("Escape", "F6")
    time.sleep(2)
    for number in range(EACH):
        driven.keys("ctrl+Down", "Home", "r")
        driven.type("FRAG")
        if number == 2:
            driven.picture("5-label")
        driven.keys("shift+Return")
        if number % 2:
            driven.keys("ctrl+z")
    driven.picture("6-trees")
    driven.keys("question")
    time.sleep(1)
    driven.picture("7-keys")
    driven.keys("Escape")
    driven.focus()
    print("ended with", driven.end())
    driven.start(folder)
    driven.picture("8-again")
    driven.keys("ctrl+s", "F6")
    time.sleep(2)
    driven.keys("ctrl+s")
    time.sleep(1)
    driven.keys("ctrl+2")
    time.sleep(1)
    driven.picture("9-read")
    driven.keys("ctrl+1")
    print("ended with", driven.end())
    for file in ("written.conllu", "written.mrg"):
        before, after = load(locate_assets() / "sample" / "english" / file), load(folder / file)
        changed = [at + 1 for at, (one, two) in enumerate(zip(before, after, strict=True)) if one != two]
        print(f"{file}: {len(changed)} sentences changed: {changed}")


if __name__ == "__main__":
    main()
