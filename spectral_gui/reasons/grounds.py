"""What adds up to the score of a reading, in the reader's words: by element of the label, under it its statistics."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from spectral_core.model import Contribution
from spectral_gui.resources import counted

_ELEMENTS = 7  # that have a line of their own
_STATISTICS = 3  # of one element
_LINES = 14  # in all: below that, statistics are folded first
_SMALL = 0.1  # of the largest sum: what is smaller is folded


@dataclass(frozen=True, slots=True)
class ReasonLine:
    """One number with its name: the sum of an element, or under that one of its statistics."""

    name: str
    value: float
    inner: bool = False  # a part of the sum above it
    folded: tuple[tuple[str, float], ...] = ()  # what is summed up here and has no line of its own

    @property
    def told(self) -> str:
        """The line, and all that is folded in it."""
        rows = [f"{self.name}: {self.value:+.4f}", *(f"  {name}: {value:+.4f}" for name, value in self.folded)]
        return "\n".join(rows)


def lines(parts: Iterable[Contribution], most: int = _LINES) -> tuple[ReasonLine, ...]:
    """The elements with the largest sums, each over its largest statistics; what is small is folded into one line. The
    lines that are not `inner` add up to all parts."""
    groups: dict[str, list[Contribution]] = {}
    for part in parts:
        groups.setdefault(part.element, []).append(part)
    sums = {element: sum(part.value for part in group) for element, group in groups.items()}
    order = sorted(groups, key=lambda element: -abs(sums[element]))
    least = _SMALL * max(map(abs, sums.values()), default=0.0)
    shown = [element for element in order[:_ELEMENTS] if abs(sums[element]) >= least]
    rest = order[len(shown) :]
    if len(rest) == 1:
        shown, rest = order, []
    room = most - len(shown) - bool(rest)
    found: list[ReasonLine] = []
    for element in shown:
        inner = _statistics(groups[element], least, room)
        room -= len(inner)
        found += [_element(element, groups[element], sums[element], bool(inner)), *inner]
    if rest:
        name = counted(_tr("%Ln other element(s)", len(rest)), len(rest))
        folded = tuple((_said(element), sums[element]) for element in rest)
        found.append(ReasonLine(name, sum(sums[element] for element in rest), folded=folded))
    return tuple(found)


def _element(element: str, group: list[Contribution], value: float, open_: bool) -> ReasonLine:
    """The line of an element; one that has a single statistic names it beside."""
    if len(group) == 1 and group[0].statistic:
        return ReasonLine(f"{_said(element)}: {_said(group[0].statistic)}", value)
    return ReasonLine(_said(element), value, folded=() if open_ else _named(group))


def _statistics(group: list[Contribution], least: float, room: int) -> list[ReasonLine]:
    """The largest statistics of an element, and the others in one line; none where there is no room for two lines."""
    order = sorted(group, key=lambda part: -abs(part.value))
    shown = [part for part in order[: max(min(_STATISTICS, room - 1), 0)] if abs(part.value) >= least]
    if len(group) < 2 or not shown:
        return []
    rest = order[len(shown) :]
    if len(rest) == 1:
        shown, rest = order, []
    found = [ReasonLine(_said(part.statistic), part.value, inner=True) for part in shown]
    if rest:
        name = counted(_tr("%Ln smaller one(s)", len(rest)), len(rest))
        found.append(ReasonLine(name, sum(part.value for part in rest), inner=True, folded=_named(rest)))
    return found


def _named(parts: Iterable[Contribution]) -> tuple[tuple[str, float], ...]:
    return tuple((_said(part.statistic), part.value) for part in sorted(parts, key=lambda part: -abs(part.value)))


def _said(name: str) -> str:
    """What an element or a statistic is called in the language of the window."""
    return QCoreApplication.translate("ranker", name) if name else name


def _tr(text: str, number: int) -> str:
    return QCoreApplication.translate("reasons", text, "", number)
