"""Words as a learner meets them: lemmas counted, readings guessed where nobody decided, known lists, cards, pastes."""

from __future__ import annotations

import csv
import html
import io
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spectral_core.data import Analysis, MultiwordToken, Sentence
from spectral_core.data.readings import CompletedReading, complete_reading, strip_diacritics, vocalise_token
from spectral_core.data.vocabulary import (
    SentenceCandidates,
    VocabularyEntry,
    collect_vocabulary,
    format_lemma,
    normalise_lemma,
    split_text_at_word,
    vocabulary_lemma,
)
from spectral_core.formats.export.tables import WORD_LIST_HEADER, WordCard, words_to_anki, words_to_csv
from spectral_core.formats.text.text_file import split_pasted_text, suggest_file_name
from spectral_core.project.errors import ProjectError
from spectral_core.project.known_words import mark_known_words, read_known_words
from spectral_core.project.project_file import KNOWN_WORDS_FILE

WROTE = Analysis("كَتَبَ", "كَتَبَ", "VERB", gloss="he wrote")
BOOKS = Analysis("كِتَاب", "كُتُب", "NOUN", gloss="books")
READ = Sentence.of(
    ["كتب", "الولد", "3", "كتب", "."],
    lemmas=["كَتَبَ", "وَلَد_1", "_", "كِتَاب", "."],
    upos=["VERB", "NOUN", "NUM", "NOUN", "PUNCT"],
    misc=["Gloss=wrote|Vform=كَتَبَ", "_", "_", "SpaceAfter=No", "_"],
)
RAW = Sentence.of(["Kids", "read", "kids", "!"])


def all_of(
    sentences: Sequence[Sentence], offers: dict[int, SentenceCandidates] | None = None
) -> tuple[VocabularyEntry, ...]:
    """What a vocabulary gives back when it is read to its end."""
    work = collect_vocabulary(sentences, lambda index: (offers or {}).get(index, ()))
    while True:
        try:
            next(work)
        except StopIteration as ended:
            found: tuple[VocabularyEntry, ...] = ended.value
            return found


def test_lemmas_are_counted_with_their_places_and_marks_and_numbers_are_no_words() -> None:
    found = all_of([READ, RAW, READ])
    assert [(entry.lemma, entry.count, entry.occurrences) for entry in found] == [
        ("كَتَبَ", 2, ((0, 1), (2, 1))),
        ("وَلَد_1", 2, ((0, 2), (2, 2))),
        ("كِتَاب", 2, ((0, 4), (2, 4))),
        ("kids", 2, ((1, 1), (1, 3))),
        ("read", 1, ((1, 2),)),
    ]


def test_a_word_that_nobody_decided_belongs_to_its_likeliest_lemma() -> None:
    sentence = Sentence.of(["كتب"])
    assert vocabulary_lemma(sentence, 1) == "كتب"
    assert vocabulary_lemma(sentence, 1, [BOOKS, WROTE]) == "كِتَاب"
    assert vocabulary_lemma(READ, 1, [BOOKS]) == "كَتَبَ"
    (entry,) = all_of([sentence], {0: [[BOOKS, WROTE]]})
    assert entry.reading.analysis == BOOKS
    assert "gloss" in entry.reading.suggested_fields


def test_what_the_file_says_stands_and_a_guess_of_the_same_lemma_fills_the_gaps() -> None:
    reading = complete_reading(READ, 4, [WROTE, BOOKS])
    assert (reading.get_value("lemma"), reading.get_value("vocalised"), reading.get_value("gloss")) == (
        "كِتَاب",
        "كُتُب",
        "books",
    )
    assert reading.suggested_fields == {"vocalised", "gloss"}
    own = complete_reading(READ, 1, [WROTE])
    assert (own.get_value("gloss"), own.suggested_fields) == ("wrote", frozenset())
    assert complete_reading(READ, 2, [WROTE]).get_value("gloss") == ""


def test_a_lemma_is_shown_without_its_number() -> None:
    assert [format_lemma(lemma) for lemma in ("وَلَد_1", "snake_case", "_1", "a")] == ["وَلَد", "snake_case", "_1", "a"]


def test_words_written_as_one_are_vocalised_together_only_where_the_letters_are_the_same() -> None:
    sentence = Sentence.of(["و", "كتب", "هو"], ranges=[MultiwordToken(1, 2, "وكتب")])
    says = {1: "وَ", 2: "كَتَبَ"}
    assert vocalise_token(sentence, 1, 2, "وكتب", lambda word: says.get(word, "")) == "وَكَتَبَ"
    assert vocalise_token(sentence, 1, 2, "فكتب", lambda word: says.get(word, "")) == ""
    assert vocalise_token(sentence, 3, 3, "هو", lambda word: says.get(word, "")) == ""
    assert strip_diacritics("وَكَتَــبَ") == "وكتب"


def test_the_context_of_a_word_is_the_sentence_as_it_is_written() -> None:
    sentence = Sentence.of(
        ["I", "do", "n't", "sleep", "."],
        misc=["_", "_", "_", "SpaceAfter=No", "_"],
        ranges=[MultiwordToken(2, 3, "don't")],
    )
    assert split_text_at_word(sentence, 3) == ("I ", "don't", " sleep.")
    assert split_text_at_word(sentence, 4) == ("I don't ", "sleep", ".")
    assert all("".join(split_text_at_word(sentence, word)) == sentence.text for word in range(1, 6))


def test_known_words_are_in_a_file_that_other_programs_can_read(tmp_path: Path) -> None:
    assert read_known_words(tmp_path) == frozenset()
    assert mark_known_words(tmp_path, ["وَلَد", "book", " "], is_known=True) == {"وَلَد", "book"}
    assert (tmp_path / KNOWN_WORDS_FILE).read_text(encoding="utf-8") == "book\nوَلَد\n"
    (tmp_path / KNOWN_WORDS_FILE).write_bytes("\ufeffbook\r\nوَلَد\r\n\r\nhouse".encode())
    assert mark_known_words(tmp_path, ["tree"], is_known=True) == {"وَلَد", "book", "house", "tree"}
    assert mark_known_words(tmp_path, ["book", "tree"], is_known=False) == {"وَلَد", "house"}
    assert read_known_words(tmp_path) == {"وَلَد", "house"}


def test_what_another_window_has_added_to_the_known_words_stays(tmp_path: Path) -> None:
    mark_known_words(tmp_path, ["one"], is_known=True)
    mark_known_words(tmp_path, ["two"], is_known=True)  # by another
    assert mark_known_words(tmp_path, ["three"], is_known=True) == {"one", "two", "three"}


def test_a_word_that_another_program_adds_while_one_is_taken_out_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark_known_words(tmp_path, ["one", "two"], True)
    sync, edits = os.fsync, ["three\n"]

    def add_meanwhile(handle: int) -> None:
        sync(handle)
        while edits:
            with (tmp_path / KNOWN_WORDS_FILE).open("a") as file:
                file.write(edits.pop())

    monkeypatch.setattr(os, "fsync", add_meanwhile)
    assert mark_known_words(tmp_path, ["one"], False) == {"two", "three"}
    assert (tmp_path / KNOWN_WORDS_FILE).read_text() == "three\ntwo\n"


def test_a_list_of_known_words_that_is_no_text_is_named_and_kept(tmp_path: Path) -> None:
    (tmp_path / KNOWN_WORDS_FILE).write_bytes(b"book\xff\n")
    with pytest.raises(ProjectError, match="no UTF-8"):
        mark_known_words(tmp_path, ["house"], is_known=True)
    assert (tmp_path / KNOWN_WORDS_FILE).read_bytes() == b"book\xff\n"


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """In here files cannot grow beyond a size, as on a full disk."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_where_the_disk_is_full_no_part_of_a_word_is_left_in_the_list(tmp_path: Path) -> None:
    mark_known_words(tmp_path, ["house"], is_known=True)
    with largest_file(9), pytest.raises(ProjectError, match="not written"):
        mark_known_words(tmp_path, ["mountain"], is_known=True)
    assert (tmp_path / KNOWN_WORDS_FILE).read_bytes() == b"house\n"
    assert read_known_words(tmp_path) == {"house"}
    assert mark_known_words(tmp_path, ["mountain"], is_known=True) == {"house", "mountain"}


@pytest.mark.parametrize("lemma", ["a\u00a0b", "a  b", "\ufeffab", "a\u3000b", "a\x1cb", "a\x85b", " y", "a\u2028b"])
def test_a_lemma_with_odd_spaces_can_be_known_and_forgotten(tmp_path: Path, lemma: str) -> None:
    sentence = Sentence.of(["word"], lemmas=[lemma])
    mark_known_words(tmp_path, [lemma], is_known=True)
    assert vocabulary_lemma(sentence, 1) in read_known_words(tmp_path)
    (tmp_path / KNOWN_WORDS_FILE).write_text(f"first\n{lemma}\n", encoding="utf-8")  # by hand
    assert vocabulary_lemma(sentence, 1) in read_known_words(tmp_path)
    assert mark_known_words(tmp_path, [vocabulary_lemma(sentence, 1)], is_known=False) == {"first"}


@given(lemma=st.text(max_size=12))
def test_the_spelling_of_a_lemma_in_the_list_is_one_line_and_stays(lemma: str) -> None:
    assert normalise_lemma(normalise_lemma(lemma)) == normalise_lemma(lemma)
    assert "\n" not in normalise_lemma(lemma)


def test_a_list_that_nobody_changed_is_not_read_again_and_one_that_was_changed_is(tmp_path: Path) -> None:
    path = tmp_path / KNOWN_WORDS_FILE
    path.write_text("one\ntwo\n", encoding="utf-8")
    first = read_known_words(tmp_path)
    assert read_known_words(tmp_path) is first
    grown = mark_known_words(tmp_path, ["three"], is_known=True)
    assert read_known_words(tmp_path) is grown
    before = path.stat()
    path.write_text("one\ntwo\nthird\n", encoding="utf-8")  # of the same size
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns + 1))
    assert read_known_words(tmp_path) == {"one", "two", "third"}
    with path.open("a", encoding="utf-8") as file:
        file.write("four")
    assert mark_known_words(tmp_path, ["five"], is_known=True) == {"one", "two", "third", "four", "five"}
    assert path.read_text(encoding="utf-8").endswith("four\nfive\n")


def test_a_list_that_may_not_be_read_is_told_as_that(tmp_path: Path, as_a_stranger: None) -> None:
    with pytest.raises(ProjectError, match="you may not read it") as told:
        mark_known_words(tmp_path, ["house"], is_known=True)
    assert "write" not in str(told.value)


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@given(before=texts, form=texts, after=texts, gloss=texts, source=texts)
def test_every_card_is_one_line_of_four_fields_that_say_the_same_again(
    before: str, form: str, after: str, gloss: str, source: str
) -> None:
    card = WordCard("lemma", form, before, after, gloss=gloss, tag="NOUN", source=source)
    *head, line, end = words_to_anki([card]).split("\n")
    assert head == [
        "#separator:tab",
        "#html:true",
        "#notetype:Basic",
        "#columns:Front\tBack\tTags\tIdentifier",
        "#tags column:3",
        "#guid column:4",
    ]
    assert end == ""
    front, back, tags, _ = line.split("\t")
    assert '"' not in re.sub(r' dir="rtl"', "", front + back) + tags
    shown = html.unescape(re.sub(r"<[^>]*>", "", front))
    assert "".join(shown.split()) == "".join(f"{before}{form}{after}".replace("\0", "").split())
    assert html.unescape(re.sub(r"<[^>]*>", "", back)).startswith("lemma")
    assert len(tags.split()) <= 3


def test_an_arabic_card_has_the_word_in_its_sentence_in_front_and_what_it_is_behind() -> None:
    card = WordCard(
        "وَلَد", "الولد", "كتب ", " رسالة.", "الْوَلَدُ", "the boy", "NOUN", "Case=Nom|Number=Sing", source="my text"
    )
    line = words_to_anki([card]).split("\n")[6]
    front, back, tags, _ = line.split("\t")
    assert front == '<div dir="rtl">كتب <b>الولد</b> رسالة.</div>'
    assert back == (
        '<div dir="rtl">الْوَلَدُ</div><div dir="rtl">وَلَد</div><div>the boy</div>'
        "<div><small>NOUN, Case=Nom, Number=Sing</small></div>"
    )
    assert tags == "spectral NOUN my_text"


def identifiers(*cards: WordCard) -> list[str]:
    return [line.split("\t")[3] for line in words_to_anki(cards).split("\n")[6:-1]]


def test_anki_knows_a_word_again_by_its_document_and_its_lemma_alone() -> None:
    book = WordCard("book", "books", "She took two ", ".", gloss="bound pages", source="lesson", name="book_1")
    again = WordCard("book", "book", "A ", " fell.", gloss="pages", source="lesson", name="book_1", sentence=4)
    same_sentence = WordCard("take", "took", "She ", " two books.", source="lesson", name="take")
    spelt_alike = WordCard("book", "booked", "She ", " a room.", source="lesson", name="book_2")
    elsewhere = WordCard("book", "books", "She took two ", ".", source="story", name="book_1")
    found = identifiers(book, again, same_sentence, spelt_alike, elsewhere)
    assert found[0] == found[1]
    assert len(set(found)) == 4
    assert found == [*identifiers(book, again), *identifiers(same_sentence, spelt_alike, elsewhere)]
    assert identifiers(WordCard("book", "books", "", "")) == identifiers(WordCard("book", "books", "", "", name="book"))


def test_an_apostrophe_on_a_card_can_be_searched_for() -> None:
    line = words_to_anki([WordCard("do", "don't", 'I said "', '".')]).split("\n")[6]
    assert line.startswith("<div>I said &quot;<b>don't</b>&quot;.</div>\t")


def test_a_card_plays_nothing_and_typesets_nothing() -> None:
    word = WordCard("[sound:a.mp3]", "\\(x\\)", "[latex]", "[/latex]", gloss="[$]1[/$]")
    line = words_to_anki([word]).split("\n")[6]
    assert "[" not in line
    assert "\\(" not in line


def test_the_table_of_words_has_a_line_for_each_with_its_sentence() -> None:
    cards = [
        WordCard("book", "books", 'He said "', '", twice.', gloss="bound, pages", count=3, known=True, sentence=7),
        WordCard("a", "a", "", ""),
    ]
    rows = list(csv.reader(io.StringIO(words_to_csv(cards), newline="")))
    assert tuple(rows[0]) == WORD_LIST_HEADER
    first = dict(zip(WORD_LIST_HEADER, rows[1], strict=True))
    assert (first["lemma"], first["count"], first["known"], first["sentence"]) == ("book", "3", "yes", "7")
    assert first["context"] == 'He said "books", twice.'
    assert len(rows) == 3


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@sum", "\t=1", "\0=1", "\n=1", " =1", "\uff1d1"])
def test_no_cell_of_the_table_of_words_is_a_formula(cell: str) -> None:
    written = words_to_csv([WordCard(cell, cell, "", "", cell, cell, cell, cell)])
    _, row = csv.reader(io.StringIO(written, newline=""))
    shown = f"'{cell}".replace("\0", "")
    assert [row[at] for at in (0, 1, 2, 3, 4, 5, 10)] == [shown] * 7


def test_a_tag_of_a_card_has_no_nul() -> None:
    assert "\0" not in words_to_anki([WordCard("a", "a", "", "", tag="N\0N", source="b\0")])


def test_a_pasted_text_keeps_its_paragraphs_and_its_words_can_be_written_together_again() -> None:
    text = "It rained. We didn't go out.\n\nذهب الولد إلى المدرسة، ثم عاد.\nIt was late."
    found = split_pasted_text(text)
    assert [sentence.comment("text") for sentence in found] == [
        "It rained.",
        "We didn't go out.",
        "ذهب الولد إلى المدرسة، ثم عاد.",
        "It was late.",
    ]
    assert ["# newpar" in sentence.comments for sentence in found] == [True, False, True, True]
    assert found[1].forms == ("We", "did", "n't", "go", "out", ".")
    assert suggest_file_name(found) == "It rained We did n't"


def test_a_text_without_ends_of_sentences_is_cut() -> None:
    found = split_pasted_text("word " * 700)
    assert [len(sentence) for sentence in found] == [300, 300, 100]
    assert [sentence.comments[0] for sentence in found] == ["# newpar", "# sent_id = 2", "# sent_id = 3"]
    assert found[2].comment("text") == ("word " * 100).strip()


def test_a_nul_in_a_pasted_text_is_left_out() -> None:
    assert split_pasted_text("a\0b c")[0].forms == ("ab", "c")


@pytest.mark.parametrize("text", ["", " \n\t\n", "\u00a0"])
def test_a_text_without_words_has_no_sentences(text: str) -> None:
    assert split_pasted_text(text) == []
    assert suggest_file_name([]) == ""


@given(text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="#\0"), max_size=60))
def test_no_letter_of_a_pasted_text_is_lost(text: str) -> None:
    words = "".join("".join(sentence.forms) for sentence in split_pasted_text(text))
    assert "".join(words.split()) == "".join(text.split())


def test_an_echo_of_the_word_is_no_guess() -> None:
    words = Sentence.of(["Blick", "blick"])
    echo, guess = Analysis("blick", upos="X", feats="Foreign=Yes"), Analysis("blick", upos="NOUN")
    assert complete_reading(words, 1, (echo, guess)) == CompletedReading(Analysis())
    assert complete_reading(words, 2, (guess, echo)).get_value("lemma") == "blick"
    assert complete_reading(words, 2, (echo._replace(gloss="a made-up word"),)).get_value("gloss") == "a made-up word"
