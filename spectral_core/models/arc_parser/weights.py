"""Weights of an arc parser: feature templates, hashed weight tables, pruning of heads, and storage."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Indexes, Integers, NamedArrays, Singles
from spectral_core.brief import brief_repr
from spectral_core.model import Arrays
from spectral_core.models.arc_parser.settings import ORDERS, ArcParserSettings
from spectral_core.structured.arc_parser import (
    ARC,
    FIRST_ROLE,
    GRANDPARENT,
    IN_BETWEEN,
    MAX_HEADS,
    PRUNER,
    ROLE_COUNT,
    SIBLING,
    WEIGHTS_PER_ROW,
    CodedSentences,
    HashedWeights,
    Templates,
)

# code columns: tag, word, suffix, features, coarse tag, two clusters; agreement, features of verbs, lemma
ATTRIBUTES = "twsfcklave"
_ROLE_LETTERS = {PRUNER: "hm", ARC: "hm", GRANDPARENT: "ghm", SIBLING: "hsm", IN_BETWEEN: "hxm"}

_ARC_END_TEMPLATES = ("h.t m.t", "h.w m.t", "h.t m.w", "h.w m.w")
_CONTEXT_TEMPLATES = (
    "h.t h.t+1 m.t-1 m.t", "h.t-1 h.t m.t-1 m.t", "h.t h.t+1 m.t m.t+1", "h.t-1 h.t m.t m.t+1",
)  # fmt: skip
# The last template is combined with features of the words between, so it must stay last (see make_templates).
_PRUNER_TEMPLATES = (*_ARC_END_TEMPLATES, *_CONTEXT_TEMPLATES, "h.t m.t")
_ARC_TEMPLATES = (
    *_ARC_END_TEMPLATES, *_CONTEXT_TEMPLATES, "h.w h.t", "h.w", "h.t", "m.w m.t", "m.w", "m.t", "h.w h.t m.w m.t",
    "h.t m.w m.t", "h.w m.w m.t", "h.w h.t m.t", "h.w h.t m.w", "h.t h.t+1 m.t", "h.t-1 h.t m.t", "h.t m.t m.t+1",
    "h.t m.t-1 m.t", "h.s m.s", "h.s m.t", "h.t m.s", "h.t m.w-1 m.t", "h.t m.t m.w+1", "h.w-1 h.t m.t",
    "h.t h.w+1 m.t", "h.t m.t-2 m.t-1 m.t", "h.t m.t m.t+1 m.t+2", "h.t-2 h.t-1 h.t m.t", "h.t h.t+1 h.t+2 m.t",
)  # fmt: skip
_GRANDPARENT_TEMPLATES = (
    "g.t h.t m.t", "g.t m.t", "g.w h.t m.t", "g.t h.w m.t", "g.t h.t m.w", "g.w m.w", "g.w m.t", "g.t m.w",
    "g.t h.t m.t m.t+1", "g.t h.t m.t-1 m.t", "g.t h.w m.w", "g.w h.w m.t",
)  # fmt: skip
_SIBLING_TEMPLATES = (
    "h.t s.t m.t", "s.t m.t", "h.w s.t m.t", "h.t s.w m.t", "h.t s.t m.w", "s.w m.w", "s.w m.t", "s.t m.w",
    "h.t s.t m.t m.t+1", "h.t s.t m.t-1 m.t", "h.t s.w m.w", "h.w s.w m.t",
)  # fmt: skip
_BETWEEN_TEMPLATES = ("h.t x.t m.t",)

# by annotation besides tags: features, the other tag column, word clusters, more where these have paths, morphology
_OPTIONAL_TEMPLATES: Mapping[str, Mapping[int, Sequence[str]]] = {
    "features": {
        PRUNER: ("h.t h.f m.t m.f",),
        ARC: ("h.t m.t m.f", "h.t h.f m.t", "h.t h.f m.t m.f", "h.w m.t m.f"),
        GRANDPARENT: ("g.t h.t h.f m.t m.f",),
        SIBLING: ("h.t s.t s.f m.t m.f", "h.w s.f m.f"),
    },
    "other": {
        ARC: (
            "h.c m.c", "h.w m.c", "h.c m.w", "h.c h.c+1 m.c-1 m.c", "h.c-1 h.c m.c m.c+1", "h.c h.c+1 m.c m.c+1",
            "h.c-1 h.c m.c-1 m.c", "h.w h.c m.w m.c", "h.c m.w-1 m.c", "h.c m.c m.w+1", "h.s m.c", "h.c m.s",
        ),
        GRANDPARENT: ("g.c h.c m.c", "g.c h.c m.w", "g.w h.c m.c", "g.c m.c", "g.c h.w m.w", "g.w m.c"),
        SIBLING: ("h.c s.c m.c", "h.w s.c m.c", "h.c s.c m.w", "s.c m.c", "s.w m.c", "h.c s.w m.c"),
        IN_BETWEEN: ("h.c x.c m.c",),
    },
    "classes": {
        PRUNER: ("h.k m.t", "h.t m.k"),
        ARC: ("h.k m.k", "h.k m.t", "h.t m.k", "h.l m.t", "h.t m.l", "h.l m.l"),
        GRANDPARENT: ("g.t h.t m.k", "g.t h.k m.t", "g.k h.t m.t", "g.k h.k m.k"),
        SIBLING: ("h.t s.t m.k", "h.t s.k m.t", "h.k s.t m.t", "h.k s.k m.k"),
    },
    "paths": {
        ARC: (
            "h.l m.w", "h.w m.l", "h.t h.l m.t m.l", "h.t h.k m.t m.k", "h.l", "m.l", "h.k h.t+1 m.t", "h.t m.t-1 m.k",
            "h.t m.l m.t+1", "h.t m.t-1 m.l", "h.l h.t+1 m.t", "h.t-1 h.l m.t",
        ),
        GRANDPARENT: ("g.l m.l", "g.t h.l m.l", "g.l h.t m.l"),
        SIBLING: ("s.l m.l", "h.l s.t m.l", "h.t s.l m.l"),
    },
    "morphology": {
        ARC: (
            "h.t h.a m.t m.a", "h.t m.t m.f m.a", "h.t h.f h.a m.t m.f m.a", "h.t h.v m.t m.f", "h.t m.t m.v",
            "h.t h.f h.v m.t m.f m.v", "h.e m.t", "h.t m.e", "h.e m.e", "h.e m.t m.f",
        ),
        SIBLING: ("h.t s.f m.f m.a", "h.t h.a s.f s.a m.f m.a", "h.t h.v s.f m.f"),
    },
}  # fmt: skip
MAX_KEPT_HEADS = 10  # maximum number of heads that pruning keeps for a word, besides those of its best tree
_ZERO_THRESHOLD = 0.004  # weights up to this are set to 0


def make_templates(order: str, annotations: Collection[str]) -> Templates:
    """Return the feature templates of a parser of this order and of its pruner; `annotations`: the keys of
    `_OPTIONAL_TEMPLATES` that the sentences have."""
    _, siblings, grandparents, second = ORDERS
    templates: dict[int, Sequence[str]] = {
        PRUNER: _PRUNER_TEMPLATES, ARC: _ARC_TEMPLATES, IN_BETWEEN: _BETWEEN_TEMPLATES,
        GRANDPARENT: _GRANDPARENT_TEMPLATES if order in (grandparents, second) else (),
        SIBLING: _SIBLING_TEMPLATES if order in (siblings, second) else (),
    }  # fmt: skip
    for annotation, extra in _OPTIONAL_TEMPLATES.items():
        if annotation in annotations:
            # extra templates first: the last one of the pruner has a special meaning
            templates = {kind: (*(extra.get(kind, ()) if texts else ()), *texts) for kind, texts in templates.items()}
    return _encode_templates(templates)


def _encode_templates(texts: Mapping[int, Sequence[str]]) -> Templates:
    """Encode templates such as `h.t m.t` as arrays for the kernels, with fixed random hash constants."""
    random = np.random.default_rng(20)  # fixed seed of the hash constants, independent of the settings
    width = max(map(len, texts.values()))
    seeds = np.zeros((ROLE_COUNT, width), dtype=np.uint64)
    pieces: list[tuple[int, int, int, int]] = []
    for kind, kind_texts in sorted(texts.items()):
        seeds[FIRST_ROLE[kind]] = random.integers(0, 1 << 63, width, dtype=np.uint64) * np.uint64(2)
        for column, text in enumerate(kind_texts):
            for piece in text.split():
                role = FIRST_ROLE[kind] + _ROLE_LETTERS[kind].index(piece[0])
                pieces.append((role, column, ATTRIBUTES.index(piece[2]), int(piece[3:] or 0)))
    piece_codes = np.array(pieces, dtype=np.int64).reshape(-1, 4)
    factors = random.integers(0, 1 << 63, len(piece_codes), dtype=np.uint64) * np.uint64(2) + np.uint64(1)
    counts = np.array([len(texts[kind]) for kind in sorted(texts)], dtype=np.int64)
    roles, columns, attributes, offsets = np.ascontiguousarray(piece_codes.T)
    return Templates(roles, columns, attributes, offsets, factors, seeds, counts)


@dataclass(frozen=True, slots=True, eq=False)
class ArcWeights:
    """Hashed weights of the pruner, and of the parts of trees over unpruned arcs."""

    templates: Templates
    pruner: Singles  # (rows, WEIGHTS_PER_ROW)
    rows: Singles  # (rows, WEIGHTS_PER_ROW)
    __repr__ = brief_repr

    def select_candidate_heads(self, sentences: CodedSentences, threshold: float) -> Indexes:
        """Prune the heads of each word: return (words, MAX_HEADS) those that are kept, increasing, padded with -1."""
        kept_heads = np.full((len(sentences.codes), MAX_HEADS), -1, dtype=np.int32)
        no_gold = np.full(len(sentences.codes), -1, dtype=np.int64)
        fill_kept_heads(
            sentences,
            no_gold,
            np.arange(len(sentences.starts) - 1),
            self.templates,
            make_hashed_weights(self.pruner),
            threshold,
            kept_heads,
        )
        return kept_heads

    def arrays(self) -> NamedArrays:
        return {
            **_pack_weights("pruner_", self.pruner), **_pack_weights("weights_", self.rows),
            "templates": _stack_template_pieces(self.templates),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, settings: ArcParserSettings, annotations: Collection[str], arrays: Arrays) -> Self:
        templates = make_templates(settings.order, annotations)
        if not np.array_equal(arrays["templates"], _stack_template_pieces(templates)):
            raise ValueError("the weights belong to other feature templates")
        return cls(templates, _unpack_weights("pruner_", arrays), _unpack_weights("weights_", arrays))


def make_hashed_weights(rows: Singles, training: bool = False) -> HashedWeights:
    """Return weight rows in the form that kernels expect, with zero accumulators if for training."""
    accumulators = np.zeros_like(rows) if training else np.zeros((0, WEIGHTS_PER_ROW), dtype=np.float32)
    return HashedWeights(rows, accumulators, 64 - (len(rows).bit_length() - 1))


def fill_kept_heads(
    sentences: CodedSentences, gold: Integers, indexes: Integers, templates: Templates, weights: HashedWeights,
    threshold: float, kept_heads: Indexes,
) -> None:  # fmt: skip
    """Write the heads kept by the pruner into `kept_heads`; gold heads are always kept."""
    from spectral_core.structured.arc_parser.pruner import prune_arcs

    prune_arcs(sentences, gold, indexes, templates, weights, -math.log(threshold), MAX_KEPT_HEADS, kept_heads)


def round_weights(rows: Singles) -> Singles:
    """Round weights to the precision of a stored file."""
    rounded = rows.astype(np.float16).astype(np.float32)
    rounded[np.abs(rounded) <= _ZERO_THRESHOLD] = 0.0
    return rounded


def _stack_template_pieces(templates: Templates) -> Indexes:
    """Return (pieces, 4) the role, column, attribute and offset of each template piece."""
    pieces = (templates.roles, templates.columns, templates.attributes, templates.offsets)
    return np.column_stack(pieces).astype(np.int32)


def _pack_weights(prefix: str, rows: Singles) -> NamedArrays:
    """Return the nonzero weights as sparse arrays."""
    row_indexes, slots = np.nonzero(rows)
    return {
        f"{prefix}counts": np.bincount(row_indexes, minlength=len(rows)).astype(np.uint8),
        f"{prefix}slots": slots.astype(np.uint8),
        f"{prefix}values": rows[row_indexes, slots].astype(np.float16),
    }


def _unpack_weights(prefix: str, arrays: Arrays) -> Singles:
    """Restore weights from sparse arrays; ValueError if these are inconsistent or not finite."""
    counts, slots = (arrays[f"{prefix}{name}"].astype(np.int64) for name in ("counts", "slots"))
    values = arrays[f"{prefix}values"].astype(np.float32)
    size = len(counts)
    if not (
        size >= 2
        and size & (size - 1) == 0
        and counts.ndim == slots.ndim == values.ndim == 1
        and int(counts.sum()) == len(slots) == len(values)
        and bool(((slots >= 0) & (slots < WEIGHTS_PER_ROW)).all())
        and bool((counts >= 0).all())
    ):
        raise ValueError("the weights do not fit their rows")
    if not np.isfinite(values).all():
        raise ValueError("the weights are not finite")
    rows = np.zeros((size, WEIGHTS_PER_ROW), dtype=np.float32)
    rows[np.repeat(np.arange(size), counts), slots] = values
    return rows
