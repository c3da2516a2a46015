"""Token tables: what a row says, what is wrong with it, and that an edit leaves everything else as it was."""

from __future__ import annotations

import pickle
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from spectral_core import formats
from spectral_core.data import Analysis, Segment, Sentence, Tree
from spectral_core.errors import FormatError, SettingsError, SpectralError
from spectral_core.files import locate_assets, read_file
from spectral_core.formats import token_table

GOOD = """form\tlemma\tupos\txpos\tfeats\thead\tdeprel\tmisc\tgloss\tvocalised\tsegments\tcandidates
# sent_id = yard-1
# text = The hens slept
The\tthe\tDET\tDT\t_\t2\tdet\t_\tthat one\t_\t_\t_
hens\then\tNOUN\tNNS\tNumber=Plur\t3\tnsubj\tbird=yes\thens\théns\then/N+s/PL\t[{"lemma":"hen","xpos":"NNS"},{"lemma":"hens"}]
slept\tsleep\tVERB\tVBD\t_\t0\troot\tSpaceAfter=No\t_\t_\t_\t[]

# sent_id = yard-2
4+4\t4+4\tNUM\tCD\t_\t_\t_\t_\t_\t_\t4/CD+%2B/SYM+4%2f4/CD\t_
#\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_
"""
PADT = """surface\tvocalised_segments\tlemma\txpos\tfeats\tgold_status
# farm.1#1
للديك\tلِ+اَلدِّيكِ\tدِيك\tN---\tCase=Gen|Number=Sing\tok
+\t+\t+\tG---\t_\tok
\tـ\tـ\tG---\t_\tok
# farm.1#2
وبغبغ\tوَ+بَغبَغ\tبَغبَغ\tX---\tForeign=Foreign\tunanalysed
نام\tنَامَ\tنَام\tV---\t_\tok
"""
SIGMORPHON = """# farm.2#1
بيتهم\tبيت/بَيت/SG;N;GEN;PSSD هم/هُوَ/PRO;GEN;PL;3
لهم\tل/لِ/ADP هم/هُوَ/PRO;GEN;PL;3
وهو\tو/وَ/CONJ هو/هُوَ/PRO;NOM;SG;3
3/4\t3/3/NUM ////_ 4/4/NUM
.\t././_

# farm.2#2
نام\tنام/نَام/V;PFV
"""
QURAN = """sura\taya\tword\tuthmani\tsurface_normalised\tpos\tlemma_qac_buckwalter\tmorphology_qac
1\t1\t1\tنَامَ\tنام\tV\tnaAm\tPOS:V PERF LEM:naAm
1\t1\t2\tدِيكٌ\tديك\tN\tdiyk\tPOS:N LEM:diyk
1\t2\t1\tنَعَمْ\tنعم\tANS\t_\tPOS:ANS
2\t2\t1\tنَعَمْ\tنعم\tANS\t_\tPOS:ANS
"""
TABLES = {"table": GOOD, "padt-tokens": PADT, "sigmorphon-segments": SIGMORPHON, "quran-morphology": QURAN}


def opened(content: str | bytes, profile: str | token_table.TableProfile | None = None) -> list[Sentence]:
    chunks, _ = token_table.index_sentences(content.encode() if isinstance(content, str) else content, None, profile)
    return list(chunks)


def rewritten(content: bytes, edits: dict[int, Sentence]) -> bytes:
    """The file after these edits, as saving puts it together."""
    treebank = formats.loads(content, Path("table.tsv"))
    for at, sentence in edits.items():
        treebank = treebank.with_sentence(at, sentence)
    return b"".join(formats.compose_file_pieces(treebank, "table"))


def changed_lines(before: str | bytes, after: str | bytes) -> list[tuple[int, str]]:
    one, other = (text.decode() if isinstance(text, bytes) else text for text in (before, after))
    old, new = one.split("\n"), other.split("\n")
    assert len(old) == len(new)
    return [(number, b) for number, (a, b) in enumerate(zip(old, new, strict=True), 1) if a != b]


def test_every_column_of_a_row_is_read() -> None:
    first, second = opened(GOOD)
    assert first.forms == ("The", "hens", "slept")
    assert first.comments == ("# sent_id = yard-1", "# text = The hens slept")
    assert first.heads == (2, 3, 0)
    assert opened("form\thead\nhen\t600\n")[0].heads == (600,)
    assert first.deprels == ("det", "nsubj", "root")
    assert first.misc == ("_", "bird=yes", "SpaceAfter=No")
    assert first.token(2).analysis == Analysis(
        "hen", "héns", "NOUN", "NNS", "Number=Plur", "hens", (Segment("hen", "N"), Segment("s", "PL"))
    )
    assert first.token(2).candidates == (Analysis("hen", xpos="NNS"), Analysis("hens"))
    assert first.token(3).candidates == ()
    assert second.heads == (None, None)
    assert second.token(1).analysis == Analysis(
        "4+4", upos="NUM", xpos="CD", segments=(Segment("4", "CD"), Segment("+", "SYM"), Segment("4/4", "CD"))
    )
    assert second.candidates == ()


def test_a_number_sign_with_other_cells_is_a_word_and_without_them_a_comment() -> None:
    (sentence,) = opened("form\txpos\n#yard\n# with\ttab\n#\tNN\n#hen\tHT\n")
    assert sentence.forms == ("#", "#hen")
    assert sentence.comments == ("#yard", "# with\ttab")
    (alone,) = opened("form\n# a comment\n#hen\n#\n")
    assert alone.forms == ("#hen", "#")
    assert alone.comments == ("# a comment",)


def test_a_word_without_anything_said_of_it_has_no_analysis() -> None:
    (sentence,) = opened("form\tlemma\tgloss\nhen\t_\t\nslept\tsleep\t\n")
    assert sentence.analyses == (None, Analysis("sleep"))
    (bare,) = opened("form\tlemma\nhen\t_\n")
    assert bare.analyses == ()
    (words,) = opened("form\nhen\n")
    assert words.analyses == ()


def test_columns_come_in_any_order_and_in_any_case() -> None:
    (sentence,) = opened("XPOS\tForm\nNN\then\n")
    assert (sentence.forms, sentence.xpos) == (("hen",), ("NN",))


def test_unknown_columns_are_shown_in_misc_and_kept() -> None:
    text = "id\tform\tmisc\tweird|name\tnote\n1\then\ta=1\tx|y\t_\n2\tslept\tnote=own\t50%\t\n"
    (sentence,) = opened(text)
    assert sentence.misc == ("a=1|id=1|weird%7Cname=x%7Cy", "note=own|id=2|weird%7Cname=50%25|note=_")
    after = rewritten(text.encode(), {0: sentence.with_value("form", 1, "cock")})
    assert changed_lines(text, after) == [(2, "1\tcock\ta=1\tx|y\t_")]
    edited = sentence.with_value("misc", 2, "note=own|id=2|weird%7Cname=60%25|note=fast")
    after = rewritten(text.encode(), {0: edited})
    assert changed_lines(text, after) == [(3, "2\tslept\tnote=own\t60%\tfast")]


LAYOUTS = {
    "windows line ends": GOOD.replace("\n", "\r\n").encode(),
    "byte order mark": b"\xef\xbb\xbf" + GOOD.encode(),
    "no last line break": GOOD.rstrip("\n").encode(),
    "no last line break, windows": GOOD.rstrip("\n").replace("\n", "\r\n").encode(),
    "blank lines at both ends": ("\n\n" + GOOD + "\n \n\t\n").encode(),
    "rows of empty cells": GOOD.replace("\n\n", "\n" + "\t" * 11 + "\n  \n").encode(),
    "comments above the header": ("# ours\n#licence: none\n\n" + GOOD).encode(),
    **{name: text.encode() for name, text in TABLES.items()},
    **{f"{name}, windows": text.replace("\n", "\r\n").encode() for name, text in TABLES.items()},
}


@pytest.mark.parametrize("content", LAYOUTS.values(), ids=LAYOUTS)
def test_an_untouched_file_is_written_back_byte_for_byte(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "table.tsv"
    path.write_bytes(content)
    treebank = formats.load(path)
    assert len(treebank) in (2, 3)
    assert all(sentence.is_readable for sentence in treebank)
    copy = tmp_path / "copy.tsv"
    formats.save(treebank, copy)
    assert copy.read_bytes() == content
    # and so is a file whose every sentence went through an edit and back, without its bytes
    again = {at: replace(sentence, source=None) for at, sentence in enumerate(treebank)}
    assert rewritten(content, again) == content


@pytest.mark.parametrize("content", LAYOUTS.values(), ids=LAYOUTS)
def test_an_edit_changes_only_its_own_row(content: bytes) -> None:
    treebank = formats.loads(content, Path("table.tsv"))
    for at, sentence in enumerate(treebank):
        for place in range(len(sentence)):
            changed = changed_lines(content, rewritten(content, {at: sentence.with_value("form", place + 1, "hen")}))
            assert len(changed) == 1
            assert "hen" in changed[0][1].rstrip("\r").split("\t")


def test_cells_that_are_written_unusually_stay_so_when_others_change() -> None:
    text = 'form\thead\tsegments\tcandidates\nhen\t_\then/N+s%2bs/PL\t[ {"xpos" : "NN"} ]\n\n'
    (sentence,) = opened(text)
    after = rewritten(text.encode(), {0: sentence.with_head(1, 0)})
    assert changed_lines(text, after) == [(2, 'hen\t0\then/N+s%2bs/PL\t[ {"xpos" : "NN"} ]')]


def test_an_edit_of_comments_leaves_the_rows() -> None:
    text = "form\n# one\nhen\n# two\nslept\n"
    (sentence,) = opened(text)
    edited = replace(sentence, comments=("# three",), source=None)
    assert rewritten(text.encode(), {0: edited}) == b"form\n# three\nhen\nslept\n"


def test_choosing_an_analysis_is_written_into_its_columns() -> None:
    (first, _) = opened(GOOD)
    chosen = Analysis("sleep/1", "slépt", "VERB", "VBD", "Tense=Past", "was asleep", (Segment("s+l/ept%", "V"),))
    after = rewritten(GOOD.encode(), {0: first.with_analysis(3, chosen)})
    assert changed_lines(GOOD, after) == [
        (
            6,
            "slept\tsleep/1\tVERB\tVBD\tTense=Past\t0\troot\tSpaceAfter=No\twas asleep\tslépt\ts%2Bl%2Fept%25/V\t[]",
        )
    ]
    assert formats.loads(after, Path("table.tsv"))[0].token(3).analysis == chosen


def test_the_padt_layout_reads_joined_segments_and_leaves_the_unanalysed_without_analysis() -> None:
    first, second = opened(PADT)
    assert first.comments == ("# farm.1#1",)
    assert first.token(1).analysis == Analysis(
        "دِيك",
        "لِاَلدِّيكِ",
        xpos="N---",
        feats="Case=Gen|Number=Sing",
        segments=(Segment("لِ"), Segment("اَلدِّيكِ")),
    )
    assert first.token(2).analysis == Analysis("+", "+", xpos="G---", segments=(Segment("+"),))
    assert first.forms[2] == "ـ"  # its own cell is empty
    assert second.forms == ("وبغبغ", "نام")
    assert second.token(1).analysis is None
    assert second.xpos == ("X---", "V---")


def test_what_a_table_says_of_an_unanalysed_word_does_not_become_its_analysis() -> None:
    alone = PADT.rpartition("نام")[0]  # no word of the second sentence has an analysis
    for table, chosen in ((PADT, [False, True]), (alone, [False])):
        first, second = opened(table)
        assert (first.unanalysed, second.unanalysed) == ((), (1,))
        read = second.with_readings_from_columns()
        assert [analysis is not None for analysis in read.analyses] == chosen
        assert rewritten(table.encode(), {1: replace(read, source=None)}) == table.encode()


def test_choosing_an_analysis_for_an_unanalysed_word_says_so_in_its_status() -> None:
    _, second = opened(PADT)
    chosen = Analysis("بَغبَغ", "وَبَغبَغُ", xpos="N---", segments=(Segment("وَ"), Segment("بَغبَغُ")))
    after = rewritten(PADT.encode(), {1: second.with_analysis(1, chosen)})
    assert changed_lines(PADT, after) == [(7, "وبغبغ\tوَ+بَغبَغُ\tبَغبَغ\tN---\tForeign=Foreign\tok")]
    assert formats.loads(after, Path("a.tsv"))[1].token(1).analysis == chosen._replace(feats="Foreign=Foreign")


def test_vowels_and_segments_that_share_a_cell_need_not_both_be_given() -> None:
    _, second = opened(PADT)
    for chosen, cell in (
        (Analysis("نَام", segments=(Segment("نَا"), Segment("مُ"))), "نَا+مُ"),
        (Analysis("نَام", "نَامُ"), "نَامُ"),
    ):
        after = rewritten(PADT.encode(), {1: second.with_analysis(2, chosen)})
        assert changed_lines(PADT, after) == [(8, f"نام\t{cell}\tنَام\tV---\t_\tok")]
    with pytest.raises(FormatError, match="no place for the vocalised of word 2"):  # a plus sign would part segments
        rewritten(PADT.encode(), {1: second.with_analysis(2, Analysis("نَام", "نَا+مُ"))})


def test_an_empty_word_without_anything_that_stands_in_for_it_is_told() -> None:
    first, second = opened(PADT.replace("\tـ\tـ", "\t_\tـ"))
    assert [(problem.line, problem.message.split(" (")[0]) for problem in first.problems] == [(5, "the word is empty")]
    assert "surface or vocalised_segments" in first.problems[0].remedy
    assert second.is_readable


def test_a_word_keeps_its_form_when_the_cell_that_stood_in_for_it_changes() -> None:
    first, _ = opened(PADT)
    chosen = Analysis("ـ", "ـَ", xpos="G---")
    after = rewritten(PADT.encode(), {0: first.with_analysis(3, chosen)})
    assert changed_lines(PADT, after) == [(5, "ـ\tـَ\tـ\tG---\t_\tok")]


def test_segments_without_a_header_are_told_apart_by_their_slashes() -> None:
    first, second = opened(SIGMORPHON)
    assert first.lemmas == ("بَيت", "لِ", "هُوَ", "3", ".")
    assert first.xpos == ("GEN;N;PSSD;SG", "ADP", "3;NOM;PRO;SG", "NUM", "_")
    half = first.token(4).analysis
    assert half is not None
    assert half.segments == (Segment("3", "NUM"), Segment("/"), Segment("4", "NUM"))
    assert second.comments == ("# farm.2#2",)


def test_an_edit_of_segments_keeps_the_lemmas_of_the_others() -> None:
    first, _ = opened(SIGMORPHON)
    edited = first.with_value("lemma", 1, "بَيت_2").with_value("xpos", 1, "N;SG")
    after = rewritten(SIGMORPHON.encode(), {0: edited})
    assert changed_lines(SIGMORPHON, after) == [(2, "بيتهم\tبيت/بَيت_2/N;SG هم/هُوَ/PRO;GEN;PL;3")]
    with pytest.raises(FormatError, match="segment"):
        rewritten(SIGMORPHON.encode(), {0: first.with_value("lemma", 1, "a/b")})


def test_a_sentence_ends_where_the_columns_that_number_it_change() -> None:
    first, second, third = opened(QURAN)
    assert first.forms == ("نام", "ديك")
    assert [sentence.comments for sentence in (first, second, third)] == [
        ("# sent_id = 1:1",),
        ("# sent_id = 1:2",),
        ("# sent_id = 2:2",),
    ]
    assert [first.line_of(word) for word in (1, 2)] == [2, 3]  # their name has no line of its own
    assert first.feats == ("POS:V|PERF|LEM:naAm", "POS:N|LEM:diyk")
    assert first.misc[1] == "sura=1|aya=1|word=2"
    assert third.token(1).analysis == Analysis("_", "نَعَمْ", xpos="ANS", feats="POS:ANS")
    edited = replace(first, comments=("# farm", *first.comments), source=None)
    assert rewritten(QURAN.encode(), {0: edited}).decode() == QURAN.replace("1\t1\t1", "# farm\n1\t1\t1")
    after = rewritten(QURAN.encode(), {0: first.with_value("feats", 2, "POS:N|M")})
    assert changed_lines(QURAN, after) == [(3, "1\t1\t2\tدِيكٌ\tديك\tN\tdiyk\tPOS:N M")]


@pytest.mark.parametrize(("name", "text"), TABLES.items())
def test_the_profile_is_found_by_header_or_shape(name: str, text: str) -> None:
    assert token_table.detect_table_profile(text.encode()).name == name
    assert token_table.detect_table_profile(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()).name == name


def test_one_malformed_row_does_not_hide_the_shape_of_a_table() -> None:
    assert token_table.detect_table_profile(("نام نام\n" + SIGMORPHON).encode()).name == "sigmorphon-segments"


def test_a_profile_can_be_forced_by_name_and_an_unknown_one_names_those_there_are() -> None:
    both = "form\tsurface\tvocalised_segments\tlemma\txpos\tfeats\tgold_status\nx\ty\tz\tl\tX\t_\tok\n"
    assert opened(both)[0].forms == ("y",)
    assert opened(both, "table")[0].forms == ("x",)
    with pytest.raises(SettingsError, match=r"'padt'.*table, padt-tokens, sigmorphon-segments, quran-morphology"):
        opened(both, "padt")
    with pytest.raises(FormatError, match="line 1: the header has no column 'surface', which the profile padt-tokens"):
        opened(GOOD, "padt-tokens")


@pytest.mark.parametrize(
    ("row", "what", "remedy"),
    [
        ("hen\tNN\t_\t_", "4 columns instead of 5", "Give all of form xpos head segments candidates; write _ for"),
        ("hen NN 0 _ _", "1 column instead of 5", "Part the columns with tabs, not spaces"),
        ("hen\tNN\t_\t_\t_\t_", "6 columns instead of 5", "a cell has no tabs"),
        ("\tNN\t_\t_\t_", "the word is empty", "Write a word into the column form"),
        ("hen\tNN\tone\t_\t_", "the head 'one' is not a number", "0 for the root, or _ for none"),
        ("hen\tNN\t-1\t_\t_", "the head '-1' is not a number", "0 for the root"),
        ("hen\tNN\t٣\t_\t_", "the head '\u2068٣\u2069' is not a number", "0 for the root"),
        ("hen\tNN\t" + "9" * 5000 + "\t_\t_", "is not a number", "0 for the root"),
        ("hen\tNN\t_\then/N+\t_", "the segment '' is not form/tag", "%2F and %2B"),
        ("hen\tNN\t_\then/N/x\t_", "the segment 'hen/N/x' is not form/tag", "%2F and %2B"),
        ("hen\tNN\t_\then%zz/N\t_", "'%zz' is not an escaped character", "%25 for a percent sign"),
        ("hen\tNN\t_\then%09/N\t_", "'%09' is not an escaped character", "%25 for a percent sign"),
        ('hen\tNN\t_\t_\t[{"lemma":]', "not JSON: Expecting value at sign 11", "Write a list"),
        ("hen\tNN\t_\t_\t{}", "not a list of objects", "Write a list"),
        ("hen\tNN\t_\t_\t[1]", "not a list of objects", "Write a list"),
        ("hen\tNN\t_\t_\t" + "[" * 100_000, "nested too deeply", "Write a list of objects"),
        ("hen\tNN\t_\t_\t[" + "9" * 5000 + "]", "not JSON", "Write a list of objects"),
        ('hen\tNN\t_\t_\t[{"lema":"hen"}]', "unknown key 'lema'", "There are lemma, vocalised, upos"),
        ('hen\tNN\t_\t_\t[{"lemma":"a","lemma":"b"}]', "the key lemma twice", "Give it once"),
        ('hen\tNN\t_\t_\t[{"lemma":{"a":1}}]', "the lemma of a candidate is", "in quotation marks"),
        ('hen\tNN\t_\t_\t[{"lemma":"a\\tb"}]', "a sign that no cell can hold", "Take it out"),
        ('hen\tNN\t_\t_\t[{"lemma":"\\ud800"}]', "a sign that no cell can hold", "Take it out"),
        ('hen\tNN\t_\t_\t[{"segments":["a"]}]', "not pairs", 'Write [["form","TAG"]'),
        ('hen\tNN\t_\t_\t[{"segments":[["",""]]}]', "a segment of a candidate is empty", "Leave it out"),
        ("hen\x00\tNN\t_\t_\t_", "byte 4 of this line is a NUL", "Take it out"),
        ("hen\r\tNN\t_\t_\t_", "this line contains a carriage return, at byte 4", "line feed"),
        ("h\udce9n\tNN\t_\t_\t_", "byte 2 of this line, 0xe9, is not UTF-8", "Convert the file to UTF-8"),
    ],
)
def test_a_malformed_row_is_told_with_its_line_and_the_rest_opens(row: str, what: str, remedy: str) -> None:
    text = "form\txpos\thead\tsegments\tcandidates\nThe\tDT\t2\t_\t_\nend\tNN\t0\t_\t_\n\n# two\nThe\tDT\t_\t_\t_\n"
    content = (f"{text}{row}\n\nlast\tNN\t0\t_\t_\n").encode(errors="surrogateescape")
    first, second, third = opened(content)
    assert first.is_readable
    assert third.forms == ("last",)
    assert third.is_readable
    assert not second.is_readable
    (problem,) = second.problems
    assert problem.line == 7
    assert what in problem.message
    assert remedy in problem.remedy
    assert len(second) == 2
    assert second.forms[0] == "The"
    assert second.source is not None
    assert rewritten(content, {0: first.with_head(1, 0)}) == content.replace(b"The\tDT\t2", b"The\tDT\t0")


def test_a_row_broken_in_two_is_told_even_where_its_pieces_add_up() -> None:
    (sentence,) = opened("form\tlemma\txpos\nhen\nslept\nwell\twell\tRB\n")
    assert [(problem.line, problem.message) for problem in sentence.problems] == [
        (2, "this row has 1 column instead of 3"),
        (3, "this row has 1 column instead of 3"),
    ]


def test_every_malformed_row_of_a_sentence_is_told() -> None:
    (sentence,) = opened("form\thead\nhen\n# comment\nslept\tx\nwell\t1\n\t\x00\n")
    assert [problem.line for problem in sentence.problems] == [2, 4, 6]
    assert sentence.comments == ("# comment",)


@pytest.mark.parametrize(
    ("row", "what"),
    [
        ("نام\tنام/نَام", "the segment '\u2068نام/نَام\u2069' is not form/lemma/tag"),
        ("نام\tنام/نَام/V  هم/هُوَ/PRO", "the segment '' is not form/lemma/tag"),
        ("1/2\t1/2/1/NUM", "the segment '1/2/1/NUM' is not form/lemma/tag"),
        ("نام", "1 column instead of 2"),
    ],
)
def test_malformed_segments_without_a_header_are_told(row: str, what: str) -> None:
    first, second = opened(f"# a\n{row}\n{SIGMORPHON}".replace("\n\n", "\n"), "sigmorphon-segments")[:2]
    (problem,) = first.problems
    assert (problem.line, problem.message.split(" (")[0]) == (
        2,
        what if "column" not in what else f"this row has {what}",
    )
    assert second.is_readable


def test_a_row_without_the_numbering_columns_belongs_to_the_sentence_around_it() -> None:
    first, second, _ = opened(QURAN.replace("1\t1\t2\tد", "1\n1\t1\t2\tد"))
    assert len(first) == 3
    assert [problem.line for problem in first.problems] == [3]
    assert second.is_readable


@pytest.mark.parametrize(
    ("content", "line", "what"),
    [
        (b"hen\tNN\nslept\tVBD\n", 1, r"the first line \('hen\\tNN'\) is no header with a column form.*name a profile"),
        (b"1\tThe\tthe\tDET\tDT\t_\t2\tdet\t_\t_\n", 1, "ten columns of CoNLL-U"),
        (b"\n# x\nform\tlemma\tForm\n", 3, "names the column 'form' twice"),
        (b"form\t\tlemma\n", 1, "column 2 of the header has no name"),
        (b"form\tl\xe9mma\n", 1, "byte 0xe9 in the header is not UTF-8"),
        (b"form\tl\0mma\n", 1, "control character"),
        (b"form\t" + b"x" * 70_000 + b"\n", 1, "70,005 bytes long, too long for a header"),
        (b"# only\n# comments\n", 3, "is no header"),
    ],
)
def test_a_header_that_cannot_be_read_is_refused_with_the_reason(content: bytes, line: int, what: str) -> None:
    with pytest.raises(FormatError, match=what) as failure:
        token_table.index_sentences(content, Path("farm.tsv"))
    assert failure.value.line == line
    assert str(failure.value).startswith(f"farm.tsv, line {line}: ")


def test_an_empty_file_and_a_header_alone_have_no_sentences() -> None:
    for content in (b"", b"\n \n", b"\xef\xbb\xbf"):
        chunks, problems = token_table.index_sentences(content)
        assert (len(chunks), problems) == (0, ())
    chunks, (problem,) = token_table.index_sentences(b"form\tlemma\n")
    assert len(chunks) == 0
    assert problem.message == "the table has a header but no rows"


def test_comments_without_a_sentence_are_told_and_kept() -> None:
    for name, text in (("table", GOOD), ("padt-tokens", PADT)):
        content = (text + "\n# lost\n# words\n").encode()
        chunks, (problem,) = token_table.index_sentences(content)
        assert len(chunks) == 2
        assert problem.line == text.count("\n") + 2
        assert "belong to no sentence" in problem.message
        assert token_table.detect_table_profile(content).name == name


def test_what_a_table_has_no_place_for_is_refused_and_never_dropped() -> None:
    text = "form\txpos\nThe\tDT\nhen\tNN\n"
    (sentence,) = opened(text)
    tree = Tree("S", (Tree("DT", ("The",)), Tree("NN", ("hen",))))
    for edited, what in (
        (sentence.with_head(1, 2), "no place for the head of word 1 'The'"),
        (sentence.with_value("misc", 2, "a=b"), "no place for the misc of word 2 'hen'"),
        (sentence.with_analysis(2, Analysis(xpos="NN", gloss="bird")), "no place for the gloss of word 2"),
        (sentence.with_analysis(2, Analysis("hen")), "no place for the lemma of word 2"),
        (sentence.with_tree(tree), "no place for trees"),
        (replace(sentence, comments=("no comment",), source=None), "."),
        (replace(sentence, comments=("#a\tb",), source=None), "."),
        (replace(sentence, comments=("# a\r",), source=None), "the comment '# a.r' would not be read as one"),
        (sentence.with_value("form", 1, "# x"), "."),
        (sentence.with_value("form", 1, "a\ud800"), "no sign of Unicode"),
        (replace(Sentence.of(()), line=2), "no words"),
    ):
        with pytest.raises(FormatError, match=what) as failure:
            rewritten(text.encode(), {0: edited})
        assert failure.value.path == Path("table.tsv")


def test_a_sentence_made_in_memory_is_written_whole_under_our_header() -> None:
    made = Sentence.of(
        ("The", "hen"),
        xpos=("DT", "_"),
        heads=(2, 0),
        comments=("# text = The hen",),
        analyses=(None, Analysis("hen", upos="NOUN", gloss="a | b", segments=(Segment("_"), Segment("n", "N")))),
        candidates=((), (Analysis("hen"), Analysis("he", segments=(Segment("he", "P"), Segment("n"))))),
    )
    text = token_table.format_sentence(made)
    assert text == (
        "# text = The hen\n"
        "The\t_\t_\tDT\t_\t2\t_\t_\t_\t_\t_\t_\t_\n"
        "hen\then\tNOUN\t_\t_\t0\t_\t_\t_\t_\ta | b\t_/_+n/N\t"
        '[{"lemma":"hen"},{"lemma":"he","segments":[["he","P"],["n","_"]]}]'
    )
    (read_back,) = opened(token_table.HEADER + "\n" + text)
    assert read_back.candidates == made.candidates
    assert read_back.analyses[1] == made.analyses[1]
    assert read_back.lemmas == ("_", "hen")


@pytest.mark.parametrize("text", TABLES.values(), ids=TABLES)
def test_every_table_can_be_written_anew_under_our_header(text: str) -> None:
    sentences = opened(text)
    again = opened(
        "\n".join([token_table.HEADER, *(token_table.format_sentence(sentence) + "\n" for sentence in sentences)])
    )
    for before, after in zip(sentences, again, strict=True):
        assert (after.forms, after.misc, after.comments) == (before.forms, before.misc, before.comments)
        for one, other in zip(before.analyses, after.analyses, strict=True):
            assert one is None or one == other


def test_a_sentence_of_another_file_is_written_into_this_layout() -> None:
    chunks, _ = token_table.index_sentences(PADT.encode())
    for line in (1, 2, 5000):
        foreign = Sentence.of(("hen",), analyses=(Analysis("hen", "hén"),), comments=("# yard",), line=line)
        assert chunks.format_sentence(foreign) == "# yard\nhen\thén\then\t_\t_\tok"
    assert chunks.format_sentence(Sentence.of(("hen",))) == "hen\t_\t_\t_\t_\tunanalysed"


def test_chunks_can_be_sent_to_another_process_and_carry_the_file_once() -> None:
    content = (GOOD + "\n" + GOOD.split("\n", 1)[1] * 200).encode()
    chunks, _ = token_table.index_sentences(content)
    sent = pickle.dumps(chunks)
    assert len(sent) < 1.5 * len(content)
    again = pickle.loads(sent)
    assert again[0] == chunks[0]
    assert again.format_sentence(again[0].with_head(1, 0)) == chunks.format_sentence(chunks[0].with_head(1, 0))


PAGES = """
name = "pages"
header = false
order = ["page", "word", "stem", "tag", "cut", "checked"]
changing = ["page"]
stand_in = "stem"

[columns]
form = "word"
lemma = "stem"
xpos = "tag"
segments = "cut"

[segments]
between = " "
inside = "|"
main = "last"
enclitics = ["POSS"]

[status]
column = "checked"
unanalysed = "no"
analysed = "yes"
"""


def test_a_profile_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "pages.toml"
    path.write_text(PAGES, encoding="utf-8")
    profile = token_table.read_table_profile(path)
    assert profile.title == "pages"
    text = "p1\thouse\thouse\tN\thouse|N s|PL\tyes\np1\t\tdog\tN\tdog%20house|N\tno\np2\thens\then\tN\t_\tmaybe\n"
    first, second = opened(text, profile)
    assert first.forms == ("house", "dog")
    assert first.comments == ("# sent_id = p1",)
    assert first.analyses == (Analysis("house", xpos="N", segments=(Segment("house", "N"), Segment("s", "PL"))), None)
    assert second.token(1).analysis == Analysis("hen", xpos="N")
    treebank = formats.loads(text.encode(), Path("pages.tsv"), profile=str(path))
    treebank = treebank.with_sentence(0, first.with_analysis(2, Analysis("dog", segments=(Segment("d g", "N"),))))
    after = b"".join(formats.compose_file_pieces(treebank, "table"))
    assert changed_lines(text, after) == [(2, "p1\t\tdog\tN\td%20g|N\tyes")]


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('name = "pages"', "", "has no name"),
        ('name = "pages"', 'name = "table"', "'table' belongs to a profile of the program"),
        ('name = "pages"', "name = 1", "name is 1. It has to be a text"),
        ("header = false", "header = no", "this is not TOML"),
        ("header = false", 'header = false\nfeatures = ""', "features is ''.*Use another sign"),
        ("header = false", 'header = false\nfeatures = "_"', "features is '_'"),
        ("header = false", "header = true", "order is for tables without a header"),
        ("header = false", 'headers = "x"', "there is no key headers. There are name, title, header"),
        ('"tag", "cut"', '"tag", "tag"', "needs the key order with a name for each column"),
        ('"tag", "cut"', '"tag"', "there is no column 'cut' in order"),
        ('"tag", "cut"', '"tag", 5', "order is 5"),
        ('changing = ["page"]', 'sentences = "change"', "need the key changing"),
        ('changing = ["page"]', 'sentences = "full stop"', "sentences is 'full stop'. It may be 'blank line'"),
        ("[columns]", "[colums]", "there is no key colums"),
        ('form = "word"', "", "which column holds the words"),
        ('xpos = "tag"', 'tag = "tag"', "there is no key columns.tag. There are form, lemma"),
        ('between = " "', 'between = "|"', "do not tell segments apart"),
        ('main = "last"', 'main = "middle"', "It may be first, last or longest"),
        ('main = "last"', 'parts = ["tag"]', r'It may be \["form"\] or \["form", "tag"\]'),
        ('main = "last"', 'values = "|"', "segments.values is"),
        ('column = "checked"', 'column = "mark"', "there is no column 'mark' in order"),
        ('column = "checked"', 'columns = "mark"', "there is no key status.columns"),
    ],
)
def test_what_is_wrong_in_a_profile_is_told(old: str, new: str, what: str, tmp_path: Path) -> None:
    path = tmp_path / "pages.toml"
    assert old in PAGES
    path.write_text(PAGES.replace(old, new), encoding="utf-8")
    with pytest.raises(FormatError, match=what) as failure:
        token_table.get_table_profile(str(path))
    assert failure.value.path == path


def test_a_profile_that_is_no_text_is_told(tmp_path: Path) -> None:
    path = tmp_path / "pages.toml"
    path.write_bytes(b"name = '\xff'")
    with pytest.raises(FormatError, match="not in UTF-8"):
        token_table.read_table_profile(path)
    path.write_text("name = " + "[" * 20_000, encoding="utf-8")
    with pytest.raises(FormatError, match="TOML"):
        token_table.read_table_profile(path)
    with pytest.raises(FormatError, match="no such file"):
        token_table.read_table_profile(tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (f"name = {'1' * 5_000}", "over 1,000 digits.*shorter number"),
        (f"name = 0x{'f' * 5_000}", "over 1,000 digits.*shorter number"),
        (f"name = {'1_' * 5_000}1", "over 1,000 digits.*shorter number"),
        ("name" + ".part" * 20_000 + " = 1", "20,000 dots.*Shorten its key"),
        ("[columns" + " . part" * 20_000 + "]", "20,000 dots.*Shorten its key"),
        ("segments = {a" + ".a" * 20_000 + " = 1}", "20,000 dots.*Shorten its key"),
    ],
)
def test_a_toml_file_with_an_endless_number_or_key_is_refused_with_its_line(
    tmp_path: Path, line: str, complaint: str
) -> None:
    path = tmp_path / "pages.toml"
    path.write_text(f'title = "Pages"\n{line}\n', encoding="utf-8")
    started = time.process_time()
    with pytest.raises(FormatError, match=complaint) as failure:
        token_table.read_table_profile(path)
    assert (failure.value.path, failure.value.line) == (path, 2)
    assert time.process_time() - started < 1


def test_a_toml_file_that_is_larger_than_any_profile_is_not_parsed(tmp_path: Path) -> None:
    path = tmp_path / "pages.toml"
    path.write_text("# a comment\n" * 50_000, encoding="utf-8")
    with pytest.raises(FormatError, match="600,000 bytes"):
        token_table.read_table_profile(path)


def test_one_line_of_200_megabytes_is_a_problem_within_seconds() -> None:
    started = time.process_time()
    content = b"form\tlemma\n" + b"a\t" * 100_000_000
    chunks, problems = token_table.index_sentences(content)
    assert problems == ()
    (sentence,) = chunks
    assert sentence.problems[0].line == 2
    assert sentence.problems[0].message == "this row is 200,000,000 bytes long"
    with pytest.raises(FormatError, match="is no header"):
        token_table.index_sentences(content[11:])
    assert time.process_time() - started < 10


CELLS = st.one_of(
    st.sampled_from(
        ["_", "", "hen", "نَام", "a/b", "+", "%2B", "#", "# x", "0", "2", "[{}]", '[{"lemma":"x"}]', "a|b=c"]
    ),
    st.text(max_size=6),
)
MARKS = [b"\t", b"\n", b"\r", b"\0", b"#", b"# ", b"/", b"+", b"%", b'"', b"\n\n", b"_"]
PIECES = st.lists(
    st.one_of(
        st.sampled_from(["\t", "\n", "\n\n", "\r\n", "# c\n", "\0", "\t\t\n"]), CELLS, st.sampled_from(["\udcff"])
    ),
    max_size=30,
)


def check_whatever_it_is(content: bytes, profile: token_table.TableProfile | str | None = None) -> None:
    """A file is refused with a sentence, or opens; every word of what opens can be written back as it was."""
    try:
        chunks, _ = token_table.index_sentences(content, Path("any.tsv"), profile)
    except SpectralError:
        return
    last = 0
    for start, end, line in zip(chunks.starts, chunks.ends, chunks.lines, strict=True):
        assert last <= start < end <= len(content)
        assert line == content.count(b"\n", 0, start) + 1
        last = end
    for at, sentence in enumerate(chunks):
        assert sentence.source == chunks.get_bytes(at)
        assert len(sentence) > 0
        if sentence.is_readable:
            assert sentence.problems == ()
            assert chunks.format_sentence(replace(sentence, source=None)) == chunks.get_bytes(at).decode().replace(
                "\r\n", "\n"
            )
            edited = sentence.with_value("form", len(sentence), "hen")
            assert chunks.parse_sentence(chunks.format_sentence(edited).encode(), edited.line) == edited
        else:
            assert all(problem.line >= sentence.line and problem.remedy for problem in sentence.problems)


@settings(max_examples=80, deadline=None)
@given(st.binary(max_size=200), st.sampled_from([None, *TABLES]))
@example(b"form\n\r\r\n", None)
@example(b"form\tmisc\tx\n#\t#\tx\n", None)
def test_any_bytes_open_or_are_refused_with_a_sentence(content: bytes, profile: str | None) -> None:
    check_whatever_it_is(content, profile)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(sorted(TABLES)), PIECES)
def test_any_rows_below_a_good_header_open(name: str, pieces: Sequence[str]) -> None:
    header = TABLES[name].split("\n", 1)[0] + "\n"
    check_whatever_it_is((header + "".join(pieces)).encode(errors="surrogateescape"), name)


@settings(max_examples=120, deadline=None)
@given(
    st.sampled_from(sorted(TABLES)),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 3), st.one_of(st.binary(max_size=3), st.sampled_from(MARKS)))),
)
def test_a_good_table_with_pieces_cut_out_and_put_in_opens(
    name: str, changes: Sequence[tuple[float, int, bytes]]
) -> None:
    content = TABLES[name].encode()
    for where, cut, put in changes:
        at = int(where * len(content))
        content = content[:at] + put + content[at + cut :]
    check_whatever_it_is(content)
    check_whatever_it_is(content, name)


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_any_sentence_is_written_so_that_it_is_read_back_or_refused(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 3))
    column = st.lists(CELLS.filter(bool), min_size=size, max_size=size)
    segments = st.lists(st.builds(Segment, CELLS.filter(bool), CELLS.filter(bool)), max_size=2).map(tuple)
    text = CELLS.filter(bool)
    analysis = st.builds(Analysis, text, text, text, text, text, text, segments)
    sentence = Sentence.of(
        data.draw(column),
        lemmas=data.draw(column),
        misc=data.draw(column),
        heads=data.draw(st.lists(st.none() | st.integers(0, size), min_size=size, max_size=size)),
        analyses=data.draw(st.lists(st.none() | analysis, min_size=size, max_size=size)),
        candidates=data.draw(st.lists(st.lists(analysis, max_size=2).map(tuple), min_size=size, max_size=size)),
    )
    try:
        written = token_table.format_sentence(sentence)
    except FormatError:
        return
    (again,) = opened(token_table.HEADER + "\n" + written)
    assert (again.forms, again.misc, again.heads) == (sentence.forms, sentence.misc, sentence.heads)
    assert again.candidates == (sentence.candidates if any(sentence.candidates) else ())


def test_the_examples_of_the_help_page_open(tmp_path: Path) -> None:
    page = (locate_assets() / "help" / "token-tables.md").read_text(encoding="utf-8")
    _, table, _, toml, _ = page.split("```")
    first, second = opened(table.lstrip("\n"))
    assert (first.is_readable, second.is_readable) == (True, True)
    assert len(first.candidates[0]) == 2
    assert second.token(1).analysis == Analysis(
        "4+4", xpos="NUM", segments=(Segment("4", "NUM"), Segment("+", "SYM"), Segment("4", "NUM"))
    )
    path = tmp_path / "pages.toml"
    path.write_text(toml.removeprefix("toml"), encoding="utf-8")
    assert token_table.read_table_profile(path).title == "Pages of letters"


REAL = {
    "padt-tokens": ("ud_arabic_padt_v1/padt_v1_dev.tokens.tsv.xz", 786, 24_340),
    "sigmorphon-segments": ("arabic_padt_sigmorphon/padt_um_dev.tokens.tsv.xz", 589, 17_462),
    "quran-morphology": ("quran_morphology/quran.suras_001-049.tsv.xz", 4_630, 66_791),
}


@pytest.mark.parametrize("name", REAL)
def test_a_real_table_opens_and_is_written_back_byte_for_byte(name: str, shared_data: Path, tmp_path: Path) -> None:
    file, sentences, words = REAL[name]
    path = shared_data / file
    treebank = formats.load(path)
    content = read_file(path)
    chunks, _ = token_table.index_sentences(content, path)
    assert token_table.detect_table_profile(content).name == name
    assert len(treebank) == sentences
    assert sum(len(sentence) for sentence in treebank) == words
    assert list(treebank.all_problems()) == []
    assert b"".join(formats.compose_file_pieces(treebank, "table")) == content
    copy = tmp_path / "copy.tsv.xz"
    formats.save(treebank, copy)
    assert read_file(copy) == content
    for at in range(0, len(treebank), 23):  # as many edits as there is patience for
        sentence = treebank[at]
        assert chunks.format_sentence(replace(sentence, source=None)).encode() == sentence.source
        treebank = treebank.with_sentence(at, sentence.with_value("form", 1, "hen"))
    changed = changed_lines(content, b"".join(formats.compose_file_pieces(treebank, "table")))
    assert len(changed) == len(treebank.edits)


def test_the_unanalysed_words_of_padt_have_no_analysis(shared_data: Path) -> None:
    treebank = formats.load(shared_data / REAL["padt-tokens"][0])
    given = [analysis for sentence in treebank for analysis in sentence.analyses or (None,) * len(sentence)]
    assert given.count(None) == 2_321
    assert len(given) - given.count(None) == 22_019
    assert sum(form == "ـ" for sentence in treebank for form in sentence.forms) == 60


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("value", ["New=1", "_"])
def test_the_reading_after_an_edit_is_the_one_that_the_saved_file_has(name: str, value: str) -> None:
    treebank = formats.loads(TABLES[name].encode(), Path("table.tsv"))
    compared, changed = set(), set()
    for at, sentence in enumerate(treebank):
        for word, column in product(range(1, len(sentence) + 1), ("lemma", "upos", "xpos", "feats")):
            edited = sentence.with_value(column, word, value)
            now = treebank.with_file_readings(edited)
            try:
                content = b"".join(formats.compose_file_pieces(treebank.with_sentence(at, now), "table"))
            except FormatError:  # the table has no such column
                continue
            saved = list(token_table.index_sentences(content, None, name)[0])[at]
            columns = (saved.lemmas, saved.upos, saved.xpos, saved.feats, saved.analyses, saved.unanalysed)
            assert columns == (now.lemmas, now.upos, now.xpos, now.feats, now.analyses, now.unanalysed)
            compared.add(column)
            if now.analyses != sentence.analyses:
                changed.add(column)
    assert {"lemma", "xpos"} <= compared
    assert "lemma" in changed


def test_a_word_that_loses_all_that_is_said_of_it_is_unanalysed_as_in_the_saved_file() -> None:
    text = PADT.replace("نام\tنَامَ\tنَام\tV---\t_\tok", "نام\t_\tنَام\t_\t_\tok")
    treebank = formats.loads(text.encode(), Path("table.tsv"))
    now = treebank.with_file_readings(treebank[1].with_value("lemma", 2, "_"))
    content = b"".join(formats.compose_file_pieces(treebank.with_sentence(1, now), "table"))
    saved = list(token_table.index_sentences(content, None, "padt-tokens")[0])[1]
    assert (now.analyses, now.unanalysed) == (saved.analyses, saved.unanalysed) == ((), (1, 2))
