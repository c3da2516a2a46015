"""Treebanks that can be had: the list of them, and how they are brought here. Nothing is fetched unasked."""
