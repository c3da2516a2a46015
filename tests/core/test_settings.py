"""Settings as a user of the library makes them: what the command line refuses is refused here, in the same words."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable

import numpy as np
import pytest

from spectral_core.errors import SettingsError
from spectral_core.model import Setting, Settings, Value, list_settings
from spectral_core.registry import METHODS, Method, make_settings

every_method = pytest.mark.parametrize("method", METHODS.values(), ids=lambda method: method.name)


def outside(row: Setting) -> list[Value]:
    """Values that this setting does not take."""
    found: list[Value] = [b"x"]  # type: ignore[list-item]
    if row.choices:
        found.append("specral")
    if not isinstance(row.default, str | bool):
        found += ["many", "nan"]
        found += [] if row.low is None else [row.low - 1]
        found += [] if row.high is None else [row.high + 1]
    if isinstance(row.default, bool):
        found += ["perhaps", 2]
    if isinstance(row.default, int):
        found.append(2.5)
    return found


def sentence_of(make: Callable[[], object]) -> str:
    with pytest.raises(SettingsError) as told:
        make()
    return str(told.value)


@every_method
def test_settings_made_directly_refuse_what_the_command_refuses_in_its_words(method: Method) -> None:
    kind = method.settings
    for row in list_settings(kind):
        for value in outside(row):
            given = {row.name: value}
            sentence = sentence_of(lambda given=given: make_settings(method, given))
            assert sentence_of(lambda given=given: kind(**given)) == sentence
            assert sentence_of(lambda given=given: dataclasses.replace(kind(), **given)) == sentence
            assert row.name in sentence


@every_method
def test_an_unknown_setting_is_answered_with_those_there_are(method: Method) -> None:
    names = ", ".join(row.name for row in list_settings(method.settings))
    assert sentence_of(lambda: method.settings(sates=2)) == f"{method.name} has no setting 'sates'; it has {names}"


def test_more_values_than_settings_are_refused() -> None:
    kind = METHODS["branching"].settings
    assert sentence_of(lambda: kind("left", 0, 1)) == "branching has 2 settings, not 3"
    assert sentence_of(lambda: kind("left", kind="right")) == "branching: kind was given twice"


def test_settings_take_numbers_of_numpy_as_plain_ones() -> None:
    made = METHODS["hmm"].settings(states=np.int64(8), smoothing=np.float64(2), tolerance=1)
    assert [type(getattr(made, name)) for name in ("states", "smoothing", "tolerance")] == [int, float, float]


@every_method
def test_settings_show_what_is_not_the_default_and_are_made_again_from_it(method: Method) -> None:
    kind = method.settings
    assert repr(kind()) == f"{kind.__name__}()"
    for row in list_settings(kind):
        if row.choices:
            others: list[Value] = list(row.choices)
        elif isinstance(row.default, bool):
            others = [not row.default]
        else:
            others = ["x"] if isinstance(row.default, str) else [row.default * 2 + 1 if row.high is None else row.high]
            others += [] if row.low is None else [row.low]
        other = next(value for value in others if value != row.default)
        made = kind(**{row.name: other})
        assert repr(made) == f"{kind.__name__}({row.name}={getattr(made, row.name)!r})"
        assert eval(repr(made), {kind.__name__: kind}) == made


@every_method
def test_settings_travel_between_processes_as_they_are(method: Method) -> None:
    made: Settings = method.settings()
    assert pickle.loads(pickle.dumps(made)) == made == copy.deepcopy(made)
    assert hash(made) == hash(method.settings())
