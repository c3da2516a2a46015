"""Explanation of a score: the contribution of each feature, under names that linguists use."""

import re
from collections.abc import Mapping, Sequence

import numpy as np

from spectral_core.model import Contribution
from spectral_core.models.analysis_ranker.context_features import (
    CANDIDATE_FEATURES,
    STATISTIC_NAMES,
    ContextFeatureMatrix,
    LogLinearWeights,
)
from spectral_core.models.analysis_ranker.design_matrix import RegressionDesign, RegressionSpec
from spectral_core.models.analysis_ranker.feature_hashes import LabelElements
from spectral_core.models.analysis_ranker.regression_model import RegressionModel
from spectral_core.models.analysis_ranker.vocabulary import RankerVocabulary

_BEFORE, _NEXT = "the word before", "the next word"
_NEIGHBOUR_DESCRIPTIONS = {
    **{f"end{letters}(w)": f"last {letters} letters" for letters in (2, 3, 4, 5)},
    **{f"begin{letters}(w)": f"first {letters} letters" for letters in (2, 3)},
    **{f"begin{letters}(w) end{letters}(w)": f"first and last {letters} letters" for letters in (2, 3)},
}
for _sign, _word in (("p", _BEFORE), ("n", _NEXT)):
    _NEIGHBOUR_DESCRIPTIONS |= {
        _sign: _word.removeprefix("the "), f"w {_sign}": f"word and {_word.removeprefix('the ')}",
        f"first({_sign})": f"first letter of {_word}", f"last({_sign})": f"last letter of {_word}",
        f"w first({_sign})": f"word, and first letter of {_word}",
        f"w last({_sign})": f"word, and last letter of {_word}", f"end3({_sign})": f"last 3 letters of {_word}",
        f"begin2({_sign})": f"first 2 letters of {_word}",
        f"begin2({_sign}) end2({_sign})": f"first and last 2 letters of {_word}",
        f"begin2(w) end2(w) begin2({_sign}) end2({_sign})": f"first and last 2 letters, and those of {_word}",
        f"classes({_sign})": f"readings that {_word} may have",
        f"set(w) set({_sign})": f"parts of speech that it and {_word} may have",
        f"classes(w) {_sign}": f"readings that it may have, and {_word}", f"SYNTAX({_sign})": f"inflection of {_word}",
        f"LEMMA({_sign})": f"lemma of {_word}", f"TAG({_sign})": f"whole tag of {_word}",
        f"SYNTAX({_sign}) w": f"word, and inflection of {_word}", f"TAG({_sign}) w": f"word, and whole tag of {_word}",
        f"SYNTAX({_sign}) classes(w)": f"readings that it may have, and inflection of {_word}",
    }  # fmt: skip
STATISTIC_DESCRIPTIONS = {
    "frequency": "how frequent it is", "offered": "offered by the analyser", "seen": "seen with this word before",
    "w": "word", "last(w)": "last letter", "shape(w)": "length, first 2 letters and last letter",
    "kind(w)": "capitals and signs, and whether it begins the sentence",
    "kind(w) end3(w)": "capitals and signs, and last 3 letters", "pp": "second word before", "nn": "second word after",
    "p n": "word before and next word", "pp p": "the two words before", "set(w)": "parts of speech that it may have",
    "classes(w)": "readings that it may have", "end2(w) p": "last 2 letters, and the word before",
    "short word before": "nearest short word before",
    "begin2(w) end2(w) short word before": "first and last 2 letters, and the nearest short word before",
    "CASE(p) CASE(n)": "case of the word before and of the next word",
    "CASE(pp) CASE(p)": "case of the two words before", "CASE(n) CASE(nn)": "case of the next two words",
    "CASE(p) CASE(n) set(w)": "possible parts of speech, and case of the words before and after",
    "LEMMA(p) CASE(n)": "lemma of the word before, and case of the next word",
    "PART(pp) CASE(p) PART(n)": "parts of speech around, and case of the word before",
    "SYNTAX(nominal before)": "inflection of the nearest noun before, and how far it is",
    "LEMMA(verb before) PART(p)": "nearest verb before, and part of speech of the word before",
    "verb before CASE(p)": "nearest verb before, and case of the word before",
    "SYNTAX(nominal before) p": "inflection of the nearest noun before, and the word before",
    "cases of clause CASE(p)": "cases since the last verb or particle, and case of the word before",
    "LEMMA(verb before) cases of clause": "nearest verb before, and cases since it",
    "SYNTAX(nominal before) SYNTAX(one before it)": "inflection of the two nearest nouns before",
    "CASE(nominal before) CASE(one before it) first(w)": "first letter, and case of the two nearest nouns before",
    "SYNTAX(p) SYNTAX(n)": "inflection of the word before and of the next word",
    "LEMMA(governor) CASE(p)": "nearest verb or particle before, and case of the word before",
    "CASE(p) CASE(n) end2(w)": "last 2 letters, and case of the words before and after",
    "SYNTAX(pp) SYNTAX(p)": "inflection of the two words before",
    "preference": "how plain its structure is, and how common its lemma",
    "unknown": "no word of the dictionary",
    "document": "how the lemma fits the document",
    "document x frequency": "how the lemma fits the document, by its frequency",
    "document forms": "other words of the document that may have the lemma", **_NEIGHBOUR_DESCRIPTIONS,
}  # fmt: skip
ELEMENT_DESCRIPTIONS = {
    "candidate": "reading", "full": "whole analysis", "tag": "all but the lemma", "pre1": "proclitic",
    "pre2": "outer proclitics", "det": "state", "pos": "part of speech", "dpos": "subtype and voice", "suf": "endings",
    "perpos": "person", "numpos": "number", "genpos": "gender", "persuf": "person of the attached pronoun",
    "numsuf": "number of the attached pronoun", "gensuf": "gender of the attached pronoun", "pron": "attached pronoun",
    "lemma+pos": "lemma and part of speech", "lemma+upos": "lemma and part of speech", "syntax": "inflection",
    "class": "proclitic, part of speech, case and state", "pattern": "vowel pattern of the lemma",
    "lemma ending": "end of the lemma", "upos": "part of speech", "xpos": "tag of the treebank",
    "rest": "other features", "script": "how the lemma is made from the word",
    "script+tag": "how the lemma is made from the word, and its tag",
}  # fmt: skip
_LAYERS = {"psor": "of the possessor", "psed": "of the possessed"}
_LAYER = re.compile(r"(.+)\[([^\[]+)\]")
_INNER_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")
# Contexts of an element in column order: w is the word, p the word before, n the next one.
CONTEXT_STATISTICS = (
    *("frequency", "w", "w p", "w n", "w first(p)", "w first(n)", "w last(p)", "w last(n)"),
    *("p", "n", "first(p)", "first(n)", "last(p)", "last(n)"),
    *("end3(w)", "begin2(w)", "last(w)"),
)
_NEIGHBOUR_TAG_STATISTICS = ("TAG(p)", "TAG(n)", "TAG(p) w", "TAG(n) w")
_DOCUMENT_STATISTICS = (
    "document",
    "document x frequency",
    "document forms",
) * 2  # values, then centred within the word
_LABEL_COLUMNS = ("full", "tag")  # columns of label keys before the elements
CANDIDATE_ELEMENT = "candidate"  # element name of features of a whole candidate


def describe_statistic(code: str) -> str:
    """Return the display name of a context statistic; its code if it has none."""
    return STATISTIC_DESCRIPTIONS.get(code, code)


def describe_element(code: str) -> str:
    """Return the display name of a label element; names of UD features are spelt out (VerbForm becomes "verb form")."""
    description = ELEMENT_DESCRIPTIONS.get(code)
    if description is not None:
        return description
    layered = _LAYER.fullmatch(code)
    name, layer = layered.groups() if layered else (code, "")
    words = _INNER_CAPITAL.sub(" ", name).lower()
    return f"{words} {_LAYERS.get(layer, layer)}".rstrip()


def explain_regression_score(
    model: RegressionModel,
    vocabulary: RankerVocabulary,
    regression_designs: Sequence[RegressionDesign],
    word: int,
    row_weights: dict[int, float],
) -> tuple[Contribution, ...]:
    """Return the contribution of each feature to a weighted sum of the scores of a word's candidates by regression,
    largest first."""
    contribution_sums: dict[tuple[str, str], float] = {}
    for index, (regression_design, weights) in enumerate(zip(regression_designs, model.weights, strict=True)):
        if model.settings.model != "ind" and index + 1 < len(regression_designs):
            continue  # this model only supplies the neighbours' tags to the final model
        first = regression_design.groups.first_groups[word]
        design = regression_design.make_matrix(word, word + 1).astype(np.float64)
        weighted_row_sum = np.zeros(design.shape[1])
        for row, row_weight in row_weights.items():
            weighted_row_sum += row_weight * design[regression_design.groups.row_groups[row] - first]
        for key, value in zip(
            _list_column_names(regression_design.spec, vocabulary.scheme.element_names),
            (weighted_row_sum * weights.weights).tolist(),
            strict=True,
        ):
            contribution_sums[key] = contribution_sums.get(key, 0.0) + value
    return _rank_contributions(contribution_sums)


def _list_column_names(spec: RegressionSpec, elements: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return (label element, context statistic) for each column of a design matrix."""
    statistics = [
        *CONTEXT_STATISTICS[: spec.context_count],
        *(_NEIGHBOUR_TAG_STATISTICS if spec.uses_neighbour_tags else ()),
    ]
    column_names = (*_LABEL_COLUMNS, *elements)
    names = [(column_names[column], statistic) for column in spec.element_columns for statistic in statistics]
    return names + ([(elements[0], statistic) for statistic in _DOCUMENT_STATISTICS] if spec.uses_documents else [])


def explain_context_score(
    features: ContextFeatureMatrix, weights: LogLinearWeights, elements: LabelElements, row_weights: dict[int, float]
) -> tuple[Contribution, ...]:
    """Return the contribution of each feature to a weighted sum of the scores of a word's candidates by the context
    ranker, largest first; zeros are omitted."""
    contribution_sums: dict[tuple[str, str], float] = {}
    pair_statistics = [features.templates.mask[:, element].nonzero()[0].tolist() for element in range(len(elements))]
    for row, row_weight in row_weights.items():
        cell_base = (
            int(features.cells.word_bounds[np.searchsorted(features.words.first_row, row, side="right") - 1]) - 1
        )
        for column, name in enumerate(CANDIDATE_FEATURES):
            key = (CANDIDATE_ELEMENT, name)
            contribution_sums[key] = contribution_sums.get(key, 0.0) + row_weight * float(
                weights.candidate_weights[column] * features.row_features[row, column]
            )
        for element, cell in enumerate(features.cells.row_cell[row].tolist()):
            if not cell:
                continue
            begin = int(features.templates.bounds[element])
            low, high = features.cells.offsets[cell_base + cell : cell_base + cell + 2].tolist()
            values = weights.template_weights[begin : begin + high - low] * features.cells.values[low:high]
            for statistic, value in zip(pair_statistics[element], values.tolist(), strict=True):
                key = (elements.names[element], STATISTIC_NAMES[statistic])
                contribution_sums[key] = contribution_sums.get(key, 0.0) + row_weight * value
    return _rank_contributions(contribution_sums)


def _rank_contributions(contribution_sums: Mapping[tuple[str, str], float]) -> tuple[Contribution, ...]:
    """Return the nonzero sums by label element and context statistic as contributions with display names, largest
    first."""
    contributions = (
        Contribution(describe_element(element), describe_statistic(statistic), value)
        for (element, statistic), value in contribution_sums.items()
        if value
    )
    return tuple(sorted(contributions, key=lambda term: (-abs(term.value), term.element, term.statistic)))
