"""Below an automaton: what passes through what is chosen, the merges, its parts in words, singular values, a plane."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QListWidget, QTabWidget, QWidget

from spectral_core.data import Treebank
from spectral_core.data.automaton import Automaton
from spectral_core.engine import Found
from spectral_gui import widgets
from spectral_gui.concordance import Concordance, FoundList
from spectral_gui.lists import RowList, points_of
from spectral_gui.plots import Cloud, Plot, scatter
from spectral_gui.resources import counted
from spectral_gui.scenes.automata import AutomatonHit as Hit
from spectral_gui.session import Exploring, Session
from spectral_gui.views.exploring.ranks import RankView
from spectral_gui.views.exploring.telling import edge_card, edge_title, merge_title, state_card, state_title

_ROLE = Qt.ItemDataRole.UserRole


class Details(QTabWidget):
    """Lists that follow the automaton, and from which parts of it, steps and sentences are chosen."""

    hit_chosen = Signal(object)  # a Hit
    step_chosen = Signal(int)
    sentence_chosen = Signal(int, int)  # its index and the head word

    def __init__(self, session: Session, exploring: Exploring, place: int):
        super().__init__()
        self.setDocumentMode(True)
        self.setUsesScrollButtons(True)
        self.card = widgets.text_box(self.tr("What is chosen"))
        self.told = widgets.label(wraps=True)
        self._found = FoundList(self)
        self._rows = Concordance(points_of(self), self)
        self.sentences = RowList(self._found, self._rows, self._rows.height)
        self.sentences.setAccessibleName(self.tr("Sentences that pass here"))
        self.merges = widgets.named(QListWidget(), self.tr("Merges"))
        self.parts = widgets.named(QListWidget(), self.tr("States and edges"))
        self.ranks = RankView(session, exploring, place)
        self.plane = Plot(self.tr("Prefixes in the plane"))
        listed = QWidget()
        listing = widgets.column(self.told, (self.sentences, 1), on=listed, margins=(4, 4, 4, 0), spacing=2)
        listing.setAlignment(self.told, Qt.AlignmentFlag.AlignTop)
        chosen = widgets.splitter(self.card, listed, sizes=(190, 500), shares=(0, 1))
        for page, title in (
            (chosen, self.tr("Chosen")),
            (self.merges, self.tr("Merges")),
            (self.parts, self.tr("States and edges")),
            (self.ranks, self.tr("Singular values and rank")),
            (self.plane, self.tr("Plane")),
        ):
            self.addTab(page, title)
        self.sentences.activated.connect(lambda index: self._go_to(index.row()))
        self.sentences.clicked.connect(lambda index: self._go_to(index.row()))
        self.merges.currentRowChanged.connect(lambda row: self.step_chosen.emit(row) if row >= 0 else None)
        self.parts.currentRowChanged.connect(self._choose_part)

    def show_merges(self, automaton: Automaton) -> None:
        with QSignalBlocker(self.merges):
            self.merges.clear()
            self.merges.addItems([merge_title(automaton, step) for step in range(len(automaton.steps))])

    def show_step(self, automaton: Automaton) -> None:
        with QSignalBlocker(self.merges):
            self.merges.setCurrentRow(automaton.step)
        with QSignalBlocker(self.parts):
            self.parts.clear()
            for state in automaton.states:
                self._add(state_title(automaton, state), Hit(state=state.number))
                for edge in (*automaton.edges, *automaton.leaving):
                    if edge.source == state.number:
                        self._add("    " + edge_title(edge), Hit(edge=(edge.source, edge.target)))
        clouds = []
        for state in automaton.states:
            prefixes = [automaton.prefixes[at] for at in state.prefixes]
            names = [" ".join(prefix.symbols) or "START" for prefix in prefixes]
            x, y = [prefix.point[0] for prefix in prefixes], [prefix.point[1] for prefix in prefixes]
            clouds.append(Cloud(self.tr("state {0}").format(state.number), x, y, names, state.number))
        first, second = self.tr("first principal direction"), self.tr("second principal direction")
        told = "; ".join(state_title(automaton, state) for state in automaton.states)
        self.plane.show_figure(scatter(first, second, clouds), told)

    def show_chosen(self, automaton: Automaton | None, hit: Hit | None, treebank: Treebank) -> None:
        passing: Sequence[tuple[int, int]] = ()
        for part in (self.card, self.sentences):
            part.setVisible(automaton is not None and hit is not None)
        if automaton is None or hit is None:
            self.card.setPlainText("")
            self.told.setText(self.tr("Choose a state or an edge: the sentences that pass through it are listed here."))
        else:
            if hit.edge is not None:
                card, passing = edge_card(automaton.edge(*hit.edge)), automaton.through_edge(*hit.edge)
            else:
                assert hit.state is not None
                card = state_card(automaton, automaton.state(hit.state))
                passing = automaton.through_state(hit.state)
            self.card.setPlainText(card)
            told = self.tr("These are the sequences that the model was learnt from: the text shown has no heads.")
            if len(automaton.passages.bounds) > 1:
                told = counted(self.tr("%Ln head word(s) here", "", len(passing)), len(passing))
            self.told.setText(told)
        at = array("Q", [sentence for sentence, _ in passing])
        words = tuple((word,) for _, word in passing)
        self._found.show_found(treebank, Found("", "", at, words, ((),) * len(words), False))
        self._rows.numbers = len(treebank)
        if passing and passing[0][0] < len(treebank):
            self._rows.suit(treebank[passing[0][0]].text)
        self.sentences.set_height(self._rows.height)
        self.sentences.setAccessibleDescription(self.told.text())
        with QSignalBlocker(self.parts):
            rows = [row for row in range(self.parts.count()) if self.parts.item(row).data(_ROLE) == hit]
            self.parts.setCurrentRow(rows[0] if rows else -1)

    def passing(self) -> int:
        return self._found.rowCount()

    def focus_sentences(self) -> None:
        self.setCurrentIndex(0)
        self.sentences.setFocus(Qt.FocusReason.OtherFocusReason)
        if self._found.rowCount() and not self.sentences.currentIndex().isValid():
            self.sentences.setCurrentIndex(self._found.index(0, 0))

    def _add(self, text: str, hit: Hit) -> None:
        self.parts.addItem(text)
        item = self.parts.item(self.parts.count() - 1)
        item.setData(_ROLE, hit)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, text.strip())

    def _choose_part(self, row: int) -> None:
        if row >= 0:
            self.hit_chosen.emit(self.parts.item(row).data(_ROLE))

    def _go_to(self, row: int) -> None:
        if 0 <= row < self._found.rowCount():
            words = self._found.words_at(row)
            self.sentence_chosen.emit(self._found.sentence_at(row), words[0] if words else 0)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_rows"):
            self._rows.set_points(points_of(self))
            self.sentences.set_height(self._rows.height)
