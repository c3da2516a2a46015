"""What the palette offers: every action that can be done now, documents, sentences, and labels to look for."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Literal

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from spectral_gui.actions import ACTIONS, shown_keys
from spectral_gui.panels import Panels
from spectral_gui.resources import isolated
from spectral_gui.session import Desk
from spectral_gui.views.palette import KINDS, Command

_PATIENCE = 0.015  # seconds that sentences are looked through for
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
    """Gathers what fits the letters typed so far."""

    def __init__(self, desk: Desk, panels: Panels, actions: Mapping[str, QAction], parent: QObject):
        super().__init__(parent)
        self._session, self._surveying, self._searching = desk.session, desk.surveying, desk.searching
        self._panels, self._actions = panels, actions

    def gather(self, typed: str) -> Sequence[Command]:
        """Everything to do or to go to; labels and sentences once there are letters to look for."""
        typed = typed.strip()
        alone = KINDS.get(typed[:1], "")
        letters = typed[bool(alone) :].strip().lower()
        found: list[Command] = []
        if alone in ("", "acts"):
            found += [*self._acts(), *self._documents()]
        if alone == "labels" or (not alone and len(letters) >= _FEWEST):
            found += self._labels()
        if alone == "sentences" or (not alone and len(letters) >= _FEWEST):
            found += self._sentences(letters)
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
            for label in inventory.ranked(kind)[:_LABELS]:
                query = f'{kind}="{label}"'
                yield Command(group, f"{kind}={label}", partial(self._find, query), icon="search")

    def _sentences(self, typed: str) -> Iterator[Command]:
        group, end = self.tr("Sentences"), time.monotonic() + _PATIENCE
        for at, sentence in enumerate(self._session.treebank):
            if time.monotonic() > end:
                return
            if typed in sentence.text.lower() or typed == str(at + 1):
                yield Command(
                    group, f"{at + 1}  \u2068{sentence.text}\u2069", partial(self._session.select, at), icon="list"
                )

    def _find(self, query: str) -> None:
        self._panels.show_find()
        self._searching.find(query)
