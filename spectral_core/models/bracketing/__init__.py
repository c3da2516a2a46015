"""What bracketers share: sentences as they see them, classes of words, and trees of one label under locks."""
