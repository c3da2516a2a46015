"""Candidate heads, relations, labels, tags and column values that prompts and fields offer, best first."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence

from spectral_core.data import EMPTY, Sentence, Tree
from spectral_core.data.dependencies import find_descendants
from spectral_core.data.inventory import Inventory
from spectral_core.data.structure import Position
from spectral_core.data.tree import NodePath, strip_function_tags
from spectral_gui.state import Suggestions
from spectral_gui.text_display import format_arc_score, isolate_text
from spectral_gui.views.annotate.word_edits import MAX_DIGITS, fill_upos_from_xpos, get_upos_or_xpos
from spectral_gui.widgets.prompts import Choice

_MIN_SCORE = 0.001  # minimum score of a label that is offered as likely
_COMMON_LABELS = ("S", "NP", "VP", "PP", "ADJP", "ADVP", "SBAR", "QP", "PRN", "FRAG", "X")  # if nothing is known yet


def list_head_choices(sentence: Sentence, words: Sequence[int], root_label: str, descendant_hint: str) -> list[Choice]:
    """Return the root and every word that `words` may be attached to as choices of a prompt, in the order of the
    sentence; those below a single word to attach are marked with `descendant_hint`."""
    options = [Choice("0", f"0  {root_label}")]
    descendants = find_descendants(sentence.heads, words[0]) if len(words) == 1 else set()
    for word, (form, tag) in enumerate(zip(sentence.forms, get_upos_or_xpos(sentence), strict=True), 1):
        if word not in words:
            hints = ("" if tag == EMPTY else tag, descendant_hint if word in descendants else "")
            options.append(Choice(str(word), f"{word}  {isolate_text(form)}", "  ".join(filter(None, hints))))
    return options


def make_head_matcher(sentence: Sentence, root_label: str) -> Callable[[Choice, str], bool]:
    """Return a predicate of a choice and a typed text: whether the word's number begins with the text if that is a
    number, and otherwise whether its form does; case and vowel marks are ignored."""
    normalized_forms = [_strip_case_and_vowels(root_label), *map(_strip_case_and_vowels, sentence.forms)]

    def matches(choice: Choice, typed: str) -> bool:
        typed = _strip_case_and_vowels(typed.strip())
        if typed.isdecimal():
            return choice.value.startswith(parse_word_number(typed) or typed)
        return normalized_forms[int(choice.value)].startswith(typed)

    return matches


def parse_word_number(typed: str) -> str:
    """Return the typed number in ASCII digits; "" if it is no number or too long for a word's number."""
    return str(int(typed)) if typed.isdecimal() and len(typed) <= MAX_DIGITS else ""


def find_unambiguous_number(typed: str, values: Iterable[str]) -> str:
    """Return the typed number if it is one of `values` and no longer one begins with it; otherwise the empty string."""
    typed = typed.strip()
    number = parse_word_number(typed)
    return number if number and [value for value in values if value.startswith(number)] == [number] else ""


def _strip_case_and_vowels(text: str) -> str:
    """Return a text without case and vowel marks."""
    if text.isascii():
        return text.casefold()
    return "".join(letter for letter in text.casefold() if unicodedata.category(letter) != "Mn")


def rank_relations(
    sentence: Sentence,
    word: int,
    inventory: Inventory,
    suggested_trees: Sequence[Sentence] = (),
    hint: str = "",
    model_relations: Sequence[str] = (),
) -> list[Choice]:
    """Return candidate relations for a word's arc, best first: from the suggested trees, with `hint`, then the model,
    the treebank for these tags, and this sentence. For a word without a head, those of the root come last."""
    head = sentence.heads[word - 1]
    has_valid_head = head is not None and 0 <= head <= len(sentence)
    suggested = [tree.deprels[word - 1] for tree in suggested_trees if tree.heads[word - 1] == head]
    aligned = fill_upos_from_xpos(sentence, inventory)
    ranked = inventory.rank_relations(aligned, word, head) if has_valid_head and head is not None else []
    rest = [*inventory.labels_by_frequency("deprel"), *sorted(set(sentence.deprels))]
    if not ranked:
        rest += inventory.rank_relations(aligned, word, 0)
    labels = (label for label in dict.fromkeys((*suggested, *model_relations, *ranked, *rest)) if label != EMPTY)
    return [Choice(label, hint=hint if label in suggested else "") for label in labels]


def list_suggested_trees(suggestions: Suggestions, index: int) -> tuple[Sentence, ...]:
    """Return the trees suggested for a sentence, the one on screen first; () if there are none."""
    suggestion, tree = suggestions.current, suggestions.current_tree
    if suggestion is None or tree is None or suggestion.index != index:
        return ()
    return (tree, *(ranked.value for ranked in suggestion.trees if ranked.value is not tree))


def list_model_relations(suggestions: Suggestions, index: int, word: int, head: int | None) -> tuple[str, ...]:
    """Return the model's relations for a word under a head, the most probable first; for a head that the model did not
    choose, all relations that it knows. () if the model gives none."""
    suggestion = suggestions.current
    if suggestion is None or suggestion.index != index or len(suggestion.parse_result.relations) < word:
        return ()
    relations_by_word = suggestion.parse_result.relations
    if suggestion.trees[0].value.heads[word - 1] == head:
        return tuple(ranked.value for ranked in relations_by_word[word - 1])
    return tuple(dict.fromkeys(ranked.value for relations in relations_by_word for ranked in relations))


def get_likely_labels(suggestions: Suggestions, span: Position | None) -> dict[str, str]:
    """Return the scores, as text, of the labels that the model suggests for a phrase with this span, by label, the most
    probable first."""
    suggestion = suggestions.current
    if suggestion is None or span is None:
        return {}
    alternatives = (
        (part, score)
        for part, score in suggestion.list_alternatives(span)
        if part.position == span and score >= _MIN_SCORE
    )
    return {part.label: format_arc_score(score, suggestion.is_calibrated) for part, score in alternatives}


def rank_phrase_labels(tree: Tree, path: NodePath, inventory: Inventory, sentence_tree: Tree) -> list[str]:
    """Return candidate labels for the phrase at `path`, best first: from the treebank, this sentence, and a list of
    common labels. Each is followed by its bare category if it has function tags, so that the category can be typed in
    full."""
    sentence_labels = (node.label for node in sentence_tree.nodes() if not node.is_tag)
    labels: dict[str, None] = {}
    for label in (*inventory.rank_labels_of_phrase(tree, path), *sentence_labels, *_COMMON_LABELS):
        if label:
            labels[label] = None
            labels[strip_function_tags(label)] = None
    return list(labels)


def rank_tags(sentence: Sentence, word: int, inventory: Inventory) -> list[str]:
    """Return candidate tags for a word, best first: from the treebank, then this sentence."""
    tags = dict.fromkeys(inventory.rank_column_values(sentence, word, "xpos"))
    tags.update(dict.fromkeys(tag for tag in sentence.xpos if tag != EMPTY))
    return list(tags)


def rank_completions(name: str, inventory: Inventory, sentence: Sentence, word: int) -> Iterable[str]:
    """Return the values offered while the user types in a field of a word, the most probable first. `name` is a column,
    "feats:" with the name of a feature, or "feature" for a new one."""
    column, _, feature = name.partition(":")
    if name == "deprel":
        return [choice.value for choice in rank_relations(sentence, word, inventory)]
    if name == "head":
        words = enumerate(sentence.forms, 1)
        return ("0", *(f"{number} {isolate_text(form)}" for number, form in words if number != word))
    if name in ("lemma", "upos", "xpos", "feats"):
        return inventory.rank_column_values(sentence, word, name)  # type: ignore[arg-type] # one of the four
    if column in ("feats", "feature"):
        bundles = inventory.rank_feature_bundles(sentence.upos[word - 1])
        pairs = [pair for bundle in bundles for pair in parse_features(bundle) if pair[1] is not None]
        if feature:
            return [value for feature_name, value in pairs if feature_name == feature and value is not None]
        present_names = {feature_name for feature_name, _ in parse_features(sentence.feats[word - 1])}
        return [f"{feature_name}={value}" for feature_name, value in pairs if feature_name not in present_names]
    return ()


def parse_features(feats: str) -> list[tuple[str, str | None]]:
    """Parse features into ordered (name, value) pairs; the value is None for a malformed part."""
    if feats == EMPTY or not feats:
        return []
    parts = [part.partition("=") for part in feats.split("|")]
    return [(name, value if equals else None) for name, equals, value in parts]
