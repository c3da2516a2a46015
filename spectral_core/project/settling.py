"""What becomes of sentences changed here and outside, as the user chose; what is given up stays in the journal."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import replace

from spectral_core.data import Sentence, Treebank
from spectral_core.project.cells import differences
from spectral_core.project.documents import Conflict, Document, with_appended
from spectral_core.project.journal import Turn
from spectral_core.project.texts import StoredText, text_of

BOTH, MINE, THEIRS = "both", "mine", "theirs"


def outcome(conflict: Conflict, choice: str = BOTH) -> Sentence | None:
    """What stands after a choice; None where the sentence stays taken out."""
    if choice not in (BOTH, MINE, THEIRS):
        raise ValueError(f"a conflict is settled by both, mine or theirs, not by {choice!r}")
    if choice == MINE or (choice == BOTH and conflict.theirs is None):
        return conflict.mine
    return conflict.merged if choice == BOTH and conflict.merged is not None else conflict.theirs


def settled(found: Document, choices: Mapping[int, str]) -> tuple[Document, list[Turn]]:
    """The document without conflicts, and what is to be recorded so that nothing is lost."""
    turns: list[Turn] = []
    results: list[tuple[int, Sentence | None]] = []
    kept: list[int] = []
    appended: list[StoredText | None] = []
    for at, (number, conflict) in enumerate(zip(found.in_conflict, found.conflicts, strict=True)):
        result = outcome(conflict, choices.get(at, BOTH))
        cells = () if result is None else differences(conflict.mine, result)
        mine = text_of(conflict.mine, found.treebank.format)
        others = (None if one is None else _stored(found, conflict.index, one) for one in (result, conflict.theirs))
        turn = Turn(found.name, number, conflict.index, cells, mine, *others)
        turns.append(turn)
        results.append((number, result))
        if conflict.theirs is None and result is not None:
            kept.append(number)
            appended.append(turn.after)
    treebank = with_appended(found.treebank, appended)
    numbers = found.base.numbers
    assert numbers is not None  # a file that was changed outside has numbers of its own
    marks, behind = found.base.marks + bytes(8 * len(kept)), (*found.base.appended, *kept)
    base = replace(found.base, marks=marks, numbers=numbers + array("I", kept), appended=behind)
    new = Document(found.name, found.path, treebank, base, found.stamp, False, dict(found.pending))
    for number, result in results:
        place = new.place(number)
        if result is not None and place is not None and result != new.chunks[place]:
            new.pending[place] = replace(result, line=new.chunks.lines[place])
    new.base = replace(base, pending=new.numbers_pending())
    return new, turns


def shown_by_default(found: Document) -> Treebank:
    """The document as it would be if every conflict were settled by "both"; nothing is recorded."""
    return settled(found, {})[0].shown() if found.conflicts else found.shown()


def _stored(found: Document, index: int, sentence: Sentence) -> StoredText:
    return text_of(sentence, found.treebank.format) if index < 0 else found.as_stored(index, sentence)
