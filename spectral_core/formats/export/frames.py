"""A frame of a trace as SVG and as a figure of TikZ: the same shapes, in light colours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from math import hypot

from spectral_core.data.trace import Trace
from spectral_core.drawing.frames import FramePlan, Lettering, Patch, Polyline, Tone, plan
from spectral_core.formats.export.tex import escaped, figure, is_right_to_left

_TONES: dict[Tone, str] = {
    "text": "1a1b1f", "faint": "54575f", "line": "7e828c", "hairline": "e3e3de", "accent": "3552c8",
}  # fmt: skip
_FAMILY = "Inter, DejaVu Sans, Noto Sans, Noto Naskh Arabic, sans-serif"
_NOT_XML = re.compile("[^\\t\\n -\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")
_MARGIN = 10.0
_ISOLATES = dict.fromkeys((0x2067, 0x2068, 0x2069))  # TeX finds directions by itself
_ANCHORS = {"start": "west", "middle": "center", "end": "east"}


def svg_frame(trace: Trace, number: int) -> str:
    """The frame after a step, with its caption and equation, as one drawing on white paper."""
    made = plan(trace, number, right_to_left=is_right_to_left(trace.words), told=True)
    width, height = made.width + 2 * _MARGIN, made.height + 2 * _MARGIN
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
    head += f'viewBox="{-_MARGIN:g} {-_MARGIN:g} {width:.1f} {height:.1f}" font-family="{_FAMILY}">'
    title = f"<title>{_plain(f'{trace.title}: {trace.steps[number].caption}')}</title>"
    paper = f'<rect x="{-_MARGIN:g}" y="{-_MARGIN:g}" width="{width:.1f}" height="{height:.1f}" fill="#ffffff"/>'
    return "\n".join((head, title, paper, *_svg_parts(made), "</svg>")) + "\n"


def _svg_parts(made: FramePlan) -> Iterator[str]:
    for shape in made.shapes:
        match shape:
            case Patch():
                place = f'x="{shape.x:.1f}" y="{shape.y:.1f}" width="{shape.width:.1f}" height="{shape.height:.1f}"'
                yield f"<rect {place} {_filled(shape.strength)} {_stroked(shape)}/>"
            case Polyline():
                points = " ".join(f"{x:.1f},{y:.1f}" for x, y in shape.points)
                if shape.closed:
                    yield f'<polygon points="{points}" {_filled(shape.strength)} {_stroked(shape)}/>'
                else:
                    yield f'<polyline points="{points}" fill="none" {_stroked(shape)}/>'
                if shape.arrow:
                    tip = " ".join(f"{x:.1f},{y:.1f}" for x, y in _tip(shape))
                    yield f'<polygon points="{tip}" fill="#{_TONES[shape.tone]}"/>'
            case Lettering():
                place = f'x="{shape.x:.1f}" y="{shape.y:.1f}" font-size="{shape.size:g}"'
                if shape.turned:
                    place += f' transform="rotate(-90 {shape.x:.1f} {shape.y:.1f})"'
                place += f' fill="#{_TONES[shape.tone]}" text-anchor="{shape.anchor}"'
                place += ' font-weight="600"' * shape.bold
                turned = is_right_to_left([shape.text]) and "\u2068" not in shape.text  # a caption runs as English does
                text = f"\u2067{shape.text}\u2069" if turned else shape.text
                yield f"<text {place}>{_plain(text)}</text>"


def _filled(strength: float | None) -> str:
    if strength is None:
        return 'fill="none"'
    return f'fill="#{_mixed(strength)}"'


def _mixed(strength: float) -> str:
    """A share of the accent on white paper."""
    accent = (int(_TONES["accent"][at : at + 2], 16) for at in (0, 2, 4))
    return "".join(f"{round(255 + (one - 255) * strength):02x}" for one in accent)


def _stroked(shape: Patch | Polyline) -> str:
    dashes = ' stroke-dasharray="4 2.5"' * shape.dashed
    return f'stroke="#{_TONES[shape.tone]}" stroke-width="{shape.weight:g}" stroke-linejoin="round"{dashes}'


def _tip(line: Polyline) -> tuple[tuple[float, float], ...]:
    """The arrow's head."""
    (x, y), (before, above) = line.points[-1], line.points[-2]
    length = hypot(x - before, y - above) or 1.0
    along, across = (x - before) / length, (y - above) / length
    left = (x - 6 * along - 3.25 * across, y - 6 * across + 3.25 * along)
    right = (x - 6 * along + 3.25 * across, y - 6 * across - 3.25 * along)
    return (x + along, y + across), left, right


def _plain(text: str) -> str:
    return escape(_NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text))


def latex_frame(trace: Trace, number: int, *, standalone: bool = False) -> str:
    r"""The frame as a `tikzpicture` whose unit is a pixel; `standalone` gives a document that compiles."""
    made = plan(trace, number, right_to_left=is_right_to_left(trace.words), told=True)
    lines = [rf"\definecolor{{{name}}}{{HTML}}{{{tone.upper()}}}" for name, tone in _TONES.items()]
    lines.append(r"\begin{tikzpicture}[x=0.75pt, y=-0.75pt, line join=round]")
    lines += [f"  {line}" for line in _tikz_parts(made)]
    lines.append(r"\end{tikzpicture}")
    told = (trace.steps[number].caption, *trace.steps[number].equation, *trace.words)
    return figure("tikz", lines, f"{trace.title}: {trace.steps[number].caption}", told, standalone)


def _tikz_parts(made: FramePlan) -> Iterator[str]:
    for shape in made.shapes:
        match shape:
            case Patch():
                corner = (shape.x + shape.width, shape.y + shape.height)
                corners = f"({shape.x:.1f},{shape.y:.1f}) rectangle ({corner[0]:.1f},{corner[1]:.1f})"
                yield rf"\path[{_drawn(shape)}{_painted(shape.strength)}] {corners};"
            case Polyline():
                points = " -- ".join(f"({x:.1f},{y:.1f})" for x, y in shape.points)
                painted = _painted(shape.strength) if shape.closed else ""
                yield rf"\path[{_drawn(shape)}{painted}] {points}{' -- cycle' * shape.closed};"
                if shape.arrow:
                    yield rf"\fill[{shape.tone}] {' -- '.join(f'({x:.1f},{y:.1f})' for x, y in _tip(shape))} -- cycle;"
            case Lettering():
                anchor = "base" if shape.anchor == "middle" else f"base {_ANCHORS[shape.anchor]}"
                turned = ", rotate=90" * shape.turned
                size = f"{0.75 * shape.size:.2f}"
                font = rf"\fontsize{{{size}}}{{{size}}}\selectfont" + r"\bfseries" * shape.bold
                options = f"anchor={anchor}, inner sep=0pt, text={shape.tone}, font={font}{turned}"
                text = escaped(shape.text.translate(_ISOLATES))
                yield rf"\node[{options}] at ({shape.x:.1f},{shape.y:.1f}) {{{text}}};"


def _drawn(shape: Patch | Polyline) -> str:
    return f"draw={shape.tone}, line width={0.75 * shape.weight:.2f}pt{', dashed' * shape.dashed}"


def _painted(strength: float | None) -> str:
    return "" if strength is None else f", fill=accent!{100 * strength:.0f}!white"
