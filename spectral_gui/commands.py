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
from spectral_gui.views.palette import Command

_PATIENCE = 0.015  # seconds that sentences are looked through for
_FEWEST = 2  # letters typed before sentences and labels are looked for
_LABELS = 300  # of a kind


class Commands(QObject):
    """Gathers what fits the letters typed so far."""

    def __init__(self, desk: Desk, panels: Panels, actions: Mapping[str, QAction], parent: QObject):
        super().__init__(parent)
        self._session, self._surveying, self._searching = desk.session, desk.surveying, desk.searching
        self._panels, self._actions = panels, actions

    def gather(self, typed: str) -> Sequence[Command]:
        """Everything to do or to go to; labels and sentences once there are letters to look for."""
        typed = typed.strip()
        found = [*self._acts(), *self._documents()]
        if len(typed) >= _FEWEST:
            found += [*self._labels(), *self._sentences(typed.lower())]
        return found

    def _acts(self) -> Iterator[Command]:
        for row in ACTIONS:
            action = self._actions.get(row.name)
            if action is None or not row.menu or not action.isEnabled() or row.calls == "show_palette":
                continue
            keys = shown_keys([one.toString() for one in action.shortcuts()[:1]])
            group = row.menu.partition("/")[0].replace("&", "")
            yield Command(self.tr(group), action.text().replace("&", ""), action.trigger, keys)

    def _documents(self) -> Iterator[Command]:
        group = self.tr("Documents")
        for name in self._session.documents:
            if name != self._session.document:
                yield Command(group, isolated(name), partial(self._session.open_document, name))

    def _labels(self) -> Iterator[Command]:
        group, inventory = self.tr("Find"), self._surveying.inventory
        kinds: tuple[Literal["deprel", "upos", "xpos"], ...] = ("deprel", "upos", "xpos")
        for kind in kinds:
            for label in inventory.ranked(kind)[:_LABELS]:
                query = f'{kind}="{label}"'
                yield Command(group, f"{kind}={label}", partial(self._find, query))

    def _sentences(self, typed: str) -> Iterator[Command]:
        group, end = self.tr("Sentences"), time.monotonic() + _PATIENCE
        for at, sentence in enumerate(self._session.treebank):
            if time.monotonic() > end:
                return
            if typed in sentence.text.lower():
                yield Command(group, f"{at + 1}  {sentence.text}", partial(self._session.select, at))

    def _find(self, query: str) -> None:
        self._panels.show_find()
        self._searching.find(query)
