"""The names that the library had in version 0.1 are there still: changed ones warn, and lead to the new ones.

`tests/data/names.txt` has the names of the API page of that version, functions with their parameters.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
import sys
import warnings
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Protocol

import pytest
from fixtures import tiny_treebank

import spectral_core
from spectral_core import Sentence
from spectral_core.cli.api_page import list_public_names
from spectral_core.data import Problem
from spectral_core.deprecated import MODULES, NAMES, old_keywords
from spectral_core.errors import FormatError
from spectral_core.evaluate import Rate
from spectral_core.registry import Method

OLD_NAMES = (Path(__file__).resolve().parent.parent / "data" / "names.txt").read_text(encoding="utf-8").splitlines()
REMOVED = {
    "spectral_core.formats.export.automata.width": "scale_line_widths needs the edges alone, and gives all widths",
    "spectral_core.project.Run.document": "a run may have several: `documents` is a tuple",
    "spectral_core.project.Run.measured_on": "a run may have several: `measured_documents` is a tuple",
}
OF_PROTOCOLS = {  # a protocol asks for one name; the models of the library have both
    "CanBeStepped.step_through": "trace_algorithm",
    "Doubts.unsure": "is_uncertain",
    "KnowsClasses.class_shares": "class_frequencies",
    "KnowsClasses.classes_of": "class_probabilities",
    "KnowsNeighbours.knows": "find_known_form",
    "KnowsNeighbours.plane": "project_to_plane",
    "ArcPosteriors.shares": "head_distributions",
    "Proposer.propose": "parse_with_posteriors",
    "Statistics.joined": "merge",
    "TagsItself.tagged": "add_tags",
    "TellsLimits.limits_met": "describe_limits",
    "TextRanker.learnt_tags": "training_tags",
    "Truncatable.most_states": "max_states",
    "Truncatable.truncated": "truncate",
}
POSITIONAL = {  # parameters that nobody names: the only one, or those in the order of the function's name
    "Constraints.joined": "other",
    "Constraints.without": "other",
    "History.record": "act",
    "Hmm.logs": "block found",
    "HmmMoments.joined": "other",
    "KnowsClasses.typical_words": "number most",  # of a protocol: the models take both
    "ModifierSequences.joined": "other",
    "ModifierSequences.renamed": "names",
    "Moments.joined": "other",
    "NgramCounts.joined": "other",
    "Project.record": "act",
    "Tree.fold": "make",
    "formats.holds": "what",
    "formats.keeps": "what",
    "model.algorithm_among": "asked",
    "model.of_kind": "given",
    "project.carried": "act old new begun",
    "project.carried_locks": "new begun",
    "project.merged": "mine theirs",
    "project.wanted": "act",
}


@pytest.fixture
def not_yet_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a new process: no module was imported under its old name."""
    for name in MODULES:
        monkeypatch.delitem(sys.modules, name, raising=False)


def list_old_names() -> Iterator[tuple[str, list[str]]]:
    """Yield every name that is not removed with its parameters."""
    for line in OLD_NAMES:
        name, _, parameters = line.removesuffix(")").partition("(")
        if name not in REMOVED and ".".join(name.split(".")[-2:]) not in OF_PROTOCOLS:
            yield name, re.findall(r"\w+", parameters)


def resolve(path: str) -> object:
    """Return what has a dotted name, a field as its definition; an old name warns."""
    value: object = spectral_core
    for name in path.split(".")[1:]:
        if inspect.isclass(value):
            value = resolve_member(value, name)
        elif isinstance(value, ModuleType):
            try:
                value = import_module(f"{value.__name__}.{name}")
            except ModuleNotFoundError:
                value = getattr(value, name)
    return value


def resolve_member(owner: type, name: str) -> object:
    fields = {field.name: field for field in dataclasses.fields(owner)} if dataclasses.is_dataclass(owner) else {}
    if name in fields:
        return fields[name]
    try:
        return getattr(owner, name)
    except AttributeError as error:  # of a field without a default, which is nothing in its class
        if name != error.name and error.name in fields:
            return fields[error.name]
        return owner.__annotations__[name]  # of a protocol


def test_every_old_name_is_there_or_listed_as_removed(not_yet_imported: None) -> None:
    missing = []
    for name, _ in list_old_names():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            try:
                resolve(name)
            except (AttributeError, KeyError):
                missing.append(name)
    assert not missing


def test_every_warning_names_what_is_there_without_a_warning(not_yet_imported: None) -> None:
    told = set()
    for name, _ in list_old_names():
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", DeprecationWarning)
            resolve(name)
        told |= {str(warning.message) for warning in caught}
    assert len(told) > len(MODULES) + sum(map(len, NAMES.values()))
    for text in told:
        match = re.fullmatch(r"(spectral_core\.[\w.]+) is now (spectral_core\.[\w.]+)", text)
        assert match, text
        assert resolve(match[2]) is not None


def test_every_alias_is_of_a_name_that_was_public() -> None:
    old_modules = {new: old for old, new in MODULES.items()}
    names = {line.partition("(")[0] for line in OLD_NAMES}
    aliases = {f"{old_modules.get(module, module)}.{name}" for module, renamed in NAMES.items() for name in renamed}
    assert aliases <= names


def test_what_is_listed_as_removed_was_there_and_is_not() -> None:
    names = {line.partition("(")[0] for line in OLD_NAMES}
    assert names >= REMOVED.keys()
    for name in REMOVED:
        with pytest.raises((AttributeError, KeyError)):
            resolve(name)


def test_a_module_is_the_same_under_both_names(not_yet_imported: None) -> None:
    with pytest.warns(DeprecationWarning, match=r"^spectral_core\.methods is now spectral_core\.registry$") as caught:
        methods = import_module("spectral_core.methods")
    assert methods is import_module("spectral_core.registry")
    assert len(caught) == 1
    with pytest.warns(
        DeprecationWarning, match=r"^spectral_core\.analyzers(\.own_lexicon)? is now spectral_core\.morphology"
    ):
        lexicon = import_module("spectral_core.analyzers.own_lexicon")
    assert lexicon is import_module("spectral_core.morphology.user_lexicon")


def test_models_have_the_methods_of_protocols_under_both_names() -> None:
    wrong = []
    for entry in list_public_names():
        value = getattr(import_module(entry.module), entry.definition.name)
        if not inspect.isclass(value) or Protocol in value.__bases__ or value is Method:  # whose `merge` was `join`
            continue
        for old, new in OF_PROTOCOLS.items():
            name = old.partition(".")[2]
            if hasattr(value, new) and name not in dir(value):
                wrong.append(f"{entry.module}.{value.__name__}.{name}")
    assert not wrong


def test_every_old_keyword_is_taken_or_listed_as_positional(not_yet_imported: None) -> None:
    wrong = []
    for name, parameters in list_old_names():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            function = resolve(name)
        if not parameters or not callable(function):
            continue
        called = function.__init__ if inspect.isclass(function) else function
        listed = POSITIONAL.get(".".join(name.split(".")[-2:]), "").split()
        known = inspect.signature(called).parameters
        for parameter in parameters:
            if parameter in known or parameter in listed:
                continue
            with warnings.catch_warnings():
                warnings.simplefilter("error", DeprecationWarning)
                try:
                    called(**{parameter: None})
                except DeprecationWarning:
                    continue  # the keyword is known; nothing was called
                except TypeError:
                    wrong.append(f"{name}({parameter})")
    assert not wrong


def test_members_lead_to_the_new_ones() -> None:
    sentence = tiny_treebank()[0]
    problem = Problem(3, "no head", "give it one")
    error = FormatError(Path("a.conllu"), 3, "no head", "give it one")
    with pytest.warns(DeprecationWarning, match=r"Sentence\.units is now .*Sentence\.surface_tokens$"):
        assert list(sentence.units()) == list(sentence.surface_tokens())  # type: ignore[attr-defined]
    with pytest.warns(DeprecationWarning, match=r"Problem\.what is now .*Problem\.message$"):
        assert problem.what == problem.message == "no head"  # type: ignore[attr-defined]
    with pytest.warns(DeprecationWarning, match=r"FormatError\.what is now .*FormatError\.message$"):
        assert error.what == error.message == "no head"  # type: ignore[attr-defined]
    with pytest.warns(DeprecationWarning, match=r"Rate\.of is now .*Rate\.from_pairs$"):
        rate = Rate.of([(1, 2), (2, 2)])  # type: ignore[attr-defined]
    assert list(rate.numerators) == [1, 2]


def test_a_warning_points_to_the_line_that_uses_the_old_name(not_yet_imported: None) -> None:
    script = """
import spectral_core.methods
from spectral_core.data import Range
Sentence.units
FormatError('a', 1, what='b', remedy='c')
"""
    with pytest.warns(DeprecationWarning, match="is now") as caught:
        exec(compile(script, "<script>", "exec"), {"Sentence": Sentence, "FormatError": FormatError})
    assert {(warning.filename, warning.lineno) for warning in caught} == {("<script>", line) for line in (2, 3, 4, 5)}


def test_a_keyword_is_taken_under_either_name_but_not_under_both() -> None:
    @old_keywords(old="new")
    def double(new: int) -> int:
        return 2 * new

    with pytest.warns(DeprecationWarning, match=r"double\(old\) is now .*double\(new\)"):
        assert double(old=2) == 4  # type: ignore[call-arg]
    with (
        pytest.warns(DeprecationWarning, match=r"double\(old\)"),
        pytest.raises(TypeError, match="its old name 'old'"),
    ):
        double(old=2, new=3)  # type: ignore[call-arg]
