"""Menus of a window: the targets of every row of the table of actions, and the keys shown on buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from spectral_gui.actions import ACTIONS, BY_NAME, KeyBindings, format_keys, install, make_menus, translate
from spectral_gui.app.bars import Rail
from spectral_gui.app.panels import Panels, Views
from spectral_gui.state import ActiveModel, AppContext, Readings, Suggestions

_BUTTON_ACTIONS = ("reading.flip_readings", "reading.explain", "quiz.explain", "quiz.flip_known", "quiz.next_question")
_CARD_ACTIONS = ("question.answer_yes", "question.answer_no", "question.skip")


class Menus(QObject):
    """Actions that are reached by menu and by key; model menus are filled when they open. An action of the whole window
    calls a method of the first of `window_targets` that has it."""

    def __init__(
        self, window: QMainWindow, context: AppContext, keys: KeyBindings, views: Views, panels: Panels, rail: Rail,
        window_targets: Sequence[QObject],
    ):  # fmt: skip
        super().__init__(window)
        self._session, self._keys, self._views, self._acceptance = context.session, keys, views, context.acceptance
        dependency, constituency = views.dependency, views.constituency
        dependency_widgets, constituency_widgets = (
            [dependency, dependency.outline],
            [constituency, constituency.outline],
        )
        tree_widgets = [*dependency_widgets, *constituency_widgets]
        self.actions: dict[str, QAction] = {}
        self.scope_widgets: dict[str, list[QWidget]] = {}  # by scope: widgets in which its keys work
        for scope, scope_widgets, target in (
            ("window", window, window_targets),
            (
                "annotate",
                [views.queue, views.tokens, *tree_widgets, views.tree_strip, views.question_card],
                (*window_targets, views.tree_strip),
            ),
            ("queue", views.queue, views.queue),
            (
                "candidates",
                [views.candidates.reading_list, views.tokens, *tree_widgets],
                (views.candidates, *window_targets),
            ),
            ("dependency", dependency_widgets, (dependency.editor, dependency.proposing, dependency)),
            ("constituency", constituency_widgets, (constituency.editor, constituency.proposing, constituency)),
            ("question", views.question_card, context.questions),
            ("find", views.find, views.find),
            ("reading", views.reading, (views.reading, views.reading.text)),
            ("vocabulary", views.vocabulary, views.vocabulary),
            ("quiz", views.quiz, views.quiz),
            ("comparing", views.comparison, views.comparison),
            ("training", views.training, views.training),
            ("curves", views.curves, views.curves),
            ("runs", views.runs, views.runs),
            ("exploring", views.explore, views.explore),
        ):
            self.scope_widgets[scope] = [scope_widgets] if isinstance(scope_widgets, QWidget) else list(scope_widgets)
            self.actions.update(install(scope_widgets, scope, target, keys, None if scope == "window" else panels))
        self._fill_menus(make_menus(window, self.actions), context, panels)
        self._rail = rail
        rail.set_current(panels.workspace.name)
        rail.chosen.connect(panels.show_workspace)
        panels.workspace_changed.connect(rail.set_current)
        for button, name in ((rail.help_button, "show_help"), (rail.settings_button, "show_preferences")):
            button.clicked.connect(self.actions[f"window.{name}"].trigger)
        self.update_hints()
        keys.changed.connect(self.update_hints)
        context.session.history_changed.connect(self._on_history_changed)
        self._on_history_changed()

    def _fill_menus(self, menus: Mapping[str, QMenu], context: AppContext, panels: Panels) -> None:
        """Add the menus of panels and of models."""
        panels_menu = menus["&View"].addMenu(self.tr("&Panels"))
        for dock in panels.docks.values():
            panels_menu.addAction(dock.toggleViewAction())
        parser_menu = menus["&Model"].addMenu(self.tr("Suggest trees &with"))
        self._list_models(parser_menu, self.tr("&No model"), context.suggestions)
        ranking_menu = menus["&Model"].addMenu(self.tr("&Rank readings with"))
        self._list_models(ranking_menu, self.tr("&Order of the analyser"), context.readings)

    def _list_models(self, menu: QMenu, none_title: str, model_owner: Suggestions | Readings) -> None:
        """Fill a menu, whenever it opens, with the models that can be used; the active one is marked."""

        def fill_menu() -> None:
            model: ActiveModel = model_owner.model
            active = "" if model.run is None else model.run.name
            menu.clear()
            for text, name in [
                (none_title, ""),
                *((run.name.replace("&", "&&"), run.name) for run in model.candidates),
            ]:
                action = menu.addAction(text)
                action.setCheckable(True)
                action.setChecked(name == active)
                action.triggered.connect(lambda _=False, name=name: model.choose(name))

        menu.aboutToShow.connect(fill_menu)

    def _on_history_changed(self) -> None:
        """Name the steps that undo and redo would take."""
        session = self._session
        for name, step in (("undo", session.undo_step), ("redo", session.redo_step)):
            action = self.actions[f"window.{name}"]
            action.setEnabled(step is not None)
            title = translate(BY_NAME[f"window.{name}"].text)
            action.setText(f"{title} {step.replace('&', '&&')}" if step else title)
            action_row = BY_NAME[f"window.{name}"]
            tip = f"{action_row.plain_text} ({format_keys(self._keys.get_keys(action_row))})"
            reason = self.tr("nothing to undo") if name == "undo" else self.tr("nothing to redo")
            action.setToolTip(tip if step else f"{tip} — {reason}")

    def update_hints(self) -> None:
        views = self._views
        self._rail.update_tips(self.actions)
        names = (
            "read_pasted", "open_file", "show_train", "get_treebank", "open_project", "new_project", "open_sample",
            "show_tour", "show_keys",
        )  # fmt: skip
        self._acceptance.insist_key = format_keys(self._keys.get_keys(BY_NAME["annotate.insist"])[:1])
        first_keys = {name: format_keys(self._keys.get_keys(BY_NAME[name])[:1]) for name in _BUTTON_ACTIONS}
        views.reading.set_keys(first_keys["reading.flip_readings"], first_keys["reading.explain"])
        views.quiz.set_keys(first_keys["quiz.explain"], first_keys["quiz.flip_known"], first_keys["quiz.next_question"])
        views.question_card.set_keys(*(format_keys(self._keys.get_keys(BY_NAME[name])[:1]) for name in _CARD_ACTIONS))
        choice_keys = (
            [
                format_keys(self._keys.get_keys(action_row)[:1])
                for action_row in ACTIONS
                if action_row.name.startswith(name)
            ]
            for name in ("candidates.take_", "dependency.choose_")
        )
        views.dependency.alternatives.set_keys(*choice_keys)
        views.welcome.set_keys([self._format_keys(name) for name in names])

    def _format_keys(self, name: str) -> str:
        return format_keys([key.toString() for key in self.actions[f"window.{name}"].shortcuts()])
