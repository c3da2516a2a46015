"""Kernels of the readings rankers: counts, features, and the softmax over a word's candidates."""
