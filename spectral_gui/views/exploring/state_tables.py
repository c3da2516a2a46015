"""Tables of the hidden states of a label, and of the attributes that the states predict."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem

from spectral_core.engine import NodeStates, PartStates
from spectral_core.formats.export.tables import Cell, table_to_csv
from spectral_gui import widgets

_NUMBER_ROLE = Qt.ItemDataRole.UserRole
_MAX_LISTED = 5  # words and rules per row
_ALIGN_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_ALIGN_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class StateTable(QTreeWidget):
    """One row per state: its frequency, its share of the chosen node, its typical words and rules."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("states")
        self.setAccessibleName(self.tr("States"))
        titles = [self.tr("State"), "%", self.tr("node %"), self.tr("Words"), self.tr("Rules"), self.tr("Above")]
        _configure_table(self, titles, number_columns=(1, 2))
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        for column in (3, 4, 5):
            self.header().setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)

    @property
    def selected_state(self) -> int | None:
        item = self.currentItem()
        return None if item is None else int(item.data(0, _NUMBER_ROLE))

    def show_states(self, part_states: PartStates, node_states: NodeStates | None) -> None:
        """Show the states of a label; if a node is given, select its most probable state."""
        state_to_select = self.selected_state
        if node_states is not None:
            state_to_select = max(range(len(node_states.shares)), key=node_states.shares.__getitem__)
        self.clear()
        for card in part_states.states:
            node_share = "" if node_states is None else f"{100 * node_states.shares[card.number]:.0f}"
            item = QTreeWidgetItem([str(card.number), f"{100 * card.share:.1f}", node_share])
            item.setData(0, _NUMBER_ROLE, card.number)
            for column, examples in enumerate((card.words, card.rules, card.above), 3):
                item.setText(column, "  ".join(value.replace(" ", "\u00a0") for value, _ in examples[:_MAX_LISTED]))
                item.setToolTip(column, "\n".join(f"{value}  {count:.0f}" for value, count in examples))
            for column in (1, 2):
                item.setTextAlignment(column, _ALIGN_RIGHT)
            self.addTopLevelItem(item)
        is_constituency = not any(card.above for card in part_states.states)
        self.setColumnHidden(5, is_constituency)
        self.headerItem().setText(4, self.tr("Rules") if is_constituency else self.tr("Below"))
        numbers = [card.number for card in part_states.states]
        selected_item = self.topLevelItem(numbers.index(state_to_select) if state_to_select in numbers else 0)
        if selected_item is not None:
            self.setCurrentItem(selected_item)


class AttributeTable(QTreeWidget):
    """One row per attribute that another annotation gives the nodes, and how well their states predict it."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("known")
        self.setAccessibleName(self.tr("What the states tell"))
        empty_text = self.tr("Nothing is known of these nodes from elsewhere: choose a file whose labels say more.")
        self.empty_note = widgets.make_label(empty_text, wraps=True, faint=True)  # shown instead of the table
        self.empty_note.hide()
        titles = [self.tr("What"), self.tr("right %"), self.tr("without %"), self.tr("told %")]
        _configure_table(self, titles, number_columns=(1, 2, 3))
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header = self.headerItem()
        header.setToolTip(1, self.tr("Nodes that have the commonest value of their likeliest state"))
        header.setToolTip(2, self.tr("Nodes that have the commonest value of all: what can be had without states"))
        header.setToolTip(3, self.tr("Of what is uncertain about the value, the share that the state takes away"))

    def show_attributes(self, part_states: PartStates) -> None:
        self.clear()
        for attribute in part_states.attributes:
            values = " / ".join(value for value, _ in attribute.values[:4]) + (
                " …" if len(attribute.values) > 4 else ""
            )
            name = values if attribute.name.isdigit() else f"{attribute.name}: {values}"
            figures = [f"{100 * value:.1f}" for value in (attribute.right, attribute.usual, attribute.information)]
            item = QTreeWidgetItem([name, *figures])
            values_by_state = [
                f"{card.number}: {attribute.of_states[card.number] or '–'}" for card in part_states.states
            ]
            item.setToolTip(
                0, "\n".join([*(f"{value}  {count:,}" for value, count in attribute.values), "", *values_by_state])
            )
            for column in (1, 2, 3):
                item.setTextAlignment(column, _ALIGN_RIGHT)
            self.addTopLevelItem(item)
        self.setVisible(bool(part_states.attributes))
        self.empty_note.setVisible(not part_states.attributes)


def format_states_csv(part_states: PartStates) -> str:
    rows: list[list[Cell]] = [
        [card.number, card.share, _join_values(card.words), _join_values(card.rules)] for card in part_states.states
    ]
    return table_to_csv(["state", "share", "words", "rules"], rows)


def _join_values(rows: tuple[tuple[str, float], ...]) -> str:
    return ", ".join(value for value, _ in rows)


def _configure_table(table: QTreeWidget, titles: list[str], number_columns: tuple[int, ...]) -> None:
    table.setRootIsDecorated(False)
    table.setUniformRowHeights(True)
    table.setHeaderLabels(titles)
    table.header().setStretchLastSection(False)
    table.header().setMinimumSectionSize(24)
    for column in number_columns:
        table.header().setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
    for column in range(len(titles)):
        table.headerItem().setTextAlignment(column, _ALIGN_RIGHT if column in number_columns else _ALIGN_LEFT)
