"""`spectral parse --keep`: what a file says already is in the trees, and the rest is parsed around it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from fixtures import tiny_treebank

from spectral_core.cli import input_output, main
from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.formats import load, save

Run = Callable[..., tuple[int, str, str]]

WHOLE = "(S (NP (DT the) (NN saw)) (VP (VBD broke)) (. .))"
PARTS = (  # what the file says, and what must be in the tree
    ("( (UNPARSED (DT the) (NN saw) (VBD broke) (. .)))", set()),
    ("( (UNPARSED (PRP they) (VBD saw) (NP (DT the) (NN boat) (PP (IN near) (NP (DT the) (NN pier)))) (. .)))",
     {(2, 7, "NP"), (4, 7, "PP"), (5, 7, "NP")}),
    ("(UNPARSED (PRP they) (NP-SBJ (VBD saw) (DT the)) (NN boat) (. .))", {(1, 3, "NP-SBJ")}),
    ("( (PRP they) ( (VBD saw) (DT the)) (NN boat) (. .))", {(1, 3)}),
)  # fmt: skip


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def called(*arguments: str | Path) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    return called


@pytest.fixture
def grammar(run: Run, tmp_path: Path) -> Path:
    trees, model = tmp_path / "trees.mrg", tmp_path / "g.npz"
    save(Treebank.of([*tiny_treebank()] * 2), trees, drop=True)
    plain = ("-s", "estimator=pcfg", "-s", "potentials=false", "-s", "calibration=false")
    assert run("learn", "latent-pcfg", trees, "-o", model, *plain)[0] == 0
    return model


@pytest.fixture
def heads(run: Run, tmp_path: Path) -> Path:
    trees, model = tmp_path / "heads.conllu", tmp_path / "h.npz"
    save(Treebank.of([*tiny_treebank()] * 2), trees, drop=True)
    assert run("learn", "head-automata", trees, "-o", model, "-s", "states=2", "-s", "calibration=false")[0] == 0
    return model


def spans(sentence: Sentence) -> set[tuple[int, ...] | tuple[int, int, str]]:
    assert sentence.tree is not None
    found = sentence.tree.spans()
    return {*found, *(span[:2] for span in found)}


def test_phrases_that_a_file_has_are_in_the_trees_with_their_labels(run: Run, grammar: Path, tmp_path: Path) -> None:
    partly, output = tmp_path / "partly.mrg", tmp_path / "out.mrg"
    partly.write_text("\n".join(text for text, _ in PARTS) + "\n")
    assert run("parse", grammar, partly, "-o", output) == (0, "", "")
    free = load(output)
    assert sum(wanted <= spans(one) for (_, wanted), one in zip(PARTS, free, strict=True)) == 1
    code, out, _ = run("parse", grammar, partly, "-o", output, "--keep")
    assert (code, out) == (0, "")
    kept = load(output)
    for (_, wanted), one, before in zip(PARTS, kept, load(partly), strict=True):
        assert wanted <= spans(one)
        assert "UNPARSED" not in str(one.tree)
        assert one.forms == before.forms
    ranked = run("parse", grammar, partly, "-k", 2, "--keep")[1].splitlines()
    assert all("(PP (IN near) (NP (DT the) (NN pier)))" in line for line in ranked if "pier" in line)


def test_trees_that_are_whole_stay_as_they_are(run: Run, grammar: Path, tmp_path: Path) -> None:
    odd = "(S (FRAG (DT the) (NN saw) (VBD broke)) (. .))"
    trees, output = tmp_path / "whole.mrg", tmp_path / "out.mrg"
    trees.write_text(f"{odd}\n( {WHOLE})\n(NN saw)\n")
    assert run("parse", grammar, trees, "-o", output, "--keep") == (0, "", "")
    assert [one.tree for one in load(output)] == [one.tree for one in load(trees)]
    assert run("parse", grammar, trees, "-o", output)[0] == 0
    assert "FRAG" not in output.read_text()


def test_heads_and_relations_that_a_file_has_are_in_the_trees(run: Run, heads: Path, tmp_path: Path) -> None:
    partly, output = tmp_path / "partly.conllu", tmp_path / "out.conllu"
    odd = [replace(one, heads=(3, *[None] * (len(one) - 1)), deprels=("odd", *[EMPTY] * (len(one) - 1)), source=None)
           for one in tiny_treebank() if len(one) > 4]  # fmt: skip
    whole = replace(tiny_treebank()[0], heads=(3, 1, 0, 3, 4, 5), deprels=("x",) * 6, source=None)
    save(Treebank.of([*odd, whole]), partly, drop=True)
    assert run("parse", heads, partly, "-o", output)[0] == 0
    assert not any((one.heads[0], one.deprels[0]) == (3, "odd") for one in load(output))
    assert run("parse", heads, partly, "-o", output, "--keep") == (0, "", "")
    *made, last = load(output)
    assert len(made) == len(odd) > 4
    for one in made:
        assert (one.heads[0], one.deprels[0]) == (3, "odd")
        assert not one.find_structural_problems()
        assert EMPTY not in one.deprels
    assert (last.heads, last.deprels) == (whole.heads, whole.deprels)


def test_what_cannot_be_kept_is_told_by_its_sentence(run: Run, heads: Path, grammar: Path, tmp_path: Path) -> None:
    first, second, *_ = tiny_treebank()
    partly, output = tmp_path / "partly.conllu", tmp_path / "out.conllu"
    circle = replace(first, heads=(2, 1, *[None] * (len(first) - 2)), source=None)
    save(Treebank.of([circle, replace(second, heads=(None,) * len(second), source=None)]), partly, drop=True)
    code, out, err = run("parse", heads, partly, "-o", output, "--keep")
    assert (code, out) == (0, "")
    assert err.startswith("Sentence 1: not parsed: the locked arcs run in a circle")
    assert len(err.splitlines()) == 1
    one, two = load(output)
    assert one.heads == circle.heads
    assert two.has_heads
    odd = tmp_path / "odd.mrg"
    odd.write_text("( (UNPARSED (XP (DT the) (NN saw)) (VBD broke) (. .)))\n")
    code, _, err = run("parse", grammar, odd, "-o", tmp_path / "odd.out.mrg", "--keep")
    assert code == 0
    assert "(XP (DT the) (NN saw))" in (tmp_path / "odd.out.mrg").read_text()
    assert err.startswith("Sentence 1: The grammar has no tree for this sentence")


def test_a_head_outside_the_sentence_is_named_and_not_replaced(heads: Path, run: Run, tmp_path: Path) -> None:
    (tmp_path / "far.conllu").write_text(
        "1\tDogs\t_\tNOUN\tNNS\t_\t9\tnsubj\t_\t_\n2\tbark\t_\tVERB\tVBP\t_\t_\t_\t_\t_\n\n"
    )
    code, _, err = run("parse", heads, tmp_path / "far.conllu", "-o", tmp_path / "far.out.conllu", "--keep")
    assert code == 0
    assert "word 1 has head 9, but there are only 2 words" in err
    assert load(tmp_path / "far.out.conllu")[0].heads == (9, None)


def test_trees_go_to_standard_output_whatever_the_text_had(
    grammar: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[bytes] = []
    monkeypatch.setattr(input_output, "_write_stdout", written.append)
    text = tmp_path / "text.txt"
    text.write_text("they saw the boat near the old pier .\nthey saw the boat .\n")
    assert run("parse", grammar, text, "-o", "-", "--longest", "6")[0] == 0
    headed = tmp_path / "headed.conllu"
    words = enumerate(("they", "saw", "boats"), 1)
    headed.write_text("".join(f"{n}\t{word}\t_\t_\t_\t_\t{2 * (n != 2)}\tdep\t_\t_\n" for n, word in words) + "\n")
    assert run("parse", grammar, headed, "-o", "-")[0] == 0
    for output, phrases in zip(written, (1, 1), strict=True):
        assert output.decode().count("(S ") >= phrases
        assert output.startswith(b"(")
