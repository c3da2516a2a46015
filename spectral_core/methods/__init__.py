"""METHODS: every method by its name, with what it needs and how it learns; nothing is imported before it is used."""

from spectral_core.methods.inner import InnerMethods
from spectral_core.methods.method import Method
from spectral_core.methods.needs import lacks_column
from spectral_core.methods.ranked import RANKED, ranked_words
from spectral_core.methods.table import METHODS, default_parser, inducer, method_named, settings_of

__all__ = [
    "METHODS", "RANKED", "InnerMethods", "Method", "default_parser", "inducer", "lacks_column", "method_named",
    "ranked_words", "settings_of",
]  # fmt: skip
