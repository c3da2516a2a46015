"""Which lines of the packages run, told by marks in their code, which a tracer takes half as long as the tests for.

Imported before the packages, where SPECTRAL_REACHED names a file for coverage's data; what ran is written at the end.
As a program it runs another one so: `python tests/reached.py program.py arguments`.
"""

from __future__ import annotations

import ast
import atexit
import marshal
import os
import re
import runpy
import sys
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

ASKED = "SPECTRAL_REACHED"  # the variable that names the file of coverage's data
PACKAGES = ("spectral_core", "spectral_gui")
# Decorators of functions whose code is to stay as it is.
_COMPILING = {"kernel", "inner_kernel", "leaf_kernel", "fastmath_kernel", "fastmath_leaf_kernel"}
_HAS_KERNELS = re.compile(r"spectral_core\.(structured|morphology\.guesser)\b")  # modules with compiled functions
CELLS = "__reached__"  # in each module: a cell a block of its code, true once it ran

_seen: dict[str, tuple[list[tuple[int, ...]], list[bool]]] = {}  # lines of each block and its cells, by file
_Block = ast.Module | ast.stmt | ast.excepthandler | ast.match_case


class _Marks:
    """Puts a mark before the last statement of each stretch that runs as a whole: where an earlier one raises, none of
    its lines count."""

    def __init__(self, skips_kernels: bool) -> None:
        self.blocks: list[tuple[int, ...]] = []
        self._skips_kernels = skips_kernels

    def fill(self, block: _Block, lines: Sequence[int] = ()) -> None:
        """Marks the statements in a block, and with the first of them these lines."""
        for name in ("body", "orelse", "finalbody"):
            if body := getattr(block, name, None):
                setattr(block, name, list(self._marked(body, list(lines) if name == "body" else [])))
        for handler in getattr(block, "handlers", ()):
            self.fill(handler, [handler.lineno])
        for case in getattr(block, "cases", ()):
            self.fill(case, [case.pattern.lineno])

    def _marked(self, body: list[ast.stmt], lines: list[int]) -> Iterator[ast.stmt]:
        stays = 0
        while stays < len(body) and _must_be_first(body[stays], stays):
            stays += 1
        kept: list[ast.stmt] = []
        for at, statement in enumerate(body):
            lines += [statement.lineno, *(each.lineno for each in getattr(statement, "decorator_list", ()))]
            defines = isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
            leads = (not defines and hasattr(statement, "body")) or isinstance(statement, ast.Match)
            if at >= stays and (leads or at == len(body) - 1):
                yield from (*kept, self._mark(lines, statement), statement)
                kept, lines = [], []
            elif at < stays:
                yield statement
            else:
                kept.append(statement)
            if leads or (defines and not (self._skips_kernels and _is_kernel(statement))):
                self.fill(statement)
        if lines:
            yield from (*kept, self._mark(lines, body[-1]))

    def _mark(self, lines: list[int], before: ast.stmt) -> ast.stmt:
        self.blocks.append(tuple(sorted(set(lines))))
        mark = ast.parse(f"{CELLS}[{len(self.blocks) - 1}] = True").body[0]
        for node in ast.walk(mark):
            ast.copy_location(node, before)
        return mark


def _is_kernel(statement: ast.stmt) -> bool:
    return any(
        isinstance(each, ast.Name) and each.id in _COMPILING for each in getattr(statement, "decorator_list", ())
    )


def _must_be_first(statement: ast.stmt, at: int) -> bool:
    if isinstance(statement, ast.ImportFrom):
        return statement.module == "__future__"
    return at == 0 and isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def marked(source: bytes, path: str, skips_kernels: bool) -> tuple[CodeType, list[tuple[int, ...]]]:
    """The code of a file with marks in it, and the lines that each mark is for."""
    marks, tree = _Marks(skips_kernels), ast.parse(source)
    marks.fill(tree)
    return compile(tree, path, "exec", dont_inherit=True), marks.blocks


class _Loader(SourceFileLoader):
    """Loads a module with marks in it; what was made of a source is kept beside the data."""

    def get_code(self, fullname: str) -> CodeType:
        source = self.get_data(self.path)
        skips = bool(_HAS_KERNELS.match(fullname)) and not os.environ.get("NUMBA_DISABLE_JIT")
        told = blake2b(source + _OWN + self.path.encode() + bytes([skips]), digest_size=16).hexdigest()
        kept = Path(os.environ[ASKED] + "-code") / told
        try:
            code, blocks = marshal.loads(kept.read_bytes())
        except (OSError, EOFError, ValueError, TypeError):
            code, blocks = marked(source, self.path, skips)
            kept.parent.mkdir(parents=True, exist_ok=True)
            fresh = kept.with_suffix(f".{os.getpid()}")
            fresh.write_bytes(marshal.dumps((code, blocks)))
            fresh.replace(kept)
        _seen.setdefault(self.path, (blocks, [False] * len(blocks)))
        return code

    def exec_module(self, module: ModuleType) -> None:
        code = self.get_code(module.__name__)
        vars(module)[CELLS] = _seen[self.path][1]
        exec(code, vars(module))


class _Finder:
    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path, target) if name.partition(".")[0] in PACKAGES else None
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(name, spec.loader.path)
        return spec


_OWN = Path(__file__).read_bytes()


def begin() -> None:
    """Marks what is imported from here on, and writes what ran when the process ends."""
    assert not any(name in sys.modules for name in PACKAGES)
    sys.meta_path.insert(0, _Finder)
    atexit.register(write)


def write() -> None:
    """Adds what ran so far to coverage's data; files of which nothing ran are in it too."""
    from coverage import CoverageData

    data = CoverageData(os.environ[ASKED], suffix=True)
    data.add_lines(
        {
            path: [line for lines, ran in zip(blocks, cells, strict=True) if ran for line in lines]
            for path, (blocks, cells) in _seen.items()
        }
    )
    for spec in map(PathFinder.find_spec, PACKAGES):
        assert spec is not None
        assert spec.origin is not None
        data.touch_files(str(path) for path in Path(spec.origin).parent.rglob("*.py"))
    data.write()


if ASKED in os.environ:
    begin()
if __name__ == "__main__":
    del sys.argv[0]
    sys.path[0] = str(Path(sys.argv[0]).parent)
    runpy.run_path(sys.argv[0], run_name="__main__")
