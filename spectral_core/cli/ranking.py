"""The command that ranks the candidate readings of words, and how a ranker is measured."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.options import (
    Corpus,
    FormatName,
    Lexicon,
    ModelFile,
    Output,
    ProfileName,
    check_output,
    readable,
    shown,
    with_lexicon,
    write_lines,
)
from spectral_core.errors import DataError, SettingsError, SpectralError

if TYPE_CHECKING:
    from spectral_core.data import Analysis, Ranked, Sentence
    from spectral_core.model import Model, Ranker

HEADER = "sentence\ttoken\tform\trank\tprobability\tlemma\ttags\tsegments\tgloss\n"


def rank(
    model: ModelFile,
    corpus: Corpus,
    k: Annotated[int | None, typer.Option("-k", min=1, help="How many readings a word; all by default.")] = None,
    output: Output = None,
    lexicon: Lexicon = None,
    format: FormatName = None,
    profile: ProfileName = None,
) -> None:
    """Rank the candidate readings of every word, as tab-separated lines; a word without any has one line of `_`."""
    from spectral_core import store
    from spectral_core.evaluate import rankings
    from spectral_core.formats import load
    from spectral_core.model import Ranker

    check_output(output, [model, corpus])
    ranker = store.load(model)
    if not isinstance(ranker, Ranker):
        raise SpectralError(f"{model}: a model of {ranker.method} does not rank; learn analysis-ranker, for one")
    check_lexicon(ranker, lexicon)
    numbered = readable(load(corpus, format, profile), corpus)
    sentences = with_lexicon((sentence for _, sentence in numbered), lexicon)
    lines, known = [HEADER], False
    for (number, _), sentence, ranked in zip(
        numbered, sentences, rankings(ranker, shown(sentences, "ranking")), strict=True
    ):
        for token, (form, readings) in enumerate(zip(sentence.forms, ranked, strict=True), 1):
            lines.extend(_line(number, token, form, at, one) for at, one in enumerate(readings[:k], 1))
            known = known or bool(readings)
            if not readings:
                lines.append("\t".join((str(number), str(token), form, *"______")) + "\n")
    if not known:
        what = f"{corpus}: no word here has candidate readings"
        raise DataError(f"{what}; rank a token table with candidates, or name a lexicon with --lexicon")
    write_lines(output, lines)


def check_lexicon(ranker: Model, lexicon: Path | None) -> None:
    """Refuses a lexicon for a ranker that has an analyser of its own."""
    from spectral_core.model import TextRanker

    analyser = getattr(ranker.settings, "analyser", "")
    if lexicon is not None and isinstance(ranker, TextRanker) and analyser != "given":
        what = "this model was learnt with an analyser of its own"
        raise SettingsError(f"{what}: leave --lexicon out, or learn it with -s analyser=buckwalter=FOLDER")


def measured(ranker: Ranker, sentences: Sequence[Sentence]) -> dict[str, float]:
    """What a ranker is worth on sentences; how far it is, is shown meanwhile."""
    from spectral_core.evaluate import ranker_metrics

    return ranker_metrics(ranker, sentences, lambda bare: shown(list(bare), "ranking"))


def _line(sentence: int, token: int, form: str, rank: int, one: Ranked[Analysis]) -> str:
    analysis = one.value
    probability = "_" if one.probability is None else f"{one.probability:.4f}"
    segments = "+".join(f"{part.form}/{part.tag}" for part in analysis.segments) or "_"
    tags = analysis.xpos if analysis.xpos != "_" else analysis.upos
    cells = (str(sentence), str(token), form, str(rank), probability, analysis.lemma, tags, segments, analysis.gloss)
    return "\t".join(cells) + "\n"


COMMANDS = (rank,)
