"""The commands that learn a parser of dependencies, parse with given and with predicted tags, and measure both."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from fixtures import tiny_treebank

from spectral_core.cli import main
from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.evaluate import strip_annotation
from spectral_core.files import locate_assets
from spectral_core.formats import load, save

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def called(*arguments: str | Path) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    return called


def write(path: Path, sentences: Sequence[Sentence]) -> Path:
    save(Treebank.of(sentences), path, drop=True)
    return path


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return write(tmp_path / "gold.conllu", [*tiny_treebank()] * 2)


@pytest.fixture
def untagged(tmp_path: Path) -> Path:
    return write(tmp_path / "untagged.conllu", [strip_annotation(one, tags=False) for one in tiny_treebank()])


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """A treebank with heads, in which every word has the same tag."""
    sentences = [Sentence.of(one.forms, xpos=["NN"] * len(one), heads=one.heads) for one in tiny_treebank()]
    return write(tmp_path / "wrong.conllu", sentences)


@pytest.fixture
def model(run: Run, corpus: Path, tmp_path: Path) -> Path:
    path = tmp_path / "m.npz"
    code, out, err = run("learn", "head-automata", corpus, "-o", path, "-s", "states=2", "--json")
    assert (code, err) == (0, "")
    assert {"labeller", "tagger", "calibration"} <= json.loads(out)["seconds"].keys()
    return path


@pytest.fixture
def without(run: Run, corpus: Path, tmp_path: Path) -> Path:
    path = tmp_path / "without.npz"
    assert run("learn", "head-automata", corpus, "-o", path, "-s", "states=2", "-s", "tagger=false")[0] == 0
    return path


def test_a_sentence_of_twenty_thousand_words_is_left_out_and_told(run: Run, model: Path, tmp_path: Path) -> None:
    few = ["Dogs", "bark"]
    path = write(tmp_path / "long.conllu", [Sentence.of(few), Sentence.of(few * 10_000), Sentence.of(few)])
    code, _, err = run("parse", model, path, "-o", tmp_path / "parsed.conllu")
    assert code == 0
    said = "Sentence 2: it has 20,000 words, and at most 1,000 are parsed. Split it, or raise --longest\n"
    assert err.endswith(f"used there.\n{said}")
    parsed = load(tmp_path / "parsed.conllu")
    assert [None in one.heads for one in parsed] == [False, True, False]
    code, out, err = run("parse", model, path, "-k", 2, "--longest", 1)
    assert (code, out.strip()) == (0, "")
    assert err.count("at most 1 are parsed") == 3


def test_a_sentence_for_which_the_model_has_no_tree_is_told_and_counted(
    run: Run, model: Path, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spectral_core.models.head_automata.HeadAutomata.parse", lambda *_: [])
    code, _, err = run("parse", model, corpus, "-o", corpus.parent / "parsed.conllu")
    assert (code, err.splitlines()[0]) == (0, "Sentence 1: not parsed: the model has no tree for it")
    code, out, _ = run("evaluate", model, corpus, "--text", "raw", "--json")
    assert (code, json.loads(out)["failed"]) == (0, 1)  # the text has no full stops: it is one sentence


def test_plain_text_is_tagged_parsed_and_labelled_at_once(run: Run, model: Path, tmp_path: Path) -> None:
    text, output = tmp_path / "a.txt", tmp_path / "a.conllu"
    text.write_text("The cook opened a can. She can swim.\n", encoding="utf-8")
    code, out, err = run("parse", model, text, "-o", output)
    assert (code, out) == (0, "")
    assert err == f"{text}: the column xpos is empty; the model's own tags are used there.\n"
    first, second = load(output)
    assert first.forms == ("The", "cook", "opened", "a", "can", ".")
    assert second.xpos == ("PRP", "MD", "VB", ".")
    for sentence in (first, second):
        assert not sentence.find_structural_problems()
        assert None not in sentence.heads
        assert EMPTY not in (*sentence.deprels, *sentence.xpos)
    code, out, err = run("parse", model, text, "-k", "2", "--tags", "predicted")
    assert (code, err) == (0, "")
    assert out.count("# rank = 2") == 2
    assert "2\tcan\t_\t_\tMD\t" in out


def test_tags_that_stand_there_are_used_unless_others_are_asked_for(run: Run, model: Path, wrong: Path) -> None:
    output = wrong.parent / "parsed.conllu"
    gold = [sentence.xpos for sentence in tiny_treebank()]
    for arguments in ((), ("--tags", "given")):
        assert run("parse", model, wrong, "-o", output, *arguments) == (0, "", "")
        assert {tag for sentence in load(output) for tag in sentence.xpos} == {"NN"}
    assert run("parse", model, wrong, "-o", output, "--tags", "predicted") == (0, "", "")
    assert [sentence.xpos for sentence in load(output)] == gold


def test_sentences_without_tags_get_the_model_s_own_among_others_that_have_some(
    run: Run, model: Path, wrong: Path, untagged: Path, tmp_path: Path
) -> None:
    mixed, output = write(tmp_path / "mixed.conllu", [load(wrong)[0], load(untagged)[1]]), tmp_path / "b.conllu"
    code, _, err = run("parse", model, mixed, "-o", output)
    assert code == 0
    first, second = load(output)
    assert f"the column xpos is empty for {len(second)} words in 1 sentence; the model's own tags" in err
    assert set(first.xpos) == {"NN"}
    assert second.xpos == tiny_treebank()[1].xpos
    assert run("parse", model, mixed, "-o", output, "--tags", "given") == (0, "", "")
    assert set(load(output)[1].xpos) == {EMPTY}


def test_words_without_a_tag_get_the_model_s_own_among_others_that_have_one(
    run: Run, model: Path, untagged: Path, tmp_path: Path
) -> None:
    bare, gold = load(untagged)[0], tiny_treebank()[0].xpos
    partly, output = write(tmp_path / "partly.conllu", [bare.with_value("xpos", 1, "NN")]), tmp_path / "b.conllu"
    for command in (("parse", "-o", output), ("evaluate",)):
        name, *options = command
        _, _, err = run(name, model, partly, *options)
        assert f"the column xpos is empty for {len(bare) - 1} words in 1 sentence; the model's own" in err
    assert load(output)[0].xpos == ("NN", *gold[1:])


def test_a_file_that_cannot_hold_the_trees_is_refused_before_any_work(run: Run, model: Path, corpus: Path) -> None:
    for name, message in (
        ("a.txt", "plain text has no place for dependencies. Give the file the extension .conllu or .tsv"),
        ("a.mrg", "the bracket format has no place for dependencies"),
        ("a.foo", "the name does not tell which format this is"),
    ):
        output = corpus.parent / name
        code, out, err = run("parse", model, corpus, "-o", output)
        assert (code, out) == (1, "")
        assert err.startswith(f"{output}: {message}")
    output = corpus.parent / "a.txt"
    assert run("parse", model, corpus, "-k", "1", "-o", output)[0] == 0  # not a treebank, but trees with their scores
    code, _, err = run("tag", model, corpus, "-o", output)
    assert (code, err.startswith(f"{output}: plain text has no place for xpos. Give the file")) == (1, True)


def test_tags_of_another_set_are_refused_where_they_are_all_that_is_read(
    run: Run, model: Path, without: Path, corpus: Path, tmp_path: Path
) -> None:
    renamed = [replace(one, xpos=tuple(f"{tag}'" for tag in one.xpos), source=None) for one in load(corpus)]
    other = write(tmp_path / "other.conllu", renamed)
    what = f"{other}: the model knows none of the tags in the column xpos; "
    for command in ("parse", "evaluate"):
        for learnt, remedy in ((model, "leave them to its own tagger with --tags predicted"), (without, "train one")):
            code, out, err = run(command, learnt, other)
            assert (code, out) == (1, "")
            assert err.startswith(what + remedy)
    code, out, err = run("evaluate", model, other, "--tags", "predicted", "--json")
    assert (code, json.loads(out)["metrics"]["uas"]) == (0, 100.0)  # what they say of the tags is only that
    assert err.startswith(what)
    few = write(tmp_path / "few.conllu", [*renamed, *load(corpus)][1:-1])
    code, out, err = run("evaluate", model, few, "--json")
    assert (code, json.loads(out)["sentences"]) == (0, 2 * len(renamed) - 2)
    assert err == ""
    few = write(tmp_path / "few.conllu", [*renamed, load(corpus)[0]])
    assert run("evaluate", model, few, "--json")[0] == 0
    assert "the model knows only" in run("parse", model, few)[2]


def test_relations_of_another_set_are_told_beside_the_heads(
    run: Run, model: Path, corpus: Path, tmp_path: Path
) -> None:
    renamed = [replace(one, deprels=tuple(f"{name}'" for name in one.deprels), source=None) for one in load(corpus)]
    code, out, err = run("evaluate", model, write(tmp_path / "other.conllu", renamed), "--json")
    metrics = json.loads(out)["metrics"]
    assert (code, metrics["las"], metrics["uas"]) == (0, 0.0, 100.0)
    assert "the model knows none of the relations" in err


def test_evaluate_measures_with_given_and_with_predicted_tags(
    run: Run, model: Path, corpus: Path, wrong: Path, without: Path
) -> None:
    found = {}
    for name, learnt, gold, *tags in (
        ("gold", model, corpus),
        ("predicted", model, corpus, "--tags", "predicted"),
        ("wrong", model, wrong),
        ("wrong predicted", model, wrong, "--tags", "predicted"),
        ("without", without, corpus),
    ):
        code, out, err = run("evaluate", learnt, gold, "--json", *tags)
        assert (code, err) == (0, "")
        found[name] = json.loads(out)["metrics"]
    assert found["predicted"].pop("tag_accuracy") == 100
    assert found["gold"] == found["predicted"] == found["without"]
    assert {"uas", "las"} <= found["gold"].keys()
    assert found["wrong"]["uas"] < found["wrong predicted"]["uas"] == found["gold"]["uas"]
    assert "tag_accuracy" not in found["wrong"]
    assert found["wrong predicted"]["tag_accuracy"] < 50


def test_a_gold_treebank_without_tags_is_measured_with_the_model_s_own(run: Run, model: Path, corpus: Path) -> None:
    bare = [Sentence.of(one.forms, heads=one.heads, deprels=one.deprels) for one in load(corpus)]
    gold = write(corpus.parent / "bare.conllu", bare)
    code, out, err = run("evaluate", model, gold, "--json")
    assert (code, "the model's own tags" in err) == (0, True)
    again = run("evaluate", model, gold, "--json", "--tags", "predicted")
    assert (again[0], again[2]) == (0, "")
    assert json.loads(out)["metrics"] == json.loads(again[1])["metrics"]
    assert {"uas", "las"} <= json.loads(out)["metrics"].keys()


def test_tags_that_cannot_be_had_are_refused_with_what_to_do(
    run: Run, model: Path, without: Path, corpus: Path, untagged: Path
) -> None:
    for command in ("parse", "evaluate"):
        code, out, err = run(command, without, corpus, "--tags", "predicted")
        assert (code, out) == (2, "")
        assert "this model of head-automata has no tagger: train it with -s tagger=true" in err
        code, out, err = run(command, without, untagged)
        assert (code, out) == (1, "")
        assert "tags in the column xpos, which is empty here; train it with -s tagger=true, or fill it in" in err
        code, out, err = run(command, model, untagged, "--tags", "given")
        assert (code, out) == (1, "")
        assert "which is empty here; leave --tags out, or fill it in with `spectral tag`" in err


def test_a_parser_with_a_tagger_also_tags_alone(run: Run, model: Path, without: Path, untagged: Path) -> None:
    output = untagged.parent / "tagged.conllu"
    assert run("tag", model, untagged, "-o", output) == (0, "", "")
    tagged = [*load(output)]
    assert [one.xpos for one in tagged] == [one.xpos for one in tiny_treebank()]
    assert not any(one.has_heads for one in tagged)
    code, out, err = run("tag", without, untagged)
    assert (code, out) == (1, "")
    assert "a model of head-automata does not tag" in err


def test_a_tagger_predicts_however_it_is_asked(run: Run, corpus: Path, tmp_path: Path) -> None:
    path = tmp_path / "tagger.npz"
    assert run("learn", "tagger", corpus, "-o", path)[0] == 0
    plain, asked = (run("evaluate", path, corpus, "--json", *more)[1] for more in ((), ("--tags", "predicted")))
    assert json.loads(plain)["metrics"] == json.loads(asked)["metrics"]


def test_the_bare_text_of_the_gold_is_cut_tagged_parsed_and_measured(run: Run, model: Path, tmp_path: Path) -> None:
    corpus = write(tmp_path / "paragraphs.conllu", [replace(one, comments=("# newpar",)) for one in tiny_treebank()])
    code, out, err = run("evaluate", model, corpus, "--text", "raw", "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert list(found) == ["metrics", "sentences", "failed", "clipped", "seconds"]
    assert found["sentences"] == len(load(corpus))
    metrics = found["metrics"]
    given = json.loads(run("evaluate", model, corpus, "--tags", "predicted", "--json")[1])["metrics"]
    assert metrics["words_f1"] == metrics["tokens_f1"] == metrics["sentences_f1"] == 100.0
    assert metrics["uas_f1"] == pytest.approx(given["uas"])
    assert metrics["las_subtypes_f1"] == pytest.approx(given["las"])
    assert metrics["xpos_f1"] == pytest.approx(given["tag_accuracy"])
    assert "upos_f1" not in metrics  # the model fills in no UPOS
    assert "head-automata on the raw text of" in run("evaluate", model, corpus, "--text", "raw")[1]


def test_another_cut_of_the_text_lowers_what_is_found_of_it(run: Run, model: Path, tmp_path: Path) -> None:
    whole = load(write(tmp_path / "one.conllu", [*tiny_treebank()][:1]))[0]
    glued = Sentence.of(
        ["".join(whole.forms[:2]), *whole.forms[2:]],
        heads=[0] + [1] * (len(whole) - 2),
        deprels=["root"] + ["dep"] * (len(whole) - 2),
        misc=["_"] * (len(whole) - 1),
        comments=[f"# text = {whole.text}"],
    )
    gold = write(tmp_path / "glued.conllu", [glued])
    metrics = json.loads(run("evaluate", model, gold, "--text", "raw", "--json")[1])["metrics"]
    right = len(whole) - 2
    assert metrics["words_f1"] == pytest.approx(200 * right / (2 * len(whole) - 1))
    assert metrics["sentences_f1"] == 100.0


def test_what_cannot_begin_with_bare_text_is_refused(run: Run, model: Path, without: Path, corpus: Path) -> None:
    ngram, branching = corpus.with_name("n.npz"), corpus.with_name("b.npz")
    assert run("learn", "ngram", corpus, "-o", ngram)[0] == 0
    assert run("learn", "branching", corpus, "-o", branching)[0] == 0
    for status, chosen, more, what in (
        (2, ngram, (), "--text raw is for models that parse, tag or tokenise; one of ngram does not"),
        (1, branching, (), "a model of branching predicts trees"),
        (2, model, ("--tags", "given"), "--text raw has no gold tags"),
        (1, without, (), "the model reads tags in the column xpos, which is empty here"),
    ):
        code, out, err = run("evaluate", chosen, corpus, "--text", "raw", *more)
        assert (code, out) == (status, "")
        assert what in err
        assert len(err.splitlines()) == 1
    code, _, err = run("evaluate", model, corpus, "--text", "sounds")
    assert (code, err) == (2, "--text is words or raw, not 'sounds'\n")


def test_the_states_of_a_grammar_are_told_with_what_they_stand_for(run: Run, tmp_path: Path) -> None:
    sample = locate_assets() / "sample" / "english"
    for name in ("sampled.mrg", "sampled.states.mrg"):
        save(Treebank.of(load(sample / name)[:150]), tmp_path / name, drop=True)
    trees, model = tmp_path / "sampled.mrg", tmp_path / "g.npz"
    few = ("-s", "states=3", "-s", "lexicon=paper", "-s", "potentials=false", "-s", "calibration=false")
    assert run("learn", "latent-pcfg", trees, "-o", model, *few)[0] == 0
    found = json.loads(run("states", model, trees, "--json")[1])
    assert found["sentences"] == 150
    assert found["parts"][0]["part"] == "NP"
    told = json.loads(
        run("states", model, trees, "--label", "NP", "--truth", tmp_path / "sampled.states.mrg", "--json")[1]
    )
    assert len(told["states"]) == 3
    (number,) = [one for one in told["attributes"] if one["name"] == "1"]
    assert number["right"] >= number["usual"] > 0.4
    table = run("states", model, trees, "--label", "NP", "--truth", tmp_path / "sampled.states.mrg")[1]
    assert "3sg / pl" in table
    assert "NP → " in table
    assert table.splitlines()[2].split() == ["state", "%", "words", "rules"]
    assert max(map(len, table.splitlines())) <= 110
    listed = run("methods")[1]
    assert max(map(len, listed.splitlines())) <= 110
    assert "No node of XP" in run("states", model, trees, "--label", "XP")[2]


def test_what_limits_have_cost_is_said_beside_the_trees(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trees, path, text = tmp_path / "a.mrg", tmp_path / "p.npz", tmp_path / "a.txt"
    save(Treebank.of(tiny_treebank()), trees, drop=True)
    text.write_text("She can swim.\n", encoding="utf-8")
    assert run("learn", "latent-pcfg", trees, "-o", path, "-s", "estimator=pcfg", "-s", "potentials=false")[0] == 0
    assert run("parse", path, text)[2] == ""
    monkeypatch.setattr("spectral_core.structured.cky.MAX_WORK", 0)
    for more in ((), ("-o", tmp_path / "b.mrg")):
        code, _, err = run("parse", path, text, *more)
        assert code == 0
        assert err.startswith("Sentence 1: This sentence has too many possible trees")


@pytest.mark.parametrize("method", ["head-automata", "arc-parser"])
def test_a_parser_without_relations_says_why(run: Run, tmp_path: Path, method: str) -> None:
    train = write(
        tmp_path / "a.conllu",
        [replace(sentence, deprels=("_",) * len(sentence), source=None) for sentence in tiny_treebank()],
    )
    settings = ("-s", "calibration=false", "-s", "tagger=false")
    code, _, err = run("learn", method, train, "-o", tmp_path / "m.npz", *settings)
    assert (code, "the model writes heads without relations, _ in DEPREL" in err) == (0, True)
    code, _, err = run("learn", method, train, "-o", tmp_path / "m.npz", *settings, "-s", "relations=false")
    assert (code, err) == (0, "")
