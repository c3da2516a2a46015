"""Catalogue of treebanks and their download. Nothing is fetched unless the user asks for it."""
