"""Pasted text as sentences that a file can keep: tokenised and numbered, with paragraphs and running text."""

from __future__ import annotations

from dataclasses import replace

from spectral_core.data import Sentence
from spectral_core.formats.text.layout import detect_layout
from spectral_core.formats.text.reading import index

MAX_SENTENCE_WORDS = 300  # words of a sentence


def split_pasted_text(text: str) -> list[Sentence]:
    """Return the sentences of a text, tokenised; a comment marks the beginning of a paragraph. A blank line begins a
    paragraph, and so does every line of a text whose lines are not wrapped or tokenised. A sentence is cut after
    MAX_SENTENCE_WORDS words: a longer one could be neither shown nor ranked."""
    normalised = text.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")
    normalised = normalised.replace("\u2029", "\n\n").replace("\u2028", "\n")
    content = normalised.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()
    chunks, _ = index(content, None)
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


def make_title(sentences: list[Sentence], max_words: int = 5) -> str:
    """Return the first words of a text as a name for its file; "" where there are none."""
    words = [form for sentence in sentences[:3] for form in sentence.forms if any(map(str.isalnum, form))][:max_words]
    return " ".join("".join(filter(_is_title_character, word)) for word in words)[:60].strip()


def _is_title_character(letter: str) -> bool:
    return letter.isalnum() or letter in "-'_\u0640" or "\u0610" <= letter <= "\u0670"
