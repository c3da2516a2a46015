"""One tree that is given, by the tensors of a grammar."""

from __future__ import annotations

import numpy as np

from spectral_core.data import Tree
from spectral_core.inference.cky.arrays import Floats
from spectral_core.models.latent_pcfg.counts import flattened
from spectral_core.models.latent_pcfg.grammar import Grammar
from spectral_core.models.latent_pcfg.hidden import Hidden
from spectral_core.models.latent_pcfg.lexicon import WordLabels
from spectral_core.models.latent_pcfg.settings import LatentPcfgSettings


def tree_score(
    tree: Tree, settings: LatentPcfgSettings, grammar: Grammar, hidden: Hidden, read: WordLabels
) -> tuple[float, int]:
    """The natural log of the absolute score of a prepared tree, and its sign; -inf and 0 where there is no such tree
    (Cohen et al. 2012, equation 4)."""
    nodes = list(flattened(tree, settings))
    places = {label: place for place, label in enumerate(grammar.labels)}
    rules = {key: rule for rule, key in enumerate(grammar.rule_keys)}
    states = read.states[:, : hidden.roots.shape[1]]
    done: list[tuple[int, Floats]] = []
    log, word = 0.0, len(read.starts)
    for label, form in reversed(nodes):
        place = places.get(label, -1)
        if form is not None:
            word -= 1
            part = slice(*read.words.bounds[word : word + 2].tolist())
            found = np.flatnonzero(read.words.labels[part] == place)
            if not len(found):
                return -np.inf, 0
            at = part.start + int(found[0])
            numbers = states[at] * read.words.weights[at]
        else:
            (left, one), (right, two) = done.pop(), done.pop()
            rule = rules.get((place, left, right), -1)
            if rule < 0:
                return -np.inf, 0
            numbers = np.outer(one, two).ravel() @ hidden.tensors[rule].astype(np.float64)
        size = float(np.abs(numbers).max())
        if not size > 0:
            return -np.inf, 0
        log += float(np.log(size))
        done.append((place, numbers / size))
    ((top, numbers),) = done
    total = float(hidden.roots[top].astype(np.float64) @ numbers)
    return (log + float(np.log(abs(total))), int(np.sign(total))) if total else (-np.inf, 0)
