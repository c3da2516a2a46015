"""Requests to parsers: suggested trees, lock checks, scores for the queue, truncated models."""

from __future__ import annotations

import math
from array import array
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol, cast, runtime_checkable

from spectral_core.arrays import Floats
from spectral_core.data import EMPTY, UNCONSTRAINED, Analysis, Constraints, Ranked, Sentence, Treebank
from spectral_core.data.readings import AnalysedSentence, collect_decided_readings, standard_columns
from spectral_core.data.structure import (
    CONSTITUENTS,
    DEPENDENCIES,
    ArcMarginals,
    Marginals,
    Part,
    Position,
    Structure,
)
from spectral_core.engine.engine import Engine
from spectral_core.engine.ranking import Rankings, RankReadings
from spectral_core.errors import ConstraintError, DataError, SpectralError
from spectral_core.evaluate import hide_annotation, strip_annotation
from spectral_core.model import (
    AnnotatesText,
    ArcPosteriors,
    ArcScorer,
    Contribution,
    ExplainsTrees,
    HasTagger,
    LabelsArcs,
    MarginalScorer,
    Model,
    OnePassParser,
    Parser,
    Ranker,
    ReadsTrees,
    ReportsLimits,
    Tagger,
    Truncatable,
)
from spectral_core.progress import Progress, Report, track_progress
from spectral_core.registry import METHODS

MAX_WORDS = 200  # maximum length of a parsed sentence: parsing is cubic and cannot be interrupted
_REPORT_EVERY = 20  # sentences between two progress reports
_MAX_ALTERNATIVE_TREES = 30  # k-best trees searched for alternatives
_MAX_CELLS = 4_000  # total size of cached truncated models, in powers of their numbers of states


@dataclass(frozen=True, slots=True)
class ParseResult:
    """Suggestions of a model for one sentence."""

    trees: tuple[Ranked[Sentence], ...]  # best first
    marginals: Marginals | None = None  # None if the model has none
    relations: tuple[tuple[Ranked[str], ...], ...] = ()  # of each arc of the best tree, by log posterior; () for none
    contributions: tuple[
        tuple[Contribution, ...], ...
    ] = ()  # of each tree over the first; () if the model does not explain them
    limits: str = ""  # sentence on the effect of limits on time and memory; "" if none
    rankings: Rankings | None = None  # readings that the trees were found with; None if none were asked for
    doubtful_words: frozenset[int] = frozenset()  # undecided words, from 1, whose tag is another in the parser's view


@runtime_checkable
class ParsesAnalysed(Protocol):
    """A parser that reads the readings of words, also a second one where the first is uncertain."""

    def parse_analysed(
        self, analysed: AnalysedSentence, k: int = 1, constraints: Constraints = UNCONSTRAINED
    ) -> tuple[list[Ranked[Sentence]], ArcPosteriors, Floats | None]:
        """Parse a sentence with chosen readings: return the `k` best trees, the posteriors of arcs, and their
        probabilities."""
        ...

    def relations(
        self, sentence: Sentence, heads: Sequence[int | None], samples: Sequence[Sentence] = ()
    ) -> list[list[Ranked[str]]]:
        """Return for each word the relations to its head by log posterior, averaged over samples of its readings."""
        ...


@dataclass(frozen=True, slots=True)
class Parse:
    """Returns the `k` best structures of a sentence under the locks by the model in a file, with marginals. With
    `readings`, the words are ranked first, and the trees have the first readings in the columns that were empty. If the
    model ranks them too and reads trees, they are those given the best tree, in which locks are certain."""

    model: Path
    sentence: Sentence
    k: int
    constraints: Constraints
    readings: RankReadings | None = None  # of this sentence alone

    def run(self, engine: Engine, report: Report) -> ParseResult:
        parser = load_parser(engine, self.model)
        if self.readings is None:
            return suggest_trees(parser, self.sentence, self.k, self.constraints)
        is_revised = (
            isinstance(parser, ReadsTrees) and self.readings.model == self.model and not self.sentence.has_heads
        )
        rankings = replace(self.readings, reads_trees=not is_revised).run(engine, report)
        analysed = self._choose_readings(rankings.readings[0])
        suggested = suggest_trees(parser, analysed.sentence, self.k, self.constraints, analysed)
        if is_revised and isinstance(parser, ReadsTrees) and suggested.trees:
            tree = suggested.trees[0].value
            words = parser.revise_rankings(self.sentence, rankings.readings[0], self.constraints, tree)
            rankings = replace(rankings, readings=(tuple(map(tuple, words)),))
            revised = self._choose_readings(words)
            if revised.sentence != analysed.sentence:
                analysed = revised
                suggested = suggest_trees(parser, analysed.sentence, self.k, self.constraints, analysed)
        doubtful_words = _find_doubtful_words(parser, self.sentence, analysed.sentence)
        return replace(suggested, rankings=rankings, doubtful_words=doubtful_words)

    def _choose_readings(self, words: Sequence[Sequence[Ranked[Analysis]]]) -> AnalysedSentence:
        """Return the sentence with the best of the ranked readings of its words. In the order of a dictionary, the
        first of several is no suggestion."""
        if self.readings is not None and self.readings.model is None:
            words = [ranking if len(ranking) == 1 else () for ranking in words]
        return AnalysedSentence.choose(self.sentence, words)


def _find_doubtful_words(parser: Parser, sentence: Sentence, analysed: Sentence) -> frozenset[int]:
    """Return the words, from 1, without tags of their own whose suggested tags differ from those of the parser's
    tagger."""
    if not isinstance(parser, HasTagger) or parser.tagger is None:
        return frozenset()
    tagged = parser.tagger.tag(strip_annotation(sentence, tags=False))
    return frozenset(
        word
        for given, suggested, predicted in (
            (sentence.upos, analysed.upos, tagged.upos),
            (sentence.xpos, analysed.xpos, tagged.xpos),
        )
        for word, (old, new, own) in enumerate(zip(given, suggested, predicted, strict=True), 1)
        if old == EMPTY and EMPTY not in (new, own) and new != own
    )


@dataclass(frozen=True, slots=True)
class ResolvedLocks:
    """Locks after all changes that do not conflict."""

    locks: Constraints
    rejected_changes: tuple[int, ...] = ()  # indices of rejected changes
    reason: str = ""  # for the first of these


@dataclass(frozen=True, slots=True)
class ResolveLocks:
    """Applies changes (before, after) to locks in turn, together with the sentence's own annotation, and leaves out
    each that leaves the model without a tree. All are applied if it has none without them either."""

    model: Path
    sentence: Sentence
    sentence_locks: Constraints
    changes: tuple[tuple[Constraints, Constraints], ...]

    def run(self, engine: Engine, report: Report) -> ResolvedLocks:
        parser = load_parser(engine, self.model)
        tagged = ensure_tags(parser, self.sentence)

        def find_conflict(locks: Constraints) -> str:
            """Return the message of the conflict among the locks; "" if there is a tree."""
            report(Progress("parsing", 0))
            try:
                parser.parse(tagged, 1, self.sentence_locks.union(locks))
            except ConstraintError as error:
                return str(error)
            return ""

        locks = self.changes[0][0]
        if find_conflict(locks):
            return ResolvedLocks(self.changes[-1][1])
        rejected_changes, reasons = [], []
        for position, (before, after) in enumerate(self.changes):
            candidate = locks.difference(before.difference(after)).union(after.difference(before))
            reason = find_conflict(candidate)
            if reason:
                rejected_changes.append(position)
                reasons.append(reason)
            else:
                locks = candidate
        return ResolvedLocks(locks, tuple(rejected_changes), next(iter(reasons), ""))


@dataclass(frozen=True, slots=True)
class ScoreUncertainty:
    """Returns a model's uncertainty about each sentence of a document: the entropy per word of its marginals and, for a
    model that chooses readings, of these; -1 without marginals."""

    model: Path
    document: str

    def run(self, engine: Engine, report: Report) -> array[float]:
        parser = load_parser(engine, self.model)
        if not has_marginals(parser):
            raise DataError(f"{self.model.name} does not say how certain it is; choose another model in the menu Model")

        def uncertainty(sentence: Sentence) -> float:
            marginals = compute_marginals(parser, ensure_tags(parser, sentence), UNCONSTRAINED)
            return -1.0 if marginals is None else marginals.entropy + compute_reading_entropy(parser, sentence)

        return _score_sentences(engine, report, self.document, uncertainty)


@dataclass(frozen=True, slots=True)
class ScoreDisagreement:
    """Returns for each sentence of a document the share of parts on which two models' best trees differ; -1 without a
    tree."""

    model: Path
    other: Path
    document: str

    def run(self, engine: Engine, report: Report) -> array[float]:
        first, second = (load_parser(engine, path) for path in (self.model, self.other))
        structure, rival = get_predicted_structure(first), get_predicted_structure(second)
        if structure is not rival:
            raise DataError(
                f"{self.model.name} gives {structure.name} and {self.other.name} {rival.name}; compare two of a kind"
            )

        def difference(sentence: Sentence) -> float:
            first_tree, second_tree = (parse_best_tree(parser, sentence) for parser in (first, second))
            return structure.changed_fraction(first_tree, second_tree)

        return _score_sentences(engine, report, self.document, difference)


def compute_reading_entropy(parser: Parser, sentence: Sentence) -> float:
    """Return the mean entropy, in nats, of lemma, tags and features of a word, as a parser that chooses readings ranks
    them; decided words and those without probabilities have none. 0 for other parsers."""
    if not (isinstance(parser, AnnotatesText) and isinstance(parser, Ranker)) or not len(sentence):
        return 0.0
    total = 0.0
    for ranking in parser.rank(sentence, collect_decided_readings(sentence)):
        shares: defaultdict[tuple[str, ...], float] = defaultdict(float)
        for entry in ranking:
            shares[standard_columns(entry.value)] += entry.probability or 0.0
        total -= sum(share * math.log(share) for share in shares.values() if share > 0.0)
    return total / len(sentence)


def _score_sentences(engine: Engine, report: Report, document: str, score: Callable[[Sentence], float]) -> array[float]:
    """Return (sentences,) a score for each sentence of a document; -1 if it has none."""
    treebank = engine.load_treebank(document)
    scores = array("d")
    for sentence in track_progress(treebank, "parsing", len(treebank), report, _REPORT_EVERY):
        try:
            scores.append(score(sentence) if len(sentence) else -1.0)
        except SpectralError:
            scores.append(-1.0)
    return scores


def load_parser(engine: Engine, path: Path) -> Parser:
    """Return the parser in a file; DataError if its model cannot parse."""
    model = engine.load_model(path)
    if not isinstance(model, Parser):
        raise DataError(f"{path.name} is not a model that can parse; choose another in the menu Model")
    return model


def get_predicted_structure(parser: Parser) -> Structure:
    """Return the structure that a parser predicts."""
    structure = METHODS[parser.method].structure if isinstance(parser, Model) else None
    if structure is None:
        raise DataError("this model is of a method that does not parse")
    return structure


def annotate_treebank(model: Model, treebank: Treebank, report: Report) -> Treebank:
    """Annotate the bare sentences of a treebank with a parser or a tagger; sentences it cannot annotate stay bare. A
    model that chooses readings does not see those of the treebank."""

    def annotate_sentence(sentence: Sentence) -> Sentence:
        try:
            return (
                parse_best_tree(model, hide_annotation(model, sentence))
                if isinstance(model, Parser)
                else tagger.tag(strip_annotation(sentence, tags=False))
            )
        except SpectralError:
            return hide_annotation(model, sentence)

    tagger = cast(Tagger, model)
    if not isinstance(model, Parser | Tagger):
        raise DataError(f"a model of {model.method} neither parses nor tags; compare with one that does")
    sentences = track_progress(treebank, "parsing", len(treebank), report, _REPORT_EVERY)
    return Treebank.of(
        annotate_sentence(original) if original.is_readable and len(original) else original for original in sentences
    )


def parse_best_tree(parser: Parser, sentence: Sentence) -> Sentence:
    """Return the best tree of a sentence, ignoring its annotation."""
    trees = parser.parse(strip_annotation(ensure_tags(parser, sentence)), 1)
    if not trees:
        raise DataError("The model has no tree for this sentence")
    return trees[0].value


def suggest_trees(
    parser: Parser,
    sentence: Sentence,
    k: int,
    constraints: Constraints = UNCONSTRAINED,
    analysed: AnalysedSentence | None = None,
) -> ParseResult:
    """Return the `k` best trees of a sentence under the locks, with the marginals of the model; with the readings of
    `analysed`, if it is given and the model reads them."""
    tagged = ensure_tags(parser, sentence)
    is_complete = analysed is not None and tagged is analysed.sentence
    sentence = tagged
    if isinstance(parser, OnePassParser):
        best, posteriors, probabilities = (
            parser.parse_analysed(analysed, k, constraints)
            if analysed is not None and is_complete and isinstance(parser, ParsesAnalysed)
            else parser.parse_with_posteriors(sentence, k, constraints)
        )
        marginals = _make_arc_marginals(posteriors, probabilities)
        samples = analysed.samples if analysed is not None and is_complete else ()
        return ParseResult(
            tuple(best),
            marginals,
            _rank_relations(parser, best, samples),
            _explain_trees(parser, best, constraints),
        )
    trees = parser.parse(sentence, k, constraints)
    limits = parser.describe_limits(sentence, k, constraints) if isinstance(parser, ReportsLimits) else ""
    return ParseResult(
        tuple(trees), compute_marginals(parser, sentence, constraints), _rank_relations(parser, trees), limits=limits
    )


def _explain_trees(
    parser: Parser, trees: Sequence[Ranked[Sentence]], constraints: Constraints
) -> tuple[tuple[Contribution, ...], ...]:
    """Return the contributions to the difference of each tree's score from that of the first; empty if the parser does
    not explain trees."""
    if len(trees) < 2 or not isinstance(parser, ExplainsTrees):
        return ()
    return tuple(parser.explain_trees([tree.value for tree in trees], constraints))


def _rank_relations(
    parser: Parser, trees: Sequence[Ranked[Sentence]], samples: Sequence[Sentence] = ()
) -> tuple[tuple[Ranked[str], ...], ...]:
    """Return the ranked relations of each arc of the best tree; empty if the parser does not label arcs. `samples`
    are the sentence with samples of its readings."""
    if not trees or not isinstance(parser, LabelsArcs):
        return ()
    if samples and isinstance(parser, ParsesAnalysed):
        return tuple(map(tuple, parser.relations(trees[0].value, trees[0].value.heads, samples)))
    return tuple(map(tuple, parser.relations(trees[0].value, trees[0].value.heads)))


def has_marginals(parser: Parser) -> bool:
    """Return whether a parser has marginals."""
    return isinstance(parser, ArcScorer | MarginalScorer)


def compute_marginals(parser: Parser, sentence: Sentence, constraints: Constraints) -> Marginals | None:
    """Return the marginals of each part over all trees of a sentence under the locks; None if the parser has none."""
    if isinstance(parser, MarginalScorer):
        return parser.marginals(sentence, constraints)
    if not isinstance(parser, ArcScorer):
        return None
    return _make_arc_marginals(parser.posteriors(sentence, constraints), parser.probabilities(sentence, constraints))


def _make_arc_marginals(posteriors: ArcPosteriors, probabilities: Floats | None) -> ArcMarginals:
    """Return the marginals of arcs: the calibrated probabilities, or else the head distributions."""
    values = posteriors.head_distributions() if probabilities is None else probabilities
    return ArcMarginals(tuple(map(tuple, values.tolist())), probabilities is not None, posteriors.clipped)


def fill_missing_tags(model: HasTagger, sentence: Sentence) -> Sentence:
    """Return the sentence with the tags of the model's tagger for the words without one; tags that are given stay."""
    tagged = model.add_tags(sentence)
    upos, xpos = (
        tuple(new if old == EMPTY else old for old, new in zip(given, predicted, strict=True))
        for given, predicted in ((sentence.upos, tagged.upos), (sentence.xpos, tagged.xpos))
    )
    tree = tagged.tree if tagged.tree is None or xpos == tagged.xpos else tagged.tree.with_leaves(tagged.forms, xpos)
    return replace(tagged, upos=upos, xpos=xpos, tree=tree)


def ensure_tags(parser: Parser, sentence: Sentence, max_words: int = MAX_WORDS) -> Sentence:
    """Return the sentence with the tags that the model reads: its own and, for words without one, those of the model's
    tagger. DataError if it is too long or cannot be tagged."""
    if len(sentence) > max_words:
        raise DataError(f"This sentence has {len(sentence)} words, and at most {max_words} can be parsed; split it")
    column = getattr(parser.settings, "column", None) if isinstance(parser, Model) else None
    if not isinstance(column, str) or EMPTY not in sentence.column(column):
        return sentence
    if isinstance(parser, HasTagger) and parser.tagger is not None:
        return fill_missing_tags(parser, sentence)
    if any(tag != EMPTY for tag in sentence.column(column)):
        return sentence
    raise DataError(f"The model reads the column {column}, which is empty in this sentence; fill it first")


@dataclass(frozen=True, slots=True)
class ParseBelow:
    """Returns the best alternative trees that differ from the current one only below a node, under the locks, best
    first."""

    model: Path
    sentence: Sentence
    current: Sentence
    node: Position
    constraints: Constraints = UNCONSTRAINED

    def run(self, engine: Engine, report: Report) -> tuple[Ranked[Sentence], ...]:
        parser = load_parser(engine, self.model)
        structure = get_predicted_structure(parser)
        locks = self.constraints.union(structure.lock_outside_subtree(self.current, self.node))
        try:
            trees = suggest_trees(parser, self.sentence, _MAX_ALTERNATIVE_TREES, locks).trees
        except ConstraintError:
            return ()

        alternatives: dict[frozenset[Part], Ranked[Sentence]] = {}  # some trees differ in tags alone
        for tree in trees:
            changed_parts = structure.changed_positions(tree.value, self.current) | structure.changed_positions(
                self.current, tree.value
            )
            if changed_parts and all(
                structure.dominates(self.current, self.node, changed_node) for changed_node in changed_parts
            ):
                alternatives.setdefault(frozenset(structure.parts(tree.value)), tree)
        return tuple(alternatives.values())


@dataclass(frozen=True, slots=True)
class TruncatedParse:
    """The best tree of a sentence by the first hidden states of a model alone."""

    tree: Sentence
    full_tree: Sentence  # the same with all states
    states: int
    max_states: int
    clipped: int  # invalid estimates raised while parsing this sentence
    unscored_sequences: int  # distinct modifier sequences of the training text without a positive score
    changed_parts: frozenset[Position]  # positions at which it differs from the full tree
    structure: str = DEPENDENCIES.name


@runtime_checkable
class TruncatableParser(Truncatable, Parser, Protocol):
    """A parser that can be truncated to fewer hidden states."""


@runtime_checkable
class CountsClipped(Protocol):
    """A model that counts the training sequences without a positive score."""

    @property
    def clipped(self) -> int:
        """Number of distinct training sequences without a positive score."""
        ...


@dataclass(frozen=True, slots=True)
class AskMaxStates:
    """Returns the maximum number of hidden states to which the model in a file can be truncated; raises an error if it
    cannot be."""

    model: Path

    def run(self, engine: Engine, report: Report) -> int:
        max_states = _load_truncatable_parser(engine, self.model).max_states
        _get_truncated_model(engine, self.model, max_states or 1)
        return max_states


@dataclass(frozen=True, slots=True)
class ParseTruncated:
    """Parses a sentence with the first `states` hidden states of the model in a file."""

    model: Path
    sentence: Sentence
    states: int

    def run(self, engine: Engine, report: Report) -> TruncatedParse:
        full_parser, truncated = (
            _load_truncatable_parser(engine, self.model),
            _get_truncated_model(engine, self.model, self.states),
        )
        bare = strip_annotation(ensure_tags(full_parser, self.sentence))
        tree, full_tree = (parser.parse(bare, 1)[0].value for parser in (truncated, full_parser))
        structure = get_predicted_structure(full_parser)
        changed_parts = structure.changed_positions(tree, full_tree)
        clipped = truncated.posteriors(bare).clipped if isinstance(truncated, ArcScorer) else 0
        if isinstance(truncated, MarginalScorer):
            clipped = truncated.marginals(bare).clipped
        unscored_sequences = truncated.clipped if isinstance(truncated, CountsClipped) else 0
        return TruncatedParse(
            tree,
            full_tree,
            self.states,
            full_parser.max_states,
            clipped,
            unscored_sequences,
            changed_parts,
            structure.name,
        )


def _load_truncatable_parser(engine: Engine, path: Path) -> TruncatableParser:
    """Return the parser in a file; DataError if it cannot be truncated to fewer hidden states."""
    model = engine.load_model(path)
    if not isinstance(model, TruncatableParser):
        problem = f"{path.name} cannot be cut to fewer hidden states"
        raise DataError(f"{problem}; learn head-automata or latent-pcfg with spectral")
    return model


def _get_truncated_model(engine: Engine, path: Path, states: int) -> TruncatableParser:
    """Return the model truncated to its first `states` hidden states; the newest are cached."""
    full_parser = _load_truncatable_parser(engine, path)
    key = (path, engine.models[path][0], states)
    cached = engine.truncated_models.pop(key, None)
    truncated = cached if isinstance(cached, TruncatableParser) else full_parser.truncate(states)
    engine.truncated_models[key] = truncated
    power = 3 if get_predicted_structure(full_parser) is CONSTITUENTS else 2  # rules have cubic, symbols quadratic size
    while (
        len(engine.truncated_models) > 1
        and sum(state_count**power for *_, state_count in engine.truncated_models) > _MAX_CELLS
    ):
        del engine.truncated_models[next(iter(engine.truncated_models))]
    return truncated
