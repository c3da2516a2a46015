"""What a project, a model or a library says, as plain JSON: written beside the files of an older version, and compared
with what the present code says of them. The keys are those of the JSON files and stay, whatever the code calls things.
"""

from __future__ import annotations

import json
import math
import tarfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from spectral_core import library, store
from spectral_core.data import Analysis, Constraints, Ranked, Sentence, Treebank
from spectral_core.errors import SpectralError
from spectral_core.model import (
    ArcScorer,
    ExtractsAutomata,
    HasSpectrum,
    HasStates,
    HasWordClasses,
    HasWordVectors,
    MarginalScorer,
    Model,
    Parser,
    Ranker,
    Scorer,
    Tagger,
    TreeScorer,
)
from spectral_core.project import Edit, Project, Run, Step
from spectral_core.project.known_words import read_known_words

FOLDER = Path(__file__).resolve().parent / "data" / "older"
SIGNIFICANT = 9  # digits of numbers in the JSON files

Json = Any


def unpack(archive: Path, folder: Path) -> None:
    """Unpacks an archive of regular files."""
    with tarfile.open(archive) as opened:
        for member in opened:
            content = opened.extractfile(member)
            assert content is not None
            path = folder / member.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.read())


def read_expected(name: str) -> Json:
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


def assert_alike(now: Json, expected: Json, where: str = "") -> None:
    """Fails where two JSON values differ; numbers may by a millionth."""
    if isinstance(expected, float) and isinstance(now, int | float):
        assert math.isclose(now, expected, rel_tol=1e-6, abs_tol=1e-9), f"{where}: {now} is not {expected}"
    elif isinstance(expected, dict):
        assert isinstance(now, dict), where
        assert sorted(now) == sorted(expected), where
        for key, value in expected.items():
            assert_alike(now[key], value, f"{where}.{key}")
    elif isinstance(expected, list):
        assert isinstance(now, list), where
        assert len(now) == len(expected), where
        for at, (own, value) in enumerate(zip(now, expected, strict=True)):
            assert_alike(own, value, f"{where}[{at}]")
    else:
        assert now == expected, f"{where}: {now!r} is not {expected!r}"


def rounded(number: float) -> float | str:
    """A number as the JSON files have it, which know no infinite ones."""
    return float(f"{number:.{SIGNIFICANT}g}") if math.isfinite(number) else str(number)


# models


def describe_model(model: Model, treebank: Treebank) -> Json:
    """All that a model answers about a few sentences."""
    some = [sentence for sentence in treebank if len(sentence)][3:5]
    questions: dict[str, Callable[[], Json]] = {}
    if isinstance(model, Scorer):
        questions["scores"] = lambda: [_scored(one) for one in model.scores(treebank.sentences)]
        questions["prefix_scores"] = lambda: [_scored(one) for one in model.scores(treebank.sentences, prefix=True)]
    if isinstance(model, TreeScorer):
        questions["tree_scores"] = lambda: [_scored(one) for one in model.tree_scores(some)]
    if isinstance(model, Parser):
        locked = Constraints(forbidden_arcs=frozenset({(2, 4)}), required_spans=frozenset({(2, 4, "")}))
        questions["parses"] = lambda: [[_ranked(parse, _tree_of) for parse in model.parse(one, 2)] for one in some]
        questions["locked_parse"] = lambda: [_ranked(one, _tree_of) for one in model.parse(some[0], 1, locked)]
    if isinstance(model, MarginalScorer):
        questions["marginals"] = lambda: [_marginals(model, one) for one in some]
    if isinstance(model, ArcScorer):
        questions["posteriors"] = lambda: _numbers(
            np.asarray(model.posteriors(some[0]).head_distributions()).sum(axis=-1)
        )
    if isinstance(model, Tagger):
        questions["tags"] = lambda: [[[_ranked(tag) for tag in word] for word in model.tags(one, 2)] for one in some]
        questions["tagged"] = lambda: [[*tagged.upos, *tagged.xpos] for tagged in map(model.tag, some)]
    if isinstance(model, Ranker):
        questions["readings"] = lambda: [
            [[_ranked(row, _reading) for row in word] for word in model.rank(one)] for one in some
        ]
    return {name: ask(question) for name, question in (questions | _inner_questions(model, some)).items()}


def _inner_questions(model: Model, some: Sequence[Sentence]) -> dict[str, Callable[[], Json]]:
    """What is asked about the inside of a model."""
    questions: dict[str, Callable[[], Json]] = {}
    if isinstance(model, HasWordVectors | HasWordClasses):
        words = sorted(model.words)[:2]
        questions["neighbours"] = lambda: [
            [[near, rounded(number)] for near, number in model.neighbours(word, 3)] for word in words
        ]
    if isinstance(model, HasWordClasses):
        questions["class_shares"] = lambda: _numbers(model.class_frequencies())
        questions["classes"] = lambda: [_numbers(model.class_probabilities(word)) for word in sorted(model.words)[:2]]
    if isinstance(model, HasStates):
        questions["states"] = lambda: [
            [one.part, str(one.position), one.kind, _numbers(one.posterior)] for one in model.states(some[0])[:4]
        ]
    if isinstance(model, HasSpectrum):
        questions["spectrum"] = lambda: _numbers(model.spectrum())
    if isinstance(model, ExtractsAutomata):
        questions["automaton"] = lambda: [
            [edge.source, edge.target, edge.count] for edge in model.automaton("VBD", "right", 3, 1).edges
        ]
    return questions


def ask(question: Callable[[], Json]) -> Json:
    """An answer, or that there is none."""
    try:
        return question()
    except SpectralError:
        return "refused"


def _numbers(values: Any) -> Json:
    return [rounded(float(one)) for one in np.asarray(values, dtype=float).reshape(-1)]


def _scored(one: Any) -> Json:
    return [rounded(one.log), one.symbols, one.unknown, one.clipped]


def _ranked(one: Ranked[Any], plain: Any = str) -> Json:
    return [plain(one.value), rounded(one.score), None if one.probability is None else rounded(one.probability)]


def _tree_of(sentence: Sentence) -> Json:
    if sentence.tree is not None:
        return str(sentence.tree)
    return " ".join(f"{head}:{label}" for head, label in zip(sentence.heads, sentence.deprels, strict=True))


def _reading(one: Analysis) -> str:
    return f"{one.lemma} {one.upos} {one.xpos} {one.feats}"


def _marginals(model: MarginalScorer, sentence: Sentence) -> Json:
    marginals = model.marginals(sentence)
    likeliest = sorted(((number, str(part)) for part, number in marginals.iterate_marginals()), reverse=True)[:6]
    return [rounded(marginals.entropy), marginals.clipped, [rounded(number) for number, _ in likeliest]]


# projects


def describe_project(project: Project) -> Json:
    """All that can be asked of a project, without changing it."""
    return {
        "name": project.name,
        "documents": {name: describe_document(project, name) for name in project.documents},
        "steps": [_step(one) for one in project.list_history(None)],
        "done": list(project.list_done_edit_ids()),
        "undo": project.undo_text,
        "redo": project.redo_text,
        "taken": [[list(word), [cost.rank, cost.keys, cost.milliseconds]] for word, cost in project.collect_efforts()],
        "runs": [describe_run(run) for run in project.list_runs()],
        "known": sorted(read_known_words(project.folder)),
    }


def describe_document(project: Project, name: str) -> Json:
    opened = project.open_document(name)
    return {
        "sentences": [describe_sentence(one) for one in opened.treebank],
        "edited": sorted(opened.treebank.edits),
        "conflicts": [
            [
                one.index,
                describe_sentence(one.local),
                one.external and describe_sentence(one.external),
                len(one.clashes),
            ]
            for one in opened.conflicts
        ],
        "recovered": opened.recovered,
        "unsaved": project.count_unsaved(name),
        "changed_outside": project.is_changed_outside(name),
        "decided": [[at, source] for at, source in sorted(project.read_provenance(name).items())],
        "locks": [[at, list(forms), _locks(held)] for at, (forms, held) in sorted(project.read_locks(name).items())],
    }


def describe_sentence(one: Sentence) -> Json:
    columns = {
        "form": one.forms, "lemma": one.lemmas, "upos": one.upos, "xpos": one.xpos, "feats": one.feats,
        "head": one.heads, "deprel": one.deprels, "deps": one.deps, "misc": one.misc, "comments": one.comments,
    }  # fmt: skip
    filled = {name: list(column) for name, column in columns.items() if set(column) - {"_", None}}
    analyses = ["" if each is None else "|".join(_parts(each)) for each in one.analyses]
    offered = [len(each) for each in one.candidates]
    return {
        **filled,
        **({} if one.tree is None else {"tree": str(one.tree)}),
        **({"analyses": analyses} if any(analyses) else {}),
        **({"offered": offered} if any(offered) else {}),
    }


def _parts(one: Analysis) -> Iterator[str]:
    yield from (one.lemma, one.upos, one.xpos, one.feats, one.vocalised, one.gloss)
    yield "+".join("/".join(each) for each in one.segments)


def _locks(held: Constraints) -> Json:
    return {
        "heads": sorted(map(list, held.required_arcs)),
        "forbidden heads": sorted(map(list, held.forbidden_arcs)),
        "labels": sorted(map(list, held.required_labels)),
        "spans": sorted(map(list, held.required_spans)),
        "forbidden spans": sorted(map(list, held.forbidden_spans)),
    }


def _step(one: Step) -> Json:
    cells = [[cell.column, cell.word, cell.before, cell.after] for cell in one.cells]
    facts = [one.id, one.time, one.annotator, one.step, one.kind, one.document, one.index, one.provenance]
    return [*facts, one.milliseconds, one.rank, one.undoes, one.sentences, cells]


def describe_run(run: Run) -> Json:
    return {
        "name": run.name, "method": run.method, "settings": dict(run.settings), "document": ", ".join(run.documents),
        "measured_on": ", ".join(run.measured_documents), "started": run.started, "seconds": run.seconds,
        "status": run.status,
        "complaint": run.complaint, "measures": dict(run.measures), "curve": [list(point) for point in run.curve],
        "spectrum": list(run.spectrum), "cut": run.cut, "model": run.model, "parts": dict(run.parts),
        "over": list(run.over),
        "points": [[dict(one.at), one.seconds, dict(one.measures), one.complaint] for one in run.points],
    }  # fmt: skip


def describe_act(act: Edit) -> Json:
    """What an undone act gave back."""
    changes = [[one.document, one.index, describe_sentence(one.before)] for one in act.changes]
    locks = [[one.document, one.index, _locks(one.before)] for one in act.locks]
    taken = [[list(word), [cost.rank, cost.keys, cost.milliseconds]] for word, cost in act.efforts]
    return [act.step, changes, locks, taken, act.provenance, act.milliseconds, act.rank]


def undo_all(project: Project) -> Json:
    undone = []
    while project.undo_text is not None:
        act = project.undo()
        assert act is not None
        undone.append(describe_act(act))
    return undone


# the library


def describe_library(folder: Path) -> Json:
    rows = []
    for kept in sorted(library.list_models(folder), key=lambda one: one.name):
        reads = library.read_training_profile(kept.path)
        assert reads is not None
        counts = [sorted(each.most_common(5)) for each in (reads.words, reads.tags, reads.relations)]
        rows.append([kept.name, kept.method, dict(kept.settings), reads.script, reads.language, reads.tagset, counts])
        assert store.load(kept.path).method == kept.method
    return json.loads(json.dumps(rows))
