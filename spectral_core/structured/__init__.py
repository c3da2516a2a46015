"""Dynamic programs over arrays: recursions, and compiled kernels beside them."""
