"""View model of dependencies: the arcs to draw, suggested ones among them, alternatives for a word, and why there are
none."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.structure import DEPENDENCIES, ArcPart
from spectral_core.formats import can_edit
from spectral_gui.absences import EmptyStateButton
from spectral_gui.resources import format_likelihood, isolate_text, make_translator
from spectral_gui.scenes.dependencies import Ghost
from spectral_gui.state import Acceptance, Session, Suggestion, Suggestions

_tr = make_translator("Proposed")
MAX_CHOICES = 9  # of which each has a digit
MIN_SHOWN_SCORE = 0.01  # numbers from which on they are said
_RESERVED_CHOICES = 3  # choices of the word that is selected that are shown whatever its neighbours have


@dataclass(frozen=True, slots=True)
class ArcViewModel:
    """A sentence as it is drawn: its own arcs and, where there is a suggestion, those of the suggested tree."""

    sentence: Sentence
    ghosts: dict[int, Ghost] = field(default_factory=dict)
    doubtful: tuple[int, ...] = ()
    locked: frozenset[int] = frozenset()
    forbidden: frozenset[tuple[int, int]] = frozenset()  # (head, word)

    @property
    def notes(self) -> dict[int, str]:
        """The notes of the outline on words: arcs that are suggested, locked or forbidden, and words in doubt."""
        notes_by_word = {word: [ghost.note] for word, ghost in self.ghosts.items()}
        notes = [(word, _tr("locked")) for word in sorted(self.locked)]
        notes += [(word, _tr("in doubt")) for word in self.doubtful]
        for head, word in sorted(self.forbidden):
            head_text = f"{head} {isolate_text(self.sentence.forms[head - 1])}" if head else _tr("the root")
            notes.append((word, _tr("forbidden below {0}").format(head_text)))
        for word, note in notes:
            notes_by_word.setdefault(word, []).append(note)
        return {word: ", ".join(filter(None, word_notes)) for word, word_notes in notes_by_word.items()}


def build_view_model(
    session: Session, suggestions: Suggestions, acceptance: Acceptance, sentence: Sentence
) -> ArcViewModel:
    """Build the view model of the selected sentence with what is suggested for it."""
    suggestion, tree = suggestions.current, suggestions.current_tree
    locks, doubtful = session.get_locks(session.selection.sentence), acceptance.find_uncertain_words()
    locked = frozenset(word for _, word in locks.required_arcs)
    if suggestion is None or tree is None:
        return ArcViewModel(sentence, {}, doubtful, locked, locks.forbidden_arcs)
    changed_words = suggestion.find_changed_parts(min(suggestions.rank, len(suggestion.trees) - 1))
    ghosts = {}
    for word, (head, suggested_head) in enumerate(zip(sentence.heads, tree.heads, strict=True), 1):
        if head != suggested_head:
            score = None if suggested_head is None else suggestion.score_of(ArcPart(word, suggested_head))
            notes = (_describe_arc(suggestion, score, word in changed_words), *_describe_tags(sentence, tree, word))
            ghosts[word] = Ghost(score, word in changed_words, ", ".join(notes))
        elif sentence.deprels[word - 1] != tree.deprels[word - 1]:
            notes = (_describe_relation(sentence.deprels[word - 1]), *_describe_tags(sentence, tree, word))
            ghosts[word] = Ghost(note=", ".join(notes), relation_only=True)
    return ArcViewModel(tree, ghosts, doubtful, locked, locks.forbidden_arcs)


def list_suggested_trees(suggestions: Suggestions, index: int) -> tuple[Sentence, ...]:
    """Return the trees suggested for a sentence, the one on screen first; () where none is."""
    suggestion, tree = suggestions.current, suggestions.current_tree
    if suggestion is None or tree is None or suggestion.index != index:
        return ()
    return (tree, *(ranked.value for ranked in suggestion.trees if ranked.value is not tree))


def list_model_relations(suggestions: Suggestions, index: int, word: int, head: int | None) -> tuple[str, ...]:
    """Return the relations that the model has for a word under a head, the likeliest first; for another head than it
    chose, all that it knows. () where no model names any."""
    suggestion = suggestions.current
    if suggestion is None or suggestion.index != index or len(suggestion.parsed.relations) < word:
        return ()
    relations_by_word = suggestion.parsed.relations
    if suggestion.trees[0].value.heads[word - 1] == head:
        return tuple(ranked.value for ranked in relations_by_word[word - 1])
    return tuple(dict.fromkeys(ranked.value for relations in relations_by_word for ranked in relations))


@dataclass(frozen=True, slots=True)
class ArcChoice:
    """Another head or relation for a word; EMPTY where the relation is predicted once the word is attached."""

    word: int
    head: int
    relation: str
    score: float | None  # of the head, times the share of the relation; None where the model says none
    changes_head: bool


def list_arc_choices(suggestion: Suggestion, tree: Sentence, word: int) -> tuple[ArcChoice, ...]:
    """Return alternatives to what the tree on screen has at a word, the likeliest first."""
    current_head, current_relation = tree.heads[word - 1], tree.deprels[word - 1]
    trees = (tree, *(ranked.value for ranked in suggestion.trees))
    scores = {part.head: score for part, score in suggestion.alternatives(word) if isinstance(part, ArcPart)}
    heads = scores or dict.fromkeys(head for parse in trees if (head := parse.heads[word - 1]) is not None)
    choices = []
    for head in heads:
        score = scores.get(head)
        labels = [parse.deprels[word - 1] for parse in trees if parse.heads[word - 1] == head]
        if head != current_head:
            label = next((candidate for candidate in labels if candidate != EMPTY), EMPTY)
            choices.append(ArcChoice(word, head, label, score, True))
            continue
        relations_by_word = suggestion.parsed.relations if current_head == trees[1].heads[word - 1] else ()
        relation_shares = (
            {ranked.value: math.exp(ranked.score) for ranked in relations_by_word[word - 1]}
            if len(relations_by_word) >= word
            else {}
        )
        for label in dict.fromkeys((*relation_shares, *labels)):
            if label not in (current_relation, EMPTY):
                joint_score = None if score is None else score * relation_shares.get(label, 0.0)
                choices.append(ArcChoice(word, head, label, joint_score, False))
    return tuple(sorted(choices, key=_sort_key)[:MAX_CHOICES])


def rank_choices(choices: Sequence[tuple[ArcChoice, ...]], word: int) -> list[ArcChoice]:
    """Return the choices to show first while a word is selected: the first few of its own, and then the likeliest, its
    own or another's, that are probable enough."""
    word_choices = choices[word - 1] if 1 <= word <= len(choices) else ()
    reserved = word_choices[:_RESERVED_CHOICES]
    other_choices = [
        choice
        for row_choices in choices
        if row_choices is not word_choices
        for choice in row_choices
        if choice.score is None or choice.score >= MIN_SHOWN_SCORE
    ]
    return [*reserved, *sorted((*word_choices[_RESERVED_CHOICES:], *other_choices), key=_sort_key)][:MAX_CHOICES]


def _sort_key(choice: ArcChoice) -> float:
    return -(choice.score or 0.0)


def _describe_arc(suggestion: Suggestion, score: float | None, is_changed: bool) -> str:
    likelihood_text = "" if score is None else format_likelihood(score, suggestion.is_calibrated)
    return ", ".join(filter(None, (_tr("proposed"), likelihood_text, _tr("moved") if is_changed else "")))


def _describe_relation(relation: str) -> str:
    return _tr("relation proposed") if relation == EMPTY else _tr("relation proposed instead of {0}").format(relation)


def _describe_tags(sentence: Sentence, tree: Sentence, word: int) -> list[str]:
    """Return notes on the tags that accepting a suggestion would write at a word."""
    columns = ((sentence.upos, tree.upos), (sentence.xpos, tree.xpos))
    tags = dict.fromkeys(
        suggested_tags[word - 1]
        for current_tags, suggested_tags in columns
        if current_tags[word - 1] != suggested_tags[word - 1]
    )
    return [_tr("tag {0} proposed").format(tag) for tag in tags]


class NoSuggestionLabel(QLabel):
    """Label with the reason why no tree is suggested; hidden where one is."""

    def __init__(self, session: Session, suggestions: Suggestions):
        super().__init__()
        self._session, self._suggestions = session, suggestions
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setMargin(6)
        self.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.setAccessibleName(self.tr("Why no tree is proposed"))
        self.help_button = EmptyStateButton()
        self.help_button.hide()
        self.hide()

    def refresh(self) -> None:
        if not can_edit(self._session.treebank.format, DEPENDENCIES.name) and self._session.sentence is not None:
            self._show_unsupported_format()
            return
        reason = self._suggestions.diagnostics.why_no_suggestion
        self.setText(reason)
        self.setVisible(bool(reason))
        self._update_help(bool(reason))

    def _show_unsupported_format(self) -> None:
        self.setText(
            self.tr("The format of this document has no place for dependencies. Another document can have them.")
        )
        self.show()
        self.help_button.use_action("window.begin_beside")
        self.help_button.setVisible(self._session.project is not None and not self._session.read_only)

    def _update_help(self, is_missing: bool) -> None:
        """Offer what helps: a file to train in, another model, or a treebank to train on."""
        model = self._suggestions.model
        self.help_button.setVisible(is_missing and model.run is None)
        if self._session.project is None:
            self.help_button.use_action("window.save_as")
        elif model.candidates:
            newest = model.candidates[-1].name
            tip = self.tr("Has it propose the trees that are not decided")
            self.help_button.use_callback(self.tr("Let {0} propose").format(newest), tip, lambda: model.choose(newest))
        else:
            self.help_button.use_action("window.show_train" if model.project_runs else "window.get_treebank")
