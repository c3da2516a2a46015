"""Dynamic programs for structured prediction over flat arrays, with kernels compiled by numba."""
