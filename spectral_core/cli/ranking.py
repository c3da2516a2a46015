"""The command that ranks the candidate readings of words, and how a ranker is measured."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
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
    check_common,
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

HEADER = ("sentence", "token", "form", "rank", "probability", "lemma", "vocalised", "tags", "segments", "gloss")
_VOCALISED = HEADER.index("vocalised")  # left out where no reading has one
_TAGS = "readings' tags"
_SAME = "same"  # instead of a probability that stands before: of a reading that the model cannot tell from that one


def rank(
    model: ModelFile,
    corpus: Corpus,
    k: Annotated[int | None, typer.Option("-k", min=1, help="How many readings a word; all by default.")] = None,
    output: Output = None,
    lexicon: Lexicon = None,
    format: FormatName = None,
    profile: ProfileName = None,
) -> None:
    """Rank the candidate readings of every word, as tab-separated lines; a word without any has one line of `_`.

    Readings that the model cannot tell apart share one probability: it stands with the first, `same` with the others.
    """
    from spectral_core.cli.standard import load, load_model
    from spectral_core.engine.ranking import without_probabilities
    from spectral_core.evaluate import rankings
    from spectral_core.model import Ranker

    check_output(output, [model, corpus])
    ranker = load_model(model)
    if not isinstance(ranker, Ranker):
        raise SpectralError(f"{model}: a model of {ranker.method} does not rank; learn analysis-ranker, for one")
    check_lexicon(ranker, lexicon)
    numbered = readable(load(corpus, format, profile), corpus)
    sentences = with_lexicon((sentence for _, sentence in numbered), lexicon)
    if _reads_candidates(ranker):
        has_met = _met(ranker)
        offered = (
            (form, own) for one in sentences for form, own in zip(one.forms, one.candidates, strict=False) if own
        )
        check_common((any(has_met(form, each) for each in own) for form, own in offered), _TAGS, corpus)
    wide = _beside_dictionary(ranker, sentences)
    rows: list[tuple[str, ...]] = []
    known = False
    for (number, _), sentence, ranked in zip(
        numbered, sentences, rankings(wide or ranker, shown(sentences, "ranking")), strict=True
    ):
        ranked = without_probabilities(ranked) if wide else ranked
        for token, (form, readings) in enumerate(zip(sentence.forms, ranked, strict=True), 1):
            place = (str(number), str(token), form)
            rows.extend((*place, *cells) for cells in islice(_ranked(readings), k))
            known = known or bool(readings)
            if not readings:
                rows.append((*place, *"_" * (len(HEADER) - len(place))))
    if not known:
        what = f"{corpus}: no word here has candidate readings"
        raise DataError(f"{what}; rank a token table with candidates, or name a lexicon with --lexicon")
    vocalised = any(row[_VOCALISED] != "_" for row in rows)
    columns = [at for at in range(len(HEADER)) if vocalised or at != _VOCALISED]
    write_lines(output, ["\t".join(row[at] for at in columns) + "\n" for row in (HEADER, *rows)], [corpus])


def check_lexicon(ranker: Model, lexicon: Path | None) -> None:
    """Refuses a lexicon for a ranker that has an analyser of its own."""
    if lexicon is not None and not _reads_candidates(ranker):
        what = "this model was learnt with an analyser of its own"
        raise SettingsError(f"{what}: leave --lexicon out, or learn it with -s analyser=buckwalter=FOLDER")


def _reads_candidates(ranker: object) -> bool:
    """Whether a ranker ranks what stands in the file; others have an analyser of their own."""
    from spectral_core.model import TextRanker

    return not isinstance(ranker, TextRanker) or ranker.analyser == "given"


def _beside_dictionary(ranker: Ranker, sentences: Sequence[Sentence]) -> Ranker | None:
    """The ranker with the dictionary that is installed, where sentences come without candidates; what that lacks is
    told."""
    from spectral_core.engine.ranking import with_dictionary

    wide, said = (None, "") if any(any(one.candidates) for one in sentences) else with_dictionary(ranker, sentences)
    if said:
        print(said.replace("\u2068", "").replace("\u2069", ""), file=sys.stderr)
    return wide


def measured(ranker: Ranker, sentences: Sequence[Sentence], path: Path) -> dict[str, float]:
    """What a ranker is worth on sentences, as `rank` uses it; how far it is, is shown meanwhile. Where the readings
    chosen in the file are none that it could have offered, that is refused."""
    from spectral_core.evaluate import ranker_metrics

    has_met = _met(ranker)
    known = (
        has_met(form, analysis)
        for sentence in sentences
        for form, analysis in zip(sentence.forms, sentence.with_readings().analyses, strict=True)
        if analysis is not None
    )
    check_common(known, _TAGS, path)
    wide = _beside_dictionary(ranker, sentences)
    metrics = ranker_metrics(wide or ranker, sentences, lambda bare: shown(list(bare), "ranking"))
    if wide is not None:
        print("Measured with the readings of the dictionary that is installed, as rank offers them.", file=sys.stderr)
        metrics = {name: value for name, value in metrics.items() if not name.startswith("unsure")}  # of the ranker's
    if metrics["oracle"] == 0.0:
        what = f"{path}: no word's chosen reading is among those that the model offers"
        raise DataError(f"{what}; learn one from a treebank whose lemmas and tags are written in the same way")
    return metrics


def _met(ranker: Ranker) -> Callable[[str, Analysis], bool]:
    """Whether an analysis has tags, or what else the ranker goes by, that it has met in learning."""
    from spectral_core.data import Analysis
    from spectral_core.model import HasVocabulary, TextRanker

    if isinstance(ranker, TextRanker):
        tags, label = ranker.training_tags(), ranker.label
        return lambda form, analysis: label(form, analysis)[1:] in tags
    column = str(getattr(getattr(ranker, "settings", None), "column", ""))
    if isinstance(ranker, HasVocabulary) and column in Analysis._fields:
        symbols = ranker.symbols
        return lambda _, analysis: getattr(analysis, column) in symbols
    return lambda *_: True


def _ranked(readings: Sequence[Ranked[Analysis]]) -> Iterator[tuple[str, ...]]:
    """The cells of each reading from its rank on."""
    for rank, (one, shared) in enumerate(zip(readings, _shared(readings), strict=True), 1):
        analysis = one.value
        probability = "_" if one.probability is None else _SAME if shared else f"{one.probability:.4f}"
        segments = "+".join(f"{part.form}/{part.tag}" for part in analysis.segments) or "_"
        tags = analysis.xpos if analysis.xpos != "_" else analysis.upos
        yield str(rank), probability, analysis.lemma, analysis.vocalised, tags, segments, analysis.gloss


def _shared(readings: Sequence[Ranked[Analysis]]) -> Iterator[bool]:
    """Whether each shares its probability with one before it, as it has the same label. A model may tell less apart
    than a file: where the sum shows that, an equal score is an equal label."""
    from spectral_core.data.readings import standard_columns

    keys = [(one.score, one.probability, standard_columns(one.value)) for one in readings]
    coarse = sum(probability or 0.0 for _, probability, _ in dict.fromkeys(keys)) > 1.0 + 1e-6
    seen: set[tuple[object, ...]] = set()
    for key in keys:
        own = key[:2] if coarse else key
        yield own in seen
        seen.add(own)


COMMANDS = (rank,)
