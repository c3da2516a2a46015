"""How a drawing of dependencies is made: texts are measured and placed, and what is seen becomes items."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath
from PySide6.QtWidgets import QGraphicsScene

from spectral_core.data import EMPTY, Problem, Sentence
from spectral_core.data.dependencies import find_cycle, find_roots
from spectral_core.drawing.arc_layout import ArcLayout, ArcOptions, DrawnArc, Root, fold, place
from spectral_gui.resources import is_arabic, is_right_to_left, translating
from spectral_gui.scenes.dependencies.enhanced import Below, edges, name_of, place_below
from spectral_gui.scenes.dependencies.faces import Face, tag_face, word_face
from spectral_gui.scenes.dependencies.items import (
    LABEL,
    PADLOCK,
    TIP,
    ArcItem,
    BracketItem,
    LabelItem,
    StubItem,
    TextLine,
    WordItem,
    arc_path,
    tip,
)
from spectral_gui.scenes.ghosts import Ghost
from spectral_gui.theme import Colours

_tr = translating("dependencies")

_WIDEST = 22.0  # times the points of the font: a text beyond that is cut, and whole in its tool tip
_ARABIC_LARGER = 4  # points: Arabic letters are small for the size of their font
_GRID = 10.0  # the same, for what stands below a word where all of it does
_UNATTACHED = "?"
_MISC = 9  # the column that meanings are kept in
_STRETCH = 13.5  # the same, up to which words are moved apart for a label
_OVER = 16.0  # of a label that stands over an edge
_NAMED = 4.5  # the same, for a word that is named at a margin


@dataclass(frozen=True, slots=True)
class Kept:
    """The rows that a sentence was drawn in before: which words begin them, and how many levels they had room for."""

    starts: tuple[int, ...] = ()
    levels: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ArcStyle:
    """How a sentence is drawn: with `width`, in rows that are no wider, those `kept` where they still fit; in the
    direction of its text, unless another is given."""

    points: float = 12.0
    arabic_points: float | None = None
    right_to_left: bool | None = None
    width: float | None = None
    compact: bool = False
    lemmas: bool = False
    grid: bool = False  # all that is written of each word, a line a column
    enhanced: bool = False
    kept: Kept | None = None


@dataclass(frozen=True, slots=True)
class ArcMarks:
    """What is said of words and their arcs by how they are drawn."""

    problems: Sequence[Problem] = ()  # the words that these are about are marked
    ghosts: Mapping[int, Ghost] = field(default_factory=dict)  # of the words whose arcs are proposed only
    doubtful: Collection[int] = ()  # words that are underlined
    locked: Collection[int] = ()  # words whose arcs have a padlock
    forbidden: Collection[tuple[int, int]] = ()  # (head, word), crossed out at the word


class Maker:
    """The texts and measures of one sentence on the way into a scene."""

    def __init__(self, scene: QGraphicsScene, sentence: Sentence, colours: Colours, style: ArcStyle, marks: ArcMarks):
        self._scene, self._sentence, self._colours, self._style, self._marks = scene, sentence, colours, style, marks
        points = style.points
        text = sentence.text
        self.right_to_left = bool(is_right_to_left(text)) if style.right_to_left is None else style.right_to_left
        arabic = is_arabic(text)
        self._tags = tag_face(points)
        if arabic:
            larger = points + _ARABIC_LARGER if style.arabic_points is None else style.arabic_points
            self._face, lemma_face = word_face(larger, True), word_face(larger - 2.5, True)
        else:
            self._face, lemma_face = word_face(points, False), tag_face(points, slanted=True)
        self._widest = _WIDEST * points
        xpos = () if sentence.xpos == sentence.upos else sentence.xpos  # said once where both are one
        tagged = sentence.upos.count(EMPTY) < len(sentence)
        columns: list[tuple[int, Sequence[str], Face]] = [(2, sentence.upos, self._tags)]
        if style.lemmas or style.grid:
            columns.insert(0, (1, sentence.lemmas, lemma_face))
        if style.grid or not tagged:
            columns.append((3, xpos, self._tags))
        if style.grid:
            columns += [(5, _features(sentence), self._tags), (_MISC, _meanings(sentence), self._tags)]
        self._columns = [row for row in columns if row[1].count(EMPTY) < len(row[1])]
        self._edges = edges(sentence) if style.enhanced else []
        self._level = self._tags.height + 8
        self.words_height = 6 + self._face.height + sum(face.height for *_, face in self._columns) + self._tags.height
        size = len(sentence)
        begun = any(head is not None for head in sentence.heads)  # before that, no word is behind the others
        self._loose = {
            word
            for word, head in enumerate(sentence.heads, 1)
            if begun and (head is None or not 0 <= head <= size or head == word)
        }
        self._lines = [self._lines_of(word) for word in range(1, size + 1)]
        self._nodes = {}
        for node in sentence.empty_nodes:
            cells = [node.columns[at] if at != _MISC else EMPTY for at, *_ in self._columns]
            lines = self._set(node.columns[0], cells, f"{node.after}.{node.number}", False)
            self._nodes[node.after, node.number] = lines

    def _lines_of(self, word: int) -> tuple[TextLine, ...]:
        loose = word in self._loose
        number, cells = f"{word} {_UNATTACHED}" if loose else str(word), [row[word - 1] for _, row, _ in self._columns]
        return self._set(self._sentence.forms[word - 1], cells, number, loose)

    def _set(self, form: str, cells: Sequence[str], number: str, loose: bool) -> tuple[TextLine, ...]:
        """The lines of a word from above: its form, what its columns say, and its number."""
        face, y = self._face, 3 + self._face.height
        most = max(_GRID * self._style.points, face.width(form)) if self._style.grid else self._widest
        lines = [TextLine(face.elided(form, self._widest), face, 3 + face.ascent, False, False, self.right_to_left)]
        for cell, (*_, cell_face) in zip(cells, self._columns, strict=True):
            if cell != EMPTY:
                shown = cell_face.elided(cell, most)
                way = bool(is_right_to_left(cell))
                lines.append(TextLine(shown, cell_face, y + cell_face.ascent, right_to_left=way))
            y += cell_face.height
        lines.append(TextLine(number, self._tags, y + self._tags.ascent, wrong=loose))
        return tuple(lines)

    def place(self) -> tuple[ArcLayout, list[Below], float]:
        """Where everything goes; the lines of the enhanced graph, and the height that they need in each row."""
        width, kept = self._style.width, self._style.kept
        widths = [_width(lines) for lines in self._lines]
        self._said = self._widths_said()
        if width is None:
            layout = self._place(widths)
        elif kept is None or not (layout := self._place(widths, kept)).width <= width + _OVER:
            kept = self._folded(widths, width)
            layout = self._place(widths, kept)
        below = place_below(layout, self._edges, self._tags.width, self.right_to_left)
        extra = self._level * max((line.level for line in below), default=0)
        if extra:
            extra += self._tags.height / 2
            layout = self._place(widths, kept, extra)
        return layout, below, extra

    def _folded(self, widths: Sequence[float], width: float) -> Kept:
        """The rows that a width needs; none of them higher than its own arcs."""
        return Kept(fold(self._place(widths), self._sentence.heads, self._said[1], width, self.right_to_left))

    def _place(self, widths: Sequence[float], kept: Kept | None = None, extra: float = 0.0) -> ArcLayout:
        sentence, tags = self._sentence, self._tags
        labels, cut_labels = self._said
        options = ArcOptions(
            right_to_left=self.right_to_left,
            compact=self._style.compact,
            level_height=self._level,
            label_height=tags.height,
            words_height=self.words_height + extra,
            bracket_height=self._face.height + 12,
            row_starts=() if kept is None else kept.starts,
            levels=() if kept is None else kept.levels,
            width=0.0 if kept is None or self._style.compact else self._style.width or 0.0,
            digit_width=tags.width("0"),
            stretch=_STRETCH * self._style.points,
        )
        return place(
            widths,
            sentence.heads,
            labels,
            options,
            ranges=[(one.first, one.last, self._face.width(one.form)) for one in sentence.ranges],
            empty_nodes=[(*node, _width(lines)) for node, lines in self._nodes.items()],
            cut_labels=cut_labels,
        )

    def _widths_said(self) -> tuple[list[float], list[tuple[float, float]]]:
        """The widths of what is said of each word's arc, whole and where it is cut."""
        tags, locked, sentence = self._tags, self._marks.locked, self._sentence
        labels = ((word, self._label(word)) for word in range(1, len(sentence) + 1))
        return (
            [
                tags.width(said) + LABEL + PADLOCK * (at in locked) if said or at in locked else 0.0
                for at, said in labels
            ],
            [self._cut_widths(word, head) for word, head in enumerate(sentence.heads, 1)],
        )

    def _cut_label(self, word: int, other: int, arrives: bool) -> str:
        """What is said of an arc at the margin: where it goes, or where it comes from."""
        said = f"{other} \u2068{self._tags.elided(self._sentence.forms[other - 1], _NAMED * self._style.points)}\u2069"
        arrow = "←" if self.right_to_left else "→"
        parts = [said, self._label(word)] if arrives else [self._label(word), said]
        return f" {arrow} ".join(parts if not self.right_to_left else parts[::-1]).strip()

    def _cut_widths(self, word: int, head: int | None) -> tuple[float, float]:
        """The widths of what would be said of a word's arc at the margins, where it leaves and where it arrives."""
        if not head or not 0 < head <= len(self._sentence):
            return 0.0, 0.0
        more = PADLOCK * (word in self._marks.locked) + LABEL
        leaving, arriving = self._cut_label(word, word, False), self._cut_label(word, head, True)
        return self._tags.width(leaving) + more, self._tags.width(arriving) + more

    def draw_words(self, words: dict[int, WordItem], layout: ArcLayout) -> None:
        said: defaultdict[int, list[Problem]] = defaultdict(list)
        for problem in self._marks.problems:
            said[problem.word].append(problem)
        for column in layout.columns:
            node = (column.word, column.empty)
            lines = self._nodes[node] if column.empty else self._lines[column.word - 1]
            item = WordItem(lines, column.width, self.words_height, self._colours)
            item.setPos(column.centre, layout.rows[column.row].baseline)
            self._scene.addItem(item)
            if column.empty:
                item.dashed = True
                continue
            words[column.word] = item
            item.dashed = column.word in self._loose
            found = said.get(column.word, ())
            if found:
                item.underline(all(problem.warning for problem in found))
            form = self._sentence.forms[column.word - 1]
            whole = [form] if lines[0].text != form else []
            if found or whole:
                tip_lines = [*whole, *(f"⚠ {problem.message}. {problem.remedy}" for problem in found)]
                item.setToolTip("<br>".join(map(escape, tip_lines)))

    def draw_arcs(self, arcs: dict[int, list[ArcItem]], labels: dict[int, list[LabelItem]], layout: ArcLayout) -> None:
        wrong = self._wrong(self._marks.problems)
        drawn: tuple[DrawnArc | Root, ...] = (*layout.arcs, *layout.roots)
        for arc in drawn:
            foot = layout.rows[arc.row].baseline
            text = self._label(arc.word)
            if isinstance(arc, Root):
                path = QPainterPath(QPointF(arc.x, arc.top))
                path.lineTo(arc.x, foot - TIP)
                item = ArcItem(path, tip(arc.x, foot), self._colours)
            else:
                arrives = arc.part != "leaving"
                path = arc_path(arc.start, arc.end, foot, arc.top, leaves=arc.part != "arriving", arrives=arrives)
                item = ArcItem(path, tip(arc.end, foot) if arrives else None, self._colours)
                if arc.continues:
                    text = self._cut_label(arc.word, arc.continues, arrives)
            item.wrong = arc.word in wrong
            ghost, locked = self._marks.ghosts.get(arc.word), arc.word in self._marks.locked
            item.ghost = None if ghost is None or ghost.relation_only else ghost
            item.locked = locked
            self._scene.addItem(item)
            arcs.setdefault(arc.word, []).append(item)
            if text or locked:
                label = LabelItem(text, self._tags, self._colours, locked)
                label.wrong, label.faint = item.wrong, item.ghost is not None
                label.proposed = ghost is not None and ghost.relation_only
                notes = (_tr("locked") if locked else "", "" if ghost is None else ghost.said)
                if any(notes):
                    label.setToolTip(escape(", ".join(filter(None, notes))))
                label.setPos(arc.label_x, arc.label_y)
                label.setZValue(2)
                self._scene.addItem(label)
                labels.setdefault(arc.word, []).append(label)

    def draw_forbidden(self, stubs: dict[int, list[StubItem]], layout: ArcLayout) -> None:
        """Crosses out what words must not hang from, on the side on which that stands."""
        for head, word in sorted(self._marks.forbidden):
            column = layout.column(word)
            right = (word < head) != self.right_to_left if head else False
            beside = stubs.setdefault(word, [])
            item = StubItem(1.0 if right else -1.0, len(beside), self._colours)
            item.setPos(column.centre, layout.rows[column.row].baseline)
            named = f"{head} \u2068{self._sentence.forms[head - 1]}\u2069" if head else _tr("the root")
            item.setToolTip(escape(_tr("Forbidden below {0}; free the word to allow it again").format(named)))
            item.setZValue(3)
            self._scene.addItem(item)
            beside.append(item)

    def _label(self, word: int) -> str:
        """The relation as it is written: with a star where a ghost has moved."""
        relation = self._sentence.deprels[word - 1]
        text = "" if relation == EMPTY else relation
        ghost = self._marks.ghosts.get(word)
        return f"{text} *".strip() if ghost is not None and ghost.moved else text

    def _wrong(self, problems: Sequence[Problem]) -> set[int]:
        """The words whose arc itself is what a problem is about: a circle, one root too many, an unknown relation."""
        if not problems:
            return set()
        heads = self._sentence.heads
        found = set(find_cycle(heads))
        tops = find_roots(heads)
        if len(tops) > 1:
            found.update(tops)
        found.update(problem.word for problem in problems if problem.about == "relation")
        return found

    def draw_below(self, layout: ArcLayout, below: Sequence[Below], extra: float) -> QRectF:
        """Draws what stands below the words, brackets of ranges and then the enhanced graph; where that is."""
        area = QRectF()
        for bracket in layout.brackets:
            form = self._sentence.ranges[bracket.index].form
            item = BracketItem(form, self._face, bracket.width, self._colours, self.right_to_left)
            item.setPos(bracket.x, bracket.y - extra)
            self._scene.addItem(item)
        for line in below:
            foot = layout.rows[line.row].bottom - extra
            top = foot + line.level * self._level
            point = tip(line.end, foot, -1.0) if line.arrives else None
            if line.start == line.end:
                path = QPainterPath(QPointF(line.end, top))
                path.lineTo(line.end, foot + TIP)
            else:
                path = arc_path(line.start, line.end, foot, top, leaves=line.leaves, arrives=line.arrives)
            arc = ArcItem(path, point, self._colours)
            arc.below = True
            label = LabelItem(line.text, self._tags, self._colours)
            label.faint = True
            label.setPos((line.start + line.end) / 2, top)
            label.setZValue(2)
            label.setToolTip(f"{name_of(line.edge.head)} → {name_of(line.edge.node)}: {escape(line.edge.label)}")
            for one in (arc, label):
                self._scene.addItem(one)
                area = area.united(one.sceneBoundingRect())
        return area


def _features(sentence: Sentence) -> list[str]:
    """The values of each word's features, as lines of glosses have them."""
    values = ("·".join(item.partition("=")[2] or item for item in row.split("|")) for row in sentence.feats)
    return [value if row != EMPTY else EMPTY for row, value in zip(sentence.feats, values, strict=True)]


def _meanings(sentence: Sentence) -> list[str]:
    found = sentence.with_readings().analyses
    return [EMPTY if one is None or not one.gloss else one.gloss for one in found]


def _width(lines: Sequence[TextLine]) -> float:
    return max(line.face.width(line.text) for line in lines) + 4
