"""Rankers of analyses on real treebanks: models and learners of the paper, baselines, ours; errors and times."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from spectral_core.analyzers.catalogue import ANALYSERS, as_new, open_analyser
from spectral_core.analyzers.elements import scheme_for
from spectral_core.bench.ranker_figures import Measured, Outcome, figures
from spectral_core.bench.rows import Row, asked
from spectral_core.data import Sentence, Treebank
from spectral_core.evaluate import is_arabic, places_of
from spectral_core.formats import load
from spectral_core.models.analysis_ranker.baselines import MostFrequent, Perceptron, RandomOrder
from spectral_core.models.analysis_ranker.context_learning import learn_from_text
from spectral_core.models.analysis_ranker.context_model import ScoredText
from spectral_core.models.analysis_ranker.corpus import ABSENT, Text, TrainingLabels, Wordbook, WordCandidates
from spectral_core.models.analysis_ranker.ordering import best_rows, break_ties
from spectral_core.models.analysis_ranker.paper_design import Groups, KeyedText
from spectral_core.models.analysis_ranker.regressions import (
    WEIGHTING_SHARE,
    Regressions,
    count_evidence,
    fit_regressions,
    split_documents,
)
from spectral_core.models.analysis_ranker.settings import RankerSettings
from spectral_core.models.analysis_ranker.statistics import FeatureSpace
from spectral_core.progress import Progress, Report, ignore_progress

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

FOLDS = 10
STANDARD = "full svr log"  # what the others are compared with: the paper's model with the paper's learner
_SEED = 0


def _has_letter(word: str) -> bool:
    return any(map(str.isalpha, word))


@dataclass(frozen=True, slots=True)
class Corpus:
    """What one block of rows is measured on: folds of `train` where there is no `test`."""

    name: str
    train: str
    analyser: str
    test: str = ""
    in_script: Callable[[str], bool] = _has_letter
    elements: bool = False  # whether every element of labels has a row


_TURKISH = "ud_turkish_imst/ud_turkish_imst-{}.conllu.xz"
_HUNGARIAN = "ud_hungarian_szeged/ud_hungarian_szeged-{}.conllu.xz"
_PADT, _RAW = "ud_arabic_padt_v1/padt_v1_dev.tokens.tsv.xz", "arabic_padt_sigmorphon/padt_um_dev.tokens.tsv.xz"
CORPORA = (
    Corpus("arabic_padt", _PADT, "buckwalter", in_script=is_arabic, elements=True),
    Corpus("arabic_raw_spelling", _RAW, "buckwalter", in_script=is_arabic),
    Corpus("turkish_imst dev", _TURKISH.format("train"), "treebank", _TURKISH.format("dev")),
    Corpus("turkish_imst test", _TURKISH.format("train"), "treebank", _TURKISH.format("test")),
    Corpus("hungarian_szeged dev", _HUNGARIAN.format("train"), "treebank", _HUNGARIAN.format("dev")),
    Corpus("russian_gsd dev", "ud_russian_gsd/ud_russian_gsd-dev.conllu.xz", "pymorphy3+treebank=12"),
    Corpus("polish_pdb dev", "ud_polish_pdb/ud_polish_pdb-dev.conllu.xz", "morfeusz2+treebank=12"),
)


@dataclass(frozen=True, slots=True, eq=False)
class Fold:
    """Training and test words, read by an analyser to which every word is new."""

    book: Wordbook
    train: Text
    first: Text  # of `train`: what the paper's models count
    second: Text  # of `train`: what they are weighed by
    test: Text


def table(data: Path, report: Report = ignore_progress, folds: int = FOLDS, only: str = "") -> Iterator[Row]:
    """One row a corpus and ranker; `only` is in the names of the corpora that are measured. Errors are of all words and
    of those in the analyser's script (elsewhere: with a letter); a word whose right label is not among its
    candidates is an error. `ece` is of the first candidate's probability. `accepted_95` is the share of words in
    script, the surest, of which 95 % are right; `items` how many candidates of such a word are read down to the right
    one, all of them where it is missing. `less_e1` is by how much E1 is below that of the paper's model, with the
    interval of 95 % of bootstraps over documents. Times are CPU seconds of the learning on one fold, without reading,
    and words a second of ranking, with contexts and statistics, without the analyser. Folds are by document."""
    _warm()
    for corpus in CORPORA:
        files = [data / file for file in (corpus.train, corpus.test) if file]
        if not asked(corpus.name, only) or not all(file.exists() for file in files):
            continue
        named = [ANALYSERS[part.partition("=")[0]] for part in corpus.analyser.split("+")]
        lacking = [row.title for row in named if row.get_advice() is not None]
        if lacking:
            missing: Row = {"corpus": corpus.name, "model": f"not measured: {lacking[0]} is not installed"}
            yield missing
            continue
        yield from _measured(corpus, [list(load(file)) for file in files], folds, report)


def _measured(corpus: Corpus, files: list[list[Sentence]], count: int, report: Report) -> Iterator[Row]:
    outcomes: dict[str, list[Outcome]] = {}
    script: list[Flags] = []
    documents: list[NDArray[np.str_]] = []
    words = done = 0
    for done, fold in enumerate(_folds(corpus, files, count), 1):
        report(Progress(f"measuring {corpus.name}", done - 1, count if len(files) == 1 else 1))
        known = fold.test.gold != ABSENT
        forms = np.array([corpus.in_script(form) for form in fold.book.forms.strings])
        script.append(forms[fold.test.form[known]])
        documents.append(np.array([f"{done} {name}" for name in fold.test.documents])[fold.test.document[known]])
        words += len(fold.test)
        for name, outcome in _rankers(fold, corpus.elements):
            outcomes.setdefault(name, []).append(outcome)
    if not words:
        return
    numbers = np.unique(np.concatenate(documents), return_inverse=True)[1]
    tested = Measured(np.concatenate(script), numbers, words, done)
    for name, made in outcomes.items():
        standard = None if name == STANDARD or name.startswith("element") else outcomes[STANDARD]
        row: Row = {"corpus": corpus.name, "model": name}
        yield row | figures(made, tested, standard)


def _folds(corpus: Corpus, files: list[list[Sentence]], count: int) -> Iterator[Fold]:
    """The folds of one file by document, the first ones of ten; or the one of two files."""
    scheme = scheme_for(Treebank.of(files[0]))
    if len(files) == 2:
        book = Wordbook(scheme, as_new(open_analyser(corpus.analyser, files[0])))
        yield _fold(book, book.read(files[0]), book.read(files[1]))
        return
    book = Wordbook(scheme, open_analyser("none" if "+" in corpus.analyser else corpus.analyser))
    text = book.read(files[0])
    order = np.random.default_rng(_SEED).permutation(len(text.documents))
    for held in np.array_split(order, FOLDS)[:count]:
        tested = np.zeros(len(text.documents), dtype=np.bool_)
        tested[held] = True
        if "+" not in corpus.analyser:  # it learns nothing from sentences
            yield _fold(book, text.select(text.sentences_in(~tested)), text.select(text.sentences_in(tested)))
            continue
        train, test = ([files[0][at] for at in text.sentences_in(flags).tolist()] for flags in (~tested, tested))
        own = Wordbook(scheme, as_new(open_analyser(corpus.analyser, train)))
        yield _fold(own, own.read(train), own.read(test))


def _fold(book: Wordbook, train: Text, test: Text) -> Fold:
    return Fold(book, train, *split_documents(train, WEIGHTING_SHARE, _SEED), test)


def _rankers(fold: Fold, elements: bool) -> Iterator[tuple[str, Outcome]]:
    """The rankers by name, and what each gave."""
    seen = TrainingLabels.from_text(fold.train)
    words = seen.find_candidates(fold.book, fold.test)
    yield from _baselines(fold, words)
    yield from _context(fold)
    begun = time.process_time()
    evidence = count_evidence(RankerSettings(model="full"), fold.book, fold.first)
    counting = time.process_time() - begun
    begun = time.process_time()
    neighbourly = count_evidence(RankerSettings(model="cheat"), fold.book, fold.first)
    counting_more = time.process_time() - begun
    seen = TrainingLabels.from_text(fold.first)
    second = KeyedText.from_text(fold.book, fold.second, seen.find_candidates(fold.book, fold.second))
    words = seen.find_candidates(fold.book, fold.test)
    for name, settings in _paper(fold.book.scheme.elements if elements else ()):
        more = settings.model in ("two-pass", "cheat")
        begun = time.process_time()
        chosen = replace(neighbourly if more else evidence, statistic=settings.statistic)
        model = fit_regressions(settings, fold.book, chosen, second)
        learning = time.process_time() - begun + (counting_more if more else counting)
        made, strict = _outcomes(model, fold, words, learning)
        yield name, strict
        if settings.model == "ind":
            yield f"{name}, candidates by both", made


def _paper(elements: tuple[str, ...]) -> Iterator[tuple[str, RankerSettings]]:
    """The paper's models by name; learners and statistics are compared on the full one."""
    for model in ("baseline", "uni", "ind"):
        yield model, RankerSettings(model=model)
    for learner, statistic in (
        ("svr", "raw"),
        ("svr", "fraction"),
        ("ridge", "log"),
        ("svr", "log"),
        ("softmax", "log"),
        ("softmax", "ratio"),
    ):
        yield f"full {learner} {statistic}", RankerSettings(model="full", learner=learner, statistic=statistic)
    yield "full svr log, no documents", RankerSettings(model="full", documents=False)
    ours = RankerSettings(model="full", learner="softmax", statistic="ratio", affixes=True)
    yield "full softmax ratio affixes", ours
    yield "two-pass svr log", RankerSettings(model="two-pass")
    yield "two-pass softmax ratio affixes", replace(ours, model="two-pass")
    yield "cheat svr log", RankerSettings(model="cheat")
    for element in elements:
        yield f"element {element}", RankerSettings(model="element", element=element)
    if "lemma" in elements:
        plain = RankerSettings(model="element", element="lemma", learner="ridge", statistic="fraction")
        yield "element lemma ridge fraction", plain
        yield "element lemma ridge fraction, no documents", replace(plain, documents=False)


def _context(fold: Fold) -> Iterator[tuple[str, Outcome]]:
    """Ours after each pass, all of one model; and as it stands while a text is annotated from its beginning."""
    begun = time.process_time()
    model = learn_from_text(RankerSettings(), fold.book, (), fold.train)
    learning = time.process_time() - begun
    for passes in range(1, len(model.weights) + 1):
        begun = time.process_time()
        scored = replace(model, weights=model.weights[:passes]).score_text(fold.test)
        yield f"context, pass {passes}", _softened(scored, learning, begun)
    begun = time.process_time()
    words = model.training_labels.find_candidates(fold.book, fold.test)
    space = FeatureSpace(model.element_keys, words, model.pairs)
    keys = model.element_keys.word_keys(fold.test.form, fold.test.candidate_set)
    space.fill_words(model.table, keys)
    guessed = space.row_labels(model.weights[0].best_candidates(space))
    space.fill_labels(model.table, keys, guessed, left_labels=fold.test.gold)
    scored = ScoredText(fold.test, space, model.confirmed_weights.score(space), model.confirmed_weights)
    yield "context, words before confirmed", _softened(scored, learning, begun)


def _softened(scored: ScoredText, learning: float, begun: float) -> Outcome:
    """What the scores of the context model come to."""
    scores, chances = scored.ranking_scores()
    return outcome_of(scored.space.words, scores, chances, learning, time.process_time() - begun)


def _baselines(fold: Fold, words: WordCandidates) -> Iterator[tuple[str, Outcome]]:
    for name, learn in (
        ("unranked", lambda: RandomOrder(_SEED)),
        ("most-frequent", lambda: MostFrequent.learn(fold.book, fold.train, _SEED)),
        ("perceptron", lambda: Perceptron.learn(fold.book, fold.train, _SEED)),
    ):
        begun = time.process_time()
        ranker: RandomOrder | MostFrequent | Perceptron = learn()
        learnt = time.process_time()
        scores = ranker.scores(fold.book, fold.test, words)
        yield name, outcome_of(words, scores, None, learnt - begun, time.process_time() - learnt)


def _outcomes(model: Regressions, fold: Fold, words: WordCandidates, learning: float) -> tuple[Outcome, Outcome]:
    """What the order of candidates comes to; and what the answers of its regressions do where these tell apart less.
    The answers of `ind` are two, each by itself, whether or not they go together (Shah et al. 2010, section 4.1.3)."""
    begun = time.process_time()
    case = KeyedText.from_text(fold.book, fold.test, words)
    scores, chances = model.scores(fold.book, case)
    ranking = time.process_time() - begun
    made = outcome_of(words, scores, chances, learning, ranking)
    if model.settings.model not in ("element", "ind"):
        return made, made
    known = words.gold_label != ABSENT
    places: list[NDArray[np.int64]] = []
    sizes: list[NDArray[np.int64]] = []
    confidences = made.confidences
    for part, (each, likely) in zip(model.specs, model.score_each(fold.book, case), strict=True):
        groups = Groups.from_text(case, part.target)
        own = break_ties(each[groups.rows], case.labels[groups.rows, part.target], _SEED)
        best = best_rows(own, groups.firsts)
        confidences = np.where(best == ABSENT, 0.0, np.append(likely[groups.rows], 0.0)[best])[known]
        places.append(places_of(own, groups.firsts, groups.gold)[known])
        sizes.append(np.diff(groups.firsts)[known])
    if model.settings.model == "element":  # of values, not of candidates
        return made, Outcome.of(places[0], sizes[0], confidences, learning, ranking)
    first = np.logical_and.reduce([part == 1 for part in places])
    second = np.logical_and.reduce([(part > 0) & (part <= 2) for part in places])
    return made, replace(made, first=first, second=second, confidences=np.full(len(first), np.nan))


def outcome_of(
    words: WordCandidates, scores: Floats, chances: Floats | None, learning: float, ranking: float
) -> Outcome:
    """What scores and probabilities of candidates come to."""
    known = words.gold_label != ABSENT
    confidences: Floats | None = None
    if chances is not None:
        best = best_rows(scores, words.first_row)
        confidences = np.where(best == ABSENT, 0.0, np.append(chances, 0.0)[best])[known]
    sizes = np.diff(words.first_row)[known]
    return Outcome.of(places_of(scores, words.first_row, words.gold)[known], sizes, confidences, learning, ranking)


def _warm() -> None:
    """Compiles the kernels, which is not to be measured."""
    from spectral_core.analyzers.analyser import FileCandidates
    from spectral_core.data import Analysis

    one, other = Analysis("one", upos="A"), Analysis("other", upos="B")
    words = Sentence.of(["a", "b"], analyses=[one, other], candidates=[(one, other), (one, other)])
    book = Wordbook(scheme_for(Treebank.of([words])), FileCandidates())
    text = book.read([words] * 6)
    for _ in _rankers(_fold(book, text, text), elements=False):
        pass
