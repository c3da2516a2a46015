"""The sheet of keys, and the dialogue in which other keys are chosen; both are made from the table of actions."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, Signal
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
from spectral_gui.actions import ACTIONS, BY_NAME, FIXED, SCOPES, Action, Keys, refusal, shown_keys, translated

_NAME = Qt.ItemDataRole.UserRole
_INDENT = 8  # pixels
_WIDE, _HIGH = 96, 26  # of both windows, in letters and lines


def sheet(keys: Keys) -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    """Each place where keys work, with its rows: what is done, by which keys, and a hint."""
    for scope, title in SCOPES.items():
        rows = [
            (row.plain_text, shown_keys(keys.of(row)), translated(row.hint)) for row in ACTIONS if row.scope == scope
        ]
        rows += [(translated(row.text), translated(row.keys), "") for row in FIXED if row.scope == scope]
        if rows:
            yield translated(title), rows


def sheet_text(keys: Keys) -> str:
    """The sheet as plain text, to print or to keep; what has no key is left out."""
    lines: list[str] = []
    for title, rows in sheet(keys):
        with_keys = [row for row in rows if row[1]]
        if with_keys:
            width = max(len(own) for _, own, _ in with_keys)
            lines += ["", title, *(f"  {own:<{width}}  {text}" for text, own, _ in with_keys)]
    return "\n".join(lines).strip() + "\n"


def sheet_markdown(keys: Keys) -> str:
    """The sheet as a page of help, in the order of the sheet; keys in portable names."""
    parts = [
        QCoreApplication.translate("actions", "# Keys"),
        QCoreApplication.translate(
            "actions",
            "Letters are commands on trees, in their outlines, in the line of words and in the queue; in fields they "
            "are typed. Other keys are chosen under Edit, Change keys; those without an explanation stay as they are.",
        ),
    ]
    for scope, title in SCOPES.items():
        rows = [
            (", ".join(f"`{key}`" for key in keys.of(row)), row.plain_text, translated(row.hint))
            for row in ACTIONS
            if row.scope == scope and keys.of(row)
        ]
        rows += [(f"`{translated(row.keys)}`", translated(row.text), "") for row in FIXED if row.scope == scope]
        if rows:
            lines = ["| key | action | what it does |", "|---|---|---|", *(f"| {' | '.join(row)} |" for row in rows)]
            parts += [f"## {translated(title)}", "\n".join(lines)]
    return "\n\n".join(parts) + "\n"


class KeySheet(QDialog):
    """All keys by where they work, with a search; it may stay open beside the window."""

    change_asked = Signal()

    def __init__(self, keys: Keys, parent: QWidget | None = None):
        super().__init__(parent)
        self._keys = keys
        self.setWindowTitle(self.tr("Keys"))
        self._search = widgets.field(self.tr("Search for an action or a key"))
        self._search.textChanged.connect(self._narrow)
        self._tree = _tree(self, [self.tr("Action"), self.tr("Keys"), self.tr("What it does")])
        self._tree.setAccessibleName(self.tr("Keys"))
        self._none = widgets.label(self.tr("No action or key is called that."), wraps=True)
        buttons = widgets.dialog_buttons(QDialogButtonBox.StandardButton.Close)
        for text, tip, slot in (
            (self.tr("&Copy as text"), self.tr("Copy the whole sheet"), self.copy_text),
            (self.tr("&Print…"), self.tr("Print the whole sheet"), self.print_text),
            (self.tr("Change &keys…"), self.tr("Choose other keys"), self.change_asked.emit),
        ):
            widgets.add_button(buttons, text, QDialogButtonBox.ButtonRole.ActionRole, tip, slot).setAutoDefault(False)
        buttons.rejected.connect(self.reject)
        widgets.column(self._search, self._none, self._tree, buttons, on=self)
        keys.changed.connect(self._fill)
        self._fill()
        self.resize(self.sizeHint())
        self._search.setFocus()

    def copy_text(self) -> None:
        QGuiApplication.clipboard().setText(sheet_text(self._keys))

    def print_text(self) -> None:
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter

        printer = QPrinter()
        if QPrintDialog(printer, self).exec() == QDialog.DialogCode.Accepted:
            document = QTextDocument()
            font = QFont("monospace")
            font.setStyleHint(QFont.StyleHint.Monospace)
            document.setDefaultFont(font)
            document.setPlainText(sheet_text(self._keys))
            document.print_(printer)

    def _fill(self) -> None:
        self._tree.clear()
        for title, rows in sheet(self._keys):
            group = _group(self._tree, title)
            for text, own, hint in rows:
                row = QTreeWidgetItem(group, [text, own, hint])
                row.setToolTip(0, text)
                row.setToolTip(2, hint)
                row.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{text}, {own or self.tr('no key')}, {title}")
        self._narrow(self._search.text())

    def _narrow(self, typed: str) -> None:
        self._none.setVisible(not _narrow(self._tree, typed))

    def sizeHint(self) -> QSize:
        return widgets.room_for_text(self, _WIDE, _HIGH)


class KeysDialog(QDialog):
    """Chooses other keys; whoever else has a key is named before it is taken away, and nothing holds before OK."""

    def __init__(self, keys: Keys, parent: QWidget | None = None):
        super().__init__(parent)
        self._keys, self._draft = keys, Keys(keys.chosen, self)
        self.setWindowTitle(self.tr("Change keys"))
        self._search = widgets.field(self.tr("Search for an action or a key"))
        self._tree = _tree(self, [self.tr("Action"), self.tr("Keys"), self.tr("As it comes")])
        self._search.textChanged.connect(self._narrow)
        self._tree.setAccessibleName(self.tr("Actions"))
        self._tree.currentItemChanged.connect(self._show_row)
        self._key = widgets.named(_KeyEdit(), self.tr("New key"))
        what = widgets.label(self.tr("&New key:"))
        what.setBuddy(self._key)
        self._key.keySequenceChanged.connect(self._judge)
        self._said = widgets.label(wraps=True)
        self._said.setMinimumHeight(2 * self.fontMetrics().lineSpacing())  # so that nothing jumps when it speaks
        well = self.tr("The action has this key beside those that it has")
        self._use = self._button(self.tr("&Use"), self._take, self.tr("The action has this key, and no other"))
        self._add = self._button(self.tr("Use as &well"), lambda: self._take(as_well=True), well)
        self._without = self._button(self.tr("N&o key"), self._clear, self.tr("The action has no key"))
        self._reset = self._button(self.tr("&Reset"), self._reset_row, self.tr("The keys that it came with"))
        line = widgets.row(what, (self._key, 1), self._use, self._add, self._without, self._reset)
        which, role = QDialogButtonBox.StandardButton, QDialogButtonBox.ButtonRole
        buttons, tip = widgets.dialog_buttons(which.Ok, which.Cancel), self.tr("Every action has the keys it came with")
        self._all = widgets.add_button(buttons, self.tr("Reset &all"), role.ResetRole, tip, lambda: self._draft.reset())
        for button in (self._all, buttons.button(which.Ok), buttons.button(which.Cancel)):
            button.setAutoDefault(False)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        widgets.column(self._search, self._tree, line, self._said, buttons, on=self)
        self._rows = self._fill()
        self._draft.changed.connect(self._refresh)
        self._refresh()
        self.setTabOrder(self._search, self._tree)
        self.setTabOrder(self._tree, self._key)
        self._tree.setCurrentItem(next(iter(self._rows.values())))
        self.resize(self.sizeHint())
        self._search.setFocus()

    def select(self, name: str) -> None:
        self._tree.setCurrentItem(self._rows[name])

    def _narrow(self, typed: str) -> None:
        """Lists what holds the words typed; what is changed is always an action that can be seen."""
        _narrow(self._tree, typed)
        item = self._tree.currentItem()
        if item is None or item.isHidden():
            first = next((row for row in self._rows.values() if not row.isHidden()), None)
            self._tree.setCurrentItem(first)  # type: ignore[arg-type] # the stubs do not know that there may be none

    def accept(self) -> None:
        self._keys.replace(self._draft.chosen)
        super().accept()

    @property
    def _action(self) -> Action | None:
        item = self._tree.currentItem()
        return BY_NAME.get(str(item.data(0, _NAME))) if item is not None else None

    def _button(self, text: str, act: widgets.Act, tip: str) -> QPushButton:
        button = widgets.button(text, act, tip)
        button.setAutoDefault(False)
        return button

    def _fill(self) -> dict[str, QTreeWidgetItem]:
        rows: dict[str, QTreeWidgetItem] = {}
        for scope, title in SCOPES.items():
            own = [row for row in ACTIONS if row.scope == scope]
            if own:
                group = _group(self._tree, translated(title))
                for row in own:
                    rows[row.name] = QTreeWidgetItem(group, [row.plain_text, "", shown_keys(row.keys)])
                    rows[row.name].setData(0, _NAME, row.name)
                    rows[row.name].setToolTip(0, translated(row.hint))
        return rows

    def _refresh(self) -> None:
        for name, item in self._rows.items():
            action = BY_NAME[name]
            own = self._draft.of(action)
            item.setText(1, shown_keys(own))
            font = item.font(1)
            font.setBold(own != action.keys)
            item.setFont(1, font)
            said = f"{action.plain_text}, {item.text(1) or self.tr('no key')}"
            item.setData(0, Qt.ItemDataRole.AccessibleTextRole, said)
        self._judge()

    def _show_row(self) -> None:
        self._key.clear()
        self._judge()

    def _judge(self) -> None:
        """Says what the key typed would do, before it is done."""
        action, key = self._action, self._typed()
        others = () if action is None or not key else self._draft.conflicts(action, key)
        refused = "" if action is None else refusal(action, key)
        self._use.setText(self.tr("&Use, take it away") if others else self.tr("&Use"))
        self._use.setEnabled(action is not None and bool(key) and not refused)
        self._add.setEnabled(self._use.isEnabled() and action is not None and bool(self._draft.of(action)))
        self._without.setEnabled(action is not None and bool(self._draft.of(action)))
        self._reset.setEnabled(action is not None and action.name in self._draft.chosen)
        if action is None or not key:
            self._said.setText("")
        elif refused:
            self._said.setText(refused)
        elif others:
            names = ", ".join(f"“{other.plain_text}” ({translated(SCOPES[other.scope])})" for other in others)
            said = self.tr("⚠ {0} belongs to {1} and would be taken away from there for “{2}” ({3}).")
            scope = translated(SCOPES[action.scope])
            self._said.setText(said.format(shown_keys([key]), names, action.plain_text, scope))
        else:
            self._said.setText(self.tr("{0} is free.").format(shown_keys([key])))

    def _typed(self) -> str:
        return self._key.keySequence().toString(QKeySequence.SequenceFormat.PortableText)

    def _take(self, as_well: bool = False) -> None:
        action, key = self._action, self._typed()
        if action is not None and key and not refusal(action, key):
            self._draft.rebind(action.name, *(self._draft.of(action) if as_well else ()), key)
            self._key.clear()
            self._tree.setFocus()

    def _clear(self) -> None:
        if self._action is not None:
            self._draft.rebind(self._action.name)

    def _reset_row(self) -> None:
        if self._action is not None:
            self._draft.reset(self._action.name)

    def sizeHint(self) -> QSize:
        return widgets.room_for_text(self, _WIDE, _HIGH)


class _KeyEdit(QKeySequenceEdit):
    """Takes one key; Tab leaves it and Escape leaves the dialogue, as in any field."""

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


def _tree(owner: QWidget, titles: list[str]) -> QTreeWidget:
    tree = QTreeWidget(owner)
    tree.setHeaderLabels(titles)
    tree.setRootIsDecorated(False)
    tree.setUniformRowHeights(True)
    tree.setAlternatingRowColors(True)
    tree.setSelectionBehavior(QTreeWidget.SelectionBehavior.SelectRows)
    tree.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)  # what is cut is whole in its tip
    tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
    tree.setProperty("kind", "sheet")
    tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    tree.setIndentation(_INDENT)
    return tree


def _group(tree: QTreeWidget, title: str) -> QTreeWidgetItem:
    group = QTreeWidgetItem(tree, [title])
    group.setFirstColumnSpanned(True)
    group.setFlags(Qt.ItemFlag.ItemIsEnabled)
    group.setFont(0, widgets.bold(group.font(0)))
    group.setExpanded(True)
    return group


def _narrow(tree: QTreeWidget, typed: str) -> int:
    """Hides the rows that do not hold each word typed; how many are left."""
    words = typed.casefold().split()
    left = 0
    for place in range(tree.topLevelItemCount()):
        group = tree.topLevelItem(place)
        assert group is not None
        shown = 0
        for row in (group.child(at) for at in range(group.childCount())):
            assert row is not None
            text = " ".join(row.text(column) for column in range(tree.columnCount())).casefold()
            fits = all(word in text for word in words)
            row.setHidden(not fits)
            shown += fits
        group.setHidden(not shown)
        left += shown
    return left
