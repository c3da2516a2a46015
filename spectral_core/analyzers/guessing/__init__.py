"""Morphological guesser: lemmas and tags of unseen words from their endings, known stems and letters inside the
word."""
