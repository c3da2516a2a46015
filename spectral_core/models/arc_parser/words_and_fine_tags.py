"""Encoding of words for the arc parser: fine tags, and integer codes of tags, frequent words, suffixes and clusters."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple, Self

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Ranked, Sentence, Treebank
from spectral_core.data.readings import SAMPLE_QUANTILES, draw_samples, share_equal_samples
from spectral_core.model import Arrays, add_prefix, pack_strings, select_part, unpack_strings
from spectral_core.models.linear_chain import NO_LABEL
from spectral_core.models.parsing.training_sentences import other_tag_column
from spectral_core.models.path_clusters import Clusters, restore_clusters
from spectral_core.models.tagger import ChainTagger, replace_tags
from spectral_core.models.word_features import TagClasses, hash_text
from spectral_core.structured.arc_parser import CodedSentences

_SEPARATOR = "\x1f"  # between the parts of a fine tag
_FEATURE_NAMES = ("Case", "VerbForm")
# features of agreement and of verbs, which are read as two further codes beside Case and VerbForm
_AGREEMENT_NAMES = frozenset({
    "Number", "Person", "Gender", "Definite", "Number[psor]", "Person[psor]", "Number[abs]", "Person[abs]",
    "Number[dat]", "Number[erg]",
})  # fmt: skip
_VERB_NAMES = frozenset({"Mood", "Tense", "Voice", "Aspect", "Polarity", "PronType", "Degree", "NumType", "AdpType"})
_MIN_OTHER_SHARE = 0.5  # minimum share of words with a tag in the other column for that to be read
_MIN_FEATURE_SHARE = 0.02  # minimum share of words with morphological features for these to be read
_MIN_COUNT = 2  # minimum count of a word with a code of its own, in a large treebank; else every word has one
_LARGE_TREEBANK = 50_000  # words
_ROOT_RATIO = 1.5  # a tag is a root tag if it is this many times more frequent at the root than elsewhere
_MORPHOLOGY_COLUMN = 7  # of the codes; columns before it that a treebank has no use for are 0
_FACTOR = np.uint64(0x9E3779B97F4A7C15)


class FineTag(NamedTuple):
    """Tag of a word, combined with its tag in the other column and its features."""

    tag: str
    other_tag: str
    features: str

    @property
    def label(self) -> str:
        """The parts joined as one tagger label."""
        return _SEPARATOR.join(self)

    @classmethod
    def from_label(cls, label: str) -> Self:
        """Split a tagger label into its parts."""
        tag, other_tag, features = label.split(_SEPARATOR)
        return cls(tag, other_tag, features)


@dataclass(frozen=True, slots=True, eq=False)
class FineTagset:
    """Fine tagset of a treebank: the parts that fine tags have, and the most frequent fine tag of each tag."""

    column: str
    uses_other_column: bool
    uses_features: bool
    most_frequent: Mapping[str, FineTag]  # by tag
    pairs: frozenset[tuple[str, str]]  # tags of both columns seen together
    __repr__ = brief_repr

    @property
    def optional_parts(self) -> tuple[str, ...]:
        """Parts that the fine tags have besides the tag, as stored: `other` (tag of the other column), `features`."""
        return tuple(name for name, has in (("other", self.uses_other_column), ("features", self.uses_features)) if has)

    def select_universal_tag(self, tag: FineTag) -> str:
        """Return the universal tag (upos) of a fine tag; its tag if the other column is not read."""
        return tag.other_tag if self.uses_other_column and self.column == "xpos" else tag.tag

    def make_fine_tag(self, upos: str, xpos: str, feats: str) -> FineTag:
        """Return the fine tag of a word with these columns."""
        first, second = (upos, xpos) if self.column == "upos" else (xpos, upos)
        return FineTag(
            first,
            second if self.uses_other_column else "",
            _select_case_and_verb_form(feats) if self.uses_features else "",
        )

    @classmethod
    def learn(cls, sentences: Sequence[Sentence], column: str) -> Self:
        """Collect the fine tags of a treebank. The other column and the features are used if enough words have
        them."""
        other_column = other_tag_column(column)
        rows = [
            row
            for sentence in sentences
            for row in zip(sentence.column(column), sentence.column(other_column), sentence.feats, strict=True)
        ]
        filled = sum(second != EMPTY for _, second, _ in rows)
        uses_other_column = filled >= _MIN_OTHER_SHARE * len(rows) and any(first != second for first, second, _ in rows)
        uses_features = sum(_select_case_and_verb_form(feats) != "" for _, _, feats in rows) >= max(
            _MIN_FEATURE_SHARE * len(rows), 1
        )
        counts = Counter(
            FineTag(
                first, second if uses_other_column else "", _select_case_and_verb_form(feats) if uses_features else ""
            )
            for first, second, feats in rows
        )
        commonest: dict[str, FineTag] = {}
        for fine in sorted(counts, key=lambda candidate: (-counts[candidate], candidate)):
            commonest.setdefault(fine.tag, fine)
        return cls(
            column,
            uses_other_column,
            uses_features,
            commonest,
            frozenset((fine.tag, fine.other_tag) for fine in counts),
        )

    def read_fine_tags(self, sentence: Sentence, guesses: Sequence[FineTag] | None = None) -> list[FineTag]:
        """Return the fine tags of a sentence. Missing parts come from `guesses` if these agree with the tag, else from
        the most frequent fine tag."""
        nothing = (None,) * len(sentence)
        lacks_features = sentence.feats.count(EMPTY) == len(sentence)
        columns = sentence.column(self.column), sentence.column(other_tag_column(self.column))
        return list(
            map(self._read_fine_tag, *columns, nothing if lacks_features else sentence.feats, guesses or nothing)
        )

    @lru_cache(maxsize=1 << 14)  # noqa: B019 - the same tags repeat; a few models are kept for them
    def _read_fine_tag(self, tag: str, second: str, feats: str | None, guess: FineTag | None) -> FineTag:
        """Return the fine tag of a word; `feats` is None where the sentence has no features."""
        commonest = self.most_frequent.get(tag, FineTag(tag, "" if second == EMPTY else second, ""))
        fallback = commonest if guess is None or guess.tag != tag else guess
        other_tag = second if self.uses_other_column else ""
        if self.uses_other_column and (tag, other_tag) not in self.pairs:
            other_tag = fallback.other_tag
        features = ""
        if self.uses_features:
            features = fallback.features if feats is None else _select_case_and_verb_form(feats)
        return FineTag(tag, other_tag, features)

    def label_with_fine_tags(self, treebank: Treebank) -> Treebank:
        """Return the fully tagged sentences with labels of fine tags in the column, to train a tagger on."""
        labelled = []
        for sentence in treebank:
            if sentence.is_readable and EMPTY not in sentence.column(self.column):
                labels = tuple(fine.label for fine in self.read_fine_tags(sentence))
                labelled.append(replace(Sentence.of(sentence.forms), **{self.column: labels}))  # type: ignore[arg-type]
        return Treebank.of(labelled)

    def arrays(self) -> NamedArrays:
        return {
            "fine_usual": pack_strings([fine.label for _, fine in sorted(self.most_frequent.items())]),
            "fine_pairs": pack_strings([_SEPARATOR.join(pair) for pair in sorted(self.pairs)]),
            "fine_parts": pack_strings(self.optional_parts),
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays, column: str) -> Self:
        parts = unpack_strings(arrays["fine_parts"])
        commonest = [FineTag.from_label(label) for label in unpack_strings(arrays["fine_usual"])]
        pairs = (tuple(pair.split(_SEPARATOR)) for pair in unpack_strings(arrays["fine_pairs"]))
        return cls(
            column, "other" in parts, "features" in parts, {fine.tag: fine for fine in commonest},
            frozenset((first, second) for first, second in pairs),
        )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class FineTagger:
    """Tagger that predicts fine tags, with the interface of an ordinary tagger."""

    tagset: FineTagset
    chain: ChainTagger
    __repr__ = brief_repr

    @property
    def label_indexes(self) -> Mapping[str, int]:
        """Index of each label of the chain."""
        return _index_labels(self.chain.labels)

    @property
    def labels(self) -> tuple[str, ...]:
        """Tagset of the column, without the other parts of fine tags."""
        return tuple(sorted({FineTag.from_label(label).tag for label in self.chain.labels}))

    def tag(self, sentence: Sentence) -> Sentence:
        """Return the sentence with the most probable tag of each word, in both columns if both are read."""
        (tagged,) = self.tag_all([sentence])
        return tagged

    def tag_all(self, sentences: Sequence[Sentence]) -> list[Sentence]:
        """Tag many sentences at once, faster than one by one."""
        tagged = []
        column, other_column = self.tagset.column, other_tag_column(self.tagset.column)
        for sentence, fine_tags in zip(sentences, self.predict_fine_tags(sentences), strict=True):
            with_tags = replace_tags(sentence, column, tuple(fine.tag for fine in fine_tags))
            if self.tagset.uses_other_column:
                with_tags = replace_tags(with_tags, other_column, tuple(fine.other_tag for fine in fine_tags))
            tagged.append(with_tags)
        return tagged

    def predict_fine_tags(self, sentences: Sequence[Sentence]) -> list[list[FineTag]]:
        """Return the most probable fine tag of each word."""
        return [samples[0] for samples in self.sample_fine_tags(sentences)]

    def sample_fine_tags(self, sentences: Sequence[Sentence]) -> list[list[list[FineTag]]]:
        """Return for each sentence SAMPLE_COUNT times fine tags by their posteriors, the most probable ones first; once
        if all are certain."""
        label_indexes, posteriors = self.chain.posteriors([Sentence.of(sentence.forms) for sentence in sentences])
        tags = _split_fine_tag_labels(self.chain.labels)
        sums = np.cumsum(posteriors, axis=1)
        ranks = np.stack([(sums <= quantile).sum(axis=1) for quantile in SAMPLE_QUANTILES], axis=1)
        ranks = np.minimum(ranks, (label_indexes != NO_LABEL).sum(axis=1, keepdims=True) - 1)
        rows = np.take_along_axis(label_indexes, ranks, axis=1).tolist()
        bounds = list(accumulate((len(sentence) for sentence in sentences), initial=0))
        return [
            [[tags[label_index] for label_index in sample] for sample in draw_samples(rows[begin:end])]
            for begin, end in pairwise(bounds)
        ]

    def tags(self, sentence: Sentence, k: int = 1) -> list[list[Ranked[str]]]:
        """Return for each word up to `k` tags with the log of the summed posteriors of their fine tags: first the tag
        that `tag` assigns, with the largest of the sums as its score, then the others, best first."""
        ranked = []
        for fine_ranking in self.chain.tags(Sentence.of(sentence.forms), len(self.chain.labels)):
            sums: dict[str, float] = {}
            for fine in fine_ranking:
                tag = FineTag.from_label(fine.value).tag
                sums[tag] = sums.get(tag, 0.0) + math.exp(fine.score)
            first = FineTag.from_label(fine_ranking[0].value).tag  # the tag that `tag` would assign
            order = sorted(sums, key=lambda tag: (tag != first, -sums[tag]))[:k]
            top = max(sums.values())
            scores = [math.log(top if tag == first else sums[tag]) for tag in order]
            ranked.append([Ranked(tag, score) for tag, score in zip(order, scores, strict=True)])
        return ranked


@lru_cache(maxsize=8)
def _split_fine_tag_labels(labels: tuple[str, ...]) -> tuple[FineTag, ...]:
    """Split all labels of a tagger into fine tags."""
    return tuple(map(FineTag.from_label, labels))


@lru_cache(maxsize=8)
def _index_labels(labels: tuple[str, ...]) -> Mapping[str, int]:
    """Return the index of each label of a tagger."""
    return {label: index for index, label in enumerate(labels)}


def _select_case_and_verb_form(feats: str) -> str:
    """Return the case and verb form among the features of a word."""
    return _select_features(feats, _FEATURE_NAMES)


@lru_cache(maxsize=1 << 14)  # features repeat often
def _select_features(feats: str, names: Collection[str]) -> str:
    """Return those features of a word that have one of these names."""
    if feats == EMPTY:
        return ""
    return "|".join(pair for pair in feats.split("|") if pair.partition("=")[0] in names)


@lru_cache(maxsize=1 << 14)  # features repeat often
def _hash_morphology(feats: str) -> tuple[int, int]:
    """Return the hashes of the features of agreement and of those of verbs."""
    return hash_text(_select_features(feats, _AGREEMENT_NAMES)), hash_text(_select_features(feats, _VERB_NAMES))


class CodedVariants(NamedTuple):
    """Encoded sentences, followed by those again whose tags or readings are uncertain, with other ones."""

    coded: CodedSentences  # the sentences come first
    owners: Integers  # (variants,) index of the sentence of each variant
    weights: Floats  # (variants,) that sum to 1 for each sentence

    def select(self, variant: int) -> CodedSentences:
        """Return one of the variants alone."""
        begin, end = self.coded.starts[variant : variant + 2].tolist()
        return CodedSentences(np.array([0, end - begin]), self.coded.codes[begin:end], self.coded.word_kinds[begin:end])


@dataclass(frozen=True, slots=True, eq=False)
class WordEncoder:
    """Encodes words and tags as integer codes."""

    tagset: FineTagset
    known_words: Keys  # sorted hashes of words with codes of their own
    root_tags: frozenset[str]  # tags that are frequent at the root
    clusters: Clusters | None  # None if there was too little text
    reads_morphology: bool = False  # lemmas, and features beyond those of fine tags
    __repr__ = brief_repr

    @property
    def optional_annotation(self) -> tuple[str, ...]:
        """Annotation available besides tags and words, which adds feature templates: `other` (tags of the other
        column), `features`, `classes` (word clusters), `paths` (these have bit paths), `morphology`."""
        return (
            *self.tagset.optional_parts,
            *(() if self.clusters is None else self.clusters.template_sets),
            *(("morphology",) if self.reads_morphology else ()),
        )

    @classmethod
    def learn(
        cls, sentences: Sequence[Sentence], heads: Sequence[tuple[int, ...]], column: str,
        clusters: Clusters | None, morphology: bool = False,
    ) -> Self:  # fmt: skip
        """Collect the frequent words, and the tags that are frequent at the root, of training trees."""
        from spectral_core.structured.feature_templates import LOWER

        forms = [form for sentence in sentences for form in sentence.forms]
        values = [value for sentence in sentences for value in sentence.column(column)]
        words, counts = np.unique(TagClasses.empty().extract_feature_keys(forms)[:, LOWER], return_counts=True)
        tag_counts = Counter(values)
        root_counts = Counter(
            tag for sentence, tree_heads in zip(sentences, heads, strict=True)
            for tag, head in zip(sentence.column(column), tree_heads, strict=True) if head == 0
        )  # fmt: skip
        share = sum(root_counts.values()) / max(len(values), 1)
        root_tags = frozenset(tag for tag in root_counts if root_counts[tag] > _ROOT_RATIO * share * tag_counts[tag])
        return cls(
            FineTagset.learn(sentences, column),
            words[counts >= (_MIN_COUNT if len(forms) > _LARGE_TREEBANK else 1)],
            root_tags,
            clusters,
            morphology,
        )

    def encode_sentences(self, sentences: Sequence[Sentence], tagger: FineTagger | None) -> CodedVariants:
        """Encode sentences for the kernels, predicting missing parts of fine tags; sentences whose tags are all
        predicted also with tags drawn by the posteriors of the tagger."""
        if tagger is None:
            return self._encode_samples([[(sentence, self.tagset.read_fine_tags(sentence))] for sentence in sentences])
        tagged = []
        for sentence, (best, *others) in zip(sentences, tagger.sample_fine_tags(sentences), strict=True):
            own_tags = self.tagset.read_fine_tags(sentence, best)
            tagged.append([(sentence, tags) for tags in (own_tags, *(others if own_tags == best else ()))])
        return self._encode_samples(tagged)

    def encode_with_samples(
        self, sentences: Sequence[Sentence], samples: Sequence[Sequence[Sentence]]
    ) -> CodedVariants:
        """Encode tagged sentences, and the samples of each that have other tags or readings; a sentence without samples
        is certain."""
        read_fine_tags = self.tagset.read_fine_tags
        return self._encode_samples(
            [
                [(variant, read_fine_tags(variant)) for variant in (sentence, *others[1:])]
                for sentence, others in zip(sentences, samples, strict=True)
            ]
        )

    def _encode_samples(self, samples: Sequence[Sequence[tuple[Sentence, list[FineTag]]]]) -> CodedVariants:
        """Encode the samples of each sentence with their fine tags; equal ones once."""
        shares = [share_equal_samples(own_samples, self._make_sample_key) for own_samples in samples]
        variants = [own_shares[0] for own_shares in shares]
        variants += [share for own_shares in shares for share in own_shares[1:]]
        owners = [owner for owner, own_shares in enumerate(shares) for _ in own_shares[1:]]
        coded = self.encode_with_tags(
            [sentence for (sentence, _), _ in variants], [fine_tags for (_, fine_tags), _ in variants]
        )
        return CodedVariants(
            coded, np.array([*range(len(samples)), *owners], dtype=np.int64), np.array([share for _, share in variants])
        )

    def _make_sample_key(self, sample: tuple[Sentence, list[FineTag]]) -> Hashable:
        """Return what is encoded of a sample, besides the forms."""
        sentence, fine_tags = sample
        return tuple(fine_tags), self.reads_morphology and (sentence.feats, sentence.lemmas)

    def encode_with_tags(self, sentences: Sequence[Sentence], tags: Sequence[Sequence[FineTag]]) -> CodedSentences:
        """Encode sentences with these fine tags for the kernels."""
        from spectral_core.structured.feature_templates import FLAGS, LOWER, SUFFIX

        fine_tags = [tag for sentence_tags in tags for tag in sentence_tags]
        forms = [form for sentence in sentences for form in sentence.forms]
        starts = np.array([0, *accumulate(map(len, sentences))], dtype=np.int64)
        keys = TagClasses.empty().extract_feature_keys(forms)
        tag_keys = {fine_tag: tuple(map(hash_text, self._list_tag_strings(fine_tag))) for fine_tag in set(fine_tags)}
        lower, ending = keys[:, LOWER], keys[:, SUFFIX + 1]
        indexes = np.minimum(np.searchsorted(self.known_words, lower), max(len(self.known_words) - 1, 0))
        is_known = self.known_words[indexes] == lower if len(self.known_words) else np.zeros(len(lower), dtype=bool)
        words = np.where(is_known, lower, (keys[:, FLAGS] + ending * _FACTOR) * _FACTOR)
        endings = np.where(keys[:, SUFFIX + 2] > 0, keys[:, SUFFIX + 2], lower)
        codes = np.empty((len(forms), 5), dtype=np.uint64)
        codes[:, (0, 3, 4)] = np.array([tag_keys[fine_tag] for fine_tag in fine_tags], dtype=np.uint64).reshape(-1, 3)
        codes[:, 1], codes[:, 2] = words, endings
        if self.clusters is not None:
            codes = np.column_stack((codes, self.clusters.arc_codes(keys)))
        if self.reads_morphology:
            codes = np.column_stack((_pad_columns(codes, _MORPHOLOGY_COLUMN), _encode_morphology(sentences)))
        punctuation = {form for form in set(forms) if not form.isalnum() and not any(map(str.isalnum, form))}
        word_kinds = [
            1 if form in punctuation else 2 if fine_tag.tag in self.root_tags else 0
            for form, fine_tag in zip(forms, fine_tags, strict=True)
        ]
        return CodedSentences(starts, np.ascontiguousarray(codes), np.array(word_kinds, dtype=np.int64))

    def _list_tag_strings(self, fine: FineTag) -> tuple[str, str, str]:
        """Return the strings of a fine tag that are encoded: both tags together, the features, and the universal
        tag."""
        return f"{fine.tag} {fine.other_tag}", fine.features, self.tagset.select_universal_tag(fine)

    def arrays(self) -> NamedArrays:
        return {
            "known": self.known_words, "tops": pack_strings(sorted(self.root_tags)), **self.tagset.arrays(),
            **({"morphology": np.array(True)} if self.reads_morphology else {}),
            **({} if self.clusters is None else add_prefix("classes_", self.clusters.arrays())),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, arrays: Arrays, column: str) -> Self:
        known_words = arrays["known"].astype(np.uint64)
        if known_words.ndim != 1 or (known_words[1:] <= known_words[:-1]).any():
            raise ValueError("the known words are not in order")
        fine = FineTagset.from_arrays(arrays, column)
        return cls(
            fine, known_words, frozenset(unpack_strings(arrays["tops"])),
            restore_clusters(select_part(arrays, "classes_")), bool(arrays.get("morphology", False)),
        )  # fmt: skip


def _encode_morphology(sentences: Sequence[Sentence]) -> Keys:
    """Return (words, 3) the codes of the features of agreement, of those of verbs, and of the lemma of each word."""
    from spectral_core.structured.feature_templates import LOWER

    pairs = [_hash_morphology(feats) for sentence in sentences for feats in sentence.feats]
    lemmas = [
        form if lemma == EMPTY else lemma
        for sentence in sentences
        for form, lemma in zip(sentence.forms, sentence.lemmas, strict=True)
    ]
    keys = TagClasses.empty().extract_feature_keys(lemmas)[:, LOWER]
    return np.column_stack((np.array(pairs, dtype=np.uint64).reshape(-1, 2), keys))


def _pad_columns(codes: Keys, columns: int) -> Keys:
    """Return codes with zero columns added until they have this many."""
    return np.column_stack((codes, np.zeros((len(codes), columns - codes.shape[1]), dtype=np.uint64)))
