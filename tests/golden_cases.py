"""Every estimator with settings that the sample supports: what golden files record and what accuracy floors measure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from spectral_core import formats
from spectral_core.data import Sentence, Treebank
from spectral_core.files import locate_assets
from spectral_core.model import Model, Settings, Value, list_settings
from spectral_core.morphology.analyser import add_candidates
from spectral_core.morphology.arabic.buckwalter import BuckwalterAnalyser
from spectral_core.registry import METHODS, make_settings

SAMPLE = locate_assets() / "sample"
TRAINING = 400  # sampled English sentences that models are learnt from
HELD_OUT = 150  # the last ones, which no model sees
ARABIC_TRAINING = 46  # of the 56 written Arabic sentences; the last document is held out


@dataclass(frozen=True)
class Case:
    """A method with settings and the corpus that it is learnt from."""

    name: str
    method: str
    corpus: str
    values: tuple[tuple[str, Value], ...]
    spectral: bool  # whether its arrays rest on singular vectors, whose signs are arbitrary

    @property
    def settings(self) -> Settings:
        return make_settings(METHODS[self.method], dict(self.values))

    @property
    def everything(self) -> dict[str, Value]:
        """All settings by name, those that are the defaults included."""
        return {row.name: getattr(self.settings, row.name) for row in list_settings(type(self.settings))}

    def learn(self) -> Model:
        """The model, learnt once in a process: records and figures are taken of the same one."""
        return _learn(self)


@cache
def _learn(case: Case) -> Model:
    return METHODS[case.method].learn(training(case.corpus), case.settings)


@cache
def corpus_of(name: str) -> tuple[tuple[Sentence, ...], tuple[Sentence, ...]]:
    """What a corpus has for learning, and what it has for measuring."""
    match name:
        case "english":
            sentences = english_with_trees()
            return sentences[:TRAINING], sentences[-HELD_OUT:]
        case "english-short":
            sentences = english_with_trees()
            return sentences[:80], sentences[-30:]
        case "written":
            written = tuple(formats.load(SAMPLE / "english" / "written.mrg"))
            return written[:60], written[60:]
        case "arabic":
            analyser = BuckwalterAnalyser.open(SAMPLE / "arabic" / "lexicon")
            arabic = tuple(
                add_candidates(sentence, analyser) for sentence in formats.load(SAMPLE / "arabic" / "written.conllu")
            )
            return arabic[:ARABIC_TRAINING], arabic[ARABIC_TRAINING:]
    raise ValueError(f"there is no corpus {name!r}")


@cache
def english_with_trees() -> tuple[Sentence, ...]:
    """The sampled sentences with their dependencies and their trees."""
    folder = SAMPLE / "english"
    dependencies, trees = (formats.load(folder / name) for name in ("sampled.conllu", "sampled.mrg"))
    return tuple(replace(sentence, tree=other.tree) for sentence, other in zip(dependencies, trees, strict=True))


@cache
def training(corpus: str) -> Treebank:
    """The sentences of a corpus that models are learnt from."""
    return Treebank.of(corpus_of(corpus)[0])


def held_out(corpus: str) -> tuple[Sentence, ...]:
    """The sentences of a corpus that no model is learnt from."""
    return corpus_of(corpus)[1]


def _case(name: str, method: str, corpus: str = "english", spectral: bool = False, **values: Value) -> Case:
    if method in ("arc-parser", "tagger"):  # they would choose a column
        values = {"column": "xpos", **values}
    return Case(name, method, corpus, tuple(values.items()), spectral)


def _hmm() -> list[Case]:
    return [
        _case("hmm-spectral", "hmm", spectral=True, states=6),
        _case("hmm-spectral-bigram", "hmm", spectral=True, states=6, scaling="bigram"),
        _case("hmm-spectral-tags", "hmm", spectral=True, states=8, column="xpos"),
        _case("hmm-em", "hmm", estimator="em", states=6, iterations=30),
        _case("hmm-em-arcs", "hmm", estimator="em", states=4, iterations=20, emission="arc"),
        _case("hmm-em-restarts", "hmm", estimator="em", states=4, restarts=3, seed=5, tolerance=0.0, iterations=15),
        _case("hmm-spectral-em", "hmm", spectral=True, estimator="spectral-em", states=6, iterations=15),
        _case("hmm-spectral-em-arcs", "hmm", spectral=True, estimator="spectral-em", states=4, iterations=10,
              emission="arc"),
        _case("hmm-arabic", "hmm", "arabic", spectral=True, states=3, column="upos"),
    ]  # fmt: skip


def _sequences() -> list[Case]:
    return [
        _case("ngram-modified", "ngram"),
        _case("ngram-interpolated", "ngram", smoothing="interpolated"),
        _case("ngram-lemmas", "ngram", order=5, column="lemma", minimum=1),
        _case("ngram-arabic", "ngram", "arabic", column="xpos", order=2),
        _case("class-bigram-em", "class-bigram", estimator="em", classes=16),
        _case("class-bigram-pivot", "class-bigram", spectral=True, estimator="pivot", classes=16),
        _case("class-bigram-pivot-em", "class-bigram", spectral=True, classes=16),
        _case("class-bigram-alone", "class-bigram", spectral=True, classes=12, bigrams=0.0, spelling=False,
              iterations=5),
        _case("class-bigram-arabic", "class-bigram", "arabic", estimator="em", classes=4, column="xpos"),
        _case("embeddings-cca", "embeddings", spectral=True, dimensions=20),
        _case("embeddings-svd", "embeddings", spectral=True, dimensions=20, estimator="svd"),
        _case("embeddings-window", "embeddings", spectral=True, dimensions=10, window=3, power=1.0, unit=False),
        _case("clusters-brown", "clusters", clusters=40, minimum=2),
        _case("clusters-cca", "clusters", estimator="cca", clusters=20, lower=False),
        _case("embeddings-arabic", "embeddings", "arabic", spectral=True, dimensions=5, column="lemma"),
        _case("tagger-xpos", "tagger", epochs=5),
        _case("tagger-upos", "tagger", epochs=4, column="upos", classes=False, dropout=0.0, minimum=1),
        _case("tagger-arabic", "tagger", "arabic", epochs=5),
        _case("tokeniser", "tokeniser"),
        _case("tokeniser-arabic", "tokeniser", "arabic", epochs=5, dropout=0.0, minimum=1),
        _case("tree-hmm-spectral", "tree-hmm", spectral=True, estimator="spectral", states=6),
        _case("tree-hmm-spectral-paper", "tree-hmm", spectral=True, estimator="spectral-paper", states=4),
        _case("tree-hmm-em", "tree-hmm", estimator="em", states=6, iterations=15),
        _case("tree-hmm-spectral-em", "tree-hmm", spectral=True, states=6, iterations=10),
        _case("tree-hmm-neighbours", "tree-hmm", spectral=True, states=5, points="neighbours", iterations=5),
        _case("tree-hmm-svd", "tree-hmm", spectral=True, states=5, points="svd", iterations=5),
        _case("tree-hmm-arabic", "tree-hmm", "arabic", spectral=True, states=3, column="upos", iterations=5),
    ]  # fmt: skip


def _bracketers() -> list[Case]:
    kinds = ("left", "right", "random", "random-splits", "heuristic-right")
    seeds = ("clauses", "chunks", "metric", "vote", "flat")
    return [
        *(_case(f"branching-{kind}", "branching", kind=kind, seed=3) for kind in kinds),
        _case("bracketer-spectral", "bracketer", spectral=True),
        _case("bracketer-distance", "bracketer", spectral=True, metric="distance", tags="xpos"),
        _case("bracketer-constant", "bracketer", metric="constant", tags="upos", top="none"),
        _case("bracketer-words", "bracketer", spectral=True, tags="words", states=8, dimensions=20, fragments=False,
              shrinkage=0.2),
        _case("bracket-inducer", "bracket-inducer", spectral=True, states=8),
        *(_case(f"bracket-inducer-{kind}", "bracket-inducer", spectral=True, seeds=kind, states=4, rounds=0,
                regression=False) for kind in seeds),
        _case("bracket-inducer-words", "bracket-inducer", spectral=True, tags="words", states=6, epochs=2, grammars=2),
        _case("constituent-context-split", "constituent-context", iterations=20),
        _case("constituent-context-random", "constituent-context", iterations=10, start="random", coarse=True),
        _case("constituent-context-words", "constituent-context", spectral=True, iterations=10, tags="words",
              classes=20),
    ]  # fmt: skip


def _head_automata() -> list[Case]:
    plain: dict[str, Value] = {"tagger": False, "relations": False, "calibration": False}
    return [
        _case("head-automata-spectral", "head-automata", spectral=True),
        _case("head-automata-spectral-paper", "head-automata", spectral=True, estimator="spectral-paper", states=5,
              **plain),
        _case("head-automata-det", "head-automata", estimator="det", lexical="none", **plain),
        _case("head-automata-det-first", "head-automata", estimator="det-first", lexical="lex", **plain),
        _case("head-automata-sibling", "head-automata", estimator="sibling", lexical="lex-first", **plain),
        _case("head-automata-em", "head-automata", estimator="em", states=4, iterations=10, **plain),
        _case("head-automata-bigram", "head-automata", spectral=True, scaling="bigram", states=4, alone=True,
              clipping=False, floor=0.0, **plain),
        _case("head-automata-viterbi", "head-automata", estimator="sibling", decoding="viterbi", column="upos",
              **plain),
        _case("head-automata-arabic", "head-automata", "arabic", spectral=True, states=3, column="upos"),
    ]  # fmt: skip


def _dependencies() -> list[Case]:
    plain: dict[str, Value] = {"tagger": False, "relations": False, "calibration": False}
    small: dict[str, Value] = {"states": 4, "half_states": 3, "node_states": 4}
    return [
        _case("arc-parser-first", "arc-parser", order="first", epochs=3, **plain),
        _case("arc-parser-siblings", "arc-parser", order="siblings", epochs=2, **plain),
        _case("arc-parser-grandparents", "arc-parser", order="grandparents", epochs=2, decoding="trees", **plain),
        _case("arc-parser-second", "arc-parser", epochs=3),
        _case("arc-parser-perceptron", "arc-parser", estimator="perceptron", epochs=3, classes=False, **plain),
        _case("arc-parser-arabic", "arc-parser", "arabic", epochs=3, column="upos"),
        _case("pipeline", "pipeline", epochs=2),
        _case("pipeline-arabic", "pipeline", "arabic", epochs=2, analyser="given"),
        _case("latent-dependencies-spectral", "latent-dependencies", spectral=True),
        _case("latent-dependencies-em", "latent-dependencies", estimator="em", iterations=5, **small, **plain),
        _case("latent-dependencies-spectral-em", "latent-dependencies", spectral=True, estimator="spectral-em",
              iterations=4, **small, **plain),
        _case("latent-dependencies-members", "latent-dependencies", spectral=True, members=2, iterations=3,
              words=False, pruning=0.0, **small, **plain),
        _case("latent-dependencies-arabic", "latent-dependencies", "arabic", spectral=True, column="upos", **small),
    ]  # fmt: skip


def _latent_pcfg() -> list[Case]:
    plain: dict[str, Value] = {"lexicon": "paper", "potentials": False, "functions": False, "calibration": False}
    plain |= {"single": False, "states": 4}
    estimators = (("pcfg", False), ("em", False), ("em-smoothed", False), ("spectral", True), ("pivot", True))
    return [
        *(_case(f"latent-pcfg-{name}", "latent-pcfg", spectral=spectral, estimator=name, iterations=8, **plain)
          for name, spectral in estimators),
        _case("latent-pcfg-pivot-em", "latent-pcfg", spectral=True, estimator="pivot-em", iterations=3, **plain),
        _case("latent-pcfg-triples", "latent-pcfg", "english-short", spectral=True, estimator="pivot",
              objective="triples", **plain),
        _case("latent-pcfg-default", "latent-pcfg", spectral=True),
        _case("latent-pcfg-combined", "latent-pcfg", spectral=True, members=2, decoding="tree",
              **plain | {"lexicon": "rich"}),
        _case("latent-pcfg-combined-em", "latent-pcfg", estimator="em-smoothed", members=2, iterations=4,
              decoding="rule", binarisation="left", horizontal=1, **plain),
        _case("latent-pcfg-memory", "latent-pcfg", estimator="pcfg", vertical=2, horizontal=2, tags=True,
              binarisation="right", **plain),
        _case("latent-pcfg-written", "latent-pcfg", "written", spectral=True, traces=True,
              **plain | {"functions": True, "states": 2}),
    ]  # fmt: skip


def _reranker() -> list[Case]:
    dependencies = (
        "latent-dependencies states=3 half_states=3 node_states=3 tagger=false relations=false calibration=false"
    )
    grammar = "latent-pcfg estimator=em states=2 iterations=3 lexicon=paper potentials=false calibration=false"
    base = "epochs=2 tagger=false calibration=false"
    few: dict[str, Value] = {"folds": 2, "epochs": 2, "candidates": 8}
    return [
        _case("reranker-paper", "reranker", spectral=True, base_settings=base, scorers=dependencies, **few),
        _case("reranker-rich", "reranker", base="head-automata", base_settings="estimator=sibling tagger=false",
              features="rich", scorers=grammar, **few),
        _case("reranker-mixed", "reranker", spectral=True, base="latent-dependencies",
              base_settings=dependencies.partition(" ")[2], features="none", mixing=False,
              scorers=f"{dependencies} {grammar}", **few),
    ]  # fmt: skip


def _analysis_ranker() -> list[Case]:
    models = ("full", "baseline", "uni", "ind", "element", "two-pass", "cheat", "most-frequent", "perceptron",
              "unranked")  # fmt: skip
    return [
        _case("analysis-ranker-context", "analysis-ranker", analyser="treebank"),
        _case("analysis-ranker-context-arabic", "analysis-ranker", "arabic", analyser="given"),
        _case("analysis-ranker-counts", "analysis-ranker", "arabic", analyser="given", weights=False, passes=1),
        *(_case(f"analysis-ranker-{model}", "analysis-ranker", "arabic", analyser="given", model=model)
          for model in models),
        _case("analysis-ranker-ridge", "analysis-ranker", "arabic", analyser="given", model="full", learner="ridge",
              statistic="ratio", affixes=True),
        _case("analysis-ranker-softmax", "analysis-ranker", analyser="treebank", model="full", learner="softmax",
              statistic="fraction", documents=False),
    ]  # fmt: skip


def _all() -> Mapping[str, Case]:
    rows = [
        *_hmm(), *_sequences(), *_bracketers(), *_head_automata(), *_dependencies(), *_latent_pcfg(), *_reranker(),
        *_analysis_ranker(),
    ]  # fmt: skip
    cases = {row.name: row for row in rows}
    assert len(cases) == len(rows), "two cases have one name"
    return cases


CASES = _all()

_CORNERS = "several features are equally far corners, and rounding decides between them"
_STOPPED = "the search for weights is stopped before its end, and rounding decides where it stands then"
HANGS_ON_ROUNDING: Mapping[str, str] = {
    **dict.fromkeys(("class-bigram-pivot", "class-bigram-pivot-em", "class-bigram-alone"), _CORNERS),
    **dict.fromkeys(
        ("latent-pcfg-spectral", "latent-pcfg-pivot", "latent-pcfg-pivot-em", "latent-pcfg-triples"), _CORNERS
    ),
    **dict.fromkeys(("latent-pcfg-combined", "latent-pcfg-default"), _CORNERS),
    **dict.fromkeys(("analysis-ranker-context", "analysis-ranker-context-arabic", "analysis-ranker-softmax"), _STOPPED),
    "head-automata-spectral-paper": "trees have equal scores",
    "maths-clustering": "points lie equally far from two centres",
}
