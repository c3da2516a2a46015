"""Feature templates of an arc parser, as text; hides how they become numbers for the kernels. In `h.t+1` the word after
the head gives its tag. Roles: head, modifier, sibling, grandparent, and x, a word between. Attributes of a word: tag,
word (its signature if it is rare), suffix, features, coarse tag, distributional cluster (k: large, l: small)."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from spectral_core.models.arc_parser.settings import ORDERS
from spectral_core.structured.arcs import ARC, BETWEEN, FIRST_ROLE, GRAND, PRUNER, ROLES, SIBLING, Templates

ATTRIBUTES = "twsfckl"  # the columns of the codes of a word
_ROLES = {PRUNER: "hm", ARC: "hm", GRAND: "ghm", SIBLING: "hsm", BETWEEN: "hxm"}

_ARC_ENDS = ("h.t m.t", "h.w m.t", "h.t m.w", "h.w m.w")
_CONTEXTS = (
    "h.t h.t+1 m.t-1 m.t", "h.t-1 h.t m.t-1 m.t", "h.t h.t+1 m.t m.t+1", "h.t-1 h.t m.t m.t+1",
)  # fmt: skip
_PRUNER = (*_ARC_ENDS, *_CONTEXTS, "h.t m.t")  # the last gets what stands between
_ARC = (
    *_ARC_ENDS, *_CONTEXTS, "h.w h.t", "h.w", "h.t", "m.w m.t", "m.w", "m.t", "h.w h.t m.w m.t", "h.t m.w m.t",
    "h.w m.w m.t", "h.w h.t m.t", "h.w h.t m.w", "h.t h.t+1 m.t", "h.t-1 h.t m.t", "h.t m.t m.t+1", "h.t m.t-1 m.t",
    "h.s m.s", "h.s m.t", "h.t m.s", "h.t m.w-1 m.t", "h.t m.t m.w+1", "h.w-1 h.t m.t", "h.t h.w+1 m.t",
    "h.t m.t-2 m.t-1 m.t", "h.t m.t m.t+1 m.t+2", "h.t-2 h.t-1 h.t m.t", "h.t h.t+1 h.t+2 m.t",
)  # fmt: skip
_GRAND = (
    "g.t h.t m.t", "g.t m.t", "g.w h.t m.t", "g.t h.w m.t", "g.t h.t m.w", "g.w m.w", "g.w m.t", "g.t m.w",
    "g.t h.t m.t m.t+1", "g.t h.t m.t-1 m.t", "g.t h.w m.w", "g.w h.w m.t",
)  # fmt: skip
_SIBLING = (
    "h.t s.t m.t", "s.t m.t", "h.w s.t m.t", "h.t s.w m.t", "h.t s.t m.w", "s.w m.w", "s.w m.t", "s.t m.w",
    "h.t s.t m.t m.t+1", "h.t s.t m.t-1 m.t", "h.t s.w m.w", "h.w s.w m.t",
)  # fmt: skip
_BETWEEN = ("h.t x.t m.t",)


_OPTIONAL: Mapping[str, Mapping[int, Sequence[str]]] = {  # by what a treebank has beside tags
    "features": {
        PRUNER: ("h.t h.f m.t m.f",),
        ARC: ("h.t m.t m.f", "h.t h.f m.t", "h.t h.f m.t m.f", "h.w m.t m.f"),
        GRAND: ("g.t h.t h.f m.t m.f",),
        SIBLING: ("h.t s.t s.f m.t m.f", "h.w s.f m.f"),
    },
    "other": {
        ARC: (
            "h.c m.c", "h.w m.c", "h.c m.w", "h.c h.c+1 m.c-1 m.c", "h.c-1 h.c m.c m.c+1", "h.c h.c+1 m.c m.c+1",
            "h.c-1 h.c m.c-1 m.c", "h.w h.c m.w m.c", "h.c m.w-1 m.c", "h.c m.c m.w+1", "h.s m.c", "h.c m.s",
        ),
        GRAND: ("g.c h.c m.c", "g.c h.c m.w", "g.w h.c m.c", "g.c m.c", "g.c h.w m.w", "g.w m.c"),
        SIBLING: ("h.c s.c m.c", "h.w s.c m.c", "h.c s.c m.w", "s.c m.c", "s.w m.c", "h.c s.w m.c"),
        BETWEEN: ("h.c x.c m.c",),
    },
    "classes": {
        PRUNER: ("h.k m.t", "h.t m.k"),
        ARC: ("h.k m.k", "h.k m.t", "h.t m.k", "h.l m.t", "h.t m.l", "h.l m.l"),
        GRAND: ("g.t h.t m.k", "g.t h.k m.t", "g.k h.t m.t", "g.k h.k m.k"),
        SIBLING: ("h.t s.t m.k", "h.t s.k m.t", "h.k s.t m.t", "h.k s.k m.k"),
    },
}  # fmt: skip


def make_templates(order: str, parts: Collection[str]) -> Templates:
    """Return the templates of a parser of this order, and of its pruner, where fine tags have these parts."""
    _, siblings, grandparents, second = ORDERS
    templates: dict[int, Sequence[str]] = {
        PRUNER: _PRUNER, ARC: _ARC, BETWEEN: _BETWEEN,
        GRAND: _GRAND if order in (grandparents, second) else (),
        SIBLING: _SIBLING if order in (siblings, second) else (),
    }  # fmt: skip
    for part, extra in _OPTIONAL.items():
        if part in parts:
            templates = {kind: (*(extra.get(kind, ()) if texts else ()), *texts) for kind, texts in templates.items()}
    return _encode(templates)


def _encode(texts: Mapping[int, Sequence[str]]) -> Templates:
    random = np.random.default_rng(20)  # of the numbers that keys are made with: no choice of the user's
    width = max(map(len, texts.values()))
    seeds = np.zeros((ROLES, width), dtype=np.uint64)
    pieces: list[tuple[int, int, int, int]] = []
    for kind, kind_texts in sorted(texts.items()):
        seeds[FIRST_ROLE[kind]] = random.integers(0, 1 << 63, width, dtype=np.uint64) * np.uint64(2)
        for column, text in enumerate(kind_texts):
            for piece in text.split():
                role = FIRST_ROLE[kind] + _ROLES[kind].index(piece[0])
                pieces.append((role, column, ATTRIBUTES.index(piece[2]), int(piece[3:] or 0)))
    numbers = np.array(pieces, dtype=np.int64).reshape(-1, 4)
    factors = random.integers(0, 1 << 63, len(numbers), dtype=np.uint64) * np.uint64(2) + np.uint64(1)
    counts = np.array([len(texts[kind]) for kind in sorted(texts)], dtype=np.int64)
    roles, columns, attributes, offsets = np.ascontiguousarray(numbers.T)
    return Templates(roles, columns, attributes, offsets, factors, seeds, counts)
