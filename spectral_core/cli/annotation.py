"""Commands for whole texts: train a model of the default method, and annotate texts with it."""

from __future__ import annotations

import dataclasses
import io
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.input_output import (
    STANDARD_STREAM,
    load,
    load_model,
    progress_bars,
    write_pieces,
)
from spectral_core.cli.models import learn
from spectral_core.cli.options import (
    AsJson,
    Corpora,
    FormatName,
    InLibrary,
    ModelFile,
    Output,
    ProfileName,
    check_output_path,
    check_text_name,
)
from spectral_core.errors import DataError, FormatError, SettingsError, SpectralError

if TYPE_CHECKING:
    from spectral_core.data import Sentence
    from spectral_core.engine.annotation import Annotator
    from spectral_core.model import Parser

_MAX_WORDS = 1_000  # longer sentences are tagged, not parsed: time is cubic in length
_REPORT_INTERVAL = 100  # sentences


def train(
    context: typer.Context,
    corpora: Corpora,
    output: Annotated[Path, typer.Option("-o", "--output", help="Model file to write.", show_default=False)],
    dev: Annotated[Path | None, typer.Option(help="Development corpus, to stop, calibrate or fit weights on.")] = None,
    format: FormatName = None,
    profile: ProfileName = None,
    in_library: InLibrary = False,
    json: AsJson = False,
) -> None:
    """Train the default model of a treebank: a pipeline on heads, a grammar on brackets, a ranker on readings."""
    from spectral_core.registry import choose_default_method

    treebank = load(corpora[0], format, profile)
    method = choose_default_method(treebank)
    if method is None:
        raise DataError(
            f"{corpora[0]}: no heads, trees, lemmas or tags to learn from; `spectral learn` has methods for bare text"
        )
    learn(context, method.name, corpora, output, None, dev, format, profile, in_library=in_library, json=json)


def annotate(
    model: ModelFile,
    corpus: Annotated[
        Path, typer.Argument(help="A text or treebank; plain, .gz, .xz, .bz2; - is standard input.", show_default=False)
    ],
    output: Output = None,
    keep: Annotated[
        bool,
        typer.Option("--keep", help="Keep the annotation in the file, and fill in what is missing; replaced if not."),
    ] = False,
    constituents: Annotated[
        Path | None,
        typer.Option(help="A grammar: write its trees over the model's tags, in brackets.", show_default=False),
    ] = None,
    longest: Annotated[
        int, typer.Option(min=1, help="Maximum length in words to parse; longer sentences get no tree.")
    ] = _MAX_WORDS,
    format: FormatName = None,
    profile: ProfileName = None,
) -> None:
    """Annotate a text or treebank: words, lemmas, tags, features and trees, as CoNLL-U in the order of the text."""
    from spectral_core.data.structure import CONSTITUENTS
    from spectral_core.engine.annotation import Annotator
    from spectral_core.engine.parsing import get_predicted_structure
    from spectral_core.formats import get_format
    from spectral_core.model import Parser

    check_output_path(output, [path for path in (model, corpus, constituents) if path is not None])
    check_text_name(output, get_format("conllu" if constituents is None else "brackets").suffixes)
    if model == corpus == STANDARD_STREAM:
        raise SettingsError("- is standard input, which can be read once; name a file for the other")
    annotator = Annotator.from_model(load_model(model), model.name, longest, keep)
    grammar = None if constituents is None else load_model(constituents)
    if grammar is not None and not isinstance(grammar, Parser):
        raise SettingsError(f"{constituents}: a model of {grammar.method} does not parse; train latent-pcfg")
    if grammar is not None and get_predicted_structure(grammar) is not CONSTITUENTS:
        raise SettingsError(f"{constituents}: a model of {grammar.method} predicts heads; train latent-pcfg")
    sentences = _require_one(annotator.annotate(_read_sentences(corpus, annotator, format, profile)), corpus)
    format_sentences = _format_sentences if grammar is None else partial(_format_trees, grammar, longest)
    try:
        write_pieces(output, _report_progress(format_sentences(sentences, annotator.notes)), [corpus])
    finally:
        for note in annotator.notes:
            print(note, file=sys.stderr)


def _read_sentences(corpus: Path, annotator: Annotator, format: str | None, profile: str | None) -> Iterator[Sentence]:
    """Yield the sentences of a treebank; or those of a text, with names, as the model's tokeniser splits it, unless its
    words are set apart."""
    from spectral_core.formats.text import detect_text_layout
    from spectral_core.formats.text.text_file import add_sentence_metadata

    treebank = load(corpus, format, profile)
    content = getattr(treebank.sentences, "content", b"")
    layout = detect_text_layout(content)
    if treebank.format != "text":
        yield from treebank
    elif annotator.tokeniser is not None and layout != "tokenised":
        yield from annotator.tokeniser.tokenise_lines(_decode_lines(content, corpus), layout != "wrapped")
    else:
        title = "text" if corpus == STANDARD_STREAM else corpus.name.partition(".")[0]
        yield from add_sentence_metadata(treebank, title)


def _require_one(numbered: Iterable[tuple[int, Sentence]], corpus: Path) -> Iterator[tuple[int, Sentence]]:
    """Yield the sentences; DataError if there is none."""
    number = 0
    for number, sentence in numbered:
        yield number, sentence
    if not number:
        raise DataError(f"{corpus}: no sentence here can be read; `spectral check` says why")


def _decode_lines(content: bytes, corpus: Path) -> Iterator[str]:
    """Yield the lines of a text; FormatError for one that is not UTF-8 or has a NUL character."""
    for number, line in enumerate(io.BytesIO(content), 1):
        if b"\0" in line:
            problem = "there is a NUL character, which no text has"
            raise FormatError(corpus, number, problem, "Save the file as UTF-8 text")
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            problem = f"the byte 0x{line[error.start]:02x} is not UTF-8"
            raise FormatError(corpus, number, problem, "Save the file as UTF-8") from None


def _format_sentences(numbered: Iterable[tuple[int, Sentence]], notes: list[str]) -> Iterator[bytes]:
    """Yield sentences as CoNLL-U; those that it cannot hold are left out with a note."""
    from spectral_core.formats import conllu

    for number, sentence in numbered:
        obstacle = conllu.find_conllu_obstacle(sentence)
        if obstacle is not None:
            notes.append(f"Sentence {number} is left out: {obstacle}")
        else:
            yield f"{conllu.format_sentence(dataclasses.replace(sentence, source=None))}\n\n".encode()


def _format_trees(
    grammar: Parser, max_words: int, numbered: Iterable[tuple[int, Sentence]], notes: list[str]
) -> Iterator[bytes]:
    """Yield the trees of a grammar over annotated sentences, in brackets, one on each line."""
    from spectral_core.engine.parsing import ensure_tags
    from spectral_core.formats import brackets

    for number, sentence in numbered:
        if len(sentence) > max_words:
            words = f"it has {len(sentence):,} words, and at most {max_words:,} are parsed"
            notes.append(f"Sentence {number} is left out: {words}. Split it, or raise --longest")
            continue
        try:
            trees = grammar.parse(ensure_tags(grammar, sentence), 1)
        except SpectralError as error:
            notes.append(f"Sentence {number} is left out: {error}")
            continue
        if not trees:
            notes.append(f"Sentence {number} is left out: the grammar has no tree for it")
            continue
        yield f"{brackets.format_sentence(dataclasses.replace(trees[0].value, comments=(), source=None))}\n".encode()


def _report_progress(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the pieces, and report their number on stderr."""
    from spectral_core.progress import Progress

    with progress_bars() as report:
        for done, piece in enumerate(pieces, 1):
            if done % _REPORT_INTERVAL == 0:
                report(Progress("annotating", done))
            yield piece


COMMANDS = (train, annotate)
