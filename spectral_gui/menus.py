"""The menus of a window: what every row of the table of actions works on, and the names of its keys on buttons."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from spectral_gui.actions import ACTIONS, BY_NAME, Keys, install, make_menus, shown_keys, translated
from spectral_gui.panels import Panels, Views
from spectral_gui.rails import Rail
from spectral_gui.session import ActiveModel, AppContext, Readings, Suggestions

_ON_BUTTONS = ("reading.flip_readings", "reading.explain", "quiz.explain", "quiz.flip_known", "quiz.next_question")
_ON_CARD = ("question.answer_yes", "question.answer_no", "question.skip")


class Menus(QObject):
    """Actions that are reached by menu and by key; what a menu lists of models is listed as it opens. What an
    action of the whole window calls is a method of the first of `doing` that has it."""

    def __init__(
        self, window: QMainWindow, desk: AppContext, keys: Keys, views: Views, panels: Panels, rail: Rail,
        doing: Sequence[QObject],
    ):  # fmt: skip
        super().__init__(window)
        self._session, self._keys, self._views, self._accepting = desk.session, keys, views, desk.acceptance
        dependency, constituency = views.dependency, views.constituency
        dependencies, constituents = [dependency, dependency.outline], [constituency, constituency.outline]
        trees = [*dependencies, *constituents]
        self.actions: dict[str, QAction] = {}
        self.places: dict[str, list[QWidget]] = {}  # by scope: where its keys are heard
        for scope, places, target in (
            ("window", window, doing),
            ("annotate", [views.queue, views.tokens, *trees, views.strip, views.card], (*doing, views.strip)),
            ("queue", views.queue, views.queue),
            ("candidates", [views.candidates.reading_list, views.tokens, *trees], (views.candidates, *doing)),
            ("dependency", dependencies, (dependency.editor, dependency.proposing, dependency)),
            ("constituency", constituents, (constituency.editor, constituency.proposing, constituency)),
            ("question", views.card, desk.questions),
            ("find", views.finding, views.finding),
            ("reading", views.reading, (views.reading, views.reading.text)),
            ("vocabulary", views.vocabulary, views.vocabulary),
            ("quiz", views.quiz, views.quiz),
            ("comparing", views.comparing, views.comparing),
            ("training", views.training, views.training),
            ("curves", views.curves, views.curves),
            ("runs", views.runs, views.runs),
            ("exploring", views.exploring, views.exploring),
        ):
            self.places[scope] = [places] if isinstance(places, QWidget) else list(places)
            self.actions.update(install(places, scope, target, keys, None if scope == "window" else panels))
        menus = make_menus(window, self.actions)
        closable = menus["&View"].addMenu(self.tr("&Panels"))
        for dock in panels.docks.values():
            closable.addAction(dock.toggleViewAction())
        self._list_models(
            menus["&Model"].addMenu(self.tr("&Proposed trees by")), self.tr("&No model"), desk.suggestions
        )
        ranked = menus["&Model"].addMenu(self.tr("&Readings ranked by"))
        self._list_models(ranked, self.tr("&Order of the analyser"), desk.readings)
        self._choices = rail
        rail.show_chosen(panels.workspace.name)
        rail.chosen.connect(panels.show_workspace)
        panels.workspace_changed.connect(rail.show_chosen)
        for button, name in ((rail.help, "show_help"), (rail.settings, "show_preferences")):
            button.clicked.connect(self.actions[f"window.{name}"].trigger)
        self.show_hints()
        keys.changed.connect(self.show_hints)
        desk.session.history_changed.connect(self._name_steps)
        self._name_steps()

    def _list_models(self, menu: QMenu, nothing: str, using: Suggestions | Readings) -> None:
        """Lists in a menu, whenever it opens, the models that can be used and the one that is, which is marked."""

        def fill() -> None:
            model: ActiveModel = using.model
            active = "" if model.run is None else model.run.name
            menu.clear()
            for text, name in [(nothing, ""), *((run.name.replace("&", "&&"), run.name) for run in model.candidates)]:
                action = menu.addAction(text)
                action.setCheckable(True)
                action.setChecked(name == active)
                action.triggered.connect(lambda _=False, name=name: model.choose(name))

        menu.aboutToShow.connect(fill)

    def _name_steps(self) -> None:
        """Says what undo would take back, and what redo would do again."""
        session = self._session
        for name, step in (("undo", session.undo_step), ("redo", session.redo_step)):
            action = self.actions[f"window.{name}"]
            action.setEnabled(step is not None)
            plain = translated(BY_NAME[f"window.{name}"].text)
            action.setText(f"{plain} {step.replace('&', '&&')}" if step else plain)
            row = BY_NAME[f"window.{name}"]
            keys = f"{row.plain_text} ({shown_keys(self._keys.of(row))})"
            none = self.tr("nothing was done yet") if name == "undo" else self.tr("nothing was taken back")
            action.setToolTip(keys if step else f"{keys} — {none}")

    def show_hints(self) -> None:
        views = self._views
        self._choices.hint(self.actions)
        names = (
            "read_pasted", "open_file", "show_train", "get_treebank", "open_project", "new_project", "open_sample",
            "show_tour", "show_keys",
        )  # fmt: skip
        self._accepting.insist_key = shown_keys(self._keys.of(BY_NAME["annotate.insist"])[:1])
        first = {name: shown_keys(self._keys.of(BY_NAME[name])[:1]) for name in _ON_BUTTONS}
        views.reading.set_keys(first["reading.flip_readings"], first["reading.explain"])
        views.quiz.set_keys(first["quiz.explain"], first["quiz.flip_known"], first["quiz.next_question"])
        views.card.set_keys(*(shown_keys(self._keys.of(BY_NAME[name])[:1]) for name in _ON_CARD))
        taking = (
            [shown_keys(self._keys.of(row)[:1]) for row in ACTIONS if row.name.startswith(name)]
            for name in ("candidates.take_", "dependency.choose_")
        )
        views.dependency.alternatives.set_keys(*taking)
        views.welcome.set_keys([self._keys_of(name) for name in names])

    def _keys_of(self, name: str) -> str:
        return shown_keys([key.toString() for key in self.actions[f"window.{name}"].shortcuts()])
