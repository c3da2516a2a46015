"""Welcome page: start cards, and recent projects and treebanks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QDragEnterEvent,
    QDropEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
)
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLayout,
    QListView,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from spectral_gui import theme, widgets
from spectral_gui.widgets.lists import INVALID_INDEX, Index, format_local_time, to_tooltip

_WIDTH, _HEIGHT = 276.0, 110.0  # units of a drawing, which is scaled with the font
_PADDING, _BAR_WIDTH = 8, 72  # pixels
_LOGO_SIZE = 40  # pixels
_MAX_WIDTH = 1040  # pixels
# title, path, time of last use, and (accepted sentences, all sentences) of its last document
RecentEntry = tuple[str, Path, str, tuple[int, int] | None]


class StartCard(QFrame):
    """Card with a picture, a title, a description and a button; the shortcut `key` presses the button too."""

    opened = Signal()

    def __init__(self, picture: str, icon: str, title: str, description: str, button_text: str, key: str):
        super().__init__()
        self.setProperty("kind", "card")
        self._icon_name, self._icon_label = icon, widgets.make_label()
        self.button = widgets.make_button(button_text, self.opened)
        self.button.setAccessibleDescription(description)
        self.button.setToolTip(f"{title} ({key})")
        title_label = widgets.make_label(title)
        title_label.setProperty("kind", "heading")
        key_cap = widgets.make_label(key)
        key_cap.setProperty("kind", "key")
        description_label = widgets.make_label(description, wraps=True, faint=True)
        description_label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        head = widgets.make_row(self._icon_label, (title_label, 1), spacing=8)
        foot = widgets.make_row(self.button, widgets.STRETCH, key_cap, spacing=8)
        widgets.make_column(_CardPicture(picture), head, (description_label, 1), foot, on=self, margins=14, spacing=8)
        self.update_icon()

    def open(self) -> None:
        """Emit `opened`, as the button does."""
        self.opened.emit()

    def update_icon(self) -> None:
        """Draw the icon in the colours of the theme."""
        dark = theme.is_dark_palette(QApplication.palette())  # the widget's own palette changes later
        self._icon_label.setPixmap(theme.make_pixmap(self._icon_name, dark, "selected", 18))


class _CardPicture(QWidget):
    """Picture of a start card, in the colours of the theme."""

    def __init__(self, name: str):
        super().__init__()
        self._name = name
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QSize:
        scale = self.fontMetrics().height() / 16
        return QSize(round(_WIDTH * scale), round(_HEIGHT * scale))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 60)

    def paintEvent(self, _event: QPaintEvent) -> None:
        dark = theme.is_dark_palette(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.get_colours(dark).window)
        painter.drawRoundedRect(QRectF(self.rect()), 6, 6)
        share = min(self.width() / _WIDTH, self.height() / _HEIGHT)
        area = QRectF(0, 0, _WIDTH * share, _HEIGHT * share)
        area.moveCenter(QRectF(self.rect()).center())
        theme.load_illustration(self._name, dark).render(painter, area)
        painter.end()


class RecentListModel(QAbstractListModel):
    """Model of recent projects and treebanks, the latest first."""

    PATH_ROLE, TIME_ROLE, PROGRESS_ROLE = (Qt.ItemDataRole.UserRole + more for more in (1, 2, 3))

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.recent: tuple[RecentEntry, ...] = ()

    def show_recent(self, recent: Sequence[RecentEntry]) -> None:
        self.beginResetModel()
        self.recent = tuple(recent)
        self.endResetModel()

    def rowCount(self, parent: Index = INVALID_INDEX) -> int:
        return 0 if parent.isValid() else len(self.recent)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        title, path, iso_time, progress = self.recent[index.row()]
        time_text = format_local_time(iso_time, keeps_clock=False)
        accepted = (
            "" if progress is None else self.tr("{0} of {1} accepted").format(*(f"{count:,}" for count in progress))
        )
        return {
            Qt.ItemDataRole.DisplayRole: title,
            self.PATH_ROLE: str(path),
            self.TIME_ROLE: time_text,
            self.PROGRESS_ROLE: (accepted, progress[0] / progress[1]) if progress is not None else ("", 0.0),
            Qt.ItemDataRole.AccessibleTextRole: ", ".join(filter(None, (title, time_text, accepted, str(path)))),
            Qt.ItemDataRole.ToolTipRole: to_tooltip(str(path)),
        }.get(role)


class _RecentDelegate(QStyledItemDelegate):
    """Delegate that draws a title above its path, with the time on the right."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        style = option.widget.style()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        text = QPalette.ColorRole.HighlightedText if is_selected else QPalette.ColorRole.Text
        faint = QPalette.ColorRole.HighlightedText if is_selected else QPalette.ColorRole.PlaceholderText
        metrics = QFontMetrics(option.font)
        area = QRect(option.rect).adjusted(_PADDING, _PADDING // 2, -_PADDING, -_PADDING // 2)
        first_line = QRect(area.left(), area.top(), area.width(), metrics.height())
        second_line = QRect(area.left(), first_line.bottom() + 1, area.width(), metrics.height())
        painter.save()
        time_text = str(index.data(RecentListModel.TIME_ROLE))
        painter.setPen(option.palette.color(faint))
        painter.drawText(first_line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, time_text)
        progress_width = (
            self._draw_progress(painter, second_line, index, metrics)
            if index.data(RecentListModel.PROGRESS_ROLE)[0]
            else 0
        )
        painter.setPen(option.palette.color(faint))
        available = second_line.width() - progress_width
        path_text = metrics.elidedText(
            str(index.data(RecentListModel.PATH_ROLE)), Qt.TextElideMode.ElideMiddle, available
        )
        painter.drawText(second_line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, path_text)
        painter.setPen(option.palette.color(text))
        available = first_line.width() - metrics.horizontalAdvance(time_text) - _PADDING
        title = metrics.elidedText(str(index.data()), Qt.TextElideMode.ElideRight, available)
        painter.drawText(first_line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, title)
        painter.restore()

    def _draw_progress(self, painter: QPainter, line: QRect, index: Index, metrics: QFontMetrics) -> int:
        """Draw the share of accepted sentences at the end of a line, as a bar and in words; return the width used."""
        text, share = index.data(RecentListModel.PROGRESS_ROLE)
        text_width = metrics.horizontalAdvance(text)
        painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
        colours = theme.get_colours(theme.is_dark_palette(QApplication.palette()))
        bar = QRectF(line.right() - text_width - _PADDING - _BAR_WIDTH, line.center().y() - 1, _BAR_WIDTH, 4)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for colour, part in ((colours.track, 1.0), (colours.positive, share)):
            painter.setBrush(colour)
            painter.drawRoundedRect(QRectF(bar.left(), bar.top(), bar.width() * part, bar.height()), 2, 2)
        painter.restore()
        return text_width + 3 * _PADDING + _BAR_WIDTH

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(200, 2 * QFontMetrics(option.font).height() + _PADDING + 2)


class WelcomeView(widgets.Panel):
    """Start page; its signals ask the window to open a project, a file or a dialog."""

    open_requested = Signal(object)  # a Path: a recent project, or a dropped file
    open_file_requested = Signal()
    treebank_requested = Signal()  # to download one
    text_requested = Signal()  # to paste and read a text
    open_project_requested = Signal()
    new_project_requested = Signal()
    sample_requested = Signal()
    exploration_requested = Signal()  # to train and explore a model
    tour_requested = Signal()
    keys_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self._title_label = widgets.make_label(self.tr("Spectral Workbench"))
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        side = Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
        self._title_label.setAlignment(side | Qt.AlignmentFlag.AlignAbsolute)  # left to right in every language
        summary = self.tr("Read, annotate and model language. Everything stays on this computer.")
        self._summary_label = widgets.make_label(summary, wraps=True, faint=True)
        self._recent_heading = widgets.make_label(self.tr("Recent"))
        self._open_data_heading = widgets.make_label(self.tr("Open your own data"))
        self._model = RecentListModel(self)
        self._recent_view = widgets.set_accessible_name(QListView(), self.tr("Recent projects and treebanks"))
        self._recent_view.setModel(self._model)
        self._recent_view.setItemDelegate(_RecentDelegate(self._recent_view))
        self._recent_view.setUniformItemSizes(True)
        self._recent_view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        widgets.connect_signals(self._on_activated, self._recent_view.activated, self._recent_view.clicked)
        for title in (self._recent_heading, self._open_data_heading):
            title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._no_recent_label = widgets.make_label(self.tr("Files you open appear here."), faint=True)
        self._no_recent_label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.cards = self._make_cards()
        self.buttons: list[QPushButton] = [card.button for card in self.cards]
        self._lay_out(self._make_open_data_column())
        self.font_changed.connect(self._update_fonts)
        self.palette_changed.connect(self._update_icons)
        self._update_fonts()
        self._update_icons()
        self.set_recent(())

    def _make_open_data_column(self) -> QLayout:
        """Make the column of buttons that open or download data, below the drop zone."""
        drop = self.tr("Drop a treebank, a text or a project's folder anywhere in this window.")
        self._drop_label = widgets.make_label(drop, wraps=True, faint=True)
        folders = self.tr("A folder with its history, models and texts")
        offers = (
            (
                self.treebank_requested,
                self.tr("&Get a treebank…"),
                self.tr("Over a hundred languages from Universal Dependencies"),
            ),
            (self.open_project_requested, self.tr("Open a &project…"), folders),
            (self.new_project_requested, self.tr("&New project…"), self.tr("Several files with a shared history")),
            (
                self.sample_requested,
                self.tr("Try the &sample"),
                self.tr("English and Arabic sentences to explore"),
            ),
            (self.tour_requested, self.tr("Guided &tour"), self.tr("Nine steps through the window, with the sample")),
            (self.keys_requested, self.tr("&Keys"), self.tr("Everything can be done without a mouse")),
        )
        open_buttons: list[QPushButton] = []
        for signal, text, hint in offers:
            button = widgets.make_button(text, signal, hint)
            button.setAccessibleDescription(hint)
            open_buttons.append(button)
        self.buttons += open_buttons
        for button in open_buttons[1:]:
            button.setProperty("kind", "quiet")
        zone = QFrame()
        zone.setProperty("kind", "drop")
        self._drop_label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        treebank_row = widgets.make_row(widgets.STRETCH, open_buttons[0], widgets.STRETCH)
        widgets.make_column(self._drop_label, treebank_row, on=zone, margins=16, spacing=12)
        pairs = [
            widgets.make_row(*((own_button, 1) for own_button in open_buttons[first : first + 2]), spacing=8)
            for first in (1, 3)
        ]
        return widgets.make_column(self._open_data_heading, zone, *pairs, open_buttons[5], widgets.STRETCH, spacing=6)

    def _lay_out(self, open_data_column: QLayout) -> None:
        recent_column = widgets.make_column(self._recent_heading, (self._recent_view, 1), (self._no_recent_label, 1))
        lower_row = widgets.make_row((recent_column, 5), (open_data_column, 3), spacing=32)
        self._card_row = widgets.make_row(*((card, 1) for card in self.cards), spacing=12)
        content = QWidget()
        content.setMaximumWidth(_MAX_WIDTH)
        self._logo_label = widgets.make_label()
        header = widgets.make_row(
            self._logo_label, (widgets.make_column(self._title_label, self._summary_label, spacing=0), 1), spacing=16
        )
        upper_items = (header, 12, self._card_row, 12)
        widgets.make_column(*upper_items, (lower_row, 1), on=content, margins=(16, 24, 16, 16), spacing=4)
        page = widgets.make_row(widgets.STRETCH, (content, 100), widgets.STRETCH)
        holder = QWidget()
        holder.setLayout(page)
        widgets.make_column((widgets.make_scroll_area(holder, is_horizontal=False), 1), on=self, margins=0)

    def _make_cards(self) -> tuple[StartCard, StartCard, StartCard]:
        """Make the three start cards: read, annotate, explore."""
        cards = (
            StartCard(
                "read", "book-open", self.tr("Read a text"),
                self.tr("Paste any text and see meanings, parts of speech and vowels under its words."),
                self.tr("&Read a text…"), "1",
            ),
            StartCard(
                "annotate", "pencil-line", self.tr("Annotate a treebank"),
                self.tr("Confirm or correct a parser's suggestions. It asks about the least certain ones first."),
                self.tr("&Open a treebank…"), "2",
            ),
            StartCard(
                "explore", "microscope", self.tr("Look inside models"),
                self.tr("Train a model, watch its curves and explore its hidden states."),
                self.tr("&Look inside…"), "3",
            ),
        )  # fmt: skip
        cards[0].button.setProperty("kind", "primary")
        for card, signal in zip(
            cards, (self.text_requested, self.open_file_requested, self.exploration_requested), strict=True
        ):
            card.opened.connect(signal)
        return cards

    def set_recent(self, recent: Sequence[RecentEntry]) -> None:
        """List recent projects and treebanks, the latest first."""
        self._model.show_recent(recent)
        self._recent_view.setVisible(bool(recent))
        self._no_recent_label.setVisible(not recent)
        if recent:
            self._recent_view.setCurrentIndex(self._model.index(0))

    def set_keys(self, keys: Sequence[str]) -> None:
        """Show the keys of the buttons, in the order of `buttons`, in their tool tips; "" for none."""
        for button, key in zip(self.buttons, keys, strict=False):
            if key:
                button.setToolTip(f"{button.text().replace('&', '')} ({key})")

    def focus_first_control(self) -> None:
        """Focus the recent projects, or the first button if there are none."""
        (self._recent_view if self._model.recent else self.buttons[0]).setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_activated(self, index: QModelIndex) -> None:
        self.open_requested.emit(self._model.recent[index.row()][1])

    def _update_icons(self) -> None:
        for card in self.cards:
            card.update_icon()
        dark = theme.is_dark_palette(QApplication.palette())
        self._logo_label.setPixmap(theme.make_pixmap("spectral-workbench", dark, size=_LOGO_SIZE))

    def _update_fonts(self) -> None:
        large = QFont(self.font())
        large.setPointSizeF(max(self.font().pointSizeF(), 6.0) * 2)
        large.setWeight(QFont.Weight.DemiBold)
        self._title_label.setFont(large)
        for title in (self._recent_heading, self._open_data_heading):
            title.setFont(widgets.make_bold(self.font()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Use the card with the number of a digit key."""
        keys = (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3)
        if event.key() in keys and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.cards[keys.index(Qt.Key(event.key()))].open()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        for url in event.mimeData().urls():
            if url.isLocalFile():
                event.acceptProposedAction()
                self.open_requested.emit(Path(url.toLocalFile()))
                return
