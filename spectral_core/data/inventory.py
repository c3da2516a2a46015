"""Inventory of a treebank's labels with frequencies and contexts: ranks labels for selection and reveals typing
errors."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from spectral_core.brief import brief_repr
from spectral_core.data import universal
from spectral_core.data.sentence import EMPTY, Sentence
from spectral_core.data.tree import TRACE_TAG, NodePath, Tree, node_at, strip_function_tags

LabelKind = Literal["upos", "xpos", "feats", "deprel", "phrase", "category"]
Column = Literal["lemma", "upos", "xpos", "feats"]
MORPHOLOGY_COLUMNS: tuple[Column, ...] = ("lemma", "upos", "xpos", "feats")
Counts = Mapping[str, int]
Context = tuple[str, ...]  # conditions a label, most informative part first

_SENTENCES_PER_REPORT = 500  # between two calls of `on_progress`
_MAX_READINGS = 4  # for each form
_MIN_COUNT = 2  # in a large treebank: a hapax may be a typing error
_LARGE_TREEBANK = 10_000  # words or phrases
_MAX_CHILDREN = 4  # of a phrase, for a context of all its children
_ROOT_TAG = "ROOT"  # the tag of the root

# columns whose empty cells are errors in finished annotation, if the treebank fills the column
REQUIRED_COLUMNS: tuple[Column, ...] = ("lemma", "upos")

_ReadingColumns = tuple[str, str, str, str]  # lemma, upos, xpos, feats
_WordReading = tuple[str, str, str, str, str]  # form, lemma, upos, xpos, feats
_COLUMN_INDICES: dict[str, int] = {"lemma": 0, "upos": 1, "xpos": 2, "feats": 3}


@dataclass(frozen=True, slots=True)
class ColumnUse:
    """Number of words with a value in a column, among all words of the sentences that have any value there."""

    filled: int = 0
    words: int = 0

    @property
    def is_filled(self) -> bool:
        """Whether the treebank fills the column: most words of the sentences that have values there have one."""
        return self.filled > 0 and self.words <= 2 * self.filled

    def count_sentence(self, values: Sequence[str], sign: int = 1) -> ColumnUse:
        """Return the counts with a sentence added, given its column; with a sentence removed for `sign` -1."""
        filled = len(values) - values.count(EMPTY)
        return ColumnUse(self.filled + sign * filled, self.words + sign * len(values)) if filled else self


@dataclass(frozen=True, slots=True)
class Inventory:
    """Frequencies of labels, alone and in context; `Inventory.of` makes one from sentences."""

    words: int = 0
    phrases: int = 0
    counts: Mapping[str, Counts] = field(default_factory=dict)  # kind: label: count, most frequent first
    # (tag, tag of the head, side) and its prefixes
    relations_by_context: Mapping[Context, Counts] = field(default_factory=dict)
    # of phrases, by parent and by children
    phrase_labels_by_context: Mapping[Context, Counts] = field(default_factory=dict)
    values_by_upos: Mapping[tuple[str, str], Counts] = field(default_factory=dict)  # (column, upos): xpos and feats
    # of each form, the most frequent first
    readings: Mapping[str, tuple[_ReadingColumns, ...]] = field(default_factory=dict)
    has_universal_features: bool = True  # whether most of FEATS follows Universal Dependencies
    column_use: Mapping[Column, ColumnUse] = field(default_factory=dict)  # of REQUIRED_COLUMNS
    tags_without_lemma: frozenset[str] = frozenset()  # UPOS of words that mostly have none where others have one
    __repr__ = brief_repr

    @classmethod
    def of(cls, sentences: Iterable[Sentence], on_progress: Callable[[int], None] | None = None) -> Inventory:
        """Count the labels of the readable sentences; `on_progress` gets the number of sentences at intervals."""
        readings: Counter[_WordReading] = Counter()
        arcs: Counter[tuple[str, str, tuple[str, bool]]] = Counter()
        child_counts: Counter[tuple[str, tuple[str, ...]]] = Counter()
        parent_counts: Counter[tuple[str, str]] = Counter()
        categories: dict[str, str] = {}
        column_use = dict.fromkeys(REQUIRED_COLUMNS, ColumnUse())
        without_lemma: Counter[str] = Counter()
        for done, sentence in enumerate(sentences):
            if on_progress is not None and done % _SENTENCES_PER_REPORT == 0:
                on_progress(done)
            if sentence.problems and not sentence.is_readable:
                continue
            upos = sentence.upos
            readings.update(zip(sentence.forms, sentence.lemmas, upos, sentence.xpos, sentence.feats, strict=True))
            size = len(upos)
            for column in REQUIRED_COLUMNS:
                column_use[column] = column_use[column].count_sentence(sentence.column(column))
            if 0 < sentence.lemmas.count(EMPTY) < size:
                pairs = zip(sentence.lemmas, upos, strict=True)
                without_lemma.update(tag for lemma, tag in pairs if lemma == EMPTY)
            heads = sentence.heads
            if heads.count(None) < size:
                tags = (_ROOT_TAG, *(sentence.xpos if upos.count(EMPTY) == size else upos))
                try:
                    head_sides = [(tags[head], head < word) for word, head in enumerate(heads, 1)]  # type: ignore[index,operator]
                except (IndexError, TypeError):  # no head, or one outside the sentence
                    head_sides = [
                        (_ROOT_TAG, False) if head is None or head > size else (tags[head], head < word)
                        for word, head in enumerate(heads, 1)
                    ]
                arcs.update(zip(sentence.deprels, tags[1:], head_sides, strict=True))
            if sentence.tree is not None:
                _count_phrases(sentence.tree, child_counts, parent_counts, categories)
        inventory = _build_inventory(readings, arcs, child_counts, parent_counts)
        exceptions = _find_tags_without_lemma(readings, without_lemma)
        return replace(inventory, column_use=column_use, tags_without_lemma=exceptions)

    def has_label(self, kind: LabelKind, label: str) -> bool:
        """Return whether the treebank uses a label, in a large treebank more than once."""
        size = self.phrases if kind in ("phrase", "category") else self.words
        return self.counts.get(kind, {}).get(label, 0) >= (_MIN_COUNT if size >= _LARGE_TREEBANK else 1)

    @property
    def filled_columns(self) -> frozenset[Column]:
        """The columns among REQUIRED_COLUMNS that the treebank fills."""
        return frozenset(column for column, use in self.column_use.items() if use.is_filled)

    def labels_by_frequency(self, kind: LabelKind) -> list[str]:
        """Return all labels of a kind, the most frequent first."""
        return list(self.counts.get(kind, {}))

    @property
    def has_universal_tags(self) -> bool:
        """Whether the column UPOS holds universal tags, as far as is known; some treebanks use other tags there."""
        return _is_mostly_accepted(self.counts.get("upos", {}), universal.ALL_TAGS.__contains__)

    @property
    def has_universal_relations(self) -> bool:
        """Whether the relations are those of Universal Dependencies, as far as is known."""
        return _is_mostly_accepted(self.counts.get("deprel", {}), universal.is_universal_relation)

    def rank_relations(self, sentence: Sentence, word: int, head: int) -> list[str]:
        """Return the relations that fit an arc, best first: by both tags and the direction, then with back-off to less
        context."""
        tags = sentence.upos if sentence.upos.count(EMPTY) < len(sentence) else sentence.xpos
        head_tag = tags[head - 1] if head else _ROOT_TAG
        tag = tags[word - 1]
        side = "right" if head < word else "left"
        relations = _rank_labels(self.relations_by_context, ((tag, head_tag, side), (tag, head_tag), (tag,), ()))
        if self.has_universal_relations:
            relations = list(dict.fromkeys((*relations, *universal.rank_relations(tag))))
            if head == 0:
                relations.sort(key=lambda relation: relation != "root")
        return relations

    def rank_column_values(self, sentence: Sentence, word: int, column: Column) -> list[str]:
        """Return the values that fit a word in a column, best first: those of its form, of its UPOS, then the rest."""
        field_index = _COLUMN_INDICES[column]
        form = sentence.forms[word - 1]
        upos = sentence.upos[word - 1]
        readings = self.readings.get(form) or self.readings.get(form.lower()) or ()
        if column in ("xpos", "feats", "lemma"):
            # stable sort: frequent values stay in front
            readings = tuple(sorted(readings, key=lambda reading: reading[1] != upos))
        candidates = [reading[field_index] for reading in readings]
        candidates += self.values_by_upos.get((column, upos), {})
        if column != "lemma":
            candidates += self.counts.get(column, {})
        if column == "upos" and self.has_universal_tags:
            candidates += universal.UPOS
        return [value for value in dict.fromkeys(candidates) if value != EMPTY]

    def rank_feature_bundles(self, upos: str) -> list[str]:
        """Return the feature bundles of words with this tag, the most frequent first."""
        return list(self.values_by_upos.get(("feats", upos), {}))

    def rank_labels_of_phrase(self, tree: Tree, path: NodePath) -> list[str]:
        """Return the labels that fit the phrase at `path`, best first, by its children and its parent."""
        parent = node_at(tree, path[:-1]).label if path else ""
        node = node_at(tree, path)
        return self.rank_phrase_labels([child.label for child in node.children if isinstance(child, Tree)], parent)

    def rank_phrase_labels(self, children: Sequence[str], parent: str) -> list[str]:
        """Return the labels that fit a phrase over these children and under this parent, best first."""
        names = tuple(strip_function_tags(child) for child in children if child != TRACE_TAG)
        return _rank_labels(
            self.phrase_labels_by_context,
            (*(("below", *key) for key in _make_child_contexts(names)), ("above", strip_function_tags(parent)), ()),
        )


def _count_phrases(
    tree: Tree,
    child_counts: Counter[tuple[str, tuple[str, ...]]],
    parent_counts: Counter[tuple[str, str]],
    categories: dict[str, str],
) -> None:
    """Add each phrase of a tree to the counters, with its children and with its parent, whose labels are without
    functions; `categories` caches these."""
    stack = [(tree, "")]
    contents = []
    parents = []
    while stack:
        node, parent = stack.pop()
        label = node.label
        if (name := categories.get(label)) is None:
            name = categories[label] = strip_function_tags(label)
        names = []
        for child in node.children:
            if isinstance(child, str):
                continue
            if isinstance(child.children[0], str):  # a tag
                if child.label != TRACE_TAG:
                    names.append(categories.get(child.label) or strip_function_tags(child.label))
            else:
                names.append(categories.get(child.label) or strip_function_tags(child.label))
                stack.append((child, name))
        if not names and node.is_tag:
            continue  # a tree of one word
        contents.append((label, tuple(names)))
        parents.append((label, parent))
    child_counts.update(contents)
    parent_counts.update(parents)


def _build_inventory(
    readings: Counter[_WordReading],
    arcs: Counter[tuple[str, str, tuple[str, bool]]],
    child_counts: Counter[tuple[str, tuple[str, ...]]],
    parent_counts: Counter[tuple[str, str]],
) -> Inventory:
    """Build an inventory from counts of readings, arcs, and phrases with their children and parents."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    by_upos: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    by_form: defaultdict[str, list[tuple[int, _ReadingColumns]]] = defaultdict(list)
    words = 0
    for (form, lemma, upos, xpos, feats), count in readings.items():
        words += count
        counts["upos"][upos] += count
        counts["xpos"][xpos] += count
        counts["feats"][feats] += count
        by_upos["xpos", upos][xpos] += count
        by_upos["feats", upos][feats] += count
        if not lemma == upos == xpos == feats == EMPTY:
            by_form[form].append((-count, (lemma, upos, xpos, feats)))
    relations: defaultdict[Context, Counter[str]] = defaultdict(Counter)
    for (relation, tag, (head, right)), count in arcs.items():
        counts["deprel"][relation] += count
        for context in ((tag, head, "right" if right else "left"), (tag, head), (tag,), ()):
            relations[context][relation] += count
    labels: defaultdict[Context, Counter[str]] = defaultdict(Counter)
    phrases = 0
    for (label, names), count in child_counts.items():
        phrases += count
        counts["phrase"][label] += count
        counts["category"][strip_function_tags(label)] += count
        labels[()][label] += count
        for key in _make_child_contexts(names):
            labels["below", *key][label] += count
    for (label, parent), count in parent_counts.items():
        labels["above", parent][label] += count
    for tables in (counts, relations, labels, by_upos):
        for values in tables.values():
            values.pop(EMPTY, None)
            values.pop("", None)
    return Inventory(
        words,
        phrases,
        {kind: _sort_by_frequency(values) for kind, values in counts.items()},
        {context: _sort_by_frequency(values) for context, values in relations.items() if values},
        {context: _sort_by_frequency(values) for context, values in labels.items() if values},
        {context: _sort_by_frequency(values) for context, values in by_upos.items() if values},
        {form: tuple(reading for _, reading in sorted(counted)[:_MAX_READINGS]) for form, counted in by_form.items()},
        _is_mostly_accepted(counts["feats"], lambda feats: universal.find_feature_fault(feats) is None),
    )


def _find_tags_without_lemma(readings: Counter[_WordReading], without_lemma: Counter[str]) -> frozenset[str]:
    """Return the UPOS of words that mostly lack a lemma, given how many lack one in sentences with other lemmas."""
    with_lemma: Counter[str] = Counter()
    for (_, lemma, upos, _, _), count in readings.items():
        if lemma != EMPTY:
            with_lemma[upos] += count
    return frozenset(tag for tag, count in without_lemma.items() if tag != EMPTY and count > with_lemma[tag])


def _make_child_contexts(names: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return the contexts of a phrase from its children: all of them if they are few, and always the outermost two."""
    ends = ("...", names[0], names[-1]) if names else ("...",)
    return [names, ends] if len(names) <= _MAX_CHILDREN else [ends]


def _sort_by_frequency(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _rank_labels(tables: Mapping[Context, Counts], contexts: Sequence[Context]) -> list[str]:
    """Rank labels by their relative frequency, interpolated from the most specific context to the most general.

    Each context gets n / (n + 1) of the weight left over by those before it, where n is its frequency.
    """
    scores: defaultdict[str, float] = defaultdict(float)
    remaining = 1.0
    for context in contexts:
        if counts := tables.get(context):
            total = sum(counts.values())
            share = remaining * total / (total + 1)
            remaining -= share
            for label, count in counts.items():
                scores[label] += share * count / total
    return sorted(scores, key=lambda label: (-scores[label], label))


def _is_mostly_accepted(counts: Counts, accepts: Callable[[str], bool]) -> bool:
    """Return whether `accepts` is true of at least half of the counted labels; true where none were counted."""
    return 2 * sum(count for label, count in counts.items() if accepts(label)) >= sum(counts.values())
