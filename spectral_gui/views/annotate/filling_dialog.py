"""Dialog that fills empty lemmas, tags and features of accepted sentences."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QGridLayout, QProgressBar, QSpinBox, QWidget

from spectral_core.data.empty_cells import EmptyCells
from spectral_core.data.inventory import MORPHOLOGY_COLUMNS, Column
from spectral_core.progress import Progress
from spectral_gui import widgets
from spectral_gui.state import CellFilling, Notices
from spectral_gui.text_display import isolate_text, resolve_plural

_DEFAULT_PERCENTAGE = 50  # probability below which words are left empty, if the user asks for that
_COLUMN_GAP = 24  # pixels between the columns of the table


class FillingDialog(QDialog):
    """Shows how many cells are empty, and fills those of the chosen columns; open until that has ended."""

    def __init__(self, filling: CellFilling, parent: QWidget | None = None):
        super().__init__(parent)
        self._filling = filling
        self.setWindowTitle(self.tr("Fill empty cells"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        introduction = self.tr(
            "Empty cells of accepted sentences get the best reading. What is given stays as it is, and the sentences "
            "stay accepted. One undo step takes everything back."
        )
        self._introduction_label = widgets.make_label(introduction, wraps=True)
        self._source_label = widgets.make_label(self._describe_sources(), wraps=True, faint=True)
        self._boxes = {column: QCheckBox(column.upper()) for column in MORPHOLOGY_COLUMNS}
        self._count_labels = {
            column: widgets.make_label(self.tr("counting…"), faint=True, buddy=box)
            for column, box in self._boxes.items()
        }
        table = QGridLayout()
        table.setHorizontalSpacing(_COLUMN_GAP)
        table.setColumnStretch(1, 1)
        for row, (column, box) in enumerate(self._boxes.items()):
            box.setEnabled(False)
            box.setToolTip(self.tr("Fill the empty cells of this column"))
            box.toggled.connect(lambda _: self._update_fill_button())
            table.addWidget(box, row, 0)
            table.addWidget(self._count_labels[column], row, 1)
        self._threshold_box = QCheckBox(self.tr("&Leave words empty if the first reading is below"))
        self._percentage_box = widgets.set_accessible_name(
            QSpinBox(), self.tr("Least probability of the first reading")
        )
        self._percentage_box.setRange(1, 99)
        self._percentage_box.setSuffix(self.tr(" %"))
        self._percentage_box.setValue(_DEFAULT_PERCENTAGE)
        self._percentage_box.setEnabled(False)
        widgets.indent_spin_box_text(self._percentage_box)
        self._threshold_box.toggled.connect(self._percentage_box.setEnabled)
        self._set_up_threshold()
        threshold_row = widgets.make_row(self._threshold_box, self._percentage_box, widgets.STRETCH, margins=0)
        self._progress_bar = widgets.set_accessible_name(QProgressBar(), self.tr("Progress"))
        self._progress_bar.hide()
        self._buttons = widgets.make_dialog_buttons(QDialogButtonBox.StandardButton.Cancel)
        role, tip = QDialogButtonBox.ButtonRole.ActionRole, self.tr("Fill the empty cells of the chosen columns")
        self._fill_button = widgets.add_dialog_button(self._buttons, self.tr("&Fill"), role, tip, self._fill)
        self._fill_button.setDefault(True)
        self._fill_button.setEnabled(False)
        self._buttons.rejected.connect(self.reject)
        labels = (self._introduction_label, self._source_label)
        widgets.make_column(
            *labels, table, threshold_row, self._progress_bar, widgets.STRETCH, self._buttons, on=self, spacing=12
        )
        filling.progressed.connect(self._show_progress)
        filling.ended.connect(self.accept)
        filling.count_empty_cells(self._show_counts)

    def _describe_sources(self) -> str:
        """Describe which models the values come from."""
        ranker, parser = self._filling.ranker_name, self._filling.parser_name
        if ranker:
            readings = self.tr("Readings: {0}.").format(isolate_text(ranker))
        else:
            readings = self.tr("No model ranks readings: only words with a single reading are filled.")
        tags = self.tr("Tags of other words: the tagger of {0}.").format(isolate_text(parser)) if parser else ""
        return " ".join(filter(None, (readings, tags)))

    def _set_up_threshold(self) -> None:
        """Enable the threshold if a model ranks readings, and explain it."""
        has_ranker = bool(self._filling.ranker_name)
        self._threshold_box.setEnabled(has_ranker)
        self._threshold_box.setToolTip(
            self.tr("Words whose readings have no probability, or that have no reading, are left empty too.")
            if has_ranker
            else self.tr("Without a model that ranks readings there are no probabilities.")
        )

    def _show_counts(self, counts: EmptyCells) -> None:
        """Show the number of empty cells of each column; all columns with such cells are chosen."""
        for column, box in self._boxes.items():
            word_count, sentence_count = counts.words.get(column, 0), counts.sentences.get(column, 0)
            words = resolve_plural(self.tr("%Ln word(s)", "", word_count), word_count)
            sentences = resolve_plural(self.tr("%Ln sentence(s)", "", sentence_count), sentence_count)
            text = self.tr("{0} empty in {1}").format(words, sentences) if word_count else self.tr("nothing empty")
            self._count_labels[column].setText(text)
            box.setEnabled(word_count > 0)
            box.setChecked(word_count > 0)
        self._update_fill_button()
        self._fill_button.setFocus(Qt.FocusReason.OtherFocusReason)
        if not any(counts.words.values()):
            self._introduction_label.setText(self.tr("No cell of an accepted sentence is empty."))

    def _list_chosen_columns(self) -> list[Column]:
        return [column for column, box in self._boxes.items() if box.isChecked()]

    def _update_fill_button(self) -> None:
        self._fill_button.setEnabled(bool(self._list_chosen_columns()))

    def _fill(self) -> None:
        """Fill the chosen columns; the dialog stays open, with the progress, until that has ended."""
        columns = self._list_chosen_columns()
        percentage = self._percentage_box.value() if self._threshold_box.isChecked() else 0
        for widget in (*self._boxes.values(), self._threshold_box, self._percentage_box, self._fill_button):
            widget.setEnabled(False)
        self._progress_bar.setRange(0, 0)
        self._progress_bar.show()
        self._filling.fill(columns, percentage / 100)

    def _show_progress(self, progress: Progress) -> None:
        self._progress_bar.setRange(0, progress.total or 0)
        self._progress_bar.setValue(progress.done)

    def reject(self) -> None:
        """Cancel what is being counted or filled, and close."""
        self._filling.ended.disconnect(self.accept)
        self._filling.cancel()
        super().reject()


def open_filling_dialog(filling: CellFilling, notices: Notices, parent: QWidget) -> None:
    """Open the dialog, or say why nothing can be filled in."""
    if reason := filling.why_impossible:
        notices.report_refusal(reason)
    else:
        FillingDialog(filling, parent).open()
