"""What is held out of a treebank is measured on and not learnt from."""

from __future__ import annotations

from pathlib import Path

from fixtures import tiny_treebank

from spectral_core.data import Treebank
from spectral_core.engine import HELD_OUT, DocumentState, Engine, Train
from spectral_core.engine.training import split_held_out
from spectral_core.formats import save


def test_a_tenth_is_held_out_and_of_few_sentences_none() -> None:
    treebank = Treebank.of(list(tiny_treebank()) * 30)
    rest, held = split_held_out(treebank)
    assert held is not None
    assert len(held) == len(treebank) // 10
    assert len(rest) + len(held) == len(treebank)
    few = Treebank.of(list(treebank)[:19])
    assert split_held_out(few) == (few, None)


def test_at_most_some_hundred_sentences_are_held_out() -> None:
    _, held = split_held_out(Treebank.of(list(tiny_treebank()) * 2_000))
    assert held is not None
    assert 200 < len(held) <= 300


def test_learning_tells_how_many_sentences_it_was_measured_on_alone(tmp_path: Path) -> None:
    engine = Engine()
    for name, times in (("many", 10), ("few", 1)):
        save(Treebank.of(list(tiny_treebank()) * times), tmp_path / f"{name}.conllu", drop=True)
        engine.set_document(name, DocumentState(tmp_path / f"{name}.conllu", "", {}))
    for name, held in (("many", len(tiny_treebank())), ("few", 0)):
        learnt = Train((name,), HELD_OUT, "ngram", {}, tmp_path / f"{name}.npz").run(engine, lambda _: None)
        assert learnt.held_out == held
        assert learnt.measures["perplexity"] > 1
        assert learnt.saved
