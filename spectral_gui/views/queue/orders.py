"""The order of the queue: which one is chosen, what the session must find for it, and the number beside a sentence."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QWidget

from spectral_core.data import Treebank
from spectral_core.progress import Progress
from spectral_gui import widgets
from spectral_gui.jobs import Job
from spectral_gui.lists import Slices, as_tip
from spectral_gui.session import Notices, Orders, Proposals, Runs, Session
from spectral_gui.views.queue.filters import chooser

DOCUMENT, REVERSE, SHORTEST, LONGEST = "document", "reverse", "shortest", "longest"
UNCERTAIN, DISAGREEMENT, RANDOM = "uncertain", "disagreement", "random"


class OrderChoice(QObject):
    """A box to choose the order from, and one for the second model where two are compared."""

    changed = Signal()  # what is listed is to be put in order anew
    told = Signal(str)  # how far the engine is with the order that is waited for

    def __init__(
        self, session: Session, notices: Notices, runs: Runs, proposals: Proposals, orders: Orders, parent: QObject
    ):
        super().__init__(parent)
        self._session, self._notices, self._proposals, self._orders = session, notices, proposals, orders
        self._counting = Slices(self)
        self._job: Job[array[float]] | None = None  # the newest whose progress is told
        self._lengths: array[int] | None = None  # (sentences,) words; None until they are asked for
        texts = {
            DOCUMENT: self.tr("Document order"),
            REVERSE: self.tr("Last first"),
            SHORTEST: self.tr("Shortest first"),
            LONGEST: self.tr("Longest first"),
            UNCERTAIN: self.tr("Least certain first"),
            DISAGREEMENT: self.tr("Models disagree"),
            RANDOM: self.tr("Random order"),
        }
        self.box = chooser(texts, self.tr("Order of the sentences"))
        self._other = chooser({}, self.tr("Model that is compared with the one that proposes"))
        self.second = QWidget()
        label = widgets.label(self.tr("Compared with"), of=self._other)
        widgets.row(label, (self._other, 1), on=self.second, margins=0)
        self.box.currentIndexChanged.connect(lambda _: self._change())
        self._other.activated.connect(self._compare)
        orders.doubt.changed.connect(self._take_uncertainty)
        orders.disagreement.changed.connect(self._take_disagreement)
        widgets.hear(self._show_models, orders.second_changed, proposals.model_changed, runs.changed)
        self._show_models()

    @property
    def name(self) -> str:
        return str(self.box.currentData())

    @property
    def counting(self) -> bool:
        """Whether the words of all sentences are still being counted."""
        return self._counting.busy

    def choose(self, name: str) -> None:
        """Chooses an order, unless it cannot be; why it cannot is said."""
        if name == DISAGREEMENT and self._orders.why_no_disagreement:
            self._notices.refuse(self._orders.why_no_disagreement)
            return
        self.box.setCurrentIndex(self.box.findData(name))

    def show_treebank(self) -> None:
        self._counting.stop()
        self._lengths = None
        self._ask()

    def arranged(self, rows: Sequence[int]) -> Sequence[int]:
        """Sentences in the order chosen, as far as it is known; alike ones as in the document."""
        session, order = self._session, self.name
        if order == REVERSE:
            return rows[::-1]
        if order == RANDOM:
            return sorted(rows, key=self._orders.shuffled().__getitem__)
        if order in (SHORTEST, LONGEST):
            if self._lengths is None and not self._counting.busy and len(session.treebank):
                self._counting.start(_lengths(session.treebank), self._take_lengths)
            if self._lengths is not None:
                return sorted(rows, key=self._lengths.__getitem__, reverse=order == LONGEST)
        found = self._found()
        return rows if found is None else sorted(rows, key=found.__getitem__, reverse=True)

    def figure(self, at: int) -> tuple[str, str]:
        """The number that puts a sentence in its place, and what it says; "" where there is none."""
        found = self._found()
        if found is None or not 0 <= at < len(found):
            return "", ""
        if self.name == UNCERTAIN:
            said = self.tr("mean entropy of a word's heads, in nats")
            return ("–", self.tr("the model has no opinion")) if found[at] < 0 else (f"{found[at]:.2f}", said)
        if found[at] < 0:
            return "–", self.tr("one of the models has no tree for it")
        return f"{found[at]:.0%}", self.tr("of the words hang elsewhere in the tree of the other model")

    def _found(self) -> array[float] | None:
        """(sentences,) what the engine has found for the order chosen."""
        return {UNCERTAIN: self._orders.doubt.numbers, DISAGREEMENT: self._orders.disagreement.numbers}.get(self.name)

    def _change(self) -> None:
        self.second.setVisible(self.name == DISAGREEMENT)
        if self.name == UNCERTAIN and self._proposals.why_not.no_model:
            self._notices.refuse(self._proposals.why_not.no_model)
        self._ask()
        self.changed.emit()

    def _compare(self, place: int) -> None:
        self._orders.compare_with(str(self._other.itemData(place)))

    def _ask(self) -> None:
        session, order = self._session, self.name
        if order not in (UNCERTAIN, DISAGREEMENT) or self._found() is not None or not len(session.treebank):
            return
        if self._proposals.model.run is None:  # there is nothing to ask; the list stays as it is in the document
            return
        job = self._orders.find_doubt() if order == UNCERTAIN else self._orders.find_disagreement()
        if job is not None and job is not self._job:
            self._job = job
            job.progressed.connect(lambda progress: self._tell(order, progress))

    def _tell(self, order: str, progress: Progress) -> None:
        if order == self.name and self._found() is None:
            self.told.emit(self.tr("Parsing: {0} of {1} sentences").format(progress.done, progress.total))

    def _take_uncertainty(self) -> None:
        self._take(UNCERTAIN)

    def _take_disagreement(self) -> None:
        self._take(DISAGREEMENT)

    def _take(self, order: str) -> None:
        if order == self.name:
            self.changed.emit()

    def _take_lengths(self, found: object) -> None:
        assert isinstance(found, array)
        self._lengths = found
        self.changed.emit()

    def _show_models(self) -> None:
        """Offers the models that can be compared; greys the order where there are none, and leaves it."""
        why = self._orders.why_no_disagreement
        self._other.clear()
        for run in reversed(self._orders.seconds):
            self._other.addItem(run.name, run.name)
        if self._orders.second is not None:
            self._other.setCurrentIndex(self._other.findData(self._orders.second.name))
        row, model = self.box.findData(DISAGREEMENT), self.box.model()
        assert isinstance(model, QStandardItemModel)
        model.item(row).setEnabled(not why)
        tip = why or self.tr("Where the best trees of two models differ most comes first")
        self.box.setItemData(row, as_tip(tip), Qt.ItemDataRole.ToolTipRole)
        self.box.setItemData(row, tip, Qt.ItemDataRole.AccessibleDescriptionRole)
        if why and self.name == DISAGREEMENT:
            self.box.setCurrentIndex(self.box.findData(DOCUMENT))
        self.second.setVisible(self.name == DISAGREEMENT)
        if self._found() is None and self.name in (UNCERTAIN, DISAGREEMENT):
            self._ask()
            self.changed.emit()


def _lengths(treebank: Treebank) -> Generator[None, None, array[int]]:
    found = array("l")
    for sentence in treebank:
        found.append(len(sentence))
        yield
    return found
