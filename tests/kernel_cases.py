"""What the compiled kernels find on small input, as arrays: run as a program, it writes them to a file.

Where NUMBA_DISABLE_JIT is 1 the same kernels run as Python, so that each line of theirs can be seen to run.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

import numpy as np
from fixtures import tiny_treebank
from noun_or_verb import make_noun_or_verb_corpus
from numpy.typing import NDArray
from ranker_corpora import by_both_neighbours

from spectral_core.data import Analysis, Constraints, Sentence, Treebank
from spectral_core.model import TreeScorer, pack_strings
from spectral_core.models.arc_parser import ArcParser
from spectral_core.models.arc_parser.weights import make_hashed_weights
from spectral_core.models.latent_dependencies import LatentDependencies, LatentDependenciesSettings
from spectral_core.models.pipeline.first_readings import OpenWord
from spectral_core.models.pipeline.tree_evidence import GoldChoices, TreeEvidence
from spectral_core.registry import METHODS
from spectral_core.structured import (
    cky,
    eisner,
    forward_backward,
    forward_backward_kernels,
    hash_tables,
    unlabelled_trees,
)
from spectral_core.structured.analysis_ranker import log_linear
from spectral_core.structured.arc_parser import MAX_HEADS, StepSize, training
from spectral_core.structured.arc_parser.pruner import prune_arcs
from spectral_core.structured.cky import span_features
from spectral_core.structured.eisner import Automata, LatticeBatch, Locks, SentenceLattice

_TAGS = (("NOUN", "Number=Sing"), ("VERB", "VerbForm=Fin"))
Found = Iterator[tuple[str, NDArray[np.generic]]]


def trees() -> Found:
    """Sums, best trees and lists of derivations of random automata, with locks and far out of range."""
    for number, (size, depth, states) in enumerate([(1, 1, 2), (5, 1, 1), (4, 3, 2), (6, 2, 1), (9, 1, 2)]):
        random = np.random.default_rng(number)
        lattice = SentenceLattice(
            random.integers(0, 2, size),
            random.integers(0, 3, size),
            random.random(size),
            random.integers(0, depth, size),
            random.random((size, size, depth)),
            random.random((size, 2, depth)),
        )
        operators = random.random((2, 2, 3, states, states))
        parts = random.random((2, 2, states)), random.random((2, 2, states))
        locks = (
            Locks.from_constraints(Constraints(required_spans=frozenset({(0, size // 2, "")})), "w" * size)
            if size > 1
            else None
        )
        batch = LatticeBatch.from_lattices(
            [lattice, replace(lattice, locks=locks), SentenceLattice.make_unweighted(*np.zeros((3, 0), dtype=np.int64))]
        )
        for scale in (1.0, 1e-40, 1e40, 0.0):
            found = eisner.arc_posteriors(Automata.from_operators(operators * scale, *parts), batch)
            yield from zip("als", (found.arcs, found.logs, found.signs), strict=True)
        signed = Automata.from_operators(operators - 0.4, *(part - 0.4 for part in parts))
        found = eisner.arc_posteriors(signed, batch, floor=0.01)
        yield from (("a", found.arcs), ("c", found.clipped), ("h", eisner.minimum_risk_heads(found)))
        for k in (1, 4):
            ranked = eisner.k_best_derivations(
                Automata.from_operators(operators, *parts), replace(lattice, locks=locks), k
            )
            ranked += eisner.k_best_trees(found[0].arcs, locks, k)
            yield "r", np.array([heads for _, heads in ranked])
            yield "s", np.array([score for score, _ in ranked])
    yield "n", np.array(len(eisner.k_best_trees(np.full((3, 2), -np.inf), None, 1)))


def expectations() -> Found:
    """Expected steps of short sequences, one of them impossible."""
    random = np.random.default_rng(0)
    lengths = random.integers(0, 4, 12)
    starts = np.concatenate(([0], np.cumsum(lengths)))
    operators = random.random((2, 3, 2, 2))
    for stop in (random.random((2, 2)), np.zeros((2, 2))):
        for operator in (operators, operators * 0):
            found = forward_backward.automaton_expectations(
                random.integers(0, 2, 12),
                random.integers(0, 3, starts[-1]),
                starts,
                random.random(12),
                operator,
                random.random((2, 2)),
                stop,
            )
            yield from (("t", found.transitions), ("b", found.starts), ("e", found.stops))
            yield "l", np.array(found.log_likelihood)


def learnt(name: str, sentences: Treebank, **chosen: object) -> Found:
    """All that a method learns of a corpus, and what it says of its sentences."""
    method = METHODS[name]
    model = method.learn(sentences, method.settings(**chosen))
    yield from sorted(model.arrays().items())
    if hasattr(model, "rank"):
        for ranking in (ranking for sentence in islice(sentences, 6) for ranking in model.rank(sentence)):
            yield "s", np.array([ranked.score for ranked in ranking])
            yield "o", pack_strings([repr(ranked.value) for ranked in ranking])
    if hasattr(model, "tokenise"):
        split = model.tokenise("".join(sentence.text for sentence in sentences))
        yield "t", pack_strings([" ".join(sentence.forms) for sentence in split])
    if hasattr(model, "parse"):
        for sentence in sentences:
            yield "s", np.array([ranked.score for ranked in model.parse(sentence, 3)])


def unspaced() -> Treebank:
    """Sentences in a script without spaces, with quotes and brackets."""
    rows = ("我们 看 书 。", "老师 说 “ 我们 看 书 ” 。", "学生 （ 老师 ） 看 书 。", '他 说 " 书 " 。')
    return Treebank.of(Sentence.of(words, misc=["SpaceAfter=No"] * len(words)) for words in map(str.split, rows * 3))


def decided() -> Treebank:
    """Words with readings that their neighbours decide."""
    return Treebank.of(by_both_neighbours(0, True, documents=3, sentences=8))


def inflected() -> Treebank:
    """Words without readings, which an analyser must guess: by their endings, by what stands inside them, as compounds
    and by the stems of others."""
    cases = {"": "Number=Sing", "t": "Number=Plur", "ssa": "Number=Sing|Place=In"}
    words = [
        (f"{stem}{inside}{ending}", Analysis(stem, upos=upos, xpos=upos[0].lower(), feats=gender + feats + more))
        for at, stem in enumerate(("bano", "tiru", "velo", "kamu", "sodi", "Perra"))
        for gender in ("Gender=Fem|" if at % 2 else "Gender=Masc|",)
        for inside, more in (("", ""), ("nemme", "|Polarity=Neg"))
        for ending, feats in cases.items()
        for upos in ("PROPN" if stem == "Perra" else "NOUN", *(("VERB",) if at % 3 == 0 else ()))
        if (at + len(inside) + len(ending)) % 4
    ]
    words += [
        (f"{first}{last}{ending}", Analysis(f"{first}+{last}", upos="NOUN", xpos="n", feats=feats))
        for first in ("vas", "tej", "kert")
        for last in ("ut", "bolt", "velo")
        for ending, feats in cases.items()
        if (len(first) + len(last) + len(ending)) % 4
    ]
    random = np.random.default_rng(0)
    return Treebank.of(
        Sentence.of(
            [form for form, _ in drawn],
            lemmas=[gold.lemma for _, gold in drawn],
            upos=[gold.upos for _, gold in drawn],
            xpos=[gold.xpos for _, gold in drawn],
            feats=[gold.feats for _, gold in drawn],
            analyses=[gold for _, gold in drawn],
        )
        for drawn in ([words[place] for place in random.permutation(len(words))[:9]] for _ in range(9))
    )


def tables() -> Found:
    """Tables of keys that grow."""
    keys = np.random.default_rng(0).integers(0, 3000, (9000, 1)).astype(np.uint64)
    kept, counts = hash_tables.select_frequent_keys(keys, 2)
    yield from (("k", kept), ("c", counts), ("p", hash_tables.look_up_rows(*hash_tables.build_row_index(kept), keys)))


def ranker(corpus: Callable[[], Treebank], **chosen: object) -> Callable[[], Found]:
    # all pairs of statistics are kept: which of two that matter alike is left out, the last digits decide
    return lambda: learnt("analysis-ranker", corpus(), pairs=2000, **chosen)


def phrases() -> Found:
    """Grammars over few sentences, parsed with locks that they know and with one that no rule has."""
    several = [*tiny_treebank().select(range(1, 7))]
    for times, chosen in (
        (4, {"estimator": "spectral"}),  # from fewer trees, nothing is learnt of spans
        (2, {"estimator": "spectral", "decoding": "rule", "potentials": False}),  # what is seen once has no states
        (2, {"estimator": "em", "iterations": 2, "potentials": False, "single": False}),
    ):
        corpus = Treebank.of(several * times)
        method = METHODS["latent-pcfg"]
        model = method.learn(corpus, method.settings(states=2, calibration=False, **chosen))
        for sentence in corpus.select(range(5)):
            for label in ("", "NP", "NOVEL"):
                locks = Constraints(required_spans=frozenset({(0, 2, label)}))
                yield "s", np.array([ranked.score for ranked in model.parse(sentence, 3, locks)])
        assert isinstance(model, TreeScorer)
        yield "t", np.array([(one.log, one.clipped) for one in model.tree_scores(tiny_treebank())])


def trained(model: ArcParser, corpus: Treebank, counted: bool) -> list[NDArray[np.float32]]:
    """The weights of a pruner and of parts before they are rounded for a file, and what is kept beside each."""
    order, gold = np.arange(len(corpus)), np.array([head for sentence in corpus for head in sentence.heads])
    given, templates = (
        model.word_encoder.encode_with_tags(corpus, [model.word_encoder.tagset.read_fine_tags(one) for one in corpus]),
        model.weights.templates,
    )
    pruner, parts = (make_hashed_weights(np.zeros((4096, 16), dtype=np.float32), training=True) for _ in range(2))
    heads = np.full((len(gold), MAX_HEADS), -1, dtype=np.int32)
    for _ in range(3):
        training.train_pruner_epoch(given, gold, order, templates, pruner, StepSize(0.1, -1.0))
    prune_arcs(given, gold, order, templates, pruner, 7.0, 10, heads)
    for _ in range(3):
        training.train_epoch(
            given, heads, gold, order, templates, parts, StepSize(0.02, 1.0 if counted else -1.0), counted
        )
    return [pruner.rows, pruner.accumulators, parts.rows, parts.accumulators]


def parsed() -> Found:
    """Arc parsers of few sentences by both estimators: weights to the last digit, and what they say of sentences, with
    locks and with whole trees in order of their scores."""
    corpus = tiny_treebank().select(range(6))
    method = METHODS["arc-parser"]
    without = {"relations": False, "tagger": False, "calibration": False}
    for chosen in ({}, {"estimator": "perceptron", "decoding": "trees", "order": "siblings"}):
        model = method.learn(corpus, method.settings(epochs=1, **without, **chosen))
        assert isinstance(model, ArcParser)
        yield from (("p", model.weights.pruner), ("w", model.weights.rows))
        yield from ((f"t{at}", rows) for at, rows in enumerate(trained(model, corpus, "estimator" in chosen)))
        for sentence in corpus:
            for locks in (Constraints(), Constraints(required_spans=frozenset({(0, 2, "")}))):
                ranked = model.parse(sentence, 3, locks)
                yield "a", model.posteriors(sentence, locks).arcs
                yield "s", np.array([one.score for one in ranked])
                yield "h", np.array([one.value.heads for one in ranked])


def halves() -> Found:
    """Latent dependency grammars by climbing from clusters, and their states, scores and trees under a locked span."""
    corpus = tiny_treebank()
    chosen = {"states": 2, "half_states": 2, "node_states": 3, "iterations": 2, "members": 2}
    yield from learnt("latent-dependencies", corpus, estimator="spectral-em", tagger=False, relations=False, **chosen)
    model = METHODS["latent-dependencies"].learn(corpus, LatentDependenciesSettings(**chosen, tagger=False))
    assert isinstance(model, LatentDependencies)
    for sentence in corpus.select(range(5)):
        locks = Constraints(required_spans=frozenset({(0, 2, "")}))
        yield "s", np.array([ranked.score for ranked in model.parse(sentence, 3, locks)])
        yield "v", np.concatenate([state.vector for state in model.states(sentence)])


def classes() -> Found:
    """Class models of few words by every estimator."""
    for estimator in ("em", "pivot", "pivot-em"):
        yield from learnt("class-bigram", tiny_treebank(), estimator=estimator, classes=3, iterations=2)


def hidden_trees() -> Found:
    """Hidden tree Markov models by every estimator, their scores and states."""
    corpus = tiny_treebank()
    for estimator in ("spectral", "spectral-paper", "em", "spectral-em"):
        method = METHODS["tree-hmm"]
        settings = method.settings(estimator=estimator, states=2, iterations=3, column="xpos")
        model = method.learn(corpus, settings)
        yield from sorted(model.arrays().items())
        yield "s", np.array([(scored.log, scored.clipped) for scored in model.tree_scores(corpus)])
        yield "v", np.array([state.vector for state in model.states(corpus[3])])


def bracketers() -> Found:
    """Least trees, sums over binary trees, chunks and soft spans of random input, with what is forbidden."""
    random = np.random.default_rng(0)
    for size in (2, 3, 6):
        upper = np.triu(random.random((size, size)), 1)
        for root in (1, size - 1):
            for penalties in (np.zeros((0, 0)), random.random((size, size + 1)) * 9):
                least, spans = unlabelled_trees.shortest_tree(upper + upper.T, root, penalties)
                yield from (("m", np.array(least)), ("t", spans))
        yield "d", np.array(cky.best_bracketing(random.random((size, size + 1)) - 0.5)).reshape(-1, 2)
    for logs in (random.random((5, 6)), np.full((3, 4), -np.inf)):
        shares, total = unlabelled_trees.span_posteriors(logs)
        yield from (("s", shares), ("l", np.array(total)))
    sizes, words = np.array([3, 1, 4]), random.integers(0, 3, 8)
    shares = np.zeros(9)
    yield "e", np.array(unlabelled_trees.fill_span_posteriors(sizes, random.random(9), shares))
    yield "h", shares
    yield from zip("yc", span_features.span_keys(sizes, words.astype(np.uint64), np.uint64(9), 1, 3), strict=True)
    starts, first, shown = np.array([0, 3, 4, 8]), np.array([0.5, 0.0, 0.5]), random.random((3, 3))
    after = random.random((3, 3, 4)) * np.array([[0, 1, 0, 0], [1, 1, 1, 1], [1, 0, 1, 1]])[:, None]
    yield from zip(
        "fnol",
        map(np.asarray, forward_backward_kernels.chunk_expected_counts(words, starts, first, shown, after)),
        strict=True,
    )
    with np.errstate(divide="ignore"):
        yield (
            "p",
            forward_backward_kernels.best_chunk_states(words, starts, np.log(first), np.log(shown), np.log(after)),
        )
    keys, bounds = words.astype(np.uint64) + np.uint64(1), np.array([0, 2, 2, 7])
    text = span_features.PunctuatedWords(starts, keys, keys, random.integers(0, 2, 11))
    weights, squares = np.zeros((2, 64), dtype=np.float32), np.full(64, 0.1, dtype=np.float32)
    targets, order = random.random(7).astype(np.float32), np.array([2, 0, 1])
    yield (
        "a",
        np.array(span_features.train_unlabelled_epoch(text, bounds, targets, order, weights[0], squares, 0.1, 1e-4)),
    )
    yield from (("w", weights), ("q", span_features.span_log_odds(text, bounds, np.array([0, 1, -1]), weights)))


def tree_evidence() -> Found:
    """Weights of readings given trees, learnt from a few words, and their sums."""
    gold = make_noun_or_verb_corpus(12)
    words = [
        [OpenWord(2, tuple(Analysis(sentence.lemmas[2], upos=tag, feats=feats) for tag, feats in _TAGS), (-0.6, -0.8))]
        for sentence in gold
    ]
    choices = [[tag for tag, _ in _TAGS].index(sentence.upos[2]) for sentence in gold]
    found = GoldChoices((gold, gold, gold), words, choices)
    evidence = TreeEvidence.learn(found)
    yield "tables", evidence.tables
    for kind in range(3):
        yield "scores", np.array([scores for (scores,) in evidence.score(found.in_tree(kind))])


def candidate_rows() -> Found:
    """The best candidates of words, and those at quantiles of their probabilities."""
    random = np.random.default_rng(4)
    first_row = np.append(0, np.cumsum([0, 1, 5, 2, 0, 7, 1]))
    values = log_linear.log_softmax(first_row, random.integers(0, 3, first_row[-1]).astype(np.float64))
    jitter = random.permutation(int(first_row[-1])).astype(np.uint64)
    yield from zip("bs", log_linear.best_two_candidate_rows(first_row, values, jitter), strict=True)
    yield "q", log_linear.candidate_rows_at_quantiles(first_row, values, jitter, np.array([0.0, 0.35, 0.8]))


CASES: dict[str, tuple[float, Callable[[], Found]]] = {  # how far the numbers found may lie apart
    "trees": (1e-12, trees),
    "expectations": (1e-12, expectations),
    "tables": (0.0, tables),
    "tagger": (1e-12, lambda: learnt("tagger", tiny_treebank(), epochs=4)),
    "tokeniser": (1e-12, lambda: learnt("tokeniser", tiny_treebank(), epochs=3)),
    "tokeniser-unspaced": (1e-12, lambda: learnt("tokeniser", unspaced(), epochs=2)),
    "phrases": (1e-4, phrases),
    "tree-evidence": (1e-3, tree_evidence),
    "candidate-rows": (0.0, candidate_rows),
    "halves": (1e-4, halves),
    "classes": (1e-3, classes),
    "hidden-trees": (1e-9, hidden_trees),
    "clusters": (1e-12, lambda: learnt("clusters", tiny_treebank(), clusters=4, minimum=1)),
    "bracketers": (1e-5, bracketers),
    "head-automata": (1e-12, lambda: learnt("head-automata", tiny_treebank(), tagger=False)),
    "arc-parser": (1e-10, parsed),
    "two-pass": (1e-12, ranker(decided, model="two-pass", learner="ridge")),
    "full": (1e-12, ranker(decided, model="full", learner="softmax", affixes=True)),
    "perceptron": (1e-12, ranker(decided, model="perceptron")),
    # weights that are climbed to: the last digits of a slope may lead by another path
    "counts": (1e-5, ranker(decided, weights=False)),
    "guessed": (1e-5, ranker(inflected, weights=False, analyser="treebank")),
    "context": (1e-3, ranker(decided, penalty=1.0)),
}


def arrays_of(name: str) -> dict[str, NDArray[np.generic]]:
    """Everything that the case with this name finds, numbered in its order."""
    _, found = CASES[name]
    return {f"{name}.{number}.{part}": array for number, (part, array) in enumerate(found())}


if __name__ == "__main__":
    np.savez(sys.argv[1], **{key: array for name in CASES for key, array in arrays_of(name).items()})
