"""Writes the files of this folder: models, a library and projects as the present code keeps them, and what it says of
them as JSON beside them.

Run it once for a version whose files later versions must open, from the root of the checkout:

    python tests/data/older/write.py tests/data/older

The tests in `tests/core/test_older.py` and `tests/gui/test_older.py` open what it wrote with the code of the day. Do
not run it again to make a failing test pass: the files are there to show that a change does not keep old files from
opening. Where a format is changed on purpose, add a folder for the new version and keep this one.
"""

from __future__ import annotations

import dataclasses
import io
import json
import os
import sys
import tarfile
import tempfile
import traceback
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from fixtures import tiny_treebank
from older import describe_library, describe_model, describe_project, undo_all, unpack

from spectral_core import library, store
from spectral_core.data import UNCONSTRAINED, Analysis, Constraints, Sentence
from spectral_core.formats import load
from spectral_core.model import list_settings
from spectral_core.morphology.text_profile import TextProfile
from spectral_core.project import (
    BOTH,
    CONFIRMED,
    LOCAL,
    MODEL,
    Change,
    Edit,
    LockChange,
    Project,
    Run,
    SweepPoint,
    WordEffort,
    document_files,
)  # fmt: skip
from spectral_core.project.known_words import mark_known_words
from spectral_core.registry import METHODS, make_settings

SAMPLE = Path(__file__).resolve().parents[3] / "assets" / "sample"
SMALL = {  # settings that keep models small and quick
    "states": 2, "half_states": 2, "node_states": 2, "dimensions": 4, "classes": 4, "fine": 4, "iterations": 3,
    "members": 1, "rounds": 1, "epochs": 2, "pairs": 20, "words": 100,
}  # fmt: skip
LATENT = "states=2 half_states=2 node_states=2"
INSIDE = {"scorers": f"latent-dependencies {LATENT} latent-pcfg states=2 iterations=2"}
TABLE = """form\tlemma\txpos\tgloss\tvocalised\tsegments\tcandidates\tpage
# text = كتب الولد
كتب\t_\t_\t_\t_\t_\t[{"lemma":"katab","vocalised":"كَتَبَ","xpos":"V","gloss":"write"},{"lemma":"kitAb","vocalised":"كُتُب","xpos":"N","gloss":"books"}]\t3
الولد\twalad\tN\tboy\t_\tال/DET+وَلَد/N\t_\t3

# text = كتب
كتب\t_\t_\t_\t_\t_\t[{"lemma":"katab","xpos":"V"},{"lemma":"kitAb","xpos":"N"}]\t4
"""
TEXT = "The pier is old. Nobody mends it.\n\nBoats leak near the pier.\n"


def main(target: Path) -> None:
    with tempfile.TemporaryDirectory() as name:
        room = Path(name).resolve()
        for part in ("models", "library", "projects"):
            (room / part).mkdir()
        write_json(target / "models.json", write_models(room / "models"))
        write_json(target / "library.json", write_library(room / "library", room / "models"))
        pack(room / "models", target / "models.tar.xz")
        pack(room / "library", target / "library.tar.xz")
        write_json(target / "projects.json", write_projects(room / "projects", target / "projects.tar.xz"))
        write_json(target / "window.json", write_window(room / "window", target))


def pack(folder: Path, target: Path) -> None:
    """All files of a folder; names, and nothing else of this machine."""
    with tarfile.open(target, "w:xz", preset=9) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not path.name.endswith((".lock", "-shm")):
                entry = tarfile.TarInfo(path.relative_to(folder).as_posix())
                content = path.read_bytes()
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))


def write_json(path: Path, value: object) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=0, sort_keys=True)
    path.write_text(text.replace(",\n", ", ").replace("[\n", "[").replace("\n]", "]").replace("}, ", "},\n") + "\n")


# models


def variants() -> Iterator[tuple[str, dict[str, object]]]:
    """The settings of each method, and each of them with one choice or switch turned."""
    for method in METHODS.values():
        rows = list_settings(method.settings)
        numbers = {row.name for row in rows if not isinstance(row.default, bool)}
        base = {name: value for name, value in (SMALL | INSIDE).items() if name in numbers}
        yield method.name, base
        default = make_settings(method, base)
        for row in rows:
            present = getattr(default, row.name)
            turned: list[object] = [one for one in row.choices if one != present]
            if isinstance(present, bool):
                turned = [not present]
            for value in turned:
                inner = {"base_settings": LATENT} if value == "latent-dependencies" else {}
                yield method.name, {**base, row.name: value, **inner}
    yield "latent-pcfg", {"states": 2, "members": 2}
    yield "latent-dependencies", {"states": 2, "half_states": 2, "node_states": 2, "members": 2}
    yield "ngram", {"order": 4}
    yield "analysis-ranker", {"model": "full", "learner": "ridge", "pairs": 20, "words": 100}


def write_models(folder: Path) -> dict[str, object]:
    """Models whose files are laid out in different ways: of those alike, one is kept."""
    expected: dict[str, object] = {}
    layouts: set[object] = set()
    treebank = tiny_treebank()
    for name, changes in variants():
        method = METHODS[name]
        settings = make_settings(method, changes)  # type: ignore[arg-type]
        try:
            model = method.learn(treebank, settings)
        except Exception as error:  # a dozen sentences are too few for it
            print(f"left out: {name} {changes}: {error}")
            continue
        own = {
            key: value
            for key, value in changes.items()
            if value != SMALL.get(key, INSIDE.get(key)) and key != "base_settings"
        }
        layout = (name, tuple(sorted((key, a.dtype.str, a.ndim) for key, a in model.arrays().items())))
        kind = own.keys() & {"estimator", "model", "smoothing", "kind", "order"}
        if layout in layouts and not kind:
            continue
        layouts.add(layout)
        file = "-".join([name, *(f"{key}-{value}" for key, value in own.items())]) + ".npz"
        store.save(model, folder / file, compress=False)
        expected[file] = {
            "method": name,
            "settings": dataclasses.asdict(settings),
            "answers": describe_model(model, treebank),
        }
        print(file, (folder / file).stat().st_size, flush=True)
    return expected


def write_library(folder: Path, models: Path) -> object:
    treebank = tiny_treebank()
    for name in ("arc-parser", "ngram", "analysis-ranker", "tagger"):
        model = store.load(models / f"{name}.npz")
        library.add_model(
            models / f"{name}.npz", folder, f"boats {name}", library.make_training_profile(model, treebank)
        )
    reads = TextProfile.from_sentences(load(SAMPLE / "arabic" / "held_out.conllu"), "xpos")
    library.add_model(models / "tagger.npz", folder, "arabic", reads)
    return describe_library(folder)


# projects


class PowerCutError(BaseException):
    """The process ends here."""


def write_projects(folder: Path, archive: Path) -> dict[str, object]:
    """Two projects: one that was closed, and one that was killed while it was saving."""
    for write in (write_orchard, write_pier):
        child = os.fork()
        if child == 0:
            try:
                write(folder / write.__name__.removeprefix("write_"))
            except BaseException:
                traceback.print_exc()
                os._exit(1)
            os._exit(0)  # without closing anything
        _, status = os.waitpid(child, 0)
        assert status == 0, write
    pack(folder, archive)
    expected: dict[str, object] = {}
    for name in ("orchard", "pier"):
        with Project.open(folder / name, "later") as project:
            described = describe_project(project)
            expected[name] = {**described, "undone": undo_all(project)}  # type: ignore[dict-item]
    return expected


def begin(folder: Path) -> None:
    """The texts: dependencies, constituents, a token table and plain text."""
    folder.mkdir()
    written = (SAMPLE / "english" / "written.conllu").read_text(encoding="utf-8").split("\n\n")
    (folder / "letter.conllu").write_text("\n\n".join(written[:8]) + "\n\n", encoding="utf-8")
    trees = (SAMPLE / "english" / "written.mrg").read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / "trees.mrg").write_text("".join(trees[:6]), encoding="utf-8")
    (folder / "words.tsv").write_text(TABLE, encoding="utf-8")
    (folder / "pier.txt").write_text(TEXT, encoding="utf-8")
    arabic = (SAMPLE / "arabic" / "written.conllu").read_text(encoding="utf-8").split("\n\n")
    (folder / "market.conllu").write_text("\n\n".join(arabic[:3]) + "\n\n", encoding="utf-8")


NAMES = ("letter.conllu", "trees.mrg", "words.tsv", "pier.txt", "market.conllu")


class Annotator:
    """Decides about sentences of a project."""

    def __init__(self, project: Project) -> None:
        self.project = project

    def sentence(self, document: str, index: int) -> Sentence:
        return self.project.open_document(document).treebank[index]

    def decide(self, step: str, edits: Mapping[tuple[str, int], Callable[[Sentence], Sentence]], **facts: Any) -> None:
        changes = []
        for (document, index), edit in edits.items():
            before = self.sentence(document, index)
            changes.append(Change(document, index, before, edit(before)))
        self.project.record(Edit(step, tuple(changes), **facts))

    def lock(self, step: str, document: str, index: int, locks: Constraints) -> None:
        before = self.project.read_locks(document).get(index, ((), UNCONSTRAINED))[1]
        forms = self.sentence(document, index).forms
        self.project.record(Edit(step, (), locks=(LockChange(document, index, forms, before, locks),)))


def write_orchard(folder: Path) -> None:
    """A project that was edited outside, merged, saved and closed."""
    begin(folder)
    with Project.create(folder, [folder / name for name in NAMES], "orchard", "Ruth") as project:
        one = Annotator(project)
        one.decide("Attach 'you' to 'arrived'", {("letter.conllu", 1): lambda s: s.with_head(2, 8, "nsubj")})
        one.decide("Set the lemma 'leak'", {("letter.conllu", 3): lambda s: s.with_value("lemma", 4, "leak!")})
        one.decide(
            "Accept 2 sentences",
            {("letter.conllu", at): (lambda s: s) for at in (4, 5)},
            provenance=CONFIRMED,
            milliseconds=4200,
        )
        one.decide("Suggest a tag", {("letter.conllu", 6): lambda s: s.with_value("xpos", 2, "NN")}, provenance=MODEL)
        one.decide("Label 'NP' as 'NP-TMP'", {("trees.mrg", 4): lambda s: s.with_value("xpos", 1, "NNS")}, rank=2)
        read_word(one)
        one.lock("Lock the head of 'you'", "letter.conllu", 1, locks_of_all_kinds())
        one.lock("Lock a phrase", "trees.mrg", 1, Constraints(required_spans=frozenset({(0, 2, "NP"), (1, 2, "")})))
        project.undo()
        project.redo()
        project.save("letter.conllu", project.current_treebank("letter.conllu"))
        one.decide("Set the lemma 'rain'", {("letter.conllu", 0): lambda s: s.with_value("lemma", 1, "rain")})
        one.decide("Relabel 'two'", {("letter.conllu", 4): lambda s: s.with_value("deprel", 1, "vocative")})
        add_runs(project)
        mark_known_words(folder, ["pier", "خبز"], is_known=True)
    change_outside(folder / "letter.conllu")
    with Project.open(folder, "Omar") as project:
        opened = project.open_document("letter.conllu")
        assert len(opened.conflicts) == 2, opened.conflicts
        project.resolve_conflicts("letter.conllu", {0: LOCAL, 1: BOTH})
        Annotator(project).decide("Gloss", {("words.tsv", 1): lambda s: s.with_value("lemma", 1, "kitAb")})
        Annotator(project).decide("Undone", {("pier.txt", 0): lambda s: s.with_value("lemma", 1, "the")})
        project.undo()
    market = folder / "market.conllu"
    market.write_text(market.read_text(encoding="utf-8").replace("\tاشْتَرَى\t", "\tاشترى\t"), encoding="utf-8")
    facts = json.loads((folder / "project.json").read_text(encoding="utf-8"))
    facts["colour of a later version"] = ["green", 3]
    (folder / "project.json").write_text(json.dumps(facts), encoding="utf-8")


def read_word(one: Annotator) -> None:
    reading = Analysis(lemma="katab", vocalised="كَتَبَ", xpos="V", gloss="write")
    taken = (("words.tsv", 0, 1), WordEffort(1, 2, 900)), (("words.tsv", 0, 2), WordEffort(None, 5, 3100))
    one.decide("Read 'كتب' as 'katab'", {("words.tsv", 0): lambda s: s.with_analysis(1, reading)}, taken=taken)
    one.decide("Confirm 'ذهبت'", {("market.conllu", 0): lambda s: s.with_value("feats", 1, "Number=Sing")}, rank=1)


def locks_of_all_kinds() -> Constraints:
    return Constraints(
        frozenset({(1, 2), (0, 1)}), frozenset({(3, 5), (8, 6)}), frozenset({(2, "obj")}),
        frozenset({(3, 5, "")}), frozenset({(0, 2, "NP")}),
    )  # fmt: skip


def change_outside(path: Path) -> None:
    """Another program adds a sentence, changes two that were decided on here, and one that was not."""
    text = path.read_text(encoding="utf-8")
    text = text.replace("1\tDear\tdear\tADJ\tJJ", "1\tDear\tdear\tADJ\tJJR").replace("5\tdug\t", "5\tDUG\t")
    text = text.replace("\tYesterday\tyesterday\tNOUN\tNN\t", "\tYesterday\tyesterday\tNOUN\tRB\t")
    row = "1\tNew\tnew\tADJ\tJJ\t_\t0\troot\t_\t_\n\n"
    path.write_text(f"# sent_id = added\n{row}{text}", encoding="utf-8")


def add_runs(project: Project) -> None:
    treebank = load(project.folder / "letter.conllu")
    method = METHODS["hmm"]
    settings = make_settings(method, {"states": 2})
    store.save(method.learn(treebank, settings), project.prepare_model_path("hmm 1"))
    curve = (("solve", 1, 0.5, {"log_likelihood": -200.5}), ("solve", 2, 0.75, {"log_likelihood": -198.25}))
    project.add_run(
        Run(
            "hmm 1", "hmm", dataclasses.asdict(settings), "letter.conllu", "market.conllu", "2024-05-06T07:08:09+00:00",
            2.5, measures={"perplexity": 20.25, "unknown": float("inf")}, curve=curve, spectrum=(0.9, 0.5, 0.0), cut=2,
            model=project.prepare_model_path("hmm 1").name, parts={"calibration": 0.25},
        )
    )  # fmt: skip
    project.add_run(Run("hmm 2", "hmm", {"states": 900}, "letter.conllu", status="failed", complaint="too many states"))
    points = (
        SweepPoint({"states": 2, "sentences": 4, "seed": 0}, 0.5, {"perplexity": 30.5}),
        SweepPoint({"states": 900, "sentences": 8, "seed": 1}, complaint="too many states"),
        SweepPoint({"states": 4, "sentences": 8, "seed": 1}),
    )
    sweep = Run("sweep 1", "hmm", {"column": "xpos"}, "letter.conllu", status="cancelled", over=("states", "sentences"))
    project.add_run(dataclasses.replace(sweep, points=points))


def write_pier(folder: Path) -> None:
    """A project that is killed while two saves have not ended: one before its file is replaced, and one after it."""
    begin(folder)
    project = Project.create(folder, [folder / name for name in NAMES], "pier", "Omar")
    one = Annotator(project)
    one.decide("Set the lemma 'one'", {("letter.conllu", 2): lambda s: s.with_value("lemma", 1, "one")})
    one.decide("Set the tag 'UH'", {("trees.mrg", 0): lambda s: s.with_value("xpos", 1, "UH")})
    replace_file = document_files.replace_atomically

    def cut(*_: object) -> None:
        raise PowerCutError

    def replace_and_cut(path: Path, pieces: list[bytes]) -> None:
        replace_file(path, pieces)
        raise PowerCutError

    for name, ending in (("letter.conllu", cut), ("trees.mrg", replace_and_cut)):
        with mock.patch.object(document_files, "replace_atomically", ending):
            try:
                project.save(name, project.current_treebank(name))
            except PowerCutError:
                continue
            raise AssertionError(name)
    project.undo()
    one.decide("Set the lemma 'two'", {("letter.conllu", 5): lambda s: s.with_value("lemma", 1, "two")})
    one.decide("Attach 'خبزا'", {("market.conllu", 1): lambda s: s.with_head(3, 2, "nmod")})
    one.lock("Lock 'I'", "letter.conllu", 2, locks_of_all_kinds())


# the window


def write_window(room: Path, target: Path) -> dict[str, object]:
    """Preferences, and where a project and the docks of a window were left; the window is never shown."""
    os.environ.update(QT_QPA_PLATFORM="offscreen", SPECTRAL_HOME=str(room / "home"))
    from learning import wait_for
    from PySide6.QtCore import QSettings

    from spectral_gui import preferences
    from spectral_gui.app.start import make_application
    from spectral_gui.app.window import Window
    from spectral_gui.state import AppContext

    unpack(target / "projects.tar.xz", room)
    folder = room / "orchard"
    given = preferences.Preferences(
        theme="dark", language="de", scale=125, less_motion=True, annotator="Ruth", word_points=14.0,
        arabic_points=20.0, trains_in_background=False, retrain_after=5, head_margin=0.25, reading_margin=0.125,
        max_unpacked_gigabytes=3, mirror="https://example.org", keys={"accept": "Ctrl+Return"},
        unknown={"of a later version": [1, "two"]},
    ).with_recent_project("orchard", Path("/orchard"), datetime(2024, 5, 6, 7, 8, 9, tzinfo=UTC))  # fmt: skip
    preferences.write_preferences(given, room)
    (target / "preferences.json").write_bytes((room / "preferences.json").read_bytes())
    application = make_application()
    settings = QSettings(str(room / "window.ini"), QSettings.Format.IniFormat)
    window = Window(AppContext(room / "store"), preferences.Preferences(), settings)
    window.document_actions.open(folder)
    session = window.context.session
    wait_for(lambda: session.opened_path == folder and window.context.survey.is_complete)
    session.open_document("market.conllu")
    wait_for(lambda: session.document == "market.conllu" and window.context.survey.is_complete)
    session.select(2)
    session.select(word=3)
    window.close()
    settings.sync()
    text = (room / "window.ini").read_text(encoding="utf-8")
    assert str(folder) in text
    (target / "window.ini").write_text(text.replace(str(folder), "@FOLDER@"), encoding="utf-8")
    expected = {"document": "market.conllu", "sentence": 2, "word": 3, "keys": sorted(settings.allKeys())}
    del application
    return expected


if __name__ == "__main__":
    main(Path(sys.argv[1]))
