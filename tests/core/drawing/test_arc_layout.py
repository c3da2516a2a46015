"""Arcs above words: what holds for every structure, and small ones worked out by hand."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, pairwise

import pytest
from growth import LINEAR, measure_growth
from hypothesis import given
from hypothesis import strategies as st

from spectral_core.drawing.arc_layout import ArcLayout, ArcOptions, Column, DrawnArc, RootArrow, Skyline, lay_out_arcs
from spectral_core.drawing.line_breaking import choose_row_starts

SLACK = 1e-6


@st.composite
def structures(draw: st.DrawFn) -> dict[str, object]:
    """Anything a file may hold: trees, circles, crossing arcs, no heads, heads out of range, several roots."""
    size = draw(st.integers(1, 14))
    heads = draw(st.lists(st.none() | st.integers(-1, size + 1), min_size=size, max_size=size))
    widths = draw(st.lists(st.floats(1, 120), min_size=size, max_size=size))
    labels = draw(st.lists(st.floats(0, 400), min_size=size, max_size=size))
    options = ArcOptions(
        right_to_left=draw(st.booleans()),
        compact=draw(st.booleans()),
        row_starts=draw(st.sampled_from(((), (), tuple(range(2, 15)), (3, 5, 7, 9, 11, 13), (4, 5, 11)))),
        levels=draw(st.sampled_from(((), (3,), (0, 5)))),
        width=draw(st.sampled_from((0.0, 0.0, 300.0, 900.0))),
        level_height=draw(st.sampled_from((5.0, 26.0))),
    )
    ranges = draw(st.lists(st.tuples(st.integers(0, size), st.integers(0, size + 2), st.floats(0, 300)), max_size=3))
    empty = draw(st.lists(st.tuples(st.integers(0, size), st.integers(1, 2), st.floats(5, 50)), max_size=3))
    return {
        "widths": widths,
        "heads": heads,
        "label_widths": labels,
        "options": options,
        "ranges": ranges,
        "empty_nodes": empty,
    }


def drawn(given_: dict[str, object], **changes: object) -> ArcLayout:
    return lay_out_arcs(**{**given_, **changes})  # type: ignore[arg-type]


def label_box(part: DrawnArc | RootArrow, height: float) -> tuple[int, float, float, float, float]:
    left, right = part.label_x - part.label_width / 2, part.label_x + part.label_width / 2
    return part.row, left, right, part.label_y - height / 2, part.label_y + height / 2


def overlap(left: float, right: float, other_left: float, other_right: float) -> bool:
    return left < other_right - SLACK and other_left < right - SLACK


@given(structures())
def test_no_label_lies_over_another_or_over_a_word(given_: dict[str, object]) -> None:
    layout = drawn(given_)
    height = given_["options"].label_height  # type: ignore[attr-defined]
    boxes = [label_box(part, height) for part in (*layout.arcs, *layout.roots)]
    for one, two in combinations(boxes, 2):
        assert one[0] != two[0] or not (overlap(*one[1:3], *two[1:3]) and overlap(*one[3:], *two[3:]))
    for row, _, _, top, bottom in boxes:
        assert layout.rows[row].top <= top
        assert bottom <= layout.rows[row].baseline


@given(structures())
def test_arcs_of_one_level_do_not_overlap(given_: dict[str, object]) -> None:
    layout = drawn(given_)
    for one, two in combinations(layout.arcs, 2):
        if (one.row, one.level) == (two.row, two.level):
            spans = [sorted((arc.start, arc.end)) for arc in (one, two)]
            assert not overlap(*spans[0], *spans[1])


@given(structures())
def test_an_arc_lies_above_what_lies_between_its_words(given_: dict[str, object]) -> None:
    whole = [arc for arc in drawn(given_).arcs if arc.part == "whole"]
    for outer in whole:
        for inner in whole:
            low, high = sorted((outer.head, outer.word))
            left, right = sorted((inner.head, inner.word))
            if low <= left and right <= high and (low, high) != (left, right):
                assert inner.level < outer.level


@given(structures())
def test_every_line_meets_its_word_at_a_point_of_its_own(given_: dict[str, object]) -> None:
    layout = drawn(given_)
    points: dict[int, list[float]] = {}
    for arc in layout.arcs:
        if arc.part != "arriving":
            points.setdefault(arc.head, []).append(arc.start)
        if arc.part != "leaving":
            points.setdefault(arc.word, []).append(arc.end)
    for root in layout.roots:
        points.setdefault(root.word, []).append(root.x)
    for word, places in points.items():
        column = layout.find_column(word)
        assert all(column.x <= x <= column.x + column.width for x in places)
        assert all(later - earlier >= 3 - SLACK for earlier, later in pairwise(sorted(places)))


@given(structures())
def test_every_word_is_attached_or_named_as_unattached(given_: dict[str, object]) -> None:
    layout = drawn(given_)
    heads = given_["heads"]
    assert isinstance(heads, list)
    found = {arc.word: arc.head for arc in layout.arcs} | {root.word: 0 for root in layout.roots}
    assert found.keys() | set(layout.unattached) == set(range(1, len(heads) + 1))
    assert not found.keys() & set(layout.unattached)
    assert all(heads[word - 1] == head for word, head in found.items())


@given(structures())
def test_columns_stand_apart_in_reading_order_and_all_is_inside_the_drawing(given_: dict[str, object]) -> None:
    layout = drawn(given_)
    columns = layout.columns[::-1] if given_["options"].right_to_left else layout.columns  # type: ignore[attr-defined]
    for one, two in pairwise(columns):
        assert one.row != two.row or one.x + one.width < two.x
    edges = [edge for column in columns for edge in (column.x, column.x + column.width)]
    edges += [edge for bracket in layout.brackets for edge in (bracket.x, bracket.x + bracket.width)]
    edges += [edge for part in (*layout.arcs, *layout.roots) for edge in label_box(part, 1.0)[1:3]]
    assert all(-SLACK <= edge <= layout.width + SLACK for edge in edges)
    assert layout.height == layout.rows[-1].bottom
    assert all(one.bottom < two.top for one, two in pairwise(layout.rows))


@given(structures())
def test_right_to_left_is_the_exact_mirror(given_: dict[str, object]) -> None:
    options = given_["options"]
    assert isinstance(options, ArcOptions)
    one = drawn(given_, options=ArcOptions(row_starts=options.row_starts, width=options.width))
    two = drawn(
        given_,
        options=ArcOptions(row_starts=options.row_starts, width=options.width, right_to_left=True),
    )
    assert one.width == two.width
    for left, right in zip(one.columns, two.columns, strict=True):
        assert right.x == pytest.approx(one.width - left.x - left.width)
    for arc, mirrored in zip(one.arcs, two.arcs, strict=True):
        assert (arc.head, arc.word, arc.level, arc.top) == (mirrored.head, mirrored.word, mirrored.level, mirrored.top)
        assert mirrored.start == pytest.approx(one.width - arc.start)
        assert mirrored.end == pytest.approx(one.width - arc.end)
        assert mirrored.label_x == pytest.approx(one.width - arc.label_x)


@given(structures())
def test_the_same_structure_is_drawn_the_same_way_again(given_: dict[str, object]) -> None:
    assert drawn(given_) == drawn(given_)


@given(structures())
def test_an_arc_between_rows_leaves_one_and_arrives_in_the_other(given_: dict[str, object]) -> None:
    layout = drawn(given_)
    for arc in layout.arcs:
        head, word = layout.find_column(arc.head), layout.find_column(arc.word)
        parts = {other.part for other in layout.arcs if other.word == arc.word}
        assert parts == ({"whole"} if head.row == word.row else {"leaving", "arriving"})
        assert arc.continued_at == {"whole": 0, "leaving": arc.word, "arriving": arc.head}[arc.part]
        assert arc.row == (head.row if arc.part == "leaving" else word.row)


def test_a_small_tree_as_worked_out_by_hand() -> None:
    # the <- cat <- sat -> down, each word 30 wide
    layout = lay_out_arcs([30.0] * 4, [2, 3, 0, 3], [10.0] * 4, ArcOptions(gap=20, level_height=20, label_height=10))
    assert layout.columns == (
        Column(1, 0, 0, 0.0, 30.0),
        Column(2, 0, 0, 50.0, 30.0),
        Column(3, 0, 0, 100.0, 30.0),
        Column(4, 0, 0, 150.0, 30.0),
    )
    assert [(arc.head, arc.word, arc.level) for arc in layout.arcs] == [(2, 1, 1), (3, 2, 1), (3, 4, 1)]
    # cat has an arc on each side, 7 apart about its centre 65; sat those, with the root's arrow between
    assert [(arc.start, arc.end) for arc in layout.arcs] == [(61.5, 15.0), (108.0, 68.5), (122.0, 165.0)]
    assert [(root.word, root.x, root.level) for root in layout.roots] == [(3, 115.0, 2)]
    assert layout.rows[0].baseline == 2 * 20 + 10 / 2 + 2


def test_a_longer_arc_from_the_same_word_starts_outside_the_shorter() -> None:
    layout = lay_out_arcs([40.0] * 4, [0, 1, 1, 1], [10.0] * 4)
    starts = [arc.start for arc in layout.arcs]
    assert starts == sorted(starts, reverse=True)
    assert [arc.level for arc in layout.arcs] == [1, 2, 3]


def test_words_move_apart_for_the_label_between_them_unless_compact() -> None:
    wide, close = (
        lay_out_arcs([20.0, 20.0], [0, 1], [0.0, 90.0], ArcOptions(compact=compact)) for compact in (False, True)
    )
    assert abs(wide.arcs[0].end - wide.arcs[0].start) >= 90
    assert abs(close.arcs[0].end - close.arcs[0].start) < 90


def test_a_multiword_range_has_a_bracket_below_its_words_with_room_for_its_text() -> None:
    layout = lay_out_arcs([20.0] * 3, [0, 1, 1], [5.0] * 3, ranges=[(2, 3, 150.0)])
    (bracket,) = layout.brackets
    assert (bracket.first, bracket.last, bracket.width) == (2, 3, 150.0)
    assert bracket.x == layout.find_column(2).x
    assert bracket.y == layout.rows[0].brackets < layout.rows[0].bottom


def test_an_empty_node_stands_between_its_words() -> None:
    layout = lay_out_arcs([20.0] * 2, [0, 1], [5.0] * 2, empty_nodes=[(1, 1, 12.0), (0, 1, 12.0)])
    assert [(column.word, column.empty_node) for column in layout.columns] == [(0, 1), (1, 0), (1, 1), (2, 0)]


def test_a_sentence_without_words_or_heads_is_drawn_without_arcs() -> None:
    assert lay_out_arcs([], [], []).columns == ()
    assert lay_out_arcs([], [], [], ranges=[(0, 1, 9.0)]).brackets == ()
    layout = lay_out_arcs([10.0, 10.0], [None, None], [0.0, 0.0])
    assert (layout.arcs, layout.unattached, layout.rows[0].baseline) == ((), (1, 2), 0.0)


@pytest.mark.parametrize(
    "heads_of",
    [
        lambda size: [0, *[1] * (size - 1)],
        lambda size: list(range(size)),
        lambda size: [size + 1 - word if 2 * word > size + 1 else 0 for word in range(1, size + 1)],
    ],
    ids=["one head", "chain", "nested"],
)
@pytest.mark.parametrize("folded", [False, True])
def test_time_to_place_arcs_grows_with_the_words(heads_of: Callable[[int], list[int]], folded: bool) -> None:
    def lay_out(heads: list[int]) -> None:
        widths = [30.0] * len(heads)
        layout = lay_out_arcs(widths, heads, widths)
        assert len(layout.arcs) + len(layout.roots) == len(heads)
        if folded:
            starts = choose_row_starts(layout, heads, [(20.0, 20.0)] * len(heads), 800.0)
            assert len(lay_out_arcs(widths, heads, widths, ArcOptions(row_starts=starts, width=800.0)).rows) > 1

    assert measure_growth(heads_of, lay_out, 2_500) < LINEAR


@given(st.integers(1, 40) | st.integers(513, 600), st.lists(st.tuples(st.integers(0, 599), st.integers(0, 599))))
def test_stacked_places_are_as_high_as_if_each_were_raised_by_itself(size: int, asked: list[tuple[int, int]]) -> None:
    heights, plain = Skyline(size), [0] * size
    for one, other in asked:
        first, last = sorted((one % size, other % size))
        highest = max(plain[first : last + 1])
        assert heights.get_max_height(first, last) == highest
        assert heights.raise_above_highest(first, last) == highest + 1
        plain[first : last + 1] = [highest + 1] * (last + 1 - first)


@given(structures())
def test_folded_rows_are_no_wider_than_asked_where_no_word_or_label_is_wider(given_: dict[str, object]) -> None:
    widths, heads = given_["widths"], given_["heads"]
    assert isinstance(widths, list)
    assert isinstance(heads, list)
    cut = [(20.0, 30.0)] * len(heads)
    plain = {**given_, "ranges": (), "empty_nodes": (), "label_widths": [10.0] * len(heads)}
    one = drawn(plain, options=ArcOptions(), cut_labels=cut)
    for width in (400.0, 700.0):
        folded = drawn(
            plain, options=ArcOptions(row_starts=choose_row_starts(one, heads, cut, width), width=width), cut_labels=cut
        )
        assert folded.width <= width + 10.0  # half a label may stand over an edge
        assert (len(folded.rows) == 1) == (one.width <= width)


def test_rows_break_where_the_fewest_arcs_are_cut() -> None:
    # two halves that hang together by one arc; the first has five words, so that no break in the middle suits both
    heads = [2, 0, 2, 2, 2, 2, 8, 6, 8, 8]
    widths, cut = [40.0] * 10, [(30.0, 30.0)] * 10
    one = lay_out_arcs(widths, heads, [10.0] * 10)
    assert choose_row_starts(one, heads, cut, 480.0) == (6,)
    assert choose_row_starts(one, heads, cut, 1000.0) == ()
    mirrored = lay_out_arcs(widths, heads, [10.0] * 10, ArcOptions(right_to_left=True))
    assert choose_row_starts(mirrored, heads, cut, 480.0, right_to_left=True) == (6,)


def test_spare_room_goes_between_words_and_rows_keep_their_height() -> None:
    given_ = ([40.0] * 4, [0, 1, 1, 1], [10.0] * 4)
    spread = lay_out_arcs(*given_, ArcOptions(width=1000.0, levels=(7,)))
    close = lay_out_arcs(*given_, ArcOptions())
    assert spread.width == close.width + 3 * ArcOptions().max_extra_gap
    assert spread.rows[0].levels == 7
    assert spread.rows[0].baseline > close.rows[0].baseline
    assert spread.rows[0].baseline == lay_out_arcs(*given_, ArcOptions(levels=(7,))).rows[0].baseline


def test_words_that_no_row_has_room_for_stand_alone() -> None:
    widths, heads, cut = [90.0] * 4, [0, 1, 2, 3], [(80.0, 80.0)] * 4
    assert choose_row_starts(lay_out_arcs(widths, heads, [10.0] * 4), heads, cut, 100.0) == (2, 3, 4)
