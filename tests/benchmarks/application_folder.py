"""Builds the application folder with PyInstaller and uses it: its size, and that both programs in it start and work.

    python tests/benchmarks/application_folder.py [DIR]

DIR, a temporary folder where none is given, keeps what was built; an application that stands there already is used as
it is. Needs `pip install pyinstaller` in the environment that has the program installed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

TOP = Path(__file__).resolve().parents[2]
RECIPE = TOP / "assets" / "installing" / "spectral-workbench.spec"


def built(folder: Path) -> Path:
    application = folder / "spectral-workbench"
    if not (application / "spectral").exists():
        places = ["--distpath", str(folder), "--workpath", str(folder / "work")]
        subprocess.run([sys.executable, "-m", "PyInstaller", "--noconfirm", *places, str(RECIPE)], cwd=TOP, check=True)
    return application


def used(application: Path, home: Path, program: str, *arguments: str) -> str:
    """What a program of the folder prints, without this Python's own packages in reach."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    environment = {**kept, "QT_QPA_PLATFORM": "offscreen", "SPECTRAL_HOME": str(home), "HOME": str(home)}
    begun = perf_counter()
    found = subprocess.run(
        [str(application / program), *arguments], cwd=home, env=environment, capture_output=True, text=True, check=False
    )
    print(f"{program} {' '.join(arguments)}: exit {found.returncode} after {perf_counter() - begun:.1f} s")
    if found.returncode:
        sys.exit(found.stdout + found.stderr)
    return found.stdout


def main() -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(temporary)
        application, home = built(folder), Path(temporary)
        size = sum(path.stat().st_size for path in application.rglob("*") if path.is_file() and not path.is_symlink())
        print(f"{application}: {size / 1e6:.0f} MB")
        assert "arc-parser" in used(application, home, "spectral", "methods")
        pictures = home / "pictures"
        assert str(pictures) in used(application, home, "spectral", "demo", "--pictures", str(pictures))
        drawn = sorted(path.name for path in pictures.glob("*.png"))
        assert len(drawn) >= 5, drawn
        print(f"{len(drawn)} pictures of the window, its engine's processes among them")


if __name__ == "__main__":
    main()
