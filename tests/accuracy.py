"""What the models of the golden cases are worth on sentences that they were not learnt from, by the measures of the
field; `python tests/accuracy.py --write` records it in `core/golden/accuracy.tsv`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from math import log
from pathlib import Path

import golden_cases
from golden_cases import CASES, Case

from spectral_core import evaluate
from spectral_core.data import Sentence
from spectral_core.errors import SpectralError
from spectral_core.evaluate import strip_annotation
from spectral_core.formats.text import make_running_text
from spectral_core.model import (
    AnnotatesText,
    HasWordClasses,
    HasWordVectors,
    Parser,
    Ranker,
    Scorer,
    Tagger,
    Tokeniser,
    TreeScorer,
)

FILE = Path(__file__).resolve().parent / "core" / "golden" / "accuracy.tsv"
PARSES = ("uas", "las", "f1", "unlabelled_f1")
SPLITS = ("tokens_f1", "words_f1", "sentences_f1")
READINGS = ("e1", "ece")
ERRORS = frozenset({"perplexity", *READINGS})  # the lower, the better


def measured(case: Case) -> dict[str, float]:
    """The figures of a case on its held-out sentences."""
    model, sentences = case.learn(), golden_cases.held_out(case.corpus)
    metrics: dict[str, float] = {}
    if isinstance(model, Scorer):
        metrics["perplexity"] = evaluate.compute_perplexity(model.scores(sentences)).metrics["perplexity"]
    if isinstance(model, TreeScorer):
        logs = [scored.log for scored in model.tree_scores(sentences)]
        metrics["tree_log"] = sum(logs) / sum(map(len, sentences))
    if isinstance(model, Tagger):
        column = str(model.settings.column)  # type: ignore[attr-defined]
        tagged = [model.tag(strip_annotation(sentence, tags=False)) for sentence in sentences]
        metrics["tag_accuracy"] = evaluate.score_tags(sentences, tagged, column).metrics["tag_accuracy"]
    if isinstance(model, Tokeniser):
        found = evaluate.evaluate_tokeniser(model, sentences, make_running_text(sentences))
        metrics |= {name: found[name] for name in SPLITS if name in found}
    if isinstance(model, Parser):
        metrics |= _parses(model, sentences)
    if isinstance(model, Ranker) and (case.method == "analysis-ranker" or case.corpus == "arabic"):
        metrics |= _readings(model, sentences)
    if isinstance(model, HasWordClasses):
        metrics["class_nmi"] = 100 * _class_information(model, sentences)
    elif isinstance(model, HasWordVectors):
        metrics["neighbours_alike"] = _alike(model, golden_cases.corpus_of(case.corpus)[0])
    return metrics


def _parses(model: Parser, sentences: Sequence[Sentence]) -> dict[str, float]:
    try:
        tags = not isinstance(model, AnnotatesText)  # which chooses readings itself
        bare_sentences = [strip_annotation(sentence, tags=tags) for sentence in sentences]
        parsed = [next((tree.value for tree in model.parse(bare)), bare) for bare in bare_sentences]
    except SpectralError:
        return {}
    found = evaluate.compare_annotation(sentences, parsed, columns=False).metrics
    return {name: found[name] for name in PARSES if name in found}


def _readings(model: Ranker, sentences: Sequence[Sentence]) -> dict[str, float]:
    try:
        found = evaluate.evaluate_ranker(model, sentences)
    except SpectralError:
        return {}
    return {name: found[name] * (100 if name == "ece" else 1) for name in READINGS if name in found}


def _tags(sentences: Sequence[Sentence], column: str) -> dict[str, str]:
    """The tag that each word has most often."""
    counts: dict[str, Counter[str]] = {}
    for sentence in sentences:
        for word, tag in zip(sentence.column(column), sentence.upos, strict=True):
            counts.setdefault(word, Counter())[tag] += 1
    return {word: min(row, key=lambda tag: (-row[tag], tag)) for word, row in counts.items()}


def _class_information(model: HasWordClasses, sentences: Sequence[Sentence]) -> float:
    """Normalised mutual information of the likeliest class of each word of the text and its tag."""
    column = str(getattr(model.settings, "column", "form"))  # type: ignore[attr-defined]
    pairs = [
        (int(model.class_probabilities(word).argmax()), tag)
        for sentence in sentences
        for word, tag in zip(sentence.column(column), sentence.upos, strict=True)
        if len(model.class_probabilities(word))
    ]
    joint, classes, tags = Counter(pairs), Counter(one for one, _ in pairs), Counter(tag for _, tag in pairs)
    mutual = sum(n / len(pairs) * log(n * len(pairs) / (classes[one] * tags[tag])) for (one, tag), n in joint.items())
    entropies = [-sum(n / len(pairs) * log(n / len(pairs)) for n in row.values()) for row in (classes, tags)]
    return 2 * mutual / sum(entropies)


def _alike(model: HasWordVectors, sentences: Sequence[Sentence]) -> float:
    """The share of the 200 most frequent words whose nearest three words have mostly their tag."""
    tags = _tags(sentences, str(model.settings.column))  # type: ignore[attr-defined]
    words = [word for word in model.words[:200] if word in tags]
    alike = sum(sum(tags.get(other) == tags[word] for other, _ in model.neighbours(word, 3)) / 3 for word in words)
    return 100 * alike / len(words)


def read() -> dict[str, dict[str, float]]:
    """The figures as they were recorded, by case."""
    found: dict[str, dict[str, float]] = {}
    for row in FILE.read_text(encoding="utf-8").splitlines()[1:]:
        name, measure, value = row.split("\t")
        found.setdefault(name, {})[measure] = float(value)
    return found


def main() -> None:
    rows = ["case\tmeasure\tvalue"]
    for name, case in CASES.items():
        for measure, value in measured(case).items():
            rows.append(f"{name}\t{measure}\t{value:.2f}")
            print(rows[-1], flush=True)
    FILE.write_text("\n".join(rows) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    main()
