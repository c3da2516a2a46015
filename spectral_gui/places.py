"""Where projects were left: the document, the sentence and who proposed trees; kept with the layout of the window."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QSettings

from spectral_core.project.history import CONFIRMED
from spectral_gui import widgets
from spectral_gui.session import Session, Suggestions

_KEY = "places"
_MOST = 50  # projects that are remembered
_WAIT = 300  # milliseconds on one sentence before it counts


@dataclass(frozen=True, slots=True)
class Place:
    """Where a project was left."""

    document: str = ""
    sentence: int = 0
    word: int = 0
    parser: str = ""  # the name of the run that proposed
    accepted: int = 0  # sentences of that document
    sentences: int = 0


class Places(QObject):
    """Remembers where each project was left, and goes there when it is opened again."""

    def __init__(self, session: Session, proposals: Suggestions, settings: QSettings | None, parent: QObject):
        super().__init__(parent)
        self._session, self._proposals, self._settings = session, proposals, settings
        self._places = _read(settings)
        self._here: Path | None = None  # what is open, once it was gone to where it was left
        self._settled = widgets.pause(self, self.write, _WAIT)
        session.selection_changed.connect(self._wait)
        proposals.model_changed.connect(self._wait)
        session.project_changed.connect(self._return)

    def document_of(self, path: Path) -> str | None:
        """The document that was shown last of what is at `path`; None where it was never left."""
        found = self._places.get(_named(path))
        return found.document if found is not None else None

    def progress_of(self, path: Path) -> tuple[int, int] | None:
        """How many sentences of how many were accepted in what was shown last of `path`; None where that is not
        known."""
        found = self._places.get(_named(path))
        return None if found is None or not found.sentences else (found.accepted, found.sentences)

    def write(self) -> None:
        session = self._session
        if self._here is None or self._here != session.opened_path or not len(session.treebank):
            return
        name, selection, run = _named(self._here), session.selection, self._proposals.model.run
        self._places.pop(name, None)  # the newest last
        parser = "" if run is None else run.name
        accepted, size = list(session.decided.values()).count(CONFIRMED), len(session.treebank)
        place = (session.document, max(selection.sentence, 0), selection.word, parser, accepted, size)
        self._places[name] = Place(*place)
        for oldest in list(self._places)[:-_MOST]:
            del self._places[oldest]
        if self._settings is not None:
            rows = {place: asdict(found) for place, found in self._places.items()}
            self._settings.setValue(_KEY, json.dumps(rows))

    def _wait(self, *_: object) -> None:
        self._settled.start()

    def _return(self) -> None:
        session = self._session
        self._here = session.opened_path
        place = None if self._here is None else self._places.get(_named(self._here))
        if place is None:
            return
        if place.parser in {run.name for run in self._proposals.model.candidates}:
            self._proposals.model.choose(place.parser)
        if place.document == session.document and place.sentence < len(session.treebank):
            session.select(place.sentence)
            if 0 < place.word <= len(session.treebank[place.sentence]):
                session.select(word=place.word)


def _read(settings: QSettings | None) -> dict[str, Place]:
    text = None if settings is None else settings.value(_KEY)
    if not isinstance(text, str):
        return {}
    try:
        rows = json.loads(text)
        return {
            str(name): Place(
                str(row["document"]),
                int(row["sentence"]),
                int(row["word"]),
                str(row["parser"]),
                int(row.get("accepted", 0)),
                int(row.get("sentences", 0)),
            )
            for name, row in rows.items()
        }
    except (ValueError, TypeError, AttributeError, KeyError):  # what another program has written there
        return {}


def _named(path: Path) -> str:
    return str((path.parent if path.name == "project.json" else path).resolve())
