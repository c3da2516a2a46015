"""What can be done to a tree: asks for what an act needs, names the step, and makes the change through the session."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from PySide6.QtCore import QObject, QRectF

from spectral_core.data import Sentence, Tree, tree_edits
from spectral_core.data.structure import CONSTITUENTS, Place, SpanPart
from spectral_core.data.tree import category
from spectral_core.data.tree_edits import Edited, NodePath, node_at, words_of
from spectral_core.errors import EditError
from spectral_core.formats import keeps
from spectral_gui.canvas import Canvas
from spectral_gui.prompts import Asking, Choice, Inquiry
from spectral_gui.scenes.letters import NO_LABEL
from spectral_gui.session import Notices, Proposals, Session, Surveying
from spectral_gui.views.constituency import choices
from spectral_gui.views.constituency.pointer import NodeCursor
from spectral_gui.views.constituency.proposed import likely_labels

_TRIED = "X"  # a label by which it is tried whether an edit can be made, before one is asked for

Operation = Callable[[Tree], Edited]


class Acts(QObject):
    """The acts on the node that the cursor is on."""

    def __init__(
        self,
        session: Session,
        notices: Notices,
        surveying: Surveying,
        proposals: Proposals,
        cursor: NodeCursor,
        canvas: Canvas,
        parent: QObject,
    ):
        super().__init__(parent)
        self._session, self._notices, self._surveying, self._proposals = session, notices, surveying, proposals
        self._cursor, self._canvas = cursor, canvas
        self._asking = Asking(canvas)
        self.prompt = self._asking.prompt
        self._asking.left.connect(self._aim_at_nothing)

    def relabel(self) -> None:
        tree, path = self._editable()
        if tree is None or self._tried(lambda one: tree_edits.relabel(one, path, _TRIED)) is None:
            return
        node, sentence, inventory = node_at(tree, path), self._session.sentence, self._surveying.inventory
        likely: dict[str, str] = {}
        if node.is_tag and sentence is not None:
            labels = choices.tag_labels(sentence, words_of(tree, path)[0], inventory)
        else:
            likely = likely_labels(self._proposals, _place(tree, path))
            labels = choices.phrase_labels(tree, path, inventory, tree)
        known = [*labels, *likely, node.label]

        def then(label: str) -> None:
            step = self.tr("Relabel {0} as {1}").format(node.label or NO_LABEL, label)
            self._edit(step, lambda one: tree_edits.relabel(one, path, label))

        title = self.tr("Relabel {0}").format(_named(tree, path))
        offered = [label for label in dict.fromkeys((*likely, *labels)) if label != node.label]
        self._ask_label(title, offered, then, path, known, likely)

    def group(self) -> None:
        """Asks for the label of a new node over the sisters or words selected."""
        tree, path = self._editable()
        if tree is None:
            return
        nodes, words = self._cursor.nodes, self._cursor.words
        shown = choices.quoted_words([word for one in nodes for word in node_at(tree, one).words()])
        if words is not None and self._base() is not self._session.sentence:
            self._require(tree, words, shown, path)
            return

        def made(one: Tree, label: str) -> Edited:
            if words is not None:
                return tree_edits.group_words(one, words[0], words[-1], label)
            return tree_edits.group(one, nodes, label)

        self._ask_for_new(self.tr("Group {0} as").format(shown), self.tr("Group {0} as {1}"), shown, made, path)

    def _require(self, tree: Tree, words: range, shown: str, path: NodePath) -> None:
        """Asks for the label of a phrase over words of a tree that is proposed, which may cut others in two: it is
        locked, and the rest is parsed anew."""
        place = words[0] - 1, words[-1]
        likely = likely_labels(self._proposals, place)
        labels = list(dict.fromkeys((*likely, *choices.phrase_labels(tree, (), self._surveying.inventory, tree))))

        def then(label: str) -> None:
            step = self.tr("Group {0} as {1}").format(shown, label)
            self._proposals.locking.require(step, SpanPart(*place, label))

        self._ask_label(self.tr("Group {0} as").format(shown), labels, then, path, hints=likely)

    def add_unary(self) -> None:
        """Asks for the label of a new node over this one alone."""
        tree, path = self._editable()
        if tree is not None:
            shown = _named(tree, path)
            title, step = self.tr("New node over {0}").format(shown), self.tr("Put {1} over {0}")
            self._ask_for_new(title, step, shown, lambda one, label: tree_edits.add_unary(one, path, label), path)

    def delete_node(self) -> None:
        """Takes the node away; its children move up."""
        self._do(self.tr("Delete {0}"), tree_edits.delete)

    def remove_unary(self) -> None:
        """Takes away a node over one other; that other one stays."""
        self._do(self.tr("Remove unary {0}"), tree_edits.remove_unary)

    def lift(self) -> None:
        """Makes the node its parent's sister."""
        self._do(self.tr("Lift {0}"), tree_edits.lift)

    def attach(self) -> None:
        """Asks for another parent of the node among those that are possible, and shows the one marked."""
        tree, path = self._editable()
        if tree is None:
            return
        targets = {".".join(map(str, target)): target for target in choices.possible_parents(tree, path)}
        if not targets:
            text = self.tr("{0} has no other place: it, or what it is part of, would be torn into two pieces.")
            self._notices.refuse(text.format(_named(tree, path)))
            return
        rows = ((value, node_at(tree, target).label, target) for value, target in targets.items())
        offered = [Choice(value, label or NO_LABEL, choices.words_shown(tree, at)) for value, label, at in rows]

        def when_marked(value: str) -> None:
            drawing = self._cursor.drawing
            if drawing is None:
                return
            if value in targets:
                drawing.aim(path, targets[value])
                self._canvas.keep_in_sight(drawing.area(targets[value]))
            else:
                drawing.aim_at_nothing()

        title = self.tr("Attach {0} to").format(_named(tree, path))
        inquiry = Inquiry(title, offered, digits=True, fits=_label_begins)
        about = self._area(path)
        self._asking.ask(inquiry, about, lambda value: self.attach_to(path, targets[value]), marked=when_marked)

    def attach_to(self, path: NodePath, target: NodePath) -> None:
        tree = self._cursor.tree
        if tree is not None and self._writable():
            step = self.tr("Attach {0} to {1}").format(_named(tree, path), node_at(tree, target).label or NO_LABEL)
            self._edit(step, lambda one: tree_edits.attach(one, path, target))

    def start_tree(self) -> None:
        """Asks for the label of one node over all words, with which a tree begins."""
        sentence = self._session.sentence
        if sentence is None or not self._writable():
            return
        why = self.why_no_start(sentence)
        if why:
            self._notices.refuse(why)
            return

        def then(label: str) -> None:
            def change(one: Sentence) -> Sentence:
                made, _ = tree_edits.relabel(choices.flat_tree(one, _TRIED), (), label)
                return one.with_tree(made)

            if self._session.edit(self.tr("Start a tree as {0}").format(label), change):
                self._cursor.select(())

        known = self._surveying.inventory.labels.get(("above", ""), {})
        self._ask_label(self.tr("Label of the whole sentence"), list(dict.fromkeys((*known, "S", "NP", "X"))), then)

    def why_no_start(self, sentence: Sentence) -> str:
        """Why no tree can be started; "" where one can."""
        if sentence.tree is not None:
            return self.tr("This sentence has a tree already.")
        if self.lacks_place:
            return self.tr(
                "No tree can be started: the format of this document has no place for constituents. "
                "Add a document for them (File), or save it as brackets (.mrg)."
            )
        return self._session.read_only

    @property
    def lacks_place(self) -> bool:
        """Whether the document has no place for constituents."""
        return not keeps(self._session.treebank.format, CONSTITUENTS.name)

    def place(self) -> Place | None:
        """The words of the selected phrase; None where none is, which is said."""
        tree, path = self._editable()
        return None if tree is None else _place(tree, path)

    def _base(self) -> Sentence | None:
        """The sentence with the tree that is on screen: its own, or the one that is proposed."""
        sentence = self._session.sentence
        if sentence is None or sentence.tree is self._cursor.tree:
            return sentence
        shown = self._proposals.last_shown
        return shown if shown is not None and shown.tree == self._cursor.tree else sentence  # it may be parsed anew

    def _editable(self) -> tuple[Tree | None, NodePath]:
        """The tree and the node to change; no tree where that cannot be, which is said."""
        path = self._cursor.path
        if self._cursor.tree is None or not self._writable():
            return None, ()
        if path is None:
            self._notices.refuse(self.tr("Select a node first: click on it, or press an arrow key."))
            return None, ()
        return self._cursor.tree, path

    def _writable(self) -> bool:
        if self._session.read_only:
            self._notices.refuse(self._session.read_only)
        return not self._session.read_only

    def _tried(self, operation: Operation) -> tuple[Tree, NodePath] | None:
        """What an operation would give, or None where it is refused, which is said."""
        sentence = self._base()
        if sentence is None:
            return None
        try:
            made, path = tree_edits.in_sentence(sentence, operation)
        except EditError as error:
            self._notices.refuse(str(error))
            return None
        return None if made.tree is None else (made.tree, path)

    def _do(self, step: str, operation: Callable[[Tree, NodePath], Edited]) -> None:
        tree, path = self._editable()
        if tree is not None:
            self._edit(step.format(_named(tree, path)), lambda one: operation(one, path))

    def _edit(self, step: str, operation: Operation) -> None:
        """Changes the tree and selects the node that the operation says; of a tree that is proposed, what is otherwise
        is locked, and the rest is parsed anew."""
        base = self._base()
        if base is not None and base is not self._session.sentence and self._session.sentence != base:
            self._correct(base, step, operation)
            return
        landed: list[NodePath] = []
        stranded = _stranded(base)

        def change(sentence: Sentence) -> Sentence:
            made, path = tree_edits.in_sentence(sentence, operation)
            landed.append(path)
            return made

        if self._session.edit(step, change):
            self._cursor.select(landed[0])
            self._tell_of_stranded([trace for trace in _stranded(self._session.sentence) if trace not in stranded])

    def _tell_of_stranded(self, traces: Sequence[str]) -> None:
        if traces:
            said = self.tr("No phrase has the number of {0} any more: such a trace stands for nothing.")
            self._notices.note(said.format(", ".join(f"\u2068{trace}\u2069" for trace in dict.fromkeys(traces))))

    def _correct(self, proposed: Sentence, step: str, operation: Operation) -> None:
        try:
            wanted, path = tree_edits.in_sentence(proposed, operation)
        except EditError as error:
            self._notices.refuse(str(error))
            return
        if wanted.xpos != proposed.xpos:  # tags stand in the sentence by themselves
            rows = enumerate(zip(wanted.xpos, proposed.xpos, strict=True), 1)
            word, tag = next((word, tag) for word, (tag, old) in rows if tag != old)
            self._session.edit(step, lambda one: one.with_value("xpos", word, tag))
        elif self._proposals.locking.correct(step, wanted):
            self._session.select(node=path)

    def _ask_for_new(
        self, title: str, step: str, shown: str, made: Callable[[Tree, str], Edited], path: NodePath
    ) -> None:
        """Asks for the label of a new node, once it is known that there can be one."""
        tried = self._tried(lambda one: made(one, _TRIED))
        if tried is None or self._cursor.tree is None:
            return
        labels = choices.phrase_labels(*tried, self._surveying.inventory, self._cursor.tree)

        def then(label: str) -> None:
            self._edit(step.format(shown, label), lambda one: made(one, label))

        self._ask_label(title, labels, then, path)

    def _ask_label(
        self,
        title: str,
        labels: Sequence[str],
        then: Callable[[str], None],
        path: NodePath | None = None,
        known: Sequence[str] = (),
        hints: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        rows = [Choice(label, hint=hints.get(label, "")) for label in labels]
        inquiry = Inquiry(title, rows, free=True, digits=True)
        self._asking.ask_label(inquiry, None if path is None else self._area(path), then, known or labels, category)

    def _area(self, path: NodePath) -> QRectF | None:
        drawing = self._cursor.drawing
        return None if drawing is None else drawing.area(path)

    def _aim_at_nothing(self) -> None:
        if self._cursor.drawing is not None:
            self._cursor.drawing.aim_at_nothing()


def _stranded(sentence: Sentence | None) -> list[str]:
    """The traces that stand for nothing, as they are written."""
    tree = None if sentence is None else sentence.tree
    return [] if tree is None else [str(tag.children[0]) for tag in tree.stranded()]


def _place(tree: Tree, path: NodePath) -> Place | None:
    first, last = words_of(tree, path)
    return (first - 1, last) if first else None


def _named(tree: Tree, path: NodePath) -> str:
    """A node as the name of a step has it."""
    return f"{node_at(tree, path).label or NO_LABEL} {choices.words_shown(tree, path)}"


def _label_begins(choice: Choice, typed: str) -> bool:
    return choice.text.casefold().startswith(typed.strip().casefold())
