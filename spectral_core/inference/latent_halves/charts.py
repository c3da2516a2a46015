"""Results of the compiled recursions, as the values that parsers share."""

from spectral_core.inference.eisner import ArcSums
from spectral_core.inference.latent_halves.arrays import StateTensors, WordBatch


def sums(grammar: StateTensors, batch: WordBatch) -> ArcSums:
    """Return the exact posteriors of all arcs that may be, by inside sums and their derivatives: of each arc in
    O(states^4 + states^2 words), and where none is left out O(states^4 words^2 + states^2 words^3) in all."""
    from spectral_core.inference.latent_halves import sum_kernels

    return ArcSums(batch.offsets, *sum_kernels.sums(grammar, batch))
