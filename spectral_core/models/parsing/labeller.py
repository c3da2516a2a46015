"""Arc labeller: a linear-chain CRF over the modifiers of each head. Also completion of parsed trees: relations, and
lifted arcs restored."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Indexes, Integers, Keys, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, UNCONSTRAINED, BestFirst, Constraints, Ranked, Sentence, Treebank
from spectral_core.data.dependencies import LIFTED_MARK, PATH_MARK, deprojectivise, is_projective, is_tree, projectivise
from spectral_core.data.readings import share_equal_samples
from spectral_core.errors import DataError
from spectral_core.model import COLUMN_CHOICES, Arrays, add_prefix, pack_strings, select_part, unpack_strings
from spectral_core.models.linear_chain import NO_LABEL, CrfHyperparameters, FeatureSequences, LinearChainCrf
from spectral_core.models.parsing.training_sentences import other_tag_column
from spectral_core.models.word_features import TagClasses, hash_text
from spectral_core.progress import Progress, Report, ignore_progress, track_progress

_EPOCHS = 10
_DROPOUT = 0.4
_MIN_FEATURE_COUNT = 2  # features seen fewer times are dropped
_MIN_OTHER_TAG_SHARE = 0.5  # minimum share of words with a tag in the other column for that to be read
_MIN_FEATURES_SHARE = 0.02  # minimum share of words with morphological features for these to be read
# attributes that are read; their number and order are those of the feature templates
ATTRIBUTES = (
    "Case", "Number", "Person", "Person[psor]", "VerbForm", "Mood", "Voice", "Tense", "Gender", "Definite", "PronType",
    "NumType", "Number[psor]",
)  # fmt: skip
_BLOCK_SIZE = 1000  # sentences between progress reports
_PRUNING_MARGIN = 6.0  # nats below the best local score at which relations are pruned
_MIN_POSTERIOR = 1e-12  # lower bound before the log is taken
_UNIVERSAL_ROOT = "root"  # the relation of Universal Dependencies that only the root may have
_UNKNOWN_RELATION = "dep"  # of Universal Dependencies: given where training had no relation but that of the root
LabelledHeads = tuple[tuple[int, ...], tuple[str, ...]]  # heads and relations


@dataclass(frozen=True, slots=True, eq=False)
class Labeller:
    """Predicts the relation of each word to its head from both words, their tags, and the head's other modifiers."""

    column: str  # column of the tags: xpos or upos
    usual_tags: Mapping[str, str]  # most frequent tag of the other column for each tag; empty if that is not read
    reads_morphology: bool  # lemmas and morphological features
    root: str  # relation reserved for the root word
    labels: tuple[str, ...]  # of all other arcs, sorted
    lexicon: TagClasses
    chain: LinearChainCrf
    __repr__ = brief_repr

    @classmethod
    def learn(
        cls, treebank: Treebank, report: Report = ignore_progress, seed: int = 0, column: str = "xpos"
    ) -> Labeller:
        """Train a labeller on the sentences in which every word has a head, a relation, and a tag in `column`."""
        sentences = []
        for sentence in track_progress(treebank, "read relations", len(treebank), report, _BLOCK_SIZE):
            is_complete = sentence.is_readable and sentence.has_heads and not sentence.find_structural_problems()
            if is_complete and EMPTY not in sentence.deprels and EMPTY not in sentence.column(column):
                sentences.append(sentence)
        report(Progress("read relations", len(treebank), len(treebank)))
        if not sentences:
            raise DataError(f"no sentence here has heads, relations and tags in {column} for all its words")
        arcs = [
            (head, label)
            for labelled in sentences
            for head, label in zip(labelled.heads, labelled.deprels, strict=True)
        ]
        root_counts = Counter(label for head, label in arcs if head == 0)
        root = min(root_counts, key=lambda label: (-root_counts[label], label))
        inner_labels = {label for head, label in arcs if head != 0}
        labels = tuple(sorted(inner_labels - {root} or inner_labels - {_UNIVERSAL_ROOT}))
        codes = {label: code for code, label in enumerate(labels)}
        forms = [form for labelled in sentences for form in labelled.forms]
        values = [value for labelled in sentences for value in labelled.column(column)]
        tags = {value: number for number, value in enumerate(sorted(set(values)))}
        lexicon = TagClasses.learn(forms, np.array([tags[value] for value in values], dtype=np.int32))
        usual_tags = _find_usual_other_tags(sentences, column)
        untrained = cls(column, usual_tags, _has_morphology(sentences), root, labels, lexicon, LinearChainCrf.empty())
        sequences, modifiers = untrained._extract_arc_features(sentences, [labelled.heads for labelled in sentences])
        relations = np.array([codes.get(label, NO_LABEL) for _, label in arcs], dtype=np.int32)[modifiers]
        is_sound = np.ones(len(sequences.starts) - 1, dtype=bool)  # leave out those with the root relation elsewhere
        is_sound[np.searchsorted(sequences.starts, np.flatnonzero(relations == NO_LABEL), side="right") - 1] = False
        training_sequences, positions = sequences.select(np.flatnonzero(is_sound & (np.diff(sequences.starts) > 0)))

        def on_epoch(epoch: int, likelihood: float, accuracy: float) -> None:
            """Report the measures of an epoch."""
            report(Progress("label", epoch, _EPOCHS, {"log_likelihood": likelihood, "label_accuracy": 100 * accuracy}))

        hyperparameters = CrfHyperparameters(_EPOCHS, _DROPOUT, _MIN_FEATURE_COUNT, seed)
        chain = LinearChainCrf.learn(training_sequences, relations[positions], len(labels), hyperparameters, on_epoch)
        return replace(untrained, chain=chain)

    def label(
        self, sentence: Sentence, heads: Sequence[int | None], locked: Mapping[int, str] | None = None
    ) -> tuple[str, ...]:
        """Return the most probable relation of each word to its head; EMPTY if it has none, `dep` where no relation but
        that of the root was seen in training. `locked` maps words, from
        1, to required relations, with which the others are made consistent."""
        (labels,) = self.label_all([sentence], [heads], None if locked is None else [locked])
        return labels

    def label_all(
        self,
        sentences: Sequence[Sentence],
        heads: Sequence[Sequence[int | None]],
        locked: Sequence[Mapping[int, str]] | None = None,
        samples: Sequence[Sequence[Sentence]] = (),
    ) -> list[tuple[str, ...]]:
        """Label many sentences at once, faster than one by one. `samples` are the sentences with samples of their
        readings, over which the posteriors are averaged; none where they are certain."""
        label_indexes, _, modifiers = self._average_posteriors(sentences, heads, locked, samples)
        flat = [self.root if head == 0 else EMPTY for sentence_heads in heads for head in sentence_heads]
        for modifier, label_index in zip(modifiers.tolist(), label_indexes[:, 0].tolist(), strict=True):
            flat[modifier] = self.labels[label_index] if label_index != NO_LABEL else _UNKNOWN_RELATION
        labelled, begin = [], 0
        for number, sentence_heads in enumerate(heads):
            labels = flat[begin : begin + len(sentence_heads)]
            begin += len(sentence_heads)
            for word, label in (locked[number] if locked else {}).items():
                labels[word - 1] = label
            labelled.append(tuple(labels))
        return labelled

    def label_trees(
        self,
        sentence: Sentence,
        trees: Sequence[Sequence[int]],
        locked: Mapping[int, str],
        samples: Sequence[Sentence] = (),
    ) -> list[tuple[str, ...]]:
        """Label several complete trees of one sentence; the features they share are computed once. `samples` are the
        sentence with samples of its readings, over which the posteriors are averaged; none if they are certain."""
        from spectral_core.structured.feature_templates import shared_labeller_feature_keys

        heads = np.array(trees, dtype=np.int64).reshape(len(trees), len(sentence))
        if heads.size and not 0 <= heads.min() <= heads.max() <= len(sentence):
            raise ValueError("the heads do not fit the words of their sentence")  # not checked by the kernel
        rankings, weights = [], []
        for variant, weight in _share_samples(sentence, samples):
            words = self._hash_words_and_tags([variant])
            keys, starts, modifiers, lines, arcs, arc_rows = shared_labeller_feature_keys(*words, heads - 1)
            fixed = None
            if locked:
                fixed = np.full(len(keys), NO_LABEL, dtype=np.int32)
                fixed[lines] = self._encode_locks(len(sentence), locked)[modifiers % len(sentence)]
            rankings.append(self._rank_labels(FeatureSequences(keys, starts, arcs, arc_rows), fixed))
            weights.append(weight)
        ranked = rankings[0]
        if len(rankings) > 1:
            means = self._make_sums(ranked)
            for (label_indexes, posteriors), weight in zip(rankings, weights, strict=True):
                rows = np.arange(len(means))[:, None]
                np.add.at(means, (rows, label_indexes), weight * posteriors)
            ranked = _rank_sums(means, ranked[0].shape[1])
        label_indexes = ranked[0][:, 0]
        names = np.array((*self.labels, self.root, _UNKNOWN_RELATION), dtype=object)  # NO_LABEL (-1) indexes the last
        codes = np.where(heads == 0, len(self.labels), NO_LABEL)
        codes.reshape(-1)[modifiers] = label_indexes[lines]
        relations = names[codes]
        for word, label in locked.items():
            relations[:, word - 1] = label
        return list(map(tuple, relations.tolist()))

    def relations(
        self, sentence: Sentence, heads: Sequence[int | None], k: int = 1, samples: Sequence[Sentence] = ()
    ) -> list[list[Ranked[str]]]:
        """Return for each word up to `k` relations to its head, by log posterior; none if it has no head. `samples` as
        in `label_trees`."""
        label_indexes, posteriors, modifiers = self._average_posteriors([sentence], [heads], None, [samples])
        ranked: list[list[Ranked[str]]] = [[Ranked(self.root, 0.0)] if head == 0 else [] for head in heads]
        for row, modifier in enumerate(modifiers.tolist()):
            pairs = zip(label_indexes[row, :k].tolist(), posteriors[row, :k].tolist(), strict=True)
            ranked[modifier] = [
                Ranked(self.labels[label_index], math.log(max(posterior, _MIN_POSTERIOR)))
                for label_index, posterior in pairs
                if label_index != NO_LABEL
            ] or [Ranked(_UNKNOWN_RELATION, 0.0)]
        return ranked

    def _compute_posteriors(
        self,
        sentences: Sequence[Sentence],
        heads: Sequence[Sequence[int | None]],
        locked: Sequence[Mapping[int, str]] | None,
    ) -> tuple[Indexes, Floats, Integers]:
        """Return the candidate relations of each arc and their posteriors, best first, and the index of the modifier of
        each arc."""
        sequences, modifiers = self._extract_arc_features(sentences, heads)
        fixed = None
        if locked is not None and any(locked):
            codes = [
                self._encode_locks(len(sentence), sentence_locks)
                for sentence, sentence_locks in zip(heads, locked, strict=True)
            ]
            fixed = np.concatenate(codes)[modifiers]
        return *self._rank_labels(sequences, fixed), modifiers

    def _average_posteriors(
        self,
        sentences: Sequence[Sentence],
        heads: Sequence[Sequence[int | None]],
        locked: Sequence[Mapping[int, str]] | None,
        samples: Sequence[Sequence[Sentence]],
    ) -> tuple[Indexes, Floats, Integers]:
        """Return the result of `_compute_posteriors`, averaged over samples of the readings of each sentence."""
        variants = [
            _share_samples(sentence, own_samples)
            for sentence, own_samples in zip(sentences, samples or [()] * len(sentences), strict=True)
        ]
        owners = [owner for owner, own_variants in enumerate(variants) for _ in own_variants[1:]]
        if not owners:
            return self._compute_posteriors(sentences, heads, locked)
        label_indexes, posteriors, modifiers = self._compute_posteriors(
            [*sentences, *(variant for own_variants in variants for variant, _ in own_variants[1:])],
            [*heads, *(heads[owner] for owner in owners)],
            None if locked is None else [*locked, *(locked[owner] for owner in owners)],
        )
        arc_counts = [sum(map(bool, sentence_heads)) for sentence_heads in heads]
        bounds = np.cumsum([0, *arc_counts, *(arc_counts[owner] for owner in owners)])
        size = int(bounds[len(sentences)])  # arcs of the sentences
        rows = np.concatenate([np.arange(size), *(np.arange(bounds[owner], bounds[owner + 1]) for owner in owners)])
        weights = [own_variants[0][1] for own_variants in variants]
        weights += [weight for own_variants in variants for _, weight in own_variants[1:]]
        shares = np.repeat(weights, np.diff(bounds))
        sums = self._make_sums((label_indexes[:size], posteriors[:size]))
        np.add.at(sums, (rows[:, None], label_indexes), posteriors * shares[:, None])
        return *_rank_sums(sums, label_indexes.shape[1]), modifiers[:size]

    def _hash_words_and_tags(self, sentences: Sequence[Sentence]) -> tuple[Keys, Keys]:
        """Return the feature hashes of words; and the hashes of their coarse and fine tags and, with morphology, of
        their lemmas and features, as `labeller_feature_keys` takes them."""
        column, usual_tags = self.column, self.usual_tags
        words = self.lexicon.extract_feature_keys([form for sentence in sentences for form in sentence.forms])
        first = [value for sentence in sentences for value in sentence.column(column)]
        coarse, fine = first, list[str]()
        if usual_tags:
            second = [value for sentence in sentences for value in sentence.column(other_tag_column(column))]
            second = [
                usual_tags.get(tag, EMPTY) if value == EMPTY else value
                for tag, value in zip(first, second, strict=True)
            ]
            coarse, fine = (second, first) if column == "xpos" else (first, second)
        tags = np.zeros((len(first), 2), dtype=np.uint64)
        for tag_column, values in enumerate((coarse, fine)):
            if values:
                tags[:, tag_column] = list(map(hash_text, values))
        return words, np.hstack((tags, _hash_morphology(sentences))) if self.reads_morphology else tags

    def _extract_arc_features(
        self, sentences: Sequence[Sentence], heads: Sequence[Sequence[int | None]]
    ) -> tuple[FeatureSequences, Integers]:
        """Return the features of all arcs between words, as one sequence for each head, and the index of the modifier
        of each arc."""
        from spectral_core.structured.feature_templates import labeller_feature_keys

        starts = np.concatenate(([0], np.cumsum([len(sentence) for sentence in sentences]))).astype(np.int64)
        flat_heads = [
            -1 if not head else begin + head - 1
            for begin, sentence_heads in zip(starts.tolist(), heads, strict=False)
            for head in sentence_heads
        ]
        head_positions = np.array(flat_heads, dtype=np.int64)
        sizes = np.diff(starts)
        lengths_match = [len(sentence_heads) for sentence_heads in heads] == sizes.tolist()
        if not lengths_match or (head_positions >= np.repeat(starts[1:], sizes)).any() or (head_positions < -1).any():
            raise ValueError("the heads do not fit the words of their sentences")  # not checked by the kernel
        keys, modifiers, bounds = labeller_feature_keys(*self._hash_words_and_tags(sentences), head_positions, starts)
        return FeatureSequences(keys, bounds), modifiers

    def _encode_locks(self, size: int, locked: Mapping[int, str]) -> Indexes:
        """Return (words,) the required relations as indexes of `labels`, else NO_LABEL."""
        codes = np.full(size, NO_LABEL, dtype=np.int32)
        for word, label in locked.items():
            codes[word - 1] = self.labels.index(label) if label in self.labels else NO_LABEL
        return codes

    def _rank_labels(self, sequences: FeatureSequences, fixed: Indexes | None) -> tuple[Indexes, Floats]:
        """Return the candidate relations of each arc and their posteriors, best first."""
        if not self.labels:  # trained only on root words
            return np.full((len(sequences.keys), 1), NO_LABEL, dtype=np.int32), np.zeros((len(sequences.keys), 1))
        return self.chain.posteriors(sequences, fixed, _PRUNING_MARGIN)

    def _make_sums(self, ranked: tuple[Indexes, Floats]) -> Floats:
        """Return (arcs, labels + 1) zeros, for sums over the relations of these arcs; the last column is that of
        NO_LABEL."""
        return np.zeros((len(ranked[0]), len(self.labels) + 1))

    def arrays(self) -> NamedArrays:
        return {
            "column": pack_strings([self.column]), "root": pack_strings([self.root]),
            "labels": pack_strings(self.labels),
            **({"morphology": np.array(True)} if self.reads_morphology else {}),
            "usual": pack_strings([f"{tag} {other_tag}" for tag, other_tag in sorted(self.usual_tags.items())]),
            **add_prefix("chain_", self.chain.arrays()), **add_prefix("lexicon_", self.lexicon.arrays()),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        labels = unpack_strings(arrays["labels"])
        (column,), (root,) = unpack_strings(arrays["column"]), unpack_strings(arrays["root"])
        if column not in COLUMN_CHOICES:
            raise ValueError(f"{column!r} is no column that a labeller reads")
        chain = LinearChainCrf.from_arrays(select_part(arrays, "chain_"), len(labels))
        usual_pairs = unpack_strings(arrays["usual"]) if "usual" in arrays else ()  # older models read one column
        usual_tags = {tag: other_tag for tag, _, other_tag in (text.rpartition(" ") for text in usual_pairs)}
        reads_morphology = bool(arrays.get("morphology", False))
        return cls(
            column,
            usual_tags,
            reads_morphology,
            root,
            labels,
            TagClasses.from_arrays(select_part(arrays, "lexicon_")),
            chain,
        )


def _share_samples(sentence: Sentence, samples: Sequence[Sentence]) -> list[tuple[Sentence, float]]:
    """Return the samples of a sentence that have different readings, each with its share of the samples; the sentence
    alone if it is certain."""
    return share_equal_samples(
        samples or [sentence], lambda sample: (sample.upos, sample.xpos, sample.feats, sample.lemmas)
    )


def _rank_sums(sums: Floats, count: int) -> tuple[Indexes, Floats]:
    """Return up to `count` relations of each arc by their sums, largest first, and these; NO_LABEL where there are
    fewer."""
    sums[:, -1] = 0.0
    order = np.argsort(-sums, axis=1, kind="stable")[:, :count]
    ranked = np.take_along_axis(sums, order, axis=1)
    return np.where(ranked > 0.0, order, NO_LABEL).astype(np.int32), ranked


def _find_usual_other_tags(sentences: Sequence[Sentence], column: str) -> dict[str, str]:
    """Return the most frequent tag of the other column for each tag of `column`; empty if most words have no tag in the
    other column, or always the same one as in this."""
    other_column = other_tag_column(column)
    pairs = Counter(
        pair
        for sentence in sentences
        for pair in zip(sentence.column(column), sentence.column(other_column), strict=True)
    )
    filled = sum(count for (_, second), count in pairs.items() if second != EMPTY)
    if filled < _MIN_OTHER_TAG_SHARE * pairs.total() or all(first == second for first, second in pairs):
        return {}
    usual_tags: dict[str, str] = {}
    for first, second in sorted(pairs, key=lambda pair: (-pairs[pair], pair)):
        if second != EMPTY:
            usual_tags.setdefault(first, second)
    return usual_tags


def _has_morphology(sentences: Sequence[Sentence]) -> bool:
    """Return whether enough words have morphological features for these, and lemmas, to be read."""
    size = sum(map(len, sentences))
    return sum(len(sentence) - sentence.feats.count(EMPTY) for sentence in sentences) >= _MIN_FEATURES_SHARE * size


def _hash_morphology(sentences: Sequence[Sentence]) -> Keys:
    """Return (words, 2 + attributes) the hashes of the lemma of each word, of its morphological features together, and
    of the value of each attribute; 0 for none."""
    from spectral_core.structured.feature_templates import FORM

    lemmas = [lemma for sentence in sentences for lemma in sentence.lemmas]
    keys = TagClasses.empty().extract_feature_keys(lemmas)[:, FORM]
    keys[[lemma == EMPTY for lemma in lemmas]] = 0
    rows = [_hash_features(feats) for sentence in sentences for feats in sentence.feats]
    return np.column_stack((keys, np.array(rows, dtype=np.uint64).reshape(len(rows), 1 + len(ATTRIBUTES))))


@lru_cache(maxsize=1 << 14)  # features repeat often
def _hash_features(feats: str) -> tuple[int, ...]:
    """Return the hashes of the features of a word together, and of the value of each attribute; 0 for none."""
    values = dict(pair.partition("=")[::2] for pair in feats.split("|"))
    return _hash_value(feats), *(_hash_value(values.get(name, EMPTY)) for name in ATTRIBUTES)


def _hash_value(value: str) -> int:
    return 0 if value == EMPTY else hash_text(value)


def train_labeller(
    treebank: Treebank, column: str, seed: int, lifted: bool, report: Report = ignore_progress
) -> Labeller | None:
    """Train a labeller on a treebank; None without relations. With `lifted`, relations also encode lifted arcs
    (pseudo-projective parsing, Nivre and Nilsson 2005), so that these can be restored."""
    if lifted:
        treebank = Treebank.of(_lift_arcs(treebank))
    try:
        return Labeller.learn(treebank, report, seed, column)
    except DataError:
        return None


def _lift_arcs(treebank: Treebank) -> Iterator[Sentence]:
    """Yield the sentences, with the crossing arcs of nonprojective trees lifted and marked in the relations."""
    for sentence in treebank:
        if sentence.is_readable and is_tree(sentence.heads) and not is_projective(sentence.heads):
            yield sentence.with_heads(*projectivise(sentence.heads, sentence.deprels))
        else:
            yield sentence


def rank_labelled_trees(
    sentence: Sentence, trees: Sequence[tuple[float, tuple[int, ...]]], labeller: Labeller | None,
    constraints: Constraints,
) -> BestFirst[Sentence]:  # fmt: skip
    """Return the sentence with each of several trees, given by scores and heads, with relations and with lifted arcs
    restored; trees that become equal are returned once."""
    if not sentence.forms:
        return BestFirst(Ranked(sentence, score) for score, _ in trees)
    completed = label_and_deprojectivise_trees(sentence, [heads for _, heads in trees], labeller, constraints)
    distinct: dict[tuple[int | None, ...], Ranked[Sentence]] = {}
    for tree, (score, _) in zip(completed, trees, strict=True):
        distinct.setdefault(tree.heads, Ranked(tree, score))
    return BestFirst(distinct.values())


def label_and_deprojectivise_trees(
    sentence: Sentence,
    trees: Sequence[tuple[int, ...]],
    labeller: Labeller | None,
    constraints: Constraints,
    samples: Sequence[Sentence] = (),
) -> list[Sentence]:
    """Return the sentence with the heads of each of several trees, and their relations: the locked ones, then those of
    the labeller, whose marks restore lifted arcs. Without a labeller, words that keep their heads keep their
    relations. `samples` as in `Labeller.label_trees`. Faster than one by one."""
    locked = dict(constraints.required_labels)
    labelled_trees: list[LabelledHeads] = []
    tree_labels = [()] * len(trees) if labeller is None else labeller.label_trees(sentence, trees, locked, samples)
    has_marks = _has_lifting_marks(set().union(*tree_labels))
    for heads, labels in zip(trees, tree_labels, strict=True):
        if labeller is None:
            pairs = zip(heads, sentence.heads, sentence.deprels, strict=True)
            labels = tuple(label if head == old_head else EMPTY for head, old_head, label in pairs)
        elif has_marks:
            heads, labels = _restore_lifted_arcs(heads, labels, constraints)
        if locked:
            labels = tuple(locked.get(word, label) for word, label in enumerate(labels, 1))
        labelled_trees.append((heads, labels))
    return sentence.with_dependency_trees(labelled_trees)


def label_and_deprojectivise_sentences(
    sentences: Sequence[Sentence],
    heads: Sequence[tuple[int, ...]],
    labeller: Labeller,
    samples: Sequence[Sequence[Sentence]] = (),
) -> list[Sentence]:
    """Return each sentence with its tree, labelled and with lifted arcs restored, without locks; faster than one by
    one. `samples` as in `Labeller.label_all`."""
    trees = zip(heads, labeller.label_all(sentences, heads, None, samples), strict=True)
    return [
        sentence.with_heads(*_restore_lifted_arcs(tree_heads, labels, UNCONSTRAINED))
        for sentence, (tree_heads, labels) in zip(sentences, trees, strict=True)
    ]


def _restore_lifted_arcs(heads: tuple[int, ...], labels: tuple[str, ...], constraints: Constraints) -> LabelledHeads:
    """Restore lifted arcs, unless that would violate a lock; remove the marks from the relations."""
    if not _has_lifting_marks(labels):
        return heads, labels
    restored, unmarked = deprojectivise(heads, labels)
    arcs = {(head, word) for word, head in enumerate(restored, 1)}
    satisfies_locks = constraints.required_arcs <= arcs and not constraints.forbidden_arcs & arcs
    return (restored if satisfies_locks and not constraints.required_spans else heads), unmarked


def _has_lifting_marks(labels: Iterable[str]) -> bool:
    """Return whether some relation is marked as that of a lifted arc."""
    text = " ".join(labels)
    return LIFTED_MARK in text or PATH_MARK in text
