"""Requests to rankers: the readings of the words of sentences in order, why one leads, the same word again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from spectral_core.data import EMPTY, Analysis, Ranked, Sentence, Treebank
from spectral_core.data.readings import is_decided, label_of, reading_of
from spectral_core.engine.engine import Engine
from spectral_core.errors import DataError
from spectral_core.model import Contribution, Explains, Ranker
from spectral_core.progress import Progress, Report, watched

if TYPE_CHECKING:
    from spectral_core.analyzers.analyser import Analyser

_BLOCK = 500  # sentences between two reports
_MOST = 99  # readings of a word that are sent
_MOST_OPEN = 4  # analysers
_MOST_LEARNT = 2_000  # sentences of a document whose own words are offered elsewhere in it
_LEARNT = "treebank"  # in the names of the catalogue
_INSTALLED = "buckwalter"  # in the names of the catalogue: with the tables that are installed
_NAMED = 5  # words
_GROWN = 1.1  # times as many words as before, from which tags are learnt anew
LEXICON = "lexicon"  # the folder of a project with tables of its own


@dataclass(frozen=True, slots=True)
class Rankings:
    """The readings of every word of some sentences, best first."""

    rows: tuple[tuple[tuple[Ranked[Analysis], ...], ...], ...]  # [sentence][word][rank]
    analyser: str = ""  # whose readings they are; "" where a model brings its own
    advice: str = ""  # what would make more words known, in a sentence; "" for nothing
    doubt: tuple[float, float, float] | None = None  # a margin, and on held-out text recall and precision of its flag


@dataclass(frozen=True, slots=True)
class SamePlace:
    """A word that is written alike somewhere in the document."""

    sentence: int
    word: int  # counted from 1
    reading: Analysis | None  # that stands there
    before: str  # of its sentence, as running text
    after: str


class _Doubt(Protocol):
    @property
    def margin(self) -> float: ...
    @property
    def recall(self) -> float: ...
    @property
    def precision(self) -> float: ...


@runtime_checkable
class Flags(Protocol):
    """A ranker that measured on held-out text how well a margin flags first readings that are wrong."""

    @property
    def doubt(self) -> _Doubt: ...


class _Counterparts(Protocol):
    def has_counterpart(self, word: str) -> bool: ...


@runtime_checkable
class TakesDictionary(Ranker, Protocol):
    """A ranker beside whose own readings those of a dictionary can stand."""

    @property
    def analyser(self) -> str: ...
    def words(self) -> frozenset[str]: ...
    def translated(self, dictionary: "Analyser") -> _Counterparts: ...
    def with_dictionary(self, translated: _Counterparts) -> Ranker: ...


@dataclass(frozen=True, slots=True)
class Rank:
    """The readings of every word, by the model in a file; without one, in the order of the analyser. `own` is the
    folder of the project: what it has of a lexicon is used, and what its users added is offered too."""

    model: Path | None
    analyser: str  # a name of the catalogue; "" for the one that suits
    own: Path | None
    document: str
    sentences: tuple[Sentence, ...]

    def run(self, engine: Engine, report: Report) -> Rankings:
        ranker = None if self.model is None else _ranker(engine, self.model)
        wide, said = (None, "") if ranker is None else with_dictionary(ranker, self.sentences)
        offered = _analyser(engine, self.analyser, self.own, self.document)
        rows: list[tuple[tuple[Ranked[Analysis], ...], ...]] = []
        for sentence in self.sentences:
            report(Progress("ranking", len(rows), len(self.sentences)))
            if ranker is None:
                ranked = [[Ranked(one, 0.0) for one in word] for word in offered.of(sentence)]
            else:
                chosen = ranker if wide is None or any(sentence.candidates) else wide
                ranked = _with_added(chosen.rank(sentence, confirmed_in(sentence)), sentence, self.own)
                ranked = ranked if chosen is ranker else uncalibrated(ranked)
            rows.append(tuple(distinct(word)[:_MOST] for word in ranked))
        return Rankings(tuple(rows), offered.name, said or offered.advice, _flag(None if wide else ranker))


@dataclass(frozen=True, slots=True)
class Explain:
    """What the score of a reading is made of, or its lead over a second one; the largest parts first."""

    model: Path
    sentence: Sentence
    word: int
    first: Analysis
    second: Analysis | None

    def run(self, engine: Engine, report: Report) -> tuple[Contribution, ...]:
        ranker = _ranker(engine, self.model)
        model = (None if any(self.sentence.candidates) else with_dictionary(ranker, (self.sentence,))[0]) or ranker
        if not isinstance(model, Explains):
            raise DataError(f"{self.model.name} does not say what its scores are made of")
        confirmed = {at: one for at, one in confirmed_in(self.sentence).items() if at != self.word}
        return model.explain(self.sentence, self.word, self.first, self.second, confirmed)


@dataclass(frozen=True, slots=True)
class FindSame:
    """The places where a word is written so, at most so many, undecided ones first; and whether there are more."""

    document: str
    form: str
    most: int

    def run(self, engine: Engine, report: Report) -> tuple[tuple[SamePlace, ...], bool]:
        opened: list[tuple[int, int]] = []
        decided: list[tuple[int, int]] = []
        treebank = engine.treebank(self.document)
        for at, sentence in enumerate(watched(treebank, "searching", len(treebank), report, _BLOCK)):
            if self.form not in sentence.forms or not sentence.readable:
                continue
            for word, other in enumerate(sentence.forms, 1):
                if other == self.form:
                    (decided if is_decided(sentence, word) else opened).append((at, word))
        places = tuple(_place(treebank[at], at, word) for at, word in sorted([*opened, *decided][: self.most]))
        return places, len(opened) + len(decided) > self.most


@dataclass(frozen=True, slots=True)
class _Wide:
    """A ranker with a dictionary beside its own analyser."""

    narrow: Ranker
    tables: Path
    words: frozenset[str]  # from which the tags were learnt
    translated: _Counterparts
    ranker: Ranker


_WIDE: list[_Wide] = []  # in this process, the one used last


def with_dictionary(ranker: Ranker, sentences: Sequence[Sentence]) -> tuple[Ranker | None, str]:
    """The ranker with the large dictionary that is installed, for Arabic, where it was learnt without; and which words
    have no counterpart in what the ranker has learnt, as a sentence."""
    from spectral_core.analyzers.expansion import installed_tables
    from spectral_core.analyzers.transliteration import is_arabic

    forms = [form for sentence in sentences for form in sentence.forms if any(map(str.isalpha, form))]
    if not isinstance(ranker, TakesDictionary) or 2 * sum(map(is_arabic, forms)) <= len(forms):
        return None, ""
    tables = installed_tables()
    if tables is None or _INSTALLED in ranker.analyser.split("+"):
        return None, ""
    wide = _widened(ranker, tables)
    foreign = list(dict.fromkeys(form for form in forms if not wide.translated.has_counterpart(form)))
    if not foreign:
        return wide.ranker, ""
    named = ", ".join(f"\u2068{form}\u2069" for form in foreign[:_NAMED]) + (" …" if len(foreign) > _NAMED else "")
    said = "The ranker has met no tag for what the dictionary says of {}: it is told in features alone."
    return wide.ranker, said.format(named)


def _widened(ranker: TakesDictionary, tables: Path) -> _Wide:
    """A ranker that has learnt a little more since says the dictionary's tags as it did before."""
    from spectral_core.analyzers.buckwalter import BuckwalterAnalyser
    from spectral_core.analyzers.expansion import expanded

    held = next((wide for wide in _WIDE if wide.tables == tables), None)
    if held is not None and held.narrow is ranker:
        return held
    words = ranker.words()
    if held is None or not held.words <= words or len(words) > _GROWN * len(held.words):
        translated = ranker.translated(expanded(BuckwalterAnalyser.open(tables)))
        held = _Wide(ranker, tables, words, translated, ranker.with_dictionary(translated))
    else:
        held = replace(held, narrow=ranker, ranker=ranker.with_dictionary(held.translated))
    _WIDE[:] = [held]
    return held


def uncalibrated(rows: list[list[Ranked[Analysis]]]) -> list[list[Ranked[Analysis]]]:
    """The rows without probabilities: nobody measured what they are worth beside a dictionary."""
    return [[replace(one, probability=None) for one in row] for row in rows]


def _flag(model: object) -> tuple[float, float, float] | None:
    """A margin, and what its flag was worth on held-out text: recall and precision; None where nobody measured."""
    return (model.doubt.margin, model.doubt.recall, model.doubt.precision) if isinstance(model, Flags) else None


def _place(sentence: Sentence, at: int, word: int) -> SamePlace:
    before, after = " ".join(sentence.forms[: word - 1]), " ".join(sentence.forms[word:])
    return SamePlace(at, word, reading_of(sentence, word) if is_decided(sentence, word) else None, before, after)


def distinct(row: Sequence[Ranked[Analysis]]) -> tuple[Ranked[Analysis], ...]:
    """The readings without those that say less than another of the same label, which stands where the first stood."""
    places: dict[tuple[str, ...], list[int]] = {}
    kept: list[Ranked[Analysis]] = []
    for ranked in row:
        alike = places.setdefault(label_of(ranked.value), [])
        if any(_says_no_more(ranked.value, kept[place].value) for place in alike):
            continue
        less = next((place for place in alike if _says_no_more(kept[place].value, ranked.value)), None)
        if less is None:
            alike.append(len(kept))
            kept.append(ranked)
        else:
            kept[less] = replace(kept[less], value=ranked.value)
    return tuple(kept)


def _says_no_more(one: Analysis, other: Analysis) -> bool:
    """Whether one reading says nothing of vowels, meaning and parts that the other does not say as well."""
    pairs = ((one.vocalised, other.vocalised), (one.gloss, other.gloss), (one.segments, other.segments))
    return all(said in (EMPTY, (), theirs) for said, theirs in pairs)


def confirmed_in(sentence: Sentence) -> dict[int, Analysis]:
    decided = (word for word in range(1, len(sentence) + 1) if is_decided(sentence, word))
    return {word: reading for word in decided if (reading := reading_of(sentence, word)) is not None}


def _ranker(engine: Engine, path: Path) -> Ranker:
    model = engine.model(path)
    if not isinstance(model, Ranker):
        raise DataError(f"{path.name} is not a model that ranks readings; choose another in the menu Model")
    return model


@dataclass(frozen=True, slots=True)
class _Offered:
    """An analyser by its name."""

    name: str
    of: Callable[[Sentence], Sequence[Sequence[Analysis]]]
    advice: str


_OPENED: dict[tuple[str, int, str], _Offered] = {}  # in this process, the newest last
_SUGGESTED: dict[tuple[str, Path | None], tuple[Sequence[Sentence], str, str]] = {}  # of the document last asked about


def _analyser(engine: Engine, name: str, own: Path | None, document: str) -> _Offered:
    """The analyser of this name, or the one that suits the document and the project's own lexicon; opened once."""
    from spectral_core.analyzers import analyser, catalogue

    treebank = engine.treebank(document)
    suggested, advice = _suggested(document, treebank, _tables(own))
    chosen = name or suggested
    stamp = 0
    if (added := _added(own)) is not None:
        chosen, stamp = f"own={catalogue.quoted(added)}+{chosen}", added.stat().st_mtime_ns
    learns = catalogue.learns(chosen)
    key = (chosen, stamp, document if learns else "")
    found = _OPENED.pop(key, None)
    if found is None:
        opened = catalogue.open_analyser(chosen, treebank if learns else None)
        found = _Offered(chosen, lambda sentence: analyser.candidates(sentence, opened), advice)
    _OPENED[key] = found
    while len(_OPENED) > _MOST_OPEN:
        del _OPENED[next(iter(_OPENED))]
    return replace(found, advice=advice)  # which is of this document, where several have one analyser


def _suggested(document: str, treebank: Treebank, tables: Path | None) -> tuple[str, str]:
    """The analyser that suits a document, with tables of its project, and what would make more of its words known."""
    from spectral_core.analyzers import catalogue

    found = _SUGGESTED.get((document, tables))
    if found is None or found[0] is not treebank.sentences:
        name = catalogue.suggest(treebank, tables)
        if len(treebank) > _MOST_LEARNT:  # the user waits for it
            name = "+".join(part for part in name.split("+") if not part.startswith(_LEARNT)) or "none"
        found = (treebank.sentences, name, catalogue.advice(treebank, tables) or "")
        _SUGGESTED.clear()
        _SUGGESTED[document, tables] = found
    return found[1:]


def _tables(own: Path | None) -> Path | None:
    """The tables that lie in the project's folder."""
    tables = None if own is None else own / LEXICON
    return tables if tables is not None and _is_file(tables / "dictStems") else None


def _added(own: Path | None) -> Path | None:
    """The file of the readings that users of the project added, where there is one."""
    from spectral_core.analyzers.own_lexicon import FILE

    path = None if own is None else own / FILE
    return path if path is not None and _is_file(path) else None


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except PermissionError:  # the folder of the project may not be entered any more: that is told where it is used
        return False


def _with_added(
    rows: list[list[Ranked[Analysis]]], sentence: Sentence, own: Path | None
) -> list[list[Ranked[Analysis]]]:
    """The readings with those that users of the project added, without a probability, behind the first."""
    from spectral_core.analyzers.own_lexicon import OwnLexicon

    path = _added(own)
    if path is None:
        return rows
    lexicon = OwnLexicon.read(path)
    found = []
    for form, row in zip(sentence.forms, rows, strict=True):
        known = {label_of(one.value) for one in row}
        score = row[0].score if row else 0.0
        added = [Ranked(one, score) for one in lexicon.analyse(form) if label_of(one) not in known]
        found.append([*row[:1], *added, *row[1:]])
    return found
