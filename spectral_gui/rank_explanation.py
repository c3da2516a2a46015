"""Explanation of a reading's rank as rich text: contributions by element of the label, with their statistics."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QCoreApplication

from spectral_core.model import Contribution
from spectral_gui import theme
from spectral_gui.state import ScoreExplanation
from spectral_gui.text_display import make_translator, resolve_plural

_MAX_ELEMENTS = 7  # elements with a line of their own
_MAX_STATISTICS = 3  # of one element
_MAX_LINES = 14  # in total; if they do not suffice, statistics are merged into their element
_MIN_SHARE = 0.1  # of the largest sum; smaller ones are merged into one line
_THIN_STYLE = ' style="font-size:3px"'  # sets the height of the bar by the size of its letters
_INDENT = 12  # pixels, of a statistic under its element
_LINE_TEMPLATES = ("{0}", "<small>{0}</small>")  # for an element, and for a statistic
_tr = make_translator("reasons")


@dataclass(frozen=True, slots=True)
class ExplanationLine:
    """Line of an explanation: the summed contribution of an element, or one of its statistics."""

    name: str
    value: float
    is_statistic: bool = False  # a part of the element's sum above it
    # (name, value) of the parts of this sum that have no line of their own
    folded: tuple[tuple[str, float], ...] = ()

    @property
    def description(self) -> str:
        """Text of the line with the contributions merged into it."""
        texts = [f"{self.name}: {self.value:+.4f}", *(f"  {name}: {value:+.4f}" for name, value in self.folded)]
        return "\n".join(texts)


def make_explanation_lines(parts: Iterable[Contribution], max_lines: int = _MAX_LINES) -> tuple[ExplanationLine, ...]:
    """Return the elements with the largest sums, each above its largest statistics; small ones are merged into one
    line. The lines of elements add up to the sum of all parts."""
    groups: dict[str, list[Contribution]] = {}
    for part in parts:
        groups.setdefault(part.element, []).append(part)
    element_sums = {element: sum(part.value for part in group) for element, group in groups.items()}
    order = sorted(groups, key=lambda element: -abs(element_sums[element]))
    threshold = _MIN_SHARE * max(map(abs, element_sums.values()), default=0.0)
    shown_elements = [element for element in order[:_MAX_ELEMENTS] if abs(element_sums[element]) >= threshold]
    folded_elements = order[len(shown_elements) :]
    if len(folded_elements) == 1:
        shown_elements, folded_elements = order, []
    free_lines = max_lines - len(shown_elements) - bool(folded_elements)
    lines: list[ExplanationLine] = []
    for element in shown_elements:
        statistic_lines = _make_statistic_lines(groups[element], threshold, free_lines)
        free_lines -= len(statistic_lines)
        lines += [
            _make_element_line(element, groups[element], element_sums[element], bool(statistic_lines)),
            *statistic_lines,
        ]
    if folded_elements:
        name = resolve_plural(_tr_plural("%Ln other element(s)", len(folded_elements)), len(folded_elements))
        folded = tuple((_translate_name(element), element_sums[element]) for element in folded_elements)
        lines.append(ExplanationLine(name, sum(element_sums[element] for element in folded_elements), folded=folded))
    return tuple(lines)


def _make_element_line(
    element: str, group: list[Contribution], value: float, has_statistic_lines: bool
) -> ExplanationLine:
    """Return the line of an element; a single statistic is named in the same line."""
    if len(group) == 1 and group[0].statistic:
        return ExplanationLine(f"{_translate_name(element)}: {_translate_name(group[0].statistic)}", value)
    return ExplanationLine(
        _translate_name(element), value, folded=() if has_statistic_lines else _list_statistics(group)
    )


def _make_statistic_lines(group: list[Contribution], threshold: float, free_lines: int) -> list[ExplanationLine]:
    """Return a line for each of the largest statistics of an element, and one for the sum of the rest; none if there is
    no space for two lines."""
    sorted_parts = sorted(group, key=lambda part: -abs(part.value))
    shown_parts = [
        part for part in sorted_parts[: max(min(_MAX_STATISTICS, free_lines - 1), 0)] if abs(part.value) >= threshold
    ]
    if len(group) < 2 or not shown_parts:
        return []
    folded_parts = sorted_parts[len(shown_parts) :]
    if len(folded_parts) == 1:
        shown_parts, folded_parts = sorted_parts, []
    statistic_lines = [
        ExplanationLine(_translate_name(part.statistic), part.value, is_statistic=True) for part in shown_parts
    ]
    if folded_parts:
        name = resolve_plural(_tr_plural("%Ln smaller one(s)", len(folded_parts)), len(folded_parts))
        statistic_lines.append(
            ExplanationLine(
                name, sum(part.value for part in folded_parts), is_statistic=True, folded=_list_statistics(folded_parts)
            )
        )
    return statistic_lines


def _list_statistics(parts: Iterable[Contribution]) -> tuple[tuple[str, float], ...]:
    """Return the translated name and the value of each statistic, the largest first."""
    return tuple(
        (_translate_name(part.statistic), part.value) for part in sorted(parts, key=lambda part: -abs(part.value))
    )


def _translate_name(name: str) -> str:
    """Translate the name of an element or a statistic."""
    return QCoreApplication.translate("ranker", name) if name else name


def _tr_plural(text: str, number: int) -> str:
    return QCoreApplication.translate("reasons", text, "", number)


def format_explanation(explanation: ScoreExplanation, colours: theme.Colours) -> str:
    """Format the contributions to a score by element as HTML, the largest first, or the reason why there are none."""
    title = _tr("Why this one") if explanation.second is None else _tr("Why this one ranks higher")
    if explanation.failure_reason or not explanation.contributions:
        is_alone = explanation.second is None
        no_evidence = _tr("No evidence for this reading.") if is_alone else _tr("No evidence for either.")
        message = explanation.failure_reason or no_evidence
        return f"<h4>{escape(title)}</h4><p>{escape(message)}</p>"
    lines = make_explanation_lines(explanation.contributions)
    largest = max((abs(line.value) for line in lines if not line.is_statistic), default=0.0) or 1.0
    table_rows = []
    for line in lines:
        template = _LINE_TEMPLATES[line.is_statistic]
        number = f'<td align="right" style="padding-left:8px">{template.format(f"{line.value:+.2f}")}</td>'
        name = template.format(escape(line.name))
        table_rows.append(f'<tr><td style="padding-left:{_INDENT * line.is_statistic}px">{name}</td>{number}</tr>')
        if not line.is_statistic:
            percentage = max(round(100 * abs(line.value) / largest), 1)
            colour = (colours.locked if line.value >= 0 else colours.error).name()
            table_rows.append(f"<tr><td colspan=2>{_format_html_bar(percentage, colour)}</td></tr>")
    return f'<h4>{escape(title)}</h4><table cellspacing=0 width="100%">{"".join(table_rows)}</table>'


def _format_html_bar(percentage: int, colour: str) -> str:
    """Return a horizontal bar as HTML."""
    parts = f'<td width="{percentage}%" bgcolor="{colour}"{_THIN_STYLE}>&nbsp;</td>'
    if percentage < 100:
        parts += f"<td{_THIN_STYLE}>&nbsp;</td>"
    return f'<table cellspacing=0 cellpadding=0 width="100%"><tr>{parts}</tr></table>'
