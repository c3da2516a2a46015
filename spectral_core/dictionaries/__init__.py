"""Dictionaries that a reader has: meanings by headword, from files of StarDict and Yomitan; read whole and bounded."""

from spectral_core.dictionaries.dictionary import Dictionary, gloss_of, names_of
from spectral_core.dictionaries.opening import ENDINGS, files_of, opened

__all__ = ["ENDINGS", "Dictionary", "files_of", "gloss_of", "names_of", "opened"]
