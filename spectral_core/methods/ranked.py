"""Training words of an analysis ranker, read from its file without loading the ranker."""

from __future__ import annotations

from spectral_core.model import Arrays

RANKER_ARRAYS = ("seen_forms", "seen_analyses")  # arrays of a ranker: the words it was learnt from


def read_training_words(arrays: Arrays) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the training words of a ranker, and UPOS and XPOS of each, from its RANKER_ARRAYS."""
    from spectral_core.models.analysis_ranker.storing import read_training_tags

    return read_training_tags(arrays)
