"""Controls of the automaton shown in Explore, and the lists of models and the empty state of all its pages."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QSizePolicy, QSlider, QWidget

from spectral_core.project import Run
from spectral_gui import widgets
from spectral_gui.plots import format_changed_settings
from spectral_gui.state import AutomatonQuestion, HeadTagCounts, ModelExplorer
from spectral_gui.text_display import make_translator, resolve_plural
from spectral_gui.widgets.empty_state import EmptyState
from spectral_gui.widgets.lists import to_tooltip

_MAX_CLUSTERS = 60
_DEFAULT_CLUSTERS, _DEFAULT_EVIDENCE, _DEFAULT_EDGE_SHARE = 10, 0.1, 0.005  # initial values
_MIN_COUNTS = (None, 1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 1000)
_EVIDENCE_LEVELS = (0.0, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5)
_EDGE_SHARES = (0.0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2)
_tr = make_translator("Lacking")


class AutomatonControls(QWidget):
    """Boxes for the model, the head tag and the side, and sliders for the parameters of the automaton."""

    model_chosen = Signal(str)  # name of a run; also emitted if the chosen run was removed
    question_changed = Signal()  # the controls describe another automaton
    edge_share_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._user_chose_model = False  # while False, the newest model is shown
        self._automatic_minimum = 0  # minimum count chosen by the engine; 0 if unknown
        self._heads: dict[str, dict[str, int]] = {}  # by head tag and direction: number of modifiers
        self.model = widgets.make_combo_box({}, self.tr("Model"), 6)
        self.head = widgets.make_combo_box({}, self.tr("Head tag"), 6)
        self.direction = widgets.make_combo_box({}, self.tr("Side"), 6)
        self.clusters = widgets.set_accessible_name(
            _make_slider(range(1, _MAX_CLUSTERS + 1), _DEFAULT_CLUSTERS), self.tr("Clusters")
        )
        self.minimum = widgets.set_accessible_name(_make_slider(_MIN_COUNTS, None), self.tr("Minimum prefix count"))
        self.evidence = widgets.set_accessible_name(
            _make_slider(_EVIDENCE_LEVELS, _DEFAULT_EVIDENCE), self.tr("Minimum share for a merge")
        )
        self.edge_share = widgets.set_accessible_name(
            _make_slider(_EDGE_SHARES, _DEFAULT_EDGE_SHARE), self.tr("Minimum share of an edge")
        )
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(2)
        for position, box in enumerate((self.model, self.head, self.direction)):
            grid.addWidget(widgets.make_label(box.accessibleName(), buddy=box), 0, 4 * position, 1, 4)
            grid.addWidget(box, 1, 4 * position, 1, 4)
        for column in range(12):
            grid.setColumnStretch(column, 1)
        self.model.view().setMinimumWidth(60 * self.fontMetrics().averageCharWidth())  # settings are long
        self._slider_labels: dict[QSlider, QLabel] = {}
        for position, slider in enumerate((self.clusters, self.minimum, self.evidence, self.edge_share)):
            label = self._slider_labels[slider] = widgets.make_label(buddy=slider)
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            grid.addWidget(label, 2, 3 * position, 1, 3)
            grid.addWidget(slider, 3, 3 * position, 1, 3)
        minimum_tip = self.tr(
            "Minimum number of sequences with a prefix for it to be clustered; at the far left, chosen automatically"
        )
        self.minimum.setToolTip(minimum_tip)
        evidence_tip = self.tr("If a tag leads fewer sequences than this to a second state, merge the states")
        self.evidence.setToolTip(evidence_tip)
        self.edge_share.setToolTip(self.tr("Hide edges used by fewer sequences than this"))
        self._update_slider_labels()
        self.model.currentIndexChanged.connect(self._on_model_changed)
        self.head.currentIndexChanged.connect(self._on_head_changed)
        self.direction.currentIndexChanged.connect(self._emit_question_changed)
        self.clusters.valueChanged.connect(self._emit_question_changed)
        self.minimum.valueChanged.connect(self._emit_question_changed)
        self.evidence.valueChanged.connect(self._emit_question_changed)
        self.edge_share.valueChanged.connect(self._on_edge_share_changed)

    @property
    def requested_automaton(self) -> AutomatonQuestion | None:
        """Automaton that the controls describe; None while there is no model or its head tags are not known."""
        run, head, direction = self.model.currentData(), self.head.currentData(), self.direction.currentData()
        if not run or not head or not direction:
            return None
        minimum, evidence = _MIN_COUNTS[self.minimum.value()], _EVIDENCE_LEVELS[self.evidence.value()]
        return AutomatonQuestion(run, head, direction, self.clusters.value() + 1, minimum, evidence)

    @property
    def min_share(self) -> float:
        """Minimum share of the sequences that must pass an edge for it to be drawn."""
        return _EDGE_SHARES[self.edge_share.value()]

    def set_requested_automaton(self, question: AutomatonQuestion, min_share: float) -> None:
        """Set all controls to an automaton and a minimum share of edges, without emitting their signals."""
        with QSignalBlocker(self):
            self.clusters.setValue(question.clusters - 1)
            self.minimum.setValue(_MIN_COUNTS.index(question.min_count))
            self.evidence.setValue(_EVIDENCE_LEVELS.index(question.min_evidence))
            self.edge_share.setValue(_EDGE_SHARES.index(min_share))
            self._user_chose_model = True
            self._select_by_data(self.model, question.run)
            self._select_by_data(self.head, question.head)
            self._select_by_data(self.direction, question.direction)
        self._update_slider_labels()

    def show_models(self, runs: Sequence[Run]) -> None:
        """List the runs, keeping the model that the user chose; otherwise select the newest."""
        names = [run.name for run in runs]
        if names == [self.model.itemData(row) for row in range(self.model.count())]:
            return
        previous = self.model.currentData()
        with QSignalBlocker(self.model):
            self.model.clear()
            for run in runs:
                changed = format_changed_settings(run)
                self.model.addItem(f"{run.name}: {changed}" if changed else run.name, run.name)
                self.model.setItemData(
                    self.model.count() - 1, to_tooltip("\n".join(run.documents)), Qt.ItemDataRole.ToolTipRole
                )
            self.model.setCurrentIndex(
                names.index(previous) if self._user_chose_model and previous in names else (0 if names else -1)
            )
        if self.model.currentData() != previous:
            self._emit_model_chosen()

    def show_automatic_min_count(self, minimum: int) -> None:
        """Show the minimum prefix count that was chosen automatically, if the user has set none."""
        self._automatic_minimum = 0 if _MIN_COUNTS[self.minimum.value()] else minimum
        self._update_slider_labels()

    def show_head_tags(self, heads: HeadTagCounts, preferred: AutomatonQuestion | None = None) -> None:
        """List these head tags with their modifier counts; keep the selected one, or select that of `preferred`."""
        self._heads = {}
        for tag, direction, modifiers in heads:
            self._heads.setdefault(tag, {})[direction] = modifiers
        tag = preferred.head if preferred is not None else self.head.currentData()
        direction = preferred.direction if preferred is not None else self.direction.currentData()
        with QSignalBlocker(self.head):
            self.head.clear()
            for head_tag, sides in self._heads.items():
                self.head.addItem(self._format_with_count(head_tag, sum(sides.values())), head_tag)
            self.head.setCurrentIndex(max(0, self.head.findData(tag)) if self._heads else -1)
        self._fill_direction_box(direction)
        self.question_changed.emit()

    def _format_with_count(self, name: str, modifiers: int) -> str:
        return (
            name
            if not modifiers
            else f"{name}  ({resolve_plural(self.tr('%Ln modifier(s)', '', modifiers), modifiers)})"
        )

    def _fill_direction_box(self, previous: str | None) -> None:
        """List the sides on which the selected head tag has modifiers, and select `previous` if it is among them."""
        sides = self._heads.get(self.head.currentData() or "", {})
        names = {"left": self.tr("left"), "right": self.tr("right")}
        with QSignalBlocker(self.direction):
            self.direction.clear()
            for side, modifiers in sides.items():
                self.direction.addItem(self._format_with_count(names[side], modifiers), side)
            self.direction.setCurrentIndex(max(0, self.direction.findData(previous)) if sides else -1)

    def _on_model_changed(self, _: int) -> None:
        self._user_chose_model = True
        self._emit_model_chosen()

    def _emit_model_chosen(self) -> None:
        self.model.setToolTip(to_tooltip(self.model.currentText()))
        self.model_chosen.emit(self.model.currentData() or "")

    def _on_head_changed(self, _: int = 0) -> None:
        self._fill_direction_box(self.direction.currentData())
        self._emit_question_changed()

    def _on_edge_share_changed(self, _: int) -> None:
        self._update_slider_labels()
        self.edge_share_changed.emit()

    def _emit_question_changed(self, _: int = 0) -> None:
        self._update_slider_labels()
        self.question_changed.emit()

    def _select_by_data(self, box: QComboBox, data: str) -> None:
        """Select the item of a box with this data, if there is one, without emitting a signal."""
        index = box.findData(data)
        if index >= 0:
            with QSignalBlocker(box):
                box.setCurrentIndex(index)
            if box is self.head:
                self._fill_direction_box(self.direction.currentData())

    def _update_slider_labels(self) -> None:
        """Show the values of the sliders, whose positions are indexes of a list."""
        minimum = _MIN_COUNTS[self.minimum.value()]
        automatic_text = self.tr("Minimum prefix count: automatic")
        if self._automatic_minimum:
            automatic_text = self.tr("Minimum prefix count: {0} (automatic)").format(self._automatic_minimum)
        evidence = f"{100 * _EVIDENCE_LEVELS[self.evidence.value()]:g}"
        label_texts = (
            (self.clusters, self.tr("Clusters: {0}").format(self.clusters.value() + 1)),
            (self.minimum, self.tr("Minimum prefix count: {0}").format(minimum) if minimum else automatic_text),
            (self.evidence, self.tr("Merges of at least {0} %").format(evidence)),
            (self.edge_share, self.tr("Edges of at least {0} %").format(f"{100 * self.min_share:g}")),
        )
        for slider, text in label_texts:
            self._slider_labels[slider].setText(text)
            slider.setAccessibleDescription(text)


def fill_run_box(box: QComboBox, runs: Sequence[Run]) -> bool:
    """Fill a box with runs and their settings, keeping the selected run if it is listed; return whether the
    selection changed."""
    previous = box.currentData()
    with QSignalBlocker(box):
        box.clear()
        for run in runs:
            box.addItem(f"{run.name}: {format_changed_settings(run)}".removesuffix(": "), run.name)
        box.setCurrentIndex(max(0, box.findData(previous)) if runs else -1)
    return bool(box.currentData() != previous)


def _make_slider(values: Sequence[float | None], value: float | None) -> QSlider:
    """Make a slider over the indexes of `values`, at the index of `value`."""
    slider = QSlider(Qt.Orientation.Horizontal)
    slider.setRange(0, len(values) - 1)
    slider.setPageStep(max(1, len(values) // 10))
    slider.setValue(values.index(value))
    slider.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return slider


def offer_training(empty_state: EmptyState, message: str, explorer: ModelExplorer, method: str) -> EmptyState:
    """Offer in the empty state to train a model with a method, or to stop the running training; the method's name
    replaces {0} in `message`."""
    if explorer.is_training:
        empty_state.set_message(_tr("Training a model. You can explore it when training is done."), "training.cancel")
    else:
        tip = _tr("With default settings, on the open document")
        empty_state.set_message_with_button(
            message.format(method), _tr("Train {0}").format(method), tip, lambda: explorer.train(method)
        )
    return empty_state
