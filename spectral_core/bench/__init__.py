"""Tables of `spectral bench`: results of all methods on treebanks that do not ship with the program."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from spectral_core.bench import (
    analysis_ranker,
    constituents,
    dependencies,
    embeddings,
    language_models,
    reranker,
    tags,
    vowels,
)
from spectral_core.bench.rows import Row
from spectral_core.errors import MissingPartError

TABLES: Mapping[str, Callable[..., Iterable[Row]]] = {  # arguments: the data folder, a report and TABLE_OPTIONS
    "analysis-ranker": analysis_ranker.measure_rankers,
    "arc-parser": dependencies.measure_arc_parsers,
    "bracket-inducer": constituents.measure_bracket_inducers,
    "bracketer": constituents.measure_bracketers,
    "class-bigram": language_models.measure_class_bigrams,
    "embeddings": embeddings.measure_embeddings,
    "head-automata": dependencies.measure_head_automata,
    "latent-dependencies": dependencies.measure_latent_dependencies,
    "latent-pcfg": constituents.measure_latent_pcfgs,
    "reranker": reranker.measure_rerankers,
    "sequences": language_models.measure_sequence_models,
    "tags": tags.measure_taggers,
    "vowels": vowels.measure_vowels,
    "words": language_models.measure_ngrams,
}
TABLE_OPTIONS: Mapping[str, tuple[str, ...]] = {  # options of tables that can be run in part
    "analysis-ranker": ("only", "folds"),
    "bracket-inducer": ("only",),
    "bracketer": ("only",),
    "latent-dependencies": ("only",),
    "latent-pcfg": ("only",),
    "reranker": ("only",),
}
