"""Kernels: where their machine code is kept, so that none is run that was made of older sources."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import spectral_core

PACKAGE = Path(spectral_core.__file__).parent

CALLER = """
from spectral_core.inference.called import called
from spectral_core.inference.compiling import entry


@entry
def calling(number):
    return called(number)
"""
CALLED = """
from spectral_core.inference.compiling import entry


@entry
def called(number):
    return number + {}
"""


def test_a_kernel_is_compiled_again_where_one_that_it_calls_has_changed(tmp_path: Path) -> None:
    inference = tmp_path / "spectral_core" / "inference"
    inference.mkdir(parents=True)
    shutil.copyfile(PACKAGE / "inference" / "compiling.py", inference / "compiling.py")
    for folder in (inference, inference.parent):
        (folder / "__init__.py").write_text("", encoding="utf-8")
    (inference / "calling.py").write_text(CALLER, encoding="utf-8")
    script = "from spectral_core.inference.calling import calling; print(calling(1))"

    def answer(added: int) -> tuple[str, int]:
        (inference / "called.py").write_text(CALLED.format(added), encoding="utf-8")
        environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
        environment.pop("NUMBA_CACHE_DIR", None)
        ran = subprocess.run(
            [sys.executable, "-B", "-c", script],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        return ran.stdout.strip(), len(list((inference / "__pycache__").glob("spectral-*")))

    assert answer(1) == ("2", 1)
    assert answer(1) == ("2", 1)
    assert answer(2) == ("3", 1)
