"""Numerical methods on arrays: moments, decompositions, operators, regressions; the only home of scipy."""
