"""Comparing: one or two others over the same sentences against the document shown; where and how far they differ."""

from __future__ import annotations

from functools import partial, partialmethod
from pathlib import Path

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QComboBox, QFileDialog, QHeaderView, QSizePolicy, QTreeWidget, QTreeWidgetItem, QWidget

from spectral_core.data import Treebank
from spectral_core.data.structure import CONSTITUENTS, DEPENDENCIES
from spectral_core.engine import Compared
from spectral_core.methods import METHODS
from spectral_core.project import Run
from spectral_gui import widgets
from spectral_gui.absences import Absence
from spectral_gui.jobs import Job
from spectral_gui.lists import Marks, RowList, SentenceDelegate, SentenceList, TextDelegate, as_tip, points_of
from spectral_gui.resources import counted, isolated
from spectral_gui.session import Runs, Searching, Selection, Session, Unasked
from spectral_gui.views.comparing.outlines import (
    WORD,
    MeasureTable,
    difference_said,
    explain,
    fill_tree,
    fill_words,
    votes_said,
)


class ComparingView(widgets.Panel):
    """Measures, the sentences that differ, and the structures of the selected one side by side."""

    def __init__(self, session: Session, searching: Searching, runs: Runs, unasked: Unasked):
        super().__init__()
        self._session, self._searching, self._runs, self._unasked = session, searching, runs, unasked
        self._others: tuple[Treebank, ...] = ()
        self._files: tuple[Path, ...] = ()  # compared with the document shown, and not of the project
        self._answer: Compared | None = None
        self._job: Job[Compared] | None = None
        self._following = False
        self._choice = widgets.named(QComboBox(), self.tr("Compare with"))
        self._rival = widgets.named(QComboBox(), self.tr("And that with"))
        for box in (self._choice, self._rival):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(8)
        self._rival.setToolTip(
            self.tr(
                "A third, measured in the same way: how far the two are apart, by paired bootstrap over sentences, and "
                "how the votes of all three fall"
            )
        )
        self._go = widgets.button(self.tr("Compare"), self.compare, self.tr("Measure one against the other"))
        self._file = widgets.button(self.tr("Another &file…"), self.choose_file, self.tr("Compare with a file"))
        self._stop = widgets.button(self.tr("Stop"), self._cancel, self.tr("End the comparison"))
        self._stop.setVisible(False)
        self._said = widgets.label(wraps=True)
        self._decided = widgets.label(wraps=True)
        self._decided.setObjectName("decided")
        said = widgets.label(self.tr("Compare with"), of=self._choice)
        self._and = widgets.label(self.tr("and that with"), of=self._rival)
        chosen = (said, (self._choice, 1), self._and, (self._rival, 1))
        asking = widgets.row(*chosen, self._go, self._file, self._stop)
        self._measures = MeasureTable()
        self._model = SentenceList(self._marks, self)
        self._row = SentenceDelegate(points_of(self), self)
        self._list = widgets.named(RowList(self._model, self._row, self._row.height), self.tr("Sentences that differ"))
        self._list.selectionModel().currentChanged.connect(self._select)
        self._kind = widgets.named(QComboBox(), self.tr("Which structure is compared"))
        self._kind.addItems([self.tr("Dependencies"), self.tr("Constituents")])
        self._titles = tuple(widgets.label() for _ in range(3))
        names = (self.tr("The tree of the document shown"), self.tr("The tree that is compared"), self.tr("The third"))
        self._outlines = tuple(map(self._outline, ("ours", "theirs", "rival"), names))
        self._sides = (QWidget(), QWidget(), QWidget())
        sides = self._beside = widgets.splitter(*self._sides, shares=(), keeps=False)
        for side, title, outline in zip(self._sides, self._titles, self._outlines, strict=True):
            title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # rows stand beside one another
            title.setMinimumHeight(2 * title.fontMetrics().height())  # Arabic letters are higher
            outline.verticalScrollBar().valueChanged.connect(partial(self._scroll, outline))
            widgets.column(title, (outline, 1), on=side, margins=0)
        right = QWidget()
        self._difference = widgets.label(wraps=True)
        widgets.column(widgets.row(self._kind, (self._difference, 1)), (sides, 1), on=right, margins=0)
        below = widgets.splitter(self._list, right, sizes=(260, 740), shares=(), keeps=False)
        parts = widgets.splitter(self._measures, below, upright=True, sizes=(150, 600), shares=(0, 1))
        self._nothing = Absence("git-compare")
        self._stack = widgets.stack(self._nothing, parts)
        widgets.column(asking, self._decided, self._said, (self._stack, 1), on=self, margins=6)
        self._kind.activated.connect(lambda _: self._show_sentence())
        widgets.hear(self.compare, self._choice.activated, self._rival.activated)
        widgets.hear(self._show_documents, session.project_changed, session.documents_changed, runs.changed)
        session.treebank_changed.connect(self._forget)
        searching.compared.connect(self._show_answer)
        unasked.changed.connect(self._show_decided)
        session.selection_changed.connect(self._follow)
        session.sentence_changed.connect(self._show_changed)
        self.seen.connect(self._show_again)
        self.palette_changed.connect(widgets.pause(self, self._show_again).start)  # when the outlines have theirs, too
        self.font_changed.connect(self._suit_font)
        self._show_documents()
        self._show_decided()
        self._forget()

    def compare(self) -> None:
        path, rival = self._choice.currentData(), self._rival.currentData()
        if isinstance(path, Path):
            self.compare_with(path, rival if isinstance(rival, Path) else None)

    def choose_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, self.tr("Compare with a treebank over the same sentences"))
        if name:
            self.compare_with(Path(name))

    def compare_with(self, path: Path, rival: Path | None = None) -> None:
        """Compares the document shown with a file over the same sentences, or with a model, and that with a third."""
        self._cancel()
        job = self._job = self._searching.compare(path, rival)
        self._said.setText(self.tr("Comparing with {0}…").format(isolated(self._name_of(path))))
        self._stop.setVisible(True)
        job.failed.connect(self._complain)
        for signal in (job.cancelled, job.broke):
            signal.connect(lambda *_: self._complain(self.tr("The comparison did not end.")))

    def _outline(self, name: str, title: str) -> QTreeWidget:
        outline = widgets.named(QTreeWidget(), title)
        outline.setObjectName(name)
        outline.setUniformRowHeights(True)
        outline.setItemDelegate(TextDelegate(points_of(self), outline, stays_left=True))
        widgets.hear(self._click, outline.itemClicked, outline.itemActivated)
        outline.header().setStretchLastSection(True)
        outline.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        return outline

    def _scroll(self, by: QTreeWidget, value: int) -> None:
        """Keeps the same words of all sides in sight."""
        if not by.rootIsDecorated():
            for outline in self._outlines:
                outline.verticalScrollBar().setValue(value)

    def _marks(self, at: int) -> Marks:
        cast = None if self._answer is None else self._answer.votes.get(at)
        if cast is None:
            return (("≠", self.tr("differs")),)
        return ((f"≠ {sum(cast)}", votes_said(cast)),)

    def _show_documents(self) -> None:
        """Offers what can be compared, and shows of it what was chosen."""
        session = self._session
        offered: list[tuple[str, Path | None]] = []
        if session.project is not None:
            documents = (name for name in session.documents if name != session.document)
            offered += [(name, session.project.path_of(name)) for name in documents]
            models = ((run, self._runs.model_of(run)) for run in reversed(self._runs.rows) if _annotates(run))
            offered += [(self.tr("model {0}").format(run.name), path) for run, path in models if path is not None]
        known = {path for _, path in offered}
        offered += [(path.name, path) for path in self._files if path not in known]
        for box, rows in ((self._choice, offered), (self._rival, [(self.tr("nothing"), None), *offered])):
            kept = box.currentData()
            box.clear()
            for title, path in rows:
                box.addItem(title, path)
            _choose(box, kept)
        shown: tuple[tuple[QWidget, int], ...] = ((self._choice, 1), (self._go, 1), (self._and, 2), (self._rival, 2))
        for widget, least in shown:
            widget.setVisible(len(offered) >= least)
        explain(self._nothing, len(session.treebank) > 0, bool(offered), self.choose_file)

    def _name_of(self, path: Path, whole: bool = True) -> str:
        """The run whose model is in a file; otherwise the file, with its ending or without."""
        runs = (run.name for run in self._runs.rows if self._runs.model_of(run) == path)
        return next(runs, path.name if whole else path.stem)

    def _show_compared(self, answer: Compared) -> None:
        """What was compared stands in the lists, however it was chosen."""
        compared = [path for path in (answer.other, answer.rival) if path is not None]
        self._files = (*self._files, *(path for path in compared if path not in self._files))
        self._show_documents()
        _choose(self._choice, answer.other)
        _choose(self._rival, answer.rival)

    def _show_decided(self) -> None:
        """What the parser that was learnt unasked is worth beside what found brackets in words alone."""
        worth = self._unasked.worth
        self._decided.setVisible(worth is not None)
        if worth is not None:
            said = self.tr(
                "Unlabelled F1 on the {0} trees decided here: {1:.1f} by the parser that learns from them (each parsed "
                "by what the others taught), {2:.1f} by brackets from words alone."
            )
            self._decided.setText(said.format(worth.sentences, worth.learnt, worth.induced))

    def _forget(self) -> None:
        self._cancel()
        self._others, self._answer, self._files = (), None, ()
        self._model.show_treebank(self._session.treebank, [])
        self._show_documents()
        self._said.setText("")
        self._file.setEnabled(len(self._session.treebank) > 0)
        self._stack.setCurrentIndex(0)

    def _cancel(self) -> None:
        job, self._job = self._job, None
        self._stop.setVisible(False)
        if job is not None:
            job.cancel()

    def _complain(self, why: str) -> None:
        if self._job is not None:
            self._job = None
            self._stop.setVisible(False)
            self._said.setText(f"⚠ {why}")

    def _learnt_here(self, answer: Compared) -> str:
        """The compared models that learnt from the document they are measured against, by their names."""
        here, models = self._session.document, {answer.other, answer.rival}
        runs = (run for run in self._runs.rows if here in run.documents)
        return ", ".join(run.name for run in runs if self._runs.model_of(run) in models - {None})

    def _show_answer(self, others: tuple[Treebank, ...], answer: Compared) -> None:
        self._job = None
        self._stop.setVisible(False)
        self._others, self._answer = others, answer
        self._show_compared(answer)
        short = [self._name_of(path, whole=False) for path in (answer.other, answer.rival) if path is not None]
        treebank = self._session.treebank
        self._row.numbers = len(treebank)
        if len(treebank):
            self._row.suit(treebank[0].text)
            self._list.set_height(self._row.height)
        self._following = True
        self._model.show_treebank(treebank, list(answer.different))
        self._following = False
        differ = len(answer.different)
        sentences = counted(self.tr("%Ln sentence(s)", "", answer.sentences), answer.sentences)
        said = self.tr("Compared with {0}: {1} of {2} differ.").format(
            isolated(self._name_of(answer.other)), differ, sentences
        )
        if answer.rival is not None:
            both = self.tr("Both are measured against the document; apart: {0} above {1}.")
            none = self.tr("The document has no structure to measure {0} and {1} by.")
            said += " " + (both if answer.metrics else none).format(*map(isolated, short))
        if learnt := self._learnt_here(answer):
            said += " " + self.tr("⚠ Learnt from this very document, where figures are too good: {0}.").format(learnt)
        if answer.failures:
            at, reason = next(iter(answer.failures.items()))
            failed = self.tr("{0} could not be measured; the first is {1}: {2}")
            said += " " + failed.format(len(answer.failures), at + 1, reason)
        self._said.setText(said)
        self._measures.show_answer(answer, short)
        self._measures.setVisible(bool(answer.metrics))
        name = self._session.document if treebank.path is None else treebank.path.name
        self._titles[0].setText(self.tr("{0}: the document shown").format(isolated(name or self.tr("This"))))
        self._titles[1].setText(self._name_of(answer.other))
        self._titles[2].setText("" if answer.rival is None else self._name_of(answer.rival))
        for title, outline in zip(self._titles, self._outlines, strict=True):
            outline.setAccessibleName(title.text())
            title.setToolTip(as_tip(title.text()))
        self._beside.setSizes([400, 400, 400] if answer.rival is None else [400, 300, 300])  # the first has the words
        self._stack.setCurrentIndex(1)
        if differ and self._model.row_of(self._session.selection.sentence) < 0:
            self._session.select(answer.different[0])
        self._show_sentence()

    def _follow(self, now: Selection, before: Selection) -> None:
        if self._answer is None or not self.isVisible():
            return
        if now.sentence != before.sentence:
            self._show_sentence()
        else:
            self._mark_word()

    def _show_changed(self, at: int) -> None:
        if self._answer is not None:
            self._model.refresh(at, self._session.treebank)
            if at == self._session.selection.sentence and self.isVisible():
                self._show_sentence()

    def _show_sentence(self) -> None:
        at = self._session.selection.sentence
        row = self._model.row_of(at)
        self._following = True
        if row >= 0:
            self._list.setCurrentIndex(self._model.index(row))
        else:
            self._list.selectionModel().clear()
        self._following = False
        own = self._session.sentence
        shown = [own, *(other[at] if 0 <= at < len(other) else None for other in self._others)]
        for outline in self._outlines:
            outline.clear()
        if own is None or len(shown) < 2 or shown[1] is None:
            self._difference.setText(self.tr("The other treebank has no such sentence.") if own is not None else "")
            return
        begun = [[one for one in shown if one and kind.is_begun(one)] for kind in (CONSTITUENTS, DEPENDENCIES)]
        both_trees, both_heads = (len(sides) > 1 for sides in begun)
        self._kind.setVisible(both_trees and both_heads)
        trees = both_trees and (not both_heads or self._kind.currentIndex() == 1)
        sides = begun[0] if trees else begun[1] if both_heads else [one for one in shown if one]
        for at, (side, outline) in enumerate(zip(self._sides, self._outlines, strict=True)):
            sentence = next((one for one in sides if at < len(shown) and one is shown[at]), None)
            side.setVisible(sentence is not None or (at < len(shown) and at > 0))
            if sentence is not None:
                delegate = outline.itemDelegate()
                assert isinstance(delegate, TextDelegate)
                delegate.suit(sentence.text)
                others = [one for one in sides if one is not sentence]
                fill_tree(outline, sentence, others) if trees else fill_words(outline, sentence, others)
                if not trees and at and len(sides) > 2 and all(one.forms == sentence.forms for one in others):
                    outline.setColumnHidden(1, True)  # the words stand once, so that there is room for the heads
        said = difference_said(sides, trees)
        self._difference.setText(said)
        self._mark_word()

    def _mark_word(self) -> None:
        word = self._session.selection.word
        self._following = True
        for outline in self._outlines:
            outline.clearSelection()
            for item in map(outline.topLevelItem, range(outline.topLevelItemCount() if word else 0)):
                if item is not None and item.data(0, WORD) == word and not outline.rootIsDecorated():
                    outline.setCurrentItem(item)
        self._following = False

    def _click(self, item: QTreeWidgetItem, _column: int) -> None:
        word = item.data(0, WORD)
        if isinstance(word, int) and word:
            self._session.select(word=word)

    def _select(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid() and not self._following:
            self._session.select(self._model.sentence_at(current.row()))

    def _move(self, step: int) -> None:
        rows = self._model.rowCount()
        if not rows:
            return
        at = self._session.selection.sentence
        row = self._model.row_of(at)
        if row >= 0:
            wanted = (row + step) % rows
        else:
            beyond = [place for place in range(rows) if (self._model.sentence_at(place) - at) * step > 0]
            wanted = (beyond[0] if step > 0 else beyond[-1]) if beyond else (0 if step > 0 else rows - 1)
        self._session.select(self._model.sentence_at(wanted))

    next_difference, previous_difference = partialmethod(_move, 1), partialmethod(_move, -1)

    def _show_again(self) -> None:
        if self._answer is not None:
            self._show_sentence()

    def _suit_font(self) -> None:
        self._row.set_points(points_of(self))
        for outline in self._outlines:
            delegate = outline.itemDelegate()
            assert isinstance(delegate, TextDelegate)
            delegate.set_points(points_of(self))
            outline.doItemsLayout()
        self._list.set_height(self._row.height)


def _choose(box: QComboBox, path: object) -> None:
    """Shows a file in a list; the first where it is not there."""
    box.setCurrentIndex(next((row for row in range(box.count()) if box.itemData(row) == path), min(0, box.count() - 1)))


def _annotates(run: Run) -> bool:
    """Whether the model of a run gives sentences what they are compared by."""
    return run.method in METHODS and (METHODS[run.method].structure is not None or run.method == "tagger")
