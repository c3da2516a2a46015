"""Kernels of rankers of readings: counts, features and the softmax over candidates."""
