"""Which labels a treebank uses, how often and where: what orders lists of labels, and finds typing errors."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from spectral_core.brief import brief
from spectral_core.data import universal
from spectral_core.data.sentence import EMPTY, Sentence
from spectral_core.data.tree import TRACE, Tree, category
from spectral_core.data.tree_paths import NodePath, node_at

Kind = Literal["upos", "xpos", "feats", "deprel", "phrase", "category"]
Column = Literal["lemma", "upos", "xpos", "feats"]
Counts = Mapping[str, int]
Context = tuple[str, ...]  # where a label stood, from what says most to what says least

_BLOCK = 500  # sentences between two calls of `passed`
_READINGS = 4  # kept a form
_SEEN_OFTEN = 2  # a label that a large treebank has once only may be a typing error
_LARGE = 10_000  # words or phrases from which on a treebank is large in this sense
_LONGEST = 4  # children of a phrase that are looked at one by one
_TOP = "ROOT"  # stands for the tag of the root

_Said = tuple[str, str, str, str]  # lemma, upos, xpos, feats
_Reading = tuple[str, str, str, str, str]  # form, and what is said of it
_COLUMNS: dict[str, int] = {"lemma": 0, "upos": 1, "xpos": 2, "feats": 3}


@dataclass(frozen=True, slots=True)
class Inventory:
    """How often each label occurs, alone and in its surroundings; `Inventory.of` counts."""

    words: int = 0
    phrases: int = 0
    counts: Mapping[str, Counts] = field(default_factory=dict)  # kind: label: how often, the most frequent first
    relations: Mapping[Context, Counts] = field(default_factory=dict)  # (tag, tag of the head, side) and less
    labels: Mapping[Context, Counts] = field(default_factory=dict)  # of phrases, by parent and by children
    by_upos: Mapping[tuple[str, str], Counts] = field(default_factory=dict)  # (column, upos): xpos and feats
    readings: Mapping[str, tuple[_Said, ...]] = field(default_factory=dict)  # of each form, the most frequent first
    universal_features: bool = True  # whether most of FEATS is written as Universal Dependencies want it
    __repr__ = brief

    @classmethod
    def of(cls, sentences: Iterable[Sentence], passed: Callable[[int], None] | None = None) -> Inventory:
        """What these sentences hold; `passed` is told now and then how many were counted. Unreadable ones are not."""
        readings: Counter[_Reading] = Counter()
        arcs: Counter[tuple[str, str, tuple[str, bool]]] = Counter()
        below: Counter[tuple[str, tuple[str, ...]]] = Counter()
        above: Counter[tuple[str, str]] = Counter()
        plain: dict[str, str] = {}
        for done, sentence in enumerate(sentences):
            if passed is not None and done % _BLOCK == 0:
                passed(done)
            if sentence.problems and not sentence.readable:
                continue
            upos = sentence.upos
            readings.update(zip(sentence.forms, sentence.lemmas, upos, sentence.xpos, sentence.feats, strict=True))
            size = len(upos)
            heads = sentence.heads
            if heads.count(None) < size:
                tags = (_TOP, *(sentence.xpos if upos.count(EMPTY) == size else upos))
                try:
                    ends = [(tags[head], head < at) for at, head in enumerate(heads, 1)]  # type: ignore[index,operator]
                except (IndexError, TypeError):  # a head that is open, or not a word of the sentence
                    ends = [(tags[head if head and head <= size else 0], bool(head)) for head in heads]
                arcs.update(zip(sentence.deprels, tags[1:], ends, strict=True))
            if sentence.tree is not None:
                _count_phrases(sentence.tree, below, above, plain)
        return _made(readings, arcs, below, above)

    def knows(self, kind: Kind, label: str) -> bool:
        """Whether the treebank uses a label: more than once, where it is large enough for that."""
        size = self.phrases if kind in ("phrase", "category") else self.words
        return self.counts.get(kind, {}).get(label, 0) >= (_SEEN_OFTEN if size >= _LARGE else 1)

    def ranked(self, kind: Kind) -> list[str]:
        """All labels of a kind, the most frequent first."""
        return list(self.counts.get(kind, {}))

    @property
    def universal_tags(self) -> bool:
        """Whether the column UPOS holds universal tags, as far as is known; some treebanks keep others there."""
        return _mostly(self.counts.get("upos", {}), universal.TAGS.__contains__)

    @property
    def universal_relations(self) -> bool:
        """Whether the relations are those of Universal Dependencies, as far as is known."""
        return _mostly(self.counts.get("deprel", {}), universal.is_relation)

    def relations_for(self, sentence: Sentence, word: int, head: int) -> list[str]:
        """The relations that fit an arc, best first: by both tags and the side, then by less."""
        tags = sentence.upos if sentence.upos.count(EMPTY) < len(sentence) else sentence.xpos
        above = tags[head - 1] if head else _TOP
        tag = tags[word - 1]
        side = "right" if head < word else "left"
        found = _best(self.relations, ((tag, above, side), (tag, above), (tag,), ()))
        if self.universal_relations:
            found = list(dict.fromkeys((*found, *universal.relations_likely(tag))))
            if head == 0:
                found.sort(key=lambda relation: relation != "root")
        return found

    def tags_for(self, sentence: Sentence, word: int, column: Column) -> list[str]:
        """The values that fit a word in a column, best first: what its form had, what goes with its UPOS, the rest."""
        at = _COLUMNS[column]
        form = sentence.forms[word - 1]
        upos = sentence.upos[word - 1]
        known = self.readings.get(form) or self.readings.get(form.lower()) or ()
        if column in ("xpos", "feats", "lemma"):
            known = tuple(sorted(known, key=lambda reading: reading[1] != upos))  # stable: frequent ones stay in front
        found = [reading[at] for reading in known]
        found += self.by_upos.get((column, upos), {})
        if column != "lemma":
            found += self.counts.get(column, {})
        if column == "upos" and self.universal_tags:
            found += universal.UPOS
        return [value for value in dict.fromkeys(found) if value != EMPTY]

    def feats_for(self, upos: str) -> list[str]:
        """The bundles of features that words with this tag have, the most frequent first."""
        return list(self.by_upos.get(("feats", upos), {}))

    def phrase_labels_for(self, tree: Tree, path: NodePath) -> list[str]:
        """The labels that fit the phrase at `path`, best first: by what is below and above it."""
        above = node_at(tree, path[:-1]).label if path else ""
        node = node_at(tree, path)
        return self.phrase_labels([child.label for child in node.children if isinstance(child, Tree)], above)

    def phrase_labels(self, children: Sequence[str], above: str) -> list[str]:
        """The labels that fit a phrase over children with these labels and under a parent with that one, best first."""
        names = tuple(category(child) for child in children if child != TRACE)
        return _best(self.labels, (*(("below", *key) for key in _keys(names)), ("above", category(above)), ()))


def _count_phrases(
    tree: Tree, below: Counter[tuple[str, tuple[str, ...]]], above: Counter[tuple[str, str]], plain: dict[str, str]
) -> None:
    """Counts each phrase with its children and with its parent, by their labels without functions."""
    waiting = [(tree, "")]
    contents = []
    parents = []
    while waiting:
        node, parent = waiting.pop()
        label = node.label
        if (name := plain.get(label)) is None:
            name = plain[label] = category(label)
        names = []
        for child in node.children:
            if isinstance(child, str):
                continue
            if isinstance(child.children[0], str):  # a tag
                if child.label != TRACE:
                    names.append(plain.get(child.label) or category(child.label))
            else:
                names.append(plain.get(child.label) or category(child.label))
                waiting.append((child, name))
        if not names and node.is_tag:
            continue  # a word that is a tree of its own
        contents.append((label, tuple(names)))
        parents.append((label, parent))
    below.update(contents)
    above.update(parents)


def _made(
    readings: Counter[_Reading],
    arcs: Counter[tuple[str, str, tuple[str, bool]]],
    below: Counter[tuple[str, tuple[str, ...]]],
    above: Counter[tuple[str, str]],
) -> Inventory:
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    by_upos: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    by_form: defaultdict[str, list[tuple[int, _Said]]] = defaultdict(list)
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
    for (label, names), count in below.items():
        phrases += count
        counts["phrase"][label] += count
        counts["category"][category(label)] += count
        labels[()][label] += count
        for key in _keys(names):
            labels["below", *key][label] += count
    for (label, parent), count in above.items():
        labels["above", parent][label] += count
    for found in (counts, relations, labels, by_upos):
        for values in found.values():
            values.pop(EMPTY, None)
            values.pop("", None)
    return Inventory(
        words,
        phrases,
        {kind: _ordered(values) for kind, values in counts.items()},
        {context: _ordered(values) for context, values in relations.items() if values},
        {context: _ordered(values) for context, values in labels.items() if values},
        {context: _ordered(values) for context, values in by_upos.items() if values},
        {form: tuple(reading for _, reading in sorted(found)[:_READINGS]) for form, found in by_form.items()},
        _mostly(counts["feats"], lambda feats: universal.features_fault(feats) is None),
    )


def _keys(names: tuple[str, ...]) -> list[tuple[str, ...]]:
    """What is remembered of the children of a phrase: all of a few, and in any case the outermost two."""
    ends = ("...", names[0], names[-1]) if names else ("...",)
    return [names, ends] if len(names) <= _LONGEST else [ends]


def _ordered(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _best(tables: Mapping[Context, Counts], contexts: Sequence[Context]) -> list[str]:
    """All labels by their relative frequency in the first context, as far as it was seen, then in the next and so on.
    Each context has the share n / (n + 1) of what those before it left, n being how often it was seen."""
    scores: defaultdict[str, float] = defaultdict(float)
    left = 1.0
    for context in contexts:
        if counts := tables.get(context):
            total = sum(counts.values())
            share = left * total / (total + 1)
            left -= share
            for label, count in counts.items():
                scores[label] += share * count / total
    return sorted(scores, key=lambda label: (-scores[label], label))


def _mostly(counts: Counts, known: Callable[[str], bool]) -> bool:
    """Whether at least half of what was counted is known; true where nothing was."""
    return 2 * sum(count for label, count in counts.items() if known(label)) >= sum(counts.values())
