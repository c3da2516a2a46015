"""Collection of translatable texts: every text that the source passes to `tr` and its like, and the table of
actions."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from spectral_gui.actions import ACTIONS, FIXED_KEYS, SCOPES
from spectral_gui.translations.phrasebook import Phrasebook, get_path, read

_PACKAGE = Path(__file__).resolve().parent.parent
_ACTIONS_CONTEXT = "actions"  # context of menu texts


@dataclass(frozen=True, slots=True)
class Message:
    """Translatable text, and where it is used."""

    context: str
    text: str
    file: str
    line: int


def collect_messages(package: Path = _PACKAGE) -> list[Message]:
    """Return all texts of the window, those of the source in its order, then those of the menus."""
    messages = [message for path in sorted(package.rglob("*.py")) for message in _collect_from_file(path, package)]
    texts = [action_text for row in ACTIONS for action_text in (row.text, row.hint, *row.menu.split("/"))]
    texts += [text for row in FIXED_KEYS for text in (row.text, row.keys)] + list(SCOPES.values())
    return messages + [Message(_ACTIONS_CONTEXT, text, "actions", 0) for text in texts if text]


def update_phrasebook(language: str) -> Phrasebook:
    """Rewrite the phrasebook of a language: with new texts of the source, without removed ones; translations from
    another context are reused."""
    old = read(language)
    by_source = {source: translation for (_, source), translation in old.texts.items() if translation}
    keys = {(message.context, message.text) for message in collect_messages()}
    new = Phrasebook(language, {key: old.texts.get(key) or by_source.get(key[1], "") for key in keys})
    new.write(get_path(language))
    return new


def _collect_from_file(path: Path, package: Path) -> Iterator[Message]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    contexts = {"translate": _ACTIONS_CONTEXT}  # by the name of the translating function
    for node in tree.body:
        match node:
            case ast.Assign([ast.Name(name)], ast.Call(ast.Name("make_translator"), [ast.Constant(str(context))])):
                contexts[name] = context
            case ast.FunctionDef(name=name) if (inner := _find_context(node)) is not None:
                contexts[name] = inner
    yield from _collect_from_node(tree, "", contexts, path.relative_to(package).as_posix())


def _find_context(function: ast.FunctionDef) -> str | None:
    """Return the context in which a function translates its first argument, None where it does something else."""
    first = function.args.args[0].arg if function.args.args else ""
    for node in ast.walk(function):
        match node:
            case ast.Call(ast.Attribute(attr="translate"), [ast.Constant(str(context)), ast.Name(name), *_]):
                return context if name == first else None
    return None


def _collect_from_node(node: ast.AST, class_name: str, contexts: dict[str, str], file: str) -> Iterator[Message]:
    if isinstance(node, ast.ClassDef):
        class_name = node.name
    if isinstance(node, ast.Call):
        texts: list[ast.expr] = []
        context = class_name
        match node:
            case ast.Call(ast.Attribute(attr="tr"), [first, *_]):
                texts = [first]
            case ast.Call(ast.Attribute(attr="translate"), [ast.Constant(str(context)), first, *_]):
                texts = [first]
            case ast.Call(ast.Name("Workspace"), [_, first, *_]):  # the table of workspaces
                context, texts = _ACTIONS_CONTEXT, [first]
            case ast.Call(ast.Name(name), [first, *_]) if name in contexts:
                context, texts = contexts[name], [first]
        for text in texts:
            yield from (Message(context, literal, file, node.lineno) for literal in _list_texts(text))
    for child in ast.iter_child_nodes(node):
        yield from _collect_from_node(child, class_name, contexts, file)


def _list_texts(expression: ast.expr) -> Iterator[str]:
    """Return the texts that an expression can be: one, or either of two."""
    match expression:
        case ast.Constant(str(text)) if text:
            yield text
        case ast.IfExp(_, if_true, if_false):
            yield from _list_texts(if_true)
            yield from _list_texts(if_false)
