"""Description of a pipeline: the columns that its parts read and write, and the labels that they know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from spectral_core.data import EMPTY
from spectral_core.data.readings import standard_columns
from spectral_core.model.provenance import ColumnsAndLabels
from spectral_core.models.analysis_ranker.context_ranker import ContextRanker
from spectral_core.models.arc_parser import ArcParser
from spectral_core.models.parsing.training_sentences import other_tag_column

_COLUMNS = ("lemma", "upos", "xpos", "feats")


def describe_parts(parser: ArcParser, ranker: ContextRanker | None) -> ColumnsAndLabels:
    """Return the columns that a parser with tagger and labeller, and a ranker, read and write, and their labels."""
    tagset, labeller = parser.word_encoder.tagset, parser.labeller
    tag_columns = {tagset.column, *([other_tag_column(tagset.column)] if tagset.uses_other_column else [])}
    read = {*tag_columns, *(("lemma", "feats") if labeller is not None and labeller.reads_morphology else ())}
    written = tag_columns if parser.tagger is not None else set()
    tag_counts: Counter[str] = Counter()
    if ranker is not None:
        for values, count in _list_training_readings(ranker):
            tag_counts[" ".join(value for value in values[1:] if value != EMPTY)] += count
            written = written | {name for name, value in zip(_COLUMNS, values, strict=True) if value != EMPTY}
    del tag_counts[""]
    return ColumnsAndLabels(
        column=tagset.column,
        reads=("form", *(name for name in _COLUMNS if name in read)),
        writes=(
            *(name for name in _COLUMNS if name in written), "head", *(["deprel"] if labeller is not None else [])
        ),
        tags=() if parser.tagger is None else parser.tagger.labels,
        labels=() if labeller is None else tuple(dict.fromkeys((labeller.root, *labeller.labels))),
        readings=tuple(reading for reading, _ in tag_counts.most_common()),
        clusters=parser.cluster_source,
    )  # fmt: skip


def _list_training_readings(ranker: ContextRanker) -> Iterator[tuple[tuple[str, str, str, str], int]]:
    """Yield lemma, tags and features of each reading of the training text, with its frequency."""
    for form, label, count in ranker.training_labels.list_counts():
        yield standard_columns(ranker.vocabulary.find_training_reading(form, label)), count
