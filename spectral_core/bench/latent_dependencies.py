"""Latent dependency grammars on the WSJ sample and on EWT: attachment and times, by estimator and hidden states."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from spectral_core.bench.rows import Row, asked
from spectral_core.data import Sentence, Treebank
from spectral_core.evaluate import Rate, bootstrap, dependency_scores
from spectral_core.formats import load
from spectral_core.methods import METHODS, make_settings
from spectral_core.model import Value
from spectral_core.models import head_automata, latent_dependencies
from spectral_core.models.head_automata import HeadAutomata, HeadAutomataSettings
from spectral_core.models.latent_dependencies import HeadedTrees, LatentDependencies, LatentDependenciesSettings
from spectral_core.models.parsing.tagging import train_tagger
from spectral_core.progress import Progress, Report

_CORPORA = {
    "wsj": ("wsj_nltk_dep/wsj_dep.{}.conll.xz", "upos"),
    "ewt": ("ud_english_ewt/ud_english_ewt-{}.conllu.xz", "xpos"),
}
_STATES = ("states", "half_states", "node_states")
_RUNS: list[tuple[tuple[int, int, int], dict[str, Value]]] = [
    ((8, 1, 1), {"words": False}),  # states along modifiers alone
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
_PLAIN: dict[str, Value] = {"relations": False, "tagger": False, "calibration": False}


def table(data: Path, report: Report, only: str = "") -> Iterator[Row]:
    """One row a grammar, learnt on train and measured on dev with gold tags and, with words on EWT, with those of a
    tagger; beside it the sibling automata with which it is compared by the paired bootstrap over sentences. Seconds are
    CPU seconds, without reading the file. `only` is what is in the names of the rows that are measured."""
    for corpus, (name, column) in _CORPORA.items():
        wanted = [
            (title, sizes, given)
            for sizes, given in _RUNS
            if asked(title := " ".join(map(str, (corpus, *sizes, *given.values()))), only)
        ]
        if not wanted:
            continue
        report(Progress(f"{corpus}: reading", 0, None))
        train, dev = (Treebank.of(load(data / name.format(part))) for part in ("train", "dev"))
        gold = list(dev)
        tagged: list[Sentence] | None = None
        tagger = train_tagger(train, column, 0) if corpus == "ewt" else None
        if tagger is not None:
            tagged = list(tagger.tag_all(gold))
        kind = make_settings(
            METHODS["head-automata"], {"estimator": "sibling", "lexical": "none", "column": column, **_PLAIN}
        )
        assert isinstance(kind, HeadAutomataSettings)
        sibling = head_automata.learn(train, kind)
        base, row = _parsed(sibling, gold, tagged)
        yield {"corpus": corpus, "estimator": "sibling automata", **row}
        trees: dict[bool, tuple[HeadedTrees, float]] = {}
        for done, (title, sizes, given) in enumerate(wanted):
            report(Progress(title, done, len(wanted)))
            chosen = {"column": column, **_PLAIN, **dict(zip(_STATES, sizes, strict=True)), **given}
            settings = make_settings(METHODS["latent-dependencies"], chosen)
            assert isinstance(settings, LatentDependenciesSettings)
            if settings.words not in trees:
                few = latent_dependencies.count(train.select(range(20)), settings)
                latent_dependencies.solve(few, settings)  # what is compiled is loaded
                begun = time.process_time()
                counted = latent_dependencies.count(train, settings)
                trees[settings.words] = counted, time.process_time() - begun
            yield {"corpus": corpus, **_measured(trees[settings.words], settings, gold, tagged, base)}


def _measured(
    counted: tuple[HeadedTrees, float], settings: LatentDependenciesSettings, gold: Sequence[Sentence],
    tagged: Sequence[Sentence] | None, base: Rate,
) -> Row:  # fmt: skip
    begun = time.process_time()
    model = latent_dependencies.solve(counted[0], settings)
    learning = time.process_time() - begun
    rate, row = _parsed(model, gold, tagged if settings.words else None)
    apart = bootstrap(rate, base)
    return {
        "estimator": settings.estimator,
        "words": settings.words,
        "states": " ".join(str(getattr(settings, name)) for name in _STATES),
        "members": settings.members,
        **row,
        "over_sibling": round(apart.value, 2),
        "interval": f"{apart.low:+.2f} {apart.high:+.2f}",
        "count_cpu": round(counted[1], 2),
        "learn_cpu": round(learning, 2),
    }


def _parsed(
    model: HeadAutomata | LatentDependencies, gold: Sequence[Sentence], tagged: Sequence[Sentence] | None
) -> tuple[Rate, Row]:
    model.all_heads(gold[:20])  # what is compiled is loaded
    begun = time.process_time()
    heads = model.all_heads(gold)
    spent = time.process_time() - begun
    rates = _rates(gold, heads)
    row: Row = {name: round(rates[name].value, 2) for name in ("uas", "uas_no_punct")}
    if tagged is not None:
        row["uas_predicted_tags"] = round(_rates(gold, model.all_heads(tagged))["uas"].value, 2)
    row["sentences_per_second"] = round(len(gold) / spent)
    return rates["uas"], row


def _rates(gold: Sequence[Sentence], heads: Sequence[tuple[int, ...]]) -> Mapping[str, Rate]:
    parsed = [sentence.with_heads(above) for sentence, above in zip(gold, heads, strict=True)]
    return dependency_scores(gold, parsed).rates
