"""Where a window stands at the start: inside its screen, whatever the system's scale and wherever it was last time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSize

from spectral_core.files import locate_assets
from spectral_gui.app.window_state import fit_into_areas

WRITTEN = locate_assets() / "sample" / "english" / "written.conllu"
SCREEN = QRect(0, 25, 1280, 775)

# Starts the program as users do, once for each home; it is told where its window is to stand when it ends.
STARTED = """
import json, os, sys
from pathlib import Path
from PySide6.QtCore import QEvent, QCoreApplication, QTimer
from PySide6.QtWidgets import QApplication
from spectral_gui import theme
from spectral_gui.app import start
from spectral_gui.app.dock_layouts import WORKSPACES
from spectral_gui.state import ChangeKind

make_application = start.make_application

def measure(window):
    for _ in range(5):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        QApplication.processEvents()
    return window.frameGeometry().getRect()

def look(application, place):
    (window,) = (each for each in application.topLevelWidgets() if hasattr(each, "panels") and each.isVisible())
    rows = {"start": measure(window)}
    def opened():
        for row in () if place else WORKSPACES:
            window.panels.show_workspace(row.name)
            rows[row.name] = measure(window)
        if place:
            window.setMinimumSize(1, 1)
            window.setGeometry(*place)
        area = application.primaryScreen().availableGeometry().getRect()
        print(json.dumps({"screen": area, "windows": rows}), flush=True)
        window.close()
    def on_changed(changes):
        if changes.has(ChangeKind.DOCUMENT):
            QTimer.singleShot(0, opened)
    window.context.session.changed.connect(on_changed)
    window.document_actions.open(Path(sys.argv[2]))

if __name__ == "__main__":
    application = make_application()
    for home, place in json.loads(sys.argv[1]):
        def make():
            theme.remove_style_sheet(application)
            QTimer.singleShot(0, lambda: look(application, place))
            return application
        os.environ["SPECTRAL_HOME"] = home
        start.make_application = make
        if code := start.run_window(None):
            sys.exit(code)
"""


def start(
    folder: Path, size: tuple[int, int], factor: float, places: Sequence[tuple[int, ...]] = ((),)
) -> list[dict[str, QRect]]:
    """Start the program on a screen of so many pixels, with a home for each place where it is to end; where its window
    stands at first and, where it is not to end elsewhere, in each workspace."""
    screen = {"name": "one", "x": 0, "y": 0, "width": size[0], "height": size[1], "logicalDpi": 96, "dpr": 1}
    (folder / "screen.json").write_text(json.dumps({"screens": [screen]}), encoding="utf-8")
    (folder / "start.py").write_text(STARTED, encoding="utf-8")
    homes = [(str(folder / f"home-{number}"), place) for number, place in enumerate(places)]
    environment = {
        **os.environ, "QT_QPA_PLATFORM": "offscreen:configfile=screen.json", "QT_SCALE_FACTOR": str(factor),
        "PYTHONPATH": os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), *sys.path])),
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "start.py", json.dumps(homes), str(WRITTEN)],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = map(json.loads, done.stdout.splitlines())
    return [
        {"screen": QRect(*one["screen"]), **{name: QRect(*row) for name, row in one["windows"].items()}} for one in told
    ]


@pytest.mark.parametrize("factor", [1.0, 1.5, 2.0])
def test_the_first_window_stays_inside_its_screen_in_every_workspace(tmp_path: Path, factor: float) -> None:
    (places,) = start(tmp_path, (1280, 800), factor)
    screen = places.pop("screen")
    assert screen.size() == QSize(round(1280 / factor), round(800 / factor))
    assert len(places) == 6
    for name, place in places.items():
        assert screen.contains(place), (name, place)


def test_a_window_that_was_left_on_another_screen_comes_back(tmp_path: Path) -> None:
    left = {"large": (0, 0, 2400, 1300), "corner": (2000, 1100, 700, 500), "outside": (-3000, -3000, 800, 600)}
    assert len(start(tmp_path, (2560, 1440), 1.0, list(left.values()))) == len(left)
    for name, places in zip(left, start(tmp_path, (1280, 800), 1.5, [()] * len(left)), strict=True):
        screen = places.pop("screen")
        assert len(places) == 6
        assert all(screen.contains(each) for each in places.values()), (name, places)


def test_a_geometry_that_fits_is_left_as_it_is() -> None:
    geometry = QRect(100, 100, 900, 600)
    assert fit_into_areas(geometry, [SCREEN]) == geometry


@pytest.mark.parametrize("place", [QPoint(-2000, 0), QPoint(0, 4000), QPoint(1200, 700), QPoint(-50, -50)])
@pytest.mark.parametrize("size", [QSize(300, 200), QSize(4000, 300), QSize(300, 4000), QSize(4000, 4000)])
def test_any_geometry_is_brought_into_a_screen_with_room_for_its_frame(place: QPoint, size: QSize) -> None:
    fitting = fit_into_areas(QRect(place, size), [SCREEN])
    assert SCREEN.contains(fitting.adjusted(0, -24, 0, 0))
    assert fitting.width() == min(size.width(), fitting.width())
    assert fitting.width() >= min(size.width(), 1200)


def test_a_window_goes_to_the_screen_that_shows_most_of_it() -> None:
    other = QRect(1280, 0, 1920, 1080)
    assert other.contains(fit_into_areas(QRect(1100, 100, 1000, 700), [SCREEN, other]))
    assert SCREEN.contains(fit_into_areas(QRect(100, 100, 1300, 700), [SCREEN, other]))
