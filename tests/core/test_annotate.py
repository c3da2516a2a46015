"""`spectral annotate`: sentences that cannot be read or parsed, annotation that is kept, and what is refused."""

from __future__ import annotations

import bz2
import json
from dataclasses import replace
from pathlib import Path

import pytest

from spectral_core import formats, store
from spectral_core.cli import main
from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.engine.annotation import Annotator
from spectral_core.evaluate import strip_annotation
from spectral_core.files import locate_assets
from spectral_core.models import arc_parser, pipeline
from spectral_core.models.arc_parser import ArcParserSettings
from spectral_core.models.pipeline import Pipeline, PipelineSettings

SAMPLED = locate_assets() / "sample" / "english" / "sampled.conllu"
UNREADABLE = "1\tBad\n2\tline\n\n"
OUTSIDE = "1\tIt\t_\t_\t_\t_\t9\tnsubj\t_\t_\n2\truns\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
CYCLE = "1\tIt\t_\t_\t_\t_\t2\tnsubj\t_\t_\n2\truns\t_\t_\t_\t_\t1\tobj\t_\t_\n3\t.\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
BARE = "1\tIt\t_\t_\t_\t_\t_\t_\t_\t_\n2\truns\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
WHOLE = "1\tIt\t_\t_\t_\t_\t2\t_\t_\t_\n2\truns\t_\t_\t_\t_\t0\troot\t_\t_\n\n"


@pytest.fixture(scope="module")
def sentences() -> list[Sentence]:
    return list(formats.load(SAMPLED))[:80]


@pytest.fixture(scope="module")
def model(sentences: list[Sentence]) -> Pipeline:
    return pipeline.learn(Treebank.of(sentences), PipelineSettings(calibration=False, epochs=2))


@pytest.fixture(scope="module")
def model_file(model: Pipeline, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("models") / "pipeline.npz"
    store.save(model, path)
    return path


def annotate(annotator: Annotator, text: str) -> dict[int, Sentence]:
    return dict(annotator.annotate(formats.loads(text.encode(), None, "conllu")))


def run(*arguments: str | Path) -> int:
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    return int(ended.value.code or 0)


def test_notes_and_sentences_have_the_numbers_of_the_file(model: Pipeline) -> None:
    annotator = Annotator.from_model(model, "m", 1, True)
    annotated = annotate(annotator, BARE + UNREADABLE + BARE)
    assert list(annotated) == [1, 3]
    assert [note.split()[1] for note in annotator.notes] == ["2", "1", "3"]


@pytest.mark.parametrize("contradiction", [OUTSIDE, CYCLE])
def test_heads_that_are_no_tree_stay_and_do_not_stop_the_rest(model: Pipeline, contradiction: str) -> None:
    annotator = Annotator.from_model(model, "m", 100, True)
    annotated = annotate(annotator, contradiction + BARE)
    (given, *_) = formats.loads(contradiction.encode(), None, "conllu")
    assert annotated[1].heads == given.heads
    assert EMPTY not in annotated[1].lemmas
    assert annotated[2].has_heads
    (note,) = annotator.notes
    assert note.startswith("Sentence 1 is not parsed: ")


@pytest.mark.parametrize("method", ["pipeline", "arc-parser"])
def test_a_complete_tree_gets_the_columns_that_are_missing(
    method: str, model: Pipeline, sentences: list[Sentence]
) -> None:
    parser = arc_parser.learn(Treebank.of(sentences), ArcParserSettings(epochs=2)) if method == "arc-parser" else model
    annotator = Annotator.from_model(parser, "m", 100, True)
    (kept,) = annotate(annotator, WHOLE).values()
    assert kept.heads == (2, 0)
    assert EMPTY not in (*kept.upos, *kept.deprels)
    assert method != "pipeline" or EMPTY not in kept.lemmas
    assert not annotator.notes


def test_a_grammar_is_needed_for_constituents(
    model_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bare.conllu").write_text(BARE, encoding="utf-8")
    assert run("annotate", model_file, tmp_path / "bare.conllu", "--constituents", model_file)
    assert "predicts heads" in capsys.readouterr().err


def test_the_maximum_length_is_that_of_the_option(sentences: list[Sentence]) -> None:
    parser = arc_parser.learn(Treebank.of(sentences), ArcParserSettings(epochs=2))
    words = [word for sentence in sentences for word in sentence.forms][:230]
    text = Sentence.of(words)
    annotator = Annotator.from_model(parser, "m", 1000, False)
    assert [sentence.has_heads for _, sentence in annotator.annotate([text])] == [True]
    assert not annotator.notes
    annotator = Annotator.from_model(parser, "m", 100, False)
    ((_, tagged),) = annotator.annotate([text])
    assert EMPTY not in tagged.upos
    assert not any(tagged.heads[:1])
    assert "--longest" in annotator.notes[0]


def test_trees_of_a_grammar_keep_to_the_maximum_length(
    model_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    formats.save(formats.load(SAMPLED.with_suffix(".mrg")).select(range(30)), tmp_path / "trees.mrg")
    assert run("learn", "latent-pcfg", tmp_path / "trees.mrg", "-o", tmp_path / "g.npz", "-s", "estimator=pcfg") == 0
    (tmp_path / "bare.conllu").write_text(BARE, encoding="utf-8")
    capsys.readouterr()
    grammar = ("--constituents", tmp_path / "g.npz")
    assert run("annotate", model_file, tmp_path / "bare.conllu", *grammar, "--longest", "1") == 0
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "--longest" in printed.err


def test_other_columns_in_the_gold_file_do_not_hide_the_trees(
    sentences: list[Sentence], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    few = sentences[:30]
    coarse = [replace(sentence, xpos=(EMPTY,) * len(sentence), source=None) for sentence in few]
    store.save(pipeline.learn(Treebank.of(coarse), PipelineSettings(epochs=2)), tmp_path / "coarse.npz")
    formats.save(Treebank.of(few), tmp_path / "gold.conllu")
    assert run("evaluate", tmp_path / "coarse.npz", tmp_path / "gold.conllu", "--json") == 0
    printed = capsys.readouterr()
    assert '"uas"' in printed.out
    assert '"oracle"' not in printed.out
    assert "knows none of the readings' tags" in printed.err


def test_a_treebank_without_tags_is_refused_with_a_remedy(
    sentences: list[Sentence], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    heads = [replace(strip_annotation(one, tags=False), heads=one.heads) for one in sentences[:20]]
    formats.save(Treebank.of(heads), tmp_path / "heads.conllu")
    assert run("train", tmp_path / "heads.conllu", "-o", tmp_path / "m.npz") == 1
    assert "UPOS and XPOS are empty" in capsys.readouterr().err


def test_comparison_and_evaluation_of_a_pipeline_agree(
    model_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = tmp_path / "gold.conllu"
    formats.save(formats.load(SAMPLED).select(range(80, 110)), gold)
    scores = []
    for arguments in (("evaluate", model_file, gold), ("compare", gold, model_file)):
        assert run(*arguments, "--json") == 0
        metrics = json.loads(capsys.readouterr().out)["metrics"]
        scores.append([metrics[name] for name in ("uas", "las", "upos", "lemma")])
    assert scores[0] == scores[1]


def test_words_with_a_lemma_and_a_tag_get_the_other_columns(model: Pipeline) -> None:
    rows = ["1\tThe\tthe\tDET\t_\t_\t_\t_\t_\t_", "2\tdogs\tdog\t_\tNNS\t_\t_\t_\t_\t_", "3\tsleep" + "\t_" * 8]
    annotator = Annotator.from_model(model, "m", 100, True)
    (kept,) = annotate(annotator, "\n".join(rows) + "\n\n").values()
    assert kept.lemmas[:2] == ("the", "dog")
    assert (kept.upos[0], kept.xpos[1]) == ("DET", "NNS")
    assert EMPTY not in (*kept.upos, *kept.xpos, *kept.feats[:2])


def test_a_word_without_features_in_a_sentence_with_features_stays(model: Pipeline) -> None:
    rows = ["1\tThe\tthe\tDET\t_\t_\t_\t_\t_\t_", "2\tdogs\tdog\tNOUN\tNNS\tNumber=Plur\t_\t_\t_\t_"]
    annotator = Annotator.from_model(model, "m", 100, True)
    (kept,) = annotate(annotator, "\n".join(rows) + "\n\n").values()
    assert kept.feats == ("_", "Number=Plur")
    assert kept.xpos[0] != EMPTY


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("out.mrg", "the bracket format is not written here. Give the file the extension .conllu"),
        ("out.tsv.gz", "a token table is not written here"),
        ("out.conllu.zst", "files are not compressed as .zst here. Leave that ending out, or use .gz, .xz or .bz2"),
    ],
)
@pytest.mark.parametrize("command", ["annotate", "rank", "parse"])
def test_a_name_of_what_is_not_written_is_refused_before_anything_is_read(
    model_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, name: str, reason: str
) -> None:
    if (command, name) == ("rank", "out.tsv.gz"):
        return  # a table is what it writes
    arguments = ["-k", "2"] if command == "parse" else []
    assert run(command, model_file, tmp_path / "missing.conllu", "-o", tmp_path / name, *arguments) == 1
    assert f"{name}: {reason}" in capsys.readouterr().err


def test_annotation_is_compressed_as_its_name_says(model_file: Path, tmp_path: Path) -> None:
    text, output = tmp_path / "text.txt", tmp_path / "out.conllu.bz2"
    text.write_text("It runs.\n", encoding="utf-8")
    for command in ("annotate", "parse", "tag", "rank"):
        assert run(command, model_file, text, "-o", output) == 0
        assert bz2.decompress(output.read_bytes()).decode().count("runs") >= 1
        assert formats.load(output)[0].forms[:2] == ("It", "runs")


@pytest.mark.parametrize("name", ["out.mrg", "out.conllu.zst"])
def test_a_name_that_is_not_written_is_refused_before_conversion(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert run("convert", tmp_path / "missing.conllu", "--to", "conllu", "-o", tmp_path / name) == 1
    assert f"{name}: " in capsys.readouterr().err


def test_a_nul_character_is_refused(model_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text.txt").write_bytes(b"It runs.\nThe dog\0 sleeps.\n")
    assert run("annotate", model_file, tmp_path / "text.txt", "-o", tmp_path / "out.conllu") == 1
    assert "text.txt, line 2: there is a NUL character" in capsys.readouterr().err
    assert not (tmp_path / "out.conllu").exists()


def test_tags_do_not_fit_into_a_file_of_brackets(
    model_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text.txt").write_text("It runs.\n", encoding="utf-8")
    assert run("tag", model_file, tmp_path / "text.txt", "-o", tmp_path / "out.mrg") == 1
    printed = capsys.readouterr().err
    assert "no place for upos" in printed
    assert ".conllu" in printed


@pytest.mark.parametrize("content", [UNREADABLE, "# a comment\n"])
def test_a_file_without_a_readable_sentence_is_refused(
    content: str, model_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.conllu").write_text(content, encoding="utf-8")
    assert run("annotate", model_file, tmp_path / "bad.conllu", "-o", tmp_path / "out.conllu") == 1
    printed = capsys.readouterr().err
    assert "no sentence here can be read" in printed
    assert content != UNREADABLE or "Sentence 1 is left out: line 1" in printed
    assert not (tmp_path / "out.conllu").exists()
