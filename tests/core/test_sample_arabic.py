"""The Arabic half of the sample project: sound annotation, an honest lexicon, and what its README claims."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from spectral_core.data import Sentence, Token, Treebank
from spectral_core.data.dependencies import is_projective, is_tree
from spectral_core.files import locate_assets
from spectral_core.formats import load
from spectral_core.morphology.analyser import add_candidates
from spectral_core.morphology.arabic.buckwalter import BuckwalterAnalyser
from spectral_core.morphology.arabic.buckwalter_tables import DICTIONARY_FILES
from spectral_core.morphology.arabic.spelling import (
    is_arabic,
    strip_buckwalter_diacritics,
    strip_diacritics,
    to_buckwalter,
)

FOLDER = locate_assets() / "sample" / "arabic"
LEXICON = FOLDER / "lexicon"
UNIVERSAL_TAGS = "ADJ ADP ADV AUX CCONJ INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ VERB"
RELATIONS = (
    "root nsubj nsubj:pass obj iobj csubj ccomp xcomp obl advcl advmod amod nmod nummod acl:relcl conj cc case mark "
    "det aux cop vocative discourse dislocated parataxis punct"
)


@pytest.fixture(scope="module")
def analyser() -> BuckwalterAnalyser:
    return BuckwalterAnalyser.open(LEXICON)


@pytest.fixture(scope="module")
def written(analyser: BuckwalterAnalyser) -> Treebank:
    return Treebank.of(add_candidates(sentence, analyser) for sentence in load(FOLDER / "written.conllu"))


@pytest.fixture(scope="module")
def held_out(analyser: BuckwalterAnalyser) -> Treebank:
    return Treebank.of(add_candidates(sentence, analyser) for sentence in load(FOLDER / "held_out.conllu"))


@pytest.fixture(scope="module", params=["written", "held_out"])
def sentences(request: pytest.FixtureRequest) -> Treebank:
    treebank: Treebank = request.getfixturevalue(request.param)
    return treebank


def words(sentences: Treebank) -> Iterator[Token]:
    """The words in Arabic script, punctuation left out: over these the figures are counted."""
    return (token for sentence in sentences for token in sentence if is_arabic(token.form))


def misc(token: Token) -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in token.misc.split("|"))


def features(token: Token) -> dict[str, str]:
    return {} if token.feats == "_" else dict(pair.split("=", 1) for pair in token.feats.split("|"))


def right(token: Token) -> tuple[str, ...]:
    return (misc(token)["Vform"], token.lemma, token.upos, token.xpos, token.feats)


def offered(token: Token) -> list[tuple[str, ...]]:
    return [(one.vocalised, one.lemma, one.upos, one.xpos, one.feats) for one in token.candidates]


def children(sentence: Sentence, head: int, relation: str) -> list[Token]:
    return [token for token in sentence if token.head == head and token.deprel == relation]


# the sentences


def test_every_sentence_is_a_projective_tree_in_known_labels(sentences: Treebank) -> None:
    for sentence in sentences:
        assert not sentence.problems
        assert is_tree(sentence.heads), sentence.text
        assert is_projective(sentence.heads), sentence.text
        assert set(sentence.upos) <= set(UNIVERSAL_TAGS.split())
        assert set(sentence.deprels) <= set(RELATIONS.split())


def test_every_sentence_has_an_identifier_its_text_and_a_translation(sentences: Treebank) -> None:
    identifiers = [sentence.comment("sent_id") for sentence in sentences]
    assert len(set(identifiers)) == len(identifiers)
    for sentence in sentences:
        assert sentence.comment("text_en")
        spaced = "".join(token.form + ("" if "SpaceAfter=No" in token.misc else " ") for token in sentence)
        assert sentence.comment("text") == spaced.strip()
        assert 4 <= sum(map(is_arabic, sentence.forms)) <= 14


def test_the_vowelled_form_without_its_marks_is_the_word(sentences: Treebank) -> None:
    for token in words(sentences):
        assert strip_diacritics(misc(token)["Vform"]) == token.form
        assert strip_diacritics(token.form) == token.form


def test_every_letter_of_a_vowelled_form_has_a_mark_or_lengthens(sentences: Treebank) -> None:
    letter = "['|>&<}btvjHxd*rzs$SDTZEgfqklmnhwyp]"
    spelt = re.compile(
        rf"(?:A(?![aiuo~FNK])|[wyY]|\||{letter}~?[aiuoFNK]`?|l(?=[tvd*rzs$SDTZln]~))+"  # A, w, y, Y lengthen
    )
    for token in words(sentences):
        vowelled = to_buckwalter(misc(token)["Vform"])
        assert spelt.fullmatch(vowelled), vowelled
        for long in re.finditer(r"(.)([wyY])(?![aiuo~FNK])", vowelled):
            assert long[0][0] in {"w": "u", "y": "i", "Y": "aF"}[long[2]], vowelled


def test_every_word_has_gloss_and_transliteration(sentences: Treebank) -> None:
    for token in words(sentences):
        assert misc(token)["Gloss"].isascii()
        assert misc(token)["Translit"]
        assert not is_arabic(misc(token)["Translit"])


def test_prepositions_govern_the_genitive(sentences: Treebank) -> None:
    for sentence in sentences:
        for token in sentence:
            separate = [child for child in children(sentence, token.index, "case") if child.upos == "ADP"]
            attached = "ADP" in token.xpos.split("+")[:2] and token.upos in ("NOUN", "PROPN", "NUM")
            # a number stands between a preposition and its noun, and takes the preposition's case
            numbers = [child for child in children(sentence, token.index, "nummod") if separate]
            first = min(numbers, key=lambda number: number.index, default=token)
            while children(sentence, first.index, "nummod"):
                first = children(sentence, first.index, "nummod")[0]
            if (separate or attached) and "Case" in features(first):
                assert features(first)["Case"] == "Gen", (sentence.text, first.form)


def test_the_second_noun_of_a_construct_is_genitive_and_the_first_has_no_article(sentences: Treebank) -> None:
    seen = 0
    for sentence in sentences:
        for token in sentence:
            if features(token).get("Definite") == "Cons" and "Person[psor]" not in features(token):
                following = sentence.token(token.index + 1)
                assert features(following)["Case"] == "Gen", (sentence.text, token.form)
                seen += 1
    assert seen


def test_adjectives_agree_with_their_nouns(sentences: Treebank) -> None:
    for sentence in sentences:
        for token in sentence:
            if token.deprel == "amod":
                noun = features(sentence.token(token.head or 0))
                adjective = features(token)
                in_construct = "ART" in construct_end(sentence, token)
                definite = noun["Definite"] == "Def" or "Person[psor]" in noun or in_construct
                assert adjective["Case"] == noun["Case"], (sentence.text, token.form)
                assert adjective["Definite"] == ("Def" if definite else "Ind"), (sentence.text, token.form)
                if noun["Number"] == "Plur":  # these plurals are of things, which count as a feminine singular
                    assert (adjective["Gender"], adjective["Number"]) == ("Fem", "Sing"), (sentence.text, token.form)
                else:
                    assert adjective["Gender"] == noun["Gender"], (sentence.text, token.form)


def construct_end(sentence: Sentence, adjective: Token) -> list[str]:
    """The tags of the noun that a construct between noun and adjective ends in."""
    between = [token for token in sentence if (adjective.head or 0) < token.index < adjective.index]
    return between[-1].xpos.split("+") if between else []


def test_particles_decide_the_mood_of_their_verb(sentences: Treebank) -> None:
    moods = {"لَمْ": "Jus", "لَنْ": "Sub", "أَنْ": "Sub", "أَلَّا": "Sub", "هَلْ": "Ind", "سَ": "Ind"}
    seen = 0
    for sentence in sentences:
        for token in sentence:
            verb = sentence.token(token.head or token.index)
            cop = children(sentence, verb.index, "cop")
            verb = cop[0] if cop else verb
            if token.lemma in moods and features(verb).get("Aspect") == "Imp":
                assert features(verb)["Mood"] == moods[token.lemma], (sentence.text, verb.form)
                seen += 1
            if features(token).get("Tense") == "Fut":
                assert features(token)["Mood"] == "Ind"
    assert seen


def test_subjects_are_nominative_unless_a_particle_takes_the_accusative(sentences: Treebank) -> None:
    takes_accusative = {"إِنَّ", "أَنَّ_1", "لَٰكِنَّ"}
    for sentence in sentences:
        for token in sentence:
            if token.deprel in ("nsubj", "nsubj:pass") and "Case" in features(token):
                first = min([token, *children(sentence, token.index, "nummod")], key=lambda one: one.index)
                before = sentence.lemmas[first.index - 2] if first.index > 1 else ""
                wanted = "Acc" if before in takes_accusative else "Nom"
                assert features(first)["Case"] == wanted, (sentence.text, first.form)


# the lexicon and what it offers


def test_there_are_as_many_sentences_as_promised(written: Treebank, held_out: Treebank) -> None:
    assert len(written) == 56
    assert len(held_out) == 10
    assert len({sentence.text for sentence in (*written, *held_out)}) == 66


def test_the_right_analysis_of_every_written_word_is_among_its_candidates(written: Treebank) -> None:
    for token in words(written):
        assert offered(token).count(right(token)) == 1, token.form


def test_punctuation_is_annotated_as_the_analyser_reads_it(sentences: Treebank) -> None:
    for sentence in sentences:
        for token in sentence:
            if token.upos == "PUNCT":
                assert offered(token) == [(token.form, token.lemma, token.upos, token.xpos, token.feats)]


def test_the_candidates_are_as_many_as_the_readme_says(written: Treebank) -> None:
    counts = [len(token.candidates) for token in words(written)]
    assert len(counts) == 365
    assert sum(counts) == 1526
    assert sum(counts) / len(counts) >= 3
    assert max(counts) == 25


def test_context_decides_between_lemmas_in_nearly_every_sentence(written: Treebank) -> None:
    undecided = [
        sentence
        for sentence in written
        if any(len({one.lemma for one in offered}) > 1 for offered in sentence.candidates)
    ]
    assert len(undecided) == 54
    assert all(any(len(word) > 1 for word in sentence.candidates) for sentence in written)


def test_the_same_spelling_is_right_in_different_ways(written: Treebank) -> None:
    readings = defaultdict(set)
    for token in words(written):
        readings[token.form].add(right(token))
    several = {form for form, found in readings.items() if len(found) > 1}
    assert {"كتب", "بنت", "فهمت", "من"} <= several
    assert len(several) == 12


def test_candidates_differ_from_each_other_and_spell_the_word(written: Treebank) -> None:
    for token in words(written):
        assert len(set(token.candidates)) == len(token.candidates)
        for candidate in token.candidates:
            assert strip_diacritics(candidate.vocalised) == token.form


def test_what_the_lexicon_knows_of_the_held_out_words_is_what_the_readme_says(held_out: Treebank) -> None:
    found = list(words(held_out))
    unknown = [token.form for token in found if not token.candidates]
    missed = [token.form for token in found if token.candidates and right(token) not in offered(token)]
    assert (len(found), len(unknown), missed) == (73, 16, ["انتظر", "وعدنا"])
    assert sum(len(token.candidates) for token in found) == 150


def test_every_category_of_the_dictionaries_is_in_the_tables_and_no_other() -> None:
    def rows(name: str) -> list[list[str]]:
        lines = (LEXICON / name).read_text(encoding="ascii").split("\n")
        return [re.split(r"[\t ]", line) for line in lines if line and not line.startswith(";")]

    prefixes, stems, suffixes = ({row[2] for row in rows(name)} for name in DICTIONARY_FILES)
    for table, left, right_ in (
        ("tableAB", prefixes, stems),
        ("tableAC", prefixes, suffixes),
        ("tableBC", stems, suffixes),
    ):
        assert {row[0] for row in rows(table)} == left
        assert {row[1] for row in rows(table)} == right_


def test_every_line_of_the_dictionaries_spells_its_vocalised_form_without_marks() -> None:
    for name in DICTIONARY_FILES:
        for line in (LEXICON / name).read_text(encoding="ascii").split("\n"):
            if line and not line.startswith(";"):
                written, vocalised, _, rest = line.split("\t")
                assert strip_buckwalter_diacritics(vocalised) == written
                parts = re.search(r"<pos>(.*)</pos>", rest)
                segments = "" if parts is None else "".join(part.rsplit("/", 1)[0] for part in parts[1].split("+"))
                assert segments.replace("(null)", "") == vocalised


def test_every_tag_has_a_meaning(analyser: BuckwalterAnalyser) -> None:
    meanings = analyser.tags or {}
    lines = "".join((LEXICON / name).read_text(encoding="ascii") for name in DICTIONARY_FILES).split("\n")
    used = {tag for line in lines if not line.startswith(";") for tag in re.findall(r"/([A-Z0-9.]+)", line)}
    assert {part for tag in used for part in tag.split(".")} == set(meanings)


def test_the_readme_names_every_file() -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    for path in (Path("written.conllu"), Path("held_out.conllu"), *(LEXICON.iterdir())):
        assert f"`{path.name}`" in text
