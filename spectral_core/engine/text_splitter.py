"""Request to tokenisers: split a text into sentences and words as the treebank of a fitting model does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from spectral_core.data import Sentence, Treebank
from spectral_core.engine.engine import Engine
from spectral_core.errors import SpectralError
from spectral_core.model import HasTokeniser, Tokeniser
from spectral_core.morphology.text_profile import MIN_COVERAGE_RATIO, TextProfile
from spectral_core.progress import Progress, Report, track_progress

MAX_SPLIT_BYTES = 1_000_000  # of a text that is split by a model while the user waits; longer ones are split by rules
_REPORT_EVERY = 200  # sentences between two progress reports
_SENT_ID = re.compile(r"# sent_id = ")


@dataclass(frozen=True, slots=True)
class SplitResult:
    """A text as CoNLL-U, and the model whose tokeniser split it."""

    model: Path | None = None  # None if no tokeniser fits the text
    content: bytes = b""


@dataclass(frozen=True, slots=True)
class SplitText:
    """Splits a text with the tokeniser of a model whose training text fits it: the newest of the project, or else that
    of the library which knows most of its words. Texts whose words are set apart, or that have comments, are not
    split."""

    project_models: tuple[Path, ...]  # oldest first
    library_models: tuple[Path, ...]
    text: bytes  # UTF-8
    document_name: str = ""  # names the document in its comments; "" for a text without a name

    def run(self, engine: Engine, report: Report) -> SplitResult:
        from spectral_core.formats.text.text_file import can_be_split, decode_text

        if len(self.text) > MAX_SPLIT_BYTES or not can_be_split(self.text):
            return SplitResult()
        text = decode_text(self.text)
        report(Progress("reading", 0))
        for path in find_fitting_models(_profile_text(self.text), self.project_models, self.library_models):
            tokeniser = _load_tokeniser(engine, path)
            if tokeniser is not None:
                content = _compose_conllu(tokeniser.tokenise(text), self.document_name, report)
                return SplitResult(path, content) if content else SplitResult()
        return SplitResult()


def find_fitting_models(
    text: TextProfile, project_models: Sequence[Path], library_models: Sequence[Path]
) -> Iterator[Path]:
    """Yield the models whose training text fits a text, the best first: those of the project, without those that know
    less than half as many of its words as the best, the newest first; then those of the library, by their words."""
    fitting = [
        [(path, coverage) for path in paths if (coverage := _measure_fit(text, path))]
        for paths in (project_models, library_models)
    ]
    best = max((coverage for _, coverage in fitting[0]), default=0.0)
    yield from (path for path, coverage in reversed(fitting[0]) if coverage >= MIN_COVERAGE_RATIO * best)
    yield from (path for path, _ in sorted(fitting[1], key=lambda entry: entry[1], reverse=True))


def _measure_fit(text: TextProfile, path: Path) -> float:
    """Return the share of a text's words in the training text of a model; 0 if the two do not match, or if the model
    does not say what it was trained on."""
    from spectral_core.library import read_training_profile

    try:
        trained = read_training_profile(path)
    except (OSError, SpectralError, ValueError, IndexError):  # reported when the model is used
        return 0.0
    if trained is None or not trained.script or text.find_mismatch(trained):
        return 0.0
    return text.measure_coverage(trained)


def _profile_text(content: bytes) -> TextProfile:
    """Return the profile of the beginning of a text, split by rules."""
    from spectral_core.formats.text.text_file import index_sentences

    return TextProfile.from_sentences(index_sentences(content, None)[0])


def _load_tokeniser(engine: Engine, path: Path) -> Tokeniser | None:
    """Return the tokeniser in a model file; None if it has none, or cannot be read."""
    try:
        model = engine.load_model(path)
    except SpectralError:  # reported when the model is used
        return None
    if isinstance(model, Tokeniser):
        return model
    return model.tokeniser if isinstance(model, HasTokeniser) else None


def _compose_conllu(sentences: Sequence[Sentence], document_name: str, report: Report) -> bytes:
    """Return the sentences as CoNLL-U; nothing if one of them is too long to be shown, or no CoNLL-U can hold it."""
    from spectral_core.formats.conllu import find_conllu_obstacle, format_sentence
    from spectral_core.formats.text.tokeniser import MAX_SENTENCE_WORDS

    if any(len(sentence) > MAX_SENTENCE_WORDS for sentence in sentences):
        return b""
    if any(find_conllu_obstacle(sentence) is not None for sentence in sentences):
        return b""
    named: Iterable[Sentence] = sentences if not document_name else _name_sentences(sentences, document_name)
    pieces = track_progress(Treebank.of(named), "reading", len(sentences), report, _REPORT_EVERY)
    return "".join(f"{format_sentence(sentence)}\n\n" for sentence in pieces).encode()


def _name_sentences(sentences: Iterable[Sentence], document_name: str) -> Iterator[Sentence]:
    """Yield the sentences with identifiers that begin with the name of their document."""
    for number, sentence in enumerate(sentences):
        comments = tuple(_SENT_ID.sub(rf"\g<0>{document_name}-", comment, count=1) for comment in sentence.comments)
        yield replace(sentence, comments=comments if number else (f"# newdoc id = {document_name}", *comments))
