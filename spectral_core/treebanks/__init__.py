"""Treebanks for download: the catalogue, and fetching them. Nothing is fetched unless the user asks for it."""
