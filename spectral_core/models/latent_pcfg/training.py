"""Training of latent-variable PCFGs: treebank counts, and grammars estimated from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from spectral_core.arrays import Flags, Integers
from spectral_core.data import Sentence, Treebank
from spectral_core.data.structure import SpanPart
from spectral_core.deprecated import old_keywords
from spectral_core.evaluate import score_brackets, strip_annotation
from spectral_core.maths.em import EmIteration
from spectral_core.model import MAX_SEED, Parser, require_text
from spectral_core.models.latent_pcfg.charts import HashedSentences, SpanPotentials, find_likely_spans
from spectral_core.models.latent_pcfg.estimators import (
    EmTrainer,
    EstimatedTensors,
    NodeFeatureRows,
    StateTables,
    estimate_spectral_tensors,
    make_pivot_start,
)
from spectral_core.models.latent_pcfg.features import extract_views
from spectral_core.models.latent_pcfg.grammar import BinarisedTreebank, Grammar, TreeCounts, count, simplify_tree
from spectral_core.models.latent_pcfg.inside_outside import RuleTensors
from spectral_core.models.latent_pcfg.lexicon import ContextLexicon, LabelLexicon, SignatureLexicon
from spectral_core.models.latent_pcfg.model import LatentPcfg
from spectral_core.models.latent_pcfg.settings import LatentPcfgSettings
from spectral_core.models.latent_pcfg.tree_restoration import EmptyElementPatterns, FunctionTagger
from spectral_core.models.parsing.auxiliary_models import Outcomes, calibrate_on_held_out, number_progress_stages
from spectral_core.models.parsing.training_sentences import sample_evenly
from spectral_core.progress import CALIBRATION, Progress, Report, ignore_progress, report_part
from spectral_core.structured.cky import PrunedItems
from spectral_core.structured.locks import make_unlocked_cells

ModelEvaluation = Callable[[LatentPcfg], dict[str, float]]
StateEvaluation = Callable[[EstimatedTensors], dict[str, float]]

CLOSED_FORM_ESTIMATORS = ("pcfg", "spectral", "pivot")
_SMOOTHED_WORD_BACKOFF = 1.0  # em-smoothed: shrinks states of rare words to uninformative ones
_PIVOT_ITERATIONS = 3  # more EM iterations do not improve on a good start
MONITORED_F1 = "f1_watched"
EARLY_ITERATIONS = frozenset((1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 30, 50, 100))  # for models that improve early

_MIN_TREES_WITHOUT_SPLIT = 2000  # from this many trees, the tagger labels its own training trees
MIN_TREES = 20  # minimum for training
_BLOCK_SIZE = 400  # sentences between progress reports
_TRAINING_LIMITS = (1e-2, 1e-3)  # beam and posterior of the spans used in training


@old_keywords(watched="monitor")
def learn(
    treebank: Treebank,
    settings: LatentPcfgSettings,
    report: Report = ignore_progress,
    dev: Treebank | None = None,
    monitor: Treebank | None = None,
) -> LatentPcfg:
    """Train a grammar on the trees of a treebank; span posteriors are calibrated on `dev`, or on a held-out tenth. The
    learning curve of EM is measured on a sample of `monitor`, or of `dev`, and does not influence training."""
    evaluate = (
        None if settings.estimator in CLOSED_FORM_ESTIMATORS else make_f1_measure(dev if monitor is None else monitor)
    )
    model = solve(count(treebank, settings, report), settings, report, evaluate)
    if settings.functions:
        with report_part(report, "functions") as report_stage:
            bare_trees = (
                sentence.tree.without_traces() for sentence in treebank if _is_usable(sentence) and sentence.tree
            )
            trees = [tree.without_root() for tree in bare_trees if tree is not None]
            model = replace(model, functions=FunctionTagger.learn(trees, settings.seed, report_stage))
    if settings.traces:
        with report_part(report, "traces"):
            full_trees = [sentence.tree for sentence in treebank if _is_usable(sentence) and sentence.tree]
            model = replace(model, traces=EmptyElementPatterns.learn(full_trees))
    if not settings.calibration:
        return model

    def score_held_out(source: Treebank, sentences: Sequence[Sentence], on_progress: Report) -> Iterator[Outcomes]:
        """Score the spans of held-out sentences with a model of the given treebank."""
        parser = model if source is treebank else solve(count(source, settings, on_progress), settings, on_progress)
        return _predict_span_outcomes(parser, sentences)

    with report_part(report, CALIBRATION) as report_stage:
        calibration = calibrate_on_held_out(treebank, _is_usable, score_held_out, settings.seed, report_stage, dev)
    return replace(model, calibration=calibration)


def _is_usable(sentence: Sentence) -> bool:
    """Return whether a sentence is readable and has words and a tree."""
    return sentence.is_readable and len(sentence) > 0 and sentence.tree is not None


def _predict_span_outcomes(model: LatentPcfg, sentences: Iterable[Sentence]) -> Iterator[Outcomes]:
    """Yield the posteriors of all labelled brackets, and which of them are in the gold trees."""
    for sentence in sentences:
        posteriors, _ = model.span_posteriors(sentence)
        gold_tree = None if sentence.tree is None else simplify_tree(sentence.tree)
        gold_spans = set() if gold_tree is None else {SpanPart(*span) for span in gold_tree.spans()}
        is_gold = np.array([part in gold_spans for part in posteriors], dtype=bool)
        yield np.array(list(posteriors.values()), dtype=np.float64), is_gold


def solve(
    counts: TreeCounts,
    settings: LatentPcfgSettings,
    report: Report = ignore_progress,
    evaluate: ModelEvaluation | None = None,
) -> LatentPcfg:
    """Train the grammar on these trees."""
    report(Progress("solve", 0, 1))
    forest = BinarisedTreebank.from_counts(counts, settings)
    is_rich = settings.lexicon == "rich"
    words = SignatureLexicon.from_forest(forest, fine=is_rich)
    lexicon: LabelLexicon = ContextLexicon.learn(forest, words, settings.seed, report) if is_rich else words
    grammar = Grammar.from_treebank(forest, 2 * counts.empty_root_count > counts.tree_count)

    def measure(states: EstimatedTensors) -> dict[str, float]:
        if evaluate is None:
            return {}
        member_lexicon = lexicon.with_states(
            states.outside[forest.leaves], states.means, _choose_word_backoff(settings)
        )
        tensors = RuleTensors.from_estimated_tensors(states, settings.single)
        return evaluate(LatentPcfg(replace(settings, members=1), grammar, member_lexicon, (tensors,), None, counts))

    members, full_lexicon = _estimate_members(forest, words, lexicon, grammar, settings, report, measure)
    potentials = None
    if settings.potentials:
        potentials = learn_potentials(forest, grammar, full_lexicon, settings.seed, report)
    return LatentPcfg(settings, grammar, full_lexicon, members, potentials, counts, left_out=counts.left_out)


def _estimate_members(
    forest: BinarisedTreebank,
    words: SignatureLexicon,
    lexicon: LabelLexicon,
    grammar: Grammar,
    settings: LatentPcfgSettings,
    report: Report,
    measure: StateEvaluation,
) -> tuple[tuple[RuleTensors, ...], LabelLexicon]:
    """Estimate the hidden states of each grammar in the ensemble, and store the word states of all of them in the
    lexicon, side by side."""
    leaves = forest.leaves
    if settings.estimator == "pcfg":
        ones = np.ones((len(leaves), 1)), np.ones((len(forest.labels), 1))
        return (RuleTensors.from_rules(grammar.rules, grammar.root_frequencies),), lexicon.with_states(*ones, 0.0)
    pairs = np.full(len(forest.node_labels), -1)
    pairs[leaves] = words.leaf_pairs
    spectral = settings.estimator == "spectral"
    estimates: list[EstimatedTensors] = []
    # Only the first grammar is measured during EM: that parses a sample of sentences, and is a curve of one grammar.
    for member in range(settings.members):
        member_settings, report_stage = (
            replace(settings, seed=(settings.seed + member) % MAX_SEED),
            number_progress_stages(member, report),
        )
        if spectral:
            estimates.append(_estimate_spectral(forest, pairs, member_settings, report_stage))
        else:
            estimates.append(
                _estimate_em(
                    forest, pairs, words, member_settings, report_stage, measure if member == 0 else lambda _: {}
                )
            )
    outside = np.concatenate([estimated.outside[leaves] for estimated in estimates], axis=1)
    means = np.concatenate([estimated.means for estimated in estimates], axis=1)
    tensors = tuple(RuleTensors.from_estimated_tensors(estimated, settings.single) for estimated in estimates)
    return tensors, lexicon.with_states(outside, means, _choose_word_backoff(settings))


def _choose_word_backoff(settings: LatentPcfgSettings) -> float:
    """Return the strength with which the states of rare words are shrunk to the mean of their label; 0 for none."""
    if settings.estimator == "spectral":
        return settings.lexical_backoff
    return _SMOOTHED_WORD_BACKOFF if settings.estimator == "em-smoothed" else 0.0


def _estimate_spectral(
    forest: BinarisedTreebank, pairs: Integers, settings: LatentPcfgSettings, report: Report
) -> EstimatedTensors:
    """Estimate hidden states in closed form (spectral)."""
    views = extract_views(forest, pairs, settings.scaling)
    row = np.empty(len(views.order), dtype=np.int64)
    row[views.order] = np.arange(len(views.order))
    inner = np.flatnonzero(forest.node_rules >= 0)
    inner = inner[np.argsort(forest.node_rules[inner], kind="stable")]
    root_nodes = forest.offsets[:-1]
    rows = NodeFeatureRows(
        views.bounds,
        np.ones(len(row)),
        views.inside,
        views.inside_columns,
        views.outside,
        views.outside_columns,
        forest.node_rules[inner],
        np.ones(len(inner)),
        row[inner],
        row[forest.lefts[inner]],
        row[forest.rights[inner]],
        row[root_nodes],
        np.ones(len(root_nodes)),
    )
    labels, rules = len(forest.labels), len(forest.rules.parents)
    states = estimate_spectral_tensors(rows, labels, rules, settings.states, settings.backoff, settings.seed, report)
    return replace(states, outside=states.outside[row])


def _estimate_em(
    forest: BinarisedTreebank,
    pairs: Integers,
    lexicon: SignatureLexicon,
    settings: LatentPcfgSettings,
    report: Report,
    measure: StateEvaluation,
) -> EstimatedTensors:
    """Estimate hidden states by EM, from a random start or from pivots."""
    counted_pairs = len(lexicon.is_signature)
    labels, counts = (part[:counted_pairs] for part in lexicon.pairs)
    smoothed = settings.estimator in ("em-smoothed", "pivot-em")
    trainer = EmTrainer.from_forest(forest, pairs, labels, counts, settings.states, smoothed)

    def on_iteration(number: int, iteration: EmIteration, tables: StateTables) -> None:
        report(Progress("iterate", number, settings.iterations, {"log_likelihood": iteration.log_likelihood}))
        measures = measure(trainer.to_estimated_tensors(tables)) if number in EARLY_ITERATIONS else {}
        if measures:
            report(Progress("measure", number, settings.iterations, measures, "watching"))

    if not settings.estimator.startswith("pivot"):
        return trainer.run_em(trainer.make_random_start(settings.seed), settings.iterations, on_iteration)
    triples = settings.objective == "triples"
    start = make_pivot_start(trainer, extract_views(forest, pairs, settings.scaling), triples, settings.seed, report)
    return trainer.run_em(start, min(settings.iterations, _PIVOT_ITERATIONS) if smoothed else 0, on_iteration)


def add(model: LatentPcfg, treebank: Treebank, report: Report = ignore_progress) -> LatentPcfg:
    """Retrain the grammar on its training trees and these; span calibration, function tagger and empty elements are
    kept."""
    grammar = solve(require_text(model.counts).merge(count(treebank, model.settings, report)), model.settings, report)
    return replace(grammar, calibration=model.calibration, functions=model.functions, traces=model.traces)


def make_f1_measure(sentences: Iterable[Sentence] | None) -> Callable[[Parser], dict[str, float]] | None:
    """Return a function that measures the labelled bracket F1 of a model on an evenly spaced sample of these sentences;
    None if none has a tree."""
    sample = sample_evenly([sentence for sentence in sentences or () if _is_usable(sentence)])
    if not sample:
        return None
    unannotated_sample = [strip_annotation(sentence) for sentence in sample]

    def measure(model: Parser) -> dict[str, float]:
        """Parse the sample and return its labelled bracket F1."""
        parsed = [model.parse(sentence)[0].value for sentence in unannotated_sample]
        metrics = score_brackets(sample, parsed, by_gold_tags=True).metrics
        return {MONITORED_F1: metrics["f1"]} if "f1" in metrics else {}

    return measure


def learn_potentials(
    forest: BinarisedTreebank, grammar: Grammar, lexicon: LabelLexicon, seed: int, report: Report
) -> SpanPotentials | None:
    """Train span potentials on jackknifed trees, in which rare words are treated as unseen; None for very few trees."""
    trees = len(forest.offsets) - 1
    if trees < MIN_TREES:
        return None
    sentences: list[Sequence[str]] = []
    best: list[int] = []
    items: list[PrunedItems] = []
    order: list[int] = []
    for tree_indexes, held_out_lexicon in _iterate_held_out_lexicons(forest, lexicon, seed, report):
        for start in range(0, len(tree_indexes), _BLOCK_SIZE):
            report(Progress("spans", len(sentences), trees))
            batch = [forest.get_forms(tree) for tree in tree_indexes[start : start + _BLOCK_SIZE].tolist()]
            word_labels = held_out_lexicon.label_words(batch)
            cells = make_unlocked_cells(sum(map(len, batch)), len(grammar.labels))
            items.append(find_likely_spans(grammar, word_labels, batch, cells, _TRAINING_LIMITS).items)
            sentences += batch
            best += word_labels.find_best_labels(grammar.label_counts).tolist()
        order += tree_indexes.tolist()
    report(Progress("spans", trees, trees))
    all_items = _concatenate_items(items)

    def on_epoch(epoch: int, epochs: int, loss: float) -> None:
        report(Progress("potentials", epoch, epochs, {"loss": loss}))

    span_sentences = HashedSentences.from_sentences(grammar, lexicon.word_lexicon, sentences, best)
    return SpanPotentials.learn(
        grammar, span_sentences, all_items, _flag_gold_items(forest, np.array(order), all_items), seed, on_epoch
    )


def _iterate_held_out_lexicons(
    forest: BinarisedTreebank, lexicon: LabelLexicon, seed: int, report: Report
) -> Iterator[tuple[Integers, LabelLexicon]]:
    """Yield the indexes of trees with the lexicon that labels their words: in small treebanks each half is labelled by
    a tagger trained on the other."""
    trees, held_out_lexicon = len(forest.offsets) - 1, lexicon.without_hapaxes()
    if trees >= _MIN_TREES_WITHOUT_SPLIT or not isinstance(held_out_lexicon, ContextLexicon):
        yield np.arange(trees), held_out_lexicon
        return
    shuffled = np.random.default_rng(seed).permutation(trees)
    halves = np.sort(shuffled[: trees // 2]), np.sort(shuffled[trees // 2 :])
    for tree_half, training_half, stage in zip(
        halves, halves[::-1], ("words of one half", "words of the other half"), strict=True
    ):
        yield tree_half, ContextLexicon.learn(forest, held_out_lexicon.word_lexicon, seed, report, training_half, stage)


def _concatenate_items(items: Sequence[PrunedItems]) -> PrunedItems:
    """Return the labelled spans of several batches of sentences as one batch."""
    firsts = np.append(0, np.cumsum([part.bounds[-1] for part in items]))
    bounds = np.concatenate([[0], *(part.bounds[1:] + first for part, first in zip(items, firsts, strict=False))])
    parts = [np.concatenate([part[column] for part in items]) for column in range(1, len(items[0]))]
    return PrunedItems(bounds.astype(np.int64), *parts)


def _flag_gold_items(forest: BinarisedTreebank, order: Integers, items: PrunedItems) -> Flags:
    """Return (items,) the items that are in their gold tree; sentence n belongs to tree order[n]."""
    labels, longest = len(forest.labels), int(forest.ends.max()) + 1
    tree = np.repeat(np.arange(len(forest.offsets) - 1), np.diff(forest.offsets))
    gold_codes = ((tree * longest + forest.starts) * longest + forest.ends) * labels + forest.node_labels
    item_trees = np.repeat(order, np.diff(items.bounds))
    item_codes = ((item_trees * longest + items.starts) * longest + items.ends) * labels + items.labels
    return np.isin(item_codes, gold_codes)
