"""TOML files written by users, read with limits that protect against hostile input."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from spectral_core.errors import FormatError
from spectral_core.files import read_file

_MAX_BYTES = 1 << 18
_MAX_DOTS = 200  # in a line: tomllib takes quadratic time over the parts of a key
_MAX_DIGITS = 1000  # of a number: Python converts at most 4,300 digits, in quadratic time
_LONG_NUMBER = re.compile(rf"\b(?:0[xob])?[0-9A-Fa-f_]{{{_MAX_DIGITS + 1},}}")


def read_toml(path: Path) -> dict[str, object]:
    """Return the content of a TOML file; a FormatError names the fault, its line and a remedy."""
    content = read_file(path)
    if len(content) > _MAX_BYTES:
        message = f"this file has {len(content):,} bytes; a TOML file may have {_MAX_BYTES:,}"
        raise FormatError(path, None, message, "Name a file of settings, or shorten this one")
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise FormatError(path, None, "this file is not in UTF-8", "Save it as UTF-8") from None
    _reject_slow_lines(path, text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FormatError(path, None, f"this is not TOML: {error}", "Write lines such as: header = false") from None
    except ValueError as error:  # a date or a number that TOML allows and Python does not
        raise FormatError(path, None, f"this TOML holds a value that cannot be read: {error}", "Correct it") from None
    except RecursionError:
        raise FormatError(path, None, "this TOML is nested too deeply", "Write tables of one level") from None


def _reject_slow_lines(path: Path, text: str) -> None:
    """Reject lines on which tomllib would take very long or fail. A key and a number end with their line."""
    for number, line in enumerate(text.split("\n"), 1):
        if (dots := line.count(".")) > _MAX_DOTS:
            message = f"this line has {dots:,} dots; it may have {_MAX_DOTS}"
            raise FormatError(path, number, message, "Shorten its key, or split the line")
        if _LONG_NUMBER.search(line):
            message = f"a number in this line has over {_MAX_DIGITS:,} digits"
            raise FormatError(path, number, message, "Write a shorter number, or put a text in quotation marks")
