"""Dynamic programs over arrays."""
