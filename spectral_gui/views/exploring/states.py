"""The hidden states at the nodes of trees: what is typical of each, where nodes stand, what they tell, who is alike."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox, QFileDialog, QTabWidget, QWidget

from spectral_core.data import Sentence
from spectral_core.engine import Found, NodeStates, PartStates, StateParts
from spectral_core.errors import SpectralError
from spectral_core.files import replace_atomically
from spectral_gui import plots, widgets
from spectral_gui.absences import Absence
from spectral_gui.concordance import Concordance, FoundList
from spectral_gui.lists import RowList, as_tip, points_of
from spectral_gui.resources import counted
from spectral_gui.session import Exploring, Notices, Selection, Session, StateQuestion
from spectral_gui.views.exploring.controls import offer_runs
from spectral_gui.views.exploring.lacking import lacking
from spectral_gui.views.exploring.nodes import NodeCanvas
from spectral_gui.views.exploring.ranks import RankView
from spectral_gui.views.exploring.state_tables import KnownTable, StateTable, states_as_csv

_OTHER_FILE = "file"
_PLACE = 2  # beside the two automata


class StatesView(widgets.Panel):
    """Asks for the states of a label in the text shown, and for those of the node that is selected."""

    def __init__(self, session: Session, notices: Notices, exploring: Exploring):
        super().__init__()
        self._session, self._notices, self._exploring = session, notices, exploring
        self._parts: StateParts | None = None
        self._shown: PartStates | None = None
        self._node: tuple[NodeStates, ...] = ()
        self._stands: tuple[StateQuestion, Sentence, Sentence | None] | None = None  # what was asked about, the answer
        self._draw: plots.Draw | None = None
        self._stale = True  # nothing was asked since the text, the model or what they are held against changed
        self._files: list[Path] = []  # that were chosen to be held against
        self._stays = False  # at what the user chose to hold them against
        self.model = widgets.named(QComboBox(), self.tr("Model"))
        self.part = widgets.named(QComboBox(), self.tr("Label"))
        self.against = widgets.named(QComboBox(), self.tr("Held against"))
        for box in (self.model, self.part, self.against):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(6)
        said = self.tr("Features of words, or a file of the same trees whose labels say more, as NP[3sg,full]")
        self.against.setToolTip(as_tip(said))
        self._save = widgets.button(self.tr("Save…"), self.save, self.tr("States as CSV; the plane as SVG, PDF or PNG"))
        self.told = widgets.label(wraps=True)
        self.states, self.known = StateTable(), KnownTable()
        self.canvas = widgets.named(NodeCanvas(), self.tr("Tree"))
        self.node = widgets.label(wraps=True, selectable=True)
        self.nearest, self._nearest, self._near_rows = self._found_list(self.tr("Nearest nodes"))
        self.elsewhere, self._elsewhere, self._else_rows = self._found_list(self.tr("The same state elsewhere"))
        self.found = widgets.label(wraps=True)
        self.plane, self.ranks = plots.Plot(self.tr("Nodes in the plane")), RankView(session, exploring, _PLACE)
        self._said = Absence("microscope")
        self.pages = QTabWidget()
        self._lay_out()
        self._wire()
        self._list_models()

    def save(self) -> None:
        """Asks for a file: the table of the states, or the plane as a figure."""
        if self._shown is not None:
            kinds = {".csv": self.tr("CSV table of the states"), ".svg": self.tr("SVG drawing of the plane")}
            kinds |= {".pdf": self.tr("PDF page of the plane"), ".png": self.tr("PNG picture of the plane")}
            name = self.tr("states of {0}").format(self._shown.part.part)
            plots.ask_for_file(self, self.tr("Save"), name, kinds, self.export)

    def export(self, path: Path) -> None:
        shown, draw = self._shown, self._draw
        if shown is None or draw is None:
            return
        try:
            if path.suffix.lower() == ".csv":
                replace_atomically(path, [states_as_csv(shown).encode()])
            else:
                plots.save(draw, path)
        except SpectralError as error:
            self._notices.fail(str(error))
        else:
            self._notices.note(self.tr("Written to {0}").format(path))

    @property
    def question(self) -> StateQuestion | None:
        """What is wanted now, but for the label; None where there is no model."""
        run = self.model.currentData()
        truth = self.against.currentData()
        return StateQuestion(run, truth if isinstance(truth, Path) else None) if run else None

    def _found_list(self, name: str) -> tuple[RowList, FoundList, Concordance]:
        found = FoundList(self)
        rows = Concordance(points_of(self), self)
        made = widgets.named(RowList(found, rows, rows.height), name)
        widgets.hear(lambda index: self._go_to(found, index.row()), made.activated, made.clicked)
        return made, found, rows

    def _lay_out(self) -> None:
        labels = [
            widgets.label(text, of=box)
            for text, box in (
                (self.tr("Model"), self.model), (self.tr("Label"), self.part), (self.tr("held against"), self.against),
            )
        ]  # fmt: skip
        bar = widgets.row(
            labels[0], (self.model, 1), labels[1], (self.part, 1), labels[2], (self.against, 1), self._save
        )
        left, tree, same = QWidget(), QWidget(), QWidget()
        told = widgets.label(self.tr("What the states tell"), of=self.known)
        widgets.column(self.told, (self.states, 3), told, self.known.nothing, (self.known, 2), on=left, margins=0)
        near = QWidget()
        widgets.column(self.node, (self.nearest, 1), on=near, margins=(6, 2, 0, 0), spacing=2)
        widgets.column(
            widgets.splitter(self.canvas, near, upright=True, sizes=(300, 220), shares=(1,)), on=tree, margins=0
        )
        widgets.column(self.found, (self.elsewhere, 1), on=same, margins=(6, 2, 0, 0), spacing=2)
        self.pages.setDocumentMode(True)
        self.pages.setUsesScrollButtons(True)
        for page, title in (
            (tree, self.tr("Tree")),
            (same, self.tr("Elsewhere")),
            (self.plane, self.tr("Plane")),
            (self.ranks, self.tr("Rank")),
        ):
            self.pages.addTab(page, title)
        whole = widgets.splitter(left, self.pages, sizes=(520, 480), shares=(1, 1))
        self._stack = widgets.stack(whole, self._said)
        widgets.column(bar, (self._stack, 1), on=self, margins=6)

    def _wire(self) -> None:
        session, exploring = self._session, self._exploring
        self.model.activated.connect(self._ask_parts)
        self.part.activated.connect(lambda _: self._ask_states())
        self.against.activated.connect(self._choose_against)
        self.states.currentItemChanged.connect(lambda *_: self._ask_elsewhere())
        self.canvas.chosen.connect(lambda path: session.select(node=path))
        self.plane.chosen.connect(self._go_to_point)
        self.canvas.word_chosen.connect(lambda word: session.select(word=word))
        exploring.changed.connect(self._list_models)
        exploring.state_parts_known.connect(self._take_parts)
        exploring.states_known.connect(self._take_states)
        exploring.node_known.connect(self._take_node)
        exploring.structure_known.connect(self._take_structure)
        exploring.same_state_known.connect(self._take_elsewhere)
        exploring.states_refused.connect(self._refuse)
        widgets.hear(self._show_other, session.treebank_changed, session.project_changed)
        session.selection_changed.connect(self._follow)
        session.sentence_changed.connect(self._begin_again)
        self.seen.connect(lambda: self._begin() if self._stale else None)
        self.font_changed.connect(self._suit_font)

    def _list_models(self) -> None:
        if offer_runs(self.model, self._exploring.with_states()):
            self._begin_again()

    def _list_against(self) -> None:
        """Offers the features of words, the other documents, and files; of what the sample was drawn from first."""
        kept = self.against.currentData() if self._stays else None
        session = self._session
        rows: list[tuple[str, object]] = [(self.tr("features of words"), "")]
        if session.project is not None and session.document:
            own = session.project.path_of(session.document)
            full = own.with_name(f"{own.stem}.states{own.suffix}")
            rows += [(full.name, full)] if full.exists() else []
            documents = (name for name in session.documents if name != session.document)
            rows += [(name, session.project.path_of(name)) for name in documents]
        rows += [(path.name, path) for path in self._files]
        with QSignalBlocker(self.against):
            self.against.clear()
            for title, data in (*rows, (self.tr("another file…"), _OTHER_FILE)):
                self.against.addItem(title, data)
            at = next((at for at, (_, data) in enumerate(rows) if data == kept), None)
            first = len(rows) > 1 and isinstance(rows[1][1], Path) and rows[1][1].name.count(".states.") == 1
            self.against.setCurrentIndex(int(first) if at is None else at)

    def _choose_against(self, _: int) -> None:
        self._stays = True
        if self.against.currentData() == _OTHER_FILE:
            name, _kind = QFileDialog.getOpenFileName(self, self.tr("Hold against a treebank over the same sentences"))
            self.hold_against(Path(name)) if name else self._list_against()
            return
        self._begin_again()

    def hold_against(self, path: Path) -> None:
        """Holds the states against the labels of another file over the same sentences."""
        self._stays = True
        if path not in self._files:
            self._files.append(path)
        self._list_against()
        self.against.setCurrentIndex(
            next(at for at in range(self.against.count()) if self.against.itemData(at) == path)
        )
        self._begin_again()

    def _show_other(self) -> None:
        self._stays = False
        self._begin_again()

    def _begin_again(self, *_: object) -> None:
        self._stale = True
        if self.isVisible():
            self._begin()

    def _begin(self) -> None:
        self._stale = False
        self._list_against()
        self._show_tree()
        self._ask_parts()

    def _ask_parts(self, _: int = 0) -> None:
        self._shown, self._parts = None, None
        question = self.question
        self.ranks.show_run("" if question is None else question.run)
        if question is None:
            none = self.tr("There is no model with hidden states at nodes yet. {0}, learnt from this text, has them.")
            self._say("")
            lacking(self._said, none, self._exploring, self._exploring.method_with_states)
            return
        self._say(self.tr("Reading the states of the nodes of this text …"))
        self._exploring.ask_state_parts(question)

    def _say(self, sentence: str) -> None:
        self._said.say(sentence)
        self._stack.setCurrentWidget(self._said)
        self._save.setEnabled(False)

    def _refuse(self, question: StateQuestion, why: str) -> None:
        if question == self.question:
            self._say(why[:1].upper() + why[1:])

    def _take_parts(self, question: StateQuestion, found: StateParts) -> None:
        if question != self.question:
            return
        kept = self.part.currentData()
        self._parts = found
        with QSignalBlocker(self.part):
            self.part.clear()
            for one in found.parts:
                nodes = counted(self.tr("{0} node(s)").format(f"{one.nodes:,}"), one.nodes)
                self.part.addItem(f"{one.part} {one.kind}".strip() + f"  ({nodes})", (one.part, one.kind))
            at = next((at for at, one in enumerate(found.parts) if (one.part, one.kind) == kept), 0)
            self.part.setCurrentIndex(at)
        self._stack.setCurrentIndex(0)
        self._ask_states()
        self._ask_node()

    def _ask_states(self) -> None:
        question, chosen = self.question, self.part.currentData()
        if question is not None and chosen:
            self._exploring.ask_states(question, *chosen)

    def _take_states(self, question: StateQuestion, found: PartStates) -> None:
        if question != self.question or (found.part.part, found.part.kind) != self.part.currentData():
            return
        self._shown = found
        self._save.setEnabled(True)
        sentences = 0 if self._parts is None else self._parts.sentences
        told = self.tr("{0}: {1} states of {2} nodes in the first {3} sentences")
        self.told.setText(told.format(found.part.part, found.part.states, f"{found.part.nodes:,}", f"{sentences:,}"))
        self._fill_states()
        self.known.show_known(found)
        self._draw_plane(found)
        kept = min(found.part.states, len(found.spectrum)) if found.spectrum else None
        self.ranks.show_spectrum(found.part.part, found.spectrum, kept)

    def _fill_states(self) -> None:
        found = self._shown
        if found is None:
            return
        here = next((node for node in self._node if node.part == found.part), None)
        with QSignalBlocker(self.states):
            self.states.show_states(found, here)
        self._ask_elsewhere()

    def _draw_plane(self, found: PartStates) -> None:
        clouds = []
        for card in found.states:
            points = [point for point in found.points if point.state == card.number]
            if points:
                x, y = [point.x for point in points], [point.y for point in points]
                name = self.tr("state {0}").format(card.number)
                clouds.append(plots.Cloud(name, x, y, [point.word for point in points], card.number))
        axes = [
            self.tr("principal direction {0} ({1} % of the variance)").format(at + 1, f"{100 * share:.0f}")
            for at, share in enumerate(found.along)
        ]
        self._draw = plots.scatter(axes[0], axes[1], clouds)
        told = "; ".join(f"{cloud.label}: {len(cloud.x)}" for cloud in clouds)
        said = self.tr("{0}: nodes in the plane. {1}").format(found.part.part, told)
        self.plane.show_figure(self._draw, said, [(point.x, point.y) for point in found.points])

    def _go_to_point(self, at: int) -> None:
        if self._shown is not None and at < len(self._shown.points):
            point = self._shown.points[at]
            self._go(point.sentence, point.words)

    def _ask_elsewhere(self) -> None:
        question, found, state = self.question, self._shown, self.states.chosen
        if question is not None and found is not None and state is not None:
            self._exploring.ask_same_state(question, found.part.part, found.part.kind, state)

    def _take_elsewhere(self, question: StateQuestion, part: str, state: int, found: Found) -> None:
        shown = self._shown
        if question != self.question or shown is None or (shown.part.part, self.states.chosen) != (part, state):
            return
        many = counted(self.tr("%Ln node(s)", "", len(found.sentences)), len(found.sentences))
        told = self.tr("{0} in state {1}, the surest first: {2}").format(part, state, many)
        self.found.setText(told + (self.tr(", and more") if found.more else ""))
        self._show_found(self.elsewhere, self._elsewhere, self._else_rows, found)

    def _show_found(self, listed: RowList, model: FoundList, rows: Concordance, found: Found | None) -> None:
        treebank = self._session.treebank
        model.show_found(treebank, found)
        rows.numbers = len(treebank)
        if found is not None and found.sentences and found.sentences[0] < len(treebank):
            rows.suit(treebank[found.sentences[0]].text)
        listed.set_height(rows.height)

    def _go_to(self, found: FoundList, row: int) -> None:
        if 0 <= row < found.rowCount():
            self._go(found.sentence_at(row), found.words_at(row))

    def _go(self, sentence: int, words: Sequence[int]) -> None:
        self._session.select(sentence)
        if words:
            self._session.select(word=words[-1], anchor=words[0] if len(words) > 1 else 0)

    def _follow(self, now: Selection, before: Selection) -> None:
        if self.isVisible() and (now.sentence, now.node, now.word) != (before.sentence, before.node, before.word):
            self._show_tree()
            self._ask_node()

    def _show_tree(self) -> None:
        """Draws the tree of the sentence; where it has none, in pencil the one that its states are of."""
        selection, sentence, question = self._session.selection, self._session.sentence, self.question
        stands = None
        if sentence is not None and sentence.readable and sentence.tree is None and not sentence.has_heads and question:
            if self._stands is None or self._stands[:2] != (question, sentence):
                self._stands = (question, sentence, None)
                self._exploring.ask_structure(question, sentence)
            stands = self._stands[2]
        proposed = stands is not None
        self.canvas.show_sentence(stands or sentence, selection.node, selection.word, proposed=proposed)

    def _take_structure(self, question: StateQuestion, sentence: Sentence, found: Sentence) -> None:
        if self._stands is not None and self._stands[:2] == (question, sentence):
            self._stands = (question, sentence, found)
            self._show_tree()
            self._ask_node()

    def _ask_node(self) -> None:
        question, selection, sentence = self.question, self._session.selection, self._session.sentence
        words = sentence is not None and not self.canvas.has_tree
        place = (selection.word or None) if words else self.canvas.place_of(selection.node)
        self._node = ()
        if question is None or sentence is None or place is None or self._parts is None:
            none = self.tr("Click a node, or choose it with the arrows: its states and the nodes nearest to it.")
            a_word = self.tr("Click a word, or choose it with the arrows: its states and the words nearest to it.")
            self.node.setText(a_word if words else none)
            self._show_found(self.nearest, self._nearest, self._near_rows, None)
            self._fill_states()
            return
        self._exploring.ask_node(question, selection.sentence, sentence, place)

    def _take_node(self, question: StateQuestion, at: int, found: tuple[NodeStates, ...]) -> None:
        if question != self.question or at != self._session.selection.sentence:
            return
        self._node = found
        if not found:
            self.node.setText(self.tr("This node has no hidden states of its own: its label is rare, or it has one."))
            self._show_found(self.nearest, self._nearest, self._near_rows, None)
            self._fill_states()
            return
        wanted = self.part.currentData()
        of_kind = (node for node in found if wanted and node.part.kind == wanted[1])
        first = next(of_kind, found[0])  # what is looked at of one word is looked at of the next
        told = self.tr("{0}: {1}. The nearest nodes of the text:")
        shown = told.format(f"{first.part.part} {first.part.kind}".strip(), self._likely(first, 4))
        others = [f"{one.part.kind}: {self._likely(one, 2)}" for one in found if one is not first]
        self.node.setText("\n".join(("; ".join(others), shown)).strip())
        self._show_found(self.nearest, self._nearest, self._near_rows, first.nearest)
        wanted = (first.part.part, first.part.kind)
        if self.part.currentData() != wanted:
            rows = range(self.part.count())
            self.part.setCurrentIndex(next((at for at in rows if self.part.itemData(at) == wanted), -1))
            self._ask_states()
        else:
            self._fill_states()

    def _likely(self, node: NodeStates, most: int) -> str:
        rows = sorted(enumerate(node.shares), key=lambda row: -row[1])[:most]
        return ", ".join(self.tr("state {0}: {1} %").format(n, f"{100 * s:.0f}") for n, s in rows if s >= 0.005)

    def _suit_font(self) -> None:
        for listed, rows in ((self.nearest, self._near_rows), (self.elsewhere, self._else_rows)):
            rows.set_points(points_of(self))
            listed.set_height(rows.height)
