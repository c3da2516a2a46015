"""Morphological guesser in compiled code: labels of unseen words from counts by endings, stems and parts of words."""
