"""Panels of the Compare workspace."""
