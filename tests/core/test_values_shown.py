"""Values as a session shows them: in a line, however much they hold."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import numpy as np

from spectral_core.brief import brief_repr, shorten
from spectral_core.data import Analysis, Constraints, Sentence, Treebank
from spectral_core.data.head_rules import HEAD_RULES
from spectral_core.data.inventory import Inventory
from spectral_core.evaluate import score_dependencies
from spectral_core.files import locate_assets
from spectral_core.formats import load
from spectral_core.model import ArcScorer, ExtractsAutomata, MarginalScorer, Model, Parser, TextRanker
from spectral_core.morphology.arabic.buckwalter import BuckwalterAnalyser
from spectral_core.morphology.catalogue import open_analyser
from spectral_core.morphology.user_lexicon import UserLexicon
from spectral_core.query import parse_query
from spectral_core.registry import METHODS, make_settings

SAMPLE = locate_assets() / "sample"
LONGEST = 400  # characters
SENTENCES, MORE = 40, {"bracket-inducer": 100}  # that are learnt from; of fewer, it learns no regression
FEW: dict[str, dict[str, int]] = {"hmm": {"states": 2}, "head-automata": {"states": 2}, "tagger": {"epochs": 1}}


@dataclasses.dataclass(frozen=True)
class Held:
    """One of each kind."""

    name: str
    array: np.ndarray
    words: tuple[str, ...]
    few: tuple[int, ...]
    places: dict[str, int]
    nothing: None = None
    empty: tuple[str, ...] = ()
    usual: int = 3
    __repr__ = brief_repr


def test_a_long_part_is_counted_and_an_empty_or_usual_one_left_out() -> None:
    held = Held("x" * 100, np.zeros((2, 3)), ("a",) * 1234, (1, 2), {"a": 1})
    shown = f"Held(name='{'x' * 59}…', array=float64[2, 3], words=1,234 × str, few=(1, 2), places=dict of 1)"
    assert repr(held) == shown
    assert repr(dataclasses.replace(held, usual=4)).endswith("usual=4)")
    assert shorten("abc", 3) == "abc"
    assert shorten("abcd", 3) == "ab…"


def test_sentences_trees_and_treebanks_are_shown_by_what_they_hold() -> None:
    treebank = load(SAMPLE / "english" / "written.conllu")
    first = treebank[0]
    assert repr(treebank) == f"<Treebank of {len(treebank)} sentences: written.conllu>"
    edited = treebank.with_sentence(0, dataclasses.replace(first, source=None))
    assert repr(edited) == f"<Treebank of {len(treebank)} sentences, 1 of them edited: written.conllu>"
    assert repr(Treebank.of([first])) == "<Treebank of 1 sentences>"
    assert repr(first) == f"<Sentence of {len(first)} words: {shorten(' '.join(first.forms))}>"
    assert repr(Analysis("go", upos="VERB")) == "Analysis(lemma='go', upos='VERB')"
    assert repr(Constraints()) == "Constraints()"


def models() -> Iterator[tuple[Model, Treebank]]:
    sources = {
        "branching": SAMPLE / "english" / "sampled.mrg",
        "analysis-ranker": SAMPLE / "arabic" / "written.conllu",
    }
    for name, method in METHODS.items():
        treebank = load(sources.get(name, SAMPLE / "english" / "sampled.conllu"))
        if not method.describe_missing_data(treebank):
            few = Treebank.of(treebank[: MORE.get(name, SENTENCES)])
            yield method.learn(few, make_settings(method, FEW.get(name, {}))), few


def reached(value: object, depth: int) -> Iterator[object]:
    """The values that can be reached by public names: large texts, arrays and collections are as long as they are."""
    if dataclasses.is_dataclass(value):
        yield value
        if depth:
            for row in dataclasses.fields(value):
                if not row.name.startswith("_"):
                    yield from reached(getattr(value, row.name), depth - 1)


def test_whatever_a_model_holds_or_says_is_shown_in_a_few_lines() -> None:
    told: list[object] = []
    for model, treebank in models():
        sentence = treebank[0]
        told += [model, treebank, sentence, sentence.token(1), sentence.with_readings_from_columns().analyses[0]]
        if METHODS[model.method].has_counting:
            told.append(METHODS[model.method].count(treebank, model.settings))
        if isinstance(model, Parser):
            told += model.parse(sentence)
        if isinstance(model, MarginalScorer):
            told.append(model.marginals(sentence))
        if isinstance(model, ArcScorer):
            told.append(model.posteriors(sentence))
        if isinstance(model, TextRanker):
            told += model.rank(sentence)[0][:3]
        if isinstance(model, ExtractsAutomata):
            automaton = model.automaton("NN", "left")
            told += [automaton, *automaton.states, *automaton.edges, *automaton.steps, automaton.passages]
    assert len(told) > 50
    for value in told:
        for one in reached(value, 3):
            assert len(repr(one)) <= LONGEST, type(one)
            assert "\n" not in repr(one)


def test_analysers_measures_and_questions_are_shown_in_a_line() -> None:
    english, arabic = load(SAMPLE / "english" / "written.conllu"), load(SAMPLE / "arabic" / "written.conllu")
    scores = score_dependencies(english, english)
    assert repr(scores).startswith(f"<Scores over {scores.sentences} sentences: uas 100.00, ")
    told = [
        open_analyser("treebank", arabic), open_analyser("buckwalter+treebank=1", arabic),
        BuckwalterAnalyser.open(SAMPLE / "arabic" / "lexicon"), scores, scores.rates["uas"],
        parse_query("VERB >nsubj NOUN"), HEAD_RULES["collins"], Inventory.of(english), UserLexicon.read("none.tsv"),
    ]  # fmt: skip
    assert [one for one in told if len(repr(one)) > LONGEST or "\n" in repr(one)] == []


def test_a_deep_tree_is_cut() -> None:
    words = Sentence.of(["a"] * 2000)
    method = METHODS["branching"]
    (parsed,) = method.learn(Treebank.of([words]), method.settings(kind="left")).parse(words)  # type: ignore[attr-defined]
    assert parsed.value.tree is not None
    assert len(repr(parsed.value.tree)) < LONGEST
