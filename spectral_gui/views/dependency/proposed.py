"""What the session proposes for a sentence, as the view of dependencies draws it and says it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QObject

from spectral_core.data import Sentence
from spectral_gui.scenes.dependencies import Ghost
from spectral_gui.session import Proposal, Session

_NEARLY = 0.99


@dataclass(frozen=True, slots=True)
class Shown:
    """A sentence as it is drawn: its own arcs and, where there is a proposal, those of the tree that is proposed."""

    sentence: Sentence
    ghosts: dict[int, Ghost] = field(default_factory=dict)
    doubtful: tuple[int, ...] = ()
    locked: frozenset[int] = frozenset()
    forbidden: frozenset[tuple[int, int]] = frozenset()  # (head, word)


class Proposed(QObject):
    """Keys for proposals, and what is drawn of them."""

    def __init__(self, session: Session, choose: Callable[[int], None], parent: QObject):
        super().__init__(parent)
        self._session, self._choose = session, choose

    def shown(self, sentence: Sentence) -> Shown:
        """The selected sentence with what is proposed for it."""
        session = self._session
        offer, tree = session.offer, session.offered
        locks = session.locks(session.selection.sentence)
        locked = frozenset(word for _, word in locks.required_arcs)
        if offer is None or tree is None:
            return Shown(sentence, locked=locked, forbidden=locks.forbidden_arcs)
        moved = offer.moved(min(session.rank, len(offer.trees) - 1))
        ghosts = {}
        for word, (now, wanted) in enumerate(zip(sentence.heads, tree.heads, strict=True), 1):
            if now != wanted:
                number = offer.likelihood(wanted, word)
                ghosts[word] = Ghost(number, word in moved, self._said(offer, number, word in moved))
        return Shown(tree, ghosts, session.doubtful(), locked, locks.forbidden_arcs)

    def number(self, offer: Proposal, value: float) -> str:
        """The number of an arc: a percentage only where it is a probability."""
        if offer.calibrated:
            if value > _NEARLY:  # what is only probable is never said to be certain
                return self.tr("over {0:.0%}").format(_NEARLY)
            return self.tr("under {0:.0%}").format(1 - _NEARLY) if value < 1 - _NEARLY else f"{value:.0%}"
        return self.tr("score {0:.2f}").format(value)

    def _said(self, offer: Proposal, number: float | None, moved: bool) -> str:
        parts = [self.tr("proposed")]
        if number is not None:
            parts.append(self.number(offer, number))
        if moved:
            parts.append(self.tr("moved"))
        return ", ".join(parts)

    def said(self, shown: Shown) -> dict[int, str]:
        """What the outline says of words: that their arcs are proposed or locked, and that they are in doubt."""
        found = {word: ghost.said for word, ghost in shown.ghosts.items()}
        notes = [(word, self.tr("locked")) for word in sorted(shown.locked)]
        notes += [(word, self.tr("in doubt")) for word in shown.doubtful]
        notes += [(word, self.tr("not below {0}").format(head)) for head, word in sorted(shown.forbidden)]
        for word, more in notes:
            found[word] = ", ".join(filter(None, (found.get(word, ""), more)))
        return found

    def step_doubtful(self, by: int) -> None:
        """Goes to the next word in doubt, or the one before; from the last to the first again."""
        words, word = self._session.doubtful(), self._session.selection.word
        if not words:
            self._session.noted.emit(self.tr("No word of this sentence is in doubt"))
            return
        if by > 0:
            self._choose(next((one for one in words if one > word), words[0]))
        else:
            self._choose(next((one for one in reversed(words) if one < word), words[-1]))
