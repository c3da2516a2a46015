"""Golden records of `spectral_core.evaluate`: scores of corpora in which a known part is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import golden_cases
import numpy as np
from fixtures import tiny_treebank
from golden_arrays import Record, digest, number, sketch

from spectral_core import evaluate
from spectral_core.data import Ranked, Sentence, Tree
from spectral_core.registry import METHODS, make_settings


def _english() -> tuple[Sentence, ...]:
    return golden_cases.corpus_of("english")[1][:16]


def _confuse(sentence: Sentence, index: int) -> Sentence:
    """Return a sentence with some heads, relations, tags and lemmas changed, and none in every seventh."""
    size = len(sentence)
    heads: list[int | None] = list(sentence.heads)
    for word in range(index % 3, size, 3):
        heads[word] = None if index % 5 == 4 and word % 2 else (word + 2) % (size + 1)
    if index % 7 == 6:
        heads = [None] * size
    labels = tuple("dep" if (word + index) % 4 == 0 else label for word, label in enumerate(sentence.deprels))
    xpos = tuple("X" if (word + index) % 5 == 0 else tag for word, tag in enumerate(sentence.xpos))
    lemmas = tuple(lemma[:2] if word % 6 == 0 else lemma for word, lemma in enumerate(sentence.lemmas))
    return replace(sentence, heads=tuple(heads), deprels=labels, xpos=xpos, lemmas=lemmas)


def _describe(scores: evaluate.Scores) -> Record:
    record: Record = {f"metric {name}": [number(value)] for name, value in sorted(scores.metrics.items())}
    for name, rate in sorted(scores.rates.items()):
        record[f"rate {name}"] = [*sketch(rate.numerators), *sketch(rate.denominators), number(rate.unit)]
        interval = evaluate.bootstrap_interval(rate, 10, 1)
        record[f"interval {name}"] = [number(interval.low), number(interval.high)]
    failures = " ".join(f"{failure.index}:{failure.reason}" for failure in scores.failures)
    record["counts"] = [str(scores.sentences), str(scores.left_out), str(scores.clipped), digest(failures.encode())]
    record["different"] = [",".join(map(str, scores.different)) or "-"]
    return record


def _prefix(name: str, record: Record) -> Record:
    return {f"{name} {key}": tokens for key, tokens in record.items()}


def _make_word_scores() -> Record:
    gold = _english()
    predicted = [_confuse(sentence, index) for index, sentence in enumerate(gold)]
    record = _prefix("heads", _describe(evaluate.score_dependencies(gold, predicted)))
    record |= _prefix("all", _describe(evaluate.compare_annotation(gold, predicted)))
    for column in ("xpos", "upos"):
        record |= _prefix(column, _describe(evaluate.score_tags(gold, predicted, column)))
    record |= _prefix("text", _describe(evaluate.score_raw_text(gold, [*predicted[:-1], _merge_words(predicted[-1])])))
    other = [_confuse(sentence, index + 1) for index, sentence in enumerate(gold)]
    both = evaluate.restrict_to_common_sentences(
        [evaluate.compare_annotation(gold, part) for part in (predicted, other)]
    )
    for name, interval in sorted(evaluate.bootstrap_differences(*both, samples=60, seed=2).items()):
        record[f"difference {name}"] = [number(interval.low), number(interval.high)]
    return record


def _merge_words(sentence: Sentence) -> Sentence:
    """Return a sentence with its first two words written as one."""
    heads = tuple(min(max((head or 0) - 1, 0), len(sentence) - 1) for head in sentence.heads[1:])
    forms = ("".join(sentence.forms[:2]), *sentence.forms[2:])
    return Sentence.of(forms, upos=sentence.upos[1:], xpos=sentence.xpos[1:], heads=heads, deprels=sentence.deprels[1:])


def _make_tree_scores() -> Record:
    gold = _english()
    record: Record = {}
    for kind in ("left", "heuristic-right"):
        method = METHODS["branching"]
        model = method.learn(tiny_treebank(), make_settings(method, {"kind": kind}))
        parsed = [model.parse(evaluate.strip_annotation(sentence))[0].value for sentence in gold]  # type: ignore[attr-defined]
        record |= _prefix(f"{kind} unlabelled", _describe(evaluate.score_unlabelled_brackets(gold, parsed)))
        record |= _prefix(f"{kind} compared", _describe(evaluate.compare_annotation(gold, parsed)))
    renamed = [sentence if sentence.tree is None else sentence.with_tree(_rename(sentence.tree)) for sentence in gold]
    record |= _prefix("other", _describe(evaluate.score_brackets(gold, [*gold[:8], *renamed[8:]])))
    pruned = [replace(sentence, tree=None) if index % 4 == 0 else sentence for index, sentence in enumerate(gold)]
    record |= _prefix("lacking", _describe(evaluate.score_brackets(gold, pruned)))
    labelled = METHODS["latent-pcfg"]
    settings = make_settings(labelled, {"estimator": "pcfg", "lexicon": "paper", "potentials": False})
    grammar = labelled.learn(tiny_treebank(), settings)
    found = evaluate.evaluate_parser(grammar, list(tiny_treebank()), _bare(tiny_treebank()), iter)  # type: ignore[arg-type]
    record |= _prefix("grammar", {**_describe(found.scores), "clipped": [str(found.clipped)]})
    return record


def _rename(tree: Tree) -> Tree:
    """Return a tree whose phrases of over four words have another label, and which lacks its innermost ones."""
    children: list[Tree | str] = []
    for child in tree.children:
        if isinstance(child, Tree) and child.label == "NP":
            children.extend(child.children)
        else:
            children.append(_rename(child) if isinstance(child, Tree) else child)
    return Tree("X" if len(tuple(tree.words())) > 4 else tree.label, tuple(children))


def _bare(sentences: Sequence[Sentence]) -> list[Sentence]:
    return [evaluate.strip_annotation(sentence) for sentence in sentences]


def _make_ranking_scores() -> Record:
    gold = list(tiny_treebank())
    rankings = [
        [
            [
                Ranked(reading, -0.5 * (rank + (word % 3 == 0)))
                for rank, reading in enumerate(candidates[:: 1 - 2 * (word % 2)])
            ]
            for word, candidates in enumerate(sentence.candidates)
        ]
        for sentence in gold
    ]
    record: Record = {}
    scores = evaluate.score_rankings(gold, rankings, in_script=str.islower)
    record |= {**_describe(scores), "ranks": sketch(np.asarray(scores.ranks))}
    for model in ("most-frequent", "cheat", "perceptron", "unranked"):
        method = METHODS["analysis-ranker"]
        ranker = method.learn(tiny_treebank(), make_settings(method, {"analyser": "given", "model": model}))
        metrics = evaluate.evaluate_ranker(ranker, gold)  # type: ignore[arg-type]
        record |= {f"{model} {name}": [number(value)] for name, value in sorted(metrics.items())}
    confidence = (np.arange(60) * 17 % 31) / 30
    correct = np.arange(60) * 7 % 11 < 11 * confidence
    for bins in (5, 10):
        for equal_mass in (False, True):
            rows = evaluate.bin_by_confidence(confidence, correct, bins, equal_mass)
            error = evaluate.expected_calibration_error(confidence, correct, bins, equal_mass)
            cells = [(row.low, row.high, row.confidence, row.accuracy, row.count) for row in rows]
            record[f"bins {bins} {equal_mass}"] = [number(error), *sketch(np.array(cells))]
    return record


CASES: Mapping[str, Callable[[], Record]] = {
    "scores-words": _make_word_scores,
    "scores-trees": _make_tree_scores,
    "scores-rankings": _make_ranking_scores,
}
