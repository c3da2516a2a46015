"""Tags with automata of their own; the rest share those of one rare tag."""

import numpy as np

from spectral_core.arrays import Integers
from spectral_core.models.head_automata.lexicon import Lexicon
from spectral_core.models.head_automata.moments import Moments

RARE = "_"  # all tags together that are too rare to have automata of their own
MAX_TAGS = 150  # tags with automata of their own: tables grow with the square of their number


def select_symbols(moments: Moments) -> tuple[tuple[str, ...], Integers]:
    """Return the tags that get automata, and the number of each tag of the moments among them."""
    symbols = moments.symbols
    if len(symbols) <= MAX_TAGS:
        return symbols, np.arange(len(symbols))
    modifier_counts = np.bincount(
        moments.sequences.symbols, np.repeat(moments.sequences.weights, moments.sequences.lengths()), len(symbols)
    )
    frequent = np.sort(np.argsort(-(modifier_counts + moments.roots), kind="stable")[:MAX_TAGS])
    selected = tuple(sorted({RARE, *(symbols[index] for index in frequent.tolist())}))
    number_of = {symbol: index for index, symbol in enumerate(selected)}
    return selected, np.array([number_of.get(symbol, number_of[RARE]) for symbol in symbols], dtype=np.int64)


def make_lexicon(moments: Moments, symbols: tuple[str, ...], kind: str) -> Lexicon:
    """Make the lexicon of the counted words."""
    assert moments.words is not None
    _, numbers = select_symbols(moments)
    return Lexicon.from_events(moments.words.renumber(numbers), symbols, kind)
