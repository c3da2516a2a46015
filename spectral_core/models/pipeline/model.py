"""Trained pipeline: readings of words and trees over them, from one analysis of a sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Floats, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, UNCONSTRAINED, Analysis, BestFirst, Constraints, Ranked, Sentence, WordRankings
from spectral_core.data.readings import (
    AnalysedSentence,
    collect_decided_readings,
    fill_readings,
    has_open_cells,
    prefer_given_cells,
    standard_columns,
)
from spectral_core.data.structure import DEPENDENCIES
from spectral_core.data.trace import Trace
from spectral_core.deprecated import old_members
from spectral_core.errors import ConstraintError, DataError
from spectral_core.model import Arrays, Contribution, Settings, add_prefix, pack_strings, select_part, unpack_strings
from spectral_core.model.provenance import ColumnsAndLabels
from spectral_core.models.analysis_ranker.context_ranker import ContextRanker, UncertaintyThreshold
from spectral_core.models.analysis_ranker.labels_and_candidates import Label
from spectral_core.models.analysis_ranker.settings import RankerSettings
from spectral_core.models.arc_parser import ArcParser, ArcParserSettings
from spectral_core.models.arc_parser.words_and_fine_tags import FineTagger
from spectral_core.models.parsing.labeller import label_and_deprojectivise_sentences
from spectral_core.models.pipeline.description import describe_parts
from spectral_core.models.pipeline.first_readings import (
    NO_ARC,
    FirstReadings,
    GivenArcs,
    OpenWord,
    find_given_arcs,
    read_bare_sentences,
    read_rankings,
    revise_ranking,
)
from spectral_core.models.pipeline.readings import TaggerScorer
from spectral_core.models.pipeline.settings import PipelineSettings
from spectral_core.models.pipeline.tree_evidence import ReadTrees, TreeEvidence
from spectral_core.models.tokeniser import ChainTokeniser, TokeniserSettings
from spectral_core.morphology.analyser import Analyser
from spectral_core.morphology.tag_mapping import TagMappedDictionary
from spectral_core.structured import eisner

_BATCH = 200  # sentences in one batch
_MAX_WORDS = 200  # longer sentences are ranked without a tree


@old_members(
    tagged="add_tags",
    propose="parse_with_posteriors",
    step_through="trace_algorithm",
    unsure="is_uncertain",
    learnt_tags="training_tags",
)
@dataclass(frozen=True, slots=True, eq=False)
class Pipeline:
    """Analyses sentences: the readings of words are ranked by the ranker and the tagger together, and the parser and
    its labeller read them. Columns and heads that are given are kept."""

    method: ClassVar[str] = "pipeline"
    settings: PipelineSettings
    parser: ArcParser
    ranker: ContextRanker | None  # None if the training text has no readings; the parser's tagger is used alone then
    tokeniser: ChainTokeniser | None = None  # None if the training text does not say where its words are joined
    tree_evidence: TreeEvidence | None = None  # None if there were too few sentences to learn readings given trees
    __repr__ = brief_repr

    @classmethod
    def join(
        cls, settings: PipelineSettings, parser: ArcParser, ranker: ContextRanker | None, weights: tuple[float, float],
        tokeniser: ChainTokeniser | None = None, tree_evidence: TreeEvidence | None = None,
    ) -> Self:  # fmt: skip
        """Join a parser and a ranker, whose scores are mixed with the parser's tagger by these weights."""
        if ranker is not None and parser.tagger is not None:
            ranker = replace(ranker, candidate_scorer=TaggerScorer(parser.tagger, *weights))
        return cls(settings, parser, ranker, tokeniser, tree_evidence)

    @property
    def skipped(self) -> Mapping[str, int]:
        """Number of sentences that the parser left out of training, by reason."""
        return self.parser.skipped

    def describe_columns(self) -> ColumnsAndLabels:
        """Return the columns that its parts read and write, and the labels that they know."""
        return describe_parts(self.parser, self.ranker)

    @property
    def weights(self) -> tuple[float, float]:
        """Weights of the ranker's and the tagger's scores of readings."""
        scorer = None if self.ranker is None else self.ranker.candidate_scorer
        if not isinstance(scorer, TaggerScorer):
            return 1.0, 0.0
        return scorer.ranker_weight, scorer.tagger_weight

    # Readings

    def rank(self, sentence: Sentence, confirmed: Mapping[int, Analysis] | None = None) -> WordRankings[Analysis]:
        """Return for each word its readings, best first, with probabilities; those that agree with given columns come
        first, and a confirmed reading has probability 1. They are ranked given the tree: the best one that has the
        heads of the sentence."""
        (ranking,) = self.rank_all([sentence], [confirmed or {}])
        return WordRankings(sentence.forms, ranking)

    def rank_all(
        self, sentences: Sequence[Sentence], confirmed: Sequence[Mapping[int, Analysis]] | None = None
    ) -> list[list[list[Ranked[Analysis]]]]:
        """Rank many sentences at once, faster than one by one."""
        rankings = self.rank_without_trees(sentences, confirmed)
        if self.tree_evidence is None:
            return rankings
        read = list(map(read_rankings, sentences, rankings))
        plain = [
            index
            for index, sentence in enumerate(sentences)
            if read[index].open_words and len(sentence) <= _MAX_WORDS and all(head is None for head in sentence.heads)
        ]
        trees: dict[int, Sentence] = {}
        for low in range(0, len(plain), _BATCH):
            batch = plain[low : low + _BATCH]
            trees |= zip(batch, self.parse_filled([self.fill(read[index]) for index in batch]), strict=True)
        return [
            self.revise_rankings(sentence, ranking, tree=trees.get(index))
            for index, (sentence, ranking) in enumerate(zip(sentences, rankings, strict=True))
        ]

    def rank_without_trees(
        self, sentences: Sequence[Sentence], confirmed: Sequence[Mapping[int, Analysis]] | None = None
    ) -> list[list[list[Ranked[Analysis]]]]:
        """Rank the readings of many sentences before their trees are known."""
        if self.ranker is None:
            return [self._rank_tags(sentence) for sentence in sentences]
        confirmations = [{}] * len(sentences) if confirmed is None else list(confirmed)
        rankings = self.ranker.rank_all(sentences, confirmations)
        return list(map(prefer_given_cells, sentences, rankings, confirmations))

    def revise_rankings(
        self, sentence: Sentence, rankings: Sequence[Sequence[Ranked[Analysis]]],
        constraints: Constraints = UNCONSTRAINED, tree: Sentence | None = None,
    ) -> list[list[Ranked[Analysis]]]:  # fmt: skip
        """Return the rankings that were made before the tree of a sentence was known, given its tree: by default the
        best one under the locks. Heads and relations of the sentence and of the locks are certain."""
        revised = list(map(list, rankings))
        for word, scores in self._score_in_tree(sentence, rankings, constraints, tree):
            revised[word.position] = revise_ranking(revised[word.position], word, scores.tolist())
        return revised

    def _score_in_tree(
        self, sentence: Sentence, rankings: Sequence[Sequence[Ranked[Analysis]]], constraints: Constraints,
        tree: Sentence | None = None,
    ) -> list[tuple[OpenWord, Floats]]:  # fmt: skip
        """Return the open words of a sentence with the scores of their candidates given its tree; none without one."""
        given = find_given_arcs(sentence, constraints)
        read = read_rankings(sentence, rankings, any(given))
        if self.tree_evidence is None or not read.open_words:
            return []
        if tree is None:
            tree = self._complete_tree(self.fill(read), constraints)
        if tree is None:
            return []
        (scores,) = self.tree_evidence.score(ReadTrees([tree], [given], [read.open_words]))
        return list(zip(read.open_words, scores, strict=True))

    def _rank_tags(self, sentence: Sentence) -> list[list[Ranked[Analysis]]]:
        """Return the tags of each word as readings without lemmas."""
        if self.parser.tagger is None or not sentence.is_readable:
            return [[] for _ in sentence.forms]
        (tagged,) = self.parser.tagger.tag_all([sentence])
        readings = (Analysis(EMPTY, upos=upos, xpos=xpos) for upos, xpos in zip(tagged.upos, tagged.xpos, strict=True))
        return prefer_given_cells(sentence, [[Ranked(reading, 0.0)] for reading in readings])

    def analyse(self, sentence: Sentence) -> AnalysedSentence:
        """Return a sentence with the readings of its words."""
        (analysed,) = self.analyse_all([sentence])
        return analysed

    def analyse_all(self, sentences: Sequence[Sentence]) -> list[AnalysedSentence]:
        """Fill the empty columns of many sentences with first readings, before their trees are known."""
        return [self.fill(entry) for entry in self.read_all(sentences)]

    def read_all(self, sentences: Sequence[Sentence], with_certain: Collection[int] = ()) -> list[FirstReadings]:
        """Return the first readings of many sentences before their trees are known. Those with given heads, and those
        whose indexes are in `with_certain`, have all words with several candidates left open."""
        read = [FirstReadings(sentence, (), ()) for sentence in sentences]
        open_indexes = [index for index, sentence in enumerate(sentences) if has_open_cells(sentence)]
        complete = {index for index in open_indexes if any(head is not None for head in sentences[index].heads)}
        complete.update(with_certain)
        bare_indexes = [
            index for index in open_indexes if not any(sentences[index].with_readings_from_columns().analyses)
        ]
        if self.ranker is not None and bare_indexes:
            positions = {position for position, index in enumerate(bare_indexes) if index in complete}
            bare = read_bare_sentences(self.ranker, [sentences[index] for index in bare_indexes], positions)
            for index, entry in zip(bare_indexes, bare, strict=True):
                read[index] = entry
            open_indexes = sorted(set(open_indexes) - set(bare_indexes))
        rankings = self.rank_without_trees(
            [sentences[index] for index in open_indexes],
            [collect_decided_readings(sentences[index]) for index in open_indexes],
        )
        for index, words_readings in zip(open_indexes, rankings, strict=True):
            read[index] = read_rankings(sentences[index], words_readings, index in complete)
        return read

    def fill(self, read: FirstReadings) -> AnalysedSentence:
        """Return a sentence with its first readings, and samples of them."""
        return self._tag_words_without_candidates(read.fill())

    def revise_all(
        self, read: Sequence[FirstReadings], trees: Sequence[Sentence | None], given: Sequence[GivenArcs]
    ) -> list[FirstReadings]:
        """Return the readings of sentences given their trees; the same objects where their first readings stay."""
        revised = list(read)
        chosen = [index for index, tree in enumerate(trees) if tree is not None and read[index].open_words]
        if self.tree_evidence is None or not chosen:
            return revised
        pairs = [(tree, given[index]) for index in chosen if (tree := trees[index]) is not None]
        sentences, arcs = zip(*pairs, strict=True)
        scores = self.tree_evidence.score(ReadTrees(sentences, arcs, [read[index].open_words for index in chosen]))
        for index, sentence_scores in zip(chosen, scores, strict=True):
            changed = read[index].revise([word_scores.tolist() for word_scores in sentence_scores])
            if changed.has_other_first_readings(read[index]):
                revised[index] = changed
        return revised

    def _tag_words_without_candidates(self, analysed: AnalysedSentence) -> AnalysedSentence:
        """Fill the tags of words that the ranker has no candidates for by the tagger of the parser."""
        sentence, tagger = analysed.sentence, self.parser.tagger
        is_untagged = list(map(_is_untagged, sentence.upos, sentence.xpos))
        if tagger is None or not any(is_untagged) or not sentence.is_readable:
            return analysed
        tagged = tagger.tag(sentence)
        columns = zip(tagged.upos, tagged.xpos, is_untagged, strict=True)
        readings = [Analysis(EMPTY, upos=upos, xpos=xpos) if untagged else None for upos, xpos, untagged in columns]
        filled = fill_readings(sentence, readings)
        return AnalysedSentence(filled, tuple(fill_readings(sample, readings) for sample in analysed.samples))

    def add_tags(self, sentence: Sentence) -> Sentence:
        """Return the sentence with predicted readings in place of its own."""
        return self.analyse(_remove_readings(sentence)).sentence

    @property
    def tagger(self) -> FineTagger | None:
        """The tagger inside the parser, whose opinion of each word can be asked for alone."""
        return self.parser.tagger

    def explain(
        self, sentence: Sentence, word: int, analysis: Analysis, over: Analysis | None = None,
        confirmed: Mapping[int, Analysis] | None = None,
    ) -> tuple[Contribution, ...]:  # fmt: skip
        """Return the contributions to the score of a reading over another, largest first."""
        if self.ranker is None:
            return ()
        contributions = self.ranker.explain(sentence, word, analysis, over, confirmed)
        if self.tree_evidence is None:
            return contributions
        rankings = self.rank_without_trees([sentence], [confirmed or {}])[0]
        for open_word, scores in self._score_in_tree(sentence, rankings, UNCONSTRAINED):
            readings = list(map(standard_columns, open_word.readings))
            chosen = [standard_columns(reading) for reading in (analysis, over) if reading is not None]
            if open_word.position == word - 1 and all(columns in readings for columns in chosen):
                own_weight = self.tree_evidence.weights[0]
                added = scores - own_weight * np.array(open_word.scores)
                first, *second = (float(added[readings.index(columns)]) for columns in chosen)
                scaled = (replace(term, value=own_weight * term.value) for term in contributions)
                in_tree = Contribution("reading", "tree", first - (second[0] if second else float(added.mean())))
                return tuple(sorted((*scaled, in_tree), key=lambda term: -abs(term.value)))
        return contributions

    def label(self, form: str, analysis: Analysis) -> Label:
        """Return the label of a reading of a word; readings with the same label get the same score."""
        return analysis[:5] if self.ranker is None else self.ranker.label(form, analysis)

    def training_tags(self) -> frozenset[Label]:
        """Return the labels of the training text, without their lemmas."""
        return frozenset() if self.ranker is None else self.ranker.training_tags()

    def is_uncertain(self, form: str, ranking: Sequence[Ranked[Analysis]]) -> bool:
        """Return whether the first reading of a word is uncertain."""
        return self.ranker is not None and self.ranker.is_uncertain(form, ranking)

    @property
    def uncertainty_threshold(self) -> UncertaintyThreshold:
        """Margin below which a first reading is uncertain, with recall and precision on held-out text."""
        return UncertaintyThreshold(0.0) if self.ranker is None else self.ranker.uncertainty_threshold

    @property
    def analyser(self) -> str:
        """Name of the analyser that provides the candidate readings."""
        return "given" if self.ranker is None else self.ranker.analyser

    def training_words(self) -> frozenset[str]:
        """Return the forms seen in training with a reading."""
        return frozenset() if self.ranker is None else self.ranker.training_words()

    def map_dictionary_tags(self, dictionary: Analyser) -> TagMappedDictionary:
        """Return the dictionary with its tags mapped to those of the training text."""
        if self.ranker is None:
            raise DataError("this pipeline was trained without readings; a dictionary cannot be added to it")
        return self.ranker.map_dictionary_tags(dictionary)

    def add_dictionary(self, mapped: TagMappedDictionary) -> Pipeline:
        """Return the pipeline that also offers the readings of a mapped dictionary, whose probabilities are not
        calibrated, so that trees have no say in them."""
        if self.ranker is None:
            return self
        return replace(self, ranker=self.ranker.add_dictionary(mapped), tree_evidence=None)

    # Trees

    def parse(self, sentence: Sentence, k: int = 1, constraints: Constraints = UNCONSTRAINED) -> BestFirst[Sentence]:
        """Return up to `k` different trees under the locks, best first, with the readings they were found with."""
        return self.parse_with_posteriors(sentence, k, constraints)[0]

    def parse_with_posteriors(
        self, sentence: Sentence, k: int = 1, constraints: Constraints = UNCONSTRAINED
    ) -> tuple[BestFirst[Sentence], eisner.Posteriors, Floats | None]:
        """Return the results of `parse`, `posteriors` and `probabilities` from one analysis."""
        (read,) = self.read_all([sentence], {0} if constraints.required_arcs or constraints.required_labels else ())
        analysed = self.fill(read)
        result = self.parser.parse_with_posteriors(analysed.sentence, k, constraints, analysed.samples)
        if not result[0]:
            return result
        given = find_given_arcs(_remove_tree(sentence), constraints)
        (revised,) = self.revise_all([read], [result[0][0].value], [given])
        if revised is read:
            return result
        analysed = self.fill(revised)
        return self.parser.parse_with_posteriors(analysed.sentence, k, constraints, analysed.samples)

    def parse_analysed(
        self, analysed: AnalysedSentence, k: int = 1, constraints: Constraints = UNCONSTRAINED
    ) -> tuple[BestFirst[Sentence], eisner.Posteriors, Floats | None]:
        """Parse a sentence with chosen readings; if some word has no tag, words without a reading get that of the
        pipeline."""
        if any(map(_is_untagged, analysed.sentence.upos, analysed.sentence.xpos)):
            analysed = self.analyse(analysed.sentence)
        return self.parser.parse_with_posteriors(analysed.sentence, k, constraints, analysed.samples)

    def posteriors(self, sentence: Sentence, constraints: Constraints = UNCONSTRAINED) -> eisner.Posteriors:
        """Return the posteriors of all arcs of a sentence under the locks."""
        return self.parse_with_posteriors(sentence, 1, constraints)[1]

    def probabilities(self, sentence: Sentence, constraints: Constraints = UNCONSTRAINED) -> Floats | None:
        """Return (words + 1, words) [head, modifier] the probability of each arc; None without calibration."""
        return self.parse_with_posteriors(sentence, 1, constraints)[2]

    def all_posteriors(self, sentences: Sequence[Sentence]) -> Iterator[eisner.Posteriors]:
        """Yield the arc posteriors of many sentences, faster than one by one."""
        for low in range(0, len(sentences), _BATCH):
            best, samples = zip(*self.analyse_all(sentences[low : low + _BATCH]), strict=True)
            yield from self.parser.all_posteriors(best, samples)

    def parse_all(self, sentences: Sequence[Sentence]) -> Iterator[Sentence]:
        """Yield many sentences with their readings and best trees, faster than one by one."""
        for low in range(0, len(sentences), _BATCH):
            batch = sentences[low : low + _BATCH]
            read = self.read_all(batch)
            trees = self.parse_filled([self.fill(entry) for entry in read])
            revised = self.revise_all(read, trees, [(NO_ARC,) * len(sentence) for sentence in batch])
            changed = [index for index, entry in enumerate(revised) if entry is not read[index]]
            new_trees = self.parse_filled([self.fill(revised[index]) for index in changed])
            for index, tree in zip(changed, new_trees, strict=True):
                trees[index] = tree
            yield from trees

    def parse_filled(self, analysed: Sequence[AnalysedSentence]) -> list[Sentence]:
        """Return many sentences, whose readings were chosen, with their best trees."""
        best, samples = [entry.sentence for entry in analysed], [entry.samples for entry in analysed]
        heads = self.parser.all_heads(best, samples)
        if self.parser.labeller is None:
            return [sentence.with_heads(tree) for sentence, tree in zip(best, heads, strict=True)]
        return label_and_deprojectivise_sentences(best, heads, self.parser.labeller, samples)

    def _complete_tree(self, analysed: AnalysedSentence, constraints: Constraints) -> Sentence | None:
        """Return the best tree that has the heads of a sentence and satisfies the locks, with its relations; None if
        there is none, or it takes too long to find."""
        sentence, labeller = analysed.sentence, self.parser.labeller
        if not sentence.has_heads:
            if len(sentence) > _MAX_WORDS:
                return None
            try:
                locks = constraints.union(DEPENDENCIES.partial_constraints(sentence) or UNCONSTRAINED)
                trees = self.parser.parse_with_posteriors(sentence, 1, locks, analysed.samples)[0]
            except ConstraintError:
                return None
            return trees[0].value if trees else None
        if sentence.find_structural_problems():
            return None
        given = {word: label for word, label in enumerate(sentence.deprels, 1) if label != EMPTY}
        given |= dict(constraints.required_labels)
        if labeller is None or len(given) == len(sentence):
            return sentence
        heads = [head or 0 for head in sentence.heads]
        return sentence.with_heads(heads, *labeller.label_all([sentence], [heads], [given], [analysed.samples]))

    def relations(
        self, sentence: Sentence, heads: Sequence[int | None], samples: Sequence[Sentence] = ()
    ) -> list[list[Ranked[str]]]:
        """Return for each word the relations to its head, by log posterior, averaged over `samples`, which are those of
        the pipeline by default."""
        analysed = self.analyse(sentence)
        return self.parser.relations(analysed.sentence, heads, samples or analysed.samples)

    def trace_algorithm(self, sentence: Sentence, algorithm: str = "", document: Sequence[Sentence] = ()) -> Trace:
        """Trace the search for the tree with the largest sum of posteriors."""
        return self.parser.trace_algorithm(self.analyse(sentence).sentence, algorithm, document)

    # Storage

    def arrays(self) -> NamedArrays:
        ranker_arrays = {} if self.ranker is None else self.ranker.arrays()
        return {
            "parser_column": pack_strings([self.parser.settings.column]),
            "weights": np.array(self.weights),
            **add_prefix("parser_", self.parser.arrays()), **add_prefix("ranker_", ranker_arrays),
            **({} if self.tokeniser is None else add_prefix("tokeniser_", self.tokeniser.arrays())),
            **({} if self.tree_evidence is None else add_prefix("tree_", self.tree_evidence.arrays())),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        """Restore a pipeline from its arrays; ValueError if they are inconsistent."""
        if not isinstance(settings, PipelineSettings):
            raise TypeError("these are not the settings of a pipeline")
        (column,) = unpack_strings(arrays["parser_column"])
        parser = ArcParser.from_arrays(make_parser_settings(settings, column), select_part(arrays, "parser_"))
        ranker_arrays = select_part(arrays, "ranker_")
        ranker = ContextRanker.from_arrays(make_ranker_settings(settings), ranker_arrays) if ranker_arrays else None
        ranker_weight, tagger_weight = arrays["weights"].astype(np.float64).tolist()
        tokeniser_arrays, tree_arrays = select_part(arrays, "tokeniser_"), select_part(arrays, "tree_")
        tokeniser = (
            ChainTokeniser.from_arrays(make_tokeniser_settings(settings), tokeniser_arrays)
            if tokeniser_arrays
            else None
        )
        evidence = TreeEvidence.from_arrays(tree_arrays) if tree_arrays else None  # older pipelines have none
        return cls.join(settings, parser, ranker, (ranker_weight, tagger_weight), tokeniser, evidence)


def make_parser_settings(settings: PipelineSettings, column: str) -> ArcParserSettings:
    """Return the settings of the parser of a pipeline, which reads this column first."""
    return ArcParserSettings(
        column=column,
        crossing=settings.crossing,
        classes=settings.classes,
        epochs=settings.epochs,
        seed=settings.seed,
        calibration=False,
    )


def make_ranker_settings(settings: PipelineSettings) -> RankerSettings:
    """Return the settings of the ranker of a pipeline."""
    return RankerSettings(analyser=settings.analyser, seed=settings.seed)


def make_tokeniser_settings(settings: PipelineSettings) -> TokeniserSettings:
    """Return the settings of the tokeniser of a pipeline."""
    return TokeniserSettings(seed=settings.seed)


def _remove_tree(sentence: Sentence) -> Sentence:
    """Return the sentence without heads and relations."""
    return replace(sentence, heads=(None,) * len(sentence), deprels=(EMPTY,) * len(sentence), source=None)


def _is_untagged(upos: str, xpos: str) -> bool:
    return upos == xpos == EMPTY


def _remove_readings(sentence: Sentence) -> Sentence:
    """Return the sentence without lemmas, tags and features."""
    empty = (EMPTY,) * len(sentence)
    return replace(sentence, lemmas=empty, upos=empty, xpos=empty, feats=empty, analyses=(), tree=None, source=None)
