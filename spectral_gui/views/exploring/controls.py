"""Which automaton is wanted: model, head tag and direction, and the sliders."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QSizePolicy, QSlider, QWidget

from spectral_core.project import Run
from spectral_gui import widgets
from spectral_gui.lists import as_tip
from spectral_gui.plots import changed_settings
from spectral_gui.resources import counted
from spectral_gui.session import AutomatonQuestion, Heads

_MOST_CLUSTERS = 60
_CLUSTERS, _EVIDENCE, _LEAST = 10, 0.1, 0.005  # at first
_MINIMA = (None, 1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 1000)
_EVIDENCES = (0.0, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5)
_SHARES = (0.0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2)


class Controls(QWidget):
    """A row of lists to choose from over a row of sliders; the sliders tell while they move."""

    model_chosen = Signal(str)  # the name of a run, also where it became another because the first is gone
    asked = Signal()  # what `question` gives is another
    least_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._stays = False  # at the model that the user chose; otherwise the newest is shown
        self._suiting = 0  # the least count that suits the text; 0 where it is not known
        self._heads: dict[str, dict[str, int]] = {}  # modifiers by direction, by tag
        self.model = widgets.chooser({}, self.tr("Model"), 6)
        self.head = widgets.chooser({}, self.tr("Head tag"), 6)
        self.direction = widgets.chooser({}, self.tr("Side"), 6)
        self.clusters = widgets.named(_slider(range(1, _MOST_CLUSTERS + 1), _CLUSTERS), self.tr("Clusters"))
        self.minimum = widgets.named(_slider(_MINIMA, None), self.tr("Least count of a prefix"))
        self.evidence = widgets.named(_slider(_EVIDENCES, _EVIDENCE), self.tr("Least share for a merge"))
        self.least = widgets.named(_slider(_SHARES, _LEAST), self.tr("Least share of an edge"))
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(2)
        for at, box in enumerate((self.model, self.head, self.direction)):
            grid.addWidget(widgets.label(box.accessibleName(), of=box), 0, 4 * at, 1, 4)
            grid.addWidget(box, 1, 4 * at, 1, 4)
        for column in range(12):
            grid.setColumnStretch(column, 1)
        self.model.view().setMinimumWidth(60 * self.fontMetrics().averageCharWidth())  # settings are long
        self._told: dict[QSlider, QLabel] = {}
        for at, slider in enumerate((self.clusters, self.minimum, self.evidence, self.least)):
            label = self._told[slider] = widgets.label(of=slider)
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            grid.addWidget(label, 2, 3 * at, 1, 3)
            grid.addWidget(slider, 3, 3 * at, 1, 3)
        few = self.tr(
            "Prefixes that fewer sequences begin with are not clustered; leftmost, as suits how many there are"
        )
        self.minimum.setToolTip(few)
        merging = self.tr(
            "Where a tag takes a smaller share of the sequences to a second state, they follow the others"
        )
        self.evidence.setToolTip(merging)
        self.least.setToolTip(self.tr("Edges that a smaller share of the sequences passes are not drawn"))
        self._tell()
        self.model.currentIndexChanged.connect(self._choose_model)
        self.head.currentIndexChanged.connect(self._choose_head)
        self.direction.currentIndexChanged.connect(self._ask)
        self.clusters.valueChanged.connect(self._ask)
        self.minimum.valueChanged.connect(self._ask)
        self.evidence.valueChanged.connect(self._ask)
        self.least.valueChanged.connect(self._choose_least)

    @property
    def question(self) -> AutomatonQuestion | None:
        """What is wanted now; None while there is no model or its heads are not known."""
        run, head, direction = self.model.currentData(), self.head.currentData(), self.direction.currentData()
        if not run or not head or not direction:
            return None
        minimum, evidence = _MINIMA[self.minimum.value()], _EVIDENCES[self.evidence.value()]
        return AutomatonQuestion(run, head, direction, self.clusters.value() + 1, minimum, evidence)

    @property
    def share(self) -> float:
        """Of the sequences: edges that fewer pass are not drawn."""
        return _SHARES[self.least.value()]

    def set_question(self, question: AutomatonQuestion, share: float) -> None:
        with QSignalBlocker(self):
            self.clusters.setValue(question.clusters - 1)
            self.minimum.setValue(_MINIMA.index(question.minimum))
            self.evidence.setValue(_EVIDENCES.index(question.evidence))
            self.least.setValue(_SHARES.index(share))
            self._stays = True
            self._choose_data(self.model, question.run)
            self._choose_data(self.head, question.head)
            self._choose_data(self.direction, question.direction)
        self._tell()

    def show_models(self, runs: Sequence[Run]) -> None:
        names = [run.name for run in runs]
        if names == [self.model.itemData(row) for row in range(self.model.count())]:
            return
        kept = self.model.currentData()
        with QSignalBlocker(self.model):
            self.model.clear()
            for run in runs:
                changed = changed_settings(run)
                self.model.addItem(f"{run.name}: {changed}" if changed else run.name, run.name)
                self.model.setItemData(
                    self.model.count() - 1, as_tip("\n".join(run.documents)), Qt.ItemDataRole.ToolTipRole
                )
            self.model.setCurrentIndex(names.index(kept) if self._stays and kept in names else (0 if names else -1))
        if self.model.currentData() != kept:
            self._tell_model()

    def show_minimum(self, minimum: int) -> None:
        """Says which least count suits the text, where that is asked for."""
        self._suiting = 0 if _MINIMA[self.minimum.value()] else minimum
        self._tell()

    def show_heads(self, heads: Heads, like: AutomatonQuestion | None = None) -> None:
        """Offers these heads, most modifiers first; stays at the one that was chosen, or takes that of `like`."""
        self._heads = {}
        for tag, direction, modifiers in heads:
            self._heads.setdefault(tag, {})[direction] = modifiers
        tag = like.head if like is not None else self.head.currentData()
        direction = like.direction if like is not None else self.direction.currentData()
        with QSignalBlocker(self.head):
            self.head.clear()
            for one, sides in self._heads.items():
                self.head.addItem(self._with_count(one, sum(sides.values())), one)
            self.head.setCurrentIndex(max(0, self.head.findData(tag)) if self._heads else -1)
        self._list_directions(direction)
        self.asked.emit()

    def _with_count(self, name: str, modifiers: int) -> str:
        return name if not modifiers else f"{name}  ({counted(self.tr('%Ln modifier(s)', '', modifiers), modifiers)})"

    def _list_directions(self, kept: str | None) -> None:
        sides = self._heads.get(self.head.currentData() or "", {})
        names = {"left": self.tr("left"), "right": self.tr("right")}
        with QSignalBlocker(self.direction):
            self.direction.clear()
            for side, modifiers in sides.items():
                self.direction.addItem(self._with_count(names[side], modifiers), side)
            self.direction.setCurrentIndex(max(0, self.direction.findData(kept)) if sides else -1)

    def _choose_model(self, _: int) -> None:
        self._stays = True
        self._tell_model()

    def _tell_model(self) -> None:
        self.model.setToolTip(as_tip(self.model.currentText()))
        self.model_chosen.emit(self.model.currentData() or "")

    def _choose_head(self, _: int = 0) -> None:
        self._list_directions(self.direction.currentData())
        self._ask()

    def _choose_least(self, _: int) -> None:
        self._tell()
        self.least_changed.emit()

    def _ask(self, _: int = 0) -> None:
        self._tell()
        self.asked.emit()

    def _choose_data(self, box: QComboBox, data: str) -> None:
        at = box.findData(data)
        if at >= 0:
            with QSignalBlocker(box):
                box.setCurrentIndex(at)
            if box is self.head:
                self._list_directions(self.direction.currentData())

    def _tell(self) -> None:
        """Says what the sliders stand at: their own numbers are places in a list."""
        minimum = _MINIMA[self.minimum.value()]
        suiting = self.tr("Prefixes: count suits the text")
        if self._suiting:
            suiting = self.tr("Prefixes from a count of {0} (suits the text)").format(self._suiting)
        evidence = f"{100 * _EVIDENCES[self.evidence.value()]:g}"
        rows = (
            (self.clusters, self.tr("Clusters: {0}").format(self.clusters.value() + 1)),
            (self.minimum, self.tr("Prefixes from a count of {0}").format(minimum) if minimum else suiting),
            (self.evidence, self.tr("Merges from {0} %").format(evidence)),
            (self.least, self.tr("Edges from {0} %").format(f"{100 * self.share:g}")),
        )
        for slider, told in rows:
            self._told[slider].setText(told)
            slider.setAccessibleDescription(told)


def offer_runs(box: QComboBox, runs: Sequence[Run]) -> bool:
    """Offers runs with their settings, and the one that was chosen first where it is still there; whether another is
    chosen now."""
    kept = box.currentData()
    with QSignalBlocker(box):
        box.clear()
        for run in runs:
            box.addItem(f"{run.name}: {changed_settings(run)}".removesuffix(": "), run.name)
        box.setCurrentIndex(max(0, box.findData(kept)) if runs else -1)
    return bool(box.currentData() != kept)


def _slider(values: Sequence[float | None], value: float | None) -> QSlider:
    slider = QSlider(Qt.Orientation.Horizontal)
    slider.setRange(0, len(values) - 1)
    slider.setPageStep(max(1, len(values) // 10))
    slider.setValue(values.index(value))
    slider.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return slider
