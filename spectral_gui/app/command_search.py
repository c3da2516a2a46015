"""Search of the command palette: every action that can be done now, documents, sentences, and labels to search for."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Literal

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAction

from spectral_core.data import Sentence
from spectral_gui.actions import ACTIONS, format_keys
from spectral_gui.app.panels import Panels
from spectral_gui.resources import isolate_text
from spectral_gui.state import AppContext
from spectral_gui.views.shared.command_palette import KINDS_BY_SIGN, Command

_SLICE_SECONDS = 0.015  # of searching sentences at a time, so that the window stays responsive
_MAX_SENTENCES = 100  # that match, after which the search stops
_MAX_DIGITS = 9  # digits of a sentence's number
_MIN_LETTERS = 2  # typed before sentences and labels are searched
_MAX_LABELS = 300  # per kind
_ICONS = {  # by menu, and by the method of an action
    "File": "file-text", "Edit": "pencil-line", "View": "layers", "Go": "chevron-right", "Annotate": "pencil-line",
    "Model": "network", "Tools": "settings", "Help": "circle-question-mark", "undo": "undo-2", "redo": "redo-2",
    "lock": "lock", "open_file": "folder-open", "open_project": "folder-open", "get_treebank": "download",
    "flip_theme": "moon", "flip_left": "panel-left", "flip_right": "panel-right", "show_annotate": "pencil-line",
    "show_read": "book-open", "show_explore": "microscope", "show_compare": "git-compare", "show_train": "activity",
    "show_preferences": "settings", "show_keys": "keyboard", "show_find": "search", "accept": "check",
    "previous_sentence": "chevron-left", "start": "play",
}  # fmt: skip


class CommandSearch(QObject):
    """Search for commands that match the text typed so far; sentences of a large document come in several slices."""

    more_found = Signal()  # more sentences match, or the search has ended

    def __init__(self, context: AppContext, panels: Panels, actions: Mapping[str, QAction], parent: QObject):
        super().__init__(parent)
        self._session, self._survey, self._document_search = context.session, context.survey, context.document_search
        self._panels, self._actions = panels, actions
        self._query = ""  # text that sentences are searched for
        self._sentence_commands: list[Command] = []  # sentences that contain it
        self._remaining: Iterator[tuple[int, Sentence]] | None = None  # sentences not searched yet
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._on_timeout)

    @property
    def is_searching(self) -> bool:
        """Whether there are sentences that were not searched yet."""
        return self._remaining is not None

    def stop(self) -> None:
        """Search no more sentences."""
        self._timer.stop()
        self._remaining = None

    def gather(self, text: str, restart: bool = True) -> Sequence[Command]:
        """Return all matching commands; labels and sentences only once letters are typed. A call without `restart`
        continues the search in progress, since more was found."""
        if restart:
            self.stop()
        text = text.strip()
        kind = KINDS_BY_SIGN.get(text[:1], "")
        query = text[bool(kind) :].strip().lower()
        commands: list[Command] = []
        if kind in ("", "acts"):
            commands += [*self._list_actions(), *self._list_documents()]
        if kind == "labels" or (not kind and len(query) >= _MIN_LETTERS):
            commands += self._list_labels()
        if kind == "sentences" or (not kind and len(query) >= _MIN_LETTERS):
            commands += self._find_sentences(query, restart)
        elif not kind and query.isdecimal():
            commands += self._list_by_number(query)
        return commands

    def _list_actions(self) -> Iterator[Command]:
        for action_row in ACTIONS:
            action = self._actions.get(action_row.name)
            if action is None or not action_row.menu or not action.isEnabled() or action_row.method == "show_palette":
                continue
            keys = format_keys([shortcut.toString() for shortcut in action.shortcuts()[:1]])
            menu = action_row.menu.partition("/")[0].replace("&", "")
            icon = _ICONS.get(action_row.method, _ICONS.get(menu, "chevron-right"))
            yield Command(self.tr(menu), action.text().replace("&", ""), action.trigger, keys, icon)

    def _list_documents(self) -> Iterator[Command]:
        group = self.tr("Documents")
        for name in self._session.documents:
            if name != self._session.document:
                yield Command(group, isolate_text(name), partial(self._session.open_document, name), icon="file-text")

    def _list_labels(self) -> Iterator[Command]:
        group, inventory = self.tr("Find"), self._survey.inventory
        kinds: tuple[Literal["deprel", "upos", "xpos"], ...] = ("deprel", "upos", "xpos")
        for kind in kinds:
            for label in inventory.labels_by_frequency(kind)[:_MAX_LABELS]:
                query = f'{kind}="{label}"'
                yield Command(group, f"{kind}={label}", partial(self._find_query, query), icon="search")

    def _find_sentences(self, query: str, restart: bool) -> list[Command]:
        """Return the sentence with the number typed, at once, and the matching ones found so far."""
        if restart:
            self._query, self._sentence_commands = query, []
            self._remaining = enumerate(self._session.treebank)
            self._search_slice()
            if self._remaining is not None:
                self._timer.start()
        by_number = list(self._list_by_number(query))
        return by_number + [
            command for command in self._sentence_commands if not by_number or command.text != by_number[0].text
        ]

    def _list_by_number(self, query: str) -> Iterator[Command]:
        """Return the sentence whose number ends the text typed."""
        number = query.split()[-1] if query else ""
        if number.isdecimal() and len(number) <= _MAX_DIGITS and 0 < int(number) <= len(self._session.treebank):
            index = int(number) - 1
            text = self._format_sentence(number, self._session.treebank[index])
            yield self._make_sentence_command(
                index, text if number == query else self.tr("Go to sentence {0}").format(text)
            )

    def _format_sentence(self, number: str, sentence: Sentence) -> str:
        return f"{number}  \u2068{sentence.text}\u2069"

    def _make_sentence_command(self, index: int, text: str) -> Command:
        return Command(self.tr("Sentences"), text, partial(self._session.select, index), icon="list")

    def _search_slice(self) -> bool:
        """Search sentences for one slice of time; return whether any matched."""
        deadline, old_count = time.monotonic() + _SLICE_SECONDS, len(self._sentence_commands)
        assert self._remaining is not None
        for index, sentence in self._remaining:
            if self._query in sentence.text.lower():
                self._sentence_commands.append(
                    self._make_sentence_command(index, self._format_sentence(str(index + 1), sentence))
                )
            if len(self._sentence_commands) >= _MAX_SENTENCES:
                self.stop()
                break
            if time.monotonic() > deadline:
                break
        else:
            self.stop()
        return len(self._sentence_commands) > old_count

    def _on_timeout(self) -> None:
        if self._remaining is not None and (self._search_slice() or self._remaining is None):
            self.more_found.emit()

    def _find_query(self, query: str) -> None:
        self._panels.show_find()
        self._document_search.find(query)
