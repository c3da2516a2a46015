"""The states of a label as a table, and what they tell of their nodes as another."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem

from spectral_core.engine import NodeStates, PartStates
from spectral_core.formats.export.tables import Cell, csv_table
from spectral_gui import widgets

_NUMBER = Qt.ItemDataRole.UserRole
_LISTED = 5  # words and rules in a row
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class StateTable(QTreeWidget):
    """A row for each state: how frequent it is, what the chosen node has of it, what is typical of it."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("states")
        self.setAccessibleName(self.tr("States"))
        titles = [self.tr("State"), "%", self.tr("node %"), self.tr("Words"), self.tr("Rules"), self.tr("Above")]
        _prepare(self, titles, numbers=(1, 2))
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        for column in (3, 4, 5):
            self.header().setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)

    @property
    def chosen(self) -> int | None:
        item = self.currentItem()
        return None if item is None else int(item.data(0, _NUMBER))

    def show_states(self, found: PartStates, here: NodeStates | None) -> None:
        """The states of a part; where a node of it is looked at, its likeliest is chosen."""
        wanted = self.chosen
        if here is not None:
            wanted = max(range(len(here.shares)), key=here.shares.__getitem__)
        self.clear()
        for card in found.states:
            shared = "" if here is None else f"{100 * here.shares[card.number]:.0f}"
            item = QTreeWidgetItem([str(card.number), f"{100 * card.share:.1f}", shared])
            item.setData(0, _NUMBER, card.number)
            for column, rows in enumerate((card.words, card.rules, card.above), 3):
                item.setText(column, "  ".join(value.replace(" ", "\u00a0") for value, _ in rows[:_LISTED]))
                item.setToolTip(column, "\n".join(f"{value}  {count:.0f}" for value, count in rows))
            for column in (1, 2):
                item.setTextAlignment(column, _RIGHT)
            self.addTopLevelItem(item)
        trees = not any(card.above for card in found.states)
        self.setColumnHidden(5, trees)
        self.headerItem().setText(4, self.tr("Rules") if trees else self.tr("Below"))
        numbers = [card.number for card in found.states]
        first = self.topLevelItem(numbers.index(wanted) if wanted in numbers else 0)
        if first is not None:
            self.setCurrentItem(first)


class KnownTable(QTreeWidget):
    """A row for each thing that is known of nodes from elsewhere, and how far their states tell it."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("known")
        self.setAccessibleName(self.tr("What the states tell"))
        none = self.tr("Nothing is known of these nodes from elsewhere: choose a file whose labels say more.")
        self.nothing = widgets.label(none, wraps=True, faint=True)  # in the place of the table
        self.nothing.hide()
        titles = [self.tr("What"), self.tr("right %"), self.tr("without %"), self.tr("told %")]
        _prepare(self, titles, numbers=(1, 2, 3))
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header = self.headerItem()
        header.setToolTip(1, self.tr("Nodes that have the commonest value of their likeliest state"))
        header.setToolTip(2, self.tr("Nodes that have the commonest value of all: what can be had without states"))
        header.setToolTip(3, self.tr("Of what is uncertain about the value, the share that the state takes away"))

    def show_known(self, found: PartStates) -> None:
        self.clear()
        for one in found.attributes:
            values = " / ".join(value for value, _ in one.values[:4]) + (" …" if len(one.values) > 4 else "")
            name = values if one.name.isdigit() else f"{one.name}: {values}"
            figures = [f"{100 * value:.1f}" for value in (one.right, one.usual, one.information)]
            item = QTreeWidgetItem([name, *figures])
            each = [f"{card.number}: {one.of_states[card.number] or '–'}" for card in found.states]
            item.setToolTip(0, "\n".join([*(f"{value}  {count:,}" for value, count in one.values), "", *each]))
            for column in (1, 2, 3):
                item.setTextAlignment(column, _RIGHT)
            self.addTopLevelItem(item)
        self.setVisible(bool(found.attributes))
        self.nothing.setVisible(not found.attributes)


def states_as_csv(found: PartStates) -> str:
    rows: list[list[Cell]] = [
        [card.number, card.share, _joined(card.words), _joined(card.rules)] for card in found.states
    ]
    return csv_table(["state", "share", "words", "rules"], rows)


def _joined(rows: tuple[tuple[str, float], ...]) -> str:
    return ", ".join(value for value, _ in rows)


def _prepare(table: QTreeWidget, titles: list[str], numbers: tuple[int, ...]) -> None:
    table.setRootIsDecorated(False)
    table.setUniformRowHeights(True)
    table.setHeaderLabels(titles)
    table.header().setStretchLastSection(False)
    table.header().setMinimumSectionSize(24)
    for column in numbers:
        table.header().setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
    for column in range(len(titles)):
        table.headerItem().setTextAlignment(column, _RIGHT if column in numbers else _LEFT)
