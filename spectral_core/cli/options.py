"""What several commands take, and what they do alike: opening, leaving out, writing."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.output import bars
from spectral_core.cli.standard import STANDARD, check_once
from spectral_core.errors import DataError, FormatError, MissingPartError, SettingsError

if TYPE_CHECKING:
    from spectral_core.data import Sentence, Treebank
    from spectral_core.model import Model, Tagger

Corpora = Annotated[
    list[Path], typer.Argument(help="Treebanks or texts; plain, .gz, .xz; - is standard input.", show_default=False)
]
Corpus = Annotated[
    Path, typer.Argument(help="A treebank or text; plain, .gz, .xz; - is standard input.", show_default=False)
]
ModelFile = Annotated[Path, typer.Argument(help="A file that `spectral learn` wrote.", show_default=False)]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
FormatName = Annotated[
    str | None, typer.Option("--format", help="conllu, brackets, text or table, where the file's name does not tell.")
]
ProfileName = Annotated[
    str | None, typer.Option("--profile", help="How a token table is laid out: a name, or a .toml file.")
]
Output = Annotated[Path | None, typer.Option("-o", "--output", help="Write here instead of to the screen.")]
TableFile = Annotated[Path | None, typer.Option("-o", "--output", help="The table in a file too, .csv or .tex.")]
Lexicon = Annotated[
    Path | None,
    typer.Option(help="A folder of tables in Buckwalter's format that offers the candidate readings."),
]
DRAWN = (".svg", ".pdf", ".png")  # figures that are drawn by the window
_LITTLE = 0.5  # of a text that a model knows: with less, the text is likely to be annotated in another way
_MUCH = 0.5  # of a text that is learnt from: with less, short sentences may come again
_OPEN = {"form": "words", "lemma": "lemmas"}  # columns with values that no corpus has all of

Tags = Annotated[
    str | None,
    typer.Option(
        "--tags",
        help="given: those that stand in the file. predicted: those of the model's own tagger. "
        "Without it, given where there are some.",
        show_default=False,
    ),
]


def shown(sentences: Treebank | Sequence[Sentence], stage: str) -> Iterator[Sentence]:
    """The sentences, with a bar that says how many were passed."""
    from spectral_core.progress import Progress

    total = len(sentences)
    with bars() as report:
        for done, sentence in enumerate(sentences):
            if done % 100 == 0:
                report(Progress(stage, done, total))
            yield sentence


def readable(treebank: Treebank, path: Path) -> list[tuple[int, Sentence]]:
    """The sentences that could be read, with their numbers in the file; how many could not is said on stderr."""
    found = [(number, sentence) for number, sentence in enumerate(shown(treebank, "reading"), 1) if sentence.readable]
    left_out = len(treebank) - len(found)
    if left_out:
        note = (
            f"{path}: {counted(left_out, 'sentence')} could not be read and {'is' if left_out == 1 else 'are'} left out"
        )
        print(f"{note}; `spectral check` says why.", file=sys.stderr)
    if not found:
        raise DataError(f"{path}: no sentence here can be read; `spectral check` says why")
    return found


def counted(number: int, name: str) -> str:
    """1 sentence, 2 sentences."""
    return f"{number:,} {name}{'' if number == 1 else 's'}"


def check_tags(model: Model, tags: str | None) -> None:
    """Refuses what the model cannot do with tags."""
    from spectral_core.model import HasTagger, Tagger

    if tags not in (None, "given", "predicted"):
        raise SettingsError(f"--tags is given or predicted, not {tags!r}")
    if tags != "predicted" or isinstance(model, Tagger):
        return
    what = f"this model of {model.method} carries no tagger"
    if not isinstance(model, HasTagger):
        raise SettingsError(f"{what}: leave --tags out; where it reads tags, `spectral tag` fills them in")
    if model.tagger is None:
        raise SettingsError(f"{what}: learn it with -s tagger=true, or fill in the tags with `spectral tag`")


def with_tags(model: Model, sentences: Sequence[Sentence], tags: str | None, path: Path) -> list[Sentence]:
    """The sentences as the model is to read them: with the tags that stand there, or with its own. Where `tags` is
    None, those without any tag get its own, which is said on stderr."""
    from spectral_core.data import EMPTY
    from spectral_core.model import HasTagger

    column = getattr(model.settings, "column", None)
    if not isinstance(model, HasTagger) or not isinstance(column, str):
        return list(sentences)
    if tags == "predicted":
        return [model.add_tags(sentence) for sentence in shown(sentences, "tagging")]
    untagged = [sentence.column(column).count(EMPTY) == len(sentence) > 0 for sentence in sentences]
    bare = sum(untagged)
    nowhere = 0 < bare == sum(len(sentence) > 0 for sentence in sentences)
    if nowhere and (tags == "given" or model.tagger is None):
        what = f"{path}: the model reads tags in the column {column}, and that is empty here"
        remedy = "learn it with -s tagger=true" if model.tagger is None else "leave --tags out"
        raise DataError(f"{what}; {remedy}, or fill it in with `spectral tag`")
    check_known(model, [sentence for sentence, lacking in zip(sentences, untagged, strict=True) if not lacking], path)
    if tags == "given" or model.tagger is None or not bare:
        return list(sentences)
    where = "" if nowhere else f" in {counted(bare, 'sentence')}"
    print(f"{path}: the column {column} is empty{where}; the model's own tags are used there.", file=sys.stderr)
    pairs = zip(shown(sentences, "tagging"), untagged, strict=True)
    return [model.add_tags(sentence) if lacking else sentence for sentence, lacking in pairs]


def check_column(model: Model, treebank: Treebank, path: Path) -> None:
    """Refuses a corpus in which the column that the model reads is empty."""
    from spectral_core.methods import check_column

    column = getattr(model.settings, "column", None)
    if isinstance(column, str) and check_column(treebank, column) is not None:
        what = f"{path}: the model was learnt on the column {column}, and that is empty here"
        raise DataError(f"{what}; score a corpus that has it, or learn a model on another column")


def check_known(model: Model, sentences: Sequence[Sentence], path: Path) -> None:
    """Refuses a text of whose words, or tags, the model knows none; where it knows few tags, that is said on stderr."""
    from spectral_core.data import EMPTY
    from spectral_core.model import HasTagger, HasVocabulary

    column = getattr(model.settings, "column", None)
    if not isinstance(model, HasVocabulary) or not isinstance(column, str):
        return
    symbols = frozenset(model.symbols)
    values = (value for sentence in sentences for value in sentence.column(column))
    known = [value in symbols for value in values if value != EMPTY]
    itself = isinstance(model, HasTagger) and model.tagger is not None
    if column not in _OPEN:
        check_common(known, f"tags in the column {column}", path, itself)
    elif not any(known):  # some unknown ones are to be expected, and there is a measure of them
        check_common(known, _OPEN[column], path)


def check_known_tags(tagger: Tagger, gold: Sequence[Sentence], column: str, path: Path, fatal: bool = True) -> None:
    """Refuses a gold of other tags than the tagger can give."""
    from spectral_core.data import EMPTY

    labels = frozenset(tagger.labels)
    wanted = (tag for sentence in gold for tag in sentence.column(column) if tag != EMPTY)
    check_common((tag in labels for tag in wanted), f"tags in the column {column}", path, fatal=fatal)


def check_relations(gold: Sequence[Sentence], parsed: Sequence[Sentence], path: Path) -> None:
    """Says so where the parser's relations are all others than those of the gold: the heads can still be measured."""
    from spectral_core.data import EMPTY

    given, wanted = ({label for one in side for label in one.deprels} - {EMPTY} for side in (parsed, gold))
    if given and wanted and not given & wanted:
        check_common([False], "relations", path, fatal=False)


def check_common(known: Iterable[bool], what: str, path: Path, tags_itself: bool = False, fatal: bool = True) -> None:
    """Refuses a text where the model knows nothing of what it is asked about; where it knows little, the share goes to
    stderr."""
    flags = list(known)
    if not flags or sum(flags) >= _LITTLE * len(flags):
        return
    remedy = "learn one from a treebank that is annotated in the same way"
    if tags_itself:
        remedy = f"leave them to its own tagger with --tags predicted, or {remedy}"
    if not any(flags) and fatal:
        raise DataError(f"{path}: the model knows none of the {what}; {remedy}")
    share = f"only {100 * sum(flags) / len(flags):.2g} %" if any(flags) else "none"
    print(f"{path}: the model knows {share} of the {what}; {remedy}.", file=sys.stderr)


def check_output(output: Path | None, inputs: Iterable[Path]) -> None:
    """Refuses to write over what is read or where nothing can be written, and to read standard input twice: before
    anything is learnt or parsed that would be lost."""
    inputs = list(inputs)
    check_once(inputs)
    if output is None or output == STANDARD:
        return
    if output.is_dir():
        raise FormatError(output, None, "this is a folder", "Name a file in it")
    if not output.parent.is_dir():
        raise FormatError(output, None, f"there is no folder {output.parent}", "Make it first, or name another")
    for path in inputs:
        if output.exists() and path.exists() and output.samefile(path):
            raise FormatError(output, None, "this is also what is read", "Write to another file")


def warn_of_learnt(learnt_from: Treebank, measured: Treebank, path: Path) -> None:
    """Says that a model is measured on what it learns from, where that is most of it."""
    seen = {sentence.forms for sentence in learnt_from}
    both = sum(sentence.forms in seen for sentence in measured)
    if both > _MUCH * len(measured):
        said = f"{both:,} of its {counted(len(measured), 'sentence')} are learnt from, too"
        print(f"{path}: {said}, and figures on them are too good.", file=sys.stderr)


def figure_ending(output: Path, endings: Sequence[str]) -> str:
    """The ending of a figure's name, which is one of these."""
    if output.suffix.lower() not in endings:
        what = f"{output.suffix or 'a name without an ending'} is no kind of figure"
        raise FormatError(output, None, what, f"Use one of the endings {', '.join(endings)}")
    return output.suffix.lower()


def drawn_by_the_window(output: Path, *asked: str) -> int:
    """The exit code of the window's process, which draws a figure without a screen."""
    from spectral_core import machine

    missing = machine.missing_libraries(display=False)
    if missing:
        raise MissingPartError(machine.explain_missing(missing))
    command = [*machine.window_command(), *asked, "-o", str(output)]
    return subprocess.call(command, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})


def with_lexicon(sentences: Iterable[Sentence], lexicon: Path | None) -> list[Sentence]:
    """The sentences with the readings that a lexicon offers, or as they are without one."""
    if lexicon is None:
        return list(sentences)
    from spectral_core.analyzers.buckwalter import BuckwalterAnalyser, add_candidates

    analyser = BuckwalterAnalyser.open(lexicon)
    return [add_candidates(sentence.with_readings(), analyser) for sentence in sentences]


def write_lines(output: Path | None, lines: Sequence[str], texts: Sequence[Path] = ()) -> None:
    """Lines to the screen, or to a file that is replaced whole; who may not read these texts may not read a new one."""
    if output is None or output == STANDARD:
        sys.stdout.writelines(lines)
        return
    from spectral_core.files import pack_like, replace_atomically, rights_of_copy

    replace_atomically(output, [pack_like(output, "".join(lines).encode())], rights=rights_of_copy(output, texts))
