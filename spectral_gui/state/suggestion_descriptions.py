"""Descriptions of suggestions, models and methods for the user, and reasons why a suggestion is missing."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.structure import CONSTITUENTS, DEPENDENCIES, Part, Position, SpanPart, Structure
from spectral_core.engine import MAX_WORDS
from spectral_core.formats import editable_structures
from spectral_core.model import AUTO_COLUMN
from spectral_core.project import Run
from spectral_core.registry import METHODS
from spectral_gui.state.session import Session
from spectral_gui.text_display import make_translator

if TYPE_CHECKING:
    from spectral_gui.state.suggestions import Suggestion, Suggestions

_tr = make_translator("Session")

_MAX_WORDS = 6  # of a phrase quoted in a message
_MAX_CONTRIBUTIONS = 3  # score contributions listed
MIN_TREES = 20  # minimum number of trees for a useful parser


def describe_part(part: Part, forms: Sequence[str]) -> str:
    """Describe a part as in an undo text: a word and its head, or the words of a phrase."""
    if isinstance(part, SpanPart):
        words = list(forms[part.start : part.end])
        shortened = [*words[: _MAX_WORDS - 1], "…", words[-1]] if len(words) > _MAX_WORDS else words
        return f"{part.label} '\u2068{' '.join(shortened)}\u2069'".strip()
    word = f"'\u2068{forms[part.word - 1]}\u2069'"
    if not part.head:
        return _tr("{0} as the root").format(word)
    return _tr("{0} under {1}").format(word, f"'\u2068{forms[part.head - 1]}\u2069'")


def describe_position(position: Position, forms: Sequence[str]) -> str:
    """Describe a position in a sentence: a word with its number, or the words of a phrase."""
    if isinstance(position, int):
        return f"{position} \u2068{forms[position - 1]}\u2069"
    return describe_part(SpanPart(*position), forms)


def describe_suggested_tree(suggestion: Suggestion, rank: int) -> str:
    """Describe which tree of a suggestion is shown, and how it differs from the best one or from the sentence's own
    tree."""
    description, limits = _describe_ranked_tree(suggestion, rank), suggestion.parse_result.limits
    return f"{description}. {limits}" if limits else description


def _describe_ranked_tree(suggestion: Suggestion, rank: int) -> str:
    """Describe the rank and score of a tree, and its difference from the best parse or, for that, the annotation."""
    tree, sentence, structure = suggestion.trees[rank], suggestion.question.sentence, suggestion.question.structure
    score_text = _tr("score {0:.3f}").format(tree.score)
    if tree.probability is not None:
        score_text = _tr("probability {0:.0%}").format(tree.probability)
    description = _tr("Tree {0} of {1}, {2}").format(rank + 1, len(suggestion.trees), score_text)
    if rank:
        count = len(suggestion.find_changed_positions(rank))
        description += _describe_contributions(suggestion, rank)
        if structure is CONSTITUENTS:
            return _tr("{0}; {1} phrase(s) differ from the best parse").format(description, count)
        return _tr("{0}; {1} head(s) differ from the best parse").format(description, count)
    if structure.is_unfinished(sentence):
        return description
    difference = _describe_tree_difference(structure, tree.value, sentence)
    if not difference:
        return _tr("{0}: same as the annotation").format(description)
    return _tr("{0}; differs from the annotation: {1}").format(description, difference)


def _describe_contributions(suggestion: Suggestion, rank: int) -> str:
    """Describe the largest contributions to the score difference of a tree from the best one; "" if there are none."""
    contributions = suggestion.parse_result.contributions
    if rank >= len(contributions) or not contributions[rank]:
        return ""
    return (
        " ("
        + ", ".join(
            f"{contribution.element} {contribution.value:+.2f}"
            for contribution in contributions[rank][:_MAX_CONTRIBUTIONS]
        )
        + ")"
    )


def _describe_tree_difference(structure: Structure, tree: Sentence, reference: Sentence) -> str:
    """Describe how many parts of a tree differ from a reference tree over the same words; "" if none do."""
    changed_count = len(structure.changed_positions(tree, reference))
    if structure is CONSTITUENTS:
        return _tr("{0} phrase(s)").format(changed_count) if changed_count else ""
    arcs = zip(tree.heads, tree.deprels, reference.heads, reference.deprels, strict=True)
    labels = sum(
        head == reference_head and label != reference_label for head, label, reference_head, reference_label in arcs
    )
    parts = [_tr("{0} head(s)").format(changed_count)] if changed_count else []
    parts += [_tr("{0} relation(s)").format(labels)] if labels else []
    return ", ".join(parts)


class SuggestionDiagnostics:
    """Messages that explain why a model or a suggestion is missing; "" if it is not."""

    def __init__(
        self, session: Session, suggestions: Suggestions, explain_mismatch: Callable[[Run], str],
        get_running: Callable[[], Run | None],
    ) -> None:  # fmt: skip
        self._session, self._suggestions, self._explain_mismatch, self._get_running = (
            session,
            suggestions,
            explain_mismatch,
            get_running,
        )

    @property
    def why_no_model(self) -> str:
        """Reason why no model is active for the structure; "" if one is."""
        model, structure = self._suggestions.model, self._suggestions.structure
        if model.model_file is not None:
            return ""
        if self._session.project is None:
            message = _tr("Save these sentences first: models are stored in a project: {0}")
            return message.format(_tr("save the sentences to a file and open that."))
        reasons = [reason for run in model.candidate_runs if (reason := self._explain_mismatch(run))]
        if reasons and len(reasons) == len(model.candidate_runs):
            message = _tr("{0} Train a model on sentences of this language, or get a treebank of it (File).")
            return message.format(reasons[-1])
        if model.candidate_runs:
            return _tr("No active parser. Choose one in the Model menu.")
        run = self._get_running()
        if run is not None and run.method in METHODS and METHODS[run.method].structure is structure:
            return _tr("Training a parser. Suggestions appear shortly.")
        if structure is CONSTITUENTS:
            message = _tr("No parser for phrases yet. Accept {0} trees to train one.")
            return message.format(MIN_TREES)
        message = _tr("No parser yet. Get a treebank of this language, or accept {0} trees to train one.")
        return message.format(MIN_TREES)

    @property
    def why_no_suggestion(self) -> str:
        """Reason why no tree is or will be suggested for the selected sentence; "" if none is needed, or one may be."""
        sentence, index = self._session.sentence, self._session.selection.sentence
        if sentence is None or not sentence.is_readable or not len(sentence):
            return ""
        if not self._suggestions.structure.is_unfinished(sentence):
            return ""
        return (
            self._explain_unsupported_structure()
            or self.why_no_model
            or self._explain_excessive_length(sentence)
            or self._suggestions.get_failure_reason(index)
        )

    def explain_unparsable(self, sentence: Sentence) -> str:
        """Return the reason why no model can parse a sentence; "" if one could."""
        if reason := self._explain_unsupported_structure():
            return reason
        if not sentence.is_readable or not len(sentence):
            return _tr("This sentence could not be read, so there are no suggestions.")
        return self._explain_excessive_length(sentence)

    def advise_other_models(self, sentence: Sentence) -> str:
        """Return advice to use a model without tags if the tags that the active model reads are missing, to be appended
        to a message; "" if there is no such model."""
        model = self._suggestions.model
        run = model.active_run
        if run is None or not _lacks_required_tags(run, sentence):
            return ""
        alternatives = [
            candidate.name
            for candidate in model.candidate_runs
            if candidate is not run and not _lacks_required_tags(candidate, sentence)
        ]
        if not alternatives:
            return ""
        message = _tr(", or use {0}, which does not need it: Model › Suggest trees with")
        return message.format(_tr(" or ").join(alternatives[-2:]))

    def _explain_unsupported_structure(self) -> str:
        structure = self._suggestions.structure
        if structure in editable_structures(self._session.treebank.format):
            return ""
        return _tr("This file format cannot store {0}, so there are no suggestions.").format(structure.name)

    def _explain_excessive_length(self, sentence: Sentence) -> str:
        if len(sentence) <= MAX_WORDS:
            return ""
        message = _tr("This sentence has {0} words; suggestions stop at {1}. Build its tree by hand.")
        if self._suggestions.structure is DEPENDENCIES:
            message = _tr("This sentence has {0} words; suggestions stop at {1}. Attach its words by hand.")
        return message.format(len(sentence), MAX_WORDS)


def _lacks_required_tags(run: Run, sentence: Sentence) -> bool:
    """Return whether the model of a run reads tags that a sentence lacks, and has no tagger of its own."""
    settings = {**dataclasses.asdict(METHODS[run.method].settings()), **run.settings}
    column = settings.get("column")
    if not isinstance(column, str) or settings.get("tagger"):
        return False
    columns = ("upos", "xpos") if column == AUTO_COLUMN else (column,)
    return all(value == EMPTY for name in columns for value in sentence.column(name))
