"""Learning: counts, and the grammar from counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from spectral_core.data import Sentence, Treebank
from spectral_core.data.structure import SpanPart
from spectral_core.maths.em import Iteration
from spectral_core.model import MOST_SEED
from spectral_core.models.latent_pcfg.climbing import Climber, StateTables
from spectral_core.models.latent_pcfg.counts import TreeCounts, count, prepared
from spectral_core.models.latent_pcfg.features import views_of
from spectral_core.models.latent_pcfg.forest import Forest
from spectral_core.models.latent_pcfg.functions import FunctionTagger
from spectral_core.models.latent_pcfg.grammar import Grammar
from spectral_core.models.latent_pcfg.hidden import Hidden
from spectral_core.models.latent_pcfg.lexicon import LabelLexicon, SignatureLexicon
from spectral_core.models.latent_pcfg.model import LatentPcfg
from spectral_core.models.latent_pcfg.pivot import pivot_start
from spectral_core.models.latent_pcfg.rich_lexicon import RichLexicon
from spectral_core.models.latent_pcfg.settings import LatentPcfgSettings
from spectral_core.models.latent_pcfg.span_learning import learnt_potentials
from spectral_core.models.latent_pcfg.spectral import HiddenStates, NodeRows, estimate
from spectral_core.models.latent_pcfg.traces import EmptyElements
from spectral_core.models.parsing.certainty import Outcomes, calibrated
from spectral_core.models.parsing.watching import EARLY, brackets_on
from spectral_core.progress import CALIBRATION, Progress, Report, beside, silent

Integers = NDArray[np.int64]

Watch = Callable[[LatentPcfg], dict[str, float]]
Measured = Callable[[HiddenStates], dict[str, float]]

CLOSED = ("pcfg", "spectral", "pivot")
_SMOOTHED_WORDS = 1.0  # of em-smoothed: how strongly states of rare words are drawn towards saying nothing
_FROM_PIVOTS = 3  # iterations after which nothing is gained from a start that is good


def learn(
    treebank: Treebank,
    settings: LatentPcfgSettings,
    report: Report = silent,
    dev: Treebank | None = None,
    watched: Treebank | None = None,
) -> LatentPcfg:
    """A grammar of the trees of a treebank, its spans calibrated on `dev`, or on a tenth held out for that. What states
    that are climbed to are worth on the way is measured on some sentences of `watched`, or of `dev`."""
    watch = None if settings.estimator in CLOSED else brackets_on(dev if watched is None else watched)
    model = solve(count(treebank, settings, report), settings, report, watch)
    if settings.functions:
        with beside(report, "functions") as told:
            bare = (sentence.tree.without_traces() for sentence in treebank if _usable(sentence) and sentence.tree)
            trees = [tree.without_root() for tree in bare if tree is not None]
            model = replace(model, functions=FunctionTagger.learn(trees, settings.seed, told))
    if settings.traces:
        with beside(report, "traces"):
            whole = [sentence.tree for sentence in treebank if _usable(sentence) and sentence.tree]
            model = replace(model, traces=EmptyElements.learn(whole))
    if not settings.calibration:
        return model

    def outcomes(source: Treebank, sentences: Sequence[Sentence], told: Report) -> Iterator[Outcomes]:
        judged = model if source is treebank else solve(count(source, settings, told), settings, told)
        return _span_outcomes(judged, sentences)

    with beside(report, CALIBRATION) as told:
        return replace(model, calibration=calibrated(treebank, _usable, outcomes, settings.seed, told, dev))


def _usable(sentence: Sentence) -> bool:
    return sentence.readable and len(sentence) > 0 and sentence.tree is not None


def _span_outcomes(model: LatentPcfg, sentences: Iterable[Sentence]) -> Iterator[Outcomes]:
    """The posteriors of all labelled brackets, and which of them the trees have."""
    for sentence in sentences:
        numbers, _ = model.span_posteriors(sentence)
        whole = None if sentence.tree is None else prepared(sentence.tree)
        there = set() if whole is None else {SpanPart(*span) for span in whole.spans()}
        right = np.array([part in there for part in numbers], dtype=bool)
        yield np.array(list(numbers.values()), dtype=np.float64), right


def solve(
    counts: TreeCounts, settings: LatentPcfgSettings, report: Report = silent, watch: Watch | None = None
) -> LatentPcfg:
    """The grammar of these trees."""
    report(Progress("solve", 0, 1))
    forest = Forest.of(counts, settings)
    rich = settings.lexicon == "rich"
    words = SignatureLexicon.of(forest, fine=rich)
    lexicon: LabelLexicon = RichLexicon.of(forest, words, settings.seed, report) if rich else words
    grammar = Grammar.of(forest, 2 * counts.outer > counts.trees)

    def measured(found: HiddenStates) -> dict[str, float]:
        if watch is None:
            return {}
        own = lexicon.with_states(found.outside[forest.leaves], found.means, _word_backoff(settings))
        hidden = Hidden.of(found, settings.single)
        return watch(LatentPcfg(replace(settings, members=1), grammar, own, (hidden,), None, counts))

    members, read = _members(forest, words, lexicon, grammar, settings, report, measured)
    potentials = None
    if settings.potentials:
        potentials = learnt_potentials(forest, grammar, read, settings.seed, report)
    return LatentPcfg(settings, grammar, read, members, potentials, counts)


def _members(
    forest: Forest,
    words: SignatureLexicon,
    lexicon: LabelLexicon,
    grammar: Grammar,
    settings: LatentPcfgSettings,
    report: Report,
    measured: Measured,
) -> tuple[tuple[Hidden, ...], LabelLexicon]:
    """The hidden states of each grammar that is combined, and the lexicon with all of them side by side."""
    leaves = forest.leaves
    if settings.estimator == "pcfg":
        ones = np.ones((len(leaves), 1)), np.ones((len(forest.labels), 1))
        return (Hidden.single_state(grammar.rules, grammar.roots),), lexicon.with_states(*ones, 0.0)
    pairs = np.full(len(forest.nodes), -1)
    pairs[leaves] = words.of_leaf
    spectral = settings.estimator == "spectral"
    found: list[HiddenStates] = []
    for member in range(settings.members):
        own, told = replace(settings, seed=(settings.seed + member) % MOST_SEED), _of_member(member, report)
        if spectral:
            found.append(_spectral(forest, pairs, own, told))
        else:
            found.append(_climbed(forest, pairs, words, own, told, measured if member == 0 else lambda _: {}))
    outside = np.concatenate([one.outside[leaves] for one in found], axis=1)
    means = np.concatenate([one.means for one in found], axis=1)
    made = tuple(Hidden.of(one, settings.single) for one in found)
    return made, lexicon.with_states(outside, means, _word_backoff(settings))


def _word_backoff(settings: LatentPcfgSettings) -> float:
    if settings.estimator == "spectral":
        return settings.lexical_backoff
    return _SMOOTHED_WORDS if settings.estimator == "em-smoothed" else 0.0


def _of_member(member: int, report: Report) -> Report:
    """Reports of the first grammar as they are, of the others under stages of their own."""

    def told(progress: Progress) -> None:
        report(replace(progress, stage=f"{progress.stage} of grammar {member + 1}"))

    return told if member else report


def _spectral(forest: Forest, pairs: Integers, settings: LatentPcfgSettings, report: Report) -> HiddenStates:
    views = views_of(forest, pairs, settings.scaling)
    row = np.empty(len(views.order), dtype=np.int64)
    row[views.order] = np.arange(len(views.order))
    inner = np.flatnonzero(forest.of_rule >= 0)
    inner = inner[np.argsort(forest.of_rule[inner], kind="stable")]
    tops = forest.offsets[:-1]
    rows = NodeRows(
        views.bounds,
        np.ones(len(row)),
        views.inside,
        views.inside_columns,
        views.outside,
        views.outside_columns,
        forest.of_rule[inner],
        np.ones(len(inner)),
        row[inner],
        row[forest.lefts[inner]],
        row[forest.rights[inner]],
        row[tops],
        np.ones(len(tops)),
    )
    labels, rules = len(forest.labels), len(forest.rules.parents)
    found = estimate(rows, labels, rules, settings.states, settings.backoff, settings.seed, report)
    return replace(found, outside=found.outside[row])


def _climbed(
    forest: Forest,
    pairs: Integers,
    lexicon: SignatureLexicon,
    settings: LatentPcfgSettings,
    report: Report,
    measured: Measured,
) -> HiddenStates:
    own = len(lexicon.unseen)
    labels, counts = (part[:own] for part in lexicon.pairs)
    smoothed = settings.estimator in ("em-smoothed", "pivot-em")
    climber = Climber.of(forest, pairs, labels, counts, settings.states, smoothed)

    def passed(number: int, iteration: Iteration, tables: StateTables) -> None:
        report(Progress("iterate", number, settings.iterations, {"log_likelihood": iteration.log_likelihood}))
        found = measured(climber.states_of(tables)) if number in EARLY else {}
        if found:
            report(Progress("measure", number, settings.iterations, found, "watching"))

    if not settings.estimator.startswith("pivot"):
        return climber.climbed(climber.start(settings.seed), settings.iterations, passed)
    triples = settings.objective == "triples"
    start = pivot_start(climber, views_of(forest, pairs, settings.scaling), triples, settings.seed, report)
    return climber.climbed(start, min(settings.iterations, _FROM_PIVOTS) if smoothed else 0, passed)


def add(model: LatentPcfg, treebank: Treebank, report: Report = silent) -> LatentPcfg:
    """The grammar of the trees that it was learnt from and of these; the calibration of its spans, its functions and
    its empty elements stay as they are."""
    grown = solve(model.counts.joined(count(treebank, model.settings, report)), model.settings, report)
    return replace(grown, calibration=model.calibration, functions=model.functions, traces=model.traces)
