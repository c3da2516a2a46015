"""Split head automata on the WSJ sample and on EWT: attachment, speed of learning and of parsing, by estimator."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import numpy as np

from spectral_core.bench.rows import Row
from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.evaluate import Rate, bootstrap, dependency_scores, expected_calibration_error, tag_scores
from spectral_core.formats import load
from spectral_core.models import head_automata
from spectral_core.models.head_automata import HeadAutomata, HeadAutomataSettings, Moments
from spectral_core.models.parsing.relations import complete_all
from spectral_core.progress import Progress, Report

_Key = tuple[str, str, float]  # estimator, words, discount

_CORPORA = {
    "wsj": ("wsj_nltk_dep/wsj_dep.{}.conll.xz", "upos"),
    "ewt": ("ud_english_ewt/ud_english_ewt-{}.conllu.xz", "xpos"),
}
_STATES = {  # by estimator, those with the best UAS on dev
    "wsj": {"spectral-paper": 5, "spectral": 11, "em": 15},
    "ewt": {"spectral-paper": 6, "spectral": 11, "em": 15},
}
_EM_FLOOR = 0.02
_LEXICAL = ("lex", "lex-first", "lex-first-coord")
_RACERS = (4, 6, 9, 12, 15)  # states of em
_CLIMBS = (5, 10, 15, 20, 25, 35, 50, 75, 100)  # and its iterations
_AGAINST = {  # the row that a row is compared with: estimator, words, discount
    ("sibling", "none", 0.0): ("det-first", "none", 0.0),
    ("spectral", "none", 0.0): ("spectral-paper", "none", 0.0),
    ("em", "none", 0.0): ("spectral", "none", 0.0),
    ("sibling", "lex-first-coord", 0.0): ("spectral", "lex-first-coord", 0.0),
}


def table(data: Path, report: Report) -> list[Row]:
    """One row a model, learnt on train and measured on dev, with gold tags and with those of the tagger that a model
    carries; where it is compared with another, the difference with its interval by the paired bootstrap over sentences.
    The first row of a corpus is a whole model: automata, words, relations, calibration and tagger learnt at once."""
    rows: list[Row] = []
    for corpus, (name, column) in _CORPORA.items():
        rows.extend(_Bench.of(corpus, data / name, column, report).rows())
    return rows


@dataclass(frozen=True, slots=True, eq=False)
class _Bench:
    corpus: str
    settings: HeadAutomataSettings
    train: Treebank
    plain: Moments
    lexical: Moments
    dev: Sequence[Sentence]
    tagged: Sequence[Sentence]  # with the tags of the whole model's tagger
    whole: Row
    count_cpu: float
    report: Report

    @classmethod
    def of(cls, corpus: str, path: Path, column: str, report: Report) -> _Bench:
        report(Progress(f"{corpus}: learning a whole model", 0, None))
        settings = HeadAutomataSettings(column=column, lexical="none", relations=False, tagger=False, calibration=False)
        train, dev = (Treebank.of(load(Path(str(path).format(part)))) for part in ("train", "dev"))
        begun = time.process_time()
        plain = head_automata.count(train, settings)
        spent = time.process_time() - begun
        lexical = head_automata.count(train, replace(settings, lexical="lex"))
        whole, tagged = _whole(corpus, column, train, list(dev))
        return cls(corpus, settings, train, plain, lexical, dev, tagged, whole, spent, report)

    def rows(self) -> list[Row]:
        best = _STATES[self.corpus]
        runs: list[tuple[_Key, HeadAutomataSettings]] = []
        for estimator in ("det", "det-first", "sibling", "spectral-paper", "spectral", "em"):
            chosen = replace(self.settings, estimator=estimator, states=best.get(estimator, 1))
            runs.append(((estimator, "none", 0.0), replace(chosen, floor=_EM_FLOOR) if estimator == "em" else chosen))
        runs.insert(0, (("det viterbi", "none", 0.0), replace(self.settings, estimator="det", decoding="viterbi")))
        for lexical in _LEXICAL:
            runs.append((("alone", lexical, 0.0), replace(self.settings, lexical=lexical, alone=True)))
            for discount in (0.0, self.settings.discount):
                chosen = replace(self.settings, lexical=lexical, discount=discount)
                for estimator in ("spectral-paper", "spectral", "sibling"):
                    key = (estimator, lexical, discount)
                    runs.append((key, replace(chosen, estimator=estimator, states=best.get(estimator, 1))))
        found: list[Row] = [self.whole]
        rates: dict[_Key, Rate] = {}
        for done, (key, chosen) in enumerate(runs):
            self.report(Progress(f"{self.corpus}: measuring", done, len(runs)))
            row, rates[key] = self._measured(key, chosen)
            estimator, lexical, discount = key
            other = _AGAINST.get(key)
            if lexical != "none" and estimator == "spectral":  # what hidden states add to words; what the discount adds
                other = ("spectral", lexical, 0.0) if discount else ("alone", lexical, 0.0)
            elif discount and estimator == "sibling":
                other = ("spectral", lexical, discount)
            if other is not None:
                apart = bootstrap(rates[key], rates[other])
                row["against"] = " ".join(str(part) for part in other if part not in ("none", 0.0))
                row["difference"] = round(apart.value, 2)
                row["interval"] = f"{apart.low:+.2f} {apart.high:+.2f}"
            found.append(row)
        found.extend(self._calibrated(lexical) for lexical in ("none", "lex-first-coord"))
        found.append(self._race(next(row for row in found if row["estimator"] == "spectral")))
        return found

    def _measured(self, key: _Key, chosen: HeadAutomataSettings) -> tuple[Row, Rate]:
        estimator, lexical, discount = key
        model, fit = self._fitted(chosen)
        model.all_heads(self.dev[:20])  # what is compiled is loaded
        begun = time.process_time()
        heads = model.all_heads(self.dev)
        parse = time.process_time() - begun
        scores = _scores(self.dev, heads)
        tagged = _scores(self.dev, model.all_heads(self.tagged))
        row: Row = {
            "corpus": self.corpus,
            "estimator": estimator,
            "lexical": lexical,
            "discount": discount,
            "states": chosen.states if estimator in ("spectral", "spectral-paper", "em") else None,
            "uas": round(scores["uas"].value, 2),
            "uas_no_punct": round(scores["uas_no_punct"].value, 2),
            "uas_predicted_tags": round(tagged["uas"].value, 2),
            "uas_no_punct_predicted_tags": round(tagged["uas_no_punct"].value, 2),
            "clipped": model.clipped,
            "count_cpu": round(self.count_cpu, 3),
            "fit_cpu": round(fit, 4),
            "sentences_per_second": round(len(self.dev) / parse),
        }
        return row, scores["uas"]

    def _fitted(self, chosen: HeadAutomataSettings) -> tuple[HeadAutomata, float]:
        moments = self.plain if chosen.lexical == "none" else self.lexical
        if chosen.estimator == "em":
            head_automata.solve(moments, replace(chosen, iterations=1))  # what is compiled is loaded
        begun = time.process_time()
        model = head_automata.solve(moments, chosen)
        return model, time.process_time() - begun

    def _calibrated(self, lexical: str) -> Row:
        """How far the probabilities of the arcs that are chosen, and of all arcs, are from how often they are right."""
        states = _STATES[self.corpus]["spectral"]
        begun = time.process_time()
        settings = replace(self.settings, lexical=lexical, states=states, calibration=True)
        model = head_automata.learn(self.train, settings)
        learn = time.process_time() - begun
        chosen: list[tuple[float, bool]] = []
        every: list[tuple[float, bool]] = []
        for sentence, heads in zip(self.dev, model.all_heads(self.dev), strict=True):
            found = model.probabilities(sentence)
            if found is None:
                continue
            gold, picked = np.array([head or 0 for head in sentence.heads]), np.array(heads)
            words = np.arange(len(sentence))
            chosen.extend(zip(found[picked, words].tolist(), (picked == gold).tolist(), strict=True))
            right = np.zeros(found.shape, dtype=bool)
            right[gold, words] = True
            every.extend(zip(found.ravel().tolist(), right.ravel().tolist(), strict=True))
        return {
            "corpus": self.corpus,
            "estimator": "spectral, calibrated",
            "lexical": lexical,
            "states": states,
            "learn_cpu": round(learn, 3),
            "ece_of_chosen_arcs": _error(chosen),
            "ece_of_all_arcs": _error(every),
        }

    def _race(self, spectral: Row) -> Row:
        """How much longer em takes to the UAS of the closed form, both measured here: the quickest of some numbers of
        states and iterations that reaches it."""
        wanted, spent = spectral["uas"], spectral["fit_cpu"]
        assert isinstance(wanted, float)
        assert isinstance(spent, float)
        quickest: tuple[float, float, int, int] | None = None
        for states, iterations in product(_RACERS, _CLIMBS):
            chosen = replace(self.settings, estimator="em", states=states, floor=_EM_FLOOR, iterations=iterations)
            model, fit = self._fitted(chosen)
            if quickest is not None and fit >= quickest[0]:
                continue
            reached = _scores(self.dev, model.all_heads(self.dev))["uas"].value
            if reached >= wanted:
                quickest = fit, reached, states, iterations
        row: Row = {"corpus": self.corpus, "estimator": "em to the UAS of spectral", "lexical": "none"}
        if quickest is not None:
            fit, reached, states, iterations = quickest
            row |= {"states": states, "iterations": iterations, "uas": round(reached, 2), "fit_cpu": round(fit, 4)}
            row["times_spectral"] = round(fit / spent, 1)
        return row


def _whole(corpus: str, column: str, train: Treebank, dev: list[Sentence]) -> tuple[Row, list[Sentence]]:
    """What a model with all its parts finds in raw words and with gold tags, and the sentences as it tags them."""
    settings = HeadAutomataSettings(column=column, states=_STATES[corpus]["spectral"], lexical="lex-first-coord")
    head_automata.learn(train.select(range(20)), settings)  # what is compiled is loaded
    begun = time.process_time()
    model = head_automata.learn(train, settings)
    learn = time.process_time() - begun
    assert model.tagger is not None
    begun = time.process_time()
    tagged = model.tagger.tag_all(dev)
    parsed = _labelled(model, tagged)
    spent = time.process_time() - begun
    given, predicted = dependency_scores(dev, _labelled(model, dev)).metrics, dependency_scores(dev, parsed).metrics
    row: Row = {
        "corpus": corpus,
        "estimator": "spectral, whole",
        "lexical": settings.lexical,
        "discount": settings.discount,
        "states": settings.states,
        **{name: round(given[name], 2) for name in ("uas", "uas_no_punct")},
        **{f"{name}_predicted_tags": round(predicted[name], 2) for name in ("uas", "uas_no_punct")},
        "clipped": model.clipped,
        "las": _rounded(given.get("las")),
        "las_predicted_tags": _rounded(predicted.get("las")),
        "tag_accuracy": round(tag_scores(dev, tagged, column).metrics["tag_accuracy"], 2),
        "learn_cpu": round(learn, 3),
        "sentences_per_second": round(len(dev) / spent),
    }
    return row, tagged


def _labelled(model: HeadAutomata, sentences: Sequence[Sentence]) -> list[Sentence]:
    heads = model.all_heads(sentences)
    if model.labeller is None or not model.labeller.labels:  # the treebank names at most the root
        return [one.with_heads(above, (EMPTY,) * len(one)) for one, above in zip(sentences, heads, strict=True)]
    return complete_all(sentences, heads, model.labeller)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2)


def _error(arcs: Sequence[tuple[float, bool]]) -> float:
    return round(expected_calibration_error([chance for chance, _ in arcs], [right for _, right in arcs]), 4)


def _scores(gold: Sequence[Sentence], heads: Sequence[tuple[int, ...]]) -> Mapping[str, Rate]:
    parsed = [sentence.with_heads(above) for sentence, above in zip(gold, heads, strict=True)]
    return dependency_scores(gold, parsed).rates
