"""Why a reading stands before another, as rich text: what each element adds, as a bar, and under it its statistics."""

from __future__ import annotations

from html import escape

from spectral_gui import theme
from spectral_gui.reasons.grounds import lines
from spectral_gui.resources import translating
from spectral_gui.session import ScoreExplanation

_tr = translating("reasons")

_LOW = ' style="font-size:3px"'  # the letters in a bar, and with that the bar itself
_INDENT = 12  # pixels, of a statistic under its element
_SIZED = ("{0}", "<small>{0}</small>")  # an element, a statistic


def reasons(why: ScoreExplanation, colours: theme.Colours) -> str:
    """The parts of a score by element, the largest first; or the sentence that says why there are none."""
    title = _tr("Why this one?") if why.second is None else _tr("Why this one before the other?")
    if why.complaint or not why.parts:
        said = why.complaint or _tr("Nothing speaks for one or the other.")
        return f"<h4>{escape(title)}</h4><p>{escape(said)}</p>"
    found = lines(why.parts)
    largest = max(abs(line.value) for line in found) or 1.0
    rows = []
    for line in found:
        number = f'<td align="right" style="padding-left:8px">{_SIZED[line.inner].format(f"{line.value:+.2f}")}</td>'
        name = _SIZED[line.inner].format(escape(line.name))
        rows.append(f'<tr><td style="padding-left:{_INDENT * line.inner}px">{name}</td>{number}</tr>')
        if not line.inner:
            wide = max(round(100 * abs(line.value) / largest), 1)
            colour = (colours.locked if line.value >= 0 else colours.wrong).name()
            rows.append(f"<tr><td colspan=2>{_bar(wide, colour)}</td></tr>")
    return f'<h4>{escape(title)}</h4><table cellspacing=0 width="100%">{"".join(rows)}</table>'


def _bar(wide: int, colour: str) -> str:
    parts = f'<td width="{wide}%" bgcolor="{colour}"{_LOW}>&nbsp;</td>'
    if wide < 100:
        parts += f"<td{_LOW}>&nbsp;</td>"
    return f'<table cellspacing=0 cellpadding=0 width="100%"><tr>{parts}</tr></table>'
