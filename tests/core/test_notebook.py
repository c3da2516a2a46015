"""What a notebook shows of values: sound SVG and HTML that hold every word, label and figure, without Qt."""

from __future__ import annotations

import dataclasses
import pickle
import subprocess
import sys
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from spectral_core.data import EMPTY, Analysis, Ranked, Sentence, Tree, Treebank
from spectral_core.data.automaton import OUTSIDE, AutomatonEdge, Transition
from spectral_core.data.ranked import BestFirst, WordRankings
from spectral_core.evaluate import bin_by_confidence, score_dependencies
from spectral_core.files import locate_assets
from spectral_core.formats import load
from spectral_core.formats.export.automata import describe_edge, select_edges
from spectral_core.maths.isotonic_regression import fit_isotonic
from spectral_core.model import ExtractsAutomata, Parser, Ranker
from spectral_core.notebook import curve_svg, table_html
from spectral_core.progress import Curves
from spectral_core.registry import METHODS, make_settings

SAMPLE = locate_assets() / "sample"
SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str | None) -> list[str]:
    """What is written in a picture, which is whole XML."""
    assert svg is not None
    return [one.text or "" for one in ET.fromstring(svg).iter(f"{SVG}text")]


class Cells(HTMLParser):
    """The rows of a table."""

    def __init__(self, html: str):
        super().__init__()
        self.rows: list[list[str]] = []
        self.inside = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - the parser's
        if tag == "tr":
            self.rows.append([])
        self.inside = tag in ("td", "th") or (self.inside and tag not in ("tr", "table"))
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.rows[-1][-1] += data


@pytest.mark.parametrize("name", ["english/written.conllu", "arabic/written.conllu"])
def test_a_sentence_is_drawn_with_its_words_tags_and_relations(name: str) -> None:
    for sentence in load(SAMPLE / name):
        svg = sentence._repr_svg_()
        written = texts(svg)
        labels = [label for label in sentence.deprels if label != EMPTY]
        tags = [tag for tag in sentence.upos if tag != EMPTY]
        ranges = [one.form for one in sentence.ranges]
        nodes = [f"({node.columns[0]})" for node in sentence.empty_nodes]
        assert sorted(written) == sorted([*sentence.forms, *labels, *tags, *ranges, *nodes])


def test_a_tree_is_drawn_with_its_labels_and_words() -> None:
    for sentence in load(SAMPLE / "english" / "written.mrg"):
        tree = sentence.tree
        assert tree is not None
        wanted = [node.label for node in tree.nodes() if node.label] + [word for _, word in tree.leaves()]
        assert sorted(texts(tree._repr_svg_())) == sorted(wanted)
        assert sentence._repr_svg_() == tree._repr_svg_()


def test_words_that_are_no_xml_are_drawn_all_the_same() -> None:
    sentence = Sentence.of(["<b>&", 'a"\x01'], heads=[0, 1], deprels=["root", "<i>"])
    assert sorted(texts(sentence._repr_svg_())) == sorted(["<b>&", 'a"\N{REPLACEMENT CHARACTER}', "root", "<i>"])
    assert "<b>" in texts(Tree("<b>", ("x",))._repr_svg_())
    assert "<script>" not in table_html(["<script>"], [["<script>"]])


def test_what_is_too_large_to_be_drawn_is_only_told() -> None:
    long = Sentence.of(["a"] * 300, heads=[0, *[1] * 299])
    assert long._repr_svg_() is None
    deep = Tree("S", ("a",))
    for _ in range(3000):
        deep = Tree("S", (deep,))
    assert deep._repr_svg_() is None
    assert texts(Sentence.of([])._repr_svg_()) == []


def test_an_automaton_is_drawn_with_its_states_and_edges() -> None:
    treebank = Treebank.of(load(SAMPLE / "english" / "sampled.conllu")[:300])
    method = METHODS["head-automata"]
    plain = {"states": 3, "tagger": False, "relations": False, "calibration": False}
    model = method.learn(treebank, make_settings(method, plain))
    assert isinstance(model, ExtractsAutomata)
    automaton = model.automaton("NN", "left")
    svg = automaton._repr_svg_()
    written = texts(svg)
    assert all(str(state.number) in written for state in automaton.states)
    drawn = select_edges(automaton, 0.005)
    assert all(set(describe_edge(edge)) <= set(written) for edge in drawn)
    ellipses = list(ET.fromstring(svg).iter(f"{SVG}ellipse"))
    assert len(ellipses) >= len(automaton.states)
    assert svg.count("stroke-dasharray") == sum(edge.target == OUTSIDE for edge in drawn)
    step = automaton.steps[automaton.step]
    out = AutomatonEdge(0, OUTSIDE, (Transition("XX", automaton.total, 1.0),))  # to no state: sequences leave
    steps = (*automaton.steps[: automaton.step], dataclasses.replace(step, leaving=(out,)))
    leaving = dataclasses.replace(automaton, steps=(*steps, *automaton.steps[automaton.step + 1 :]))
    assert leaving._repr_svg_().count("stroke-dasharray") == 1
    assert isinstance(model, Parser)
    parsed = model.parse(treebank[0], 3)
    html = parsed._repr_html_()  # type: ignore[attr-defined]
    assert html.count("<svg") == len(parsed)
    assert f"{parsed[0].score:.3f}" in html


def test_a_ranking_is_a_table_of_readings() -> None:
    treebank = load(SAMPLE / "arabic" / "written.conllu")
    method = METHODS["analysis-ranker"]
    model = method.learn(treebank, method.settings())
    assert isinstance(model, Ranker)
    ranked = model.rank(treebank[0])
    cells = Cells(ranked._repr_html_())  # type: ignore[attr-defined]
    assert cells.rows[0][:4] == ["word", "rank", "score", "probability"]
    first = ranked[0][0]
    assert cells.rows[1][:4] == [treebank[0].forms[0], "1", f"{first.score:.3f}", f"{first.probability:.3f}"]
    assert first.value.lemma in cells.rows[1]
    again = pickle.loads(pickle.dumps(ranked))
    assert (again, again.words) == (ranked, treebank[0].forms)


def test_rankings_of_other_values_are_tables_too() -> None:
    plain = Cells(BestFirst([Ranked("NN", -0.1, 0.9), Ranked("V<", -2.0)])._repr_html_())
    assert plain.rows[1:] == [["1", "-0.100", "0.900", "NN"], ["2", "-2.000", "", "V<"]]
    words = Cells(WordRankings(["a", "b"], [[], [Ranked(Analysis("go"), 0.0)]])._repr_html_())
    assert words.rows == [
        ["word", "rank", "score", "probability", "lemma"], ["a", "", "", "", ""], ["b", "1", "0.000", "", "go"],
    ]  # fmt: skip
    empty = Cells(BestFirst([Ranked(Analysis("_"), 0.0)])._repr_html_())
    assert len({len(row) for row in empty.rows}) == 1


def test_figures_of_a_measurement_are_a_table() -> None:
    treebank = load(SAMPLE / "english" / "written.conllu")
    scores = score_dependencies(treebank, treebank)
    rows = dict(Cells(scores._repr_html_()).rows[1:])
    assert rows["sentences"] == str(scores.sentences)
    assert {name.replace("_", " "): f"{value:.2f}" for name, value in scores.metrics.items()}.items() <= rows.items()


def test_curves_are_drawn_as_they_are_reported() -> None:
    curves = Curves()
    assert "nothing was measured" in curves._repr_html_()
    treebank = Treebank.of(load(SAMPLE / "english" / "sampled.conllu")[:100])
    hmm = METHODS["hmm"]
    model = hmm.learn(treebank, make_settings(hmm, {"states": 2, "estimator": "em", "iterations": 4}), curves)
    assert curves.points
    assert curves._repr_html_().count("<svg") == len(curves.points)
    assert "log-likelihood" in model.training_record._repr_html_()  # type: ignore[attr-defined]
    table = bin_by_confidence([0.2, 0.6, 0.9], [False, True, True])
    assert "accuracy" in texts(table._repr_svg_())
    assert texts(fit_isotonic([0.1, 0.4, 0.8, 0.9], [False, True, False, True])._repr_svg_())


TINY = [[1e-14, 2e-14], [-5.0, float(np.nextafter(-5.0, 0.0))], [0.0, 5e-324]]


@pytest.mark.parametrize(
    "values", [[0.0], [5.0, 5.0], [-1e9, 1e9], [1e-12, 2e-12], [0.0, float("nan"), float("inf")], *TINY]
)
def test_a_curve_has_round_numbers_around_what_is_drawn(values: list[float]) -> None:
    svg = curve_svg({"a": list(enumerate(values))})
    ticks = [float(text) for text in texts(svg) if text not in ("", "a")]
    kept = [value for value in values if np.isfinite(value)]
    assert min(ticks) <= min(kept)
    assert max(ticks) >= max(kept)
    assert curve_svg({"a": [(0.0, float("nan"))]}) is None


def test_drawing_needs_no_qt() -> None:
    program = (
        "import sys; from spectral_core.data import Sentence; "
        "Sentence.of(['a'], heads=[0])._repr_svg_(); sys.exit('PySide6' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
