"""What the palette offers: every action that can be done now, documents, sentences, and labels to look for."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Literal

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAction

from spectral_core.data import Sentence
from spectral_gui.actions import ACTIONS, shown_keys
from spectral_gui.panels import Panels
from spectral_gui.resources import isolated
from spectral_gui.session import AppContext
from spectral_gui.views.palette import KINDS, Command

_SLICE = 0.015  # seconds that sentences are looked through at once; the rest follows while the window goes on
_MOST_SENTENCES = 100  # that fit; more are not looked for
_LONGEST_NUMBER = 9  # digits of a sentence's number
_FEWEST = 2  # letters typed before sentences and labels are looked for
_LABELS = 300  # of a kind
_ICONS = {  # by menus, and by what an action calls
    "File": "file-text", "Edit": "pencil-line", "View": "layers", "Go": "chevron-right", "Annotate": "pencil-line",
    "Model": "network", "Tools": "settings", "Help": "circle-question-mark", "undo": "undo-2", "redo": "redo-2",
    "lock": "lock", "open_file": "folder-open", "open_project": "folder-open", "get_treebank": "download",
    "flip_theme": "moon", "flip_left": "panel-left", "flip_right": "panel-right", "show_annotate": "pencil-line",
    "show_read": "book-open", "show_explore": "microscope", "show_compare": "git-compare", "show_train": "activity",
    "show_preferences": "settings", "show_keys": "keyboard", "show_find": "search", "accept": "check",
    "previous_sentence": "chevron-left", "start": "play",
}  # fmt: skip


class Commands(QObject):
    """Gathers what fits the letters typed so far; sentences of a large document come in several slices."""

    more_found = Signal()  # more sentences fit what was typed last, or all were looked through

    def __init__(self, desk: AppContext, panels: Panels, actions: Mapping[str, QAction], parent: QObject):
        super().__init__(parent)
        self._session, self._surveying, self._searching = desk.session, desk.survey, desk.document_search
        self._panels, self._actions = panels, actions
        self._letters = ""  # that sentences are looked through for
        self._sentences: list[Command] = []  # those that have them
        self._rest: Iterator[tuple[int, Sentence]] | None = None  # what was not looked through yet
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)

    @property
    def is_searching(self) -> bool:
        """Whether there are sentences that were not looked through yet."""
        return self._rest is not None

    def stop(self) -> None:
        """Looks through no more sentences."""
        self._timer.stop()
        self._rest = None

    def gather(self, typed: str, anew: bool = True) -> Sequence[Command]:
        """Everything to do or to go to; labels and sentences once there are letters to look for. What is gathered not
        `anew` but once more, since more was found, goes on where it is."""
        if anew:
            self.stop()
        typed = typed.strip()
        alone = KINDS.get(typed[:1], "")
        letters = typed[bool(alone) :].strip().lower()
        found: list[Command] = []
        if alone in ("", "acts"):
            found += [*self._acts(), *self._documents()]
        if alone == "labels" or (not alone and len(letters) >= _FEWEST):
            found += self._labels()
        if alone == "sentences" or (not alone and len(letters) >= _FEWEST):
            found += self._find_sentences(letters, anew)
        elif not alone and letters.isdecimal():
            found += self._numbered(letters)
        return found

    def _acts(self) -> Iterator[Command]:
        for row in ACTIONS:
            action = self._actions.get(row.name)
            if action is None or not row.menu or not action.isEnabled() or row.calls == "show_palette":
                continue
            keys = shown_keys([one.toString() for one in action.shortcuts()[:1]])
            menu = row.menu.partition("/")[0].replace("&", "")
            icon = _ICONS.get(row.calls, _ICONS.get(menu, "chevron-right"))
            yield Command(self.tr(menu), action.text().replace("&", ""), action.trigger, keys, icon)

    def _documents(self) -> Iterator[Command]:
        group = self.tr("Documents")
        for name in self._session.documents:
            if name != self._session.document:
                yield Command(group, isolated(name), partial(self._session.open_document, name), icon="file-text")

    def _labels(self) -> Iterator[Command]:
        group, inventory = self.tr("Find"), self._surveying.inventory
        kinds: tuple[Literal["deprel", "upos", "xpos"], ...] = ("deprel", "upos", "xpos")
        for kind in kinds:
            for label in inventory.labels_by_frequency(kind)[:_LABELS]:
                query = f'{kind}="{label}"'
                yield Command(group, f"{kind}={label}", partial(self._find, query), icon="search")

    def _find_sentences(self, letters: str, anew: bool) -> list[Command]:
        """The sentence with the number typed, at once, and those with the letters that were found so far."""
        if anew:
            self._letters, self._sentences = letters, []
            self._rest = enumerate(self._session.treebank)
            self._look_through()
            if self._rest is not None:
                self._timer.start()
        numbered = list(self._numbered(letters))
        return numbered + [row for row in self._sentences if not numbered or row.text != numbered[0].text]

    def _numbered(self, letters: str) -> Iterator[Command]:
        """The sentence whose number stands at the end of what was typed."""
        number = letters.split()[-1] if letters else ""
        if number.isdecimal() and len(number) <= _LONGEST_NUMBER and 0 < int(number) <= len(self._session.treebank):
            at = int(number) - 1
            text = self._row(number, self._session.treebank[at])
            yield self._going_to(at, text if number == letters else self.tr("Go to sentence {0}").format(text))

    def _row(self, number: str, sentence: Sentence) -> str:
        return f"{number}  \u2068{sentence.text}\u2069"

    def _going_to(self, at: int, text: str) -> Command:
        return Command(self.tr("Sentences"), text, partial(self._session.select, at), icon="list")

    def _look_through(self) -> bool:
        """Looks through sentences for one slice of time; whether any was found."""
        end, before = time.monotonic() + _SLICE, len(self._sentences)
        assert self._rest is not None
        for at, sentence in self._rest:
            if self._letters in sentence.text.lower():
                self._sentences.append(self._going_to(at, self._row(str(at + 1), sentence)))
            if len(self._sentences) >= _MOST_SENTENCES:
                self.stop()
                break
            if time.monotonic() > end:
                break
        else:
            self.stop()
        return len(self._sentences) > before

    def _go_on(self) -> None:
        if self._rest is not None and (self._look_through() or self._rest is None):
            self.more_found.emit()

    def _find(self, query: str) -> None:
        self._panels.show_find()
        self._searching.find(query)
