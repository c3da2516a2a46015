"""Morphological analysers behind one interface: a word in, its analyses out."""
