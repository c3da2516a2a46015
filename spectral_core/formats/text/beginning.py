"""A text file as sentences that can be annotated: numbered, with their paragraphs, documents and running text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from spectral_core.data import Sentence, Treebank
from spectral_core.errors import FormatError
from spectral_core.formats.chunks import Chunks
from spectral_core.formats.text.layout import layout

_NO_NAME = re.compile(r"[^\w.-]+")


def begun(treebank: Treebank, title: str) -> Iterator[Sentence]:
    """The sentences of a text file, one for one, with `sent_id`, `text`, `newdoc` and `newpar`, and `SpaceAfter` where
    sentences touch. What the file says of itself in marks is kept; one that is not UTF-8 is refused."""
    chunks = treebank.sentences
    assert isinstance(chunks, Chunks)
    content, name = chunks.content, _NO_NAME.sub("-", title).strip("-") or "text"
    breaks = b"\n" if layout(content) == "lines" else b"\n\n"
    for at, sentence in enumerate(treebank):
        if not sentence.readable or not len(sentence):
            what, remedy = "this sentence could not be read", "Save the file as UTF-8 text"
            problem = next(iter(sentence.problems), None)
            if problem is not None:
                what, remedy = problem.message, problem.remedy
            raise FormatError(treebank.path, sentence.line, what, remedy)
        between = content[chunks.ends[at - 1] if at else 0 : chunks.starts[at]]
        paragraph = not at or breaks in b"\n".join(line.strip() for line in between.split(b"\n"))
        misc = sentence.misc
        touches = at + 1 < len(chunks) and chunks.ends[at] == chunks.starts[at + 1]
        if touches and misc[-1] == "_":
            misc = (*misc[:-1], "SpaceAfter=No")
        given = sentence.comments
        said = {comment.lstrip("# ").partition("=")[0].strip() for comment in given}
        marks = []
        if not at and not said & {"newdoc", "newdoc id"}:
            marks.append(f"# newdoc id = {name}")
        if paragraph and not said & {"newpar", "newpar id"}:
            marks.append("# newpar")
        number = [] if "sent_id" in said else [f"# sent_id = {name}-{at + 1}"]
        text = [] if "text" in said else [f"# text = {sentence.text}"]
        yield replace(sentence, misc=misc, comments=(*marks, *given, *number, *text), source=None)
