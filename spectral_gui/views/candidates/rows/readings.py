"""List model of the readings of a word: the text of each row, the filter, and rows that share a probability."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QObject, Qt

from spectral_core.data import EMPTY, Analysis, Ranked
from spectral_core.data.readings import standard_columns
from spectral_core.morphology.arabic.spelling import strip_marks
from spectral_gui.lists import INVALID_INDEX, Index, to_tooltip
from spectral_gui.resources import format_probability

_MIN_POSITIONAL_TAG = 8  # letters: a tag of positions, one for each feature


@dataclass(frozen=True, slots=True)
class RankedReading:
    """A reading with its rank in the whole list, from 1."""

    ranked: Ranked[Analysis]
    rank: int
    is_chosen: bool = False  # at the word, by somebody's choice

    @property
    def value(self) -> Analysis:
        return self.ranked.value

    @property
    def headline(self) -> str:
        value = self.value
        return next((text for text in (value.vocalised, value.lemma, value.xpos) if text != EMPTY), "–")

    @property
    def tags(self) -> str:
        """The tag where it is positional or compound, or else the tag and the values of features."""
        value = self.value
        if "+" in value.xpos or len(value.xpos) >= _MIN_POSITIONAL_TAG:
            return value.xpos
        tag = value.upos if value.xpos == EMPTY else value.xpos
        values = [pair.partition("=")[2] for pair in value.feats.split("|")]
        return "|".join(part for part in (tag, *values) if part not in (EMPTY, ""))

    @property
    def parts(self) -> str:
        """The segments with a form, in the order of the script."""
        pieces = [part.form for part in self.value.segments if part.form]
        return " + ".join(f"\u2068{piece}\u2069" for piece in pieces) if len(pieces) > 1 else ""

    def matches(self, query: str) -> bool:
        """Return whether every word of a query is in a tag, the meaning, the lemma or the form, with or without vowels,
        or begins the value of a feature."""
        value = self.value
        text = f"{value.vocalised} {value.lemma} {value.upos} {value.xpos} {value.gloss}".casefold()
        bare_text = strip_marks(text)
        features = value.feats.casefold().split("|")
        values = [feature.partition("=")[2] for feature in features]  # their names are alike in all: "gen" is no Gender
        return all(
            term in text
            or strip_marks(term) in bare_text
            or any(feature_text.startswith(term) for feature_text in (features if "=" in term else values))
            for term in query.casefold().split()
        )


class ReadingListModel(QAbstractListModel):
    """List model of the readings of one word that pass the filter."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.readings: tuple[RankedReading, ...] = ()
        self._all_readings: tuple[RankedReading, ...] = ()
        self._query = ""
        self._shared_rows: dict[int, int] = {}
        self._differences: dict[int, str] = {}

    def show_readings(self, readings: Sequence[RankedReading]) -> None:
        self._all_readings = tuple(readings)
        self._apply_filter()

    def filter_by(self, query: str) -> None:
        if query != self._query:
            self._query = query
            self._apply_filter()

    @property
    def all_readings(self) -> tuple[RankedReading, ...]:
        return self._all_readings

    def _apply_filter(self) -> None:
        readings = (
            tuple(reading for reading in self._all_readings if reading.matches(self._query))
            if self._query
            else self._all_readings
        )
        if readings != self.readings:
            self.beginResetModel()
            self.readings = readings
            self._shared_rows = _find_shared_rows(readings)
            self._differences = _find_differences(readings)
            self.endResetModel()

    def rowCount(self, parent: Index = INVALID_INDEX) -> int:
        return 0 if parent.isValid() else len(self.readings)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        reading = self.readings[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return reading.headline
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.describe_row(index.row())
        return to_tooltip("\n".join(self._compose_tip(reading))) if role == Qt.ItemDataRole.ToolTipRole else None

    def describe_row(self, row: int) -> str:
        reading = self.readings[row]
        value = reading.value
        tags = ", ".join(filter(None, (reading.tags, self.get_difference(reading))))
        fields = (f"\u2068{reading.headline}\u2069", value.gloss, tags, f"\u2068{value.lemma}\u2069")
        filled_fields = (field for field in fields if field and EMPTY not in (field, field.strip("\u2068\u2069")))
        pieces = [f"{row + 1}", *filled_fields]
        probability, shared_row = self.format_probability(reading), self.get_shared_row(reading)
        if reading.is_chosen:
            pieces.append(self.tr("chosen"))
        elif shared_row:
            pieces.append(self.tr("the same analysis as {0}").format(shared_row))
        elif probability:
            pieces.append(self.tr("probability {0}").format(probability))
        return ", ".join(pieces)

    def _compose_tip(self, reading: RankedReading) -> list[str]:
        value = reading.value
        lines = [f"\u2068{reading.headline}\u2069"]
        for title, text in (
            (self.tr("Lemma"), value.lemma),
            (self.tr("Meaning"), value.gloss),
            (self.tr("Tag"), value.upos),
            (self.tr("Own tag"), value.xpos),
            (self.tr("Features"), value.feats.replace("|", ", ")),
        ):
            if text != EMPTY:
                lines.append(f"{title}: \u2068{text}\u2069")
        if value.segments:
            parts = " + ".join(f"\u2068{part.form or '∅'}\u2069 {part.tag}" for part in value.segments)
            lines.append(self.tr("Parts: {0}").format(parts))
        if shared_row := self.get_shared_row(reading):
            lines.append(self.tr("To the model the same analysis as {0}, with one probability").format(shared_row))
        if reading.ranked.probability is None and reading.ranked.score:
            lines.append(self.tr("Score: {0:.3f}").format(reading.ranked.score))
        return lines

    def format_probability(self, reading: RankedReading) -> str:
        """Return the probability as it is written; one below 1 is never rounded up to certainty."""
        probability = reading.ranked.probability
        if probability is None:
            return ""
        return self.tr("same") if self.get_shared_row(reading) else format_probability(probability)

    def get_difference(self, reading: RankedReading) -> str:
        """Return what tells a reading from others with the same row text: its tag, or some of its features; "" where
        nothing has to, or it has none of those that differ."""
        return self._differences.get(reading.rank, "")

    def get_shared_row(self, reading: RankedReading) -> int:
        """Return the row above, from 1, whose probability this reading shares; 0 where it has its own."""
        return self._shared_rows.get(reading.rank, 0)


def _find_shared_rows(readings: Sequence[RankedReading]) -> dict[int, int]:
    """Map ranks to the row, from 1, of the first reading with the same label, whose probability they share. A model may
    distinguish fewer labels than a file: where the sum shows that, equal scores count as equal labels."""
    is_coarse = sum(reading.ranked.probability or 0.0 for reading in _deduplicate_labels(readings)) > 1.0 + 1e-6
    first_rows: dict[tuple[object, ...], int] = {}
    shared_rows = {}
    for row, reading in enumerate(readings, 1):
        if reading.ranked.probability is not None:
            label = () if is_coarse else standard_columns(reading.value)
            first_row = first_rows.setdefault((reading.ranked.probability, reading.ranked.score, label), row)
            if first_row != row:
                shared_rows[reading.rank] = first_row
    return shared_rows


def _find_differences(readings: Sequence[RankedReading]) -> dict[int, str]:
    """Map ranks of readings with the same row text to the tag and features that not all of them have."""
    groups: dict[tuple[str, ...], list[RankedReading]] = {}
    for reading in readings:
        row_text = (reading.headline, reading.value.gloss, reading.tags, reading.value.lemma, reading.parts)
        groups.setdefault(row_text, []).append(reading)
    differences = {}
    for group in groups.values():
        feature_lists = [[reading.value.upos, *reading.value.feats.split("|")] for reading in group]
        common = set(feature_lists[0]).intersection(*feature_lists[1:])
        for reading, features in zip(group, feature_lists, strict=True):
            differences[reading.rank] = "|".join(
                feature for feature in features if feature not in common and feature != EMPTY
            )
    return differences


def _deduplicate_labels(readings: Sequence[RankedReading]) -> list[RankedReading]:
    return list(
        {
            (standard_columns(reading.value), reading.ranked.probability, reading.ranked.score): reading
            for reading in readings
        }.values()
    )
