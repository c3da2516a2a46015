"""Panels and dialogs that belong to no single workspace."""
