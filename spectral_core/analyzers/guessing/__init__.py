"""Guesses for unseen words: what endings, known stems and letters inside a word say of its lemma and its tags."""
