"""Guesses for unseen words in compiled code: counts by endings and beginnings, labels that follow, the likeliest."""
