"""Grammars of phrases as models that score dependency trees: by the phrases that words make with their modifiers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spectral_core.brief import brief
from spectral_core.data import Sentence, Treebank
from spectral_core.data.phrases import with_phrases
from spectral_core.errors import SettingsError
from spectral_core.model import Model, Scored, TreeScorer
from spectral_core.models.latent_pcfg import LatentPcfg, head_scores
from spectral_core.models.parsing.sentences import has_tree

GRAMMAR = "latent-pcfg"


@dataclass(frozen=True, slots=True, eq=False)
class PhraseScorer:
    """A grammar that was learnt from phrases of words with their modifiers."""

    grammar: LatentPcfg
    column: str  # the tags of words
    __repr__ = brief

    def tree_scores(self, sentences: Sequence[Sentence]) -> list[Scored]:
        return head_scores(self.grammar, sentences, self.column)


def phrased(treebank: Treebank, column: str) -> Treebank:
    """The sentences that have dependency trees, with phrases made of these."""
    return Treebank.of(with_phrases(sentence, column) for sentence in treebank if has_tree(sentence, column))


def scoring(model: Model, column: str) -> TreeScorer:
    """The model as one that scores dependency trees; SettingsError where it does not."""
    if isinstance(model, LatentPcfg):
        return PhraseScorer(model, column)
    if not isinstance(model, TreeScorer):
        what = f"reranker: models of {model.method} give no scores to dependency trees; set scorers to tree-hmm"
        raise SettingsError(what)
    return model


def inside(scorer: TreeScorer) -> Model:
    """The model that scores, as its method knows it."""
    model = scorer.grammar if isinstance(scorer, PhraseScorer) else scorer
    assert isinstance(model, Model)
    return model
