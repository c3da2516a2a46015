"""The measurements behind `spectral bench`: one file a table, from treebanks that are not part of the program."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from spectral_core.bench import (
    analysis_ranker,
    arc_parser,
    bracket_inducer,
    bracketer,
    class_bigram,
    embeddings,
    head_automata,
    latent_dependencies,
    latent_pcfg,
    reranker,
    sequences,
    tags,
    vowels,
    words,
)
from spectral_core.bench.rows import Row
from spectral_core.errors import MissingPartError

TABLES: Mapping[str, Callable[..., Iterable[Row]]] = {  # of the folder of data, a report and what IN_PARTS says
    "analysis-ranker": analysis_ranker.table,
    "arc-parser": arc_parser.table,
    "bracket-inducer": bracket_inducer.table,
    "bracketer": bracketer.table,
    "class-bigram": class_bigram.table,
    "embeddings": embeddings.table,
    "head-automata": head_automata.table,
    "latent-dependencies": latent_dependencies.table,
    "latent-pcfg": latent_pcfg.table,
    "reranker": reranker.table,
    "sequences": sequences.table,
    "tags": tags.table,
    "vowels": vowels.table,
    "words": words.table,
}
IN_PARTS: Mapping[str, tuple[str, ...]] = {  # what tables take that need not be measured whole
    "analysis-ranker": ("only", "folds"),
    "bracket-inducer": ("only",),
    "bracketer": ("only",),
    "latent-dependencies": ("only",),
    "latent-pcfg": ("only",),
    "reranker": ("only",),
}


def data_folder(given: Path | None) -> Path:
    """The folder of treebanks: the one given, else SPECTRAL_DATA, else shared/data beside the checkout."""
    beside = Path(__file__).resolve().parents[3] / "shared" / "data"
    named = given or (Path(os.environ["SPECTRAL_DATA"]) if os.environ.get("SPECTRAL_DATA") else beside)
    if not named.is_dir():
        raise MissingPartError(f"there is no folder of treebanks at {named}; name one with --data or SPECTRAL_DATA")
    return named


def machine() -> dict[str, str | int]:
    """What a figure was measured on."""
    return {
        "python": platform.python_version(),
        "system": platform.system(),
        "processor": platform.machine(),
        "cores": os.cpu_count() or 0,
    }
