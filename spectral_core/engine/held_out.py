"""A part of what is learnt from, on which a model is measured and from which nothing is learnt."""

from spectral_core.data import Treebank

HELD_OUT = "held out"  # in place of the document that a model is measured on
_EVERY, _MOST, _FEWEST = 10, 300, 20  # of how many sentences one is held out; how many at most; below which none is


def parted(treebank: Treebank) -> tuple[Treebank, Treebank | None]:
    """What to learn from, and what to measure on: every tenth readable sentence, fewer of large treebanks. All and
    None where there are too few to part with any."""
    usable = [at for at in range(len(treebank)) if treebank[at].readable]
    if len(usable) < _FEWEST:
        return treebank, None
    step = max(_EVERY, -(-len(usable) // _MOST))
    held = {*usable[step - 1 :: step]}
    rest = Treebank.of(treebank[at] for at in range(len(treebank)) if at not in held)
    return rest, Treebank.of(treebank[at] for at in sorted(held))
