"""The rank slider of the Explore workspace: what is asked, what is drawn, what is clipped; heads of unread text."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import cast

import pytest
from learning import keep, wait_for
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QListWidget
from pytestqt.qtbot import QtBot

from spectral_core import formats, store
from spectral_core.data import Sentence, Treebank
from spectral_core.engine import AskMaxStates, DocumentState, Engine, ParseTruncated, Train, TruncatedParse
from spectral_core.engine.parsing import TruncatableParser
from spectral_core.evaluate import strip_annotation
from spectral_core.files import locate_assets
from spectral_core.model import Value
from spectral_core.progress import ignore_progress
from spectral_core.project import Project, Run
from spectral_core.registry import METHODS, make_settings
from spectral_gui.plots import SingularValueSpectrum, make_plot_style, plot_singular_values
from spectral_gui.state import AppContext, TruncationQuestion
from spectral_gui.text_display import load_bundled_fonts
from spectral_gui.theme import make_palette
from spectral_gui.views.explore.rank_view import RankView
from spectral_gui.views.explore.view import ExploreView

SENTENCES, STATES = 400, 4
SPECTRAL: dict[str, Value] = {
    "estimator": "spectral",
    "states": STATES,
    "relations": False,
    "calibration": False,
    "tagger": False,
}
EM: dict[str, Value] = {**SPECTRAL, "estimator": "em", "states": 2, "iterations": 2}
ARABIC = Sentence.of(["قرأ", "الولد", "كتابا", "."], xpos=["VBD", "NN", "NN", "."])


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a spectral model of sentences of the sample; the last sentence has no heads."""
    folder = tmp_path_factory.mktemp("made")
    sample = formats.load(locate_assets() / "sample" / "english" / "sampled.conllu")
    learnt = Treebank.of([sample[at] for at in range(SENTENCES)])
    source = folder / "sentences.conllu"
    formats.save(Treebank.of([*learnt, ARABIC]), source)
    formats.save(Treebank.of([strip_annotation(one) for one in learnt]), folder / "bare.conllu")
    project = Project.create(folder / "project", [source, folder / "bare.conllu"])
    row = METHODS["head-automata"]
    for name, settings in (("head-automata 1", EM), ("head-automata 2", SPECTRAL)):
        path = project.prepare_model_path(name)
        store.save(row.learn(learnt, make_settings(row, settings)), path)
        values = (0.75, 0.5, 0.25) if settings is SPECTRAL else ()
        project.add_run(
            Run(
                name=name,
                method=row.name,
                settings=settings,
                documents=(str(source),),
                model=path.name,
                spectrum=values,
                cut=2 if values else None,
            )
        )
    project.close()
    return folder


@pytest.fixture(scope="module")
def model(made: Path) -> TruncatableParser:
    found = store.load(next((made / "project" / "models").glob("*_2.*")))
    assert isinstance(found, TruncatableParser)
    return found


@pytest.fixture
def desk(qapp: QApplication, made: Path, tmp_path: Path) -> Iterator[AppContext]:
    load_bundled_fonts()
    shutil.copytree(made / "project", tmp_path / "project")
    desk = AppContext()
    desk.session.open(tmp_path / "project")
    wait_for(lambda: desk.session.project is not None)
    yield desk
    desk.close()


@pytest.fixture
def view(desk: AppContext, qtbot: QtBot) -> ExploreView:
    desk.session.select(0)
    view = ExploreView(desk.session, desk.notices, desk.runs, desk.model_explorer)
    keep(qtbot, view)
    view.resize(1100, 760)
    details = view.automata.panel.details
    details.setCurrentWidget(details.ranks)
    with qtbot.waitExposed(view):
        view.show()
    view.activateWindow()
    wait_for(lambda: details.ranks.truncated_parse is not None)
    return view


@pytest.fixture
def ranked(view: ExploreView) -> RankView:
    return view.automata.panel.details.ranks


def shown(ranked: RankView) -> TruncatedParse:
    assert ranked.truncated_parse is not None
    return ranked.truncated_parse


def heads(model: TruncatableParser, sentence: Sentence, states: int = STATES) -> tuple[int | None, ...]:
    """The heads that the model gives with so many states."""
    return model.truncate(states).parse(strip_annotation(sentence))[0].value.heads


def differing(model: TruncatableParser, treebank: Treebank, states: int) -> int:
    """A sentence whose tree is another with so many states."""
    return next(at for at, one in enumerate(treebank) if heads(model, one, states) != heads(model, one))


def go_to(ranked: RankView, desk: AppContext, index: int, states: int) -> TruncatedParse:
    """What is shown for a sentence at a rank."""
    desk.session.select(index)
    ranked.slider.setValue(states)
    wait_for(lambda: shown(ranked).states == states and shown(ranked).tree.forms == desk.session.treebank[index].forms)
    return shown(ranked)


def test_the_slider_begins_at_all_states_and_shows_the_tree_of_the_model(
    desk: AppContext, ranked: RankView, model: TruncatableParser
) -> None:
    sentence = desk.session.treebank[0]
    assert (ranked.slider.minimum(), ranked.slider.maximum(), ranked.slider.value()) == (1, STATES, STATES)
    assert shown(ranked).tree.heads == heads(model, sentence) == model.parse(strip_annotation(sentence))[0].value.heads
    right = sum(here == there for here, there in zip(shown(ranked).tree.heads, sentence.heads, strict=True))
    size = len(sentence)
    assert ranked.summary.text() == (
        f"rank {STATES} of {STATES}: 0 of {size} heads differ from rank {STATES}; "
        f"{right} of {size} agree with the annotation"
    )


def test_moving_the_slider_moves_the_cut_and_marks_the_words_whose_heads_change(
    desk: AppContext, ranked: RankView, model: TruncatableParser
) -> None:
    at = differing(model, desk.session.treebank, 1)
    found = go_to(ranked, desk, at, 1)
    assert found.tree.heads == heads(model, desk.session.treebank[at], 1)
    assert found.full_tree.heads == heads(model, desk.session.treebank[at])
    moved = {
        word
        for word, pair in enumerate(zip(found.tree.heads, found.full_tree.heads, strict=True), 1)
        if len(set(pair)) > 1
    }
    assert found.changed_parts == moved
    assert moved
    assert ranked.summary.text().startswith(f"rank 1 of {STATES}: {len(moved)} of ")
    drawing = ranked.drawing
    assert drawing is not None
    assert {word for word, item in drawing.words.items() if item.is_uncertain} == moved
    assert {
        word
        for word, arcs in drawing.arcs.items()
        if any(arc.suggested_part and arc.suggested_part.is_changed for arc in arcs)
    } == moved
    assert ranked.plot.accessibleDescription().endswith("rank 1")
    assert ranked.slider.accessibleDescription() == f"Rank: 1 of {STATES}"
    spoken = ranked.canvas.accessibleDescription().split("\n")
    assert {int(line.split()[0]) for line in spoken[1:] if line.endswith("differs")} == moved
    go_to(ranked, desk, at, STATES)
    assert ranked.drawing is not drawing
    assert ranked.plot.accessibleDescription().endswith(f"rank {STATES}")


def test_what_is_asked_while_the_slider_moves_is_coalesced(desk: AppContext, ranked: RankView) -> None:
    answers: list[TruncationQuestion] = []
    desk.model_explorer.truncated_parse_received.connect(lambda _place, question, _cut: answers.append(question))
    for states in (3, 2, 1):
        ranked.slider.setValue(states)
    wait_for(lambda: shown(ranked).states == 1)
    assert [question.states for question in answers] == [3, 1]


def test_answers_about_another_sentence_are_dropped(
    desk: AppContext, ranked: RankView, model: TruncatableParser
) -> None:
    answers: list[TruncationQuestion] = []
    desk.model_explorer.truncated_parse_received.connect(lambda _place, question, _cut: answers.append(question))
    ranked.slider.setValue(2)
    for index in (5, 6):
        desk.session.select(index)
    wait_for(lambda: shown(ranked).tree.forms == desk.session.treebank[6].forms)
    assert [question.index for question in answers] == [6]
    assert shown(ranked).tree.heads == heads(model, desk.session.treebank[6], 2)


def test_an_edit_of_the_sentence_is_parsed_anew(desk: AppContext, ranked: RankView, model: TruncatableParser) -> None:
    before = shown(ranked)
    desk.session.edit("another tag", lambda one: one.with_value("xpos", 1, "FW"))
    wait_for(lambda: shown(ranked) is not before)
    assert shown(ranked).tree.xpos[0] == "FW"
    assert shown(ranked).tree.heads == heads(model, desk.session.treebank[0])


def test_text_without_heads_has_nothing_to_agree_with_and_arabic_runs_from_the_right(
    desk: AppContext, ranked: RankView
) -> None:
    found = go_to(ranked, desk, SENTENCES, 2)
    assert found.tree.has_heads
    assert "annotation" not in ranked.summary.text()
    assert ranked.drawing is not None
    assert ranked.drawing.right_to_left
    assert ranked.drawing.get_area(1).left() > ranked.drawing.get_area(2).right()


def test_a_model_of_em_greys_the_slider_and_says_why(view: ExploreView, ranked: RankView) -> None:
    models = view.automata.panel.controls.model
    models.setCurrentIndex(models.findData("head-automata 1"))
    wait_for(lambda: "only spectral" in ranked.summary.text().lower())
    assert not ranked.slider.isEnabled()
    assert ranked.slider.toolTip() == ranked.summary.text()
    assert ranked.truncated_parse is None
    assert not ranked.canvas.scene().items()
    models.setCurrentIndex(models.findData("head-automata 2"))
    wait_for(lambda: ranked.truncated_parse is not None)
    assert ranked.slider.isEnabled()


def test_the_slider_is_reached_and_moved_by_keys(ranked: RankView) -> None:
    ranked.slider.setFocus()
    wait_for(ranked.slider.hasFocus)
    assert ranked.slider.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert ranked.slider.accessibleName() == "Rank"
    QTest.keyClick(ranked.slider, Qt.Key.Key_Left)
    assert ranked.slider.value() == STATES - 1
    QTest.keyClick(ranked.slider, Qt.Key.Key_Home)
    wait_for(lambda: shown(ranked).states == 1)


def test_what_was_clipped_is_told(desk: AppContext, ranked: RankView, model: TruncatableParser) -> None:
    part = model.truncate(2)
    clipped = [part.posteriors(one).clipped for one in list(desk.session.treebank)[:50]]
    at = max(range(50), key=lambda index: clipped[index])
    go_to(ranked, desk, at, 2)
    told = ranked.clipping_note.text()
    assert told.startswith(f"{clipped[at]} stopping score{'' if clipped[at] == 1 else 's'} clipped in this sentence; ")
    assert f"; {part.clipped} training sequence" in told


def test_a_hidden_view_asks_nothing_until_it_is_seen(desk: AppContext, view: ExploreView, ranked: RankView) -> None:
    answers: list[TruncationQuestion] = []
    desk.model_explorer.truncated_parse_received.connect(lambda _place, question, _cut: answers.append(question))
    details = view.automata.panel.details
    details.setCurrentWidget(details.merges)
    desk.session.select(3)
    desk.session.select(4)
    assert not answers
    details.setCurrentWidget(ranked)
    wait_for(lambda: shown(ranked).tree.forms == desk.session.treebank[4].forms)
    assert [question.index for question in answers] == [4]


def test_a_document_without_heads_opens_with_the_head_that_the_model_saw_most(
    desk: AppContext, view: ExploreView, model: TruncatableParser
) -> None:
    controls = view.automata.panel.controls
    asked: list[object] = []
    desk.model_explorer.head_tags_received.connect(lambda _run, found: asked.append(found))
    desk.session.open_document(next(name for name in desk.session.documents if name != desk.session.document))
    wait_for(lambda: bool(asked))
    counts: dict[str, int] = {}
    learnt = formats.load(locate_assets() / "sample" / "english" / "sampled.conllu")
    seen = getattr(model, "sentence_count", 0)
    assert seen == SENTENCES, "none was left out, so that all can be counted here"
    for at in range(SENTENCES):
        for head in learnt[at].heads:
            if head:
                tag = learnt[at].xpos[head - 1]
                counts[tag] = counts.get(tag, 0) + 1
    listed = {controls.head.itemData(row): controls.head.itemText(row) for row in range(controls.head.count())}
    assert listed == {tag: f"{tag}  ({count} modifier{'' if count == 1 else 's'})" for tag, count in counts.items()}
    rows = cast("tuple[tuple[str, str, int], ...]", asked[-1])
    assert [row[2] for row in rows] == sorted((row[2] for row in rows), reverse=True)


def test_a_tree_that_is_too_wide_begins_at_its_first_word(desk: AppContext, ranked: RankView) -> None:
    at = max(range(len(desk.session.treebank)), key=lambda index: len(desk.session.treebank[index]))
    go_to(ranked, desk, at, STATES)
    canvas, drawing = ranked.canvas, ranked.drawing
    assert drawing is not None
    assert canvas.sceneRect().width() * canvas.transform().m11() > canvas.viewport().width()
    wait_for(lambda: canvas.viewport().rect().contains(canvas.mapFromScene(drawing.get_area(1).center())))


def test_a_list_of_models_says_whose_singular_values_they_are(view: ExploreView) -> None:
    texts = {label.text() for label in view.models.findChildren(QLabel)}
    assert any("of the head and side with the most modifiers" in text for text in texts)
    models = view.models.findChild(QListWidget)
    assert models is not None
    models.setCurrentRow(1)
    assert "Singular values" in {label.text() for label in view.models.findChildren(QLabel)}


def test_the_engine_holds_cut_models_as_long_as_they_are_few(made: Path, model: TruncatableParser) -> None:
    engine = Engine()
    path = next((made / "project" / "models").glob("*_2.*"))
    assert AskMaxStates(path).run(engine, ignore_progress) == STATES
    sentence = formats.load(made / "sentences.conllu")[1]
    held = next(iter(engine.truncated_models.values()))
    found = ParseTruncated(path, sentence, STATES).run(engine, ignore_progress)
    assert list(engine.truncated_models.values()) == [held], "what was made to be asked whether it can is used"
    assert (found.states, found.max_states, found.changed_parts) == (STATES, STATES, frozenset())
    assert found.unscored_sequences == model.clipped
    for number in range(500):
        engine.truncated_models[path, number, 3] = held
    ParseTruncated(path, sentence, 2).run(engine, ignore_progress)
    assert sum(states * states for *_, states in engine.truncated_models) <= 4_000
    assert next(reversed(engine.truncated_models))[2] == 2


def test_a_run_tells_how_many_scores_were_clipped_where_any_were(made: Path, model: TruncatableParser) -> None:
    engine = Engine()
    engine.set_document("a", DocumentState(made / "sentences.conllu", "conllu", {}))
    measures = {
        name: Train(("a",), "", "head-automata", settings, None).run(engine, ignore_progress).measures
        for name, settings in (("spectral", SPECTRAL), ("em", EM))
    }
    treebank = formats.load(made / "sentences.conllu")
    clipped = sum(model.posteriors(one).clipped for one in treebank if one.has_heads)
    assert measures["spectral"].get("clipped", 0) == clipped > 0
    assert "clipped" not in measures["em"]
    assert 0 < measures["spectral"]["uas"] < 100


def test_another_cut_of_the_same_values_moves_the_line_and_its_name() -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    def drawn(cut: int | None, values: tuple[float, ...] = (3.0, 2.0, 1.0)) -> SingularValueSpectrum:
        return SingularValueSpectrum("NN left", values, cut, f"cut: {cut} kept")

    figure = Figure()
    FigureCanvasAgg(figure)
    assert not plot_singular_values("rank", "value", [drawn(3)]).update(figure)
    plot_singular_values("rank", "value", [drawn(3)]).draw(figure, make_plot_style(make_palette(True), 9))
    assert plot_singular_values("rank", "value", [drawn(1)]).update(figure)
    (axes,) = figure.axes
    assert list(cast("Iterable[float]", axes.get_lines()[1].get_xdata())) == [1.5, 1.5]
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["NN left", "cut: 1 kept"]
    assert not plot_singular_values("rank", "value", [drawn(1, (3.0, 2.0, 0.5))]).update(figure)
    assert not plot_singular_values("rank", "value", [drawn(None)]).update(figure)
