"""Panels and dialogs of the window, one a module; a view knows the session, and no other view."""
