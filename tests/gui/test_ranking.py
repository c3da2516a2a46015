"""Rankings of the session and the works of the engine behind them: what is offered, in doubt, kept and dropped."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from event_loop import turn
from pytestqt.qtbot import QtBot

from spectral_core.data import EMPTY, Analysis, Ranked, Segment, Sentence, Treebank
from spectral_core.data.readings import reading_of
from spectral_core.engine import DocumentState, Engine, ExplainRanking, FindOccurrences, RankReadings
from spectral_core.engine.ranking import remove_less_specific_readings
from spectral_core.errors import DataError
from spectral_core.files import locate_assets
from spectral_core.formats import load, save
from spectral_core.morphology.arabic import buckwalter_tables
from spectral_core.morphology.catalogue import ANALYSERS
from spectral_core.morphology.user_lexicon import FILE_NAME, UserLexicon
from spectral_core.progress import ignore_progress
from spectral_core.project import Project
from spectral_gui.jobs.jobs import QUERIES
from spectral_gui.state import AppContext, SentenceRanking, WordOccurrences, reading_rankings, reading_selection
from spectral_gui.state.reading_rankings import has_dictionary_analyser, probability_margin

LEXICON = locate_assets() / "sample" / "arabic" / "lexicon"
WAIT = 60_000
WORDS = ("ذهبت", "إلى", "السوق", "قلقص")


@pytest.fixture
def desk(qtbot: QtBot) -> Iterator[AppContext]:
    made = AppContext()
    made.readings.analyser = f"buckwalter={LEXICON}"
    yield made
    made.close()


def shown(*sentences: Sentence, folder: Path | None = None) -> Engine:
    engine = Engine()
    engine.set_document("text", DocumentState(folder, "", {}, Treebank.of(sentences)))
    return engine


def ranked(*analyses: Analysis, shares: tuple[float | None, ...] = ()) -> tuple[Ranked[Analysis], ...]:
    padded = shares or (None,) * len(analyses)
    return tuple(Ranked(one, 0.0, share) for one, share in zip(analyses, padded, strict=True))


# The engine


def test_without_a_model_readings_stand_in_the_order_of_the_analyser() -> None:
    found = RankReadings(None, f"buckwalter={LEXICON}", None, "text", (Sentence.of(WORDS),)).run(
        shown(), ignore_progress
    )
    (rows,) = found.readings
    assert [len(row) for row in rows] == [5, 1, 6, 0]
    assert rows[1][0].value.gloss == "to"
    assert all(one.probability is None for row in rows for one in row)


def test_tables_in_the_folder_of_a_project_are_preferred(tmp_path: Path) -> None:
    shutil.copytree(LEXICON, tmp_path / "lexicon")
    sentence = Sentence.of(WORDS)
    found = RankReadings(None, "", tmp_path, "text", (sentence,)).run(shown(sentence), ignore_progress)
    assert found.analyser == f"buckwalter={tmp_path / 'lexicon'}"
    assert len(found.readings[0][0]) > 0


def test_in_a_text_with_tags_of_its_own_no_others_are_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buckwalter_tables, "find_installed_tables", lambda: None)
    shutil.copytree(LEXICON, tmp_path / "lexicon")  # as in the sample project, to which the text was added
    tags = {"ذهبت": ("VERB", "VP-A-3FS--"), "إلى": ("ADP", "P---------"), "السوق": ("NOUN", "N------S2D")}
    words = list(tags)
    tagged = Sentence.of(words, lemmas=words, upos=[tags[word][0] for word in words], xpos=[tags[w][1] for w in words])
    bare = Sentence.of(["السوق", "إلى"])
    treebank = Treebank.of((tagged, tagged, bare))
    found = RankReadings(None, "", tmp_path, "text", (bare,)).run(shown(*treebank), ignore_progress)
    assert found.readings[0][0][0].value.xpos == "N------S2D"
    assert all(len(one.value.xpos) == 10 for row in found.readings[0] for one in row)
    assert "spectral-workbench[arabic]" in found.advice
    assert has_dictionary_analyser(treebank)  # so that the panel with this advice comes to the front


def test_what_would_make_more_words_known_is_told_of_each_document(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ANALYSERS, "zeyrek", replace(ANALYSERS["zeyrek"], is_installed=lambda: False))
    found = []
    for text in ("the old captain opened the box", "küçük kız okula gitti çocuklar açtılar", "the box"):
        sentence = Sentence.of(text.split())
        found.append(RankReadings(None, "", None, "text", (sentence,)).run(shown(sentence), ignore_progress).advice)
    assert not found[0]
    assert "spectral-workbench[turkish]" in found[1]
    assert not found[2]


def test_the_folder_of_a_project_may_be_named_like_an_analyser(tmp_path: Path) -> None:
    folder = tmp_path / "my+treebank"
    shutil.copytree(LEXICON, folder / "lexicon")
    UserLexicon.read(folder / FILE_NAME).add("قلقص", Analysis("قلقص", gloss="added"))
    sentence = Sentence.of(WORDS)
    (row,) = RankReadings(None, "", folder, "text", (sentence,)).run(shown(sentence), ignore_progress).readings
    assert [one.value.gloss for one in row[3]][:1] == ["added"]
    assert row[1][0].value.gloss == "to"


def test_readings_that_were_added_are_offered_first_and_at_once(tmp_path: Path) -> None:
    sentence = Sentence.of(WORDS)
    own = Analysis("قلقص", "قُلْقُص", "NOUN", "N", EMPTY, "a made-up word")
    engine = shown(sentence)
    for number in (1, 2):
        lexicon = UserLexicon.read(tmp_path / FILE_NAME).add(
            "قلقص", Analysis(own.lemma, gloss=f"{number}", upos=f"X{number}")
        )
        found = RankReadings(None, f"buckwalter={LEXICON}", tmp_path, "text", (sentence,)).run(engine, ignore_progress)
        assert [one.value.gloss for one in found.readings[0][3]] == ["2", "1"][2 - number :]
    assert len(lexicon.entries["قلقص"]) == 2


def test_a_reading_that_says_less_than_another_is_left_out() -> None:
    full = Analysis("a", "á", "X", "T", EMPTY, "one", (Segment("a", "T"),))
    less, other = Analysis("a", upos="X", xpos="T"), Analysis("a", "à", "X", "T", EMPTY, "one")
    tagged = Analysis("a", "á", "Y", "T", EMPTY, "one")
    assert [one.value for one in remove_less_specific_readings(ranked(less, other, full, tagged))] == [
        other,
        full,
        tagged,
    ]
    assert [one.value for one in remove_less_specific_readings(ranked(full, less))] == [full]
    kept = remove_less_specific_readings(ranked(less, tagged, full, shares=(0.6, 0.3, 0.1)))
    assert [(one.value, one.probability) for one in kept] == [(full, 0.6), (tagged, 0.3)]


def test_the_same_word_is_found_with_what_stands_there_and_around_it() -> None:
    decided = Sentence.of(["a", "b", "a"], lemmas=["x", EMPTY, EMPTY], upos=["X", EMPTY, EMPTY])
    engine = shown(decided, Sentence.of(["b"]), Sentence.of(["b", "a"]))
    places, more = FindOccurrences("text", "a", 10).run(engine, ignore_progress)
    assert [(place.sentence, place.word, place.before, place.after) for place in places] == [
        (0, 1, "", "b a"),
        (0, 3, "a b", ""),
        (2, 2, "b", ""),
    ]
    assert [place.reading for place in places] == [Analysis("x", upos="X"), None, None]
    assert not more
    places, more = FindOccurrences("text", "a", 2).run(engine, ignore_progress)
    assert ([(place.sentence, place.word) for place in places], more) == ([(0, 3), (2, 2)], True)  # the open ones


def test_a_model_that_does_not_rank_is_refused_with_a_sentence(tmp_path: Path) -> None:
    from spectral_core.registry import METHODS
    from spectral_core.store import save

    method = METHODS["tagger"]
    sentence = Sentence.of(["a", "b"], upos=["A", "B"], xpos=["A", "B"])
    save(method.learn(Treebank.of([sentence] * 5), method.settings()), tmp_path / "m.npz")
    with pytest.raises(DataError, match="not a model that ranks"):
        RankReadings(tmp_path / "m.npz", "none", None, "text", (sentence,)).run(shown(sentence), ignore_progress)
    with pytest.raises(DataError, match="not a model that ranks"):
        ExplainRanking(tmp_path / "m.npz", sentence, 1, Analysis("a"), None).run(shown(sentence), ignore_progress)


# The session


def test_the_margin_is_to_the_next_that_a_file_could_tell_from_the_first() -> None:
    one, alike, other = Analysis("a", "á"), Analysis("a", "à"), Analysis("b")
    assert probability_margin(ranked(one, alike, other, shares=(0.6, 0.6, 0.25))) == pytest.approx(0.35)
    assert probability_margin(ranked(one, shares=(0.9,))) == 1
    assert probability_margin(ranked(one, other, shares=(0.9, None))) == 0  # one was added by hand since
    assert probability_margin(ranked(one, other)) is None
    assert probability_margin(ranked(one)) == 1
    assert probability_margin(()) is None


def test_nothing_is_asked_about_sentences_that_nobody_looks_at(desk: AppContext, qtbot: QtBot) -> None:
    desk.session.show_unsaved_treebank(Treebank.of([Sentence.of(WORDS)] * 30))
    qtbot.waitUntil(lambda: desk.survey.is_complete, timeout=WAIT)
    for index in range(5):
        desk.session.select(index)
    desk.readings.prefetch_rankings(range(10, 14))
    turn()
    qtbot.waitUntil(lambda: not desk.work.is_running(QUERIES), timeout=WAIT)
    assert all(desk.readings.get_latest_ranking(index) is None for index in range(30))
    desk.readings.set_visible(True)
    desk.readings.prefetch_rankings(range(10, 14))
    asked = {4, *range(10, 14)}
    qtbot.waitUntil(lambda: {at for at in range(30) if desk.readings.get_latest_ranking(at)} == asked, timeout=WAIT)


def test_a_ranking_is_given_until_the_next_is_there_but_never_for_other_words(desk: AppContext, qtbot: QtBot) -> None:
    desk.session.show_unsaved_treebank(Treebank.of([Sentence.of(WORDS), Sentence.of(("إلى",))]))
    assert desk.readings.request_ranking(0) is None
    qtbot.waitUntil(lambda: desk.readings.request_ranking(0) is not None, timeout=WAIT)
    before = desk.readings.request_ranking(0)
    assert before is not None
    assert desk.readings.find_uncertain_words(0) == {1, 3, 4}
    desk.session.select(0, word=1)
    assert desk.reading_selection.assign_reading(0, 1, before[0][2].value, 3)
    assert desk.readings.request_ranking(0) == before
    assert not desk.readings.is_ranking_current(0)
    assert desk.readings.find_uncertain_words(0) == {3, 4}
    assert desk.readings.find_chosen_candidate_index(0, 1) == 2
    qtbot.waitUntil(lambda: desk.readings.is_ranking_current(0), timeout=WAIT)
    desk.session.edit("Correct", lambda one: one.with_value("form", 3, "سوق"))
    assert desk.readings.request_ranking(0) is None
    assert desk.readings.find_uncertain_words(0) == frozenset()


def test_sentences_of_bracketed_trees_are_not_ranked(desk: AppContext) -> None:
    desk.session.show_unsaved_treebank(Treebank((Sentence.of(["a"]),), format="brackets"))
    assert desk.readings.request_ranking(0) is None
    assert not desk.readings.can_rank(0)
    said: list[str] = []
    desk.notices.refused.connect(said.append)
    assert not desk.reading_selection.assign_reading(0, 1, Analysis("a"))
    assert "Save as CoNLL-U" in said[0]


@pytest.mark.parametrize(
    ("columns", "kept"),
    [
        (("lemma", "xpos"), Analysis("l", EMPTY, "X", "T", "A=b")),
        (("lemma", "upos", "xpos", "feats", "vocalised", "gloss"), Analysis("l", "v", "X", "T", "A=b", "g")),
    ],
)
def test_a_table_keeps_as_much_of_a_reading_as_it_has_columns_for(
    columns: tuple[str, ...], kept: Analysis, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "words.tsv"
    empty = "\t_" * len(columns)
    path.write_text("\t".join(("form", *columns)) + f"\nword{empty}\nother{empty}\n", encoding="utf-8")
    Project.create(tmp_path, [path]).close()
    desk = AppContext()
    desk.session.open(tmp_path)
    qtbot.waitUntil(lambda: len(desk.session.treebank) == 1, timeout=WAIT)
    full = Analysis("l", "v", "X", "T", "A=b", "g", (Segment("s", "T"),))
    assert desk.reading_selection.assign_reading(0, 1, full, 1)
    with qtbot.waitSignal(desk.document_saver.saved, timeout=WAIT):
        desk.document_saver.save()
    desk.close()
    reading = reading_of(load(path)[0], 1)
    assert reading is not None
    for name in ("lemma", "xpos", *columns):
        assert getattr(reading, name) == getattr(kept, name), name


def test_one_act_changes_all_places_and_one_undo_takes_them_back(desk: AppContext, qtbot: QtBot) -> None:
    found: list[WordOccurrences] = []
    desk.reading_selection.occurrences_found.connect(found.append)
    desk.session.show_unsaved_treebank(
        Treebank.of([Sentence.of(WORDS), Sentence.of(("إلى", "إلى")), Sentence.of(("من",))])
    )
    before = list(desk.session.treebank)
    desk.reading_selection.find_occurrences(0, 2)
    qtbot.waitUntil(lambda: bool(found), timeout=WAIT)
    places = [(place.sentence, place.word) for place in found[0].positions]
    assert places == [(0, 2), (1, 1), (1, 2)]
    assert desk.reading_selection.assign_to_occurrences(Analysis("إِلَى", upos="ADP"), places, 1)
    assert [sentence.upos.count("ADP") for sentence in desk.session.treebank] == [1, 2, 0]
    assert desk.session.undo_text == "Read \u2068إلى\u2069 as \u2068إِلَى\u2069 in 3 places"
    desk.session.undo()
    assert list(desk.session.treebank) == before


def test_readings_are_ordered_values() -> None:
    rows = (ranked(Analysis("a"), shares=(1.0,)), ())
    words = SentenceRanking(None, rows)  # type: ignore[arg-type] # what it was asked is nothing to margins
    assert words.margins == (1.0, None)


def test_where_no_word_has_a_reading_none_is_in_doubt(desk: AppContext, qtbot: QtBot) -> None:
    desk.session.show_unsaved_treebank(Treebank.of([Sentence.of(("nobody", "knows", "it"))]))
    desk.readings.analyser = "none"
    desk.readings.rerank()
    assert desk.readings.request_ranking(0) is None
    qtbot.waitUntil(lambda: desk.readings.request_ranking(0) is not None, timeout=WAIT)
    rows = desk.readings.request_ranking(0)
    assert rows is not None
    assert not any(rows)
    assert desk.readings.find_uncertain_words(0) == frozenset()


def test_a_table_is_asked_once_what_it_keeps_of_words_that_stand_alike(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "words.tsv"
    path.write_text("form\tlemma\txpos\n" + "word\t_\t_\n\n" * 60, encoding="utf-8")
    Project.create(tmp_path, [path]).close()
    desk = AppContext()
    desk.session.open(tmp_path)
    qtbot.waitUntil(lambda: len(desk.session.treebank) == 60, timeout=WAIT)
    written: list[Sentence] = []
    real = reading_selection.with_table_reading

    def counted(sentence: Sentence, word: int, analysis: Analysis) -> Sentence:
        written.append(sentence)
        return real(sentence, word, analysis)

    monkeypatch.setattr(reading_selection, "with_table_reading", counted)
    full = Analysis("l", "v", "X", "T", "A=b", "g", (Segment("s", "T"),))
    assert desk.reading_selection.assign_to_occurrences(full, [(at, 1) for at in range(60)], 1)
    assert len(written) == 7 + 60  # once for each column, then the words themselves
    with qtbot.waitSignal(desk.document_saver.saved, timeout=WAIT):
        desk.document_saver.save()
    desk.close()
    assert {(one.lemmas, one.xpos) for one in load(path)} == {(("l",), ("T",))}


def test_a_sentence_that_could_not_be_ranked_is_asked_about_again_when_it_is_visited(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_rankings, "_RETRY_SECONDS", 0.0)
    path, lexicon = tmp_path / "words.conllu", tmp_path / FILE_NAME
    save(Treebank.of([Sentence.of(["a"]), Sentence.of(["b"])]), path, "conllu")
    Project.create(tmp_path, [path]).close()
    desk = AppContext()
    desk.readings.analyser = "none"
    desk.session.open(tmp_path)
    qtbot.waitUntil(lambda: len(desk.session.treebank) == 2, timeout=WAIT)
    desk.readings.set_visible(True)
    assert desk.readings.request_ranking(0) is None
    qtbot.waitUntil(lambda: desk.readings.is_ranking_current(0), timeout=WAIT)
    lexicon.write_text("broken\n", encoding="utf-8")
    desk.session.select(1)
    qtbot.waitUntil(lambda: "lexicon.tsv, line 1" in desk.readings.get_failure_reason(1), timeout=WAIT)
    lexicon.unlink()
    desk.session.select(0)
    desk.session.select(1)
    assert desk.readings.get_failure_reason(1) == ""
    qtbot.waitUntil(lambda: desk.readings.is_ranking_current(1), timeout=WAIT)
    UserLexicon.read(lexicon).add("b", Analysis("bee", upos="X"))  # by another program
    desk.session.select(0)
    desk.session.select(1)
    qtbot.waitUntil(lambda: desk.readings.is_ranking_current(1), timeout=WAIT)
    rows = desk.readings.request_ranking(1)
    assert rows is not None
    assert [one.value.lemma for one in rows[0]] == ["bee"]
    desk.close()
