"""The line below a drawing that says why no tree is proposed for its sentence."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel

from spectral_gui.session import Proposals, Session


class NothingProposed(QLabel):
    """Why no tree is proposed; hidden where one is."""

    def __init__(self, session: Session, proposals: Proposals):
        super().__init__()
        self._session, self._proposals = session, proposals
        self._train_key = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setMargin(6)
        self.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.setAccessibleName(self.tr("Why no tree is proposed"))
        self.hide()

    def hint(self, train: str) -> None:
        """Names the key that leads to where models are learnt."""
        self._train_key = train
        self.say()

    def say(self) -> None:
        """Why no tree is proposed, where none is."""
        session = self._session
        why = self._proposals.why_not.nothing
        if why and not self._proposals.model.candidates and session.project is not None and self._train_key:
            why = self.tr("{0} ({1})").format(why.rstrip("."), self._train_key)
        self.setText(why)
        self.setVisible(bool(why))
