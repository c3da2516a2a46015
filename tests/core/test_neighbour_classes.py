"""Classes of words from text alone: that words among the same neighbours share them, and what a tagger makes of it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from spectral_core import formats, store
from spectral_core.data import Sentence, Treebank
from spectral_core.engine import DocumentState, Engine, Train
from spectral_core.models import arc_parser, tagger
from spectral_core.models.arc_parser import ArcParser, ArcParserSettings
from spectral_core.models.distributional_clusters import PARTITION_SIZES, DistributionalClusters
from spectral_core.models.head_automata import HeadAutomata
from spectral_core.models.tagger import ChainTagger, TaggerSettings
from spectral_core.models.word_features import TagClasses
from spectral_core.progress import ignore_progress
from spectral_core.structured.feature_templates import LOWER

STOCK = {"D": 4, "N": 80, "T": 4, "V": 80}  # words of each tag


@cache
def word(number: int, kind: str) -> str:
    """One of a stock of words whose spelling tells nothing of their tags."""
    stems = np.random.default_rng([ord(kind), number]).choice(list("bcdfghklmnprstvz"), 6)
    return "".join(stems)


def made(sentences: int, seed: int) -> Treebank:
    """Pairs of D and N, and of T and V, in any order; the first word of the others hangs from that of the first."""
    random = np.random.default_rng(seed)
    found = []
    for _ in range(sentences):
        tags = "".join(random.choice(["DN", "TV"], 3))
        forms = [word(int(random.integers(STOCK[tag])), tag) for tag in tags]
        found.append(Sentence.of(forms, xpos=list(tags), heads=[2, 0, 4, 2, 6, 2], deprels=["x"] * len(tags)))
    return Treebank.of(found)


def bare(treebank: Treebank) -> list[Sentence]:
    return [Sentence.of(sentence.forms) for sentence in treebank]


ANNOTATED, TEXT, FRESH = made(30, 0), made(1500, 1), made(200, 2)


@pytest.fixture(scope="module")
def classes() -> DistributionalClusters:
    found = DistributionalClusters.learn(TEXT)
    assert found is not None
    return found


def rows(classes: DistributionalClusters, kind: str) -> list[list[int]]:
    keys = TagClasses.empty().extract_feature_keys([word(number, kind) for number in range(STOCK[kind])])[:, LOWER]
    return [list(row) for row in classes.find_clusters(keys).tolist()]


def test_words_of_one_class_have_one_tag(classes: DistributionalClusters) -> None:
    seen: dict[int, set[str]] = {}
    for kind in STOCK:
        for row in rows(classes, kind):
            seen.setdefault(row[0], set()).add(kind)
    assert len(seen) == PARTITION_SIZES[0]
    assert sum(len(kinds) == 1 for kinds in seen.values()) >= 0.9 * len(seen)


def test_what_is_annotated_makes_no_difference(classes: DistributionalClusters) -> None:
    other = DistributionalClusters.learn(Treebank.of(bare(TEXT)))
    assert other is not None
    assert all(np.array_equal(one, other.arrays()[name]) for name, one in classes.arrays().items())


def test_capitals_and_digits_make_no_other_word(classes: DistributionalClusters) -> None:
    lexicon, form = TagClasses.empty(), word(0, "N")
    one, two, three = classes.find_clusters(
        lexicon.extract_feature_keys([form, form.title(), "unseen"])[:, LOWER]
    ).tolist()
    assert one == two
    assert min(one) > 0
    assert set(three) == {0}


def test_a_short_text_has_no_classes() -> None:
    assert DistributionalClusters.learn(ANNOTATED) is None
    assert DistributionalClusters.learn(Treebank.of([Sentence.of(["a", "b"])] * 1000)) is None
    assert DistributionalClusters.learn(Treebank.of([])) is None


def test_where_nearly_all_of_a_long_text_has_tags_there_are_no_classes() -> None:
    tagged = list(TEXT) * 6  # 54,000 words
    assert DistributionalClusters.learn(Treebank.of(tagged)) is None
    assert DistributionalClusters.learn(Treebank.of([*tagged, *bare(TEXT) * 6])) is not None
    assert DistributionalClusters.learn(Treebank.of(bare(TEXT) * 6)) is not None


def unseen_right(model: ChainTagger | ArcParser) -> float:
    """The share of right tags among words that no annotated sentence has, each behind an unknown word."""
    known = {form for sentence in ANNOTATED for form in sentence.forms}
    filler = model.tagger if isinstance(model, ArcParser) else model
    assert filler is not None
    words = [(word(at, kind), kind) for kind in "NV" for at in range(STOCK[kind])]
    asked = [(form, kind) for form, kind in words if form not in known]
    assert len(asked) > 50
    tagged = filler.tag_all([Sentence.of(["?", form]) for form, _ in asked])
    return sum(one.xpos[1] == kind for one, (_, kind) in zip(tagged, asked, strict=True)) / len(asked)


def test_a_tagger_knows_words_that_it_saw_in_text_alone() -> None:
    given = Treebank.of([*ANNOTATED, *bare(TEXT)])
    model = tagger.learn(given, TaggerSettings())
    without = tagger.learn(given, TaggerSettings(classes=False))
    assert model.skipped == without.skipped == {"untagged": len(TEXT)}
    assert without.classes is None
    assert unseen_right(model) > 0.95
    assert unseen_right(without) < 0.75


def test_an_arc_parser_reads_text_without_trees_and_keeps_what_it_read() -> None:
    given = Treebank.of([*ANNOTATED, *bare(TEXT)])
    model = arc_parser.learn(given, ArcParserSettings(calibration=False))
    assert model.sentence_count == len(ANNOTATED)
    assert unseen_right(model) > 0.95
    again = ArcParser.from_arrays(model.settings, model.arrays())
    few = bare(FRESH)[:20]
    assert again.all_heads(few) == model.all_heads(few)
    without = arc_parser.learn(given, ArcParserSettings(calibration=False, classes=False))
    assert without.word_encoder.clusters is None
    assert without.companions.tagger is not None
    assert without.companions.tagger.classes is None


def test_a_first_parser_of_few_trees_reads_the_words_of_all_the_other_sentences(tmp_path: Path) -> None:
    formats.save(Treebank.of([*made(60, 3), *bare(TEXT)]), tmp_path / "half.conllu")
    formats.save(TEXT, tmp_path / "text.conllu")
    held = Engine()
    for name in ("half", "text"):
        held.set_document(name, DocumentState(tmp_path / f"{name}.conllu", "conllu", {}))
    chosen = {"calibration": False, "relations": False}
    for documents in (("half",), ("half", "text")):
        Train(documents, "", "arc-parser", chosen, tmp_path / "m.npz", False, 30).run(held, ignore_progress)
        model = store.load(tmp_path / "m.npz")
        assert isinstance(model, ArcParser)
        assert model.sentence_count == 30
        assert model.word_encoder.clusters is not None
        assert (
            model.word_encoder.clusters.find_clusters(
                TagClasses.empty().extract_feature_keys([word(at, "N") for at in range(80)])[:, LOWER]
            )
            > 0
        ).all()
    Train(("half",), "", "head-automata", chosen, tmp_path / "m.npz", False, 30).run(held, ignore_progress)
    other = store.load(tmp_path / "m.npz")
    assert isinstance(other, HeadAutomata)
    assert sum(other.skipped.values()) == 0


def test_damaged_classes_are_refused(classes: DistributionalClusters) -> None:
    arrays = classes.arrays()
    for changed in (
        {"words": arrays["words"][::-1]}, {"words": arrays["words"][:-1]}, {"classes": arrays["classes"][:, :-1]},
        {"classes": arrays["classes"] * 0},
    ):  # fmt: skip
        with pytest.raises(ValueError, match="class"):
            DistributionalClusters.from_arrays({**arrays, **changed})


def test_a_saved_tagger_keeps_its_classes(classes: DistributionalClusters) -> None:
    model = tagger.learn_with_clusters(classes, ANNOTATED, TaggerSettings())
    assert unseen_right(ChainTagger.from_arrays(model.settings, model.arrays())) == unseen_right(model) > 0.95
    assert unseen_right(replace(model, classes=None)) < 0.75
