"""Plain text: the tokeniser, the sentence splitter, how a file's layout is found, and files as chunks."""

from __future__ import annotations

import lzma
import pickle
import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from spectral_core.data import Sentence
from spectral_core.errors import FormatError
from spectral_core.files import locate_assets
from spectral_core.formats.lazy_sentences import LazySentences
from spectral_core.formats.text import (
    MAX_SENTENCE_BYTES,
    detect_text_layout,
    format_sentence,
    index_sentences,
    split_sentences,
    tokenise,
)

ENGLISH = [
    # contractions and possessives
    ("I don't know.", "I do n't know ."),
    ("She can't, won't and shan't.", "She ca n't , wo n't and sha n't ."),
    ("He didn’t say it’s John’s.", "He did n’t say it ’s John ’s ."),
    (
        "I'm sure you'll say we've what they're owed, he'd add.",
        "I 'm sure you 'll say we 've what they 're owed , he 'd add .",
    ),
    ("I'd've gone; you shouldn't've.", "I 'd 've gone ; you should n't 've ."),
    ("CAN'T STOP, IT'S LATE", "CA N'T STOP , IT 'S LATE"),
    ("Cannot we? I'm gonna, you gotta, they wanna.", "Can not we ? I 'm gon na , you got ta , they wan na ."),
    ("Gimme that, lemme see, d'ye hear? More'n enough.", "Gim me that , lem me see , d' ye hear ? More 'n enough ."),
    ("'Tis late and ’twas cold.", "'T is late and ’t was cold ."),
    ("the boys' car and the Jones’ house", "the boys ' car and the Jones ’ house"),
    ("rock 'n' roll of the '90s, ask 'em", "rock 'n' roll of the '90s , ask 'em"),
    ("O'Neill said ma'am at ten o'clock", "O'Neill said ma'am at ten o'clock"),
    ("Acme Inc.'s shares", "Acme Inc. 's shares"),
    # quotes stay what they are
    ('"Stop," she said.', '" Stop , " she said .'),
    ("“Don’t!” he cried. ‘Why?’", "“ Do n’t ! ” he cried . ‘ Why ? ’"),
    ("He said 'hello there' twice", "He said ' hello there ' twice"),
    ("``Quoted'' words", "`` Quoted '' words"),
    # numbers, money, time
    ("It rose 3.5% to 1,234.56.", "It rose 3.5 % to 1,234.56 ."),
    ("$5, US$20, £3 and 5€", "$ 5 , US$ 20 , £ 3 and 5 €"),
    ("from the 1990s, at 10:30, 1/2 a cup", "from the 1990s , at 10:30 , 1/2 a cup"),
    ("-5 to +3, or .5", "-5 to +3 , or .5"),
    ("on 2001-12-25 or 12/25/2001, 1990–95", "on 2001-12-25 or 12/25/2001 , 1990–95"),
    ("by 5pm (20 °C, 3½ miles)", "by 5 pm ( 20 °C , 3½ miles )"),
    ("the #1 of 3,000,000", "the # 1 of 3,000,000"),
    ("Come at 5p.m. or 11:30a.m. Monday, 10km away", "Come at 5 p.m. or 11:30 a.m. Monday , 10km away"),
    # programs and paths
    ("Is x>=5, y <= 3, a==b or c!=d?", "Is x >= 5 , y <= 3 , a == b or c != d ?"),
    ("f->g, x => y, <-- here <-> there", "f -> g , x => y , <-- here <-> there"),
    ("if a && b||c, or x<-5", "if a && b || c , or x < - 5"),
    ("I write .NET and ASP.NET, he said .then", "I write .NET and ASP.NET , he said . then"),
    (
        "Run /usr/bin/python3, (/opt/a-b/lib/) or '~/bin/x'.",
        "Run /usr/bin/python3 , ( /opt/a-b/lib/ ) or ' ~/bin/x ' .",
    ),
    ("See ../notes/a.txt and ./run.sh.", "See ../notes/a.txt and ./run.sh ."),
    (r"Open C:\temp\a.txt, D:\ or \\server\share\b.", r"Open C:\temp\a.txt , D:\ or \\server\share\b ."),
    ("he /she, him/her, /s/ and /12/25", "he / she , him/her , / s / and / 12/25"),
    # addresses
    (
        "Write to jane.doe+x@mail.example.org, or see https://example.org/a_(b)?c=1&d=%20#e.",
        "Write to jane.doe+x@mail.example.org , or see https://example.org/a_(b)?c=1&d=%20#e .",
    ),
    ("(www.example.com/x?y=1)", "( www.example.com/x?y=1 )"),
    ("#winning @some_body: look", "#winning @some_body : look"),
    # abbreviations and the full stop
    ("Mr. J. R. Smith met Dr. Lee.", "Mr. J. R. Smith met Dr. Lee ."),
    ("He left the U.S.", "He left the U.S."),
    ("They bought Acme Inc.", "They bought Acme Inc."),
    ("at 5 p.m., e.g. in St. Louis, No. 5", "at 5 p.m. , e.g. in St. Louis , No. 5"),
    ("She said no.", "She said no ."),
    ("It was in the sun.", "It was in the sun ."),
    ("pears, plums, etc., were sold", "pears , plums , etc. , were sold"),
    ("(He left.)", "( He left . )"),
    ("a U.S.-based firm", "a U.S.-based firm"),
    ("He works for Acme Corp..", "He works for Acme Corp. ."),
    # hyphens, dashes, ellipses, marks
    ("a well-known pre- and post-war writer", "a well-known pre- and post-war writer"),
    ("yes--no—maybe – so", "yes -- no — maybe – so"),
    ("Well... I…no....", "Well ... I … no ...."),
    ("What?! No!!!", "What ?! No !!!"),
    ("AT&T and R&D, and/or C++, C#", "AT&T and R&D , and/or C++ , C#"),
    ("[1] {x} <unk> -LRB- n -RRB-", "[ 1 ] { x } <unk> -LRB- n -RRB-"),
    ("a *very* odd __name__", "a * very * odd __ name __"),
    # symbols
    ("So good 😀👍🏽 👩‍👩‍👧🇩🇪🇫🇷 :-)", "So good 😀 👍🏽 👩‍👩‍👧 🇩🇪 🇫🇷 :-)"),
    ("I ❤️ it™", "I ❤️ it ™"),
]
ARABIC = [
    ("ذهبَ الوَلَدُ إلى المَدْرَسَةِ.", "ذهبَ الوَلَدُ إلى المَدْرَسَةِ ."),
    ("قال: «هل جئت؟»", "قال : « هل جئت ؟ »"),
    ("تفاح، وموز؛ وتمر!", "تفاح ، وموز ؛ وتمر !"),
    ("دفع ١٬٢٣٤٫٥ ديناراً، أي ٣٫٥٪ من المبلغ", "دفع ١٬٢٣٤٫٥ ديناراً ، أي ٣٫٥ ٪ من المبلغ"),
    ("كـــتاب جميـل...", "كـــتاب جميـل ..."),
    ("ماذا؟! لا؟؟", "ماذا ؟! لا ؟؟"),
    ("ثمنه ٣،٥ دينار، أو ٤،٥", "ثمنه ٣،٥ دينار ، أو ٤،٥"),
    ("جاء د. أحمد اليوم.", "جاء د. أحمد اليوم ."),
    ("في ٢٠٢٠/٥/١م", "في ٢٠٢٠/٥/١م"),
    ("(سلامٌ)، [نعم]", "( سلامٌ ) ، [ نعم ]"),
    ("«\u202bمرحبا\u202c»", "«\u202b مرحبا\u202c »"),
]
OTHERS = [
    (
        'צה"ל הודיע (אתמול) כי ח"כ לוי "עזב" וכו\' לפנות־ערב.',
        'צה"ל הודיע ( אתמול ) כי ח"כ לוי " עזב " וכו\' לפנות־ערב .',
    ),
    ("שָׁלוֹם, עוֹלָם!", "שָׁלוֹם , עוֹלָם !"),
    ("我喜欢北京2008年。", "我 喜 欢 北 京 2008 年 。"),
    ("コンピュータはいい。", "コンピュータ は い い 。"),
    ("안녕하세요, 세계!", "안녕하세요 , 세계 !"),
    ("हिन्दी में लिखा।", "हिन्दी में लिखा ।"),
    ("Er kam am 3. Mai, z.B. mit 5. Klasse.", "Er kam am 3. Mai , z.B. mit 5. Klasse ."),
    ("L'homme aujourd'hui : « oui » !", "L'homme aujourd'hui : « oui » !"),
    ("Кто-то сказал: «Да», т.е. согласен.", "Кто-то сказал : « Да » , т.е. согласен ."),
    ("می‌خواهم بروم۔", "می‌خواهم بروم ۔"),
    ("cafe\u0301 na\u0308ive.", "cafe\u0301 na\u0308ive ."),
    ("¿Qué? ¡No!", "¿ Qué ? ¡ No !"),
    ("Türkiye'de, Ankara'nın", "Türkiye'de , Ankara'nın"),
    ("EU:n ja 2–1", "EU:n ja 2–1"),
]
SENTENCES = [
    ["The dog barked.", "It was late!", "Was it?", "Nobody knew…", "So what?!"],
    ["Mr. Smith met Dr. J. R. Lee of Acme Corp. in St. Louis.", "He left."],
    ["They live in the U.S. now.", "The U.S. Senate sat.", "I left the U.S.", "The end."],
    ["He came at 5 p.m. Monday.", "She came at 6 p.m.", "Bob stayed."],
    ["It cost $3.50 or 1.234 units.", "In 1990.", "He left."],
    ['"Go away," he said.', '"I will."', '"Good."', "They went."],
    ["“Why?” she asked.", "“Because!”", "(He smiled.)", "[It was a joke.]"],
    ["See fig. 5 and p. 7, e.g. Smith et al. on page 9.", "No.", "It is not so."],
    ["Fruit, etc. is cheap.", "We sell pears, etc.", "Come in."],
    ["He said... nothing at all.", "Then he left...", "They wondered."],
    ["1. The first item.", "2) The second one."],
    ["So good! 😀", "We sing. :)", "We go."],
    ["قال: هل جئت؟", "نعم، جئت اليوم.", "جاء د. أحمد."],
    ["هل ذهبت؟", "نعم."],
    ['"هل جاء؟" سألت ليلى.', "«لا.» أجابَ أخوها، ثم قال: «ربما!»"],
    ["«هل جاء؟»", "قالت ليلى: «نعم.»"],
    ["ماذا؟!", "قالت ليلى نعم."],
    ["«من هنا؟»", "سألني الحارس أمس."],
    ["Was it good?", "is there more?", "i'd like some!", "i really do."],
    ["What is it for?", "where did you get it?", "who else has one?", "It broke."],
    ['"Why? what for?" she asked.', "He came (why? is it known?) late."],
    ["Is Yahoo! is what it was?", "Kto? i kiedy? do jutra?"],
    ["We met at 5p.m. Monday.", "He left at 6p.m.", "Bob stayed."],
    ["«Пришёл в 1990 г. и остался.»", "Потом ушёл."],
    ["Am 3. Oktober kam er.", "Es war gut."],
    ["Node.js is v3.5 of example.com.", "Yes."],
    ["ის მოვიდა.", "მერე წავიდა."],
]
CASES = ENGLISH + ARABIC + OTHERS
any_text = st.text(
    st.one_of(
        st.characters(codec="utf-8"),
        st.sampled_from(
            " \n\t.,;:!?'\"’“”()-–—…/@#$%&_*aAbIits1290n't\u0301\u064b\u200d\u200c\u2028\u0085\u00a0؟،。日あア😀\0"
        ),
    ),
    max_size=60,
)
pieces_of_files = st.lists(
    st.one_of(
        st.binary(max_size=8),
        st.sampled_from(
            [
                b"\n",
                b"\r\n",
                b"\n\n",
                b" ",
                b". ",
                b"The dog",
                b" , ",
                b" .\n",
                b"# doc = a\n",
                b"# newpar\n",
                b"\xef\xbb\xbf",
                b"\xe2\x80\xa8",
                b"\xc2\x85",
                b"\xc2\xa0",
                b"\0",
                b"\xff",
                b"#",
                b"Mr. ",
                b"\xd8\x9f",
                b"\xe3\x80\x82",
                b"A\n",
            ]
        ),
    ),
    max_size=30,
).map(b"".join)


def words(text: str) -> str:
    return " ".join(word.form for word in tokenise(text))


def parts(text: str) -> list[str]:
    return [text[start:end] for start, end in split_sentences(text)]


def opened(content: bytes) -> list[Sentence]:
    return list(index_sentences(content, None)[0])


def put_together(chunks: LazySentences) -> bytes:
    done, pieces = 0, []
    for start, end in zip(chunks.starts, chunks.ends, strict=True):
        pieces += [chunks.content[done:start], chunks.content[start:end]]
        done = end
    return b"".join([*pieces, chunks.content[done:]])


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text for text, _ in CASES])
def test_a_text_is_cut_into_these_words(text: str, expected: str) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text for text, _ in CASES])
def test_words_that_are_cut_already_are_not_cut_again(text: str, expected: str) -> None:
    assert words(expected) == expected


@pytest.mark.parametrize("expected", SENTENCES, ids=[" ".join(case)[:50] for case in SENTENCES])
def test_a_paragraph_is_split_into_these_sentences(expected: list[str]) -> None:
    assert parts(" ".join(expected)) == expected


def test_sentences_in_scripts_without_spaces_end_at_their_marks() -> None:
    assert parts("我来了。你呢？「好。」他走了！") == ["我来了。", "你呢？", "「好。」", "他走了！"]
    assert parts("「行く。」と言った。") == ["「行く。」と言った。"]


def test_a_blank_line_ends_a_sentence_and_a_line_break_does_not() -> None:
    text = "A heading\n\nIt goes on\nand on\nhere. It stops.\n \t\nThe rest"
    assert parts(text) == ["A heading", "It goes on\nand on\nhere.", "It stops.", "The rest"]
    assert [text[start:end] for start, end in split_sentences(text, by_lines=True)][:4] == [
        "A heading",
        "It goes on",
        "and on",
        "here.",
    ]


def test_each_item_of_a_list_is_a_sentence() -> None:
    assert parts("We need:\n- milk\n- white\n  bread\n1. salt\n2) fish") == [
        "We need:", "- milk", "- white\n  bread", "1. salt", "2) fish",
    ]  # fmt: skip


def test_lower_case_goes_on_with_the_sentence() -> None:
    assert parts('He shopped at Bravo! every day. "Why?" asked Ann.') == [
        "He shopped at Bravo! every day.",
        '"Why?" asked Ann.',
    ]


def test_words_tell_where_they_stand_and_whether_a_space_follows() -> None:
    text = "  He didn't.\nNo."
    found = tokenise(text)
    assert [(word.start, word.end) for word in found] == [(2, 4), (5, 8), (8, 11), (11, 12), (13, 15), (15, 16)]
    assert [word.space_after for word in found] == [True, False, False, True, False, True]
    assert not tokenise("好。是")[1].space_after


@given(any_text)
@example("a\u200d😀")
@example("\u0301.\u0301")
@example("x..")
def test_every_character_but_white_space_is_in_exactly_one_word(text: str) -> None:
    found = tokenise(text)
    covered = [at for word in found for at in range(word.start, word.end)]
    assert covered == [at for at, character in enumerate(text) if not character.isspace()]
    assert all(word.form == text[word.start : word.end] != "" for word in found)
    for word, after in pairwise(found):
        assert word.space_after == (word.end < after.start)


@given(any_text, st.booleans())
def test_sentences_cover_the_text_in_order(text: str, lines: bool) -> None:
    ranges = split_sentences(text, lines)
    covered = "".join(text[start:end] for start, end in ranges)
    assert "".join(covered.split()) == "".join(text.split())
    assert all(text[start:end].strip() == text[start:end] != "" for start, end in ranges)
    assert all(before[1] <= after[0] for before, after in pairwise(ranges))


FUSED = {"cannot", "gonna", "gotta", "wanna", "gimme", "lemme"}
plain_words = st.lists(
    st.text("abcdefgtoxyzABMTÄéñçłßабвгДЕαβγאבגשابتثجحالقم", min_size=1, max_size=9).filter(
        lambda word: word.lower() not in FUSED
    ),
    min_size=1,
    max_size=12,
)


@given(plain_words)
def test_plain_words_stay_as_they_are(forms: list[str]) -> None:
    assert [word.form for word in tokenise(" ".join(forms))] == forms


@given(st.lists(plain_words, min_size=1, max_size=8))
def test_tokenised_lines_are_known_as_such_and_kept(lines: list[list[str]]) -> None:
    content = "".join(" ".join([*forms, ","] * 2 + ["."]) + "\n" for forms in lines).encode()
    assert detect_text_layout(content) == "tokenised"
    assert [list(sentence.forms) for sentence in opened(content)] == [[*forms, ","] * 2 + ["."] for forms in lines]


@given(pieces_of_files, st.sampled_from([b"", b"Now , it rains .\n" * 30]))
@example(b"# doc = a\n\xc2\xa0\nB.", b"")
@example(b"Yes. # a = b\nmore", b"")
@example(b"\x1c", b"Now , it rains .\n")
@example(b"\xef\xbb\xbf# doc = a", b"")
def test_no_bytes_break_the_reader_and_all_of_them_are_kept(content: bytes, tokenised: bytes) -> None:
    content = tokenised + content
    try:
        chunks, _ = index_sentences(content, None)
    except FormatError:
        assert content[:2] in (b"\xff\xfe", b"\xfe\xff", b"\0\0")
        return
    assert put_together(chunks) == content
    assert list(chunks.starts) == sorted(chunks.starts)
    for at, sentence in enumerate(chunks):
        assert len(sentence) > 0
        assert sentence.source == chunks.get_bytes(at) == chunks.get_bytes(at).strip(b"\n")
        assert sentence.line == content.count(b"\n", 0, chunks.starts[at]) + 1
        assert "\n" not in format_sentence(sentence)
        assert sentence.is_readable == (b"\0" not in chunks.get_bytes(at) and _is_utf8(chunks.get_bytes(at)))
    assert (
        bool(len(chunks))
        or not re.sub(rb"(?m)^#.*$", b"", content.removeprefix(b"\xef\xbb\xbf")).decode(errors="replace").strip()
    )


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True


TOKENISED = (
    b"# doc = one\nThe  dog's owner , Mr. Hart Jr. , didn't `` bark '' .\n\n"
    b"-LRB- It was cannot-do 1\\/2 . -RRB-\n# doc = two\n# newpar\nMerger proposed\nNo. 5 isn't U.S. .\n# doc = three\n"
)


def test_tokenised_lines_keep_their_words_and_marks_are_comments_of_the_next_sentence() -> None:
    chunks, problems = index_sentences(TOKENISED, None)
    first, second, third, fourth = chunks
    assert first.forms == ("The", "dog's", "owner", ",", "Mr.", "Hart", "Jr.", ",", "didn't", "``", "bark", "''", ".")
    assert second.forms == ("-LRB-", "It", "was", "cannot-do", "1\\/2", ".", "-RRB-")
    assert [sentence.comment("doc") for sentence in chunks] == ["one", None, "two", None]
    assert third.comments == ("# doc = two", "# newpar")
    assert [sentence.line for sentence in chunks] == [1, 4, 5, 8]
    assert fourth.misc == ("_",) * len(fourth)
    assert problems == ()
    assert put_together(chunks) == TOKENISED


def test_an_edited_sentence_is_written_under_its_marks_in_its_own_layout() -> None:
    chunks, _ = index_sentences(TOKENISED, None)
    assert chunks.format_sentence(chunks[2].with_value("form", 1, "Fusion")) == "# doc = two\n# newpar\nFusion proposed"
    running, _ = index_sentences(b"# doc = a\nHe didn't\ngo away, he said. Yes.", None)
    assert running.format_sentence(running[0].with_value("form", 5, "out")) == "# doc = a\nHe didn't go out, he said."


def test_a_sentence_of_any_origin_is_written_as_running_text() -> None:
    assert format_sentence(Sentence.of(["A", "dog", "."], misc=["_", "SpaceAfter=No", "_"])) == "A dog."
    assert format_sentence(Sentence.of(["A", "dog"], comments=["# sent_id = 1", "# text = A  dog"])) == "A  dog"


def test_lines_may_end_as_on_windows_and_begin_with_a_byte_order_mark() -> None:
    content = b"\xef\xbb\xbf# doc = a\r\nThe dog , it barks .\r\n\r\nYes .\r\n"
    chunks, _ = index_sentences(content, None)
    assert [sentence.forms for sentence in chunks] == [("The", "dog", ",", "it", "barks", "."), ("Yes", ".")]
    assert chunks[0].comments == ("# doc = a",)
    assert chunks.get_bytes(1) == b"Yes ."
    assert put_together(chunks) == content


def test_only_the_line_feed_ends_a_line() -> None:
    content = "one\u2028two , three\u0085four .\nfive ,\u00a0six 10\u00a0000 .\n".encode()
    assert [sentence.forms for sentence in opened(content)] == [
        ("one", "two", ",", "three", "four", "."),
        ("five", ",\u00a0six", "10\u00a0000", "."),
    ]


def test_bytes_that_are_not_utf_8_spoil_only_their_own_sentence() -> None:
    for content in (b"Yes .\nThe caf\xe9 , it is .\nNo .\n", b"Yes.\nThe caf\xe9, it is.\nNo.\n"):
        first, second, third = opened(content)
        assert first.is_readable
        assert third.is_readable
        assert "caf\ufffd" in second.forms
        (problem,) = second.problems
        assert (problem.line, problem.unreadable) == (2, True)
        assert "0xe9" in problem.message


def test_a_nul_character_makes_its_sentence_unreadable() -> None:
    (sentence,) = opened(b"Who\nwent\0there, then,\nand now?")
    assert [(problem.line, problem.unreadable) for problem in sentence.problems] == [(2, True)]


def test_utf_16_is_named() -> None:
    with pytest.raises(FormatError, match=r"x\.txt, line 1: this is UTF-16 text\. Save it as UTF-8"):
        index_sentences("He goes.".encode("utf-16"), Path("x.txt"))


@pytest.mark.parametrize("content", [b"", b" \n\t\r\n", b"\xef\xbb\xbf", b"# doc = a\n", "\u00a0\n\u2028".encode()])
def test_a_file_without_words_has_no_sentences(content: bytes) -> None:
    chunks, problems = index_sentences(content, None)
    assert len(chunks) == 0
    assert problems == ()


RAW = (
    "The harbour was quiet that morning, and nobody spoke. Mrs. Lane, who had come early, sat on a crate "
    "and watched the boats. “Will they sail?” she asked. Nobody could tell , but the wind rose, and the first "
    "of them left before ten. It took them three days, more or less, to reach the islands in the north, where "
    "the herring was said to be, and two more to come home with what they had."
)


def wrapped(text: str, width: int) -> str:
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return "\n".join([*lines, line])


def test_wrapped_paragraphs_are_joined() -> None:
    text = wrapped(RAW, 60) + "\n\n" + wrapped(RAW, 60)
    assert detect_text_layout(text.encode()) == "wrapped"
    assert [sentence.text for sentence in opened(text.encode())] == 2 * parts(RAW)


def test_wrapped_paragraphs_without_capitals_are_known_by_their_width() -> None:
    words_of_text = ["ذهب", "الولد", "إلى", "المدرسة،", "وعاد", "مساء", "إلى", "البيت", "الكبير", "في", "المدينة"] * 12
    text = wrapped(" ".join(words_of_text) + ".", 50)
    assert detect_text_layout(text.encode()) == "wrapped"
    assert len(opened(text.encode())) == 1


def test_a_line_is_a_sentence_where_lines_end_as_sentences_do() -> None:
    lines = [*parts(RAW), "A heading without a mark", "It went on, and on."]
    content = "\n".join(lines).encode()
    assert detect_text_layout(content) == "lines"
    assert [sentence.text for sentence in opened(content)] == lines


def test_lines_without_any_mark_are_sentences() -> None:
    content = b"the dog barks\nthe old cat sleeps on the mat\na bird\n"
    assert detect_text_layout(content) == "lines"
    assert [len(sentence) for sentence in opened(content)] == [3, 7, 2]


def test_a_list_is_an_entry_a_line_although_no_line_ends_as_a_sentence() -> None:
    for text in (
        "milk\nbread\nwhite flour, sifted\neggs",
        "Dear Ann, this is what we still need for tomorrow\nmilk\nbrown bread\neggs\nThanks, Bob",
    ):
        assert detect_text_layout(text.encode()) == "lines"
        assert [sentence.text for sentence in opened(text.encode())] == text.split("\n")


def test_short_lines_are_joined_only_where_a_sentence_visibly_goes_on() -> None:
    assert detect_text_layout(b"The dog barks.\nthe cat sleeps\na bird sings\nwe go home\nI left.") == "lines"
    assert detect_text_layout(b"The dog barks. It\nis late, and the\ncat sleeps on\nthe mat.") == "wrapped"
    assert detect_text_layout(b"The dog barks,\nand the cat sleeps\non the mat.") == "wrapped"


def test_long_lines_are_paragraphs_of_their_own() -> None:
    content = f"{RAW.lower()}\n{RAW.lower()}\nthe end, my friend.\n{RAW.lower()}".encode()
    assert detect_text_layout(content) == "lines"


def test_running_text_with_a_few_marks_apart_is_not_taken_for_tokenised() -> None:
    assert detect_text_layout((RAW + " He said . . . nothing ; then he left !").encode()) != "tokenised"
    assert detect_text_layout(b"Bonjour ! Vous venez ? Oui, merci, je viens.") != "tokenised"


def test_tokenised_text_with_abbreviations_is_known() -> None:
    content = (
        b"Mr. Lee of Acme Corp. , Mass. , met St. Clair .\nHe came from the U.S.\nIs it so ?\nAcme Inc. , etc.\nYes .\n"
    )
    assert detect_text_layout(content) == "tokenised"
    assert detect_text_layout(b"what is it ?\nwho is there ?\n") == "tokenised"
    assert detect_text_layout("我 来 了\n你 呢\n".encode()) == "tokenised"
    assert detect_text_layout("我来了。你呢？\n他走了，你呢？\n".encode()) == "lines"


def test_a_file_larger_than_the_window_is_split_like_a_text() -> None:
    text = "\n\n".join(wrapped(f"{number}th day, é. {RAW}", 60) for number in range(6000))
    content = text.encode()
    chunks, problems = index_sentences(content, None)
    assert len(content) > 2 << 20
    assert [content[start:end].decode() for start, end in zip(chunks.starts, chunks.ends, strict=True)] == parts(text)
    assert problems == ()


@pytest.mark.parametrize("unit", ["a", "word ", "Mr. ", "! ", "日本", ". a ", "\u00a0b", "a,"])
def test_a_huge_line_without_an_end_is_cut_and_named(unit: str) -> None:
    content = ("Yes.\n\n" + unit * (1_600_000 // len(unit.encode()))).encode()
    chunks, problems = index_sentences(content, Path("huge.txt"))
    assert [(problem.line, problem.path) for problem in problems] == [(3, Path("huge.txt"))]
    assert max(end - start for start, end in zip(chunks.starts, chunks.ends, strict=True)) <= MAX_SENTENCE_BYTES
    assert put_together(chunks) == content
    assert all(sentence.is_readable for sentence in (chunks[1], chunks[15], chunks[len(chunks) - 1]))
    kept = b"".join(map(chunks.get_bytes, range(len(chunks)))).decode()
    assert "".join(kept.split()) == "".join(content.decode().split())


def test_pieces_of_a_huge_wrapped_sentence_know_their_lines() -> None:
    content = (
        "The start, then\n" + "goes on and on, with words and yet more words\n" * 60_000 + "to its end."
    ).encode()
    chunks, problems = index_sentences(content, None)
    assert len(chunks) > 20
    assert list(chunks.lines) == [content.count(b"\n", 0, start) + 1 for start in chunks.starts]
    assert [problem.line for problem in problems] == [1]


@pytest.mark.parametrize(
    "unit",
    [
        "a.",
        "n't",
        "'s",
        "a@",
        "http://a/(b",
        "! # ",
        '? is it "',
        "/a",
        " /a./",
        "a:\\\\!",
        "<-",
        "-",
        "=",
        "A. ",
        "a\u0301.",
        "&a;<a",
        ".-",
        "a.b/",
    ],
)
def test_no_text_takes_more_than_time_in_proportion(unit: str) -> None:
    text = unit * (60_000 // len(unit))  # any quadratic step would take minutes
    assert "".join(word.form for word in tokenise(text)) == "".join(text.split())


def test_chunks_can_be_sent_to_processes() -> None:
    for content in (TOKENISED, RAW.encode()):
        chunks, _ = index_sentences(content, None)
        assert list(pickle.loads(pickle.dumps(chunks))) == list(chunks)


@pytest.mark.parametrize(("part", "count"), [("train", 800_000), ("dev", 200_000), ("test", 161_192)])
def test_the_brown_corpus_has_the_words_it_should_have(shared_data: Path, part: str, count: int) -> None:
    content = lzma.decompress((shared_data / "brown" / f"brown.{part}.txt.xz").read_bytes())
    chunks, problems = index_sentences(content, None)
    assert sum(map(len, chunks)) == count
    assert sum(sentence.comment("doc") is not None for sentence in chunks) == content.count(b"# doc = ")
    assert put_together(chunks) == content
    assert problems == ()


def test_words_of_the_web_are_cut_as_its_annotators_cut_them(shared_data: Path) -> None:
    """Hyphens and slashes aside, which that treebank cuts and the Penn Treebank does not."""
    content = lzma.decompress((shared_data / "ud_english_ewt" / "ud_english_ewt-dev.conllu.xz").read_bytes()).decode()
    agreed = gold = found = 0
    for block in content.split("\n\n"):
        rows = [line.split("\t") for line in block.split("\n") if line[:1].isdigit() and "." not in line.split("\t")[0]]
        text = next((line[9:] for line in block.split("\n") if line.startswith("# text = ")), "")
        if any(mark in text for mark in "-/–"):
            continue
        forms = [row[1] for row in rows if row[0].isdigit()]
        if "".join(forms) != "".join(text.split()):
            continue
        theirs, ours = (
            _ends(forms),
            _ends([form for sentence in index_sentences(text.encode(), None)[0] for form in sentence.forms]),
        )
        agreed, gold, found = agreed + len(theirs & ours), gold + len(theirs), found + len(ours)
    assert gold > 15_000
    assert 2 * agreed / (gold + found) > 0.99


def _ends(forms: list[str]) -> set[tuple[int, int]]:
    ends, at = set(), 0
    for form in forms:
        ends.add((at, at + len(form)))
        at += len(form)
    return ends


HELP = (locate_assets() / "help" / "plain-text.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^\| `([^|]+)` \| `([^|]+)` \|$", HELP, re.MULTILINE)


@pytest.mark.parametrize(("text", "expected"), EXAMPLES, ids=[text for text, _ in EXAMPLES])
def test_the_help_page_shows_what_the_program_does(text: str, expected: str) -> None:
    sentence_by_sentence = HELP.index(f"| `{text}`") < HELP.index("## What a word is")
    assert (parts(text) if sentence_by_sentence else [words(text)]) == expected.split("`<br>`")


def test_the_help_page_shows_the_three_kinds_of_file() -> None:
    block = HELP.split("```\n")[1].rstrip().split("\n")
    columns = [[re.split(r" {4,}", line)[at] for line in block] for at in range(3)]
    assert [detect_text_layout("\n".join(lines).encode()) for lines in columns] == ["tokenised", "lines", "wrapped"]
    assert len(EXAMPLES) == 20
