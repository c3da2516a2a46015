"""Why a reading stands before another, as rich text: what each statistic adds, as a signed number with a bar."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QCoreApplication

from spectral_gui import theme
from spectral_gui.session import Why

_MOST = 6  # parts; the rest is one line
_BAR = 90.0  # pixels of the longest


def reasons(why: Why, colours: theme.Colours) -> str:
    """The parts of a score, the largest first; or the sentence that says why there are none."""
    title = _tr("Why this one?") if why.second is None else _tr("Why this one before the other?")
    if why.complaint or not why.parts:
        said = why.complaint or _tr("Nothing speaks for one or the other.")
        return f"<h4>{escape(title)}</h4><p>{escape(said)}</p>"
    parts = sorted(why.parts, key=lambda part: -abs(part.value))
    rows = [(part.value, ": ".join(filter(None, (part.element, part.statistic)))) for part in parts[:_MOST]]
    if parts[_MOST:]:
        rest = sum(part.value for part in parts[_MOST:])
        rows.append((rest, _tr("{0} smaller ones").format(len(parts) - _MOST)))
    largest = max(abs(value) for value, _ in rows) or 1.0
    lines = []
    for value, name in rows:
        wide = max(round(abs(value) / largest * _BAR), 2)
        colour = (colours.locked if value >= 0 else colours.wrong).name()
        bar = f'<table cellspacing=0 cellpadding=0><tr><td bgcolor="{colour}" width={wide}>&nbsp;</td></tr></table>'
        lines.append(
            f'<tr><td align="right" style="padding-right:4px">{value:+.2f}</td><td>{bar}</td></tr>'
            f"<tr><td></td><td><small>{escape(name)}</small></td></tr>"
        )
    return f"<h4>{escape(title)}</h4><table>{''.join(lines)}</table>"


def _tr(text: str) -> str:
    return QCoreApplication.translate("reasons", text)
