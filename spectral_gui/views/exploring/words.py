"""Words that are used alike: a plane of frequent words, the nearest of one, and what it stands beside."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from spectral_core.engine import AlikeWords, WordPlane
from spectral_gui import widgets
from spectral_gui.lists import as_tip
from spectral_gui.plots import changed_settings
from spectral_gui.resources import counted, is_arabic, isolated, text_font
from spectral_gui.session import Exploring, Runs, Session
from spectral_gui.views.exploring.plane import PlaneCanvas

_WORD = Qt.ItemDataRole.UserRole


class AlikeView(widgets.Panel):
    """Follows one word: typed, or chosen in the plane or in a list."""

    def __init__(self, session: Session, runs: Runs, exploring: Exploring):
        super().__init__()
        self._exploring = exploring
        self._stays = False  # at the model that the user chose; otherwise the newest is shown
        self._stale = True
        self.word = ""  # that is shown
        self.model = widgets.chooser({}, self.tr("Model"), 6)
        self.line = widgets.CompletedLine("word", self.tr("Word"))
        self.line.setPlaceholderText(self.tr("A word"))
        self.told = widgets.label(wraps=True)
        self.canvas = widgets.named(PlaneCanvas(), self.tr("Frequent words in a plane"))
        self.alike, self.before, self.behind = (
            widgets.named(QListWidget(), name)
            for name in (self.tr("Used alike"), self.tr("Stands before it"), self.tr("Stands behind it"))
        )
        self._lay_out()
        self.line.returnPressed.connect(lambda: self.ask(self.line.text().strip()))
        self.line.completer().activated.connect(self.ask)
        self.line.left.connect(self.canvas.setFocus)
        self.canvas.chosen.connect(self.ask)
        for box in (self.alike, self.before, self.behind):
            widgets.hear(self._follow, box.itemActivated, box.itemClicked)
        self.model.currentIndexChanged.connect(self._choose_model)
        self.seen.connect(self._arrive)
        exploring.words_known.connect(self._take_words)
        exploring.words_refused.connect(self._refuse)
        exploring.word_known.connect(self._take_word)
        exploring.word_refused.connect(self._refuse)
        widgets.hear(self._list_models, runs.changed, session.project_changed)
        self._list_models()

    def ask(self, word: str) -> None:
        """Asks what the model knows of a word."""
        if word and self.model.currentData():
            self._exploring.ask_word(self.model.currentData(), word)

    def _list_models(self) -> None:
        kept = self.model.currentData()
        runs = self._exploring.knowing_words()
        names = [run.name for run in runs]
        with QSignalBlocker(self.model):
            self.model.clear()
            for run in runs:
                told = changed_settings(run)
                self.model.addItem(f"{run.name}  {told}" if told else run.name, run.name)
            self.model.setCurrentIndex(names.index(kept) if self._stays and kept in names else (0 if names else -1))
        if self.model.currentData() != kept:
            self._begin()

    def _choose_model(self) -> None:
        self._stays = True
        self._begin()

    def _begin(self) -> None:
        run = self.model.currentData()
        self.model.setToolTip(as_tip(self.model.currentText()))
        self.word = ""
        self.canvas.show_plane(None)
        self.line.choices.setStringList([])
        for box in (self.alike, self.before, self.behind):
            box.clear()
        self.told.setText("" if run else self.tr("Learn embeddings in a project first."))
        self._stale = not self.isVisible()
        if run and not self._stale:
            self._exploring.ask_words(run)

    def _arrive(self) -> None:
        if self._stale:
            self._begin()

    def _take_words(self, run: str, plane: WordPlane) -> None:
        if run != self.model.currentData():
            return
        self.line.choices.setStringList(plane.words)
        self.canvas.show_plane(plane)
        shown, known = len(plane.points), len(plane.words)
        words = counted(self.tr("%Ln known word(s)", "", known), known)
        self.told.setText(self.tr("{0}; the plane shows the {1} most frequent").format(words, shown))
        self.canvas.setAccessibleDescription(self.told.text())

    def _take_word(self, run: str, card: AlikeWords) -> None:
        if run != self.model.currentData():
            return
        self.word = card.word
        self.line.setText(card.word)
        self.canvas.choose(card.word, [word for word, _ in card.alike])
        self._fill(self.alike, ((word, f"{near:.2f}") for word, near in card.alike), "")
        self._fill(self.before, ((word, f"{times:,}") for word, times in card.before), self.tr("start of a sentence"))
        self._fill(self.behind, ((word, f"{times:,}") for word, times in card.behind), self.tr("end of a sentence"))
        nearest = ", ".join(isolated(word) for word, _ in card.alike[:5])
        said = (
            self.tr("{0}: used like {1}")
            if self.canvas.shows(card.word)
            else self.tr("{0}, too rare for the plane: used like {1}")
        )
        self.told.setText(said.format(isolated(card.word), nearest))
        self.canvas.setAccessibleDescription(self.told.text())

    def _refuse(self, run: str, why: str) -> None:
        if run == self.model.currentData():
            self.told.setText(why[:1].upper() + why[1:])

    def _fill(self, box: QListWidget, rows: Iterable[tuple[str, str]], edge: str) -> None:
        box.clear()
        for word, number in rows:
            item = QListWidgetItem(f"{isolated(word) if word else edge}   {number}")
            item.setData(_WORD, word)
            if is_arabic(word):
                item.setFont(text_font(self.font().pointSizeF() + 3, True))
            box.addItem(item)

    def _follow(self, item: QListWidgetItem) -> None:
        self.ask(item.data(_WORD))

    def _lay_out(self) -> None:
        self.model.view().setMinimumWidth(60 * self.fontMetrics().averageCharWidth())  # settings are long
        upper = widgets.row((self.model, 2), (self.line, 1), margins=0)
        lists = QWidget()
        parts: list[widgets.Placed] = []
        for box, share in ((self.alike, 2), (self.before, 1), (self.behind, 1)):
            parts += [widgets.label(box.accessibleName(), of=box), (box, share)]
        widgets.column(*parts, on=lists, margins=0, spacing=2)
        beside = widgets.splitter(self.canvas, lists, sizes=(720, 220), shares=(1, 0))
        widgets.column(upper, self.told, (beside, 1), on=self, margins=6)
