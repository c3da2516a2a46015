"""Empty lemmas, tags and features: how many there are, and what a ranker, an analyser and a tagger fill in."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from spectral_core import store
from spectral_core.data import EMPTY, Analysis, Ranked, Sentence, Tree, Treebank
from spectral_core.data.empty_cells import EmptyCells
from spectral_core.data.inventory import MORPHOLOGY_COLUMNS
from spectral_core.data.readings import fill_readings, list_agreeing_readings, prefer_given_cells, standard_columns
from spectral_core.engine import CountEmptyCells, DocumentState, Engine, FindFillings
from spectral_core.morphology.user_lexicon import FILE_NAME, UserLexicon
from spectral_core.progress import Progress, ignore_progress
from spectral_core.registry import METHODS, make_settings

READINGS = {
    "the": ("the", "DET", "DT", "Definite=Def"),
    "old": ("old", "ADJ", "JJ", "Degree=Pos"),
    "dogs": ("dog", "NOUN", "NNS", "Number=Plur"),
    "boats": ("boat", "NOUN", "NNS", "Number=Plur"),
    "bark": ("bark", "VERB", "VBP", "Tense=Pres"),
    "leak": ("leak", "VERB", "VBP", "Tense=Pres"),
}
TEXTS = ("the old dogs bark", "the boats leak", "dogs bark", "old boats leak", "the dogs leak", "the old boats bark")


def annotate(text: str, **columns: list[str]) -> Sentence:
    """A tree over the words, with their readings but for the columns given."""
    forms = text.split()
    values = [READINGS[form] for form in forms]
    lemmas, upos, xpos, feats = (list(column) for column in zip(*values, strict=True))
    given = {"lemmas": lemmas, "upos": upos, "xpos": xpos, "feats": feats, **columns}
    return Sentence.of(forms, heads=[0, *[1] * (len(forms) - 1)], **given)


def strip(sentence: Sentence) -> Sentence:
    """The sentence with its tree alone."""
    empty = (EMPTY,) * len(sentence)
    return replace(sentence, lemmas=empty, upos=empty, xpos=empty, feats=empty)


def show(*sentences: Sentence) -> Engine:
    engine = Engine()
    engine.set_document("text", DocumentState(None, "", {}, Treebank.of(sentences)))
    return engine


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A ranker, and a parser with a tagger."""
    folder, treebank = tmp_path_factory.mktemp("models"), Treebank.of([annotate(text) for text in TEXTS] * 4)
    settings = {
        "analysis-ranker": {"words": 200, "passes": 2},
        "head-automata": {"estimator": "det", "column": "upos", "calibration": False, "lexical": "none"},
    }
    paths = {}
    for name, values in settings.items():
        paths[name] = folder / f"{name}.npz"
        store.save(METHODS[name].learn(treebank, make_settings(METHODS[name], values)), paths[name])
    return paths


def rank(*shares: tuple[Analysis, float | None]) -> list[Ranked[Analysis]]:
    return [Ranked(reading, 0.0, share) for reading, share in shares]


NOUN, VERB = Analysis("bark", upos="NOUN", feats="Number=Sing"), Analysis("bark", upos="VERB")


def test_empty_cells_are_counted_by_column() -> None:
    part = annotate("the old dogs bark", lemmas=["the", EMPTY, EMPTY, "bark"])
    counts = CountEmptyCells("text", (0, 2)).run(show(strip(part), part, part), ignore_progress)
    assert counts.words == {"lemma": 6, "upos": 4, "xpos": 4, "feats": 4}
    assert counts.sentences == {"lemma": 2, "upos": 1, "xpos": 1, "feats": 1}


def test_the_lemma_of_an_underscore_is_not_empty() -> None:
    assert not EmptyCells.of([Sentence.of(["_"], upos=["PUNCT"], xpos=["."], feats=["X=Y"])]).words


def test_the_readings_that_agree_with_all_that_is_given_are_listed() -> None:
    readings = rank((NOUN, 0.6), (VERB, 0.3), (Analysis("barken", upos="VERB"), 0.1))

    def agreeing(sentence: Sentence) -> list[tuple[Analysis, float | None]]:
        return [(entry.value, entry.probability) for entry in list_agreeing_readings(sentence, 1, readings)]

    assert agreeing(Sentence.of(["bark"], upos=["VERB"]))[0] == (VERB, pytest.approx(0.75))
    assert agreeing(Sentence.of(["bark"], upos=["ADJ"])) == []
    assert agreeing(Sentence.of(["bark"]))[0] == (NOUN, pytest.approx(0.6))


def test_a_probability_that_is_not_known_is_none() -> None:
    (first, _) = list_agreeing_readings(Sentence.of(["bark"]), 1, rank((NOUN, None), (VERB, None)))
    assert (first.value, first.probability) == (NOUN, None)


def test_a_reading_added_by_hand_that_does_not_agree_keeps_no_probability_from_those_that_do() -> None:
    readings = rank((NOUN, 0.6), (VERB, 0.3), (Analysis("barken", upos="ADJ"), None))
    (ranking,) = prefer_given_cells(Sentence.of(["bark"], upos=["VERB"]), [readings])
    assert [entry.probability for entry in ranking] == [1.0, 0.0, None]


def test_only_empty_cells_of_the_chosen_columns_are_filled() -> None:
    sentence = Sentence.of(["bark", "bark", "_"], lemmas=["Bark", EMPTY, EMPTY], feats=["A=B", EMPTY, EMPTY])
    filled = fill_readings(sentence, [NOUN._replace(gloss="sound")] * 3, ("lemma", "feats"))
    assert (filled.lemmas, filled.upos) == (("Bark", "bark", EMPTY), (EMPTY,) * 3)
    assert (filled.feats, filled.misc) == (("A=B", "Number=Sing", "Number=Sing"), (EMPTY,) * 3)


def test_a_tag_is_not_filled_in_where_a_tree_has_none_for_the_word() -> None:
    sentence = replace(Sentence.of(["dogs", "bark"]), tree=Tree("S", ("dogs", Tree("VBP", ("bark",)))))
    filled = fill_readings(replace(sentence, xpos=(EMPTY, "VBP")), [Analysis("dog", xpos="NNS"), None])
    assert filled.xpos == tuple(filled.tree.tags() if filled.tree else ())
    assert filled.lemmas[0] == "dog"


def fill(models: dict[str, Path], *sentences: Sentence, **more: object) -> list[Sentence]:
    """The sentences with what the models fill in."""
    request = FindFillings(
        models.get("analysis-ranker"), "none", models.get("head-automata"), None, "text", tuple(range(len(sentences)))
    )
    fillings = replace(request, **more).run(show(*sentences), ignore_progress)  # type: ignore[arg-type]
    return [fillings.fill(index, sentence) for index, sentence in enumerate(sentences)]


def test_a_ranker_fills_what_is_empty_and_changes_nothing_given(models: dict[str, Path]) -> None:
    full = annotate("the old boats bark")
    odd = annotate("dogs bark", lemmas=["DOG", "bark"], feats=[EMPTY, EMPTY])
    filled = fill(models, strip(full), odd)
    assert replace(filled[0], source=None) == replace(full, source=None)
    assert filled[1].lemmas == ("DOG", "bark")
    assert filled[1].feats == (EMPTY, "Tense=Pres")  # no reading of the first word agrees with its lemma
    assert (filled[1].heads, filled[1].upos, filled[1].xpos) == (odd.heads, odd.upos, odd.xpos)


def test_words_with_an_improbable_reading_are_left_empty(models: dict[str, Path]) -> None:
    bare = strip(annotate("the old boats bark"))
    engine = show(bare)
    request = FindFillings(models["analysis-ranker"], "none", None, None, "text", (0,))
    every = request.run(engine, ignore_progress).readings[0]
    assert None not in every
    assert not replace(request, min_probability=1.01).run(engine, ignore_progress).readings
    assert replace(request, min_probability=0.01).run(engine, ignore_progress).readings[0] == every


def test_only_the_chosen_columns_are_filled(models: dict[str, Path]) -> None:
    (filled,) = fill(models, strip(annotate("the boats leak")), columns=("lemma",))
    assert filled.lemmas == ("the", "boat", "leak")
    assert set(filled.upos + filled.xpos + filled.feats) == {EMPTY}


def test_without_a_ranker_a_tagger_fills_tags(models: dict[str, Path]) -> None:
    taggers = {"head-automata": models["head-automata"]}
    (filled,) = fill(taggers, strip(annotate("the boats leak")))
    assert filled.upos == ("DET", "NOUN", "VERB")
    assert set(filled.lemmas + filled.feats) == {EMPTY}


def test_without_a_ranker_only_words_with_a_single_reading_are_filled(tmp_path: Path) -> None:
    lexicon = UserLexicon.read(tmp_path / FILE_NAME)
    for form, reading in (
        ("boats", Analysis(*standard_columns(NOUN)[:1], upos="NOUN")),
        ("bark", NOUN),
        ("bark", VERB),
    ):
        lexicon.add(form, reading, 0o600)
        lexicon = UserLexicon.read(tmp_path / FILE_NAME)
    (filled,) = fill({}, Sentence.of(["boats", "bark"]), project_folder=tmp_path)
    assert filled.upos == ("NOUN", EMPTY)


def test_the_search_for_values_tells_how_far_it_is(models: dict[str, Path]) -> None:
    told: list[Progress] = []
    bare = strip(annotate("the boats leak"))
    FindFillings(models["analysis-ranker"], "none", None, None, "text", tuple(range(45)), MORPHOLOGY_COLUMNS).run(
        show(*[bare] * 45), told.append
    )
    assert [(one.done, one.total) for one in told] == [(0, 45), (20, 45), (40, 45)]
