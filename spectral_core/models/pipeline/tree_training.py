"""Training of readings given trees, on sentences that the model which analyses them has not seen."""

from __future__ import annotations

from collections.abc import Sequence

from spectral_core.data import Sentence
from spectral_core.data.readings import standard_columns
from spectral_core.evaluate import strip_annotation
from spectral_core.models.pipeline.first_readings import OpenWord
from spectral_core.models.pipeline.model import Pipeline
from spectral_core.models.pipeline.tree_evidence import GoldChoices

_BATCH = 200  # sentences analysed at once


def collect_choices(pipeline: Pipeline, gold: Sequence[Sentence]) -> GoldChoices:
    """Return the words of gold sentences with several candidate readings, as a pipeline that has not seen them analyses
    them."""
    parsed: list[Sentence] = []
    attached: list[Sentence] = []
    related: list[Sentence] = []
    open_words: list[list[OpenWord]] = []
    chosen: list[int] = []
    labeller = pipeline.parser.labeller
    for low in range(0, len(gold), _BATCH):
        batch = gold[low : low + _BATCH]
        read = pipeline.read_all([strip_annotation(sentence, tags=False) for sentence in batch], range(len(batch)))
        analysed = [pipeline.fill(entry) for entry in read]
        parsed += pipeline.parse_filled(analysed)
        best = [entry.sentence for entry in analysed]
        heads = [[head or 0 for head in sentence.heads] for sentence in batch]
        related += [
            text.with_heads(sentence.heads, sentence.deprels) for text, sentence in zip(best, batch, strict=True)
        ]
        if labeller is None:
            attached += related[low:]
        else:
            labels = labeller.label_all(best, heads, None, [entry.samples for entry in analysed])
            attached += [
                text.with_heads(*tree) for text, tree in zip(best, zip(heads, labels, strict=True), strict=True)
            ]
        for sentence, entry in zip(batch, read, strict=True):
            decided, positions = _find_gold_candidates(sentence, entry.open_words)
            open_words.append(decided)
            chosen += positions
    return GoldChoices((parsed, attached, related), open_words, chosen)


def _find_gold_candidates(sentence: Sentence, open_words: Sequence[OpenWord]) -> tuple[list[OpenWord], list[int]]:
    """Return the open words whose gold reading is a candidate, and its position among the candidates of each."""
    decided, positions = [], []
    for word in open_words:
        index = word.position
        columns = (sentence.lemmas[index], sentence.upos[index], sentence.xpos[index], sentence.feats[index])
        candidates = list(map(standard_columns, word.readings))
        if columns in candidates:
            decided.append(word)
            positions.append(candidates.index(columns))
    return decided, positions


def join_choices(first: GoldChoices, second: GoldChoices) -> GoldChoices:
    """Return the choices of both."""
    parsed, attached, related = ([*trees, *others] for trees, others in zip(first.trees, second.trees, strict=True))
    return GoldChoices(
        (parsed, attached, related), [*first.open_words, *second.open_words], [*first.gold, *second.gold]
    )
