"""A pasted text as sentences that a file can keep: with their paragraphs, their running text and a number each."""

from __future__ import annotations

from dataclasses import replace

from spectral_core.data import Sentence
from spectral_core.formats.text.layout import layout
from spectral_core.formats.text.reading import index

LONGEST = 300  # words of a sentence


def pasted(text: str) -> list[Sentence]:
    """The sentences of a text, tokenised; a comment says where a paragraph begins. A blank line begins a paragraph, and
    so does every line of a text whose lines are not wrapped or tokenised. What has no end as far as LONGEST words is
    cut there: nobody could look at it, and nothing would rank it."""
    plain = text.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")
    plain = plain.replace("\u2029", "\n\n").replace("\u2028", "\n")
    content = plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()
    chunks, _ = index(content, None)
    breaks = b"\n" if layout(content) == "lines" else b"\n\n"
    found: list[Sentence] = []
    for at, sentence in enumerate(chunks):
        between = content[chunks.ends[at - 1] if at else 0 : chunks.starts[at]]
        begins = not at or breaks in b"\n".join(line.strip() for line in between.split(b"\n"))
        misc = sentence.misc
        if len(misc) and at + 1 < len(chunks) and chunks.ends[at] == chunks.starts[at + 1]:
            misc = (*misc[:-1], "SpaceAfter=No")
        for start in range(0, max(len(sentence), 1), LONGEST):
            piece = Sentence.of(sentence.forms[start : start + LONGEST], misc=misc[start : start + LONGEST])
            head = ["# newpar"] if begins and not start else []
            given = sentence.comments if not start else ()
            comments = (*head, f"# sent_id = {len(found) + 1}", *given, f"# text = {piece.text}")
            found.append(replace(piece, comments=comments, problems=sentence.problems))
    return found


def title_of(sentences: list[Sentence], most: int = 5) -> str:
    """The first words of a text, as a name for its file; "" where there are none."""
    words = [form for sentence in sentences[:3] for form in sentence.forms if any(map(str.isalnum, form))][:most]
    return " ".join("".join(filter(_is_kept, word)) for word in words)[:60].strip()


def _is_kept(letter: str) -> bool:
    return letter.isalnum() or letter in "-'_\u0640" or "\u0610" <= letter <= "\u0670"
