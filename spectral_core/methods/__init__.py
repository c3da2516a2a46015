"""METHODS: every method by name, with its requirements and its family; families are imported on first use."""

from spectral_core.methods.inner import InnerMethods
from spectral_core.methods.method import Method
from spectral_core.methods.needs import check_column
from spectral_core.methods.ranked import RANKER_ARRAYS, read_training_words
from spectral_core.methods.table import METHODS, default_inducer, default_parser, get_method, make_settings

__all__ = [
    "METHODS",
    "RANKER_ARRAYS",
    "InnerMethods",
    "Method",
    "check_column",
    "default_inducer",
    "default_parser",
    "get_method",
    "make_settings",
    "read_training_words",
]  # fmt: skip
