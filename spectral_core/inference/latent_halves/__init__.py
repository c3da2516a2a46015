"""Projective trees whose nodes, halves and heads have hidden states (latent split-head grammars): sums over all trees
of a sentence, one given tree, and the sums of moments that such states are estimated from. The recursion is that of
split heads in `eisner`, with vectors where it has numbers: a half of a word is closed into a vector, both halves meet
in the vector of the node, and that is what its head sees of it. A tensor is multiplied once for each arc, outside the
sum over splits. Arcs without a rule are left out, and so is what only they reach."""

from spectral_core.inference.latent_halves.arrays import GivenTrees, StateTensors, TreeVectors, Uses, WordBatch
from spectral_core.inference.latent_halves.charts import sums

__all__ = ["GivenTrees", "StateTensors", "TreeVectors", "Uses", "WordBatch", "sums"]
