"""METHODS: every method by its name, with what it needs; the module behind a row is imported when it is used."""

from __future__ import annotations

from collections.abc import Mapping

from spectral_core.data.structure import CONSTITUENTS, DEPENDENCIES, Structure
from spectral_core.errors import SettingsError
from spectral_core.methods.method import Method
from spectral_core.methods.needs import needs_heads, needs_readings, needs_tags, needs_trees, needs_words
from spectral_core.model import Family, Settings, Value


def _reranker() -> Family:
    from spectral_core.methods.inner import InnerMethods
    from spectral_core.models import reranker

    return reranker.family(InnerMethods())


METHODS: Mapping[str, Method] = {
    method.name: method
    for method in (
        Method(
            "hmm", "Hidden Markov model", "Hsu, Kakade and Zhang 2009", needs_words, can_be_stepped=True,
            chance=("estimator", ("em", "spectral-em")),
        ),
        Method("ngram", "N-gram model", "Kneser and Ney 1995", needs_words),
        Method(
            "class-bigram", "Latent class bigram model", "Saul and Pereira 1997; Cohen and Collins 2014",
            needs_words, knows_words=True, chance=("estimator", ("em",)),
        ),
        Method(
            "branching", "Branching baselines", "Klein and Manning 2002", needs_words,
            structure=CONSTITUENTS, chance=("kind", ("random", "random-splits")),
        ),
        Method(
            "arc-parser", "Arc parser", "McDonald, Crammer and Pereira 2005; Koo and Collins 2010",
            needs_heads, structure=DEPENDENCIES, can_be_stepped=True, reads_text=True,
        ),
        Method(
            "bracketer", "Metric bracketer", "Parikh, Cohen and Xing 2014", needs_words,
            structure=CONSTITUENTS, can_be_stepped=True, chance=("metric", ("constant",)),
        ),
        Method(
            "bracket-inducer", "Bracket inducer", "Ponvert, Baldridge and Erk 2011; Parikh, Cohen and Xing 2014",
            needs_words, structure=CONSTITUENTS, has_states=True, chance=("seeds", ("auto", "clauses", "metric")),
        ),
        Method(
            "constituent-context", "Constituents and contexts", "Klein and Manning 2002",
            needs_words, structure=CONSTITUENTS, chance=("start", ("random",)),
        ),
        Method(
            "head-automata", "Split head automata", "Luque, Quattoni, Balle and Carreras 2012",
            needs_heads, structure=DEPENDENCIES, explains=True, can_be_stepped=True, chance=("estimator", ("em",)),
        ),
        Method(
            "latent-dependencies", "Dependency grammar with hidden states", "after Cohen et al. 2012",
            needs_heads, structure=DEPENDENCIES, has_states=True,
            chance=("estimator", ("em", "spectral-em")),
        ),
        Method(
            "latent-pcfg", "Grammar with hidden states", "Cohen et al. 2012; Cohen and Collins 2014",
            needs_trees, structure=CONSTITUENTS, has_states=True, can_be_stepped=True,
            chance=("estimator", ("em", "em-smoothed")),
        ),
        Method(
            "reranker", "Re-ranker of trees", "Collins 2002; Dhillon et al. 2012", needs_heads,
            structure=DEPENDENCIES, made=_reranker,
        ),
        Method(
            "tree-hmm", "Hidden tree Markov model", "Dhillon, Rodu, Collins, Foster and Ungar 2012",
            needs_heads, has_states=True, chance=("estimator", ("em", "spectral-em")),
        ),
        Method(
            "embeddings", "Points of words", "Dhillon, Foster and Ungar 2011; Stratos, Collins and Hsu 2015",
            needs_words, knows_words=True,
        ),
        Method("analysis-ranker", "Ranker of analyses", "Shah et al. 2010", needs_readings),
        Method("tagger", "Part-of-speech tagger", "Müller, Schmid and Schütze 2013", needs_tags, reads_text=True),
    )
}  # fmt: skip


def default_parser(structure: Structure) -> Method:
    """The parser that is learnt where nobody chose one."""
    return METHODS["arc-parser" if structure is DEPENDENCIES else "latent-pcfg"]


def inducer(structure: Structure) -> Method | None:
    """What finds structure where there are no trees to learn from, if anything does."""
    return METHODS["bracket-inducer"] if structure is CONSTITUENTS else None


def method_named(name: str) -> Method:
    """The row with this name; an unknown one is answered with those there are."""
    try:
        return METHODS[name]
    except KeyError:
        raise SettingsError(f"there is no method {name!r}; there are {', '.join(METHODS)}") from None


def settings_of(method: Method, given: Mapping[str, str | Value | None]) -> Settings:
    """The method's settings with these values, typed or as strings; a wrong one is answered with what fits."""
    return method.settings(**{name: value for name, value in given.items() if value is not None})
