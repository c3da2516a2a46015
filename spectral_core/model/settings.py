"""What settings are: frozen dataclasses that describe their fields, and refuse what a method does not take."""

import dataclasses
import functools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Protocol, TypeVar, cast

import numpy as np

from spectral_core.errors import SettingsError

Value = bool | int | float | str
V = TypeVar("V", bool, int, float, str)
S = TypeVar("S", bound="Settings")


class Settings(Protocol):
    """A frozen dataclass whose fields were made by `setting`, and which is `checked`."""

    __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Value]]]


def setting(
    default: V,
    title: str,
    explanation: str = "",
    *,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
) -> V:
    """A dataclass field with what a form or a command line needs to know of it."""
    facts = {"title": title, "explanation": explanation, "low": low, "high": high, "choices": choices}
    return dataclasses.field(default=default, metadata=facts)


@dataclass(frozen=True, slots=True)
class Setting:
    """A field of a settings dataclass, as `setting` described it."""

    name: str
    default: Value
    title: str
    explanation: str
    low: float | None
    high: float | None
    choices: tuple[str, ...]


def settings_in(settings: type[Settings]) -> tuple[Setting, ...]:
    """The fields of a settings dataclass with their titles, ranges and choices."""
    return tuple(Setting(row.name, cast(Value, row.default), **row.metadata) for row in dataclasses.fields(settings))


_TOO_LARGE = 10**300  # for a number with a fraction


def checked(method: str) -> Callable[[type[S]], type[S]]:
    """Has a settings dataclass refuse names and values that `method` does not take, whoever makes one; what it shows of
    itself are the settings that are not the defaults."""

    def decorated(kind: type[S]) -> type[S]:
        rows = {row.name: row for row in settings_in(kind)}
        fill = kind.__init__

        @functools.wraps(fill)
        def init(self: S, *values: Value, **named: Value) -> None:
            if len(values) > len(rows):
                raise SettingsError(f"{method} has {len(rows)} settings, not {len(values)}")
            given = dict(zip(rows, values, strict=False))
            for name in named:
                if name not in rows:
                    raise SettingsError(f"{method} has no setting {name!r}; it has {', '.join(rows)}")
                if name in given:
                    raise SettingsError(f"{method}: {name} was given twice")
            given |= named
            fill(self, **{name: _accepted(method, rows[name], value) for name, value in given.items()})

        def shown(self: S) -> str:
            told = [f"{row.name}={getattr(self, row.name)!r}" for row in rows.values()]
            plain = {f"{row.name}={row.default!r}" for row in rows.values()}
            return f"{kind.__name__}({', '.join(part for part in told if part not in plain)})"

        type.__setattr__(kind, "__init__", init)
        type.__setattr__(kind, "__repr__", shown)
        return kind

    return decorated


def _accepted(method: str, row: Setting, value: Value) -> Value:
    typed = _typed(method, row, value)
    if type(typed) is not type(row.default):
        raise SettingsError(f"{method}: {row.name} takes a value like {row.default!r}, not {value!r}")
    if row.choices and typed not in row.choices:
        raise SettingsError(f"{method}: {row.name} is one of {', '.join(row.choices)}, not {value!r}")
    if not isinstance(typed, str) and not (
        (isinstance(typed, int) or math.isfinite(typed))
        and (row.low is None or typed >= row.low)
        and (row.high is None or typed <= row.high)
    ):
        bounds = f"from {row.low}" if row.high is None else f"from {row.low} to {row.high}"
        raise SettingsError(f"{method}: {row.name} goes {bounds}, not {value!r}")
    return typed


def _typed(method: str, row: Setting, given: Value) -> Value:
    value = _plain(given)
    if isinstance(row.default, float) and type(value) is int:
        return float(value) if abs(value) < _TOO_LARGE else math.inf
    if not isinstance(value, str) or isinstance(row.default, str):
        return value
    try:
        if isinstance(row.default, bool):
            return _truth(value)
        return int(value) if isinstance(row.default, int) else float(value)
    except ValueError:
        wanted = {bool: "true or false", int: "a whole number", float: "a number"}[type(row.default)]
        raise SettingsError(f"{method}: {row.name} takes {wanted}, not {value!r}") from None


def _plain(value: Value | np.generic) -> Value:
    """A number of numpy's as Python's."""
    if not isinstance(value, np.generic):
        return value
    plain: Value = value.item()
    return plain


def _truth(text: str) -> bool:
    if text.lower() in ("true", "yes", "on", "1"):
        return True
    if text.lower() in ("false", "no", "off", "0"):
        return False
    raise ValueError(text)


MOST_SEED = 2**63 - 1  # that keys of 64 bits can be made with
COLUMN_CHOICES = ("form", "upos", "xpos", "lemma")  # what methods over sequences can read
