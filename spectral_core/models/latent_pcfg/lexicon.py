"""Lexicons: the possible labels of words, from their counts, from signatures of rare words, and from context."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Floats, Integers
from spectral_core.model import Arrays, add_prefix, pack_strings, select_part, unpack_strings
from spectral_core.models.latent_pcfg.grammar import BinarisedTreebank
from spectral_core.models.linear_chain import NO_LABEL, CrfHyperparameters, FeatureSequences, LinearChainCrf
from spectral_core.models.word_features import TagClasses
from spectral_core.progress import Progress, Report
from spectral_core.structured.cky import LabelledWords

_MAX_ENDING = 3  # maximal length of an ending, in letters
_COARSE_SHARE, _FINE_SHARE = 0.03, 0.01  # minimum relative frequency of an ending among rare words
MAX_RARE_COUNT = 4  # frequency up to which a word is rare
_SIGNATURE_PRIOR = 2.0  # pseudo-counts of rare words from their signatures
_UNSEEN_SIGNATURE = ""  # signature of words whose signature is unseen
_EPOCHS, _ENDS_EPOCHS = 5, 3
_DROPOUT = 0.2
_MIN_POSTERIOR = 3e-3  # minimum posterior of a candidate label
_MIN_LABEL_PROBABILITY = 1e-3  # assumed for labels unseen with a word
_UNTRIED_POSTERIOR = 1e-6  # posterior of labels that the CRF pruned
_MIN_EDGE_POSTERIOR = 0.003  # minimum posterior of a phrase boundary at a word
_CONTEXT_WEIGHT = 0.5  # weight of the context model against the word model


@dataclass(frozen=True, slots=True)
class Signatures:
    """Signatures of rare words: capitals, digits, hyphens, and the frequent word endings."""

    endings: frozenset[str]

    @classmethod
    def from_rare_words(cls, rare: Iterable[str], fine: bool = False) -> Signatures:
        """Select the endings from the rare words of a corpus with their frequencies; `fine` selects more."""
        endings: Counter[str] = Counter()
        total = 0
        for form in rare:
            total += 1
            lowered = form.lower()
            endings.update(lowered[-length:] for length in range(1, min(_MAX_ENDING, len(lowered) - 2) + 1))
        threshold = max(3.0, (_FINE_SHARE if fine else _COARSE_SHARE) * total)
        return cls(
            frozenset(ending for ending, frequency in endings.items() if frequency >= threshold and ending.isalpha())
        )

    def compute_signature(self, form: str, first: bool) -> str:
        """Return the signature of a word; `first`: sentence-initial, where a capital is uninformative."""
        capital = form[:1].isupper()
        upper = capital and not any(character.islower() for character in form) and len(form) > 1
        kind = "A" if upper else "F" if capital and first else "C" if capital else "l" if form.lower() == form else "m"
        digits = any(character.isdigit() for character in form)
        letters = any(character.isalpha() for character in form)
        kind += "n" if digits and letters else "N" if digits else "" if letters else "p"
        kind += "-" if "-" in form[1:] else ""
        lowered = form.lower()
        for length in range(min(_MAX_ENDING, len(lowered) - 2), 0, -1):
            if lowered[-length:] in self.endings:
                return f"{kind}~{lowered[-length:]}"
        return kind


class LexiconEntry(NamedTuple):
    """Possible labels of a word."""

    labels: Integers  # (entries,) sorted
    weights: Floats  # (entries,) P(word | label)
    states: Floats  # (entries, states) likelihood ratio of the word given the state; no columns without states


@dataclass(frozen=True, slots=True, eq=False)
class WordLabels:
    """Possible labels of the words of sentences, and where phrases of several words may begin and end."""

    words: LabelledWords
    states: Floats  # (entries, states)
    can_start_phrase: NDArray[np.bool_]  # (words,) a phrase of several words may begin here
    can_end_phrase: NDArray[np.bool_]  # (words,) a phrase of several words may end here

    @classmethod
    def from_entries(cls, sentences: Sequence[Sequence[str]], entries: Sequence[LexiconEntry]) -> WordLabels:
        """Concatenate the entries of all words."""
        offsets = np.append(0, np.cumsum([len(forms) for forms in sentences])).astype(np.int64)
        bounds = np.append(0, np.cumsum([len(entry.labels) for entry in entries])).astype(np.int64)
        labels, weights, states = (np.concatenate(parts) for parts in zip(*entries, strict=True))
        anywhere = np.ones(len(entries), dtype=bool)
        return cls(LabelledWords(offsets, bounds, labels, weights), states, anywhere, anywhere)

    @property
    def words_of_entries(self) -> Integers:
        """(entries,) word of each entry."""
        return np.repeat(np.arange(len(self.words.bounds) - 1), np.diff(self.words.bounds))

    def select_entries(self, mask: NDArray[np.bool_]) -> WordLabels:
        """Keep the selected entries; a word that would lose all entries keeps all."""
        has_entry = np.bincount(self.words_of_entries[mask], minlength=len(self.can_start_phrase)) > 0
        selected = mask | ~has_entry[self.words_of_entries]
        bounds = np.append(0, np.cumsum(selected))[self.words.bounds]
        words = LabelledWords(self.words.offsets, bounds, self.words.labels[selected], self.words.weights[selected])
        return replace(self, words=words, states=self.states[selected])

    def find_best_labels(self, totals: Integers) -> Integers:
        """Return (words,) the most probable label of each word out of context, given label frequencies."""
        order = np.lexsort((self.words.weights * totals[self.words.labels], self.words_of_entries))
        return self.words.labels[order[self.words.bounds[1:] - 1]]


class LabelLexicon(Protocol):
    """Lexicon that labels the words of sentences."""

    @property
    def word_lexicon(self) -> SignatureLexicon:
        """The context-free lexicon of words and signatures."""
        ...

    def label_words(self, sentences: Sequence[Sequence[str]], pruned: bool = True) -> WordLabels:
        """Return the labels of all words; without pruning, also improbable ones."""
        ...

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Return the arrays that cannot be recomputed from the counts."""
        ...

    def with_states(self, leaves: Floats, means: Floats, backoff: float) -> Self:
        """Return the lexicon with the states of the corpus leaves (leaves, states); those of rare words are shrunk to
        the label means."""
        ...

    def without_hapaxes(self) -> Self:
        """Return the lexicon for labelling its own training sentences: hapaxes are treated as unseen."""
        ...

    def select_state_columns(self, columns: Integers) -> Self:
        """Return the lexicon with only these state columns."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class SignatureLexicon:
    """Lexicon in which rare words are replaced by their signatures."""

    signatures: Signatures
    totals: Integers  # (labels,) label frequencies
    form_labels: Mapping[str, tuple[Integers, Integers]]  # labels of each form, with counts
    symbols: Mapping[str, tuple[Integers, Integers, Integers]]  # labels, counts and pair ids of words and signatures
    leaf_pairs: Integers  # (leaves of the corpus,) pair of each; empty in a restored lexicon without its corpus
    pairs: tuple[Integers, Integers]  # (pairs,) labels and counts; pairs of _UNSEEN_SIGNATURE last
    is_signature: NDArray[np.bool_]  # (pairs,) whether the symbol is a signature
    states: Floats  # (pairs, states)
    means: Floats  # (labels, states)

    @classmethod
    def from_forest(cls, forest: BinarisedTreebank, fine: bool = False) -> SignatureLexicon:
        """Count the words of the corpus. Fine signatures are for a lexicon that backs off from them; by themselves they
        are too sparse for counting rules and states."""
        leaves = forest.leaves
        labels, forms, firsts = forest.node_labels[leaves], forest.node_words[leaves], forest.starts[leaves] == 0
        frequencies = np.bincount(forms, minlength=len(forest.forms))
        names = forest.forms
        rare = frequencies <= MAX_RARE_COUNT
        signatures = Signatures.from_rare_words((names[form] for form in forms[rare[forms]].tolist()), fine)
        kinds: dict[tuple[str, bool], int] = {}  # ids by name and whether it is a signature
        symbols = []
        for form, first in zip(forms.tolist(), firsts.tolist(), strict=True):
            name = signatures.compute_signature(names[form], first) if rare[form] else names[form]
            symbols.append(kinds.setdefault((name, bool(rare[form])), len(kinds)))
        of_leaf = np.array(symbols)
        codes, pairs, counts = np.unique(of_leaf * len(forest.labels) + labels, return_inverse=True, return_counts=True)
        owners, symbol_labels = codes // len(forest.labels), codes % len(forest.labels)
        entries: dict[str, tuple[Integers, Integers, Integers]] = {}
        bounds = np.searchsorted(owners, np.arange(len(kinds) + 1)).tolist()
        for (name, signature), number in kinds.items():
            low, high = bounds[number], bounds[number + 1]
            entries[f"\n{name}" if signature else name] = (
                symbol_labels[low:high],
                counts[low:high],
                np.arange(low, high),
            )
        is_signature = np.array([signature for _, signature in kinds], dtype=bool)[owners]
        by_form = _count_labels_by_form(forest, labels, forms)
        counted = symbol_labels, counts
        return cls._from_pairs(signatures, forest.label_counts, by_form, entries, pairs, counted, is_signature)

    def count_arrays(self) -> dict[str, NDArray[np.generic]]:
        """Return the counts of words and signatures as arrays, for `from_count_arrays`: what the lexicon needs of its
        corpus, except for the order of the words."""
        form_entries, counted = list(self.form_labels.values()), list(self.symbols.items())[:-1]
        return {
            "endings": pack_strings(sorted(self.signatures.endings)),
            "forms": pack_strings(list(self.form_labels)),
            "form_bounds": np.append(0, np.cumsum([len(labels) for labels, _ in form_entries])).astype(np.int64),
            "form_labels": np.concatenate([labels for labels, _ in form_entries]).astype(np.int32),
            "form_counts": np.concatenate([counts for _, counts in form_entries]).astype(np.int64),
            "symbols": pack_strings([name.removeprefix("\n") for name, _ in counted]),
            "symbol_kinds": np.array([name.startswith("\n") for name, _ in counted]),
            "symbol_bounds": np.append(0, [entry[2][-1] + 1 for _, entry in counted]).astype(np.int64),
            "pair_labels": self.pairs[0][: len(self.is_signature)].astype(np.int32),
            "pair_counts": self.pairs[1][: len(self.is_signature)],
        }

    @classmethod
    def from_count_arrays(cls, arrays: Arrays, totals: Integers) -> Self:
        """Restore the lexicon, without states, from its counts; ValueError if they are inconsistent. The result cannot
        be given the states of the corpus (`with_states`), whose words it does not have."""
        form_bounds, symbol_bounds, form_labels, form_counts, pair_labels, pair_counts = (
            arrays[name].astype(np.int64)
            for name in ("form_bounds", "symbol_bounds", "form_labels", "form_counts", "pair_labels", "pair_counts")
        )
        forms, names = (unpack_strings(arrays[name]) or ("",) for name in ("forms", "symbols"))
        kinds = arrays["symbol_kinds"].astype(np.bool_)
        parts = (forms, form_bounds, form_labels, form_counts), (names, symbol_bounds, pair_labels, pair_counts)
        for part_names, bounds, labels, counts in parts:
            if bounds.shape != (len(part_names) + 1,) or bounds[0] != 0 or (np.diff(bounds) < 1).any():
                raise ValueError("the words of the lexicon are cut short")
            if not labels.shape == counts.shape == (bounds[-1],) or (labels < 0).any() or (labels >= len(totals)).any():
                raise ValueError("the words of the lexicon are not over the labels of the grammar")
        if kinds.shape != (len(names),) or min(form_counts.min(), pair_counts.min()) < 1:
            raise ValueError("the words of the lexicon have no counts")
        symbols = {
            f"\n{name}" if kind else name: (pair_labels[low:high], pair_counts[low:high], np.arange(low, high))
            for name, kind, low, high in zip(
                names, kinds.tolist(), symbol_bounds[:-1].tolist(), symbol_bounds[1:].tolist(), strict=True
            )
        }
        by_form = {
            form: (form_labels[low:high], form_counts[low:high])
            for form, low, high in zip(forms, form_bounds[:-1].tolist(), form_bounds[1:].tolist(), strict=True)
        }
        is_signature = np.repeat(kinds, np.diff(symbol_bounds))
        return cls._from_pairs(
            Signatures(frozenset(unpack_strings(arrays["endings"]))), totals, by_form, symbols,
            np.zeros(0, dtype=np.int64), (pair_labels, pair_counts), is_signature,
        )  # fmt: skip

    @classmethod
    def _from_pairs(
        cls, signatures: Signatures, totals: Integers, form_labels: Mapping[str, tuple[Integers, Integers]],
        symbols: dict[str, tuple[Integers, Integers, Integers]], leaf_pairs: Integers,
        pairs: tuple[Integers, Integers], is_signature: NDArray[np.bool_],
    ) -> Self:  # fmt: skip
        """Make the lexicon, without states, from the counted pairs of a word or signature and a label; add those of
        _UNSEEN_SIGNATURE."""
        labels, counts = pairs
        size = len(totals)
        any_counts = np.bincount(labels[is_signature], counts[is_signature], size).astype(np.int64)
        any_labels = np.flatnonzero(any_counts)
        any_pairs = np.arange(len(labels), len(labels) + len(any_labels))
        symbols["\n" + _UNSEEN_SIGNATURE] = any_labels, any_counts[any_labels], any_pairs
        all_pairs = np.concatenate((labels, any_labels)), np.concatenate((counts, any_counts[any_labels]))
        no_states = np.zeros((len(all_pairs[0]), 0)), np.zeros((size, 0))
        return cls(signatures, totals, form_labels, symbols, leaf_pairs, all_pairs, is_signature, *no_states)

    def label_words(self, sentences: Sequence[Sequence[str]], pruned: bool = True) -> WordLabels:  # noqa: ARG002
        cached: dict[tuple[str, bool], LexiconEntry] = {}
        entries = []
        for forms in sentences:
            for position, form in enumerate(forms):
                if (form, position == 0) not in cached:
                    cached[form, position == 0] = self.find_entry(form, position == 0)
                entries.append(cached[form, position == 0])
        return WordLabels.from_entries(sentences, entries)

    def with_states(self, leaves: Floats, means: Floats, backoff: float) -> Self:
        labels, counts = self.pairs
        counted_pairs = len(self.is_signature)
        sums = np.zeros((len(labels), leaves.shape[1]))
        np.add.at(sums, self.leaf_pairs, leaves)
        rare = np.zeros_like(means)
        np.add.at(rare, labels[:counted_pairs][self.is_signature], sums[:counted_pairs][self.is_signature])
        sums[counted_pairs:] = rare[labels[counted_pairs:]]
        weights = (np.sqrt(counts) / (backoff + np.sqrt(counts)))[:, None]
        return replace(self, states=weights * sums / counts[:, None] + (1 - weights) * means[labels], means=means)

    def select_state_columns(self, columns: Integers) -> Self:
        return replace(self, states=self.states[:, columns], means=self.means[:, columns])

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Return the arrays that cannot be recomputed from the counts."""
        return {"states": self.states, "means": self.means}

    def with_arrays(self, arrays: Arrays) -> Self:
        """Return the lexicon of the same counts with the states of `arrays`."""
        states, means = arrays["states"].astype(np.float64), arrays["means"].astype(np.float64)
        shapes_fit = states.shape == (len(self.states), means.shape[-1]) and means.shape[:-1] == (len(self.means),)
        if not shapes_fit or not np.isfinite(states).all() or not np.isfinite(means).all():
            raise ValueError("these are the states of other words")
        return replace(self, states=states, means=means)

    @property
    def word_lexicon(self) -> SignatureLexicon:
        """This lexicon itself, which is context-free."""
        return self

    def get_word_or_signature(self, form: str, first: bool) -> str:
        """Return the word, or its signature if it is rare."""
        return form if form in self.symbols else self.signatures.compute_signature(form, first)

    def without_hapaxes(self) -> Self:
        return replace(
            self,
            form_labels={
                form: label_counts for form, label_counts in self.form_labels.items() if label_counts[1].sum() > 1
            },
        )

    def find_entry(self, form: str, first: bool) -> LexiconEntry:
        """Return the entry of a word; `first`: it is sentence-initial."""
        label_counts = self.form_labels.get(form)
        frequent = self.symbols.get(form)
        if frequent is not None:
            labels, counts, pairs = frequent
            return LexiconEntry(labels, counts / self.totals[labels], self.states[pairs])
        signature = self.symbols.get(
            "\n" + self.signatures.compute_signature(form, first), self.symbols["\n" + _UNSEEN_SIGNATURE]
        )
        labels, counts, pairs = signature
        weights = counts / self.totals[labels]
        if label_counts is None:
            return LexiconEntry(labels, weights, self.states[pairs])
        form_counts = np.zeros(len(self.totals))
        form_counts[label_counts[0]] = label_counts[1]
        shares = counts / counts.sum()
        weights = (
            weights
            * (form_counts[labels] + _SIGNATURE_PRIOR * shares)
            / (form_counts.sum() + _SIGNATURE_PRIOR)
            / shares
        )
        return LexiconEntry(labels, weights, self.states[pairs])


def _count_labels_by_form(
    forest: BinarisedTreebank, labels: Integers, forms: Integers
) -> dict[str, tuple[Integers, Integers]]:
    """Return the labels of each form with their counts."""
    size = len(forest.labels)
    codes, counts = np.unique(forms * size + labels, return_counts=True)
    bounds = np.searchsorted(codes // size, np.arange(len(forest.forms) + 1))
    return {
        form: (codes[low:high] % size, counts[low:high])
        for form, low, high in zip(forest.forms, bounds[:-1].tolist(), bounds[1:].tolist(), strict=True)
        if high > low
    }


@dataclass(frozen=True, slots=True, eq=False)
class ContextLexicon:
    """Lexicon that combines the label posteriors of a CRF with the label distribution of each word.

    The weight of a label is the geometric mean of both divided by the label's frequency: the posterior becomes a
    likelihood, as a generative grammar expects.
    """

    word_lexicon: SignatureLexicon
    labels: Integers  # (classes,) label of each class of the CRF
    classes: TagClasses
    chain: LinearChainCrf
    edge_chain: LinearChainCrf  # CRF that predicts whether phrases of several words begin (2) or end (1) at a word

    @classmethod
    def learn(
        cls,
        forest: BinarisedTreebank,
        word_lexicon: SignatureLexicon,
        seed: int,
        report: Report,
        trees: Integers | None = None,
        stage: str = "words",
    ) -> ContextLexicon:
        """Train on the leaves of all trees, or of `trees`; progress is reported under this stage."""
        labels = np.unique(forest.node_labels[forest.leaves])
        selected = np.arange(len(forest.offsets) - 1) if trees is None else trees
        parts = [np.arange(forest.offsets[tree], forest.offsets[tree + 1]) for tree in selected.tolist()]
        leaves = [part[forest.node_words[part] >= 0] for part in parts]
        starts = np.append(0, np.cumsum([len(part) for part in leaves])).astype(np.int64)
        flat = np.concatenate(leaves)
        gold = np.searchsorted(labels, forest.node_labels[flat]).astype(np.int32)
        forms = [forest.forms[word] for word in forest.node_words[flat].tolist()]
        classes = TagClasses.learn(forms, gold)
        features = _extract_features(classes, forms, starts)

        def on_epoch(epoch: int, likelihood: float, accuracy: float) -> None:
            report(
                Progress(
                    stage, epoch, _EPOCHS + _ENDS_EPOCHS, {"log_likelihood": likelihood, "accuracy": 100 * accuracy}
                )
            )

        plan = CrfHyperparameters(_EPOCHS, _DROPOUT, 1, seed)
        chain = LinearChainCrf.learn(features, gold, len(labels), plan, on_epoch)
        ends = LinearChainCrf.learn(
            features,
            _encode_phrase_edges(forest)[flat],
            4,
            replace(plan, epochs=_ENDS_EPOCHS),
            lambda finished, *measures: on_epoch(finished + _EPOCHS, *measures),
        )
        return cls(word_lexicon, labels, classes, chain, ends)

    def label_words(self, sentences: Sequence[Sequence[str]], pruned: bool = True) -> WordLabels:
        """Return the labels of all words; without pruning, including all labels seen with a word."""
        lexical = self.word_lexicon.label_words(sentences)
        offsets = lexical.words.offsets
        features = _extract_features(self.classes, [form for forms in sentences for form in forms], offsets)
        mixed = self._combine_with_posteriors(lexical, *self.chain.posteriors(features), pruned)
        if not pruned:
            return mixed
        classes, posteriors = self.edge_chain.posteriors(features)
        starts, ends = (
            (posteriors * ((classes & bit) > 0) * (classes != NO_LABEL)).sum(axis=1) >= _MIN_EDGE_POSTERIOR
            for bit in (2, 1)
        )
        return replace(mixed, can_start_phrase=starts, can_end_phrase=ends)

    def _combine_with_posteriors(
        self, lexical: WordLabels, classes: NDArray[np.int32], posteriors: Floats, pruned: bool
    ) -> WordLabels:
        """Combine the CRF posteriors with the context-free label scores of the words."""
        size, totals, words = len(self.word_lexicon.totals), self.word_lexicon.totals, lexical.words
        owners = lexical.words_of_entries
        seen_codes = owners * size + words.labels  # sorted
        seen_shares = words.weights * totals[words.labels]
        seen_shares /= np.add.reduceat(seen_shares, words.bounds[:-1])[owners] if len(seen_shares) else 1.0
        tried = np.nonzero((classes != NO_LABEL) & (posteriors >= (_MIN_POSTERIOR if pruned else 0.0)))
        codes, context = tried[0] * size + self.labels[classes[tried]], posteriors[tried]
        if not pruned:
            untried = np.setdiff1d(seen_codes, codes)
            codes, context = np.append(codes, untried), np.append(context, np.full(len(untried), _UNTRIED_POSTERIOR))
        order = np.argsort(codes)
        codes, context = codes[order], context[order]
        positions = np.minimum(np.searchsorted(seen_codes, codes), len(seen_codes) - 1)
        is_seen, labels = seen_codes[positions] == codes, codes % size
        word_shares = np.maximum(np.where(is_seen, seen_shares[positions], 0.0), _MIN_LABEL_PROBABILITY)
        weights = context**_CONTEXT_WEIGHT * word_shares ** (1 - _CONTEXT_WEIGHT) * (totals.sum() / totals[labels])
        bounds = np.searchsorted(codes // size, np.arange(len(words.bounds)))
        states = np.where(is_seen[:, None], lexical.states[positions], self.word_lexicon.means[labels])
        return replace(lexical, words=LabelledWords(words.offsets, bounds, labels, weights), states=states)

    def with_states(self, leaves: Floats, means: Floats, backoff: float) -> Self:
        return replace(self, word_lexicon=self.word_lexicon.with_states(leaves, means, backoff))

    def without_hapaxes(self) -> Self:
        return replace(self, word_lexicon=self.word_lexicon.without_hapaxes())

    def select_state_columns(self, columns: Integers) -> Self:
        return replace(self, word_lexicon=self.word_lexicon.select_state_columns(columns))

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        return {
            **add_prefix("words_", self.word_lexicon.arrays()),
            **add_prefix("classes_", self.classes.arrays()),
            **add_prefix("chain_", self.chain.arrays()),
            **add_prefix("ends_", self.edge_chain.arrays()),
        }

    @classmethod
    def from_arrays(cls, word_lexicon: SignatureLexicon, arrays: Arrays) -> ContextLexicon:
        """Restore the lexicon from its arrays, with the words that it was trained on."""
        labels = np.unique(word_lexicon.pairs[0])  # of all words
        chain = LinearChainCrf.from_arrays(select_part(arrays, "chain_"), len(labels))
        classes = TagClasses.from_arrays(select_part(arrays, "classes_"))
        ends = LinearChainCrf.from_arrays(select_part(arrays, "ends_"), 4)
        return cls(word_lexicon.with_arrays(select_part(arrays, "words_")), labels, classes, chain, ends)


def _encode_phrase_edges(forest: BinarisedTreebank) -> NDArray[np.int32]:
    """Return (nodes,) boundary codes of leaves: 2 where a phrase of several words begins, plus 1 where one ends."""
    inner, leaves = np.flatnonzero(forest.node_rules >= 0), forest.leaves
    longest = int(forest.ends.max()) + 1
    tree = np.repeat(np.arange(len(forest.offsets) - 1), np.diff(forest.offsets)) * longest
    begins = np.isin(tree[leaves] + forest.starts[leaves], tree[inner] + forest.starts[inner])
    ends = np.isin(tree[leaves] + forest.ends[leaves], tree[inner] + forest.ends[inner])
    edges = np.zeros(len(forest.node_labels), dtype=np.int32)
    edges[leaves] = 2 * begins + ends
    return edges


def _extract_features(classes: TagClasses, forms: Sequence[str], starts: Integers) -> FeatureSequences:
    """Return the features of words for the CRF."""
    from spectral_core.structured.feature_templates import tagger_feature_keys

    return FeatureSequences(tagger_feature_keys(classes.extract_feature_keys(forms), starts), starts)
