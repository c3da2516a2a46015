"""What the engine is asked: every request is a frozen value that another process can run as well as a test."""

from __future__ import annotations

import dataclasses
import hashlib
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fixtures import tiny_treebank
from states_model import FILE, hold

from spectral_core import engine, formats, library, store
from spectral_core.data import UNCONSTRAINED, Analysis, Constraints, Ranked, Sentence, Tree, Treebank
from spectral_core.data.structure import ArcMarginals, SpanMarginals
from spectral_core.engine import (
    HELD_OUT,
    AddSentences,
    AskAutomaton,
    AskHeadTags,
    AskMaxStates,
    AskNodeStates,
    AskSpectrum,
    AskStateParts,
    AskStates,
    AskStructure,
    AskTrace,
    AskWord,
    AskWordMap,
    CheckTrainability,
    CompareAnnotation,
    CompareWithActive,
    CountEmptyCells,
    DocumentState,
    Engine,
    ExplainRanking,
    FindFillings,
    FindMatches,
    FindNodesInState,
    FindOccurrences,
    FindTrainableDocuments,
    MeasureCalibration,
    ModelComparison,
    Parse,
    ParseBelow,
    ParseResult,
    ParseTruncated,
    RankReadings,
    Request,
    ResolveLocks,
    ScoreDisagreement,
    ScoreUncertainty,
    SelectQuestions,
    SplitText,
    Survey,
    Sweep,
    Train,
)
from spectral_core.engine.parsing import ensure_tags, fill_missing_tags, suggest_trees
from spectral_core.errors import DataError
from spectral_core.evaluate import strip_annotation
from spectral_core.model import Parser, Ranker
from spectral_core.models.branching import BranchingModel
from spectral_core.progress import Cancelled, Progress, ignore_progress
from spectral_core.registry import METHODS, Method, make_settings

LEARNT: dict[str, tuple[str, dict[str, str | bool | int]]] = {
    "parser": ("head-automata", {"estimator": "spectral", "states": 2, "tagger": False}),
    "left": ("branching", {"kind": "left"}),
    "right": ("branching", {"kind": "right"}),
    "random": ("branching", {"kind": "random"}),
    "ranker": ("analysis-ranker", {"analyser": "treebank"}),
    "classes": ("class-bigram", {"classes": 2, "minimum": 1}),
    "hmm": ("hmm", {"states": 2, "column": "xpos", "minimum": 1}),
    "metric": ("bracketer", {"states": 2, "dimensions": 4}),
}


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a treebank in two formats and a model of each kind."""
    folder = tmp_path_factory.mktemp("engine")
    sentences = [dataclasses.replace(one, tree=None, candidates=(), analyses=()) for one in tiny_treebank()]
    formats.save(Treebank.of(sentences), folder / "garden.conllu", drop=True)
    formats.save(Treebank.of(one for one in tiny_treebank() if one.tree), folder / "garden.mrg", drop=True)
    for name, (method, settings) in LEARNT.items():
        row = METHODS[method]
        store.save(row.learn(Treebank.of(sentences), make_settings(row, settings)), folder / f"{name}.npz")
    return folder


@pytest.fixture
def held(room: Path) -> Engine:
    """An engine that holds the treebank as it is in its file."""
    made = Engine()
    made.set_document("garden", DocumentState(room / "garden.conllu", "conllu", {}))
    hold(made)
    made.set_document("trees", DocumentState(room / "garden.mrg", "brackets", {}))
    return made


def offered(ranker: Path, sentence: Sentence) -> Analysis:
    """The first reading of the first word."""
    model = store.load(ranker)
    assert isinstance(model, Ranker)
    return model.rank(sentence)[0][0].value


def branched(room: Path, sentence: Sentence) -> Sentence:
    """The first tree that is proposed for a sentence."""
    return Parse(room / "random.npz", sentence, 1, UNCONSTRAINED).run(Engine(), ignore_progress).trees[0].value


def requests(room: Path) -> dict[str, Request[object]]:
    sentence = formats.load(room / "garden.conllu")[1]
    parser, ranker = room / "parser.npz", room / "ranker.npz"
    bare = Sentence.of(sentence.forms, xpos=sentence.xpos, upos=sentence.upos)
    lock = Constraints(required_arcs=frozenset({(0, 1)}))
    return {
        "survey": Survey("garden"),
        "reasons": CheckTrainability(("garden",)),
        "empty": CountEmptyCells("garden", (0, 1)),
        "fill": FindFillings(ranker, "", parser, None, "garden", (0, 1)),
        "find": FindMatches("garden", "the", 3),
        "compare": CompareAnnotation("garden", room / "garden.conllu"),
        "learn": Train(("garden",), "", "hmm", {"states": 2, "column": "xpos", "minimum": 1}, room / "new.npz"),
        "add": AddSentences(room / "parser.npz", room / "grown.npz", (sentence,)),
        "parse": Parse(parser, bare, 3, UNCONSTRAINED),
        "branch": Parse(room / "random.npz", bare, 3, UNCONSTRAINED),
        "ask": SelectQuestions(parser, bare, UNCONSTRAINED),
        "below": ParseBelow(room / "random.npz", bare, branched(room, bare), (0, len(bare)), UNCONSTRAINED),
        "sort": ResolveLocks(parser, bare, UNCONSTRAINED, ((UNCONSTRAINED, lock),)),
        "doubt": ScoreUncertainty(parser, "garden"),
        "differ": ScoreDisagreement(room / "left.npz", room / "right.npz", "garden"),
        "calibrate": MeasureCalibration(parser, ("garden",)),
        "sweep": Sweep(("garden",), "", "hmm", {"column": "xpos", "minimum": 1}, (("states", (1, 2)),)),
        "apart": CompareAnnotation("garden", room / "garden.conllu", parser),
        "rank": RankReadings(ranker, "", None, "garden", (bare,)),
        "explain": ExplainRanking(ranker, bare, 1, offered(ranker, bare), None),
        "same": FindOccurrences("garden", "the", 5),
        "heads": AskHeadTags(parser, "garden"),
        "automaton": AskAutomaton(parser, "garden", "VBD", "left", 3, 1),
        "spectrum": AskSpectrum(parser, ""),
        "ranks": AskMaxStates(parser),
        "cut": ParseTruncated(parser, bare, 1),
        "state parts": AskStateParts(FILE, "garden"),
        "learnable": FindTrainableDocuments("garden"),
        "on decided": CompareWithActive(room / "left.npz", "branching", ("garden", "trees")),
        "words": AskWordMap(room / "classes.npz"),
        "word": AskWord(room / "classes.npz", "the", 3),
        "states": AskStates(FILE, "garden", "NN"),
        "node": AskNodeStates(FILE, "garden", 0, sentence, 2),
        "structure": AskStructure(FILE, sentence),
        "steps": AskTrace(room / "metric.npz", bare),
        "same state": FindNodesInState(FILE, "garden", "NN", "", 0),
        "split": SplitText((room / "left.npz",), (), b"The dog sleeps. It runs.\n"),
    }


NAMES = (
    *(
        "survey",
        "reasons",
        "empty",
        "fill",
        "find",
        "compare",
        "learn",
        "add",
        "parse",
        "branch",
        "ask",
        "below",
        "sort",
        "doubt",
        "differ",
    ),
    *(
        "sweep",
        "apart",
        "state parts",
        "states",
        "node",
        "structure",
        "same state",
        "words",
        "word",
        "learnable",
        "on decided",
        "steps",
        "split",
    ),
    *("calibrate", "rank", "explain", "same", "heads", "automaton", "spectrum", "ranks", "cut"),
)


@pytest.mark.parametrize("name", NAMES)
def test_a_request_and_its_answer_can_be_sent_to_another_process(name: str, held: Engine, room: Path) -> None:
    request = requests(room)[name]
    assert dataclasses.is_dataclass(request)
    assert type(request).__dataclass_params__.frozen  # type: ignore[attr-defined]
    there = pickle.loads(pickle.dumps(request))  # as the window's two processes do it
    assert there == request
    answer = there.run(held, ignore_progress)
    assert answer is not None
    pickle.loads(pickle.dumps(answer))


def test_every_request_is_tried_here(room: Path) -> None:
    known = {type(request).__name__ for request in requests(room).values()}
    asked = {name for name in engine.__all__ if callable(getattr(getattr(engine, name), "run", None))}
    assert asked - {"Request"} == known
    assert set(requests(room)) == set(NAMES)


@pytest.mark.parametrize(
    "name",
    [
        "survey",
        "fill",
        "find",
        "compare",
        "learn",
        "doubt",
        "differ",
        "calibrate",
        "same",
        "sweep",
        "states",
        "on decided",
    ],
)
def test_what_takes_long_stops_at_its_first_report(name: str, held: Engine, room: Path) -> None:
    def stop(_: Progress) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        requests(room)[name].run(held, stop)


def test_a_model_is_compared_by_what_it_makes_of_bare_sentences_and_not_by_tags_it_was_given(
    held: Engine, room: Path
) -> None:
    sentence = held.load_treebank("garden")[1]
    held.apply_edits("garden", {1: sentence.with_heads([3, 1, 0, 3])})
    found = CompareAnnotation("garden", room / "parser.npz", room / "garden.conllu").run(held, ignore_progress)
    made, given = found.model_outputs
    assert made is not None
    assert given is None, "a file is read where it is shown"
    assert made[1].heads != sentence.with_heads([3, 1, 0, 3]).heads
    assert {"uas", "las"} <= found.differences.keys()
    assert found.rival_metrics["uas"] < 100
    assert found.differences["uas"].value == found.metrics["uas"] - found.rival_metrics["uas"]
    assert "upos" not in {*found.metrics, *found.rival_metrics}
    third = formats.load(room / "garden.conllu")
    asked = list(zip(held.load_treebank("garden"), made, third, strict=True))
    apart = {at for at, (one, other, _) in enumerate(asked) if (one.heads, one.deprels) != (other.heads, other.deprels)}
    assert {*found.different} == apart
    assert {*found.disagreements} == apart | found.votes.keys()
    for at, sides in enumerate(asked):
        heads = list(zip(*(side.heads for side in sides), strict=True))
        cast = (sum(len({*row}) == 2 for row in heads), sum(len({*row}) == 3 for row in heads))
        assert found.votes.get(at, (0, 0)) == cast
    order = [sum(found.votes.get(at, (0, 0))) for at in found.disagreements]
    assert order == sorted(order, reverse=True)


def test_a_comparison_of_files_of_other_lengths_is_refused_though_there_are_votes(held: Engine, room: Path) -> None:
    bare = Treebank.of(dataclasses.replace(one, heads=(None,) * len(one)) for one in held.load_treebank("garden"))
    held.set_document("bare", DocumentState(None, "", {}, treebank=bare))
    formats.save(Treebank.of(list(formats.load(room / "garden.conllu"))[:-1]), room / "short.conllu", drop=True)
    for other, rival in (("parser.npz", "short.conllu"), ("short.conllu", "parser.npz")):
        with pytest.raises(DataError, match="the same sentences"):
            CompareAnnotation("bare", room / other, room / rival).run(held, ignore_progress)


def test_a_document_without_heads_has_votes_alone_and_nothing_differs_from_it(held: Engine, room: Path) -> None:
    bare = [strip_annotation(one, tags=False) for one in held.load_treebank("garden")]
    held.set_document("bare", DocumentState(None, "", {}, treebank=Treebank.of(bare)))
    sentences = list(formats.load(room / "garden.conllu"))
    sentences[1] = sentences[1].with_heads([3, 1, 0, 3])
    formats.save(Treebank.of(sentences), room / "moved.conllu", drop=True)
    found = CompareAnnotation("bare", room / "garden.conllu", room / "moved.conllu").run(held, ignore_progress)
    assert not found.metrics
    assert not found.different
    assert {*found.disagreements} == found.votes.keys() == {1}


def test_a_sentence_in_which_only_the_rival_differs_or_fails_is_listed_but_not_counted(
    held: Engine, room: Path
) -> None:
    sentences = list(formats.load(room / "garden.conllu"))
    sentences[0] = dataclasses.replace(sentences[0], heads=(None,) * len(sentences[0]))
    sentences[1] = sentences[1].with_heads([3, 1, 0, 3])
    formats.save(Treebank.of(sentences), room / "rival.conllu", drop=True)
    found = CompareAnnotation("garden", room / "garden.conllu", room / "rival.conllu").run(held, ignore_progress)
    assert not found.different
    assert {*found.disagreements} == {0, 1}
    assert {*found.failures} == {0}


def test_a_sentence_that_a_parser_refuses_counts_as_failed_and_does_not_end_the_comparison(
    held: Engine, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = CompareWithActive(room / "right.npz", "branching", ("garden", "trees"))
    before = request.run(held, ignore_progress)
    refused = formats.load(room / "garden.mrg")[0].forms
    parse = BranchingModel.parse

    def refuse(model: BranchingModel, sentence: Sentence) -> list[Ranked[Sentence]]:
        if sentence.forms == refused:
            raise DataError("no tree")
        return parse(model, sentence)

    monkeypatch.setattr(BranchingModel, "parse", refuse)
    after = request.run(held, ignore_progress)
    assert after.sentences == before.sentences
    assert after.active_score < before.active_score
    assert after.candidate_score < before.candidate_score


def test_calibration_on_held_out_text_is_refused_where_there_is_none(held: Engine, room: Path) -> None:
    with pytest.raises(DataError, match="hold any out"):
        MeasureCalibration(room / "parser.npz", ("garden",), held_out=True).run(held, ignore_progress)


def test_scores_are_probabilities_only_if_those_of_all_sentences_are(
    held: Engine, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = iter(range(100))

    def suggest_first_uncalibrated(parser: Parser, sentence: Sentence, k: int) -> ParseResult:
        result = suggest_trees(parser, sentence, k)
        assert result.marginals is not None
        return dataclasses.replace(
            result, marginals=dataclasses.replace(result.marginals, calibrated=next(counted) > 0)
        )

    monkeypatch.setattr("spectral_core.engine.evaluation.suggest_trees", suggest_first_uncalibrated)
    found = MeasureCalibration(room / "parser.npz", ("garden",)).run(held, ignore_progress)
    assert found.sentences > 1
    assert not found.calibrated


def test_trees_that_branch_apart_differ_and_alike_ones_do_not(held: Engine, room: Path) -> None:
    left, right = room / "left.npz", room / "right.npz"
    apart = ScoreDisagreement(left, right, "garden").run(held, ignore_progress)
    treebank = held.load_treebank("garden")
    longer = [at for at, sentence in enumerate(treebank) if sum(tag not in ",.:" for tag in sentence.xpos) > 3]
    assert longer
    assert all(apart[at] > 0.5 for at in longer)
    assert set(ScoreDisagreement(left, left, "garden").run(held, ignore_progress)) == {0.0}


def test_two_models_of_different_structures_are_not_compared(held: Engine, room: Path) -> None:
    with pytest.raises(DataError, match=r"left.npz gives constituents and parser.npz dependencies"):
        ScoreDisagreement(room / "left.npz", room / "parser.npz", "garden").run(held, ignore_progress)


def test_a_proposal_says_of_each_part_what_all_trees_say(held: Engine, room: Path) -> None:
    sentence = held.load_treebank("garden")[1]
    arcs = Parse(room / "parser.npz", sentence, 2, UNCONSTRAINED).run(held, ignore_progress)
    assert isinstance(arcs.marginals, ArcMarginals)
    assert [len(row) for row in arcs.marginals.matrix] == [len(sentence)] * (len(sentence) + 1)
    phrases = Parse(room / "random.npz", sentence, 2, UNCONSTRAINED).run(held, ignore_progress)
    assert isinstance(phrases.marginals, SpanMarginals)
    assert not phrases.marginals.calibrated
    assert len(phrases.trees) == 2


@pytest.mark.parametrize(
    "ask",
    [
        lambda path: Parse(path, Sentence.of(["a"]), 1, UNCONSTRAINED),
        lambda path: ScoreUncertainty(path, "garden"),
        lambda path: RankReadings(path, "", None, "garden", (Sentence.of(["a"]),)),
        lambda path: AskHeadTags(path, "garden"),
        lambda path: AskMaxStates(path),
        lambda path: AskStateParts(path, "garden"),
        AskWordMap,
        lambda path: MeasureCalibration(path, ("garden",)),
    ],
    ids=["parse", "order", "rank", "heads", "ranks", "states", "words", "calibrate"],
)
def test_a_model_of_another_kind_is_refused_in_a_sentence(
    ask: Callable[[Path], Request[object]], held: Engine, room: Path
) -> None:
    with pytest.raises(DataError, match=r"hmm\.npz"):
        ask(room / "hmm.npz").run(held, ignore_progress)


def test_a_document_is_held_with_its_edits_until_it_is_closed(held: Engine) -> None:
    before = held.load_treebank("garden")[0]
    held.apply_edits("garden", {0: before.with_value("lemma", 1, "other")})
    assert held.load_treebank("garden")[0].lemmas[0] == "other"
    held.set_document("garden", None)
    with pytest.raises(DataError, match="not open"):
        held.load_treebank("garden")


def test_readings_are_those_of_the_document_that_has_the_name_now() -> None:
    asked = RankReadings(None, "treebank", None, "same name", (Sentence.of(["runs"]),))
    found = []
    for tag in ("VERB", "PROPN"):
        engine = Engine()
        sentences = [Sentence.of(["dog", "runs"], lemmas=["dog", "run"], upos=["NOUN", tag])] * 3
        engine.set_document("same name", DocumentState(None, "", {}, Treebank.of(sentences)))
        found.append(asked.run(engine, ignore_progress).readings[0][0][0].value.upos)
    assert found == ["VERB", "PROPN"]


@pytest.mark.parametrize("settings", [{}, {"states": "3"}])
def test_a_run_says_how_many_singular_values_it_kept(held: Engine, settings: dict[str, str]) -> None:
    chosen = {"column": "xpos", "minimum": 1, "estimator": "spectral", **settings}
    result = Train(("garden",), "", "hmm", chosen, None).run(held, ignore_progress)
    assert result.spectrum
    states = METHODS["hmm"].settings(**chosen).states  # type: ignore[attr-defined,call-arg]
    assert result.kept_singular_values == min(states, len(result.spectrum))


def test_a_sentence_that_cannot_be_read_does_not_lack_a_tree(tmp_path: Path) -> None:
    row = "\t_" * 4 + "\t0\troot\t_\t_\n"
    (tmp_path / "a.conllu").write_text(f"1\ta{row}\n1\ta{row}3\tc{row}\n")
    engine = Engine()
    engine.set_document("a", DocumentState(tmp_path / "a.conllu", "conllu", {}))
    (found,) = FindTrainableDocuments("a").run(engine, ignore_progress)
    assert (found.sentences, found.complete_trees["dependencies"]) == (2, 1)
    assert found.incomplete_trees == {"dependencies": 0, "constituents": 1}


def test_the_training_of_a_rival_can_be_cancelled(held: Engine, room: Path) -> None:
    reports: list[Progress] = []

    def stop_in_training(progress: Progress) -> None:
        reports.append(progress)
        if len(reports) == 2:
            raise Cancelled

    request = CompareWithActive(room / "left.npz", "latent-pcfg", ("garden", "trees"))
    with pytest.raises(Cancelled):
        request.run(held, stop_in_training)
    assert [report.done for report in reports] == [0, 0]


def test_the_six_models_used_last_are_held(room: Path, tmp_path: Path) -> None:
    engine = Engine()
    files = [tmp_path / f"{number}.npz" for number in range(8)]
    for file in files:
        file.write_bytes((room / "left.npz").read_bytes())
    models = [engine.load_model(file) for file in files[:6]]
    assert engine.load_model(files[0]) is models[0]  # which is thereby used last
    for file in files[6:]:
        engine.load_model(file)
    assert list(engine.models) == [files[at] for at in (3, 4, 5, 0, 6, 7)]
    engine.save_model(models[3], files[3])
    assert list(engine.models)[-1] == files[3]
    assert len(engine.models) == 6
    assert engine.load_model(files[3]) is models[3]
    assert engine.load_model(files[1]) is not models[1]


def test_the_automata_looked_at_last_are_held_and_no_more(held: Engine, room: Path) -> None:
    for least in range(1, 16):
        AskAutomaton(room / "parser.npz", "garden", "VBD", "left", 2, minimum=least % 4 + 1).run(held, ignore_progress)
    assert len(held.clusterings) == 4
    asked = [
        AskAutomaton(room / "parser.npz", "garden", head, side, 2, minimum=least)
        for least in (1, 2, 3, 4)
        for head in ("VBD", "NN")
        for side in ("left", "right")
    ]
    made = [held.clusterings for request in asked if request.run(held, ignore_progress)]
    assert len(made) == len(asked)
    assert len(held.clusterings) == 12
    assert list(held.clusterings)[-1][-3:] == ("NN", "right", 4)
    asked[4].run(held, ignore_progress)
    assert list(held.clusterings)[-1][-3:] == ("VBD", "left", 2)
    assert len(held.clusterings) == 12


def test_models_cut_to_fewer_states_are_held_up_to_a_sum_of_their_sizes(held: Engine, room: Path) -> None:
    parser, times = room / "parser.npz", room.stat().st_mtime_ns
    most = AskMaxStates(parser).run(held, ignore_progress)
    assert [states for *_, states in held.truncated_models] == [most]
    whole = held.load_model(parser)
    for states in (50, 30, 25):  # as if cut from larger models; the sum of their squares may be 4,000
        held.truncated_models[parser, times, states] = whole
    AskMaxStates(parser).run(held, ignore_progress)
    assert [states for *_, states in held.truncated_models] == [30, 25, most]


def test_a_model_of_the_window_says_which_sentences_it_was_trained_on(held: Engine, room: Path, tmp_path: Path) -> None:
    held.set_document("more", DocumentState(room / "garden.conllu", "conllu", {}))
    Train(("garden", "more"), HELD_OUT, "ngram", {}, tmp_path / "m.npz").run(held, ignore_progress)
    said = store.read_provenance(tmp_path / "m.npz")
    assert (said.command, said.structure) == ("window", "words")
    assert [(source.name, source.sentences) for source in said.sources] == [("garden", 11), ("more", 11)]
    checksum = hashlib.sha256((room / "garden.conllu").read_bytes()).hexdigest()
    assert {source.sha256 for source in said.sources} == {checksum}
    assert library.read_training_profile(tmp_path / "m.npz") is not None


def test_a_model_of_a_sample_says_how_many_sentences_it_was_trained_on(held: Engine, tmp_path: Path) -> None:
    settings = {"column": "upos", "calibration": False, "tagger": False}
    Train(("garden",), "", "head-automata", settings, tmp_path / "m.npz", False, 5).run(held, ignore_progress)
    assert [source.sentences for source in store.read_provenance(tmp_path / "m.npz").sources] == [5]


def test_sentences_are_added_to_a_model_of_the_window_and_counted(held: Engine, tmp_path: Path) -> None:
    path, grown = tmp_path / "m.npz", tmp_path / "grown.npz"
    Train(("garden",), "", "tree-hmm", {"column": "upos", "states": 2}, path).run(held, ignore_progress)
    assert store.read_text_state(path) is store.TextState.INCLUDED  # it stays in the project
    AddSentences(path, grown, (held.load_treebank("garden")[0],)).run(held, ignore_progress)
    before, after = store.read_provenance(path), store.read_provenance(grown)
    assert after == dataclasses.replace(before, added_sentences=1)
    assert library.read_training_profile(grown) == library.read_training_profile(path)
    assert store.read_text_state(grown) is store.TextState.LEFT_OUT


def test_sentences_cannot_be_added_to_a_model_without_its_text(held: Engine, tmp_path: Path) -> None:
    path, bare = tmp_path / "m.npz", tmp_path / "bare.npz"
    Train(("garden",), "", "tree-hmm", {"column": "upos", "states": 2}, path).run(held, ignore_progress)
    store.copy(path, bare, {})
    with pytest.raises(DataError, match="stored without its training text"):
        AddSentences(bare, tmp_path / "x.npz", (held.load_treebank("garden")[0],)).run(held, ignore_progress)


def test_words_without_a_tag_get_one_from_the_model_and_tags_that_are_given_stay() -> None:
    forms, relations = ["dogs", "bark", "loudly"], ["nsubj", "root", "advmod"]
    sentences = [Sentence.of(forms, xpos=["NNS", "VBP", "RB"], heads=[2, 0, 2], deprels=relations)]
    settings = METHODS["head-automata"].settings(estimator="det", calibration=False)
    model = METHODS["head-automata"].learn(Treebank.of(sentences * 20), settings)
    assert isinstance(model, Parser)
    partly = Sentence.of(forms, xpos=["_", "VB", "_"])
    assert ensure_tags(model, partly).xpos == ("NNS", "VB", "RB")
    assert ensure_tags(model, sentences[0]) == sentences[0]


def chains(count: int, is_forward: bool = True) -> list[Sentence]:
    """Sentences of four words of their own, each of which depends on the one before or after it."""
    heads = [0, 1, 2, 3] if is_forward else [2, 3, 4, 0]
    deprels = ["root" if head == 0 else "next" for head in heads]
    columns = {"upos": ["NOUN"] * 4, "xpos": ["A", "B", "C", "D"], "lemmas": ["a", "b", "c", "d"]}
    forms = [[f"{letter}{number}" for letter in "abcd"] for number in range(count)]
    return [Sentence.of(words, heads=heads, deprels=deprels, **columns) for words in forms]


def engine_with(sentences: list[Sentence], folder: Path) -> Engine:
    formats.save(Treebank.of(sentences), folder / "chains.conllu")
    engine = Engine()
    engine.set_document("chains", DocumentState(folder / "chains.conllu", "conllu", {}))
    return engine


def save_model(method: str, sentences: list[Sentence], path: Path, **settings: str | int | bool) -> Path:
    store.save(METHODS[method].learn(Treebank.of(sentences), make_settings(METHODS[method], settings)), path)
    return path


@pytest.mark.parametrize(("decided_count", "fold_count"), [(0, 5), (8, 1)])
def test_a_candidate_is_tried_on_sentences_that_it_was_not_trained_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, decided_count: int, fold_count: int
) -> None:
    sentences = chains(40)
    active = save_model("head-automata", chains(4, is_forward=False), tmp_path / "active.npz", tagger=False)
    trained: list[set[tuple[str, ...]]] = []
    learn = Method.learn

    def record(method: Method, treebank: Treebank, *arguments: Any) -> Any:
        trained.append({sentence.forms for sentence in treebank})
        return learn(method, treebank, *arguments)

    monkeypatch.setattr(Method, "learn", record)
    decided = tuple(sentences[:decided_count])
    request = CompareWithActive(active, "head-automata", ("chains",), decided)
    comparison = request.run(engine_with(sentences, tmp_path), ignore_progress)
    assert comparison == ModelComparison(decided_count or 40, 0.0, 100.0, 1.0)
    held_out = [{sentence.forms for sentence in sentences} - forms for forms in trained]
    assert len(trained) == fold_count
    assert sorted(map(len, held_out)) == [8] * fold_count
    assert set.union(*held_out) == {sentence.forms for sentence in decided or sentences}


def test_an_update_is_tried_on_decided_sentences_that_were_not_added(tmp_path: Path) -> None:
    settings = {"estimator": "spectral", "states": 1, "tagger": False}
    base = save_model("head-automata", chains(2, is_forward=False), tmp_path / "base.npz", **settings)
    comparison = CompareWithActive(base, "head-automata", decided=tuple(chains(20))).run(Engine(), ignore_progress)
    assert comparison == ModelComparison(20, 0.0, 100.0, 1.0)
    same = CompareWithActive(base, "head-automata", decided=tuple(chains(20, is_forward=False)))
    assert same.run(Engine(), ignore_progress) == ModelComparison(20, 100.0, 100.0, 0.5)


def test_too_few_decided_sentences_are_not_compared(tmp_path: Path) -> None:
    active = save_model("head-automata", chains(4), tmp_path / "active.npz", tagger=False)
    with pytest.raises(DataError, match="4 decided sentences are too few"):
        CompareWithActive(active, "head-automata", decided=tuple(chains(4))).run(Engine(), ignore_progress)


@pytest.mark.parametrize("is_wrong", [False, True])
def test_a_ranker_is_compared_with_another_by_its_first_readings(tmp_path: Path, is_wrong: bool) -> None:
    words = [["the", "dog", "barks"], ["the", "cat", "sleeps"], ["a", "dog", "sleeps"], ["a", "cat", "barks"]]
    words += [["this", *row[1:]] for row in words]
    tags = {"upos": ["DET", "NOUN", "VERB"], "xpos": ["D", "N", "V"]}
    gold = [Sentence.of(row, lemmas=row, **tags) for row in words for _ in "123"]  # the same ones are in one fold
    wrong = [dataclasses.replace(one, upos=("X",) * 3, xpos=("X",) * 3, source=None) for one in gold]
    active = save_model("analysis-ranker", wrong if is_wrong else gold, tmp_path / "active.npz", analyser="treebank")
    engine = engine_with(gold, tmp_path)
    comparison = CompareWithActive(active, "analysis-ranker", ("chains",)).run(engine, ignore_progress)
    assert (comparison.sentences, comparison.active_score) == (24, 0.0 if is_wrong else 100.0)
    assert (comparison.confidence >= 0.9) is is_wrong


def test_the_first_ranker_competes_with_the_order_of_the_dictionary(tmp_path: Path) -> None:
    rows = [["dogs", f"bark{number}"] for number in range(10)] * 2
    right, wrong = Analysis(upos="NOUN", xpos="N"), Analysis(upos="VERB", xpos="V")
    gold = [
        dataclasses.replace(
            Sentence.of(row, upos=["NOUN", "NOUN"], xpos=["N", "N"]),
            analyses=(right, right),
            candidates=((wrong, right),) * 2,
        )
        for row in rows
    ]
    formats.save(Treebank.of(gold), tmp_path / "chains.tsv")
    engine = Engine()
    engine.set_document("chains", DocumentState(tmp_path / "chains.tsv", "", {}))
    comparison = CompareWithActive(None, "analysis-ranker", ("chains",)).run(engine, ignore_progress)
    assert comparison.active_score == 0.0
    assert comparison.confidence == 1.0
    found = FindTrainableDocuments("chains").run(engine, ignore_progress)
    assert found[0].has_dictionary


def test_tags_that_are_given_in_the_other_column_stay_too() -> None:
    class Model:
        tagger = None

        def add_tags(self, sentence: Sentence) -> Sentence:
            return dataclasses.replace(sentence, upos=("NOUN", "NOUN"), xpos=("NN", "NN"), tree=tree("NN", "NN"))

    def tree(first: str, second: str) -> Tree:
        return Tree("S", (Tree(first, ("dogs",)), Tree(second, ("bark",))))

    partly = Sentence.of(["dogs", "bark"], upos=["_", "VERB"], xpos=["_", "VB"], tree=tree("_", "VB"))
    filled = fill_missing_tags(Model(), partly)
    assert (filled.upos, filled.xpos, filled.tree) == (("NOUN", "VERB"), ("NN", "VB"), tree("NN", "VB"))
