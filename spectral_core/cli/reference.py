"""The page of the API, built from the sources: every public name with its signature and what its docstring says."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from spectral_core.errors import SettingsError

PACKAGE = "spectral_core"
_BEFORE_MODELS = (
    "data", "data.automaton", "formats", "formats.export", "formats.export.automata", "formats.export.tables",
    "formats.automata", "query", "methods", "model",
)  # fmt: skip
_BESIDE_FAMILIES = {  # public modules of models that are not behind a row of METHODS by their own name
    "models.head_automata": ("models.automata",),
    "models.analysis_ranker": ("models.analysis_ranker.context_model", "models.analysis_ranker.paper"),
}
_AFTER_MODELS = (
    "store", "evaluate", "analyzers.analyser", "analyzers.catalogue", "analyzers.buckwalter", "analyzers.own_lexicon",
    "project", "notebook", "progress", "errors",
)  # fmt: skip
_HEADING = """# The library, name by name

This page is built from the docstrings by `spectral api -o assets/developing/api.md`; a test fails where it is behind.
`from spectral_core import …` has the names that are needed most: {names}. Paths may be strings everywhere. What is
expected to fail raises a `SpectralError` whose text is a sentence with a remedy. Worked programs stand in
`assets/examples`.

In a notebook, sentences, trees, automata, rankings, scores, reliability tables and what `Curves` kept draw themselves;
`_repr_svg_()` or `_repr_html_()` gives the same as a text to write to a file.
"""

Definition = ast.ClassDef | ast.FunctionDef
_SETTING = 3  # arguments of `setting` that say what a field is: its default, its title, its explanation


def api(
    name: Annotated[str | None, typer.Argument(help="Only this name, as in Treebank; all by default.")] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Write the page here.")] = None,
) -> None:
    """Say what the library offers: every public name with its signature and what it is."""
    from spectral_core.cli.options import write_lines

    if name is None:
        write_lines(output, [page()])
        return
    found = ["\n".join(one.told()) + "\n" for one in entries() if one.made.name == name]
    if not found:
        raise SettingsError(f"the library has no public name {name!r}; `spectral api` lists all of them")
    write_lines(output, found)


def page() -> str:
    """The whole page in Markdown."""
    package = import_module(PACKAGE)
    lines = [_HEADING.format(names=", ".join(f"`{name}`" for name in package.__all__))]
    before = ""
    for one in entries():
        if one.module != before:
            lines += [f"## {one.module}", "", *_doc(_parsed(one.module)[1]), ""]
            before = one.module
        lines += [*one.told(), ""]
    return "\n".join(lines).rstrip() + "\n"


@dataclass(frozen=True, slots=True)
class PublicName:
    """A public class or function of the page."""

    module: str  # under which it stands
    made: Definition
    lines: list[str]  # of the source where it is made

    def told(self) -> list[str]:
        """It in Markdown: its heading with its signature, its docstring, its fields and methods."""
        one = self.made
        if isinstance(one, ast.FunctionDef):
            return [f"### `{one.name}{_signature(one)}`", "", *_doc(one)]
        bases = ", ".join(ast.unparse(base) for base in one.bases)
        told = [f"### class `{one.name}{f'({bases})' if bases else ''}`", "", *_doc(one), ""]
        rows = [row for row in one.body if isinstance(row, ast.AnnAssign)]
        told += [line for row in rows if not (line := self._field(row)).startswith("- `_")]
        for method in public_methods(one):
            named = f"{method.name}: {_returns(method)}" if _is_property(method) else method.name + _signature(method)
            told.append(f"- `{named}`: {' '.join(said(method))}")
        return told

    def _field(self, row: ast.AnnAssign) -> str:
        """A field with the comment behind it, or with what `setting` says of it."""
        told = f"- `{ast.unparse(row.target)}: {ast.unparse(row.annotation)}`"
        if isinstance(row.value, ast.Call) and ast.unparse(row.value.func) == "setting":
            default, title, *rest = map(_literal, row.value.args[:_SETTING])
            return f"{told}: {title}, by default {default!r}" + (f". {rest[0]}" if rest else "")
        _, _, comment = self.lines[(row.end_lineno or row.lineno) - 1].partition("  # ")
        return f"{told}: {comment}" if comment else told


def _literal(node: ast.expr) -> object:
    return ast.literal_eval(node) if isinstance(node, ast.Constant) else ast.unparse(node)


def list_modules() -> tuple[str, ...]:
    """Return the modules of the page in order, without the name of the package: every family of METHODS is there."""
    from spectral_core.methods import METHODS

    families = (f"models.{name.replace('-', '_')}" for name in METHODS)
    models = (module for family in families for module in (family, *_BESIDE_FAMILIES.get(family, ())))
    return (*_BEFORE_MODELS, *models, *_AFTER_MODELS)


def entries() -> Iterator[PublicName]:
    """The public classes and functions of each module of the page, each once, as they stand in the sources."""
    seen: set[tuple[str, str]] = set()
    for short in list_modules():
        module = import_module(f"{PACKAGE}.{short}")
        every = sorted(name for name in vars(module) if not name.startswith("_"))
        for name in getattr(module, "__all__", every):
            value = getattr(module, name)
            home = getattr(value, "__module__", "")
            own = hasattr(module, "__all__") or home == module.__name__
            if not own or not (inspect.isclass(value) or inspect.isfunction(value)) or (home, name) in seen:
                continue
            found = _definition(home, value.__name__)
            if found is not None:
                seen.add((home, name))
                yield PublicName(module.__name__, found, _parsed(home)[0])


@cache
def _parsed(module: str) -> tuple[list[str], ast.Module]:
    text = inspect.getsource(import_module(module))
    return text.splitlines(), ast.parse(text)


def _definition(module: str, name: str) -> Definition | None:
    body = _parsed(module)[1].body if module.startswith(PACKAGE) else []
    made = (one for one in body if isinstance(one, ast.ClassDef | ast.FunctionDef) and one.name == name)
    return next(made, None)


@cache
def _protocols() -> dict[str, list[str]]:
    """What the protocols of models say of each of their names: a model's own method need not say it again."""
    body = _parsed(f"{PACKAGE}.model.protocols")[1].body
    return {
        method.name: _doc(method)
        for one in reversed(body)
        if isinstance(one, ast.ClassDef)
        for method in public_methods(one)
    }


def said(method: ast.FunctionDef) -> list[str]:
    """The docstring of a method, or what the protocol says that it fulfils."""
    return _doc(method) or _protocols().get(method.name, [])


def public_methods(one: ast.ClassDef) -> Iterator[ast.FunctionDef]:
    """The methods and properties of a class that are for others, without what `overload` repeats."""
    for row in one.body:
        if isinstance(row, ast.FunctionDef) and not row.name.startswith("_"):
            decorators = {ast.unparse(decorator) for decorator in row.decorator_list}
            if not decorators & {"overload"} and not any(name.endswith(".setter") for name in decorators):
                yield row


def _is_property(one: ast.FunctionDef) -> bool:
    return any(ast.unparse(decorator) in ("property", "cached_property") for decorator in one.decorator_list)


def _returns(one: ast.FunctionDef) -> str:
    return "None" if one.returns is None else ast.unparse(one.returns)


def _signature(one: ast.FunctionDef) -> str:
    given = ast.unparse(one.args)
    first = given.partition(", ")
    shown = first[2] if first[0] in ("self", "cls") else given
    return f"({shown}) -> {_returns(one)}"


def _doc(one: Definition | ast.Module) -> list[str]:
    return (ast.get_docstring(one) or "").splitlines()


COMMANDS = (api,)
