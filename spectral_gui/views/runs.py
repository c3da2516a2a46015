"""The table of runs: what was learnt, with which settings, from what, in which time, and what it is worth."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QAbstractTableModel, QItemSelection, QItemSelectionModel, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from spectral_core.errors import FormatError, SpectralError
from spectral_core.files import replace_atomically, rights_of_copy
from spectral_core.formats.export.tables import Cell, as_text, csv_table, latex_table
from spectral_core.project import Run
from spectral_gui import plots, widgets
from spectral_gui.absences import Absence
from spectral_gui.lists import INVALID, Index, as_tip
from spectral_gui.resources import counted
from spectral_gui.session import Notices, Runs, Session

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_BEFORE, _AFTER = (
    ("name", "method", "settings"),
    ("documents", "measured_documents", "seconds", "status"),
)  # the measures
_MEASURE = "measure "  # before the name of one, among what columns hold
_WIDEST = 220


class RunTable(QAbstractTableModel):
    """Runs in an order of their own: rows are places in an array of indices."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._runs: tuple[Run, ...] = ()
        self._changed: list[str] = []  # of each run, the settings that differ from the defaults
        self._order: list[int] = []
        self._measures: list[str] = []
        self._sorted: tuple[str, bool] | None = None  # what a column holds, descending

    def show_runs(self, runs: Sequence[Run]) -> None:
        """Shows these; the order that was asked for stays."""
        self.beginResetModel()
        self._runs = tuple(runs)
        self._changed = [plots.changed_settings(run) for run in runs]
        self._measures = sorted({name for run in runs for name in run.measures}, key=plots.measure_order)
        self._arrange()
        self.endResetModel()

    def run_at(self, row: int) -> Run:
        return self._runs[self._order[row]]

    def rows_of(self, names: Sequence[str]) -> list[int]:
        return [row for row, at in enumerate(self._order) if self._runs[at].name in names]

    @property
    def sorted_column(self) -> tuple[int, bool]:
        """The column that rows are in the order of, and whether from the greatest; -1 for the order of learning."""
        held = self._held()
        if self._sorted is None or self._sorted[0] not in held:
            return -1, False
        return held.index(self._sorted[0]), self._sorted[1]

    @property
    def header(self) -> list[str]:
        return [self._title(column) for column in range(self.columnCount())]

    def cells(self, row: int) -> list[Cell]:
        return [self._cell(self._order[row], column) for column in range(self.columnCount())]

    def number_text(self, column: int, value: float) -> str:
        held = self._held()[column]
        if held == "seconds":
            return plots.seconds_text(value)
        return plots.measure_text(held.removeprefix(_MEASURE), value)

    def _cell(self, at: int, column: int) -> Cell:
        run, held = self._runs[at], self._held()[column]
        match held:
            case "settings":
                return self._changed[at]
            case "documents" | "measured_documents":
                return plots.documents_text(getattr(run, held))
            case "seconds":
                return None if run.status == "running" else run.seconds
            case "status":
                return ": ".join(filter(None, (plots.status_text(run.status), run.complaint)))
            case "name" | "method":
                return str(getattr(run, held))
        return run.measures.get(held.removeprefix(_MEASURE))

    def _title(self, column: int) -> str:
        held = self._held()[column]
        if held.startswith(_MEASURE):
            return plots.measure_axis(held.removeprefix(_MEASURE))
        return {
            "name": self.tr("run"),
            "method": self.tr("method"),
            "settings": self.tr("settings"),
            "documents": self.tr("learnt from"),
            "measured_documents": self.tr("measured on"),
            "seconds": self.tr("CPU (s)"),
            "status": self.tr("status"),
        }[held]

    def _held(self) -> list[str]:
        return [*_BEFORE, *(_MEASURE + name for name in self._measures), *_AFTER]

    def _holds_numbers(self, column: int) -> bool:
        held = self._held()[column]
        return held == "seconds" or held.startswith(_MEASURE)

    def _arrange(self) -> None:
        column, descending = self.sorted_column
        self._order = list(range(len(self._runs)))
        if column >= 0:
            empty = [at for at in self._order if self._cell(at, column) in (None, "")]
            filled = [at for at in self._order if self._cell(at, column) not in (None, "")]
            filled.sort(key=lambda at: _sort_key(self._cell(at, column)), reverse=descending)
            self._order = [*filled, *empty]  # what was not measured stands last both ways

    def rowCount(self, parent: Index = INVALID) -> int:
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: Index = INVALID) -> int:
        return 0 if parent.isValid() else len(_BEFORE) + len(self._measures) + len(_AFTER)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        at, column = self._order[index.row()], index.column()
        held = self._held()[column]
        if role == Qt.ItemDataRole.DisplayRole:
            cell = self._cell(at, column)
            if held == "status":
                return f"{plots.status_sign(self._runs[at].status)} {cell}"
            if cell is None:
                return "–" if held.startswith(_MEASURE) else ""
            return cell if isinstance(cell, str) else self.number_text(column, cell)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if self._holds_numbers(column) else _LEFT
        if role == Qt.ItemDataRole.ToolTipRole:
            run = self._runs[at]
            if held in ("documents", "measured_documents"):
                return as_tip("\n".join(getattr(run, held)))
            return as_tip(run.complaint or plots.summary_of(run)) if run.status != "running" else None
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < self.columnCount():
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if self._holds_numbers(section) else _LEFT
        if role == Qt.ItemDataRole.ToolTipRole and section == _BEFORE.index("settings"):
            return self.tr("Those that differ from the defaults of the method")
        title = self._title(section)
        return f"{title[:1].upper()}{title[1:]}" if role == Qt.ItemDataRole.DisplayRole else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        ats = [self._order[index.row()] for index in before]
        known = 0 <= column < self.columnCount()
        self._sorted = (self._held()[column], order == Qt.SortOrder.DescendingOrder) if known else None
        self._arrange()
        row_of = {at: row for row, at in enumerate(self._order)}
        after = [self.index(row_of[at], index.column()) for at, index in zip(ats, before, strict=True)]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()


class RunsView(QWidget):
    """Shows all runs of the project; those selected are compared in the curves."""

    chosen = Signal(list)  # the names of the selected runs, in the order of the table

    def __init__(self, session: Session, notices: Notices, runs: Runs):
        super().__init__()
        self._session, self._notices, self._runs = session, notices, runs
        self._model = RunTable(self)
        self._newest = ""  # the run that was last scrolled to
        self._table = widgets.named(QTableView(), self.tr("Runs"))
        self._table.setModel(self._model)
        widgets.of_rows(self._table)
        self._table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        header = self._table.horizontalHeader()
        header.setHighlightSections(False)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setSortIndicatorClearable(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self._table.setSortingEnabled(True)
        self._empty = Absence("activity")
        self._told = widgets.label(wraps=True, selectable=True)
        tabs = self.tr("Copies the selected runs, or all, as a table with tabs")
        self._copy = widgets.button(self.tr("Copy"), self.copy, tabs)
        kinds = self.tr("As CSV or LaTeX: the selected runs, or all")
        self._save = widgets.button(self.tr("Save table…"), self.export_table, kinds)
        self._stack = widgets.stack(self._empty, self._table)
        widgets.column((self._stack, 1), widgets.row((self._told, 1), self._copy, self._save), on=self, margins=8)
        copying = QAction(self.tr("Copy"), self._table)
        copying.setShortcut(QKeySequence.StandardKey.Copy)
        copying.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        copying.triggered.connect(self.copy)
        self._table.addAction(copying)
        self._table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self._table.selectionModel().selectionChanged.connect(self._select)
        widgets.hear(self._show_runs, runs.changed, session.project_changed)
        self._show_runs()

    @property
    def selected(self) -> list[str]:
        rows = sorted(index.row() for index in self._table.selectionModel().selectedRows())
        return [self._model.run_at(row).name for row in rows]

    def select_all(self) -> None:
        self._table.selectAll()

    def copy(self) -> None:
        lines = [self._model.header]
        for row in self._taken():
            lines.append(["" if cell is None else str(as_text(cell)) for cell in self._model.cells(row)])
        QGuiApplication.clipboard().setText("\n".join("\t".join(line) for line in lines) + "\n")

    def export_table(self) -> None:
        if self._model.rowCount():
            kinds = {".csv": self.tr("CSV table"), ".tex": self.tr("LaTeX table")}
            plots.ask_for_file(self, self.tr("Save table"), self.tr("runs"), kinds, self.export)

    def export(self, path: Path) -> None:
        header, rows = self._model.header, [self._model.cells(row) for row in self._taken()]
        writers: dict[str, Callable[[], str]] = {
            ".csv": lambda: csv_table(header, rows),
            ".tex": lambda: latex_table(header, rows, self._model.number_text),
        }
        try:
            if path.suffix.lower() not in writers:
                raise FormatError(path, None, "this is no kind of table", f"End the name in {' or '.join(writers)}")
            content = writers[path.suffix.lower()]().encode("utf-8")
            replace_atomically(path, [content], rights=rights_of_copy(path, self._session.sources))
        except SpectralError as error:
            self._notices.fail(str(error))
        else:
            self._notices.notify(self.tr("Written to {0}").format(path))

    def _taken(self) -> list[int]:
        selected = sorted(index.row() for index in self._table.selectionModel().selectedRows())
        return selected or list(range(self._model.rowCount()))

    def _show_runs(self) -> None:
        import dataclasses

        kept = self.selected
        runs = list(self._runs.recorded)
        if self._runs.running is not None and all(run.name != self._runs.running.name for run in runs):
            runs.append(dataclasses.replace(self._runs.running, status="running"))
        columns = self._model.columnCount()
        self._model.show_runs(runs)
        none = self.tr(
            "No run yet. Choose a method, set it and start it: each run is kept here with its settings, "
            "its time and its measures, also those that failed."
        )
        self._empty.say(none, "training.start" if len(self._session.treebank) else "window.open_file")
        self._stack.setCurrentWidget(self._table if runs else self._empty)
        self._copy.setEnabled(bool(runs))
        self._save.setEnabled(bool(runs))
        if runs and (columns != self._model.columnCount() or len(runs) == 1):
            self._fit_columns()
        column, descending = self._model.sorted_column
        with QSignalBlocker(self._table.horizontalHeader()):
            order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
            self._table.horizontalHeader().setSortIndicator(column, order)
        self._restore(kept)
        self._select()
        newest = runs[-1].name if runs else ""
        if newest != self._newest:
            self._newest = newest
            for row in self._model.rows_of([newest]):
                self._table.scrollTo(self._model.index(row, 0))

    def _fit_columns(self) -> None:
        self._table.resizeColumnsToContents()
        for column in range(self._model.columnCount()):
            self._table.setColumnWidth(column, min(self._table.columnWidth(column) + 8, _WIDEST))

    def _restore(self, names: Sequence[str]) -> None:
        selection = QItemSelection()
        last = self._model.columnCount() - 1
        for row in self._model.rows_of(names):
            selection.select(self._model.index(row, 0), self._model.index(row, last))
        self._table.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _select(self, *_: object) -> None:
        names = self.selected
        runs = {run.name: run for run in self._runs.recorded}
        told = [plots.summary_of(runs[name]) for name in names if name in runs]
        many = counted(self.tr("%Ln run(s) selected", "", len(names)), len(names))
        self._told.setText(told[0] if len(told) == 1 else many if names else "")
        self.chosen.emit(names)


_PARTS = re.compile(r"\d+|\D+")


def _sort_key(cell: Cell) -> tuple[tuple[int, float, str], ...]:
    """Numbers by size, texts by their letters and the numbers in them."""
    if isinstance(cell, str):
        parts = _PARTS.findall(cell.casefold())
        return tuple((0, float(part), "") if part.isdecimal() else (1, 0.0, part) for part in parts)
    return ((0, float(cell or 0), ""),)
