"""Which tags have automata of their own; the rest share those of one rare tag."""

import numpy as np

from spectral_core.arrays import Integers
from spectral_core.models.head_automata.lexicon import Lexicon
from spectral_core.models.head_automata.moments import Moments

RARE = "_"  # all tags together that are too rare to have automata of their own
MOST_TAGS = 150  # tags with automata of their own: tables grow with the square of their number


def known_symbols(moments: Moments) -> tuple[tuple[str, ...], Integers]:
    """The tags that get automata, and what each tag of the moments is called among them."""
    symbols = moments.symbols
    if len(symbols) <= MOST_TAGS:
        return symbols, np.arange(len(symbols))
    seen = np.bincount(
        moments.sequences.symbols, np.repeat(moments.sequences.weights, moments.sequences.lengths()), len(symbols)
    )
    kept = np.sort(np.argsort(-(seen + moments.roots), kind="stable")[:MOST_TAGS])
    known = tuple(sorted({RARE, *(symbols[place] for place in kept.tolist())}))
    places = {symbol: place for place, symbol in enumerate(known)}
    return known, np.array([places.get(symbol, places[RARE]) for symbol in symbols], dtype=np.int64)


def lexicon_of(moments: Moments, symbols: tuple[str, ...], kind: str) -> Lexicon:
    """The preferences between the words that were counted."""
    assert moments.words is not None
    _, names = known_symbols(moments)
    return Lexicon.of(moments.words.renamed(names), symbols, kind)
