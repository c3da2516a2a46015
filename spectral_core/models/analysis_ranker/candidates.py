"""Candidates of a ranker: the analyser that the settings name, which treats every word as new."""

from spectral_core.data import Treebank
from spectral_core.errors import DataError
from spectral_core.models.analysis_ranker.corpus import Wordbook
from spectral_core.models.analysis_ranker.settings import RankerSettings
from spectral_core.morphology.analyser import FileCandidates
from spectral_core.morphology.arabic import expansion
from spectral_core.morphology.arabic.spelling import is_mostly_vowelled
from spectral_core.morphology.catalogue import (
    as_new,
    open_analyser,
    restore_analyser,
    serialise_analyser,
    suggest_analyser,
)
from spectral_core.morphology.label_schemes import Scheme, detect_tagset, parse_scheme, scheme_for

_TABLE_ANALYSER = "buckwalter"  # catalogue name: the installed tables, or those of the sample


def check_readings(treebank: Treebank) -> str | None:
    """Return why a treebank without readings, lemmas and tags cannot be learnt from; None if it has some."""
    if any(sentence.readable and any(sentence.with_readings().analyses) for sentence in treebank):
        return None
    return "No word here has a chosen analysis, a lemma or a tag; open a treebank that has some."


def choose_scheme(settings: RankerSettings, treebank: Treebank) -> Scheme:
    """Return the scheme of label elements for the settings and the treebank."""
    if settings.elements == "arabic":
        return parse_scheme("arabic")
    if settings.elements == "universal":
        from spectral_core.morphology.label_schemes import make_universal_scheme

        return make_universal_scheme(treebank)
    return scheme_for(treebank)


def open_wordbook(settings: RankerSettings, treebank: Treebank) -> tuple[Wordbook, tuple[str, ...]]:
    """Return a wordbook for the treebank, and the configuration from which `reopen_wordbook` restores its analyser."""
    reason = check_readings(treebank)
    if reason is not None:
        raise DataError(reason[0].lower() + reason[1:].rstrip("."))
    readable = Treebank.of(sentence for sentence in treebank if sentence.readable)
    name = suggest_analyser(readable) if settings.analyser == "auto" else settings.analyser
    if (
        settings.analyser == "auto"
        and name == _TABLE_ANALYSER
        and detect_tagset(readable) == "other"
        and expansion.find_installed_tables()
    ):
        name = "treebank"  # tags unknown to the tables: a dictionary's are translated when ranking
    analyser = open_analyser(name, readable)
    book = Wordbook(choose_scheme(settings, readable), as_new(analyser))
    book.vowelled = is_mostly_vowelled(form for sentence in readable for form in sentence.forms)
    return book, serialise_analyser(analyser, name)


def reopen_wordbook(scheme: str, analyser_config: tuple[str, ...]) -> Wordbook:
    """Return an empty wordbook with a stored scheme and analyser."""
    analyser = restore_analyser(analyser_config)
    return Wordbook(parse_scheme(scheme), analyser if isinstance(analyser, FileCandidates) else as_new(analyser))
