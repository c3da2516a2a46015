"""Held-out part of a training text, on which a model is measured and from which it does not learn."""

from spectral_core.data import Treebank

HELD_OUT = "held out"  # in place of the document that a model is measured on
_HELD_OUT_EVERY, _MAX_HELD_OUT, _MIN_SENTENCES = (
    10,
    300,
    20,
)  # of how many sentences one is held out; how many at most; below which none is


def split_held_out(treebank: Treebank) -> tuple[Treebank, Treebank | None]:
    """Split a treebank into a training part and a held-out part: every tenth readable sentence, fewer of large
    treebanks. All and None where there are too few."""
    usable = [index for index in range(len(treebank)) if treebank[index].readable]
    if len(usable) < _MIN_SENTENCES:
        return treebank, None
    step = max(_HELD_OUT_EVERY, -(-len(usable) // _MAX_HELD_OUT))
    held_indices = {*usable[step - 1 :: step]}
    training = Treebank.of(treebank[index] for index in range(len(treebank)) if index not in held_indices)
    return training, Treebank.of(treebank[index] for index in sorted(held_indices))
