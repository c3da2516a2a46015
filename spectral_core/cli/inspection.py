"""Commands that inspect models: hidden states, word classes and steps of algorithms."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.input_output import (
    format_count,
    load,
    open_model_file,
    print_json,
    print_table,
    progress_bars,
)
from spectral_core.cli.options import AsJson, Corpus, FormatName, ModelFile
from spectral_core.errors import DataError, FormatError, SettingsError

if TYPE_CHECKING:
    from spectral_core.cli.input_output import Json
    from spectral_core.data.trace import Trace
    from spectral_core.engine import KnownWord, PartStates, WordMap
    from spectral_core.model.provenance import Provenance

_JSON_KEYS = {  # of fields that were renamed
    "parents": "above",
    "explained_variance": "along",
    "accuracy": "right",
    "baseline_accuracy": "usual",
    "explained_entropy": "information",
    "values_by_state": "of_states",
    "left_neighbours": "before",
    "right_neighbours": "behind",
}
_UNKNOWN = "unknown"
_NO_PROFILE = "none: this model is not suggested for a text by itself"
_TEXT_STATES = {
    "not needed": "not in the file",
    "included": "in the file: share it only where you may share the text",
    "left out": "not in the file: sentences cannot be added to this model",
}
_MAX_LABELS = 40  # listed tags or relations
_MAX_VALUES = 6  # words and rules of a state
_FIGURE_SUFFIXES = {"svg": ".svg", "tikz": ".tex"}


def info(model: ModelFile, json: AsJson = False) -> None:
    """Print what a model says of itself: what it was trained on, by which command, and when."""
    from spectral_core import library, store

    with open_model_file(model) as path:
        method, settings = store.read_description(path)
        provenance, text_state = store.read_provenance(path), store.read_text_state(path)
        profile = library.read_training_profile(path)
        size = path.stat().st_size
    if json:
        fields = {name: value for name, value in dataclasses.asdict(provenance).items() if name != "settings"}
        profile_sizes: Json = None
        if profile is not None:
            sizes = {"words": len(profile.words), "tags": len(profile.tags), "relations": len(profile.relations)}
            profile_sizes = {"script": profile.script, "language": profile.language, "tagset": profile.tagset, **sizes}
        parts: dict[str, Json] = {"profile": profile_sizes, "bytes": size}
        print_json({"method": method, "settings": settings, **fields, "text": str(text_state), **parts})
        return
    rows = [["method", _describe_method(method)], *_tabulate_provenance(provenance)]
    rows += [
        ["settings", " ".join(f"{name}={value}" for name, value in settings.items())],
        ["training text", _TEXT_STATES[text_state.value]],
        ["profile", _NO_PROFILE if profile is None else f"{len(profile.words):,} words: compared with your texts"],
        ["size", f"{size / 1e6:,.1f} MB" if size >= 1e6 else f"{size / 1e3:,.0f} kB"],
    ]
    print_table(str(model), ["fact", "value"], rows, 2, prose=True)


def _describe_method(name: str) -> str:
    """Return the name of a method with its title, if this version knows it."""
    from spectral_core.registry import METHODS

    return f"{name}: {METHODS[name].title}" if name in METHODS else name


def _tabulate_provenance(provenance: Provenance) -> list[list[str]]:
    """Return a table row for each fact of a model's training; what is not known says so."""
    sources = [
        [
            "trained on" if not number else "",
            f"{source.name}: {format_count(source.sentences, 'sentence')}"
            + (f", SHA-256 {source.sha256}" if source.sha256 else ""),
        ]
        for number, source in enumerate(provenance.sources)
    ] or [["trained on", _UNKNOWN]]
    added = provenance.added_sentences
    label_title = "phrase labels" if provenance.structure == "constituents" else "relations"
    return [
        *([name, getattr(provenance, name) or _UNKNOWN] for name in ("language", "script", "structure")),
        *([["column", provenance.column]] if provenance.column else []),
        *([["reads", " ".join(provenance.reads)]] if provenance.reads else []),
        *([["writes", " ".join(provenance.writes)]] if provenance.writes else []),
        *([["tags", _list_labels(provenance.tags)]] if provenance.tags else []),
        *([[label_title, _list_labels(provenance.labels)]] if provenance.labels else []),
        *([["readings", _list_labels(provenance.readings, ", ")]] if provenance.readings else []),
        *sources,
        *([["added since", format_count(added, "sentence")]] if added else []),
        *([["word clusters", provenance.clusters]] if provenance.clusters else []),
        ["command", provenance.command or _UNKNOWN],
        ["date", provenance.date or _UNKNOWN],
        ["program", provenance.version or _UNKNOWN],
    ]


def _list_labels(labels: Sequence[str], separator: str = " ") -> str:
    """Return the number of labels and the most frequent ones."""
    dots = " …" if len(labels) > _MAX_LABELS else ""
    return f"{len(labels):,}: {separator.join(labels[:_MAX_LABELS])}{dots}"


def states(
    model: ModelFile,
    corpus: Corpus,
    label: Annotated[str, typer.Option(help="A label or tag; by default all of them are listed.")] = "",
    kind: Annotated[str, typer.Option(help="Kind of states, if there are several, as node.")] = "",
    truth: Annotated[
        Path | None, typer.Option(help="The same trees with finer labels, as NP[3sg,full].", show_default=False)
    ] = None,
    format: FormatName = None,
    json: AsJson = False,
) -> None:
    """Show what is typical of each hidden state of a label, and how well states predict features or finer labels."""
    from spectral_core.engine import AskStateParts, AskStates, DocumentState, Engine

    engine, name = Engine(), str(corpus)
    engine.set_document(name, DocumentState(None, "", {}, treebank=load(corpus, format)))
    with progress_bars() as report:
        if not label:
            part_list = AskStateParts(model, name, truth).run(engine, report)
        else:
            part_states = AskStates(model, name, label, kind, truth).run(engine, report)
    if not label:
        if json:
            print_json(
                {"sentences": part_list.sentences, "parts": [dataclasses.asdict(part) for part in part_list.parts]}
            )
            return
        rows = [[part.part, part.kind, f"{part.nodes:,}", str(part.states)] for part in part_list.parts]
        print_table(f"{corpus}, {part_list.sentences:,} sentences", ["label", "kind", "nodes", "states"], rows, 2)
        return
    if json:
        print_json({key: value for key, value in _answer_to_json(part_states).items() if key != "points"})
        return
    _print_states(part_states)


def _answer_to_json(answer: PartStates | KnownWord | WordMap) -> dict[str, Json]:
    """Return an engine's answer as JSON; fields that were renamed keep the keys of earlier versions."""

    def rename_keys(items: list[tuple[str, Json]]) -> dict[str, Json]:
        return {_JSON_KEYS.get(name, name): value for name, value in items}

    return dataclasses.asdict(answer, dict_factory=rename_keys)


def _print_states(part_states: PartStates) -> None:
    """Print the hidden states of a label, and how well they predict its features."""
    has_heads = any(card.parents for card in part_states.states)  # dependency trees
    rows = [
        [
            *(f"{card.number:>5}", f"{100 * card.share:5.1f}", _join_values(card.words), _join_values(card.rules)),
            *([_join_values(card.parents)] if has_heads else []),
        ]
        for card in part_states.states
    ]
    name = f"{part_states.part.part} {part_states.part.kind}".strip()
    title = f"{name}: {part_states.part.states} states of {part_states.part.nodes:,} nodes"
    print_table(
        title, ["state", "    %", "words", *(["below", "above"] if has_heads else ["rules"])], rows, 5, prose=True
    )
    attribute_rows = [
        [
            attribute.name,
            " / ".join(value for value, _ in attribute.values[:4]),
            *(
                f"{100 * share:.1f}"
                for share in (attribute.accuracy, attribute.baseline_accuracy, attribute.explained_entropy)
            ),
        ]
        for attribute in part_states.attributes
    ]
    if attribute_rows:
        print_table(
            "What the states predict",
            ["feature", "values", "accuracy %", "baseline %", "information %"],
            attribute_rows,
            2,
        )


def _join_values(values: tuple[tuple[str, float], ...]) -> str:
    """Return the first few values, without their weights, separated by commas."""
    return ", ".join(value for value, _ in values[:_MAX_VALUES])


def words(
    model: ModelFile,
    word: Annotated[str, typer.Argument(help="The word; by default the classes of all words, or their map.")] = "",
    most: Annotated[int, typer.Option("-k", "--most", min=1, help="Number of words of each kind.")] = 10,
    json: AsJson = False,
) -> None:
    """Show the most similar words and the classes of a word, or the words of each class."""
    from spectral_core.engine import AskWord, AskWordMap, Engine

    engine = Engine()
    with progress_bars() as report:
        if word:
            profile = AskWord(model, word, most).run(engine, report)
        else:
            word_map = AskWordMap(model).run(engine, report)
    if json:
        print_json(_answer_to_json(profile if word else word_map))
    elif word:
        _print_word_profile(profile)
    else:
        _print_word_map(word_map, most)


def _print_word_profile(profile: KnownWord) -> None:
    """Print tables of the classes of a word, the most similar words, and its neighbours in the text."""
    if profile.classes:
        rows = [[str(number), f"{100 * share:.1f}"] for number, share in profile.classes]
        print_table(f"Classes of {profile.word}", ["class", "%"], rows, 1)
    rows = [[word, f"{similarity:.3f}"] for word, similarity in profile.neighbours]
    print_table(f"Words most similar to {profile.word}", ["word", "similarity"], rows, 1)
    for title, neighbours in (("before", profile.left_neighbours), ("after", profile.right_neighbours)):
        if neighbours:
            rows = [[word or "(edge)", f"{count:,}"] for word, count in neighbours]
            print_table(f"Words {title} it", ["word", "times"], rows, 1)


def _print_word_map(word_map: WordMap, limit: int) -> None:
    """Print a table of word classes or, for models without classes, of word coordinates in the plane."""
    if word_map.classes:
        rows = [
            [f"{card.number:>5}", f"{100 * card.share:5.1f}", ", ".join(word for word, _ in card.words[:limit])]
            for card in word_map.classes
        ]
        title = f"{len(rows)} classes of {word_map.words:,} words"
        print_table(title, ["class", "    %", "words"], rows, 3, prose=True)
        return
    rows = [[word, f"{x:.3f}", f"{y:.3f}"] for word, x, y in word_map.points]
    print_table(f"The {len(rows)} most frequent of {word_map.words:,} words in the plane", ["word", "x", "y"], rows, 1)


def steps(
    model: ModelFile,
    corpus: Corpus,
    sentence: Annotated[int, typer.Option(help="The number of the sentence in the file.", min=1)] = 1,
    algorithm: Annotated[
        str, typer.Option(help="Name of the algorithm, if the model has several.", show_default=False)
    ] = "",
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            help="Folder for the figures, one per step; by default captions are printed.",
            show_default=False,
        ),
    ] = None,
    figures: Annotated[str, typer.Option("--figures", help="Format of the figures: svg or tikz.")] = "svg",
    format: FormatName = None,
) -> None:
    """Step through a model's algorithm on one sentence; each step is a figure."""
    from spectral_core.engine import AskTrace, DocumentState, Engine
    from spectral_core.progress import ignore_progress

    if figures not in _FIGURE_SUFFIXES:
        raise SettingsError(f"--figures is svg or tikz, not {figures!r}")
    treebank = load(corpus, format)
    if sentence > len(treebank):
        raise DataError(f"{corpus}: there is no sentence {sentence}; the file has {len(treebank)}")
    engine, name = Engine(), str(corpus)
    engine.set_document(name, DocumentState(None, "", {}, treebank=treebank))
    trace = AskTrace(model, treebank[sentence - 1], algorithm, name).run(engine, ignore_progress)
    if trace.note:
        print(f"{corpus}, sentence {sentence}: only {trace.note} are shown.", file=sys.stderr)
    if output is None:
        for number, step in enumerate(trace.steps, 1):
            print("\n    ".join((f"{number:>3} {step.caption}", *step.equation)))
        return
    write_step_figures(trace, output, figures, corpus)
    print(f"{format_count(len(trace), 'figure')} of {trace.title[0].lower() + trace.title[1:]} in {output}")


def write_step_figures(trace: Trace, folder: Path, figures: str, corpus: Path) -> None:
    """Write a figure for each step to a folder, created if necessary; figures are as private as the corpus."""
    from spectral_core.files import compute_copy_permissions, replace_atomically
    from spectral_core.formats.export.figures import frame_to_latex, frame_to_svg

    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise FormatError(folder, None, f"the folder cannot be made: {error.strerror}", "Name another") from error
    width = len(str(len(trace)))
    rights = compute_copy_permissions(folder / "1", [corpus])
    for number in range(len(trace)):
        text = frame_to_svg(trace, number) if figures == "svg" else frame_to_latex(trace, number, standalone=True)
        path = folder / f"{number + 1:0{width}}{_FIGURE_SUFFIXES[figures]}"
        replace_atomically(path, [text.encode()], permissions=rights)


COMMANDS = (
    info,
    states,
    words,
    steps,
)
