"""Plain text: files of running or of tokenised text, and the tokeniser and sentence splitter for all other text."""

from spectral_core.formats.text.layout import layout
from spectral_core.formats.text.reading import LONGEST_SENTENCE, index, sentences, write
from spectral_core.formats.text.retokenising import retokenised
from spectral_core.formats.text.splitter import split
from spectral_core.formats.text.tokeniser import tokenise

__all__ = ["LONGEST_SENTENCE", "index", "layout", "retokenised", "sentences", "split", "tokenise", "write"]
