"""Panels of the Annotate workspace."""
