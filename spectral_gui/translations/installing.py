"""Saying what the window says in the language that was chosen."""

from __future__ import annotations

from PySide6.QtCore import QLibraryInfo, QLocale, QObject, Qt, QTranslator
from PySide6.QtWidgets import QApplication

from spectral_gui.translations.phrasebook import Phrasebook, read


class Translations(QTranslator):
    """Answers with the texts of a phrasebook; what it lacks is said in English."""

    def __init__(self, phrasebook: Phrasebook, parent: QObject | None = None):
        super().__init__(parent)
        self._texts = {key: said for key, said in phrasebook.texts.items() if said}
        # A class says the texts of those it inherits from under its own name.
        self._anywhere = {source: said for (_, source), said in self._texts.items()}

    def isEmpty(self) -> bool:
        return not self._texts

    def translate(self, context: str, source: str, disambiguation: str | None = None, n: int = -1) -> str | None:
        del disambiguation, n
        return self._texts.get((context, source)) or self._anywhere.get(source)


def install(application: QApplication, language: str) -> None:
    """Lets the window speak a language from now on, and stand from the right where that is written so."""
    if language == "en":
        return
    locale = QLocale(language)
    buttons = QTranslator(application)  # Save, Cancel and what else is Qt's own
    if buttons.load(locale, "qtbase", "_", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        application.installTranslator(buttons)
    application.installTranslator(Translations(read(language), application))
    if locale.textDirection() == Qt.LayoutDirection.RightToLeft:
        application.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
