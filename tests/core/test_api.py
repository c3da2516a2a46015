"""The library as its users meet it: a page of all names that is not behind, and worked examples that run."""

from __future__ import annotations

import ast
import csv
import dataclasses
import inspect
import pkgutil
import runpy
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import spectral_core
from spectral_core.cli import main
from spectral_core.cli.api_page import build_api_page, find_docstring, list_public_methods, list_public_names
from spectral_core.files import locate_assets
from spectral_core.formats import load
from spectral_core.registry import METHODS, Method

EXAMPLES = sorted((locate_assets() / "examples").glob("*.py"))
SAMPLE = locate_assets() / "sample"


def test_the_page_of_the_api_is_as_the_sources_say() -> None:
    kept = (locate_assets() / "developing" / "api.md").read_text(encoding="utf-8")
    assert kept == build_api_page(), "write it anew: spectral api -o assets/developing/api.md"


def is_model_class(value: object, package: str) -> bool:
    """Whether this is a model of the package that can be stored and restored, not a part of one."""
    if not inspect.isclass(value) or not f"{value.__module__}.".startswith(f"{package}."):
        return False
    fields = {field.name for field in dataclasses.fields(value)} if dataclasses.is_dataclass(value) else set()
    return {"method", "settings", "arrays", "from_arrays"} <= {*dir(value), *fields}


@pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
def test_the_page_has_the_models_the_settings_and_the_learner_of_every_method(method: Method) -> None:
    package = f"spectral_core.models.{method.name.replace('-', '_')}"
    listed = {(one.module, one.definition.name) for one in list_public_names() if one.module.startswith(package)}
    names = {name for _, name in listed}
    assert (package, method.settings.__name__) in listed
    assert (package, "learn") in listed
    modules = [import_module(package)]
    for part in pkgutil.iter_modules(getattr(modules[0], "__path__", ()), f"{package}."):
        modules.append(import_module(part.name))
    models = {name for module in modules for name, value in vars(module).items() if is_model_class(value, package)}
    assert models
    assert models <= names


def test_every_public_name_says_what_it_is() -> None:
    silent = []
    for one in list_public_names():
        if not ast.get_docstring(one.definition):
            silent.append(f"{one.module}.{one.definition.name}")
        if isinstance(one.definition, ast.ClassDef):
            silent += [
                f"{one.definition.name}.{row.name}"
                for row in list_public_methods(one.definition)
                if not find_docstring(row)
            ]
    assert silent == []


def test_the_names_that_are_needed_most_are_there() -> None:
    listed = {one.definition.name for one in list_public_names()}
    for name in spectral_core.__all__:
        value = getattr(spectral_core, name)
        assert name in dir(spectral_core)
        if name != "METHODS":
            assert value.__name__ in listed
        assert value.__doc__


def test_no_public_name_asks_for_a_path_that_may_not_be_a_string() -> None:
    strict = []
    for one in list_public_names():
        methods = (
            [one.definition] if isinstance(one.definition, ast.FunctionDef) else list_public_methods(one.definition)
        )
        for method in methods:
            for given in (*method.args.posonlyargs, *method.args.args, *method.args.kwonlyargs):
                if given.annotation is not None and "Path" in ast.unparse(given.annotation):
                    strict.append(f"{one.definition.name}.{method.name}: {given.arg}")
    assert strict == []


def test_one_name_is_told_by_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["api", "Treebank"])
    assert not ended.value.code
    assert "with_sentence(index: int, sentence: Sentence) -> Treebank" in capsys.readouterr().out
    with pytest.raises(SystemExit) as ended:
        main(["api", "Treebnak"])
    assert ended.value.code == 2
    assert "no public name 'Treebnak'" in capsys.readouterr().err


def test_there_are_five_examples_at_least() -> None:
    assert len(EXAMPLES) >= 5
    assert set(CHECKS) == {path.stem for path in EXAMPLES}


def edited(folder: Path, printed: str) -> None:
    before = load(SAMPLE / "english" / "written.conllu")
    after = load(folder / "edited.conllu")
    assert [number for number, (old, new) in enumerate(zip(before, after, strict=True)) if old != new] == [0]
    assert "sentences that differ: [0]" in printed


def learnt(folder: Path, printed: str) -> None:
    lines = printed.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["spectral", "em", "spectral-em"]
    tags = {tag for sentence in load(SAMPLE / "english" / "sampled.conllu") for tag in sentence.upos}
    assert all(1 < float(line.split()[2]) < len(tags) for line in lines)
    assert len(list(folder.glob("*.npz"))) == 3


def parsed(folder: Path, printed: str) -> None:
    figures = ast.literal_eval(printed.splitlines()[0])
    assert figures["uas"] > 70
    assert printed.count("\n") >= 3
    last = load(SAMPLE / "english" / "sampled.conllu")[1400]
    assert f"word 1 now hangs from word {len(last)}" in printed
    written = [one.text for one in ET.fromstring((folder / "tree.svg").read_text(encoding="utf-8")).iter()]
    assert set(last.forms) <= set(written)


def ranked(folder: Path, printed: str) -> None:
    words = load(SAMPLE / "arabic" / "held_out.conllu")[0].forms
    assert {line.split("\t")[0] for line in printed.splitlines()[1:]} <= set(words)
    assert (folder / "readings.html").read_text(encoding="utf-8").count("<tr>") > len(words)


def found(folder: Path, printed: str) -> None:
    with (folder / "subjects.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    wanted = 0  # counted without the language of Find
    for sentence in load(SAMPLE / "english" / "written.conllu"):
        for word in sentence.tokens:
            above = sentence.token(word.head) if word.head else None
            wanted += (
                word.deprel.startswith("nsubj") and word.upos == "NOUN" and above is not None and above.upos == "VERB"
            )
    assert sum(int(row["times"]) for row in rows) == wanted > 0
    assert printed


CHECKS = {
    "edit_a_treebank": edited, "learn_tag_sequences": learnt, "parse_with_locks": parsed, "rank_readings": ranked,
    "find_and_count": found,
}  # fmt: skip


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs_and_does_what_it_says(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names = runpy.run_path(str(path))
    assert names["__doc__"]
    CHECKS[path.stem](tmp_path, capsys.readouterr().out)
