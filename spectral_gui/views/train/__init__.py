"""Panels of the Train workspace."""
