"""Tokenisers: text that comes back whole, what is learnt of words, sentences and multiword tokens, and streams."""

from __future__ import annotations

import json
import lzma
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from spectral_core import formats, store
from spectral_core.bench import tokenisers
from spectral_core.cli import main
from spectral_core.data import EMPTY, MultiwordToken, Sentence, Treebank
from spectral_core.errors import DataError
from spectral_core.evaluate import evaluate_tokeniser
from spectral_core.files import locate_assets
from spectral_core.formats.conllu import format_sentence, parse_conllu_sentence
from spectral_core.formats.text import (
    find_boundaries,
    join_sentences,
    make_running_text,
    retokenise,
    split_running_text,
    tokenise,
)
from spectral_core.models.tokeniser import ChainTokeniser, TokeniserSettings, learn
from spectral_core.models.tokeniser.characters import GoldToken, SegmentLexicon, cut_paragraphs, extract_feature_keys
from spectral_core.models.tokeniser.expansion import Expander, PieceEdit, align_expansion
from spectral_core.progress import Progress

_PIECES = (
    "word", "Mr.", "can't", "(see", "p.", "3)", "…", "''", "كتابُهُم", "وَقالَ", "؟", "我们", "在北京", "。", "「好」",
    "👩‍👩‍👧", "🇩🇪",
    "👍🏽", "e\u0301te\u0301", "q\u0323\u0307", "ﬁ",
    "İstanbul'da", "\u200fשלום\u200f", "𠀀𠮷", "\ufeffa", "x\0y", "\u00ad",
    "หนังสือ", "http://a.b/c?d=e", ":-)", "10 000", "\ud800",
)  # fmt: skip
_GAPS = (" ", " ", "", "  ", "\n", "\n\n", "\t", "\r\n", "\u00a0", "\u3000", "\u2028", " \n \n ", "\x1c", "|", "\\")


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def called(*arguments: str | Path) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    return called


@cache
def sample() -> tuple[Sentence, ...]:
    return tuple(formats.load(locate_assets() / "sample" / "english" / "written.conllu"))


@cache
def model_of_the_sample() -> ChainTokeniser:
    return learn(Treebank.of(sample()), TokeniserSettings())


def sentence_of(text: str, *tokens: str | tuple[str, ...], **named: tuple[str, ...]) -> Sentence:
    """A sentence with this text; a tuple is a multiword token, its characters first."""
    forms: list[str] = []
    ranges: list[MultiwordToken] = []
    for token in tokens:
        if isinstance(token, tuple):
            surface, *words = token
            ranges.append(MultiwordToken(len(forms) + 1, len(forms) + len(words), surface))
            forms += words
        else:
            forms.append(token)
    return Sentence.of(forms, ranges=ranges, comments=(*named.get("comments", ()), f"# text = {text}"))


def surfaces(sentence: Sentence) -> list[str]:
    return [form for _, _, form, _ in sentence.surface_tokens()]


def random_text(seed: int) -> str:
    chance = random.Random(seed)
    return "".join(chance.choice(_PIECES) + chance.choice(_GAPS) for _ in range(chance.randrange(1, 40)))


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("by_lines", [None, True, False])
def test_a_tokenised_text_is_joined_again_character_by_character(seed: int, by_lines: bool | None) -> None:
    text = random_text(seed)
    sentences = model_of_the_sample().tokenise(text, by_lines)
    assert join_sentences(sentences) == text
    for sentence in sentences:
        assert all(sentence.forms)
        begin = 0
        for form in surfaces(sentence):  # forms are as they were written
            assert form in text
            begin = sentence.text.index(form, begin) + len(form)
        assert sentence.text[begin:].strip() == ""


@pytest.mark.parametrize("seed", range(20))
def test_a_tokenised_text_is_the_same_after_a_file_of_conllu(seed: int) -> None:
    text = random_text(seed).replace("\ud800", "").replace("\0", "")
    sentences = model_of_the_sample().tokenise(text)
    read = [parse_conllu_sentence(format_sentence(sentence).encode(), 1) for sentence in sentences]
    assert [one.problems for one in read] == [()] * len(read)
    assert join_sentences(read) == text


def test_a_text_without_words_has_no_sentences() -> None:
    for text in ("", " \n\t\n "):
        assert model_of_the_sample().tokenise(text) == []
        assert list(model_of_the_sample().tokenise_lines(text.splitlines(keepends=True))) == []


def test_misc_says_what_white_space_follows() -> None:
    first, second = model_of_the_sample().tokenise("\n They saw  it.\n\nWe did. ", by_lines=False)
    assert [*zip(first.forms, first.misc, strict=True)] == [
        ("They", "SpacesBefore=\\n\\s"),
        ("saw", "SpacesAfter=\\s\\s"),
        ("it", "SpaceAfter=No"),
        (".", "SpacesAfter=\\n\\n"),
    ]
    assert first.comments == ("# newpar", "# sent_id = 1", "# text = They saw it.")
    assert second.misc == (EMPTY, "SpaceAfter=No", "SpacesAfter=\\s")
    assert second.comments == ("# newpar", "# sent_id = 2", "# text = We did.")


def test_blank_lines_always_end_a_sentence_and_line_breaks_on_request() -> None:
    model = model_of_the_sample()
    text = "They saw the\n\nold house and\nthe garden"
    assert [one.text for one in model.tokenise(text, False)] == ["They saw the", "old house and the garden"]
    assert [one.text for one in model.tokenise(text, True)] == ["They saw the", "old house and", "the garden"]


def test_lines_of_a_stream_give_the_sentences_of_the_whole_text(monkeypatch: pytest.MonkeyPatch) -> None:
    model = model_of_the_sample()
    text = "\n \n".join(make_running_text(sample()[at : at + 9]) for at in range(0, len(sample()), 9)) * 3
    for by_lines in (False, True):
        whole = model.tokenise(text, by_lines)
        for size in (100, 5000, 1 << 20):
            monkeypatch.setattr("spectral_core.models.tokeniser._BATCH_LENGTH", size)
            assert [*model.tokenise_lines(text.splitlines(keepends=True), by_lines)] == whole


def test_a_stream_is_read_as_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spectral_core.models.tokeniser._BATCH_LENGTH", 100)
    read = 0

    def lines() -> Iterator[str]:
        nonlocal read
        while True:
            read += 1
            yield "They saw the old house.\n"
            yield "\n"

    sentences = model_of_the_sample().tokenise_lines(lines())
    assert [next(sentences).text for _ in range(20)] == ["They saw the old house."] * 20
    assert read < 80


def test_an_endless_paragraph_is_given_out_sentence_by_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spectral_core.models.tokeniser._MAX_PARAGRAPH", 500)

    def lines() -> Iterator[str]:
        while True:
            yield "They saw the old\n"
            yield "house. "

    sentences = model_of_the_sample().tokenise_lines(lines())
    read = [next(sentences) for _ in range(60)]
    assert {one.text for one in read} == {"They saw the old house."}
    assert [one.comment("sent_id") for one in read] == [str(number) for number in range(1, 61)]
    assert sum("# newpar" in one.comments for one in read) == 1


def test_a_saved_model_is_the_same_and_a_damaged_one_is_refused(tmp_path: Path) -> None:
    model = learn(Treebank.of(spanish()), TokeniserSettings(epochs=2))
    store.save(model, tmp_path / "m.npz")
    loaded = store.load(tmp_path / "m.npz")
    assert isinstance(loaded, ChainTokeniser)
    text = make_running_text(spanish())
    assert loaded.tokenise(text) == model.tokenise(text)
    arrays = model.arrays()
    arrays["multiword_counts"] = arrays["multiword_counts"][:-1]
    with pytest.raises(ValueError, match="zip"):
        ChainTokeniser.from_arrays(model.settings, arrays)


def test_the_running_text_has_the_paragraphs_and_spaces_of_the_treebank() -> None:
    sentences = [
        sentence_of("Is it?", "Is", "it", "?", comments=("# newdoc",)),
        Sentence.of(["Yes", "."], misc=["SpaceAfter=No", "SpaceAfter=No"]),
        Sentence.of(["So", "."], misc=["SpaceAfter=No", "_"]),
        sentence_of("It  is.", "It", "is", ".", comments=("# newpar id = 2",)),
        Sentence.of([]),
    ]
    assert make_running_text(sentences) == "Is it? Yes.So.\n\nIt is.\n\n"
    assert [text for _, text, _ in split_running_text(sentences)] == ["Is it?", "Yes.", "So.", "It is."]


def test_a_comment_that_has_other_characters_is_not_the_text() -> None:
    assert make_running_text([sentence_of("He went.", "She", "went", ".")]) == "She went .\n\n"


def test_words_of_scripts_without_spaces_are_joined_without_them() -> None:
    sentences = [Sentence.of(["我", "用", "Python", "3", "。"]), Sentence.of(["好", "。"])]
    assert make_running_text(sentences) == "我用Python 3。好。\n\n"


def test_sequences_end_with_paragraphs_and_have_the_length_at_most() -> None:
    assert cut_paragraphs([7, 8, 14], 3).tolist() == [0, 3, 6, 7, 8, 11, 14]
    assert cut_paragraphs([], 3).tolist() == [0]


def test_boundaries_of_the_rules_are_the_ends_of_their_words_and_sentences() -> None:
    text = "Mr. Smith can't go. Why?\nThe U.S. won.\n"
    word_ends, sentence_ends = find_boundaries(text)
    assert word_ends == [word.end for word in tokenise(text)]
    assert [text[:end].split()[-1] for end in sentence_ends] == ["go.", "Why?", "won."]


def test_features_of_a_character_depend_on_its_surroundings_alone() -> None:
    near, far = "The cat sat on a mat and slept .\n", "Dogs bark ; the cat sat on a mat and slept .\n"
    lexicon = SegmentLexicon.learn([])
    keys, positions = extract_feature_keys(near, lexicon)
    other_keys, other_positions = extract_feature_keys(far, lexicon)
    assert positions.tolist() == [at for at, character in enumerate(near) if not character.isspace()]
    at, there = near.index("mat") + 1, far.index("mat") + 1
    here, elsewhere = keys[positions == at][0], other_keys[other_positions == there][0]
    assert np.count_nonzero(here == elsewhere) >= len(here) - 1  # only the distance from the last sentence differs
    assert len({*here.tolist()} - {0}) == np.count_nonzero(here)


@dataclass(frozen=True)
class Answer:
    """A tokeniser that has these sentences for every text."""

    sentences: list[Sentence]

    def tokenise(self, text: str, by_lines: bool | None = None) -> list[Sentence]:  # noqa: ARG002 - as in the protocol
        return self.sentences

    def tokenise_lines(self, lines: Iterable[str], by_lines: bool = False) -> Iterator[Sentence]:  # noqa: ARG002
        return iter(self.sentences)


def spanish() -> list[Sentence]:
    """Sentences with contractions and clitics."""
    nouns, verbs = ("libro", "perro", "vino", "coche", "papel"), ("comprar", "vender", "pintar", "mirar", "tomar")
    sentences = []
    for noun, verb in product(nouns, verbs):
        sentences += [
            sentence_of(f"El color del {noun}.", "El", "color", ("del", "de", "el"), noun, "."),
            sentence_of(f"Voy al {noun}.", "Voy", ("al", "a", "el"), noun, "."),
            sentence_of(f"Quiero {verb}lo.", "Quiero", (f"{verb}lo", verb, "lo"), "."),
            sentence_of(f"El {noun} es malo.", "El", noun, "es", "malo", "."),
            sentence_of(f"Quiero {verb} el {noun}.", "Quiero", verb, "el", noun, "."),
        ]
    return sentences


def test_multiword_tokens_are_expanded_as_the_treebank_does_and_unseen_ones_like_them() -> None:
    model = learn(Treebank.of(spanish()), TokeniserSettings())
    (seen,) = model.tokenise("El color del vino.")
    assert seen.forms == ("El", "color", "de", "el", "vino", ".")
    (token,) = seen.ranges
    assert (token.first, token.last, token.form, token.misc) == (3, 4, "del", EMPTY)
    assert seen.misc == (EMPTY, EMPTY, EMPTY, EMPTY, "SpaceAfter=No", EMPTY)
    (unseen,) = model.tokenise("Quiero firmarlo.")
    assert unseen.forms == ("Quiero", "firmar", "lo", ".")
    assert [one.form for one in unseen.ranges] == ["firmarlo"]
    assert unseen.ranges[0].misc == "SpaceAfter=No"
    (plain,) = model.tokenise("El perro es malo.")
    assert plain.ranges == ()


def test_words_are_aligned_with_the_characters_of_their_token() -> None:
    assert align_expansion("hadn't", ("had", "n't")).pieces == ("had", "n't")
    assert align_expansion("del", ("de", "el")).pieces == ("de", "l")
    assert align_expansion("zum", ("zu", "dem")).pieces == ("zu", "m")
    assert align_expansion("Dámelo", ("Da", "me", "lo")).pieces == ("Dá", "me", "lo")
    assert align_expansion("ettei", ("että", "ei")).pieces == ("ett", "ei")
    whole = align_expansion("à", ("a", "a"))
    assert (whole.pieces, whole.words) == (("à",), (("a", "a"),))
    inserted = align_expansion("בבית", ("ב", "ה", "בית"), frozenset("ה"))
    assert (inserted.pieces, inserted.inserted) == (("ב", "בית"), ("ה",))
    joined = align_expansion("בבית", ("ב", "ה", "בית"))
    assert (joined.pieces, joined.words) == (("ב", "בית"), (("ב", "ה"), ("בית",)))


@pytest.mark.parametrize("seed", range(30))
def test_pieces_of_any_token_are_its_characters_and_their_words_its_words(seed: int) -> None:
    chance = random.Random(seed)
    token = "".join(chance.choices("abçİß", k=chance.randrange(1, 9)))
    words = tuple("".join(chance.choices("abçİß", k=chance.randrange(1, 5))) for _ in range(chance.randrange(2, 5)))
    expansion = align_expansion(token, words, frozenset({"a"}))
    assert "".join(expansion.pieces) == token
    assert all(expansion.pieces)
    together = [(*part, word) for part, word in zip(expansion.words, (*expansion.inserted, ""), strict=True)]
    assert [word.lower() for part in together for word in part if word] == [word.lower() for word in words]


def test_seen_tokens_come_back_as_their_words_and_the_case_is_that_of_the_text() -> None:
    tokens = [GoldToken("del", ("de", "el"))] * 3 + [GoldToken("dándole", ("dando", "le")), GoldToken("à", ("a", "a"))]
    expander = Expander.learn([*tokens, GoldToken("casa", ("casa",))])
    for token in set(tokens):
        pieces = align_expansion(token.characters, token.words).pieces
        labels = [label for _, label in expander.locate_splits(token)]
        assert expander.expand(pieces, labels) == token.words
    split = expander.locate_splits(tokens[0])[0][1]
    assert expander.expand(("De", "l"), [split]) == ("De", "el")
    assert expander.expand(("DE", "L"), [split]) == ("DE", "el")  # of one letter it is not known
    assert expander.expand(("UZ", "LE"), [split]) == ("UZ", "LE")
    assert expander.expand(("tomándo", "le"), [split]) == ("tomando", "le")  # the edit of an unseen piece
    assert expander.expand(("xyz", "q"), [split]) == ("xyz", "q")


def test_a_token_that_is_more_often_one_word_is_not_expanded() -> None:
    several, one = GoldToken("à", ("a", "a")), GoldToken("à", ("à",))
    assert Expander.learn([several, several, one]).expand(["à"], []) == ("a", "a")
    assert Expander.learn([several, one]).expand(["à"], []) == ("à",)


def test_an_edit_replaces_one_end() -> None:
    assert PieceEdit(True, "ándo", "ando").apply("tomándo") == "tomando"
    assert PieceEdit(False, "l'", "le").apply("l'eau") == "leeau"
    assert PieceEdit(True, "x", "").apply("abc") is None


def test_inserted_words_have_labels_of_their_own_and_are_inserted_in_context() -> None:
    nouns = ("בית", "ספר", "עיר", "גן")
    sentences = []
    for noun in nouns:
        for verb, words in (("ראה", ("ב", "ה", noun)), ("שמע", ("ב", noun))):
            sentences += [sentence_of(f"הוא {verb} ב{noun} .", "הוא", verb, (f"ב{noun}", *words), ".")] * 4
    model = learn(Treebank.of(sentences), TokeniserSettings())
    assert model.expander.insertable == ("ה",)
    with_article, without = model.tokenise("הוא ראה בעיר .\n\nהוא שמע בעיר .")
    assert with_article.forms == ("הוא", "ראה", "ב", "ה", "עיר", ".")
    assert without.forms == ("הוא", "שמע", "ב", "עיר", ".")


def test_the_differences_of_a_treebank_from_the_rules_are_learnt() -> None:
    """This treebank keeps contractions whole and ends sentences at semicolons."""
    subjects, verbs = ("We", "They", "You", "Dogs"), ("don't", "can't", "won't", "didn't")
    sentences = [
        one
        for subject, verb in product(subjects, verbs)
        for one in (
            sentence_of(f"{subject} {verb} bark;", subject, verb, "bark", ";"),
            sentence_of(f"{subject} run.", subject, "run", "."),
        )
    ]
    text = "Cats don't bark; we run. They can't bark; Birds run."
    by_rules = [one.forms for one in retokenise([Sentence.of(text.split())])]
    model = learn(Treebank.of(sentences), TokeniserSettings())
    assert "n't" in by_rules[0]
    assert [one.forms for one in model.tokenise(text)] == [
        ("Cats", "don't", "bark", ";"),
        ("we", "run", "."),
        ("They", "can't", "bark", ";"),
        ("Birds", "run", "."),
    ]


def test_with_a_few_sentences_the_answers_are_those_of_the_rules() -> None:
    model = learn(Treebank.of(sample()[:3]), TokeniserSettings())
    held_out = sample()[20:60]
    text = make_running_text(held_out)
    learnt = evaluate_tokeniser(model, held_out, text)
    rules = evaluate_tokeniser(Answer(retokenise(held_out)), held_out, text)
    assert learnt["tokens_f1"] >= rules["tokens_f1"] - 1
    assert learnt["sentences_f1"] >= rules["sentences_f1"] - 5


def test_scripts_without_spaces_are_segmented() -> None:
    words = ("我们", "北京", "喜欢", "学习", "音乐", "老师")
    sentences = [Sentence.of([first, second, third, "。"]) for first, second, third in product(words, repeat=3)]
    model = learn(Treebank.of(sentences), TokeniserSettings(epochs=3))
    one, other = model.tokenise("老师喜欢北京音乐。我们学习。")
    assert one.forms == ("老师", "喜欢", "北京", "音乐", "。")
    assert other.forms == ("我们", "学习", "。")


def test_known_words_are_those_of_scripts_without_spaces_that_occur_three_times() -> None:
    lexicon = SegmentLexicon.learn(["北京"] * 3 + ["word"] * 9 + ["学习"] * 2 + ["我们"] * 3)
    assert len(lexicon.keys) == 2
    known, unknown = (extract_feature_keys("在北京我。\n", one)[0] for one in (lexicon, SegmentLexicon.learn([])))
    first, second, last, *_ = (known != unknown).sum(axis=1).tolist()
    assert min(first, second, last) > 0  # a word begins after it, extends over it, ends with it
    restored = SegmentLexicon.from_keys(lexicon.keys)
    assert np.array_equal(extract_feature_keys("在北京我。\n", restored)[0], known)


def test_words_with_spaces_are_kept_unless_the_space_is_another() -> None:
    numbers = ("10 000", "20 000", "30 000", "10 500", "20 500")
    sentences = [
        sentence_of(f"{noun} cost {number} now.", noun, "cost", number, "now", ".")
        for number in numbers
        for noun in ("Cars", "Boats", "Trees", "Bikes")
    ]
    model = learn(Treebank.of(sentences), TokeniserSettings())
    (one,) = model.tokenise("Cars cost 20 000 now.")
    assert one.forms == ("Cars", "cost", "20 000", "now", ".")
    (other,) = model.tokenise("Cars cost 20  000 now.")
    assert other.forms == ("Cars", "cost", "20", "000", "now", ".")


def test_learning_again_with_corrected_sentences_learns_the_corrections() -> None:
    corrected = sentence_of("We met Yahoo! Inc. today.", "We", "met", "Yahoo!", "Inc.", "today", ".")
    before = model_of_the_sample().tokenise("They met Yahoo! Inc. today.")
    after = learn(Treebank.of([*sample(), *[corrected] * 5]), TokeniserSettings()).tokenise(
        "They met Yahoo! Inc. today."
    )
    assert [one.forms for one in after] == [("They", "met", "Yahoo!", "Inc.", "today", ".")]
    assert [one.forms for one in before] != [one.forms for one in after]


def test_the_gold_has_full_marks_on_every_measure() -> None:
    measures = evaluate_tokeniser(Answer(spanish()), spanish(), "")
    assert {measures[name] for name in ("tokens_f1", "words_f1", "multiword_f1", "sentences_f1")} == {100.0}


def test_multiword_tokens_are_scored_by_their_characters_and_words() -> None:
    gold = [sentence_of("del al del", ("del", "de", "el"), ("al", "a", "el"), ("del", "de", "el"))]
    found = [sentence_of("del al del", ("del", "De", "el"), ("al", "al", "el"), "del")]

    assert evaluate_tokeniser(Answer(found), gold, "")["multiword_f1"] == pytest.approx(100 * 2 * 1 / (3 + 2))


def test_a_treebank_without_words_is_refused() -> None:
    with pytest.raises(DataError, match="no words"):
        learn(Treebank.of([Sentence.of([])]), TokeniserSettings())


def test_the_command_line_trains_and_measures_tokenisers(run: Run, tmp_path: Path) -> None:
    gold = tmp_path / "gold.conllu"
    formats.save(Treebank.of(spanish()), gold)
    path = tmp_path / "k.npz"
    assert run("learn", "tokeniser", gold, gold, "-o", path, "-s", "epochs=3")[0] == 0
    code, out, _ = run("evaluate", path, gold, "--json")
    assert code == 0
    metrics = json.loads(out)["metrics"]
    assert metrics.keys() == {"tokens_f1", "sentences_f1", "words_f1", "multiword_f1"}
    assert min(metrics.values()) > 99
    code, _, error = run("tag", path, gold)
    assert code == 1
    assert "tokeniser" in error


def test_the_table_of_tokenisers_has_a_row_for_each_system(tmp_path: Path) -> None:
    folder = tmp_path / "ud_spanish_ancora"
    folder.mkdir()
    with lzma.open(folder / "ud_spanish_ancora-dev.conllu.xz", "wt", encoding="utf-8") as file:
        file.writelines(format_sentence(sentence) + "\n\n" for sentence in spanish())
    reports: list[Progress] = []
    (by_rules,) = tokenisers.measure_tokenisers(tmp_path, reports.append, "spanish rules")
    (by_model,) = tokenisers.measure_tokenisers(tmp_path, reports.append, "spanish tokeniser")
    assert (by_rules["system"], by_model["system"]) == ("rules", "tokeniser")
    assert by_rules["sentences"] == by_model["sentences"] == 100
    assert by_rules["multiword_f1"] == 0.0
    assert by_model["multiword_f1"] == 100.0
    assert reports


def test_udpipe_is_told_where_a_script_has_no_spaces() -> None:
    sentences = [Sentence.of(["我", "用", "Python", "3", "。"]), Sentence.of(["好"])]
    first, second = tokenisers.mark_spaces(sentences)
    no_space = "SpaceAfter=No"
    assert first.misc == (no_space, no_space, EMPTY, no_space, no_space)
    assert second.misc == (EMPTY,)
    (marked,) = tokenisers.mark_spaces([sentence_of("a b", "a", "b")])
    assert marked.misc == (EMPTY, EMPTY)
