"""Settings of methods: frozen dataclasses that describe their fields and reject invalid values."""

import dataclasses
import functools
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar, Protocol, TypeVar, cast

import numpy as np

from spectral_core.data import EMPTY, Sentence
from spectral_core.errors import SettingsError

Value = bool | int | float | str
V = TypeVar("V", bool, int, float, str)
S = TypeVar("S", bound="Settings")
_MAX_FLOAT = 10**300  # for fields with fractional values
MAX_SEED = 2**63 - 1  # largest seed for 64-bit keys
COLUMN_CHOICES = ("form", "upos", "xpos", "lemma")  # columns that sequence methods can read
AUTO_COLUMN = "auto"  # in place of a tag column: one that is filled, chosen by `choose_tag_column`
TAG_COLUMN_CHOICES = (AUTO_COLUMN, "xpos", "upos")
OPEN_VOCABULARY = ("form", "lemma")  # those in which rare symbols are mapped to the unknown word


class Settings(Protocol):
    """Frozen dataclass with fields made by `setting` and decorated with `validate_settings`."""

    __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Value]]]


def setting(
    default: V,
    title: str,
    explanation: str = "",
    *,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
    booleans: tuple[str, ...] = (),
) -> V:
    """Return a dataclass field with its title, explanation and range, for forms and command lines. `booleans`: the
    texts that stand for false and true, in a setting that was a boolean in earlier versions."""
    metadata = {"title": title, "explanation": explanation, "low": low, "high": high, "choices": choices}
    metadata["booleans"] = booleans
    return dataclasses.field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class Setting:
    """Field of a settings dataclass, as described by `setting`."""

    name: str
    default: Value
    title: str
    explanation: str
    low: float | None
    high: float | None
    choices: tuple[str, ...]
    booleans: tuple[str, ...] = ()


def list_settings(settings: type[Settings]) -> tuple[Setting, ...]:
    """Return the fields of a settings dataclass with their titles, ranges and choices."""
    return tuple(
        Setting(field.name, cast(Value, field.default), **field.metadata) for field in dataclasses.fields(settings)
    )


def validate_settings(method: str) -> Callable[[type[S]], type[S]]:
    """Decorate a settings dataclass so that its constructor rejects names and values that `method` does not accept, and
    its repr shows only values other than the defaults."""

    def decorate(kind: type[S]) -> type[S]:
        """Replace the constructor and the repr of a settings class."""
        fields = {field.name: field for field in list_settings(kind)}
        original_init = kind.__init__

        @functools.wraps(original_init)
        def init(self: S, *values: Value, **keywords: Value) -> None:
            if len(values) > len(fields):
                raise SettingsError(f"{method} has {len(fields)} settings, not {len(values)}")
            arguments = dict(zip(fields, values, strict=False))
            for name in keywords:
                if name not in fields:
                    raise SettingsError(f"{method} has no setting {name!r}; it has {', '.join(fields)}")
                if name in arguments:
                    raise SettingsError(f"{method}: {name} was given twice")
            arguments |= keywords
            original_init(
                self, **{name: _validate_value(method, fields[name], value) for name, value in arguments.items()}
            )

        def represent(self: S) -> str:
            current = [f"{field.name}={getattr(self, field.name)!r}" for field in fields.values()]
            defaults = {f"{field.name}={field.default!r}" for field in fields.values()}
            return f"{kind.__name__}({', '.join(assignment for assignment in current if assignment not in defaults)})"

        type.__setattr__(kind, "__init__", init)
        type.__setattr__(kind, "__repr__", represent)
        return kind

    return decorate


def _validate_value(method: str, field: Setting, value: Value) -> Value:
    """Return a value converted to the type of its setting; SettingsError if it is not valid."""
    converted = _convert_value(method, field, value)
    if type(converted) is not type(field.default):
        raise SettingsError(f"{method}: {field.name} takes a value like {field.default!r}, not {value!r}")
    if field.choices and converted not in field.choices:
        raise SettingsError(f"{method}: {field.name} is one of {', '.join(field.choices)}, not {value!r}")
    high = MAX_SEED if field.high is None and isinstance(converted, int) else field.high  # counts are 64-bit numbers
    if not isinstance(converted, str) and not (
        (isinstance(converted, int) or math.isfinite(converted))
        and (field.low is None or converted >= field.low)
        and (high is None or converted <= high)
    ):
        bounds = f"from {field.low}" if high is None else f"from {field.low} to {high}"
        raise SettingsError(f"{method}: {field.name} goes {bounds}, not {value!r}")
    return converted


def _convert_value(method: str, field: Setting, raw: Value) -> Value:
    """Convert a string or numpy scalar to the type of a setting."""
    value = _to_builtin(raw)
    if field.booleans and (isinstance(value, bool) or str(value).lower() in ("true", "false")):
        return field.booleans[str(value).lower() == "true"]
    if isinstance(field.default, float) and type(value) is int:
        return float(value) if abs(value) < _MAX_FLOAT else math.inf
    if not isinstance(value, str) or isinstance(field.default, str):
        return value
    try:
        if isinstance(field.default, bool):
            return _parse_bool(value)
        return int(value) if isinstance(field.default, int) else float(value)
    except ValueError:
        expected = {bool: "true or false", int: "a whole number", float: "a number"}[type(field.default)]
        raise SettingsError(f"{method}: {field.name} takes {expected}, not {value!r}") from None


def _to_builtin(value: Value | np.generic) -> Value:
    """Convert a numpy scalar to Python's type."""
    if not isinstance(value, np.generic):
        return value
    builtin: Value = value.item()
    return builtin


def _parse_bool(text: str) -> bool:
    if text.lower() in ("true", "yes", "on", "1"):
        return True
    if text.lower() in ("false", "no", "off", "0"):
        return False
    raise ValueError(text)


def choose_tag_column(column: str, sentences: Iterable[Sentence], preferred: tuple[str, str]) -> str:
    """Return a named tag column, or for AUTO_COLUMN the first of the preferred ones in which most words have a tag; the
    first one if there is none."""
    if column != AUTO_COLUMN:
        return column
    filled, words = dict.fromkeys(preferred, 0), 0
    for sentence in sentences:
        if sentence.is_readable:
            words += len(sentence)
            for name in preferred:
                filled[name] += len(sentence) - sentence.column(name).count(EMPTY)
    return next((name for name in preferred if 2 * filled[name] > words), max(preferred, key=filled.__getitem__))
