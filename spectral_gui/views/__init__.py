"""Panels and dialogs of the window, one per module; a view knows the session, but no other view."""
