"""Head tables that users write: what they say, and what is answered to a mistake."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spectral_core.data.head_rules import COLLINS, NOUN_PHRASE_SEARCHES, HeadRules, HeadSearch
from spectral_core.errors import FormatError
from spectral_core.files import locate_assets
from spectral_core.formats import head_tables

TABLE = """\
# rules of our own
@name ours
@coordinators KON CC

S\tleft VVFIN VP
NP last PN
NP right-any NN NE
NP left NP
NML special
"" left S
* right
"""


def read(text: str) -> HeadRules:
    return head_tables.parse_head_table(text.encode(), Path("heads.txt"))


def test_a_table_says_where_each_phrase_has_its_head() -> None:
    rules = read(TABLE)
    assert rules.name == "ours"
    assert rules.coordinators == {"KON", "CC"}
    assert rules.punctuation == COLLINS.punctuation
    assert rules.searches == {
        "S": (HeadSearch("left", ("VVFIN", "VP")),),
        "NP": (HeadSearch("last", ("PN",)), HeadSearch("right-any", ("NN", "NE")), HeadSearch("left", ("NP",))),
        "NML": NOUN_PHRASE_SEARCHES,
        "": (HeadSearch("left", ("S",)),),
    }
    assert rules.find_head("S-MOD", ["NP-SB", "VVFIN", "VP"]) == 1
    assert rules.find_head("NP", ["ART", "NN", "PN"]) == 2
    assert rules.find_head("NP", ["NN", "KON", "NN"]) == 0
    assert rules.find_head("", [".", "S"]) == 1
    assert rules.find_head("AVP", ["ADV", "PP", "$,"]) == 1


def test_a_row_for_a_whole_label_goes_before_that_for_its_category() -> None:
    rules = read("NP right NN\nNP-X left NN\n")
    assert rules.find_head("NP-X", ["NN", "NN"]) == 0
    assert rules.find_head("NP-Y", ["NN", "NN"]) == 1


def test_punctuation_is_what_the_table_says() -> None:
    rules = read("@punctuation PU\n* right\n")
    assert rules.find_head("NP", ["NN", "PU"]) == 0
    assert rules.find_head("NP", ["NN", ","]) == 1


def test_without_a_name_the_file_gives_it() -> None:
    assert read("NP right").name == "heads"
    assert head_tables.parse_head_table(b"\xef\xbb\xbfNP right\r\nVP left V\r\n", None).name == "table"


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("NP right\nVP", 2, "the row of VP has no direction"),
        ("NP rigth NN", 1, "no direction 'rigth'. Write one of left, right, left-any"),
        ("NP right-any", 1, "right-any needs labels"),
        ("\n\nNP special NN", 3, "special must be a rule of its own"),
        ("NP special\nNP left NN", 2, "special must be a rule of its own"),
        ("NP right NN\nVP left V\nNP left NP", 3, "NP has rows in line 1 already"),
        ("NP right\nNP left NN", 2, "never reached"),
        ("@coordinator CC", 1, "no setting @coordinator. There are @name, @coordinators"),
        ("@name a\nNP left\n@name b", 3, "@name was set before"),
        ("@name my rules", 1, "@name takes one word"),
        ("# nothing here\n", None, "no rules in this table"),
        ("", None, "no rules in this table"),
    ],
)
def test_a_mistake_is_named_with_its_line(text: str, line: int | None, what: str) -> None:
    with pytest.raises(FormatError, match=what) as failure:
        read(text)
    assert failure.value.line == line
    assert failure.value.path == Path("heads.txt")


def test_what_is_no_table_is_refused() -> None:
    with pytest.raises(FormatError, match="line 2: this is not UTF-8"):
        head_tables.parse_head_table(b"NP right\nVP \xff", None)
    with pytest.raises(FormatError, match="A head table is much shorter"):
        head_tables.parse_head_table(b"x" * 2_000_000, None)


@given(st.text('NPV @*"#\n\tleftrigh-any', max_size=60))
def test_any_text_is_a_table_or_refused(text: str) -> None:
    try:
        rules = read(text)
    except FormatError:
        return
    assert rules.searches or rules.default
    assert rules.find_head("NP", ["NN", "VP", ","]) in (0, 1, 2)


def test_the_manual_shows_a_table_that_works() -> None:
    manual = (locate_assets() / "help" / "head-tables.md").read_text(encoding="utf-8")
    rules = read("\n".join(line for line in manual.split("\n") if line.startswith("    ")))
    assert rules.find_head("NP", ["ART", "NN", "KON", "NN"]) == 1
    for way in ("left", "right", "left-any", "right-any", "first", "last", "special"):
        assert f"| `{way}` |" in manual
