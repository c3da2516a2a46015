"""Titles and units of all measures, in display order."""

from collections.abc import Mapping

_PERCENT = "%"
FOUR_DECIMALS = ("ece", "discount_1", "discount_2", "discount_3")  # far below 1: shown with four decimals

MEASURES: Mapping[str, tuple[str, str]] = {
    "uas": ("UAS", _PERCENT),
    "uas_watched": ("UAS on at most 100 sentences", _PERCENT),
    "f1_watched": ("F1 on at most 100 sentences", _PERCENT),
    "uas_no_punct": ("UAS without punctuation", _PERCENT),
    "las": ("LAS", _PERCENT),
    "las_no_punct": ("LAS without punctuation", _PERCENT),
    "complete": ("sentences with all heads correct", _PERCENT),
    "complete_no_punct": ("sentences with all heads correct, without punctuation", _PERCENT),
    "log_likelihood": ("log-likelihood", "nats"),
    "perplexity": ("perplexity", "per word"),
    "unknown": ("unknown words", _PERCENT),
    "f1": ("F1", _PERCENT),
    "precision": ("precision", _PERCENT),
    "recall": ("recall", _PERCENT),
    "f1_40": ("F1, up to 40 words", _PERCENT),
    "f1_counting_failed": ("F1, failed sentences counted", _PERCENT),
    "exact": ("exact trees", _PERCENT),
    "unlabelled_f1": ("unlabelled F1", _PERCENT),
    "unlabelled_f1_10": ("unlabelled F1, up to 10 words", _PERCENT),
    "unlabelled_f1_20": ("unlabelled F1, up to 20 words", _PERCENT),
    "unlabelled_f1_40": ("unlabelled F1, up to 40 words", _PERCENT),
    "unlabelled_f1_strict": ("unlabelled F1 without the sentence bracket", _PERCENT),
    "unlabelled_f1_10_strict": ("unlabelled F1 without the sentence bracket, up to 10 words", _PERCENT),
    "unlabelled_f1_20_strict": ("unlabelled F1 without the sentence bracket, up to 20 words", _PERCENT),
    "unlabelled_f1_40_strict": ("unlabelled F1 without the sentence bracket, up to 40 words", _PERCENT),
    "unlabelled_precision": ("unlabelled precision", _PERCENT),
    "unlabelled_recall": ("unlabelled recall", _PERCENT),
    "e1": ("E1, first reading wrong", _PERCENT),
    "e2": ("E2, first two readings wrong", _PERCENT),
    "e1_script": ("E1, Arabic script", _PERCENT),
    "e2_script": ("E2, Arabic script", _PERCENT),
    "oracle": ("oracle accuracy", _PERCENT),
    "mean_rank": ("mean rank", ""),
    "mean_candidates": ("readings per word", ""),
    "ece": ("calibration error", ""),
    "unsure": ("uncertain words", _PERCENT),
    "unsure_recall": ("uncertain words, recall", _PERCENT),
    "unsure_precision": ("uncertain words, precision", _PERCENT),
    "tag_accuracy": ("tag accuracy", _PERCENT),
    "label_accuracy": ("relation accuracy", _PERCENT),
    "arc_accuracy": ("arc accuracy", _PERCENT),
    "tokens_f1": ("tokens, F1", _PERCENT),
    "sentences_f1": ("sentences, F1", _PERCENT),
    "words_f1": ("words, F1", _PERCENT),
    "upos_f1": ("UPOS, F1", _PERCENT),
    "xpos_f1": ("XPOS, F1", _PERCENT),
    "feats_f1": ("features, F1", _PERCENT),
    "ufeats_f1": ("universal features, F1", _PERCENT),
    "lemma_f1": ("lemmas, F1", _PERCENT),
    "uas_f1": ("UAS, F1", _PERCENT),
    "las_f1": ("LAS without subtypes, F1", _PERCENT),
    "las_subtypes_f1": ("LAS, F1", _PERCENT),
    "lemma": ("lemma accuracy", _PERCENT),
    "upos": ("UPOS accuracy", _PERCENT),
    "xpos": ("XPOS accuracy", _PERCENT),
    "feats": ("features accuracy", _PERCENT),
    "clipped": ("clipped scores", ""),
    "balance": ("weight of other models' scores", ""),
    "ngrams": ("n-grams", ""),
    "discount_1": ("discount of a count of 1", ""),
    "discount_2": ("discount of a count of 2", ""),
    "discount_3": ("discount of a count of 3 or more", ""),
}


def measure_title(name: str) -> str:
    """Return the title of a measure with its unit."""
    title, unit = MEASURES.get(name, (name.replace("_", " "), ""))
    return f"{title} ({unit})" if unit else title
