"""Head tables that users write: one line a rule, `LABEL WAY LABELS...`; assets/help/head-tables.md is their manual."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

from spectral_core.data.head_rules import DIRECTIONS, NOUN_PHRASE, PUNCTUATION, HeadRules, HeadSearch
from spectral_core.errors import FormatError

ANY = "*"  # stands for every label without a row of its own
NOTHING = '""'  # stands for the empty label
_SETTINGS = ("@name", "@coordinators", "@punctuation")
_LONGEST = 1_000_000  # bytes; a head table has some hundred lines


def read(content: bytes, path: Path | None) -> HeadRules:
    """The rules of a head table; what is wrong in one is answered with its line."""

    def refuse(line: int, what: str, remedy: str) -> NoReturn:
        raise FormatError(path, line, what, remedy)

    if len(content) > _LONGEST:
        raise FormatError(path, None, f"this file has {len(content):,} bytes", "A head table is much shorter")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        refuse(1 + content.count(b"\n", 0, error.start), "this is not UTF-8 text", "Save it as UTF-8")
    rows: dict[str, list[HeadSearch]] = {}
    begun: dict[str, int] = {}
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
            refuse(number, f"the row of {label} does not say where to look", f"Write one of {_ways()} after it")
        way, *labels = rest
        label = "" if label == NOTHING else label
        if label in rows and label != previous:
            what = f"{label} has rows in line {begun[label]} already"
            refuse(number, what, "Put the rows of one label together, in the order in which they are tried")
        if any(search.direction in ("left", "right") and not search.labels for search in rows.get(label, ())):
            what = f"this row of {label} is never reached"
            refuse(number, what, "Put the row without labels last, it always finds one")
        searches = rows.setdefault(label, [])
        begun.setdefault(label, number)
        previous = label
        labels = ["" if name == NOTHING else name for name in labels]
        if way == "special":
            if labels or searches:
                refuse(number, "special is a whole rule in itself", f"Write only: {label} special")
            searches.extend(NOUN_PHRASE)
        elif way not in DIRECTIONS:
            refuse(number, f"there is no way to look called {way!r}", f"Write one of {_ways()}")
        elif not labels and way not in ("left", "right"):
            refuse(number, f"{way} needs labels to look for", f"Write them after it: {label} {way} NN NNS")
        else:
            searches.append(HeadSearch(next(known for known in DIRECTIONS if known == way), tuple(labels)))
    if not rows:
        what = "there are no rules in this table"
        raise FormatError(path, None, what, "Write at least one row, such as: NP right NN")
    return HeadRules(
        settings.get("@name", [path.stem if path is not None else "table"])[0],
        {label: tuple(searches) for label, searches in rows.items() if label != ANY},
        tuple(rows.get(ANY, ())),
        frozenset(settings.get("@coordinators", ())),
        frozenset(settings.get("@punctuation", PUNCTUATION)),
    )


def _ways() -> str:
    return ", ".join((*DIRECTIONS, "special"))
