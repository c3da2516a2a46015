"""What the session proposes for a sentence, as the view of dependencies draws and says it, or why it proposes none."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.structure import DEPENDENCIES, ArcPart
from spectral_core.formats import keeps
from spectral_gui.absences import HelpingAction
from spectral_gui.resources import isolated, likelihood, translating
from spectral_gui.scenes.dependencies import Ghost
from spectral_gui.session import Accepting, Proposal, Proposals, Session

_tr = translating("Proposed")
MOST_CHOICES = 9  # of which each has a digit
TOLD = 0.01  # numbers from which on they are said
_OF_WORD = 3  # choices of the word that is selected that are shown whatever its neighbours have


@dataclass(frozen=True, slots=True)
class ShownArcs:
    """A sentence as it is drawn: its own arcs and, where there is a proposal, those of the tree that is proposed."""

    sentence: Sentence
    ghosts: dict[int, Ghost] = field(default_factory=dict)
    doubtful: tuple[int, ...] = ()
    locked: frozenset[int] = frozenset()
    forbidden: frozenset[tuple[int, int]] = frozenset()  # (head, word)

    @property
    def notes(self) -> dict[int, str]:
        """What the outline says of words: that their arcs are proposed or locked, and that they are in doubt."""
        found = {word: [ghost.said] for word, ghost in self.ghosts.items()}
        notes = [(word, _tr("locked")) for word in sorted(self.locked)]
        notes += [(word, _tr("in doubt")) for word in self.doubtful]
        for head, word in sorted(self.forbidden):
            named = f"{head} {isolated(self.sentence.forms[head - 1])}" if head else _tr("the root")
            notes.append((word, _tr("forbidden below {0}").format(named)))
        for word, more in notes:
            found.setdefault(word, []).append(more)
        return {word: ", ".join(filter(None, said)) for word, said in found.items()}


def shown(session: Session, proposals: Proposals, accepting: Accepting, sentence: Sentence) -> ShownArcs:
    """The selected sentence with what is proposed for it."""
    offer, tree = proposals.offer, proposals.offered
    locks, doubtful = session.locks(session.selection.sentence), accepting.in_doubt()
    locked = frozenset(word for _, word in locks.required_arcs)
    if offer is None or tree is None:
        return ShownArcs(sentence, {}, doubtful, locked, locks.forbidden_arcs)
    moved = offer.moved(min(proposals.rank, len(offer.trees) - 1))
    ghosts = {}
    for word, (now, wanted) in enumerate(zip(sentence.heads, tree.heads, strict=True), 1):
        if now != wanted:
            number = None if wanted is None else offer.number(ArcPart(word, wanted))
            notes = (_said(offer, number, word in moved), *_filled(sentence, tree, word))
            ghosts[word] = Ghost(number, word in moved, ", ".join(notes))
        elif sentence.deprels[word - 1] != tree.deprels[word - 1]:
            notes = (_said_of_relation(sentence.deprels[word - 1]), *_filled(sentence, tree, word))
            ghosts[word] = Ghost(said=", ".join(notes), relation_only=True)
    return ShownArcs(tree, ghosts, doubtful, locked, locks.forbidden_arcs)


def trees_shown(proposals: Proposals, at: int) -> tuple[Sentence, ...]:
    """The trees proposed for a sentence, the one that is shown first; () where none is shown."""
    offer, tree = proposals.offer, proposals.offered
    if offer is None or tree is None or offer.index != at:
        return ()
    return (tree, *(one.value for one in offer.trees if one.value is not tree))


def relations_named(proposals: Proposals, at: int, word: int, head: int | None) -> tuple[str, ...]:
    """The relations that the model has for a word under a head, the likeliest first; for another head than it chose,
    all that it knows. () where no model names any."""
    offer = proposals.offer
    if offer is None or offer.index != at or len(offer.parsed.relations) < word:
        return ()
    rows = offer.parsed.relations
    if offer.trees[0].value.heads[word - 1] == head:
        return tuple(one.value for one in rows[word - 1])
    return tuple(dict.fromkeys(one.value for row in rows for one in row))


@dataclass(frozen=True, slots=True)
class ArcChoice:
    """What else may stand at a word: a head with the relation to it, EMPTY where that is named once it hangs there."""

    word: int
    head: int
    relation: str
    number: float | None  # of the head, times the share of the relation; None where the model says none
    other_head: bool


def arc_choices(offer: Proposal, tree: Sentence, word: int) -> tuple[ArcChoice, ...]:
    """What else may stand at a word than the tree that is shown has there, the likeliest first."""
    now, named = tree.heads[word - 1], tree.deprels[word - 1]
    trees = (tree, *(one.value for one in offer.trees))
    numbers = {part.head: number for part, number in offer.alternatives(word) if isinstance(part, ArcPart)}
    heads = numbers or dict.fromkeys(head for one in trees if (head := one.heads[word - 1]) is not None)
    found = []
    for head in heads:
        number = numbers.get(head)
        labels = [one.deprels[word - 1] for one in trees if one.heads[word - 1] == head]
        if head != now:
            label = next((one for one in labels if one != EMPTY), EMPTY)
            found.append(ArcChoice(word, head, label, number, True))
            continue
        rows = offer.parsed.relations if now == trees[1].heads[word - 1] else ()
        shares = {one.value: math.exp(one.score) for one in rows[word - 1]} if len(rows) >= word else {}
        for label in dict.fromkeys((*shares, *labels)):
            if label not in (named, EMPTY):
                share = None if number is None else number * shares.get(label, 0.0)
                found.append(ArcChoice(word, head, label, share, False))
    return tuple(sorted(found, key=_likelier)[:MOST_CHOICES])


def likeliest(choices: Sequence[tuple[ArcChoice, ...]], word: int) -> list[ArcChoice]:
    """Of what else may stand at the words of a sentence, what to show first while one is selected: the first few of its
    own, and then the likeliest, its own or another's, as far as anything speaks for them."""
    own = choices[word - 1] if 1 <= word <= len(choices) else ()
    first = own[:_OF_WORD]
    others = [one for row in choices if row is not own for one in row if one.number is None or one.number >= TOLD]
    return [*first, *sorted((*own[_OF_WORD:], *others), key=_likelier)][:MOST_CHOICES]


def _likelier(choice: ArcChoice) -> float:
    return -(choice.number or 0.0)


def _said(offer: Proposal, number: float | None, moved: bool) -> str:
    said = "" if number is None else likelihood(number, offer.calibrated)
    return ", ".join(filter(None, (_tr("proposed"), said, _tr("moved") if moved else "")))


def _said_of_relation(now: str) -> str:
    return _tr("relation proposed") if now == EMPTY else _tr("relation proposed instead of {0}").format(now)


def _filled(sentence: Sentence, tree: Sentence, word: int) -> list[str]:
    """The tags that a proposal would write at a word."""
    columns = ((sentence.upos, tree.upos), (sentence.xpos, tree.xpos))
    tags = dict.fromkeys(new[word - 1] for old, new in columns if old[word - 1] != new[word - 1])
    return [_tr("tag {0} proposed").format(tag) for tag in tags]


class NothingProposed(QLabel):
    """Why no tree is proposed; hidden where one is."""

    def __init__(self, session: Session, proposals: Proposals):
        super().__init__()
        self._session, self._proposals = session, proposals
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setMargin(6)
        self.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.setAccessibleName(self.tr("Why no tree is proposed"))
        self.help = HelpingAction()
        self.help.hide()
        self.hide()

    def say(self) -> None:
        if not keeps(self._session.treebank.format, DEPENDENCIES.name) and self._session.sentence is not None:
            self._say_no_place()
            return
        why = self._proposals.why_not.nothing
        self.setText(why)
        self.setVisible(bool(why))
        self._offer(bool(why))

    def _say_no_place(self) -> None:
        self.setText(
            self.tr("The format of this document has no place for dependencies. Another document can have them.")
        )
        self.show()
        self.help.does("window.begin_beside")
        self.help.setVisible(self._session.project is not None and not self._session.read_only)

    def _offer(self, lacking: bool) -> None:
        """What helps: a file to learn in, another model, or a treebank to learn from."""
        model = self._proposals.model
        self.help.setVisible(lacking and model.run is None)
        if self._session.project is None:
            self.help.does("window.save_as")
        elif model.candidates:
            newest = model.candidates[-1].name
            tip = self.tr("Has it propose the trees that are not decided")
            self.help.offers(self.tr("Let {0} propose").format(newest), tip, lambda: model.choose(newest))
        else:
            self.help.does("window.show_train" if model.own else "window.get_treebank")
