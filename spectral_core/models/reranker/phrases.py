"""Phrase grammars as scorers of dependency trees: by the phrases that words make with their modifiers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spectral_core.brief import brief_repr
from spectral_core.data import Sentence, Treebank
from spectral_core.data.head_rules import with_phrases
from spectral_core.errors import SettingsError
from spectral_core.model import Model, Scored, TreeScorer
from spectral_core.models.latent_pcfg import LatentPcfg, head_scores
from spectral_core.models.parsing.sentences import has_tree

GRAMMAR = "latent-pcfg"


@dataclass(frozen=True, slots=True, eq=False)
class PhraseScorer:
    """Grammar learnt from phrases of words with their modifiers."""

    grammar: LatentPcfg
    column: str  # the tags of words
    __repr__ = brief_repr

    def tree_scores(self, sentences: Sequence[Sentence]) -> list[Scored]:
        return head_scores(self.grammar, sentences, self.column)


def add_phrases(treebank: Treebank, column: str) -> Treebank:
    """Return the sentences that have dependency trees, with phrases made of these."""
    return Treebank.of(with_phrases(sentence, column) for sentence in treebank if has_tree(sentence, column))


def as_tree_scorer(model: Model, column: str) -> TreeScorer:
    """Return the model as a scorer of dependency trees; SettingsError if it cannot score them."""
    if isinstance(model, LatentPcfg):
        return PhraseScorer(model, column)
    if not isinstance(model, TreeScorer):
        message = f"reranker: models of {model.method} give no scores to dependency trees; set scorers to tree-hmm"
        raise SettingsError(message)
    return model


def unwrap_scorer(scorer: TreeScorer) -> Model:
    """Return the model that a scorer wraps, as its method knows it."""
    model = scorer.grammar if isinstance(scorer, PhraseScorer) else scorer
    assert isinstance(model, Model)
    return model
