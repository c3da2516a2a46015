"""Command palette: fuzzy search in actions, sentences, documents and labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QPropertyAnimation,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QStandardItem,
    QStandardItemModel,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QApplication, QFrame, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from spectral_gui import theme, widgets
from spectral_gui.text_display import is_arabic

_MAX_ROWS = 60  # rows listed
_VISIBLE_ROWS = 10  # rows on screen
_WIDTH, _ROW_HEIGHT, _HEADING_HEIGHT, _TOP_MARGIN = 640, 36, 26, 112  # pixels at 100 %
_ICON_SIZE, _PADDING = 16, 12
_SCRIM_OPACITY = {False: 0.34, True: 0.58}  # by whether the theme is dark
_COMMAND_ROLE = Qt.ItemDataRole.UserRole + 1
_FIRST_OF_GROUP_ROLE = Qt.ItemDataRole.UserRole + 2  # whether a row is the first of its group
RESULT_KINDS_BY_PREFIX = {
    "#": "sentences",
    ">": "acts",
    "@": "labels",
}  # restricts the search by the first character typed


@dataclass(frozen=True, slots=True)
class Command:
    """Action or destination of the palette; the callback runs when it is chosen."""

    group: str
    text: str
    callback: Callable[[], object]
    keys: str = ""
    icon: str = "chevron-right"


def match_fuzzily(text: str, query: str) -> tuple[float, tuple[int, ...]] | None:
    """Match a query to a text as a subsequence (fuzzy matching); return its cost and the matched positions.

    None if the letters do not occur in order. Adjacent letters and those at the beginnings of words cost least.
    """
    lower_text, next_position, positions, cost = text.lower(), 0, [], 0.0
    for letter in query.lower():
        if letter == " ":
            continue
        candidates = [position for position in range(next_position, len(lower_text)) if lower_text[position] == letter]
        if not candidates:
            return None
        word_start = next(
            (position for position in candidates if position == 0 or not lower_text[position - 1].isalnum()), None
        )
        position = candidates[0] if candidates[0] == next_position or word_start is None else word_start
        cost += 0 if position == next_position else 1 if position == word_start else 3
        positions.append(position)
        next_position = position + 1
    substring_start = lower_text.find(query.lower())
    if substring_start >= 0:
        positions = list(range(substring_start, substring_start + len(query)))
        cost = -2.0 if substring_start == 0 else 1.5 if lower_text[substring_start - 1].isalnum() else -1.0
    return cost + len(text) / 1000, tuple(positions)


class Scrim(QWidget):
    """Translucent layer over the window, behind the palette."""

    pressed = Signal()

    def cover(self) -> None:
        """Cover the window, in front of its other widgets."""
        window = self.parentWidget()
        assert window is not None
        self.setGeometry(window.rect())
        self.show()
        self.raise_()

    def paintEvent(self, _event: QPaintEvent) -> None:
        dark = theme.is_dark_palette(self.palette())
        colour = theme.get_colours(dark).scrim
        colour.setAlphaF(_SCRIM_OPACITY[dark])
        QPainter(self).fillRect(self.rect(), colour)

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        self.pressed.emit()


class _Footer(QWidget):
    """Footer of the palette: its keys, and the characters that restrict it."""

    def __init__(self) -> None:
        super().__init__()
        self._keys = (
            ("↑+↓", self.tr("move")),
            ("↵", self.tr("run")),
            ("Esc", self.tr("close")),
        )
        self._sign_text = "   ".join((self.tr("# sentence"), self.tr("@ label"), self.tr("> command")))

    def sizeHint(self) -> QSize:
        return QSize(100, self.fontMetrics().height() + 14)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme.get_colours(theme.is_dark_palette(self.palette()))
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        painter.setPen(colours.hairline)
        painter.drawLine(0, 0, self.width(), 0)
        painter.setFont(_make_small_font(self.font()))
        metrics, area = painter.fontMetrics(), self.rect().adjusted(_PADDING, 1, -_PADDING, 0)
        leading, trailing = Qt.AlignmentFlag.AlignLeading, Qt.AlignmentFlag.AlignTrailing
        for keys, text in self._keys:
            theme.draw_key_caps(painter, area, keys, colours, mirrored)
            area = _skip_width(area, theme.measure_key_caps(metrics, keys) + 2, mirrored)
            painter.setPen(colours.faint)
            painter.drawText(area, int(leading | Qt.AlignmentFlag.AlignVCenter), text)
            area = _skip_width(area, metrics.horizontalAdvance(text) + 16, mirrored)
        if metrics.horizontalAdvance(self._sign_text) <= area.width():
            painter.drawText(area, int(trailing | Qt.AlignmentFlag.AlignVCenter), self._sign_text)


class CommandPalette(QFrame):
    """Input line with the matches below it, best first; Return runs the highlighted one."""

    opened = Signal()
    closed = Signal()

    def __init__(
        self,
        parent: QWidget,
        collect_commands: Callable[[str, bool], Sequence[Command]],
        is_searching: Callable[[], bool],
    ):
        """Create a palette of the commands that `collect_commands(text, restart)` returns, refreshed while
        `is_searching()`."""
        super().__init__(parent)
        self.setObjectName("palette")
        self.setAccessibleName(self.tr("Search, or run a command"))
        self._collect_commands, self._is_searching = collect_commands, is_searching
        self._scrim, self._window = Scrim(parent), parent
        self._scrim.hide()
        self._scrim.pressed.connect(self.cancel)
        self.line = widgets.make_line_edit(self.tr("Type a command, words of a sentence, or a relation"))
        self.line.setProperty("kind", "palette")
        self.list = QListView()
        self.list.setAccessibleName(self.tr("Matches"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.model = QStandardItemModel(self)
        self.list.setModel(self.model)
        self.list.setItemDelegate(_CommandDelegate(self.list))
        self.list.clicked.connect(self._run_command)
        self.no_match_label = widgets.make_label(faint=True, margin=8)
        content = widgets.make_column(self.line, self.list, self.no_match_label, margins=(8, 8, 8, 4), spacing=6)
        self._layout = widgets.make_column(content, _Footer(), on=self, margins=1, spacing=0)
        self.line.textChanged.connect(lambda text: self._show_matches(text))
        self.line.installEventFilter(self)
        self._previous_focus: QWidget | None = None  # the widget that had the focus
        self.hide()

    def pop_up(self) -> None:
        """Show the palette in the middle of its window, empty."""
        self._previous_focus = QApplication.focusWidget()
        self._window.installEventFilter(self)
        self.line.clear()
        self._scrim.cover()
        self.show()
        self._show_matches("")
        self.raise_()
        theme.slide_in(self)
        self.line.setFocus(Qt.FocusReason.PopupFocusReason)
        self.opened.emit()

    def refresh(self) -> None:
        """List the matches again, as when more were found, keeping the highlighted row."""
        if self.isVisible():
            marked_command = (
                self.list.currentIndex().data(_COMMAND_ROLE) if self.list.currentIndex().row() > 0 else None
            )
            self._show_matches(self.line.text(), restart=False)
            indexes = (self.model.index(row, 0) for row in range(self.model.rowCount()))
            equal_indexes = (
                index
                for index in indexes
                if marked_command is not None and index.data(_COMMAND_ROLE)[0].text == marked_command[0].text
            )
            self.list.setCurrentIndex(next(equal_indexes, self.model.index(0, 0)))

    def _show_matches(self, text: str, restart: bool = True) -> None:
        """List the commands that match a text, best first within groups; the group with the best match comes first.
        With `restart` false, the search for sentences goes on."""
        matches = []
        query = text.strip()[text.strip()[:1] in RESULT_KINDS_BY_PREFIX :].strip()
        for order, entry in enumerate(self._collect_commands(text, restart)):
            match = match_fuzzily(entry.text, query)
            if match is not None:
                matches.append((match[0] if query else order, order, entry, match[1]))
        matches.sort(key=lambda scored: scored[:2])
        group_ranks = {entry.group: rank for rank, (_, _, entry, _) in reversed(list(enumerate(matches[:_MAX_ROWS])))}
        # groups in the order of their best matches
        visible_matches = sorted(matches[:_MAX_ROWS], key=lambda scored: group_ranks[scored[2].group])
        self.model.clear()
        previous_group = ""
        for _, _, entry, positions in visible_matches:
            item = QStandardItem(entry.text)
            item.setEditable(False)
            item.setData((entry, positions), _COMMAND_ROLE)
            item.setData(entry.group != previous_group, _FIRST_OF_GROUP_ROLE)
            item.setData(f"{entry.group}: {entry.text} {entry.keys}", Qt.ItemDataRole.AccessibleTextRole)
            self.model.appendRow(item)
            previous_group = entry.group
        self.list.setVisible(bool(visible_matches))
        searching = self._is_searching()
        self.no_match_label.setText(
            self.tr("Searching …") if searching else self.tr("No matches. Try a shorter query.")
        )
        self.no_match_label.setVisible(not visible_matches)
        self.list.setCurrentIndex(self.model.index(0, 0))
        self._fit_to_window()

    def _fit_to_window(self) -> None:
        """Fit the width to the window and the height to the rows, up to a limit."""
        window = self.parentWidget()
        if window is None or not self.isVisible():
            return
        scale = self.fontMetrics().height() / 16
        width = min(round(_WIDTH * scale), window.width() - 32)
        top = min(round(_TOP_MARGIN * scale), window.height() // 8)
        rows_height = sum(self.list.sizeHintForRow(row) for row in range(min(self.model.rowCount(), _VISIBLE_ROWS)))
        min_height = self.line.sizeHint().height() + self.list.sizeHintForRow(0)
        self.list.setFixedHeight(
            max(min(rows_height, window.height() - top - 2 * min_height - 24), self.list.sizeHintForRow(0))
        )
        self._layout.activate()
        self.setGeometry((window.width() - width) // 2, top, width, self._layout.sizeHint().height())

    def cancel(self) -> None:
        """Close the palette and return the focus."""
        previous_focus, self._previous_focus = self._previous_focus, None
        self._close()
        if previous_focus is not None and previous_focus.isVisible():
            previous_focus.setFocus(Qt.FocusReason.PopupFocusReason)

    def _close(self) -> None:
        """Hide the palette without moving the focus."""
        self._window.removeEventFilter(self)
        self.hide()
        self._scrim.hide()
        self.closed.emit()

    def _run_command(self, index: QModelIndex) -> None:
        """Close the palette and run the command in a row."""
        command_and_positions = index.data(_COMMAND_ROLE)
        if command_and_positions is not None:
            self.cancel()
            command_and_positions[0].callback()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.parentWidget():  # while the palette is shown
            if event.type() == QEvent.Type.Resize:
                for animation in self.findChildren(QPropertyAnimation):
                    animation.stop()  # at its old target
                self._scrim.cover()
                self.raise_()
                self._fit_to_window()
            return False
        if event.type() == QEvent.Type.FocusOut and self.isVisible():
            self._close()
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        count, row = self.model.rowCount(), self.list.currentIndex().row()
        steps = {
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_PageDown: _VISIBLE_ROWS,
            Qt.Key.Key_PageUp: -_VISIBLE_ROWS,
        }
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape:
            self.cancel()
            return True
        if key in steps and count:
            new_row = (row + steps[key]) % count if abs(steps[key]) == 1 else max(0, min(count - 1, row + steps[key]))
            self.list.setCurrentIndex(self.model.index(new_row, 0))
            return True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._run_command(self.list.currentIndex())
            return True
        return False


class _CommandDelegate(QStyledItemDelegate):
    """Delegate that draws an icon, the text with its matched letters, and the keys; above the first of a group, its
    name."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        entry, positions = index.data(_COMMAND_ROLE)
        dark = theme.is_dark_palette(option.palette)
        colours, mirrored = theme.get_colours(dark), option.direction == Qt.LayoutDirection.RightToLeft
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area, small_font = QRect(option.rect), _make_small_font(option.font)
        centred = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        if index.data(_FIRST_OF_GROUP_ROLE):
            heading = QRect(area)
            heading.setHeight(area.height() - self._scale_to_font(option, _ROW_HEIGHT))
            area.setTop(heading.bottom() + 1)
            heading_font = QFont(small_font)
            heading_font.setWeight(QFont.Weight.DemiBold)
            painter.setFont(heading_font)
            painter.setPen(colours.trace)
            painter.drawText(
                heading.adjusted(_PADDING, 0, -_PADDING, 0), int(centred | Qt.AlignmentFlag.AlignLeading), entry.group
            )
        view = self.parent()
        if isinstance(view, QListView) and view.currentIndex().row() == index.row():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.selected_fill)
            painter.drawRoundedRect(area.adjusted(0, 1, 0, -1), 6, 6)
        area.adjust(_PADDING, 0, -_PADDING, 0)
        icon = theme.make_pixmap(entry.icon, dark, "faint", self._scale_to_font(option, _ICON_SIZE))
        icon_width = round(icon.deviceIndependentSize().width())
        painter.drawPixmap(
            area.right() + 1 - icon_width if mirrored else area.left(), area.center().y() - icon_width // 2 + 1, icon
        )
        area = _skip_width(area, icon_width + _PADDING, mirrored)
        painter.setFont(small_font)
        keys_width = theme.measure_key_caps(painter.fontMetrics(), entry.keys)
        keys_area = QRect(
            area.left() if mirrored else area.right() + 1 - keys_width, area.top(), keys_width, area.height()
        )
        theme.draw_key_caps(painter, keys_area, entry.keys, colours, mirrored)
        area.adjust(keys_width + _PADDING if mirrored else 0, 0, 0 if mirrored else -keys_width - _PADDING, 0)
        alignment = Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
        self._draw_text(painter, area, entry.text, positions, option.font, colours, alignment)
        painter.restore()

    def _draw_text(
        self, painter: QPainter, area: QRect, text: str, positions: Sequence[int], font: QFont, colours: theme.Colours,
        alignment: Qt.AlignmentFlag,
    ) -> None:  # fmt: skip
        """Draw a text with its matched letters in the accent colour, and in bold unless the script is cursive."""
        is_cursive = any(map(is_arabic, text.split()))
        match_format = QTextCharFormat()
        match_format.setForeground(colours.selected)
        if not is_cursive:
            match_format.setFontWeight(QFont.Weight.Bold)
        layout = QTextLayout(
            QFontMetrics(widgets.make_bold(font)).elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        )
        layout.setFont(font)
        text_option = QTextOption(alignment | Qt.AlignmentFlag.AlignAbsolute)
        text_option.setTextDirection(painter.layoutDirection())
        layout.setTextOption(text_option)
        format_ranges = []
        for position in positions:
            format_range = QTextLayout.FormatRange()
            format_range.start, format_range.length, format_range.format = position, 1, match_format
            format_ranges.append(format_range)
        layout.setFormats(format_ranges)
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(area.width())
        layout.endLayout()
        painter.setPen(colours.text)
        layout.draw(painter, QPointF(area.left(), area.top() + (area.height() - line.height()) / 2))

    def _scale_to_font(self, option: QStyleOptionViewItem, pixels: int) -> int:
        """Return a length, given in pixels at 100 %, in the size of the font."""
        return round(pixels * option.fontMetrics.height() / 16)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        height = _ROW_HEIGHT + (_HEADING_HEIGHT if index.data(_FIRST_OF_GROUP_ROLE) else 0)
        return QSize(super().sizeHint(option, index).width(), self._scale_to_font(option, height))


def _skip_width(area: QRect, width: int, mirrored: bool) -> QRect:
    """Return an area without a strip of this width at its beginning: on the left, or on the right if `mirrored`."""
    return area.adjusted(0, 0, -width, 0) if mirrored else area.adjusted(width, 0, 0, 0)


def _make_small_font(font: QFont) -> QFont:
    smaller_font = QFont(font)
    smaller_font.setPointSizeF(font.pointSizeF() * 0.88)
    return smaller_font
