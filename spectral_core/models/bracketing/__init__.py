"""Shared parts of unsupervised bracketers: sentences without punctuation, word classes, and unlabelled trees under
locks."""
