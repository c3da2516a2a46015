"""The window in other languages: what is to be translated, the catalogues, and a window that speaks one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from learning import some_runs
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from spectral_core.errors import FormatError
from spectral_core.morphology.text_profile import TextProfile
from spectral_core.project import Run
from spectral_core.registry import METHODS
from spectral_gui import message_catalogues as books
from spectral_gui.actions import MENUS
from spectral_gui.app.dock_layouts import WORKSPACES
from spectral_gui.app.menus_and_bars import CommandSearch
from spectral_gui.app.window import Window
from spectral_gui.message_catalogues import (
    CatalogueTranslator,
    Message,
    MessageCatalogue,
    extract_messages,
    read_catalogue,
)
from spectral_gui.preferences import LANGUAGES, Preferences
from spectral_gui.state import AppContext
from spectral_gui.views.train.runs import RunTableModel
from spectral_gui.widgets.settings_form import SettingsForm

OTHERS = [language for language in LANGUAGES if language != "en"]
_PLACE = re.compile(r"{[^{}]*}|%L?n")


@cache
def messages() -> tuple[Message, ...]:
    """All that the window says."""
    return tuple(extract_messages())


def test_every_way_of_saying_a_text_is_found(tmp_path: Path) -> None:
    (tmp_path / "said.py").write_text(
        """
_tr = make_translator("plots")
def _said(name):
    return QCoreApplication.translate("reasons", name)
class View(QWidget):
    def __init__(self):
        self.tr("one " "text"), _tr("two"), _said("three"), translate("four")
        self.tr("five" if self.many else "six").format(self.tr(name), QCoreApplication.translate("else", "seven"))
""",
        encoding="utf-8",
    )
    found = {(message.context, message.text) for message in extract_messages(tmp_path) if message.file == "said.py"}
    texts = {("View", "one text"), ("plots", "two"), ("reasons", "three"), ("actions", "four")}
    assert found == texts | {("View", "five"), ("View", "six"), ("else", "seven")}


@pytest.mark.parametrize("language", OTHERS)
def test_catalogues_hold_what_the_window_says(language: str) -> None:
    told = "run: spectral-gui --translations"
    assert set(read_catalogue(language).translations) == {(message.context, message.text) for message in messages()}, (
        told
    )


def test_the_names_of_workspaces_are_to_be_translated() -> None:
    said = {message.text for message in messages() if message.context == "actions"}
    assert {row.title for row in WORKSPACES} <= said


@pytest.mark.parametrize("language", OTHERS)
def test_translations_keep_places_and_letters_of_menus(language: str) -> None:
    book = read_catalogue(language)
    for (_, source), said in book.translations.items():
        if said:
            assert sorted(_PLACE.findall(said)) == sorted(_PLACE.findall(source)), source
            assert said.count("&") <= max(source.count("&"), 1), source
            assert said.endswith("…") == source.endswith("…"), source


def test_a_catalogue_is_read_as_it_was_written_and_a_damaged_one_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "spectral_de.ts"
    monkeypatch.setattr(books, "get_catalogue_path", lambda _: path)
    assert read_catalogue("de").translations == {}
    wanted = MessageCatalogue("de", {("View", "A & B < C"): "„A“ & B", ("View", "none"): ""})
    wanted.write(path)
    assert read_catalogue("de") == wanted
    assert wanted.compute_coverage() == 0.5
    path.write_text("<TS><context>", encoding="utf-8")
    with pytest.raises(FormatError, match=r"spectral_de\.ts"):
        read_catalogue("de")


@pytest.fixture(params=OTHERS)
def spoken(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[str]:
    """A language that the application speaks meanwhile."""
    language = str(request.param)
    translations = CatalogueTranslator(read_catalogue(language))
    qapp.installTranslator(translations)
    if language == "ar":
        qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield language
    qapp.removeTranslator(translations)
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_the_window_speaks_the_language(spoken: str, qtbot: QtBot, tmp_path: Path) -> None:
    desk = AppContext()
    window = Window(desk, Preferences(), QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat))
    qtbot.addWidget(window)
    window.show()
    texts = read_catalogue(spoken).translations
    titles = {action.text() for action in window.menuBar().actions()}
    assert titles >= {texts["actions", menu] for menu in ("&File", "&Edit", "&View")}
    commands = CommandSearch(desk, window.panels, window.menus.actions, window).find_commands(">")
    assert {command.group for command in commands} <= {texts["actions", menu].replace("&", "") for menu in MENUS}
    window.close()
    desk.close()


@pytest.mark.parametrize("spoken", ["de"], indirect=True)
@pytest.mark.usefixtures("spoken")
def test_the_table_of_runs_has_german_titles_of_measures() -> None:
    table = RunTableModel()
    table.set_runs(some_runs())
    assert {"Perplexität (je Wort)", "unbekannte Wörter (%)"} <= set(table.header)


@pytest.mark.parametrize("spoken", ["de"], indirect=True)
@pytest.mark.usefixtures("spoken")
def test_languages_that_models_were_trained_on_have_german_names(monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    desk = AppContext()
    for name, language in (("_get_document_profile", "ru"), ("_get_training_profile", "uk")):
        profile = TextProfile.from_words(["слово"], (), language, "")
        monkeypatch.setattr(desk.compatibility, name, lambda _, profile=profile: profile)
    message = desk.compatibility.explain_mismatch(Run("hmm 1", "hmm"))
    assert "Russisch" in message
    assert "Ukrainisch" in message
    desk.close()


@pytest.mark.parametrize("spoken", ["de"], indirect=True)
@pytest.mark.usefixtures("spoken")
def test_settings_are_explained_in_german(qtbot: QtBot) -> None:
    form = SettingsForm(METHODS["hmm"].settings)
    qtbot.addWidget(form)
    seed = next(widget for widget in form.editor_widgets if widget.objectName() == "seed")
    assert (seed.accessibleName(), seed.toolTip()) == ("Startwert", "Startwert des Zufallszahlengenerators.")
