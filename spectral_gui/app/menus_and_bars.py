"""Menus, top bar and navigation rail of a window, and the commands and search results of the command palette."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Literal

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QMainWindow,
    QMenu,
    QSizePolicy,
    QToolBar,
    QToolButton,
    QWidget,
)

from spectral_core.data import Sentence
from spectral_gui import widgets
from spectral_gui.actions import (
    ACTIONS,
    ACTIONS_BY_NAME,
    ActionHandler,
    KeyBindings,
    fill_menu_bar,
    format_keys,
    install_actions,
    translate,
)
from spectral_gui.app.dock_layouts import WORKSPACES
from spectral_gui.app.panels import Panels, Views
from spectral_gui.app.status_bar import StatusLabel
from spectral_gui.state import (
    ANNOTATION,
    ActiveModel,
    AppContext,
    ChangeKind,
    DocumentSurvey,
    ReadingRankings,
    Session,
    Suggestions,
    make_text_matcher,
)
from spectral_gui.text_display import isolate_text
from spectral_gui.theme import IconButton
from spectral_gui.views.shared.command_palette import RESULT_KINDS_BY_PREFIX, Command
from spectral_gui.widgets.lists import to_tooltip

_SEARCH_SLICE_SECONDS = 0.015  # of searching sentences at a time, so that the window stays responsive
_MAX_SENTENCES = 100  # matches after which the search stops
_MAX_DIGITS = 9  # digits of a sentence's number
_MIN_LETTERS = 2  # typed before sentences and labels are searched
_MAX_LABELS = 300  # per kind
_PALETTE_ACTION = "window.show_palette"  # which the palette does not list
_MENU_ICONS = {
    "&File": "file-text", "&Edit": "pencil-line", "&View": "layers", "&Go": "chevron-right",
    "&Annotate": "pencil-line", "&Model": "network", "&Tools": "settings", "&Help": "circle-question-mark",
}  # fmt: skip
_COMMAND_ICONS = {  # of actions that have another icon than their menu
    "window.undo": "undo-2", "window.redo": "redo-2", "dependency.lock": "lock", "constituency.lock": "lock",
    "window.open_file": "folder-open", "window.open_project": "folder-open", "window.get_treebank": "download",
    "window.flip_theme": "moon", "window.flip_left": "panel-left", "window.flip_right": "panel-right",
    "window.show_annotate": "pencil-line", "window.show_read": "book-open", "window.show_explore": "microscope",
    "window.show_compare": "git-compare", "window.show_train": "activity", "window.show_preferences": "settings",
    "window.show_keys": "keyboard", "window.show_find": "search", "annotate.accept": "check",
    "window.previous_sentence": "chevron-left", "training.start": "play",
}  # fmt: skip
_BUTTON_ACTIONS = ("reading.flip_readings", "reading.explain", "quiz.explain", "quiz.flip_known", "quiz.next_question")
_QUESTION_ACTIONS = ("question.answer_yes", "question.answer_no", "question.skip")


class CommandSearch(QObject):
    """Search for commands that match the typed text; sentences of a large document are searched in several slices."""

    results_changed = Signal()  # more sentences match, or the search has ended

    def __init__(self, context: AppContext, panels: Panels, actions: Mapping[str, QAction], parent: QObject):
        super().__init__(parent)
        self._session, self._survey, self._document_search = context.session, context.survey, context.document_search
        self._panels, self._actions = panels, actions
        self._contains_query: Callable[[Sentence], bool] = lambda _: False  # whether a sentence has the typed text
        self._sentence_commands: list[Command] = []  # matching sentences
        self._remaining_sentences: Iterator[tuple[int, Sentence]] | None = None  # sentences not searched yet
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._on_timeout)

    @property
    def is_searching(self) -> bool:
        """Whether some sentences are not searched yet."""
        return self._remaining_sentences is not None

    def stop(self) -> None:
        """Stop searching sentences."""
        self._timer.stop()
        self._remaining_sentences = None

    def find_commands(self, text: str, restart: bool = True) -> Sequence[Command]:
        """Return all matching commands; labels and sentences only after a few letters. A call without `restart`
        continues the search in progress."""
        if restart:
            self.stop()
        text = text.strip()
        kind = RESULT_KINDS_BY_PREFIX.get(text[:1], "")
        query = text[bool(kind) :].strip().lower()
        commands: list[Command] = []
        if kind in ("", "acts"):
            commands += [*self._list_action_commands(), *self._list_document_commands()]
        if kind == "labels" or (not kind and len(query) >= _MIN_LETTERS):
            commands += self._list_label_commands()
        if kind == "sentences" or (not kind and len(query) >= _MIN_LETTERS):
            commands += self._find_sentences(query, restart)
        elif not kind and query.isdecimal():
            commands += self._find_sentence_by_number(query)
        return commands

    def _list_action_commands(self) -> Iterator[Command]:
        """Return the commands of all enabled actions in menus."""
        for action_row in ACTIONS:
            action = self._actions.get(action_row.name)
            if action is None or not action_row.menu or not action.isEnabled() or action_row.name == _PALETTE_ACTION:
                continue
            keys = format_keys([shortcut.toString() for shortcut in action.shortcuts()[:1]])
            menu = action_row.menu.partition("/")[0]
            icon = _COMMAND_ICONS.get(action_row.name, _MENU_ICONS.get(menu, "chevron-right"))
            group = _remove_mnemonic(translate(menu))
            yield Command(group, _remove_mnemonic(action.text()), action.trigger, keys, icon)

    def _list_document_commands(self) -> Iterator[Command]:
        """Return a command for each other document of the project, which opens it."""
        group = self.tr("Documents")
        for name in self._session.documents:
            if name != self._session.document:
                yield Command(group, isolate_text(name), partial(self._session.open_document, name), icon="file-text")

    def _list_label_commands(self) -> Iterator[Command]:
        """Return a command for each label of the document, which searches for it; the most frequent first."""
        group, inventory = self.tr("Find"), self._survey.inventory
        kinds: tuple[Literal["deprel", "upos", "xpos"], ...] = ("deprel", "upos", "xpos")
        for kind in kinds:
            for label in inventory.labels_by_frequency(kind)[:_MAX_LABELS]:
                quoted = label.replace("\\", r"\\").replace('"', r"\"")
                query = f'{kind}="{quoted}"'
                yield Command(group, f"{kind}={label}", partial(self._show_query_matches, query), icon="search")

    def _find_sentences(self, query: str, restart: bool) -> list[Command]:
        """Return the commands of the sentence with the typed number, and of the matching sentences found so far."""
        if restart:
            self._contains_query, self._sentence_commands = make_text_matcher(query), []
            self._remaining_sentences = enumerate(self._session.treebank)
            self._search_for_one_slice()
            if self._remaining_sentences is not None:
                self._timer.start()
        by_number = list(self._find_sentence_by_number(query))
        return by_number + [
            command for command in self._sentence_commands if not by_number or command.text != by_number[0].text
        ]

    def _find_sentence_by_number(self, query: str) -> Iterator[Command]:
        """Return the command that selects the sentence whose number the typed text ends with, if there is one."""
        number = query.split()[-1] if query else ""
        if number.isdecimal() and len(number) <= _MAX_DIGITS and 0 < int(number) <= len(self._session.treebank):
            index = int(number) - 1
            text = self._format_sentence(number, self._session.treebank[index])
            yield self._make_sentence_command(
                index, text if number == query else self.tr("Go to sentence {0}").format(text)
            )

    def _format_sentence(self, number: str, sentence: Sentence) -> str:
        return f"{number}  \u2068{sentence.text}\u2069"

    def _make_sentence_command(self, index: int, text: str) -> Command:
        return Command(self.tr("Sentences"), text, partial(self._session.select, index), icon="list")

    def _search_for_one_slice(self) -> bool:
        """Search sentences for one time slice; return whether any matched."""
        deadline, old_count = time.monotonic() + _SEARCH_SLICE_SECONDS, len(self._sentence_commands)
        assert self._remaining_sentences is not None
        for index, sentence in self._remaining_sentences:
            if self._contains_query(sentence):
                self._sentence_commands.append(
                    self._make_sentence_command(index, self._format_sentence(str(index + 1), sentence))
                )
            if len(self._sentence_commands) >= _MAX_SENTENCES:
                self.stop()
                break
            if time.monotonic() > deadline:
                break
        else:
            self.stop()
        return len(self._sentence_commands) > old_count

    def _on_timeout(self) -> None:
        """Search for another time slice; report new matches, or the end of the search."""
        if self._remaining_sentences is not None and (
            self._search_for_one_slice() or self._remaining_sentences is None
        ):
            self.results_changed.emit()

    def _show_query_matches(self, query: str) -> None:
        self._panels.show_find()
        self._document_search.find(query)


class Menus(QObject):
    """Actions in menus and as shortcuts, which call their `handlers`; model menus are filled when they open."""

    def __init__(
        self, window: QMainWindow, context: AppContext, keys: KeyBindings, views: Views, panels: Panels,
        rail: NavigationRail, handlers: Mapping[str, ActionHandler],
    ):  # fmt: skip
        super().__init__(window)
        self._session, self._keys, self._views, self._acceptance = context.session, keys, views, context.acceptance
        dependency_widgets = [views.dependency, views.dependency.outline]
        constituency_widgets = [views.constituency, views.constituency.outline]
        tree_widgets = [*dependency_widgets, *constituency_widgets]
        self.actions: dict[str, QAction] = {}
        # by scope: widgets in which its shortcuts work
        self.scope_widgets: dict[str, list[QWidget]] = {
            "window": [window],
            "annotate": [views.queue, views.tokens, *tree_widgets, views.tree_strip, views.question_card],
            "queue": [views.queue],
            "candidates": [views.candidates.reading_list, views.tokens, *tree_widgets],
            "dependency": dependency_widgets,
            "constituency": constituency_widgets,
            "question": [views.question_card],
            "find": [views.find],
            "reading": [views.reading],
            "vocabulary": [views.vocabulary],
            "quiz": [views.quiz],
            "comparing": [views.comparison],
            "training": [views.training],
            "curves": [views.curves],
            "runs": [views.runs],
            "exploring": [views.explore],
        }
        for scope, scope_widgets in self.scope_widgets.items():
            navigator = None if scope == "window" else panels
            self.actions.update(install_actions(scope_widgets, scope, handlers, keys, navigator))
        self._add_submenus(fill_menu_bar(window, self.actions), context, panels)
        self._rail = rail
        rail.set_current_workspace(panels.workspace.name)
        rail.workspace_chosen.connect(panels.show_workspace)
        panels.workspace_changed.connect(rail.set_current_workspace)
        for button, name in ((rail.help_button, "show_help"), (rail.settings_button, "show_preferences")):
            button.clicked.connect(self.actions[f"window.{name}"].trigger)
        self.update_key_hints()
        keys.changed.connect(self.update_key_hints)
        keys.changed.connect(self._on_history_changed)  # the tips of undo and redo name their keys
        context.session.changes.add_view("menus", lambda _: self._on_history_changed(), ChangeKind.HISTORY)
        self._on_history_changed()

    def _add_submenus(self, menus: Mapping[str, QMenu], context: AppContext, panels: Panels) -> None:
        """Add the submenus of panels and models to the menus View and Model."""
        panels_menu = menus["&View"].addMenu(self.tr("&Panels"))
        for dock in panels.docks.values():
            panels_menu.addAction(dock.toggleViewAction())
        parser_menu = menus["&Model"].addMenu(self.tr("Suggest trees &with"))
        self._fill_model_menu_on_show(parser_menu, self.tr("&No model"), context.suggestions)
        ranking_menu = menus["&Model"].addMenu(self.tr("&Rank readings with"))
        self._fill_model_menu_on_show(ranking_menu, self.tr("&Order of the analyser"), context.readings)

    def _fill_model_menu_on_show(
        self, menu: QMenu, no_model_title: str, model_owner: Suggestions | ReadingRankings
    ) -> None:
        """Fill a menu, each time it opens, with the usable models; the active one is checked."""

        def fill_menu() -> None:
            model: ActiveModel = model_owner.model
            active = "" if model.active_run is None else model.active_run.name
            menu.clear()
            for text, name in [
                (no_model_title, ""),
                *((run.name.replace("&", "&&"), run.name) for run in model.candidate_runs),
            ]:
                action = menu.addAction(text)
                action.setCheckable(True)
                action.setChecked(name == active)
                action.triggered.connect(lambda _=False, name=name: model.choose_run(name))

        menu.aboutToShow.connect(fill_menu)

    def _on_history_changed(self) -> None:
        """Name the next undo and redo steps in their actions."""
        session = self._session
        for name, undo_text in (("undo", session.undo_text), ("redo", session.redo_text)):
            action = self.actions[f"window.{name}"]
            action.setEnabled(undo_text is not None)
            title = translate(ACTIONS_BY_NAME[f"window.{name}"].text)
            action.setText(f"{title} {undo_text.replace('&', '&&')}" if undo_text else title)
            action_row = ACTIONS_BY_NAME[f"window.{name}"]
            keys = format_keys(self._keys.get_keys(action_row))
            tip = f"{action_row.plain_text} ({keys})" if keys else action_row.plain_text
            reason = self.tr("nothing to undo") if name == "undo" else self.tr("nothing to redo")
            action.setToolTip(tip if undo_text else f"{tip} — {reason}")

    def update_key_hints(self) -> None:
        """Show the current keys in the tool tips and buttons that name them."""
        views = self._views
        self._rail.update_tool_tips(self.actions)
        names = (
            "read_pasted", "open_file", "show_train", "get_treebank", "open_project", "new_project", "open_sample",
            "show_tour", "show_keys",
        )  # fmt: skip
        self._acceptance.force_key = format_keys(self._keys.get_keys(ACTIONS_BY_NAME["annotate.insist"])[:1])
        first_keys = {name: format_keys(self._keys.get_keys(ACTIONS_BY_NAME[name])[:1]) for name in _BUTTON_ACTIONS}
        views.reading.set_keys(first_keys["reading.flip_readings"], first_keys["reading.explain"])
        views.quiz.set_keys(first_keys["quiz.explain"], first_keys["quiz.flip_known"], first_keys["quiz.next_question"])
        views.question_card.set_keys(
            *(format_keys(self._keys.get_keys(ACTIONS_BY_NAME[name])[:1]) for name in _QUESTION_ACTIONS)
        )
        choice_keys = (
            [
                format_keys(self._keys.get_keys(action_row)[:1])
                for action_row in ACTIONS
                if action_row.name.startswith(name)
            ]
            for name in ("candidates.take_", "dependency.choose_")
        )
        views.dependency.alternatives_bar.set_keys(*choice_keys)
        views.welcome.set_keys([self._format_action_keys(name) for name in names])

    def _format_action_keys(self, name: str) -> str:
        return format_keys([key.toString() for key in self.actions[f"window.{name}"].shortcuts()])


_RAIL_ICON_SIZE = 20  # pixels


class NavigationRail(QToolBar):
    """Tool bar at the side of the pages with an icon for each of the five workspaces; names are hidden in a narrow
    window."""

    workspace_chosen = Signal(str)  # name of a workspace

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("rail")
        self.setWindowTitle(self.tr("Workspaces"))
        self.setAccessibleName(self.tr("Workspaces"))
        self.setMovable(False)
        self.setProperty("mirrored", self.side == Qt.ToolBarArea.RightToolBarArea)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        group = QButtonGroup(self)
        self.workspace_buttons: dict[str, IconButton] = {}
        for workspace in WORKSPACES:
            button = IconButton(workspace.icon, translate(workspace.title), _RAIL_ICON_SIZE)
            button.setProperty("kind", "rail")
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _=False, name=workspace.name: self.workspace_chosen.emit(name))
            group.addButton(button)
            self.addWidget(button)
            self.workspace_buttons[workspace.name] = button
        self.spacer = QWidget()
        self.spacer.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.addWidget(self.spacer)
        self.help_button = IconButton("circle-question-mark", self.tr("Help"), _RAIL_ICON_SIZE)
        self.settings_button = IconButton("settings", self.tr("Preferences"), _RAIL_ICON_SIZE)
        for button in (self.help_button, self.settings_button):
            button.setProperty("kind", "rail")
            self.addWidget(button)
        self.is_narrow = False
        self.set_narrow(False)

    @property
    def side(self) -> Qt.ToolBarArea:
        """Side of the rail: the leading edge, which is the right one in right-to-left layouts."""
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        return Qt.ToolBarArea.RightToolBarArea if mirrored else Qt.ToolBarArea.LeftToolBarArea

    def set_narrow(self, is_narrow: bool) -> None:
        """Hide the names of the workspaces, or show them."""
        self.is_narrow = is_narrow
        style = Qt.ToolButtonStyle
        names = {workspace.name: translate(workspace.title) for workspace in WORKSPACES}
        for name, button in self.workspace_buttons.items():
            button.setText("" if is_narrow else names[name])
            button.setToolButtonStyle(style.ToolButtonIconOnly if is_narrow else style.ToolButtonTextUnderIcon)
        widest = max(self.fontMetrics().horizontalAdvance(text) for text in names.values())
        for button in (*self.workspace_buttons.values(), self.help_button, self.settings_button):
            button.setMinimumWidth(_RAIL_ICON_SIZE + 20 if is_narrow else widest + 14)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "is_narrow"):
            self.set_narrow(self.is_narrow)

    def set_current_workspace(self, name: str) -> None:
        self.workspace_buttons[name].setChecked(True)

    def update_tool_tips(self, actions: Mapping[str, QAction]) -> None:
        """Show the keys of the workspaces in the tool tips, from the actions of the window."""
        for name, button in self.workspace_buttons.items():
            keys = format_keys([shortcut.toString() for shortcut in actions[f"window.show_{name}"].shortcuts()])
            title = button.accessibleName()
            button.setToolTip(f"{title} ({keys})" if keys else title)


class TopBar(QToolBar):
    """Tool bar above every page; its buttons trigger the actions of the window."""

    menu_requested = Signal()
    tree_kind_requested = Signal(str)  # kind of tree

    def __init__(self, session: Session, survey: DocumentSurvey, tree_kinds: Mapping[str, str]):
        super().__init__()
        self.setObjectName("top_bar")
        self.setWindowTitle(self.tr("Bar"))
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._session, self._survey = session, survey
        self.menu_button = IconButton("menu", self.tr("Menu"), 18)
        self.menu_button.clicked.connect(self.menu_requested)
        self.location_label = widgets.make_label(name=self.tr("Project and document"))
        self.sentence_label = widgets.make_label(name=self.tr("Sentence"), faint=True)
        self.acceptance_label = StatusLabel(self.tr("Acceptance of the sentence"), 0.25)
        self.previous_button = IconButton("chevron-left", self.tr("Previous sentence"))
        self.next_button = IconButton("chevron-right", self.tr("Next sentence"))
        self.search_button = QToolButton()
        self.search_button.setProperty("kind", "search")
        self.search_button.setText(self.tr("Search, or run a command"))
        self.undo_button = IconButton("undo-2", self.tr("Undo"))
        self.redo_button = IconButton("redo-2", self.tr("Redo"))
        self.left_button = IconButton("panel-left", self.tr("Panels at the left"))
        self.right_button = IconButton("panel-right", self.tr("Panels at the right"))
        self.tree_kind_control = TreeKindSwitch(tree_kinds)
        self.tree_kind_control.chosen.connect(self.tree_kind_requested)
        self._sentence_navigator = QWidget()
        widgets.make_row(
            self.previous_button,
            self.sentence_label,
            self.next_button,
            self.acceptance_label,
            on=self._sentence_navigator,
            margins=0,
            spacing=2,
        )
        spacer = QWidget()
        spacer.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        for part in (
            self.menu_button,
            self.location_label,
            self._sentence_navigator,
            spacer,
            self.tree_kind_control,
            self.search_button,
            self.undo_button,
            self.redo_button,
        ):
            self.addWidget(part)
        for part in (self.left_button, self.right_button):
            self.addWidget(part)
        for button in self.findChildren(QToolButton):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        location = ChangeKind.SELECTION | ChangeKind.DOCUMENT | ChangeKind.PROJECT
        location |= ANNOTATION | ChangeKind.DECISIONS | ChangeKind.SURVEY
        session.changes.add_view("top-bar", lambda _: self._update_location(), location)
        self._update_location()

    def connect_actions(self, actions: Mapping[str, QAction]) -> None:
        """Connect each button to an action of the window; the button is enabled with the action."""
        for button, name in (
            (self.previous_button, "previous_sentence"), (self.next_button, "next_sentence"), (self.undo_button,
            "undo"), (self.redo_button, "redo"), (self.left_button, "flip_left"), (self.right_button, "flip_right"),
            (self.search_button, "show_palette"),
        ):  # fmt: skip
            action = actions[f"window.{name}"]
            button.clicked.connect(action.trigger)
            action.changed.connect(lambda button=button, action=action: _sync_button_with_action(button, action))
            _sync_button_with_action(button, action)

    def show_tree_kind(self, tree_kind: str, is_visible: bool) -> None:
        """Show which kind of tree is on screen, if the user can choose."""
        self.tree_kind_control.set_current(tree_kind)
        self.actions()[_find_action_index(self, self.tree_kind_control)].setVisible(is_visible)

    def hide_parts_to_fit(self, width: int) -> None:
        """Hide the buttons that do not fit into a window of this width, and show the others."""
        scale = self.fontMetrics().height() / 16
        self.search_button.setText(self.tr("Search, or run a command") if width > 1000 * scale else self.tr("Search"))
        for part, min_width in (
            (self.location_label, 700),
            (self.undo_button, 760),
            (self.redo_button, 760),
            (self.left_button, 640),
            (self.right_button, 640),
        ):
            self.actions()[_find_action_index(self, part)].setVisible(width > min_width * scale)

    def _update_location(self) -> None:
        """Show the names of the project and the document, and the number of the sentence."""
        session = self._session
        path, count = session.treebank.path, len(session.treebank)
        names = [session.project.name] if session.project is not None else []
        if path is not None and path.name not in names:
            names.append(path.name)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        displayed_names = [f"\u2068{name}\u2069" if mirrored else isolate_text(name) for name in names]
        self.location_label.setText(
            ("\u200f" if mirrored else "") + "  ›  ".join(displayed_names)
        )  # document names set no direction
        index = session.selection.sentence
        self.sentence_label.setText(self.tr("{0} of {1}").format(f"{index + 1:n}", f"{count:n}") if count else "")
        acceptance = self._survey.get_acceptance(index)
        self.acceptance_label.show_text(self._survey.accepted.describe_status(acceptance), *acceptance.icon)
        self.actions()[_find_action_index(self, self._sentence_navigator)].setVisible(bool(count))


class TreeKindSwitch(QFrame):
    """Segmented control that switches between the kinds of tree."""

    chosen = Signal(str)  # name of a kind

    def __init__(self, titles: Mapping[str, str]):
        super().__init__()
        self.setProperty("kind", "segments")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        group, layout = QButtonGroup(self), widgets.make_row(on=self, margins=2, spacing=2)
        self._buttons: dict[str, QToolButton] = {}
        for name, text in titles.items():
            button = self._buttons[name] = QToolButton()
            button.setText(text)
            button.setToolTip(self.tr("Show this kind of tree"))
            button.setProperty("kind", "segment")
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, name=name: self.chosen.emit(name))
            group.addButton(button)
            layout.addWidget(button)

    def set_current(self, name: str) -> None:
        self._buttons[name].setChecked(True)


def _sync_button_with_action(button: QToolButton, action: QAction) -> None:
    """Enable or disable a button like its action, and update its tool tip."""
    button.setEnabled(action.isEnabled())
    keys = format_keys([shortcut.toString() for shortcut in action.shortcuts()[:1]])
    text = _remove_mnemonic(action.text()).removesuffix("…")
    button.setToolTip(to_tooltip(f"{text} ({keys})" if keys else text))
    if button.property("kind") != "search":
        button.setAccessibleName(text)


def _remove_mnemonic(text: str) -> str:
    """Return the text of an action as it is displayed: without the mark of its mnemonic, and with && as &."""
    return "&".join(part.replace("&", "") for part in text.split("&&"))


def _find_action_index(bar: QToolBar, widget: QWidget) -> int:
    """Return the index of the action that holds a widget of a tool bar."""
    return next(index for index, action in enumerate(bar.actions()) if bar.widgetForAction(action) is widget)
