"""What is shown of a sentence is what accepting it writes, cell by cell, in the bytes of the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from learning import change_locks, wait_for
from noun_or_verb import make_noun_or_verb, make_noun_or_verb_corpus
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from shown import (
    READING_COLUMNS,
    Cell,
    accept,
    fill_shelf,
    find_differences,
    open_text,
    read_file,
    read_screen,
    save,
    settle,
    show_panels,
    strip_all,
)

from spectral_core import formats
from spectral_core.data import EMPTY, UNCONSTRAINED, Sentence, Treebank
from spectral_core.files import locate_assets
from spectral_gui.app.window import Window
from spectral_gui.preferences import Preferences
from spectral_gui.state import AppContext
from spectral_gui.views.annotate.word_edits import make_column_edit

PIPELINE, RANKER = "my pipeline — library", "my analysis-ranker — library"
PARSER = "my arc-parser — library"
SIZES = {"english": 40, "arabic": 80}  # sentences that models learn from
OPEN_COUNT = 2
pytestmark = pytest.mark.qt_log_ignore("raise", extend=True)  # what the offscreen platform says of panels apart
Opener = Callable[..., tuple[Window, Path]]


def load_sample(language: str) -> list[Sentence]:
    written = formats.load(locate_assets() / "sample" / language / "written.conllu")
    return [replace(sentence, tree=None) for sentence in written if all(head is not None for head in sentence.heads)]


@pytest.fixture(scope="module")
def shelves(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Libraries with models of the first sentences of the samples."""
    folders = {language: tmp_path_factory.mktemp(language) for language in SIZES}
    methods = {"english": ("pipeline", "arc-parser", "analysis-ranker"), "arabic": ("pipeline", "analysis-ranker")}
    shelves = {
        language: fill_shelf(folder, Treebank.of(load_sample(language)[: SIZES[language]]), methods[language])
        for language, folder in folders.items()
    }
    corpus = Treebank.of(make_noun_or_verb_corpus(600))
    return {**shelves, "noun or verb": fill_shelf(tmp_path_factory.mktemp("noun_or_verb"), corpus, ("pipeline",))}


@pytest.fixture
def opened(qapp: QApplication, shelves: dict[str, Path], tmp_path: Path) -> Iterator[Opener]:
    assert qapp is not None
    windows: list[Window] = []

    def open_window(
        language: str, parser: str, ranker: str, panels: tuple[str, ...], sentences: list[Sentence] | None = None
    ) -> tuple[Window, Path]:
        context = AppContext(tmp_path / "store")
        context.library.set_folder(shelves[language])
        window = Window(context, Preferences(theme="light"))
        windows.append(window)
        window.resize(1400, 900)
        window.show()
        treebank = sentences or list(map(strip_all, load_sample(language)[-OPEN_COUNT:]))
        path = open_text(context, tmp_path / "text", Treebank.of(treebank))
        context.suggestions.model.choose_run(parser)
        context.readings.model.choose_run(ranker)
        show_panels(window, *panels)
        context.session.select(0)
        return window, path

    yield open_window
    for window in windows:
        window.close()
        window.deleteLater()
    QApplication.processEvents()


def list_unseen(cells: list[Cell], written: dict[tuple[int, str], str]) -> list[tuple[int, str]]:
    """The cells that are written although no part of the window shows them."""
    seen = {(cell.word, cell.column) for cell in cells if cell.text != EMPTY}
    return [key for key, value in written.items() if value != EMPTY and key[1] != "id" and key not in seen]


@pytest.mark.parametrize(
    ("language", "parser", "ranker", "panels"),
    [
        ("english", PIPELINE, PIPELINE, ("word", "candidates")),
        ("english", PIPELINE, PIPELINE, ("word",)),
        ("english", PARSER, RANKER, ("word", "candidates")),
        ("english", PARSER, RANKER, ("word",)),
        ("arabic", PIPELINE, PIPELINE, ("word", "candidates")),
        ("arabic", PIPELINE, PIPELINE, ("word",)),
        ("arabic", "", RANKER, ("word", "candidates")),
    ],
)
def test_every_cell_on_screen_is_in_the_file_after_the_sentence_was_accepted(
    opened: Opener, language: str, parser: str, ranker: str, panels: tuple[str, ...]
) -> None:
    window, path = opened(language, parser, ranker, panels)
    session = window.context.session
    cells: dict[int, list[Cell]] = {}
    for index in range(OPEN_COUNT):
        session.select(index)
        cells[index] = read_screen(window)
        accept(window)
    save(window.context)
    for index in range(OPEN_COUNT):
        written = read_file(path, index)
        assert find_differences(cells[index], written) == []
        assert list_unseen(cells[index], written) == []
    assert any(value != EMPTY for (_, column), value in written.items() if column == "upos")
    if parser == PIPELINE or "candidates" in panels:
        assert all(value != EMPTY for (_, column), value in written.items() if column == "lemma")


@pytest.mark.parametrize(("parser", "ranker"), [(PIPELINE, PIPELINE), (PARSER, RANKER)])
def test_a_corrected_tag_stays_and_tree_and_readings_are_found_anew(opened: Opener, parser: str, ranker: str) -> None:
    window, path = opened("english", parser, ranker, ("word", "candidates"))
    context = window.context
    settle(context)
    before = context.suggestions.current
    assert before is not None
    (word, tag) = next(
        (word, "VERB" if tag == "NOUN" else "NOUN")
        for word, tag in enumerate(before.get_tree(0).upos, 1)
        if tag in ("NOUN", "VERB")
    )
    context.session.select(word=word)
    context.session.edit("Set the tag", make_column_edit("upos", word, tag))
    assert context.suggestions.is_waiting  # it was found for another tag
    cells = read_screen(window)
    suggestion = context.suggestions.current
    assert suggestion is not None
    assert suggestion.get_tree(0).upos[word - 1] == tag
    assert suggestion.parse_result.rankings is not None
    assert suggestion.parse_result.rankings.readings[0][word - 1][0].value.upos == tag
    accept(window)
    save(context)
    written = read_file(path, 0)
    assert written[word, "upos"] == tag
    assert find_differences(cells, written) == []


def test_a_corrected_head_and_a_locked_one_are_written_as_they_are(opened: Opener) -> None:
    window, path = opened("english", PIPELINE, PIPELINE, ("word", "candidates"))
    context = window.context
    settle(context)
    assert context.suggestions.current_tree is not None
    tree = context.suggestions.current_tree
    leaves = [word for word in range(1, len(tree) + 1) if word not in tree.heads and tree.heads[word - 1]]
    first, second = leaves[0], leaves[1]
    root = tree.heads.index(0) + 1
    new_heads = {word: next(h for h in (root, *leaves[2:]) if h != tree.heads[word - 1]) for word in (first, second)}
    context.session.edit("Attach", lambda old: old.with_head(first, new_heads[first], "dep"))
    required = frozenset({(new_heads[second], second)})
    assert change_locks(context, replace(UNCONSTRAINED, required_arcs=required), "Lock")
    cells = read_screen(window)
    accept(window)
    save(context)
    written = read_file(path, 0)
    assert (written[first, "head"], written[first, "deprel"]) == (str(new_heads[first]), "dep")
    assert written[second, "head"] == str(new_heads[second])
    assert find_differences(cells, written) == []


@pytest.mark.parametrize("is_noun", [True, False])
def test_a_head_corrected_by_key_changes_the_reading_that_is_shown_and_written(opened: Opener, is_noun: bool) -> None:
    text = replace(strip_all(make_noun_or_verb("walk", True, "ana", "bo")), source=None)
    window, path = opened("noun or verb", PIPELINE, PIPELINE, ("word", "candidates"), [text])
    context, canvas = window.context, window.views.dependency.canvas
    settle(context)
    assert context.suggestions.current_tree is not None
    if context.suggestions.current_tree.upos[2] == ("NOUN" if is_noun else "VERB"):  # correct it to the other first
        context.session.edit("Attach", lambda old: old.with_head(3, 0 if is_noun else 2))
        settle(context)
    context.session.select(word=3)
    window.activateWindow()
    canvas.setFocus()
    wait_for(lambda: window.isActiveWindow() and canvas.hasFocus())
    for key in ("h", "2") if is_noun else ("o",):
        QTest.keyClicks(QApplication.focusWidget(), key)
    cells = read_screen(window)
    upos, head = ("NOUN", "2") if is_noun else ("VERB", "0")
    shown = {(cell.part, cell.column): cell.text for cell in cells if cell.word == 3}
    assert (shown["tree", "upos"], shown["readings", "upos"], shown["tree", "head"]) == (upos, upos, head)
    accept(window)
    save(context)
    written = read_file(path, 0)
    assert (written[3, "upos"], written[3, "head"]) == (upos, head)
    assert written[3, "feats"] == ("Number=Sing" if is_noun else "VerbForm=Fin")
    assert find_differences(cells, written) == []


@pytest.mark.parametrize(("parser", "ranker"), [(PIPELINE, PIPELINE), (PARSER, RANKER)])
def test_cells_that_are_given_are_kept_and_shown(opened: Opener, parser: str, ranker: str) -> None:
    gold = load_sample("english")[-OPEN_COUNT:]
    given: list[Sentence] = []
    for sentence in gold:
        partial = strip_all(sentence)
        for word in range(1, len(sentence) + 1):
            column = READING_COLUMNS[word % 4]
            partial = partial.with_value(column, word, sentence.column(column)[-word])  # mostly that of another word
            if word % 5 == 0:
                partial = partial.with_head(word, sentence.heads[word - 1], sentence.deprels[-word])
        given.append(replace(partial, source=None))
    window, path = opened("english", parser, ranker, ("word", "candidates"), given)
    cells = {}
    for index in range(OPEN_COUNT):
        window.context.session.select(index)
        cells[index] = read_screen(window)
        accept(window)
    save(window.context)
    for index, sentence in enumerate(given):
        written = read_file(path, index)
        assert find_differences(cells[index], written) == []
        for column in (*READING_COLUMNS, "deprel"):
            for word, value in enumerate(sentence.column(column), 1):
                assert value in (EMPTY, written[word, column])
        for word, head in enumerate(sentence.heads, 1):
            assert head is None or written[word, "head"] == str(head)


def test_a_tag_given_just_before_return_is_not_replaced_by_an_older_reading(opened: Opener) -> None:
    gold = load_sample("english")[-1]
    with_tree = replace(strip_all(gold).with_heads(gold.heads, gold.deprels), source=None)
    window, _ = opened("english", PIPELINE, PIPELINE, ("candidates",), [with_tree])
    context = window.context
    wait_for(lambda: context.readings.is_ranking_current(0))
    rankings = context.readings.request_ranking(0)
    assert rankings is not None
    word = next(word for word, readings in enumerate(rankings, 1) if readings[0].value.upos == "NOUN")
    context.session.edit("Set the tag", make_column_edit("upos", word, "VERB"))
    shown = context.readings.request_ranking(0)  # the new ranking is not there yet
    assert not context.readings.is_ranking_current(0)
    assert shown is not None
    assert shown[word - 1][0].value.upos == "VERB"
    assert context.acceptance.accept_sentence(force=True)
    sentence = context.session.treebank[0]
    assert sentence.upos[word - 1] == "VERB"
    assert EMPTY not in sentence.lemmas


def test_the_reading_that_return_writes_is_first_although_the_list_was_read_in_another_order(opened: Opener) -> None:
    window, _ = opened("english", PIPELINE, PIPELINE, ("candidates",))
    context = window.context
    settle(context)
    rankings = context.readings.request_ranking(0)
    assert rankings is not None
    word = next(
        word
        for word, readings in enumerate(rankings, 1)
        if len(readings) > 1 and readings[0].value.upos != readings[1].value.upos
    )
    context.session.select(word=word)
    QTest.qWait(300)  # long enough for somebody to aim at a row
    model = window.views.candidates.reading_list.reading_model
    second = model.visible_readings[1].analysis
    context.session.edit("Set the tag", make_column_edit("upos", word, second.upos))
    settle(context)
    wait_for(lambda: context.readings.is_ranking_current(0))
    QTest.qWait(10)
    suggested_tree = context.suggestions.current_tree
    assert suggested_tree is not None
    accepted = context.acceptance.compose_accepted_sentence(0, suggested_tree)
    first = model.visible_readings[0].analysis
    assert (first.lemma, first.upos, first.xpos, first.feats) == tuple(
        accepted.column(column)[word - 1] for column in READING_COLUMNS
    )
    assert first.upos == second.upos
