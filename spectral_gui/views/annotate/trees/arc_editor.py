"""Editor of arcs: asks for heads and relations, names the edit for undo, and applies it through the session."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.dependencies import is_descendant
from spectral_core.data.structure import DEPENDENCIES, ArcPart
from spectral_core.formats import can_edit
from spectral_gui.scenes.dependencies import ArcDrawing
from spectral_gui.state import DocumentSurvey, Notices, Session, Suggestions
from spectral_gui.text_display import format_arc_score, isolate_text
from spectral_gui.views.annotate.prompt_choices import (
    find_unambiguous_number,
    list_head_choices,
    list_model_relations,
    list_suggested_trees,
    make_head_matcher,
    parse_word_number,
    rank_relations,
)
from spectral_gui.views.annotate.trees.alternatives_bar import ArcChoice
from spectral_gui.views.annotate.trees.cursors import WordCursor
from spectral_gui.views.annotate.word_edits import attach_words, detach_words, set_relations
from spectral_gui.widgets.canvas import Canvas
from spectral_gui.widgets.prompts import CanvasPrompt, Choice, PromptRequest


class ArcEditor(QObject):
    """Edits the arcs of the words selected in a drawing."""

    def __init__(
        self,
        session: Session,
        notices: Notices,
        survey: DocumentSurvey,
        suggestions: Suggestions,
        canvas: Canvas,
        cursor: WordCursor,
        get_drawing: Callable[[], ArcDrawing | None],
        refresh_drawing: Callable[[], None],
    ):
        super().__init__(canvas)
        self._session, self._notices, self._survey, self._suggestions = session, notices, survey, suggestions
        self._canvas, self._cursor, self._get_drawing, self._refresh_drawing = (
            canvas,
            cursor,
            get_drawing,
            refresh_drawing,
        )
        self._canvas_prompt = CanvasPrompt(canvas)
        self.prompt = self._canvas_prompt.prompt
        self._canvas_prompt.closed.connect(self.clear_preview)

    def attach(self) -> None:
        """Ask for the head of the selected words."""
        drawing = self.get_editable_drawing()
        if drawing is not None:
            self._ask_head(drawing)

    def relabel(self) -> None:
        """Ask for the relation of the selected words to their heads."""
        drawing = self.get_editable_drawing()
        if drawing is not None:
            self.ask_relation(drawing)

    def make_root(self) -> None:
        """Attach the selected word to the root; a second root is reported as a problem."""
        if self.get_editable_drawing() is not None:
            selection = self._session.selection
            self.attach_to(selection.sentence, [selection.word], 0)

    def detach(self) -> None:
        """Remove the heads of the selected words."""
        drawing = self.get_editable_drawing()
        if drawing is not None:
            words = list(self._session.selection.words)
            undo_text = self.tr("Detach {0}").format(self._describe_words(drawing.sentence, words))
            self._session.edit(undo_text, lambda sentence: detach_words(sentence, words))

    def get_editable_drawing(self) -> ArcDrawing | None:
        """Return the current drawing, after selecting its first word if none was selected; if it cannot be edited, show
        the reason and return None."""
        self._refresh_drawing()
        drawing = self._get_drawing()
        if drawing is not None and not self._session.selection.word:
            self._cursor.select(1)
        return drawing if self.check_editable() else None

    def _ask_head(self, drawing: ArcDrawing) -> None:
        """Ask for the head of the selected words, by number, letters or arrow keys."""
        sentence, selection = drawing.sentence, self._session.selection
        index, word, words = selection.sentence, selection.word, list(selection.words)
        root_label, head = self.tr("root"), sentence.heads[word - 1]
        stored_sentence = self._session.treebank[index]  # a swap changes the annotated tree, not a suggested one
        options = list_head_choices(stored_sentence, words, root_label, self.tr("is a descendant: swap"))
        likely_options = self._rank_heads(word, options) if len(words) == 1 else []
        values = [choice.value for choice in likely_options or options]
        ranks = {value: rank for rank, value in enumerate(values, 1)} if likely_options else {}
        is_mirrored = drawing.right_to_left
        # the current head is not a useful choice
        other_head = next((value for value in values if value != str(head)), "")
        request = PromptRequest(
            self.tr("Attach {0} to").format(self._describe_words(sentence, words)),
            likely_options or options,
            make_head_matcher(sentence, root_label),
            right_to_left=is_mirrored,
            initial_value=other_head if likely_options else str(head) if head else "",
            horizontal_step=-1 if is_mirrored else 1,
            help=self.tr("Digits: word number   Letters: start of the word"),
        )

        def submit_if_unambiguous(typed: str) -> None:
            value = find_unambiguous_number(typed, values)
            if value:
                self.prompt.submit_number(value)
            elif number := parse_word_number(typed):
                self.prompt.highlight(number)  # 1 even if 12 is more probable

        def attach(value: str) -> None:
            self.attach_to(index, words, int(value), ranks.get(value))

        preview = partial(self._preview_head, word)
        self._canvas_prompt.ask(
            request, drawing.get_area(word), attach, on_highlighted=preview, on_edited=submit_if_unambiguous
        )

    def apply_choice(self, choices: Sequence[ArcChoice], row: int) -> None:
        """Apply the choice in a row, from 1, to its word, and select the next uncertain word."""
        if self.get_editable_drawing() is None:
            return
        index = self._session.selection.sentence
        if not 1 <= row <= len(choices):
            waiting_message = self.tr("The model is still parsing this sentence.")
            no_choice_message = self.tr(
                "No other suggestions for this word. Press H to attach it, R to choose its relation."
            )
            self._notices.report_refusal(waiting_message if self._suggestions.is_waiting else no_choice_message)
            return
        choice = choices[row - 1]
        word = choice.word
        self._cursor.select(word)
        uncertain_words = [
            uncertain_word
            for uncertain_word in self._suggestions.find_unvisited_positions()
            if isinstance(uncertain_word, int) and uncertain_word != word
        ]
        if choice.changes_head:
            self.attach_to(index, [word], choice.head, row, choice.relation)
        else:
            sentence = self._session.treebank[index]
            undo_text = self.tr("Label {0} as {1}").format(self._describe_words(sentence, [word]), choice.relation)
            head, relation = choice.head, choice.relation
            self._session.edit(undo_text, lambda source: source.with_head(word, head, relation), index=index, rank=row)
        if uncertain_words and self._session.treebank[index].heads[word - 1] == choice.head:
            self._cursor.select(
                next(
                    (uncertain_word for uncertain_word in uncertain_words if uncertain_word > word), uncertain_words[0]
                )
            )

    def ask_relation(self, drawing: ArcDrawing, at_label: bool = False) -> None:
        """Ask for the relation of the selected words to their heads, with the prompt below the word or at the label."""
        sentence, selection = drawing.sentence, self._session.selection
        index, word, words = selection.sentence, selection.word, list(selection.words)
        trees = list_suggested_trees(self._suggestions, index)
        model_relations = list_model_relations(self._suggestions, index, word, sentence.heads[word - 1])
        inventory, suggestion_hint = self._survey.inventory, self.tr("suggested")
        options = rank_relations(sentence, word, inventory, trees, suggestion_hint, model_relations)
        ranks = {choice.value: rank for rank, choice in enumerate(options, 1)}
        current_relation = self._session.treebank[index].deprels[word - 1]  # not the suggested one
        title = self.tr("Relation of {0}").format(self._describe_words(sentence, words))

        def set_relation(value: str) -> None:
            undo_text = self.tr("Label {0} as {1}").format(self._describe_words(sentence, words), value)
            self._session.edit(
                undo_text, lambda source: set_relations(source, words, value), index=index, rank=ranks.get(value)
            )

        title = title if current_relation == EMPTY else self.tr("{0}, now {1}").format(title, current_relation)
        help_text = self.tr("1–9: choose a row   Letters: filter")
        prompt_area = drawing.get_label_area(word) if at_label else drawing.get_area(word)
        request = PromptRequest(title, options, allows_any_text=True, has_digit_keys=True, help=help_text)
        self._canvas_prompt.ask_label(request, prompt_area, set_relation, ranks)

    def _rank_heads(self, word: int, head_options: Sequence[Choice]) -> list[Choice]:
        """Return the choices of heads in the order of the model's scores, with the score as hint; none without a
        suggestion."""
        suggestion = self._suggestions.current
        by_value = {choice.value: choice for choice in head_options}
        options = []
        for part, score in [] if suggestion is None else suggestion.list_alternatives(word):
            head = part.head if isinstance(part, ArcPart) else 0
            choice = by_value.get(str(head))
            if choice is not None and suggestion is not None:
                hints = (format_arc_score(score, suggestion.is_calibrated), choice.hint)
                options.append(Choice(choice.value, choice.text, "  ".join(filter(None, hints))))
        return options

    def attach_to(
        self, index: int, words: Sequence[int], head: int, rank: int | None = None, relation: str = EMPTY
    ) -> None:
        """Attach words of a sentence to a head, 0 for the root, by this relation or, without one, by one that fits;
        offer a swap where that would make a cycle."""
        session = self._session
        sentence = session.treebank[index]
        if len(words) == 1 and head and is_descendant(sentence.heads, head, words[0]):
            self._offer_swap(index, words[0], head)
            return
        if head:
            undo_text = self.tr("Attach {0} to {1}").format(
                self._describe_words(sentence, words), self._describe_words(sentence, [head])
            )
        else:
            undo_text = self.tr("Make {0} the root").format(self._describe_words(sentence, words))
        trees = list_suggested_trees(self._suggestions, index)
        inventory = self._survey.inventory

        def attach(source: Sentence) -> Sentence:
            attached = attach_words(source, words, head, inventory, trees)
            return attached if relation == EMPTY else set_relations(attached, words, relation)

        session.edit(undo_text, attach, index=index, rank=rank)

    def _offer_swap(self, index: int, word: int, head: int) -> None:
        """Ask whether to swap a word with its descendant `head`, as attaching the word there would create a cycle."""
        drawing = self._get_drawing()
        if drawing is None:
            return
        head_text, word_text = (
            self._describe_words(drawing.sentence, [head]),
            self._describe_words(drawing.sentence, [word]),
        )
        option = Choice("swap", self.tr("Swap: attach {0} where {1} is now").format(head_text, word_text))

        def swap(_: str) -> None:
            undo_text = self.tr("Swap {0} and {1}").format(word_text, head_text)
            self._session.edit(undo_text, lambda sentence: sentence.with_head_swapped(word, head), index=index)

        title = self.tr("This would create a cycle: {0} depends on {1}.").format(head_text, word_text)
        request = PromptRequest(title, [option], right_to_left=drawing.right_to_left)
        area = drawing.get_area(head)
        self._canvas_prompt.ask(
            request, area, swap, on_highlighted=lambda value: self._preview_head(word, str(head) if value else "")
        )

    def check_editable(self) -> bool:
        """Return whether the dependencies of the document can be edited and stored; if not, show the reason."""
        session = self._session
        if session.read_only_reason:
            self._notices.report_refusal(session.read_only_reason)
        elif not can_edit(session.treebank.format, DEPENDENCIES.name):
            reason = self.tr("This file format cannot store heads and relations. Save as CoNLL-U to attach words.")
            self._notices.report_refusal(reason)
        else:
            return True
        return False

    def _describe_words(self, sentence: Sentence, words: Sequence[int]) -> str:
        """Return the quoted form of a word, or the number of several words, for titles and undo texts."""
        if len(words) == 1:
            return f"'{isolate_text(sentence.forms[words[0] - 1])}'"
        return self.tr("{0} words").format(len(words))

    def renew_preview(self) -> None:
        """Preview the choice highlighted in the prompt again after the tree was redrawn."""
        self._canvas_prompt.repeat_highlight()

    def clear_preview(self) -> None:
        """Clear the preview of an arc."""
        drawing = self._get_drawing()
        if drawing is not None:
            drawing.clear_preview()

    def _preview_head(self, word: int, value: str) -> None:
        """Preview the arc from the head whose number is `value` to a word, and scroll to the head; "" clears the
        preview."""
        drawing = self._get_drawing()
        if drawing is not None:
            drawing.preview(word, int(value) if value else None)
            if value and int(value):
                self._canvas.ensure_area_visible(drawing.get_area(int(value)))
