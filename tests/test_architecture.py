"""Who may import whom, as the tables of the design say it, who touches what is whose, and how long files, functions and
lists of parameters may be: checked on every line."""

from __future__ import annotations

import ast
import builtins
import importlib
import io
import keyword
import re
import subprocess
import sys
import tokenize
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import spectral_core
from spectral_core.files import locate_assets

ROOT = Path(spectral_core.__file__).resolve().parent.parent  # the checkout, or where the wheel was installed
PACKAGES = ("spectral_core", "spectral_gui")
DESIGN = locate_assets() / "developing" / "design.md"
HEADINGS = {"spectral_core": "### The core", "spectral_gui": "### The window"}
MOST_FLOORS = {"spectral_core": 3, "spectral_gui": 2}  # classes of ours that stand on one another
TO_COME = {"scale"}  # zones of the design that have no module yet
NAMED_TUPLES = {"_asdict", "_fields", "_make", "_replace"}  # public, with an underscore to be told from fields
FOR_ALL = {"deprecated"}  # zones of the core that all of it may import; they import nothing of it
OF_OTHERS = {"_CacheLocator"}  # what numba has cached code found by, for which it has no public name

MAX_FILE_LINES, MAX_FUNCTION_LINES, MAX_PARAMETERS = 600, 60, 9
LONG_FILES: dict[str, str] = {}  # the reason why each is not divided, by path
LONG_FUNCTIONS: dict[str, str] = {}  # the same, by module and name
WIDE_FUNCTIONS = {
    "spectral_core.data.sentence.Sentence.of": "a keyword for each column and annotation of a sentence",
    "spectral_core.structured.arc_parser.hashed_features._score_or_update_in_between": (
        "called for every arc: a value made there of its numbers and the sentence's arrays would be made as often"
    ),
}

every_package = pytest.mark.parametrize("package", PACKAGES)


@dataclass(frozen=True, slots=True)
class Zone:
    """A row of a table of the design: names of what its modules may import."""

    inside: frozenset[str]  # of their own package
    core: frozenset[str]  # of the core, where it is not their own
    libraries: frozenset[str]
    lazily: frozenset[str]  # zones and libraries that they may import inside functions
    is_face: bool

    def allows(self, module: str, package: str, lazily: bool) -> bool:
        first, *rest = module.split(".")
        names = {".".join(rest[:depth]) for depth in range(1, len(rest) + 1)} if first in PACKAGES else {first}
        if not rest and first in PACKAGES:
            names = {"__init__"}
        allowed = self.inside if first == package else self.core if first == "spectral_core" else self.libraries
        if first == "spectral_gui" and package == "spectral_core":
            return False
        return "everything" in allowed or bool(names & (allowed | (self.lazily if lazily else frozenset())))


@cache
def zones(package: str) -> dict[str, Zone]:
    """The rows of the package's table by the dotted names in their first cells."""
    lines = DESIGN.read_text(encoding="utf-8").splitlines()
    below = lines[lines.index(HEADINGS[package]) + 1 :]
    start = next(number for number, line in enumerate(below) if line.startswith("|"))
    cells = []
    for line in below[start:]:
        if not line.startswith("|"):
            break
        cells.append([cell.strip().strip("`") for cell in line.strip().strip("|").split("|")])
    titles, _, *rows = cells
    made: dict[str, Zone] = {}
    for row in rows:
        names = {title: frozenset(cell.split()) for title, cell in zip(titles, row, strict=True)}
        (zone,) = names["zone"]
        made[zone] = Zone(
            inside=names["may import"] | {zone.split(".")[0]} | FOR_ALL,
            core=_with_the_face(names.get("of the core", frozenset())),
            libraries=names["libraries"],
            lazily=names["inside functions"],
            is_face=bool(names.get("face")),
        )
    return made


def _with_the_face(names: frozenset[str]) -> frozenset[str]:
    return names - {"the", "face"} | face() if "face" in names else names


def face() -> frozenset[str]:
    """The zones of the core that the window may import."""
    return frozenset(name for name, zone in zones("spectral_core").items() if zone.is_face)


@dataclass(frozen=True, slots=True)
class Module:
    """A source file and what is in it."""

    path: Path
    name: str  # dotted
    tree: ast.Module
    text: str

    @property
    def where(self) -> str:
        return self.path.relative_to(ROOT).as_posix()

    @property
    def package(self) -> str:
        return self.name.split(".")[0]

    def zone(self) -> str | None:
        """The name of the row that speaks of this module: the one that names most of its path."""
        parts = self.path.relative_to(ROOT / self.package).with_suffix("").parts
        names = [".".join(parts[:depth]) for depth in range(len(parts), 0, -1)]
        return next((name for name in names if name in zones(self.package)), None)


@cache
def modules(package: str) -> tuple[Module, ...]:
    made = []
    for path in sorted((ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if "assets" in parts:  # which a wheel has inside the package: the sample has a program of its own
            continue
        text = path.read_text(encoding="utf-8")
        name = ".".join(parts).removesuffix(".__init__")
        made.append(Module(path, name, ast.parse(text), text))
    return tuple(made)


@cache
def nodes(module: Module) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(module.tree))


def imports(module: Module) -> list[tuple[str, bool, int]]:
    """(module, inside a function or for types alone?, line) of every import, relative ones as well."""
    inside_package = module.path.relative_to(ROOT).parts[:-1]
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
        if isinstance(node, ast.expr):
            return
        for_types = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        deeper = inside or for_types or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for child in ast.iter_child_nodes(node):
            visit(child, deeper)

    visit(module.tree, False)
    return found


def is_standard(module: str) -> bool:
    return module.split(".")[0] in sys.stdlib_module_names


@every_package
def test_every_module_imports_only_what_the_design_lets_it(package: str) -> None:
    wrong = []
    for module in modules(package):
        name = module.zone()
        if name is None:
            wrong.append(f"{module.where}: no row of {DESIGN.name} speaks of it")
            continue
        for imported, lazily, line in imports(module):
            if not is_standard(imported) and not zones(package)[name].allows(imported, package, lazily):
                wrong.append(f"{module.where}:{line} imports {imported}, which the row {name} does not have")
    assert not wrong, "\n".join(wrong)


@every_package
def test_every_row_of_the_design_speaks_of_modules(package: str) -> None:
    spoken_of = {module.zone() for module in modules(package)}
    without = sorted(zones(package).keys() - spoken_of - TO_COME)
    assert not without


def test_views_are_strangers_to_each_other() -> None:
    wrong = []
    for module in modules("spectral_gui"):
        own = module.path.relative_to(ROOT / "spectral_gui").with_suffix("").parts
        if own[0] == "views":
            wrong += [
                f"{module.where}:{line} imports {imported}"
                for imported, _, line in imports(module)
                if imported.startswith("spectral_gui.views.") and imported.split(".")[2] != own[1]
            ]
    assert not wrong, "\n".join(wrong)


def test_models_import_each_other_without_cycles() -> None:
    above: dict[str, set[str]] = {}
    for module in modules("spectral_core"):
        parts = module.name.split(".")
        if parts[1:2] == ["models"] and len(parts) > 2:
            used = {name.split(".")[2] for name, _, _ in imports(module) if name.startswith("spectral_core.models.")}
            above.setdefault(parts[2], set()).update(used - {parts[2]})
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
    present = {module.name.split(".")[1] for module in modules("spectral_core") if "." in module.name}
    loaded = modules_after("\n".join(f"import spectral_core.{name}" for name in sorted(face() & present)))
    assert not loaded & {"scipy", "sklearn", "numba", "matplotlib", "PySide6", "networkx", "pygraphviz"}


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


def test_the_package_of_rankers_loads_no_compiled_kernels_before_one_is_trained_or_restored() -> None:
    assert "numba" not in modules_after("import spectral_core.models.analysis_ranker")


def test_no_regular_expression_has_a_possessive_group() -> None:
    """Before Python 3.11.5 they match wrongly, or for ever; possessive classes of characters are sound."""
    group = re.compile(r"(?<!\\)\)(?:\*\+|\+\+|\?\+)|\(\?>")
    assert not [module.where for module in modules("spectral_core") if group.search(module.text)]


@every_package
def test_each_name_that_a_module_offers_is_there_and_offered_once(package: str) -> None:
    wrong = []
    for module in modules(package):
        if "__all__" not in module.text:
            continue
        loaded = importlib.import_module(module.name)
        names: list[str] = getattr(loaded, "__all__", [])
        wrong += [
            f"{module.where}: {name} stands twice" for name in sorted({one for one in names if names.count(one) > 1})
        ]
        wrong += [f"{module.where}: there is no {name}" for name in names if not hasattr(loaded, name)]
    assert not wrong, "\n".join(wrong)


SEARCHES = {"startswith", "endswith", "find", "index", "count", "removeprefix", "removesuffix", "partition"}


def is_message(node: ast.expr) -> bool:
    """Whether this is what a problem or an error says to its reader."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "str":
        return bool(node.args) and ast.unparse(node.args[0]) in ("error", "problem", "failure")
    return isinstance(node, ast.Attribute) and node.attr in ("what", "remedy")


@every_package
def test_nothing_is_decided_by_the_words_of_a_message(package: str) -> None:
    wrong = []
    for module in modules(package):
        for node in nodes(module):
            if isinstance(node, ast.Compare):
                asked = [node.left, *node.comparators]
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in SEARCHES:
                asked = [node.func.value]
            else:
                continue
            wrong += [f"{module.where}:{node.lineno}: {ast.unparse(node)}" for one in asked if is_message(one)]
    assert not wrong, "\n".join(wrong)


@cache
def signals() -> frozenset[str]:
    """The names of all signals that classes of ours declare."""
    return frozenset(
        target.id
        for module in modules("spectral_gui")
        for node in nodes(module)
        if isinstance(node, ast.ClassDef)
        for row in node.body
        if isinstance(row, ast.Assign) and isinstance(row.value, ast.Call)
        if ast.unparse(row.value.func).split(".")[-1] == "Signal"
        for target in row.targets
        if isinstance(target, ast.Name)
    )


def test_only_its_owner_emits_a_signal() -> None:
    wrong = []
    for module in modules("spectral_gui"):
        for node in nodes(module):
            if isinstance(node, ast.Attribute) and node.attr == "emit" and isinstance(node.value, ast.Attribute):
                owner = ast.unparse(node.value.value)
                if node.value.attr in signals() and owner != "self":
                    wrong.append(f"{module.where}:{node.lineno} emits {node.value.attr} of {owner}")
    assert signals(), "no class declares a signal: this test looks in the wrong place"
    assert not wrong, "\n".join(wrong)


@dataclass(frozen=True, slots=True)
class Ours:
    """A class of the project."""

    module: Module
    bases: tuple[str, ...]  # in full
    names: frozenset[str]  # what it has: methods, fields, and attributes that it gives to itself or another


@cache
def classes() -> dict[str, Ours]:
    """All classes by their full names."""
    known = {  # where each name of each module was imported from
        f"{module.name}.{alias.asname or alias.name}": f"{row.module}.{alias.name}"
        for package in PACKAGES
        for module in modules(package)
        for row in nodes(module)
        if isinstance(row, ast.ImportFrom) and row.module
        for alias in row.names
    }

    def home_of(name: str) -> str:
        return home_of(known[name]) if name in known else name

    made = {}
    for package in PACKAGES:
        for module in modules(package):
            for node in nodes(module):
                if isinstance(node, ast.ClassDef):
                    bases = tuple(home_of(f"{module.name}.{ast.unparse(base)}") for base in node.bases)
                    made[f"{module.name}.{node.name}"] = Ours(module, bases, names_of(node))
    return made


def names_of(node: ast.ClassDef) -> frozenset[str]:
    names = set()
    for inner in ast.walk(node):
        if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(inner.name)
        elif isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store):
            if ast.unparse(inner.value) == "self":
                names.add(inner.attr)
        elif isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
            names.add(inner.id)
    return frozenset(names)


@every_package
def test_no_code_reads_the_private_names_of_another_class(package: str) -> None:
    """Its own are those of the class around it; a class may also be named by the functions of its own module."""
    wrong = []

    def visit(node: ast.AST, within: frozenset[str], module: Module) -> None:
        if isinstance(node, ast.ClassDef):
            within = within | classes()[f"{module.name}.{node.name}"].names
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.endswith("__"):
            owner = ast.unparse(node.value)
            its_own = (
                owner in {"self", "cls", "super()"} or node.attr in within or f"{module.name}.{owner}" in classes()
            )
            if not its_own and node.attr not in NAMED_TUPLES | OF_OTHERS and owner not in sys.stdlib_module_names:
                wrong.append(f"{module.where}:{node.lineno} reads {owner}.{node.attr}")
        for child in ast.iter_child_nodes(node):
            visit(child, within, module)

    for module in modules(package):
        visit(module.tree, frozenset(), module)
    assert not wrong, "\n".join(wrong)


def test_a_class_name_stands_once_in_the_project() -> None:
    homes: dict[str, list[str]] = {}
    for name in classes():
        homes.setdefault(name.rpartition(".")[2], []).append(name)
    assert not [names for names in homes.values() if len(names) > 1]


def floors(name: str) -> int:
    """How many classes of ours stand on one another, from this one down."""
    return 1 + max((floors(base) for base in classes()[name].bases if base in classes()), default=0)


@every_package
def test_no_class_is_the_top_of_a_tower(package: str) -> None:
    """A class that outgrows its file becomes several objects, not a chain of classes that read one another."""
    here = {module.where for module in modules(package)}
    high = {name: floors(name) for name, ours in classes().items() if ours.module.where in here}
    assert not {name: height for name, height in high.items() if height > MOST_FLOORS[package]}


def functions(module: Module) -> list[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """(module, classes and functions around it, and name; the function) of all functions."""
    named = []

    def visit(node: ast.AST, outer: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                name = f"{outer}.{child.name}"
                if not isinstance(child, ast.ClassDef):
                    named.append((name, child))
                visit(child, name)
            else:
                visit(child, outer)

    visit(module.tree, module.name)
    return named


def count_parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The number of parameters, `self` included."""
    arguments = function.args
    starred = [argument for argument in (arguments.vararg, arguments.kwarg) if argument is not None]
    return len([*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *starred])


def is_command(module: Module, function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether the parameters are the options of a command, each of which typer needs as a parameter."""
    return module.name.startswith("spectral_core.cli.") and "typer." in ast.unparse(function.args)


def differences_from(exceptions: dict[str, str], package: str, beyond: dict[str, int]) -> list[str]:
    """What is beyond a limit without being an exception, and exceptions that are within it."""
    known = {name for name in exceptions if name.replace("/", ".").startswith(f"{package}.")}
    return [
        *(f"{name} has {size}" for name, size in beyond.items() if name not in known),
        *(f"{name} is an exception and need not be" for name in sorted(known - beyond.keys())),
    ]


@every_package
def test_every_file_is_short(package: str) -> None:
    sizes = {module.where: module.text.count("\n") for module in modules(package)}
    assert not differences_from(
        LONG_FILES, package, {name: size for name, size in sizes.items() if size > MAX_FILE_LINES}
    )


@every_package
def test_every_function_is_short(package: str) -> None:
    sizes = {
        name: (function.end_lineno or function.lineno) - function.lineno + 1
        for module in modules(package)
        for name, function in functions(module)
    }
    assert not differences_from(
        LONG_FUNCTIONS, package, {name: size for name, size in sizes.items() if size > MAX_FUNCTION_LINES}
    )


@every_package
def test_every_function_has_few_parameters(package: str) -> None:
    sizes = {
        name: count_parameters(function)
        for module in modules(package)
        for name, function in functions(module)
        if not is_command(module, function)
    }
    assert not differences_from(
        WIDE_FUNCTIONS, package, {name: size for name, size in sizes.items() if size > MAX_PARAMETERS}
    )


QUOTED = re.compile(r"`([^`\n]+)`")
COMMENT_WITH_QUOTE = re.compile(r"#[^\n]*`")
WORD = re.compile(r"[A-Za-z_]\w*")
NAME_LIKE = re.compile(r"\w*[^\W_]_\w+|_[a-z]\w+|(?:[A-Z][a-z0-9]+){2,}")  # has an underscore, or is in CamelCase


@cache
def names_in_code() -> frozenset[str]:
    """Every name of the code: defined, read, imported, a parameter, a keyword, a module, or a word of a string."""
    names = set(keyword.kwlist) | set(dir(builtins))
    for package in PACKAGES:
        for module in modules(package):
            names |= set(module.name.split("."))
            prose = {id(text) for _, text in docstrings(module)}
            for node in nodes(module):
                for field in ("id", "attr", "arg", "name", "asname"):
                    value = getattr(node, field, None)
                    names |= set(value.split(".")) if isinstance(value, str) else set()
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
                    names |= set(WORD.findall(node.value))
    return frozenset(names)


def docstrings(module: Module) -> list[tuple[int, ast.Constant]]:
    """(line, text) of every string that is a statement: docstrings, and what is written below a name."""
    return [
        (node.lineno, node.value)
        for node in nodes(module)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]


@every_package
def test_each_name_quoted_in_docstrings_and_comments_is_in_the_code(package: str) -> None:
    stale = []
    for module in modules(package):
        texts = [(line, str(text.value)) for line, text in docstrings(module)]
        if COMMENT_WITH_QUOTE.search(module.text):  # telling comments from strings takes long
            tokens = tokenize.generate_tokens(io.StringIO(module.text).readline)
            texts += [(token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT]
        for line, text in texts:
            quoted = {word for part in QUOTED.findall(text) for word in WORD.findall(part) if NAME_LIKE.fullmatch(word)}
            stale += [f"{module.where}:{line}: `{name}`" for name in sorted(quoted - names_in_code())]
    assert names_in_code() >= {"ModelExplorer", "to_request"}, "no names are found: this test looks in the wrong place"
    assert not stale, "\n".join(stale)
