"""The readings of a word as a list: what each row says, which rows pass a filter, and which share a probability."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QObject, Qt

from spectral_core.analyzers.transliteration import without_marks
from spectral_core.data import EMPTY, Analysis, Ranked
from spectral_core.data.readings import label_of
from spectral_gui.lists import INVALID, Index, as_tip
from spectral_gui.resources import per_cent

_SAYS_ALL = 8  # letters: a tag of positions, one for each feature


@dataclass(frozen=True, slots=True)
class RankedReading:
    """One row: a reading with its place in the whole list, from 1."""

    ranked: Ranked[Analysis]
    rank: int
    stands: bool = False  # at the word, by somebody's choice

    @property
    def value(self) -> Analysis:
        return self.ranked.value

    @property
    def headline(self) -> str:
        value = self.value
        return next((one for one in (value.vocalised, value.lemma, value.xpos) if one != EMPTY), "–")

    @property
    def tags(self) -> str:
        """What a reading says of the word's form: a tag that says all, or else the tag and the values of features."""
        value = self.value
        if "+" in value.xpos or len(value.xpos) >= _SAYS_ALL:
            return value.xpos
        tag = value.upos if value.xpos == EMPTY else value.xpos
        values = [pair.partition("=")[2] for pair in value.feats.split("|")]
        return "|".join(one for one in (tag, *values) if one not in (EMPTY, ""))

    @property
    def parts(self) -> str:
        """The segments that are written, in the order of the script."""
        pieces = [part.form for part in self.value.segments if part.form]
        return " + ".join(f"\u2068{piece}\u2069" for piece in pieces) if len(pieces) > 1 else ""

    def fits(self, typed: str) -> bool:
        """Whether every word that was typed is in a tag, the meaning, the lemma or the form, with or without vowels, or
        begins the value of a feature."""
        value = self.value
        said = f"{value.vocalised} {value.lemma} {value.upos} {value.xpos} {value.gloss}".casefold()
        bare = without_marks(said)
        pairs = value.feats.casefold().split("|")
        values = [pair.partition("=")[2] for pair in pairs]  # their names are alike in all: "gen" is no Gender
        return all(
            word in said
            or without_marks(word) in bare
            or any(start.startswith(word) for start in (pairs if "=" in word else values))
            for word in typed.casefold().split()
        )


class ReadingList(QAbstractListModel):
    """The readings of one word that pass the filter."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.readings: tuple[RankedReading, ...] = ()
        self._all: tuple[RankedReading, ...] = ()
        self._typed = ""
        self._shares: dict[int, int] = {}
        self._differences: dict[int, str] = {}

    def show_readings(self, readings: Sequence[RankedReading]) -> None:
        self._all = tuple(readings)
        self._narrow()

    def filter_by(self, typed: str) -> None:
        if typed != self._typed:
            self._typed = typed
            self._narrow()

    @property
    def all_readings(self) -> tuple[RankedReading, ...]:
        return self._all

    def _narrow(self) -> None:
        readings = tuple(one for one in self._all if one.fits(self._typed)) if self._typed else self._all
        if readings != self.readings:
            self.beginResetModel()
            self.readings = readings
            self._shares = _sharing(readings)
            self._differences = _differing(readings)
            self.endResetModel()

    def rowCount(self, parent: Index = INVALID) -> int:
        return 0 if parent.isValid() else len(self.readings)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        reading = self.readings[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return reading.headline
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.spoken(index.row())
        return as_tip("\n".join(self._told(reading))) if role == Qt.ItemDataRole.ToolTipRole else None

    def spoken(self, row: int) -> str:
        reading = self.readings[row]
        value = reading.value
        tags = ", ".join(filter(None, (reading.tags, self.difference(reading))))
        said = (f"\u2068{reading.headline}\u2069", value.gloss, tags, f"\u2068{value.lemma}\u2069")
        there = (piece for piece in said if piece and EMPTY not in (piece, piece.strip("\u2068\u2069")))
        pieces = [f"{row + 1}", *there]
        number, shared = self.number(reading), self.shared_with(reading)
        if reading.stands:
            pieces.append(self.tr("chosen"))
        elif shared:
            pieces.append(self.tr("the same analysis as {0}").format(shared))
        elif number:
            pieces.append(self.tr("probability {0}").format(number))
        return ", ".join(pieces)

    def _told(self, reading: RankedReading) -> list[str]:
        value = reading.value
        rows = [f"\u2068{reading.headline}\u2069"]
        for title, said in (
            (self.tr("Lemma"), value.lemma),
            (self.tr("Meaning"), value.gloss),
            (self.tr("Tag"), value.upos),
            (self.tr("Own tag"), value.xpos),
            (self.tr("Features"), value.feats.replace("|", ", ")),
        ):
            if said != EMPTY:
                rows.append(f"{title}: \u2068{said}\u2069")
        if value.segments:
            parts = " + ".join(f"\u2068{part.form or '∅'}\u2069 {part.tag}" for part in value.segments)
            rows.append(self.tr("Parts: {0}").format(parts))
        if shared := self.shared_with(reading):
            rows.append(self.tr("To the model the same analysis as {0}, with one probability").format(shared))
        if reading.ranked.probability is None and reading.ranked.score:
            rows.append(self.tr("Score: {0:.3f}").format(reading.ranked.score))
        return rows

    def number(self, reading: RankedReading) -> str:
        """The probability as it is written: what is only probable is never said to be certain."""
        share = reading.ranked.probability
        if share is None:
            return ""
        return self.tr("same") if self.shared_with(reading) else per_cent(share)

    def difference(self, reading: RankedReading) -> str:
        """What tells a reading from others whose rows are else the same: its tag, or pairs of its features; "" where
        nothing has to, or it has none of those that differ."""
        return self._differences.get(reading.rank, "")

    def shared_with(self, reading: RankedReading) -> int:
        """The row above, from 1, whose probability is that of this reading too; 0 where it has one of its own."""
        return self._shares.get(reading.rank, 0)


def _sharing(readings: Sequence[RankedReading]) -> dict[int, int]:
    """By rank the row, from 1, of the first reading with the same label, whose probability it shares. A model may tell
    less apart than a file: where the sum shows that, an equal score is an equal label."""
    coarse = sum(one.ranked.probability or 0.0 for one in _of_own_label(readings)) > 1.0 + 1e-6
    first: dict[tuple[object, ...], int] = {}
    shared = {}
    for row, one in enumerate(readings, 1):
        if one.ranked.probability is not None:
            own = () if coarse else label_of(one.value)
            at = first.setdefault((one.ranked.probability, one.ranked.score, own), row)
            if at != row:
                shared[one.rank] = at
    return shared


def _differing(readings: Sequence[RankedReading]) -> dict[int, str]:
    """By rank the tag and the features that not all readings have whose rows say the same."""
    alike: dict[tuple[str, ...], list[RankedReading]] = {}
    for one in readings:
        row = (one.headline, one.value.gloss, one.tags, one.value.lemma, one.parts)
        alike.setdefault(row, []).append(one)
    found = {}
    for group in alike.values():
        pairs = [[one.value.upos, *one.value.feats.split("|")] for one in group]
        common = set(pairs[0]).intersection(*pairs[1:])
        for one, own in zip(group, pairs, strict=True):
            found[one.rank] = "|".join(pair for pair in own if pair not in common and pair != EMPTY)
    return found


def _of_own_label(readings: Sequence[RankedReading]) -> list[RankedReading]:
    return list({(label_of(one.value), one.ranked.probability, one.ranked.score): one for one in readings}.values())
