"""Plain text: files of running or tokenised text, and the tokeniser and sentence splitter for all other text."""

from spectral_core.formats.text.running_text import (
    UNSPACED_RANGES,
    join_sentences,
    make_running_text,
    split_running_text,
)
from spectral_core.formats.text.sentence_splitter import find_paragraphs, split_sentences
from spectral_core.formats.text.text_file import (
    MAX_SENTENCE_BYTES,
    detect_text_layout,
    format_sentence,
    index_sentences,
)
from spectral_core.formats.text.text_stream import TextStream
from spectral_core.formats.text.tokeniser import find_boundaries, retokenise, tokenise

__all__ = [
    "MAX_SENTENCE_BYTES",
    "UNSPACED_RANGES",
    "TextStream",
    "detect_text_layout",
    "find_boundaries",
    "find_paragraphs",
    "format_sentence",
    "index_sentences",
    "join_sentences",
    "make_running_text",
    "retokenise",
    "split_running_text",
    "split_sentences",
    "tokenise",
]
