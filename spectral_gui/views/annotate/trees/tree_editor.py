"""Editor of constituency trees: asks for missing input, names the edit for undo, and applies it through the session."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from PySide6.QtCore import QObject, QRectF

from spectral_core.data import Sentence, Tree, tree_edits
from spectral_core.data.structure import CONSTITUENTS, Position, SpanPart
from spectral_core.data.tree import NodePath, node_at, strip_function_tags, word_range
from spectral_core.data.tree_edits import EditResult, list_possible_parents, make_flat_tree
from spectral_core.drawing.tree_layout import elide_words
from spectral_core.errors import EditError
from spectral_core.formats import can_edit
from spectral_gui.scenes.tree_style import EMPTY_LABEL_SIGN
from spectral_gui.state import DocumentSurvey, Notices, Session, Suggestions
from spectral_gui.text_display import isolate_any_text
from spectral_gui.views.annotate.prompt_choices import get_likely_labels, rank_phrase_labels, rank_tags
from spectral_gui.views.annotate.trees.cursors import NodeCursor
from spectral_gui.widgets.canvas import Canvas
from spectral_gui.widgets.prompts import CanvasPrompt, Choice, PromptRequest

_TRIAL_LABEL = "X"  # label to test whether an edit is possible before asking for the real one

Operation = Callable[[Tree], EditResult]


class TreeEditor(QObject):
    """Editor of the tree on screen at the current node of the cursor; prompts ask for labels and parents."""

    def __init__(
        self,
        session: Session,
        notices: Notices,
        survey: DocumentSurvey,
        suggestions: Suggestions,
        cursor: NodeCursor,
        canvas: Canvas,
        parent: QObject,
    ):
        super().__init__(parent)
        self._session, self._notices, self._survey, self._suggestions = session, notices, survey, suggestions
        self._cursor, self._canvas = cursor, canvas
        self._canvas_prompt = CanvasPrompt(canvas)
        self.prompt = self._canvas_prompt.prompt
        self._canvas_prompt.closed.connect(self.clear_preview)

    def relabel(self) -> None:
        """Ask for another label of the node, the most probable ones first."""
        tree, path = self._get_editable_node()
        if tree is None or self._try_operation(lambda root: tree_edits.relabel_node(root, path, _TRIAL_LABEL)) is None:
            return
        node, sentence, inventory = node_at(tree, path), self._session.sentence, self._survey.inventory
        likely: dict[str, str] = {}
        if node.is_tag and sentence is not None:
            labels = rank_tags(sentence, word_range(tree, path)[0], inventory)
        else:
            likely = get_likely_labels(self._suggestions, _get_span(tree, path))
            labels = rank_phrase_labels(tree, path, inventory, tree)
        known_labels = [*labels, *likely, node.label]

        def apply_label(label: str) -> None:
            undo_text = self.tr("Relabel {0} as {1}").format(node.label or EMPTY_LABEL_SIGN, label)
            self._apply_operation(undo_text, lambda root: tree_edits.relabel_node(root, path, label))

        title = self.tr("Relabel {0}").format(_describe_node(tree, path))
        options = [label for label in dict.fromkeys((*likely, *labels)) if label != node.label]
        self._ask_label(title, options, apply_label, path, known_labels, likely)

    def group(self) -> None:
        """Ask for the label of a new node over the selected sisters or words."""
        tree, path = self._get_editable_node()
        if tree is None:
            return
        nodes, words = self._cursor.selected_paths, self._cursor.selected_words
        quoted = _quote_words([word for node_path in nodes for word in node_at(tree, node_path).words()])
        if words is not None and self._get_shown_suggestion() is not None:
            self._ask_to_lock_phrase(tree, words, quoted, path)
            return

        def add_group(root: Tree, label: str) -> EditResult:
            if words is not None:
                return tree_edits.group_words(root, words[0], words[-1], label)
            return tree_edits.group_nodes(root, nodes, label)

        self._ask_new_label(
            self.tr("Group {0} as").format(quoted), self.tr("Group {0} as {1}"), quoted, add_group, path
        )

    def _ask_to_lock_phrase(self, tree: Tree, words: range, quoted: str, path: NodePath) -> None:
        """Ask for the label of a phrase over words of a suggested tree, which may cross other phrases: the phrase is
        locked, and the rest is parsed again."""
        span = words[0] - 1, words[-1]
        likely = get_likely_labels(self._suggestions, span)
        labels = list(dict.fromkeys((*likely, *rank_phrase_labels(tree, (), self._survey.inventory, tree))))

        def lock_phrase(label: str) -> None:
            undo_text = self.tr("Group {0} as {1}").format(quoted, label)
            self._suggestions.tree_locks.lock_part(undo_text, SpanPart(*span, label))

        self._ask_label(self.tr("Group {0} as").format(quoted), labels, lock_phrase, path, hints=likely)

    def add_unary(self) -> None:
        """Ask for the label of a new unary node above this one."""
        tree, path = self._get_editable_node()
        if tree is not None:
            node_text = _describe_node(tree, path)
            title, undo_template = self.tr("New node over {0}").format(node_text), self.tr("Add {1} above {0}")
            self._ask_new_label(
                title, undo_template, node_text, lambda root, label: tree_edits.add_unary(root, path, label), path
            )

    def delete_node(self) -> None:
        """Delete the node; its children move up."""
        self._edit_selected(self.tr("Delete {0}"), tree_edits.delete_phrase)

    def remove_unary(self) -> None:
        """Delete a unary node; its child stays."""
        self._edit_selected(self.tr("Remove unary {0}"), tree_edits.remove_unary)

    def lift(self) -> None:
        """Make the node a sister of its parent."""
        self._edit_selected(self.tr("Lift {0}"), tree_edits.lift_node)

    def attach(self) -> None:
        """Ask for another parent of the node among the possible ones, with a preview."""
        tree, path = self._get_editable_node()
        if tree is None:
            return
        targets = {".".join(map(str, target)): target for target in list_possible_parents(tree, path)}
        if not targets:
            text = self.tr("{0} cannot be attached elsewhere: it or a phrase above it would become discontinuous.")
            self._notices.report_refusal(text.format(_describe_node(tree, path)))
            return
        rows = ((value, node_at(tree, target).label, target) for value, target in targets.items())
        options = [
            Choice(value, label or EMPTY_LABEL_SIGN, _quote_node(tree, target_path))
            for value, label, target_path in rows
        ]

        def preview_target(value: str) -> None:
            drawing = self._cursor.drawing
            if drawing is None:
                return
            if value in targets:
                drawing.preview(path, targets[value])
                self._canvas.ensure_area_visible(drawing.get_area(targets[value]))
            else:
                drawing.clear_preview()

        title = self.tr("Attach {0} to").format(_describe_node(tree, path))
        request = PromptRequest(title, options, has_digit_keys=True, matches=_label_starts_with)
        prompt_area = self._get_area(path)
        self._canvas_prompt.ask(
            request, prompt_area, lambda value: self.attach_to(path, targets[value]), on_highlighted=preview_target
        )

    def attach_to(self, path: NodePath, target: NodePath) -> None:
        """Attach the node at `path` to the one at `target`, as chosen in a prompt or by dragging."""
        tree = self._cursor.tree
        if tree is not None and self._check_writable():
            undo_text = self.tr("Attach {0} to {1}").format(
                _describe_node(tree, path), node_at(tree, target).label or EMPTY_LABEL_SIGN
            )
            self._apply_operation(undo_text, lambda root: tree_edits.attach_node(root, path, target))

    def clear_preview(self) -> None:
        """Clear the preview of an attachment."""
        if self._cursor.drawing is not None:
            self._cursor.drawing.clear_preview()

    def start_tree(self) -> None:
        """Ask for the label of one node over all words, and start a tree with it."""
        sentence = self._session.sentence
        if sentence is None or not self._check_writable():
            return
        reason = self.explain_cannot_start(sentence)
        if reason:
            self._notices.report_refusal(reason)
            return

        def apply_label(label: str) -> None:
            def change(sentence: Sentence) -> Sentence:
                tree, _ = tree_edits.relabel_node(make_flat_tree(sentence, _TRIAL_LABEL), (), label)
                return sentence.with_tree(tree)

            if self._session.edit(self.tr("Start a tree as {0}").format(label), change):
                self._cursor.select(())

        top_labels = self._survey.inventory.phrase_labels_by_context.get(("above", ""), {})
        self._ask_label(
            self.tr("Label of the whole sentence"), list(dict.fromkeys((*top_labels, "S", "NP", "X"))), apply_label
        )

    def explain_cannot_start(self, sentence: Sentence) -> str:
        """Return why no tree can be started for the sentence; "" if one can."""
        if sentence.tree is not None:
            return self.tr("This sentence already has a tree.")
        if self.cannot_store_trees:
            return self.tr(
                "This file format cannot store constituents. Add a document for them (File), or save as brackets "
                "(.mrg)."
            )
        return self._session.read_only_reason

    @property
    def cannot_store_trees(self) -> bool:
        """Whether the document's format cannot store constituents."""
        return not can_edit(self._session.treebank.format, CONSTITUENTS.name)

    def get_selected_span(self) -> Position | None:
        """Return the span of the selected phrase; if none is selected, show a message and return None."""
        tree, path = self._get_editable_node()
        return None if tree is None else _get_span(tree, path)

    def _get_shown_suggestion(self) -> Sentence | None:
        """Return the suggested sentence whose tree is on screen; None if the tree on screen is the annotated one."""
        sentence, suggestion = self._session.sentence, self._suggestions.last_shown_tree
        if sentence is None or suggestion is None or self._cursor.tree in (None, sentence.tree):
            return None
        return suggestion if suggestion.tree == self._cursor.tree else None

    def _get_editable_node(self) -> tuple[Tree | None, NodePath]:
        """Return the tree and the path of its current node; if it cannot be edited, show the reason and return None for
        the tree."""
        path = self._cursor.current_path
        if self._cursor.tree is None or not self._check_writable():
            return None, ()
        if path is None:
            self._notices.report_refusal(self.tr("Select a node first: click on it, or press an arrow key."))
            return None, ()
        return self._cursor.tree, path

    def _check_writable(self) -> bool:
        """Return whether the document can be edited; if not, show the reason."""
        if self._session.read_only_reason:
            self._notices.report_refusal(self._session.read_only_reason)
        return not self._session.read_only_reason

    def _try_operation(self, operation: Operation) -> tuple[Tree, NodePath] | None:
        """Return the result of an operation without storing it; if it is refused, show the reason and return None."""
        sentence = self._get_shown_suggestion() or self._session.sentence
        if sentence is None:
            return None
        try:
            changed, path = tree_edits.edit_sentence_tree(sentence, operation)
        except EditError as error:
            self._notices.report_refusal(str(error))
            return None
        return None if changed.tree is None else (changed.tree, path)

    def _edit_selected(self, undo_template: str, operation: Callable[[Tree, NodePath], EditResult]) -> None:
        """Apply an operation to the current node; its description is put into `undo_template`."""
        tree, path = self._get_editable_node()
        if tree is not None:
            self._apply_operation(undo_template.format(_describe_node(tree, path)), lambda root: operation(root, path))

    def _apply_operation(self, undo_text: str, operation: Operation) -> None:
        """Apply an operation and select the node that it returns. In a suggested tree, the phrases that it changes are
        locked, and the rest is parsed again."""
        suggestion = self._get_shown_suggestion()
        if suggestion is not None:
            self._correct_suggestion(suggestion, undo_text, operation)
            return
        new_paths: list[NodePath] = []
        dangling_before = _list_dangling_traces(self._session.sentence)

        def change(sentence: Sentence) -> Sentence:
            changed, path = tree_edits.edit_sentence_tree(sentence, operation)
            new_paths.append(path)
            return changed

        if self._session.edit(undo_text, change):
            self._cursor.select(new_paths[0])
            self._warn_of_dangling_traces(
                [trace for trace in _list_dangling_traces(self._session.sentence) if trace not in dangling_before]
            )

    def _warn_of_dangling_traces(self, traces: Sequence[str]) -> None:
        """Tell the user which traces have lost their antecedents by an edit."""
        if traces:
            message = self.tr("No phrase has the index of {0} any more, so this trace has no antecedent.")
            self._notices.notify(message.format(", ".join(map(isolate_any_text, dict.fromkeys(traces)))))

    def _correct_suggestion(self, suggested: Sentence, undo_text: str, operation: Operation) -> None:
        """Apply an operation to a suggested tree: store a changed tag, or else lock the changed phrases and parse the
        rest again."""
        try:
            corrected, path = tree_edits.edit_sentence_tree(suggested, operation)
        except EditError as error:
            self._notices.report_refusal(str(error))
            return
        if corrected.xpos != suggested.xpos:  # tags are stored apart from the tree
            rows = enumerate(zip(corrected.xpos, suggested.xpos, strict=True), 1)
            word, tag = next((word, tag) for word, (tag, old) in rows if tag != old)
            self._session.edit(undo_text, lambda sentence: sentence.with_value("xpos", word, tag))
        elif self._suggestions.tree_locks.lock_corrections(undo_text, corrected):
            self._session.select(node=path)

    def _ask_new_label(
        self,
        title: str,
        undo_template: str,
        node_text: str,
        operation: Callable[[Tree, str], EditResult],
        path: NodePath,
    ) -> None:
        """Ask for the label of the new node that `operation` makes, unless this would be refused; then apply it."""
        trial = self._try_operation(lambda root: operation(root, _TRIAL_LABEL))
        if trial is None or self._cursor.tree is None:
            return
        labels = rank_phrase_labels(*trial, self._survey.inventory, self._cursor.tree)

        def apply_label(label: str) -> None:
            self._apply_operation(undo_template.format(node_text, label), lambda root: operation(root, label))

        self._ask_label(title, labels, apply_label, path)

    def _ask_label(
        self,
        title: str,
        labels: Sequence[str],
        on_label: Callable[[str], None],
        path: NodePath | None = None,
        known_labels: Sequence[str] = (),
        hints: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Ask for a label and pass it to `on_label`; one that is not in `known_labels` must be confirmed. `hints` are
        shown next to the labels."""
        options = [Choice(label, hint=hints.get(label, "")) for label in labels]
        request = PromptRequest(title, options, allows_any_text=True, has_digit_keys=True)
        self._canvas_prompt.ask_label(
            request,
            None if path is None else self._get_area(path),
            on_label,
            known_labels or labels,
            strip_function_tags,
        )

    def _get_area(self, path: NodePath) -> QRectF | None:
        drawing = self._cursor.drawing
        return None if drawing is None else drawing.get_area(path)


def _list_dangling_traces(sentence: Sentence | None) -> list[str]:
    """Return the traces without an antecedent, as text."""
    tree = None if sentence is None else sentence.tree
    return [] if tree is None else [str(tag.children[0]) for tag in tree.find_dangling_traces()]


def _get_span(tree: Tree, path: NodePath) -> Position | None:
    """Return the span of a node as (first word from 0, end); None if it has no words."""
    first, last = word_range(tree, path)
    return (first - 1, last) if first else None


def _describe_node(tree: Tree, path: NodePath) -> str:
    """Return the label and the quoted words of a node, for titles and undo texts."""
    return f"{node_at(tree, path).label or EMPTY_LABEL_SIGN} {_quote_node(tree, path)}"


def _label_starts_with(choice: Choice, typed: str) -> bool:
    """Return whether the label of a choice begins with the typed text, without regard to case."""
    return choice.text.casefold().startswith(typed.strip().casefold())


def _quote_node(tree: Tree, path: NodePath) -> str:
    """Quote the first words of a node, or its traces if it has no words."""
    node = node_at(tree, path)
    return _quote_words(list(node.words()) or [word for _, word in node.leaves()])


def _quote_words(words: Sequence[str]) -> str:
    """Quote words, isolated from the direction of the surrounding text; of many words, the first and the last."""
    return f"'{isolate_any_text(elide_words(words))}'"
