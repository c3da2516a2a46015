"""Conversion of text to sentences for annotation: pasted text, text files, and the text of annotated sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from spectral_core.data import Sentence, Treebank
from spectral_core.errors import FormatError
from spectral_core.formats.lazy_sentences import LazySentences
from spectral_core.formats.text.sentence_splitter import split_sentences
from spectral_core.formats.text.text_file import detect_layout, index_sentences
from spectral_core.formats.text.tokeniser import tokenise_to_columns

MAX_SENTENCE_WORDS = 300  # words
_NOT_IN_NAME = re.compile(r"[^\w.-]+")
_SECTION_COMMENTS = ("newdoc", "newpar")


def split_pasted_text(text: str) -> list[Sentence]:
    """Split a text into tokenised sentences; a comment marks the beginning of a paragraph. Paragraphs begin after a
    blank line and, in text that is neither wrapped nor tokenised, at every line. Sentences are cut after
    MAX_SENTENCE_WORDS words: longer ones could be neither shown nor ranked."""
    normalised = text.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")
    normalised = normalised.replace("\u2029", "\n\n").replace("\u2028", "\n")
    content = normalised.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()
    chunks, _ = index_sentences(content, None)
    paragraph_break = b"\n" if detect_layout(content) == "lines" else b"\n\n"
    sentences: list[Sentence] = []
    for position, sentence in enumerate(chunks):
        gap = content[chunks.ends[position - 1] if position else 0 : chunks.starts[position]]
        begins_paragraph = not position or paragraph_break in b"\n".join(line.strip() for line in gap.split(b"\n"))
        misc = sentence.misc
        if len(misc) and position + 1 < len(chunks) and chunks.ends[position] == chunks.starts[position + 1]:
            misc = (*misc[:-1], "SpaceAfter=No")
        for start in range(0, max(len(sentence), 1), MAX_SENTENCE_WORDS):
            piece = Sentence.of(
                sentence.forms[start : start + MAX_SENTENCE_WORDS], misc=misc[start : start + MAX_SENTENCE_WORDS]
            )
            paragraph_comment = ["# newpar"] if begins_paragraph and not start else []
            file_comments = sentence.comments if not start else ()
            comments = (
                *paragraph_comment,
                f"# sent_id = {len(sentences) + 1}",
                *file_comments,
                f"# text = {piece.text}",
            )
            sentences.append(replace(piece, comments=comments, problems=sentence.problems))
    return sentences


def suggest_file_name(sentences: list[Sentence], max_words: int = 5) -> str:
    """Return the first words of a text as a file name; "" where there are none."""
    words = [form for sentence in sentences[:3] for form in sentence.forms if any(map(str.isalnum, form))][:max_words]
    return " ".join("".join(filter(_is_file_name_character, word)) for word in words)[:60].strip()


def _is_file_name_character(letter: str) -> bool:
    return letter.isalnum() or letter in "-'_\u0640" or "\u0610" <= letter <= "\u0670"


def add_sentence_metadata(treebank: Treebank, title: str) -> Iterator[Sentence]:
    """Yield the sentences of a text file, one for one, with `sent_id`, `text`, `newdoc` and `newpar`, and
    `SpaceAfter=No` where no space follows. Existing comments with these keys are kept. FormatError if the file is not
    UTF-8."""
    chunks = treebank.sentences
    assert isinstance(chunks, LazySentences)
    content, document_name = chunks.content, _NOT_IN_NAME.sub("-", title).strip("-") or "text"
    paragraph_break = b"\n" if detect_layout(content) == "lines" else b"\n\n"
    for position, sentence in enumerate(treebank):
        if not sentence.readable or not len(sentence):
            message, remedy = "this sentence could not be read", "Save the file as UTF-8 text"
            problem = next(iter(sentence.problems), None)
            if problem is not None:
                message, remedy = problem.message, problem.remedy
            raise FormatError(treebank.path, sentence.line, message, remedy)
        gap = content[chunks.ends[position - 1] if position else 0 : chunks.starts[position]]
        begins_paragraph = not position or paragraph_break in b"\n".join(line.strip() for line in gap.split(b"\n"))
        misc = sentence.misc
        touches = position + 1 < len(chunks) and chunks.ends[position] == chunks.starts[position + 1]
        if touches and misc[-1] == "_":
            misc = (*misc[:-1], "SpaceAfter=No")
        file_comments = sentence.comments
        comment_keys = {comment.lstrip("# ").partition("=")[0].strip() for comment in file_comments}
        section_comments = []
        if not position and not comment_keys & {"newdoc", "newdoc id"}:
            section_comments.append(f"# newdoc id = {document_name}")
        if begins_paragraph and not comment_keys & {"newpar", "newpar id"}:
            section_comments.append("# newpar")
        id_comment = [] if "sent_id" in comment_keys else [f"# sent_id = {document_name}-{position + 1}"]
        text_comment = [] if "text" in comment_keys else [f"# text = {sentence.text}"]
        yield replace(
            sentence, misc=misc, comments=(*section_comments, *file_comments, *id_comment, *text_comment), source=None
        )


def retokenise(sentences: Iterable[Sentence]) -> list[Sentence]:
    """Split and tokenise the text of these sentences again, discarding all annotation. Sentences are cut after
    MAX_SENTENCE_WORDS words, as in pasted text."""
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
    """Return the text of these sentences with its spacing, one line per paragraph where comments mark paragraphs."""
    pieces: list[str] = []
    for sentence in sentences:
        if not len(sentence):
            continue
        if pieces and any(comment.lstrip("# ").startswith(_SECTION_COMMENTS) for comment in sentence.comments):
            pieces[-1] = "\n"
        final_tokens = [token for token in sentence.ranges if token.last == len(sentence)]
        last_misc = final_tokens[-1].misc if final_tokens else sentence.misc[-1]
        pieces += [
            " ".join(_get_original_text(sentence).split()),
            "" if "SpaceAfter=No" in last_misc.split("|") else " ",
        ]
    return "".join(pieces[:-1])


def _get_original_text(sentence: Sentence) -> str:
    """Return the text comment of a sentence if it has the same letters as its words, or else the words."""
    words = replace(sentence, comments=()).text
    return sentence.text if "".join(sentence.text.split()) == "".join(words.split()) else words
