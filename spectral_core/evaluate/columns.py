"""Agreement of two annotations on the columns of their words: tags, features, lemmas."""

from spectral_core.data import EMPTY, Sentence
from spectral_core.evaluate.rates import Rate, Scores, compute_metrics, describe_word_difference

_COLUMNS = ("lemma", "upos", "xpos", "feats")


class ColumnTally:
    """Counts of equal values sentence by sentence, so that two lazy corpora are read once. Scored are words whose gold
    has a value; columns that one side leaves empty all over and sentences of other words are not."""

    def __init__(self) -> None:
        self.sentences = 0
        self._counts: dict[str, list[tuple[float, float]]] = {name: [] for name in _COLUMNS}
        self._filled = dict.fromkeys(_COLUMNS, False)  # by the prediction
        self._wrong: dict[str, list[int]] = {name: [] for name in _COLUMNS}

    @property
    def predicted(self) -> int:
        """Number of sentences if any column can be scored, or else 0."""
        return self.sentences if any(self._is_scored(name) for name in _COLUMNS) else 0

    def add(self, index: int, gold: Sentence, predicted: Sentence) -> None:
        if describe_word_difference(gold.forms, predicted.forms):  # a failure that the scores of structures report
            for counts in self._counts.values():
                counts.append((0, 0))  # rates are by sentence, for comparisons
            return
        self.sentences += 1
        for name in _COLUMNS:
            gold_values, predicted_values = gold.column(name), predicted.column(name)
            words = sum(value != EMPTY for value in gold_values)
            same = sum(a == b for a, b in zip(gold_values, predicted_values, strict=True) if a != EMPTY)
            self._counts[name].append((same, words))
            self._filled[name] |= any(value != EMPTY for value in predicted_values)
            if same < words:
                self._wrong[name].append(index)

    def scores(self) -> Scores:
        """Return the share of words with the same value, in percent, for each column that both sides have."""
        scored = [name for name in _COLUMNS if self._is_scored(name)]
        rates = {name: Rate.from_pairs(self._counts[name]) for name in scored}
        different = sorted({index for name in scored for index in self._wrong[name]})
        return Scores(metrics=compute_metrics(rates), sentences=self.sentences, different=tuple(different), rates=rates)

    def _is_scored(self, name: str) -> bool:
        return self._filled[name] and any(words for _, words in self._counts[name])
