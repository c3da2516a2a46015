"""Which words go together: the classes of a model or its words in the plane, and the neighbours of one word."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QTreeWidget, QTreeWidgetItem, QWidget

from spectral_core.engine import KnownWord, WordMap
from spectral_core.errors import SpectralError
from spectral_core.files import replace_atomically
from spectral_core.formats.export.tables import Cell, csv_table
from spectral_gui import plots, widgets
from spectral_gui.absences import Absence
from spectral_gui.resources import counted
from spectral_gui.session import Exploring, Notices, Session
from spectral_gui.views.exploring.controls import offer_runs
from spectral_gui.views.exploring.lacking import lacking

_WORD = Qt.ItemDataRole.UserRole
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class AlikeView(widgets.Panel):
    """Shows the classes of the chosen model, and beside them what it makes of the word that is asked for."""

    def __init__(self, session: Session, notices: Notices, exploring: Exploring):
        super().__init__()
        self._session, self._notices, self._exploring = session, notices, exploring
        self._map: WordMap | None = None
        self._draw: plots.Draw | None = None
        self._stale = True  # nothing was asked since the models changed
        self.model = widgets.named(QComboBox(), self.tr("Model"))
        self.model.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.model.setMinimumContentsLength(6)
        self.word = widgets.field(self.tr("A word"), self.tr("Word"))
        self._save = widgets.button(
            self.tr("Save…"), self.save, self.tr("Classes as CSV; the plane as SVG, PDF or PNG")
        )
        self.told = widgets.label(wraps=True)
        self.classes = self._table("classes", [self.tr("Class"), "%", self.tr("Typical words")], (50, 60))
        self.plane = plots.Plot(self.tr("Words in the plane"))
        self.card = widgets.label(wraps=True, selectable=True)
        self.near = self._table("near", [self.tr("Nearest words"), self.tr("alike %")], (220,))
        self.beside = self._table("beside", [self.tr("Before it"), "", self.tr("Behind it"), ""], (110, 44, 110))
        self._said = Absence("microscope")
        bar = widgets.row(
            widgets.label(self.tr("Model"), of=self.model), (self.model, 1),
            widgets.label(self.tr("Word"), of=self.word), (self.word, 1), self._save,
        )  # fmt: skip
        left, right = QWidget(), QWidget()
        self._kinds = widgets.stack(self.classes, self.plane)
        widgets.column(self.told, (self._kinds, 1), on=left, margins=0)
        widgets.column(self.card, (self.near, 2), (self.beside, 1), on=right, margins=(6, 0, 0, 0))
        whole = widgets.splitter(left, right, sizes=(600, 340), shares=(1,))
        self._stack = widgets.stack(whole, self._said)
        widgets.column(bar, (self._stack, 1), on=self, margins=6)
        self.model.activated.connect(lambda _: self._begin())
        self.word.returnPressed.connect(self._ask_word)
        self.plane.chosen.connect(self._choose_point)
        for table in (self.near, self.classes):
            table.itemActivated.connect(self._look_up)
        exploring.changed.connect(self._list_models)
        session.project_changed.connect(self._list_models)
        exploring.words_known.connect(self._take_map)
        exploring.word_known.connect(self._take_word)
        exploring.word_refused.connect(self._refuse)
        self.seen.connect(lambda: self._begin() if self._stale else None)
        self._list_models()

    def look_up(self, word: str) -> None:
        """Asks what the model makes of a word."""
        self.word.setText(word)
        self._ask_word()

    def save(self) -> None:
        if self._map is not None:
            kinds = {".csv": self.tr("CSV table of the classes")}
            if self._draw is not None:
                kinds = {".svg": self.tr("SVG drawing"), ".pdf": self.tr("PDF page"), ".png": self.tr("PNG picture")}
            plots.ask_for_file(self, self.tr("Save"), self.tr("words"), kinds, self.export)

    def export(self, path: Path) -> None:
        if self._map is None:
            return
        try:
            if self._draw is not None:
                plots.save(self._draw, path)
            else:
                rows: list[list[Cell]] = [
                    [card.number, card.share, " ".join(word for word, _ in card.words)] for card in self._map.classes
                ]
                replace_atomically(path, [csv_table(["class", "share", "words"], rows).encode()])
        except SpectralError as error:
            self._notices.fail(str(error))
        else:
            self._notices.note(self.tr("Written to {0}").format(path))

    def _table(self, name: str, titles: list[str], widths: tuple[int, ...]) -> QTreeWidget:
        table = widgets.named(QTreeWidget(), titles[-1] or titles[0])
        table.setObjectName(name)
        table.setRootIsDecorated(False)
        table.setUniformRowHeights(True)
        table.setHeaderLabels(titles)
        for column, width in enumerate(widths):
            table.setColumnWidth(column, width)
        table.header().setMinimumSectionSize(24)
        return table

    def _list_models(self) -> None:
        runs = self._exploring.with_words()
        if offer_runs(self.model, runs) or not runs:
            self._stale = True
            if self.isVisible():
                self._begin()

    def _begin(self) -> None:
        self._stale, self._map, self._draw = False, None, None
        run = self.model.currentData()
        self._save.setEnabled(False)
        if not run:
            none = self.tr("No model here says which words go together. {0}, learnt from this text, does.")
            self._stack.setCurrentWidget(lacking(self._said, none, self._exploring, "class-bigram"))
            return
        self.card.setText(self.tr("Type or click a word, or choose one with Enter: what it is most like."))
        self.near.clear()
        self.beside.clear()
        self._exploring.ask_words(run)

    def _say(self, sentence: str) -> None:
        self._said.say(sentence)
        self._stack.setCurrentWidget(self._said)

    def _take_map(self, run: str, found: WordMap) -> None:
        if run != self.model.currentData():
            return
        self._map = found
        self._stack.setCurrentIndex(0)
        self._save.setEnabled(True)
        self.beside.setVisible(not found.classes)
        words = counted(self.tr("%Ln word(s)", "", found.words), found.words)
        if found.classes:
            self.told.setText(self.tr("{0} classes of {1}, the most frequent first").format(len(found.classes), words))
            self._kinds.setCurrentWidget(self.classes)
            self.classes.clear()
            for card in found.classes:
                listed = "  ".join(word for word, _ in card.words)
                item = QTreeWidgetItem([str(card.number), f"{100 * card.share:.2f}", listed])
                item.setTextAlignment(1, _RIGHT)
                item.setToolTip(2, "\n".join(f"{word}  {100 * share:.2f} %" for word, share in card.words))
                item.setData(0, _WORD, card.words[0][0] if card.words else "")
                self.classes.addTopLevelItem(item)
        else:
            self.told.setText(self.tr("The most frequent of {0} in the plane").format(words))
            self._kinds.setCurrentWidget(self.plane)
            names, x, y = zip(*found.points, strict=True)
            cloud = plots.Cloud("", x, y, names)
            first, second = self.tr("first principal direction"), self.tr("second principal direction")
            self._draw = plots.scatter(first, second, [cloud], every=True)
            self.plane.show_figure(
                self._draw,
                self.tr("The most frequent words: {0}").format(", ".join(names[:20])),
                list(zip(x, y, strict=True)),
            )
        if self.word.text().strip():
            self._ask_word()

    def _ask_word(self) -> None:
        run, word = self.model.currentData(), self.word.text().strip()
        if run and word:
            self._exploring.ask_word(run, word)

    def _choose_point(self, at: int) -> None:
        if self._map is not None and at < len(self._map.points):
            self.look_up(self._map.points[at][0])

    def _look_up(self, item: QTreeWidgetItem, _column: int) -> None:
        if word := item.data(0, _WORD):
            self.look_up(word)

    def _take_word(self, run: str, found: KnownWord) -> None:
        if run != self.model.currentData():
            return
        told = ", ".join(self.tr("{0}: {1} %").format(at, f"{100 * share:.0f}") for at, share in found.classes[:6])
        self.card.setText(f"\u2068{found.word}\u2069" + (self.tr(" is of class {0}").format(told) if told else ""))
        self.near.clear()
        for word, share in found.neighbours:
            item = QTreeWidgetItem([word, f"{100 * share:.1f}"])
            item.setData(0, _WORD, word)
            item.setTextAlignment(1, _RIGHT)
            self.near.addTopLevelItem(item)
        self.beside.clear()
        edge = self.tr("(edge of the sentence)")
        for row in range(max(len(found.before), len(found.behind))):
            cells: list[str] = []
            for side in (found.before, found.behind):
                cells += [side[row][0] or edge, f"{side[row][1]:,}"] if row < len(side) else ["", ""]
            self.beside.addTopLevelItem(QTreeWidgetItem(cells))
        if found.classes:
            numbers = [card.number for card in self._map.classes] if self._map is not None else []
            first = found.classes[0][0]
            likeliest = self.classes.topLevelItem(numbers.index(first)) if first in numbers else None
            if likeliest is not None:
                self.classes.setCurrentItem(likeliest)

    def _refuse(self, run: str, why: str) -> None:
        if run != self.model.currentData():
            return
        if self._map is None:
            self._say(why[:1].upper() + why[1:])
        else:
            self.card.setText(why[:1].upper() + why[1:])
            self.near.clear()
            self.beside.clear()
