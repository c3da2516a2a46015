"""Tables of `spectral bench`: results of all methods on treebanks that do not ship with the program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from spectral_core.bench import (
    analysis_ranker,
    constituency_parsers,
    dependency_parsers,
    dependency_rerankers,
    embeddings,
    language_models,
    pipelines,
    taggers,
    tokenisers,
    vowels,
)
from spectral_core.bench.measurement import Row

TABLES: Mapping[str, Callable[..., Iterable[Row]]] = {  # arguments: the data folder, a report and TABLE_OPTIONS
    "analysis-ranker": analysis_ranker.measure_rankers,
    "arc-parser": dependency_parsers.measure_arc_parsers,
    "bracket-inducer": constituency_parsers.measure_bracket_inducers,
    "bracketer": constituency_parsers.measure_bracketers,
    "class-bigram": language_models.measure_class_bigrams,
    "embeddings": embeddings.measure_embeddings,
    "head-automata": dependency_parsers.measure_head_automata,
    "latent-dependencies": dependency_parsers.measure_latent_dependencies,
    "latent-pcfg": constituency_parsers.measure_latent_pcfgs,
    "pipeline": pipelines.measure_pipelines,
    "reranker": dependency_rerankers.measure_rerankers,
    "sequences": language_models.measure_sequence_models,
    "tags": taggers.measure_taggers,
    "tokenisers": tokenisers.measure_tokenisers,
    "vowels": vowels.measure_vowels,
    "words": language_models.measure_ngrams,
}
TABLE_OPTIONS: Mapping[str, tuple[str, ...]] = {  # options of tables that can be run in part
    "analysis-ranker": ("only", "folds"),
    "bracket-inducer": ("only",),
    "bracketer": ("only",),
    "latent-dependencies": ("only",),
    "latent-pcfg": ("only",),
    "pipeline": ("only",),
    "reranker": ("only",),
    "tokenisers": ("only",),
}
