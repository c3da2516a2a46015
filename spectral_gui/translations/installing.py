"""Installation of the chosen language."""

from __future__ import annotations

from PySide6.QtCore import QLibraryInfo, QLocale, QObject, Qt, QTranslator
from PySide6.QtWidgets import QApplication

from spectral_gui.translations.phrasebook import Phrasebook, read


class PhrasebookTranslator(QTranslator):
    """Translator that looks texts up in a phrasebook; missing ones stay English."""

    def __init__(self, phrasebook: Phrasebook, parent: QObject | None = None):
        super().__init__(parent)
        self._texts = {key: translation for key, translation in phrasebook.texts.items() if translation}
        # A class translates inherited texts in its own context.
        self._by_source = {source: translation for (_, source), translation in self._texts.items()}

    def isEmpty(self) -> bool:
        return not self._texts

    def translate(self, context: str, source: str, disambiguation: str | None = None, n: int = -1) -> str | None:
        del disambiguation, n
        return self._texts.get((context, source)) or self._by_source.get(source)


def install(application: QApplication, language: str) -> None:
    """Show the window in a language from now on, from right to left where that is written so."""
    if language == "en":
        return
    locale = QLocale(language)
    qt_translator = QTranslator(application)  # Save, Cancel and what else is Qt's own
    if qt_translator.load(locale, "qtbase", "_", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        application.installTranslator(qt_translator)
    application.installTranslator(PhrasebookTranslator(read(language), application))
    if locale.textDirection() == Qt.LayoutDirection.RightToLeft:
        application.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
