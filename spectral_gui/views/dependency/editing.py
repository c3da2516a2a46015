"""Edits of dependencies: what is asked for in a prompt, previewed on the canvas, and given to the session."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.dependencies import hangs_below
from spectral_core.data.structure import DEPENDENCIES, ArcPart
from spectral_core.formats import keeps
from spectral_gui.canvas import Canvas
from spectral_gui.prompts import Asking, Choice, Inquiry
from spectral_gui.resources import isolated, likelihood
from spectral_gui.scenes.dependencies import ArcDrawing
from spectral_gui.session import Notices, Proposals, Session, Surveying
from spectral_gui.views.dependency import choices
from spectral_gui.views.dependency.pointer import WordCursor
from spectral_gui.views.dependency.proposed import ArcChoice, relations_named, trees_shown


class Editing(QObject):
    """Asks about the words that are selected in a drawing, and edits them."""

    def __init__(
        self,
        session: Session,
        notices: Notices,
        surveying: Surveying,
        proposals: Proposals,
        canvas: Canvas,
        cursor: WordCursor,
        drawing: Callable[[], ArcDrawing | None],
        refresh: Callable[[], None],
    ):
        super().__init__(canvas)
        self._session, self._notices, self._surveying, self._proposals = session, notices, surveying, proposals
        self._canvas, self._cursor, self._drawing_now, self._refresh = canvas, cursor, drawing, refresh
        self._asking = Asking(canvas)
        self.prompt = self._asking.prompt
        self._asking.left.connect(self._aim_at_nothing)

    def attach(self) -> None:
        drawing = self.ready()
        if drawing is not None:
            self._ask_head(drawing)

    def relabel(self) -> None:
        drawing = self.ready()
        if drawing is not None:
            self.ask_relation(drawing)

    def make_root(self) -> None:
        """Attaches the selected word to the root; where there is another root, both are marked as wrong."""
        if self.ready() is not None:
            selection = self._session.selection
            self.attach_to(selection.sentence, [selection.word], 0)

    def detach(self) -> None:
        drawing = self.ready()
        if drawing is not None:
            words = list(self._session.selection.words)
            step = self.tr("Detach {0}").format(self._named(drawing.sentence, words))
            self._session.edit(step, lambda one: choices.detached(one, words))

    def ready(self) -> ArcDrawing | None:
        """What can be edited now, with a word selected in it: where none was, the first."""
        self._refresh()
        drawing = self._drawing_now()
        if drawing is not None and not self._session.selection.word:
            self._cursor.select(1)
        return drawing if self.allowed() else None

    def _ask_head(self, drawing: ArcDrawing) -> None:
        """Asks for the head of the selected words, by its number, its letters or the arrows."""
        sentence, selection = drawing.sentence, self._session.selection
        at, word, words = selection.sentence, selection.word, list(selection.words)
        root, head = self.tr("root"), sentence.heads[word - 1]
        own = self._session.treebank[at]  # what would be swapped hangs there, not in a tree that is proposed only
        offered = choices.head_choices(own, words, root, self.tr("hangs from it: swap"))
        likely = self._likely(word, offered) if len(words) == 1 else []
        values = [choice.value for choice in likely or offered]
        rank_of = {value: rank for rank, value in enumerate(values, 1)} if likely else {}
        mirrored = drawing.right_to_left
        other = next((value for value in values if value != str(head)), "")  # nobody asks for the head that is shown
        inquiry = Inquiry(
            self.tr("Attach {0} to").format(self._named(sentence, words)),
            likely or offered,
            choices.fits_head(sentence, root),
            right_to_left=mirrored,
            marked=other if likely else str(head) if head else "",
            sideways=-1 if mirrored else 1,
            help=self.tr("Digits: the number of the word   Letters: its beginning"),
        )

        def commit_when_certain(typed: str) -> None:
            value = choices.certain(typed, values)
            if value:
                self.prompt.end_number(value)
            elif number := choices.word_number(typed):
                self.prompt.mark(number)  # 1 where 12 is likelier

        def attach(value: str) -> None:
            self.attach_to(at, words, int(value), rank_of.get(value))

        aim = partial(self._aim, word)
        self._asking.ask(inquiry, drawing.area_of(word), attach, marked=aim, typed=commit_when_certain)

    def take(self, choices: Sequence[ArcChoice], row: int) -> None:
        """Puts at its word what else may stand there, by its row from 1, and goes to the next word in doubt."""
        if self.ready() is None:
            return
        at = self._session.selection.sentence
        if not 1 <= row <= len(choices):
            waits = self.tr("The model is still parsing this sentence.")
            none = self.tr("Nothing else is proposed for this word; H attaches it, R names its relation.")
            self._notices.refuse(waits if self._proposals.waiting else none)
            return
        choice = choices[row - 1]
        word = choice.word
        self._cursor.select(word)
        left = [place for place in self._proposals.unvisited() if isinstance(place, int) and place != word]
        if choice.other_head:
            self.attach_to(at, [word], choice.head, row)
        else:
            sentence = self._session.treebank[at]
            step = self.tr("Label {0} as {1}").format(self._named(sentence, [word]), choice.relation)
            head, relation = choice.head, choice.relation
            self._session.edit(step, lambda one: one.with_head(word, head, relation), index=at, rank=row)
        if left and self._session.treebank[at].heads[word - 1] == choice.head:
            self._cursor.select(next((place for place in left if place > word), left[0]))

    def ask_relation(self, drawing: ArcDrawing, at_label: bool = False) -> None:
        """Asks for the relation of the selected words to their heads: below the word, or where it is written."""
        sentence, selection = drawing.sentence, self._session.selection
        at, word, words = selection.sentence, selection.word, list(selection.words)
        trees = trees_shown(self._proposals, at)
        named = relations_named(self._proposals, at, word, sentence.heads[word - 1])
        inventory, hint = self._surveying.inventory, self.tr("proposed")
        offered = choices.relation_choices(sentence, word, inventory, trees, hint, named)
        ranks = {choice.value: rank for rank, choice in enumerate(offered, 1)}
        now = self._session.treebank[at].deprels[word - 1]  # its own, not what is proposed
        title = self.tr("Relation of {0}").format(self._named(sentence, words))

        def set_relation(value: str) -> None:
            step = self.tr("Label {0} as {1}").format(self._named(sentence, words), value)
            self._session.edit(step, lambda one: choices.labelled(one, words, value), index=at, rank=ranks.get(value))

        title = title if now == EMPTY else self.tr("{0}, now {1}").format(title, now)
        told = self.tr("1–9: that row   Letters: its beginning")
        about = drawing.label_area(word) if at_label else drawing.area_of(word)
        inquiry = Inquiry(title, offered, free=True, digits=True, help=told)
        self._asking.ask_label(inquiry, about, set_relation, ranks)

    def _likely(self, word: int, offered: Sequence[Choice]) -> list[Choice]:
        """The heads of a word as the proposal ranks them, each with its number; none without one."""
        offer = self._proposals.offer
        by_value = {choice.value: choice for choice in offered}
        found = []
        for part, number in [] if offer is None else offer.alternatives(word):
            head = part.head if isinstance(part, ArcPart) else 0
            choice = by_value.get(str(head))
            if choice is not None and offer is not None:
                hints = (likelihood(number, offer.calibrated), choice.hint)
                found.append(Choice(choice.value, choice.text, "  ".join(filter(None, hints))))
        return found

    def attach_to(self, at: int, words: Sequence[int], head: int, rank: int | None = None) -> None:
        """Attaches words of a sentence to a head, 0 for the root; offers a swap where that would make a circle."""
        session = self._session
        sentence = session.treebank[at]
        if len(words) == 1 and head and hangs_below(sentence.heads, head, words[0]):
            self._offer_swap(at, words[0], head)
            return
        if head:
            step = self.tr("Attach {0} to {1}").format(self._named(sentence, words), self._named(sentence, [head]))
        else:
            step = self.tr("Make {0} the root").format(self._named(sentence, words))
        trees = trees_shown(self._proposals, at)
        known = self._surveying.inventory
        session.edit(step, lambda one: choices.attached(one, words, head, known, trees), index=at, rank=rank)

    def _offer_swap(self, at: int, word: int, head: int) -> None:
        drawing = self._drawing_now()
        if drawing is None:
            return
        below, above = self._named(drawing.sentence, [head]), self._named(drawing.sentence, [word])
        offer = Choice("swap", self.tr("Swap them: {0} takes the place of {1}").format(below, above))

        def swap(_: str) -> None:
            step = self.tr("Swap {0} and {1}").format(above, below)
            self._session.edit(step, lambda one: one.with_head_swapped(word, head), index=at)

        title = self.tr("{0} hangs from {1}: heads would run in a circle").format(below, above)
        inquiry = Inquiry(title, [offer], right_to_left=drawing.right_to_left)
        area = drawing.area_of(head)
        self._asking.ask(inquiry, area, swap, marked=lambda value: self._aim(word, str(head) if value else ""))

    def allowed(self) -> bool:
        """Whether the document can keep dependencies; that it cannot is said."""
        session = self._session
        if session.read_only:
            self._notices.refuse(session.read_only)
        elif not keeps(session.treebank.format, DEPENDENCIES.name):
            why = self.tr(
                "A file of this kind has no place for heads and relations; save it as CoNLL-U to attach words."
            )
            self._notices.refuse(why)
        else:
            return True
        return False

    def _named(self, sentence: Sentence, words: Sequence[int]) -> str:
        """Words for a title or a step: 'dog', or how many there are."""
        if len(words) == 1:
            return f"'{isolated(sentence.forms[words[0] - 1])}'"
        return self.tr("{0} words").format(len(words))

    def preview_again(self) -> None:
        """Shows what the prompt has marked on a drawing that was made since."""
        self._asking.tell_again()

    def _aim_at_nothing(self) -> None:
        drawing = self._drawing_now()
        if drawing is not None:
            drawing.clear_preview()

    def _aim(self, word: int, value: str) -> None:
        drawing = self._drawing_now()
        if drawing is not None:
            drawing.preview(word, int(value) if value else None)
            if value and int(value):
                self._canvas.keep_in_sight(drawing.area_of(int(value)))
