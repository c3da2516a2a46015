"""Changes of a session as values, and the dispatcher that gives each to the parts of the session in one declared order,
and then to the views on screen."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import Flag, auto
from functools import reduce
from typing import TYPE_CHECKING

from spectral_core.data import Sentence

if TYPE_CHECKING:
    from spectral_core.project import Edit
    from spectral_gui.state.document_loading import LoadedDocument
    from spectral_gui.state.session import Selection


class ChangeKind(Flag):
    """What changed."""

    PROJECT = auto()  # another project is open, or none
    DOCUMENTS = auto()  # documents were added to the project or removed
    DOCUMENT = auto()  # another document is shown
    OPENED = auto()  # its first sentence is selected
    SELECTION = auto()
    WORDS = auto()  # of sentences of the document, as all kinds up to LOCKS
    HEADS = auto()
    LABELS = auto()  # of arcs, enhanced ones included
    TAGS = auto()  # lemmas, tags, features and readings
    STRUCTURE = auto()  # constituents
    NOTES = auto()  # comments and MISC
    DECISIONS = auto()  # who decided on a sentence: accepted, or edited
    EFFORT = auto()  # time and keys that the readings of words took
    LOCKS = auto()
    HISTORY = auto()  # the next undo step, or which sentences are saved
    SURVEY = auto()  # labels and problems of the document are known
    RUNS = auto()  # runs of the project began, ended, or changed
    MODELS = auto()  # another model suggests trees or ranks readings
    SUGGESTIONS = auto()  # suggested trees of sentences arrived, changed or vanished
    READINGS = auto()  # ranked readings of sentences arrived


ANNOTATION = (
    ChangeKind.WORDS | ChangeKind.HEADS | ChangeKind.LABELS | ChangeKind.TAGS | ChangeKind.STRUCTURE | ChangeKind.NOTES
)
_NOTHING = ChangeKind(0)
_MAX_MISSED = 64  # changes kept apart for a view off screen

# Who receives each change before whom. The parts come first, so that a view never asks a part that does not know of
# the change; a part that uses another one comes after it. Trees come after the panels beside them, which decide on
# their width; bars come last, so that their labels are laid out once.
PARTS = (
    "effort", "document-saver", "runs", "compatibility", "text-splitter", "survey", "search", "dependencies-model",
    "constituents-model", "readings-model", "suggestions", "questions", "subtree-replacement", "uncertainty-scores",
    "disagreement-scores", "readings", "reading-selection", "acceptance", "dictionaries", "auto-trainer",
)  # fmt: skip
VIEWS = (
    "window", "panels", "last-positions", "tour", "queue", "word", "readings", "problems", "history", "find",
    "tokens", "dependency-tree", "alternatives", "constituency-tree", "tree-strip", "read", "text", "word-list",
    "words", "quiz", "comparison", "automaton", "second-automaton", "ranks", "second-ranks", "state-ranks",
    "states", "steps", "word-map", "models", "explore", "curves", "training", "run-table", "menus", "top-bar",
    "status-line",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Changes:
    """What one action changed: kinds and sentences of the open document."""

    kinds: ChangeKind
    sentences: frozenset[int] = frozenset()  # edited, undone or merged
    suggested: frozenset[int] = frozenset()  # sentences with other suggestions
    ranked: frozenset[int] = frozenset()  # sentences with other ranked readings
    edit: Edit | None = None  # the edit that was applied or undone; for parts alone
    is_undo: bool = False
    previous_selection: Selection | None = None  # with SELECTION
    loaded: LoadedDocument | None = None  # with OPENED, for parts alone; None for a document without a file

    def has(self, kinds: ChangeKind) -> bool:
        """Return whether one of these kinds is among those changed."""
        return bool(self.kinds.value & kinds.value)  # of integers, as those of flags are slow

    def concerns(self, index: int) -> bool:
        """Return whether a sentence was changed itself, or all sentences were."""
        return index in self.sentences or self.has(ChangeKind.DOCUMENT)

    def moves_to_sentence(self, selection: Selection) -> bool:
        """Return whether another sentence was selected, given the present selection."""
        previous = self.previous_selection
        return previous is not None and previous.sentence != selection.sentence

    def merge(self, later: Changes) -> Changes:
        """Return what this and a later action changed together, as views receive it."""
        return replace(
            later,
            kinds=self.kinds | later.kinds,
            sentences=self.sentences | later.sentences,
            suggested=self.suggested | later.suggested,
            ranked=self.ranked | later.ranked,
            previous_selection=self.previous_selection or later.previous_selection,
        )


_COLUMN_KINDS = {
    "forms": ChangeKind.WORDS, "ranges": ChangeKind.WORDS, "heads": ChangeKind.HEADS, "deprels": ChangeKind.LABELS,
    "deps": ChangeKind.LABELS, "lemmas": ChangeKind.TAGS, "upos": ChangeKind.TAGS, "xpos": ChangeKind.TAGS,
    "feats": ChangeKind.TAGS, "analyses": ChangeKind.TAGS, "candidates": ChangeKind.TAGS, "unanalysed": ChangeKind.TAGS,
    "tree": ChangeKind.STRUCTURE, "misc": ChangeKind.NOTES, "comments": ChangeKind.NOTES,
}  # fmt: skip


def find_changed_kinds(before: Sentence, after: Sentence) -> ChangeKind:
    """Return which kinds of annotation differ between two states of a sentence."""
    kinds = _NOTHING
    for name, kind in _COLUMN_KINDS.items():
        if not kinds & kind and getattr(before, name) != getattr(after, name):
            kinds |= kind
    return kinds


@dataclass(slots=True)
class _View:
    """A view that receives changes while it is on screen."""

    update: Callable[[Changes], object]
    mask: int  # the kinds of changes that it receives
    is_on_screen: bool
    missed: list[Changes] = field(default_factory=list)  # changes since it was last on screen

    def take_missed(self) -> Changes:
        """Return what the view missed, all together, and forget it."""
        missed, self.missed = self.missed, []
        return reduce(Changes.merge, missed)


@dataclass(slots=True)
class _Part:
    """A part of the session that receives changes."""

    update: Callable[[Changes], object]
    mask: int  # the kinds of changes that it receives


@dataclass(slots=True)
class ChangeDispatcher:
    """Gives each change to the parts in the order of `PARTS`, whatever the order of their registration; then what the
    action changed as a whole, once, to each view on screen in the order of `VIEWS`. A view off screen receives the
    changes that it missed when it is next shown. Changes that follow from others are dispatched after them."""

    announce: Callable[[Changes], object] = lambda _: None  # called when parts and views have received the changes
    _parts: dict[str, _Part] = field(default_factory=dict)
    _views: dict[str, _View] = field(default_factory=dict)
    _queue: deque[Changes] = field(default_factory=deque)
    _for_views: Changes | None = None  # changes that the views have not received
    _is_dispatching: bool = False
    _unserved_views: set[str] = field(default_factory=set)  # views that the present changes have yet to reach
    _collections: int = 0  # actions that are not finished

    def add_part(self, name: str, update: Callable[[Changes], object], kinds: ChangeKind) -> None:
        """Register a part under its name in `PARTS`, with the kinds of changes that it receives."""
        self._parts[name] = _Part(update, kinds.value)
        self._parts = {key: self._parts[key] for key in PARTS if key in self._parts}
        assert name in self._parts, f"{name} is not in PARTS"

    def add_view(
        self,
        name: str,
        update: Callable[[Changes], object],
        kinds: ChangeKind,
        is_on_screen: bool = True,
    ) -> None:
        """Register a view under its name in `VIEWS`, with the kinds of changes that it receives."""
        self._views[name] = _View(update, kinds.value, is_on_screen)
        self._views = {key: self._views[key] for key in VIEWS if key in self._views}
        assert name in self._views, f"{name} is not in VIEWS"

    def remove_view(self, name: str, update: Callable[[Changes], object]) -> None:
        """Forget a view that is deleted, unless another one has its name by now."""
        view = self._views.get(name)
        if view is not None and view.update == update:
            del self._views[name]

    def dispatch(self, changes: Changes) -> None:
        """Give changes to the parts and views concerned, now or, within another dispatch, after it."""
        self._queue.append(changes)
        if self._is_dispatching:
            return
        self._is_dispatching = True
        try:
            while self._queue or (self._for_views is not None and not self._collections):
                if self._queue:
                    self._give_to_parts(self._queue.popleft())
                else:
                    self._give_to_views()
        finally:
            self._is_dispatching = False

    @contextmanager
    def collect(self) -> Iterator[None]:
        """Let the views wait until an action of several changes is complete; the parts receive each at once."""
        self._collections += 1
        try:
            yield
        finally:
            self._collections -= 1
            if not self._collections and not self._is_dispatching and self._for_views is not None:
                self.dispatch(Changes(_NOTHING))

    def set_on_screen(self, name: str, update: Callable[[Changes], object], is_on_screen: bool) -> None:
        """Record that a view came on screen, and give it what it missed, or that it left the screen."""
        view = self._views.get(name)
        if view is None or view.update != update:
            return
        view.is_on_screen = is_on_screen
        if is_on_screen and view.missed and name not in self._unserved_views:  # otherwise its turn comes
            self._call(view.update, view.take_missed())

    def _give_to_parts(self, changes: Changes) -> None:
        kinds = changes.kinds.value
        for part in tuple(self._parts.values()):
            if kinds & part.mask:
                self._call(part.update, changes)
        changes = replace(changes, edit=None, loaded=None)  # views off screen would keep them in memory
        self._for_views = changes if self._for_views is None else self._for_views.merge(changes)

    def _give_to_views(self) -> None:
        changes, self._for_views = self._for_views, None
        assert changes is not None
        kinds = changes.kinds.value
        views = {name: view for name, view in self._views.items() if kinds & view.mask}
        self._unserved_views = set(views)
        for name, view in views.items():
            self._unserved_views.discard(name)
            view.missed.append(changes)
            if view.is_on_screen:
                self._call(view.update, view.take_missed())
            elif len(view.missed) > _MAX_MISSED:
                view.missed = [view.take_missed()]
        self._call(self.announce, changes)

    @staticmethod
    def _call(update: Callable[[Changes], object], changes: Changes) -> None:
        """Call a function with changes; an error in it is reported, and does not keep the others from being called."""
        try:
            update(changes)
        except Exception:
            sys.excepthook(*sys.exc_info())
