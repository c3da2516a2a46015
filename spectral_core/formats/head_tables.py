"""Head tables that users write: one rule a line, `LABEL WAY LABELS...`; assets/help/head-tables.md is their manual."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

from spectral_core.data.head_rules import DIRECTIONS, NOUN_PHRASE, PUNCTUATION, HeadRules, HeadSearch
from spectral_core.errors import FormatError

ANY = "*"  # stands for every label without a row of its own
EMPTY_LABEL = '""'  # stands for the empty label
_SETTINGS = ("@name", "@coordinators", "@punctuation")
_MAX_BYTES = 1_000_000  # bytes; a head table has some hundred lines


def read(content: bytes, path: Path | None) -> HeadRules:
    """Parse the rules of a head table; a FormatError names the line of a fault."""

    def refuse(line: int, message: str, remedy: str) -> NoReturn:
        raise FormatError(path, line, message, remedy)

    if len(content) > _MAX_BYTES:
        raise FormatError(path, None, f"this file has {len(content):,} bytes", "A head table is much shorter")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        refuse(1 + content.count(b"\n", 0, error.start), "this is not UTF-8 text", "Save it as UTF-8")
    searches_by_label: dict[str, list[HeadSearch]] = {}
    first_lines: dict[str, int] = {}
    settings: dict[str, list[str]] = {}
    previous = None
    for number, line in enumerate(text.split("\n"), 1):
        fields = line.split()
        if not fields or fields[0].startswith("#"):
            continue
        label, *rest = fields
        if label.startswith("@") and label != "@":
            if label not in _SETTINGS:
                refuse(number, f"there is no setting {label}", f"There are {', '.join(_SETTINGS)}")
            if label in settings:
                refuse(number, f"{label} was set before", "Put everything on one line")
            if label == "@name" and len(rest) != 1:
                refuse(number, "@name takes one word", "Write it without spaces, as in @name my-rules")
            settings[label] = rest
            continue
        if not rest:
            refuse(
                number, f"the row of {label} does not say where to look", f"Write one of {_list_directions()} after it"
            )
        direction, *labels = rest
        label = "" if label == EMPTY_LABEL else label
        if label in searches_by_label and label != previous:
            message = f"{label} has rows in line {first_lines[label]} already"
            refuse(number, message, "Put the rows of one label together, in the order in which they are tried")
        if any(
            search.direction in ("left", "right") and not search.labels for search in searches_by_label.get(label, ())
        ):
            message = f"this row of {label} is never reached"
            refuse(number, message, "Put the row without labels last, it always finds one")
        searches = searches_by_label.setdefault(label, [])
        first_lines.setdefault(label, number)
        previous = label
        labels = ["" if name == EMPTY_LABEL else name for name in labels]
        if direction == "special":
            if labels or searches:
                refuse(number, "special is a whole rule in itself", f"Write only: {label} special")
            searches.extend(NOUN_PHRASE)
        elif direction not in DIRECTIONS:
            refuse(number, f"there is no way to look called {direction!r}", f"Write one of {_list_directions()}")
        elif not labels and direction not in ("left", "right"):
            refuse(number, f"{direction} needs labels to look for", f"Write them after it: {label} {direction} NN NNS")
        else:
            searches.append(
                HeadSearch(next(candidate for candidate in DIRECTIONS if candidate == direction), tuple(labels))
            )
    if not searches_by_label:
        message = "there are no rules in this table"
        raise FormatError(path, None, message, "Write at least one row, such as: NP right NN")
    return HeadRules(
        settings.get("@name", [path.stem if path is not None else "table"])[0],
        {label: tuple(searches) for label, searches in searches_by_label.items() if label != ANY},
        tuple(searches_by_label.get(ANY, ())),
        frozenset(settings.get("@coordinators", ())),
        frozenset(settings.get("@punctuation", PUNCTUATION)),
    )


def _list_directions() -> str:
    return ", ".join((*DIRECTIONS, "special"))
