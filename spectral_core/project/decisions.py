"""What undoing an act does to the sentences as they are now, and what acts do to locks."""

from __future__ import annotations

from dataclasses import replace

from spectral_core.data import EMPTY, FREE, Analysis, Constraints, Sentence
from spectral_core.project.cells import merged
from spectral_core.project.complaints import ProjectError
from spectral_core.project.documents import Document, Running
from spectral_core.project.history import LockChange
from spectral_core.project.journal import UNDO, Journal, Turn
from spectral_core.project.locks import LockTurn
from spectral_core.project.texts import sentence_of


class RefusedError(ProjectError):
    """Why an act can be neither undone nor done again."""


def turned(found: Document, turn: Turn, kind: str, running: Running) -> tuple[int, Sentence, Sentence]:
    """(where, the sentence there, what it becomes) when a turn is undone or done again. A sentence that was changed
    outside since changes in the cells of the turn alone; a RefusedError says where not."""
    place = found.place(turn.sentence)
    wanted, stood = (turn.before, turn.after) if kind == UNDO else (turn.after, turn.before)
    if place is None or wanted is None or stood is None:
        raise RefusedError(f"its sentence is no longer in {turn.document}")
    line = found.chunks.lines[place]
    present = running.get((turn.document, place), found.present(place))
    new, before = sentence_of(wanted, line), sentence_of(stood, line)
    if present != before:
        if (both := merged(_as_saved(before, present), new, present)) is None or both.clashes:
            raise RefusedError(f"sentence {place + 1} of {turn.document} was changed outside since, in the same place")
        new = both.sentence
    in_file = found.chunks[place]
    return place, present, in_file if new == in_file else new


def _as_saved(before: Sentence, present: Sentence) -> Sentence:
    """What stood, with readings as the file has them where it has no place for all of one: glosses in most tables."""
    if len(before.analyses) != len(present.analyses):
        return before
    pairs = zip(before.analyses, present.analyses, strict=True)
    kept = tuple(now if old is not None and now is not None and _is_left_of(now, old) else old for old, now in pairs)
    return before if kept == before.analyses else replace(before, analyses=kept)


def _is_left_of(now: Analysis, old: Analysis) -> bool:
    """Whether the label of a reading is that of another, or what columns that a file lacks have left of it."""
    return all(getattr(now, name) in (getattr(old, name), EMPTY) for name in ("lemma", "upos", "xpos", "feats"))


def lock_turn_of(found: Document, journal: Journal, change: LockChange) -> LockTurn:
    """A change of locks as the journal keeps it; one that does not begin with what is locked is refused."""
    number = found.number(change.index)
    if locked_now(journal, found.name, number, change.forms) != change.before:
        what = f"the locks of sentence {change.index + 1} of {found.name} are not what they were"
        raise ProjectError(f"{what} when this change of them was begun. Look at it again, then repeat the change")
    return LockTurn(found.name, number, change.index, change.forms, change.before, change.after)


def lock_turned(found: Document, journal: Journal, turn: LockTurn, kind: str) -> LockChange:
    """The change of locks when a turn is undone or done again; a RefusedError says where that cannot be."""
    wanted, stood = (turn.before, turn.after) if kind == UNDO else (turn.after, turn.before)
    if (place := found.place(turn.sentence)) is None:
        raise RefusedError(f"its sentence is no longer in {turn.document}")
    if locked_now(journal, turn.document, turn.sentence, turn.forms) != stood:
        raise RefusedError(f"the locks of sentence {place + 1} of {turn.document} were changed since")
    return LockChange(turn.document, place, turn.forms, stood, wanted)


def locked_now(journal: Journal, document: str, number: int, forms: tuple[str, ...]) -> Constraints:
    """What is locked in a sentence with these words."""
    held, locks = journal.locks(document, number).get(number, ((), FREE))
    return locks if held == forms else FREE
