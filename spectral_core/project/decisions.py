"""What an act does to a sentence as rows of the journal, and what undoing it does to the sentence as it is now."""

from __future__ import annotations

from spectral_core.data import Sentence
from spectral_core.project.cells import differences, merged
from spectral_core.project.complaints import ProjectError
from spectral_core.project.documents import Document
from spectral_core.project.journal import UNDO, Turn
from spectral_core.project.texts import sentence_of, without_readings

Running = dict[tuple[str, int], Sentence]  # (document, index): the sentence after the changes of this act so far


class RefusedError(ProjectError):
    """Why an act can be neither undone nor done again."""


def turn_of(found: Document, index: int, before: Sentence, after: Sentence, running: Running) -> Turn:
    """A change as the journal keeps it; one that does not begin with what stands is refused."""
    if not 0 <= index < len(found.chunks):
        raise IndexError(f"sentence {index} of {found.name}, which has {len(found.chunks)}")
    present = running.get((found.name, index), found.present(index))
    if present != before and without_readings(present) != without_readings(before):
        what = f"sentence {index + 1} of {found.name} is not what it was when this change of it was begun"
        raise ProjectError(f"{what}. Look at it again, then repeat the change")
    running[found.name, index] = after
    return Turn(
        found.name,
        found.number(index),
        index,
        differences(before, after),
        found.as_stored(index, before),
        found.as_stored(index, after),
    )


def turned(found: Document, turn: Turn, kind: str, running: Running) -> tuple[int, Sentence, Sentence]:
    """(where, the sentence there, what it becomes) when a turn is undone or done again.

    A sentence that was changed outside since changes in the cells of the turn alone; a RefusedError says where not.
    """
    place = found.place(turn.sentence)
    wanted, stood = (turn.before, turn.after) if kind == UNDO else (turn.after, turn.before)
    if place is None or wanted is None or stood is None:
        raise RefusedError(f"its sentence is no longer in {turn.document}")
    line = found.chunks.lines[place]
    present = running.get((turn.document, place), found.present(place))
    new, before = sentence_of(wanted, line), sentence_of(stood, line)
    if present != before:
        both = merged(before, new, present)
        if both is None or both.clashes:
            raise RefusedError(f"sentence {place + 1} of {turn.document} was changed outside since, in the same place")
        new = both.sentence
    in_file = found.chunks[place]
    return place, present, in_file if new == in_file else new
