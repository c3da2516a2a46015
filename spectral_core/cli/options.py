"""Options shared by commands, and checks of their values: labels, vocabulary, overlap of files, names of outputs."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.input_output import STANDARD_STREAM, format_count, track_progress
from spectral_core.errors import DataError, FormatError, SettingsError
from spectral_core.files import check_compression, get_content_suffix

if TYPE_CHECKING:
    from spectral_core.data import Sentence, Treebank
    from spectral_core.data.structure import Structure
    from spectral_core.model import Model, Settings, Tagger
    from spectral_core.registry import Method

Corpora = Annotated[
    list[Path],
    typer.Argument(help="Treebanks or texts; plain, .gz, .xz, .bz2; - is standard input.", show_default=False),
]
Corpus = Annotated[
    Path, typer.Argument(help="A treebank or text; plain, .gz, .xz, .bz2; - is standard input.", show_default=False)
]
ModelFile = Annotated[Path, typer.Argument(help="A model file from `spectral learn`.", show_default=False)]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
FormatName = Annotated[
    str | None, typer.Option("--format", help="conllu, brackets, text or table, if the file name does not show it.")
]
ProfileName = Annotated[str | None, typer.Option("--profile", help="Layout of a token table: a name or a .toml file.")]
Output = Annotated[
    Path | None,
    typer.Option("-o", "--output", help="Write to this file, not to the screen; .gz, .xz and .bz2 are packed."),
]
TableFile = Annotated[Path | None, typer.Option("-o", "--output", help="Also write the table to a file, .csv or .tex.")]
InLibrary = Annotated[
    bool, typer.Option("--library", help="Keep the model in the library of this user, for all projects, too.")
]
KeepText = Annotated[
    bool,
    typer.Option(
        "--keep-text",
        help="Store the training sentences in the model, if adding more to it needs them. Share such a file only "
        "where you may share the text.",
    ),
]
Lexicon = Annotated[
    Path | None,
    typer.Option(help="A folder of tables in Buckwalter's format, for candidate readings."),
]
TABLE_LINES = (".tsv", ".txt")  # endings of files with tab-separated lines
DRAWN_ENDINGS = (".svg", ".pdf", ".png")  # figures drawn in a process of the window


def add_lexicon_candidates(sentences: Iterable[Sentence], lexicon: Path | None) -> list[Sentence]:
    """Return the sentences with the readings of a lexicon folder as candidates; unchanged if `lexicon` is None."""
    if lexicon is None:
        return list(sentences)
    from spectral_core.morphology.analyser import add_candidates
    from spectral_core.morphology.arabic.buckwalter import BuckwalterAnalyser

    analyser = BuckwalterAnalyser.open(lexicon)
    return [add_candidates(sentence.with_readings_from_columns(), analyser) for sentence in sentences]


_MIN_KNOWN_SHARE = 0.5  # below it, the text probably follows another annotation scheme
_MAX_OVERLAP = 0.5  # below it, overlap may be due to repeated short sentences
_OPEN_COLUMNS = {"form": "words", "lemma": "lemmas"}  # columns with open vocabularies
Tags = Annotated[
    str | None,
    typer.Option(
        "--tags",
        help="given: the tags in the file. predicted: those of the model's own tagger. "
        "By default given, if there are any.",
        show_default=False,
    ),
]


def check_stdin_once(paths: Iterable[Path]) -> None:
    """Raise SettingsError if standard input would be read twice."""
    if sum(path == STANDARD_STREAM for path in paths) > 1:
        raise SettingsError("- is standard input, which can be read once; name a file for the other")


def select_readable(treebank: Treebank, path: Path) -> list[tuple[int, Sentence]]:
    """Return the readable sentences with their numbers in the file, and report the others on stderr."""
    numbered = [
        (number, sentence)
        for number, sentence in enumerate(track_progress(treebank, "reading"), 1)
        if sentence.is_readable
    ]
    left_out = len(treebank) - len(numbered)
    if left_out:
        verb = "is" if left_out == 1 else "are"
        note = f"{path}: {format_count(left_out, 'sentence')} could not be read and {verb} left out"
        print(f"{note}; `spectral check` says why.", file=sys.stderr)
    if not numbered:
        raise DataError(f"{path}: no sentence here can be read; `spectral check` says why")
    return numbered


def check_tags_option(model: Model, tags: str | None) -> None:
    """Raise SettingsError if the model cannot do what the option --tags requests."""
    from spectral_core.model import HasTagger, Tagger

    if tags not in (None, "given", "predicted"):
        raise SettingsError(f"--tags is given or predicted, not {tags!r}")
    if tags != "predicted" or isinstance(model, Tagger):
        return
    problem = f"this model of {model.method} has no tagger"
    if not isinstance(model, HasTagger):
        raise SettingsError(f"{problem}: leave --tags out, or fill in tags with `spectral tag`")
    if model.tagger is None:
        raise SettingsError(f"{problem}: train it with -s tagger=true, or fill in the tags with `spectral tag`")


def supply_tags(model: Model, sentences: Sequence[Sentence], tags: str | None, path: Path) -> list[Sentence]:
    """Return the sentences with the tags that the model reads: those of the file or its own. If `tags` is None, words
    without a tag get the model's own, with a note on stderr."""
    from spectral_core.data import EMPTY
    from spectral_core.engine.parsing import fill_missing_tags
    from spectral_core.model import HasTagger

    column = get_tag_column(model)
    if not isinstance(model, HasTagger) or not column:
        return list(sentences)
    if tags == "predicted":
        return [model.add_tags(sentence) for sentence in track_progress(sentences, "tagging")]
    missing_counts = [sentence.column(column).count(EMPTY) for sentence in sentences]
    untagged_count = sum(missing_counts)
    is_all_untagged = 0 < untagged_count == sum(map(len, sentences))
    if is_all_untagged and (tags == "given" or model.tagger is None):
        problem = f"{path}: the model reads tags in the column {column}, which is empty here"
        remedy = "train it with -s tagger=true" if model.tagger is None else "leave --tags out"
        raise DataError(f"{problem}; {remedy}, or fill it in with `spectral tag`")
    check_vocabulary(model, sentences, path)
    if tags == "given" or model.tagger is None or not untagged_count:
        return list(sentences)
    sentence_count = format_count(sum(map(bool, missing_counts)), "sentence")
    scope = "" if is_all_untagged else f" for {format_count(untagged_count, 'word')} in {sentence_count}"
    print(f"{path}: the column {column} is empty{scope}; the model's own tags are used there.", file=sys.stderr)
    pairs = zip(track_progress(sentences, "tagging"), missing_counts, strict=True)
    return [fill_missing_tags(model, sentence) if missing else sentence for sentence, missing in pairs]


def get_tag_column(model: object) -> str:
    """Return the column that a model tags or reads (setting `column`); "" if it has none."""
    return str(getattr(getattr(model, "settings", None), "column", ""))


def check_treebank_format(output: Path, kind: str) -> None:
    """Raise FormatError, before any work, for the name of a file whose format cannot hold a kind of annotation: a
    structure, or tags in the column `upos` or `xpos`."""
    from spectral_core.data.structure import CONSTITUENTS
    from spectral_core.formats import FORMATS, READINGS, detect_format

    if output == STANDARD_STREAM:
        return
    check_compression(output)
    required = {"upos": {READINGS}, "xpos": {READINGS, CONSTITUENTS.name}}.get(kind, {kind})
    row = detect_format(output)
    if not row.contents & required:
        endings = " or ".join(other.suffixes[0] for other in FORMATS.values() if other.contents & required)
        message = f"{row.title} has no place for {kind}"
        raise FormatError(output, None, message, f"Give the file the extension {endings}")


def check_text_name(output: Path | None, endings: Sequence[str]) -> None:
    """Raise FormatError, before any work, for the name of a text file in a compression or a treebank format that is not
    written: `endings` are those that are. Endings of no format are free."""
    from spectral_core.formats import FORMATS

    if output is None or output == STANDARD_STREAM:
        return
    check_compression(output)
    suffix = get_content_suffix(output)
    named_format = next((row for row in FORMATS.values() if suffix in row.suffixes), None)
    if named_format is not None and suffix not in endings:
        remedy = f"Give the file the extension {' or '.join(endings)}, also with .gz, .xz or .bz2 behind it"
        raise FormatError(output, None, f"{named_format.title} is not written here", remedy)


def check_tree_file(output: Path | None, structure: Structure, is_list: bool) -> None:
    """Raise FormatError, before any work, for the name of a file of another format than that of parses: a treebank with
    the structure, or a list of the best trees of each sentence."""
    from spectral_core.data.structure import CONSTITUENTS
    from spectral_core.formats import get_format

    if output is not None and not is_list:
        check_treebank_format(output, structure.name)
    else:
        check_text_name(
            output, TABLE_LINES if structure is CONSTITUENTS else (*get_format("conllu").suffixes, TABLE_LINES[1])
        )


def check_column_not_empty(model: Model, treebank: Treebank, path: Path) -> None:
    """Raise DataError if the column that the model reads is empty in the corpus."""
    from spectral_core.registry import describe_missing_column

    column = getattr(model.settings, "column", None)
    if isinstance(column, str) and describe_missing_column(treebank, column) is not None:
        problem = f"{path}: the model was trained on the column {column}, which is empty here"
        raise DataError(f"{problem}; score a corpus that has it, or train a model on another column")


def check_vocabulary(model: Model, sentences: Sequence[Sentence], path: Path) -> None:
    """Raise DataError if the model knows none of the text's words or tags; note on stderr if it knows few tags."""
    from spectral_core.data import EMPTY
    from spectral_core.model import HasTagger, HasVocabulary

    column = getattr(model.settings, "column", None)
    if not isinstance(model, HasVocabulary) or not isinstance(column, str):
        return
    symbols = frozenset(model.symbols)
    values = (value for sentence in sentences for value in sentence.column(column))
    is_known = [value in symbols for value in values if value != EMPTY]
    can_tag = isinstance(model, HasTagger) and model.tagger is not None
    if column not in _OPEN_COLUMNS:
        check_known_share(is_known, f"tags in the column {column}", path, can_tag)
    elif not any(is_known):  # unknown words are normal, and reported
        check_known_share(is_known, _OPEN_COLUMNS[column], path)


def check_tagset(tagger: Tagger, gold: Sequence[Sentence], column: str, path: Path, fatal: bool = True) -> None:
    """Raise DataError if none of the gold tags is one of the tagger's; note on stderr if few are."""
    from spectral_core.data import EMPTY

    labels = frozenset(tagger.labels)
    gold_tags = (tag for sentence in gold for tag in sentence.column(column) if tag != EMPTY)
    check_known_share((tag in labels for tag in gold_tags), f"tags in the column {column}", path, fatal=fatal)


def check_relations(gold: Sequence[Sentence], parsed: Sequence[Sentence], path: Path) -> None:
    """Note on stderr if no relation of the parser occurs in the gold file; heads can still be measured."""
    from spectral_core.data import EMPTY

    parsed_labels, gold_labels = (
        {label for sentence in sentences for label in sentence.deprels} - {EMPTY} for sentences in (parsed, gold)
    )
    if parsed_labels and gold_labels and not parsed_labels & gold_labels:
        check_known_share([False], "relations", path, fatal=False)


def check_known_share(
    are_known: Iterable[bool], values: str, path: Path, can_tag: bool = False, fatal: bool = True
) -> None:
    """Raise DataError if the model knows none of the values in a text; note the share on stderr if it knows few.
    `values` names them in the message; `can_tag` suggests the model's own tagger as a remedy."""
    flags = list(are_known)
    if not flags or sum(flags) >= _MIN_KNOWN_SHARE * len(flags):
        return
    remedy = "train one on a treebank with the same annotation"
    if can_tag:
        remedy = f"leave them to its own tagger with --tags predicted, or {remedy}"
    if not any(flags) and fatal:
        raise DataError(f"{path}: the model knows none of the {values}; {remedy}")
    share = f"only {100 * sum(flags) / len(flags):.2g} %" if any(flags) else "none"
    print(f"{path}: the model knows {share} of the {values}; {remedy}.", file=sys.stderr)


def check_output_path(output: Path | None, inputs: Iterable[Path]) -> None:
    """Raise if an output cannot be written or would replace an input, or if standard input is read twice."""
    inputs = list(inputs)
    check_stdin_once(inputs)
    if output is None or output == STANDARD_STREAM:
        return
    if output.is_dir():
        raise FormatError(output, None, "this is a folder", "Name a file in it")
    if not output.parent.is_dir():
        raise FormatError(output, None, f"there is no folder {output.parent}", "Create it first, or name another")
    for path in inputs:
        if output.exists() and path.exists() and output.samefile(path):
            raise FormatError(output, None, "this file is also an input", "Write to another file")


def check_dev(method: Method, settings: Settings, dev: Treebank, treebank: Treebank, path: Path) -> None:
    """Raise DataError, before training, if the development corpus lacks what the method is fitted or measured on; warn
    on stderr of sentences that the training corpus has too."""
    reason = method.describe_unusable_dev(dev, treebank, settings)
    if reason is not None:
        raise DataError(f"{path} cannot be used as --dev: {reason} Give another --dev")
    warn_of_overlap(treebank, dev, path)


def warn_of_overlap(train: Treebank, test: Treebank, path: Path) -> None:
    """Warn if most evaluation sentences are also training sentences."""
    train_forms = {sentence.forms for sentence in train}
    shared_count = sum(sentence.forms in train_forms for sentence in test)
    if shared_count > _MAX_OVERLAP * len(test):
        overlap = f"{shared_count:,} of its {format_count(len(test), 'sentence')} are also trained on"
        print(f"{path}: {overlap}, and scores on training data are optimistic.", file=sys.stderr)


def check_figure_ending(output: Path, endings: Sequence[str]) -> str:
    """Return the ending of a figure's file name in lower case; FormatError if it is none of these."""
    if output.suffix.lower() not in endings:
        problem = f"{output.suffix or 'a name without an extension'} is not a figure format"
        raise FormatError(output, None, problem, f"Use one of the extensions {', '.join(endings)}")
    return output.suffix.lower()
