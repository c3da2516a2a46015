"""API page built from the sources: every public name with its signature and docstring."""

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
_MODULES_BEFORE_MODELS = (
    "data", "data.automaton", "formats", "formats.export", "formats.export.automata", "formats.export.tables",
    "formats.automata", "query", "registry", "model",
)  # fmt: skip
_MODULES_AFTER_FAMILY = {  # public modules of models whose name is not that of a method
    "models.head_automata": ("models.automaton_extraction",),
    "models.analysis_ranker": (
        "models.analysis_ranker.context_ranker",
        "models.analysis_ranker.regression_ranker",
        "models.analysis_ranker.baselines",
    ),
}
_MODULES_AFTER_MODELS = (
    "store", "evaluate", "morphology.analyser", "morphology.catalogue", "morphology.arabic.buckwalter",
    "morphology.user_lexicon", "project", "notebook", "progress", "errors",
)  # fmt: skip
_HEADING = """# The library, name by name

This page is built from the docstrings by `spectral api -o assets/developing/api.md`; a test fails if it is outdated.
`from spectral_core import …` has the most important names: {names}. Paths may be strings everywhere. Expected
failures raise a `SpectralError` whose text has a remedy. Examples are in `assets/examples`.

In a notebook, sentences, trees, automata, rankings, scores, reliability tables and `Curves` have rich displays;
`_repr_svg_()` and `_repr_html_()` return the same as text.
"""

Definition = ast.ClassDef | ast.FunctionDef
_SETTING_ARGUMENTS = 3  # arguments of `setting`: default, title, explanation


def api(
    name: Annotated[str | None, typer.Argument(help="Only this name, as in Treebank; all by default.")] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Write the page here.")] = None,
) -> None:
    """Print the API reference: every public name with its signature and docstring."""
    from spectral_core.cli.input_output import write_lines
    from spectral_core.cli.options import check_text_name

    check_text_name(output, ())
    if name is None:
        write_lines(output, [build_api_page()])
        return
    descriptions = [
        "\n".join(entry.to_markdown()) + "\n" for entry in list_public_names() if entry.definition.name == name
    ]
    if not descriptions:
        raise SettingsError(f"the library has no public name {name!r}; `spectral api` lists all of them")
    write_lines(output, descriptions)


def build_api_page() -> str:
    """Return the API page in Markdown."""
    package = import_module(PACKAGE)
    lines = [_HEADING.format(names=", ".join(f"`{name}`" for name in package.__all__))]
    last_module = ""
    for entry in list_public_names():
        if entry.module != last_module:
            lines += [f"## {entry.module}", "", *_get_docstring_lines(_parse_module(entry.module)[1]), ""]
            last_module = entry.module
        lines += [*entry.to_markdown(), ""]
    return "\n".join(lines).rstrip() + "\n"


@dataclass(frozen=True, slots=True)
class PublicName:
    """Public class or function on the page."""

    module: str  # module under which it is listed
    definition: Definition
    source_lines: list[str]  # of the defining source

    def to_markdown(self) -> list[str]:
        """Return the lines of the name's entry: its signature as a heading, its docstring, fields and methods."""
        definition = self.definition
        if isinstance(definition, ast.FunctionDef):
            return [f"### `{definition.name}{_format_signature(definition)}`", "", *_get_docstring_lines(definition)]
        bases = ", ".join(ast.unparse(base) for base in definition.bases)
        lines = [
            f"### class `{definition.name}{f'({bases})' if bases else ''}`",
            "",
            *_get_docstring_lines(definition),
            "",
        ]
        fields = [field for field in definition.body if isinstance(field, ast.AnnAssign)]
        lines += [line for field in fields if not (line := self._describe_field(field)).startswith("- `_")]
        for method in list_public_methods(definition):
            signature = (
                f"{method.name}: {_format_return(method)}"
                if _is_property(method)
                else method.name + _format_signature(method)
            )
            lines.append(f"- `{signature}`: {' '.join(find_docstring(method))}")
        return lines

    def _describe_field(self, field: ast.AnnAssign) -> str:
        """Return the line of a field: its type and comment, or the arguments of its `setting`."""
        line = f"- `{ast.unparse(field.target)}: {ast.unparse(field.annotation)}`"
        if isinstance(field.value, ast.Call) and ast.unparse(field.value.func) == "setting":
            default, title, *explanation = map(_evaluate_literal, field.value.args[:_SETTING_ARGUMENTS])
            return f"{line}: {title}, by default {default!r}" + (f". {explanation[0]}" if explanation else "")
        _, _, comment = self.source_lines[(field.end_lineno or field.lineno) - 1].partition("  # ")
        return f"{line}: {comment}" if comment else line


def _evaluate_literal(node: ast.expr) -> object:
    """Return the value of a literal, or the source text of any other expression."""
    return ast.literal_eval(node) if isinstance(node, ast.Constant) else ast.unparse(node)


def list_modules() -> tuple[str, ...]:
    """Return the modules of the page in order, without the package name; includes every family of METHODS."""
    from spectral_core.registry import METHODS

    families = (f"models.{name.replace('-', '_')}" for name in METHODS)
    models = (module for family in families for module in (family, *_MODULES_AFTER_FAMILY.get(family, ())))
    return (*_MODULES_BEFORE_MODELS, *models, *_MODULES_AFTER_MODELS)


def list_public_names() -> Iterator[PublicName]:
    """Yield the public classes and functions of the modules, each once, in the order of the sources."""
    listed: set[tuple[str, str]] = set()
    for short in list_modules():
        module = import_module(f"{PACKAGE}.{short}")
        public_names = sorted(name for name in vars(module) if not name.startswith("_"))
        for name in getattr(module, "__all__", public_names):
            value = getattr(module, name)
            defining_module = getattr(value, "__module__", "")
            belongs_here = hasattr(module, "__all__") or defining_module == module.__name__
            if (
                not belongs_here
                or not (inspect.isclass(value) or inspect.isfunction(inspect.unwrap(value)))
                or (defining_module, name) in listed
            ):
                continue
            definition = _find_definition(defining_module, value.__name__)
            if definition is not None:
                listed.add((defining_module, name))
                yield PublicName(module.__name__, definition, _parse_module(defining_module)[0])


@cache
def _parse_module(module: str) -> tuple[list[str], ast.Module]:
    """Return the source lines and the syntax tree of a module; cached."""
    text = inspect.getsource(import_module(module))
    return text.splitlines(), ast.parse(text)


def _find_definition(module: str, name: str) -> Definition | None:
    """Return the syntax tree of a class or function by its module and name; None outside this package."""
    body = _parse_module(module)[1].body if module.startswith(PACKAGE) else []
    definitions = (node for node in body if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name)
    return next(definitions, None)


@cache
def _collect_protocol_docstrings() -> dict[str, list[str]]:
    """Return the docstrings of the protocols' methods by name, as lines; implementations need not repeat them."""
    body = _parse_module(f"{PACKAGE}.model.protocols")[1].body
    return {
        method.name: _get_docstring_lines(method)
        for protocol in reversed(body)
        if isinstance(protocol, ast.ClassDef)
        for method in list_public_methods(protocol)
    }


def find_docstring(method: ast.FunctionDef) -> list[str]:
    """Return the lines of a method's docstring, or of that of the protocol's method that it implements; [] without
    either."""
    return _get_docstring_lines(method) or _collect_protocol_docstrings().get(method.name, [])


def list_public_methods(definition: ast.ClassDef) -> Iterator[ast.FunctionDef]:
    """Yield the public methods and properties of a class, without repetitions by `overload`."""
    for member in definition.body:
        if isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
            decorators = {ast.unparse(decorator) for decorator in member.decorator_list}
            if not decorators & {"overload"} and not any(name.endswith(".setter") for name in decorators):
                yield member


def _is_property(method: ast.FunctionDef) -> bool:
    return any(ast.unparse(decorator) in ("property", "cached_property") for decorator in method.decorator_list)


def _format_return(function: ast.FunctionDef) -> str:
    return "None" if function.returns is None else ast.unparse(function.returns)


def _format_signature(function: ast.FunctionDef) -> str:
    arguments = ast.unparse(function.args)
    split = arguments.partition(", ")
    parameters = split[2] if split[0] in ("self", "cls") else arguments
    return f"({parameters}) -> {_format_return(function)}"


def _get_docstring_lines(node: Definition | ast.Module) -> list[str]:
    return (ast.get_docstring(node) or "").splitlines()


COMMANDS = (api,)
