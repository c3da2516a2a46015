"""Plain text: files of running or tokenised text, and the tokeniser and sentence splitter for all other text."""

from spectral_core.formats.text.sentence_splitter import split_sentences
from spectral_core.formats.text.text_file import (
    MAX_SENTENCE_BYTES,
    detect_text_layout,
    format_sentence,
    index_sentences,
)
from spectral_core.formats.text.text_stream import TextStream
from spectral_core.formats.text.tokeniser import retokenise, tokenise

__all__ = [
    "MAX_SENTENCE_BYTES",
    "TextStream",
    "detect_text_layout",
    "format_sentence",
    "index_sentences",
    "retokenise",
    "split_sentences",
    "tokenise",
]
