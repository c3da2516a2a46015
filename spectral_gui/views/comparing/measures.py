"""The measures of a comparison by their names in the window; hides those that only the command tells."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem

_SHOWN = (  # the command `spectral compare` tells all there are
    "uas",
    "uas_no_punct",
    "las",
    "las_no_punct",
    "complete",
    "f1",
    "precision",
    "recall",
    "f1_40",
    "exact",
    "unlabelled_f1",
    "unlabelled_f1_10",
    "unlabelled_f1_40",
    "e1",
    "upos",
    "xpos",
    "lemma",
    "feats",
)


class MeasureTable(QTreeWidget):
    """A row for each measure that both treebanks have what is needed for."""

    def __init__(self) -> None:
        super().__init__()
        self._names = {
            "uas": self.tr("Heads right (UAS)"),
            "uas_no_punct": self.tr("– without punctuation"),
            "las": self.tr("Heads and relations right (LAS)"),
            "las_no_punct": self.tr("– without punctuation"),
            "complete": self.tr("Sentences with all heads right"),
            "f1": self.tr("Labelled brackets (F1)"),
            "precision": self.tr("– precision"),
            "recall": self.tr("– recall"),
            "f1_40": self.tr("– up to 40 words"),
            "exact": self.tr("Trees that are alike"),
            "unlabelled_f1": self.tr("Unlabelled brackets (F1)"),
            "unlabelled_f1_10": self.tr("– up to 10 words"),
            "unlabelled_f1_40": self.tr("– up to 40 words"),
            "e1": self.tr("Words whose first reading is wrong (E1)"),
            "upos": self.tr("UPOS alike"),
            "xpos": self.tr("XPOS alike"),
            "lemma": self.tr("Lemmas alike"),
            "feats": self.tr("Features alike"),
        }
        self.setObjectName("measures")
        self.setHeaderLabels([self.tr("Measure"), "%"])
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAccessibleName(self.tr("Measures"))
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.header().setStretchLastSection(False)

    def show_metrics(self, metrics: Mapping[str, float]) -> None:
        """Shows other measures."""
        self.clear()
        named = [name for name in _SHOWN if name in metrics]
        for name in named:
            item = QTreeWidgetItem([self._names.get(name, name), f"{metrics[name]:.2f}"])
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            item.setToolTip(0, name)
            self.addTopLevelItem(item)
