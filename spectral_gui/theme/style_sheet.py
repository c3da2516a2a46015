"""Colour tokens, the style sheet made from them, and the formats of text pages."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from functools import cache

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QPalette,
    QPen,
    QScreen,
    QTextBlockFormat,
    QTextCursor,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
    QTextTableCell,
)
from PySide6.QtWidgets import QApplication, QTextEdit

from spectral_core.files import locate_assets

_HEX_COLOURS = {
    "window": "#f5f5f3 #141518", "paper": "#ffffff #1a1c20", "raised": "#ffffff #24262b", "sunken": "#ededea #101114",
    "hover": "#ecece8 #212328", "track": "#e6e6e2 #2e3037", "hairline": "#e3e3de #2a2c32", "border": "#cfcfc9 #3d4048",
    "control": "#888b93 #6c707b", "text": "#1a1b1f #e8e8eb", "faint": "#54575f #abaeb8", "trace": "#666972 #9397a1",
    "line": "#7e828c #7c818c", "selected": "#3552c8 #93aeff", "selected_hover": "#2c46b0 #a9bfff",
    "on_selected": "#ffffff #10131f", "selected_fill": "#e8ecfb #222b48", "selection": "#d3defa #2c3a66",
    "positive": "#0a5a3c #63d6a8", "positive_fill": "#e2f1ea #17332a", "uncertain": "#7f4b00 #f0b15e",
    "uncertain_fill": "#fbefd9 #3a2b14", "error": "#bc0f4e #fd7f8c", "error_fill": "#fbe6ed #40202a",
    "locked": "#5b1f6b #edc0f7", "locked_fill": "#f2e8f5 #38263d", "scrim": "#1a1b1f #000000",
    "changed": "#3552c8 #93aeff", "target": "#0a5a3c #63d6a8",
}  # fmt: skip
_PIXEL_LENGTH = re.compile(r"\b(\d+)px")
_COLOUR_TOKEN = re.compile(r"@(\w+)")
_MIN_SCALED_PIXELS = 3  # pixels: lines stay as they are
_STYLE_SHEET_TEMPLATE = """
QMainWindow, QDialog { background: @window; }
QMainWindow::separator { background: @hairline; width: 1px; height: 1px; }
QLabel { background: transparent; }
QLabel[kind="title"] { font-weight: 600; }
QLabel[kind="wrong"] { color: @error; }
QLabel[kind="chip"] { background: @sunken; color: @faint; border-radius: 4px; padding: 1px 6px; }
QLabel[kind="key"] { background: @paper; color: @faint; border: 1px solid @border; border-radius: 4px; padding: 0 4px; }
QFrame[frameShape="4"], QFrame[frameShape="5"] { color: @hairline; }

QPushButton { background: @paper; color: @text; border: 1px solid @border; border-radius: 6px;
    min-height: 19px; padding: 2px 10px; }
QPushButton:hover { background: @hover; }
QPushButton:pressed, QPushButton:checked { background: @selected_fill; }
QPushButton:focus { border: 2px solid @selected; padding: 1px 9px; }
QPushButton:disabled { color: @trace; background: @sunken; border-color: @hairline; }
QPushButton:default, QPushButton[kind="primary"] { background: @selected; color: @on_selected;
    border-color: @selected; font-weight: 500; }
QPushButton:default:hover, QPushButton[kind="primary"]:hover { background: @selected_hover; }
QPushButton:default:disabled, QPushButton[kind="primary"]:disabled { background: @sunken; color: @trace;
    border-color: @hairline; }
QPushButton:default:focus, QPushButton[kind="primary"]:focus { border: 2px solid @text; }
QPushButton[kind="quiet"] { background: transparent; border-color: transparent; color: @faint; }
QPushButton[kind="quiet"]:hover { background: @hover; color: @text; }
QPushButton[kind="quiet"]:focus { border: 2px solid @selected; }
QPushButton:flat { background: transparent; border-color: transparent; color: @selected; }

QToolButton { background: transparent; color: @faint; border: 1px solid transparent; border-radius: 6px; padding: 3px; }
QToolButton:hover { background: @hover; color: @text; }
QToolButton:focus { border-color: @selected; }
QToolButton:checked { background: @selected_fill; color: @selected; }
QToolButton:disabled { color: @control; }
QToolButton::menu-indicator { image: none; }
QToolBar { background: @window; border: 0; spacing: 4px; padding: 3px; }
QToolBar#rail { border-right: 1px solid @hairline; }
QToolBar#rail[mirrored="true"] { border-right: 0; border-left: 1px solid @hairline; }
QToolBar#strip_left { border-right: 1px solid @hairline; }
QToolBar#strip_right { border-left: 1px solid @hairline; }
QToolBar[kind="strip"] { padding: 4px 3px; spacing: 2px; }
QToolBar[kind="strip"] QToolButton { padding: 6px; }
QToolBar#top_bar { border-bottom: 1px solid @hairline; }
QToolButton[kind="rail"] { border-radius: 8px; padding: 5px 0 3px 0; font-weight: 500; }
QToolButton[kind="segment"] { border-radius: 5px; padding: 3px 10px; font-weight: 500; }
QToolButton[kind="segment"]:checked { background: @paper; border-color: @border; color: @text; }
QToolButton[kind="search"] { background: @paper; color: @trace; border: 1px solid @control; border-radius: 6px;
    padding: 3px 10px; text-align: left; }
QFrame#palette { background: @raised; border: 1px solid @border; border-radius: 12px; }
QFrame#palette QListView { background: @raised; }
QLineEdit[kind="palette"], QLineEdit[kind="palette"]:focus { background: @raised; border: 0; min-height: 30px;
    padding: 2px 6px; font-size: 15px; }
QFrame[kind="card"] { background: @paper; border: 1px solid @hairline; border-radius: 10px; }
QFrame[kind="card"]:hover { border-color: @border; }
QFrame[kind="drop"] { border: 1px dashed @control; border-radius: 10px; }
QLabel[kind="heading"] { font-weight: 600; }
QFrame#question, QFrame#tour { background: @raised; border: 1px solid @border; border-radius: 10px; }
QFrame[kind="segments"] { background: @sunken; border-radius: 7px; }

QLineEdit, QComboBox, QAbstractSpinBox { background: @paper; color: @text; border: 1px solid @control;
    border-radius: 6px; min-height: 19px; padding: 1px 7px; selection-background-color: @selection;
    selection-color: @text; }
QLineEdit:focus, QComboBox:focus, QAbstractSpinBox:focus { border: 2px solid @selected; padding: 0 6px; }
QLineEdit:disabled, QComboBox:disabled, QAbstractSpinBox:disabled { background: @window; color: @trace;
    border-color: @hairline; }
QLineEdit:read-only { background: @window; border-color: @hairline; }
QAbstractSpinBox QLineEdit, QComboBox QLineEdit, QAbstractItemView QLineEdit { border: 0; padding: 0; min-height: 0;
    border-radius: 0; background: transparent; }
QAbstractItemView QLineEdit { background: @paper; }
QAbstractSpinBox QLineEdit { padding-left: 6px; }
QComboBox::drop-down { border: 0; width: 22px; }
QComboBox::down-arrow { image: url(@chevron_down); width: 12px; height: 12px; }
QComboBox QAbstractItemView { background: @raised; border: 1px solid @border; padding: 4px; outline: 0;
    selection-background-color: @selected_fill; selection-color: @text; }
QAbstractSpinBox { padding-@end: 20px; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { border: 0; width: 18px; background: transparent; }
QAbstractSpinBox::up-arrow { image: url(@chevron_up); width: 10px; height: 10px; }
QAbstractSpinBox::down-arrow { image: url(@chevron_down); width: 10px; height: 10px; }
QPlainTextEdit, QTextEdit, QTextBrowser { background: @paper; border: 1px solid @hairline; border-radius: 6px;
    selection-background-color: @selection; selection-color: @text; }
QTextBrowser[kind="bare"] { background: transparent; border: 0; }
QPlainTextEdit:focus, QTextEdit:focus, QTextBrowser:focus { border-color: @selected; }

QCheckBox, QRadioButton { spacing: 8px; background: transparent; }
QCheckBox::indicator, QGroupBox::indicator, QListView::indicator, QTreeView::indicator { width: 14px; height: 14px;
    border: 1px solid @control; border-radius: 4px; background: @paper; }
QCheckBox::indicator:checked, QGroupBox::indicator:checked, QListView::indicator:checked,
QTreeView::indicator:checked { background: @selected; border-color: @selected;
    image: url(@check); }
QCheckBox::indicator:disabled { border-color: @hairline; background: @sunken; }
QCheckBox:focus, QRadioButton:focus { color: @selected; }
QRadioButton::indicator { width: 14px; height: 14px; border: 1px solid @control; border-radius: 8px;
    background: @paper; }
QRadioButton::indicator:checked { background: @selected; border: 4px solid @paper; }
QGroupBox { border: 1px solid @hairline; border-radius: 10px; margin-top: 10px; padding-top: 6px; }
QGroupBox::title { subcontrol-origin: margin; left: 12px; padding: 0 4px; color: @faint; }

QProgressBar { background: @track; border: 0; border-radius: 2px; min-height: 4px; max-height: 4px;
    color: transparent; }
QProgressBar::chunk { background: @selected; border-radius: 2px; }
QProgressBar[tone="positive"]::chunk { background: @positive; }
QSlider::groove:horizontal { height: 4px; background: @track; border-radius: 2px; }
QSlider::handle:horizontal { width: 14px; height: 14px; margin: -5px 0; border-radius: 7px; background: @paper;
    border: 1px solid @control; }
QSlider::handle:horizontal:focus { border: 2px solid @selected; }

QListView, QTreeView, QTableView { background: @paper; border: 0; outline: 0; alternate-background-color: @paper;
    gridline-color: @hairline; selection-background-color: @selected_fill; selection-color: @text; }
QTableView::item { border-bottom: 1px solid @hairline; }
QListView::item:selected, QTreeView::item:selected, QTableView::item:selected { background: @selected_fill;
    color: @text; }
QTableView QTableCornerButton::section { background: @paper; border: 0; border-bottom: 1px solid @border; }
QHeaderView { background: @paper; border: 0; }
QHeaderView::section { background: @paper; color: @faint; border: 0; border-bottom: 1px solid @border;
    padding: 2px 8px; font-weight: 500; }
QTreeView[kind="sheet"]::item { padding: 3px 0; }
QListView[kind="pages"]::item { padding: 6px 8px; border-radius: 6px; }
QListView#queue_list, QDockWidget QListView, QDockWidget QTreeView, QDockWidget QTableView,
QDockWidget QHeaderView, QDockWidget QHeaderView::section { background: @window; }

QDockWidget { color: @text; }
QDockWidget > QWidget { background: @window; }
QTabBar { background: transparent; qproperty-drawBase: 0; }
QTabBar::tab { background: transparent; color: @faint; border: 0; border-bottom: 2px solid transparent;
    padding: 4px 8px; font-weight: 500; }
QTabBar::tab:hover { color: @text; background: @hover; }
QTabBar::tab:selected { color: @selected; border-bottom-color: @selected; }
QTabBar::tab:focus { color: @selected; }
QTabWidget::pane { border: 0; border-top: 1px solid @hairline; }
QSplitter::handle { background: @hairline; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QScrollArea { background: transparent; border: 0; }
QGraphicsView { background: @paper; border: 0; }
QStatusBar { background: @window; color: @faint; border-top: 1px solid @hairline; }
QStatusBar::item { border: 0; }
QStatusBar QLabel { color: @faint; }
QMenuBar { background: @window; color: @text; }
QMenuBar::item { padding: 4px 8px; border-radius: 6px; background: transparent; }
QMenuBar::item:selected { background: @hover; }
QMenu { background: @raised; color: @text; border: 1px solid @border; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 12px; border-radius: 6px; }
QMenu::item:selected { background: @selected_fill; }
QMenu::item:disabled { color: @trace; }
QMenu::separator { height: 1px; background: @hairline; margin: 4px 8px; }
QToolTip { background: @raised; color: @text; border: 1px solid @border; padding: 3px 6px; }

QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @border; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::handle:hover { background: @control; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
"""
_CELL_PADDING = 5.0  # pixels around the content of a cell
_BLOCK_MARGIN = 8.0  # pixels above a paragraph

FONT_FAMILY = "Inter"
_MIDDLE_LIGHTNESS = 128  # lightness (0 to 255) below which a colour counts as dark
_FONT_PIXELS = 13  # of the interface's text at 100 %
_PALETTE_TOKENS = {  # palette roles and their tokens
    "Window": "window", "WindowText": "text", "Base": "paper", "AlternateBase": "paper", "Text": "text",
    "Button": "paper", "ButtonText": "text", "BrightText": "error", "Highlight": "selection",
    "HighlightedText": "text", "ToolTipBase": "raised", "ToolTipText": "text", "PlaceholderText": "trace",
    "Link": "selected", "Mid": "border", "Accent": "selected",
}  # fmt: skip
_DASH, _GAP = 4.0, 2.0  # as in Qt's own dashed line
_UNSCALED_POINTS_PROPERTY = "points_given"  # a property of the application: the size of its font before it was scaled
_CURRENT_SHEET_PROPERTY = "sheet_shown"  # its current style sheet
WITHOUT_STYLE_SHEET_PROPERTY = "plain"  # a property of the application: whether it has no style sheet
_DISABLED_TEXT_ROLES = ("WindowText", "Text", "ButtonText")


@dataclass(frozen=True, slots=True)
class Colours:
    """Colours by their use; every meaning also has a shape, so that none is shown by colour alone."""

    window: QColor  # rail, panels, bars
    paper: QColor  # canvas, page, fields, cards
    raised: QColor  # menus, dialogs
    sunken: QColor  # chips, disabled controls
    hover: QColor
    track: QColor  # the empty part of a bar
    hairline: QColor
    border: QColor  # edges of buttons, keys, menus
    control: QColor  # edges of fields and check boxes
    text: QColor  # words, confirmed annotation
    faint: QColor  # tags, glosses, labels
    trace: QColor  # captions, traces; never on a selection
    line: QColor  # suggestions: arcs and branches
    selected: QColor  # the accent: the selection, and the first choice
    selected_hover: QColor
    on_selected: QColor  # letters on the accent
    selected_fill: QColor
    selection: QColor  # selected text
    positive: QColor  # accepted
    positive_fill: QColor
    uncertain: QColor  # drawn with dashes as well
    uncertain_fill: QColor
    error: QColor  # problems; drawn with a wavy line as well
    error_fill: QColor
    locked: QColor  # drawn heavier as well
    locked_fill: QColor
    scrim: QColor  # behind dialogs
    changed: QColor  # differs from another tree; drawn dashed as well
    target: QColor  # where a drag or a prompt would attach


_LIGHT_COLOURS, _DARK_COLOURS = (
    Colours(**{name: QColor(row.split()[dark]) for name, row in _HEX_COLOURS.items()}) for dark in (False, True)
)


def get_colours(dark: bool) -> Colours:
    """Return the colours of the light or the dark theme."""
    return _DARK_COLOURS if dark else _LIGHT_COLOURS


@cache
def get_hex_colours(dark: bool) -> dict[str, str]:
    """Return every colour as written in a style sheet, by its token."""
    tokens = get_colours(dark)
    return {token.name: getattr(tokens, token.name).name() for token in fields(tokens)}


def make_style_sheet(dark: bool, scale: float = 1.0, right_to_left: bool = False) -> str:
    """Return the style sheet of the window in light or dark colours, for text scaled by `scale`; with `right_to_left`,
    for a mirrored window."""
    folder, suffix = (locate_assets() / "icons").as_posix(), "dark" if dark else "light"
    values = {**get_hex_colours(dark), "end": "left" if right_to_left else "right"}
    for icon_name in ("chevron_down", "chevron_up", "check"):
        values[icon_name] = f'"{folder}/{icon_name.replace("_", "-")}-{suffix}.svg"'

    def scale_length(match: re.Match[str]) -> str:
        pixels = int(match[1])
        return f"{pixels if pixels < _MIN_SCALED_PIXELS else round(pixels * scale)}px"

    return _COLOUR_TOKEN.sub(lambda match: values[match[1]], _PIXEL_LENGTH.sub(scale_length, _STYLE_SHEET_TEMPLATE))


def show_markdown(browser: QTextEdit, markdown: str) -> None:
    """Show a page written in Markdown in a text browser, with styled tables."""
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
                _format_table_cell(frame.cellAt(row, column), tokens.hairline if row else tokens.border)
    block = document.begin()
    while block.isValid():
        cursor.setPosition(block.position())
        if cursor.currentTable() is None and cursor.currentList() is None:
            cursor.mergeBlockFormat(block_format)
        block = block.next()
    browser.moveCursor(QTextCursor.MoveOperation.Start)


def _format_table_cell(cell: QTextTableCell, colour: QColor) -> None:
    """Give a table cell padding and a bottom border."""
    cell_format = cell.format().toTableCellFormat()
    cell_format.setPadding(_CELL_PADDING)
    cell_format.setBottomBorder(1)
    cell_format.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    cell_format.setBottomBorderBrush(QBrush(colour))
    cell.setFormat(cell_format)


def is_dark_palette(palette: QPalette) -> bool:
    """Test whether a palette is for a dark background, by its text colour: the background is black in the palette where
    a style sheet makes it transparent."""
    return palette.windowText().color().lightness() > _MIDDLE_LIGHTNESS


def mix_colours(first: QColor, second: QColor, share: float) -> QColor:
    """Return a mixture of two opaque colours; `share` is that of the first."""
    pairs = ((first.red(), second.red()), (first.green(), second.green()), (first.blue(), second.blue()))
    return QColor(*(round(share * channel + (1 - share) * other) for channel, other in pairs))


def make_dashed_underline_pen(colour: QColor, length: float) -> QPen:
    """Return the dashed pen for the line under an uncertain word; a whole number of dashes fits its length."""
    pen = QPen(colour, 1.75)
    relative_length = max(length / pen.widthF(), 1.0)  # dashes are measured in widths of the pen
    dashes = max(1, round((relative_length + _GAP) / (_DASH + _GAP)))
    stretch = relative_length / (dashes * (_DASH + _GAP) - _GAP)
    pen.setDashPattern([_DASH * stretch, _GAP * stretch])
    return pen


def make_palette(dark: bool) -> QPalette:
    """Make the palette of the light or dark theme."""
    new_palette, tokens = QPalette(), get_colours(dark)
    group, role = QPalette.ColorGroup.Disabled, QPalette.ColorRole
    for name, token in _PALETTE_TOKENS.items():
        new_palette.setColor(role[name], getattr(tokens, token))
    for name in _DISABLED_TEXT_ROLES:
        new_palette.setColor(group, role[name], tokens.trace)
    new_palette.setColor(group, role.Base, tokens.window)  # disabled fields
    return new_palette


def make_interface_font(application: QApplication) -> QFont:
    """Return the bundled font in the size of the interface at 100 %, with the one for Arabic."""
    screen: QScreen | None = application.primaryScreen()
    font = QFont([FONT_FAMILY, "Noto Naskh Arabic"])
    font.setPointSizeF(_FONT_PIXELS * 72 / (96 if screen is None else screen.logicalDotsPerInchY()))
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


def apply_theme(application: QApplication, dark: bool | None = None) -> None:
    """Set Fusion with our palette and style sheet; without `dark`, follow the system's colour scheme."""
    if application.property(_CURRENT_SHEET_PROPERTY) is None:  # each time it is set, every widget is polished again
        application.setStyle("Fusion")
    if dark is None:
        dark = application.styleHints().colorScheme() == Qt.ColorScheme.Dark
    if application.palette() != (new_palette := make_palette(dark)):
        application.setPalette(new_palette)
    unscaled_points = application.property(_UNSCALED_POINTS_PROPERTY)
    text_scale = 1.0 if unscaled_points is None else application.font().pointSizeF() / float(unscaled_points)
    new_sheet = (
        ""
        if application.property(WITHOUT_STYLE_SHEET_PROPERTY)
        else make_style_sheet(dark, text_scale, application.layoutDirection() == Qt.LayoutDirection.RightToLeft)
    )
    if application.property(_CURRENT_SHEET_PROPERTY) != new_sheet:
        application.setProperty(_CURRENT_SHEET_PROPERTY, new_sheet)
        if application.styleSheet():  # replacing one directly takes four times as long
            application.setStyleSheet("")
        application.setStyleSheet(new_sheet)


def remove_style_sheet(application: QApplication) -> None:
    """Remove the style sheet until `apply_theme`: without it, many widgets are created in a quarter of the time."""
    if application.styleSheet():
        application.setStyleSheet("")
    application.setProperty(_CURRENT_SHEET_PROPERTY, "undressed")


def set_interface_scale(application: QApplication, per_cent: int) -> bool:
    """Scale the interface's text, and with it its controls; return whether the size changed."""
    unscaled_points = application.property(_UNSCALED_POINTS_PROPERTY)
    if unscaled_points is None:
        unscaled_points = application.font().pointSizeF()
        application.setProperty(_UNSCALED_POINTS_PROPERTY, unscaled_points)
    font = application.font()
    points = float(unscaled_points) * per_cent / 100
    if abs(font.pointSizeF() - points) <= 0.01:
        return False
    font.setPointSizeF(points)
    application.setFont(font)
    application.sendPostedEvents(None, QEvent.Type.ApplicationFontChange)  # so that widgets have it at once
    apply_theme(application, is_dark_palette(application.palette()))
    return True
