"""Panels of the Explore workspace."""
