"""Sentences of a text file read piece by piece, for models that learn from more text than memory holds."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from spectral_core.data import Sentence
from spectral_core.files import open_stream
from spectral_core.formats.text.text_file import TextLayout, detect_text_layout, index_piece

_PIECE_BYTES = 1 << 22  # bytes of a file that are held at once
_MAX_LINE_BYTES = 1 << 24  # a longer line is cut
_SAMPLE_SENTENCES = 3_000  # first sentences that are kept
_BOM = b"\xef\xbb\xbf"


@dataclass(slots=True)
class TextStream:
    """Sentences of a text file, read each time they are iterated over. Afterwards it knows their number, the checksum
    of the unpacked file, and its first sentences."""

    path: Path
    sentence_count: int = 0
    sha256: str = ""
    sample: tuple[Sentence, ...] = field(default=(), repr=False)

    def __iter__(self) -> Iterator[Sequence[str]]:
        """Yield the words of each readable sentence."""
        digest, sample, count = hashlib.sha256(), list[Sentence](), 0
        with open_stream(self.path) as file:
            for content, line, layout in _read_pieces(file, digest.update):
                for sentence in index_piece(content, self.path, line, layout):
                    if sentence.is_readable and sentence.forms:
                        count += 1
                        if count <= _SAMPLE_SENTENCES:
                            sample.append(sentence)
                        yield sentence.forms
        self.sentence_count, self.sha256, self.sample = count, digest.hexdigest(), tuple(sample)


def _read_pieces(file: BinaryIO, on_bytes: Callable[[bytes], object]) -> Iterator[tuple[bytes, int, TextLayout]]:
    """Yield pieces of a text that end between lines, or between paragraphs of wrapped text, each with the number of its
    first line and the layout of the first piece."""
    layout: TextLayout | None = None
    rest, line = b"", 1
    while True:
        piece = file.read(_PIECE_BYTES)
        on_bytes(piece)
        content = rest + piece
        if layout is None:
            content = content.removeprefix(_BOM)
            layout = detect_text_layout(content)
        separator = b"\n\n" if layout == "wrapped" else b"\n"
        end = content.rfind(separator) + len(separator) if separator in content else 0
        if not piece or (not end and len(content) > _MAX_LINE_BYTES):
            end = len(content)
            while piece and end and content[end - 1] & 0xC0 == 0x80:  # not inside a character
                end -= 1
            end -= bool(piece and end and content[end - 1] >= 0xC0)
        if end:
            yield content[:end], line, layout
        rest, line = content[end:], line + content.count(b"\n", 0, end)
        if not piece:
            return
