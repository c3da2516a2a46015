"""Commands that train models, sweep over their settings, and apply them to files."""

from __future__ import annotations

import dataclasses
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from spectral_core.cli.figures import draw_in_window_process
from spectral_core.cli.input_output import (
    STANDARD_STREAM,
    TABLE_ENDINGS,
    Json,
    ProgressLog,
    elapsed_seconds,
    format_count,
    load,
    load_model,
    peak_megabytes,
    print_json,
    print_table,
    progress_bars,
    save,
    save_model,
    track_progress,
    write_lines,
    write_table,
)
from spectral_core.cli.options import (
    DRAWN_ENDINGS,
    TABLE_LINES,
    AsJson,
    Corpora,
    Corpus,
    FormatName,
    InLibrary,
    KeepText,
    ModelFile,
    Output,
    ProfileName,
    Tags,
    check_dev,
    check_figure_ending,
    check_output_path,
    check_tags_option,
    check_text_name,
    check_tree_file,
    check_treebank_format,
    get_tag_column,
    select_readable,
    supply_tags,
)
from spectral_core.errors import ConstraintError, DataError, SettingsError, SpectralError

if TYPE_CHECKING:
    from spectral_core.data import Ranked, Sentence, Treebank
    from spectral_core.engine import Sweep
    from spectral_core.formats.export.tables import Cell
    from spectral_core.formats.text import TextStream
    from spectral_core.model import Model, Parser, Setting, Settings
    from spectral_core.progress import Report
    from spectral_core.project import Run, SweepPoint
    from spectral_core.registry import Method
    from spectral_core.training_text import TrainingText

_DEFAULT_MAX_WORDS = 1_000  # words; such a sentence takes tens of seconds
_SECONDS = "seconds"


def methods(
    name: Annotated[str | None, typer.Argument(help="Only this method; all by default.")] = None, json: AsJson = False
) -> None:
    """List the methods, or one of them, with their settings, defaults and ranges."""
    from spectral_core.model import list_settings
    from spectral_core.registry import METHODS, get_method

    selected = METHODS.values() if name is None else (get_method(name),)
    if json:
        listed: list[Json] = []
        for method in selected:
            settings: list[Json] = [dataclasses.asdict(setting) for setting in list_settings(method.settings)]
            listed.append({"name": method.name, "title": method.title, "paper": method.paper, "settings": settings})
        print_json({"methods": listed})
        return
    for method in selected:
        rows = [
            [
                f"-s {setting.name}=",
                str(setting.default),
                _describe_setting_values(setting),
                setting.explanation or setting.title,
            ]
            for setting in list_settings(method.settings)
        ]
        print_table(
            f"{method.name}: {method.title} ({method.paper})", ["setting", "default", "values", ""], rows, 4, prose=True
        )


def _describe_setting_values(setting: Setting) -> str:
    """Return the choices or the range of a setting; '' if any value is allowed."""
    if setting.choices:
        return " | ".join(setting.choices)
    if isinstance(setting.default, bool):
        return "true | false"
    if setting.low is None and setting.high is None:
        return ""
    return f"{'' if setting.low is None else setting.low} to {'any' if setting.high is None else setting.high}"


def learn(
    context: typer.Context,
    method: Annotated[
        str,
        typer.Argument(
            help="A method from `spectral methods`.", show_default=False, autocompletion=lambda: _list_method_names()
        ),
    ],
    corpora: Corpora,
    output: Annotated[Path, typer.Option("-o", "--output", help="Model file to write.", show_default=False)],
    setting: Annotated[list[str] | None, typer.Option("-s", "--set", help="key=value; repeat for more.")] = None,
    dev: Annotated[Path | None, typer.Option(help="Development corpus, to stop, calibrate or fit weights on.")] = None,
    format: FormatName = None,
    profile: ProfileName = None,
    keep_text: KeepText = False,
    in_library: InLibrary = False,
    json: AsJson = False,
) -> None:
    """Train a model on treebanks or texts."""
    from spectral_core.model.provenance import format_command
    from spectral_core.registry import get_method, make_settings
    from spectral_core.training_text import TrainingText

    texts = [*corpora, *([dev] if dev else [])]
    check_output_path(output, texts)
    if output == STANDARD_STREAM:
        _check_standard_output(json, in_library)
    method_entry = get_method(method)
    settings = make_settings(method_entry, dict(map(parse_setting, setting or ())))
    command = format_command(context.find_root().obj or ())
    dev_treebank = None if dev is None else load(dev, format, profile)
    if streams := _open_streams(method_entry, settings, [] if dev else corpora, format, profile):
        words = chain.from_iterable(streams)
        model, log, total = _time_training(lambda report: method_entry.learn_stream(words, settings, report))
        text = TrainingText.from_streams(streams, command)
    else:
        text = _load_training_text(method_entry, corpora, format, profile, command)
        if dev is not None and dev_treebank is not None:
            check_dev(method_entry, settings, dev_treebank, text.treebank, dev)
        model, log, total = _time_training(
            lambda report: method_entry.learn(text.treebank, settings, report, dev_treebank)
        )
    seconds = {**{stage: _round_times(times) for stage, times in log.stages.items()}, "total": total}
    save_model(model, output, text, texts, keep_text)
    if in_library:
        _add_to_library(output, corpora)
    _print_text_note(model, text, keep_text)
    _print_relation_note(model, text.treebank)
    skipped: dict[str, int] = dict(getattr(model, "skipped", {}))
    sentences = (sum(text.counts) or len(text.treebank)) - sum(skipped.values())
    if json:
        fields: dict[str, Json] = {"method": method, "settings": dataclasses.asdict(settings), **_list_analyser(model)}
        fields |= {"sentences": sentences, "skipped": skipped}
        print_json({**fields, "seconds": seconds, "measures": log.measures, "peak_mb": peak_megabytes()})
        return
    stream = sys.stderr if output == STANDARD_STREAM else sys.stdout
    duration = f"{total['cpu']:.2f} s CPU ({total['wall']:.2f} s elapsed)"
    size = format_count(sentences, "sentence")
    print(f"{method_entry.title}, trained on {size} in {duration}: {output}", file=stream)
    _print_analyser_and_skipped(model, skipped, corpora[0], stream)


def _check_standard_output(json: bool, in_library: bool) -> None:
    """Raise SettingsError for options with which a model cannot be written to standard output."""
    if json:
        raise SettingsError("-o - and --json both write to standard output; name a file for the model")
    if in_library:
        raise SettingsError("--library needs a file: name one after -o")


def _time_training(train: Callable[[Report], Model]) -> tuple[Model, ProgressLog, dict[str, float]]:
    """Train a model with progress bars; return it, the log of its progress, and CPU and wall seconds."""
    cpu, wall = time.process_time(), time.perf_counter()
    with progress_bars() as report:
        log = ProgressLog(report)
        model = train(log.report)
    return model, log, elapsed_seconds(cpu, wall)


def _add_to_library(path: Path, corpora: Sequence[Path]) -> None:
    """Add a model file to the library of this user, under its own name and in place of one with that name."""
    from spectral_core import library
    from spectral_core.machine import user_folder

    kept = library.add_model(path, user_folder("data") / library.FOLDER, path.stem, replaces=True)
    language = kept.provenance.language
    if kept.method == "clusters" and not language:
        advice = "name it with -s language=CODE, or the file as in en_news.txt"
        print(f"The language of {corpora[0]} is not known, so parsers find these clusters by their words: {advice}.",
              file=sys.stderr)  # fmt: skip
    print(f"In the library as {kept.name}{f' ({language})' if language else ''}.", file=sys.stderr)


def _load_training_text(
    method: Method, corpora: Sequence[Path], format: str | None, profile: str | None, command: str
) -> TrainingText:
    """Read treebanks or texts to train a model on; DataError if they lack what the method needs."""
    from spectral_core.training_text import TrainingText

    parts = [load(path, format, profile) for path in corpora]
    text = TrainingText.from_treebanks(list(zip([path.name for path in corpora], parts, strict=True)), command)
    reason = method.describe_missing_data(text.treebank)
    if reason is not None:
        raise DataError(f"{method.name} cannot be trained on {', '.join(map(str, corpora))}: {reason}")
    return text


def _open_streams(
    method: Method, settings: Settings, corpora: Sequence[Path], format: str | None, profile: str | None
) -> list[TextStream] | None:
    """Return the corpora as streams if all are plain text and the method learns from streams of words; else None."""
    from spectral_core.errors import FormatError
    from spectral_core.formats import detect_format

    if profile is not None or STANDARD_STREAM in corpora or getattr(settings, "column", "form") != "form":
        return None
    try:
        names = {format or detect_format(path).name for path in corpora}
    except FormatError:
        return None
    if names != {"text"} or not method.reads_streams:
        return None
    from spectral_core.formats.text import TextStream

    return [TextStream(path) for path in corpora]


def _list_analyser(model: Model) -> dict[str, str]:
    """Return the analyser of a ranker, which `auto` may have selected, as a field of --json; empty for other models."""
    from spectral_core.model import TextRanker

    return {"analyser": model.analyser} if isinstance(model, TextRanker) else {}


def _print_text_note(model: Model, text: TrainingText, keep_text: bool) -> None:
    """Report on stderr, for a model that was to keep its training text, that it has no use for it, or what the licence
    of the text forbids."""
    from spectral_core.model import KeepsText
    from spectral_core.registry import get_method
    from spectral_core.training_text import find_sharing_limits

    if not keep_text:
        return
    if not isinstance(model, KeepsText) or not get_method(model.method).can_add(model.settings):
        print(f"--keep-text: a model of {model.method} has no use for its training text; left out.", file=sys.stderr)
        return
    for treebank in find_sharing_limits(text.sources):
        print(f"The model holds the text of {treebank}, whose licence restricts sharing.", file=sys.stderr)


def _print_relation_note(model: Model, treebank: Treebank) -> None:
    """Report on stderr that a parser that was to label arcs has no relations, because its training text has none."""
    from spectral_core.model import LabelsArcs

    if not isinstance(model, LabelsArcs) or not getattr(model.settings, "relations", True):
        return
    sentence = next((sentence for sentence in treebank if sentence.is_readable and sentence.has_heads), None)
    if sentence is not None and not any(model.relations(sentence, sentence.heads)):
        problem = "No training sentence has relations for all its words: the model writes heads without relations"
        print(f"{problem}, _ in DEPREL. Fill in the relations of some sentences, and train it again.", file=sys.stderr)


def _print_analyser_and_skipped(model: Model, skipped: dict[str, int], corpus: Path, stream: TextIO) -> None:
    """Print the analyser of a ranker, and the number of sentences left out, by reason."""
    for analyser in _list_analyser(model).values():
        print(f"Candidate readings come from: {analyser}", file=stream)
    if skipped:
        skip_counts = ", ".join(f"{count} {reason.replace('_', ' ')}" for reason, count in skipped.items())
        print(f"Left out: {skip_counts}. `spectral check {corpus}` lists what is wrong in a file.", file=stream)


def _list_method_names() -> list[str]:
    """Return the names of methods, for shell completion."""
    from spectral_core.registry import METHODS

    return list(METHODS)


def parse_setting(text: str) -> tuple[str, str]:
    """Split key=value into name and value."""
    key, equals, value = text.partition("=")
    if not equals:
        raise SettingsError(f"-s takes key=value, not {text!r}")
    return key.strip(), value.strip()


def _round_times(times: dict[str, float]) -> dict[str, float]:
    """Return CPU and wall seconds, rounded for --json."""
    return {clock: round(seconds, 4) for clock, seconds in times.items()}


def parse(
    model: ModelFile,
    corpus: Corpus,
    k: Annotated[
        int | None, typer.Option("-k", min=1, max=1000, help="Number of trees per sentence, with rank and score.")
    ] = None,
    output: Output = None,
    tags: Tags = None,
    keep: Annotated[
        bool,
        typer.Option(
            "--keep",
            help="Keep the annotation in the file: heads that are filled in, phrases of a tree whose outermost "
            "label is UNPARSED or empty. Complete sentences are not parsed.",
        ),
    ] = False,
    longest: Annotated[
        int, typer.Option(min=1, help="Maximum length in words; parsing time is cubic in length.")
    ] = _DEFAULT_MAX_WORDS,
    format: FormatName = None,
    profile: ProfileName = None,
) -> None:
    """Parse a corpus or text: the k best trees of each sentence, or with -o and without -k a treebank."""
    from spectral_core.data import Treebank
    from spectral_core.data.structure import CONSTITUENTS
    from spectral_core.engine.parsing import get_predicted_structure
    from spectral_core.model import Parser

    check_output_path(output, [model, corpus])
    parser = load_model(model)
    if not isinstance(parser, Parser):
        raise SpectralError(f"{model}: a model of {parser.method} does not parse; train arc-parser, for example")
    check_tags_option(parser, tags)
    check_tree_file(output, get_predicted_structure(parser), k is not None)
    numbered = select_readable(load(corpus, format, profile), corpus)
    sentences = supply_tags(parser, [sentence for _, sentence in numbered], tags, corpus)
    parsed: list[Sentence] = []
    pieces: list[str] = []
    notes: list[str] = []
    for (number, _), sentence in zip(numbered, track_progress(sentences, "parsing"), strict=True):
        if len(sentence) > longest:
            trees: list[Ranked[Sentence]] = []
            note = f"it has {len(sentence):,} words, and at most {longest:,} are parsed. Split it, or raise --longest"
        else:
            trees, note = _parse_sentence(parser, sentence, k or 1, keep)
        if note:
            notes.append(f"Sentence {number}: {note}")
        if output is not None and k is None:
            parsed.append(_drop_source(trees[0].value if trees else sentence))
        else:
            pieces.extend(_format_trees(trees))
    if output is not None and k is None:
        stream_format = "brackets" if get_predicted_structure(parser) is CONSTITUENTS else "conllu"
        format_name = stream_format if output == STANDARD_STREAM else None
        save(Treebank.of(parsed), output, format_name, drop=True, texts=[corpus])
    else:
        write_lines(output, pieces, [corpus])
    for line in notes:
        print(line, file=sys.stderr)


def _parse_sentence(parser: Parser, sentence: Sentence, k: int, keep: bool) -> tuple[list[Ranked[Sentence]], str]:
    """Return the best trees of a sentence, and a note for the user, '' if there is none. With `keep`, its annotation is
    locked."""
    from spectral_core.data import UNCONSTRAINED, Ranked
    from spectral_core.engine.parsing import get_predicted_structure
    from spectral_core.model import ReportsLimits

    try:
        locks = get_predicted_structure(parser).partial_constraints(sentence) if keep else UNCONSTRAINED
        if locks is None:
            return [Ranked(sentence, 0.0)], ""
        trees = parser.parse(sentence, k, locks)
    except ConstraintError as error:
        return [Ranked(sentence, 0.0)], f"not parsed: {error}"
    note = parser.describe_limits(sentence, k, locks) if isinstance(parser, ReportsLimits) else ""
    return trees, note or ("" if trees else "not parsed: the model has no tree for it")


def _drop_source(sentence: Sentence) -> Sentence:
    """Return the sentence without its source lines, which only its own format can hold."""
    return dataclasses.replace(sentence, source=None)


def _format_trees(candidates: Sequence[Ranked[Sentence]]) -> Iterator[str]:
    """Yield trees with their rank and score: constituents on one line each, dependencies as CoNLL-U."""
    from spectral_core.formats import brackets, conllu

    for rank, candidate in enumerate(candidates, 1):
        sentence = dataclasses.replace(candidate.value, source=None)
        if sentence.tree is not None:
            line = brackets.format_sentence(dataclasses.replace(sentence, comments=()))
            yield f"{rank}\t{candidate.score:.6f}\t{line}\n"
        else:
            comments = (*sentence.comments, f"# rank = {rank}", f"# score = {candidate.score:.6f}")
            yield conllu.format_sentence(dataclasses.replace(sentence, comments=comments)) + "\n\n"


def tag(
    model: ModelFile,
    corpus: Corpus,
    k: Annotated[
        int | None, typer.Option("-k", min=1, help="Number of tags per word, as a table with probabilities.")
    ] = None,
    output: Output = None,
    format: FormatName = None,
    profile: ProfileName = None,
) -> None:
    """Tag a corpus or text: a treebank with the most probable tags, or with -k the k best tags of each word."""
    from spectral_core.data import Treebank
    from spectral_core.formats import conllu
    from spectral_core.model import HasTagger, Tagger

    check_output_path(output, [model, corpus])
    loaded_model = load_model(model)
    tagger = loaded_model.tagger if isinstance(loaded_model, HasTagger) else loaded_model
    if not isinstance(tagger, Tagger):
        raise SpectralError(f"{model}: a model of {loaded_model.method} does not tag; train tagger, for example")
    if output is not None and k is None:
        check_treebank_format(output, get_tag_column(loaded_model) or "upos")
    elif output is not None:
        check_text_name(output, TABLE_LINES)
    numbered = select_readable(load(corpus, format, profile), corpus)
    sentences = track_progress([sentence for _, sentence in numbered], "tagging")
    if k is not None:
        lines = ["sentence\ttoken\tform\trank\tprobability\ttag\n"]
        for (number, _), sentence in zip(numbered, sentences, strict=True):
            for token, candidates in enumerate(tagger.tags(sentence, k), 1):
                form = sentence.forms[token - 1]
                for rank, candidate in enumerate(candidates, 1):
                    probability = "_" if candidate.probability is None else f"{candidate.probability:.4f}"
                    lines.append(f"{number}\t{token}\t{form}\t{rank}\t{probability}\t{candidate.value}\n")
        write_lines(output, lines, [corpus])
        return
    tagged = [_drop_source(tagger.tag(sentence)) for sentence in sentences]
    if output is not None:
        save(Treebank.of(tagged), output, drop=True, texts=[corpus])
        return
    write_lines(None, [conllu.format_sentence(sentence) + "\n\n" for sentence in tagged])


def sweep(
    method: Annotated[str, typer.Argument(help="A method from `spectral methods`.", show_default=False)],
    corpora: Corpora,
    dev: Annotated[Path, typer.Option(help="Corpus on which every model is measured.", show_default=False)],
    over: Annotated[
        list[str] | None,
        typer.Option(help="A setting with a range or list, as states=2:16:2; repeat for a curve of each value."),
    ] = None,
    sizes: Annotated[str | None, typer.Option(help="Numbers of training sentences, as 50,200,1000.")] = None,
    seeds: Annotated[int, typer.Option(min=1, max=100, help="Number of random seeds, for methods that use them.")] = 1,
    setting: Annotated[list[str] | None, typer.Option("-s", "--set", help="key=value, for all models.")] = None,
    measure: Annotated[
        str | None, typer.Option(help="Measure in the figure, as uas or seconds; by default the main one.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Also a figure, .svg, .pdf or .png; or a table, .csv or .tex.")
    ] = None,
    format: FormatName = None,
    profile: ProfileName = None,
    json: AsJson = False,
) -> None:
    """Train with each value of a setting, or on more and more sentences, and measure each model."""
    from spectral_core.engine import Sweep, parse_axis
    from spectral_core.evaluate.measures import MEASURES
    from spectral_core.project import SENTENCES, Run
    from spectral_core.registry import get_method

    if output is not None:
        check_figure_ending(output, (*DRAWN_ENDINGS, *TABLE_ENDINGS))
    texts = [*corpora, dev]
    check_output_path(output, texts)
    if measure is not None and measure not in (*MEASURES, _SECONDS):
        raise SettingsError(f"there is no measure {measure!r}; there are {', '.join((*MEASURES, _SECONDS))}")
    method_entry = get_method(method)
    axes = [parse_axis(method_entry, text) for text in over or ()]
    if sizes is not None:
        axes.append(parse_axis(method_entry, f"{SENTENCES}={sizes}"))
    names = tuple(map(str, corpora))
    settings = dict(map(parse_setting, setting or ()))
    request = Sweep(names, str(dev), method, settings, tuple(axes), seeds)
    points = _run_sweep(request, {str(path): load(path, format, profile) for path in texts}, dev)
    run = Run(
        f"{method} on {', '.join(path.name for path in corpora)}", method, settings, tuple(names), (str(dev),),
        over=tuple(name for name, _ in axes), points=points,
    )  # fmt: skip
    if measure is not None and not any(measure in point.measures for point in points) and measure != _SECONDS:
        print(f"--measure {measure}: not measured here; the main measure is drawn.", file=sys.stderr)
        measure = None
    if output is not None:
        _write_sweep(run, measure, output, texts)
    if json:
        json_points = list(map(_sweep_point_to_json, points))
        print_json({"method": method, "over": run.over, "measured_on": str(dev), "points": json_points})
    else:
        header, rows = _tabulate_sweep(run)
        print_table(f"{run.name}, evaluated on {dev}", header, [list(map(_format_table_cell, cells)) for cells in rows])


def _write_sweep(run: Run, measure: str | None, output: Path, texts: Sequence[Path]) -> None:
    """Write a sweep to a file: a table or a figure, by the file name's ending."""
    if output.suffix.lower() in TABLE_ENDINGS:
        write_table(output, *_tabulate_sweep(run), texts)
    elif code := _draw_sweep(run, measure, output, texts):
        raise typer.Exit(code)


def _run_sweep(request: Sweep, treebanks: Mapping[str, Treebank], dev: Path) -> tuple[SweepPoint, ...]:
    """Run a sweep over treebanks by name, evaluated on the one read from `dev`; return its points."""
    from spectral_core.data import Treebank
    from spectral_core.engine import DocumentState, Engine
    from spectral_core.project import SENTENCES
    from spectral_core.registry import get_method, make_settings

    engine = Engine()
    for name, treebank in treebanks.items():
        engine.set_document(name, DocumentState(None, "", {}, treebank=treebank))
    request.plan_points()  # report invalid sweeps before training
    names = request.documents
    method = get_method(request.method)
    reason = method.describe_missing_data(engine.load_treebank(names[0]))
    if reason is not None and len(names) == 1:
        raise DataError(f"{request.method} cannot be trained on {names[0]}: {reason}")
    corpus = Treebank.concatenate([engine.load_treebank(name) for name in names])
    varied = {name: values[0] for name, values in request.axes if name != SENTENCES}
    dev_treebank = engine.load_treebank(str(dev))
    check_dev(method, make_settings(method, {**request.settings, **varied}), dev_treebank, corpus, dev)
    if method.structure is not None and all(map(method.structure.is_unfinished, dev_treebank)):
        raise DataError(f"{dev} cannot be used as --dev: no sentence has {method.structure.name} to measure on")
    with progress_bars() as report:
        points = request.run(engine, report)
    available = max((int(point.at.get(SENTENCES, 0)) for point in points), default=0)
    if any(name == SENTENCES and max(map(int, values)) > available for name, values in request.axes):
        print(f"There are {available:,} training sentences; larger sizes share one row.", file=sys.stderr)
    return points


def _sweep_point_to_json(point: SweepPoint) -> Json:
    fields: dict[str, Json] = {
        "at": dict(point.at),
        "seconds": round(point.seconds, 4),
        "measures": dict(point.measures),
    }
    return {**fields, "complaint": point.complaint} if point.complaint else fields


def _tabulate_sweep(run: Run) -> tuple[list[str], list[list[Cell]]]:
    """Return the header of a table and a row for each point of a sweep: settings, measures, seconds, and the error if
    there was one."""
    varied = list(dict.fromkeys(name for point in run.points for name in point.at))
    measures = list(dict.fromkeys(name for point in run.points for name in point.measures))
    has_errors = any(point.complaint for point in run.points)
    rows: list[list[Cell]] = [
        [
            *(point.at.get(name) for name in varied),
            *(point.measures.get(name) for name in measures),
            None if point.complaint else point.seconds,
            *([point.complaint or None] if has_errors else []),
        ]
        for point in run.points
    ]
    return [*varied, *measures, _SECONDS, *(["complaint"] if has_errors else [])], rows


def _format_table_cell(cell: Cell) -> str:
    return "" if cell is None else f"{cell:.2f}" if isinstance(cell, float) else str(cell)


def _draw_sweep(run: Run, measure: str | None, output: Path, texts: Sequence[Path]) -> int:
    """Draw a sweep in a process of the window; return its exit code."""
    from spectral_core.files import compute_copy_permissions, replace_atomically
    from spectral_core.project.runs import pack_run

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "sweep"
        replace_atomically(
            source, [pack_run(run)], permissions=compute_copy_permissions(output, texts)
        )  # the figure inherits its permissions
        return draw_in_window_process(output, "--sweep", str(source), *(["--measure", measure] if measure else []))


COMMANDS = (
    methods,
    learn,
    parse,
    tag,
    sweep,
)
