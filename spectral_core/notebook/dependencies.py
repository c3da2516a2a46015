"""Dependency trees of sentences as SVG."""

from __future__ import annotations

from collections.abc import Iterable

from spectral_core.data.sentence import EMPTY, Sentence
from spectral_core.drawing.arc_layout import ArcLayout, ArcOptions, DrawnArc, RootArrow, lay_out_arcs
from spectral_core.drawing.text_width import text_width
from spectral_core.formats.export.markup import is_right_to_left
from spectral_core.notebook.picture import FAINT, INK, LABEL, LINE, PAPER, Picture

_WORD, _SMALL = 15.0, 11.0
_CORNER_RADIUS = 8.0
_MAX_WORDS = 250  # longer sentences are not drawn
_OPTIONS = ArcOptions(words_height=40.0, level_height=24.0, label_height=13.0, bracket_height=20.0)


def sentence_svg(sentence: Sentence) -> str | None:
    """Draw the words with their tags below and their arcs above; None if there are too many words."""
    if len(sentence) > _MAX_WORDS:
        return None
    tags = sentence.xpos if set(sentence.upos) <= {EMPTY} else sentence.upos
    shown_tags = ["" if tag == EMPTY else tag for tag in tags]
    labels = ["" if label == EMPTY else label for label in sentence.deprels]
    nodes = [(node.after, node.number, f"({node.columns[0]})") for node in sentence.empty_nodes]
    options = ArcOptions(
        right_to_left=is_right_to_left(" ".join(sentence.forms)), words_height=_OPTIONS.words_height,
        level_height=_OPTIONS.level_height, label_height=_OPTIONS.label_height, bracket_height=_OPTIONS.bracket_height,
    )  # fmt: skip
    layout = lay_out_arcs(
        [*map(max, _measure_texts(sentence.forms, _WORD), _measure_texts(shown_tags, _SMALL))],
        sentence.heads,
        [width + 4 for width in _measure_texts(labels, _SMALL)],
        options,
        ranges=[
            (word_range.first, word_range.last, text_width(word_range.form, _SMALL)) for word_range in sentence.ranges
        ],
        empty_nodes=[(after, number, text_width(form, _SMALL)) for after, number, form in nodes],
    )
    picture = Picture(layout.width, layout.height, " ".join(sentence.forms))
    _draw_words(picture, layout, sentence, shown_tags, {(after, number): form for after, number, form in nodes})
    baseline = layout.rows[0].baseline
    for root in layout.roots:
        picture.path(f"M {root.x:.1f} {root.top:.1f} L {root.x:.1f} {baseline - 4:.1f}")
        picture.arrow(root.x, baseline, root.x, root.top)
    for arc in layout.arcs:
        _draw_arc(picture, arc, baseline)
    labelled_arcs: tuple[DrawnArc | RootArrow, ...] = (*layout.arcs, *layout.roots)
    for labelled_arc in labelled_arcs:  # labels are drawn over the lines
        label = labels[labelled_arc.word - 1]
        if label:
            label_width = labelled_arc.label_width
            left, top = labelled_arc.label_x - label_width / 2, labelled_arc.label_y - _SMALL / 2 - 1
            picture.path(
                f"M {left:.1f} {top:.1f} h {label_width:.1f} v {_SMALL + 2:.1f} h {-label_width:.1f} Z",
                PAPER,
                0.1,
                PAPER,
            )
            picture.text(label, labelled_arc.label_x, labelled_arc.label_y + _SMALL / 3, _SMALL, LABEL)
    return picture.to_svg()


def _measure_texts(texts: Iterable[str], size: float) -> list[float]:
    return [text_width(text, size) for text in texts]


def _draw_words(
    picture: Picture, layout: ArcLayout, sentence: Sentence, tags: list[str], nodes: dict[tuple[int, int], str]
) -> None:
    baseline = layout.rows[0].baseline
    for column in layout.columns:
        if column.empty_node:
            picture.text(nodes[column.word, column.empty_node], column.centre, baseline + _WORD + 3, _SMALL, FAINT)
        else:
            picture.text(sentence.forms[column.word - 1], column.centre, baseline + _WORD + 3, _WORD, INK)
            picture.text(tags[column.word - 1], column.centre, baseline + _WORD + _SMALL + 8, _SMALL, FAINT)
    for bracket in layout.brackets:
        picture.path(f"M {bracket.x:.1f} {bracket.y:.1f} v 4 h {bracket.width:.1f} v -4", LINE)
        form = sentence.ranges[bracket.index].form
        picture.text(form, bracket.x + bracket.width / 2, bracket.y + _SMALL + 5, _SMALL, FAINT)


def _draw_arc(picture: Picture, arc: DrawnArc, baseline: float) -> None:
    """Draw an arc up from the head, across, and down to the word."""
    direction = 1.0 if arc.end > arc.start else -1.0
    bend = min(_CORNER_RADIUS, abs(arc.end - arc.start) / 2, baseline - arc.top) * direction
    up = f"M {arc.start:.1f} {baseline:.1f} V {arc.top + abs(bend):.1f}"
    over = f"Q {arc.start:.1f} {arc.top:.1f} {arc.start + bend:.1f} {arc.top:.1f} H {arc.end - bend:.1f}"
    down = f"Q {arc.end:.1f} {arc.top:.1f} {arc.end:.1f} {arc.top + abs(bend):.1f} V {baseline - 4:.1f}"
    picture.path(f"{up} {over} {down}")
    picture.arrow(arc.end, baseline, arc.end, arc.top)
