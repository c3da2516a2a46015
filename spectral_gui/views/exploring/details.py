"""Tabs below an automaton: sentences that pass the chosen part, merges, parts, singular values, the plane."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QListWidget, QTabWidget, QWidget

from spectral_core.data import Treebank
from spectral_core.data.automaton import Automaton
from spectral_core.engine import SearchResult
from spectral_gui import widgets
from spectral_gui.concordance import ConcordanceDelegate, MatchListModel
from spectral_gui.lists import UniformRowView, get_text_points
from spectral_gui.plots import Cloud, Plot, plot_clouds
from spectral_gui.resources import resolve_plural
from spectral_gui.scenes.automata import AutomatonHit as Hit
from spectral_gui.state import ModelExplorer, Session
from spectral_gui.views.exploring.ranks import RankView
from spectral_gui.views.exploring.telling import (
    describe_edge,
    describe_merge,
    describe_state,
    format_edge_card,
    format_state_card,
)

_HIT_ROLE = Qt.ItemDataRole.UserRole


class AutomatonDetails(QTabWidget):
    """Lists of the parts, merges and sentences of an automaton, from which each can be chosen."""

    hit_chosen = Signal(object)  # a Hit
    step_chosen = Signal(int)
    sentence_chosen = Signal(int, int)  # index, head word

    def __init__(self, session: Session, explorer: ModelExplorer, slot: int):
        super().__init__()
        self.setDocumentMode(True)
        self.setUsesScrollButtons(True)
        self.card = widgets.make_text_view(self.tr("What is chosen"))
        self.passages_caption = widgets.make_label(wraps=True)
        self._matches = MatchListModel(self)
        self._delegate = ConcordanceDelegate(get_text_points(self), self)
        self.sentences = UniformRowView(self._matches, self._delegate, self._delegate.height)
        self.sentences.setAccessibleName(self.tr("Sentences that pass here"))
        self.merges = widgets.set_accessible_name(QListWidget(), self.tr("Merges"))
        self.parts = widgets.set_accessible_name(QListWidget(), self.tr("States and edges"))
        self.ranks = RankView(session, explorer, slot)
        self.plane = Plot(self.tr("Prefixes in the plane"))
        sentences_page = QWidget()
        sentences_layout = widgets.make_column(
            self.passages_caption, (self.sentences, 1), on=sentences_page, margins=(4, 4, 4, 0), spacing=2
        )
        sentences_layout.setAlignment(self.passages_caption, Qt.AlignmentFlag.AlignTop)
        chosen_page = widgets.make_splitter(self.card, sentences_page, sizes=(190, 500), shares=(0, 1))
        for page, title in (
            (chosen_page, self.tr("Chosen")),
            (self.merges, self.tr("Merges")),
            (self.parts, self.tr("States and edges")),
            (self.ranks, self.tr("Singular values and rank")),
            (self.plane, self.tr("Plane")),
        ):
            self.addTab(page, title)
        self.sentences.activated.connect(lambda index: self._open_sentence(index.row()))
        self.sentences.clicked.connect(lambda index: self._open_sentence(index.row()))
        self.merges.currentRowChanged.connect(lambda row: self.step_chosen.emit(row) if row >= 0 else None)
        self.parts.currentRowChanged.connect(self._on_part_row_changed)

    def show_merges(self, automaton: Automaton) -> None:
        with QSignalBlocker(self.merges):
            self.merges.clear()
            self.merges.addItems([describe_merge(automaton, step) for step in range(len(automaton.steps))])

    def show_step(self, automaton: Automaton) -> None:
        with QSignalBlocker(self.merges):
            self.merges.setCurrentRow(automaton.step)
        with QSignalBlocker(self.parts):
            self.parts.clear()
            for state in automaton.states:
                self._add_part(describe_state(automaton, state), Hit(state=state.number))
                for edge in (*automaton.edges, *automaton.leaving):
                    if edge.source == state.number:
                        self._add_part("    " + describe_edge(edge), Hit(edge=(edge.source, edge.target)))
        clouds = []
        for state in automaton.states:
            prefixes = [automaton.prefixes[index] for index in state.prefixes]
            names = [" ".join(prefix.symbols) or "START" for prefix in prefixes]
            x, y = [prefix.point[0] for prefix in prefixes], [prefix.point[1] for prefix in prefixes]
            clouds.append(Cloud(self.tr("state {0}").format(state.number), x, y, names, state.number))
        first, second = self.tr("first principal direction"), self.tr("second principal direction")
        description = "; ".join(describe_state(automaton, state) for state in automaton.states)
        self.plane.show_figure(plot_clouds(first, second, clouds), description)

    def show_chosen(self, automaton: Automaton | None, hit: Hit | None, treebank: Treebank) -> None:
        """Describe the chosen state or edge, and list the sentences that pass it."""
        passages: Sequence[tuple[int, int]] = ()
        for widget in (self.card, self.sentences):
            widget.setVisible(automaton is not None and hit is not None)
        if automaton is None or hit is None:
            self.card.setPlainText("")
            self.passages_caption.setText(
                self.tr("Choose a state or an edge: the sentences that pass through it are listed here.")
            )
        else:
            if hit.edge is not None:
                card, passages = format_edge_card(automaton.edge(*hit.edge)), automaton.occurrences_on_edge(*hit.edge)
            else:
                assert hit.state is not None
                card = format_state_card(automaton, automaton.state(hit.state))
                passages = automaton.occurrences_in_state(hit.state)
            self.card.setPlainText(card)
            caption = self.tr("These are the sequences that the model was learnt from: the text shown has no heads.")
            if len(automaton.passages.bounds) > 1:
                caption = resolve_plural(self.tr("%Ln head word(s) here", "", len(passages)), len(passages))
            self.passages_caption.setText(caption)
        sentence_indexes = array("Q", [sentence for sentence, _ in passages])
        head_words = tuple((word,) for _, word in passages)
        self._matches.show_matches(
            treebank, SearchResult("", "", sentence_indexes, head_words, ((),) * len(head_words), False)
        )
        self._delegate.max_number = len(treebank)
        if passages and passages[0][0] < len(treebank):
            self._delegate.adapt_to_text(treebank[passages[0][0]].text)
        self.sentences.set_height(self._delegate.height)
        self.sentences.setAccessibleDescription(self.passages_caption.text())
        with QSignalBlocker(self.parts):
            rows = [row for row in range(self.parts.count()) if self.parts.item(row).data(_HIT_ROLE) == hit]
            self.parts.setCurrentRow(rows[0] if rows else -1)

    def count_passages(self) -> int:
        return self._matches.rowCount()

    def focus_sentences(self) -> None:
        self.setCurrentIndex(0)
        self.sentences.setFocus(Qt.FocusReason.OtherFocusReason)
        if self._matches.rowCount() and not self.sentences.currentIndex().isValid():
            self.sentences.setCurrentIndex(self._matches.index(0, 0))

    def _add_part(self, text: str, hit: Hit) -> None:
        self.parts.addItem(text)
        item = self.parts.item(self.parts.count() - 1)
        item.setData(_HIT_ROLE, hit)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, text.strip())

    def _on_part_row_changed(self, row: int) -> None:
        if row >= 0:
            self.hit_chosen.emit(self.parts.item(row).data(_HIT_ROLE))

    def _open_sentence(self, row: int) -> None:
        if 0 <= row < self._matches.rowCount():
            words = self._matches.words_at(row)
            self.sentence_chosen.emit(self._matches.sentence_at(row), words[0] if words else 0)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_delegate"):
            self._delegate.set_points(get_text_points(self))
            self.sentences.set_height(self._delegate.height)
