"""View of the readings of the selected word."""
