"""What the session proposes for a sentence, as the view of dependencies draws it and says it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QObject

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.structure import ArcPart
from spectral_gui.proposing import beside
from spectral_gui.resources import likelihood
from spectral_gui.scenes.dependencies import Ghost
from spectral_gui.session import Accepting, Notices, Proposal, Proposals, Session
from spectral_gui.views.dependency.choices import isolated


@dataclass(frozen=True, slots=True)
class ShownArcs:
    """A sentence as it is drawn: its own arcs and, where there is a proposal, those of the tree that is proposed."""

    sentence: Sentence
    ghosts: dict[int, Ghost] = field(default_factory=dict)
    doubtful: tuple[int, ...] = ()
    locked: frozenset[int] = frozenset()
    forbidden: frozenset[tuple[int, int]] = frozenset()  # (head, word)


class Proposed(QObject):
    """Keys for proposals, and what is drawn of them."""

    def __init__(
        self,
        session: Session,
        notices: Notices,
        proposals: Proposals,
        accepting: Accepting,
        choose: Callable[[int], None],
        parent: QObject,
    ):
        super().__init__(parent)
        self._session, self._notices, self._proposals, self._accepting = session, notices, proposals, accepting
        self._choose = choose

    def shown(self, sentence: Sentence) -> ShownArcs:
        """The selected sentence with what is proposed for it."""
        session = self._session
        offer, tree = self._proposals.offer, self._proposals.offered
        locks = session.locks(session.selection.sentence)
        locked = frozenset(word for _, word in locks.required_arcs)
        if offer is None or tree is None:
            return ShownArcs(sentence, {}, self._accepting.in_doubt(), locked, locks.forbidden_arcs)
        moved = offer.moved(min(self._proposals.rank, len(offer.trees) - 1))
        ghosts = {}
        for word, (now, wanted) in enumerate(zip(sentence.heads, tree.heads, strict=True), 1):
            if now != wanted:
                number = None if wanted is None else offer.number(ArcPart(word, wanted))
                notes = (self._said(offer, number, word in moved), *self._filled(sentence, tree, word))
                ghosts[word] = Ghost(number, word in moved, ", ".join(notes))
            elif sentence.deprels[word - 1] != tree.deprels[word - 1]:
                notes = (self._said_of_relation(sentence.deprels[word - 1]), *self._filled(sentence, tree, word))
                ghosts[word] = Ghost(said=", ".join(notes), relation_only=True)
        return ShownArcs(tree, ghosts, self._accepting.in_doubt(), locked, locks.forbidden_arcs)

    def trees(self, at: int) -> tuple[Sentence, ...]:
        """The trees proposed for a sentence, the one that is shown first; () where none is shown."""
        offer, tree = self._proposals.offer, self._proposals.offered
        if offer is None or tree is None or offer.index != at:
            return ()
        return (tree, *(one.value for one in offer.trees if one.value is not tree))

    def _said(self, offer: Proposal, number: float | None, moved: bool) -> str:
        parts = [self.tr("proposed")]
        if number is not None:
            parts.append(likelihood(number, offer.calibrated))
        if moved:
            parts.append(self.tr("moved"))
        return ", ".join(parts)

    def _said_of_relation(self, now: str) -> str:
        if now == EMPTY:
            return self.tr("relation proposed")
        return self.tr("relation proposed instead of {0}").format(now)

    def _filled(self, sentence: Sentence, tree: Sentence, word: int) -> list[str]:
        """The tags that a proposal would write at a word."""
        columns = ((sentence.upos, tree.upos), (sentence.xpos, tree.xpos))
        tags = dict.fromkeys(new[word - 1] for old, new in columns if old[word - 1] != new[word - 1])
        return [self.tr("tag {0} proposed").format(tag) for tag in tags]

    def said(self, shown: ShownArcs) -> dict[int, str]:
        """What the outline says of words: that their arcs are proposed or locked, and that they are in doubt."""
        found = {word: ghost.said for word, ghost in shown.ghosts.items()}
        notes = [(word, self.tr("locked")) for word in sorted(shown.locked)]
        notes += [(word, self.tr("in doubt")) for word in shown.doubtful]
        forms = shown.sentence.forms
        for head, word in sorted(shown.forbidden):
            named = f"{head} {isolated(forms[head - 1])}" if head else self.tr("the root")
            notes.append((word, self.tr("forbidden below {0}").format(named)))
        for word, more in notes:
            found[word] = ", ".join(filter(None, (found.get(word, ""), more)))
        return found

    def step_doubtful(self, by: int) -> None:
        """Goes to the next word in doubt, or the one before; from the last to the first again."""
        words, word = self._accepting.in_doubt(), self._session.selection.word
        if not words:
            self._notices.note(self.tr("No word of this sentence is in doubt"))
            return
        self._choose(beside(words, word, by))
