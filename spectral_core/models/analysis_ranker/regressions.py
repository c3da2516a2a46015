"""Learning and scoring of the models of Shah et al. 2010: counts from some documents, their weights from others."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from spectral_core.arrays import Floats, Keys, Named
from spectral_core.maths import softmax
from spectral_core.maths.calibrate import Calibration, from_arrays, isotonic
from spectral_core.model import Arrays
from spectral_core.models.analysis_ranker.corpus import NOTHING, Text, Wordbook
from spectral_core.models.analysis_ranker.documents import Topics, topics_of
from spectral_core.models.analysis_ranker.learners import ColumnWeights, learnt
from spectral_core.models.analysis_ranker.ordering import best_rows, parted
from spectral_core.models.analysis_ranker.paper_counts import FULL, LEMMA, TAG, LabelCounts, contexts_of, gold_keys
from spectral_core.models.analysis_ranker.paper_design import WORD, Case, DesignView, Evidence, Groups, Part, parts_of
from spectral_core.models.analysis_ranker.settings import RankerSettings
from spectral_core.models.analysis_ranker.storing import integers, keys
from spectral_core.progress import Progress, Report, ignore_progress

SECOND = 0.1  # the share of documents from which weights are learnt, and nothing is counted
_BLOCK = 1000  # words whose numbers are filled in at once
_STAGE = "weighing"
_WITH_NEIGHBOURS = ("two-pass", "cheat")


@dataclass(frozen=True, slots=True, eq=False)
class Regressions:
    """Counts, and the weights of one or more regressions on them."""

    settings: RankerSettings
    evidence: Evidence
    parts: tuple[Part, ...]
    weights: tuple[ColumnWeights, ...]
    joint: Calibration | None = None  # of what two regressions say together

    def scores(self, book: Wordbook, case: Case, confirmed: Keys | None = None) -> tuple[Floats, Floats]:
        """(rows,) scores by which rows of a word are ranked, no two of a word the same; and probabilities. For the
        model `ind` both are those of the lemma times those of the rest (Shah et al. 2010, section 4.1.3). What one
        regression does not tell apart shares its probability. `confirmed` are tags of neighbours, 0 where open."""
        found = self.part_scores(book, case, confirmed)
        scores, chances = found[-1]
        if self.settings.model == "ind":
            scores = found[0][0] + found[1][0]  # logs of chances that are not calibrated: those have steps, and equals
            chances = softmax.probabilities(scores, case.words.first_row)
            chances = chances if self.joint is None else self.joint.apply(chances)
        elif self.parts[-1].target != FULL:
            groups = Groups.of(case, self.parts[-1].target).of_row
            chances = chances / np.bincount(groups)[groups]
        return parted(scores, case.labels[:, FULL], self.settings.seed), chances

    def part_scores(self, book: Wordbook, case: Case, confirmed: Keys | None = None) -> list[tuple[Floats, Floats]]:
        """(rows,) scores and probabilities of what each regression tells apart, the same for rows where it does not."""
        return [
            _scored(view, weights)
            for view, weights in zip(self.views(book, case, confirmed), self.weights, strict=True)
        ]

    def views(self, book: Wordbook, case: Case, confirmed: Keys | None = None) -> list[DesignView]:
        """What each regression sees of a text."""
        found: list[DesignView] = []
        for part in self.parts:
            tags = None
            if part.neighbours:
                tags = neighbour_tags(case, _scored(found[0], self.weights[0])[0], self.settings)
                tags = tags if confirmed is None else np.where(confirmed != 0, confirmed, tags)
            found.append(self.evidence.view(book, case, part, tags))
        return found

    def arrays(self) -> Named:
        keys, counts = self.evidence.counts.table.items()
        made: Named = {"count.keys": keys, "count.times": counts}
        if self.evidence.topics is not None:
            made |= self.evidence.topics.arrays()
        for at, weights in enumerate(self.weights):
            made |= weights.arrays(f"part{at}")
        joint = {} if self.joint is None else self.joint.arrays()
        return made | {f"joint.{name}": array for name, array in joint.items()}

    @classmethod
    def from_arrays(cls, settings: RankerSettings, elements: tuple[str, ...], arrays: Arrays) -> Regressions:
        from spectral_core.inference.count_table import CountTable

        table = CountTable.from_counts(keys(arrays, "count.keys"), integers(arrays, "count.times"))
        evidence = Evidence(LabelCounts(table), Topics.from_arrays(arrays), settings.statistic)
        parts = parts_of(settings, elements)
        weights = tuple(ColumnWeights.from_arrays(f"part{at}", arrays) for at in range(len(parts)))
        if any(len(one.weights) != evidence.columns(part) for one, part in zip(weights, parts, strict=True)):
            raise ValueError("there is one weight for each number that a regression is shown in this version")
        joint = {name.removeprefix("joint."): array for name, array in arrays.items() if name.startswith("joint.")}
        return cls(settings, evidence, parts, weights, from_arrays(joint) if joint else None)


def counted(settings: RankerSettings, book: Wordbook, text: Text) -> Evidence:
    """What the chosen labels of a text say: the first stage (Shah et al. 2010, algorithm 1, on D1)."""
    counts = LabelCounts.empty()
    known, labels = gold_keys(book, text)
    contexts = contexts_of(book, text)
    counts.add(contexts[known], labels)
    if settings.model in _WITH_NEIGHBOURS:
        counts.add_neighbours(text, contexts[:, WORD], known, labels)
    lemmas = np.zeros(len(text), dtype=np.uint64)
    lemmas[known] = labels[:, LEMMA]
    return Evidence(counts, topics_of(book, text, lemmas) if settings.documents else None, settings.statistic)


def weighed(
    settings: RankerSettings, book: Wordbook, evidence: Evidence, case: Case, report: Report = ignore_progress
) -> Regressions:
    """The second stage: the weights that put the right candidates of other documents first (the same, on D2). The
    candidates of these documents must not be known from themselves, as those of a new text are not."""
    parts = parts_of(settings, book.scheme.elements)
    weights: list[ColumnWeights] = []
    scores = np.zeros(0)
    for done, part in enumerate(parts):
        report(Progress(_STAGE, done, len(parts)))
        view = evidence.view(book, case, part, neighbour_tags(case, scores, settings) if part.neighbours else None)
        groups = view.groups
        weights.append(learnt(view.design(), groups.firsts, groups.right, settings.learner, settings.penalty))
        if any(part.neighbours for part in parts[done + 1 :]):
            scores, _ = _scored(view, weights[-1])
    report(Progress(_STAGE, len(parts), len(parts)))
    model = Regressions(settings, evidence, parts, tuple(weights))
    if settings.model != "ind" or not len(case.labels):
        return model
    _, chances = model.scores(book, case)
    truth = np.zeros(len(chances), dtype=np.bool_)
    truth[case.words.gold[case.words.gold != NOTHING]] = True
    return replace(model, joint=isotonic(chances, truth))


def split(text: Text, share: float, seed: int) -> tuple[Text, Text]:
    """The text without a random share of its documents, at least one where there are two; and those documents."""
    present = np.unique(text.document)
    order = np.random.default_rng(seed).permutation(present)
    size = min(max(round(share * len(present)), 1), len(present) - 1) if len(present) > 1 else 0
    held = np.zeros(len(text.documents), dtype=np.bool_)
    held[order[:size]] = True
    return text.select(text.sentences_of(~held)), text.select(text.sentences_of(held))


def neighbour_tags(case: Case, scores: Floats, settings: RankerSettings) -> Keys:
    """(words,) the tag of the row with the highest score, 0 where there is no row; for `cheat` the chosen ones."""
    best = best_rows(parted(scores, case.labels[:, FULL], settings.seed), case.words.first_row)
    guessed = np.zeros(len(case.text), dtype=np.uint64)
    guessed[best != NOTHING] = case.labels[best[best != NOTHING], TAG]
    return np.where(case.gold[:, TAG] != 0, case.gold[:, TAG], guessed) if settings.model == "cheat" else guessed


def _scored(view: DesignView, weights: ColumnWeights) -> tuple[Floats, Floats]:
    """(rows,) scores and probabilities of what a regression tells apart."""
    groups = view.groups
    blocks = (weights.scores(view.design(low, low + _BLOCK)) for low in range(0, len(view.contexts), _BLOCK))
    scores = np.concatenate([np.zeros(0), *blocks])
    return scores[groups.of_row], weights.probabilities(scores, groups.firsts)[groups.of_row]
