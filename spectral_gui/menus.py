"""A window with menus: what every row of the table of actions works on, and the names of its keys on buttons."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSettings
from PySide6.QtGui import QAction

from spectral_gui.actions import BY_NAME, Keys, install, make_menus, shown_keys
from spectral_gui.panels import PanelWindow
from spectral_gui.session import Desk
from spectral_gui.workspaces import WorkspaceBar

_ON_BUTTONS = ("reading.flip_readings", "reading.explain", "quiz.explain", "quiz.flip_known", "quiz.next_question")


class MenuWindow(PanelWindow):
    """A window whose actions reach its panels by menu and by key; what a menu lists of models is listed as it opens."""

    def __init__(self, desk: Desk, settings: QSettings | None, chosen: Mapping[str, str]):
        super().__init__(desk, settings)
        self.keys = Keys(chosen, self)
        self._make_actions()

    def _make_actions(self) -> None:
        dependencies = [self.dependency, self.dependency.outline]
        constituents = [self.constituency, self.constituency.outline]
        letters = [self.queue, self.tokens, *dependencies, *constituents]
        self._actions: dict[str, QAction] = {}
        for scope, places, target in (
            ("window", self, self),
            ("annotate", letters, self),
            ("queue", self.queue, self.queue),
            ("tokens", self.tokens, self.tokens),
            ("candidates", [self.candidates.list, self.tokens, *dependencies, *constituents], self.candidates),
            ("dependency", dependencies, self.dependency),
            ("constituency", constituents, self.constituency),
            ("find", self.finding, self.finding),
            ("reading", self.reading, self.reading),
            ("vocabulary", self.vocabulary, self.vocabulary),
            ("quiz", self.quiz, self.quiz),
            ("comparing", self.comparing, self.comparing),
            ("training", self.training, self.training),
            ("curves", self.curves, self.curves),
            ("runs", self.runs, self.runs),
            ("exploring", self.exploring, self.exploring),
        ):
            self._actions.update(install(places, scope, target, self.keys))
        menus = make_menus(self, self._actions)
        panels = menus["&View"].addMenu(self.tr("&Panels"))
        for dock in self._docks.values():
            panels.addAction(dock.toggleViewAction())
        self._parsers = menus["&Model"].addMenu(self.tr("&Proposed trees by"))
        self._parsers.aboutToShow.connect(self._list_parsers)
        self._rankers = menus["&Model"].addMenu(self.tr("&Readings ranked by"))
        self._rankers.aboutToShow.connect(self._list_rankers)
        self._choices = WorkspaceBar()  # kept here: the menu bar does not own it
        self._choices.show_chosen(self.workspace.name)
        self._show_hints()
        self.menuBar().setCornerWidget(self._choices)

    def _list_parsers(self) -> None:
        """The models that can parse, the one that does so marked."""
        self._parsers.clear()
        active = self.desk.proposals.model.run
        rows = [
            (self.tr("&No model"), ""),
            *((run.name.replace("&", "&&"), run.name) for run in self.desk.proposals.model.candidates),
        ]
        for text, name in rows:
            action = self._parsers.addAction(text)
            action.setCheckable(True)
            action.setChecked(name == ("" if active is None else active.name))
            action.triggered.connect(lambda _=False, name=name: self.desk.proposals.model.choose(name))

    def _list_rankers(self) -> None:
        """The models that rank readings, the one that does so marked."""
        self._rankers.clear()
        active = self.desk.readings.model.run
        names = [one.name for one in self.desk.readings.model.candidates]
        rows = [(self.tr("&Order of the analyser"), ""), *((name.replace("&", "&&"), name) for name in names)]
        for text, name in rows:
            action = self._rankers.addAction(text)
            action.setCheckable(True)
            action.setChecked(name == ("" if active is None else active.name))
            action.triggered.connect(lambda _=False, name=name: self.desk.readings.model.choose(name))

    def _show_hints(self) -> None:
        """Names the keys on the buttons that do what an action does."""
        self._choices.hint(self._actions)
        names = ("open_file", "open_project", "new_project", "open_sample", "show_keys")
        actions = (self._actions[f"window.{name}"] for name in names)
        self.dependency.hint(shown_keys([one.toString() for one in self._actions["window.show_train"].shortcuts()]))
        first = {name: shown_keys(self.keys.of(BY_NAME[name])[:1]) for name in _ON_BUTTONS}
        self.reading.set_keys(first["reading.flip_readings"], first["reading.explain"])
        self.quiz.set_keys(first["quiz.explain"], first["quiz.flip_known"], first["quiz.next_question"])
        self.welcome.set_keys([shown_keys([one.toString() for one in row.shortcuts()]) for row in actions])
