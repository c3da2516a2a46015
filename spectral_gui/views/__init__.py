"""One panel a file; a view knows the session, and no other view."""
