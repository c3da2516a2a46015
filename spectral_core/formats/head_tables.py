"""Parser of users' head tables: one rule per line, `LABEL DIRECTION LABELS...`; manual: assets/help/head-tables.md."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from spectral_core.data.head_rules import DIRECTIONS, NOUN_PHRASE_SEARCHES, PUNCTUATION, HeadRules, HeadSearch
from spectral_core.errors import FormatError

ANY_LABEL = "*"  # matches every label without a row of its own
EMPTY_LABEL = '""'  # notation of the empty label
_SETTINGS = ("@name", "@coordinators", "@punctuation")
_MAX_BYTES = 1_000_000  # real head tables have a few hundred lines


def parse_head_table(content: bytes, path: Path | None) -> HeadRules:
    """Parse the rules of a head table; a FormatError names the line of a fault."""
    if len(content) > _MAX_BYTES:
        raise FormatError(path, None, f"this file has {len(content):,} bytes", "A head table is much shorter")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + content.count(b"\n", 0, error.start)
        raise FormatError(path, line, "this is not UTF-8 text", "Save it as UTF-8") from None
    parser = _HeadTableParser(path)
    for number, row in enumerate(text.split("\n"), 1):
        fields = row.split()
        if fields and not fields[0].startswith("#"):
            parser.parse_fields(number, fields)
    return parser.make_rules()


class _HeadTableParser:
    """Parser state: the rows of a head table read so far."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._searches_by_label: dict[str, list[HeadSearch]] = {}
        self._first_lines: dict[str, int] = {}
        self._special_labels: set[str] = set()
        self._settings: dict[str, list[str]] = {}
        self._previous_label: str | None = None

    def parse_fields(self, number: int, fields: Sequence[str]) -> None:
        """Parse the fields of line `number`: a setting, or a row of a label."""
        label, *rest = fields
        if label.startswith("@") and label != "@":
            self._parse_setting(number, label, rest)
        elif rest:
            direction, *labels = rest
            label, *labels = ("" if name == EMPTY_LABEL else name for name in (label, *labels))
            self._add_search(number, label, self._begin_row(number, label), direction, labels)
        else:
            remedy = f"Write one of {_format_directions()} after it"
            self._raise_error(number, f"the row of {label} has no direction", remedy)

    def make_rules(self) -> HeadRules:
        """Return the head rules of all rows parsed so far; FormatError if there are none."""
        searches_by_label, settings = self._searches_by_label, self._settings
        if not searches_by_label:
            message = "there are no rules in this table"
            raise FormatError(self._path, None, message, "Write at least one row, such as: NP right NN")
        return HeadRules(
            settings.get("@name", [self._path.stem if self._path is not None else "table"])[0],
            {label: tuple(searches) for label, searches in searches_by_label.items() if label != ANY_LABEL},
            tuple(searches_by_label.get(ANY_LABEL, ())),
            frozenset(settings.get("@coordinators", ())),
            frozenset(settings.get("@punctuation", PUNCTUATION)),
        )

    def _raise_error(self, number: int, message: str, remedy: str) -> NoReturn:
        """Raise a FormatError for a line."""
        raise FormatError(self._path, number, message, remedy)

    def _parse_setting(self, number: int, name: str, values: list[str]) -> None:
        """Parse a line that begins with @."""
        if name not in _SETTINGS:
            self._raise_error(number, f"there is no setting {name}", f"There are {', '.join(_SETTINGS)}")
        if name in self._settings:
            self._raise_error(number, f"{name} was set before", "Put everything on one line")
        if name == "@name" and len(values) != 1:
            self._raise_error(number, "@name takes one word", "Write it without spaces, as in @name my-rules")
        self._settings[name] = values

    def _begin_row(self, number: int, label: str) -> list[HeadSearch]:
        """Begin a row of a label and return the searches of its rows so far; an error if its rows are not adjacent, or
        if this one would never be reached."""
        searches = self._searches_by_label.setdefault(label, [])
        if searches and label != self._previous_label:
            message = f"{label} has rows in line {self._first_lines[label]} already"
            self._raise_error(
                number, message, "Put the rows of one label together, in the order in which they are tried"
            )
        if any(search.direction in ("left", "right") and not search.labels for search in searches):
            message = f"this row of {label} is never reached"
            self._raise_error(number, message, "Put the row without labels last, it always finds one")
        self._first_lines.setdefault(label, number)
        self._previous_label = label
        return searches

    def _add_search(
        self, number: int, label: str, searches: list[HeadSearch], direction: str, labels: list[str]
    ) -> None:
        """Parse the direction and the labels of a row, and append its search to the `searches` of the label."""
        if direction == "special" or label in self._special_labels:
            if labels or searches:
                self._raise_error(number, "special must be a rule of its own", f"Write only: {label} special")
            searches.extend(NOUN_PHRASE_SEARCHES)
            self._special_labels.add(label)
        elif direction not in DIRECTIONS:
            remedy = f"Write one of {_format_directions()}"
            self._raise_error(number, f"there is no direction {direction!r}", remedy)
        elif not labels and direction not in ("left", "right"):
            remedy = f"Write them after it: {label} {direction} NN NNS"
            self._raise_error(number, f"{direction} needs labels to look for", remedy)
        else:
            search_direction = next(candidate for candidate in DIRECTIONS if candidate == direction)
            searches.append(HeadSearch(search_direction, tuple(labels)))


def _format_directions() -> str:
    """Return the names of all directions for a message, separated by commas."""
    return ", ".join((*DIRECTIONS, "special"))
