"""Structures as items of a scene: drawn in given colours, for the views, for figures and for comparison."""
