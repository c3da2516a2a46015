"""Re-tokenised text of annotated sentences: their running text, split and tokenised anew without annotation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from spectral_core.data import Sentence
from spectral_core.formats.text.pasting import MAX_SENTENCE_WORDS
from spectral_core.formats.text.splitter import split_sentences
from spectral_core.formats.text.tokeniser import tokenise_to_columns

_SECTION_COMMENTS = ("newdoc", "newpar")


def retokenise(sentences: Iterable[Sentence]) -> list[Sentence]:
    """Split and tokenise the text of these sentences anew, with nothing but their words. A sentence is cut after
    MAX_SENTENCE_WORDS words, as in a pasted text."""
    text = join_running_text(sentences)
    new_sentences = []
    for start, end in split_sentences(text, by_lines=True):
        forms, misc = tokenise_to_columns(text[start:end])
        for first in range(0, len(forms), MAX_SENTENCE_WORDS):
            new_sentences.append(
                Sentence.of(forms[first : first + MAX_SENTENCE_WORDS], misc=misc[first : first + MAX_SENTENCE_WORDS])
            )
    return new_sentences


def join_running_text(sentences: Iterable[Sentence]) -> str:
    """Return the text of these sentences with its spaces, a line a paragraph where comments mark paragraphs."""
    pieces: list[str] = []
    for sentence in sentences:
        if not len(sentence):
            continue
        if pieces and any(comment.lstrip("# ").startswith(_SECTION_COMMENTS) for comment in sentence.comments):
            pieces[-1] = "\n"
        final_tokens = [token for token in sentence.ranges if token.last == len(sentence)]
        last_misc = final_tokens[-1].misc if final_tokens else sentence.misc[-1]
        pieces += [" ".join(_original_text(sentence).split()), "" if "SpaceAfter=No" in last_misc.split("|") else " "]
    return "".join(pieces[:-1])


def _original_text(sentence: Sentence) -> str:
    """Return the text of a sentence as its comment gives it if that has the same letters, or else its words."""
    words = replace(sentence, comments=()).text
    return sentence.text if "".join(sentence.text.split()) == "".join(words.split()) else words
