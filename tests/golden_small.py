"""Small golden cases: every family on a few sentences, with settings away from their defaults.

They are quick enough to run with kernels as Python, as `benchmarks/mutants.py` runs them, and record more than the
cases of `golden_cases.py`: also parses under locks, traces, explanations, word classes, models with sentences added,
and the stages that are reported. `golden_arrays.py` writes and compares them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

import golden_cases
import numpy as np
from fixtures import tiny_treebank
from golden_arrays import Record, digest, number, record, sketch
from golden_cases import Case, english_with_trees

from spectral_core.data import Constraints, Sentence, Treebank
from spectral_core.data.trace import Trace
from spectral_core.errors import SpectralError
from spectral_core.evaluate import strip_annotation
from spectral_core.model import (
    ArcScorer,
    Contribution,
    ExplainsReadings,
    ExplainsTrees,
    ExtractsAutomata,
    FlagsUncertainty,
    HasWordClasses,
    HasWordVectors,
    LabelsArcs,
    MarginalScorer,
    Model,
    Parser,
    Ranker,
    ReportsLimits,
    TracesAlgorithms,
    Truncatable,
    Value,
)
from spectral_core.progress import Progress
from spectral_core.registry import METHODS

_SHORT = range(3, 12)  # words of the sentences
_NUMBER = re.compile(r"-?\d+\.\d+|-?\d+")


@cache
def corpus_of(name: str) -> tuple[Treebank, tuple[Sentence, ...]]:
    """Return the training sentences of a small corpus and those that its models are asked about."""
    if name == "tiny":
        sentences = tuple(tiny_treebank())
        unknown = replace(sentences[3], forms=("they", "glimpsed", *sentences[3].forms[2:]))
        return Treebank.of(sentences), (sentences[6], unknown)
    if name in ("written", "arabic"):
        training, held_out = golden_cases.corpus_of(name)
        return Treebank.of(training[:24] if name == "written" else training[:14]), held_out[:2]
    short = [sentence for sentence in english_with_trees() if len(sentence) in _SHORT]
    kind, _, count = name.partition("-")
    size = int(count)
    known = next(sentence for sentence in short if len(sentence) > 5)
    crossing = replace(short[-3], heads=(3, 4, 0, *(3 for _ in short[-3].heads[3:])))
    text = [Sentence.of(sentence.forms) for sentence in short[size : size + 160]] if kind == "text" else []
    if kind == "flat":  # many modifiers of one head, on either side
        longest = [sentence for sentence in short if len(sentence) == 11][:6]
        text = [replace(one, heads=(11,) * 10 + (0,) if at % 2 else (0, *[1] * 10)) for at, one in enumerate(longest)]
    return Treebank.of((*short[:size], known, crossing, *text)), (short[-1], short[-2], known)


def make_record(case: Case) -> Record:
    """Learn a case; return its model's arrays and answers and the stages reported."""
    treebank, asked = corpus_of(case.corpus)
    reports: list[Progress] = []
    method = METHODS[case.method]
    model = method.learn(treebank, case.settings, reports.append)
    lines = record(model, asked, case.spectral)
    lines["stages"] = _list_stages(reports)
    for name, ask in _questions(model, asked, case):
        lines[f"more {name}"] = _ask(ask)
    if method.can_add(case.settings):
        added = method.add(model, Treebank.of(asked[:1])).arrays()
        for name, array in sorted(added.items()):
            lines[f"added {name}"] = sketch(array, case.spectral)
    return lines


def _list_stages(reports: Sequence[Progress]) -> list[str]:
    """Return each stage with its first and last step and the last measures; how often it reports is left open."""
    stages: dict[tuple[str, str], list[Progress]] = {}
    for progress in reports:
        stages.setdefault((progress.part, progress.stage), []).append(progress)
    tokens = []
    for (part, stage), steps in stages.items():
        tokens.append(re.sub(r"\s", "_", f"{part}/{stage}:{steps[0].done}-{steps[-1].done}/{steps[-1].total}"))
        measures = next((step.measures for step in reversed(steps) if step.measures), {})
        tokens += [token for name, value in sorted(measures.items()) for token in (name, number(value))]
    return tokens


def _ask(ask: Callable[[], list[str]]) -> list[str]:
    try:
        return ask() or ["nothing"]
    except SpectralError as error:
        return [type(error).__name__, digest(str(error).encode())]


Question = tuple[str, Callable[[], list[str]]]


def _questions(model: Model, asked: Sequence[Sentence], case: Case) -> Iterator[Question]:
    """Yield what a model is asked beyond what `golden_arrays` asks."""
    if isinstance(model, HasWordVectors | HasWordClasses):
        yield from _ask_words(model, case.spectral)
    if isinstance(model, Truncatable) and model.max_states > 1:
        states = model.max_states - 1
        yield (
            "truncated",
            lambda: [
                token
                for _, array in sorted(model.truncate(states).arrays().items())
                for token in sketch(array, case.spectral)
            ],
        )
    for index, sentence in enumerate(asked):
        bare = strip_annotation(sentence)
        if isinstance(model, Parser):
            for name, locks in _make_locks(sentence).items():
                yield f"{index} {name}", lambda bare=bare, locks=locks: _parse(model, bare, locks)
        if isinstance(model, ReportsLimits):
            yield f"{index} limits", lambda bare=bare: [digest(model.describe_limits(bare, 5).encode())]
        if isinstance(model, LabelsArcs):
            yield (
                f"{index} relations",
                lambda sentence=sentence: [
                    f"{row.value}:{row.score:.4f}"
                    for word in model.relations(sentence, sentence.heads)
                    for row in word[:2]
                ],
            )
        if isinstance(model, Ranker) and sentence.analyses:
            yield from _ask_readings(model, index, sentence)
        if isinstance(model, ExplainsTrees) and isinstance(model, Parser):
            yield f"{index} explained", lambda bare=bare: _explain_trees(model, bare)
    if isinstance(model, TracesAlgorithms):
        yield from _ask_traces(model, asked)
    if isinstance(model, ExtractsAutomata):
        for evidence in (0.0, 0.3):
            yield f"automaton {evidence}", lambda evidence=evidence: _draw(model, evidence)


def _draw(model: ExtractsAutomata, evidence: float) -> list[str]:
    column = str(model.settings.column)  # type: ignore[attr-defined]
    head = "VERB" if column == "upos" else "VBD"
    drawn = model.automaton(head, "right", clusters=3, minimum=1, evidence=evidence)
    states = [token for one in drawn.states for token in (f"{one.number}:{one.visits}", number(one.stop))]
    edges = [f"{edge.source}>{edge.target}:{edge.count}:{len(edge.moves)}" for edge in drawn.edges]
    return [f"{drawn.total}/{len(drawn.prefixes)}/{len(drawn.merges)}", *states, *edges]


def _ask_words(model: HasWordVectors | HasWordClasses, spectral: bool) -> Iterator[Question]:
    words = model.words[:2]
    if isinstance(model, HasWordVectors):
        yield "plane", lambda: sketch(model.project_to_plane(20)[1], spectral)
        for word in words:
            contexts = model.contexts(word, 3)
            yield f"contexts {word}", lambda rows=contexts: [f"{form}:{count}" for side in rows for form, count in side]
    if isinstance(model, HasWordClasses):
        for number_of in range(min(2, len(model.class_frequencies()))):
            rows = model.typical_words(number_of, 3)
            yield (
                f"class {number_of}",
                lambda rows=rows: [token for word, share in rows for token in (word, number(share))],
            )
        for word in words:
            yield f"classes of {word}", lambda word=word: sketch(np.asarray(model.class_probabilities(word)))


def _make_locks(sentence: Sentence) -> dict[str, Constraints]:
    """Return locks of both kinds of structure, some of which a parser refuses."""
    size = len(sentence)
    second = sentence.heads[1] or 0
    return {
        "root": Constraints(required_arcs=frozenset({(0, size)})),
        "arcs": Constraints(
            required_arcs=frozenset({(1, size)}), forbidden_arcs=frozenset({(second, 2)} if second != 1 else {(3, 2)})
        ),
        "span": Constraints(required_spans=frozenset({(1, size - 1, "")})),
        "both": Constraints(required_spans=frozenset({(0, 2, "")}), required_arcs=frozenset({(0, 1)})),
        "label": Constraints(required_spans=frozenset({(1, 3, "NP")}), forbidden_spans=frozenset({(0, 2, "")})),
        "bracket": Constraints(required_spans=frozenset([] if sentence.tree is None else sentence.tree.spans()[2:3])),
    }


def _parse(model: Parser, sentence: Sentence, locks: Constraints) -> list[str]:
    tokens: list[str] = []
    for tree in model.parse(sentence, 2, locks):
        structure = str(tree.value.heads) if tree.value.has_heads else str(tree.value.tree)
        tokens += [re.sub(r"\s+", "_", structure), number(tree.score)]
    if isinstance(model, ArcScorer):
        tokens += sketch(np.asarray(model.posteriors(sentence, locks).head_distributions()))
    if isinstance(model, MarginalScorer):
        rows = sorted((str(part), value) for part, value in model.marginals(sentence, locks).iterate_marginals())
        tokens += sketch(np.array([value for _, value in rows]))
    return tokens


def _explain_trees(model: Parser, sentence: Sentence) -> list[str]:
    assert isinstance(model, ExplainsTrees)
    trees = [tree.value for tree in model.parse(sentence, 3)]
    return _sketch_contributions([row for rows in model.explain_trees(trees) for row in rows])


def _sketch_contributions(rows: Sequence[Contribution]) -> list[str]:
    """Return the number of contributions, a digest of their names, and their values in the order of these."""
    named = sorted((f"{row.element} {row.statistic}", row.value) for row in rows)
    names = "\n".join(name for name, _ in named)
    return [str(len(named)), digest(names.encode()), *sketch(np.array([value for _, value in named]))]


def _ask_readings(model: Ranker, index: int, sentence: Sentence) -> Iterator[Question]:
    bare = replace(sentence, analyses=strip_annotation(sentence).analyses)
    confirmed = {1: sentence.analyses[0]}
    for name, given in (("ranked", None), ("confirmed", confirmed)):
        yield f"{index} {name}", lambda given=given: _rank(model, bare, given)
    if isinstance(model, ExplainsReadings):
        yield (
            f"{index} explained",
            lambda: _sketch_contributions(
                [
                    replace(row, element=f"{word} {row.element}")
                    for word in range(1, len(sentence) + 1)
                    for row in model.explain(bare, word, sentence.analyses[word - 1], None, confirmed)
                ]
            ),
        )


def _rank(model: Ranker, sentence: Sentence, confirmed: Mapping[int, object] | None) -> list[str]:
    tokens: list[str] = []
    for form, word in zip(sentence.forms, model.rank(sentence, confirmed), strict=True):  # type: ignore[arg-type]
        tokens += [f"{row.value.lemma}+{row.value.xpos}" for row in word]
        tokens += sketch(np.array([row.score for row in word]))
        if isinstance(model, FlagsUncertainty):
            tokens.append(str(model.is_uncertain(form, word)))
    return tokens


def _ask_traces(model: TracesAlgorithms, asked: Sequence[Sentence]) -> Iterator[Question]:
    sentence = asked[-1]
    try:
        first = model.trace_algorithm(sentence, document=asked)
    except SpectralError as error:
        message = digest(str(error).encode())
        yield "trace", lambda: [message]
        return
    for algorithm in first.algorithms or (first.algorithm,):
        yield (
            f"trace {algorithm}".replace(":", ""),
            lambda algorithm=algorithm: _sketch_trace(model.trace_algorithm(sentence, algorithm, asked)),
        )


def _sketch_trace(trace: Trace) -> list[str]:
    """Return the number of steps, a digest of all that has no decimals, and the numbers."""
    texts = [trace.title, trace.note]
    numbers: list[float] = []
    for table in trace.tables:
        texts += [table.title, *table.rows, *table.columns]
        numbers += [value for row in table.cells for value in row if value is not None]
    for step in trace.steps:
        texts += [step.caption, *step.equation, repr(step.read_cells), repr(step.links), repr(step.graph)]
        texts += [repr(cell) for cell, _ in step.written_cells]
        numbers += [value for _, value in step.written_cells]
    shown = "\n".join(texts)
    numbers += [float(found) for found in _NUMBER.findall(shown) if "." in found]
    finite = np.array([value if np.isfinite(value) else -1.0 for value in numbers])
    shape = _NUMBER.sub(lambda found: "#" if "." in found[0] else found[0], shown)
    return [str(len(trace)), digest(shape.encode()), *sketch(finite)]


def _case(name: str, method: str, corpus: str = "few-24", spectral: bool = False, **values: Value) -> Case:
    if method in ("arc-parser", "tagger"):  # they would choose a column
        values = {"column": "xpos", **values}
    return Case(f"small-{name}", method, corpus, tuple(values.items()), spectral)


_PLAIN: dict[str, Value] = {"tagger": False, "relations": False, "calibration": False}


def _words() -> list[Case]:
    return [
        _case("hmm-spectral", "hmm", spectral=True, states=3, smoothing=7.0),
        _case("hmm-bigram", "hmm", spectral=True, states=3, scaling="bigram", minimum=1, column="lemma"),
        _case("hmm-em", "hmm", estimator="em", states=3, iterations=6, restarts=2, seed=3, minimum=3),
        _case("hmm-em-stopped", "hmm", estimator="em", states=2, tolerance=0.05, column="upos"),
        _case("hmm-spectral-em", "hmm", spectral=True, estimator="spectral-em", states=3, iterations=4, smoothing=3.0),
        _case("hmm-arcs", "hmm", estimator="em", states=2, iterations=4, emission="arc", column="xpos"),
        _case(
            "hmm-spectral-arcs",
            "hmm",
            spectral=True,
            estimator="spectral-em",
            states=2,
            iterations=3,
            emission="arc",
            column="upos",
        ),
        _case("ngram-four", "ngram", order=4, minimum=1),
        _case("ngram-readings", "ngram", "tiny", column="xpos", minimum=1),
        _case("ngram-interpolated", "ngram", order=2, smoothing="interpolated", minimum=3, column="lemma"),
        _case("ngram-five", "ngram", order=5, column="xpos"),
        _case(
            "class-bigram-em",
            "class-bigram",
            estimator="em",
            classes=4,
            iterations=3,
            seed=2,
            word_smoothing=0.7,
            bigrams=0.2,
        ),
        _case(
            "class-bigram-pivot",
            "class-bigram",
            spectral=True,
            estimator="pivot",
            classes=4,
            context_smoothing=2.0,
            spelling=False,
            minimum=1,
        ),
        _case("class-bigram-pivot-em", "class-bigram", spectral=True, classes=5, iterations=2, column="lemma"),
        _case("embeddings-cca", "embeddings", spectral=True, dimensions=4, window=2, minimum=1, smoothing=3.0),
        _case("embeddings-svd", "embeddings", spectral=True, estimator="svd", dimensions=4, power=0.7, unit=False),
        _case("clusters-brown", "clusters", clusters=4, minimum=1, exchanges=1),
        _case("clusters-cca", "clusters", estimator="cca", clusters=3, minimum=1, lower=False, seed=2),
        _case("tagger", "tagger", "text-8", epochs=2, dropout=0.2, minimum=1, seed=4),
        _case("tagger-plain", "tagger", "few-8", epochs=2, column="upos", classes="none"),
        _case("tokeniser", "tokeniser", "few-8", epochs=2, dropout=0.2, minimum=1, seed=4),
        _case("tree-hmm-spectral", "tree-hmm", spectral=True, estimator="spectral", states=3, smoothing=0.4, minimum=1),
        _case("tree-hmm-paper", "tree-hmm", spectral=True, estimator="spectral-paper", states=2, column="xpos"),
        _case("tree-hmm-em", "tree-hmm", estimator="em", states=3, iterations=4, prior=10.0, seed=2),
        _case("tree-hmm-stopped", "tree-hmm", estimator="em", states=2, tolerance=0.05, column="upos"),
        _case("tree-hmm-neighbours", "tree-hmm", spectral=True, states=3, points="neighbours", iterations=2),
        _case("tree-hmm-svd", "tree-hmm", spectral=True, states=3, points="svd", iterations=2, column="lemma"),
    ]


def _bracketers() -> list[Case]:
    small: dict[str, Value] = {"states": 4, "dimensions": 6, "classes": 4}
    few: dict[str, Value] = {**small, "epochs": 1, "rounds": 0}
    return [
        *(
            _case(f"branching-{kind}", "branching", kind=kind, seed=1)
            for kind in ("left", "right", "random", "random-splits", "heuristic-right")
        ),
        _case("bracketer-spectral", "bracketer", spectral=True, tags="xpos", bandwidth=0.7, shrinkage=0.3, **small),
        _case("bracketer-distance", "bracketer", spectral=True, metric="distance", tags="upos", bandwidth=0.2, **small),
        _case(
            "bracketer-constant",
            "bracketer",
            spectral=True,
            metric="constant",
            tags="xpos",
            top="none",
            fragments=False,
        ),
        _case("bracketer-words", "bracketer", spectral=True, tags="words", longest=9, **small),
        _case(
            "bracket-inducer",
            "bracket-inducer",
            "few-60",
            spectral=True,
            epochs=2,
            threshold=0.1,
            agreement=0.7,
            fine=8,
            **small,
        ),
        *(
            _case(f"bracket-inducer-{kind}", "bracket-inducer", "few-60", spectral=True, seeds=kind, tags="xpos", **few)
            for kind in ("clauses", "chunks", "metric", "vote", "flat")
        ),
        _case(
            "bracket-inducer-words",
            "bracket-inducer",
            "few-60",
            spectral=True,
            tags="words",
            grammars=2,
            longest=9,
            seed=3,
            regression=False,
            **small,
        ),
        _case(
            "constituent-context", "constituent-context", spectral=True, iterations=4, constituent=1.0, distituent=3.0
        ),
        _case(
            "constituent-context-random",
            "constituent-context",
            spectral=True,
            iterations=3,
            start="random",
            coarse=True,
            seed=2,
            tags="xpos",
        ),
        _case(
            "constituent-context-words",
            "constituent-context",
            spectral=True,
            iterations=3,
            tags="words",
            classes=4,
            longest=8,
        ),
    ]


def _dependencies() -> list[Case]:
    small: dict[str, Value] = {"states": 3, "half_states": 2, "node_states": 3}
    trained: dict[str, Value] = {"tagger": False, "relations": True, "calibration": True}
    return [
        _case(
            "head-automata-spectral",
            "head-automata",
            "few-40",
            spectral=True,
            states=3,
            shrinkage=4.0,
            floor=0.05,
            **_PLAIN,
        ),
        _case(
            "head-automata-bigram",
            "head-automata",
            spectral=True,
            scaling="bigram",
            states=2,
            clipping=False,
            floor=0.0,
            column="upos",
            alone=True,
            **_PLAIN,
        ),
        _case("head-automata-det", "head-automata", estimator="det", lexical="lex", discount=0.5, **_PLAIN),
        _case("head-automata-det-first", "head-automata", estimator="det-first", lexical="lex-first", **_PLAIN),
        _case("head-automata-sibling", "head-automata", "few-22", estimator="sibling", discount=0.6, **trained),
        _case(
            "head-automata-viterbi",
            "head-automata",
            estimator="sibling",
            lexical="none",
            decoding="viterbi",
            crossing="left-out",
            **_PLAIN,
        ),
        _case("head-automata-em", "head-automata", "few-40", estimator="em", states=2, iterations=3, seed=2, **_PLAIN),
        _case(
            "head-automata-em-stopped",
            "head-automata",
            estimator="em",
            states=2,
            iterations=9,
            tolerance=0.05,
            column="upos",
            **_PLAIN,
        ),
        _case("head-automata-whole", "head-automata", "few-22", estimator="det-first", column="upos"),
        _case("pipeline", "pipeline", "few-22", epochs=1, tokeniser=False, seed=3),
        _case("arc-parser-whole", "arc-parser", "few-4", epochs=1, seed=3),
        _case(
            "arc-parser-first", "arc-parser", "text-6", order="first", epochs=2, threshold=0.01, column="upos", **_PLAIN
        ),
        _case("arc-parser-siblings", "arc-parser", "few-8", order="siblings", epochs=2, seed=2, **_PLAIN),
        _case(
            "arc-parser-grandparents",
            "arc-parser",
            "few-8",
            order="grandparents",
            epochs=1,
            decoding="trees",
            crossing="left-out",
            **_PLAIN,
        ),
        _case("arc-parser-second", "arc-parser", "few-8", epochs=1, threshold=0.05, **_PLAIN),
        _case("arc-parser-perceptron", "arc-parser", "few-8", estimator="perceptron", epochs=2, **_PLAIN),
        _case(
            "latent-dependencies-spectral",
            "latent-dependencies",
            "flat-90",
            spectral=True,
            backoff=5.0,
            word_backoff=7.0,
            smoothing=0.5,
            **small,
            **_PLAIN,
        ),
        _case(
            "latent-dependencies-unlexical",
            "latent-dependencies",
            "few-60",
            spectral=True,
            words=False,
            column="upos",
            pruning=0.01,
            crossing="left-out",
            **small,
            **_PLAIN,
        ),
        _case("latent-dependencies-trained", "latent-dependencies", "few-22", spectral=True, **small, **trained),
        _case(
            "latent-dependencies-em",
            "latent-dependencies",
            "few-90",
            estimator="em",
            iterations=2,
            seed=2,
            **small,
            **_PLAIN,
        ),
        _case(
            "latent-dependencies-spectral-em",
            "latent-dependencies",
            "few-90",
            spectral=True,
            estimator="spectral-em",
            iterations=2,
            smoothing=1.0,
            **small,
            **_PLAIN,
        ),
        _case(
            "latent-dependencies-members",
            "latent-dependencies",
            "few-40",
            spectral=True,
            members=2,
            iterations=1,
            pruning=0.0,
            **small,
            **_PLAIN,
        ),
    ]


def _grammars() -> list[Case]:
    plain: dict[str, Value] = {"lexicon": "paper", "potentials": False, "functions": False, "calibration": False}
    plain |= {"single": False, "states": 3}
    rich: dict[str, Value] = plain | {"lexicon": "rich"}
    return [
        _case("latent-pcfg-pcfg", "latent-pcfg", estimator="pcfg", lexical_backoff=2.0, **plain),
        _case(
            "latent-pcfg-memory",
            "latent-pcfg",
            estimator="pcfg",
            vertical=2,
            horizontal=1,
            tags=True,
            binarisation="right",
            decoding="rule",
            **plain,
        ),
        _case(
            "latent-pcfg-em",
            "latent-pcfg",
            "few-80",
            estimator="em",
            iterations=3,
            seed=2,
            binarisation="left",
            **plain,
        ),
        _case(
            "latent-pcfg-em-smoothed",
            "latent-pcfg",
            "few-80",
            estimator="em-smoothed",
            iterations=3,
            decoding="tree",
            **plain,
        ),
        _case(
            "latent-pcfg-spectral", "latent-pcfg", "few-80", spectral=True, backoff=3.0, lexical_backoff=1.0, **plain
        ),
        _case("latent-pcfg-unscaled", "latent-pcfg", "few-60", spectral=True, scaling=False, decoding="rule", **plain),
        _case("latent-pcfg-pivot", "latent-pcfg", "few-60", spectral=True, estimator="pivot", **plain),
        _case(
            "latent-pcfg-triples",
            "latent-pcfg",
            "few-60",
            spectral=True,
            estimator="pivot",
            objective="triples",
            **plain | {"states": 2},
        ),
        _case(
            "latent-pcfg-pivot-em", "latent-pcfg", "few-60", spectral=True, estimator="pivot-em", iterations=2, **plain
        ),
        _case("latent-pcfg-rich", "latent-pcfg", "few-40", spectral=True, **rich),
        _case(
            "latent-pcfg-members", "latent-pcfg", "few-60", estimator="em-smoothed", members=2, iterations=2, **plain
        ),
        _case("latent-pcfg-potentials", "latent-pcfg", "few-24", estimator="pcfg", **plain | {"potentials": True}),
        _case(
            "latent-pcfg-functions",
            "latent-pcfg",
            "few-24",
            estimator="pcfg",
            **plain | {"functions": True, "calibration": True, "single": True},
        ),
        _case(
            "latent-pcfg-written",
            "latent-pcfg",
            "written",
            estimator="em",
            iterations=2,
            traces=True,
            **plain | {"functions": True, "calibration": True, "states": 2},
        ),
        _case("latent-pcfg-traces", "latent-pcfg", "few-12", estimator="pcfg", traces=True, **plain),
    ]


def _rankers() -> list[Case]:
    dependencies = "latent-dependencies states=2 half_states=2 node_states=2 tagger=false relations=false"
    dependencies += " calibration=false"
    grammar = "latent-pcfg estimator=em states=2 iterations=2 lexicon=paper potentials=false calibration=false"
    base: dict[str, Value] = {"base": "head-automata", "folds": 2, "epochs": 2, "candidates": 5}
    base |= {"base_settings": "estimator=sibling tagger=false relations=false calibration=false"}
    models = (
        "full",
        "baseline",
        "uni",
        "ind",
        "element",
        "two-pass",
        "cheat",
        "most-frequent",
        "perceptron",
        "unranked",
    )
    given: dict[str, Value] = {"analyser": "given"}
    return [
        _case("reranker-paper", "reranker", "few-12", spectral=True, scorers=dependencies, **base),
        _case("reranker-rich", "reranker", "few-8", features="rich", scorers="", mixing=False, seed=2, **base),
        _case("reranker-none", "reranker", "few-8", features="none", scorers=grammar, **base),
        *(_case(f"ranker-{model}", "analysis-ranker", "tiny", model=model, **given) for model in models),
        _case(
            "ranker-ridge",
            "analysis-ranker",
            "tiny",
            model="full",
            learner="ridge",
            statistic="ratio",
            penalty=0.1,
            **given,
        ),
        _case(
            "ranker-softmax",
            "analysis-ranker",
            "tiny",
            model="full",
            learner="softmax",
            statistic="fraction",
            documents=False,
            element="xpos",
            **given,
        ),
        _case("ranker-raw", "analysis-ranker", "tiny", model="two-pass", statistic="raw", affixes=True, **given),
        _case("ranker-context", "analysis-ranker", "tiny", passes=2, penalty=0.05, seed=3, **given),
        _case("ranker-context-pairs", "analysis-ranker", "tiny", pairs=12, words=100, passes=2, **given),
        _case("ranker-context-one", "analysis-ranker", "tiny", pairs=10, passes=1, words=100, **given),
        _case("ranker-arabic-counts", "analysis-ranker", "arabic", elements="arabic", weights=False, **given),
        _case("ranker-arabic", "analysis-ranker", "arabic", pairs=30, words=100, passes=2, **given),
        _case("ranker-arabic-full", "analysis-ranker", "arabic", model="full", **given),
        _case("ranker-counts", "analysis-ranker", "tiny", weights=False, passes=2, **given),
    ]


CASES: Mapping[str, Case] = {
    row.name: row for row in (*_words(), *_bracketers(), *_dependencies(), *_grammars(), *_rankers())
}
STOPPED = frozenset(name for name in CASES if name.startswith(("small-ranker-context", "small-ranker-arabic")))
"""Cases held to the loose tolerance everywhere: the search for weights stops before its end, on single precision."""
_EQUAL = "directions of its word vectors weigh the same, and rounding turns them"
HANGS_ON_ROUNDING: Mapping[str, str] = {
    **{name: _EQUAL for name in CASES if name.startswith(("small-bracket-inducer", "small-constituent-context"))},
    "small-bracketer-constant": _EQUAL,
    "small-hmm-spectral": "its trace shows coordinates, whose signs are arbitrary",
    "small-class-bigram-pivot-em": "several features are equally far corners",
    "small-latent-pcfg-spectral": "several features are equally far corners",
    "small-tree-hmm-spectral": "a score is at its floor or not",
    "small-head-automata-spectral": "a score is at its floor or not",
}
