"""The reader of Buckwalter tables, and the transliteration it rests on."""

from __future__ import annotations

import contextlib
import random
import re
import time
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spectral_core.data import EMPTY, Analysis, Segment, Sentence
from spectral_core.errors import FormatError
from spectral_core.files import locate_assets
from spectral_core.morphology.analyser import (
    CACHE_SIZE,
    CombinedAnalyser,
    FileCandidates,
    add_candidates,
    find_candidates,
    is_transliterated,
)
from spectral_core.morphology.arabic.buckwalter import BuckwalterAnalyser
from spectral_core.morphology.arabic.buckwalter_tables import read_dictionary
from spectral_core.morphology.arabic.spelling import (
    is_arabic,
    is_buckwalter,
    strip_buckwalter_diacritics,
    strip_diacritics,
    to_arabic,
    to_buckwalter,
)

# A lexicon of a few words, with category names of its own.
TINY = {
    "dictPrefixes": "\t\tnone\t\nwAl\twaAl\tthe\tand the <pos>wa/AND+Al/THE</pos>\nAl\tAl\tthe\tthe <pos>Al/THE</pos>\n"
    "l\tli\tto\tfor <pos>li/TO</pos>\nll\tlil\tthe\tfor the <pos>li/TO+l/THE</pos>\n",
    "dictStems": "; words\n;; kitaAb_1\nktAb\tkitaAb\tnoun\tbook <pos>kitaAb/THING</pos>\n"
    ";; katab-u_1\nktb\tkatab\tverb\twrote;noted <pos>katab/DEED</pos>\n"
    ";; $amos_1\n$ms\t$amos\tnoun\tsun <pos>$amos/THING</pos>\n"
    ";; Asom_1\nAsm\tAsom\tnoun\tname <pos>Asom/THING</pos>\n"
    ";; >ax_1\n>x\t>ax\tnoun\tbrother <pos>>ax/THING</pos>\n"
    ";; mabonaY_1\nmbnY\tmabonaY\tnoun\tbuilding <pos>mabonaY/THING</pos>\n",
    "dictSuffixes": "\t\tzero\t\n\tu\tcase\t<pos>u/SUBJECT</pos>\n\ta\tperson\the <verb> <pos>a/HE</pos>\n"
    "hA\tuhaA\tcase\ther <noun> <pos>u/SUBJECT+haA/HER</pos>\np\tap\tcase\t<pos>ap/FEMALE</pos>\n"
    "t\tato\tperson\tshe <verb> <pos>ato/SHE</pos>\n",
    "tableAB": "none noun\nnone verb\nthe noun\nto noun\n",
    "tableAC": "none case\nnone person\nnone zero\nthe case\n",
    "tableBC": "noun case\nnoun zero\nverb person\n",
}


def write(folder: Path, **changed: str) -> Path:
    """A lexicon in `folder`: the tiny one with some files changed."""
    for name, content in (TINY | changed).items():
        (folder / name).write_text(content, encoding="latin-1")
    return folder


def vocalised(analyser: BuckwalterAnalyser, word: str) -> list[str]:
    return [to_buckwalter(analysis.vocalised) for analysis in analyser.analyse(to_arabic(word))]


@pytest.fixture
def tiny(tmp_path: Path) -> BuckwalterAnalyser:
    return BuckwalterAnalyser.open(write(tmp_path))


@pytest.fixture(scope="module")
def sample() -> BuckwalterAnalyser:
    return BuckwalterAnalyser.open(locate_assets() / "sample" / "arabic" / "lexicon")


# transliteration

ARABIC = "ءآأؤإئابةتثجحخدذرزسشصضطظعغـفقكلمنهوىيًٌٍَُِّْٰٱپچڤگ"
CONSONANTS = "'|>&<}btvjHxd*rzs$SDTZEgfqklmnhwyApY"


@given(st.text(st.sampled_from(ARABIC)))
def test_arabic_text_comes_back_from_its_transliteration(text: str) -> None:
    in_normal_order = to_arabic(text)
    assert to_arabic(to_buckwalter(text)) == in_normal_order


@given(st.lists(st.tuples(st.sampled_from(CONSONANTS), st.sampled_from(["", "~"]), st.sampled_from(["", *"aiuoFKN`"]))))
def test_a_transliterated_word_comes_back_from_arabic(letters: list[tuple[str, str, str]]) -> None:
    word = "".join(map("".join, letters))
    assert to_buckwalter(to_arabic(word)) == word


@given(st.text(st.sampled_from(ARABIC)))
def test_marks_are_taken_out_alike_in_both_scripts(text: str) -> None:
    assert to_buckwalter(strip_diacritics(text)) == strip_buckwalter_diacritics(to_buckwalter(text))


def test_known_words_are_transliterated_as_in_the_scheme() -> None:
    assert to_arabic("Al$~amosu") == "ال" + "ش\u064e\u0651" + "م\u0652" + "س\u064f"
    assert to_buckwalter("الشَّمْسُ") == "Al$~amosu"
    assert to_arabic("OIW") == "أإؤ"
    assert to_buckwalter("مئة، 2 km") == "m}p، 2 km"
    assert strip_diacritics("كِـتَابٌ") == "كتاب"


def test_a_word_of_a_million_marks_is_transliterated_at_once() -> None:
    begun = time.process_time()
    latin = to_buckwalter("\u0627" + "\u0651\u064e" * 500_000)
    assert to_arabic(latin)
    assert time.process_time() - begun < 3  # putting the marks in order took an hour


def test_scripts_are_told_apart() -> None:
    assert is_arabic("كتاب")
    assert not is_arabic("ktAb، 12")
    assert is_buckwalter("ktAb")
    assert not is_buckwalter("cat")
    assert not is_buckwalter("$")


# analysing


def test_a_word_gets_lemma_vowels_tags_segments_and_gloss(tiny: BuckwalterAnalyser) -> None:
    assert tiny.analyse("والكتاب") == (
        Analysis(
            lemma="كِتَاب_1",
            vocalised="وَالْكِتَابُ",
            upos=EMPTY,
            xpos="AND+THE+THING+SUBJECT",
            feats=EMPTY,
            gloss="and the book",
            segments=(
                Segment("وَ", "AND"),
                Segment("ال", "THE"),
                Segment("كِتَاب", "THING"),
                Segment("\u064f", "SUBJECT"),
            ),
        ),
    )


def test_lemmas_lose_the_vowel_of_the_imperfect_and_stay_different(tmp_path: Path) -> None:
    path = tmp_path / "dictStems"
    stems = (
        ";; qadar-i_1",
        "q\tq\tC\ta",
        ";; qadar_1",
        "q\tq\tC\tb",
        ";; qadar-ui_1",
        "q\tq\tC\tc",
        ";; bi-",
        "q\tq\tC\td",
    )
    path.write_text("\n".join(line + " <pos>q/N</pos>" if "\t" in line else line for line in stems))
    lemmas = [entry.lemma for entry in read_dictionary(path)["q"]]
    assert lemmas == [to_arabic("qadar") + sense for sense in ("_2", "_1", "_3")] + [to_arabic("bi")]


@pytest.mark.parametrize("sense", ["x", "9" * 5_000])
def test_a_lemma_whose_sense_is_no_small_number_is_read(tmp_path: Path, sense: str) -> None:
    path = tmp_path / "dictStems"
    stems = (f";; qadar_{sense}", "q\tq\tC\ta", f";; qadar-u_{sense}", "q\tq\tC\tb", ";; qadar_x-u", "q\tq\tC\tc")
    path.write_text("\n".join(line + " <pos>q/N</pos>" if "\t" in line else line for line in stems))
    assert len(read_dictionary(path)["q"]) == 3


def test_all_three_pairs_of_categories_must_be_allowed(tiny: BuckwalterAnalyser) -> None:
    assert vocalised(tiny, "ktb") == ["kataba"]
    assert vocalised(tiny, "Alktb") == []  # the article and a verb: no pair in AB
    assert vocalised(tiny, "ktbhA") == []  # a verb and a noun's ending: no pair in BC
    assert vocalised(tiny, "lktAb") == []  # prefix, stem and suffix each fit the stem, but no pair in AC
    assert vocalised(tiny, "llktAb") == ["lilokitaAbu"]


@pytest.mark.parametrize("table", ["tableAB", "tableAC", "tableBC"])
def test_a_pair_taken_out_of_one_table_takes_its_words_with_it(tmp_path: Path, table: str) -> None:
    pair = {"tableAB": "the noun\n", "tableAC": "the case\n", "tableBC": "noun case\n"}[table]
    assert BuckwalterAnalyser.open(write(tmp_path)).analyse("الشمس")
    analyser = BuckwalterAnalyser.open(write(tmp_path, **{table: TINY[table].replace(pair, "")}))
    assert not analyser.analyse("الشمس")


def test_marks_wasla_and_tatweel_in_the_word_are_passed_over(tiny: BuckwalterAnalyser) -> None:
    plain = tiny.analyse("الشمس")
    assert len(plain) == 1
    for written in ("الشَّمْسُ", "الشمــس", "ٱلشمس", "الشِّمس"):
        assert tiny.analyse(written) == plain


def test_transliteration_gives_what_arabic_script_gives(tiny: BuckwalterAnalyser) -> None:
    assert tiny.analyse("wAlktAb", transliterated=True) == tiny.analyse("والكتاب")
    assert tiny.analyse("waAlokitaAbu", transliterated=True) == tiny.analyse("والكتاب")


def test_latin_letters_are_foreign_transliterated_or_both(tiny: BuckwalterAnalyser) -> None:
    foreign = tiny.analyse("ktb", transliterated=False)
    assert [(reading.upos, reading.feats) for reading in foreign] == [("X", "Foreign=Yes")]
    assert [reading.upos for reading in tiny.analyse("ktb")] == [EMPTY, "X"]
    assert [reading.xpos for reading in tiny.analyse("ktb", transliterated=True)] == ["DEED+HE"]
    assert [reading.upos for reading in tiny.analyse("Windows", transliterated=True)] == ["X"]


@pytest.mark.parametrize(
    ("word", "upos"),
    [("،", "PUNCT"), (".", "PUNCT"), ("...", "PUNCT"), ("2024", "NUM"), ("٣٫٥", "NUM"), ("50%", "NUM"), ("+", "SYM")],
)
def test_numbers_and_signs_have_one_default_analysis(tiny: BuckwalterAnalyser, word: str, upos: str) -> None:
    (reading,) = tiny.analyse(word)
    assert (reading.upos, reading.lemma, reading.vocalised) == (upos, word, word)


def test_tags_that_an_entry_has_twice_count_once(tmp_path: Path) -> None:
    twice = "yd\tyad\tnoun\thand <pos>yad/THING</pos>   <pos>yad/THING</pos>\n"
    analyser = BuckwalterAnalyser.open(write(tmp_path, dictStems=TINY["dictStems"] + twice))
    assert {analysis.xpos for analysis in analyser.analyse(to_arabic("yd"))} == {"THING", "THING+SUBJECT"}
    assert {analysis.gloss for analysis in analyser.analyse(to_arabic("yd"))} == {"hand"}


def test_an_unknown_arabic_word_has_no_analysis(tiny: BuckwalterAnalyser) -> None:
    assert tiny.analyse("قلم") == ()
    assert tiny.analyse("") == ()


def test_the_lam_of_the_article_is_spelt_as_it_is_spoken(tiny: BuckwalterAnalyser) -> None:
    assert vocalised(tiny, "AlktAb") == ["AlokitaAbu"]
    assert vocalised(tiny, "Al$ms") == ["Al$~amosu"]
    assert vocalised(tiny, "AlAsm") == ["AliAsomu"]
    assert vocalised(tiny, "ll$ms") == ["lil$~amosu"]


def test_other_spellings_are_tried_only_where_the_literal_one_is_unknown(tmp_path: Path) -> None:
    analyser = BuckwalterAnalyser.open(write(tmp_path))
    assert vocalised(analyser, "Axh") == [">axap"]  # no hamza, and h for ta marbuta
    assert vocalised(analyser, "mbny") == ["mabonaY", "mabonaYu"]  # y for Y
    more = TINY["dictStems"] + ";; Aax_1\nAx\tAax\tnoun\toh <pos>Aax/THING</pos>\n"
    analyser = BuckwalterAnalyser.open(write(tmp_path, dictStems=more))
    assert vocalised(analyser, "Axp") == ["Aaxap"]
    assert vocalised(analyser, ">xp") == [">axap"]
    assert sorted(vocalised(analyser, "<xp")) == sorted([">axap", "Aaxap"])


def test_the_stem_s_gloss_goes_where_the_suffix_says(tiny: BuckwalterAnalyser) -> None:
    assert tiny.analyse("كتبت")[0].gloss == "she wrote;noted"
    assert tiny.analyse("كتابها")[0].gloss == "her book"


def test_equal_analyses_are_given_once(tmp_path: Path) -> None:
    doubled = TINY["dictStems"].replace("ktb\tkatab\tverb", "ktb\tkatab\tverb\twrote <pos>katab/DEED</pos>\n" * 2, 1)
    doubled = re.sub(r"(?m)^\twrote;noted.*\n", "", doubled)
    analyser = BuckwalterAnalyser.open(write(tmp_path, dictStems=doubled))
    assert vocalised(analyser, "ktb") == ["kataba"]


def test_words_come_back_the_same_after_the_memory_was_emptied(tiny: BuckwalterAnalyser) -> None:
    before = tiny.analyse("كتاب")
    for number in range(CACHE_SIZE + 1):
        tiny.analyse(str(number))
    assert tiny.analyse("كتاب") == before


def test_a_giant_word_is_answered_at_once(tiny: BuckwalterAnalyser) -> None:
    assert tiny.analyse("ك" * 2_000_000) == ()


def test_bama_entries_without_tags_take_them_from_their_category(tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        dictStems=";; rAH-u_1\nrAH\trAH\tPV_V\tgo away\n;; fiy_1\nfy\tfiy\tFW-Wa\tin;by\n"
        ";; lubonAn_1\nlbnAn\tlubonAn\tNprop\tLebanon\n;; bayot_1\nbyt\tbayot\tNdu\thouse\n",
        tableAB="none PV_V\nnone FW-Wa\nnone Nprop\nnone Ndu\n",
        tableBC="PV_V person\nFW-Wa zero\nNprop zero\nNdu zero\n",
    )
    analyser = BuckwalterAnalyser.open(folder)
    found = {word: [(one.xpos, one.upos) for one in analyser.analyse(word)] for word in ("راح", "في", "لبنان", "بيت")}
    assert found == {
        "راح": [("VERB_PERFECT+HE", "VERB")],
        "في": [("FUNC_WORD", "PART")],
        "لبنان": [("NOUN_PROP", "PROPN")],
        "بيت": [("NOUN", "NOUN")],
    }


def test_tags_and_lemmas_are_read_as_bama_2_and_sama_write_them(tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        dictStems=";--- hw\n;; remark on what follows: huwa_1\nhw\thuwa\tnoun\the   <pos>huwa/PRON_3MS</pos>\r\n"
        ";; a remark alone\nHrq\tHuriq\tverb\tbe burnt <pos>Huriq/PV_PASS</pos>\n"
        "bynydy\tbayonayaday\tnoun\tbefore <pos>bayona+yaday/PREP</pos>\n",
        dictSuffixes="\t\tzero\t\n\t\tperson\the <verb> <pos>+(null)/PVSUFF_SUBJ:3MS</pos>\n",
    )
    analyser = BuckwalterAnalyser.open(folder)
    assert [(one.lemma, one.upos, one.gloss) for one in analyser.analyse("هو")] == [("هُوَ_1", "PRON", "he")]
    (burnt,) = analyser.analyse("حرق")
    assert (burnt.upos, burnt.xpos, burnt.lemma) == ("VERB", "PV_PASS+PVSUFF_SUBJ:3MS", "هُوَ_1")
    assert burnt.segments[-1] == Segment("", "PVSUFF_SUBJ:3MS")
    (before,) = analyser.analyse("بينيدي")
    assert (before.xpos, before.upos, before.segments[0]) == ("PREP", "ADP", Segment("بَيْنَ"))


def test_a_file_of_tags_gives_universal_tags_and_features(tmp_path: Path) -> None:
    write(tmp_path, dictStems=TINY["dictStems"].replace("/THING", "/THING.MANY"))
    (tmp_path / "tags").write_text(
        "; ours\nTHING\tNOUN\tNumber=Sing|Gender=Masc\nMANY\t_\tNumber=Plur\nSUBJECT\t_\tCase=Nom\n"
        "HER\t_\tGender[psor]=Fem\nTHE\tDET\t_\n"
    )
    (reading,) = BuckwalterAnalyser.open(tmp_path).analyse("كتابها")
    assert (reading.upos, reading.feats) == ("NOUN", "Case=Nom|Gender=Masc|Gender[psor]=Fem|Number=Plur")


def test_a_gloss_in_utf_8_or_latin_1_is_read_rightly(tmp_path: Path) -> None:
    line = "ktAb\tkitaAb\tnoun\tcafé <pos>kitaAb/THING</pos>\n"
    for encoding in ("utf-8", "latin-1"):
        write(tmp_path)
        (tmp_path / "dictStems").write_bytes(line.encode(encoding))
        assert BuckwalterAnalyser.open(tmp_path).analyse("كتاب")[0].gloss == "café"


def test_the_search_finds_what_trying_every_cut_and_every_line_finds(sample: BuckwalterAnalyser) -> None:
    """An oracle that shares nothing with the reader but the files: all cuts, all entries, all pairs."""

    def rows(name: str) -> list[list[str]]:
        text = (sample.folder / name).read_text(encoding="ascii")
        return [line.split("\t") for line in text.split("\n") if line and not line.startswith(";")]

    def parts(rest: str) -> tuple[Segment, ...]:
        if not rest:
            return ()
        pairs = [part.rsplit("/", 1) for part in rest.split("<pos>")[1].removesuffix("</pos>").split("+")]
        return tuple(Segment("" if form == "(null)" else to_arabic(form), tag) for form, tag in pairs)

    entries = [rows(name) for name in ("dictPrefixes", "dictStems", "dictSuffixes")]
    ab, ac, bc = ({row[0] for row in rows(name)} for name in ("tableAB", "tableAC", "tableBC"))
    draw = random.Random(7)
    words = {"".join(draw.choice(dictionary)[0] for dictionary in entries) for _ in range(400)}
    known = 0
    for word in sorted(words | {"wAldyk", "frHt", "wslm", "bnt", "AlktAb", "fstktbhA", "lyktbwA"}):
        expected = set()
        for start in range(len(word)):
            for end in range(start + 1, len(word) + 1):
                fitting = (
                    [entry for entry in dictionary if entry[0] == part]
                    for dictionary, part in zip(entries, (word[:start], word[start:end], word[end:]), strict=True)
                )
                expected |= {
                    parts(prefix[3]) + parts(stem[3]) + parts(suffix[3])
                    for prefix, stem, suffix in product(*fitting)
                    if f"{prefix[2]} {stem[2]}" in ab
                    and f"{prefix[2]} {suffix[2]}" in ac
                    and f"{stem[2]} {suffix[2]}" in bc
                }
        found = sample.analyse(to_arabic(word))
        if expected:
            known += 1
            assert {analysis.segments for analysis in found} == expected, word
        else:
            assert all(strip_diacritics(analysis.vocalised) != to_arabic(word) for analysis in found), word
    assert known >= 30


def test_candidates_are_attached_to_every_word_and_nothing_else_changes(sample: BuckwalterAnalyser) -> None:
    sentence = Sentence.of(["كتب", "خالد", "USA", "ktb", "."], source=b"as it stood")
    with_them = add_candidates(sentence, sample)
    assert with_them.candidates == tuple(sample.analyse(form, transliterated=False) for form in sentence.forms)
    assert [len(offered) > 1 for offered in with_them.candidates] == [True, True, False, False, False]
    assert (with_them.forms, with_them.source) == (sentence.forms, sentence.source)
    assert len(add_candidates(Sentence.of(["ktb", "xAld"]), sample).candidates[0]) > 1


def test_latin_letters_are_transliteration_only_where_most_words_are_known_as_such(tiny: BuckwalterAnalyser) -> None:
    known = ["ktb", "AlktAb", "$ms", "."]
    assert is_transliterated(known, tiny)
    assert is_transliterated([*known, "qlm", "12"], tiny)
    assert not is_transliterated(["ktb", "qlm"], tiny)  # a half is not more than a half
    assert not is_transliterated([*known, "cat"], tiny)  # no word of the transliteration
    assert not is_transliterated([*known, "شمس"], tiny)
    assert not is_transliterated(["12", "."], tiny)
    assert not is_transliterated([], tiny)


def test_a_sentence_in_latin_letters_is_of_foreign_words_for_each_of_several_analysers(
    tiny: BuckwalterAnalyser,
) -> None:
    for words in (["The", "ktb", "sat", "."], ["Der", "ktb", "bellt"]):
        sentence = Sentence.of(words)
        foreign = tuple(tiny.analyse(form, transliterated=False) for form in words)
        assert (
            find_candidates(sentence, tiny)
            == find_candidates(sentence, CombinedAnalyser((FileCandidates(), tiny)))
            == foreign
        )
        assert {offered[0].upos for offered in foreign} <= {"X", "PUNCT"}


# what is wrong in a lexicon


def test_missing_files_are_named(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "tableAC").unlink()
    (tmp_path / "dictStems").unlink()
    with pytest.raises(FormatError, match="the lexicon lacks dictStems and tableAC") as caught:
        BuckwalterAnalyser.open(tmp_path)
    assert caught.value.path == tmp_path


def test_a_folder_that_is_none_is_said_to_be(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="there is no such folder"):
        BuckwalterAnalyser.open(tmp_path / "nowhere")
    (tmp_path / "file").write_text("x")
    with pytest.raises(FormatError, match="this is a file, not a folder"):
        BuckwalterAnalyser.open(tmp_path / "file")


@pytest.mark.parametrize(
    ("name", "content", "line", "what"),
    [
        ("dictStems", "; c\n;; a_1\nktb\tkatab\tverb\n", 3, "there are 3 fields between tabs"),
        ("dictStems", "ktb katab verb wrote\n", 1, "there are 1 fields"),
        ("dictStems", "ktb\tkatab\t\twrote <pos>katab/V</pos>\n", 1, "'' is no category"),
        ("dictStems", "\nktb\tkatab\tverb\twrote <pos>katab/V\n", 2, "the tags are not closed"),
        ("dictStems", "ktb\tkatab\tverb\twrote\n", 1, "the entry has no tags"),
        ("dictStems", "; nothing\n", None, "there are no entries"),
        ("dictSuffixes", "\t\tzero\t\nhA\thA\tcase\ther\n", 2, "the entry has no tags"),
        ("dictPrefixes", "", None, "there are no entries"),
        ("dictPrefixes", "\t\tnone\t\nA\0l\tAl\tthe\tthe\n", 2, "this is not plain text"),
        ("tableAB", "none noun\nthe\n", 2, "there are 1 words, where a pair of categories has 2"),
        ("tableBC", "noun case verb\n", 1, "there are 3 words"),
        ("tableAC", ";\n", None, "there are no pairs"),
        ("tags", "THING\tNOUN\n", 1, "this line does not say what a tag means"),
    ],
)
def test_a_malformed_line_is_told_with_its_file_and_number(
    tmp_path: Path, name: str, content: str, line: int | None, what: str
) -> None:
    write(tmp_path, **{name: content})
    with pytest.raises(FormatError) as caught:
        BuckwalterAnalyser.open(tmp_path)
    assert caught.value.path == tmp_path / name
    assert caught.value.line == line
    assert what in str(caught.value)


@given(st.dictionaries(st.sampled_from(sorted(TINY)), st.binary(max_size=60), min_size=1))
def test_no_content_of_the_files_gives_anything_but_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, contents: dict[str, bytes]
) -> None:
    folder = write(tmp_path_factory.mktemp("lexicon"))
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    with contextlib.suppress(FormatError):
        BuckwalterAnalyser.open(folder).analyse("كتاب")
