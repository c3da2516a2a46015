"""Text pages in the look of the window: tables divided by hairlines, with padded cells."""

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

from spectral_gui.theme.tokens import get_colours

_CELL_PADDING = 5.0  # pixels around the content of a cell
_BLOCK_MARGIN = 8.0  # pixels above a paragraph
_MIDDLE_LIGHTNESS = 128  # of lightness


def show_page(browser: QTextEdit, markdown: str) -> None:
    """Show a page that is written in Markdown."""
    browser.setMarkdown(markdown)
    document = browser.document()
    document.setDocumentMargin(16)
    tokens = get_colours(browser.palette().text().color().lightness() > _MIDDLE_LIGHTNESS)
    block_format = QTextBlockFormat()
    block_format.setTopMargin(_BLOCK_MARGIN)
    cursor = QTextCursor(document)
    for frame in document.rootFrame().childFrames():
        if not isinstance(frame, QTextTable):
            continue
        table = frame.format().toTableFormat()
        table.setBorder(0)
        table.setCellPadding(0)
        table.setCellSpacing(0)
        table.setBorderCollapse(True)
        table.setTopMargin(_BLOCK_MARGIN)
        table.setBottomMargin(_BLOCK_MARGIN)
        table.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        frame.setFormat(table)
        for row in range(frame.rows()):
            for column in range(frame.columns()):
                _format_cell(frame.cellAt(row, column), tokens.hairline if row else tokens.border)
    block = document.begin()
    while block.isValid():
        cursor.setPosition(block.position())
        if cursor.currentTable() is None and cursor.currentList() is None:
            cursor.mergeBlockFormat(block_format)
        block = block.next()
    browser.moveCursor(QTextCursor.MoveOperation.Start)


def _format_cell(cell: QTextTableCell, colour: QColor) -> None:
    cell_format = cell.format().toTableCellFormat()
    cell_format.setPadding(_CELL_PADDING)
    cell_format.setBottomBorder(1)
    cell_format.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    cell_format.setBottomBorderBrush(QBrush(colour))
    cell.setFormat(cell_format)
