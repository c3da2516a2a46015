"""What a ranker's file says of the texts that it fits, without the ranker."""

from __future__ import annotations

from spectral_core.model import Arrays

RANKED = ("seen_forms", "seen_analyses")  # arrays of a ranker: the words it was learnt from


def ranked_words(arrays: Arrays) -> tuple[list[str], list[tuple[str, str]]]:
    """The words that a ranker was learnt from, and UPOS and XPOS of each, of the arrays that RANKED names."""
    from spectral_core.models.analysis_ranker.storing import seen_words

    return seen_words(arrays)
