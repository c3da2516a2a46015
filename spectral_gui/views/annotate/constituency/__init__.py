"""View of constituency trees: the drawing, its editor and its outline."""
