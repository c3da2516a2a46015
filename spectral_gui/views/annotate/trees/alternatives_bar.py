"""Alternative heads and relations of words, and the bar that shows them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.structure import DEPENDENCIES, ArcPart
from spectral_gui import theme, widgets
from spectral_gui.state import ChangeKind, ReadingRankings, Session, Suggestion, Suggestions
from spectral_gui.text_display import format_arc_score, isolate_text
from spectral_gui.view_updates import ViewUpdates

MAX_CHOICES = 9  # one digit for each
MIN_SHOWN_SCORE = 0.01
_RESERVED_CHOICES = 3  # choices of the selected word shown regardless of those of its neighbours
_MARGIN, _GAP, _KEY_GAP = 12.0, 18.0, 6.0  # left and right of the bar; between choices; between a key and its choice
_WORD_GAP = 28.0  # before the choices of another word


@dataclass(frozen=True, slots=True)
class ArcChoice:
    """Alternative head or relation of a word; the relation is EMPTY if it is predicted only after attachment."""

    word: int
    head: int
    relation: str
    score: float | None  # score of the head times that of the relation; None if the model gives none
    changes_head: bool


def list_arc_choices(suggestion: Suggestion, tree: Sentence, word: int) -> tuple[ArcChoice, ...]:
    """Return the alternatives to a word's arc in the tree on screen, the most probable first: other heads, and other
    relations to the same head."""
    current_head, current_relation = tree.heads[word - 1], tree.deprels[word - 1]
    trees = (tree, *(ranked.value for ranked in suggestion.trees))
    scores = {part.head: score for part, score in suggestion.list_alternatives(word) if isinstance(part, ArcPart)}
    heads = scores or dict.fromkeys(head for parse in trees if (head := parse.heads[word - 1]) is not None)
    other_heads = [head for head in heads if head != current_head][:MAX_CHOICES]  # further ones are never chosen
    choices = []
    for head in (head for head in heads if head == current_head or head in other_heads):
        score = scores.get(head)
        labels = [parse.deprels[word - 1] for parse in trees if parse.heads[word - 1] == head]
        if head != current_head:
            label = next((candidate for candidate in labels if candidate != EMPTY), EMPTY)
            choices.append(ArcChoice(word, head, label, score, True))
            continue
        relations_by_word = suggestion.parse_result.relations if current_head == trees[1].heads[word - 1] else ()
        relation_probabilities = (
            {ranked.value: math.exp(ranked.score) for ranked in relations_by_word[word - 1]}
            if len(relations_by_word) >= word
            else {}
        )
        for label in dict.fromkeys((*relation_probabilities, *labels)):
            if label not in (current_relation, EMPTY):
                joint_score = None if score is None else score * relation_probabilities.get(label, 0.0)
                choices.append(ArcChoice(word, head, label, joint_score, False))
    return tuple(sorted(choices, key=_descending_score_key)[:MAX_CHOICES])


def select_visible_choices(choices: Sequence[tuple[ArcChoice, ...]], word: int) -> list[ArcChoice]:
    """Return the choices to show while a word is selected: first the best ones of this word, then the most probable of
    all words above the minimum score. `choices` holds those of each word."""
    word_choices = choices[word - 1] if 1 <= word <= len(choices) else ()
    reserved = word_choices[:_RESERVED_CHOICES]
    other_choices = [
        choice
        for row_choices in choices
        if row_choices is not word_choices
        for choice in row_choices
        if choice.score is None or choice.score >= MIN_SHOWN_SCORE
    ]
    return [*reserved, *sorted((*word_choices[_RESERVED_CHOICES:], *other_choices), key=_descending_score_key)][
        :MAX_CHOICES
    ]


def _descending_score_key(choice: ArcChoice) -> float:
    """Return the sort key for descending scores."""
    return -(choice.score or 0.0)


@dataclass(frozen=True, slots=True)
class _PlacedChoice:
    """A choice laid out in the bar: its word if not named before it, its label, its score and its area."""

    choice: ArcChoice
    word_label: str
    label: str
    likelihood_text: str
    area: QRectF


class AlternativesBar(widgets.Panel):
    """Bar with as many alternatives as fit: first of the selected word, then of other words by probability. It stays
    visible while a model is active. Digits choose, or letters while digits choose readings."""

    choice_clicked = Signal(int)  # row, from 1

    def __init__(self, session: Session, suggestions: Suggestions, readings: ReadingRankings):
        super().__init__()
        self._session, self._suggestions, self._readings = session, suggestions, readings
        self._choices_by_word: tuple[tuple[ArcChoice, ...], ...] = ()  # of each word of the tree shown
        self._tree: Sentence | None = None
        self._placed_choices: list[_PlacedChoice] = []
        self._is_suppressed = False  # hidden regardless of suggestions
        self._keys: tuple[Sequence[str], Sequence[str]] = ("123456789", "")  # alone, and while readings are on screen
        self.setAccessibleName(self.tr("Alternatives for this word and others"))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        kinds = ChangeKind.SUGGESTIONS | ChangeKind.MODELS | ChangeKind.SELECTION | ChangeKind.DOCUMENT
        kinds |= ChangeKind.READINGS
        ViewUpdates("alternatives", self, session, self.update_choices, kinds, is_always_updated=True)
        self.font_changed.connect(self.update_choices)
        self.update_choices()

    @property
    def visible_choices(self) -> tuple[ArcChoice, ...]:
        """Choices that fit into the bar."""
        return tuple(row.choice for row in self._placed_choices)

    def set_keys(self, alone: Sequence[str], beside_readings: Sequence[str]) -> None:
        """Set the keys of the choices, without and with readings on screen."""
        self._keys = (alone, beside_readings)
        self.update_choices()

    def set_suppressed(self, is_suppressed: bool) -> None:
        """Hide the bar regardless of suggestions, or show it again."""
        self._is_suppressed = is_suppressed
        self.update_choices()

    def get_key(self, row: int) -> str:
        """Return the key that applies the choice in a row, from 1; "" if it has none."""
        keys = self._keys[self._readings.are_visible]
        return keys[row - 1] if row <= len(keys) else ""

    def update_choices(self, *_: object) -> None:
        """Show the choices that fit: those of the selected word first, then of other words; hide the bar without a
        model."""
        is_needed = (
            not self._is_suppressed
            and self._suggestions.model.active_run is not None
            and len(self._session.treebank) > 0
        )
        if is_needed != (not self.isHidden()):
            self.setVisible(is_needed)
            self.updateGeometry()
        suggestion, tree = (self._suggestions.current, self._suggestions.current_tree) if is_needed else (None, None)
        if suggestion is None or tree is None or suggestion.question.structure is not DEPENDENCIES:
            self._choices_by_word, self._tree, self._placed_choices = (), None, []
        else:
            if tree is not self._tree:
                self._choices_by_word = tuple(
                    list_arc_choices(suggestion, tree, word) for word in range(1, len(tree) + 1)
                )
                self._tree = tree
            self._placed_choices = self._lay_out_fitting_choices(suggestion, tree)
        descriptions = (
            " ".join(filter(None, (self.get_key(number), row.word_label, row.label, row.likelihood_text)))
            for number, row in self._numbered_choices
        )
        self.setAccessibleDescription("; ".join(descriptions))
        self.update()

    @property
    def _numbered_choices(self) -> enumerate[_PlacedChoice]:
        """The choices in the bar with their rows, from 1."""
        return enumerate(self._placed_choices, 1)

    def _lay_out_fitting_choices(self, suggestion: Suggestion, tree: Sentence) -> list[_PlacedChoice]:
        """Lay out the choices, best first, until the bar is full."""
        fitting_rows: list[_PlacedChoice] = []
        candidates: list[ArcChoice] = []
        for choice in select_visible_choices(self._choices_by_word, self._session.selection.word):
            candidates.append(choice)
            rows = self._lay_out_choices(candidates, suggestion, tree)
            if rows[-1].area.right() > self.width() - _MARGIN:
                break
            fitting_rows = rows
        return fitting_rows

    def _lay_out_choices(self, choices: list[ArcChoice], suggestion: Suggestion, tree: Sentence) -> list[_PlacedChoice]:
        """Lay out the choices of the selected word first, then those of each other word together."""
        metrics, key_size, x = QFontMetricsF(self.font()), self._key_size, _MARGIN
        words = dict.fromkeys((self._session.selection.word, *(candidate.word for candidate in choices)))
        rows: list[_PlacedChoice] = []
        for word in words:
            word_label = f"{isolate_text(tree.forms[word - 1])}:" if word else ""
            for choice in choices:
                if choice.word != word:
                    continue
                x += (_WORD_GAP if word_label else _GAP) if rows else 0
                shows_score = choice.score is not None and choice.score >= MIN_SHOWN_SCORE
                likelihood_text = format_arc_score(choice.score or 0.0, suggestion.is_calibrated) if shows_score else ""
                label = self._format_choice(tree, choice)
                width = key_size + _KEY_GAP + metrics.horizontalAdvance(f"{label}  {likelihood_text}".rstrip())
                width += metrics.horizontalAdvance(f"{word_label} ") if word_label else 0
                rows.append(
                    _PlacedChoice(
                        choice,
                        word_label,
                        label,
                        likelihood_text,
                        QRectF(x, (self.height() - key_size) / 2, width, key_size),
                    )
                )
                x, word_label = x + width, ""
        return rows

    def _format_choice(self, tree: Sentence, choice: ArcChoice) -> str:
        """Return the text of a choice: its relation and any other head, numbered if its form recurs."""
        relation = "" if choice.relation == EMPTY else choice.relation
        if not choice.changes_head:
            return relation
        if not choice.head:
            return relation or self.tr("the root")
        form = tree.forms[choice.head - 1]
        is_repeated = tree.forms.count(form) > 1
        head_text = f"{isolate_text(form)} {choice.head}" if is_repeated else isolate_text(form)
        return self.tr("{0} of {1}").format(relation, head_text) if relation else self.tr("below {0}").format(head_text)

    @property
    def _key_size(self) -> float:
        """Side of the square around a key, in pixels."""
        return QFontMetricsF(self.font()).height() + 4

    def _mirror_area(self, area: QRectF) -> QRectF:
        """Mirror an area if the window is laid out from right to left."""
        is_mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        return QRectF(self.width() - area.right(), area.top(), area.width(), area.height()) if is_mirrored else area

    def _find_row_at(self, x: float) -> int:
        """Return the row, from 1, of the choice at a horizontal position; 0 if there is none."""
        areas = enumerate((self._mirror_area(row.area) for row in self._placed_choices), 1)
        return next((row for row, area in areas if area.left() - _GAP / 2 <= x < area.right() + _GAP / 2), 0)

    def sizeHint(self) -> QSize:
        return QSize(200, round(self._key_size) + 12)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, round(self._key_size) + 12)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.update_choices()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if row := self._find_row_at(event.position().x()):
            self.choice_clicked.emit(row)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            row = self._find_row_at(event.pos().x())
            tip = self.tr("Choose it and go to the next uncertain word") if row else ""
            QToolTip.showText(event.globalPos(), tip, self)
            return True
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self._placed_choices:
            return
        colours = theme.get_colours(theme.is_dark_palette(self.palette()))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics, key_size = QFontMetricsF(self.font()), self._key_size
        flags = int(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        for number, row in self._numbered_choices:
            x = row.area.left()
            if row.word_label:
                painter.setPen(colours.faint)
                painter.drawText(self._mirror_area(row.area), flags, row.word_label)
                x += metrics.horizontalAdvance(f"{row.word_label} ")
            if key := self.get_key(number):
                key_area = self._mirror_area(QRectF(x, row.area.top(), key_size, key_size))
                painter.setPen(QPen(colours.border, 1))
                painter.setBrush(colours.paper)
                painter.drawRoundedRect(key_area, 4, 4)
                painter.setPen(colours.faint)
                painter.drawText(key_area, int(Qt.AlignmentFlag.AlignCenter), key)
                x += key_size
            label_area = QRectF(x + _KEY_GAP, row.area.top(), row.area.right() - x - _KEY_GAP, key_size)
            painter.setPen(colours.text)
            painter.drawText(self._mirror_area(label_area), flags, row.label)
            painter.setPen(colours.trace)
            likelihood_area = label_area.adjusted(metrics.horizontalAdvance(f"{row.label}  "), 0, 0, 0)
            painter.drawText(self._mirror_area(likelihood_area), flags, row.likelihood_text)
        painter.end()
