"""Latent dependency grammars on the WSJ sample and EWT: attachment and CPU times, by estimator and states."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from spectral_core.bench.rows import Row, is_selected
from spectral_core.data import Sentence, Treebank
from spectral_core.evaluate import Rate, bootstrap_difference, score_dependencies
from spectral_core.formats import load
from spectral_core.model import Value
from spectral_core.models import head_automata, latent_dependencies
from spectral_core.models.head_automata import HeadAutomata, HeadAutomataSettings
from spectral_core.models.latent_dependencies import HeadedTrees, LatentDependencies, LatentDependenciesSettings
from spectral_core.models.parsing.companions import train_tagger
from spectral_core.progress import Progress, Report
from spectral_core.registry import METHODS, make_settings

_CORPORA = {
    "wsj": ("wsj_nltk_dep/wsj_dep.{}.conll.xz", "upos"),
    "ewt": ("ud_english_ewt/ud_english_ewt-{}.conllu.xz", "xpos"),
}
_STATE_SETTINGS = ("states", "half_states", "node_states")
_LATENT_RUNS: list[tuple[tuple[int, int, int], dict[str, Value]]] = [
    ((8, 1, 1), {"words": False}),  # states of modifier sequences only
    ((8, 8, 8), {"words": False}),
    ((12, 12, 12), {"words": False}),
    ((16, 16, 16), {"words": False}),
    ((8, 8, 8), {"words": False, "estimator": "spectral-em"}),
    ((8, 8, 8), {"words": False, "estimator": "em", "iterations": 100}),  # the same model without the closed form
    ((16, 12, 16), {}),
    ((12, 8, 12), {"estimator": "spectral-em"}),
    ((16, 12, 16), {"estimator": "spectral-em"}),
    ((16, 12, 16), {"members": 3}),
]
_ATTACHMENT_ONLY: dict[str, Value] = {"relations": False, "tagger": False, "calibration": False}


def measure_latent_dependencies(data: Path, report: Report, only: str = "") -> Iterator[Row]:
    """Yield a row for each grammar, trained on train and measured on dev with gold tags; grammars with words on EWT
    also with predicted tags.

    Differences are from sibling head automata, by the paired bootstrap over sentences. Seconds are CPU seconds
    without reading files. `only` selects rows by name.
    """
    for corpus, (name, column) in _CORPORA.items():
        selected = [
            (title, sizes, values)
            for sizes, values in _LATENT_RUNS
            if is_selected(title := " ".join(map(str, (corpus, *sizes, *values.values()))), only)
        ]
        if not selected:
            continue
        report(Progress(f"{corpus}: reading", 0, None))
        train, dev = (Treebank.of(load(data / name.format(part))) for part in ("train", "dev"))
        gold = list(dev)
        tagged: list[Sentence] | None = None
        tagger = train_tagger(train, column, 0) if corpus == "ewt" else None
        if tagger is not None:
            tagged = list(tagger.tag_all(gold))
        sibling_settings = make_settings(
            METHODS["head-automata"], {"estimator": "sibling", "lexical": "none", "column": column, **_ATTACHMENT_ONLY}
        )
        assert isinstance(sibling_settings, HeadAutomataSettings)
        sibling = head_automata.learn(train, sibling_settings)
        sibling_rate, row = _measure_attachment(sibling, gold, tagged)
        yield {"corpus": corpus, "estimator": "sibling automata", **row}
        counted_trees: dict[bool, tuple[HeadedTrees, float]] = {}
        for done, (title, sizes, values) in enumerate(selected):
            report(Progress(title, done, len(selected)))
            all_values = {
                "column": column,
                **_ATTACHMENT_ONLY,
                **dict(zip(_STATE_SETTINGS, sizes, strict=True)),
                **values,
            }
            settings = make_settings(METHODS["latent-dependencies"], all_values)
            assert isinstance(settings, LatentDependenciesSettings)
            if settings.words not in counted_trees:
                small_counts = latent_dependencies.count(train.select(range(20)), settings)
                latent_dependencies.solve(small_counts, settings)  # load compiled kernels
                start = time.process_time()
                counts = latent_dependencies.count(train, settings)
                counted_trees[settings.words] = counts, time.process_time() - start
            yield {
                "corpus": corpus,
                **_measure_latent_grammar(counted_trees[settings.words], settings, gold, tagged, sibling_rate),
            }


def _measure_latent_grammar(
    counted: tuple[HeadedTrees, float], settings: LatentDependenciesSettings, gold: Sequence[Sentence],
    tagged: Sequence[Sentence] | None, sibling_rate: Rate,
) -> Row:  # fmt: skip
    start = time.process_time()
    model = latent_dependencies.solve(counted[0], settings)
    training_seconds = time.process_time() - start
    rate, row = _measure_attachment(model, gold, tagged if settings.words else None)
    difference = bootstrap_difference(rate, sibling_rate)
    return {
        "estimator": settings.estimator,
        "words": settings.words,
        "states": " ".join(str(getattr(settings, name)) for name in _STATE_SETTINGS),
        "members": settings.members,
        **row,
        "over_sibling": round(difference.value, 2),
        "interval": f"{difference.low:+.2f} {difference.high:+.2f}",
        "count_cpu": round(counted[1], 2),
        "learn_cpu": round(training_seconds, 2),
    }


def _measure_attachment(
    model: HeadAutomata | LatentDependencies, gold: Sequence[Sentence], tagged: Sequence[Sentence] | None
) -> tuple[Rate, Row]:
    model.all_heads(gold[:20])  # load compiled kernels
    start = time.process_time()
    heads = model.all_heads(gold)
    seconds = time.process_time() - start
    rates = _attachment_rates(gold, heads)
    row: Row = {name: round(rates[name].value, 2) for name in ("uas", "uas_no_punct")}
    if tagged is not None:
        row["uas_predicted_tags"] = round(_attachment_rates(gold, model.all_heads(tagged))["uas"].value, 2)
    row["sentences_per_second"] = round(len(gold) / seconds)
    return rates["uas"], row


def _attachment_rates(gold: Sequence[Sentence], heads: Sequence[tuple[int, ...]]) -> Mapping[str, Rate]:
    parsed = [sentence.with_heads(sentence_heads) for sentence, sentence_heads in zip(gold, heads, strict=True)]
    return score_dependencies(gold, parsed).rates
