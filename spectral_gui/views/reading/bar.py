"""What stands above and below a page: what is shown of each word, the size of letters, and where one is."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QPaintEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QStyle, QStyleOptionToolButton, QStylePainter, QToolButton, QWidget

from spectral_gui import widgets
from spectral_gui.views.reading.page import ALWAYS, NEVER, POINTED, UNSURE, VOWEL_MODES
from spectral_gui.views.reading.units import GLOSS, KIND, LEMMA, SOUNDS, VOWELS

_SHORTEST = 16  # letters of the button of the menu


class ReadingBar(QWidget):
    """Chooses what is shown of the words."""

    changed = Signal()  # anything but the size
    sized = Signal(int)  # 1: larger letters, -1: smaller

    def __init__(self) -> None:
        super().__init__()
        titles = {  # in the order of LINES
            VOWELS: (self.tr("&Vowels"), self.tr("The word with its vowels (Vform= in MISC, or the likeliest)")),
            SOUNDS: (self.tr("&Sounds"), self.tr("The transliteration (Translit= in MISC)")),
            GLOSS: (self.tr("&Meaning"), self.tr("The meaning (Gloss= in MISC, or the likeliest)")),
            LEMMA: (self.tr("&Lemma"), self.tr("The lemma")),
            KIND: (self.tr("&Part of speech"), self.tr("Noun, verb, preposition and so on")),
        }
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        self.lines: dict[str, QAction] = {name: menu.addAction(text) for name, (text, _) in titles.items()}
        for name, action in self.lines.items():
            action.setToolTip(titles[name][1])
            action.setCheckable(True)
            action.toggled.connect(self._tell)
        self._menu = _MenuButton()
        self._menu.setMenu(menu)
        self._menu.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu.setAutoRaise(True)
        self._menu.setToolTip(self.tr("What stands under each word"))
        self._menu.setAccessibleName(self._menu.toolTip())
        modes = {
            NEVER: self.tr("Vowels as written"),
            POINTED: self.tr("Vowels where I point"),
            UNSURE: self.tr("Vowels where unsure"),
            ALWAYS: self.tr("Vowels always"),
        }  # in the order of VOWEL_MODES
        self._vowels = widgets.chooser(modes, self.tr("When words are written with their vowels"), 15)
        self._vowels.setToolTip(self._vowels.accessibleName())
        self._vowels.currentIndexChanged.connect(self._tell)
        faded = self.tr("Words you know fade, words that are not on your list are underlined")
        self.marks = self._toggle(self.tr("Mark words"), faded)
        self.line_by_line = self._toggle(self.tr("Line by line"), self.tr("Each sentence begins a line"))
        self.line_by_line.setChecked(True)
        less = widgets.tool_button("A−", self.tr("Smaller letters"), lambda: self.sized.emit(-1))
        more = widgets.tool_button("A+", self.tr("Larger letters"), lambda: self.sized.emit(1))
        shown = (self._menu, self._vowels, self.marks, self.line_by_line)
        widgets.row(*shown, widgets.REST, less, more, on=self, margins=(6, 4, 6, 4))
        self.vowels_offered = True  # whether words of the page can be written with them
        self._name()

    @property
    def chosen(self) -> tuple[str, ...]:
        """The lines that stand under words."""
        return tuple(name for name, action in self.lines.items() if action.isChecked())

    @property
    def vowels(self) -> str:
        """When words are written with their vowels: one of VOWEL_MODES."""
        return str(self._vowels.currentData())

    def offer(self, held: Mapping[str, bool], vowelled: bool) -> None:
        """Offers what the page has; what is chosen stays so."""
        for name, action in self.lines.items():
            action.setEnabled(held[name] or action.isChecked())
        self.vowels_offered = vowelled or self.vowels != NEVER
        self._vowels.setVisible(self.vowels_offered)
        own = self.lines[VOWELS]
        own.setVisible(vowelled or held[VOWELS] or own.isChecked())

    def choose(self, names: Collection[str]) -> None:
        """Lets these lines stand under words, as far as they are offered."""
        for name, action in self.lines.items():
            action.setChecked(name in names and action.isEnabled())

    def flip(self, name: str) -> bool:
        """Whether a line could be shown, or is no longer shown."""
        action = self.lines[name]
        if action.isEnabled():
            action.toggle()
        return action.isEnabled()

    def set_vowels(self, mode: str) -> None:
        self._vowels.setCurrentIndex(VOWEL_MODES.index(mode))

    def _toggle(self, text: str, tip: str) -> QToolButton:
        button = widgets.tool_button(text, tip)
        button.setCheckable(True)
        button.toggled.connect(self._tell)
        return button

    def _tell(self) -> None:
        self._name()
        self.changed.emit()

    def _name(self) -> None:
        shown = [self.lines[name].text().replace("&", "") for name in self.chosen]
        if len(shown) > 2:
            shown = [*shown[:1], self.tr("{0} more").format(len(shown) - 1)]
        text = self.tr("Under words: {0}").format(", ".join(shown)) if shown else self.tr("Under words")
        self._menu.setText(f"{text} ▾")


class PageBar(QWidget):
    """Says which sentences are on the page and how many of its words are known; goes to other pages."""

    turned = Signal(int)  # 1: the next page, -1: the one before

    def __init__(self) -> None:
        super().__init__()
        self._known, self._where = widgets.label(wraps=True), widgets.label()
        self._back = widgets.tool_button("▲", self.tr("Page before"), lambda: self.turned.emit(-1))
        self._on = widgets.tool_button("▼", self.tr("Next page"), lambda: self.turned.emit(1))
        widgets.row((self._known, 1), self._where, self._back, self._on, on=self, margins=(10, 2, 6, 2))

    def show_page(self, first: int, end: int, size: int) -> None:
        """Sentences from `first`, counted from 0, to before `end`."""
        text = self.tr("Sentences {0}–{1} of {2}").format(f"{first + 1:,}", f"{end:,}", f"{size:,}")
        self._where.setText(text if size else "")
        self._back.setEnabled(first > 0)
        self._on.setEnabled(end < size)

    def show_known(self, known: int, words: int) -> None:
        """How many of the words on the page are known."""
        share = known / words if words else 0.0
        text = self.tr("You know {0} of {1} words here ({2:.0%})").format(f"{known:,}", f"{words:,}", share)
        self._known.setText(text if words else "")


class _MenuButton(QToolButton):
    """A button that opens a menu and says so at the end of its text: the arrow of the style would stand on that."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def paintEvent(self, _event: QPaintEvent) -> None:
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.features = option.features & ~QStyleOptionToolButton.ToolButtonFeature.HasMenu
        over = self.sizeHint().width() - self.width()
        if over > 0:
            metrics, sign = option.fontMetrics, option.text[-1:]
            room = metrics.horizontalAdvance(option.text[:-1]) - over
            option.text = metrics.elidedText(option.text[:-1], Qt.TextElideMode.ElideRight, room) + sign
        QStylePainter(self).drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)

    def minimumSizeHint(self) -> QSize:
        """In a narrow window its text is cut."""
        hint = self.sizeHint()
        return QSize(min(hint.width(), _SHORTEST * self.fontMetrics().averageCharWidth()), hint.height())
