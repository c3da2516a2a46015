"""Readings taken with keys: digits, the form, the filter, everywhere at once; what is written, undone and counted."""

from __future__ import annotations

import random
import re
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, QSettings, Qt, QTranslator
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QLineEdit, QTabBar, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from seen import labels, named

from spectral_core.data import EMPTY, Analysis, Ranked, Segment, Sentence, Treebank
from spectral_core.data.readings import find_matching_candidate, format_typed_segments, parse_typed_segments
from spectral_core.files import locate_assets
from spectral_core.formats import load, save
from spectral_core.model import Contribution
from spectral_core.project import Project
from spectral_gui import theme
from spectral_gui.app.window import Window
from spectral_gui.preferences import Preferences
from spectral_gui.rank_explanation import format_explanation, make_explanation_lines
from spectral_gui.state import AppContext, ScoreExplanation
from spectral_gui.state.active_model import TakeoverRule
from spectral_gui.state.reading_selection import AnnotationEffort, WordEffort
from spectral_gui.views.annotate.readings.explanation_view import ContributionGroup, ExplanationView
from spectral_gui.views.annotate.readings.pane import AdviceBar
from spectral_gui.views.annotate.readings.reading_list import RankedReading, ReadingListModel, ReadingListView
from spectral_gui.views.annotate.readings.view import CandidatesView, OccurrencesDialog

AT_ONCE = TakeoverRule(1, 0.0)  # an update takes over without a comparison
SAMPLE = locate_assets() / "sample" / "arabic"
WAIT = 60_000


def bare(sentence: Sentence) -> Sentence:
    """The sentence as it is before anybody has read its words; its tree stays."""
    spaces = tuple("SpaceAfter=No" if "SpaceAfter=No" in misc else EMPTY for misc in sentence.misc)
    nothing = (EMPTY,) * len(sentence)
    return replace(
        sentence, lemmas=nothing, upos=nothing, xpos=nothing, feats=nothing, misc=spaces, source=None, comments=()
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project over the Arabic sample without its annotation, and over the annotated one."""
    room = tmp_path / "arabic project"
    room.mkdir()
    shutil.copytree(SAMPLE / "lexicon", room / "lexicon")
    annotated = load(SAMPLE / "written.conllu")
    save(Treebank.of(map(bare, annotated)), room / "open.conllu", "conllu")
    shutil.copyfile(SAMPLE / "written.conllu", room / "annotated.conllu")
    Project.create(room, [room / "open.conllu", room / "annotated.conllu"]).close()
    return room


@pytest.fixture
def made(qtbot: QtBot) -> Iterator[Callable[[Path], Window]]:
    windows: list[Window] = []

    def make(path: Path) -> Window:
        window = Window(AppContext(), Preferences(theme="light"))
        windows.append(window)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow, timeout=30_000)
        desk = window.context
        with qtbot.waitSignal(desk.readings.readings_found, timeout=WAIT):
            window.document_actions.open(path)
        qtbot.waitUntil(lambda: window.views.candidates.has_readings_on_screen, timeout=WAIT)
        window.views.dependency.canvas.setFocus()
        return window

    yield make
    for window in windows:
        window.close()
        window.deleteLater()
    QApplication.processEvents()


@pytest.fixture
def window(made: Callable[[Path], Window], folder: Path) -> Window:
    return made(folder)


def press(qtbot: QtBot, key: str | Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """A key where the keys go now."""
    widget = QApplication.focusWidget()
    assert isinstance(widget, QWidget)
    qtbot.keyClick(widget, key, held)


def write(qtbot: QtBot, text: str) -> None:
    """Writes where the keys go now, instead of what is marked; Arabic is pasted, for which there are no keys here."""
    QApplication.clipboard().setText(text)
    press(qtbot, "v", Qt.KeyboardModifier.ControlModifier)


def settle(qtbot: QtBot, desk: AppContext) -> None:
    """Waits until the ranking of the selected sentence knows every decision in it."""
    qtbot.waitUntil(lambda: desk.readings.is_ranking_current(desk.session.selection.sentence), timeout=WAIT)


def test_ten_words_are_annotated_with_digits_one_with_the_form_one_everywhere_and_all_is_undone(
    window: Window, qtbot: QtBot
) -> None:
    desk, view = window.context, window.views.candidates
    right = load(SAMPLE / "written.conllu")
    before = list(desk.session.treebank)
    taken = []
    for _ in range(10):
        settle(qtbot, desk)
        index, word = desk.session.selection.sentence, desk.session.selection.word
        if not word or word not in desk.readings.find_uncertain_words(index):
            desk.session.select(index + 1)
            settle(qtbot, desk)
            qtbot.waitUntil(lambda: bool(desk.session.selection.word) and view.has_readings_on_screen, timeout=WAIT)
            index, word = desk.session.selection.sentence, desk.session.selection.word
        place = find_matching_candidate(
            right[index], word, [one.analysis for one in view.reading_list.reading_model.visible_readings]
        )
        digit = 1 if place is None else place + 1  # a word whose gold reading the small lexicon spells otherwise
        press(qtbot, str(digit))
        taken.append((index, word, digit))
    assert len(taken) == desk.effort_tracker.effort.word_count == 10
    for index, word, _ in taken:
        assert desk.session.treebank[index].lemmas[word - 1] == right[index].lemmas[word - 1]
        assert desk.session.treebank[index].xpos[word - 1] == right[index].xpos[word - 1]
    assert desk.effort_tracker.effort.keys_per_word == 1
    step = desk.session.project.list_history()[0]
    assert (step.provenance, step.rank) == ("human", taken[-1][2])

    desk.session.select(2)
    settle(qtbot, desk)
    desk.session.select(word=5)
    press(qtbot, "0")
    assert view.form.isVisible()
    line = QApplication.focusWidget()
    assert line is view.form.fields["lemma"]
    write(qtbot, "طَازَج_2")
    press(qtbot, Qt.Key.Key_Return)
    assert not view.form.isVisible()
    assert desk.effort_tracker.effort.keys_per_word == 13 / 11  # 0, what was pasted, Enter
    assert desk.session.treebank[2].lemmas[4] == "طَازَج_2"
    assert desk.session.treebank[2].upos[4] == "ADJ"

    index, word = next(
        (at, place)
        for at, sentence in enumerate(before)
        for place, form in enumerate(sentence.forms, 1)
        if form == "في" and at > 3
    )
    desk.session.select(index)
    settle(qtbot, desk)
    desk.session.select(word=word)
    press(qtbot, ".")
    qtbot.waitUntil(lambda: bool(window.findChildren(OccurrencesDialog)), timeout=WAIT)
    dialog = window.findChildren(OccurrencesDialog)[0]
    places = dialog.checked_positions
    assert len(places) > 2
    qtbot.waitUntil(dialog.isActiveWindow, timeout=30_000)  # until then Return is a key of the window below
    qtbot.keyClick(dialog.table, Qt.Key.Key_Return)
    assert all(desk.session.treebank[at].lemmas[one - 1] == "فِي" for at, one in (*places, (index, word)))

    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=30_000)
    window.views.dependency.canvas.setFocus()
    for _ in range(12):
        press(qtbot, "z", Qt.KeyboardModifier.ControlModifier)
    assert desk.session.undo_text is None
    assert list(desk.session.treebank) == before
    assert desk.effort_tracker.effort.word_count == 0


def test_the_next_word_in_doubt_is_gone_to_and_the_last_says_so(window: Window, qtbot: QtBot) -> None:
    desk = window.context
    settle(qtbot, desk)
    assert desk.acceptance.find_uncertain_words() == (1, 2, 4, 5, 7)
    assert desk.session.selection.word == 1
    window.views.tokens.show()
    assert window.views.tokens.uncertain_words == frozenset((1, 2, 4, 5, 7))
    said: list[str] = []
    desk.notices.notified.connect(said.append)
    visited = []
    for _ in range(5):
        visited.append(desk.session.selection.word)
        press(qtbot, "1")
    assert visited == [1, 2, 4, 5, 7]
    model = window.views.candidates.reading_list.reading_model
    press(qtbot, "2")  # no word is left to go to
    qtbot.waitUntil(lambda: [row for row, one in enumerate(model.visible_readings) if one.is_chosen] == [1])
    assert window.views.candidates.reading_list.currentIndex().row() == 1
    press(qtbot, "1")
    qtbot.waitUntil(lambda: model.visible_readings[0].is_chosen)
    assert said[-1] == "No uncertain readings. Enter accepts the first reading of 3 words."
    press(qtbot, Qt.Key.Key_Return)
    assert desk.readings.find_undecided_words(0) == ()
    assert desk.session.provenances[0] == "confirmed"
    assert desk.session.undo_text == "Accept sentence 1 (first readings accepted: 3)"
    assert desk.session.treebank[0].upos[2] == "ADP"
    assert desk.effort_tracker.effort.word_count == 8


def test_the_filter_takes_a_tag_a_meaning_or_letters_with_or_without_vowels(window: Window, qtbot: QtBot) -> None:
    desk, view = window.context, window.views.candidates
    settle(qtbot, desk)
    desk.session.select(word=4)
    for typed, expected in (
        ("gen", {"ART+N.F+GEN.DEF", "ART+N+GEN.DEF"}),
        ("drive acc", set()),
        ("driving acc", {"ART+N+ACC.DEF"}),
        ("case=n", {"ART+N.F+NOM.DEF", "ART+N+NOM.DEF"}),
        ("gender", set()),
        (
            "سَوق",
            {"ART+N.F+NOM.DEF", "ART+N.F+ACC.DEF", "ART+N.F+GEN.DEF"}
            | {f"ART+N+{c}.DEF" for c in ("NOM", "ACC", "GEN")},
        ),
    ):
        press(qtbot, "/")
        write(qtbot, typed)
        assert {one.analysis.xpos for one in view.reading_list.reading_model.visible_readings} == expected, typed
        press(qtbot, Qt.Key.Key_Escape)
        assert len(view.reading_list.reading_model.visible_readings) == 6
        assert QApplication.focusWidget() is window.views.dependency.canvas
    press(qtbot, "/")
    write(qtbot, "driving gen")
    press(qtbot, Qt.Key.Key_Return)
    assert desk.session.treebank[0].xpos[3] == "ART+N+GEN.DEF"
    assert desk.session.project.list_history()[0].rank == 4
    assert desk.session.selection.word == 5


def test_arrows_go_through_the_list_and_to_the_words_beside_by_sight(window: Window, qtbot: QtBot) -> None:
    desk, view = window.context, window.views.candidates
    settle(qtbot, desk)
    view.reading_list.setFocus()
    press(qtbot, Qt.Key.Key_Left)  # Arabic runs to the left
    assert desk.session.selection.word == 2
    press(qtbot, Qt.Key.Key_Right)
    assert desk.session.selection.word == 1
    press(qtbot, Qt.Key.Key_Down)
    press(qtbot, Qt.Key.Key_Down)
    press(qtbot, Qt.Key.Key_Return)
    assert desk.session.treebank[0].xpos[0] == "V.PST+S1S"
    assert desk.session.project.list_history()[0].rank == 3
    assert desk.session.selection.word == 2


def test_what_was_taken_is_marked_and_still_is_after_reopening(
    window: Window, made: Callable[[Path], Window], folder: Path, qtbot: QtBot
) -> None:
    desk = window.context
    settle(qtbot, desk)
    press(qtbot, "3")
    desk.session.select(word=1)
    assert [one.is_chosen for one in window.views.candidates.reading_list.reading_model.visible_readings].index(
        True
    ) == 2
    assert "chosen" in window.views.candidates.reading_list.reading_model.describe_row(2)
    with qtbot.waitSignal(desk.document_saver.saved, timeout=WAIT):
        press(qtbot, "s", Qt.KeyboardModifier.ControlModifier)
    window.close()
    again = made(folder)
    settle(qtbot, again.context)
    again.context.session.select(word=1)
    assert [one.is_chosen for one in again.views.candidates.reading_list.reading_model.visible_readings].index(
        True
    ) == 2
    assert again.context.session.treebank[0] == desk.session.treebank[0]


def test_a_reading_of_ones_own_is_offered_from_then_on(window: Window, folder: Path, qtbot: QtBot) -> None:
    desk, view = window.context, window.views.candidates
    settle(qtbot, desk)
    desk.session.select(2)
    settle(qtbot, desk)
    desk.session.select(word=4)
    press(qtbot, "0")
    view.form.fields["gloss"].setText("a whale")
    view.form.fields["segments"].setText("ال/ART+سمك")
    qtbot.keyClick(view.form.fields["gloss"], Qt.Key.Key_Return)
    assert view.form.isVisible()  # the last part has no tag
    view.form.fields["segments"].setText("ال/ART+سَمَك/N")
    qtbot.keyClick(view.form.fields["gloss"], Qt.Key.Key_Return)
    assert not view.form.isVisible()
    qtbot.waitUntil(lambda: (folder / "lexicon.tsv").exists(), timeout=WAIT)
    other = next(at for at in range(1, 56) if at > 2 and "السمك" in desk.session.treebank[at].forms)
    desk.session.select(other)
    desk.session.select(word=desk.session.treebank[other].forms.index("السمك") + 1)
    qtbot.waitUntil(
        lambda: any(one.analysis.gloss == "a whale" for one in view.reading_list.reading_model.visible_readings),
        timeout=WAIT,
    )


def arrive_without_a_word(desk: AppContext, sentence: int) -> None:
    """Selects a sentence and no word of it, as a click beside the tree does."""
    desk.session.select(sentence)
    desk.session.select(word=0)


def test_without_a_word_the_first_key_selects_one_and_decides_nothing(window: Window, qtbot: QtBot) -> None:
    desk, view = window.context, window.views.candidates
    settle(qtbot, desk)
    assert desk.acceptance.accept_sentence(force=True)
    settle(qtbot, desk)
    accepted = desk.session.treebank[0]
    said: list[str] = []
    desk.notices.notified.connect(said.append)
    for act in (partial(view.choose_reading, 3), view.open_filter, view.apply_everywhere, view.write_own_reading):
        arrive_without_a_word(desk, 0)
        assert "No word selected" in labels(view)
        act()
        assert desk.session.selection.word == 1
        assert "Word 1, \u2068ذهبت\u2069" in said.pop()
        assert desk.session.treebank[0] == accepted
        assert not named(view, QLineEdit, "Filter of the readings").isVisible()
        assert not view.form.isVisible()
        assert not window.findChildren(OccurrencesDialog)
    view.choose_reading(3)
    assert desk.session.treebank[0].xpos[0] == "V.PST+S1S"


def test_in_a_sentence_without_doubt_that_is_come_to_the_first_word_is_selected(window: Window, qtbot: QtBot) -> None:
    desk, view = window.context, window.views.candidates
    settle(qtbot, desk)
    desk.session.select(1)
    settle(qtbot, desk)
    ranking = desk.readings.request_ranking(1)
    assert ranking is not None
    for word, row in enumerate(ranking, 1):
        assert desk.reading_selection.assign_reading(1, word, row[0].value)
    settle(qtbot, desk)
    assert not desk.readings.find_uncertain_words(1)
    desk.session.select(0)
    qtbot.waitUntil(lambda: desk.session.selection.word == min(desk.readings.find_uncertain_words(0)), timeout=WAIT)
    desk.session.select(1)
    qtbot.waitUntil(lambda: desk.session.selection.word == 1 and view.has_readings_on_screen, timeout=WAIT)
    assert "No analysis found" not in labels(view)
    desk.session.select(word=0)  # who leaves the word is not sent back to it
    QApplication.processEvents()
    assert desk.session.selection.word == 0


def test_the_form_begins_with_the_reading_that_stands_whatever_is_marked(window: Window, qtbot: QtBot) -> None:
    desk, view = window.context, window.views.candidates
    settle(qtbot, desk)
    press(qtbot, "3")
    settle(qtbot, desk)
    desk.session.select(word=1)
    view.reading_list.highlight_row(0)
    press(qtbot, "0")
    assert view.form.fields["xpos"].text() == "V.PST+S1S"
    press(qtbot, Qt.Key.Key_Escape)
    assert desk.reading_selection.assign_custom_reading(
        0, 1, Analysis("قطف", EMPTY, "VERB", "X", EMPTY, "picked")
    )  # none of those offered
    settle(qtbot, desk)
    qtbot.waitUntil(
        lambda: (
            desk.readings.find_chosen_candidate_index(0, 1) is None
            or len(view.reading_list.reading_model.visible_readings) > 5
        ),
        timeout=WAIT,
    )
    view.reading_list.highlight_row(1)
    press(qtbot, "0")
    assert view.form.fields["gloss"].text() == "picked"


def test_a_filter_that_nothing_fits_says_so(window: Window, qtbot: QtBot) -> None:
    desk, view = window.context, window.views.candidates
    settle(qtbot, desk)
    press(qtbot, "/")
    write(qtbot, "whale")
    assert "No matches" in labels(view)
    with qtbot.waitSignal(desk.notices.refused) as refused:
        press(qtbot, Qt.Key.Key_Return)
    assert refused.args == ["No matches"]
    press(qtbot, Qt.Key.Key_Escape)
    assert "No matches" not in labels(view)
    assert view.has_readings_on_screen


def test_a_word_applied_everywhere_is_counted_with_its_rank_and_keys_the_others_are_not(
    window: Window, qtbot: QtBot
) -> None:
    desk, view = window.context, window.views.candidates
    index, word = next(
        (at, one.forms.index("في") + 1) for at, one in enumerate(desk.session.treebank) if "في" in one.forms
    )
    desk.session.select(index, word)
    settle(qtbot, desk)
    rank = view.reading_list.highlighted_reading.rank if view.reading_list.highlighted_reading is not None else 0
    press(qtbot, ".")
    qtbot.waitUntil(lambda: bool(window.findChildren(OccurrencesDialog)), timeout=WAIT)
    dialog = window.findChildren(OccurrencesDialog)[0]
    assert len(dialog.checked_positions) > 1
    dialog.accept()
    assert desk.effort_tracker.effort.word_count == 1
    assert desk.effort_tracker.effort.rank_counts == {rank: 1}
    assert desk.effort_tracker.effort.keys_per_word == 2  # the point, and the key that applies
    desk.session.undo()
    assert desk.effort_tracker.effort.word_count == 0


def test_the_meter_tells_that_words_taken_unseen_are_counted(window: Window, qtbot: QtBot) -> None:
    desk = window.context
    settle(qtbot, desk)
    assert desk.acceptance.accept_sentence(force=True)
    assert desk.effort_tracker.effort.word_count > 1
    meter = window.views.candidates.effort_meter
    assert "words accepted by Enter with the first reading" in meter.toolTip()
    assert meter.heightForWidth(1_000) < meter.heightForWidth(250) < meter.heightForWidth(150)  # nothing is cut off


def test_escape_leaves_the_form_and_nothing_is_changed(window: Window, qtbot: QtBot) -> None:
    desk, view = window.context, window.views.candidates
    settle(qtbot, desk)
    press(qtbot, "0")
    press(qtbot, Qt.Key.Key_Escape)
    assert not view.form.isVisible()
    assert QApplication.focusWidget() is window.views.dependency.canvas
    assert desk.session.undo_text is None


def test_a_key_beyond_the_list_is_refused_with_a_sentence(window: Window, qtbot: QtBot) -> None:
    desk = window.context
    settle(qtbot, desk)
    desk.session.select(word=3)
    said: list[str] = []
    desk.notices.refused.connect(said.append)
    press(qtbot, "2")
    assert said == ["This word has no reading 2"]
    assert desk.session.undo_text is None


def test_a_ranker_orders_explains_and_learns_from_what_is_accepted(window: Window, qtbot: QtBot) -> None:
    desk, view = window.context, window.views.candidates
    settle(qtbot, desk)
    press(qtbot, Qt.Key.Key_Space)
    assert view.explainer.view.describe() == "No ranker: readings are in the order of the analyser."
    assert "unranked: train a ranker in Train" in labels(view)
    desk.readings.model.rule = AT_ONCE
    desk.runs.train("analysis-ranker", {}, ("annotated.conllu",))
    qtbot.waitUntil(lambda: not desk.runs.is_training_for_user, timeout=120_000)
    assert desk.readings.model.active_run is not None, desk.runs.recorded_runs[-1].complaint
    settle(qtbot, desk)
    rows = desk.readings.request_ranking(0)
    assert rows is not None
    for row in rows:
        shares = [one.probability for one in row if one.probability is not None]
        assert shares == sorted(shares, reverse=True)
        assert all(0 <= share <= 1 for share in shares)
        assert len(shares) == len(row)
    desk.session.select(word=2)
    desk.session.select(word=1)
    for said in ("Reading 1 compared with the mean of all: ", r"Reading 1 compared with \d: "):
        qtbot.waitUntil(lambda said=said: re.search(said, view.explainer.view.describe()) is not None, timeout=30_000)
    first = desk.readings.request_ranking(0)
    assert first is not None
    press(qtbot, "1")
    settle(qtbot, desk)
    press(qtbot, Qt.Key.Key_Return)  # takes the first readings of all others
    assert desk.readings.find_undecided_words(0) == ()
    assert desk.session.selection.sentence == 1
    assert desk.effort_tracker.effort.word_count == 8
    qtbot.waitUntil(lambda: desk.readings.model.added_sentence_count == 1, timeout=120_000)
    desk.session.select(2)
    settle(qtbot, desk)
    desk.readings.model.choose_run("")
    settle(qtbot, desk)
    rows = desk.readings.request_ranking(2)
    assert rows is not None
    assert all(one.probability is None for row in rows for one in row)


def test_words_are_in_doubt_below_the_margin_that_is_preferred(window: Window, qtbot: QtBot) -> None:
    desk = window.context
    desk.readings.model.rule = AT_ONCE
    desk.runs.train("analysis-ranker", {}, ("annotated.conllu",))
    qtbot.waitUntil(lambda: not desk.runs.is_training_for_user, timeout=120_000)
    settle(qtbot, desk)
    counts = []
    for margin in (0.0, 0.5, 1.0):
        window.preferences_controller.set_preferences(
            window.preferences_controller.preferences.with_changes(unsure=margin)
        )
        counts.append(len(desk.acceptance.find_uncertain_words()))
    assert counts[0] == 0
    assert counts == sorted(counts)
    assert counts[-1] > 0


def test_the_list_passes_qt_s_checks_and_tells_what_differs() -> None:
    rows = ReadingListModel()
    tester = QAbstractItemModelTester(rows, QAbstractItemModelTester.FailureReportingMode.Fatal)
    one = Ranked(Analysis("a", "á", "NOUN", "N+NOM", EMPTY, "one", (Segment("x", "N"),)), 0.0, 0.995)
    two = Ranked(Analysis("b", EMPTY, EMPTY, EMPTY, "Case=Acc"), -3.0, 0.005)
    rows.show_readings([RankedReading(one, 1), RankedReading(two, 2, is_chosen=True)])
    assert rows.describe_row(0) == "1, \u2068á\u2069, one, N+NOM, \u2068a\u2069, probability >99%"
    assert rows.describe_row(1) == "2, \u2068b\u2069, Acc, \u2068b\u2069, chosen"
    rows.filter_by("acc")
    assert [reading.rank for reading in rows.visible_readings] == [2]
    assert tester is not None


def test_contributions_are_put_together_by_element_and_keep_their_sum() -> None:
    parts = [Contribution("pos", f"word {n}", (-1) ** n / (n + 1)) for n in range(20)]
    parts += [Contribution("case", "word", -0.5), Contribution("case", "next word", -0.25)]
    parts += [Contribution("mood", "word", 2.0), Contribution("state", "last letter", 0.01)]
    parts += [Contribution("reading", "offered", 0.02)]
    found = make_explanation_lines(parts)
    bars = ContributionGroup("1 over 2", found)
    assert bars.total == pytest.approx(sum(part.value for part in parts))
    assert [(line.name, line.is_statistic) for line in found] == [
        ("mood: word", False),
        ("case", False),
        ("word", True),
        ("next word", True),
        ("pos", False),
        ("word 0", True),
        ("word 1", True),
        ("word 2", True),
        ("17 smaller ones", True),
        ("2 other elements", False),
    ]
    pos = next(at for at, line in enumerate(found) if line.name == "pos")
    assert found[pos].value == pytest.approx(sum(line.value for line in found[pos + 1 : pos + 5]))
    assert "word 19: -0.0500" in found[-2].description
    assert "state: last letter" not in found[-1].description
    assert "state: +0.0100" in found[-1].description


def test_where_there_is_no_room_statistics_are_folded_into_their_element() -> None:
    parts = [Contribution(element, f"word {n}", 1.0) for element in "abc" for n in range(4)]
    found = make_explanation_lines(parts, max_lines=3)
    assert [line.name for line in found] == ["a", "b", "c"]
    assert all(line.value == 4 and len(line.folded) == 4 for line in found)
    assert len(make_explanation_lines(parts, max_lines=9)) <= 9
    assert make_explanation_lines(()) == ()


def test_names_of_elements_and_statistics_are_translated(qapp: QApplication) -> None:
    class Upper(QTranslator):
        def translate(self, context: str, text: str, _note: str = "", _number: int = -1) -> str:
            return text.upper() if context == "ranker" else ""

    translator = Upper()
    parts = (Contribution("case", "word before", 1.25), Contribution("case", "word", 1.0))
    qapp.installTranslator(translator)
    try:
        found = make_explanation_lines(parts)
        html = format_explanation(ScoreExplanation(0, 1, Analysis("a"), None, parts), theme.get_colours(False))
    finally:
        qapp.removeTranslator(translator)
    assert [line.name for line in found] == ["CASE", "WORD BEFORE", "WORD"]
    assert "WORD BEFORE" in html
    assert [line.name for line in make_explanation_lines(parts)] == ["case", "word before", "word"]


def test_the_longest_bar_is_of_the_largest_element_whatever_its_statistics(qapp: QApplication) -> None:
    parts = (Contribution("case", "word", 4.0), Contribution("case", "next word", -3.0), Contribution("mood", "", 0.5))
    html = format_explanation(ScoreExplanation(0, 1, Analysis("a"), None, parts), theme.get_colours(False))
    assert re.findall(r'<td width="(\d+)%" bgcolor', html) == ["100", "50"]


def test_a_reading_without_evidence_is_not_spoken_of_as_two(qapp: QApplication) -> None:
    for second, text in ((None, "No evidence for this reading."), (Analysis("b"), "No evidence for either.")):
        html = format_explanation(ScoreExplanation(0, 1, Analysis("a"), second, ()), theme.get_colours(False))
        assert text in html


def test_a_long_message_in_place_of_the_bars_is_shown_whole(qtbot: QtBot) -> None:
    view = ExplanationView()
    qtbot.addWidget(view)
    for width in (500, 300, 210):
        view.resize(width, 60)
        view.show_groups((), "readings are in the order of the analyser " * 4)
        area = QRect(0, 0, view.width() - 16, 10_000)
        text = QFontMetrics(view._font).boundingRect(area, Qt.TextFlag.TextWordWrap, view.describe())
        assert view.minimumSizeHint().height() == text.height() + 8


def test_bars_leave_room_for_the_readings(window: Window, qtbot: QtBot) -> None:
    view = window.views.candidates
    settle(qtbot, window.context)
    press(qtbot, Qt.Key.Key_Space)
    parts = tuple(Contribution(f"part {n}", f"word {m}", 1.0 + n) for n in range(6) for m in range(4))
    view.explainer.view.show_groups(
        (
            ContributionGroup("1 over 2", make_explanation_lines(parts)),
            ContributionGroup("1 over all", make_explanation_lines(parts)),
        )
    )
    qtbot.waitUntil(lambda: view.explainer.scroll_area.height() > 60, timeout=30_000)
    assert view.explainer.scroll_area.height() <= 0.45 * view.height() + 1
    assert view.explainer.view.height() >= view.explainer.view.sizeHint().height()  # all of it, to be scrolled to
    assert view.reading_list.height() >= 2 * view.reading_list.sizeHintForRow(0)


def test_tabs_of_panels_are_never_cut_short(window: Window, qtbot: QtBot) -> None:
    panels = list(window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly))
    assert panels
    for tabs in panels:
        assert tabs.elideMode() == Qt.TextElideMode.ElideNone
        assert tabs.usesScrollButtons()


def test_bars_are_told_in_words(qtbot: QtBot) -> None:
    view = ExplanationView()
    qtbot.addWidget(view)
    parts = (Contribution("case", "word before", 1.25), Contribution("case", "word", -1.0))
    view.show_groups(
        (ContributionGroup("Reading 1 over 2", make_explanation_lines((*parts, Contribution("mood", "word", 1.0)))),)
    )
    told = "Reading 1 over 2: +1.25; mood: word +1.00; case +0.25, word before +1.25, word -1.00"
    assert view.accessibleDescription() == told
    assert not view.grab().isNull()


def test_effort_counts_every_word_once_and_forgets_what_is_taken_back() -> None:
    effort = AnnotationEffort()
    effort.add_decision("a", 0, 1, WordEffort(1, 1, 1_000))
    effort.add_decision("a", 0, 1, WordEffort(3, 5, 9_000))  # changed afterwards: it was known by then
    effort.add_decision("a", 0, 2, WordEffort(None, 8, 600_000))
    assert (effort.word_count, effort.keys_per_word, effort.seconds_per_word) == (2, 4.5, 30.5)
    assert effort.rank_counts == {1: 1, None: 1}
    assert effort.first_reading_accuracy == 0.5
    effort.remove_last_decision("a", 0, 2)
    assert (effort.word_count, effort.keys_per_word) == (1, 1)
    for word in range(3, 30):
        effort.add_decision("a", 1, word, WordEffort(1 if word > 12 else 2, 1, 500))
    curve = effort.compute_moving_accuracy(window=10)
    assert curve[0] == (5, 0.2)
    assert curve[-1] == (28, 1.0)


def test_effort_forgets_the_newest_decision_about_a_word_and_counts_the_first() -> None:
    effort = AnnotationEffort()
    effort.add_decision("a", 0, 1, WordEffort(1, 1, 1_000))
    effort.add_decision("a", 0, 1, WordEffort(4, 9, 9_000))
    effort.remove_last_decision("a", 0, 1)
    assert (effort.word_count, effort.rank_counts) == (1, {1: 1})
    effort.remove_last_decision("a", 0, 1)
    assert effort.word_count == 0


def test_effort_sums_up_alike_whatever_was_taken_back_meanwhile() -> None:
    chance = random.Random(5)
    effort, standing = AnnotationEffort(), dict[int, WordEffort]()
    for _ in range(3_000):
        word = chance.randrange(1, 900)
        if word in standing:
            effort.remove_last_decision("a", 0, word)
            del standing[word]
        else:
            standing[word] = WordEffort(
                chance.choice((1, 1, 2, None)), chance.randrange(1, 4), chance.randrange(90_000)
            )
            effort.add_decision("a", 0, word, standing[word])
    plain = list(standing.values())
    assert effort.word_count == len(plain)
    assert effort.rank_counts == Counter(taken.rank for taken in plain)
    assert effort.keys_per_word == pytest.approx(sum(taken.keys for taken in plain) / len(plain))
    assert effort.seconds_per_word == pytest.approx(sum(min(t.milliseconds, 60_000) for t in plain) / 1000 / len(plain))
    assert effort.first_reading_accuracy == pytest.approx(sum(taken.rank == 1 for taken in plain) / len(plain))
    curve = effort.compute_moving_accuracy(window=20)
    assert curve[-1][0] == len(plain)
    assert len(curve) <= 400
    for end, share in curve:
        window = plain[max(0, end - 20) : end]
        assert share == pytest.approx(sum(taken.rank == 1 for taken in window) / len(window))


def test_effort_is_kept_with_the_project_without_what_was_undone(
    made: Callable[[Path], Window], folder: Path, qtbot: QtBot
) -> None:
    first = made(folder)
    desk = first.context
    for word in (1, 2, 3):
        desk.session.select(word=word)
        settle(qtbot, desk)
        press(qtbot, "1")
    desk.session.undo()
    settle(qtbot, desk)
    desk.session.select(word=3)
    press(qtbot, "/")
    press(qtbot, Qt.Key.Key_Return)  # taken once more, by two keys
    settle(qtbot, desk)
    desk.session.undo()
    desk.session.undo()
    desk.session.redo()
    effort = desk.effort_tracker.effort
    assert (effort.word_count, effort.rank_counts) == (2, {1: 2})
    spent = effort.seconds_per_word
    desk.document_saver.save_all()
    first.close()
    desk.close()
    again = made(folder).context
    assert (again.effort_tracker.effort.word_count, again.effort_tracker.effort.rank_counts) == (2, {1: 2})
    assert again.effort_tracker.effort.seconds_per_word == spent
    assert not made(folder).views.candidates.effort_meter.isHidden()  # a second window, which can only look
    again.session.redo()
    assert again.effort_tracker.effort.word_count == 3
    assert again.effort_tracker.effort.keys_per_word == pytest.approx(4 / 3)
    for _ in range(3):
        again.session.undo()
    assert again.effort_tracker.effort.word_count == 0


def test_parts_are_typed_as_they_are_shown() -> None:
    parts = (Segment("ال", "ART"), Segment("", "NOM/x"), Segment("a+b%", "N"))
    assert parse_typed_segments(format_typed_segments(parts)) == parts
    assert parse_typed_segments(EMPTY) == ()
    for wrong in ("a", "a/", "a/b/c"):
        with pytest.raises(ValueError, match="a"):
            parse_typed_segments(wrong)


def test_advice_that_was_closed_stays_closed_until_there_is_another(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    bar = AdviceBar(parent)
    parent.show()
    line = 'pip install "spectral-workbench[arabic]"'
    bar.show_message(f"More words are known with: {line}")
    assert bar.isVisible()
    named(bar, QToolButton, "Copy the line that installs it").click()
    assert QApplication.clipboard().text() == line
    named(bar, QToolButton, "Close").click()
    bar.show_message(f"More words are known with: {line}")
    assert not bar.isVisible()
    bar.show_message("Something else")
    assert bar.isVisible()


def test_advice_takes_two_lines_at_most_and_all_of_it_is_in_the_tool_tip(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    bar = AdviceBar(parent)
    parent.show()
    sentence = 'Only a few words are here; many more come with: pip install "spectral-workbench[arabic]"'
    bar.show_message(sentence)
    high = bar.label.fontMetrics().height()
    beside = bar.width() - bar.label.width()
    once = bar.label.fontMetrics().horizontalAdvance(sentence)
    for wide, rows, whole in ((240, 2, False), (beside + round(0.75 * once), 2, True), (1_400, 1, True)):
        bar.resize(wide, bar.heightForWidth(wide))
        QApplication.processEvents()
        assert rows * high <= bar.label.height() < (rows + 1) * high
        assert len(bar.label.lines) == rows
        assert (" ".join(bar.label.lines) == sentence) == whole
        assert bar.label.lines[-1].endswith("…") != whole
        assert bar.label.toolTip() == sentence


def test_without_anything_selected_the_panel_says_what_to_do(qtbot: QtBot) -> None:
    desk = AppContext()
    view = CandidatesView(
        desk.session,
        desk.notices,
        desk.effort_tracker,
        desk.survey,
        desk.suggestions,
        desk.acceptance,
        desk.readings,
        desk.reading_selection,
    )
    qtbot.addWidget(view)
    view.show()
    assert "No word selected" in labels(view)
    desk.close()


def test_readings_behind_another_tab_underline_nothing_and_are_not_written_by_return(
    window: Window, qtbot: QtBot
) -> None:
    desk = window.context
    settle(qtbot, desk)
    assert desk.acceptance.find_uncertain_words()
    window.panels.show_dock("word")
    QApplication.processEvents()
    assert not window.views.candidates.has_readings_on_screen
    assert desk.acceptance.find_uncertain_words() == ()
    with qtbot.waitSignal(desk.notices.refused) as refused:
        window.views.candidates.choose_reading(1)
    assert refused.args == ["Open the Readings panel to see the readings of a word."]
    before = desk.session.sentence
    assert before is not None
    at = desk.session.selection.sentence
    window.views.dependency.canvas.setFocus()
    press(qtbot, Qt.Key.Key_Return)
    assert desk.session.provenances[at] == "confirmed"
    assert desk.session.treebank[at].lemmas == before.lemmas
    window.panels.show_dock("candidates")
    qtbot.waitUntil(lambda: window.views.candidates.has_readings_on_screen, timeout=WAIT)
    settle(qtbot, desk)
    assert desk.acceptance.find_uncertain_words()
    window.panels.show_workspace("train")
    assert desk.acceptance.find_uncertain_words() == ()
    window.panels.show_workspace("annotate")
    qtbot.waitUntil(lambda: window.views.candidates.has_readings_on_screen, timeout=WAIT)


def test_advice_that_was_closed_stays_closed_after_a_restart(qtbot: QtBot, tmp_path: Path) -> None:
    line = 'More words are known with: pip install "spectral-workbench[arabic]"'
    for before in ("", line):
        settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
        window = Window(AppContext(), Preferences(), settings)
        qtbot.addWidget(window)
        bar = window.views.candidates.advice_bar
        assert bar.dismissed_message == before
        bar.show_message(line)
        assert bar.isHidden() == bool(before)
        named(bar, QToolButton, "Close").click()
        window.close()


def test_the_ranker_forgets_what_was_undone_and_what_it_lost_is_learnt_anew(window: Window, qtbot: QtBot) -> None:
    desk = window.context
    settle(qtbot, desk)
    desk.readings.model.rule = AT_ONCE
    desk.runs.train("analysis-ranker", {}, ("annotated.conllu",))
    qtbot.waitUntil(lambda: not desk.runs.is_training_for_user, timeout=120_000)

    def accept(index: int) -> None:
        desk.session.select(index)
        settle(qtbot, desk)
        window.views.dependency.canvas.setFocus()
        press(qtbot, Qt.Key.Key_Return)

    def learnt() -> set[int]:
        desk.session.select(
            (desk.session.selection.sentence + 1) % 12 + 12
        )  # between two sentences another may take over
        return {index for _, index in desk.readings.model.added_sentences}

    accept(0)
    qtbot.waitUntil(lambda: learnt() == {0}, timeout=120_000)
    desk.session.undo()
    accept(7)
    qtbot.waitUntil(lambda: learnt() == {7}, timeout=120_000)
    assert desk.readings.model.added_sentence_count == 1
    desk.session.undo()
    assert learnt() == set()
    assert desk.readings.model.model_file == desk.readings.model.run_file
    accept(8)
    qtbot.waitUntil(lambda: learnt() == {8}, timeout=120_000)
    grown = desk.readings.model.model_file
    assert grown is not None
    settle(qtbot, desk)
    grown.unlink()
    said: list[str] = []
    desk.notices.notified.connect(said.append)
    desk.session.select(3)
    settle(qtbot, desk)
    assert desk.readings.get_failure_reason(3) == ""
    assert any("is trained again" in one for one in said)
    qtbot.waitUntil(lambda: learnt() == {8}, timeout=120_000)


def test_a_ranker_whose_counts_do_not_add_up_is_left_as_it_is_when_sentences_are_accepted(
    window: Window, qtbot: QtBot
) -> None:
    desk = window.context
    settle(qtbot, desk)
    desk.runs.train("analysis-ranker", {"model": "most-frequent"}, ("annotated.conllu",))
    qtbot.waitUntil(lambda: not desk.runs.is_training_for_user, timeout=120_000)
    desk.readings.model.choose_run(desk.runs.recorded_runs[-1].name)
    said: list[str] = []
    desk.notices.failed.connect(said.append)
    desk.session.select(0)
    settle(qtbot, desk)
    window.views.dependency.canvas.setFocus()
    press(qtbot, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert desk.readings.model.newly_decided_sentences
    assert not desk.readings.model.retraining_job
    settle(qtbot, desk)
    assert said == []


def ambiguous(*shares: tuple[str, str, float]) -> list[RankedReading]:
    return [
        RankedReading(Ranked(Analysis(lemma, EMPTY, "NOUN", gloss=gloss), share, share), rank)
        for rank, (lemma, gloss, share) in enumerate(shares, 1)
    ]


def test_rows_that_would_look_the_same_show_the_features_that_differ() -> None:
    tag, word = "N------S2D", "a"
    readings = [
        Analysis(word, EMPTY, "NOUN", tag, "Case=Gen|Gender=Masc"),
        Analysis(word, EMPTY, "NOUN", tag, "Case=Gen|Definite=Def|Gender=Fem"),
        Analysis("b", EMPTY, "NOUN", tag, "Case=Acc|Gender=Masc"),
        Analysis("c", EMPTY, "NOUN", "Nn", "Gender=Masc"),
        Analysis("c", EMPTY, "NOUN", "Nn", "Gender[psor]=Masc"),
        Analysis("d", EMPTY, "NOUN", tag, "Case=Acc"),
        Analysis("d", EMPTY, "PROPN", tag, "Case=Acc"),
    ]
    rows = ReadingListModel()
    rows.show_readings([RankedReading(Ranked(one, 0.0, None), rank) for rank, one in enumerate(readings, 1)])
    shown = ["Gender=Masc", "Definite=Def|Gender=Fem", "", "Gender=Masc", "Gender[psor]=Masc", "NOUN", "PROPN"]
    assert [rows.get_distinguishing_features(one) for one in rows.visible_readings] == shown
    assert rows.describe_row(0) == f"1, \u2068a\u2069, {tag}, Gender=Masc, \u2068a\u2069"
    rows.filter_by("gender=masc")
    assert rows.get_distinguishing_features(rows.visible_readings[0]) == ""


def test_what_tells_two_rows_apart_is_drawn_where_tags_are_too_long_for_the_panel(qtbot: QtBot) -> None:
    tag = "+".join(["V.PST", "S3FS", "O1P"] * 12)
    readings = [Analysis("a", EMPTY, "VERB", tag, f"Mood={mood}") for mood in ("Ind", "Sub", "Jus")]
    rows = ReadingListView()
    qtbot.addWidget(rows)
    rows.resize(300, 200)
    rows.show_readings([RankedReading(Ranked(one, 0.0, None), rank) for rank, one in enumerate(readings, 1)])
    rows.show()
    rows.clearSelection()
    pictures = [
        rows.grab(rows.visualRect(rows.reading_model.index(row)).adjusted(30, 0, 0, 0)).toImage() for row in (1, 2)
    ]
    assert pictures[0] != pictures[1]


def test_why_names_readings_by_the_keys_on_the_screen_and_is_empty_without_a_word(qtbot: QtBot) -> None:
    desk = AppContext()
    view = CandidatesView(
        desk.session,
        desk.notices,
        desk.effort_tracker,
        desk.survey,
        desk.suggestions,
        desk.acceptance,
        desk.readings,
        desk.reading_selection,
    )
    qtbot.addWidget(view)
    view.show()
    why = view.explainer
    one, two, three = (RankedReading(Ranked(Analysis(word), float(-rank)), rank) for rank, word in enumerate("xyz", 1))
    why.toggle()
    parts = (Contribution("lemma", "statistic", 1.0),)
    for shown, titles in (
        ((three, one, two), ("Reading 2 compared with 3", "Reading 3 compared with the mean of all")),
        ((two,), ("Reading \u2068x\u2069 compared with 1", "Reading 1 compared with the mean of all")),
    ):
        why.request((0, 1), two, (one, two, three), shown)
        for second in (None, two.analysis):
            first = two.analysis if second is None else one.analysis
            desk.readings.score_explained.emit(ScoreExplanation(0, 1, first, second, parts))
        for title in titles:
            assert f"{title}: " in why.view.describe()
    desk.readings.model_changed.emit()  # no word is selected
    assert why.view.describe() == ""
    desk.readings.score_explained.emit(ScoreExplanation(0, 1, two.analysis, None, parts))
    assert why.view.describe() == ""
    desk.close()


def test_readings_of_one_label_show_their_common_probability_once() -> None:
    rows = ReadingListModel()
    rows.show_readings(ambiguous(("a", "one", 0.6), ("a", "two", 0.6), ("b", "three", 0.4)))
    assert [rows.format_probability(one) for one in rows.visible_readings] == ["60%", "same", "40%"]
    assert "the same analysis as 1" in rows.describe_row(1)
    rows.filter_by("two")
    assert [rows.format_probability(one) for one in rows.visible_readings] == ["60%"]
    rows.filter_by("")
    rows.show_readings(ambiguous(("a", "one", 0.5), ("b", "two", 0.5)))  # two labels that are equally likely
    assert [rows.format_probability(one) for one in rows.visible_readings] == ["50%", "50%"]
    rows.show_readings(ambiguous(("a", "one", 0.9), ("b", "two", 0.9)))  # to the model, one label
    assert [rows.format_probability(one) for one in rows.visible_readings] == ["90%", "same"]


def test_after_learning_the_word_being_looked_at_is_shown_in_the_new_order(window: Window, qtbot: QtBot) -> None:
    desk, view = window.context, window.views.candidates
    settle(qtbot, desk)
    qtbot.waitUntil(lambda: not view.presenter.can_reorder, timeout=30_000)

    def in_order() -> bool:
        rows = desk.readings.request_ranking(0)
        assert rows is not None
        return [one.analysis for one in view.reading_list.reading_model.all_readings] == [
            one.value for one in rows[desk.session.selection.word - 1]
        ]

    moved = []
    desk.readings.model.rule = AT_ONCE
    desk.runs.train("analysis-ranker", {}, ("annotated.conllu",))
    for word in (1, 2, 4, 5, 7):
        rows = desk.readings.request_ranking(0)
        assert rows is not None
        moved.append([one.value for one in rows[word - 1]])
    window.panels.show_workspace("train")
    qtbot.waitUntil(lambda: not desk.runs.is_training_for_user, timeout=120_000)
    window.panels.show_workspace("annotate")
    qtbot.waitUntil(lambda: view.has_readings_on_screen, timeout=WAIT)
    settle(qtbot, desk)
    assert in_order()
    after = desk.readings.request_ranking(0)
    assert after is not None
    word = next(
        word
        for word, before in zip((1, 2, 4, 5, 7), moved, strict=True)
        if [one.value for one in after[word - 1]] != before
    )
    desk.session.select(word=word)
    for name in ("", None):  # another ranker while the list is looked at
        qtbot.waitUntil(lambda: not view.presenter.can_reorder, timeout=30_000)
        desk.readings.model.choose_run(name)
        settle(qtbot, desk)
        assert in_order()


def test_time_in_another_workspace_is_not_counted(window: Window, qtbot: QtBot) -> None:
    desk = window.context
    settle(qtbot, desk)
    window.panels.show_workspace("train")
    begin = time.monotonic()
    qtbot.waitUntil(lambda: time.monotonic() - begin > 1.5, timeout=30_000)
    before = desk.readings.word_milliseconds / 1000
    window.panels.show_workspace("annotate")
    qtbot.waitUntil(lambda: window.views.candidates.has_readings_on_screen, timeout=WAIT)
    assert desk.readings.word_milliseconds / 1000 < before - 1.0 + (time.monotonic() - begin - 1.5)


def test_the_form_guesses_at_an_unknown_word_and_refuses_a_reading_without_a_tag(qtbot: QtBot) -> None:
    known = Sentence.of(["walked", "owls"], lemmas=["walk", "owl"], upos=["VERB", "NOUN"], xpos=["VBD", "NNS"])
    desk = AppContext()
    view = CandidatesView(
        desk.session,
        desk.notices,
        desk.effort_tracker,
        desk.survey,
        desk.suggestions,
        desk.acceptance,
        desk.readings,
        desk.reading_selection,
    )
    qtbot.addWidget(view)
    view.show()
    desk.session.show_unsaved_treebank(Treebank.of([known, Sentence.of(["balked", "!"])]))
    qtbot.waitUntil(lambda: desk.survey.is_complete, timeout=WAIT)
    desk.session.select(1, 1)
    view.write_own_reading()
    assert [view.form.fields[name].text() for name in ("lemma", "upos", "xpos")] == ["balked", "VERB", "VBD"]
    said: list[str] = []
    desk.notices.refused.connect(said.append)
    for name in ("upos", "xpos"):
        view.form.fields[name].setText("")
    assert view.form.read_analysis() is None
    assert "Enter a tag as well" in view.form.fields["upos"].accessibleDescription()
    assert not desk.reading_selection.assign_custom_reading(1, 1, Analysis("balk"))
    assert said == ["Enter a tag as well: a word without a tag does not count as annotated."]
    assert desk.readings.find_undecided_words(1) == (1, 2)
    desk.close()


def test_the_form_offers_only_what_the_table_has_columns_for(tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "words.tsv"
    path.write_text("form\tlemma\txpos\nword\t_\t_\nother\t_\t_\n", encoding="utf-8")
    Project.create(tmp_path, [path]).close()
    desk = AppContext()
    view = CandidatesView(
        desk.session,
        desk.notices,
        desk.effort_tracker,
        desk.survey,
        desk.suggestions,
        desk.acceptance,
        desk.readings,
        desk.reading_selection,
    )
    qtbot.addWidget(view)
    view.show()
    desk.session.open(tmp_path)
    qtbot.waitUntil(lambda: len(desk.session.treebank) == 1, timeout=WAIT)
    desk.session.select(0, 1)
    view.write_own_reading()
    assert [name for name, line in view.form.fields.items() if line.isVisible()] == ["lemma", "xpos"]
    desk.close()
