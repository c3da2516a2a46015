"""Controls of the queue: its filters and orders, and the combo boxes that choose them."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QComboBox, QWidget

from spectral_core.data import Treebank
from spectral_core.progress import Progress
from spectral_core.project.history import CONFIRMED
from spectral_gui import widgets
from spectral_gui.jobs.jobs import Job
from spectral_gui.state import DocumentSearch, DocumentSurvey, Notices, QueueOrders, Runs, Session, Suggestions
from spectral_gui.widgets import TimeSlicer
from spectral_gui.widgets.lists import to_tooltip

ALL, PROBLEMS, NOT_ACCEPTED, EDITED, QUERY_MATCHES = "all", "problems", "open", "edited", "found"
ACCEPTED, FLAGGED = "accepted", "flagged"  # accepted without errors, and with errors
DOCUMENT, REVERSE, SHORTEST, LONGEST = "document", "reverse", "shortest", "longest"
UNCERTAIN, DISAGREEMENT, RANDOM = "uncertain", "disagreement", "random"


def make_narrow_combo_box(choices: dict[str, str], name: str) -> QComboBox:
    """Return a combo box that may become narrow, with its name as tool tip."""
    box = widgets.make_combo_box(choices, name, 4)
    box.setToolTip(name)
    return box


class QueueFilter(QObject):
    """Combo box of the filters of the queue, and the sentences that pass."""

    changed = Signal()  # another filter was chosen

    def __init__(self, session: Session, survey: DocumentSurvey, document_search: DocumentSearch, parent: QObject):
        super().__init__(parent)
        self._session, self._survey, self._document_search = session, survey, document_search
        self._titles = {
            ALL: self.tr("All sentences"),
            PROBLEMS: self.tr("⚠ With problems"),
            NOT_ACCEPTED: self.tr("Open: not accepted"),
            ACCEPTED: self.tr("✓ Accepted"),
            FLAGGED: self.tr("⚠ Accepted, with problems"),
            EDITED: self.tr("✎ Changed, not saved"),
            QUERY_MATCHES: self.tr("Query matches"),
        }
        self.box = make_narrow_combo_box(self._titles, self.tr("Filter of the queue"))
        self.box.currentIndexChanged.connect(lambda _: self.changed.emit())

    @property
    def selected_filter(self) -> str:
        """Name of the chosen filter, one of the constants of this module."""
        return str(self.box.currentData())

    def choose(self, name: str) -> None:
        """Choose a filter by its name."""
        self.box.setCurrentIndex(self.box.findData(name))

    def list_matching_sentences(self) -> Sequence[int]:
        """Return the sentences that pass the chosen filter, in document order."""
        session, name = self._session, self.selected_filter
        size = len(session.treebank)
        if name == PROBLEMS:
            return sorted(self._survey.problem_sentences)
        if name == FLAGGED:
            return sorted(self._survey.accepted.flagged)
        if name == ACCEPTED:
            accepted = {index for index, provenance in session.provenances.items() if provenance == CONFIRMED}
            return sorted(accepted - self._survey.accepted.flagged)
        if name == NOT_ACCEPTED:
            return [index for index in range(size) if session.provenances.get(index) != CONFIRMED]
        if name == EDITED:
            return sorted(session.unsaved_sentences)
        if name == QUERY_MATCHES:
            return [] if self._document_search.result is None else list(self._document_search.result.sentences)
        return range(size)

    def explain_empty_queue(self, has_query: bool) -> str:
        """Return the reason why the queue is empty, as a sentence."""
        session, name = self._session, self.selected_filter
        if not len(session.treebank):
            return self.tr("No sentences: open a treebank or a project.")
        if name in (PROBLEMS, FLAGGED) and not self._survey.is_complete:
            return self.tr("Checking sentences. Those with problems appear here.")
        if name == QUERY_MATCHES and self._document_search.result is None:
            return self.tr("No search yet. Matches of Find appear here.")
        if has_query:
            return self.tr("No sentences with these words match the filter “{0}”.").format(self._titles[name])
        return self.tr("No sentences match the filter “{0}”.").format(self._titles[name])


class OrderChoice(QObject):
    """Combo box of the orders, and one for the second model if two are compared."""

    changed = Signal()  # the list must be sorted again
    progress_changed = Signal(str)  # progress of the engine with the chosen order

    def __init__(
        self,
        session: Session,
        notices: Notices,
        runs: Runs,
        suggestions: Suggestions,
        orders: QueueOrders,
        parent: QObject,
    ):
        super().__init__(parent)
        self._session, self._notices, self._suggestions, self._orders = session, notices, suggestions, orders
        self._length_counter = TimeSlicer(self)
        self._job: Job[array[float]] | None = None  # newest job, whose progress is shown
        self._lengths: array[int] | None = None  # (sentences,) length in words; None until requested
        texts = {
            DOCUMENT: self.tr("Document order"),
            REVERSE: self.tr("Reverse order"),
            SHORTEST: self.tr("Shortest first"),
            LONGEST: self.tr("Longest first"),
            UNCERTAIN: self.tr("Least certain first"),
            DISAGREEMENT: self.tr("Models disagree"),
            RANDOM: self.tr("Random order"),
        }
        self.box = make_narrow_combo_box(texts, self.tr("Order of the sentences"))
        self._second_model_box = make_narrow_combo_box({}, self.tr("Model to compare with the active model"))
        self.second_model_row = QWidget()
        label = widgets.make_label(self.tr("Compared with"), buddy=self._second_model_box)
        widgets.make_row(label, (self._second_model_box, 1), on=self.second_model_row, margins=0)
        self.box.currentIndexChanged.connect(lambda _: self._on_order_changed())
        self._second_model_box.activated.connect(self._on_second_model_activated)
        orders.uncertainty_scores.changed.connect(self._on_uncertainty_changed)
        orders.disagreement_scores.changed.connect(self._on_disagreement_changed)
        widgets.connect_signals(
            self._show_second_models, orders.second_model_changed, suggestions.model_changed, runs.changed
        )
        self._show_second_models()

    @property
    def selected_order(self) -> str:
        """Name of the chosen order, one of the constants of this module."""
        return str(self.box.currentData())

    @property
    def is_counting_words(self) -> bool:
        """Whether the words of the sentences are being counted."""
        return self._length_counter.is_busy

    def choose(self, name: str) -> None:
        """Choose an order, or show why it is not available."""
        if name == DISAGREEMENT and self._orders.why_no_disagreement:
            self._notices.report_refusal(self._orders.why_no_disagreement)
            return
        self.box.setCurrentIndex(self.box.findData(name))

    def reset_for_treebank(self) -> None:
        """Forget the sentence lengths, and request the scores of the chosen order for a new treebank."""
        self._length_counter.stop()
        self._lengths = None
        self._request_scores()

    def sort_sentences(self, indexes: Sequence[int]) -> Sequence[int]:
        """Sort sentences by the chosen order; without its lengths or scores, start computing the lengths and keep
        document order."""
        session, order = self._session, self.selected_order
        if order == REVERSE:
            return indexes[::-1]
        if order == RANDOM:
            return sorted(indexes, key=self._orders.make_random_order().__getitem__)
        if order in (SHORTEST, LONGEST):
            if self._lengths is None and not self._length_counter.is_busy and len(session.treebank):
                self._length_counter.start(_measure_sentence_lengths(session.treebank), self._on_lengths_counted)
            if self._lengths is not None:
                return sorted(indexes, key=self._lengths.__getitem__, reverse=order == LONGEST)
        scores = self._get_scores()
        return indexes if scores is None else sorted(indexes, key=scores.__getitem__, reverse=True)

    def format_score(self, index: int) -> tuple[str, str]:
        """Return the score that a sentence is sorted by and its meaning, both as text; "" if there is none."""
        scores = self._get_scores()
        if scores is None or not 0 <= index < len(scores):
            return "", ""
        if self.selected_order == UNCERTAIN:
            explanation = self.tr("mean entropy of a word's heads and, from a pipeline, of its readings, in nats")
            return (
                ("–", self.tr("no parse from the model"))
                if scores[index] < 0
                else (f"{scores[index]:.2f}", explanation)
            )
        if scores[index] < 0:
            return "–", self.tr("one of the models has no parse")
        return f"{scores[index]:.0%}", self.tr("of the heads differ in the other model's tree")

    def _get_scores(self) -> array[float] | None:
        """Return the scores of the chosen order, shape (sentences,); None until they are computed."""
        return {
            UNCERTAIN: self._orders.uncertainty_scores.scores,
            DISAGREEMENT: self._orders.disagreement_scores.scores,
        }.get(self.selected_order)

    def _on_order_changed(self) -> None:
        self.second_model_row.setVisible(self.selected_order == DISAGREEMENT)
        if self.selected_order == UNCERTAIN and self._suggestions.diagnostics.why_no_model:
            self._notices.report_refusal(self._suggestions.diagnostics.why_no_model)
        self._request_scores()
        self.changed.emit()

    def _on_second_model_activated(self, position: int) -> None:
        self._orders.choose_compared_run(str(self._second_model_box.itemData(position)))

    def _request_scores(self) -> None:
        """Compute the scores of the chosen order in the background, if it needs any and they are missing."""
        session, order = self._session, self.selected_order
        if order not in (UNCERTAIN, DISAGREEMENT) or self._get_scores() is not None or not len(session.treebank):
            return
        if self._suggestions.model.active_run is None:  # without a model the list keeps document order
            return
        job = self._orders.compute_uncertainty() if order == UNCERTAIN else self._orders.compute_disagreement()
        if job is not None and job is not self._job:
            self._job = job
            job.progressed.connect(lambda progress: self._report_progress(order, progress))

    def _report_progress(self, order: str, progress: Progress) -> None:
        """Emit the progress of the scores of an order, if it is still the chosen one."""
        if order == self.selected_order and self._get_scores() is None:
            self.progress_changed.emit(self.tr("Parsing: {0} of {1} sentences").format(progress.done, progress.total))

    def _on_uncertainty_changed(self) -> None:
        self._emit_if_chosen(UNCERTAIN)

    def _on_disagreement_changed(self) -> None:
        self._emit_if_chosen(DISAGREEMENT)

    def _emit_if_chosen(self, order: str) -> None:
        """Emit `changed` if this order is the chosen one."""
        if order == self.selected_order:
            self.changed.emit()

    def _on_lengths_counted(self, lengths: object) -> None:
        assert isinstance(lengths, array)
        self._lengths = lengths
        self.changed.emit()

    def _show_second_models(self) -> None:
        """Offer the models to compare with; without any, disable the order and leave it."""
        reason = self._orders.why_no_disagreement
        self._second_model_box.clear()
        for run in reversed(self._orders.comparable_runs):
            self._second_model_box.addItem(run.name, run.name)
        if self._orders.compared_run is not None:
            self._second_model_box.setCurrentIndex(self._second_model_box.findData(self._orders.compared_run.name))
        row, item_model = self.box.findData(DISAGREEMENT), self.box.model()
        assert isinstance(item_model, QStandardItemModel)
        item_model.item(row).setEnabled(not reason)
        tip = reason or self.tr("Sentences with most differences between the two models' trees first")
        self.box.setItemData(row, to_tooltip(tip), Qt.ItemDataRole.ToolTipRole)
        self.box.setItemData(row, tip, Qt.ItemDataRole.AccessibleDescriptionRole)
        if reason and self.selected_order == DISAGREEMENT:
            self.box.setCurrentIndex(self.box.findData(DOCUMENT))
        self.second_model_row.setVisible(self.selected_order == DISAGREEMENT)
        if self._get_scores() is None and self.selected_order in (UNCERTAIN, DISAGREEMENT):
            self._request_scores()
            self.changed.emit()


def _measure_sentence_lengths(treebank: Treebank) -> Generator[None, None, array[int]]:
    """Count the words of each sentence. A generator that pauses after each sentence and returns the array at its
    end."""
    lengths = array("l")
    for sentence in treebank:
        lengths.append(len(sentence))
        yield
    return lengths
