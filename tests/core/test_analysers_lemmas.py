"""Lemmas of simplemma, where it is installed, and what is said where it is not."""

from __future__ import annotations

import pytest

from spectral_core.data import Analysis
from spectral_core.errors import MissingPartError, SettingsError
from spectral_core.morphology.catalogue import ANALYSERS, open_analyser
from spectral_core.morphology.installed_analysers import Simplemma

OBSTACLE = ANALYSERS["simplemma"].get_obstacle()


def test_known_words_get_their_lemma_alone_and_unknown_ones_none() -> None:
    lemmas = {"mice": "mouse", "mouse": "mouse"}
    analyser = Simplemma(lambda word: lemmas.get(word, word), lemmas.__contains__)
    assert analyser.analyse("mice") == (Analysis("mouse"),)
    assert analyser.analyse("mouse") == (Analysis("mouse"),)
    assert analyser.analyse("asdfgh") == ()
    assert analyser.analyse(" ") == ()


@pytest.mark.skipif(OBSTACLE is None, reason="simplemma is installed")
def test_where_it_is_missing_the_command_that_installs_it_is_named() -> None:
    with pytest.raises(MissingPartError, match=r'pip install "spectral-workbench\[lemmas\]"'):
        open_analyser("simplemma=en")


@pytest.mark.skipif(OBSTACLE is not None, reason=OBSTACLE or "")
def test_its_word_lists_are_chosen_by_language() -> None:
    assert open_analyser("simplemma=de").analyse("Häusern") == (Analysis("Haus"),)
    assert open_analyser("simplemma=en").analyse("mice") == (Analysis("mouse"),)
    for name in ("simplemma", "simplemma=xx"):
        with pytest.raises(SettingsError, match=r"code of a language .* en, "):
            open_analyser(name)
