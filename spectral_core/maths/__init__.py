"""Numerical methods on arrays: moments, decompositions, operators, regressions. No other package imports scipy."""
