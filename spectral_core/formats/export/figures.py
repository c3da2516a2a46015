"""Export of dependencies and trees to LaTeX, and of frames of algorithm traces to TikZ and SVG."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.trace import Trace
from spectral_core.data.tree import TRACE_TAG, Tree
from spectral_core.drawing.arc_layout import Skyline
from spectral_core.drawing.frame_layout import FrameLayout, lay_out_trace_frame
from spectral_core.drawing.shapes import Patch, Polyline, TextShape, Tone
from spectral_core.formats.export.markup import compose_latex_figure, escape_tex, escape_xml, is_right_to_left

_LOWEST_ARC, _LEVEL_HEIGHT = 2.0, 2.4  # ex: height of the lowest arcs, and distance between levels
_MAX_INDENT = 60  # columns of indentation
_TONES: dict[Tone, str] = {
    "text": "1a1b1f", "faint": "54575f", "line": "7e828c", "hairline": "e3e3de", "accent": "3552c8",
}  # fmt: skip
_FAMILY = "Inter, DejaVu Sans, Noto Sans, Noto Naskh Arabic, sans-serif"
_MARGIN = 10.0
_DIRECTION_ISOLATES = dict.fromkeys((0x2067, 0x2068, 0x2069))  # TeX detects directions itself
_ANCHORS = {"start": "west", "middle": "center", "end": "east"}


def dependencies_to_latex(
    sentence: Sentence, *, standalone: bool = False, tags: str = "", right_to_left: bool | None = None
) -> str:
    """Draw the dependencies of a sentence as a `dependency` environment: words, their tags, and an arc for each head.

    `tags` is a column; "" is UPOS or else XPOS. In right-to-left text the words are in visual order, and arcs are
    numbered accordingly. Multiword tokens are a wordgroup with their form below; empty nodes are grey, without their
    enhanced arcs. `standalone` makes a document that compiles.
    """
    mirrored = is_right_to_left(sentence.forms) if right_to_left is None else right_to_left
    tags = tags or ("upos" if set(sentence.upos) - {EMPTY} else "xpos")
    columns = _make_deptext_columns(sentence, sentence.column(tags))
    if mirrored:
        columns.reverse()
    positions = {word: position for position, (word, _, _) in enumerate(columns, 1) if word}
    lines = [r"\begin{dependency}[edge slant=3pt, label style={font=\scriptsize}]"]
    lines.append(r"  \begin{deptext}[column sep=0.6em, row sep=0.3ex]")
    lines.append("    " + r" \& ".join(form for _, form, _ in columns) + r" \\")
    rows = 1
    if any(tag for _, _, tag in columns):
        rows = 2
        lines.append("    " + r" \& ".join(tag for _, _, tag in columns) + r" \\")
    lines.append(r"  \end{deptext}")
    levels = _compute_arc_levels(sentence)
    for word, head in enumerate(sentence.heads, 1):
        if head is None or not 0 <= head <= len(sentence) or head == word:
            continue
        label = _escape_label(sentence.deprels[word - 1])
        height = f"edge height={_LOWEST_ARC + _LEVEL_HEIGHT * levels[word]:.1f}ex"
        if head:
            lines.append(rf"  \depedge[{height}]{{{positions[head]}}}{{{positions[word]}}}{{{label}}}")
        else:
            lines.append(rf"  \deproot[{height}]{{{positions[word]}}}{{{label}}}")
    for number, token in enumerate(sentence.ranges, 1):
        ends = sorted(positions[word] for word in (token.first, token.last) if word in positions)
        if len(ends) == 2:
            lines.append(rf"  \wordgroup{{{rows}}}{{{ends[0]}}}{{{ends[1]}}}{{range{number}}}")
            form = escape_tex(token.form)
            lines.append(rf"  \node[below, font=\scriptsize] at (range{number}.south) {{{form}}};")
    lines.append(r"\end{dependency}")
    forms = (*sentence.forms, *(token.form for token in sentence.ranges))
    return compose_latex_figure("tikz-dependency", lines, sentence.text, forms, standalone)


def _make_deptext_columns(sentence: Sentence, tags: tuple[str, ...]) -> list[tuple[int, str, str]]:
    """Return (word number, or 0 for an empty node; its form; its tag) in reading order."""
    inserted: dict[int, list[tuple[int, str, str]]] = {}
    for node in sentence.empty_nodes:
        form, _, upos = node.columns[:3]
        cell = rf"\textcolor{{gray}}{{{escape_tex(form) if form != EMPTY else ''}}}"
        inserted.setdefault(node.after, []).append((0, cell, _escape_label(upos)))
    columns = inserted.get(0, [])
    for word, (form, tag) in enumerate(zip(sentence.forms, tags, strict=True), 1):
        columns.append((word, escape_tex(form), _escape_label(tag)))
        columns += inserted.get(word, ())
    return columns


def _escape_label(value: str) -> str:
    """Return a tag or a label escaped for TeX; "" for `_`."""
    return "" if value == EMPTY else escape_tex(value)


def _compute_arc_levels(sentence: Sentence) -> list[int]:
    """Return the level of each word's arc, counted in arcs below it, shorter arcs first; the root's is highest."""
    size = len(sentence)
    heights = Skyline(size + 1)  # one slot between each word and the next
    levels = [0] * (size + 1)
    arcs = [(abs(head - word), word, head) for word, head in enumerate(sentence.heads, 1) if head and head <= size]
    for _, word, head in sorted(arc for arc in arcs if arc[2] > 0 and arc[0]):
        levels[word] = heights.raise_above_highest(min(word, head), max(word, head) - 1)
    for word, root_head in enumerate(sentence.heads, 1):
        if root_head == 0:
            levels[word] = heights.get_max_height(word - 1, word) + 1
    return levels


def tree_to_latex(
    tree: Tree,
    *,
    standalone: bool = False,
    words_on_one_line: bool = False,
    right_to_left: bool | None = None,
    text: str = "",
) -> str:
    """Draw a tree as a `forest` environment: labels with their function tags, tags, words, and traces in grey. In
    right-to-left text, children are in visual order. An outer node of empty label is omitted if it has one child.
    `text` is added as a comment; `standalone` makes a document that compiles."""
    forms = [word for _, word in tree.leaves()]
    mirrored = is_right_to_left(forms) if right_to_left is None else right_to_left
    lines = [r"\begin{forest}"]
    lines.append("  for tree={parent anchor=south, child anchor=north, inner sep=1.5pt, s sep=6pt, l sep=8pt, l=0pt},")
    if words_on_one_line:
        lines.append("  where n children=0{tier=word}{},")
    lines += _format_forest_lines(tree.without_root(), mirrored)
    lines.append(r"\end{forest}")
    return compose_latex_figure("forest", lines, text or " ".join(tree.words()), forms, standalone)


def _format_forest_lines(tree: Tree, mirrored: bool) -> list[str]:
    """Format a line for each phrase and each tag with its word; labels are in braces, so that none is syntax."""
    lines: list[str] = []
    stack: list[tuple[Tree | str, str, int] | None] = [(tree, "", 1)]
    while stack:
        if (top := stack.pop()) is None:
            lines[-1] += "]"
            continue
        node, parent, depth = top
        margin = " " * min(2 * depth, _MAX_INDENT)
        if isinstance(node, str):
            lines.append(margin + _format_forest_leaf(node, parent))
        elif node.is_tag:
            word = node.children[0]
            assert isinstance(word, str)
            lines.append(f"{margin}[{{{escape_tex(node.label)}}} {_format_forest_leaf(word, node.label)}]")
        else:
            lines.append(f"{margin}[{{{escape_tex(node.label)}}}")
            stack.append(None)
            children = node.children if mirrored else reversed(node.children)
            stack.extend((child, node.label, depth + 1) for child in children)
    return lines


def _format_forest_leaf(word: str, parent: str) -> str:
    """Format a word as a leaf of `forest`, traces in grey."""
    return f"[{{{escape_tex(word)}}}{', text=gray' if parent == TRACE_TAG else ''}]"


def frame_to_svg(trace: Trace, number: int) -> str:
    """Draw the frame after a step as SVG on a white background, with its caption and equation."""
    frame_plan = lay_out_trace_frame(trace, number, right_to_left=is_right_to_left(trace.words), with_caption=True)
    width, height = frame_plan.width + 2 * _MARGIN, frame_plan.height + 2 * _MARGIN
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
    head += f'viewBox="{-_MARGIN:g} {-_MARGIN:g} {width:.1f} {height:.1f}" font-family="{_FAMILY}">'
    title = f"<title>{escape_xml(f'{trace.title}: {trace.steps[number].caption}')}</title>"
    paper = f'<rect x="{-_MARGIN:g}" y="{-_MARGIN:g}" width="{width:.1f}" height="{height:.1f}" fill="#ffffff"/>'
    return "\n".join((head, title, paper, *_iterate_svg_elements(frame_plan), "</svg>")) + "\n"


def _iterate_svg_elements(frame_plan: FrameLayout) -> Iterator[str]:
    """Yield the SVG elements of a frame."""
    for shape in frame_plan.shapes:
        match shape:
            case Patch():
                attributes = (
                    f'x="{shape.x:.1f}" y="{shape.y:.1f}" width="{shape.width:.1f}" height="{shape.height:.1f}"'
                )
                yield f"<rect {attributes} {_make_svg_fill(shape.strength)} {_make_svg_stroke(shape)}/>"
            case Polyline():
                points = " ".join(f"{x:.1f},{y:.1f}" for x, y in shape.points)
                if shape.closed:
                    yield f'<polygon points="{points}" {_make_svg_fill(shape.strength)} {_make_svg_stroke(shape)}/>'
                else:
                    yield f'<polyline points="{points}" fill="none" {_make_svg_stroke(shape)}/>'
                if shape.arrow:
                    tip = " ".join(f"{x:.1f},{y:.1f}" for x, y in _compute_arrow_head(shape))
                    yield f'<polygon points="{tip}" fill="#{_TONES[shape.tone]}"/>'
            case TextShape():
                attributes = f'x="{shape.x:.1f}" y="{shape.y:.1f}" font-size="{shape.size:g}"'
                if shape.rotated:
                    attributes += f' transform="rotate(-90 {shape.x:.1f} {shape.y:.1f})"'
                attributes += f' fill="#{_TONES[shape.tone]}" text-anchor="{shape.anchor}"'
                attributes += ' font-weight="600"' * shape.bold
                # captions are English and left-to-right
                is_right_to_left_text = is_right_to_left([shape.text]) and "\u2068" not in shape.text
                text = f"\u2067{shape.text}\u2069" if is_right_to_left_text else shape.text
                yield f"<text {attributes}>{escape_xml(text)}</text>"


def _make_svg_fill(strength: float | None) -> str:
    """Return the SVG attribute of a fill."""
    return 'fill="none"' if strength is None else f'fill="#{_mix_accent(strength)}"'


def _mix_accent(strength: float) -> str:
    """Return the accent colour blended with white, as six hex digits; strength 1 is the pure accent."""
    accent = (int(_TONES["accent"][position : position + 2], 16) for position in (0, 2, 4))
    return "".join(f"{round(255 + (channel - 255) * strength):02x}" for channel in accent)


def _make_svg_stroke(shape: Patch | Polyline) -> str:
    """Return the SVG attributes of an outline."""
    dashes = ' stroke-dasharray="4 2.5"' * shape.dashed
    return f'stroke="#{_TONES[shape.tone]}" stroke-width="{shape.weight:g}" stroke-linejoin="round"{dashes}'


def _compute_arrow_head(line: Polyline) -> tuple[tuple[float, float], ...]:
    """Return the corners of the arrow head at the end of a line."""
    (x, y), (previous_x, previous_y) = line.points[-1], line.points[-2]
    length = hypot(x - previous_x, y - previous_y) or 1.0
    along, across = (x - previous_x) / length, (y - previous_y) / length
    left_corner = (x - 6 * along - 3.25 * across, y - 6 * across + 3.25 * along)
    right_corner = (x - 6 * along + 3.25 * across, y - 6 * across - 3.25 * along)
    return (x + along, y + across), left_corner, right_corner


def frame_to_latex(trace: Trace, number: int, *, standalone: bool = False) -> str:
    """Draw the frame after a step as a `tikzpicture` with pixels as its unit; `standalone`: a document that
    compiles."""
    frame_plan = lay_out_trace_frame(trace, number, right_to_left=is_right_to_left(trace.words), with_caption=True)
    lines = [rf"\definecolor{{{name}}}{{HTML}}{{{tone.upper()}}}" for name, tone in _TONES.items()]
    lines.append(r"\begin{tikzpicture}[x=0.75pt, y=-0.75pt, line join=round]")
    lines += [f"  {line}" for line in _iterate_tikz_commands(frame_plan)]
    lines.append(r"\end{tikzpicture}")
    texts = (trace.steps[number].caption, *trace.steps[number].equation, *trace.words)
    return compose_latex_figure("tikz", lines, f"{trace.title}: {trace.steps[number].caption}", texts, standalone)


def _iterate_tikz_commands(frame_plan: FrameLayout) -> Iterator[str]:
    """Yield the TikZ commands of a frame."""
    for shape in frame_plan.shapes:
        match shape:
            case Patch():
                corner = (shape.x + shape.width, shape.y + shape.height)
                corners = f"({shape.x:.1f},{shape.y:.1f}) rectangle ({corner[0]:.1f},{corner[1]:.1f})"
                yield rf"\path[{_make_tikz_stroke(shape)}{_make_tikz_fill(shape.strength)}] {corners};"
            case Polyline():
                points = " -- ".join(f"({x:.1f},{y:.1f})" for x, y in shape.points)
                fill = _make_tikz_fill(shape.strength) if shape.closed else ""
                yield rf"\path[{_make_tikz_stroke(shape)}{fill}] {points}{' -- cycle' * shape.closed};"
                if shape.arrow:
                    corners = " -- ".join(f"({x:.1f},{y:.1f})" for x, y in _compute_arrow_head(shape))
                    yield rf"\fill[{shape.tone}] {corners} -- cycle;"
            case TextShape():
                anchor = "base" if shape.anchor == "middle" else f"base {_ANCHORS[shape.anchor]}"
                rotation = ", rotate=90" * shape.rotated
                size = f"{0.75 * shape.size:.2f}"
                font = rf"\fontsize{{{size}}}{{{size}}}\selectfont" + r"\bfseries" * shape.bold
                options = f"anchor={anchor}, inner sep=0pt, text={shape.tone}, font={font}{rotation}"
                text = escape_tex(shape.text.translate(_DIRECTION_ISOLATES))
                yield rf"\node[{options}] at ({shape.x:.1f},{shape.y:.1f}) {{{text}}};"


def _make_tikz_stroke(shape: Patch | Polyline) -> str:
    """Return the TikZ options of an outline."""
    return f"draw={shape.tone}, line width={0.75 * shape.weight:.2f}pt{', dashed' * shape.dashed}"


def _make_tikz_fill(strength: float | None) -> str:
    """Return the TikZ option of a fill."""
    return "" if strength is None else f", fill=accent!{100 * strength:.0f}!white"
