"""What is to be translated: every text that the source gives to `tr` and its like, and the table of actions."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from spectral_gui.actions import ACTIONS, FIXED, SCOPES
from spectral_gui.translations.phrasebook import Phrasebook, path_of, read

_PACKAGE = Path(__file__).resolve().parent.parent
_ACTIONS = "actions"  # the context of what stands in menus


@dataclass(frozen=True, slots=True)
class Message:
    """A text and where it is said."""

    context: str
    text: str
    file: str
    line: int


def gathered(package: Path = _PACKAGE) -> list[Message]:
    """All texts of the window, those of the source in its order, then those of the menus."""
    found = [message for path in sorted(package.rglob("*.py")) for message in _in_file(path, package)]
    rows = [text for row in ACTIONS for text in (row.text, row.hint, *row.menu.split("/"))]
    rows += [text for row in FIXED for text in (row.text, row.keys)] + list(SCOPES.values())
    return found + [Message(_ACTIONS, text, "actions", 0) for text in rows if text]


def renew(language: str) -> Phrasebook:
    """Writes the phrasebook of a language again: with what is new in the source, without what is gone; what was
    translated under another context is taken over."""
    old = read(language)
    anywhere = {source: said for (_, source), said in old.texts.items() if said}
    keys = {(message.context, message.text) for message in gathered()}
    new = Phrasebook(language, {key: old.texts.get(key) or anywhere.get(key[1], "") for key in keys})
    new.write(path_of(language))
    return new


def _in_file(path: Path, package: Path) -> Iterator[Message]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    contexts = {"translated": _ACTIONS}  # by the name of the function that says them
    for node in tree.body:
        match node:
            case ast.Assign([ast.Name(name)], ast.Call(ast.Name("translating"), [ast.Constant(str(context))])):
                contexts[name] = context
            case ast.FunctionDef(name=name) if (inner := _context_of(node)) is not None:
                contexts[name] = inner
    yield from _in_node(tree, "", contexts, path.relative_to(package).as_posix())


def _context_of(function: ast.FunctionDef) -> str | None:
    """The context under which a function says its first argument, None where it says something else."""
    first = function.args.args[0].arg if function.args.args else ""
    for node in ast.walk(function):
        match node:
            case ast.Call(ast.Attribute(attr="translate"), [ast.Constant(str(context)), ast.Name(name), *_]):
                return context if name == first else None
    return None


def _in_node(node: ast.AST, inside: str, contexts: dict[str, str], file: str) -> Iterator[Message]:
    if isinstance(node, ast.ClassDef):
        inside = node.name
    if isinstance(node, ast.Call):
        texts: list[ast.expr] = []
        context = inside
        match node:
            case ast.Call(ast.Attribute(attr="tr"), [first, *_]):
                texts = [first]
            case ast.Call(ast.Attribute(attr="translate"), [ast.Constant(str(context)), first, *_]):
                texts = [first]
            case ast.Call(ast.Name("Workspace"), [_, first, *_]):  # the table of workspaces
                context, texts = _ACTIONS, [first]
            case ast.Call(ast.Name(name), [first, *_]) if name in contexts:
                context, texts = contexts[name], [first]
        for text in texts:
            yield from (Message(context, said, file, node.lineno) for said in _texts_of(text))
    for child in ast.iter_child_nodes(node):
        yield from _in_node(child, inside, contexts, file)


def _texts_of(expression: ast.expr) -> Iterator[str]:
    """The texts that an expression can be: one, or either of two."""
    match expression:
        case ast.Constant(str(text)) if text:
            yield text
        case ast.IfExp(_, one, other):
            yield from _texts_of(one)
            yield from _texts_of(other)
