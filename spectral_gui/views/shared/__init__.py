"""Panels and dialogs that no workspace owns."""
