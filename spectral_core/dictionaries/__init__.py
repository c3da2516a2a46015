"""Readers' dictionaries: meanings by headword, from files of StarDict and Yomitan, within bounds on their size."""

from spectral_core.dictionaries.dictionary import Dictionary, extract_gloss, lookup_keys
from spectral_core.dictionaries.files import SUFFIXES, list_files, open_dictionary

__all__ = ["SUFFIXES", "Dictionary", "extract_gloss", "list_files", "lookup_keys", "open_dictionary"]
