"""What stands where nothing is compared yet."""

from __future__ import annotations

from PySide6.QtWidgets import QTextBrowser


class Explanation(QTextBrowser):
    """A page that says what comparing is for and what to do first."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("What is compared here"))

    def explain(self, is_open: bool) -> None:
        """Says what could be compared here, and what is missing for it: a second treebank, or the first."""
        title = self.tr("Two treebanks side by side")
        what = self.tr(
            "Two versions of the same sentences are compared here: two annotators, two parsers, or before and after. "
            "The document shown counts as right; the other one is measured against it by heads, relations, brackets, "
            "tags, lemmas and features, as far as both have them, and the sentences that differ are listed with both "
            "structures."
        )
        if is_open:
            why = self.tr("Nothing is compared yet: choose another file over the same sentences.")
        else:
            why = self.tr("Nothing can be compared yet: open a treebank first.")
        self.setHtml(f"<h3>{title}</h3><p>{what}</p><p><b>{why}</b></p>")
