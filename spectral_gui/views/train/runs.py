"""Runs panel: a table of training runs, with settings, training documents, time and measures."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QAbstractTableModel, QItemSelection, QItemSelectionModel, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from spectral_core.errors import FormatError
from spectral_core.files import compute_copy_permissions, replace_atomically
from spectral_core.formats.export.tables import Cell, escape_formula, table_to_csv, table_to_latex
from spectral_core.project import Run
from spectral_gui import plots, widgets
from spectral_gui.state import ChangeKind, Notices, Runs, Session
from spectral_gui.text_display import resolve_plural
from spectral_gui.view_updates import ViewUpdates
from spectral_gui.widgets.dialogs import open_save_dialog
from spectral_gui.widgets.empty_state import EmptyState
from spectral_gui.widgets.lists import INVALID_INDEX, Index, to_tooltip

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEADING_COLUMNS, _TRAILING_COLUMNS = (
    ("name", "method", "settings"),
    ("documents", "measured_documents", "seconds", "status"),
)  # before and after the columns of measures
_MEASURE_PREFIX = "measure "  # prefix of a measure among the column names
_MAX_COLUMN_WIDTH = 220
_NUMBER_OR_TEXT = re.compile(r"\d+|\D+")


class RunTableModel(QAbstractTableModel):
    """Table model of the runs, sorted by a column."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._runs: tuple[Run, ...] = ()
        self._changed_settings: list[str] = []  # for each run, its settings that differ from the defaults
        self._order: list[int] = []
        self._column_names = [*_LEADING_COLUMNS, *_TRAILING_COLUMNS]
        self._sort_column: tuple[str, bool] | None = None  # column name, descending

    def set_runs(self, runs: Sequence[Run]) -> None:
        """Show these runs, sorted by the same column as before."""
        self.beginResetModel()
        self._runs = tuple(runs)
        self._changed_settings = [plots.format_changed_settings(run) for run in runs]
        measures = sorted({name for run in runs for name in run.measures}, key=plots.get_measure_sort_key)
        self._column_names = [*_LEADING_COLUMNS, *(_MEASURE_PREFIX + name for name in measures), *_TRAILING_COLUMNS]
        self._sort_rows()
        self.endResetModel()

    def get_run(self, row: int) -> Run:
        """Return the run in a row."""
        return self._runs[self._order[row]]

    def find_rows(self, names: Sequence[str]) -> list[int]:
        """Return the rows of the runs with these names."""
        return [row for row, run_index in enumerate(self._order) if self._runs[run_index].name in names]

    @property
    def sorted_column(self) -> tuple[int, bool]:
        """Index of the column that sorts the rows, and whether in descending order; -1 for the order of training."""
        if self._sort_column is None or self._sort_column[0] not in self._column_names:
            return -1, False
        return self._column_names.index(self._sort_column[0]), self._sort_column[1]

    @property
    def header(self) -> list[str]:
        """Titles of the columns."""
        return [self._get_column_title(column) for column in range(self.columnCount())]

    def get_cells(self, row: int) -> list[Cell]:
        """Return the unformatted values of a row."""
        return [self._get_cell(self._order[row], column) for column in range(self.columnCount())]

    def format_number(self, column: int, value: float) -> str:
        """Format a number of a column as seconds or as its measure."""
        column_name = self._column_names[column]
        if column_name == "seconds":
            return plots.format_seconds(value)
        return plots.format_measure(column_name.removeprefix(_MEASURE_PREFIX), value)

    def _get_cell(self, run_index: int, column: int) -> Cell:
        """Return the unformatted value of a cell: text, number or None."""
        run, column_name = self._runs[run_index], self._column_names[column]
        match column_name:
            case "settings":
                return self._changed_settings[run_index]
            case "documents" | "measured_documents":
                return plots.format_document_names(getattr(run, column_name))
            case "seconds":
                return None if run.status == "running" else run.seconds
            case "status":
                return ": ".join(filter(None, (plots.format_status(run.status), run.complaint)))
            case "name" | "method":
                return str(getattr(run, column_name))
        return run.measures.get(column_name.removeprefix(_MEASURE_PREFIX))

    def _get_column_title(self, column: int) -> str:
        """Return the title of a column."""
        column_name = self._column_names[column]
        if column_name.startswith(_MEASURE_PREFIX):
            return plots.get_measure_title_with_unit(column_name.removeprefix(_MEASURE_PREFIX))
        return {
            "name": self.tr("run"),
            "method": self.tr("method"),
            "settings": self.tr("settings"),
            "documents": self.tr("trained on"),
            "measured_documents": self.tr("evaluated on"),
            "seconds": self.tr("CPU (s)"),
            "status": self.tr("status"),
        }[column_name]

    def _is_numeric(self, column: int) -> bool:
        column_name = self._column_names[column]
        return column_name == "seconds" or column_name.startswith(_MEASURE_PREFIX)

    def _sort_rows(self) -> None:
        """Sort the rows by the sorted column, with empty cells last in both directions."""
        column, descending = self.sorted_column
        self._order = list(range(len(self._runs)))
        if column >= 0:
            empty = [run_index for run_index in self._order if self._get_cell(run_index, column) in (None, "")]
            filled = [run_index for run_index in self._order if self._get_cell(run_index, column) not in (None, "")]
            filled.sort(key=lambda run_index: _make_sort_key(self._get_cell(run_index, column)), reverse=descending)
            self._order = [*filled, *empty]  # empty cells come last in both directions

    def rowCount(self, parent: Index = INVALID_INDEX) -> int:
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: Index = INVALID_INDEX) -> int:
        return 0 if parent.isValid() else len(self._column_names)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        run_index, column = self._order[index.row()], index.column()
        column_name = self._column_names[column]
        if role == Qt.ItemDataRole.DisplayRole:
            cell = self._get_cell(run_index, column)
            if column_name == "status":
                return f"{plots.get_status_symbol(self._runs[run_index].status)} {cell}"
            if cell is None:
                return "–" if column_name.startswith(_MEASURE_PREFIX) else ""
            return cell if isinstance(cell, str) else self.format_number(column, cell)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if self._is_numeric(column) else _LEFT
        if role == Qt.ItemDataRole.ToolTipRole:
            run = self._runs[run_index]
            if column_name in ("documents", "measured_documents"):
                return to_tooltip("\n".join(getattr(run, column_name)))
            return to_tooltip(run.complaint or plots.summarise_run(run)) if run.status != "running" else None
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < self.columnCount():
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if self._is_numeric(section) else _LEFT
        if role == Qt.ItemDataRole.ToolTipRole and section == _LEADING_COLUMNS.index("settings"):
            return self.tr("Settings that differ from the defaults")
        title = self._get_column_title(section)
        return f"{title[:1].upper()}{title[1:]}" if role == Qt.ItemDataRole.DisplayRole else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        old_indexes = self.persistentIndexList()
        run_indexes = [self._order[index.row()] for index in old_indexes]
        is_column = 0 <= column < self.columnCount()
        self._sort_column = (self._column_names[column], order == Qt.SortOrder.DescendingOrder) if is_column else None
        self._sort_rows()
        row_of_run = {run_index: row for row, run_index in enumerate(self._order)}
        new_indexes = [
            self.index(row_of_run[run_index], index.column())
            for run_index, index in zip(run_indexes, old_indexes, strict=True)
        ]
        self.changePersistentIndexList(old_indexes, new_indexes)
        self.layoutChanged.emit()


class RunsView(QWidget):
    """Table of all runs of the project; the curves compare the selected ones."""

    runs_selected = Signal(list)  # the names of the selected runs, in the order of the table

    def __init__(self, session: Session, notices: Notices, runs: Runs):
        super().__init__()
        self._session, self._notices, self._runs = session, notices, runs
        self._model = RunTableModel(self)
        self._newest = ""  # name of the run last scrolled to
        self._table = widgets.set_accessible_name(QTableView(), self.tr("Runs"))
        self._table.setModel(self._model)
        widgets.configure_read_only_table(self._table)
        self._table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        header = self._table.horizontalHeader()
        header.setHighlightSections(False)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setSortIndicatorClearable(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self._table.setSortingEnabled(True)
        self._empty_state = EmptyState("activity")
        self._summary_label = widgets.make_label(wraps=True, selectable=True)
        copy_tip = self.tr("Copy the selected runs, or all, as a tab-separated table")
        self._copy_button = widgets.make_button(self.tr("Copy"), self.copy, copy_tip)
        export_tip = self.tr("As CSV or LaTeX: the selected runs, or all")
        self._save_button = widgets.make_button(self.tr("Save table…"), self.export_table, export_tip)
        self._stack = widgets.make_stack(self._empty_state, self._table)
        widgets.make_column(
            (self._stack, 1),
            widgets.make_row((self._summary_label, 1), self._copy_button, self._save_button),
            on=self,
            margins=8,
        )
        copy_action = QAction(self.tr("Copy"), self._table)
        copy_action.setShortcut(QKeySequence.StandardKey.Copy)
        copy_action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        copy_action.triggered.connect(self.copy)
        self._table.addAction(copy_action)
        self._table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self._table.selectionModel().selectionChanged.connect(self._on_selection_changed)
        ViewUpdates("run-table", self, session, lambda _: self._show_runs(), ChangeKind.PROJECT | ChangeKind.RUNS)
        self._show_runs()

    @property
    def selected_names(self) -> list[str]:
        """Names of the selected runs, in the order of the table."""
        rows = sorted(index.row() for index in self._table.selectionModel().selectedRows())
        return [self._model.get_run(row).name for row in rows]

    def copy(self) -> None:
        """Copy the selected runs, or all, with the header: one line per run, cells separated by tabs."""
        lines: list[Sequence[Cell]] = [self._model.header]
        lines += [self._model.get_cells(row) for row in self._get_export_rows()]
        QGuiApplication.clipboard().setText("".join("\t".join(map(_to_clipboard_text, line)) + "\n" for line in lines))

    def export_table(self) -> None:
        """Ask for a file, and write the selected runs, or all, to it."""
        if self._model.rowCount():
            file_types = {".csv": self.tr("CSV table"), ".tex": self.tr("LaTeX table")}
            open_save_dialog(self, self.tr("Save table"), self.tr("runs"), file_types, self.export)

    def export(self, path: Path) -> None:
        """Write the selected runs, or all, to a CSV or LaTeX file."""
        header, rows = self._model.header, [self._model.get_cells(row) for row in self._get_export_rows()]
        writers: dict[str, Callable[[], str]] = {
            ".csv": lambda: table_to_csv(header, rows),
            ".tex": lambda: table_to_latex(header, rows, self._model.format_number),
        }
        with self._notices.report_file_written(path):
            if path.suffix.lower() not in writers:
                raise FormatError(path, None, "this is not a table format", f"Use the extension {' or '.join(writers)}")
            content = writers[path.suffix.lower()]().encode("utf-8")
            replace_atomically(path, [content], permissions=compute_copy_permissions(path, self._session.source_files))

    def _get_export_rows(self) -> list[int]:
        """Return the selected rows, or all if none is selected."""
        selected = sorted(index.row() for index in self._table.selectionModel().selectedRows())
        return selected or list(range(self._model.rowCount()))

    def _show_runs(self) -> None:
        """Show all runs; keep the sorting and the selection, and scroll to a new run."""
        selected_names, old_header = self.selected_names, self._model.header
        runs = self._list_runs()
        with QSignalBlocker(self._table.selectionModel()):  # the selection is lost and restored, which is one change
            self._model.set_runs(runs)
            self._restore_selection(selected_names)
        self._on_selection_changed()
        self._update_empty_state(has_runs=bool(runs))
        if runs and (old_header != self._model.header or len(runs) == 1):
            self._fit_columns()
        self._show_sort_indicator()
        self._scroll_to_newest(runs[-1].name if runs else "")

    def _list_runs(self) -> list[Run]:
        """Return all runs, the training one last."""
        runs, current_run = list(self._runs.recorded_runs), self._runs.current_run
        if current_run is not None and all(run.name != current_run.name for run in runs):
            runs.append(dataclasses.replace(current_run, status="running"))
        return runs

    def _update_empty_state(self, has_runs: bool) -> None:
        """Show the table, or if there are no runs, how to start one."""
        empty_text = self.tr(
            "No runs yet. Choose a method and start training. Each run is listed here with its settings, time "
            "and measures, also if it failed."
        )
        self._empty_state.set_message(
            empty_text, "training.start" if len(self._session.treebank) else "window.open_file"
        )
        self._stack.setCurrentWidget(self._table if has_runs else self._empty_state)
        self._copy_button.setEnabled(has_runs)
        self._save_button.setEnabled(has_runs)

    def _show_sort_indicator(self) -> None:
        """Show the sorted column in the header, without sorting again: its position may have changed."""
        column, descending = self._model.sorted_column
        with QSignalBlocker(self._table.horizontalHeader()):
            order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
            self._table.horizontalHeader().setSortIndicator(column, order)

    def _scroll_to_newest(self, name: str) -> None:
        """Scroll to the newest run, once for each new run."""
        if name != self._newest:
            self._newest = name
            for row in self._model.find_rows([name]):
                self._table.scrollTo(self._model.index(row, 0))

    def _fit_columns(self) -> None:
        self._table.resizeColumnsToContents()
        for column in range(self._model.columnCount()):
            self._table.setColumnWidth(column, min(self._table.columnWidth(column) + 8, _MAX_COLUMN_WIDTH))

    def _restore_selection(self, names: Sequence[str]) -> None:
        selection = QItemSelection()
        last_column = self._model.columnCount() - 1
        for row in self._model.find_rows(names):
            selection.select(self._model.index(row, 0), self._model.index(row, last_column))
        self._table.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _on_selection_changed(self, *_: object) -> None:
        """Summarise the selected runs below the table, and emit their names."""
        names = self.selected_names
        runs = {run.name: run for run in self._runs.recorded_runs}
        summaries = [plots.summarise_run(runs[name]) for name in names if name in runs]
        count_text = resolve_plural(self.tr("%Ln run(s) selected", "", len(names)), len(names))
        self._summary_label.setText(summaries[0] if len(summaries) == 1 else count_text if names else "")
        self.runs_selected.emit(names)


def _to_clipboard_text(cell: Cell) -> str:
    """Return a cell as text for the clipboard, on one line: a tab or a line break would shift the table."""
    return "" if cell is None else " ".join(str(escape_formula(cell)).split())


def _make_sort_key(cell: Cell) -> tuple[tuple[int, float, str], ...]:
    """Return a natural sort key: numbers by value, texts by their letters and the numbers in them."""
    if isinstance(cell, str):
        parts = _NUMBER_OR_TEXT.findall(cell.casefold())
        return tuple((0, float(part), "") if part.isdecimal() else (1, 0.0, part) for part in parts)
    return ((0, float(cell or 0), ""),)
