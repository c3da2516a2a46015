"""Kernels: where their machine code is kept, so that none is run that was made of older sources."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import spectral_core
from spectral_core.progress import Cancelled, Progress, subscribe
from spectral_core.structured.compilation import kernel, prepare_kernel_cache_folder

PACKAGE = Path(spectral_core.__file__).parent

CALLER = """
from spectral_core.structured.called import called
from spectral_core.structured.compilation import kernel


@kernel
def calling(number):
    return called(number)
"""
CALLED = """
from spectral_core.structured.compilation import kernel


@kernel
def called(number):
    return number + {}
"""


# The first is run again unchanged, too; where the code is kept changes nothing of that.
@pytest.mark.parametrize(("wanted", "added"), [("", (1, 1, 2, 40)), ("elsewhere", (1, 2)), ("file/below", (1, 2))])
def test_a_kernel_is_compiled_again_where_one_that_it_calls_has_changed(
    tmp_path: Path, wanted: str, added: tuple[int, ...]
) -> None:
    mine = tmp_path / "elsewhere" / "spectral-thesis" / "a.conllu"
    mine.parent.mkdir(parents=True)
    mine.write_text("mine", encoding="utf-8")
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    structured = tmp_path / "spectral_core" / "structured"
    structured.mkdir(parents=True)
    shutil.copyfile(PACKAGE / "structured" / "compilation.py", structured / "compilation.py")
    for name in ("progress.py", "deprecated.py"):
        shutil.copyfile(PACKAGE / name, structured.parent / name)
    for folder in (structured, structured.parent):
        (folder / "__init__.py").write_text("", encoding="utf-8")
    (structured / "calling.py").write_text(CALLER, encoding="utf-8")
    script = "from spectral_core.structured.calling import calling; print(calling(1))"

    def answer(more: int) -> str:
        (structured / "called.py").write_text(CALLED.format(more), encoding="utf-8")
        environment = {**os.environ, "PYTHONPATH": str(tmp_path), "NUMBA_CACHE_DIR": wanted and str(tmp_path / wanted)}
        environment["XDG_CACHE_HOME"] = str(tmp_path / "kept")
        ran = subprocess.run(
            [sys.executable, "-B", "-c", script],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        return ran.stdout.strip()

    assert [answer(more) for more in added] == [str(1 + more) for more in added]
    folder = tmp_path / "elsewhere" if wanted == "elsewhere" else tmp_path / "kept" / "spectral-workbench"
    kept = [each for each in folder.iterdir() if list(each.rglob("*.nbi"))]
    assert len(kept) == len(set(added))
    assert mine.read_text(encoding="utf-8") == "mine"


def test_code_is_shared_by_installations_and_taken_over_where_its_own_sources_are_the_same(tmp_path: Path) -> None:
    def installed(name: str, called: str) -> list[str]:
        structured = tmp_path / name / "spectral_core" / "structured"
        structured.mkdir(parents=True)
        shutil.copyfile(PACKAGE / "structured" / "compilation.py", structured / "compilation.py")
        for module in ("progress.py", "deprecated.py"):
            shutil.copyfile(PACKAGE / module, structured.parent / module)
        for folder in (structured, structured.parent):
            (folder / "__init__.py").write_text("", encoding="utf-8")
        (structured / "alone.py").write_text(CALLED.format(5).replace("def called", "def alone"), encoding="utf-8")
        (structured / "calling.py").write_text(CALLER, encoding="utf-8")
        (structured / "called.py").write_text(called, encoding="utf-8")
        script = (
            "from spectral_core.structured.calling import calling; from spectral_core.structured.alone import alone;"
            "print(calling(1), alone(1), *(sum(each.stats.cache_hits.values()) for each in (calling, alone)))"
        )
        environment = {**os.environ, "PYTHONPATH": str(tmp_path / name), "XDG_CACHE_HOME": str(tmp_path / "kept")}
        environment.pop("NUMBA_CACHE_DIR", None)
        command = [sys.executable, "-B", "-c", script]
        ran = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
        return ran.stdout.split()

    first = CALLED.format(1)
    assert installed("first", first) == ["2", "6", "0", "0"]
    kept = tmp_path / "kept" / "spectral-workbench"
    (folder,) = kept.iterdir()
    assert installed("second", first) == ["2", "6", "1", "1"]
    os.utime(folder, (0, 0))
    assert installed("third", CALLED.format(2)) == ["3", "6", "0", "1"]
    assert len(list(kept.iterdir())) == 1  # the other was unused for a month
    assert not folder.exists()


def test_machine_code_is_kept_elsewhere_where_the_wanted_folder_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    elsewhere = prepare_kernel_cache_folder(str(tmp_path / "file" / "below"))
    assert elsewhere is not None
    assert not Path(elsewhere).is_relative_to(tmp_path)
    wanted = prepare_kernel_cache_folder(str(tmp_path / "folder"))
    assert wanted == str(tmp_path / "folder" / Path(elsewhere).name)


@pytest.mark.skipif(sys.platform == "win32", reason="rights of groups")
@pytest.mark.parametrize("rights", [0o770, 0o707])
def test_machine_code_is_not_loaded_from_a_folder_in_which_others_may_write(tmp_path: Path, rights: int) -> None:
    wanted = prepare_kernel_cache_folder.__wrapped__(str(tmp_path))
    assert wanted is not None
    assert Path(wanted).parent == tmp_path
    Path(wanted).chmod(rights)
    elsewhere = prepare_kernel_cache_folder.__wrapped__(str(tmp_path))
    assert elsewhere is not None
    assert not Path(elsewhere).is_relative_to(tmp_path)


@pytest.mark.parametrize("is_preferred", [True, False])
def test_only_the_cache_of_the_user_is_cleaned_of_folders_unused_for_a_month(
    tmp_path: Path, is_preferred: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    parent = tmp_path / "spectral-workbench"
    ages = {"spectral-0123456789abcdef": 29, "spectral-fedcba9876543210": 31, "spectral-thesis": 99}
    for name, days in ages.items():
        (parent / name).mkdir(mode=0o700, parents=True)
        os.utime(parent / name, (time.time() - days * 86400,) * 2)
    folder = prepare_kernel_cache_folder.__wrapped__(
        str(parent) if is_preferred else ""
    )  # the folder of this process is kept
    assert folder is not None
    kept = {each.name for each in parent.iterdir()} - {Path(folder).name}
    assert kept == ages.keys() - (set() if is_preferred else {"spectral-fedcba9876543210"})


def test_who_listens_hears_once_that_a_kernel_is_compiled_and_may_stop_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "spectral_core.structured.compilation.prepare_kernel_cache_folder", lambda _: None
    )  # as if none were kept

    @kernel
    def doubled(number):  # type: ignore[no-untyped-def] # as kernels of any type are
        return 2 * number

    @kernel
    def outer(number):  # type: ignore[no-untyped-def]
        return doubled(number) + 1

    heard: list[Progress] = []
    with subscribe(heard.append):
        assert outer(2) == 5
    assert heard == [Progress("compiling", 0)]
    with subscribe(heard.append):
        assert outer(3) == 7
    assert len(heard) == 1

    def stop(_: Progress) -> None:
        raise Cancelled

    with subscribe(stop), pytest.raises(Cancelled):
        outer(2.5)
    assert outer(2.5) == 6.0
