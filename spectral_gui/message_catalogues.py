"""Translations of the interface: message catalogues in Qt Linguist's format (.ts), installation and extraction."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree as ET

from PySide6.QtCore import QLibraryInfo, QLocale, QObject, Qt, QTranslator
from PySide6.QtWidgets import QApplication

from spectral_core import files
from spectral_core.errors import FormatError
from spectral_core.evaluate.measures import MEASURES
from spectral_core.model import list_settings
from spectral_core.registry import METHODS
from spectral_gui.actions import ACTIONS, FIXED_KEYS, SCOPES

_Key = tuple[str, str]  # context, and the English text
_ACTIONS_CONTEXT = "actions"  # context of menu texts


@dataclass(frozen=True, slots=True)
class MessageCatalogue:
    """Message catalogue: the translations into one language; missing ones are ""."""

    language: str
    translations: dict[_Key, str] = field(default_factory=dict, repr=False)

    def compute_coverage(self) -> float:
        """Compute the share of translated texts."""
        return sum(map(bool, self.translations.values())) / max(len(self.translations), 1)

    def write(self, path: Path) -> None:
        """Write the catalogue to a file, with contexts and texts in alphabetical order."""
        root = ET.Element("TS", version="2.1", language=self.language, sourcelanguage="en")
        contexts: dict[str, ET.Element] = {}
        for context, source in sorted(self.translations):
            if context not in contexts:
                contexts[context] = ET.SubElement(root, "context")
                ET.SubElement(contexts[context], "name").text = context
            message = ET.SubElement(contexts[context], "message")
            ET.SubElement(message, "source").text = source
            translation = ET.SubElement(message, "translation")
            translation.text = self.translations[context, source]
            if not translation.text:
                translation.set("type", "unfinished")
        ET.indent(root)
        header = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'
        files.replace_atomically(path, ((header + ET.tostring(root, "unicode") + "\n").encode(),))


def get_catalogue_path(language: str) -> Path:
    """Return the path of the shipped catalogue of a language."""
    return files.locate_assets() / "translations" / f"spectral_{language}.ts"


def read_catalogue(language: str) -> MessageCatalogue:
    """Read the shipped catalogue of a language; return an empty one if there is none."""
    path = get_catalogue_path(language)
    if not path.exists():
        return MessageCatalogue(language)
    try:
        root = ET.fromstring(files.read_raw(path))
    except ET.ParseError as error:
        raise FormatError(
            path, error.position[0], f"this is not a valid translation file: {error}", "Reinstall the program"
        ) from None
    texts = {
        (context.findtext("name", ""), message.findtext("source", "")): message.findtext("translation", "")
        for context in root.iter("context")
        for message in context.iter("message")
    }
    return MessageCatalogue(language, texts)


class CatalogueTranslator(QTranslator):
    """Qt translator that looks texts up in a catalogue; missing ones stay English."""

    def __init__(self, catalogue: MessageCatalogue, parent: QObject | None = None):
        super().__init__(parent)
        self._texts = {key: translation for key, translation in catalogue.translations.items() if translation}
        # A class translates inherited texts in its own context.
        self._by_source = {source: translation for (_, source), translation in self._texts.items()}

    def isEmpty(self) -> bool:
        return not self._texts

    def translate(self, context: str, source: str, disambiguation: str | None = None, n: int = -1) -> str | None:
        del disambiguation, n
        return self._texts.get((context, source)) or self._by_source.get(source)


def install_translators(application: QApplication, language: str) -> None:
    """Translate the window into a language from now on, laid out from right to left if the language requires it."""
    if language == "en":
        return
    locale = QLocale(language)
    qt_translator = QTranslator(application)  # translations of Qt's own texts, such as Save and Cancel
    if qt_translator.load(locale, "qtbase", "_", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        application.installTranslator(qt_translator)
    application.installTranslator(CatalogueTranslator(read_catalogue(language), application))
    if locale.textDirection() == Qt.LayoutDirection.RightToLeft:
        application.setLayoutDirection(Qt.LayoutDirection.RightToLeft)


_PACKAGE_FOLDER = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class Message:
    """Translatable text with its context and source location."""

    context: str
    text: str
    file: str
    line: int


def extract_messages(package: Path = _PACKAGE_FOLDER) -> list[Message]:
    """Extract all texts of the window, from the source in its order, then from the menus and the tables of the core."""
    messages = [
        message for path in sorted(package.rglob("*.py")) for message in _extract_messages_from_file(path, package)
    ]
    texts = [action_text for row in ACTIONS for action_text in (row.text, row.hint, *row.menu.split("/"))]
    texts += [text for row in FIXED_KEYS for text in (row.text, row.keys)] + list(SCOPES.values())
    messages += [Message(_ACTIONS_CONTEXT, text, "actions", 0) for text in texts if text]
    return messages + list(_collect_core_messages())


def _collect_core_messages() -> Iterator[Message]:
    """Yield the texts of the library that the window shows: measures, methods and their settings."""
    for measure in MEASURES.values():
        yield from (Message("runs", text, "measures", 0) for text in measure if text)
    for method in METHODS.values():
        yield Message("methods", method.title, "registry", 0)
        for setting in list_settings(method.settings):
            texts = (setting.title, setting.explanation)
            yield from (Message("settings", text, method.name, 0) for text in texts if text)


def update_catalogue(language: str) -> MessageCatalogue:
    """Rewrite the catalogue of a language with the texts of the source: new ones are added, with the translation from
    another context if there is one, and removed ones are dropped; return it."""
    old_catalogue = read_catalogue(language)
    by_source = {source: translation for (_, source), translation in old_catalogue.translations.items() if translation}
    keys = {(message.context, message.text) for message in extract_messages()}
    new_catalogue = MessageCatalogue(
        language, {key: old_catalogue.translations.get(key) or by_source.get(key[1], "") for key in keys}
    )
    new_catalogue.write(get_catalogue_path(language))
    return new_catalogue


def _extract_messages_from_file(path: Path, package: Path) -> Iterator[Message]:
    """Extract the texts of one source file, with the contexts of its translation functions."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    contexts = {"translate": _ACTIONS_CONTEXT}  # by the name of the translation function
    for node in tree.body:
        match node:
            case ast.Assign([ast.Name(name)], ast.Call(ast.Name("make_translator"), [ast.Constant(str(context))])):
                contexts[name] = context
            case ast.FunctionDef(name=name) if (inner := _find_translation_context(node)) is not None:
                contexts[name] = inner
    yield from _extract_messages_from_node(tree, "", contexts, path.relative_to(package).as_posix())


def _find_translation_context(function: ast.FunctionDef) -> str | None:
    """Return the context in which a function translates its first argument; None if it does not translate."""
    first = function.args.args[0].arg if function.args.args else ""
    for node in ast.walk(function):
        match node:
            case ast.Call(ast.Attribute(attr="translate"), [ast.Constant(str(context)), ast.Name(name), *_]):
                return context if name == first else None
    return None


def _extract_messages_from_node(
    node: ast.AST, class_name: str, contexts: dict[str, str], file: str
) -> Iterator[Message]:
    """Extract the texts of the translation calls below a syntax node."""
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
            yield from (Message(context, literal, file, node.lineno) for literal in _list_literal_texts(text))
    for child in ast.iter_child_nodes(node):
        yield from _extract_messages_from_node(child, class_name, contexts, file)


def _list_literal_texts(expression: ast.expr) -> Iterator[str]:
    """Yield the literal texts that an expression may have: one, or those of both branches of a conditional."""
    match expression:
        case ast.Constant(str(text)) if text:
            yield text
        case ast.IfExp(_, if_true, if_false):
            yield from _list_literal_texts(if_true)
            yield from _list_literal_texts(if_false)
