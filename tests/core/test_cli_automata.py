"""The command that draws automata: what is written as text, and what is refused before anything is."""

from __future__ import annotations

from pathlib import Path

import pytest
from fixtures import tiny_treebank
from known_automata import NOUNS, STRANGE

from spectral_core import machine, store
from spectral_core.cli import main
from spectral_core.cli.figures import describe_automaton, write_automaton
from spectral_core.files import locate_assets
from spectral_core.formats import automata, load
from spectral_core.formats.export.automata import automaton_to_dot, automaton_to_graphml, automaton_to_latex
from spectral_core.model import ExtractsAutomata
from spectral_core.registry import get_method, make_settings


@pytest.fixture
def model(tmp_path: Path) -> Path:
    method = get_method("hmm")
    store.save(
        method.learn(tiny_treebank(), make_settings(method, {"states": 2, "column": "xpos"})), tmp_path / "m.npz"
    )
    return tmp_path / "m.npz"


def ended(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as caught:
        main(["automaton", *map(str, arguments)])
    return int(caught.value.code or 0), *capsys.readouterr()


def test_an_automaton_is_written_as_the_ending_says(tmp_path: Path) -> None:
    for ending in ("dot", "graphml", "tex", "json"):
        assert write_automaton(NOUNS, tmp_path / f"a.{ending}") == 0
    assert (tmp_path / "a.dot").read_text() == automaton_to_dot(NOUNS)
    assert (tmp_path / "a.graphml").read_text(encoding="utf-8") == automaton_to_graphml(NOUNS)
    assert (tmp_path / "a.tex").read_text() == automaton_to_latex(NOUNS, standalone=True)
    assert automata.load_automaton(tmp_path / "a.json") == NOUNS


@pytest.mark.parametrize(
    ("status", "output", "direction", "what"),
    [
        (
            1,
            "a.gif",
            "left",
            ".gif is not a figure format. Use one of the extensions .svg, .pdf, .png, .dot, .graphml, .tex",
        ),
        (1, "a", "left", "a name without an extension is not a figure format"),
        (2, "a.svg", "up", "--direction is left or right, not 'up'"),
        (1, "a.svg", "left", "a model of hmm has no automata to draw; train head-automata"),
    ],
)
def test_what_cannot_be_drawn_is_one_sentence(
    capsys: pytest.CaptureFixture[str], model: Path, status: int, output: str, direction: str, what: str
) -> None:
    made = model.parent / output
    code, out, err = ended(capsys, model, "--head", "NN", "--direction", direction, "-o", made)
    assert (code, out) == (status, "")
    assert what in err
    assert len(err.strip().splitlines()) == 1
    assert not made.exists()


@pytest.mark.parametrize("missing", ["--head", "--direction", "-o"])
def test_the_head_the_direction_and_the_file_must_be_named(
    capsys: pytest.CaptureFixture[str], model: Path, missing: str
) -> None:
    given = {"--head": "NN", "--direction": "left", "-o": str(model.parent / "a.dot")}
    del given[missing]
    code, _, err = ended(capsys, model, *(part for pair in given.items() for part in pair))
    assert code == 2
    assert "Usage" in err


def test_a_model_of_head_automata_is_drawn_from_what_it_learnt_and_from_a_treebank(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    corpus = locate_assets() / "sample" / "english" / "sampled.conllu"
    method = get_method("head-automata")
    settings = make_settings(method, {"estimator": "spectral-paper", "states": 4})
    path = tmp_path / "m.npz"
    learnt = method.learn(load(corpus), settings)
    store.save(learnt, path)
    assert isinstance(learnt, ExtractsAutomata)
    written = {}
    for name, more in (("learnt", ()), ("given", (corpus,))):
        output = tmp_path / f"{name}.json"
        arguments = ("--head", "NN", "--direction", "left", "--clusters", "4", "-o", output)
        code, out, _ = ended(capsys, path, *more, *arguments)
        assert code == 0
        found = written[name] = automata.load_automaton(output)
        assert (found.head, found.direction, found.clusters, found.minimum) == ("NN", "left", 4, 3)
        assert f"{len(found.states)} state" in out
        assert f"{found.total:,} sequences leave. Deterministic" in out
    assert written["learnt"].steps[-1].lost == written["given"].steps[-1].lost
    assert written["learnt"].prefixes == written["given"].prefixes
    assert written["given"] == learnt.automaton("NN", "left", 4, None, load(corpus))
    sentence, word = written["given"].occurrences_in_state(written["given"].states[1].number)[0]
    assert load(corpus)[sentence].xpos[word - 1] == "NN"


def test_the_summary_names_states_that_are_not_reached_and_those_after_which_nothing_ends() -> None:
    assert describe_automaton(NOUNS).endswith(
        "4 prefixes (from 1 occurrence), 4 clusters, 1 merge, 3 states; 10.0 % of 10 sequences leave. Deterministic."
    )
    assert describe_automaton(STRANGE).endswith(
        "leave. Not deterministic; not reached from the start: 2; no sequence ends after: 2."
    )


def test_pictures_are_drawn_by_the_window_s_process(tmp_path: Path) -> None:
    if machine.find_missing_libraries(display=False):
        pytest.skip("Qt cannot be loaded here")
    assert write_automaton(NOUNS, tmp_path / "a.pdf") == 0  # what else it draws, gui/test_automata.py tells
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
    assert write_automaton(NOUNS, tmp_path / "nowhere" / "a.svg") == 1


def test_text_without_heads_falls_back_to_what_was_learnt_and_a_head_there_is_not_to_those_there_are(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    method = get_method("head-automata")
    corpus = load(locate_assets() / "sample" / "english" / "sampled.conllu")
    settings = {"estimator": "spectral-paper", "states": 4, "tagger": False, "relations": False, "calibration": False}
    path, bare, output = tmp_path / "m.npz", tmp_path / "bare.txt", tmp_path / "a.json"
    store.save(method.learn(corpus, make_settings(method, settings)), path)
    bare.write_text("Nobody drew these words.\n", encoding="utf-8")
    asked = ("--direction", "left", "--clusters", "4", "-o", output)
    code, _, err = ended(capsys, path, bare, "--head", "NN", *asked)
    assert (code, err.strip()) == (
        0,
        f"{bare} has no heads to follow: the training data is followed instead.",
    )
    followed = automata.load_automaton(output)
    assert ended(capsys, path, "--head", "NN", *asked)[0] == 0
    assert automata.load_automaton(output) == followed
    code, _, err = ended(capsys, path, "--head", "NOUN", *asked)
    assert code == 2
    assert "there is no automaton 'NOUN left'; there are " in err
    assert "NN left" in err
    assert len(err.strip().splitlines()) == 1
