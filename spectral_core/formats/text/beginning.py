"""Preparation of a text file for annotation: sentence numbers, paragraphs, documents and running text as comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from spectral_core.data import Sentence, Treebank
from spectral_core.errors import FormatError
from spectral_core.formats.chunks import Chunks
from spectral_core.formats.text.layout import detect_layout

_NOT_IN_NAME = re.compile(r"[^\w.-]+")


def add_sentence_metadata(treebank: Treebank, title: str) -> Iterator[Sentence]:
    """Yield the sentences of a text file, one for one, with `sent_id`, `text`, `newdoc` and `newpar`, and
    `SpaceAfter=No` where sentences touch. Comments in the file that say the same are kept. FormatError if it is not
    UTF-8."""
    chunks = treebank.sentences
    assert isinstance(chunks, Chunks)
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
