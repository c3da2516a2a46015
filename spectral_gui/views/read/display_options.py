"""Display options of the reader: when words are written with their vowels, and the bar that chooses the options."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QPaintEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QStyle, QStyleOptionToolButton, QStylePainter, QToolButton, QWidget

from spectral_gui import widgets
from spectral_gui.views.read.display_units import GLOSS, LEMMA, PART_OF_SPEECH, TRANSLITERATION, VOWELS

_MIN_LETTERS = 16  # minimum width of the menu button in letters

NEVER, UNDER_POINTER, WHEN_UNCERTAIN, ALWAYS = "never", "pointed", "unsure", "always"  # when vowels are written
VOWEL_MODES = (NEVER, UNDER_POINTER, WHEN_UNCERTAIN, ALWAYS)


class ReaderBar(QWidget):
    """Bar with the display options of the reader."""

    changed = Signal()  # any option but the size of the letters
    zoomed = Signal(int)  # 1: larger letters, -1: smaller

    def __init__(self) -> None:
        super().__init__()
        titles = {  # in the order of ANNOTATION_LINES
            VOWELS: (self.tr("&Vowels"), self.tr("The vocalised word (Vform= in MISC, or the most probable)")),
            TRANSLITERATION: (self.tr("&Sounds"), self.tr("The transliteration (Translit= in MISC)")),
            GLOSS: (self.tr("&Meaning"), self.tr("The meaning (Gloss= in MISC, or the most probable)")),
            LEMMA: (self.tr("&Lemma"), self.tr("The lemma")),
            PART_OF_SPEECH: (self.tr("&Part of speech"), self.tr("Noun, verb, preposition and so on")),
        }
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        self.line_actions: dict[str, QAction] = {name: menu.addAction(text) for name, (text, _) in titles.items()}
        for name, action in self.line_actions.items():
            action.setToolTip(titles[name][1])
            action.setCheckable(True)
            action.toggled.connect(self._emit_changed)
        self._menu_button = _MenuButton()
        self._menu_button.setMenu(menu)
        self._menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu_button.setAutoRaise(True)
        self._menu_button.setToolTip(self.tr("Choose lines under the words"))
        self._menu_button.setAccessibleName(self._menu_button.toolTip())
        modes = {
            NEVER: self.tr("Vowels as written"),
            UNDER_POINTER: self.tr("Vowels where I point"),
            WHEN_UNCERTAIN: self.tr("Vowels where unsure"),
            ALWAYS: self.tr("Vowels always"),
        }  # in the order of VOWEL_MODES
        self._vowels_box = widgets.make_combo_box(modes, self.tr("When to show vowels"), 15)
        self._vowels_box.setToolTip(self._vowels_box.accessibleName())
        self._vowels_box.currentIndexChanged.connect(self._emit_changed)
        marks_tip = self.tr("Fade known words and underline unknown ones")
        self.mark_button = self._make_toggle(self.tr("Mark words"), marks_tip)
        self.line_by_line_button = self._make_toggle(
            self.tr("Line by line"), self.tr("Start each sentence on a new line")
        )
        self.line_by_line_button.setChecked(True)
        smaller_button = widgets.make_tool_button("A−", self.tr("Smaller letters"), lambda: self.zoomed.emit(-1))
        larger_button = widgets.make_tool_button("A+", self.tr("Larger letters"), lambda: self.zoomed.emit(1))
        controls = (self._menu_button, self._vowels_box, self.mark_button, self.line_by_line_button)
        widgets.make_row(*controls, widgets.STRETCH, smaller_button, larger_button, on=self, margins=(6, 4, 6, 4))
        self.has_vowels_to_show = True
        self._update_menu_text()

    @property
    def selected_lines(self) -> tuple[str, ...]:
        """Annotation lines to show under the words, in the order of ANNOTATION_LINES."""
        return tuple(name for name, action in self.line_actions.items() if action.isChecked())

    @property
    def vowel_mode(self) -> str:
        """One of VOWEL_MODES: when words are written with their vowels."""
        return str(self._vowels_box.currentData())

    def enable_available_lines(self, available: Mapping[str, bool], has_vocalised: bool) -> None:
        """Enable the annotation lines that the page has, keeping the user's choice, and hide the vowel options if it
        has no vowels."""
        for name, action in self.line_actions.items():
            action.setEnabled(available[name] or action.isChecked())
        self.has_vowels_to_show = has_vocalised or self.vowel_mode != NEVER
        self._vowels_box.setVisible(self.has_vowels_to_show)
        vowels_action = self.line_actions[VOWELS]
        vowels_action.setVisible(has_vocalised or available[VOWELS] or vowels_action.isChecked())

    def set_selected_lines(self, names: Collection[str]) -> None:
        """Show exactly these lines under words, as far as they are enabled."""
        for name, action in self.line_actions.items():
            action.setChecked(name in names and action.isEnabled())

    def toggle_line(self, name: str) -> bool:
        """Show or hide a line; return whether it is available."""
        action = self.line_actions[name]
        if action.isEnabled():
            action.toggle()
        return action.isEnabled()

    def set_vowel_mode(self, mode: str) -> None:
        self._vowels_box.setCurrentIndex(VOWEL_MODES.index(mode))

    def _make_toggle(self, text: str, tip: str) -> QToolButton:
        """Make a checkable button for a display option."""
        button = widgets.make_tool_button(text, tip)
        button.setCheckable(True)
        button.toggled.connect(self._emit_changed)
        return button

    def _emit_changed(self) -> None:
        self._update_menu_text()
        self.changed.emit()

    def _update_menu_text(self) -> None:
        titles = [self.line_actions[name].text().replace("&", "") for name in self.selected_lines]
        if len(titles) > 2:
            titles = [*titles[:1], self.tr("{0} more").format(len(titles) - 1)]
        text = self.tr("Under words: {0}").format(", ".join(titles)) if titles else self.tr("Under words")
        self._menu_button.setText(f"{text} ▾")


class _MenuButton(QToolButton):
    """Menu button that elides its text, whose last character is the menu arrow in place of the style's."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def paintEvent(self, _event: QPaintEvent) -> None:
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.features = option.features & ~QStyleOptionToolButton.ToolButtonFeature.HasMenu
        excess = self.sizeHint().width() - self.width()
        if excess > 0:
            metrics, arrow = option.fontMetrics, option.text[-1:]
            available_width = metrics.horizontalAdvance(option.text[:-1]) - excess
            option.text = metrics.elidedText(option.text[:-1], Qt.TextElideMode.ElideRight, available_width) + arrow
        QStylePainter(self).drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)

    def minimumSizeHint(self) -> QSize:
        """Return a width at which the text is elided, for narrow windows."""
        hint = self.sizeHint()
        return QSize(min(hint.width(), _MIN_LETTERS * self.fontMetrics().averageCharWidth()), hint.height())
