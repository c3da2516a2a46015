"""Changes single lines of models, maths, structured and evaluate, and counts the changes that no test notices.

    python tests/benchmarks/mutants.py reach                      once: which test reaches which lines
    python tests/benchmarks/mutants.py run --count 200 --seed 0   changes drawn from the lines that tests reach
    python tests/benchmarks/mutants.py run --named                the changes written down in mutants.toml
    python tests/benchmarks/mutants.py report [--named]           what became of them

Neither mutmut nor cosmic-ray draws a sample or chooses tests by the line that was changed, and mutmut leaves decorated
functions alone, as all kernels are. The operators are cosmic-ray's; lines, tests and processes are chosen here: a line
is drawn of those that the suite reaches, then a change of it. The tests that reach the line run, the quickest first,
for `--budget` seconds, in a copy of the checkout. What is done is kept in `--folder`, so that an interrupted run goes
on where it was. For systems that can fork.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import json
import random
import shutil
import sys
import tempfile
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from mutant_tests import KILLED, PACKAGES, SURVIVED, TIMEOUT, UNTESTED, load_libraries, record, run_tests

ROOT = Path(__file__).resolve().parents[2]
LISTED = Path(__file__).with_suffix(".toml")
COPIED = ("spectral_core", "spectral_gui", "tests", "assets", "pyproject.toml", "README.md", "LICENSE")
TEST_SECONDS, FILE_SECONDS = 15.0, 600.0  # that a test, and the tests of a file, may take without compiled kernels
NAMED_SECONDS = 400.0  # of the tests that a named mutant asks for
MOST_TESTS = 400  # of a mutant
_SWAPS = {  # what may stand for an arithmetic operator: others fail wherever they are reached
    "Add": ("Sub",), "Sub": ("Add",), "Mul": ("Div", "Add"), "Div": ("Mul", "FloorDiv"), "FloorDiv": ("Div", "Mul"),
    "Mod": ("FloorDiv",), "Pow": ("Mul",), "BitOr": ("BitAnd",), "BitAnd": ("BitOr",), "BitXor": ("BitAnd",),
    "LShift": ("RShift",), "RShift": ("LShift",),
}  # fmt: skip
_LEFT_OUT = ("RemoveDecorator", "VariableReplacer", "VariableInserter", "NoOp")


@dataclass(frozen=True)
class Mutant:
    """One change of one file."""

    path: str
    line: int
    old: str  # the lines that are changed, without their margin
    new: str
    source: str = field(repr=False)  # of the whole file after the change
    name: str = ""
    tests: tuple[str, ...] = ()  # where they are not found by the line

    @property
    def key(self) -> str:
        return f"{self.path}:{self.line}: {self.old} -> {self.new}"

    @property
    def package(self) -> str:
        return self.path.split("/")[1]


def make_mutant(path: str, line: int, source: str, **facts: Any) -> Mutant:
    """The mutant of a file that becomes `source`."""
    before = (ROOT / path).read_text(encoding="utf-8")
    rows = list(difflib.unified_diff(before.splitlines(), source.splitlines(), n=0, lineterm=""))[2:]
    old, new = ("\n".join(row[1:].strip() for row in rows if row.startswith(sign)) for sign in "-+")
    return Mutant(path, line, old, new, source, **facts)


# drawing


class Reach:
    """Which tests reach which lines."""

    def __init__(self, file: Path) -> None:
        rows = [json.loads(row) for row in file.read_text(encoding="utf-8").splitlines()]
        self.seconds = {row["test"]: float(row["seconds"]) for row in rows if row["passed"]}
        self._tests: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        for row in rows:
            for path, lines in row["lines"].items():
                for line in lines:
                    if row["passed"]:
                        self._tests[path][line].add(row["test"])

    def lines(self) -> list[tuple[str, int]]:
        return sorted((path, line) for path, lines in self._tests.items() for line in lines)

    def tests_of(self, path: str, line: int, budget: float) -> list[str]:
        """The tests that reach a line, the quickest first and those of a file together; behind them others of the same
        files that reach its module, since what a fixture or a cache holds is reached in the first test alone."""
        module = set().union(*self._tests[path].values())
        direct = self._tests[path].get(line, set())
        if _is_import_time(path, line):  # it runs once a process, whatever test is the first
            direct = module
        files = {test.partition("::")[0] for test in direct}
        others = {test for test in module - direct if test.partition("::")[0] in files}
        chosen: list[str] = []
        spent = 0.0
        for test in (*sorted(direct, key=self.seconds.__getitem__), *sorted(others, key=self.seconds.__getitem__)):
            spent += self.seconds[test]
            if chosen and (spent > budget or len(chosen) >= MOST_TESTS):
                break
            chosen.append(test)
        order = list(dict.fromkeys(test.partition("::")[0] for test in chosen))
        return sorted(chosen, key=lambda test: order.index(test.partition("::")[0]))


def _is_import_time(path: str, line: int) -> bool:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    functions = [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
    return not any(each.body[0].lineno <= line <= (each.end_lineno or 0) for each in functions)


def operators() -> Iterator[Any]:
    """cosmic-ray's operators that are of use here."""
    from cosmic_ray.operators.provider import OperatorProvider

    provider = OperatorProvider()
    for name in provider:
        kind, *sides = name.split("_")
        if kind == "ReplaceBinaryOperator" and sides[1] not in _SWAPS.get(sides[0], ()):
            continue
        if kind == "ReplaceComparisonOperator" and sides[1].startswith("Is") and not sides[0].startswith("Is"):
            continue
        if kind not in _LEFT_OUT:
            yield provider[name]()


def closed_places(tree: ast.AST) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """From where to where a change would change nothing: types, and decorators of classes."""
    closed: list[ast.expr | None] = []
    for each in ast.walk(tree):
        if isinstance(each, ast.arg | ast.AnnAssign):
            closed.append(each.annotation)
        elif isinstance(each, ast.FunctionDef):
            closed.append(each.returns)
        elif isinstance(each, ast.ClassDef):
            closed += each.decorator_list
    return [((x.lineno, x.col_offset), (x.end_lineno or 0, x.end_col_offset or 0)) for x in closed if x is not None]


def statement_lines(tree: ast.AST, line: int) -> range:
    """The lines of the statement that begins at a line; of one that holds others, those of its head."""
    for each in ast.walk(tree):
        if isinstance(each, ast.stmt) and each.lineno == line:
            body = getattr(each, "body", None)
            end = body[0].lineno - 1 if isinstance(body, list) and body else each.end_lineno or line
            return range(line, max(line, end) + 1)
    return range(line, line + 1)


@lru_cache(maxsize=4)
def parse_for_changes(source: str) -> tuple[ast.Module, list[Any]]:
    """The source as Python parses it, and the nodes that cosmic-ray changes; these are only looked at."""
    from cosmic_ray.ast import ast_nodes, get_ast

    return ast.parse(source), list(ast_nodes(get_ast(source)))


def mutants_of(path: str, line: int, all_operators: Sequence[Any]) -> list[tuple[int, Any, int]]:
    """What can be changed in the statement at a line: (number of the node, operator, which of its changes)."""
    tree, nodes = parse_for_changes((ROOT / path).read_text(encoding="utf-8"))
    lines, closed = statement_lines(tree, line), closed_places(tree)
    options = []
    for number, node in enumerate(nodes):
        if node.start_pos[0] not in lines or any(begin <= node.start_pos < end for begin, end in closed):
            continue
        for operator in all_operators:
            positions = list(operator.mutation_positions(node))
            options += [(number, operator, at) for at, place in enumerate(positions) if place[0][0] in lines]
    return options


def changed(path: str, number: int, operator: Any, at: int) -> str:
    """The source of a file with one change in it."""
    from cosmic_ray.ast import ast_nodes, get_ast

    tree = get_ast((ROOT / path).read_text(encoding="utf-8"))
    node = next(each for n, each in enumerate(ast_nodes(tree)) if n == number)
    parent = node.parent
    place = next(n for n, each in enumerate(parent.children) if each is node)
    new = operator.mutate(node, at)
    parent.children[place : place + 1] = [] if new is None else [new]
    return str(tree.get_code())


def draw(reach: Reach, count: int, seed: int) -> Iterator[Mutant]:
    """So many mutants, each of another line."""
    chance, all_operators = random.Random(seed), list(operators())
    lines = reach.lines()
    chance.shuffle(lines)
    for path, line in lines:
        if count == 0:
            return
        options = mutants_of(path, line, all_operators)
        if not options:
            continue
        source = changed(path, *options[chance.randrange(len(options))])
        try:
            compile(source, path, "exec")
        except SyntaxError:
            continue
        count -= 1
        yield make_mutant(path, line, source)


def named() -> Iterator[Mutant]:
    """The mutants that are written down."""
    for row in tomllib.loads(LISTED.read_text(encoding="utf-8"))["named"]:
        before = (ROOT / row["path"]).read_text(encoding="utf-8")
        if before.count(row["old"]) != 1:
            raise SystemExit(f"{row['name']}: {row['path']} should have this once: {row['old']!r}")
        line = before[: before.index(row["old"])].count("\n") + 1
        source = before.replace(row["old"], row["new"])
        yield make_mutant(row["path"], line, source, name=row["name"], tests=tuple(row.get("tests", ())))


@dataclass(frozen=True)
class Equivalent:
    """A change that changes nothing that could be asked for."""

    path: str
    old: str
    new: str
    reason: str
    after: str = ""  # the line before it, where the old line alone stands in several places

    def is_change(self, row: dict[str, Any]) -> bool:
        """Return whether it is the change of a result; comments may have been reworded."""
        lines = (self.path, *map(remove_comments, (self.old, self.new)))
        if lines != (row["path"], *map(remove_comments, (row["old"], row["new"]))):
            return False
        return not self.after or _lines_of(self.path)[row["line"] - 2 : row["line"] - 1] == [self.after]


def equivalents() -> list[Equivalent]:
    """Return the changes that are named as equivalent."""
    rows = tomllib.loads(LISTED.read_text(encoding="utf-8")).get("equivalent", [])
    return [Equivalent(**row) for row in rows]


def _lines_of(path: str) -> list[str]:
    """Return the lines of a file without margins and comments; none if it is gone."""
    file = ROOT / path
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [remove_comments(line.strip()) for line in lines]


def remove_comments(lines: str) -> str:
    """Return lines of code without the comments behind them, so that these may be reworded."""
    return "\n".join(line.partition("  # ")[0] for line in lines.splitlines())


def outdated_equivalents() -> list[Equivalent]:
    """Return the equivalent changes whose line no longer stands in its file."""
    return [each for each in equivalents() if not {remove_comments(each.old)} <= {*_lines_of(each.path)}]


# running


class Copy:
    """A copy of the checkout in which one file at a time is changed."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, self.root / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copyfile(ROOT / name, self.root / name)

    def put(self, path: str, source: str) -> None:
        """Writes a file, whose compiled form is told from an older one by the second and the size alone."""
        target = self.root / path
        target.write_text(source, encoding="utf-8")
        for compiled in (target.parent / "__pycache__").glob(f"{target.stem}.*.pyc"):
            compiled.unlink()

    def judge(self, mutant: Mutant, tests: list[str], seconds: float) -> tuple[str, str]:
        """What became of a mutant, and which test noticed it; one that fails without the change counts for nothing."""
        before, compiled = (ROOT / mutant.path).read_text(encoding="utf-8"), bool(mutant.tests)
        while tests:
            self.put(mutant.path, mutant.source)
            result, test = run_tests(tests, self.root, seconds, compiled)
            self.put(mutant.path, before)
            blamed = [test] if test else tests
            if result == SURVIVED or run_tests(blamed, self.root, seconds, compiled)[0] == SURVIVED:
                return result, test
            tests = [each for each in tests if each not in blamed]
        return UNTESTED, ""


def run(arguments: argparse.Namespace) -> None:
    reach, target = Reach(arguments.folder / "tests.jsonl"), results_of(arguments)
    done = {row["key"] for row in rows_in(target)}
    mutants = list(named() if arguments.named else draw(reach, arguments.count, arguments.seed))
    load_libraries()
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder).resolve())
        for at, mutant in enumerate(mutants):
            if mutant.key in done:
                continue
            tests = list(mutant.tests) or reach.tests_of(mutant.path, mutant.line, arguments.budget)
            expected = sum(reach.seconds.get(test, 0.0) for test in tests)
            begun = time.perf_counter()
            result, test = copy.judge(mutant, tests, NAMED_SECONDS if mutant.tests else 60 + 4 * expected)
            seconds = round(time.perf_counter() - begun, 1)
            row = {key: value for key, value in asdict(mutant).items() if key not in ("source", "tests")}
            row |= {"key": mutant.key, "result": result, "test": test, "ran": len(tests), "seconds": seconds}
            with target.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
            print(f"{at + 1}/{len(mutants)} {result} after {seconds:g} s: {mutant.name or mutant.key}", flush=True)
    report(arguments)


def record_reach(arguments: argparse.Namespace) -> None:
    """Runs the tests of the core, a file a fork; files of which something is known already are left out."""
    target = arguments.folder / "tests.jsonl"
    known = {row["test"].partition("::")[0] for row in rows_in(target)}
    files = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "tests" / "core").rglob("test_*.py"))]
    load_libraries()
    for file in ["tests/test_methods.py", *files]:
        if file not in known:
            begun = time.perf_counter()
            whole = record(file, target, ROOT, TEST_SECONDS, FILE_SECONDS)
            print(f"{file}: {time.perf_counter() - begun:.1f} s{'' if whole else ', not whole'}", flush=True)


# what became of them


def results_of(arguments: argparse.Namespace) -> Path:
    folder: Path = arguments.folder
    return folder / ("named.jsonl" if arguments.named else f"seed-{arguments.seed}.jsonl")


def rows_in(file: Path) -> list[dict[str, Any]]:
    return [json.loads(row) for row in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []


def report(arguments: argparse.Namespace) -> None:
    """Prints a line a package, and the survivors."""
    reasons, rows = equivalents(), rows_in(results_of(arguments))
    for row in rows:
        named_change = next((each for each in reasons if each.is_change(row)), None)
        if row["result"] == SURVIVED and named_change is not None:
            row["result"], row["reason"] = "equivalent", named_change.reason
    print(f"\n{'package':<12}{'mutants':>8}{'killed':>8}{'timeout':>9}{'survived':>10}{'equivalent':>12}{'%':>7}")
    packages = [*PACKAGES, *sorted({row["path"].split("/")[1] for row in rows} - {*PACKAGES})]
    for package in (*packages, "all"):
        own = Counter(row["result"] for row in rows if package in (row["path"].split("/")[1], "all"))
        counted = own[KILLED] + own[TIMEOUT] + own[SURVIVED]
        numbers = f"{own[KILLED]:>8}{own[TIMEOUT]:>9}{own[SURVIVED]:>10}{own['equivalent']:>12}"
        if counted:
            print(f"{package:<12}{counted:>8}{numbers}{100 * own[SURVIVED] / counted:>7.1f}")
    for row in rows:
        if row["result"] in (SURVIVED, "equivalent"):
            remark = row.get("reason", f"{row['ran']} tests")
            print(f"\n{row['name'] or row['result']}: {row['path']}:{row['line']}, {remark}")
            print("\n".join(f"  - {line}" for line in row["old"].splitlines()))
            print("\n".join(f"  + {line}" for line in row["new"].splitlines()))
    for each in outdated_equivalents():
        print(f"\noutdated in {LISTED.name}: {each.path} no longer has the line\n  - {each.old}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("deed", choices=("reach", "run", "report"))
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--named", action="store_true", help="those of mutants.toml")
    parser.add_argument("--budget", type=float, default=20.0, help="seconds of tests for a mutant")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "mutants", help="where results are kept")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    {"reach": record_reach, "run": run, "report": report}[arguments.deed](arguments)


if __name__ == "__main__":
    sys.exit(main())
