"""METHODS: every method by name, with its requirements; the module behind a row is imported on first use."""

from __future__ import annotations

from collections.abc import Mapping

from spectral_core.data.structure import CONSTITUENTS, DEPENDENCIES, Structure
from spectral_core.errors import SettingsError
from spectral_core.methods.method import Method
from spectral_core.methods.needs import check_heads, check_readings, check_tags, check_trees, check_words
from spectral_core.model import Family, Settings, Value


def _make_reranker_family() -> Family:
    from spectral_core.methods.inner import InnerMethods
    from spectral_core.models import reranker

    return reranker.make_family(InnerMethods())


METHODS: Mapping[str, Method] = {
    method.name: method
    for method in (
        Method(
            "hmm", "Hidden Markov model", "Hsu, Kakade and Zhang 2009", check_words, can_be_stepped=True,
            random_if=("estimator", ("em", "spectral-em")),
        ),
        Method("ngram", "N-gram model", "Kneser and Ney 1995", check_words),
        Method(
            "class-bigram", "Latent class bigram model", "Saul and Pereira 1997; Cohen and Collins 2014",
            check_words, knows_words=True, random_if=("estimator", ("em",)),
        ),
        Method(
            "branching", "Branching baselines", "Klein and Manning 2002", check_words,
            structure=CONSTITUENTS, random_if=("kind", ("random", "random-splits")),
        ),
        Method(
            "arc-parser", "Arc parser", "McDonald, Crammer and Pereira 2005; Koo and Collins 2010",
            check_heads, structure=DEPENDENCIES, can_be_stepped=True, reads_text=True,
        ),
        Method(
            "bracketer", "Metric bracketer", "Parikh, Cohen and Xing 2014", check_words,
            structure=CONSTITUENTS, can_be_stepped=True, random_if=("metric", ("constant",)),
        ),
        Method(
            "bracket-inducer", "Bracket inducer", "Ponvert, Baldridge and Erk 2011; Parikh, Cohen and Xing 2014",
            check_words, structure=CONSTITUENTS, has_states=True, random_if=("seeds", ("auto", "clauses", "metric")),
        ),
        Method(
            "constituent-context", "Constituents and contexts", "Klein and Manning 2002",
            check_words, structure=CONSTITUENTS, random_if=("start", ("random",)),
        ),
        Method(
            "head-automata", "Split head automata", "Luque, Quattoni, Balle and Carreras 2012",
            check_heads, structure=DEPENDENCIES, explains=True, can_be_stepped=True, random_if=("estimator", ("em",)),
        ),
        Method(
            "latent-dependencies", "Dependency grammar with hidden states", "after Cohen et al. 2012",
            check_heads, structure=DEPENDENCIES, has_states=True,
            random_if=("estimator", ("em", "spectral-em")),
        ),
        Method(
            "latent-pcfg", "Grammar with hidden states", "Cohen et al. 2012; Cohen and Collins 2014",
            check_trees, structure=CONSTITUENTS, has_states=True, can_be_stepped=True,
            random_if=("estimator", ("em", "em-smoothed")),
        ),
        Method(
            "reranker", "Re-ranker of trees", "Collins 2002; Dhillon et al. 2012", check_heads,
            structure=DEPENDENCIES, make_family=_make_reranker_family,
        ),
        Method(
            "tree-hmm", "Hidden tree Markov model", "Dhillon, Rodu, Collins, Foster and Ungar 2012",
            check_heads, has_states=True, random_if=("estimator", ("em", "spectral-em")),
        ),
        Method(
            "embeddings", "Points of words", "Dhillon, Foster and Ungar 2011; Stratos, Collins and Hsu 2015",
            check_words, knows_words=True,
        ),
        Method("analysis-ranker", "Ranker of analyses", "Shah et al. 2010", check_readings),
        Method("tagger", "Part-of-speech tagger", "Müller, Schmid and Schütze 2013", check_tags, reads_text=True),
    )
}  # fmt: skip


def default_parser(structure: Structure) -> Method:
    """Return the parser to learn where the user chose none."""
    return METHODS["arc-parser" if structure is DEPENDENCIES else "latent-pcfg"]


def default_inducer(structure: Structure) -> Method | None:
    """Return the method that induces structure without annotated trees, if there is one."""
    return METHODS["bracket-inducer"] if structure is CONSTITUENTS else None


def get_method(name: str) -> Method:
    """Return the method with this name; SettingsError lists the names if it is unknown."""
    try:
        return METHODS[name]
    except KeyError:
        raise SettingsError(f"there is no method {name!r}; there are {', '.join(METHODS)}") from None


def make_settings(method: Method, values: Mapping[str, str | Value | None]) -> Settings:
    """Make the method's settings from these values, typed or as strings; SettingsError explains an invalid one."""
    return method.settings(**{name: value for name, value in values.items() if value is not None})
