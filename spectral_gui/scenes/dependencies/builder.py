"""Builder of a dependency drawing: measures texts, lays out arcs and the enhanced graph, and places items on the
scene."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape

from PySide6.QtCore import QRectF

from spectral_core.data import EMPTY, Problem, Sentence
from spectral_core.data.dependencies import find_cycle, find_roots
from spectral_core.data.graph_validation import parse_deps_cell
from spectral_core.drawing.arc_layout import ArcLayout, ArcOptions, DrawnArc, RootArrow, lay_out_arcs
from spectral_core.drawing.line_breaking import choose_row_starts
from spectral_gui.scenes.dependencies.items import (
    ARCS,
    BRACKETS,
    ENHANCED_ARCS,
    ENHANCED_LABELS,
    LABEL_MARGIN,
    LABELS,
    PADLOCK_WIDTH,
    ROOT_LABELS,
    ROOTS,
    STUBS,
    WORDS,
    ArcContent,
    ArcItem,
    BracketContent,
    ForbiddenArcItem,
    LabelContent,
    LabelItem,
    MultiwordTokenItem,
    PlacedItems,
    StubContent,
    TextLine,
    WordContent,
    WordItem,
)
from spectral_gui.scenes.drawing_parts import MeasuredFont, SuggestedPart, get_tag_font, get_word_font
from spectral_gui.text_display import is_arabic, is_right_to_left, make_translator
from spectral_gui.theme import Colours

EnhancedNode = tuple[int, int]  # (word, 0), or an empty node: (word before it, its number)
ROOT_NODE: EnhancedNode = (0, 0)
_FOOT_GAP = 6.0  # between the ends of two lines at one word
_tr = make_translator("dependencies")
_MAX_TEXT_WIDTH = 22.0  # in font sizes: a longer text is elided, and in full in its tool tip
_ARABIC_EXTRA_POINTS = 4  # points: Arabic letters look small at the size of their font
_MAX_CELL_WIDTH = 10.0  # in font sizes: of a cell in the interlinear view
_UNATTACHED_MARK = "?"
_FEATS_COLUMN, _GLOSS_COLUMN = 4, 9  # the index of FEATS in a line without its number; a number for glosses
_MAX_WORD_SHIFT = 13.5  # in font sizes: limit up to which words are moved apart for a label
_MAX_OVERHANG = 16.0  # of a label beyond the edge
_MAX_MARGIN_FORM_WIDTH = 4.5  # in font sizes: of a word named at the margin


@dataclass(frozen=True, slots=True)
class EnhancedEdge:
    """Arc of the enhanced graph as in DEPS."""

    head: EnhancedNode
    node: EnhancedNode
    label: str


@dataclass(frozen=True, slots=True)
class EnhancedEdgeLine:
    """Line of an enhanced edge below the words, from a head to a node; cut if the two are in different rows."""

    edge: EnhancedEdge
    row: int
    start: float
    end: float
    text: str  # its label; if it is cut, with the number of the node at the other end
    level: int = 0  # from 1, the nearest to the words
    has_start: bool = True
    has_end: bool = True


def read_enhanced_edges(sentence: Sentence) -> list[EnhancedEdge]:
    """Return the arcs in the column DEPS that differ from the basic ones; unreadable ones are left out."""
    cells: dict[EnhancedNode, str] = {(word, 0): cell for word, cell in enumerate(sentence.deps, 1)}
    cells |= {(node.after, node.number): node.columns[7] for node in sentence.empty_nodes}
    edges: list[EnhancedEdge] = []
    for (word, number), cell in cells.items():
        basic = None if number else ((sentence.heads[word - 1], 0), sentence.deprels[word - 1])
        arcs, _ = parse_deps_cell(cell)
        edges += [EnhancedEdge(head, (word, number), label) for head, label in arcs if (head, label) != basic]
    return edges


def format_node_number(node: EnhancedNode) -> str:
    """Return the number of a node as in CoNLL-U: 5 for a word, 5.1 for an empty node."""
    return f"{node[0]}.{node[1]}" if node[1] else str(node[0])


def lay_out_enhanced_edges(
    layout: ArcLayout, edges: Sequence[EnhancedEdge], measure: Callable[[str], float], right_to_left: bool = False
) -> list[EnhancedEdgeLine]:
    """Lay out the lines of enhanced edges below the words, short ones nearest; `measure` gives the width of a label. An
    edge whose nodes are in different rows becomes two lines; edges of absent nodes are left out."""
    columns = {(column.word, column.empty_node): column for column in layout.columns}
    order = {node: index for index, node in enumerate(columns)}
    lines: list[EnhancedEdgeLine] = []
    for edge in edges:
        node_column, head_column = columns.get(edge.node), columns.get(edge.head)
        if node_column is None or edge.head == edge.node:
            continue
        if edge.head == ROOT_NODE:
            lines.append(
                EnhancedEdgeLine(
                    edge, node_column.row, node_column.centre, node_column.centre, edge.label, has_start=False
                )
            )
        elif head_column is not None and head_column.row == node_column.row:
            lines.append(EnhancedEdgeLine(edge, node_column.row, head_column.centre, node_column.centre, edge.label))
        elif head_column is not None:
            is_forward = (order[edge.node] > order[edge.head]) != right_to_left
            for column, other_node, leaves in ((head_column, edge.node, True), (node_column, edge.head, False)):
                text = f"{edge.label} {format_node_number(other_node)}"
                length = (measure(text) + 16) * (1 if is_forward else -1)
                centre = column.centre
                start, end = (centre, centre + length) if leaves else (centre - length, centre)
                lines.append(EnhancedEdgeLine(edge, column.row, start, end, text, has_start=leaves, has_end=not leaves))
    return _assign_line_levels(_spread_line_ends(lines), measure)


def _spread_line_ends(lines: Sequence[EnhancedEdgeLine]) -> list[EnhancedEdgeLine]:
    """Move the ends of lines that meet at a word apart: lines to the left on the left, longer ones outside."""
    feet: defaultdict[tuple[int, float], list[tuple[bool, float, int, bool]]] = defaultdict(list)
    for number, line in enumerate(lines):
        reach = line.end - line.start
        if line.has_start:
            feet[line.row, line.start].append((reach > 0, -reach, number, True))
        if line.has_end:
            feet[line.row, line.end].append((reach < 0, reach, number, False))
    spread_lines = list(lines)
    for line_ends in feet.values():
        line_ends.sort()
        for rank, (_, _, number, is_start) in enumerate(line_ends):
            shift = _FOOT_GAP * (rank - (len(line_ends) - 1) / 2)
            line = spread_lines[number]
            if line.start == line.end:
                spread_lines[number] = replace(line, start=line.start + shift, end=line.end + shift)
            elif is_start:
                spread_lines[number] = replace(line, start=line.start + shift)
            else:
                spread_lines[number] = replace(line, end=line.end + shift)
    return spread_lines


def _assign_line_levels(lines: Sequence[EnhancedEdgeLine], measure: Callable[[str], float]) -> list[EnhancedEdgeLine]:
    """Put each line one level below everything that it or its label would touch, the shortest lines first."""
    spans_by_row: defaultdict[int, list[tuple[float, float, int]]] = defaultdict(list)  # by row: (from, to, level)
    levelled_lines = []
    for line in sorted(lines, key=lambda line: (abs(line.end - line.start), line.start)):
        middle, half_label = (line.start + line.end) / 2, measure(line.text) / 2 + 4
        left = min(line.start, line.end, middle - half_label)
        right = max(line.start, line.end, middle + half_label)
        levels_above = [level for first, last, level in spans_by_row[line.row] if first <= right and left <= last]
        level = max(levels_above, default=0) + 1
        spans_by_row[line.row].append((left, right, level))
        levelled_lines.append(replace(line, level=level))
    return levelled_lines


@dataclass(frozen=True, slots=True)
class RowLayout:
    """Rows of a drawing: the words that begin them, and the number of levels in each."""

    starts: tuple[int, ...] = ()
    levels: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ArcStyle:
    """Style of a dependency drawing: with `width`, in rows no wider than that, those of `row_layout` if they still fit;
    in the direction of the text unless `right_to_left` is set."""

    points: float = 12.0
    arabic_points: float | None = None
    right_to_left: bool | None = None
    width: float | None = None
    compact: bool = False
    lemmas: bool = False
    interlinear: bool = False  # all columns of each word, one per line
    enhanced: bool = False
    row_layout: RowLayout | None = None


@dataclass(frozen=True, slots=True)
class ArcMarks:
    """Annotation of words and their arcs that affects how these are drawn."""

    problems: Sequence[Problem] = ()  # the words concerned are marked
    suggested_parts: Mapping[int, SuggestedPart] = field(default_factory=dict)  # words whose arcs are only suggested
    uncertain: Collection[int] = ()  # words that are underlined
    locked: Collection[int] = ()  # words whose arcs have a padlock
    forbidden: Collection[tuple[int, int]] = ()  # (head, word), crossed out at the word


class ArcDrawingBuilder:
    """Builder of the drawing of one sentence: measures its texts, lays them out and places the items."""

    def __init__(self, items: PlacedItems, sentence: Sentence, colours: Colours, style: ArcStyle, marks: ArcMarks):
        self._items, self._sentence, self._colours, self._style, self._marks = items, sentence, colours, style, marks
        points = style.points
        text = sentence.text
        self.right_to_left = bool(is_right_to_left(text)) if style.right_to_left is None else style.right_to_left
        arabic = is_arabic(text)
        self._tag_face = get_tag_font(points)
        if arabic:
            arabic_points = points + _ARABIC_EXTRA_POINTS if style.arabic_points is None else style.arabic_points
            self._word_face, lemma_face = get_word_font(arabic_points, True), get_word_font(arabic_points - 2.5, True)
        else:
            self._word_face, lemma_face = get_word_font(points, False), get_tag_font(points, slanted=True)
        self._max_text_width = _MAX_TEXT_WIDTH * points
        xpos = () if sentence.xpos == sentence.upos else sentence.xpos  # shown once if both are the same
        has_tags = sentence.upos.count(EMPTY) < len(sentence)
        columns: list[tuple[int, Sequence[str], MeasuredFont]] = [(2, sentence.upos, self._tag_face)]
        if style.lemmas or style.interlinear:
            columns.insert(0, (1, sentence.lemmas, lemma_face))
        if style.interlinear or not has_tags:
            columns.append((3, xpos, self._tag_face))
        if style.interlinear:
            columns += [
                (_FEATS_COLUMN, [_format_features(feats) for feats in sentence.feats], self._tag_face),
                (_GLOSS_COLUMN, _get_glosses(sentence), self._tag_face),
            ]
        self._columns = [column for column in columns if column[1].count(EMPTY) < len(column[1])]
        self._enhanced_edges = read_enhanced_edges(sentence) if style.enhanced else []
        self._level_height = self._tag_face.height + 8
        self.words_height = (
            6 + self._word_face.height + sum(face.height for *_, face in self._columns) + self._tag_face.height
        )
        size = len(sentence)
        has_heads = any(head is not None for head in sentence.heads)  # without any, no word is marked as unattached
        self._unattached = {
            word
            for word, head in enumerate(sentence.heads, 1)
            if has_heads and (head is None or not 0 <= head <= size or head == word)
        }
        self._word_lines = [self._make_word_lines(word) for word in range(1, size + 1)]
        self._empty_node_lines = {}
        for node in sentence.empty_nodes:
            texts = dict(enumerate(node.columns[:_FEATS_COLUMN]))
            texts[_FEATS_COLUMN] = _format_features(node.columns[_FEATS_COLUMN])
            cells = [texts.get(column_index, EMPTY) for column_index, *_ in self._columns]
            lines = self._make_text_lines(node.columns[0], cells, f"{node.after}.{node.number}", False)
            self._empty_node_lines[node.after, node.number] = lines

    def _make_word_lines(self, word: int) -> tuple[TextLine, ...]:
        """Return the lines of a word from above: its form, its columns, and its number."""
        is_unattached = word in self._unattached
        number, cells = (
            f"{word} {_UNATTACHED_MARK}" if is_unattached else str(word),
            [column[word - 1] for _, column, _ in self._columns],
        )
        return self._make_text_lines(self._sentence.forms[word - 1], cells, number, is_unattached)

    def _make_text_lines(
        self, form: str, cells: Sequence[str], number: str, is_unattached: bool
    ) -> tuple[TextLine, ...]:
        """Return the lines of a word or an empty node from above: form, cells of the columns, and number."""
        face, y = self._word_face, 3 + self._word_face.height
        max_width = (
            max(_MAX_CELL_WIDTH * self._style.points, face.measure_width(form))
            if self._style.interlinear
            else self._max_text_width
        )
        lines = [
            TextLine(
                _fit_text(face, form, self._max_text_width), face, 3 + face.ascent, False, False, self.right_to_left
            )
        ]
        for cell, (*_, cell_face) in zip(cells, self._columns, strict=True):
            if cell != EMPTY:
                text = _fit_text(cell_face, cell, max_width)
                is_cell_right_to_left = bool(is_right_to_left(cell))
                lines.append(TextLine(text, cell_face, y + cell_face.ascent, right_to_left=is_cell_right_to_left))
            y += cell_face.height
        lines.append(TextLine(number, self._tag_face, y + self._tag_face.ascent, has_problem=is_unattached))
        return tuple(lines)

    def lay_out(self) -> tuple[ArcLayout, list[EnhancedEdgeLine], float]:
        """Return the layout of words and arcs, the lines of the enhanced graph, and the height that these need in each
        row."""
        width, row_layout = self._style.width, self._style.row_layout
        widths = [_measure_widest_line(lines) for lines in self._word_lines]
        self._label_widths = self._measure_arc_labels()
        if width is None:
            layout = self._compute_layout(widths)
        elif (
            row_layout is None
            or not (layout := self._compute_layout(widths, row_layout)).width <= width + _MAX_OVERHANG
        ):
            row_layout = self._break_into_rows(widths, width)
            layout = self._compute_layout(widths, row_layout)
        edge_lines = lay_out_enhanced_edges(
            layout, self._enhanced_edges, self._tag_face.measure_width, self.right_to_left
        )
        enhanced_height = self._level_height * max((line.level for line in edge_lines), default=0)
        if enhanced_height:
            enhanced_height += self._tag_face.height / 2
            layout = self._compute_layout(widths, row_layout, enhanced_height)
        return layout, edge_lines, enhanced_height

    def _break_into_rows(self, widths: Sequence[float], width: float) -> RowLayout:
        """Return the rows that fit into a width."""
        return RowLayout(
            choose_row_starts(
                self._compute_layout(widths, has_levels=False),
                self._sentence.heads,
                self._label_widths[1],
                width,
                self.right_to_left,
            )
        )

    def _compute_layout(
        self,
        widths: Sequence[float],
        row_layout: RowLayout | None = None,
        enhanced_height: float = 0.0,
        has_levels: bool = True,
    ) -> ArcLayout:
        """Compute the layout of words and arcs, in rows if these are given."""
        sentence, tags = self._sentence, self._tag_face
        labels, cut_labels = self._label_widths
        options = ArcOptions(
            right_to_left=self.right_to_left,
            compact=self._style.compact,
            level_height=self._level_height,
            label_height=tags.height,
            words_height=self.words_height + enhanced_height,
            bracket_height=self._word_face.height + 12,
            row_starts=() if row_layout is None else row_layout.starts,
            levels=() if row_layout is None else row_layout.levels,
            width=0.0 if row_layout is None or self._style.compact else self._style.width or 0.0,
            digit_width=tags.measure_width("0"),
            max_label_space=_MAX_WORD_SHIFT * self._style.points,
            has_levels=has_levels,
        )
        return lay_out_arcs(
            widths,
            sentence.heads,
            labels,
            options,
            ranges=[
                (token_range.first, token_range.last, self._word_face.measure_width(token_range.form))
                for token_range in sentence.ranges
            ],
            empty_nodes=[(*node, _measure_widest_line(lines)) for node, lines in self._empty_node_lines.items()],
            cut_labels=cut_labels,
        )

    def _measure_arc_labels(self) -> tuple[list[float], list[tuple[float, float]]]:
        """Return the widths of the label of each word's arc: in one piece, and in two if the arc is cut between
        rows."""
        tags, locked, sentence = self._tag_face, self._marks.locked, self._sentence
        labels = ((word, self._format_arc_label(word)) for word in range(1, len(sentence) + 1))
        return (
            [
                tags.measure_width(label) + LABEL_MARGIN + PADLOCK_WIDTH * (word_number in locked)
                if label or word_number in locked
                else 0.0
                for word_number, label in labels
            ],
            [self._measure_cut_labels(word, head) for word, head in enumerate(sentence.heads, 1)],
        )

    def _format_cut_label(self, word: int, other_word: int, arrives: bool) -> str:
        """Return the label of an arc cut between rows, with the word in the other row; `arrives` for the part at the
        dependent."""
        max_width = _MAX_MARGIN_FORM_WIDTH * self._style.points
        other_form = _fit_text(self._tag_face, self._sentence.forms[other_word - 1], max_width)
        other_text = f"{other_word} \u2068{other_form}\u2069"
        arrow = "←" if self.right_to_left else "→"
        parts = [other_text, self._format_arc_label(word)] if arrives else [self._format_arc_label(word), other_text]
        return f" {arrow} ".join(parts if not self.right_to_left else parts[::-1]).strip()

    def _measure_cut_labels(self, word: int, head: int | None) -> tuple[float, float]:
        """Return the widths of the two labels that a word's arc has if it is cut: where it leaves and where it
        arrives."""
        if not head or not 0 < head <= len(self._sentence):
            return 0.0, 0.0
        extra_width = PADLOCK_WIDTH * (word in self._marks.locked) + LABEL_MARGIN
        leaving, arriving = self._format_cut_label(word, word, False), self._format_cut_label(word, head, True)
        return self._tag_face.measure_width(leaving) + extra_width, self._tag_face.measure_width(arriving) + extra_width

    def draw_words(self, words: dict[int, WordItem], layout: ArcLayout) -> None:
        """Add the items of words and empty nodes with their problems to the scene, and those of words to `words`."""
        problems_by_word: defaultdict[int, list[Problem]] = defaultdict(list)
        for problem in self._marks.problems:
            problems_by_word[problem.word].append(problem)
        uncertain = set(self._marks.uncertain)
        for column in layout.columns:
            x, y = column.x + column.width / 2, layout.rows[column.row].baseline
            lines = self._get_lines(column.word, column.empty_node)
            if column.empty_node:
                content = WordContent(lines, column.width, self.words_height, self._colours, has_dashed_frame=True)
                self._items.place(WordItem, (WORDS, column.word, column.empty_node), content, x, y)
                continue
            problems = problems_by_word.get(column.word, ())
            is_warning = all(problem.warning for problem in problems)
            form = self._sentence.forms[column.word - 1]
            tip_lines = [form] if lines[0].text != form else []
            tip_lines += [f"⚠ {problem.message}. {problem.remedy}" for problem in problems]
            content = WordContent(
                lines,
                column.width,
                self.words_height,
                self._colours,
                column.word in self._unattached,
                column.word in uncertain,
                "" if not problems else "warning" if is_warning else "error",
                "<br>".join(map(escape, tip_lines)),
            )
            words[column.word] = self._items.place(WordItem, (WORDS, column.word, 0), content, x, y)

    def _get_lines(self, word: int, empty_node: int) -> tuple[TextLine, ...]:
        """Return the lines of a word, or of an empty node after it."""
        return self._empty_node_lines[word, empty_node] if empty_node else self._word_lines[word - 1]

    def draw_arcs(self, arcs: dict[int, list[ArcItem]], labels: dict[int, list[LabelItem]], layout: ArcLayout) -> None:
        """Add the items of arcs and their labels to the scene, styled by their annotation, and to `arcs` and
        `labels`."""
        wrong_words = self._find_words_with_arc_problems(self._marks.problems)
        layout_arcs: tuple[DrawnArc | RootArrow, ...] = (*layout.arcs, *layout.roots)
        suggested_parts, locked_words = self._marks.suggested_parts, self._marks.locked
        for arc in layout_arcs:
            word, foot = arc.word, layout.rows[arc.row].baseline
            is_wrong, locked, suggested_part = word in wrong_words, word in locked_words, suggested_parts.get(word)
            is_relation_only = suggested_part is not None and suggested_part.is_relation_only
            arc_part = None if is_relation_only else suggested_part
            if isinstance(arc, RootArrow):
                text, layer, part = self._format_arc_label(word), 1, 0
                content = ArcContent(arc.x, arc.x, -arc.height, self._colours, True, True, is_wrong, locked, arc_part)
            else:
                arrives, leaves, layer = arc.part != "leaving", arc.part != "arriving", 0
                part = int(not leaves)
                content = ArcContent(
                    arc.start, arc.end, -arc.height, self._colours, leaves, arrives, is_wrong, locked, arc_part
                )
                text = (
                    self._format_cut_label(word, arc.continued_at, arrives)
                    if arc.continued_at
                    else self._format_arc_label(word)
                )
            slot = (ARCS, ROOTS)[layer], word, part
            arcs.setdefault(word, []).append(self._items.place(ArcItem, slot, content, 0.0, foot))
            if text or locked:
                notes = (_tr("locked") if locked else "", "" if suggested_part is None else suggested_part.note)
                label_content = LabelContent(
                    text,
                    self._tag_face,
                    self._colours,
                    locked,
                    is_wrong,
                    arc_part is not None,
                    is_relation_only,
                    escape(", ".join(filter(None, notes))),
                )
                slot = (LABELS, ROOT_LABELS)[layer], word, part
                label = self._items.place(LabelItem, slot, label_content, arc.label_x, arc.label_y)
                labels.setdefault(word, []).append(label)

    def draw_forbidden_arcs(self, stubs: dict[int, list[ForbiddenArcItem]], layout: ArcLayout) -> None:
        """Draw a crossed-out stub for each forbidden head of a word, on the side where the head is."""
        for head, word in sorted(self._marks.forbidden):
            column = layout.find_column(word)
            is_right = (word < head) != self.right_to_left if head else False
            word_stubs = stubs.setdefault(word, [])
            head_name = f"{head} \u2068{self._sentence.forms[head - 1]}\u2069" if head else _tr("the root")
            tip = escape(_tr("Forbidden below {0}; free the word to allow it again").format(head_name))
            content = StubContent(1.0 if is_right else -1.0, len(word_stubs), self._colours, tip)
            slot, foot = (STUBS, word, len(word_stubs)), layout.rows[column.row].baseline
            word_stubs.append(self._items.place(ForbiddenArcItem, slot, content, column.centre, foot))

    def _format_arc_label(self, word: int) -> str:
        """Return the relation of a word; a star marks a suggested head that differs from the tree compared with."""
        relation = self._sentence.deprels[word - 1]
        text = "" if relation == EMPTY else relation
        suggested_part = self._marks.suggested_parts.get(word)
        return f"{text} *".strip() if suggested_part is not None and suggested_part.is_changed else text

    def _find_words_with_arc_problems(self, problems: Sequence[Problem]) -> set[int]:
        """Return the words whose arc itself has a problem: a cycle, one root too many, an unknown relation."""
        if not problems:
            return set()
        heads = self._sentence.heads
        wrong_words = set(find_cycle(heads))
        roots = find_roots(heads)
        if len(roots) > 1:
            wrong_words.update(roots)
        wrong_words.update(problem.word for problem in problems if problem.about == "relation")
        return wrong_words

    def draw_brackets_and_enhanced_graph(
        self, layout: ArcLayout, edge_lines: Sequence[EnhancedEdgeLine], enhanced_height: float
    ) -> QRectF:
        """Draw the brackets of multiword tokens and then the enhanced graph below the words; return the area of the
        graph."""
        area = QRectF()
        for number, bracket in enumerate(layout.brackets):
            form = self._sentence.ranges[bracket.index].form
            content = BracketContent(form, self._word_face, bracket.width, self._colours, self.right_to_left)
            y = bracket.y - enhanced_height
            self._items.place(MultiwordTokenItem, (BRACKETS, number, 0), content, bracket.x, y)
        for number, line in enumerate(edge_lines):
            foot = layout.rows[line.row].bottom - enhanced_height
            top = line.level * self._level_height
            arc_content = ArcContent(
                line.start, line.end, top, self._colours, line.has_start, line.has_end, is_below=True
            )
            arc = self._items.place(ArcItem, (ENHANCED_ARCS, number, 0), arc_content, 0.0, foot)
            head, node = format_node_number(line.edge.head), format_node_number(line.edge.node)
            tip = f"{head} → {node}: {escape(line.edge.label)}"
            label_content = LabelContent(line.text, self._tag_face, self._colours, is_faint=True, tool_tip=tip)
            label = self._items.place(
                LabelItem, (ENHANCED_LABELS, number, 0), label_content, (line.start + line.end) / 2, foot + top
            )
            area = area.united(arc.sceneBoundingRect()).united(label.sceneBoundingRect())
        return area


def _format_features(feats: str) -> str:
    """Return the feature values of a word as in interlinear glosses, joined by a dot."""
    return "·".join(item.partition("=")[2] or item for item in feats.split("|"))


def _get_glosses(sentence: Sentence) -> list[str]:
    """Return the gloss of each word; EMPTY where there is none."""
    analyses = sentence.with_readings_from_columns().analyses
    return [EMPTY if analysis is None or not analysis.gloss else analysis.gloss for analysis in analyses]


def _fit_text(face: MeasuredFont, text: str, max_width: float) -> str:
    """Return the text, cut with an ellipsis if it is wider than `max_width`."""
    return text if face.measure_width(text) <= max_width else face.elide_text(text, max_width)


def _measure_widest_line(lines: Sequence[TextLine]) -> float:
    """Return the width of the widest line, with a margin."""
    return max(line.face.measure_width(line.text) for line in lines) + 4
