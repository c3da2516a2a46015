"""Where a ranker's candidates come from: the analyser that the settings name, to which every word is new."""

from spectral_core.analyzers import expansion
from spectral_core.analyzers.analyser import FileCandidates
from spectral_core.analyzers.catalogue import (
    as_new,
    open_analyser,
    restore_analyser,
    serialise_analyser,
    suggest_analyser,
)
from spectral_core.analyzers.elements import Scheme, detect_tagset, parse_scheme, scheme_for
from spectral_core.analyzers.vowels import is_mostly_vowelled
from spectral_core.data import Treebank
from spectral_core.errors import DataError
from spectral_core.models.analysis_ranker.corpus import Wordbook
from spectral_core.models.analysis_ranker.settings import RankerSettings

_TABLES = "buckwalter"  # in the catalogue: those that are installed, or the sample's


def lacks_readings(treebank: Treebank) -> str | None:
    """A sentence where no word has an analysis, a lemma or a tag: nothing says then which candidate is right."""
    if any(sentence.readable and any(sentence.with_readings().analyses) for sentence in treebank):
        return None
    return "No word here has a chosen analysis, a lemma or a tag; open a treebank that has some."


def scheme_of(settings: RankerSettings, treebank: Treebank) -> Scheme:
    """What labels are taken apart into."""
    if settings.elements == "arabic":
        return parse_scheme("arabic")
    if settings.elements == "universal":
        from spectral_core.analyzers.universal import make_universal_scheme

        return make_universal_scheme(treebank)
    return scheme_for(treebank)


def opened(settings: RankerSettings, treebank: Treebank) -> tuple[Wordbook, tuple[str, ...]]:
    """A wordbook for the treebank, and the rows from which `reopened` makes its analyser again."""
    reason = lacks_readings(treebank)
    if reason is not None:
        raise DataError(reason[0].lower() + reason[1:].rstrip("."))
    read = Treebank.of(sentence for sentence in treebank if sentence.readable)
    name = suggest_analyser(read) if settings.analyser == "auto" else settings.analyser
    if (
        settings.analyser == "auto"
        and name == _TABLES
        and detect_tagset(read) == "other"
        and expansion.find_installed_tables()
    ):
        name = "treebank"  # tags that the tables do not have: while ranking, a dictionary's are said in these
    analyser = open_analyser(name, read)
    book = Wordbook(scheme_of(settings, read), as_new(analyser))
    book.vowelled = is_mostly_vowelled(form for sentence in read for form in sentence.forms)
    return book, serialise_analyser(analyser, name)


def reopened(scheme: str, rows: tuple[str, ...]) -> Wordbook:
    """An empty wordbook with the scheme and the analyser that were written down."""
    analyser = restore_analyser(rows)
    return Wordbook(parse_scheme(scheme), analyser if isinstance(analyser, FileCandidates) else as_new(analyser))
