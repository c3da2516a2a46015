"""Pages of text in the look of the window: tables divided by hairlines, and room around their cells."""

from __future__ import annotations

from PySide6.QtGui import (
    QBrush,
    QColor,
    QTextBlockFormat,
    QTextCursor,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
    QTextTableCell,
)
from PySide6.QtWidgets import QTextEdit

from spectral_gui.theme.tokens import colours

_PAD = 5.0  # pixels around what is in a cell
_APART = 8.0  # pixels above a paragraph
_DARK = 128  # of lightness


def show_page(browser: QTextEdit, markdown: str) -> None:
    """Shows a page that is written in Markdown."""
    browser.setMarkdown(markdown)
    document = browser.document()
    document.setDocumentMargin(16)
    own = colours(browser.palette().text().color().lightness() > _DARK)
    around = QTextBlockFormat()
    around.setTopMargin(_APART)
    cursor = QTextCursor(document)
    for frame in document.rootFrame().childFrames():
        if not isinstance(frame, QTextTable):
            continue
        table = frame.format().toTableFormat()
        table.setBorder(0)
        table.setCellPadding(0)
        table.setCellSpacing(0)
        table.setBorderCollapse(True)
        table.setTopMargin(_APART)
        table.setBottomMargin(_APART)
        table.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        frame.setFormat(table)
        for row in range(frame.rows()):
            for column in range(frame.columns()):
                _dress(frame.cellAt(row, column), own.hairline if row else own.border)
    block = document.begin()
    while block.isValid():
        cursor.setPosition(block.position())
        if cursor.currentTable() is None and cursor.currentList() is None:
            cursor.mergeBlockFormat(around)
        block = block.next()
    browser.moveCursor(QTextCursor.MoveOperation.Start)


def _dress(cell: QTextTableCell, colour: QColor) -> None:
    made = cell.format().toTableCellFormat()
    made.setPadding(_PAD)
    made.setBottomBorder(1)
    made.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    made.setBottomBorderBrush(QBrush(colour))
    cell.setFormat(made)
