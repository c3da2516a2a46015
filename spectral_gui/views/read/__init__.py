"""Panels of the Read workspace."""
