"""One contract for every method of METHODS: what the window and the command line rely on."""

from __future__ import annotations

import dataclasses
import math
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from fixtures import tiny_treebank as make_tiny_treebank

from spectral_core import store
from spectral_core.data import EMPTY, Problem, Sentence, Treebank
from spectral_core.errors import DataError, SettingsError, SpectralError
from spectral_core.model import (
    AUTO_COLUMN,
    ExtractsAutomata,
    HasWordClasses,
    HasWordVectors,
    KeepsText,
    Model,
    Parser,
    Ranker,
    Scorer,
    Settings,
    Tagger,
    Tokeniser,
    TracesAlgorithms,
    TreeScorer,
    list_settings,
)
from spectral_core.progress import Cancelled, Progress, Report
from spectral_core.registry import METHODS, Method, get_method, make_settings

every_method = pytest.mark.parametrize("method", METHODS.values(), ids=lambda method: method.name)
every_counting_method = pytest.mark.parametrize(
    "method", [method for method in METHODS.values() if method.has_counting], ids=lambda method: method.name
)


@pytest.fixture(scope="module")
def tiny_treebank() -> Treebank:
    return make_tiny_treebank()


def small(method: Method, **changes: str) -> Settings:
    """Settings that a dozen sentences can support."""
    names = {row.name for row in dataclasses.fields(method.settings)}
    return make_settings(method, ({"states": "2"} if "states" in names else {}) | changes)


@cache
def learnt(method: Method, settings: Settings) -> tuple[Model, tuple[Progress, ...]]:
    """The model of the tiny treebank, and what was reported meanwhile: learnt once for all tests that only ask it."""
    reports: list[Progress] = []
    return method.learn(make_tiny_treebank(), settings, reports.append), tuple(reports)


def resolved(settings: Settings, model: Model) -> Settings:
    """The settings with the tag column that the model chose, where that was left to it."""
    if getattr(settings, "column", "") != AUTO_COLUMN:
        return settings
    column = getattr(model.settings, "column", "")
    assert column in ("upos", "xpos")
    return dataclasses.replace(settings, column=column)  # type: ignore[type-var]


@cache
def said(method: Method, settings: Settings) -> list[object]:
    """All that this model says of the tiny treebank."""
    return everything(learnt(method, settings)[0], make_tiny_treebank())


def way_here() -> tuple[tuple[object, int], ...]:
    """The lines that called one another up to the one that reports."""
    way: list[tuple[object, int]] = []
    frame = sys._getframe(2)
    while frame.f_back is not None and frame.f_code.co_name != "learn_until":
        way.append((frame.f_code, frame.f_lineno))
        frame = frame.f_back
    return tuple(way)


def learn_until(method: Method, treebank: Treebank, report: Report) -> Model:
    """A model learnt from `treebank`, which is looked at on the way; `way_here` ends here."""
    return method.learn(treebank, small(method), report, treebank)


def cancel_at(place: tuple[tuple[object, int], ...]) -> Report:
    """A report that stops the work where it first comes this way."""

    def report(progress: Progress) -> None:
        if way_here() == place:
            raise Cancelled

    return report


def told(ask: Callable[[], object]) -> object:
    """What `ask` gives, or the sentence with which it is refused."""
    try:
        return ask()
    except SpectralError as error:
        return str(error)


def everything(model: Model, treebank: Treebank) -> list[object]:
    """All that the model says of a treebank."""
    said: list[object] = []
    if isinstance(model, Scorer):
        said += [told(lambda prefix=prefix: model.scores(treebank, prefix)) for prefix in (False, True)]
    if isinstance(model, TreeScorer):
        said.append(told(lambda: model.tree_scores([one for one in treebank if one.has_heads])))
    if isinstance(model, HasWordVectors):
        said += [(model.words, model.neighbours(word), model.contexts(word)) for word in model.words]
    if isinstance(model, Tokeniser):
        said.append(told(lambda: model.tokenise(" ".join(sentence.text for sentence in treebank))))
    if isinstance(model, HasWordClasses):
        said += [(word, model.class_probabilities(word).tolist(), model.neighbours(word)) for word in model.words]
    for sentence in treebank:
        if isinstance(model, Parser):
            said += [told(lambda k=k, sentence=sentence: model.parse(sentence, k)) for k in (1, 3)]
        if isinstance(model, Ranker):
            said.append(told(lambda sentence=sentence: model.rank(sentence)))
        if isinstance(model, Tagger):
            said += [model.tag(sentence), model.tags(sentence, 3)]
    return said


def assert_same_arrays(first: Model, second: Model) -> None:
    here, there = first.arrays(), second.arrays()
    assert here.keys() == there.keys()
    for name, array in here.items():
        assert array.dtype == there[name].dtype, name
        assert np.array_equal(array, there[name]), name


def without(treebank: Treebank, *parts: str) -> Treebank:
    """The sentences with these fields empty."""
    return Treebank.of(
        Sentence.of(
            **{
                field.name: getattr(sentence, field.name)
                for field in dataclasses.fields(sentence)
                if field.name not in parts
            }
        )
        for sentence in treebank
    )


def poorer(treebank: Treebank) -> dict[str, Treebank]:
    """Treebanks that lack something, by what they have."""
    columns = ("lemmas", "upos", "xpos", "feats", "deprels")
    broken = Sentence.of(["a"], problems=[Problem(1, "a line has 3 columns", "Use 10", unreadable=True)])
    return {
        "nothing": Treebank.of([]),
        "sentences without words": Treebank.of([Sentence.of([]), Sentence.of([])]),
        "unreadable sentences": Treebank.of([broken]),
        "one word": Treebank.of([Sentence.of(["word"])]),
        "words": without(treebank, *columns, "heads", "tree", "analyses", "candidates"),
        "tags": without(treebank, "heads", "deprels", "tree", "analyses", "candidates"),
        "heads": without(treebank, "tree", "analyses", "candidates"),
        "trees": without(treebank, "heads", "deprels", "analyses", "candidates"),
        "candidates": without(treebank, "heads", "deprels", "tree"),
    }


def test_the_treebank_of_these_tests_is_sound_and_has_everything(tiny_treebank: Treebank) -> None:
    assert len(tiny_treebank) == 12
    for sentence in tiny_treebank:
        assert not sentence.find_structural_problems()
        assert sentence.find_crossing() is None
        assert sentence.tree is not None
        assert tuple(sentence.tree.words()) == sentence.forms
        assert EMPTY not in (*sentence.lemmas, *sentence.upos, *sentence.xpos, *sentence.deprels)
        for offered, gold in zip(sentence.candidates, sentence.analyses, strict=True):
            assert gold in offered
    assert sum(len(offered) > 1 for sentence in tiny_treebank for offered in sentence.candidates) > 12


@every_method
def test_a_row_says_what_the_method_is(method: Method) -> None:
    assert METHODS[method.name] is method
    assert get_method(method.name) is method
    assert method.title
    assert method.paper
    assert method.name == method.name.lower()


@pytest.mark.parametrize(
    "method", [method for method in METHODS.values() if "seed" in {row.name for row in list_settings(method.settings)}],
    ids=lambda method: method.name,
)  # fmt: skip
def test_a_seed_has_at_least_31_bits(method: Method) -> None:
    for seed in (0, 1, 2**31 - 1):
        assert getattr(make_settings(method, {"seed": seed}), "seed") == seed  # noqa: B009 - not all settings have it
    for seed in (-1, 2**64):
        with pytest.raises(SettingsError, match="seed"):
            make_settings(method, {"seed": seed})


def test_an_unknown_method_is_answered_with_those_there_are() -> None:
    with pytest.raises(SettingsError, match=r"no method 'hmmm'; there are .*ngram"):
        get_method("hmmm")


@every_method
def test_a_learnt_model_is_whole(method: Method, tiny_treebank: Treebank) -> None:
    settings = small(method)
    model, _ = learnt(method, settings)
    assert isinstance(model, Model)
    assert model.method == method.name
    assert model.settings == resolved(settings, model)
    assert isinstance(
        model, Scorer | Parser | Ranker | Tagger | Tokeniser | TreeScorer | HasWordClasses | HasWordVectors
    )
    assert method.has_automata == isinstance(model, ExtractsAutomata)
    assert method.has_traces == isinstance(model, TracesAlgorithms)
    for name, array in model.arrays().items():
        assert isinstance(array, np.ndarray), name
        assert not array.dtype.hasobject, name


@every_method
def test_learning_reports_where_it_stands(method: Method) -> None:
    _, reports = learnt(method, small(method))
    assert reports
    for progress in reports:
        assert progress.stage
        assert progress.done >= 0
        assert progress.total is None or progress.done <= progress.total
        assert all(type(value) in (int, float) and math.isfinite(value) for value in progress.measures.values())
    stages = list(dict.fromkeys(progress.stage for progress in reports))
    for stage in stages:
        done = [progress.done for progress in reports if progress.stage == stage]
        assert done == sorted(done), stage


@every_method
def test_learning_stops_at_any_report(method: Method, tiny_treebank: Treebank) -> None:
    places: list[tuple[tuple[object, int], ...]] = []
    learn_until(method, tiny_treebank, lambda _: places.append(way_here()))
    assert places
    for place in dict.fromkeys(places):  # what would swallow it stands on the way, which need be gone only once
        with pytest.raises(Cancelled):
            learn_until(method, tiny_treebank, cancel_at(place))


@every_method
def test_learning_twice_gives_the_same_model_and_the_same_reports(method: Method, tiny_treebank: Treebank) -> None:
    first, reported = learnt(method, small(method))
    reports: list[Progress] = []
    second = method.learn(tiny_treebank, small(method), reports.append)
    assert_same_arrays(first, second)
    assert list(reported) == reports
    assert said(method, small(method)) == everything(second, tiny_treebank)


@every_method
def test_a_saved_model_says_the_same_when_it_is_loaded(method: Method, tiny_treebank: Treebank, tmp_path: Path) -> None:
    names = {row.name for row in dataclasses.fields(method.settings)}
    for changes in ({}, {"column": "upos"} if "column" in names else {}):
        model, _ = learnt(method, small(method, **changes))
        store.save(model, tmp_path / "model.npz")
        loaded = store.load(tmp_path / "model.npz")
        assert type(loaded) is type(model)
        assert (loaded.method, loaded.settings) == (model.method, model.settings)
        assert_same_arrays(model.without_text() if isinstance(model, KeepsText) else model, loaded)
        assert said(method, small(method, **changes)) == everything(loaded, tiny_treebank)


TRAINED = ("relations", "tagger", "calibration", "functions", "weights")  # not functions of sums over the corpus
KINDS = ("estimator", "model", "smoothing")  # settings that name what is estimated


def summed(method: Method, **changes: str) -> Settings:
    """Settings with which all that is learnt is a function of sums over the corpus."""
    names = {row.name for row in dataclasses.fields(method.settings)}
    fixed = {"elements": "arabic"} if "elements" in names else {}  # not those that the first sentences have
    return small(method, **dict.fromkeys(names.intersection(TRAINED), "false"), **fixed, **changes)


def kinds_of(method: Method) -> list[dict[str, str]]:
    """A change of settings for everything that the method can estimate."""
    rows = {row.name: row.choices for row in list_settings(method.settings)}
    return [{name: choice} for name in KINDS for choice in rows.get(name, ())] or [{}]


def halves(treebank: Treebank) -> tuple[Treebank, Treebank]:
    return treebank.select(range(0, len(treebank), 2)), treebank.select(range(1, len(treebank), 2))


counted = pytest.mark.parametrize(
    ("method", "changes"),
    [
        pytest.param(method, changes, id=" ".join((method.name, *changes.values())))
        for method in METHODS.values()
        if method.has_counting
        for changes in kinds_of(method)
        if method.name != "analysis-ranker" or method.can_add(small(method, **changes))
    ],
)


def test_closed_forms_are_functions_of_sums() -> None:
    assert {method.name for method in METHODS.values() if method.has_counting} == {
        "hmm",
        "ngram",
        "class-bigram",
        "head-automata",
        "latent-dependencies",
        "latent-pcfg",
        "tree-hmm",
        "embeddings",
        "clusters",
        "analysis-ranker",
    }


@counted
def test_the_sums_of_two_corpora_are_those_of_both(
    method: Method, changes: dict[str, str], tiny_treebank: Treebank
) -> None:
    settings = summed(method, **changes)
    first, second = (method.count(part, settings) for part in halves(tiny_treebank))
    before = [method.solve(part, settings).arrays() for part in (first, second)]
    joined = method.solve(method.merge(first, second), settings)
    assert_close_arrays(joined, method.solve(method.count(tiny_treebank, settings), settings))
    assert_close_arrays(joined, method.solve(method.merge(second, first), settings))
    after = [method.solve(part, settings).arrays() for part in (first, second)]  # joining changes neither
    assert all(
        np.array_equal(array, now[name]) for old, now in zip(before, after, strict=True) for name, array in old.items()
    )


@counted
def test_learning_is_solving_what_was_counted(method: Method, changes: dict[str, str], tiny_treebank: Treebank) -> None:
    settings = summed(method, **changes)
    solved = method.solve(method.count(tiny_treebank, settings), settings)
    assert solved.method == method.name
    assert solved.settings == settings
    assert_close_arrays(solved, learnt(method, settings)[0])
    assert everything(solved, tiny_treebank) == said(method, settings)


@every_counting_method
def test_sentences_that_are_left_out_are_counted_by_reason(method: Method, tiny_treebank: Treebank) -> None:
    broken = Sentence.of(["a"], problems=[Problem(1, "a line has 3 columns", "Use 10", unreadable=True)])
    extra = [Sentence.of([]), Sentence.of([]), broken, broken, broken]
    settings = summed(method)
    statistics = method.count(Treebank.of([*tiny_treebank, *extra]), settings)
    if hasattr(statistics, "skipped"):
        assert statistics.skipped == {"no_words": 2, "unreadable": 3}
        assert method.merge(statistics, statistics).skipped == {"no_words": 4, "unreadable": 6}  # type: ignore[attr-defined]


@every_counting_method
def test_counting_and_solving_report_where_they_stand(method: Method, tiny_treebank: Treebank) -> None:
    settings = summed(method)
    reports: list[Progress] = []
    statistics = method.count(tiny_treebank, settings, reports.append)
    assert reports
    method.solve(statistics, settings, reports.append)
    for progress in reports:
        assert progress.stage
        assert 0 <= progress.done <= (progress.done if progress.total is None else progress.total)
    last = {progress.stage: progress for progress in reports}
    assert all(progress.total in (None, progress.done) for progress in last.values() if progress.stage == "count")


def assert_close_arrays(first: Model, second: Model) -> None:
    here, there = first.arrays(), second.arrays()
    assert here.keys() == there.keys()
    for name, array in here.items():
        assert array.dtype == there[name].dtype, name
        assert array.shape == there[name].shape, name
        if array.dtype.kind == "f":
            assert np.allclose(array, there[name], rtol=0, atol=1e-9), name
        else:
            assert np.array_equal(array, there[name]), name


@every_method
def test_sentences_added_later_count_as_if_they_had_been_there(method: Method, tiny_treebank: Treebank) -> None:
    first, second = halves(tiny_treebank)
    for settings in [summed(method, **changes) for changes in kinds_of(method)]:
        if not method.can_add(settings):
            continue
        grown = method.add(method.learn(first, settings), second)
        assert_same_arrays(grown, learnt(method, settings)[0])
        assert everything(grown, tiny_treebank) == said(method, settings)


@pytest.mark.parametrize(
    ("name", "changes", "can"),
    [
        ("hmm", {}, True),
        ("hmm", {"estimator": "em"}, False),
        ("hmm", {"estimator": "spectral-em"}, False),
        ("ngram", {}, True),
        ("class-bigram", {"estimator": "em"}, True),
        ("head-automata", {}, True),
        ("head-automata", {"estimator": "em"}, True),  # its counts are all different sequences
        ("analysis-ranker", {}, True),
        ("analysis-ranker", {"model": "full"}, False),
        ("analysis-ranker", {"model": "perceptron"}, False),
        ("tagger", {}, False),
        ("branching", {}, False),
    ],
)
def test_settings_say_whether_sentences_can_be_added(name: str, changes: dict[str, str], can: bool) -> None:
    method = METHODS[name]
    assert method.can_add(make_settings(method, changes)) is can


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("hmm", {"estimator": "em", "iterations": "1"}),
        ("analysis-ranker", {"model": "most-frequent"}),
        ("tagger", {"epochs": "1"}),
        ("branching", {}),
    ],
)
def test_what_cannot_take_in_sentences_says_what_to_do(
    name: str, changes: dict[str, str], tiny_treebank: Treebank
) -> None:
    method = METHODS[name]
    model = method.learn(tiny_treebank, small(method, **changes))
    with pytest.raises(SettingsError, match="learn it again from all"):
        method.add(model, tiny_treebank)


def test_what_is_trained_beside_the_estimator_stays_when_sentences_are_added(tiny_treebank: Treebank) -> None:
    first, second = halves(Treebank.of([*tiny_treebank] * 4))
    for name, parts in {
        "head-automata": ("labeller_", "tagger_", "calibration_"),
        "analysis-ranker": ("weights", "row_weights", "doubt", "kept"),
    }.items():
        method = METHODS[name]
        model = method.learn(first, small(method))
        before, after = model.arrays(), method.add(model, second).arrays()
        stays = [array for array in before if array.startswith(parts)]
        assert {part for part in parts for array in stays if array.startswith(part)} == set(parts)
        assert all(np.array_equal(before[array], after[array]) for array in stays)


def test_sums_of_one_method_are_not_those_of_another(tiny_treebank: Treebank) -> None:
    hmm, ngram = METHODS["hmm"], METHODS["ngram"]
    words, grams = hmm.count(tiny_treebank, hmm.settings()), ngram.count(tiny_treebank, ngram.settings())
    with pytest.raises(TypeError, match="of another method"):
        hmm.merge(words, grams)
    with pytest.raises(TypeError, match="of another method"):
        hmm.solve(grams, hmm.settings())
    with pytest.raises(TypeError, match="of another method"):
        hmm.count(tiny_treebank, ngram.settings())
    with pytest.raises(SettingsError, match="train it on all sentences"):
        METHODS["tagger"].count(tiny_treebank, METHODS["tagger"].settings())


def test_a_ranker_says_which_of_its_models_are_sums(tiny_treebank: Treebank) -> None:
    method = METHODS["analysis-ranker"]
    with pytest.raises(SettingsError, match="set model to context"):
        method.count(tiny_treebank, small(method, model="full"))
    with pytest.raises(SettingsError, match="set weights to false"):
        method.solve(method.count(tiny_treebank, small(method)), small(method))
    arabic, universal = (
        method.count(tiny_treebank, small(method, elements=elements)) for elements in ("arabic", "universal")
    )
    with pytest.raises(DataError, match="set analyser and elements"):
        method.merge(arabic, universal)


@every_method
def test_a_fitting_treebank_is_not_refused(method: Method, tiny_treebank: Treebank) -> None:
    assert method.describe_missing_data(tiny_treebank) is None


@every_method
@pytest.mark.parametrize("lacking", ["nothing", "sentences without words", "unreadable sentences"])
def test_a_treebank_without_words_is_refused_with_a_sentence(
    method: Method, lacking: str, tiny_treebank: Treebank
) -> None:
    reason = method.describe_missing_data(poorer(tiny_treebank)[lacking])
    assert reason is not None
    assert reason[0].isupper()
    assert reason.endswith(".")


@every_method
def test_a_method_learns_from_every_treebank_that_it_does_not_refuse(method: Method, tiny_treebank: Treebank) -> None:
    for name, treebank in poorer(tiny_treebank).items():
        answer = told(lambda treebank=treebank: method.learn(treebank, small(method)))
        if method.describe_missing_data(treebank) is None and name != "one word":
            assert isinstance(answer, Model), f"{name}: {answer}"
        assert answer, name


@every_method
def test_settings_have_all_that_a_form_needs(method: Method) -> None:
    kind = method.settings
    assert dataclasses.is_dataclass(kind)
    assert kind() == kind()
    for row in dataclasses.fields(kind):
        assert type(row.default) in (bool, int, float, str), row.name
        assert row.metadata["title"], row.name
        assert isinstance(row.metadata["explanation"], str), row.name
        low, high, choices = (row.metadata[name] for name in ("low", "high", "choices"))
        if isinstance(row.default, str):
            assert not choices or row.default in choices, row.name
            assert low is None
            assert high is None
        else:
            assert not choices, row.name
            assert low is None or low <= row.default, row.name
            assert high is None or row.default <= high, row.name
        assert make_settings(method, {row.name: str(row.default)}) == kind(), row.name
        assert make_settings(method, {row.name: None}) == kind(), row.name
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(kind(), dataclasses.fields(kind)[0].name, "other")


@every_method
def test_settings_outside_what_they_allow_are_refused_with_what_fits(method: Method) -> None:
    names = [row.name for row in dataclasses.fields(method.settings)]
    with pytest.raises(SettingsError, match=rf"{method.name} has no setting 'sates'; it has {', '.join(names)}"):
        make_settings(method, {"sates": "3"})
    for row in dataclasses.fields(method.settings):
        wrong: list[str | float] = []
        if row.metadata["choices"]:
            wrong.append("none of these")
        if type(row.default) in (int, float):
            wrong += ["many", "nan"]
            wrong += [row.metadata["low"] - 1] if row.metadata["low"] is not None else []
            wrong += [row.metadata["high"] + 1] if row.metadata["high"] is not None else []
        if isinstance(row.default, bool):
            wrong.append("perhaps")
        for value in wrong:
            with pytest.raises(SettingsError, match=row.name):
                make_settings(method, {row.name: value})


@every_method
def test_every_choice_learns_or_says_before_learning_what_it_needs(method: Method, tiny_treebank: Treebank) -> None:
    for row in dataclasses.fields(method.settings):
        for choice in row.metadata["choices"]:
            settings = small(method, **{row.name: choice})
            try:
                model, _ = learnt(method, settings)
            except SettingsError:
                reports: list[Progress] = []
                with pytest.raises(SettingsError, match="; set ") as refused:
                    method.learn(tiny_treebank, settings, reports.append)
                assert choice in str(refused.value)
                assert not reports
                continue
            assert getattr(model.settings, row.name) == getattr(resolved(settings, model), row.name)
            assert said(method, settings)


@every_method
def test_scores_are_finite_for_any_sentence(method: Method, tiny_treebank: Treebank) -> None:
    model, _ = learnt(method, small(method))
    if not isinstance(model, Scorer):
        pytest.skip("it does not score")
    strange = [
        *tiny_treebank,
        Sentence.of([]),
        Sentence.of(["never", "seen", "before"]),
        Sentence.of(["."] * 300),
        Sentence.of(tiny_treebank[0].forms[::-1]),
    ]
    for sentence, whole, prefix in zip(strange, model.scores(strange), model.scores(strange, True), strict=True):
        assert math.isfinite(whole.log)
        assert math.isfinite(prefix.log)
        assert whole.unknown == prefix.unknown
        assert whole.symbols == prefix.symbols + 1 == len(sentence) - whole.unknown + 1
    assert model.scores([]) == []
    assert model.scores(strange[2:4]) == model.scores(strange)[2:4]


@every_method
def test_parses_are_different_and_best_first_over_the_same_words(method: Method, tiny_treebank: Treebank) -> None:
    model, _ = learnt(method, small(method))
    if not isinstance(model, Parser):
        pytest.skip("it does not parse")
    for sentence in (*tiny_treebank, Sentence.of(["word"], xpos=["NN"]), Sentence.of(["never", "seen", "before"])):
        ranked = model.parse(sentence, k=4)
        assert 1 <= len(ranked) <= 4
        assert [one.score for one in ranked] == sorted((one.score for one in ranked), reverse=True)
        assert len({(one.value.tree, one.value.heads) for one in ranked}) == len(ranked)
        for one in ranked:
            assert one.value.forms == sentence.forms
            assert math.isfinite(one.score)
            assert one.value.tree is not None or one.value.has_heads
        assert model.parse(sentence) == ranked[:1]


@every_method
def test_tags_are_different_and_best_first_and_the_first_is_filled_in(method: Method, tiny_treebank: Treebank) -> None:
    model, _ = learnt(method, small(method))
    if not isinstance(model, Tagger):
        pytest.skip("it does not tag")
    column = getattr(model.settings, "column")  # noqa: B009 - not every settings type has it
    strange = (Sentence.of([]), Sentence.of(["word"]), Sentence.of(["Never", "\U00010330", "2,5", "...", "I\u0307"]))
    for sentence in (*tiny_treebank, *strange):
        tagged, ranked = model.tag(sentence), model.tags(sentence, 3)
        assert tagged.forms == sentence.forms
        assert tagged.column(column) == tuple(one[0].value for one in ranked)
        assert len(ranked) == len(sentence)
        for tags in ranked:
            assert 1 <= len(tags) <= 3
            assert len({one.value for one in tags}) == len(tags)
            assert [one.score for one in tags] == sorted((one.score for one in tags), reverse=True)
            chances = [one.probability for one in tags if one.probability is not None]
            assert all(0 <= chance <= 1 for chance in chances)
            assert sum(chances) <= 1 + 1e-9
        assert model.tags(sentence) == [tags[:1] for tags in ranked]


@every_method
def test_ranking_keeps_every_candidate_and_puts_the_confirmed_one_first(
    method: Method, tiny_treebank: Treebank
) -> None:
    names = {row.name for row in dataclasses.fields(method.settings)}
    model, _ = learnt(method, small(method, **({"column": "xpos"} if "column" in names else {})))
    if not isinstance(model, Ranker):
        pytest.skip("it does not rank")
    for sentence in tiny_treebank:
        free = model.rank(sentence)
        last = {at: ranked[-1].value for at, ranked in enumerate(free, 1) if ranked}
        for confirmed in (None, {}, last):
            ranking = model.rank(sentence, confirmed)
            for at, (ranked, offered) in enumerate(zip(ranking, sentence.candidates, strict=True), 1):
                assert Counter(one.value for one in ranked) == Counter(offered)
                scores = [one.score for one in ranked]
                assert not any(map(math.isnan, scores))
                assert scores == sorted(scores, reverse=True)
                if confirmed:
                    assert ranked[0].value == confirmed[at]
        assert model.rank(sentence) == model.rank(sentence, {}) == free


def test_a_method_that_cannot_read_a_column_says_so(tiny_treebank: Treebank) -> None:
    bare = poorer(tiny_treebank)["words"]
    for method in METHODS.values():
        if "column" in {row.name for row in dataclasses.fields(method.settings)}:
            with pytest.raises(DataError, match="xpos"):
                method.learn(bare, small(method, column="xpos"))


@every_method
def test_a_seed_that_keys_of_64_bits_cannot_hold_is_refused(method: Method) -> None:
    if "seed" not in {row.name for row in list_settings(method.settings)}:
        return
    for seed in (2**63, 10**400, str(2**64)):
        with pytest.raises(SettingsError, match="seed goes from 0 to"):
            make_settings(method, {"seed": seed})
