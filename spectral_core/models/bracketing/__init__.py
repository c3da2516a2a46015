"""Shared parts of bracketers: sentences without punctuation, word classes, and trees of one label under locks."""
