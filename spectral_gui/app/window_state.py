"""Window state between runs: its geometry on the screen, and the last position in each project."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from PySide6.QtCore import QMargins, QObject, QRect, QSettings, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from spectral_gui import widgets
from spectral_gui.state import NEWEST, AcceptedSentences, ChangeKind, Changes, Session, Suggestions

# frame that a desktop may draw around a window; the real one is known after the window is shown
_FRAME_MARGINS = QMargins(4, 40, 4, 4)
_SETTINGS_KEY = "places"
_MAX_PROJECTS = 50  # projects with stored positions
_WRITE_DELAY_MILLISECONDS = 300  # milliseconds on one sentence before it counts


def fit_to_screen(window: QWidget) -> None:
    """Shrink a window to its screen, or move it back onto one; call this before it is shown."""
    if window.isMaximized() or window.isFullScreen():
        return
    areas = [screen.availableGeometry() for screen in QGuiApplication.screens()]  # the primary one first
    if not areas:
        return
    geometry = window.geometry()
    fitted = fit_into_areas(geometry, areas)
    if fitted != geometry:
        window.setMinimumSize(1, 1)  # once shown, it hides what does not fit, and then needs less
        QTimer.singleShot(0, window, lambda: window.setMinimumSize(0, 0))
        window.setGeometry(fitted)


def fit_into_areas(geometry: QRect, areas: Sequence[QRect]) -> QRect:
    """Return a window geometry fitted into the screen area that overlaps it most, or into the first if none does."""

    def measure_overlap(area: QRect) -> int:
        overlap = area.intersected(geometry)
        return overlap.width() * overlap.height()

    available = max(areas, key=measure_overlap).marginsRemoved(_FRAME_MARGINS)
    size = geometry.size().boundedTo(available.size())
    fitted = QRect(geometry.topLeft(), size)
    fitted.moveLeft(min(max(fitted.left(), available.left()), available.left() + available.width() - size.width()))
    fitted.moveTop(min(max(fitted.top(), available.top()), available.top() + available.height() - size.height()))
    return fitted


@dataclass(frozen=True, slots=True)
class LastPosition:
    """Last position in a project."""

    document: str = ""
    sentence: int = 0
    word: int = 0
    choice: str = NEWEST  # the parser that the user chose, by the name of its run; "" for none
    accepted: int = 0  # sentences of that document, without those that have problems
    sentences: int = 0


class LastPositions(QObject):
    """Store of the last position in each project, restored when it is opened again."""

    def __init__(
        self,
        session: Session,
        suggestions: Suggestions,
        settings: QSettings | None,
        parent: QObject,
        accepted: AcceptedSentences | None = None,
    ):
        super().__init__(parent)
        self._session, self._suggestions, self._settings = session, suggestions, settings
        self._accepted = AcceptedSentences(session) if accepted is None else accepted
        self._positions_by_path = _read_positions(settings)
        self._current_path: Path | None = None  # path of the open project or file, once its position was restored
        self._settle_timer = widgets.make_timer(self, self.write_position, _WRITE_DELAY_MILLISECONDS)
        session.changes.add_view(
            "last-positions", self._on_changes, ChangeKind.SELECTION | ChangeKind.MODELS | ChangeKind.PROJECT
        )

    def find_last_document(self, path: Path) -> str | None:
        """Return the document last shown of the project at `path`; None if it was never open."""
        position = self._positions_by_path.get(_make_path_key(path))
        return position.document if position is not None else None

    def find_progress(self, path: Path) -> tuple[int, int] | None:
        """Return the number of accepted sentences and of all sentences in the document last shown of `path`; None if
        unknown."""
        position = self._positions_by_path.get(_make_path_key(path))
        return None if position is None or not position.sentences else (position.accepted, position.sentences)

    def write_position(self) -> None:
        """Store the current position in the open project."""
        session = self._session
        if self._current_path is None or self._current_path != session.opened_path or not len(session.treebank):
            return
        key, selection = _make_path_key(self._current_path), session.selection
        self._positions_by_path.pop(key, None)  # newest last
        accepted, size = self._accepted.count - len(self._accepted.flagged), len(session.treebank)
        choice = self._suggestions.model.chosen_name
        values = (session.document, max(selection.sentence, 0), selection.word, choice, accepted, size)
        self._positions_by_path[key] = LastPosition(*values)
        for oldest in list(self._positions_by_path)[:-_MAX_PROJECTS]:
            del self._positions_by_path[oldest]
        if self._settings is not None:
            entries = {path: asdict(position) for path, position in self._positions_by_path.items()}
            self._settings.setValue(_SETTINGS_KEY, json.dumps(entries))

    def _on_changes(self, changes: Changes) -> None:
        if changes.has(ChangeKind.SELECTION | ChangeKind.MODELS):
            self._settle_timer.start()
        if changes.has(ChangeKind.PROJECT):
            self._on_project_changed()

    def _on_project_changed(self) -> None:
        """Restore the last position in the project, and the parser that the user chose there."""
        session = self._session
        self._current_path = session.opened_path
        position = (
            None if self._current_path is None else self._positions_by_path.get(_make_path_key(self._current_path))
        )
        if position is None:
            return
        choices = {"", *(run.name for run in self._suggestions.model.candidate_runs)}
        if position.document == session.document and position.choice in choices:
            self._suggestions.model.choose_run(position.choice)
        if position.document == session.document and position.sentence < len(session.treebank):
            session.select(position.sentence)
            if 0 < position.word <= len(session.treebank[position.sentence]):
                session.select(word=position.word)


def _read_positions(settings: QSettings | None) -> dict[str, LastPosition]:
    """Read the stored positions by path; return none if they are damaged."""
    text = None if settings is None else settings.value(_SETTINGS_KEY)
    if not isinstance(text, str):
        return {}
    try:
        entries = json.loads(text)
        return {
            str(name): LastPosition(
                str(entry["document"]),
                int(entry["sentence"]),
                int(entry["word"]),
                str(entry.get("choice", NEWEST)),
                int(entry.get("accepted", 0)),
                int(entry.get("sentences", 0)),
            )
            for name, entry in entries.items()
        }
    except (ValueError, TypeError, AttributeError, KeyError):  # written by another program
        return {}


def _make_path_key(path: Path) -> str:
    """Return the key of a project or file in the settings: the resolved path of its folder or itself."""
    return str((path.parent if path.name == "project.json" else path).resolve())
