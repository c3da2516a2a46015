"""Dictionaries for readers: meanings by headword, from StarDict and Yomitan files, with limits on their size."""

from spectral_core.dictionaries.dictionary import Dictionary, extract_gloss, make_lookup_keys
from spectral_core.dictionaries.files import SUFFIXES, list_dictionary_files, open_dictionary

__all__ = ["SUFFIXES", "Dictionary", "extract_gloss", "list_dictionary_files", "make_lookup_keys", "open_dictionary"]
