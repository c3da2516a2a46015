"""Key dialogs: the sheet of all keys, and the editor of key bindings; both are made from the table of actions."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFont, QGuiApplication, QKeyEvent, QKeySequence, QTextDocument
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QKeySequenceEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from spectral_gui import widgets
from spectral_gui.actions import (
    ACTIONS,
    ACTIONS_BY_NAME,
    SCOPES,
    Action,
    KeyBindings,
    explain_invalid_key,
    format_key_sheet,
    format_keys,
    iterate_key_rows,
    parse_keys,
    translate,
)

_NAME_ROLE = Qt.ItemDataRole.UserRole
_INDENT = 8  # pixels
_WIDTH_IN_LETTERS, _HEIGHT_IN_LINES = 96, 26  # of both dialogs


class KeySheet(QDialog):
    """Sheet of all keys by scope, with a search; it may stay open next to the window."""

    change_requested = Signal()

    def __init__(self, keys: KeyBindings, parent: QWidget | None = None):
        super().__init__(parent)
        self._keys = keys
        self.setWindowTitle(self.tr("Keys"))
        self._search = widgets.make_line_edit(self.tr("Search for an action or a key"))
        self._search.textChanged.connect(self._filter)
        self._tree = _make_tree_widget(self, [self.tr("Action"), self.tr("Keys"), self.tr("Description")])
        self._tree.setAccessibleName(self.tr("Keys"))
        self._no_match_label = widgets.make_label(self.tr("No matches."), wraps=True)
        buttons = widgets.make_dialog_buttons(QDialogButtonBox.StandardButton.Close)
        for text, tip, slot in (
            (self.tr("&Copy as text"), self.tr("Copy the whole sheet"), self.copy_text),
            (self.tr("&Print…"), self.tr("Print the whole sheet"), self.print_text),
            (self.tr("Change &keys…"), self.tr("Choose other keys"), self.change_requested.emit),
        ):
            widgets.add_dialog_button(buttons, text, QDialogButtonBox.ButtonRole.ActionRole, tip, slot).setAutoDefault(
                False
            )
        buttons.rejected.connect(self.reject)
        widgets.make_column(self._search, self._no_match_label, self._tree, buttons, on=self)
        keys.changed.connect(self._fill_tree)
        self._fill_tree()
        self.resize(self.sizeHint())
        self._search.setFocus()

    def copy_text(self) -> None:
        """Copy the sheet to the clipboard as text."""
        QGuiApplication.clipboard().setText(format_key_sheet(self._keys))

    def print_text(self) -> None:
        """Print the sheet as text, on a printer that the user chooses."""
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter

        printer = QPrinter()
        if QPrintDialog(printer, self).exec() == QDialog.DialogCode.Accepted:
            document = QTextDocument()
            font = QFont("monospace")
            font.setStyleHint(QFont.StyleHint.Monospace)
            document.setDefaultFont(font)
            document.setPlainText(format_key_sheet(self._keys))
            document.print_(printer)

    def _fill_tree(self) -> None:
        """List the actions and fixed keys of each scope with their current keys."""
        self._tree.clear()
        for title, rows in iterate_key_rows(self._keys):
            group = _add_group(self._tree, title)
            for text, key_text, hint in rows:
                item = QTreeWidgetItem(group, [text, key_text, hint])
                item.setToolTip(0, text)
                item.setToolTip(2, hint)
                item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{text}, {key_text or self.tr('no key')}, {title}")
        self._filter(self._search.text())

    def _filter(self, query: str) -> None:
        self._no_match_label.setVisible(not _filter_rows(self._tree, query))

    def sizeHint(self) -> QSize:
        return widgets.compute_dialog_size(self, _WIDTH_IN_LETTERS, _HEIGHT_IN_LINES)


class KeysDialog(QDialog):
    """Dialog to change keys. Conflicts are shown, and nothing applies before OK."""

    def __init__(self, keys: KeyBindings, parent: QWidget | None = None):
        super().__init__(parent)
        self._keys, self._draft = keys, KeyBindings(keys.overrides, self)
        self.setWindowTitle(self.tr("Change keys"))
        self._search = widgets.make_line_edit(self.tr("Search for an action or a key"))
        self._tree = _make_tree_widget(self, [self.tr("Action"), self.tr("Keys"), self.tr("Default")])
        self._search.textChanged.connect(self._filter)
        self._tree.setAccessibleName(self.tr("Actions"))
        self._tree.currentItemChanged.connect(self._on_current_item_changed)
        self._no_match_label = widgets.make_label(self.tr("No matches."), wraps=True)
        self._key_edit = widgets.set_accessible_name(_KeyEdit(), self.tr("New key"))
        key_label = widgets.make_label(self.tr("&New key:"))
        key_label.setBuddy(self._key_edit)
        self._key_edit.keySequenceChanged.connect(self._explain_key)
        self._explanation_label = widgets.make_label(wraps=True)
        # two lines, so that nothing moves when a text appears
        self._explanation_label.setMinimumHeight(2 * self.fontMetrics().lineSpacing())
        add_tip = self.tr("Add this key to the action")
        self._use_button = self._make_button(self.tr("&Use"), self._rebind, self.tr("Use only this key for the action"))
        self._add_button = self._make_button(self.tr("A&dd"), lambda: self._rebind(as_well=True), add_tip)
        self._no_key_button = self._make_button(
            self.tr("N&o key"), self._unbind, self.tr("Remove the keys of this action")
        )
        self._reset_button = self._make_button(
            self.tr("&Reset"), self._reset_action, self.tr("Reset to the default keys")
        )
        key_row = widgets.make_row(
            key_label, (self._key_edit, 1), self._use_button, self._add_button, self._no_key_button, self._reset_button
        )
        standard_button = QDialogButtonBox.StandardButton
        buttons = widgets.make_dialog_buttons(standard_button.Ok, standard_button.Cancel)
        self._reset_all_button = widgets.add_dialog_button(
            buttons,
            self.tr("Reset &all"),
            QDialogButtonBox.ButtonRole.ResetRole,
            self.tr("Reset all actions to their default keys"),
            lambda: self._draft.reset_keys(),
        )
        for button in (
            self._reset_all_button,
            buttons.button(standard_button.Ok),
            buttons.button(standard_button.Cancel),
        ):
            button.setAutoDefault(False)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        widgets.make_column(
            self._search, self._no_match_label, self._tree, key_row, self._explanation_label, buttons, on=self
        )
        self._no_match_label.hide()
        self._items = self._fill_tree()
        self._draft.changed.connect(self._refresh)
        self._refresh()
        self.setTabOrder(self._search, self._tree)
        self.setTabOrder(self._tree, self._key_edit)
        self._tree.setCurrentItem(next(iter(self._items.values())))
        self.resize(self.sizeHint())
        self._search.setFocus()

    def select_action(self, name: str) -> None:
        """Select an action by its name."""
        self._tree.setCurrentItem(self._items[name])

    def accept(self) -> None:
        """Apply the changed keys and close the dialog."""
        self._keys.replace_overrides(self._draft.overrides)
        super().accept()

    @property
    def _current_action(self) -> Action | None:
        """The selected action; None for the title of a group."""
        item = self._tree.currentItem()
        return ACTIONS_BY_NAME.get(str(item.data(0, _NAME_ROLE))) if item is not None else None

    def _filter(self, query: str) -> None:
        """List the rows that contain the typed words; the current action is always a visible one."""
        self._no_match_label.setVisible(not _filter_rows(self._tree, query))
        item = self._tree.currentItem()
        if item is None or item.isHidden():
            first = next((candidate for candidate in self._items.values() if not candidate.isHidden()), None)
            self._tree.setCurrentItem(first)  # type: ignore[arg-type] # the stubs do not know that there may be none

    def _make_button(self, text: str, slot: widgets.Slot, tip: str) -> QPushButton:
        button = widgets.make_button(text, slot, tip)
        button.setAutoDefault(False)
        return button

    def _fill_tree(self) -> dict[str, QTreeWidgetItem]:
        """List the actions of each scope with their default keys; return the rows by the actions' names."""
        items: dict[str, QTreeWidgetItem] = {}
        for scope, title in SCOPES.items():
            scope_actions = [action for action in ACTIONS if action.scope == scope]
            if scope_actions:
                group = _add_group(self._tree, translate(title))
                for action in scope_actions:
                    items[action.name] = QTreeWidgetItem(group, [action.plain_text, "", format_keys(action.keys)])
                    items[action.name].setData(0, _NAME_ROLE, action.name)
                    items[action.name].setToolTip(0, translate(action.hint))
        return items

    def _refresh(self) -> None:
        """Show the keys chosen so far, changed ones in bold."""
        for name, item in self._items.items():
            action = ACTIONS_BY_NAME[name]
            key_sequences = self._draft.get_keys(action)
            item.setText(1, format_keys(key_sequences))
            font = item.font(1)
            font.setBold(key_sequences != action.keys)
            item.setFont(1, font)
            description = f"{action.plain_text}, {item.text(1) or self.tr('no key')}"
            item.setData(0, Qt.ItemDataRole.AccessibleTextRole, description)
        self._explain_key()

    def _on_current_item_changed(self) -> None:
        self._key_edit.clear()
        self._explain_key()

    def _explain_key(self) -> None:
        """Explain what the typed key would do for the selected action, such as a conflict, and enable the possible
        buttons."""
        action, key = self._current_action, self._get_typed_key()
        conflicts = () if action is None or not key else self._draft.find_conflicts(action, key)
        reason = "" if action is None else explain_invalid_key(action, key)
        self._use_button.setText(self.tr("&Use and remove there") if conflicts else self.tr("&Use"))
        self._use_button.setEnabled(action is not None and bool(key) and not reason)
        self._add_button.setEnabled(
            self._use_button.isEnabled() and action is not None and bool(self._draft.get_keys(action))
        )
        self._no_key_button.setEnabled(action is not None and bool(self._draft.get_keys(action)))
        self._reset_button.setEnabled(action is not None and action.name in self._draft.overrides)
        if action is None or not key:
            self._explanation_label.setText("")
        elif reason:
            self._explanation_label.setText(reason)
        elif conflicts:
            template = self.tr("⚠ {0} is used by {1}. Using it for “{2}” ({3}) removes it there.")
            scope = translate(SCOPES[action.scope])
            self._explanation_label.setText(
                template.format(format_keys([key]), _list_names(conflicts), action.plain_text, scope)
            )
        elif parse_keys([key])[0] in parse_keys(self._draft.get_keys(action)):
            text = self.tr("{0} is already a key of “{1}”.")
            self._explanation_label.setText(text.format(format_keys([key]), action.plain_text))
        else:
            text = self.tr("{0} is free for “{1}”.")
            self._explanation_label.setText(text.format(format_keys([key]), action.plain_text))

    def _get_typed_key(self) -> str:
        return self._key_edit.keySequence().toString(QKeySequence.SequenceFormat.PortableText)

    def _rebind(self, as_well: bool = False) -> None:
        """Give the typed key to the selected action, instead of its keys or, with `as_well`, in addition to them."""
        action, key = self._current_action, self._get_typed_key()
        if action is not None and key and not explain_invalid_key(action, key):
            self._draft.rebind(action.name, *(self._draft.get_keys(action) if as_well else ()), key)
            self._key_edit.clear()
            self._tree.setFocus()

    def _unbind(self) -> None:
        """Remove all keys of the selected action."""
        if self._current_action is not None:
            self._draft.rebind(self._current_action.name)

    def _reset_action(self) -> None:
        """Give the selected action its default keys, and say which actions lose them."""
        action = self._current_action
        if action is None:
            return
        conflicts = dict.fromkeys(
            conflict for key in action.keys for conflict in self._draft.find_conflicts(action, key)
        )
        self._draft.reset_keys(action.name)
        if conflicts:
            text = self.tr("Default keys restored and removed from {0}.")
            self._explanation_label.setText(text.format(_list_names(conflicts)))

    def sizeHint(self) -> QSize:
        return widgets.compute_dialog_size(self, _WIDTH_IN_LETTERS, _HEIGHT_IN_LINES)


class _KeyEdit(QKeySequenceEdit):
    """Key sequence edit for one key; Tab leaves it and Escape leaves the dialog, as in any field."""

    def __init__(self) -> None:
        super().__init__()
        self.setMaximumSequenceLength(1)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier:
            if event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
                if event.type() == QEvent.Type.KeyPress:
                    self.focusNextPrevChild(event.key() == Qt.Key.Key_Tab)
                return True
            if event.key() == Qt.Key.Key_Escape:
                event.ignore()
                return False
        return super().event(event)


def _list_names(actions: Iterable[Action]) -> str:
    """Return the names of actions, each with the title of its scope."""
    return ", ".join(f"“{action.plain_text}” ({translate(SCOPES[action.scope])})" for action in actions)


def _make_tree_widget(owner: QWidget, titles: list[str]) -> QTreeWidget:
    """Return an empty tree widget with these column titles, in the style of both dialogs."""
    tree = QTreeWidget(owner)
    tree.setHeaderLabels(titles)
    tree.setRootIsDecorated(False)
    tree.setUniformRowHeights(True)
    tree.setAlternatingRowColors(True)
    tree.setSelectionBehavior(QTreeWidget.SelectionBehavior.SelectRows)
    tree.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)  # the tool tip has an elided text in full
    tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
    tree.setProperty("kind", "sheet")
    tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    tree.setIndentation(_INDENT)
    return tree


def _add_group(tree: QTreeWidget, title: str) -> QTreeWidgetItem:
    """Add a row in bold that spans all columns, as the title of a group, and return it."""
    group = QTreeWidgetItem(tree, [title])
    group.setFirstColumnSpanned(True)
    group.setFlags(Qt.ItemFlag.ItemIsEnabled)
    group.setFont(0, widgets.make_bold(group.font(0)))
    group.setExpanded(True)
    return group


def _filter_rows(tree: QTreeWidget, query: str) -> int:
    """Hide the rows that do not contain every word of the query; return the number of visible rows."""
    words = query.casefold().split()
    match_count = 0
    for group_index in range(tree.topLevelItemCount()):
        group = tree.topLevelItem(group_index)
        assert group is not None
        visible_count = 0
        for item in (group.child(child_index) for child_index in range(group.childCount())):
            assert item is not None
            text = " ".join(item.text(column) for column in range(tree.columnCount())).casefold()
            is_match = all(word in text for word in words)
            item.setHidden(not is_match)
            visible_count += is_match
        group.setHidden(not visible_count)
        match_count += visible_count
    return match_count
