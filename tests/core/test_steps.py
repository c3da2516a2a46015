"""Algorithms that are stepped through: the frames are what the compiled engine did, and lead to its answer."""

from __future__ import annotations

import os
import re
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from fixtures import tiny_treebank

from spectral_core import formats, store
from spectral_core.cli import main
from spectral_core.data import UNCONSTRAINED, Sentence, Treebank
from spectral_core.data.trace import MAX_WORDS, TableCell, Trace, TraceStep
from spectral_core.drawing.frame_layout import lay_out_trace_frame
from spectral_core.drawing.shapes import TextShape
from spectral_core.engine import AskTrace, Engine
from spectral_core.errors import DataError, SettingsError
from spectral_core.files import locate_assets
from spectral_core.formats.export.figures import frame_to_latex, frame_to_svg
from spectral_core.model import ArcScorer, TracesAlgorithms, list_settings
from spectral_core.models.bracketer import Bracketer
from spectral_core.models.bracketing.sentences import LockedSentence
from spectral_core.models.head_automata import HeadAutomata
from spectral_core.models.hmm import Hmm
from spectral_core.models.latent_pcfg.model import LatentPcfg
from spectral_core.models.parsing.traces import choose_automaton_with_merges
from spectral_core.progress import ignore_progress
from spectral_core.registry import METHODS, make_settings
from spectral_core.structured import eisner
from spectral_core.structured.kernel_tracer import KernelTracer
from spectral_core.structured.unlabelled_trees import shortest_tree

LONG = "the old crew sees the ferry , but at noon the old captain sleeps , and the ferry waits there ."


TEXTS = (
    LONG,
    "the ferry waits .",
    "the old crew sleeps , and the captain sees the ferry .",
    "at noon the ferry waits .",
)


@cache
def corpus() -> Treebank:
    return Treebank.of(Sentence.of(text.split()) for text in TEXTS * 9)


@cache
def bracketer(**chosen: str) -> Bracketer:
    method = METHODS["bracketer"]
    given = {"states": "3", "dimensions": "8", "classes": "4", "longest": "20"} | chosen
    model = method.learn(corpus(), make_settings(method, given))
    assert isinstance(model, Bracketer)
    return model


def bracketed(trace: Trace) -> set[tuple[int, int]]:
    """The spans of the last frame."""
    return {(link.start, link.end + 1) for link in trace.steps[-1].links}


def test_kernels_run_as_python_find_what_they_find_compiled_and_tell_what_they_write() -> None:
    upper = np.triu(np.random.default_rng(0).random((7, 7)), 1)
    told = KernelTracer(("_fill_lengths", "subtree_lengths"), ("shortest_tree", "spans"))
    least, spans = told.as_python(shortest_tree)(upper + upper.T, 3, np.zeros((0, 0)))
    compiled = shortest_tree(upper + upper.T, 3, np.zeros((0, 0)))
    assert least == compiled[0]
    np.testing.assert_array_equal(spans, compiled[1])
    found = told.take_writes()
    assert not told.take_writes()
    divisions = sum((size - length + 1) * (length - 1) for size in (3, 4) for length in range(2, size + 1))
    assert [one.array for one in found].count("subtree_lengths") == divisions
    written = {one.index: one.value for one in found if one.array == "spans"}
    assert written == {(row, side): compiled[1][row, side] for row in range(5) for side in range(2)}
    first = found[0]
    assert (
        first.value == first.local_numbers["left"] + first.local_numbers["right"] - first.local_numbers["shared_means"]
    )


@pytest.mark.parametrize("fragments", ["true", "false"])
@pytest.mark.parametrize("top", ["heuristic", "none"])
def test_the_last_frame_of_the_metric_has_the_brackets_that_the_engine_finds(fragments: str, top: str) -> None:
    model = bracketer(fragments=fragments, top=top)
    for text in (LONG, "the ferry waits", "the ferry", "ferry", "the old captain sees the ferry ."):
        sentence = Sentence.of(text.split())
        words = LockedSentence.from_sentence(model.word_classifier.strip_punctuation(sentence), sentence, UNCONSTRAINED)
        trace = model.trace_algorithm(sentence)
        assert bracketed(trace) == model.find_tree_spans(sentence, words)
        tree = model.parse(sentence)[0].value.tree
        assert words.make_tree(sentence, bracketed(trace)) == tree


def test_the_metric_has_a_frame_for_every_span_and_every_edge() -> None:
    model = bracketer(fragments="false", top="none")
    for size in (3, 5, 9):
        trace = model.trace_algorithm(Sentence.of(LONG.replace(" ,", "").split()[:size]))
        below = size - 1  # the top bracket stands before the last word
        spans = below * (below - 1) // 2
        assert len(trace) == 1 + spans + 1 + (size - 2) + 1
        written = [place for step in trace.steps for place, _ in step.written_cells]
        assert len(set(written)) == len(written) == spans
        assert all(step.links == () for step in trace.steps[: spans + 2])


def test_a_frame_has_what_was_written_until_then() -> None:
    trace = bracketer(fragments="false", top="none").trace_algorithm(Sentence.of(["the", "old", "crew", "sees"]))
    assert trace.frame(0).cells[0] == ((None,) * 4,) * 4
    ((place, value),) = trace.steps[1].written_cells
    assert place == TableCell(0, 0, 1)
    assert trace.frame(1).cells[0][0][1] == trace.frame(len(trace) - 1).cells[0][0][1] == value
    assert f"= {value:.3f}" in trace.steps[1].equation[1]
    low, high = trace.value_range(0)
    assert low <= value <= high


_COMMANDS = re.compile(
    r"\\(documentclass|usepackage|begin|end|ifPDFTeX|else|fi|IfFontExistsTF|babelprovide|babelfont|definecolor|path|node|"
    r"fill|fontsize|selectfont|bfseries|kern|symbol|text(backslash|ascii(tilde|circum|grave)|quotedbl|less|greater|bar))"
)


@pytest.mark.parametrize(
    "words", [LONG.split(), ["نام", "القبطان", "العجوز", "في", "المرفأ"], ["a & b", "<c>", "\x00"]]
)
def test_every_frame_is_a_drawing_of_its_own(words: list[str]) -> None:
    trace = bracketer(top="none").trace_algorithm(Sentence.of(words))
    for number in (0, len(trace) // 2, len(trace) - 1):
        drawing = ET.fromstring(frame_to_svg(trace, number))
        shown = {part.text for part in drawing.iter("{http://www.w3.org/2000/svg}text")}
        assert trace.steps[number].caption.replace("\x00", "\N{REPLACEMENT CHARACTER}") in shown
        box = [float(one) for one in drawing.attrib["viewBox"].split()]
        for part in drawing.iter("{http://www.w3.org/2000/svg}rect"):
            assert float(part.attrib["x"]) + float(part.attrib["width"]) <= box[0] + box[2] + 0.5
        check_latex(frame_to_latex(trace, number, standalone=True))


def check_latex(text: str) -> None:
    """Balanced, with commands that LaTeX, TikZ and fontspec have, and paths that end."""
    body = "\n".join(line for line in text.splitlines() if not line.startswith("%"))
    names = re.findall(r"\\(begin|end){(\w+)}", body)
    open_: list[str] = []
    for what, name in names:
        if what == "begin":
            open_.append(name)
        else:
            assert open_.pop() == name
    assert not open_
    assert ("begin", "tikzpicture") in names
    deep = 0
    for sign in re.sub(r"\\[{}\\]", "", body):
        deep += (sign == "{") - (sign == "}")
        assert deep >= 0
    assert deep == 0
    assert all(map(_COMMANDS.fullmatch, re.findall(r"\\[a-zA-Z@]+", body)))
    drawn = [line.strip() for line in body.splitlines() if line.startswith("  \\")]
    assert drawn
    assert all(line.endswith(";") for line in drawn)


def test_a_long_sentence_is_stepped_through_as_far_as_its_first_words(tmp_path: Path) -> None:
    path = tmp_path / "bracketer.npz"
    store.save(bracketer(), path)
    found = AskTrace(path, Sentence.of(LONG.split())).run(Engine(), ignore_progress)
    assert found.note == f"the first {MAX_WORDS} of {len(LONG.split())} words"
    assert " ".join(found.words) == "the old crew sees the ferry but at noon the old captain sleeps"
    assert not AskTrace(path, Sentence.of(["the", "ferry"])).run(Engine(), ignore_progress).note


def test_a_model_without_steps_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "left.npz"
    method = METHODS["branching"]
    store.save(method.learn(corpus(), method.settings(kind="left")), path)
    with pytest.raises(DataError, match=r"left\.npz cannot be stepped through"):
        AskTrace(path, Sentence.of(["a", "b"])).run(Engine(), ignore_progress)


@pytest.mark.parametrize(("kind", "ending"), [("svg", ".svg"), ("tikz", ".tex")])
def test_the_command_writes_a_figure_a_step(
    kind: str, ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model, text = tmp_path / "bracketer.npz", tmp_path / "text.txt"
    store.save(bracketer(), model)
    text.write_text("The old crew sees the ferry.\n", encoding="utf-8")
    text.chmod(0o600)
    frames = len(bracketer().trace_algorithm(Sentence.of(["The", "old", "crew", "sees", "the", "ferry", "."])))
    with pytest.raises(SystemExit) as ended:
        main(["steps", str(model), str(text), "--figures", kind, "-o", str(tmp_path / "out")])
    assert not ended.value.code
    if os.name == "posix":  # who may not read the text may not read them
        assert {path.stat().st_mode & 0o777 for path in (tmp_path / "out").iterdir()} == {0o600}
    assert f"{frames} figures of least tree over the metric" in capsys.readouterr().out
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        f"{number:0{len(str(frames))}}{ending}" for number in range(1, frames + 1)
    ]


@pytest.mark.parametrize("estimator", ["spectral", "em"])
def test_the_forward_vector_adds_up_to_the_score_of_the_sentence(estimator: str) -> None:
    method = METHODS["hmm"]
    treebank = tiny_treebank()
    model = method.learn(treebank, make_settings(method, {"estimator": estimator, "states": 3, "iterations": 5}))
    assert isinstance(model, Hmm)
    for sentence in (treebank[0], Sentence.of(["the", "unheard-of", "boat"])):
        trace = model.trace_algorithm(sentence)
        assert len(trace) == len(trace.points) + 1 == len(sentence) + 2
        states = np.array(trace.frame(len(trace) - 1).cells[0])
        np.testing.assert_array_equal(states, model.states(sentence)[:, : len(states)].T)
        (scored,) = model.scores([sentence])
        assert trace.steps[-1].equation[-1].endswith(f"the sentence {scored.log:.3f}")
        (prefix,) = model.scores([sentence], prefix=True)
        assert trace.steps[-2].equation[-1].endswith(f"the words so far {prefix.log:.3f}")
    assert "an unknown word" in trace.steps[2].caption


@pytest.mark.parametrize("name", ["head-automata", "arc-parser"])
def test_the_last_frame_of_the_search_for_arcs_has_the_tree_that_the_engine_finds(name: str) -> None:
    method = METHODS[name]
    treebank = tiny_treebank()
    given = {"tagger": "false", "relations": "false", "calibration": "false", "epochs": "1", "states": "2"}
    known = {field.name for field in list_settings(method.settings)}
    model = method.learn(treebank, make_settings(method, {key: value for key, value in given.items() if key in known}))
    assert isinstance(model, TracesAlgorithms)
    assert isinstance(model, ArcScorer)
    for sentence in treebank.select(range(6)):
        trace = model.trace_algorithm(sentence)
        size = len(sentence)
        assert len(trace) == 1 + 4 * (size * (size - 1) // 2) + size
        heads = {link.end: link.start + 1 for link in trace.steps[-1].links}
        ((_, best),) = eisner.k_best_trees(model.posteriors(sentence).arcs, None, 1)
        assert tuple(heads[word] for word in range(size)) == best
        halves = trace.frame(len(trace) - 1).cells[0]
        assert all(value is not None for row in halves for value in row)


@pytest.mark.parametrize("chosen", [{"estimator": "spectral"}, {"estimator": "em", "decoding": "rule"}])
def test_the_last_frame_of_the_chart_has_the_tree_that_the_engine_finds(chosen: dict[str, str]) -> None:
    method = METHODS["latent-pcfg"]
    treebank = Treebank.of([*tiny_treebank()] * 2)
    given = {"states": "2", "calibration": "false", "potentials": "false", "iterations": "2", **chosen}
    model = method.learn(treebank, make_settings(method, given))
    assert isinstance(model, LatentPcfg)
    for sentence in treebank.select(range(5)):
        trace = model.trace_algorithm(sentence)
        tree = model.parse(sentence)[0].value.tree
        assert tree is not None
        own = bracketed(trace)
        assert {(start, end) for start, end, _ in tree.spans() if end - start > 1} <= own
        size = len(sentence)
        assert len(own) == max(size - 1, 0), "the tree is binary"
        filled = sum(value is not None for row in trace.frame(len(trace) - 1).cells[0] for value in row)
        assert size <= filled <= size * (size + 1) // 2
        assert len(trace) == 1 + 2 * filled + len(own)
        shown = trace.frame(len(trace) - 1).cells[1]
        numbers, _ = model.span_posteriors(sentence)
        top = max(number for part, number in numbers.items() if (part.start, part.end) == (0, size))
        assert shown[0][size - 1] == pytest.approx(top, abs=1e-5)


def test_merging_ends_with_the_automaton_that_is_drawn_elsewhere() -> None:
    method = METHODS["head-automata"]
    sample = formats.load(locate_assets() / "sample" / "english" / "sampled.conllu")
    treebank = sample.select(range(600))
    given = {
        "states": "3",
        "estimator": "em",
        "iterations": "5",
        "tagger": "false",
        "relations": "false",
        "calibration": "false",
    }
    model = method.learn(treebank, make_settings(method, given))
    assert isinstance(model, HeadAutomata)
    trace = model.trace_algorithm(treebank[0], "merging", treebank)
    found = choose_automaton_with_merges(model, treebank[0], treebank)
    assert found.merges, "there is something to step through"
    again = model.automaton(found.head, found.direction, found.clusters, None, treebank, found.evidence)
    assert again.merges == found.merges
    assert trace.title.endswith(f"({found.head}, {found.direction})")
    assert len(trace) == len(found.merges) + 1
    for number, step in enumerate(found.steps):
        graph = trace.steps[number].graph
        assert graph is not None
        assert [node.number for node in graph.nodes] == [state.number for state in step.states]
        ET.fromstring(frame_to_svg(trace, number))
        following = [node.number for node in graph.nodes if node.is_next]
        merge = found.merges[number] if number < len(found.merges) else None
        assert following == ([] if merge is None else sorted((merge.kept, merge.gone)))


def test_merging_leaves_out_heads_with_too_few_sequences() -> None:
    method = METHODS["head-automata"]
    treebank = tiny_treebank()
    given = {"states": "2", "lexical": "none", "tagger": "false", "relations": "false", "calibration": "false"}
    model = method.learn(treebank, make_settings(method, given))
    assert isinstance(model, HeadAutomata)
    found = choose_automaton_with_merges(model, treebank[0], treebank)
    assert found.total >= 3
    assert choose_automaton_with_merges(model, treebank[0], treebank.select([0])) == choose_automaton_with_merges(
        model, treebank[0], ()
    ), "one sentence has too few: those of the training text are taken"
    one = Sentence.of(["go"], xpos=["VB"]).with_heads((0,))
    bare = method.learn(Treebank.of([one] * 3), make_settings(method, given))
    assert isinstance(bare, HeadAutomata)
    with pytest.raises(DataError, match="no head has enough sequences"):
        bare.trace_algorithm(one, "merging")


def test_a_sentence_without_words_has_no_chart() -> None:
    method = METHODS["latent-pcfg"]
    model = method.learn(tiny_treebank(), make_settings(method, {"estimator": "pcfg", "calibration": "false"}))
    assert isinstance(model, LatentPcfg)
    with pytest.raises(DataError, match="has no words"):
        model.trace_algorithm(Sentence.of([]))


def test_a_step_of_em_compares_with_as_many_states_as_the_text_supports() -> None:
    method = METHODS["hmm"]
    model = method.learn(tiny_treebank(), make_settings(method, {"states": "8", "estimator": "em", "iterations": "1"}))
    assert isinstance(model, Hmm)
    trace = model.trace_algorithm(Sentence.of(["the", "cook", "."]), "em step")
    assert np.isfinite(np.array(trace.frame(len(trace) - 1).cells[1], dtype=float)).all()


def test_a_step_of_em_is_the_one_that_learning_takes() -> None:
    method = METHODS["hmm"]
    treebank = tiny_treebank()
    chosen = {"states": "3", "column": "xpos"}
    model = method.learn(treebank, make_settings(method, chosen))
    assert isinstance(model, Hmm)
    sentence = treebank[0]
    trace = model.trace_algorithm(sentence, "em step", treebank)
    size = len(sentence)
    assert len(trace) == 1 + (size + 1) + 2 + 3
    frame = trace.frame(len(trace) - 1)
    shares, scores, before, counts, after = (np.array(cells, dtype=float) for cells in frame.cells)
    np.testing.assert_allclose(shares.sum(axis=0), 1.0)
    once = method.learn(
        treebank, make_settings(method, {**chosen, "estimator": "em", "iterations": "1", "tolerance": "0"})
    )
    closed = method.learn(treebank, make_settings(method, chosen))
    assert isinstance(once, Hmm)
    assert isinstance(closed, Hmm)
    assert scores[1].sum() == pytest.approx(once.scores([sentence])[0].log)
    assert scores[2].sum() == pytest.approx(closed.scores([sentence])[0].log)
    assert scores[1].sum() > scores[0].sum()
    assert not np.allclose(before, after)
    assert counts.min() >= 0


def test_an_unknown_algorithm_is_answered_with_those_there_are() -> None:
    with pytest.raises(SettingsError, match="no algorithm 'cky'; it can be stepped through least tree"):
        bracketer().trace_algorithm(corpus()[0], "cky")


def test_every_method_that_says_so_can_be_stepped_through() -> None:
    assert isinstance(bracketer(), TracesAlgorithms)
    assert METHODS["bracketer"].has_traces


def test_very_long_words_are_shortened_at_once() -> None:
    measured = []

    def width_of(text: str, size: float) -> float:
        measured.append(text)
        return size * len(text)

    (shape,) = lay_out_trace_frame(Trace("", "", ("x" * 20_000,), (), (TraceStep(""),)), 0, width_of=width_of).shapes
    assert isinstance(shape, TextShape)
    assert shape.text == "xxxxx…"
    assert len(measured) < 25
