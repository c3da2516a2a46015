"""How far two annotations agree on the columns of their words: tags, features, lemmas."""

from spectral_core.data import EMPTY, Sentence
from spectral_core.evaluate.rates import Rate, Scores, figures, words_differ

_COLUMNS = ("lemma", "upos", "xpos", "feats")


class ColumnTally:
    """Counts sentence by sentence, so that two lazy corpora are read once. Scored are the words whose gold has a value
    in a column; a column that one side leaves empty all over is not, and sentences of other words are not."""

    def __init__(self) -> None:
        self.sentences = 0
        self._counts: dict[str, list[tuple[float, float]]] = {name: [] for name in _COLUMNS}
        self._filled = dict.fromkeys(_COLUMNS, False)  # by the prediction
        self._wrong: dict[str, list[int]] = {name: [] for name in _COLUMNS}

    @property
    def predicted(self) -> int:
        """How many sentences have anything to agree on."""
        return self.sentences if any(self._scored(name) for name in _COLUMNS) else 0

    def add(self, index: int, gold: Sentence, predicted: Sentence) -> None:
        if words_differ(gold.forms, predicted.forms):  # a failure of its structure, which is scored elsewhere
            for counts in self._counts.values():
                counts.append((0, 0))  # rates are by sentence, for comparisons
            return
        self.sentences += 1
        for name in _COLUMNS:
            wanted, found = gold.column(name), predicted.column(name)
            words = sum(value != EMPTY for value in wanted)
            same = sum(a == b for a, b in zip(wanted, found, strict=True) if a != EMPTY)
            self._counts[name].append((same, words))
            self._filled[name] |= any(value != EMPTY for value in found)
            if same < words:
                self._wrong[name].append(index)

    def scores(self) -> Scores:
        """The share of words with the same value, in percent, for each column that both sides have."""
        scored = [name for name in _COLUMNS if self._scored(name)]
        rates = {name: Rate.of(self._counts[name]) for name in scored}
        different = sorted({index for name in scored for index in self._wrong[name]})
        return Scores(metrics=figures(rates), sentences=self.sentences, different=tuple(different), rates=rates)

    def _scored(self, name: str) -> bool:
        return self._filled[name] and any(words for _, words in self._counts[name])
