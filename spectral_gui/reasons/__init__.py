"""Explanation of a reading's rank as rich text: the contribution of each element as a bar, and under it its
statistics."""

from __future__ import annotations

from html import escape

from spectral_gui import theme
from spectral_gui.reasons.grounds import make_reason_lines
from spectral_gui.resources import make_translator
from spectral_gui.state import ScoreExplanation

_tr = make_translator("reasons")

_THIN_STYLE = ' style="font-size:3px"'  # of the letters in a bar, which set its height
_INDENT = 12  # pixels, of a statistic under its element
_TEMPLATES = ("{0}", "<small>{0}</small>")  # an element, a statistic


def format_reasons(explanation: ScoreExplanation, colours: theme.Colours) -> str:
    """Return the contributions to a score by element, the largest first, or the reason why there are none."""
    title = _tr("Why this one?") if explanation.second is None else _tr("Why this one before the other?")
    if explanation.complaint or not explanation.parts:
        message = explanation.complaint or _tr("Nothing speaks for one or the other.")
        return f"<h4>{escape(title)}</h4><p>{escape(message)}</p>"
    reason_lines = make_reason_lines(explanation.parts)
    largest = max(abs(line.value) for line in reason_lines) or 1.0
    table_rows = []
    for line in reason_lines:
        template = _TEMPLATES[line.is_statistic]
        number = f'<td align="right" style="padding-left:8px">{template.format(f"{line.value:+.2f}")}</td>'
        name = template.format(escape(line.name))
        table_rows.append(f'<tr><td style="padding-left:{_INDENT * line.is_statistic}px">{name}</td>{number}</tr>')
        if not line.is_statistic:
            percentage = max(round(100 * abs(line.value) / largest), 1)
            colour = (colours.locked if line.value >= 0 else colours.wrong).name()
            table_rows.append(f"<tr><td colspan=2>{_make_bar(percentage, colour)}</td></tr>")
    return f'<h4>{escape(title)}</h4><table cellspacing=0 width="100%">{"".join(table_rows)}</table>'


def _make_bar(percentage: int, colour: str) -> str:
    parts = f'<td width="{percentage}%" bgcolor="{colour}"{_THIN_STYLE}>&nbsp;</td>'
    if percentage < 100:
        parts += f"<td{_THIN_STYLE}>&nbsp;</td>"
    return f'<table cellspacing=0 cellpadding=0 width="100%"><tr>{parts}</tr></table>'
