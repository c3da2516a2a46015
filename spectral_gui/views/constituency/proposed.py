"""What is proposed for a sentence, as the view of constituents draws it and says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from spectral_core.data import Tree
from spectral_core.data.structure import CONSTITUENTS, Part, Place, SpanPart
from spectral_core.data.tree_edits import NodePath, paths, words_of
from spectral_gui.resources import likelihood, translating
from spectral_gui.scenes.ghosts import Ghost
from spectral_gui.session import Proposals, Session

_tr = translating("ConstituencyView")
_LEAST = 0.001  # of the number of a label that is offered as likely


@dataclass(frozen=True, slots=True)
class ShownTree:
    """The tree on screen: that of the sentence, or one that is proposed, with what is known of its nodes."""

    tree: Tree | None = None
    ghosts: Mapping[NodePath, Ghost] = field(default_factory=dict)  # the phrases that are proposed
    doubtful: tuple[NodePath, ...] = ()
    locked: frozenset[NodePath] = frozenset()
    proposed: bool = False

    def path_of(self, part: Part) -> NodePath | None:
        """The highest node that is this phrase; None where the tree has none."""
        parts = {} if self.tree is None else phrases(self.tree)
        return next((path for path, one in parts.items() if one == part), None)

    @property
    def notes(self) -> dict[NodePath, str]:
        """What the outline says of nodes beside their labels and words."""
        said = {path: [ghost.said] for path, ghost in self.ghosts.items()}
        for path in sorted(self.locked):
            said.setdefault(path, []).append(_tr("locked"))
        for path in self.doubtful:
            said.setdefault(path, []).append(_tr("in doubt"))
        return {path: ", ".join(filter(None, notes)) for path, notes in said.items()}


def shown(session: Session, proposals: Proposals) -> ShownTree:
    """What is to be drawn of the selected sentence."""
    sentence = session.sentence
    if sentence is None:
        return ShownTree()
    offer, offered = proposals.offer, proposals.last_shown
    if proposals.structure is not CONSTITUENTS or offered is None or offered.tree is None:
        return ShownTree(sentence.tree)
    parts = phrases(offered.tree)
    if offer is None:  # another is on its way
        return ShownTree(offered.tree, dict.fromkeys(parts, Ghost(said=_tr("proposed"))), proposed=True)
    highest: dict[Place, NodePath] = {}  # of each place, the node that stands for it
    for path, part in parts.items():
        highest.setdefault(part.place, path)
    moved = offer.moved(min(proposals.rank, len(offer.trees) - 1))
    locks = session.locks(session.selection.sentence)
    ghosts = {}
    for path, part in parts.items():
        number, other = offer.number(part), part.place in moved
        said = [_tr("proposed"), "" if number is None else likelihood(number, offer.calibrated)]
        said += [_tr("moved")] * other
        ghosts[path] = Ghost(number, other, ", ".join(filter(None, said)))
    doubtful = tuple(highest[place] for place in proposals.doubtful() if place in highest)
    locked = frozenset(path for path, part in parts.items() if CONSTITUENTS.is_locked(locks, part.place))
    return ShownTree(offered.tree, ghosts, doubtful, locked, proposed=True)


def likely_labels(proposals: Proposals, place: Place | None) -> dict[str, str]:
    """The labels that the model has for a phrase over these words, the likeliest first, with what it says of each."""
    offer = proposals.offer
    if offer is None or place is None:
        return {}
    rows = ((part, number) for part, number in offer.alternatives(place) if part.place == place and number >= _LEAST)
    return {part.label: likelihood(number, offer.calibrated) for part, number in rows}


def phrases(tree: Tree) -> dict[NodePath, SpanPart]:
    """The phrases over words, each before those in it."""
    found = {}
    for path, node in paths(tree):
        first, last = (0, 0) if node.is_tag or not node.label else words_of(tree, path)
        if first:
            found[path] = SpanPart(first - 1, last, node.label)
    return found
